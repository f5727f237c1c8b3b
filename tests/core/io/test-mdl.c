/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/mdl/mdl.h"
#include "core/io/mdx/mdx.h"
#include "core/io/registry.h"
#include "core/schema/diff.h"
#include "core/schema/path.h"
#include "core/schema/value.h"
#include "tests/core/corpus.h"

#include <locale.h>
#include <string.h>

static const MwFormat mdx800 = { MW_FAMILY_MDX, 800, FALSE }, mdl800 = { MW_FAMILY_MDX, 800, TRUE };

static gboolean
drop_notes (MwRecord *record, gpointer data)
{
  mw_notes_drop (record);
  return TRUE;
}

/* What a difference or a loss is about, as a line: the same for both. */
static char *
key_of (const MwRecord *record, const MwField *field, gboolean layout)
{
  g_autofree char *path = field ? mw_field_path (record, field) : mw_record_path (record);
  return g_strdup_printf ("%s%s", path, layout ? " layout" : field ? "" : " record");
}

static int
by_text (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static char *
joined (GPtrArray *keys)
{
  g_ptr_array_sort (keys, by_text);
  g_ptr_array_add (keys, NULL);
  return g_strjoinv ("\n", (char **) keys->pdata);
}

static char *
loss_keys (const MwModel *model, const MwReport *report)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < report->losses->len; i++) {
    const MwLoss *loss = &g_array_index (report->losses, MwLoss, i);
    g_ptr_array_add (keys, key_of (mw_model_find (model, loss->id), loss->field, loss->layout));
  }
  return joined (keys);
}

static char *
diff_keys (const MwModel *a, const MwModel *b)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) entries = mw_model_diff (a, b, mdx800);
  for (guint i = 0; i < entries->len; i++) {
    const MwDiffEntry *entry = &g_array_index (entries, MwDiffEntry, i);
    g_assert_cmpint (entry->kind, !=, MW_DIFF_ADDED);
    g_assert_cmpint (entry->kind, !=, MW_DIFF_MOVED);
    g_ptr_array_add (keys, key_of (entry->a, entry->field, entry->kind == MW_DIFF_CHANGED && !entry->field));
  }
  return joined (keys);
}

static MwModel *
read_bytes (GBytes *bytes, MwReport *report, const char *what)
{
  gsize size;
  const uint8_t *data = g_bytes_get_data (bytes, &size);
  MwFormat format;
  g_autoptr (GError) error = NULL;
  MwModel *model = mw_io_read_reported (data, size, &format, report, &error);
  if (!model) {
    g_autofree char *why = mw_error_describe (error, what);
    g_error ("%s", why);
  }
  return model;
}

static GBytes *
write_model (const MwModel *model, MwFormat format, MwReport *report)
{
  GError *error = NULL;
  GBytes *bytes = mw_io_write_reported (model, format, NULL, report, &error);
  g_assert_no_error (error);
  return bytes;
}

static void
assert_bytes (GBytes *a, GBytes *b, const char *what)
{
  if (!g_bytes_equal (a, b))
    g_error ("%s: the bytes differ (%zu and %zu)", what, g_bytes_get_size (a), g_bytes_get_size (b));
}

/* A model without notes goes to text and back: what differs is what the report names, and nothing else; without losses the
 * binary file is the same. The text written again is the same. Returns the number of losses. */
static guint
assert_through_text (const MwModel *model, const char *what)
{
  g_autoptr (MwReport) report = mw_report_new (), kept = mw_report_new ();
  g_autoptr (GBytes) text = write_model (model, mdl800, report), binary = write_model (model, mdx800, NULL);
  MwModel *again = read_bytes (text, kept, what);
  g_assert_cmpuint (kept->n[MW_REMARK_ERROR] + kept->n[MW_REMARK_UNKNOWN] + kept->n[MW_REMARK_COMMENT], ==, 0);
  g_autofree char *lost = loss_keys (model, report), *differs = diff_keys (model, again);
  if (strcmp (lost, differs) != 0)
    g_error ("%s: the report names\n%s\nbut what differs is\n%s", what, lost, differs);
  g_autoptr (GError) error = NULL;
  if (!mw_io_prove (model, mdl800, text, &error))
    g_error ("%s: %s", what, error->message);
  g_autoptr (GBytes) binary_again = write_model (again, mdx800, NULL), text_again = write_model (again, mdl800, NULL);
  if (report->losses->len == 0)
    assert_bytes (binary, binary_again, what);
  assert_bytes (text, text_again, what);
  mw_model_free (again);
  return report->losses->len;
}

static void
test_corpus_mdx (void)
{
  g_autoptr (GPtrArray) files = corpus_files ("mdx800");
  guint losing = 0, losses = 0;
  for (guint i = 0; files && i < files->len; i++) {
    gsize size;
    g_autofree uint8_t *bytes = load_exactly (files->pdata[i], &size);
    MwMdlx *model = mw_mdx_read (bytes, size, NULL);
    g_assert_nonnull (model);
    mw_record_foreach (&model->model.record, drop_notes, NULL);
    guint n = assert_through_text (&model->model, files->pdata[i]);
    losing += n > 0;
    losses += n;
    mw_model_free (&model->model);
  }
  if (files)
    g_test_message ("%u files, %u of them with losses, %u losses in all", files->len, losing, losses);
}

static void
test_samples (void)
{
  static const char *const names[] = { "figure.mdx", "effect.mdx", "everything.mdx" };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path = sample_path (names[i]);
    gsize size;
    g_autofree uint8_t *bytes = load_exactly (path, &size);
    MwMdlx *model = mw_mdx_read (bytes, size, NULL);
    g_assert_nonnull (model);
    mw_record_foreach (&model->model.record, drop_notes, NULL);
    g_test_message ("%s: %u losses", names[i], assert_through_text (&model->model, path));
    mw_model_free (&model->model);
  }
}

/* Written and read again it is equal, and writing twice gives the same text. */
static void
assert_text_stays (const MwModel *model, const char *what)
{
  g_autoptr (MwReport) report = mw_report_new ();
  g_autoptr (GBytes) first = write_model (model, mdl800, report);
  g_assert_cmpuint (report->losses->len, ==, 0);
  MwModel *again = read_bytes (first, NULL, what);
  g_autofree char *where = NULL;
  if (!mw_model_equal (model, again, mdl800, &where))
    g_error ("%s: differs at %s", what, where);
  g_autoptr (GBytes) second = write_model (again, mdl800, NULL);
  assert_bytes (first, second, what);
  mw_model_free (again);
}

static void
test_corpus_mdl (void)
{
  static const char *const folders[] = { "mdl", "odd" };
  guint n_read = 0, n_refused = 0;
  for (guint k = 0; k < G_N_ELEMENTS (folders); k++) {
    g_autoptr (GPtrArray) files = corpus_files (folders[k]);
    if (!files)
      return;
    for (guint i = 0; i < files->len; i++) {
      const char *path = files->pdata[i];
      gsize size;
      MwFormat format;
      g_autoptr (GError) error = NULL;
      g_autoptr (MwReport) report = mw_report_new ();
      if (!g_str_has_suffix (path, ".mdl"))
        continue;
      g_autofree uint8_t *bytes = load_exactly (path, &size);
      MwModel *model = mw_io_read_reported (bytes, size, &format, report, &error);
      if (model) {
        g_assert_cmpuint (report->n[MW_REMARK_ERROR], ==, 0);
        assert_text_stays (model, path);
        mw_model_free (model);
        n_read++;
        continue;
      }
      n_refused++;
      g_autofree char *why = mw_error_describe (error, NULL);
      g_test_message ("%s: %s", path, why);
      if (strstr (path, "v800"))
        g_assert_cmpstr (folders[k], ==, "odd");
      else
        g_assert_error (error, MW_ERROR, MW_ERROR_UNSUPPORTED);
    }
  }
  g_test_message ("%u read, %u refused", n_read, n_refused);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/io/mdl/what real binary files lose in text is what the report names", test_corpus_mdx);
  g_test_add_func ("/io/mdl/what samples lose in text is what the report names", test_samples);
  g_test_add_func ("/io/mdl/real texts read, or are refused for what is wrong in them", test_corpus_mdl);
  return g_test_run ();
}
