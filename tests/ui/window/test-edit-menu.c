/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Edit and Add menus of the window. */
#include "tests/ui/fixture.h"
#include "core/model/mdlx/mdlx.h"
#include "ui/operations/operation-form.h"

static MwWindow *window;
static MwDocumentPage *page;
static MwDocument *document;

/* The open menu of a button. */
static GtkWidget *
menu_of (const char *id)
{
  GtkMenuButton *button = GTK_MENU_BUTTON (find_id (GTK_WIDGET (window), id));
  GtkWidget *menu = GTK_WIDGET (gtk_menu_button_get_popover (button));
  g_assert_true (menu && gtk_widget_get_mapped (menu));
  return menu;
}

/* Opens the Edit menu and returns it. */
static GtkWidget *
open_menu (void)
{
  gtk_menu_button_popup (GTK_MENU_BUTTON (find_id (GTK_WIDGET (window), "edit")));
  fixture_settle ();
  return menu_of ("edit");
}

static void
close_menu (GtkWidget *menu)
{
  gtk_popover_popdown (GTK_POPOVER (menu));
  fixture_settle ();
}

static GtkWidget *
item (GtkWidget *menu, const char *label)
{
  return find_called (menu, GTK_TYPE_BUTTON, label);
}

static void
select_paths (const char *first, const char *second)
{
  MwId ids[2] = { fixture_record (document, first)->id, second ? fixture_record (document, second)->id : 0 };
  mw_document_select (document, ids, second ? 2 : 1);
  fixture_settle ();
}

static void
test_content (void)
{
  mw_document_select (document, NULL, 0);
  GtkWidget *menu = open_menu ();
  /* Without a selection: what is done to the whole model. The rest says why it cannot be done. */
  g_assert_true (gtk_widget_get_sensitive (item (menu, "Merge Identical Textures")));
  g_assert_false (gtk_widget_get_sensitive (item (menu, "Delete")));
  g_assert_null (item (menu, "Set Filter Mode…"));
  close_menu (menu);
  select_paths ("materials[0].layers[0]", NULL);
  menu = open_menu ();
  g_assert_true (gtk_widget_get_sensitive (item (menu, "Delete")));
  g_assert_true (gtk_widget_get_sensitive (item (menu, "Set Filter Mode…")));
  g_assert_nonnull (find_words (menu, "Materials"));
  g_assert_null (item (menu, "Retime…"));
  g_assert_null (find_words (menu, "Geosets"));
  g_assert_nonnull (find_words (menu, "Ctrl+D"));
  close_menu (menu);
}

static void
test_runs (void)
{
  select_paths ("sequences[0]", "sequences[1]");
  guint n = mw_document_get_n_steps (document);
  GtkWidget *menu = open_menu ();
  act_press (menu, "Duplicate");
  fixture_settle ();
  g_assert_false (gtk_widget_get_mapped (menu));
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, n + 1);
  guint selected;
  mw_document_get_selection (document, &selected);
  g_assert_cmpuint (selected, ==, 2);
  mw_document_undo (document);
  /* One with parameters asks for them. */
  menu = open_menu ();
  act_press (menu, "Retime…");
  fixture_settle ();
  GtkWidget *form = find_type (GTK_WIDGET (page), MW_TYPE_OPERATION_FORM);
  g_assert_true (form && gtk_widget_get_mapped (form));
  guint n_ids;
  mw_operation_form_get_ids (MW_OPERATION_FORM (form), &n_ids);
  g_assert_cmpuint (n_ids, ==, 2);
  close_menu (gtk_widget_get_ancestor (form, GTK_TYPE_POPOVER));
}

/* Shift+A in the viewport or the outline opens the Add menu; what it adds follows the selected bone. */
static void
test_add (void)
{
  GtkWidget *viewport = GTK_WIDGET (mw_document_page_get_viewport (page));
  select_paths ("bones[1]", NULL);
  gtk_widget_grab_focus (viewport);
  g_assert_true (mw_viewport_do_key (MW_VIEWPORT (viewport), GDK_KEY_A, GDK_SHIFT_MASK));
  g_assert_false (mw_viewport_do_key (MW_VIEWPORT (viewport), GDK_KEY_a, 0));
  fixture_settle ();
  GtkWidget *menu = menu_of ("add");
  g_assert_nonnull (find_words (menu, "Sequences"));
  g_assert_null (item (menu, "Merge Identical Textures"));
  act_press (menu, "Add Particle Emitter…");
  fixture_settle ();
  GtkWidget *form = find_type (GTK_WIDGET (page), MW_TYPE_OPERATION_FORM);
  g_assert_true (form && gtk_widget_get_mapped (form));
  act_press (form, "Add Particle Emitter");
  fixture_settle ();
  guint n_ids;
  const MwId *ids = mw_document_get_selection (document, &n_ids);
  g_assert_cmpuint (n_ids, ==, 1);
  const MwMdlxParticleEmitter2 *made = (const MwMdlxParticleEmitter2 *) mw_model_find (mw_document_get_model (document),
                                                                                       ids[0]);
  g_assert_true (made->node.record.schema == &mw_mdlx_particle_emitter2_schema);
  g_assert_cmpuint (made->node.parent.id, ==, fixture_record (document, "bones[1]")->id);
  mw_document_undo (document);
}

static void
test_add_from_outline (void)
{
  GtkWidget *outline = GTK_WIDGET (mw_document_page_get_outline (page));
  g_assert_true (act_key (outline, GDK_KEY_a, GDK_SHIFT_MASK));
  fixture_settle ();
  close_menu (menu_of ("add"));
}

static void
test_without_model (void)
{
  MwWindow *empty = fixture_window ();
  g_assert_false (gtk_widget_get_sensitive (find_id (GTK_WIDGET (empty), "edit")));
  g_assert_false (gtk_widget_get_sensitive (find_id (GTK_WIDGET (empty), "add")));
  g_assert_true (gtk_widget_get_sensitive (find_id (GTK_WIDGET (window), "edit")));
  gtk_window_destroy (GTK_WINDOW (empty));
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_autofree char *path = fixture_sample ("figure.mdx");
  window = fixture_window ();
  page = fixture_open (window, path);
  document = mw_document_page_get_document (page);
  g_test_add_func ("/ui/edit-menu/it has what applies to the selection", test_content);
  g_test_add_func ("/ui/edit-menu/an item runs its operation on all that is selected", test_runs);
  g_test_add_func ("/ui/edit-menu/Shift+A in the viewport offers what can be added, at the selected bone", test_add);
  g_test_add_func ("/ui/edit-menu/Shift+A in the outline opens the same menu", test_add_from_outline);
  g_test_add_func ("/ui/edit-menu/without a model there is none", test_without_model);
  int failed = g_test_run ();
  fixture_end (window);
  return failed;
}
