/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/application.h"
#include "core/base/i18n.h"
#include "core/base/last-words.h"
#include "ui/i18n.h"
#include "ui/places.h"

#include <locale.h>

static const char *
translated (const char *text)
{
  return gettext (text);
}

int
main (int argc, char **argv)
{
  mw_last_words_init ("modelwright");
  setlocale (LC_ALL, "");
  g_autofree char *translations = mw_places_translations ();
  bindtextdomain (GETTEXT_PACKAGE, translations);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  mw_set_translator (translated);
  g_set_application_name ("Modelwright");
  g_autoptr (MwApplication) application = mw_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
