/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/groups.h"
#include "core/base/i18n.h"
#include "core/model/m2/chunks.h"
#include "core/model/m2/m2.h"

/* Abbreviations for the tables in this folder. ROW (name, PLAIN, OLD) is a wire row: field, kind, and versions. */
/* clang-format off */
#define ROW(name, kind, ...) { .field = name, .wire = MW_WIRE_##kind, __VA_ARGS__ }
#define OLD .until = MW_M2_LANES_SINCE - 1 /* one time line */
#define NEW .since = MW_M2_LANES_SINCE     /* one array per sequence */
#define CODEC(which) .codec = MW_CODEC_##which
#define WHEN(name, bits, value) .when = { .field = name, .mask = bits, .equals = value }

#define TRACK_FIELD(Struct, member, path, of, ...)                                                                      \
  MW_FIELD_CHILD (Struct, member, MwM2Track *, path, &of, .touches = MW_TOUCH_POSE, __VA_ARGS__)

/* A chunk that has a part of the record's fields (core/model/m2/chunks.h), and what such rows and fields have in common. */
#define CHUNK(name) { .wire = MW_WIRE_CHUNK, .tag = name, IN_CHUNK }
#define IN_CHUNK .since = MW_M2_CHUNKS_SINCE
#define OF_CHUNK .live = mw_m2_in_chunks

#define LIST_ROW(name, of, ...) { .field = name, .wire = MW_WIRE_M2_LIST, .element = &of, __VA_ARGS__ }
#define HAND_ROW(which, ...) { .wire = MW_WIRE_HAND, .hand = &which, __VA_ARGS__ }
#define SCHEMA(list, name_, label_, doc_, Struct, ...)                                                                  \
  const MwSchema mw_m2_##list##_schema = { .name = name_, .label = label_, .doc = doc_, .size = sizeof (Struct),        \
                                           TABLE (list), __VA_ARGS__ }

#define TABLE(list) .fields = list##_fields, .n_fields = G_N_ELEMENTS (list##_fields), .wire = list##_rows,             \
                    .n_wire = G_N_ELEMENTS (list##_rows), .groups = list##_groups,          \
                    .n_groups = G_N_ELEMENTS (list##_groups), .families = MW_FAMILY_M2
/* clang-format on */
