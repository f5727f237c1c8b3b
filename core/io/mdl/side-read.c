/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/number.h"
#include "core/io/mdl/side-private.h"
#include "core/io/mdl/side-value.h"
#include "core/model/mdlx/chunks.h"
#include "core/schema/wire.h"

#include <string.h>

/* Reads the lines of a side channel, and expands those that name several paths. */

gboolean
mw_mdl_has_side_channel (const MwModel *model)
{
  return mw_notes_find (&model->record, MW_NOTE_SIDE_CHANNEL, NULL) != NULL;
}

void
mw_mdl_set_side_channel (MwModel *model, gboolean has)
{
  if (has)
    mw_notes_add (&model->record, MW_NOTE_SIDE_CHANNEL, NULL, 0, NULL, 0, 0);
  else
    mw_notes_remove (&model->record, MW_NOTE_SIDE_CHANNEL);
}

void
mw_mdl_side_channel_size (const char *text, size_t size, guint *n_lines, gsize *n_bytes)
{
  *n_lines = 0;
  *n_bytes = 0;
  for (const char *at = text, *end = text + size; at < end;) {
    const char *stop = memchr (at, '\n', (size_t) (end - at));
    stop = stop ? stop + 1 : end;
    if ((size_t) (stop - at) > strlen (MW_MDL_NOTE_MARK)
        && memcmp (at, MW_MDL_NOTE_MARK, strlen (MW_MDL_NOTE_MARK)) == 0) {
      ++*n_lines;
      *n_bytes += (gsize) (stop - at);
    }
    at = stop;
  }
}

MwMdlSide *
mw_mdl_side_new (MwMdlx *model, MwFormat format, MwReport *report, size_t text_size)
{
  MwMdlSide *side = g_new0 (MwMdlSide, 1);
  side->model = model;
  side->format = side->binary = format;
  side->format.text = TRUE;
  side->binary.text = FALSE;
  side->report = report;
  side->budget = (guint64) text_size * 32 + ((guint64) 64 << 20);
  side->room = (guint64) text_size * 4 + ((guint64) 1 << 20);
  side->places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  side->lengths = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return side;
}

void
mw_mdl_side_free (MwMdlSide *side)
{
  g_free (side->numbers);
  mw_mdlx_object_ids_clear (&side->ids);
  g_clear_pointer (&side->by_number, g_hash_table_unref);
  g_hash_table_unref (side->places);
  g_hash_table_unref (side->lengths);
  g_free (side);
}

/* --- Lines ---------------------------------------------------------------------------------------------------------- */

/* Splits a line into key and value, both allocated. FALSE if one is missing. */
static gboolean
split (const MwMdlNote *note, char **key, char **value)
{
  *key = *value = NULL;
  const char *blank = note->text, *end = note->text + note->length;
  if (memchr (note->text, 0, note->length))
    return FALSE;
  while (blank < end && !g_ascii_isspace (*blank))
    blank++;
  if (blank == note->text || blank == end)
    return FALSE;
  *key = g_strndup (note->text, (gsize) (blank - note->text));
  while (blank < end && g_ascii_isspace (*blank))
    blank++;
  *value = g_strndup (blank, (gsize) (end - blank));
  return TRUE;
}

static void
drop (MwMdlSide *side, const MwMdlNote *note, const char *key, const char *why)
{
  g_autofree char *shown = g_strndup (key ? key : note->text, MIN (key ? strlen (key) : note->length, 100));
  for (char *p = shown; *p; p++)
    if (!g_ascii_isprint (*p))
      *p = '?';
  mw_report_remark (side->report, MW_REMARK_UNKNOWN, note->line, note->column, "side channel, %s: not kept, %s", shown,
                    why);
}

/* --- Keys that name several records --------------------------------------------------------------------------------- */

/* How many records the list at a path has (only those of the kind in the path). FALSE: there is no such list. */
static gboolean
count_records (MwMdlSide *side, const char *path, uint32_t *n)
{
  MwTarget target;
  *n = 0;
  if (!mw_path_resolve_one (&side->model->model, path, &target, NULL) || !target.field
      || target.field->type != MW_TYPE_LIST)
    return FALSE;
  const MwList *list = mw_record_list (target.record, target.field);
  for (uint32_t i = 0; i < list->n; i++)
    *n += !target.kind || list->items[i]->schema == target.kind;
  return TRUE;
}

/* The key with the present path of its record. NULL, with *why set, if that is gone. Free with g_free(). */
static char *
key_now (MwMdlSide *side, const char *key, const char **why)
{
  const char *open = strchr (key, '['), *colon = open ? g_strrstr_len (key, open - key, ":") : NULL;
  /* Elements after an array's end belong to the array. */
  *why = g_str_has_prefix (key, "tail:") ? mw_mdl_side_why_void (side, key + strlen ("tail:")) : NULL;
  if (*why || !colon)
    return *why ? NULL : g_strdup (key);
  g_autofree char *path = mw_mdl_side_path_now (side, colon + 1, FALSE, why);
  return path ? g_strdup_printf ("%.*s%s", (int) (colon + 1 - key), key, path) : NULL;
}

static gboolean
is_count (const char *key)
{
  return g_str_has_prefix (key, MW_MDL_SIDE_COUNT);
}

/* Notes to try again after all others, at most this many. */
enum { MOST_LATER = 4096 };
typedef struct {
  const MwMdlNote *note;
  char *key;
} Later;

static void
later_clear (gpointer data)
{
  g_free (((Later *) data)->key);
}

static void
apply_one (MwMdlSide *side, const MwMdlNote *note, const char *key, const char *value, GArray *later)
{
  const char *why;
  if (is_count (key)) {
    why = mw_mdl_side_apply_count (side, key + strlen (MW_MDL_SIDE_COUNT), value);
    if (why)
      drop (side, note, key, why);
    return;
  }
  g_autofree char *now = key_now (side, key, &why);
  why = now ? mw_mdl_side_apply (side, now, value) : why;
  if (why == mw_mdl_side_means_nothing && later && later->len < MOST_LATER) {
    Later entry = { note, g_strdup (key) };
    g_array_append_val (later, entry);
  } else if (why) {
    drop (side, note, key, why);
  }
}

/* Applies a line like `word:bones[0:57,60].flags`: the first index may be a list of numbers and ranges. */
static void
apply_spans (MwMdlSide *side, const MwMdlNote *note, const char *key, const char *value, GArray *later)
{
  const char *open = strchr (key, '['), *close = open ? strchr (open, ']') : NULL;
  const char *colon = close ? g_strrstr_len (key, open - key, ":") : NULL;
  if (!colon || mw_mdl_side_is_about_chunks (key) || strcspn (open, ":,") > (gsize) (close - open)) {
    apply_one (side, note, key, value, later);
    return;
  }
  g_autofree char *word = g_strndup (colon + 1, (gsize) (open - colon - 1));
  if (!mw_mdl_side_afford (side, 256 + side->model->nodes.n / 2 + strlen (word))) {
    drop (side, note, key, mw_mdl_side_too_much);
    return;
  }
  const char *why = mw_mdl_side_why_void (side, word);
  if (why) {
    if (!is_count (key))
      drop (side, note, key, why);
    return;
  }
  uint32_t n;
  if (!mw_mdl_side_had (side, word, &n))
    count_records (side, word, &n);
  for (const char *at = open + 1; at < close; at++) {
    int64_t from, to;
    size_t used;
    if (!mw_int_from_text (at, (size_t) (close - at), &used, 0, G_MAXUINT32, &from))
      break;
    at += used;
    to = from + 1;
    if (*at == ':') {
      if (!mw_int_from_text (at + 1, (size_t) (close - at - 1), &used, 0, G_MAXUINT32, &to))
        break;
      at += 1 + used;
    }
    if (*at != ',' && at != close) {
      drop (side, note, key, "its key is not a path");
      return;
    }
    for (int64_t i = from; i < MIN (to, n); i++) {
      /* Each expanded key is paid for. */
      if (!mw_mdl_side_afford (side, strlen (key) + strlen (value))) {
        drop (side, note, key, mw_mdl_side_too_much);
        return;
      }
      g_autofree char *one = g_strdup_printf ("%.*s[%u%s", (int) (open - key), key, (guint) i, close);
      apply_one (side, note, one, value, later);
    }
    if (to > n) {
      g_autofree char *gone = g_strdup_printf ("%.*s[%u:%u%s", (int) (open - key), key, (guint) MAX (from, n),
                                               (guint) to, close);
      drop (side, note, gone, "its path does not exist");
    }
    if (at == close)
      return;
  }
  drop (side, note, key, "its key is not a path");
}

/* --- All of them ---------------------------------------------------------------------------------------------------- */

static gboolean
begins_count (const MwMdlNote *note)
{
  static const char word[] = MW_MDL_SIDE_COUNT;
  return note->length >= sizeof word - 1 && memcmp (note->text, word, sizeof word - 1) == 0;
}

static guint
depth_of (const char *key)
{
  guint n = 0;
  for (; (key = strchr (key, '[')); key++)
    n++;
  return n;
}

/* Reads the counts first, those of outer lists before those of lists inside their records, wherever the lines are. */
static void
read_counts (MwMdlSide *side, const MwMdlNote *notes, guint n, GHashTable *seen)
{
  enum { DEEPEST = 4 };
  for (guint depth = 0; depth <= DEEPEST; depth++)
    for (guint i = 0; i < n; i++) {
      g_autofree char *key = NULL, *value = NULL;
      if (!begins_count (&notes[i]) || !split (&notes[i], &key, &value) || MIN (depth_of (key), DEEPEST) != depth)
        continue;
      if (g_hash_table_add (seen, g_strdup (key)))
        apply_spans (side, &notes[i], key, value, NULL);
      else
        drop (side, &notes[i], key, "another line has the same key");
    }
}

static void
read_notes (MwMdlSide *side, const MwMdlNote *notes, guint n, gboolean chunks)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GArray) later = g_array_new (FALSE, FALSE, sizeof (Later));
  g_array_set_clear_func (later, later_clear);
  MwMdlNote order = { NULL, 0, 0, 0 };
  g_autofree char *order_value = NULL;
  if (!chunks)
    read_counts (side, notes, n, seen);
  for (guint i = 0; i < n; i++) {
    g_autofree char *key = NULL, *value = NULL;
    gboolean is_line = split (&notes[i], &key, &value);
    if (!is_line) {
      if (!chunks)
        drop (side, &notes[i], NULL, "a line has a key and a value");
      continue;
    }
    if (mw_mdl_side_is_about_chunks (key) != chunks || is_count (key))
      continue;
    if (!mw_mdl_side_is_a_chunk (key) && !g_hash_table_add (seen, g_strdup (key))) {
      drop (side, &notes[i], key, "another line has the same key");
      continue;
    }
    /* The chunk order comes last, because it depends on the chunks in other lines. */
    if (strcmp (key, "chunkorder") == 0) {
      order = notes[i];
      order_value = g_steal_pointer (&value);
      continue;
    }
    apply_spans (side, &notes[i], key, value, later);
  }
  if (order_value)
    apply_one (side, &order, "chunkorder", order_value, NULL);
  for (guint i = 0; i < later->len; i++) {
    const Later *entry = &g_array_index (later, Later, i);
    g_autofree char *key = NULL, *value = NULL;
    split (entry->note, &key, &value);
    apply_one (side, entry->note, entry->key, value, NULL);
  }
}

void
mw_mdl_side_read_chunks (MwMdlSide *side, const MwMdlNote *notes, guint n)
{
  read_notes (side, notes, n, TRUE);
}

/* The pivots and bind poses of the text are known only now; chunks kept as bytes that would take their place are
 * dropped. */
static void
drop_stated_chunks (MwMdlSide *side, const MwMdlNote *notes, guint n)
{
  MwMdlx *model = side->model;
  g_autoptr (GHashTable) gone = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < n && model->unknown_chunks.n; i++) {
    g_autofree char *key = NULL, *value = NULL;
    char tag[4];
    const char *at = split (&notes[i], &key, &value) && g_str_has_prefix (key, "chunk:") ? key + 6 : "";
    if (!mw_mdl_side_take_tag (&at, tag) || !mw_mdl_side_is_stated (side, mw_tag (tag)))
      continue;
    if (mw_mdlx_drop_unknown (model, tag) || g_hash_table_contains (gone, GUINT_TO_POINTER (mw_tag (tag))))
      drop (side, &notes[i], key, mw_mdl_side_states_chunk);
    g_hash_table_add (gone, GUINT_TO_POINTER (mw_tag (tag)));
  }
}

void
mw_mdl_side_read (MwMdlSide *side, const MwMdlNote *notes, guint n)
{
  const MwMdlx *model = side->model;
  drop_stated_chunks (side, notes, n);
  g_autoptr (GArray) chunks = mw_mdlx_chunk_order (model, side->binary);
  const MwSchema *kinds[16];
  guint n_kinds = mw_mdlx_node_kinds (side->binary, (const MwMdlxChunk *) (gpointer) chunks->data, chunks->len, kinds);
  mw_mdlx_object_ids_assign (&side->ids, model, kinds, n_kinds);
  side->numbers = mw_model_numbers (&model->model);
  read_notes (side, notes, n, FALSE);
}
