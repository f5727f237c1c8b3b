/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/splat-tables.h"
#include "core/vfs/slk.h"

#include <string.h>

/* Those of the game have less than 100 kB. */
#define MOST_BYTES ((gsize) 16 * 1024 * 1024)

static double
number (const MwSlk *slk, guint row, const char *heading, double otherwise)
{
  return mw_slk_number (slk, row, mw_slk_column (slk, heading), otherwise);
}

static float
seconds (const MwSlk *slk, guint row, const char *heading)
{
  return (float) CLAMP (number (slk, row, heading, 0), 0, 1e6);
}

/* A count or the number of a cell, 0 to 65535. */
static guint32
count (const MwSlk *slk, guint row, const char *heading, double otherwise)
{
  return (guint32) CLAMP (number (slk, row, heading, otherwise), 0, 65535);
}

/* The folder of the row, or the usual one, and its file. NULL: the row has none. Free with g_free(). */
static char *
image_of (const MwSlk *slk, guint row)
{
  const char *folder = mw_slk_text (slk, row, mw_slk_column (slk, "Dir"));
  const char *file = mw_slk_text (slk, row, mw_slk_column (slk, "file"));
  if (!file)
    return NULL;
  if (!folder)
    folder = "ReplaceableTextures\\Splats";
  const char *slash = g_str_has_suffix (folder, "\\") || g_str_has_suffix (folder, "/") ? "" : "\\";
  g_autofree char *path = g_strconcat (folder, slash, file, ".blp", NULL);
  return g_utf8_make_valid (path, -1);
}

static void
read_colours (const MwSlk *slk, guint row, float rgba[3][4])
{
  static const char *const parts[] = { "Start", "Middle", "End" };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    for (guint k = 0; k < 4; k++) {
      g_autofree char *heading = g_strdup_printf ("%s%c", parts[i], "RGBA"[k]);
      rgba[i][k] = (float) (CLAMP (number (slk, row, heading, 255), 0, 255) / 255);
    }
}

static MwSplatKind *
read_kind (const MwSlk *slk, guint row, gboolean uber)
{
  MwSplatKind *kind = g_new0 (MwSplatKind, 1);
  kind->image = image_of (slk, row);
  kind->half_side = (float) CLAMP (number (slk, row, "Scale", 1), 0, 1e6);
  kind->filter_mode = count (slk, row, "BlendMode", 0);
  read_colours (slk, row, kind->rgba);
  kind->times[0] = seconds (slk, row, uber ? "BirthTime" : "Lifespan");
  kind->times[1] = uber ? seconds (slk, row, "PauseTime") : 0;
  kind->times[2] = seconds (slk, row, "Decay");
  kind->rows = uber ? 1 : count (slk, row, "Rows", 1);
  kind->columns = uber ? 1 : count (slk, row, "Columns", 1);
  static const char *const cells[2][3] = { { "UVLifespanStart", "UVLifespanEnd", "LifespanRepeat" },
                                           { "UVDecayStart", "UVDecayEnd", "DecayRepeat" } };
  for (guint i = 0; i < 2; i++)
    for (guint k = 0; k < 3; k++)
      kind->cells[i][k] = uber ? k == 2 : count (slk, row, cells[i][k], k == 2);
  return kind;
}

/* Adds the rows of a table to the kinds. If it is there and cannot be read, adds a line to `wrong`. */
static void
add_table (MwLookup *lookup, const char *name, gboolean uber, GHashTable *kinds, GString *wrong)
{
  g_autofree char *found = mw_lookup_find (lookup, name);
  g_autoptr (GError) error = NULL;
  if (!found)
    return;
  g_autoptr (GBytes) bytes = mw_lookup_read (lookup, name, MOST_BYTES, &error);
  g_autoptr (MwSlk) slk = bytes ? mw_slk_read (bytes, &error) : NULL;
  if (!slk) {
    g_string_append_printf (wrong, "%s%s: %s", wrong->len ? "\n" : "", found, error->message);
    return;
  }
  for (guint row = 0; row < mw_slk_n_rows (slk); row++) {
    const char *id = mw_slk_text (slk, row, 0);
    if (id)
      g_hash_table_replace (kinds, mw_splat_name (uber, id), read_kind (slk, row, uber));
  }
}

GHashTable *
mw_splat_tables_read (MwLookup *lookup, char **wrong)
{
  GHashTable *kinds = mw_splat_kinds_new ();
  GString *lines = g_string_new (NULL);
  add_table (lookup, "Splats\\SplatData.slk", FALSE, kinds, lines);
  add_table (lookup, "Splats\\UberSplatData.slk", TRUE, kinds, lines);
  *wrong = g_string_free (lines, lines->len == 0);
  return kinds;
}
