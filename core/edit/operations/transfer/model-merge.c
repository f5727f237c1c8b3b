/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/nodes/node-places.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/transfer/m2-merge.h"
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"

#include <math.h>
#include <string.h>

/* Another model of the same family becomes part of this one. */

enum { SEQUENCES_MATCH, SEQUENCES_MATCH_OR_ADD, SEQUENCES_ADD };
enum { BONES_OWN, BONES_MATCH };
typedef struct {
  MwRecord record;
  char *file;
  MwRef attach;
  uint8_t sequences, bones;
} MergeParams;

MW_NAMES (sequence_names, FALSE, { SEQUENCES_MATCH, "match", N_ ("Into those of the same name") },
          { SEQUENCES_MATCH_OR_ADD, "match_or_add", N_ ("The same, and others are added") },
          { SEQUENCES_ADD, "add", N_ ("All are added") });
MW_NAMES (bone_names, FALSE, { BONES_OWN, "own", N_ ("All are added") },
          { BONES_MATCH, "match", N_ ("Those of the same name are used") });
static const MwField merge_fields[] = {
  MW_FIELD_TEXT (MergeParams, file, 4096, "file", .role = MW_ROLE_DISK_FILE, .label = N_ ("File"),
                 .doc = N_ ("The other model: an MDX or MDL file of any version, or an M2 file of the same version.")),
  MW_FIELD_REF (
    MergeParams, attach, "attach", "nodes", .or_refers = "bones", .label = N_ ("Attach to"),
    .doc = N_ (
      "A node or bone that the other model's nodes or bones follow; the origin of the other model is moved to it. "
      "Without one, the other model is not moved.")),
  MW_FIELD_U8 (MergeParams, sequences, "sequences", .names = &sequence_names, .label = N_ ("Keys of sequences"),
               .doc = N_ ("Where the keys of the other model's sequences go.")),
  MW_FIELD_U8 (
    MergeParams, bones, "bones", .names = &bone_names, .label = N_ ("Nodes"),
    .doc = N_ ("Whether the other model's geosets follow nodes of this model that have the same names. Added "
               "nodes whose names are taken get a number.")),
};
static const MwSchema merge_params = { .name = "model-merge",
                                       .label = N_ ("Merge Model"),
                                       .size = sizeof (MergeParams),
                                       .fields = merge_fields,
                                       .n_fields = G_N_ELEMENTS (merge_fields) };
static const char *const merge_required[] = { "file", NULL };

static gboolean
is_m2 (const MwModel *model)
{
  return model->record.schema == &mw_m2_schema;
}

/* --- What is taken --------------------------------------------------------------------------------------------------- */

static gboolean
add_list (const MwTransfer *t, const MwList *list, GArray *ids, GError **error)
{
  for (uint32_t i = 0; i < list->n; i++) {
    if (mw_transfer_to (t, list->items[i]))
      continue;
    if (!mw_transfer_can_take (list->items[i], error))
      return FALSE;
    g_array_append_val (ids, list->items[i]->id);
  }
  return TRUE;
}

/* Everything but sequences; nodes first, so that they keep their order. */
static gboolean
gather_mdlx (const MwTransfer *t, GArray *ids, GError **error)
{
  const MwMdlx *source = (const MwMdlx *) t->source;
  const MwList *const lists[] = { &source->textures,  &source->texture_animations,
                                  &source->materials, &source->nodes,
                                  &source->geosets,   &source->geoset_animations,
                                  &source->cameras,   &source->face_effects };
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    if (!add_list (t, lists[i], ids, error))
      return FALSE;
  return TRUE;
}

/* Profiles are not elements that can be taken. */
static gboolean
gather_m2 (const MwTransfer *t, GArray *ids, GError **error)
{
  const MwM2 *source = (const MwM2 *) t->source;
  const MwList *const lists[] = {
    &source->textures,  &source->colors,  &source->texture_weights, &source->texture_transforms,
    &source->materials, &source->bones,   &source->attachments,     &source->events,
    &source->lights,    &source->cameras, &source->ribbons,         &source->particles
  };
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    if (!add_list (t, lists[i], ids, error))
      return FALSE;
  return TRUE;
}

static gboolean
gather (const MwTransfer *t, GArray *ids, GError **error)
{
  if (!(is_m2 (t->source) ? gather_m2 : gather_mdlx) (t, ids, error))
    return FALSE;
  return ids->len
         || mw_operation_nothing (error, "nothing to merge: the other model has no elements that this one lacks");
}

static gboolean
match_sequences (MwTransfer *t, guint mode, GError **error)
{
  const MwModel *source = t->source;
  const MwList *all = mw_record_list (&source->record, mw_schema_part (source->record.schema, MW_PART_SEQUENCES));
  g_autoptr (GPtrArray) others = g_ptr_array_new ();
  if (mode != SEQUENCES_ADD)
    mw_transfer_match_sequences (t);
  for (uint32_t i = 0; i < all->n; i++)
    if (!mw_transfer_to (t, all->items[i]))
      g_ptr_array_add (others, all->items[i]);
  if (mode != SEQUENCES_MATCH)
    return mw_transfer_sequences (t, others, 1000, error);
  g_autofree char *names = mw_transfer_names (others);
  if (others->len)
    mw_document_notice (t->document,
                        g_strdup_printf ("this model has no sequences %s, so the keys of these were left out", names));
  return TRUE;
}

/* --- Places ---------------------------------------------------------------------------------------------------------- */

static gboolean
set_bounds (MwDocument *document, MwId id, const MwSchema *schema, const MwBounds *bounds, GError **error)
{
  const struct {
    const char *name;
    const void *bytes;
    gsize size;
  } parts[] = { { "bounds.radius", &bounds->radius, sizeof bounds->radius },
                { "bounds.min", bounds->min, sizeof bounds->min },
                { "bounds.max", bounds->max, sizeof bounds->max } };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (!mw_document_set_field (document, id, mw_schema_field (schema, parts[i].name), parts[i].bytes, parts[i].size,
                                error))
      return FALSE;
  return TRUE;
}

static void
shift_bounds (MwBounds *bounds, const float by[3])
{
  for (guint c = 0; c < 3; c++) {
    bounds->min[c] += by[c];
    bounds->max[c] += by[c];
  }
  bounds->radius += sqrtf (by[0] * by[0] + by[1] * by[1] + by[2] * by[2]);
}

static gboolean
shift_geoset (MwDocument *document, MwId id, const float by[3], GError **error)
{
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) mw_model_find (mw_document_get_model (document), id);
  MwArray moved = mw_array_copy (geoset->vertices.data, geoset->vertices.n, 3 * sizeof (float));
  MwBounds bounds = geoset->bounds;
  for (uint32_t i = 0; i < 3 * moved.n; i++)
    ((float *) moved.data)[i] += by[i % 3];
  shift_bounds (&bounds, by);
  if (!mw_document_swap_array (document, id, MW_FIELD (MwMdlxGeoset, vertices), moved, error)
      || !set_bounds (document, id, &mw_mdlx_geoset_schema, &bounds, error))
    return FALSE;
  for (uint32_t i = 0; i < geoset->extents.n; i++) {
    const MwMdlxGeosetExtent *extent = (const MwMdlxGeosetExtent *) geoset->extents.items[i];
    bounds = extent->bounds;
    shift_bounds (&bounds, by);
    if (!set_bounds (document, extent->record.id, &mw_mdlx_geoset_extent_schema, &bounds, error))
      return FALSE;
  }
  return TRUE;
}

/* The position and the target of a camera. */
static gboolean
shift_points (MwDocument *document, const MwRecord *record, const float by[3], GError **error)
{
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    float place[3];
    if (field->type != MW_TYPE_F32 || field->role != MW_ROLE_POSITION || field->count != 3)
      continue;
    memcpy (place, mw_field_at (record, field), sizeof place);
    for (guint c = 0; c < 3; c++)
      place[c] += by[c];
    if (!mw_document_set_field (document, record->id, field, place, sizeof place, error))
      return FALSE;
  }
  return TRUE;
}

/* Brings the origin of the other model to a node. */
static gboolean
shift_all (MwDocument *document, const GArray *made, const float by[3], GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const double shift[3] = { (double) by[0], (double) by[1], (double) by[2] };
  for (guint i = 0; i < made->len; i++) {
    const MwRecord *record = mw_model_find (model, g_array_index (made, MwId, i));
    gboolean ok;
    if (record->schema == &mw_mdlx_geoset_schema)
      ok = shift_geoset (document, record->id, by, error);
    else if (mw_node_place_field (model, record))
      ok = mw_node_move (document, record->id, shift, MW_NODE_MOVE_SHAPE, error);
    else
      ok = shift_points (document, record, by, error);
    if (!ok)
      return FALSE;
  }
  return TRUE;
}

static const MwBounds *
bounds_of (const MwModel *model)
{
  return is_m2 (model) ? &((const MwM2 *) model)->bounds : &((const MwMdlx *) model)->bounds;
}

/* The bounds of the model enclose those of the other one. */
static gboolean
grow_bounds (MwDocument *document, const MwTransfer *t, const float by[3], GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  MwBounds bounds = *bounds_of (model), other = *bounds_of (t->source);
  shift_bounds (&other, by);
  for (guint c = 0; c < 3; c++) {
    bounds.min[c] = MIN (bounds.min[c], other.min[c]);
    bounds.max[c] = MAX (bounds.max[c], other.max[c]);
  }
  bounds.radius = MAX (bounds.radius, other.radius);
  return set_bounds (document, model->record.id, model->record.schema, &bounds, error);
}

/* --- The operation --------------------------------------------------------------------------------------------------- */

/* The other model; one of MDLX in the version of this one. */
static MwTransfer *
open_other (MwDocument *document, const char *path, GError **error)
{
  const MwFormat to = mw_document_get_format (document);
  MwTransfer *t = mw_transfer_open (document, path, error);
  if (!t || is_m2 (t->source) || (t->format.family == to.family && t->format.version == to.version))
    return t;
  MwModel *source = mw_transfer_converted (document, mw_model_copy (t->source, TRUE), t->format, NULL, error);
  MwTransfer *converted = source ? mw_transfer_new (document, source, to, t->name, error) : NULL;
  mw_transfer_free (t);
  return converted;
}

static gboolean
match_nodes (MwTransfer *t, GError **error)
{
  if (!mw_transfer_match_nodes (t, "", error))
    return FALSE;
  if (is_m2 (t->source))
    mw_m2_merge_unmatch (t);
  return TRUE;
}

static gboolean
merge_run (MwDocument *document, const MwId *unused, guint n, const MwRecord *params, GError **error)
{
  const MergeParams *p = (const MergeParams *) params;
  const MwModel *model = mw_document_get_model (document);
  const gboolean m2 = is_m2 (model);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId)), made = NULL;
  MwTakeOptions options = { 0 };
  float by[3] = { 0 };
  const MwRecord *attach = mw_model_resolve (model, p->attach);
  if (attach && p->bones == BONES_MATCH)
    return mw_operation_refuse (NULL, error,
                                "nodes can either be attached or be matched with those of the same name, not both");
  g_autoptr (MwTransfer) t = open_other (document, p->file, error);
  if (!t)
    return FALSE;
  if (attach) {
    options.attach = attach->id;
    memcpy (by, mw_node_place (model, attach), sizeof by);
  }
  if (p->bones == BONES_MATCH && !match_nodes (t, error))
    return FALSE;
  mw_transfer_match_textures (t);
  if ((m2 && !mw_m2_merge_check (t, error)) || !match_sequences (t, p->sequences, error) || !gather (t, ids, error)
      || !mw_transfer_take (t, (const MwId *) (gpointer) ids->data, ids->len, &options, &made, error)
      || (attach && !shift_all (document, made, by, error)) || (m2 && !mw_m2_merge_meshes (t, by, made, error))
      || !grow_bounds (document, t, by, error))
    return FALSE;
  mw_document_select (document, (const MwId *) (gpointer) made->data, made->len);
  return TRUE;
}

const MwOperation mw_operation_model_merge = {
  .id = "model-merge",
  .label = N_ ("Merge Model"),
  .doc = N_ (
    "Adds the geosets, nodes, materials and cameras of another model, with their animation. Textures of the same "
    "file are shared. A name that is already taken gets a number. Geosets of World of Warcraft's alpha before "
    "version 1500 cannot be taken, because they refer to bones by numbers that are valid only in their own model. "
    "An M2 model must have the same version. Each skin profile gets the submeshes of the profile with the same number, or "
    "of the other model's last profile, and the collision meshes are joined. If this model has a key bone, an "
    "added bone is no longer that key bone. Added attachments keep their ids, but the game uses the first attachment with an "
    "id. Texture flipbooks and the files for physics, faces and levels of detail are left out."),
  .aliases = "import combine join append weapon mount attach file",
  .domain = MW_DOMAIN_MODEL,
  .subject = MW_SUBJECT_MODEL,
  .families = MW_FAMILY_MDX | MW_FAMILY_MDX_WOW | MW_FAMILY_M2,
  .params = &merge_params,
  .required = merge_required,
  .run = merge_run,
};
