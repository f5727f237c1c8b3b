/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/image/image.h"
#include "tests/core/image/cubes.h"
#include "tests/core/render/day-model.h"
#include "tests/app/cli/pictures.h"
#include "tests/core/vfs/tables.h"
#include "tests/core/corpus.h"

#include <glib/gstdio.h>
#include <string.h>

static MwImage *
picture (const char *folder, const char *name)
{
  g_autoptr (GBytes) bytes = bytes_in (folder, name);
  g_autoptr (GError) error = NULL;
  gsize size;
  const uint8_t *data = g_bytes_get_data (bytes, &size);
  MwImage *image = mw_image_decode (data, size, &error);
  g_assert_no_error (error);
  return image;
}

static const uint8_t *
pixel (const MwImage *image, guint x, guint y)
{
  return image->rgba + ((gsize) y * image->width + x) * 4;
}

/* The part of the width and of the height that differs from the upper left pixel. */
static void
covered (const MwImage *image, double *width, double *height)
{
  guint left = image->width, right = 0, top = image->height, bottom = 0;
  for (guint y = 0; y < image->height; y++)
    for (guint x = 0; x < image->width; x++)
      if (memcmp (pixel (image, x, y), image->rgba, 4) != 0) {
        left = MIN (left, x);
        right = MAX (right, x + 1);
        top = MIN (top, y);
        bottom = MAX (bottom, y + 1);
      }
  *width = right > left ? (double) (right - left) / image->width : 0;
  *height = bottom > top ? (double) (bottom - top) / image->height : 0;
}

/* Its marks are drawn all the same, and it is named. */
static void
a_damaged_table_of_marks_is_a_remark (void)
{
  char *folder = pictures_set_up ();
  if (!folder)
    return;
  g_autofree char *tables = g_build_filename (folder, "Splats", NULL),
                  *table = g_build_filename (tables, "SplatData.slk", NULL);
  g_assert_cmpint (g_mkdir (tables, 0700), ==, 0);
  g_assert_true (g_file_set_contents (table, "ID\nC;X0;K1\n", -1, NULL));
  g_auto (Run) damaged = pictures_render (folder, "figure.mdx -o a.png --size 16x16");
  g_assert_cmpint (damaged.code, ==, 0);
  g_assert_cmpstr (damaged.out, ==, "figure.mdx -> a.png\n");
  g_assert_nonnull (
    strstr (damaged.err, "figure.mdx: marks of events are drawn as spots, because a table cannot be read: "));
  g_assert_nonnull (strstr (damaged.err, "SplatData.slk: "));
  g_auto (Run) quiet = pictures_render (folder, "figure.mdx -q -o b.png --size 16x16");
  g_assert_cmpint (quiet.code, ==, 0);
  g_assert_cmpstr (quiet.err, ==, "");
  pictures_tear_down (folder);
}

static void
a_picture_shows_the_model_framed (void)
{
  char *folder = pictures_set_up ();
  if (!folder)
    return;
  static const char *const sizes[] = { "120x80", "60x90" };
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    double width, height;
    g_autofree char *options = g_strdup_printf ("figure.mdx -f -o a.png --size %s --background #405060", sizes[i]);
    g_auto (Run) run = pictures_render (folder, options);
    g_assert_cmpstr (run.err, ==, "");
    g_assert_cmpint (run.code, ==, 0);
    g_autoptr (MwImage) image = picture (folder, "a.png");
    g_assert_cmpuint (image->width, ==, i ? 60 : 120);
    g_assert_cmpuint (image->height, ==, i ? 90 : 80);
    g_assert_false (image->has_alpha);
    g_assert_cmpmem (image->rgba, 4, "\x40\x50\x60\xff", 4);
    covered (image, &width, &height);
    g_assert_cmpfloat (MAX (width, height), >, 0.8);
    g_assert_cmpfloat (MAX (width, height), <, 1);
  }
  pictures_tear_down (folder);
}

static void
a_transparent_background_has_no_alpha (void)
{
  char *folder = pictures_set_up ();
  if (!folder)
    return;
  g_auto (Run) run = pictures_render (folder, "figure.mdx -o a.png --size 80x80 --background transparent");
  g_auto (Run) dark = pictures_render (folder, "figure.mdx -o b.png --size 80x80 --background #000000");
  g_assert_cmpint (run.code, ==, 0);
  g_autoptr (MwImage) image = picture (folder, "a.png");
  g_autoptr (MwImage) on_black = picture (folder, "b.png");
  guint n_clear = 0, n_solid = 0, n_between = 0;
  for (gsize i = 0; i < (gsize) 80 * 80 * 4; i += 4) {
    const uint8_t alpha = image->rgba[i + 3];
    n_clear += alpha == 0;
    n_solid += alpha == 255;
    n_between += alpha > 0 && alpha < 255;
    /* On black it is the picture on black. */
    for (guint k = 0; k < 3; k++)
      g_assert_cmpint (ABS (image->rgba[i + k] * alpha / 255 - on_black->rgba[i + k]), <=, 2);
  }
  g_assert_cmpmem (image->rgba, 4, "\0\0\0\0", 4);
  g_assert_cmpuint (n_clear, >, 1000);
  g_assert_cmpuint (n_solid, >, 300);
  g_assert_cmpuint (n_between, >, 20);
  pictures_tear_down (folder);
}

static void
the_same_input_gives_the_same_bytes (void)
{
  char *folder = pictures_set_up ();
  if (!folder)
    return;
  g_auto (Run) alone = pictures_render (folder, "effect.mdx -o effect.png --size 64x64");
  g_auto (Run) other = pictures_render (folder, "figure.mdx -o figure.png --size 64x64");
  g_auto (Run) one = pictures_render (folder, "figure.mdx effect.mdx --out-dir one -j 1 --size 64x64");
  g_auto (Run) two = pictures_render (folder, "effect.mdx figure.mdx --out-dir two -j 2 --size 64x64");
  g_assert_cmpint (one.code, ==, 0);
  g_assert_cmpint (two.code, ==, 0);
  g_assert_true (pictures_same (folder, "effect.png", "one/effect.png"));
  g_assert_true (pictures_same (folder, "effect.png", "two/effect.png"));
  g_assert_true (pictures_same (folder, "figure.png", "one/figure.png"));
  g_assert_true (pictures_same (folder, "figure.png", "two/figure.png"));
  pictures_tear_down (folder);
}

static void
options_change_the_picture (void)
{
  static const char *const options[] = { "--sequence Walk",
                                         "--sequence walk --time 200",
                                         "--team 3",
                                         "--shading solid",
                                         "--shading wireframe",
                                         "--shading normals",
                                         "--shading groups",
                                         "--shading uv",
                                         "--overlay grid",
                                         "--overlay axes,bones",
                                         "--camera Portrait",
                                         "--camera portrait",
                                         "--camera game",
                                         "--light night",
                                         "--light-turn 90,-30",
                                         "--shadow",
                                         "--fog #8090A0,100,600",
                                         "--fog #8090A0,0,600,squared",
                                         "--shading weights --bone Root" };
  char *folder = pictures_set_up ();
  if (!folder)
    return;
  g_auto (Run) run = pictures_render (folder, "figure.mdx -o plain.png --size 64x64");
  g_assert_cmpint (run.code, ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (options); i++) {
    g_autofree char *line = g_strdup_printf ("figure.mdx -o %u.png --size 64x64 %s", i, options[i]);
    g_auto (Run) changed = pictures_render (folder, line);
    g_assert_cmpstr (changed.err, ==, "");
    g_assert_cmpint (changed.code, ==, 0);
    g_autofree char *name = g_strdup_printf ("%u.png", i);
    g_assert_false (pictures_same (folder, "plain.png", name));
  }
  g_assert_false (pictures_same (folder, "0.png", "1.png"));
  /* A portrait has the frame of the game, which the picture is wider than; and without a camera it is a guess, which is said. */
  g_assert_false (pictures_same (folder, "10.png", "11.png"));
  g_auto (Run)
    bare = pictures_render (folder, "effect.mdx -o bare.png --size 64x64 --sequence birth --time 900 --no-effects"),
    whole = pictures_render (folder, "effect.mdx -o whole.png --size 64x64 --sequence birth --time 900");
  g_assert_cmpint (bare.code, ==, 0);
  g_assert_cmpint (whole.code, ==, 0);
  g_assert_false (pictures_same (folder, "bare.png", "whole.png"));
  g_auto (Run) guess = pictures_render (folder, "effect.mdx -o guess.png --size 64x64 --camera portrait");
  g_assert_nonnull (strstr (guess.err, "no camera of the model is for its portrait"));
  g_auto (Run) same_again = pictures_render (
    folder,
    "figure.mdx -o again.png --size 64x64 --sequence Stand --team 0 --camera auto --light game --light-turn 0,0");
  g_assert_true (pictures_same (folder, "plain.png", "again.png"));
  pictures_tear_down (folder);
}

static void
names_that_are_not_there_are_answered_with_those_that_are (void)
{
  static const struct {
    const char *options, *message;
  } cases[] = {
    { "--sequence Dance", "there is no sequence \"Dance\"; the model has Stand" },
    { "--camera Moon", "there is no camera \"Moon\"; the model has Portrait" },
    { "--shading pretty",
      "--shading: there is no pretty; there are textured, solid, wireframe, normals, groups, uv, missing and weights" },
    { "--shading weights", "--shading weights needs --bone" },
    { "--bone Root", "--bone needs --shading weights" },
    { "--shading weights --bone Tail", "there is no bone \"Tail\"; the model has " },
    { "--light moon", "--light: there is no moon; there are plain, game, portrait, studio, night and model" },
    { "--light hour", "--light: there is no hour; there are plain, " },
    { "--time-of-day noon", "--time-of-day=noon: expected HH or HH:MM" },
    { "--time-of-day 12 --light night", "--time-of-day and --light contradict each other" },
    { "--light-turn 90", "--light-turn=90: expected two numbers of degrees" },
    { "--fog 8090A0,1,2", "--fog=8090A0,1,2: expected none, or #RRGGBB and two distances" },
    { "--fog #8090A,1,2", "--fog=#8090A,1,2: expected" },
    { "--fog #8090A0", "--fog=#8090A0: expected" },
    { "--fog #8090A0,1", "--fog=#8090A0,1: expected" },
    { "--fog #8090A0,1,", "--fog=#8090A0,1,: expected" },
    { "--fog #8090A0,1,2,", "--fog=#8090A0,1,2,: expected" },
    { "--fog #8090A0,2,2", "--fog=#8090A0,2,2: expected" },
    { "--fog #8090A0,-1,2", "--fog=#8090A0,-1,2: expected" },
    { "--fog #8090A0,1,inf", "--fog=#8090A0,1,inf: expected" },
    { "--light-turn 90,x", "--light-turn=90,x: expected two numbers" },
    { "--light-turn 361,0", "--light-turn=361,0: expected two numbers" },
    { "--overlay grid,ghosts", "--overlay: there is no ghosts; there are grid, axes" },
    { "--sequence Stand --time 99999", "--time: the sequence has " },
    { "--time -1", "--time=-1: expected a whole number from 0" },
    { "--size 0x10", "--size=0x10: expected WIDTHxHEIGHT" },
    { "--size 10", "expected WIDTHxHEIGHT" },
    { "--size 10x10x10", "expected WIDTHxHEIGHT" },
    { "--size 10x16385", "each 1 to 16384" },
    { "--background red", "expected #RRGGBB" },
    { "--background #12345", "expected #RRGGBB" },
    { "--background #1234567", "expected #RRGGBB" },
    { "--frames 0", "--frames=0: expected a whole number from 1 to 1000" },
    { "--frames 2 --time 5", "--frames and --time contradict each other" },
    { "--sheet", "--sheet needs --frames or --turntable" },
    { "--turntable 0", "--turntable=0: expected a whole number from 1 to 1000" },
    { "--turntable 2 --frames 2", "--turntable and --frames contradict each other" },
    { "--turntable 2 --camera Portrait", "--turntable and --camera contradict each other" },
    { "--turntable 2 --seconds 0", "--seconds=0: expected a number above 0, up to 3600" },
    { "--turntable 2 --seconds 3601", "--seconds=3601: expected a number above 0" },
    { "--turntable 2 --seconds 2s", "--seconds=2s: expected a number above 0" },
    { "--seconds 2", "--seconds is for the animation" },
    { "--turntable 2 --sheet --seconds 2", "--seconds is for the animation" },
    { "--team 25", "--team=25: expected a whole number from 0 to 24" },
    { "--tileset E", "--tileset: there is no E; there are none, Ashenvale (A), Barrens (B)" },
    { "--tileset E", "Village (V) and Village Fall (Q)" },
    { "--texture 11", "expected TYPE=FILE" },
    { "--texture nothing=figure.blp", "expected TYPE=FILE" },
    { "--texture 11=absent.blp", "there is no such file" },
    { "--data absent", "there is no such folder" },
    { "--out-dir d", "render needs one of -o FILE and --out-dir DIR" },
    { "effect.mdx", "-o takes one file" },
  };
  char *folder = pictures_set_up ();
  if (!folder)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *line = g_strdup_printf ("figure.mdx -o out.png --size 9x9 %s", cases[i].options);
    g_auto (Run) run = pictures_render (folder, line);
    g_test_message ("%s: %s", cases[i].options, run.err);
    g_assert_nonnull (strstr (run.err, cases[i].message));
    g_assert_cmpint (run.code, ==, 2);
    g_assert_false (exists_in (folder, "out.png"));
  }
  g_auto (Run) nowhere = pictures_render (folder, "figure.mdx");
  g_assert_cmpint (nowhere.code, ==, 2);
  pictures_tear_down (folder);
}

static void
an_image_is_shown_for_a_texture_type (void)
{
  char *folder = pictures_set_up ();
  if (!folder)
    return;
  g_auto (Run) convert = run_words (folder, "convert", "--to=wow-mdx1300", "figure.mdx", "beast.mdx", NULL);
  g_assert_cmpint (convert.code, ==, 0);
  g_auto (Run)
    set = run_words (folder, "set", "beast.mdx", "-i", "textures[1].replaceable_id=11", "textures[1].path=\"\"", NULL);
  g_assert_cmpint (set.code, ==, 0);
  g_auto (Run) none = pictures_render (folder, "beast.mdx -o none.png --size 32x32");
  g_auto (Run) number = pictures_render (folder, "beast.mdx -o number.png --size 32x32 --texture 11=figure-gear.blp");
  g_auto (Run)
    name = pictures_render (folder, "beast.mdx -o name.png --size 32x32 --texture monster_skin_1=figure-gear.blp");
  g_auto (Run) other = pictures_render (folder, "beast.mdx -o other.png --size 32x32 --texture 12=figure-gear.blp");
  g_assert_cmpint (number.code, ==, 0);
  g_assert_false (pictures_same (folder, "none.png", "number.png"));
  g_assert_true (pictures_same (folder, "name.png", "number.png"));
  g_assert_true (pictures_same (folder, "none.png", "other.png"));
  pictures_tear_down (folder);
}

/* What is hidden in the window is remembered for the file (core/render/shown.h). */
static void
what_the_window_hides_is_not_drawn (void)
{
  char *folder = pictures_set_up ();
  if (!folder)
    return;
  g_autofree char *file = g_build_filename (folder, "figure.mdx", NULL),
                  *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, file, -1),
                  *name = g_strconcat (sum, ".ini", NULL),
                  *views = g_build_filename (g_get_user_state_dir (), "modelwright", "views", NULL),
                  *path = g_build_filename (views, name, NULL);
  g_auto (Run) plain = pictures_render (folder, "figure.mdx -o plain.png --size 32x32");
  g_assert_cmpint (plain.code, ==, 0);
  g_assert_cmpint (g_mkdir_with_parents (views, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, "[view]\nhidden=geosets[0];nothing[3];\n", -1, NULL));
  g_auto (Run) less = pictures_render (folder, "figure.mdx -o less.png --size 32x32");
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (less.code, ==, 0);
  g_assert_false (pictures_same (folder, "plain.png", "less.png"));
  pictures_tear_down (folder);
}

/* The picture is that of an emitter with these colours of its own. */
static void
particles_have_the_colours_of_a_skin (void)
{
  static const char *const models[] = { "i5 i0 sCreature\\Beetle\\Beetle.mdx i1", NULL };
  static const char *const displays[] = { "i17 i5 i0 i0 i0 i255 sbeetle-skin s s s i0 i0 i0 i281",
                                          "i90 i5 i0 i0 i0 i255 sbeetle-skin s s s i0 i0 i0 i0", NULL };
  /* The second set: blue, red and green. */
  static const char *const colors[] = { "i281 i1 i255 i3 i4 i16711680 i6 i7 i65280 i9", NULL };
  static const char *const names[] = { "beetle.m2", "beetle00.skin", "beetle-skin.blp", "beetle-glow.blp" };
  char *folder = pictures_set_up ();
  if (!folder)
    return;
  g_autofree char *data = g_build_filename (folder, "data", NULL),
                  *own = g_build_filename (data, "Creature", "Beetle", NULL);
  g_assert_cmpint (g_mkdir_with_parents (own, 0700), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *from = sample_path (names[i]);
    copy_into (folder, from, names[i]);
    if (i == 2)
      copy_into (own, from, names[i]);
  }
  tables_write (data, "CreatureModelData.dbc", 4, models);
  tables_write (data, "CreatureDisplayInfo.dbc", 14, displays);
  tables_write (data, "ParticleColor.dbc", 10, colors);
  g_auto (Run) set = run_words (folder, "set", "beetle.m2", "-i", "particles[0].color_index=12",
                                "textures[0].type=monster_skin_1", NULL);
  g_assert_cmpint (set.code, ==, 0);
  g_auto (Run) paint = run_words (folder, "set", "beetle.m2", "-o", "painted.m2",
                                  "particles[0].color.curve.keys.value=[{0,0,255},{255,0,0},{0,255,0}]", NULL);
  g_assert_cmpint (paint.code, ==, 0);
  g_auto (Run) skin = pictures_render (folder, "beetle.m2 -o skin.png --size 64x64 --time 900 --data data --skin 17");
  g_auto (Run) plain = pictures_render (folder, "beetle.m2 -o plain.png --size 64x64 --time 900 --data data --skin 90");
  g_auto (Run) painted = pictures_render (
    folder, "painted.m2 -o painted.png --size 64x64 --time 900 --texture 11=beetle-skin.blp");
  g_assert_cmpint (skin.code + plain.code + painted.code, ==, 0);
  g_assert_true (pictures_same (folder, "skin.png", "painted.png"));
  g_assert_false (pictures_same (folder, "skin.png", "plain.png"));
  pictures_tear_down (folder);
}

static void
a_skin_of_the_games_tables_is_shown (void)
{
  static const char *const models[] = { "i5 i0 sCreature\\Beast\\Beast.mdx i1", NULL };
  static const char *const displays[] = { "i17 i5 i0 i0 i0 i255 sfigure-gear s s i0 i0 i0",
                                          "i90 i5 i0 i0 i0 i255 sfigure s s i0 i0 i0", NULL };
  char *folder = pictures_set_up ();
  if (!folder)
    return;
  g_autofree char *data = g_build_filename (folder, "data", NULL),
                  *beast = g_build_filename (data, "Creature", "Beast", NULL),
                  *from = g_build_filename (folder, "figure-gear.blp", NULL),
                  *to = g_build_filename (beast, "figure-gear.blp", NULL), *bytes = NULL;
  gsize size;
  tables_write (data, "CreatureModelData.dbc", 4, models);
  tables_write (data, "CreatureDisplayInfo.dbc", 12, displays);
  g_assert_cmpint (g_mkdir_with_parents (beast, 0700), ==, 0);
  g_assert_true (g_file_get_contents (from, &bytes, &size, NULL)
                 && g_file_set_contents (to, bytes, (gssize) size, NULL));
  g_auto (Run) convert = run_words (folder, "convert", "--to=wow-mdx1300", "figure.mdx", "beast.mdx", NULL);
  g_auto (Run)
    set = run_words (folder, "set", "beast.mdx", "-i", "textures[1].replaceable_id=11", "textures[1].path=\"\"", NULL);
  g_assert_cmpint (set.code, ==, 0);
  g_auto (Run) given = pictures_render (folder, "beast.mdx -o given.png --size 32x32 --texture 11=figure-gear.blp");
  g_auto (Run) number = pictures_render (folder, "beast.mdx -o number.png --size 32x32 --data data --skin 17");
  g_auto (Run) name = pictures_render (folder, "beast.mdx -o name.png --size 32x32 --data data --skin FIGURE-gear");
  g_assert_cmpint (number.code, ==, 0);
  g_assert_true (pictures_same (folder, "given.png", "number.png"));
  g_assert_true (pictures_same (folder, "given.png", "name.png"));
  g_auto (Run) both = pictures_render (
    folder, "beast.mdx -o both.png --size 32x32 --data data --skin 90 --texture 11=figure-gear.blp");
  g_assert_true (pictures_same (folder, "given.png", "both.png"));
  g_auto (Run) wrong = pictures_render (folder, "beast.mdx -o wrong.png --size 32x32 --data data --skin 18");
  g_assert_cmpint (wrong.code, ==, 2);
  g_assert_nonnull (strstr (wrong.err, "there is no skin \"18\"; there are 17 figure-gear, 90 figure"));
  g_auto (Run) none = pictures_render (folder, "beast.mdx -o none.png --size 32x32 --skin 17");
  g_assert_cmpint (none.code, ==, 2);
  g_assert_nonnull (strstr (none.err, "no table of a game"));
  tables_write (data, "CreatureModelData.dbc", 1, (const char *const[]) { "i1", NULL });
  g_auto (Run) bad = pictures_render (folder, "beast.mdx -o bad.png --size 32x32 --data data --skin 17");
  g_assert_cmpint (bad.code, ==, 3);
  g_assert_false (exists_in (folder, "bad.png"));
  pictures_tear_down (folder);
}

static void
a_character_shows_the_parts_of_the_games_tables (void)
{
  static const char *const sections[] = { "i1 i1 i0 i0 i0 i0 sCharacter\\Human\\Male\\figure.blp s s i0",
                                          "i2 i1 i0 i0 i0 i3 sCharacter\\Human\\Male\\figure-gear.blp s s i0",
                                          "i3 i1 i0 i0 i0 i4 sCharacter\\Human\\Male\\lost.blp s s i0", NULL };
  static const char *const pictures[][2] = { { "without", "--team 0" },
                                             { "default", "--data data" },
                                             { "part", "--data data --skin skin=3" },
                                             { "name", "--dbc tables --skin FIGURE-GEAR" },
                                             { "file", "--data data --skin skin=3 --texture 1=figure.blp" } };
  static const char *const wrong[][2] = {
    { "--data data --skin skin=1", "there is no skin 1; there are 0, 3, 4" },
    { "--data data --skin 1", "there is no skin \"1\"; there are 0 figure, 3 figure-gear, 4 lost" },
    { "--data data --skin boots=5", "there is no boots 5; there are 0" },
    { "--skin face=0", "no table of a game" },
    { "--data data --skin nose=1", "\"nose=1\" is no PART=NUMBER; parts are skin, face" },
    { "--data data --skin skin=-1", "\"skin=-1\" is no PART=NUMBER" },
    { "--dbc nowhere", "there is no such folder" }
  };
  char *folder = pictures_set_up ();
  if (!folder)
    return;
  g_autofree char *data = g_build_filename (folder, "data", NULL), *beside = g_build_filename (folder, "tables", NULL);
  tables_write (data, "CharSections.dbc", 10, sections);
  tables_write (beside, "CharSections.dbc", 10, sections + 1);
  g_auto (Run) convert = run_words (folder, "convert", "--to=wow-mdx1300", "figure.mdx", "humanmale.mdx", NULL);
  g_auto (Run) set = run_words (folder, "set", "humanmale.mdx", "-i", "textures[1].replaceable_id=1",
                                "textures[1].path=\"\"", NULL);
  g_assert_cmpint (set.code, ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++) {
    g_autofree char *words = g_strdup_printf ("humanmale.mdx -o %s.png --size 32x32 %s", pictures[i][0],
                                              pictures[i][1]);
    g_auto (Run) run = pictures_render (folder, words);
    g_assert_cmpint (run.code, ==, 0);
  }
  g_assert_false (pictures_same (folder, "default.png", "without.png"));
  g_assert_false (pictures_same (folder, "default.png", "part.png"));
  g_assert_false (pictures_same (folder, "file.png", "part.png"));
  g_assert_true (pictures_same (folder, "name.png", "part.png"));
  g_auto (Run) lost = pictures_render (folder, "humanmale.mdx -o lost.png --size 32x32 --data data --skin 4");
  g_assert_nonnull (strstr (lost.err, "lost.blp"));
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_autofree char *words = g_strdup_printf ("humanmale.mdx -o wrong.png --size 32x32 %s", wrong[i][0]);
    g_auto (Run) run = pictures_render (folder, words);
    g_assert_cmpint (run.code, ==, 2);
    g_assert_nonnull (strstr (run.err, wrong[i][1]));
  }
  g_auto (Run) thing = pictures_render (folder, "figure.mdx -o wrong.png --size 32x32 --skin face=0");
  g_assert_nonnull (strstr (thing.err, "the model is no character"));
  /* A damaged table stops only what asks for it. */
  tables_write (data, "CharSections.dbc", 2, (const char *const[]) { "i1 i2", NULL });
  g_auto (Run) bad = pictures_render (folder, "humanmale.mdx -o bad.png --size 32x32 --data data --skin skin=3");
  g_assert_cmpint (bad.code, ==, 3);
  g_auto (Run) clay = pictures_render (folder, "humanmale.mdx -o clay.png --size 32x32 --data data");
  g_assert_cmpint (clay.code, ==, 0);
  g_assert_nonnull (strstr (clay.err, "drawn without the tables of the game"));
  g_assert_true (pictures_same (folder, "without.png", "clay.png"));
  pictures_tear_down (folder);
}

static void
an_image_is_halved_until_it_fits (void)
{
  char *folder = pictures_set_up ();
  if (!folder)
    return;
  g_autoptr (MwImage) whole = picture (folder, "figure.blp");
  g_autofree char *fits = g_strdup_printf ("figure.blp -o whole.png --size %ux%u", whole->width, whole->height),
                  *less = g_strdup_printf ("figure.blp -o half.png --size %ux%u", whole->width, whole->height - 1);
  g_auto (Run) run = pictures_render (folder, fits);
  g_auto (Run) half = pictures_render (folder, less);
  g_assert_cmpint (run.code, ==, 0);
  g_assert_cmpstr (run.out, ==, "figure.blp -> whole.png\n");
  g_autoptr (MwImage) same_size = picture (folder, "whole.png");
  g_autoptr (MwImage) smaller = picture (folder, "half.png");
  g_assert_cmpuint (same_size->width, ==, whole->width);
  g_assert_cmpmem (same_size->rgba, (gsize) whole->width * whole->height * 4, whole->rgba,
                   (gsize) whole->width * whole->height * 4);
  g_assert_cmpuint (smaller->width, ==, whole->width / 2);
  g_assert_cmpuint (smaller->height, ==, whole->height / 2);
  write_in (folder, "bad.blp", "BLP1rubbish");
  g_auto (Run) bad = pictures_render (folder, "bad.blp -o bad.png");
  g_assert_cmpint (bad.code, ==, 3);
  g_auto (Run) played = pictures_render (folder, "figure.blp -o walk.png --sequence Walk");
  g_assert_cmpint (played.code, ==, 2);
  g_assert_false (exists_in (folder, "walk.png"));
  pictures_tear_down (folder);
}

/* Runs the command of the installed description, as file managers do. */
static void
the_thumbnailer_makes_thumbnails (void)
{
  char *folder = pictures_set_up ();
  if (!folder)
    return;
  const char *source = g_getenv ("MODELWRIGHT_SOURCE_ROOT");
  g_autofree char *path = g_build_filename (source ? source : ".", "data", "org.modelwright.Modelwright.thumbnailer",
                                            NULL);
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_assert_true (g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, NULL));
  g_autofree char *line = g_key_file_get_string (file, "Thumbnailer Entry", "Exec", NULL);
  g_autofree char *program = g_key_file_get_string (file, "Thumbnailer Entry", "TryExec", NULL);
  g_assert_cmpstr (program, ==, "mwright");
  static const char *const inputs[] = { "figure.mdx", "figure.blp" };
  for (guint i = 0; i < G_N_ELEMENTS (inputs); i++) {
    g_autoptr (GString) command = g_string_new (line);
    g_string_replace (command, "%s", "64", 0);
    g_string_replace (command, "%o", "thumb.png", 0);
    g_string_replace (command, "%i", inputs[i], 0);
    g_assert_true (g_str_has_prefix (command->str, "mwright render "));
    /* The file manager has made an empty file. */
    write_in (folder, "thumb.png", "");
    g_auto (Run) run = pictures_render (folder, command->str + strlen ("mwright render "));
    g_assert_cmpint (run.code, ==, 0);
    g_assert_cmpstr (run.out, ==, "");
    g_autoptr (MwImage) image = picture (folder, "thumb.png");
    g_assert_cmpuint (MAX (image->width, image->height), <=, 64);
  }
  pictures_tear_down (folder);
}

static void
frames_are_numbered_files_or_one_sheet (void)
{
  char *folder = pictures_set_up ();
  if (!folder)
    return;
  g_auto (Run) ten = pictures_render (folder, "figure.mdx -o walk.png --sequence Walk --frames 10 --size 20x30");
  g_assert_cmpint (ten.code, ==, 0);
  g_assert_nonnull (strstr (ten.out, "figure.mdx -> walk-01.png\n"));
  g_assert_nonnull (strstr (ten.out, "figure.mdx -> walk-10.png\n"));
  g_assert_false (exists_in (folder, "walk.png"));
  g_assert_false (pictures_same (folder, "walk-01.png", "walk-04.png"));
  /* A loop: the last frame is not the first again. */
  g_assert_false (pictures_same (folder, "walk-01.png", "walk-10.png"));
  g_auto (Run)
    sheet = pictures_render (folder, "figure.mdx -o walk.png --sequence Walk --frames 10 --sheet --size 20x30");
  g_assert_cmpint (sheet.code, ==, 0);
  g_autoptr (MwImage) whole = picture (folder, "walk.png");
  g_assert_cmpuint (whole->width, ==, 80);
  g_assert_cmpuint (whole->height, ==, 90);
  for (guint i = 0; i < 10; i++) {
    g_autofree char *name = g_strdup_printf ("walk-%02u.png", i + 1);
    g_autoptr (MwImage) frame = picture (folder, name);
    for (guint y = 0; y < 30; y++)
      g_assert_cmpmem (pixel (frame, 0, y), 80, pixel (whole, i % 4 * 20, i / 4 * 30 + y), 80);
  }
  pictures_tear_down (folder);
}

/* The submeshes of this model are in another file. */
static void
a_missing_companion_is_said_where_nothing_is_seen (void)
{
  static const char *const names[] = { "beetle.m2", "beetle00.skin" };
  char *folder = pictures_set_up ();
  if (!folder)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path = sample_path (names[i]);
    copy_into (folder, path, names[i]);
  }
  g_auto (Run)
    deleted = run_words (folder, "do", "-edelete particles[*]", "-edelete ribbons[*]", "beetle.m2", "-i", NULL);
  g_assert_cmpint (deleted.code, ==, 0);
  for (guint missing = 0; missing < 2; missing++) {
    g_autofree char *skin = g_build_filename (folder, names[1], NULL);
    if (missing)
      g_assert_cmpint (g_unlink (skin), ==, 0);
    g_auto (Run) run = run_words (folder, "render", "beetle.m2", "-f", "-o", "beetle.png", "--size", "32x32", NULL);
    g_assert_cmpint (run.code, ==, 0);
    g_assert_true (!missing == !strstr (run.err, "nothing of the model is seen: the file beetle00.skin is missing\n"));
    g_assert_true (missing || !strstr (run.err, "nothing of the model"));
  }
  pictures_tear_down (folder);
}

/* How far to the right of the middle the red axis, which points to the front, is seen. */
static double
front_of (const char *folder, const char *plain, const char *with_axes)
{
  g_autoptr (MwImage) a = picture (folder, plain);
  g_autoptr (MwImage) b = picture (folder, with_axes);
  double sum = 0, n = 0;
  for (guint y = 0; y < a->height; y++)
    for (guint x = 0; x < a->width; x++) {
      const uint8_t *is = pixel (b, x, y);
      if (memcmp (pixel (a, x, y), is, 4) != 0 && is[0] > is[1] + 60 && is[0] > is[2] + 60) {
        sum += x + 0.5 - a->width / 2.0;
        n++;
      }
    }
  g_assert_cmpfloat (n, >, 0);
  return sum / n;
}

static void
a_turntable_shows_one_moment_from_all_sides (void)
{
  char *folder = pictures_set_up ();
  if (!folder)
    return;
  g_auto (Run)
    four = pictures_render (folder, "figure.mdx -o four.png --turntable 4 --size 64x48 --sequence Walk --time 200");
  g_auto (Run) axes = pictures_render (
    folder, "figure.mdx -o axes.png --turntable 4 --size 64x48 --sequence Walk --time 200 --overlay axes");
  g_auto (Run)
    two = pictures_render (folder, "figure.mdx -o two.png --turntable 2 --size 64x48 --sequence Walk --time 200");
  g_auto (Run)
    one = pictures_render (folder, "figure.mdx -o one.png --turntable 1 --size 64x48 --sequence Walk --time 200");
  g_auto (Run) sheet = pictures_render (
    folder, "figure.mdx -o sheet.png --turntable 4 --sheet --size 64x48 --sequence Walk --time 200");
  g_assert_cmpint (four.code, ==, 0);
  g_assert_nonnull (strstr (four.out, "figure.mdx -> four-4.png\n"));
  g_assert_true (pictures_same (folder, "four-1.png", "two-1.png"));
  g_assert_true (pictures_same (folder, "four-3.png", "two-2.png"));
  g_assert_true (pictures_same (folder, "four-1.png", "one.png"));
  g_assert_false (pictures_same (folder, "four-1.png", "four-2.png"));
  g_assert_false (pictures_same (folder, "four-2.png", "four-4.png"));
  /* From the front right the front is seen to the right; the next picture is a quarter further to the model's right, so that its back
   * is on that side. */
  g_assert_cmpfloat (front_of (folder, "four-1.png", "axes-1.png"), >, 2);
  g_assert_cmpfloat (front_of (folder, "four-2.png", "axes-2.png"), >, 2);
  g_assert_cmpfloat (front_of (folder, "four-3.png", "axes-3.png"), <, -2);
  g_assert_cmpfloat (front_of (folder, "four-4.png", "axes-4.png"), <, -2);
  g_autoptr (MwImage) whole = picture (folder, "sheet.png");
  g_assert_cmpuint (whole->width, ==, 128);
  g_assert_cmpuint (whole->height, ==, 96);
  g_auto (Run) image = pictures_render (folder, "figure.blp -o image.png --turntable 1");
  g_assert_cmpint (image.code, ==, 2);
  pictures_tear_down (folder);
}

static void
many_files_go_to_a_folder (void)
{
  char *folder = pictures_set_up ();
  if (!folder)
    return;
  g_autofree char *below = g_build_filename (folder, "in", "sub", NULL), *path = sample_path ("figure.mdx");
  g_mkdir_with_parents (below, 0700);
  /* The images, which would be found above the model, go aside. */
  static const char *const images[] = { "figure.blp", "figure-gear.blp", "figure-trail.tga" };
  g_autofree char *aside = g_build_filename (folder, "pics", NULL);
  g_mkdir (aside, 0700);
  for (guint i = 0; i < G_N_ELEMENTS (images); i++) {
    g_autofree char *from = g_build_filename (folder, images[i], NULL), *to = g_build_filename (aside, images[i], NULL);
    g_assert_cmpint (g_rename (from, to), ==, 0);
  }
  copy_into (folder, path, "in/sub/man.mdx");
  copy_into (folder, path, "in/top.v2.mdx");
  write_in (folder, "in/bad.mdx", "MDLXrubbish");
  g_auto (Run) run = pictures_render (folder, "in effect.mdx --out-dir out --size 16x16");
  g_assert_cmpint (run.code, ==, 3);
  g_assert_true (exists_in (folder, "out/sub/man.png"));
  g_assert_true (exists_in (folder, "out/top.v2.png"));
  g_assert_true (exists_in (folder, "out/effect.png"));
  g_assert_false (exists_in (folder, "out/bad.png"));
  g_assert_nonnull (strstr (run.err, "3 of 4 files saved, 1 failed"));
  /* The textures are missing there, which is said. */
  g_assert_nonnull (strstr (run.err, "in/sub/man.mdx: 3 textures are missing, "));
  g_auto (Run) data = pictures_render (folder, "in --out-dir out -f --size 16x16 --data pics");
  g_assert_null (strstr (data.err, "man.mdx: "));
  pictures_tear_down (folder);
}

static void
files_that_exist_are_kept_without_force (void)
{
  char *folder = pictures_set_up ();
  if (!folder)
    return;
  write_in (folder, "a.png", "mine");
  g_auto (Run) kept = pictures_render (folder, "figure.mdx -o a.png --size 16x16");
  g_assert_cmpint (kept.code, ==, 4);
  g_autoptr (GBytes) bytes = bytes_in (folder, "a.png");
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), "mine", 4);
  g_auto (Run) forced = pictures_render (folder, "figure.mdx -o a.png --size 16x16 -f");
  g_assert_cmpint (forced.code, ==, 0);
  g_auto (Run) out = pictures_render (folder, "figure.mdx -o - --size 16x16");
  g_autoptr (GBytes) written = bytes_in (folder, "a.png");
  g_assert_cmpmem (out.out, out.size, g_bytes_get_data (written, NULL), g_bytes_get_size (written));
  g_auto (Run) nowhere = pictures_render (folder, "figure.mdx -o no/such/folder/a.png --size 16x16");
  g_assert_cmpint (nowhere.code, ==, 4);
  pictures_tear_down (folder);
}

static void
json_says_what_was_drawn (void)
{
  char *folder = pictures_set_up ();
  if (!folder)
    return;
  g_auto (Run) run = pictures_render (folder, "figure.mdx --json -o a.png --size 16x16 --sequence Walk --time 100");
  g_assert_cmpint (run.code, ==, 0);
  g_assert_nonnull (strstr (run.out, "\"outputs\": [\"a.png\"], \"width\": 16, \"height\": 16, \"sequence\": \"Walk\", "
                                     "\"time\": 100, \"camera\": {\"eye\": ["));
  g_assert_nonnull (strstr (run.out, "\"seen\": true, \"missing_textures\": []"));
  pictures_tear_down (folder);
}

static void
without_a_driver_the_message_says_what_to_install (void)
{
  char *folder = pictures_set_up ();
  if (!folder)
    return;
  g_setenv ("__EGL_VENDOR_LIBRARY_DIRS", folder, TRUE);
  g_auto (Run) run = pictures_render (folder, "figure.mdx -o a.png");
  g_unsetenv ("__EGL_VENDOR_LIBRARY_DIRS");
  g_assert_cmpint (run.code, ==, 4);
  g_assert_nonnull (strstr (run.err, "OpenGL"));
  g_assert_nonnull (strstr (run.err, "apt install"));
  g_assert_false (exists_in (folder, "a.png"));
  pictures_tear_down (folder);
}

static void
what_the_window_remembers_is_drawn (void)
{
  char *folder = pictures_set_up ();
  if (!folder)
    return;
  g_auto (Run) plain = pictures_render (folder, "figure.mdx -o plain.png --size 64x64");
  g_auto (Run) third = pictures_render (folder, "figure.mdx -o third.png --size 64x64 --team 3");
  g_assert_false (pictures_same (folder, "plain.png", "third.png"));
  pictures_remember (folder, "figure.mdx", "[view]\nteam=3\n");
  g_auto (Run) remembered = pictures_render (folder, "figure.mdx -o remembered.png --size 64x64");
  g_assert_cmpstr (remembered.err, ==, "");
  g_assert_true (pictures_same (folder, "third.png", "remembered.png"));
  g_auto (Run) given = pictures_render (folder, "figure.mdx -o given.png --size 64x64 --team 0");
  g_assert_true (pictures_same (folder, "plain.png", "given.png"));
  g_auto (Run)
    fog = pictures_render (folder, "figure.mdx -o fog.png --size 64x64 --team 0 --fog #8090A0,0,200,exponential");
  pictures_remember (folder, "figure.mdx", "[view]\nfog=#8090A0,0,200,exponential\n");
  g_auto (Run) fogged = pictures_render (folder, "figure.mdx -o fogged.png --size 64x64");
  g_assert_true (pictures_same (folder, "fog.png", "fogged.png"));
  g_assert_false (pictures_same (folder, "fog.png", "plain.png"));
  g_auto (Run) clear = pictures_render (folder, "figure.mdx -o clear.png --size 64x64 --fog none");
  g_assert_true (pictures_same (folder, "plain.png", "clear.png"));
  g_autofree char *beetle = sample_path ("beetle.m2");
  g_auto (Run) wow = run_words (folder, "render", beetle, "-o", "wow.png", "--fog", "#8090A0,0,9,exponential", NULL);
  g_assert_cmpint (wow.code, ==, 2);
  g_assert_nonnull (strstr (wow.err, "the game of this model has only linear fog"));
  /* A located file. */
  pictures_remember (folder, "figure.mdx", "[view]\nimages=figure.blp;/nowhere/x.png;\n");
  g_auto (Run) located = pictures_render (folder, "figure.mdx -o located.png --size 64x64");
  g_assert_nonnull (strstr (located.err, "the texture figure.blp is missing"));
  pictures_remember (folder, "figure.mdx", "[view]\nteam=99\n");
  g_auto (Run) broken = pictures_render (folder, "figure.mdx -o broken.png --size 64x64");
  g_assert_nonnull (strstr (broken.err, "drawn without what the window remembers"));
  g_assert_cmpint (broken.code, ==, 0);
  g_assert_true (pictures_same (folder, "plain.png", "broken.png"));
  pictures_tear_down (folder);
}

/* With the game's model of day and night, which is looked for as textures are. */
static void
the_light_is_that_of_an_hour (void)
{
  char *folder = pictures_set_up ();
  if (!folder)
    return;
  g_autofree char *game = g_build_filename (folder, "game/Environment/DNC/DNCDungeon/DNCDungeonUnit", NULL),
                  *file = g_build_filename (game, "DNCDungeonUnit.mdl", NULL);
  g_assert_cmpint (g_mkdir_with_parents (game, 0700), ==, 0);
  g_assert_true (g_file_set_contents (file, DAY_MODEL, -1, NULL));
  g_auto (Run) day = pictures_render (folder, "figure.mdx -o day.png --size 64x64");
  g_auto (Run) none = pictures_render (folder, "figure.mdx -o none.png --size 64x64 --time-of-day 6 --data game");
  g_assert_cmpint (none.code, ==, 0);
  g_assert_nonnull (strstr (none.err, "drawn in the light of an ordinary day, not of the hour: no game has "
                                      "Environment\\DNC\\DNCLordaeron\\DNCLordaeronUnit\\DNCLordaeronUnit.mdl"));
  g_assert_true (pictures_same (folder, "day.png", "none.png"));
  g_auto (Run) morning = pictures_render (
    folder, "figure.mdx -o morning.png --size 64x64 --time-of-day 6 --data game --tileset D");
  g_assert_cmpstr (morning.err, ==, "");
  g_auto (Run)
    noon = pictures_render (folder, "figure.mdx -o noon.png --size 64x64 --time-of-day 12:00 --data game --tileset D");
  g_assert_false (pictures_same (folder, "day.png", "morning.png"));
  g_assert_false (pictures_same (folder, "noon.png", "morning.png"));
  pictures_remember (folder, "figure.mdx", "[view]\ntileset=D\ntime-of-day=06:00\n");
  g_auto (Run) remembered = pictures_render (folder, "figure.mdx -o again.png --size 64x64 --data game");
  g_assert_true (pictures_same (folder, "again.png", "morning.png"));
  g_auto (Run) given = pictures_render (folder, "figure.mdx -o given.png --size 64x64 --data game --light game");
  g_assert_true (pictures_same (folder, "given.png", "day.png"));
  g_autofree char *beetle = sample_path ("beetle.m2");
  g_auto (Run) wow = run_words (folder, "render", beetle, "-o", "wow.png", "--time-of-day", "6", NULL);
  g_assert_cmpint (wow.code, ==, 2);
  g_assert_nonnull (strstr (wow.err, "the game of this model has no models of day and night"));
  pictures_tear_down (folder);
}

static void
colour_of_sky (guint cube, guint face, guint level, guint8 rgba[4])
{
  memcpy (rgba, cube ? "\x00\xff\x00\xff" : "\xff\x00\x00\xff", 4);
}

/* HD surfaces mirror the cube maps of the game, where they are found, in the lights of the game. */
static void
the_surroundings_are_those_of_the_game (void)
{
  char *folder = pictures_set_up ();
  if (!folder)
    return;
  g_autofree char *game = g_build_filename (folder, "game/Environment/EnvironmentMap/LordaeronSummer", NULL),
                  *file = g_build_filename (game, "Day_IBL.dds", NULL), *lantern = sample_path ("lantern.mdx");
  g_assert_cmpint (g_mkdir_with_parents (game, 0700), ==, 0);
  g_autoptr (GBytes) sky = cubes_make (29, 2, 4, 1, colour_of_sky);
  g_assert_true (g_file_set_contents (file, g_bytes_get_data (sky, NULL), (gssize) g_bytes_get_size (sky), NULL));
  static const char *const lights[] = { "game", "plain" };
  for (guint i = 0; i < G_N_ELEMENTS (lights); i++) {
    g_auto (Run) neutral = run_words (folder, "render", lantern, "-f", "-o", "neutral.png", "--size=32x32", "--light",
                                      lights[i], NULL);
    g_auto (Run) mirrored = run_words (folder, "render", lantern, "-f", "-o", "mirrored.png", "--size=32x32", "--light",
                                       lights[i], "--data=game", NULL);
    g_assert_cmpstr (mirrored.err, ==, "");
    g_assert_cmpint (pictures_same (folder, "neutral.png", "mirrored.png"), ==, i == 1);
  }
  g_assert_true (g_file_set_contents (file, "DDS ", 4, NULL));
  g_auto (Run) damaged = run_words (folder, "render", lantern, "-f", "-o", "damaged.png", "--size=32x32",
                                    "--light=plain", "--data=game", NULL);
  g_assert_cmpint (damaged.code, ==, 0);
  g_assert_nonnull (strstr (damaged.err, "surroundings of the game cannot be read: "));
  g_assert_nonnull (strstr (damaged.err, "Day_IBL.dds"));
  g_assert_true (pictures_same (folder, "neutral.png", "damaged.png"));
  pictures_tear_down (folder);
}

/* The file that is looked for with these options and is not there; "": none. Free with g_free(). */
static char *
missing_tree (const char *folder, const char *options)
{
  g_autofree char *line = g_strconcat ("tree.mdx -f -o tree.png --size 32x32", options, NULL);
  g_auto (Run) run = pictures_render (folder, line);
  g_assert_cmpint (run.code, ==, 0);
  const char *start = strstr (run.err, "ReplaceableTextures\\"), *end = start ? strstr (start, " is missing") : NULL;
  g_assert_true (end || !*run.err);
  return end ? g_strndup (start, (gsize) (end - start)) : g_strdup ("");
}

static void
a_tree_is_drawn_as_on_maps_of_a_tileset (void)
{
  static const struct {
    const char *options, *remembered, *missing;
  } cases[] = {
    { "", NULL, "LordaeronTree\\LordaeronSummerTree" },
    { " --tileset q", NULL, "LordaeronTree\\LordaeronFallTree" },
    { " --tileset Barrens", NULL, "LordaeronTree\\LordaeronSummerTree" },
    { "", "[view]\ntileset=W\n", "LordaeronTree\\LordaeronWinterTree" },
    { " --tileset J", "[view]\ntileset=W\n", "DalaranRuinsTree\\DalaranRuinsTree" },
    { " --tileset none", "[view]\ntileset=W\n", "LordaeronTree\\LordaeronSummerTree" },
  };
  char *folder = pictures_set_up ();
  if (!folder)
    return;
  g_auto (Run) set = run_words (folder, "set", "figure.mdx", "-o", "tree.mdx", "textures[0].replaceable_id=31",
                                "textures[0].path=\"\"", NULL);
  g_assert_cmpint (set.code, ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    if (cases[i].remembered)
      pictures_remember (folder, "tree.mdx", cases[i].remembered);
    g_autofree char *missing = missing_tree (folder, cases[i].options),
                    *wanted = g_strdup_printf ("ReplaceableTextures\\%s.blp", cases[i].missing);
    g_assert_cmpstr (missing, ==, wanted);
  }
  /* The file is found beside the model. */
  g_autofree char *skin = sample_path ("figure.blp");
  copy_into (folder, skin, "LordaeronWinterTree.blp");
  g_autofree char *found = missing_tree (folder, ""), *other = missing_tree (folder, " --tileset f");
  g_assert_cmpstr (found, ==, "");
  g_assert_cmpstr (other, ==, "ReplaceableTextures\\LordaeronTree\\LordaeronFallTree.blp");
  pictures_tear_down (folder);
}

int
main (int argc, char **argv)
{
  static const struct {
    const char *name;
    void (*function) (void);
  } tests[] = {
    { "a picture shows the model framed", a_picture_shows_the_model_framed },
    { "a damaged table of marks is a remark", a_damaged_table_of_marks_is_a_remark },
    { "a transparent background has no alpha", a_transparent_background_has_no_alpha },
    { "the same input gives the same bytes", the_same_input_gives_the_same_bytes },
    { "options change the picture", options_change_the_picture },
    { "names that are not there are answered with those that are",
      names_that_are_not_there_are_answered_with_those_that_are },
    { "an image is shown for a texture type", an_image_is_shown_for_a_texture_type },
    { "what the window hides is not drawn", what_the_window_hides_is_not_drawn },
    { "a skin of the game's tables is shown", a_skin_of_the_games_tables_is_shown },
    { "particles have the colours of a skin", particles_have_the_colours_of_a_skin },
    { "a character shows the parts of the game's tables", a_character_shows_the_parts_of_the_games_tables },
    { "an image is halved until it fits", an_image_is_halved_until_it_fits },
    { "the thumbnailer makes thumbnails", the_thumbnailer_makes_thumbnails },
    { "frames are numbered files or one sheet", frames_are_numbered_files_or_one_sheet },
    { "a turntable shows one moment from all sides", a_turntable_shows_one_moment_from_all_sides },
    { "many files go to a folder", many_files_go_to_a_folder },
    { "files that exist are kept without force", files_that_exist_are_kept_without_force },
    { "JSON says what was drawn", json_says_what_was_drawn },
    { "what the window remembers for a file is drawn", what_the_window_remembers_is_drawn },
    { "a missing companion is said where nothing is seen", a_missing_companion_is_said_where_nothing_is_seen },
    { "the light is that of an hour", the_light_is_that_of_an_hour },
    { "the surroundings are those of the game", the_surroundings_are_those_of_the_game },
    { "a tree is drawn as on maps of a tileset", a_tree_is_drawn_as_on_maps_of_a_tileset },
    { "without a driver the message says what to install", without_a_driver_the_message_says_what_to_install },
  };
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++) {
    g_autofree char *path = g_strconcat ("/cli/render/", tests[i].name, NULL);
    g_test_add_func (path, tests[i].function);
  }
  return g_test_run ();
}
