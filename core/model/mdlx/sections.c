/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/sections.h"
#include "core/base/i18n.h"

/* names.md 5: the words of the alpha client. Group 6 is obsolete; variant 0 or 1 is usually bare. */
static const struct {
  guint group;
  const char *name, *label;
} groups[] = { { 0, "hair", N_ ("Hair") },         { 1, "beard", N_ ("Beard") },
               { 2, "sideburn", N_ ("Sideburn") }, { 3, "moustache", N_ ("Moustache") },
               { 4, "glove", N_ ("Glove") },       { 5, "boot", N_ ("Boot") },
               { 7, "ear", N_ ("Ear") },           { 8, "sleeves", N_ ("Sleeves") },
               { 9, "pants", N_ ("Pants") },       { 10, "doublet", N_ ("Doublet") },
               { 11, "pant_doublet", N_ ("Pant doublet") }, { 12, "tabard", N_ ("Tabard") },
               { 13, "robe", N_ ("Robe") },        { 14, "loincloth", N_ ("Loincloth") } };

enum { VARIANTS = 100, OTHERS = 1 };

typedef struct {
  MwNames names;
  MwNamesIndex index;
  MwName list[G_N_ELEMENTS (groups) * VARIANTS + OTHERS];
} Sections;

static void
add (Sections *sections, uint32_t value, char *name, char *label)
{
  MwName *entry = &sections->list[sections->names.n++];
  *entry = (MwName) { value, name, label };
  g_hash_table_insert (sections->index.by_value, GUINT_TO_POINTER (value), entry);
  g_hash_table_insert (sections->index.by_name, name, entry);
  g_hash_table_insert (sections->index.by_word, name, entry);
}

static Sections *
make (void)
{
  Sections *sections = g_new0 (Sections, 1);
  sections->index = (MwNamesIndex) { g_hash_table_new (NULL, NULL), g_hash_table_new (g_str_hash, g_str_equal),
                                     g_hash_table_new (g_str_hash, g_str_equal) };
  sections->names = (MwNames) { sections->list, 0, FALSE, &sections->index };
  add (sections, 0xFFFFFFFF, g_strdup ("none"), g_strdup (N_ ("None")));
  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    for (guint variant = 0; variant < VARIANTS; variant++) {
      uint32_t value = groups[i].group * VARIANTS + variant;
      if (value == 0)
        add (sections, value, g_strdup ("body"), g_strdup (N_ ("Body")));
      else
        add (sections, value, g_strdup_printf ("%s_%02u", groups[i].name, variant),
             g_strdup_printf ("%s %u", groups[i].label, variant));
    }
  return sections;
}

const MwNames *
mw_mdlx_section_names (void)
{
  static gsize made;
  if (g_once_init_enter (&made))
    g_once_init_leave (&made, (gsize) make ());
  return &((const Sections *) made)->names; /* NOLINT: g_once_init keeps pointers as gsize */
}
