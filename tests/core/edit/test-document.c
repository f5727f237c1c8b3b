/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/document-private.h"
#include "core/edit/step-private.h"
#include "tests/core/edit/fixture.h"

#include <string.h>

typedef struct {
  MwDocument *document;
  MwModel *first; /* the model before the edits */
  guint changed, selection_changed, history_changed;
  MwChangeSet *last;
} World;

static void
on_changed (MwDocument *document, MwChangeSet *set, World *world)
{
  world->changed++;
  g_clear_pointer (&world->last, mw_change_set_free);
  world->last = mw_change_set_new ();
  world->last->touches = set->touches;
  if (set->changes->len)
    g_array_append_vals (world->last->changes, set->changes->data, set->changes->len);
}

static void
count (MwDocument *document, guint *counter)
{
  ++*counter;
}

static void
setup (World *world, gconstpointer data)
{
  world->document = fixture_document ();
  world->first = mw_model_copy (mw_document_get_model (world->document), TRUE);
  g_signal_connect (world->document, "changed", G_CALLBACK (on_changed), world);
  g_signal_connect (world->document, "selection-changed", G_CALLBACK (count), &world->selection_changed);
  g_signal_connect (world->document, "history-changed", G_CALLBACK (count), &world->history_changed);
}

static void
teardown (World *world, gconstpointer data)
{
  g_object_unref (world->document);
  mw_model_free (world->first);
  mw_change_set_free (world->last);
}

#define MODEL(world) mw_document_get_model ((world)->document)

static MwTarget
target (World *world, const char *path)
{
  return fixture_target (world->document, path);
}

/* --- Primitives ----------------------------------------------------------------------------------------------------- */

static void
test_set_field (World *world, gconstpointer data)
{
  g_assert_true (fixture_set (world->document, "materials[0].layers[1].alpha", "0.25"));
  g_assert_true (fixture_set (world->document, "name", "Other"));
  g_assert_true (fixture_set (world->document, "materials[0].layers[0].texture", "textures[1]"));
  g_assert_true (fixture_set (world->document, "materials[0].layers[0].texture", "none"));
  fixture_assert_value (world->document, "name", "\"Other\"");
  fixture_assert_value (world->document, "materials[0].layers[1].alpha", "0.25");
  g_assert_cmpuint (mw_document_get_n_steps (world->document), ==, 4);
  fixture_assert_undo (world->document, world->first);
}

static void
test_span (World *world, gconstpointer data)
{
  g_assert_true (fixture_set (world->document, "geosets[0].vertices[1]", "{5, 6, 7}"));
  fixture_assert_value (world->document, "geosets[0].vertices", "[{0, 0, 0}, {5, 6, 7}, {0, 1, 0}]");
  g_assert_cmpuint (world->last->changes->len, ==, 1);
  const MwChange *change = &g_array_index (world->last->changes, MwChange, 0);
  g_assert_cmpuint (change->kind, ==, MW_CHANGE_SET);
  g_assert_cmpuint (change->first, ==, 1);
  g_assert_cmpuint (change->n, ==, 1);
  fixture_assert_undo (world->document, world->first);
}

static void
test_swap (World *world, gconstpointer data)
{
  g_assert_true (fixture_set (world->document, "geosets[0].faces", "[2, 1, 0, 0, 1, 2]"));
  fixture_assert_value (world->document, "geosets[0].faces", "[2, 1, 0, 0, 1, 2]");
  g_assert_cmpuint (g_array_index (world->last->changes, MwChange, 0).kind, ==, MW_CHANGE_SWAP);
  fixture_assert_undo (world->document, world->first);
}

static void
test_structure (World *world, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  MwDocument *document = world->document;
  MwRecord *root = &MODEL (world)->record;
  MwRecord *helper = mw_record_new (&mw_mdlx_helper_schema);
  mw_text_set (&((MwMdlxNode *) helper)->name, "New", 3);
  mw_document_begin (document, "Insert");
  g_assert_true (mw_document_insert (document, root->id, fixture_field (root, "nodes"), 1, helper, &error));
  mw_document_commit (document);
  g_assert_cmpuint (helper->id, ==, world->first->n_ids);
  g_assert_true (mw_model_find (MODEL (world), helper->id) == helper);
  fixture_assert_value (document, "helpers[0].name", "\"New\"");
  g_assert_cmpuint (g_array_index (world->last->changes, MwChange, 0).kind, ==, MW_CHANGE_INSERT);
  g_assert_cmpuint (world->last->touches & MW_TOUCH_STRUCTURE, !=, 0);

  MwId hand = fixture_id (document, "bones[2]");
  mw_document_begin (document, "Move");
  g_assert_true (mw_document_move (document, hand, 0, &error));
  mw_document_commit (document);
  g_assert_cmpuint (fixture_id (document, "bones[0]"), ==, hand);

  mw_document_begin (document, "Remove");
  g_assert_true (mw_document_remove (document, hand, &error));
  mw_document_commit (document);
  g_assert_null (mw_model_find (MODEL (world), hand));

  MwRecord *track = mw_record_new (&mw_track_vec3_schema);
  MwRecord *arm = mw_model_find (MODEL (world), fixture_id (document, "bones[1]"));
  mw_document_begin (document, "Insert a track");
  g_assert_true (mw_document_insert (document, arm->id, fixture_field (arm, "translation.track"), 0, track, &error));
  mw_document_commit (document);
  fixture_assert_value (document, "bones[1].translation.track", "present");
  fixture_assert_undo (world->document, world->first);
}

static void
test_replace (World *world, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  MwDocument *document = world->document;
  MwId point = fixture_id (document, "attachments[0]");
  MwId track = fixture_id (document, "attachments[0].visibility.track");
  MwRecord *light = mw_record_convert_kind (mw_model_find (MODEL (world), point), &mw_mdlx_light_schema);
  mw_document_begin (document, "Change kind");
  g_assert_true (mw_document_replace_record (document, point, light, &error));
  mw_document_commit (document);
  g_assert_cmpuint (fixture_id (document, "lights[0]"), ==, point);
  g_assert_cmpuint (fixture_id (document, "lights[0].visibility.track"), ==, track);
  fixture_assert_value (document, "lights[0].name", "\"Point\"");
  fixture_assert_value (document, "lights[0].parent", "bones[2]");
  fixture_assert_value (document, "lights[0].flags", "0x200");
  g_assert_cmpuint (g_array_index (world->last->changes, MwChange, 0).kind, ==, MW_CHANGE_REPLACE);
  fixture_assert_undo (world->document, world->first);

  MwRecord *layer = mw_record_new (&mw_mdlx_layer_schema);
  mw_document_begin (document, "Wrong kind");
  g_assert_false (mw_document_replace_record (document, point, layer, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_REFUSED);
  mw_document_commit (document);
}

static void
test_refusals (World *world, gconstpointer data)
{
  static const struct {
    const char *path, *value;
  } bad[] = { { "version", "900" },
              { "bones[0].parent", "bones[2]" },
              { "bones[0].parent", "bones[0]" },
              { "name", "a name of more than the seventy-nine bytes that the format has room for in a model's name" },
              { "collision_shapes[0].type", "9" },
              { "collision_shapes[0].bounds_radius", "4" },
              { "geosets[0].vertices[0:2]", "[{1, 1, 1}]" },
              { "geoset_animations[0].alpha.track.keys.value", "[1, 2]" },
              { "geosets[0].extents[0].sequence", "none" } };
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_false (fixture_set (world->document, bad[i].path, bad[i].value));
  fixture_assert_same (MODEL (world), world->first);
  g_assert_cmpuint (mw_document_get_n_steps (world->document), ==, 0);
  g_assert_cmpuint (world->changed, ==, 0);

  g_autoptr (GError) error = NULL;
  MwTarget name = target (world, "name");
  g_assert_false (mw_document_set_text (world->document, &name, "x", 1, &error)); /* no transaction is open */
  g_assert_error (error, MW_ERROR, MW_ERROR_REFUSED);
}

/* Numbers that come as bytes, as from a journal, keep within the limits of their field, also where the least is 0. */
static void
test_limits (World *world, gconstpointer data)
{
  static const struct {
    uint32_t type;
    gboolean taken;
  } types[] = { { MW_MDLX_SHAPE_CYLINDER, TRUE }, { MW_MDLX_SHAPE_CYLINDER + 1, FALSE }, { 0, TRUE } };
  MwTarget type = target (world, "collision_shapes[0].type");
  mw_document_begin (world->document, "Types");
  for (guint i = 0; i < G_N_ELEMENTS (types); i++) {
    g_autoptr (GError) error = NULL;
    gboolean taken = mw_document_set_field (world->document, type.record->id, type.field, &types[i].type, 4, &error);
    g_assert_cmpint (taken, ==, types[i].taken);
    if (!taken) {
      g_assert_error (error, MW_ERROR, MW_ERROR_VALUE);
      g_assert_nonnull (strstr (error->message, "must be from 0 to 3"));
    }
  }
  mw_document_commit (world->document);
  fixture_assert_undo (world->document, world->first);
}

/* The document has version 800, which has neither popcorn emitters nor face effects. */
static void
test_absent_kinds (World *world, gconstpointer data)
{
  static const struct {
    const char *list;
    const MwSchema *schema;
  } absent[] = { { "nodes", &mw_mdlx_popcorn_emitter_schema }, { "face_effects", &mw_mdlx_face_effect_schema } };
  MwRecord *root = &MODEL (world)->record;
  mw_document_begin (world->document, "Add");
  for (guint i = 0; i < G_N_ELEMENTS (absent); i++) {
    g_autoptr (GError) error = NULL;
    MwRecord *record = mw_record_new (absent[i].schema);
    g_assert_false (
      mw_document_insert (world->document, root->id, fixture_field (root, absent[i].list), 0, record, &error));
    g_assert_error (error, MW_ERROR, MW_ERROR_REFUSED);
    g_assert_nonnull (strstr (error->message, "version"));
  }
  mw_document_commit (world->document);
  fixture_assert_same (MODEL (world), world->first);
}

static void
test_no_effect (World *world, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  MwDocument *document = world->document;
  g_assert_true (fixture_set (document, "name", "Fixture"));
  mw_document_begin (document, "There and back");
  MwTarget alpha = target (world, "materials[0].layers[0].alpha");
  g_assert_true (mw_document_set_text (document, &alpha, "0.5", 3, &error));
  g_assert_true (mw_document_set_text (document, &alpha, "1", 1, &error));
  MwId shape = fixture_id (document, "collision_shapes[0]");
  g_assert_true (mw_document_move (document, shape, 0, &error));
  g_assert_true (mw_document_move (document, shape, 4, &error));
  MwRecord *root = &MODEL (world)->record;
  MwRecord *texture = mw_record_new (&mw_mdlx_texture_schema);
  g_assert_true (mw_document_insert (document, root->id, fixture_field (root, "textures"), 2, texture, &error));
  g_assert_true (mw_document_remove (document, texture->id, &error));
  mw_document_commit (document);
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, 0);
  fixture_assert_same (MODEL (world), world->first);
  g_assert_true (mw_document_is_clean (document));
}

/* -0 and another NaN have other bits, so they are changes. */
static void
test_bits (World *world, gconstpointer data)
{
  g_assert_true (fixture_set (world->document, "sequences[0].rarity", "-0"));
  g_assert_true (fixture_set (world->document, "sequences[0].rarity", "nan"));
  g_assert_true (fixture_set (world->document, "sequences[0].rarity", "nan"));
  g_assert_true (fixture_set (world->document, "sequences[0].rarity", "nan(0x7fc00001)"));
  g_assert_cmpuint (mw_document_get_n_steps (world->document), ==, 3);
  fixture_assert_undo (world->document, world->first);
}

/* --- Transactions --------------------------------------------------------------------------------------------------- */

static void
test_merge (World *world, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  MwDocument *document = world->document;
  MwTarget alpha = target (world, "materials[0].layers[0].alpha");
  MwTarget vertex = target (world, "geosets[0].vertices[1]"), other = target (world, "geosets[0].vertices[2]");
  mw_document_begin (document, "Drag");
  for (int i = 1; i <= 50; i++) {
    char text[64];
    g_snprintf (text, sizeof text, "{%d, 0, 0}", i);
    g_assert_true (mw_document_set_text (document, &vertex, text, strlen (text), &error));
    g_assert_true (mw_document_set_text (document, &other, text, strlen (text), &error));
    g_snprintf (text, sizeof text, "0.%02d", i);
    g_assert_true (mw_document_set_text (document, &alpha, text, strlen (text), &error));
    mw_document_update (document);
    g_assert_cmpuint (world->changed, ==, i);
    g_assert_cmpuint (world->last->changes->len, ==, i == 1 ? 2 : 3); /* vertex 1 already was {1, 0, 0} */
  }
  mw_document_update (document);
  g_assert_cmpuint (world->changed, ==, 50);
  mw_document_commit (document);
  g_assert_cmpuint (world->changed, ==, 50);
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, 1);
  g_assert_cmpuint (mw_document_get_step (document, 0)->changes->len, ==, 3);
  fixture_assert_value (document, "materials[0].layers[0].alpha", "0.5");
  fixture_assert_undo (world->document, world->first);
}

static void
test_rewind (World *world, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  MwDocument *document = world->document;
  MwId root = MODEL (world)->record.id;
  const MwField *textures = fixture_field (&MODEL (world)->record, "textures");
  mw_document_begin (document, "Preview");
  for (int i = 0; i < 5; i++) {
    mw_document_rewind (document);
    fixture_assert_same (MODEL (world), world->first);
    g_assert_true (mw_document_insert (document, root, textures, 0, mw_record_new (&mw_mdlx_texture_schema), &error));
    g_assert_true (mw_document_remove (document, fixture_id (document, "sequences[1]"), &error));
    MwTarget rarity = target (world, "sequences[0].rarity");
    g_assert_true (mw_document_set_text (document, &rarity, "3", 1, &error));
    mw_document_update (document);
  }
  mw_document_commit (document);
  g_assert_cmpuint (((MwMdlx *) MODEL (world))->textures.n, ==, 3);
  fixture_assert_undo (world->document, world->first);
}

static void
test_cancel (World *world, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  MwDocument *document = world->document;
  MwId sequence = fixture_id (document, "sequences[0]"), bone = fixture_id (document, "bones[0]");
  mw_document_select (document, &sequence, 1);
  mw_document_begin (document, "Cancelled");
  g_assert_true (mw_document_remove (document, sequence, &error));
  mw_document_select (document, &bone, 1);
  mw_document_update (document);
  mw_document_cancel (document);
  guint n;
  g_assert_cmpuint (mw_document_get_selection (document, &n)[0], ==, sequence);
  g_assert_cmpuint (n, ==, 1);
  fixture_assert_same (MODEL (world), world->first);
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, 0);

  mw_document_begin (document, "Undone while open");
  mw_document_begin (document, "Inner");
  g_assert_true (mw_document_remove (document, sequence, &error));
  mw_document_undo (document);
  g_assert_false (mw_document_is_open (document));
  fixture_assert_same (MODEL (world), world->first);
  g_assert_false (mw_document_remove (document, sequence, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_REFUSED);
  mw_document_commit (document);
  mw_document_commit (document);
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, 0);
}

static void
test_nested (World *world, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  MwDocument *document = world->document;
  MwTarget alpha = target (world, "materials[0].layers[0].alpha");
  mw_document_begin (document, "Outer");
  g_assert_true (mw_document_set_text (document, &alpha, "0.5", 3, &error));
  mw_document_begin (document, "Inner");
  g_assert_true (mw_document_set_text (document, &alpha, "0.75", 4, &error));
  mw_document_cancel (document);
  fixture_assert_value (document, "materials[0].layers[0].alpha", "0.5");
  mw_document_begin (document, "Inner");
  g_assert_true (mw_document_set_text (document, &alpha, "0.25", 4, &error));
  mw_document_commit (document);
  g_assert_true (mw_document_is_open (document));
  mw_document_commit (document);
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, 1);
  g_assert_cmpstr (mw_document_get_undo_label (document), ==, "Outer");
  fixture_assert_value (document, "materials[0].layers[0].alpha", "0.25");
  fixture_assert_undo (world->document, world->first);
}

/* Values that are set before and after a change of structure in one transaction are undone in the right order. */
static void
test_order (World *world, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  MwDocument *document = world->document;
  MwId point = fixture_id (document, "attachments[0]");
  mw_document_begin (document, "Mixed");
  MwTarget name = target (world, "attachments[0].name");
  g_assert_true (mw_document_set_text (document, &name, "A", 1, &error));
  MwRecord *helper = mw_record_convert_kind (mw_model_find (MODEL (world), point), &mw_mdlx_helper_schema);
  g_assert_true (mw_document_replace_record (document, point, helper, &error));
  name = target (world, "helpers[0].name");
  g_assert_true (mw_document_set_text (document, &name, "B", 1, &error));
  MwRecord *back = mw_record_convert_kind (mw_model_find (MODEL (world), point), &mw_mdlx_bone_schema);
  g_assert_true (mw_document_replace_record (document, point, back, &error));
  name = target (world, "bones[3].name");
  g_assert_true (mw_document_set_text (document, &name, "C", 1, &error));
  mw_document_commit (document);
  fixture_assert_undo (world->document, world->first);
}

/* --- Fields that cease to exist ------------------------------------------------------------------------------------- */

static void
test_dead_rows (World *world, gconstpointer data)
{
  MwDocument *document = world->document;
  g_assert_true (fixture_set (document, "collision_shapes[0].type", "Sphere"));
  fixture_assert_value (document, "collision_shapes[0].vertices.first", "{-1, 0, 0}");
  MwMdlxCollisionShape *shape = (MwMdlxCollisionShape *) target (world, "collision_shapes[0]").record;
  g_assert_cmpfloat (shape->vertices[1][0], ==, 0);
  g_assert_true (fixture_set (document, "collision_shapes[0].bounds_radius", "7"));
  g_assert_true (fixture_set (document, "collision_shapes[0].type", "Box"));
  g_assert_cmpfloat (shape->radius, ==, 0);
  g_assert_cmpuint (mw_document_get_step (document, 0)->changes->len, ==, 2);
  fixture_assert_undo (world->document, world->first);
}

static void
test_tangents (World *world, gconstpointer data)
{
  MwDocument *document = world->document;
  const char *path = "geoset_animations[0].alpha.track";
  MwTrack *track = (MwTrack *) mw_model_find (MODEL (world), fixture_id (document, path));
  g_assert_true (fixture_set (document, "geoset_animations[0].alpha.track.interpolation", "Hermite"));
  track = (MwTrack *) mw_model_find (MODEL (world), fixture_id (document, path));
  g_assert_cmpuint (track->in_tans.n, ==, 3);
  g_assert_cmpuint (track->out_tans.n, ==, 3);
  g_assert_cmpfloat (((float *) track->in_tans.data)[0], ==, 0);
  g_assert_cmpstr (mw_document_get_notices (document)[0], ==, "geoset_animations[0].alpha.track: 3 keys got tangents");
  g_assert_true (fixture_set (document, "geoset_animations[0].alpha.track.keys[0].in_tan", "2"));
  g_assert_true (fixture_set (document, "geoset_animations[0].alpha.track.interpolation", "Bezier"));
  g_assert_cmpfloat (((float *) track->in_tans.data)[0], ==, 2);
  g_assert_true (fixture_set (document, "geoset_animations[0].alpha.track.interpolation", "Linear"));
  g_assert_cmpuint (track->in_tans.n, ==, 0);
  g_assert_true (fixture_set (document, "geoset_animations[0].alpha.track.interpolation", "Bezier"));
  g_assert_cmpfloat (((float *) track->out_tans.data)[0], ==, 1);
  g_assert_false (fixture_set (document, "geoset_animations[0].alpha.track.keys.out_tan", "[1, 2]"));
  fixture_assert_undo (world->document, world->first);
}

static void
test_swap_keys (World *world, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  MwDocument *document = world->document;
  static const int32_t times[] = { 0, 10 };
  static const float values[] = { 1, 2 };
  MwId track = fixture_id (document, "attachments[0].visibility.track");
  mw_document_begin (document, "Keys");
  g_assert_false (mw_document_swap_keys (document, track, mw_array_copy (times, 2, 4), mw_array_copy (values, 1, 4),
                                         (MwArray) { 0 }, (MwArray) { 0 }, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_REFUSED);
  g_clear_error (&error);
  g_assert_false (mw_document_swap_keys (document, track, mw_array_copy (times, 2, 4), mw_array_copy (values, 2, 4),
                                         mw_array_copy (values, 2, 4), mw_array_copy (values, 2, 4), &error));
  g_clear_error (&error);
  g_assert_true (mw_document_swap_keys (document, track, mw_array_copy (times, 2, 4), mw_array_copy (values, 2, 4),
                                        (MwArray) { 0 }, (MwArray) { 0 }, &error));
  mw_document_commit (document);
  fixture_assert_value (document, "attachments[0].visibility.track.keys.value", "[1, 2]");
  fixture_assert_undo (world->document, world->first);
}

static void
assert_effect (MwDocument *document, guint added, guint removed, guint changed, guint keys, guint tracks)
{
  MwEffect effect;
  mw_document_get_effect (document, &effect);
  g_assert_cmpuint (effect.added, ==, added);
  g_assert_cmpuint (effect.removed, ==, removed);
  g_assert_cmpuint (effect.changed, ==, changed);
  g_assert_cmpuint (effect.keys, ==, keys);
  g_assert_cmpuint (effect.tracks, ==, tracks);
}

/* Three keys of one track: one is moved, and one gets another value. Setting a value twice counts once. */
static void
test_effect (World *world, gconstpointer data)
{
  MwDocument *document = world->document;
  mw_document_begin (document, "Several");
  assert_effect (document, 0, 0, 0, 0, 0);
  const char *path = "geoset_animations[0].alpha.track";
  MwTrack *track = (MwTrack *) mw_model_find (MODEL (world), fixture_id (document, path));
  g_autofree gint32 *times = g_memdup2 (track->times.data, 3 * sizeof (gint32));
  g_autofree float *values = g_memdup2 (track->values.data, 3 * sizeof (float));
  times[2] += 5;
  values[2] += 1;
  values[0] += 1;
  g_assert_true (mw_document_swap_keys (document, track->record.id, mw_array_copy (times, 3, 4),
                                        mw_array_copy (values, 3, 4), (MwArray) { 0 }, (MwArray) { 0 }, NULL));
  assert_effect (document, 0, 0, 0, 2, 1);
  g_assert_true (fixture_set (document, "sequences[0].move_speed", "10"));
  g_assert_true (fixture_set (document, "sequences[0].rarity", "1"));
  g_assert_true (mw_document_remove (document, fixture_id (document, "collision_shapes[0]"), NULL));
  assert_effect (document, 0, 1, 1, 2, 1);
  mw_document_rewind (document);
  assert_effect (document, 0, 0, 0, 0, 0);
  mw_document_cancel (document);
  assert_effect (document, 0, 0, 0, 0, 0);
}

/* --- History -------------------------------------------------------------------------------------------------------- */

static void
test_clean (World *world, gconstpointer data)
{
  MwDocument *document = world->document;
  g_assert_true (mw_document_is_clean (document));
  fixture_set (document, "name", "One");
  g_assert_false (mw_document_is_clean (document));
  guint64 generation;
  MwModel *snapshot = mw_document_snapshot (document, &generation);
  fixture_set (document, "name", "Two");
  mw_document_mark_clean (document, generation); /* the save of "One" has ended */
  fixture_assert_value (document, "name", "\"Two\"");
  g_assert_cmpstr (((MwMdlx *) snapshot)->name, ==, "One");
  mw_model_free (snapshot);
  g_assert_false (mw_document_is_clean (document));
  mw_document_undo (document);
  g_assert_true (mw_document_is_clean (document));
  mw_document_undo (document);
  g_assert_false (mw_document_is_clean (document));
  fixture_set (document, "name", "Three"); /* "One" cannot be reached by undo any more */
  mw_document_undo (document);
  g_assert_false (mw_document_is_clean (document));
  mw_document_redo (document);
  g_assert_false (mw_document_is_clean (document));
  mw_document_mark_clean (document, mw_document_get_generation (document));
  g_assert_true (mw_document_is_clean (document));
  mw_document_begin (document, "Open");
  g_autoptr (GError) error = NULL;
  MwTarget name = target (world, "name");
  g_assert_true (mw_document_set_text (document, &name, "Four", 4, &error));
  g_assert_false (mw_document_is_clean (document));
  mw_document_cancel (document);
  g_assert_true (mw_document_is_clean (document));
}

static void
test_budget (World *world, gconstpointer data)
{
  MwDocument *document = world->document;
  char text[16];
  for (int i = 0; i < 10; i++) {
    g_snprintf (text, sizeof text, "Name %d", i);
    fixture_set (document, "name", text);
  }
  gsize each = document->history_size / 10;
  g_assert_cmpuint (mw_step_get_size (mw_document_get_step (document, 3)), ==, each);
  mw_document_set_history_limit (document, 4 * each);
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, 4);
  g_assert_cmpuint (mw_document_get_position (document), ==, 4);
  g_assert_cmpuint (document->history_size, <=, 4 * each);
  fixture_set (document, "name", "Name 11");
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, 4);
  while (mw_document_can_undo (document))
    mw_document_undo (document);
  fixture_assert_value (document, "name", "\"Name 6\"");
  g_assert_false (mw_document_is_clean (document)); /* the clean state was dropped with its steps */
  mw_document_set_history_limit (document, 1);
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, 1);
  /* The size counts only steps that are kept, not those just dropped or replaced by a new step. */
  g_assert_cmpuint (document->history_size, ==, each);
  mw_document_redo (document);
  fixture_assert_value (document, "name", "\"Name 7\"");
  mw_document_undo (document);
  fixture_set (document, "name", "Name 8");
  g_assert_cmpuint (document->history_size, ==, each);
}

/* If a step names little of a large block, it keeps a copy of that part instead of the block. */
static void
test_size (World *world, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  enum { BLOCK = 1 << 20 };
  MwDocument *document = world->document;
  MwMdlxGeoset *geoset = (MwMdlxGeoset *) target (world, "geosets[0]").record;
  MwArena arena;
  mw_arena_init (&arena, BLOCK);
  mw_arena_finish (&arena);
  mw_arena_init (&arena, BLOCK);
  MwArray small = mw_arena_take (&arena, 8, 12), large = mw_arena_take (&arena, BLOCK / 12 - 100, 12);
  memset (small.data, 1, 96);
  memset (large.data, 2, large.n * 12);
  mw_arena_finish (&arena);
  g_assert_cmpuint (mw_array_block_size (&small), ==, BLOCK);
  mw_array_clear (&geoset->vertices);
  geoset->vertices = small;
  mw_array_clear (&geoset->normals);
  geoset->normals = large;

  mw_document_begin (document, "Small");
  g_assert_true (mw_document_swap_array (document, geoset->record.id, fixture_field (&geoset->record, "vertices"),
                                         (MwArray) { 0 }, &error));
  mw_document_commit (document);
  g_assert_cmpuint (mw_step_get_size (mw_document_get_step (document, 0)), <, 1000);
  g_assert_cmpuint (mw_step_get_size (mw_document_get_step (document, 0)), >, 96);
  mw_document_undo (document);
  g_assert_cmpuint (geoset->vertices.n, ==, 8);
  g_assert_cmpint (((uint8_t *) geoset->vertices.data)[95], ==, 1);

  mw_document_begin (document, "Large");
  const void *bytes = geoset->normals.data;
  g_assert_true (mw_document_swap_array (document, geoset->record.id, fixture_field (&geoset->record, "normals"),
                                         (MwArray) { 0 }, &error));
  mw_document_commit (document);
  g_assert_cmpuint (mw_step_get_size (mw_document_get_step (document, 0)), <, BLOCK + 1000);
  g_assert_cmpuint (mw_step_get_size (mw_document_get_step (document, 0)), >, BLOCK);
  mw_document_undo (document);
  g_assert_true (geoset->normals.data == bytes); /* the same block, not a copy */
}

static void
test_copies_nothing (World *world, gconstpointer data)
{
  MwDocument *document = world->document;
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) target (world, "geosets[0]").record;
  const void *vertices = geoset->vertices.data, *normals = geoset->normals.data;
  fixture_set (document, "materials[0].layers[0].alpha", "0.5");
  fixture_set (document, "geosets[0].selection_group", "3");
  fixture_set (document, "geosets[0].vertices[0].x", "3");
  mw_document_undo (document);
  mw_document_undo (document);
  mw_document_redo (document);
  mw_document_redo (document);
  g_assert_true (geoset->vertices.data == vertices);
  g_assert_true (geoset->normals.data == normals);
  MwModel *snapshot = mw_document_snapshot (document, NULL);
  fixture_set (document, "geosets[0].vertices[0].x", "4"); /* now another slice shares the block */
  g_assert_true (geoset->vertices.data != vertices);
  g_assert_true (geoset->normals.data == normals);
  fixture_assert_value (document, "geosets[0].vertices[0].x", "4");
  g_assert_cmpfloat (*(const float *) ((MwMdlxGeoset *) ((MwMdlx *) snapshot)->geosets.items[0])->vertices.data, ==, 3);
  mw_model_free (snapshot);
}

static void
test_go_to (World *world, gconstpointer data)
{
  MwDocument *document = world->document;
  fixture_set (document, "name", "One");
  fixture_set (document, "sequences[0].rarity", "1");
  fixture_set (document, "name", "Three");
  guint changed = world->changed;
  guint64 generation = mw_document_get_generation (document);
  mw_document_go_to (document, 0);
  g_assert_cmpuint (world->changed, ==, changed + 1);
  g_assert_cmpuint (world->last->changes->len, ==, 2);
  g_assert_cmpuint (mw_document_get_generation (document), >, generation);
  g_assert_cmpstr (mw_document_get_redo_label (document), ==, "Set");
  g_assert_null (mw_document_get_undo_label (document));
  mw_document_go_to (document, 2);
  fixture_assert_value (document, "name", "\"One\"");
  g_assert_cmpuint (mw_document_get_position (document), ==, 2);
  fixture_set (document, "name", "Other");
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, 3);
  g_assert_false (mw_document_can_redo (document));
}

static void
test_selection (World *world, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  MwDocument *document = world->document;
  MwId ids[] = { fixture_id (document, "sequences[1]"), fixture_id (document, "bones[0]") };
  guint n;
  mw_document_select (document, ids, 2);
  g_assert_cmpuint (world->selection_changed, ==, 1);
  mw_document_select (document, ids, 2);
  g_assert_cmpuint (world->selection_changed, ==, 1);
  mw_document_begin (document, "Remove");
  g_assert_true (mw_document_remove (document, ids[0], &error));
  mw_document_commit (document);
  const MwId *selected = mw_document_get_selection (document, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (selected[0], ==, ids[1]);
  mw_document_select (document, NULL, 0);
  mw_document_undo (document);
  selected = mw_document_get_selection (document, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (selected[0], ==, ids[0]);
  mw_document_redo (document);
  selected = mw_document_get_selection (document, &n);
  g_assert_cmpuint (n, ==, 1);
}

static gboolean
names (const MwChangeSet *set, MwId id)
{
  for (guint i = 0; i < set->changes->len; i++)
    if (g_array_index (set->changes, MwChange, i).id == id)
      return TRUE;
  return FALSE;
}

static void
on_selection (MwDocument *document, World *world)
{
  guint n;
  const MwId *ids = mw_document_get_selection (document, &n);
  for (guint i = 0; i < n; i++) {
    g_assert_nonnull (mw_model_find (mw_document_get_model (document), ids[i]));
    g_assert_true (world->last && names (world->last, ids[i]));
  }
}

/* At "selection-changed" the listener already knows the selected records from "changed". At a "changed" that reports
 * a removal, the removed record is no longer selected. */
static void
test_signal_order (World *world, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  MwDocument *document = world->document;
  MwRecord *root = &MODEL (world)->record;
  g_signal_connect (document, "selection-changed", G_CALLBACK (on_selection), world);
  MwRecord *sequence = mw_record_new (&mw_mdlx_sequence_schema);
  mw_document_begin (document, "Insert");
  g_assert_true (mw_document_insert (document, root->id, fixture_field (root, "sequences"), 0, sequence, &error));
  mw_document_select (document, &sequence->id, 1);
  g_assert_cmpuint (world->selection_changed, ==, 0);
  mw_document_update (document);
  g_assert_cmpuint (world->selection_changed, ==, 1);
  mw_document_commit (document);
  mw_document_undo (document);
  g_assert_cmpuint (world->selection_changed, ==, 2);
  mw_document_redo (document);
  g_assert_cmpuint (world->selection_changed, ==, 3);
  guint n;
  mw_document_get_selection (document, &n);
  g_assert_cmpuint (n, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(claim, function) g_test_add ("/edit/document/" claim, World, NULL, setup, function, teardown)
  TEST ("set field works, with undo and redo", test_set_field);
  TEST ("replace span works, with undo and redo", test_span);
  TEST ("swap array works, with undo and redo", test_swap);
  TEST ("insert, move and remove work, with undo and redo", test_structure);
  TEST ("replace record keeps id and children, with undo and redo", test_replace);
  TEST ("an edit that a rule forbids changes nothing", test_refusals);
  TEST ("a number beyond the limits of its field is refused", test_limits);
  TEST ("records that the version does not have are refused", test_absent_kinds);
  TEST ("a commit without effect leaves no step", test_no_effect);
  TEST ("values differ when their bits do", test_bits);
  TEST ("a gesture keeps the first before and the last after", test_merge);
  TEST ("rewind gives the state at begin", test_rewind);
  TEST ("cancel, or undo while open, takes everything back", test_cancel);
  TEST ("a nested transaction joins the outer one, and cancels only its own part", test_nested);
  TEST ("values and structure mix in one step", test_order);
  TEST ("a field whose condition becomes false returns to its default, and undo restores it", test_dead_rows);
  TEST ("tangents are added and removed with the interpolation", test_tangents);
  TEST ("parallel arrays change their length only together", test_swap_keys);
  TEST ("what an open transaction has changed is counted", test_effect);
  TEST ("the clean mark follows the saved state and can become unreachable", test_clean);
  TEST ("the budget drops the oldest steps", test_budget);
  TEST ("a step is little larger than its changes", test_size);
  TEST ("a one-field edit and its undo copy no array", test_copies_nothing);
  TEST ("go to emits once", test_go_to);
  TEST ("selection returns with undo and redo", test_selection);
  TEST ("the selection signal comes after the change signal", test_signal_order);
  return g_test_run ();
}
