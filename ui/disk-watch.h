/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/file-changes.h"

#include <glib-object.h>

/* Watches the files of one document: whether they still hold what it read or last wrote, or what its user was told of. What
 * stirs in their folders, and mw_disk_watch_look(), makes a worker look; bytes decide, so that a touch, an own save and a
 * change that was taken back are none.
 *
 * Signals: "looked", after each look that found other files than the one before it. */
#define MW_TYPE_DISK_WATCH (mw_disk_watch_get_type ())
G_DECLARE_FINAL_TYPE (MwDiskWatch, mw_disk_watch, MW, DISK_WATCH, GObject)

MwDiskWatch *mw_disk_watch_new (void);
/* The files as the document read or wrote them; NULL: it has none. What the user was told of before is forgotten. The set is
 * copied, its bytes are shared. */
void mw_disk_watch_set_files (MwDiskWatch *self, const MwFileSet *set);
/* Looks soon. Where nobody tells of changes (network shares), this is how they are found: when the window gets the focus. */
void mw_disk_watch_look (MwDiskWatch *self);
/* While the document itself writes its files, nothing is looked at; afterwards it is. */
void mw_disk_watch_hold (MwDiskWatch *self, gboolean hold);

/* What differs between the document's files and the last look (MwFileChange), or from what the user was told of. Free with
 * g_ptr_array_unref(). */
GPtrArray *mw_disk_watch_changes (MwDiskWatch *self);
GPtrArray *mw_disk_watch_untold (MwDiskWatch *self);
/* The user knows of what `now` (a look; NULL: the last one) found, and keeps his own. */
void mw_disk_watch_tell (MwDiskWatch *self, const MwFileSet *now);
/* What a save may replace: the files as the user knows them (mw_file_set_update()). NULL when there are none. */
const MwFileSet *mw_disk_watch_known (MwDiskWatch *self);
/* The last look; before the first, and when nothing was there to be read, the files that were set. */
const MwFileSet *mw_disk_watch_now (MwDiskWatch *self);
/* Whether a look is under way or due (for tests). */
gboolean mw_disk_watch_is_busy (MwDiskWatch *self);
