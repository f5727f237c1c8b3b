/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/byte-owner.h"
#include "core/schema/path.h"
#include "core/schema/plan.h"

#include <string.h>

gboolean
mw_bytes_has (const MwBytes *bytes, uint64_t offset)
{
  if (offset < bytes->offset || bytes->size == 0)
    return FALSE;
  uint64_t at = offset - bytes->offset;
  if (!bytes->stride)
    return at < bytes->size;
  return at / bytes->stride < bytes->count && at % bytes->stride < bytes->size / bytes->count;
}

/* The number of entries before the first of a part that begins after `offset`. */
static guint
entries_up_to (const MwByteMap *map, guint part, uint64_t offset)
{
  guint low = 0, high = map->entries->len;
  while (low < high) {
    const guint middle = low + (high - low) / 2;
    const MwBytes *bytes = &g_array_index (map->entries, MwBytes, middle);
    if (bytes->part < part || (bytes->part == part && bytes->offset <= offset))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

const MwBytes *
mw_byte_map_owner (const MwByteMap *map, guint part, uint64_t offset)
{
  const MwBytes *owner = NULL;
  for (guint i = entries_up_to (map, part, offset); i-- > 0;) {
    const MwBytes *bytes = &g_array_index (map->entries, MwBytes, i);
    if (bytes->part != part || g_array_index (map->reach, uint64_t, i) <= offset)
      break;
    /* The first of several that are not notes, and the last note. */
    if (mw_bytes_has (bytes, offset) && !(owner && owner->kind == MW_BYTES_NOTE))
      owner = bytes;
  }
  return owner;
}

char *
mw_bytes_path (const MwBytes *bytes, const MwModel *model)
{
  MwRecord *record = bytes->record ? mw_model_find (model, bytes->record) : NULL;
  const MwField *field = bytes->field;
  if (!record)
    return g_strdup (field ? field->name : "");
  return field ? mw_field_path (record, field) : mw_record_path (record);
}

/* Whether the file stores the components of the field in reverse order, as it does for colours (blue first). */
static gboolean
is_reversed (const MwRecord *record, const MwField *field)
{
  const char *name = field->name;
  const MwSchema *schema = record->schema;
  MwWire wire = MW_WIRE_BGR;
  if (field->parallel && record->owner) { /* keys of a track: the row is that of its owner */
    name = mw_record_slot (record)->name;
    schema = record->owner->schema;
    wire = MW_WIRE_TRACK_BGR;
  }
  MwFamily family = mw_record_family (record);
  MwWireRows rows = { schema };
  const MwWireRow *row;
  while ((row = mw_wire_next_row (&rows, name)))
    if (!row->families || row->families & family)
      return row->wire == wire;
  return FALSE;
}

gboolean
mw_bytes_target_at (const MwBytes *bytes, const MwModel *model, uint64_t offset, MwTarget *target)
{
  MwRecord *record = bytes->record ? mw_model_find (model, bytes->record) : NULL;
  const MwField *field = bytes->field;
  if (!record || !field || bytes->kind != MW_BYTES_VALUE || !bytes->count || field->type == MW_TYPE_TEXT)
    return FALSE;

  *target = (MwTarget) { .record = record, .field = field, .component = -1 };
  gboolean array = field->type == MW_TYPE_ARRAY;
  MwType type = array ? field->element : field->type;
  uint64_t at = offset - bytes->offset, width = array ? bytes->size / bytes->count : bytes->size;
  uint64_t stride = bytes->stride ? bytes->stride : width;
  if (array) {
    target->first = (uint32_t) (at / stride);
    target->n = 1;
    target->one = TRUE;
    at %= stride;
  }
  if (type != MW_TYPE_REF && field->count > 1 && width == mw_type_size (type) * field->count) {
    target->component = (int) (at / mw_type_size (type));
    if (is_reversed (record, field))
      target->component = field->count - 1 - target->component;
  }
  target->whole = !array && target->component < 0;
  return TRUE;
}

char *
mw_bytes_path_at (const MwBytes *bytes, const MwModel *model, uint64_t offset)
{
  MwTarget target;
  return mw_bytes_target_at (bytes, model, offset, &target) ? mw_target_path (&target) : mw_bytes_path (bytes, model);
}

const char *
mw_bytes_kind_name (MwBytesKind kind)
{
  static const char *const names[] = { "value", "derived", "fixed", "note" };
  return names[kind];
}
