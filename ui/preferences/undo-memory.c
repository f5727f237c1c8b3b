/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/preferences/undo-memory.h"
#include "ui/places.h"

#define SETTING "undo-memory"

static void
setting_changed (GSettings *settings, const char *key, MwDocument *document)
{
  mw_document_set_history_limit (document, (gsize) g_settings_get_int (settings, SETTING) << 20);
}

void
mw_undo_memory_follow (MwDocument *document)
{
  GSettings *settings = mw_places_settings ();
  if (!settings)
    return;
  setting_changed (settings, SETTING, document);
  g_signal_connect_object (settings, "changed::" SETTING, G_CALLBACK (setting_changed), document, 0);
}
