/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/window.h"

/* A window with a model in it, in this process. */

/* A new folder that is removed by fixture_end(). */
const char *fixture_folder (void);
/* A copy of data/samples/NAME in that folder; free with g_free(). */
char *fixture_sample (const char *name);
/* An empty window on the screen. */
MwWindow *fixture_window (void);
/* Opens a file and waits until it is there (or an error is shown). Returns its page, or NULL. */
MwDocumentPage *fixture_open (MwWindow *window, const char *path);
/* Waits until nothing is being opened or saved. */
void fixture_wait (MwWindow *window);
/* How many seconds a test waits for what has to come: long, since machines are busy, and only a test that fails waits so long. */
enum { FIXTURE_PATIENCE = 60 };
/* Runs the main loop until `done` says so; FALSE after FIXTURE_PATIENCE. */
typedef gboolean (*FixtureDone) (gpointer data);
gboolean fixture_until (FixtureDone done, gpointer data);
/* Lets everything happen that waits to, frames included. */
void fixture_settle (void);
/* Destroys the window and all that is in it. */
void fixture_end (MwWindow *window);

/* The record of a path; asserts that there is one. */
MwRecord *fixture_record (MwDocument *document, const char *path);
/* The value of a path as text; free with g_free(). */
char *fixture_value (MwDocument *document, const char *path);
/* Selects the record and gives the inspector's editor of a field. */
GtkWidget *fixture_editor (MwDocumentPage *page, const char *path, const char *field);
/* The first widget of a type below (or at) `widget`, depth first. */
GtkWidget *fixture_find (GtkWidget *widget, GType type);
/* The bytes of the document as they would be saved. */
GBytes *fixture_bytes (MwDocument *document);
