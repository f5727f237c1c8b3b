/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any parameter that an operation can declare gets a row in its form. */
#include "core/model/mdlx/mdlx.h"
#include "core/schema/catalogue.h"
#include "tests/ui/fixture.h"
#include "ui/inspector/array-editor.h"
#include "ui/inspector/catalogue-editor.h"
#include "ui/inspector/choice-editor.h"
#include "ui/document/document-page-private.h"
#include "ui/edit.h"
#include "ui/inspector/entry-editor.h"
#include "ui/inspector/field-editor.h"
#include "ui/inspector/flags-editor.h"
#include "ui/labels.h"
#include "ui/inspector/number-editor.h"
#include "ui/operations/operation-form.h"
#include "ui/operations/pick-list.h"
#include "ui/inspector/reference-editor.h"
#include "ui/inspector/value-entry.h"

#include <string.h>

typedef struct {
  MwRecord record;
  char *text, *sibling;
  float length, angle, place[3], colour[3];
  int32_t whole;
  uint8_t on;
  uint32_t kind, bits;
  uint16_t animation;
  MwRef texture;
  MwArray numbers;
} Params;

MW_NAMES (kinds, FALSE, { 0, "round", "Round" }, { 1, "square", "Square" });
MW_NAMES (bits, TRUE, { 1, "one", "One" }, { 2, "two", "Two" });
static const MwField fields[] = {
  MW_FIELD_TEXT (Params, text, 20, "text", .label = "Text", .doc = "."),
  MW_FIELD_TEXT (Params, sibling, 260, "sibling", .role = MW_ROLE_SIBLING, .label = "Other", .doc = "."),
  MW_FIELD_F32 (Params, length, "length", .unit = MW_UNIT_LENGTH, .min = 0, .max = 10, .def = 2, .label = "Length",
                .doc = "."),
  MW_FIELD_F32 (Params, angle, "angle", .unit = MW_UNIT_RADIANS, .label = "Angle", .doc = "."),
  MW_FIELD_VEC (Params, place, 3, "place", .role = MW_ROLE_POSITION, .label = "Place", .doc = "."),
  MW_FIELD_VEC (Params, colour, 3, "colour", .role = MW_ROLE_COLOUR, .label = "Colour", .doc = "."),
  MW_FIELD_I32 (Params, whole, "whole", .label = "Whole", .doc = "."),
  MW_FIELD_U8 (Params, on, "on", .max = 1, .role = MW_ROLE_SWITCH, .label = "On", .doc = "."),
  MW_FIELD_U32 (Params, kind, "kind", .names = &kinds, .label = "Kind", .doc = "."),
  MW_FIELD_U32 (Params, bits, "bits", .names = &bits, .label = "Bits", .doc = "."),
  MW_FIELD_U16 (Params, animation, "animation", .catalogue = MW_CATALOGUE_ANIMATION, .label = "Animation", .doc = "."),
  MW_FIELD_REF (Params, texture, "texture", "textures", .label = "Texture", .doc = "."),
  MW_FIELD_ARRAY (Params, numbers, MW_TYPE_F32, 1, "numbers", .label = "Numbers", .doc = "."),
};
static const MwSchema schema = {
  .name = "everything", .size = sizeof (Params), .fields = fields, .n_fields = G_N_ELEMENTS (fields)
};

static gboolean
applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  return TRUE;
}

static const MwOperation everything = {
  .id = "everything", .label = "Everything", .params = &schema, .applies = applies
};

static MwWindow *window;
static MwDocumentPage *page;
static MwDocument *document;
static MwOperationForm *form;
static GtkWidget *popover;
static guint runs, changes;
static const char *refusal; /* the error with which the operation refuses; NULL: it succeeds */

static gboolean
run (MwOperationForm *self, gpointer data, GError **error)
{
  runs++;
  if (refusal)
    mw_set_error (error, MW_ERROR_REFUSED, -1, NULL, "%s", refusal);
  return refusal == NULL;
}

static void
count (MwOperationForm *self, gpointer data)
{
  changes++;
}

static void
open_form (const MwOperation *operation)
{
  MwId id = fixture_record (document, "sequences[0]")->id;
  runs = changes = 0;
  refusal = NULL;
  form = MW_OPERATION_FORM (mw_operation_form_new (document, operation, &id, 1, NULL, run, NULL));
  g_signal_connect (form, "changed", G_CALLBACK (count), NULL);
  popover = mw_operation_form_popup (form, GTK_WIDGET (mw_document_page_get_outline (page)),
                                     &(GdkRectangle) { 10, 10, 1, 1 });
}

static void
close_form (void)
{
  gtk_widget_unparent (popover);
}

static const Params *
params (void)
{
  return (const Params *) mw_operation_form_get_params (form);
}

/* The editor of a parameter, or NULL. */
static MwFieldEditor *
editor_or_none (const char *name)
{
  GtkWidget *found;
  for (guint i = 0; (found = find_nth (GTK_WIDGET (form), MW_TYPE_FIELD_EDITOR, i)); i++)
    if (g_str_equal (mw_field_editor_get_field (MW_FIELD_EDITOR (found))->name, name))
      return MW_FIELD_EDITOR (found);
  return NULL;
}

/* The list of choices, or NULL. */
static GtkWidget *
list (void)
{
  GtkWidget *choices = find_type (GTK_WIDGET (form), MW_TYPE_PICK_LIST);
  return choices && !gtk_widget_get_ancestor (choices, MW_TYPE_FIELD_EDITOR) ? find_type (choices, GTK_TYPE_LIST_VIEW)
                                                                             : NULL;
}

static MwFieldEditor *
editor (const char *name)
{
  MwFieldEditor *found = editor_or_none (name);
  g_assert_nonnull (found);
  return found;
}

static gboolean
type_into (GtkWidget *entry, const char *text)
{
  act_type (entry, text);
  return mw_value_entry_commit (MW_VALUE_ENTRY (entry));
}

static GtkWidget *
component (const char *name, guint n)
{
  return fixture_entry (GTK_WIDGET (editor (name)), n);
}

static void
test_types (void)
{
  open_form (&everything);
  guint steps = mw_document_get_n_steps (document);
  g_assert_true (type_into (component ("text", 0), "a \"b\""));
  g_assert_cmpstr (params ()->text, ==, "a \"b\"");
  g_assert_true (type_into (component ("sibling", 0), "1"));
  g_assert_cmpstr (params ()->sibling, ==, "1");
  /* The default is shown; a value out of range is refused, with an error below the row. */
  g_assert_cmpstr (fixture_shown (GTK_WIDGET (editor ("length")), 0), ==, "2");
  g_assert_false (type_into (component ("length", 0), "11"));
  g_assert_nonnull (mw_field_editor_get_error (editor ("length")));
  g_assert_true (params ()->length == 2);
  g_assert_true (type_into (component ("length", 0), "2,5"));
  g_assert_true (params ()->length == 2.5f);
  g_assert_true (type_into (component ("angle", 0), "180"));
  g_assert_cmpfloat_with_epsilon (params ()->angle, G_PI, 1e-6);
  g_assert_true (type_into (component ("place", 1), "-3"));
  g_assert_true (params ()->place[0] == 0 && params ()->place[1] == -3 && params ()->place[2] == 0);
  g_assert_true (type_into (component ("colour", 2), "0.25"));
  g_assert_true (params ()->colour[2] == 0.25f);
  GtkWidget *chooser = find_type (GTK_WIDGET (editor ("colour")), GTK_TYPE_COLOR_BUTTON);
  gtk_color_chooser_set_rgba (GTK_COLOR_CHOOSER (chooser), &(GdkRGBA) { 1, 0.5f, 0, 1 });
  g_signal_emit_by_name (chooser, "color-set");
  g_assert_true (params ()->colour[0] == 1 && params ()->colour[1] == 0.5f && params ()->colour[2] == 0);
  g_assert_true (type_into (component ("whole", 0), "-7"));
  g_assert_cmpint (params ()->whole, ==, -7);
  GtkWidget *check = find_type (GTK_WIDGET (editor ("on")), GTK_TYPE_CHECK_BUTTON);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
  g_assert_cmpuint (params ()->on, ==, 1);
  act_choose (find_type (GTK_WIDGET (editor ("kind")), GTK_TYPE_DROP_DOWN), 1);
  g_assert_cmpuint (params ()->kind, ==, 1);
  check = find_nth (GTK_WIDGET (editor ("bits")), GTK_TYPE_CHECK_BUTTON, 1);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
  g_assert_cmpuint (params ()->bits, ==, 2);
  g_assert_true (MW_IS_CATALOGUE_EDITOR (editor ("animation")));
  g_assert_true (mw_field_editor_commit_text (editor ("animation"), "Walk"));
  g_assert_cmpuint (params ()->animation, ==, 4);
  const MwRecord *texture = fixture_record (document, "textures[1]");
  g_autofree char *title = mw_ui_record_title (texture);
  fixture_open_list (GTK_WIDGET (editor ("texture")));
  g_assert_true (fixture_pick (GTK_WIDGET (editor ("texture")), title));
  g_assert_cmpuint (params ()->texture.id, ==, texture->id);
  /* The parameter that is a list offers the elements that exist now. */
  g_assert_true (mw_operation_form_set (form, "numbers", "[1, 2]", NULL));
  GtkWidget *element = fixture_element (GTK_WIDGET (editor ("numbers")));
  g_assert_true (type_into (fixture_entry (element, 0), "5"));
  g_assert_cmpuint (params ()->numbers.n, ==, 2);
  g_assert_true (((const float *) params ()->numbers.data)[0] == 5);
  GtkWidget *whole = find_type (GTK_WIDGET (editor ("numbers")), MW_TYPE_VALUE_ENTRY);
  g_assert_nonnull (whole);
  g_assert_cmpuint (changes, >=, 13);
  /* Only the button runs the operation, and only running it makes a step. */
  g_assert_cmpuint (runs, ==, 0);
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, steps);
  close_form ();
}

/* Dragging a number changes the parameter, and Esc restores it; the model is not affected. */
static void
test_drag (void)
{
  open_form (&everything);
  guint64 generation = mw_document_get_generation (document);
  GtkWidget *entry = component ("length", 0);
  g_signal_emit_by_name (entry, "drag-begin");
  g_signal_emit_by_name (entry, "drag-update", 3.0);
  g_assert_true (params ()->length == 3.5f);
  g_signal_emit_by_name (entry, "drag-end", FALSE);
  g_assert_true (params ()->length == 3.5f);
  g_signal_emit_by_name (entry, "drag-begin");
  g_signal_emit_by_name (entry, "drag-update", -1000.0);
  g_assert_true (params ()->length == 0);
  g_signal_emit_by_name (entry, "drag-end", TRUE);
  g_assert_true (params ()->length == 3.5f);
  g_assert_false (mw_document_is_open (document));
  g_assert_cmpuint (mw_document_get_generation (document), ==, generation);
  close_form ();
}

static void
test_button (void)
{
  open_form (&everything);
  /* Typed text is used when the button is pressed, and nothing runs while it is invalid. */
  act_type (component ("whole", 0), "many");
  act_press (form, "Everything");
  g_assert_cmpuint (runs, ==, 0);
  act_type (component ("whole", 0), "12");
  refusal = "not today";
  act_press (form, "Everything");
  g_assert_cmpint (params ()->whole, ==, 12);
  g_assert_cmpuint (runs, ==, 1);
  g_assert_nonnull (find_words (GTK_WIDGET (form), "not today"));
  g_assert_true (gtk_widget_get_visible (popover));
  refusal = NULL;
  act_press (form, "Everything");
  g_assert_cmpuint (runs, ==, 2);
  g_assert_null (find_words (GTK_WIDGET (form), "not today"));
  fixture_settle ();
  g_assert_false (gtk_widget_get_visible (popover));
  close_form ();
}

static const char *const kind_required[] = { "kind", NULL }, *const two_required[] = { "kind", "texture", NULL };

/* A single required choice is shown as a list; the other parameters have rows above it. */
static void
test_list (void)
{
  MwOperation operation = everything;
  operation.required = kind_required;
  open_form (&operation);
  g_assert_null (editor_or_none ("kind"));
  act_type (component ("whole", 0), "many");
  act_pick (list (), 1);
  g_assert_cmpuint (runs, ==, 0);
  act_type (component ("whole", 0), "3");
  act_pick (list (), 1);
  g_assert_cmpuint (runs, ==, 1);
  g_assert_cmpuint (params ()->kind, ==, 1);
  g_assert_cmpint (params ()->whole, ==, 3);
  fixture_settle ();
  g_assert_false (gtk_widget_get_visible (popover));
  close_form ();
  operation.required = two_required;
  open_form (&operation);
  g_assert_null (list ());
  g_assert_true (MW_IS_CHOICE_EDITOR (editor ("kind")) && MW_IS_REFERENCE_EDITOR (editor ("texture")));
  close_form ();
}

/* Every operation of the table that asks for parameters has a form, in every menu that offers it. */
static void
test_table (void)
{
  for (const MwOperation *const *at = mw_operations_list (); *at; at++) {
    if (!mw_operation_asks (*at))
      continue;
    g_test_message ("%s", (*at)->id);
    open_form (*at);
    for (guint i = 0; i < mw_schema_n_fields ((*at)->params); i++) {
      const MwField *field = mw_schema_field_at ((*at)->params, i);
      const char *name = field->name;
      if (field->hidden)
        continue;
      gboolean listed = (*at)->required && strcmp ((*at)->required[0], name) == 0 && list ();
      g_assert_true (listed || editor_or_none (name));
    }
    close_form ();
  }
}

/* --- Preview -------------------------------------------------------------------------------------------------------- */

/* The length of the first sequence, in ms. */
static gint
length_of_sequence (void)
{
  const MwMdlxSequence *sequence = (const MwMdlxSequence *) fixture_record (document, "sequences[0]");
  return sequence->interval[1] - sequence->interval[0];
}

static gboolean
run_retime (MwOperationForm *self, gpointer data, GError **error)
{
  return mw_operation_form_apply (self, error);
}

static gint32
time_from_view (const char *operation, const MwId *ids, guint n, const MwClock *clock)
{
  const MwShownView view = { .clock = *clock };
  g_autoptr (MwOperationForm) made = g_object_ref_sink (
    MW_OPERATION_FORM (mw_operation_form_new (document, mw_operation_find (operation), ids, n, &view, run, NULL)));
  const MwRecord *params = mw_operation_form_get_params (made);
  return *(const gint32 *) mw_field_at (params, mw_schema_field (params->schema, "time"));
}

/* Forms that ask for a time begin with the one that is shown. */
static void
test_time_on_show (void)
{
  const MwRecord *stand = fixture_record (document, "sequences[0]"), *walk = fixture_record (document, "sequences[1]");
  const MwId layer = fixture_record (document, "materials[0].layers[0]")->id;
  MwClock clock = MW_CLOCK_REST;
  g_assert_cmpint (time_from_view ("event-add", NULL, 0, &clock), ==, 0);
  g_assert_cmpint (time_from_view ("track-make-static", &layer, 1, &clock), ==, 0);
  g_assert_cmpint (time_from_view ("track-make-animated", &layer, 1, &clock), ==, 0);
  mw_clock_play (&clock, mw_document_get_model (document), walk->id);
  clock.time = clock.start + 150;
  g_assert_cmpint (clock.start, >, 0);
  g_assert_cmpint (time_from_view ("event-add", NULL, 0, &clock), ==, 150);
  g_assert_cmpint (time_from_view ("sequence-split", &walk->id, 1, &clock), ==, 150);
  /* Not that of another sequence than the one to split. */
  g_assert_cmpint (time_from_view ("sequence-split", &stand->id, 1, &clock), ==, 0);
  /* These take the time of the file. */
  g_assert_cmpint (time_from_view ("track-make-static", &layer, 1, &clock), ==, clock.start + 150);
  g_assert_cmpint (time_from_view ("track-make-animated", &layer, 1, &clock), ==, clock.start + 150);
}

static void
open_retime (void)
{
  MwId id = fixture_record (document, "sequences[0]")->id;
  form = MW_OPERATION_FORM (
    mw_operation_form_new (document, mw_operation_find ("sequence-retime"), &id, 1, NULL, run_retime, NULL));
  popover = mw_operation_form_popup (form, GTK_WIDGET (mw_document_page_get_outline (page)),
                                     &(GdkRectangle) { 10, 10, 1, 1 });
  fixture_settle ();
}

static void
test_preview (void)
{
  guint steps = mw_document_get_n_steps (document);
  gint length = length_of_sequence ();
  g_autoptr (GBytes) before = fixture_bytes (document);
  open_retime ();
  g_assert_nonnull (find_words (GTK_WIDGET (form), "Nothing to do: nothing would change."));
  /* The model shows each value as if it were the first. */
  g_assert_true (type_into (component ("factor", 0), "2"));
  fixture_settle ();
  g_assert_cmpint (length_of_sequence (), ==, 2 * length);
  g_assert_nonnull (find_words (GTK_WIDGET (form), "Preview: changes "));
  g_assert_nonnull (find_words (GTK_WIDGET (form), " tracks"));
  g_assert_true (type_into (component ("factor", 0), "3"));
  fixture_settle ();
  g_assert_cmpint (length_of_sequence (), ==, 3 * length);
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, steps);
  /* What is refused is taken back and said. */
  g_assert_true (type_into (component ("length", 0), "4000000000"));
  fixture_settle ();
  g_assert_cmpint (length_of_sequence (), ==, length);
  g_assert_nonnull (find_words (GTK_WIDGET (form), "Nothing to do: "));
  g_assert_true (type_into (component ("length", 0), "0"));
  fixture_settle ();
  g_assert_cmpint (length_of_sequence (), ==, 3 * length);
  act_press (form, "Cancel");
  fixture_settle ();
  g_assert_false (mw_document_is_open (document));
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, steps);
  g_autoptr (GBytes) after = fixture_bytes (document);
  g_assert_true (g_bytes_equal (before, after));
  close_form ();
}

/* The preview becomes one step; undo during a preview ends it; and a save does not contain it. */
static void
test_apply (void)
{
  gint length = length_of_sequence ();
  guint position = mw_document_get_position (document);
  open_retime ();
  g_assert_true (type_into (component ("factor", 0), "2"));
  fixture_settle ();
  mw_document_undo (document);
  g_assert_cmpint (length_of_sequence (), ==, length);
  g_assert_true (type_into (component ("factor", 0), "4"));
  fixture_settle ();
  g_assert_cmpint (length_of_sequence (), ==, 4 * length);
  g_assert_true (mw_document_page_commit_typing (page, NULL));
  g_assert_false (mw_document_is_open (document));
  g_assert_cmpint (length_of_sequence (), ==, length);
  act_press (form, "Retime");
  g_assert_cmpint (length_of_sequence (), ==, 4 * length);
  g_assert_cmpuint (mw_document_get_position (document), ==, position + 1);
  g_assert_false (mw_document_is_open (document));
  close_form ();
  mw_document_undo (document);
  g_assert_cmpint (length_of_sequence (), ==, length);
}

/* A list shows what picking the marked choice would do, too. */
static void
test_list_preview (void)
{
  MwId id = fixture_record (document, "materials[0].layers[0]")->id;
  guint position = mw_document_get_position (document);
  g_autofree char *before = fixture_value (document, "materials[0].layers[0].filter_mode");
  g_autoptr (GBytes) bytes = fixture_bytes (document);
  for (guint round = 0; round < 2; round++) {
    form = MW_OPERATION_FORM (
      mw_operation_form_new (document, mw_operation_find ("layer-set-filter"), &id, 1, NULL, run_retime, NULL));
    popover = mw_operation_form_popup (form, GTK_WIDGET (mw_document_page_get_outline (page)),
                                       &(GdkRectangle) { 10, 10, 1, 1 });
    fixture_settle ();
    /* Before the user marks something, nothing is shown. */
    g_assert_false (mw_document_is_open (document));
    GtkSelectionModel *model = gtk_list_view_get_model (GTK_LIST_VIEW (list ()));
    gtk_selection_model_select_item (model, 3, TRUE);
    fixture_settle ();
    g_autofree char *shown = fixture_value (document, "materials[0].layers[0].filter_mode");
    g_assert_cmpstr (shown, !=, before);
    g_assert_nonnull (find_words (GTK_WIDGET (form), "Preview: changes 1 element"));
    gtk_selection_model_select_item (model, 4, TRUE);
    fixture_settle ();
    g_autofree char *other = fixture_value (document, "materials[0].layers[0].filter_mode");
    g_assert_cmpstr (other, !=, shown);
    if (round == 0)
      gtk_popover_popdown (GTK_POPOVER (popover));
    else
      act_pick (list (), 4);
    fixture_settle ();
    g_assert_false (mw_document_is_open (document));
    g_autoptr (GBytes) now = fixture_bytes (document);
    g_assert_true (g_bytes_equal (bytes, now) == (round == 0));
    g_autofree char *after = fixture_value (document, "materials[0].layers[0].filter_mode");
    g_assert_cmpstr (after, ==, round == 0 ? before : other);
    g_assert_cmpuint (mw_document_get_position (document), ==, position + round);
    close_form ();
  }
  mw_document_undo (document);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_autofree char *path = fixture_sample ("figure.mdx");
  window = fixture_window ();
  page = fixture_open (window, path);
  document = mw_document_page_get_document (page);
  g_test_add_func ("/ui/operation-form/every type of parameter has its editor", test_types);
  g_test_add_func ("/ui/operation-form/a number is dragged, and the model stays as it is", test_drag);
  g_test_add_func ("/ui/operation-form/the button accepts what is typed, and runs the operation", test_button);
  g_test_add_func ("/ui/operation-form/one choice that must be made is a list", test_list);
  g_test_add_func ("/ui/operation-form/every operation with parameters has a form", test_table);
  g_test_add_func ("/ui/operation-form/a time is the one on show", test_time_on_show);
  g_test_add_func ("/ui/operation-form/the model shows what would be done, and cancelling leaves no trace",
                   test_preview);
  g_test_add_func ("/ui/operation-form/a preview that is applied is one step", test_apply);
  g_test_add_func ("/ui/operation-form/a list shows what picking the marked choice would do", test_list_preview);
  int failed = g_test_run ();
  fixture_end (window);
  return failed;
}
