/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/m2-fixture.h"
#include "core/model/m2/surfaces.h"
#include "ui/inspector/choice-editor.h"
#include "ui/edit.h"
#include "ui/labels.h"
#include "ui/inspector/reference-editor.h"
#include "ui/outline/surfaces.h"

#include <string.h>

static MwWindow *window;
static MwDocumentPage *page;
static MwDocument *document;
static MwOutline *outline;

static void
begin (void)
{
  g_autofree char *path = fixture_m2_set (264, "Surfaces");
  window = fixture_window ();
  page = fixture_open (window, path);
  g_assert_nonnull (page);
  document = mw_document_page_get_document (page);
  outline = mw_document_page_get_outline (page);
}

/* The position of the first row with this title in the outline, or -1. */
static gint
find_row (const char *title)
{
  GListModel *rows = fixture_rows (outline);
  for (guint i = 0; i < g_list_model_get_n_items (rows); i++) {
    g_autoptr (GtkTreeListRow) row = g_list_model_get_item (rows, i);
    g_autoptr (MwOutlineNode) node = gtk_tree_list_row_get_item (row);
    g_autofree char *has = mw_outline_node_get_title (node);
    if (g_str_has_prefix (has, title))
      return (gint) i;
  }
  return -1;
}

static void
open_row (const char *title)
{
  gint at = find_row (title);
  g_assert_cmpint (at, >=, 0);
  g_autoptr (GtkTreeListRow) row = g_list_model_get_item (fixture_rows (outline), (guint) at);
  gtk_tree_list_row_set_expanded (row, TRUE);
}

static void
pick (const char *title)
{
  gint at = find_row (title);
  g_assert_cmpint (at, >=, 0);
  gtk_selection_model_select_item (gtk_list_view_get_model (mw_outline_get_view (outline)), (guint) at, TRUE);
}

static gboolean
is_picked (const char *title)
{
  gint at = find_row (title);
  return at >= 0
         && gtk_selection_model_is_selected (gtk_list_view_get_model (mw_outline_get_view (outline)), (guint) at);
}

static void
run (const char *operation)
{
  gtk_widget_activate_action (GTK_WIDGET (outline), "outline.operation", "s", operation);
  fixture_settle ();
}

/* The part of the inspector for surfaces, or NULL while it is hidden. */
static GtkWidget *
form (void)
{
  fixture_form (page);
  return find_shown (GTK_WIDGET (mw_document_page_get_inspector (page)), MW_TYPE_SURFACE_FORM);
}

/* The batches of surface 0, as the model has them now. */
static GPtrArray *
batches (void)
{
  return mw_m2_surface_of ((const MwM2 *) mw_document_get_model (document),
                           (const MwM2Batch *) fixture_record (document, "skins[0].batches[0]"));
}

static void
test_rows (void)
{
  begin ();
  g_assert_cmpint (find_row ("Surfaces"), >=, 0);
  g_assert_cmpint (find_row ("Surfaces"), <, find_row ("Skin profiles"));
  open_row ("Surfaces");
  open_row ("Surface 0: ");
  g_assert_cmpint (find_row ("Skin profile 0"), >, find_row ("Surface 0: "));
  /* Picking a surface selects all of its batches; only its own row is selected in the view. */
  pick ("Surface 0: ");
  fixture_settle ();
  guint n;
  mw_document_get_selection (document, &n);
  g_autoptr (GPtrArray) all = batches ();
  g_assert_cmpuint (n, ==, all->len);
  g_assert_cmpuint (n, >, 4);
  g_assert_true (is_picked ("Surface 0: "));
  g_assert_true (g_str_has_prefix (fixture_status (window), "Surface 0: "));
  /* Selecting these batches in the document selects the same row. */
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  for (guint i = 0; i < all->len; i++)
    g_array_append_val (ids, ((MwRecord *) all->pdata[i])->id);
  mw_document_select (document, NULL, 0);
  mw_document_select (document, (const MwId *) ids->data, ids->len);
  g_assert_true (is_picked ("Surface 0: "));
  /* A batch alone is a row of its profile. */
  mw_document_select (document, (const MwId *) ids->data, 1);
  g_assert_false (is_picked ("Surface 0: "));
  g_assert_true (is_picked ("Batch 0 · "));
  fixture_end (window);
}

static void
test_filter (void)
{
  begin ();
  fixture_filter (outline, "SURFACE 1");
  g_assert_cmpint (find_row ("Surface 1: "), ==, 1);
  g_assert_cmpint (find_row ("Surface 0: "), <, 0);
  g_assert_cmpint (find_row ("Bones"), <, 0);
  fixture_filter (outline, "texture unit");
  g_assert_cmpint (find_row ("Surface 0: "), >=, 0);
  fixture_filter (outline, "nothing is called like that");
  g_assert_cmpint (find_row ("Surfaces"), <, 0);
  fixture_end (window);
}

static guint
blend_mode_of (const MwM2Batch *batch)
{
  const MwRecord *material = mw_model_resolve (mw_document_get_model (document), batch->material);
  g_assert_nonnull (material);
  return ((const MwM2Material *) material)->blend_mode;
}

static void
test_inspector (void)
{
  begin ();
  g_autoptr (GBytes) before = fixture_bytes (document);
  /* One batch is selected, the surface changes as a whole. */
  MwId id = fixture_record (document, "skins[1].batches[0]")->id;
  mw_document_select (document, &id, 1);
  g_assert_nonnull (form ());
  GtkWidget *blend = find_called (form (), MW_TYPE_CHOICE_EDITOR, "Blend mode");
  act_choose (find_type (blend, GTK_TYPE_DROP_DOWN), 4);
  fixture_settle ();
  g_assert_null (mw_field_editor_get_error (MW_FIELD_EDITOR (blend)));
  g_autoptr (GPtrArray) all = batches ();
  for (guint i = 0; i < all->len; i++)
    g_assert_cmpuint (blend_mode_of (all->pdata[i]), ==, 4);
  g_assert_cmpuint (mw_document_get_position (document), ==, 1);
  g_assert_true (g_str_has_prefix (mw_document_get_undo_label (document), "Set the blend mode of Surface 0: "));
  /* The texture, by its list. */
  GtkWidget *texture = find_called (form (), MW_TYPE_REFERENCE_EDITOR, "Texture");
  g_assert_true (is_shown (texture, form ()));
  g_assert_false (is_shown (find_nth (form (), MW_TYPE_REFERENCE_EDITOR, 1), form ()));
  const MwRecord *wanted = fixture_record (document, "textures[4]");
  fixture_open_list (texture);
  g_autofree char *title = mw_ui_record_title (wanted);
  g_assert_true (fixture_pick (texture, title));
  fixture_settle ();
  g_autoptr (GPtrArray) now = batches ();
  g_assert_cmpuint (now->len, ==, all->len);
  for (guint i = 0; i < now->len; i++)
    g_assert_cmpuint (((const MwRef *) ((const MwM2Batch *) now->pdata[i])->textures.data)->id, ==, wanted->id);
  g_assert_cmpstr (fixture_title (texture), ==, title);
  mw_document_undo (document);
  mw_document_undo (document);
  g_autoptr (GBytes) after = fixture_bytes (document);
  g_assert_true (g_bytes_equal (before, after));
  /* Other elements have no surface. */
  id = fixture_record (document, "bones[0]")->id;
  mw_document_select (document, &id, 1);
  g_assert_null (form ());
  fixture_end (window);
}

static void
test_operations (void)
{
  begin ();
  open_row ("Surfaces");
  pick ("Surface 0: ");
  guint before = mw_ui_surfaces (document)->len;
  /* Operations on single elements are refused for a surface. */
  run ("duplicate");
  g_assert_nonnull (fixture_error (page));
  g_assert_cmpuint (mw_document_get_position (document), ==, 0);
  run ("delete");
  g_assert_cmpuint (mw_ui_surfaces (document)->len, ==, before - 1);
  g_assert_true (g_str_has_prefix (mw_document_get_undo_label (document), "Delete Surface 0: "));
  mw_document_undo (document);
  fixture_settle ();
  g_assert_cmpuint (mw_ui_surfaces (document)->len, ==, before);
  g_assert_true (is_picked ("Surface 0: "));
  fixture_end (window);
}

static gboolean
has_item (const char *label)
{
  gboolean found = FALSE;
  g_autoptr (GPtrArray) widgets = g_ptr_array_new ();
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (outline)); child;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_POPOVER (child))
      g_ptr_array_add (widgets, child);
  for (guint i = 0; i < widgets->len; i++) {
    for (GtkWidget *child = gtk_widget_get_first_child (widgets->pdata[i]); child;
         child = gtk_widget_get_next_sibling (child))
      g_ptr_array_add (widgets, child);
    found |= GTK_IS_LABEL (widgets->pdata[i]) && g_str_has_prefix (gtk_label_get_text (widgets->pdata[i]), label);
  }
  return found;
}

static void
close_menu (void)
{
  gtk_popover_popdown (GTK_POPOVER (find_type (GTK_WIDGET (outline), GTK_TYPE_POPOVER)));
  fixture_settle ();
}

static void
test_menu (void)
{
  begin ();
  open_row ("Surfaces");
  pick ("Surface 1: ");
  act_key (GTK_WIDGET (outline), GDK_KEY_Menu, 0);
  fixture_settle ();
  g_assert_true (has_item ("Set Surface Blend Mode…") && has_item ("Set Surface Texture…")
                 && has_item ("Delete Surface"));
  g_assert_false (has_item ("Duplicate") || has_item ("Rename"));
  /* The window may be closed while the menu is open. */
  fixture_end (window);
  /* A model of another family has none. */
  g_autofree char *path = fixture_sample ("everything.mdx");
  window = fixture_window ();
  page = fixture_open (window, path);
  document = mw_document_page_get_document (page);
  outline = mw_document_page_get_outline (page);
  MwId id = fixture_record (document, "sequences[0]")->id;
  mw_document_select (document, &id, 1);
  act_key (GTK_WIDGET (outline), GDK_KEY_Menu, 0);
  fixture_settle ();
  /* Keys are added in the form of their track, so the menu does not offer it. */
  g_assert_false (has_item ("Add Key"));
  g_assert_true (has_item ("Rename"));
  g_assert_false (has_item ("Set Surface"));
  close_menu ();
  fixture_end (window);
}

/* A reference offers only valid targets: those of the same profile, or bones where the other family has nodes. */
static void
test_candidates (void)
{
  begin ();
  const MwRecord *batch = fixture_record (document, "skins[3].batches[0]");
  const MwRecord *skin = fixture_record (document, "skins[3]");
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  g_auto (GStrv) submeshes = mw_ui_candidates (document, batch, mw_schema_field (batch->schema, "submesh"), ids);
  guint n = ((const MwM2Skin *) skin)->submeshes.n;
  g_assert_cmpuint (g_strv_length (submeshes), ==, n + 1);
  g_assert_cmpuint (ids->len, ==, n + 1);
  for (guint i = 1; i <= n; i++) {
    const MwRecord *record = mw_model_find (mw_document_get_model (document), g_array_index (ids, MwId, i));
    g_assert_true (record->owner == skin);
  }
  const MwOperation *operation = mw_operation_find ("re-parent");
  g_auto (GStrv) bones = mw_ui_candidates (document, batch, mw_schema_field (operation->params, "parent"), ids);
  g_autofree char *count = fixture_value (document, "bones");
  g_assert_cmpuint (g_strv_length (bones), ==, g_ascii_strtoull (count, NULL, 10) + 1);
  fixture_end (window);
}

/* A model with a single profile: its surfaces and their batches have rows too. */
static void
test_single (void)
{
  begin ();
  open_row ("Surfaces");
  for (guint profile = 1; profile < 4; profile++) {
    MwId id = fixture_record (document, "skins[1]")->id;
    mw_document_select (document, &id, 1);
    run ("delete");
  }
  g_autoptr (GPtrArray) all = batches ();
  g_assert_cmpuint (all->len, ==, 1);
  pick ("Surface 0: ");
  fixture_settle ();
  g_assert_true (is_picked ("Surface 0: "));
  open_row ("Skin profiles");
  open_row ("Skin profile 0");
  open_row ("Batches");
  pick ("Batch 0 · ");
  fixture_settle ();
  g_assert_true (is_picked ("Batch 0 · ") && !is_picked ("Surface 0: "));
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/surfaces/a surface's row selects all of its batches, and they select it", test_rows);
  g_test_add_func ("/ui/surfaces/the filter finds surfaces by title and by aliases", test_filter);
  g_test_add_func ("/ui/surfaces/the inspector of one batch changes them all, in one step", test_inspector);
  g_test_add_func ("/ui/surfaces/delete removes a whole surface, and operations on single batches are refused",
                   test_operations);
  g_test_add_func ("/ui/surfaces/only the menu of a surface has the operations on surfaces", test_menu);
  g_test_add_func ("/ui/surfaces/references offer only valid targets", test_candidates);
  g_test_add_func ("/ui/surfaces/in one profile, surface and batch are distinguished", test_single);
  return g_test_run ();
}
