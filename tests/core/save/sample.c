/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/save/sample.h"
#include "core/io/registry.h"
#include "tests/core/corpus.h"

MwDocument *
saved_sample (Files *files, const char *name, const char *as)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *from = sample_path (name), *path = files_path (files, as);
  gsize size;
  g_autofree uint8_t *bytes = load_exactly (from, &size);
  g_assert_true (g_file_set_contents (path, (const char *) bytes, (gssize) size, &error));
  MwFormat format;
  MwFileSet *set = mw_io_load (path, NULL, &error);
  MwModel *model = mw_io_read (set, &format, NULL, &error);
  g_assert_no_error (error);
  MwDocument *document = mw_document_new (model, format);
  mw_document_set_files (document, set);
  return document;
}
