/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/vfs/names.h"
#include "core/image/image.h"

#include <string.h>

gboolean
mw_name_is_image (const char *name)
{
  const char *const *extensions = mw_image_extensions ();
  const char *dot = strrchr (name, '.');
  for (guint i = 0; dot && extensions[i]; i++)
    if (g_ascii_strcasecmp (dot, extensions[i]) == 0)
      return TRUE;
  return FALSE;
}

char *
mw_name_spelling (const char *wanted, guint n)
{
  const char *const *extensions = mw_image_extensions ();
  const char *dot = strrchr (wanted, '.');
  if (n == 0)
    return g_strdup (wanted);
  for (guint i = 0; mw_name_is_image (wanted) && extensions[i]; i++)
    if (i == n - 1)
      return g_strdup_printf ("%.*s%s", (int) (dot - wanted), wanted, extensions[i]);
  return NULL;
}

int
mw_name_compare (gconstpointer a, gconstpointer b)
{
  return g_ascii_strcasecmp (*(const char *const *) a, *(const char *const *) b);
}
