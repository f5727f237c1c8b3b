/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/vfs/stock.h"
#include "core/schema/catalogue.h"

#include <string.h>

static char
folded (char c)
{
  return c == '/' ? '\\' : g_ascii_tolower (c);
}

static gboolean
is_in (const char *name, const char *folder)
{
  while (*folder && folded (*name) == folded (*folder))
    name++, folder++;
  return !*folder && *name;
}

const char *
mw_stock_folder (MwFamily family, const char *name)
{
  const MwNames *folders = mw_catalogue_names (family == MW_FAMILY_MDX ? MW_CATALOGUE_STOCK_FOLDER
                                                                       : MW_CATALOGUE_STOCK_FOLDER_WOW);
  const char *colon = strchr (name, ':');
  if (family == MW_FAMILY_MDX && colon && colon - name > 6 && g_ascii_strncasecmp (colon - 6, ".w3mod", 6) == 0)
    name = colon + 1;
  for (guint i = 0; i < folders->n; i++)
    if (is_in (name, folders->names[i].name))
      return folders->names[i].name;
  return NULL;
}
