/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/schema.h"

/* Which light falls on the model (rendering.md 5). */
typedef enum {
  MW_LIGHTING_PLAIN,    /* soft light from one side; the model's own lights are not shown */
  MW_LIGHTING_GAME,     /* the sun and the ambient light of an ordinary day in the game */
  MW_LIGHTING_PORTRAIT, /* the light of a unit's portrait */
  MW_LIGHTING_STUDIO,   /* a key light, a fill light and a light from behind */
  MW_LIGHTING_NIGHT,
  MW_LIGHTING_MODEL, /* only the model's own lights */
  MW_LIGHTING_HOUR,  /* the sun of the game at an hour of the day, which the frame has; else as MW_LIGHTING_GAME */
  MW_LIGHTING_COUNT
} MwLighting;

/* The stable word for it ("plain", "game" ...), and its name for people, marked for translation. */
const char *mw_lighting_word (MwLighting lighting);
const char *mw_lighting_name (MwLighting lighting);

/* Whether the game of the model has this light. */
gboolean mw_lighting_is_of (MwLighting lighting, const MwModel *model);

/* The most lights that are shown at once, as in the games; others are left out. */
#define MW_LIGHTS_MOST 8
