/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/schema/fixture.h"
#include "core/schema/loss-lines.h"

#include <string.h>

/* A report as text for users: few lines, even if there are many losses. */

static MwRecord *
node_at (const MwMdlx *model, guint i)
{
  return model->nodes.items[i];
}

static void
lose (MwReport *report, const MwRecord *record, const char *field, const char *why)
{
  mw_report_loss (report, record, field ? mw_schema_field (record->schema, field) : NULL, FALSE, why);
}

static void
assert_lines (const MwReport *report, const MwMdlx *model, const char *expected)
{
  g_autoptr (GPtrArray) lines = mw_loss_lines (report, &model->model);
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint i = 0; i < lines->len; i++) {
    g_autofree char *line = mw_loss_line_text (lines->pdata[i]);
    g_string_append_printf (text, "%s%s", i ? "\n" : "", line);
  }
  g_assert_cmpstr (text->str, ==, expected);
}

static void
few_stand_alone (void)
{
  MwMdlx *model = fixture_model ();
  g_autoptr (MwReport) report = mw_report_new ();
  assert_lines (report, model, "");
  lose (report, &model->model.record, "blend_time", "no");
  lose (report, node_at (model, 0), "flags", "no");
  lose (report, node_at (model, 1), "flags", "no");
  assert_lines (report, model, "blend_time (no)\nhelpers[0].flags and bones[0].flags (no)");
  mw_model_free (&model->model);
}

static void
many_are_one (void)
{
  MwMdlx *model = fixture_model ();
  g_autoptr (MwReport) report = mw_report_new ();
  /* Losses in nodes of two kinds, in all sequences (one of them also for another reason), and of whole records. */
  for (guint i = 0; i < 4; i++)
    lose (report, node_at (model, i), "bind_pose", "no such field");
  for (guint i = 0; i < 3; i++) {
    lose (report, node_at (model, i), "flags", "no such flags");
    lose (report, model->sequences.items[i], NULL, "no sequences");
  }
  lose (report, model->sequences.items[0], "name", "other");
  assert_lines (report, model,
                "all 3 sequences (no sequences)\n"
                "bind_pose of all 4 nodes (no such field)\n"
                "flags of 3 of 4 nodes, the first helpers[0].flags (no such flags)\n"
                "sequences[0].name (other)");
  mw_model_free (&model->model);
}

/* Losses with different reasons have lines of their own. If the reasons differ only after a colon, they share a line
 * with the part before it. */
static void
reasons (void)
{
  MwMdlx *model = fixture_model ();
  g_autoptr (MwReport) report = mw_report_new ();
  static const char *const why[] = { "rounded: by 1", "rounded: by 2", "rounded: by 3" };
  for (guint i = 0; i < 3; i++) {
    lose (report, model->sequences.items[i], "rarity", why[i]);
    lose (report, model->sequences.items[i], "move_speed", "the same: always");
    lose (report, model->sequences.items[i], "flags", i ? "one" : "another");
  }
  assert_lines (report, model,
                "rarity of all 3 sequences (rounded)\n"
                "move_speed of all 3 sequences (the same: always)\n"
                "sequences[0].flags (another)\n"
                "sequences[1].flags and sequences[2].flags (one)");
  mw_model_free (&model->model);
}

/* Lines about tracks name the field that has the track. */
static void
tracks (void)
{
  MwMdlx *model = fixture_model ();
  g_autoptr (MwReport) report = mw_report_new ();
  const MwField *slot = mw_schema_field (node_at (model, 0)->schema, "rotation.track");
  for (guint i = 0; i < 4; i++)
    mw_child_set (&model->model, node_at (model, i), slot, mw_record_new (slot->schema));
  for (guint i = 0; i < 3; i++)
    lose (report, *(MwRecord **) mw_field_at (node_at (model, i), slot), "keys.value", "rounded");
  assert_lines (
    report, model,
    "rotation.track.keys.value of 3 of 4 nodes that have it, the first helpers[0].rotation.track.keys.value "
    "(rounded)");
  lose (report, *(MwRecord **) mw_field_at (node_at (model, 3), slot), "keys.value", "rounded");
  assert_lines (report, model, "rotation.track.keys.value of all 4 nodes that have it (rounded)");
  mw_model_free (&model->model);
}

/* Sorted by the kind of loss, then by how visible it is. */
static void
harm (void)
{
  MwMdlx *model = fixture_model ();
  g_autoptr (MwReport) report = mw_report_new ();
  const MwRecord *sequence = model->sequences.items[0];
  const MwField *speed = mw_schema_field (sequence->schema, "move_speed");
  static const MwLossKind kinds[] = { MW_LOSS_RESTATED, MW_LOSS_REORDERED, MW_LOSS_ROUNDED, MW_LOSS_GONE };
  for (guint i = 0; i < 3; i++)
    for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
      mw_report_loss_of_kind (report, kinds[k], model->sequences.items[i],
                              k == 0   ? speed
                              : k == 2 ? mw_schema_field (sequence->schema, "interval.start")
                              : k == 3 ? mw_schema_field (sequence->schema, "name")
                                       : NULL,
                              FALSE, "why");
  mw_report_loss (report, node_at (model, 2), NULL, FALSE, "no such node");
  lose (report, node_at (model, 1), "name", "no");
  lose (report, node_at (model, 1), "translation.track", "no");
  assert_lines (report, model,
                "bones[1] (no such node)\n"
                "name of all 3 sequences (why)\n"
                "bones[0].translation.track (no)\n"
                "bones[0].name (no)\n"
                "interval.start of all 3 sequences (why)\n"
                "all 3 sequences (why)\n"
                "move_speed of all 3 sequences (why)");
  g_autoptr (GPtrArray) lines = mw_loss_lines (report, &model->model);
  const MwLossLine *first = lines->pdata[0], *last = lines->pdata[lines->len - 1];
  g_autofree char *summary = mw_loss_lines_summary (lines);
  g_assert_cmpstr (summary, ==, "6 lost, 3 rounded, 3 in another order, 3 stored in another way");
  g_assert_cmpint (first->kind, ==, MW_LOSS_GONE);
  g_assert_cmpstr (first->what, ==, "1 of 2 bones");
  g_assert_cmpstr (first->where, ==, "bones[1]");
  g_assert_cmpint (last->kind, ==, MW_LOSS_RESTATED);
  g_assert_cmpuint (last->n, ==, 3);
  g_assert_null (last->where);
  g_assert_cmpuint (mw_report_n_lost (report), ==, 12);
  mw_model_free (&model->model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/loss-lines/up to two are listed by address", few_stand_alone);
  g_test_add_func ("/loss-lines/equal losses share a line", many_are_one);
  g_test_add_func ("/loss-lines/different reasons give different lines", reasons);
  g_test_add_func ("/loss-lines/the most harmful losses come first", harm);
  g_test_add_func ("/loss-lines/tracks are shown with their owners", tracks);
  return g_test_run ();
}
