/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/camera.h"
#include "core/render/camera.h"

/* What a game shows of a model: with the camera that it has when it begins, and as a portrait (rendering.md 5.1). */

typedef enum { MW_GAME_VIEW_NONE, MW_GAME_VIEW_GAME, MW_GAME_VIEW_PORTRAIT } MwGameViewKind;

typedef struct {
  MwCameraState camera; /* its field of view is that of a picture of this aspect */
  float aspect;         /* width by height of the game's picture */
  gboolean guessed;     /* a portrait: the model has no camera for it, so this is aimed at its head */
} MwGameView;

/* The kind that a word means, "game" or "portrait"; MW_GAME_VIEW_NONE: neither. */
MwGameViewKind mw_game_view_of_word (const char *word);
/* The view of a game of a model at a moment. `kind` is not MW_GAME_VIEW_NONE. */
void mw_game_view (const MwModel *model, MwGameViewKind kind, const MwClock *clock, MwGameView *out);
/* Where the game's picture is in a picture of this size, as large as it fits: left, top, width and height. */
void mw_game_view_place (const MwGameView *view, float width, float height, float out[4]);
/* Aims a camera so that a picture of this size shows the game's picture there. */
void mw_game_view_look (const MwGameView *view, float width, float height, MwCamera *camera);
