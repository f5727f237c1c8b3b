/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/tracks/keys.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/sequences/time-line.h"
#include "core/edit/operations/transfer/transfer-put.h"
#include "core/model/aspects.h"

#include <math.h>
#include <string.h>

/* The keys that tracks have in one sequence, copied to another one of the same model. */

typedef struct {
  MwRecord record;
  MwRef from, to;
  uint8_t scale;
} CopyParams;

static const MwField copy_fields[] = {
  MW_FIELD_REF (CopyParams, from, "from", "sequences", .label = N_ ("From"),
                .doc = N_ ("The sequence whose keys are copied.")),
  MW_FIELD_REF (CopyParams, to, "to", "sequences", .label = N_ ("To"),
                .doc = N_ ("The sequence that gets them instead of the keys that the tracks have in it now.")),
  MW_FIELD_U8 (
    CopyParams, scale, "scale", .role = MW_ROLE_SWITCH, .def = 1, .max = 1, .label = N_ ("Fit the length"),
    .doc = N_ ("1: stretches the times to the length of the other sequence. 0: times do not change, and keys after "
               "its end are left out.")),
};
static const MwSchema copy_params = { .name = "track-copy-sequence",
                                      .label = N_ ("Copy to Another Sequence"),
                                      .size = sizeof (CopyParams),
                                      .fields = copy_fields,
                                      .n_fields = G_N_ELEMENTS (copy_fields) };
static const char *const copy_required[] = { "from", "to", NULL };

typedef struct {
  MwDocument *document;
  const MwModel *model;
  MwKeyRange from, to;
  gboolean scale,
    frame;        /* frame: keys at both ends, because the other sequence is not interpolated over its ends alike */
  GArray *others; /* MwKeyRange: all sequences but `to` */
  GError **error;
} Copy;

/* --- The keys ------------------------------------------------------------------------------------------------------- */

static gint64
length_of (const MwKeyRange *range)
{
  return range->end - range->start;
}

static void
remove_key (MwKeySet *keys, guint i)
{
  const gsize size = keys->values ? mw_field_element_size (keys->values) : 0;
  GByteArray *const all[] = { keys->value, keys->in_tan, keys->out_tan };
  g_array_remove_index (keys->times, i);
  for (guint k = 0; k < G_N_ELEMENTS (all); k++)
    if (all[k]->len)
      g_byte_array_remove_range (all[k], (guint) (i * size), (guint) size);
}

/* The keys of a track in the one sequence with the times that they have in the other; NULL: it has none. If several
 * keys fall on the same millisecond, the last one is kept. */
static MwKeySet *
keys_of (const Copy *c, const MwRecord *track)
{
  const gint64 from = length_of (&c->from), to = length_of (&c->to), both = MIN (from, to);
  g_autoptr (MwKeySet) keys = mw_key_set_of (c->model, track, c->from.sequence, from);
  if (!keys)
    return NULL;
  if (keys->values && c->frame) {
    mw_key_set_at (keys, c->model, track, c->from.sequence, 0);
    mw_key_set_at (keys, c->model, track, c->from.sequence, c->scale ? from : both);
  }
  for (guint i = keys->times->len; i-- > 0;) {
    gint32 *time = &g_array_index (keys->times, gint32, i);
    if (c->scale)
      *time = (gint32) llround ((double) *time * (double) to / (double) MAX (from, 1));
    if (*time > to || (i + 1 < keys->times->len && *time == g_array_index (keys->times, gint32, i + 1)))
      remove_key (keys, i);
  }
  return keys->times->len ? g_steal_pointer (&keys) : NULL;
}

/* --- Their place ---------------------------------------------------------------------------------------------------- */

static MwArray
spliced (const MwArray *old, uint32_t first, uint32_t last, const void *bytes, guint n, gsize size)
{
  MwArray array = mw_array_new (first + n + old->n - last, size);
  guint8 *to = array.data;
  if (first)
    memcpy (to, old->data, first * size);
  if (n)
    memcpy (to + first * size, bytes, n * size);
  if (old->n > last)
    memcpy (to + (first + n) * size, (const guint8 *) old->data + last * size, (old->n - last) * size);
  return array;
}

/* The keys of a holder that are in the sequence: [*first, *last). Refused if they are not in order. */
static gboolean
find_span (const Copy *c, const MwRecord *holder, uint32_t *first, uint32_t *last, GError **error)
{
  const MwArray *times = mw_holder_times (c->document, holder);
  const gint32 *at = times->data;
  *first = *last = 0;
  for (uint32_t i = 0; i < times->n; i++) {
    if (i && at[i] < at[i - 1])
      return mw_operation_refuse (holder, error, "has keys that are not in the order of their times");
    *first += !c->to.lanes && at[i] < c->to.start;
    *last += c->to.lanes || at[i] <= c->to.end;
  }
  return TRUE;
}

static gboolean
replace_keys (const Copy *c, const MwRecord *holder, const MwKeySet *keys)
{
  static const MwPart parts[] = { MW_PART_TIMES, MW_PART_VALUES, MW_PART_IN_TANS, MW_PART_OUT_TANS };
  const GByteArray *bytes[] = { NULL, keys->value, keys->in_tan, keys->out_tan };
  g_autofree gint32 *times = g_new (gint32, keys->times->len);
  MwArray arrays[G_N_ELEMENTS (parts)] = { { 0 } };
  uint32_t first, last;
  if (!find_span (c, holder, &first, &last, c->error))
    return FALSE;
  for (guint i = 0; i < keys->times->len; i++)
    times[i] = (gint32) (g_array_index (keys->times, gint32, i) + c->to.start);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    const MwField *field = mw_schema_part (holder->schema, parts[i]);
    if (field && (i < 2 || bytes[i]->len))
      arrays[i] = spliced (mw_field_at (holder, field), first, last, i ? bytes[i]->data : (const guint8 *) times,
                           keys->times->len, mw_field_element_size (field));
  }
  return mw_document_swap_keys (c->document, holder->id, arrays[0], arrays[1], arrays[2], arrays[3], c->error);
}

/* Whether a holder has just these keys in the sequence. */
static gboolean
has_already (const Copy *c, const MwRecord *holder, const MwKeySet *keys)
{
  static const MwPart parts[] = { MW_PART_VALUES, MW_PART_IN_TANS, MW_PART_OUT_TANS };
  const GByteArray *bytes[] = { keys->value, keys->in_tan, keys->out_tan };
  const gint32 *times = mw_holder_times (c->document, holder)->data;
  uint32_t first, last;
  if (!find_span (c, holder, &first, &last, NULL) || last - first != keys->times->len)
    return FALSE;
  for (guint i = 0; i < keys->times->len; i++)
    if (times[first + i] - c->to.start != g_array_index (keys->times, gint32, i))
      return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    const MwField *field = mw_schema_part (holder->schema, parts[i]);
    const gsize size = field ? mw_field_element_size (field) : 0;
    if (field && bytes[i]->len
        && memcmp ((const guint8 *) ((const MwArray *) mw_field_at (holder, field))->data + first * size,
                   bytes[i]->data, bytes[i]->len)
             != 0)
      return FALSE;
  }
  return TRUE;
}

/* The lane of a track for the sequence that gets the keys; NULL if there is none. */
static const MwRecord *
lane_of (const Copy *c, const MwRecord *track)
{
  const MwList *lanes = mw_record_list (track, mw_schema_part (track->schema, MW_PART_LANES));
  for (uint32_t i = 0; i < lanes->n; i++) {
    const MwRecord *lane = lanes->items[i];
    if (((const MwRef *) mw_field_at (lane, mw_schema_part (lane->schema, MW_PART_SEQUENCE)))->id == c->to.sequence)
      return lane;
  }
  return NULL;
}

/* Whether a track has no key in [first, last]. */
static gboolean
is_free (const Copy *c, MwId track, gint64 first, gint64 last)
{
  const MwArray *times = mw_holder_times (c->document, mw_model_find (c->model, track));
  for (uint32_t i = 0; i < times->n; i++)
    if (((const gint32 *) times->data)[i] >= first && ((const gint32 *) times->data)[i] <= last)
      return FALSE;
  return TRUE;
}

/* In M2 before 264 the sequences before and after this one reach to its keys. They get keys at their own ends before those
 * change. */
static gboolean
keep_others (const Copy *c, MwId track)
{
  if (!mw_keys_reach_outside (c->model) || !mw_holder_has_values (c->document, track))
    return TRUE;
  for (guint i = 0; i < c->others->len; i++) {
    const MwKeyRange *other = &g_array_index (c->others, MwKeyRange, i);
    const gboolean before = other->end < c->to.start && is_free (c, track, other->end, c->to.start - 1),
                   after = other->start > c->to.end && is_free (c, track, c->to.end + 1, other->start);
    if ((before || after) && !mw_key_add (c->document, track, (gint32) (before ? other->end : other->start), c->error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
copy_track (const Copy *c, MwId id, gboolean *changed)
{
  const MwRecord *track = mw_model_find (c->model, id);
  if (mw_track_is_shared (c->model, track))
    return mw_operation_refuse (track, c->error, "has the same keys for all sequences");
  g_autoptr (MwKeySet) keys = keys_of (c, track);
  const MwRecord *holder = c->to.lanes ? lane_of (c, track) : track;
  if (!keys || (holder && !mw_holder_is_complete (holder, c->error)))
    return !keys;
  if (holder && has_already (c, holder, keys))
    return TRUE;
  *changed = TRUE;
  const MwNewSequence at = { .document = c->document, .sequence = c->to.sequence, .lanes = TRUE };
  if (!holder)
    return mw_put_keys (&at, track->owner->id, mw_record_slot (track), keys, c->error);
  const MwId place = holder->id;
  return (c->to.lanes || keep_others (c, id)) && replace_keys (c, mw_model_find (c->model, place), keys);
}

/* --- The operation -------------------------------------------------------------------------------------------------- */

/* Refuses two sequences that play the same keys, and one that shares them with another. */
static gboolean
are_apart (const Copy *c)
{
  for (guint i = 0; !c->to.lanes && i < c->others->len; i++) {
    const MwKeyRange *other = &g_array_index (c->others, MwKeyRange, i);
    if (other->start > c->to.end || other->end < c->to.start)
      continue;
    g_autofree char *path = mw_record_path (mw_model_find (c->model, other->sequence)),
                    *reason = g_strdup_printf ("shares times with %s, which would get the keys too", path);
    return mw_operation_refuse (mw_model_find (c->model, c->to.sequence), c->error, reason);
  }
  return c->from.sequence != c->to.sequence
         || mw_operation_refuse (mw_model_find (c->model, c->to.sequence), c->error, "has these keys already");
}

static gboolean
copy_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const CopyParams *p = (const CopyParams *) params;
  Copy c = { .document = document, .model = mw_document_get_model (document), .scale = p->scale, .error = error };
  const MwRecord *from = mw_model_resolve (c.model, p->from), *to = mw_model_resolve (c.model, p->to);
  gboolean changed = FALSE;
  if (!from || !to)
    return mw_operation_refuse (NULL, error, "two sequences must be given: from which one to which one");
  from = mw_sequence_aspect (c.model, from).plays;
  if (!mw_key_range_of (document, from->id, &c.from, error) || !mw_key_range_of (document, to->id, &c.to, error))
    return FALSE;
  c.frame = mw_sequence_aspect (c.model, from).looping != mw_sequence_aspect (c.model, to).looping
            || (!c.scale && length_of (&c.from) != length_of (&c.to));
  g_autoptr (GArray) others = c.others = mw_time_line_others (document, &to->id, 1);
  g_autoptr (GHashTable) done = g_hash_table_new (NULL, NULL);
  if (!are_apart (&c))
    return FALSE;
  for (guint i = 0; i < n; i++) {
    const MwId track = mw_holder_track (mw_model_find (c.model, ids[i]))->id;
    if (g_hash_table_add (done, GUINT_TO_POINTER (track)) && !copy_track (&c, track, &changed))
      return FALSE;
  }
  return changed
         || mw_operation_nothing (
           error, "nothing to copy: the tracks have no keys in that sequence, or the same in the other");
}

const MwOperation mw_operation_track_copy_sequence = {
  .id = "track-copy-sequence",
  .label = N_ ("Copy to Another Sequence"),
  .step = N_ ("Copy %s to another sequence"),
  .doc = N_ (
    "Copies the keys and events that tracks have in one sequence to another one, instead of those that they have "
    "there."),
  .aliases = "duplicate paste keys animation transfer",
  .domain = MW_DOMAIN_TRACKS,
  .subject = MW_SUBJECT_KEYS,
  .params = &copy_params,
  .required = copy_required,
  .applies = mw_holders_apply,
  .run = copy_run,
};
