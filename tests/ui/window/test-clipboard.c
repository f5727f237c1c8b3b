/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copy, cut and paste by keys, between two models in a window. */
#include "core/model/mdlx/mdlx.h"
#include "tests/ui/fixture.h"

#include <string.h>

static MwWindow *window;

static MwDocumentPage *
open_sample (const char *name)
{
  g_autofree char *path = fixture_sample (name);
  MwDocumentPage *page = fixture_open (window, path);
  g_assert_nonnull (page);
  return page;
}

static MwDocument *
document_of (MwDocumentPage *page)
{
  return mw_document_page_get_document (page);
}

static void
select_path (MwDocumentPage *page, const char *path)
{
  MwId id = fixture_record (document_of (page), path)->id;
  mw_document_select (document_of (page), &id, 1);
  fixture_settle ();
}

static void
press (MwDocumentPage *page, guint key)
{
  g_assert_true (act_key (GTK_WIDGET (mw_document_page_get_outline (page)), key, GDK_CONTROL_MASK));
  fixture_settle ();
}

typedef struct {
  MwDocument *document;
  guint n;
} Steps;

static gboolean
has_steps (gpointer data)
{
  const Steps *steps = data;
  return mw_document_get_n_steps (steps->document) == steps->n;
}

static gboolean
has_error (gpointer page)
{
  return fixture_error (page) != NULL;
}

static void
elements (void)
{
  MwDocumentPage *from = open_sample ("everything.mdx");
  select_path (from, "particle_emitters2[0]");
  g_autofree char *name = fixture_value (document_of (from), "particle_emitters2[0].name");
  press (from, GDK_KEY_c);
  g_assert_cmpuint (mw_document_get_n_steps (document_of (from)), ==, 0);
  MwDocumentPage *to = open_sample ("figure.mdx");
  const MwMdlx *model = (const MwMdlx *) mw_document_get_model (document_of (to));
  const uint32_t textures = model->textures.n;
  press (to, GDK_KEY_v);
  Steps steps = { document_of (to), 1 };
  g_assert_true (fixture_until (has_steps, &steps));
  g_autofree char *pasted = fixture_value (document_of (to), "particle_emitters2[0].name"),
                  *texture = fixture_value (document_of (to), "particle_emitters2[0].texture");
  g_assert_cmpstr (pasted, ==, name);
  g_assert_cmpuint (model->textures.n, ==, textures + 1);
  g_assert_cmpstr (mw_document_get_undo_label (document_of (to)), ==, "Paste");
  /* Cut takes it away, and it can be pasted again. */
  press (to, GDK_KEY_x);
  steps.n = 2;
  g_assert_true (fixture_until (has_steps, &steps));
  g_assert_null (mw_path_resolve (mw_document_get_model (document_of (to)), "particle_emitters2[0]", NULL));
  press (to, GDK_KEY_v);
  steps.n = 3;
  g_assert_true (fixture_until (has_steps, &steps));
  fixture_record (document_of (to), "particle_emitters2[0]");
  fixture_clear (window);
}

static void
choose (GtkWidget *menu, const char *label)
{
  GtkWidget *item = find_called (menu, GTK_TYPE_BUTTON, label);
  g_assert_true (item && gtk_widget_get_sensitive (item));
  g_signal_emit_by_name (item, "clicked");
  fixture_settle ();
}

static GtkWidget *
edit_menu (void)
{
  GtkMenuButton *button = GTK_MENU_BUTTON (find_id (GTK_WIDGET (window), "edit"));
  gtk_menu_button_popup (button);
  fixture_settle ();
  return GTK_WIDGET (gtk_menu_button_get_popover (button));
}

/* As after a model was opened: nothing that takes these keys has the focus. */
static void
from_anywhere (void)
{
  MwDocumentPage *from = open_sample ("everything.mdx");
  select_path (from, "particle_emitters2[0]");
  choose (edit_menu (), "Copy");
  MwDocumentPage *to = open_sample ("figure.mdx");
  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  g_assert_true (act_key (GTK_WIDGET (window), GDK_KEY_v, GDK_CONTROL_MASK));
  Steps steps = { document_of (to), 1 };
  g_assert_true (fixture_until (has_steps, &steps));
  fixture_record (document_of (to), "particle_emitters2[0]");
  g_assert_true (act_key (GTK_WIDGET (window), GDK_KEY_x, GDK_CONTROL_MASK));
  steps.n = 2;
  g_assert_true (fixture_until (has_steps, &steps));
  g_assert_null (mw_path_resolve (mw_document_get_model (document_of (to)), "particle_emitters2[0]", NULL));
  choose (edit_menu (), "Paste");
  steps.n = 3;
  g_assert_true (fixture_until (has_steps, &steps));
  fixture_record (document_of (to), "particle_emitters2[0]");
  fixture_clear (window);
}

/* The menu says why before the click. */
static void
menus (void)
{
  MwDocumentPage *page = open_sample ("figure.mdx");
  static const struct {
    const char *path;
    const char *reason; /* NULL: it can be copied */
  } rows[] = { { NULL, "nothing is selected" },
               { "bones[0]", NULL },
               { "sequences[0]", "is a sequence" },
               { "materials[0].layers[0]", "is a part of another element" } };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    mw_document_select (document_of (page), NULL, 0);
    if (rows[i].path)
      select_path (page, rows[i].path);
    GtkWidget *menu = edit_menu ();
    for (guint k = 0; k < 2; k++) {
      GtkWidget *item = find_called (menu, GTK_TYPE_BUTTON, k ? "Cut" : "Copy");
      g_assert_cmpint (gtk_widget_get_sensitive (item), ==, rows[i].reason == NULL);
      g_assert_true (!rows[i].reason || strstr (gtk_widget_get_tooltip_text (item), rows[i].reason));
    }
    g_assert_true (gtk_widget_get_sensitive (find_called (menu, GTK_TYPE_BUTTON, "Paste")));
    gtk_popover_popdown (GTK_POPOVER (menu));
    fixture_settle ();
  }
  fixture_clear (window);
}

static void
refusals (void)
{
  MwDocumentPage *page = open_sample ("figure.mdx");
  select_path (page, "sequences[0]");
  press (page, GDK_KEY_c);
  g_assert_nonnull (strstr (fixture_error (page), "is a sequence"));
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (window)), "Dear all");
  select_path (page, "bones[0]");
  press (page, GDK_KEY_v);
  g_assert_true (fixture_until (has_error, page));
  g_assert_cmpuint (mw_document_get_n_steps (document_of (page)), ==, 0);
  fixture_clear (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  window = fixture_window ();
  g_test_add_func ("/ui/clipboard/elements go from one model into another", elements);
  g_test_add_func ("/ui/clipboard/keys of the window and items of the Edit menu do the same", from_anywhere);
  g_test_add_func ("/ui/clipboard/the Edit menu offers what can be copied, or says why not", menus);
  g_test_add_func ("/ui/clipboard/what is refused", refusals);
  int result = g_test_run ();
  fixture_end (window);
  return result;
}
