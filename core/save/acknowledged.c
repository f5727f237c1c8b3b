/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/save/acknowledged.h"
#include "core/check/new-findings.h"

struct _MwAcknowledged {
  MwReport *reading;    /* or NULL */
  GHashTable *losses;   /* set of key_of() */
  GHashTable *findings; /* mw_findings_known() */
};

MwAcknowledged *
mw_acknowledged_new (MwReport *reading, GHashTable *findings)
{
  MwAcknowledged *self = g_new0 (MwAcknowledged, 1);
  self->reading = reading;
  self->losses = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->findings = findings ? findings : g_hash_table_new (g_str_hash, g_str_equal);
  return self;
}

void
mw_acknowledged_free (MwAcknowledged *self)
{
  if (!self)
    return;
  g_clear_pointer (&self->reading, mw_report_free);
  g_hash_table_unref (self->losses);
  g_hash_table_unref (self->findings);
  g_free (self);
}

const MwReport *
mw_acknowledged_get_reading (const MwAcknowledged *self)
{
  return self->reading;
}

static char *
key_of (const MwLoss *loss)
{
  return g_strdup_printf ("%u %s %d", loss->id, loss->field ? loss->field->name : "", loss->layout);
}

static gboolean
has_new (const MwAcknowledged *self, const MwReport *report)
{
  for (guint i = 0; i < report->losses->len; i++) {
    g_autofree char *key = key_of (&g_array_index (report->losses, MwLoss, i));
    if (!g_hash_table_contains (self->losses, key))
      return TRUE;
  }
  return FALSE;
}

gboolean
mw_acknowledged_has_new_losses (const MwAcknowledged *self, const MwSave *save)
{
  return has_new (self, save->conversion) || has_new (self, save->writing);
}

GPtrArray *
mw_acknowledged_new_findings (const MwAcknowledged *self, const MwSave *save)
{
  GPtrArray *findings = g_ptr_array_new ();
  for (guint i = 0; save->findings && i < save->findings->len; i++)
    if (!mw_finding_is_known (save->findings->pdata[i], self->findings))
      g_ptr_array_add (findings, save->findings->pdata[i]);
  return findings;
}

void
mw_acknowledged_update (MwAcknowledged *self, const MwSave *save)
{
  g_clear_pointer (&self->reading, mw_report_free);
  g_hash_table_remove_all (self->losses);
  for (guint i = 0; i < save->writing->losses->len; i++)
    g_hash_table_add (self->losses, key_of (&g_array_index (save->writing->losses, MwLoss, i)));
  if (save->findings) {
    g_hash_table_unref (self->findings);
    self->findings = mw_findings_known (save->findings);
  }
}
