/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/effects/camera-places.h"
#include "core/edit/operations/nodes/node-places.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/turn.h"
#include "core/edit/progress.h"
#include "core/model/aspects.h"

#include <math.h>

/* Where nodes and cameras are at rest. No key changes. */

typedef struct {
  MwRecord record;
  float move[3], rotate[3], scale[3], pivot[3];
  uint8_t below, camera;
} PlaceParams;

static const MwField place_fields[] = {
  MW_FIELD_VEC (PlaceParams, move, 3, "move", .unit = MW_UNIT_LENGTH, .label = N_ ("Move"),
                .doc = N_ ("How far along x, y and z, after scale and rotation.")),
  MW_FIELD_VEC (PlaceParams, rotate, 3, "rotate", .unit = MW_UNIT_DEGREES, .label = N_ ("Rotate"),
                .doc = N_ ("Around the x axis, then the y axis, then the z axis.")),
  MW_FIELD_VEC (PlaceParams, scale, 3, "scale", .unit = MW_UNIT_FACTOR, .def = 1, .min = -1000, .max = 1000,
                .label = N_ ("Scale"), .doc = N_ ("Distances from the point, along x, y and z, before the rotation.")),
  MW_FIELD_VEC (PlaceParams, pivot, 3, "pivot", .unit = MW_UNIT_LENGTH, .label = N_ ("Around"),
                .doc = N_ ("The point that scaling and rotation do not move.")),
  MW_FIELD_U8 (PlaceParams, below, "below", .role = MW_ROLE_SWITCH, .label = N_ ("All below"),
               .doc = N_ ("Also moves all nodes and points below them.")),
  MW_FIELD_U8 (PlaceParams, camera, "camera", .names = &mw_camera_part_names, .label = N_ ("Of cameras"),
               .doc = N_ ("What of a camera moves: itself and its target, or one of them.")),
};
static const MwSchema place_params = { .name = "place-transform",
                                       .label = N_ ("Move at Rest"),
                                       .size = sizeof (PlaceParams),
                                       .fields = place_fields,
                                       .n_fields = G_N_ELEMENTS (place_fields) };

static gboolean
place_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (model, ids[i]);
    if (!mw_is_camera (model, record) && !mw_node_place_field (model, record))
      return mw_operation_refuse (record, error, "has no place: it is neither a node nor a camera");
  }
  return TRUE;
}

/* How far a point moves. */
static void
offset_of (const PlaceParams *p, const double matrix[3][3], const float at[3], double by[3])
{
  double from[3];
  for (guint k = 0; k < 3; k++)
    from[k] = ((double) at[k] - (double) p->pivot[k]) * (double) p->scale[k];
  for (guint k = 0; k < 3; k++)
    by[k] = matrix[k][0] * from[0] + matrix[k][1] * from[1] + matrix[k][2] * from[2]
            - ((double) at[k] - (double) p->pivot[k]) + (double) p->move[k];
}

static gboolean
move_camera (MwDocument *document, MwId id, const PlaceParams *p, const double matrix[3][3], GError **error)
{
  const MwRecord *camera = mw_model_find (mw_document_get_model (document), id);
  for (MwCameraPart part = MW_CAMERA_EYE; part <= MW_CAMERA_TARGET; part++) {
    if (p->camera != MW_CAMERA_WHOLE && p->camera != part)
      continue;
    const MwField *field = mw_camera_place_field (camera, part);
    const float *at = mw_field_at (camera, field);
    double by[3];
    float to[3];
    offset_of (p, matrix, at, by);
    for (guint k = 0; k < 3; k++)
      to[k] = (float) ((double) at[k] + by[k]);
    if (!mw_document_set_field (document, id, field, to, sizeof to, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
move_one (MwDocument *document, MwId id, const PlaceParams *p, const double matrix[3][3], GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *record = mw_model_find (model, id);
  double by[3];
  if (mw_is_camera (model, record))
    return move_camera (document, id, p, matrix, error);
  offset_of (p, matrix, mw_node_place (model, record), by);
  if (by[0] == 0 && by[1] == 0 && by[2] == 0)
    return TRUE;
  return mw_node_move (document, id, by, mw_node_carries (model, record) ? MW_NODE_MOVE_PIVOT : MW_NODE_MOVE_SHAPE,
                       error);
}

static gboolean
place_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const PlaceParams *p = (const PlaceParams *) params;
  double matrix[3][3], sum = 0;
  gboolean any = FALSE;
  for (guint k = 0; k < 3; k++) {
    any |= p->move[k] != 0 || p->rotate[k] != 0 || p->scale[k] != 1;
    sum += (double) (p->move[k] + p->rotate[k] + p->scale[k] + p->pivot[k]);
  }
  if (!isfinite (sum))
    return mw_operation_refuse (NULL, error, "the parameters must be finite numbers");
  if (!any)
    return mw_operation_refuse (NULL, error, "nothing to move: give a move, a rotation or a scale");
  mw_turn_matrix (p->rotate, matrix);
  /* Cameras follow nothing, so only the nodes have others below them. */
  g_autoptr (GArray) moved = mw_nodes_with_those_below (document, ids, n, p->below != 0);
  for (guint i = 0; i < n; i++)
    if (mw_is_camera (mw_document_get_model (document), mw_model_find (mw_document_get_model (document), ids[i])))
      g_array_append_val (moved, ids[i]);
  mw_progress_begin (document, moved->len);
  for (guint i = 0; i < moved->len; i++)
    if (!mw_progress_next (document, error) || !move_one (document, g_array_index (moved, MwId, i), p, matrix, error))
      return FALSE;
  mw_progress_end (document);
  return TRUE;
}

const MwOperation mw_operation_place_transform = {
  .id = "place-transform",
  .label = N_ ("Move at Rest"),
  .step = N_ ("Move %s at rest"),
  .doc = N_ (
    "Moves nodes and cameras to where scaling, rotation and a movement take them. Cameras move together with what they look at, if not only "
    "one of both is wanted, and collision shapes with their corners. What follows a node stays, unless all below it move too. No key changes."),
  .aliases = "translate position rotate scale gizmo drag place camera target attachment",
  .domain = MW_DOMAIN_NODES,
  .params = &place_params,
  .applies = place_applies,
  .run = place_run,
};
