/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/m2/structure-private.h"

/* Sequences (§5.1, §5.2, §5.3, §10) */

static void
read_sequences (Check *c)
{
  Array array = c->t[SEQUENCES];
  c->n_sequences = array.n;
  c->sequences = g_new0 (Sequence, array.n + 1);
  for (guint i = 0; i < array.n; i++) {
    const guint8 *at = record (array, i);
    guint shift = c->lanes ? 0 : 4;
    Sequence *s = &c->sequences[i];
    *s = (Sequence) { .id = u16 (at),
                      .variation = u16 (at + 2),
                      .flags = u32 (at + 0x0C + shift),
                      .head = (int) i,
                      .next = (gint16) u16 (at + 0x3C + shift),
                      .alias_next = (gint16) u16 (at + 0x3E + shift),
                      .keys = &c->model };
    s->start = u32 (at + 4);
    s->end = u32 (at + 8);
    s->duration = u32 (at + 4);
    if (u16 (at + 0x12 + shift) != 0)
      find (c, "sequence-pad", &c->model, place_of (array, i, 0x12 + shift), "sequence %u: the two bytes are not zero",
            i);
  }
}

static void
check_chain (Check *c)
{
  Array array = c->t[SEQUENCES];
  guint next_at = c->lanes ? 0x3C : 0x40;
  g_autoptr (GHashTable) by_key = g_hash_table_new (NULL, NULL); /* id and variation to 1 + index */
#define KEY(id, variation) GUINT_TO_POINTER ((id) << 16 | (variation))
  for (guint i = 0; i < c->n_sequences; i++) {
    const Sequence *s = &c->sequences[i];
    if (g_hash_table_contains (by_key, KEY (s->id, s->variation)))
      find (c, "variation", &c->model, place_of (array, i, 2), "sequence %u: variation %u of id %u is there before", i,
            s->variation, s->id);
    else
      g_hash_table_insert (by_key, KEY (s->id, s->variation), GUINT_TO_POINTER (i + 1));
  }
  for (guint i = 0; i < c->n_sequences; i++) {
    const Sequence *s = &c->sequences[i];
    guint before = s->variation == 0 ? 0
                                     : GPOINTER_TO_UINT (g_hash_table_lookup (by_key, KEY (s->id, s->variation - 1)));
    int after = (int) GPOINTER_TO_UINT (g_hash_table_lookup (by_key, KEY (s->id, s->variation + 1))) - 1;
    if (s->variation > 0 && before == 0)
      find (c, "variation", &c->model, place_of (array, i, 2), "sequence %u: id %u has variation %u and no %u", i,
            s->id, s->variation, s->variation - 1);
    if (s->variation > 0 && before > i + 1)
      find (c, "variation", &c->model, place_of (array, i, 2), "sequence %u: variation %u of id %u comes before %u", i,
            s->variation, s->id, s->variation - 1);
    if (s->next != after)
      find (c, "variation-chain", &c->model, place_of (array, i, next_at),
            "sequence %u is followed by %d instead of %d", i, s->next, after);
  }
#undef KEY
}

/* 264 and later: head, alias, alias ... and back to the head (§5.1). */
static void
check_aliases (Check *c)
{
  Array array = c->t[SEQUENCES];
  g_autofree gboolean *seen = g_new0 (gboolean, c->n_sequences + 1);
  for (guint i = 0; i < c->n_sequences; i++) {
    guint steps = 0, at = i;
    if (c->sequences[i].flags & 0x40)
      continue;
    do {
      int next = c->sequences[at].alias_next;
      if (next < 0 || next >= (int) c->n_sequences || steps++ > c->n_sequences
          || (next != (int) i && !(c->sequences[next].flags & 0x40))) {
        find (c, "alias-ring", &c->model, place_of (array, at, 0x3E),
              "sequence %u: the ring of sequence %u goes on to %d and does not close", at, i, next);
        break;
      }
      at = (guint) next;
      if (at != i && seen[at]) {
        find (c, "alias-ring", &c->model, place_of (array, at, 0x3E), "sequence %u is in two rings", at);
        break;
      }
      seen[at] = TRUE;
      if (at != i) {
        c->sequences[at].head = (int) i;
        c->sequences[i].aliases++;
      }
    } while (at != i);
  }
  for (guint i = 0; i < c->n_sequences; i++)
    if (c->sequences[i].flags & 0x40 && !seen[i]) {
      find (c, "alias-ring", &c->model, place_of (array, i, 0x3E), "alias %u is in the ring of no other sequence", i);
      /* A client only follows to the first that is no alias. */
      guint at = i;
      for (guint steps = 0; steps < c->n_sequences && c->sequences[at].flags & 0x40; steps++)
        if (c->sequences[at].alias_next >= 0 && c->sequences[at].alias_next < (int) c->n_sequences)
          at = (guint) c->sequences[at].alias_next;
      c->sequences[i].head = c->sequences[at].flags & 0x40 ? -1 : (int) at;
    }
}

/* Which file holds a sequence's keys, and whether that file is there (§5.1, §10). */
static void
check_externals (Check *c)
{
  Array array = c->t[SEQUENCES];
  guint n_anims = c->set->anims ? c->set->anims->len : 0;
  g_autofree gboolean *used = g_new0 (gboolean, n_anims + 1);
  if (c->n_sequences > 0 && c->lanes && !(c->sequences[0].flags & 0x130))
    find (c, "sequence-first", &c->model, place_of (array, 0, 0x0C), "sequence 0 is not stored in the model");
  for (guint i = 0; i < c->n_sequences && c->lanes; i++) {
    Sequence *s = &c->sequences[i];
    s->external = !(s->flags & 0x170);
    if (!s->external)
      continue;
    s->keys = NULL;
    for (guint k = 0; k < n_anims; k++) {
      const M2StructureAnim *anim = &g_array_index (c->set->anims, M2StructureAnim, k);
      if (anim->animation != s->id || anim->variation != s->variation)
        continue;
      used[k] = TRUE;
      if (anim->bytes)
        s->keys = &c->anims[k];
    }
    if (!s->keys && !c->set->incomplete)
      find (c, "companion", &c->model, place_of (array, i, 0x0C),
            "sequence %u is external and its %04u-%02u.anim is not there", i, s->id, s->variation);
  }
  for (guint k = 0; k < n_anims; k++)
    if (!used[k])
      find (c, "companion-surplus", &c->anims[k], 0, "no external sequence of the model uses the file");
}

static void
check_sequence_times (Check *c)
{
  Array array = c->t[SEQUENCES];
  for (guint i = 0; i < c->n_sequences; i++) {
    const Sequence *s = &c->sequences[i];
    if (s->start > s->end)
      find (c, "sequence-time", &c->model, place_of (array, i, 4), "sequence %u runs from %u to %u", i, s->start,
            s->end);
    for (guint k = 0; k < i && k < 2000; k++) {
      const Sequence *other = &c->sequences[k];
      gboolean same = other->start == s->start && other->end == s->end;
      if (!same && s->start < other->end && other->start < s->end)
        find (c, "sequence-time", &c->model, place_of (array, i, 4), "sequences %u and %u overlap on the timeline", k,
              i);
    }
  }
}

void
walk_sequences (Check *c)
{
  read_sequences (c);
  check_chain (c);
  if (c->lanes)
    check_aliases (c);
  else
    check_sequence_times (c);
  check_externals (c);
}

/* Lookups (§8) */

static void
lookup_compare (Check *c, guint table, const char *rule, const gint16 *expected, guint n)
{
  Array array = c->t[table];
  if (array.n != n) {
    find (c, rule, &c->model, array.offset, "%s has %u entries instead of %u", tables[table].name, array.n, n);
    return;
  }
  for (guint i = 0; i < n; i++)
    if ((gint16) u16 (record (array, i)) != expected[i])
      find (c, rule, &c->model, place_of (array, i, 0), "%s[%u] is %d instead of %d", tables[table].name, i,
            (gint16) u16 (record (array, i)), expected[i]);
}

static gint16 *
lookup_new (guint n)
{
  gint16 *slots = g_new (gint16, n + 1);
  memset (slots, 0xFF, (n + 1) * sizeof *slots);
  return slots;
}

static gboolean
is_prime (guint n)
{
  for (guint i = 2; i * i <= n; i++)
    if (n % i == 0)
      return FALSE;
  return n >= 2;
}

/* Fills the hash table. FALSE: the probing finds no free slot for an id. */
static gboolean
hash_fill (const Check *c, gint16 *slots, guint n, const gboolean *first)
{
  for (guint s = 0; s < c->n_sequences; s++) {
    guint slot = c->sequences[s].id % n, k = 1;
    if (!first[s])
      continue;
    for (; slots[slot] != -1; k++) {
      if (k > 4 * n)
        return FALSE;
      slot = (slot + k * k) % n;
    }
    slots[slot] = (gint16) s;
  }
  return TRUE;
}

static void
check_sequence_lookup (Check *c)
{
  g_autofree gboolean *first = g_new0 (gboolean, c->n_sequences + 1);
  g_autoptr (GHashTable) ids = g_hash_table_new (NULL, NULL);
  guint highest = 0;
  for (guint i = 0; i < c->n_sequences; i++) {
    first[i] = g_hash_table_add (ids, GUINT_TO_POINTER (c->sequences[i].id));
    highest = MAX (highest, c->sequences[i].id);
  }
  guint distinct = g_hash_table_size (ids);
  if (!c->lanes) {
    guint n = c->n_sequences > 0 ? highest + 1 : 0;
    g_autofree gint16 *slots = lookup_new (n);
    for (guint i = 0; i < c->n_sequences; i++)
      if (first[i])
        slots[c->sequences[i].id] = (gint16) i;
    lookup_compare (c, SEQUENCE_LOOKUP, "animation-lookup", slots, n);
    return;
  }
  /* Models with one id have no table, models with 7 or more all have one; 5 ids were seen without. */
  if (distinct < 2 || (c->t[SEQUENCE_LOOKUP].n == 0 && distinct < 7)) {
    lookup_compare (c, SEQUENCE_LOOKUP, "animation-hash", NULL, 0);
    return;
  }
  for (guint n = 2 * distinct;; n++) {
    g_autofree gint16 *slots = lookup_new (n);
    if (is_prime (n) && hash_fill (c, slots, n, first)) {
      lookup_compare (c, SEQUENCE_LOOKUP, "animation-hash", slots, n);
      return;
    }
  }
}

static void
check_playable (Check *c)
{
  static const guint16 held[] = { 6, 97, 100, 115, 123, 132, 151, 188 },
                       backwards[] = { 13, 45, 98, 101, 116, 129, 152, 189 };
  Array array = c->t[PLAYABLE];
  g_autofree gboolean *has = g_new0 (gboolean, 0x10000);
  for (guint i = 0; i < c->n_sequences; i++)
    has[c->sequences[i].id] = TRUE;
  if (array.n == 0)
    find (c, "playable-lookup", &c->model, 0x2C, "there is no table of playable animations");
  for (guint i = 0; i < array.n && i < 0x10000; i++) {
    guint id = u16 (record (array, i)), mode = u16 (record (array, i) + 2), expected = 0;
    for (guint k = 0; k < G_N_ELEMENTS (held); k++)
      expected = held[k] == i ? 3 : backwards[k] == i ? 1 : expected;
    if ((has[i] && id != i) || (id != 0 && id != 147 && !has[id]))
      find (c, "playable-lookup", &c->model, place_of (array, i, 0), "animation %u is replaced by %u", i, id);
    /* Single ids differ in tables of 203 entries at 256. */
    if (mode > 3 || (mode != 0 && mode != expected && (c->version > 257 || array.n != 203)))
      find (c, "playable-mode", &c->model, place_of (array, i, 2), "animation %u has mode %u", i, mode);
  }
}

static void
check_key_bones (Check *c)
{
  Array bones = c->t[BONES], table = c->t[KEY_BONES];
  guint n = 0;
  for (guint i = 0; i < bones.n; i++) {
    gint32 key = (gint32) u32 (record (bones, i));
    if (key < -1 || key > 0x7FFF)
      find (c, "key-bone", &c->model, place_of (bones, i, 0), "bone %u: key bone %d", i, key);
    else
      n = MAX (n, (guint) (key + 1));
  }
  /* 1 for a model without key bones, 27 or 35 in older exporters, else the highest id + 1. */
  if (table.n == 27 || table.n == 35 || n == 0)
    n = MAX (n, MAX (table.n == 27 || table.n == 35 ? table.n : 1, 1));
  g_autofree gint16 *slots = lookup_new (n);
  for (guint i = bones.n; i-- > 0;) {
    gint32 key = (gint32) u32 (record (bones, i));
    if (key >= 0 && key < (gint32) n)
      slots[key] = (gint16) i;
  }
  lookup_compare (c, KEY_BONES, "key-bone-lookup", slots, n);
}

/* t[key] is the index of the first, or last, record with that key; the key is the u32 at the head of a record. */
static void
check_lookup_of (Check *c, guint records, guint table, const char *rule, gboolean last, guint least)
{
  Array array = c->t[records];
  guint n = array.n > 0 ? least : 0;
  for (guint i = 0; i < array.n; i++) {
    gint32 key = (gint32) u32 (record (array, i));
    if (key < (records == CAMERAS ? -1 : 0) || key > 0x7FFF)
      find (c, rule, &c->model, place_of (array, i, 0), "%s[%u]: %d cannot be looked up", tables[records].name, i, key);
    else
      n = MAX (n, (guint) (key + 1));
  }
  g_autofree gint16 *slots = lookup_new (n);
  for (guint i = 0; i < array.n; i++) {
    guint32 key = u32 (record (array, i));
    if (key < n && (last || slots[key] == -1))
      slots[key] = (gint16) i;
  }
  lookup_compare (c, table, rule, slots, n);
}

void
check_lookups (Check *c)
{
  check_sequence_lookup (c);
  if (!c->lanes)
    check_playable (c);
  check_key_bones (c);
  check_lookup_of (c, TEXTURES, REPLACEABLE, "replaceable-lookup", TRUE, 0);
  check_lookup_of (c, ATTACHMENTS, ATTACHMENT_LOOKUP, "attachment-lookup", FALSE, 0);
  check_lookup_of (c, CAMERAS, CAMERA_LOOKUP, "camera-lookup", FALSE, 1);
}
