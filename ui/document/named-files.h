/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gio/gio.h>

/* Whether other programs have added, removed or changed files that a document's view shows or misses: those that the model names, the
 * images that were chosen for it, and the images of the models inside it. A worker looks, and only when it is asked to.
 *
 * Signal: "changed", if something differs from the time before. */
#define MW_TYPE_NAMED_FILES (mw_named_files_get_type ())
G_DECLARE_FINAL_TYPE (MwNamedFiles, mw_named_files, MW, NAMED_FILES, GObject)

/* `list` returns the names for the worker, as for mw_disk_state_new() (core/vfs/disk-state.h), or NULL: there are none. It is called with
 * `owner` in the main thread, as long as that exists. */
MwNamedFiles *mw_named_files_new (GObject *owner, GPtrArray *(*list) (gpointer owner));
/* Looks soon: when the window gets the focus, and when more files are shown. */
void mw_named_files_look (MwNamedFiles *self);
/* Everything that the document names was looked for again, maybe in other places: only what changes from now on is a change. */
void mw_named_files_begin (MwNamedFiles *self);
/* Whether it is looking (for tests). */
gboolean mw_named_files_is_busy (MwNamedFiles *self);
