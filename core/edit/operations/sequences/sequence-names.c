/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/sequences/sequence-names.h"
#include "core/base/i18n.h"
#include "core/edit/operations/operations.h"
#include "core/model/aspects.h"

static gboolean
is_called (const MwRecord *sequence, const char *pattern)
{
  const char *name = mw_record_name (sequence);
  g_autofree char *called = mw_record_called (sequence);
  return (name && g_pattern_match_simple (pattern, name)) || (called && g_pattern_match_simple (pattern, called));
}

static void
add_once (GPtrArray *records, const MwRecord *record)
{
  if (!g_ptr_array_find (records, record, NULL))
    g_ptr_array_add (records, (gpointer) record);
}

/* Chooses the sequences with a name, a number or a pattern. */
static gboolean
choose_by (const MwModel *model, const MwList *all, const char *text, GPtrArray *chosen)
{
  g_autofree char *path = g_strdup_printf ("sequences[%s]", text);
  MwTarget target;
  gboolean found = FALSE;
  for (uint32_t i = 0; i < all->n; i++)
    if (is_called (all->items[i], text)) {
      add_once (chosen, all->items[i]);
      found = TRUE;
    }
  if (!found && mw_path_resolve_one ((MwModel *) model, path, &target, NULL) && !target.field) {
    add_once (chosen, target.record);
    found = TRUE;
  }
  return found;
}

GPtrArray *
mw_sequences_named (const MwModel *model, const char *text, const char *model_name, GError **error)
{
  const MwList *all = mw_model_sequences (model);
  g_autoptr (GPtrArray) chosen = g_ptr_array_new ();
  g_auto (GStrv) each = g_strsplit_set (mw_text (text), ";\n", -1);
  gboolean any = FALSE;
  for (guint i = 0; each[i]; i++) {
    if (!*g_strstrip (each[i]))
      continue;
    any = TRUE;
    if (!choose_by (model, all, each[i], chosen)) {
      mw_set_error (error, MW_ERROR_REFUSED, -1, NULL, "%s has no sequence \"%s\"", model_name, each[i]);
      return NULL;
    }
  }
  for (uint32_t i = 0; !any && i < all->n; i++)
    g_ptr_array_add (chosen, all->items[i]);
  return g_steal_pointer (&chosen);
}
