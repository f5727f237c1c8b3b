/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/findings.h"
#include "core/model/mdlx/mdlx.h"
#include "tests/core/io/files.h"
#include "ui/edit.h"
#include "ui/problems/problem.h"

#include <string.h>

/* No window: the findings need a document and a main loop. */

typedef struct {
  MwDocument *document;
  MwFindings *findings;
} World;

static MwRecord *
at (const World *world, const char *path)
{
  MwTarget target;
  GError *error = NULL;
  mw_path_resolve_one (mw_document_get_model (world->document), path, &target, &error);
  g_assert_no_error (error);
  return target.record;
}

static gboolean
fail (gpointer unused)
{
  g_error ("The findings did not become current");
  return G_SOURCE_REMOVE;
}

static void
wait (const World *world)
{
  enum { PATIENCE = 60 };
  const guint timeout = g_timeout_add_seconds (PATIENCE, fail, NULL);
  while (!mw_findings_are_current (world->findings))
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (timeout);
}

/* `texture` (may be NULL): is added to the model. */
static World
open_world_with (MwRecord *texture)
{
  MwMdlx *model = mw_mdlx_new ();
  MwRecord *material = mw_record_new (&mw_mdlx_material_schema), *layer = mw_record_new (&mw_mdlx_layer_schema);
  mw_list_append (&model->model, &model->model.record, MW_FIELD (MwMdlx, materials), material);
  mw_list_append (&model->model, material, MW_FIELD (MwMdlxMaterial, layers), layer);
  if (texture)
    mw_list_append (&model->model, &model->model.record, MW_FIELD (MwMdlx, textures), texture);
  World world = { .document = mw_document_new (&model->model, (MwFormat) { MW_FAMILY_MDX, 800 }) };
  world.findings = mw_findings_of (world.document);
  wait (&world);
  return world;
}

static World
open_world (void)
{
  return open_world_with (NULL);
}

static void
set (const World *world, const char *path, const char *field, const char *value)
{
  MwRecord *record = at (world, path);
  MwTarget target = mw_ui_target (record, mw_schema_field (record->schema, field));
  GError *error = NULL;
  mw_ui_set_text (world->document, &record->id, 1, &target, value, &error);
  g_assert_no_error (error);
}

static void
count (guint *n)
{
  (*n)++;
}

static void
test_layers (void)
{
  World world = open_world ();
  const MwId layer = at (&world, "materials[0].layers[0]")->id, material = at (&world, "materials[0]")->id;
  MwSeverity worst;
  guint n = 0, before = mw_findings_count (world.findings);
  g_signal_connect_swapped (world.findings, "changed", G_CALLBACK (count), &n);
  g_assert_false (mw_findings_get_worst (world.findings, material, FALSE, &worst));
  g_autofree char *without = mw_findings_describe (world.findings, layer, 100);
  g_assert_true (!without || !strstr (without, "77"));
  set (&world, "materials[0].layers[0]", "filter_mode", "77");
  g_assert_false (mw_findings_are_current (world.findings));
  wait (&world);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (mw_findings_count (world.findings), >=, MAX (before, 1));
  g_assert_true (mw_findings_get_worst (world.findings, layer, FALSE, &worst));
  /* In the material there is something, but it is not its own. */
  g_assert_false (mw_findings_get_worst (world.findings, material, FALSE, &worst));
  g_assert_true (mw_findings_get_worst (world.findings, material, TRUE, &worst));
  g_autofree char *text = mw_findings_describe (world.findings, layer, 100),
                  *one = mw_findings_describe (world.findings, layer, 0);
  g_assert_nonnull (strstr (text, "(found 77)"));
  g_assert_nonnull (strstr (one, "more"));
  g_assert_null (mw_findings_describe (world.findings, material, 1));
  /* What is worse goes first. */
  set (&world, "materials[0].layers[0]", "alpha", "inf");
  wait (&world);
  g_assert_true (mw_findings_get_worst (world.findings, layer, FALSE, &worst));
  g_assert_cmpint (worst, ==, MW_SEVERITY_SEVERE);
  g_assert_true (mw_findings_get_worst (world.findings, material, TRUE, &worst));
  g_assert_cmpint (worst, ==, MW_SEVERITY_SEVERE);
  g_object_unref (world.document);
}

/* The problem at a path; NULL: there is none. */
static MwProblem *
problem_of (const World *world, const char *path)
{
  const GPtrArray *problems = mw_findings_get_problems (world->findings);
  for (guint i = 0; i < problems->len; i++)
    if (g_str_equal (mw_problem_get_path (problems->pdata[i]), path))
      return problems->pdata[i];
  return NULL;
}

/* Lists of many thousand problems need not be compared by their texts. */
static void
test_same_objects (void)
{
  World world = open_world ();
  static const char alpha[] = "materials[0].layers[0].alpha", mode[] = "materials[0].layers[0].filter_mode";
  set (&world, "materials[0].layers[0]", "filter_mode", "77");
  set (&world, "materials[0].layers[0]", "alpha", "inf");
  wait (&world);
  MwProblem *first = problem_of (&world, mode), *second = problem_of (&world, alpha);
  g_assert_true (first && second);
  g_object_add_weak_pointer (G_OBJECT (first), (gpointer *) &first);
  set (&world, "materials[0].layers[0]", "alpha", "0.5");
  wait (&world);
  g_assert_true (first && first == problem_of (&world, mode));
  g_assert_null (problem_of (&world, alpha));
  /* What was found is something else. */
  set (&world, "materials[0].layers[0]", "filter_mode", "78");
  wait (&world);
  g_assert_true (problem_of (&world, mode) != first);
  /* The worker lets go of what is no problem any more. */
  while (first)
    g_main_context_iteration (NULL, FALSE);
  g_object_unref (world.document);
}

/* A model of version 800 that is for a client which does not read this version. */
static void
test_client (void)
{
  World world = open_world ();
  MwTargetClient client;
  guint n = 0;
  g_assert_true (mw_target_client ("mdx1000", &client));
  g_assert_null (mw_findings_get_client (world.document));
  const guint before = mw_findings_get_problems (world.findings)->len;
  g_signal_connect_swapped (world.findings, "changed", G_CALLBACK (count), &n);
  mw_findings_set_client (world.findings, &client);
  g_assert_false (mw_findings_are_current (world.findings));
  wait (&world);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (mw_findings_get_problems (world.findings)->len, ==, before + 1);
  g_assert_cmpstr (mw_findings_get_client (world.document)->id, ==, "mdx1000");
  /* The same again is no change. */
  mw_findings_set_client (world.findings, &client);
  g_assert_true (mw_findings_are_current (world.findings));
  /* Two changes at once, while a check is running: the last one counts. */
  mw_findings_set_client (world.findings, NULL);
  mw_findings_set_client (world.findings, &client);
  mw_findings_set_client (world.findings, NULL);
  wait (&world);
  g_assert_cmpuint (mw_findings_get_problems (world.findings)->len, ==, before);
  g_assert_null (mw_findings_get_client (world.document));
  g_object_unref (world.document);
  g_autoptr (MwDocument) other = mw_document_new (&mw_mdlx_new ()->model, (MwFormat) { MW_FAMILY_MDX, 800 });
  g_assert_null (mw_findings_get_client (other)); /* which nobody has asked yet */
}

/* --- Files ---------------------------------------------------------------------------------------------------------- */

/* Where a model's files are, for mw_findings_set_files(). */
typedef struct {
  char *model; /* NULL: it has no file */
  guint n;     /* how often a lookup was made */
} Beside;

static Beside beside;

static MwLookup *
make_lookup (gpointer owner)
{
  g_assert_true (G_IS_OBJECT (owner));
  beside.n++;
  return beside.model ? mw_lookup_new (beside.model, NULL, NULL) : NULL;
}

/* The rules about files that are broken, with what was found: "RULE MESSAGE", a line for each. Free with g_free(). */
static char *
of_files (const World *world)
{
  const GPtrArray *problems = mw_findings_get_problems (world->findings);
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < problems->len; i++) {
    const char *rule = mw_problem_get_rule (problems->pdata[i])->id;
    if (strstr (rule, "texture-") || strstr (rule, "file-"))
      g_string_append_printf (text, "%s%s %s", text->len ? "\n" : "", rule,
                              mw_problem_get_message (problems->pdata[i]));
  }
  return g_string_free (text, FALSE);
}

static void
expect (const World *world, const char *expected)
{
  while (!mw_findings_are_complete (world->findings))
    g_main_context_iteration (NULL, TRUE);
  g_autofree char *found = of_files (world);
  g_assert_cmpstr (found, ==, expected);
}

static void
test_files (void)
{
  Files files;
  files_set_up (&files, NULL);
  beside = (Beside) { .model = files_path (&files, "Bear.mdx") };
  g_autofree char *fur = files_path (&files, "Fur.tga"), *stone = files_path (&files, "Stone.blp");
  g_assert_true (g_file_set_contents (stone, "broken", 6, NULL));
  World world = open_world_with (mw_record_new (&mw_mdlx_texture_schema));
  GObject *owner = g_object_new (G_TYPE_OBJECT, NULL);
  set (&world, "textures[0]", "path", "Fur.tga");
  mw_findings_set_files (world.findings, owner, make_lookup);
  g_assert_false (mw_findings_are_complete (world.findings));
  expect (&world, "texture-missing \"Fur.tga\"; the files of a game that reads the model were not searched");
  g_assert_cmpuint (beside.n, ==, 1);
  /* Only another name is looked for. */
  set (&world, "materials[0].layers[0]", "filter_mode", "2");
  expect (&world, "texture-missing \"Fur.tga\"; the files of a game that reads the model were not searched");
  g_assert_cmpuint (beside.n, ==, 1);
  set (&world, "textures[0]", "path", "stone.blp");
  expect (&world, "texture-unreadable \"stone.blp\": an input of 6 bytes is too short for any texture\n"
                  "file-case found \"stone.blp\", on the disk it is \"Stone.blp\"");
  g_assert_cmpuint (beside.n, ==, 2);
  mw_document_undo (world.document);
  expect (&world, "texture-missing \"Fur.tga\"; the files of a game that reads the model were not searched");
  g_assert_cmpuint (beside.n, ==, 2);
  /* A file that appears is found when somebody says that files have changed. What was known is shown until then. */
  g_assert_true (g_file_set_contents (fur, "broken", 6, NULL));
  mw_findings_look_again (world.findings);
  mw_findings_look_again (world.findings);
  while (beside.n == 2)
    g_main_context_iteration (NULL, TRUE);
  g_autofree char *meanwhile = of_files (&world);
  g_assert_nonnull (strstr (meanwhile, "texture-missing"));
  g_assert_false (mw_findings_are_complete (world.findings));
  expect (&world, "texture-unreadable \"Fur.tga\": an input of 6 bytes is too short for any texture");
  g_assert_cmpuint (beside.n, ==, 3);
  /* A model without a file has no files beside it. */
  g_clear_pointer (&beside.model, g_free);
  mw_findings_look_again (world.findings);
  expect (&world, "");
  /* Nobody gives a lookup any more. */
  g_object_unref (owner);
  set (&world, "textures[0]", "path", "Other.tga");
  expect (&world, "");
  g_object_unref (world.document);
  files_tear_down (&files, NULL);
}

/* Files change again while they are being looked for. */
static void
test_files_meanwhile (void)
{
  Files files;
  files_set_up (&files, NULL);
  beside = (Beside) { .model = files_path (&files, "Bear.mdx") };
  g_autofree char *fur = files_path (&files, "Fur.tga");
  World world = open_world_with (mw_record_new (&mw_mdlx_texture_schema));
  g_autoptr (GObject) owner = g_object_new (G_TYPE_OBJECT, NULL);
  set (&world, "textures[0]", "path", "Fur.tga");
  mw_findings_set_files (world.findings, owner, make_lookup);
  while (beside.n == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (g_file_set_contents (fur, "broken", 6, NULL));
  mw_findings_look_again (world.findings);
  expect (&world, "texture-unreadable \"Fur.tga\": an input of 6 bytes is too short for any texture");
  /* A document may be closed meanwhile. */
  mw_findings_look_again (world.findings);
  const guint before = beside.n;
  while (beside.n == before)
    g_main_context_iteration (NULL, TRUE);
  g_object_unref (world.document);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_clear_pointer (&beside.model, g_free);
  files_tear_down (&files, NULL);
}

/* Such a step changes no value: there is no signal for values, but the check may say something else afterwards. */
static void
test_notes (void)
{
  MwRecord *texture = mw_record_new (&mw_mdlx_texture_schema);
  mw_notes_add (texture, MW_NOTE_TEXT_TAIL, MW_FIELD (MwMdlxTexture, path), 1, "x", 1, 0);
  World world = open_world_with (texture);
  GError *error = NULL;
  mw_document_begin (world.document, "forget");
  g_assert_true (mw_document_forget (world.document, texture->id, MW_NOTE_TEXT_TAIL, &error));
  mw_document_commit (world.document);
  g_assert_false (mw_findings_are_current (world.findings));
  wait (&world);
  mw_document_undo (world.document);
  g_assert_false (mw_findings_are_current (world.findings));
  wait (&world);
  g_object_unref (world.document);
}

/* A document that is closed during a check. */
static void
test_closed (void)
{
  World world = open_world ();
  set (&world, "materials[0]", "priority_plane", "3");
  g_object_unref (world.document);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/document/findings/elements have the findings of the newest check", test_layers);
  g_test_add_func ("/ui/document/findings/stay the same objects as long as they say the same", test_same_objects);
  g_test_add_func ("/ui/document/findings/are those for the client", test_client);
  g_test_add_func ("/ui/document/findings/files are looked for once for each name", test_files);
  g_test_add_func ("/ui/document/findings/files may change while they are looked for", test_files_meanwhile);
  g_test_add_func ("/ui/document/findings/a step that only drops notes is checked", test_notes);
  g_test_add_func ("/ui/document/findings/a document may be closed before the check", test_closed);
  return g_test_run ();
}
