/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/check/new-findings.h"

GPtrArray *
mw_validate_grave (const MwModel *model, MwFormat format)
{
  GPtrArray *findings = mw_validate (model, format);
  guint kept = 0;
  for (guint i = 0; i < findings->len; i++) {
    MwFinding *finding = findings->pdata[i];
    gboolean grave = finding->rule->severity <= MW_SEVERITY_SEVERE;
    findings->pdata[i] = findings->pdata[kept];
    findings->pdata[kept] = finding;
    kept += grave;
  }
  g_ptr_array_set_size (findings, (gint) kept);
  return findings;
}

/* What makes two findings of two states of a model the same one. The path does not: it is another when something before
 * the record goes. Free with g_free(). */
static char *
identity_of (const MwFinding *finding)
{
  const MwTarget *target = &finding->target;
  return g_strdup_printf ("%s %u %s", finding->rule->id, (guint) target->record->id,
                          target->field ? target->field->name : "");
}

void
mw_findings_drop_known (GPtrArray *findings, const MwModel *before, MwFormat format)
{
  g_autoptr (GPtrArray) earlier = mw_validate_grave (before, format);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < earlier->len; i++)
    g_hash_table_add (known, identity_of (earlier->pdata[i]));
  guint kept = 0;
  for (guint i = 0; i < findings->len; i++) {
    MwFinding *finding = findings->pdata[i];
    g_autofree char *identity = identity_of (finding);
    findings->pdata[i] = findings->pdata[kept];
    findings->pdata[kept] = finding;
    kept += !g_hash_table_contains (known, identity);
  }
  g_ptr_array_set_size (findings, (gint) kept);
}
