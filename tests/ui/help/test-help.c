/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The help: its window, what F1 opens, and odd pages. That all pages and pictures are there is tested in tests/docs/test-help.py. */
#include "tests/ui/fixture.h"
#include "core/edit/operations/operations.h"
#include "ui/help/help-page.h"
#include "ui/help/help-picture.h"
#include "ui/help/help-window.h"
#include "ui/help/markdown.h"
#include "ui/help/pages.h"
#include "ui/help/topics.h"
#include "ui/help/whats-new.h"
#include "ui/places.h"
#include "ui/operations/operation-form.h"
#include "ui/preferences/preferences-window.h"
#include "ui/time/dope-sheet.h"
#include "ui/bytes/bytes-panel.h"

#include <string.h>

static MwWindow *window;

static MwHelpWindow *
shown (void)
{
  GtkWidget *found = find_window (MW_TYPE_HELP_WINDOW);
  g_assert_nonnull (found);
  return MW_HELP_WINDOW (found);
}

static void
assert_at (const char *page, const char *anchor)
{
  g_assert_cmpstr (mw_help_window_get_page (shown ()), ==, page);
  g_assert_cmpstr (mw_help_window_get_anchor (shown ()), ==, anchor);
}

static void
act (const char *action)
{
  gtk_widget_activate_action (GTK_WIDGET (shown ()), action, NULL);
  fixture_settle ();
}

/* --- Pages ---------------------------------------------------------------------------------------------------------- */

static void
links_lead_to_pages (void)
{
  static const struct {
    const char *address, *page, *anchor;
  } links[] = { { "curves.md", "curves", NULL },
                { "curves.md#keys", "curves", "keys" },
                { "curves.md#", "curves", NULL },
                { "#eyes-and-locks", "outline", "eyes-and-locks" },
                { "https://example.org/a.md", NULL, NULL },
                { "../../docs/files.md", NULL, NULL },
                { ".md", NULL, NULL },
                { "curves.txt", NULL, NULL } };
  for (guint i = 0; i < G_N_ELEMENTS (links); i++) {
    g_autofree char *anchor = NULL, *page = mw_help_follow ("outline", links[i].address, &anchor);
    g_assert_cmpstr (page, ==, links[i].page);
    g_assert_cmpstr (anchor, ==, links[i].anchor);
  }
}

static void
contents_begin_with_the_index (void)
{
  const GPtrArray *contents = mw_help_contents ();
  const MwHelpEntry *first = contents->pdata[0], *second = contents->pdata[1];
  g_assert_cmpstr (first->page, ==, "index");
  g_assert_null (first->group);
  g_assert_cmpstr (second->page, ==, "files");
  g_assert_cmpstr (second->group, ==, "First steps");
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < contents->len; i++)
    g_assert_true (g_hash_table_add (seen, ((MwHelpEntry *) contents->pdata[i])->page));
}

static void
search_finds_parts_that_have_all_words (void)
{
  g_autoptr (GPtrArray) one = mw_help_search ("LASSO"), both = mw_help_search (" lasso  rectangle "),
                        none = mw_help_search ("lasso zebra"), empty = mw_help_search ("  "),
                        many = mw_help_search ("the"), heading = mw_help_search ("eyes locks"),
                        title = mw_help_search ("tangents");
  g_assert_cmpuint (one->len, >, 0);
  const MwHelpHit *hit = both->pdata[0];
  g_assert_cmpstr (hit->page, ==, "view");
  g_assert_cmpstr (hit->anchor, ==, "marking-vertices-and-faces");
  g_assert_nonnull (strstr (hit->excerpt, "lasso"));
  g_assert_true (g_utf8_validate (hit->excerpt, -1, NULL));
  g_assert_cmpint (g_utf8_strlen (hit->excerpt, -1), <, 130);
  g_assert_cmpuint (none->len, ==, 0);
  g_assert_cmpuint (empty->len, ==, 0);
  g_assert_cmpuint (many->len, ==, 50);
  /* What has the words in its heading comes first. */
  g_assert_cmpstr (((MwHelpHit *) heading->pdata[0])->anchor, ==, "eyes-and-locks");
  g_assert_cmpstr (((MwHelpHit *) title->pdata[0])->anchor, ==, "tangents");
}

/* --- Odd pages ------------------------------------------------------------------------------------------------------ */

static char *
repeated (const char *text, guint n, const char *end)
{
  GString *all = g_string_new (NULL);
  for (guint i = 0; i < n; i++)
    g_string_append (all, text);
  g_string_append (all, end);
  return g_string_free (all, FALSE);
}

static GtkWidget *
page_of (const char *text, gsize length)
{
  GtkWidget *page = g_object_ref_sink (mw_help_page_new (text, length, MW_HELP_RESOURCE));
  int width, height;
  gtk_widget_measure (page, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  gtk_widget_measure (page, GTK_ORIENTATION_VERTICAL, width, NULL, &height, NULL, NULL);
  return page;
}

/* A warning of GTK, for example about markup that is not valid, ends the test. */
static void
odd_pages_are_shown (void)
{
  g_autofree char *quotes = repeated ("> ", 300, "deep"), *lists = repeated ("- ", 300, "deep"),
                  *stars = repeated ("*a **b ", 200, ""), *brackets = repeated ("[", 500, "](x)"),
                  *columns = repeated ("|a", 100, "|\n"), *rules = repeated ("|-", 100, "|\n"),
                  *wide = g_strconcat (columns, rules, columns, NULL), *line = repeated ("word", 1000, "");
  const char *const pages[] = {
    "",
    "\n\n\n",
    "#",
    "# \n## \n",
    "# Twice\n# Twice\n",
    "**never *closed `code",
    "<b>not markup</b> & <script>alert()</script> &lt; &#0; &#x1; \x01\x02\x7f",
    "<div>\n<p>a block of HTML</p>\n</div>",
    "\xff\xfe broken \xc3( UTF-8 \xed\xa0\x80",
    "[a](<b\"c'd&e>) [![x](y)](z) [no](no.md#no) ![none](pictures/none.png)",
    "![not a picture](index.md) ![*a*](../../../style.css)",
    "|a|\n|-|\n|b|c|d|\n|\n||||\n",
    "| | |\n|---|---|\n| `a|b` | **x** |\n",
    "| empty |\n|---|\n",
    "```\nnever closed",
    "    \n\t\tcode\n",
    "---\n***\n___\n",
    "1. a\n   1. b\n\n      c\n99999999999. d\n",
    "[a]: b\n[a][a][a]\n",
  };
  const char *const made[] = { quotes, lists, stars, brackets, wide, line };
  for (guint i = 0; i < G_N_ELEMENTS (pages) + G_N_ELEMENTS (made); i++) {
    const char *text = i < G_N_ELEMENTS (pages) ? pages[i] : made[i - G_N_ELEMENTS (pages)];
    g_object_unref (page_of (text, strlen (text)));
  }
  static const char zeros[] = "a\0b\0\n# c\0";
  g_object_unref (page_of (zeros, sizeof zeros));
}

static void
text_is_shown_as_it_is_meant (void)
{
  static const char text[] =
    "# Title\n\nOne *two* **three** `a<b` [four](curves.md)\nfive <i>\n\n- item\n\n| | |\n|---|---|\n| cell | x |\n\n"
    "    code & more\n\n![A picture](none.png)\n";
  g_autoptr (GtkWidget) page = page_of (text, strlen (text));
  g_assert_cmpstr (find_words_of_class (page, "help-title"), ==, "Title");
  g_assert_cmpstr (find_words (page, "One"), ==, "One two three a<b four five <i>");
  g_assert_cmpstr (find_words (page, "item"), ==, "item");
  g_assert_cmpstr (find_words (page, "cell"), ==, "cell");
  g_assert_cmpstr (find_words_of_class (page, "help-code"), ==, "code & more");
  g_assert_cmpstr (find_words (page, "picture"), ==, "A picture");
  g_assert_true (mw_help_page_find (MW_HELP_PAGE (page), "title") == find_class (page, "help-title"));
  g_assert_null (mw_help_page_find (MW_HELP_PAGE (page), "other"));
  /* Lists in each other are shown up to a depth, and then as text. */
  g_autofree char *deep = repeated ("> ", 40, "the end");
  g_autoptr (GtkWidget) nested = page_of (deep, strlen (deep));
  g_assert_cmpstr (find_words (nested, "the end"), ==, "the end");
  guint depth = 0;
  for (GtkWidget *at = find_class (nested, "help-quote"); at;
       at = find_class (gtk_widget_get_first_child (at), "help-quote"))
    depth++;
  g_assert_cmpuint (depth, ==, 12);
}

/* The text of the first cell of a row of the table on a page; NULL: it has no such row. */
static const char *
cell_of (GtkWidget *page, int row)
{
  GtkWidget *label = gtk_grid_get_child_at (GTK_GRID (find_type (page, GTK_TYPE_GRID)), 0, row);
  return label ? gtk_label_get_text (GTK_LABEL (label)) : NULL;
}

static void
only_an_empty_header_is_left_out (void)
{
  static const char without[] = "| | |\n|---|---|\n| a | b |\n| | |\n| c | d |\n",
                    with[] = "| head | |\n|---|---|\n| a | b |\n";
  g_autoptr (GtkWidget) one = page_of (without, strlen (without)), other = page_of (with, strlen (with));
  g_assert_cmpstr (cell_of (one, 0), ==, "a");
  g_assert_cmpstr (cell_of (one, 1), ==, "");
  g_assert_cmpstr (cell_of (one, 2), ==, "c");
  g_assert_cmpstr (cell_of (one, 3), ==, NULL);
  g_assert_cmpstr (cell_of (other, 0), ==, "head");
  g_assert_cmpstr (cell_of (other, 1), ==, "a");
}

static void
lines_are_not_too_long (void)
{
  g_autofree char *text = repeated ("many words ", 400, "");
  g_autoptr (GtkWidget) page = page_of (text, strlen (text));
  int narrow, usual, wide, width;
  gtk_widget_measure (page, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  gtk_widget_measure (page, GTK_ORIENTATION_VERTICAL, width / 2, NULL, &narrow, NULL, NULL);
  gtk_widget_measure (page, GTK_ORIENTATION_VERTICAL, width, NULL, &usual, NULL, NULL);
  gtk_widget_measure (page, GTK_ORIENTATION_VERTICAL, width * 3, NULL, &wide, NULL, NULL);
  g_assert_cmpint (narrow, >, usual);
  g_assert_cmpint (wide, ==, usual);
}

static void
pictures_are_not_enlarged (void)
{
  g_autoptr (GdkTexture) texture = gdk_texture_new_from_resource (MW_HELP_RESOURCE "pictures/outline.png");
  static const char text[] = "![The outline](pictures/outline.png)";
  g_autoptr (GtkWidget) page = page_of (text, strlen (text));
  int empty, height;
  g_autoptr (GtkWidget) other = page_of ("", 0);
  int narrow;
  gtk_widget_measure (page, GTK_ORIENTATION_VERTICAL, 200, NULL, &narrow, NULL, NULL);
  gtk_widget_measure (other, GTK_ORIENTATION_VERTICAL, 700, NULL, &empty, NULL, NULL);
  gtk_widget_measure (page, GTK_ORIENTATION_VERTICAL, 700, NULL, &height, NULL, NULL);
  g_assert_nonnull (find_type (page, MW_TYPE_HELP_PICTURE));
  g_assert_cmpint (narrow, <, height);
  g_assert_cmpint (height - empty, >=, gdk_texture_get_height (texture));
  g_assert_cmpint (height - empty, <, gdk_texture_get_height (texture) + 20);
}

/* --- The window ----------------------------------------------------------------------------------------------------- */

static gboolean
is_scrolled (gpointer unused)
{
  GtkWidget *page = find_type (GTK_WIDGET (shown ()), MW_TYPE_HELP_PAGE);
  GtkWidget *scrolled = gtk_widget_get_ancestor (page, GTK_TYPE_SCROLLED_WINDOW);
  return gtk_adjustment_get_value (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled))) > 100;
}

static gboolean
is_at_top (gpointer unused)
{
  return !is_scrolled (NULL);
}

static void
back_and_forward_return_to_places (void)
{
  gtk_widget_activate_action (GTK_WIDGET (window), "win.help-contents", NULL);
  assert_at ("index", NULL);
  g_signal_emit_by_name (find_type (GTK_WIDGET (shown ()), MW_TYPE_HELP_PAGE), "followed", "view.md#not-yet");
  assert_at ("view", "not-yet");
  g_assert_true (fixture_until (is_scrolled, NULL));
  act ("help.forward"); /* there is nothing */
  assert_at ("view", "not-yet");
  act ("help.back");
  assert_at ("index", NULL);
  g_assert_true (fixture_until (is_at_top, NULL));
  act ("help.back");
  assert_at ("index", NULL);
  act ("help.forward");
  assert_at ("view", "not-yet");
  g_assert_true (fixture_until (is_scrolled, NULL));
  act ("help.back");
  /* A new page takes the place of those that were forward. */
  g_signal_emit_by_name (find_type (GTK_WIDGET (shown ()), MW_TYPE_HELP_PAGE), "followed", "keys.md");
  act ("help.forward");
  assert_at ("keys", NULL);
  act ("help.back");
  assert_at ("index", NULL);
}

static void
keys_work (void)
{
  g_assert_true (act_key (GTK_WIDGET (shown ()), GDK_KEY_f, GDK_CONTROL_MASK));
  GtkWidget *search = find_type (GTK_WIDGET (shown ()), GTK_TYPE_SEARCH_ENTRY);
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (shown ())), search));
  GtkWidget *page = find_type (GTK_WIDGET (shown ()), MW_TYPE_HELP_PAGE);
  GtkWidget *scrolled = gtk_widget_get_ancestor (page, GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));
  g_assert_true (act_key (scrolled, GDK_KEY_End, 0));
  g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), >, 100);
  g_assert_true (act_key (scrolled, GDK_KEY_Home, 0));
  g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), ==, 0);
  g_assert_true (act_key (scrolled, GDK_KEY_Down, 0));
  g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), ==, 40);
  g_assert_true (act_key (scrolled, GDK_KEY_Up, 0));
  g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), ==, 0);
}

static gboolean
has_hits (gpointer unused)
{
  return find_words (GTK_WIDGET (shown ()), "Marking vertices and faces") != NULL;
}

static void
the_search_opens_what_it_finds (void)
{
  GtkWidget *search = find_type (GTK_WIDGET (shown ()), GTK_TYPE_SEARCH_ENTRY);
  act_type (search, "lasso rectangle");
  g_assert_true (fixture_until (has_hits, NULL));
  g_signal_emit_by_name (search, "activate");
  assert_at ("view", "marking-vertices-and-faces");
  g_assert_true (fixture_until (is_scrolled, NULL));
  g_signal_emit_by_name (search, "stop-search");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (search)), ==, "");
  g_assert_true (find_window (MW_TYPE_HELP_WINDOW) == GTK_WIDGET (shown ()));
  act ("help.back");
}

static void
a_row_of_the_contents_opens_its_page (void)
{
  GtkWidget *list = find_called (GTK_WIDGET (shown ()), GTK_TYPE_LIST_BOX, "Contents");
  gtk_list_box_select_row (GTK_LIST_BOX (list), gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 1));
  assert_at ("files", NULL);
  act ("help.back");
  assert_at ("index", NULL);
  g_assert_cmpint (gtk_list_box_row_get_index (gtk_list_box_get_selected_row (GTK_LIST_BOX (list))), ==, 0);
}

/* --- F1 ------------------------------------------------------------------------------------------------------------- */

static void
assert_topic (GtkWidget *focus, const char *topic)
{
  g_autofree char *found = mw_help_topic_of (focus), *anchor = NULL;
  g_assert_cmpstr (found, ==, topic);
  /* There are such a page, and such a heading. */
  g_auto (GStrv) parts = g_strsplit (found, "#", 2);
  g_autoptr (GBytes) text = mw_help_read (parts[0], NULL);
  g_assert_nonnull (text);
  gsize length;
  const char *bytes = g_bytes_get_data (text, &length);
  g_autoptr (GtkWidget) page = g_object_ref_sink (mw_help_page_new (bytes, length, MW_HELP_RESOURCE));
  g_assert_true (!parts[1] || mw_help_page_find (MW_HELP_PAGE (page), parts[1]));
}

static gboolean
never_run (MwOperationForm *form, gpointer data, GError **error)
{
  return TRUE;
}

static void
each_panel_has_its_page (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx");
  MwDocumentPage *page = fixture_open (window, path);
  g_assert_nonnull (page);
  assert_topic (NULL, "index");
  assert_topic (GTK_WIDGET (window), "index");
  assert_topic (find_id (GTK_WIDGET (window), "save"), "index");
  assert_topic (GTK_WIDGET (mw_outline_get_view (mw_document_page_get_outline (page))), "outline");
  assert_topic (gtk_widget_get_first_child (GTK_WIDGET (mw_document_page_get_inspector (page))), "inspector");
  assert_topic (gtk_widget_get_first_child (GTK_WIDGET (mw_document_page_get_viewport (page))), "view");
  assert_topic (GTK_WIDGET (mw_document_page_get_time_bar (page)), "time");
  GtkWidget *dope = find_type (GTK_WIDGET (page), MW_TYPE_DOPE_SHEET),
            *book = gtk_widget_get_ancestor (dope, GTK_TYPE_NOTEBOOK);
  static const char *const pages[][2] = {
    { "Sequences", "time#sequences" }, { "Dope Sheet", "dope-sheet" }, { "Visibility", "time#visibility" },
    { "History", "documents" },        { "Images", "textures" },       { "Bytes", "bytes" },
  };
  guint found = 0;
  for (int i = 0; i < gtk_notebook_get_n_pages (GTK_NOTEBOOK (book)); i++) {
    GtkWidget *child = gtk_notebook_get_nth_page (GTK_NOTEBOOK (book), i);
    const char *title = gtk_notebook_get_tab_label_text (GTK_NOTEBOOK (book), child);
    gtk_notebook_set_current_page (GTK_NOTEBOOK (book), i);
    for (guint k = 0; k < G_N_ELEMENTS (pages); k++)
      if (g_strcmp0 (title, pages[k][0]) == 0) {
        assert_topic (book, pages[k][1]); /* the focus is on the tab */
        found++;
      }
  }
  g_assert_cmpuint (found, ==, G_N_ELEMENTS (pages));
  /* The form of an operation has the text about it. */
  const MwId id = fixture_record (mw_document_page_get_document (page), "bones[0]")->id;
  GtkWidget *form = g_object_ref_sink (mw_operation_form_new (
    mw_document_page_get_document (page), mw_operation_find ("bone-add"), &id, 1, NULL, never_run, NULL));
  assert_topic (form, "operations-nodes#add-bone");
  g_object_unref (form);
  gtk_widget_grab_focus (GTK_WIDGET (mw_outline_get_view (mw_document_page_get_outline (page))));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.help", NULL);
  assert_at ("outline", NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.preferences", NULL);
  GtkWidget *preferences = find_window (MW_TYPE_PREFERENCES_WINDOW);
  g_assert_true (act_key (preferences, GDK_KEY_F1, 0));
  assert_at ("preferences", NULL);
  gtk_window_destroy (GTK_WINDOW (preferences));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.whats-new", NULL);
  assert_at ("whats-new", NULL);
}

/* --- After an update ------------------------------------------------------------------------------------------------ */

static void
what_is_new_is_shown_once_after_an_update (void)
{
  GSettings *settings = mw_places_settings ();
  gtk_window_destroy (GTK_WINDOW (shown ()));
  g_settings_reset (settings, "last-version");
  g_assert_false (mw_whats_new_offer (GTK_WINDOW (window), "1.0")); /* the first start */
  g_assert_null (find_window (MW_TYPE_HELP_WINDOW));
  g_assert_false (mw_whats_new_offer (GTK_WINDOW (window), "1.0"));
  g_assert_true (mw_whats_new_offer (GTK_WINDOW (window), "1.1"));
  assert_at ("whats-new", NULL);
  g_assert_false (mw_whats_new_offer (GTK_WINDOW (window), "1.1"));
  g_settings_reset (settings, "last-version");
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  window = fixture_window ();
  g_test_add_func ("/ui/help/links lead to pages", links_lead_to_pages);
  g_test_add_func ("/ui/help/contents begin with the index, and name each page once", contents_begin_with_the_index);
  g_test_add_func ("/ui/help/search finds parts that have all words", search_finds_parts_that_have_all_words);
  g_test_add_func ("/ui/help/odd pages are shown", odd_pages_are_shown);
  g_test_add_func ("/ui/help/text is shown as it is meant", text_is_shown_as_it_is_meant);
  g_test_add_func ("/ui/help/only an empty header of a table is left out", only_an_empty_header_is_left_out);
  g_test_add_func ("/ui/help/lines are not too long", lines_are_not_too_long);
  g_test_add_func ("/ui/help/pictures are not enlarged", pictures_are_not_enlarged);
  g_test_add_func ("/ui/help/back and forward return to places", back_and_forward_return_to_places);
  g_test_add_func ("/ui/help/keys work", keys_work);
  g_test_add_func ("/ui/help/the search opens what it finds", the_search_opens_what_it_finds);
  g_test_add_func ("/ui/help/a row of the contents opens its page", a_row_of_the_contents_opens_its_page);
  g_test_add_func ("/ui/help/each panel has its page", each_panel_has_its_page);
  g_test_add_func ("/ui/help/what is new is shown once after an update", what_is_new_is_shown_once_after_an_update);
  const int result = g_test_run ();
  fixture_end (window);
  /* The help goes with the window that opened it. */
  g_assert_null (find_window (MW_TYPE_HELP_WINDOW));
  return result;
}
