/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"
#include "core/model/tilesets.h"
#include "core/render/day-night.h"
#include "core/render/lighting.h"
#include "tests/core/io/files.h"
#include "tests/core/render/day-model.h"
#include "tests/core/vfs/archives.h"

#include <math.h>
#include <string.h>

#define LORDAERON "Environment\\DNC\\DNCLordaeron\\DNCLordaeronUnit\\DNCLordaeronUnit.mdl"
#define DUNGEON "Environment\\DNC\\DNCDungeon\\DNCDungeonUnit\\DNCDungeonUnit.mdx"

/* A lookup in an archive with these files; names and texts in turn. */
static MwLookup *
lookup_in (Files *files, const char *name, const char *text)
{
  g_autofree char *path = files_path (files, "war3.mpq");
  archives_make (path, name, text, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (MwArchive) archive = mw_archive_open (path, &error);
  g_assert_no_error (error);
  g_autoptr (MwPlaces) places = mw_places_new_archive (archive);
  return mw_lookup_new (NULL, NULL, places);
}

static void
assert_sun (MwDayNight *day, int minute, const double towards[3], const double colour[3])
{
  static const double ambient[3] = { 0.25, 0.125, 0.0625 };
  MwSun sun;
  mw_day_night_sun (day, minute, &sun);
  g_assert_true (sun.on);
  for (guint i = 0; i < 3; i++) {
    g_assert_cmpfloat_with_epsilon ((double) sun.towards[i], towards[i], 1e-4);
    g_assert_cmpfloat_with_epsilon ((double) sun.colour[i], colour[i], 1e-4);
    g_assert_cmpfloat_with_epsilon ((double) sun.ambient[i], ambient[i], 1e-4);
  }
}

/* The sequence of the model is a day, however long it is, and its first light is the sun. */
static void
the_sun_is_that_of_the_hour (Files *files, gconstpointer data)
{
  static const double zenith[3] = { 0, 0, 1 }, east[3] = { 1, 0, 0 }, between[3] = { sqrt (0.5), 0, sqrt (0.5) },
                      white[3] = { 1, 1, 1 }, red[3] = { 0.25, 0.15, 0.05 },
                      pink[3] = { 0.625, 0.625 * 0.8, 0.625 * 0.6 }, black[3] = { 0, 0, 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (MwLookup) lookup = lookup_in (files, LORDAERON, DAY_MODEL);
  g_autoptr (MwDayNight) day = mw_day_night_read (lookup, 0, &error);
  g_assert_no_error (error);
  assert_sun (day, 12 * 60, zenith, white);
  assert_sun (day, 6 * 60, east, red);
  assert_sun (day, 9 * 60, between, pink);
  MwSun sun;
  for (int k = -1; k <= 1; k++) {
    mw_day_night_sun (day, k * MW_DAY_MINUTES, &sun);
    for (guint i = 0; i < 3; i++)
      g_assert_cmpfloat ((double) sun.colour[i], ==, black[i]);
    g_assert_cmpfloat_with_epsilon (sun.ambient[0], 0.25, 1e-6);
    assert_sun (day, k * MW_DAY_MINUTES + 6 * 60, east, red);
  }
}

static void
a_model_without_a_sun_is_refused (Files *files, gconstpointer data)
{
  static const struct {
    const char *text, *says;
  } cases[] = {
    { "Version {\n\tFormatVersion 800,\n}\nModel \"Day\" {\n\tBlendTime 150,\n}\n"
      "Sequences 1 {\n\tAnim \"Stand\" {\n\t\tInterval { 0, 9 },\n\t}\n}\n",
      "has no light" },
    { "Version {\n\tFormatVersion 800,\n}\nModel \"Day\" {\n\tNumLights 1,\n\tBlendTime 150,\n}\n"
      "Sequences 1 {\n\tAnim \"Stand\" {\n\t\tInterval { 9, 9 },\n\t}\n}\n"
      "Light \"Sun\" {\n\tObjectId 0,\n\tDirectional,\n\tstatic Intensity 1,\n\tstatic Color { 1, 1, 1 },\n}\n"
      "PivotPoints 1 {\n\t{ 0, 0, 0 },\n}\n",
      "has no sequence that takes time" },
    { "Version {\n\tFormatVersion 800,\n}\nModel \"Day\" {\n\tNumLights 1,\n\tBlendTime 150,\n}\n"
      "Light \"Sun\" {\n\tObjectId 0,\n\tDirectional,\n\tstatic Intensity 1,\n\tstatic Color { 1, 1, 1 },\n}\n"
      "PivotPoints 1 {\n\t{ 0, 0, 0 },\n}\n",
      "has no sequence" },
    { "Version {", "" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (MwLookup) lookup = lookup_in (files, LORDAERON, cases[i].text);
    g_assert_null (mw_day_night_read (lookup, 0, &error));
    g_assert_nonnull (error);
    g_assert_nonnull (strstr (error->message, cases[i].says));
    g_autofree char *path = files_path (files, "war3.mpq");
    files_remove (path);
  }
}

/* Each tileset has the light of the game's table; an .mdx takes the place of an .mdl. */
static void
the_tileset_says_which_model (Files *files, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwLookup) lookup = lookup_in (files, DUNGEON, DAY_MODEL);
  g_autoptr (MwDayNight) day = mw_day_night_read (lookup, 'D', &error);
  g_assert_no_error (error);
  g_assert_null (mw_day_night_read (lookup, 'L', &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_PATH);
  g_assert_cmpstr (error->message, ==, "no game has " LORDAERON);
  static const struct {
    char tileset;
    const char *name;
  } others[] = { { 'A', "Ashenvale" }, { 'X', "Dalaran" },     { 'J', "Dalaran" }, { 'D', "Dungeon" },
                 { 'C', "Felwood" },   { 'G', "Underground" }, { 0, "Lordaeron" } };
  guint n, different = 0;
  const MwTileset *tilesets = mw_tilesets (&n);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++) {
    g_autoptr (GError) why = NULL;
    g_autoptr (MwLookup) nowhere = mw_lookup_new (NULL, NULL, NULL);
    g_assert_null (mw_day_night_read (nowhere, others[i].tileset, &why));
    g_autofree char *name = g_strdup_printf ("DNC%s\\DNC%sUnit\\DNC%sUnit.mdl", others[i].name, others[i].name,
                                             others[i].name);
    g_assert_true (g_str_has_suffix (why->message, name));
  }
  for (guint i = 0; i < n; i++) {
    g_autoptr (GError) why = NULL;
    g_autoptr (MwLookup) nowhere = mw_lookup_new (NULL, NULL, NULL);
    g_assert_null (mw_day_night_read (nowhere, tilesets[i].letter, &why));
    different += strstr (why->message, "Lordaeron") == NULL;
  }
  g_assert_cmpuint (different, ==, 6);
}

static void
a_text_is_a_time (void)
{
  static const struct {
    const char *text;
    int minute; /* -1: it is none */
  } cases[] = {
    { "0", 0 },        { "6", 360 },     { "06:05", 365 }, { "23:59", 1439 }, { "24", 0 },
    { "24:00", 0 },    { "24:01", -1 },  { "25", -1 },     { "6:5", -1 },     { "6:60", -1 },
    { "6:005", -1 },   { "006:00", -1 }, { "", -1 },       { ":30", -1 },     { "6:", -1 },
    { "6:30:00", -1 }, { "-1", -1 },     { "+6", -1 },     { "6pm", -1 },     { " 6:00", -1 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    int minute = 77;
    g_assert_cmpint (mw_day_minute_from_text (cases[i].text, &minute), ==, cases[i].minute >= 0);
    g_assert_cmpint (minute, ==, cases[i].minute >= 0 ? cases[i].minute : 77);
  }
  g_autofree char *text = mw_day_minute_to_text (365);
  g_assert_cmpstr (text, ==, "06:05");
}

static void
add (const char *name, void (*test) (Files *, gconstpointer))
{
  g_autofree char *path = g_strconcat ("/render/day-night/", name, NULL);
  g_test_add (path, Files, NULL, files_set_up, test, files_tear_down);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("the sun is that of the hour", the_sun_is_that_of_the_hour);
  add ("a model without a sun is refused", a_model_without_a_sun_is_refused);
  add ("the tileset says which model", the_tileset_says_which_model);
  g_test_add_func ("/render/day-night/a text is a time", a_text_is_a_time);
  return g_test_run ();
}
