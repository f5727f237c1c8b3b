/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files that a model names, on the page of its problems: beside the model, in a game, and where the user says. */
#include "core/schema/path.h"
#include "core/vfs/game.h"
#include "tests/core/io/files.h"
#include "tests/core/vfs/archives.h"
#include "tests/ui/fixture.h"
#include "ui/document/findings.h"
#include "ui/edit.h"
#include "ui/games/game-files.h"
#include "ui/problems/problem.h"
#include "ui/problems/problems-panel.h"
#include "ui/viewport/viewport.h"
#include "ui/window/window-private.h"

#include <glib/gstdio.h>
#include <string.h>

static char *config; /* where the list of games is, and the game */
static MwWindow *window;
static MwDocumentPage *page;
static MwDocument *document;

static gboolean
is_complete (gpointer findings)
{
  return mw_findings_are_complete (findings);
}

static void
wait_for_all (void)
{
  g_assert_true (fixture_until (is_complete, mw_findings_of (document)));
  fixture_settle ();
}

static void
set (const char *path, const char *value)
{
  MwTarget target;
  g_autoptr (GError) error = NULL;
  g_assert_true (mw_path_resolve_one (mw_document_get_model (document), path, &target, &error));
  mw_ui_set_text (document, &target.record->id, 1, &target, value, &error);
  g_assert_no_error (error);
}

/* Puts a picture into the folder of the fixture. */
static void
put_picture (const char *name)
{
  g_autofree char *from = g_build_filename (g_getenv ("MODELWRIGHT_SOURCE_ROOT"), "data", "samples", "figure.blp",
                                            NULL),
                  *to = g_build_filename (fixture_folder (), name, NULL), *bytes = NULL;
  gsize size;
  g_assert_true (g_file_get_contents (from, &bytes, &size, NULL));
  g_assert_true (g_file_set_contents (to, bytes, (gssize) size, NULL));
}

static void
put_broken (const char *name)
{
  g_autofree char *to = g_build_filename (fixture_folder (), name, NULL);
  g_assert_true (g_file_set_contents (to, "broken", 6, NULL));
}

/* The knight. Of its textures the first file has other letter case, the second is broken and the third is not there. */
static GtkWidget *
panel (void)
{
  return find_type (GTK_WIDGET (page), MW_TYPE_PROBLEMS_PANEL);
}

static void
begin (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx");
  put_picture ("Figure.blp");
  put_broken ("figure-gear.blp");
  page = fixture_open (window, path);
  document = mw_document_page_get_document (page);
  /* Only a list that is seen has rows. */
  GtkNotebook *bottom = GTK_NOTEBOOK (gtk_widget_get_ancestor (panel (), GTK_TYPE_NOTEBOOK));
  gtk_notebook_set_current_page (bottom, gtk_notebook_page_num (bottom, panel ()));
  wait_for_all ();
}

static void
end (void)
{
  fixture_clear (window);
}

/* The problem of a rule, which is the only one of it; NULL: there is none. */
static MwProblem *
problem_of (const char *rule)
{
  const GPtrArray *problems = mw_findings_get_problems (mw_findings_of (document));
  MwProblem *found = NULL;
  for (guint i = 0; i < problems->len; i++)
    if (g_str_equal (mw_problem_get_rule (problems->pdata[i])->id, rule)) {
      g_assert_null (found);
      found = problems->pdata[i];
    }
  return found;
}

static void
choose (const char *rule)
{
  GtkSelectionModel *rows = gtk_column_view_get_model (GTK_COLUMN_VIEW (find_type (panel (), GTK_TYPE_COLUMN_VIEW)));
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (rows)); i++) {
    g_autoptr (GObject) row = g_list_model_get_item (G_LIST_MODEL (rows), i);
    if (MW_IS_PROBLEM (row) && g_str_equal (mw_problem_get_rule (MW_PROBLEM (row))->id, rule))
      gtk_selection_model_select_item (rows, i, TRUE);
  }
}

/* --- The page ------------------------------------------------------------------------------------------------------- */

static void
files_are_named_everywhere (void)
{
  begin ();
  MwFindings *findings = mw_findings_of (document);
  MwSeverity worst;
  g_assert_nonnull (problem_of ("file-case"));
  g_assert_nonnull (problem_of ("texture-unreadable"));
  g_assert_nonnull (problem_of ("texture-missing"));
  g_assert_cmpstr (mw_problem_get_path (problem_of ("texture-missing")), ==, "textures[3].path");
  /* On the page, at the elements in the outline, and in the status bar. */
  g_assert_nonnull (find_words (panel (), "figure-trail.tga"));
  g_assert_nonnull (find_words (GTK_WIDGET (page), "Problems (3)"));
  g_assert_false (mw_findings_get_worst (findings, fixture_record (document, "textures[0]")->id, FALSE, &worst));
  g_assert_true (mw_findings_get_worst (findings, fixture_record (document, "textures[1]")->id, FALSE, &worst));
  g_assert_cmpint (worst, ==, MW_SEVERITY_WARNING);
  g_assert_true (mw_findings_get_worst (findings, fixture_record (document, "textures[3]")->id, FALSE, &worst));
  g_assert_cmpint (worst, ==, MW_SEVERITY_SEVERE);
  g_assert_nonnull (strstr (gtk_widget_get_tooltip_text (window->findings), "Severe: 2\n"));
  end ();
}

static void
letter_case_is_repaired (void)
{
  begin ();
  choose ("file-case");
  act_click (find_called (panel (), GTK_TYPE_BUTTON, "Fix"));
  g_autofree char *fixed = fixture_value (document, "textures[1].path");
  g_assert_cmpstr (fixed, ==, "\"Figure.blp\"");
  wait_for_all ();
  g_assert_null (problem_of ("file-case"));
  g_assert_nonnull (problem_of ("texture-missing"));
  mw_document_undo (document);
  wait_for_all ();
  g_assert_nonnull (problem_of ("file-case"));
  end ();
}

/* --- When they are looked for again --------------------------------------------------------------------------------- */

static void
another_path_is_another_file (void)
{
  begin ();
  set ("textures[3].path", "\"Figure.blp\"");
  wait_for_all ();
  g_assert_null (problem_of ("texture-missing"));
  set ("textures[3].path", "\"gone.blp\"");
  wait_for_all ();
  g_assert_nonnull (strstr (mw_problem_get_message (problem_of ("texture-missing")), "gone.blp"));
  end ();
}

static void
files_that_appear_are_found (void)
{
  begin ();
  put_picture ("figure-trail.blp");
  put_picture ("figure-gear.blp");
  mw_viewport_look_again (mw_document_page_get_viewport (page));
  wait_for_all ();
  g_assert_null (problem_of ("texture-missing"));
  g_assert_null (problem_of ("texture-unreadable"));
  end ();
}

/* --- Other programs ------------------------------------------------------------------------------------------------- */

static gboolean
has_looked (gpointer unused)
{
  return !mw_named_files_is_busy (mw_document_page_get_named_files (page))
         && mw_findings_are_complete (mw_findings_of (document));
}

/* The user comes back to the window. */
static void
come_back (void)
{
  g_assert_true (fixture_until (has_looked, NULL));
  mw_window_look_at_disk (window);
  g_assert_true (fixture_until (has_looked, NULL));
  fixture_settle ();
}

/* What is in the folder `path` of the fixture's folder. */
static char *
in_fixture (const char *path)
{
  return g_build_filename (fixture_folder (), path, NULL);
}

static void
count (guint *n)
{
  (*n)++;
}

/* The user draws an image in another program, or takes one away, and comes back. */
static void
images_follow_other_programs (void)
{
  begin ();
  guint n = 0;
  g_autofree char *trail = in_fixture ("figure-trail.blp"), *other = in_fixture ("other.blp");
  g_signal_connect_swapped (mw_document_page_get_viewport (page), "lookup-changed", G_CALLBACK (count), &n);
  g_assert_true (fixture_until (has_looked, NULL));
  put_picture ("figure-trail.blp");
  come_back ();
  g_assert_null (problem_of ("texture-missing"));
  g_assert_nonnull (problem_of ("texture-unreadable"));
  g_assert_cmpuint (n, ==, 1);
  put_picture ("figure-gear.blp");
  come_back ();
  g_assert_null (problem_of ("texture-unreadable"));
  g_assert_cmpint (g_remove (trail), ==, 0);
  come_back ();
  g_assert_nonnull (problem_of ("texture-missing"));
  g_assert_cmpuint (n, ==, 3);
  /* Nothing is read again for a file that the model does not name, or when nothing has changed. */
  put_picture ("other.blp");
  come_back ();
  come_back ();
  g_assert_cmpuint (n, ==, 3);
  /* An edit is no change of another program. */
  set ("textures[3].path", "\"other.blp\"");
  come_back ();
  g_assert_cmpuint (n, ==, 3);
  g_assert_null (problem_of ("texture-missing"));
  g_assert_cmpint (g_remove (other), ==, 0);
  come_back ();
  g_assert_cmpuint (n, ==, 4);
  g_assert_nonnull (problem_of ("texture-missing"));
  end ();
}

static void
a_folder_that_the_user_shows_is_searched (void)
{
  begin ();
  g_autofree char *other = g_build_filename (config, "other", NULL),
                  *file = g_build_filename (other, "figure-trail.tga", NULL);
  g_assert_cmpint (g_mkdir_with_parents (other, 0700), ==, 0);
  g_assert_true (g_file_set_contents (file, "broken", 6, NULL));
  mw_viewport_locate (mw_document_page_get_viewport (page), "figure-trail.tga", 0, file);
  wait_for_all ();
  g_assert_null (problem_of ("texture-missing"));
  end ();
}

static GPtrArray *
no_games (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) mw_game_free);
}

/* A game with one broken texture. */
static GPtrArray *
one_game (void)
{
  g_autofree char *folder = g_build_filename (config, "game", NULL),
                  *base = g_build_filename (folder, "War3.mpq", NULL),
                  *patch = g_build_filename (folder, "War3Patch.mpq", NULL);
  if (!g_file_test (base, G_FILE_TEST_EXISTS)) {
    archives_make (base, "Textures\\Stone.blp", "broken", NULL);
    archives_make (patch, "x.txt", "", NULL);
  }
  GPtrArray *games = no_games ();
  g_autoptr (GError) error = NULL;
  g_ptr_array_add (games, mw_game_new (folder, NULL, NULL, &error));
  g_assert_no_error (error);
  return games;
}

static void
a_game_that_is_added_is_searched (void)
{
  begin ();
  set ("textures[3].path", "\"Textures\\\\Gone.blp\"");
  wait_for_all ();
  /* The game may have it. */
  g_assert_null (problem_of ("texture-missing"));
  g_assert_true (mw_game_files_set_list (one_game (), NULL));
  wait_for_all ();
  g_assert_nonnull (problem_of ("texture-missing"));
  g_assert_true (mw_game_files_set_list (no_games (), NULL));
  wait_for_all ();
  g_assert_null (problem_of ("texture-missing"));
  end ();
}

/* A folder with extracted files of a game. */
static GPtrArray *
one_extracted_game (const char *folder)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *games = no_games ();
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_ptr_array_add (games, mw_game_new_extracted (folder, NULL, &error));
  g_assert_no_error (error);
  return games;
}

static void
games_follow_other_programs (void)
{
  begin ();
  g_autofree char *extracted = g_build_filename (config, "extracted", NULL),
                  *inside = g_build_filename (extracted, "Mine", NULL),
                  *file = g_build_filename (inside, "Gone.blp", NULL),
                  *archive = g_build_filename (config, "game", "War3Patch.mpq", NULL);
  set ("textures[3].path", "\"Mine\\\\Gone.blp\"");
  g_assert_true (mw_game_files_set_list (one_extracted_game (extracted), NULL));
  wait_for_all ();
  g_assert_nonnull (problem_of ("texture-missing"));
  g_assert_true (fixture_until (has_looked, NULL));
  g_assert_cmpint (g_mkdir_with_parents (inside, 0700), ==, 0);
  g_assert_true (g_file_set_contents (file, "broken", 6, NULL));
  come_back ();
  g_assert_null (problem_of ("texture-missing"));
  /* A patch of a game that has archives. */
  g_assert_true (mw_game_files_set_list (one_game (), NULL));
  wait_for_all ();
  g_assert_nonnull (problem_of ("texture-missing"));
  g_assert_true (fixture_until (has_looked, NULL));
  g_assert_cmpint (g_remove (archive), ==, 0);
  archives_make (archive, "Mine\\Gone.blp", "broken", NULL);
  come_back ();
  g_assert_null (problem_of ("texture-missing"));
  g_assert_true (mw_game_files_set_list (no_games (), NULL));
  wait_for_all ();
  end ();
}

/* --- The other program ---------------------------------------------------------------------------------------------- */

static int
compare (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* Joins sorted lines. Takes them. */
static char *
join (GPtrArray *lines)
{
  g_ptr_array_sort (lines, compare);
  g_ptr_array_add (lines, NULL);
  char *text = g_strjoinv ("\n", (char **) lines->pdata);
  g_ptr_array_unref (lines);
  return text;
}

/* What mwright finds in the file: "PATH: TEXT MESSAGE [RULE]", sorted. */
static char *
of_mwright (const char *file)
{
  const char *build = g_getenv ("MODELWRIGHT_BUILD_ROOT");
  g_autofree char *program = g_build_filename (build ? build : "build", "mwright", NULL), *out = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess)
    process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, program, "check", file, NULL);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_communicate_utf8 (process, NULL, NULL, &out, NULL, NULL));
  g_auto (GStrv) lines = g_strsplit (g_strchomp (out), "\n", -1);
  GPtrArray *found = g_ptr_array_new_with_free_func (g_free);
  for (char **line = lines; *line; line++) {
    g_assert_true (g_str_has_prefix (*line, file));
    const char *severity = *line + strlen (file) + 2;
    g_ptr_array_add (found, g_strdup (strstr (severity, ": ") + 2));
  }
  return join (found);
}

static char *
of_page (void)
{
  const GPtrArray *problems = mw_findings_get_problems (mw_findings_of (document));
  GPtrArray *found = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < problems->len; i++) {
    MwProblem *problem = problems->pdata[i];
    const MwRule *rule = mw_problem_get_rule (problem);
    g_ptr_array_add (found, g_strdup_printf ("%s: %s %s [%s]", mw_problem_get_path (problem), rule->text,
                                             mw_problem_get_message (problem), rule->id));
  }
  return join (found);
}

/* Compares the page with what mwright says of the same model in the same folder. */
static void
agree (void)
{
  g_autofree char *file = g_build_filename (fixture_folder (), "same.mdx", NULL);
  g_autoptr (GBytes) bytes = fixture_bytes (document);
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);
  g_assert_true (g_file_set_contents (file, data, (gssize) size, NULL));
  wait_for_all ();
  g_autofree char *here = of_page (), *there = of_mwright (file);
  g_assert_cmpstr (here, ==, there);
}

static void
the_page_and_mwright_agree (void)
{
  begin ();
  agree ();
  g_assert_true (mw_game_files_set_list (one_game (), NULL));
  set ("textures[3].path", "\"Textures\\\\Gone.blp\"");
  set ("textures[2].path", "\"Textures\\\\Stone.blp\"");
  agree ();
  g_assert_nonnull (problem_of ("texture-missing"));
  g_assert_nonnull (problem_of ("texture-unreadable"));
  g_assert_true (mw_game_files_set_list (no_games (), NULL));
  agree ();
  end ();
}

int
main (int argc, char **argv)
{
  config = g_dir_make_tmp ("modelwright-problems-XXXXXX", NULL);
  g_setenv ("XDG_CONFIG_HOME", config, TRUE);
  gtk_test_init (&argc, &argv, NULL);
  window = fixture_window ();
  g_test_add_func ("/ui/problems/files/images follow what other programs do", images_follow_other_programs);
  g_test_add_func ("/ui/problems/files/game folders follow what other programs do", games_follow_other_programs);
  g_test_add_func ("/ui/problems/files/are named everywhere", files_are_named_everywhere);
  g_test_add_func ("/ui/problems/files/letter case is repaired", letter_case_is_repaired);
  g_test_add_func ("/ui/problems/files/another path is another file", another_path_is_another_file);
  g_test_add_func ("/ui/problems/files/those that appear are found", files_that_appear_are_found);
  g_test_add_func ("/ui/problems/files/a game that is added is searched", a_game_that_is_added_is_searched);
  g_test_add_func ("/ui/problems/files/the page and mwright agree", the_page_and_mwright_agree);
  g_test_add_func ("/ui/problems/files/a folder that the user shows is searched",
                   a_folder_that_the_user_shows_is_searched);
  const int result = g_test_run ();
  fixture_end (window);
  mw_game_files_refresh ();
  files_remove (config);
  g_free (config);
  return result;
}
