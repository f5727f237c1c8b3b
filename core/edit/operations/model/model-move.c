/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/model/model-transform.h"
#include "core/edit/operations/operations.h"
#include "core/model/aspects.h"

#include <math.h>

/* The whole model at another place or turned. When it only moves, keys, which are offsets, stay. */

static gboolean
move_model (MwDocument *document, const double by[3], GError **error)
{
  const MwPlacing placing = { NULL, { by[0], by[1], by[2] } };
  guint changed = 0;
  if (by[0] == 0 && by[1] == 0 && by[2] == 0)
    return mw_operation_nothing (error, "nothing to move: the model is already there");
  return mw_model_transform (document, &placing, &changed, error)
         && (changed || mw_operation_nothing (error, "nothing to move: nothing in the model has a place"));
}

/* --- By an offset --------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  float by[3];
} MoveParams;

static const MwField move_fields[] = {
  MW_FIELD_VEC (MoveParams, by, 3, "by", .unit = MW_UNIT_LENGTH, .label = N_ ("By"),
                .doc = N_ ("How far the model moves, along its own axes.")),
};
static const MwSchema move_params = { .name = "model-move",
                                      .label = N_ ("Move Model"),
                                      .size = sizeof (MoveParams),
                                      .fields = move_fields,
                                      .n_fields = G_N_ELEMENTS (move_fields) };
static const char *const move_required[] = { "by", NULL };

static gboolean
move_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const MoveParams *p = (const MoveParams *) params;
  const double by[3] = { (double) p->by[0], (double) p->by[1], (double) p->by[2] };
  return move_model (document, by, error);
}

const MwOperation mw_operation_model_move = {
  .id = "model-move",
  .label = N_ ("Move Model"),
  .doc = N_ (
    "Moves the whole model: vertices, bones, attachments, emitters, lights, cameras, collision and bounds. The "
    "origin does not move, so the game shows the model at another place. Keys need no change, because they are "
    "offsets."),
  .aliases = "translate shift offset origin position",
  .domain = MW_DOMAIN_MODEL,
  .subject = MW_SUBJECT_MODEL,
  .params = &move_params,
  .required = move_required,
  .run = move_run,
};

/* --- To the origin -------------------------------------------------------------------------------------------------- */

enum { CENTRE_GROUND, CENTRE_MIDDLE };
typedef struct {
  MwRecord record;
  uint8_t on;
} CentreParams;

MW_NAMES (centre_names, FALSE, { CENTRE_GROUND, "ground", N_ ("The middle of its ground") },
          { CENTRE_MIDDLE, "middle", N_ ("Its middle") });
static const MwField centre_fields[] = {
  MW_FIELD_U8 (
    CentreParams, on, "on", .names = &centre_names, .label = N_ ("At the origin"),
    .doc = N_ (
      "The point of the mesh at rest that is moved to the origin: the middle of the bottom of its box, or the middle "
      "of the box.")),
};
static const MwSchema centre_params = { .name = "model-centre",
                                        .label = N_ ("Centre Model"),
                                        .size = sizeof (CentreParams),
                                        .fields = centre_fields,
                                        .n_fields = G_N_ELEMENTS (centre_fields) };

static gboolean
centre_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  double min[3] = { 0 }, max[3] = { 0 };
  const MwArray *vertices;
  gboolean any = FALSE;
  for (guint i = 0; (vertices = mw_aspects_of (model)->vertices (model, i)); i++)
    for (gsize v = 0; v < vertices->n; v++)
      for (guint k = 0; k < 3; k++) {
        double at = (double) ((const float *) vertices->data)[3 * v + k];
        gboolean first = !any && v == 0;
        min[k] = first ? at : MIN (min[k], at);
        max[k] = first ? at : MAX (max[k], at);
        any |= k == 2;
      }
  if (!any)
    return mw_operation_nothing (error, "nothing to centre: the model has no vertices");
  double by[3];
  for (guint k = 0; k < 3; k++)
    by[k] = k == 2 && ((const CentreParams *) params)->on == CENTRE_GROUND ? -min[k] : -(min[k] + max[k]) / 2;
  if (!isfinite (by[0]) || !isfinite (by[1]) || !isfinite (by[2]))
    return mw_operation_refuse (NULL, error,
                                "cannot be centred: a vertex has a coordinate that is not a number; mwright check "
                                "says which");
  return move_model (document, by, error);
}

const MwOperation mw_operation_model_centre = {
  .id = "model-centre",
  .label = N_ ("Centre Model"),
  .doc = N_ ("Moves the whole model so that its mesh at rest is over the origin."),
  .aliases = "center origin middle ground pivot",
  .domain = MW_DOMAIN_MODEL,
  .subject = MW_SUBJECT_MODEL,
  .params = &centre_params,
  .run = centre_run,
};

/* --- Turned --------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  float angle, axis[3];
} RotateParams;

static const MwField rotate_fields[] = {
  MW_FIELD_F32 (RotateParams, angle, "angle", .unit = MW_UNIT_DEGREES, .min = -360, .max = 360, .label = N_ ("Angle"),
                .doc = N_ ("How far it turns, in degrees; counterclockwise when the axis points at you.")),
  MW_FIELD_VEC (
    RotateParams, axis, 3, "axis", .label = N_ ("Axis"),
    .doc = N_ (
      "The direction of the axis, which goes through the origin. {0, 0, 0} is the vertical axis, like {0, 0, 1}.")),
};
static const MwSchema rotate_params = { .name = "model-rotate",
                                        .label = N_ ("Rotate Model"),
                                        .size = sizeof (RotateParams),
                                        .fields = rotate_fields,
                                        .n_fields = G_N_ELEMENTS (rotate_fields) };
static const char *const rotate_required[] = { "angle", NULL };

/* The rotation about an axis of length 1 (Rodrigues). Numbers next to 0, 1 and -1 are these, so that quarter turns are exact. */
static void
make_turn (double angle, const double a[3], double turn[9])
{
  const double c = cos (angle), s = sin (angle);
  const double cross[9] = { 0, -a[2], a[1], a[2], 0, -a[0], -a[1], a[0], 0 };
  for (guint i = 0; i < 9; i++) {
    turn[i] = (i % 4 == 0 ? c : 0) + (1 - c) * a[i / 3] * a[i % 3] + s * cross[i];
    if (fabs (turn[i] - round (turn[i])) < 1e-12)
      turn[i] = round (turn[i]);
  }
}

typedef struct {
  const MwModel *model;
  guint n;
} Pointing;

static gboolean
count_pointing (MwRecord *record, gpointer data)
{
  Pointing *p = data;
  switch (mw_aspects_of (p->model)->point (record->schema)) {
  case MW_POINT_ATTACHMENT:
  case MW_POINT_PARTICLES:
  case MW_POINT_EFFECT:
  case MW_POINT_RIBBON:
  case MW_POINT_LIGHT:
    p->n++;
    break;
  default:
    break;
  }
  return TRUE;
}

static gboolean
rotate_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const RotateParams *p = (const RotateParams *) params;
  MwModel *model = mw_document_get_model (document);
  double axis[3] = { (double) p->axis[0], (double) p->axis[1], (double) p->axis[2] }, turn[9], length;
  const MwPlacing placing = { turn, { 0, 0, 0 } };
  Pointing pointing = { model, 0 };
  guint changed = 0;
  if (axis[0] == 0 && axis[1] == 0 && axis[2] == 0)
    axis[2] = 1;
  length = sqrt (axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  if (!isfinite (length))
    return mw_operation_refuse (NULL, error, "the axis must be three finite numbers");
  if (fmod ((double) p->angle, 360) == 0)
    return mw_operation_nothing (error, "nothing to rotate: the angle is a whole turn");
  for (guint k = 0; k < 3; k++)
    axis[k] /= length;
  make_turn ((double) p->angle * G_PI / 180, axis, turn);
  if (!mw_model_transform (document, &placing, &changed, error))
    return FALSE;
  if (!changed)
    return mw_operation_nothing (error, "nothing to rotate: nothing in the model has a place or a direction");
  mw_record_foreach (&model->record, count_pointing, &pointing);
  if (pointing.n)
    mw_document_notice (
      document, g_strdup_printf ("attachments, emitters, ribbons and lights that changed their place, but not the "
                                 "direction in which they show something: %u",
                                 pointing.n));
  return TRUE;
}

const MwOperation mw_operation_model_rotate = {
  .id = "model-rotate",
  .label = N_ ("Rotate Model"),
  .doc = N_ (
    "Turns the whole model about an axis through the origin: vertices, normals, bones and their keys, cameras, collision "
    "and bounds. A box becomes the smallest one around the turned box. Attachments, emitters, ribbons and lights are "
    "moved too, but what they show keeps its direction, because bones have no orientation at rest."),
  .aliases = "turn orientation direction face axis spin",
  .domain = MW_DOMAIN_MODEL,
  .subject = MW_SUBJECT_MODEL,
  .params = &rotate_params,
  .required = rotate_required,
  .run = rotate_run,
};
