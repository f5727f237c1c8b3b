/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/nodes/node-places.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/nodes/sides.h"
#include "core/edit/progress.h"
#include "core/model/aspects.h"
#include "core/schema/catalogue.h"
#include "core/schema/path.h"

#include <string.h>

/* Copies points and nodes of one side of a figure to the other. The figure looks along the X axis, so its left and right
 * differ in the sign of Y. */

/* --- Names ---------------------------------------------------------------------------------------------------------- */

/* The field with the number by which clients know the record (of an attachment), and its catalogue; NULL if it has none. */
static const MwField *
id_field (const MwModel *model, const MwRecord *record, MwCatalogue *catalogue)
{
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    *catalogue = mw_field_catalogue (field, mw_record_family (&model->record));
    if (*catalogue == MW_CATALOGUE_ATTACHMENT || *catalogue == MW_CATALOGUE_ATTACHMENT_ALPHA)
      return field;
  }
  return NULL;
}

static const MwField *
name_field (const MwRecord *record)
{
  return mw_schema_field_of_role (record->schema, MW_ROLE_NAME, MW_TYPE_TEXT);
}

/* The number of the same point on the other side; FALSE if there is none. */
static gboolean
mirrored_id (const MwModel *model, const MwRecord *record, uint32_t *id)
{
  MwCatalogue catalogue = MW_CATALOGUE_NONE;
  const MwField *field = id_field (model, record, &catalogue);
  const char *name = field ? mw_catalogue_name (catalogue, *(const uint32_t *) mw_field_at (record, field)) : NULL;
  g_autofree char *other = name ? mw_side_swapped (name) : NULL;
  return other && mw_catalogue_value (catalogue, other, id);
}

/* What a bone is called: its name, or the name of its key bone or CRC; NULL if nobody knows. */
static const char *
bone_name (const MwRecord *bone)
{
  const MwField *text = name_field (bone);
  for (guint i = 0; !text && i < mw_schema_n_fields (bone->schema); i++) {
    const MwField *field = mw_schema_field_at (bone->schema, i);
    if (field->catalogue != MW_CATALOGUE_KEY_BONE && field->catalogue != MW_CATALOGUE_BONE_NAME)
      continue;
    const char *name = mw_catalogue_name (field->catalogue, *(const uint32_t *) mw_field_at (bone, field));
    if (name)
      return name;
  }
  return text ? mw_record_name (bone) : NULL;
}

/* The bone of the other side; NULL if this one has no side, or if there is none. */
static const MwRecord *
mirrored_bone (const MwModel *model, const MwRecord *bone)
{
  const char *name = bone_name (bone);
  g_autofree char *other = name ? mw_side_swapped (name) : NULL;
  const MwList *list = mw_record_list (bone->owner, mw_record_slot (bone));
  for (uint32_t i = 0; other && i < list->n; i++) {
    MwPoint point = mw_aspects_of (model)->point (list->items[i]->schema);
    if ((point == MW_POINT_BONE || point == MW_POINT_HELPER) && g_strcmp0 (bone_name (list->items[i]), other) == 0)
      return list->items[i];
  }
  return NULL;
}

/* --- Whether it applies --------------------------------------------------------------------------------------------- */

static gboolean
is_taken (const MwModel *model, const MwRecord *record, const char *name, const uint32_t *id)
{
  MwCatalogue catalogue = MW_CATALOGUE_NONE;
  const MwList *list = mw_record_list (record->owner, mw_record_slot (record));
  const MwField *field = id_field (model, record, &catalogue);
  for (uint32_t i = 0; i < list->n; i++) {
    const MwRecord *other = list->items[i];
    if (name ? g_strcmp0 (mw_record_name (other), name) == 0 : *(const uint32_t *) mw_field_at (other, field) == *id)
      return TRUE;
  }
  return FALSE;
}

static gboolean
can_mirror (const MwModel *model, const MwRecord *record, GError **error)
{
  MwCatalogue catalogue = MW_CATALOGUE_NONE;
  uint32_t id = 0;
  const MwField *by_name = name_field (record), *by_id = id_field (model, record, &catalogue);
  if (!by_name && mw_aspects_of (model)->point (record->schema) == MW_POINT_BONE)
    return mw_operation_refuse (record, error,
                                "is a bone without a name, and its copy could not be distinguished "
                                "from it");
  if (!by_name && !by_id)
    return TRUE;
  const char *name = by_name ? mw_record_name (record) : NULL;
  g_autofree char *other = name ? mw_side_swapped (name) : NULL;
  if (by_name ? !other : !mirrored_id (model, record, &id))
    return mw_operation_refuse (record, error, "has no left or right in its name");
  if (!is_taken (model, record, other, &id))
    return TRUE;
  g_autofree char *reason = g_strdup_printf ("its counterpart \"%s\" already exists",
                                             other ? other : mw_catalogue_name (catalogue, id));
  return mw_operation_refuse (record, error, reason);
}

static gboolean
mirror_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  if (!mw_nodes_check (document, ids, n, TRUE, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!can_mirror (model, mw_model_find (model, ids[i]), error))
      return FALSE;
  return TRUE;
}

/* --- Places --------------------------------------------------------------------------------------------------------- */

/* The corners of a box are its least and its greatest ones. */
static void
sort_corners (float *first, float *second, gboolean sorted)
{
  if (sorted && first[1] > second[1]) {
    float y = first[1];
    first[1] = second[1];
    second[1] = y;
  }
}

/* Mirrors a matrix of four rows of three numbers: M becomes S . M . S, where S changes the sign of Y. */
static void
mirror_matrix (float *m)
{
  for (guint row = 0; row < 4; row++)
    for (guint column = 0; column < 3; column++)
      if ((row == 1) != (column == 1))
        m[3 * row + column] = -m[3 * row + column];
}

/* Mirrors all that states a place: the place itself, a bind pose and the corners of a collision shape. */
static gboolean
mirror_places (MwDocument *document, MwId id, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *record = mw_model_find (model, id);
  const MwSchema *schema = record->schema;
  const MwField *place = mw_node_place_field (model, record), *corners[2] = { NULL, NULL };
  float points[2][3] = { 0 };
  guint n = 0;
  for (guint i = 0; i < mw_schema_n_fields (schema); i++) {
    const MwField *field = mw_schema_field_at (schema, i);
    float values[12];
    record = mw_model_find (model, id);
    gboolean matrix = field->unit == MW_UNIT_MATRIX, corner = field->role == MW_ROLE_POSITION && field->count == 3;
    if (field->type != MW_TYPE_F32 || (!matrix && !corner)
        || !mw_field_is_live (record, field, mw_document_get_format (document)))
      continue;
    memcpy (values, mw_field_at (record, field), mw_field_storage_size (field));
    if (field != place && !matrix && n < 2) {
      corners[n] = field;
      memcpy (points[n++], values, sizeof points[0]);
      continue;
    }
    if (matrix)
      mirror_matrix (values);
    else
      values[1] = -values[1];
    if (!mw_document_set_field (document, id, field, values, mw_field_storage_size (field), error))
      return FALSE;
  }
  gboolean sorted = n == 2 && points[0][1] <= points[1][1];
  points[0][1] = -points[0][1];
  points[1][1] = -points[1][1];
  sort_corners (points[0], points[1], sorted);
  for (guint i = 0; i < n; i++)
    if (!mw_document_set_field (document, id, corners[i], points[i], sizeof points[i], error))
      return FALSE;
  return TRUE;
}

/* --- Tracks --------------------------------------------------------------------------------------------------------- */

/* Mirrors movements and quaternions. Both are linear, so tangents change in the same way. */
static gboolean
mirror_values (MwDocument *document, const MwRecord *track, MwPart part, MwRole role, GError **error)
{
  const MwField *field = mw_schema_part (track->schema, part);
  const MwArray *array = field ? mw_field_at (track, field) : NULL;
  if (!array || !array->n)
    return TRUE;
  g_autofree float *values = g_memdup2 (array->data, array->n * mw_field_element_size (field));
  for (guint i = 0; i < array->n; i++) {
    float *value = values + (gsize) i * field->count;
    if (role == MW_ROLE_POSITION)
      value[1] = -value[1];
    else {
      value[0] = -value[0];
      value[2] = -value[2];
    }
  }
  return mw_document_replace_span (document, track->id, field, 0, array->n, values, error);
}

static gboolean
mirror_tracks (MwDocument *document, MwId id, GError **error)
{
  static const MwPart parts[] = { MW_PART_VALUES, MW_PART_IN_TANS, MW_PART_OUT_TANS };
  const MwModel *model = mw_document_get_model (document);
  const MwSchema *schema = mw_model_find (model, id)->schema;
  for (guint i = 0; i < mw_schema_n_fields (schema); i++) {
    const MwField *slot = mw_schema_field_at (schema, i);
    if (slot->type != MW_TYPE_CHILD || slot->schema->keys != MW_KEYS_TRACK || slot->schema->key_type != MW_TYPE_F32
        || (slot->role != MW_ROLE_POSITION && slot->role != MW_ROLE_ROTATION))
      continue;
    for (guint k = 0; k < G_N_ELEMENTS (parts); k++) {
      const MwRecord *track = *(MwRecord *const *) mw_field_at (mw_model_find (model, id), slot);
      if (track && !mirror_values (document, track, parts[k], slot->role, error))
        return FALSE;
    }
  }
  return TRUE;
}

/* --- Copies --------------------------------------------------------------------------------------------------------- */

static gboolean
rename_copy (MwDocument *document, MwId original, MwId copy, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *from = mw_model_find (model, original), *to = mw_model_find (model, copy);
  const char *name = name_field (from) ? mw_record_name (from) : NULL;
  g_autofree char *other = name ? mw_side_swapped (name) : NULL;
  MwCatalogue catalogue = MW_CATALOGUE_NONE;
  uint32_t id;
  if (other && !mw_document_set_field (document, copy, name_field (to), other, strlen (other), error))
    return FALSE;
  return !mirrored_id (model, from, &id)
         || mw_document_set_field (document, copy, id_field (model, to, &catalogue), &id, sizeof id, error);
}

/* A copy whose bone was copied too follows that copy already. */
static gboolean
follow_other_side (MwDocument *document, MwId original, MwId copy, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *from = mw_model_find (model, original), *to = mw_model_find (model, copy),
                 *bone = mw_node_parent (model, from);
  if (!bone || mw_node_parent (model, to) != bone)
    return TRUE;
  const MwRecord *other = mirrored_bone (model, bone);
  MwRef ref = { other ? other->id : 0, 0 };
  if (other)
    return mw_document_set_field (document, copy, mw_node_parent_field (to), &ref, sizeof ref, error);
  const char *name = bone_name (bone);
  g_autofree char *side = name ? mw_side_swapped (name) : NULL;
  if (side || !name) {
    g_autofree char *path = mw_record_path (to), *stays = mw_record_path (bone);
    mw_document_notice (document, g_strdup_printf ("%s: no bone of the other side was found by its name, so it follows "
                                                   "%s like its original",
                                                   path, stays));
  }
  return TRUE;
}

static gboolean
mirror_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  g_autoptr (GArray) nodes = mw_nodes_with_those_below (document, ids, n, FALSE);
  guint n_copies;
  mw_progress_begin (document, 2);
  if (!mw_progress_next (document, error)
      || !mw_operation_duplicate.run (document, (const MwId *) nodes->data, nodes->len, NULL, error))
    return FALSE;
  const MwId *selected = mw_document_get_selection (document, &n_copies);
  g_return_val_if_fail (n_copies == nodes->len, FALSE);
  g_autofree MwId *copies = g_memdup2 (selected, n_copies * sizeof *selected);
  if (!mw_progress_next (document, error))
    return FALSE;
  mw_progress_begin (document, n_copies);
  for (guint i = 0; i < n_copies; i++) {
    MwId original = g_array_index (nodes, MwId, i);
    if (!mw_progress_next (document, error) || !rename_copy (document, original, copies[i], error)
        || !mirror_places (document, copies[i], error) || !mirror_tracks (document, copies[i], error)
        || !follow_other_side (document, original, copies[i], error))
      return FALSE;
  }
  mw_progress_end (document);
  mw_progress_end (document);
  return TRUE;
}

const MwOperation mw_operation_node_mirror = {
  .id = "node-mirror",
  .label = N_ ("Mirror to the Other Side"),
  .step = N_ ("Mirror %s"),
  .doc = N_ (
    "Copies nodes and points to the other side of the model (Y changes its sign), with left and right exchanged in "
    "their names. Movements and rotations are mirrored too, and a copy follows the bone of the other side if one "
    "has its name."),
  .aliases = "left right symmetry flip duplicate copy opposite attachment",
  .domain = MW_DOMAIN_NODES,
  .applies = mirror_applies,
  .run = mirror_run,
};
