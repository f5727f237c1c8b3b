/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/check/fix-lines.h"

#include <string.h>

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

/* Whether a key has the time, the value and the tangents of the one before it. */
static gboolean
is_twin (const MwRecord *holder, uint32_t at)
{
  static const MwPart parts[] = { MW_PART_TIMES, MW_PART_VALUES, MW_PART_IN_TANS, MW_PART_OUT_TANS };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    const MwField *field = mw_schema_part (holder->schema, parts[i]);
    const MwArray *array = field ? mw_field_at (holder, field) : NULL;
    /* Keys without tangents have none. */
    if (!array || ((parts[i] == MW_PART_IN_TANS || parts[i] == MW_PART_OUT_TANS) && !array->n))
      continue;
    const gsize size = mw_field_element_size (field);
    const guint8 *bytes = array->data;
    if (at >= array->n || memcmp (bytes + at * size, bytes + (at - 1) * size, size) != 0)
      return FALSE;
  }
  return TRUE;
}

/* Keys with the same value do what one does. Where the values of the first two differ, which one counts is for the user to say. */
char *
mw_fix_delete_twin_keys (const MwFinding *finding)
{
  const MwRecord *holder = finding->target.record;
  const MwArray *times = mw_field_at (holder, mw_schema_part (holder->schema, MW_PART_TIMES));
  const uint32_t first = finding->target.first;
  if (!is_twin (holder, first))
    return NULL;
  g_autofree char *path = mw_record_path (holder);
  GString *line = g_string_new (NULL);
  g_string_printf (line, "keys-delete-some %s keys=[%u", path, first);
  for (uint32_t i = first + 1; i < times->n; i++)
    if (is_twin (holder, i))
      g_string_append_printf (line, ",%u", i);
  g_string_append_c (line, ']');
  return g_string_free (line, FALSE);
}
