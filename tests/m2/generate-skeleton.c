/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/m2/generate-private.h"

#include <math.h>
#include <string.h>

/* Writes sequences and bones and what is derived from them: m2.md 5.1 to 5.4. */

/* --- Sequences ---------------------------------------------------------------------------------------------------- */

/* Eight animations, so that there is a hash from 264 on. 8, 3, 10 form a ring of three, and 4, 5 one around an external
 * sequence. The flags in the third column belong to the id (reference 5.1). Up to 263 all twelve have keys of their own
 * on one line. */
static const M2MadeSequence made_sequences[] = {
  { 0, 0, 0x80, 20001, 1, -1, 0, FALSE, 3333, 4001 },     { 0, 1, 0x01, 7999, 10, -1, 1, FALSE, 10000, 3503 },
  { 4, 0, 0x80, 32767, -1, -1, 2, TRUE, 16667, 4217 },    { 5, 0, 0x80, 25013, 11, 8, 10, FALSE, 23333, 5107 },
  { 60, 0, 0x81, 30011, 5, -1, 5, TRUE, 31000, 4703 },    { 60, 1, 0x01, 2756, -1, 4, 4, FALSE, 38000, 4877 },
  { 99, 0, 0x83, 32767, -1, -1, 6, FALSE, 45000, 5303 },  { 100, 0, 0x08, 32767, -1, -1, 7, FALSE, 52500, 4409 },
  { 101, 0, 0x05, 32767, -1, -1, 3, FALSE, 59000, 5003 }, { 1, 0, 0x03, 32767, -1, -1, 9, FALSE, 66000, 4111 },
  { 0, 2, 0x80, 4767, -1, 8, 8, FALSE, 72000, 5519 },     { 5, 1, 0x00, 7754, -1, -1, 11, TRUE, 79500, 4637 },
};

static guint
sequence_flags (const M2Maker *m, guint i)
{
  const M2MadeSequence *s = &m->sequences[i];
  guint flags = (guint) s->low_flags;
  if (m->version < 264)
    return flags;
  if (s->alias >= 0)
    flags |= m->sequences[s->alias].external ? 0x40 : 0x60;
  else if (!s->external)
    flags |= 0x20;
  return flags | (m2_has_form (m, M2_FORM_SPLIT_BLEND, 265, M2_LAST_VERSION) ? 0x200 : 0);
}

static void
write_sequences (M2Maker *m)
{
  gboolean lanes = m->version >= 264, split = m2_has_form (m, M2_FORM_SPLIT_BLEND, 265, M2_LAST_VERSION);
  guint size = m2_record_sequence.size[lanes];
  guint offset = m2_place_array (m->out, m2_at (m, M2_AT_SEQUENCES), m->n_sequences, size);
  m2_say_uint (m, m->n_sequences, "%s", m2_record_sequence.path);
  for (guint i = 0; i < m->n_sequences; i++) {
    const M2MadeSequence *s = &m->sequences[i];
    g_autofree char *path = g_strdup_printf ("%s[%u]", m2_record_sequence.path, i);
    M2Sets sets = { .n = 0 };
    m2_set (&sets, "id", s->id);
    m2_set (&sets, "variation", s->variation);
    m2_set (&sets, "start", s->start);
    m2_set (&sets, "end", s->start + s->length);
    m2_set (&sets, "duration", s->length);
    m2_set (&sets, "flags", sequence_flags (m, i));
    m2_set (&sets, "frequency", s->frequency);
    m2_set (&sets, "blend", 100 + 7 * i);
    m2_set (&sets, "blend in", 111 + 7 * i);
    m2_set (&sets, "blend out", 222 + 9 * i);
    m2_set (&sets, "next", s->next);
    m2_set (&sets, "alias", lanes ? (guint) s->ring : i);
    m2_set_vec (&sets, "replay", 2, (double[]) { 2 + i, 20 + i });
    m2_write_record (m, m->out, offset + i * size, &m2_record_sequence, lanes,
                     split ? M2_WHEN_TWO_BLENDS : M2_WHEN_ONE_BLEND, path, &sets);
  }
}

static gboolean
is_prime (guint n)
{
  for (guint d = 2; d * d <= n; d++)
    if (n % d == 0)
      return FALSE;
  return n > 1;
}

static gint
first_of_id (const M2Maker *m, guint id)
{
  for (guint i = 0; i < m->n_sequences; i++)
    if (m->sequences[i].id == id)
      return (gint) i;
  return -1;
}

/* Reference 5.2: a plain table up to 263, a hash from 264 on. */
static void
write_sequence_lookup (M2Maker *m)
{
  guint16 table[256];
  guint n = 0, ids = 0;
  memset (table, 0xFF, sizeof table);
  for (guint i = 0; i < m->n_sequences; i++) {
    n = MAX (n, m->sequences[i].id + 1u);
    ids += first_of_id (m, m->sequences[i].id) == (gint) i;
  }
  if (m->version >= 264)
    for (n = 2 * ids; !is_prime (n);)
      n++;
  for (guint i = 0; i < m->n_sequences; i++) {
    guint id = m->sequences[i].id, slot = m->version >= 264 ? id % n : id;
    if (first_of_id (m, id) != (gint) i)
      continue;
    for (guint k = 1; table[slot] != 0xFFFF; k++)
      slot = (slot + k * k) % n;
    table[slot] = (guint16) i;
  }
  m2_place_u16s (m->out, m2_at (m, M2_AT_SEQUENCE_LOOKUP), table, n);
}

/* Reference 5.3 and names, section 7, for the ids that the sample has: what plays in place of a missing animation. */
static guint
substitute_of (const M2Maker *m, guint id)
{
  static const struct {
    guint8 id, by;
  } substitutes[] = { { 6, 1 },   { 13, 4 },  { 42, 4 },  { 45, 4 },  { 71, 100 }, { 119, 4 },
                      { 131, 1 }, { 132, 1 }, { 135, 4 }, { 143, 5 }, { 187, 5 },  { 196, 1 } };
  if (first_of_id (m, id) >= 0)
    return id;
  for (guint i = 0; i < G_N_ELEMENTS (substitutes); i++)
    if (substitutes[i].id == id)
      return substitutes[i].by;
  return 0;
}

static guint
mode_of (const M2Maker *m, guint id)
{
  static const guint8 hold[] = { 6, 97, 100, 115, 123, 132, 188, 151 },
                      back[] = { 45, 13, 98, 101, 116, 129, 152, 189 };
  gboolean first_table = m->version <= 257;
  if (first_of_id (m, id) >= 0)
    return 0;
  for (guint i = 0; i < (first_table ? 8 : 7); i++)
    if (hold[i] == id)
      return 3;
  for (guint i = 0; i < (first_table ? 8 : 1); i++)
    if (back[i] == id)
      return 1;
  return 0;
}

static void
write_playable (M2Maker *m)
{
  guint n = m->version <= 257 ? 201 : 203;
  if (m->version >= 264)
    return;
  guint offset = m2_place_array (m->out, m2_at (m, M2_AT_PLAYABLE), n, 4);
  for (guint id = 0; id < n; id++) {
    m2_put16 (m->out, offset + 4 * id, substitute_of (m, id));
    m2_put16 (m->out, offset + 4 * id + 2, mode_of (m, id));
    g_autofree char *text = g_strdup_printf ("{%u, %u}", substitute_of (m, id), mode_of (m, id));
    m2_say (m, text, "%s[%u]", m2_words[M2_WORD_PLAYABLE], id);
  }
}

void
m2_write_sequences (M2Maker *m)
{
  m->sequences = made_sequences;
  m->n_sequences = G_N_ELEMENTS (made_sequences);
  write_sequences (m);
  write_sequence_lookup (m);
  write_playable (m);
}

/* --- Bones -------------------------------------------------------------------------------------------------------- */

typedef struct {
  gint key;
  const char *name;
  guint flags;
} MadeBone;

static const MadeBone made_bones[M2_N_MADE_BONES] = {
  { 26, "Root", 0x400 },
  { 5, "Waist", 0x1 },
  { 4, "SpineLow", 0x2 },
  { 6, "Head", 0x4 },
  { 0, "ArmL", 0x8 },
  { 1, "ArmR", 0x10 },
  { 21, "_Breath", 0x20 },
  { 18, "$BTH", 0x40 },
  { -1, "Neck", 0x1000 },
  { -1, "HipL", 0x10000 },
  { -1, "HipR", 0x20000 },
  { -1, "KneeL", 0x40000 },
  { -1, "KneeR", 0x80000 },
  { -1, "$FL0", 0x3 },
  { -1, "$FR0", 0x5 },
  { -1, "FinLeft_joint50", 0x6 },
  { -1, "Tail01", 0x7 },
  { -1, "Tail02", 0x401 },
  { -1, "Plane01", 0x402 },
  { -1, "Object26", 0x404 },
  { -1, "BlizParticle01", 0x9 },
  { -1, "Lower_01", 0xA },
  { -1, "Lower_02", 0xC },
  { -1, "Upper_01", 0xB },
};
enum { N_ANIMATED = 6 };

static gint
parent_of (guint bone)
{
  return bone ? (gint) (bone - 1) / 2 : -1;
}

static void
pivot_of (guint bone, float pivot[3])
{
  pivot[0] = (float) (68 * bone + 33) / 128;
  pivot[1] = -(float) (52 * bone + 31) / 128;
  pivot[2] = (float) (191 + 76 * (bone * 7 % M2_N_MADE_BONES)) / 128;
}

/* Reference 5.4: in f32, and no pivot of the sample is near a whole number of steps. */
static guint
distance_to_parent (guint bone)
{
  if (bone == 0)
    return 0;
  float a[3], b[3], sum = 0;
  pivot_of (bone, a);
  pivot_of ((guint) parent_of (bone), b);
  for (guint k = 0; k < 3; k++)
    sum += (a[k] - b[k]) * (a[k] - b[k]);
  float steps = 36 * sqrtf (sum);
  g_assert_cmpfloat (fabsf (steps - roundf (steps)), >, 0.001f);
  return (guint) floorf (steps);
}

static guint
distance_to_descendant (guint bone)
{
  guint largest = 0;
  for (guint i = bone + 1; i < M2_N_MADE_BONES; i++)
    if (parent_of (i) == (gint) bone)
      largest = MAX (largest, distance_to_parent (i) + distance_to_descendant (i));
  return largest;
}

static float
lowest_below (guint bone)
{
  float pivot[3];
  pivot_of (bone, pivot);
  float lowest = pivot[2];
  for (guint i = bone + 1; i < M2_N_MADE_BONES; i++)
    if (parent_of (i) == (gint) bone)
      lowest = MIN (lowest, lowest_below (i));
  return lowest;
}

static guint
z_ratio (guint bone)
{
  float highest = 0, pivot[3];
  for (guint i = 0; i < M2_N_MADE_BONES; i++) {
    pivot_of (i, pivot);
    highest = MAX (highest, pivot[2]);
  }
  return (guint) floorf (100 * (lowest_below (bone) - lowest_below (0)) / highest);
}

static guint32
crc32_of (const char *name)
{
  guint32 crc = 0xFFFFFFFF;
  for (; *name; name++) {
    crc ^= (guint8) *name;
    for (guint bit = 0; bit < 8; bit++)
      crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320 : 0);
  }
  return ~crc;
}

void
m2_write_bones (M2Maker *m)
{
  guint layout = m->version <= 257 ? 0 : m->version <= 263 ? 1 : 2, size = m2_record_bone.size[layout];
  guint offset = m2_place_array (m->out, m2_at (m, M2_AT_BONES), M2_N_MADE_BONES, size);
  guint16 keys[27];
  memset (keys, 0xFF, sizeof keys);
  m2_say_uint (m, M2_N_MADE_BONES, "%s", m2_record_bone.path);
  for (guint i = 0; i < M2_N_MADE_BONES; i++) {
    const MadeBone *bone = &made_bones[i];
    gboolean animated = i < N_ANIMATED;
    float pivot[3];
    pivot_of (i, pivot);
    if (bone->key >= 0)
      keys[bone->key] = (guint16) i;
    g_autofree char *path = g_strdup_printf ("%s[%u]", m2_record_bone.path, i);
    M2Sets sets = { .n = 0 };
    m2_set (&sets, "key", bone->key);
    m2_set (&sets, "flags", bone->flags | (animated ? 0x200 : 0));
    m2_set (&sets, "parent", parent_of (i));
    m2_set (&sets, "to parent", distance_to_parent (i));
    m2_set (&sets, "to descendant", distance_to_descendant (i));
    m2_set (&sets, "z ratio", z_ratio (i));
    m2_set (&sets, "crc", crc32_of (bone->name));
    m2_set_vec (&sets, "pivot", 3, (double[]) { (double) pivot[0], (double) pivot[1], (double) pivot[2] });
    m2_set (&sets, "translation", animated ? M2_ALL_SEQUENCES : M2_NO_KEYS);
    m2_set (&sets, "rotation", !animated ? M2_NO_KEYS : i == 4 ? M2_GLOBAL_KEYS : M2_ALL_SEQUENCES);
    m2_set (&sets, "scale", !animated || i == 5 ? M2_NO_KEYS : M2_ALL_SEQUENCES);
    m2_write_record (m, m->out, offset + i * size, &m2_record_bone, layout, 0, path, &sets);
  }
  m2_place_u16s (m->out, m2_at (m, M2_AT_KEY_BONES), keys, G_N_ELEMENTS (keys));
}
