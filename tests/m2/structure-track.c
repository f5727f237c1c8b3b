/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/m2/structure-private.h"

/* Tracks (§4) */

static gboolean
times_rise (Array times, guint *bad)
{
  for (guint i = 1; i < times.n; i++)
    if (u32 (record (times, i)) <= u32 (record (times, i - 1))) {
      *bad = i;
      return FALSE;
    }
  return TRUE;
}

static void
check_times (Check *c, const File *file, Array times, int global, guint32 longest, Where w)
{
  guint bad;
  if (times.n == 0)
    return;
  g_autofree char *name = where_text (w);
  /* One Wrath weight track has the times 0, -3333. */
  gboolean odd = strcmp (w.table, "textureWeights") == 0 && u32 (record (times, times.n - 1)) >= 0x80000000u;
  if (!times_rise (times, &bad) && !odd)
    find (c, "times", file, place_of (times, bad, 0), "%s: key %u is not later than the one before", name, bad);
  if (c->lanes && strcmp (w.table, "events") != 0 && u32 (times.at) != 0)
    find (c, "times-start", file, times.offset, "%s: the first key is at %u", name, u32 (times.at));
  guint32 last = u32 (record (times, times.n - 1));
  if (global >= 0 && (guint) global < c->t[LOOPS].n) {
    guint32 loop = u32 (record (c->t[LOOPS], (guint) global));
    if (last != loop)
      find (c, "global-last", file, place_of (times, times.n - 1, 0), "%s ends at %u, its global sequence at %u", name,
            last, loop);
  } else if (last > longest && !odd)
    find (c, "times-end", file, place_of (times, times.n - 1, 0), "%s: key at %u, after the sequence's %u", name, last,
          longest);
}

/* §4.1: which keys a sequence uses. */
static void
check_ranges (Check *c, Array ranges, Array times, guint64 place, int global, gboolean event, Where w)
{
  g_autofree char *name = where_text (w);
  if (!event && (times.n < 2 || global >= 0)) {
    if (ranges.n != 0)
      find (c, "ranges", &c->model, place, "%s: %u ranges, but %s", name, ranges.n,
            global >= 0 ? "it runs with a global sequence" : "fewer than two keys");
    return;
  }
  if (ranges.n < c->n_sequences && global < 0) {
    find (c, "ranges", &c->model, place, "%s: %u ranges for %u sequences", name, ranges.n, c->n_sequences);
    return;
  }
  for (guint i = 0; i < ranges.n; i++) {
    guint32 first = u32 (record (ranges, i)), last = u32 (record (ranges, i) + 4), a = 0, b = 0, b2 = 0;
    if (i < c->n_sequences && times.n > 0) {
      guint32 start = c->sequences[i].start, end = c->sequences[i].end;
      guint before = 0, until = 0, upto = 0; /* keys < start; keys < end; keys <= end */
      guint from = 0;
      for (guint k = 0; k < times.n; k++) {
        guint32 time = u32 (record (times, k));
        before += time < start;
        until += time < end;
        upto += time <= end;
        from = time <= start ? k : from;
      }
      a = event ? before : from;
      b = event ? upto : MIN (until, times.n - 1);
      b2 = event ? until : b;
    }
    if (first != a || (last != b && last != b2))
      find (c, "ranges", &c->model, place_of (ranges, i, 0), "%s: range %u is (%u, %u) instead of (%u, %u)", name, i,
            first, last, a, b);
  }
}

static void
walk_line_track (Check *c, guint64 at, const Item *item, int global, Where w)
{
  File *file = &c->model;
  gboolean event = item->kind == 'e';
  Where r = w, t = w, v = w;
  r.part = "ranges";
  t.part = "times";
  v.part = "values";
  Array ranges = array_at (c, file, at + 4, file, 8, 0, r);
  Array times = array_at (c, file, at + 12, file, 4, 0, t);
  if (!event) {
    array_at (c, file, at + 20, file, item->width, 0, v);
    if (u32 (file->data + at + 12) != u32 (file->data + at + 20)) {
      g_autofree char *name = where_text (w);
      find (c, "track-values", file, at + 20, "%s: %u times and %u values", name, u32 (file->data + at + 12),
            u32 (file->data + at + 20));
    }
  }
  check_times (c, file, times, global, G_MAXUINT32, t);
  if (times.n == u32 (file->data + at + 12) && ranges.n == u32 (file->data + at + 4))
    check_ranges (c, ranges, times, at + 4, global, event, r);
}

static void
walk_lane (Check *c, Array outer[2], guint i, const Item *item, int global, Where w)
{
  gboolean shared = global >= 0 || outer[0].n == 1;
  const Sequence *sequence = i < c->n_sequences ? &c->sequences[i] : NULL;
  const Sequence *head = shared || !sequence || sequence->head < 0 ? sequence : &c->sequences[sequence->head];
  guint64 before[2] = { 0, 0 };
  w.lane = (int) i;
  if (!shared && sequence && sequence->head != (int) i) {
    /* An alias holds the pairs of the sequence whose keys it plays (§5.1). */
    for (guint k = 0; k < 2 && outer[k].at && head && head != sequence; k++)
      if (i < outer[k].n && (guint) sequence->head < outer[k].n
          && memcmp (record (outer[k], i), record (outer[k], (guint) sequence->head), 8) != 0) {
        g_autofree char *name = where_text (w);
        find (c, "alias-pair", &c->model, place_of (outer[k], i, 0),
              "%s of alias %u does not share the keys of sequence %d", name, i, sequence->head);
      }
    return;
  }
  File *file = shared || !sequence ? &c->model : sequence->keys;
  guint rank = 1 + (shared ? 0 : i);
  for (guint k = 0; k < 2; k++) {
    if (!outer[k].at || i >= outer[k].n)
      continue;
    w.part = k == 0 ? "times" : "values";
    before[k] = u32 (record (outer[k], i));
    Array keys = array_at (c, &c->model, place_of (outer[k], i, 0), file, k == 0 ? 4 : item->width, rank, w);
    if (!shared && sequence)
      c->sequences[i].room += align16 ((guint64) keys.n * keys.stride);
    if (k == 0)
      check_times (c, file, keys, global,
                   sequence ? (outer[0].n == 1 && c->n_sequences > 1 ? G_MAXUINT32 : sequence->duration) : G_MAXUINT32,
                   w);
  }
  if (outer[1].at && before[0] != before[1]) {
    g_autofree char *name = where_text (w);
    find (c, "track-values", &c->model, place_of (outer[1], i, 0),
          "%s: %" G_GUINT64_FORMAT " times and %" G_GUINT64_FORMAT " values", name, before[0], before[1]);
  }
}

static void
walk_lane_track (Check *c, guint64 at, const Item *item, int global, Where w)
{
  File *file = &c->model;
  Where t = w, v = w;
  t.part = "times";
  v.part = "values";
  guint n = u32 (file->data + at + 4), n_values = item->kind == 'e' ? n : u32 (file->data + at + 12);
  Array outer[2] = { array_at (c, file, at + 4, file, 8, 0, t), { 0 } };
  if (item->kind != 'e')
    outer[1] = array_at (c, file, at + 12, file, 8, 0, v);
  g_autofree char *name = where_text (w);
  gboolean per_sequence = strcmp (w.table, "bones") == 0 || strcmp (w.table, "events") == 0;
  if (n != n_values)
    find (c, "track-outer", file, at + 12, "%s: time arrays for %u sequences, value arrays for %u", name, n, n_values);
  else if (n != 0 && n != c->n_sequences && n != 1)
    find (c, "track-outer", file, at + 4, "%s: %u lanes for %u sequences", name, n, c->n_sequences);
  else if (n > 1 && global >= 0)
    find (c, "track-outer", file, at + 4, "%s runs with a global sequence and has %u lanes", name, n);
  else if (n == 1 && c->n_sequences > 1 && per_sequence && global < 0)
    find (c, "track-outer", file, at + 4, "%s: one lane for %u sequences, where one for each is due", name,
          c->n_sequences);
  guint lanes = MAX (outer[0].n, outer[1].n);
  for (guint i = 0; i < lanes && (i < c->n_sequences || i == 0) && !file->stopped; i++)
    walk_lane (c, outer, i, item, global, w);
}

void
walk_track (Check *c, guint64 at, const Item *item, Where w)
{
  guint interpolation = u16 (c->model.data + at);
  int global = (gint16) u16 (c->model.data + at + 2);
  g_autofree char *name = where_text (w);
  if (interpolation > (item->width == 36 || (item->width == 12 && strcmp (w.table, "cameras") == 0) ? 3u : 1u))
    find (c, "interpolation", &c->model, at, "%s: interpolation %u", name, interpolation);
  if (global < -1 || global >= (int) c->t[LOOPS].n)
    find (c, "global-index", &c->model, at + 2, "%s: global sequence %d of %u", name, global, c->t[LOOPS].n);
  if (c->lanes)
    walk_lane_track (c, at, item, global, w);
  else
    walk_line_track (c, at, item, global, w);
}

void
walk_curve (Check *c, guint64 at, const Item *item, Where w)
{
  File *file = &c->model;
  guint bad;
  Where t = w, v = w;
  t.part = "times";
  v.part = "values";
  Array times = array_at (c, file, at, file, 2, 0, t);
  array_at (c, file, at + 8, file, item->width, 0, v);
  g_autofree char *name = where_text (w);
  if (u32 (file->data + at) != u32 (file->data + at + 8))
    find (c, "curve", file, at, "%s: %u times and %u values", name, u32 (file->data + at), u32 (file->data + at + 8));
  for (bad = 0; bad < times.n; bad++)
    if ((gint16) u16 (record (times, bad)) < 0
        || (bad > 0 && u16 (record (times, bad)) < u16 (record (times, bad - 1)))) {
      find (c, "curve", file, place_of (times, bad, 0), "%s: times do not rise from 0 to 32767", name);
      break;
    }
}
