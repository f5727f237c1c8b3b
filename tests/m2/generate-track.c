/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/m2/generate-private.h"

#include <math.h>
#include <string.h>

/* Writes tracks and curves (m2.md 4) and places their keys (m2.md 9). */

/* Keys of one lane: times as u32, values as they are stored. */
typedef struct {
  guint n;
  GByteArray *times, *values;
} Lane;

/* From 264 on: a track whose inner arrays are placed in the second pass. */
typedef struct {
  M2Pattern pattern;
  guint size;          /* of a value, 0: none */
  guint times, values; /* the outer arrays, where they are */
  GArray *lanes;       /* of Lane */
} Waiting;

static const struct {
  guint8 size, n; /* bytes of a value; numbers in it */
} elements[] = {
  [M2_OF_NOTHING] = { 0, 0 }, [M2_OF_V3] = { 12, 3 },     [M2_OF_F32] = { 4, 1 },      [M2_OF_V2] = { 8, 2 },
  [M2_OF_COLOUR] = { 12, 3 }, [M2_OF_FX16] = { 2, 1 },    [M2_OF_U8] = { 1, 1 },       [M2_OF_U16] = { 2, 1 },
  [M2_OF_QUAT] = { 16, 4 },   [M2_OF_V3_KEY] = { 36, 3 }, [M2_OF_F32_KEY] = { 12, 1 }, [M2_OF_GRAVITY] = { 4, 3 },
};

static guint
size_of (const M2Maker *m, M2Element element)
{
  if (element == M2_OF_BONE_QUAT)
    return m->version >= 258 ? 8 : 16;
  return elements[element].size;
}

/* --- Values of keys ----------------------------------------------------------------------------------------------- */

static void
append16 (GByteArray *out, guint value)
{
  g_byte_array_set_size (out, out->len + 2);
  m2_put16 (out, out->len - 2, value);
}

static void
append_float (GByteArray *out, float value)
{
  g_byte_array_set_size (out, out->len + 4);
  m2_put_float (out, out->len - 4, value);
}

static void
append_floats (M2Maker *m, GByteArray *out, guint n, float scale, const char *path, const char *word)
{
  float values[4] = { 0 };
  for (guint i = 0; i < n; i++)
    append_float (out, values[i] = m2_next_float (m) * scale);
  m2_say_floats (m, values, n, "%s.%s", path, word);
}

/* Appends a unique unit quaternion with w above 0, as most in real files. */
static void
append_quaternion (M2Maker *m, GByteArray *out, gboolean compressed, const char *path)
{
  guint next = m2_next (m);
  double q[4] = { 1 + next % 101, -2.0 - next % 103, 3 + next % 107, 50 + next % 109 };
  double length = sqrt (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  float values[4];
  for (guint i = 0; i < 4; i++) {
    if (compressed) {
      guint code = (guint) ceil ((q[i] / length + 1) * 32767.5 - 0.5);
      append16 (out, code);
      values[i] = ((float) code * 2 - 65535) / 65535;
    } else {
      append_float (out, values[i] = (float) (q[i] / length));
    }
  }
  m2_say_floats (m, values, 4, "%s.%s", path, m2_words[M2_WORD_VALUE]);
}

static void
append_value (M2Maker *m, GByteArray *out, M2Element element, const char *path)
{
  const char *word = m2_words[M2_WORD_VALUE];
  guint n = elements[element].n;
  switch (element) {
  case M2_OF_NOTHING:
    return;
  case M2_OF_QUAT:
  case M2_OF_BONE_QUAT:
    append_quaternion (m, out, element == M2_OF_BONE_QUAT && m->version >= 258, path);
    return;
  case M2_OF_V3_KEY:
  case M2_OF_F32_KEY:
    append_floats (m, out, n, 1, path, word);
    append_floats (m, out, n, -1, path, m2_words[M2_WORD_IN_TAN]);
    append_floats (m, out, n, 1.0f / 256, path, m2_words[M2_WORD_OUT_TAN]);
    return;
  case M2_OF_COLOUR: {
    /* Stored as 0..255; fractions occur. */
    float rgb[3];
    for (guint i = 0; i < 3; i++)
      append_float (out, rgb[i] = (float) (m2_next (m) % 4001 + 1) / 16);
    m2_say_floats (m, rgb, 3, "%s.%s", path, word);
    return;
  }
  case M2_OF_FX16: {
    gint code = 1 + (gint) (m2_next (m) * 37 % 32765);
    append16 (out, (guint) code);
    m2_say_floats (m, (float[]) { (float) code / 32767 }, 1, "%s.%s", path, word);
    return;
  }
  case M2_OF_U8: {
    guint8 byte = (guint8) (1 + m2_next (m) * 7 % 250);
    g_byte_array_append (out, &byte, 1);
    m2_say_uint (m, byte, "%s.%s", path, word);
    return;
  }
  case M2_OF_U16: {
    guint16 number = (guint16) (300 + m2_next (m) % 60000);
    append16 (out, number);
    m2_say_uint (m, number, "%s.%s", path, word);
    return;
  }
  case M2_OF_GRAVITY: {
    /* x and y in the unit circle of 128, z not 0: what decodes to a vector and back (reference 5.17). */
    guint next = m2_next (m);
    gint x = (gint) (next % 89) - 90, y = 1 + (gint) (next % 87),
         z = (next & 1 ? -1 : 1) * (300 + (gint) (next % 30000));
    guint8 bytes[2] = { (guint8) x, (guint8) y };
    g_byte_array_append (out, bytes, 2);
    append16 (out, (guint) z);
    g_autofree char *text = g_strdup_printf ("{%d, %d, %d}", x, y, z);
    m2_say (m, text, "%s.%s", path, word);
    return;
  }
  default:
    append_floats (m, out, n, 1, path, word);
  }
}

static void
append_key (M2Maker *m, Lane *lane, M2Element element, guint time, const char *path)
{
  g_autofree char *key = g_strdup_printf ("%s.%s[%u]", path, m2_words[M2_WORD_KEYS], lane->n);
  g_byte_array_set_size (lane->times, lane->times->len + 4);
  m2_put32 (lane->times, lane->times->len - 4, time);
  m2_say_uint (m, time, "%s.%s", key, m2_words[M2_WORD_TIME]);
  append_value (m, lane->values, element, key);
  lane->n++;
}

static void
lane_init (Lane *lane)
{
  *lane = (Lane) { 0, g_byte_array_new (), g_byte_array_new () };
}

static void
lane_clear (gpointer data)
{
  Lane *lane = data;
  g_byte_array_unref (lane->times);
  g_byte_array_unref (lane->values);
}

static void
waiting_free (gpointer data)
{
  Waiting *waiting = data;
  g_array_unref (waiting->lanes);
  g_free (waiting);
}

static void
put_bytes (GByteArray *out, guint at, const GByteArray *bytes)
{
  g_assert_cmpuint (at + bytes->len, <=, out->len);
  memcpy (out->data + at, bytes->data, bytes->len);
}

/* --- Heads -------------------------------------------------------------------------------------------------------- */

static const char *const interpolations[] = { "DontInterp", "Linear", "Bezier", "Hermite" };

/* Switches and tracks of times only have no interpolation, tracks with tangents alternate, all others are linear. */
static guint
interpolation_of (const M2Maker *m, M2Element element)
{
  switch (element) {
  case M2_OF_NOTHING:
  case M2_OF_U8:
  case M2_OF_U16:
    return 0;
  case M2_OF_V3_KEY:
  case M2_OF_F32_KEY:
    return 2 + m->n_tracks % 2;
  default:
    return 1;
  }
}

/* Writes the head of a track. FALSE: the pattern has no track at all. */
static gboolean
write_head (M2Maker *m, guint at, M2Element element, M2Pattern pattern, guint *clock, const char *path)
{
  *clock = m->n_tracks % m->n_global_sequences;
  if (pattern == M2_NO_KEYS) {
    m2_put16 (m->out, at + 2, 0xFFFF);
    m2_say (m, "none", "%s", path);
    return FALSE;
  }
  guint interpolation = interpolation_of (m, element);
  m2_put16 (m->out, at, interpolation);
  m2_say (m, interpolations[interpolation], "%s.%s", path, m2_words[M2_WORD_INTERPOLATION]);
  m2_put16 (m->out, at + 2, pattern == M2_GLOBAL_KEYS ? *clock : 0xFFFF);
  g_autofree char *text = g_strdup_printf ("%s[%u]", m2_words[M2_WORD_GLOBAL_SEQUENCES], *clock);
  m2_say (m, pattern == M2_GLOBAL_KEYS ? text : "none", "%s.%s", path, m2_words[M2_WORD_GLOBAL_SEQUENCE]);
  return TRUE;
}

/* Keys from 0 to the end of the loop, as in every original. */
static void
global_keys (M2Maker *m, Lane *lane, M2Element element, guint clock, const char *path)
{
  guint length = m->global_sequences[clock];
  append_key (m, lane, element, 0, path);
  append_key (m, lane, element, 1 + m2_next (m) % (length - 2), path);
  append_key (m, lane, element, length, path);
}

/* --- Up to 263: one time line ------------------------------------------------------------------------------------- */

/* Reference 4.1: of values, from the last key at or before the start to the first at or after the end; of events, half
 * open. */
static void
write_ranges (M2Maker *m, guint at, const Lane *lane, gboolean event)
{
  guint offset = m2_place_array (m->out, at, m->n_sequences, 8);
  for (guint i = 0; i < m->n_sequences; i++) {
    guint start = m->sequences[i].start, end = start + m->sequences[i].length, first = 0,
          last = event ? 0 : lane->n - 1;
    gboolean ended = FALSE;
    for (guint k = 0; k < lane->n; k++) {
      guint32 time;
      memcpy (&time, lane->times->data + 4 * k, 4);
      time = GUINT32_FROM_LE (time);
      if (event) {
        first += time < start;
        last += time <= end;
      } else {
        if (time <= start)
          first = k;
        if (time >= end && !ended)
          last = k;
        ended = ended || time >= end;
      }
    }
    m2_put32 (m->out, offset + 8 * i, first);
    m2_put32 (m->out, offset + 8 * i + 4, last);
  }
}

static void
line_keys (M2Maker *m, Lane *lane, M2Element element, const char *path)
{
  for (guint i = 0; i < m->n_sequences; i++) {
    guint start = m->sequences[i].start, length = m->sequences[i].length;
    guint inside = start + 1 + m2_next (m) % (length - 2);
    /* An event never fires on an end; one sequence of each event has none. */
    if (element == M2_OF_NOTHING) {
      if (i % 4 != m->n_tracks % 4)
        append_key (m, lane, element, inside, path);
      continue;
    }
    if ((i + m->n_tracks) % 4 != 0)
      append_key (m, lane, element, start, path);
    append_key (m, lane, element, inside, path);
    if ((i + m->n_tracks) % 3 != 0)
      append_key (m, lane, element, start + length, path);
  }
}

static void
write_line_track (M2Maker *m, guint at, M2Element element, M2Pattern pattern, guint clock, const char *path)
{
  Lane lane;
  lane_init (&lane);
  if (pattern == M2_ONE_KEY)
    append_key (m, &lane, element, m->sequences[0].start, path);
  else if (pattern == M2_GLOBAL_KEYS)
    global_keys (m, &lane, element, clock, path);
  else
    line_keys (m, &lane, element, path);
  /* Events have ranges even without keys; a track on a global sequence has no ranges. */
  if (pattern == M2_ALL_SEQUENCES || (element == M2_OF_NOTHING && pattern == M2_ONE_KEY))
    write_ranges (m, at + 4, &lane, element == M2_OF_NOTHING);
  guint times = m2_place_array (m->out, at + 12, lane.n, 4);
  put_bytes (m->out, times, lane.times);
  if (element != M2_OF_NOTHING) {
    guint values = m2_place_array (m->out, at + 20, lane.n, size_of (m, element));
    put_bytes (m->out, values, lane.values);
  }
  lane_clear (&lane);
}

/* --- From 264 on: an array per sequence --------------------------------------------------------------------------- */

static void
sequence_keys (M2Maker *m, Lane *lane, M2Element element, guint sequence, const char *path)
{
  guint length = m->sequences[sequence].length;
  guint inside = 1 + m2_next (m) % (length - 2);
  if (element != M2_OF_NOTHING)
    append_key (m, lane, element, 0, path);
  append_key (m, lane, element, inside, path);
  if ((sequence + m->n_tracks) % 3 == 0)
    append_key (m, lane, element, element == M2_OF_NOTHING ? inside + 1 : length, path);
}

static void
write_lane_track (M2Maker *m, guint at, M2Element element, M2Pattern pattern, guint clock, const char *path)
{
  Waiting *waiting = g_new0 (Waiting, 1);
  guint n = pattern == M2_ALL_SEQUENCES ? m->n_sequences : 1, n_lanes = 0;
  waiting->pattern = pattern;
  waiting->size = size_of (m, element);
  waiting->lanes = g_array_new (FALSE, FALSE, sizeof (Lane));
  g_array_set_clear_func (waiting->lanes, lane_clear);
  waiting->times = m2_place_array (m->out, at + 4, n, 8);
  if (waiting->size)
    waiting->values = m2_place_array (m->out, at + 12, n, 8);
  m2_say (m, n == 1 ? "all" : "sequences", "%s.%s", path, m2_words[M2_WORD_SPREAD]);
  for (guint i = 0; i < n; i++) {
    Lane lane;
    lane_init (&lane);
    g_autofree char *lane_path = g_strdup_printf ("%s.%s[%u]", path, m2_words[M2_WORD_LANES], n_lanes);
    g_autofree char *sequence = n == 1 ? g_strdup ("none") : g_strdup_printf ("%s[%u]", m2_record_sequence.path, i);
    /* Every track leaves one sequence without keys. */
    gboolean empty = n > 1 && (m->sequences[i].alias >= 0 || i % 7 == m->n_tracks % 7);
    if (!empty) {
      m2_say (m, sequence, "%s.%s", lane_path, m2_words[M2_WORD_LANE_SEQUENCE]);
      if (pattern == M2_ONE_KEY)
        append_key (m, &lane, element, 0, lane_path);
      else if (pattern == M2_GLOBAL_KEYS)
        global_keys (m, &lane, element, clock, lane_path);
      else
        sequence_keys (m, &lane, element, i, lane_path);
      n_lanes++;
    }
    g_array_append_val (waiting->lanes, lane);
  }
  m2_say_uint (m, n_lanes, "%s.%s", path, m2_words[M2_WORD_LANES]);
  g_ptr_array_add (m->tracks, waiting);
}

void
m2_write_track (M2Maker *m, guint at, M2Element element, M2Pattern pattern, const char *path)
{
  guint clock;
  if (!m->tracks)
    m->tracks = g_ptr_array_new_with_free_func (waiting_free);
  if (write_head (m, at, element, pattern, &clock, path)) {
    if (m->version < 264)
      write_line_track (m, at, element, pattern, clock, path);
    else
      write_lane_track (m, at, element, pattern, clock, path);
  }
  m->n_tracks++;
}

/* Places the keys of one sequence into `out` and their pairs into the outer arrays. `reserve` only reserves the space. */
static void
place_group (M2Maker *m, GByteArray *out, guint sequence, gboolean reserve)
{
  for (guint i = 0; i < m->tracks->len; i++) {
    const Waiting *waiting = m->tracks->pdata[i];
    gboolean one = waiting->pattern != M2_ALL_SEQUENCES;
    if (one && (sequence != 0 || reserve))
      continue;
    guint entry = one ? 0 : sequence;
    const Lane *lane = &g_array_index (waiting->lanes, Lane, entry);
    if (lane->n == 0)
      continue;
    guint times = m2_place (out, lane->times->len);
    if (!reserve) {
      put_bytes (out, times, lane->times);
      m2_put32 (m->out, waiting->times + 8 * entry, lane->n);
      m2_put32 (m->out, waiting->times + 8 * entry + 4, times);
    }
    if (!waiting->size)
      continue;
    guint values = m2_place (out, lane->values->len);
    if (!reserve) {
      put_bytes (out, values, lane->values);
      m2_put32 (m->out, waiting->values + 8 * entry, lane->n);
      m2_put32 (m->out, waiting->values + 8 * entry + 4, values);
    }
  }
}

void
m2_place_single_keys (M2Maker *m)
{
  for (guint i = 0; m->tracks && i < m->tracks->len; i++)
    g_assert_cmpint (((const Waiting *) m->tracks->pdata[i])->pattern, !=, M2_ALL_SEQUENCES);
  if (m->tracks)
    place_group (m, m->out, 0, FALSE);
}

/* An alias stores its target's pairs. */
static void
copy_pairs (M2Maker *m, guint alias, guint target)
{
  for (guint i = 0; i < m->tracks->len; i++) {
    const Waiting *waiting = m->tracks->pdata[i];
    if (waiting->pattern != M2_ALL_SEQUENCES)
      continue;
    memcpy (m->out->data + waiting->times + 8 * alias, m->out->data + waiting->times + 8 * target, 8);
    if (waiting->size)
      memcpy (m->out->data + waiting->values + 8 * alias, m->out->data + waiting->values + 8 * target, 8);
  }
}

void
m2_place_keys (M2Maker *m)
{
  for (guint i = 0; i < m->n_sequences; i++) {
    const M2MadeSequence *sequence = &m->sequences[i];
    if (sequence->alias >= 0) {
      if (!m->sequences[sequence->alias].external)
        place_group (m, m->out, (guint) sequence->alias, TRUE);
    } else if (sequence->external) {
      GByteArray *anim = g_byte_array_new ();
      place_group (m, anim, i, FALSE);
      guint room = (anim->len + 15) & ~15u, copies = 1;
      for (guint k = 0; k < m->n_sequences; k++)
        copies += m->sequences[k].alias == (gint) i;
      m2_place (anim, room * copies - room);
      m2_add_file (m, g_strdup_printf ("Sample%04u-%02u.anim", sequence->id, sequence->variation), anim);
    } else {
      place_group (m, m->out, i, FALSE);
    }
  }
  for (guint i = 0; i < m->n_sequences; i++)
    if (m->sequences[i].alias >= 0)
      copy_pairs (m, i, (guint) m->sequences[i].alias);
}

/* --- Curves ------------------------------------------------------------------------------------------------------- */

void
m2_write_curve (M2Maker *m, guint at, M2Element element, guint n_keys, const char *path)
{
  guint offset = m2_place_array (m->out, at, n_keys, 2);
  g_autoptr (GByteArray) values = g_byte_array_new ();
  for (guint i = 0; i < n_keys; i++) {
    guint time = i == n_keys - 1 ? 32767 : i == 0 ? 0 : i * 32767 / n_keys + m2_next (m) % 1000;
    g_autofree char *key = g_strdup_printf ("%s.%s[%u]", path, m2_words[M2_WORD_KEYS], i);
    m2_put16 (m->out, offset + 2 * i, time);
    m2_say_floats (m, (float[]) { (float) time / 32767 }, 1, "%s.%s", key, m2_words[M2_WORD_TIME]);
    append_value (m, values, element, key);
  }
  put_bytes (m->out, m2_place_array (m->out, at + 8, n_keys, size_of (m, element)), values);
}
