/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/script.h"
#include "tests/ui/m2-fixture.h"
#include "core/model/m2/m2.h"
#include "tests/m2/generate.h"
#include "ui/inspector/catalogue-editor.h"
#include "ui/edit.h"
#include "ui/labels.h"
#include "ui/document/loss-dialog.h"

#include <glib/gstdio.h>
#include <string.h>

static char *
beside (const char *path, const char *suffix)
{
  g_autofree char *stem = mw_file_stem (path), *name = g_strconcat (stem, suffix, NULL);
  return mw_file_beside (path, name);
}

static GBytes *
contents (const char *path, const char *suffix)
{
  g_autofree char *file = beside (path, suffix);
  GError *error = NULL;
  GBytes *bytes = mw_file_read (file, NULL, &error);
  g_assert_no_error (error);
  return bytes;
}

static void
assert_same (const char *a, const char *b, const char *suffix)
{
  g_autoptr (GBytes) one = contents (a, suffix), other = contents (b, suffix);
  g_assert_true (g_bytes_equal (one, other));
}

static void
set (MwDocumentPage *page, const char *path, const char *value)
{
  MwDocument *document = mw_document_page_get_document (page);
  MwTarget target;
  GError *error = NULL;
  mw_path_resolve_one (mw_document_get_model (document), path, &target, &error);
  g_assert_no_error (error);
  mw_ui_set_text (document, &target.record->id, 1, &target, value, &error);
  g_assert_no_error (error);
}

static GtkDialog *
question (void)
{
  g_autoptr (GList) tops = gtk_window_list_toplevels ();
  for (GList *at = tops; at; at = at->next)
    if (GTK_IS_DIALOG (at->data) && gtk_widget_has_css_class (at->data, "loss-dialog"))
      return at->data;
  return NULL;
}

static gboolean
asks (gpointer unused)
{
  return question () != NULL;
}

static void
save (MwWindow *window, const char *path)
{
  gtk_widget_activate_action (GTK_WIDGET (window), path ? "win.save-path" : "win.save", path ? "s" : NULL, path);
}

/* --- Open, edit, undo, save ------------------------------------------------------------------------------------------ */

static void
test_every_version (void)
{
  MwWindow *window = fixture_window ();
  static const guint versions[] = { 256, 257, 258, 262, 263, 264, 265, 271, 272 };
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++) {
    guint version = versions[i];
    g_autofree char *path = fixture_m2_set (version, "Each"), *wanted = g_strdup_printf ("%s · M2 %u",
                                                                                         version < 258   ? "WoW 1.12"
                                                                                         : version < 264 ? "WoW 2.4.3"
                                                                                         : version < 265 ? "WoW 3.3.5"
                                                                                         : version < 272 ? "WoW 4.3.4"
                                                                                                         : "WoW 4.3.4+",
                                                                                         version);
    MwDocumentPage *page = fixture_open (window, path);
    g_assert_nonnull (page);
    g_assert_null (fixture_notice (page));
    g_autofree char *title = mw_document_page_get_format_title (page);
    g_assert_cmpstr (title, ==, wanted);
    g_assert_null (find_words (GTK_WIDGET (mw_document_page_get_viewport (page)), "cannot be drawn"));
    /* The table of sequences has the fields of this version. */
    GListModel *columns = gtk_column_view_get_columns (
      GTK_COLUMN_VIEW (find_type (fixture_sequences (page), GTK_TYPE_COLUMN_VIEW)));
    gboolean start = FALSE, duration = FALSE;
    for (guint k = 0; k < g_list_model_get_n_items (columns); k++) {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, k);
      start |= g_strcmp0 (gtk_column_view_column_get_title (column), "Start") == 0;
      duration |= g_strcmp0 (gtk_column_view_column_get_title (column), "Duration") == 0;
    }
    g_assert_true (start == (version < 264) && duration == (version >= 264));
    gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
    fixture_settle ();
    g_assert_cmpuint (mw_window_get_n_pages (window), ==, 0);
  }
  fixture_end (window);
}

static void
test_edit (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_m2_set (264, "Edit"), *same = fixture_m2_set (264, "Same");
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);
  const MwM2Material *material = (const MwM2Material *) fixture_record (document, "materials[0]");
  const MwM2Texture *texture = (const MwM2Texture *) fixture_record (document, "textures[0]");
  guint type = texture->type;
  set (page, "materials[0].blend_mode", material->blend_mode == 4 ? "Mod" : "Add");
  set (page, "textures[0].type", type == 12 ? "13" : "12");
  g_assert_cmpuint (texture->type, !=, type);
  mw_document_undo (document);
  g_assert_cmpuint (texture->type, ==, type);
  save (window, NULL);
  fixture_wait (window);
  g_assert_null (fixture_error (page));
  g_assert_true (mw_document_is_clean (document));
  g_assert_true (g_str_has_prefix (fixture_status (window), "Saved and verified, "));
  /* Two bytes of one number differ in the model, and none in its companions. */
  g_autoptr (GBytes) before = contents (same, ".m2"), after = contents (path, ".m2");
  guint64 changed = mw_count_changed_bytes (before, after);
  g_assert_true (g_bytes_get_size (before) == g_bytes_get_size (after) && changed >= 1 && changed <= 2);
  GPtrArray *files = m2_generate (&(M2GenerateOptions) { .version = 264 });
  for (guint i = 1; i < files->len; i++)
    assert_same (path, same, ((M2File *) files->pdata[i])->name + strlen ("Sample"));
  g_assert_cmpuint (files->len, >, 2);
  g_ptr_array_unref (files);
  fixture_end (window);
}

/* --- Under another name ----------------------------------------------------------------------------------------------- */

static void
test_other_name (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_m2_set (264, "First"),
                  *target = g_build_filename (fixture_folder (), "Second.m2", NULL);
  g_autofree char *carried = beside (path, ".phys");
  g_assert_true (g_file_set_contents (carried, "PHYS????", -1, NULL));
  MwDocumentPage *page = fixture_open (window, path);
  save (window, target);
  fixture_wait (window);
  g_assert_null (fixture_error (page));
  g_assert_cmpstr (mw_document_page_get_path (page), ==, target);
  GPtrArray *files = m2_generate (&(M2GenerateOptions) { .version = 264 });
  for (guint i = 0; i < files->len; i++)
    assert_same (path, target, ((M2File *) files->pdata[i])->name + strlen ("Sample"));
  g_ptr_array_unref (files);
  assert_same (path, target, ".phys");
  fixture_end (window);
}

static gboolean
has_looked (gpointer watch)
{
  return !mw_disk_watch_is_busy (watch);
}

static void
test_files_of_another (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_m2_set (264, "Mine"),
                  *target = g_build_filename (fixture_folder (), "Theirs.m2", NULL);
  /* Like clients, this ignores case. */
  g_autofree char *skin = beside (target, "00.skin"), *anim = beside (target, "0999-00.anim"),
                  *other = g_build_filename (fixture_folder (), "THEIRS01.SKIN", NULL);
  g_assert_true (g_file_set_contents (skin, "a skin of another", -1, NULL)
                 && g_file_set_contents (anim, "an animation", -1, NULL)
                 && g_file_set_contents (other, "another skin", -1, NULL));
  MwDocumentPage *page = fixture_open (window, path);
  /* No: nothing is written. */
  save (window, target);
  g_assert_true (fixture_until (asks, NULL));
  fixture_settle ();
  GtkWidget *view = find_type (GTK_WIDGET (question ()), GTK_TYPE_TEXT_VIEW);
  g_autofree char *list = NULL;
  g_assert_nonnull (view);
  g_object_get (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), "text", &list, NULL);
  g_assert_cmpstr (list, ==, "THEIRS01.SKIN\nTheirs00.skin\nTheirs0999-00.anim");
  gtk_dialog_response (question (), GTK_RESPONSE_CANCEL);
  fixture_wait (window);
  g_autofree char *kept = NULL;
  g_assert_true (g_file_get_contents (skin, &kept, NULL, NULL));
  g_assert_cmpstr (kept, ==, "a skin of another");
  g_assert_false (g_file_test (target, G_FILE_TEST_EXISTS));
  g_assert_cmpstr (mw_document_page_get_path (page), ==, path);
  /* Yes: what the model has is replaced. */
  save (window, target);
  g_assert_true (fixture_until (asks, NULL));
  fixture_settle ();
  gtk_dialog_response (question (), GTK_RESPONSE_ACCEPT);
  fixture_wait (window);
  g_assert_null (fixture_error (page));
  assert_same (path, target, ".m2");
  assert_same (path, target, "00.skin");
  /* Companions that the user was asked about and that were replaced do not count as changed by another program. */
  g_assert_true (fixture_until (has_looked, mw_document_page_get_watch (page)));
  fixture_settle ();
  g_assert_true (mw_window_get_page (window) == page);
  g_assert_null (fixture_banner (page));
  fixture_end (window);
}

/* --- Companions ------------------------------------------------------------------------------------------------------- */

/* Opens the table of companions; asserts what the row of one says, and returns the row. */
static GtkWidget *
assert_companion (MwDocumentPage *page, const char *title, const char *file, const char *state)
{
  const char *path = mw_document_get_path (mw_document_page_get_document (page));
  g_autofree char *folder = g_path_get_dirname (path), *full = g_build_filename (folder, file, NULL), *size = NULL;
  GStatBuf about;
  GtkWidget *table = find_type (GTK_WIDGET (page), MW_TYPE_COMPANIONS_TABLE);
  GtkNotebook *tabs = GTK_NOTEBOOK (gtk_widget_get_ancestor (table, GTK_TYPE_NOTEBOOK));
  gtk_notebook_set_current_page (tabs, gtk_notebook_page_num (tabs, table));
  fixture_settle ();
  GtkWidget *cell = find_called (table, GTK_TYPE_LABEL, title);
  g_assert_nonnull (cell);
  GtkWidget *row = gtk_widget_get_parent (gtk_widget_get_parent (cell));
  g_assert_nonnull (find_called (row, GTK_TYPE_LABEL, file));
  g_assert_nonnull (find_called (row, GTK_TYPE_LABEL, state));
  if (g_stat (full, &about) == 0) {
    g_autofree char *count = mw_ui_count ((guint64) about.st_size);
    size = g_strdup_printf ("%s bytes", count);
  }
  g_assert_true (!size || find_called (row, GTK_TYPE_LABEL, size));
  return row;
}

static gboolean
has_no_notice (gpointer window)
{
  return !fixture_notice (mw_window_get_page (window));
}

static void
test_missing (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_m2_set (264, "Part"), *whole = fixture_m2_set (264, "Whole");
  g_autofree char *skin = beside (path, "00.skin"), *aside = g_build_filename (fixture_folder (), "aside", NULL);
  g_assert_cmpint (g_rename (skin, aside), ==, 0);
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);
  g_assert_nonnull (strstr (fixture_notice (page), "skin profile"));
  MwRecord *profile = fixture_record (document, "skins[0]");
  g_autofree char *info = mw_ui_record_info (profile);
  g_assert_cmpstr (info, ==, "not loaded");
  assert_companion (page, "Skin profile 0", "Part00.skin", "not found");
  /* A save without the companion keeps what the model says of it. */
  set (page, "name", "\"Parted\"");
  mw_document_undo (document);
  save (window, NULL);
  fixture_wait (window);
  g_assert_null (fixture_error (page));
  assert_same (path, whole, ".m2");
  g_assert_false (g_file_test (skin, G_FILE_TEST_EXISTS));
  /* After it was added, it is read with the model. */
  g_autoptr (GFile) file = g_file_new_for_path (aside);
  mw_companions_table_locate (MW_COMPANIONS_TABLE (find_type (GTK_WIDGET (page), MW_TYPE_COMPANIONS_TABLE)), "skin0",
                              file);
  g_assert_true (fixture_until (has_no_notice, window));
  fixture_wait (window);
  page = mw_window_get_page (window);
  g_assert_cmpuint (mw_window_get_n_pages (window), ==, 1);
  g_assert_null (fixture_notice (page));
  assert_same (path, whole, "00.skin");
  assert_companion (page, "Skin profile 0", "Part00.skin", "found");
  fixture_end (window);
}

static float
top_of (GtkWidget *row, GtkWidget *page)
{
  graphene_rect_t bounds;
  g_assert_true (gtk_widget_compute_bounds (row, page, &bounds));
  return bounds.origin.y;
}

/* What is missing is the first row, and where the others were found is said. */
static void
test_trouble_first (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_m2_set (264, "bear"), *last = beside (path, "01.skin"),
                  *first = beside (path, "00.skin");
  g_assert_cmpint (g_unlink (last), ==, 0);
  MwDocumentPage *page = fixture_open (window, path);
  GtkWidget *missing = assert_companion (page, "Skin profile 1", "bear01.skin", "not found"),
            *found = assert_companion (page, "Skin profile 0", "bear00.skin", "found");
  g_assert_cmpfloat (top_of (missing, GTK_WIDGET (page)), <, top_of (found, GTK_WIDGET (page)));
  g_assert_cmpstr (gtk_widget_get_tooltip_text (find_called (found, GTK_TYPE_LABEL, "bear00.skin")), ==, first);
  g_assert_null (gtk_widget_get_tooltip_text (find_called (missing, GTK_TYPE_LABEL, "bear01.skin")));
  fixture_end (window);
}

static MwId
selected (MwDocument *document)
{
  guint n;
  const MwId *ids = mw_document_get_selection (document, &n);
  g_assert_cmpuint (n, ==, 1);
  return ids[0];
}

/* A row leads to what is read from its file. */
static void
test_row_goes (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_m2_set (264, "bear"), *phys = beside (path, ".phys");
  g_assert_true (g_file_set_contents (phys, "phys", 4, NULL));
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);
  assert_companion (page, "Skin profile 1", "bear01.skin", "found");
  GtkWidget *table = find_type (GTK_WIDGET (page), MW_TYPE_COMPANIONS_TABLE),
            *view = find_type (table, GTK_TYPE_COLUMN_VIEW),
            *go = find_called (table, GTK_TYPE_BUTTON, "Go to Element");
  GtkSelectionModel *rows = gtk_column_view_get_model (GTK_COLUMN_VIEW (view));
  g_autoptr (GtkBitset) none = gtk_selection_model_get_selection (rows);
  g_assert_true (gtk_bitset_is_empty (none));
  g_assert_false (gtk_widget_get_sensitive (go));
  g_signal_emit_by_name (view, "activate", 1);
  g_assert_cmpuint (selected (document), ==, fixture_record (document, "skins[1]")->id);
  gtk_selection_model_select_item (rows, 0, TRUE);
  g_assert_true (gtk_widget_get_sensitive (go));
  act_click (go);
  g_assert_cmpuint (selected (document), ==, fixture_record (document, "skins[0]")->id);
  /* Nothing is read from the last one, the physics. */
  assert_companion (page, "Physics", "bear.phys", "kept unchanged");
  const guint last = g_list_model_get_n_items (G_LIST_MODEL (rows)) - 1;
  gtk_selection_model_select_item (rows, last, TRUE);
  g_assert_false (gtk_widget_get_sensitive (go));
  g_signal_emit_by_name (view, "activate", last);
  g_assert_cmpuint (selected (document), ==, fixture_record (document, "skins[0]")->id);
  fixture_end (window);
}

/* An element that a missing profile may use is not shown as unused. */
static void
test_absent_users (void)
{
  g_autofree char *path = fixture_m2_set (264, "bear"),
                  *skin = g_build_filename (fixture_folder (), "bear01.skin", NULL),
                  *bone = g_build_filename (fixture_folder (), "bear_00.bone", NULL);
  g_assert_true (g_file_set_contents (bone, "bone", 4, NULL));
  for (guint absent = 0; absent < 2; absent++) {
    if (absent)
      g_assert_cmpint (g_unlink (skin), ==, 0);
    else
      g_assert_true (g_file_test (skin, G_FILE_TEST_EXISTS));
    MwWindow *window = fixture_window ();
    MwDocumentPage *page = fixture_open (window, path);
    MwDocument *document = mw_document_page_get_document (page);
    static const char *const lists[] = { "textures", "bones", "events" };
    for (guint i = 0; i < G_N_ELEMENTS (lists); i++) {
      g_autofree char *line = g_strdup_printf ("add %s", lists[i]);
      g_autoptr (GError) error = NULL;
      g_assert_true (mw_script_run_line (document, line, NULL, &error));
      const MwModel *model = mw_document_get_model (document);
      const MwList *list = mw_record_list (&model->record, mw_schema_field (model->record.schema, lists[i]));
      mw_document_select (document, &list->items[list->n - 1]->id, 1);
      g_assert_cmpuint (fixture_n_users (page), ==, 0);
      const char *title = fixture_users_title (page);
      g_test_message ("%s: %s", lists[i], title);
      g_assert_true (g_str_equal (title, "Not used") == (i == 2 || (i == 0 && !absent)));
      g_assert_true ((strstr (title, "…01.skin") != NULL) == (absent && i < 2));
      g_assert_true ((strstr (title, "…_00.bone") != NULL) == (i == 1));
    }
    /* A used element lists its users. */
    mw_document_select (document, &fixture_record (document, "bones[0]")->id, 1);
    g_autoptr (GArray) users = mw_document_find_referrers (document, fixture_record (document, "bones[0]")->id);
    g_assert_true ((users->len > 0) == g_str_has_prefix (fixture_users_title (page), "Used by ("));
    gtk_window_destroy (GTK_WINDOW (window));
  }
  fixture_end (fixture_window ());
}

static void
test_rename (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_m2_set (264, "Case"), *skin = beside (path, "00.skin"),
                  *other = beside (path, "00.SKIN");
  g_assert_cmpint (g_rename (skin, other), ==, 0);
  MwDocumentPage *page = fixture_open (window, path);
  act_press (assert_companion (page, "Skin profile 0", "Case00.SKIN", "found under another name"), "Rename");
  fixture_settle ();
  assert_companion (page, "Skin profile 0", "Case00.skin", "found");
  g_assert_true (g_file_test (skin, G_FILE_TEST_EXISTS) && !g_file_test (other, G_FILE_TEST_EXISTS));
  /* A later save uses the new name. */
  set (page, "flags", "0x1");
  save (window, NULL);
  fixture_wait (window);
  g_assert_null (fixture_error (page));
  g_assert_false (g_file_test (other, G_FILE_TEST_EXISTS));
  fixture_end (window);
}

/* --- Words ------------------------------------------------------------------------------------------------------------ */

static void
test_words (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_m2_set (264, "Words");
  MwDocumentPage *page = fixture_open (window, path);
  static const struct {
    const char *path, *value, *record, *title;
  } cases[] = {
    { "sequences[0].animation", "4", "sequences[0]", "Walk (4)" },
    { "sequences[1].animation", "65535", "sequences[1]", "Animation 65535" },
    { "bones[0].key_bone", "6", "bones[0]", "Head" },
    { "attachments[0].attachment_id", "5", "attachments[0]", "ShoulderRight (5)" },
    { "textures[1].type", "11", "textures[1]", "Monster skin 1" },
    { "materials[0].blend_mode", "Add", "materials[0]", "Material 0: Add" },
    { "events[0].identifier", "\"$DTH\"", "events[0]", "$DTH" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    MwDocument *document = mw_document_page_get_document (page);
    set (page, cases[i].path, cases[i].value);
    if (g_str_has_prefix (cases[i].path, "sequences"))
      set (page, i ? "sequences[1].variation" : "sequences[0].variation", "0");
    g_autofree char *title = mw_ui_record_title (fixture_record (document, cases[i].record));
    g_assert_cmpstr (title, ==, cases[i].title);
  }
  set (page, "sequences[0].variation", "2");
  g_autofree char *title = mw_ui_record_title (fixture_record (mw_document_page_get_document (page), "sequences[0]"));
  g_assert_cmpstr (title, ==, "Walk (4) v2");
  fixture_end (window);
}

/* The lines above the form. Free with g_free(). */
static char *
facts_of (MwDocumentPage *page)
{
  fixture_form (page);
  GString *text = g_string_new (NULL);
  GtkWidget *facts = find_class (GTK_WIDGET (mw_document_page_get_inspector (page)), "facts");
  for (GtkWidget *label = facts ? gtk_widget_get_first_child (facts) : NULL; label;
       label = gtk_widget_get_next_sibling (label))
    g_string_append_printf (text, "%s\n", gtk_label_get_text (GTK_LABEL (label)));
  return g_string_free (text, FALSE);
}

/* The facts of the catalogue on an event are shown above its form and follow its identifier. */
static void
test_event_facts (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_m2_set (264, "Facts");
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);
  MwId event = fixture_record (document, "events[0]")->id, bone = fixture_record (document, "bones[0]")->id;
  set (page, "events[0].data", "0");
  set (page, "events[0].identifier", "\"$DTH\"");
  mw_document_select (document, &event, 1);
  g_autofree char *death = facts_of (page);
  g_assert_cmpstr (
    death, ==,
    "Meaning: Death thud and loot effect\nUsed by: unit\nHandler: DeathThud\nFired on: Death, Drown, Knockdown\n");
  set (page, "events[0].identifier", "\"$CHD\"");
  g_autofree char *head = facts_of (page);
  g_assert_cmpstr (head, ==, "Meaning: Head point\nUsed by: unit\nFired on: nothing: only its position is used\n");
  mw_document_select (document, &bone, 1);
  g_autofree char *none = facts_of (page);
  g_assert_cmpstr (none, ==, "");
  fixture_end (window);
}

/* A long list of names is searched by typing; a number without a name is accepted too. */
static void
test_catalogue (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_m2_set (264, "Names");
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);
  GtkWidget *editor = fixture_editor (page, "sequences[0]", "animation");
  g_assert_true (MW_IS_CATALOGUE_EDITOR (editor));
  g_assert_null (find_type (editor, GTK_TYPE_SEARCH_ENTRY));
  static const struct {
    const char *typed;
    guint value;
  } cases[] = { { "Death", 1 }, { "60", 60 }, { "64999", 64999 } };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    gtk_menu_button_popup (GTK_MENU_BUTTON (find_type (editor, GTK_TYPE_MENU_BUTTON)));
    fixture_settle ();
    GtkWidget *search = find_type (editor, GTK_TYPE_SEARCH_ENTRY);
    act_type (search, cases[i].typed);
    g_signal_emit_by_name (search, "activate");
    fixture_settle ();
    const MwM2Sequence *sequence = (const MwM2Sequence *) fixture_record (document, "sequences[0]");
    g_assert_cmpuint (sequence->animation, ==, cases[i].value);
  }
  g_assert_cmpuint (mw_document_get_position (document), ==, G_N_ELEMENTS (cases));
  fixture_end (window);
}

/* --- Offsets ---------------------------------------------------------------------------------------------------------- */

/* The offset that the inspector shows for a field, or NULL. */
static const char *
shown_offset (MwDocumentPage *page, const char *path, const char *name)
{
  const MwSchema *schema = fixture_record (mw_document_page_get_document (page), path)->schema;
  return find_words_of_class (fixture_row (fixture_select (page, path), schema, mw_schema_field (schema, name)),
                              "caption");
}

/* Waits for the offset that the inspector shows for a field. */
static const char *
offset_of (MwDocumentPage *page, const char *path, const char *name)
{
  const char *said = NULL;
  gint64 end = g_get_monotonic_time () + FIXTURE_PATIENCE * G_TIME_SPAN_SECOND;
  while (!said && g_get_monotonic_time () < end) {
    fixture_settle ();
    said = shown_offset (page, path, name);
  }
  g_assert_nonnull (said);
  return said;
}

static guint
u16_at (const char *path, const char *suffix, const char *offset)
{
  g_autoptr (GBytes) bytes = contents (path, suffix);
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);
  guint64 at = g_ascii_strtoull (offset, NULL, 16);
  g_assert_cmpuint (at + 2, <=, size);
  return data[at] | (guint) data[at + 1] << 8;
}

static void
show_offsets (MwDocumentPage *page, gboolean show)
{
  GtkWidget *inspector = GTK_WIDGET (mw_document_page_get_inspector (page));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find_called (inspector, GTK_TYPE_TOGGLE_BUTTON, "Show offsets")),
                                show);
}

static void
test_offsets (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_m2_set (264, "Where");
  MwDocumentPage *page = fixture_open (window, path);
  set (page, "materials[0].blend_mode", "Mod2x");
  g_assert_null (shown_offset (page, "materials[0]", "blend_mode"));
  show_offsets (page, TRUE);
  save (window, NULL);
  fixture_wait (window);
  /* In the saved file the value is at the offset shown. */
  const char *said = offset_of (page, "materials[0]", "blend_mode");
  g_assert_true (g_str_has_prefix (said, "0x") && g_str_has_suffix (said, ", 2 bytes"));
  g_assert_cmpuint (u16_at (path, ".m2", said), ==, 6);
  set (page, "skins[0].submeshes[0].geoset", "4711");
  save (window, NULL);
  fixture_wait (window);
  said = offset_of (page, "skins[0].submeshes[0]", "geoset");
  g_assert_true (g_str_has_prefix (said, "00.skin 0x"));
  g_assert_cmpuint (u16_at (path, "00.skin", said + strlen ("00.skin ")), ==, 4711);
  show_offsets (page, FALSE);
  g_assert_null (shown_offset (page, "skins[0].submeshes[0]", "geoset"));
  fixture_end (window);
}

static void
test_offsets_mdx (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("figure.mdx");
  MwDocumentPage *page = fixture_open (window, path);
  show_offsets (page, TRUE);
  const char *said = offset_of (page, "sequences[3]", "interval.end");
  g_assert_true (g_str_has_suffix (said, ", 4 bytes"));
  g_assert_cmpuint (u16_at (path, ".mdx", said), ==, 6833);
  fixture_end (window);
}

/* --- The view --------------------------------------------------------------------------------------------------------- */

static void
test_play (void)
{
  MwWindow *window = fixture_window ();
  for (guint version = 263; version <= 264; version++) {
    g_autofree char *path = fixture_m2_set (version, "Play");
    MwDocumentPage *page = fixture_open (window, path);
    MwTimeBar *bar = mw_document_page_get_time_bar (page);
    const MwM2Sequence *sequence = (const MwM2Sequence *) fixture_record (mw_document_page_get_document (page),
                                                                          "sequences[2]");
    fixture_show_sequence (page, sequence->record.id);
    g_assert_cmpint (fixture_time_in_file (page), ==, version < 264 ? (gint64) sequence->start : 0);
    GtkRange *slider = GTK_RANGE (find_type (GTK_WIDGET (bar), GTK_TYPE_SCALE));
    g_assert_cmpfloat (gtk_adjustment_get_upper (gtk_range_get_adjustment (slider)), ==,
                       version < 264 ? sequence->end - sequence->start : sequence->duration);
    fixture_settle ();
    g_assert_cmpuint (mw_viewport_get_n_frames (mw_document_page_get_viewport (page)), >, 0);
    gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
    fixture_settle ();
  }
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/m2/versions of every layout open, with their own columns of sequences", test_every_version);
  g_test_add_func ("/ui/m2/saving one edit changes only its own bytes of the set", test_edit);
  g_test_add_func ("/ui/m2/companions that are missing come first", test_trouble_first);
  g_test_add_func ("/ui/m2/the row of a companion leads to what is read from it", test_row_goes);
  g_test_add_func ("/ui/m2/saving under another name saves all companions", test_other_name);
  g_test_add_func ("/ui/m2/files of another model are listed, and replaced only after a question",
                   test_files_of_another);
  g_test_add_func ("/ui/m2/a missing profile is named, kept as stored, and read once located", test_missing);
  g_test_add_func ("/ui/m2/users-in-missing-files", test_absent_users);
  g_test_add_func ("/ui/m2/a companion is renamed to what clients look for", test_rename);
  g_test_add_func ("/ui/m2/elements have the names that clients use for their numbers", test_words);
  g_test_add_func ("/ui/m2/an event says above its form what it does and when it is fired", test_event_facts);
  g_test_add_func ("/ui/m2/names of a catalogue are searched by typing, and numbers are accepted", test_catalogue);
  g_test_add_func ("/ui/m2/the inspector shows offsets, in the model and in its companions", test_offsets);
  g_test_add_func ("/ui/m2/the inspector shows offsets for a model of one file too", test_offsets_mdx);
  g_test_add_func ("/ui/m2/a sequence is played on the time line of its version", test_play);
  return g_test_run ();
}
