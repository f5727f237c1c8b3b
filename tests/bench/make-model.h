/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/mdlx/mdlx.h"

/* Makes a model as a reader does: `nodes` nodes of all common kinds in a tree, `tracks` tracks with a few keys each on them, and
 * some sequences, materials and textures. */
MwMdlx *make_model_many_nodes (guint nodes, guint tracks);

/* A model of `triangles` triangles in geosets of at most 20,000, each vertex moved by two of `bones` bones that turn in its one
 * sequence ("Stand", 2 s). */
MwMdlx *make_model_many_triangles (guint triangles, guint bones);
