/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/schema/fixture.h"
#include "core/schema/loss-lines.h"

#include <string.h>

/* What a report says to people: few lines, which name as much as many rows. */

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
  g_ptr_array_add (lines, NULL);
  g_autofree char *text = g_strjoinv ("\n", (char **) lines->pdata);
  g_assert_cmpstr (text, ==, expected);
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
  assert_lines (report, model, "blend_time (no)\nhelpers[0].flags (no)\nbones[0].flags (no)");
  mw_model_free (&model->model);
}

static void
many_are_one (void)
{
  MwMdlx *model = fixture_model ();
  g_autoptr (MwReport) report = mw_report_new ();
  /* Of nodes of two kinds, of all sequences but none of their own reason, and whole records. */
  for (guint i = 0; i < 4; i++)
    lose (report, node_at (model, i), "bind_pose", "no such field");
  for (guint i = 0; i < 3; i++) {
    lose (report, node_at (model, i), "flags", "no such flags");
    lose (report, model->sequences.items[i], NULL, "no sequences");
  }
  lose (report, model->sequences.items[0], "name", "other");
  assert_lines (report, model,
                "bind_pose of all 4 nodes (no such field)\n"
                "flags of 3 of 4 nodes, the first helpers[0].flags (no such flags)\n"
                "all 3 sequences (no sequences)\n"
                "sequences[0].name (other)");
  mw_model_free (&model->model);
}

/* Reasons that differ are told apart; those that differ behind a colon only are told without it. */
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
                "sequences[1].flags (one)\n"
                "sequences[2].flags (one)");
  mw_model_free (&model->model);
}

/* Tracks are told by what they are tracks of. */
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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/loss-lines/up to two rows stand for themselves", few_stand_alone);
  g_test_add_func ("/loss-lines/what is lost alike is one line", many_are_one);
  g_test_add_func ("/loss-lines/other reasons are other lines", reasons);
  g_test_add_func ("/loss-lines/tracks are those of their owners", tracks);
  return g_test_run ();
}
