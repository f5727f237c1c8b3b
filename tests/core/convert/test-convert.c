/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/io/bytes.h"
#include "tests/core/convert/drawn.h"
#include "tests/core/convert/round-trip.h"
#include "tests/core/corpus.h"
#include "core/check/new-findings.h"
#include "core/io/registry.h"

#include <string.h>

/* The report of a conversion names exactly what does not come back (see core/convert/convert.h): with real files,
 * for every pair of versions. */

static MwModel *
read_model (const char *path, MwFormat *format)
{
  gsize size;
  g_autofree uint8_t *data = load_exactly (path, &size);
  return io_read_bytes (data, size, format, NULL, NULL);
}

/* Every pair of formats for a model that is in `native`: converts it to the first, then to the second and back.
 * Pairs that do not start with `native` are sampled; the next file gets others. */
static void
check_pairs (const MwModel *model, MwFormat native, const char *path)
{
  static guint turn;
  const guint step = work_fraction ();
  for (guint i = 0; i < n_formats; i++) {
    MwFormat from = all_formats[i];
    MwModel *first = NULL;
    for (guint k = 0; k < n_formats; k++) {
      g_autoptr (GError) error = NULL;
      gboolean is_native = from.family == native.family && from.version == native.version;
      if (k == i || (!is_native && turn++ % step))
        continue;
      if (!first)
        first = mw_convert (model, native, from, NULL, NULL, NULL, &error);
      g_autoptr (RoundTrip) trip = first ? round_trip (first, from, all_formats[k], &error) : NULL;
      if (!trip) {
        g_assert_error (error, MW_ERROR, MW_ERROR_NOT_WRITABLE);
        continue;
      }
      g_autofree char *wrong = what_is_wrong (first, from, trip), *a = short_name (from),
                      *b = short_name (all_formats[k]);
      if (wrong) {
        g_test_message ("%s as %s to %s: %s", path, a, b, wrong);
        g_test_fail ();
      }
    }
    mw_model_free (first);
  }
}

static const char *const folders[] = { "mdx800", "mdx1000", "mdx1100", "mdx1300", "mdl", "odd" };

static void
test_pairs (gconstpointer folder)
{
  g_autoptr (GPtrArray) files = corpus_files (folder);
  for (guint i = 0; files && i < files->len; i += work_fraction ()) {
    MwFormat format;
    MwModel *model = read_model (files->pdata[i], &format);
    if (!model)
      continue;
    check_pairs (model, format, files->pdata[i]);
    mw_model_free (model);
  }
}

/* Models with a value in every field, including those that no real file uses. */
static void
test_drawn (void)
{
  for (guint seed = 0; seed < 24 / work_fraction (); seed++)
    for (guint i = 0; i < n_formats; i++) {
      MwFormat from = all_formats[i];
      g_autofree char *name = short_name (from);
      MwMdlx *model = draw_model (from, seed);
      for (guint k = 0; k < n_formats; k++) {
        g_autoptr (GError) error = NULL;
        g_autoptr (RoundTrip) trip = k == i ? NULL : round_trip (&model->model, from, all_formats[k], &error);
        g_autofree char *to = short_name (all_formats[k]),
                        *wrong = trip ? what_is_wrong (&model->model, from, trip) : NULL;
        g_assert_no_error (error);
        if (!wrong)
          continue;
        g_test_message ("seed %u as %s to %s: %s", seed, name, to, wrong);
        g_test_fail ();
      }
      mw_model_free (&model->model);
    }
}

static gboolean
has_rule (const GPtrArray *findings, const MwRule *rule)
{
  for (guint i = 0; i < findings->len; i++)
    if (((const MwFinding *) findings->pdata[i])->rule == rule)
      return TRUE;
  return FALSE;
}

/* Errors of kinds that the original model did not have. That no shipped game reads the target is not one. */
static void
check_findings (const MwModel *model, MwFormat native, const MwModel *made, MwFormat to, const char *path)
{
  g_autoptr (GPtrArray) before = mw_check_grave (model, native), findings = mw_check_grave (made, to);
  for (guint i = 0; i < findings->len; i++) {
    const MwFinding *finding = findings->pdata[i];
    g_autofree char *where = mw_target_path (&finding->target), *name = short_name (to);
    if (finding->rule->severity != MW_SEVERITY_ERROR || has_rule (before, finding->rule)
        || strcmp (finding->rule->id, "wc3-version") == 0)
      continue;
    g_test_message ("%s to %s: %s: %s", path, name, where, finding->message);
    g_test_fail ();
  }
}

/* The written file is read again and compared. Text may lose what it always loses. */
static void
check_written (const MwModel *made, MwFormat to, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwReport) report = mw_report_new ();
  g_autofree char *name = short_name (to);
  g_autoptr (GBytes) bytes = io_write_bytes (made, to, NULL, report, &error);
  if (bytes && io_prove_reported (made, to, bytes, report, &error) && (to.text || report->losses->len == 0))
    return;
  g_test_message ("%s to %s%s: %s: %s", path, name, to.text ? " as text" : "",
                  error && mw_error_path (error) ? mw_error_path (error) : "-",
                  error ? error->message : "the writer lost something");
  g_test_fail ();
}

static void
test_results (gconstpointer folder)
{
  g_autoptr (GPtrArray) files = corpus_files (folder);
  for (guint i = 0; files && i < files->len; i += work_fraction ()) {
    MwFormat native;
    MwModel *model = read_model (files->pdata[i], &native);
    for (guint k = 0; model && k < n_formats; k++) {
      g_autoptr (GError) error = NULL;
      MwModel *made = mw_convert (model, native, all_formats[k], NULL, NULL, NULL, &error);
      g_assert_no_error (error);
      check_findings (model, native, made, all_formats[k], files->pdata[i]);
      MwFormat to = all_formats[k];
      check_written (made, to, files->pdata[i]);
      to.text = TRUE;
      if ((i + k) % 8 == 0)
        check_written (made, to, files->pdata[i]);
      mw_model_free (made);
    }
    mw_model_free (model);
  }
}

/* How many files in a folder lose something when converted to `to`; *n gets the number of files. */
static guint
count_losers (const char *folder, MwFormat from, MwFormat to, guint *n)
{
  guint losers = 0;
  g_autoptr (GPtrArray) files = corpus_files (folder);
  *n = 0;
  for (guint i = 0; files && i < files->len; i++) {
    MwFormat format;
    MwModel *model = read_model (files->pdata[i], &format);
    if (model && format.family == from.family && format.version == from.version) {
      g_autoptr (MwReport) report = mw_report_new ();
      MwModel *there = mw_convert (model, from, to, NULL, report, NULL, NULL);
      g_assert_nonnull (there);
      mw_model_free (there);
      losers += report->losses->len > 0;
      ++*n;
      for (guint k = 0; k < report->losses->len && k < 5; k++) {
        const MwLoss *loss = &g_array_index (report->losses, MwLoss, k);
        g_test_message ("%s: %s: %s", (const char *) files->pdata[i], loss->path, loss->why);
      }
    }
    mw_model_free (model);
  }
  g_test_message ("%u of %u files lose something", losers, *n);
  return losers;
}

static void
test_old_to_new (void)
{
  guint n, losers = count_losers ("mdx800", (MwFormat) { MW_FAMILY_MDX, 800 }, (MwFormat) { MW_FAMILY_MDX, 1100 }, &n);
  g_assert_cmpuint (20 * losers, <=, n);
}

static void
test_reforged_to_new (void)
{
  guint n,
    losers = count_losers ("mdx1000", (MwFormat) { MW_FAMILY_MDX, 1000 }, (MwFormat) { MW_FAMILY_MDX, 1100 }, &n);
  g_assert_cmpuint (losers, <=, 2);
}

/* --- Versions that nobody knows --------------------------------------------------------------------------------------- */

static uint32_t
word_at (const uint8_t *bytes)
{
  uint32_t word;
  memcpy (&word, bytes, 4);
  return word;
}

/* A file of version 9900 in which one chunk is longer than its rows. *tag gets that chunk; FALSE when there are
 * fewer chunks. */
static gboolean
make_later (const uint8_t *bytes, gsize size, guint which, char tag[5], GByteArray *made)
{
  static const uint8_t more[3] = { 9, 9, 9 };
  gboolean found = FALSE;
  g_byte_array_set_size (made, 0);
  g_byte_array_append (made, bytes, 4);
  for (gsize at = 4; at + 8 <= size; at += 8 + word_at (bytes + at + 4)) {
    uint32_t length = word_at (bytes + at + 4), longer = length + sizeof more, version = 9900;
    gboolean is_version = memcmp (bytes + at, "VERS", 4) == 0, grows = !is_version && which-- == 0;
    g_byte_array_append (made, bytes + at, 4);
    g_byte_array_append (made, (const uint8_t *) (grows ? &longer : &length), 4);
    g_byte_array_append (made, is_version ? (const uint8_t *) &version : bytes + at + 8, length);
    if (grows) {
      g_byte_array_append (made, more, sizeof more);
      memcpy (tag, bytes + at, 4);
      found = TRUE;
    }
  }
  return found;
}

static gboolean
has_chunk (const MwModel *model, const char *tag)
{
  const MwMdlx *mdlx = (const MwMdlx *) model;
  for (uint32_t i = 0; i < mdlx->unknown_chunks.n; i++)
    if (memcmp (((const MwMdlxUnknownChunk *) mdlx->unknown_chunks.items[i])->tag, tag, 4) == 0)
      return TRUE;
  return FALSE;
}

static void
check_later (const MwModel *model, MwFormat native, const char *tag)
{
  for (guint k = 0; k < n_formats; k++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (RoundTrip) trip = round_trip (model, native, all_formats[k], &error);
    g_assert_no_error (error);
    g_autofree char *wrong = what_is_wrong (model, native, trip), *name = short_name (all_formats[k]);
    if (wrong) {
      g_test_message ("%s of 9900 to %s: %s", tag, name, wrong);
      g_test_fail ();
    }
    g_assert_false (has_chunk (trip->there, tag));
    check_written (trip->there, all_formats[k], tag);
  }
}

/* Chunks kept as bytes are never written where a reader would parse them as the chunk that it knows. */
static void
test_later (void)
{
  g_autofree char *path = seed_path ("wc3-1800.mdx");
  gsize size;
  g_autofree uint8_t *bytes = load_exactly (path, &size);
  g_autoptr (GByteArray) made = g_byte_array_new ();
  char tag[5] = "";
  guint n_kept = 0;
  for (guint which = 0; make_later (bytes, size, which, tag, made); which++) {
    MwFormat native;
    MwModel *model = io_read_bytes (made->data, made->len, &native, NULL, NULL);
    g_assert_nonnull (model);
    g_assert_cmpuint (native.version, ==, 9900);
    if (has_chunk (model, tag)) {
      check_later (model, native, tag);
      n_kept++;
    }
    mw_model_free (model);
  }
  g_test_message ("%u chunks were kept as bytes", n_kept);
  g_assert_cmpuint (n_kept, >=, 15);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++) {
    g_autofree char *path = g_strconcat ("/convert/what is named is what does not come back/", folders[i], NULL);
    g_autofree char *results = g_strconcat ("/convert/results have no new errors and read back equal/", folders[i],
                                            NULL);
    g_test_add_data_func (path, folders[i], test_pairs);
    g_test_add_data_func (results, folders[i], test_results);
  }
  g_test_add_func ("/convert/the report lists exactly what is lost/drawn models", test_drawn);
  g_test_add_func ("/convert/chunks of a later version are not mistaken for known ones", test_later);
  g_test_add_func ("/convert/95 of 100 files of 800 lose nothing in 1100", test_old_to_new);
  g_test_add_func ("/convert/all but two files of 1000 lose nothing in 1100", test_reforged_to_new);
  return g_test_run ();
}
