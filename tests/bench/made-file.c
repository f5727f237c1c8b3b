/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/made-file.h"
#include "core/io/registry.h"
#include "tests/bench/timing.h"
#include "tests/core/io/bytes.h"

GBytes *
made_bytes (MwMdlx *model)
{
  GError *error = NULL;
  GBytes *bytes = io_write_bytes (&model->model, (MwFormat) { MW_FAMILY_MDX, 800 }, NULL, NULL, &error);
  if (!bytes)
    bench_die ("writing a model", error);
  mw_model_free (&model->model);
  return bytes;
}

char *
made_file (const char *folder, const char *name, GBytes *bytes)
{
  char *path = g_build_filename (folder, name, NULL);
  GError *error = NULL;
  if (!g_file_set_contents (path, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), &error))
    bench_die (path, error);
  g_print ("# %s: %.1f MB\n", name, (double) g_bytes_get_size (bytes) / 1e6);
  return path;
}
