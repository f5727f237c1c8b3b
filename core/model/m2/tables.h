/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/i18n.h"
#include "core/model/m2/m2.h"

/* Short words for the tables of this folder. ROW (name, PLAIN, OLD): a field, how it is spelled, and for which versions. */
/* clang-format off */
#define ROW(name, kind, ...) { .field = name, .wire = MW_WIRE_##kind, __VA_ARGS__ }
#define OLD .until = 263 /* one time line */
#define NEW .since = 264 /* an array per sequence */
#define CODEC(which) .codec = MW_CODEC_##which
#define WHEN(name, bits, value) .when = { .field = name, .mask = bits, .equals = value }

#define TRACK_FIELD(Struct, member, path, of, ...)                                                                      \
  MW_FIELD_CHILD (Struct, member, MwM2Track *, path, &of, .touches = MW_TOUCH_POSE, __VA_ARGS__)

#define TABLE(list) .fields = list##_fields, .n_fields = G_N_ELEMENTS (list##_fields), .wire = list##_rows,             \
                    .n_wire = G_N_ELEMENTS (list##_rows), .families = MW_FAMILY_M2
/* clang-format on */
