/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/transfer/m2-merge.h"
#include "core/edit/operations/geosets/m2-submesh-parts.h"
#include "core/edit/operations/geosets/mesh.h"
#include "core/edit/operations/materials/m2-surface-stages.h"
#include "core/edit/operations/model/m2-collision.h"
#include "core/edit/operations/operations.h"
#include "core/edit/references.h"
#include "core/model/aspects.h"
#include "core/model/m2/limits.h"

#include <string.h>

#define MOST_VERTICES 65535u
#define MOST_VERTEX_BONE 255u
#define MOST_COMBINER 0x7FFFu

typedef struct {
  MwTransfer *t;
  const MwM2 *model, *source;
  MwReferences *references;
  const float *by;
  guint32 first_vertex, first_combiner, first_surface;
  uint16_t plain; /* where the list of combiners has the usual one */
} Merging;

static const MwM2 *
model_of (const MwTransfer *t)
{
  return (const MwM2 *) mw_document_get_model (t->document);
}

/* --- What is refused ------------------------------------------------------------------------------------------------- */

static gboolean
has_corners (const MwM2 *source, const MwM2Submesh *submesh)
{
  const uint16_t *corners = submesh->triangles.data;
  for (guint32 i = 0; i < submesh->triangles.n; i++)
    if (corners[i] >= mw_m2_n_vertices (source))
      return FALSE;
  return TRUE;
}

static gboolean
check_profiles (const MwTransfer *t, GError **error)
{
  const MwM2 *source = (const MwM2 *) t->source;
  if (!source->skins.n)
    return mw_operation_refuse (NULL, error, "the other model has no skin profile");
  for (uint32_t i = 0; i < source->skins.n; i++) {
    const MwM2Skin *skin = (const MwM2Skin *) source->skins.items[i];
    if (skin->not_loaded) {
      mw_set_error (error, MW_ERROR_REFUSED, -1, NULL,
                    "the file \"...%02u.skin\" of the other model was not found: put it beside %s", i, t->name);
      return FALSE;
    }
    for (uint32_t k = 0; k < skin->submeshes.n; k++)
      if (!has_corners (source, (const MwM2Submesh *) skin->submeshes.items[k])) {
        g_autofree char *path = mw_record_path (skin->submeshes.items[k]);
        mw_set_error (error, MW_ERROR_REFUSED, -1, NULL,
                      "%s of the other model has triangles of vertices that do not exist", path);
        return FALSE;
      }
  }
  return TRUE;
}

/* Sequences whose keys have no place in the model, or were not read. */
static void
note_sequences (const MwTransfer *t)
{
  const MwList *all = &((const MwM2 *) t->source)->sequences;
  g_autoptr (GPtrArray) away = g_ptr_array_new (), aliases = g_ptr_array_new (), unread = g_ptr_array_new ();
  for (uint32_t i = 0; i < all->n; i++) {
    const MwRecord *to = mw_transfer_to (t, all->items[i]);
    const MwSequenceAspect from = mw_sequence_aspect (t->source, all->items[i]);
    if (!to || from.is_alias)
      continue;
    const MwSequenceAspect into = mw_sequence_aspect (mw_document_get_model (t->document), to);
    if (from.not_loaded)
      g_ptr_array_add (away, all->items[i]);
    else if (into.is_alias)
      g_ptr_array_add (aliases, all->items[i]);
    else if (into.not_loaded)
      g_ptr_array_add (unread, all->items[i]);
  }
  const struct {
    const GPtrArray *sequences;
    const char *why;
  } notes[] = { { away, "their files are not beside the other model" },
                { aliases, "they are aliases in this model" },
                { unread, "their files are not beside this model" } };
  for (guint i = 0; i < G_N_ELEMENTS (notes); i++)
    if (notes[i].sequences->len) {
      g_autofree char *names = mw_transfer_names (notes[i].sequences);
      mw_document_notice (
        t->document, g_strdup_printf ("the keys of the sequences %s were left out, because %s", names, notes[i].why));
    }
}

gboolean
mw_m2_merge_check (const MwTransfer *t, GError **error)
{
  const MwM2 *model = model_of (t), *source = (const MwM2 *) t->source;
  const guint64 vertices = (guint64) mw_m2_n_vertices (model) + mw_m2_n_vertices (source);
  if (source->version != model->version) {
    mw_set_error (error, MW_ERROR_REFUSED, -1, NULL,
                  "%s has version %u, and this model has version %u: only a model of the same version can be merged",
                  t->name, source->version, model->version);
    return FALSE;
  }
  if (vertices > MOST_VERTICES) {
    mw_set_error (error, MW_ERROR_REFUSED, -1, NULL,
                  "the two models have %" G_GUINT64_FORMAT " vertices together, and triangles can name only %u",
                  vertices, MOST_VERTICES);
    return FALSE;
  }
  return mw_mesh_all_read (t->document, error) && check_profiles (t, error);
}

void
mw_m2_merge_unmatch (MwTransfer *t)
{
  const MwM2 *source = (const MwM2 *) t->source;
  const MwList *const lists[] = { &source->lights, &source->ribbons, &source->particles };
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (uint32_t k = 0; k < lists[i]->n; k++)
      mw_transfer_unmap (t, lists[i]->items[k]->id);
}

/* --- Vertices -------------------------------------------------------------------------------------------------------- */

/* Both arrays, one after the other. */
static MwArray
joined (const MwArray *a, const MwArray *b, gsize size)
{
  MwArray array = mw_array_new (a->n + b->n, size);
  if (a->n)
    memcpy (array.data, a->data, a->n * size);
  if (b->n)
    memcpy ((guint8 *) array.data + a->n * size, b->data, b->n * size);
  return array;
}

/* The numbers of the bones of the source in the model, by their numbers in the source. */
static GArray *
bone_numbers (const Merging *m)
{
  GArray *numbers = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (uint32_t i = 0; i < m->source->bones.n; i++) {
    const MwRecord *bone = mw_transfer_to (m->t, m->source->bones.items[i]);
    const guint32 number = bone ? mw_record_index (bone) : G_MAXUINT32;
    g_array_append_val (numbers, number);
  }
  return numbers;
}

/* Vertices number their bones in bytes. A bone without weight does not matter. */
static gboolean
renumber_bones (const Merging *m, guint8 *bones, GError **error)
{
  g_autoptr (GArray) numbers = bone_numbers (m);
  const guint8 *weights = m->source->bone_weights.data;
  for (guint64 i = 0; i < 4 * (guint64) mw_m2_n_vertices (m->source); i++) {
    const guint32 number = bones[i] < numbers->len ? g_array_index (numbers, guint32, bones[i]) : G_MAXUINT32;
    if (weights[i] && number == G_MAXUINT32)
      return mw_operation_refuse (NULL, error, "a vertex of the other model is moved by a bone that does not exist");
    if (weights[i] && number > MOST_VERTEX_BONE) {
      mw_set_error (
        error, MW_ERROR_REFUSED, -1, NULL,
        "a vertex would be moved by bone %u, and vertices can name only the first %u: let the other model use bones "
        "of this one, or delete bones",
        number, MOST_VERTEX_BONE + 1);
      return FALSE;
    }
    bones[i] = number > MOST_VERTEX_BONE ? 0 : (guint8) number;
  }
  return TRUE;
}

static void
shift (float *points, guint64 n, const float by[3])
{
  for (guint64 i = 0; i < 3 * n; i++)
    points[i] += by[i % 3];
}

static gboolean
add_vertices (Merging *m, GError **error)
{
  enum { POSITIONS, BONES, COLUMNS = 6 };
  const MwField *const fields[COLUMNS] = { MW_FIELD (MwM2, positions),    MW_FIELD (MwM2, bone_indices),
                                           MW_FIELD (MwM2, bone_weights), MW_FIELD (MwM2, normals),
                                           MW_FIELD (MwM2, uvs),          MW_FIELD (MwM2, uvs2) };
  const gsize n = mw_m2_n_vertices (m->model);
  MwArray made[COLUMNS];
  for (guint i = 0; i < COLUMNS; i++)
    made[i] = joined (mw_field_at (&m->model->model.record, fields[i]),
                      mw_field_at (&m->source->model.record, fields[i]), mw_field_element_size (fields[i]));
  m->first_vertex = (guint32) n;
  if (mw_m2_n_vertices (m->source))
    shift ((float *) made[POSITIONS].data + 3 * n, mw_m2_n_vertices (m->source), m->by);
  if (mw_m2_n_vertices (m->source) && !renumber_bones (m, (guint8 *) made[BONES].data + 4 * n, error)) {
    for (guint i = 0; i < COLUMNS; i++)
      mw_array_clear (&made[i]);
    return FALSE;
  }
  return mw_document_swap_arrays (m->t->document, m->model->model.record.id, COLUMNS, fields, made, error);
}

/* --- Profiles -------------------------------------------------------------------------------------------------------- */

static void
map_references (MwRecord *record, const MwField *field, MwRef *refs, uint32_t n, gpointer data)
{
  const Merging *m = data;
  for (uint32_t i = 0; i < n; i++) {
    if (field->type == MW_TYPE_ARRAY) /* the array is shared with the source */
      refs = mw_array_make_writable (mw_field_at (record, field), mw_field_element_size (field));
    const MwRecord *target = mw_model_resolve (&m->source->model, refs[i]);
    const MwRecord *match = target ? mw_transfer_to (m->t, target) : NULL;
    refs[i] = match ? (MwRef) { match->id, 0 } : MW_REF_NONE;
  }
}

static gboolean
drop_notes (MwRecord *record, gpointer data)
{
  mw_notes_drop (record);
  return TRUE;
}

static void
finish_submesh (const Merging *m, MwM2Submesh *submesh)
{
  guint16 *corners = submesh->triangles.n ? mw_array_make_writable (&submesh->triangles, sizeof *corners) : NULL;
  for (guint32 i = 0; i < submesh->triangles.n; i++)
    corners[i] = (guint16) (corners[i] + m->first_vertex);
  shift (submesh->center, 1, m->by);
  shift (submesh->sort_center, 1, m->by);
}

/* In a model with texture combiners, the shader is a place in their list. */
static gboolean
move_shader (const Merging *m, MwM2Batch *batch, GError **error)
{
  const gboolean combined = mw_stages_are_combined (m->source);
  const guint32 shader = combined ? batch->shader + m->first_combiner : m->plain;
  if (!combined && batch->textures.n > 1)
    return mw_operation_refuse (
      NULL, error,
      "a surface of the other model has a second texture, which clients show only if a model has texture "
      "combiners, as this one has; remove it there first, with surface-set-second-texture");
  if (shader > MOST_COMBINER)
    return mw_operation_refuse (NULL, error, "the list of texture combiners has no room for those of the other model");
  batch->shader = (uint16_t) shader;
  return TRUE;
}

static gboolean
finish_batch (const Merging *m, MwM2Batch *batch, GError **error)
{
  if (mw_m2_surface_is_number (m->model)) {
    if (batch->surface + m->first_surface > G_MAXUINT16)
      return mw_operation_refuse (NULL, error, "there are no surface numbers left for the batches of the other model");
    batch->surface = (uint16_t) (batch->surface + m->first_surface);
  }
  return !mw_stages_are_combined (m->model) || mw_stages_are_special (m->source, batch)
         || move_shader (m, batch, error);
}

/* Adds the records of one list of a profile to that of another. */
static gboolean
add_list (Merging *m, const MwRecord *skin, const MwM2Skin *from, const MwField *list, GError **error)
{
  const MwList *records = mw_record_list (&from->record, list);
  for (uint32_t i = 0; i < records->n; i++) {
    MwRecord *copy = mw_record_copy (records->items[i], FALSE);
    mw_record_foreach (copy, drop_notes, NULL);
    mw_references_foreach (m->references, copy, G_MAXUINT64, NULL, map_references, m);
    mw_record_forget_ids (copy);
    if (copy->schema == &mw_m2_submesh_schema)
      finish_submesh (m, (MwM2Submesh *) copy);
    if (copy->schema == &mw_m2_batch_schema && !finish_batch (m, (MwM2Batch *) copy, error)) {
      mw_record_free (copy);
      return FALSE;
    }
    if (!mw_document_insert (m->t->document, skin->id, list, mw_record_list (skin, list)->n, copy, error))
      return FALSE;
    mw_transfer_map (m->t, records->items[i]->id, copy->id);
  }
  return TRUE;
}

static gboolean
check_bones (const Merging *m, const MwM2Skin *skin, uint32_t first, GError **error)
{
  const guint limit = mw_m2_skin_bone_limit (m->model, skin);
  for (uint32_t i = first; i < skin->submeshes.n; i++) {
    guint n;
    g_free (mw_m2_submesh_bones (m->model, (const MwM2Submesh *) skin->submeshes.items[i], &n));
    if (n <= limit)
      continue;
    g_autofree char *path = mw_record_path (&skin->record);
    mw_set_error (
      error, MW_ERROR_REFUSED, -1, NULL,
      "a submesh of the other model needs %u bones, and %s allows %u: raise its bone limit, or delete the profile", n,
      path, limit);
    return FALSE;
  }
  return TRUE;
}

/* Profiles that are stored without shadow batches have no place for any. */
static gboolean
add_profile (Merging *m, const MwM2Skin *skin, GError **error)
{
  const MwList *all = &m->source->skins;
  const MwM2Skin *from = (const MwM2Skin *) all->items[MIN (mw_record_index (&skin->record), all->n - 1)];
  const uint32_t first = skin->submeshes.n;
  const gboolean shadows = skin->record.variant == MW_M2_SKIN_SHADOWS;
  return add_list (m, &skin->record, from, MW_FIELD (MwM2Skin, submeshes), error)
         && add_list (m, &skin->record, from, MW_FIELD (MwM2Skin, batches), error)
         && (!shadows || add_list (m, &skin->record, from, MW_FIELD (MwM2Skin, shadow_batches), error))
         && check_bones (m, skin, first, error);
}

/* If only one of the models has texture combiners, the surfaces of the other get those with which they look as before. */
static gboolean
add_combiners (Merging *m, GError **error)
{
  static const uint16_t plain = MW_STAGES_PLAIN;
  const MwField *field = MW_FIELD (MwM2, texture_combiners);
  MwDocument *document = m->t->document;
  if (!mw_stages_are_combined (m->source))
    return !mw_stages_are_combined (m->model) || mw_stages_place (document, &plain, 1, &m->plain, error);
  if (!mw_stages_are_combined (m->model) && !mw_stages_make_combined (document, NULL, error))
    return FALSE;
  m->first_combiner = m->model->texture_combiners.n;
  return mw_document_swap_array (
    document, m->model->model.record.id, field,
    joined (&m->model->texture_combiners, &m->source->texture_combiners, mw_field_element_size (field)), error);
}

static gboolean
add_profiles (Merging *m, GArray *made, GError **error)
{
  const uint32_t first = m->model->skins.n ? ((const MwM2Skin *) m->model->skins.items[0])->submeshes.n : 0;
  m->first_surface = mw_m2_first_free_surface (m->model);
  for (uint32_t i = 0; i < m->model->skins.n; i++)
    if (!add_profile (m, (const MwM2Skin *) m->model->skins.items[i], error))
      return FALSE;
  for (uint32_t i = first; m->model->skins.n && i < ((const MwM2Skin *) m->model->skins.items[0])->submeshes.n; i++)
    g_array_append_val (made, ((const MwM2Skin *) m->model->skins.items[0])->submeshes.items[i]->id);
  return TRUE;
}

/* --- The rest -------------------------------------------------------------------------------------------------------- */

static gboolean
add_collision (const Merging *m, GError **error)
{
  const MwArray *points = &m->source->collision_vertices, *corners = &m->source->collision_triangles;
  for (guint32 i = 0; i < corners->n; i++)
    if (((const guint16 *) corners->data)[i] >= points->n) {
      mw_document_notice (m->t->document,
                          g_strdup ("the collision mesh of the other model was left out, because it names vertices "
                                    "that do not exist"));
      return TRUE;
    }
  if (!corners->n)
    return TRUE;
  g_autofree float *moved = g_memdup2 (points->data, points->n * 3 * sizeof (float));
  shift (moved, points->n, m->by);
  return mw_m2_collide_mesh (m->t->document, moved, points->n, corners->data, corners->n / 3, error);
}

/* Whether a bone before this one is the same key bone. */
static gboolean
is_key_taken (const MwM2 *model, const MwM2Bone *bone)
{
  for (uint32_t i = 0; i < mw_record_index (&bone->record); i++)
    if (((const MwM2Bone *) model->bones.items[i])->key_bone == bone->key_bone)
      return TRUE;
  return FALSE;
}

/* A model has each key bone once. The indices by which ribbons name their texture transforms are those of their own model. */
static gboolean
free_numbers (const Merging *m, const GArray *made, GError **error)
{
  static const gint32 none = -1;
  static const gint8 no_entry = -1;
  guint ribbons = 0, keys = 0;
  for (guint i = 0; i < made->len; i++) {
    const MwRecord *record = mw_model_find (&m->model->model, g_array_index (made, MwId, i));
    const MwM2Bone *bone = record->schema == &mw_m2_bone_schema ? (const MwM2Bone *) record : NULL;
    const MwM2Ribbon *ribbon = record->schema == &mw_m2_ribbon_schema ? (const MwM2Ribbon *) record : NULL;
    if (bone && bone->key_bone >= 0 && is_key_taken (m->model, bone)) {
      keys++;
      if (!mw_document_set_field (m->t->document, record->id, MW_FIELD (MwM2Bone, key_bone), &none, sizeof none, error))
        return FALSE;
    }
    if (ribbon && ribbon->texture_transform_index >= 0 && mw_m2_has_lanes (m->model)) {
      ribbons++;
      if (!mw_document_set_field (m->t->document, record->id, MW_FIELD (MwM2Ribbon, texture_transform_index), &no_entry,
                                  sizeof no_entry, error))
        return FALSE;
    }
  }
  if (keys)
    mw_document_notice (
      m->t->document, g_strdup_printf ("%u added bones are no key bones, because this model has the same ones", keys));
  if (ribbons)
    mw_document_notice (m->t->document,
                        g_strdup_printf ("%u added ribbons have no texture transform, because they named it by a "
                                         "number of the other model",
                                         ribbons));
  return TRUE;
}

/* What the files have no room for. */
static gboolean
fits (const MwM2 *model, GError **error)
{
  g_autoptr (MwM2Frame) frame = mw_m2_frame_derive (model);
  return mw_m2_check_limits (model, frame, error);
}

gboolean
mw_m2_merge_meshes (MwTransfer *t, const float by[3], GArray *made, GError **error)
{
  Merging m = { .t = t, .model = model_of (t), .source = (const MwM2 *) t->source, .by = by };
  m.references = mw_references_new (m.model->model.record.schema);
  gboolean ok = free_numbers (&m, made, error) && add_vertices (&m, error) && add_combiners (&m, error)
                && add_profiles (&m, made, error) && add_collision (&m, error) && fits (m.model, error);
  mw_references_free (m.references);
  if (ok)
    note_sequences (t);
  if (ok && m.source->texture_flipbooks.n)
    mw_document_notice (t->document, g_strdup ("the texture flipbooks of the other model were left out"));
  return ok;
}
