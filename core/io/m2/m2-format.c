/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/io/registry.h"
#include "core/io/m2/companions.h"
#include "core/io/m2/m2.h"

static MwModel *
read_m2 (const MwFileSet *set, const MwIoOptions *options, GError **error)
{
  return (MwModel *) (options->salvage ? mw_m2_salvage (set, options->salvage, error) : mw_m2_read (set, error));
}

static gboolean
write_m2 (const MwModel *model, const MwIoOptions *options, MwFileSet *out, GError **error)
{
  return mw_m2_write ((const MwM2 *) model, out, options->map, error);
}

static gboolean
supports_m2 (MwFormat format)
{
  return format.family == MW_FAMILY_M2 && format.version >= MW_M2_FIRST_VERSION && format.version <= MW_M2_LAST_VERSION;
}

const MwIoFormat mw_io_format_m2 = {
  .id = "m2",
  .label = N_ ("World of Warcraft M2"),
  .suffix = ".m2",
  .root = &mw_m2_schema,
  .probe = mw_m2_probe,
  .supports = supports_m2,
  .read = read_m2,
  .write = write_m2,
  .companions = &mw_m2_companions,
};
