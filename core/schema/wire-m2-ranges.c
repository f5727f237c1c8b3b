/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/checksum.h"
#include "core/schema/wire-m2.h"

#include <string.h>

/* Before version 264 all sequences are on one time line, and each track stores for each sequence which range of its
 * keys belongs to it (m2.md 4.1). The ranges follow from the key times. Only where a file stores other ranges, a
 * note keeps them. */

/* The note MW_NOTE_LAYOUT of a track, about its times: a head, then each stored range that differs from the derived
 * one. It is valid while the derived ranges have the same checksum. */
typedef struct {
  uint32_t checksum, count; /* checksum: of the derived ranges of the sequences; count: of the stored ranges */
} RangesHead;
typedef struct {
  uint32_t index, first, last;
} StoredRange;

/* Tracks of real files have a few zero ranges after those of the sequences. Up to this number they are not listed in
 * the note. */
#define MOST_SURPLUS 64

/* Returns how many of the n sorted times are less than `limit` or, if `also` is set, equal to it. */
static uint32_t
count_before (const int32_t *times, uint32_t n, int64_t limit, gboolean also)
{
  uint32_t low = 0, high = n;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (times[middle] < limit || (also && times[middle] == limit))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* The derived ranges: first and last key of each sequence (m2.md 4.1). For tracks with values they include the keys
 * around the sequence, between which values are interpolated. For events they go from the first key in the sequence
 * to the one after its last. Tracks with values have no ranges if they have fewer than two keys; tracks on a global
 * sequence never have any. Free with g_free(). */
static uint32_t *
derive_ranges (const MwWireSequence *sequences, guint n_sequences, uint32_t surplus, const MwRecord *track,
               const MwTrackFields *f, uint32_t *n)
{
  const MwArray *times = mw_field_at (track, f->times);
  MwRef global = *(const MwRef *) mw_field_at (track, f->global_sequence);
  *n = (global.id || global.raw != 0xFFFFFFFFu || (f->values && times->n < 2))
         ? 0
         : n_sequences + MIN (surplus, MOST_SURPLUS);
  uint32_t *ranges = g_new0 (uint32_t, 2 * (size_t) *n + 1);
  for (uint32_t i = 0; times->n && i < MIN (*n, n_sequences); i++) {
    int64_t start = sequences[i].start, end = sequences[i].end;
    if (f->values) {
      uint32_t before = count_before (times->data, times->n, start, TRUE),
               up_to = count_before (times->data, times->n, end, FALSE);
      ranges[2 * i] = before ? before - 1 : 0;
      ranges[2 * i + 1] = MIN (up_to, times->n - 1);
    } else {
      ranges[2 * i] = count_before (times->data, times->n, start, FALSE);
      ranges[2 * i + 1] = count_before (times->data, times->n, end, TRUE);
    }
  }
  return ranges;
}

/* Adds the note if the stored ranges differ. Ranges after those of the sequences are zero in real files. If there
 * are more of them than MOST_SURPLUS, each is listed, so a small note cannot make the writer produce a large array. */
void
mw_wire_m2_note_ranges (MwWireM2Reader *m2, MwRecord *track, const MwTrackFields *f, const uint8_t *bytes,
                        uint32_t count)
{
  uint32_t n;
  g_autofree uint32_t *ranges = derive_ranges (m2->sequences, m2->n_sequences, m2->surplus, track, f, &n);
  if (!m2->surplus_known && n && count >= n && count - n < MOST_SURPLUS) {
    m2->surplus = count - n;
    m2->surplus_known = TRUE;
    g_free (ranges);
    ranges = derive_ranges (m2->sequences, m2->n_sequences, m2->surplus, track, f, &n);
  }
  g_autoptr (GByteArray) stored = g_byte_array_new ();
  RangesHead head = { mw_checksum (ranges, 8 * (size_t) MIN (n, m2->n_sequences)), count };
  g_byte_array_append (stored, (const guint8 *) &head, sizeof head);
  for (uint32_t i = 0; i < count; i++) {
    StoredRange range = { i, 0, 0 };
    memcpy (&range.first, bytes + 8 * (size_t) i, 8);
    if (range.first != (i < n ? ranges[2 * i] : 0) || range.last != (i < n ? ranges[2 * i + 1] : 0)
        || (i >= n && count - n > MOST_SURPLUS))
      g_byte_array_append (stored, (const guint8 *) &range, sizeof range);
  }
  if (count != n || stored->len > sizeof head)
    mw_notes_add (track, MW_NOTE_LAYOUT, f->times, 0, stored->data, stored->len,
                  4 + (stored->len - (guint) sizeof head) / (guint) sizeof (StoredRange) * 8);
}

uint32_t *
mw_wire_m2_ranges (const MwWireM2Writer *m2, const MwRecord *track, const MwTrackFields *f, uint32_t *n)
{
  uint32_t *ranges = derive_ranges (m2->sequences, m2->n_sequences, m2->surplus, track, f, n);
  RangesHead head;
  const MwNote *note = mw_notes_find_of (track, MW_NOTE_LAYOUT, f->times, sizeof head);
  if (!note)
    return ranges;
  memcpy (&head, note->bytes, sizeof head);
  /* *n includes the model's surplus, which may have changed since the note was made, so the limit allows for both. */
  uint64_t most = *n + (note->size - sizeof head) / sizeof (StoredRange) + (uint64_t) (2 * MOST_SURPLUS);
  if (head.count > most || head.checksum != mw_checksum (ranges, 8 * (size_t) MIN (*n, m2->n_sequences)))
    return ranges;
  uint32_t *stored = g_new0 (uint32_t, 2 * (size_t) head.count + 1);
  memcpy (stored, ranges, 8 * (size_t) MIN (*n, head.count));
  for (size_t at = sizeof head; at + sizeof (StoredRange) <= note->size; at += sizeof (StoredRange)) {
    StoredRange range;
    memcpy (&range, note->bytes + at, sizeof range);
    if (range.index >= head.count)
      continue;
    stored[2 * range.index] = range.first;
    stored[2 * range.index + 1] = range.last;
  }
  *n = head.count;
  g_free (ranges);
  return stored;
}
