/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/file-set.h"
#include "core/model/m2/m2.h"
#include "core/image/png-write.h"
#include "core/render/character-skin.h"
#include "tests/core/corpus.h"
#include "tests/core/io/files.h"
#include "tests/core/vfs/tables.h"

#include <string.h>

/* Skins by their pixels, with tables and images that are made here. */

#define DIR "sCharacter\\Human\\Male\\"

static const char *const sections[] = {
  "i1 i1 i0 i0 i0 i0 " DIR "Skin.blp s s i0", "i2 i1 i0 i0 i0 i1 " DIR "Large.blp " DIR "Fur.blp s i0",
  "i3 i1 i0 i0 i0 i2 " DIR "None.blp s s i0", "i4 i1 i0 i1 i1 i0 " DIR "Face.blp " DIR "NoBrow.blp s i0",
  "i5 i1 i0 i1 i1 i1 " DIR "Face.blp s s i0", "i6 i1 i0 i2 i1 i0 " DIR "Beard.blp s s i0",
  "i7 i1 i0 i3 i1 i0 " DIR "Hair.blp s s i0", NULL
};
static const char *const items[] = { "i5 s s s s sIcon i0 i0 i0 i0 i0 i0 i0 i0 s s s s s s s sShoe i0",
                                     "i6 sSword.mdx s sBlade s sIcon i0 i0 i0 i0 i0 i0 i0 i0 s s s s s s s s i0",
                                     NULL };

/* Writes a picture of one colour (0xRRGGBBAA) as a PNG file at a game path, which has another extension. */
static void
write_image (Files *files, const char *game_path, guint width, guint height, guint32 rgba)
{
  g_autofree char *slashed = g_strdelimit (g_strdup (game_path), "\\", '/'), *path = files_path (files, slashed),
                  *folder = g_path_get_dirname (path);
  g_autoptr (MwImage) image = mw_image_new (width, height, "test", NULL);
  for (gsize i = 0; i < (gsize) width * height * 4; i++)
    image->rgba[i] = (guint8) (rgba >> (24 - 8 * (i % 4)));
  mw_image_update_has_alpha (image);
  g_autoptr (GBytes) bytes = mw_png_write (image, NULL, 0, NULL);
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), NULL));
}

static void
set_up (Files *files, gconstpointer data)
{
  files_set_up (files, data);
  tables_write (files->folder, "CharSections.dbc", 10, sections);
  tables_write (files->folder, "ItemDisplayInfo.dbc", 23, items);
  write_image (files, "Character\\Human\\Male\\Skin.png", 64, 64, 0xC0A080FF);
  write_image (files, "Character\\Human\\Male\\Large.png", 128, 128, 0x806040FF);
  write_image (files, "Character\\Human\\Male\\Face.png", 32, 16, 0xFF0000FF);
  write_image (files, "Character\\Human\\Male\\Beard.png", 32, 16, 0x00000080);
  write_image (files, "Item\\TextureComponents\\FootTexture\\Shoe_M.png", 32, 8, 0x0000FFFF);
}

/* The skin with these parts: skin colour, facial hair, boots, what is in the right hand. */
static MwCharacterSkin *
make_armed (Files *files, guint colour, guint beard, guint boots, guint hand)
{
  const char *const folders[] = { files->folder, NULL };
  GError *error = NULL;
  g_autoptr (MwPlaces) places = mw_places_new (folders, NULL);
  g_autoptr (MwLookup) lookup = mw_lookup_new (NULL, NULL, places);
  g_autoptr (MwCharacter) character = mw_character_read (lookup, "HumanMale.m2", &error);
  guint32 parts[MW_CHARACTER_PARTS];
  g_assert_no_error (error);
  mw_character_fill (character, NULL, parts);
  parts[MW_CHARACTER_SKIN_COLOUR] = colour;
  parts[MW_CHARACTER_FACIAL_HAIR] = beard;
  parts[MW_CHARACTER_BOOTS] = boots;
  parts[MW_CHARACTER_MAIN_HAND] = hand;
  MwCharacterSkin *skin = mw_character_skin_make (character, parts, lookup, &error);
  g_assert_no_error (error);
  return skin;
}

static MwCharacterSkin *
make (Files *files, guint colour, guint beard, guint boots)
{
  return make_armed (files, colour, beard, boots, 0);
}

static guint32
pixel (const MwCharacterSkin *skin, guint x, guint y)
{
  const guint8 *at = skin->body->rgba + ((gsize) y * skin->body->width + x) * 4;
  return (guint32) at[0] << 24 | (guint32) at[1] << 16 | (guint32) at[2] << 8 | at[3];
}

static void
a_face_covers_its_region_and_nothing_else (Files *files, gconstpointer data)
{
  g_autoptr (MwCharacterSkin) skin = make (files, 0, 0, 0);
  for (guint y = 0; y < 64; y++)
    for (guint x = 0; x < 64; x++)
      g_assert_cmphex (pixel (skin, x, y), ==, x < 32 && y >= 48 ? 0xFF0000FF : 0xC0A080FF);
}

static void
a_beard_is_blended_and_boots_are_those_of_the_sex (Files *files, gconstpointer data)
{
  g_autoptr (MwCharacterSkin) skin = make (files, 0, 1, 5);
  /* 255 * 127 / 255 */
  g_assert_cmphex (pixel (skin, 0, 48), ==, 0x7F0000FF);
  g_assert_cmphex (pixel (skin, 31, 63), ==, 0x7F0000FF);
  g_assert_cmphex (pixel (skin, 31, 47), ==, 0xC0A080FF);
  g_assert_cmphex (pixel (skin, 32, 56), ==, 0x0000FFFF);
  g_assert_cmphex (pixel (skin, 63, 63), ==, 0x0000FFFF);
  g_assert_cmphex (pixel (skin, 32, 55), ==, 0xC0A080FF);
}

static void
images_fit_a_larger_skin (Files *files, gconstpointer data)
{
  g_autoptr (MwCharacterSkin) skin = make (files, 1, 0, 0);
  g_assert_cmpuint (skin->body->width, ==, 128);
  g_assert_cmphex (pixel (skin, 63, 96), ==, 0xFF0000FF);
  g_assert_cmphex (pixel (skin, 64, 127), ==, 0x806040FF);
  g_assert_cmpstr (g_hash_table_lookup (skin->images, GUINT_TO_POINTER (8)), ==, "Character\\Human\\Male\\Fur.blp");
}

static void
what_is_missing_is_left_out_and_named (Files *files, gconstpointer data)
{
  g_autoptr (MwCharacterSkin) skin = make (files, 0, 0, 0), none = make (files, 2, 0, 0);
  g_assert_cmpuint (skin->missing->len, ==, 1);
  g_assert_cmpstr (skin->missing->pdata[0], ==, "Character\\Human\\Male\\NoBrow.blp");
  g_assert_null (none->body);
  g_assert_cmpuint (none->missing->len, ==, 1);
  g_assert_cmpstr (none->missing->pdata[0], ==, "Character\\Human\\Male\\None.blp");
}

static void
put (Files *files, const char *name, const char *sample)
{
  g_autofree char *path = files_path (files, name), *folder = g_path_get_dirname (path), *from = sample_path (sample);
  gsize size;
  g_autofree char *bytes = (char *) load_exactly (from, &size);
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, bytes, (gssize) size, NULL));
}

static void
a_sword_is_read_and_hangs_on_the_right_hand (Files *files, gconstpointer data)
{
  g_autoptr (MwCharacterSkin) none = make_armed (files, 0, 0, 0, 6), bare = make (files, 0, 0, 0);
  g_assert_cmpuint (bare->held->len, ==, 0);
  g_assert_cmpuint (none->held->len, ==, 1);
  const MwCharacterHeld *held = none->held->pdata[0];
  g_assert_null (held->model);
  g_assert_null (held->trouble);
  g_assert_cmpstr (held->name, ==, "Item\\ObjectComponents\\Weapon\\Sword.m2");
  g_assert_cmpuint (none->missing->len, ==, bare->missing->len);
  put (files, "Item/ObjectComponents/Weapon/Sword.m2", "beetle.m2");
  put (files, "Item/ObjectComponents/Weapon/Sword00.skin", "beetle00.skin");
  g_autoptr (MwCharacterSkin) armed = make_armed (files, 0, 0, 0, 6);
  held = armed->held->pdata[0];
  g_assert_nonnull (held->model);
  g_autofree char *image = mw_inner_model_guess (held->model, 2);
  g_assert_cmpstr (image, ==, "Item\\ObjectComponents\\Weapon\\Blade.blp");
  /* The third of these attachments. */
  MwM2 *body = mw_m2_new (264);
  MwRecord *hand = NULL;
  for (guint i = 0; i < 3; i++) {
    MwM2Attachment *attachment = (MwM2Attachment *) mw_record_new (&mw_m2_attachment_schema);
    g_assert_null (mw_character_held_point (held, &body->model));
    attachment->attachment_id = (const guint[]) { 0, 2, 1 }[i];
    mw_list_append (&body->model, &body->model.record, mw_schema_field (&mw_m2_schema, "attachments"),
                    &attachment->record);
    hand = &attachment->record;
  }
  g_assert_true (mw_character_held_point (held, &body->model) == hand);
  mw_model_free (&body->model);
  /* One that is damaged. */
  files_write (files, "Item/ObjectComponents/Weapon/Sword.m2", "MD20");
  g_autoptr (MwCharacterSkin) broken = make_armed (files, 0, 0, 0, 6);
  held = broken->held->pdata[0];
  g_assert_null (held->model);
  g_assert_nonnull (strstr (held->trouble, "Sword.m2"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(name, function) g_test_add ("/render/character skin/" name, Files, NULL, set_up, function, files_tear_down)
  TEST ("a face covers its region and nothing else", a_face_covers_its_region_and_nothing_else);
  TEST ("a beard is blended and boots are those of the sex", a_beard_is_blended_and_boots_are_those_of_the_sex);
  TEST ("images fit a larger skin", images_fit_a_larger_skin);
  TEST ("what is missing is left out and named", what_is_missing_is_left_out_and_named);
  TEST ("a sword is read and hangs on the right hand", a_sword_is_read_and_hangs_on_the_right_hand);
  return g_test_run ();
}
