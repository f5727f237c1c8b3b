/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/game-view.h"
#include "core/model/aspects.h"
#include "core/pose/standing.h"
#include "core/render/render-private.h"

#include <math.h>
#include <string.h>

/* The cameras of the games, see rendering.md 5.1. */
typedef struct {
  float yaw, pitch; /* degrees: where the eye is, seen from the target; 0 is in front of the model, and 90 above it */
  float distance, field_of_view; /* the latter in degrees, across the diagonal */
  float aspect, portrait_aspect;
  float highest, below; /* the target is so far below the top of the model, or below `highest`; 0: on the ground */
} Game;

static const Game games[MW_WORLD_COUNT] = {
  [MW_WORLD_WARCRAFT_III] = { .yaw = 0,
                              .pitch = 360 - 304,
                              .distance = 1650,
                              .field_of_view = 70,
                              .aspect = 4.0f / 3,
                              .portrait_aspect = 0.88f },
  [MW_WORLD_OF_WARCRAFT] = { .yaw = 180,
                             .pitch = 10,
                             .distance = 5.55f,
                             .field_of_view = 90,
                             .aspect = 16.0f / 9,
                             .portrait_aspect = 1,
                             .highest = 2.0277779f,
                             .below = 0.16f },
};

MwGameViewKind
mw_game_view_of_word (const char *word)
{
  return strcmp (word, "game") == 0       ? MW_GAME_VIEW_GAME
         : strcmp (word, "portrait") == 0 ? MW_GAME_VIEW_PORTRAIT
                                          : MW_GAME_VIEW_NONE;
}

/* How high above the ground the game's camera looks. */
static float
height_of (const Game *game, const MwModel *model)
{
  const MwBounds *bounds = mw_model_member (model, mw_aspects_of (model)->bounds);
  float min[3], max[3], top = bounds->max[2];
  if (game->highest <= 0)
    return 0;
  if (!(top > 0) || !isfinite (top))
    top = mw_standing_box (model, min, max) ? max[2] : game->highest;
  return MAX (MIN (top, game->highest) - game->below, 0);
}

/* Places the eye in this direction, in degrees, from the target. */
static void
place_eye (MwCameraState *camera, double yaw, double pitch, double distance)
{
  const double a = yaw * G_PI / 180, b = pitch * G_PI / 180;
  camera->eye[0] = (float) ((double) camera->target[0] + distance * cos (a) * cos (b));
  camera->eye[1] = (float) ((double) camera->target[1] + distance * sin (a) * cos (b));
  camera->eye[2] = (float) ((double) camera->target[2] + distance * sin (b));
}

/* The first of the model's cameras that may show its portrait. */
static const MwRecord *
portrait_camera (const MwModel *model)
{
  const MwList *cameras = mw_model_member (model, mw_aspects_of (model)->cameras);
  for (uint32_t i = 0; i < cameras->n; i++) {
    MwCameraAspect aspect;
    mw_aspects_of (model)->of_camera (cameras->items[i], &aspect);
    if (aspect.portrait)
      return cameras->items[i];
  }
  return NULL;
}

/* From the front, so that the head fills most of the picture. */
static void
guess_portrait (const MwModel *model, MwGameView *out)
{
  float radius = mw_aspects_of (model)->size;
  out->guessed = TRUE;
  out->camera.field_of_view = (float) (G_PI / 4);
  mw_standing_head (model, out->camera.target, &radius);
  const double half = (double) mw_camera_vertical_fov (out->camera.field_of_view, out->aspect) / 2;
  place_eye (&out->camera, 0, 0, MAX ((double) radius, 1e-3) / sin (half));
}

void
mw_game_view (const MwModel *model, MwGameViewKind kind, const MwClock *clock, MwGameView *out)
{
  const Game *game = &games[mw_scene_of (model)->world (model)];
  const MwRecord *portrait = kind == MW_GAME_VIEW_PORTRAIT ? portrait_camera (model) : NULL;
  *out = (MwGameView) { .aspect = kind == MW_GAME_VIEW_PORTRAIT ? game->portrait_aspect : game->aspect };
  if (portrait) {
    mw_camera_evaluate (model, portrait, clock, &out->camera);
  } else if (kind == MW_GAME_VIEW_PORTRAIT) {
    guess_portrait (model, out);
  } else {
    out->camera.field_of_view = game->field_of_view * (float) (G_PI / 180);
    out->camera.target[2] = height_of (game, model);
    place_eye (&out->camera, (double) game->yaw, (double) game->pitch, (double) game->distance);
  }
}

void
mw_game_view_place (const MwGameView *view, float width, float height, float out[4])
{
  out[2] = MIN (width, height * view->aspect);
  out[3] = out[2] / view->aspect;
  out[0] = (width - out[2]) / 2;
  out[1] = (height - out[3]) / 2;
}

void
mw_game_view_look (const MwGameView *view, float width, float height, MwCamera *camera)
{
  const MwCameraState *from = &view->camera;
  float place[4];
  mw_game_view_place (view, width, height, place);
  if (memcmp (from->eye, from->target, sizeof from->eye) == 0)
    return; /* it looks nowhere */
  mw_camera_look (camera, from->eye, from->target, from->field_of_view, from->roll, view->aspect);
  /* What is beside the game's picture is seen, too. */
  camera->fov = 2 * atanf (tanf (camera->fov / 2) * height / place[3]);
}
