/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/text-encoding.h"
#include "core/base/error.h"
#include "core/schema/record.h"
#include "ui/i18n.h"
#include "ui/places.h"

#include <string.h>

#define SETTING "text-encoding"

static const MwTextEncoding encodings[] = {
  { "windows-1252", "WINDOWS-1252", N_ ("Western (Windows-1252)") },
  { "windows-1250", "WINDOWS-1250", N_ ("Central European (Windows-1250)") },
  { "windows-1251", "WINDOWS-1251", N_ ("Cyrillic (Windows-1251)") },
  { "gbk", "GBK", N_ ("Simplified Chinese (GBK)") },
  { "big5", "BIG5", N_ ("Traditional Chinese (Big5)") },
  { "windows-949", "CP949", N_ ("Korean (Windows-949)") },
  { "windows-932", "CP932", N_ ("Japanese (Windows-932)") },
};

const MwTextEncoding *
mw_text_encodings (guint *n)
{
  *n = G_N_ELEMENTS (encodings);
  return encodings;
}

const MwTextEncoding *
mw_text_encoding_get (void)
{
  g_autofree char *word = mw_places_settings () ? g_settings_get_string (mw_places_settings (), SETTING) : NULL;
  for (guint i = 0; word && i < G_N_ELEMENTS (encodings); i++)
    if (strcmp (encodings[i].word, word) == 0)
      return &encodings[i];
  return encodings;
}

/* --- Bytes and letters ---------------------------------------------------------------------------------------------- */

/* The letters for bytes that cannot be read, in a block that no encoding of the table uses: Big5 has letters of U+F780 to U+F7FF. */
enum { BYTE_LETTERS = 0x10f700, FIRST_BYTE = 0x80, LAST_BYTE = 0xff };
#define NOT_CONVERTED ((gsize) -1)
#define LETTERS "UTF-32LE" /* as iconv() calls single letters of four bytes */

/* The bytes of a letter: how many, or 0 if the encoding does not have it. */
static gsize
letter_to_bytes (GIConv converter, gunichar letter, char bytes[8])
{
  guint32 in = GUINT32_TO_LE (letter);
  char *from = (char *) &in, *to = bytes;
  gsize left = sizeof in, room = 8;
  if (converter == (GIConv) -1 || g_iconv (converter, &from, &left, &to, &room) == NOT_CONVERTED || left > 0)
    return 0;
  return (gsize) (to - bytes);
}

/* Reads one letter. How many bytes it takes, or 0: they are none, or are not what the letter would be written as. Some encodings have two
 * pairs of bytes for one letter, and only one of them would come back. */
static gsize
letter_from_bytes (GIConv reader, GIConv writer, const char *bytes, gsize n, gunichar *letter)
{
  guint32 out = 0;
  char *from = (char *) bytes, *to = (char *) &out, again[8];
  gsize left = n, room = sizeof out;
  if (reader == (GIConv) -1)
    return 0;
  /* It stops after one letter, because there is no room for another. What it remembers of bytes that it could not read is dropped. */
  g_iconv (reader, &from, &left, &to, &room);
  g_iconv (reader, NULL, NULL, NULL, NULL);
  const gsize taken = n - left;
  *letter = GUINT32_FROM_LE (out);
  return room == 0 && letter_to_bytes (writer, *letter, again) == taken && memcmp (again, bytes, taken) == 0 ? taken
                                                                                                             : 0;
}

static void
close_converter (GIConv converter)
{
  if (converter != (GIConv) -1)
    g_iconv_close (converter);
}

char *
mw_text_encoding_decode (const MwTextEncoding *self, const char *bytes)
{
  if (g_utf8_validate (bytes, -1, NULL))
    return g_strdup (bytes);
  GIConv reader = g_iconv_open (LETTERS, self->charset), writer = g_iconv_open (self->charset, LETTERS);
  GString *text = g_string_new (NULL);
  for (gsize at = 0, n = strlen (bytes); at < n;) {
    gunichar letter;
    const gsize taken = letter_from_bytes (reader, writer, bytes + at, n - at, &letter);
    const gunichar byte = (guchar) bytes[at];
    g_string_append_unichar (text, taken ? letter : byte < FIRST_BYTE ? byte : BYTE_LETTERS + byte);
    at += MAX (taken, 1);
  }
  close_converter (reader);
  close_converter (writer);
  return g_string_free (text, FALSE);
}

char *
mw_text_encoding_encode (const MwTextEncoding *self, const char *typed, GError **error)
{
  g_autoptr (GString) bytes = g_string_new (NULL);
  GIConv writer = g_iconv_open (self->charset, LETTERS);
  const char *missing = NULL;
  for (const char *at = typed; *at && !missing; at = g_utf8_next_char (at)) {
    const gunichar letter = g_utf8_get_char (at);
    char part[8];
    gsize n = 0;
    if (letter >= BYTE_LETTERS + FIRST_BYTE && letter <= BYTE_LETTERS + LAST_BYTE)
      g_string_append_c (bytes, (char) (letter - BYTE_LETTERS));
    else if ((n = letter_to_bytes (writer, letter, part)))
      g_string_append_len (bytes, part, (gssize) n);
    else
      missing = at;
  }
  close_converter (writer);
  if (missing) {
    g_autofree char *shown = g_strndup (missing, (gsize) (g_utf8_next_char (missing) - missing));
    mw_set_error (error, MW_ERROR_VALUE, -1, NULL,
                  _ ("it contains “%s”, which the model's text encoding, %s, does not have"), shown, _ (self->label));
    return NULL;
  }
  g_autofree char *read = mw_text_encoding_decode (self, bytes->str);
  if (strcmp (read, typed) != 0) {
    mw_set_error (error, MW_ERROR_VALUE, -1, NULL, _ ("in the model's text encoding, %s, it would be read as “%s”"),
                  _ (self->label), read);
    return NULL;
  }
  return g_strdup (bytes->str);
}

/* --- Another choice ------------------------------------------------------------------------------------------------- */

static gboolean
add_texts (MwRecord *record, gpointer data)
{
  MwChangeSet *set = data;
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (field->type == MW_TYPE_TEXT && !g_utf8_validate (mw_text (*(char **) mw_field_at (record, field)), -1, NULL))
      mw_change_set_add (
        set, (MwChange) { .kind = MW_CHANGE_SET, .id = record->id, .schema = record->schema, .field = field });
  }
  return TRUE;
}

static void
setting_changed (MwDocument *document)
{
  g_autoptr (MwChangeSet) set = mw_change_set_new ();
  const MwModel *model = mw_document_get_model (document);
  mw_record_foreach (mw_model_find (model, model->record.id), add_texts, set);
  set->touches = MW_TOUCH_TEXT;
  if (set->changes->len)
    g_signal_emit_by_name (document, "changed", set);
}

void
mw_text_encoding_follow (MwDocument *document)
{
  if (mw_places_settings ())
    g_signal_connect_object (mw_places_settings (), "changed::" SETTING, G_CALLBACK (setting_changed), document,
                             G_CONNECT_SWAPPED);
}
