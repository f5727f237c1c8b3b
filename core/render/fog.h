/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/render/camera.h"

/* Fog between the eye and the model (rendering.md 3.9). */

typedef enum {
  MW_FOG_LINEAR,              /* from `start` on it thickens evenly */
  MW_FOG_EXPONENTIAL,         /* it begins at the eye; Warcraft III only */
  MW_FOG_EXPONENTIAL_SQUARED, /* the same, but it comes later and more suddenly */
  MW_FOG_KINDS
} MwFogKind;

typedef struct {
  gboolean on;
  MwFogKind kind;
  float start,
    end; /* in units from the eye; at `end`, which is farther, only the fog is seen. Only linear fog has a start */
  float rgb[3];
} MwFog;

/* The name of a kind for people, marked for translation. */
const char *mw_fog_kind_name (MwFogKind kind);
/* Whether the game of the model has fog of this kind. */
gboolean mw_fog_kind_is_of (MwFogKind kind, const MwModel *model);

/* Reads "#RRGGBB,START,END", with ",exponential" or ",squared" after it for those kinds, whose START is 0. The distances are 0 to 1000000. FALSE: it
 * is not such a text, and the fog is as before. */
gboolean mw_fog_from_text (const char *text, MwFog *fog);
/* The reverse, whether it is on or not; the colour has 8 bits for each component. Free with g_free(). */
char *mw_fog_to_text (const MwFog *fog);
/* Whether two fogs look the same. */
gboolean mw_fog_equal (const MwFog *a, const MwFog *b);

/* Sets distances with which a model that the camera frames vanishes half: round numbers. */
void mw_fog_suggest (MwFog *fog, const MwCamera *camera);
/* For the shader: 0 for linear fog, the density of exponential fog, and minus that of its square. */
float mw_fog_density (const MwFog *fog);
