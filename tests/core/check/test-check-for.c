/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is found when a model is checked for one client, and not for whatever reads its version. */
#include "core/check/check.h"
#include "tests/core/edit/m2.h"

#include "core/model/mdlx/mdlx.h"

#include <math.h>
#include <string.h>

/* The first message about a rule, of a model that is checked for the client of a word (NULL: for none); "": the rule is not broken. Free
 * with g_free(). */
static char *
found (const MwModel *model, MwFormat format, const char *word, const char *rule)
{
  MwTargetClient client;
  g_assert_true (!word || mw_target_client (word, &client));
  g_autoptr (GPtrArray) findings = mw_check_for (model, format, word ? &client : NULL, FALSE);
  for (guint i = 0; i < findings->len; i++) {
    const MwFinding *finding = findings->pdata[i];
    if (strcmp (finding->rule->id, rule) == 0)
      return g_strdup (finding->message);
  }
  return g_strdup ("");
}

static void
assert_found (const MwModel *model, MwFormat format, const char *word, const char *rule, const char *expected)
{
  g_autofree char *text = found (model, format, word, rule);
  g_test_message ("%s for %s", rule, word ? word : "any");
  g_assert_cmpstr (text, ==, expected);
}

/* A classic model with nothing in it but what these tests give it. */
static MwMdlx *
classic (void)
{
  MwMdlx *model = (MwMdlx *) mw_model_new (&mw_mdlx_schema);
  model->family = MW_FAMILY_MDX;
  model->version = 800;
  return model;
}

static void
versions (void)
{
  MwMdlx *model = classic ();
  MwFormat format = { MW_FAMILY_MDX, 800, FALSE };
  assert_found (&model->model, format, NULL, "target-version", "");
  assert_found (&model->model, format, "wc3-1.26", "target-version", "");
  assert_found (&model->model, format, "reforged", "target-version", "");
  assert_found (&model->model, format, "mdx1000", "target-version",
                "it is Warcraft III, MDX 800; mdx1000 reads version 1000");
  assert_found (&model->model, format, "wow-4.3.4", "target-version",
                "it is Warcraft III, MDX 800; wow-4.3.4 reads versions 265 to 272");
  model->version = 1100;
  format.version = 1100;
  assert_found (&model->model, format, "reforged", "target-version",
                "it is Warcraft III, MDX 1100; wc3-reforged-1.32 reads versions 800 to 1000");
  assert_found (&model->model, format, "wc3-2.0", "target-version", "");
  mw_model_free (&model->model);
}

/* Reforged brought more formats of images. */
static void
images (void)
{
  MwMdlx *model = classic ();
  MwMdlxTexture *texture = (MwMdlxTexture *) mw_record_new (&mw_mdlx_texture_schema);
  const MwFormat format = { MW_FAMILY_MDX, 800, FALSE };
  mw_text_set (&texture->path, "a.DDS", 5);
  mw_list_append (&model->model, &model->model.record, mw_schema_field (&mw_mdlx_schema, "textures"), &texture->record);
  assert_found (&model->model, format, NULL, "wc3-texture-format", "");
  assert_found (&model->model, format, "reforged", "wc3-texture-format", "");
  assert_found (&model->model, format, "mdx800", "wc3-texture-format", "");
  assert_found (&model->model, format, "wc3-1.31", "wc3-texture-format", "\"a.DDS\" does not end with .blp or .tga");
  /* A client of the other game has no say in it. */
  assert_found (&model->model, format, "wow-1.12", "wc3-texture-format", "");
  mw_text_set (&texture->path, "a.tga", 5);
  assert_found (&model->model, format, "wc3-1.31", "wc3-texture-format", "");
  mw_model_free (&model->model);
}

/* A value that another version had may still be in the model; it is not saved. */
static void
fields_of_other_versions (void)
{
  MwMdlx *model = classic ();
  MwMdlxMaterial *material = (MwMdlxMaterial *) mw_record_new (&mw_mdlx_material_schema);
  MwMdlxLayer *layer = (MwMdlxLayer *) mw_record_new (&mw_mdlx_layer_schema);
  layer->emissive_gain = NAN;
  mw_list_append (&model->model, &material->record, mw_schema_field (&mw_mdlx_material_schema, "layers"),
                  &layer->record);
  mw_list_append (&model->model, &model->model.record, mw_schema_field (&mw_mdlx_schema, "materials"),
                  &material->record);
  assert_found (&model->model, (MwFormat) { MW_FAMILY_MDX, 800, FALSE }, NULL, "number-not-finite", "");
  model->version = 1000;
  assert_found (&model->model, (MwFormat) { MW_FAMILY_MDX, 1000, FALSE }, NULL, "number-not-finite", "1 of 1 numbers");
  mw_model_free (&model->model);
}

/* Clients that read the same version differ in what they know. */
static void
clients_of_one_version (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (272, 1, 0);
  g_autoptr (MwDocument) document = m2_open (set);
  MwM2 *model = (MwM2 *) mw_document_get_model (document);
  const MwFormat format = mw_document_get_format (document);
  MwM2Batch *batch = (MwM2Batch *) ((MwM2Skin *) model->skins.items[0])->batches.items[0];
  ((MwM2Material *) model->materials.items[0])->blend_mode = 7;
  assert_found (&model->model, format, NULL, "m2-blend-mode", "");
  assert_found (&model->model, format, "m2-272", "m2-blend-mode", "");
  assert_found (&model->model, format, "wow-5.4.8", "m2-blend-mode", "");
  assert_found (&model->model, format, "wow-4.3.4", "m2-blend-mode", "found 7, expected at most 6");
  mw_array_clear (&batch->textures);
  batch->textures = mw_array_new (3, sizeof (MwRef));
  for (guint i = 0; i < 3; i++)
    ((MwRef *) batch->textures.data)[i] = (MwRef) { model->textures.items[0]->id, 0 };
  assert_found (&model->model, format, NULL, "m2-batch-textures", "");
  assert_found (&model->model, format, "wow-4.3.4", "m2-batch-textures", "");
  assert_found (&model->model, format, "wow-3.3.5", "m2-batch-textures", "found 3, expected 1 to 2");
  assert_found (&model->model, format, "wow-3.3.5", "target-version",
                "it is World of Warcraft, M2 272; wow-3.3.5 reads version 264");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ROW(test, rule) g_test_add_func ("/check/for/" rule, test);
#include "tests/core/check/rows/for.h"
#undef ROW
  g_test_add_func ("/check/for/clients before Reforged read fewer images", images);
  g_test_add_func ("/check/for/clients of one version have limits of their own", clients_of_one_version);
  g_test_add_func ("/check/for/fields of other versions are not checked", fields_of_other_versions);
  return g_test_run ();
}
