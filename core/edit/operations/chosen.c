/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/chosen.h"
#include "core/edit/operations/operations.h"
#include "core/model/aspects.h"

typedef struct {
  const MwSchema *schema;
  GHashTable *known;
  GArray *ids;
  guint n; /* how many were found, with those that are known already */
} Choosing;

static gboolean
choose (MwRecord *record, gpointer data)
{
  Choosing *c = data;
  if (record->schema != c->schema)
    return TRUE;
  if (g_hash_table_add (c->known, GUINT_TO_POINTER (record->id)))
    g_array_append_val (c->ids, record->id);
  c->n++;
  return TRUE;
}

GArray *
mw_chosen_records (MwDocument *document, const MwId *ids, guint n, const MwSchema *schema, const char *what,
                   GError **error)
{
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) chosen = g_array_new (FALSE, FALSE, sizeof (MwId));
  for (guint i = 0; i < n; i++) {
    MwRecord *record = mw_model_find (mw_document_get_model (document), ids[i]);
    Choosing c = { schema, known, chosen, 0 };
    mw_record_foreach (record, choose, &c);
    if (c.n)
      continue;
    g_autofree char *reason = g_strdup_printf ("is not a %s and contains none", what);
    mw_operation_refuse (record, error, reason);
    return NULL;
  }
  return g_steal_pointer (&chosen);
}

gboolean
mw_chosen_are_sequences (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (model, ids[i]);
    if (record->schema != mw_aspects_of (model)->sequence)
      return mw_operation_refuse (record, error, "this is not a sequence");
  }
  return TRUE;
}
