/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/check/finding.h"
#include "core/model/m2/m2.h"

/* Private to core/check: the parts of the checks for M2. check-m2.c calls them, for a whole model and for a single record. */

/* Checks of single records. */
extern const MwRecordCheck mw_m2_track_checks[];   /* check-m2-tracks.c: bones with keys */
extern const MwRecordCheck mw_m2_mesh_checks[];    /* check-m2-mesh.c: bounds */
extern const MwRecordCheck mw_m2_surface_checks[]; /* check-m2-surfaces.c: batches and textures */
extern const MwRecordCheck mw_m2_point_checks[];   /* check-m2-points.c: attachments, events, bones */
extern const MwRecordCheck mw_m2_effect_checks[];  /* check-m2-effects.c: lights, emitters, ribbons */

/* A track of M2: what a single look at it shows. */
void mw_check_m2_track (MwChecking *c, const MwRecord *track);

/* Which vertices a submesh has, and how many bones. `vertices` are those of mw_m2_submesh_vertices(). */
void mw_check_m2_submesh (MwChecking *c, const MwM2Submesh *submesh, const uint16_t *vertices, uint32_t n_vertices);

/* Checks that need the whole model, or its arrays. */
void mw_check_m2_sequences (MwChecking *c, const MwM2 *model);
void mw_check_m2_keys (MwChecking *c, const MwM2 *model);
void mw_check_m2_mesh (MwChecking *c, const MwM2 *model);
void mw_check_m2_surfaces (MwChecking *c, const MwM2 *model);
void mw_check_m2_points (MwChecking *c, const MwM2 *model);
