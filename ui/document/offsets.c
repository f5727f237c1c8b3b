/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/offsets-private.h"
#include "ui/i18n.h"
#include "ui/labels.h"

struct _MwOffsets {
  gatomicrefcount references;
  MwWritten *written;
  GArray *entries; /* MwBytes of values, sorted by record, field, part and offset */
};

MwOffsets *
mw_offsets_ref (MwOffsets *offsets)
{
  g_atomic_ref_count_inc (&offsets->references);
  return offsets;
}

void
mw_offsets_unref (MwOffsets *offsets)
{
  if (!g_atomic_ref_count_dec (&offsets->references))
    return;
  g_array_unref (offsets->entries);
  mw_written_unref (offsets->written);
  g_free (offsets);
}

static int
by_owner (gconstpointer a, gconstpointer b)
{
  const MwBytes *x = a, *y = b;
  if (x->record != y->record)
    return x->record < y->record ? -1 : 1;
  if (x->field != y->field)
    return (guintptr) x->field < (guintptr) y->field ? -1 : 1;
  if (x->part != y->part)
    return x->part < y->part ? -1 : 1;
  return x->offset == y->offset ? 0 : x->offset < y->offset ? -1 : 1;
}

MwOffsets *
mw_offsets_new (MwWritten *written)
{
  MwOffsets *offsets = g_new0 (MwOffsets, 1);
  g_atomic_ref_count_init (&offsets->references);
  offsets->written = written;
  offsets->entries = g_array_new (FALSE, FALSE, sizeof (MwBytes));
  for (guint i = 0; i < written->map->entries->len; i++) {
    const MwBytes *bytes = &g_array_index (written->map->entries, MwBytes, i);
    if (bytes->kind == MW_BYTES_VALUE && bytes->record && bytes->field)
      g_array_append_val (offsets->entries, *bytes);
  }
  g_array_sort (offsets->entries, by_owner);
  return offsets;
}

MwWritten *
mw_offsets_get_written (const MwOffsets *offsets)
{
  return offsets->written;
}

const MwBytes *
mw_offsets_find (const MwOffsets *offsets, MwId record, const MwField *field, guint *n)
{
  const MwBytes wanted = { .record = record, .field = field };
  guint low = 0, high = offsets->entries->len;
  while (low < high) {
    guint middle = low + (high - low) / 2;
    if (by_owner (&g_array_index (offsets->entries, MwBytes, middle), &wanted) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  *n = 0;
  if (low == offsets->entries->len)
    return NULL;
  const MwBytes *found = &g_array_index (offsets->entries, MwBytes, low);
  while (low + *n < offsets->entries->len && found[*n].record == record && found[*n].field == field)
    ++*n;
  return *n ? found : NULL;
}

/* --- Words ---------------------------------------------------------------------------------------------------------- */

char *
mw_offsets_describe (const MwOffsets *offsets, MwId record, const MwField *field)
{
  guint n;
  const MwBytes *found = mw_offsets_find (offsets, record, field, &n);
  if (!found)
    return NULL;
  const char *part = offsets->written->names->pdata[found->part];
  g_autofree char *at = g_strdup_printf ("%s%s0x%" G_GINT64_MODIFIER "X", part, *part ? " " : "", found->offset);
  g_autofree char *count = mw_ui_count (found->size);
  /* Interleaved elements: the bytes of all of them, and the distance between two. */
  if (found->stride) {
    g_autofree char *stride = mw_ui_count (found->stride);
    return g_strdup_printf (_ ("%s, %s bytes, every %s"), at, count, stride);
  }
  return g_strdup_printf (ngettext ("%s, %s byte", "%s, %s bytes", (gulong) found->size), at, count);
}
