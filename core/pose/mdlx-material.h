/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/mdlx/mdlx.h"
#include "core/pose/clock.h"

/* How materials and geosets look at a time (rendering.md 3.1 and 3.3). */

/* A geoset or layer is drawn only if its alpha is above this. */
#define MW_POSE_ALPHA_MIN 0.01f
/* The least alpha that a layer with filter mode Transparent draws, 192/255 (rendering.md 3.1). Half a step less keeps rounding out. */
#define MW_POSE_TRANSPARENT_MIN (191.5f / 255)

/* The least alpha that layers with other filter modes draw, except None: 4/255, likewise. */
#define MW_POSE_BLENDED_MIN (3.5f / 255)

typedef struct {
  float alpha;
  MwRef texture;     /* id 0: none */
  gboolean moves_uv; /* FALSE: uv is the identity */
  float uv[6];       /* u' = uv[0] u + uv[2] v + uv[4];  v' = uv[1] u + uv[3] v + uv[5] */
} MwLayerState;

/* The number of layers that are drawn, from the first on. Before version 1100 the six images of an HD material are
 * layers; only the diffuse one is drawn so far. */
guint mw_material_n_drawn (const MwMdlx *model, const MwMdlxMaterial *material);

/* Evaluates a layer. From version 1100 on its texture is that of the diffuse slot or, if there is none, the first. */
void mw_layer_evaluate (const MwMdlx *model, const MwMdlxLayer *layer, const MwClock *clock, MwLayerState *out);

typedef struct {
  float color[3]; /* RGB factor; white unless the geoset animation's flag "use colour" is set */
  float alpha;
  gboolean visible; /* alpha above MW_POSE_ALPHA_MIN */
} MwGeosetState;

/* `animation` may be NULL: white, opaque, visible. */
void mw_geoset_animation_evaluate (const MwMdlx *model, const MwMdlxGeosetAnimation *animation, const MwClock *clock,
                                   MwGeosetState *out);
/* Evaluates all geosets in list order: out[model->geosets.n]. Faster than one by one. */
void mw_geosets_evaluate (const MwMdlx *model, const MwClock *clock, MwGeosetState *out);

/* The material of the quads of a PRE2 emitter. */
typedef struct {
  uint32_t filter_mode; /* 0 blend, 1 additive, 2 modulate, 3 modulate 2x, 4 alpha key */
  MwRef texture;
  uint32_t replaceable_id;
  gboolean lit; /* as ground whose normal is +z, whatever way the quads face */
  gboolean fogged;
  int32_t priority_plane;
} MwParticleMaterial;
void mw_particles_material (const MwMdlxParticleEmitter2 *emitter, MwParticleMaterial *out);
