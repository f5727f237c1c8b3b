/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/convert/round-trip.h"
#include "core/schema/diff.h"
#include "core/schema/path.h"

#include <string.h>

#define WC3(version)                                                                                                   \
  {                                                                                                                    \
    MW_FAMILY_MDX, version, FALSE                                                                                      \
  }
#define WOW(version)                                                                                                   \
  {                                                                                                                    \
    MW_FAMILY_MDX_WOW, version, FALSE                                                                                  \
  }
const MwFormat all_formats[] = { WC3 (800),  WC3 (900),  WC3 (1000), WC3 (1100), WC3 (1200), WC3 (1300), WC3 (1400),
                                 WC3 (1600), WC3 (1700), WC3 (1800), WOW (1300), WOW (1400), WOW (1500) };
const guint n_formats = G_N_ELEMENTS (all_formats);

RoundTrip *
round_trip (const MwModel *model, MwFormat from, MwFormat to, GError **error)
{
  g_autoptr (MwConvertMap) there = NULL, back = NULL;
  RoundTrip *self = g_new0 (RoundTrip, 1);
  self->report = mw_report_new ();
  self->there = mw_convert (model, from, to, NULL, self->report, &there, error);
  self->back = self->there ? mw_convert (self->there, to, from, NULL, NULL, &back, error) : NULL;
  self->partners = g_array_new (FALSE, TRUE, sizeof (MwId));
  for (MwId id = 0; self->back && id < model->n_ids; id++) {
    MwConvertPart part = id ? mw_convert_map_part (back, mw_convert_map_part (there, id)) : 0;
    MwId partner = part < self->back->n_ids ? part : 0;
    g_array_append_val (self->partners, partner);
  }
  if (!self->back)
    g_clear_pointer (&self, round_trip_free);
  return self;
}

void
round_trip_free (RoundTrip *self)
{
  if (!self)
    return;
  mw_model_free (self->there);
  mw_model_free (self->back);
  mw_report_free (self->report);
  g_array_unref (self->partners);
  g_free (self);
}

static gint
by_text (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

GPtrArray *
reported_rows (const RoundTrip *self)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < self->report->losses->len; i++) {
    const MwLoss *loss = &g_array_index (self->report->losses, MwLoss, i);
    g_ptr_array_add (rows, g_strconcat (loss->path, loss->layout ? " (layout)" : NULL, NULL));
  }
  g_ptr_array_sort (rows, by_text);
  return rows;
}

GPtrArray *
differing_rows (const MwModel *model, MwFormat from, const RoundTrip *self)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray)
    entries = mw_model_diff_aligned (model, self->back, from, (const MwId *) (gpointer) self->partners->data);
  for (guint i = 0; i < entries->len; i++) {
    const MwDiffEntry *entry = &g_array_index (entries, MwDiffEntry, i);
    if (!entry->a)
      continue;
    g_autofree char *path = entry->field ? mw_field_path (entry->a, entry->field) : mw_record_path (entry->a);
    gboolean layout = entry->kind == MW_DIFF_CHANGED && !entry->field;
    g_ptr_array_add (rows, g_strconcat (path, layout ? " (layout)" : NULL, NULL));
  }
  g_ptr_array_sort (rows, by_text);
  for (guint i = rows->len; i-- > 1;)
    if (strcmp (rows->pdata[i], rows->pdata[i - 1]) == 0)
      g_ptr_array_remove_index (rows, i);
  return rows;
}

static void
append_missing (GString *text, const char *what, const GPtrArray *these, const GPtrArray *those)
{
  guint n = 0;
  for (guint i = 0; i < these->len; i++)
    if (!g_ptr_array_find_with_equal_func ((GPtrArray *) those, these->pdata[i], g_str_equal, NULL) && n++ < 4)
      g_string_append_printf (text, "%s%s: %s", text->len ? "; " : "", what, (const char *) these->pdata[i]);
  if (n > 4)
    g_string_append_printf (text, " and %u more", n - 4);
}

char *
what_is_wrong (const MwModel *model, MwFormat from, const RoundTrip *self)
{
  g_autoptr (GPtrArray) reported = reported_rows (self), differing = differing_rows (model, from, self);
  GString *text = g_string_new (NULL);
  gboolean same = reported->len == differing->len;
  for (guint i = 0; same && i < reported->len; i++)
    same = strcmp (reported->pdata[i], differing->pdata[i]) == 0;
  if (!same) {
    append_missing (text, "lost and not named", differing, reported);
    append_missing (text, "named and not lost", reported, differing);
    if (!text->len)
      g_string_append (text, "a row is named twice");
  }
  return g_string_free (text, same);
}

char *
short_name (MwFormat format)
{
  return g_strdup_printf ("%s%u", format.family == MW_FAMILY_MDX ? "wc3-" : "wow-", format.version);
}
