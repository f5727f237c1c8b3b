/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/text-encoding.h"
#include "core/base/error.h"
#include "core/schema/record.h"
#include "ui/i18n.h"
#include "ui/places.h"

#include <errno.h>
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

/* The letters for bytes that cannot be read. */
enum { BYTE_LETTERS = 0xf700, FIRST_BYTE = 0x80, LAST_BYTE = 0xff };
#define NOT_CONVERTED ((gsize) -1)

char *
mw_text_encoding_decode (const MwTextEncoding *self, const char *bytes)
{
  if (g_utf8_validate (bytes, -1, NULL))
    return g_strdup (bytes);
  GIConv converter = g_iconv_open ("UTF-8", self->charset);
  GString *text = g_string_new (NULL);
  char *at = (char *) bytes;
  for (gsize left = strlen (bytes); left > 0;) {
    char letters[256], *end = letters;
    gsize room = sizeof letters;
    const gsize result = converter == (GIConv) -1 ? NOT_CONVERTED : g_iconv (converter, &at, &left, &end, &room);
    const gboolean full = result == NOT_CONVERTED && converter != (GIConv) -1 && errno == E2BIG;
    g_string_append_len (text, letters, end - letters);
    if (result != NOT_CONVERTED || full || left == 0)
      continue;
    if ((guchar) *at < FIRST_BYTE)
      g_string_append_c (text, *at);
    else
      g_string_append_unichar (text, BYTE_LETTERS + (guchar) *at);
    at++;
    left--;
  }
  if (converter != (GIConv) -1)
    g_iconv_close (converter);
  return g_string_free (text, FALSE);
}

char *
mw_text_encoding_encode (const MwTextEncoding *self, const char *typed, GError **error)
{
  g_autoptr (GString) bytes = g_string_new (NULL);
  for (const char *at = typed; *at; at = g_utf8_next_char (at)) {
    const gunichar letter = g_utf8_get_char (at);
    const gssize length = g_utf8_next_char (at) - at;
    if (letter >= BYTE_LETTERS + FIRST_BYTE && letter <= BYTE_LETTERS + LAST_BYTE) {
      g_string_append_c (bytes, (char) (letter - BYTE_LETTERS));
      continue;
    }
    gsize written = 0;
    g_autofree char *part = g_convert (at, length, self->charset, "UTF-8", NULL, &written, NULL);
    if (!part) {
      g_autofree char *shown = g_strndup (at, (gsize) length);
      mw_set_error (error, MW_ERROR_VALUE, -1, NULL,
                    _ ("it contains “%s”, which the model's text encoding, %s, does not have"), shown, _ (self->label));
      return NULL;
    }
    g_string_append_len (bytes, part, (gssize) written);
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
