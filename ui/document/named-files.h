/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/vfs/lookup.h"

/* Whether other programs have added, removed or changed files that a document's model names: its images, and the models that it attaches.
 * A worker looks, and only when it is asked to.
 *
 * Signal: "changed", if something differs from the time before. */
#define MW_TYPE_NAMED_FILES (mw_named_files_get_type ())
G_DECLARE_FINAL_TYPE (MwNamedFiles, mw_named_files, MW, NAMED_FILES, GObject)

/* `make` returns a new lookup for the worker, or NULL: there is none. It is called with `owner` in the main thread, as long as that exists. */
MwNamedFiles *mw_named_files_new (MwDocument *document, GObject *owner, MwLookup *(*make) (gpointer owner));
/* Looks soon. Called when the window gets the focus. */
void mw_named_files_look (MwNamedFiles *self);
/* Everything that the document names was looked for again, maybe in other places: only what changes from now on is a change. */
void mw_named_files_begin (MwNamedFiles *self);
/* Whether it is looking (for tests). */
gboolean mw_named_files_is_busy (MwNamedFiles *self);
