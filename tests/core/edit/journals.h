/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/journal-private.h"
#include "core/edit/recovery.h"

/* Documents that are edited with a journal, and what a program leaves of them that is killed. */

typedef struct {
  MwDocument *document;
  MwFileSet *set;
  char *path;
  MwJournal *journal;
} Opened;

/* Where the models stand, and the folder of the journals, which is empty when a test begins. */
extern char *journals_folder, *journals_state;

/* Opens a file as the window does, with a journal. */
Opened journals_open_at (const char *path);
/* A file of these bytes, under a name of its own. Free with g_free(). */
char *journals_write_file (const char *suffix, const void *bytes, gsize size);
/* A copy of a file, opened. */
Opened journals_open_copy (const char *from, const char *suffix);
/* A copy of data/samples/NAME, opened. */
Opened journals_open_sample (const char *name);
/* The set on the disk, under a name of its own, opened. */
Opened journals_open_set (const MwFileSet *set);
/* All that was done is in the journal. */
void journals_flush (Opened *opened);
/* Saves as the window does; FALSE where the model cannot be written or proved. */
gboolean journals_try_save (Opened *opened, const char *path, gboolean text, gboolean side_channel);
/* The same of a model that can be. */
void journals_save (Opened *opened, const char *path, gboolean text, gboolean side_channel);
/* Closes it as the window does: its journal goes. */
void journals_opened_clear (Opened *opened);
/* There is no journal. */
void journals_assert_none_left (void);
/* The journal as a kill leaves it: everything queued is there, the lock is gone. */
void journals_leave (Opened *opened);
/* The one journal that is left. */
MwLeftJournal *journals_find_left (void);
/* What that holds. */
MwRecovered *journals_recover (void);
/* Everything that can be told of a document: the model as it is and as it was at every step, what can be undone and redone, where it
 * is clean, as what it is saved. */
void journals_assert_same (MwDocument *control, MwDocument *document);
/* Removes the one journal that is left. */
void journals_discard (void);
/* One step that sets a path. */
void journals_set_value (Opened *opened, const char *path, const char *value);

typedef struct {
  const char *name;
  void (*test) (void);
} JournalsTest;
/* Runs the tests below "/edit/GROUP/". */
int journals_run (int argc, char **argv, const char *group, const JournalsTest *tests, guint n);
