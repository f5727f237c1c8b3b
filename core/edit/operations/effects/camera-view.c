/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/effects/standing.h"
#include "core/edit/operations/operations.h"
#include "core/model/aspects.h"
#include "core/pose/camera.h"

#include <math.h>
#include <string.h>

/* Cameras that see what the window shows, or what numbers say. */

typedef struct {
  float position[3], target[3], field_of_view, near_clip, far_clip;
} Look;

/* The texts say what the numbers are, and what 0 means. */
#define LOOK_FIELDS(Params, least, usual, angle_doc, near_doc, far_doc)                                                \
  MW_FIELD_VEC (Params, look.position, 3, "position", .unit = MW_UNIT_LENGTH, .role = MW_ROLE_POSITION,                \
                .label = N_ ("Position"), .doc = N_ ("Where the camera is, in model space.")),                         \
    MW_FIELD_VEC (Params, look.target, 3, "target", .unit = MW_UNIT_LENGTH, .role = MW_ROLE_POSITION,                  \
                  .label = N_ ("Target"), .doc = N_ ("What it looks at, in model space.")),                            \
    MW_FIELD_F32 (Params, look.field_of_view, "field_of_view", .unit = MW_UNIT_RADIANS, .def = usual, .min = least,    \
                  .max = 3, .label = N_ ("Field of view"), .doc = angle_doc),                                          \
    MW_FIELD_F32 (Params, look.near_clip, "near_clip", .unit = MW_UNIT_LENGTH, .min = 0, .max = 1000000,               \
                  .label = N_ ("Near clip"), .doc = near_doc),                                                         \
    MW_FIELD_F32 (Params, look.far_clip, "far_clip", .unit = MW_UNIT_LENGTH, .min = 0, .max = 1000000,                 \
                  .label = N_ ("Far clip"), .doc = far_doc)

static const char *const view_required[] = { "position", "target", NULL };

static gboolean
check_look (const Look *look, GError **error)
{
  double distance = 0;
  for (guint k = 0; k < 3; k++) {
    const double along = (double) look->target[k] - (double) look->position[k];
    distance += along * along;
  }
  if (!isfinite (distance))
    return mw_operation_refuse (NULL, error, "position and target must be finite numbers");
  if (distance <= 0)
    return mw_operation_refuse (NULL, error,
                                "position and target are the same point: there is no direction to look in");
  return TRUE;
}

/* Takes what is not 0 of the clips that were asked for. */
static gboolean
choose_clips (MwNewCamera *camera, const Look *look, GError **error)
{
  if (look->near_clip > 0)
    camera->near_clip = look->near_clip;
  if (look->far_clip > 0)
    camera->far_clip = look->far_clip;
  return camera->far_clip > camera->near_clip
         || mw_operation_refuse (NULL, error, "the far clip must be farther than the near clip");
}

/* Rounds to a part of the distance that is far below a pixel, so that people can read the numbers. */
static void
look_of_view (const MwShownView *view, Look *look)
{
  double distance = 0;
  for (guint k = 0; k < 3; k++)
    distance = MAX (distance, fabs ((double) view->eye[k] - (double) view->target[k]));
  const double step = distance > 0 ? pow (10, floor (log10 (distance)) - 5) : 1;
  for (guint k = 0; k < 3; k++) {
    look->position[k] = (float) (round ((double) view->eye[k] / step) * step);
    look->target[k] = (float) (round ((double) view->target[k] / step) * step);
  }
  look->field_of_view = (float) (round (CLAMP ((double) view->field_of_view, 0.05, 3) * 1e5) / 1e5);
}

/* --- Add ------------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  Look look;
  uint8_t type;
  char *name;
} AddParams;

static const MwField add_fields[] = {
  LOOK_FIELDS (AddParams, 0.05, G_PI / 4, N_ ("The diagonal angle of view, in radians."),
               N_ ("Nothing closer than this distance is drawn. 0: a distance that fits the model."),
               N_ ("Nothing beyond this distance is drawn. 0: a distance that fits the model.")),
  MW_FIELD_U8 (AddParams, type, "type", .names = &mw_camera_types, .label = N_ ("Type"),
               .doc = N_ ("What the game uses it for. M2 only.")),
  MW_FIELD_TEXT (AddParams, name, 80, "name", .label = N_ ("Name"), .doc = N_ ("Its name; MDX and MDL only.")),
};
static const MwSchema add_params = { .name = "camera-add-from-view",
                                     .label = N_ ("Add Camera from View"),
                                     .size = sizeof (AddParams),
                                     .fields = add_fields,
                                     .n_fields = G_N_ELEMENTS (add_fields) };

static void
add_from_view (MwDocument *document, const MwId *ids, guint n, const MwShownView *view, MwRecord *params)
{
  AddParams *p = (AddParams *) params;
  look_of_view (view, &p->look);
  /* The game shows one portrait. */
  p->type = mw_has_portrait_camera (mw_document_get_model (document)) ? MW_CAMERA_OTHER : MW_CAMERA_PORTRAIT;
}

static gboolean
add_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const AddParams *p = (const AddParams *) params;
  MwNewCamera camera = { .name = *mw_text (p->name) ? mw_text (p->name) : "Camera",
                         .type = mw_camera_type_number (p->type),
                         .field_of_view = p->look.field_of_view };
  if (!check_look (&p->look, error))
    return FALSE;
  memcpy (camera.position, p->look.position, sizeof camera.position);
  memcpy (camera.target, p->look.target, sizeof camera.target);
  mw_standing_clips (mw_document_get_model (document), &camera);
  if (!choose_clips (&camera, &p->look, error))
    return FALSE;
  MwRecord *made = mw_new_elements (document)->camera (document, &camera, error);
  return made && mw_new_insert (document, made, FALSE, error);
}

const MwOperation mw_operation_camera_add_from_view = {
  .id = "camera-add-from-view",
  .label = N_ ("Add Camera from View"),
  .doc = N_ (
    "Adds a camera at a place, looking at another one. In the window both come from the viewport, so that the camera sees "
    "the same picture; it is level and shows perspective."),
  .aliases = "new create current position align portrait",
  .domain = MW_DOMAIN_EFFECTS,
  .subject = MW_SUBJECT_MODEL,
  .menu = MW_MENU_ADD,
  .ask = MW_ASK_NOT,
  .params = &add_params,
  .required = view_required,
  .from_view = add_from_view,
  .run = add_run,
};

/* --- Set ------------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  Look look;
  MwRef sequence;
  int32_t time;
} SetParams;

static const MwField set_fields[] = {
  LOOK_FIELDS (
    SetParams, 0, 0, N_ ("The diagonal angle of view, in radians. 0: as it is."),
    N_ ("Nothing closer than this distance is drawn. 0: as it is, or closer if it would cut off a part of the model."),
    N_ ("Nothing beyond this distance is drawn. 0: as it is, or farther if it would cut off a part of the model.")),
  MW_FIELD_REF (
    SetParams, sequence, "sequence", "sequences", .label = N_ ("Sequence"),
    .doc = N_ ("Where keys move the camera, it is there in this sequence, at the time below. Without one: at "
               "rest.")),
  MW_FIELD_I32 (SetParams, time, "time", .unit = MW_UNIT_MS, .role = MW_ROLE_TIME, .min = 0, .max = G_MAXINT32,
                .label = N_ ("Time"), .doc = N_ ("In milliseconds from the start of the sequence.")),
};
static const MwSchema set_params = { .name = "camera-from-view",
                                     .label = N_ ("Set Camera from View"),
                                     .size = sizeof (SetParams),
                                     .fields = set_fields,
                                     .n_fields = G_N_ELEMENTS (set_fields) };

static gboolean
set_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  MwCameraState state;
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (model, ids[i]);
    if (!mw_camera_evaluate (model, record, &MW_CLOCK_REST, &state))
      return mw_operation_refuse (record, error, "is not a camera");
  }
  return n == 1 || mw_operation_refuse (NULL, error, "only one camera can have this view: select one");
}

static void
set_from_view (MwDocument *document, const MwId *ids, guint n, const MwShownView *view, MwRecord *params)
{
  SetParams *p = (SetParams *) params;
  look_of_view (view, &p->look);
  p->sequence = view->clock.rest ? MW_REF_NONE : (MwRef) { view->clock.sequence, 0 };
  p->time = view->clock.rest ? 0 : MAX (0, view->clock.time - view->clock.start);
}

static MwClock
clock_of (const MwModel *model, const SetParams *p)
{
  const MwRecord *sequence = mw_model_resolve (model, p->sequence);
  MwClock clock = MW_CLOCK_REST;
  if (sequence) {
    mw_clock_play (&clock, model, sequence->id);
    clock.time = (int32_t) MIN ((gint64) clock.start + p->time, clock.end);
  }
  return clock;
}

/* What keys still decide afterwards. */
static void
notice_keys (MwDocument *document, const MwRecord *camera, const MwCameraState *is, const Look *look, gboolean moved)
{
  g_autofree char *path = mw_record_path (camera);
  if (moved)
    mw_document_notice (document, g_strdup_printf ("keys move %s: all of its motion was moved, so that it is there at "
                                                   "this time",
                                                   path));
  if (fabsf (is->roll) > 1e-4f)
    mw_document_notice (document, g_strdup_printf ("%s leans by %.4g° at this time, because of the keys of its roll",
                                                   path, (double) is->roll * 180 / G_PI));
  if (look->field_of_view > 0 && fabsf (is->field_of_view - look->field_of_view) > 1e-4f)
    mw_document_notice (document,
                        g_strdup_printf ("the field of view of %s changes with time, and its keys were kept: it "
                                         "is %.4g° at this time",
                                         path, (double) is->field_of_view * 180 / G_PI));
}

static gboolean
set_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const SetParams *p = (const SetParams *) params;
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *record = mw_model_find (model, ids[0]);
  const MwClock clock = clock_of (model, p);
  MwCameraState was, is;
  MwCameraAspect rest;
  if (!check_look (&p->look, error) || !mw_camera_evaluate (model, record, &clock, &was))
    return FALSE;
  mw_aspects_of (model)->of_camera (record, &rest);
  MwNewCamera camera = { .field_of_view = p->look.field_of_view > 0 ? p->look.field_of_view : was.field_of_view,
                         .near_clip = was.near_clip,
                         .far_clip = was.far_clip };
  memcpy (camera.position, p->look.position, sizeof camera.position);
  memcpy (camera.target, p->look.target, sizeof camera.target);
  mw_standing_widen_clips (model, &camera);
  if (!choose_clips (&camera, &p->look, error))
    return FALSE;
  /* Keys are added to what the camera states for its rest. */
  gboolean moved = FALSE;
  for (guint k = 0; k < 3; k++) {
    const float by = was.eye[k] - rest.position[k], target_by = was.target[k] - rest.target[k];
    moved |= by != 0 || target_by != 0;
    camera.position[k] -= by;
    camera.target[k] -= target_by;
  }
  guint changed = 0;
  if (!mw_new_elements (document)->camera_set (document, record->id, &camera, &changed, error))
    return FALSE;
  if (!changed)
    return mw_operation_nothing (error, "nothing to change: the camera sees this already");
  mw_camera_evaluate (model, record, &clock, &is);
  notice_keys (document, record, &is, &p->look, moved);
  mw_document_select (document, ids, 1);
  return TRUE;
}

const MwOperation mw_operation_camera_from_view = {
  .id = "camera-from-view",
  .label = N_ ("Set Camera from View"),
  .step = N_ ("Set the view of %s"),
  .doc = N_ (
    "Moves a camera to a place, looking at another one. In the window both come from the viewport, so that the camera "
    "sees the same picture."),
  .aliases = "set align current position look snap portrait",
  .domain = MW_DOMAIN_EFFECTS,
  .ask = MW_ASK_NOT,
  .params = &set_params,
  .required = view_required,
  .applies = set_applies,
  .from_view = set_from_view,
  .run = set_run,
};
