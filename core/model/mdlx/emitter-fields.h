/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/mdlx/tables.h"

/* Field initialisers shared by all kinds of emitters. `member` is both the C member and the path. */
#define EMITTER_F32(Struct, member, label_, doc_, ...)                                                                  \
  MW_FIELD_F32 (Struct, member, #member, .touches = MW_TOUCH_POSE, .label = label_, .doc = doc_, __VA_ARGS__)
#define EMITTER_U32(Struct, member, label_, doc_, ...)                                                                  \
  MW_FIELD_U32 (Struct, member, #member, .touches = MW_TOUCH_POSE, .label = label_, .doc = doc_, __VA_ARGS__)
/* The track for the same member; `of` is the track's schema. */
#define EMITTER_TRACK(Struct, member, of, label_, doc_, ...)                                                            \
  TRACK_FIELD (Struct, member##_track, #member ".track", of, .label = label_, .doc = doc_, ##__VA_ARGS__)
#define EMITTER_VISIBILITY(Struct, doc_)                                                                                \
  EMITTER_TRACK (Struct, visibility, mw_track_float_schema, N_ ("Visibility"), doc_, .role = MW_ROLE_VISIBILITY)
