/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/nodes/node-places.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/transfer/transfer.h"
#include "core/model/mdlx/mdlx.h"

#include <math.h>
#include <string.h>

/* Another model of MDLX becomes part of this one. */

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
                 .doc = N_ ("The other model: an MDX or MDL file of any version.")),
  MW_FIELD_REF (
    MergeParams, attach, "attach", "nodes", .label = N_ ("Attach to"),
    .doc = N_ ("A node that the other model's nodes follow; the origin of the other model is moved to it. Without "
               "one, the other model is not moved.")),
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

static const MwMdlx *
model_of (MwDocument *document)
{
  return (const MwMdlx *) mw_document_get_model (document);
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
gather (const MwTransfer *t, GArray *ids, GError **error)
{
  const MwMdlx *source = (const MwMdlx *) t->source;
  const MwList *const lists[] = { &source->textures,  &source->texture_animations,
                                  &source->materials, &source->nodes,
                                  &source->geosets,   &source->geoset_animations,
                                  &source->cameras,   &source->face_effects };
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    if (!add_list (t, lists[i], ids, error))
      return FALSE;
  return ids->len
         || mw_operation_nothing (error, "nothing to merge: the other model has no elements that this one lacks");
}

static gboolean
match_sequences (MwTransfer *t, guint mode, GError **error)
{
  const MwMdlx *source = (const MwMdlx *) t->source;
  g_autoptr (GPtrArray) others = g_ptr_array_new ();
  if (mode != SEQUENCES_ADD)
    mw_transfer_match_sequences (t);
  for (uint32_t i = 0; i < source->sequences.n; i++)
    if (!mw_transfer_to (t, source->sequences.items[i]))
      g_ptr_array_add (others, source->sequences.items[i]);
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

/* Brings the origin of the other model to a node. */
static gboolean
shift_all (MwDocument *document, const GArray *made, MwId node, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  float by[3];
  memcpy (by, mw_node_place (model, mw_model_find (model, node)), sizeof by);
  const double shift[3] = { (double) by[0], (double) by[1], (double) by[2] };
  for (guint i = 0; i < made->len; i++) {
    const MwRecord *record = mw_model_find (model, g_array_index (made, MwId, i));
    gboolean ok = TRUE;
    if (record->schema == &mw_mdlx_geoset_schema)
      ok = shift_geoset (document, record->id, by, error);
    else if (mw_node_place_field (model, record))
      ok = mw_node_move (document, record->id, shift, MW_NODE_MOVE_SHAPE, error);
    if (!ok)
      return FALSE;
  }
  return TRUE;
}

/* The bounds of the model enclose those of the other one. */
static gboolean
grow_bounds (MwDocument *document, const MwTransfer *t, MwId node, GError **error)
{
  const MwMdlx *model = model_of (document);
  MwBounds bounds = model->bounds, other = ((const MwMdlx *) t->source)->bounds;
  if (node)
    shift_bounds (&other, mw_node_place (&model->model, mw_model_find (&model->model, node)));
  for (guint c = 0; c < 3; c++) {
    bounds.min[c] = MIN (bounds.min[c], other.min[c]);
    bounds.max[c] = MAX (bounds.max[c], other.max[c]);
  }
  bounds.radius = MAX (bounds.radius, other.radius);
  return set_bounds (document, model->model.record.id, &mw_mdlx_schema, &bounds, error);
}

/* --- The operation --------------------------------------------------------------------------------------------------- */

/* The other model, in the version of this one. */
static MwTransfer *
open_other (MwDocument *document, const char *path, GError **error)
{
  const MwFormat to = mw_document_get_format (document);
  MwTransfer *t = mw_transfer_open (document, path, error);
  if (!t || (t->format.family == to.family && t->format.version == to.version))
    return t;
  MwModel *source = mw_transfer_converted (document, mw_model_copy (t->source, TRUE), t->format, NULL, error);
  MwTransfer *converted = source ? mw_transfer_new (document, source, to, t->name, error) : NULL;
  mw_transfer_free (t);
  return converted;
}

static gboolean
merge_run (MwDocument *document, const MwId *unused, guint n, const MwRecord *params, GError **error)
{
  const MergeParams *p = (const MergeParams *) params;
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId)), made = NULL;
  MwTakeOptions options = { 0 };
  const MwRecord *attach = mw_model_resolve (&model_of (document)->model, p->attach);
  if (attach && p->bones == BONES_MATCH)
    return mw_operation_refuse (NULL, error,
                                "nodes can either be attached or be matched with those of the same name, not both");
  g_autoptr (MwTransfer) t = open_other (document, p->file, error);
  if (!t)
    return FALSE;
  options.attach = attach ? attach->id : 0;
  if (p->bones == BONES_MATCH && !mw_transfer_match_nodes (t, "", error))
    return FALSE;
  mw_transfer_match_textures (t);
  if (!match_sequences (t, p->sequences, error) || !gather (t, ids, error)
      || !mw_transfer_take (t, (const MwId *) (gpointer) ids->data, ids->len, &options, &made, error)
      || (options.attach && !shift_all (document, made, options.attach, error))
      || !grow_bounds (document, t, options.attach, error))
    return FALSE;
  mw_document_select (document, (const MwId *) (gpointer) made->data, made->len);
  return TRUE;
}

/* M2 is left out: all its submeshes share the vertices of the model, and each profile its bones. */
const MwOperation mw_operation_model_merge = {
  .id = "model-merge",
  .label = N_ ("Merge Model"),
  .doc = N_ (
    "Adds the geosets, nodes, materials and cameras of another model, with their animation. Textures of the same "
    "file are shared. A name that is already taken gets a number. Geosets of World of Warcraft's alpha before "
    "version 1500 cannot be taken, because they refer to bones by numbers that are valid only in their own model."),
  .aliases = "import combine join append weapon mount attach file",
  .domain = MW_DOMAIN_MODEL,
  .subject = MW_SUBJECT_MODEL,
  .families = MW_FAMILY_MDX | MW_FAMILY_MDX_WOW,
  .params = &merge_params,
  .required = merge_required,
  .run = merge_run,
};
