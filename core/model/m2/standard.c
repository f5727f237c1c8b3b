/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/model/aspects.h"
#include "core/model/m2/m2.h"
#include "core/schema/catalogue.h"

static gboolean
is (const MwRecord *sequence, const char *name)
{
  return g_strcmp0 (mw_catalogue_name (MW_CATALOGUE_ANIMATION, ((const MwM2Sequence *) sequence)->animation), name) == 0;
}

/* All animations that the clients know, in the order of their numbers. */
static const MwStandardName *
all_animations (void)
{
  static gsize made;
  if (g_once_init_enter (&made)) {
    const MwNames *names = mw_catalogue_names (MW_CATALOGUE_ANIMATION);
    MwStandardName *all = g_new0 (MwStandardName, names->n + 1);
    for (guint i = 0; i < names->n; i++)
      all[i].name = mw_catalogue_name (MW_CATALOGUE_ANIMATION, names->names[i].value);
    g_once_init_leave (&made, (gsize) all);
  }
  return (const MwStandardName *) made; /* NOLINT: g_once_init keeps pointers as gsize */
}

const MwStandardSet mw_m2_standard[] = {
  { "creature", N_ ("Creatures"), MW_FAMILY_M2, mw_standard_creature, NULL, is, NULL, mw_standard_substitutes },
  { "all", N_ ("All animations"), MW_FAMILY_M2, NULL, all_animations, is, NULL, mw_standard_substitutes },
  { 0 },
};
