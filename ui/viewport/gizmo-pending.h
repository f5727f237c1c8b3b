/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The drags that have set no keys yet, because the user does not want each of them to. They are shown as a tentative pose
 * (core/pose/tentative.h); their operations run when the keys are inserted. */
#pragma once
#include "ui/viewport/gizmo-subject.h"

typedef struct _MwGizmoPending MwGizmoPending;

MwGizmoPending *mw_gizmo_pending_new (void);
void mw_gizmo_pending_free (MwGizmoPending *self);
guint mw_gizmo_pending_get_n (const MwGizmoPending *self);
/* Adds a drag that comes after the others. Those that were taken back are forgotten. */
void mw_gizmo_pending_add (MwGizmoPending *self, const MwGizmoSubject *subject, MwGizmoKind kind,
                           const MwGizmoChange *change);
/* Forgets all of them, also those that were taken back. */
void mw_gizmo_pending_clear (MwGizmoPending *self);
/* Takes back the last drag, or with `redo` adds the one again that was taken back last. FALSE: there is none. */
gboolean mw_gizmo_pending_undo (MwGizmoPending *self, gboolean redo);
/* What that would be called in the history; NULL: there is none. Free with g_free(). */
char *mw_gizmo_pending_undo_label (const MwGizmoPending *self, gboolean redo);
/* Does all of them, in a transaction that is open. FALSE and an error: one is refused. */
gboolean mw_gizmo_pending_run (const MwGizmoPending *self, GError **error);
/* What they will be called in the history. Free with g_free(). */
char *mw_gizmo_pending_effect (const MwGizmoPending *self);
/* Fills a list (MwTentative) with the pose at this moment of what the drags moved. */
void mw_gizmo_pending_read (const MwGizmoPending *self, const MwClock *clock, GArray *list);
