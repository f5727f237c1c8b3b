/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/pick.h"
#include "core/io/mdx/mdx.h"
#include "core/pose/family.h"
#include "core/render/framing.h"
#include "tests/core/corpus.h"
#include "tests/core/pose/m2-models.h"
#include "tests/core/pose/models.h"
#include "tests/core/render/scene.h"

#include <math.h>
#include <string.h>

/* Two squares of half size 1 at x = 0 and x = 10 that face +X, from where the camera looks. */
typedef struct {
  MwMdlx *model;
  MwMdlxMaterial *material;
  MwMdlxLayer *layer;
  MwMdlxGeoset *behind, *front;
  MwFrame frame;
} World;

static void
set_up (World *world)
{
  world->model = mw_mdlx_new ();
  world->material = scene_add (world->model, "materials", &mw_mdlx_material_schema);
  world->layer = scene_add_layer (world->model, world->material, 0, NULL);
  world->layer->alpha = 1;
  world->behind = scene_add_quad (world->model, 0, world->material, NULL);
  world->front = scene_add_quad (world->model, 10, world->material, NULL);
  mw_frame_init (&world->frame, 0, 200, 100, NULL);
  mw_camera_set_view (&world->frame.camera, MW_VIEW_FRONT);
  mw_camera_frame (&world->frame.camera, (float[3]) { 5, 0, 0 }, 8, 2);
}

static void
tear_down (World *world)
{
  mw_model_free (&world->model->model);
}

/* What is found at a point, as text: "F" and "B" for the squares, "?" for others. Free with g_free(). */
static char *
found_at (const World *world, float x, float y)
{
  g_autoptr (MwPicker) picker = mw_picker_new (&world->model->model);
  GString *text = g_string_new (NULL);
  guint n;
  const MwPickHit *hits = mw_picker_at (picker, &world->frame, x, y, 6, &n);
  for (guint i = 0; i < n; i++)
    g_string_append_c (text, hits[i].id == world->front->record.id    ? 'F'
                             : hits[i].id == world->behind->record.id ? 'B'
                                                                      : '?');
  return g_string_free (text, FALSE);
}

static void
assert_found (const World *world, float x, float y, const char *should_be)
{
  g_autofree char *found = found_at (world, x, y);
  g_assert_cmpstr (found, ==, should_be);
}

static void
the_nearest_surface_comes_first (void)
{
  World world;
  set_up (&world);
  for (guint ortho = 0; ortho < 2; ortho++) {
    world.frame.camera.ortho = ortho != 0;
    assert_found (&world, 100.5f, 50.5f, "FB");
    assert_found (&world, 5, 5, "");
    assert_found (&world, 199, 99, "");
  }
  /* From the back nothing is seen, unless the material has two sides. */
  mw_camera_set_view (&world.frame.camera, MW_VIEW_BACK);
  assert_found (&world, 100.5f, 50.5f, "");
  world.frame.shading = MW_SHADING_WIREFRAME;
  assert_found (&world, 100.5f, 50.5f, "BF");
  world.frame.shading = MW_SHADING_TEXTURED;
  world.layer->flags = 0x10;
  assert_found (&world, 100.5f, 50.5f, "BF");
  tear_down (&world);
}

static void
the_depth_is_along_the_view_from_the_near_plane (void)
{
  World world;
  set_up (&world);
  g_autoptr (MwPicker) picker = mw_picker_new (&world.model->model);
  for (guint ortho = 0; ortho < 2; ortho++) {
    float eye[3], near_plane, far_plane;
    guint n;
    world.frame.camera.ortho = ortho != 0;
    mw_camera_eye (&world.frame.camera, eye);
    mw_camera_clip (&world.frame.camera, &near_plane, &far_plane);
    const MwPickHit *hits = mw_picker_at (picker, &world.frame, 96, 46, 0, &n);
    g_assert_cmpuint (n, ==, 2);
    g_assert_cmpfloat_with_epsilon (hits[0].depth, eye[0] - 10 - near_plane, 1e-3f);
    g_assert_cmpfloat_with_epsilon (hits[1].depth, eye[0] - near_plane, 1e-3f);
    g_assert_false (hits[0].marker);
  }
  /* What is in front of the near plane is not seen. */
  world.frame.camera.ortho = FALSE;
  world.frame.camera.distance = 2;
  assert_found (&world, 100.5f, 50.5f, "B");
  tear_down (&world);
}

static void
what_is_not_drawn_is_not_found (void)
{
  World world;
  set_up (&world);
  world.frame.hidden = &world.front->record.id;
  world.frame.n_hidden = 1;
  assert_found (&world, 100.5f, 50.5f, "B");
  world.frame.n_hidden = 0;
  MwMdlxGeosetAnimation *animation = scene_add (world.model, "geoset_animations", &mw_mdlx_geoset_animation_schema);
  animation->geoset = scene_ref (world.front);
  animation->alpha = 0;
  assert_found (&world, 100.5f, 50.5f, "B");
  animation->alpha = 1;
  world.layer->alpha = 0;
  assert_found (&world, 100.5f, 50.5f, "");
  world.frame.shading = MW_SHADING_SOLID;
  assert_found (&world, 100.5f, 50.5f, "FB");
  /* Glows have no shape. */
  world.layer->alpha = 1;
  world.layer->filter_mode = 3;
  assert_found (&world, 100.5f, 50.5f, "");
  world.frame.shading = MW_SHADING_TEXTURED;
  assert_found (&world, 100.5f, 50.5f, "FB");
  /* A corner that is no vertex. */
  mw_array_clear (&world.front->faces);
  world.front->faces = mw_array_copy ((uint16_t[]) { 0, 1, 4, 0, 2 }, 5, 2);
  assert_found (&world, 100.5f, 50.5f, "B");
  tear_down (&world);
}

static void
a_picker_follows_what_its_frames_show (void)
{
  World world;
  set_up (&world);
  g_autoptr (MwPicker) picker = mw_picker_new (&world.model->model);
  guint n;
  mw_picker_at (picker, &world.frame, 100.5f, 50.5f, 6, &n);
  g_assert_cmpuint (n, ==, 2);
  world.frame.hidden = &world.front->record.id;
  world.frame.n_hidden = 1;
  mw_picker_at (picker, &world.frame, 100.5f, 50.5f, 6, &n);
  g_assert_cmpuint (n, ==, 1);
  /* As many are hidden, but another. */
  world.frame.hidden = &world.behind->record.id;
  g_assert_cmpuint (mw_picker_at (picker, &world.frame, 100.5f, 50.5f, 6, &n)[0].id, ==, world.front->record.id);
  mw_camera_set_view (&world.frame.camera, MW_VIEW_BACK);
  mw_picker_at (picker, &world.frame, 100.5f, 50.5f, 6, &n);
  g_assert_cmpuint (n, ==, 0);
  tear_down (&world);
}

static void
a_picker_follows_the_camera (void)
{
  World world;
  set_up (&world);
  MwMdlxNode *node = add_node (world.model, &mw_mdlx_attachment_schema, NULL, 0, 4, 3);
  g_autoptr (MwPicker) picker = mw_picker_new (&world.model->model);
  world.frame.overlays = MW_OVERLAY_ATTACHMENTS;
  for (guint view = MW_VIEW_FRONT; view <= MW_VIEW_BOTTOM; view++) {
    const float at[3] = { 0, 4, 3 };
    float screen[3];
    guint n;
    mw_camera_set_view (&world.frame.camera, (MwView) view);
    g_assert_true (mw_camera_project (&world.frame.camera, at, 200, 100, screen));
    const MwPickHit *hits = mw_picker_at (picker, &world.frame, screen[0], screen[1], 6, &n);
    g_assert_cmpuint (n, >, 0);
    g_assert_cmpuint (hits[0].id, ==, node->record.id);
  }
  tear_down (&world);
}

/* --- Markers -------------------------------------------------------------------------------------------------------- */

static void
markers_come_first_if_they_are_shown_and_near (void)
{
  World world;
  set_up (&world);
  MwMdlxNode *one = add_node (world.model, &mw_mdlx_attachment_schema, NULL, 0, 0, 0),
             *two = add_node (world.model, &mw_mdlx_attachment_schema, NULL, 0, 0, 3);
  float screen[3], other[3];
  const float at[3] = { 0, 0, 0 }, upper[3] = { 0, 0, 3 };
  guint n;
  g_assert_true (mw_camera_project (&world.frame.camera, at, 200, 100, screen));
  g_assert_true (mw_camera_project (&world.frame.camera, upper, 200, 100, other));
  assert_found (&world, screen[0], screen[1], "FB");
  world.frame.overlays = MW_OVERLAY_BONES;
  assert_found (&world, screen[0], screen[1], "FB");
  world.frame.overlays = MW_OVERLAY_ATTACHMENTS;
  g_autoptr (MwPicker) picker = mw_picker_new (&world.model->model);
  const MwPickHit *hits = mw_picker_at (picker, &world.frame, screen[0] + 2, screen[1], 40, &n);
  g_assert_cmpuint (n, ==, 4);
  g_assert_true (hits[0].marker && hits[1].marker && !hits[2].marker);
  g_assert_cmpuint (hits[0].id, ==, one->record.id);
  g_assert_cmpuint (hits[1].id, ==, two->record.id);
  hits = mw_picker_at (picker, &world.frame, other[0], other[1] + 1, 40, &n);
  g_assert_cmpuint (hits[0].id, ==, two->record.id);
  /* The diamond has 4 pixels around the position. */
  hits = mw_picker_at (picker, &world.frame, screen[0] - 9.5f, screen[1], 6, &n);
  g_assert_cmpuint (hits[0].id, ==, one->record.id);
  g_assert_cmpfloat_with_epsilon (hits[0].distance, 5.5f, 0.1f);
  mw_picker_at (picker, &world.frame, screen[0] - 10.5f, screen[1], 6, &n);
  g_assert_false (n && hits[0].marker);
  /* One that is selected is always shown. */
  world.frame.overlays = 0;
  world.frame.selected = &one->record.id;
  world.frame.n_selected = 1;
  assert_found (&world, screen[0], screen[1], "?FB");
  tear_down (&world);
}

static void
a_bone_is_found_along_its_length (void)
{
  World world;
  set_up (&world);
  MwMdlxNode *from = add_node (world.model, &mw_mdlx_bone_schema, NULL, 0, -6, 3),
             *to = add_node (world.model, &mw_mdlx_bone_schema, from, 0, 6, 3);
  const float middle[3] = { 0, 0, 3 };
  float screen[3];
  guint n;
  world.frame.overlays = MW_OVERLAY_BONES;
  g_assert_true (mw_camera_project (&world.frame.camera, middle, 200, 100, screen));
  g_autoptr (MwPicker) picker = mw_picker_new (&world.model->model);
  const MwPickHit *hits = mw_picker_at (picker, &world.frame, screen[0], screen[1], 6, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (hits[0].id, ==, to->record.id);
  tear_down (&world);
}

/* --- A rectangle ---------------------------------------------------------------------------------------------------- */

static guint
n_in (const World *world, float left, float top, float right, float bottom)
{
  g_autoptr (MwPicker) picker = mw_picker_new (&world->model->model);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  mw_picker_in (picker, &world->frame, (float[2]) { left, top }, (float[2]) { right, bottom }, ids);
  return ids->len;
}

static void
a_rectangle_finds_what_it_touches (void)
{
  World world;
  set_up (&world);
  float corner[3], far_corner[3];
  /* The upper right corner of the square in front, and of the one behind it, which looks smaller. */
  g_assert_true (mw_camera_project (&world.frame.camera, (float[3]) { 10, 1, 1 }, 200, 100, corner));
  g_assert_true (mw_camera_project (&world.frame.camera, (float[3]) { 0, 1, 1 }, 200, 100, far_corner));
  g_assert_cmpuint (n_in (&world, 0, 0, 200, 100), ==, 2);
  /* Within one triangle, and around a corner of each. */
  g_assert_cmpuint (n_in (&world, 100, 49, 101, 50), ==, 2);
  g_assert_cmpuint (n_in (&world, corner[0] - 0.5f, corner[1] - 5, corner[0] + 20, corner[1] + 0.5f), ==, 1);
  g_assert_cmpuint (n_in (&world, corner[0] + 0.5f, 0, 200, 100), ==, 0);
  g_assert_cmpuint (n_in (&world, 0, 0, 200, corner[1] - 0.5f), ==, 0);
  g_assert_cmpuint (n_in (&world, far_corner[0] - 0.5f, far_corner[1] - 0.2f, 200, far_corner[1] + 0.5f), ==, 2);
  MwMdlxNode *node = add_node (world.model, &mw_mdlx_attachment_schema, NULL, 10, 1, 1);
  g_assert_nonnull (node);
  g_assert_cmpuint (n_in (&world, corner[0] - 0.5f, corner[1] - 5, corner[0] + 20, corner[1] + 0.5f), ==, 1);
  world.frame.overlays = MW_OVERLAY_ATTACHMENTS;
  g_assert_cmpuint (n_in (&world, corner[0] - 0.5f, corner[1] - 5, corner[0] + 20, corner[1] + 0.5f), ==, 2);
  world.frame.hidden = &node->record.id;
  world.frame.n_hidden = 1;
  g_assert_cmpuint (n_in (&world, corner[0] - 0.5f, corner[1] - 5, corner[0] + 20, corner[1] + 0.5f), ==, 1);
  world.frame.n_hidden = 0;
  mw_camera_set_view (&world.frame.camera, MW_VIEW_BACK);
  g_assert_cmpuint (n_in (&world, 0, 0, 200, 100), ==, 1);
  tear_down (&world);
}

/* --- Compared with all triangles ------------------------------------------------------------------------------------- */

/* The depth (0 to 1) of the nearest triangle of a surface that has a pixel inside of its projection; -1: there is none; -2: the pixel is too
 * near to an edge to tell. Triangles are taken as they are on the screen. */
static double
depth_on_screen (const MwFrame *frame, const MwPosedSurface *surface, const float *points, guint n_points, float x,
                 float y)
{
  const uint16_t *indices = surface->triangles->data;
  double nearest = -1;
  for (guint i = 0; i + 2 < surface->triangles->n; i += 3) {
    float at[3][3];
    gboolean whole = TRUE;
    for (guint k = 0; k < 3 && whole; k++)
      whole = indices[i + k] < n_points
              && mw_camera_project (&frame->camera, points + 3 * (gsize) indices[i + k], (float) frame->width,
                                    (float) frame->height, at[k]);
    if (!whole)
      continue;
    double parts[3], sum = 0, least = INFINITY, depth = 0;
    for (guint k = 0; k < 3; k++) {
      const float *a = at[(k + 1) % 3], *b = at[(k + 2) % 3];
      parts[k] = (double) (b[0] - a[0]) * (double) (y - a[1]) - (double) (b[1] - a[1]) * (double) (x - a[0]);
      sum += parts[k];
    }
    if (fabs (sum) < 1e-4 || (sum > 0 && !surface->two_sided))
      continue;
    for (guint k = 0; k < 3; k++) {
      least = MIN (least, parts[k] / sum);
      depth += parts[k] / sum * (double) at[k][2];
    }
    if (least > -0.02 && least < 0.02)
      return -2;
    if (least > 0 && (nearest < 0 || depth < nearest))
      nearest = depth;
  }
  return nearest;
}

/* Compares a grid of pixels; returns how many surfaces were found there. */
static guint
compare (const MwModel *model, const MwFrame *frame)
{
  g_autoptr (MwPicker) picker = mw_picker_new (model);
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (model);
  g_autoptr (GArray) all_parts = g_array_new (FALSE, FALSE, sizeof (MwPosedPart)),
                     all_points = g_array_new (FALSE, FALSE, 3 * sizeof (float));
  g_autoptr (GArray) surfaces = g_array_new (FALSE, FALSE, sizeof (MwPosedSurface));
  const MwSeen seen = { &frame->clock, NULL, frame->profile, NULL, 0 };
  guint n_found = 0;
  float view[16];
  mw_camera_view_matrix (&frame->camera, view);
  mw_skeleton_update (skeleton, &frame->clock, view);
  mw_pose_family (model)->mesh (skeleton, &frame->clock, all_parts, all_points);
  const MwPosedPart *parts = (const MwPosedPart *) (const void *) all_parts->data;
  const float *points = (const float *) (const void *) all_points->data;
  mw_pose_family (model)->surfaces (model, &seen, parts, surfaces);
  for (guint pixel = 0; pixel < 144; pixel++) {
    const float x = (float) (pixel % 12) / 12 * (float) frame->width + 0.31f,
                y = (float) (pixel / 12) / 12 * (float) frame->height + 0.17f;
    guint n, n_should_be = 0;
    const MwPickHit *hits = mw_picker_at (picker, frame, x, y, 0, &n);
    double before = -1;
    gboolean unsure = FALSE;
    for (guint i = 0; i < surfaces->len; i++) {
      const MwPosedSurface *surface = &g_array_index (surfaces, MwPosedSurface, i);
      const MwPosedPart *part = &parts[surface->part];
      const double depth = depth_on_screen (frame, surface, points + 3 * (gsize) part->first, part->n, x, y);
      unsure |= depth == -2;
      n_should_be += depth >= 0 && surface->look != MW_DRAWN_NOT;
    }
    if (unsure)
      continue;
    g_assert_cmpuint (n, ==, n_should_be);
    for (guint i = 0; i < n; i++)
      for (guint k = 0; k < surfaces->len; k++) {
        const MwPosedSurface *surface = &g_array_index (surfaces, MwPosedSurface, k);
        const MwPosedPart *part = &parts[surface->part];
        if (surface->id != hits[i].id)
          continue;
        const double depth = depth_on_screen (frame, surface, points + 3 * (gsize) part->first, part->n, x, y);
        g_assert_cmpfloat (depth, >=, before - 1e-6);
        before = depth;
      }
    n_found += n;
  }
  return n_found;
}

static void
finds_what_a_look_at_all_triangles_finds (void)
{
  static const char *const samples[] = { "figure.mdx", "everything.mdx" };
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++) {
    g_autofree char *path = sample_path (samples[i]);
    g_autoptr (GError) error = NULL;
    gsize size;
    g_autofree uint8_t *bytes = load_exactly (path, &size);
    MwMdlx *mdlx = mw_mdx_read (bytes, size, NULL, &error);
    g_assert_no_error (error);
    const MwModel *model = &mdlx->model;
    MwFrame frame;
    guint n = 0;
    mw_frame_init (&frame, 0, 320, 200, model);
    for (guint k = 0; k < 4; k++) {
      frame.clock = mw_framing_moment (model, &frame);
      frame.clock.time += (int32_t) k * 120;
      frame.camera.yaw = (float) k * 1.7f;
      frame.camera.ortho = k == 3;
      mw_framing_fit (&frame, model, &frame.clock, 1);
      n += compare (model, &frame);
    }
    g_assert_cmpuint (n, >, 20);
    mw_model_free (&mdlx->model);
  }
}

/* --- M2 ------------------------------------------------------------------------------------------------------------- */

static void
batches_of_the_profile_are_found (void)
{
  const float corners[] = { 0, -1, -1, 0, 1, -1, 0, 0, 1, 5, -1, -1, 5, 1, -1, 5, 0, 1 };
  MwM2 *model = mw_m2_new (264);
  m2_add (model, "textures", &mw_m2_texture_schema);
  model->positions = mw_array_copy (corners, 6, 12);
  MwM2Skin *skins[2];
  MwM2Batch *batches[2][2];
  for (guint i = 0; i < 2; i++) {
    skins[i] = m2_add (model, "skins", &mw_m2_skin_schema);
    batches[i][0] = m2_add_batch (model, skins[i], mw_array_copy ((uint16_t[]) { 0, 1, 2 }, 3, 2));
    batches[i][1] = m2_add_batch (model, skins[i], mw_array_copy ((uint16_t[]) { 3, 5, 4 }, 3, 2));
  }
  MwFrame frame;
  guint n;
  mw_frame_init (&frame, 0, 100, 100, NULL);
  mw_camera_set_view (&frame.camera, MW_VIEW_FRONT);
  mw_camera_frame (&frame.camera, (float[3]) { 2, 0, 0 }, 5, 1);
  frame.profile = skins[1]->record.id;
  g_autoptr (MwPicker) picker = mw_picker_new (&model->model);
  const MwPickHit *hits = mw_picker_at (picker, &frame, 50, 50, 0, &n);
  /* The one in front shows its back. */
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (hits[0].id, ==, batches[1][0]->record.id);
  frame.profile = skins[0]->record.id;
  g_assert_cmpuint (mw_picker_at (picker, &frame, 50, 50, 0, &n)[0].id, ==, batches[0][0]->record.id);
  MwM2Material *material = (MwM2Material *) mw_model_resolve (&model->model, batches[0][1]->material);
  material->flags = 0x4;
  g_autoptr (MwPicker) again = mw_picker_new (&model->model);
  hits = mw_picker_at (again, &frame, 50, 50, 0, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (hits[0].id, ==, batches[0][1]->record.id);
  mw_model_free (&model->model);
}

/* What an image looks like to the picker: what of it grows with u; it repeats nowhere. */
typedef struct {
  MwId texture;
  enum { ALPHA, GREY, ALPHA_OF_BLACK } grows;
  guint asked;
  float last[2]; /* coordinates that were asked for */
} Ramp;

static MwTexel
texel_of_ramp (MwId texture, const float uv[2], gpointer data)
{
  Ramp *ramp = data;
  const float u = CLAMP (uv[0], 0, 1);
  ramp->asked++;
  memcpy (ramp->last, uv, sizeof ramp->last);
  if (texture != ramp->texture)
    return MW_TEXEL_UNKNOWN;
  return ramp->grows == GREY ? (MwTexel) { 1, u, u } : (MwTexel) { u, 0, ramp->grows == ALPHA };
}

/* What is found where u of the square in front is that much, with its holes. */
static void
assert_found_through (const World *world, Ramp *ramp, float u, const char *should_be)
{
  g_autoptr (MwPicker) picker = mw_picker_new (&world->model->model);
  const float at[3] = { 10, 2 * u - 1, 0.1f };
  float screen[3];
  guint n;
  mw_picker_set_texels (picker, texel_of_ramp, ramp);
  g_assert_true (mw_camera_project (&world->frame.camera, at, 200, 100, screen));
  const MwPickHit *hits = mw_picker_at (picker, &world->frame, screen[0], screen[1], 6, &n);
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint i = 0; i < n; i++)
    g_string_append_c (text, hits[i].id == world->front->record.id ? 'F' : 'B');
  g_assert_cmpstr (text->str, ==, should_be);
}

static void
what_is_seen_through_holes_is_found (void)
{
  World world;
  set_up (&world);
  world.frame.camera.ortho = TRUE;
  MwMdlxTexture *texture = scene_add_texture (world.model, "ramp", 0, 0);
  MwMdlxMaterial *plain = scene_add (world.model, "materials", &mw_mdlx_material_schema);
  scene_add_layer (world.model, plain, 0, NULL)->alpha = 1;
  world.behind->material = scene_ref (plain);
  world.layer->texture = scene_ref (texture);
  Ramp ramp = { .texture = texture->record.id };
  /* From which alpha on each filter mode shows a texel. */
  const float shown_from[] = { 0, 192 / 255.0f, 0.05f, 0.05f, 0.05f, 4 / 255.0f, 4 / 255.0f, 0.05f };
  for (guint mode = 0; mode < G_N_ELEMENTS (shown_from); mode++) {
    world.layer->filter_mode = mode;
    if (shown_from[mode] > 0)
      assert_found_through (&world, &ramp, shown_from[mode] - MIN (shown_from[mode], 0.03f) / 2, "B");
    assert_found_through (&world, &ramp, shown_from[mode] + 0.03f, "FB");
  }
  g_assert_cmpfloat_with_epsilon (ramp.last[0], 0.08f, 1e-3f);
  g_assert_cmpfloat_with_epsilon (ramp.last[1], 0.45f, 1e-3f);
  world.layer->filter_mode = 1;
  /* The alpha of the layer counts, too. */
  world.layer->alpha = 0.9f;
  assert_found_through (&world, &ramp, 0.8f, "B");
  assert_found_through (&world, &ramp, 0.86f, "FB");
  world.layer->alpha = 1;
  /* Without textures nothing is cut out; an image of the surroundings has no holes that are known; nor has one without coordinates. */
  assert_found_through (&world, &ramp, 0.5f, "B");
  world.frame.shading = MW_SHADING_SOLID;
  assert_found_through (&world, &ramp, 0.5f, "FB");
  world.frame.shading = MW_SHADING_TEXTURED;
  world.layer->flags = 0x2;
  assert_found_through (&world, &ramp, 0.5f, "FB");
  world.layer->flags = 0;
  world.layer->coord_id = 1;
  assert_found_through (&world, &ramp, 0.5f, "FB");
  world.layer->coord_id = 0;
  /* A layer above that fills the hole. */
  MwMdlxLayer *above = scene_add_layer (world.model, world.material, 2, NULL);
  above->alpha = 1;
  assert_found_through (&world, &ramp, 0.5f, "FB");
  above->texture = scene_ref (texture);
  assert_found_through (&world, &ramp, 0.03f, "B");
  assert_found_through (&world, &ramp, 0.5f, "FB");
  above->alpha = 0;
  assert_found_through (&world, &ramp, 0.5f, "B");
  /* Both triangles of the square have the same holes, and what no ray meets is not asked for. */
  ramp.asked = 0;
  assert_found_through (&world, &ramp, -2, "");
  g_assert_cmpuint (ramp.asked, ==, 0);
  tear_down (&world);
}

/* Black adds nothing, white multiplies by one, and grey by two halves; of what covers only the alpha counts. */
static void
texels_that_change_nothing_are_holes (void)
{
  World world;
  set_up (&world);
  world.frame.camera.ortho = TRUE;
  MwMdlxTexture *texture = scene_add_texture (world.model, "ramp", 0, 0);
  MwMdlxMaterial *plain = scene_add (world.model, "materials", &mw_mdlx_material_schema);
  scene_add_layer (world.model, plain, 0, NULL)->alpha = 1;
  world.behind->material = scene_ref (plain);
  world.layer->texture = scene_ref (texture);
  Ramp ramp = { .texture = texture->record.id, .grows = GREY };
  /* Between which greys each filter mode has a hole. */
  const float holes[][2] = { { 2, 2 },      { 2, 2 },     { 2, 2 },           { -1, 0.05f },
                             { -1, 0.05f }, { 0.95f, 2 }, { 0.475f, 0.525f }, { 2, 2 } };
  for (guint mode = 0; mode < G_N_ELEMENTS (holes); mode++) {
    world.layer->filter_mode = mode;
    for (float u = 0.013f; u < 1; u += 0.0217f) {
      const gboolean hole = u > holes[mode][0] && u < holes[mode][1];
      assert_found_through (&world, &ramp, u, hole ? "B" : "FB");
    }
  }
  /* Half as much is added. */
  world.layer->filter_mode = 3;
  world.layer->alpha = 0.5f;
  assert_found_through (&world, &ramp, 0.09f, "B");
  assert_found_through (&world, &ramp, 0.11f, "FB");
  world.layer->alpha = 1;
  /* A colour, or light that is not full, darkens what is behind white, too. */
  world.layer->filter_mode = 5;
  assert_found_through (&world, &ramp, 0.99f, "B");
  MwMdlxGeosetAnimation *animation = scene_add (world.model, "geoset_animations", &mw_mdlx_geoset_animation_schema);
  animation->geoset = scene_ref (world.front);
  animation->alpha = 1;
  animation->flags = 2;
  for (guint i = 0; i < 3; i++) {
    for (guint k = 0; k < 3; k++)
      animation->color[k] = k == i ? 0.5f : 1;
    assert_found_through (&world, &ramp, 0.99f, "FB");
  }
  animation->color[2] = 1;
  assert_found_through (&world, &ramp, 0.99f, "B");
  world.layer->flags = 0;
  assert_found_through (&world, &ramp, 0.99f, "FB");
  world.layer->flags = 1;
  /* Of an HD layer other images are seen, too. */
  MwMdlxLayerTexture *image = (MwMdlxLayerTexture *) mw_record_new (&mw_mdlx_layer_texture_schema);
  mw_list_append (&world.model->model, &world.layer->record, mw_schema_field (&mw_mdlx_layer_schema, "textures"),
                  &image->record);
  image->texture = scene_ref (texture);
  world.model->version = 1100;
  assert_found_through (&world, &ramp, 0.99f, "B");
  for (guint hd = 0; hd < 2; hd++) {
    world.layer->shader = hd ? MW_MDLX_SHADER_SD_ON_HD : 0;
    world.layer->filter_mode = 5;
    assert_found_through (&world, &ramp, 0.99f, hd ? "FB" : "B");
    world.layer->filter_mode = 3;
    assert_found_through (&world, &ramp, 0.01f, hd ? "FB" : "B");
  }
  tear_down (&world);
}

/* Two leaves in one mesh: through the hole of the nearer triangle the farther one is found. */
static void
another_triangle_of_the_surface_is_found_through_a_hole (void)
{
  World world;
  set_up (&world);
  world.frame.camera.ortho = TRUE;
  MwMdlxTexture *texture = scene_add_texture (world.model, "ramp", 0, 0);
  Ramp ramp = { .texture = texture->record.id };
  world.layer->texture = scene_ref (texture);
  world.layer->filter_mode = 1;
  const float vertices[] = { 10, -1, 1, 10, 1, 1, 10, 1, -1, 10, -1, -1, 9, -1, 1, 9, 1, 1, 9, 1, -1, 9, -1, -1 };
  const float uvs[] = { 0, 0, 1, 0, 1, 1, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1 };
  const uint16_t faces[] = { 0, 3, 2, 0, 2, 1, 4, 7, 6, 4, 6, 5 };
  mw_array_clear (&world.front->vertices);
  mw_array_clear (&world.front->faces);
  mw_array_clear (&world.front->vertex_groups);
  world.front->vertices = mw_array_copy (vertices, 8, 12);
  world.front->faces = mw_array_copy (faces, 12, 2);
  world.front->vertex_groups = mw_array_copy ("\0\0\0\0\0\0\0\0", 8, 1);
  MwMdlxUvSet *set = (MwMdlxUvSet *) world.front->uv_sets.items[0];
  mw_array_clear (&set->uvs);
  set->uvs = mw_array_copy (uvs, 8, 8);
  g_autoptr (MwPicker) picker = mw_picker_new (&world.model->model);
  mw_picker_set_texels (picker, texel_of_ramp, &ramp);
  guint n;
  float at[3];
  mw_camera_project (&world.frame.camera, (const float[]) { 10, 0.1f, 0.1f }, 200, 100, at);
  const MwPickHit *hits = mw_picker_at (picker, &world.frame, at[0], at[1], 0, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (hits[0].id, ==, world.front->record.id);
  g_assert_cmpuint (hits[0].triangle, >=, 2);
  mw_camera_project (&world.frame.camera, (const float[]) { 10, 0.9f, 0.1f }, 200, 100, at);
  hits = mw_picker_at (picker, &world.frame, at[0], at[1], 0, &n);
  g_assert_cmpuint (hits[0].triangle, <, 2);
  tear_down (&world);
}

/* A triangle with u from 0 to 1 to the right. */
typedef struct {
  MwM2 *model;
  MwM2Texture *texture;
  MwM2Batch *batch;
  MwM2Material *material;
  MwFrame frame;
} Leaf;

static void
leaf_set_up (Leaf *leaf)
{
  const float corners[] = { 0, -1, -1, 0, 1, -1, 0, 1, 1 }, uvs[] = { 0, 0, 1, 0, 1, 0 };
  leaf->model = mw_m2_new (264);
  leaf->texture = m2_add (leaf->model, "textures", &mw_m2_texture_schema);
  leaf->model->positions = mw_array_copy (corners, 3, 12);
  leaf->model->uvs = mw_array_copy (uvs, 3, 8);
  MwM2Skin *skin = m2_add (leaf->model, "skins", &mw_m2_skin_schema);
  leaf->batch = m2_add_batch (leaf->model, skin, mw_array_copy ((uint16_t[]) { 1, 2, 0 }, 3, 2));
  leaf->material = (MwM2Material *) mw_model_resolve (&leaf->model->model, leaf->batch->material);
  mw_frame_init (&leaf->frame, 0, 100, 100, NULL);
  mw_camera_set_view (&leaf->frame.camera, MW_VIEW_FRONT);
  mw_camera_frame (&leaf->frame.camera, (float[3]) { 0, 0, 0 }, 2, 1);
}

/* Shows two images, as combiners of rendering.md 3.6 say. */
static void
leaf_combine (Leaf *leaf, uint16_t second)
{
  const MwRef both[2] = { m2_ref (leaf->texture), m2_ref (leaf->texture) };
  leaf->model->global_flags |= 0x8;
  mw_array_clear (&leaf->model->texture_combiners);
  leaf->model->texture_combiners = mw_array_copy ((uint16_t[]) { 1, second }, 2, 2);
  mw_array_clear (&leaf->batch->textures);
  leaf->batch->textures = mw_array_copy (both, 2, sizeof (MwRef));
}

/* Whether it is found where u is that much. */
static gboolean
leaf_is_found (Leaf *leaf, Ramp *ramp, guint blend, float u)
{
  float at[3];
  guint n;
  leaf->material->blend_mode = (uint16_t) blend;
  g_autoptr (MwPicker) picker = mw_picker_new (&leaf->model->model);
  mw_picker_set_texels (picker, texel_of_ramp, ramp);
  mw_camera_project (&leaf->frame.camera, (const float[]) { 0, 2 * u - 1, u / 2 - 1 }, 100, 100, at);
  mw_picker_at (picker, &leaf->frame, at[0], at[1], 0, &n);
  return n > 0;
}

static void
batches_have_the_holes_of_their_blend_mode (void)
{
  Leaf leaf;
  leaf_set_up (&leaf);
  Ramp ramp = { .texture = leaf.texture->record.id };
  /* Opaque, AlphaKey, Alpha, NoAlphaAdd, Add, Mod, Mod2x, BlendAdd: from which alpha on they are seen, and between which greys not. */
  const float shown_from[] = { 0, 224 / 255.0f, 0.05f, 0, 0.05f, 0, 0, 0 };
  const float holes[][2] = { { 2, 2 },      { 2, 2 },     { 2, 2 },     { -1, 0.05f },
                             { -1, 0.05f }, { 0.95f, 2 }, { 0.95f, 2 }, { 2, 2 } };
  for (guint blend = 0; blend < G_N_ELEMENTS (holes); blend++) {
    ramp.grows = ALPHA;
    if (shown_from[blend] > 0)
      g_assert_false (leaf_is_found (&leaf, &ramp, blend, shown_from[blend] - 0.015f));
    g_assert_true (leaf_is_found (&leaf, &ramp, blend, shown_from[blend] + 0.015f));
    ramp.grows = GREY;
    for (float u = 0.031f; u < 1; u += 0.0393f)
      g_assert_cmpint (leaf_is_found (&leaf, &ramp, blend, u), ==, !(u > holes[blend][0] && u < holes[blend][1]));
  }
  /* Of what is added and covers, both count. */
  ramp.grows = ALPHA_OF_BLACK;
  g_assert_false (leaf_is_found (&leaf, &ramp, 7, 0.03f));
  g_assert_true (leaf_is_found (&leaf, &ramp, 7, 0.07f));
  /* Both together are twice as opaque and as bright as the first. */
  leaf_combine (&leaf, 4);
  ramp.grows = ALPHA;
  for (guint blend = 2; blend <= 4; blend += 2) {
    g_assert_false (leaf_is_found (&leaf, &ramp, blend, 0.015f));
    g_assert_true (leaf_is_found (&leaf, &ramp, blend, 0.04f));
  }
  ramp.grows = GREY;
  g_assert_true (leaf_is_found (&leaf, &ramp, 4, 0.02f)); /* each of both doubles what is added */
  g_assert_false (leaf_is_found (&leaf, &ramp, 3, 0.015f));
  g_assert_true (leaf_is_found (&leaf, &ramp, 3, 0.04f));
  /* What two images multiply by does not follow from the first, nor what they add if one is added to the other. */
  g_assert_true (leaf_is_found (&leaf, &ramp, 5, 0.98f));
  leaf_combine (&leaf, 3);
  g_assert_true (leaf_is_found (&leaf, &ramp, 3, 0.015f));
  mw_model_free (&leaf.model->model);
}

/* The part of the only camera that is found at a point of model space; -1: nothing of it is. */
static int
part_at (const World *world, float x, float y, float z)
{
  g_autoptr (MwPicker) picker = mw_picker_new (&world->model->model);
  float screen[3];
  guint n;
  g_assert_true (mw_camera_project (&world->frame.camera, (const float[]) { x, y, z }, 200, 100, screen));
  const MwPickHit *hits = mw_picker_at (picker, &world->frame, screen[0], screen[1], 4, &n);
  const MwId id = world->model->cameras.items[0]->id;
  return n && hits[0].id == id ? (int) hits[0].part : -1;
}

static void
a_camera_is_found_by_its_parts (void)
{
  World world;
  set_up (&world);
  MwMdlxCamera *camera = scene_add (world.model, "cameras", &mw_mdlx_camera_schema);
  const float eye[] = { 5, -6, 0 }, target[] = { 5, 6, 0 };
  memcpy (camera->position, eye, sizeof eye);
  memcpy (camera->target, target, sizeof target);
  g_assert_cmpint (part_at (&world, 5, 6, 0), ==, -1); /* not shown */
  world.frame.selected = &camera->record.id;
  world.frame.n_selected = 1;
  g_assert_cmpint (part_at (&world, 5, 6, 0), ==, MW_CAMERA_TARGET);
  world.frame.n_selected = 0;
  world.frame.overlays = MW_OVERLAY_CAMERAS;
  /* Both ends of the line of sight belong to what is there. */
  g_assert_cmpint (part_at (&world, 5, 6, 0), ==, MW_CAMERA_TARGET);
  g_assert_cmpint (part_at (&world, 5, -6, 0), ==, MW_CAMERA_EYE);
  g_assert_cmpint (part_at (&world, 5, 2, 0), ==, MW_CAMERA_WHOLE);
  g_assert_cmpint (part_at (&world, 5, 6, 3), ==, -1);
  g_autoptr (MwPicker) picker = mw_picker_new (&world.model->model);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  float at[3];
  mw_camera_project (&world.frame.camera, eye, 200, 100, at);
  for (guint shown = 0; shown < 2; shown++) {
    world.frame.overlays = shown ? MW_OVERLAY_CAMERAS : 0;
    g_array_set_size (ids, 0);
    mw_picker_in (picker, &world.frame, (const float[]) { at[0] - 2, at[1] - 2 },
                  (const float[]) { at[0] + 2, at[1] + 2 }, ids);
    g_assert_cmpuint (ids->len, ==, shown);
  }
  g_assert_cmpuint (g_array_index (ids, MwId, 0), ==, camera->record.id);
  /* A camera that is hidden is not found in either way. */
  world.frame.hidden = &camera->record.id;
  world.frame.n_hidden = 1;
  g_array_set_size (ids, 0);
  mw_picker_in (picker, &world.frame, (const float[]) { at[0] - 2, at[1] - 2 },
                (const float[]) { at[0] + 2, at[1] + 2 }, ids);
  g_assert_cmpuint (ids->len, ==, 0);
  g_assert_cmpint (part_at (&world, 5, 6, 0), ==, -1);
  tear_down (&world);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/render/pick/the nearest surface comes first", the_nearest_surface_comes_first);
  g_test_add_func ("/render/pick/the depth is along the view from the near plane",
                   the_depth_is_along_the_view_from_the_near_plane);
  g_test_add_func ("/render/pick/what is not drawn is not found", what_is_not_drawn_is_not_found);
  g_test_add_func ("/render/pick/a picker follows what its frames show", a_picker_follows_what_its_frames_show);
  g_test_add_func ("/render/pick/a picker follows the camera", a_picker_follows_the_camera);
  g_test_add_func ("/render/pick/markers come first if they are shown and near",
                   markers_come_first_if_they_are_shown_and_near);
  g_test_add_func ("/render/pick/a bone is found along its length", a_bone_is_found_along_its_length);
  g_test_add_func ("/render/pick/what is seen through holes is found", what_is_seen_through_holes_is_found);
  g_test_add_func ("/render/pick/texels that change nothing are holes", texels_that_change_nothing_are_holes);
  g_test_add_func ("/render/pick/another triangle of the surface is found through a hole",
                   another_triangle_of_the_surface_is_found_through_a_hole);
  g_test_add_func ("/render/pick/M2: batches have the holes of their blend mode",
                   batches_have_the_holes_of_their_blend_mode);
  g_test_add_func ("/render/pick/a camera is found by its parts", a_camera_is_found_by_its_parts);
  g_test_add_func ("/render/pick/a rectangle finds what it touches", a_rectangle_finds_what_it_touches);
  g_test_add_func ("/render/pick/finds what a look at all triangles finds", finds_what_a_look_at_all_triangles_finds);
  g_test_add_func ("/render/pick/M2: batches of the profile are found", batches_of_the_profile_are_found);
  return g_test_run ();
}
