/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of a character: which model it is, and what there is to choose. */
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/vfs/character-private.h"
#include "core/vfs/client-tables.h"

#include <string.h>

/* Fields of the tables: characters.md 2. */
enum {
  SECTION_RACE = 1,
  SECTION_SEX = 2,
  SECTION_KIND = 3,
  SECTION_FIELDS = 10,
  HAIR_RACE = 1,   /* CharHairGeosets; sex and style follow */
  HAIR_FIELDS = 6, /* at least */
  FACIAL_FIELDS = 6,
  FACIAL_FIELDS_WITH_ID = 9, /* from 4.0 on */
  BARBER_TYPE = 1,
  BARBER_NAME = 2,
  BARBER_FIELDS = 8, /* at least */
  HELMET_FIELDS = 6, /* at least */
  RACE_LAYOUT = 24,  /* ChrRaces from 5.0 on */
  LAYOUT_FIELDS = 3,
  PLACE_FIELDS = 7
};

static const MwSectionFields section_fields[] = {
  { 6, 4, 5, 9, 0x1 } /* 0.6 to 2.4.3 */, { 4, 8, 9, 7, 0x4 | 0x8 } /* 3.0.1 to 5.4.8 */
};

static const struct {
  const char *word, *label;
} part_names[MW_CHARACTER_PARTS] = {
  { "skin", N_ ("Skin colour") },
  { "face", N_ ("Face") },
  { "facial-hair", N_ ("Facial hair") },
  { "hair", N_ ("Hair style") },
  { "hair-colour", N_ ("Hair colour") },
  { "underwear", N_ ("Underwear") },
  { "shirt", N_ ("Shirt") },
  { "chest", N_ ("Chest") },
  { "belt", N_ ("Belt") },
  { "legs", N_ ("Legs") },
  { "boots", N_ ("Boots") },
  { "wrists", N_ ("Wrists") },
  { "gloves", N_ ("Gloves") },
  { "tabard", N_ ("Tabard") },
  { "cloak", N_ ("Cloak") },
  { "helm", N_ ("Helmet") },
  { "shoulders", N_ ("Shoulders") },
  { "main-hand", N_ ("Right hand") },
  { "off-hand", N_ ("Left hand") },
  { "shield", N_ ("Shield") },
};

const char *
mw_character_part_word (MwCharacterPart part)
{
  return part_names[part].word;
}

const char *
mw_character_part_label (MwCharacterPart part)
{
  return part_names[part].label;
}

MwCharacterPart
mw_character_part_find (const char *word)
{
  guint part = 0;
  while (part < MW_CHARACTER_PARTS && strcmp (part_names[part].word, word) != 0)
    part++;
  return (MwCharacterPart) part;
}

/* --- Reading -------------------------------------------------------------------------------------------------------- */

static gboolean
is_image (const char *text)
{
  const gsize length = text ? strlen (text) : 0;
  return length > 4 && g_ascii_strcasecmp (text + length - 4, ".blp") == 0;
}

/* The fields of this table: those where it has images. */
static const MwSectionFields *
fields_of (const MwDbc *table)
{
  guint images[G_N_ELEMENTS (section_fields)] = { 0 };
  for (guint i = 0; i < mw_dbc_n_records (table); i++)
    for (guint k = 0; k < G_N_ELEMENTS (section_fields); k++)
      images[k] += is_image (mw_dbc_text (table, i, section_fields[k].textures));
  return &section_fields[images[1] > images[0]];
}

/* Whether a skin in this folder is one of the model's. Both as by mw_client_plain(). */
static gboolean
is_for (const char *model, const char *folder)
{
  g_autofree char *own = g_path_get_dirname (model), *stem = g_path_get_basename (model),
                  *last = g_path_get_basename (folder), *above = g_path_get_dirname (folder),
                  *before = g_path_get_basename (above), *name = g_strconcat (before, last, NULL);
  return mw_client_ends_in (own, folder) || strcmp (stem, name) == 0;
}

/* What helmets for this race and sex have in their names: the first two letters of the race's folder, and the sex. */
static void
set_code (MwCharacter *character, const char *folder)
{
  g_autofree char *above = g_path_get_dirname (folder), *race = g_path_get_basename (above);
  if (g_ascii_isalpha (race[0]) && g_ascii_isalpha (race[1]))
    g_snprintf (character->code, sizeof character->code, "%c%c%c", g_ascii_toupper (race[0]), race[1],
                character->sex == 1 ? 'F' : 'M');
}

/* Finds the race and sex of a model. */
static gboolean
find_model (MwCharacter *character, const char *model)
{
  const MwDbc *table = character->sections;
  for (guint i = 0; i < mw_dbc_n_records (table); i++) {
    const char *text = mw_dbc_text (table, i, character->fields->textures);
    g_autofree char *path = is_image (text) ? mw_client_plain (text) : NULL,
                    *folder = path ? g_path_get_dirname (path) : NULL;
    if (mw_dbc_number (table, i, SECTION_KIND) != MW_SECTION_SKIN || !folder || !is_for (model, folder))
      continue;
    character->race = mw_dbc_number (table, i, SECTION_RACE);
    character->sex = mw_dbc_number (table, i, SECTION_SEX);
    set_code (character, folder);
    return TRUE;
  }
  return FALSE;
}

/* A record by its id; G_MAXUINT: there is none. */
static guint
record_of_id (const MwDbc *table, guint32 id)
{
  for (guint i = 0; i < mw_dbc_n_records (table); i++)
    if (mw_dbc_number (table, i, 0) == id)
      return i;
  return G_MAXUINT;
}

/* Where the regions are: the table of 5.0 and later, if its layout for the race is known. */
static gboolean
read_regions (MwCharacter *character, MwLookup *lookup, GError **error)
{
  GError *wrong = NULL;
  g_autoptr (MwDbc) layouts = mw_client_table_read (lookup, "CharComponentTextureLayouts", LAYOUT_FIELDS, &wrong);
  g_autoptr (MwDbc)
    places = layouts ? mw_client_table_read (lookup, "CharComponentTextureSections", PLACE_FIELDS, &wrong) : NULL;
  g_autoptr (MwDbc) races = places ? mw_client_table_read (lookup, "ChrRaces", RACE_LAYOUT + 1, &wrong) : NULL;
  if (wrong) {
    g_propagate_error (error, wrong);
    return FALSE;
  }
  const guint race = races ? record_of_id (races, character->race) : G_MAXUINT;
  const guint32 id = race != G_MAXUINT ? mw_dbc_number (races, race, RACE_LAYOUT) : 0;
  const guint layout = race != G_MAXUINT ? record_of_id (layouts, id) : G_MAXUINT;
  const guint32 width = layout != G_MAXUINT ? mw_dbc_number (layouts, layout, 1) : 0,
                height = layout != G_MAXUINT ? mw_dbc_number (layouts, layout, 2) : 0;
  for (guint i = 0; width && height && i < mw_dbc_n_records (places); i++) {
    const guint32 region = mw_dbc_number (places, i, 2);
    for (guint k = 0; mw_dbc_number (places, i, 1) == id && region < MW_REGION_COUNT && k < 4; k++)
      character->regions[region][k] = (float) mw_dbc_number (places, i, 3 + k) / (float) (k % 2 ? height : width);
  }
  return TRUE;
}

/* The tables that a character need not have. */
static gboolean
read_others (MwCharacter *character, MwLookup *lookup, GError **error)
{
  const struct {
    MwDbc **table;
    const char *name;
    guint fields;
  } others[] = { { &character->hair, "CharHairGeosets", HAIR_FIELDS },
                 { &character->facial_hair, "CharacterFacialHairStyles", FACIAL_FIELDS },
                 { &character->barber, "BarberShopStyle", BARBER_FIELDS },
                 { &character->items, "ItemDisplayInfo", 22 },
                 { &character->helmets, "HelmetGeosetVisData", HELMET_FIELDS } };
  for (guint i = 0; i < G_N_ELEMENTS (others); i++) {
    GError *wrong = NULL;
    *others[i].table = mw_client_table_read (lookup, others[i].name, others[i].fields, &wrong);
    if (wrong) {
      g_propagate_error (error, wrong);
      return FALSE;
    }
  }
  return read_regions (character, lookup, error);
}

MwCharacter *
mw_character_read (MwLookup *lookup, const char *model, GError **error)
{
  /* Of 256 by 256 pixels: characters.md 3. */
  static const guint8 regions[MW_REGION_COUNT][4] = {
    { 0, 0, 128, 64 },    { 0, 64, 128, 64 },   { 0, 128, 128, 32 },   { 128, 0, 128, 64 },
    { 128, 64, 128, 32 }, { 128, 96, 128, 64 }, { 128, 160, 128, 64 }, { 128, 224, 128, 32 },
    { 0, 0, 0, 0 },       { 0, 160, 128, 32 },  { 0, 192, 128, 64 },
  };
  MwDbc *sections = mw_client_table_read (lookup, "CharSections", SECTION_FIELDS, error);
  if (!sections)
    return NULL;
  g_autoptr (MwCharacter) character = g_new0 (MwCharacter, 1);
  g_autofree char *plain = mw_client_plain (model);
  character->sections = sections;
  character->fields = fields_of (sections);
  for (guint i = 0; i < MW_REGION_COUNT * 4; i++)
    character->regions[i / 4][i % 4] = (float) regions[i / 4][i % 4] / 256;
  if (!find_model (character, plain) || !read_others (character, lookup, error))
    return NULL;
  return g_steal_pointer (&character);
}

void
mw_character_free (MwCharacter *character)
{
  MwDbc *const tables[] = { character->sections, character->hair,  character->facial_hair,
                            character->barber,   character->items, character->helmets };
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    if (tables[i])
      mw_dbc_free (tables[i]);
  g_free (character);
}

/* --- CharSections --------------------------------------------------------------------------------------------------- */

/* Whether a record of CharSections is of this model and kind. */
static gboolean
is_section (const MwCharacter *character, guint record, guint kind)
{
  return mw_dbc_number (character->sections, record, SECTION_RACE) == character->race
         && mw_dbc_number (character->sections, record, SECTION_SEX) == character->sex
         && mw_dbc_number (character->sections, record, SECTION_KIND) == kind;
}

const char *
mw_character_section (const MwCharacter *character, guint kind, guint variation, guint colour, guint texture)
{
  const MwDbc *table = character->sections;
  const MwSectionFields *fields = character->fields;
  guint found = G_MAXUINT;
  for (guint i = 0; i < mw_dbc_n_records (table); i++) {
    if (!is_section (character, i, kind) || mw_dbc_number (table, i, fields->variation) != variation
        || mw_dbc_number (table, i, fields->colour) != colour)
      continue;
    /* What players can choose goes before what only others wear. */
    const gboolean rare = (mw_dbc_number (table, i, fields->flags) & fields->rare) != 0;
    if (found == G_MAXUINT || !rare)
      found = i;
    if (!rare)
      break;
  }
  const char *text = found != G_MAXUINT ? mw_dbc_text (table, found, fields->textures + texture) : NULL;
  return text && *text ? text : NULL;
}

/* --- Choices -------------------------------------------------------------------------------------------------------- */

static void
add_number (GArray *numbers, guint32 number)
{
  g_array_append_val (numbers, number);
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  const guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;
  return x < y ? -1 : x > y;
}

/* Sorted, and each once. */
static void
tidy (GArray *numbers)
{
  guint n = 0;
  g_array_sort (numbers, compare_numbers);
  for (guint i = 0; i < numbers->len; i++) {
    const guint32 number = g_array_index (numbers, guint32, i);
    if (n == 0 || number != g_array_index (numbers, guint32, n - 1))
      g_array_index (numbers, guint32, n++) = number;
  }
  g_array_set_size (numbers, n);
}

/* Adds a field of all records of a kind; only those of a colour, unless it is G_MAXUINT. */
static void
add_sections (const MwCharacter *character, guint kind, guint colour, guint field, GArray *numbers)
{
  for (guint i = 0; i < mw_dbc_n_records (character->sections); i++)
    if (is_section (character, i, kind)
        && (colour == G_MAXUINT || mw_dbc_number (character->sections, i, character->fields->colour) == colour))
      add_number (numbers, mw_dbc_number (character->sections, i, field));
}

/* Adds the styles of a table of race, sex and style from a field on. */
static void
add_styles (const MwCharacter *character, const MwDbc *table, guint first, GArray *numbers)
{
  for (guint i = 0; table && i < mw_dbc_n_records (table); i++)
    if (mw_dbc_number (table, i, first) == character->race && mw_dbc_number (table, i, first + 1) == character->sex)
      add_number (numbers, mw_dbc_number (table, i, first + 2));
}

/* The order of CharSections tells tables of 4.0 from those of 1.12. */
gboolean
mw_character_facial_hair_has_id (const MwCharacter *character)
{
  return mw_dbc_n_fields (character->facial_hair) == FACIAL_FIELDS_WITH_ID && character->fields == &section_fields[1];
}

GArray *
mw_character_choices (const MwCharacter *character, MwCharacterPart part, const guint32 *parts)
{
  GArray *numbers = g_array_new (FALSE, FALSE, sizeof (guint32));
  const MwSectionFields *fields = character->fields;
  switch (part) {
  case MW_CHARACTER_SKIN_COLOUR:
    add_sections (character, MW_SECTION_SKIN, G_MAXUINT, fields->colour, numbers);
    break;
  case MW_CHARACTER_FACE:
    add_sections (character, MW_SECTION_FACE, parts[MW_CHARACTER_SKIN_COLOUR], fields->variation, numbers);
    break;
  case MW_CHARACTER_FACIAL_HAIR:
    add_sections (character, MW_SECTION_FACIAL_HAIR, G_MAXUINT, fields->variation, numbers);
    if (character->facial_hair)
      add_styles (character, character->facial_hair, mw_character_facial_hair_has_id (character), numbers);
    break;
  case MW_CHARACTER_HAIR_STYLE:
    add_sections (character, MW_SECTION_HAIR, G_MAXUINT, fields->variation, numbers);
    add_styles (character, character->hair, HAIR_RACE, numbers);
    break;
  case MW_CHARACTER_HAIR_COLOUR:
    add_sections (character, MW_SECTION_HAIR, G_MAXUINT, fields->colour, numbers);
    break;
  case MW_CHARACTER_UNDERWEAR:
    add_number (numbers, 0);
    add_number (numbers, 1);
    break;
  default:
    add_number (numbers, 0);
    mw_worn_list (character, part, numbers);
  }
  tidy (numbers);
  return numbers;
}

void
mw_character_fill (const MwCharacter *character, GHashTable *chosen, guint32 *parts)
{
  for (guint i = 0; i < MW_CHARACTER_PARTS; i++) {
    gpointer number;
    parts[i] = i == MW_CHARACTER_UNDERWEAR;
    if (chosen && g_hash_table_lookup_extended (chosen, GUINT_TO_POINTER (i), NULL, &number))
      parts[i] = GPOINTER_TO_UINT (number);
    else if (i < MW_CHARACTER_UNDERWEAR) {
      g_autoptr (GArray) numbers = mw_character_choices (character, (MwCharacterPart) i, parts);
      parts[i] = numbers->len ? g_array_index (numbers, guint32, 0) : 0;
    }
  }
}

/* The first text of the languages in the barber's table: a table has one, or 16, of which a client fills one. */
static const char *
barber_name (const MwDbc *table, guint record)
{
  const guint texts = mw_dbc_n_fields (table) > BARBER_FIELDS ? 16 : 1;
  for (guint i = 0; i < texts && BARBER_NAME + i < mw_dbc_n_fields (table); i++) {
    const char *text = mw_dbc_text (table, record, BARBER_NAME + i);
    if (text && *text)
      return text;
  }
  return NULL;
}

/* The barber's name for a style: type 0 is hair, 2 facial hair. The last three fields are race, sex and style. */
static char *
style_name (const MwCharacter *character, guint type, guint32 number)
{
  const MwDbc *table = character->barber;
  for (guint i = 0; table && i < mw_dbc_n_records (table); i++) {
    const guint last = mw_dbc_n_fields (table) - 1;
    const char *name = barber_name (table, i);
    if (name && mw_dbc_number (table, i, BARBER_TYPE) == type && mw_dbc_number (table, i, last) == number
        && mw_dbc_number (table, i, last - 1) == character->sex
        && mw_dbc_number (table, i, last - 2) == character->race)
      return g_utf8_make_valid (name, -1);
  }
  return NULL;
}

char *
mw_character_choice_name (const MwCharacter *character, MwCharacterPart part, guint32 number)
{
  if (part == MW_CHARACTER_HAIR_STYLE || part == MW_CHARACTER_FACIAL_HAIR)
    return style_name (character, part == MW_CHARACTER_HAIR_STYLE ? 0 : 2, number);
  if (part >= MW_CHARACTER_FIRST_WORN)
    return mw_worn_name (character, part, number);
  const char *path = part == MW_CHARACTER_SKIN_COLOUR ? mw_character_section (character, MW_SECTION_SKIN, 0, number, 0)
                                                      : NULL;
  if (!is_image (path))
    return NULL;
  const char *slash = strrchr (path, '\\'), *name = slash ? slash + 1 : path;
  g_autofree char *stem = g_strndup (name, strlen (name) - 4);
  return g_utf8_make_valid (stem, -1);
}
