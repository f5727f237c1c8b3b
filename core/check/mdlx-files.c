/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/check/mdlx-files.h"

/* The textures of MDL and MDX models. */

#define REFORGED 13200 /* MwTargetClient.release */
enum { LARGEST_CLASSIC_SIDE = 512 };

static gboolean
is_classic (const MwChecking *c)
{
  return mw_check_is_for_older (c, REFORGED);
}

/* Whether the game has images of this kind (rendering.md 6.1, 6.2 and 6.3). */
static gboolean
has_kind (const MwChecking *c, MwImageIs is)
{
  if (c->format.family == MW_FAMILY_MDX_WOW)
    return is == MW_IMAGE_IS_BLP2;
  return is == MW_IMAGE_IS_BLP1 || is == MW_IMAGE_IS_TGA || (is == MW_IMAGE_IS_DDS && !is_classic (c));
}

static gboolean
is_power_of_two (guint side)
{
  return (side & (side - 1)) == 0;
}

/* The rules of the sanity test of mdx-m3-viewer about BLP and DDS files. */
static void
check_wc3_image (MwChecking *c, const MwRecord *record, const MwField *field, const char *name,
                 const MwImageFacts *facts)
{
  const guint width = facts->width, height = facts->height;
  const gboolean dds = facts->is == MW_IMAGE_IS_DDS;
  if (facts->is != MW_IMAGE_IS_BLP1 && !dds)
    return;
  if (!is_power_of_two (width) || !is_power_of_two (height))
    mw_check_find_in (c, MW_RULE_WC3_TEXTURE_SIDES, record, field, "\"%s\" has %u x %u pixels, expected powers of two",
                      name, width, height);
  else if (dds && (width % 4 || height % 4))
    mw_check_find_in (c, MW_RULE_WC3_TEXTURE_SIDES, record, field, "\"%s\" has %u x %u pixels, expected multiples of 4",
                      name, width, height);
  if (!dds && is_classic (c) && MAX (width, height) > LARGEST_CLASSIC_SIDE)
    mw_check_find_in (c, MW_RULE_WC3_TEXTURE_LARGE, record, field, "\"%s\" has %u x %u pixels, expected at most %u",
                      name, width, height, LARGEST_CLASSIC_SIDE);
  if (facts->header_fault)
    mw_check_find_in (c, MW_RULE_WC3_TEXTURE_HEADER, record, field, "\"%s\": %s", name, facts->header_fault);
  const guint wanted = (guint) g_bit_storage (MAX (width, height)) - 1;
  if (dds && facts->n_levels < wanted && !facts->levels_fault)
    mw_check_find_in (c, MW_RULE_WC3_TEXTURE_FEW_LEVELS, record, field,
                      "\"%s\" has %u, its size included, expected at least %u", name, facts->n_levels, wanted);
}

void
mw_check_mdlx_image (MwChecking *c, const MwRecord *record, const MwField *field, const char *name,
                     const MwImageFacts *facts)
{
  if (!has_kind (c, facts->is))
    mw_check_find_in (c, MW_RULE_TEXTURE_KIND, record, field, "\"%s\" is %s", name, facts->name);
  if (c->format.family == MW_FAMILY_MDX)
    check_wc3_image (c, record, field, name, facts);
}
