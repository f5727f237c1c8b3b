/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/wow.h"
#include "core/base/buffer.h"
#include "core/model/mdlx/object-ids.h"
#include "core/schema/plan.h"

#include <string.h>

/* --- Words that follow from the whole model (mdlx.md 7.2) ------------------------------------------------------- */

static uint32_t
derived_word (const MwMdlx *model, MwMdlxWord which)
{
  uint32_t highest = 0;
  if (which == MW_MDLX_WORD_NODES)
    return model->nodes.n;
  for (uint32_t i = 0; i < model->nodes.n; i++) {
    const MwMdlxAttachment *attachment = (const MwMdlxAttachment *) model->nodes.items[i];
    if (attachment->node.record.schema == &mw_mdlx_attachment_schema && attachment->attachment_id > (int32_t) highest)
      highest = (uint32_t) attachment->attachment_id;
  }
  return highest;
}

/* The note of each word is distinguished by its offset. */
static const MwNote *
word_note (const MwMdlx *model, MwMdlxWord which)
{
  const MwField *nodes = MW_FIELD (MwMdlx, nodes);
  for (guint i = 0; i < mw_notes_count (&model->model.record); i++) {
    const MwNote *note = mw_notes_at (&model->model.record, i);
    if (note->kind == MW_NOTE_LAYOUT && note->field == nodes && note->offset == which && note->size == 4)
      return note;
  }
  return NULL;
}

void
mw_mdlx_note_words (MwMdlx *model, const MwMdlxStoredWord *words)
{
  const MwField *nodes = MW_FIELD (MwMdlx, nodes);
  for (guint i = 0; i < MW_MDLX_N_WORDS; i++)
    if (words[i].there && words[i].stored != derived_word (model, i))
      mw_notes_add (&model->model.record, MW_NOTE_LAYOUT, nodes, i, &words[i].stored, 4, 4);
}

static gboolean
read_word (MwWireReader *reader, MwMdlxWord which, GError **error)
{
  MwMdlxObjectIds *ids = mw_wire_reader_user (reader);
  ids->words[which].there = TRUE;
  return mw_wire_read_u32 (reader, &ids->words[which].stored, error);
}

/* A stored word that differs from the derived one is kept, since it may have another meaning. */
static void
write_word (MwWireWriter *writer, const MwRecord *record, MwMdlxWord which, const char *word)
{
  const MwNote *note = word_note ((const MwMdlx *) record, which);
  uint32_t value = note ? mw_u32_at (note->bytes) : derived_word ((const MwMdlx *) record, which);
  mw_wire_write_u32_word (writer, record, MW_FIELD (MwMdlx, nodes), value, word);
}

static gboolean
read_node_count (MwWireReader *reader, MwRecord *record, GError **error)
{
  return read_word (reader, MW_MDLX_WORD_NODES, error);
}

static void
write_node_count (MwWireWriter *writer, const MwRecord *record)
{
  write_word (writer, record, MW_MDLX_WORD_NODES, "count");
}

static gboolean
read_highest_attachment (MwWireReader *reader, MwRecord *record, GError **error)
{
  return read_word (reader, MW_MDLX_WORD_ATTACHMENTS, error);
}

static void
write_highest_attachment (MwWireWriter *writer, const MwRecord *record)
{
  write_word (writer, record, MW_MDLX_WORD_ATTACHMENTS, "highest id");
}

const MwHand mw_mdlx_node_count_hand = { "u32, how many nodes there are", read_node_count, write_node_count };
const MwHand mw_mdlx_highest_attachment_hand = { "u32, the highest id of the attachments", read_highest_attachment,
                                                 write_highest_attachment };

/* --- Order of the nodes ----------------------------------------------------------------------------------------------- */

MwMdlxOrder
mw_mdlx_wow_order (const MwMdlx *model, const uint32_t *numbers, const MwRecord **node)
{
  const uint32_t n = model->nodes.n;
  g_autofree gboolean *used = g_new0 (gboolean, n + 1);
  g_autoptr (GHashTable) highest = g_hash_table_new (NULL, NULL);
  *node = NULL;
  for (uint32_t i = 0; i < n; i++) {
    const MwRecord *at = model->nodes.items[i];
    uint32_t number = numbers[at->id];
    if (number >= n || used[number]) {
      *node = at;
      return MW_MDLX_ORDER_NUMBER;
    }
    used[number] = TRUE;
    /* Within a chunk, nodes are in list order. */
    if (!*node && number < GPOINTER_TO_UINT (g_hash_table_lookup (highest, at->schema)))
      *node = at;
    g_hash_table_insert (highest, (gpointer) at->schema, GUINT_TO_POINTER (number));
  }
  return *node ? MW_MDLX_ORDER_DECREASING : MW_MDLX_ORDER_SOUND;
}

/* --- Inner sizes of emitters ------------------------------------------------------------------------------------------ */

/* It is not known whether this size includes itself (mdlx.md 7.2). The stored word is kept as the difference from a
 * size that does, so that it grows with the spline. */
enum { RIBBON_SIZE = 56, PARTICLE_SIZE = 795, SPLINE_AT = 783 }; /* SPLINE_AT: from after the size word to the number
                                                                  * of points */

static gboolean
read_emitter_size (MwWireReader *reader, MwRecord *record, uint32_t expected, uint32_t stored)
{
  uint32_t delta = stored - expected;
  if (delta)
    mw_notes_add (record, MW_NOTE_LAYOUT, NULL, 0, &delta, 4, 4);
  return TRUE;
}

static void
write_emitter_size (MwWireWriter *writer, const MwRecord *record, uint32_t expected)
{
  const MwNote *note = mw_notes_find_of (record, MW_NOTE_LAYOUT, NULL, 4);
  mw_wire_write_u32_word (writer, record, NULL, expected + (note ? mw_u32_at (note->bytes) : 0), "size");
}

static gboolean
read_particle_size (MwWireReader *reader, MwRecord *record, GError **error)
{
  uint32_t stored;
  size_t left;
  if (!mw_wire_read_u32 (reader, &stored, error))
    return FALSE;
  const uint8_t *bytes = mw_wire_peek (reader, &left);
  uint32_t points = left >= SPLINE_AT + 4 ? mw_u32_at (bytes + SPLINE_AT) : 0;
  return read_emitter_size (reader, record, PARTICLE_SIZE + 12 * points, stored);
}

static void
write_particle_size (MwWireWriter *writer, const MwRecord *record)
{
  write_emitter_size (writer, record, PARTICLE_SIZE + 12 * ((const MwMdlxParticleEmitter2 *) record)->spline.n);
}

static gboolean
read_ribbon_size (MwWireReader *reader, MwRecord *record, GError **error)
{
  uint32_t stored;
  return mw_wire_read_u32 (reader, &stored, error) && read_emitter_size (reader, record, RIBBON_SIZE, stored);
}

static void
write_ribbon_size (MwWireWriter *writer, const MwRecord *record)
{
  write_emitter_size (writer, record, RIBBON_SIZE);
}

const MwHand mw_mdlx_particle_size_hand = { "u32, size of the emitter's values", read_particle_size, write_particle_size };
const MwHand mw_mdlx_ribbon_size_hand = { "u32, size of the ribbon's values", read_ribbon_size, write_ribbon_size };

/* --- Tracks of whole numbers (mdlx.md 7.5) ---------------------------------------------------------------------- */

/* Whether a track can end here: at the end of the item, or before another tag. */
static gboolean
may_end (const uint8_t *bytes, size_t size, uint64_t at)
{
  if (at == size)
    return TRUE;
  if (at + 4 > size)
    return FALSE;
  for (guint i = 0; i < 4; i++)
    if (!g_ascii_isupper (bytes[at + i]) && !g_ascii_isdigit (bytes[at + i]))
      return FALSE;
  return TRUE;
}

static uint64_t
full_size (const uint8_t *head, uint32_t value)
{
  return 16 + (uint64_t) mw_u32_at (head + 4) * (4 + value * (mw_u32_at (head + 8) >= 2 ? 3 : 1));
}

/* The layout of the track `four` in an item's tracks, `bytes` of `size`. `tracks` lists the item's other possible
 * tracks, ended by an empty tag. */
static uint8_t
track_form (const uint8_t *bytes, size_t size, const char *four, const MwMdlxTrackSize *tracks)
{
  /* In less than 16 bytes only a simple track fits. */
  for (uint64_t at = 0; at + 16 <= size;) {
    const uint8_t *head = bytes + at;
    if (memcmp (head, four, 4) == 0) {
      gboolean simple = may_end (bytes, size, at + 12 + 8 * (uint64_t) mw_u32_at (head + 4));
      gboolean full = may_end (bytes, size, at + full_size (head, 4));
      /* Both can fit by chance. Then the third word decides: it is an interpolation or a global sequence. */
      if (full && (!simple || mw_u32_at (head + 8) <= 3))
        return MW_MDLX_FULL_TRACK;
      return MW_MDLX_SIMPLE_TRACK;
    }
    const MwMdlxTrackSize *track = tracks;
    while (track->tag[0] && memcmp (track->tag, head, 4) != 0)
      track++;
    if (!track->tag[0])
      break;
    at += full_size (head, track->size);
  }
  return MW_MDLX_SIMPLE_TRACK;
}

uint8_t
mw_mdlx_probe_item (const MwWireReader *reader, size_t fixed, const char *four, const MwMdlxTrackSize *tracks)
{
  size_t left;
  const uint8_t *item = mw_wire_peek (reader, &left);
  if (left < 4 || mw_u32_at (item) > left || mw_u32_at (item) < fixed)
    return MW_MDLX_SIMPLE_TRACK;
  return track_form (item + fixed, mw_u32_at (item) - fixed, four, tracks);
}
