/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/repairs.h"
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/edit/operations/script.h"
#include "core/edit/progress.h"

/* Runs them in an open transaction. `refused` is the error of one that could not be done. FALSE: they were stopped. */
static gboolean
run_all (MwDocument *document, const char *const *fixes, guint n, guint *done, GError **refused, GError **error)
{
  g_autoptr (GHashTable) run = g_hash_table_new (g_str_hash, g_str_equal);
  mw_progress_begin (document, n);
  /* From the last to the first: what is deleted then moves only elements whose fixes have been run. A fix of the whole model is that of
   * several findings, and would find nothing to do the second time. */
  for (guint i = n; i-- > 0;) {
    g_autoptr (GError) why = NULL;
    if (!mw_progress_next (document, error))
      return FALSE;
    if (!g_hash_table_add (run, (gpointer) fixes[i]) || mw_script_run_line (document, fixes[i], NULL, &why))
      ++*done;
    else if (g_error_matches (why, MW_ERROR, MW_ERROR_CANCELLED)) {
      g_propagate_error (error, g_steal_pointer (&why));
      return FALSE;
    } else if (!*refused)
      *refused = g_steal_pointer (&why);
  }
  mw_progress_end (document);
  return TRUE;
}

guint
mw_repairs_run (MwDocument *document, const char *const *fixes, guint n, GError **error)
{
  guint done = 0;
  g_autoptr (GError) refused = NULL;
  if (n <= 1)
    return n && mw_script_run_line (document, fixes[0], NULL, error);
  const guint depth = mw_progress_enter (document);
  mw_document_begin (document, N_ ("Fix problems"));
  const gboolean ok = run_all (document, fixes, n, &done, &refused, error);
  mw_progress_leave (document, depth, ok);
  if (!ok) {
    mw_document_cancel (document);
    return 0;
  }
  mw_document_commit (document);
  if (refused)
    g_propagate_error (error, g_steal_pointer (&refused));
  return done;
}
