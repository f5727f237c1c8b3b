/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/kept.h"

#include <string.h>

#define HAS_PHYSICS 0x20u           /* global flags: the model has a .phys file */
#define RIBBON_TRANSFORMS 0x20000u  /* global flags: ribbons refer to entries of the transform combos */
#define NONE 0xFFFF

/* --- Companion files without a reader --------------------------------------------------------------------------------- */

static const MwField unread_field = { .name = "unread_files", .type = MW_TYPE_TEXT, .label = "unread_files" };

void
mw_m2_note_unread (MwM2 *model, const char *names)
{
  mw_notes_add (&model->model.record, MW_NOTE_LAYOUT, &unread_field, 0, names, (uint32_t) strlen (names), 0);
}

/* The first unread file whose name ends with `ending`, or NULL. Free with g_free(). */
static char *
unread_file (const MwM2 *model, const char *ending)
{
  const MwNote *note = mw_notes_find (&model->model.record, MW_NOTE_LAYOUT, &unread_field);
  if (!note)
    return NULL;
  g_autofree char *text = g_strndup ((const char *) note->bytes, note->size);
  g_auto (GStrv) names = g_strsplit (text, "\n", -1);
  for (char **name = names; *name; name++)
    if (g_str_has_suffix (*name, ending))
      return g_strdup (*name);
  return NULL;
}

char *
mw_m2_unread_profile (const MwM2 *model, const guint8 *doomed, const MwRecord **record)
{
  if (record)
    *record = NULL;
  if (model->version < MW_M2_COMPANIONS_SINCE)
    return NULL;
  for (uint32_t i = model->skins.n; i-- > 0;) {
    const MwM2Skin *skin = (const MwM2Skin *) model->skins.items[i];
    if (!skin->not_loaded || (doomed && doomed[skin->record.id]))
      continue;
    if (record)
      *record = &skin->record;
    return g_strdup_printf ("%02u.skin", i);
  }
  return unread_file (model, ".skin");
}

char *
mw_m2_unread_bones (const MwM2 *model, const guint8 *doomed, const MwRecord **record)
{
  char *name = mw_m2_unread_profile (model, doomed, record);
  if (!name)
    name = unread_file (model, ".bone");
  if (!name)
    name = unread_file (model, ".phys");
  if (!name && model->version >= MW_M2_PHYSICS_SINCE && (model->global_flags & HAS_PHYSICS))
    name = g_strdup (".phys");
  return name;
}

static void
add_user (GString *users, const char *name)
{
  g_string_append_printf (users, "%s…%s", users->len ? ", " : "", name);
}

char *
mw_m2_unread_users (const MwM2 *model, const MwRecord *record)
{
  const MwSchema *schema = record->schema;
  gboolean by_profiles = schema == &mw_m2_bone_schema || schema == &mw_m2_texture_schema
                         || schema == &mw_m2_texture_weight_schema || schema == &mw_m2_texture_transform_schema
                         || schema == &mw_m2_color_schema || schema == &mw_m2_material_schema;
  if (record->owner != &model->model.record || model->version < MW_M2_COMPANIONS_SINCE || !by_profiles)
    return NULL;
  GString *users = g_string_new (NULL);
  for (uint32_t i = 0; i < model->skins.n; i++) {
    g_autofree char *name = g_strdup_printf ("%02u.skin", i);
    if (((const MwM2Skin *) model->skins.items[i])->not_loaded)
      add_user (users, name);
  }
  const MwNote *note = mw_notes_find (&model->model.record, MW_NOTE_LAYOUT, &unread_field);
  g_autofree char *text = note ? g_strndup ((const char *) note->bytes, note->size) : NULL;
  g_auto (GStrv) names = text ? g_strsplit (text, "\n", -1) : NULL;
  for (guint i = 0; names && names[i]; i++)
    if (*names[i] && (g_str_has_suffix (names[i], ".skin") || schema == &mw_m2_bone_schema))
      add_user (users, names[i]);
  return g_string_free (users, users->len == 0);
}

/* Recorded from the files as they were read. Profiles that were added or lost their shadows later say nothing about
 * the missing one. */
static const MwField shadowless_field = { .name = "shadowless_profiles", .type = MW_TYPE_U8, .label = "shadowless_profiles" };

static void
note_shadowless (MwM2 *model)
{
  gboolean any_read = FALSE;
  for (uint32_t i = 0; i < model->skins.n; i++) {
    const MwM2Skin *skin = (const MwM2Skin *) model->skins.items[i];
    if (skin->shadow_batches.n)
      return;
    any_read |= !skin->not_loaded && skin->batches.n;
  }
  if (any_read)
    mw_notes_add (&model->model.record, MW_NOTE_LAYOUT, &shadowless_field, 0, "", 1, 0);
}

gboolean
mw_m2_may_cast_shadows (const MwM2 *model)
{
  return !mw_notes_find (&model->model.record, MW_NOTE_LAYOUT, &shadowless_field);
}

/* --- Tables ----------------------------------------------------------------------------------------------------------- */

#define FIELD(name_) { .name = name_, .type = MW_TYPE_ARRAY, .element = MW_TYPE_U32, .count = 1, .label = name_ }
static const MwField kept_fields[MW_M2_N_TABLES] = {
  [MW_M2_BONE_COMBOS] = FIELD ("kept_bone_combos"),
  [MW_M2_TEXTURE_COMBOS] = FIELD ("kept_texture_combos"),
  [MW_M2_COORD_COMBOS] = FIELD ("kept_coord_combos"),
  [MW_M2_WEIGHT_COMBOS] = FIELD ("kept_weight_combos"),
  [MW_M2_TRANSFORM_COMBOS] = FIELD ("kept_transform_combos"),
};

/* A kept entry is the id of a record or, with this bit set, the stored number. */
#define IS_NUMBER 0x80000000u

/* The list that entries of a table index; NULL: they are plain numbers. */
static const MwList *
named_by (const MwM2 *model, MwM2Table table)
{
  switch (table) {
  case MW_M2_BONE_COMBOS:
    return &model->bones;
  case MW_M2_TEXTURE_COMBOS:
    return &model->textures;
  case MW_M2_WEIGHT_COMBOS:
    return &model->texture_weights;
  case MW_M2_TRANSFORM_COMBOS:
    return &model->texture_transforms;
  default:
    return NULL;
  }
}

static gboolean
has_ribbon_transforms (const MwM2 *model)
{
  if (model->version < MW_M2_COMPANIONS_SINCE || !(model->global_flags & RIBBON_TRANSFORMS))
    return FALSE;
  for (uint32_t i = 0; i < model->ribbons.n; i++)
    if (((const MwM2Ribbon *) model->ribbons.items[i])->texture_transform_index >= 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_kept (const MwM2 *model, MwM2Table table)
{
  g_autofree char *profile = mw_m2_unread_profile (model, NULL, NULL);
  return profile || (table == MW_M2_TRANSFORM_COMBOS && has_ribbon_transforms (model));
}

void
mw_m2_keep_tables (MwM2 *model, const MwM2Frame *stored)
{
  g_autofree char *unread = mw_m2_unread_profile (model, NULL, NULL);
  if (unread)
    note_shadowless (model);
  for (MwM2Table table = 0; table < MW_M2_N_TABLES; table++) {
    if (!kept_fields[table].name || !is_kept (model, table))
      continue;
    const MwM2Span *span = &stored->tables[table];
    const MwList *named = named_by (model, table);
    g_autofree uint32_t *entries = g_new (uint32_t, (gsize) span->n + 1);
    for (uint32_t i = 0; i < span->n; i++) {
      uint16_t number = span->values[i];
      entries[i] = named && number < named->n ? named->items[number]->id : IS_NUMBER | number;
    }
    mw_notes_add (&model->model.record, MW_NOTE_LAYOUT, &kept_fields[table], 0, entries, 4 * span->n, 2 * span->n);
  }
}

const MwField *
mw_m2_kept_note_field (const char *name)
{
  if (strcmp (name, unread_field.name) == 0)
    return &unread_field;
  if (strcmp (name, shadowless_field.name) == 0)
    return &shadowless_field;
  for (MwM2Table table = 0; table < MW_M2_N_TABLES; table++)
    if (kept_fields[table].name && strcmp (name, kept_fields[table].name) == 0)
      return &kept_fields[table];
  return NULL;
}

static const MwNote *
kept_note (const MwM2 *model, MwM2Table table)
{
  return kept_fields[table].name ? mw_notes_find (&model->model.record, MW_NOTE_LAYOUT, &kept_fields[table]) : NULL;
}

static uint32_t
entry_at (const MwNote *note, uint32_t i)
{
  uint32_t entry;
  memcpy (&entry, note->bytes + 4 * (gsize) i, sizeof entry);
  return entry;
}

const MwRecord *
mw_m2_ribbon_transform (const MwM2 *model, const MwM2Ribbon *ribbon, guint i)
{
  if (ribbon->texture_transform_index < 0 || !has_ribbon_transforms (model))
    return NULL;
  const MwNote *note = kept_note (model, MW_M2_TRANSFORM_COMBOS);
  guint64 at = (guint64) ribbon->texture_transform_index + i;
  if (!note || at >= note->size / 4)
    return NULL;
  uint32_t entry = entry_at (note, (uint32_t) at);
  return entry & IS_NUMBER ? NULL : mw_model_find (&model->model, entry);
}

gboolean
mw_m2_kept_table (const MwM2 *model, MwM2Table table, const uint32_t *numbers, MwM2Span *out)
{
  const MwNote *note = kept_note (model, table);
  if (!note || !is_kept (model, table))
    return FALSE;
  if (!out)
    return TRUE;
  mw_m2_span_clear (out);
  out->n = note->size / 4;
  out->values = g_new (uint16_t, (gsize) out->n + 1);
  for (uint32_t i = 0; i < out->n; i++) {
    uint32_t entry = entry_at (note, i);
    out->values[i] = entry & IS_NUMBER ? (uint16_t) entry
                     : mw_model_find (&model->model, entry) ? (uint16_t) numbers[entry]
                                                            : NONE;
  }
  return TRUE;
}

void
mw_m2_rename_kept (MwM2 *model, const MwId *to, MwId n_ids)
{
  for (MwM2Table table = 0; table < MW_M2_N_TABLES; table++) {
    const MwNote *note = kept_note (model, table);
    if (!note)
      continue;
    uint32_t n = note->size / 4, from_file = note->from_file;
    g_autofree uint32_t *entries = g_new (uint32_t, (gsize) n + 1);
    for (uint32_t i = 0; i < n; i++) {
      uint32_t entry = entry_at (note, i);
      entries[i] = !(entry & IS_NUMBER) && entry < n_ids ? to[entry] : entry;
    }
    mw_notes_add (&model->model.record, MW_NOTE_LAYOUT, &kept_fields[table], 0, entries, 4 * n, from_file);
  }
}

uint32_t
mw_m2_kept_size (const MwM2 *model, MwM2Table table)
{
  const MwNote *note = kept_note (model, table);
  return note ? note->size / 4 : 0;
}

static gboolean
has_entry (const MwM2 *model, MwM2Table table, uint32_t wanted, uint32_t *place)
{
  const MwNote *note = kept_note (model, table);
  for (uint32_t i = 0; note && i < note->size / 4; i++)
    if (entry_at (note, i) == wanted) {
      *place = i;
      return TRUE;
    }
  return FALSE;
}

gboolean
mw_m2_kept_names (const MwM2 *model, MwM2Table table, MwId id, uint32_t *place)
{
  return has_entry (model, table, id, place);
}

gboolean
mw_m2_kept_awaits (const MwM2 *model, MwM2Table table, uint32_t number, uint32_t *place)
{
  return number < NONE && has_entry (model, table, IS_NUMBER | number, place);
}
