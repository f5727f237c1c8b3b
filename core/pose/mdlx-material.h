/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/mdlx/mdlx.h"
#include "core/pose/clock.h"

/* What materials and geoset animations say at a time (rendering.md 3.1 and 3.3). */

/* A geoset or layer is drawn only above this alpha. */
#define MW_POSE_ALPHA_MIN 0.01f

typedef struct {
  float alpha;
  MwRef texture;     /* id 0: none */
  gboolean moves_uv; /* FALSE: uv is the identity */
  float uv[6];       /* u' = uv[0] u + uv[2] v + uv[4];  v' = uv[1] u + uv[3] v + uv[5] */
} MwLayerState;

/* How many of the layers are drawn, from the first on: of the six images that are layers of an HD material before 1100 only the
 * diffuse one is shown so far. */
guint mw_material_n_drawn (const MwMdlx *model, const MwMdlxMaterial *material);

/* The texture is, from 1100 on, that of the diffuse slot; without one, the first. */
void mw_layer_evaluate (const MwMdlx *model, const MwMdlxLayer *layer, const MwClock *clock, MwLayerState *out);
/* The texture coordinates' transform: moved by the translation, then turned about (0.5, 0.5), then scaled about it.
 * `animation` may be NULL. */
void mw_texture_animation_evaluate (const MwMdlx *model, const MwMdlxTextureAnimation *animation, const MwClock *clock,
                                    float uv[6]);

typedef struct {
  float color[3]; /* RGB to multiply with; white unless the geoset animation's "use colour" flag is set */
  float alpha;
  gboolean visible; /* alpha above MW_POSE_ALPHA_MIN */
} MwGeosetState;

/* The geoset animation that counts for a geoset: the last that names it, or NULL. */
const MwMdlxGeosetAnimation *mw_geoset_animation_of (const MwMdlx *model, const MwMdlxGeoset *geoset);
/* `animation` may be NULL: white, opaque, visible. */
void mw_geoset_animation_evaluate (const MwMdlx *model, const MwMdlxGeosetAnimation *animation, const MwClock *clock,
                                   MwGeosetState *out);
void mw_geoset_evaluate (const MwMdlx *model, const MwMdlxGeoset *geoset, const MwClock *clock, MwGeosetState *out);
/* All geosets in list order: out[model->geosets.n]. Cheaper than one by one. */
void mw_geosets_evaluate (const MwMdlx *model, const MwClock *clock, MwGeosetState *out);

/* What the quads of a PRE2 are drawn with. */
typedef struct {
  uint32_t filter_mode; /* 0 blend, 1 additive, 2 modulate, 3 modulate 2x, 4 alpha key */
  MwRef texture;
  uint32_t replaceable_id;
  int32_t priority_plane;
} MwParticleMaterial;
void mw_particles_material (const MwMdlxParticleEmitter2 *emitter, MwParticleMaterial *out);
