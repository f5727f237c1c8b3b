/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/versions.h"
#include "core/base/i18n.h"

#define WC3 MW_FAMILY_MDX
#define WOW MW_FAMILY_MDX_WOW
/* clang-format off */
static const MwMdlxVersion versions[] = {
  { WC3, 800, "mdx800", N_ ("Warcraft III up to 1.31, MDX 800"), "WC3 1.26", TRUE },
  { WC3, 900, "mdx900", N_ ("Warcraft III: Reforged beta, MDX 900"), "WC3 Reforged beta", FALSE },
  { WC3, 1000, "mdx1000", N_ ("Warcraft III: Reforged 1.32 to 1.36, MDX 1000"), "WC3 Reforged 1.32", TRUE },
  { WC3, 1100, "mdx1100", N_ ("Warcraft III 2.0, MDX 1100"), "WC3 Reforged 2.0", TRUE },
  { WC3, 1200, "mdx1200", N_ ("Warcraft III 2.0 after 2.0.0, MDX 1200"), "WC3 Reforged 2.0", FALSE },
  { WC3, 1300, "mdx1300", N_ ("Warcraft III between 2.0 and 3.0, MDX 1300"), "WC3 Reforged 2.x", FALSE },
  { WC3, 1400, "mdx1400", N_ ("Warcraft III between 2.0 and 3.0, MDX 1400"), "WC3 Reforged 2.x", FALSE },
  { WC3, 1600, "mdx1600", N_ ("Warcraft III between 2.0 and 3.0, MDX 1600"), "WC3 Reforged 2.x", FALSE },
  { WC3, 1700, "mdx1700", N_ ("Warcraft III 3.0, few of its files, MDX 1700"), "WC3 Reforged 3.0", FALSE },
  { WC3, 1800, "mdx1800", N_ ("Warcraft III 3.0, MDX 1800"), "WC3 Reforged 3.0", FALSE },
  { WOW, 1300, "wow-mdx1300", N_ ("World of Warcraft before 0.9.1, MDX 1300"), "WoW 0.5.3", TRUE },
  { WOW, 1400, "wow-mdx1400", N_ ("World of Warcraft beta from 0.9.1 on, MDX 1400"), "WoW 0.9.1", FALSE },
  { WOW, 1500, "wow-mdx1500", N_ ("World of Warcraft beta, the last before M2, MDX 1500"), "WoW 0.10", FALSE },
};
/* clang-format on */

const MwMdlxVersion *
mw_mdlx_versions (guint *n)
{
  *n = G_N_ELEMENTS (versions);
  return versions;
}

const MwMdlxVersion *
mw_mdlx_version_read_as (MwFormat format)
{
  const MwMdlxVersion *found = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++)
    if (versions[i].family == format.family && versions[i].version <= format.version)
      found = &versions[i];
  return found;
}

uint16_t
mw_mdlx_known_version (MwFormat format)
{
  const MwMdlxVersion *version = mw_mdlx_version_read_as (format);
  return version ? version->version : 0;
}

uint16_t
mw_mdlx_last_version (MwFamily family)
{
  return mw_mdlx_known_version ((MwFormat) { family, G_MAXUINT32, FALSE });
}
