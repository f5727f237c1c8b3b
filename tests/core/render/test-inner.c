/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"
#include "core/image/png-write.h"
#include "core/io/registry.h"
#include "core/pose/particles.h"
#include "core/render/inner-files.h"
#include "core/render/inner-model.h"
#include "tests/core/io/files.h"
#include "tests/core/pose/m2-models.h"
#include "tests/core/render/scene.h"
#include "tests/core/render/show.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#define SIDE 64

/* A model that shows nothing itself but a node at (0, 0.5, 0), which a bone moves by -1 along y in a second and makes half as large, and
 * a model in a file for it: a square of half size 0.5 about its origin, which faces +X. */
typedef struct {
  Files files;
  Show show;
  MwMdlx *model, *inner;
  MwMdlxBone *bone;
  MwMdlxAttachment *node;
  MwMdlxSequence *sequence;
  MwMdlxLayer *layer;
  MwInnerModel *attached;
} Stage;

static MwMdlxSequence *
add_sequence (MwMdlx *model, const char *name, int32_t start, int32_t end)
{
  MwMdlxSequence *sequence = scene_add (model, "sequences", &mw_mdlx_sequence_schema);
  mw_text_set (&sequence->name, name, strlen (name));
  sequence->interval[0] = start;
  sequence->interval[1] = end;
  return sequence;
}

static void
write_image (Files *files, const char *name, const char *colour)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = files_path (files, name);
  g_autoptr (MwImage) image = scene_load (colour, NULL, &error);
  g_autoptr (GBytes) png = mw_png_write (image, NULL, 0, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_set_contents (path, g_bytes_get_data (png, NULL), (gssize) g_bytes_get_size (png), NULL));
}

static char *
write_model (Files *files, const MwMdlx *model, const char *name)
{
  g_autoptr (GError) error = NULL;
  char *path = files_path (files, name);
  const MwFormat format = mw_mdlx_format (model);
  g_autoptr (MwFileSet) set = mw_io_write (&model->model, format, NULL, &error);
  g_assert_no_error (error);
  GBytes *bytes = mw_file_set_main (set)->bytes;
  g_assert_true (g_file_set_contents (path, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), NULL));
  return path;
}

static gboolean
stage_open (Stage *stage, gconstpointer es)
{
  static const int32_t times[] = { 0, 1000 };
  static const float ways[] = { 0, 0, 0, 0, -1, 0 }, sizes[] = { 0.5f, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f };
  *stage = (Stage) { 0 };
  if (!show_open (&stage->show, SIDE, es != NULL, NULL))
    return FALSE;
  files_set_up (&stage->files, NULL);
  stage->model = mw_mdlx_new ();
  stage->sequence = add_sequence (stage->model, "Attack - 1", 0, 1000);
  stage->bone = scene_add (stage->model, "nodes", &mw_mdlx_bone_schema);
  stage->bone->node.pivot[1] = 0.5f;
  scene_add_track (stage->model, stage->bone, "translation.track", 1, 2, times, ways);
  scene_add_track (stage->model, stage->bone, "scaling.track", 1, 2, times, sizes);
  stage->node = scene_add (stage->model, "nodes", &mw_mdlx_attachment_schema);
  stage->node->node.parent = scene_ref (stage->bone);
  stage->node->node.pivot[1] = 0.5f;
  scene_frame (&stage->show.frame, stage->show.offscreen, SIDE);
  mw_renderer_set_model (stage->show.renderer, &stage->model->model, scene_load, NULL);
  mw_clock_play (&stage->show.frame.clock, &stage->model->model, stage->sequence->record.id);

  write_image (&stage->files, "red.png", "FF0000FF");
  stage->inner = mw_mdlx_new ();
  MwMdlxMaterial *material = scene_add (stage->inner, "materials", &mw_mdlx_material_schema);
  stage->layer = scene_add_layer (stage->inner, material, 0, scene_add_texture (stage->inner, "red.png", 0, 0));
  MwMdlxBone *bone = scene_add (stage->inner, "nodes", &mw_mdlx_bone_schema);
  scene_add_quad (stage->inner, 0, material, bone);
  return TRUE;
}

static void
attach (Stage *stage)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = write_model (&stage->files, stage->inner, "inner.mdx");
  g_clear_pointer (&stage->attached, mw_inner_model_unref);
  stage->attached = mw_inner_model_read (path, NULL, &error);
  g_assert_no_error (error);
  mw_renderer_attach (stage->show.renderer, stage->node->node.record.id, stage->attached);
}

static void
stage_close (Stage *stage)
{
  show_close (&stage->show);
  g_clear_pointer (&stage->attached, mw_inner_model_unref);
  mw_model_free (&stage->model->model);
  mw_model_free (&stage->inner->model);
  files_tear_down (&stage->files, NULL);
}

/* The part of the picture, from the left, where the middle row is not black: *from to *to. FALSE: it is black. */
static gboolean
find_shown (Stage *stage, double *from, double *to)
{
  g_autoptr (MwImage) image = show_draw (&stage->show);
  int first = -1, last = -1;
  for (int x = 0; x < SIDE; x++) {
    const uint8_t *pixel = scene_pixel (image, x, SIDE / 2);
    if (pixel[0] + pixel[1] + pixel[2] > 8) {
      first = first < 0 ? x : first;
      last = x;
    }
  }
  *from = (double) first / SIDE;
  *to = (double) (last + 1) / SIDE;
  return first >= 0;
}

static void
assert_shown (Stage *stage, double from, double to)
{
  double a, b;
  g_assert_true (find_shown (stage, &a, &b));
  g_assert_cmpfloat_with_epsilon (a, from, 1.5 / SIDE);
  g_assert_cmpfloat_with_epsilon (b, to, 1.5 / SIDE);
}

static void
assert_hidden (Stage *stage)
{
  double a, b;
  g_assert_false (find_shown (stage, &a, &b));
}

/* The picture is two units wide. */
static void
it_is_where_its_node_is (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  assert_hidden (&stage);
  attach (&stage);
  assert_shown (&stage, 0.5, 1);
  g_autoptr (MwImage) image = show_draw (&stage.show);
  scene_assert_pixel (image, 48, 32, 255, 0, 0);
  scene_assert_pixel (image, 48, 14, 0, 0, 0);
  scene_assert_pixel (image, 48, 18, 255, 0, 0);
  g_assert_cmpuint (mw_renderer_count (stage.show.renderer).triangles, ==, 2);
  stage.show.frame.clock.time = 500;
  assert_shown (&stage, 0.25, 0.75);
  mw_renderer_attach (stage.show.renderer, stage.node->node.record.id, NULL);
  assert_hidden (&stage);
  stage_close (&stage);
}

static void
it_is_hidden_with_its_node (gconstpointer es)
{
  static const int32_t times[] = { 0, 600 };
  static const float shown[] = { 1, 0 };
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  scene_add_track (stage.model, stage.node, "visibility.track", 0, 2, times, shown);
  mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
  attach (&stage);
  assert_shown (&stage, 0.5, 1);
  stage.show.frame.clock.time = 700;
  assert_hidden (&stage);
  /* Another model takes all of them away, also where a node has the same id. */
  stage.show.frame.clock.time = 0;
  mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
  assert_hidden (&stage);
  stage_close (&stage);
}

/* Ids of the outer model may be those of elements of the inner one. */
static void
what_is_chosen_of_the_outer_model_does_not_matter (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  attach (&stage);
  const MwMdlx *inner = (const MwMdlx *) mw_inner_model_get (stage.attached);
  const MwId id = inner->geosets.items[0]->id;
  g_autoptr (MwImage) plain = show_draw (&stage.show);
  stage.show.frame.hidden = stage.show.frame.selected = stage.show.frame.hovered = &id;
  stage.show.frame.n_hidden = 1;
  g_autoptr (MwImage) hidden = show_draw (&stage.show);
  g_assert_cmpuint (n_other_pixels (plain, hidden), ==, 0);
  stage_close (&stage);
}

/* In the sequence that is called as that of the outer model, the inner one is a unit (half a unit, since it is scaled) higher. */
static void
it_plays_the_sequence_of_the_same_name (gconstpointer es)
{
  static const int32_t times[] = { 0, 1000, 2000, 2500 };
  static const float ways[] = { 0, -1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0 };
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  add_sequence (stage.inner, "Stand", 0, 1000);
  add_sequence (stage.inner, "attack-2", 2000, 2500);
  scene_add_track (stage.inner, stage.inner->nodes.items[0], "translation.track", 1, 4, times, ways);
  attach (&stage);
  assert_shown (&stage, 0.5, 1);
  stage.show.frame.clock.time = 250;
  assert_shown (&stage, 0.5, 1); /* -0.25 by the node, 0.25 by itself */
  stage.show.frame.clock.time = 750;
  assert_shown (&stage, 0.25, 0.75); /* in its second loop */
  mw_text_set (&stage.sequence->name, "Walk", 4);
  mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
  mw_renderer_attach (stage.show.renderer, stage.node->node.record.id, stage.attached);
  stage.show.frame.clock.time = 0;
  assert_shown (&stage, 0.25, 0.75);
  stage_close (&stage);
}

/* What its own bones do, the light knows anyway; here the node turns it. */
static void
light_falls_on_it_as_it_is_turned (gconstpointer es)
{
  static const int32_t times[] = { 0, 1000 };
  const float turn = (float) G_PI / 8; /* by 45 degrees about y: +X turns down */
  const float turns[] = { 0, sinf (turn), 0, cosf (turn), 0, sinf (turn), 0, cosf (turn) };
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  stage.layer->flags = 0;
  scene_add_track (stage.model, stage.bone, "rotation.track", 1, 2, times, turns);
  mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
  attach (&stage);
  const double l[3] = { 0.5, -0.3, 0.8 }, length = sqrt (0.25 + 0.09 + 0.64);
  const double light = 0.55 + 0.5 * (M_SQRT1_2 * l[0] - M_SQRT1_2 * l[2]) / length;
  stage.show.frame.lighting = MW_LIGHTING_PLAIN;
  g_autoptr (MwImage) plain = show_draw (&stage.show);
  scene_assert_pixel (plain, 48, 32, 255 * CLAMP (light, 0.3, 1), 0, 0);
  /* The sun of the other lightings is in the space of the viewer: (1, 0.35, 1.2), colour 0.9, ambient 0.3. */
  const double sun = (M_SQRT1_2 * 1 - M_SQRT1_2 * 1.2) / sqrt (1 + 0.35 * 0.35 + 1.44);
  stage.show.frame.lighting = MW_LIGHTING_GAME;
  g_autoptr (MwImage) game = show_draw (&stage.show);
  scene_assert_pixel (game, 48, 32, 255 * (0.9 * MAX (sun, 0) + 0.3), 0, 0);
  stage_close (&stage);
}

static void
it_is_seen_from_the_right_side_if_its_node_mirrors_it (gconstpointer es)
{
  static const float mirrored[] = { 0.5f, -0.5f, 0.5f, 0.5f, -0.5f, 0.5f };
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  mw_array_clear (&stage.bone->node.scaling_track->values);
  stage.bone->node.scaling_track->values = mw_array_copy (mirrored, 2, 12);
  mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
  attach (&stage);
  assert_shown (&stage, 0.5, 1);
  stage_close (&stage);
}

/* A translucent square of the outer model is blended with that of the inner one, whichever is nearer last. */
static void
the_farther_model_is_blended_first (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  write_image (&stage.files, "red.png", "FF000080");
  stage.layer->filter_mode = 2;
  MwMdlxMaterial *material = scene_add (stage.model, "materials", &mw_mdlx_material_schema);
  scene_add_layer (stage.model, material, 2, scene_add_texture (stage.model, "0000FF80", 0, 0));
  scene_add_quad (stage.model, 0, material, NULL);
  for (int side = -1; side <= 1; side += 2) {
    stage.node->node.pivot[0] = (float) side;
    mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
    attach (&stage);
    g_autoptr (MwImage) image = show_draw (&stage.show);
    const double near = 128, far = 128 * 127 / 255.0;
    scene_assert_pixel (image, 48, 32, side > 0 ? near : far, 0, side > 0 ? far : near);
    scene_assert_pixel (image, 16, 32, 0, 0, 128);
  }
  stage_close (&stage);
}

/* Its shadow is that of the same square of the outer model. */
static void
its_shadow_falls_where_it_is (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  stage.bone->node.pivot[1] = stage.node->node.pivot[1] = 0;
  stage.show.frame.clock.time = 500;
  stage.show.frame.lighting = MW_LIGHTING_GAME;
  stage.show.frame.light_turn[0] = (float) G_PI; /* so that the shadow falls before the square */
  mw_camera_orbit (&stage.show.frame.camera, 0, 0.5f);
  for (int k = 0; k < 3; k++)
    stage.show.frame.background[k] = 0.5f;
  attach (&stage);
  g_autoptr (MwImage) without = show_draw (&stage.show);
  stage.show.frame.shadow = TRUE;
  g_autoptr (MwImage) inner = show_draw (&stage.show);
  g_assert_cmpuint (n_other_pixels (without, inner), >, 20);
  mw_renderer_attach (stage.show.renderer, stage.node->node.record.id, NULL);
  g_autoptr (MwImage) nothing = show_draw (&stage.show);
  MwMdlxMaterial *material = scene_add (stage.model, "materials", &mw_mdlx_material_schema);
  scene_add_layer (stage.model, material, 0, scene_add_texture (stage.model, "FF0000FF", 0, 0));
  scene_add_quad (stage.model, 0, material, stage.bone);
  mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
  g_autoptr (MwImage) own = show_draw (&stage.show);
  g_assert_cmpuint (n_other_pixels (own, inner), <, 4);
  g_assert_cmpuint (n_other_pixels (own, nothing), >, 100);
  stage_close (&stage);
}

static void
one_file_may_be_at_many_nodes_and_its_images_are_loaded_once (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  MwMdlxAttachment *second = scene_add (stage.model, "nodes", &mw_mdlx_attachment_schema);
  second->node.pivot[1] = -0.75f;
  mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
  g_autoptr (GError) error = NULL;
  attach (&stage);
  mw_renderer_attach (stage.show.renderer, second->node.record.id, stage.attached);
  g_autoptr (MwImage) image = show_draw (&stage.show);
  scene_assert_pixel (image, 48, 32, 255, 0, 0);
  scene_assert_pixel (image, 10, 32, 255, 0, 0);
  scene_assert_pixel (image, 10, 2, 255, 0, 0); /* it is not scaled there */
  g_assert_cmpuint (mw_renderer_count (stage.show.renderer).triangles, ==, 4);
  g_assert_cmpuint (mw_inner_model_missing (stage.attached)->len, ==, 0);
  /* The image is gone: clay is shown, and it is known. */
  g_autofree char *path = files_path (&stage.files, "red.png");
  files_remove (path);
  mw_renderer_reload_textures (stage.show.renderer);
  g_autoptr (MwImage) clay = show_draw (&stage.show);
  g_assert_cmpuint (n_other_pixels (image, clay), >, 100);
  g_assert_cmpuint (mw_inner_model_missing (stage.attached)->len, ==, 1);
  g_assert_cmpstr (mw_inner_model_missing (stage.attached)->pdata[0], ==, "red.png");
  stage_close (&stage);
}

/* A part that is drawn later, and lines over all, must not be where the inner model is. */
static void
what_is_drawn_after_it_is_in_its_own_place (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  stage.show.frame.overlays = MW_OVERLAY_AXES | MW_OVERLAY_GRID;
  g_autoptr (MwImage) without = show_draw (&stage.show);
  attach (&stage);
  g_autoptr (MwImage) with = show_draw (&stage.show);
  for (int x = 0; x < 30; x++)
    for (int y = 0; y < SIDE; y++)
      g_assert_cmpmem (scene_pixel (with, x, y), 3, scene_pixel (without, x, y), 3);
  mw_renderer_begin (stage.show.renderer, &stage.show.frame);
  while (mw_renderer_part (stage.show.renderer, 1))
    ;
  g_autoptr (GError) error = NULL;
  g_autoptr (MwImage) parts = mw_offscreen_read (stage.show.offscreen, &error);
  g_assert_cmpuint (n_other_pixels (with, parts), ==, 0);
  stage_close (&stage);
}

/* --- What a model shows by itself ----------------------------------------------------------------------------------- */

/* The models that the stage's model shows; with `file`, that of the stage is called so. */
static void
set_inner (Stage *stage, const char *file)
{
  g_autoptr (GHashTable)
    files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) mw_inner_model_unref),
    spawned = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  attach (stage);
  mw_renderer_attach (stage->show.renderer, stage->node->node.record.id, NULL);
  if (file)
    g_hash_table_insert (files, g_strdup (file), mw_inner_model_ref (stage->attached));
  g_hash_table_insert (spawned, g_strdup ("boom"), g_strdup ("x\\Boom.mdl"));
  mw_renderer_set_model (stage->show.renderer, &stage->model->model, scene_load, NULL);
  mw_renderer_set_inner (stage->show.renderer, files, spawned);
}

static MwMdlxParticleEmitter *
add_emitter (Stage *stage)
{
  MwMdlxParticleEmitter *emitter = scene_add (stage->model, "nodes", &mw_mdlx_particle_emitter_schema);
  emitter->node.flags = 0x8000;
  mw_text_set (&emitter->path, "a\\Axe.mdl", 9);
  emitter->emission_rate = 62.5f;
  emitter->life_span = 0.1f;
  /* A looping sequence would begin with what the pass before it has left. */
  stage->sequence->flags = 1;
  mw_clock_play (&stage->show.frame.clock, &stage->model->model, stage->sequence->record.id);
  return emitter;
}

/* The square is of half size 0.5, since the inner model's bone makes it so, and plays its sequence from its birth. */
static void
particles_that_are_models_are_drawn (gconstpointer es)
{
  static const int32_t times[] = { 0, 1000 };
  static const float sizes[] = { 0.5f, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f }, ways[] = { 0, 0, 0, 0, 10, 0 };
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  MwMdlxParticleEmitter *emitter = add_emitter (&stage);
  emitter->node.pivot[1] = -0.5f;
  add_sequence (stage.inner, "Birth", 0, 1000);
  scene_add_track (stage.inner, stage.inner->nodes.items[0], "scaling.track", 1, 2, times, sizes);
  set_inner (&stage, "a\\Axe.mdl");
  assert_hidden (&stage);
  stage.show.frame.clock.time = 16;
  assert_shown (&stage, 0, 0.5);
  g_assert_cmpuint (mw_renderer_count (stage.show.renderer).particles, ==, 1);
  stage.show.frame.clock.time = 64;
  assert_shown (&stage, 0, 0.5);
  g_assert_cmpuint (mw_renderer_count (stage.show.renderer).triangles, ==, 8);
  scene_add_track (stage.inner, stage.inner->nodes.items[0], "translation.track", 1, 2, times, ways);
  set_inner (&stage, "a\\Axe.mdl");
  stage.show.frame.clock.time = 32;
  assert_shown (&stage, 0, 0.58); /* the older one has moved by 0.16 */
  /* It is hidden, its file is not there, the model is at rest. */
  const MwId id = emitter->node.record.id;
  stage.show.frame.hidden = &id;
  stage.show.frame.n_hidden = 1;
  assert_hidden (&stage);
  stage.show.frame.n_hidden = 0;
  set_inner (&stage, NULL);
  assert_hidden (&stage);
  mw_renderer_set_inner (stage.show.renderer, NULL, NULL);
  assert_hidden (&stage);
  set_inner (&stage, "a\\Axe.mdl");
  stage.show.frame.clock = MW_CLOCK_REST;
  assert_hidden (&stage);
  stage_close (&stage);
}

/* An emitter of the alpha, which is like those of M2: one particle in each step, which does not move, at the middle of the picture. */
static MwMdlxParticleEmitter2 *
add_alpha_emitter (MwMdlx *model)
{
  MwMdlxParticleEmitter2 *emitter = scene_add (model, "nodes", &mw_mdlx_particle_emitter2_schema);
  model->family = MW_FAMILY_MDX_WOW;
  model->version = 1300;
  emitter->node.flags = 0x8000; /* unshaded */
  emitter->emitter_type = 1;
  emitter->emission_rate = 62.5f;
  emitter->life_span = 10;
  emitter->time = 0.5f;
  for (guint i = 0; i < 3; i++) {
    emitter->segment_scaling[i] = 0.5f;
    for (guint k = 0; k < 3; k++)
      emitter->segment_color[i][k] = 1;
  }
  memset (emitter->segment_alpha, 255, sizeof emitter->segment_alpha);
  return emitter;
}

/* One of them is there after one step. */
static void
begin_with_one (Stage *stage)
{
  stage->sequence->flags = 1;
  mw_clock_play (&stage->show.frame.clock, &stage->model->model, stage->sequence->record.id);
  stage->show.frame.clock.time = 17;
}

static void
particles_of_world_of_warcraft_are_models_with_their_colour (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  MwMdlxParticleEmitter2 *emitter = add_alpha_emitter (stage.model);
  mw_text_set (&emitter->geometry_model, "a\\Axe.mdx", 9);
  begin_with_one (&stage);
  set_inner (&stage, "a\\Axe.mdx");
  assert_shown (&stage, 0.25, 0.75);
  g_assert_cmpuint (mw_renderer_count (stage.show.renderer).triangles, ==, 2);
  g_autoptr (MwImage) red = show_draw (&stage.show);
  scene_assert_pixel (red, 32, 32, 255, 0, 0);
  /* Its colours are multiplied; with less alpha it is blended with what is below it. */
  emitter->segment_color[0][0] = emitter->segment_color[1][0] = 0.5f;
  stage.show.frame.background[1] = 1;
  mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
  g_autoptr (MwImage) dark = show_draw (&stage.show);
  scene_assert_pixel (dark, 32, 32, 127.5, 0, 0);
  memset (emitter->segment_alpha, 51, sizeof emitter->segment_alpha);
  mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
  g_autoptr (MwImage) blended = show_draw (&stage.show);
  scene_assert_pixel (blended, 32, 32, 127.5 / 5, 255 * 4 / 5.0, 0);
  /* A mask is cut at the alpha that it had. */
  stage.layer->filter_mode = 1;
  set_inner (&stage, "a\\Axe.mdx");
  g_autoptr (MwImage) keyed = show_draw (&stage.show);
  scene_assert_pixel (keyed, 32, 32, 127.5 / 5, 255 * 4 / 5.0, 0);
  memset (emitter->segment_alpha, 0, sizeof emitter->segment_alpha);
  mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
  g_autoptr (MwImage) gone = show_draw (&stage.show);
  scene_assert_pixel (gone, 32, 32, 0, 255, 0);
  g_assert_cmpuint (mw_renderer_count (stage.show.renderer).triangles, ==, 0);
  stage_close (&stage);
}

/* An M2 in a file: two squares of half size 1 that face +X, an opaque red one at x = 0.5 and a blended blue one at x = -0.5, which the red one
 * does not cover. */
static MwInnerModel *
two_squares (Files *files)
{
  static const char *const paths[] = { "red.png", "blue.png" };
  static const float corners[] = { -1, 1, 1, 1, 1, -1, -1, -1 }, uvs[] = { 0, 0, 1, 0, 1, 1, 0, 1 };
  static const uint16_t faces[] = { 0, 3, 2, 0, 2, 1 };
  MwM2 *m2 = mw_m2_new (256);
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (float)),
                     ways = g_array_new (FALSE, FALSE, sizeof (float)),
                     all_uvs = g_array_new (FALSE, FALSE, sizeof (float));
  m2_add_sequence (m2, 0, 1000, 0);
  m2_add_bone (m2, NULL, 0, 0, 0);
  for (guint i = 0; i < 2; i++) {
    MwM2Texture *texture = m2_add (m2, "textures", &mw_m2_texture_schema);
    mw_text_set (&texture->path, paths[i], strlen (paths[i]));
  }
  MwM2Skin *skin = m2_add (m2, "skins", &mw_m2_skin_schema);
  for (guint i = 0; i < 2; i++) {
    uint16_t own[6];
    for (guint k = 0; k < 4; k++) {
      const float place[] = { i ? -0.5f : 0.5f, corners[2 * k], corners[2 * k + 1] };
      g_array_append_vals (places, place, 3);
      g_array_append_vals (ways, ((const float[]) { 1, 0, 0 }), 3);
    }
    g_array_append_vals (all_uvs, uvs, 8);
    for (guint k = 0; k < 6; k++)
      own[k] = (uint16_t) (faces[k] + 4 * i);
    MwM2Batch *batch = m2_add_batch (m2, skin, mw_array_copy (own, 6, 2));
    ((MwRef *) (void *) batch->textures.data)[0] = m2_ref (m2->textures.items[i]);
    MwM2Material *material = (MwM2Material *) mw_model_resolve (&m2->model, batch->material);
    material->blend_mode = i ? 2 : 0;
    material->flags = i ? 0x1 | 0x8 : 0x1; /* not lit; no depth test */
  }
  m2->positions = mw_array_copy (places->data, 8, 12);
  m2->normals = mw_array_copy (ways->data, 8, 12);
  m2->uvs = mw_array_copy (all_uvs->data, 8, 8);
  m2->bone_indices = mw_array_copy ((uint8_t[32]) { 0 }, 32, 1);
  uint8_t weights[32];
  for (guint i = 0; i < 32; i++)
    weights[i] = i % 4 ? 0 : 255;
  m2->bone_weights = mw_array_copy (weights, 32, 1);
  g_autoptr (GError) error = NULL;
  g_autofree char *path = files_path (files, "two.m2");
  g_autoptr (MwFileSet) set = mw_io_write (&m2->model, (MwFormat) { MW_FAMILY_M2, 256 }, NULL, &error);
  g_assert_no_error (error);
  GBytes *bytes = mw_file_set_main (set)->bytes;
  g_assert_true (g_file_set_contents (path, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), NULL));
  mw_model_free (&m2->model);
  MwInnerModel *inner = mw_inner_model_read (path, NULL, &error);
  g_assert_no_error (error);
  return inner;
}

/* An opaque surface that the colour of a particle makes translucent is drawn before one that is so by itself, even if it is nearer. */
static void
what_a_colour_makes_translucent_is_drawn_first (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  MwMdlxParticleEmitter2 *emitter = add_alpha_emitter (stage.model);
  mw_text_set (&emitter->geometry_model, "two.m2", 6);
  memset (emitter->segment_alpha, 51, sizeof emitter->segment_alpha);
  begin_with_one (&stage);
  write_image (&stage.files, "blue.png", "0000FFFF");
  g_autoptr (GHashTable)
    files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) mw_inner_model_unref);
  g_hash_table_insert (files, g_strdup ("two.m2"), two_squares (&stage.files));
  mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
  mw_renderer_set_inner (stage.show.renderer, files, NULL);
  g_autoptr (MwImage) image = show_draw (&stage.show);
  scene_assert_pixel (image, 32, 32, 51 * 0.8, 0, 51);
  stage_close (&stage);
}

/* What they emit has the image of the other model, of which nothing else is seen. */
static void
particles_carry_the_emitters_of_another_model (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  MwMdlxParticleEmitter2 *emitter = add_alpha_emitter (stage.model), *other = add_alpha_emitter (stage.inner);
  mw_text_set (&emitter->recursion_model, "b.mdx", 5);
  emitter->node.pivot[1] = 0.5f;
  memset (emitter->segment_alpha, 0, sizeof emitter->segment_alpha);
  other->texture = scene_ref (stage.inner->textures.items[0]);
  other->emission_rate = 625;
  other->segment_scaling[0] = other->segment_scaling[1] = 0.25f;
  add_sequence (stage.inner, "Stand", 0, 1000);
  begin_with_one (&stage);
  set_inner (&stage, "other.mdx");
  assert_hidden (&stage);
  set_inner (&stage, "b.mdx");
  assert_shown (&stage, 0.625, 0.875);
  g_autoptr (MwImage) image = show_draw (&stage.show);
  scene_assert_pixel (image, 48, 32, 255, 0, 0);
  const MwRenderCounts counts = mw_renderer_count (stage.show.renderer);
  g_assert_cmpuint (counts.triangles, ==, 0);
  g_assert_cmpuint (counts.particles, >=, 11); /* one, and ten in each step */
  g_assert_cmpuint (counts.particles, <=, 12);
  g_assert_cmpuint (counts.left_out, ==, 0);
  /* A second emitter has as many. */
  MwMdlxParticleEmitter2 *second = add_alpha_emitter (stage.inner);
  second->texture = other->texture;
  second->emission_rate = other->emission_rate;
  set_inner (&stage, "b.mdx");
  mw_image_free (show_draw (&stage.show));
  const MwRenderCounts both = mw_renderer_count (stage.show.renderer);
  g_assert_cmpint (ABS ((int) (both.particles - 1) - 2 * (int) (counts.particles - 1)), <=, 2);
  second->emission_rate = 0;
  set_inner (&stage, "b.mdx");
  const MwId id = emitter->node.record.id;
  stage.show.frame.hidden = &id;
  stage.show.frame.n_hidden = 1;
  assert_hidden (&stage);
  stage.show.frame.n_hidden = 0;
  stage.show.frame.shading = MW_SHADING_SOLID;
  assert_hidden (&stage);
  /* Models as particles of particles are left out. */
  stage.show.frame.shading = MW_SHADING_TEXTURED;
  mw_text_set (&other->geometry_model, "b.mdx", 5);
  set_inner (&stage, "b.mdx");
  assert_hidden (&stage);
  mw_text_set (&other->geometry_model, "", 0);
  set_inner (&stage, "b.mdx");
  /* Both may be the same model. */
  mw_text_set (&emitter->geometry_model, "b.mdx", 5);
  memset (emitter->segment_alpha, 255, sizeof emitter->segment_alpha);
  mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
  assert_shown (&stage, 0.5, 1);
  g_assert_cmpuint (mw_renderer_count (stage.show.renderer).triangles, ==, 2);
  stage_close (&stage);
}

static void
events_spawn_models_for_as_long_as_their_sequence (gconstpointer es)
{
  static const int32_t key = 200;
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  MwMdlxEventObject *event = scene_add (stage.model, "nodes", &mw_mdlx_event_object_schema);
  event->node.pivot[1] = 0.5f;
  event->node.parent = scene_ref (stage.bone);
  mw_text_set (&event->node.name, "SPNxBOOM", 8);
  MwRecord *track = mw_record_new (&mw_event_track_schema);
  mw_child_set (&stage.model->model, &event->node.record, mw_schema_field (&mw_mdlx_event_object_schema, "track"),
                track);
  ((MwEventTrack *) track)->times = mw_array_copy (&key, 1, sizeof key);
  add_sequence (stage.inner, "Birth", 100, 400);
  set_inner (&stage, "x\\Boom.mdl");
  static const struct {
    int32_t time;
    gboolean shown;
  } moments[] = { { 199, FALSE }, { 200, TRUE }, { 499, TRUE }, { 500, FALSE }, { 300, TRUE }, { 100, FALSE } };
  for (guint i = 0; i < G_N_ELEMENTS (moments); i++) {
    stage.show.frame.clock.time = moments[i].time;
    if (moments[i].shown)
      assert_shown (&stage, 0.4, 0.9); /* where the node was at 200 ms */
    else
      assert_hidden (&stage);
  }
  stage_close (&stage);
}

static void
too_many_models_are_counted (gconstpointer es)
{
  Stage stage;
  if (es || !stage_open (&stage, es))
    return;
  MwMdlxParticleEmitter *emitter = add_emitter (&stage);
  stage.sequence->interval[1] = 8000;
  emitter->life_span = 8;
  set_inner (&stage, "a\\Axe.mdl");
  mw_clock_play (&stage.show.frame.clock, &stage.model->model, stage.sequence->record.id);
  stage.show.frame.clock.time = 256 * 16;
  assert_shown (&stage, 0, 1);
  g_assert_cmpuint (mw_renderer_count (stage.show.renderer).left_out, ==, 0);
  g_assert_cmpuint (mw_renderer_count (stage.show.renderer).triangles, ==, 512);
  stage.show.frame.clock.time = 259 * 16;
  assert_shown (&stage, 0, 1);
  g_assert_cmpuint (mw_renderer_count (stage.show.renderer).left_out, ==, 3);
  stage_close (&stage);
}

static char *
found (Files *files, MwLookup *lookup, const char *name)
{
  g_autofree char *path = mw_lookup_find_model (lookup, name);
  return path ? g_strdup (path + strlen (files->folder) + 1) : NULL;
}

static void
files_are_found_by_names_and_by_the_table (Files *files, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *model = files_path (files, "model.mdx"), *folder = files_path (files, "Splats");
  MwMdlx *mdlx = mw_mdlx_new ();
  static const char *const names[] = { "SPNxBoom", "SPNxNONE", "SPNxboom", "SNDxBOOM" };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    MwMdlxEventObject *event = scene_add (mdlx, "nodes", &mw_mdlx_event_object_schema);
    MwRecord *track = mw_record_new (&mw_event_track_schema);
    mw_text_set (&event->node.name, names[i], strlen (names[i]));
    mw_child_set (&mdlx->model, &event->node.record, mw_schema_field (&mw_mdlx_event_object_schema, "track"), track);
  }
  g_assert_true (mw_inner_spawns (&mdlx->model));
  g_autoptr (MwLookup) before = mw_lookup_new (model, NULL, NULL);
  g_autoptr (GHashTable) none = mw_spawn_table_read (before, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_hash_table_size (none), ==, 0);
  g_mkdir (folder, 0700);
  files_write (
    files, "Splats/SpawnData.slk",
    "ID;P\nC;X1;Y1;K\"ID\"\nC;X2;Y1;K\"Model\"\nC;X1;Y2;K\"BOOM\"\nC;X2;Y2;K\"x\\Boom.mdl\"\nC;X1;Y3;K\"HALF\"\nE\n");
  g_autoptr (MwLookup) lookup = mw_lookup_new (model, NULL, NULL);
  g_autoptr (GHashTable) spawned = mw_spawn_table_read (lookup, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_hash_table_size (spawned), ==, 1);
  MwMdlxParticleEmitter *emitter = scene_add (mdlx, "nodes", &mw_mdlx_particle_emitter_schema);
  mw_text_set (&emitter->path, "y.MDX", 5);
  g_autoptr (GPtrArray) unknown = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) all = mw_inner_names (&mdlx->model, spawned, unknown);
  g_assert_cmpuint (all->len, ==, 2);
  g_assert_cmpstr (all->pdata[0], ==, "x\\Boom.mdl");
  g_assert_cmpstr (all->pdata[1], ==, "y.MDX");
  MwMdlxParticleEmitter2 *carrier = scene_add (mdlx, "nodes", &mw_mdlx_particle_emitter2_schema);
  mw_text_set (&carrier->recursion_model, "carried.mdx", 11);
  mdlx->family = MW_FAMILY_MDX_WOW;
  g_autoptr (GPtrArray) more = mw_inner_names (&mdlx->model, spawned, NULL);
  g_assert_cmpuint (more->len, ==, 3);
  g_assert_cmpstr (more->pdata[2], ==, "carried.mdx");
  mw_text_set (&carrier->geometry_model, "model.mdx", 9);
  g_autoptr (GPtrArray) both = mw_inner_names (&mdlx->model, spawned, NULL);
  g_assert_cmpuint (both->len, ==, 4);
  g_assert_cmpuint (unknown->len, ==, 1);
  g_assert_cmpstr (unknown->pdata[0], ==, "NONE");
  mw_model_free (&mdlx->model);
  /* The other of the two extensions will do. */
  files_write (files, "boom.mdx", "");
  files_write (files, "y.mdl", "");
  files_write (files, "z.m2", "");
  g_autoptr (MwLookup) after = mw_lookup_new (model, NULL, NULL);
  g_autofree char *boom = found (files, after, "x\\Boom.mdl"), *y = found (files, after, "y.MDX"),
                  *z = found (files, after, "z.m2"), *as_m2 = found (files, after, "Spells\\Z.MDX"),
                  *gone = found (files, after, "gone.mdl"), *short_one = found (files, after, "mdl");
  g_assert_cmpstr (boom, ==, "boom.mdx");
  g_assert_cmpstr (y, ==, "y.mdl");
  g_assert_cmpstr (z, ==, "z.m2");
  g_assert_cmpstr (as_m2, ==, "z.m2");
  g_assert_null (gone);
  g_assert_null (short_one);
  files_write (files, "Splats/SpawnData.slk", "ID\nC;X0;K1\n");
  g_autoptr (MwLookup) damaged = mw_lookup_new (model, NULL, NULL);
  g_assert_null (mw_spawn_table_read (damaged, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_CORRUPT);
  g_assert_nonnull (strstr (error->message, "SpawnData.slk"));
}

/* The parts of all notes, or "". */
static void
assert_notes (const MwMdlx *model, const char *name, const MwMdlx *inner, const char *wanted)
{
  g_autoptr (GPtrArray) notes = mw_inner_notes (&model->model, name, NULL, &inner->model);
  g_autoptr (GString) all = g_string_new (NULL);
  for (guint i = 0; i < notes->len; i++)
    g_string_append_printf (all, "%s%s", all->len ? "|" : "", (const char *) notes->pdata[i]);
  g_assert_cmpstr (all->str, ==, wanted);
}

#define MODELS "The models that its own emitters and events show are not drawn"
#define MARKS "The marks that it leaves on the ground are not drawn"
#define NOTHING "It has no emitters that particles can carry"
#define CARRIED "The models that carried particles are, or carry themselves, are not drawn"

static void
what_of_an_inner_model_is_not_drawn_is_said (void)
{
  MwMdlx *model = mw_mdlx_new (), *inner = mw_mdlx_new ();
  model->family = MW_FAMILY_MDX_WOW;
  MwMdlxParticleEmitter2 *emitter = scene_add (model, "nodes", &mw_mdlx_particle_emitter2_schema);
  mw_text_set (&emitter->geometry_model, "shown.mdx", 9);
  mw_text_set (&emitter->recursion_model, "carried.mdx", 11);
  assert_notes (model, NULL, inner, "");
  assert_notes (model, "shown.mdx", inner, "");
  assert_notes (model, "other.mdx", inner, "");
  assert_notes (model, "carried.mdx", inner, NOTHING);
  /* Emitters of Warcraft III are not carried. */
  scene_add (inner, "nodes", &mw_mdlx_particle_emitter2_schema);
  assert_notes (model, "carried.mdx", inner, NOTHING);
  inner->family = MW_FAMILY_MDX_WOW;
  assert_notes (model, "carried.mdx", inner, "");
  for (guint i = 1; i < MW_CARRIED_MAX; i++)
    scene_add (inner, "nodes", &mw_mdlx_particle_emitter2_schema);
  /* The game lets particles carry no more than that. */
  MwMdlxParticleEmitter2 *last = scene_add (inner, "nodes", &mw_mdlx_particle_emitter2_schema),
                         *first = (MwMdlxParticleEmitter2 *) inner->nodes.items[0];
  mw_text_set (&last->geometry_model, "x.mdx", 5);
  assert_notes (model, "carried.mdx", inner, "");
  assert_notes (model, "shown.mdx", inner, MODELS);
  assert_notes (model, NULL, inner, MODELS);
  mw_text_set (&last->geometry_model, "", 0);
  mw_text_set (&first->recursion_model, "x.mdx", 5);
  assert_notes (model, "carried.mdx", inner, CARRIED);
  assert_notes (model, "shown.mdx", inner, MODELS);
  mw_text_set (&emitter->geometry_model, "carried.mdx", 11);
  assert_notes (model, "carried.mdx", inner, MODELS "|" CARRIED);
  mw_text_set (&first->recursion_model, "", 0);
  mw_text_set (&first->geometry_model, "x.mdx", 5);
  assert_notes (model, "carried.mdx", inner, MODELS "|" CARRIED);
  mw_text_set (&first->geometry_model, "", 0);
  static const char *const names[] = { "SPNxBOOM", "FPTxFBL1" }, *const notes[] = { MODELS, MARKS };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    MwMdlxEventObject *event = scene_add (inner, "nodes", &mw_mdlx_event_object_schema);
    mw_text_set (&event->node.name, names[i], 8);
    mw_child_set (&inner->model, &event->node.record, mw_schema_field (&mw_mdlx_event_object_schema, "track"),
                  mw_record_new (&mw_event_track_schema));
    assert_notes (model, NULL, inner, notes[i]);
    mw_text_set (&emitter->geometry_model, "", 0);
    assert_notes (model, "carried.mdx", inner, ""); /* where only its emitters are shown */
    mw_text_set (&event->node.name, "SNDxBOOM", 8);
    assert_notes (model, NULL, inner, "");
  }
  mw_model_free (&model->model);
  mw_model_free (&inner->model);
}

static void
a_file_that_is_no_model_is_an_error (Files *files, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *missing = files_path (files, "no.mdx"), *bad = files_path (files, "bad.mdx");
  files_write (files, "bad.mdx", "MDLXVERS");
  g_assert_null (mw_inner_model_read (missing, NULL, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_IO);
  g_clear_error (&error);
  g_assert_null (mw_inner_model_read (bad, NULL, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_CORRUPT);
}

int
main (int argc, char **argv)
{
  static const ShowTest tests[] = {
    { "it is where its node is", it_is_where_its_node_is },
    { "it is hidden with its node", it_is_hidden_with_its_node },
    { "what is chosen of the outer model does not matter", what_is_chosen_of_the_outer_model_does_not_matter },
    { "it plays the sequence of the same name", it_plays_the_sequence_of_the_same_name },
    { "light falls on it as it is turned", light_falls_on_it_as_it_is_turned },
    { "it is seen from the right side if its node mirrors it", it_is_seen_from_the_right_side_if_its_node_mirrors_it },
    { "the farther model is blended first", the_farther_model_is_blended_first },
    { "its shadow falls where it is", its_shadow_falls_where_it_is },
    { "one file may be at many nodes and its images are loaded once",
      one_file_may_be_at_many_nodes_and_its_images_are_loaded_once },
    { "particles that are models are drawn", particles_that_are_models_are_drawn },
    { "particles of World of Warcraft are models with their colour",
      particles_of_world_of_warcraft_are_models_with_their_colour },
    { "what a colour makes translucent is drawn first", what_a_colour_makes_translucent_is_drawn_first },
    { "particles carry the emitters of another model", particles_carry_the_emitters_of_another_model },
    { "events spawn models for as long as their sequence", events_spawn_models_for_as_long_as_their_sequence },
    { "too many models are counted", too_many_models_are_counted },
    { "what is drawn after it is in its own place", what_is_drawn_after_it_is_in_its_own_place },
  };
  g_test_init (&argc, &argv, NULL);
  show_add_tests ("inner", tests, G_N_ELEMENTS (tests));
  g_test_add_func ("/render/inner/what of an inner model is not drawn is said",
                   what_of_an_inner_model_is_not_drawn_is_said);
  g_test_add ("/render/inner/a file that is no model is an error", Files, NULL, files_set_up,
              a_file_that_is_no_model_is_an_error, files_tear_down);
  g_test_add ("/render/inner/files are found by names and by the table", Files, NULL, files_set_up,
              files_are_found_by_names_and_by_the_table, files_tear_down);
  return g_test_run ();
}
