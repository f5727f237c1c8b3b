/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/journal-private.h"
#include "core/edit/recovery.h"

/* Documents that are edited with a journal, and what a killed program leaves of them. */

typedef struct {
  MwDocument *document;
  MwFileSet *set;
  char *path;
  MwJournal *journal;
} Opened;

/* Folders for the models and for the journals. The latter is empty when a test begins. */
extern char *journals_folder, *journals_state;

/* Opens a file with a journal, as the window does. */
Opened journals_open_at (const char *path);
/* Writes these bytes to a file with a new name. Free with g_free(). */
char *journals_write_file (const char *suffix, const void *bytes, gsize size);
/* Opens a copy of a file. */
Opened journals_open_copy (const char *from, const char *suffix);
/* Opens a copy of data/samples/NAME. */
Opened journals_open_sample (const char *name);
/* Writes the set to the disk under a new name and opens it. */
Opened journals_open_set (const MwFileSet *set);
/* Waits until everything is in the journal. */
void journals_flush (Opened *opened);
/* Saves as the window does. FALSE if the model cannot be written or proved. */
gboolean journals_try_save (Opened *opened, const char *path, gboolean text, gboolean side_channel);
/* The same; fails the test if the model cannot be saved. */
void journals_save (Opened *opened, const char *path, gboolean text, gboolean side_channel);
/* Closes the document as the window does, which removes its journal. */
void journals_opened_clear (Opened *opened);
/* Fails if there is a journal. */
void journals_assert_none_left (void);
/* Leaves the journal as a kill does: everything queued is written, and the lock is released. */
void journals_leave (Opened *opened);
/* The only journal that is left. */
MwLeftJournal *journals_find_left (void);
/* Recovers it. */
MwRecovered *journals_recover (void);
/* Compares everything about two documents: the model now and at every step, what can be undone and redone, where it
 * is clean, and the format that it is saved as. */
void journals_assert_same (MwDocument *control, MwDocument *document);
/* Removes the only journal that is left. */
void journals_discard (void);
/* Frees what was recovered, removes the journal that is left, and closes the document. */
void journals_end (Opened *opened, MwRecovered *recovered);
/* Sets a path in one step. */
void journals_set_value (Opened *opened, const char *path, const char *value);

typedef struct {
  const char *name;
  void (*test) (void);
} JournalsTest;
/* Runs the tests below "/edit/GROUP/". */
int journals_run (int argc, char **argv, const char *group, const JournalsTest *tests, guint n);
