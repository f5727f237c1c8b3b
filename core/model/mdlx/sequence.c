/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/tables.h"

/* SEQS (132 bytes each) and GLBS (4 bytes each): MDX reference 5.2, 5.3. */

MW_NAMES (sequence_flags, TRUE, { 1, "non_looping", N_ ("Not looping") });

static const MwField sequence_fields[] = {
  MW_FIELD_TEXT (MwMdlxSequence, name, 80, "name", .role = MW_ROLE_NAME, .touches = MW_TOUCH_TEXT | MW_TOUCH_TIME,
                 .label = N_ ("Name"), .aliases = "animation anim",
                 .doc = N_ ("Name of the sequence; the game looks it up by its words (MDL Anim).")),
  MW_FIELD_I32 (MwMdlxSequence, interval[0], "interval.start", .unit = MW_UNIT_MS, .role = MW_ROLE_TIME,
                .touches = MW_TOUCH_TIME | MW_TOUCH_POSE, .label = N_ ("Start"),
                .doc = N_ ("First millisecond on the model's time line (MDL Interval).")),
  MW_FIELD_I32 (MwMdlxSequence, interval[1], "interval.end", .unit = MW_UNIT_MS, .role = MW_ROLE_TIME,
                .touches = MW_TOUCH_TIME | MW_TOUCH_POSE, .label = N_ ("End"),
                .doc = N_ ("Last millisecond on the model's time line, inclusive (MDL Interval).")),
  MW_FIELD_F32 (MwMdlxSequence, move_speed, "move_speed", .unit = MW_UNIT_SPEED, .touches = MW_TOUCH_TIME,
                .label = N_ ("Move speed"),
                .doc = N_ ("Ground speed at which the sequence looks right (MDL MoveSpeed).")),
  MW_FIELD_U32 (MwMdlxSequence, flags, "flags", .names = &sequence_flags, .role = MW_ROLE_FLAGS,
                .touches = MW_TOUCH_TIME, .label = N_ ("Flags"), .aliases = "loop looping",
                .doc = N_ ("Bit 0: plays once and holds its last frame (MDL NonLooping).")),
  MW_FIELD_F32 (MwMdlxSequence, rarity, "rarity", .touches = MW_TOUCH_TIME, .label = N_ ("Rarity"),
                .doc = N_ ("The higher, the less often it is chosen among sequences of the same name (MDL Rarity).")),
  MW_FIELD_U32 (MwMdlxSequence, sync_point, "sync_point", .touches = MW_TOUCH_TIME, .label = N_ ("Sync point"),
                .doc = N_ ("MDL SyncPoint; 0 in every known file.")),
  MW_BOUNDS_FIELDS (MwMdlxSequence),
};
static const MwWireRow sequence_rows[] = {
  CHARS ("name", 80), PLAIN ("interval.start"), PLAIN ("interval.end"), PLAIN ("move_speed"), PLAIN ("flags"),
  PLAIN ("rarity"),   PLAIN ("sync_point"),     MW_BOUNDS_ROWS,
};
const MwSchema mw_mdlx_sequence_schema = { .name = "sequence",
                                           .label = N_ ("Sequence"),
                                           .doc = N_ ("A named stretch of the time line."),
                                           .size = sizeof (MwMdlxSequence),
                                           TABLE (sequence) };

static const MwField global_sequence_fields[] = {
  MW_FIELD_U32 (MwMdlxGlobalSequence, duration, "duration", .unit = MW_UNIT_MS, .role = MW_ROLE_TIME,
                .touches = MW_TOUCH_TIME | MW_TOUCH_POSE, .label = N_ ("Duration"),
                .doc = N_ ("Length of the loop; tracks on it run whatever sequence plays (MDL Duration).")),
};
static const MwWireRow global_sequence_rows[] = { PLAIN ("duration") };
const MwSchema mw_mdlx_global_sequence_schema = { .name = "global_sequence",
                                                  .label = N_ ("Global sequence"),
                                                  .doc = N_ ("A clock that loops for ever."),
                                                  .size = sizeof (MwMdlxGlobalSequence),
                                                  TABLE (global_sequence) };
