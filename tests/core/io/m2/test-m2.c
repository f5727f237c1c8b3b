/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/m2/m2.h"
#include "core/io/registry.h"
#include "core/schema/value.h"
#include "tests/core/corpus.h"
#include "tests/core/io/m2/sets.h"

#include <string.h>

/* Sets of M2 files through reader and writer: as they were, value by value, with parts missing, and what is refused. */

static MwModel *
read_set (const MwFileSet *set, MwFormat *format)
{
  GError *error = NULL;
  MwModel *model = mw_io_read_set (set, format, NULL, &error);
  g_assert_no_error (error);
  return model;
}

static MwFileSet *
write_set (const MwModel *model, MwFormat format)
{
  GError *error = NULL;
  MwFileSet *set = mw_io_write_set (model, format, NULL, NULL, &error);
  g_assert_no_error (error);
  return set;
}

static gboolean
add_note_bytes (MwRecord *record, gpointer data)
{
  for (guint i = 0; i < mw_notes_count (record); i++)
    *(gsize *) data += mw_notes_at (record, i)->from_file;
  return TRUE;
}

/* Bytes of the set that are kept as they were found, beside the values. */
static gsize
note_bytes (MwModel *model)
{
  gsize sum = 0;
  mw_record_foreach (&model->record, add_note_bytes, &sum);
  return sum;
}

/* Written from a copy, when nothing of what was read is there any more. Returns the bytes in notes. */
static gsize
assert_identical (const MwFileSet *set, const char *what)
{
  MwFormat format;
  MwModel *model = read_set (set, &format), *copy = mw_model_copy (model, TRUE);
  gsize noted = note_bytes (model);
  mw_model_poison_and_free (model);
  g_autoptr (MwFileSet) written = write_set (copy, format);
  m2_assert_same (set, written, what);
  mw_model_free (copy);
  return noted;
}

/* --- Real files ------------------------------------------------------------------------------------------------------- */

static int
by_value (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return x < y ? -1 : x > y;
}

static void
test_corpus (void)
{
  g_autoptr (GPtrArray) paths = m2_corpus ();
  if (!paths)
    return;
  g_autoptr (GArray) shares = g_array_new (FALSE, FALSE, sizeof (double));
  g_autofree char *worst = NULL;
  double most = -1;
  guint parts = 0;
  for (guint i = 0; i < paths->len; i++) {
    g_autoptr (MwFileSet) set = m2_set_load (paths->pdata[i]);
    double share = 100.0 * (double) assert_identical (set, paths->pdata[i]) / (double) m2_set_size (set);
    g_array_append_val (shares, share);
    parts += set->parts->len;
    if (share > most) {
      most = share;
      g_free (worst);
      worst = g_path_get_basename (paths->pdata[i]);
    }
  }
  g_array_sort (shares, by_value);
  double median = g_array_index (shares, double, shares->len / 2);
  g_test_message ("%u sets of %u files; of their bytes in notes: median %.3f %%, most %.2f %% (%s)", paths->len, parts,
                  median, most, worst);
  g_assert_cmpuint (paths->len, >=, 41);
  /* Community files lie as nobody's rule has it, and one has junk in the unused local bones of each vertex. */
  g_assert_cmpfloat (median, <=, 0.5);
  g_assert_cmpfloat (most, <=, 7);
}

/* All parts that belong to the model are read and written, not carried. */
static void
test_corpus_whole (void)
{
  g_autoptr (GPtrArray) paths = m2_corpus ();
  for (guint i = 0; paths && i < paths->len; i++) {
    g_autoptr (MwFileSet) set = m2_set_load (paths->pdata[i]);
    MwFormat format;
    MwModel *model = read_set (set, &format);
    g_autoptr (MwFileSet) written = write_set (model, format);
    const MwM2 *m2 = (const MwM2 *) model;
    for (guint k = 1; k < set->parts->len; k++) {
      const char *role = ((const MwFilePart *) set->parts->pdata[k])->role;
      gboolean ours = g_str_has_prefix (role, "anim")
                      || (g_str_has_prefix (role, "skin") && g_ascii_strtoull (role + 4, NULL, 10) < m2->skins.n);
      if (ours && !mw_file_set_find (written, role))
        g_error ("%s: %s was not read", (char *) paths->pdata[i], role);
    }
    mw_model_free (model);
  }
}

/* --- Made files ------------------------------------------------------------------------------------------------------- */

/* The value as printed; where numbers have names, the number itself will do. */
static void
assert_value (const MwModel *model, const M2Value *value, const char *what)
{
  MwTarget target;
  GError *error = NULL;
  if (!mw_path_resolve_one (model, value->path, &target, &error))
    g_error ("%s: %s: %s", what, value->path, error->message);
  g_autofree char *text = mw_value_print (model, &target);
  if (strcmp (text, value->value) == 0)
    return;
  const MwNames *names = mw_schema_names (target.record->schema, target.field);
  g_auto (MwValue) number = { 0 };
  if (!names || !mw_value_parse (model, &target, value->value, strlen (value->value), &number, NULL)
      || memcmp (number.bytes->data, mw_field_at (target.record, target.field), number.bytes->len) != 0)
    g_error ("%s: %s is %s, expected %s", what, value->path, text, value->value);
}

/* What follows from the values follows, and nothing of it had to be remembered: places, lookups, hash, ranges, vertices of
 * profiles. But for the combos, which the made sets fill in orders of their own. */
static gboolean
assert_no_note (MwRecord *record, gpointer what)
{
  for (guint i = 0; i < mw_notes_count (record); i++) {
    const MwNote *note = mw_notes_at (record, i);
    gboolean combos = note->field && (g_str_has_suffix (note->field->name, "_combos") || strcmp (note->field->name, "units.texture") == 0);
    if (note->kind != MW_NOTE_LAYOUT || !combos) {
      g_autofree char *path = mw_record_path (record);
      g_error ("%s: %s has a note of %u bytes (%s, %s)", (char *) what, path, note->size, mw_note_kind_name (note->kind),
               note->field ? note->field->name : "no field");
    }
  }
  return TRUE;
}

static void
test_made (gconstpointer data)
{
  guint version = GPOINTER_TO_UINT (data), n, n_values = 0;
  g_autofree guint *forms = m2_forms (version, &n);
  for (guint i = 0; i < n; i++)
    for (guint seed = 0; seed < (i == 0 ? 2 : 1); seed++) {
      M2GenerateOptions options = { version, seed, forms[i] };
      g_autofree char *what = g_strdup_printf ("version %u, form %u, seed %u", version, forms[i], seed);
      g_autoptr (MwFileSet) set = m2_set_make (&options);
      g_autoptr (GPtrArray) values = m2_generate_values (&options);
      MwFormat format;
      MwModel *model = read_set (set, &format);
      g_assert_cmpuint (format.version, ==, version);
      for (guint k = 0; k < values->len; k++)
        assert_value (model, values->pdata[k], what);
      n_values += values->len;
      mw_record_foreach (&model->record, assert_no_note, (gpointer) what);
      mw_model_free (model);
      assert_identical (set, what);
    }
  g_test_message ("%u forms, %u values", n, n_values);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/io/m2/every set of the corpus is written as it was read", test_corpus);
  g_test_add_func ("/io/m2/every companion of the corpus is read", test_corpus_whole);
  for (guint version = M2_FIRST_VERSION; version <= M2_LAST_VERSION; version++) {
    g_autofree char *path = g_strdup_printf ("/io/m2/made sets of %u have the values that went in, in every form", version);
    g_test_add_data_func (path, GUINT_TO_POINTER (version), test_made);
  }
  return g_test_run ();
}
