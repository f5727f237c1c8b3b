/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/camera.h"
#include "core/pose/math.h"
#include "core/render/render-private.h"

/* Figures of cameras, lights and emitters, as lines. */

enum { PLAIN_RGBA = 0x9FD0FFFF, DIM = 0x70 };

static void
add_cross (GArray *lines, const float at[3], float length, uint32_t rgba)
{
  for (int axis = 0; axis < 3; axis++) {
    float ends[2][3];
    for (int end = 0; end < 2; end++) {
      memcpy (ends[end], at, sizeof ends[end]);
      ends[end][axis] += end ? length : -length;
    }
    mw_lines_add (lines, ends[0], ends[1], rgba);
  }
}

/* --- Cameras -------------------------------------------------------------------------------------------------------- */

/* The pyramid of what the camera sees, with a mark on its upper side. */
static void
add_pyramid (GArray *lines, const MwCameraState *camera, const float view[16], const float along[3], float distance,
             uint32_t rgba)
{
  const float aspect = 4.0f / 3, depth = distance / 4,
              up = depth * tanf (mw_camera_vertical_fov (camera->field_of_view, aspect) / 2);
  float corners[4][3], top[3];
  for (int k = 0; k < 3; k++) {
    /* The rows of the matrix are the axes of the picture. */
    float middle = camera->eye[k] + along[k] * depth, x = view[4 * k], y = view[4 * k + 1];
    for (int i = 0; i < 4; i++)
      corners[i][k] = middle + (i == 0 || i == 3 ? -x : x) * up * aspect + (i < 2 ? y : -y) * up;
    top[k] = middle + y * up * 1.4f;
  }
  for (int i = 0; i < 4; i++) {
    mw_lines_add (lines, camera->eye, corners[i], rgba);
    mw_lines_add (lines, corners[i], corners[(i + 1) % 4], rgba);
  }
  mw_lines_add (lines, corners[0], top, rgba);
  mw_lines_add (lines, top, corners[1], rgba);
}

static uint32_t
colour_of_part (const MwRecord *camera, MwCameraPart part, const MwFrame *frame)
{
  const gboolean selected = mw_ids_have (frame->selected, frame->n_selected, camera->id)
                            && (frame->camera_part == MW_CAMERA_WHOLE || frame->camera_part == part);
  const uint32_t rgba = selected                                                     ? MW_LINES_SELECTED
                        : mw_ids_have (frame->hovered, frame->n_hovered, camera->id) ? MW_LINES_HOVERED
                                                                                     : PLAIN_RGBA;
  return part == MW_CAMERA_WHOLE ? (rgba & 0xFFFFFF00u) | DIM : rgba;
}

void
mw_figures_add_camera (GArray *lines, const MwModel *model, const MwRecord *camera, MwCameraPart part,
                       const MwFrame *frame)
{
  const uint32_t rgba = colour_of_part (camera, part, frame);
  MwCameraState state;
  float view[16], along[3], eye[3];
  if ((!(frame->overlays & MW_OVERLAY_CAMERAS) && !mw_ids_have (frame->selected, frame->n_selected, camera->id))
      || mw_ids_have (frame->hidden, frame->n_hidden, camera->id))
    return;
  if (!mw_camera_evaluate (model, camera, &frame->clock, &state))
    return;
  mw_camera_eye (&frame->camera, eye);
  for (int k = 0; k < 3; k++) {
    along[k] = state.target[k] - state.eye[k];
    eye[k] -= state.eye[k];
  }
  const float distance = mw_vec_normalise (along);
  /* What is looked through would fill the picture with its own frame. */
  if (!mw_camera_view (&state, view) || mw_vec_normalise (eye) < distance * 1e-3f)
    return;
  if (part == MW_CAMERA_EYE)
    add_pyramid (lines, &state, view, along, distance, rgba);
  else if (part == MW_CAMERA_TARGET)
    add_cross (lines, state.target, mw_lines_of_pixels (frame, state.target, 6), rgba);
  else
    mw_lines_add (lines, state.eye, state.target, rgba);
}

void
mw_figures_add_cameras (GArray *lines, const MwModel *model, const MwFrame *frame)
{
  const MwList *cameras = mw_model_member (model, mw_aspects_of (model)->cameras);
  for (uint32_t i = 0; i < cameras->n; i++)
    for (MwCameraPart part = MW_CAMERA_WHOLE; part <= MW_CAMERA_TARGET; part++)
      mw_figures_add_camera (lines, model, cameras->items[i], part, frame);
}

/* --- Lights --------------------------------------------------------------------------------------------------------- */

/* The light's colour, as bright as a line can be. */
static uint32_t
colour_of (const MwLight *light)
{
  float most = 0;
  uint32_t rgba = 0;
  for (int i = 0; i < 3; i++)
    most = MAX (most, light->colour[i] + light->ambient[i]);
  for (int i = 0; i < 3; i++)
    rgba = rgba << 8 | (uint32_t) (255 * CLAMP ((light->colour[i] + light->ambient[i]) / most, 0.0f, 1.0f));
  return rgba << 8 | 0xFF;
}

static void
add_rays (GArray *lines, const float at[3], const float towards[3], const MwFrame *frame, uint32_t rgba)
{
  float side[3], up[3], length = mw_lines_of_pixels (frame, at, 60), apart = length / 6;
  const float helper[3] = { fabsf (towards[2]) > 0.9f, 0, fabsf (towards[2]) <= 0.9f };
  mw_vec_cross (towards, helper, side);
  mw_vec_normalise (side);
  mw_vec_cross (towards, side, up);
  for (int ray = -1; ray <= 1; ray++) {
    float from[3], to[3], barb[3];
    for (int k = 0; k < 3; k++) {
      from[k] = at[k] + side[k] * apart * (float) ray;
      to[k] = from[k] - towards[k] * length;
      barb[k] = to[k] + (towards[k] + up[k] * 0.5f) * apart;
    }
    mw_lines_add (lines, from, to, rgba);
    mw_lines_add (lines, to, barb, rgba);
  }
}

/* How far a point light is seen: to its end, or to where a tenth of it is left. 0: everywhere. */
static float
reach_of (const MwLight *light)
{
  if (light->end > light->start)
    return light->end;
  /* It fades ever more, so the place is between two bounds. */
  float low = 0, high = 1e6f;
  for (int i = 0; i < 48; i++) {
    float d = (low + high) / 2;
    float left = expf (-light->damping * d * d) / (1 + light->linear * d + light->quadratic * d * d);
    *(left > 0.1f ? &low : &high) = d;
  }
  return high < 1e6f ? high : 0;
}

void
mw_figures_add_lights (GArray *lines, const MwSkeleton *skeleton, const MwFrame *frame)
{
  g_autoptr (GArray) lights = g_array_new (FALSE, FALSE, sizeof (MwLight));
  mw_lights_append (skeleton, &frame->clock, lights);
  for (guint i = 0; i < lights->len; i++) {
    const MwLight *light = &g_array_index (lights, MwLight, i);
    if (mw_ids_have (frame->hidden, frame->n_hidden, light->id))
      continue;
    gboolean selected = mw_ids_have (frame->selected, frame->n_selected, light->id);
    uint32_t rgba = selected ? MW_LINES_SELECTED : colour_of (light);
    float at[3];
    mw_skeleton_position (skeleton, light->id, at);
    if (light->kind == MW_LIGHT_DIRECTIONAL)
      add_rays (lines, at, light->at, frame, rgba);
    for (int axis = 0; light->kind == MW_LIGHT_POINT && axis < 3; axis++) {
      float reach = reach_of (light);
      if (reach > 0)
        mw_lines_add_circle (lines, at, reach, axis, (axis + 1) % 3, NULL, rgba);
      if (light->start > 0 && light->start < light->end)
        mw_lines_add_circle (lines, at, light->start, axis, (axis + 1) % 3, NULL, (rgba & 0xFFFFFF00u) | DIM);
    }
  }
}

/* --- Emitters ------------------------------------------------------------------------------------------------------- */

static const uint32_t particles_rgba = 0xE07AE8FFu, ribbon_rgba = 0xC890FFFFu;

void
mw_figures_add_emitter (GArray *lines, const MwEmitterShape *shape, const float world[16], const float at[3],
                        const MwFrame *frame)
{
  float placed[16], length = mw_lines_of_pixels (frame, at, 36);
  /* The node's axes, but about where it is now. */
  memcpy (placed, world, sizeof placed);
  memcpy (placed + 12, at, 3 * sizeof (float));
  const float middle[3] = { 0 };
  if (shape->sphere) {
    for (int axis = 0; axis < 3; axis++) {
      mw_lines_add_circle (lines, middle, shape->width, axis, (axis + 1) % 3, placed, particles_rgba);
      if (shape->length > 0 && shape->length < shape->width)
        mw_lines_add_circle (lines, middle, shape->length, axis, (axis + 1) % 3, placed,
                             (particles_rgba & 0xFFFFFF00u) | DIM);
    }
  } else if (shape->length > 0 || shape->width > 0) {
    float corners[4][3];
    for (int i = 0; i < 4; i++) {
      const float corner[3] = { (i == 0 || i == 3 ? -0.5f : 0.5f) * shape->length,
                                (i < 2 ? -0.5f : 0.5f) * shape->width, 0 };
      mw_mat_point (placed, corner, corners[i]);
    }
    for (int i = 0; i < 4; i++)
      mw_lines_add (lines, corners[i], corners[(i + 1) % 4], particles_rgba);
  }
  /* The way that they fly, and how far from it at most. */
  float spread = MIN (shape->spread, (float) G_PI);
  for (int i = 0; i < 5; i++) {
    const float angle = i ? spread : 0, turn = (float) (i * G_PI / 2);
    float way[3] = { sinf (angle) * cosf (turn), sinf (angle) * sinf (turn), cosf (angle) }, tip[3];
    mw_mat_direction (world, way, way);
    mw_vec_normalise (way);
    for (int k = 0; k < 3; k++)
      tip[k] = at[k] + way[k] * length;
    if (i == 0 || spread > 0)
      mw_lines_add (lines, at, tip, i ? (particles_rgba & 0xFFFFFF00u) | DIM : particles_rgba);
  }
}

void
mw_figures_add_ribbon (GArray *lines, const MwRibbon *ribbon, const float world[16], GArray *quads)
{
  g_array_set_size (quads, 0);
  guint n = mw_ribbon_append_quads (ribbon, world, quads);
  for (guint i = 0; i < 4 * n; i += 4) {
    const MwSpriteVertex *corners = &g_array_index (quads, MwSpriteVertex, i);
    /* Corners 0 and 1 are the newer edge, 2 and 3 the older one. */
    for (guint k = i ? 1 : 0; k < 4; k++)
      mw_lines_add (lines, corners[k].position, corners[(k + 1) % 4].position, ribbon_rgba);
  }
  g_array_set_size (quads, 0);
}
