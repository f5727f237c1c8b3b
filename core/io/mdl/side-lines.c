/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/io/mdl/side-private.h"

#include <string.h>

/* Turns items into lines of a side channel: which items share a line, which counts and marks they need, and which
 * lines there is room for. */

/* Items with the same word and value whose paths differ only in the first index. */
typedef struct {
  char *before, *after, *value; /* the key before and after the index; `after` NULL: a single item, and `before` is
                                 * its whole key */
  GArray *places;               /* guint32: the indices */
  char *text;
  gboolean bounded, written, chosen; /* chosen: it is, or is being considered */
} Line;

typedef struct {
  MwMdlSide *side;
  const MwModel *stated;
  GArray *items;      /* MwMdlSideItem */
  GHashTable *counts; /* index + 1 of the count item, by the path of its list; 0: the list needs none */
} Writing;

static void
line_clear (gpointer data)
{
  Line *line = data;
  g_free (line->before);
  g_free (line->after);
  g_free (line->value);
  g_free (line->text);
  g_array_unref (line->places);
}

/* --- Counts of records ---------------------------------------------------------------------------------------------- */

/* The path of the next list or array that a note's path indexes, or of the array that it extends; *at starts at 0.
 * Free with g_free(). */
static char *
next_list (const MwMdlSideItem *item, gsize *at)
{
  const char *colon = strcmp (item->word, "note:") == 0 ? strchr (item->path, ':') : NULL;
  const char *path = colon ? colon + 1 : item->path, *open = strchr (path + *at, '[');
  if (!item->bounded || item->counts)
    return NULL;
  if (open) {
    *at = (gsize) (open - path) + 1;
    return g_strndup (path, (gsize) (open - path));
  }
  gboolean tail = strcmp (item->word, "tail:") == 0 && path[*at];
  *at = strlen (path);
  return tail ? g_strdup (path) : NULL;
}

/* Adds counts for all lists and arrays that notes index, outer ones first. */
static void
add_counts (Writing *w)
{
  for (guint i = 0, n = w->items->len; i < n; i++) {
    gsize at = 0;
    for (char *list; (list = next_list (&g_array_index (w->items, MwMdlSideItem, i), &at));) {
      uint32_t length;
      g_autoptr (GString) marks = g_string_new (NULL);
      if (g_hash_table_contains (w->counts, list)) {
        g_free (list);
        continue;
      }
      gboolean ok = mw_mdl_side_marks (w->side, w->stated, list, &length, marks);
      char *value = marks->len ? g_strdup_printf ("[%u,\"%s\"]", length, marks->str) : g_strdup_printf ("%u", length);
      MwMdlSideItem item = {
        g_strdup (MW_MDL_SIDE_COUNT), g_strdup (list), value, -1, .bounded = TRUE, .counts = TRUE
      };
      if (ok)
        g_array_append_val (w->items, item);
      else
        mw_mdl_side_item_clear (&item);
      g_hash_table_insert (w->counts, list, GUINT_TO_POINTER (ok ? w->items->len : 0));
    }
  }
}

/* --- Lines ---------------------------------------------------------------------------------------------------------- */

static gint
compare_places (gconstpointer a, gconstpointer b)
{
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;
  return (x > y) - (x < y);
}

static char *
line_text (Line *line)
{
  GString *text = g_string_new (MW_MDL_NOTE_MARK " ");
  g_string_append (text, line->before);
  g_array_sort (line->places, compare_places);
  for (guint i = 0; line->after && i < line->places->len; i++) {
    guint32 first = g_array_index (line->places, guint32, i), last = first;
    g_string_append_printf (text, i ? ",%u" : "%u", first);
    while (i + 1 < line->places->len && g_array_index (line->places, guint32, i + 1) == last + 1)
      last = g_array_index (line->places, guint32, ++i);
    if (last > first)
      g_string_append_printf (text, ":%u", last + 1);
  }
  g_string_append_printf (text, "%s %s\n", line->after ? line->after : "", line->value);
  return g_string_free (text, FALSE);
}

/* The end of the unit that starts with the item at `i`. A unit is written completely or not at all: half of a loss's
 * lines would be no use. */
static guint
end_of_unit (const Writing *w, guint i)
{
  gint loss = g_array_index (w->items, MwMdlSideItem, i++).loss;
  while (loss >= 0 && i < w->items->len && g_array_index (w->items, MwMdlSideItem, i).loss == loss)
    i++;
  return i;
}

/* Collects items that can share a line, in the order of the first item of each. With `apart`, items of a unit share
 * lines only within it; needed when not all lines are written, or a shared line would hold half a unit. */
static GArray *
gather (const Writing *w, gboolean apart)
{
  GArray *items = w->items;
  guint unit = 0, end = 0;
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (Line));
  g_array_set_clear_func (lines, line_clear);
  g_autoptr (GHashTable) by_key = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < items->len; i++) {
    MwMdlSideItem *item = &g_array_index (items, MwMdlSideItem, i);
    if (i == end) {
      unit = i;
      end = end_of_unit (w, i);
    }
    const char *open = item->bounded ? strchr (item->path, '[') : NULL, *close = open ? strchr (open, ']') : NULL;
    Line line = { .value = g_strdup (item->value), .bounded = item->bounded };
    guint32 place = open ? (guint32) g_ascii_strtoull (open + 1, NULL, 10) : 0;
    if (!open) {
      line.before = g_strconcat (item->word, item->path, NULL);
    } else {
      line.before = g_strdup_printf ("%s%.*s[", item->word, (int) (open - item->path), item->path);
      line.after = g_strdup (close);
      char *key = g_strdup_printf ("%s\n%s\n%s\n%u", line.before, line.after, line.value,
                                   apart && end > unit + 1 ? unit + 1 : 0);
      guint known = GPOINTER_TO_UINT (g_hash_table_lookup (by_key, key));
      if (known) {
        g_free (key);
        g_array_append_val (g_array_index (lines, Line, known - 1).places, place);
        item->line = known - 1;
        g_free (line.before);
        g_free (line.after);
        g_free (line.value);
        continue;
      }
      g_hash_table_insert (by_key, key, GUINT_TO_POINTER (lines->len + 1));
    }
    line.places = g_array_new (FALSE, FALSE, 4);
    g_array_append_val (line.places, place);
    item->line = lines->len;
    g_array_append_val (lines, line);
  }
  for (guint i = 0; i < lines->len; i++) {
    Line *line = &g_array_index (lines, Line, i);
    line->text = line_text (line);
  }
  return lines;
}

/* Chooses a line; returns the number of bytes that it adds. */
static gsize
ask_for (GArray *lines, GPtrArray *asked, guint index)
{
  Line *line = &g_array_index (lines, Line, index);
  if (line->chosen)
    return 0;
  line->chosen = TRUE;
  g_ptr_array_add (asked, line);
  return line->bounded ? strlen (line->text) : 0;
}

static gboolean
choose_unit (const Writing *w, GArray *lines, guint from, guint to, gsize *left)
{
  g_autoptr (GPtrArray) asked = g_ptr_array_new ();
  gsize size = 0;
  for (guint i = from; i < to; i++) {
    const MwMdlSideItem *item = &g_array_index (w->items, MwMdlSideItem, i);
    gsize at = 0;
    size += ask_for (lines, asked, item->line);
    for (char *list; (list = next_list (item, &at)); g_free (list)) {
      guint known = GPOINTER_TO_UINT (g_hash_table_lookup (w->counts, list));
      if (known)
        size += ask_for (lines, asked, g_array_index (w->items, MwMdlSideItem, known - 1).line);
    }
  }
  gboolean fits = size <= *left;
  *left -= fits ? size : 0;
  for (guint i = 0; i < asked->len; i++) {
    Line *line = asked->pdata[i];
    line->chosen = line->written = fits;
  }
  return fits;
}

/* Priority: the first line and the (short) chunk order; then what would be lost without a line; then how a file
 * spelled what text states. */
static guint
pass_of (const MwMdlSideItem *item, guint i)
{
  if (i == 0 || strcmp (item->word, "chunkorder") == 0)
    return 0;
  return item->loss >= 0 ? 1 : 2;
}

/* Whether there was room for all of them. */
static gboolean
choose_lines (const Writing *w, GArray *lines, gsize left)
{
  gboolean all = TRUE;
  for (guint pass = 0; pass < 3; pass++)
    for (guint i = 0, next; i < w->items->len; i = next) {
      const MwMdlSideItem *item = &g_array_index (w->items, MwMdlSideItem, i);
      next = end_of_unit (w, i);
      if (!item->counts && pass == pass_of (item, i))
        all &= choose_unit (w, lines, i, next, &left);
    }
  return all;
}

/* Counts are written last and sorted, because the order in which lists are met depends on the order in which a
 * reader added notes. */
static void
write_lines (GArray *lines, MwBuffer *out)
{
  g_autoptr (GPtrArray) counts = g_ptr_array_new ();
  for (guint i = 0; i < lines->len; i++) {
    const Line *line = &g_array_index (lines, Line, i);
    if (line->written && g_str_has_prefix (line->text, MW_MDL_NOTE_MARK " count:"))
      g_ptr_array_add (counts, line->text);
    else if (line->written)
      mw_buffer_append (out, line->text, strlen (line->text));
  }
  g_ptr_array_sort (counts, mw_compare_texts);
  for (guint i = 0; i < counts->len; i++)
    mw_buffer_append (out, counts->pdata[i], strlen (counts->pdata[i]));
}

void
mw_mdl_side_write_lines (MwMdlSide *side, const MwModel *stated, GArray *items, gsize bound, MwBuffer *out)
{
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Writing w = { side, stated, items, counts };
  add_counts (&w);
  GArray *lines = gather (&w, FALSE);
  if (!choose_lines (&w, lines, bound)) {
    g_array_unref (lines);
    lines = gather (&w, TRUE);
    choose_lines (&w, lines, bound);
  }
  write_lines (lines, out);
  for (guint i = 0; i < items->len; i++) {
    MwMdlSideItem *item = &g_array_index (items, MwMdlSideItem, i);
    item->written = g_array_index (lines, Line, item->line).written;
  }
  g_array_unref (lines);
}
