/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/io/registry.h"
#include "core/io/mdl/mdl.h"

static MwModel *
read_mdl (const MwFileSet *set, const MwIoOptions *options, GError **error)
{
  gsize size;
  const uint8_t *bytes = g_bytes_get_data (mw_file_set_main (set)->bytes, &size);
  return (MwModel *) (options->salvage ? mw_mdl_salvage (bytes, size, options->report, options->salvage, error)
                                       : mw_mdl_read_text (bytes, size, options->report, error));
}

static gboolean
write_mdl (const MwModel *model, const MwIoOptions *options, MwFileSet *out, GError **error)
{
  MwBuffer buffer;
  mw_buffer_init (&buffer, 0);
  return mw_io_add_main (
    out, &buffer,
    mw_mdl_write_text ((const MwMdlx *) model, options->spelling, &buffer, options->map, options->report, error));
}

static gboolean
supports_mdl (MwFormat format)
{
  return format.text && mw_mdl_supports (format);
}

const MwIoFormat mw_io_format_mdl = {
  .id = "mdl",
  .label = N_ ("Warcraft III MDL text"),
  .suffix = ".mdl",
  .root = &mw_mdlx_schema,
  .text = TRUE,
  .probe = mw_mdl_probe,
  .supports = supports_mdl,
  .read = read_mdl,
  .write = write_mdl,
};
