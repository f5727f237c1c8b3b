/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/sections.h"

#include <glib.h>
#include <string.h>

/* Geoset sections in World of Warcraft's alpha: a hundred times the group plus the variant (names.md 5). */

static const MwName *
find (uint32_t value)
{
  const MwNames *names = mw_mdlx_section_names ();
  for (guint i = 0; i < names->n; i++)
    if (names->names[i].value == value)
      return &names->names[i];
  return NULL;
}

static void
names (void)
{
  static const struct {
    uint32_t value;
    const char *name, *label;
  } expected[] = {
    { 0, "body", "Body" },
    { 1, "hair_01", "Hair 1" },
    { 101, "beard_01", "Beard 1" },
    { 202, "sideburn_02", "Sideburn 2" },
    { 302, "moustache_02", "Moustache 2" },
    { 401, "glove_01", "Glove 1" },
    { 505, "boot_05", "Boot 5" },
    { 702, "ear_02", "Ear 2" },
    { 803, "sleeves_03", "Sleeves 3" },
    { 901, "pants_01", "Pants 1" },
    { 1002, "doublet_02", "Doublet 2" },
    { 1104, "pant_doublet_04", "Pant doublet 4" },
    { 1202, "tabard_02", "Tabard 2" },
    { 1399, "robe_99", "Robe 99" },
    { 1400, "loincloth_00", "Loincloth 0" },
    { 0xFFFFFFFF, "none", "None" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++) {
    const MwName *found = find (expected[i].value);
    g_assert_nonnull (found);
    g_assert_cmpstr (found->name, ==, expected[i].name);
    g_assert_cmpstr (found->label, ==, expected[i].label);
  }
}

/* Group 6 is obsolete, and the alpha has none above 14. */
static void
no_names (void)
{
  static const uint32_t numbers[] = { 600, 601, 699, 1500, 1501, 0xFFFFFFFE };
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    g_assert_null (find (numbers[i]));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/sections/groups have the alpha's words", names);
  g_test_add_func ("/model/sections/other numbers have no name", no_names);
  return g_test_run ();
}
