/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/save-choice.h"
#include "core/convert/convert.h"
#include "core/convert/targets.h"
#include "core/io/registry.h"
#include "ui/i18n.h"

#include <string.h>

#define AS_NOW "now"
#define SIDE_CHANNEL "side-channel" /* text with one */

/* GTK's own dialog shows the first row of a list whatever was set. */
static void
add_row (GPtrArray *ids, GPtrArray *titles, gboolean first, const char *id, char *title)
{
  g_ptr_array_insert (ids, first ? 0 : -1, (gpointer) id);
  g_ptr_array_insert (titles, first ? 0 : -1, title);
}

static void
end_rows (GPtrArray *ids, GPtrArray *titles)
{
  g_ptr_array_add (ids, NULL);
  g_ptr_array_add (titles, NULL);
}

/* "Warcraft III 2.0, version 1100": MDX and MDL have the same versions, so the kind of file stays out of it. */
static char *
game_title (const char *label, MwFormat format)
{
  const char *comma = g_strrstr (label, ",");
  return g_strdup_printf (_ ("%.*s, version %u"), comma ? (int) (comma - label) : (int) strlen (label), label,
                          format.version);
}

void
mw_save_games (MwFormat now, GPtrArray *ids, GPtrArray *titles)
{
  g_autofree char *title = mw_target_title (now), *own = game_title (title, now);
  add_row (ids, titles, TRUE, AS_NOW, g_strdup_printf (_ ("%s, as it is"), own));
  guint n;
  const MwTargetGame *targets = mw_target_games (&n);
  for (guint i = 0; i < n; i++) {
    const MwTargetGame *target = &targets[i];
    gboolean same = target->format.family == now.family && target->format.version == now.version;
    if (!same && target->game && mw_convert_supports (now, target->format))
      add_row (ids, titles, FALSE, target->id, game_title (gettext (target->label), target->format));
  }
  end_rows (ids, titles);
}

void
mw_save_kinds (MwFormat now, gboolean side_channel, GPtrArray *ids, GPtrArray *titles)
{
  guint n;
  const MwIoFormat *formats = mw_io_formats (&n);
  for (guint i = 0; i < n; i++) {
    MwFormat format = { now.family, now.version, formats[i].text };
    if (!formats[i].supports (format))
      continue;
    g_autofree char *upper = g_ascii_strup (formats[i].id, -1);
    gboolean is_now = format.text == now.text;
    if (!format.text) {
      add_row (ids, titles, is_now, formats[i].id, g_strdup_printf ("%s (%s)", upper, formats[i].suffix));
      continue;
    }
    add_row (ids, titles, is_now && !side_channel, formats[i].id,
             g_strdup_printf (_ ("%s text (%s)"), upper, formats[i].suffix));
    add_row (ids, titles, is_now && side_channel, SIDE_CHANNEL,
             g_strdup_printf (_ ("%s text that keeps everything (%s)"), upper, formats[i].suffix));
  }
  end_rows (ids, titles);
}

MwSaveChoice
mw_save_choice (MwFormat now, gboolean side_channel, const char *game, const char *kind)
{
  MwSaveChoice choice = { .format = now, .side_channel = side_channel };
  MwFormat format;
  if (game && strcmp (game, AS_NOW) != 0 && mw_target_format (game, &format)) {
    choice.format = format;
    choice.format.text = now.text;
  }
  guint n;
  const MwIoFormat *formats = mw_io_formats (&n);
  for (guint i = 0; kind && i < n; i++)
    if (strcmp (formats[i].id, kind) == 0) {
      choice.format.text = formats[i].text;
      choice.side_channel = FALSE;
    }
  if (g_strcmp0 (kind, SIDE_CHANNEL) == 0)
    choice = (MwSaveChoice) { .format = { choice.format.family, choice.format.version, TRUE }, .side_channel = TRUE };
  return choice;
}
