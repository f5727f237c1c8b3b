/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/tables.h"

#include <string.h>

/* m2.md 5.15: 0x7C bytes up to 263, 0x64 up to 270, 0x74 from 271 on, where the field of view is a track. Sources
 * disagree on when between 265 and 272 this changed, and no such file has been seen; for those versions the bytes
 * decide (m2.md 15.6). */

MW_NAMES (mw_m2_camera_types, FALSE, { 0, "Portrait", N_ ("Portrait") }, { 1, "CharacterInfo", N_ ("Character info") },
          { 0xFFFFFFFF, "Flyby", N_ ("Fly-by") });

#define CM MwM2Camera
/* clang-format off */
static const MwField camera_fields[] = {
  MW_FIELD_I32 (CM, type, "type", .names = &mw_m2_camera_types, .touches = MW_TOUCH_POSE, .label = N_ ("Type"),
                .doc = N_ ("What the camera is used for.")),
  MW_FIELD_F32 (CM, field_of_view, "field_of_view", .def = 0.95, .unit = MW_UNIT_RADIANS, .touches = MW_TOUCH_POSE,
                .label = N_ ("Field of view"), .doc = N_ ("Diagonal angle of view, before version 271.")),
  MW_FIELD_F32 (CM, far_clip, "far_clip", .def = 27.77777862548828, .unit = MW_UNIT_LENGTH, .touches = MW_TOUCH_POSE,
                .label = N_ ("Far clip"), .doc = N_ ("Nothing beyond this distance is drawn.")),
  MW_FIELD_F32 (CM, near_clip, "near_clip", .def = 0.2222222238779068, .unit = MW_UNIT_LENGTH, .touches = MW_TOUCH_POSE,
                .label = N_ ("Near clip"), .doc = N_ ("Nothing closer than this distance is drawn.")),
  TRACK_FIELD (CM, translation_track, "translation.track", mw_m2_track_vec3_key_schema, .role = MW_ROLE_POSITION, .unit = MW_UNIT_LENGTH,
               .label = N_ ("Translation"), .doc = N_ ("Added to the position over time.")),
  MW_FIELD_VEC (CM, position, 3, "position", .role = MW_ROLE_POSITION, .unit = MW_UNIT_LENGTH, .touches = MW_TOUCH_POSE,
                .label = N_ ("Position"), .doc = N_ ("Where it is, in model space.")),
  TRACK_FIELD (CM, target_translation_track, "target.translation.track", mw_m2_track_vec3_key_schema,
               .role = MW_ROLE_POSITION, .unit = MW_UNIT_LENGTH, .label = N_ ("Target translation"), .doc = N_ ("Added to the target over time.")),
  MW_FIELD_VEC (CM, target, 3, "target.position", .role = MW_ROLE_POSITION, .unit = MW_UNIT_LENGTH,
                .touches = MW_TOUCH_POSE, .label = N_ ("Target"), .doc = N_ ("What it looks at, in model space.")),
  TRACK_FIELD (CM, rotation_track, "rotation.track", mw_m2_track_float_key_schema, .unit = MW_UNIT_RADIANS,
               .label = N_ ("Roll"), .doc = N_ ("Roll about the line of sight.")),
  TRACK_FIELD (CM, field_of_view_track, "field_of_view.track", mw_m2_track_float_key_schema, .unit = MW_UNIT_RADIANS,
               .label = N_ ("Field of view"), .doc = N_ ("Diagonal angle of view, from version 271 on.")),
};
/* clang-format on */
/* clang-format off */
#define USUAL .variants = 1 << MW_M2_CAMERA_USUAL
#define OTHER .variants = 1 << MW_M2_CAMERA_OTHER
static const MwGroup camera_groups[] = {
  IN_GENERAL ("type"),
  IN_VIEW ("position translation.track target.position target.translation.track rotation.track "
    "field_of_view near_clip far_clip"),
};
static const MwWireRow camera_rows[] = {
  ROW ("type", PLAIN),
  ROW ("field_of_view", PLAIN, .until = MW_M2_CAMERA_PROBED_SINCE - 1),
  ROW ("field_of_view", PLAIN, .since = MW_M2_CAMERA_PROBED_SINCE, .until = MW_M2_FIELD_OF_VIEW_TRACK_SINCE - 1, USUAL),
  ROW ("field_of_view", PLAIN, .since = MW_M2_FIELD_OF_VIEW_TRACK_SINCE, .until = MW_M2_CAMERA_PROBED_UNTIL, OTHER),
  ROW ("far_clip", PLAIN),
  ROW ("near_clip", PLAIN),
  ROW ("translation.track", M2_TRACK),
  ROW ("position", PLAIN),
  ROW ("target.translation.track", M2_TRACK),
  ROW ("target.position", PLAIN),
  ROW ("rotation.track", M2_TRACK),
  ROW ("field_of_view.track", M2_TRACK, .since = MW_M2_CAMERA_PROBED_SINCE, .until = MW_M2_FIELD_OF_VIEW_TRACK_SINCE - 1, OTHER),
  ROW ("field_of_view.track", M2_TRACK, .since = MW_M2_FIELD_OF_VIEW_TRACK_SINCE, .until = MW_M2_CAMERA_PROBED_UNTIL, USUAL),
  ROW ("field_of_view.track", M2_TRACK, .since = MW_M2_CAMERA_PROBED_UNTIL + 1),
};
/* clang-format on */

/* --- Choosing between the two layouts ---------------------------------------------------------------------------------- */

/* Offsets of the tracks when the field of view is a number, and when it is a track. */
static const uint8_t number_tracks[] = { 0x10, 0x30, 0x50 }, track_tracks[] = { 0x0C, 0x2C, 0x4C, 0x60 };

/* Whether these 20 bytes can be a track: its arrays of 8-byte entries are inside the file. For the layout that is
 * unusual in this version (`odd`), also require a known interpolation, an existing global sequence and at least one
 * entry. */
static gboolean
is_track (const uint8_t *at, const MwM2 *model, size_t size, gboolean odd)
{
  uint16_t head[2];
  uint32_t pairs[4];
  memcpy (head, at, sizeof head);
  memcpy (pairs, at + 4, sizeof pairs);
  gboolean sane = !odd || (head[0] <= 3 && (head[1] == 0xFFFF || head[1] < model->global_sequences.n) && pairs[0]);
  for (guint i = 0; sane && i < 4; i += 2)
    sane = pairs[i] == 0 || (pairs[i + 1] <= size && pairs[i] <= (size - pairs[i + 1]) / 8);
  return sane;
}

static gboolean
are_tracks (const uint8_t *at, size_t left, const uint8_t *places, guint n, const MwM2 *model, size_t size, gboolean odd)
{
  for (guint i = 0; i < n; i++)
    if (left < (size_t) places[i] + 20 || !is_track (at + places[i], model, size, odd))
      return FALSE;
  return TRUE;
}

/* The version's usual layout, unless only the other one makes sense. All cameras of a model have the same layout. */
static uint8_t
camera_probe (const MwWireReader *reader)
{
  const MwM2 *model = (const MwM2 *) mw_wire_reader_model (reader);
  size_t left, size;
  const uint8_t *at = mw_wire_peek (reader, &left);
  if (model->version < MW_M2_CAMERA_PROBED_SINCE || model->version > MW_M2_CAMERA_PROBED_UNTIL)
    return MW_M2_CAMERA_USUAL;
  if (model->cameras.n > 1)
    return model->cameras.items[0]->variant;
  mw_wire_reader_bytes (reader, &size);
  gboolean by_number = model->version < MW_M2_FIELD_OF_VIEW_TRACK_SINCE;
  gboolean number = are_tracks (at, left, number_tracks, G_N_ELEMENTS (number_tracks), model, size, !by_number);
  gboolean track = are_tracks (at, left, track_tracks, G_N_ELEMENTS (track_tracks), model, size, by_number);
  gboolean usual = by_number ? number : track, other = by_number ? track : number;
  return !usual && other ? MW_M2_CAMERA_OTHER : MW_M2_CAMERA_USUAL;
}
const MwSchema mw_m2_camera_schema = { .name = "camera",
                                       .label = N_ ("Camera"),
                                       .doc = N_ ("A view of the model, as used for portraits."),
                                       .size = sizeof (MwM2Camera),
                                       .probe = camera_probe,
                                       TABLE (camera) };
