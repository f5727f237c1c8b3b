/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/convert/drawn.h"
#include "core/convert/convert-private.h"

#include <string.h>

typedef struct {
  MwMdlx *model;
  MwFormat format;
  GRand *rand;
} Drawing;

static guint
draw (Drawing *d, guint below)
{
  return (guint) g_rand_int_range (d->rand, 0, (gint32) below);
}

/* --- Values ------------------------------------------------------------------------------------------------------------ */

static MwRef
draw_ref (Drawing *d, const char *list)
{
  const MwField *field = mw_schema_field (&mw_mdlx_schema, list);
  const MwList *records = mw_record_list (&d->model->model.record, field);
  guint what = draw (d, 8);
  if (what == 0)
    return (MwRef) { 0, 5000 };
  return what == 1 || !records->n ? MW_REF_NONE : (MwRef) { records->items[draw (d, records->n)]->id, 0 };
}

static void
draw_component (Drawing *d, MwType type, void *at)
{
  static const float floats[] = { 0, -0.0f, 0.5f, 1, 2, -3, 100 };
  static const guint numbers[] = { 0, 1, 2, 3, 4, 6, 24, 255, 0x118, 0x9000, 0x8001000 };
  guint number = numbers[draw (d, G_N_ELEMENTS (numbers))];
  if (type == MW_TYPE_F32)
    *(float *) at = floats[draw (d, G_N_ELEMENTS (floats))];
  else
    memcpy (at, &number, mw_type_size (type));
}

static void
draw_number (Drawing *d, MwRecord *record, const MwField *field)
{
  char *at = mw_field_at (record, field);
  size_t size = mw_type_size (field->type);
  if (draw (d, 2))
    return;
  for (guint i = 0; i < field->count; i++)
    draw_component (d, field->type, at + i * size);
}

static void
draw_text (Drawing *d, MwRecord *record, const MwField *field)
{
  static const char *const texts[] = { "",      "Stand",      "Stand - 2",
                                       "Walk",  "Origin Ref", "Hand - Left Ref",
                                       "_Base", "a.blp",      "Shader_HD_DefaultUnit" };
  const char *text = texts[draw (d, G_N_ELEMENTS (texts))];
  mw_text_set (mw_field_at (record, field), text, strlen (text));
}

/* Draws an array of n elements. */
static void
draw_array (Drawing *d, MwRecord *record, const char *name, uint32_t n)
{
  const MwField *field = mw_schema_field (record->schema, name);
  size_t size = mw_field_element_size (field), component = mw_type_size (field->element);
  MwArray array = mw_array_new (n, size);
  for (size_t i = 0; i < (size_t) n * field->count; i++) {
    char *at = (char *) array.data + i * component;
    if (field->element == MW_TYPE_REF)
      *(MwRef *) (gpointer) at = draw_ref (d, field->refers);
    else
      draw_component (d, field->element, at);
  }
  mw_convert_set_array (mw_field_at (record, field), array);
}

/* Bytes after a track tag: of no version, of some versions, or of another kind of record. */
static void
draw_tail (Drawing *d, MwRecord *record, const MwField *field)
{
  static const char *const tags[] = { "XXXX", "KMTE", "KMTF", "KVIS", "KLSS", "KGTR", "IDUF" };
  char bytes[8] = "";
  memcpy (bytes, tags[draw (d, G_N_ELEMENTS (tags))], 4);
  if (mw_field_element_size (field) == 1)
    mw_convert_set_array (mw_field_at (record, field), mw_array_copy (bytes, 8, 1));
}

/* Draws numbers below a limit. */
static void
draw_indices (Drawing *d, MwRecord *record, const char *name, uint32_t n, guint below)
{
  const MwField *field = mw_schema_field (record->schema, name);
  size_t size = mw_type_size (field->element);
  MwArray array = mw_array_new (n, size);
  for (uint32_t i = 0; i < n; i++) {
    guint number = below ? draw (d, below) : 0;
    memcpy ((char *) array.data + i * size, &number, size);
  }
  mw_convert_set_array (mw_field_at (record, field), array);
}

/* --- Records ----------------------------------------------------------------------------------------------------------- */

static void fill (Drawing *d, MwRecord *record);

static void
add_records (Drawing *d, MwRecord *owner, const MwField *list, const MwSchema *schema, guint n)
{
  for (guint i = 0; i < n; i++)
    mw_list_append (&d->model->model, owner, list, mw_record_new (schema));
}

static void
fill_track (Drawing *d, MwRecord *record)
{
  MwTrack *track = (MwTrack *) record;
  uint32_t n = draw (d, 3);
  track->interpolation = draw (d, 4);
  track->global_sequence = draw (d, 2) ? MW_REF_NONE : draw_ref (d, "global_sequences");
  draw_indices (d, record, "keys.time", n, 1000);
  draw_array (d, record, "keys.value", n);
  if (!mw_interpolation_has_tangents (track->interpolation))
    return;
  draw_array (d, record, "keys.in_tan", n);
  draw_array (d, record, "keys.out_tan", n);
}

static void
fill_geoset (Drawing *d, MwMdlxGeoset *geoset)
{
  MwRecord *record = &geoset->record;
  const MwField *sets = mw_schema_field (record->schema, "uv_sets"),
                *extents = mw_schema_field (record->schema, "extents");
  uint32_t n = 1 + draw (d, 6), n_groups = draw (d, 4), n_members = 0, n_faces = 3 * draw (d, 4);
  gboolean interleaved = mw_field_in_format (&mw_mdlx_geoset_schema, MW_FIELD (MwMdlxGeoset, vertex_groups), d->format)
                         == MW_IN_FORMAT_NEVER;
  gboolean wow = d->format.family == MW_FAMILY_MDX_WOW;
  draw_array (d, record, "vertices", n);
  draw_array (d, record, "normals", wow || draw (d, 4) ? n : n + 1);
  draw_indices (d, record, "faces", n_faces, n);
  draw_indices (d, record, "vertex_groups", draw (d, 5) ? n : n - 1, n_groups + (draw (d, 4) == 0));
  draw_indices (d, record, "group_sizes", n_groups, 7);
  for (uint32_t i = 0; i < n_groups; i++)
    n_members += ((const uint32_t *) geoset->group_sizes.data)[i];
  draw_array (d, record, "group_members", n_members);
  draw_indices (d, record, "primitive_types", n_faces ? 1 : draw (d, 2), 1);
  draw_indices (d, record, "primitive_sizes", geoset->primitive_types.n, 1);
  for (uint32_t i = 0; i < geoset->primitive_types.n; i++) {
    ((uint32_t *) geoset->primitive_types.data)[i] = draw (d, 5) ? 4 : 5;
    ((uint32_t *) geoset->primitive_sizes.data)[i] = n_faces;
  }
  if (draw (d, 2))
    draw_array (d, record, "tangents", n);
  if (interleaved || draw (d, 2)) {
    uint32_t n_skinned = interleaved || draw (d, 4) ? n : n + 1 - draw (d, 3);
    draw_array (d, record, "skin.bones", n_skinned);
    /* In most versions these are bytes. */
    for (uint32_t i = 0; i < 4 * n_skinned; i++)
      if (((MwRef *) geoset->skin_bones.data)[i].id == 0)
        ((MwRef *) geoset->skin_bones.data)[i].raw = 250;
    MwArray weights = mw_array_new (n_skinned, 8);
    for (uint32_t i = 0; i < 4 * n_skinned; i++)
      ((uint16_t *) weights.data)[i] = (uint16_t) (draw (d, 2) ? draw (d, 256) : 0);
    mw_convert_set_array (&geoset->skin_weights, weights);
  }
  draw_array (d, record, "bone_indices", draw (d, 3));
  draw_array (d, record, "bone_weights", draw (d, 3));
  add_records (d, record, sets, &mw_mdlx_uv_set_schema, interleaved ? 2 : draw (d, 4));
  for (uint32_t i = 0; i < geoset->uv_sets.n; i++)
    draw_array (d, geoset->uv_sets.items[i], "uvs", wow || draw (d, 4) ? n : n + 2);
  add_records (d, record, extents, &mw_mdlx_geoset_extent_schema, draw (d, 4));
  for (uint32_t i = 0; i < geoset->extents.n; i++) {
    MwMdlxGeosetExtent *extent = (MwMdlxGeosetExtent *) geoset->extents.items[i];
    /* As readers set them. */
    extent->sequence = i < d->model->sequences.n ? (MwRef) { d->model->sequences.items[i]->id, 0 } : (MwRef) { 0, i };
    extent->bounds.radius = (float) i;
  }
}

static void
fill_material (Drawing *d, MwRecord *record)
{
  static const guint counts[] = { 0, 1, 1, 2, 6, 6, 7 };
  add_records (d, record, mw_schema_field (record->schema, "layers"), &mw_mdlx_layer_schema,
               counts[draw (d, G_N_ELEMENTS (counts))]);
}

static void
fill_layer (Drawing *d, MwMdlxLayer *layer)
{
  static const guint shaders[] = { 0, 0, 1, 1, 2, 24 }, counts[] = { 0, 1, 1, 2, 6, 6 };
  gboolean mixed = draw (d, 4) == 0;
  layer->shader = shaders[draw (d, G_N_ELEMENTS (shaders))];
  add_records (d, &layer->record, mw_schema_field (&mw_mdlx_layer_schema, "textures"), &mw_mdlx_layer_texture_schema,
               counts[draw (d, G_N_ELEMENTS (counts))]);
  for (uint32_t i = 0; i < layer->textures.n; i++)
    ((MwMdlxLayerTexture *) layer->textures.items[i])->slot = mixed ? draw (d, 6) : i;
}

/* The lists of the model have their records already. */
static void
fill_field (Drawing *d, MwRecord *record, const MwField *field)
{
  if (strcmp (field->name, "slot") == 0 || strcmp (field->name, "shader") == 0) {
    if (field->type == MW_TYPE_TEXT)
      draw_text (d, record, field);
  } else if (mw_field_is_number (field)) {
    draw_number (d, record, field);
  } else if (field->type == MW_TYPE_TEXT) {
    draw_text (d, record, field);
  } else if (field->type == MW_TYPE_REF && !field->read_only) {
    *(MwRef *) mw_field_at (record, field) = draw_ref (d, field->refers);
  } else if (field->type == MW_TYPE_ARRAY && field->role == MW_ROLE_UNKNOWN && draw (d, 2)) {
    draw_tail (d, record, field);
  } else if (field->type == MW_TYPE_ARRAY && record->schema != &mw_mdlx_geoset_schema) {
    draw_array (d, record, field->name, draw (d, 3));
  } else if (field->type == MW_TYPE_CHILD && draw (d, 3) == 0) {
    mw_child_set (&d->model->model, record, field, mw_record_new (field->schema));
  }
}

/* Fields that the format does not have in this record get their defaults, as after reading. */
static void
clear_dead (Drawing *d, MwRecord *record)
{
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (mw_field_is_live (record, field, d->format))
      continue;
    if (field->type == MW_TYPE_CHILD) {
      mw_record_free (mw_child_take (&d->model->model, record, field));
    } else if (field->type == MW_TYPE_LIST) {
      const MwList *list = mw_record_list (record, field);
      while (list->n)
        mw_record_free (mw_list_take (&d->model->model, record, field, list->n - 1));
    } else {
      mw_field_set_default (record, field);
    }
  }
}

static void
choose_layout (Drawing *d, MwRecord *record)
{
  gboolean wow = d->format.family == MW_FAMILY_MDX_WOW;
  if (record->schema == &mw_mdlx_collision_shape_schema) {
    ((MwMdlxCollisionShape *) record)->type = draw (d, 4);
    record->variant = wow ? 0 : (uint8_t) draw (d, 2);
  } else if (record->schema == &mw_mdlx_layer_schema) {
    record->variant = wow || (d->format.version >= 900 && d->format.version < 1000) ? (uint8_t) draw (d, 2) : 0;
  } else if (record->schema == &mw_mdlx_ribbon_emitter_schema) {
    record->variant = wow ? (uint8_t) draw (d, 2) : 0;
  }
}

static void
fill (Drawing *d, MwRecord *record)
{
  if (mw_schema_is_track (record->schema)) {
    fill_track (d, record);
    return;
  }
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++)
    fill_field (d, record, mw_schema_field_at (record->schema, i));
  if (record->schema == &mw_mdlx_geoset_schema)
    fill_geoset (d, (MwMdlxGeoset *) record);
  if (record->schema == &mw_mdlx_material_schema)
    fill_material (d, record);
  if (record->schema == &mw_mdlx_layer_schema)
    fill_layer (d, (MwMdlxLayer *) record);
  choose_layout (d, record);
  clear_dead (d, record);
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    gboolean filled = record->schema == &mw_mdlx_geoset_schema;
    if (field->type == MW_TYPE_CHILD && *(MwRecord **) mw_field_at (record, field))
      fill (d, *(MwRecord **) mw_field_at (record, field));
    for (uint32_t k = 0; field->type == MW_TYPE_LIST && !filled && k < mw_record_list (record, field)->n; k++)
      fill (d, mw_record_list (record, field)->items[k]);
  }
  /* Only the longer layout of a track states an interpolation. */
  if (d->format.family == MW_FAMILY_MDX_WOW && record->schema == &mw_mdlx_layer_schema && record->variant == 0
      && ((MwMdlxLayer *) record)->texture_track)
    mw_record_free (mw_child_take (&d->model->model, record, mw_schema_field (record->schema, "texture.track")));
  if (d->format.family == MW_FAMILY_MDX_WOW && record->schema == &mw_mdlx_ribbon_emitter_schema && record->variant == 0
      && ((MwMdlxRibbonEmitter *) record)->texture_slot_track)
    mw_record_free (mw_child_take (&d->model->model, record, mw_schema_field (record->schema, "texture_slot.track")));
}

MwMdlx *
draw_model (MwFormat format, guint32 seed)
{
  Drawing d = { mw_mdlx_new (), format, g_rand_new_with_seed (seed) };
  MwRecord *root = &d.model->model.record;
  d.model->family = format.family;
  d.model->version = format.version;
  for (guint i = 0; i < mw_schema_n_fields (root->schema); i++) {
    const MwField *field = mw_schema_field_at (root->schema, i);
    for (guint k = 0; field->type == MW_TYPE_LIST && k < mw_schema_n_kinds (field->schema); k++) {
      const MwSchema *kind = mw_schema_kind_at (field->schema, k);
      if (mw_kind_in_format (root->schema, field, kind, format))
        add_records (&d, root, field, kind, draw (&d, 4));
    }
  }
  fill (&d, root);
  d.model->family = format.family;
  d.model->version = format.version;
  static const char *const tags[] = { "XXXX", "MDVI", "BPOS", "HTST", "GEOS" };
  for (uint32_t i = 0; i < d.model->unknown_chunks.n; i++)
    memcpy (((MwMdlxUnknownChunk *) d.model->unknown_chunks.items[i])->tag, tags[draw (&d, G_N_ELEMENTS (tags))], 4);
  g_rand_free (d.rand);
  return d.model;
}
