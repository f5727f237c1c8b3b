/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/check/fix-lines.h"

enum { WEIGHTS = 4, SUM = 255 };

char *
mw_fix_run (const char *operation, const MwFinding *finding)
{
  g_autofree char *path = mw_record_path (finding->target.record);
  return g_strconcat (operation, " ", path, NULL);
}

char *
mw_fix_set (const char *value, const MwFinding *finding)
{
  g_autofree char *path = mw_target_path (&finding->target);
  return g_strconcat ("set ", path, "=", value, NULL);
}

char *
mw_fix_set_right (const MwFinding *finding)
{
  /* In quotes all characters are literal. */
  g_autofree char *value = finding->right ? g_strconcat ("\"", finding->right, "\"", NULL) : NULL;
  return value ? mw_fix_set (value, finding) : NULL;
}

/* What rounding leaves goes to the largest. */
static void
normalise (guint weights[WEIGHTS], guint sum)
{
  guint most = 0, left = SUM;
  for (guint k = 0; k < WEIGHTS; k++)
    most = weights[k] > weights[most] ? k : most;
  for (guint k = 0; k < WEIGHTS; k++) {
    weights[k] = weights[k] * SUM / sum;
    left -= weights[k];
  }
  weights[most] += left;
}

char *
mw_fix_normalise_weights (const MwFinding *finding)
{
  const MwField *field = finding->target.field;
  const MwArray *array = mw_field_at (finding->target.record, field);
  const gboolean wide = mw_field_element_size (field) == WEIGHTS * sizeof (uint16_t);
  g_autofree char *path = mw_field_path (finding->target.record, field);
  GString *line = g_string_new (NULL);
  guint n_changed = 0;
  g_string_printf (line, "set %s=[", path);
  for (gsize i = 0; i < array->n; i++) {
    guint weights[WEIGHTS], sum = 0;
    for (gsize k = 0; k < WEIGHTS; k++) {
      const gsize at = i * WEIGHTS + k;
      weights[k] = wide ? ((const uint16_t *) array->data)[at] : ((const uint8_t *) array->data)[at];
      sum += weights[k];
    }
    n_changed += sum && sum != SUM;
    if (sum)
      normalise (weights, sum);
    g_string_append_printf (line, "%s{%u,%u,%u,%u}", i ? "," : "", weights[0], weights[1], weights[2], weights[3]);
  }
  g_string_append_c (line, ']');
  return g_string_free (line, n_changed == 0);
}
