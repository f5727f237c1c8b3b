/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/transfer/transfer.h"
#include "core/convert/convert.h"
#include "core/io/registry.h"
#include "core/edit/operations/operations.h"
#include "core/model/titles.h"

gboolean
mw_transfer_suits (MwDocument *document, const MwModel *source, MwFormat format, const char *name, GError **error)
{
  if (source->record.schema == mw_document_get_model (document)->record.schema)
    return TRUE;
  g_autofree char *theirs = mw_format_title (format), *ours = mw_format_title (mw_document_get_format (document));
  mw_set_error (error, MW_ERROR_REFUSED, -1, NULL,
                "%s is a model of %s, and this one is of %s: their records are too different", name, theirs, ours);
  return FALSE;
}

MwTransfer *
mw_transfer_new (MwDocument *document, MwModel *source, MwFormat format, const char *name, GError **error)
{
  if (!mw_transfer_suits (document, source, format, name, error)) {
    mw_model_free (source);
    return NULL;
  }
  MwTransfer *t = g_new0 (MwTransfer, 1);
  *t = (MwTransfer) { document,
                      source,
                      format,
                      g_strdup (name),
                      g_hash_table_new (NULL, NULL),
                      g_hash_table_new (NULL, NULL),
                      g_hash_table_new (NULL, NULL),
                      g_hash_table_new (NULL, NULL) };
  return t;
}

MwTransfer *
mw_transfer_open (MwDocument *document, const char *path, GError **error)
{
  if (!path || !*path) {
    mw_operation_refuse (NULL, error, "give the file of the other model");
    return NULL;
  }
  g_autoptr (MwTransferSource) source = mw_transfer_source_open (path, NULL, error);
  return source ? mw_transfer_of (document, source, error) : NULL;
}

MwTransfer *
mw_transfer_of (MwDocument *document, const MwTransferSource *source, GError **error)
{
  return mw_transfer_new (document, mw_model_copy (mw_transfer_source_model (source), FALSE),
                          mw_transfer_source_format (source), mw_transfer_source_name (source), error);
}

static gboolean
all_there (const MwModel *model, const MwModel *before, const GArray *ids, MwFormat to, GError **error)
{
  for (guint i = 0; ids && i < ids->len; i++) {
    const MwId id = g_array_index (ids, MwId, i);
    g_autofree char *path = mw_record_path (mw_model_find (before, id)), *title = mw_format_title (to);
    if (mw_model_find (model, id))
      continue;
    mw_set_error (error, MW_ERROR_REFUSED, -1, NULL, "%s of the other model cannot be in a model of %s", path, title);
    return FALSE;
  }
  return TRUE;
}

MwModel *
mw_transfer_converted (MwDocument *document, MwModel *model, MwFormat from, const GArray *ids, GError **error)
{
  const MwFormat to = mw_document_get_format (document);
  g_autoptr (MwReport) report = mw_report_new ();
  MwModel *made = mw_convert (model, from, to, NULL, report, NULL, error);
  if (made && !all_there (made, model, ids, to, error))
    g_clear_pointer (&made, mw_model_free);
  mw_model_free (model);
  guint lost = made ? mw_report_n_lost (report) : 0;
  if (lost) {
    const MwLoss *first = &g_array_index (report->losses, MwLoss, 0);
    mw_document_notice (document, g_strdup_printf ("converted for this model, which loses %u values: %s: %s%s", lost,
                                                   first->path, first->why, lost > 1 ? " ..." : ""));
  }
  return made;
}

void
mw_transfer_free (MwTransfer *t)
{
  mw_model_free (t->source);
  g_free (t->name);
  g_hash_table_unref (t->to);
  g_hash_table_unref (t->from);
  g_hash_table_unref (t->how);
  g_hash_table_unref (t->rest);
  g_free (t);
}

void
mw_transfer_map (MwTransfer *t, MwId from, MwId to)
{
  g_hash_table_insert (t->to, GUINT_TO_POINTER (from), GUINT_TO_POINTER (to));
  if (to)
    g_hash_table_insert (t->from, GUINT_TO_POINTER (to), GUINT_TO_POINTER (from));
}

void
mw_transfer_unmap (MwTransfer *t, MwId from)
{
  gpointer to = g_hash_table_lookup (t->to, GUINT_TO_POINTER (from));
  g_hash_table_remove (t->to, GUINT_TO_POINTER (from));
  g_hash_table_remove (t->from, to);
}

MwRecord *
mw_transfer_to (const MwTransfer *t, const MwRecord *source)
{
  MwId id = GPOINTER_TO_UINT (g_hash_table_lookup (t->to, GUINT_TO_POINTER (source->id)));
  return id ? mw_model_find (mw_document_get_model (t->document), id) : NULL;
}

MwRecord *
mw_transfer_from (const MwTransfer *t, const MwRecord *record)
{
  MwId id = GPOINTER_TO_UINT (g_hash_table_lookup (t->from, GUINT_TO_POINTER (record->id)));
  return id ? mw_model_find (t->source, id) : NULL;
}

char *
mw_transfer_names (const GPtrArray *records)
{
  enum { MOST = 6 };
  GString *names = g_string_new (NULL);
  for (guint i = 0; i < MIN (records->len, MOST); i++) {
    g_autofree char *title = mw_record_title (records->pdata[i]);
    g_string_append_printf (names, "%s%s", i ? ", " : "", title);
  }
  if (records->len > MOST)
    g_string_append_printf (names, " and %u more", records->len - MOST);
  return g_string_free (names, FALSE);
}
