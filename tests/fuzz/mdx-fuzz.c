/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ./dev fuzz mdx SECONDS. To build it by hand: clang -g -O1 -fsanitize=fuzzer,address,undefined -I. $(pkg-config --cflags gio-2.0)
 *   tests/fuzz/mdx-fuzz.c core/{base,schema,model,model/mdlx,io,io/mdx}/ *.c $(pkg-config --libs gio-2.0) -lm */
#include "core/io/mdx/mdx.h"
#include "core/io/registry.h"
#include "tests/core/io/bytes.h"
#include "tests/core/io/salvaged.h"

#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/* Reading must give an error with a place, after which the file can be salvaged or is refused (salvaged.h), or a model whose copy is written as the same bytes. */
int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GError) error = NULL;
  MwMdlx *model = mw_mdx_read (data, size, NULL, &error);
  if (!model) {
    if (mw_error_offset (error) < 0 || mw_error_offset (error) > (gint64) size)
      g_error ("an error without a place: %s", error->message);
    g_autoptr (GBytes) input = g_bytes_new_static (data, size);
    g_autoptr (MwFileSet) set = mw_file_set_of_bytes (input);
    salvage_check (set, "what was refused");
    return 0;
  }
  const MwFormat format = mw_mdlx_format (model);
  MwModel *copy = mw_model_copy (&model->model, TRUE);
  mw_model_poison_and_free (&model->model);
  g_autoptr (GBytes) bytes = io_write_bytes (copy, format, NULL, NULL, &error);
  if (!bytes)
    g_error ("read but not written: %s", error->message);
  if (g_bytes_get_size (bytes) != size || memcmp (g_bytes_get_data (bytes, NULL), data, size) != 0)
    g_error ("written as other bytes");
  if (!io_prove_bytes (copy, format, bytes, &error))
    g_error ("%s", error->message);
  mw_model_free (copy);
  return 0;
}
