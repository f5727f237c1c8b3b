/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/io/mdx-cut.h"
#include "core/base/error.h"
#include "core/io/mdx/mdx.h"
#include "tests/core/corpus.h"
#include "tests/core/io/mdx-files.h"
#include "tests/core/io/values.h"

#include <string.h>

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

void
mdx_assert_kept (const uint8_t *bytes, gsize size, guint rest, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *remarks = NULL;
  MwMdlx *model = read_cut (bytes, size, &remarks, &error);
  g_assert_no_error (error);
  if ((strstr (remarks, says_cut) != NULL) != (rest > 0))
    g_error ("%s, %u bytes after a chunk: \"%s\"", name, rest, remarks);
  if (rest) {
    g_autofree char *how_many = g_strdup_printf ("0:0 found %u byte", rest);
    g_assert_nonnull (strstr (remarks, how_many));
  }
  g_autoptr (GBytes) written = write_mdx (model);
  g_assert_cmpmem (g_bytes_get_data (written, NULL), g_bytes_get_size (written), bytes, size);
  mw_model_free (&model->model);
}

void
mdx_assert_refused (const uint8_t *bytes, gsize size, gsize at, const char *name)
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
  char tag[5] = { 0 };
  for (guint i = 0; i < 4; i++)
    tag[i] = g_ascii_isprint (bytes[at + i]) ? (char) bytes[at + i] : '?';
  g_assert_cmpstr (mw_error_path (error), ==, tag);
}

/* Cuts at the edges of the chunk's header and content; *n counts the cuts. */
static void
cut_chunk (const uint8_t *bytes, gsize at, gsize end, const char *name, guint *n)
{
  for (guint rest = 0; rest < 8; rest++, (*n)++)
    mdx_assert_kept (bytes, at + rest, rest, name);
  const gsize inside[] = { at + 8, at + 9, at + 8 + (end - at - 8) / 2, end - 2, end - 1 };
  for (guint i = 0; i < G_N_ELEMENTS (inside); i++)
    if (inside[i] >= at + 8 && inside[i] < end) {
      mdx_assert_refused (bytes, inside[i], at, name);
      (*n)++;
    }
}

guint
mdx_cut_chunks (const uint8_t *bytes, gsize size, const char *name)
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

/* Of a cut to `size` bytes. */
static void
judge (const uint8_t *bytes, gsize size, const char *name)
{
  gsize at = 4;
  gboolean stated = FALSE;
  while (at + 8 <= size && at + 8 + u32_at (bytes + at + 4) <= size) {
    stated |= memcmp (bytes + at, "VERS", 4) == 0;
    at += 8 + u32_at (bytes + at + 4);
  }
  if (!stated) {
    g_autoptr (GError) error = NULL;
    g_autofree char *remarks = NULL;
    if (read_cut (bytes, size, &remarks, &error) || mw_error_offset (error) > (gint64) size)
      g_error ("%s: cut to %" G_GSIZE_FORMAT " bytes, before a version: %s", name, size,
               error ? error->message : "it is read");
  } else if (size < at + 8)
    mdx_assert_kept (bytes, size, (guint) (size - at), name);
  else
    mdx_assert_refused (bytes, size, at, name);
}

guint
mdx_cut_places (const char *path, guint slice, guint slices)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *strict = g_build_filename (g_getenv ("MODELWRIGHT_SOURCE_ROOT"), "tests", "mdx", "strict.py", NULL),
                  *text = NULL;
  const char *const words[] = { "python3", strict, "--lenient", "--places", path, NULL };
  g_spawn_sync (NULL, (char **) words, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &text, NULL,
                NULL, &error);
  g_assert_no_error (error);
  gsize size, next = 0;
  g_autofree uint8_t *bytes = load_exactly (path, &size);
  guint n = 0, seen = 0;
  for (char *at = text; *at; at++) {
    gsize place = (gsize) g_ascii_strtoull (at, &at, 10);
    for (gsize cut = MAX (next, place ? place - 1 : 0); cut <= place + 1 && cut < size; cut++)
      if (seen++ % slices == slice) {
        judge (bytes, cut, path);
        n++;
      }
    next = place + 2;
  }
  g_assert_cmpuint (seen, >, 0);
  return n;
}
