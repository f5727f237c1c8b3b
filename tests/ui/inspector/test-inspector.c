/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/fixture.h"
#include "core/model/track.h"
#include "ui/inspector/array-editor.h"
#include "ui/inspector/choice-editor.h"
#include "ui/edit.h"
#include "ui/inspector/flags-editor.h"
#include "ui/time/key-bar.h"
#include "ui/labels.h"
#include "ui/inspector/list-editor.h"
#include "ui/inspector/number-editor.h"
#include "ui/inspector/reference-editor.h"
#include "ui/inspector/text-editor.h"
#include "ui/inspector/value-entry.h"

#include <string.h>

static MwWindow *window;
static MwDocumentPage *page;
static MwDocument *document;

static void
begin (void)
{
  g_autofree char *path = fixture_sample ("everything.mdx");
  window = fixture_window ();
  page = fixture_open (window, path);
  g_assert_nonnull (page);
  document = mw_document_page_get_document (page);
}

/* Sets the value at a path, as one step. */
static void
set (const char *path, const char *value)
{
  MwTarget target;
  GError *error = NULL;
  mw_path_resolve_one (mw_document_get_model (document), path, &target, &error);
  g_assert_no_error (error);
  mw_ui_set_text (document, &target.record->id, 1, &target, value, &error);
  g_assert_no_error (error);
}

static void
test_edit (void)
{
  begin ();
  g_autofree char *before = fixture_value (document, "sequences[0].move_speed");
  GtkWidget *editor = fixture_editor (page, "sequences[0]", "move_speed");
  GtkWidget *entry = fixture_entry (editor, 0);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, before);
  /* Typing alone changes nothing; a comma is a decimal point. */
  act_type (entry, "12,5");
  g_autofree char *typed = fixture_value (document, "sequences[0].move_speed");
  g_assert_cmpstr (typed, ==, before);
  g_assert_true (mw_value_entry_is_dirty (MW_VALUE_ENTRY (entry)));
  act_enter (entry);
  g_autofree char *after = fixture_value (document, "sequences[0].move_speed");
  g_assert_cmpstr (after, ==, "12.5");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "12.5");
  g_assert_nonnull (strstr (mw_document_get_undo_label (document), "Move speed"));
  mw_document_undo (document);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, before);
  fixture_end (window);
}

static void
test_refused (void)
{
  begin ();
  GtkWidget *editor = fixture_editor (page, "sequences[0]", "interval.start");
  GtkWidget *entry = fixture_entry (editor, 0);
  act_type (entry, "soon");
  act_enter (entry);
  g_assert_nonnull (mw_field_editor_get_error (MW_FIELD_EDITOR (editor)));
  g_assert_false (mw_document_can_undo (document));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "soon");
  act_key (entry, GDK_KEY_Escape, 0);
  g_assert_null (mw_field_editor_get_error (MW_FIELD_EDITOR (editor)));
  /* Text that is too long names the limit. */
  editor = fixture_editor (page, "sequences[0]", "name");
  entry = fixture_entry (editor, 0);
  g_autofree char *text = g_strnfill (80, 'x');
  act_type (entry, text);
  act_enter (entry);
  g_assert_nonnull (mw_field_editor_get_error (MW_FIELD_EDITOR (editor)));
  g_assert_false (mw_document_can_undo (document));
  fixture_end (window);
}

static void
test_reference (void)
{
  begin ();
  GtkWidget *editor = fixture_editor (page, "materials[0].layers[0]", "texture");
  GListModel *names = G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (fixture_open_list (editor))));
  g_autofree char *count = fixture_value (document, "textures");
  g_assert_cmpuint (g_list_model_get_n_items (names), ==, g_ascii_strtoull (count, NULL, 10) + 1);
  g_autoptr (GtkStringObject) first = g_list_model_get_item (names, 0),
                              last = g_list_model_get_item (names, g_list_model_get_n_items (names) - 1);
  g_assert_cmpstr (gtk_string_object_get_string (first), ==, "None");
  g_assert_true (fixture_pick (editor, gtk_string_object_get_string (last)));
  g_assert_cmpstr (fixture_title (editor), ==, gtk_string_object_get_string (last));
  g_autofree char *value = fixture_value (document, "materials[0].layers[0].texture");
  g_autofree char *wanted = g_strdup_printf ("textures[%u]", g_list_model_get_n_items (names) - 2);
  g_assert_cmpstr (value, ==, wanted);
  /* An element that was removed since the list was made is not taken for "None". */
  MwModel *model = mw_document_get_model (document);
  const MwField *textures = mw_schema_field (model->record.schema, "textures");
  GError *error = NULL;
  mw_document_begin (document, "Add a texture");
  mw_document_insert (document, model->record.id, textures, mw_record_list (&model->record, textures)->n,
                      mw_record_new (textures->schema), &error);
  g_assert_no_error (error);
  mw_document_commit (document);
  editor = fixture_editor (page, "materials[0].layers[0]", "texture");
  names = G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (fixture_open_list (editor))));
  g_autoptr (GtkStringObject) gone = g_list_model_get_item (names, g_list_model_get_n_items (names) - 1);
  mw_document_undo (document);
  guint steps = mw_document_get_position (document);
  g_assert_cmpuint (steps, ==, 1);
  fixture_pick (editor, gtk_string_object_get_string (gone));
  g_assert_cmpuint (mw_document_get_position (document), ==, steps);
  g_autofree char *same = fixture_value (document, "materials[0].layers[0].texture");
  g_assert_cmpstr (same, ==, wanted);
  /* The texture lists its users. */
  MwRecord *texture = fixture_record (document, wanted);
  mw_document_select (document, &texture->id, 1);
  g_assert_cmpuint (fixture_n_users (page), >=, 1);
  fixture_end (window);
}

/* What the bar of keys refuses, or NULL. */
static const char *
refusal_of (GtkWidget *bar)
{
  return find_words_of_class (bar, "field-error");
}

static void
add_key (GtkWidget *bar)
{
  act_press (bar, "Add a key at the time shown");
}

static void
remove_key (GtkWidget *bar)
{
  act_press (bar, "Remove this key");
}

static void
test_keys (void)
{
  begin ();
  const char *path = "materials[0].layers[0]";
  fixture_editor (page, path, "alpha");
  set ("materials[0].layers[0].alpha.track.interpolation", "Linear");
  MwRecord *layer = fixture_record (document, path);
  const MwField *slot = mw_schema_field (layer->schema, "alpha.track");
  MwTrack *track = *(MwTrack **) mw_field_at (layer, slot);
  guint n = track->times.n;
  g_assert_cmpuint (n, >=, 2);
  gint32 first = ((gint32 *) track->times.data)[0], second = ((gint32 *) track->times.data)[1];
  float from = ((float *) track->values.data)[0], to = ((float *) track->values.data)[1];
  g_assert_cmpint (second - first, >=, 2);
  g_autoptr (GBytes) before = fixture_bytes (document);
  guint steps = mw_document_get_position (document);
  MwRecordForm *form = fixture_form (page);
  GtkWidget *bar = find_type (GTK_WIDGET (fixture_open_track (form, layer->schema, slot)), MW_TYPE_KEY_BAR);
  /* A new key at the time shown: between its neighbours, with the value at that time. */
  gint32 middle = first + (second - first) / 2;
  mw_record_form_set_clock (form, &(MwClock) { .time = middle });
  add_key (bar);
  g_assert_cmpuint (track->times.n, ==, n + 1);
  g_assert_cmpuint (track->values.n, ==, n + 1);
  g_assert_cmpint (((gint32 *) track->times.data)[1], ==, middle);
  float part = (float) (middle - first) / (float) (second - first);
  g_assert_cmpfloat_with_epsilon (((float *) track->values.data)[1], from + (to - from) * part, 1e-5);
  g_assert_cmpuint (mw_key_bar_get_picked (MW_KEY_BAR (bar)), ==, 1);
  g_assert_nonnull (strstr (mw_document_get_undo_label (document), "Add a key"));
  /* The rows show the key that was picked. */
  GtkWidget *editor = fixture_field (page, track->record.id, mw_schema_field (track->record.schema, "keys.time"));
  GtkWidget *element = fixture_element (editor);
  g_autofree char *shown = g_strdup_printf ("%d", middle);
  g_assert_cmpstr (fixture_shown (element, 0), ==, shown);
  /* A key exists there: nothing happens, and a message says so until the next change. */
  g_assert_null (refusal_of (bar));
  add_key (bar);
  g_assert_cmpuint (mw_document_get_position (document), ==, steps + 1);
  g_assert_cmpstr (refusal_of (bar), ==, "There is already a key at this time");
  act_press (bar, "Add a key after the last");
  g_assert_null (refusal_of (bar));
  g_assert_cmpuint (track->times.n, ==, n + 2);
  g_assert_cmpint (((gint32 *) track->times.data)[n + 1], >, ((gint32 *) track->times.data)[n]);
  g_assert_cmpuint (mw_key_bar_get_picked (MW_KEY_BAR (bar)), ==, n + 1);
  remove_key (bar);
  g_assert_cmpuint (track->times.n, ==, n + 1);
  act_type_and_enter (find_type (bar, MW_TYPE_VALUE_ENTRY), "1");
  remove_key (bar);
  g_assert_cmpuint (track->times.n, ==, n);
  g_autoptr (GBytes) back = fixture_bytes (document);
  g_assert_true (g_bytes_equal (before, back));
  /* Tangents are added and removed with their keys. */
  set ("materials[0].layers[0].alpha.track.interpolation", "Hermite");
  mw_record_form_set_clock (form, &(MwClock) { .time = middle });
  add_key (bar);
  g_assert_cmpuint (track->in_tans.n, ==, n + 1);
  g_assert_cmpuint (track->out_tans.n, ==, n + 1);
  /* Removing the last key removes the track. */
  for (guint i = 0; i <= n; i++)
    remove_key (bar);
  g_assert_null (*(MwRecord **) mw_field_at (fixture_record (document, path), slot));
  while (mw_document_get_position (document) > steps)
    mw_document_undo (document);
  g_autoptr (GBytes) undone = fixture_bytes (document);
  g_assert_true (g_bytes_equal (before, undone));
  fixture_end (window);
}

static void
test_several (void)
{
  begin ();
  MwId ids[2] = { fixture_record (document, "sequences[0]")->id, fixture_record (document, "sequences[1]")->id };
  const MwField *field = mw_schema_field (fixture_record (document, "sequences[0]")->schema, "rarity");
  mw_document_select (document, ids, 2);
  GtkWidget *editor = fixture_field (page, ids[1], field);
  GtkWidget *entry = fixture_entry (editor, 0);
  act_type (entry, "7.25");
  act_enter (entry);
  for (guint i = 0; i < 2; i++) {
    g_autofree char *path = g_strdup_printf ("sequences[%u].rarity", i), *value = fixture_value (document, path);
    g_assert_cmpstr (value, ==, "7.25");
  }
  g_assert_cmpuint (mw_document_get_position (document), ==, 1);
  fixture_end (window);
}

static void
test_differ (void)
{
  begin ();
  /* Equal values are shown; different ones are shown as different. */
  MwId ids[2] = { fixture_record (document, "sequences[0]")->id, fixture_record (document, "sequences[1]")->id };
  const MwSchema *schema = fixture_record (document, "sequences[0]")->schema;
  mw_document_select (document, ids, 2);
  GtkWidget *name = fixture_field (page, ids[0], mw_schema_field (schema, "name"));
  g_assert_true (MW_IS_TEXT_EDITOR (name));
  GtkWidget *entry = fixture_entry (name, 0);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "");
  GtkText *text = GTK_TEXT (find_type (entry, GTK_TYPE_TEXT));
  g_assert_cmpstr (gtk_text_get_placeholder_text (text), ==, "several values");
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (find_type (entry, GTK_TYPE_ENTRY)),
                                       GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "several values");
  act_type (entry, "Both");
  act_enter (entry);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "Both");
  g_assert_cmpstr (gtk_text_get_placeholder_text (text), !=, "several values");
  g_assert_cmpuint (mw_document_get_position (document), ==, 1);
  mw_document_undo (document);
  g_assert_cmpstr (gtk_text_get_placeholder_text (text), ==, "several values");
  /* A bit that only one of them has. */
  set ("sequences[0].flags", "1");
  set ("sequences[1].flags", "0");
  GtkWidget *editor = fixture_field (page, ids[0], mw_schema_field (schema, "flags"));
  GtkCheckButton *check = GTK_CHECK_BUTTON (find_nth (editor, GTK_TYPE_CHECK_BUTTON, 0));
  g_assert_true (gtk_check_button_get_inconsistent (check));
  gtk_check_button_set_active (check, !gtk_check_button_get_active (check));
  g_assert_false (gtk_check_button_get_inconsistent (check));
  g_autofree char *first = fixture_value (document, "sequences[0].flags"),
                  *second = fixture_value (document, "sequences[1].flags");
  g_assert_cmpstr (first, ==, second);
  /* A choice: picking the value of the first record changes the other. */
  MwId layers[2] = { fixture_record (document, "materials[0].layers[0]")->id,
                     fixture_record (document, "materials[0].layers[1]")->id };
  set ("materials[0].layers[0].filter_mode", "Additive");
  set ("materials[0].layers[1].filter_mode", "Blend");
  mw_document_select (document, layers, 2);
  schema = fixture_record (document, "materials[0].layers[0]")->schema;
  editor = fixture_field (page, layers[0], mw_schema_field (schema, "filter_mode"));
  GtkDropDown *modes = GTK_DROP_DOWN (find_type (editor, GTK_TYPE_DROP_DOWN));
  g_assert_cmpstr (gtk_string_object_get_string (gtk_drop_down_get_selected_item (modes)), ==, "several values");
  gtk_drop_down_set_selected (modes, 3); /* Additive */
  g_autofree char *mode = fixture_value (document, "materials[0].layers[1].filter_mode");
  g_assert_cmpstr (mode, ==, "Additive");
  g_assert_cmpstr (gtk_string_object_get_string (gtk_drop_down_get_selected_item (modes)), ==, "Additive");
  fixture_end (window);
}

static void
test_words (void)
{
  begin ();
  /* A negative flag is shown by its opposite; the stored bit is unchanged. */
  set ("sequences[0].flags", "1");
  GtkWidget *editor = fixture_editor (page, "sequences[0]", "flags");
  GtkCheckButton *loops = GTK_CHECK_BUTTON (find_nth (editor, GTK_TYPE_CHECK_BUTTON, 0));
  g_assert_cmpstr (gtk_check_button_get_label (loops), ==, "Loops");
  g_assert_false (gtk_check_button_get_active (loops));
  gtk_check_button_set_active (loops, TRUE);
  g_autofree char *flags = fixture_value (document, "sequences[0].flags");
  g_assert_cmpstr (flags, ==, "0x0");
  /* A switch (0 or 1) is a check button; as text it is a number. */
  set ("particle_emitters2[0].squirt", "0");
  editor = fixture_editor (page, "particle_emitters2[0]", "squirt");
  GtkCheckButton *squirt = GTK_CHECK_BUTTON (find_nth (editor, GTK_TYPE_CHECK_BUTTON, 0));
  gtk_check_button_set_active (squirt, TRUE);
  g_autofree char *on = fixture_value (document, "particle_emitters2[0].squirt");
  g_assert_cmpstr (on, ==, "1");
  /* A number that has no name can be typed, and stays. */
  editor = fixture_editor (page, "particle_emitters2[0]", "replaceable_id");
  GtkDropDown *ids = GTK_DROP_DOWN (find_type (editor, GTK_TYPE_DROP_DOWN));
  GtkWidget *number = fixture_entry (editor, 0);
  gtk_drop_down_set_selected (ids, 1); /* Team colour */
  g_assert_false (gtk_widget_get_visible (number));
  gtk_drop_down_set_selected (ids, g_list_model_get_n_items (gtk_drop_down_get_model (ids)) - 1);
  g_assert_true (gtk_widget_get_visible (number));
  act_type (number, "77");
  act_enter (number);
  g_autofree char *unnamed = fixture_value (document, "particle_emitters2[0].replaceable_id");
  g_assert_cmpstr (unnamed, ==, "77");
  g_assert_true (gtk_widget_get_visible (number));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (number)), ==, "77");
  /* Components that are not axes have their own names. */
  editor = fixture_editor (page, "particle_emitters2[0]", "segment_scaling");
  gtk_test_accessible_assert_property (find_type (fixture_entry (editor, 1), GTK_TYPE_ENTRY),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, "Segment scaling Middle");
  fixture_end (window);
}

static gboolean
busy (gpointer unused)
{
  return G_SOURCE_CONTINUE;
}

static gboolean
users_differ (gpointer before)
{
  return strcmp (fixture_users_title (page), before) != 0;
}

static void
test_users (void)
{
  begin ();
  /* The list of users is updated by other changes: removing a track removes its references. */
  MwRecord *layer = fixture_record (document, "materials[0].layers[1]");
  const MwField *track = mw_schema_field (layer->schema, "texture.track");
  const MwTrack *keys = *(MwTrack **) mw_field_at (layer, track);
  g_assert_nonnull (keys);
  MwId texture = ((const MwRef *) keys->values.data)->id;
  mw_document_select (document, &texture, 1);
  fixture_settle ();
  g_autofree char *before = g_strdup (fixture_users_title (page));
  g_assert_true (g_str_has_prefix (before, "Used by ("));
  GError *error = NULL;
  /* Also while the main loop is always busy, as when a sequence plays. */
  guint source = g_idle_add (busy, NULL);
  mw_ui_remove_all_keys (document, &layer->id, 1, track, &error);
  g_assert_no_error (error);
  g_assert_true (fixture_until (users_differ, before));
  g_source_remove (source);
  mw_document_undo (document);
  fixture_settle ();
  g_assert_cmpstr (fixture_users_title (page), ==, before);
  fixture_end (window);
}

/* A label below the widget that begins with these words, visible or not. */
static GtkLabel *
label_starting (GtkWidget *widget, const char *words)
{
  if (GTK_IS_LABEL (widget) && g_str_has_prefix (gtk_label_get_text (GTK_LABEL (widget)), words))
    return GTK_LABEL (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child)) {
    GtkLabel *label = label_starting (child, words);
    if (label)
      return label;
  }
  return NULL;
}

/* MDX 800 has eight shading flags; other bits that a file has are shown and kept. */
static void
test_flags_of_version (void)
{
  begin ();
  GtkWidget *editor = fixture_editor (page, "materials[0].layers[0]", "flags");
  g_assert_nonnull (find_nth (editor, GTK_TYPE_CHECK_BUTTON, 7));
  g_assert_null (find_nth (editor, GTK_TYPE_CHECK_BUTTON, 8));
  g_assert_null (label_starting (editor, "Unlit"));
  set ("materials[0].layers[0].flags", "0x502");
  GtkLabel *others = label_starting (editor, "Other bits");
  g_assert_nonnull (others);
  g_assert_cmpstr (gtk_label_get_text (others), ==, "Other bits: 0x500");
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (others)));
  GtkCheckButton *unshaded = GTK_CHECK_BUTTON (find_nth (editor, GTK_TYPE_CHECK_BUTTON, 0));
  gtk_check_button_set_active (unshaded, TRUE);
  g_autofree char *flags = fixture_value (document, "materials[0].layers[0].flags");
  g_assert_cmpstr (flags, ==, "0x503");
  set ("materials[0].layers[0].flags", "0x2");
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (others)));
  editor = fixture_editor (page, "materials[0]", "flags");
  g_assert_null (label_starting (editor, "Two-sided"));
  /* The bit by which files mark a bone is known. */
  editor = fixture_editor (page, "bones[0]", "flags");
  set ("bones[0].flags", "0x100");
  others = label_starting (editor, "Marked as");
  g_assert_nonnull (others);
  g_assert_cmpstr (gtk_label_get_text (others), ==, "Marked as: Bone (0x100)");
  set ("bones[0].flags", "0x8100");
  g_assert_cmpstr (gtk_label_get_text (others), ==, "Marked as: Bone (0x100)\nOther bits: 0x8000");
  fixture_end (window);
}

/* The entry has the focus, so it says all that is to be known of the value. */
static void
test_number (void)
{
  begin ();
  GtkWidget *editor = fixture_editor (page, "sequences[0]", "interval.end"), *entry = fixture_entry (editor, 0);
  GtkAccessible *spoken = GTK_ACCESSIBLE (find_type (entry, GTK_TYPE_ENTRY));
  gtk_test_accessible_assert_role (spoken, GTK_ACCESSIBLE_ROLE_TEXT_BOX);
  gtk_test_accessible_assert_property (spoken, GTK_ACCESSIBLE_PROPERTY_LABEL, "End");
  gtk_test_accessible_assert_property (spoken, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "ms");
  act_type (entry, "soon");
  act_enter (entry);
  g_autofree char *why = g_strdup_printf ("%s, ms", mw_field_editor_get_error (MW_FIELD_EDITOR (editor)));
  gtk_test_accessible_assert_property (spoken, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, why);
  gtk_test_accessible_assert_state (spoken, GTK_ACCESSIBLE_STATE_INVALID, GTK_ACCESSIBLE_INVALID_TRUE);
  act_type (entry, "1000");
  act_enter (entry);
  gtk_test_accessible_assert_property (spoken, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "ms");
  gtk_test_accessible_assert_state (spoken, GTK_ACCESSIBLE_STATE_INVALID, GTK_ACCESSIBLE_INVALID_FALSE);
  fixture_end (window);
}

/* Both ways, and not back into the same entry. */
static void
test_tab (void)
{
  begin ();
  GtkWidget *first = fixture_entry (fixture_editor (page, "sequences[0]", "interval.start"), 0),
            *second = fixture_entry (fixture_editor (page, "sequences[0]", "interval.end"), 0);
  GtkRoot *root = gtk_widget_get_root (first);
  gtk_widget_grab_focus (first);
  g_assert_true (gtk_widget_child_focus (GTK_WIDGET (root), GTK_DIR_TAB_FORWARD));
  g_assert_true (gtk_widget_is_ancestor (gtk_root_get_focus (root), second));
  g_assert_true (gtk_widget_child_focus (GTK_WIDGET (root), GTK_DIR_TAB_BACKWARD));
  g_assert_true (gtk_widget_is_ancestor (gtk_root_get_focus (root), first));
  fixture_end (window);
}

static void
test_accessible (void)
{
  begin ();
  GtkWidget *editor = fixture_editor (page, "materials[0].layers[0]", "filter_mode");
  gtk_test_accessible_assert_property (editor, GTK_ACCESSIBLE_PROPERTY_LABEL, "Filter mode");
  gtk_test_accessible_assert_property (GTK_DROP_DOWN (find_type (editor, GTK_TYPE_DROP_DOWN)),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, "Filter mode");
  gtk_test_accessible_assert_property (mw_document_page_get_outline (page), GTK_ACCESSIBLE_PROPERTY_LABEL, "Outline");
  gtk_test_accessible_assert_property (mw_document_page_get_inspector (page), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Inspector");
  fixture_end (window);
}

/* A layer does not count as unused, because it is a part of its material. */
static void
test_part_of (void)
{
  begin ();
  MwId layer = fixture_record (document, "materials[0].layers[0]")->id;
  mw_document_select (document, &layer, 1);
  g_assert_cmpuint (fixture_n_users (page), ==, 0);
  g_assert_cmpstr (fixture_users_title (page), ==, "Part of");
  /* A top-level element can be unused. */
  MwId camera = fixture_record (document, "cameras[0]")->id;
  mw_document_select (document, &camera, 1);
  g_assert_cmpuint (fixture_n_users (page), ==, 0);
  g_assert_cmpstr (fixture_users_title (page), ==, "Not used");
  /* Only geosets have vertices to count. */
  g_autofree char *geoset = mw_ui_record_info (fixture_record (document, "geosets[0]"));
  g_assert_cmpstr (geoset, ==, "6 vertices");
  g_assert_null (mw_ui_record_info (fixture_record (document, "particle_emitters2[0]")));
  fixture_end (window);
}

/* The button beside the number of a list's elements goes to the first one. */
static void
test_list (void)
{
  begin ();
  GtkWidget *editor = fixture_editor (page, "materials[0]", "layers");
  g_assert_true (MW_IS_LIST_EDITOR (editor));
  g_signal_emit_by_name (find_type (editor, GTK_TYPE_BUTTON), "clicked");
  guint n;
  const MwId *ids = mw_document_get_selection (document, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (ids[0], ==, fixture_record (document, "materials[0].layers[0]")->id);
  fixture_end (window);
}

static gboolean
shows_middle (gpointer bar)
{
  return fixture_time (bar) == 380;
}

static void
test_playhead (void)
{
  begin ();
  MwRecord *bone = fixture_record (document, "bones[0]");
  MwTimeBar *bar = mw_document_page_get_time_bar (page);
  fixture_show_sequence (page, fixture_record (document, "sequences[0]")->id);
  MwRecordForm *form = fixture_select (page, "bones[0]");
  GtkWidget *keys = GTK_WIDGET (
    fixture_open_track (form, bone->schema, mw_schema_field (bone->schema, "rotation.track")));
  /* Keys at 120, 480 and 910 of a sequence from 100 to 1100. */
  g_assert_nonnull (find_words (keys, "20 / 1000 ms"));
  act_press (keys, "Next key");
  g_assert_nonnull (find_words (keys, "380 / 1000 ms"));
  g_assert_true (fixture_until (shows_middle, bar));
  g_assert_cmpuint (fixture_sequence (bar), ==, fixture_record (document, "sequences[0]")->id);
  g_assert_false (mw_time_bar_is_playing (bar));
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/inspector/an edit changes the document and undo brings back value and widget", test_edit);
  g_test_add_func ("/ui/inspector/invalid input changes nothing and says why", test_refused);
  g_test_add_func ("/ui/inspector/a reference lists names and its target says who uses it", test_reference);
  g_test_add_func ("/ui/inspector/keys are added and removed in the inspector, one step each", test_keys);
  g_test_add_func ("/ui/inspector/several elements are edited in one step", test_several);
  g_test_add_func ("/ui/inspector/differing values are marked as such, and one edit sets them all", test_differ);
  g_test_add_func ("/ui/inspector/flags, switches, choices and components have plain labels", test_words);
  g_test_add_func ("/ui/inspector/flags of other versions are not offered, but kept", test_flags_of_version);
  g_test_add_func ("/ui/inspector/the list of users follows added and removed tracks", test_users);
  g_test_add_func ("/ui/inspector/editors have the names of their fields", test_accessible);
  g_test_add_func ("/ui/inspector/Tab and Shift+Tab go from number to number", test_tab);
  g_test_add_func ("/ui/inspector/a number says its unit, and what is wrong with it", test_number);
  g_test_add_func ("/ui/inspector/the button of a list selects its first element", test_list);
  g_test_add_func ("/ui/inspector/a part says what it is a part of", test_part_of);
  g_test_add_func ("/ui/inspector/the playhead follows the chosen key, whose time is that in the sequence",
                   test_playhead);
  return g_test_run ();
}
