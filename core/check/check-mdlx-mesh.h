/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/check/finding.h"
#include "core/model/mdlx/mdlx.h"

/* Checks the triangles of a geoset: those that are never seen, those that are there twice, and vertices and matrix groups that none
 * uses. Geosets with other primitives than triangles are skipped. */
void mw_check_mesh (MwChecking *c, const MwMdlxGeoset *geoset);

/* How many triangles are degenerate (core/model/triangles.h). *first gets the index in `faces` at which the first begins. */
guint mw_mesh_degenerate (const MwMdlxGeoset *geoset, uint32_t *first);
