/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/io/registry.h"
#include "core/io/mdx/mdx.h"

static MwModel *
read_mdx (const MwFileSet *set, const MwIoOptions *options, GError **error)
{
  gsize size;
  const uint8_t *bytes = g_bytes_get_data (mw_file_set_main (set)->bytes, &size);
  return (MwModel *) (options->salvage ? mw_mdx_salvage (bytes, size, options->report, options->salvage, error)
                                       : mw_mdx_read (bytes, size, options->report, error));
}

static gboolean
write_mdx (const MwModel *model, const MwIoOptions *options, MwFileSet *out, GError **error)
{
  MwBuffer buffer;
  mw_buffer_init (&buffer, 0);
  return mw_io_add_main (out, &buffer, mw_mdx_write ((const MwMdlx *) model, &buffer, options->map, error));
}

static gboolean
supports_mdx (MwFormat format)
{
  return mw_mdx_supports (format);
}

const MwIoFormat mw_io_format_mdx = {
  .id = "mdx",
  .label = N_ ("Warcraft III MDX"),
  .suffix = ".mdx",
  .root = &mw_mdlx_schema,
  .probe = mw_mdx_probe,
  .supports = supports_mdx,
  .read = read_mdx,
  .write = write_mdx,
};
