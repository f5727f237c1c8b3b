/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/uses.h"
#include "core/edit/operations/operations.h"
#include "core/edit/references.h"
#include "core/edit/progress.h"
#include "core/model/aspects.h"

/* --- Uses ----------------------------------------------------------------------------------------------------------- */

static void
count_use (MwRecord *record, const MwField *field, MwRef *refs, uint32_t n, gpointer data)
{
  for (uint32_t i = 0; i < n; i++)
    if (refs[i].id && refs[i].id != record->id) {
      gpointer key = GUINT_TO_POINTER (refs[i].id);
      guint count = GPOINTER_TO_UINT (g_hash_table_lookup (data, key)) + 1;
      g_hash_table_insert (data, key, GUINT_TO_POINTER (count));
    }
}

GHashTable *
mw_uses_of_list (MwDocument *document, const MwField *list)
{
  MwModel *model = mw_document_get_model (document);
  MwReferences *references = mw_references_new (model->record.schema);
  GHashTable *uses = g_hash_table_new (NULL, NULL);
  guint64 bit = mw_references_bit (references, list);
  if (bit)
    mw_references_foreach (references, &model->record, bit, NULL, count_use, uses);
  mw_references_free (references);
  return uses;
}

/* --- Unused --------------------------------------------------------------------------------------------------------- */

static gboolean
may_be_used_unseen (const MwModel *model, const MwRecord *record)
{
  const MwAspects *aspects = mw_aspects_of (model);
  g_autofree char *users = aspects->unread_users ? aspects->unread_users (model, record) : NULL;
  return users != NULL;
}

gboolean
mw_remove_unused (MwDocument *document, const MwField *list, const char *what, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwList *records = mw_record_list (&model->record, list);
  g_autoptr (GHashTable) uses = mw_uses_of_list (document, list);
  g_autoptr (GArray) unused = g_array_new (FALSE, FALSE, sizeof (MwId));
  for (uint32_t i = 0; i < records->n; i++) {
    const MwRecord *record = records->items[i];
    if (!g_hash_table_contains (uses, GUINT_TO_POINTER (record->id)) && !may_be_used_unseen (model, record))
      g_array_append_val (unused, record->id);
  }
  if (!unused->len) {
    g_autofree char *reason = g_strdup_printf ("nothing to remove: all %s are used", what);
    return mw_operation_nothing (error, reason);
  }
  mw_document_notice (document, g_strdup_printf ("unused %s removed: %u", what, unused->len));
  return mw_document_remove_many (document, (const MwId *) (gpointer) unused->data, unused->len, error);
}

/* --- Merging -------------------------------------------------------------------------------------------------------- */

/* The first record of the list that is the same as the one at `index`. */
static const MwRecord *
first_same (MwDocument *document, const MwList *records, uint32_t index, MwSame same)
{
  for (uint32_t i = 0; i < index; i++)
    if (same (document, records->items[i], records->items[index]))
      return records->items[i];
  return records->items[index];
}

gboolean
mw_merge_same (MwDocument *document, const MwField *list, MwSame same, const char *what, GError **error)
{
  const MwList *records = mw_record_list (&mw_document_get_model (document)->record, list);
  g_autoptr (GArray) doomed = g_array_new (FALSE, FALSE, sizeof (MwId)),
                     kept = g_array_new (FALSE, FALSE, sizeof (MwId));
  mw_progress_begin (document, 2);
  if (!mw_progress_next (document, error))
    return FALSE;
  mw_progress_begin (document, records->n);
  for (uint32_t i = 0; i < records->n; i++) {
    if (!mw_progress_next (document, error))
      return FALSE;
    const MwRecord *first = first_same (document, records, i, same);
    if (first == records->items[i])
      continue;
    g_array_append_val (doomed, records->items[i]->id);
    g_array_append_val (kept, first->id);
  }
  mw_progress_end (document);
  if (!doomed->len) {
    g_autofree char *reason = g_strdup_printf ("nothing to merge: all %s differ", what);
    return mw_operation_nothing (error, reason);
  }
  if (!mw_progress_next (document, error))
    return FALSE;
  mw_progress_begin (document, doomed->len);
  for (guint i = 0; i < doomed->len; i++)
    if (!mw_progress_next (document, error)
        || !mw_document_replace_uses (document, g_array_index (doomed, MwId, i), g_array_index (kept, MwId, i), NULL,
                                      error))
      return FALSE;
  mw_progress_end (document);
  mw_progress_end (document);
  mw_document_notice (document, g_strdup_printf ("%s merged into others: %u", what, doomed->len));
  return mw_document_remove_many (document, (const MwId *) (gpointer) doomed->data, doomed->len, error);
}
