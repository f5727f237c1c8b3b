/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/operations/operations.h"

/* Runs an operation on a copy of the document in a worker thread. This is for operations that take so long that the
 * window would freeze. Only the thread of the document calls these functions. */
typedef struct _MwTrial MwTrial;

/* Runs the operation on the document itself, for at most `patience` microseconds. If that is not enough, it returns
 * FALSE with MW_ERROR_CANCELLED, and nothing has changed. */
gboolean mw_trial_quick (MwDocument *document, const MwOperation *operation, const MwId *ids, guint n,
                         const MwRecord *params, gint64 patience, GError **error);

/* Starts the operation on a copy of the document in its present state. */
MwTrial *mw_trial_begin (MwDocument *document, const MwOperation *operation, const MwId *ids, guint n,
                         const MwRecord *params);
gboolean mw_trial_is_done (const MwTrial *self);
/* From 0 to 1. */
double mw_trial_get_fraction (const MwTrial *self);
/* Makes the operation stop soon. It then fails with MW_ERROR_CANCELLED. */
void mw_trial_stop (MwTrial *self);
/* Call this when it is done. Applies the changes of the copy to the document, inside the open transaction if there is
 * one. Refused if the document has changed since the start. */
gboolean mw_trial_take (MwTrial *self, MwDocument *document, GError **error);
/* Does it in the document as a step of the name `what`, once it is done. If that takes long, a window shows how far it is, with a
 * button to stop it, and no other window takes input. Frees it. */
gboolean mw_trial_finish (MwTrial *self, MwDocument *document, const char *what, GError **error);
/* Stops the operation if it is not done. */
void mw_trial_free (MwTrial *self);

/* Runs the operation on the document and returns when it is done. If that takes long, a modal window shows its
 * progress, with a button to cancel it. `what` (may be NULL) is the name of the step. */
gboolean mw_trial_run (MwDocument *document, const MwOperation *operation, const MwId *ids, guint n,
                       const MwRecord *params, const char *what, GError **error);

/* After how many microseconds an operation moves to a worker, and after how many its window is shown. Tests set them: below 0 it moves there
 * at once. */
extern gint64 mw_trial_patience, mw_trial_unseen;
