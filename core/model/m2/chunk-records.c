/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/tables.h"

/* Records that only chunked files have: m2.md 12. */

/* clang-format off */
static const MwField anim_file_fields[] = {
  MW_FIELD_U16 (MwM2AnimFile, animation, "animation", .catalogue = MW_CATALOGUE_ANIMATION, .label = N_ ("Animation"),
                .doc = N_ ("Id of the animation whose keys the file has. In chunk AFID.")),
  MW_FIELD_U16 (MwM2AnimFile, variation, "variation", .label = N_ ("Variation"),
                .doc = N_ ("Which variation of the animation. In chunk AFID.")),
  MW_FIELD_U32 (MwM2AnimFile, file_id, "file_id", .label = N_ ("File id"),
                .doc = N_ ("Id of the .anim file; 0: none. In chunk AFID.")),
};
static const MwGroup anim_file_groups[] = { IN_GENERAL ("animation variation file_id") };
static const MwWireRow anim_file_rows[] = { ROW ("animation", PLAIN), ROW ("variation", PLAIN), ROW ("file_id", PLAIN) };
SCHEMA (anim_file, "anim_file", N_ ("Animation file"), N_ ("Which file has the keys of an animation."), MwM2AnimFile);

static const MwField parent_bounds_fields[] = {
  MW_FIELD_VEC (MwM2ParentBounds, bounds.min, 3, "bounds.min", .unit = MW_UNIT_LENGTH, .role = MW_ROLE_BOUNDS,
                .label = N_ ("Minimum extent"), .doc = N_ ("Lowest corner of the box. In chunk PSBC.")),
  MW_FIELD_VEC (MwM2ParentBounds, bounds.max, 3, "bounds.max", .unit = MW_UNIT_LENGTH, .role = MW_ROLE_BOUNDS,
                .label = N_ ("Maximum extent"), .doc = N_ ("Highest corner of the box. In chunk PSBC.")),
  MW_FIELD_F32 (MwM2ParentBounds, bounds.radius, "bounds.radius", .unit = MW_UNIT_LENGTH, .role = MW_ROLE_BOUNDS,
                .label = N_ ("Bounds radius"), .doc = N_ ("Radius of the sphere. In chunk PSBC.")),
};
static const MwGroup parent_bounds_groups[] = { IN_BOUNDS ("bounds.min bounds.max bounds.radius") };
static const MwWireRow parent_bounds_rows[] = {
  ROW ("bounds.min", PLAIN), ROW ("bounds.max", PLAIN), ROW ("bounds.radius", PLAIN)
};
SCHEMA (parent_bounds, "parent_bounds", N_ ("Bounds of a parent's sequence"),
        N_ ("Bounds to use instead of those that a sequence has in the parent skeleton."), MwM2ParentBounds);

static const MwField parent_event_fields[] = {
  TRACK_FIELD (MwM2ParentEvent, track, "track", mw_m2_track_event_schema, .label = N_ ("Times"),
               .doc = N_ ("When it fires. In chunk PEDC.")),
};
static const MwGroup parent_event_groups[] = { IN_EVENTS ("track") };
static const MwWireRow parent_event_rows[] = { ROW ("track", M2_EVENT_TRACK) };
SCHEMA (parent_event, "parent_event", N_ ("Event of the parent"),
        N_ ("Times to use instead of those that an event has in the parent model."), MwM2ParentEvent);

static const MwField edge_fade_fields[] = {
  MW_FIELD_VEC (MwM2EdgeFade, unknown_00, 2, "unknown_00", .role = MW_ROLE_UNKNOWN, .label = N_ ("Unknown 0x00"),
                .doc = N_ ("Two numbers of chunk EDGF whose meaning is not known.")),
  MW_FIELD_F32 (MwM2EdgeFade, unknown_08, "unknown_08", .role = MW_ROLE_UNKNOWN, .label = N_ ("Unknown 0x08"),
                .doc = N_ ("A number of chunk EDGF whose meaning is not known.")),
  MW_FIELD_U8S (MwM2EdgeFade, unknown_0c, 12, "unknown_0c", .role = MW_ROLE_UNKNOWN, .label = N_ ("Unknown 0x0C"),
                .doc = N_ ("Bytes of chunk EDGF whose meaning is not known.")),
};
static const MwGroup edge_fade_groups[] = { IN_DATA ("unknown_00 unknown_08 unknown_0c") };
static const MwWireRow edge_fade_rows[] = { ROW ("unknown_00", PLAIN), ROW ("unknown_08", PLAIN), ROW ("unknown_0c", PLAIN) };
SCHEMA (edge_fade, "edge_fade", N_ ("Edge fade"), N_ ("How edges fade that are seen from the side."), MwM2EdgeFade);

static const MwField dboc_fields[] = {
  MW_FIELD_F32 (MwM2Dboc, unknown_00, "unknown_00", .role = MW_ROLE_UNKNOWN, .label = N_ ("Unknown 0x00"),
                .doc = N_ ("A number of chunk DBOC whose meaning is not known.")),
  MW_FIELD_F32 (MwM2Dboc, unknown_04, "unknown_04", .role = MW_ROLE_UNKNOWN, .label = N_ ("Unknown 0x04"),
                .doc = N_ ("A number of chunk DBOC whose meaning is not known.")),
  MW_FIELD_U32 (MwM2Dboc, unknown_08, "unknown_08", .role = MW_ROLE_UNKNOWN, .label = N_ ("Unknown 0x08"),
                .doc = N_ ("A number of chunk DBOC whose meaning is not known.")),
  MW_FIELD_U32 (MwM2Dboc, unknown_0c, "unknown_0c", .role = MW_ROLE_UNKNOWN, .label = N_ ("Unknown 0x0C"),
                .doc = N_ ("A number of chunk DBOC whose meaning is not known.")),
};
static const MwGroup dboc_groups[] = { IN_DATA ("unknown_00 unknown_04 unknown_08 unknown_0c") };
static const MwWireRow dboc_rows[] = {
  ROW ("unknown_00", PLAIN), ROW ("unknown_04", PLAIN), ROW ("unknown_08", PLAIN), ROW ("unknown_0c", PLAIN)
};
SCHEMA (dboc, "dboc", N_ ("DBOC entry"), N_ ("An entry of chunk DBOC, whose meaning is not known."), MwM2Dboc);

static const MwField unknown_chunk_fields[] = {
  MW_FIELD_U8S (MwM2UnknownChunk, tag, 4, "tag", .read_only = TRUE, .label = N_ ("Tag"),
                .doc = N_ ("The four characters that say what kind of chunk it is.")),
  MW_FIELD_ARRAY (MwM2UnknownChunk, bytes, MW_TYPE_U8, 1, "bytes", .role = MW_ROLE_UNKNOWN, .label = N_ ("Bytes"),
                  .doc = N_ ("What the chunk has.")),
};
static const MwGroup unknown_chunk_groups[] = { IN_DATA ("tag bytes") };
static const MwWireRow unknown_chunk_rows[] = { ROW ("tag", PLAIN), ROW ("bytes", TAIL) };
SCHEMA (unknown_chunk, "unknown_chunk", N_ ("Unknown chunk"),
        N_ ("A chunk of an unknown kind, or one that its kind does not explain; kept as it is."), MwM2UnknownChunk);
/* clang-format on */
