/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/plan.h"
#include "core/schema/record.h"

#include <string.h>

const MwWireRow *
mw_wire_next_row (MwWireRows *rows, const char *field)
{
  for (; rows->schema; rows->schema = rows->schema->base, rows->next = 0)
    while (rows->next < rows->schema->n_wire) {
      const MwWireRow *row = &rows->schema->wire[rows->next++];
      if (row->field && strcmp (row->field, field) == 0)
        return row;
    }
  return NULL;
}

/* --- In a format ---------------------------------------------------------------------------------------------------- */

/* Whether a field exists only in tracks with an interpolation type: the type itself and the tangents. */
static gboolean
is_of_interpolation (const MwSchema *schema, const MwField *field)
{
  return schema->keys == MW_KEYS_TRACK
         && (field->part == MW_PART_INTERPOLATION || field->part == MW_PART_IN_TANS || field->part == MW_PART_OUT_TANS);
}

/* What the rows say; with a kind, only those for records of this kind or of any. */
static MwInFormat
rows_in_format (const MwSchema *schema, const MwField *field, const MwSchema *kind, MwFormat format)
{
  MwWireRows rows = { schema };
  const MwWireRow *row;
  gboolean any = FALSE;
  MwInFormat in = MW_IN_FORMAT_NEVER;
  while ((row = mw_wire_next_row (&rows, field->name))) {
    if (kind && row->element && row->element != kind)
      continue;
    any = TRUE;
    if (!mw_wire_row_is_of (row, schema, format))
      continue;
    if (!row->variants && !row->when.field)
      return MW_IN_FORMAT_ALWAYS;
    in = MW_IN_FORMAT_ASK;
  }
  return any ? in : MW_IN_FORMAT_ALWAYS;
}

MwInFormat
mw_field_in_format (const MwSchema *schema, const MwField *field, MwFormat format)
{
  MwInFormat in = rows_in_format (schema, field, NULL, format);
  gboolean asks = field->live || (format.family == MW_FAMILY_MDX_WOW && is_of_interpolation (schema, field));
  return in == MW_IN_FORMAT_ALWAYS && asks ? MW_IN_FORMAT_ASK : in;
}

gboolean
mw_kind_in_format (const MwSchema *schema, const MwField *list, const MwSchema *kind, MwFormat format)
{
  return rows_in_format (schema, list, kind, format) != MW_IN_FORMAT_NEVER;
}

/* --- In a record ---------------------------------------------------------------------------------------------------- */

static gboolean
condition_holds (const MwWireRow *row, const MwRecord *record)
{
  return !row->when.field || mw_when_holds (&row->when, mw_schema_field (record->schema, row->when.field), record);
}

/* The row that stores a field in this record. If there are rows only under conditions that do not hold, one of these
 * and *live is FALSE; NULL if the format has no row. *live is TRUE too if the field has no row in any format. */
static const MwWireRow *
row_over (const MwRecord *record, const MwField *field, MwFormat format, gboolean *live)
{
  MwWireRows rows = { record->schema };
  const MwWireRow *row, *dormant = NULL;
  *live = TRUE;
  while ((row = mw_wire_next_row (&rows, field->name))) {
    *live = mw_wire_row_applies (row, record->schema, format, record->variant);
    if (*live && condition_holds (row, record))
      return row;
    dormant = *live ? row : dormant;
    *live = FALSE;
  }
  return dormant;
}

const MwWireRow *
mw_field_row (const MwRecord *record, const MwField *field, MwFormat format)
{
  gboolean live;
  const MwWireRow *row = row_over (record, field, format, &live);
  return live ? row : NULL;
}

gboolean
mw_track_is_simple (const MwRecord *owner, const MwField *slot, MwFormat format)
{
  gboolean live;
  const MwWireRow *row = format.family == MW_FAMILY_MDX_WOW && owner && slot ? row_over (owner, slot, format, &live)
                                                                             : NULL;
  return row && row->wire == MW_WIRE_SIMPLE_TRACK;
}

gboolean
mw_field_is_live (const MwRecord *record, const MwField *field, MwFormat format)
{
  gboolean live;
  if (field->live && !field->live (record))
    return FALSE;
  if (format.family == MW_FAMILY_MDX_WOW && record->owner && is_of_interpolation (record->schema, field)
      && mw_track_is_simple (record->owner, mw_record_slot (record), format))
    return FALSE;
  row_over (record, field, format, &live);
  return live;
}

MwCodec
mw_field_codec (const MwRecord *record, const MwField *field, const MwRecord *owner, const MwField *slot,
                MwFormat format)
{
  gboolean live;
  const MwWireRow *row = row_over (record, field, format, &live);
  if (row)
    return row->codec;
  if (!owner || !slot || !mw_field_is_of_keys (field))
    return MW_CODEC_NONE;
  /* A lane is in a track, and the track is in the record that has the row. */
  if (slot->type == MW_TYPE_LIST) {
    slot = mw_record_slot (owner);
    owner = owner->owner;
  }
  row = owner && slot ? row_over (owner, slot, format, &live) : NULL;
  if (row && field->part == MW_PART_TIMES)
    return row->wire == MW_WIRE_M2_CURVE ? MW_CODEC_FIXED16 : MW_CODEC_NONE;
  return row ? row->codec : MW_CODEC_NONE;
}

/* --- Layouts -------------------------------------------------------------------------------------------------------- */

/* Whether a row stores something in this record. A row for a missing child stores nothing. */
static gboolean
row_counts (const MwRecord *record, const MwWireRow *row, MwFormat format)
{
  const MwField *field = row->field ? mw_schema_field (record->schema, row->field) : NULL;
  if (field && field->type == MW_TYPE_CHILD && !*(MwRecord *const *) mw_field_at (record, field))
    return FALSE;
  return mw_wire_row_applies (row, record->schema, format, record->variant) && condition_holds (row, record);
}

gboolean
mw_records_laid_out_alike (const MwRecord *a, const MwRecord *b, MwFormat format)
{
  if (a->variant == b->variant)
    return TRUE;
  for (const MwSchema *schema = a->schema; schema; schema = schema->base)
    for (guint i = 0; i < schema->n_wire; i++)
      if (row_counts (a, &schema->wire[i], format) != row_counts (b, &schema->wire[i], format))
        return FALSE;
  return TRUE;
}
