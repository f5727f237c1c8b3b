/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/corpus.h"
#include "tests/core/io/mdx-bytes.h"
#include "tests/core/io/mdx-cut.h"

/* MDX files that were cut short. ./dev test --long cut does all cuts of all files. */

/* The first chunks of World of Warcraft's files decide the game, so if they are cut before MODL ends they count as
 * Warcraft III's. */
static void
made_files (void)
{
  static const char *const seeds[] = { "everything.mdx", "wc3-900.mdx", "wc3-1100.mdx",
                                       "wc3-1800.mdx",   "wow-1300",    "wow-1500" };
  guint n = 0;
  for (guint i = 0; i < G_N_ELEMENTS (seeds); i++) {
    gsize size;
    g_autofree char *path = i ? seed_path (seeds[i]) : sample_path (seeds[i]);
    g_autofree uint8_t *bytes = load_exactly (path, &size);
    n += mdx_cut_chunks (bytes, size, seeds[i]);
  }
  g_test_message ("%u cuts", n);
  g_assert_cmpuint (n, >, 500);
}

static void
made_places (void)
{
  static const char *const seeds[] = { "wc3-900.mdx", "wc3-1100.mdx", "wow-1300", "wow-1500" };
  guint n = 0, slices = 4 * work_fraction ();
  for (guint i = 0; i < G_N_ELEMENTS (seeds); i++) {
    g_autofree char *path = seed_path (seeds[i]);
    n += mdx_cut_places (path, i % slices, slices);
  }
  g_test_message ("%u cuts", n);
  g_assert_cmpuint (n, >, 100);
}

/* A chunk may consist of a header only; a size of one without that byte is an error. */
static void
after_a_header (void)
{
  for (uint32_t length = 0; length < 3; length++) {
    g_autoptr (GByteArray) file = begin_mdx ("Cut");
    gsize at = file->len;
    put_tag (file, "KEEP");
    put_u32 (file, length);
    if (length == 0)
      mdx_assert_kept (file->data, file->len, 0, "an empty chunk at the end");
    else
      mdx_assert_refused (file->data, file->len, at, "a chunk header at the end");
  }
}

static void
corpus (void)
{
  static const char *const folders[] = { "mdx800", "mdx1000", "mdx1100", "mdx1300" };
  guint n = 0;
  for (guint k = 0; k < G_N_ELEMENTS (folders); k++) {
    g_autoptr (GPtrArray) files = corpus_files (folders[k]);
    /* Each cut reads the whole file before it, so all files would take minutes: takes the small ones and every
     * seventh. */
    for (guint i = 0; files && i < files->len; i++) {
      gsize size;
      g_autofree uint8_t *bytes = load_exactly (files->pdata[i], &size);
      if (size < 100 * 1024 || i % 7 == 0)
        n += mdx_cut_chunks (bytes, size, files->pdata[i]);
    }
    if (!files)
      return;
  }
  g_test_message ("%u cuts", n);
  g_assert_cmpuint (n, >, 1000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/io/mdx cut/a file cut right after a chunk header is refused", after_a_header);
  g_test_add_func ("/io/mdx cut/generated files cut at every boundary are refused or reported", made_files);
  g_test_add_func ("/io/mdx cut/generated files cut at the boundaries that a second reader finds", made_places);
  g_test_add_func ("/io/mdx cut/real files cut at every boundary are refused or reported", corpus);
  return g_test_run ();
}
