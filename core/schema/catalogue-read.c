/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/catalogue-read.h"
#include "core/base/error.h"
#include "core/base/number.h"

#include <libxml/parser.h>
#include <string.h>

typedef struct {
  MwCatalogueFile *file;
  GHashTable *values, *names; /* values and names (also other names) of the entries read so far */
  const xmlNode *element;
  GError **error;
} Reading;

static gboolean refuse (const Reading *r, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
refuse (const Reading *r, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  mw_set_error_at_line (r->error, MW_ERROR_CORRUPT, (guint) MAX (xmlGetLineNo (r->element), 1), 0, "%s", message);
  return FALSE;
}

/* Parses a whole number; the text may contain nothing else. */
static gboolean
number (const Reading *r, const char *attribute, const char *text, int64_t min, int64_t max, int64_t *value)
{
  size_t used = 0, length = strlen (text);
  if (mw_int_from_text (text, length, &used, min, max, value) && used == length)
    return TRUE;
  return refuse (r, "%s: found \"%s\", expected a number from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT, attribute,
                 text, min, max);
}

static gboolean
read_crc (const Reading *r, const char *text, uint32_t *crc)
{
  guint64 value = 0;
  gboolean good = strlen (text) == 8;
  for (guint i = 0; good && i < 8; i++) {
    good = g_ascii_isxdigit (text[i]) && !g_ascii_isupper (text[i]);
    value = value << 4 | (good ? (guint) g_ascii_xdigit_value (text[i]) : 0);
  }
  *crc = (uint32_t) value;
  return good || refuse (r, "crc: found \"%s\", expected 8 hexadecimal digits", text);
}

static gboolean
read_substitutes (const Reading *r, MwCatalogueEntry *entry, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  for (guint i = 0; words[i]; i++) {
    int64_t id;
    if (i == G_N_ELEMENTS (entry->substitutes))
      return refuse (r, "fallback: found %u animations, expected at most %u", g_strv_length (words), i);
    if (!number (r, "fallback", words[i], 0, 0xFFFF, &id))
      return FALSE;
    entry->substitutes[entry->n_substitutes++] = (uint16_t) id;
  }
  return TRUE;
}

/* Which attributes with the entry's key have been read. */
typedef enum { KEY_NONE, KEY_VALUE = 1, KEY_ID = 2, KEY_CRC = 4 } Keys;

static gboolean
read_attribute (const Reading *r, MwCatalogueEntry *entry, Keys *keys, const char *attribute, const char *text)
{
  static const struct {
    const char *attribute;
    int64_t min, max;
    size_t offset;
    size_t size;
  } numbers[] = {
    { "since", 1, 9, offsetof (MwCatalogueEntry, since), 1 },
    { "until", 1, 9, offsetof (MwCatalogueEntry, until), 1 },
    { "old-mode", 1, 3, offsetof (MwCatalogueEntry, old_mode), 1 },
    { "mode", 1, 3, offsetof (MwCatalogueEntry, mode), 1 },
    { "first-version", 256, 274, offsetof (MwCatalogueEntry, first_version), 2 },
    { "last-version", 256, 274, offsetof (MwCatalogueEntry, last_version), 2 },
  };
  int64_t value = 0;
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (strcmp (attribute, numbers[i].attribute) == 0) {
      if (!number (r, attribute, text, numbers[i].min, numbers[i].max, &value))
        return FALSE;
      memcpy ((char *) entry + numbers[i].offset, &value, numbers[i].size);
      return TRUE;
    }
  static const struct {
    const char *attribute;
    size_t offset;
  } texts[] = {
    { "name", offsetof (MwCatalogueEntry, name.name) },    { "label", offsetof (MwCatalogueEntry, name.label) },
    { "also", offsetof (MwCatalogueEntry, also) },         { "data", offsetof (MwCatalogueEntry, data) },
    { "object", offsetof (MwCatalogueEntry, object) },     { "handler", offsetof (MwCatalogueEntry, handler) },
    { "fired-on", offsetof (MwCatalogueEntry, fired_on) },
  };
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (strcmp (attribute, texts[i].attribute) == 0) {
      if (!*text)
        return refuse (r, "%s: found no text", attribute);
      *(const char **) ((char *) entry + texts[i].offset) = g_string_chunk_insert_const (r->file->text, text);
      return TRUE;
    }
  if (strcmp (attribute, "fallback") == 0) {
    return read_substitutes (r, entry, text);
  } else if (strcmp (attribute, "value") == 0) {
    *keys |= KEY_VALUE;
    if (!number (r, attribute, text, 0, 0xFFFFFFFF, &value))
      return FALSE;
    entry->name.value = (uint32_t) value;
  } else if (strcmp (attribute, "id") == 0) {
    *keys |= KEY_ID;
    if (strlen (text) != 4)
      return refuse (r, "id: found \"%s\", expected four characters", text);
    entry->name.value = mw_catalogue_identifier (text);
  } else if (strcmp (attribute, "crc") == 0) {
    *keys |= KEY_CRC;
    return read_crc (r, text, &entry->crc);
  } else {
    return refuse (r, "found the attribute \"%s\", which an entry cannot have", attribute);
  }
  return TRUE;
}

static gboolean
add_name (const Reading *r, const char *name)
{
  if (g_hash_table_contains (r->names, name))
    return refuse (r, "the name \"%s\" is given twice", name);
  g_hash_table_add (r->names, g_strdup (name));
  return TRUE;
}

static gboolean
take_entry (const Reading *r, MwCatalogueEntry *entry, Keys keys)
{
  if (!entry->name.name || !*entry->name.name)
    return refuse (r, "found an entry without a name");
  if (keys != KEY_VALUE && keys != KEY_ID && keys != KEY_CRC && keys != (KEY_VALUE | KEY_CRC))
    return refuse (r, "\"%s\": expected either value, id or crc, or value and crc", entry->name.name);
  if (keys & KEY_CRC && entry->crc != mw_bone_name_crc (entry->name.name))
    return refuse (r, "\"%s\": found the CRC %08x, expected %08x", entry->name.name, entry->crc,
                   mw_bone_name_crc (entry->name.name));
  if (keys == KEY_CRC)
    entry->name.value = entry->crc;
  if (!entry->name.label)
    entry->name.label = entry->name.name;
  if (!g_hash_table_add (r->values, GUINT_TO_POINTER (entry->name.value)))
    return refuse (r, "\"%s\": the value %u is given twice", entry->name.name, entry->name.value);
  if (!add_name (r, entry->name.name))
    return FALSE;
  g_auto (GStrv) also = g_strsplit (entry->also ? entry->also : "", " ", -1);
  for (guint i = 0; also[i]; i++)
    if (!add_name (r, also[i]))
      return FALSE;
  return TRUE;
}

static gboolean
read_stem (const Reading *r, MwCatalogueStem *stem, const char *attribute, const char *text)
{
  int64_t digits;
  if (strcmp (attribute, "stem") == 0) {
    stem->stem = g_string_chunk_insert_const (r->file->text, text);
  } else if (strcmp (attribute, "digits") == 0) {
    if (!number (r, attribute, text, 2, 3, &digits))
      return FALSE;
    stem->digits = (guint) digits;
  } else {
    return refuse (r, "found the attribute \"%s\", which numbered names cannot have", attribute);
  }
  return TRUE;
}

static gboolean
read_element (Reading *r, const xmlNode *element)
{
  gboolean is_entry = strcmp ((const char *) element->name, "entry") == 0;
  r->element = element;
  if (!is_entry && strcmp ((const char *) element->name, "numbered") != 0)
    return refuse (r, "found the element \"%s\", expected entry or numbered", (const char *) element->name);
  if (element->children)
    return refuse (r, "found content, expected an empty element");
  MwCatalogueEntry *entry = g_new0 (MwCatalogueEntry, 1);
  if (is_entry)
    g_ptr_array_add (r->file->entries, entry);
  else
    g_free (entry);
  MwCatalogueStem stem = { NULL, 0 };
  Keys keys = KEY_NONE;
  for (const xmlAttr *attribute = element->properties; attribute; attribute = attribute->next) {
    xmlChar *text = xmlNodeListGetString (element->doc, attribute->children, TRUE);
    const char *value = text ? (const char *) text : "";
    gboolean good = is_entry ? read_attribute (r, entry, &keys, (const char *) attribute->name, value)
                             : read_stem (r, &stem, (const char *) attribute->name, value);
    xmlFree (text);
    if (!good)
      return FALSE;
  }
  if (is_entry)
    return take_entry (r, entry, keys);
  if (!stem.stem || !*stem.stem || !stem.digits)
    return refuse (r, "expected a stem and a number of digits");
  g_array_append_val (r->file->stems, stem);
  return TRUE;
}

static gboolean
read_root (Reading *r, const xmlNode *root)
{
  r->element = root;
  if (strcmp ((const char *) root->name, "catalogue") != 0)
    return refuse (r, "found the element \"%s\", expected catalogue", (const char *) root->name);
  for (const xmlAttr *attribute = root->properties; attribute; attribute = attribute->next)
    if (strcmp ((const char *) attribute->name, "name") != 0)
      return refuse (r, "found the attribute \"%s\", which a catalogue cannot have", (const char *) attribute->name);
  xmlChar *name = xmlGetNoNsProp (root, (const xmlChar *) "name");
  if (name)
    r->file->name = g_string_chunk_insert_const (r->file->text, (const char *) name);
  xmlFree (name);
  if (!r->file->name)
    return refuse (r, "found a catalogue without a name");
  for (const xmlNode *node = root->children; node; node = node->next) {
    if (node->type == XML_COMMENT_NODE || (node->type == XML_TEXT_NODE && xmlIsBlankNode (node)))
      continue;
    if (node->type != XML_ELEMENT_NODE) {
      r->element = node;
      return refuse (r, "found text, expected an element");
    }
    if (!read_element (r, node))
      return FALSE;
  }
  return r->file->entries->len > 0 || refuse (r, "found no entry");
}

/* The first error of the parser. Later ones mostly follow from it and are ignored. */
typedef struct {
  guint line, column;
  char *message;
} Complaint;

static void
complain (Complaint *complaint, int line, int column, const char *message)
{
  if (!complaint->message)
    *complaint = (Complaint) { (guint) MAX (line, 1), (guint) MAX (column, 0), g_strchomp (g_strdup (message)) };
}

static void
take_error (void *context, xmlError *why)
{
  complain (((xmlParserCtxt *) context)->_private, why->line, why->int2, why->message ? why->message : "found no XML");
}

static void
refuse_dtd (void *context, const xmlChar *name, const xmlChar *external_id, const xmlChar *system_id)
{
  xmlParserCtxt *parser = context;
  complain (parser->_private, xmlSAX2GetLineNumber (parser), 0, "found a document type, expected none");
  xmlStopParser (parser);
}

MwCatalogueFile *
mw_catalogue_file_read (const char *text, gsize length, GError **error)
{
  xmlInitParser ();
  xmlParserCtxt *parser = xmlNewParserCtxt ();
  Complaint complaint = { 0, 0, NULL };
  parser->_private = &complaint;
  parser->sax->serror = take_error;
  parser->sax->internalSubset = refuse_dtd;
  xmlDoc *doc = length > G_MAXINT ? NULL
                                  : xmlCtxtReadMemory (parser, text, (int) length, NULL, NULL,
                                                       XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
  if (!doc || !xmlDocGetRootElement (doc))
    complain (&complaint, 1, 0, "found no XML");
  g_autoptr (MwCatalogueFile) file = NULL;
  if (complaint.message) {
    mw_set_error_at_line (error, MW_ERROR_CORRUPT, complaint.line, complaint.column, "%s", complaint.message);
  } else {
    file = g_new0 (MwCatalogueFile, 1);
    file->entries = g_ptr_array_new_with_free_func (g_free);
    file->stems = g_array_new (FALSE, FALSE, sizeof (MwCatalogueStem));
    file->text = g_string_chunk_new (4096);
    g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
    g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
    Reading r = { file, values, names, NULL, error };
    if (!read_root (&r, xmlDocGetRootElement (doc)))
      g_clear_pointer (&file, mw_catalogue_file_free);
  }
  xmlFreeDoc (doc);
  xmlFreeParserCtxt (parser);
  g_free (complaint.message);
  return g_steal_pointer (&file);
}

void
mw_catalogue_file_free (MwCatalogueFile *file)
{
  g_ptr_array_unref (file->entries);
  g_array_unref (file->stems);
  g_string_chunk_free (file->text);
  g_free (file);
}
