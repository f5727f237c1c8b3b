/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/io/bytes.h"
#include "tests/core/io/mdlx-made.h"
#include "core/model/mdlx/versions.h"
#include "core/io/registry.h"
#include "core/model/mdlx/chunks.h"

#include <string.h>

enum { RECORDS = 2, ELEMENTS = 3 };

typedef struct {
  MwMdlx *model;
  MwFormat format;
  guint next; /* a counter, so that all values differ */
} Making;

static gboolean
is_named (const MwField *field, const char *name)
{
  return strcmp (field->name, name) == 0;
}

/* --- Records -------------------------------------------------------------------------------------------------------- */

static void
add_child (Making *m, MwRecord *owner, const MwField *field)
{
  MwRecord *child = mw_record_new (field->schema);
  const MwField *interpolation = mw_schema_field (field->schema, "interpolation");
  mw_child_set (&m->model->model, owner, field, child);
  if (interpolation)
    *(uint32_t *) mw_field_at (child, interpolation) = m->next++ % 4;
}

static void add_below (Making *m, MwRecord *record);

static MwRecord *
add_record (Making *m, MwRecord *owner, const MwField *list, const MwSchema *schema, guint index)
{
  MwRecord *record = mw_record_new (schema);
  mw_list_append (&m->model->model, owner, list, record);
  /* Alternates between the layouts of a layer of 900, and of a camera. */
  if (schema == &mw_mdlx_layer_schema && m->format.version >= 900 && m->format.version < 1000)
    record->variant = (uint8_t) (index % 2);
  if (schema == &mw_mdlx_camera_schema)
    ((MwMdlxCamera *) record)->variant = (uint8_t) (index + 1);
  if (schema == &mw_mdlx_collision_shape_schema)
    ((MwMdlxCollisionShape *) record)->type = index == 0 ? MW_MDLX_SHAPE_BOX : MW_MDLX_SHAPE_SPHERE;
  if (schema == &mw_mdlx_unknown_chunk_schema)
    memcpy (((MwMdlxUnknownChunk *) record)->tag, index ? "XTRB" : "XTRA", 4);
  add_below (m, record);
  return record;
}

static gboolean
has_kind (const Making *m, const MwSchema *kind)
{
  const MwSchema *kinds[16];
  guint n = mw_mdlx_node_kinds (m->format, NULL, 0, kinds);
  for (guint i = 0; i < n; i++)
    if (kinds[i] == kind)
      return TRUE;
  return FALSE;
}

static void
add_below (Making *m, MwRecord *record)
{
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (!mw_field_is_live (record, field, m->format))
      continue;
    if (field->type == MW_TYPE_CHILD)
      add_child (m, record, field);
    if (field->type != MW_TYPE_LIST)
      continue;
    for (guint k = 0; k < mw_schema_n_kinds (field->schema); k++) {
      const MwSchema *kind = mw_schema_kind_at (field->schema, k);
      /* Before 900 there are no chunks for these. */
      if ((field->schema->kinds && !has_kind (m, kind))
          || (kind == &mw_mdlx_face_effect_schema && m->format.version < 900))
        continue;
      for (guint n = 0; n < RECORDS; n++)
        add_record (m, record, field, kind, n);
    }
  }
}

/* --- Values --------------------------------------------------------------------------------------------------------- */

static MwRef
make_ref (Making *m, const MwRecord *record, const MwField *field)
{
  const MwField *list_field;
  const MwRecord *scope = mw_ref_scope (&m->model->model, record, field, &list_field);
  const MwList *list = mw_record_list (scope, list_field);
  if (field->role == MW_ROLE_PARENT)
    return list->items[0] == record ? MW_REF_NONE : (MwRef) { list->items[0]->id, 0 };
  return list->n ? (MwRef) { list->items[m->next++ % list->n]->id, 0 } : MW_REF_NONE;
}

static void
make_number (Making *m, const MwField *field, MwType type, void *at)
{
  uint32_t value = m->next++;
  if (type == MW_TYPE_F32) {
    float number = (float) value + 0.25f;
    if (field->max > field->min)
      number = (float) (field->min + (field->max - field->min) * (double) (value % 97) / 97);
    memcpy (at, &number, sizeof number);
    return;
  }
  if (field->names && !field->names->flags)
    value = field->names->names[value % field->names->n].value;
  else if (field->max > field->min)
    value = (uint32_t) field->min + value % ((uint32_t) (field->max - field->min) + 1);
  memcpy (at, &value, mw_type_size (type));
}

static void
make_elements (Making *m, const MwRecord *record, const MwField *field, void *at, guint n)
{
  MwType type = field->type == MW_TYPE_ARRAY ? field->element : field->type;
  for (guint i = 0; i < n * MAX (field->count, 1); i++) {
    guint8 *to = (guint8 *) at + i * mw_type_size (type);
    if (type == MW_TYPE_REF) {
      MwRef ref = make_ref (m, record, field);
      memcpy (to, &ref, sizeof ref);
    } else {
      make_number (m, field, type, to);
    }
  }
}

static guint
length_of (const MwRecord *record, const MwField *field)
{
  if (strstr (field->name, "_tan") && mw_schema_is_track (record->schema)
      && !mw_interpolation_has_tangents (((const MwTrack *) record)->interpolation))
    return 0;
  return ELEMENTS;
}

/* Fields that decide which others exist, or that users cannot set. */
static gboolean
is_given (const MwRecord *record, const MwField *field)
{
  return is_named (field, "family") || is_named (field, "version") || is_named (field, "variant")
         || is_named (field, "tag") || is_named (field, "again") || is_named (field, "interpolation")
         || (is_named (field, "type") && record->schema == &mw_mdlx_collision_shape_schema);
}

static gboolean
fill (MwRecord *record, gpointer data)
{
  Making *m = data;
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    void *at = mw_field_at (record, field);
    if (!mw_field_is_live (record, field, m->format) || is_given (record, field))
      continue;
    if (field->type == MW_TYPE_TEXT) {
      g_autofree char *text = g_strdup_printf ("%s %u", record->schema->name, m->next++);
      mw_text_set (at, text, strlen (text));
    } else if (field->type == MW_TYPE_ARRAY) {
      guint n = length_of (record, field);
      MwArray array = mw_array_new (n, mw_field_element_size (field));
      make_elements (m, record, field, array.data, n);
      mw_array_clear (at);
      *(MwArray *) at = array;
    } else if (field->type != MW_TYPE_LIST && field->type != MW_TYPE_CHILD) {
      make_elements (m, record, field, at, 1);
    }
  }
  return TRUE;
}

/* The i-th extent belongs to the i-th sequence, and weights have a maximum. */
static void
complete_geosets (MwMdlx *model)
{
  for (uint32_t i = 0; i < model->geosets.n; i++) {
    MwMdlxGeoset *geoset = (MwMdlxGeoset *) model->geosets.items[i];
    for (uint32_t k = 0; k < geoset->extents.n; k++)
      ((MwMdlxGeosetExtent *) geoset->extents.items[k])->sequence = (MwRef) { model->sequences.items[k]->id, 0 };
    uint16_t *weights = geoset->skin_weights.data;
    for (uint32_t k = 0; k < 4 * geoset->skin_weights.n; k++)
      weights[k] = (uint16_t) (weights[k] % 256);
  }
}

MwMdlx *
mdlx_made (uint32_t version)
{
  Making m = { mw_mdlx_new (), { MW_FAMILY_MDX, version, FALSE }, 1 };
  m.model->version = version;
  add_below (&m, &m.model->model.record);
  mw_record_foreach (&m.model->model.record, fill, &m);
  complete_geosets (m.model);
  return m.model;
}

MwFileSet *
mdlx_made_set (uint32_t version)
{
  GError *error = NULL;
  MwMdlx *model = mdlx_made (version);
  g_autoptr (GBytes) bytes = io_write_bytes (&model->model, mw_mdlx_format (model), NULL, NULL, &error);
  g_assert_no_error (error);
  mw_model_free (&model->model);
  MwFileSet *set = mw_file_set_new ();
  mw_file_set_add (set, "model", NULL, bytes);
  return set;
}

const guint *
mdlx_versions (void)
{
  static guint *versions;
  if (g_once_init_enter (&versions)) {
    guint n, n_found = 0;
    const MwMdlxVersion *all = mw_mdlx_versions (&n);
    guint *found = g_new0 (guint, n + 1);
    for (guint i = 0; i < n; i++)
      if (all[i].family == MW_FAMILY_MDX)
        found[n_found++] = all[i].version;
    g_once_init_leave (&versions, found);
  }
  return versions;
}
