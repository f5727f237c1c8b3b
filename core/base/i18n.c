/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"

static MwTranslator current;

void
mw_set_translator (MwTranslator translator)
{
  current = translator;
}

const char *
mw_translate (const char *text)
{
  return current ? current (text) : text;
}
