/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"
#include "core/vfs/dbc.h"
#include "core/vfs/named-skins.h"
#include "tests/core/io/files.h"
#include "tests/core/vfs/tables.h"

#include <string.h>

static const char *const models[] = { "i5 i0 sCreature\\Bear\\Bear.mdx i1", "i6 i0 sCreature\\Bear2\\Bear.mdx i1",
                                      "i7 i0 sCreature\\Wolf\\Wolf.mdx i1", "i8 i0 s i1", NULL };
static const char *const displays[] = {
  "i90 i5 i0 i0 i0 i255 sBearBlack s s i0 i0 i0", "i17 i5 i0 i0 i0 i255 sBearBrown s sBearEyes i0 i0 i0",
  "i18 i5 i0 i0 i0 i255 s s s i0 i0 i0",          "i19 i7 i0 i0 i0 i255 sWolfSkin s s i0 i0 i0",
  "i20 i6 i0 i0 i0 i255 sOther s s i0 i0 i0",     NULL
};
/* The skins of a model, written as "NUMBER NAME TYPE=PATH ..." in lines. */
static char *
skins_of (Files *files, const char *model)
{
  g_autoptr (GError) error = NULL;
  const char *const folders[] = { files->folder, NULL };
  g_autoptr (MwPlaces) places = mw_places_new (folders, NULL);
  g_autoptr (MwLookup) lookup = mw_lookup_new (NULL, NULL, places);
  g_autoptr (GPtrArray) skins = mw_named_skins (lookup, model, &error);
  g_assert_no_error (error);
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < skins->len; i++) {
    const MwNamedSkin *skin = skins->pdata[i];
    g_string_append_printf (text, "%u %s", skin->number, skin->name);
    for (guint k = 0; k < skin->n_images; k++)
      g_string_append_printf (text, " %u=%s", skin->images[k].type, skin->images[k].path);
    g_autofree char *colors = skin->particle_colors ? mw_particle_colors_to_text (skin->particle_colors) : NULL;
    if (colors)
      g_string_append_printf (text, " particles=%s", colors);
    g_string_append_c (text, '\n');
  }
  return g_string_free (text, FALSE);
}

static void
expect (Files *files, const char *model, const char *wanted)
{
  g_autofree char *got = skins_of (files, model);
  g_assert_cmpstr (got, ==, wanted);
}

static void
a_creature_has_those_of_its_display_ids (Files *files, gconstpointer data)
{
  static const char bears[] =
    "17 BearBrown + BearEyes 11=Creature\\Bear\\BearBrown.blp 13=Creature\\Bear\\BearEyes.blp\n"
    "90 BearBlack 11=Creature\\Bear\\BearBlack.blp\n";
  expect (files, "/x/Creature/Bear/Bear.m2", "");
  tables_write (files->folder, "CreatureModelData.dbc", 4, models);
  expect (files, "/x/Creature/Bear/Bear.m2", "");
  tables_write (files->folder, "CreatureDisplayInfo.dbc", 12, displays);
  expect (files, "/x/creature/bear/BEAR.m2", bears);
  expect (files, "Creature\\Bear\\Bear.m2", bears);
  expect (files, "/a/common.MPQ:Creature/Bear/Bear.m2", bears);
  expect (files, "/x/Creature/Bear2/Bear.m2", "20 Other 11=Creature\\Bear2\\Other.blp\n");
  /* Elsewhere only its file name tells. */
  expect (files, "/x/wolf.m2", "19 WolfSkin 11=Creature\\Wolf\\WolfSkin.blp\n");
  expect (files, "/x/werewolf.m2", "");
  expect (files, "/x/MyCreature/Wolf/Dog.m2", "");
}

/* From 2.4.0 on a display id names a row of ParticleColor, which has three colours for the start of a life, three for its middle and three for
 * its end: one of each for a set. */
static void
particles_of_a_skin_have_the_colours_of_its_row (Files *files, gconstpointer data)
{
  static const char *const late[] = { "i17 i5 i0 i0 i0 i255 sBearBrown s s s i0 i0 i0 i281",
                                      "i18 i5 i0 i0 i0 i255 sBearBlack s s s i0 i0 i0 i0",
                                      "i19 i5 i0 i0 i0 i255 sBearRed s s s i0 i0 i0 i282", NULL };
  /* 0xFF010203, 0x00FF8040 and so on, as signed numbers. */
  static const char *const colors[] = { "i281 i-16711165 i16744512 i3 i4 i5 i6 i7 i8 i16777215", NULL };
  tables_write (files->folder, "CreatureModelData.dbc", 4, models);
  tables_write (files->folder, "CreatureDisplayInfo.dbc", 14, late);
  expect (files, "Creature\\Bear\\Bear.m2",
          "17 BearBrown 11=Creature\\Bear\\BearBrown.blp\n"
          "18 BearBlack 11=Creature\\Bear\\BearBlack.blp\n"
          "19 BearRed 11=Creature\\Bear\\BearRed.blp\n");
  tables_write (files->folder, "ParticleColor.dbc", 10, colors);
  expect (files, "Creature\\Bear\\Bear.m2",
          "17 BearBrown 11=Creature\\Bear\\BearBrown.blp particles=010203 000004 000007 ff8040 000005 000008 000003 "
          "000006 ffffff\n"
          "18 BearBlack 11=Creature\\Bear\\BearBlack.blp\n"
          "19 BearRed 11=Creature\\Bear\\BearRed.blp\n");
  /* Earlier tables end before that field. */
  tables_write (files->folder, "CreatureDisplayInfo.dbc", 12, displays);
  expect (files, "/x/wolf.m2", "19 WolfSkin 11=Creature\\Wolf\\WolfSkin.blp\n");
  tables_write (files->folder, "ParticleColor.dbc", 9, (const char *const[]) { "i281 i1 i2 i3 i4 i5 i6 i7 i8", NULL });
  const char *const folders[] = { files->folder, NULL };
  g_autoptr (MwPlaces) places = mw_places_new (folders, NULL);
  g_autoptr (MwLookup) lookup = mw_lookup_new (NULL, NULL, places);
  g_autoptr (GError) error = NULL;
  g_assert_null (mw_named_skins (lookup, "wolf.m2", &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_UNSUPPORTED);
}

static void
expect_error (GByteArray *file, MwErrorCode code)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = g_bytes_new (file->data, file->len);
  g_assert_null (mw_dbc_read (bytes, &error));
  g_assert_error (error, MW_ERROR, (int) code);
}

static void
a_damaged_table_is_an_error (Files *files, gconstpointer data)
{
  static const char *const records[] = { "i1 sab", NULL };
  g_autoptr (GBytes) good = tables_make (2, records);
  g_autoptr (MwDbc) table = mw_dbc_read (good, NULL);
  g_assert_cmpuint (mw_dbc_n_records (table), ==, 1);
  g_assert_cmpstr (mw_dbc_text (table, 0, 1), ==, "ab");
  g_autoptr (GByteArray) file = g_byte_array_new ();
  gsize size;
  const guint8 *from = g_bytes_get_data (good, &size);
  g_byte_array_append (file, from, (guint) size - 1);
  expect_error (file, MW_ERROR_TRUNCATED);
  g_byte_array_append (file, (const guint8 *) "x", 1); /* the last text has no end */
  g_autoptr (GBytes) open = g_bytes_new (file->data, file->len);
  g_autoptr (MwDbc) endless = mw_dbc_read (open, NULL);
  g_assert_null (mw_dbc_text (endless, 0, 1));
  file->data[24] = 2; /* in the middle of a text */
  file->data[file->len - 1] = 0;
  g_autoptr (GBytes) middle = g_bytes_new (file->data, file->len);
  g_autoptr (MwDbc) inside = mw_dbc_read (middle, NULL);
  g_assert_null (mw_dbc_text (inside, 0, 1));
  file->data[24] = 4; /* after the texts */
  g_autoptr (GBytes) after = g_bytes_new (file->data, file->len);
  g_autoptr (MwDbc) outside = mw_dbc_read (after, NULL);
  g_assert_null (mw_dbc_text (outside, 0, 1));
  file->data[27] = 1;
  g_autoptr (GBytes) far = g_bytes_new (file->data, file->len);
  g_autoptr (MwDbc) beyond = mw_dbc_read (far, NULL);
  g_assert_null (mw_dbc_text (beyond, 0, 1));
  file->data[7] = 0xFF; /* very many records */
  expect_error (file, MW_ERROR_TRUNCATED);
  file->data[12] = 7;
  expect_error (file, MW_ERROR_UNSUPPORTED);
  file->data[0] = 'X';
  expect_error (file, MW_ERROR_UNSUPPORTED);
  /* It is named. */
  tables_write (files->folder, "CreatureModelData.dbc", 2, records);
  const char *const folders[] = { files->folder, NULL };
  g_autoptr (MwPlaces) places = mw_places_new (folders, NULL);
  g_autoptr (MwLookup) lookup = mw_lookup_new (NULL, NULL, places);
  g_autoptr (GError) error = NULL;
  g_assert_null (mw_named_skins (lookup, "a.m2", &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (error->message, "2 fields"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(name, function) g_test_add ("/vfs/named skins/" name, Files, NULL, files_set_up, function, files_tear_down)
  TEST ("a creature has those of its display ids", a_creature_has_those_of_its_display_ids);
  TEST ("particles of a skin have the colours of its row", particles_of_a_skin_have_the_colours_of_its_row);
  TEST ("a damaged table is an error", a_damaged_table_is_an_error);
  return g_test_run ();
}
