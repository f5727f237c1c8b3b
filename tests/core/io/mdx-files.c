/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/io/bytes.h"
#include "tests/core/io/mdx-files.h"
#include "core/base/error.h"
#include "core/io/mdx/mdx.h"
#include "core/io/registry.h"
#include "tests/core/corpus.h"

MwMdlx *
read_mdx (const void *bytes, gsize size)
{
  g_autoptr (GError) error = NULL;
  MwMdlx *model = mw_mdx_read (bytes, size, NULL, &error);
  if (!model)
    g_error ("%s: %s", mw_error_path (error), error->message);
  return model;
}

MwMdlx *
read_array (const GByteArray *file)
{
  return read_mdx (file->data, file->len);
}

MwMdlx *
read_seed (const char *name)
{
  gsize size;
  g_autofree char *path = seed_path (name);
  g_autofree uint8_t *bytes = load_exactly (path, &size);
  return read_mdx (bytes, size);
}

GBytes *
write_mdx (const MwMdlx *model)
{
  g_autoptr (GError) error = NULL;
  GBytes *bytes = io_write_bytes (&model->model, mw_mdlx_format (model), NULL, NULL, &error);
  g_assert_no_error (error);
  return bytes;
}

void
assert_written_as_it_was (const uint8_t *bytes, gsize size, const char *what)
{
  g_autoptr (GError) error = NULL;
  MwMdlx *model = mw_mdx_read (bytes, size, NULL, &error);
  if (!model)
    g_error ("%s: %s", what, error->message);
  MwFormat format = mw_mdlx_format (model);
  MwModel *copy = mw_model_copy (&model->model, TRUE);
  g_assert_true (mw_model_equal (&model->model, copy, format, NULL));
  mw_model_poison_and_free (&model->model);
  g_autoptr (GBytes) written = io_write_bytes (copy, format, NULL, NULL, &error);
  if (!written)
    g_error ("%s: %s", what, error->message);
  mw_model_free (copy);
  gsize n, at = 0;
  const uint8_t *out = g_bytes_get_data (written, &n);
  while (at < MIN (size, n) && out[at] == bytes[at])
    at++;
  if (at != size || n != size)
    g_error ("%s: first difference at 0x%zX of %zu bytes (%zu written)", what, at, size, n);
}

void
assert_survives (const GByteArray *file)
{
  g_autofree uint8_t *exact = g_memdup2 (file->data, file->len);
  assert_written_as_it_was (exact, file->len, "a made file");
}
