/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/effect-text.h"
#include "ui/i18n.h"
#include "ui/labels.h"

/* "12 keys of 4 tracks". */
static char *
keys_text (const MwEffect *effect)
{
  g_autofree char *n_keys = mw_ui_count (effect->keys), *n_tracks = mw_ui_count (effect->tracks);
  g_autofree char *keys = g_strdup_printf (ngettext ("%s key", "%s keys", effect->keys), n_keys);
  /* Translators: "31 keys" and the number of tracks that they are of */
  return g_strdup_printf (ngettext ("%s of %s track", "%s of %s tracks", effect->tracks), keys, n_tracks);
}

static char *
elements_text (guint n)
{
  g_autofree char *count = mw_ui_count (n);
  return g_strdup_printf (ngettext ("%s element", "%s elements", n), count);
}

/* Takes ownership of `what`. */
static void
add (GPtrArray *parts, const char *format, char *what)
{
  g_autofree char *owned = what;
  g_ptr_array_add (parts, mw_ui_fill_in (format, owned, NULL));
}

char *
mw_effect_text (MwDocument *document)
{
  MwEffect effect;
  mw_document_get_effect (document, &effect);
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  if (effect.tracks)
    add (parts, _ ("changes %s"), keys_text (&effect));
  if (effect.changed)
    add (parts, _ ("changes %s"), elements_text (effect.changed));
  if (effect.added)
    add (parts, _ ("adds %s"), elements_text (effect.added));
  if (effect.removed)
    add (parts, _ ("removes %s"), elements_text (effect.removed));
  if (!parts->len)
    return NULL;
  g_ptr_array_add (parts, NULL);
  return g_strjoinv (", ", (char **) parts->pdata);
}
