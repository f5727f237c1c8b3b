/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/removed-text.h"
#include "ui/i18n.h"
#include "ui/labels.h"

#include <string.h>

static char *
kind_text (const MwRemovedKind *kind)
{
  if (kind->n > 1)
    return mw_ui_count_of (kind->schema, kind->n);
  const char *name = mw_record_name (kind->first);
  if (name && *name)
    return mw_ui_text (name);
  /* In a list with a single kind of record, the number is the one that the outline shows. */
  if (kind->list->type == MW_TYPE_LIST && kind->list->schema == kind->schema)
    return g_strdup_printf ("%s %u", mw_ui_label (kind->schema->label), kind->place);
  return mw_ui_count_of (kind->schema, 1);
}

static char *
keys_text (MwModel *model, const MwRemoved *removed)
{
  g_autofree char *count = mw_ui_count (removed->n_keys);
  g_autofree char *keys = g_strdup_printf (ngettext ("%s key", "%s keys", removed->n_keys), count);
  if (removed->n_tracks > 1) {
    g_autofree char *tracks = mw_ui_count (removed->n_tracks);
    /* Translators: "31 keys" and the number of tracks that they were of */
    return g_strdup_printf (ngettext ("%s of %s track", "%s of %s tracks", removed->n_tracks), keys, tracks);
  }
  const MwRecord *owner = mw_model_find (model, removed->track_owner);
  if (removed->n_records || !owner || !removed->track_slot)
    return g_steal_pointer (&keys);
  g_autofree char *title = mw_ui_record_long_title (owner);
  /* Translators: "31 keys", "Alpha", "Layer 0 of Material 2" */
  return g_strdup_printf (_ ("%s of %s of %s"), keys, mw_ui_label (removed->track_slot->label), title);
}

char *
mw_removed_text (MwDocument *document, const MwStep *step)
{
  MwModel *model = mw_document_get_model (document);
  g_autoptr (MwRemoved) removed = mw_step_get_removed (model, step);
  if (removed->n_records == 0 && removed->n_keys < 2)
    return NULL;
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < removed->kinds->len; i++)
    g_ptr_array_add (parts, kind_text (&g_array_index (removed->kinds, MwRemovedKind, i)));
  if (removed->n_keys)
    g_ptr_array_add (parts, keys_text (model, removed));
  char *text = g_strdup (parts->pdata[0]);
  for (guint i = 1; i < parts->len; i++) {
    g_autofree char *before = text;
    /* Translators: a list: "A, B" and, with the last of it, "A, B and C" */
    text = i + 1 < parts->len ? g_strdup_printf (_ ("%s, %s"), before, (char *) parts->pdata[i])
                              : g_strdup_printf (_ ("%s and %s"), before, (char *) parts->pdata[i]);
  }
  g_autofree char *list = text;
  return g_strdup_printf (_ ("Removed %s"), list);
}
