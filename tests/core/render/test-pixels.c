/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/image/replaceable.h"
#include "core/render/render-private.h"
#include "tests/core/render/scene.h"
#include "tests/core/render/show.h"

#include <math.h>
#include <stdlib.h>

#define SIDE 64

/* Each test is run with OpenGL and with OpenGL ES. */
typedef struct {
  Show show;
  MwMdlx *model;
} Stage;

static gboolean
stage_open (Stage *stage, gconstpointer es)
{
  if (!show_open (&stage->show, SIDE, es != NULL, NULL))
    return FALSE;
  stage->model = mw_mdlx_new ();
  scene_frame (&stage->show.frame, stage->show.offscreen, SIDE);
  return TRUE;
}

static void
stage_close (Stage *stage)
{
  show_close (&stage->show);
  mw_model_free (&stage->model->model);
}

/* A material with one layer of that colour. */
static MwMdlxMaterial *
add_material (MwMdlx *model, uint32_t filter_mode, const char *colour, MwMdlxLayer **layer)
{
  MwMdlxMaterial *material = scene_add (model, "materials", &mw_mdlx_material_schema);
  MwMdlxLayer *made = scene_add_layer (model, material, filter_mode, scene_add_texture (model, colour, 0, 3));
  if (layer)
    *layer = made;
  return material;
}

/* --- Filter modes --------------------------------------------------------------------------------------------------- */

enum { CUT = 100 };

/* The table in rendering.md 3.1 (filter modes), for numbers from 0 to 1. */
static void
blend (uint32_t mode, const double source[3], double alpha, const double under[3], double out[3])
{
  static const double limits[] = { 0, 192, 4 };
  gboolean cut = alpha < limits[MIN (mode, 2)] / 255 - 1e-6;
  for (int i = 0; i < 3; i++)
    switch (cut ? CUT : mode) {
    case 0:
      out[i] = source[i];
      break;
    case 1:
      out[i] = source[i];
      break;
    case 3:
    case 4:
      out[i] = under[i] + source[i] * alpha;
      break;
    case 5:
      out[i] = under[i] * source[i];
      break;
    case 6:
      out[i] = 2 * under[i] * source[i];
      break;
    case CUT:
      out[i] = under[i];
      break;
    default:
      out[i] = source[i] * alpha + under[i] * (1 - alpha);
      break;
    }
  for (int i = 0; i < 3; i++)
    out[i] = MIN (out[i], 1);
}

static void
test_filter_modes (gconstpointer es)
{
  /* Texel r, g, b, a; then the layer's alpha. */
  static const struct {
    const char *texel;
    double rgba[4], layer_alpha;
  } looks[] = {
    { "FF8040FF", { 1, 128 / 255.0, 64 / 255.0, 1 }, 1 },
    { "FF804080", { 1, 128 / 255.0, 64 / 255.0, 128 / 255.0 }, 1 },
    { "204060E0", { 32 / 255.0, 64 / 255.0, 96 / 255.0, 224 / 255.0 }, 0.5 },
    { "C0A01004", { 192 / 255.0, 160 / 255.0, 16 / 255.0, 4 / 255.0 }, 1 },
    /* At and just below the threshold of what blends. */
    { "C0A01003", { 192 / 255.0, 160 / 255.0, 16 / 255.0, 3 / 255.0 }, 1 },
    /* At and below the threshold of Transparent. */
    { "C0A010C0", { 192 / 255.0, 160 / 255.0, 16 / 255.0, 192 / 255.0 }, 1 },
    { "20406008", { 32 / 255.0, 64 / 255.0, 96 / 255.0, 8 / 255.0 }, 1 },
    { "C0A010BF", { 192 / 255.0, 160 / 255.0, 16 / 255.0, 191 / 255.0 }, 1 },
  };
  static const double under[3] = { 0.25, 0.5, 0.75 };
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  for (int i = 0; i < 3; i++)
    stage.show.frame.background[i] = (float) under[i];
  for (guint look = 0; look < G_N_ELEMENTS (looks); look++)
    for (uint32_t mode = 0; mode <= 7; mode++) {
      MwMdlxLayer *layer;
      mw_renderer_set_model (stage.show.renderer, NULL, NULL, NULL);
      mw_model_free (&stage.model->model);
      stage.model = mw_mdlx_new ();
      scene_add_quad (stage.model, 0, add_material (stage.model, mode, looks[look].texel, &layer), NULL);
      layer->alpha = (float) looks[look].layer_alpha;
      mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
      g_autoptr (MwImage) image = show_draw (&stage.show);
      double wanted[3];
      blend (mode, looks[look].rgba, looks[look].rgba[3] * looks[look].layer_alpha, under, wanted);
      g_test_message ("filter mode %u, texel %s, layer alpha %g", mode, looks[look].texel, looks[look].layer_alpha);
      scene_assert_pixel (image, SIDE / 2, SIDE / 2, wanted[0] * 255, wanted[1] * 255, wanted[2] * 255);
      g_assert_cmpint (scene_pixel (image, SIDE / 2, SIDE / 2)[3], ==, 255);
    }
  stage_close (&stage);
}

static void
test_grid (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  /* On any background some lines are visible. */
  static const float greys[] = { 0.1f, 0.16f, 0.46f, 0.9f };
  mw_camera_set_view (&stage.show.frame.camera, MW_VIEW_TOP);
  stage.show.frame.camera.distance *= 40;
  stage.show.frame.overlays = MW_OVERLAY_GRID;
  for (guint k = 0; k < G_N_ELEMENTS (greys); k++) {
    for (int i = 0; i < 3; i++)
      stage.show.frame.background[i] = greys[k];
    g_autoptr (MwImage) image = show_draw (&stage.show);
    guint seen = 0;
    for (int y = 0; y < SIDE; y++)
      for (int x = 0; x < SIDE; x++) {
        const uint8_t *pixel = scene_pixel (image, x, y);
        seen += pixel[0] == pixel[1] && abs (pixel[0] - (int) (greys[k] * 255)) >= 14;
      }
    g_test_message ("grey %g: %u pixels of lines", (double) greys[k], seen);
    g_assert_cmpuint (seen, >, SIDE);
  }
  stage_close (&stage);
}

static void
test_grid_fades (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  MwFrame *frame = &stage.show.frame;
  /* From above, so that the picture is as wide and high as the grid: 2048 units. */
  const double reach = 1024;
  mw_camera_set_view (&frame->camera, MW_VIEW_TOP);
  frame->camera.distance *= (float) reach;
  frame->camera.radius = 500;
  frame->overlays = MW_OVERLAY_GRID;
  for (int i = 0; i < 3; i++)
    frame->background[i] = 1;
  g_autoptr (MwImage) image = show_draw (&stage.show);
  guint n = 0;
  for (int y = 0; y < SIDE; y++)
    for (int x = 0; x < SIDE; x++) {
      double far = hypot ((x + 0.5) * 2 / SIDE - 1, (y + 0.5) * 2 / SIDE - 1), t = CLAMP ((far - 0.25) / 0.75, 0, 1);
      /* Two strong lines may cross in a pixel; the axes have colours of their own. */
      double left = 1 - 0x58 / 255.0 * (1 - t * t * (3 - 2 * t)), most = 255 * (1 - left * left) + 4;
      const uint8_t *pixel = scene_pixel (image, x, y);
      if (pixel[0] == pixel[1] && pixel[1] == pixel[2])
        g_assert_cmpfloat (255 - pixel[0], <=, most);
      n += pixel[0] < 250;
      if (far > 0.99)
        g_assert_cmpint (pixel[0], >=, 252);
    }
  g_assert_cmpuint (n, >, SIDE);
  stage_close (&stage);
}

static void
test_counts (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  MwMdlxMaterial *two = add_material (stage.model, 0, "2040C0FF", NULL);
  scene_add_layer (stage.model, two, 2, scene_add_texture (stage.model, "FFA02060", 0, 3));
  scene_add_quad (stage.model, 0, two, NULL);
  scene_add_quad (stage.model, 1, add_material (stage.model, 0, "404040FF", NULL), NULL);
  mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
  g_autoptr (MwImage) image = show_draw (&stage.show);
  const MwRenderCounts counts = mw_renderer_count (stage.show.renderer);
  g_assert_cmpuint (counts.triangles, ==, 4);
  g_assert_cmpuint (counts.vertices, ==, 8);
  g_assert_cmpuint (counts.draw_calls, ==, 3);
  g_assert_cmpuint (counts.particles, ==, 0);
  stage_close (&stage);
}

static void
test_wire_and_normals (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  scene_add_quad (stage.model, 0, add_material (stage.model, 0, "2040C0FF", NULL), NULL);
  mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
  MwFrame *frame = &stage.show.frame;
  frame->camera.distance *= 2;
  g_autoptr (MwImage) plain = show_draw (&stage.show);
  frame->overlays = MW_OVERLAY_WIRE;
  g_autoptr (MwImage) wire = show_draw (&stage.show);
  /* Four sides of half the picture, and a diagonal. */
  guint n = n_other_pixels (plain, wire);
  g_assert_cmpuint (n, >, SIDE * 2 - SIDE / 4);
  g_assert_cmpuint (n, <, SIDE * 3);
  /* The normals point at the viewer; from the side they are four lines, two of them in front of the others. */
  mw_camera_set_view (&frame->camera, MW_VIEW_RIGHT);
  frame->overlays = 0;
  frame->camera.radius = 0.5f / MW_NORMAL_LENGTH;
  g_autoptr (MwImage) side = show_draw (&stage.show);
  frame->overlays = MW_OVERLAY_NORMALS;
  g_autoptr (MwImage) normals = show_draw (&stage.show);
  guint least = SIDE, most = 0;
  for (int y = 0; y < SIDE; y++)
    for (int x = 0; x < SIDE; x++)
      if (memcmp (scene_pixel (side, x, y), scene_pixel (normals, x, y), 4) != 0) {
        least = MIN (least, (guint) x);
        most = MAX (most, (guint) x);
      }
  /* A quarter of a picture that is 4 units wide, to the right, where +X is. */
  g_assert_cmpint (ABS ((int) least - SIDE / 2), <=, 1);
  g_assert_cmpint (ABS ((int) most - SIDE * 5 / 8), <=, 1);
  stage_close (&stage);
}

static void
test_two_layers (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  MwMdlxMaterial *material = add_material (stage.model, 0, "2040C0FF", NULL);
  MwMdlxTexture *over = scene_add_texture (stage.model, "FFA02060", 0, 3);
  MwMdlxTexture *light = scene_add_texture (stage.model, "404040FF", 0, 3);
  scene_add_layer (stage.model, material, 2, over);
  scene_add_layer (stage.model, material, 3, light)->alpha = 0.5f;
  scene_add_quad (stage.model, 0, material, NULL);
  mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
  g_autoptr (MwImage) image = show_draw (&stage.show);
  const double base[3] = { 0x20, 0x40, 0xC0 }, second[3] = { 0xFF, 0xA0, 0x20 }, a = 0x60 / 255.0;
  double wanted[3];
  for (int i = 0; i < 3; i++)
    wanted[i] = second[i] * a + base[i] * (1 - a) + 0x40 * 0.5;
  scene_assert_pixel (image, 20, 40, wanted[0], wanted[1], wanted[2]);
  stage_close (&stage);
}

static void
test_planes (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  /* Both are at the same place. The one that was added first has the higher plane, so it must be drawn last. */
  MwMdlxMaterial *red = add_material (stage.model, 2, "FF000080", NULL);
  MwMdlxMaterial *green = add_material (stage.model, 2, "00FF0080", NULL);
  red->priority_plane = 3;
  green->priority_plane = -1;
  scene_add_quad (stage.model, 0, red, NULL);
  scene_add_quad (stage.model, 0, green, NULL);
  mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
  g_autoptr (MwImage) image = show_draw (&stage.show);
  const double a = 0x80 / 255.0;
  scene_assert_pixel (image, 20, 40, 255 * a, 255 * a * (1 - a), 0);
  stage_close (&stage);
}

/* --- Texture coordinates, geoset colour, light ---------------------------------------------------------------------- */

static void
test_texture_animation (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  MwMdlxLayer *layer;
  MwMdlxMaterial *material = add_material (stage.model, 0, "halves", &layer);
  MwMdlxTextureAnimation *animation = scene_add (stage.model, "texture_animations", &mw_mdlx_texture_animation_schema);
  scene_add_track (stage.model, animation, "translation.track", 1, 2, (int32_t[]) { 0, 1000 },
                   (float[]) { 0, 0, 0, 1, 0, 0 });
  layer->texture_animation = scene_ref (animation);
  scene_add_quad (stage.model, 0, material, NULL);
  MwMdlxSequence *sequence = scene_add (stage.model, "sequences", &mw_mdlx_sequence_schema);
  sequence->interval[1] = 1000;
  mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
  for (int ms = 0; ms < 1000; ms += 125) {
    mw_clock_play (&stage.show.frame.clock, &stage.model->model, sequence->record.id);
    stage.show.frame.clock.time = ms;
    g_autoptr (MwImage) image = show_draw (&stage.show);
    for (int x = 2; x < SIDE; x += 6) {
      /* u of the pixel's centre, moved by the fraction of the second, and wrapped: red below one half. */
      double u = (x + 0.5) / SIDE + ms / 1000.0;
      u -= floor (u);
      double to_edge = MIN (fabs (u - 0.5), MIN (u, 1 - u));
      if (to_edge > 1.0 / 64) /* the filter mixes across an edge */
        scene_assert_pixel (image, x, 32, u < 0.5 ? 255 : 0, u < 0.5 ? 0 : 255, 0);
    }
  }
  stage_close (&stage);
}

static void
test_image_upright (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  /* The quad's uv are aligned with the picture, so red is on the left; turned by 90 degrees (uv taken from y and z
   * swapped) red is at the top. */
  MwMdlxGeoset *geoset = scene_add_quad (stage.model, 0, add_material (stage.model, 0, "halves", NULL), NULL);
  mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
  g_autoptr (MwImage) image = show_draw (&stage.show);
  scene_assert_pixel (image, 10, 50, 255, 0, 0);
  scene_assert_pixel (image, 50, 10, 0, 255, 0);
  MwMdlxUvSet *set = (MwMdlxUvSet *) geoset->uv_sets.items[0];
  float *uvs = mw_array_make_writable (&set->uvs, 8);
  const float turned[] = { 0, 0, 0, 1, 1, 1, 1, 0 };
  for (int i = 0; i < 8; i++)
    uvs[i] = turned[i];
  mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
  g_autoptr (MwImage) other = show_draw (&stage.show);
  scene_assert_pixel (other, 50, 10, 255, 0, 0);
  scene_assert_pixel (other, 10, 50, 0, 255, 0);
  stage_close (&stage);
}

static void
test_wrapping (gconstpointer es)
{
  /* uv from -0.5 to 1.5: with wrapping the image repeats, without it the pixels at its edge do. */
  for (uint32_t flags = 0; flags < 2; flags++) {
    Stage stage;
    if (!stage_open (&stage, es))
      return;
    MwMdlxMaterial *material = scene_add (stage.model, "materials", &mw_mdlx_material_schema);
    scene_add_layer (stage.model, material, 0, scene_add_texture (stage.model, "halves", 0, flags));
    MwMdlxGeoset *geoset = scene_add_quad (stage.model, 0, material, NULL);
    float *uvs = mw_array_make_writable (&((MwMdlxUvSet *) geoset->uv_sets.items[0])->uvs, 8);
    for (int i = 0; i < 8; i++)
      uvs[i] = uvs[i] * 2 - 0.5f;
    mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
    g_autoptr (MwImage) image = show_draw (&stage.show);
    /* x = 8: u = -0.234, which is 0.766 of the repeated image. */
    scene_assert_pixel (image, 8, 32, flags ? 0 : 255, flags ? 255 : 0, 0);
    scene_assert_pixel (image, 24, 32, 255, 0, 0);
    stage_close (&stage);
  }
}

static void
test_geoset_colour (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  MwMdlxGeoset *geoset = scene_add_quad (stage.model, 0, add_material (stage.model, 2, "C08040FF", NULL), NULL);
  MwMdlxGeosetAnimation *animation = scene_add (stage.model, "geoset_animations", &mw_mdlx_geoset_animation_schema);
  animation->geoset = scene_ref (geoset);
  animation->flags = 2;
  animation->alpha = 0.5f;
  animation->color[0] = 1;
  animation->color[1] = 0.5f;
  animation->color[2] = 0.25f;
  mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
  g_autoptr (MwImage) image = show_draw (&stage.show);
  scene_assert_pixel (image, 32, 32, 0xC0 * 0.5, 0x80 * 0.5 * 0.5, 0x40 * 0.25 * 0.5);
  animation->alpha = 0;
  g_autoptr (MwImage) gone = show_draw (&stage.show);
  scene_assert_pixel (gone, 32, 32, 0, 0, 0);
  stage_close (&stage);
}

static void
test_light (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  MwMdlxLayer *layer;
  MwMdlxGeoset *geoset = scene_add_quad (stage.model, 0, add_material (stage.model, 0, "FFFFFFFF", &layer), NULL);
  layer->flags = 0;
  const double light[3] = { 0.5, -0.3, 0.8 }, length = sqrt (0.25 + 0.09 + 0.64);
  static const float normals[][3] = { { 1, 0, 0 }, { 0, 0, 1 }, { 0, 1, 0 }, { 0, 0.6f, -0.8f }, { 0.6f, 0, 0.8f } };
  for (guint i = 0; i < G_N_ELEMENTS (normals); i++) {
    float *to = mw_array_make_writable (&geoset->normals, 12);
    for (int k = 0; k < 12; k++)
      to[k] = normals[i][k % 3] * 3; /* not of unit length: the shader normalises it */
    mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
    g_autoptr (MwImage) image = show_draw (&stage.show);
    double cosine = 0;
    for (int k = 0; k < 3; k++)
      cosine += light[k] / length * normals[i][k];
    double wanted = 255 * CLAMP (0.55 + 0.5 * cosine, 0.3, 1);
    scene_assert_pixel (image, 32, 32, wanted, wanted, wanted);
  }
  /* From the back, a two-sided surface is lit with the reversed normal: here (-0.6, 0, -0.8). */
  double wanted = 255 * CLAMP (0.55 + 0.5 * (-0.6 * 0.5 - 0.8 * 0.8) / length, 0.3, 1);
  layer->flags = 0x10;
  mw_camera_set_view (&stage.show.frame.camera, MW_VIEW_BACK);
  g_autoptr (MwImage) image = show_draw (&stage.show);
  scene_assert_pixel (image, 32, 32, wanted, wanted, wanted);
  stage_close (&stage);
}

static void
test_sphere_map (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  MwMdlxLayer *layer;
  MwMdlxGeoset *geoset = scene_add_quad (stage.model, 0, add_material (stage.model, 0, "halves", &layer), NULL);
  layer->flags |= 2;
  /* Normals tilted to the right and to the left of the picture (+Y and -Y as seen from +X), by 0.6: the reflected
   * view direction is r = (+-0.96, 0, 0.28), so u = +-0.96 / (2 sqrt (0.96^2 + 1.28^2)) + 0.5 = 0.8 or 0.2 over the
   * whole quad. The quad's own uv have no effect. */
  for (int side = -1; side <= 1; side += 2) {
    float *normals = mw_array_make_writable (&geoset->normals, 12);
    for (int i = 0; i < 4; i++) {
      normals[i * 3] = 0.8f;
      normals[i * 3 + 1] = 0.6f * (float) side;
      normals[i * 3 + 2] = 0;
    }
    mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
    g_autoptr (MwImage) image = show_draw (&stage.show);
    scene_assert_pixel (image, 30, 32, side < 0 ? 255 : 0, side < 0 ? 0 : 255, 0);
    scene_assert_pixel (image, 34, 32, side < 0 ? 255 : 0, side < 0 ? 0 : 255, 0);
  }
  stage_close (&stage);
}

static void
test_hidden_and_selected (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  MwMdlxGeoset *near_quad = scene_add_quad (stage.model, 1, add_material (stage.model, 0, "FF0000FF", NULL), NULL);
  MwMdlxGeoset *far_quad = scene_add_quad (stage.model, 0, add_material (stage.model, 2, "0000FFFF", NULL), NULL);
  const MwId ids[] = { near_quad->record.id, far_quad->record.id };
  mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
  stage.show.frame.hidden = ids;
  stage.show.frame.n_hidden = 1;
  g_autoptr (MwImage) hidden = show_draw (&stage.show);
  scene_assert_pixel (hidden, 32, 40, 0, 0, 255);
  stage.show.frame.n_hidden = 2;
  g_autoptr (MwImage) none = show_draw (&stage.show);
  scene_assert_pixel (none, 32, 40, 0, 0, 0);
  /* A hidden geoset has no outline. */
  stage.show.frame.selected = ids;
  stage.show.frame.n_selected = 1;
  stage.show.frame.n_hidden = 1;
  g_autoptr (MwImage) both = show_draw (&stage.show);
  g_assert_cmpuint (n_other_pixels (both, hidden), ==, 0);
  stage_close (&stage);
}

static void
test_culling (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  MwMdlxLayer *layer;
  scene_add_quad (stage.model, 0, add_material (stage.model, 0, "FFFFFFFF", &layer), NULL);
  mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
  g_autoptr (MwImage) front = show_draw (&stage.show);
  scene_assert_pixel (front, 32, 32, 255, 255, 255);
  mw_camera_set_view (&stage.show.frame.camera, MW_VIEW_BACK);
  g_autoptr (MwImage) back = show_draw (&stage.show);
  scene_assert_pixel (back, 32, 32, 0, 0, 0);
  layer->flags |= 0x10;
  g_autoptr (MwImage) both = show_draw (&stage.show);
  scene_assert_pixel (both, 32, 32, 255, 255, 255);
  stage_close (&stage);
}

static void
test_depth (gconstpointer es)
{
  /* The red quad is nearer; the green one is drawn after it. */
  static const struct {
    uint32_t red_flags, green_flags;
    gboolean green_shows;
  } cases[] = { { 0, 0, FALSE }, { 0, 0x40, TRUE }, { 0x80, 0, TRUE }, { 0x80, 0x80, TRUE } };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    Stage stage;
    if (!stage_open (&stage, es))
      return;
    MwMdlxLayer *red, *green;
    scene_add_quad (stage.model, 1, add_material (stage.model, 0, "FF0000FF", &red), NULL);
    scene_add_quad (stage.model, 0, add_material (stage.model, 0, "00FF00FF", &green), NULL);
    red->flags |= cases[i].red_flags;
    green->flags |= cases[i].green_flags;
    mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
    g_autoptr (MwImage) image = show_draw (&stage.show);
    scene_assert_pixel (image, 32, 32, cases[i].green_shows ? 0 : 255, cases[i].green_shows ? 255 : 0, 0);
    stage_close (&stage);
  }
}

/* --- Textures that the game supplies -------------------------------------------------------------------------------- */

static void
test_team_colour (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  MwMdlxMaterial *material = scene_add (stage.model, "materials", &mw_mdlx_material_schema);
  scene_add_layer (stage.model, material, 0, scene_add_texture (stage.model, "", 1, 0));
  /* A skin that shows the team colour where its alpha is low, as units have it. */
  scene_add_layer (stage.model, material, 2, scene_add_texture (stage.model, "40C02050", 0, 0));
  scene_add_quad (stage.model, 0, material, NULL);
  mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
  static const uint8_t skin[3] = { 0x40, 0xC0, 0x20 };
  for (guint team = 0; team < MW_TEAM_COUNT; team += 5) {
    uint8_t rgb[3];
    double wanted[3], a = 0x50 / 255.0;
    mw_image_team_rgb (team, rgb);
    for (int i = 0; i < 3; i++)
      wanted[i] = skin[i] * a + rgb[i] * (1 - a);
    stage.show.frame.team = team;
    g_autoptr (MwImage) image = show_draw (&stage.show);
    scene_assert_pixel (image, 32, 32, wanted[0], wanted[1], wanted[2]);
  }
  stage_close (&stage);
}

static void
test_team_glow (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  MwMdlxMaterial *material = scene_add (stage.model, "materials", &mw_mdlx_material_schema);
  scene_add_layer (stage.model, material, 3, scene_add_texture (stage.model, "", 2, 0));
  scene_add_quad (stage.model, 0, material, NULL);
  mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
  stage.show.frame.team = 1;
  g_autoptr (MwImage) image = show_draw (&stage.show);
  g_autoptr (MwImage) glow = mw_image_team_glow (1, SIDE);
  for (int x = 4; x < SIDE; x += 8) {
    const uint8_t *wanted = scene_pixel (glow, x, 30);
    double a = wanted[3] / 255.0;
    scene_assert_pixel (image, x, 30, wanted[0] * a, wanted[1] * a, wanted[2] * a);
  }
  g_assert_cmpint (scene_pixel (image, 32, 32)[2], >, 150);
  scene_assert_pixel (image, 1, 1, 0, 0, 0);
  stage_close (&stage);
}

/* --- Skinning ------------------------------------------------------------------------------------------------------- */

static void
test_skinning (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  MwMdlxBone *bone = scene_add (stage.model, "nodes", &mw_mdlx_bone_schema);
  scene_add_track (stage.model, bone, "translation.track", 1, 2, (int32_t[]) { 0, 1000 },
                   (float[]) { 0, 0, 0, 0, 2, 0 });
  MwMdlxGeoset *geoset = scene_add_quad (stage.model, 0, add_material (stage.model, 0, "FFFFFFFF", NULL), bone);
  /* The fourth vertex refers to a group that does not exist, so it does not move. */
  MwMdlxGeoset *stays = scene_add_quad (stage.model, -1, add_material (stage.model, 0, "0000FFFF", NULL), bone);
  mw_array_clear (&stays->vertex_groups);
  stays->vertex_groups = mw_array_copy ("\x07\xFF\x07\x01", 4, 1);
  MwMdlxSequence *sequence = scene_add (stage.model, "sequences", &mw_mdlx_sequence_schema);
  sequence->interval[1] = 1000;
  sequence->flags = 1;
  mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
  for (int ms = 0; ms <= 1000; ms += 200) {
    mw_clock_play (&stage.show.frame.clock, &stage.model->model, sequence->record.id);
    stage.show.frame.clock.time = ms;
    g_autoptr (MwImage) image = show_draw (&stage.show);
    /* In a second it moves to the right of the picture (+Y seen from +X) by its whole width. */
    double edge = ms / 1000.0 * SIDE;
    for (int x = 0; x < SIDE; x++)
      if (fabs (x + 0.5 - edge) > 1)
        scene_assert_pixel (image, x, 32, x > edge ? 255 : 0, x > edge ? 255 : 0, 255);
  }
  /* At rest there is no animation. */
  stage.show.frame.clock = MW_CLOCK_REST;
  g_autoptr (MwImage) rest = show_draw (&stage.show);
  scene_assert_pixel (rest, 1, 32, 255, 255, 255);
  g_assert_cmpuint (geoset->vertices.n, ==, 4);
  stage_close (&stage);
}

/* More matrices than fit into one row of the texture: each of 400 groups moves one quad by its own bone. */
static void
test_many_matrices (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  MwMdlxMaterial *material = add_material (stage.model, 0, "FFFFFFFF", NULL);
  const int n = 400, far_away = 50;
  for (int i = 0; i < n; i++) {
    MwMdlxBone *bone = scene_add (stage.model, "nodes", &mw_mdlx_bone_schema);
    float y = i == n - 1 ? 1.0f : (float) far_away;
    scene_add_track (stage.model, bone, "translation.track", 0, 1, (int32_t[]) { 0 }, (float[]) { 0, y, 0 });
    scene_add_quad (stage.model, 0, material, bone);
  }
  MwMdlxSequence *sequence = scene_add (stage.model, "sequences", &mw_mdlx_sequence_schema);
  sequence->interval[1] = 1000;
  mw_clock_play (&stage.show.frame.clock, &stage.model->model, sequence->record.id);
  mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
  g_autoptr (MwImage) image = show_draw (&stage.show);
  scene_assert_pixel (image, 10, 32, 0, 0, 0);
  scene_assert_pixel (image, 50, 32, 255, 255, 255);
  stage_close (&stage);
}

static void
test_hostile_geoset (gconstpointer es)
{
  Stage stage;
  if (!stage_open (&stage, es))
    return;
  MwMdlxGeoset *geoset = scene_add_quad (stage.model, 0, add_material (stage.model, 0, "FFFFFFFF", NULL), NULL);
  mw_array_clear (&geoset->faces);
  geoset->faces = mw_array_copy ((uint16_t[]) { 0, 3, 2, 0, 60000, 1, 9, 9 }, 8, 2);
  mw_array_clear (&geoset->primitive_sizes);
  geoset->primitive_sizes = mw_array_copy ((uint32_t[]) { 4000000000u }, 1, 4);
  mw_array_clear (&geoset->normals);
  mw_array_clear (&geoset->vertex_groups);
  mw_array_clear (&geoset->group_sizes);
  geoset->group_sizes = mw_array_copy ((uint32_t[]) { 4000000000u, 4000000000u }, 2, 4);
  scene_add (stage.model, "geosets", &mw_mdlx_geoset_schema); /* completely empty */
  mw_renderer_set_model (stage.show.renderer, &stage.model->model, scene_load, NULL);
  for (int shading = MW_SHADING_TEXTURED; shading <= MW_SHADING_MISSING; shading++) {
    stage.show.frame.shading = (MwShading) shading;
    stage.show.frame.overlays = ~0u;
    g_autoptr (MwImage) image = show_draw (&stage.show);
    if (mw_shading_is_textured ((MwShading) shading)) {
      /* The valid triangle is drawn, below its diagonal; the invalid one is not. */
      scene_assert_pixel (image, 4, 50, 255, 255, 255);
      g_assert_cmpint (scene_pixel (image, 58, 6)[0], <, 250);
    }
  }
  stage_close (&stage);
}

int
main (int argc, char **argv)
{
  static const ShowTest tests[] = {
    { "each filter mode blends by its formula", test_filter_modes },
    { "the grid stands out from any background", test_grid },
    { "the grid fades before it ends", test_grid_fades },
    { "what is drawn is counted", test_counts },
    { "the edges of surfaces and the normals of vertices are drawn over them", test_wire_and_normals },
    { "layers are drawn one over the other", test_two_layers },
    { "a higher priority plane is drawn later", test_planes },
    { "a texture animation moves the image", test_texture_animation },
    { "images are upright", test_image_upright },
    { "images repeat only with the wrap flags", test_wrapping },
    { "geoset colour and alpha multiply", test_geoset_colour },
    { "light follows its formula", test_light },
    { "a sphere map follows the normal", test_sphere_map },
    { "hidden geosets are left out, and have no outline", test_hidden_and_selected },
    { "only two-sided layers show from behind", test_culling },
    { "depth test and depth write follow the flags", test_depth },
    { "the team's colour shows through the skin", test_team_colour },
    { "the team's glow is added", test_team_glow },
    { "a skinned quad moves with its bone", test_skinning },
    { "every one of many matrices is found", test_many_matrices },
    { "broken geosets draw their valid parts", test_hostile_geoset },
  };
  g_test_init (&argc, &argv, NULL);
  show_add_tests ("pixels", tests, G_N_ELEMENTS (tests));
  return g_test_run ();
}
