/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/image/missing.h"
#include "core/model/mdlx/mdlx.h"
#include "core/render/offscreen.h"
#include "core/render/renderer.h"

/* Small models made in code, and pictures of them, for the tests of this folder. */

/* Appends a record of this kind to the list of the root with that name. */
void *scene_add (MwMdlx *model, const char *list, const MwSchema *kind);
MwMdlxTexture *scene_add_texture (MwMdlx *model, const char *path, uint32_t replaceable_id, uint32_t flags);
MwMdlxLayer *scene_add_layer (MwMdlx *model, MwMdlxMaterial *material, uint32_t filter_mode, MwMdlxTexture *texture);
/* A square of half size 1 at x = `x`, facing +X, with y to the right from -1 and uv (0, 0) at the top left. Its one
 * matrix group contains `bone`, or nothing if that is NULL. The winding is counter-clockwise as seen from +X. */
MwMdlxGeoset *scene_add_quad (MwMdlx *model, float x, MwMdlxMaterial *material, MwMdlxBone *bone);
MwRef scene_ref (const void *record);
/* The first of mw_render_notes(); NULL: there is none. It is static. */
const char *scene_note (const MwModel *model, GHashTable *splats);
/* A track of n keys: `values` holds n elements of the schema's value. */
MwTrack *scene_add_track (MwMdlx *model, void *owner, const char *child, uint32_t interpolation, uint32_t n,
                          const int32_t *times, const void *values);

/* An MwTextureLoad. A name of 8 hex digits ("FF8000C0") gives a 4 x 4 image of that colour; "halves" is 64 x 64 with
 * a red left and a green right half, "mask" the same in opaque and in clear white; all other names are missing. `counter`
 * (may be NULL) is a guint that counts the calls. */
MwImage *scene_load (const char *path, gpointer counter, GError **error);

/* The colours of the light and of the dark squares of clay. */
void scene_clay (MwClay clay, uint8_t rgb[2][3]);
/* The light of renderer.h on a surface that faces +X, as the squares of scene_add_quad() do. */
double scene_light (void);
/* The colour, 0 to 255, that MW_SHADING_WEIGHTS gives to such a square for a weight; below 0: for no bone. */
void scene_heat (double weight, double rgb[3]);
/* The colour of a name of 8 digits, as four numbers from 0 to 1. */
void scene_texel (const char *name, double rgba[4]);
/* The result of M2's blend mode for a colour with alpha a over another (rendering.md 3.5); 0 and 1 replace. */
void scene_blend_m2 (uint32_t mode, const double source[3], double a, const double under[3], double out[3]);

/* Looks from +X at the origin with a parallel projection; the picture's height is 2 units, so that a quad at the origin
 * fills it. Black, opaque background, at rest, no overlays. */
void scene_frame (MwFrame *frame, MwOffscreen *offscreen, int size);
/* Pixel (x, y) from the top left. */
const uint8_t *scene_pixel (const MwImage *image, int x, int y);
/* Fails unless each of r, g, b is within 2 of the expected 0 to 255. */
void scene_assert_pixel (const MwImage *image, int x, int y, double r, double g, double b);
