/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/origin.h"

#include <string.h>

MwOrigin *
mw_origin_new (const char *from, const char *name, MwPlaces *places, gboolean archive)
{
  MwOrigin *origin = g_new0 (MwOrigin, 1);
  origin->from = g_strdup (from);
  origin->name = g_strdelimit (g_strdup (name), "\\", '/');
  origin->places = places ? mw_places_ref (places) : NULL;
  origin->archive = archive;
  return origin;
}

MwOrigin *
mw_origin_of_path (const char *path)
{
  g_autofree char *archive = NULL, *name = NULL;
  if (!path || !mw_archive_split (path, &archive, &name))
    return NULL;
  g_autofree char *base = g_filename_display_basename (archive);
  return mw_origin_new (base, name, NULL, TRUE);
}

MwOrigin *
mw_origin_copy (const MwOrigin *origin)
{
  return mw_origin_new (origin->from, origin->name, origin->places, origin->archive);
}

void
mw_origin_free (MwOrigin *origin)
{
  if (!origin)
    return;
  g_clear_pointer (&origin->places, mw_places_unref);
  g_free (origin->from);
  g_free (origin->name);
  g_free (origin);
}

const char *
mw_origin_base (const MwOrigin *origin)
{
  const char *slash = strrchr (origin->name, '/');
  return slash ? slash + 1 : origin->name;
}

gboolean
mw_origin_equal (const MwOrigin *a, const MwOrigin *b)
{
  /* A game has its own name, and its archives may have been opened again since. */
  return strcmp (a->from, b->from) == 0 && a->archive == b->archive && (!a->archive || a->places == b->places)
         && g_ascii_strcasecmp (a->name, b->name) == 0;
}
