/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/save/own-files.h"
#include "core/base/cache-file.h"

/* Workers of several windows may save at the same time. */
static GMutex mutex;

static char *
path_of_list (void)
{
  return g_build_filename (g_get_user_state_dir (), "modelwright", "own-files", NULL);
}

static GStrv
read_list (void)
{
  g_autofree char *path = path_of_list ();
  g_autoptr (GBytes) bytes = mw_file_read (path, NULL, NULL);
  gsize size = 0;
  const char *data = bytes ? g_bytes_get_data (bytes, &size) : NULL;
  g_autofree char *text = g_strndup (data ? data : "", size);
  return g_strsplit (text, "\n", -1);
}

static char *
sum_of (GBytes *bytes)
{
  return g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
}

void
mw_own_files_mark (MwFileSet *files)
{
  g_mutex_lock (&mutex);
  g_auto (GStrv) lines = read_list ();
  g_mutex_unlock (&mutex);
  for (guint i = 0; *lines && i < files->parts->len; i++) {
    MwFilePart *part = files->parts->pdata[i];
    g_autoptr (GBytes) now = part->ours || !part->path ? NULL : mw_file_read (part->path, NULL, NULL);
    g_autofree char *sum = now ? sum_of (now) : NULL;
    if (sum && g_strv_contains ((const char *const *) lines, sum))
      part->ours = TRUE;
  }
}

void
mw_own_files_add (const MwFileSet *files, const MwFileSet *was)
{
  g_autoptr (GPtrArray) sums = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < files->parts->len; i++) {
    const MwFilePart *part = files->parts->pdata[i], *old = was ? mw_file_set_find (was, part->role) : NULL;
    if (!old || !old->bytes || !g_bytes_equal (old->bytes, part->bytes))
      g_ptr_array_add (sums, sum_of (part->bytes));
  }
  if (!sums->len)
    return;
  g_mutex_lock (&mutex);
  g_auto (GStrv) lines = read_list ();
  guint n = g_strv_length (lines), keep = MW_OWN_FILES_MOST > sums->len ? MW_OWN_FILES_MOST - sums->len : 0;
  g_autoptr (GString) text = g_string_new (NULL);
  /* The text ends with a line break, so the last line is empty. */
  for (guint i = n > keep + 1 ? n - keep - 1 : 0; i < n; i++)
    if (*lines[i] && !g_ptr_array_find_with_equal_func (sums, lines[i], g_str_equal, NULL))
      g_string_append_printf (text, "%s\n", lines[i]);
  for (guint i = 0; i < sums->len; i++)
    g_string_append_printf (text, "%s\n", (const char *) sums->pdata[i]);
  g_autofree char *path = path_of_list ();
  g_autoptr (GBytes) bytes = g_string_free_to_bytes (g_steal_pointer (&text));
  /* What cannot be remembered costs a backup that is not needed, and nothing else. */
  mw_cache_file_write (path, bytes, NULL);
  g_mutex_unlock (&mutex);
}
