/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/render-wish.h"
#include "core/base/number.h"
#include "core/image/replaceable.h"
#include "core/model/tilesets.h"
#include "core/schema/catalogue.h"
#include "core/vfs/character.h"

#include <math.h>
#include <string.h>

/* Larger sheets do not fit into one image. */
#define FRAMES_MAX 1000

/* Words of an option and their values. */
typedef struct {
  const char *name;
  unsigned value;
} Word;

static const Word shadings[] = {
  { "textured", MW_SHADING_TEXTURED }, { "solid", MW_SHADING_SOLID },     { "wireframe", MW_SHADING_WIREFRAME },
  { "normals", MW_SHADING_NORMALS },   { "groups", MW_SHADING_GROUPS },   { "uv", MW_SHADING_UV },
  { "missing", MW_SHADING_MISSING },   { "weights", MW_SHADING_WEIGHTS },
};

/* Finds a word. FALSE: reported, with all words. */
static gboolean
find_word (MwCli *cli, const char *option, const char *given, const Word *words, guint n, unsigned *value)
{
  g_autoptr (GString) all = g_string_new (NULL);
  for (guint i = 0; i < n; i++) {
    if (strcmp (words[i].name, given) == 0) {
      *value = words[i].value;
      return TRUE;
    }
    g_string_append_printf (all, "%s%s", i == 0 ? "" : i + 1 == n ? " and " : ", ", words[i].name);
  }
  mw_cli_usage (cli, "--%s: there is no %s; there are %s", option, *given ? given : "\"\"", all->str);
  return FALSE;
}

/* A whole number of an option. FALSE: reported. */
static gboolean
read_number (MwCli *cli, const char *option, gint64 least, gint64 most, gint64 *number)
{
  const char *text = mw_cli_option (cli, option);
  gsize used;
  int64_t value;
  if (!text)
    return TRUE;
  if (!mw_int_from_text (text, strlen (text), &used, least, most, &value) || used != strlen (text)) {
    mw_cli_usage (cli, "--%s=%s: expected a whole number from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT, option, text,
                  least, most);
    return FALSE;
  }
  *number = value;
  return TRUE;
}

/* FALSE: reported. */
static gboolean
read_seconds (MwCli *cli, MwRenderWish *wish)
{
  enum { MOST = 3600 };
  const char *text = mw_cli_option (cli, "seconds");
  char *end = NULL;
  wish->seconds = text ? g_ascii_strtod (text, &end) : 0;
  if (!text || (end != text && !*end && wish->seconds > 0 && wish->seconds <= MOST))
    return TRUE;
  mw_cli_usage (cli, "--seconds=%s: expected a number above 0, up to %d", text, MOST);
  return FALSE;
}

static gboolean
read_size (MwCli *cli, MwRenderWish *wish)
{
  const char *text = mw_cli_option (cli, "size"), *cross = text ? strchr (text, 'x') : NULL;
  int64_t sides[2];
  gsize used;
  if (!text)
    return TRUE;
  if (!cross || !mw_int_from_text (text, (gsize) (cross - text), &used, 1, MW_IMAGE_MAX_SIDE, &sides[0])
      || used != (gsize) (cross - text)
      || !mw_int_from_text (cross + 1, strlen (cross + 1), &used, 1, MW_IMAGE_MAX_SIDE, &sides[1])
      || used != strlen (cross + 1)) {
    mw_cli_usage (cli, "--size=%s: expected WIDTHxHEIGHT in pixels, each 1 to %u, for example 800x600", text,
                  MW_IMAGE_MAX_SIDE);
    return FALSE;
  }
  wish->width = (guint) sides[0];
  wish->height = (guint) sides[1];
  return TRUE;
}

/* #RRGGBB */
static gboolean
read_colour (const char *text, float rgb[3])
{
  if (strlen (text) != 7 || *text != '#' || strspn (text + 1, "0123456789abcdefABCDEF") < 6)
    return FALSE;
  for (guint i = 0; i < 3; i++)
    rgb[i] = (float) (g_ascii_xdigit_value (text[1 + 2 * i]) * 16 + g_ascii_xdigit_value (text[2 + 2 * i])) / 255;
  return TRUE;
}

/* FALSE: reported. */
static gboolean
read_fog (MwCli *cli, MwRenderWish *wish)
{
  const char *text = mw_cli_option (cli, "fog");
  wish->has_fog = text != NULL;
  if (!text || strcmp (text, "none") == 0 || mw_fog_from_text (text, &wish->fog))
    return TRUE;
  mw_cli_usage (
    cli,
    "--fog=%s: expected none, or #RRGGBB and two distances from 0 to 1000000, the nearer first, for example "
    "#8090A0,200,900; with ,exponential or ,squared after them the first is 0",
    text);
  return FALSE;
}

static gboolean
read_background (MwCli *cli, MwRenderWish *wish)
{
  const char *text = mw_cli_option (cli, "background");
  if (!text)
    return TRUE;
  if (strcmp (text, "transparent") == 0) {
    memset (wish->background, 0, sizeof wish->background);
    return TRUE;
  }
  if (!read_colour (text, wish->background)) {
    mw_cli_usage (cli, "--background=%s: expected #RRGGBB, for example #808080, or transparent", text);
    return FALSE;
  }
  return TRUE;
}

static gboolean
read_overlays (MwCli *cli, MwRenderWish *wish)
{
  g_autoptr (GPtrArray) lists = mw_cli_options (cli, "overlay");
  Word overlays[MW_OVERLAY_COUNT];
  for (guint i = 0; i < MW_OVERLAY_COUNT; i++)
    overlays[i] = (Word) { mw_overlay_word (i), 1u << i };
  for (guint i = 0; i < lists->len; i++) {
    g_auto (GStrv) names = g_strsplit (lists->pdata[i], ",", -1);
    for (guint k = 0; names[k]; k++) {
      unsigned bit;
      if (!find_word (cli, "overlay", names[k], overlays, G_N_ELEMENTS (overlays), &bit))
        return FALSE;
      wish->overlays |= bit;
    }
  }
  return TRUE;
}

/* A number, or a word of the catalogue: "Monster skin 1" as monster_skin_1. */
static gboolean
read_type (const char *text, uint32_t *type)
{
  int64_t number;
  gsize used;
  if (mw_int_from_text (text, strlen (text), &used, 1, G_MAXUINT32, &number) && used == strlen (text)) {
    *type = (uint32_t) number;
    return TRUE;
  }
  return mw_catalogue_value (MW_CATALOGUE_TEXTURE_TYPE, text, type) && *type;
}

static gboolean
read_textures (MwCli *cli, MwRenderWish *wish)
{
  g_autoptr (GPtrArray) given = mw_cli_options (cli, "texture");
  for (guint i = 0; i < given->len; i++) {
    const char *text = given->pdata[i], *equals = strchr (text, '=');
    g_autofree char *name = equals ? g_strndup (text, (gsize) (equals - text)) : NULL;
    MwRenderTexture texture = { 0 };
    if (!name || !read_type (name, &texture.type)) {
      mw_cli_usage (cli,
                    "--texture=%s: expected TYPE=FILE with the number or name of a texture type (mwright get FILE "
                    "'textures[*].type' prints those of a model)",
                    text);
      return FALSE;
    }
    if (!g_file_test (equals + 1, G_FILE_TEST_IS_REGULAR)) {
      mw_cli_usage (cli, "--texture=%s: there is no such file", text);
      return FALSE;
    }
    texture.path = g_canonicalize_filename (equals + 1, NULL);
    g_array_append_val (wish->textures, texture);
  }
  return TRUE;
}

static gboolean
read_attached (MwCli *cli, MwRenderWish *wish)
{
  wish->attached = mw_cli_options (cli, "attach");
  for (guint i = 0; i < wish->attached->len; i++) {
    const char *text = wish->attached->pdata[i], *equals = strchr (text, '=');
    if (!equals || equals == text || !equals[1]) {
      mw_cli_usage (cli, "--attach=%s: expected NODE=FILE with the name of a node and the file of a model", text);
      return FALSE;
    }
  }
  return TRUE;
}

/* FALSE: reported, with all tilesets. */
static gboolean
read_tileset (MwCli *cli, MwRenderWish *wish)
{
  const char *text = mw_cli_option (cli, "tileset");
  const MwTileset *tileset = text ? mw_tileset_find (text) : NULL;
  wish->has_tileset = text != NULL;
  wish->tileset = tileset ? tileset->letter : 0;
  if (!text || tileset || strcmp (text, "none") == 0)
    return TRUE;
  g_autoptr (GString) all = g_string_new ("none");
  guint n;
  const MwTileset *tilesets = mw_tilesets (&n);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (all, "%s%s (%c)", i + 1 == n ? " and " : ", ", tilesets[i].name, tilesets[i].letter);
  mw_cli_usage (cli, "--tileset: there is no %s; there are %s", *text ? text : "\"\"", all->str);
  return FALSE;
}

/* Parts of a character, if the skin is given by them. FALSE: reported, with all parts. */
static gboolean
read_parts (MwCli *cli, MwRenderWish *wish)
{
  if (!wish->skin || !strchr (wish->skin, '='))
    return TRUE;
  g_auto (GStrv) parts = g_strsplit (wish->skin, ",", -1);
  wish->skin = NULL;
  for (guint i = 0; parts[i]; i++) {
    char *equals = strchr (parts[i], '=');
    const char *number = equals ? equals + 1 : "";
    gsize used;
    int64_t value;
    if (equals)
      *equals = 0;
    const MwCharacterPart part = mw_character_part_find (parts[i]);
    if (part < MW_CHARACTER_PARTS && mw_int_from_text (number, strlen (number), &used, 0, G_MAXUINT32, &value)
        && used == strlen (number)) {
      g_hash_table_replace (wish->parts, GUINT_TO_POINTER ((guint) part), GUINT_TO_POINTER ((guint) value));
      continue;
    }
    g_autoptr (GString) all = g_string_new (NULL);
    for (guint k = 0; k < MW_CHARACTER_PARTS; k++)
      g_string_append_printf (all, "%s%s",
                              k + 1 == MW_CHARACTER_PARTS ? " and "
                              : k                         ? ", "
                                                          : "",
                              mw_character_part_word ((MwCharacterPart) k));
    mw_cli_usage (cli, "--skin: \"%s%s%s\" is no PART=NUMBER; parts are %s", parts[i], equals ? "=" : "", number,
                  all->str);
    return FALSE;
  }
  return TRUE;
}

/* FALSE: reported. */
static gboolean
read_tables (MwCli *cli, MwRenderWish *wish)
{
  wish->tables = mw_cli_option (cli, "dbc");
  if (!wish->tables || g_file_test (wish->tables, G_FILE_TEST_IS_DIR))
    return TRUE;
  mw_cli_usage (cli, "--dbc=%s: there is no such folder", wish->tables);
  return FALSE;
}

static void
texture_clear (gpointer texture)
{
  g_free (((MwRenderTexture *) texture)->path);
}

/* FALSE: reported. */
static gboolean
read_light (MwCli *cli, MwRenderWish *wish)
{
  Word words[MW_LIGHTING_HOUR]; /* the hour has an option of its own */
  unsigned lighting = MW_LIGHTING_GAME;
  for (guint i = 0; i < MW_LIGHTING_HOUR; i++)
    words[i] = (Word) { mw_lighting_word ((MwLighting) i), i };
  const char *preset = mw_cli_option (cli, "light"), *turn = mw_cli_option (cli, "light-turn");
  if (preset && !find_word (cli, "light", preset, words, G_N_ELEMENTS (words), &lighting))
    return FALSE;
  const char *time = mw_cli_option (cli, "time-of-day");
  wish->minute = -1;
  if (time && preset) {
    mw_cli_usage (cli, "--time-of-day and --light contradict each other");
    return FALSE;
  }
  if (time && !mw_day_minute_from_text (time, &wish->minute)) {
    mw_cli_usage (cli, "--time-of-day=%s: expected HH or HH:MM, from 0 to 24, such as 6:30", time);
    return FALSE;
  }
  wish->has_light = preset != NULL;
  wish->lighting = (MwLighting) lighting;
  wish->model_lights = !mw_cli_has (cli, "no-model-lights");
  wish->shadow = mw_cli_has (cli, "shadow");
  wish->no_effects = mw_cli_has (cli, "no-effects");
  if (!turn)
    return TRUE;
  g_auto (GStrv) parts = g_strsplit (turn, ",", 2);
  for (guint i = 0; i < 2; i++) {
    char *end = NULL;
    double degrees = parts[0] && parts[1] ? g_ascii_strtod (parts[i], &end) : 0;
    if (!end || end == parts[i] || *end || !(fabs (degrees) <= 360)) {
      mw_cli_usage (cli, "--light-turn=%s: expected two numbers of degrees from -360 to 360, such as 90,-20", turn);
      return FALSE;
    }
    wish->light_turn[i] = (float) (degrees * G_PI / 180);
  }
  return TRUE;
}

gboolean
mw_render_wish_read (MwCli *cli, MwRenderWish *wish)
{
  *wish = (MwRenderWish) { .width = 512,
                           .height = 512,
                           .sequence = mw_cli_option (cli, "sequence"),
                           .camera = mw_cli_option (cli, "camera"),
                           .bone = mw_cli_option (cli, "bone"),
                           .skin = mw_cli_option (cli, "skin"),
                           .background = { 0.22f, 0.22f, 0.22f, 1 },
                           .sheet = mw_cli_has (cli, "sheet"),
                           .textures = g_array_new (FALSE, FALSE, sizeof (MwRenderTexture)),
                           .parts = g_hash_table_new (NULL, NULL) };
  g_array_set_clear_func (wish->textures, texture_clear);
  gint64 team = 0, frames = 1, turns = 1, time = -1;
  unsigned shading = MW_SHADING_TEXTURED;
  const char *mode = mw_cli_option (cli, "shading");
  if (mode && !find_word (cli, "shading", mode, shadings, G_N_ELEMENTS (shadings), &shading))
    return FALSE;
  if (!read_light (cli, wish) || !read_fog (cli, wish) || !read_size (cli, wish) || !read_background (cli, wish)
      || !read_overlays (cli, wish) || !read_textures (cli, wish) || !read_attached (cli, wish)
      || !read_parts (cli, wish) || !read_tables (cli, wish) || !read_tileset (cli, wish)
      || !read_number (cli, "time", 0, G_MAXINT32, &time) || !read_number (cli, "frames", 1, FRAMES_MAX, &frames)
      || !read_number (cli, "turntable", 1, FRAMES_MAX, &turns)
      || !read_number (cli, "team", 0, MW_TEAM_COUNT - 1, &team) || !read_seconds (cli, wish))
    return FALSE;
  wish->shading = (MwShading) shading;
  wish->time = time;
  wish->team = (guint) team;
  wish->has_team = mw_cli_has (cli, "team");
  const gboolean turntable = mw_cli_has (cli, "turntable");
  wish->film.n = (guint) (turntable ? turns : frames);
  wish->film.kind = turntable ? MW_FILM_TURN : frames > 1 ? MW_FILM_SEQUENCE : MW_FILM_ONE;
  if (g_strcmp0 (wish->camera, "auto") == 0)
    wish->camera = NULL;
  if (mw_cli_has (cli, "frames") && time >= 0) {
    mw_cli_usage (cli, "--frames and --time contradict each other");
    return FALSE;
  }
  if (turntable && (mw_cli_has (cli, "frames") || wish->camera)) {
    mw_cli_usage (cli, "--turntable and --%s contradict each other", wish->camera ? "camera" : "frames");
    return FALSE;
  }
  if (wish->shading == MW_SHADING_WEIGHTS && !wish->bone) {
    mw_cli_usage (cli, "--shading weights needs --bone");
    return FALSE;
  }
  if (wish->bone && wish->shading != MW_SHADING_WEIGHTS) {
    mw_cli_usage (cli, "--bone needs --shading weights");
    return FALSE;
  }
  if (wish->sheet && !turntable && !mw_cli_has (cli, "frames")) {
    mw_cli_usage (cli, "--sheet needs --frames or --turntable");
    return FALSE;
  }
  if (wish->seconds > 0 && (wish->film.n < 2 || wish->sheet)) {
    mw_cli_usage (cli, "--seconds is for the animation that --frames or --turntable makes of a WebP file");
    return FALSE;
  }
  return TRUE;
}

void
mw_render_wish_clear (MwRenderWish *wish)
{
  g_array_unref (wish->textures);
  g_clear_pointer (&wish->attached, g_ptr_array_unref);
  g_hash_table_unref (wish->parts);
}
