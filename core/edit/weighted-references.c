/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/document-private.h"
#include "core/schema/path.h"

#include <string.h>

/* Arrays of which an element is several references, and a second one that says how much each counts (SKIN). A file has no
 * number there for none, so what loses its record has to name another.
 *
 * A reference goes to its heir and keeps its weight. Without an heir its weight goes to the element's other ones in
 * proportion; where there are none, the removal was refused before (mdlx-removal.c), or the first record of the list takes it.
 * One that counts for nothing names the first record then, too. */

enum { MOST = 16 };

typedef struct {
  MwRef *refs;
  guint16 *weights;
  guint n, most; /* weights of the format */
  gboolean cut;
} Element;

/* What a weight of a file can be: SKIN has bytes before 1400, the vertices of World of Warcraft always. */
static guint
most_weight (MwFormat format)
{
  return format.family == MW_FAMILY_MDX && format.version >= 1400 ? G_MAXUINT16 : G_MAXUINT8;
}

static void
put_weight (Element *e, guint k, guint64 weight)
{
  e->cut |= weight > e->most;
  e->weights[k] = (guint16) MIN (weight, e->most);
}

/* The first that stays, as writers count. With nobody left: the number 0. */
static MwRef
first_left (MwDocument *self, const MwField *field, const guint8 *doomed)
{
  const MwField *list = mw_schema_field (self->model->record.schema, field->refers);
  const MwList *records = mw_record_list (&self->model->record, list);
  for (guint k = 0; k < mw_schema_n_kinds (list->schema); k++)
    for (guint32 i = 0; i < records->n; i++)
      if (records->items[i]->schema == mw_schema_kind_at (list->schema, k) && !doomed[records->items[i]->id])
        return (MwRef) { records->items[i]->id, 0 };
  return (MwRef) { 0, 0 };
}

/* Shares out `lost` among those that count. FALSE when there are none. */
static gboolean
share_weight (Element *e, guint lost)
{
  guint kept = 0, given = 0, rest[MOST] = { 0 };
  for (guint k = 0; k < e->n; k++)
    kept += e->weights[k];
  if (!kept)
    return FALSE;
  for (guint k = 0; k < e->n; k++) {
    guint64 more = (guint64) e->weights[k] * lost;
    rest[k] = (guint) (more % kept);
    given += (guint) (more / kept);
    put_weight (e, k, e->weights[k] + more / kept);
  }
  /* What rounding left goes where it is missed most. */
  for (; given < lost; given++) {
    guint most = 0;
    for (guint k = 1; k < e->n; k++)
      if (rest[k] > rest[most])
        most = k;
    put_weight (e, most, e->weights[most] + 1u);
    rest[most] = 0;
  }
  return TRUE;
}

gboolean
mw_document_settle_element (MwRef *refs, guint16 *weights, guint n, guint most, const guint8 *doomed, MwRef first,
                            MwHeir heir, gpointer data, gboolean *cut)
{
  Element e = { refs, weights, n, most, FALSE };
  guint lost = 0;
  g_assert (n <= MOST);
  for (guint k = 0; k < n; k++) {
    if (!refs[k].id || !doomed[refs[k].id])
      continue;
    MwRef to = heir (refs[k], data);
    if (to.id) {
      refs[k] = to;
      continue;
    }
    refs[k] = first;
    lost += weights[k];
    weights[k] = 0;
  }
  gboolean shared = !lost || share_weight (&e, lost);
  if (!shared) {
    refs[0] = first;
    put_weight (&e, 0, lost);
  }
  *cut = e.cut;
  return shared;
}

void
mw_document_settle_weighted (MwDocument *self, MwRecord *record, const MwField *field, guint32 start, guint32 n,
                             const guint8 *doomed, MwHeir heir, gpointer data)
{
  const MwField *weights_field = mw_schema_field (record->schema, field->weights);
  const MwArray *refs = mw_field_at (record, field), *weights = mw_field_at (record, weights_field);
  g_assert (weights_field->element == MW_TYPE_U16 && weights_field->count == field->count && field->count <= MOST);
  gsize wide = (gsize) field->count;
  g_autofree MwRef *new_refs = g_memdup2 ((const MwRef *) refs->data + start * wide, n * wide * sizeof (MwRef));
  /* Where the second array is shorter nothing counts. */
  gboolean weighed = weights->n >= start + n;
  const guint16 *old_weights = weighed ? (const guint16 *) weights->data + start * wide : NULL;
  g_autofree guint16 *new_weights = weighed ? g_memdup2 (old_weights, n * wide * 2) : g_new0 (guint16, n * wide);
  MwRef first = first_left (self, field, doomed);
  guint32 cut = 0;
  for (guint32 i = 0; i < n; i++) {
    gboolean is_cut;
    mw_document_settle_element (new_refs + i * wide, new_weights + i * wide, field->count, most_weight (self->format),
                                doomed, first, heir, data, &is_cut);
    cut += is_cut;
  }
  mw_document_put_span (self, record, field, start, n, new_refs);
  if (weighed && memcmp (new_weights, old_weights, n * wide * 2) != 0)
    mw_document_put_span (self, record, weights_field, start, n, new_weights);
  g_autofree char *path = mw_field_path (record, field);
  if (cut)
    mw_document_notice (self,
                        g_strdup_printf ("%s: %u vertices have weights that sum to less now, for one is at most %u",
                                         path, cut, most_weight (self->format)));
}
