/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/vfs/names.h"
#include "core/image/image.h"

#include <string.h>

char *
mw_name_spelling (const char *wanted, guint n)
{
  const char *const *extensions = mw_image_extensions ();
  const char *base = strrchr (wanted, '/'), *dot = strrchr (wanted, '.');
  gboolean texture = FALSE;
  if (n == 0)
    return g_strdup (wanted);
  if (!dot || (base && dot < base))
    return NULL;
  for (guint i = 0; extensions[i]; i++)
    texture |= g_ascii_strcasecmp (dot, extensions[i]) == 0;
  for (guint i = 0; texture && extensions[i]; i++)
    if (i == n - 1)
      return g_strdup_printf ("%.*s%s", (int) (dot - wanted), wanted, extensions[i]);
  return NULL;
}

int
mw_name_compare (gconstpointer a, gconstpointer b)
{
  return g_ascii_strcasecmp (*(const char *const *) a, *(const char *const *) b);
}
