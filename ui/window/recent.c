/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/recent.h"

#include <gtk/gtk.h>

/* Entries with this group are ours; file choosers add entries for the application without a group. */
#define GROUP "Modelwright models"

static const char *
mime_type_of (MwFormat format)
{
  if (format.family == MW_FAMILY_M2)
    return "model/x-worldofwarcraft-m2";
  return format.text ? "model/x-warcraft3-mdl" : "model/x-warcraft3-mdx";
}

void
mw_recent_note (const char *path, MwFormat format)
{
  /* To see whether there are groups, GTK 4.8 tests the first byte of the array instead of its first pointer, and finds none if
   * the low byte of that address is 0. The address one byte into an aligned text is odd, so its low byte is not 0. */
  static _Alignas(8) char text[] = "-" GROUP;
  static char *groups[] = { text + 1, NULL };
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
  if (uri)
    gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri,
                                 &(GtkRecentData) { .mime_type = (char *) mime_type_of (format),
                                                    .app_name = (char *) "modelwright",
                                                    .app_exec = (char *) "modelwright %u",
                                                    .groups = groups });
}

/* Sorts by the `modified` time of the entries: opening a file again updates it, but not `visited`. */
static int
newest_first (gconstpointer a, gconstpointer b)
{
  return g_date_time_compare (gtk_recent_info_get_modified ((GtkRecentInfo *) b),
                              gtk_recent_info_get_modified ((GtkRecentInfo *) a));
}

char **
mw_recent_list (unsigned max)
{
  GList *items = g_list_sort (gtk_recent_manager_get_items (gtk_recent_manager_get_default ()), newest_first);
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();
  for (GList *at = items; at && max; at = at->next) {
    GtkRecentInfo *info = at->data;
    if (!gtk_recent_info_has_group (info, GROUP) || !gtk_recent_info_is_local (info) || !gtk_recent_info_exists (info))
      continue;
    g_autofree char *path = g_filename_from_uri (gtk_recent_info_get_uri (info), NULL, NULL);
    if (!path)
      continue;
    g_strv_builder_add (paths, path);
    max--;
  }
  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);
  return g_strv_builder_end (paths);
}

void
mw_recent_clear (void)
{
  GtkRecentManager *manager = gtk_recent_manager_get_default ();
  GList *items = gtk_recent_manager_get_items (manager);
  for (GList *at = items; at; at = at->next)
    if (gtk_recent_info_has_group (at->data, GROUP))
      gtk_recent_manager_remove_item (manager, gtk_recent_info_get_uri (at->data), NULL);
  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);
}
