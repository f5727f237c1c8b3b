/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/diff-text.h"
#include "app/cli/values.h"
#include "core/model/titles.h"

#include <string.h>

/* The target of one side: for an array the first element that differs, or the whole array if this side is too short. */
static MwTarget
side (const MwDiffEntry *entry, MwRecord *record)
{
  MwTarget target = mw_cli_whole (record, entry->field);
  if (entry->field && entry->field->type == MW_TYPE_ARRAY && entry->first < target.n) {
    target.first = entry->first;
    target.n = 1;
    target.one = TRUE;
    target.whole = FALSE;
  }
  return target;
}

static gboolean
is_array (const MwDiffEntry *entry)
{
  return entry->kind == MW_DIFF_CHANGED && entry->field && entry->field->type == MW_TYPE_ARRAY;
}

static guint
length_of (const MwDiffEntry *entry, const MwRecord *record)
{
  return ((const MwArray *) mw_field_at (record, entry->field))->n;
}

/* One side's value of a changed field; "-" for an element that it does not have. */
static char *
value_of (const MwDiffEntry *entry, const MwModel *model, MwRecord *record)
{
  if (!entry->field)
    return g_strdup_printf ("layout %u", record->variant);
  if (is_array (entry) && entry->first >= length_of (entry, record))
    return g_strdup ("-");
  MwTarget target = side (entry, record);
  return mw_cli_summary (model, &target);
}

static char *
path_of (const MwDiffEntry *entry)
{
  if (entry->kind != MW_DIFF_CHANGED || !entry->field)
    return mw_record_path (entry->a ? entry->a : entry->b);
  MwTarget target = side (entry, entry->a);
  if (is_array (entry) && !target.one)
    target = side (entry, entry->b);
  return mw_target_path (&target);
}

/* For -v: prints all values of a record that only one side has. */
typedef struct {
  MwCli *cli;
  const MwModel *model;
  MwFormat format;
  const char *sign;
} Whole;

static gboolean
print_values (MwRecord *record, gpointer data)
{
  const Whole *whole = data;
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (field->type == MW_TYPE_LIST || field->type == MW_TYPE_CHILD || !mw_field_is_live (record, field, whole->format))
      continue;
    MwTarget target = mw_cli_whole (record, field);
    g_autofree char *path = mw_target_path (&target), *value = mw_cli_summary (whole->model, &target);
    mw_cli_print (whole->cli, "%s %s = %s\n", whole->sign, path, value);
  }
  return TRUE;
}

static void
print_record (MwCli *cli, const char *sign, const char *color, const MwModel *model, MwFormat format, MwRecord *record)
{
  g_autofree char *path = mw_record_path (record), *title = mw_record_title (record), *plain = mw_cli_plain (title, 0);
  Whole whole = { cli, model, format, sign };
  mw_cli_print (cli, "%s%s %s = %s (%s)\n", mw_cli_color (cli, color), sign, path, plain, record->schema->name);
  if (cli->verbose)
    mw_record_foreach (record, print_values, &whole);
  mw_cli_print (cli, "%s", mw_cli_color (cli, "0"));
}

/* The title of the top-level record that this one is in ("Stand/0"), for M2, where records have no names; NULL if there is no
 * better title than kind and number. Free with g_free(). */
static char *
title_in_m2 (const MwRecord *record)
{
  while (record->owner && record->owner->owner)
    record = record->owner;
  if (record->schema->families != MW_FAMILY_M2 || !record->owner)
    return NULL;
  g_autofree char *title = mw_record_title (record),
                  *number = g_strdup_printf ("%s %u", record->schema->label, mw_record_kind_index (record));
  return strcmp (title, number) == 0 ? NULL : g_steal_pointer (&title);
}

/* Whether a reference changed although both sides print alike: it points at the same index, but at another element. */
static gboolean
names_another (const MwDiffEntry *entry, const char *before, const char *after)
{
  return strcmp (before, after) == 0 && entry->field
         && (entry->field->type == MW_TYPE_REF || entry->field->element == MW_TYPE_REF);
}

static void
print_change (MwCli *cli, const MwDiffEntry *entry, const MwModel *a, const MwModel *b)
{
  g_autofree char *path = path_of (entry), *known = title_in_m2 (entry->a),
                  *plain = known ? mw_cli_plain (known, 0) : NULL,
                  *title = plain ? g_strdup_printf (" (%s)", plain) : g_strdup ("");
  if (entry->kind == MW_DIFF_MOVED) {
    g_autofree char *there = mw_record_path (entry->b);
    mw_cli_print (cli, "~ %s%s: moved to %s\n", path, title, there);
    return;
  }
  g_autofree char *before = value_of (entry, a, entry->a), *after = value_of (entry, b, entry->b);
  mw_cli_print (
    cli, names_another (entry, before, after) ? "~ %s%s: %s (old record) -> %s (different record)" : "~ %s%s: %s -> %s",
    path, title, before, after);
  if (is_array (entry)) {
    guint n = length_of (entry, entry->a), m = length_of (entry, entry->b);
    if (n != m)
      mw_cli_print (cli, "  (%u of %u elements, now %u)", entry->n, n, m);
    else
      mw_cli_print (cli, "  (%u of %u elements)", entry->n, n);
  }
  mw_cli_print (cli, "\n");
}

void
mw_cli_print_diff (MwCli *cli, const GArray *entries, const MwModel *a, MwFormat format_a, const MwModel *b,
                   MwFormat format_b)
{
  for (guint i = 0; i < entries->len; i++) {
    const MwDiffEntry *entry = &g_array_index (entries, MwDiffEntry, i);
    if (entry->kind == MW_DIFF_REMOVED)
      print_record (cli, "-", "31", a, format_a, entry->a);
    else if (entry->kind == MW_DIFF_ADDED)
      print_record (cli, "+", "32", b, format_b, entry->b);
    else
      print_change (cli, entry, a, b);
  }
}

void
mw_cli_json_diff (MwJson *json, const char *key, const GArray *entries, const MwModel *a, const MwModel *b)
{
  static const char *const kinds[] = { "removed", "added", "moved", "changed" };
  mw_json_begin_array (json, key);
  for (guint i = 0; i < entries->len; i++) {
    const MwDiffEntry *entry = &g_array_index (entries, MwDiffEntry, i);
    g_autofree char *path = path_of (entry);
    mw_json_begin_object (json, NULL);
    gboolean whole = entry->kind == MW_DIFF_REMOVED || entry->kind == MW_DIFF_ADDED;
    g_autofree char *known = whole ? NULL : title_in_m2 (entry->a);
    mw_json_string (json, "kind", kinds[entry->kind]);
    mw_json_string (json, "path", path);
    if (known)
      mw_json_string (json, "title", known);
    if (whole) {
      const MwRecord *record = entry->a ? entry->a : entry->b;
      g_autofree char *title = mw_record_title (record);
      mw_json_string (json, "type", record->schema->name);
      mw_json_string (json, "title", title);
    } else if (entry->kind == MW_DIFF_MOVED) {
      g_autofree char *there = mw_record_path (entry->b);
      mw_json_string (json, "to", there);
    } else if (!entry->field) {
      mw_json_uint (json, "old", entry->a->variant);
      mw_json_uint (json, "new", entry->b->variant);
    } else {
      MwTarget old = side (entry, entry->a), new = side (entry, entry->b);
      g_autofree char *before = value_of (entry, a, entry->a), *after = value_of (entry, b, entry->b);
      if (!is_array (entry) || old.one)
        mw_cli_json_value (json, "old", a, &old);
      if (!is_array (entry) || new.one)
        mw_cli_json_value (json, "new", b, &new);
      if (names_another (entry, before, after))
        mw_json_bool (json, "another", TRUE);
      if (is_array (entry)) {
        mw_json_uint (json, "differing", entry->n);
        mw_json_uint (json, "old_count", length_of (entry, entry->a));
        mw_json_uint (json, "new_count", length_of (entry, entry->b));
      }
    }
    mw_json_end_object (json);
  }
  mw_json_end_array (json);
}
