/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/convert/round-trip.h"
#include "tests/core/corpus.h"
#include "core/io/registry.h"

#include <string.h>

/* The report of a conversion names exactly what does not come back (see core/convert/convert.h): on real files, for every pair
 * of versions. */

static MwModel *
read_model (const char *path, MwFormat *format)
{
  gsize size;
  g_autofree uint8_t *data = load_exactly (path, &size);
  return mw_io_read_bytes (data, size, format, NULL);
}

/* Every pair for a model that is in `native`: first into one, then there and back. */
static void
check_pairs (const MwModel *model, MwFormat native, const char *path, guint step)
{
  static guint turn;
  for (guint i = 0; i < n_formats; i++) {
    MwFormat from = all_formats[i];
    MwModel *first = NULL;
    for (guint k = 0; k < n_formats; k++) {
      g_autoptr (GError) error = NULL;
      gboolean is_native = from.family == native.family && from.version == native.version;
      if (k == i || (!is_native && turn++ % step))
        continue;
      if (!first)
        first = mw_convert (model, native, from, NULL, NULL, &error);
      g_autoptr (RoundTrip) trip = first ? round_trip (first, from, all_formats[k], &error) : NULL;
      if (!trip) {
        g_assert_error (error, MW_ERROR, MW_ERROR_NOT_WRITABLE);
        continue;
      }
      g_autofree char *wrong = what_is_wrong (first, from, trip), *a = short_name (from), *b = short_name (all_formats[k]);
      if (wrong) {
        g_test_message ("%s as %s to %s: %s", path, a, b, wrong);
        g_test_fail ();
      }
    }
    mw_model_free (first);
  }
}

static void
test_pairs (gconstpointer folder)
{
  g_autoptr (GPtrArray) files = corpus_files (folder);
  for (guint i = 0; files && i < files->len; i += work_fraction ()) {
    MwFormat format;
    MwModel *model = read_model (files->pdata[i], &format);
    if (!model)
      continue;
    check_pairs (model, format, files->pdata[i], 1);
    mw_model_free (model);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/convert/pairs/mdx800", "mdx800", test_pairs);
  return g_test_run ();
}
