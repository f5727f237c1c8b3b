/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/geosets.h"
#include "core/base/i18n.h"
#include "core/schema/catalogue.h"

/* Geoset ids are a hundred times the group plus the variant (names.md 5). The catalogue names the groups. */

enum { VARIANTS = 100 };

typedef struct {
  MwNames names;
  MwNamesIndex index;
} Geosets;

static void
add (Geosets *geosets, MwName *list, uint32_t value, char *name, char *label)
{
  MwName *entry = &list[geosets->names.n++];
  *entry = (MwName) { value, name, label };
  g_hash_table_insert (geosets->index.by_value, GUINT_TO_POINTER (value), entry);
  g_hash_table_insert (geosets->index.by_name, name, entry);
  g_hash_table_insert (geosets->index.by_word, name, entry);
}

static Geosets *
make (void)
{
  const MwNames *groups = mw_catalogue_names (MW_CATALOGUE_GEOSET_GROUP);
  Geosets *geosets = g_new0 (Geosets, 1);
  MwName *list = g_new0 (MwName, groups->n * VARIANTS);
  geosets->index = (MwNamesIndex) { g_hash_table_new (NULL, NULL), g_hash_table_new (g_str_hash, g_str_equal),
                                    g_hash_table_new (g_str_hash, g_str_equal) };
  geosets->names = (MwNames) { list, 0, FALSE, &geosets->index };
  for (guint i = 0; i < groups->n; i++)
    for (guint variant = 0; variant < VARIANTS; variant++) {
      const MwName *group = &groups->names[i];
      uint32_t value = group->value * VARIANTS + variant;
      if (value == 0)
        add (geosets, list, value, g_strdup ("body"), g_strdup (N_ ("Body")));
      else
        add (geosets, list, value, g_strdup_printf ("%s_%02u", group->name, variant),
             g_strdup_printf ("%s %u", group->label, variant));
    }
  return geosets;
}

const MwNames *
mw_m2_geoset_names (void)
{
  static gsize made;
  if (g_once_init_enter (&made))
    g_once_init_leave (&made, (gsize) make ());
  return &((const Geosets *) made)->names; /* NOLINT: g_once_init keeps pointers as gsize */
}
