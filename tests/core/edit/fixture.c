/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/edit/fixture.h"
#include "core/edit/step.h"

#include <string.h>

const MwField *
fixture_field (const MwRecord *record, const char *name)
{
  const MwField *field = mw_schema_field (record->schema, name);
  g_assert_nonnull (field);
  return field;
}

static gpointer
add (MwMdlx *model, MwRecord *owner, const char *list, const MwSchema *schema)
{
  MwRecord *record = mw_record_new (schema);
  mw_list_append (&model->model, owner, fixture_field (owner, list), record);
  return record;
}

static MwRef
ref (gpointer record)
{
  return (MwRef) { ((MwRecord *) record)->id, 0 };
}

static void
name (char **slot, const char *text)
{
  mw_text_set (slot, text, strlen (text));
}

static MwTrack *
float_track (void)
{
  static const int32_t times[] = { 0, 500, 1000 };
  static const float values[] = { 1, 0.5f, 0 };
  MwTrack *track = (MwTrack *) mw_record_new (&mw_track_float_schema);
  track->interpolation = MW_INTERPOLATION_LINEAR;
  track->times = mw_array_copy (times, 3, 4);
  track->values = mw_array_copy (values, 3, 4);
  return track;
}

static void
add_geoset (MwMdlx *model, gpointer material, gpointer root, gpointer arm)
{
  static const float vertices[] = { 0, 0, 0, 1, 0, 0, 0, 1, 0 };
  static const uint16_t faces[] = { 0, 1, 2 };
  static const uint8_t groups[] = { 0, 1, 1 };
  static const uint32_t sizes[] = { 1, 2 };
  MwMdlxGeoset *geoset = add (model, &model->model.record, "geosets", &mw_mdlx_geoset_schema);
  geoset->vertices = mw_array_copy (vertices, 3, 12);
  geoset->normals = mw_array_copy (vertices, 3, 12);
  geoset->faces = mw_array_copy (faces, 3, 2);
  geoset->vertex_groups = mw_array_copy (groups, 3, 1);
  geoset->group_sizes = mw_array_copy (sizes, 2, 4);
  MwRef members[] = { ref (root), ref (root), ref (arm) };
  geoset->group_members = mw_array_copy (members, 3, sizeof (MwRef));
  geoset->material = ref (material);
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    MwMdlxGeosetExtent *extent = add (model, &geoset->record, "extents", &mw_mdlx_geoset_extent_schema);
    extent->sequence = ref (model->sequences.items[i]);
    extent->bounds.radius = 10.f + (float) i;
  }
  MwMdlxGeosetAnimation *animation = add (model, &model->model.record, "geoset_animations",
                                          &mw_mdlx_geoset_animation_schema);
  animation->geoset = ref (geoset);
  mw_child_set (&model->model, &animation->record, fixture_field (&animation->record, "alpha.track"),
                (MwRecord *) float_track ());
}

MwMdlx *
fixture_model (void)
{
  MwMdlx *model = mw_mdlx_new ();
  MwRecord *root = &model->model.record;
  name (&model->name, "Fixture");
  static const char *const sequences[] = { "Stand", "Walk" };
  for (int i = 0; i < 2; i++) {
    MwMdlxSequence *sequence = add (model, root, "sequences", &mw_mdlx_sequence_schema);
    name (&sequence->name, sequences[i]);
    sequence->interval[0] = 2000 * i;
    sequence->interval[1] = 2000 * i + 1000;
  }
  ((MwMdlxGlobalSequence *) add (model, root, "global_sequences", &mw_mdlx_global_sequence_schema))->duration = 500;
  MwMdlxTexture *textures[2];
  for (int i = 0; i < 2; i++) {
    textures[i] = add (model, root, "textures", &mw_mdlx_texture_schema);
    name (&textures[i]->path, i ? "Textures\\Glow.blp" : "Textures\\Skin.blp");
  }
  MwRecord *material = add (model, root, "materials", &mw_mdlx_material_schema);
  for (int i = 0; i < 2; i++) {
    MwMdlxLayer *layer = add (model, material, "layers", &mw_mdlx_layer_schema);
    layer->texture = ref (textures[i]);
    if (i == 1) {
      static const int32_t times[] = { 0, 100 };
      MwRef values[] = { ref (textures[0]), { 0, 7 } };
      MwTrack *track = (MwTrack *) mw_record_new (&mw_track_texture_schema);
      track->times = mw_array_copy (times, 2, 4);
      track->values = mw_array_copy (values, 2, sizeof (MwRef));
      mw_child_set (&model->model, &layer->record, fixture_field (&layer->record, "texture.track"), (MwRecord *) track);
    }
  }
  static const char *const bones[] = { "Root", "Arm", "Hand" };
  MwMdlxBone *made[3];
  for (int i = 0; i < 3; i++) {
    made[i] = add (model, root, "nodes", &mw_mdlx_bone_schema);
    name (&made[i]->node.name, bones[i]);
    if (i)
      made[i]->node.parent = ref (made[i - 1]);
  }
  MwMdlxAttachment *point = add (model, root, "nodes", &mw_mdlx_attachment_schema);
  name (&point->node.name, "Point");
  point->node.parent = ref (made[2]);
  mw_child_set (&model->model, &point->node.record, fixture_field (&point->node.record, "visibility.track"),
                (MwRecord *) float_track ());
  ((MwTrack *) point->visibility_track)->global_sequence = ref (model->global_sequences.items[0]);
  MwMdlxCollisionShape *shape = add (model, root, "nodes", &mw_mdlx_collision_shape_schema);
  name (&shape->node.name, "Shape");
  shape->vertices[0][0] = -1;
  shape->vertices[1][0] = 1;
  add_geoset (model, material, made[0], made[1]);
  made[1]->geoset = ref (model->geosets.items[0]);
  made[1]->geoset_animation = ref (model->geoset_animations.items[0]);
  return model;
}

MwDocument *
fixture_document (void)
{
  return mw_document_new (&fixture_model ()->model, FIXTURE_FORMAT);
}

void
fixture_world_setup (FixtureWorld *world, gconstpointer data)
{
  world->document = fixture_document ();
  world->first = mw_model_copy (mw_document_get_model (world->document), TRUE);
}

void
fixture_world_teardown (FixtureWorld *world, gconstpointer data)
{
  g_object_unref (world->document);
  mw_model_free (world->first);
}

MwTarget
fixture_target (MwDocument *document, const char *path)
{
  g_autoptr (GError) error = NULL;
  MwTarget target;
  gboolean found = mw_path_resolve_one (mw_document_get_model (document), path, &target, &error);
  g_assert_no_error (error);
  g_assert_true (found);
  return target;
}

MwId
fixture_id (MwDocument *document, const char *path)
{
  MwTarget target = fixture_target (document, path);
  if (target.field && target.field->type == MW_TYPE_CHILD)
    return (*(MwRecord **) mw_field_at (target.record, target.field))->id;
  g_assert_null (target.field);
  return target.record->id;
}

char *
fixture_get (MwDocument *document, const char *path)
{
  MwTarget target = fixture_target (document, path);
  return mw_value_print (mw_document_get_model (document), &target);
}

gboolean
fixture_set (MwDocument *document, const char *path, const char *value)
{
  g_autoptr (GError) error = NULL;
  MwTarget target = fixture_target (document, path);
  mw_document_begin (document, "Set");
  gboolean ok = mw_document_set_text (document, &target, value, strlen (value), &error);
  if (!ok)
    g_test_message ("%s: %s", path, error->message);
  mw_document_commit (document);
  return ok;
}

void
fixture_must_set (MwDocument *document, const char *path, const char *value)
{
  if (!fixture_set (document, path, value))
    g_error ("%s=%s was refused", path, value);
}

void
fixture_assert_equal (const MwModel *a, const MwModel *b)
{
  g_autofree char *where = NULL;
  if (!mw_model_equal (a, b, mw_mdlx_format ((const MwMdlx *) a), &where))
    g_error ("the models differ at %s", where);
}

static void
assert_same_record (const MwRecord *a, const MwRecord *b)
{
  g_assert_true (a->schema == b->schema);
  g_assert_cmpuint (a->id, ==, b->id);
  g_assert_cmpuint (a->variant, ==, b->variant);
  g_assert_cmpuint (mw_notes_count (a), ==, mw_notes_count (b));
  for (guint i = 0; i < mw_schema_n_fields (a->schema); i++) {
    const MwField *field = mw_schema_field_at (a->schema, i);
    const void *x = mw_field_at (a, field), *y = mw_field_at (b, field);
    switch (field->type) {
    case MW_TYPE_TEXT:
      g_assert_cmpstr (mw_text (*(char *const *) x), ==, mw_text (*(char *const *) y));
      break;
    case MW_TYPE_ARRAY:
      g_assert_true (mw_array_equal (x, y, mw_field_element_size (field)));
      break;
    case MW_TYPE_LIST: {
      const MwList *p = x, *q = y;
      g_assert_cmpuint (p->n, ==, q->n);
      for (uint32_t k = 0; k < p->n; k++)
        assert_same_record (p->items[k], q->items[k]);
      break;
    }
    case MW_TYPE_CHILD: {
      const MwRecord *p = *(MwRecord *const *) x, *q = *(MwRecord *const *) y;
      g_assert_true (!p == !q);
      if (p)
        assert_same_record (p, q);
      break;
    }
    default:
      g_assert_cmpmem (x, mw_field_storage_size (field), y, mw_field_storage_size (field));
    }
  }
}

void
fixture_assert_same (const MwModel *a, const MwModel *b)
{
  assert_same_record (&a->record, &b->record);
}

void
fixture_assert_undo (MwDocument *document, const MwModel *first)
{
  MwModel *model = mw_document_get_model (document), *last = mw_model_copy (model, TRUE);
  guint position = mw_document_get_position (document);
  for (guint round = 0; round < 2; round++) {
    mw_document_go_to (document, 0);
    fixture_assert_same (model, first);
    fixture_assert_equal (model, first);
    mw_document_go_to (document, position);
    fixture_assert_same (model, last);
  }
  mw_model_free (last);
}

void
fixture_replay_as_text (MwDocument *from, MwDocument *to)
{
  guint n = mw_document_get_position (from);
  for (guint i = 0; i < n; i++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *text = mw_step_to_text (mw_document_get_step (from, i));
    if (!mw_document_replay_text (to, text, strlen (text), &error))
      g_error ("step %u: %s\n%s", i, error->message, text);
    g_assert_cmpuint (mw_document_get_n_steps (to), ==, i + 1);
  }
}
