/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/mdlx/object-ids.h"
#include "core/schema/mdl.h"

/* What is gathered while a text is read: the user data of its reader. That of a writer is the ids alone. */
typedef struct {
  MwMdlxObjectIds ids; /* first: rows of nodes know this only */
  GArray *gliders;     /* MwRef */
  GArray *bind_poses;  /* 12 floats each */
} MwMdlxText;

/* When the whole text has been read, before references are resolved. */
void mw_mdlx_text_finish (MwMdlxText *text);
void mw_mdlx_text_clear (MwMdlxText *text);

/* `BindPose { Matrices n { { 12 floats }, ... } }`: by object id, the cameras behind. */
extern const MwMdlHand mw_mdlx_bind_poses_text;
/* `Glider { GeosetId n, }`, a block for each geoset. */
extern const MwMdlHand mw_mdlx_gliders_text;
/* FaceEffects and PopcornFxEmitter: words of old versions of Retera's Model Studio. */
extern const MwMdlHand mw_mdlx_face_effects_text, mw_mdlx_popcorn_text;
