/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/day-night.h"
#include "core/base/error.h"
#include "core/model/points.h"
#include "core/pose/lights.h"
#include "core/pose/math.h"
#include "core/render/inner-files.h"
#include "core/render/inner-model.h"

#include <string.h>

struct _MwDayNight {
  MwInnerModel *inner;
  MwSkeleton *skeleton;
  MwId light; /* the sun */
  MwClock clock;
  GArray *lights; /* MwLight: those of a moment, kept so that a frame allocates nothing */
  MwSun sun;      /* the last that was asked for; frames ask for the same minute */
};

/* The tables [UnitLights] and [TileSets] of UI\WorldEditData.txt, which the repositories Drake53/War3Net (LightEnvironmentProvider.cs) and wof
 * (dnc_catalog.cpp) have with the same rows. All others have the light of Lordaeron. */
static const struct {
  const char *letters, *name;
} families[] = {
  { "A", "Ashenvale" }, { "XJ", "Dalaran" }, { "D", "Dungeon" }, { "C", "Felwood" }, { "G", "Underground" },
};

/* The game path of the model for units on maps of a tileset. Free with g_free(). */
static char *
path_for (char tileset)
{
  const char *name = "Lordaeron";
  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    if (tileset && strchr (families[i].letters, tileset))
      name = families[i].name;
  return g_strdup_printf ("Environment\\DNC\\DNC%s\\DNC%sUnit\\DNC%sUnit.mdl", name, name, name);
}

/* Finds the sun, and sets the clock to midnight. FALSE and an error: the model has no light, or no day. */
static gboolean
find_sun (MwDayNight *day, const char *address, GError **error)
{
  const MwModel *model = mw_inner_model_get (day->inner);
  const MwList *sequences = mw_model_sequences (model);
  g_autoptr (GPtrArray) points = mw_points_list (model);
  for (guint i = 0; i < points->len && !day->light; i++) {
    const MwRecord *point = points->pdata[i];
    if (mw_aspects_of (model)->point (point->schema) == MW_POINT_LIGHT)
      day->light = point->id;
  }
  if (sequences->n)
    mw_clock_play (&day->clock, model, ((const MwRecord *) sequences->items[0])->id);
  if (day->light && sequences->n && day->clock.end > day->clock.start)
    return TRUE;
  mw_set_error (error, MW_ERROR_UNSUPPORTED, -1, address, "this model of day and night has no %s",
                day->light ? "sequence that takes time" : "light");
  return FALSE;
}

MwDayNight *
mw_day_night_read (MwLookup *lookup, char tileset, GError **error)
{
  g_autofree char *name = path_for (tileset), *address = mw_lookup_find_model (lookup, name);
  if (!address) {
    mw_set_error (error, MW_ERROR_PATH, -1, NULL, "no game has %s", name);
    return NULL;
  }
  MwInnerModel *inner = mw_inner_model_read (address, NULL, error);
  if (!inner)
    return NULL;
  MwDayNight *day = g_new0 (MwDayNight, 1);
  day->inner = inner;
  day->skeleton = mw_skeleton_new (mw_inner_model_get (inner));
  day->lights = g_array_new (FALSE, FALSE, sizeof (MwLight));
  if (find_sun (day, address, error))
    return day;
  mw_day_night_free (day);
  return NULL;
}

void
mw_day_night_free (MwDayNight *day)
{
  if (!day)
    return;
  mw_skeleton_free (day->skeleton);
  mw_inner_model_unref (day->inner);
  g_array_unref (day->lights);
  g_free (day);
}

void
mw_day_night_sun (MwDayNight *day, int minute, MwSun *sun)
{
  const int of_day = ((minute % MW_DAY_MINUTES) + MW_DAY_MINUTES) % MW_DAY_MINUTES;
  const gint64 length = (gint64) day->clock.end - day->clock.start;
  if (day->sun.on && day->sun.minute == of_day) {
    *sun = day->sun;
    return;
  }
  *sun = (MwSun) { .on = TRUE, .towards = { 0, 0, 1 }, .minute = of_day };
  mw_clock_seek (&day->clock, (int32_t) (day->clock.start + length * of_day / MW_DAY_MINUTES));
  mw_skeleton_update (day->skeleton, &day->clock, mw_mat_identity);
  g_array_set_size (day->lights, 0);
  mw_lights_append (day->skeleton, &day->clock, day->lights);
  for (guint i = 0; i < day->lights->len; i++) {
    const MwLight *light = &g_array_index (day->lights, MwLight, i);
    if (light->id != day->light)
      continue;
    memcpy (sun->colour, light->colour, sizeof sun->colour);
    memcpy (sun->ambient, light->ambient, sizeof sun->ambient);
    if (light->kind == MW_LIGHT_DIRECTIONAL)
      memcpy (sun->towards, light->at, sizeof sun->towards);
    else
      memset (sun->colour, 0, sizeof sun->colour);
  }
  day->sun = *sun;
}

gboolean
mw_day_minute_from_text (const char *text, int *minute)
{
  enum { HOURS = 24, MINUTES = 60 };
  g_auto (GStrv) parts = g_strsplit (text, ":", 3);
  const guint n = g_strv_length (parts);
  guint64 hour, rest = 0;
  if (n < 1 || n > 2 || strlen (parts[0]) > 2 || !g_ascii_string_to_unsigned (parts[0], 10, 0, HOURS, &hour, NULL)
      || (n == 2 && (strlen (parts[1]) != 2 || !g_ascii_string_to_unsigned (parts[1], 10, 0, MINUTES - 1, &rest, NULL)))
      || (hour == HOURS && rest > 0))
    return FALSE;
  *minute = (int) (hour * MINUTES + rest) % MW_DAY_MINUTES;
  return TRUE;
}

char *
mw_day_minute_to_text (int minute)
{
  return g_strdup_printf ("%02d:%02d", minute / 60, minute % 60);
}
