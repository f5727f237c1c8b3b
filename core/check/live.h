/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/check/check.h"
#include "core/schema/change-set.h"

/* The findings of a model that is being edited. The values and keys of a record are checked again only after an edit that can change
 * what is found there; for all other records the findings of the previous run are used. The rules of a family, which may compare any
 * records with each other, are asked each time.
 *
 *   mw_live_check_note (live, change_set)               for each "changed" of the document, in its thread
 *   mw_live_check_begin (live)                          together with the snapshot, in the same thread
 *   findings = mw_live_check_run (live, snapshot ...)   in any thread
 *
 * The runs get snapshots, because the model must not be read by another thread while it is edited. Only one run is under way at a
 * time, and the next begin() waits for its end; note() need not wait. */
typedef struct _MwLiveCheck MwLiveCheck;

MwLiveCheck *mw_live_check_new (void);
void mw_live_check_free (MwLiveCheck *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwLiveCheck, mw_live_check_free)

void mw_live_check_note (MwLiveCheck *self, const MwChangeSet *set);
/* What was noted until now is in the model that the next run gets. */
void mw_live_check_begin (MwLiveCheck *self);
/* The same findings in the same order as those of mw_check_for(). Their targets are in `model`. Free with g_ptr_array_unref(). */
GPtrArray *mw_live_check_run (MwLiveCheck *self, const MwModel *model, MwFormat format, const MwTargetClient *client,
                              gboolean alone);
