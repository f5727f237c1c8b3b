/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/offsets.h"
#include "core/base/last-words.h"
#include "core/io/place.h"
#include "core/io/registry.h"
#include "ui/i18n.h"
#include "ui/labels.h"

struct _MwOffsets {
  gatomicrefcount references;
  GArray *entries;  /* MwBytes of values, sorted by record, field, part and offset */
  GPtrArray *names; /* of each part: the end of a companion's name, "" for the main file */
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
  g_ptr_array_unref (offsets->names);
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

/* --- Finding -------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwModel *snapshot;
  MwFormat format;
} Finding;

static void
finding_free (Finding *finding)
{
  mw_model_free (finding->snapshot);
  g_free (finding);
}

static void
find_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  mw_last_words_in_thread ();
  const Finding *finding = data;
  GError *error = NULL;
  g_autoptr (MwByteMap) map = mw_byte_map_new ();
  g_autoptr (MwReport) report = mw_report_new ();
  g_autoptr (MwFileSet)
    set = mw_io_write (finding->snapshot, finding->format, &(MwIoOptions) { .map = map, .report = report }, &error);
  if (!set) {
    g_task_return_error (task, error);
    return;
  }
  MwOffsets *offsets = g_new0 (MwOffsets, 1);
  g_atomic_ref_count_init (&offsets->references);
  offsets->entries = g_array_new (FALSE, FALSE, sizeof (MwBytes));
  offsets->names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < map->entries->len; i++) {
    const MwBytes *bytes = &g_array_index (map->entries, MwBytes, i);
    if (bytes->kind == MW_BYTES_VALUE && bytes->record && bytes->field)
      g_array_append_val (offsets->entries, *bytes);
  }
  g_array_sort (offsets->entries, by_owner);
  for (guint i = 0; i < set->parts->len; i++) {
    char *suffix = i ? mw_io_companion_suffix (set, ((const MwFilePart *) set->parts->pdata[i])->role) : NULL;
    g_ptr_array_add (offsets->names, suffix ? suffix : g_strdup (""));
  }
  g_task_return_pointer (task, offsets, (GDestroyNotify) mw_offsets_unref);
}

void
mw_offsets_find_async (MwDocument *document, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (document, cancellable, callback, data);
  Finding *finding = g_new0 (Finding, 1);
  guint64 generation;
  finding->snapshot = mw_document_snapshot (document, &generation);
  finding->format = mw_document_get_format (document);
  g_task_set_source_tag (task, mw_offsets_find_async);
  g_task_set_task_data (task, finding, (GDestroyNotify) finding_free);
  g_task_set_return_on_cancel (task, TRUE);
  g_task_run_in_thread (task, find_thread);
}

MwOffsets *
mw_offsets_find_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- Words ---------------------------------------------------------------------------------------------------------- */

char *
mw_offsets_describe (const MwOffsets *offsets, MwId record, const MwField *field)
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
  const MwBytes *found = low < offsets->entries->len ? &g_array_index (offsets->entries, MwBytes, low) : NULL;
  if (!found || found->record != record || found->field != field)
    return NULL;
  const char *part = found->part < offsets->names->len ? offsets->names->pdata[found->part] : "";
  g_autofree char *at = g_strdup_printf ("%s%s0x%" G_GINT64_MODIFIER "X", part, *part ? " " : "", found->offset);
  g_autofree char *count = mw_ui_count (found->size);
  /* Interleaved elements: the bytes of all of them, and the distance between two. */
  if (found->stride) {
    g_autofree char *stride = mw_ui_count (found->stride);
    return g_strdup_printf (_ ("%s, %s bytes, every %s"), at, count, stride);
  }
  return g_strdup_printf (ngettext ("%s, %s byte", "%s, %s bytes", (gulong) found->size), at, count);
}
