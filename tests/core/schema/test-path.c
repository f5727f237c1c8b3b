/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/path.h"
#include "core/schema/pattern.h"
#include "tests/core/schema/fixture.h"

#include <string.h>

static void
test_found (void)
{
  /* A path, and the canonical paths of everything that it selects. */
  static const struct {
    const char *path, *canonical;
  } cases[] = {
    { "", "" },
    { "name", "name" },
    { "bounds.max.x", "bounds.max.x" },
    { "bounds", "bounds.radius bounds.min bounds.max" },
    { "sequences[1].interval.start", "sequences[1].interval.start" },
    { "sequences[1].interval", "sequences[1].interval.start sequences[1].interval.end" },
    { "sequences[Stand].rarity", "sequences[0].rarity" },
    { "sequences[\"Walk\"]", "sequences[1]" },
    { "sequences[*].flags.non_looping", "sequences[0].flags.non_looping sequences[1].flags.non_looping "
                                        "sequences[2].flags.non_looping" },
    { "sequences[1:].name", "sequences[1].name sequences[2].name" },
    { "sequences[:1].name", "sequences[0].name" },
    { "sequences[/^W/].name", "sequences[1].name" },
    { "sequences[/walk/i].rarity", "sequences[1].rarity sequences[2].rarity" },
    { "sequences[/^run$/].rarity", "" },
    { "sequences[/[m-o]d]*$/].rarity", "sequences[0].rarity" },
    { "bones[1].pivot.z", "bones[1].pivot.z" },
    { "nodes[3].name", "helpers[1].name" },
    { "bones[\"arm \"left\"\"].name", "bones[0].name" },
    { "bones", "bones" },
    { "nodes", "nodes" },
    { "materials[0].layers[0].alpha", "materials[0].layers[0].alpha" },
    { "materials[0].layers[0].alpha.track", "materials[0].layers[0].alpha.track" },
    { "materials[0].layers[0].alpha.track.keys[2].value", "materials[0].layers[0].alpha.track.keys[2].value" },
    { "materials[0].layers[0].alpha.track.keys[1:3].time", "materials[0].layers[0].alpha.track.keys[1:3].time" },
    { "materials[0].layers[0].alpha.track.keys[0]",
      "materials[0].layers[0].alpha.track.keys[0].time materials[0].layers[0].alpha.track.keys[0].value "
      "materials[0].layers[0].alpha.track.keys[0].in_tan materials[0].layers[0].alpha.track.keys[0].out_tan" },
    { "materials[0].layers[0].alpha.track.keys.value", "materials[0].layers[0].alpha.track.keys.value" },
    { "geosets[0].vertices", "geosets[0].vertices" },
    { "geosets[0].vertices[2].y", "geosets[0].vertices[2].y" },
    { "geosets[0].vertices[0:2]", "geosets[0].vertices[0:2]" },
    { "geosets[0].vertices[*].x", "geosets[0].vertices[0].x geosets[0].vertices[1].x geosets[0].vertices[2].x" },
    { "geosets[0].group_members[1]", "geosets[0].group_members[1]" },
  };
  MwMdlx *mdlx = fixture_model ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (GArray) found = mw_path_resolve (&mdlx->model, cases[i].path, &error);
    g_assert_no_error (error);
    g_autoptr (GString) all = g_string_new (NULL);
    for (guint k = 0; k < found->len; k++) {
      g_autofree char *canonical = mw_target_path (&g_array_index (found, MwTarget, k));
      g_string_append_printf (all, "%s%s", k ? " " : "", canonical);
    }
    g_assert_cmpstr (all->str, ==, cases[i].canonical);
  }
  mw_model_free (&mdlx->model);
}

static void
test_not_found (void)
{
  static const struct {
    const char *path, *says;
  } cases[] = {
    { "nothing", "the model has no field of that name" },
    { "sequencs[0].name", "the model has no field of that name; did you mean sequences?" },
    { "helper[0]", "the model has no field of that name; did you mean helpers?" },
    { "sequences[0].nam", "at \"nam\": a sequence has no field of that name; did you mean name?" },
    { "sequences[0].interval.strat", "did you mean interval.start?" },
    { "sequences[0].intervall.start", "did you mean interval?" },
    { "sequences[Stnd]", "none of the sequences has the name \"Stnd\"; did you mean Stand?" },
    { "sequences[0].flags.non_loping", "flags has no flag of that name; did you mean non_looping?" },
    { "sequences[3]", "there is no sequences[3], only 3 of them" },
    { "bones[2].name", "there is no bones[2], only 2 of them" },
    { "sequences.name", "expected an index: sequences[0] to sequences[2]" },
    { "sequences[\"WALK\"]", "2 sequences have that name: 1, 2" },
    { "helpers[root]", "2 helpers have that name: 0, 1" },
    { "sequences[Run]", "none of the sequences has the name \"Run\"" },
    { "sequences[/(/].name", "at \"/(/].name\": the pattern /(/ is not a regular expression: " },
    { "sequences[//].name", "the pattern // is not a regular expression: it is empty" },
    { "materials[/x/].layers", "materials have no names that a pattern could match" },
    { "geosets[0].vertices[/x/]", "expected a number, a span or *" },
    { "sequences[Stand", "expected a number, a span, * or a name, and ]" },
    { "sequences[0].flags.loop", "flags has no flag of that name" },
    { "bounds.max.w", "bounds.max has no such part" },
    { "name.x", "name has no such part" },
    { "geosets[0].vertices[3]", "there is no element 3, only 3 of them" },
    { "geosets[0].vertices[0].q", "vertices has no such part" },
    { "materials[0].layers[1].alpha.track.keys[0].value", "there is no alpha.track here" },
    { "materials[0].layers[0].alpha.track.keys[0].colour", "keys have no such part" },
    { "sequences[99999999999999999999]", "none of the sequences has the name" },
    { "name]", "the model has no field of that name" },
  };
  MwMdlx *mdlx = fixture_model ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (GArray) found = mw_path_resolve (&mdlx->model, cases[i].path, &error);
    g_assert_null (found);
    g_assert_error (error, MW_ERROR, MW_ERROR_PATH);
    g_assert_cmpstr (mw_error_path (error), ==, cases[i].path);
    if (!strstr (error->message, cases[i].says))
      g_error ("\"%s\": \"%s\" says nothing of \"%s\"", cases[i].path, error->message, cases[i].says);
    /* The error adds the path itself, so the message does not repeat it. */
    g_autofree char *again = g_strdup_printf ("\"%s\":", cases[i].path);
    g_assert_null (strstr (error->message, again));
  }
  mw_model_free (&mdlx->model);
}

static void
test_many_is_not_one (void)
{
  MwMdlx *mdlx = fixture_model ();
  MwTarget target;
  g_autoptr (GError) error = NULL;
  g_assert_false (mw_path_resolve_one (&mdlx->model, "sequences[*]", &target, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_PATH);
  mw_model_free (&mdlx->model);
}

/* Hostile patterns and names do not make us search for ever. */
static void
test_slow_pattern (void)
{
  g_autofree char *name = g_strnfill (2000, 'x');
  g_autoptr (GError) error = NULL;
  g_autoptr (GRegex) pattern = mw_pattern_new ("/^(x+x+)+[yz]/", 14, &error);
  gboolean matches;
  g_assert_no_error (error);
  g_assert_false (mw_pattern_match (pattern, name, &matches, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_PATH);
  g_assert_nonnull (strstr (error->message, "takes too long"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schema/path/resolves paths and prints them canonically", test_found);
  g_test_add_func ("/schema/path/says where and why nothing is found", test_not_found);
  g_test_add_func ("/schema/path/a pattern that takes too long is an error", test_slow_pattern);
  g_test_add_func ("/schema/path/refuses several matches if one is needed", test_many_is_not_one);
  return g_test_run ();
}
