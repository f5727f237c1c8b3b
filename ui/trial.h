/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/operations/operations.h"

/* An operation on a copy of the document in a worker thread, for operations that take so long that the window would not answer.
 * Only the thread of the document calls these functions. */
typedef struct _MwTrial MwTrial;

/* Runs the operation on the document itself, if that takes less than `patience` microseconds. FALSE with MW_ERROR_CANCELLED: it
 * takes longer, and nothing has changed. */
gboolean mw_trial_quick (MwDocument *document, const MwOperation *operation, const MwId *ids, guint n,
                         const MwRecord *params, gint64 patience, GError **error);

/* Begins to run the operation on a copy of the document as it is now. */
MwTrial *mw_trial_begin (MwDocument *document, const MwOperation *operation, const MwId *ids, guint n,
                         const MwRecord *params);
gboolean mw_trial_is_done (const MwTrial *self);
/* From 0 to 1. */
double mw_trial_get_fraction (const MwTrial *self);
/* The operation soon stops, and then fails with MW_ERROR_CANCELLED. */
void mw_trial_stop (MwTrial *self);
/* When it is done: does the same in the document, inside the open transaction if there is one. Refused if the document is not as it
 * was at the beginning. */
gboolean mw_trial_take (MwTrial *self, MwDocument *document, GError **error);
/* Does it in the document as a step of the name `what`, once it is done. If that takes long, a window shows how far it is, with a
 * button to stop it, and no other window takes input. Frees it. */
gboolean mw_trial_finish (MwTrial *self, MwDocument *document, const char *what, GError **error);
/* Stops it, if it is not done. */
void mw_trial_free (MwTrial *self);

/* Runs the operation on the document, and does not return before it is done. If that takes long, a window shows how far it is, with
 * a button to cancel it, and no other window takes input. `what` (may be NULL) is the name of the step. */
gboolean mw_trial_run (MwDocument *document, const MwOperation *operation, const MwId *ids, guint n,
                       const MwRecord *params, const char *what, GError **error);

/* After how many microseconds an operation moves to a worker, and after how many its window is shown. Tests set them: below 0 it moves there
 * at once. */
extern gint64 mw_trial_patience, mw_trial_unseen;
