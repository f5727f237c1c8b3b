/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/tables.h"

/* Points attached to bones: m2.md 5.12 and 5.13. */

/* clang-format off */
#define POSITION(Struct)                                                                                                \
  MW_FIELD_VEC (Struct, position, 3, "position", .role = MW_ROLE_POSITION, .unit = MW_UNIT_LENGTH,                      \
                .touches = MW_TOUCH_POSE, .label = N_ ("Position"), .doc = N_ ("Where it is, in model space."))
#define BONE(Struct)                                                                                                    \
  MW_FIELD_REF (Struct, bone, "bone", "bones", .on_remove = MW_ON_REMOVE_PARENT, .role = MW_ROLE_PARENT,                \
                .touches = MW_TOUCH_POSE, .label = N_ ("Bone"), .doc = N_ ("The bone that it follows."))

static const MwField attachment_fields[] = {
  MW_FIELD_U32 (MwM2Attachment, attachment_id, "attachment_id", .catalogue = MW_CATALOGUE_ATTACHMENT,
                .touches = MW_TOUCH_TEXT, .label = N_ ("Attachment"),
                .doc = N_ ("Id by which clients find it.")),
  BONE (MwM2Attachment),
  MW_FIELD_U16 (MwM2Attachment, unknown_06, "unknown_06", .role = MW_ROLE_UNKNOWN, .label = N_ ("Unknown value"),
                .doc = N_ ("Zero in nearly all files.")),
  POSITION (MwM2Attachment),
  TRACK_FIELD (MwM2Attachment, visibility_track, "visibility.track", mw_m2_track_u8_schema, .role = MW_ROLE_VISIBILITY,
               .label = N_ ("Visibility"), .doc = N_ ("Whether what is attached to it is shown.")),
};
static const MwGroup attachment_groups[] = {
  IN_GENERAL ("attachment_id bone"),
  IN_TRANSFORM ("position"),
  IN_VISIBILITY ("visibility.track"),
  IN_DATA ("unknown_06"),
};
static const MwWireRow attachment_rows[] = {
  ROW ("attachment_id", PLAIN),
  ROW ("bone", REF16),
  ROW ("unknown_06", PLAIN),
  ROW ("position", PLAIN),
  ROW ("visibility.track", M2_TRACK),
};
SCHEMA (attachment, "attachment", N_ ("Attachment"), N_ ("A point to which clients attach other models."), MwM2Attachment);

static const MwField event_fields[] = {
  MW_FIELD_TEXT (MwM2Event, identifier, 5, "identifier", .role = MW_ROLE_NAME, .touches = MW_TOUCH_TEXT,
                 .label = N_ ("Identifier"), .doc = N_ ("Four characters that say what happens.")),
  MW_FIELD_U32 (MwM2Event, data, "data", .label = N_ ("Data"), .doc = N_ ("An id whose meaning depends on the identifier.")),
  BONE (MwM2Event),
  POSITION (MwM2Event),
  TRACK_FIELD (MwM2Event, track, "track", mw_m2_track_event_schema, .label = N_ ("Times"), .doc = N_ ("When it fires.")),
};
static const MwGroup event_groups[] = {
  IN_GENERAL ("identifier data bone"),
  IN_TRANSFORM ("position"),
  IN_EVENTS ("track"),
};
static const MwWireRow event_rows[] = {
  { .field = "identifier", .wire = MW_WIRE_CHARS, .count = 4 },
  ROW ("data", PLAIN),
  ROW ("bone", REF32),
  ROW ("position", PLAIN),
  ROW ("track", M2_EVENT_TRACK),
};
SCHEMA (event, "event", N_ ("Event"), N_ ("Something that fires at times of an animation."), MwM2Event,
        .name_catalogue = MW_CATALOGUE_EVENT);
/* clang-format on */
