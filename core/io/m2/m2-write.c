/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/m2/m2-container.h"
#include "core/io/m2/m2-places.h"
#include "core/io/m2/m2.h"
#include "core/model/m2/chunks.h"
#include "core/model/m2/derived.h"
#include "core/model/m2/limits.h"
#include "core/schema/plan.h"

#include <string.h>

/* The bytes of an array to write: the model's own, or a copy, which can contain pointers. */
typedef struct {
  const void *lasting; /* the model's own; NULL: a copy */
  size_t at;           /* offset in the buffer of all copies */
} Content;

/* A word to be filled with the offset of an array. */
typedef struct {
  guint holder; /* the piece that contains the word */
  uint32_t offset;
  guint target;
} Pointer;

typedef struct {
  const MwM2 *model;
  MwFormat format;
  MwM2Frame *frame;
  MwWireSequence *sequences;
  guint n_sequences;
  guint32 *file_of;   /* by sequence: the file with its keys */
  GPtrArray *roles;   /* by file; NULL: it is not written, or it is a chunk */
  GArray *chunks;     /* MwM2Chunk, in order; NULL: the model's file is not in chunks */
  guint first_chunk;  /* the file of the first of these; the others follow it */
  GPtrArray *holders; /* by file: the MwRecord that its note is attached to */
  uint32_t *heads;    /* by file: size of the header */
  guint *bases;       /* by file: the piece that is the header; 0: none */
  GArray *pieces;     /* MwM2Piece */
  GArray *contents;   /* Content, by piece */
  GArray *pointers;   /* Pointer */
  MwM2Placing *order; /* pieces in the order in which the rule places them */
  guint n_order;
  guint *lane_pieces; /* by record id (two per lane): the piece with its times and the one with its values; aliases use
                   * these too */
  MwBuffer bytes;     /* the buffer of all copies */
  uint64_t total;     /* total size of all pieces */
  guint base;         /* the piece that the walker's buffer belongs to */
  guint file;         /* the file being written */
} Writing;

static MwM2Piece *
piece_at (const Writing *w, guint i)
{
  return &g_array_index (w->pieces, MwM2Piece, i);
}

static gboolean
is_image (const MwM2Chunk *chunk)
{
  return chunk->tag == mw_tag (MW_M2_CHUNK_MODEL) && !chunk->unknown;
}

/* Whether a chunk has offsets of its own, so that its arrays are placed as in a file. */
static gboolean
has_arrays (const MwM2Chunk *chunk)
{
  return !chunk->unknown && !is_image (chunk) && mw_m2_chunk_has_arrays (chunk->tag);
}

/* The chunk that is kept in a file; NULL for files that are not chunks. */
static const MwM2Chunk *
chunk_of (const Writing *w, guint file)
{
  return w->chunks && file >= w->first_chunk ? &g_array_index (w->chunks, MwM2Chunk, file - w->first_chunk) : NULL;
}

/* --- Collecting ------------------------------------------------------------------------------------------------------- */

static guint
add_piece (Writing *w, const MwM2Piece *piece, const void *bytes, gboolean lasting)
{
  Content content = { lasting ? bytes : NULL, w->bytes.size };
  if (bytes && !lasting)
    mw_buffer_append (&w->bytes, bytes, piece->size);
  w->total += piece->size;
  g_array_append_val (w->pieces, *piece);
  g_array_append_val (w->contents, content);
  return w->pieces->len - 1;
}

static uint32_t
sink (const MwRecord *owner, const MwField *field, const void *bytes, size_t size, gboolean lasting, uint32_t count,
      MwWirePlace place, gpointer data)
{
  Writing *w = data;
  guint *lane_pieces = NULL, index;
  gboolean lane = mw_m2_is_lane (owner);
  if (lane) /* Index of its times, or of its values and tangents. */
    lane_pieces = &w->lane_pieces[2 * (gsize) owner->id + (field->offset == offsetof (MwM2Lane, times))];
  if (lane_pieces && *lane_pieces) {
    index = *lane_pieces;
  } else {
    MwM2Piece piece = {
      .owner = owner->id, .slot = mw_m2_slot (owner, field), .file = w->file, .size = bytes ? (uint32_t) size : 0
    };
    if (lane) {
      const MwM2Track *track = (const MwM2Track *) owner->owner;
      MwId sequence = ((const MwM2Lane *) owner)->sequence.id;
      /* If the model has a single sequence, its lane is read back as the lane for all sequences, and the keys of such
       * lanes are in the model file. */
      uint32_t number = sequence && w->n_sequences != 1 ? w->frame->numbers[sequence] : G_MAXUINT32;
      piece.keyed = number < w->n_sequences;
      piece.group = piece.keyed ? (number + 1) & 0x7FFFFFFFu : 1;
      if (piece.keyed && !track->global_sequence.id && track->global_sequence.raw == 0xFFFFFFFFu)
        piece.file = w->file_of[number];
    }
    index = add_piece (w, &piece, bytes, lasting);
    if (lane_pieces)
      *lane_pieces = index;
  }
  Pointer pointer = { place.piece ? place.piece : w->base, place.offset, index };
  g_array_append_val (w->pointers, pointer);
  return index;
}

static void
fill (uint32_t piece, const void *bytes, size_t size, gpointer data)
{
  Writing *w = data;
  g_array_index (w->contents, Content, piece).at = w->bytes.size;
  piece_at (w, piece)->size = (uint32_t) size;
  w->total += size;
  mw_buffer_append (&w->bytes, bytes, size);
}

/* Starts a file with its header. */
static void
begin_file (Writing *w, guint file, const MwRecord *holder, MwByteMap *map)
{
  MwM2Piece header = { .owner = holder->id, .slot = MW_M2_SLOT_HEAD, .file = file };
  w->file = file;
  w->base = w->bases[file] = add_piece (w, &header, NULL, FALSE);
  if (map)
    map->part = w->base;
}

static void
end_file (Writing *w, MwBuffer *out)
{
  fill (w->base, out->bytes, out->size, w);
  w->heads[w->file] = (uint32_t) out->size;
  out->size = 0;
}

static void
mark_head (MwByteMap *map, size_t at, size_t size, MwBytesKind kind, const MwRecord *record, const MwField *field,
           const char *tag)
{
  if (map)
    mw_byte_map_add (map, at, size, 1, 0, kind, record, field, tag);
}

/* The chunk's content, as the header of a file. */
static void
collect_chunk (Writing *w, MwWireWriter *writer, guint index, MwBuffer *out, MwByteMap *map)
{
  const MwM2Chunk *chunk = &g_array_index (w->chunks, MwM2Chunk, index);
  const MwRecord *root = &w->model->model.record, *record = root;
  char word[5] = "";
  memcpy (word, &chunk->tag, 4);
  if (is_image (chunk))
    return;
  if (chunk->unknown)
    record = mw_model_find (&w->model->model, chunk->unknown);
  begin_file (w, w->first_chunk + index, record, map);
  if (chunk->unknown) {
    const MwM2UnknownChunk *unknown = (const MwM2UnknownChunk *) record;
    if (unknown->bytes.n)
      mark_head (map, 0, unknown->bytes.n, MW_BYTES_VALUE, record, MW_FIELD (MwM2UnknownChunk, bytes), NULL);
    mw_buffer_append (out, unknown->bytes.data, unknown->bytes.n);
  } else {
    mw_wire_write_rows (writer, word, root);
  }
  end_file (w, out);
}

static void
collect (Writing *w, MwByteMap *map)
{
  const MwRecord *root = &w->model->model.record;
  MwBuffer out;
  mw_buffer_init (&out, 0);
  MwWireWriter *writer = mw_wire_writer_new (&w->model->model, w->format, &out, map, w->frame->numbers, w->frame);
  mw_wire_writer_set_sequences (writer, w->sequences, w->n_sequences);
  mw_wire_writer_set_sink (writer, sink, w);
  mw_wire_writer_set_fill (writer, fill);
  uint32_t n;
  const MwNote *surplus = mw_notes_find_of (root, MW_NOTE_LAYOUT, MW_FIELD (MwM2, sequences), sizeof n);
  if (surplus) {
    memcpy (&n, surplus->bytes, sizeof n);
    mw_wire_writer_set_surplus_ranges (writer, n);
  }
  begin_file (w, 0, root, map);
  mark_head (map, 0, 4, MW_BYTES_FIXED, root, NULL, "MD20");
  mark_head (map, 4, 4, MW_BYTES_VALUE, root, MW_FIELD (MwM2, version), NULL);
  mw_buffer_append (&out, "MD20", 4);
  mw_buffer_append_u32 (&out, w->model->version);
  mw_wire_write_record (writer, root);
  end_file (w, &out);
  for (guint i = 0; w->format.version >= MW_M2_COMPANIONS_SINCE && i < w->model->skins.n; i++) {
    const MwM2Skin *skin = (const MwM2Skin *) w->model->skins.items[i];
    if (skin->not_loaded)
      continue;
    begin_file (w, i + 1, &skin->record, map);
    mark_head (map, 0, 4, MW_BYTES_FIXED, &skin->record, NULL, "SKIN");
    mw_buffer_append (&out, "SKIN", 4);
    mw_wire_write_record (writer, &skin->record);
    end_file (w, &out);
  }
  for (guint i = 0; w->chunks && i < w->chunks->len; i++)
    collect_chunk (w, writer, i, &out, map);
  mw_wire_writer_free (writer);
  mw_buffer_clear (&out);
}

/* --- Placing ---------------------------------------------------------------------------------------------------------- */

/* Leaves arrays where they were when the file was read, if they still fit; moves the others to the end. */
static void
place_as_noted (Writing *w, guint file, const MwM2Places *places, uint32_t *size)
{
  /* Cannot overflow: the output is less than half of the 32-bit range, and so was the file. */
  uint32_t end = places->size;
  for (guint i = 0; i < w->pieces->len; i++) {
    MwM2Piece *piece = piece_at (w, i);
    if (piece->file != file || piece->slot == MW_M2_SLOT_HEAD)
      continue;
    const MwM2Piece *before = mw_m2_places_find (places, piece->owner, piece->slot);
    if (before && piece->size <= before->size) {
      piece->offset = before->offset;
    } else if (piece->size) {
      piece->offset = mw_m2_aligned (end);
      end = piece->offset + piece->size;
    } else {
      piece->offset = 0;
    }
  }
  *size = end == places->size ? end : mw_m2_aligned (end);
}

/* A note may come from elsewhere and state any file size, so it must be in proportion to what is written. */
static MwM2Places *
places_of (const Writing *w, guint file)
{
  const MwM2Chunk *chunk = chunk_of (w, file);
  if (chunk && !has_arrays (chunk))
    return NULL;
  MwM2Places *places = mw_m2_places_open (w->holders->pdata[file], chunk ? chunk->tag : 0);
  if (!places
      || (places->size >= w->heads[file] && places->size < G_MAXUINT32 / 2
          && places->size <= 32 * w->total + (64 << 20)))
    return places;
  mw_m2_places_free (places);
  return NULL;
}

/* FALSE when a file would be too large for 32-bit offsets. */
static gboolean
place (Writing *w, MwM2Places **noted, uint32_t *sizes)
{
  guint n_files = w->roles->len;
  MwM2Layout layout = {
    w->format.version >= MW_M2_COMPANIONS_SINCE, w->sequences, w->n_sequences, w->file_of, n_files, w->heads
  };
  gboolean fits = mw_m2_place_by_rule ((MwM2Piece *) (gpointer) w->pieces->data, w->pieces->len, &layout, sizes,
                                       &w->order, &w->n_order);
  guint n_noted = 0;
  for (guint f = 0; f < n_files; f++) {
    const MwM2Chunk *chunk = chunk_of (w, f);
    if ((noted[f] = places_of (w, f))) {
      place_as_noted (w, f, noted[f], &sizes[f]);
      n_noted++;
    } else if (chunk && !has_arrays (chunk)) {
      sizes[f] = w->heads[f]; /* a chunk without arrays is not padded */
    }
  }
  return fits || n_noted == n_files;
}

/* --- Assembling ------------------------------------------------------------------------------------------------------- */

static void
put_pointers (const Writing *w)
{
  for (guint i = 0; i < w->pointers->len; i++) {
    const Pointer *pointer = &g_array_index (w->pointers, Pointer, i);
    uint8_t *at = w->bytes.bytes + g_array_index (w->contents, Content, pointer->holder).at + pointer->offset;
    memcpy (at, &piece_at (w, pointer->target)->offset, 4);
  }
}

static const uint8_t *
content_of (const Writing *w, guint piece)
{
  const Content *content = &g_array_index (w->contents, Content, piece);
  return content->lasting ? content->lasting : w->bytes.bytes + content->at;
}

/* Arrays can share bytes only in files with a note. If two of them need different bytes, the later one moves to the
 * end. Returns whether any moved: then offsets stored in arrays have changed too. */
static gboolean
separate_overlapping (Writing *w, guint file, uint32_t *size)
{
  const uint32_t length = *size;
  g_autofree uint8_t *image = g_malloc0 ((gsize) length + 1), *taken = g_malloc0 ((gsize) length + 1);
  for (guint i = 0; i < w->pieces->len; i++) {
    MwM2Piece *piece = piece_at (w, i);
    if (piece->file != file || piece->size == 0)
      continue;
    const uint8_t *bytes = content_of (w, i);
    gboolean agrees = TRUE;
    for (uint32_t k = 0; k < piece->size && agrees; k++)
      agrees = !taken[piece->offset + k] || image[piece->offset + k] == bytes[k];
    if (!agrees) {
      piece->offset = mw_m2_aligned (*size);
      *size = mw_m2_aligned (piece->offset + piece->size);
      continue;
    }
    memcpy (image + piece->offset, bytes, piece->size);
    memset (taken + piece->offset, 1, piece->size);
  }
  return *size != length;
}

static void
put_loose (const MwM2Places *places, uint8_t *image)
{
  gsize length;
  const uint8_t *bytes = g_bytes_get_data (places->loose, &length);
  for (gsize at = 0; at + 8 <= length;) {
    uint32_t head[2];
    memcpy (head, bytes + at, sizeof head);
    memcpy (image + head[0], bytes + at + 8, head[1]);
    at += 8 + head[1];
  }
}

/* How many arrays ahead to prefetch: the order of placement differs from the order in memory. */
#define AHEAD 12

/* The bytes of each file; NULL for files that are not written. */
static uint8_t **
assemble (const Writing *w, MwM2Places *const *noted, const uint32_t *sizes)
{
  uint8_t **images = g_new0 (uint8_t *, w->roles->len);
  for (guint f = 0; f < w->roles->len; f++) {
    if (!w->roles->pdata[f] && !chunk_of (w, f))
      continue;
    images[f] = mw_expect_writes (g_malloc0 ((gsize) sizes[f] + 1), sizes[f]);
    if (noted[f])
      put_loose (noted[f], images[f]);
  }
  for (guint i = 0; i < w->n_order; i++) {
    const MwM2Placing *piece = &w->order[i];
    if (i + AHEAD < w->n_order)
      __builtin_prefetch (&g_array_index (w->contents, Content, w->order[i + AHEAD].index));
    uint32_t offset = noted[piece->file] ? piece_at (w, piece->index)->offset : piece->offset;
    if (images[piece->file])
      memcpy (images[piece->file] + offset, content_of (w, piece->index), piece->size);
  }
  for (guint f = 0; f < w->roles->len; f++)
    if (images[f] && w->bases[f])
      memcpy (images[f], content_of (w, w->bases[f]), w->heads[f]);
  return images;
}

/* --- The byte map ----------------------------------------------------------------------------------------------------- */

/* How many arrays contain each byte of a file, capped at 255. */
static uint8_t *
count_owners (const Writing *w, guint file, uint32_t size)
{
  uint8_t *owners = g_malloc0 ((gsize) size + 1);
  for (guint i = 0; i < w->pieces->len; i++) {
    const MwM2Piece *piece = piece_at (w, i);
    for (uint32_t k = 0; piece->file == file && k < piece->size; k++)
      owners[piece->offset + k] += owners[piece->offset + k] < G_MAXUINT8;
  }
  return owners;
}

static void
mark_gap (MwByteMap *map, uint32_t from, uint32_t to, MwBytesKind kind, const char *tag)
{
  if (from < to)
    mw_byte_map_add (map, from, to - from, 1, 0, kind, NULL, NULL, tag);
}

/* Maps bytes outside arrays, from `from` to `to`, the next array or the end of the file. By the rule there are zeros
 * up to the next multiple of 16, then space that the keys of aliases would take. Anything else in a file is from a
 * note. */
static void
map_gap (MwByteMap *map, uint32_t from, uint32_t to, const uint8_t *bytes, gboolean noted)
{
  uint32_t fill = MIN (mw_m2_aligned (from), to), at = from;
  for (uint32_t i = from; i < fill; i++)
    if (bytes[i])
      fill = from;
  mark_gap (map, from, fill, MW_BYTES_FIXED, "pad");
  at = fill;
  if (!noted) {
    mark_gap (map, at, to, MW_BYTES_FIXED, "room");
    return;
  }
  while (at < to) {
    uint32_t end = at;
    gboolean zero = bytes[at] == 0;
    while (end < to && (bytes[end] == 0) == zero)
      end++;
    mark_gap (map, at, end, MW_BYTES_NOTE, zero ? "gap" : "loose");
    at = end;
  }
}

/* Entries were recorded relative to pieces; converts them to offsets in a file. */
static void
place_entries (const Writing *w, MwByteMap *map)
{
  for (guint i = 0; i < map->entries->len; i++) {
    MwBytes *entry = &g_array_index (map->entries, MwBytes, i);
    const MwM2Piece *piece = piece_at (w, entry->part);
    entry->part = piece->file;
    entry->offset += piece->offset;
  }
}

/* Maps the bytes between arrays, and those that several arrays share. */
static void
map_between (const Writing *w, guint file, GBytes *image, gboolean noted, MwByteMap *map)
{
  gsize size;
  const uint8_t *bytes = g_bytes_get_data (image, &size);
  g_autofree uint8_t *owners = count_owners (w, file, (uint32_t) size);
  map->part = file;
  for (uint32_t at = 0, end; at < size; at = end) {
    guint state = MIN (owners[at], 2);
    for (end = at + 1; end < size && MIN (owners[end], 2) == state; end++)
      ;
    if (state == 0)
      map_gap (map, at, end, bytes, noted);
    else if (state == 2)
      mark_gap (map, at, end, MW_BYTES_NOTE, "overlap");
  }
}

/* --- Files ------------------------------------------------------------------------------------------------------------ */

static void
list_files (Writing *w)
{
  const MwM2 *model = w->model;
  g_ptr_array_add (w->roles, g_strdup ("model"));
  g_ptr_array_add (w->holders, (gpointer) &model->model.record);
  if (w->format.version < MW_M2_COMPANIONS_SINCE)
    return;
  for (guint i = 0; i < model->skins.n; i++) {
    const MwM2Skin *skin = (const MwM2Skin *) model->skins.items[i];
    g_ptr_array_add (w->roles, skin->not_loaded ? NULL : g_strdup_printf ("skin%u", i));
    g_ptr_array_add (w->holders, (gpointer) skin);
  }
  g_autoptr (GHashTable) by_role = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < w->n_sequences; i++) {
    const MwM2Sequence *sequence = (const MwM2Sequence *) model->sequences.items[i];
    if (!mw_m2_sequence_is_external (sequence) || sequence->not_loaded || w->sequences[i].target != i)
      continue;
    w->sequences[i].away = FALSE;
    g_autofree char *role = mw_m2_sequence_role (sequence);
    gpointer file = g_hash_table_lookup (by_role, role);
    if (!file) {
      file = GUINT_TO_POINTER (w->roles->len);
      g_hash_table_insert (by_role, role, file);
      g_ptr_array_add (w->roles, g_steal_pointer (&role));
      g_ptr_array_add (w->holders, (gpointer) sequence);
    }
    w->file_of[i] = GPOINTER_TO_UINT (file);
  }
}

static void
list_chunks (Writing *w)
{
  w->first_chunk = w->roles->len;
  w->chunks = w->model->chunked ? mw_m2_chunk_order (w->model) : NULL;
  for (guint i = 0; w->chunks && i < w->chunks->len; i++) {
    g_ptr_array_add (w->roles, NULL);
    g_ptr_array_add (w->holders, (gpointer) &w->model->model.record);
  }
}

static gboolean
too_large (GError **error)
{
  mw_set_error (error, MW_ERROR_NOT_WRITABLE, -1, NULL, "the files would be too large for 32-bit offsets");
  return FALSE;
}

/* Where the bytes of a file are in what is written. */
typedef struct {
  uint32_t part;
  uint64_t at;
} Home;

static void
mark_outside (MwByteMap *map, const MwRecord *record, uint64_t at, uint64_t size, MwBytesKind kind, const char *tag)
{
  if (map && size)
    mw_byte_map_add (map, at, size, 1, 0, kind, record, NULL, tag);
}

/* Appends a chunk and returns where its payload begins. */
static uint64_t
append_chunk (MwBuffer *out, uint32_t tag, GBytes *payload, const MwRecord *record, MwByteMap *map)
{
  gsize size = 0;
  const void *bytes = payload ? g_bytes_get_data (payload, &size) : NULL;
  char word[5] = "";
  memcpy (word, &tag, 4);
  mark_outside (map, record, out->size, 4, MW_BYTES_FIXED, word);
  mark_outside (map, record, out->size + 4, 4, MW_BYTES_DERIVED, "chunk size");
  mw_buffer_append_u32 (out, tag);
  mw_buffer_append_u32 (out, (uint32_t) size);
  uint64_t at = out->size;
  mw_buffer_append (out, bytes, size);
  return at;
}

static guint
file_of_chunk (const Writing *w, guint i)
{
  return is_image (&g_array_index (w->chunks, MwM2Chunk, i)) ? 0 : w->first_chunk + i;
}

/* Joins the chunks to the model's file, and says where each is in it. */
static GBytes *
join_model (const Writing *w, GBytes *const *files, Home *homes, MwByteMap *map)
{
  const MwRecord *root = &w->model->model.record;
  const MwNote *rest = mw_notes_find (root, MW_NOTE_TRAILING, NULL);
  MwBuffer out;
  gsize size = MW_M2_CHUNK_HEAD;
  for (guint i = 0; i < w->chunks->len; i++)
    size += MW_M2_CHUNK_HEAD + g_bytes_get_size (files[file_of_chunk (w, i)]);
  mw_buffer_init (&out, size);
  mw_expect_writes (out.bytes, size);
  for (guint i = 0; i < w->chunks->len; i++) {
    const MwM2Chunk *chunk = &g_array_index (w->chunks, MwM2Chunk, i);
    guint file = file_of_chunk (w, i);
    homes[file].at = append_chunk (&out, chunk->tag, files[file], root, map);
  }
  if (rest && rest->size < MW_M2_CHUNK_HEAD) {
    mark_outside (map, root, out.size, rest->size, MW_BYTES_FIXED, "pad");
    mw_buffer_append (&out, rest->bytes, rest->size);
  }
  return mw_buffer_steal (&out);
}

/* Puts the keys of a sequence into chunks if they were in chunks. Without a note for it, NULL. */
static GBytes *
join_anim (const MwRecord *sequence, GBytes *keys, Home *home, MwByteMap *map)
{
  const MwNote *note = mw_notes_find (sequence, MW_NOTE_CHUNK_ORDER, NULL);
  MwBuffer out;
  gboolean written = FALSE;
  if (!note)
    return NULL;
  mw_buffer_init (&out, 0);
  for (guint i = 0; i < note->size / 4; i++) {
    uint32_t tag = mw_u32_at (note->bytes + 4 * (size_t) i);
    gboolean is_keys = tag == mw_tag (MW_M2_CHUNK_KEYS) && !written;
    uint64_t at = append_chunk (&out, tag, is_keys ? keys : NULL, sequence, map);
    home->at = is_keys ? at : home->at;
    written |= is_keys;
  }
  if (!written) /* the note comes from elsewhere */
    home->at = append_chunk (&out, mw_tag (MW_M2_CHUNK_KEYS), keys, sequence, map);
  return mw_buffer_steal (&out);
}

static GBytes *
join_file (const Writing *w, guint file, GBytes *const *files, Home *homes, MwByteMap *map)
{
  const MwRecord *holder = w->holders->pdata[file];
  if (file == 0)
    return w->chunks ? join_model (w, files, homes, map) : NULL;
  return holder->schema == &mw_m2_sequence_schema ? join_anim (holder, files[file], &homes[file], map) : NULL;
}

static void
move_entries (MwByteMap *map, guint n, const Home *homes)
{
  for (guint i = 0; i < n; i++) {
    MwBytes *entry = &g_array_index (map->entries, MwBytes, i);
    const Home *home = &homes[entry->part];
    entry->part = home->part;
    entry->offset += home->at;
  }
}

static void
add_files (const Writing *w, GBytes *const *files, MwFileSet *out, MwByteMap *map)
{
  guint n_files = w->roles->len, part = 0, n_entries = map ? map->entries->len : 0;
  g_autofree Home *homes = g_new0 (Home, n_files);
  for (guint f = 0; f < n_files; f++)
    if (w->roles->pdata[f]) {
      homes[f].part = part++;
      if (map)
        map->part = homes[f].part;
      g_autoptr (GBytes) joined = join_file (w, f, files, homes, map);
      mw_file_set_add (out, w->roles->pdata[f], NULL, joined ? joined : files[f]);
    }
  if (map) {
    move_entries (map, n_entries, homes);
    mw_byte_map_finish (map);
  }
}

static gboolean
write_parts (Writing *w, MwFileSet *out, MwByteMap *map, GError **error)
{
  guint n_files = w->roles->len;
  g_autofree MwM2Places **noted = g_new0 (MwM2Places *, n_files);
  g_autofree uint32_t *sizes = g_new0 (uint32_t, n_files);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  if (w->total >= G_MAXUINT32 / 2)
    return too_large (error);
  gboolean fits = place (w, noted, sizes);
  put_pointers (w);
  for (guint f = 0; fits && f < n_files; f++)
    while (noted[f] && separate_overlapping (w, f, &sizes[f]))
      put_pointers (w);
  if (map)
    place_entries (w, map);
  g_autofree uint8_t **images = fits ? assemble (w, noted, sizes) : NULL;
  for (guint f = 0; f < n_files; f++) {
    g_ptr_array_add (files, fits && images[f] ? g_bytes_new_take (images[f], sizes[f]) : NULL);
    if (map && files->pdata[f])
      map_between (w, f, files->pdata[f], noted[f] != NULL, map);
    mw_m2_places_free (noted[f]);
  }
  if (!fits)
    return too_large (error);
  add_files (w, (GBytes *const *) files->pdata, out, map);
  return TRUE;
}

gboolean
mw_m2_write (const MwM2 *model, MwFileSet *out, MwByteMap *map, GError **error)
{
  Writing w = { .model = model, .format = { MW_FAMILY_M2, model->version } };
  w.frame = mw_m2_frame_derive (model);
  if (!mw_m2_check_limits (model, w.frame, error)) {
    mw_m2_frame_free (w.frame);
    return FALSE;
  }
  w.sequences = mw_m2_wire_sequences (model, &w.n_sequences);
  w.file_of = g_new0 (guint32, w.n_sequences + 1);
  w.roles = g_ptr_array_new_with_free_func (g_free);
  w.holders = g_ptr_array_new ();
  /* Most records of large models are lanes, with two arrays each; reserved memory that is not used costs nothing. */
  guint likely = 2 * MIN (model->model.n_ids, G_MAXUINT / 64);
  w.pieces = g_array_sized_new (FALSE, FALSE, sizeof (MwM2Piece), likely);
  w.contents = g_array_sized_new (FALSE, FALSE, sizeof (Content), likely);
  w.pointers = g_array_sized_new (FALSE, FALSE, sizeof (Pointer), likely);
  w.lane_pieces = g_new0 (guint, 2 * (gsize) model->model.n_ids + 2);
  mw_buffer_init (&w.bytes, 0);
  list_files (&w);
  list_chunks (&w);
  w.heads = g_new0 (uint32_t, w.roles->len);
  w.bases = g_new0 (guint, w.roles->len);
  /* Piece 0 is unused, because for the walker 0 means its own buffer. */
  MwM2Piece unused = { 0 };
  add_piece (&w, &unused, NULL, FALSE);
  collect (&w, map);
  gboolean ok = write_parts (&w, out, map, error);
  mw_m2_frame_free (w.frame);
  g_free (w.sequences);
  g_free (w.file_of);
  g_free (w.heads);
  g_free (w.bases);
  g_free (w.order);
  g_clear_pointer (&w.chunks, g_array_unref);
  g_ptr_array_unref (w.roles);
  g_ptr_array_unref (w.holders);
  g_array_unref (w.pieces);
  g_array_unref (w.contents);
  g_array_unref (w.pointers);
  g_free (w.lane_pieces);
  mw_buffer_clear (&w.bytes);
  return ok;
}
