/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/io/salvaged.h"

static void
same_bytes (const MwFileSet *files, const MwFileSet *as, const char *what)
{
  for (guint i = 0; i < files->parts->len; i++) {
    const MwFilePart *part = files->parts->pdata[i], *was = mw_file_set_find (as, part->role);
    if (!was || !g_bytes_equal (part->bytes, was->bytes))
      g_error ("%s: %s has other bytes", what, part->role);
  }
}

static void
check_list (const MwSalvage *salvage, const char *what)
{
  for (guint i = 0; i < salvage->entries->len; i++) {
    const MwSalvageEntry *entry = &g_array_index (salvage->entries, MwSalvageEntry, i);
    if (!*entry->what || !*entry->why || (entry->offset < 0 && !entry->line && !entry->path))
      g_error ("%s: an entry without a place: %s, %s", what, entry->what, entry->why);
  }
}

gboolean
salvage_check (const MwFileSet *set, const char *what)
{
  g_autoptr (MwSalvage) salvage = mw_salvage_new (), again = mw_salvage_new ();
  g_autoptr (GError) error = NULL;
  MwFormat format, found;
  MwModel *strict = mw_io_read (set, NULL, NULL, NULL);
  gboolean sound = strict != NULL;
  mw_model_free (strict);
  g_autoptr (MwFileSet) files = mw_io_salvage (set, &format, salvage, NULL, &error);
  if (!files) {
    if (sound || !error || !*error->message)
      g_error ("%s: not salvaged: %s", what, error ? error->message : "no reason");
    return FALSE;
  }
  if (sound != (salvage->n == 0))
    g_error ("%s: %u entries for a file that is %s", what, salvage->n, sound ? "sound" : "broken");
  check_list (salvage, what);
  if (sound)
    same_bytes (files, set, what);
  MwModel *model = mw_io_read (files, &found, NULL, &error);
  if (!model)
    g_error ("%s: salvaged, but not read: %s", what, error->message);
  g_autoptr (MwFileSet) written = mw_io_write (model, found, NULL, &error);
  if (!written)
    g_error ("%s: salvaged, but not written: %s", what, error->message);
  if (!found.text)
    same_bytes (written, files, what);
  mw_model_free (model);
  g_autoptr (MwFileSet) twice = mw_io_salvage (files, &found, again, NULL, &error);
  if (!twice)
    g_error ("%s: salvaged, and not again: %s", what, error->message);
  if (again->n) {
    g_autofree char *entry = mw_salvage_describe (&g_array_index (again->entries, MwSalvageEntry, 0));
    g_error ("%s: salvaged, and still not sound: %s", what, entry);
  }
  return TRUE;
}
