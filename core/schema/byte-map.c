/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/byte-map.h"

MwByteMap *
mw_byte_map_new (void)
{
  MwByteMap *map = g_new0 (MwByteMap, 1);
  map->entries = g_array_new (FALSE, TRUE, sizeof (MwBytes));
  return map;
}

void
mw_byte_map_free (MwByteMap *map)
{
  if (!map)
    return;
  g_array_unref (map->entries);
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

void
mw_byte_map_finish (MwByteMap *map)
{
  g_array_sort (map->entries, by_place); /* GLib's is a stable merge sort */
}
