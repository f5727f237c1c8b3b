/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/fixture.h"
#include "core/model/mdlx/mdlx.h"
#include "tests/core/io/mdlx-made.h"
#include "ui/operations/operation-form.h"
#include "ui/edit.h"
#include "ui/labels.h"
#include "ui/outline/outline-menu.h"
#include "ui/outline/outline-row.h"
#include "ui/operations/pick-list.h"
#include "ui/inspector/value-entry.h"

#include <string.h>

static MwWindow *window;
static MwDocumentPage *page;
static MwDocument *document;
static MwOutline *outline;

static void
begin (void)
{
  g_autofree char *path = fixture_sample ("everything.mdx");
  window = fixture_window ();
  page = fixture_open (window, path);
  document = mw_document_page_get_document (page);
  outline = mw_document_page_get_outline (page);
}

static void
count (guint *n)
{
  (*n)++;
}

/* The visible titles, one per line, indented by two spaces per level. */
static char *
titles (void)
{
  GString *text = g_string_new (NULL);
  GListModel *rows = fixture_rows (outline);
  for (guint i = 0; i < g_list_model_get_n_items (rows); i++) {
    g_autoptr (GtkTreeListRow) row = g_list_model_get_item (rows, i);
    g_autoptr (MwOutlineNode) node = gtk_tree_list_row_get_item (row);
    g_autofree char *title = mw_outline_node_get_title (node);
    g_string_append_printf (text, "%*s%s\n", (int) gtk_tree_list_row_get_depth (row) * 2, "", title);
  }
  return g_string_free (text, FALSE);
}

static gboolean
row_is_selected (MwId id)
{
  GListModel *rows = fixture_rows (outline);
  GtkSelectionModel *selection = gtk_list_view_get_model (mw_outline_get_view (outline));
  for (guint i = 0; i < g_list_model_get_n_items (rows); i++) {
    g_autoptr (GtkTreeListRow) row = g_list_model_get_item (rows, i);
    g_autoptr (MwOutlineNode) node = gtk_tree_list_row_get_item (row);
    if (mw_outline_node_get_id (node) == id)
      return gtk_selection_model_is_selected (selection, i);
  }
  return FALSE;
}

static void
test_kinds (void)
{
  begin ();
  g_autofree char *before = titles ();
  g_assert_nonnull (strstr (before, "Sequences\n"));
  g_assert_nonnull (strstr (before, "Bones\n"));
  g_assert_null (strstr (before, "  "));
  /* An element that the document selects is revealed and selected. */
  MwId id = fixture_record (document, "materials[0].layers[0]")->id;
  mw_document_select (document, &id, 1);
  g_autofree char *after = titles ();
  g_assert_nonnull (strstr (after, "  Material 0 · NotHere.blp\n    Layer 0 · "));
  g_assert_true (row_is_selected (id));
  fixture_end (window);
}

static void
test_skeleton (void)
{
  begin ();
  gtk_toggle_button_set_active (
    GTK_TOGGLE_BUTTON (find_called (GTK_WIDGET (outline), GTK_TYPE_TOGGLE_BUTTON, "By skeleton")), TRUE);
  g_autofree char *nodes = fixture_value (document, "nodes");
  g_assert_cmpuint (g_list_model_get_n_items (fixture_rows (outline)), ==, g_ascii_strtoull (nodes, NULL, 10));
  MwRecord *last = fixture_record (document, "collision_shapes[0]");
  MwRecord *parent = fixture_record (document, "attachments[0]");
  const MwField *field = mw_schema_field (last->schema, "parent");
  MwTarget target = mw_ui_target (last, field);
  g_autofree char *path = mw_record_path (parent), *parent_title = g_strdup (mw_record_name (parent)),
                  *title = g_strdup (mw_record_name (last));
  GError *error = NULL;
  mw_document_select (document, &last->id, 1);
  mw_ui_set_text (document, &last->id, 1, &target, path, &error);
  g_assert_no_error (error);
  fixture_settle ();
  g_autofree char *after = titles ();
  const char *above = strstr (after, parent_title), *below = above ? strstr (above, title) : NULL;
  g_assert_nonnull (below);
  g_assert_true (row_is_selected (last->id));
  mw_document_undo (document);
  fixture_settle ();
  g_assert_cmpuint (g_list_model_get_n_items (fixture_rows (outline)), ==, g_ascii_strtoull (nodes, NULL, 10));
  fixture_end (window);
}

static void
test_filter (void)
{
  begin ();
  MwRecord *sequence = fixture_record (document, "sequences[1]");
  g_autofree char *name = g_strdup (mw_record_name (sequence));
  fixture_filter (outline, name);
  g_autofree char *found = titles ();
  g_autofree char *wanted = g_strdup_printf ("Sequences\n  %s\n", name);
  g_assert_nonnull (strstr (found, wanted));
  /* Changing a name adds its row to the filter's result or removes it. */
  MwTarget target = mw_ui_target (sequence, mw_schema_field (sequence->schema, "name"));
  GError *error = NULL;
  mw_ui_set_text (document, &sequence->id, 1, &target, "\"Zyxw\"", &error);
  g_assert_no_error (error);
  g_autofree char *renamed = titles ();
  g_assert_null (strstr (renamed, wanted));
  mw_document_undo (document);
  g_autofree char *undone = titles ();
  g_assert_nonnull (strstr (undone, wanted));
  /* What is inside of a row that is found is shown with it. */
  fixture_filter (outline, "Material 0");
  g_autofree char *inside = titles ();
  g_assert_nonnull (strstr (inside, "Layer 1"));
  fixture_filter (outline, "nothing is called like that");
  g_assert_cmpuint (g_list_model_get_n_items (fixture_rows (outline)), ==, 0);
  fixture_filter (outline, "");
  g_assert_cmpuint (g_list_model_get_n_items (fixture_rows (outline)), >, 10);
  fixture_end (window);
}

/* Filters by a title, and opens the row of a record. */
static char *
titles_below (const char *filter, const char *path)
{
  fixture_filter (outline, filter);
  MwId id = fixture_record (document, path)->id;
  mw_document_select (document, &id, 1);
  GListModel *rows = fixture_rows (outline);
  for (guint i = 0; i < g_list_model_get_n_items (rows); i++) {
    g_autoptr (GtkTreeListRow) row = g_list_model_get_item (rows, i);
    g_autoptr (MwOutlineNode) node = gtk_tree_list_row_get_item (row);
    if (mw_outline_node_get_id (node) == id)
      gtk_tree_list_row_set_expanded (row, TRUE);
  }
  return titles ();
}

/* Everything in a row that is found is shown; in a row that is only on the way to it, nothing else is. */
static void
test_filter_inside (void)
{
  begin ();
  g_autofree char *all = titles_below ("Material 0", "materials[0]");
  g_assert_cmpstr (
    all, ==,
    "Materials\n  Material 0 · NotHere.blp\n    Layer 0 · Cliff\n    Layer 1 · NotHere.blp\n    Layer 2 · Team glow\n    Layer 3 · Other.tga\n");
  g_autofree char *one = titles_below ("Layer 3", "materials[0]");
  g_assert_cmpstr (one, ==, "Materials\n  Material 0 · NotHere.blp\n    Layer 3 · Other.tga\n");
  fixture_end (window);
}

/* Inserts a global sequence of this duration at a place. */
static void
insert_at (guint32 place, uint32_t duration)
{
  GError *error = NULL;
  MwRecord *record = mw_record_new (&mw_mdlx_global_sequence_schema);
  ((MwMdlxGlobalSequence *) record)->duration = duration;
  MwRecord *root = &mw_document_get_model (document)->record;
  mw_document_insert (document, root->id, mw_schema_field (root->schema, "global_sequences"), place, record, &error);
  g_assert_no_error (error);
}

/* A row that is only made anew, for its arrow, does not count. */
static void
count_spliced (GListModel *rows, guint at, guint removed, guint added, guint *n)
{
  *n += removed == 1 && added == 1 ? 0 : removed + added;
}

/* The rows of the global sequences are those of the model, in its order. */
static void
assert_rows_are_the_records (void)
{
  const MwMdlx *model = (const MwMdlx *) mw_document_get_model (document);
  GListModel *rows = fixture_rows (outline);
  guint at = 0;
  for (guint i = 0; i < g_list_model_get_n_items (rows); i++) {
    g_autoptr (GtkTreeListRow) row = g_list_model_get_item (rows, i);
    g_autoptr (MwOutlineNode) node = gtk_tree_list_row_get_item (row);
    const MwRecord *record = mw_model_find (&model->model, mw_outline_node_get_id (node));
    if (!record || record->schema != &mw_mdlx_global_sequence_schema)
      continue;
    g_assert_cmpuint (at, <, model->global_sequences.n);
    g_assert_true (record == model->global_sequences.items[at++]);
  }
  g_assert_cmpuint (at, ==, model->global_sequences.n);
}

/* Several records come, go and move in one step, at even and odd places, at the start and at the end. Only their own
 * rows change. */
static void
test_many_rows (void)
{
  static const struct {
    guint n;
    guint32 at[4];
  } cases[] = { { 1, { 1 } }, { 1, { 0 } }, { 2, { 1, 3 } }, { 3, { 0, 1, 4 } }, { 4, { 2, 3, 5, 6 } } };
  begin ();
  MwId id = fixture_record (document, "global_sequences[0]")->id;
  mw_document_select (document, &id, 1);
  fixture_settle ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    guint n_spliced = 0;
    mw_document_begin (document, "test");
    for (guint k = 0; k < cases[i].n; k++)
      insert_at (cases[i].at[k], 100 * i + k);
    gulong handler = g_signal_connect (fixture_rows (outline), "items-changed", G_CALLBACK (count_spliced), &n_spliced);
    mw_document_commit (document);
    fixture_settle ();
    assert_rows_are_the_records ();
    g_assert_cmpuint (n_spliced, ==, cases[i].n);
    mw_document_undo (document);
    fixture_settle ();
    assert_rows_are_the_records ();
    g_assert_cmpuint (n_spliced, ==, 2 * cases[i].n);
    mw_document_redo (document);
    fixture_settle ();
    assert_rows_are_the_records ();
    g_signal_handler_disconnect (fixture_rows (outline), handler);
  }
  fixture_end (window);
}

/* A click on the arrow of a row opens it, and a second one closes it; a click elsewhere does neither. */
static void
test_arrow (void)
{
  begin ();
  fixture_settle ();
  MwOutlineRow *row = MW_OUTLINE_ROW (find_shown (GTK_WIDGET (outline), MW_TYPE_OUTLINE_ROW));
  GtkTreeListRow *of = mw_outline_row_get_list_row (row);
  g_assert_true (gtk_tree_list_row_is_expandable (of));
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (row));
  g_autoptr (GtkEventController) click = NULL;
  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !click; i++) {
    g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
    if (GTK_IS_GESTURE_CLICK (controller))
      click = g_steal_pointer (&controller);
  }
  g_assert_nonnull (click);
  static const struct {
    double x;
    gboolean open;
  } clicks[] = { { 8, TRUE }, { 20, TRUE }, { -1, TRUE }, { 8, FALSE }, { 20, FALSE } };
  for (guint i = 0; i < G_N_ELEMENTS (clicks); i++) {
    g_signal_emit_by_name (click, "pressed", 1, clicks[i].x, 10.0);
    g_assert_true (gtk_tree_list_row_get_expanded (of) == clicks[i].open);
  }
  fixture_end (window);
}

static void
test_operations (void)
{
  begin ();
  MwRecord *sequence = fixture_record (document, "global_sequences[0]");
  MwId id = sequence->id;
  mw_document_select (document, &id, 1);
  fixture_settle ();
  g_autofree char *before = titles ();
  g_autofree char *count = fixture_value (document, "global_sequences");
  gtk_widget_activate_action (GTK_WIDGET (outline), "outline.operation", "s", "duplicate");
  fixture_settle ();
  g_autofree char *more = fixture_value (document, "global_sequences");
  g_assert_cmpuint (g_ascii_strtoull (more, NULL, 10), ==, g_ascii_strtoull (count, NULL, 10) + 1);
  g_autofree char *duplicated = titles ();
  g_assert_cmpstr (duplicated, !=, before);
  g_assert_cmpstr (mw_document_get_undo_label (document), ==, "Duplicate Global sequence 0");
  mw_document_undo (document);
  fixture_settle ();
  g_autofree char *undone = titles ();
  g_assert_cmpstr (undone, ==, before);
  g_assert_true (row_is_selected (id));
  /* Delete and undo: the row is back, and selected. */
  MwId camera = fixture_record (document, "cameras[0]")->id;
  mw_document_select (document, &camera, 1);
  g_autofree char *with_camera = titles (),
                  *camera_title = mw_ui_record_title (fixture_record (document, "cameras[0]"));
  g_autofree char *deleted = g_strdup_printf ("Delete %s", camera_title);
  gtk_widget_activate_action (GTK_WIDGET (outline), "outline.operation", "s", "delete");
  fixture_settle ();
  g_assert_null (mw_model_find (mw_document_get_model (document), camera));
  g_assert_cmpstr (mw_document_get_undo_label (document), ==, deleted);
  mw_document_undo (document);
  fixture_settle ();
  g_assert_true (row_is_selected (camera));
  g_autofree char *again = titles ();
  g_assert_cmpstr (again, ==, with_camera);
  fixture_end (window);
}

static void
test_rows_stay (void)
{
  begin ();
  /* A change of a value renames its row and touches no other. */
  MwRecord *sequence = fixture_record (document, "sequences[0]");
  mw_document_select (document, &sequence->id, 1);
  GListModel *rows = fixture_rows (outline);
  g_autoptr (GPtrArray) before = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    g_ptr_array_add (before, g_list_model_get_item (rows, i));
  MwTarget target = mw_ui_target (sequence, mw_schema_field (sequence->schema, "name"));
  mw_ui_set_text (document, &sequence->id, 1, &target, "\"Renamed\"", NULL);
  g_autofree char *after = titles ();
  g_assert_nonnull (strstr (after, "  Renamed\n"));
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, before->len);
  for (guint i = 0; i < before->len; i++) {
    g_autoptr (GtkTreeListRow) row = g_list_model_get_item (rows, i);
    g_assert_true (row == g_ptr_array_index (before, i));
  }
  fixture_end (window);
}

static GtkWidget *
menu_of_outline (void)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (outline)); child;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_POPOVER (child))
      return child;
  return NULL;
}

/* Whether the menu of the record at a path (NULL: of a heading) has this item. */
static gboolean
menu_offers (const char *path, const char *item)
{
  MwId id = path ? fixture_record (document, path)->id : 0;
  GtkWidget *menu = g_object_ref_sink (
    mw_outline_menu_new (document, &id, path != NULL, FALSE, "win.operation", NULL, GTK_WIDGET (outline)));
  gboolean offered = find_called (menu, GTK_TYPE_BUTTON, item) != NULL;
  g_object_unref (menu);
  return offered;
}

/* What is only for some kinds of elements is not offered for others. */
static void
test_menu_of_kind (void)
{
  begin ();
  g_assert_true (menu_offers ("sequences[0]", "Reverse"));
  g_assert_true (menu_offers ("sequences[0]", "Retime…"));
  g_assert_false (menu_offers ("sequences[0]", "Re-parent…"));
  g_assert_true (menu_offers ("sequences[0]", "Move Up"));
  g_assert_false (menu_offers ("sequences[0]", "Merge Identical Textures"));
  g_assert_true (menu_offers (NULL, "Merge Identical Textures"));
  g_assert_false (menu_offers (NULL, "Delete"));
  g_assert_false (menu_offers ("bones[0]", "Reverse"));
  g_assert_true (menu_offers ("bones[0]", "Re-parent…"));
  fixture_end (window);
}

static void
test_menu_item (void)
{
  begin ();
  MwId id = fixture_record (document, "sequences[0]")->id;
  mw_document_select (document, &id, 1);
  fixture_settle ();
  gtk_widget_grab_focus (GTK_WIDGET (mw_outline_get_view (outline)));
  act_key (GTK_WIDGET (outline), GDK_KEY_Menu, 0);
  fixture_settle ();
  guint steps = mw_document_get_n_steps (document);
  act_press (menu_of_outline (), "Reverse");
  fixture_settle ();
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, steps + 1);
  g_assert_true (g_str_has_prefix (mw_document_get_undo_label (document), "Reverse "));
  g_assert_false (gtk_widget_get_mapped (menu_of_outline ()));
  fixture_end (window);
}

static void
test_menu (void)
{
  begin ();
  MwId id = fixture_record (document, "sequences[0]")->id;
  mw_document_select (document, &id, 1);
  fixture_settle ();
  GtkWidget *view = GTK_WIDGET (mw_outline_get_view (outline));
  gtk_widget_grab_focus (view);
  act_key (GTK_WIDGET (outline), GDK_KEY_Menu, 0);
  fixture_settle ();
  GtkWidget *menu = menu_of_outline ();
  g_assert_true (gtk_widget_get_mapped (menu));
  gtk_popover_popdown (GTK_POPOVER (menu));
  fixture_settle ();
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));
  g_assert_nonnull (focus);
  g_assert_true (focus == view || gtk_widget_is_ancestor (focus, view));
  /* The row of a group has no name to change; that is no error. */
  mw_document_select (document, NULL, 0);
  gtk_widget_activate_action (GTK_WIDGET (outline), "outline.operation", "s", "rename");
  g_assert_null (fixture_error (page));
  fixture_end (window);
}

static void
test_rename_is_shown (void)
{
  begin ();
  MwRecord *sequence = fixture_record (document, "sequences[0]");
  mw_document_select (document, &sequence->id, 1);
  g_assert_nonnull (strstr (fixture_status (window), mw_record_name (sequence)));
  MwTarget target = mw_ui_target (sequence, mw_schema_field (sequence->schema, "name"));
  g_autofree char *label = g_strdup_printf ("Rename %s", mw_record_name (sequence));
  mw_ui_set_text (document, &sequence->id, 1, &target, "\"Zyxw\"", NULL);
  g_assert_cmpstr (mw_document_get_undo_label (document), ==, label);
  g_assert_true (g_str_has_prefix (fixture_status (window), "Zyxw"));
  fixture_end (window);
}

/* The popover of the view that is open, or NULL. */
static GtkWidget *
open_popover (void)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (mw_outline_get_view (outline))); child;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_POPOVER (child) && gtk_widget_get_visible (child))
      return child;
  return NULL;
}

/* Asks for the new parent of a node, and returns the popover. */
static GtkWidget *
ask_for_parent (const char *path)
{
  MwId id = fixture_record (document, path)->id;
  mw_document_select (document, &id, 1);
  fixture_settle ();
  mw_outline_run_operation (outline, "re-parent");
  fixture_settle ();
  GtkWidget *popover = open_popover ();
  g_assert_nonnull (popover);
  return popover;
}

static void
test_question (void)
{
  begin ();
  /* Escape in the search closes it. */
  GtkWidget *question = ask_for_parent ("attachments[0]");
  g_signal_emit_by_name (find_type (question, GTK_TYPE_SEARCH_ENTRY), "stop-search");
  fixture_settle ();
  g_assert_null (open_popover ());
  /* The answer applies to the element that was asked about, whatever is selected now. */
  g_autofree char *before = fixture_value (document, "helpers[0].parent");
  question = ask_for_parent ("attachments[0]");
  MwId id = fixture_record (document, "helpers[0]")->id;
  mw_document_select (document, &id, 1);
  act_pick (find_type (question, GTK_TYPE_LIST_VIEW), 0);
  g_autofree char *parent = fixture_value (document, "attachments[0].parent");
  g_assert_cmpstr (parent, ==, "none");
  g_autofree char *after = fixture_value (document, "helpers[0].parent");
  g_assert_cmpstr (before, ==, after);
  fixture_settle ();
  g_assert_null (open_popover ());
  /* The popover may be open when the next one opens and when the window closes. */
  ask_for_parent ("attachments[0]");
  ask_for_parent ("helpers[0]");
  fixture_end (window);
}

/* The candidate is deleted while the popover is open. */
static void
test_candidate_gone (void)
{
  begin ();
  GtkWidget *list = find_type (ask_for_parent ("attachments[0]"), GTK_TYPE_LIST_VIEW);
  g_autofree char *title = mw_ui_record_title (fixture_record (document, "helpers[0]"));
  MwId id = fixture_record (document, "helpers[0]")->id;
  GError *error = NULL;
  mw_ui_run_operation (document, mw_operation_find ("delete"), &id, 1, NULL, &error);
  g_assert_no_error (error);
  guint steps = mw_document_get_position (document);
  g_assert_true (act_pick_named (list, title));
  g_assert_cmpuint (mw_document_get_position (document), ==, steps);
  fixture_end (window);
}

/* A rename does not affect an element that was selected since, nor one that is gone. */
static void
test_rename (void)
{
  begin ();
  MwId first = fixture_record (document, "sequences[0]")->id, second = fixture_record (document, "sequences[1]")->id;
  g_autofree char *name = g_strdup (mw_record_name (fixture_record (document, "sequences[1]")));
  for (guint gone = 0; gone < 2; gone++) {
    mw_document_select (document, &first, 1);
    fixture_settle ();
    mw_outline_run_operation (outline, "rename");
    fixture_settle ();
    GtkWidget *entry = fixture_entry (open_popover (), 0);
    /* The whole name is selected: typing replaces it. */
    int from, to;
    g_assert_true (gtk_editable_get_selection_bounds (GTK_EDITABLE (entry), &from, &to));
    g_assert_cmpint (from, ==, 0);
    g_assert_cmpint (to, ==, g_utf8_strlen (gtk_editable_get_text (GTK_EDITABLE (entry)), -1));
    mw_document_select (document, &second, 1);
    GError *error = NULL;
    if (gone)
      mw_ui_run_operation (document, mw_operation_find ("delete"), &first, 1, NULL, &error);
    g_assert_no_error (error);
    guint steps = mw_document_get_position (document);
    act_type (entry, "Zyxw");
    mw_value_entry_commit (MW_VALUE_ENTRY (entry));
    g_assert_cmpuint (mw_document_get_position (document), ==, gone ? steps : steps + 1);
    g_assert_cmpstr (mw_record_name (mw_model_find (mw_document_get_model (document), second)), ==, name);
    if (!gone)
      g_assert_cmpstr (mw_record_name (mw_model_find (mw_document_get_model (document), first)), ==, "Zyxw");
  }
  fixture_end (window);
}

/* The six images of a layer are shown by name, not as numbers. */
static void
test_layer_images (void)
{
  g_autoptr (MwFileSet) set = mdlx_made_set (1100);
  g_autofree char *path = g_build_filename (fixture_folder (), "made.mdx", NULL);
  gsize size;
  const char *bytes = g_bytes_get_data (mw_file_set_main (set)->bytes, &size);
  g_assert_true (g_file_set_contents (path, bytes, (gssize) size, NULL));
  window = fixture_window ();
  page = fixture_open (window, path);
  document = mw_document_page_get_document (page);
  outline = mw_document_page_get_outline (page);
  MwMdlx *model = (MwMdlx *) mw_document_get_model (document);
  MwMdlxLayerTexture *entry = (MwMdlxLayerTexture *) fixture_record (document, "materials[0].layers[0].textures[0]");
  MwTarget slot = mw_ui_target (&entry->record, mw_schema_field (entry->record.schema, "slot"));
  MwTarget texture = mw_ui_target (&entry->record, mw_schema_field (entry->record.schema, "texture"));
  MwTarget file = mw_ui_target (model->textures.items[1], mw_schema_field (&mw_mdlx_texture_schema, "path"));
  GError *error = NULL;
  mw_ui_set_text (document, &entry->record.id, 1, &slot, "Normal", &error);
  g_assert_no_error (error);
  mw_ui_set_text (document, &entry->record.id, 1, &texture, "textures[1]", &error);
  g_assert_no_error (error);
  mw_document_select (document, &entry->record.id, 1);
  fixture_settle ();
  GListModel *rows = fixture_rows (outline);
  MwOutlineNode *node = NULL;
  for (guint i = 0; i < g_list_model_get_n_items (rows) && !node; i++) {
    g_autoptr (GtkTreeListRow) row = g_list_model_get_item (rows, i);
    g_autoptr (MwOutlineNode) one = gtk_tree_list_row_get_item (row);
    node = mw_outline_node_get_id (one) == entry->record.id ? one : NULL;
  }
  g_assert_nonnull (node);
  /* The title of the row follows the path of the texture. */
  guint told = 0;
  g_signal_connect_swapped (node, "changed", G_CALLBACK (count), &told);
  mw_ui_set_text (document, &model->textures.items[1]->id, 1, &file, "\"Textures\\Foot_normal.dds\"", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (told, >, 0);
  g_autofree char *title = mw_outline_node_get_title (node), *all = mw_ui_record_long_title (&entry->record);
  g_assert_cmpstr (title, ==, "Normal: Foot_normal.dds");
  g_assert_cmpstr (all, ==, "Normal: Foot_normal.dds of Layer 0 of Material 0");
  fixture_end (window);
}

/* A form has the keyboard at once, also one whose first parameter is a choice, and Escape closes it. */
static void
test_form_has_keyboard (void)
{
  static const char *const operations[] = { "camera-add", "emitter-add", "material-add", "bone-add" };
  begin ();
  for (guint i = 0; i < G_N_ELEMENTS (operations); i++) {
    mw_outline_run_operation (outline, operations[i]);
    fixture_settle ();
    GtkWidget *form = find_type (GTK_WIDGET (page), MW_TYPE_OPERATION_FORM),
              *focus = gtk_window_get_focus (GTK_WINDOW (window));
    g_assert_true (form && gtk_widget_get_mapped (form));
    g_test_message ("%s: the focus has %s", operations[i], focus ? G_OBJECT_TYPE_NAME (focus) : "nothing");
    g_assert_true (focus && gtk_widget_is_ancestor (focus, form) && gtk_widget_get_mapped (focus));
    gtk_popover_popdown (GTK_POPOVER (gtk_widget_get_ancestor (form, GTK_TYPE_POPOVER)));
    fixture_settle ();
  }
  fixture_end (window);
}

/* What the outline says in the place of its rows, or NULL. */
static const char *
said (void)
{
  GtkWidget *note = find_class (GTK_WIDGET (outline), "empty-note");
  return note ? gtk_label_get_text (GTK_LABEL (find_type (note, GTK_TYPE_LABEL))) : NULL;
}

static void
test_nothing_found (void)
{
  begin ();
  const guint before = g_list_model_get_n_items (fixture_rows (outline));
  g_assert_null (said ());
  fixture_filter (outline, "nosuchthing");
  g_assert_cmpuint (g_list_model_get_n_items (fixture_rows (outline)), ==, 0);
  g_assert_nonnull (strstr (said (), "“nosuchthing”"));
  fixture_filter (outline, "othername");
  g_assert_nonnull (strstr (said (), "“othername”"));
  act_press (outline, "Show All Elements");
  fixture_settle ();
  g_assert_null (said ());
  g_assert_cmpuint (g_list_model_get_n_items (fixture_rows (outline)), ==, before);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (find_type (GTK_WIDGET (outline), GTK_TYPE_SEARCH_ENTRY))), ==,
                   "");
  fixture_end (window);
}

static void
test_found_elsewhere (void)
{
  begin ();
  gtk_toggle_button_set_active (
    GTK_TOGGLE_BUTTON (find_called (GTK_WIDGET (outline), GTK_TYPE_TOGGLE_BUTTON, "By skeleton")), TRUE);
  fixture_filter (outline, "geoset");
  g_assert_cmpuint (g_list_model_get_n_items (fixture_rows (outline)), ==, 0);
  g_assert_nonnull (strstr (said (), "not part of the skeleton"));
  act_press (outline, "Show by Kind");
  fixture_settle ();
  g_assert_null (said ());
  g_autofree char *found = titles ();
  g_assert_nonnull (strstr (found, "Geosets\n"));
  fixture_end (window);
}

/* The note goes when an edit brings a row, and comes when one takes the last. */
static void
test_note_follows_edits (void)
{
  begin ();
  MwRecord *sequence = fixture_record (document, "sequences[1]");
  const MwField *field = mw_schema_field (sequence->schema, "name");
  const MwTarget target = mw_ui_target (sequence, field);
  GError *error = NULL;
  fixture_filter (outline, "nosuchthing");
  g_assert_nonnull (said ());
  mw_ui_set_text (document, &sequence->id, 1, &target, "\"NoSuchThing\"", &error);
  g_assert_no_error (error);
  fixture_settle ();
  g_assert_null (said ());
  mw_document_undo (document);
  fixture_settle ();
  g_assert_nonnull (said ());
  fixture_end (window);
}

static GtkTreeListRow *
row_titled (const char *title)
{
  GListModel *rows = fixture_rows (outline);
  for (guint i = 0; i < g_list_model_get_n_items (rows); i++) {
    g_autoptr (GtkTreeListRow) row = g_list_model_get_item (rows, i);
    g_autoptr (MwOutlineNode) node = gtk_tree_list_row_get_item (row);
    g_autofree char *shown = mw_outline_node_get_title (node);
    if (g_str_has_prefix (shown, title))
      return g_steal_pointer (&row);
  }
  return NULL;
}

static void
open_row (const char *title)
{
  g_autoptr (GtkTreeListRow) row = row_titled (title);
  g_assert_nonnull (row);
  gtk_tree_list_row_set_expanded (row, TRUE);
  fixture_settle ();
}

static gboolean
is_open (const char *title)
{
  g_autoptr (GtkTreeListRow) row = row_titled (title);
  return row && gtk_tree_list_row_get_expanded (row);
}

static void
remove_all (const char *list)
{
  const MwOperation *operation = mw_operation_find ("delete");
  g_autofree char *first = g_strdup_printf ("%s[0]", list);
  const MwRecord *record = fixture_record (document, first);
  const MwList *all = mw_record_list (record->owner, mw_record_slot (record));
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  GError *error = NULL;
  for (guint i = 0; i < all->n; i++)
    g_array_append_val (ids, all->items[i]->id);
  mw_ui_run_operation (document, operation, (const MwId *) ids->data, ids->len, NULL, &error);
  g_assert_no_error (error);
  fixture_settle ();
}

static void
test_folding (void)
{
  begin ();
  /* The heading goes with its last row. */
  open_row ("Cameras");
  g_autofree char *before = titles ();
  remove_all ("cameras");
  g_assert_null (row_titled ("Cameras"));
  mw_document_undo (document);
  fixture_settle ();
  g_autofree char *after = titles ();
  g_assert_cmpstr (after, ==, before);
  /* What was closed stays so. */
  g_assert_false (is_open ("Bones"));
  fixture_end (window);
}

/* Opens all rows below a heading, and all rows below those. */
static void
open_all_below (const char *heading)
{
  gboolean inside = FALSE;
  open_row (heading);
  for (guint i = 0; i < g_list_model_get_n_items (fixture_rows (outline)); i++) {
    g_autoptr (GtkTreeListRow) row = g_list_model_get_item (fixture_rows (outline), i);
    g_autoptr (MwOutlineNode) node = gtk_tree_list_row_get_item (row);
    g_autofree char *title = mw_outline_node_get_title (node);
    if (gtk_tree_list_row_get_depth (row) == 0)
      inside = g_str_equal (title, heading);
    else if (inside)
      gtk_tree_list_row_set_expanded (row, TRUE);
  }
  fixture_settle ();
}

static void
run_on (const char *operation, const char *path)
{
  const MwId id = fixture_record (document, path)->id;
  GError *error = NULL;
  mw_ui_run_operation (document, mw_operation_find (operation), &id, 1, NULL, &error);
  g_assert_no_error (error);
  fixture_settle ();
}

static void
assert_titles (const char *wanted)
{
  g_autofree char *now = titles ();
  g_assert_cmpstr (now, ==, wanted);
}

static void
undo (void)
{
  mw_document_undo (document);
  fixture_settle ();
}

static void
redo (void)
{
  mw_document_redo (document);
  fixture_settle ();
}

/* An element that was open when undo took it away is open when redo brings it back, with what is in it. */
static void
test_element_folding (void)
{
  begin ();
  open_all_below ("Materials");
  g_autofree char *before = titles ();
  run_on ("duplicate", "materials[0]");
  open_all_below ("Materials");
  g_autofree char *opened = titles ();
  g_assert_cmpuint (strlen (opened), >, strlen (before));
  undo ();
  assert_titles (before);
  redo ();
  assert_titles (opened);
  fixture_end (window);
}

/* So many materials that the list has no widgets for the last. */
static void
make_many_materials (void)
{
  for (guint n = 0; n < 5; n++) {
    const MwRecord *first = fixture_record (document, "materials[0]");
    const MwList *all = mw_record_list (first->owner, mw_record_slot (first));
    g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
    GError *error = NULL;
    for (guint i = 0; i < all->n; i++)
      g_array_append_val (ids, all->items[i]->id);
    mw_ui_run_operation (document, mw_operation_find ("duplicate"), (const MwId *) ids->data, ids->len, NULL, &error);
    g_assert_no_error (error);
  }
  fixture_settle ();
}

/* The path of the first material that has another number of layers than the one before it. */
static char *
unlike_the_one_before (void)
{
  const MwField *layers = mw_schema_field (fixture_record (document, "materials[0]")->schema, "layers");
  for (guint i = 1;; i++) {
    g_autofree char *before = g_strdup_printf ("materials[%u]", i - 1), *path = g_strdup_printf ("materials[%u]", i);
    if (mw_record_list (fixture_record (document, before), layers)->n
        != mw_record_list (fixture_record (document, path), layers)->n)
      return g_steal_pointer (&path);
  }
}

/* The rows beside one that comes, goes or moves stay open, also those that are out of view. */
static void
test_neighbours_stay_open (void)
{
  const struct {
    const char *operation, *path;
  } steps[] = { { "duplicate", "materials[0]" }, { "delete", "cameras[0]" }, { "move-up", NULL } };
  begin ();
  make_many_materials ();
  open_all_below ("Cameras");
  open_all_below ("Materials");
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++) {
    g_autofree char *before = titles (), *unlike = unlike_the_one_before ();
    run_on (steps[i].operation, steps[i].path ? steps[i].path : unlike);
    g_autofree char *after = titles ();
    g_assert_cmpstr (after, !=, before);
    undo ();
    assert_titles (before);
    redo ();
    assert_titles (after);
    undo ();
    assert_titles (before);
  }
  fixture_end (window);
}

/* An element that has lost all that was in it, and so its arrow, is open when undo brings that back. */
static void
test_emptied (void)
{
  begin ();
  open_all_below ("Cameras");
  open_all_below ("Materials");
  g_autofree char *before = titles ();
  const MwRecord *layer = fixture_record (document, "materials[0].layers[0]");
  const MwList *layers = mw_record_list (layer->owner, mw_record_slot (layer));
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  GError *error = NULL;
  for (guint i = 0; i < layers->n; i++)
    g_array_append_val (ids, layers->items[i]->id);
  mw_ui_run_operation (document, mw_operation_find ("delete"), (const MwId *) ids->data, ids->len, NULL, &error);
  g_assert_no_error (error);
  fixture_settle ();
  /* Meanwhile another row comes. */
  run_on ("duplicate", "cameras[0]");
  undo ();
  undo ();
  assert_titles (before);
  fixture_end (window);
}

/* What comes back into a row that the user has closed meanwhile is closed, as all in that row. */
static void
test_closed_stays_closed (void)
{
  begin ();
  run_on ("duplicate", "materials[0]");
  open_all_below ("Materials");
  run_on ("delete", "materials[1]");
  g_autoptr (GtkTreeListRow) row = row_titled ("Materials");
  gtk_tree_list_row_set_expanded (row, FALSE);
  fixture_settle ();
  undo ();
  open_row ("Materials");
  g_assert_false (is_open ("Material 1"));
  g_assert_nonnull (row_titled ("Material 1"));
  fixture_end (window);
}

/* The widget of the row with this title. */
static GtkWidget *
widget_titled (const char *title)
{
  g_autoptr (GtkTreeListRow) row = row_titled (title);
  for (GtkWidget *cell = gtk_widget_get_first_child (GTK_WIDGET (mw_outline_get_view (outline))); cell;
       cell = gtk_widget_get_next_sibling (cell)) {
    GtkWidget *inside = gtk_widget_get_first_child (cell);
    if (inside && MW_IS_OUTLINE_ROW (inside) && mw_outline_row_get_list_row (MW_OUTLINE_ROW (inside)) == row)
      return inside;
  }
  return NULL;
}

static void
set_pointer_over (GtkWidget *row, gboolean over)
{
  g_autoptr (GListModel) all = gtk_widget_observe_controllers (row);
  for (guint i = 0; i < g_list_model_get_n_items (all); i++) {
    g_autoptr (GtkEventController) one = g_list_model_get_item (all, i);
    if (!GTK_IS_EVENT_CONTROLLER_MOTION (one))
      continue;
    if (over)
      g_signal_emit_by_name (one, "enter", 10.0, 10.0);
    else
      g_signal_emit_by_name (one, "leave");
  }
  fixture_settle ();
}

/* The longest heading and its count fit into the outline as wide as it is at first, also beside the eye and the lock that the
 * pointer brings. */
static void
test_heading_is_whole (void)
{
  begin ();
  run_on ("duplicate", "particle_emitters2[0]");
  for (guint i = 0; i < 5; i++)
    run_on ("duplicate", "particle_emitters2[0]");
  fixture_filter (outline, "particle");
  fixture_settle ();
  GtkWidget *row = widget_titled ("Particle emitters 2");
  g_assert_nonnull (row);
  g_autoptr (GtkTreeListRow) heading = row_titled ("Particle emitters 2");
  g_autoptr (MwOutlineNode) node = gtk_tree_list_row_get_item (heading);
  g_autofree char *info = mw_outline_node_get_info (node);
  g_assert_cmpstr (info, ==, "11");
  g_assert_cmpint (gtk_widget_get_width (row), <=, 250);
  g_assert_false (mw_outline_row_is_cut (MW_OUTLINE_ROW (row)));
  set_pointer_over (row, TRUE);
  g_assert_false (mw_outline_row_is_cut (MW_OUTLINE_ROW (row)));
  /* In a narrow outline the count has no room, which the tooltip knows. */
  GtkWidget *paned = gtk_widget_get_ancestor (GTK_WIDGET (outline), GTK_TYPE_PANED);
  gtk_paned_set_position (GTK_PANED (paned), 236);
  fixture_settle ();
  g_autoptr (GtkTooltip) tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
  gboolean shown = FALSE;
  g_assert_true (mw_outline_row_is_cut (MW_OUTLINE_ROW (row)));
  g_signal_emit_by_name (row, "query-tooltip", 60, 10, FALSE, tooltip, &shown);
  g_assert_true (shown);
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/outline/shows kinds, and opens what the document selects", test_kinds);
  g_test_add_func ("/ui/outline/shows the skeleton and follows a new parent", test_skeleton);
  g_test_add_func ("/ui/outline/the filter finds by name and follows changes", test_filter);
  g_test_add_func ("/ui/outline/a filter that finds nothing says so, and its button shows all", test_nothing_found);
  g_test_add_func ("/ui/outline/what is found outside of the skeleton is shown by kind", test_found_elsewhere);
  g_test_add_func ("/ui/outline/the note in the place of rows follows edits", test_note_follows_edits);
  g_test_add_func ("/ui/outline/a heading that undo brings back is as open as it was", test_folding);
  g_test_add_func ("/ui/outline/an element that undo brings back is as open as it was", test_element_folding);
  g_test_add_func ("/ui/outline/an element that was emptied is open when undo fills it again", test_emptied);
  g_test_add_func ("/ui/outline/rows beside one that comes, goes or moves stay open", test_neighbours_stay_open);
  g_test_add_func ("/ui/outline/what comes back into a row that was closed meanwhile is closed",
                   test_closed_stays_closed);
  g_test_add_func ("/ui/outline/the longest heading and its count are not cut", test_heading_is_whole);
  g_test_add_func ("/ui/outline/the filter shows what is inside of what it finds", test_filter_inside);
  g_test_add_func ("/ui/outline/many rows come and go at once", test_many_rows);
  g_test_add_func ("/ui/outline/a click on the arrow opens a row", test_arrow);
  g_test_add_func ("/ui/outline/operations change rows, undo brings back rows and selection", test_operations);
  g_test_add_func ("/ui/outline/changing a value rebuilds no row", test_rows_stay);
  g_test_add_func ("/ui/outline/a menu offers what can be done to elements of this kind", test_menu_of_kind);
  g_test_add_func ("/ui/outline/an item of a menu runs its operation", test_menu_item);
  g_test_add_func ("/ui/outline/closing a menu returns the keyboard focus to the row", test_menu);
  g_test_add_func ("/ui/outline/the status line follows a new name", test_rename_is_shown);
  g_test_add_func ("/ui/outline/images of a layer are named after their purpose", test_layer_images);
  g_test_add_func ("/ui/outline/a form has the keyboard, also if it begins with a choice", test_form_has_keyboard);
  g_test_add_func ("/ui/outline/a question keeps its elements, and closes with the window", test_question);
  g_test_add_func ("/ui/outline/a candidate that has been deleted cannot be chosen", test_candidate_gone);
  g_test_add_func ("/ui/outline/a typed name goes to the element for which the form was opened", test_rename);
  return g_test_run ();
}
