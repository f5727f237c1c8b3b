/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/geosets/m2-submesh-parts.h"
#include "core/base/i18n.h"
#include "core/edit/operations/geosets/m2-submesh-weights.h"
#include "core/edit/operations/geosets/mesh.h"
#include "core/edit/operations/operations.h"

/* Submeshes of M2 models, made of the loose parts of one. */

typedef struct {
  MwDocument *document;
  const guint32 *part; /* of each vertex; NULL: part 1 has the triangles of `chosen`, and part 0 all others */
  GHashTable *chosen;  /* keys (mw_mesh_key()) */
  guint32 n_parts;
  GHashTable *numbers; /* surface number and part, mixed -> the new surface number */
  guint32 next;        /* surface number that no batch has */
} Splitting;

static const MwM2 *
model_of (const Splitting *s)
{
  return (const MwM2 *) mw_document_get_model (s->document);
}

/* --- Surface numbers ------------------------------------------------------------------------------------------------ */

guint32
mw_m2_first_free_surface (const MwM2 *model)
{
  guint32 next = 0;
  for (uint32_t i = 0; i < model->skins.n; i++) {
    const MwM2Skin *skin = (const MwM2Skin *) model->skins.items[i];
    for (uint32_t k = 0; k < skin->batches.n; k++)
      next = MAX (next, ((const MwM2Batch *) skin->batches.items[k])->surface + 1u);
  }
  return next;
}

gboolean
mw_m2_surface_is_number (const MwM2 *model)
{
  enum { FLAGS_SINCE = 272 };
  return model->version < FLAGS_SINCE;
}

/* The number of a part: the same in all profiles, by which its batches are one surface. The first part keeps the number, and
 * all keep it where there is none left or it is a set of flags (m2.md 6.2). */
static uint16_t
number_of (Splitting *s, uint16_t surface, guint32 part)
{
  const gpointer key = GUINT_TO_POINTER ((guint32) surface << 16 | part);
  if (part == 0 || !mw_m2_surface_is_number (model_of (s)))
    return surface;
  if (!g_hash_table_contains (s->numbers, key)) {
    const guint32 number = s->next <= G_MAXUINT16 ? s->next++ : surface;
    g_hash_table_insert (s->numbers, key, GUINT_TO_POINTER (number));
  }
  return (uint16_t) GPOINTER_TO_UINT (g_hash_table_lookup (s->numbers, key));
}

/* --- What draws a part ---------------------------------------------------------------------------------------------- */

static gboolean
forget_ids (MwRecord *record, gpointer data)
{
  record->id = 0;
  mw_notes_remove (record, MW_NOTE_PLACES);
  mw_notes_remove (record, MW_NOTE_LAYOUT);
  return TRUE;
}

static MwRecord *
copy_of (const MwRecord *record)
{
  MwRecord *copy = mw_record_copy (record, FALSE);
  mw_record_foreach (copy, forget_ids, NULL);
  return copy;
}

GPtrArray *
mw_submesh_belonging (const MwRecord *skin, const MwField *list, const MwField *submesh, MwId id)
{
  const MwList *records = mw_record_list (skin, list);
  GPtrArray *found = g_ptr_array_new ();
  for (uint32_t i = 0; i < records->n; i++)
    if (((const MwRef *) mw_field_at (records->items[i], submesh))->id == id)
      g_ptr_array_add (found, records->items[i]);
  return found;
}

/* Copies what belongs to one submesh for another one, after the last of it, so that layers keep their order. */
static gboolean
copy_belonging (const Splitting *s, const MwRecord *skin, const MwField *list, const MwField *submesh, MwId from,
                MwId to, GError **error)
{
  g_autoptr (GPtrArray) records = mw_submesh_belonging (skin, list, submesh, from);
  guint32 at = records->len ? mw_record_index (records->pdata[records->len - 1]) + 1 : 0;
  for (guint i = 0; i < records->len; i++) {
    MwRecord *copy = copy_of (records->pdata[i]);
    *(MwRef *) mw_field_at (copy, submesh) = (MwRef) { to, 0 };
    if (!mw_document_insert (s->document, skin->id, list, at + i, copy, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
number_batches (Splitting *s, const MwRecord *skin, MwId submesh, guint32 part, GError **error)
{
  g_autoptr (GPtrArray)
    batches = mw_submesh_belonging (skin, MW_FIELD (MwM2Skin, batches), MW_FIELD (MwM2Batch, submesh), submesh);
  for (guint i = 0; i < batches->len; i++) {
    const MwM2Batch *batch = batches->pdata[i];
    const uint16_t number = number_of (s, batch->surface, part);
    if (number != batch->surface
        && !mw_document_set_field (s->document, batch->record.id, MW_FIELD (MwM2Batch, surface), &number, sizeof number,
                                   error))
      return FALSE;
  }
  return TRUE;
}

/* --- Parts ---------------------------------------------------------------------------------------------------------- */

static guint32
part_of (const Splitting *s, const guint16 *corners)
{
  if (s->part)
    return s->part[corners[0]];
  const guint64 key = mw_mesh_key (corners);
  return g_hash_table_contains (s->chosen, &key) ? 1 : 0;
}

/* The triangles of a submesh that are in a part. */
static MwArray
triangles_in (const Splitting *s, const MwArray *all, guint32 part)
{
  const guint16 *corners = all->data;
  g_autoptr (GArray) picked = g_array_new (FALSE, FALSE, 2);
  for (guint32 i = 0; i < all->n; i += 3)
    if (part_of (s, corners + i) == part)
      g_array_append_vals (picked, corners + i, 3);
  return mw_array_copy (picked->data, picked->len, 2);
}

/* Makes a submesh that there is already show one part only. It states no more influences than the whole did. */
static gboolean
make_part (Splitting *s, MwId id, guint32 part, const MwArray *all, uint16_t of_whole, GError **error)
{
  const MwArray picked = triangles_in (s, all, part);
  const uint16_t influences = MIN (mw_submesh_influences (model_of (s), &picked), of_whole);
  guint changed = 0;
  return mw_document_swap_array (s->document, id, MW_FIELD (MwM2Submesh, triangles), picked, error)
         && mw_document_set_field (s->document, id, MW_FIELD (MwM2Submesh, influences), &influences, sizeof influences,
                                   error)
         && mw_submesh_bound (s->document, id, &changed, error);
}

/* The numbers of the parts that a submesh has triangles of, in order. Free with g_array_unref(). */
static GArray *
parts_in (const Splitting *s, const MwArray *triangles)
{
  GArray *parts = g_array_new (FALSE, FALSE, 4);
  g_autofree guint8 *has = g_new0 (guint8, s->n_parts);
  for (guint32 i = 0; i + 3 <= triangles->n; i += 3)
    has[part_of (s, (const guint16 *) triangles->data + i)] = 1;
  for (guint32 i = 0; i < s->n_parts; i++)
    if (has[i])
      g_array_append_val (parts, i);
  return parts;
}

/* Splits one submesh of one profile; *made gets the ids of what it is then. */
static gboolean
split (Splitting *s, MwId id, GArray *made, GError **error)
{
  const MwM2Submesh *whole = (const MwM2Submesh *) mw_model_find (&model_of (s)->model, id);
  const MwRecord *skin = whole->record.owner;
  const guint32 place = mw_record_index (&whole->record);
  const uint16_t influences = whole->influences;
  const MwArray all = mw_array_copy (whole->triangles.data, whole->triangles.n, 2);
  g_autoptr (GArray) parts = parts_in (s, &all);
  gboolean ok = TRUE;
  g_array_append_val (made, id);
  for (guint i = 1; i < parts->len && ok; i++) {
    MwRecord *copy = copy_of (&whole->record);
    ok = mw_document_insert (s->document, skin->id, MW_FIELD (MwM2Skin, submeshes), place + i, copy, error);
    const MwId to = ok ? copy->id : 0;
    const guint32 part = g_array_index (parts, guint32, i);
    ok = ok && make_part (s, to, part, &all, influences, error)
         && copy_belonging (s, skin, MW_FIELD (MwM2Skin, batches), MW_FIELD (MwM2Batch, submesh), id, to, error)
         && copy_belonging (s, skin, MW_FIELD (MwM2Skin, shadow_batches), MW_FIELD (MwM2ShadowBatch, submesh), id, to,
                            error)
         && number_batches (s, skin, to, part, error);
    g_array_append_val (made, to);
  }
  const guint32 first = g_array_index (parts, guint32, 0);
  if (parts->len > 1)
    ok = ok && make_part (s, id, first, &all, influences, error);
  ok = ok && number_batches (s, skin, id, first, error);
  mw_array_clear ((MwArray *) &all);
  return ok;
}

/* Splits the submeshes of a group, which show the same surface. *made gets the ids of what the first of them is then. */
static gboolean
split_group (Splitting *s, const GArray *group, GArray *made, GError **error)
{
  if (!mw_mesh_forget_lists (s->document, error))
    return FALSE;
  for (guint i = 0; i < group->len; i++) {
    g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
    if (!split (s, g_array_index (group, MwId, i), ids, error))
      return FALSE;
    if (i == 0)
      g_array_append_vals (made, ids->data, ids->len);
  }
  return TRUE;
}

gboolean
mw_submesh_split (MwDocument *document, MwId id, gboolean seams, GArray *made, GError **error)
{
  g_autoptr (GArray) group = g_array_new (FALSE, FALSE, sizeof (MwId));
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);
  guint32 n_parts;
  g_array_append_val (group, id);
  mw_mesh_add_parts (document, group);
  g_autofree guint32 *part = mw_mesh_parts (document, group, seams, &n_parts);
  Splitting s = { document, part,    NULL,
                  n_parts,  numbers, mw_m2_first_free_surface ((const MwM2 *) mw_document_get_model (document)) };
  return n_parts < 2 || split_group (&s, group, made, error);
}

gboolean
mw_submesh_detach (MwDocument *document, MwId id, GHashTable *chosen, GArray *made, GError **error)
{
  g_autoptr (GArray) group = g_array_new (FALSE, FALSE, sizeof (MwId));
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);
  g_array_append_val (group, id);
  mw_mesh_add_parts (document, group);
  Splitting s = { document, NULL,    chosen,
                  2,        numbers, mw_m2_first_free_surface ((const MwM2 *) mw_document_get_model (document)) };
  return split_group (&s, group, made, error);
}
