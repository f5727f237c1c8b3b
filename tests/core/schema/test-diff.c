/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/io/bytes.h"
#include "tests/core/corpus.h"
#include "core/edit/operations/script.h"
#include "core/io/registry.h"
#include "core/schema/diff.h"
#include "core/schema/value.h"

#include <string.h>

static const MwFormat format = { MW_FAMILY_MDX, 800 };

static MwModel *
read_file (const char *path)
{
  GError *error = NULL;
  gsize size;
  MwFormat found;
  g_autofree uint8_t *data = load_exactly (path, &size);
  MwModel *model = io_read_bytes (data, size, &found, NULL, &error);
  g_assert_no_error (error);
  return model;
}

static MwModel *
read_sample (const char *name)
{
  g_autofree char *path = sample_path (name);
  return read_file (path);
}

/* A difference as one line of text. */
static char *
describe (const MwDiffEntry *entry)
{
  g_autofree char *path = entry->field ? mw_field_path (entry->a, entry->field)
                                       : mw_record_path (entry->a ? entry->a : entry->b);
  switch (entry->kind) {
  case MW_DIFF_REMOVED:
    return g_strdup_printf ("- %s", path);
  case MW_DIFF_ADDED:
    return g_strdup_printf ("+ %s", path);
  case MW_DIFF_MOVED:
    return g_strdup_printf ("> %s", path);
  case MW_DIFF_CHANGED:
    break;
  }
  if (entry->n)
    return g_strdup_printf ("~ %s %u %u", path, entry->first, entry->n);
  return g_strdup_printf ("~ %s", path);
}

/* Runs a script on a fresh copy of the sample and expects exactly these differences. */
static void
assert_diff (const char *sample, const char *steps, const char *expected)
{
  GError *error = NULL;
  MwModel *a = read_sample (sample);
  g_autoptr (MwDocument) document = mw_document_new (read_sample (sample), format);
  const MwModel *b = mw_document_get_model (document);
  mw_script_run (document, steps, strlen (steps), NULL, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (GArray) entries = mw_model_diff (a, b, format);
  GString *lines = g_string_new (NULL);
  for (guint i = 0; i < entries->len; i++) {
    g_autofree char *line = describe (&g_array_index (entries, MwDiffEntry, i));
    g_string_append_printf (lines, "%s\n", line);
  }
  g_assert_cmpstr (lines->str, ==, expected);
  g_assert_true (mw_model_equal (a, b, format, NULL) == (*expected == '\0'));
  g_string_free (lines, TRUE);
  mw_model_free (a);
}

static void
values (void)
{
  assert_diff ("figure.mdx", "set name=Knight", "");
  assert_diff ("figure.mdx", "set sequences[1].move_speed=99\nset materials[0].layers[0].alpha=0.25",
               "~ sequences[1].move_speed\n~ materials[0].layers[0].alpha\n");
  assert_diff ("figure.mdx", "set bones[0].pivot.x=12", "~ bones[0].pivot\n");
  /* Values are compared bit by bit, so 0 and -0 differ. */
  assert_diff ("figure.mdx", "set blend_time=150\nset sequences[0].rarity=-0", "~ sequences[0].rarity\n");
}

static void
arrays (void)
{
  assert_diff ("figure.mdx", "set geosets[0].vertices[3].x=77\nset geosets[0].vertices[9].z=77",
               "~ geosets[0].vertices 3 2\n");
  assert_diff ("figure.mdx", "set geosets[0].unknown=[1, 2, 3]", "~ geosets[0].unknown 0 3\n");
}

static void
names (void)
{
  /* A renamed record is still the same record, and references to it have not changed. */
  assert_diff ("figure.mdx", "set bones[0].name=Trunk", "~ bones[0].name\n");
  assert_diff ("figure.mdx", "set sequences[0].name=Rest", "~ sequences[0].name\n");
  /* The only global sequence is found again after its only value changed. */
  assert_diff ("everything.mdx", "set global_sequences[0].duration=77", "~ global_sequences[0].duration\n");
}

static void
structure (void)
{
  MwModel *model = read_sample ("figure.mdx");
  const MwField *list = mw_schema_field (model->record.schema, "materials");
  guint n = mw_record_list (&model->record, list)->n;
  mw_model_free (model);
  g_assert_cmpuint (n, >=, 2);

  /* The copy comes after the original. References to later materials have other numbers now, but are not different. */
  assert_diff ("figure.mdx", "duplicate materials[0]", "+ materials[1]\n");
  assert_diff ("figure.mdx", "duplicate materials[0]\nset materials[1].priority_plane=42", "+ materials[1]\n");
  assert_diff ("figure.mdx", "duplicate materials[0]\nset materials[2].flags=0x20",
               "~ materials[1].flags\n+ materials[1]\n");
  assert_diff ("figure.mdx", "move-down sequences[0]", "> sequences[0]\n");
  /* Of three sequences, only the one that was moved is reported, not the two that made room. */
  assert_diff ("figure.mdx", "move-down sequences[0]\nmove-down sequences[1]", "> sequences[0]\n");
}

static void
removal (void)
{
  g_autoptr (GArray) entries = NULL;
  MwModel *a = read_sample ("everything.mdx");
  g_autoptr (MwDocument) document = mw_document_new (read_sample ("everything.mdx"), format);
  GError *error = NULL;
  mw_script_run_line (document, "delete sequences[1]", NULL, &error);
  g_assert_no_error (error);
  entries = mw_model_diff (a, mw_document_get_model (document), format);
  /* Only the sequence and its extents are reported, not those that moved up. */
  g_assert_cmpuint (entries->len, >=, 2);
  for (guint i = 0; i < entries->len; i++) {
    const MwDiffEntry *entry = &g_array_index (entries, MwDiffEntry, i);
    g_assert_cmpint (entry->kind, ==, MW_DIFF_REMOVED);
    g_autofree char *path = mw_record_path (entry->a);
    g_assert_true (strcmp (path, "sequences[1]") == 0 || g_str_has_suffix (path, ".extents[1]"));
  }
  mw_model_free (a);
}

/* Comparing the other way finds the same differences: what was removed is added. */
static void
both_ways (void)
{
  static const char *const steps[] = {
    "delete sequences[1]",     "duplicate materials[0]",         "duplicate bones[0]",
    "set bones[1].name=Other", "set geosets[0].faces=[0, 1, 2]", "move-down textures[0]"
  };
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++) {
    GError *error = NULL;
    MwModel *a = read_sample ("figure.mdx");
    g_autoptr (MwDocument) document = mw_document_new (read_sample ("figure.mdx"), format);
    const MwModel *b = mw_document_get_model (document);
    mw_script_run_line (document, steps[i], NULL, &error);
    g_assert_no_error (error);
    g_autoptr (GArray) there = mw_model_diff (a, b, format), back = mw_model_diff (b, a, format);
    guint counts[2][4] = { { 0 } };
    for (guint k = 0; k < there->len; k++)
      counts[0][g_array_index (there, MwDiffEntry, k).kind]++;
    for (guint k = 0; k < back->len; k++)
      counts[1][g_array_index (back, MwDiffEntry, k).kind]++;
    g_assert_cmpuint (there->len, >, 0);
    g_assert_cmpuint (counts[0][MW_DIFF_REMOVED], ==, counts[1][MW_DIFF_ADDED]);
    g_assert_cmpuint (counts[0][MW_DIFF_ADDED], ==, counts[1][MW_DIFF_REMOVED]);
    g_assert_cmpuint (counts[0][MW_DIFF_MOVED], ==, counts[1][MW_DIFF_MOVED]);
    g_assert_cmpuint (counts[0][MW_DIFF_CHANGED], ==, counts[1][MW_DIFF_CHANGED]);
    mw_model_free (a);
  }
}

static gboolean
collect_ids (MwRecord *record, gpointer ids)
{
  g_array_append_val ((GArray *) ids, record->id);
  return TRUE;
}

/* Makes one random edit. If it is refused, the model does not change. */
static void
draw_edit (MwDocument *document)
{
  static const char *const operations[] = { "delete", "duplicate", "move-up", "move-down" };
  MwModel *model = mw_document_get_model (document);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  mw_record_foreach (&model->record, collect_ids, ids);
  MwRecord *record = mw_model_find (model, g_array_index (ids, MwId, work_random_range (0, (gint32) ids->len)));
  g_autofree char *path = mw_record_path (record);
  if (work_random_range (0, 3) == 0) {
    g_autofree char *line = g_strdup_printf ("%s %s", operations[work_random_range (0, 4)], path);
    mw_script_run_line (document, line, NULL, NULL);
    return;
  }
  guint n = mw_schema_n_fields (record->schema);
  const MwField *field = mw_schema_field_at (record->schema, (guint) work_random_range (0, (gint32) n));
  g_autofree char *place = mw_field_path (record, field);
  g_autofree char *line = g_strdup_printf ("set %s=%d", place, work_random_range (0, 4));
  mw_script_run_line (document, line, NULL, NULL);
}

static void
agrees_with_equality (void)
{
  guint equal = 0, different = 0;
  for (guint run = 0; run < 400 / work_fraction (); run++) {
    MwModel *a = read_sample ("everything.mdx");
    g_autoptr (MwDocument) document = mw_document_new (read_sample ("everything.mdx"), format);
    int steps = work_random_range (1, 5);
    for (int i = 0; i < steps; i++)
      draw_edit (document);
    g_autofree char *where = NULL;
    gboolean same = mw_model_equal (a, mw_document_get_model (document), format, &where);
    g_autoptr (GArray) entries = mw_model_diff (a, mw_document_get_model (document), format);
    if (same != (entries->len == 0)) {
      g_autofree char *line = entries->len ? describe (&g_array_index (entries, MwDiffEntry, 0)) : g_strdup ("nothing");
      g_error ("equality says %s, the differences say %s", where ? where : "equal", line);
    }
    *(same ? &equal : &different) += 1;
    mw_model_free (a);
  }
  g_test_message ("%u equal, %u different", equal, different);
  /* The edits are drawn at random, so about a third of the runs change nothing: neither kind may be rare. */
  guint few = (equal + different) / 10;
  g_assert_cmpuint (different, >, few);
  g_assert_cmpuint (equal, >, few);
}

static void
corpus (void)
{
  g_autoptr (GPtrArray) files = corpus_files ("mdx800");
  for (guint i = 0; files && i < files->len; i++) {
    MwModel *a = read_file (files->pdata[i]), *b = read_file (files->pdata[i]);
    g_autoptr (GArray) entries = mw_model_diff (a, b, format);
    g_assert_cmpuint (entries->len, ==, 0);
    mw_model_free (a);
    mw_model_free (b);
  }
  /* Comparing unrelated models ends in reasonable time. */
  for (guint i = 0; files && i + 1 < files->len; i += 2) {
    MwModel *a = read_file (files->pdata[i]), *b = read_file (files->pdata[i + 1]);
    g_autoptr (GArray) entries = mw_model_diff (a, b, format);
    g_assert_true ((entries->len == 0) == mw_model_equal (a, b, format, NULL));
    mw_model_free (a);
    mw_model_free (b);
  }
}

/* Long lists of records without names: one record is missing, and one was inserted. */
static void
long_lists (void)
{
  const MwSchema *root = NULL;
  guint n_formats;
  root = mw_io_formats (&n_formats)[0]->root;
  const MwField *list = mw_schema_field (root, "global_sequences");
  const MwField *duration = mw_schema_field (list->schema, "duration");
  MwModel *a = mw_model_new (root), *b = mw_model_new (root);
  for (guint32 i = 0; i < 6000; i++) {
    MwRecord *x = mw_record_new (list->schema), *y = mw_record_new (list->schema);
    guint32 there = i * 3 + 1;
    memcpy (mw_field_at (x, duration), &there, 4);
    memcpy (mw_field_at (y, duration), &there, 4);
    mw_list_append (a, &a->record, list, x);
    if (i != 10)
      mw_list_append (b, &b->record, list, y);
    else
      mw_record_free (y);
  }
  MwRecord *more = mw_record_new (list->schema);
  mw_list_insert (b, &b->record, list, 5990, more);
  g_autoptr (GArray) entries = mw_model_diff (a, b, format);
  g_assert_cmpuint (entries->len, ==, 2);
  g_autofree char *first = describe (&g_array_index (entries, MwDiffEntry, 0));
  g_autofree char *second = describe (&g_array_index (entries, MwDiffEntry, 1));
  g_assert_cmpstr (first, ==, "- global_sequences[10]");
  g_assert_cmpstr (second, ==, "+ global_sequences[5990]");
  mw_model_free (a);
  mw_model_free (b);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schema/diff/names the fields whose values differ", values);
  g_test_add_func ("/schema/diff/reports the first element of an array that differs, and how many differ", arrays);
  g_test_add_func ("/schema/diff/recognises a renamed record", names);
  g_test_add_func ("/schema/diff/aligns lists, so that what follows an insertion is the same", structure);
  g_test_add_func ("/schema/diff/a removed sequence removes only its own extents", removal);
  g_test_add_func ("/schema/diff/finds the same both ways", both_ways);
  g_test_add_func ("/schema/diff/finds something exactly when the models are not equal", agrees_with_equality);
  g_test_add_func ("/schema/diff/a real file read twice has no differences", corpus);
  g_test_add_func ("/schema/diff/a list of 6000 without names stays aligned", long_lists);
  return g_test_run ();
}
