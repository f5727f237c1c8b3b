/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/bytes-diff.h"

#include <string.h>

/* The method: equal bytes at both ends are cut off. In the rest, blocks of the old bytes that occur in them only once
 * are looked for at every place of the new bytes. Those that are in the same order in both, with the most bytes in
 * all, hold the two together; the gaps between them are compared in the same way. */

enum {
  LEAST_BLOCK = 8,       /* bytes; in ranges that are larger than SMALL_RANGE twice that */
  SMALL_RANGE = 65536,   /* bytes */
  MOST_BLOCKS = 1 << 20, /* marks in one range, which bounds the memory; a larger range has larger blocks */
  MOST_PROBES = 32,      /* of the hash table; a block that would need more is left out */
  MOST_HITS = 4,         /* places of the new bytes at which one block counts */
  MOST_LEVELS = 6        /* gaps within gaps */
};

typedef struct {
  const guint8 *a, *b; /* old and new */
  GArray *changes;
  GCancellable *cancellable;
} Diff;

typedef struct {
  gsize from, to;
} Range;

/* A run of equal bytes. */
typedef struct {
  gsize a, b, size;
  guint64 best; /* bytes of the best chain of anchors that ends here */
  guint before; /* the anchor before it in that chain, + 1; 0: none */
  guint rank;   /* among all, by `a` */
} Anchor;

static void
add_change (Diff *diff, gsize offset, gsize size, gsize removed)
{
  const MwBytesChange change = { offset, size, removed };
  if (size || removed)
    g_array_append_val (diff->changes, change);
}

static gsize
same_ahead (const guint8 *a, const guint8 *b, gsize most)
{
  enum { PIECE = 4096 };
  gsize n = 0;
  while (most - n >= PIECE && memcmp (a + n, b + n, PIECE) == 0)
    n += PIECE;
  while (n < most && a[n] == b[n])
    n++;
  return n;
}

static gsize
same_at_end (const guint8 *a_end, const guint8 *b_end, gsize most)
{
  gsize n = 0;
  while (n < most && a_end[-1 - (gssize) n] == b_end[-1 - (gssize) n])
    n++;
  return n;
}

/* --- Blocks --------------------------------------------------------------------------------------------------------- */

/* A hash that can be moved on by one byte. */
static const guint64 FACTOR = G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

static guint64
hash_of (const guint8 *bytes, gsize size)
{
  guint64 hash = 0;
  for (gsize i = 0; i < size; i++)
    hash = hash * FACTOR + bytes[i] + 1;
  return hash;
}

typedef struct {
  gsize start, block, n; /* where the first block is, the size of each, and their number */
  guint32 *slots;        /* number of a block, + 1; 0: free */
  guint8 *hits;          /* by block; MOST_HITS: it does not count any more */
  guint mask;
} Table;

static guint
slot_of (const Table *table, guint64 hash)
{
  return (guint) ((hash ^ hash >> 29) * FACTOR >> 32) & table->mask;
}

/* The block with these bytes, + 1, or 0. `free_slot` (may be NULL) gets where it would be put; G_MAXUINT: nowhere. */
static guint32
find_block (const Table *table, const guint8 *a, const guint8 *bytes, guint64 hash, guint *free_slot)
{
  guint slot = slot_of (table, hash);
  for (guint i = 0; i < MOST_PROBES; i++, slot = (slot + 1) & table->mask) {
    const guint32 found = table->slots[slot];
    if (!found) {
      if (free_slot)
        *free_slot = slot;
      return 0;
    }
    if (memcmp (a + table->start + (found - 1) * table->block, bytes, table->block) == 0)
      return found;
  }
  if (free_slot)
    *free_slot = G_MAXUINT;
  return 0;
}

static void
fill_table (Table *table, const guint8 *a, Range old)
{
  const gsize length = old.to - old.from;
  table->start = old.from;
  table->block = length <= SMALL_RANGE ? LEAST_BLOCK : MAX (2 * LEAST_BLOCK, length / MOST_BLOCKS + 1);
  table->n = length / table->block;
  guint size = 16;
  while (size < 2 * table->n)
    size *= 2;
  table->mask = size - 1;
  table->slots = g_new0 (guint32, size);
  table->hits = g_new0 (guint8, table->n + 1);
  for (gsize k = 0; k < table->n; k++) {
    const guint8 *bytes = a + table->start + k * table->block;
    guint slot;
    const guint32 twin = find_block (table, a, bytes, hash_of (bytes, table->block), &slot);
    if (twin)
      table->hits[twin - 1] = MOST_HITS; /* it occurs twice */
    else if (slot != G_MAXUINT)
      table->slots[slot] = (guint32) k + 1;
  }
}

/* --- Anchors -------------------------------------------------------------------------------------------------------- */

/* Runs of equal bytes, in the order of the new bytes. */
static GArray *
find_anchors (const Diff *diff, Range old, Range new)
{
  enum { LOOK_EVERY = 1 << 20 };
  GArray *anchors = g_array_new (FALSE, FALSE, sizeof (Anchor));
  Table table;
  fill_table (&table, diff->a, old);
  guint64 last_factor = 1; /* of the byte that leaves the window */
  for (gsize i = 1; i < table.block; i++)
    last_factor *= FACTOR;
  gsize at = new.from, looked = new.from;
  gboolean fresh = TRUE;
  guint64 hash = 0;
  while (new.to - at >= table.block) {
    if (fresh)
      hash = hash_of (diff->b + at, table.block);
    fresh = FALSE;
    const guint32 found = find_block (&table, diff->a, diff->b + at, hash, NULL);
    if (found && table.hits[found - 1] < MOST_HITS) {
      const gsize place = table.start + (found - 1) * table.block;
      Anchor anchor = { .a = place, .b = at };
      anchor.size = same_ahead (diff->a + place, diff->b + at, MIN (old.to - place, new.to - at));
      table.hits[found - 1]++;
      g_array_append_val (anchors, anchor);
      at += anchor.size;
      fresh = TRUE;
    } else {
      if (new.to - at > table.block)
        hash = (hash - (diff->b[at] + 1) * last_factor) * FACTOR + diff->b[at + table.block] + 1;
      at++;
    }
    if (at - looked > LOOK_EVERY) {
      looked = at;
      if (g_cancellable_is_cancelled (diff->cancellable))
        break;
    }
  }
  g_free (table.slots);
  g_free (table.hits);
  return anchors;
}

static int
by_a (gconstpointer x, gconstpointer y, gpointer data)
{
  const Anchor *anchors = data, *p = anchors + *(const guint *) x, *q = anchors + *(const guint *) y;
  /* Two at the same old place never follow each other. */
  return p->a == q->a ? (p->b < q->b) - (p->b > q->b) : p->a < q->a ? -1 : 1;
}

/* The chain of anchors that go forward in both with the most bytes; its last one + 1. Sets `before` of each. */
static guint
best_chain (GArray *array)
{
  Anchor *anchors = (Anchor *) array->data;
  const guint n = array->len;
  g_autofree guint *order = g_new (guint, n + 1), *tree = g_new0 (guint, n + 1);
  guint last = 0;
  for (guint i = 0; i < n; i++)
    order[i] = i;
  g_qsort_with_data (order, (int) n, sizeof (guint), by_a, anchors);
  for (guint i = 0; i < n; i++)
    anchors[order[i]].rank = i + 1;
  /* A Fenwick tree over the ranks gives the best chain that ends before a place of the old bytes. */
  for (guint i = 0; i < n; i++) {
    Anchor *anchor = anchors + i;
    guint before = 0;
    for (guint r = anchor->rank - 1; r; r &= r - 1)
      if (tree[r] && (!before || anchors[tree[r] - 1].best > anchors[before - 1].best))
        before = tree[r];
    anchor->before = before;
    anchor->best = anchor->size + (before ? anchors[before - 1].best : 0);
    for (guint r = anchor->rank; r <= n; r += r & (~r + 1))
      if (!tree[r] || anchors[tree[r] - 1].best < anchor->best)
        tree[r] = i + 1;
    if (!last || anchors[last - 1].best < anchor->best)
      last = i + 1;
  }
  return last;
}

/* --- Ranges --------------------------------------------------------------------------------------------------------- */

static gsize
count_different (const Diff *diff, Range old, Range new)
{
  gsize n = 0;
  for (gsize i = 0; i < new.to - new.from; i++)
    n += diff->a[old.from + i] != diff->b[new.from + i];
  return n;
}

/* Ranges of the same length, byte by byte. */
static void
add_in_place (Diff *diff, Range old, Range new)
{
  const gsize length = new.to - new.from;
  for (gsize i = 0; i < length;) {
    gsize end = i;
    while (end < length && diff->a[old.from + end] != diff->b[new.from + end])
      end++;
    add_change (diff, new.from + i, end - i, end - i);
    i = MAX (end, i + 1);
  }
}

static void compare (Diff *diff, Range old, Range new, guint level);

/* Compares what is between the anchors. FALSE: there are none. */
static gboolean
compare_gaps (Diff *diff, Range old, Range new, guint level)
{
  g_autoptr (GArray) anchors = find_anchors (diff, old, new);
  if (!anchors->len || g_cancellable_is_cancelled (diff->cancellable))
    return FALSE;
  guint n = 0;
  g_autofree guint *chain = g_new (guint, anchors->len);
  for (guint at = best_chain (anchors); at; at = g_array_index (anchors, Anchor, at - 1).before)
    chain[n++] = at - 1;
  gsize a = old.from, b = new.from;
  while (n) {
    Anchor anchor = g_array_index (anchors, Anchor, chain[--n]);
    /* The run before it may reach into it. */
    const gsize cut = MAX (a > anchor.a ? a - anchor.a : 0, b > anchor.b ? b - anchor.b : 0);
    if (cut >= anchor.size)
      continue;
    compare (diff, (Range) { a, anchor.a + cut }, (Range) { b, anchor.b + cut }, level + 1);
    a = anchor.a + anchor.size;
    b = anchor.b + anchor.size;
  }
  compare (diff, (Range) { a, old.to }, (Range) { b, new.to }, level + 1);
  return TRUE;
}

static void
compare (Diff *diff, Range old, Range new, guint level)
{
  const gsize ahead = same_ahead (diff->a + old.from, diff->b + new.from, MIN (old.to - old.from, new.to - new.from));
  old.from += ahead;
  new.from += ahead;
  const gsize end = same_at_end (diff->a + old.to, diff->b + new.to, MIN (old.to - old.from, new.to - new.from));
  old.to -= end;
  new.to -= end;
  const gsize removed = old.to - old.from, size = new.to - new.from;
  const guint first = diff->changes->len;
  const gboolean gaps = level < MOST_LEVELS && MIN (removed, size) >= 2 * LEAST_BLOCK
                        && !g_cancellable_is_cancelled (diff->cancellable) && compare_gaps (diff, old, new, level);
  if (removed != size) {
    if (!gaps)
      add_change (diff, new.from, size, removed);
    return;
  }
  /* What kept its length most often kept its place. */
  gsize marked = 0;
  for (guint i = first; i < diff->changes->len; i++) {
    const MwBytesChange *change = &g_array_index (diff->changes, MwBytesChange, i);
    marked += change->size + change->removed;
  }
  if (!gaps || 2 * count_different (diff, old, new) <= marked) {
    g_array_set_size (diff->changes, first);
    add_in_place (diff, old, new);
  }
}

GArray *
mw_bytes_changes (GBytes *before, GBytes *after, GCancellable *cancellable)
{
  gsize old, new;
  Diff diff = { .cancellable = cancellable };
  static const guint8 nothing[1];
  const guint8 *a = g_bytes_get_data (before, &old), *b = g_bytes_get_data (after, &new);
  diff.a = a ? a : nothing;
  diff.b = b ? b : nothing;
  diff.changes = g_array_new (FALSE, FALSE, sizeof (MwBytesChange));
  compare (&diff, (Range) { 0, old }, (Range) { 0, new }, 0);
  if (g_cancellable_is_cancelled (cancellable))
    g_clear_pointer (&diff.changes, g_array_unref);
  return diff.changes;
}
