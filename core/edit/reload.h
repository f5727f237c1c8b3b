/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

#include <gio/gio.h>

/* A file that another program changed, read again as one step of the document that has it open: elements keep their identities,
 * so selection, rows and history stay, and undo leads back to what was open before. */

/* What to do. Free with mw_reload_free(). */
typedef struct {
  MwStep *step;          /* NULL: the files say what is open */
  MwModel *model;        /* the document's model after the step */
  gboolean side_channel; /* see mw_document_set_side_channel() */
} MwReload;
void mw_reload_free (MwReload *reload);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwReload, mw_reload_free)

/* Works out the step from `open`, a snapshot of the document, to `fresh`, what its files hold now. Both are taken over. May run
 * in any thread.
 *
 * The step is made, undone and made again before it is given: what it leaves has the bits of every value of `fresh`, its notes on how
 * the file spells them, and is written in the same bytes, companions included. NULL and MW_ERROR_REFUSED, with why, where that
 * cannot be: the file is of another format or version now, a value breaks the rules of edits, or too many elements came,
 * went or moved. MW_ERROR_CANCELLED when cancelled. */
MwReload *mw_reload_plan (MwModel *open, MwFormat format, MwModel *fresh, MwFormat fresh_format,
                          GCancellable *cancellable, GError **error);

/* Makes the step in the document, which has to be as it was when the snapshot was taken, with no transaction open. Who knows that
 * the files are so now marks the document clean. FALSE and an error: nothing has changed. */
gboolean mw_document_reload (MwDocument *self, const MwReload *reload, GError **error);
