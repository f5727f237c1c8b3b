/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/repairs.h"
#include "core/base/i18n.h"
#include "core/edit/operations/script.h"

guint
mw_repairs_run (MwDocument *document, const char *const *fixes, guint n, GError **error)
{
  guint done = 0;
  if (n > 1)
    mw_document_begin (document, N_ ("Fix problems"));
  g_autoptr (GHashTable) run = g_hash_table_new (g_str_hash, g_str_equal);
  /* From the last to the first: what is deleted then moves only elements whose fixes have been run. A fix of the whole model is that of
   * several findings, and would find nothing to do the second time. */
  for (guint i = n; i-- > 0;)
    done += g_hash_table_add (run, (gpointer) fixes[i])
              ? mw_script_run_line (document, fixes[i], NULL, error && !*error ? error : NULL)
              : 1;
  if (n > 1)
    mw_document_commit (document);
  return done;
}
