/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/m2/external-keys.h"

/* Sections ("§5") are those of docs/formats/m2.md. */

typedef struct {
  const guint8 *bytes;
  gsize size;
} File;

/* A list: its place in the header (§2), its records, and their tracks with the size of a value (§5). */
static const struct {
  guint at, size, n_tracks;
  struct {
    guint at, value;
  } tracks[3];
} lists[M2_N_KEYS] = {
  [M2_KEYS_BONE] = { 0x2C, 0x58, 3, { { 0x10, 12 }, { 0x24, 8 }, { 0x38, 12 } } },
  [M2_KEYS_COLOR] = { 0x48, 40, 2, { { 0, 12 }, { 20, 2 } } },
  [M2_KEYS_WEIGHT] = { 0x58, 20, 1, { { 0, 2 } } },
  [M2_KEYS_TRANSFORM] = { 0x60, 60, 3, { { 0, 12 }, { 20, 16 }, { 40, 12 } } },
};
enum { SEQUENCES_AT = 0x1C, SEQUENCE_SIZE = 0x40, FLAGS_AT = 0x0C, IN_MODEL = 0x130, ALIAS = 0x40, NO_CLOCK = 0xFFFF };

static guint32
number (const File *file, gsize at, guint size)
{
  guint32 value = 0;
  g_assert_cmpuint (at + size, <=, file->size);
  for (guint i = 0; i < size; i++)
    value |= (guint32) file->bytes[at + i] << 8 * i;
  return value;
}

/* One of the two arrays of a track, for one sequence. */
static void
add_array (const File *model, gsize pair, guint sequence, guint size, const File *keys, guint64 *sum)
{
  guint32 n = number (model, pair, 4), at = number (model, pair + 4, 4);
  guint32 count = sequence < n ? number (model, at + 8 * (gsize) sequence, 4) : 0;
  guint32 offset = sequence < n ? number (model, at + 8 * (gsize) sequence + 4, 4) : 0;
  *sum = (*sum ^ count) * 0x100000001B3u;
  for (gsize i = 0; i < (gsize) count * size; i++)
    *sum = (*sum ^ number (keys, offset + i, 1)) * 0x100000001B3u;
}

static void
add_records (const File *model, M2KeysOf of, M2ExternalKeys keys, const File *file, GArray *found)
{
  guint32 n = number (model, lists[of].at, 4), at = number (model, lists[of].at + 4, 4);
  keys.of = of;
  for (keys.record = 0; keys.record < n; keys.record++)
    for (keys.track = 0; keys.track < lists[of].n_tracks; keys.track++) {
      gsize track = at + (gsize) lists[of].size * keys.record + lists[of].tracks[keys.track].at;
      if (number (model, track + 2, 2) != NO_CLOCK)
        continue;
      keys.sum = 0xCBF29CE484222325u;
      add_array (model, track + 4, keys.sequence, 4, file, &keys.sum);
      add_array (model, track + 12, keys.sequence, lists[of].tracks[keys.track].value, file, &keys.sum);
      g_array_append_val (found, keys);
    }
}

GArray *
m2_external_keys (GBytes *model, M2AnimFunc anim, gpointer data)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (M2ExternalKeys));
  File main;
  main.bytes = g_bytes_get_data (model, &main.size);
  guint32 n = number (&main, SEQUENCES_AT, 4), at = number (&main, SEQUENCES_AT + 4, 4);
  for (guint i = 0; i < n; i++) {
    gsize sequence = at + (gsize) SEQUENCE_SIZE * i;
    M2ExternalKeys keys = { .sequence = i,
                            .animation = number (&main, sequence, 2),
                            .variation = number (&main, sequence + 2, 2) };
    GBytes *bytes = number (&main, sequence + FLAGS_AT, 4) & (IN_MODEL | ALIAS)
                      ? NULL
                      : anim (keys.animation, keys.variation, data);
    File file;
    if (!bytes)
      continue;
    file.bytes = g_bytes_get_data (bytes, &file.size);
    for (M2KeysOf of = 0; of < M2_N_KEYS; of++)
      add_records (&main, of, keys, &file, found);
  }
  return found;
}
