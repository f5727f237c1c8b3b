/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/script.h"
#include "core/pose/reach.h"
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"

#include <math.h>
#include <string.h>

/* What operations on effects refuse, and what the models of the table test do not have. */

#define ADD(path, func) g_test_add (path, FixtureWorld, NULL, fixture_world_setup, func, fixture_world_teardown)
#define VALUE(path, expected) fixture_assert_value (world->document, path, expected)

static guint
count_materials (MwDocument *document)
{
  return ((const MwMdlx *) mw_document_get_model (document))->materials.n;
}

static void
test_texture (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  m2_do (document, "texture-add path=a.blp");
  m2_do (document, "texture-add path=b.blp");
  const guint last = ((const MwMdlx *) mw_document_get_model (document))->textures.n - 1;
  g_autofree char *b = g_strdup_printf ("textures[%u]", last), *a = g_strdup_printf ("textures[%u]", last - 1);
  m2_do (document, "ribbon-add name=One");
  m2_do (document, "ribbon-add name=Two");
  m2_do (document, "emitter-add name=Smoke");
  const guint made = count_materials (document);
  g_autofree char *shared = g_strdup_printf ("materials[%u]", made - 2),
                  *copy = g_strdup_printf ("materials[%u]", made),
                  *image = g_strdup_printf ("%s.layers[0].texture", shared),
                  *copied = g_strdup_printf ("%s.layers[0].texture", copy);
  fixture_set (document, "ribbon_emitters[1].material", shared);
  g_autofree char *to_a = g_strdup_printf ("effect-set-texture ribbon_emitters[*],particle_emitters2[0] texture=%s", a);
  /* All users of the material are selected: it changes itself. */
  m2_do (document, to_a);
  g_assert_cmpuint (count_materials (document), ==, made);
  VALUE (image, a);
  VALUE ("particle_emitters2[0].texture", a);
  g_autofree char *again = m2_refusal (document, to_a);
  g_assert_nonnull (strstr (again, "nothing to change"));
  /* One of its users is: it gets a copy, and the other keeps what it has. */
  m2_do (document, "effect-set-texture ribbon_emitters[1] path=B.BLP");
  g_assert_cmpuint (count_materials (document), ==, made + 1);
  VALUE (image, a);
  VALUE ("ribbon_emitters[0].material", shared);
  VALUE ("ribbon_emitters[1].material", copy);
  g_autofree char *found = fixture_get (document, copied);
  g_assert_cmpstr (found, !=, a);
  struct {
    const char *line, *words;
  } refusals[] = {
    { "effect-set-texture bones[0] path=a.blp", "is not an emitter or ribbon" },
    { "effect-set-texture ribbon_emitters[0]", "needs either" },
    { "effect-set-texture ribbon_emitters[0] path=a.blp texture=textures[0]", "needs either" },
    { "effect-set-texture ribbon_emitters[0] path=c.blp at=1", "fewer layers" },
    { "effect-set-texture particle_emitters2[0] path=c.blp at=1", "only one" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++) {
    g_autofree char *refusal = m2_refusal (document, refusals[i].line);
    if (!strstr (refusal, refusals[i].words))
      g_error ("%s: found \"%s\"", refusals[i].line, refusal);
  }
}

static void
test_texture_m2 (void)
{
  static const guint versions[] = { 256, 264 };
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++) {
    g_autoptr (MwFileSet) set = m2_made_set (versions[i], 1, 0);
    g_autoptr (MwDocument) document = m2_open (set);
    g_autoptr (GHashTable) broken = m2_broken_rules (set);
    m2_do (document, "emitter-add");
    const MwM2 *model = m2_model (document);
    g_autofree char *line = g_strdup_printf ("effect-set-texture particles[%u] path=new.blp", model->particles.n - 1);
    m2_do (document, line);
    const MwM2Particle *particle = (const MwM2Particle *) model->particles.items[model->particles.n - 1];
    const MwM2Texture *texture = (const MwM2Texture *) mw_model_resolve (&model->model, particle->texture);
    g_assert_cmpstr (texture->path, ==, "new.blp");
    g_autofree char *second = g_strconcat (line, " at=1", NULL), *refusal = m2_refusal (document, second);
    g_assert_nonnull (strstr (refusal, "only one"));
    g_autoptr (MwFileSet) saved = m2_assert_sound (document, broken, "effect-set-texture");
  }
}

static void
assert_box (const MwBounds *bounds, const double min[3], const double max[3])
{
  for (guint k = 0; k < 3; k++) {
    g_assert_cmpfloat_with_epsilon ((double) bounds->min[k], min[k], 1e-2);
    g_assert_cmpfloat_with_epsilon ((double) bounds->max[k], max[k], 1e-2);
  }
}

static void
set_all (MwDocument *document, const char *record, const char *const (*values)[2], guint n)
{
  for (guint i = 0; i < n; i++) {
    g_autofree char *path = g_strconcat (record, ".", values[i][0], NULL);
    if (!fixture_set (document, path, values[i][1]))
      g_error ("%s cannot be set", path);
  }
}

/* An emitter far from the mesh, whose particles get 100 (1 + 0.5) 2 + 50 / 2 + 7 far, and by gravity 10 2 2 / 2 further down. */
static void
test_reach (FixtureWorld *world, gconstpointer data)
{
  static const char *const values[][2] = { { "speed", "100" },       { "variation", "0.5" },
                                           { "life_span", "2" },     { "length", "30" },
                                           { "width", "40" },        { "gravity", "10" },
                                           { "emission_rate", "5" }, { "segment_scaling", "{1,7,3}" } };
  static const char *const ribbon[][2] = {
    { "height_above", "10" }, { "height_below", "20" }, { "gravity", "-3" }, { "life_span", "2" }
  };
  MwDocument *document = world->document;
  const MwMdlx *model = (const MwMdlx *) mw_document_get_model (document);
  m2_do (document, "bounds-recompute");
  const MwBounds *bounds = &((const MwMdlxSequence *) model->sequences.items[0])->bounds;
  const MwBounds mesh = *bounds;
  m2_do (document, "emitter-add name=Far offset={1000,2000,3000}");
  set_all (document, "particle_emitters2[0]", values, G_N_ELEMENTS (values));
  g_autofree char *without = m2_refusal (document, "bounds-recompute");
  g_assert_nonnull (strstr (without, "nothing to recompute"));
  m2_do (document, "bounds-recompute particles=1");
  double min[3] = { (double) mesh.min[0], (double) mesh.min[1], (double) mesh.min[2] }, max[3] = { 1332, 2332, 3332 };
  assert_box (bounds, min, max);
  assert_box (&model->bounds, min, max);
  /* Down there gravity counts. */
  g_assert_true (fixture_set (document, "particle_emitters2[0].pivot", "{1000,2000,-3000}"));
  m2_do (document, "sequence-recompute-bounds sequences[0] particles=1");
  min[2] = -3352;
  max[2] = (double) mesh.max[2];
  assert_box (bounds, min, max);
  g_assert_true (fixture_set (document, "particle_emitters2[0].gravity", "-10000"));
  m2_do (document, "sequence-recompute-bounds sequences[0] particles=1");
  min[2] = -3332;
  max[2] = -3000 + 332 + 20000;
  assert_box (bounds, min, max);
  /* What is hidden or emits nothing does not count. */
  m2_do (document, "visibility-set particle_emitters2[0] sequences=0 state=hidden");
  m2_do (document, "sequence-recompute-bounds sequences[0] particles=1");
  g_assert_cmpint (memcmp (bounds, &mesh, sizeof mesh), ==, 0);
  m2_do (document, "visibility-set particle_emitters2[0] sequences=0 state=shown");
  m2_do (document, "sequence-recompute-bounds sequences[0] particles=1");
  assert_box (bounds, min, max);
  g_assert_true (fixture_set (document, "particle_emitters2[0].emission_rate", "0"));
  m2_do (document, "sequence-recompute-bounds sequences[0] particles=1");
  g_assert_cmpint (memcmp (bounds, &mesh, sizeof mesh), ==, 0);
  /* A ribbon has edges along y that gravity of less than 0 lifts by 3 2 2. */
  m2_do (document, "ribbon-add name=Band offset={-500,600,700}");
  set_all (document, "ribbon_emitters[0]", ribbon, G_N_ELEMENTS (ribbon));
  m2_do (document, "sequence-recompute-bounds sequences[0] particles=1");
  const double low[] = { -500, (double) mesh.min[1], (double) mesh.min[2] },
               high[] = { (double) mesh.max[0], 610, 712 };
  assert_box (bounds, low, high);
}

/* A third of the wheel exchanges the channels exactly, so three of them lead back. */
static void
turned_colours (FixtureWorld *world, gconstpointer data)
{
  static const char *const turned[] = { "{0, 0.75, 0.25}", "{0.25, 0, 0.75}", "{0.75, 0.25, 0}" };
  m2_do (world->document, "emitter-add");
  g_assert_true (fixture_set (world->document, "particle_emitters2[0].segment_color.start", turned[2]));
  for (guint i = 0; i < G_N_ELEMENTS (turned); i++) {
    m2_do (world->document, "effect-recolour particle_emitters2[0] hue=120");
    fixture_assert_value (world->document, "particle_emitters2[0].segment_color.start", turned[i]);
  }
}

/* The only value of a track. */
static double
only (const MwM2Track *track)
{
  const MwArray *values = track->lanes.n ? &((const MwM2Lane *) track->lanes.items[0])->values : &track->values;
  return (double) ((const float *) values->data)[0];
}

static void
test_reach_m2 (void)
{
  static const guint versions[] = { 256, 264 };
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++) {
    g_autoptr (MwFileSet) set = m2_made_set (versions[i], 1, 0);
    g_autoptr (MwDocument) document = m2_open (set);
    const MwM2 *model = m2_model (document);
    while (model->particles.n)
      m2_do (document, "delete particles[0]");
    while (model->ribbons.n)
      m2_do (document, "delete ribbons[0]");
    m2_do (document, "emitter-add look=smoke");
    MwM2Particle *e = (MwM2Particle *) model->particles.items[0];
    if (versions[i] >= 264) {
      e->life_span_variation = 0.5f;
      e->scaling_variation[1] = 0.25f;
    }
    const MwArray *gravity = e->gravity_track->lanes.n ? &((MwM2Lane *) e->gravity_track->lanes.items[0])->values
                                                       : &e->gravity_track->values;
    ((float *) gravity->data)[0] = 3;
    const double life = only (e->life_span_track) + (double) e->life_span_variation,
                 speed = only (e->speed_track) * (1 + only (e->variation_track)),
                 born = hypot (only (e->length_track), only (e->width_track)) / 2,
                 fall = only (e->gravity_track) * life * life / 2;
    double size = 0;
    for (guint k = 0; versions[i] < 264 && k < 3; k++)
      size = MAX (size, (double) e->scaling[k]);
    for (guint k = 0; versions[i] >= 264 && k < 2 * e->scaling_curve->values.n; k++)
      size = MAX (size, 1.25 * (double) ((const float *) e->scaling_curve->values.data)[k]);
    const double radius = speed * life + born + size;
    g_assert_cmpfloat (size, >, 0);
    g_assert_cmpfloat (speed * life, >, 0);
    g_autoptr (MwReach) reach = mw_reach_new (&model->model);
    float min[3], max[3];
    g_assert_true (mw_reach_at (reach, &MW_CLOCK_REST, min, max));
    for (guint k = 0; k < 3; k++) {
      const double at = (double) e->position[k], epsilon = 1e-4 * (1 + fabs (at));
      g_assert_cmpfloat_with_epsilon ((double) max[k], at + radius + (k == 2 ? MAX (-fall, 0) : 0), epsilon);
      g_assert_cmpfloat_with_epsilon ((double) min[k], at - radius - (k == 2 ? MAX (fall, 0) : 0), epsilon);
    }
    /* Where the node is scaled, they get further. */
    MwClock clock = { 0 };
    double scale = 0;
    g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (&model->model);
    mw_clock_play (&clock, &model->model, model->sequences.items[0]->id);
    mw_skeleton_update (skeleton, &clock, NULL);
    const float *world = mw_skeleton_matrix (skeleton, e->record.id);
    for (guint k = 0; k < 3; k++)
      scale = MAX (scale, hypot (hypot ((double) world[4 * k], (double) world[4 * k + 1]), (double) world[4 * k + 2]));
    g_assert_cmpfloat (fabs (scale - 1), >, 0.01);
    g_assert_true (mw_reach_at (reach, &clock, min, max));
    g_assert_cmpfloat_with_epsilon (((double) max[0] - (double) min[0]) / 2, radius * scale,
                                    1e-4 * fabs ((double) max[0]));
    m2_do (document, "delete particles[0]");
    g_autoptr (MwReach) none = mw_reach_new (&model->model);
    g_assert_false (mw_reach_at (none, &MW_CLOCK_REST, min, max));
  }
}

static guint
n_notices (MwDocument *document)
{
  const char *const *notices = mw_document_get_notices (document);
  return notices ? g_strv_length ((char **) notices) : 0;
}

static void
test_portrait (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  const MwMdlx *model = (const MwMdlx *) mw_document_get_model (document);
  const guint n = model->sequences.n;
  /* Portrait Talk only when it is asked for; then nothing but that, and then nothing. */
  m2_do (document, "camera-portrait");
  g_assert_cmpuint (model->cameras.n, ==, 1);
  g_assert_cmpuint (model->sequences.n, ==, n + 1);
  VALUE ("sequences[1].name", "\"Portrait\"");
  g_autofree char *again = m2_refusal (document, "camera-portrait");
  g_assert_nonnull (strstr (again, "nothing to add"));
  m2_do (document, "camera-portrait talk=1");
  g_assert_cmpuint (n_notices (document), ==, 0);
  g_assert_cmpuint (model->cameras.n, ==, 1);
  g_assert_cmpuint (model->sequences.n, ==, n + 2);
  VALUE ("sequences[2].name", "\"Portrait Talk\"");
  g_autofree char *last = m2_refusal (document, "camera-portrait talk=1");
  g_assert_nonnull (strstr (last, "nothing to add"));
  fixture_assert_undo (document, world->first);
}

static void
test_portrait_names (FixtureWorld *world, gconstpointer data)
{
  MwDocument *document = world->document;
  const MwMdlx *model = (const MwMdlx *) mw_document_get_model (document);
  g_assert_true (fixture_set (document, "sequences[1].name", "\"Portrat\""));
  g_autofree char *refusal = m2_refusal (document, "camera-portrait");
  g_assert_nonnull (strstr (refusal, "may be meant to be \"Portrait\""));
  g_assert_cmpuint (model->cameras.n, ==, 0);
  /* Without a Stand the camera alone is added, and the step says so. */
  g_assert_true (fixture_set (document, "sequences[0].name", "\"Birth\""));
  g_autofree char *neither = m2_refusal (document, "camera-portrait");
  g_assert_nonnull (strstr (neither, "may be meant to be \"Portrait\""));
  g_assert_true (fixture_set (document, "sequences[1].name", "\"Walk\""));
  const guint n = model->sequences.n;
  m2_do (document, "camera-portrait");
  g_assert_cmpuint (model->cameras.n, ==, 1);
  g_assert_cmpuint (model->sequences.n, ==, n);
  g_assert_cmpuint (n_notices (document), ==, 1);
  g_autofree char *again = m2_refusal (document, "camera-portrait");
  g_assert_nonnull (strstr (again, "nothing to add"));
}

static void
test_portrait_m2 (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (264, 1, 0);
  g_autoptr (MwDocument) document = m2_open (set);
  const MwM2 *model = m2_model (document);
  while (model->cameras.n)
    m2_do (document, "delete cameras[0]");
  /* Cameras of other types are not for portraits. */
  m2_do (document, "camera-add type=character_info");
  m2_do (document, "camera-add type=flyby");
  const guint n = model->sequences.n;
  m2_do (document, "camera-portrait talk=1");
  g_assert_cmpuint (model->cameras.n, ==, 3);
  g_assert_cmpint (((const MwM2Camera *) model->cameras.items[2])->type, ==, 0);
  g_assert_cmpuint (model->sequences.n, ==, n);
  g_autofree char *again = m2_refusal (document, "camera-portrait talk=1");
  g_assert_nonnull (strstr (again, "nothing to add"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/core/edit/operations/effects/another texture", test_texture);
  g_test_add_func ("/core/edit/operations/effects/another texture in M2", test_texture_m2);
  ADD ("/core/edit/operations/effects/reach of particles and ribbons", test_reach);
  g_test_add_func ("/core/edit/operations/effects/reach of particles of M2", test_reach_m2);
  ADD ("/core/edit/operations/effects/a third of the colour wheel exchanges the channels", turned_colours);
  ADD ("/core/edit/operations/effects/portrait", test_portrait);
  ADD ("/core/edit/operations/effects/portrait and other names", test_portrait_names);
  g_test_add_func ("/core/edit/operations/effects/portrait of M2", test_portrait_m2);
  return g_test_run ();
}
