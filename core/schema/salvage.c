/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/salvage.h"

static void
clear_entry (gpointer data)
{
  MwSalvageEntry *entry = data;
  g_free (entry->path);
  g_free (entry->what);
  g_free (entry->why);
}

MwSalvage *
mw_salvage_new (void)
{
  MwSalvage *salvage = g_new0 (MwSalvage, 1);
  salvage->entries = g_array_new (FALSE, FALSE, sizeof (MwSalvageEntry));
  g_array_set_clear_func (salvage->entries, clear_entry);
  salvage->lost = g_hash_table_new (NULL, NULL);
  salvage->left_out = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return salvage;
}

void
mw_salvage_free (MwSalvage *salvage)
{
  if (!salvage)
    return;
  g_array_unref (salvage->entries);
  g_hash_table_unref (salvage->lost);
  g_hash_table_unref (salvage->left_out);
  g_free (salvage);
}

void
mw_salvage_add (MwSalvage *salvage, MwSalvageKind kind, const GError *why, const char *what, ...)
{
  salvage->n++;
  salvage->n_dropped += kind == MW_SALVAGE_DROPPED;
  if (salvage->entries->len >= MW_SALVAGE_KEPT)
    return;
  va_list args;
  va_start (args, what);
  MwSalvageEntry entry = { kind,
                           mw_error_offset (why),
                           mw_error_line (why),
                           mw_error_column (why),
                           g_strdup (mw_error_path (why)),
                           g_strdup_vprintf (what, args),
                           g_strdup (why->message) };
  va_end (args);
  g_array_append_val (salvage->entries, entry);
}

void
mw_salvage_lose (MwSalvage *salvage, const MwField *list)
{
  g_hash_table_add (salvage->lost, (gpointer) list);
}

void
mw_salvage_clear (MwSalvage *salvage)
{
  g_array_set_size (salvage->entries, 0);
  g_hash_table_remove_all (salvage->lost);
  salvage->n = salvage->n_dropped = 0;
}

const char *
mw_salvage_kind_name (MwSalvageKind kind)
{
  return kind == MW_SALVAGE_DROPPED ? "dropped" : "guessed";
}

char *
mw_salvage_describe (const MwSalvageEntry *entry)
{
  GString *text = g_string_new (NULL);
  if (entry->line)
    g_string_append_printf (text, "line %u", entry->line);
  else if (entry->offset >= 0)
    g_string_append_printf (text, "byte 0x%" G_GINT64_MODIFIER "X", entry->offset);
  if (entry->path)
    g_string_append_printf (text, "%s%s", text->len ? " in " : "", entry->path);
  g_string_append_printf (text, "%s%s %s: %s", text->len ? ": " : "", mw_salvage_kind_name (entry->kind), entry->what,
                          entry->why);
  return g_string_free (text, FALSE);
}
