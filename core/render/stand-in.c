/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/render-private.h"

#include <string.h>

/* What is drawn for a missing texture (rendering.md 3.8). An opaque image in its place would turn glows into bright plates and
 * particles into squares, so the pass decides. */

/* The part of a spot's brightness that is left on additive surfaces: they are large, and many may overlap. */
#define SURFACE_GLOW 0.4f
/* A surface that shows less of its image than this, in both directions, is taken to show a cell of a sheet of them. */
#define CELL_MOST 0.4f

/* Leaves the first texture only, without the other images of an HD material. */
static void
keep_first (MwPass *pass)
{
  pass->hd = FALSE;
  pass->n_units = 1;
  pass->diffuse = MW_DIFFUSE_A;
  if (pass->specular != MW_SPECULAR_A_ALPHA)
    pass->specular = MW_SPECULAR_NONE;
  if (pass->opacity != MW_OPACITY_ONE)
    pass->opacity = MW_OPACITY_A;
}

static gboolean
is_glow (MwBlend blend)
{
  return blend == MW_BLEND_ADD || blend == MW_BLEND_ADD_WHOLE || blend == MW_BLEND_PREMULTIPLIED;
}

static gboolean
is_filter (MwBlend blend)
{
  return blend == MW_BLEND_MODULATE || blend == MW_BLEND_MODULATE2X;
}

static void
show_spot (const MwTextures *textures, MwPass *pass)
{
  pass->specular = MW_SPECULAR_NONE;
  pass->opacity = MW_OPACITY_A;
  pass->lit = pass->units[0].sphere = FALSE;
  pass->units[0].texture = mw_textures_spot (textures, is_glow (pass->blend) && pass->blend != MW_BLEND_ADD);
}

/* Each quad shows a whole spot, though its coordinates are those of one cell. */
static void
spot_on_quads (const MwTextures *textures, MwBatch *batch)
{
  MwPass *pass = &batch->pass;
  if (!is_glow (pass->blend))
    pass->blend = MW_BLEND_ALPHA;
  pass->cut = 0;
  pass->depth_write = FALSE;
  const float uv[6] = { (float) MAX (batch->columns, 1), 0, 0, (float) MAX (batch->rows, 1), 0, 0 };
  memcpy (pass->units[0].uv, uv, sizeof uv);
  show_spot (textures, pass);
}

/* A surface with coordinates of one cell, which a texture animation moves to the others, would show a piece of the spot or nothing. */
static void
show_whole (MwPass *pass, const MwMesh *mesh)
{
  const GArray *sets = mesh->vertices->uv_sets;
  if (pass->units[0].uv_set >= sets->len)
    return;
  const MwMeshUvs *uvs = &g_array_index (sets, MwMeshUvs, pass->units[0].uv_set);
  const float w = uvs->high[0] - uvs->low[0], h = uvs->high[1] - uvs->low[1];
  if (!(w > 0 && h > 0 && w < CELL_MOST && h < CELL_MOST))
    return;
  const float uv[6] = { 1 / w, 0, 0, 1 / h, -uvs->low[0] / w, -uvs->low[1] / h };
  memcpy (pass->units[0].uv, uv, sizeof uv);
}

static void
spot_on_surface (const MwTextures *textures, MwPass *pass, const MwMesh *mesh)
{
  show_whole (pass, mesh);
  for (guint i = 0; i < 4; i++)
    pass->colour[i] *= i < 3 && pass->blend == MW_BLEND_ADD ? 1 : SURFACE_GLOW;
  show_spot (textures, pass);
}

static void
clay_on_surface (const MwTextures *textures, MwPass *pass)
{
  pass->specular = MW_SPECULAR_NONE;
  pass->opacity = MW_OPACITY_ONE;
  pass->lit = TRUE;
  pass->units[0].sphere = FALSE;
  pass->units[0].texture = mw_textures_clay (textures, pass->units[0].type);
}

gboolean
mw_stand_in (MwTextures *textures, gboolean mark, MwBatch *batch)
{
  MwPass *pass = &batch->pass;
  gboolean complete = TRUE;
  for (guint i = 0; i < pass->n_units; i++) {
    complete = complete && pass->units[i].texture;
    if (mark && !pass->units[i].texture)
      pass->units[i].texture = mw_textures_checker (textures, pass->units[i].type);
  }
  if (complete || mark)
    return TRUE;
  keep_first (pass);
  if (pass->units[0].texture)
    return TRUE;
  if (!batch->mesh)
    spot_on_quads (textures, batch);
  else if (is_filter (pass->blend) || (is_glow (pass->blend) && batch->above))
    return FALSE;
  else if (is_glow (pass->blend))
    spot_on_surface (textures, pass, batch->mesh);
  else
    clay_on_surface (textures, pass);
  return TRUE;
}
