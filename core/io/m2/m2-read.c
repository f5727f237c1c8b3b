/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/m2/m2-container.h"
#include "core/io/m2/m2-places.h"
#include "core/io/m2/m2-salvage.h"
#include "core/io/m2/m2.h"
#include "core/io/m2/companions.h"
#include "core/model/m2/chunks.h"
#include "core/model/m2/kept.h"
#include "core/schema/plan.h"

#include <string.h>

gboolean
mw_m2_probe (const uint8_t *bytes, size_t size, MwFormat *format)
{
  size_t at, length;
  *format = (MwFormat) { MW_FAMILY_M2, 0, FALSE };
  if (!mw_m2_find_image (bytes, size, &at, &length))
    return mw_m2_is_container (bytes, size);
  uint32_t version = 0;
  if (length >= 8)
    memcpy (&version, bytes + at + 4, 4);
  format->version = version;
  return TRUE;
}

char *
mw_m2_sequence_role (const MwM2Sequence *sequence)
{
  return g_strdup_printf ("anim%u-%u", sequence->animation, sequence->variation);
}

/* --- State while a set is read ---------------------------------------------------------------------------------------- */

typedef struct {
  const MwFileSet *set;
  MwSalvage *salvage; /* NULL: what cannot be read is an error */
  MwM2 *model;
  MwFormat format;
  MwM2Frame *frame;
  MwWireSequence *sequences; /* set once they are read */
  guint n_sequences;
  GPtrArray *files;   /* GBytes by file: the model's image, profiles, files of sequences, then chunks; NULL: missing */
  guint n_profiles;   /* how many of these files are profiles */
  size_t image_at;    /* where the image is in the model's file */
  GArray *chunks;     /* MwM2ChunkPlace; NULL: the model's file is not in chunks */
  guint first_chunk;  /* the first file that is a chunk of the model */
  GArray *chunk_tags; /* uint32_t: their tags */
  GError *anim_error; /* the first .anim file that cannot be opened */
  guint32 *file_of;   /* by sequence: the file with its keys */
  GArray *pieces;     /* MwM2Piece, in the order in which the rule places them */
  GArray *open;       /* indices of pieces that are lists whose size is not known yet */
  guint file;         /* the file being read */
  GByteArray *loose;  /* by file: whether an array was followed by bytes other than zero */
  const MwRecord *lane; /* the lane whose keys were read last */
  MwM2Piece lane_piece; /* what the pieces of that lane have in common */
} Reading;

static GBytes *
part (const MwFileSet *set, const char *role)
{
  const MwFilePart *found = mw_file_set_find (set, role);
  return found ? found->bytes : NULL;
}

/* Prepares what the arrays of a lane have in common. It is cached, because the arrays of a lane are read one after
 * another. */
static void
enter_lane (Reading *r, const MwRecord *lane)
{
  if (lane == r->lane)
    return;
  const MwRecord *sequence = mw_model_resolve (&r->model->model, ((const MwM2Lane *) lane)->sequence);
  uint32_t place = sequence ? mw_record_index (sequence) : 0;
  gboolean own_clock = ((const MwM2Track *) lane->owner)->global_sequence.raw != 0xFFFFFFFFu;
  r->lane = lane;
  r->lane_piece = (MwM2Piece) { .owner = lane->id,
                                .file = sequence && !own_clock ? r->file_of[place] : r->file,
                                .group = (place + 1) & 0x7FFFFFFFu,
                                .keyed = sequence != NULL };
}

/* Checks the padding after an array now, while the bytes are in the cache; later this would take another pass over
 * the file. */
static void
check_padding (Reading *r, uint32_t file, uint64_t end)
{
  gsize size;
  const uint8_t *bytes = g_bytes_get_data (r->files->pdata[file], &size);
  while (file >= r->loose->len)
    g_byte_array_append (r->loose, (const guint8 *) "", 1);
  if (end <= size && !mw_m2_is_padded (bytes, size, (uint32_t) end))
    r->loose->data[file] = TRUE;
}

/* Records where an array is. */
static void
seen (const MwRecord *owner, const MwField *field, uint32_t offset, uint32_t count, size_t size, gpointer data)
{
  Reading *r = data;
  uint32_t slot = mw_m2_slot (owner, field);
  if (size && count && r->open->len) {
    /* This is the second call for the list whose records have just been read. */
    guint last = g_array_index (r->open, guint, r->open->len - 1);
    MwM2Piece *list = &g_array_index (r->pieces, MwM2Piece, last);
    if (list->owner == owner->id && list->slot == slot) {
      list->size = (uint32_t) (size * count);
      check_padding (r, list->file, (uint64_t) list->offset + list->size);
      g_array_set_size (r->open, r->open->len - 1);
      return;
    }
  }
  MwM2Piece piece = { .owner = owner->id, .file = r->file };
  if (owner == r->lane || mw_m2_is_lane (owner)) {
    enter_lane (r, owner);
    piece = r->lane_piece;
  }
  piece.slot = slot;
  piece.size = (uint32_t) (size * count);
  piece.offset = offset;
  if (piece.size) {
    check_padding (r, piece.file, (uint64_t) offset + piece.size);
  } else if (count) {
    guint index = r->pieces->len;
    g_array_append_val (r->open, index);
  }
  g_array_append_val (r->pieces, piece);
}

/* The keys in an .anim file. One in chunks (m2.md 10) is recognised by its first bytes: a plain one begins with times. Without a
 * skeleton file, all keys are in AFM2. NULL with an error. */
static GBytes *
open_anim (MwM2Sequence *sequence, GBytes *file, const char *role, GError **error)
{
  gsize size;
  size_t rest;
  const uint8_t *bytes = g_bytes_get_data (file, &size);
  if (!mw_m2_is_anim_in_chunks (bytes, size))
    return g_bytes_ref (file);
  g_autoptr (GArray) chunks = mw_m2_list_chunks (bytes, size, role, &rest, error);
  if (!chunks)
    return NULL;
  g_autofree uint32_t *tags = g_new0 (uint32_t, chunks->len + 1);
  const MwM2ChunkPlace *keys = NULL;
  for (guint i = 0; i < chunks->len; i++) {
    const MwM2ChunkPlace *chunk = &g_array_index (chunks, MwM2ChunkPlace, i);
    tags[i] = chunk->tag;
    if (chunk->tag == mw_tag (MW_M2_CHUNK_KEYS) && !keys) {
      keys = chunk;
    } else if (chunk->size || !mw_m2_is_anim_in_chunks (bytes + chunk->at - MW_M2_CHUNK_HEAD, 4)) {
      mw_set_error (error, MW_ERROR_UNSUPPORTED, (gint64) chunk->at - MW_M2_CHUNK_HEAD, role,
                    "this animation file has a chunk of %zu bytes, which belongs to a skeleton file (.skel); "
                    "models with one are not read yet",
                    chunk->size);
      return NULL;
    }
  }
  if (!keys || rest) {
    mw_set_error (error, MW_ERROR_CORRUPT, 0, role,
                  keys ? "found %zu bytes after the last chunk" : "found no chunk \"AFM2\"", rest);
    return NULL;
  }
  mw_notes_add (&sequence->record, MW_NOTE_CHUNK_ORDER, NULL, 0, tags, (uint32_t) (chunks->len * sizeof *tags),
                (guint) (chunks->len * sizeof *tags));
  return g_bytes_new_from_bytes (file, keys->at, keys->size);
}

/* Finds the file with each sequence's keys. Called by the row after the sequences. */
static void
find_sequence_files (gpointer data, MwWireReader *reader)
{
  Reading *r = data;
  MwM2 *model = r->model;
  r->sequences = mw_m2_wire_sequences (model, &r->n_sequences);
  r->file_of = g_new0 (guint32, r->n_sequences + 1);
  g_autoptr (GHashTable) by_role = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; r->format.version >= MW_M2_COMPANIONS_SINCE && i < r->n_sequences; i++) {
    MwM2Sequence *sequence = (MwM2Sequence *) model->sequences.items[i];
    if (!mw_m2_sequence_is_external (sequence) || r->sequences[i].target != i)
      continue;
    g_autofree char *role = mw_m2_sequence_role (sequence);
    GBytes *bytes = part (r->set, role);
    sequence->not_loaded = bytes == NULL;
    if (!bytes)
      continue;
    gpointer file = g_hash_table_lookup (by_role, role);
    if (!file) {
      GBytes *keys = open_anim (sequence, bytes, role, r->anim_error ? NULL : &r->anim_error);
      if (!keys)
        continue;
      file = GUINT_TO_POINTER (r->files->len);
      g_hash_table_insert (by_role, g_steal_pointer (&role), file);
      g_ptr_array_add (r->files, keys);
    }
    bytes = r->files->pdata[GPOINTER_TO_UINT (file)];
    r->file_of[i] = GPOINTER_TO_UINT (file);
    r->sequences[i].away = FALSE;
    r->sequences[i].bytes = g_bytes_get_data (bytes, &r->sequences[i].size);
    if (!r->sequences[i].bytes) /* an empty file */
      r->sequences[i].bytes = (const uint8_t *) "";
  }
  mw_wire_reader_set_sequences (reader, r->sequences, r->n_sequences);
}

/* --- Files ------------------------------------------------------------------------------------------------------------ */

/* Sets the image of the model as the first file, and lists the chunks of a file in chunks. */
static gboolean
open_model (Reading *r, GBytes *file, GError **error)
{
  gsize size;
  size_t length, rest;
  const uint8_t *bytes = g_bytes_get_data (file, &size);
  gboolean found = mw_m2_find_image (bytes, size, &r->image_at, &length);
  if (mw_m2_is_container (bytes, size)) {
    if (!(r->chunks = mw_m2_list_chunks (bytes, size, NULL, &rest, error)))
      return FALSE;
    if (rest)
      mw_notes_add (&r->model->model.record, MW_NOTE_TRAILING, NULL, 0, bytes + size - rest, (uint32_t) rest,
                    (guint) rest);
    r->model->chunked = TRUE;
  }
  if (!found) {
    mw_set_error (error, size < 4 ? MW_ERROR_TRUNCATED : MW_ERROR_CORRUPT, 0, NULL,
                  r->chunks ? "found no chunk \"MD21\": the file has no model"
                            : "found no \"MD20\" at the start: this is not an M2 file");
    return FALSE;
  }
  g_ptr_array_index (r->files, 0) = g_bytes_new_from_bytes (file, r->image_at, length);
  return TRUE;
}

static gboolean
check_head (const Reading *r, const uint8_t *bytes, size_t size, MwFormat *format, GError **error)
{
  gint64 at = (gint64) r->image_at;
  guint first = r->chunks ? MW_M2_CHUNKS_SINCE : MW_M2_FIRST_VERSION;
  *format = (MwFormat) { MW_FAMILY_M2, 0, FALSE };
  if (size < 8) {
    mw_set_error (error, MW_ERROR_TRUNCATED, at + MIN (size, 4), NULL, "needs 8 bytes for magic and version, found %zu",
                  size);
    return FALSE;
  }
  if (memcmp (bytes, "MD20", 4) != 0) {
    mw_set_error (error, MW_ERROR_CORRUPT, at, NULL, "found no \"MD20\" at the start of chunk MD21");
    return FALSE;
  }
  memcpy (&format->version, bytes + 4, 4);
  if (format->version < first || format->version > MW_M2_LAST_VERSION) {
    mw_set_error (error, MW_ERROR_UNSUPPORTED, at + 4, NULL,
                  "this is an M2 file%s of version %u; versions %u to %u are read", r->chunks ? " in chunks" : "",
                  format->version, first, MW_M2_LAST_VERSION);
    return FALSE;
  }
  return TRUE;
}

static MwWireReader *
new_reader (Reading *r, const uint8_t *bytes, size_t size, size_t origin)
{
  MwWireReader *reader = mw_wire_reader_new (&r->model->model, r->format, bytes, size, r->frame);
  mw_wire_reader_set_origin (reader, origin);
  mw_wire_reader_set_seen (reader, seen, r);
  mw_wire_reader_set_salvage (reader, r->salvage, NULL);
  return reader;
}

static void
note_head (Reading *r, const MwRecord *owner, guint file, size_t size)
{
  MwM2Piece header = { .owner = owner->id, .slot = MW_M2_SLOT_HEAD, .file = file, .size = (uint32_t) size };
  g_array_append_val (r->pieces, header);
  check_padding (r, file, size);
}

static gboolean
read_model (Reading *r, GError **error)
{
  gsize size;
  const uint8_t *bytes = g_bytes_get_data (r->files->pdata[0], &size);
  if (!check_head (r, bytes, size, &r->format, error))
    return FALSE;
  for (guint i = 0; i < r->set->parts->len; i++) {
    const MwFilePart *each = r->set->parts->pdata[i];
    if (g_bytes_get_size (each->bytes) >= G_MAXINT32) {
      mw_set_error (error, MW_ERROR_LIMIT, 0, i ? each->role : NULL, "the file has 2 GB or more");
      return FALSE;
    }
  }
  r->model->version = r->format.version;
  MwWireReader *reader = new_reader (r, bytes, size, r->image_at);
  mw_wire_reader_seek (reader, 8, size);
  gboolean ok = mw_wire_read_record (reader, &r->model->model.record, error);
  size_t head = mw_wire_reader_at (reader);
  uint32_t surplus = mw_wire_reader_surplus_ranges (reader);
  if (surplus)
    mw_notes_add (&r->model->model.record, MW_NOTE_LAYOUT, MW_FIELD (MwM2, sequences), 0, &surplus, sizeof surplus,
                  sizeof surplus);
  mw_wire_reader_free (reader);
  if (!ok)
    return FALSE;
  note_head (r, &r->model->model.record, 0, head);
  return TRUE;
}

static gboolean
read_skin (Reading *r, guint index, GBytes *file, GError **error)
{
  gsize size;
  const uint8_t *bytes = g_bytes_get_data (file, &size);
  MwM2Skin *skin = (MwM2Skin *) r->model->skins.items[index];
  g_autofree char *role = g_strdup_printf ("skin%u", index);
  if (size < 4 || memcmp (bytes, "SKIN", 4) != 0) {
    mw_set_error (error, size < 4 ? MW_ERROR_TRUNCATED : MW_ERROR_CORRUPT, 0, role,
                  "found no \"SKIN\" at the start: this is not a skin profile");
    return FALSE;
  }
  MwWireReader *reader = new_reader (r, bytes, size, 0);
  mw_wire_reader_seek (reader, 4, size);
  mw_wire_reader_enter (reader, role, -1);
  r->file = index + 1;
  gboolean ok = mw_wire_read_record (reader, &skin->record, error);
  note_head (r, &skin->record, r->file, mw_wire_reader_at (reader));
  mw_wire_reader_free (reader);
  skin->not_loaded = FALSE;
  return ok;
}

/* --- Chunks ----------------------------------------------------------------------------------------------------------- */

/* Reads a chunk whose payload fits its kind. One with offsets of its own is read like a file. */
static gboolean
read_known_chunk (Reading *r, const uint8_t *bytes, const MwM2ChunkPlace *chunk, GError **error)
{
  char word[5] = "";
  gboolean known, ok;
  MwRecord *root = &r->model->model.record;
  memcpy (word, &chunk->tag, 4);
  MwWireReader *reader = new_reader (r, bytes + chunk->at, chunk->size, chunk->at);
  if (mw_m2_chunk_has_arrays (chunk->tag)) {
    r->file = r->files->len;
    g_ptr_array_add (r->files, g_bytes_new_static (bytes + chunk->at, chunk->size));
    g_array_append_val (r->chunk_tags, chunk->tag);
    mw_wire_reader_set_sequences (reader, r->sequences, r->n_sequences);
    mw_wire_reader_enter (reader, word, -1);
    ok = mw_wire_read_rows (reader, word, root, error);
    note_head (r, root, r->file, mw_wire_reader_at (reader));
  } else {
    ok = mw_wire_read_chunk (reader, word, 0, chunk->size, &known, error);
  }
  mw_wire_reader_free (reader);
  return ok;
}

static MwId
keep_chunk (Reading *r, const uint8_t *bytes, const MwM2ChunkPlace *chunk)
{
  MwM2UnknownChunk *unknown = (MwM2UnknownChunk *) mw_record_new (&mw_m2_unknown_chunk_schema);
  memcpy (unknown->tag, &chunk->tag, sizeof unknown->tag);
  unknown->bytes = mw_array_copy (bytes + chunk->at, (uint32_t) chunk->size, 1);
  mw_list_append (&r->model->model, &r->model->model.record, MW_FIELD (MwM2, unknown_chunks), &unknown->record);
  return unknown->record.id;
}

/* Without its bones a model could be neither posed nor edited. */
static gboolean
check_skeleton (const Reading *r, GError **error)
{
  if (!r->model->skeleton_file || r->model->bones.n)
    return TRUE;
  mw_set_error (
    error, MW_ERROR_UNSUPPORTED, (gint64) r->image_at, NULL,
    "the model's bones and sequences are in a skeleton file (.skel, file id %u); models with one are not read yet",
    r->model->skeleton_file);
  return FALSE;
}

/* The image has been read: other chunks are about its records. The second of two chunks with the same tag is kept as bytes. */
static gboolean
read_chunks (Reading *r, GError **error)
{
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (MwM2Chunk));
  g_autoptr (GHashTable) tags = g_hash_table_new (NULL, NULL);
  const uint8_t *bytes = g_bytes_get_data (mw_file_set_main (r->set)->bytes, NULL);
  r->first_chunk = r->files->len;
  for (guint i = 0; r->chunks && i < r->chunks->len; i++) {
    const MwM2ChunkPlace *place = &g_array_index (r->chunks, MwM2ChunkPlace, i);
    MwM2Chunk chunk = { place->tag, 0 };
    gboolean fresh = g_hash_table_add (tags, GUINT_TO_POINTER (place->tag));
    if (place->at == r->image_at) {
      /* Read already. */
    } else if (fresh && mw_m2_chunk_fits (r->model, place->tag, bytes + place->at, place->size)) {
      if (!read_known_chunk (r, bytes, place, error))
        return FALSE;
    } else {
      chunk.unknown = keep_chunk (r, bytes, place);
    }
    g_array_append_val (order, chunk);
  }
  if (r->chunks)
    mw_m2_note_chunks (r->model, order);
  return check_skeleton (r, error);
}

static gboolean
read_files (Reading *r, GError **error)
{
  /* Without the keys of an .anim file that cannot be opened the model fails to read, too. What is wrong with the file is the
   * better error. */
  g_autoptr (GError) missed = NULL;
  gboolean ok = read_model (r, &missed);
  if (r->anim_error) {
    g_propagate_error (error, g_steal_pointer (&r->anim_error));
    return FALSE;
  }
  if (!ok) {
    g_propagate_error (error, g_steal_pointer (&missed));
    return FALSE;
  }
  for (guint i = 0; r->format.version >= MW_M2_COMPANIONS_SINCE && i < MIN (r->model->skins.n, r->n_profiles); i++)
    if (r->files->pdata[i + 1] && !read_skin (r, i, r->files->pdata[i + 1], error))
      return FALSE;
  return read_chunks (r, error);
}

/* --- Places of arrays ------------------------------------------------------------------------------------------------- */

/* The record that a file's note is attached to. NULL: nothing in the model refers to the file (a surplus profile). */
static MwRecord *
holder_of (const Reading *r, guint file)
{
  if (file == 0 || file >= r->first_chunk)
    return &r->model->model.record;
  if (file <= r->n_profiles)
    return r->format.version >= MW_M2_COMPANIONS_SINCE && file <= r->model->skins.n ? r->model->skins.items[file - 1]
                                                                                    : NULL;
  for (guint i = 0; i < r->n_sequences; i++)
    if (r->file_of[i] == file)
      return r->model->sequences.items[i];
  g_assert_not_reached ();
}

/* A file that obeys the rule needs no note. */
static void
note_places (Reading *r)
{
  guint n_files = r->files->len;
  const MwM2Piece *pieces = (const MwM2Piece *) (gpointer) r->pieces->data;
  g_autofree uint32_t *heads = g_new0 (uint32_t, n_files);
  g_autofree gboolean *obey = g_new (gboolean, n_files);
  for (guint i = 0; i < r->pieces->len; i++)
    if (pieces[i].slot == MW_M2_SLOT_HEAD)
      heads[pieces[i].file] = pieces[i].size;
  for (guint f = 0; f < n_files; f++)
    obey[f] = f >= r->loose->len || !r->loose->data[f];
  MwM2Layout layout = {
    r->format.version >= MW_M2_COMPANIONS_SINCE, r->sequences, r->n_sequences, r->file_of, n_files, heads
  };
  mw_m2_check_rule (pieces, r->pieces->len, &layout, (GBytes *const *) r->files->pdata, obey);
  for (guint f = 0; f < n_files; f++) {
    MwRecord *holder = r->files->pdata[f] ? holder_of (r, f) : NULL;
    if (!holder || obey[f])
      continue;
    gsize length;
    const uint8_t *bytes = g_bytes_get_data (r->files->pdata[f], &length);
    uint32_t tag = f >= r->first_chunk ? g_array_index (r->chunk_tags, uint32_t, f - r->first_chunk) : 0;
    mw_m2_note_places (holder, tag, pieces, r->pieces->len, f, bytes, length);
  }
}

/* Notes which level-of-detail skins, facial bones and physics files there are; saves copy these unchanged. */
static void
note_unread (Reading *r)
{
  g_autoptr (GString) names = g_string_new (NULL);
  for (guint i = 1; i < r->set->parts->len; i++) {
    const char *role = ((const MwFilePart *) r->set->parts->pdata[i])->role;
    if (!g_str_has_prefix (role, "lod") && !g_str_has_prefix (role, "bone") && strcmp (role, "phys") != 0)
      continue;
    g_autofree char *suffix = mw_m2_companion_suffix (role);
    if (suffix)
      g_string_append_printf (names, "%s%s", names->len ? "\n" : "", suffix);
  }
  if (names->len)
    mw_m2_note_unread (r->model, names->str);
}

static MwM2 *
read_set (const MwFileSet *set, MwSalvage *salvage, GError **error)
{
  Reading r = { .set = set, .salvage = salvage };
  r.model = mw_m2_new (0);
  r.frame = mw_m2_frame_new ();
  r.files = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  r.chunk_tags = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  /* Arrays usually take at least 64 bytes; reserved memory that is not used costs nothing. */
  gsize size = g_bytes_get_size (mw_file_set_main (set)->bytes);
  r.pieces = g_array_sized_new (FALSE, FALSE, sizeof (MwM2Piece), (guint) MIN (size / 64, G_MAXUINT / 64));
  r.open = g_array_new (FALSE, FALSE, sizeof (guint));
  r.loose = g_byte_array_new ();
  r.frame->sequences_read = find_sequence_files;
  r.frame->data = &r;
  g_ptr_array_add (r.files, NULL);
  /* Profiles come next. The header says later how many there should be. */
  for (guint i = 0;; i++) {
    g_autofree char *role = g_strdup_printf ("skin%u", i);
    GBytes *bytes = part (set, role);
    if (!bytes && i >= 4)
      break;
    g_ptr_array_add (r.files, bytes ? g_bytes_ref (bytes) : NULL);
    r.n_profiles++;
  }
  gboolean ok = open_model (&r, mw_file_set_main (set)->bytes, error) && read_files (&r, error);
  if (ok) {
    mw_wire_resolve (&r.model->model, NULL, NULL, NULL);
    note_unread (&r);
    if (salvage)
      mw_m2_salvage_frame (r.frame, r.model, salvage);
    ok = mw_m2_frame_resolve (r.frame, r.model, error);
  }
  if (ok)
    note_places (&r);
  mw_m2_frame_free (r.frame);
  g_ptr_array_unref (r.files);
  g_clear_pointer (&r.chunks, g_array_unref);
  g_clear_error (&r.anim_error);
  g_array_unref (r.chunk_tags);
  g_array_unref (r.pieces);
  g_array_unref (r.open);
  g_byte_array_unref (r.loose);
  g_free (r.sequences);
  g_free (r.file_of);
  if (!ok)
    g_clear_pointer ((MwModel **) &r.model, mw_model_free);
  return r.model;
}

MwM2 *
mw_m2_read (const MwFileSet *set, GError **error)
{
  return read_set (set, NULL, error);
}

/* The companion that an error is in; NULL: it is in the model itself. */
static const char *
culprit (const MwFileSet *set, const GError *error)
{
  const char *path = mw_error_path (error);
  for (guint i = 1; path && i < set->parts->len; i++) {
    const char *role = ((const MwFilePart *) set->parts->pdata[i])->role;
    size_t length = strlen (role);
    if (strncmp (path, role, length) == 0 && (path[length] == 0 || path[length] == '.'))
      return role;
  }
  return NULL;
}

/* Each round leaves out one more companion. */
MwM2 *
mw_m2_salvage (const MwFileSet *set, MwSalvage *salvage, GError **error)
{
  g_autoptr (MwFileSet) rest = mw_file_set_share (set);
  g_autoptr (GPtrArray) bad = g_ptr_array_new_with_free_func ((GDestroyNotify) g_error_free);
  for (;;) {
    GError *why = NULL;
    for (guint i = 0; i < bad->len; i++)
      mw_salvage_add (salvage, MW_SALVAGE_DROPPED, bad->pdata[i], "the whole companion");
    MwM2 *model = read_set (rest, salvage, &why);
    if (model)
      return model;
    const char *role = culprit (rest, why);
    if (!role) {
      g_propagate_error (error, why);
      return NULL;
    }
    g_hash_table_add (salvage->left_out, g_strdup (role));
    g_ptr_array_add (bad, why);
    mw_file_part_free (mw_file_set_steal (rest, role));
    mw_salvage_clear (salvage);
  }
}
