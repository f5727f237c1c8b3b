/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"
#include "core/vfs/character.h"
#include "tests/core/io/files.h"
#include "tests/core/vfs/tables.h"

#include <string.h>

#define DIR "sCharacter\\Human\\Male\\"
#define ORC "sCharacter\\Orc\\Female\\"

/* Before 3.0: variation, colour, images, flags; from 3.0 on: images, flags, variation, colour. */
static const char *const old_sections[] = { "i1 i1 i0 i0 i0 i1 " DIR "S1.blp " DIR "Fur1.blp s i0",
                                            "i9 i1 i0 i0 i0 i0 " DIR "Rare.blp s s i1",
                                            "i2 i1 i0 i0 i0 i0 " DIR "S0.blp s s i0",
                                            "i3 i1 i0 i1 i2 i0 " DIR "L2.blp " DIR "U2.blp s i0",
                                            "i4 i1 i0 i1 i3 i1 " DIR "L3.blp " DIR "U3.blp s i0",
                                            "i5 i1 i0 i2 i1 i4 " DIR "BL.blp " DIR "BU.blp s i0",
                                            "i6 i1 i0 i3 i2 i4 " DIR "Hair.blp " DIR "HL.blp " DIR "HU.blp i0",
                                            "i7 i1 i0 i3 i1 i4 " DIR "Hair1.blp s s i0",
                                            "i8 i1 i0 i3 i0 i4 s s s i0",
                                            "i10 i1 i0 i4 i0 i0 " DIR "Pelvis.blp " DIR "Bra.blp s i0",
                                            "i11 i2 i1 i0 i0 i7 " ORC "O7.blp s s i0",
                                            "i12 i1 i1 i0 i0 i8 sCharacter\\Human\\Female\\F8.blp s s i0",
                                            NULL };
static const char *const new_sections[] = { "i9 i1 i0 i0 " DIR "Rare.blp s s i8 i0 i0",
                                            "i2 i1 i0 i0 " DIR "S0.blp s s i17 i0 i0",
                                            "i5 i1 i0 i1 " DIR "L2.blp " DIR "U2.blp s i17 i2 i0",
                                            "i6 i1 i0 i3 " DIR "Hair.blp s s i17 i2 i4", NULL };
static const char *const old_hair[] = { "i1 i1 i0 i2 i5 i0", "i2 i1 i0 i2 i6 i0", "i3 i1 i0 i0 i0 i1",
                                        "i4 i1 i1 i2 i7 i0", NULL };
static const char *const old_beards[] = { "i1 i0 i1 i9 i9 i9 i2 i4 i3", "i1 i0 i6 i9 i9 i9 i0 i0 i0", NULL };

static MwCharacter *
read_character (Files *files, const char *model)
{
  g_autoptr (GError) error = NULL;
  const char *const folders[] = { files->folder, NULL };
  g_autoptr (MwPlaces) places = mw_places_new (folders, NULL);
  g_autoptr (MwLookup) lookup = mw_lookup_new (NULL, NULL, places);
  MwCharacter *character = mw_character_read (lookup, model, &error);
  g_assert_no_error (error);
  return character;
}

/* The parts that are written as "PART=NUMBER ...". */
static GHashTable *
parse (const char *text)
{
  g_auto (GStrv) words = g_strsplit_set (text, " =", -1);
  GHashTable *parts = g_hash_table_new (NULL, NULL);
  for (guint i = 0; words[i] && words[i + 1]; i += 2)
    g_hash_table_insert (parts, GUINT_TO_POINTER (mw_character_part_find (words[i])),
                         GUINT_TO_POINTER ((guint) g_ascii_strtoull (words[i + 1], NULL, 10)));
  return parts;
}

static char *
last_name (const char *path)
{
  const char *slash = path ? strrchr (path, '\\') : NULL;
  return g_strdup (slash ? slash + 1 : path);
}

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  return GPOINTER_TO_INT (a) - GPOINTER_TO_INT (b);
}

static gboolean
is_worn (const MwCharacterLayer *layer)
{
  return strstr (layer->paths[0], "TextureComponents") != NULL;
}

/* What is laid over each other, without folders: "NAME@X,Y,WIDTHxHEIGHT ..." in pixels of 256. */
static char *
layers_of (const MwCharacterLook *look, gboolean only_worn)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < look->layers->len; i++) {
    const MwCharacterLayer *layer = look->layers->pdata[i];
    g_autofree char *name = last_name (layer->paths[0]);
    if (only_worn && !is_worn (layer))
      continue;
    g_string_append_printf (text, "%s%s@%g,%g,%gx%g", text->len ? " " : "", name, layer->x * 256, layer->y * 256,
                            layer->width * 256, layer->height * 256);
  }
  return g_string_free (text, FALSE);
}

static char *
sections_of (const MwCharacterLook *look)
{
  GString *text = g_string_new (NULL);
  g_autoptr (GList) groups = g_list_sort (g_hash_table_get_keys (look->sections), compare_keys);
  for (GList *group = groups; group; group = group->next)
    g_string_append_printf (text, "%s%d.%d", text->len ? " " : "", GPOINTER_TO_INT (group->data),
                            GPOINTER_TO_INT (g_hash_table_lookup (look->sections, group->data)));
  return g_string_free (text, FALSE);
}

static MwCharacterLook *
look_of (const MwCharacter *character, const char *chosen)
{
  guint32 parts[MW_CHARACTER_PARTS];
  g_autoptr (GHashTable) wanted = parse (chosen);
  mw_character_fill (character, wanted, parts);
  return mw_character_look (character, parts);
}

static void
expect_layers (const MwCharacter *character, const char *chosen, gboolean only_worn, const char *layers)
{
  g_autoptr (MwCharacterLook) look = look_of (character, chosen);
  g_autofree char *got = layers_of (look, only_worn);
  g_assert_cmpstr (got, ==, layers);
}

static void
expect_sections (const MwCharacter *character, const char *chosen, const char *sections)
{
  g_autoptr (MwCharacterLook) look = look_of (character, chosen);
  g_autofree char *got = sections_of (look);
  g_assert_cmpstr (got, ==, sections);
}

static void
expect_image (const MwCharacter *character, const char *chosen, guint type, const char *image)
{
  g_autoptr (MwCharacterLook) look = look_of (character, chosen);
  g_autofree char *got = last_name (g_hash_table_lookup (look->images, GUINT_TO_POINTER (type)));
  g_assert_cmpstr (got, ==, image);
}

static void
expect_choices (const MwCharacter *character, MwCharacterPart part, const char *chosen, const char *choices)
{
  guint32 parts[MW_CHARACTER_PARTS];
  g_autoptr (GHashTable) wanted = parse (chosen);
  g_autoptr (GString) got = g_string_new (NULL);
  mw_character_fill (character, wanted, parts);
  g_autoptr (GArray) numbers = mw_character_choices (character, part, parts);
  for (guint i = 0; i < numbers->len; i++)
    g_string_append_printf (got, "%s%u", i ? " " : "", g_array_index (numbers, guint32, i));
  g_assert_cmpstr (got->str, ==, choices);
}

static void
a_model_is_known_by_its_folder_or_its_name (Files *files, gconstpointer data)
{
  g_assert_null (read_character (files, "/x/Character/Human/Male/HumanMale.m2"));
  tables_write (files->folder, "CharSections.dbc", 10, old_sections);
  static const char *const known[] = { "/x/Character/Human/Male/HumanMale.m2", "CHARACTER\\HUMAN\\MALE\\Any.mdx",
                                       "/a/b.MPQ:Character/Human/Male/HumanMale.m2", "/mine/humanmale.m2" },
                           *const unknown[] = { "/x/Human/Male/Any.m2", "/x/MyCharacter/Human/Male/Any.m2",
                                                "/x/human.m2", "/x/male.m2" };
  for (guint i = 0; i < G_N_ELEMENTS (known); i++) {
    g_autoptr (MwCharacter) character = read_character (files, known[i]);
    g_assert_nonnull (character);
    expect_layers (character, "underwear=0 face=9 facial-hair=9", FALSE, "S0.blp@0,0,256x256");
  }
  for (guint i = 0; i < G_N_ELEMENTS (unknown); i++)
    g_assert_null (read_character (files, unknown[i]));
  g_autoptr (MwCharacter) orc = read_character (files, "/x/OrcFemale.m2");
  expect_layers (orc, "", FALSE, "O7.blp@0,0,256x256");
}

static void
parts_are_laid_over_each_other_in_their_regions (Files *files, gconstpointer data)
{
  tables_write (files->folder, "CharSections.dbc", 10, old_sections);
  g_autoptr (MwCharacter) human = read_character (files, "HumanMale.m2");
  expect_layers (human, "face=2 hair=2 facial-hair=1 hair-colour=4", FALSE,
                 "S0.blp@0,0,256x256 L2.blp@0,192,128x64 U2.blp@0,160,128x32 BL.blp@0,192,128x64 BU.blp@0,160,128x32 "
                 "HL.blp@0,192,128x64 HU.blp@0,160,128x32 Pelvis.blp@128,96,128x64 Bra.blp@128,0,128x64");
  expect_layers (human, "skin=1 face=3 underwear=0 hair=0", FALSE,
                 "S1.blp@0,0,256x256 L3.blp@0,192,128x64 U3.blp@0,160,128x32 BL.blp@0,192,128x64 BU.blp@0,160,128x32");
  expect_image (human, "skin=1", 8, "Fur1.blp");
  expect_image (human, "skin=0", 8, NULL);
  expect_image (human, "hair=2", 6, "Hair.blp");
  expect_image (human, "hair=0", 6, "Hair1.blp"); /* of a bald head */
  expect_image (human, "hair=2", 2, NULL);
}

static void
tables_of_3_0_have_their_fields_in_another_order (Files *files, gconstpointer data)
{
  tables_write (files->folder, "CharSections.dbc", 10, new_sections);
  g_autoptr (MwCharacter) human = read_character (files, "HumanMale.m2");
  expect_layers (human, "", FALSE, "S0.blp@0,0,256x256 L2.blp@0,192,128x64 U2.blp@0,160,128x32");
  expect_image (human, "hair=2 hair-colour=4", 6, "Hair.blp");
}

static void
the_choices_are_those_of_the_tables (Files *files, gconstpointer data)
{
  tables_write (files->folder, "CharSections.dbc", 10, old_sections);
  tables_write (files->folder, "CharHairGeosets.dbc", 6, old_hair);
  tables_write (files->folder, "CharacterFacialHairStyles.dbc", 9, old_beards);
  tables_write (files->folder, "BarberShopStyle.dbc", 8,
                (const char *const[]) { "i1 i0 sTopknot s i0 i1 i0 i2", "i2 i2 sFull s i0 i1 i0 i2",
                                        "i3 i0 sOther s i0 i1 i1 i0", "i4 i0 sOther s i0 i2 i0 i0", NULL });
  g_autoptr (MwCharacter) human = read_character (files, "HumanMale.m2");
  expect_choices (human, MW_CHARACTER_SKIN_COLOUR, "", "0 1");
  expect_choices (human, MW_CHARACTER_FACE, "", "2");
  expect_choices (human, MW_CHARACTER_FACE, "skin=1", "3");
  expect_choices (human, MW_CHARACTER_FACIAL_HAIR, "", "1 6");
  expect_choices (human, MW_CHARACTER_HAIR_STYLE, "", "0 1 2");
  expect_choices (human, MW_CHARACTER_HAIR_COLOUR, "", "4");
  expect_choices (human, MW_CHARACTER_UNDERWEAR, "", "0 1");
  expect_choices (human, MW_CHARACTER_SHIRT, "", "0");
  g_autofree char *skin = mw_character_choice_name (human, MW_CHARACTER_SKIN_COLOUR, 1),
                  *hair = mw_character_choice_name (human, MW_CHARACTER_HAIR_STYLE, 2),
                  *beard = mw_character_choice_name (human, MW_CHARACTER_FACIAL_HAIR, 2);
  g_assert_cmpstr (skin, ==, "S1");
  g_assert_cmpstr (hair, ==, "Topknot");
  g_assert_cmpstr (beard, ==, "Full");
  g_assert_null (mw_character_choice_name (human, MW_CHARACTER_HAIR_STYLE, 0));
  g_assert_null (mw_character_choice_name (human, MW_CHARACTER_FACE, 2));
}

static void
hair_and_beards_choose_meshes (Files *files, gconstpointer data)
{
  tables_write (files->folder, "CharSections.dbc", 10, old_sections);
  tables_write (files->folder, "CharHairGeosets.dbc", 6, old_hair);
  tables_write (files->folder, "CharacterFacialHairStyles.dbc", 9, old_beards);
  g_autoptr (MwCharacter) human = read_character (files, "HumanMale.m2");
  expect_sections (human, "hair=2 facial-hair=1", "0.5 1.2 2.3 3.4"); /* the first of two rows */
  expect_sections (human, "hair=0 facial-hair=6", "0.1 1.0 2.0 3.0"); /* bald: the bare head */
  expect_sections (human, "hair=1 facial-hair=5", "");
}

/* The same style in the tables of all versions. */
static void
beards_are_found_in_tables_of_all_versions (Files *files, gconstpointer data)
{
  static const struct {
    gboolean since_3_0;
    guint n_fields;
    const char *record, *sections;
  } versions[] = { { FALSE, 6, "i1 i0 i1 i2 i4 i3", "1.2 2.3 3.4" },
                   { FALSE, 9, "i1 i0 i1 i9 i9 i9 i2 i4 i3", "1.2 2.3 3.4" },
                   { FALSE, 11, "i1 i0 i1 i9 i9 i9 i2 i4 i3 i5 i6", "1.2 2.3 3.4 16.5 17.6" },
                   { TRUE, 8, "i1 i0 i1 i2 i4 i3 i5 i6", "1.2 2.3 3.4 16.5 17.6" },
                   { TRUE, 9, "i7 i1 i0 i1 i2 i4 i3 i5 i6", "1.2 2.3 3.4 16.5 17.6" } };
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++) {
    tables_write (files->folder, "CharSections.dbc", 10, versions[i].since_3_0 ? new_sections : old_sections);
    tables_write (files->folder, "CharacterFacialHairStyles.dbc", versions[i].n_fields,
                  (const char *const[]) { versions[i].record, NULL });
    g_autoptr (MwCharacter) human = read_character (files, "HumanMale.m2");
    expect_sections (human, "facial-hair=1", versions[i].sections);
  }
  /* Hair of 5.0. */
  tables_write (files->folder, "CharHairGeosets.dbc", 9, (const char *const[]) { "i1 i1 i0 i2 i8 i5 i8 i8 i8", NULL });
  g_autoptr (MwCharacter) human = read_character (files, "HumanMale.m2");
  expect_sections (human, "facial-hair=7 hair=2", "0.5");
}

/* --- What is worn --------------------------------------------------------------------------------------------------- */

/* id, 2 models, 2 textures, icon, 3 groups, flags, spell, sound, 2 helms, 8 images, visual. */
#define ITEM(id, groups, images) "i" id " s s sCape s sIcon " groups " i0 i0 i0 i0 i0 " images " i0"
static const char *const items[] = {
  ITEM ("1", "i2 i3 i0", "sAU1 sAL1 s sTU1 sTL1 s s s"),       /* a shirt */
  ITEM ("2", "i1 i0 i0", "sAU2 sAL2 s sTU2 sTL2 sLU2 sLL2 s"), /* a chest */
  ITEM ("3", "i0 i0 i1", "sAU3 sAL3 s sTU3 s sLU3 sLL3 s"),    /* a robe */
  ITEM ("4", "i0 i0 i0", "s s s s s sLU4 s s"),                /* a belt */
  ITEM ("5", "i2 i1 i0", "s s s s s sLU5 sLL5 s"),             /* trousers */
  ITEM ("6", "i3 i0 i0", "s s s s s s sLL6 sF6"),              /* boots */
  ITEM ("7", "i1 i0 i0", "s sAL7 sH7 s s s s s"),              /* gloves */
  ITEM ("8", "i1 i0 i0", "s s s sTU8 sTL8 s s s"),             /* a tabard */
  ITEM ("9", "i4 i0 i0", "s s s s s s s s"),                   /* a cloak */
  ITEM ("10", "i0 i0 i0", "s sAL10 s s s s s s"),              /* wrists */
  ITEM ("11", "i0 i0 i0", "s s s s s s sLL11 sF11"),           /* low boots */
  ITEM ("12", "i0 i0 i0", "s sAL12 s s s s s s"),              /* low gloves */
  ITEM ("13", "i0 i0 i2", "s s s s s sLU13 sLL13 s"),          /* a kilt */
  NULL,
};

static MwCharacter *
read_wearer (Files *files)
{
  tables_write (files->folder, "CharSections.dbc", 10, old_sections);
  tables_write (files->folder, "ItemDisplayInfo.dbc", 23, items);
  return read_character (files, "HumanMale.m2");
}

static void
what_is_worn_is_laid_over_the_skin_in_the_order_of_the_game (Files *files, gconstpointer data)
{
  g_autoptr (MwCharacter) human = read_wearer (files);
  expect_layers (human, "shirt=1", TRUE,
                 "AU1_U.blp@0,0,128x64 AL1_U.blp@0,64,128x64 TU1_U.blp@128,0,128x64 TL1_U.blp@128,64,128x32");
  expect_layers (human, "boots=6 gloves=7", TRUE,
                 "AL7_U.blp@0,64,128x64 H7_U.blp@0,128,128x32 LL6_U.blp@128,160,128x64 F6_U.blp@128,224,128x32");
  /* A shirt is below a chest, and trousers are below both a chest and a belt. */
  expect_layers (human, "shirt=1 chest=2 legs=5 belt=4 tabard=8", TRUE,
                 "AU1_U.blp@0,0,128x64 AU2_U.blp@0,0,128x64 AL1_U.blp@0,64,128x64 AL2_U.blp@0,64,128x64 "
                 "TU1_U.blp@128,0,128x64 TU2_U.blp@128,0,128x64 TU8_U.blp@128,0,128x64 "
                 "TL1_U.blp@128,64,128x32 TL2_U.blp@128,64,128x32 TL8_U.blp@128,64,128x32 "
                 "LU5_U.blp@128,96,128x64 LU2_U.blp@128,96,128x64 LU4_U.blp@128,96,128x64 "
                 "LL5_U.blp@128,160,128x64 LL2_U.blp@128,160,128x64");
  /* What has sleeves covers the wrists, gloves with meshes cover sleeves. */
  expect_layers (human, "wrists=10 gloves=12", TRUE, "AL10_U.blp@0,64,128x64 AL12_U.blp@0,64,128x64");
  g_autoptr (MwCharacterLook) arms = look_of (human, "chest=2 wrists=10 gloves=12");
  g_autofree char *sleeves = layers_of (arms, TRUE);
  g_assert_nonnull (strstr (sleeves, "AL10_U.blp@0,64,128x64 AL12_U.blp@0,64,128x64 AL2_U.blp"));
  g_autoptr (MwCharacterLook) hands = look_of (human, "chest=2 gloves=7");
  g_autofree char *gloves = layers_of (hands, TRUE);
  g_assert_nonnull (strstr (gloves, "AL2_U.blp@0,64,128x64 AL7_U.blp"));
  /* Boots are above trousers and below a robe. */
  expect_layers (human, "legs=5 boots=6", TRUE,
                 "LU5_U.blp@128,96,128x64 LL5_U.blp@128,160,128x64 LL6_U.blp@128,160,128x64 F6_U.blp@128,224,128x32");
  expect_layers (human, "legs=13 boots=11", TRUE,
                 "LU13_U.blp@128,96,128x64 LL11_U.blp@128,160,128x64 LL13_U.blp@128,160,128x64 "
                 "F11_U.blp@128,224,128x32");
  g_autoptr (MwCharacterLook) robe = look_of (human, "chest=3 boots=6");
  g_autofree char *layers = layers_of (robe, TRUE);
  g_assert_nonnull (strstr (layers, "LL6_U.blp@128,160,128x64 LL3_U.blp"));
  g_autoptr (MwCharacterLook) kilt = look_of (human, "chest=3 legs=13 boots=11");
  g_autofree char *below = layers_of (kilt, TRUE);
  g_assert_nonnull (strstr (below, "LL11_U.blp@128,160,128x64 LL13_U.blp@128,160,128x64 LL3_U.blp"));
}

/* The image for both sexes is looked for before that of the sex. */
static void
an_image_of_what_is_worn_may_be_of_a_sex (Files *files, gconstpointer data)
{
  g_autoptr (MwCharacter) human = read_wearer (files), orc = read_character (files, "OrcFemale.m2");
  g_autoptr (MwCharacterLook) man = look_of (human, "belt=4 underwear=0"), woman = look_of (orc, "belt=4");
  const MwCharacterLayer *his = man->layers->pdata[man->layers->len - 1],
                         *hers = woman->layers->pdata[woman->layers->len - 1];
  g_assert_cmpstr (his->paths[0], ==, "Item\\TextureComponents\\LegUpperTexture\\LU4_U.blp");
  g_assert_cmpstr (his->paths[1], ==, "Item\\TextureComponents\\LegUpperTexture\\LU4_M.blp");
  g_assert_cmpstr (hers->paths[1], ==, "Item\\TextureComponents\\LegUpperTexture\\LU4_F.blp");
}

/* Whether underwear for legs and breast is drawn: "L", "B". */
static void
expect_underwear (const MwCharacter *character, const char *chosen, const char *wanted)
{
  g_autoptr (MwCharacterLook) look = look_of (character, chosen);
  g_autofree char *layers = layers_of (look, FALSE),
                  *got = g_strconcat (strstr (layers, "Pelvis") ? "L" : "", strstr (layers, "Bra") ? "B" : "", NULL);
  g_assert_cmpstr (got, ==, wanted);
}

static void
underwear_is_shown_where_nothing_is_worn (Files *files, gconstpointer data)
{
  g_autoptr (MwCharacter) human = read_wearer (files);
  expect_underwear (human, "", "LB");
  expect_underwear (human, "underwear=0", "");
  expect_underwear (human, "skin=1", ""); /* the table has none of this colour */
  expect_underwear (human, "shirt=1", "L");
  expect_underwear (human, "chest=3", "");
  expect_underwear (human, "legs=5", "B");
  expect_underwear (human, "belt=4", "LB");
  expect_underwear (human, "tabard=8", "LB");
}

static void
what_is_worn_chooses_meshes (Files *files, gconstpointer data)
{
  g_autoptr (MwCharacter) human = read_wearer (files);
  expect_sections (human, "", "");
  expect_sections (human, "gloves=7", "4.2");
  expect_sections (human, "shirt=1", "8.3 10.4");
  expect_sections (human, "chest=2", "8.2");
  expect_sections (human, "chest=2 shirt=1", "8.2 10.4"); /* sleeves are not over each other */
  expect_sections (human, "chest=2 gloves=7", "4.2");
  expect_sections (human, "shirt=1 wrists=10", "10.4");
  expect_sections (human, "boots=6", "5.4");
  expect_sections (human, "legs=5", "9.2 11.4");
  expect_sections (human, "legs=5 boots=6", "5.4 11.4"); /* boots cover the knees */
  expect_sections (human, "tabard=8 shirt=1 legs=5", "8.3 9.2 12.2");
  expect_sections (human, "chest=3 boots=6 legs=5 tabard=8 shirt=1", "5.0 11.0 13.2");
  expect_sections (human, "legs=13 boots=6", "5.0 11.0 13.3");
  expect_sections (human, "belt=6", "18.4");
  expect_sections (human, "cloak=9", "15.5");
  expect_image (human, "cloak=9", 2, "Cape.blp");
  expect_sections (human, "boots=99", ""); /* it is not in the table */
}

static void
displays_are_offered_for_the_parts_that_they_show_on (Files *files, gconstpointer data)
{
  g_autoptr (MwCharacter) human = read_wearer (files);
  expect_choices (human, MW_CHARACTER_BOOTS, "", "0 2 3 5 6 11 13");
  expect_choices (human, MW_CHARACTER_TABARD, "", "0 1 2 3 8");
  expect_choices (human, MW_CHARACTER_CLOAK, "", "0 1 2 5 6 7 8 9");
  g_autofree char *boots = mw_character_choice_name (human, MW_CHARACTER_BOOTS, 6),
                  *cloak = mw_character_choice_name (human, MW_CHARACTER_CLOAK, 9);
  g_assert_cmpstr (boots, ==, "LL6");
  g_assert_cmpstr (cloak, ==, "Cape");
  g_assert_null (mw_character_choice_name (human, MW_CHARACTER_BOOTS, 99));
}

/* The same boots in the tables of all versions. */
static void
items_are_found_in_tables_of_all_versions (Files *files, gconstpointer data)
{
  static const struct {
    guint n_fields;
    const char *before, *after;
  } versions[] = { { 22, "i6 s s s s sIcon i3 i0 i0 i9 i9 i9 i9", "i9" },
                   { 23, "i6 s s s s sIcon i3 i0 i0 i9 i9 i9 i9 i9", "i9" },
                   { 24, "i6 s s s s sIcon i3 i0 i0 i9 i9 i9 i9 i9", "i9 i9" },
                   { 25, "i6 s s s s sIcon s i3 i0 i0 i9 i9 i9 i9 i9", "i9 i9" },
                   { 26, "i6 s s s s sIcon s i3 i0 i0 i9 i9 i9 i9 i9", "s i9 i9" } };
  tables_write (files->folder, "CharSections.dbc", 10, old_sections);
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++) {
    g_autofree char *record = g_strconcat (versions[i].before, " s s s s s s sLL6 sF6 ", versions[i].after, NULL);
    tables_write (files->folder, "ItemDisplayInfo.dbc", versions[i].n_fields, (const char *const[]) { record, NULL });
    g_autoptr (MwCharacter) human = read_character (files, "HumanMale.m2");
    expect_layers (human, "boots=6", TRUE, "LL6_U.blp@128,160,128x64 F6_U.blp@128,224,128x32");
    expect_sections (human, "boots=6", "5.4");
  }
}

/* --- Layouts of 5.0 ------------------------------------------------------------------------------------------------- */

static void
regions_of_a_race_are_those_of_its_layout (Files *files, gconstpointer data)
{
  static const char *const races[] = { "i2 i0 i0 i0 i0 i0 s i0 i0 i0 i0 s i0 i0 s s s s s s i0 i0 i0 i0 i1",
                                       "i1 i0 i0 i0 i0 i0 s i0 i0 i0 i0 s i0 i0 s s s s s s i0 i0 i0 i0 i2", NULL };
  static const char *const places[] = { "i1 i1 i9 i0 i320 i256 i64", "i2 i2 i9 i512 i0 i512 i256",
                                        "i3 i2 i10 i512 i256 i512 i256", "i4 i2 i77 i1 i1 i1 i1", NULL };
  tables_write (files->folder, "CharSections.dbc", 10, new_sections);
  tables_write (files->folder, "ChrRaces.dbc", 25, races);
  tables_write (files->folder, "CharComponentTextureLayouts.dbc", 3,
                (const char *const[]) { "i1 i512 i512", "i2 i1024 i512", NULL });
  tables_write (files->folder, "CharComponentTextureSections.dbc", 7, places);
  g_autoptr (MwCharacter) human = read_character (files, "HumanMale.m2");
  expect_layers (human, "", FALSE, "S0.blp@0,0,256x256 L2.blp@128,128,128x128 U2.blp@128,0,128x128");
}

static void
a_damaged_table_is_an_error (Files *files, gconstpointer data)
{
  static const char *const tables[] = { "CharSections.dbc", "CharHairGeosets.dbc", "CharacterFacialHairStyles.dbc",
                                        "ItemDisplayInfo.dbc", "CharComponentTextureLayouts.dbc" };
  const char *const folders[] = { files->folder, NULL };
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (MwPlaces) places = mw_places_new (folders, NULL);
    g_autoptr (MwLookup) lookup = mw_lookup_new (NULL, NULL, places);
    tables_write (files->folder, "CharSections.dbc", 10, old_sections);
    tables_write (files->folder, tables[i], 2, (const char *const[]) { "i1 i2", NULL });
    g_assert_null (mw_character_read (lookup, "HumanMale.m2", &error));
    g_assert_error (error, MW_ERROR, MW_ERROR_UNSUPPORTED);
    g_assert_nonnull (strstr (mw_error_path (error), tables[i]));
    g_autofree char *name = g_build_filename ("DBFilesClient", tables[i], NULL), *path = files_path (files, name);
    files_remove (path);
  }
}

/* --- Models that are worn and held ---------------------------------------------------------------------------------- */

#define MODELS(id, models, helms)                                                                                      \
  "i" id " " models " sTexA sTexB sIcon i0 i0 i0 i0 i0 i0 " helms " sSet s s s s s s s i0"
static const char *const models[] = {
  MODELS ("20", "sHelm_A.mdx s", "i5 i6"),
  MODELS ("21", "sLShoulder.mdx sRShoulder.mdx", "i5 i6"),
  MODELS ("22", "sSword_1H.Long.mdx s", "i0 i0"),
  MODELS ("23", "s sRShoulder.mdx", "i0 i0"),
  MODELS ("24", "s s", "i0 i0"),
  NULL,
};
/* By races: hair, facial hair 1 to 3, ears, 16, 17; humans are bit 1, and orcs bit 2. */
static const char *const helmets[] = { "i5 i2 i0 i4 i0 i2 i2 i0", "i6 i0 i4 i0 i6 i0 i0 i4", NULL };

/* "POINT:PATH:IMAGE ..." without what all paths begin with. */
static char *
models_of (const MwCharacterLook *look)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < look->models->len; i++) {
    const MwCharacterModel *model = look->models->pdata[i];
    g_autofree char *stem = g_strndup (model->paths[0], strlen (model->paths[0]) - 3),
                    *old = g_strconcat (stem, ".mdx", NULL);
    g_assert_true (g_str_has_suffix (model->paths[0], ".m2"));
    g_assert_cmpstr (model->paths[1], ==, old);
    g_string_append_printf (text, "%s%s:%s:%s", i ? " " : "", model->point, stem + strlen ("Item\\ObjectComponents\\"),
                            model->image ? model->image + strlen ("Item\\ObjectComponents\\") : "");
  }
  return g_string_free (text, FALSE);
}

static void
expect_models (const MwCharacter *character, const char *chosen, const char *wanted)
{
  g_autoptr (MwCharacterLook) look = look_of (character, chosen);
  g_autofree char *got = models_of (look);
  g_assert_cmpstr (got, ==, wanted);
}

static void
models_hang_on_their_attachments (Files *files, gconstpointer data)
{
  tables_write (files->folder, "CharSections.dbc", 10, old_sections);
  tables_write (files->folder, "ItemDisplayInfo.dbc", 23, models);
  g_autoptr (MwCharacter) human = read_character (files, "HumanMale.m2"),
                          orc = read_character (files, "/x/Character/Orc/Female/OrcFemale.m2");
  expect_models (human, "", "");
  expect_models (human, "helm=20", "Helm:Head\\Helm_A_HuM:Head\\TexA.blp");
  expect_models (orc, "helm=20", "Helm:Head\\Helm_A_OrF:Head\\TexA.blp");
  expect_models (orc, "shoulders=21",
                 "ShoulderLeft:Shoulder\\LShoulder:Shoulder\\TexA.blp "
                 "ShoulderRight:Shoulder\\RShoulder:Shoulder\\TexB.blp");
  expect_models (human, "shoulders=23", "ShoulderRight:Shoulder\\RShoulder:Shoulder\\TexB.blp");
  expect_models (human, "main-hand=22 off-hand=22 shield=20",
                 "HandRight:Weapon\\Sword_1H.Long:Weapon\\TexA.blp HandLeft:Weapon\\Sword_1H.Long:Weapon\\TexA.blp "
                 "Shield:Shield\\Helm_A:Shield\\TexA.blp");
  /* What belongs to the set of the item is not shown by it. */
  expect_layers (human, "helm=20 main-hand=22", TRUE, "");
  expect_choices (human, MW_CHARACTER_SHOULDERS, "", "0 20 21 22 23");
  expect_choices (human, MW_CHARACTER_HELM, "", "0 20 21 22");
  g_autofree char *name = mw_character_choice_name (human, MW_CHARACTER_SHOULDERS, 23),
                  *none = mw_character_choice_name (human, MW_CHARACTER_HELM, 24);
  g_assert_cmpstr (name, ==, "RShoulder.mdx");
  g_assert_null (none);
}

static void
a_helmet_hides_what_its_table_says_for_the_race (Files *files, gconstpointer data)
{
  tables_write (files->folder, "CharSections.dbc", 10, old_sections);
  tables_write (files->folder, "CharHairGeosets.dbc", 6, old_hair);
  tables_write (files->folder, "ItemDisplayInfo.dbc", 23, models);
  g_autoptr (MwCharacter) bare = read_character (files, "HumanMale.m2");
  expect_sections (bare, "hair=2 helm=20", "0.5"); /* without the table */
  tables_write (files->folder, "HelmetGeosetVisData.dbc", 8, helmets);
  g_autoptr (MwCharacter) human = read_character (files, "HumanMale.m2"),
                          woman = read_character (files, "/x/Character/Human/Female/HumanFemale.m2"),
                          orc = read_character (files, "/x/OrcFemale.m2");
  expect_sections (human, "hair=2", "0.5");
  expect_sections (human, "hair=2 helm=20", "0.1 7.1 16.1");
  expect_sections (human, "hair=2 main-hand=20", "0.5");
  expect_sections (woman, "hair=2 helm=20", "0.7 3.1");
  expect_sections (orc, "helm=20", "1.1 3.1 17.1");
  /* Five groups before 2.3. */
  tables_write (files->folder, "HelmetGeosetVisData.dbc", 6, (const char *const[]) { "i5 i2 i0 i4 i0 i2", NULL });
  g_autoptr (MwCharacter) old = read_character (files, "HumanMale.m2");
  expect_sections (old, "hair=2 helm=20", "0.1 7.1");
  /* Before 0.9 an item has one helmet for both sexes. */
  tables_write (files->folder, "ItemDisplayInfo.dbc", 22,
                (const char *const[]) { "i20 sHelm_A.mdx s s s sIcon i0 i0 i0 i0 i0 i0 i5 s s s s s s s s i0", NULL });
  g_autoptr (MwCharacter) oldest = read_character (files, "/x/Character/Human/Female/HumanFemale.m2");
  expect_sections (oldest, "hair=2 helm=20", "0.1 7.1");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(name, function) g_test_add ("/vfs/character/" name, Files, NULL, files_set_up, function, files_tear_down)
  TEST ("a model is known by its folder or its name", a_model_is_known_by_its_folder_or_its_name);
  TEST ("parts are laid over each other in their regions", parts_are_laid_over_each_other_in_their_regions);
  TEST ("tables of 3.0 have their fields in another order", tables_of_3_0_have_their_fields_in_another_order);
  TEST ("the choices are those of the tables", the_choices_are_those_of_the_tables);
  TEST ("hair and beards choose meshes", hair_and_beards_choose_meshes);
  TEST ("beards are found in tables of all versions", beards_are_found_in_tables_of_all_versions);
  TEST ("what is worn is laid over the skin in the order of the game",
        what_is_worn_is_laid_over_the_skin_in_the_order_of_the_game);
  TEST ("an image of what is worn may be of a sex", an_image_of_what_is_worn_may_be_of_a_sex);
  TEST ("underwear is shown where nothing is worn", underwear_is_shown_where_nothing_is_worn);
  TEST ("what is worn chooses meshes", what_is_worn_chooses_meshes);
  TEST ("displays are offered for the parts that they show on", displays_are_offered_for_the_parts_that_they_show_on);
  TEST ("items are found in tables of all versions", items_are_found_in_tables_of_all_versions);
  TEST ("regions of a race are those of its layout", regions_of_a_race_are_those_of_its_layout);
  TEST ("a damaged table is an error", a_damaged_table_is_an_error);
  TEST ("models hang on their attachments", models_hang_on_their_attachments);
  TEST ("a helmet hides what its table says for the race", a_helmet_hides_what_its_table_says_for_the_race);
  return g_test_run ();
}
