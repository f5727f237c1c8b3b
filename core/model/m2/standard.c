/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/aspects.h"
#include "core/model/m2/m2.h"
#include "core/schema/catalogue.h"

static gboolean
is (const MwRecord *sequence, const char *name)
{
  return g_strcmp0 (mw_catalogue_name (MW_CATALOGUE_ANIMATION, ((const MwM2Sequence *) sequence)->animation), name) == 0;
}

const MwStandardSet mw_m2_standard[] = {
  { "creature", MW_FAMILY_M2, mw_standard_creature, is, NULL, mw_standard_substitutes },
  { NULL, 0, NULL, NULL, NULL, NULL },
};
