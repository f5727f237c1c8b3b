/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/window.h"

/* Opens a window with a model in this process, for tests of the user interface. */

/* A temporary folder that fixture_end() removes. */
const char *fixture_folder (void);
/* Copies data/samples/NAME into that folder and returns the path; free with g_free(). */
char *fixture_sample (const char *name);
/* An empty window on the screen. */
MwWindow *fixture_window (void);
/* Opens a file and waits until it is open or an error is shown. Returns its page, or NULL. */
MwDocumentPage *fixture_open (MwWindow *window, const char *path);
/* Waits until nothing is being opened or saved. */
void fixture_wait (MwWindow *window);
/* How many seconds a test waits for something. Long, because machines may be busy; only a failing test waits that long. */
enum { FIXTURE_PATIENCE = 60 };
/* Runs the main loop until `done` returns TRUE; FALSE after FIXTURE_PATIENCE seconds. */
typedef gboolean (*FixtureDone) (gpointer data);
gboolean fixture_until (FixtureDone done, gpointer data);
/* Runs all pending work, including frames. */
void fixture_settle (void);
/* Destroys the window and its content. */
void fixture_end (MwWindow *window);

/* The record at a path; asserts that it exists. */
MwRecord *fixture_record (MwDocument *document, const char *path);
/* The value at a path as text; free with g_free(). */
char *fixture_value (MwDocument *document, const char *path);
/* Selects the record at a path and returns the inspector's editor of a field. */
GtkWidget *fixture_editor (MwDocumentPage *page, const char *path, const char *field);
/* The first widget of a type below (or at) `widget`, depth first. */
GtkWidget *fixture_find (GtkWidget *widget, GType type);
/* The bytes that a save of the document would write. */
GBytes *fixture_bytes (MwDocument *document);
