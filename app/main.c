/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/application.h"
#include "core/base/last-words.h"
#include "ui/i18n.h"

#include <locale.h>

int
main (int argc, char **argv)
{
  mw_last_words_init ("modelwright");
  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, MW_LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  g_set_application_name ("Modelwright");
  g_autoptr (MwApplication) application = mw_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
