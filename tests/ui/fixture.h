/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "tests/ui/act.h"
#include "tests/ui/find.h"
#include "ui/window/window.h"

/* Opens a window with a model in this process, for tests of the user interface. */

/* A temporary folder that fixture_clear(), fixture_end() and the end of the program remove. */
const char *fixture_folder (void);
/* Copies data/samples/NAME into that folder and returns the path; free with g_free(). */
char *fixture_sample (const char *name);
/* An empty window on the screen. */
MwWindow *fixture_window (void);
/* Opens a file and waits until it is open or an error is shown. Returns its page, or NULL. */
MwDocumentPage *fixture_open (MwWindow *window, const char *path);
/* Waits until nothing is being opened or saved; whether that is so. */
void fixture_wait (MwWindow *window);
gboolean fixture_is_idle (MwWindow *window);
/* How many seconds a test waits for something. Long, because machines may be busy; only a failing test waits that long. */
enum { FIXTURE_PATIENCE = 60 };
/* Runs the main loop until `done` returns TRUE; FALSE after FIXTURE_PATIENCE seconds. */
typedef gboolean (*FixtureDone) (gpointer data);
gboolean fixture_until (FixtureDone done, gpointer data);
/* Runs all pending work, including frames. */
void fixture_settle (void);
/* Closes all tabs without asking, and removes the files: for tests of one program that share a window. */
void fixture_clear (MwWindow *window);
/* Destroys the window and its content. */
void fixture_end (MwWindow *window);

/* The record at a path; asserts that it exists. */
MwRecord *fixture_record (MwDocument *document, const char *path);
/* The value at a path as text; free with g_free(). */
char *fixture_value (MwDocument *document, const char *path);
/* The bytes that a save of the document would write. */
GBytes *fixture_bytes (MwDocument *document);

/* What the window shows. */

/* The line in the status bar. */
const char *fixture_status (MwWindow *window);
/* The text of the error bar of the window, or of the bar of a page that shows an error or a notice; NULL: none is
 * shown. */
const char *fixture_window_error (MwWindow *window);
const char *fixture_error (MwDocumentPage *page);
const char *fixture_notice (MwDocumentPage *page);
/* What the message says that something was removed, and what the banner says that another program changed the file.
 * NULL: it is not shown. */
const char *fixture_toast (MwWindow *window);
const char *fixture_banner (MwDocumentPage *page);
/* The rows of the outline: GtkTreeListRow of MwOutlineNode. */
GListModel *fixture_rows (MwOutline *outline);
/* Types into the filter of the outline. */
void fixture_filter (MwOutline *outline, const char *text);
GtkWidget *fixture_sequences (MwDocumentPage *page);

/* The inspector. */

/* Whether an inspector or a form has made all its rows, since large ones are made in several parts, and the bytes of a panel are
 * those of the document. */
gboolean fixture_is_whole (GtkWidget *widget);
/* The only selected element; 0: there is none, or several. */
MwId fixture_selected (MwDocument *document);
guint fixture_n_selected (MwDocument *document);
/* The form in view, once it has all its rows; NULL: elements of several kinds are selected. */
MwRecordForm *fixture_form (MwDocumentPage *page);
/* Selects the record at a path, and returns its form. */
MwRecordForm *fixture_select (MwDocumentPage *page, const char *path);
/* The same, and returns the editor (MwFieldEditor) of a field. */
GtkWidget *fixture_editor (MwDocumentPage *page, const char *path, const char *field);
/* The editor (MwFieldEditor) of a field of a record, or NULL: for a table, a form of operations, or a form. */
GtkWidget *fixture_find_editor (gpointer root, MwId id, const MwField *field);
/* The same in the form in view. Opens the keys of a track if the record is the track, or a lane of it. */
GtkWidget *fixture_field (MwDocumentPage *page, MwId id, const MwField *field);
/* The row of a form for a field or a track, without the rows below it. */
GtkWidget *fixture_row (MwRecordForm *form, const MwSchema *schema, const MwField *field);
/* Opens the keys of the track in this field, and returns their form. */
MwRecordForm *fixture_open_track (MwRecordForm *form, const MwSchema *schema, const MwField *track);
/* The title above the list of users; and how many users it has. */
const char *fixture_users_title (MwDocumentPage *page);
guint fixture_n_users (MwDocumentPage *page);

/* The value that an editor shows in its n-th entry; and that entry. */
const char *fixture_shown (GtkWidget *editor, guint n);
GtkWidget *fixture_entry (GtkWidget *editor, guint n);
/* The editor of the element that an array editor shows. */
GtkWidget *fixture_element (GtkWidget *array_editor);
/* Scrolls the inspector until a widget in it is in view. */
void fixture_scroll_to (GtkWidget *widget);
/* Opens the list of a reference editor, and returns it: a GtkListView of GtkStringObject. */
GtkWidget *fixture_open_list (GtkWidget *reference_editor);
/* Clicks the row with this name in that list; FALSE: there is none, or it was refused. */
gboolean fixture_pick (GtkWidget *reference_editor, const char *name);
/* What the button of a reference editor says. */
const char *fixture_title (GtkWidget *reference_editor);

/* The time bar. */

/* Chooses a sequence (0: the rest pose), and moves the slider to a time in ms from its start. */
void fixture_show_sequence (MwDocumentPage *page, MwId sequence);
void fixture_show_time (MwDocumentPage *page, gint32 time);
GtkWidget *fixture_sequence_chooser (MwTimeBar *bar);
/* The sequence on show; 0: the rest pose. */
MwId fixture_sequence (MwTimeBar *bar);
/* Milliseconds from the start of the sequence; 0 in the rest pose. */
gint32 fixture_time (MwTimeBar *bar);
/* The time on show as it is in the file. */
gint32 fixture_time_in_file (MwDocumentPage *page);
