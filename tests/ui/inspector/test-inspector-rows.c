/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/io/bytes.h"
#include "tests/ui/fixture.h"
#include "core/base/file-set.h"
#include "core/io/registry.h"
#include "core/schema/value.h"
#include "ui/inspector/array-editor.h"
#include "ui/inspector/choice-editor.h"
#include "ui/inspector/entry-editor.h"
#include "ui/inspector/flags-editor.h"
#include "ui/inspector/list-editor.h"
#include "ui/inspector/number-editor.h"
#include "ui/inspector/reference-editor.h"
#include "ui/inspector/rotation-editor.h"
#include "ui/inspector/text-editor.h"
#include "ui/inspector/value-entry.h"

#include <string.h>

/* Changes every row of the generated sample once, through the widgets of its editor. Then the resulting value is set as text at
 * the same path of a second document, and both must give the same bytes. For one row of each editor and type, `mwright set`
 * must write the same bytes too. */

typedef struct {
  MwDocumentPage *page;
  MwDocument *document, *other;
  const char *file;   /* the file that both documents were read from */
  GHashTable *seen;   /* "schema.field" of rows that were changed */
  GHashTable *types;  /* "editor of type" of rows that mwright has set too */
  GPtrArray *refused; /* rows whose change the rules refuse */
  guint changed;
} Sweep;

static void
type_into (GtkWidget *entry, const char *text)
{
  g_assert_true (MW_IS_VALUE_ENTRY (entry));
  act_type_and_enter (entry, text);
}

/* A number of the same type that differs from `now`; both as text. */
static char *
another_number (const char *now)
{
  return g_strdup (strcmp (now, "1") == 0 ? "2" : "1");
}

static void
change_number (GtkWidget *editor)
{
  GtkWidget *entry = fixture_entry (editor, 0);
  g_autofree char *text = another_number (gtk_editable_get_text (GTK_EDITABLE (entry)));
  type_into (entry, text);
}

/* Picks the first name of the list that is not the one on the button. */
static void
change_reference (GtkWidget *editor)
{
  GListModel *names = G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (fixture_open_list (editor))));
  for (guint i = g_list_model_get_n_items (names); i-- > 0;) {
    g_autoptr (GtkStringObject) name = g_list_model_get_item (names, i);
    if (strcmp (gtk_string_object_get_string (name), fixture_title (editor)) == 0)
      continue;
    if (fixture_pick (editor, gtk_string_object_get_string (name)))
      return;
  }
}

/* Changes the value through the widgets of the editor. FALSE: it has nothing to change. */
static gboolean
change (GtkWidget *editor)
{
  if (MW_IS_NUMBER_EDITOR (editor) || MW_IS_ROTATION_EDITOR (editor)) {
    change_number (editor);
  } else if (MW_IS_CHOICE_EDITOR (editor)) {
    GtkDropDown *drop_down = GTK_DROP_DOWN (find_type (editor, GTK_TYPE_DROP_DOWN));
    gtk_drop_down_set_selected (drop_down, gtk_drop_down_get_selected (drop_down) == 0);
  } else if (MW_IS_FLAGS_EDITOR (editor)) {
    GtkWidget *check = find_nth (editor, GTK_TYPE_CHECK_BUTTON, 0);
    gtk_check_button_set_active (GTK_CHECK_BUTTON (check), !gtk_check_button_get_active (GTK_CHECK_BUTTON (check)));
  } else if (MW_IS_TEXT_EDITOR (editor)) {
    type_into (fixture_entry (editor, 0), "Another \"text\"");
  } else if (MW_IS_ENTRY_EDITOR (editor)) {
    type_into (fixture_entry (editor, 0), "{0, 0, 0, 1}");
  } else if (MW_IS_REFERENCE_EDITOR (editor)) {
    change_reference (editor);
  } else if (MW_IS_ARRAY_EDITOR (editor)) {
    GtkWidget *element = fixture_element (editor);
    if (!mw_field_editor_get_value (MW_FIELD_EDITOR (element)))
      return FALSE;
    return change (element);
  } else {
    g_assert_true (MW_IS_LIST_EDITOR (editor));
    return FALSE;
  }
  return TRUE;
}

/* The type of an editor and of the value that it shows. */
static char *
type_of_row (GtkWidget *editor, const MwField *field)
{
  if (!MW_IS_ARRAY_EDITOR (editor))
    return g_strdup_printf ("%s of %s", G_OBJECT_TYPE_NAME (editor), mw_type_name (field->type));
  return g_strdup_printf ("%s with %s of %s", G_OBJECT_TYPE_NAME (editor),
                          G_OBJECT_TYPE_NAME (fixture_element (editor)), mw_type_name (field->element));
}

/* The bytes of the sample after `mwright set PATH=VALUE`. */
static GBytes *
set_by_program (const char *file, const char *path, const char *value)
{
  const char *build = g_getenv ("MODELWRIGHT_BUILD_ROOT");
  g_autofree char *program = g_build_filename (build ? build : "build", "mwright", NULL),
                  *out = g_build_filename (fixture_folder (), "set.mdx", NULL),
                  *assignment = g_strdup_printf ("%s=%s", path, value);
  char *argv[] = { program, (char *) "set", (char *) file, assignment, (char *) "-qfo", out, NULL };
  GError *error = NULL;
  int status;
  g_spawn_sync (NULL, argv, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, NULL, &status, &error);
  g_assert_no_error (error);
  g_spawn_check_wait_status (status, &error);
  g_assert_no_error (error);
  gsize size;
  char *bytes;
  g_file_get_contents (out, &bytes, &size, &error);
  g_assert_no_error (error);
  return g_bytes_new_take (bytes, size);
}

static void
change_row (Sweep *sweep, MwRecord *shown, MwRecord *record, const MwField *field)
{
  MwModel *model = mw_document_get_model (sweep->document);
  if (field->read_only || field->type == MW_TYPE_CHILD
      || !mw_field_is_live (record, field, mw_document_get_format (sweep->document)))
    return;
  mw_document_select (sweep->document, &shown->id, shown->owner ? 1 : 0);
  GtkWidget *editor = fixture_field (sweep->page, record->id, field);
  g_autofree char *path = mw_field_path (record, field);
  if (!editor)
    g_error ("no editor shows %s", path);
  MwTarget target = { .record = record, .field = field, .n = 1, .whole = TRUE, .component = -1 };
  if (field->type == MW_TYPE_ARRAY)
    target.n = ((MwArray *) mw_field_at (record, field))->n;
  g_autofree char *before = mw_value_print (model, &target);
  guint steps = mw_document_get_position (sweep->document);
  if (!change (editor))
    return;
  g_autofree char *after = mw_value_print (model, &target);
  if (strcmp (before, after) == 0) {
    GtkWidget *inner = MW_IS_ARRAY_EDITOR (editor) ? fixture_element (editor) : editor;
    const char *reason = mw_field_editor_get_error (MW_FIELD_EDITOR (inner));
    g_ptr_array_add (sweep->refused, g_strdup_printf ("%s: %s", path, reason ? reason : "nothing else to choose"));
    return;
  }
  g_assert_cmpuint (mw_document_get_position (sweep->document), ==, steps + 1);

  GError *error = NULL;
  MwTarget there;
  mw_path_resolve_one (mw_document_get_model (sweep->other), path, &there, &error);
  g_assert_no_error (error);
  mw_document_begin (sweep->other, "set");
  mw_document_set_text (sweep->other, &there, after, strlen (after), &error);
  g_assert_no_error (error);
  mw_document_commit (sweep->other);
  g_autoptr (GBytes) mine = fixture_bytes (sweep->document), theirs = fixture_bytes (sweep->other);
  if (!g_bytes_equal (mine, theirs))
    g_error ("%s = %s through the inspector gives other bytes than by path", path, after);
  mw_document_undo (sweep->other);
  char *type = type_of_row (editor, field);
  if (g_hash_table_add (sweep->types, type)) {
    g_autoptr (GBytes) written = set_by_program (sweep->file, path, after);
    if (!g_bytes_equal (mine, written))
      g_error ("%s = %s through the inspector gives other bytes than by mwright set", path, after);
    g_test_message ("%s: %s = %.40s, by mwright set too", type, path, after);
  }

  /* Undo restores the value, and the widget shows it. */
  mw_document_undo (sweep->document);
  g_autofree char *undone = mw_value_print (model, &target);
  g_assert_cmpstr (undone, ==, before);
  g_hash_table_add (sweep->seen, g_strdup_printf ("%s.%s", record->schema->name, field->name));
  sweep->changed++;
}

/* Tracks are edited in the form of their owner. */
static gboolean
visit (MwRecord *record, gpointer data)
{
  MwRecord *shown = record;
  while (shown->owner && mw_record_slot (shown)->type == MW_TYPE_CHILD)
    shown = shown->owner;
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++)
    change_row (data, shown, record, mw_schema_field_at (record->schema, i));
  return TRUE;
}

/* Rows that have no value in the sample, and why. "unknown" and "node_unknown" of every record are empty there too: they hold
 * bytes after the known fields. */
static const struct {
  const char *row, *why;
} never[] = {
  { "track_u32.keys.in_tan", "the sample has no curve of texture slots that takes tangents" },
  { "track_u32.keys.out_tan", "the sample has no curve of texture slots that takes tangents" },
  { "collision_shape.height", "only in the rare 20-byte form of planes; the sample's have the common one" },
  { "collision_shape.length", "only in the rare 8-byte form of cylinders; the sample's have the common one" },
  { "collision_shape.width", "only in the rare 8-byte form of cylinders; the sample's have the common one" },
  { "camera.extra", "only in cameras of the variants 1 and 2; the sample's are of variant 0" },
};

/* Asserts that every row that can be changed was changed somewhere, except exactly those above. */
static void
check_missed (const Sweep *sweep)
{
  g_autoptr (GPtrArray) schemas = mw_schema_reachable (mw_document_get_model (sweep->document)->record.schema);
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < G_N_ELEMENTS (never); i++)
    g_hash_table_insert (known, (gpointer) never[i].row, (gpointer) never[i].why);
  guint missed = 0, unexpected = 0;
  for (guint i = 0; i < schemas->len; i++) {
    const MwSchema *schema = g_ptr_array_index (schemas, i);
    MwFormat format = mw_document_get_format (sweep->document);
    gboolean held = mw_schema_is_in (schema, mw_document_get_model (sweep->document)->record.schema, format);
    for (guint k = 0; held && !schema->kinds && k < mw_schema_n_fields (schema); k++) {
      const MwField *field = mw_schema_field_at (schema, k);
      if (mw_field_in_format (schema, field, format) == MW_IN_FORMAT_NEVER)
        continue;
      g_autofree char *name = g_strdup_printf ("%s.%s", schema->name, field->name);
      gboolean surplus = strcmp (field->name, "unknown") == 0 || strcmp (field->name, "node_unknown") == 0;
      if (field->read_only || field->type >= MW_TYPE_LIST || surplus || g_hash_table_contains (sweep->seen, name))
        continue;
      const char *why = g_hash_table_lookup (known, name);
      g_test_message ("never changed: %s (%s)", name, why ? why : "NOT EXPECTED");
      missed++;
      unexpected += !why;
    }
  }
  g_assert_cmpuint (unexpected, ==, 0);
  g_assert_cmpuint (missed, ==, G_N_ELEMENTS (never));
}

static void
test_rows (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("everything.mdx");
  Sweep sweep = { .page = fixture_open (window, path), .file = path };
  g_assert_nonnull (sweep.page);
  sweep.document = mw_document_page_get_document (sweep.page);
  GError *error = NULL;
  MwFormat format;
  g_autoptr (GBytes) file = mw_file_read (path, NULL, &error);
  g_assert_no_error (error);
  MwModel *model = io_read_bytes (g_bytes_get_data (file, NULL), g_bytes_get_size (file), &format, NULL, &error);
  g_assert_no_error (error);
  sweep.other = mw_document_new (model, format);
  sweep.seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  sweep.types = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  sweep.refused = g_ptr_array_new_with_free_func (g_free);
  mw_record_foreach (&mw_document_get_model (sweep.document)->record, visit, &sweep);
  g_test_message ("%u rows changed, of %u kinds; %u refused", sweep.changed, g_hash_table_size (sweep.seen),
                  sweep.refused->len);
  for (guint i = 0; i < sweep.refused->len; i++)
    g_test_message ("not changed: %s", (char *) g_ptr_array_index (sweep.refused, i));

  check_missed (&sweep);
  g_assert_cmpuint (sweep.changed, >, 800);
  g_assert_cmpuint (sweep.refused->len, ==, 0);
  g_assert_cmpuint (g_hash_table_size (sweep.types), >=, 14);

  GBytes *now = fixture_bytes (sweep.document);
  g_assert_true (g_bytes_equal (now, file));
  g_bytes_unref (now);
  g_object_unref (sweep.other);
  g_hash_table_unref (sweep.seen);
  g_hash_table_unref (sweep.types);
  g_ptr_array_unref (sweep.refused);
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/inspector-rows/every row changed by its own editor saves the bytes that its path gives",
                   test_rows);
  return g_test_run ();
}
