/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/check/check-m2.h"
#include "core/model/m2/derived.h"
#include "core/model/m2/stored.h"
#include "core/schema/catalogue.h"

#include <string.h>

/* Batches, textures and texts (m2.md 5.10 and 6.2). */

/* --- Batches -------------------------------------------------------------------------------------------------------- */

static void
check_coords (MwChecking *c, const MwRecord *record)
{
  const MwM2Batch *batch = (const MwM2Batch *) record;
  const uint16_t *coords = batch->coords.data;
  enum { SETS = 2, ENVIRONMENT = 0xFFFF };
  if (c->one)
    return;
  for (uint32_t i = 0; i < batch->coords.n; i++)
    if (coords[i] >= SETS && coords[i] != ENVIRONMENT) {
      mw_check_find_at (c, MW_RULE_M2_BATCH_COORDS, record, MW_FIELD (MwM2Batch, coords), i, "found %u", coords[i]);
      return;
    }
}

/* Layers above those that clients know break another rule. */
static void
check_layers (MwChecking *c, const MwM2 *model, const MwM2Skin *skin)
{
  enum { LAYERS = 8 };
  g_autofree guint8 *layers = g_new0 (guint8, skin->submeshes.n + 1);
  for (guint pass = 0; pass < 2; pass++)
    for (uint32_t i = 0; i < skin->batches.n; i++) {
      const MwM2Batch *batch = (const MwM2Batch *) skin->batches.items[i];
      const MwRecord *submesh = mw_model_resolve (&model->model, batch->submesh);
      if (!submesh || submesh->owner != &skin->record || batch->layer >= LAYERS)
        continue;
      guint8 *has = &layers[mw_record_index (submesh)];
      if (pass == 0)
        *has |= (guint8) (1u << batch->layer);
      else if (batch->layer && !(*has & 1u << (batch->layer - 1)))
        mw_check_find_in (c, MW_RULE_M2_BATCH_LAYERS, &batch->record, NULL,
                          "it is layer %u of submeshes[%u], which has no layer %u", batch->layer,
                          mw_record_index (submesh), batch->layer - 1u);
    }
}

/* The table follows from the batches, unless the file had another one that still fits. Without a batch nothing reads it. From Cataclysm on
 * files need none, and a conversion to an earlier version makes it (m2.md 7). */
static void
check_coord_table (MwChecking *c, const MwM2 *model)
{
  const MwRecord *root = &model->model.record;
  uint32_t n_units = 0;
  if (model->version >= MW_M2_COORDS_OPTIONAL_SINCE
      || !mw_notes_find (root, MW_NOTE_LAYOUT, mw_m2_table_field (MW_M2_COORD_COMBOS)))
    return;
  for (uint32_t k = 0; k < model->skins.n; k++)
    n_units += ((const MwM2Skin *) model->skins.items[k])->batches.n;
  if (!n_units)
    return;
  g_autoptr (MwM2Frame) frame = mw_m2_frame_derive (model);
  if (frame->tables[MW_M2_COORD_COMBOS].n == 0)
    mw_check_find_in (c, MW_RULE_M2_COORDS_EMPTY, root, NULL, "no batch has an entry");
}

/* --- Textures ------------------------------------------------------------------------------------------------------- */

static gboolean
is_blp (const char *path)
{
  const gsize length = strlen (path);
  return length >= 4 && g_ascii_strcasecmp (path + length - 4, ".blp") == 0;
}

static void
check_texture (MwChecking *c, const MwRecord *record)
{
  const MwM2Texture *texture = (const MwM2Texture *) record;
  const MwField *path = MW_FIELD (MwM2Texture, path), *type = MW_FIELD (MwM2Texture, type);
  const char *text = mw_text (texture->path);
  if (texture->type && !mw_catalogue_entry (MW_CATALOGUE_TEXTURE_TYPE, texture->type))
    mw_check_find_in (c, MW_RULE_M2_TEXTURE_TYPE, record, type, "found %u", texture->type);
  if (texture->type && *text)
    mw_check_find_in (c, MW_RULE_M2_TEXTURE_UNUSED_PATH, record, path, "found \"%s\"", text);
  else if (!texture->type && *text && !is_blp (text))
    mw_check_find_in (c, MW_RULE_M2_TEXTURE_SUFFIX, record, path, "found \"%s\"", text);
}

static void
check_texture_text (MwChecking *c, const MwM2 *model, const MwM2Texture *texture)
{
  const MwField *path = MW_FIELD (MwM2Texture, path);
  const char *text = mw_text (texture->path);
  const MwNote *note = mw_notes_find (&texture->record, MW_NOTE_TEXT_TAIL, path);
  const gboolean ends = !note || note->size || !mw_m2_is_text_end (&texture->record, note);
  const gboolean by_id = !ends && mw_m2_may_be_given_by_id (model, note);
  if (!texture->type && !*text && !by_id && !(model->chunked && texture->file_id))
    mw_check_find_in (c, MW_RULE_M2_TEXTURE_EMPTY, &texture->record, NULL, "it has no path");
  if (!ends && (model->version < MW_M2_CHUNKS_SINCE || mw_check_is_for_older (c, 70000)))
    mw_check_find_in (c, MW_RULE_M2_TEXT_END, &texture->record, NULL, "it ends at byte %u", note->offset);
}

static gboolean
check_texts (MwRecord *record, gpointer data)
{
  MwChecking *c = data;
  for (guint i = 0; i < mw_notes_count (record); i++) {
    const MwNote *note = mw_notes_at (record, i);
    if (mw_m2_is_text_end (record, note) && note->size > 1)
      mw_check_find_in (c, MW_RULE_M2_TEXT_REST, record, NULL, "%u bytes after its %s of %u", note->size - 1,
                        note->field->name, note->offset);
  }
  return TRUE;
}

const MwRecordCheck mw_m2_surface_checks[] = { { &mw_m2_batch_schema, check_coords },
                                               { &mw_m2_texture_schema, check_texture },
                                               { 0 } };

void
mw_check_m2_surfaces (MwChecking *c, const MwM2 *model)
{
  for (uint32_t k = 0; k < model->skins.n; k++)
    check_layers (c, model, (const MwM2Skin *) model->skins.items[k]);
  check_coord_table (c, model);
  for (uint32_t i = 0; i < model->textures.n; i++)
    check_texture_text (c, model, (const MwM2Texture *) model->textures.items[i]);
  mw_record_foreach ((MwRecord *) &model->model.record, check_texts, c);
}
