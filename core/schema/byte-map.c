/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/byte-map.h"

MwByteMap *
mw_byte_map_new (void)
{
  MwByteMap *map = g_new0 (MwByteMap, 1);
  map->entries = g_array_new (FALSE, TRUE, sizeof (MwBytes));
  map->reach = g_array_new (FALSE, FALSE, sizeof (uint64_t));
  return map;
}

void
mw_byte_map_free (MwByteMap *map)
{
  if (!map)
    return;
  g_array_unref (map->entries);
  g_array_unref (map->reach);
  g_free (map);
}

void
mw_byte_map_add (MwByteMap *map, uint64_t offset, uint64_t size, uint32_t count, uint32_t stride, MwBytesKind kind,
                 const MwRecord *record, const MwField *field, const char *tag)
{
  MwBytes entry = { offset, size, count, stride, kind, record ? record->id : 0, field, map->part, "" };
  if (tag)
    g_strlcpy (entry.tag, tag, sizeof entry.tag);
  g_array_append_val (map->entries, entry);
}

static gint
by_place (gconstpointer a, gconstpointer b)
{
  const MwBytes *x = a, *y = b;
  if (x->part != y->part)
    return x->part < y->part ? -1 : 1;
  return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* Where an entry ends: the offset after its last byte. Bytes of others may be in between (a stride). */
static uint64_t
end_of (const MwBytes *bytes)
{
  if (!bytes->stride || !bytes->count)
    return bytes->offset + bytes->size;
  return bytes->offset + (uint64_t) bytes->stride * (bytes->count - 1) + bytes->size / bytes->count;
}

void
mw_byte_map_finish (MwByteMap *map)
{
  g_array_sort (map->entries, by_place); /* GLib's is a stable merge sort */
  g_array_set_size (map->reach, map->entries->len);
  uint64_t reach = 0;
  for (guint i = 0; i < map->entries->len; i++) {
    const MwBytes *bytes = &g_array_index (map->entries, MwBytes, i);
    const gboolean first = i == 0 || bytes[-1].part != bytes->part;
    reach = MAX (first ? 0 : reach, end_of (bytes));
    g_array_index (map->reach, uint64_t, i) = reach;
  }
}
