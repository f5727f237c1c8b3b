/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/render/renderer.h"

/* Finds what is under a point of a picture, without a GPU: the ray of the pixel against the posed bounds of each surface and then the posed
 * triangles of those that it meets, and the distance in pixels to the lines of each marker. What a frame does not draw is not found:
 * hidden and invisible surfaces, the back of those that are one-sided, glows where the shading leaves them out, and markers that the
 * overlays do not show, unless they are selected (of cameras the pyramid, the line of sight, and the cross at the target). */
typedef struct _MwPicker MwPicker;

typedef struct {
  MwId id;   /* a geoset, a batch, a node or a camera; of a model inside the model: the node that shows it */
  MwId mesh; /* of a surface: the geoset or submesh that has its triangles; 0: it is of a model inside the model */
  gboolean marker;   /* it is drawn on top of all surfaces */
  MwCameraPart part; /* of a camera: its figure's part that is nearest */
  float depth;       /* of a surface: along the view from the near plane, in units of the model */
  float distance;    /* of a marker: in pixels from the point */
  guint triangle;    /* of a surface: which one, counted from 0 */
} MwPickHit;

/* The model must outlive it. After a change of the model, free it. */
MwPicker *mw_picker_new (const MwModel *model);
void mw_picker_free (MwPicker *picker);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwPicker, mw_picker_free)

/* The texel of a texture at texture coordinates. */
typedef MwTexel (*MwPickTexel) (MwId texture, const float uv[2], gpointer data);
/* Sets how to look into the images. mw_picker_at() then finds what is seen through their holes: texels that are discarded, or that hardly change
 * what is behind them, as they are blended: with an alpha near 0, black that is added, white that is multiplied. NULL, or in shadings without
 * textures: surfaces have no holes. Those of models inside the model never have. */
void mw_picker_set_texels (MwPicker *picker, MwPickTexel texel, gpointer data);
/* What a frame of the model shows at a point, in pixels from the top left: first the markers that are at most `reach` pixels away, the
 * nearest to the point first; then the surfaces, the nearest to the eye first, each once. Of the frame everything counts but its
 * frame buffer, its light and its background. The pose is kept, so that the next call with the same moment, view, profile and hidden
 * elements is fast and allocates nothing. The result (*n hits) is valid until the next call. */
const MwPickHit *mw_picker_at (MwPicker *picker, const MwFrame *frame, float x, float y, float reach, guint *n);
/* The geoset or submesh whose triangles a surface of the frame draws; 0: it is not one, or is hidden. */
MwId mw_picker_mesh_of (MwPicker *picker, const MwFrame *frame, MwId surface);
/* Appends (MwId, each once) the surfaces of which a triangle, and the markers of which the position, is seen in a rectangle, in
 * pixels from the top left. What is behind something else counts, too. */
void mw_picker_in (MwPicker *picker, const MwFrame *frame, const float low[2], const float high[2], GArray *ids);
