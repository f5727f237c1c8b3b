/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/check/by-record.h"

#include <string.h>

typedef struct {
  const MwModel *model;
  MwFormat format;
  GHashTable *found; /* set of key_of() */
} ByRecord;

/* Whether a finding is one that only a check of the whole model can make (cycles, object ids, sums over sequences,
 * users of a material). */
static gboolean
is_of_model (const MwFinding *finding)
{
  static const char *const rules[] = { "node-cycle",         "wow-object-id",        "wow-object-order",
                                       "wow-frequency",      "layer-uv-set",         "m2-sequence-external",
                                       "wc3-animated-twice", "wc3-sequence-overlap", "m2-influences-few",
                                       "m2-bounds-small",    "m2-bounds-low",        "bounds-left" };
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    if (strcmp (finding->rule->id, rules[i]) == 0)
      return TRUE;
  return FALSE;
}

static char *
key_of (const MwFinding *finding)
{
  return g_strdup_printf ("%s %u %s %s", finding->rule->id, finding->target.record->id,
                          finding->target.field ? finding->target.field->name : "", finding->message);
}

static gboolean
collect (MwRecord *record, gpointer data)
{
  ByRecord *by = data;
  g_autoptr (GPtrArray) findings = mw_check_record (by->model, by->format, record);
  for (guint i = 0; i < findings->len; i++) {
    const MwFinding *finding = findings->pdata[i];
    g_assert_true (finding->target.record == record);
    g_hash_table_add (by->found, key_of (finding));
  }
  return TRUE;
}

/* The help and --explain tell users about which models a rule is. */
static void
assert_about (const MwRule *rule, MwFormat format)
{
  if (!(rule->families & format.family) || format.version < rule->first || format.version > rule->last)
    g_error ("%s is not about models of version %u of this family, but it was found in one", rule->id, format.version);
}

void
assert_by_record (const MwModel *model, MwFormat format)
{
  g_autoptr (GHashTable) found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) all = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  ByRecord by = { model, format, found };
  mw_record_foreach ((MwRecord *) &model->record, collect, &by);
  g_autoptr (GPtrArray) findings = mw_check (model, format);
  for (guint i = 0; i < findings->len; i++) {
    const MwFinding *finding = findings->pdata[i];
    const MwField *field = finding->target.field;
    char *key = key_of (finding);
    gboolean single = field && field->type < MW_TYPE_ARRAY;
    assert_about (finding->rule, format);
    if (single && !is_of_model (finding) && !g_hash_table_contains (found, key))
      g_error ("not found at the record: %s", key);
    g_hash_table_add (all, key);
  }
  GHashTableIter iter;
  gpointer key;
  g_hash_table_iter_init (&iter, found);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    if (!g_hash_table_contains (all, key))
      g_error ("found at the record only: %s", (const char *) key);
}
