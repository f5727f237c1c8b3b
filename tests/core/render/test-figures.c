/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/camera.h"
#include "core/render/render-private.h"
#include "tests/core/pose/models.h"

#include <math.h>
#include <string.h>

/* The figures of cameras, lights and emitters, and what other overlays draw with lines, by their corners. */

typedef struct {
  MwMdlx *model;
  MwSkeleton *skeleton;
  MwFrame frame;
  GArray *lines; /* of MwLineVertex, two for each line */
} Drawing;

static Drawing
begin (void)
{
  Drawing self = { .model = mw_mdlx_new () };
  self.lines = g_array_new (FALSE, FALSE, sizeof (MwLineVertex));
  return self;
}

static void
draw (Drawing *self, unsigned overlays, const MwClock *clock)
{
  g_clear_pointer (&self->skeleton, mw_skeleton_free);
  self->skeleton = mw_skeleton_new (&self->model->model);
  g_array_set_size (self->lines, 0);
  mw_frame_init (&self->frame, 0, 100, 100, &self->model->model);
  self->frame.overlays = overlays;
  if (clock)
    self->frame.clock = *clock;
  mw_skeleton_update (self->skeleton, &self->frame.clock, NULL);
  mw_lines_add_model (self->lines, &self->model->model, self->skeleton, &self->frame);
}

static void
end (Drawing *self)
{
  g_array_unref (self->lines);
  mw_skeleton_free (self->skeleton);
  mw_model_free (&self->model->model);
}

static gboolean
is_at (const MwLineVertex *vertex, const float at[3], float within)
{
  for (int k = 0; k < 3; k++)
    if (!(fabsf (vertex->position[k] - at[k]) <= within))
      return FALSE;
  return TRUE;
}

/* How many lines are between these points, in either direction. */
static guint
n_lines (const Drawing *self, const float a[3], const float b[3])
{
  guint n = 0;
  for (guint i = 0; i < self->lines->len; i += 2) {
    const MwLineVertex *ends = &g_array_index (self->lines, MwLineVertex, i);
    n += (is_at (ends, a, 1e-3f) && is_at (ends + 1, b, 1e-3f))
         || (is_at (ends, b, 1e-3f) && is_at (ends + 1, a, 1e-3f));
  }
  return n;
}

/* How many lines have this colour, as 0xRRGGBBAA. */
static guint
n_coloured (const Drawing *self, uint32_t rgba)
{
  guint n = 0;
  for (guint i = 0; i < self->lines->len; i += 2) {
    const uint8_t *is = g_array_index (self->lines, MwLineVertex, i).rgba;
    n += is[0] == rgba >> 24 && is[1] == (rgba >> 16 & 255) && is[2] == (rgba >> 8 & 255) && is[3] == (rgba & 255);
  }
  return n;
}

static void
a_camera_shows_a_quarter_of_what_it_sees (void)
{
  Drawing self = begin ();
  MwMdlxCamera *camera = add_to (self.model, self.model, "cameras", &mw_mdlx_camera_schema);
  camera->position[0] = 400;
  /* Across the diagonal; the height of a picture of 4 to 3 has 3 fifths of it. */
  camera->field_of_view = 2 * atanf (0.5f) * 5 / 3;
  draw (&self, MW_OVERLAY_CAMERAS, NULL);
  /* It looks from +X at the origin: y is to the right, half the height at 100 units is 50. */
  const float eye[] = { 400, 0, 0 }, target[3] = { 0 };
  const float corners[4][3] = {
    { 300, -66.6667f, 50 }, { 300, 66.6667f, 50 }, { 300, 66.6667f, -50 }, { 300, -66.6667f, -50 }
  };
  for (int i = 0; i < 4; i++) {
    g_assert_cmpuint (n_lines (&self, eye, corners[i]), ==, 1);
    g_assert_cmpuint (n_lines (&self, corners[i], corners[(i + 1) % 4]), ==, 1);
  }
  g_assert_cmpuint (n_lines (&self, corners[0], (float[3]) { 300, 0, 70 }), ==, 1);
  g_assert_cmpuint (n_lines (&self, corners[1], (float[3]) { 300, 0, 70 }), ==, 1);
  g_assert_cmpuint (n_lines (&self, eye, target), ==, 1);
  g_assert_cmpuint (self.lines->len, ==, 2 * (4 + 4 + 2 + 1 + 3));
  /* What is selected has another colour, and what is looked through is not drawn. */
  g_assert_cmpuint (n_coloured (&self, MW_LINES_SELECTED), ==, 0);
  self.frame.selected = &camera->record.id;
  self.frame.n_selected = 1;
  g_array_set_size (self.lines, 0);
  mw_figures_add_cameras (self.lines, &self.model->model, &self.frame);
  g_assert_cmpuint (n_coloured (&self, MW_LINES_SELECTED), ==, 13);
  /* A part of it alone. */
  self.frame.camera_part = MW_CAMERA_TARGET;
  g_array_set_size (self.lines, 0);
  mw_figures_add_cameras (self.lines, &self.model->model, &self.frame);
  g_assert_cmpuint (n_coloured (&self, MW_LINES_SELECTED), ==, 3);
  self.frame.camera_part = MW_CAMERA_EYE;
  g_array_set_size (self.lines, 0);
  mw_figures_add_cameras (self.lines, &self.model->model, &self.frame);
  g_assert_cmpuint (n_coloured (&self, MW_LINES_SELECTED), ==, 10);
  /* It is drawn without the overlay too while it is selected, and lit while the pointer is over it. */
  self.frame.overlays = 0;
  g_array_set_size (self.lines, 0);
  mw_figures_add_cameras (self.lines, &self.model->model, &self.frame);
  g_assert_cmpuint (self.lines->len, ==, 2 * 14);
  self.frame.overlays = MW_OVERLAY_CAMERAS;
  self.frame.n_selected = 0;
  self.frame.hovered = &camera->record.id;
  self.frame.n_hovered = 1;
  g_array_set_size (self.lines, 0);
  mw_figures_add_cameras (self.lines, &self.model->model, &self.frame);
  g_assert_cmpuint (n_coloured (&self, MW_LINES_HOVERED), ==, 13);
  g_array_set_size (self.lines, 0);
  mw_camera_look (&self.frame.camera, camera->position, camera->target, camera->field_of_view, 0, 1);
  mw_figures_add_cameras (self.lines, &self.model->model, &self.frame);
  g_assert_cmpuint (self.lines->len, ==, 0);
  draw (&self, MW_OVERLAY_GRID, NULL);
  g_assert_cmpuint (self.lines->len, ==, 0);
  end (&self);
}

static MwMdlxLight *
add_light (Drawing *self, uint32_t type)
{
  MwMdlxLight *light = add_node (self->model, &mw_mdlx_light_schema, NULL, 1, 2, 3);
  light->type = type;
  light->intensity = 0.5f;
  light->attenuation_start = 10;
  light->attenuation_end = 20;
  light->amb_intensity = 0;
  light->color[0] = 1;
  light->color[1] = 0.5f;
  light->color[2] = 0;
  return light;
}

static void
a_light_shows_where_it_ends_in_its_colour (void)
{
  Drawing self = begin ();
  MwMdlxLight *light = add_light (&self, 0);
  self.model->family = MW_FAMILY_MDX_WOW;
  draw (&self, MW_OVERLAY_LIGHTS, NULL);
  guint n_far = 0, n_near = 0;
  for (guint i = 0; i < self.lines->len; i++) {
    const float *at = g_array_index (self.lines, MwLineVertex, i).position;
    float far = hypotf (hypotf (at[0] - 1, at[1] - 2), at[2] - 3);
    n_far += fabsf (far - 20) < 1e-3f;
    n_near += fabsf (far - 10) < 1e-3f;
  }
  g_assert_cmpuint (n_far, ==, 3 * 32 * 2);
  g_assert_cmpuint (n_near, ==, 3 * 32 * 2);
  g_assert_cmpuint (n_coloured (&self, 0xFF7F00FFu), ==, 3 * 32);
  g_assert_cmpuint (n_coloured (&self, 0xFF7F0070u), ==, 3 * 32);
  /* Warcraft III does not read where it ends: of 1 / (1 + 0.0005 d^2) a tenth is left at 134 units. */
  self.model->family = MW_FAMILY_MDX;
  self.model->version = 800;
  draw (&self, MW_OVERLAY_LIGHTS, NULL);
  g_assert_cmpuint (n_coloured (&self, 0xFF7F00FFu), ==, 3 * 32);
  n_far = 0;
  for (guint i = 0; i < self.lines->len; i++)
    n_far += is_at (&g_array_index (self.lines, MwLineVertex, i), (float[3]) { 1 + 134.164f, 2, 3 }, 0.01f);
  g_assert_cmpuint (n_far, ==, 4);
  /* A directional light has three rays along its -Z, with barbs, in place of spheres; an ambient one has only its marker. */
  light->type = 1;
  draw (&self, MW_OVERLAY_LIGHTS, NULL);
  guint n_down = 0;
  for (guint i = 0; i < self.lines->len; i += 2) {
    const MwLineVertex *ends = &g_array_index (self.lines, MwLineVertex, i);
    n_down += ends[0].position[0] == ends[1].position[0] && ends[0].position[1] == ends[1].position[1]
              && ends[1].position[2] < ends[0].position[2] && n_coloured (&self, 0xFF7F00FFu) == 6;
  }
  g_assert_cmpuint (n_down, ==, 3);
  light->type = 2;
  draw (&self, MW_OVERLAY_LIGHTS, NULL);
  g_assert_cmpuint (n_coloured (&self, 0xFF7F00FFu), ==, 0);
  end (&self);
}

static void
an_emitter_shows_where_particles_are_born_and_fly (void)
{
  Drawing self = begin ();
  MwMdlxParticleEmitter2 *emitter = add_node (self.model, &mw_mdlx_particle_emitter2_schema, NULL, 5, 6, 7);
  emitter->length = 8;
  emitter->width = 4;
  emitter->latitude = 90;
  draw (&self, MW_OVERLAY_EMITTERS, NULL);
  g_autoptr (MwParticles) particles = mw_particles_new (self.skeleton, &emitter->node.record);
  const MwEmitterShape shape = mw_particles_shape (particles, &self.frame.clock);
  g_assert_false (shape.sphere);
  g_assert_cmpfloat (shape.length, ==, 8);
  g_assert_cmpfloat (shape.width, ==, 4);
  g_assert_cmpfloat (fabsf (shape.spread - (float) G_PI / 2), <, 1e-6f);
  const float at[3] = { 5, 6, 7 }, *world = mw_skeleton_matrix (self.skeleton, emitter->node.record.id);
  const float corners[4][3] = { { 1, 4, 7 }, { 9, 4, 7 }, { 9, 8, 7 }, { 1, 8, 7 } };
  const float length = mw_lines_of_pixels (&self.frame, at, 36);
  g_array_set_size (self.lines, 0);
  mw_figures_add_emitter (self.lines, &shape, world, at, &self.frame);
  for (int i = 0; i < 4; i++)
    g_assert_cmpuint (n_lines (&self, corners[i], corners[(i + 1) % 4]), ==, 1);
  g_assert_cmpuint (n_lines (&self, at, (float[3]) { 5, 6, 7 + length }), ==, 1);
  g_assert_cmpuint (n_lines (&self, at, (float[3]) { 5 + length, 6, 7 }), ==, 1);
  g_assert_cmpuint (n_lines (&self, at, (float[3]) { 5, 6 - length, 7 }), ==, 1);
  g_assert_cmpuint (self.lines->len, ==, 2 * (4 + 5));
  /* From between two spheres, straight up. */
  g_array_set_size (self.lines, 0);
  mw_figures_add_emitter (self.lines, &(MwEmitterShape) { .sphere = TRUE, .length = 2, .width = 3 }, world, at,
                          &self.frame);
  g_assert_cmpuint (self.lines->len, ==, 2 * (6 * 32 + 1));
  g_assert_true (is_at (&g_array_index (self.lines, MwLineVertex, 0), (float[3]) { 8, 6, 7 }, 1e-3f));
  end (&self);
}

static void
bounds_of_model_and_sequence_are_two_boxes (void)
{
  Drawing self = begin ();
  MwMdlxSequence *walk = add_to (self.model, self.model, "sequences", &mw_mdlx_sequence_schema);
  for (int k = 0; k < 3; k++) {
    self.model->bounds.max[k] = 10;
    walk->bounds.max[k] = 20;
  }
  walk->interval[1] = 100;
  draw (&self, MW_OVERLAY_BOUNDS, NULL);
  g_assert_cmpuint (self.lines->len, ==, 24);
  MwClock clock;
  mw_clock_play (&clock, &self.model->model, walk->record.id);
  draw (&self, MW_OVERLAY_BOUNDS, &clock);
  g_assert_cmpuint (self.lines->len, ==, 48);
  g_assert_cmpuint (n_lines (&self, (float[3]) { 0 }, (float[3]) { 20, 0, 0 }), ==, 1);
  g_assert_cmpuint (n_lines (&self, (float[3]) { 0 }, (float[3]) { 10, 0, 0 }), ==, 1);
  end (&self);
}

static void
axes_of_nodes_turn_with_them_and_cylinders_have_sides (void)
{
  Drawing self = begin ();
  MwMdlxCollisionShape *shape = add_node (self.model, &mw_mdlx_collision_shape_schema, NULL, 0, 0, 0);
  shape->type = MW_MDLX_SHAPE_CYLINDER;
  shape->radius = 3;
  shape->vertices[1][2] = 9;
  draw (&self, MW_OVERLAY_PIVOTS, NULL);
  const float length = mw_lines_of_pixels (&self.frame, (float[3]) { 0 }, 12);
  g_assert_cmpuint (self.lines->len, ==, 6);
  g_assert_cmpuint (n_lines (&self, (float[3]) { 0 }, (float[3]) { 0, length, 0 }), ==, 1);
  draw (&self, MW_OVERLAY_COLLISION, NULL);
  g_assert_cmpuint (n_lines (&self, (float[3]) { 3, 0, 0 }, (float[3]) { 3, 0, 9 }), ==, 1);
  g_assert_cmpuint (n_lines (&self, (float[3]) { 0, -3, 0 }, (float[3]) { 0, -3, 9 }), ==, 1);
  g_assert_cmpuint (self.lines->len, ==, 2 * (12 + 2 * 32 + 4));
  end (&self);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/render/figures/a camera shows a quarter of what it sees",
                   a_camera_shows_a_quarter_of_what_it_sees);
  g_test_add_func ("/render/figures/a light shows where it ends, in its colour",
                   a_light_shows_where_it_ends_in_its_colour);
  g_test_add_func ("/render/figures/an emitter shows where particles are born and fly",
                   an_emitter_shows_where_particles_are_born_and_fly);
  g_test_add_func ("/render/figures/bounds of model and sequence are two boxes",
                   bounds_of_model_and_sequence_are_two_boxes);
  g_test_add_func ("/render/figures/axes of nodes turn with them, and cylinders have sides",
                   axes_of_nodes_turn_with_them_and_cylinders_have_sides);
  return g_test_run ();
}
