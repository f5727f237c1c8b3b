/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* The encoding of texts in models that are not UTF-8, chosen in the preferences.
 *
 * A byte that the encoding does not have, or would write otherwise, is shown as the letter U+10F700 plus the byte, which fonts draw as a box
 * with its number. So an edit of the rest of the text gives it back unchanged. */

typedef struct {
  const char *word;    /* what the setting "text-encoding" says */
  const char *charset; /* as iconv() calls it */
  const char *label;   /* marked for translation */
} MwTextEncoding;

/* All that can be chosen; the first is the usual one. */
const MwTextEncoding *mw_text_encodings (guint *n);
/* What is chosen. */
const MwTextEncoding *mw_text_encoding_get (void);
/* From now on the elements of the document whose texts are not UTF-8 are shown again, by a signal "changed", when another encoding is
 * chosen. The document itself stays as it is. */
void mw_text_encoding_follow (MwDocument *document);

/* Bytes as UTF-8: as they are, or else read in the encoding. Free with g_free(). */
char *mw_text_encoding_decode (const MwTextEncoding *self, const char *bytes);
/* The bytes of a typed text. NULL, with MW_ERROR_VALUE: the encoding does not have a letter, or the bytes would be read as another
 * text. Free with g_free(). */
char *mw_text_encoding_encode (const MwTextEncoding *self, const char *typed, GError **error);
