/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/mdl/side-private.h"
#include "core/io/mdl/side-value.h"
#include "core/io/mdx/mdx.h"
#include "core/model/mdlx/chunks.h"
#include "core/schema/wire.h"

#include <string.h>

/* Notes about chunks and about the file as a whole. */

#define NO_SENSE mw_mdl_side_no_sense
#define OTHER_TEXT mw_mdl_side_other_text
#define TOO_MUCH mw_mdl_side_too_much

/* --- Tags ----------------------------------------------------------------------------------------------------------- */

void
mw_mdl_side_put_tag (GString *text, const char tag[4])
{
  for (guint i = 0; i < 4; i++)
    if (g_ascii_isgraph (tag[i]) && tag[i] != '%')
      g_string_append_c (text, tag[i]);
    else
      g_string_append_printf (text, "%%%02x", (guint8) tag[i]);
}

gboolean
mw_mdl_side_take_tag (const char **at, char tag[4])
{
  const char *p = *at;
  for (guint i = 0; i < 4; i++) {
    if (*p == '%' && g_ascii_isxdigit (p[1]) && g_ascii_isxdigit (p[2])) {
      tag[i] = (char) (g_ascii_xdigit_value (p[1]) * 16 + g_ascii_xdigit_value (p[2]));
      p += 3;
    } else if (g_ascii_isgraph (*p) && *p != '%') {
      tag[i] = *p++;
    } else {
      return FALSE;
    }
  }
  *at = p;
  return TRUE;
}

/* --- Notes about the file as a whole -------------------------------------------------------------------------------- */

/* More chunks than any real file has. */
enum { MOST_CHUNKS = 4096, MOST_IN_ORDER = 65536 };

const char mw_mdl_side_states_chunk[] = "text states what is in such a chunk";

/* In an unknown version, chunks with a known tag are kept as bytes if they do not fit the rows; then the text does
 * not state their content. */
gboolean
mw_mdl_side_is_stated (const MwMdlSide *side, uint32_t tag)
{
  if (!mw_plan_get_chunk (&mw_mdlx_schema, side->binary, tag))
    return FALSE;
  return mw_mdx_is_known (side->binary) || tag == mw_tag ("VERS")
         || mw_mdlx_needs_chunk (side->model, side->binary, tag);
}

static const char *
why_no_chunk (const MwMdlSide *side, uint32_t tag)
{
  g_autoptr (GHashTable) again = mw_mdlx_unknown_tags (side->model, TRUE);
  gboolean stated = mw_mdl_side_is_stated (side, tag) || g_hash_table_contains (again, GUINT_TO_POINTER (tag));
  return stated ? mw_mdl_side_states_chunk : NULL;
}

static const char *
why_not_again (const MwMdlSide *side, uint32_t tag)
{
  g_autoptr (GHashTable) kept = mw_mdlx_unknown_tags (side->model, FALSE);
  if (!mw_plan_get_chunk (&mw_mdlx_schema, side->binary, tag)
      || mw_wire_chunk_divides (&mw_mdlx_schema, side->binary, (const char *) &tag)
      || g_hash_table_contains (kept, GUINT_TO_POINTER (tag)))
    return "no chunk with its tag is read there";
  return NULL;
}

static const char *
apply_chunk (MwMdlSide *side, const char *tag_text, const char *value, gboolean again)
{
  char tag[4];
  MwMdlx *model = side->model;
  if (!mw_mdl_side_take_tag (&tag_text, tag) || *tag_text)
    return "its key is not the name of a chunk";
  const char *why = again ? why_not_again (side, mw_tag (tag)) : why_no_chunk (side, mw_tag (tag));
  if (why)
    return why;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  if (!mw_side_take_all_bytes (&value, bytes))
    return NO_SENSE;
  if (model->unknown_chunks.n >= MOST_CHUNKS)
    return TOO_MUCH;
  MwMdlxUnknownChunk *chunk = (MwMdlxUnknownChunk *) mw_record_new (&mw_mdlx_unknown_chunk_schema);
  memcpy (chunk->tag, tag, 4);
  chunk->again = again;
  chunk->bytes = mw_array_copy (bytes->data, bytes->len, 1);
  mw_list_append (&model->model, &model->model.record, MW_FIELD (MwMdlx, unknown_chunks), &chunk->record);
  return NULL;
}

const char *
mw_mdl_side_apply_chunk (MwMdlSide *side, const char *tag, const MwTarget *target, const char *value)
{
  return apply_chunk (side, tag, value, FALSE);
}

const char *
mw_mdl_side_apply_again (MwMdlSide *side, const char *tag, const MwTarget *target, const char *value)
{
  return apply_chunk (side, tag, value, TRUE);
}

/* Counts unknown chunks by tag: repeated ones if `again`, else the others. */
static GHashTable *
count_unknown (const MwMdlx *model, gboolean again)
{
  GHashTable *left = g_hash_table_new (NULL, NULL);
  for (uint32_t i = 0; i < model->unknown_chunks.n; i++) {
    const MwMdlxUnknownChunk *chunk = (const MwMdlxUnknownChunk *) model->unknown_chunks.items[i];
    if ((chunk->again != 0) != again)
      continue;
    gpointer tag = GUINT_TO_POINTER (mw_tag ((const char *) chunk->tag));
    g_hash_table_insert (left, tag, GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (left, tag)) + 1));
  }
  return left;
}

/* Decrements the count of a tag. FALSE if it was 0. */
static gboolean
take_one (GHashTable *left, uint32_t tag)
{
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (left, GUINT_TO_POINTER (tag)));
  if (n)
    g_hash_table_insert (left, GUINT_TO_POINTER (tag), GUINT_TO_POINTER (n - 1));
  return n != 0;
}

const char *
mw_mdl_side_apply_chunk_order (MwMdlSide *side, const char *path, const MwTarget *target, const char *value)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  if (!mw_side_take_all_bytes (&value, bytes))
    return NO_SENSE;
  g_byte_array_append (bytes, (const guint8 *) "", 1);
  g_autoptr (GArray) chunks = g_array_new (FALSE, TRUE, sizeof (MwMdlxChunk));
  g_autoptr (GHashTable) left = count_unknown (side->model, FALSE), again = count_unknown (side->model, TRUE);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  const char *at = (const char *) bytes->data;
  while (!mw_side_at_end (&at)) {
    char tag[4];
    int64_t items = 1;
    if (chunks->len == MOST_IN_ORDER || !mw_mdl_side_take_tag (&at, tag))
      return NO_SENSE;
    gboolean is_again = g_str_has_prefix (at, ":+");
    if (is_again)
      at += 2;
    else if (*at == ':' && (at++, !mw_side_take_int (&at, 0, G_MAXUINT32, &items)))
      return NO_SENSE;
    MwMdlxChunk chunk = { mw_tag (tag), (uint32_t) items };
    gpointer key = GUINT_TO_POINTER (chunk.tag);
    gboolean read = mw_plan_get_chunk (&mw_mdlx_schema, side->binary, chunk.tag) && !g_hash_table_contains (left, key);
    if (is_again || !read) {
      /* The line that held this chunk was removed. */
      if (!take_one (is_again ? again : left, chunk.tag))
        continue;
    } else if (!g_hash_table_add (seen, key) && !mw_wire_chunk_divides (&mw_mdlx_schema, side->binary, tag)) {
      return "it lists a chunk twice that is read once";
    }
    g_array_append_val (chunks, chunk);
  }
  if (*at || chunks->len == 0)
    return NO_SENSE;
  mw_notes_add (&side->model->model.record, MW_NOTE_CHUNK_ORDER, NULL, 0, chunks->data,
                chunks->len * sizeof (MwMdlxChunk), chunks->len * 4);
  return NULL;
}

const char *
mw_mdl_side_apply_version (MwMdlSide *side, const char *path, const MwTarget *target, const char *value)
{
  int64_t version;
  if (!mw_side_take_int (&value, 1, G_MAXINT32, &version) || !mw_side_at_end (&value))
    return NO_SENSE;
  return version == MW_MDL_SIDE_CHANNEL_VERSION ? NULL : "a newer program wrote it: unknown notes are not kept";
}

const char *
mw_mdl_side_apply_trailing (MwMdlSide *side, const char *path, const MwTarget *target, const char *value)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  /* Eight bytes would be a chunk's header. */
  if (!mw_side_take_all_bytes (&value, bytes) || bytes->len == 0 || bytes->len > 7)
    return NO_SENSE;
  mw_notes_add (&side->model->model.record, MW_NOTE_TRAILING, NULL, 0, bytes->data, bytes->len, bytes->len);
  return NULL;
}

const char *
mw_mdl_side_apply_pivots (MwMdlSide *side, const char *path, const MwTarget *target, const char *value)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  if (!mw_side_take_all_bytes (&value, bytes))
    return NO_SENSE;
  const MwNote *stated = mw_notes_find (&side->model->model.record, MW_NOTE_PIVOTS, NULL);
  if (!stated || stated->size != bytes->len)
    return OTHER_TEXT;
  for (guint i = 0; i + 4 <= bytes->len; i += 4) {
    uint32_t says, text;
    memcpy (&says, bytes->data + i, 4);
    memcpy (&text, stated->bytes + i, 4);
    /* The count first, then a number and three floats for each point. */
    gboolean is_float = i >= 8 && (i / 4 - 1) % 4 != 0;
    if (says != text && !(is_float && mw_mdl_side_is_nan (says) && mw_mdl_side_is_nan (text)))
      return OTHER_TEXT;
  }
  guint from_file = stated->from_file;
  mw_notes_add (&side->model->model.record, MW_NOTE_PIVOTS, NULL, stated->offset, bytes->data, bytes->len, from_file);
  return NULL;
}
