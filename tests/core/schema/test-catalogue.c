/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"
#include "core/model/m2/m2.h"
#include "core/schema/catalogue-read.h"
#include "core/schema/value.h"

#include <gio/gio.h>
#include <libxml/relaxng.h>
#include <string.h>

/* --- The files ------------------------------------------------------------------------------------------------------ */

static char *
data_path (const char *name)
{
  return g_build_filename (g_getenv ("MODELWRIGHT_SOURCE_ROOT"), "data", "catalogues", name, NULL);
}

static void
say_nothing (void *data, const char *format, ...)
{}

static gboolean
is_valid (xmlRelaxNG *schema, const char *text, gsize size)
{
  xmlDoc *doc = xmlReadMemory (text, (int) size, NULL, NULL, XML_PARSE_NONET | XML_PARSE_NOERROR);
  g_assert_nonnull (doc);
  xmlRelaxNGValidCtxt *context = xmlRelaxNGNewValidCtxt (schema);
  xmlRelaxNGSetValidErrors (context, say_nothing, say_nothing, NULL);
  int result = xmlRelaxNGValidateDoc (context, doc);
  g_assert_cmpint (result, >=, 0);
  xmlRelaxNGFreeValidCtxt (context);
  xmlFreeDoc (doc);
  return result == 0;
}

static void
test_schema (void)
{
  g_autofree char *path = data_path ("catalogue.rng");
  xmlRelaxNGParserCtxt *parser = xmlRelaxNGNewParserCtxt (path);
  xmlRelaxNG *schema = xmlRelaxNGParse (parser);
  g_assert_nonnull (schema);
  for (MwCatalogue which = MW_CATALOGUE_NONE + 1; which < MW_N_CATALOGUES; which++) {
    g_autoptr (GBytes) source = mw_catalogue_source (which);
    gsize size;
    const char *text = g_bytes_get_data (source, &size);
    g_test_message ("%s", mw_catalogue_title (which));
    g_assert_true (is_valid (schema, text, size));
    /* The compiled-in catalogue equals the file, and has the file's name. */
    g_autofree char *name = g_strconcat (mw_catalogue_title (which), ".xml", NULL), *file = data_path (name);
    g_autofree char *bytes = NULL;
    gsize length;
    g_assert_true (g_file_get_contents (file, &bytes, &length, NULL));
    g_assert_cmpmem (bytes, length, text, size);
    g_autoptr (GError) error = NULL;
    g_autoptr (MwCatalogueFile) read = mw_catalogue_file_read (text, size, &error);
    g_assert_no_error (error);
    g_assert_cmpstr (read->name, ==, mw_catalogue_title (which));
  }
  static const char *const bad[] = {
    "<catalogue name='a'/>",
    "<catalogue name='a'><entry value='1'/></catalogue>",
    "<catalogue name='a'><entry name='A'/></catalogue>",
    "<catalogue name='a'><entry value='1' id='ABCD' name='A'/></catalogue>",
    "<catalogue name='a'><entry value='one' name='A'/></catalogue>",
    "<catalogue name='a'><entry value='1' name='A' colour='red'/></catalogue>",
    "<catalogue name='a'><entry value='1' name='A' since='10'/></catalogue>",
    "<catalogue name='a'><entry value='1' name='A' mode='0'/></catalogue>",
    "<catalogue name='a'><entry id='ABCD' name='A' object='spaceship'/></catalogue>",
    "<catalogue name='a'><entry id='ABCD' name='A' handler='two words'/></catalogue>",
    "<catalogue name='a'><entry id='ABCD' name='A' fired-on='Walk, Run'/></catalogue>",
    "<catalogue name='a'><entry id='ABCD' name='A' data='Splats/SplatData.slk'/></catalogue>",
    "<catalogue name='a'><entry crc='12' name='A'/></catalogue>",
    "<catalogue name='a'><entry value='1' name='A B'/></catalogue>",
  };
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_false (is_valid (schema, bad[i], strlen (bad[i])));
  const char *good = "<catalogue name='a'><entry value='1' name='A'/></catalogue>";
  g_assert_true (is_valid (schema, good, strlen (good)));
  xmlRelaxNGFree (schema);
  xmlRelaxNGFreeParserCtxt (parser);
}

static void
test_every_file_is_listed (void)
{
  g_autofree char *path = data_path (NULL);
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  guint n = 0;
  for (const char *name; (name = g_dir_read_name (folder));)
    n += g_str_has_suffix (name, ".xml") && !g_str_has_suffix (name, ".gresource.xml");
  g_assert_cmpuint (n, ==, MW_N_CATALOGUES - 1);
}

/* --- The loader ----------------------------------------------------------------------------------------------------- */

static void
test_broken_files (void)
{
  static const struct {
    const char *text;
    guint line;
    const char *says;
  } cases[] = {
    { "", 1, "" },
    { "no XML", 1, "expected" },
    { "<catalogue name='a'>\n<entry value='1' name='A'>\n</catalogue>", 3, "entry" },
    { "<catalogue name='a'>\n<entry value='1' name='A'/>", 2, "catalogue" },
    { "<other name='a'/>", 1, "\"other\"" },
    { "<catalogue>\n<entry value='1' name='A'/></catalogue>", 1, "without a name" },
    { "<catalogue name='a' colour='red'><entry value='1' name='A'/></catalogue>", 1, "\"colour\"" },
    { "<catalogue name='a'>\n\n</catalogue>", 1, "no entry" },
    { "<catalogue name='a'>\n<thing/></catalogue>", 2, "\"thing\"" },
    { "<catalogue name='a'><entry value='1' name='A'/>\nwords</catalogue>", 2, "text" },
    { "<catalogue name='a'>\n\n<entry value='1' name='A'>words</entry></catalogue>", 3, "content" },
    { "<catalogue name='a'>\n<entry value='1'/></catalogue>", 2, "without a name" },
    { "<catalogue name='a'>\n<entry name='A'/></catalogue>", 2, "expected either" },
    { "<catalogue name='a'>\n<entry value='1' id='ABCD' name='A'/></catalogue>", 2, "expected either" },
    { "<catalogue name='a'>\n<entry value='1x' name='A'/></catalogue>", 2, "\"1x\"" },
    { "<catalogue name='a'>\n<entry value='4294967296' name='A'/></catalogue>", 2, "4294967296" },
    { "<catalogue name='a'>\n<entry value='-1' name='A'/></catalogue>", 2, "\"-1\"" },
    { "<catalogue name='a'>\n<entry id='ABC' name='A'/></catalogue>", 2, "four characters" },
    { "<catalogue name='a'>\n<entry crc='d3d99e8' name='A'/></catalogue>", 2, "8 hexadecimal" },
    { "<catalogue name='a'>\n<entry crc='d3d99e8c' name='A'/></catalogue>", 2, "expected d3d99e8b" },
    { "<catalogue name='a'>\n<entry value='1' name='A'/>\n<entry value='1' name='B'/></catalogue>", 3,
      "value 1 is given twice" },
    { "<catalogue name='a'>\n<entry value='1' name='A'/>\n<entry value='2' name='A'/></catalogue>", 3,
      "\"A\" is given twice" },
    { "<catalogue name='a'>\n<entry value='1' name='A'/>\n<entry value='2' name='B' also='C A'/></catalogue>", 3,
      "\"A\" is given twice" },
    { "<catalogue name='a'>\n<entry value='1' name='A' since='0'/></catalogue>", 2, "since" },
    { "<catalogue name='a'>\n<entry value='1' name='A' fallback='1 2 3 4 5'/></catalogue>", 2, "at most 4" },
    { "<catalogue name='a'>\n<entry value='1' name='A' fallback='65536'/></catalogue>", 2, "65536" },
    { "<catalogue name='a'>\n<entry value='1' name='A' handler=''/></catalogue>", 2, "handler" },
    { "<catalogue name='a'>\n<entry value='1' name='A' fired-on=''/></catalogue>", 2, "fired-on" },
    { "<catalogue name='a'>\n<entry value='1' name='A' colour='red'/></catalogue>", 2, "\"colour\"" },
    { "<catalogue name='a'>\n<entry value='1' name='A'/>\n<numbered stem='B'/></catalogue>", 3, "digits" },
    { "<catalogue name='a'>\n<entry value='1' name='A'/>\n<numbered stem='B' digits='9'/></catalogue>", 3, "digits" },
    { "<!DOCTYPE catalogue>\n<catalogue name='a'><entry value='1' name='A'/></catalogue>", 1, "document type" },
    { "<?xml version='1.0'?>\n<!DOCTYPE catalogue [<!ENTITY a 'A'>]>\n<catalogue name='&a;'><entry value='1' name='A'/></catalogue>",
      2, "document type" },
    { "<?xml version='1.0'?>\n<!DOCTYPE c SYSTEM 'file:///etc/hostname'>\n<catalogue name='a'/>", 2, "document type" },
    { "<catalogue name='a'>\n<entry value='1' name='&lots;'/></catalogue>", 2, "lots" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_test_message ("%s", cases[i].text);
    g_assert_null (mw_catalogue_file_read (cases[i].text, strlen (cases[i].text), &error));
    g_assert_error (error, MW_ERROR, MW_ERROR_CORRUPT);
    g_test_message ("  %u: %s", mw_error_line (error), error->message);
    g_assert_cmpuint (mw_error_line (error), ==, cases[i].line);
    g_assert_nonnull (strstr (error->message, cases[i].says));
  }
}

static void
test_cut_files (void)
{
  g_autoptr (GBytes) source = mw_catalogue_source (MW_CATALOGUE_BLEND_MODE);
  gsize size;
  const char *text = g_bytes_get_data (source, &size);
  while (size && text[size - 1] != '>')
    size--;
  for (gsize length = 0; length < size; length++) {
    g_autofree char *cut = g_memdup2 (text, MAX (length, 1));
    g_autoptr (GError) error = NULL;
    g_assert_null (mw_catalogue_file_read (cut, length, &error));
    g_assert_error (error, MW_ERROR, MW_ERROR_CORRUPT);
    g_assert_cmpuint (mw_error_line (error), >=, 1);
  }
}

static gpointer
ask (gpointer gate)
{
  g_mutex_lock (gate);
  g_mutex_unlock (gate);
  return (gpointer) mw_catalogue_names (MW_CATALOGUE_BONE_NAME);
}

static void
test_threads (void)
{
  GMutex gate;
  GThread *threads[8];
  g_mutex_init (&gate);
  g_mutex_lock (&gate);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("ask", ask, &gate);
  g_mutex_unlock (&gate);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_assert_true (g_thread_join (threads[i]) == mw_catalogue_names (MW_CATALOGUE_BONE_NAME));
  g_mutex_clear (&gate);
}

/* --- Content -------------------------------------------------------------------------------------------------------- */

static void
test_both_ways (void)
{
  g_assert_null (mw_catalogue_names (MW_CATALOGUE_NONE));
  for (MwCatalogue which = MW_CATALOGUE_NONE + 1; which < MW_N_CATALOGUES; which++) {
    const MwNames *names = mw_catalogue_names (which);
    g_assert_cmpuint (names->n, >, 0);
    for (guint i = 0; i < names->n; i++) {
      const MwName *name = &names->names[i];
      uint32_t value = ~name->value;
      g_assert_true (mw_names_find_value (names, name->value) == name);
      g_assert_true (mw_names_find (names, name->name, strlen (name->name)) == name);
      g_assert_true (mw_catalogue_value (which, name->name, &value));
      g_assert_cmpuint (value, ==, name->value);
      g_assert_cmpstr (mw_catalogue_name (which, value), ==, name->name);
      g_assert_nonnull (name->label);
      g_assert_nonnull (mw_catalogue_entry (which, value));
    }
  }
}

/* The CRC that zlib computes: that in the trailer of a gzip file. */
static uint32_t
zlib_crc (const char *text)
{
  g_autoptr (GZlibCompressor) gzip = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1);
  uint8_t out[512];
  gsize in = 0, n = 0;
  g_assert_cmpint (g_converter_convert (G_CONVERTER (gzip), text, strlen (text), out, sizeof out,
                                        G_CONVERTER_INPUT_AT_END, &in, &n, NULL),
                   ==, G_CONVERTER_FINISHED);
  uint32_t crc;
  memcpy (&crc, out + n - 8, sizeof crc);
  return crc;
}

static void
test_crcs (void)
{
  g_assert_cmphex (mw_bone_name_crc ("123456789"), ==, 0xcbf43926);
  g_assert_cmphex (mw_bone_name_crc (""), ==, 0);
  static const MwCatalogue stored[] = { MW_CATALOGUE_KEY_BONE, MW_CATALOGUE_BONE_NAME };
  for (guint k = 0; k < G_N_ELEMENTS (stored); k++) {
    const MwNames *names = mw_catalogue_names (stored[k]);
    g_assert_cmpuint (names->n, ==, k ? 193 + 208 + 47 + 5 : 193);
    for (guint i = 0; i < names->n; i++) {
      const MwCatalogueEntry *entry = mw_catalogue_entry (stored[k], names->names[i].value);
      g_assert_cmpstr (entry->name.name, ==, names->names[i].name);
      g_assert_cmphex (entry->crc, ==, zlib_crc (entry->name.name));
      g_assert_cmphex (entry->crc, ==, mw_bone_name_crc (entry->name.name));
    }
  }
}

static uint32_t
value_of (MwCatalogue which, const char *name)
{
  uint32_t value = 0xDEADBEEF;
  mw_catalogue_value (which, name, &value);
  return value;
}

static void
test_facts (void)
{
  static const struct {
    MwCatalogue which;
    uint32_t value;
    const char *name;
  } facts[] = {
    { MW_CATALOGUE_ANIMATION, 0, "Stand" },
    { MW_CATALOGUE_ANIMATION, 69, "EmoteDance" },
    { MW_CATALOGUE_ANIMATION, 147, "Closed" },
    { MW_CATALOGUE_ANIMATION, 228, "GrabThrown" },
    { MW_CATALOGUE_ANIMATION, 229, "FlyStand" },
    { MW_CATALOGUE_ANIMATION, 457, "FlyGrabThrown" },
    { MW_CATALOGUE_ANIMATION, 505, "FlyCarried2H" },
    { MW_CATALOGUE_ANIMATION, 506, NULL },
    { MW_CATALOGUE_ANIMATION, 808, "FacePose" },
    { MW_CATALOGUE_ATTACHMENT, 19, "Base" },
    { MW_CATALOGUE_ATTACHMENT, 46, "VehicleSeat8" },
    { MW_CATALOGUE_ATTACHMENT, 58, NULL },
    { MW_CATALOGUE_ATTACHMENT_ALPHA, 19, "UnitEffectBase" },
    { MW_CATALOGUE_ATTACHMENT_ALPHA, 34, "TorsoSpell" },
    { MW_CATALOGUE_ATTACHMENT_ALPHA, 35, "HandArrow" },
    { MW_CATALOGUE_ATTACHMENT_ALPHA, 36, NULL },
    { MW_CATALOGUE_BLEND_MODE, 4, "Add" },
    { MW_CATALOGUE_BLEND_MODE, 8, NULL },
    { MW_CATALOGUE_CLIENT, 3, "Wrath" },
    { MW_CATALOGUE_COMBINER, 6, "Mod2xNA" },
    { MW_CATALOGUE_GEOSET_GROUP, 15, "cape" },
    { MW_CATALOGUE_KEY_BONE, 26, "Root" },
    { MW_CATALOGUE_KEY_BONE, 297, "waterfall_bottom_sound" },
    { MW_CATALOGUE_KEY_BONE, 291, NULL },
    { MW_CATALOGUE_BONE_NAME, 0xb6c65665, "Root" },
    { MW_CATALOGUE_BONE_NAME, 0x2f6c04ba, "Geo_EyeglowR" },
    { MW_CATALOGUE_BONE_NAME, 0x952640dd, "-Blid_L01" },
    { MW_CATALOGUE_BONE_NAME, 0xcbb39f4b, "Helm" },
    { MW_CATALOGUE_BONE_NAME, 0x6b813075, "helm" },
    { MW_CATALOGUE_BONE_NAME, 1, NULL },
    { MW_CATALOGUE_SHADER, 0x8003, "Opaque_Mod2xNA_Alpha_Add/T1_Env_T1" },
    { MW_CATALOGUE_SHADER, 0x801F, "Mod_Mod_Mod_Const/Color_T1_T2_T3" },
    { MW_CATALOGUE_SHADER, 0x8024, NULL },
    { MW_CATALOGUE_TEXTURE_TYPE, 11, "monster_skin_1" },
    { MW_CATALOGUE_TEXTURE_TYPE, 18, "guild_emblem" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (facts); i++) {
    g_assert_cmpstr (mw_catalogue_name (facts[i].which, facts[i].value), ==, facts[i].name);
    if (facts[i].name)
      g_assert_cmpuint (value_of (facts[i].which, facts[i].name), ==, facts[i].value);
  }
  /* Other names, and other spellings of case. If several names differ only in case, a third spelling finds none of
   * them. */
  g_assert_cmpuint (value_of (MW_CATALOGUE_ATTACHMENT, "MountMain"), ==, 0);
  g_assert_cmpuint (value_of (MW_CATALOGUE_ATTACHMENT, "itemvisual3"), ==, 3);
  g_assert_cmpuint (value_of (MW_CATALOGUE_ANIMATION, "stand"), ==, 0);
  g_assert_cmphex (value_of (MW_CATALOGUE_BONE_NAME, "HELM"), ==, 0xDEADBEEF);
  g_assert_cmphex (value_of (MW_CATALOGUE_BONE_NAME, "no such bone"), ==, 0xDEADBEEF);
  /* `since` of key bones: 0 is the first client. */
  g_assert_cmpuint (mw_catalogue_entry (MW_CATALOGUE_KEY_BONE, 26)->since, ==, 0);
  g_assert_cmpuint (mw_catalogue_entry (MW_CATALOGUE_KEY_BONE, 27)->since, ==, 3);
  g_assert_cmpuint (mw_catalogue_entry (MW_CATALOGUE_KEY_BONE, 59)->since, ==, 4);
  const MwCatalogueEntry *client = mw_catalogue_entry (MW_CATALOGUE_CLIENT, 2);
  g_assert_cmpuint (client->first_version, ==, 258);
  g_assert_cmpuint (client->last_version, ==, 263);
}

static void
test_events (void)
{
  g_assert_cmphex (mw_catalogue_identifier ("$HIT"), ==, 0x54494824);
  g_assert_cmphex (mw_catalogue_identifier ("TOP"), ==, mw_catalogue_identifier ("TOP "));
  g_assert_cmpstr (mw_catalogue_name (MW_CATALOGUE_EVENT, mw_catalogue_identifier ("TOP")), ==, "TOP ");
  g_assert_cmpuint (value_of (MW_CATALOGUE_EVENT, "TOP"), ==, mw_catalogue_identifier ("TOP "));
  g_assert_cmpstr (mw_catalogue_entry (MW_CATALOGUE_EVENT, mw_catalogue_identifier ("$CSD"))->data, ==, "SoundEntries");
  g_assert_null (mw_catalogue_entry (MW_CATALOGUE_EVENT, mw_catalogue_identifier ("$HIT"))->data);
  g_assert_cmpuint (mw_catalogue_entry (MW_CATALOGUE_EVENT, mw_catalogue_identifier ("$CVS"))->until, ==, 5);
  const MwCatalogueEntry *death = mw_catalogue_entry (MW_CATALOGUE_EVENT, mw_catalogue_identifier ("$DTH"));
  g_assert_cmpstr (death->object, ==, "unit");
  g_assert_cmpstr (death->handler, ==, "DeathThud");
  g_assert_cmpstr (death->fired_on, ==, "Death Drown Knockdown");
  g_assert_cmpuint (value_of (MW_CATALOGUE_EVENT_OBJECT, "FTP"), ==, mw_catalogue_identifier ("FPT"));
  g_assert_cmpuint (value_of (MW_CATALOGUE_PLAYABLE_MODE, "FrameByFrame"), ==, 2);
  g_assert_null (mw_catalogue_entry (MW_CATALOGUE_EVENT, mw_catalogue_identifier ("$FD0")));
  const MwNames *names = mw_catalogue_names (MW_CATALOGUE_EVENT);
  for (guint i = 0; i < names->n; i++)
    g_assert_cmphex (mw_catalogue_identifier (names->names[i].name), ==, names->names[i].value);
}

static void
test_substitutes (void)
{
  static const struct {
    uint32_t animation, fallback;
    guint n, old_mode, mode;
  } cases[] = {
    { 4, 0, 0, 0, 0 },    { 6, 1, 1, 3, 3 },    { 8, 25, 1, 0, 0 },  { 10, 9, 2, 0, 0 },  { 13, 4, 1, 1, 0 },
    { 18, 17, 2, 0, 0 },  { 22, 8, 2, 0, 0 },   { 45, 42, 2, 1, 1 }, { 97, 0, 0, 3, 3 },  { 151, 0, 0, 3, 0 },
    { 188, 50, 1, 3, 3 }, { 189, 50, 1, 1, 0 }, { 223, 4, 1, 0, 0 }, { 505, 0, 0, 0, 0 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    guint n;
    const uint16_t *substitutes = mw_catalogue_substitutes (cases[i].animation, &n);
    g_assert_cmpuint (n, ==, cases[i].n);
    g_assert_cmpuint (n ? substitutes[0] : 0, ==, cases[i].fallback);
    g_assert_cmpuint (mw_catalogue_mode (cases[i].animation, 201), ==, cases[i].old_mode);
    g_assert_cmpuint (mw_catalogue_mode (cases[i].animation, 203), ==, cases[i].mode);
  }
  guint n;
  const uint16_t *substitutes = mw_catalogue_substitutes (45, &n);
  g_assert_cmpuint (substitutes[0], ==, 42);
  g_assert_cmpuint (substitutes[1], ==, 4);
  g_assert_null (mw_catalogue_substitutes (600, &n));
  g_assert_cmpuint (n, ==, 0);
  /* All substitutes are animations of the catalogue. */
  const MwNames *names = mw_catalogue_names (MW_CATALOGUE_ANIMATION);
  for (guint i = 0; i < names->n; i++) {
    substitutes = mw_catalogue_substitutes (names->names[i].value, &n);
    for (guint k = 0; k < n; k++)
      g_assert_nonnull (mw_catalogue_name (MW_CATALOGUE_ANIMATION, substitutes[k]));
  }
}

static void
test_counted_names (void)
{
  /* These names are found by their CRC, but are not in the list that users choose from. */
  const MwNames *names = mw_catalogue_names (MW_CATALOGUE_BONE_NAME);
  static const char *const counted[] = {
    "BlizParticle07", "Branch_99", "Mesh123", "Mesh45", "Point001", "$RL2", "$AH1"
  };
  for (guint i = 0; i < G_N_ELEMENTS (counted); i++) {
    g_assert_cmpstr (mw_catalogue_name (MW_CATALOGUE_BONE_NAME, zlib_crc (counted[i])), ==, counted[i]);
    for (guint k = 0; k < names->n; k++)
      g_assert_cmpstr (names->names[k].name, !=, counted[i]);
  }
  g_assert_null (mw_catalogue_name (MW_CATALOGUE_BONE_NAME, zlib_crc ("Box00")));
  g_assert_null (mw_catalogue_name (MW_CATALOGUE_BONE_NAME, zlib_crc ("Box100")));
}

static void
test_geosets (void)
{
  g_autofree char *body = mw_geoset_label (0), *hair = mw_geoset_label (12), *gloves = mw_geoset_label (402);
  g_assert_cmpstr (body, ==, "Body");
  g_assert_cmpstr (hair, ==, "Hair 12");
  g_assert_cmpstr (gloves, ==, "Gloves 2");
  g_assert_null (mw_geoset_label (602));
  g_assert_null (mw_geoset_label (0xFFFFFFFF));
}

/* --- Fields --------------------------------------------------------------------------------------------------------- */

static void
test_field_values (void)
{
  static const struct {
    const MwSchema *schema;
    const char *field, *text, *printed; /* printed NULL: the text is refused */
  } cases[] = {
    { &mw_m2_sequence_schema, "animation", "EmoteDance", "EmoteDance" },
    { &mw_m2_sequence_schema, "animation", " emotedance ", "EmoteDance" },
    { &mw_m2_sequence_schema, "animation", "69", "EmoteDance" },
    { &mw_m2_sequence_schema, "animation", "0x45", "EmoteDance" },
    { &mw_m2_sequence_schema, "animation", "65535", "65535" },
    { &mw_m2_sequence_schema, "animation", "65536", NULL },
    { &mw_m2_sequence_schema, "animation", "Jig", NULL },
    { &mw_m2_sequence_schema, "animation", "Stand Walk", NULL },
    { &mw_m2_sequence_schema, "animation", "\"Stand\"", NULL },
    { &mw_m2_sequence_schema, "animation", "", NULL },
    { &mw_m2_bone_schema, "key_bone", "-1", "-1" },
    { &mw_m2_bone_schema, "key_bone", "$BTH", "$BTH" },
    { &mw_m2_bone_schema, "key_bone", "18", "$BTH" },
    { &mw_m2_bone_schema, "key_bone", "_name", "_Name" },
    { &mw_m2_bone_schema, "key_bone", "46", "46" },
    { &mw_m2_bone_schema, "name_crc", "Root", "Root" },
    { &mw_m2_bone_schema, "name_crc", "3066451557", "Root" },
    { &mw_m2_bone_schema, "name_crc", "0xb6c65665", "Root" },
    { &mw_m2_bone_schema, "name_crc", "-Blid_L01", "-Blid_L01" },
    { &mw_m2_bone_schema, "name_crc", "helm", "helm" },
    { &mw_m2_bone_schema, "name_crc", "Helm", "Helm" },
    { &mw_m2_bone_schema, "name_crc", "HELM", NULL },
    { &mw_m2_bone_schema, "name_crc", "\"123456789\"", "3421780262" },
    { &mw_m2_bone_schema, "name_crc", "\"Root\"", "Root" },
    { &mw_m2_bone_schema, "name_crc", "Elsewhere", NULL },
  };
  MwModel *model = mw_model_new (&mw_m2_schema);
  MwRecord *sequence = mw_record_new (&mw_m2_sequence_schema), *bone = mw_record_new (&mw_m2_bone_schema);
  mw_list_append (model, &model->record, mw_schema_field (&mw_m2_schema, "sequences"), sequence);
  mw_list_append (model, &model->record, mw_schema_field (&mw_m2_schema, "bones"), bone);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    MwRecord *record = cases[i].schema == &mw_m2_bone_schema ? bone : sequence;
    const MwField *field = mw_schema_field (cases[i].schema, cases[i].field);
    MwTarget target = { .record = record, .field = field, .n = 1, .whole = TRUE, .component = -1 };
    MwValue value;
    g_autoptr (GError) error = NULL;
    g_test_message ("%s", cases[i].text);
    if (!mw_value_parse (model, &target, cases[i].text, strlen (cases[i].text), &value, &error)) {
      g_assert_null (cases[i].printed);
      g_assert_error (error, MW_ERROR, MW_ERROR_VALUE);
      continue;
    }
    g_assert_cmpuint (value.bytes->len, ==, mw_field_storage_size (field));
    memcpy (mw_field_at (record, field), value.bytes->data, value.bytes->len);
    mw_value_clear (&value);
    g_autofree char *printed = mw_value_print (model, &target);
    g_assert_cmpstr (printed, ==, cases[i].printed);
  }
  mw_model_free (model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/catalogue/many threads build it only once", test_threads);
  g_test_add_func ("/catalogue/every file follows the schema", test_schema);
  g_test_add_func ("/catalogue/every file is compiled in", test_every_file_is_listed);
  g_test_add_func ("/catalogue/a broken file is refused with its line", test_broken_files);
  g_test_add_func ("/catalogue/a cut file is refused at every length", test_cut_files);
  g_test_add_func ("/catalogue/every name has one value and every value one name", test_both_ways);
  g_test_add_func ("/catalogue/every CRC is computed from its name", test_crcs);
  g_test_add_func ("/catalogue/agrees with the references", test_facts);
  g_test_add_func ("/catalogue/events are four characters", test_events);
  g_test_add_func ("/catalogue/animations have substitutes", test_substitutes);
  g_test_add_func ("/catalogue/numbered bone names are known but not listed", test_counted_names);
  g_test_add_func ("/catalogue/surfaces are named after their group", test_geosets);
  g_test_add_func ("/catalogue/fields read and print names and numbers", test_field_values);
  return g_test_run ();
}
