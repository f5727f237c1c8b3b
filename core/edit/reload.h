/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

#include <gio/gio.h>

/* Reads a file again that another program has changed, as one undo step of the open document. Elements keep their ids,
 * so selection and history stay, and undo returns to what was open before.
 *
 * mw_reload_plan() computes the step and may run in a worker; mw_document_reload() applies it. */

/* The result of planning. Free with mw_reload_free(). */
typedef struct {
  MwStep *step;          /* NULL: the files have the same content as the open model */
  MwModel *model;        /* the document's model after the step */
  gboolean side_channel; /* see mw_document_set_side_channel() */
} MwReload;
void mw_reload_free (MwReload *reload);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwReload, mw_reload_free)

/* Computes the step from `open`, a snapshot of the document, to `fresh`, the present content of its files. Takes
 * ownership of both. May run in any thread.
 *
 * Before it is returned, the step is applied, undone and applied again as a check: the result has every value of
 * `fresh` bit for bit, its notes on spelling, and is written as the same bytes, companions included. Where that is
 * not possible, returns NULL and MW_ERROR_REFUSED with the reason: the file is of another format or version now, a
 * value breaks the edit rules, or too many elements were added, removed or moved. MW_ERROR_CANCELLED when cancelled. */
MwReload *mw_reload_plan (MwModel *open, MwFormat format, MwModel *fresh, MwFormat fresh_format,
                          GCancellable *cancellable, GError **error);

/* Applies the step. The document must be as it was when the snapshot was taken, with no transaction open. A caller
 * that knows the files to be in this state marks the document clean. FALSE and an error: nothing has changed. */
gboolean mw_document_reload (MwDocument *self, const MwReload *reload, GError **error);
