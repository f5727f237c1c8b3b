/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/vfs/skins.h"

#include <string.h>

enum { OBJECT_SKIN = 2, FIRST_CREATURE_SKIN = 11, LAST_CREATURE_SKIN = 13 };

/* The file name without folders and extension, in lower case. */
static char *
stem_of (const char *name)
{
  const char *slash = strrchr (name, '/'), *backslash = strrchr (name, '\\');
  const char *base = MAX (slash ? slash + 1 : name, backslash ? backslash + 1 : name);
  const char *dot = strrchr (base, '.');
  return g_ascii_strdown (base, dot && dot != base ? dot - base : -1);
}

/* How poorly an image fits the model: smaller is better, G_MAXUINT means that it does not fit. */
static guint
distance (const char *image, const char *model, guint type)
{
  g_autofree char *stem = stem_of (image);
  size_t length = strlen (stem), own = strlen (model);
  if (own == 0 || strncmp (stem, model, own) != 0)
    return G_MAXUINT;
  char last = length > own ? stem[length - 1] : '\0';
  guint number = type > FIRST_CREATURE_SKIN && type <= LAST_CREATURE_SKIN ? type - FIRST_CREATURE_SKIN + 1 : 1;
  gboolean other = g_ascii_isdigit (last) && (guint) (last - '0') != number;
  if (number > 1 && (!g_ascii_isdigit (last) || other))
    return G_MAXUINT;
  return (guint) MIN (length - own, 1000) + (strstr (stem + own, "skin") ? 0 : 2000) + (other ? 4000 : 0);
}

/* The only image with "skin" in its name, or the only image at all; else NULL. */
static const char *
only_one (const GPtrArray *images)
{
  const char *found = NULL;
  guint n = 0;
  for (guint i = 0; i < images->len; i++) {
    g_autofree char *stem = stem_of (images->pdata[i]);
    if (strstr (stem, "skin")) {
      found = images->pdata[i];
      n++;
    }
  }
  return n == 1 ? found : n == 0 && images->len == 1 ? images->pdata[0] : NULL;
}

char *
mw_skin_find (MwLookup *lookup, const char *model, guint type)
{
  if (type != OBJECT_SKIN && (type < FIRST_CREATURE_SKIN || type > LAST_CREATURE_SKIN))
    return NULL;
  g_autoptr (GPtrArray) images = mw_lookup_images (lookup);
  g_autofree char *stem = stem_of (model);
  const char *best = NULL;
  guint least = G_MAXUINT;
  for (guint i = 0; i < images->len; i++) {
    guint far = distance (images->pdata[i], stem, type);
    if (far < least) {
      least = far;
      best = images->pdata[i];
    }
  }
  if (!best && type == FIRST_CREATURE_SKIN)
    best = only_one (images);
  return best ? mw_lookup_find (lookup, best) : NULL;
}
