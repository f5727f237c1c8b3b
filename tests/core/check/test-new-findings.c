/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The findings that are reported before a save: those that edits caused, not those that the model already had. */
#include "tests/core/io/bytes.h"
#include "tests/core/corpus.h"
#include "core/check/new-findings.h"
#include "core/io/registry.h"
#include "core/model/mdlx/mdlx.h"

#include <math.h>

static const MwFormat format = { MW_FAMILY_MDX, 800 };

static MwMdlx *
read_sample (void)
{
  GError *error = NULL;
  gsize size;
  MwFormat found;
  g_autofree char *path = sample_path ("figure.mdx");
  g_autofree uint8_t *data = load_exactly (path, &size);
  MwModel *model = io_read_bytes (data, size, &found, NULL, &error);
  g_assert_no_error (error);
  return (MwMdlx *) model;
}

/* The rule and path of each new finding, separated by blanks. */
static char *
new_findings (const MwMdlx *before, const MwMdlx *after)
{
  g_autoptr (GPtrArray) earlier = mw_check_grave (&before->model, format),
                        findings = mw_check_grave (&after->model, format);
  g_autoptr (GHashTable) known = mw_findings_known (earlier);
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < findings->len; i++) {
    const MwFinding *finding = findings->pdata[i];
    if (mw_finding_is_known (finding, known))
      continue;
    g_autofree char *path = mw_target_path (&finding->target);
    g_string_append_printf (text, "%s%s %s", text->len ? " " : "", finding->rule->id, path);
  }
  return g_string_free (text, FALSE);
}

#define SEQUENCE(model, i) ((MwMdlxSequence *) (model)->sequences.items[i])

static void
grave (void)
{
  MwMdlx *model = read_sample ();
  g_autoptr (GPtrArray) none = mw_check_grave (&model->model, format);
  g_assert_cmpuint (none->len, ==, 0);
  /* The first is only a warning, the second a severe finding. */
  SEQUENCE (model, 0)->interval[1] = SEQUENCE (model, 0)->interval[0];
  SEQUENCE (model, 0)->rarity = INFINITY;
  g_autoptr (GPtrArray) all = mw_check (&model->model, format), some = mw_check_grave (&model->model, format);
  g_assert_cmpuint (all->len, >, 1);
  g_assert_cmpuint (some->len, ==, 1);
  g_assert_cmpstr (((MwFinding *) some->pdata[0])->rule->id, ==, "number-not-finite");
  mw_model_free (&model->model);
}

static void
known (void)
{
  MwMdlx *before = read_sample ();
  SEQUENCE (before, 1)->rarity = INFINITY;
  MwMdlx *after = (MwMdlx *) mw_model_copy (&before->model, FALSE);
  g_autofree char *same = new_findings (before, after);
  g_assert_cmpstr (same, ==, "");
  /* Another value in a known field, a new finding in another field, and one in another record. */
  SEQUENCE (after, 1)->rarity = NAN;
  SEQUENCE (after, 1)->move_speed = NAN;
  SEQUENCE (after, 0)->rarity = NAN;
  g_autofree char *two = new_findings (before, after);
  g_assert_cmpstr (two, ==, "number-not-finite sequences[0].rarity number-not-finite sequences[1].move_speed");
  mw_model_free (&before->model);
  mw_model_free (&after->model);
}

/* The record of a known finding has moved. Its earlier path now belongs to a record with a new finding. */
static void
moved (void)
{
  const MwField *list = mw_schema_field (&mw_mdlx_schema, "sequences");
  MwMdlx *before = read_sample ();
  SEQUENCE (before, 1)->rarity = INFINITY;
  MwMdlx *after = (MwMdlx *) mw_model_copy (&before->model, FALSE);
  mw_list_move (&after->model.record, list, 1, 0);
  g_autofree char *same = new_findings (before, after);
  g_assert_cmpstr (same, ==, "");
  SEQUENCE (after, 1)->rarity = NAN;
  g_autofree char *other = new_findings (before, after);
  g_assert_cmpstr (other, ==, "number-not-finite sequences[1].rarity");
  mw_model_free (&before->model);
  mw_model_free (&after->model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/check/new findings/warnings are not counted as severe", grave);
  g_test_add_func ("/check/new findings/findings of the opened model are left out", known);
  g_test_add_func ("/check/new findings/records are recognised by identity, not by position", moved);
  return g_test_run ();
}
