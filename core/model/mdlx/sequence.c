/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/tables.h"

#include "core/schema/mdl.h"

/* SEQS (132 bytes each) and GLBS (4 bytes each): mdlx.md 5.2, 5.3. */

MW_NAMES (sequence_flags, TRUE, { 1, "non_looping", N_ ("Not looping"), N_ ("Loops") });

static const MwField sequence_fields[] = {
  MW_FIELD_TEXT (MwMdlxSequence, name, 80, "name", .role = MW_ROLE_NAME, .touches = MW_TOUCH_TEXT | MW_TOUCH_TIME,
                 .label = N_ ("Name"), .aliases = "animation anim",
                 .doc = N_ ("Name of the sequence; the game finds it by the words in it (MDL Anim).")),
  MW_FIELD_I32 (MwMdlxSequence, interval[0], "interval.start", .part = MW_PART_START, .unit = MW_UNIT_MS, .role = MW_ROLE_TIME,
                .touches = MW_TOUCH_TIME | MW_TOUCH_POSE, .label = N_ ("Start"),
                .doc = N_ ("First millisecond on the model's time line (MDL Interval).")),
  MW_FIELD_I32 (MwMdlxSequence, interval[1], "interval.end", .part = MW_PART_END, .unit = MW_UNIT_MS, .role = MW_ROLE_TIME,
                .touches = MW_TOUCH_TIME | MW_TOUCH_POSE, .label = N_ ("End"),
                .doc = N_ ("Last millisecond on the model's time line, inclusive (MDL Interval).")),
  MW_FIELD_F32 (MwMdlxSequence, move_speed, "move_speed", .part = MW_PART_MOVE_SPEED, .unit = MW_UNIT_SPEED, .touches = MW_TOUCH_TIME,
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
  MW_FIELD_F32 (MwMdlxSequence, frequency, "frequency", .unit = MW_UNIT_FACTOR, .def = 1, .touches = MW_TOUCH_TIME,
                .label = N_ ("Frequency"),
                .doc = N_ ("How often it is chosen among sequences of the same name; their frequencies add up to 1.")),
  MW_FIELD_I32 (MwMdlxSequence, replay_min, "replay_min", .touches = MW_TOUCH_TIME, .label = N_ ("Minimum repeats"),
                .doc = N_ ("Smallest number of times that the client repeats it; it chooses at random.")),
  MW_FIELD_I32 (MwMdlxSequence, replay_max, "replay_max", .touches = MW_TOUCH_TIME, .label = N_ ("Maximum repeats"),
                .doc = N_ ("Largest number of times that the client repeats it; it chooses at random.")),
  MW_FIELD_U32 (MwMdlxSequence, blend_time, "blend_time", .unit = MW_UNIT_MS, .touches = MW_TOUCH_TIME,
                .label = N_ ("Blend time"), .doc = N_ ("How long it fades into the next sequence.")),
};
static const MwGroup sequence_groups[] = {
  IN_GENERAL ("name interval.start interval.end flags move_speed"),
  IN_PLAYBACK ("rarity frequency replay_min replay_max blend_time sync_point"),
  IN_BOUNDS ("bounds.radius bounds.min bounds.max"),
};
static const MwWireRow sequence_rows[] = {
  CHARS ("name", 80),
  PLAIN ("interval.start"),
  PLAIN ("interval.end"),
  PLAIN ("move_speed"),
  PLAIN ("flags"),
  PLAIN ("rarity", WC3),
  PLAIN ("sync_point", WC3),
  MW_BOUNDS_ROWS,
  PLAIN ("frequency", WOW),
  PLAIN ("replay_min", WOW),
  PLAIN ("replay_max", WOW),
  PLAIN ("blend_time", WOW),
};
/* One statement for two fields. */
static gboolean
read_interval (MwMdlReader *reader, MwRecord *record)
{
  MwMdlxSequence *sequence = (MwMdlxSequence *) record;
  int64_t number;
  gboolean braced = mw_mdl_opens (reader);
  for (guint i = 0; i < 2; i++) {
    if (!mw_mdl_number (reader, G_MININT32, G_MAXUINT32, &number))
      return FALSE;
    sequence->interval[i] = (int32_t) (uint32_t) number;
  }
  return !braced || mw_mdl_closes (reader) || mw_mdl_fail (reader, "found more than two numbers, expected }");
}

static void
write_interval (MwMdlWriter *writer, const MwRecord *record)
{
  const MwMdlxSequence *sequence = (const MwMdlxSequence *) record;
  mw_mdl_line (writer, "Interval { ");
  mw_mdl_put_int (writer, sequence->interval[0]);
  mw_mdl_put (writer, ", ");
  mw_mdl_at (writer, record, MW_FIELD (MwMdlxSequence, interval[1]));
  mw_mdl_put_int (writer, sequence->interval[1]);
  mw_mdl_put (writer, " },");
}

static const MwMdlHand interval_hand = { "start and end in one statement", read_interval, write_interval };

static const MwMdlRow sequence_mdl[] = {
  MDL_HEAD_NAMED ("Anim"),
  { .field = "interval.start", .form = MW_MDL_HAND, .word = "Interval", .also = "interval.end", .hand = &interval_hand },
  MDL_FLAG ("flags", 1, "NonLooping"),
  MDL_VALUE ("move_speed", "MoveSpeed", .omit = TRUE),
  MDL_VALUE ("rarity", "Rarity", .omit = TRUE),
  MDL_VALUE ("sync_point", "SyncPoint", .omit = TRUE),
  MW_BOUNDS_MDL,
  MDL_VALUE ("flags", "SequenceFlags", WOW, .omit = TRUE),
  MDL_VALUE ("frequency", "Frequency"),
  MDL_VALUE ("replay_min", "ReplayMin", .omit = TRUE),
  MDL_VALUE ("replay_max", "ReplayMax", .omit = TRUE),
  MDL_VALUE ("blend_time", "BlendDuration", .omit = TRUE),
};
const MwSchema mw_mdlx_sequence_schema = { .name = "sequence",
                                           .label = N_ ("Sequence"),
                                           .doc = N_ ("A named stretch of the time line."),
                                           .size = sizeof (MwMdlxSequence),
                                           TABLE (sequence),
                                           MDL_ROWS (sequence) };

static const MwField global_sequence_fields[] = {
  MW_FIELD_U32 (MwMdlxGlobalSequence, duration, "duration", .part = MW_PART_DURATION, .unit = MW_UNIT_MS, .role = MW_ROLE_TIME,
                .touches = MW_TOUCH_TIME | MW_TOUCH_POSE, .label = N_ ("Duration"),
                .doc = N_ ("Length of the loop; tracks on it run whatever sequence plays (MDL Duration).")),
};
static const MwGroup global_sequence_groups[] = {
  IN_GENERAL ("duration"),
};
static const MwWireRow global_sequence_rows[] = { PLAIN ("duration") };
static const MwMdlRow global_sequence_mdl[] = { MDL_VALUE ("duration", "Duration") };
const MwSchema mw_mdlx_global_sequence_schema = { .name = "global_sequence",
                                                  .label = N_ ("Global sequence"),
                                                  .doc = N_ ("A clock that loops forever."),
                                                  .size = sizeof (MwMdlxGlobalSequence),
                                                  TABLE (global_sequence),
                                                  MDL_ROWS (global_sequence) };
