/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/io/bytes.h"
#include "tests/core/io/files.h"
#include "tests/ui/fixture.h"
#include "ui/time/played-chooser.h"
#include "ui/bytes/bytes-panel.h"
#include "core/base/file-set.h"
#include "core/io/registry.h"
#include "core/pose/clock.h"
#include "core/schema/value.h"
#include "ui/edit.h"
#include "ui/error-bar.h"
#include "ui/inspector/fold.h"
#include "ui/inspector/field-editor.h"
#include "ui/labels.h"
#include "ui/viewport/overlays-button.h"
#include "ui/places.h"
#include "ui/operations/trial.h"
#include "ui/outline/row-slots.h"
#include "ui/widgets.h"
#include "ui/inspector/value-entry.h"
#include "ui/window/window-private.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

static char *folder;

static void
remove_folder (void)
{
  if (folder)
    files_remove (folder);
  g_clear_pointer (&folder, g_free);
}

const char *
fixture_folder (void)
{
  static gboolean removed_at_exit;
  if (!removed_at_exit)
    atexit (remove_folder);
  removed_at_exit = TRUE;
  if (!folder)
    folder = g_dir_make_tmp ("modelwright-XXXXXX", NULL);
  g_assert_nonnull (folder);
  return folder;
}

char *
fixture_sample (const char *name)
{
  g_autofree char *from = g_build_filename (g_getenv ("MODELWRIGHT_SOURCE_ROOT"), "data", "samples", name, NULL);
  char *to = g_build_filename (fixture_folder (), name, NULL), *bytes;
  gsize size;
  GError *error = NULL;
  g_file_get_contents (from, &bytes, &size, &error);
  g_assert_no_error (error);
  g_file_set_contents (to, bytes, (gssize) size, &error);
  g_assert_no_error (error);
  g_free (bytes);
  return to;
}

MwWindow *
fixture_window (void)
{
  /* GTK 4.8 leaks a date each time it checks for recent files that are too old. */
  g_object_set (gtk_settings_get_default (), "gtk-recent-files-max-age", -1, NULL);
  /* The cursor of a focused entry would draw a frame after the other, and nothing would ever be quiet. Benches measure
   * with it. */
  if (g_test_initialized ())
    g_object_set (gtk_settings_get_default (), "gtk-cursor-blink", FALSE, "gtk-enable-animations", FALSE, NULL);
  /* No operation moves to a worker because the machine is slow; ui/test-trial.c is about those that do. Benches measure them. */
  if (g_test_initialized ())
    mw_trial_patience = mw_trial_unseen = G_TIME_SPAN_MINUTE;
  /* Opened models stay in the rest pose; the tests of this setting switch it on. */
  g_settings_set_boolean (mw_places_settings (), "play-when-opened", FALSE);
  /* Nor are effects drawn: those of everything.mdx take many seconds for one frame. Tests about them switch them on. */
  if (g_test_initialized ())
    g_settings_set_boolean (mw_places_settings (), MW_EFFECTS, FALSE);
  MwWindow *window = MW_WINDOW (mw_window_new (NULL));
  gtk_window_present (GTK_WINDOW (window));
  fixture_settle ();
  return window;
}

static gboolean
expired (gpointer flag)
{
  *(gboolean *) flag = TRUE;
  return G_SOURCE_REMOVE;
}

gboolean
fixture_until (FixtureDone done, gpointer data)
{
  gboolean late = FALSE;
  guint timeout = g_timeout_add_seconds (FIXTURE_PATIENCE, expired, &late);
  while (!done (data) && !late)
    g_main_context_iteration (NULL, TRUE);
  if (!late)
    g_source_remove (timeout);
  return !late;
}

/* The window shows a spinner while it opens or saves files. */
gboolean
fixture_is_idle (MwWindow *window)
{
  return !gtk_spinner_get_spinning (GTK_SPINNER (find_id (GTK_WIDGET (window), "spinner")));
}

static gboolean
is_idle (gpointer window)
{
  return fixture_is_idle (window);
}

void
fixture_wait (MwWindow *window)
{
  g_assert_true (fixture_until (is_idle, window));
  fixture_settle ();
}

/* How many frames all windows have drawn, and whether one of them is about to draw another. A frame clock that has something to do
 * has a source for it. */
static gint64
frames (gboolean *pending)
{
  GListModel *windows = gtk_window_get_toplevels ();
  gint64 sum = 0;
  *pending = FALSE;
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++) {
    g_autoptr (GtkNative) window = g_list_model_get_item (windows, i);
    GdkSurface *surface = gtk_native_get_surface (window);
    GdkFrameClock *clock = surface ? gdk_surface_get_frame_clock (surface) : NULL;
    if (!clock)
      continue;
    sum += gdk_frame_clock_get_frame_counter (clock);
    *pending = *pending || g_main_context_find_source_by_user_data (NULL, clock);
  }
  return sum;
}

/* Runs the main loop until no frame is due and nothing has happened for a while, since a frame may queue more work and the machine
 * may be busy. If that never ends (while playing), stops after some frames. */
void
fixture_settle (void)
{
  enum { QUIET = 20, MOST_MS = 1000, MOST_FRAMES = 8 };
  gboolean pending;
  const gint64 first = frames (&pending), begin = g_get_monotonic_time ();
  for (guint quiet = 0;
       quiet < QUIET && g_get_monotonic_time () - begin < MOST_MS * 1000 && frames (&pending) - first < MOST_FRAMES;) {
    const gboolean busy = g_main_context_iteration (NULL, FALSE);
    quiet = busy || pending ? 0 : quiet + 1;
    if (!busy)
      g_usleep (1000);
  }
}

MwDocumentPage *
fixture_open (MwWindow *window, const char *path)
{
  guint before = mw_window_get_n_pages (window);
  mw_window_open (window, path);
  fixture_wait (window);
  return mw_window_get_n_pages (window) > before ? mw_window_get_page (window) : NULL;
}

void
fixture_clear (MwWindow *window)
{
  while (mw_window_get_n_pages (window))
    mw_window_remove_page (window, mw_window_get_nth_page (window, 0));
  fixture_settle ();
  remove_folder ();
}

/* Whether no tooltip waits to be shown. One that does is shown at once, and not after half a second. */
static gboolean
has_no_timer (gpointer display)
{
  GSource *timer = g_main_context_find_source_by_user_data (NULL, display);
  if (timer)
    g_source_set_ready_time (timer, 0);
  return !timer;
}

/* The timer that will show a tooltip outlives its window in GTK 4.8, and then asks a surface that is gone where the pointer is. */
static void
wait_for_tooltip (void)
{
  g_assert_true (fixture_until (has_no_timer, gdk_display_get_default ()));
}

void
fixture_end (MwWindow *window)
{
  wait_for_tooltip ();
  gtk_window_destroy (GTK_WINDOW (window));
  fixture_settle ();
  remove_folder ();
}

MwRecord *
fixture_record (MwDocument *document, const char *path)
{
  MwTarget target;
  GError *error = NULL;
  mw_path_resolve_one (mw_document_get_model (document), path, &target, &error);
  g_assert_no_error (error);
  g_assert_null (target.field);
  return target.record;
}

MwId
fixture_selected (MwDocument *document)
{
  guint n;
  const MwId *ids = mw_document_get_selection (document, &n);
  return n == 1 ? ids[0] : 0;
}

guint
fixture_n_selected (MwDocument *document)
{
  guint n;
  mw_document_get_selection (document, &n);
  return n;
}

char *
fixture_value (MwDocument *document, const char *path)
{
  MwTarget target;
  GError *error = NULL;
  mw_path_resolve_one (mw_document_get_model (document), path, &target, &error);
  g_assert_no_error (error);
  return mw_value_print (mw_document_get_model (document), &target);
}

GBytes *
fixture_bytes (MwDocument *document)
{
  GError *error = NULL;
  GBytes *bytes = io_write_bytes (mw_document_get_model (document), mw_document_get_format (document), NULL, NULL,
                                  &error);
  g_assert_no_error (error);
  return bytes;
}

/* --- What the window shows ---------------------------------------------------------------------------------------- */

const char *
fixture_status (MwWindow *window)
{
  return gtk_label_get_text (GTK_LABEL (find_id (GTK_WIDGET (window), "status")));
}

/* The sentence of an error bar, or NULL while it shows none of this kind. */
static const char *
sentence (GtkWidget *bar, GtkMessageType type)
{
  GtkWidget *info = find_shown (bar, GTK_TYPE_INFO_BAR);
  if (!info || gtk_info_bar_get_message_type (GTK_INFO_BAR (info)) != type)
    return NULL;
  return gtk_label_get_text (GTK_LABEL (find_type (info, GTK_TYPE_LABEL)));
}

static const char *
sentence_of_page (MwDocumentPage *page, GtkMessageType type)
{
  GtkWidget *bar;
  const char *text = NULL;
  for (guint i = 0; !text && (bar = find_nth (GTK_WIDGET (page), MW_TYPE_ERROR_BAR, i)); i++)
    text = sentence (bar, type);
  return text;
}

const char *
fixture_window_error (MwWindow *window)
{
  return sentence (find_id (GTK_WIDGET (window), "errors"), GTK_MESSAGE_ERROR);
}

const char *
fixture_error (MwDocumentPage *page)
{
  return sentence_of_page (page, GTK_MESSAGE_ERROR);
}

const char *
fixture_notice (MwDocumentPage *page)
{
  return sentence_of_page (page, GTK_MESSAGE_WARNING);
}

const char *
fixture_toast (MwWindow *window)
{
  GtkWidget *toast = find_shown (GTK_WIDGET (window), MW_TYPE_TOAST);
  return toast ? gtk_label_get_text (GTK_LABEL (find_type (toast, GTK_TYPE_LABEL))) : NULL;
}

const char *
fixture_banner (MwDocumentPage *page)
{
  GtkWidget *banner = find_shown (GTK_WIDGET (page), MW_TYPE_CHANGED_BAR);
  return banner ? gtk_label_get_text (GTK_LABEL (find_type (banner, GTK_TYPE_LABEL))) : NULL;
}

GListModel *
fixture_rows (MwOutline *outline)
{
  GtkSelectionModel *selection = gtk_list_view_get_model (mw_outline_get_view (outline));
  return mw_row_slots_get_rows (MW_ROW_SLOTS (gtk_multi_selection_get_model (GTK_MULTI_SELECTION (selection))));
}

static gboolean
set_true (gpointer done)
{
  *(gboolean *) done = TRUE;
  return G_SOURCE_REMOVE;
}

void
fixture_filter (MwOutline *outline, const char *text)
{
  GtkWidget *search = find_type (GTK_WIDGET (outline), GTK_TYPE_SEARCH_ENTRY);
  act_type (search, text);
  /* GTK does this after a pause in the typing. */
  g_signal_emit_by_name (search, "search-changed");
  /* The outline waits for the next frame. What comes at the same moment is done in order. */
  gboolean done = FALSE;
  mw_before_frame (set_true, &done);
  while (!done)
    g_main_context_iteration (NULL, TRUE);
}

GtkWidget *
fixture_sequences (MwDocumentPage *page)
{
  return find_type (GTK_WIDGET (page), MW_TYPE_SEQUENCES_TABLE);
}

/* --- The inspector ------------------------------------------------------------------------------------------------ */

static gboolean
is_busy (GtkWidget *widget)
{
  g_autofree char *other = gtk_test_accessible_check_state (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_STATE_BUSY, TRUE);
  return other == NULL;
}

gboolean
fixture_is_whole (GtkWidget *widget)
{
  if ((MW_IS_INSPECTOR (widget) || MW_IS_RECORD_FORM (widget) || MW_IS_BYTES_PANEL (widget)) && is_busy (widget))
    return FALSE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_get_visible (child) && !fixture_is_whole (child))
      return FALSE;
  return TRUE;
}

static gboolean
is_whole (gpointer widget)
{
  return fixture_is_whole (widget);
}

MwRecordForm *
fixture_form (MwDocumentPage *page)
{
  GtkWidget *inspector = GTK_WIDGET (mw_document_page_get_inspector (page));
  g_assert_true (fixture_until (is_whole, inspector));
  GtkWidget *form = find_shown (inspector, MW_TYPE_RECORD_FORM);
  return form ? MW_RECORD_FORM (form) : NULL;
}

MwRecordForm *
fixture_select (MwDocumentPage *page, const char *path)
{
  MwDocument *document = mw_document_page_get_document (page);
  MwRecord *record = *path ? fixture_record (document, path) : &mw_document_get_model (document)->record;
  mw_document_select (document, &record->id, *path ? 1 : 0);
  MwRecordForm *form = fixture_form (page);
  g_assert_nonnull (form);
  return form;
}

GtkWidget *
fixture_editor (MwDocumentPage *page, const char *path, const char *field)
{
  MwDocument *document = mw_document_page_get_document (page);
  MwRecord *record = *path ? fixture_record (document, path) : &mw_document_get_model (document)->record;
  MwRecordForm *form = fixture_select (page, path);
  GtkWidget *editor = fixture_find_editor (form, record->id, mw_schema_field (record->schema, field));
  g_assert_true (MW_IS_FIELD_EDITOR (editor));
  return editor;
}

static gboolean
edits (MwFieldEditor *editor, MwId id, const MwField *field)
{
  guint n;
  const MwId *ids = mw_field_editor_get_ids (editor, &n);
  for (guint i = 0; i < n; i++)
    if (ids[i] == id)
      return mw_field_editor_get_field (editor) == field;
  return FALSE;
}

GtkWidget *
fixture_find_editor (gpointer root, MwId id, const MwField *field)
{
  if (MW_IS_FIELD_EDITOR (root))
    return edits (root, id, field) ? root : NULL;
  GtkWidget *found = NULL;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = fixture_find_editor (child, id, field);
  return found;
}

GtkWidget *
fixture_field (MwDocumentPage *page, MwId id, const MwField *field)
{
  MwRecordForm *form = fixture_form (page);
  g_assert_nonnull (form);
  const MwRecord *track = mw_model_find (mw_document_get_model (mw_document_page_get_document (page)), id);
  while (track && track->owner && mw_record_slot (track)->type != MW_TYPE_CHILD)
    track = track->owner;
  if (track && track->owner)
    fixture_open_track (form, track->owner->schema, mw_record_slot (track));
  return fixture_find_editor (form, id, field);
}

/* Whether a row is that of a field, or of a track without a static value. */
static gboolean
is_row_of (GtkWidget *row, const MwField *fixed, const MwField *field)
{
  GtkWidget *editor = find_type (row, MW_TYPE_FIELD_EDITOR), *label = find_type (row, GTK_TYPE_LABEL);
  return fixed ? editor && mw_field_editor_get_field (MW_FIELD_EDITOR (editor)) == fixed
               : gtk_widget_has_css_class (row, "field-row")
                   && strcmp (gtk_label_get_text (GTK_LABEL (label)), mw_ui_label (field->label)) == 0;
}

GtkWidget *
fixture_row (MwRecordForm *form, const MwSchema *schema, const MwField *field)
{
  const MwField *fixed = field->type == MW_TYPE_CHILD ? mw_ui_fixed_field (schema, field) : field;
  for (GtkWidget *fold = gtk_widget_get_first_child (GTK_WIDGET (form)); fold;
       fold = gtk_widget_get_next_sibling (fold))
    for (GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (mw_fold_get_body (MW_FOLD (fold)))); row;
         row = gtk_widget_get_next_sibling (row))
      if (is_row_of (row, fixed, field))
        return row;
  return NULL;
}

MwRecordForm *
fixture_open_track (MwRecordForm *form, const MwSchema *schema, const MwField *track)
{
  GtkWidget *expander = find_type (fixture_row (form, schema, track), GTK_TYPE_EXPANDER);
  g_assert_true (gtk_widget_get_visible (expander));
  gtk_expander_set_expanded (GTK_EXPANDER (expander), TRUE);
  g_assert_true (fixture_until (is_whole, form));
  return MW_RECORD_FORM (find_type (expander, MW_TYPE_RECORD_FORM));
}

static GtkWidget *
users_of (MwDocumentPage *page)
{
  GtkWidget *inspector = GTK_WIDGET (mw_document_page_get_inspector (page));
  g_assert_true (fixture_until (is_whole, inspector));
  return find_called (inspector, GTK_TYPE_BOX, "Used by");
}

const char *
fixture_users_title (MwDocumentPage *page)
{
  return gtk_label_get_text (GTK_LABEL (gtk_widget_get_prev_sibling (users_of (page))));
}

guint
fixture_n_users (MwDocumentPage *page)
{
  const char *title = fixture_users_title (page);
  return g_str_has_prefix (title, "Used by (") ? (guint) g_ascii_strtoull (title + strlen ("Used by ("), NULL, 10) : 0;
}

GtkWidget *
fixture_entry (GtkWidget *editor, guint n)
{
  GtkWidget *entry = find_nth (editor, MW_TYPE_VALUE_ENTRY, n);
  g_assert_nonnull (entry);
  return entry;
}

const char *
fixture_shown (GtkWidget *editor, guint n)
{
  return gtk_editable_get_text (GTK_EDITABLE (fixture_entry (editor, n)));
}

GtkWidget *
fixture_element (GtkWidget *array_editor)
{
  return find_nth (array_editor, MW_TYPE_FIELD_EDITOR, 1);
}

/* Scrolls a widget into view once it is laid out; whether it is there. */
static gboolean
scroll_to (gpointer widget)
{
  if (!gtk_widget_get_mapped (widget) || gtk_widget_get_width (widget) == 0)
    return FALSE;
  GtkWidget *view = gtk_widget_get_ancestor (widget, GTK_TYPE_VIEWPORT);
  graphene_rect_t seen, inside;
  if (!view || !gtk_widget_compute_bounds (widget, view, &seen)
      || (seen.origin.y >= 0 && seen.origin.y + seen.size.height <= gtk_widget_get_height (view)))
    return TRUE;
  if (gtk_widget_compute_bounds (widget, gtk_viewport_get_child (GTK_VIEWPORT (view)), &inside))
    gtk_adjustment_set_value (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view)), inside.origin.y);
  return FALSE;
}

void
fixture_scroll_to (GtkWidget *widget)
{
  mw_fold_reveal (widget);
  g_assert_true (fixture_until (scroll_to, widget));
}

GtkWidget *
fixture_open_list (GtkWidget *reference_editor)
{
  GtkWidget *button = find_type (reference_editor, GTK_TYPE_BUTTON);
  fixture_scroll_to (button);
  act_click (button);
  return find_type (reference_editor, GTK_TYPE_LIST_VIEW);
}

gboolean
fixture_pick (GtkWidget *reference_editor, const char *name)
{
  GtkWidget *list = find_type (reference_editor, GTK_TYPE_LIST_VIEW);
  return act_pick_named (list, name) && !mw_field_editor_get_error (MW_FIELD_EDITOR (reference_editor));
}

const char *
fixture_title (GtkWidget *reference_editor)
{
  return gtk_label_get_text (GTK_LABEL (find_type (find_type (reference_editor, GTK_TYPE_BUTTON), GTK_TYPE_LABEL)));
}

/* --- The time bar ------------------------------------------------------------------------------------------------- */

GtkWidget *
fixture_sequence_chooser (MwTimeBar *bar)
{
  return find_called (GTK_WIDGET (bar), GTK_TYPE_DROP_DOWN, "Sequence");
}

void
fixture_show_sequence (MwDocumentPage *page, MwId sequence)
{
  GtkWidget *chooser = fixture_sequence_chooser (mw_document_page_get_time_bar (page));
  GListModel *rows = gtk_drop_down_get_model (GTK_DROP_DOWN (chooser));
  for (guint i = 0; i < g_list_model_get_n_items (rows); i++) {
    g_autoptr (GObject) row = g_list_model_get_item (rows, i);
    if (GPOINTER_TO_UINT (g_object_get_data (row, MW_PLAYED_CHOOSER_ID)) != sequence)
      continue;
    act_choose (chooser, i);
    return;
  }
  g_assert_not_reached ();
}

void
fixture_show_time (MwDocumentPage *page, gint32 time)
{
  GtkWidget *slider = find_type (GTK_WIDGET (mw_document_page_get_time_bar (page)), GTK_TYPE_SCALE);
  gtk_range_set_value (GTK_RANGE (slider), time);
}

MwId
fixture_sequence (MwTimeBar *bar)
{
  MwTimeBarView view;
  mw_time_bar_get_view (bar, &view);
  return view.sequence;
}

gint32
fixture_time (MwTimeBar *bar)
{
  MwTimeBarView view;
  mw_time_bar_get_view (bar, &view);
  return view.time;
}

gint32
fixture_time_in_file (MwDocumentPage *page)
{
  MwTimeBar *bar = mw_document_page_get_time_bar (page);
  MwClock clock = MW_CLOCK_REST;
  mw_clock_play (&clock, mw_document_get_model (mw_document_page_get_document (page)), fixture_sequence (bar));
  return clock.start + fixture_time (bar);
}
