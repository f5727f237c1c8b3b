/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/tables.h"

/* Sequences and global sequences: m2.md 5.1 and 10. */

#define SPLIT_BLEND MW_M2_SEQUENCE_SPLIT_BLEND

/* clang-format off */
MW_NAMES (mw_m2_sequence_flags, TRUE, { 0x1, "one_shot", N_ ("One shot") }, { 0x20, "in_model", N_ ("Keys in this file") },
          { MW_M2_SEQUENCE_ALIAS, "alias", N_ ("Alias") }, { 0x80, "blended", N_ ("Blended transition") },
          { 0x100, "stored_in_model", N_ ("Stored in model") }, { SPLIT_BLEND, "split_blend", N_ ("Split blend times") });
/* clang-format on */

#define SQ MwM2Sequence
/* clang-format off */
#define F(member, Kind, label_, doc_, ...)                                                                              \
  MW_FIELD_##Kind (SQ, member, #member, .touches = MW_TOUCH_TIME, .label = label_, .doc = doc_, __VA_ARGS__)
static const MwField sequence_fields[] = {
  F (animation, U16, N_ ("Animation"), N_ ("Id of the animation (AnimationData)."),
     .catalogue = MW_CATALOGUE_ANIMATION),
  F (variation, U16, N_ ("Variation"), N_ ("Number among the sequences with this animation.")),
  MW_FIELD_U32 (SQ, start, "interval.start", .part = MW_PART_START, .unit = MW_UNIT_MS, .role = MW_ROLE_TIME, .touches = MW_TOUCH_TIME,
                .label = N_ ("Start"), .doc = N_ ("Start on the model's time line, before version 264.")),
  MW_FIELD_U32 (SQ, end, "interval.end", .part = MW_PART_END, .unit = MW_UNIT_MS, .role = MW_ROLE_TIME, .touches = MW_TOUCH_TIME,
                .label = N_ ("End"), .doc = N_ ("End on the model's time line, before version 264.")),
  F (duration, U32, N_ ("Duration"), N_ ("Length, from version 264 on."), .part = MW_PART_DURATION, .unit = MW_UNIT_MS, .role = MW_ROLE_TIME),
  F (move_speed, F32, N_ ("Move speed"), N_ ("Speed of movement that the animation shows."), .part = MW_PART_MOVE_SPEED, .unit = MW_UNIT_SPEED),
  F (flags, U32, N_ ("Flags"), N_ ("How it plays and where its keys are."), .role = MW_ROLE_FLAGS, .names = &mw_m2_sequence_flags),
  F (frequency, I16, N_ ("Frequency"), N_ ("Weight among the variations; they add up to 32767.")),
  MW_FIELD_U32S (SQ, replay, 2, "replay", .touches = MW_TOUCH_TIME, .label = N_ ("Replay"),
                 .components = (const char *const[]) { N_ ("Min"), N_ ("Max") },
                 .doc = N_ ("Smallest and largest number of repetitions.")),
  F (blend_time, U32, N_ ("Blend time"), N_ ("How long it fades."), .unit = MW_UNIT_MS),
  F (blend_in, U16, N_ ("Blend in"), N_ ("How long it fades in."), .unit = MW_UNIT_MS),
  F (blend_out, U16, N_ ("Blend out"), N_ ("How long it fades out."), .unit = MW_UNIT_MS),
  MW_BOUNDS_FIELDS (SQ),
  MW_FIELD_REF (SQ, next, "next", "sequences", .on_remove = MW_ON_REMOVE_PARENT, .touches = MW_TOUCH_TIME, .label = N_ ("Next variation"),
                .doc = N_ ("The next sequence with the same animation.")),
  MW_FIELD_U8 (SQ, not_loaded, "not_loaded", .read_only = TRUE, .hidden = TRUE, .touches = MW_TOUCH_TIME,
               .label = N_ ("Not loaded"), .doc = N_ ("Its keys are in a file that was not found.")),
  MW_FIELD_REF (SQ, alias, "alias", "sequences", .on_remove = MW_ON_REMOVE_PARENT, .touches = MW_TOUCH_TIME, .label = N_ ("Alias of"),
                .doc = N_ ("The sequence whose keys an alias plays.")),
};
/* clang-format on */
/* clang-format off */
static const MwGroup sequence_groups[] = {
  IN_GENERAL ("animation variation interval.start interval.end duration flags move_speed"),
  IN_PLAYBACK ("frequency replay blend_time blend_in blend_out next alias"),
  IN_BOUNDS ("bounds.radius bounds.min bounds.max"),
  IN_DATA ("not_loaded"),
};
static const MwWireRow sequence_rows[] = {
  ROW ("animation", PLAIN),
  ROW ("variation", PLAIN),
  ROW ("interval.start", PLAIN, OLD),
  ROW ("interval.end", PLAIN, OLD),
  ROW ("duration", PLAIN, NEW),
  ROW ("move_speed", PLAIN),
  ROW ("flags", PLAIN),
  ROW ("frequency", PLAIN),
  { .wire = MW_WIRE_PAD, .count = 2 },
  ROW ("replay", PLAIN),
  ROW ("blend_time", PLAIN, OLD),
  ROW ("blend_time", PLAIN, NEW, WHEN ("flags", SPLIT_BLEND, 0)),
  ROW ("blend_in", PLAIN, NEW, WHEN ("flags", SPLIT_BLEND, SPLIT_BLEND)),
  ROW ("blend_out", PLAIN, NEW, WHEN ("flags", SPLIT_BLEND, SPLIT_BLEND)),
  ROW ("bounds.min", PLAIN),
  ROW ("bounds.max", PLAIN),
  ROW ("bounds.radius", PLAIN),
  ROW ("next", REF16),
  ROW ("alias", REF16),
};
/* clang-format on */
const MwSchema mw_m2_sequence_schema = { .name = "sequence",
                                         .label = N_ ("Sequence"),
                                         .doc = N_ ("An animation of the model."),
                                         .size = sizeof (MwM2Sequence),
                                         .called = { offsetof (SQ, animation), offsetof (SQ, variation) },
                                         TABLE (sequence) };

static const MwField global_sequence_fields[] = {
  MW_FIELD_U32 (MwM2GlobalSequence, duration, "duration", .part = MW_PART_DURATION, .unit = MW_UNIT_MS, .role = MW_ROLE_TIME,
                .touches = MW_TOUCH_TIME | MW_TOUCH_POSE, .label = N_ ("Duration"), .doc = N_ ("Length of the loop.")),
};
static const MwGroup global_sequence_groups[] = {
  IN_GENERAL ("duration"),
};
static const MwWireRow global_sequence_rows[] = { ROW ("duration", PLAIN) };
const MwSchema mw_m2_global_sequence_schema = { .name = "global_sequence",
                                                .label = N_ ("Global sequence"),
                                                .doc = N_ ("A clock that loops forever."),
                                                .size = sizeof (MwM2GlobalSequence),
                                                TABLE (global_sequence) };

static const MwM2Sequence *
sequence_at (const MwM2 *model, uint32_t index)
{
  return (const MwM2Sequence *) model->sequences.items[index];
}

static gboolean
is_alias (const MwM2Sequence *sequence)
{
  return (sequence->flags & MW_M2_SEQUENCE_ALIAS) != 0;
}

gboolean
mw_m2_sequence_is_external (const MwM2Sequence *sequence)
{
  return !is_alias (sequence) && (sequence->flags & 0x130) == 0;
}

/* For each sequence, follows its aliases to the sequence that has keys; a chain that leads to none gives the alias
 * itself. Each sequence is visited once, because chains share their known ends. Returns an entry for each sequence. */
#define UNKNOWN G_MAXUINT32
#define NOWHERE (G_MAXUINT32 - 1)

static uint32_t *
find_targets (const MwM2 *model)
{
  uint32_t n = model->sequences.n;
  uint32_t *targets = g_new (uint32_t, n + 1), *way = g_new (uint32_t, n + 1);
  g_autofree uint8_t *on_way = g_new0 (uint8_t, n + 1);
  for (uint32_t i = 0; i < n; i++)
    targets[i] = is_alias (sequence_at (model, i)) ? UNKNOWN : i;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t at = i, length = 0;
    while (at < n && targets[at] == UNKNOWN && !on_way[at]) {
      const MwRecord *next = mw_model_resolve (&model->model, sequence_at (model, at)->alias);
      on_way[at] = 1;
      way[length++] = at;
      at = next ? mw_record_index (next) : sequence_at (model, at)->alias.raw;
    }
    uint32_t end = at < n && targets[at] != UNKNOWN ? targets[at] : NOWHERE;
    for (uint32_t k = 0; k < length; k++)
      targets[way[k]] = end;
  }
  for (uint32_t i = 0; i < n; i++)
    if (targets[i] == NOWHERE)
      targets[i] = i;
  g_free (way);
  return targets;
}

uint32_t
mw_m2_sequence_target (const MwM2 *model, uint32_t index)
{
  g_autofree uint32_t *targets = find_targets (model);
  return targets[index];
}

MwWireSequence *
mw_m2_wire_sequences (const MwM2 *model, guint *n)
{
  gboolean old = !mw_m2_has_lanes (model);
  *n = model->sequences.n;
  MwWireSequence *sequences = g_new0 (MwWireSequence, *n + 1);
  g_autofree uint32_t *targets = old ? NULL : find_targets (model);
  for (uint32_t i = 0; i < *n; i++) {
    const MwM2Sequence *sequence = sequence_at (model, i);
    sequences[i].id = sequence->record.id;
    sequences[i].start = sequence->start;
    sequences[i].end = sequence->end;
    sequences[i].target = old ? i : targets[i];
    /* An alias that leads nowhere may have stale key offsets, so they are not followed. */
    sequences[i].away = !old && sequences[i].target == i && (is_alias (sequence) || mw_m2_sequence_is_external (sequence));
  }
  return sequences;
}
