/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scripts in the forms in which editors write them, and notices of steps. */
#include "core/edit/operations/script.h"
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"

#include <string.h>

static void
byte_order_mark (void)
{
  static const char text[] = "\xEF\xBB\xBFrename bones[0] name=\"Base\"\n";
  g_autoptr (MwDocument) document = fixture_document ();
  g_autoptr (GError) error = NULL;
  guint done;
  g_assert_true (mw_script_run (document, text, strlen (text), &done, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (done, ==, 1);
  fixture_assert_value (document, "bones[0].name", "\"Base\"");
  /* The mark is accepted only at the beginning. A file with nothing else is an empty script. */
  g_assert_true (mw_script_run (document, text, 3, &done, NULL, &error));
  g_assert_cmpuint (done, ==, 0);
  g_autofree char *twice = g_strconcat (text, text, NULL);
  g_assert_false (mw_script_run (document, twice, strlen (twice), &done, NULL, &error));
}

static void
open_quotes (void)
{
  static const struct {
    const char *line;
    guint column;
  } cases[] = {
    { "rename bones[0] name=\"Bone Root", 22 },
    { "rename bones[0] name=\"", 22 },
    { "set bones[0].name=\"Base", 19 },
    { "set bones[0].name= \"", 20 },
    { "add textures path=\"a.blp replaceable_id=1", 19 },
  };
  g_autoptr (MwDocument) document = fixture_document ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_assert_false (mw_script_run_line (document, cases[i].line, NULL, &error));
    g_assert_cmpstr (error->message, ==, "the quote that opens here is not closed");
    g_assert_cmpuint (mw_error_column (error), ==, cases[i].column);
  }
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, 0);
  m2_do (document, "rename bones[0] name=\"A\"b\"");
  fixture_assert_value (document, "bones[0].name", "\"A\"b\"");
}

/* --- Conditions ----------------------------------------------------------------------------------------------------- */

/* The paths of what is selected. */
static char *
selected (MwDocument *document)
{
  guint n;
  const MwId *ids = mw_document_get_selection (document, &n);
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint i = 0; i < n; i++) {
    g_string_append (text, i ? " " : "");
    mw_path_append_record (text, mw_model_find (mw_document_get_model (document), ids[i]));
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
conditions (void)
{
  static const struct {
    const char *line, *selected;
  } cases[] = {
    { "select sequences[*].name=/^W/", "sequences[1] sequences[2]" },
    { "select none", "" },
    { "select   none ", "" },
    { "select sequences[*].name=/k$/", "sequences[1]" },
    { "select sequences[*].name=/walk/i,bones[0]", "sequences[1] sequences[2] bones[0]" },
    { "select sequences[*].name=\"/^Sta|, /\"", "sequences[0]" },
    { "select sequences[*].interval.start=/^0$/", "sequences[0]" },
    { "select bones[*].name=/\"left/", "bones[0]" },
  };
  g_autoptr (MwDocument) document = fixture_document ();
  g_autoptr (GError) error = NULL;
  m2_do (document, "duplicate sequences[1]");
  m2_do (document, "set sequences[2].name=WALK");
  m2_do (document, "set sequences[1].name=Walk");
  m2_do (document, "set sequences[0].name=Stand");
  m2_do (document, "set sequences[0].interval.start=0");
  m2_do (document, "set sequences[1].interval.start=10");
  m2_do (document, "set sequences[2].interval.start=20");
  m2_do (document, "set bones[0].name=\"arm \"left\"\"");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    m2_do (document, cases[i].line);
    g_autofree char *now = selected (document);
    g_assert_cmpstr (now, ==, cases[i].selected);
  }
  /* Operations take them too. A parameter is not taken for one, whatever its value looks like. */
  m2_do (document, "rename sequences[*].name=/^Walk$/ name=/W/");
  fixture_assert_value (document, "sequences[1].name", "\"/W/\"");
  g_assert_false (mw_script_run_line (document, "delete sequences[*].name=/No Such/", NULL, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_USAGE);
  g_clear_error (&error);
  g_assert_false (mw_script_run_line (document, "delete sequences[*].name=/Nothing/", NULL, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_NOTHING);
  g_clear_error (&error);
  g_assert_false (mw_script_run_line (document, "delete sequences[*]=/x/", NULL, &error));
  g_assert_nonnull (strstr (error->message, "give a field"));
  g_clear_error (&error);
  g_assert_false (mw_script_run_line (document, "select bones[*].name=/(/", NULL, &error));
  g_assert_nonnull (strstr (error->message, "not a regular expression"));
}

/* --- Notices of steps ----------------------------------------------------------------------------------------------- */

static char *
notices_of (MwDocument *document)
{
  const char *const *notices = mw_document_get_notices (document);
  return notices ? g_strjoinv ("\n", (char **) notices) : g_strdup ("");
}
#define assert_notices(document, expected)                                                                             \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    g_autofree char *notices = notices_of (document);                                                                  \
    g_assert_cmpstr (notices, ==, expected);                                                                           \
  }                                                                                                                    \
  G_STMT_END

static void
shared_interval (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  m2_do (document, "duplicate sequences[0]");
  assert_notices (document,
                  "sequences[1]: it has the same interval as its original, so both play the same keys until one of "
                  "them gets its own interval");
  mw_document_undo (document);
  m2_do (document, "duplicate sequences[*]");
  assert_notices (document,
                  "sequences[1] and 1 more: they have the same intervals as their originals, so both play the same "
                  "keys until one of them gets its own interval");
  m2_do (document, "duplicate bones[0]");
  assert_notices (document, "");
}

/* Copies of sequences in M2 from 264 on have their own keys. */
static void
own_lanes (void)
{
  static const guint versions[] = { 256, 264 };
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++) {
    g_autoptr (MwFileSet) set = m2_made_set (versions[i], 1, 0);
    g_autoptr (MwDocument) document = m2_open (set);
    m2_do (document, "duplicate sequences[0]");
    g_autofree char *text = notices_of (document);
    g_assert_cmpint (strstr (text, "the same interval") != NULL, ==, versions[i] < 264);
  }
}

static void
backwards (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  m2_do (document, "set sequences[0].interval.start=9000");
  assert_notices (document, "sequences[0]: it ends at 1000, before it starts at 9000, so games do not play it");
  m2_do (document, "set sequences[0].interval.end=9500");
  assert_notices (document, "");
  m2_do (document, "set sequences[0].interval.end=9000");
  assert_notices (document, "");
  g_autoptr (MwFileSet) set = m2_made_set (256, 1, 0);
  g_autoptr (MwDocument) m2 = m2_open (set);
  m2_do (m2, "set sequences[0].interval.end=10");
  m2_do (m2, "set sequences[0].interval.start=11");
  assert_notices (m2, "sequences[0]: it ends at 10, before it starts at 11, so games do not play it");
}

/* Clients start with the variation that is first in the list. */
static void
chains (void)
{
  static const guint versions[] = { 256, 264 };
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++) {
    g_autoptr (MwFileSet) set = m2_made_set (versions[i], 1, 0);
    g_autoptr (MwDocument) document = m2_open (set);
    const MwM2 *model = (const MwM2 *) mw_document_get_model (document);
    guint n = model->sequences.n;
    m2_do (document, "duplicate sequences[0]");
    g_assert_cmpuint (model->sequences.n, ==, n + 1);
    g_autofree char *up = m2_refusal (document, "move-up sequences[1]"),
                    *down = m2_refusal (document, "move-down sequences[0]");
    g_assert_nonnull (strstr (up, "would never play sequences[0] (variation 0)"));
    g_assert_nonnull (strstr (down, "would never play sequences[0] (variation 0)"));
    /* Moves past other animations are accepted. */
    m2_do (document, "move-down sequences[1]");
  }
}

static void
files_left (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (264, 1, 0);
  g_autoptr (MwDocument) document = m2_open (set);
  const MwM2 *model = (const MwM2 *) mw_document_get_model (document);
  guint n = 0;
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    const MwM2Sequence *sequence = (const MwM2Sequence *) model->sequences.items[i];
    gboolean external = mw_m2_sequence_is_external (sequence) && !(sequence->flags & MW_M2_SEQUENCE_ALIAS);
    g_autofree char *line = g_strdup_printf ("delete sequences[%u]", i),
                    *file = g_strdup_printf (
                      "no sequence has its keys in the file \"...%04u-%02u.anim\" now; the file is not needed after "
                      "the model is saved",
                      sequence->animation, sequence->variation);
    m2_do (document, line);
    g_autofree char *text = notices_of (document);
    n += external;
    g_assert_cmpint (strstr (text, file) != NULL, ==, external);
    mw_document_undo (document);
  }
  g_assert_cmpuint (n, >, 0);
  /* Whichever profile is removed, the last file is the one that is not needed any more. */
  while (model->skins.n > 1) {
    g_autofree char *file = g_strdup_printf (
      "no skin profile is in the file \"...%02u.skin\" now; the file is not needed after the model is saved",
      model->skins.n - 1);
    m2_do (document, "delete skins[0]");
    g_autofree char *text = notices_of (document);
    g_assert_nonnull (strstr (text, file));
  }
  /* A file that does not exist cannot be left over. */
  g_autoptr (MwFileSet) without = m2_made_set (264, 1, 0);
  g_autoptr (MwDocument) whole = m2_open (without);
  guint last = ((const MwM2 *) mw_document_get_model (whole))->skins.n - 1;
  g_autofree char *role = g_strdup_printf ("skin%u", last), *line = g_strdup_printf ("delete skins[%u]", last);
  mw_file_part_free (mw_file_set_steal (without, role));
  g_autoptr (MwDocument) missing = m2_open (without);
  m2_do (missing, line);
  g_autofree char *text = notices_of (missing);
  g_assert_null (strstr (text, "any more"));
  g_autoptr (MwFileSet) two = m2_made_set (264, 1, 0);
  g_autoptr (MwDocument) other = m2_open (two);
  m2_do (other, "duplicate sequences[0]");
  g_autofree char *nothing = notices_of (other);
  g_assert_null (strstr (nothing, "any more"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/edit/script/may begin with a byte order mark", byte_order_mark);
  g_test_add_func ("/edit/script/a quote that opens a value closes it", open_quotes);
  g_test_add_func ("/edit/script/a pattern chooses by a value", conditions);
  g_test_add_func ("/edit/script/a copy of a sequence says that it shares the interval", shared_interval);
  g_test_add_func ("/edit/script/a copy with its own keys does not", own_lanes);
  g_test_add_func ("/edit/script/variations keep their order when sequences move", chains);
  g_test_add_func ("/edit/script/a file that no sequence uses any more is reported", files_left);
  g_test_add_func ("/edit/script/an interval that ends before it starts is reported", backwards);
  return g_test_run ();
}
