/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/checksum.h"
#include "core/model/m2/derived.h"

/* Tables for finding a record by an id: m2.md 5.2 and 8. */

#define NONE 0xFFFF

static void
fill (MwM2Span *out, uint32_t n)
{
  out->values = n ? g_malloc (2 * (gsize) n) : NULL;
  out->n = n;
  if (n)
    memset (out->values, 0xFF, 2 * (gsize) n);
}

/* --- Sequences -------------------------------------------------------------------------------------------------------- */

static uint16_t
animation_at (const MwM2 *model, uint32_t i)
{
  return ((const MwM2Sequence *) model->sequences.items[i])->animation;
}

static gboolean
is_prime (uint32_t n)
{
  for (uint32_t k = 2; k * k <= n; k++)
    if (n % k == 0)
      return FALSE;
  return n > 1;
}

/* Exporters omitted the table in small models: none with up to five ids has one, all with seven or more do. */
#define FEWEST_HASHED 6

/* Fills the hash table. FALSE when an id finds no free slot; the caller then tries the next prime size. */
static gboolean
hash_all (const MwM2 *model, const uint8_t *first, MwM2Span *out)
{
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    if (!first[i])
      continue;
    uint32_t slot = animation_at (model, i) % out->n, k = 1;
    while (out->values[slot] != NONE && k <= 4 * out->n) {
      slot = (uint32_t) ((slot + (uint64_t) k * k) % out->n);
      k++;
    }
    if (out->values[slot] != NONE)
      return FALSE;
    out->values[slot] = (uint16_t) i;
  }
  return TRUE;
}

static void
derive_sequences (const MwM2 *model, MwM2Span *out)
{
  g_autofree uint8_t *seen = g_new0 (uint8_t, 0x10000), *first = g_new0 (uint8_t, model->sequences.n + 1);
  uint32_t distinct = 0, max = 0;
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    uint16_t id = animation_at (model, i);
    first[i] = !seen[id];
    distinct += first[i];
    seen[id] = 1;
    max = MAX (max, id);
  }
  if (!mw_m2_has_lanes (model)) {
    fill (out, distinct ? max + 1 : 0);
    for (uint32_t i = 0; i < model->sequences.n; i++)
      if (first[i])
        out->values[animation_at (model, i)] = (uint16_t) i;
    return;
  }
  if (distinct < FEWEST_HASHED)
    return;
  for (uint32_t n = 2 * distinct;; n++) {
    if (!is_prime (n))
      continue;
    fill (out, n);
    if (hash_all (model, first, out))
      return;
    mw_m2_span_clear (out);
  }
}

/* --- Lookups by id ---------------------------------------------------------------------------------------------------- */

/* No id, or one too large for a table. */
#define NO_ID 0xFFFFFFFFu

typedef uint32_t (*IdOf) (const MwRecord *record);

static uint32_t
key_bone_id (const MwRecord *record)
{
  int32_t id = ((const MwM2Bone *) record)->key_bone;
  return id < 0 || id >= NONE ? NO_ID : (uint32_t) id;
}

static uint32_t
texture_type (const MwRecord *record)
{
  uint32_t type = ((const MwM2Texture *) record)->type;
  return type < NONE ? type : NO_ID;
}

static uint32_t
attachment_id (const MwRecord *record)
{
  uint32_t id = ((const MwM2Attachment *) record)->attachment_id;
  return id < NONE ? id : NO_ID;
}

static uint32_t
camera_type (const MwRecord *record)
{
  int32_t type = ((const MwM2Camera *) record)->type;
  return type < 0 || type >= NONE ? NO_ID : (uint32_t) type;
}

/* Builds table[id] = index, up to the highest id and at least `least` entries. If records have the same id, the first
 * one counts, or with `last` the last one. */
static void
derive_by_id (const MwList *list, IdOf id_of, uint32_t least, gboolean last, MwM2Span *out)
{
  uint32_t n = least;
  for (uint32_t i = 0; i < list->n; i++) {
    uint32_t id = id_of (list->items[i]);
    if (id != NO_ID)
      n = MAX (n, id + 1);
  }
  fill (out, n);
  for (uint32_t i = 0; i < list->n; i++) {
    uint32_t id = id_of (list->items[i]);
    if (id != NO_ID && (last || out->values[id] == NONE))
      out->values[id] = (uint16_t) i;
  }
}

static const MwList *
list_of (const MwM2 *model, MwM2Table table, IdOf *id_of)
{
  switch (table) {
  case MW_M2_KEY_BONE_LOOKUP:
    *id_of = key_bone_id;
    return &model->bones;
  case MW_M2_REPLACEABLE_LOOKUP:
    *id_of = texture_type;
    return &model->textures;
  case MW_M2_ATTACHMENT_LOOKUP:
    *id_of = attachment_id;
    return &model->attachments;
  case MW_M2_CAMERA_LOOKUP:
    *id_of = camera_type;
    return &model->cameras;
  default:
    g_assert_not_reached ();
  }
}

void
mw_m2_derive_lookup (const MwM2 *model, MwM2Table table, MwM2Span *out)
{
  if (table == MW_M2_SEQUENCE_LOOKUP) {
    derive_sequences (model, out);
    return;
  }
  IdOf id_of;
  const MwList *list = list_of (model, table, &id_of);
  /* If no bone or camera has an id, the table still has one empty entry. */
  gboolean never_empty = list->n > 0 && (table == MW_M2_KEY_BONE_LOOKUP || table == MW_M2_CAMERA_LOOKUP);
  derive_by_id (list, id_of, never_empty ? 1 : 0, table == MW_M2_REPLACEABLE_LOOKUP, out);
}

uint32_t
mw_m2_lookup_inputs (const MwM2 *model, MwM2Table table)
{
  uint32_t sum = MW_CHECKSUM_START;
  IdOf id_of = NULL;
  const MwList *list = table == MW_M2_SEQUENCE_LOOKUP ? &model->sequences : list_of (model, table, &id_of);
  for (uint32_t i = 0; i < list->n; i++) {
    uint32_t id = id_of ? id_of (list->items[i]) : animation_at (model, i);
    sum = mw_checksum_word (sum, id);
  }
  return sum;
}
