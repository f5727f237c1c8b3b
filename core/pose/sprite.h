/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* A vertex of the quads of particles and ribbons. Four in a row are a quad, counter-clockwise for the viewer that it
 * was made for: triangles 0 1 2 and 0 2 3. Positions are in model space; the texture's first row is at v = 0. */
typedef struct {
  float position[3];
  float uv[2];
  float rgba[4];
  float more_uvs[2][2]; /* for a second and a third texture, if there are any */
} MwSpriteVertex;

/* Appends a quad to a GArray of MwSpriteVertex: centre - along + across, centre - along - across, centre + along -
 * across, centre + along + across. `uv` is a rectangle u0, v0, u1, v1; `more` has those of further textures (NULL:
 * none). A quad that is not finite is left out. */
void mw_sprite_append (GArray *vertices, const float centre[3], const float along[3], const float across[3],
                       const float uv[4], const float more[2][4], const float rgba[4]);
/* The rectangle (u0, v0, u1, v1) of a cell of a texture with these rows and columns, counted from the top left. A
 * cell beyond the last counts as the last. */
void mw_sprite_cell (guint64 rows, guint64 columns, guint64 cell, float uv[4]);
/* Returns a pseudo-random number in [-1, 1) and advances *state, which may have any value. The same states give the
 * same numbers on every machine. */
float mw_random_around_zero (guint64 *state);
