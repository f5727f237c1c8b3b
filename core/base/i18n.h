/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* Marks a string in a table for translation; the window and the help texts translate it. Data is never translated. */
#define N_(text) (text)

/* Gives the translation of a text; it lives as long as the program. */
typedef const char *(*MwTranslator) (const char *text);
/* Who translates the texts that core composes, such as what a check found. Until it is set they are English, as mwright
 * prints them. Call it before other threads start. */
void mw_set_translator (MwTranslator translator);
/* The text in the user's language, or the text itself if no translator is set. */
const char *mw_translate (const char *text) G_GNUC_FORMAT (1);
