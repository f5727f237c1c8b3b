/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/m2/m2-places.h"
#include "core/model/m2/derived.h"
#include "core/model/m2/squeeze.h"

#include <stdlib.h>
#include <string.h>

/* --- Identity --------------------------------------------------------------------------------------------------------- */

/* Beyond the fields of any schema: slots for arrays that are not fields. */
enum { SLOT_TABLE = 0x1000, SLOT_SKIN_VERTICES = 0x1100, SLOT_SKIN_INDICES, SLOT_SKIN_BONES, SLOT_RANGES };

uint32_t
mw_m2_slot (const MwRecord *owner, const MwField *field)
{
  const MwSchema *schema = owner->schema;
  if (field >= schema->fields && field < schema->fields + schema->n_fields)
    return (uint32_t) (field - schema->fields);
  for (MwM2Table table = 0; table < MW_M2_N_TABLES; table++)
    if (field == mw_m2_table_field (table))
      return SLOT_TABLE + table;
  return field == &mw_m2_skin_vertices_field  ? SLOT_SKIN_VERTICES
         : field == &mw_m2_skin_indices_field ? SLOT_SKIN_INDICES
         : field == &mw_m2_skin_bones_field   ? SLOT_SKIN_BONES
                                              : SLOT_RANGES;
}

/* --- The rule --------------------------------------------------------------------------------------------------------- */

static uint64_t
aligned64 (uint64_t offset)
{
  return (offset + MW_M2_ALIGNMENT - 1) / MW_M2_ALIGNMENT * MW_M2_ALIGNMENT;
}

/* The group of a piece. Keys of no sequence are in the last group. */
static guint
group_of (const MwM2Piece *piece, const MwM2Layout *layout)
{
  return layout->two_passes ? MIN (piece->group, layout->n_sequences + 1) : 0;
}

/* Sorts the pieces by group, keeping their order otherwise (counting sort). starts[g] is the index where group g
 * begins; the array has one entry more than there are groups. Free with g_free(). */
static MwM2Placing *
sort_pieces (const MwM2Piece *pieces, guint n, const MwM2Layout *layout, guint n_groups, guint *starts)
{
  g_autofree guint *next = g_new (guint, n_groups);
  memset (starts, 0, (n_groups + 1) * sizeof *starts);
  for (guint i = 0; i < n; i++)
    starts[group_of (&pieces[i], layout) + 1] += pieces[i].size && pieces[i].slot != MW_M2_SLOT_HEAD;
  for (guint g = 0; g < n_groups; g++)
    starts[g + 1] += starts[g];
  memcpy (next, starts, n_groups * sizeof *next);
  MwM2Placing *sorted = g_new (MwM2Placing, starts[n_groups] + 1);
  for (guint i = 0; i < n; i++) {
    const MwM2Piece *piece = &pieces[i];
    if (piece->size && piece->slot != MW_M2_SLOT_HEAD)
      sorted[next[group_of (piece, layout)]++] = (MwM2Placing) { i, piece->file, piece->size, piece->offset };
  }
  return sorted;
}

/* Places pieces one after the other, each at the next multiple of 16 in its file. Sets moved[file] if any was
 * elsewhere before. A group can span files, because tracks with one entry are in the model even when the sequence is
 * in a separate file. */
static void
place_pieces (MwM2Placing *sorted, guint from, guint to, uint64_t *ends, uint8_t *moved)
{
  for (guint i = from; i < to; i++) {
    uint64_t at = aligned64 (ends[sorted[i].file]);
    moved[sorted[i].file] |= sorted[i].offset != at;
    sorted[i].offset = (uint32_t) MIN (at, G_MAXUINT32);
    ends[sorted[i].file] = at + sorted[i].size;
  }
}

/* The space that an alias reserves for the keys of a group, starting at a multiple of 16. */
static uint64_t
room_of (const MwM2Piece *pieces, const MwM2Placing *sorted, guint from, guint to)
{
  uint64_t room = 0;
  for (guint i = from; i < to; i++)
    if (pieces[sorted[i].index].keyed)
      room = aligned64 (room) + sorted[i].size;
  return room;
}

/* Assigns offsets to the sorted pieces by the exporter's rule. */
static gboolean
place_by_rule (const MwM2Piece *pieces, MwM2Placing *sorted, const guint *starts, guint n_groups,
               const MwM2Layout *layout, uint32_t *sizes, uint8_t *moved)
{
  g_autofree uint64_t *ends = g_new (uint64_t, layout->n_files), *rooms = g_new0 (uint64_t, layout->n_sequences + 1);
  /* Only space that an alias needs is computed. */
  for (guint i = 0; layout->two_passes && i < layout->n_sequences; i++) {
    uint32_t target = layout->sequences[i].target;
    if (target != i && !rooms[target])
      rooms[target] = room_of (pieces, sorted, starts[target + 1], starts[target + 2]);
  }
  for (guint f = 0; f < layout->n_files; f++)
    ends[f] = aligned64 (layout->heads[f]);
  place_pieces (sorted, 0, starts[1], ends, moved);
  for (guint g = 1; g < n_groups; g++) {
    place_pieces (sorted, starts[g], starts[g + 1], ends, moved);
    guint sequence = g - 1;
    if (sequence >= layout->n_sequences)
      continue;
    uint32_t target = layout->sequences[sequence].target;
    /* The alias's space, in the model. If its target is in a separate file, the space comes after everything in that
     * file. */
    if (target != sequence && layout->file_of[target] == 0 && rooms[target])
      ends[0] = aligned64 (ends[0]) + rooms[target];
  }
  for (guint f = 0; f < layout->n_files; f++)
    ends[f] = aligned64 (ends[f]);
  for (guint i = 0; i < layout->n_sequences; i++) {
    uint32_t target = layout->sequences[i].target;
    if (target != i && layout->file_of[target] != 0)
      ends[layout->file_of[target]] += aligned64 (rooms[target]);
  }
  gboolean fits = TRUE;
  for (guint f = 0; f < layout->n_files; f++) {
    fits &= ends[f] <= G_MAXUINT32;
    sizes[f] = (uint32_t) MIN (ends[f], G_MAXUINT32);
  }
  return fits;
}

static guint
n_groups_of (const MwM2Layout *layout)
{
  return layout->two_passes ? layout->n_sequences + 2 : 1;
}

gboolean
mw_m2_place_by_rule (MwM2Piece *pieces, guint n, const MwM2Layout *layout, uint32_t *sizes, MwM2Placing **order,
                     guint *n_order)
{
  guint n_groups = n_groups_of (layout);
  g_autofree guint *starts = g_new (guint, n_groups + 1);
  g_autofree uint8_t *moved = g_new0 (uint8_t, layout->n_files);
  MwM2Placing *sorted = sort_pieces (pieces, n, layout, n_groups, starts);
  gboolean fits = place_by_rule (pieces, sorted, starts, n_groups, layout, sizes, moved);
  /* Collected in a separate compact array, because the sorted order accesses pieces at random. */
  g_autofree uint32_t *offsets = g_new0 (uint32_t, n + 1);
  for (guint i = 0; i < starts[n_groups]; i++)
    offsets[sorted[i].index] = sorted[i].offset;
  for (guint i = 0; i < n; i++)
    pieces[i].offset = offsets[i];
  *order = sorted;
  *n_order = starts[n_groups];
  return fits;
}

static gboolean
is_zero (const uint8_t *bytes, uint64_t from, uint64_t to)
{
  uint64_t word;
  for (; to - from >= sizeof word; from += sizeof word) {
    memcpy (&word, bytes + from, sizeof word);
    if (word)
      return FALSE;
  }
  for (; from < to; from++)
    if (bytes[from])
      return FALSE;
  return TRUE;
}

gboolean
mw_m2_is_padded (const uint8_t *bytes, size_t size, uint32_t end)
{
  return is_zero (bytes, end, MIN (mw_m2_aligned (end), size));
}

void
mw_m2_check_rule (const MwM2Piece *pieces, guint n, const MwM2Layout *layout, GBytes *const *files, gboolean *obey)
{
  guint n_groups = n_groups_of (layout);
  g_autofree guint *starts = g_new (guint, n_groups + 1);
  g_autofree uint32_t *sizes = g_new (uint32_t, layout->n_files);
  g_autofree uint64_t *ends = g_new (uint64_t, layout->n_files);
  g_autofree uint8_t *moved = g_new0 (uint8_t, layout->n_files);
  g_autofree MwM2Placing *sorted = sort_pieces (pieces, n, layout, n_groups, starts);
  gboolean fits = place_by_rule (pieces, sorted, starts, n_groups, layout, sizes, moved);
  for (guint i = 0; i < n; i++)
    moved[pieces[i].file] |= pieces[i].size == 0 && pieces[i].offset;
  for (guint f = 0; f < layout->n_files; f++) {
    obey[f] = obey[f] && fits && !moved[f] && files[f] && g_bytes_get_size (files[f]) == sizes[f];
    ends[f] = layout->heads[f];
  }
  /* If a file obeys the rule, each piece follows the previous one. */
  for (guint i = 0; i < starts[n_groups]; i++) {
    const MwM2Placing *piece = &sorted[i];
    guint f = piece->file;
    if (obey[f] && aligned64 (ends[f]) != piece->offset)
      obey[f] = is_zero (g_bytes_get_data (files[f], NULL), ends[f], piece->offset);
    ends[f] = (uint64_t) piece->offset + piece->size;
  }
  for (guint f = 0; f < layout->n_files; f++)
    obey[f] = obey[f] && is_zero (g_bytes_get_data (files[f], NULL), ends[f], sizes[f]);
}

/* --- Notes ------------------------------------------------------------------------------------------------------------ */

typedef struct {
  /* Owner relative to the previous entry, offset relative to the end of the previous array: repeated values compress
   * well. */
  uint32_t owner, slot, offset, size;
} Entry;

/* The bytes of an array in a file. */
typedef struct {
  uint32_t start, end;
} Covered;

static int
by_start (const void *a, const void *b)
{
  const uint32_t x = ((const Covered *) a)->start, y = ((const Covered *) b)->start;
  return x < y ? -1 : x > y;
}

/* Appends the non-zero bytes of a gap between arrays: u32 offset, u32 length, the bytes. Runs that are close together are merged. */
static void
append_gap (GByteArray *out, const uint8_t *bytes, size_t from, size_t to)
{
  if (is_zero (bytes, from, to))
    return;
  size_t at = from;
  while (at < to) {
    if (bytes[at] == 0) {
      at++;
      continue;
    }
    size_t end = at + 1, last = at + 1;
    while (end < to && end - last < 8) {
      end++;
      if (bytes[end - 1])
        last = end;
    }
    uint32_t head[2] = { (uint32_t) at, (uint32_t) (last - at) };
    g_byte_array_append (out, (const guint8 *) head, sizeof head);
    g_byte_array_append (out, bytes + at, (guint) (last - at));
    at = end;
  }
}

/* Appends the non-zero bytes outside all arrays. Sorts these, unless they are in order, which they nearly always are. */
static void
append_loose (GByteArray *out, Covered *covered, guint n, const uint8_t *bytes, size_t size)
{
  gboolean sorted = TRUE;
  size_t at = 0;
  for (guint i = 1; i < n; i++)
    sorted &= covered[i - 1].start <= covered[i].start;
  if (!sorted)
    qsort (covered, n, sizeof *covered, by_start);
  for (guint i = 0; i < n; i++) {
    if (covered[i].start > at)
      append_gap (out, bytes, at, covered[i].start);
    at = MAX (at, covered[i].end);
  }
  append_gap (out, bytes, at, size);
}

static const MwNote *
find_note (const MwRecord *holder, uint32_t tag)
{
  for (guint i = 0; i < mw_notes_count (holder); i++) {
    const MwNote *note = mw_notes_at (holder, i);
    if (note->kind == MW_NOTE_PLACES && note->offset == tag)
      return note;
  }
  return NULL;
}

void
mw_m2_note_places (MwRecord *holder, uint32_t tag, const MwM2Piece *pieces, guint n, uint32_t file,
                   const uint8_t *bytes, size_t size)
{
  g_autoptr (GByteArray) plain = g_byte_array_new ();
  g_autofree Covered *covered = g_new (Covered, n + 1);
  guint n_covered = 0;
  uint32_t head[2] = { (uint32_t) size, 0 };
  g_byte_array_append (plain, (const guint8 *) head, sizeof head);
  MwId before = 0;
  uint32_t end = 0;
  for (guint i = 0; i < n; i++) {
    const MwM2Piece *piece = &pieces[i];
    if (piece->file != file)
      continue;
    if (piece->size && piece->offset <= size)
      covered[n_covered++] = (Covered) { piece->offset,
                                         (uint32_t) (piece->offset + MIN (piece->size, size - piece->offset)) };
    if (piece->size == 0 && piece->offset == 0)
      continue;
    Entry entry = { piece->owner - before, piece->slot, piece->offset - mw_m2_aligned (end), piece->size };
    before = piece->owner;
    end = piece->offset + piece->size;
    g_byte_array_append (plain, (const guint8 *) &entry, sizeof entry);
    head[1]++;
  }
  memcpy (plain->data, head, sizeof head);
  append_loose (plain, covered, n_covered, bytes, size);
  g_autoptr (GBytes) packed = mw_m2_squeeze (plain);
  gsize length;
  const void *data = g_bytes_get_data (packed, &length);
  mw_notes_add (holder, MW_NOTE_PLACES, NULL, tag, data, (uint32_t) length, (guint) length);
}

static void
rename_note (MwRecord *holder, const MwNote *note, const MwId *to, MwId n_ids)
{
  uint32_t head[2], tag = note->offset;
  guint from_file = note->from_file;
  g_autoptr (GByteArray) plain = mw_m2_unsqueeze (note->bytes, note->size);
  if (!plain || plain->len < sizeof head)
    return;
  memcpy (head, plain->data, sizeof head);
  if (head[1] > (plain->len - sizeof head) / sizeof (Entry))
    return;
  MwId was = 0, before = 0;
  for (uint32_t i = 0; i < head[1]; i++) {
    Entry entry;
    guint8 *at = plain->data + sizeof head + i * sizeof entry;
    memcpy (&entry, at, sizeof entry);
    was += entry.owner;
    MwId owner = was < n_ids ? to[was] : was;
    entry.owner = owner - before;
    before = owner;
    memcpy (at, &entry, sizeof entry);
  }
  g_autoptr (GBytes) packed = mw_m2_squeeze (plain);
  gsize length;
  const void *data = g_bytes_get_data (packed, &length);
  mw_notes_add (holder, MW_NOTE_PLACES, NULL, tag, data, (uint32_t) length, from_file);
}

void
mw_m2_rename_places (MwRecord *holder, const MwId *to, MwId n_ids)
{
  /* A note that is replaced may move in the list, so their tags are collected first. */
  g_autoptr (GArray) tags = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  for (guint i = 0; i < mw_notes_count (holder); i++)
    if (mw_notes_at (holder, i)->kind == MW_NOTE_PLACES)
      g_array_append_val (tags, mw_notes_at (holder, i)->offset);
  for (guint i = 0; i < tags->len; i++)
    rename_note (holder, find_note (holder, g_array_index (tags, uint32_t, i)), to, n_ids);
}

static guint
piece_hash (gconstpointer data)
{
  const MwM2Piece *piece = data;
  return piece->owner * 2654435761u ^ piece->slot;
}

static gboolean
piece_equal (gconstpointer a, gconstpointer b)
{
  const MwM2Piece *x = a, *y = b;
  return x->owner == y->owner && x->slot == y->slot;
}

/* Checks that the loose bytes are inside the file. */
static gboolean
loose_fits (const guint8 *at, gsize length, uint32_t size)
{
  while (length >= 8) {
    uint32_t head[2];
    memcpy (head, at, sizeof head);
    if (head[1] > length - 8 || head[0] > size || head[1] > size - head[0])
      return FALSE;
    at += 8 + (gsize) head[1];
    length -= 8 + (gsize) head[1];
  }
  return length == 0;
}

/* FALSE when an array is not inside the file. */
static gboolean
open_entries (MwM2Places *places, const guint8 *at, uint32_t n)
{
  MwId owner = 0;
  uint32_t end = 0;
  for (uint32_t i = 0; i < n; i++) {
    Entry entry;
    memcpy (&entry, at + i * sizeof entry, sizeof entry);
    owner += entry.owner;
    MwM2Piece piece = {
      .owner = owner, .slot = entry.slot, .offset = entry.offset + mw_m2_aligned (end), .size = entry.size
    };
    if (piece.size && (piece.offset > places->size || piece.size > places->size - piece.offset))
      return FALSE;
    end = piece.offset + piece.size;
    g_hash_table_add (places->places, g_memdup2 (&piece, sizeof piece));
    places->n_filled += entry.size > 0;
  }
  return TRUE;
}

MwM2Places *
mw_m2_places_open (const MwRecord *holder, uint32_t tag)
{
  uint32_t head[2];
  const MwNote *note = find_note (holder, tag);
  g_autoptr (GByteArray) plain = note ? mw_m2_unsqueeze (note->bytes, note->size) : NULL;
  if (!plain || plain->len < sizeof head)
    return NULL;
  memcpy (head, plain->data, sizeof head);
  if (head[1] > (plain->len - sizeof head) / sizeof (Entry))
    return NULL;
  MwM2Places *places = g_new0 (MwM2Places, 1);
  places->places = g_hash_table_new_full (piece_hash, piece_equal, g_free, NULL);
  places->size = head[0];
  gsize loose = sizeof head + head[1] * sizeof (Entry);
  places->loose = g_bytes_new (plain->data + loose, plain->len - loose);
  if (!open_entries (places, plain->data + sizeof head, head[1])
      || !loose_fits (plain->data + loose, plain->len - loose, head[0])) {
    mw_m2_places_free (places);
    return NULL;
  }
  return places;
}

void
mw_m2_places_free (MwM2Places *places)
{
  if (!places)
    return;
  g_hash_table_unref (places->places);
  g_bytes_unref (places->loose);
  g_free (places);
}

const MwM2Piece *
mw_m2_places_find (const MwM2Places *places, MwId owner, uint32_t slot)
{
  MwM2Piece key = { .owner = owner, .slot = slot };
  return g_hash_table_lookup (places->places, &key);
}
