/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/gizmo-subject.h"
#include "core/edit/operations/effects/camera-places.h"
#include "core/edit/operations/nodes/node-places.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/transfer/transfer-keys.h"
#include "core/edit/operations/turn.h"
#include "core/model/aspects.h"
#include "core/pose/camera.h"
#include "core/pose/family.h"
#include "core/pose/math.h"
#include "core/pose/skeleton.h"
#include "core/schema/path.h"
#include "ui/edit.h"
#include "ui/i18n.h"
#include "ui/labels.h"

#include <math.h>

static const MwModel *
model_of (const MwGizmoSubject *self)
{
  return mw_document_get_model (self->document);
}

static MwRole
role_of (MwGizmoKind kind)
{
  return kind == MW_GIZMO_MOVE ? MW_ROLE_POSITION : kind == MW_GIZMO_ROTATE ? MW_ROLE_ROTATION : MW_ROLE_SCALE;
}

static const MwField *
slot_for (const MwRecord *node, MwGizmoKind kind)
{
  return mw_schema_field_of_role (node->schema, role_of (kind), MW_TYPE_CHILD);
}

/* --- Finding ---------------------------------------------------------------------------------------------------------- */

static void
add_place (MwGizmoSubject *self, const float at[3])
{
  self->n_places++;
  for (int k = 0; k < 3; k++)
    self->place[k] += (at[k] - self->place[k]) / (float) self->n_places;
}

/* The middle of the box around a mesh at rest; of the vertices that are marked, if there are marks. */
static gboolean
middle_of (const MwMeshAspect *mesh, const guint8 *marked, float out[3])
{
  float low[3] = { INFINITY, INFINITY, INFINITY }, high[3] = { -INFINITY, -INFINITY, -INFINITY };
  const float *vertices = mesh->vertices->data;
  const uint16_t *corners = mesh->triangles ? mesh->triangles->data : NULL;
  const uint32_t n = corners ? mesh->triangles->n : mesh->vertices->n;
  for (uint32_t i = 0; i < n; i++) {
    const uint32_t vertex = corners ? corners[i] : i;
    for (int k = 0; k < 3 && vertex < mesh->vertices->n && (!marked || marked[vertex]); k++) {
      low[k] = fminf (low[k], vertices[3 * (gsize) vertex + (gsize) k]);
      high[k] = fmaxf (high[k], vertices[3 * (gsize) vertex + (gsize) k]);
    }
  }
  for (int k = 0; k < 3; k++)
    out[k] = (low[k] + high[k]) / 2;
  return low[0] <= high[0];
}

static void
set_axes (MwGizmoSubject *self, const float world[16])
{
  for (int i = 0; i < 3; i++) {
    memcpy (self->axes[i], world + 4 * i, 3 * sizeof (float));
    for (int j = 0; j < i; j++) {
      const float along = mw_vec_dot (self->axes[i], self->axes[j]);
      for (int k = 0; k < 3; k++)
        self->axes[i][k] -= along * self->axes[j][k];
    }
    if (mw_vec_normalise (self->axes[i]) <= 0)
      for (int k = 0; k < 3; k++)
        self->axes[i][k] = i == k;
  }
}

/* X is where the camera looks, Z is up in its picture. */
static void
set_axes_of_camera (MwGizmoSubject *self, const MwCameraState *camera)
{
  float view[16], world[16];
  if (!mw_camera_view (camera, view))
    return;
  memcpy (world, mw_mat_identity, sizeof world);
  for (int k = 0; k < 3; k++) {
    world[k] = -view[4 * k + 2];
    world[4 + k] = -view[4 * k];
    world[8 + k] = view[4 * k + 1];
  }
  set_axes (self, world);
}

static void
add_element (MwGizmoSubject *self, const MwRecord *record, const MwSkeleton *skeleton)
{
  const MwModel *model = model_of (self);
  MwMeshAspect mesh;
  MwCameraState camera;
  float at[3];
  g_autofree guint8 *marked = self->marks ? mw_mesh_marks_flags (self->marks, model, MW_MARKS_VERTICES, record->id)
                                          : NULL;
  const guint n_elements = self->n_nodes + self->n_cameras;
  if (mw_skeleton_place (skeleton, record->id) >= 0 && n_elements < MW_SUBJECT_MOST) {
    mw_skeleton_position (skeleton, record->id, at);
    if (!self->n_places)
      set_axes (self, mw_skeleton_matrix (skeleton, record->id));
    self->places[n_elements] = record->id;
    self->n_nodes++;
    self->n_keyable += slot_for (record, MW_GIZMO_ROTATE) != NULL;
    add_place (self, at);
  } else if (record->schema == mw_pose_family (model)->camera_kind && n_elements < MW_SUBJECT_MOST
             && mw_camera_evaluate (model, record, &self->clock, &camera)) {
    if (!self->n_places)
      set_axes_of_camera (self, &camera);
    self->places[n_elements] = record->id;
    self->n_cameras++;
    add_place (self, self->part == MW_CAMERA_TARGET ? camera.target : camera.eye);
  } else if (mw_aspects_of (model)->mesh (model, record, &mesh) && self->n_meshes < MW_SUBJECT_MOST
             && (marked || !self->marks) && middle_of (&mesh, marked, at)) {
    self->meshes[self->n_meshes++] = record->id;
    add_place (self, at);
  }
}

void
mw_gizmo_subject_find (MwGizmoSubject *self, MwDocument *document, const MwId *ids, guint n, const MwClock *clock,
                       const MwCamera *camera)
{
  const gboolean below = self->below;
  const MwCameraPart part = self->part;
  float view[16], right[3], up[3];
  *self = (MwGizmoSubject) {
    .document = document, .clock = *clock, .below = below, .part = part, .marks = self->marks
  };
  set_axes (self, mw_mat_identity);
  mw_camera_axes (camera, right, up, self->towards);
  if (!n)
    return;
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (model_of (self));
  mw_camera_view_matrix (camera, view);
  mw_skeleton_update (skeleton, clock, view);
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (model_of (self), ids[i]);
    if (record)
      add_element (self, record, skeleton);
  }
}

/* --- What can be done -------------------------------------------------------------------------------------------------- */

/* The ids of the nodes, or of the cameras. Returns how many. */
static guint
ids_of (const MwGizmoSubject *self, gboolean cameras, MwId ids[MW_SUBJECT_MOST])
{
  guint n = 0;
  for (guint i = 0; i < self->n_nodes + self->n_cameras; i++) {
    const MwRecord *record = mw_model_find (model_of (self), self->places[i]);
    if (record && mw_is_camera (model_of (self), record) == cameras)
      ids[n++] = record->id;
  }
  return n;
}

gboolean
mw_gizmo_subject_needs_bones (const MwGizmoSubject *self)
{
  return !self->clock.rest && !self->n_meshes && !self->n_cameras && self->n_keyable < self->n_nodes;
}

const char *
mw_gizmo_subject_why_not (const MwGizmoSubject *self, MwGizmoKind kind)
{
  if (!self->n_places)
    return NULL;
  const gboolean only_cameras = self->n_cameras && self->n_places == self->n_cameras;
  if (only_cameras && kind == MW_GIZMO_SCALE)
    return _ ("A camera has no size.");
  if (only_cameras && self->n_cameras == 1 && self->part != MW_CAMERA_WHOLE && kind == MW_GIZMO_ROTATE)
    return _ ("Position and target of a camera have no rotation of their own. Choose Whole camera.");
  if (self->clock.rest) {
    const gboolean point = !self->n_meshes && !self->n_cameras && self->n_nodes == 1 && !self->below;
    return point && kind != MW_GIZMO_MOVE
             ? _ ("A point has no rotation or size at rest. Choose Pose to set keys, or turn on With children.")
             : NULL;
  }
  if (self->n_meshes)
    return _ ("Vertices move at rest only. Choose Rest.");
  if (mw_gizmo_subject_needs_bones (self))
    return _ ("It has no tracks that move it. Insert a bone above it and key that, or choose Rest.");
  return NULL;
}

gboolean
mw_gizmo_subject_takes (const MwGizmoSubject *self, MwGizmoKind kind)
{
  return kind != MW_GIZMO_NONE && self->n_places && !mw_gizmo_subject_why_not (self, kind);
}

/* The nodes that get a key: not those that are carried by another one. Returns how many. */
static guint
find_keyed (const MwGizmoSubject *self, MwGizmoKind kind, const MwRecord *keyed[MW_SUBJECT_MOST])
{
  MwId nodes[MW_SUBJECT_MOST];
  const guint n_nodes = ids_of (self, FALSE, nodes);
  guint n = 0;
  for (guint i = 0; i < n_nodes; i++) {
    const MwRecord *node = mw_model_find (model_of (self), nodes[i]);
    if (!mw_node_is_carried (model_of (self), node, nodes, n_nodes, role_of (kind), TRUE))
      keyed[n++] = node;
  }
  return n;
}

static char *
title_of (const MwGizmoSubject *self, MwGizmoKind kind)
{
  const MwRecord *keyed[MW_SUBJECT_MOST] = { mw_model_find (
    model_of (self), self->n_nodes + self->n_cameras ? self->places[0] : self->meshes[0]) };
  const guint n_keyed = self->clock.rest || !self->n_nodes ? 0 : find_keyed (self, kind, keyed),
              n = self->clock.rest ? self->n_places : n_keyed + self->n_cameras;
  return n == 1 && keyed[0] ? mw_ui_record_title (keyed[0])
                            : g_strdup_printf (ngettext ("%u element", "%u elements", n), n);
}

static gboolean
has_keys (const MwGizmoSubject *self, const MwRecord *owner, const MwField *slot)
{
  const MwRecord *track = slot ? *(MwRecord *const *) mw_field_at (owner, slot) : NULL;
  g_autoptr (MwKeySet) keys = track ? mw_key_set_of (model_of (self), track, self->clock.sequence,
                                                     (gint64) self->clock.end - self->clock.start)
                                    : NULL;
  return keys != NULL;
}

/* Whether a drag of this kind sets keys of where a lone camera is, or of its target. */
static gboolean
keys_part (const MwGizmoSubject *self, MwGizmoKind kind, MwCameraPart part)
{
  if (self->part != MW_CAMERA_WHOLE)
    return self->part == part;
  /* A lone camera turns about itself. */
  return kind == MW_GIZMO_MOVE || part == MW_CAMERA_TARGET || self->n_places > 1;
}

/* Whether a track gets its first key in the sequence. */
static gboolean
is_first (const MwGizmoSubject *self, MwGizmoKind kind)
{
  const MwRecord *keyed[MW_SUBJECT_MOST];
  MwId cameras[MW_SUBJECT_MOST];
  const guint n = find_keyed (self, kind, keyed), n_cameras = ids_of (self, TRUE, cameras);
  for (guint i = 0; i < n; i++)
    if (!has_keys (self, keyed[i], slot_for (keyed[i], kind)))
      return TRUE;
  for (guint i = 0; i < n_cameras; i++) {
    const MwRecord *camera = mw_model_find (model_of (self), cameras[i]);
    for (MwCameraPart part = MW_CAMERA_EYE; part <= MW_CAMERA_TARGET; part++)
      if (keys_part (self, kind, part) && !has_keys (self, camera, mw_camera_track_slot (camera, part)))
        return TRUE;
  }
  return FALSE;
}

/* The tracks that get keys, as users call them. */
static const char *
tracks_of (const MwGizmoSubject *self, MwGizmoKind kind)
{
  const char *const tracks[] = { "", _ ("Translation"), _ ("Rotation"), _ ("Scaling") };
  const gboolean eye = keys_part (self, kind, MW_CAMERA_EYE), target = keys_part (self, kind, MW_CAMERA_TARGET);
  if (!self->n_cameras || self->n_nodes)
    return tracks[kind];
  return eye && target ? _ ("Position and Target") : target ? _ ("Target") : _ ("Position");
}

char *
mw_gizmo_subject_effect (const MwGizmoSubject *self, MwGizmoKind kind)
{
  g_autofree char *title = title_of (self, kind);
  const gboolean cameras = self->n_cameras && self->n_cameras == self->n_places;
  if (self->clock.rest && cameras && self->part != MW_CAMERA_WHOLE && kind == MW_GIZMO_MOVE)
    return g_strdup_printf (
      self->part == MW_CAMERA_TARGET ? _ ("Move the target of %s") : _ ("Move %s, not its target"), title);
  if (self->clock.rest) {
    return kind == MW_GIZMO_MOVE     ? g_strdup_printf (_ ("Move %s"), title)
           : kind == MW_GIZMO_ROTATE ? g_strdup_printf (_ ("Rotate %s"), title)
                                     : g_strdup_printf (_ ("Scale %s"), title);
  }
  const MwRecord *sequence = mw_model_find (model_of (self), self->clock.sequence);
  g_autofree char *name = sequence ? mw_ui_record_title (sequence) : g_strdup (""),
                  *time = mw_ui_count ((guint64) (self->clock.time - self->clock.start));
  /* Translators: "Key Rotation of Arm at 433 ms of Attack" */
  return g_strdup_printf (_ ("Key %s of %s at %s ms of %s"), tracks_of (self, kind), title, time, name);
}

const char *
mw_gizmo_subject_note (const MwGizmoSubject *self, MwGizmoKind kind)
{
  return !self->clock.rest && is_first (self, kind) ? _ ("Its first key here, so it holds for the whole sequence.")
                                                    : NULL;
}

/* --- Doing ------------------------------------------------------------------------------------------------------------ */

static gboolean
set (const MwGizmoSubject *self, const MwOperation *operation, MwRecord *params, const char *name, const float v[3],
     GError **error)
{
  char numbers[3][G_ASCII_DTOSTR_BUF_SIZE];
  for (int k = 0; k < 3; k++)
    g_ascii_formatd (numbers[k], sizeof numbers[k], "%.9g", (double) v[k]);
  g_autofree char *text = g_strdup_printf ("{%s, %s, %s}", numbers[0], numbers[1], numbers[2]);
  return mw_operation_param_set (operation, self->document, params, name, text, strlen (text), error);
}

static gboolean
set_word (const MwGizmoSubject *self, const MwOperation *operation, MwRecord *params, const char *name,
          const char *text, GError **error)
{
  return mw_operation_param_set (operation, self->document, params, name, text, strlen (text), error);
}

static gboolean
set_part (const MwGizmoSubject *self, const MwOperation *operation, MwRecord *params, GError **error)
{
  return set_word (self, operation, params, "camera", mw_names_find_value (&mw_camera_part_names, self->part)->name,
                   error);
}

static gboolean
set_change (const MwGizmoSubject *self, const MwOperation *operation, MwRecord *params, const MwGizmoChange *change,
            GError **error)
{
  float degrees[3];
  mw_turn_of_axis (change->axis, (double) change->angle, degrees);
  return set (self, operation, params, "move", change->move, error)
         && set (self, operation, params, "rotate", degrees, error)
         && set (self, operation, params, "scale", change->scale, error);
}

/* Only the vertices that are marked, or are corners of marked faces. */
static gboolean
set_marks (const MwGizmoSubject *self, const MwOperation *operation, MwRecord *params, const MwId *ids, guint n,
           GError **error)
{
  g_autofree char *text = mw_mesh_marks_text (self->marks, model_of (self), MW_MARKS_VERTICES, ids, n);
  g_autofree char *quoted = g_strdup_printf ("\"%s\"", text);
  return set_word (self, operation, params, "vertices", quoted, error);
}

static gboolean
run_at_rest (const MwGizmoSubject *self, const MwOperation *operation, const MwId *ids, guint n,
             const MwGizmoChange *change, GError **error)
{
  MwRecord *params = mw_operation_params_new (operation);
  gboolean ok = set_change (self, operation, params, change, error)
                && set (self, operation, params, "pivot", self->place, error)
                && (operation != &mw_operation_place_transform
                    || (set_word (self, operation, params, "below", self->below ? "1" : "0", error)
                        && set_part (self, operation, params, error)))
                && (operation != &mw_operation_geoset_transform || !self->marks
                    || set_marks (self, operation, params, ids, n, error))
                && mw_operation_run (operation, self->document, ids, n, params, error);
  mw_record_free (params);
  return ok;
}

/* Sets the moment of the keys. */
static gboolean
set_moment (const MwGizmoSubject *self, const MwOperation *operation, MwRecord *params, GError **error)
{
  const MwRecord *sequence = mw_model_find (model_of (self), self->clock.sequence);
  if (!sequence)
    return mw_operation_refuse (NULL, error, "the sequence is gone");
  g_autofree char *path = mw_record_path (sequence),
                  *time = g_strdup_printf ("%d", self->clock.time - self->clock.start);
  return set_word (self, operation, params, "sequence", path, error)
         && set_word (self, operation, params, "time", time, error);
}

static gboolean
run_pose (const MwGizmoSubject *self, const MwId *ids, guint n, const MwGizmoChange *change, GError **error)
{
  const MwOperation *operation = &mw_operation_node_pose;
  MwRecord *params = mw_operation_params_new (operation);
  gboolean ok = set_change (self, operation, params, change, error)
                && set (self, operation, params, "towards", self->towards, error)
                && set_moment (self, operation, params, error)
                && mw_operation_run (operation, self->document, ids, n, params, error);
  mw_record_free (params);
  return ok;
}

/* Cameras have no size, and turn about the handles. */
static gboolean
run_camera_pose (const MwGizmoSubject *self, const MwId *ids, guint n, const MwGizmoChange *change, GError **error)
{
  const MwOperation *operation = &mw_operation_camera_pose;
  float degrees[3];
  mw_turn_of_axis (change->axis, (double) change->angle, degrees);
  MwRecord *params = mw_operation_params_new (operation);
  gboolean ok = set (self, operation, params, "move", change->move, error)
                && set (self, operation, params, "rotate", degrees, error)
                && set (self, operation, params, "pivot", self->place, error)
                && set_part (self, operation, params, error) && set_moment (self, operation, params, error)
                && mw_operation_run (operation, self->document, ids, n, params, error);
  mw_record_free (params);
  return ok;
}

static gboolean
run_in_sequence (const MwGizmoSubject *self, const MwGizmoChange *change, GError **error)
{
  MwId nodes[MW_SUBJECT_MOST], cameras[MW_SUBJECT_MOST];
  const guint n_nodes = ids_of (self, FALSE, nodes), n_cameras = ids_of (self, TRUE, cameras);
  const gboolean sized = change->scale[0] != 1 || change->scale[1] != 1 || change->scale[2] != 1;
  return (!n_nodes || run_pose (self, nodes, n_nodes, change, error))
         && (!n_cameras || sized || run_camera_pose (self, cameras, n_cameras, change, error));
}

gboolean
mw_gizmo_change_is_nothing (const MwGizmoChange *change)
{
  return change->angle == 0 && change->move[0] == 0 && change->move[1] == 0 && change->move[2] == 0
         && change->scale[0] == 1 && change->scale[1] == 1 && change->scale[2] == 1;
}

gboolean
mw_gizmo_subject_apply (const MwGizmoSubject *self, const MwGizmoChange *change, GError **error)
{
  const guint n_places = self->n_nodes + self->n_cameras;
  if (mw_gizmo_change_is_nothing (change))
    return TRUE;
  if (!self->clock.rest)
    return run_in_sequence (self, change, error);
  return (!n_places || run_at_rest (self, &mw_operation_place_transform, self->places, n_places, change, error))
         && (!self->n_meshes
             || run_at_rest (self, &mw_operation_geoset_transform, self->meshes, self->n_meshes, change, error));
}

gboolean
mw_gizmo_subject_insert_bones (const MwGizmoSubject *self, GError **error)
{
  const MwOperation *operation = &mw_operation_bone_insert;
  MwId ids[MW_SUBJECT_MOST], nodes[MW_SUBJECT_MOST];
  const guint n_nodes = ids_of (self, FALSE, nodes);
  guint n = 0;
  for (guint i = 0; i < n_nodes; i++) {
    const MwRecord *node = mw_model_find (model_of (self), nodes[i]);
    if (node && !slot_for (node, MW_GIZMO_ROTATE))
      ids[n++] = node->id;
  }
  MwRecord *params = mw_operation_params_new (operation);
  gboolean ok = mw_ui_run_operation (self->document, operation, ids, n, params, error);
  mw_record_free (params);
  return ok;
}
