/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/mdlx/mdlx.h"
#include "core/pose/clock.h"

/* How an HD material of Warcraft III: Reforged looks at a time (rendering.md 3.4). */

/* The images of an HD layer, by the number of their slot (mdlx.md 5.5). */
typedef enum {
  MW_HD_DIFFUSE,
  MW_HD_NORMAL,
  MW_HD_ORM, /* occlusion, roughness, metalness, and in alpha the mask of the team colour */
  MW_HD_EMISSIVE,
  MW_HD_TEAM_COLOUR,
  MW_HD_MAPS, /* the shader reads the images up to here */
  MW_HD_ENVIRONMENT = MW_HD_MAPS,
  MW_HD_SLOTS
} MwHdSlot;

typedef struct {
  MwRef textures[MW_HD_SLOTS]; /* id 0: none */
  float emissive_gain;
  float fresnel_color[3]; /* RGB */
  float fresnel_opacity, fresnel_team_color;
  gboolean crystal;  /* the crystal shader, of 1100 and later */
  gboolean sd_on_hd; /* the shader that draws the diffuse image alone in HD's light, of 1100 and later */
} MwHdState;

/* Whether a layer of the material is drawn with an HD shader. Before 1100 the six layers of an HD material are the
 * images of its first layer, which is the only one that is drawn. */
gboolean mw_layer_is_hd (const MwMdlx *model, const MwMdlxMaterial *material, const MwMdlxLayer *layer);

/* Evaluates a layer for which mw_layer_is_hd() is true. Before 1100 the images are those of the material's layers; the
 * numbers are those of the first layer, which is the one that real files animate. */
void mw_hd_evaluate (const MwMdlx *model, const MwMdlxMaterial *material, const MwMdlxLayer *layer,
                     const MwClock *clock, MwHdState *out);
