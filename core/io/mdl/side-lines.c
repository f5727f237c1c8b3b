/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/mdl/side-private.h"

#include <string.h>

/* Lines of a side channel that is being written: items that can share one, what they need to be known again, and which of them
 * there is room for. */

/* Items of one word and value whose paths differ in the first index only. */
typedef struct {
  char *before, *after, *value; /* of the index; `after` NULL: one item, with `before` its whole key */
  GArray *places;               /* guint32 */
  char *text;
  gboolean bounded, written, chosen; /* chosen: or being asked about */
} Line;

typedef struct {
  MwMdlSide *side;
  const MwModel *stated;
  GArray *items;      /* MwMdlSideItem */
  GHashTable *counts; /* indices of items + 1, by the path of their list; 0: it needs none */
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

/* --- How many records there were ------------------------------------------------------------------------------------ */

/* The path of the next list or array that a note's path has an index into, or of the array that it is the tail of; *at begins
 * at 0. Free with g_free(). */
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

/* For all lists and arrays that notes name something of by its place, outer ones first. */
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

/* Items that the one at `i` begins, all written or none: a loss is stated with all its lines or not at all, for half a field is
 * as lost as a whole one. */
static guint
end_of_unit (const Writing *w, guint i)
{
  gint loss = g_array_index (w->items, MwMdlSideItem, i++).loss;
  while (loss >= 0 && i < w->items->len && g_array_index (w->items, MwMdlSideItem, i).loss == loss)
    i++;
  return i;
}

/* Gathers items that can share a line, in the order of the first of each. Where not all lines are written those of several items
 * that belong together are `apart` from others': a shared line would be written with half of them. */
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

/* Asks for a line; the bytes that it adds. */
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

/* The first line always, and where the chunks stood, which is short; then what is lost without a line, then how a file spelled what
 * text states. */
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

static int
by_text (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Counts stand behind all else and sorted: which list was met first depends on the order in which a reader hung up notes. */
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
  g_ptr_array_sort (counts, by_text);
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
