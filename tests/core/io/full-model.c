/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/io/full-model.h"
#include "core/schema/wire.h"

#include <math.h>
#include <string.h>

typedef struct {
  MwMdlx *model;
  MwFormat format;
  guint at; /* a counter, from which values are made */
} Making;

enum { VERTICES = 3, KEYS = 2 };

static float
next_float (Making *m)
{
  return (float) ++m->at * 0.5f + 0.25f;
}

static uint32_t
next_small (Making *m)
{
  return 1 + ++m->at % 200;
}

static void
put_number (Making *m, MwType type, void *to)
{
  float real;
  uint32_t whole;
  switch (type) {
  case MW_TYPE_F32:
    real = next_float (m);
    memcpy (to, &real, 4);
    break;
  case MW_TYPE_U32:
  case MW_TYPE_I32:
    whole = 1000 + ++m->at;
    memcpy (to, &whole, 4);
    break;
  default:
    whole = next_small (m);
    memcpy (to, &whole, mw_type_size (type));
  }
}

/* --- One field ------------------------------------------------------------------------------------------------------ */

/* The bits that have a word: for Warcraft III, text can state no others. */
static uint32_t
bits_of (const Making *m, const MwRecord *record, const MwField *field)
{
  const MwNames *names = mw_schema_names_in (record->schema, field, m->format.family, m->format.version);
  uint32_t bits = 0;
  for (guint i = 0; names && i < names->n; i++)
    bits |= names->names[i].value;
  return bits;
}

static void
put_flags (Making *m, MwRecord *record, const MwField *field)
{
  uint32_t *flags = mw_field_at (record, field);
  if (m->format.family == MW_FAMILY_MDX_WOW)
    *flags = (field->type == MW_TYPE_U8 ? 0 : 0xF0000000u) | next_small (m);
  else
    *flags |= bits_of (m, record, field);
}

static void
put_scalar (Making *m, MwRecord *record, const MwField *field)
{
  const MwNames *names = mw_schema_names (record->schema, field, m->format.family);
  char *to = mw_field_at (record, field);
  if (field->role == MW_ROLE_FLAGS || (names && names->flags)) {
    if (field->type == MW_TYPE_U8)
      *(uint8_t *) to = (uint8_t) next_small (m);
    else
      put_flags (m, record, field);
  } else if (field->role == MW_ROLE_SWITCH && m->format.family == MW_FAMILY_MDX) {
    *(uint32_t *) to = 1;
  } else if (names) {
    memcpy (to, &names->names[(1 + mw_record_kind_index (record)) % names->n].value, 4);
  } else {
    for (guint i = 0; i < field->count; i++)
      put_number (m, field->type, to + i * mw_type_size (field->type));
  }
}

static void
put_text (Making *m, MwRecord *record, const MwField *field)
{
  g_autofree char *text = g_strdup_printf ("T%u %s", ++m->at, field->name);
  mw_text_set (mw_field_at (record, field), text, strlen (text));
}

/* How many elements parallel arrays have: the geoset's vertices, or the members of its primitives and matrix groups. */
static guint
length_of (const MwField *field)
{
  static const char *const ones[] = { "primitive_types", "primitive_sizes", "group_sizes" };
  for (guint i = 0; i < G_N_ELEMENTS (ones); i++)
    if (strcmp (field->name, ones[i]) == 0)
      return 1;
  return VERTICES;
}

static void
put_array (Making *m, MwRecord *record, const MwField *field)
{
  guint n = length_of (field);
  MwArray array = mw_array_new (n, mw_field_element_size (field));
  uint32_t *whole = array.data;
  for (guint i = 0; i < n * field->count; i++)
    if (field->element == MW_TYPE_REF)
      ((MwRef *) array.data)[i] = (MwRef) { 0, m->at++ };
    else
      put_number (m, field->element, (char *) array.data + i * mw_type_size (field->element));
  if (strcmp (field->name, "primitive_types") == 0)
    *whole = 4;
  else if (n == 1)
    *whole = VERTICES;
  *(MwArray *) mw_field_at (record, field) = array;
}

static void
put_rotation (Making *m, float *to)
{
  float sum = 0;
  for (guint i = 0; i < 3; i++) {
    to[i] = (float) (++m->at % 500) / 1024;
    sum += to[i] * to[i];
  }
  to[3] = sqrtf (1 - sum);
}

static void
put_keys (Making *m, MwRecord *track, guint interpolation)
{
  const MwField *kind = mw_schema_field (track->schema, "interpolation");
  static const char *const lanes[] = { "keys.value", "keys.in_tan", "keys.out_tan" };
  MwArray *times = mw_field_at (track, mw_schema_field (track->schema, "keys.time"));
  *times = mw_array_new (KEYS, 4);
  for (guint i = 0; i < KEYS; i++)
    ((int32_t *) times->data)[i] = (int32_t) (1000 * (i + 1) + ++m->at % 1000);
  *(MwRef *) mw_field_at (track, mw_schema_field (track->schema, "global_sequence")) = (MwRef) { 0, m->at };
  if (!kind)
    return;
  if (mw_field_is_live (track, kind, m->format))
    *(uint32_t *) mw_field_at (track, kind) = interpolation;
  else
    interpolation = MW_INTERPOLATION_NONE;
  for (guint k = 0; k < (interpolation >= MW_INTERPOLATION_HERMITE ? 3 : 1); k++) {
    const MwField *values = mw_schema_field (track->schema, lanes[k]);
    MwArray array = mw_array_new (KEYS, mw_field_element_size (values));
    for (guint i = 0; i < KEYS * values->count; i++)
      if (values->element == MW_TYPE_REF)
        ((MwRef *) array.data)[i] = (MwRef) { 0, m->at++ };
      else
        put_number (m, values->element, (char *) array.data + i * mw_type_size (values->element));
    /* Rotations of World of Warcraft are stored compressed, so they must have length 1. */
    float *quats = array.data;
    for (guint i = 0; values->count == 4 && m->format.family == MW_FAMILY_MDX_WOW && i < KEYS; i++)
      put_rotation (m, quats + 4 * i);
    *(MwArray *) mw_field_at (track, values) = array;
  }
}

/* --- Records -------------------------------------------------------------------------------------------------------- */

static void fill (Making *m, MwRecord *record, guint turn);

/* Fields that text has no word for, or that follow from others. */
static gboolean
is_left_out (const Making *m, const MwRecord *record, const MwField *field)
{
  static const char *const names[] = { "version",      "family",         "variant", "extra",
                                       "texture_word", "unknown_chunks", "sequence" };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (field->name, names[i]) == 0)
      return TRUE;
  return !mw_field_is_live (record, field, m->format)
         || (field->role == MW_ROLE_UNKNOWN && field->type == MW_TYPE_ARRAY);
}

/* Layouts that text can state: the longer layer of 900, and tracks of World of Warcraft with an interpolation. */
static uint8_t
variant_of (const Making *m, const MwSchema *kind, guint turn)
{
  if (m->format.family == MW_FAMILY_MDX_WOW)
    return (kind == &mw_mdlx_layer_schema || kind == &mw_mdlx_ribbon_emitter_schema) && turn == 1;
  return kind == &mw_mdlx_layer_schema && m->format.version == 900 && turn == 0;
}

static void
fill_list (Making *m, MwRecord *owner, const MwField *list)
{
  for (guint k = 0; k < mw_schema_n_kinds (list->schema); k++) {
    const MwSchema *kind = mw_schema_kind_at (list->schema, k);
    guint n = kind == &mw_mdlx_uv_set_schema ? 2 : kind == &mw_mdlx_collision_shape_schema ? 4 : 3;
    if (!mw_schema_is_in (kind, &mw_mdlx_schema, m->format))
      continue;
    for (guint i = 0; i < n; i++) {
      MwRecord *record = mw_record_new (kind);
      if (kind->init_for_family)
        kind->init_for_family (record, m->format.family);
      record->variant = variant_of (m, kind, i);
      mw_list_append (&m->model->model, owner, list, record);
      fill (m, record, i);
    }
  }
}

/* Whether a track has a static value with the same name. */
static gboolean
has_value (const MwRecord *record, const MwField *track)
{
  if (!g_str_has_suffix (track->name, ".track"))
    return FALSE;
  g_autofree char *name = g_strndup (track->name, strlen (track->name) - strlen (".track"));
  return mw_schema_field (record->schema, name) != NULL;
}

static void
fill_child (Making *m, MwRecord *owner, const MwField *child, guint turn)
{
  if (turn == 0 && has_value (owner, child))
    return;
  MwRecord *track = mw_record_new (child->schema);
  mw_child_set (&m->model->model, owner, child, track);
  /* Each of several tracks gets another interpolation. */
  put_keys (m, track, turn == 1 ? 1 + m->at % 3 : (turn + m->at) % 4);
}

/* Text of Warcraft III has no static value beside a track, so the record gets none. */
static gboolean
is_animated (const MwRecord *record, const MwField *field)
{
  g_autofree char *name = g_strconcat (field->name, ".track", NULL);
  const MwField *track = mw_schema_field (record->schema, name);
  return track && *(MwRecord **) mw_field_at (record, track);
}

static void
fill (Making *m, MwRecord *record, guint turn)
{
  const MwSchema *schema = record->schema;
  guint n = mw_schema_n_fields (schema);
  /* Values come first, because some decide which fields are used; lists and tracks come before the values that they
   * replace. */
  const MwField *type = mw_schema_field (schema, "type");
  if (type && !is_left_out (m, record, type))
    put_scalar (m, record, type);
  for (guint i = 0; i < n; i++) {
    const MwField *field = mw_schema_field_at (schema, i);
    if (is_left_out (m, record, field))
      continue;
    if (field->type == MW_TYPE_LIST)
      fill_list (m, record, field);
    else if (field->type == MW_TYPE_CHILD)
      fill_child (m, record, field, turn);
  }
  for (guint i = 0; i < n; i++) {
    const MwField *field = mw_schema_field_at (schema, i);
    gboolean both = m->format.family == MW_FAMILY_MDX_WOW;
    if (field == type || is_left_out (m, record, field) || field->type == MW_TYPE_LIST || field->type == MW_TYPE_CHILD
        || (!both && is_animated (record, field)))
      continue;
    if (field->type == MW_TYPE_TEXT)
      put_text (m, record, field);
    else if (field->type == MW_TYPE_ARRAY)
      put_array (m, record, field);
    else if (field->type == MW_TYPE_REF)
      *(MwRef *) mw_field_at (record, field) = (MwRef) { 0, m->at++ };
    else
      put_scalar (m, record, field);
  }
}

/* --- References ----------------------------------------------------------------------------------------------------- */

/* References made above hold a running number; it is replaced by an existing record. */
static gboolean
resolve_references (MwRecord *record, gpointer data)
{
  Making *m = data;
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (!field->refers || strcmp (field->name, "sequence") == 0)
      continue;
    MwArray *array = mw_field_at (record, field);
    gboolean bulk = field->type == MW_TYPE_ARRAY;
    MwRef *refs = bulk ? array->data : mw_field_at (record, field);
    const MwList *list = mw_record_list (&m->model->model.record, mw_schema_field (&mw_mdlx_schema, field->refers));
    for (uint32_t k = 0; k < (bulk ? array->n * field->count : 1); k++)
      if (refs[k].id == 0 && refs[k].raw != MW_REF_NONE.raw && list->n)
        refs[k] = (MwRef) { list->items[refs[k].raw % list->n]->id, 0 };
  }
  return TRUE;
}

static void
complete_geosets (Making *m)
{
  for (uint32_t i = 0; i < m->model->geosets.n; i++) {
    MwMdlxGeoset *geoset = (MwMdlxGeoset *) m->model->geosets.items[i];
    for (uint32_t k = 0; k < geoset->extents.n && k < m->model->sequences.n; k++)
      ((MwMdlxGeosetExtent *) geoset->extents.items[k])->sequence = (MwRef) { m->model->sequences.items[k]->id, 0 };
  }
}

/* A layer has at most one texture per slot; one texture gets a slot without a name. */
static void
number_slots (Making *m)
{
  for (uint32_t i = 0; i < m->model->materials.n && m->format.version >= 1100; i++) {
    const MwMdlxMaterial *material = (const MwMdlxMaterial *) m->model->materials.items[i];
    for (uint32_t k = 0; k < material->layers.n; k++) {
      const MwMdlxLayer *layer = (const MwMdlxLayer *) material->layers.items[k];
      for (uint32_t t = 0; t < layer->textures.n; t++)
        ((MwMdlxLayerTexture *) layer->textures.items[t])->slot = (2 * k + t) % 7;
    }
  }
}

MwMdlx *
full_model_new (MwFormat format)
{
  Making m = { .model = mw_mdlx_new (), .format = { format.family, format.version, FALSE } };
  m.model->family = format.family;
  m.model->version = format.version;
  fill (&m, &m.model->model.record, 0);
  mw_record_foreach (&m.model->model.record, resolve_references, &m);
  complete_geosets (&m);
  number_slots (&m);
  return m.model;
}
