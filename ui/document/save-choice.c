/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/save-choice.h"
#include "core/convert/convert.h"
#include "core/convert/targets.h"
#include "core/io/registry.h"
#include "ui/i18n.h"

#include <string.h>

#define AS_NOW "now"
#define SIDE_CHANNEL "side-channel" /* text with a side channel */

/* GTK's own dialog always shows the first row of a choice, so the current one has to be the first. */
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

/* "Warcraft III 2.0, version 1100". Without the kind of file, because MDX and MDL have the same versions. */
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
mw_save_all_games (GPtrArray *ids, GPtrArray *titles)
{
  add_row (ids, titles, FALSE, AS_NOW, g_strdup (_ ("The version of each file")));
  guint n;
  const MwTargetGame *targets = mw_target_games (&n);
  for (guint i = 0; i < n; i++)
    if (targets[i].game)
      add_row (ids, titles, FALSE, targets[i].id, game_title (gettext (targets[i].label), targets[i].format));
  end_rows (ids, titles);
}

void
mw_save_kinds (MwFormat now, gboolean side_channel, GPtrArray *ids, GPtrArray *titles)
{
  guint n;
  const MwIoFormat *const *formats = mw_io_formats (&n);
  for (guint i = 0; i < n; i++) {
    MwFormat format = { now.family, now.version, formats[i]->text };
    if (!formats[i]->supports (format))
      continue;
    g_autofree char *upper = g_ascii_strup (formats[i]->id, -1);
    gboolean is_now = format.text == now.text;
    if (!format.text) {
      add_row (ids, titles, is_now, formats[i]->id, g_strdup_printf ("%s (%s)", upper, formats[i]->suffix));
      continue;
    }
    add_row (ids, titles, is_now && !side_channel, formats[i]->id,
             g_strdup_printf (_ ("%s text (%s)"), upper, formats[i]->suffix));
    add_row (ids, titles, is_now && side_channel, SIDE_CHANNEL,
             g_strdup_printf (_ ("%s text that keeps everything (%s)"), upper, formats[i]->suffix));
  }
  end_rows (ids, titles);
}

MwSaveOptions
mw_save_choice (MwFormat now, gboolean side_channel, const char *game, const char *kind)
{
  MwSaveOptions choice = { .format = now, .side_channel = side_channel };
  MwFormat format;
  if (game && strcmp (game, AS_NOW) != 0 && mw_target_format (game, &format)) {
    choice.format = format;
    choice.format.text = now.text;
  }
  guint n;
  const MwIoFormat *const *formats = mw_io_formats (&n);
  for (guint i = 0; kind && i < n; i++)
    if (strcmp (formats[i]->id, kind) == 0) {
      choice.format.text = formats[i]->text;
      choice.side_channel = FALSE;
    }
  if (g_strcmp0 (kind, SIDE_CHANNEL) == 0)
    choice.format.text = choice.side_channel = TRUE;
  return choice;
}

/* --- Names ---------------------------------------------------------------------------------------------------------- */

static const MwIoFormat *
format_with_suffix_of (const char *path, const MwFormat *like)
{
  guint n;
  const MwIoFormat *const *formats = mw_io_formats (&n);
  g_autofree char *lower = g_ascii_strdown (path, -1);
  for (guint i = 0; i < n; i++) {
    MwFormat format = like ? (MwFormat) { like->family, like->version, formats[i]->text } : (MwFormat) { 0 };
    if (g_str_has_suffix (lower, formats[i]->suffix) && (!like || formats[i]->supports (format)))
      return formats[i];
  }
  return NULL;
}

gboolean
mw_format_of_name (const char *path, MwFormat *format)
{
  const MwIoFormat *io = format_with_suffix_of (path, format);
  if (io)
    format->text = io->text;
  return io != NULL;
}

char *
mw_name_without_suffix (const char *path)
{
  const MwIoFormat *io = format_with_suffix_of (path, NULL);
  return g_strndup (path, io ? strlen (path) - strlen (io->suffix) : strlen (path));
}

const char *
mw_format_suffix (MwFormat format)
{
  guint n;
  const MwIoFormat *const *formats = mw_io_formats (&n);
  for (guint i = 0; i < n; i++)
    if (formats[i]->supports (format))
      return formats[i]->suffix;
  return "";
}

char *
mw_save_target_by_name (const char *path, MwFormat now, MwFormat picked, MwFormat *format)
{
  *format = picked;
  return picked.text != now.text && mw_format_of_name (path, format) && format->text != picked.text ? g_strdup (path)
                                                                                                    : NULL;
}

char *
mw_save_target (const char *path, MwFormat now, MwFormat picked, MwFormat *format)
{
  *format = picked;
  if (!mw_format_of_name (path, format))
    return g_strconcat (path, mw_format_suffix (picked), NULL);
  if (picked.text == now.text || format->text == picked.text)
    return g_strdup (path);
  g_autofree char *stem = mw_name_without_suffix (path);
  *format = picked;
  return g_strconcat (stem, mw_format_suffix (picked), NULL);
}
