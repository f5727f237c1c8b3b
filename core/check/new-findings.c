/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/check/new-findings.h"
#include "core/io/registry.h"

/* Takes the others out. */
static GPtrArray *
grave_of (GPtrArray *findings)
{
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

GPtrArray *
mw_check_grave (const MwModel *model, MwFormat format)
{
  return grave_of (mw_check (model, format));
}

GPtrArray *
mw_check_grave_for (const MwModel *model, MwFormat format, const MwTargetClient *client)
{
  return grave_of (mw_check_for (model, format, client, FALSE));
}

/* A key for a finding. It does not use the path, which changes when an earlier record is removed. Free with
 * g_free(). */
static char *
identity_of (const MwFinding *finding)
{
  const MwTarget *target = &finding->target;
  return g_strdup_printf ("%s %u %s", finding->rule->id, (guint) target->record->id,
                          target->field ? target->field->name : "");
}

GHashTable *
mw_findings_known (const GPtrArray *findings)
{
  GHashTable *known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < findings->len; i++)
    g_hash_table_add (known, identity_of (findings->pdata[i]));
  return known;
}

gboolean
mw_finding_is_known (const MwFinding *finding, GHashTable *known)
{
  g_autofree char *identity = identity_of (finding);
  return g_hash_table_contains (known, identity);
}

GPtrArray *
mw_findings_since (const MwFileSet *was, const MwModel *model, MwFormat format)
{
  GPtrArray *findings = mw_check_grave (model, format);
  MwFormat then;
  MwModel *before = findings->len && was ? mw_io_read (was, &then, NULL, NULL) : NULL;
  if (!before)
    return findings;
  g_autoptr (GPtrArray) earlier = mw_check_grave (before, then);
  g_autoptr (GHashTable) known = mw_findings_known (earlier);
  guint kept = 0;
  for (guint i = 0; i < findings->len; i++) {
    MwFinding *finding = findings->pdata[i];
    findings->pdata[i] = findings->pdata[kept];
    findings->pdata[kept] = finding;
    kept += !mw_finding_is_known (finding, known);
  }
  g_ptr_array_set_size (findings, (gint) kept);
  mw_model_free (before);
  return findings;
}
