/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/render-light.h"
#include "core/base/error.h"

static gboolean
refuse (const char *option, const char *why, GError **error)
{
  mw_set_error (error, MW_ERROR_VALUE, -1, NULL, "%s: the game of this model has %s", option, why);
  return FALSE;
}

static MwSurroundings *
find_surroundings (MwCli *cli, const MwModel *model, MwLookup *lookup, char tileset, const char *file)
{
  g_autofree char *wrong = NULL;
  MwSurroundings *surroundings = mw_surroundings_are_for (model) ? mw_surroundings_read (lookup, tileset, &wrong)
                                                                 : NULL;
  if (wrong && !cli->quiet)
    mw_cli_say (cli, "%s: surroundings of the game cannot be read: %s", file, wrong);
  return surroundings;
}

gboolean
mw_render_light_find (MwCli *cli, const MwRenderWish *wish, const MwShown *shown, const MwModel *model,
                      MwLookup *lookup, char tileset, const char *file, MwRenderLight *light, GError **error)
{
  const int minute = wish->minute >= 0 || wish->has_light ? wish->minute : shown->minute;
  *light = (MwRenderLight) { .lighting = wish->lighting, .fog = wish->has_fog ? wish->fog : shown->fog };
  if (light->fog.on && !mw_fog_kind_is_of (light->fog.kind, model))
    return refuse ("--fog", "only linear fog", error);
  if (minute >= 0 && !mw_lighting_is_of (MW_LIGHTING_HOUR, model))
    return refuse ("--time-of-day", "no models of day and night", error);
  light->surroundings = find_surroundings (cli, model, lookup, tileset, file);
  if (minute < 0)
    return TRUE;
  light->lighting = MW_LIGHTING_HOUR;
  g_autoptr (GError) why = NULL;
  g_autoptr (MwDayNight) day = mw_day_night_read (lookup, tileset, &why);
  if (day)
    mw_day_night_sun (day, minute, &light->sun);
  else if (!cli->quiet)
    mw_cli_say (cli, "%s: drawn in the light of an ordinary day, not of the hour: %s", file, why->message);
  return TRUE;
}
