/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/script.h"
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"

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
    { "effect-set-texture bones[0] path=a.blp", "is no emitter or ribbon" },
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
  g_assert_nonnull (strstr (refusal, "may be meant as \"Portrait\""));
  g_assert_cmpuint (model->cameras.n, ==, 0);
  /* Without a Stand the camera alone is added, and the step says so. */
  g_assert_true (fixture_set (document, "sequences[0].name", "\"Birth\""));
  g_autofree char *neither = m2_refusal (document, "camera-portrait");
  g_assert_nonnull (strstr (neither, "may be meant as \"Portrait\""));
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
  ADD ("/core/edit/operations/effects/portrait", test_portrait);
  ADD ("/core/edit/operations/effects/portrait and other names", test_portrait_names);
  g_test_add_func ("/core/edit/operations/effects/portrait of M2", test_portrait_m2);
  return g_test_run ();
}
