/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the handles of a viewport move, rotate and scale: the selection, by operations of the table. */
#pragma once
#include "core/edit/document.h"
#include "core/pose/camera.h"
#include "core/pose/clock.h"
#include "core/pose/mesh-marks.h"
#include "core/render/gizmo.h"

enum { MW_SUBJECT_MOST = 64 }; /* selected elements of a kind that a drag changes */

typedef struct {
  MwDocument *document;
  MwClock clock;
  float towards[3];                  /* to the viewer */
  MwId places[MW_SUBJECT_MOST];      /* nodes and cameras */
  MwId meshes[MW_SUBJECT_MOST];      /* geosets and submeshes */
  guint n_nodes, n_meshes, n_places; /* n_places: of all of them */
  guint n_keyable;                   /* nodes with tracks that move them */
  guint n_cameras;
  float place[3], axes[3][3]; /* where the handles are, and the axes of the first element */
  gboolean below;             /* at rest, what follows moves too */
  MwCameraPart part;          /* what of cameras is moved */
  const MwMeshMarks *marks;   /* of meshes only the marked vertices count; NULL: all */
} MwGizmoSubject;

/* Finds what of the selection has a place at this time. `below`, `part` and `marks` stay. */
void mw_gizmo_subject_find (MwGizmoSubject *self, MwDocument *document, const MwId *ids, guint n, const MwClock *clock,
                            const MwCamera *camera);
/* Whether handles of this kind do something to it. */
gboolean mw_gizmo_subject_takes (const MwGizmoSubject *self, MwGizmoKind kind);
/* Whether a change moves nothing. */
gboolean mw_gizmo_change_is_nothing (const MwGizmoChange *change);
/* A sentence why not, when something with a place is selected; else NULL. */
const char *mw_gizmo_subject_why_not (const MwGizmoSubject *self, MwGizmoKind kind);
/* Whether mw_gizmo_subject_insert_bones() would let it be posed: some of it has no tracks that move it. */
gboolean mw_gizmo_subject_needs_bones (const MwGizmoSubject *self);
/* Inserts a bone above each node without tracks that move it, in one step, and selects these bones. They are where the nodes are, and
 * nothing looks different until they are keyed. FALSE and an error: refused, and nothing has changed. */
gboolean mw_gizmo_subject_insert_bones (const MwGizmoSubject *self, GError **error);
/* What a drag will do, as the name of its step: "Key Rotation of Arm at 433 ms of Attack". Free with g_free(). */
char *mw_gizmo_subject_effect (const MwGizmoSubject *self, MwGizmoKind kind);
/* What else should be known before the button is released; or NULL. */
const char *mw_gizmo_subject_note (const MwGizmoSubject *self, MwGizmoKind kind);
/* Runs the operations in the open transaction. FALSE and an error: the caller rewinds it. */
gboolean mw_gizmo_subject_apply (const MwGizmoSubject *self, const MwGizmoChange *change, GError **error);
