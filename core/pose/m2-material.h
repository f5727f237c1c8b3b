/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/m2/m2.h"
#include "core/pose/clock.h"
#include "core/pose/combine.h"

/* How the batches of a skin profile look at a time (rendering.md 3.5 and 3.6). */

/* How many textures a batch has at most. */
#define MW_M2_UNITS 4

/* Which texture coordinates a texture unit uses. */
typedef enum { MW_M2_COORD_UV1, MW_M2_COORD_UV2, MW_M2_COORD_ENVIRONMENT } MwM2Coord;

typedef struct {
  guint n_units; /* 1 to 4; 0: not drawn */
  MwDiffuse diffuse;
  MwSpecular specular;
  MwOpacity opacity;
  MwM2Coord coords[MW_M2_UNITS]; /* of the third and the fourth unit: UV1 or UV2 */
} MwM2Shader;

/* The shader id of a batch. Up to version 264 it is computed as the client does when it loads the model (m2.md 7),
 * except for the later merging of layers, which are drawn one by one here; from 265 on it is the stored one. */
uint16_t mw_m2_batch_shader_id (const MwM2 *model, const MwM2Batch *batch);

/* The least alpha that blend mode 1, AlphaKey, draws of an opaque surface: 224/255 (rendering.md 3.5). It is just below, so that what is equal
 * to it is kept. */
#define MW_M2_KEYED_MIN (223.9f / 255)

typedef struct {
  gboolean visible;     /* alpha is 1/10,000 or more, and the shader draws anything */
  gboolean transparent; /* drawn after all opaque batches, in order */
  uint32_t blend;       /* 0 to 7, as stored; beyond 7 counts as 4 */
  gboolean lit, fogged, two_sided, depth_test, depth_write;
  float color[3], alpha;
  float weights[3]; /* of the first three textures, 0 to 1; the first is already in `alpha` */
  int32_t priority_plane;
  uint32_t layer;
  MwM2Shader shader;
  struct {
    MwRef texture;
    float uv[6]; /* u' = uv[0] u + uv[2] v + uv[4];  v' = uv[1] u + uv[3] v + uv[5] */
  } units[MW_M2_UNITS];
} MwM2BatchState;

/* Evaluates a batch. At rest it is evaluated at the start of the first sequence: rest concerns only the bones, and
 * without their tracks batches would appear that are never meant to be visible. */
void mw_m2_batch_evaluate (const MwM2 *model, const MwM2Batch *batch, const MwClock *clock, MwM2BatchState *out);

/* The transform of the texture coordinates of texture `i` of a ribbon, in the form of units[].uv. */
void mw_m2_ribbon_uv (const MwM2 *model, const MwM2Ribbon *ribbon, guint i, const MwClock *clock, float uv[6]);

/* How the particles of an emitter are drawn. */
typedef struct {
  guint n_textures;  /* 1, or 3 that are multiplied; the quads have coordinates for each */
  MwRef textures[3]; /* a missing one is MW_REF_NONE */
  MwDiffuse diffuse;
  MwOpacity opacity;
  gboolean lit;
  gboolean refracts; /* shows what is behind it, bent; drawn here as its texture */
} MwM2ParticleMaterial;
void mw_m2_particle_material (const MwM2 *model, const MwM2Particle *emitter, MwM2ParticleMaterial *out);
