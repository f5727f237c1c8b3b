/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/tracks/keys.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/sequences/time-line.h"
#include "core/edit/progress.h"
#include "core/model/aspects.h"

/* Gives the sequences of a model new places on its time line. M2 before 264 is left out, because there a sequence also plays
 * the nearest keys outside its interval. */

enum { OUTSIDE_DROP, OUTSIDE_KEEP };
typedef struct {
  MwRecord record;
  uint32_t gap;
  uint8_t outside;
} PackParams;

MW_NAMES (outside_names, FALSE, { OUTSIDE_DROP, "drop", N_ ("Removed") },
          { OUTSIDE_KEEP, "keep", N_ ("After the last sequence") });
static const MwField pack_fields[] = {
  MW_FIELD_U32 (PackParams, gap, "gap", .unit = MW_UNIT_MS, .role = MW_ROLE_TIME, .def = 1000, .min = 1, .max = 1000000,
                .label = N_ ("Gap"),
                .doc = N_ ("Milliseconds between the end of a sequence and the start of the next.")),
  MW_FIELD_U8 (PackParams, outside, "outside", .names = &outside_names, .label = N_ ("Other keys"),
               .doc = N_ ("What happens to keys that no sequence plays.")),
};
static const MwSchema pack_params = { .name = "sequence-pack",
                                      .label = N_ ("Pack"),
                                      .size = sizeof (PackParams),
                                      .fields = pack_fields,
                                      .n_fields = G_N_ELEMENTS (pack_fields) };

/* The new layout. Sequences with the same interval stay together; others that overlap get copies of the shared keys. */
typedef struct {
  MwDocument *document;
  GArray *ranges;    /* MwKeyRange of all sequences, in order of time */
  GArray *starts;    /* gint64: the new start of each */
  gint64 end;        /* the last time in use */
  gint64 outside;    /* the first time of a key that no sequence plays; G_MAXINT64: there is none */
  gint64 outside_to; /* its new time */
} Layout;

static int
by_time (gconstpointer a, gconstpointer b)
{
  const MwKeyRange *x = a, *y = b;
  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  if (x->end != y->end)
    return x->end < y->end ? -1 : 1;
  return x->sequence < y->sequence ? -1 : 1;
}

static gboolean
is_same (const MwKeyRange *a, const MwKeyRange *b)
{
  return a->start == b->start && a->end == b->end;
}

static const MwKeyRange *
range_at (const Layout *layout, guint i)
{
  return &g_array_index (layout->ranges, MwKeyRange, i);
}

static gboolean
is_played (const Layout *layout, gint32 time)
{
  for (guint i = 0; i < layout->ranges->len; i++)
    if (mw_key_range_has (range_at (layout, i), time))
      return TRUE;
  return FALSE;
}

static GArray *
all_holders (MwDocument *document)
{
  MwKeyRange all = { .start = G_MININT32, .end = G_MAXINT32 };
  return mw_key_range_holders (document, &all);
}

static void
find_outside (Layout *layout)
{
  g_autoptr (GArray) holders = all_holders (layout->document);
  const MwModel *model = mw_document_get_model (layout->document);
  for (guint i = 0; i < holders->len; i++) {
    const MwArray *times = mw_holder_times (layout->document, mw_model_find (model, g_array_index (holders, MwId, i)));
    for (uint32_t k = 0; k < times->n; k++) {
      gint32 time = ((const gint32 *) times->data)[k];
      if (time < layout->outside && !is_played (layout, time))
        layout->outside = time;
    }
  }
}

static void
lay_out (Layout *layout, gint64 gap)
{
  gint64 next = 0;
  g_array_sort (layout->ranges, by_time);
  for (guint i = 0; i < layout->ranges->len; i++) {
    const MwKeyRange *range = range_at (layout, i);
    if (i && is_same (range, range - 1))
      next = g_array_index (layout->starts, gint64, i - 1);
    g_array_append_val (layout->starts, next);
    layout->end = next + range->end - range->start;
    next = layout->end + gap;
  }
  layout->outside_to = next;
  layout->outside = G_MAXINT64;
  find_outside (layout);
}

/* Whether everything is where it would be moved to. */
static gboolean
is_packed (const Layout *layout, gboolean keep)
{
  for (guint i = 0; i < layout->ranges->len; i++)
    if (range_at (layout, i)->start != g_array_index (layout->starts, gint64, i))
      return FALSE;
  return layout->outside == G_MAXINT64 || (keep && layout->outside == layout->outside_to);
}

static gboolean
pack_holder (const Layout *layout, MwId holder, gboolean keep, GError **error)
{
  MwDocument *document = layout->document;
  const MwArray *array = mw_holder_times (document, mw_model_find (mw_document_get_model (document), holder));
  const gint32 *times = array->data;
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (MwKeyPlace));
  for (guint i = 0; i < layout->ranges->len; i++) {
    const MwKeyRange *range = range_at (layout, i);
    gint64 offset = g_array_index (layout->starts, gint64, i) - range->start;
    for (uint32_t k = 0; k < array->n && !(i && is_same (range, range - 1)); k++)
      if (mw_key_range_has (range, times[k]))
        g_array_append_val (places, ((MwKeyPlace) { k, (gint32) (times[k] + offset) }));
  }
  for (uint32_t k = 0; keep && k < array->n; k++)
    if (!is_played (layout, times[k]))
      g_array_append_val (places, ((MwKeyPlace) { k, (gint32) (times[k] - layout->outside + layout->outside_to) }));
  if (!places->len && !mw_track_keep_neutral (document, holder, error))
    return FALSE;
  return mw_holder_rearrange (document, holder, (const MwKeyPlace *) (gpointer) places->data, places->len, error);
}

static gboolean
pack_all (const Layout *layout, gboolean keep, GError **error)
{
  g_autoptr (GArray) holders = all_holders (layout->document);
  mw_progress_begin (layout->document, holders->len);
  for (guint i = 0; i < holders->len; i++)
    if (!mw_progress_next (layout->document, error)
        || !pack_holder (layout, g_array_index (holders, MwId, i), keep, error))
      return FALSE;
  mw_progress_end (layout->document);
  for (guint i = 0; i < layout->ranges->len; i++) {
    const MwKeyRange *range = range_at (layout, i);
    gint64 start = g_array_index (layout->starts, gint64, i);
    if (!mw_time_line_set (layout->document, range->sequence, start, start + range->end - range->start, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
pack_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const PackParams *p = (const PackParams *) params;
  gboolean keep = p->outside == OUTSIDE_KEEP, ok;
  g_autoptr (GArray) ranges = mw_time_line_others (document, NULL, 0),
                     starts = g_array_new (FALSE, FALSE, sizeof (gint64));
  Layout layout = { .document = document, .ranges = ranges, .starts = starts };
  lay_out (&layout, p->gap);
  gint64 last = layout.end;
  if (keep && layout.outside != G_MAXINT64)
    last = layout.outside_to + MAX (mw_time_line_end (document) - layout.outside, 0);
  if (is_packed (&layout, keep))
    ok = mw_operation_nothing (error, "nothing to pack: the sequences are already laid out like this");
  else if (last > G_MAXINT32)
    ok = mw_operation_refuse (NULL, error, "the time line would be longer than can be stored (2147483647 ms)");
  else
    ok = pack_all (&layout, keep, error);
  return ok;
}

static gboolean
pack_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  const MwList *sequences = mw_model_sequences (mw_document_get_model (document));
  if (!sequences->n)
    return mw_operation_nothing (error, "nothing to pack: the model has no sequences");
  for (uint32_t i = 0; i < sequences->n; i++)
    if (!mw_time_line_has (document, &sequences->items[i]->id, 1, error))
      return FALSE;
  return TRUE;
}

const MwOperation mw_operation_sequence_pack = {
  .id = "sequence-pack",
  .label = N_ ("Pack Sequences"),
  .doc = N_ (
    "Moves all sequences, with their keys, so that they follow one another on the time line from 0 on, with equal "
    "gaps. Each plays as before."),
  .aliases = "arrange layout compact time line gaps unused keys clean animation",
  .domain = MW_DOMAIN_SEQUENCES,
  .subject = MW_SUBJECT_MODEL,
  .families = MW_FAMILY_MDX | MW_FAMILY_MDX_WOW,
  .params = &pack_params,
  .applies = pack_applies,
  .run = pack_run,
};
