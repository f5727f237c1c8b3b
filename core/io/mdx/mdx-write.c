/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/chunks.h"
#include "core/io/mdx/mdx.h"
#include "core/model/mdlx/object-ids.h"

#include <string.h>

typedef struct {
  const MwMdlx *model;
  MwFormat format;
  MwBuffer *out;
  MwByteMap *map;
  MwWireWriter *writer;
  GHashTable *kept; /* tags of chunks that are written as bytes */
} Writing;

static void
mark (Writing *w, size_t size, uint32_t count, MwBytesKind kind, const MwRecord *record, const MwField *field,
      const char *tag)
{
  if (w->map)
    mw_byte_map_add (w->map, w->out->size, size, count, 0, kind, record, field, tag);
}

/* For one tag: the records written so far, the number of its chunks, and how many of these are still to come. */
typedef struct {
  uint32_t written, n, left;
} Tally;

/* If there are several chunks with one tag, all but the last keep their number of records; the last one takes the
 * rest. */
static GHashTable *
count_tags (const GArray *chunks)
{
  GHashTable *tallies = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  for (guint i = 0; i < chunks->len; i++) {
    gpointer tag = GUINT_TO_POINTER (g_array_index (chunks, MwMdlxChunk, i).tag);
    Tally *tally = g_hash_table_lookup (tallies, tag);
    if (!tally)
      g_hash_table_insert (tallies, tag, tally = g_new0 (Tally, 1));
    tally->left = ++tally->n;
  }
  return tallies;
}

static void
write_chunk (Writing *w, const MwMdlxChunk *chunk, Tally *tally)
{
  const char *tag = (const char *) &chunk->tag;
  gboolean divides = mw_wire_chunk_divides (&mw_mdlx_schema, w->format, tag), first = tally->left-- == tally->n;
  gboolean known = mw_plan_get_chunk (&mw_mdlx_schema, w->format, chunk->tag) && (divides || first)
                   && !g_hash_table_contains (w->kept, GUINT_TO_POINTER (chunk->tag));
  const MwRecord *record = known ? &w->model->model.record : mw_model_find (&w->model->model, chunk->items);
  char word[5] = "";
  memcpy (word, tag, 4);

  mark (w, 4, 1, MW_BYTES_FIXED, record, NULL, word);
  mw_buffer_append (w->out, tag, 4);
  mark (w, 4, 1, MW_BYTES_DERIVED, record, NULL, "size");
  size_t size_at = w->out->size;
  mw_buffer_append_u32 (w->out, 0);
  if (known) {
    mw_wire_write_chunk (w->writer, tag, tally->written, divides && tally->left ? chunk->items : G_MAXUINT32);
    tally->written += chunk->items;
  } else {
    const MwMdlxUnknownChunk *unknown = (const MwMdlxUnknownChunk *) record;
    if (unknown->bytes.n)
      mark (w, unknown->bytes.n, unknown->bytes.n, MW_BYTES_VALUE, record, MW_FIELD (MwMdlxUnknownChunk, bytes), NULL);
    mw_buffer_append (w->out, unknown->bytes.data, unknown->bytes.n);
  }
  mw_buffer_set_u32 (w->out, size_at, (uint32_t) (w->out->size - size_at - 4));
}

gboolean
mw_mdx_write (const MwMdlx *model, MwBuffer *out, MwByteMap *map, GError **error)
{
  Writing w = { .model = model, .format = mw_mdlx_format (model), .out = out, .map = map };
  if (!mw_mdx_supports (w.format)) {
    g_autofree char *title = mw_mdx_title (w.format);
    mw_set_error (error, MW_ERROR_UNSUPPORTED, -1, "version", "this is a model of %s; " MW_MDX_VERSIONS " are written",
                  title);
    return FALSE;
  }
  size_t start = out->size;
  g_autoptr (GHashTable) kept = mw_mdlx_unknown_tags (model, FALSE);
  w.kept = kept;
  const char *left_out = mw_mdlx_chunk_left_out (model, w.format);
  if (left_out) {
    mw_set_error (error, MW_ERROR_NOT_WRITABLE, -1, "unknown_chunks",
                  "the file has a chunk %.4s that is kept as bytes, so nothing else can be written there", left_out);
    return FALSE;
  }
  g_autoptr (GArray) chunks = mw_mdlx_chunk_order (model, w.format);
  const MwSchema *kinds[16];
  guint n_kinds = mw_mdlx_node_kinds (w.format, (const MwMdlxChunk *) (gpointer) chunks->data, chunks->len, kinds);
  MwMdlxObjectIds ids = { 0 };
  mw_mdlx_object_ids_assign (&ids, model, kinds, n_kinds);
  g_autofree uint32_t *numbers = mw_model_numbers (&model->model);

  w.writer = mw_wire_writer_new (&model->model, w.format, out, map, numbers, &ids);
  if (!mw_mdx_is_known (w.format))
    mw_wire_writer_set_open (w.writer);
  mark (&w, 4, 1, MW_BYTES_FIXED, NULL, NULL, "MDLX");
  mw_buffer_append (out, "MDLX", 4);
  g_autoptr (GHashTable) tallies = count_tags (chunks);
  for (guint i = 0; i < chunks->len; i++) {
    const MwMdlxChunk *chunk = &g_array_index (chunks, MwMdlxChunk, i);
    write_chunk (&w, chunk, g_hash_table_lookup (tallies, GUINT_TO_POINTER (chunk->tag)));
  }
  const MwNote *trailing = mw_notes_find (&model->model.record, MW_NOTE_TRAILING, NULL);
  if (trailing) {
    mark (&w, trailing->size, 1, MW_BYTES_NOTE, NULL, NULL, "end");
    mw_buffer_append (out, trailing->bytes, trailing->size);
  }
  gboolean ok = mw_wire_writer_check (w.writer, error);
  mw_wire_writer_free (w.writer);
  mw_mdlx_object_ids_clear (&ids);
  if (map)
    mw_byte_map_finish (map);
  if (!ok)
    return FALSE;
  if (out->size - start > G_MAXUINT32) {
    mw_set_error (error, MW_ERROR_NOT_WRITABLE, -1, NULL,
                  "the file would have %zu bytes, an MDX file at most 4,294,967,295", out->size - start);
    return FALSE;
  }
  return TRUE;
}
