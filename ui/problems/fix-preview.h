/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

#include <gio/gio.h>

/* What fixes of problems would change, found out on a copy of the document in a worker: the document itself stays as it is. */

/* `fixes` are copied. They must be those of the document as it is now (core/check/fix.h). Changes of this field of a record come first, then
 * other changes of the record, then the rest in the order of the model; 0 and NULL: all are in that order. */
void mw_fix_preview_run (MwDocument *document, const char *const *fixes, guint n, MwId record, const MwField *field,
                         guint most, GCancellable *cancellable, GAsyncReadyCallback done, gpointer data);
/* A line for each change, "Layer 0 of Material 2 · Alpha: inf → 1", of at most `most`, and how many more there are. NULL and an error: it was
 * cancelled, or no fix can be done. Free with g_free(). */
char *mw_fix_preview_finish (GAsyncResult *result, GError **error);
