/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/edit/operations/refusals.h"
#include "core/edit/operations/script.h"

#include <string.h>

char *
refusals_run (MwDocument *document, const char *script)
{
  g_autoptr (GError) error = NULL;
  gboolean ok = mw_script_run (document, script, strlen (script), NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (ok);
  const char *const *notices = mw_document_get_notices (document);
  return notices ? g_strjoinv ("; ", (char **) notices) : g_strdup ("");
}

void
refusals_check_on (MwDocument *document, const Refusal *refusal)
{
  g_autoptr (GError) error = NULL;
  const char *end = strrchr (refusal->script, '\n');
  g_autofree char *first = end ? g_strndup (refusal->script, (gsize) (end - refusal->script)) : g_strdup ("");
  g_autofree char *ignored = refusals_run (document, first);
  guint steps = mw_document_get_n_steps (document);
  MwModel *before = mw_model_copy (mw_document_get_model (document), TRUE);
  if (mw_script_run_line (document, end ? end + 1 : refusal->script, NULL, &error))
    g_error ("\"%s\" was not refused", refusal->script);
  if (!strstr (error->message, refusal->words))
    g_error ("%s: found \"%s\", expected it to say \"%s\"", refusal->script, error->message, refusal->words);
  fixture_assert_same (mw_document_get_model (document), before);
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, steps);
  mw_model_free (before);
}

void
refusals_check (const Refusal *refusals, guint n)
{
  for (guint i = 0; i < n; i++) {
    g_autoptr (MwDocument) document = fixture_document ();
    refusals_check_on (document, &refusals[i]);
  }
}
