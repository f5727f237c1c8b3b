/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/i18n.h"
#include "core/schema/schema.h"

/* An extent: a sphere and a box. In files the radius comes first (mdlx.md 2.1). Radius 0 with a non-empty box is
 * normal. */
typedef struct {
  float radius;
  float min[3];
  float max[3];
} MwBounds;

/* Entries of a field table for a struct member `bounds`. */
#define MW_BOUNDS_FIELDS(Struct)                                                                                        \
  MW_FIELD_F32 (Struct, bounds.radius, "bounds.radius", .unit = MW_UNIT_LENGTH, .role = MW_ROLE_BOUNDS,                 \
                .touches = MW_TOUCH_GEOMETRY, .label = N_ ("Bounds radius"),                                            \
                .doc = N_ ("Radius of the bounding sphere (MDL BoundsRadius). 0 with a box is normal.")),               \
      MW_FIELD_VEC (Struct, bounds.min, 3, "bounds.min", .unit = MW_UNIT_LENGTH, .role = MW_ROLE_BOUNDS,                \
                    .touches = MW_TOUCH_GEOMETRY, .label = N_ ("Minimum extent"),                                       \
                    .doc = N_ ("Lowest corner of the bounding box (MDL MinimumExtent).")),                              \
      MW_FIELD_VEC (Struct, bounds.max, 3, "bounds.max", .unit = MW_UNIT_LENGTH, .role = MW_ROLE_BOUNDS,                \
                    .touches = MW_TOUCH_GEOMETRY, .label = N_ ("Maximum extent"),                                       \
                    .doc = N_ ("Highest corner of the bounding box (MDL MaximumExtent)."))

/* The matching wire rows, in file order. */
#define MW_BOUNDS_ROWS                                                                                                  \
  { .field = "bounds.radius", .wire = MW_WIRE_PLAIN }, { .field = "bounds.min", .wire = MW_WIRE_PLAIN },                \
  { .field = "bounds.max", .wire = MW_WIRE_PLAIN }

/* The matching rows in MDL text. Boxes of zeros are written too, because war3-model cannot save what it read from a
 * text without them. */
#define MW_BOUNDS_MDL                                                                                                   \
  { .field = "bounds.min", .form = MW_MDL_VALUE, .word = "MinimumExtent" },                               \
  { .field = "bounds.max", .form = MW_MDL_VALUE, .word = "MaximumExtent" },                               \
  { .field = "bounds.radius", .form = MW_MDL_VALUE, .word = "BoundsRadius", .omit = TRUE }
