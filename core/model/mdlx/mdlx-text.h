/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/mdlx/object-ids.h"
#include "core/schema/mdl.h"

/* What is collected while a text is read; the user data of its reader. The user data of a writer is only the ids. */
typedef struct {
  MwMdlxObjectIds ids; /* first member, because rows of nodes take a pointer to it */
  GArray *gliders;     /* MwRef */
  GArray *bind_poses;  /* 12 floats each */
} MwMdlxText;

/* Call when the whole text has been read, before references are resolved. */
void mw_mdlx_text_finish (MwMdlxText *text);
void mw_mdlx_text_clear (MwMdlxText *text);

/* `BindPose { Matrices n { { 12 floats }, ... } }`: by object id, then the cameras. */
extern const MwMdlHand mw_mdlx_bind_poses_text;
/* `Glider { GeosetId n, }`, one block for each geoset. */
extern const MwMdlHand mw_mdlx_gliders_text;
/* FaceEffects and PopcornFxEmitter: words that old versions of Retera's Model Studio write. */
extern const MwMdlHand mw_mdlx_face_effects_text, mw_mdlx_popcorn_text;
