/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/compare-rows.h"
#include "core/schema/diff.h"
#include "core/schema/value.h"
#include "ui/i18n.h"
#include "ui/labels.h"

#include <string.h>

struct _MwCompareRow {
  GObject parent_instance;
  char *texts[MW_COMPARE_N_TEXTS];
  guint entry;
  gboolean continues;
  MwId record, owner;
  const MwField *field,
    *slot; /* what of the record was changed (NULL: all of it), and where it is in its owner (NULL: it has none) */
};

G_DEFINE_FINAL_TYPE (MwCompareRow, mw_compare_row, G_TYPE_OBJECT)

static void
mw_compare_row_finalize (GObject *object)
{
  for (guint i = 0; i < MW_COMPARE_N_TEXTS; i++)
    g_free (MW_COMPARE_ROW (object)->texts[i]);
  G_OBJECT_CLASS (mw_compare_row_parent_class)->finalize (object);
}

static void
mw_compare_row_class_init (MwCompareRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mw_compare_row_finalize;
}

static void
mw_compare_row_init (MwCompareRow *self)
{}

const char *
mw_compare_row_get (MwCompareRow *self, MwCompareText text)
{
  return self->texts[text] ? self->texts[text] : "";
}

guint
mw_compare_row_get_entry (MwCompareRow *self)
{
  return self->entry;
}

gboolean
mw_compare_row_is_at (MwCompareRow *self, MwId record, const MwField *field)
{
  if (self->record == record)
    return !field || !self->field || self->field == field;
  return field && self->slot == field && self->owner == record;
}

gboolean
mw_compare_row_continues (MwCompareRow *self)
{
  return self->continues;
}

static gboolean
is_equal (MwCompareRow *a, MwCompareRow *b)
{
  if (a->continues != b->continues)
    return FALSE;
  for (guint i = 0; i < MW_COMPARE_N_TEXTS; i++)
    if (g_strcmp0 (a->texts[i], b->texts[i]) != 0)
      return FALSE;
  return TRUE;
}

/* --- Values --------------------------------------------------------------------------------------------------------- */

/* The most differing elements of an array that are shown, and the most characters of a text. */
#define MOST_ELEMENTS 4
#define MOST_LETTERS 160

static const MwArray *
array_of (const MwRecord *record, const MwField *field)
{
  return mw_field_at (record, field);
}

static MwTarget
target_of (const MwDiffEntry *entry, MwRecord *record)
{
  MwTarget target = { .record = record, .field = entry->field, .whole = TRUE, .component = -1 };
  if (entry->field->type != MW_TYPE_ARRAY)
    return target;
  guint n = array_of (record, entry->field)->n;
  target.first = MIN (entry->first, n);
  target.n = MIN (MIN (n - target.first, entry->n), MOST_ELEMENTS);
  target.whole = FALSE;
  return target;
}

static char *
shortened (char *text)
{
  g_autofree char *shown = mw_ui_text (text);
  g_free (text);
  if (g_utf8_strlen (shown, -1) <= MOST_LETTERS)
    return g_steal_pointer (&shown);
  g_autofree char *start = g_utf8_substring (shown, 0, MOST_LETTERS);
  return g_strconcat (start, "…", NULL);
}

static char *
value_of (const MwDiffEntry *entry, const MwModel *model, MwRecord *record)
{
  if (!entry->field)
    return g_strdup_printf ("%u", record->variant);
  MwTarget target = target_of (entry, record);
  if (entry->field->type == MW_TYPE_ARRAY && target.n == 0)
    return g_strdup ("–");
  /* A reference is shown by the title of its target. */
  if (entry->field->type == MW_TYPE_REF) {
    const MwRecord *other = mw_model_resolve (model, *(const MwRef *) mw_field_at (record, entry->field));
    if (other)
      return mw_ui_record_long_title (other);
  }
  char *text = shortened (mw_value_print (model, &target));
  if (entry->field->type != MW_TYPE_ARRAY || entry->n <= target.n)
    return text;
  g_autofree char *more = text;
  return g_strconcat (more, " …", NULL);
}

static char *
field_of (const MwDiffEntry *entry)
{
  if (!entry->field)
    return g_strdup (_ ("Layout"));
  const char *label = mw_ui_label (entry->field->label ? entry->field->label : entry->field->name);
  if (entry->field->type != MW_TYPE_ARRAY)
    return g_strdup (label);
  guint n = MAX (array_of (entry->a, entry->field)->n, array_of (entry->b, entry->field)->n);
  g_autofree char *some = mw_ui_count (entry->n), *all = mw_ui_count (n);
  return g_strdup_printf (_ ("%s (%s of %s)"), label, some, all);
}

static char *
path_of (const MwDiffEntry *entry)
{
  if (entry->kind != MW_DIFF_CHANGED || !entry->field)
    return mw_record_path (entry->b ? entry->b : entry->a);
  return mw_field_path (entry->b, entry->field);
}

/* "Walk (Sequence)"; a title that contains the kind already stays as it is. Free with g_free(). */
static char *
element_of (const MwRecord *record)
{
  g_autofree char *title = mw_ui_record_long_title (record);
  const char *kind = mw_ui_label (record->schema->label);
  if (!*kind || strstr (title, kind))
    return g_steal_pointer (&title);
  return g_strdup_printf (_ ("%s (%s)"), title, kind);
}

/* What of an element a record below it is: "Rotation", "Rotation · Stand"; NULL for the element itself. Free with g_free(). */
static char *
part_of (const MwRecord *record, const MwRecord *element)
{
  if (record->id == element->id || !record->owner)
    return NULL;
  const MwField *slot = mw_record_slot (record);
  g_autofree char *before = part_of (record->owner, element);
  g_autofree char *name = slot->type == MW_TYPE_LIST ? mw_ui_record_title (record)
                                                     : g_strdup (mw_ui_label (slot->label ? slot->label : slot->name));
  return before ? g_strconcat (before, " · ", name, NULL) : g_steal_pointer (&name);
}

static void
put_before (char **text, const char *part)
{
  char *whole = *text ? g_strconcat (part, " · ", *text, NULL) : g_strdup (part);
  g_free (*text);
  *text = whole;
}

static MwCompareRow *
row_of (const MwDiffEntry *entry, const MwModel *disk, const MwModel *here, const MwRecord *element)
{
  MwCompareRow *row = g_object_new (MW_TYPE_COMPARE_ROW, NULL);
  MwRecord *record = entry->b ? entry->b : entry->a;
  const MwRecord *first = entry->a ? entry->a : entry->b;
  row->record = first->id;
  row->owner = first->owner ? first->owner->id : 0;
  row->field = entry->field;
  row->slot = first->owner ? mw_record_slot (first) : NULL;
  row->texts[MW_COMPARE_ELEMENT] = element_of (element);
  row->texts[MW_COMPARE_PATH] = shortened (path_of (entry));
  switch (entry->kind) {
  case MW_DIFF_REMOVED:
    row->texts[MW_COMPARE_DISK] = g_strdup (_ ("exists"));
    row->texts[MW_COMPARE_HERE] = g_strdup (_ ("does not exist"));
    break;
  case MW_DIFF_ADDED:
    row->texts[MW_COMPARE_DISK] = g_strdup (_ ("does not exist"));
    row->texts[MW_COMPARE_HERE] = g_strdup (_ ("exists"));
    break;
  case MW_DIFF_MOVED:
    row->texts[MW_COMPARE_FIELD] = g_strdup (_ ("Place"));
    row->texts[MW_COMPARE_DISK] = g_strdup_printf ("%u", mw_record_index (entry->a));
    row->texts[MW_COMPARE_HERE] = g_strdup_printf ("%u", mw_record_index (entry->b));
    break;
  case MW_DIFF_CHANGED:
    row->texts[MW_COMPARE_FIELD] = field_of (entry);
    row->texts[MW_COMPARE_DISK] = value_of (entry, disk, entry->a);
    row->texts[MW_COMPARE_HERE] = value_of (entry, here, entry->b);
    break;
  }
  g_autofree char *part = part_of (record, element);
  if (part)
    put_before (&row->texts[MW_COMPARE_FIELD], part);
  return row;
}

static GListStore *
rows_of (const GArray *entries, const MwModel *disk, const MwModel *here, guint *n)
{
  GListStore *rows = g_list_store_new (MW_TYPE_COMPARE_ROW);
  for (guint i = 0; i < MIN (entries->len, MW_COMPARE_MOST); i++) {
    const MwDiffEntry *entry = &g_array_index (entries, MwDiffEntry, i);
    g_autoptr (MwCompareRow) row = row_of (entry, disk, here, entry->b ? entry->b : entry->a);
    g_list_store_append (rows, row);
  }
  *n = entries->len;
  return rows;
}

GListStore *
mw_compare_rows (const MwModel *disk, MwFormat disk_format, const MwModel *here, MwFormat here_format, guint *n)
{
  g_autoptr (GArray) entries = mw_model_diff_formats (disk, disk_format, here, here_format);
  return rows_of (entries, disk, here, n);
}

GListStore *
mw_compare_rows_of_states (const MwModel *before, const MwModel *after, MwFormat format, guint *n)
{
  g_autofree MwId *partners = mw_model_pair_by_id (before, after);
  g_autoptr (GArray) entries = mw_model_diff_aligned (before, after, format, partners);
  return rows_of (entries, before, after, n);
}

GPtrArray *
mw_review_rows (const MwReview *review)
{
  const GArray *entries = mw_review_get_entries (review);
  GPtrArray *rows = g_ptr_array_new_full (entries->len, g_object_unref);
  for (guint i = 0; i < entries->len; i++) {
    MwCompareRow *row = row_of (&g_array_index (entries, MwDiffEntry, i), mw_review_get_saved (review),
                                mw_review_get_present (review), mw_review_get_element (review, i));
    row->entry = i;
    row->continues = i > 0 && mw_review_get_element (review, i)->id == mw_review_get_element (review, i - 1)->id;
    g_ptr_array_add (rows, row);
  }
  return rows;
}

void
mw_compare_rows_replace (GListStore *store, GPtrArray *rows)
{
  GListModel *list = G_LIST_MODEL (store);
  guint n = g_list_model_get_n_items (list), start = 0, end = 0;
  for (; start < MIN (n, rows->len); start++) {
    g_autoptr (MwCompareRow) old = g_list_model_get_item (list, start);
    if (!is_equal (old, rows->pdata[start]))
      break;
    old->entry = start;
  }
  for (; end < MIN (n, rows->len) - start; end++) {
    g_autoptr (MwCompareRow) old = g_list_model_get_item (list, n - 1 - end);
    if (!is_equal (old, rows->pdata[rows->len - 1 - end]))
      break;
    old->entry = rows->len - 1 - end;
  }
  g_list_store_splice (store, start, n - start - end, rows->pdata + start, rows->len - start - end);
}
