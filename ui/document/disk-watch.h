/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/file-changes.h"

#include <glib-object.h>

/* Watches the files of one document for changes by other programs. It compares three states: the files as the document
 * read or last wrote them, the files that the user was told of last, and the files now.
 *
 * A worker reads the files when something in their folders changes and after mw_disk_watch_look(). Only different bytes
 * count as a change, so a touch, the document's own save and a change that was reverted do not.
 *
 * Signal: "looked", after a reading that differs from the one before it. */
#define MW_TYPE_DISK_WATCH (mw_disk_watch_get_type ())
G_DECLARE_FINAL_TYPE (MwDiskWatch, mw_disk_watch, MW, DISK_WATCH, GObject)

MwDiskWatch *mw_disk_watch_new (void);
/* Sets the files as the document read or wrote them; NULL: it has none. Forgets what the user was told of. Copies the
 * set and shares its bytes. */
void mw_disk_watch_set_files (MwDiskWatch *self, const MwFileSet *set);
/* Reads the files soon. Called when the window gets the focus; file systems that send no change events (network shares)
 * need it. */
void mw_disk_watch_look (MwDiskWatch *self);
/* Holds reading while the document itself writes its files; releasing it reads them. */
void mw_disk_watch_hold (MwDiskWatch *self, gboolean hold);

/* The changes (MwFileChange) of the files now since the document read or wrote them, and since the user was told. Free
 * with g_ptr_array_unref(). */
GPtrArray *mw_disk_watch_changes (MwDiskWatch *self);
GPtrArray *mw_disk_watch_unacknowledged (MwDiskWatch *self);
/* Records that the user was told of the state `now` (NULL: the last reading) and chose to keep the document. */
void mw_disk_watch_acknowledge (MwDiskWatch *self, const MwFileSet *now);
/* The files as the user knows them, which a save may replace (mw_file_set_update()). NULL if there are none. Belongs to
 * the watch. */
const MwFileSet *mw_disk_watch_known (MwDiskWatch *self);
/* The files as last read; before the first reading, the files that were set. Belongs to the watch. */
const MwFileSet *mw_disk_watch_now (MwDiskWatch *self);
/* Whether a reading is running or due (for tests). */
gboolean mw_disk_watch_is_busy (MwDiskWatch *self);
