/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/bulk-names.h"
#include "core/edit/document-private.h"

#include <string.h>

/* Redirects every reference from one record to another of the same list. */

typedef struct {
  MwId record;
  const MwField *field;
} Use;

typedef struct {
  MwDocument *self;
  MwId from, to;
  GArray *uses; /* Use, one for each field */
} Replacing;

/* What belongs to the record itself stays with it: its keys, and its extents in geosets. */
static gboolean
is_own (const Replacing *r, const MwRecord *record, const MwField *field)
{
  return field->read_only || (field->on_remove == MW_ON_REMOVE_CASCADE && record->owner != &r->self->model->record);
}

static void
find_use (MwRecord *record, const MwField *field, MwRef *refs, uint32_t n, gpointer data)
{
  Replacing *r = data;
  if (record->id == r->to || is_own (r, record, field))
    return;
  for (uint32_t i = 0; i < n; i++)
    if (refs[i].id == r->from) {
      g_array_append_val (r->uses, ((Use) { record->id, field }));
      return;
    }
}

static gboolean
replace_use (Replacing *r, const Use *use, GError **error)
{
  MwRecord *record = mw_model_find (r->self->model, use->record);
  const MwField *field = use->field;
  const MwRef to = { r->to, 0 };
  if (field->type == MW_TYPE_REF)
    return mw_document_set_field (r->self, record->id, field, &to, sizeof to, error);
  const MwArray *array = mw_field_at (record, field);
  MwArray after = mw_array_copy (array->data, array->n, mw_field_element_size (field));
  MwRef *refs = after.data;
  for (gsize i = 0; i < (gsize) array->n * field->count; i++)
    if (refs[i].id == r->from)
      refs[i] = to;
  return mw_document_swap_array (r->self, record->id, field, after, error);
}

/* The same for bulk arrays that hold places instead of references. */
static gboolean
replace_places (Replacing *r, const MwRecord *from, const MwRecord *to, GError **error)
{
  const MwField *list = mw_record_slot (from);
  GArray *places;
  if (!mw_document_has_places (r->self, from->owner, list))
    return TRUE;
  g_autofree MwNameMap *map = mw_name_map_new (mw_record_list (from->owner, list)->n);
  map->to[mw_record_index (from)] = mw_record_index (to);
  if (!mw_document_plan_places (r->self, from->owner, list, map, &places, error))
    return FALSE;
  mw_document_put_places (r->self, places);
  return TRUE;
}

gboolean
mw_document_replace_uses (MwDocument *self, MwId from_id, MwId to_id, guint *n, GError **error)
{
  const MwRecord *from = mw_document_require (self, from_id, error);
  const MwRecord *to = from ? mw_document_require (self, to_id, error) : NULL;
  if (!to)
    return FALSE;
  g_autofree char *path = mw_record_path (from);
  if (from == to || from->owner != to->owner || mw_record_slot (from) != mw_record_slot (to)
      || mw_record_slot (from)->type != MW_TYPE_LIST) {
    mw_set_error (error, MW_ERROR_REFUSED, -1, path, "its uses go to another record of the same list");
    return FALSE;
  }
  Replacing r = { self, from_id, to_id, g_array_new (FALSE, FALSE, sizeof (Use)) };
  guint64 list = mw_references_bit (self->references, mw_record_slot (from));
  if (list)
    mw_references_foreach (self->references, &self->model->record, list, NULL, find_use, &r);
  gboolean ok = TRUE;
  for (guint i = 0; i < r.uses->len && ok; i++)
    ok = replace_use (&r, &g_array_index (r.uses, Use, i), error);
  ok = ok && replace_places (&r, from, to, error);
  if (n)
    *n = r.uses->len;
  g_array_unref (r.uses);
  return ok;
}
