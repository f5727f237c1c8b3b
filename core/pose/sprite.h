/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* A corner of what particles and ribbons are drawn with. Four in a row are a quad, counter-clockwise for the viewer that it
 * was made for: triangles 0 1 2 and 0 2 3. Model space; the texture's first row is at v = 0. */
typedef struct {
  float position[3];
  float uv[2];
  float rgba[4];
  float more_uvs[2][2]; /* of a second and a third texture, where there are such */
} MwSpriteVertex;

/* Appends a quad to a GArray of MwSpriteVertex: centre - along + across, centre - along - across, centre + along - across,
 * centre + along + across; `uv` is u0, v0, u1, v1, and so are those of further textures, `more` (NULL: none). One that is not
 * finite is left out. */
void mw_sprite_append (GArray *vertices, const float centre[3], const float along[3], const float across[3],
                       const float uv[4], const float more[2][4], const float rgba[4]);
/* The rectangle of a cell of a texture of rows and columns, from the top left (cells beyond the last are the last): u0, v0, u1,
 * v1. */
void mw_sprite_cell (guint64 rows, guint64 columns, guint64 cell, float uv[4]);
/* A number in [-1, 1), and the next state; any state will do. The same states give the same numbers on every machine. */
float mw_random_around_zero (guint64 *state);
