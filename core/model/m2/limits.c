/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/limits.h"
#include "core/base/error.h"
#include "core/model/m2/kept.h"
#include "core/schema/path.h"
#include "core/schema/plan.h"

#include <string.h>

/* Indices into these lists are stored as i16 somewhere (parents of bones, global sequences of tracks, colours of
 * batches). */
#define MOST_U16 65536u
#define MOST_CORNERS 65535u
#define MOST_UNITS 64u /* readers treat more as corrupt */
#define MOST_SKINS 100u

typedef struct {
  const uint32_t *numbers; /* the number written for a reference, by id */
  MwFormat format;
  GError **error;
} Checking;

static gboolean
too_many (GError **error, const char *path, const char *what, uint64_t found, uint64_t most)
{
  mw_set_error (error, MW_ERROR_NOT_WRITABLE, -1, path, "has %" G_GUINT64_FORMAT " %s; the file has room for %" G_GUINT64_FORMAT, found,
                what, most);
  return FALSE;
}

/* --- Lists ---------------------------------------------------------------------------------------------------------- */

static gboolean
check_lists (const MwM2 *model, GError **error)
{
  if (model->version >= MW_M2_COMPANIONS_SINCE && model->skins.n > MOST_SKINS)
    return too_many (error, "skins", "records", model->skins.n, MOST_SKINS);
  return TRUE;
}

/* --- Stored numbers ------------------------------------------------------------------------------------------------- */

/* Whether a stored number that refers to nothing would be read back unchanged. */
static gboolean
number_fits (const MwRecord *record, const MwField *field, uint32_t raw, MwFormat format)
{
  if (raw < 0x8000 || raw == MW_REF_NONE.raw)
    return TRUE;
  const MwWireRow *row = mw_field_row (record, field, format);
  if (row && row->wire == MW_WIRE_REF32)
    return TRUE;
  /* The weights of a batch have no bytes of their own; they are in a table of unsigned numbers. */
  gboolean in_table = record->schema == &mw_m2_batch_schema && (!row || row->wire == MW_WIRE_ELSEWHERE);
  if (field->type == MW_TYPE_ARRAY || in_table || (row && row->wire == MW_WIRE_REFU16))
    return raw < 0xFFFF;
  return raw >= 0xFFFF8000u;
}

static gboolean
check_field (const MwRecord *record, const MwField *field, const Checking *c)
{
  const MwArray *array = field->type == MW_TYPE_ARRAY ? mw_field_at (record, field) : NULL;
  const MwRef *refs = array ? array->data : mw_field_at (record, field);
  for (uint32_t k = 0; k < (array ? array->n : 1); k++) {
    uint32_t number = refs[k].id ? c->numbers[refs[k].id] : refs[k].raw;
    if (number_fits (record, field, number, c->format))
      continue;
    g_autofree char *path = mw_field_path (record, field);
    mw_set_error (c->error, MW_ERROR_NOT_WRITABLE, -1, path, "has the number %u%s, which does not fit in 16 bits", number,
                  refs[k].id ? "" : " that refers to nothing");
    return FALSE;
  }
  return TRUE;
}

static gboolean
is_checked (const MwField *field)
{
  return (field->type == MW_TYPE_ARRAY ? field->element : field->type) == MW_TYPE_REF && !field->read_only;
}

/* Whether records of a schema, or below, have anything to check. Large models consist mostly of lanes, which do not. */
static gboolean
needs_check (const MwSchema *schema)
{
  gboolean any = mw_schema_holds_records (schema);
  for (guint i = 0; i < schema->n_fields && !any; i++)
    any = is_checked (&schema->fields[i]);
  return any;
}

static gboolean
check_numbers (const MwRecord *record, const Checking *c)
{
  for (guint i = 0; i < record->schema->n_fields; i++) {
    const MwField *field = &record->schema->fields[i];
    if (is_checked (field) && !check_field (record, field, c))
      return FALSE;
    if (field->type == MW_TYPE_LIST && needs_check (field->schema)) {
      const MwList *list = mw_record_list (record, field);
      for (uint32_t k = 0; k < list->n; k++)
        if (!check_numbers (list->items[k], c))
          return FALSE;
    } else if (field->type == MW_TYPE_CHILD) {
      const MwRecord *child = *(MwRecord **) mw_field_at (record, field);
      if (child && !check_numbers (child, c))
        return FALSE;
    }
  }
  return TRUE;
}

/* --- Profiles ------------------------------------------------------------------------------------------------------- */

static gboolean
check_skin (const MwM2Skin *skin, const MwM2SkinFrame *frame, GError **error)
{
  g_autofree char *path = mw_record_path (&skin->record);
  for (uint32_t i = 0; i < skin->submeshes.n; i++) {
    const MwM2Submesh *submesh = (const MwM2Submesh *) skin->submeshes.items[i];
    g_autofree char *of = mw_record_path (&submesh->record);
    if (submesh->triangles.n > MOST_CORNERS)
      return too_many (error, of, "corners of triangles", submesh->triangles.n, MOST_CORNERS);
  }
  if (frame->vertices.n > MOST_U16 && !mw_notes_find (&skin->record, MW_NOTE_LAYOUT, &mw_m2_skin_vertices_field))
    return too_many (error, path, "vertices", frame->vertices.n, MOST_U16);
  for (uint32_t i = 0; i < skin->batches.n; i++) {
    const MwM2Batch *batch = (const MwM2Batch *) skin->batches.items[i];
    g_autofree char *of = mw_record_path (&batch->record);
    if (batch->textures.n > MOST_UNITS)
      return too_many (error, of, "textures", batch->textures.n, MOST_UNITS);
  }
  return TRUE;
}

gboolean
mw_m2_check_limits (const MwM2 *model, const MwM2Frame *frame, GError **error)
{
  const Checking c = { frame->numbers, { MW_FAMILY_M2, model->version, FALSE }, error };
  if (!check_lists (model, error) || !check_numbers (&model->model.record, &c))
    return FALSE;
  for (uint32_t i = 0; i < model->skins.n && i < frame->skins->len; i++)
    if (!check_skin ((const MwM2Skin *) model->skins.items[i], frame->skins->pdata[i], error))
      return FALSE;
  /* A stored table is written back whatever its length. */
  for (MwM2Table table = 0; table < MW_M2_N_TABLES; table++)
    if (frame->tables[table].n > MOST_U16
        && (mw_m2_kept_table (model, table, NULL, NULL)
              ? frame->tables[table].n != mw_m2_kept_size (model, table)
              : !mw_notes_find (&model->model.record, MW_NOTE_LAYOUT, mw_m2_table_field (table))))
      return too_many (error, mw_m2_table_field (table)->name, "entries", frame->tables[table].n, MOST_U16);
  return TRUE;
}
