/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"
#include "core/io/mdx/mdx.h"
#include "tests/core/corpus.h"
#include "tests/core/io/mdx-bytes.h"
#include "tests/core/io/mdx-files.h"
#include "tests/core/io/values.h"

#include <string.h>

/* MDX files cut at every structural boundary, and one byte before and after it. The test walks the chunks by its own
 * code. */

static uint32_t
u32_at (const uint8_t *bytes)
{
  uint32_t value;
  memcpy (&value, bytes, 4);
  return value;
}

static const char says_cut[] = "was the file cut short?";

/* Reads the first `size` bytes from a buffer of exactly that size. */
static MwMdlx *
read_cut (const uint8_t *bytes, gsize size, char **remarks, GError **error)
{
  g_autofree uint8_t *copy = g_memdup2 (bytes, size);
  g_autoptr (MwReport) report = mw_report_new ();
  MwMdlx *model = mw_mdx_read (copy, size, report, error);
  *remarks = remarks_of (report, MW_REMARK_WARNING);
  return model;
}

/* After a whole chunk, `rest` bytes of the next header remain: it is read, they are kept, and reported if there are
 * any. */
static void
assert_kept (const uint8_t *bytes, gsize size, guint rest, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *remarks = NULL;
  MwMdlx *model = read_cut (bytes, size, &remarks, &error);
  g_assert_no_error (error);
  if ((strstr (remarks, says_cut) != NULL) != (rest > 0))
    g_error ("%s, %u bytes after a chunk: \"%s\"", name, rest, remarks);
  if (rest) {
    g_autofree char *how_many = g_strdup_printf ("0:0 %u byte", rest);
    g_assert_nonnull (strstr (remarks, how_many));
  }
  g_autoptr (GBytes) written = write_mdx (model);
  g_assert_cmpmem (g_bytes_get_data (written, NULL), g_bytes_get_size (written), bytes, size);
  mw_model_free (&model->model);
}

/* Inside the chunk at `at`, after its header: refused, with the offset of its size, its tag and the bytes left. */
static void
assert_refused (const uint8_t *bytes, gsize size, gsize at, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *remarks = NULL;
  MwMdlx *model = read_cut (bytes, size, &remarks, &error);
  if (model)
    g_error ("%s: cut to %" G_GSIZE_FORMAT " bytes it is read", name, size);
  g_assert_error (error, MW_ERROR, MW_ERROR_TRUNCATED);
  g_assert_cmpint (mw_error_offset (error), ==, (gint64) at + 4);
  g_autofree char *left = g_strdup_printf ("size of %u, but only %" G_GSIZE_FORMAT " bytes are left in the file",
                                           u32_at (bytes + at + 4), size - at - 8);
  if (!strstr (error->message, left))
    g_error ("%s: cut to %" G_GSIZE_FORMAT ": %s", name, size, error->message);
  g_autofree char *tag = g_strndup ((const char *) bytes + at, 4);
  g_assert_cmpstr (mw_error_path (error), ==, tag);
}

/* Cuts at the edges of the chunk's header and content; *n counts the cuts. */
static void
cut_chunk (const uint8_t *bytes, gsize at, gsize end, const char *name, guint *n)
{
  for (guint rest = 0; rest < 8; rest++, (*n)++)
    assert_kept (bytes, at + rest, rest, name);
  const gsize inside[] = { at + 8, at + 9, at + 8 + (end - at - 8) / 2, end - 2, end - 1 };
  for (guint i = 0; i < G_N_ELEMENTS (inside); i++)
    if (inside[i] >= at + 8 && inside[i] < end) {
      assert_refused (bytes, inside[i], at, name);
      (*n)++;
    }
}

static guint
cut_file (const uint8_t *bytes, gsize size, const char *name)
{
  guint n = 0;
  gsize at = 4;
  gboolean stated = FALSE; /* before VERS the file's version is unknown */
  while (at + 8 <= size) {
    gsize end = at + 8 + u32_at (bytes + at + 4);
    if (stated)
      cut_chunk (bytes, at, end, name, &n);
    stated |= memcmp (bytes + at, "VERS", 4) == 0;
    at = end;
  }
  return n;
}

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
    n += cut_file (bytes, size, seeds[i]);
  }
  g_test_message ("%u cuts", n);
  g_assert_cmpuint (n, >, 500);
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
      assert_kept (file->data, file->len, 0, "an empty chunk at the end");
    else
      assert_refused (file->data, file->len, at, "a chunk header at the end");
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
        n += cut_file (bytes, size, files->pdata[i]);
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
  g_test_add_func ("/io/mdx cut/made files cut at every edge are refused, or it is said", made_files);
  g_test_add_func ("/io/mdx cut/real files cut at every edge are refused, or it is said", corpus);
  return g_test_run ();
}
