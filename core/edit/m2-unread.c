/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/m2-rules.h"
#include "core/model/m2/kept.h"

#include <string.h>

/* Edits that are refused while a companion file that indexes the model is not loaded (core/model/m2/kept.h). Entries
 * of combos are kept, so records that the file names only through combos may move. Records that it names directly
 * must keep their places: bones (the centre of a submesh, facial bones, physics), materials and colours; if it may
 * have shadow batches, also textures and weights. The local bones of its vertices are places in the combos, so
 * vertices keep the bones that move them. */

typedef struct {
  size_t list;     /* member of MwM2 */
  MwM2Table table; /* MW_M2_N_TABLES: no combos name the records */
} Indexed;
static const Indexed indexed[] = {
  { offsetof (MwM2, bones), MW_M2_BONE_COMBOS },
  { offsetof (MwM2, materials), MW_M2_N_TABLES },
  { offsetof (MwM2, colors), MW_M2_N_TABLES },
  { offsetof (MwM2, textures), MW_M2_TEXTURE_COMBOS },
  { offsetof (MwM2, texture_weights), MW_M2_WEIGHT_COMBOS },
  { offsetof (MwM2, texture_transforms), MW_M2_TRANSFORM_COMBOS },
};

static const Indexed *
indexed_of (const MwField *list)
{
  for (guint i = 0; i < G_N_ELEMENTS (indexed); i++)
    if (list == mw_schema_member (&mw_m2_schema, indexed[i].list))
      return &indexed[i];
  return NULL;
}

/* Advice for the user, to be appended to a message. */
static char *
remedy (const MwRecord *profile)
{
  g_autofree char *path = profile ? mw_record_path (profile) : NULL;
  return path ? g_strdup_printf ("; put the file beside the model, or delete %s first", path) : g_strdup ("");
}

/* The name of the unread file that refers to records of a list by number, or NULL. */
static char *
holder_of_places (const MwM2 *model, const Indexed *of, const guint8 *doomed, const MwRecord **profile)
{
  if (of->table == MW_M2_BONE_COMBOS)
    return mw_m2_unread_bones (model, doomed, profile);
  if (of->table == MW_M2_TRANSFORM_COMBOS || (of->table != MW_M2_N_TABLES && !mw_m2_may_cast_shadows (model)))
    return NULL;
  return mw_m2_unread_profile (model, doomed, profile);
}

/* Checks that no unread file refers to records of the list by number, so that they may be moved or removed. */
static gboolean
check_places (const MwM2 *model, const Indexed *of, const guint8 *doomed, const MwRecord *record, const MwField *field,
              const char *what, GError **error)
{
  const MwRecord *profile;
  g_autofree char *file = holder_of_places (model, of, doomed, &profile);
  if (!file)
    return TRUE;
  g_autofree char *advice = remedy (profile);
  return mw_m2_refuse (error, record, field, "%s: the file \"...%s\" is not loaded and refers to %s by number%s", what,
                       file, mw_schema_member (&mw_m2_schema, of->list)->name, advice);
}

gboolean
mw_m2_unread_insert (const MwM2 *model, const MwRecord *owner, const MwField *list, guint32 index, GError **error)
{
  const Indexed *of = owner == &model->model.record ? indexed_of (list) : NULL;
  const MwRecord *profile;
  uint32_t place, n = of ? mw_record_list (owner, list)->n : 0;
  if (!of)
    return TRUE;
  if (index < n && !check_places (model, of, NULL, owner, list, "records can only be added at the end", error))
    return FALSE;
  g_autofree char *file = mw_m2_unread_profile (model, NULL, &profile);
  if (!file || of->table == MW_M2_N_TABLES || !mw_m2_kept_awaits (model, of->table, n, &place))
    return TRUE;
  g_autofree char *advice = remedy (profile);
  return mw_m2_refuse (
    error, owner, list,
    "%s[%u] holds the number %u, which refers to nothing yet, and the file \"...%s\", which is not loaded, may use "
    "that entry%s",
    mw_m2_table_field (of->table)->name, place, n, file, advice);
}

gboolean
mw_m2_unread_move (const MwM2 *model, const MwRecord *record, guint32 to, GError **error)
{
  const Indexed *of = record->owner == &model->model.record ? indexed_of (mw_record_slot (record)) : NULL;
  return !of || mw_record_index (record) == to
         || check_places (model, of, NULL, record, NULL, "cannot be moved", error);
}

/* Checks that no unread file may use an entry of combos that refers to the record. */
static gboolean
check_unnamed (const MwM2 *model, const Indexed *of, const guint8 *doomed, const MwRecord *record, GError **error)
{
  const MwRecord *profile;
  uint32_t place;
  g_autofree char *file = mw_m2_unread_profile (model, doomed, &profile);
  if (!file || of->table == MW_M2_N_TABLES || !mw_m2_kept_names (model, of->table, record->id, &place))
    return TRUE;
  g_autofree char *advice = remedy (profile);
  return mw_m2_refuse (
    error, record, NULL,
    "cannot be removed: %s[%u] refers to it, and the file \"...%s\", which is not loaded, may use that entry%s",
    mw_m2_table_field (of->table)->name, place, file, advice);
}

gboolean
mw_m2_unread_remove (const MwM2 *model, const guint8 *doomed, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (indexed); i++) {
    const MwList *list = mw_record_list (&model->model.record, mw_schema_member (&mw_m2_schema, indexed[i].list));
    for (uint32_t k = 0; k < list->n; k++)
      if (doomed[list->items[k]->id]
          && (!check_places (model, &indexed[i], doomed, list->items[k], NULL, "cannot be removed", error)
              || !check_unnamed (model, &indexed[i], doomed, list->items[k], error)))
        return FALSE;
  }
  return TRUE;
}

/* --- Vertices ------------------------------------------------------------------------------------------------------- */

/* Checks that there is no unread profile, which would depend on the vertices as they are. */
static gboolean
check_vertices (const MwM2 *model, const MwField *field, const char *what, GError **error)
{
  const MwRecord *profile;
  g_autofree char *file = mw_m2_unread_profile (model, NULL, &profile);
  if (!file)
    return TRUE;
  g_autofree char *advice = remedy (profile);
  return mw_m2_refuse (
    error, &model->model.record, field, "%s: the file \"...%s\" is not loaded and holds %s%s", what, file,
    field == MW_FIELD (MwM2, bone_indices) || field == MW_FIELD (MwM2, bone_weights) ? "its own bones for each vertex"
                                                                                     : "triangles of these vertices",
    advice);
}

gboolean
mw_m2_unread_elements (const MwM2 *model, const MwRecord *record, const MwField *field, guint32 first, guint32 n,
                       const void *elements, GError **error)
{
  if (record != &model->model.record)
    return TRUE;
  gboolean bones = field == MW_FIELD (MwM2, bone_indices);
  if (!bones && field != MW_FIELD (MwM2, bone_weights))
    return TRUE;
  const guint8 *now = elements, *was = bones ? model->bone_indices.data : model->bone_weights.data;
  const guint8 *weights = model->bone_weights.data;
  guint32 there = MIN (model->bone_indices.n, model->bone_weights.n);
  for (gsize i = 0; i < 4 * (gsize) n; i++) {
    gsize at = 4 * (gsize) first + i;
    if (at >= 4 * (gsize) there)
      break;
    /* The vertex would be moved by another bone, or by one that had weight 0 before. */
    if (bones ? now[i] != was[at] && weights[at] : now[i] && !was[at])
      return check_vertices (model, field, "vertices cannot be given to other bones", error);
  }
  return TRUE;
}

gboolean
mw_m2_unread_resize (const MwM2 *model, const MwRecord *record, const MwField *field, guint32 n, GError **error)
{
  if (record != &model->model.record || !field->parallel || n >= ((const MwArray *) mw_field_at (record, field))->n)
    return TRUE;
  return check_vertices (model, field, "vertices cannot be removed", error);
}

/* --- Notices -------------------------------------------------------------------------------------------------------- */

void
mw_m2_unread_note (MwDocument *self)
{
  const MwRecord *profile;
  g_autofree char *file = mw_m2_unread_profile (mw_m2_of (self), NULL, &profile);
  for (guint i = 0; profile && i < self->open->changes->len; i++) {
    const MwStepChange *change = mw_step_change_at (self->open, i);
    if (change->kind >= MW_STEP_FORGET
        || (change->schema != &mw_m2_batch_schema && change->schema != &mw_m2_submesh_schema))
      continue;
    g_autofree char *path = mw_record_path (profile);
    mw_document_notice (self,
                        g_strdup_printf ("%s: the file \"...%s\" is not loaded, so its batches and submeshes were not "
                                         "changed",
                                         path, file));
    return;
  }
}
