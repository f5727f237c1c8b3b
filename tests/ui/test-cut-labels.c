/* SPDX-License-Identifier: GPL-3.0-or-later */
/* No text of the window is cut, in any language, in a window of 1280 x 720, also where text is a quarter larger. */
#include "tests/ui/m2-fixture.h"
#include "ui/help/help-window.h"
#include "ui/i18n.h"
#include "ui/places.h"
#include "ui/preferences/appearance.h"
#include "ui/preferences/preferences-window.h"
#include "ui/window/panel-sizes.h"
#include "ui/window/shortcuts.h"

#include <locale.h>
#include <string.h>

enum { WIDTH = 1280, HEIGHT = 720 };

/* --- One label ------------------------------------------------------------------------------------------------------ */

/* Whether a tooltip shows the whole text of a label: its own (ui/ellipsis.h), or one with this text. */
static gboolean
has_tooltip (GtkWidget *label)
{
  const char *text = gtk_label_get_text (GTK_LABEL (label));
  if (gtk_widget_get_has_tooltip (label))
    return TRUE;
  for (GtkWidget *at = label; at; at = gtk_widget_get_parent (at))
    if (gtk_widget_get_tooltip_text (at) && strstr (gtk_widget_get_tooltip_text (at), text))
      return TRUE;
  return FALSE;
}

/* Whether a scroll bar brings what is outside into view. */
static gboolean
can_scroll (GtkWidget *widget)
{
  GtkWidget *scrolled = gtk_widget_get_parent (widget);
  GtkPolicyType across = GTK_POLICY_NEVER;
  if (GTK_IS_SCROLLED_WINDOW (scrolled))
    gtk_scrolled_window_get_policy (GTK_SCROLLED_WINDOW (scrolled), &across, NULL);
  return across == GTK_POLICY_AUTOMATIC;
}

/* How many pixels of the widget's width are outside a widget that it is in and that draws nothing outside itself. */
static int
outside (GtkWidget *widget)
{
  const float width = (float) gtk_widget_get_width (widget);
  float most = 0;
  for (GtkWidget *at = gtk_widget_get_parent (widget); at; at = gtk_widget_get_parent (at)) {
    graphene_point_t left, right;
    if (can_scroll (at))
      break;
    if (gtk_widget_get_overflow (at) != GTK_OVERFLOW_HIDDEN && !GTK_IS_ROOT (at))
      continue;
    if (gtk_widget_compute_point (widget, at, &GRAPHENE_POINT_INIT (0, 0), &left)
        && gtk_widget_compute_point (widget, at, &GRAPHENE_POINT_INIT (width, 0), &right)) {
      const float here = MAX (-left.x, right.x - (float) gtk_widget_get_width (at));
      most = MAX (most, here);
    }
  }
  return (int) most;
}

/* What is wrong with a label, or NULL. */
static char *
judge (GtkLabel *label)
{
  GtkWidget *widget = GTK_WIDGET (label);
  PangoLayout *layout = gtk_label_get_layout (label);
  int width, height;
  pango_layout_get_pixel_size (layout, &width, &height);
  const int room = gtk_widget_get_width (widget), above = gtk_widget_get_height (widget), gone = outside (widget);
  if (pango_layout_is_ellipsized (layout))
    return has_tooltip (widget) ? NULL : g_strdup ("ends in an ellipsis, and has no tooltip");
  if (width > room)
    return g_strdup_printf ("is %d pixels wide, and has %d", width, room);
  if (height > above)
    return g_strdup_printf ("is %d pixels high, and has %d", height, above);
  return gone > 0 ? g_strdup_printf ("is outside by %d pixels", gone) : NULL;
}

/* Where a widget is: the classes above it, the nearest first. */
static void
append_place (GString *text, GtkWidget *widget)
{
  enum { ENOUGH = 9 };
  for (guint i = 0; i < ENOUGH && widget; i++, widget = gtk_widget_get_parent (widget)) {
    g_auto (GStrv) classes = gtk_widget_get_css_classes (widget);
    g_autofree char *joined = g_strjoinv (".", classes);
    g_string_append_printf (text, " < %s%s%s", G_OBJECT_TYPE_NAME (widget), *joined ? "." : "", joined);
  }
}

/* Appends what is wrong with the labels below a widget. Each text is named once. */
static void
find_cut (GtkWidget *widget, GHashTable *said, GString *cut)
{
  if (!gtk_widget_get_mapped (widget))
    return;
  if (GTK_IS_LABEL (widget) && *gtk_label_get_text (GTK_LABEL (widget))) {
    g_autofree char *wrong = judge (GTK_LABEL (widget));
    const char *text = gtk_label_get_text (GTK_LABEL (widget));
    if (wrong && g_hash_table_add (said, g_strdup (text))) {
      g_string_append_printf (cut, "\n\"%s\" %s:", text, wrong);
      append_place (cut, widget);
    }
  }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    find_cut (child, said, cut);
}

/* --- What is shown -------------------------------------------------------------------------------------------------- */

typedef struct {
  MwWindow *window;
  GHashTable *said; /* texts that were reported */
  GString *cut;
} Look;

static void
look_at (Look *look, gpointer root, const char *what)
{
  g_autoptr (GString) cut = g_string_new (NULL);
  find_cut (root, look->said, cut);
  if (cut->len)
    g_string_append_printf (look->cut, "\n--- %s%s", what, cut->str);
}

static void
look_at_window (Look *look, const char *what)
{
  fixture_settle ();
  const int width = gtk_widget_get_width (GTK_WIDGET (look->window)),
            height = gtk_widget_get_height (GTK_WIDGET (look->window));
  if (width > WIDTH || height > HEIGHT)
    g_string_append_printf (look->cut, "\n--- %s: the window is %d x %d", what, width, height);
  look_at (look, look->window, what);
}

/* Each tab below the view. */
static void
look_at_tabs (Look *look, MwDocumentPage *page)
{
  GtkNotebook *below = GTK_NOTEBOOK (gtk_widget_get_ancestor (fixture_sequences (page), GTK_TYPE_NOTEBOOK));
  for (int i = 0; i < gtk_notebook_get_n_pages (below); i++) {
    gtk_notebook_set_current_page (below, i);
    look_at_window (look, gtk_notebook_get_tab_label_text (below, gtk_notebook_get_nth_page (below, i)));
  }
  gtk_notebook_set_current_page (below, 0);
}

/* Appends the innermost widgets that need more than `room` pixels. */
static guint
find_wide (GtkWidget *widget, int room, GString *wide)
{
  guint n = 0;
  int least;
  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  if (least <= room || !gtk_widget_get_visible (widget))
    return 0;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    n += find_wide (child, room, wide);
  if (n)
    return n;
  g_string_append_printf (wide, "\nneeds %d of %d pixels:", least, room);
  append_place (wide, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child)) {
    int each;
    gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &each, NULL, NULL, NULL);
    g_string_append_printf (wide, " [%s%s%s %d]", G_OBJECT_TYPE_NAME (child), GTK_IS_LABEL (child) ? " " : "",
                            GTK_IS_LABEL (child) ? gtk_label_get_text (GTK_LABEL (child)) : "", each);
  }
  return 1;
}

/* The form of one element of each kind, also of nested lists: it fits into the least width of the inspector. */
static void
look_at_kinds (Look *look, MwDocumentPage *page, MwRecord *record, GHashTable *seen)
{
  enum { MARGIN = 10 }; /* of the inspector, at each side */
  MwDocument *document = mw_document_page_get_document (page);
  if (!g_hash_table_add (seen, (gpointer) record->schema))
    return;
  mw_document_select (document, &record->id, record->owner != NULL);
  MwRecordForm *form = fixture_form (page);
  while (!fixture_is_whole (GTK_WIDGET (form)))
    g_main_context_iteration (NULL, TRUE);
  g_autoptr (GString) wide = g_string_new (NULL);
  find_wide (GTK_WIDGET (form), mw_panel_least (MW_PANEL_RIGHT) - 2 * MARGIN, wide);
  if (wide->len)
    g_string_append_printf (look->cut, "\n--- %s%s", record->schema->label, wide->str);
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    const MwList *list = field->type == MW_TYPE_LIST ? mw_record_list (record, field) : NULL;
    for (guint k = 0; list && k < list->n; k++)
      look_at_kinds (look, page, list->items[k], seen);
  }
}

static MwDocumentPage *
open_model (Look *look, char *path)
{
  g_autofree char *owned = path;
  MwDocumentPage *page = fixture_open (look->window, owned);
  g_assert_nonnull (page);
  return page;
}

static void
look_at_forms (Look *look, MwDocumentPage *page)
{
  MwDocument *document = mw_document_page_get_document (page);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  look_at_kinds (look, page, &mw_document_get_model (document)->record, seen);
  g_assert_cmpuint (g_hash_table_size (seen), >, 10);
}

/* A window that an action opens. */
static void
look_at_dialog (Look *look, const char *action, GType type)
{
  gtk_widget_activate_action (GTK_WIDGET (look->window), action, NULL);
  fixture_settle ();
  GtkWidget *dialog = find_window (type);
  g_assert_nonnull (dialog);
  look_at (look, dialog, action);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* Two models in tabs: one of each family, so that each panel has as much as it can. Forms are looked at with text of the usual size:
 * they need less than the panels grow by, which grow with the text. The window does not grow, so all else is looked at with large
 * text. */
static void
look_at_all (Look *look)
{
  enum { LARGE = 125 };
  look_at_window (look, "start");
  for (guint i = 0; i < 2; i++) {
    MwDocumentPage *page = open_model (look, i ? fixture_m2_set (272, "Late") : fixture_sample ("everything.mdx"));
    look_at_window (look, "a model");
    look_at_forms (look, page);
  }
  mw_appearance_set_size (LARGE);
  for (guint i = 0; i < 2; i++) {
    gtk_widget_activate_action (GTK_WIDGET (look->window), "win.next-tab", NULL);
    look_at_tabs (look, mw_window_get_page (look->window));
  }
  look_at_dialog (look, "win.preferences", MW_TYPE_PREFERENCES_WINDOW);
  look_at_dialog (look, "win.show-help-overlay", MW_TYPE_SHORTCUTS_WINDOW);
  look_at_dialog (look, "win.help-contents", MW_TYPE_HELP_WINDOW);
}

static void
look (void)
{
  mw_places_register_resources ();
  mw_appearance_follow ();
  g_settings_set (mw_places_settings (), "window-size", "(ii)", WIDTH, HEIGHT);
  Look look = { .window = fixture_window (),
                .said = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                .cut = g_string_new (NULL) };
  look_at_all (&look);
  if (look.cut->len) {
    g_printerr ("%s\n", look.cut->str);
    g_test_fail ();
  }
  g_hash_table_unref (look.said);
  g_string_free (look.cut, TRUE);
  fixture_clear (look.window);
  fixture_end (look.window);
}

/* --- Languages ------------------------------------------------------------------------------------------------------ */

typedef struct {
  const char *title, *language, *locale;
} Case;

static const Case cases[] = { { "no text is cut in English", "en", "C.UTF-8" },
                              { "no text is cut in German", "de", "de_DE.UTF-8" },
                              { "no text is cut in Russian", "ru", "ru_RU.UTF-8" },
                              { "no text is cut in Chinese", "zh_CN", "zh_CN.UTF-8" } };

/* A program has one language, so each gets a process of its own. */
static void
test_language (gconstpointer data)
{
  const Case *each = data;
  if (!g_test_subprocess ()) {
    g_setenv ("LANGUAGE", each->language, TRUE);
    g_setenv ("LC_ALL", each->locale, TRUE);
    g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
    if (!g_test_trap_has_passed ())
      g_test_fail ();
    return;
  }
  g_autofree char *translations = mw_places_translations ();
  bindtextdomain (GETTEXT_PACKAGE, translations);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  gtk_init ();
  look ();
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_strconcat ("/ui/cut-labels/", cases[i].title, NULL);
    g_test_add_data_func (path, &cases[i], test_language);
  }
  return g_test_run ();
}
