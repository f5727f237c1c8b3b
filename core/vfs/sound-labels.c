/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/vfs/sound-labels.h"
#include "core/vfs/slk.h"

/* Those of the game have less than 1 MB. */
#define MOST_BYTES ((gsize) 16 * 1024 * 1024)

/* NULL: it is not there, or there is a line in `wrong`. */
static MwSlk *
read_table (MwLookup *lookup, const char *name, GString *wrong)
{
  g_autofree char *found = mw_lookup_find (lookup, name);
  g_autoptr (GError) error = NULL;
  if (!found)
    return NULL;
  g_autoptr (GBytes) bytes = mw_lookup_read (lookup, name, MOST_BYTES, &error);
  MwSlk *slk = bytes ? mw_slk_read (bytes, &error) : NULL;
  if (!slk)
    g_string_append_printf (wrong, "%s%s: %s", wrong->len ? "\n" : "", found, error->message);
  return slk;
}

static void
add_rows (const MwSlk *slk, int id_column, int label_column, GHashTable *labels)
{
  for (guint row = 0; row < mw_slk_n_rows (slk); row++) {
    const char *id = mw_slk_text (slk, row, id_column), *label = mw_slk_text (slk, row, label_column);
    if (id && label)
      g_hash_table_replace (labels, g_ascii_strdown (id, -1), g_utf8_make_valid (label, -1));
  }
}

GHashTable *
mw_sound_labels_read (MwLookup *lookup, char **wrong)
{
  GHashTable *labels = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  GString *lines = g_string_new (NULL);
  g_autoptr (MwSlk) sounds = read_table (lookup, "UI\\SoundInfo\\AnimSounds.slk", lines);
  g_autoptr (MwSlk) lookups = read_table (lookup, "UI\\SoundInfo\\AnimLookups.slk", lines);
  if (sounds)
    add_rows (sounds, mw_slk_column (sounds, "AnimationEventCode"), 0, labels);
  if (lookups)
    add_rows (lookups, 0, mw_slk_column (lookups, "SoundLabel"), labels);
  *wrong = g_string_free (lines, lines->len == 0);
  return labels;
}

const char *
mw_sound_label (GHashTable *labels, const char *id)
{
  g_autofree char *lower = g_ascii_strdown (id, -1);
  return labels ? g_hash_table_lookup (labels, lower) : NULL;
}
