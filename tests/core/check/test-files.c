/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is found about the files that a model names: in its folder, and in a game with an archive. Each rule is broken by one file. */
#include "core/check/files.h"
#include "core/check/fix.h"
#include "core/edit/operations/script.h"
#include "core/image/write.h"
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"
#include "tests/core/image/samples.h"
#include "tests/core/io/files.h"
#include "tests/core/vfs/archives.h"

#include <string.h>

/* A model "model/Bear.mdx" of Warcraft III in a folder of its own, which has a texture "Fur.blp" in it, and a game. */
typedef struct {
  Files files;
  MwMdlx *model;
  MwPlaces *places; /* of the game; not searched unless a test says so */
} Place;

static void
put (Place *place, const char *name, gconstpointer data, gsize size)
{
  g_autofree char *path = files_path (&place->files, name), *folder = g_path_get_dirname (path);
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, data, (gssize) size, NULL));
}

/* Writes an image of one colour. */
static void
put_image (Place *place, const char *name, const char *kind, guint width, guint height, gboolean no_levels)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwImage) image = mw_image_new (width, height, "made", &error);
  const MwImageWriting writing = { mw_image_kind_named (kind), 0, -1, no_levels, TRUE };
  g_assert_no_error (error);
  memset (image->rgba, 255, (gsize) width * height * 4);
  g_autoptr (GBytes) bytes = mw_image_write (image, &writing, &error);
  g_assert_no_error (error);
  put (place, name, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

static void
put_bytes (Place *place, const char *name, const GByteArray *bytes)
{
  put (place, name, bytes->data, bytes->len);
}

static void
set_up (Place *place, gconstpointer data)
{
  files_set_up (&place->files, NULL);
  g_autofree char *base = files_path (&place->files, "game/War3.mpq"),
                  *patch = files_path (&place->files, "game/War3Patch.mpq"),
                  *game_folder = files_path (&place->files, "game");
  put (place, "game/readme.txt", "", 0);
  archives_make (base, "Textures\\Stone.blp", "broken", "Units\\Human\\Club.mdx", "model", NULL);
  archives_make (patch, "x.txt", "", NULL);
  g_autoptr (MwGame) game = mw_game_new (game_folder, NULL, NULL, NULL);
  place->places = mw_places_new (NULL, game);
  put (place, "model/Bear.mdx", "", 0);
  put_image (place, "model/Fur.blp", "blp1-palette", 64, 64, FALSE);
  place->model = (MwMdlx *) mw_model_new (&mw_mdlx_schema);
  place->model->family = MW_FAMILY_MDX;
  place->model->version = 800;
}

static void
tear_down (Place *place, gconstpointer data)
{
  mw_model_free (&place->model->model);
  mw_places_unref (place->places);
  files_tear_down (&place->files, NULL);
}

static MwMdlxTexture *
add_texture (Place *place, const char *path)
{
  MwMdlxTexture *texture = (MwMdlxTexture *) mw_record_new (&mw_mdlx_texture_schema);
  mw_text_set (&texture->path, path, strlen (path));
  mw_list_append (&place->model->model, &place->model->model.record, mw_schema_field (&mw_mdlx_schema, "textures"),
                  &texture->record);
  return texture;
}

static void
add_attachment (Place *place, const char *path)
{
  MwMdlxAttachment *attachment = (MwMdlxAttachment *) mw_record_new (&mw_mdlx_attachment_schema);
  mw_text_set (&attachment->path, path, strlen (path));
  mw_list_append (&place->model->model, &place->model->model.record, mw_schema_field (&mw_mdlx_schema, "nodes"),
                  (MwRecord *) attachment);
}

/* The findings about a model in the folder, for the client of a word (NULL: for none). */
static GPtrArray *
find_in (Place *place, const MwModel *model, MwFormat format, MwPlaces *places, const char *word)
{
  MwTargetClient client;
  g_autofree char *file = files_path (&place->files, "model/Bear.mdx");
  g_autoptr (MwLookup) lookup = mw_lookup_new (file, NULL, places);
  g_autoptr (MwFileChecks) checks = mw_file_checks_new ();
  g_assert_true (!word || mw_target_client (word, &client));
  return mw_file_checks_run (checks, model, format, word ? &client : NULL, lookup);
}

static GPtrArray *
find (Place *place, MwPlaces *places, const char *word)
{
  return find_in (place, &place->model->model, (MwFormat) { MW_FAMILY_MDX, place->model->version, FALSE }, places,
                  word);
}

/* Asserts that this and nothing else is found: "RULE PATH: MESSAGE", a line for each finding. */
static void
assert_findings (const GPtrArray *findings, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint i = 0; i < findings->len; i++) {
    const MwFinding *finding = findings->pdata[i];
    g_autofree char *path = mw_target_path (&finding->target);
    g_string_append_printf (text, "%s%s %s: %s", i ? "\n" : "", finding->rule->id, path, finding->message);
  }
  g_assert_cmpstr (text->str, ==, expected);
}

static void
expect_in (Place *place, MwPlaces *places, const char *word, const char *expected)
{
  g_autoptr (GPtrArray) findings = find (place, places, word);
  assert_findings (findings, expected);
}

static void
expect (Place *place, const char *expected)
{
  expect_in (place, NULL, NULL, expected);
}

/* --- Missing -------------------------------------------------------------------------------------------------------- */

#define UNSEARCHED "; the files of a game that reads the model were not searched"

static void
texture_missing (Place *place, gconstpointer data)
{
  add_texture (place, "Fur.blp");
  expect (place, "");
  add_texture (place, "war3mapImported\\Claw.blp");
  expect (place, "texture-missing textures[1].path: \"war3mapImported\\Claw.blp\"" UNSEARCHED);
  expect_in (place, place->places, NULL, "texture-missing textures[1].path: \"war3mapImported\\Claw.blp\"");
}

static void
file_missing (Place *place, gconstpointer data)
{
  add_attachment (place, "Units\\Human\\Club.mdl"); /* the archive has it as .mdx */
  add_attachment (place, "Axe.mdl");
  expect (place, "file-missing attachments[1].path: \"Axe.mdl\"" UNSEARCHED);
  expect_in (place, place->places, NULL, "file-missing attachments[1].path: \"Axe.mdl\"");
  put (place, "model/Axe.mdx", "", 0);
  expect_in (place, place->places, NULL, "");
}

/* Whether the game has the file cannot be known without it. */
static void
what_may_be_in_the_game_is_missing_only_if_the_game_was_searched (Place *place, gconstpointer data)
{
  add_texture (place, "Textures\\Nothing.blp");
  expect (place, "");
  expect_in (place, place->places, NULL, "texture-missing textures[0].path: \"Textures\\Nothing.blp\"");
}

static void
a_game_that_does_not_read_the_version_does_not_count (Place *place, gconstpointer data)
{
  add_texture (place, "Textures\\Nothing.blp");
  place->model->version = 1000;
  expect_in (place, place->places, NULL, "");
}

static void
a_folder_with_extracted_files_need_not_have_all (Place *place, gconstpointer data)
{
  g_autofree char *folder = files_path (&place->files, "game");
  g_autoptr (MwGame) game = mw_game_new_extracted (folder, NULL, NULL);
  g_autoptr (MwPlaces) places = mw_places_new (NULL, game);
  add_texture (place, "Textures\\Nothing.blp");
  expect_in (place, places, NULL, "");
}

static void
a_game_with_a_broken_archive_does_not_count (Place *place, gconstpointer data)
{
  put (place, "game/War3Patch.mpq", "broken", 6);
  g_autofree char *folder = files_path (&place->files, "game");
  g_autoptr (MwGame) game = mw_game_new (folder, NULL, NULL, NULL);
  g_autoptr (MwPlaces) places = mw_places_new (NULL, game);
  add_texture (place, "Textures\\Nothing.blp");
  expect_in (place, places, NULL, "");
}

static void
what_the_game_supplies_is_not_looked_for (Place *place, gconstpointer data)
{
  add_texture (place, "Claw.blp")->replaceable_id = 1;
  add_texture (place, "");
  expect_in (place, place->places, NULL, "");
}

/* --- Case ----------------------------------------------------------------------------------------------------------- */

static void
file_case (Place *place, gconstpointer data)
{
  put_image (place, "model/Textures/Deep/Claw.blp", "blp1-palette", 64, 64, FALSE);
  add_texture (place, "FUR.blp");
  add_texture (place, "textures\\Deep/claw.BLP");
  expect (place, "file-case textures[0].path: found \"FUR.blp\", on the disk it is \"Fur.blp\"\n"
                 "file-case textures[1].path: found \"textures\\Deep/claw.BLP\", on the disk it is "
                 "\"Textures\\Deep/Claw.blp\"");
  g_autoptr (GPtrArray) findings = find (place, NULL, NULL);
  g_autofree char *fix = mw_finding_fix (findings->pdata[1]);
  g_assert_cmpstr (fix, ==, "set textures[1].path=\"Textures\\Deep/Claw.blp\"");
  g_autoptr (GError) error = NULL;
  g_autoptr (MwDocument)
    document = mw_document_new (mw_model_copy (&place->model->model, TRUE), (MwFormat) { MW_FAMILY_MDX, 800, FALSE });
  g_assert_true (mw_script_run_line (document, fix, NULL, &error));
  g_assert_no_error (error);
  g_autoptr (GPtrArray)
    left = find_in (place, mw_document_get_model (document), mw_document_get_format (document), NULL, NULL);
  assert_findings (left, "file-case textures[0].path: found \"FUR.blp\", on the disk it is \"Fur.blp\"");
}

static void
another_extension_stays_as_the_model_has_it (Place *place, gconstpointer data)
{
  add_texture (place, "fur.TGA");
  expect (place, "file-case textures[0].path: found \"fur.TGA\", on the disk it is \"Fur.TGA\"");
}

static void
folders_that_the_file_is_not_in_are_not_compared (Place *place, gconstpointer data)
{
  add_texture (place, "MODELS\\Fur.blp");
  expect (place, "");
}

static void
names_in_archives_have_no_case (Place *place, gconstpointer data)
{
  add_attachment (place, "units\\human\\CLUB.mdx");
  expect_in (place, place->places, NULL, "");
}

/* --- Images --------------------------------------------------------------------------------------------------------- */

static void
texture_unreadable (Place *place, gconstpointer data)
{
  put (place, "model/Torn.blp", "BLP1", 4);
  add_texture (place, "Torn.blp");
  g_autoptr (GPtrArray) findings = find (place, NULL, NULL);
  g_assert_cmpuint (findings->len, ==, 1);
  const MwFinding *finding = findings->pdata[0];
  g_assert_cmpstr (finding->rule->id, ==, "texture-unreadable");
  g_assert_true (g_str_has_prefix (finding->message, "\"Torn.blp\": "));
}

static void
a_broken_texture_in_an_archive_is_found (Place *place, gconstpointer data)
{
  add_texture (place, "Textures\\Stone.blp");
  g_autoptr (GPtrArray) findings = find (place, place->places, NULL);
  g_assert_cmpuint (findings->len, ==, 1);
  g_assert_cmpstr (((MwFinding *) findings->pdata[0])->rule->id, ==, "texture-unreadable");
}

static void
tiff_is_not_judged (Place *place, gconstpointer data)
{
  put (place, "model/Old.tif", "II*\0....", 8);
  put (place, "model/Big.tif", "MM\0*....", 8);
  add_texture (place, "Old.tif");
  add_texture (place, "Big.tif");
  expect (place, "");
}

static void
texture_kind (Place *place, gconstpointer data)
{
  put_image (place, "model/A.blp", "blp2-dxt1", 64, 64, FALSE);
  put_image (place, "model/B.png", "png", 64, 64, FALSE);
  put_image (place, "model/C.tga", "tga", 64, 64, FALSE);
  add_texture (place, "A.blp");
  add_texture (place, "B.png");
  add_texture (place, "C.tga");
  expect (place,
          "texture-kind textures[0].path: \"A.blp\" is BLP2 DXT1\ntexture-kind textures[1].path: \"B.png\" is PNG");
}

static void
clients_before_reforged_have_no_dds (Place *place, gconstpointer data)
{
  put_image (place, "model/A.dds", "dds-dxt1", 64, 64, FALSE);
  add_texture (place, "A.dds");
  expect (place, "");
  expect_in (place, NULL, "reforged", "");
  expect_in (place, NULL, "wow-1.12", ""); /* of the other game, so it has no say */
  expect_in (place, NULL, "wc3-1.31", "texture-kind textures[0].path: \"A.dds\" is DDS DXT1");
}

static void
world_of_warcraft_has_blp2 (Place *place, gconstpointer data)
{
  MwM2 *model = (MwM2 *) mw_model_new (&mw_m2_schema);
  MwM2Texture *texture = (MwM2Texture *) mw_record_new (&mw_m2_texture_schema);
  model->version = 264;
  mw_text_set (&texture->path, "Fur.blp", 7);
  mw_list_append (&model->model, &model->model.record, mw_schema_field (&mw_m2_schema, "textures"), &texture->record);
  g_autoptr (GPtrArray) findings = find_in (place, &model->model, (MwFormat) { MW_FAMILY_M2, 264, FALSE }, NULL, NULL);
  assert_findings (findings, "texture-kind textures[0].path: \"Fur.blp\" is BLP1 palette");
  put_image (place, "model/Fur.blp", "blp2-dxt1", 63, 62, FALSE); /* what is known of sides is of Warcraft III */
  g_autoptr (GPtrArray) none = find_in (place, &model->model, (MwFormat) { MW_FAMILY_M2, 264, FALSE }, NULL, NULL);
  assert_findings (none, "");
  mw_model_free (&model->model);
}

/* A palette image of 4 x 4 pixels with these bits of alpha. */
static GByteArray *
palette (guint bits)
{
  GByteArray *blp = sample_blp1 (1, bits, 4, 4);
  const guint8 pixels[32] = { 0 };
  sample_add_palette (blp);
  sample_add_level (blp, 0, pixels, sizeof pixels);
  return blp;
}

static void
texture_levels (Place *place, gconstpointer data)
{
  g_autoptr (GByteArray) blp = palette (0);
  sample_put32 (blp, 0x1C + 4, 1000000); /* the offset of level 1, after the end of the file */
  sample_put32 (blp, 0x5C + 4, 4);
  put_bytes (place, "model/Cut.blp", blp);
  add_texture (place, "Cut.blp");
  g_autoptr (GPtrArray) findings = find (place, NULL, NULL);
  g_assert_cmpuint (findings->len, ==, 1);
  const MwFinding *finding = findings->pdata[0];
  g_assert_cmpstr (finding->rule->id, ==, "texture-levels");
  g_assert_true (g_str_has_prefix (finding->message, "\"Cut.blp\": mip level 1 cannot be read"));
}

static void
texture_sides (Place *place, gconstpointer data)
{
  put_image (place, "model/A.blp", "blp1-palette", 64, 48, FALSE);
  put_image (place, "model/B.dds", "dds-dxt1", 2, 2, FALSE);
  put_image (place, "model/C.tga", "tga", 3, 5, FALSE); /* nothing is known of TGA */
  put_image (place, "model/D.dds", "dds-dxt1", 4, 2, FALSE);
  add_texture (place, "A.blp");
  add_texture (place, "B.dds");
  add_texture (place, "C.tga");
  add_texture (place, "D.dds");
  expect (place, "wc3-texture-sides textures[0].path: \"A.blp\" has 64 x 48 pixels, expected powers of two\n"
                 "wc3-texture-sides textures[1].path: \"B.dds\" has 2 x 2 pixels, expected multiples of 4\n"
                 "wc3-texture-sides textures[3].path: \"D.dds\" has 4 x 2 pixels, expected multiples of 4");
}

static void
texture_large (Place *place, gconstpointer data)
{
  put_image (place, "model/A.blp", "blp1-palette", 512, 512, FALSE);
  put_image (place, "model/B.blp", "blp1-palette", 64, 1024, FALSE);
  add_texture (place, "A.blp");
  add_texture (place, "B.blp");
  expect (place, "");
  expect_in (place, NULL, "reforged", "");
  expect_in (place, NULL, "wc3-1.26",
             "wc3-texture-large textures[1].path: \"B.blp\" has 64 x 1024 pixels, expected at most 512");
}

static void
texture_header (Place *place, gconstpointer data)
{
  g_autoptr (GByteArray) three = palette (3), four = palette (4), other = NULL;
  const guint8 white[64] = { 0 };
  g_autoptr (GByteArray) jpeg = sample_jpeg (4, 4, 4, white, -1);
  other = sample_blp1_jpeg (8, 4, 4, jpeg, 4);
  sample_put32 (other, 4, 2);
  g_autoptr (GByteArray) odd = sample_blp1_jpeg (3, 4, 4, jpeg, 4); /* JPEG has no bits of alpha */
  put_bytes (place, "model/D.blp", odd);
  put_bytes (place, "model/A.blp", three);
  put_bytes (place, "model/B.blp", four);
  put_bytes (place, "model/C.blp", other);
  add_texture (place, "A.blp");
  add_texture (place, "B.blp");
  add_texture (place, "C.blp");
  add_texture (place, "D.blp");
  expect (place,
          "wc3-texture-header textures[0].path: \"A.blp\": its palette has 3 bits of alpha, expected 0, 1, 4 or 8\n"
          "wc3-texture-header textures[2].path: \"C.blp\": its content is 2, expected 0 (JPEG) or 1 (palette)");
}

static void
a_long_jpeg_header_is_found (Place *place, gconstpointer data)
{
  g_autofree guint8 *pixels = g_malloc (64 * 64 * 4);
  for (guint i = 0; i < 64 * 64 * 4; i++)
    pixels[i] = (guint8) (i * 2654435761u >> 24);
  g_autoptr (GByteArray) jpeg = sample_jpeg (64, 64, 4, pixels, -1), most = sample_blp1_jpeg (8, 64, 64, jpeg, 624),
                         more = sample_blp1_jpeg (8, 64, 64, jpeg, 625);
  put_bytes (place, "model/A.blp", most);
  put_bytes (place, "model/B.blp", more);
  add_texture (place, "A.blp");
  add_texture (place, "B.blp");
  expect (place, "wc3-texture-header textures[1].path: \"B.blp\": its JPEG header has 625 bytes, expected at most 624");
}

static void
texture_few_levels (Place *place, gconstpointer data)
{
  put_image (place, "model/A.dds", "dds-dxt1", 64, 32, FALSE);
  put_image (place, "model/B.dds", "dds-dxt1", 64, 32, TRUE);
  put_image (place, "model/C.blp", "blp1-palette", 64, 32, TRUE);
  add_texture (place, "A.dds");
  add_texture (place, "B.dds");
  put_image (place, "model/D.dds", "dds-dxt1", 32, 64, TRUE);
  add_texture (place, "C.blp");
  add_texture (place, "D.dds");
  expect (place, "wc3-texture-few-levels textures[1].path: \"B.dds\" has 1, its size included, expected at least 6\n"
                 "wc3-texture-few-levels textures[3].path: \"D.dds\" has 1, its size included, expected at least 6");
}

/* The last level, of one pixel, may be missing. Levels that are broken are another rule. */
static void
all_levels_but_the_last_are_enough (Place *place, gconstpointer data)
{
  enum { N_LEVELS = 0x1C, HEADER = 128, FIRST_LEVEL = 64 * 32 / 2 };
  g_autofree char *path = files_path (&place->files, "model/A.dds");
  g_autofree char *bytes = NULL;
  gsize size;
  put_image (place, "model/A.dds", "dds-dxt1", 64, 32, FALSE);
  g_assert_true (g_file_get_contents (path, &bytes, &size, NULL));
  g_assert_cmpint (bytes[N_LEVELS], ==, 7);
  put (place, "model/B.dds", bytes, HEADER + FIRST_LEVEL);
  bytes[N_LEVELS] = 6;
  put (place, "model/C.dds", bytes, size);
  bytes[N_LEVELS] = 5;
  put (place, "model/D.dds", bytes, size);
  add_texture (place, "A.dds");
  add_texture (place, "C.dds");
  add_texture (place, "D.dds");
  expect (place, "wc3-texture-few-levels textures[2].path: \"D.dds\" has 5, its size included, expected at least 6");
  add_texture (place, "B.dds");
  g_autoptr (GPtrArray) findings = find (place, NULL, NULL);
  g_assert_cmpuint (findings->len, ==, 2);
  g_assert_cmpstr (((const MwFinding *) findings->pdata[1])->rule->id, ==, "texture-levels");
}

/* No game reads it. */
static void
the_animation_file_is_not_looked_for (Place *place, gconstpointer data)
{
  mw_text_set (&place->model->animation_file, "Walk.mdx", 8);
  expect (place, "");
}

/* A script could not say it. */
static void
a_name_with_a_quotation_mark_has_no_fix (Place *place, gconstpointer data)
{
  put_image (place, "model/The \"A\".blp", "blp1-palette", 4, 4, FALSE);
  add_texture (place, "the \"a\".blp");
  g_autoptr (GPtrArray) findings = find (place, NULL, NULL);
  g_assert_cmpuint (findings->len, ==, 1);
  const MwFinding *finding = findings->pdata[0];
  g_assert_cmpstr (finding->rule->id, ==, "file-case");
  g_assert_null (finding->right);
}

static void
a_file_is_read_once (Place *place, gconstpointer data)
{
  g_autofree char *file = files_path (&place->files, "model/Bear.mdx");
  g_autoptr (MwLookup) lookup = mw_lookup_new (file, NULL, NULL);
  g_autoptr (MwFileChecks) checks = mw_file_checks_new (), others = mw_file_checks_new ();
  const MwFormat format = { MW_FAMILY_MDX, 800, FALSE };
  add_texture (place, "Fur.blp");
  g_autoptr (GPtrArray) first = mw_file_checks_run (checks, &place->model->model, format, NULL, lookup);
  assert_findings (first, "");
  put (place, "model/Fur.blp", "BLP1", 4);
  g_autoptr (GPtrArray) second = mw_file_checks_run (checks, &place->model->model, format, NULL, lookup),
                        third = mw_file_checks_run (others, &place->model->model, format, NULL, lookup);
  assert_findings (second, "");
  g_assert_cmpuint (third->len, ==, 1);
}

/* --- What is remembered --------------------------------------------------------------------------------------------- */

/* Asserts what is recalled for the client of a word (NULL: for none), and whether that is all. */
static void
recall (Place *place, MwFileChecks *checks, const char *word, gboolean all, const char *expected)
{
  MwTargetClient client;
  gboolean is_all;
  const MwFormat format = { MW_FAMILY_MDX, place->model->version, FALSE };
  g_assert_true (!word || mw_target_client (word, &client));
  g_autoptr (GPtrArray)
    findings = mw_file_checks_recall (checks, &place->model->model, format, word ? &client : NULL, &is_all);
  assert_findings (findings, expected);
  g_assert_cmpint (is_all, ==, all);
}

static void
look (Place *place, MwFileChecks *checks, MwPlaces *places, const char *expected)
{
  const MwFormat format = { MW_FAMILY_MDX, place->model->version, FALSE };
  g_autofree char *file = files_path (&place->files, "model/Bear.mdx");
  g_autoptr (MwLookup) lookup = mw_lookup_new (file, NULL, places);
  g_autoptr (GPtrArray) findings = mw_file_checks_run (checks, &place->model->model, format, NULL, lookup);
  assert_findings (findings, expected);
}

static void
names_are_looked_for_once (Place *place, gconstpointer data)
{
  g_autoptr (MwFileChecks) checks = mw_file_checks_new_for_one ();
  put_image (place, "model/Wide.blp", "blp1-palette", 1024, 64, FALSE);
  add_texture (place, "Wide.blp");
  MwMdlxTexture *gone = add_texture (place, "gone.blp");
#define GONE                                                                                                           \
  "texture-missing textures[1].path: \"gone.blp\"; the files of a game that reads the model were not searched"
  recall (place, checks, NULL, FALSE, "");
  look (place, checks, NULL, GONE);
  recall (place, checks, NULL, TRUE, GONE);
  /* For another client the same facts say more. */
  recall (place, checks, "wc3-1.26", TRUE,
          "wc3-texture-large textures[0].path: \"Wide.blp\" has 1024 x 64 pixels, expected at most 512\n" GONE);
  /* What has changed on the disk is not noticed, even when other names are looked for. */
  put_image (place, "model/gone.blp", "blp1-palette", 64, 64, FALSE);
  add_texture (place, "fur.blp");
  recall (place, checks, NULL, FALSE, GONE);
#define FUR "file-case textures[2].path: found \"fur.blp\", on the disk it is \"Fur.blp\""
  look (place, checks, NULL, GONE "\n" FUR);
  recall (place, checks, NULL, TRUE, GONE "\n" FUR);
  /* A name that comes back is known. */
  mw_text_set (&gone->path, "Fur.blp", strlen ("Fur.blp"));
  recall (place, checks, NULL, FALSE, FUR);
  look (place, checks, NULL, FUR);
  mw_text_set (&gone->path, "gone.blp", strlen ("gone.blp"));
  recall (place, checks, NULL, TRUE, GONE "\n" FUR);
}

/* The name of an attachment's model is known, but not what it is like as an image. */
static void
a_name_that_becomes_a_texture_is_read (Place *place, gconstpointer data)
{
  g_autoptr (MwFileChecks) checks = mw_file_checks_new_for_one ();
  put (place, "model/Torn.blp", "BLP1", 4);
  add_attachment (place, "Torn.blp");
  look (place, checks, NULL, "");
  recall (place, checks, NULL, TRUE, "");
  add_texture (place, "Torn.blp");
  recall (place, checks, NULL, FALSE, "");
  g_autofree char *file = files_path (&place->files, "model/Bear.mdx");
  g_autoptr (MwLookup) lookup = mw_lookup_new (file, NULL, NULL);
  g_autoptr (GPtrArray) findings = mw_file_checks_run (checks, &place->model->model,
                                                       (MwFormat) { MW_FAMILY_MDX, 800, FALSE }, NULL, lookup);
  g_assert_cmpuint (findings->len, ==, 1);
  gboolean all;
  g_autoptr (GPtrArray) recalled = mw_file_checks_recall (checks, &place->model->model,
                                                          (MwFormat) { MW_FAMILY_MDX, 800, FALSE }, NULL, &all);
  g_assert_cmpuint (recalled->len, ==, 1);
  g_assert_true (all);
}

static void
that_a_game_was_searched_is_remembered (Place *place, gconstpointer data)
{
  g_autoptr (MwFileChecks) checks = mw_file_checks_new_for_one (), without = mw_file_checks_new_for_one ();
  add_texture (place, "Textures\\Nothing.blp");
  look (place, checks, place->places, "texture-missing textures[0].path: \"Textures\\Nothing.blp\"");
  recall (place, checks, NULL, TRUE, "texture-missing textures[0].path: \"Textures\\Nothing.blp\"");
  look (place, without, NULL, "");
  recall (place, without, NULL, TRUE, "");
}

static void
each_rule_about_files_is_known_as_one (Place *place, gconstpointer data)
{
  static const char *const shown[] = {
#define ROW(test, rule) rule,
#include "tests/core/check/rows/files.h"
#undef ROW
    NULL,
  };
  guint n;
  const MwRule *rules = mw_rules (&n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpint (mw_rule_is_about_files (&rules[i]), ==, g_strv_contains (shown, rules[i].id));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, test) g_test_add ("/check/files/" name, Place, NULL, set_up, test, tear_down)
#define ROW(test, rule) ADD (rule, test);
#include "tests/core/check/rows/files.h"
#undef ROW
  ADD ("what may be in the game is missing only if the game was searched",
       what_may_be_in_the_game_is_missing_only_if_the_game_was_searched);
  ADD ("a game that does not read the version does not count", a_game_that_does_not_read_the_version_does_not_count);
  ADD ("a folder with extracted files need not have all", a_folder_with_extracted_files_need_not_have_all);
  ADD ("a game with a broken archive does not count", a_game_with_a_broken_archive_does_not_count);
  ADD ("what the game supplies is not looked for", what_the_game_supplies_is_not_looked_for);
  ADD ("another extension stays as the model has it", another_extension_stays_as_the_model_has_it);
  ADD ("folders that the file is not in are not compared", folders_that_the_file_is_not_in_are_not_compared);
  ADD ("names in archives have no case", names_in_archives_have_no_case);
  ADD ("a broken texture in an archive is found", a_broken_texture_in_an_archive_is_found);
  ADD ("TIFF is not judged", tiff_is_not_judged);
  ADD ("clients before Reforged have no DDS", clients_before_reforged_have_no_dds);
  ADD ("World of Warcraft has BLP2", world_of_warcraft_has_blp2);
  ADD ("a long JPEG header is found", a_long_jpeg_header_is_found);
  ADD ("all levels of a texture but the last are enough", all_levels_but_the_last_are_enough);
  ADD ("the animation file is not looked for", the_animation_file_is_not_looked_for);
  ADD ("a name with a quotation mark has no fix", a_name_with_a_quotation_mark_has_no_fix);
  ADD ("a file is read once", a_file_is_read_once);
  ADD ("names are looked for once", names_are_looked_for_once);
  ADD ("a name that becomes a texture is read", a_name_that_becomes_a_texture_is_read);
  ADD ("that a game was searched is remembered", that_a_game_was_searched_is_remembered);
  ADD ("each rule about files is known as one", each_rule_about_files_is_known_as_one);
  return g_test_run ();
}
