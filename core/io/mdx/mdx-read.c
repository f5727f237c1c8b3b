/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/buffer.h"
#include "core/model/mdlx/chunks.h"
#include "core/io/mdx/mdx-salvage.h"
#include "core/io/mdx/mdx.h"
#include "core/model/mdlx/object-ids.h"
#include "core/schema/path.h"

#include <string.h>

/* A tag whose chunk, in a file of an unknown version, does not have the known layout. All chunks with this tag are kept
 * as bytes. */
typedef struct {
  uint32_t tag;
  char *why;
} Misfit;

static void
misfit_clear (gpointer misfit)
{
  g_free (((Misfit *) misfit)->why);
}

typedef struct {
  MwMdlx *model;
  MwFormat format;
  MwWireReader *reader;
  const GArray *misfits;
  const GArray *found; /* MwMdxPlace: the chunks of a file whose sizes are wrong; NULL: as the sizes say */
  guint n_taken;       /* how many of those have been read */
  uint32_t failed;     /* the tag of the chunk that could not be read; 0: the sequence of chunks itself is invalid */
  MwMdlxObjectIds ids;
  GArray *chunks;   /* MwMdlxChunk */
  GHashTable *seen; /* tags */
  GArray *again;    /* MwMdlxChunk */
} Reading;

static void
keep_unknown (Reading *r, uint32_t tag, const uint8_t *payload, uint32_t length, gboolean again)
{
  MwMdlxUnknownChunk *unknown = (MwMdlxUnknownChunk *) mw_record_new (&mw_mdlx_unknown_chunk_schema);
  memcpy (unknown->tag, &tag, 4);
  unknown->again = again;
  unknown->bytes = mw_array_copy (payload, length, 1);
  mw_list_append (&r->model->model, &r->model->model.record, MW_FIELD (MwMdlx, unknown_chunks), &unknown->record);
}

static gboolean
is_misfit (const Reading *r, uint32_t tag)
{
  for (guint i = 0; i < r->misfits->len; i++)
    if (g_array_index (r->misfits, Misfit, i).tag == tag)
      return TRUE;
  return FALSE;
}

/* Like mw_mdx_next_chunk(). */
static const uint8_t *
next_chunk (Reading *r, const uint8_t *bytes, size_t size, size_t *at, uint32_t *tag, uint32_t *length)
{
  if (!r->found)
    return mw_mdx_next_chunk (bytes, size, at, tag, length);
  if (r->n_taken == r->found->len) {
    *at = size;
    return NULL;
  }
  const MwMdxPlace *place = &g_array_index (r->found, MwMdxPlace, r->n_taken++);
  *tag = place->tag;
  *length = (uint32_t) (place->end - place->at);
  *at = place->end;
  return bytes + place->at;
}

static gboolean
read_chunks (Reading *r, const uint8_t *bytes, size_t size, GError **error)
{
  size_t at = 4;
  uint32_t tag, length;
  const uint8_t *payload;
  while ((payload = next_chunk (r, bytes, size, &at, &tag, &length))) {
    const MwField *list;
    const MwSchema *element;
    MwMdlxChunk chunk = { tag, length };
    gboolean is_list = mw_wire_chunk_items (&mw_mdlx_schema, r->format, (const char *) &tag, &list, &element), known;
    gboolean again = !g_hash_table_add (r->seen, GUINT_TO_POINTER (tag))
                     && !mw_wire_chunk_divides (&mw_mdlx_schema, r->format, (const char *) &tag)
                     && mw_plan_get_chunk (&mw_mdlx_schema, r->format, tag);
    if (is_misfit (r, tag) || again) {
      again = again && !is_misfit (r, tag);
      keep_unknown (r, tag, payload, length, again);
      if (again)
        g_array_append_val (r->again, chunk);
      g_array_append_val (r->chunks, chunk);
      continue;
    }
    /* A chunk of records only appends to its own list, so the difference in length is the number of its records. */
    uint32_t before = is_list ? mw_record_list (&r->model->model.record, list)->n : 0;
    if (!mw_wire_read_chunk (r->reader, (const char *) &tag, (size_t) (payload - bytes), at, &known, error)) {
      if (known) {
        r->failed = tag;
        return FALSE;
      }
      keep_unknown (r, tag, payload, length, FALSE);
    }
    chunk.items = is_list ? mw_record_list (&r->model->model.record, list)->n - before : length;
    g_array_append_val (r->chunks, chunk);
  }
  if (size - at >= 8) {
    char text[5] = "";
    memcpy (text, bytes + at, 4);
    for (int i = 0; i < 4; i++)
      if (!g_ascii_isprint (text[i]))
        text[i] = '?';
    mw_set_error (error, MW_ERROR_TRUNCATED, (gint64) at + 4, text,
                  "found a chunk size of %u, but only %zu bytes are left in the file", mw_u32_at (bytes + at + 4),
                  size - at - 8);
    return FALSE;
  }
  if (size > at) /* fewer bytes than a chunk's header */
    mw_notes_add (&r->model->model.record, MW_NOTE_TRAILING, NULL, 0, bytes + at, (uint32_t) (size - at),
                  (guint) (size - at));
  return TRUE;
}

/* The order is noted only if a writer would not derive it. */
static void
note_order (Reading *r)
{
  g_autoptr (GArray) derived = mw_mdlx_chunk_order (r->model, r->format);
  gboolean same = derived->len == r->chunks->len && r->misfits->len == 0;
  for (guint i = 0; same && i < derived->len; i++)
    same = g_array_index (derived, MwMdlxChunk, i).tag == g_array_index (r->chunks, MwMdlxChunk, i).tag;
  if (!same)
    mw_notes_add (&r->model->model.record, MW_NOTE_CHUNK_ORDER, NULL, 0, r->chunks->data,
                  r->chunks->len * sizeof (MwMdlxChunk), r->chunks->len * 4);
}

static void
resolve (Reading *r)
{
  const MwSchema *kinds[16];
  guint n = mw_mdlx_node_kinds (r->format, (const MwMdlxChunk *) (gpointer) r->chunks->data, r->chunks->len, kinds);
  mw_mdlx_object_ids_resolve (&r->ids, kinds, n);
}

static void
forget_node (MwRecord *record, gpointer ids)
{
  mw_mdlx_object_ids_forget (ids, record);
}

/* Makes one pass over the file. On failure returns NULL and sets *failed to the tag of the chunk that could not be
 * read. `again` collects repeated chunks as MwMdlxChunk. */
static MwMdlx *
read_pass (const uint8_t *bytes, size_t size, MwFormat format, const GArray *misfits, const GArray *found,
           MwSalvage *salvage, GArray *again, uint32_t *failed, GError **error)
{
  Reading r = { .model = mw_mdlx_new (), .format = format, .misfits = misfits, .found = found, .again = again };
  r.model->family = format.family;
  r.model->version = format.version; /* VERS says it, too, if the file has it */
  r.ids.model = r.model;
  r.reader = mw_wire_reader_new (&r.model->model, format, bytes, size, &r.ids);
  if (!mw_mdx_is_known (format))
    mw_wire_reader_set_open (r.reader); /* what does not fit is kept as bytes, so nothing is dropped */
  else if (salvage)
    mw_wire_reader_set_salvage (r.reader, salvage, forget_node);
  r.chunks = g_array_new (FALSE, TRUE, sizeof (MwMdlxChunk));
  r.seen = g_hash_table_new (NULL, NULL);
  g_array_set_size (again, 0);
  gboolean ok = read_chunks (&r, bytes, size, error);
  if (ok && salvage && r.chunks->len == 0) {
    mw_set_error (error, MW_ERROR_TRUNCATED, 4, NULL, "found no chunk that could be read");
    ok = FALSE;
  }
  if (ok) {
    resolve (&r);
    note_order (&r);
  }
  mw_wire_reader_free (r.reader);
  mw_mdlx_object_ids_clear (&r.ids);
  g_array_unref (r.chunks);
  g_hash_table_unref (r.seen);
  *failed = r.failed;
  if (!ok)
    g_clear_pointer ((MwModel **) &r.model, mw_model_free);
  return r.model;
}

/* --- Reports ---------------------------------------------------------------------------------------------------------- */

static void
report_unknown (const MwMdlx *model, const GArray *misfits, MwReport *report)
{
  gboolean wow = model->family == MW_FAMILY_MDX_WOW;
  mw_report_remark (
    report, MW_REMARK_WARNING, 0, 0,
    "version %u is unknown (the latest known of %s is %u): it is read by the rules of the next lower known version",
    model->version, wow ? "World of Warcraft alpha" : "Warcraft III", mw_mdlx_last_version (model->family));
  for (guint i = 0; i < misfits->len; i++) {
    const Misfit *misfit = &g_array_index (misfits, Misfit, i);
    mw_report_remark (report, MW_REMARK_WARNING, 0, 0, "%.4s does not have the known form and is kept as bytes: %s",
                      (const char *) &misfit->tag, misfit->why);
  }
}

static void
report_again (const GArray *again, MwReport *report)
{
  for (guint i = 0; i < again->len; i++) {
    const MwMdlxChunk *chunk = &g_array_index (again, MwMdlxChunk, i);
    mw_report_remark (report, MW_REMARK_WARNING, 0, 0,
                      "%.4s occurs again: only the first one is read, and the %u bytes of this one are kept unchanged",
                      (const char *) &chunk->tag, chunk->items);
  }
}

/* Bytes after the last chunk that are too few for a chunk's header. They are kept, but suggest that the file was cut
 * short. */
static void
report_trailing (const MwMdlx *model, MwReport *report)
{
  const MwNote *note = mw_notes_find (&model->model.record, MW_NOTE_TRAILING, NULL);
  if (note)
    mw_report_remark (
      report, MW_REMARK_WARNING, 0, 0,
      note->size == 1
        ? "found %u byte after the last chunk, too few for another chunk: was the file cut short? It is kept unchanged"
        : "found %u bytes after the last chunk, too few for another chunk: was the file cut short? They are kept "
          "unchanged",
      note->size);
}

/* Unknown bytes that records of one kind have in one field. */
typedef struct {
  const MwRecord *first;
  const MwField *field;
  guint n;
  gsize n_bytes;
} Kept;

static gboolean
collect_kept (MwRecord *record, gpointer data)
{
  GArray *kept = data;
  if (record->schema == &mw_mdlx_unknown_chunk_schema)
    return TRUE;
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (field->type != MW_TYPE_ARRAY || field->role != MW_ROLE_UNKNOWN)
      continue;
    gsize n = ((const MwArray *) mw_field_at (record, field))->n;
    guint k = 0;
    if (n == 0)
      continue;
    while (k < kept->len
           && (g_array_index (kept, Kept, k).field != field
               || g_array_index (kept, Kept, k).first->schema != record->schema))
      k++;
    if (k == kept->len)
      g_array_append_val (kept, ((Kept) { record, field, 0, 0 }));
    g_array_index (kept, Kept, k).n++;
    g_array_index (kept, Kept, k).n_bytes += n;
  }
  return TRUE;
}

/* Reports parts of records kept as bytes: tracks with an unknown tag, and fields of later versions. */
static void
report_kept (const MwMdlx *model, MwReport *report)
{
  g_autoptr (GArray) kept = g_array_new (FALSE, FALSE, sizeof (Kept));
  if (!report)
    return;
  mw_record_foreach ((MwRecord *) &model->model.record, collect_kept, kept);
  for (guint i = 0; i < kept->len; i++) {
    const Kept *k = &g_array_index (kept, Kept, i);
    g_autofree char *path = mw_field_path (k->first, k->field);
    g_autofree char *more = k->n > 1 ? g_strdup_printf (" and %u more of its kind", k->n - 1) : g_strdup ("");
    mw_report_remark (report, MW_REMARK_WARNING, 0, 0, "unknown bytes are kept unchanged: %" G_GSIZE_FORMAT " in %s%s",
                      k->n_bytes, path, more);
  }
}

/* `salvage` may be NULL. */
static MwMdlx *
read_file (const uint8_t *bytes, size_t size, MwReport *report, MwSalvage *salvage, GError **error)
{
  MwFormat format;
  if (!mw_mdx_probe (bytes, size, &format)) {
    mw_set_error (error, size < 4 ? MW_ERROR_TRUNCATED : MW_ERROR_CORRUPT, 0, NULL,
                  "found no \"MDLX\" at the start: this is not an MDX file");
    return NULL;
  }
  if (format.version == 0) {
    g_autoptr (GError) why = NULL;
    mw_set_error (&why, MW_ERROR_CORRUPT, 4, NULL, "found no VERS chunk, so the version is unknown");
    if (!salvage) {
      g_propagate_error (error, g_steal_pointer (&why));
      return NULL;
    }
    format.version = mw_mdx_guess_version (format.family);
    mw_salvage_add (salvage, MW_SALVAGE_GUESSED, why, "version %u", format.version);
    salvage->version = format.version;
  }
  if (!mw_mdx_supports (format)) {
    g_autofree char *title = mw_mdx_title (format);
    mw_set_error (error, MW_ERROR_UNSUPPORTED, 4, NULL, "this is a model of %s; " MW_MDX_VERSIONS " are read", title);
    return NULL;
  }

  g_autoptr (GArray) misfits = g_array_new (FALSE, FALSE, sizeof (Misfit));
  g_array_set_clear_func (misfits, misfit_clear);
  g_autoptr (GArray) again = g_array_new (FALSE, FALSE, sizeof (MwMdlxChunk));
  g_autoptr (GArray) found = salvage ? mw_mdx_find_chunks (bytes, size, format, salvage) : NULL;
  for (;;) {
    GError *failure = NULL;
    uint32_t failed;
    MwMdlx *model = read_pass (bytes, size, format, misfits, found, salvage, again, &failed, &failure);
    /* Where the chunks had to be searched for, what was dropped may have been of any kind. */
    if (model && found && salvage->n_dropped)
      mw_salvage_lose (salvage, NULL);
    if (model && !mw_mdx_is_known (format))
      report_unknown (model, misfits, report);
    if (model) {
      report_again (again, report);
      report_trailing (model, report);
      report_kept (model, report);
      return model;
    }
    /* Each round keeps one more tag as bytes, so the number of rounds is bounded by the number of known tags. */
    if (mw_mdx_is_known (format) || !failed || failed == mw_tag ("VERS")) {
      g_propagate_error (error, failure);
      return NULL;
    }
    Misfit misfit = { failed, mw_error_describe (failure, NULL) };
    g_array_append_val (misfits, misfit);
    g_error_free (failure);
  }
}

MwMdlx *
mw_mdx_read (const uint8_t *bytes, size_t size, MwReport *report, GError **error)
{
  return read_file (bytes, size, report, NULL, error);
}

MwMdlx *
mw_mdx_salvage (const uint8_t *bytes, size_t size, MwReport *report, MwSalvage *salvage, GError **error)
{
  return read_file (bytes, size, report, salvage, error);
}
