/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/findings.h"
#include "core/model/mdlx/mdlx.h"
#include "ui/edit.h"

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

static void
wait (const World *world)
{
  while (!mw_findings_are_current (world->findings))
    g_main_context_iteration (NULL, TRUE);
}

static World
open_world (void)
{
  MwMdlx *model = mw_mdlx_new ();
  MwRecord *material = mw_record_new (&mw_mdlx_material_schema), *layer = mw_record_new (&mw_mdlx_layer_schema);
  mw_list_append (&model->model, &model->model.record, MW_FIELD (MwMdlx, materials), material);
  mw_list_append (&model->model, material, MW_FIELD (MwMdlxMaterial, layers), layer);
  World world = { .document = mw_document_new (&model->model, (MwFormat) { MW_FAMILY_MDX, 800 }) };
  world.findings = mw_findings_of (world.document);
  wait (&world);
  return world;
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
  g_test_add_func ("/ui/document/findings/are those for the client", test_client);
  g_test_add_func ("/ui/document/findings/a document may be closed before the check", test_closed);
  return g_test_run ();
}
