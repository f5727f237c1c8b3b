/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/report.h"
#include "core/schema/path.h"

static void
clear_remark (gpointer remark)
{
  g_free (((MwRemark *) remark)->text);
}

static void
clear_loss (gpointer loss)
{
  g_free (((MwLoss *) loss)->path);
}

MwReport *
mw_report_new (void)
{
  MwReport *report = g_new0 (MwReport, 1);
  report->remarks = g_array_new (FALSE, FALSE, sizeof (MwRemark));
  report->losses = g_array_new (FALSE, FALSE, sizeof (MwLoss));
  g_array_set_clear_func (report->remarks, clear_remark);
  g_array_set_clear_func (report->losses, clear_loss);
  return report;
}

void
mw_report_free (MwReport *report)
{
  if (!report)
    return;
  g_array_unref (report->remarks);
  g_array_unref (report->losses);
  g_free (report);
}

void
mw_report_remark (MwReport *report, MwRemarkKind kind, guint line, guint column, const char *format, ...)
{
  if (!report || report->n[kind]++ >= MW_REPORT_KEPT)
    return;
  va_list args;
  va_start (args, format);
  MwRemark remark = { kind, line, column, g_strdup_vprintf (format, args) };
  va_end (args);
  g_array_append_val (report->remarks, remark);
}

void
mw_report_loss (MwReport *report, const MwRecord *record, const MwField *field, gboolean layout, const char *why)
{
  mw_report_loss_of_kind (report, MW_LOSS_GONE, record, field, layout, why);
}

void
mw_report_loss_of_kind (MwReport *report, MwLossKind kind, const MwRecord *record, const MwField *field,
                        gboolean layout, const char *why)
{
  if (!report)
    return;
  /* The losses of a record are reported one after the other, so an earlier loss of the same field is near the end. */
  for (guint i = report->losses->len; i > 0 && i + 64 > report->losses->len; i--) {
    const MwLoss *loss = &g_array_index (report->losses, MwLoss, i - 1);
    if (loss->id == record->id && loss->field == field && loss->layout == layout)
      return;
  }
  MwLoss loss = {
    kind, record->id, field, layout, field ? mw_field_path (record, field) : mw_record_path (record), why
  };
  g_array_append_val (report->losses, loss);
}

guint
mw_report_n_lost (const MwReport *report)
{
  guint n = 0;
  for (guint i = 0; i < report->losses->len; i++)
    n += g_array_index (report->losses, MwLoss, i).kind != MW_LOSS_RESTATED;
  return n;
}

const char *
mw_loss_kind_name (MwLossKind kind)
{
  static const char *const names[MW_N_LOSS_KINDS] = { "lost", "rounded", "reordered", "restated" };
  return names[kind];
}

const char *
mw_remark_kind_name (MwRemarkKind kind)
{
  static const char *const names[] = { "error", "unknown", "comment", "warning" };
  G_STATIC_ASSERT (G_N_ELEMENTS (names) == MW_N_REMARK_KINDS);
  return names[kind];
}
