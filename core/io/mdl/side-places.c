/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/mdl/side-private.h"
#include "core/io/mdl/side-value.h"

#include <string.h>

/* Finds the records that the lines of a side channel were written for.
 *
 * Lines name records by their index in a list. After an edit by hand, a record may have another index or be gone. A
 * `count:` line has a mark for each record that the list had (side-marks.c). The records in the text are matched
 * with these marks, and every other line is then applied to the record that it was written for. */

enum { PARTS = MW_MDL_SIDE_PARTS, MARK = MW_MDL_SIDE_MARK, NAME = 2, NOWHERE = G_MAXUINT32 };

/* What became of a record, an array or a list. */
typedef struct {
  const char *why; /* why notes about it are void; NULL if they are not */
  uint32_t to;     /* the index that the record has now */
  gboolean unsure; /* void unless the lists in it confirm that it is the same */
} Place;

static const char list_changed[] = "its list has another number of records than when it was written",
                  record_gone[] = "its block is no longer there, or was changed too much to be recognised",
                  array_changed[] = "its array has its elements in other places than when it was written";

/* Records a place; takes ownership of `path`. FALSE: there are too many. */
static gboolean
set_place (MwMdlSide *side, char *path, const char *why, uint32_t to, gboolean unsure)
{
  gboolean ok = mw_mdl_side_keep (side, sizeof (Place) + 64 + strlen (path));
  if (ok) {
    Place place = { why, to, unsure };
    g_hash_table_insert (side->places, path, g_memdup2 (&place, sizeof place));
  } else {
    g_free (path);
  }
  return ok;
}

/* --- Matching ------------------------------------------------------------------------------------------------------- */

typedef struct {
  const MwMdlSideFound *found; /* the records in the text */
  const char *was, *is;        /* MARK characters for each record, as written and as in the text now */
  uint32_t n_was, n_is;
  uint32_t *to;      /* by index as written: index in the text, or NOWHERE */
  gboolean *taken;   /* by index in the text */
  gboolean *unsure;  /* by index as written */
  GHashTable *names; /* how many records in the text have each name */
} Match;

/* The first n characters of record i's mark, as a key. */
static guint
key_of (const char *marks, uint32_t i, guint n)
{
  return mw_mdl_side_mark_key (marks + (gsize) MARK * i, n);
}

/* In how many characters the marks differ, ignoring the one for the numbers of references. */
static guint
n_different (const Match *m, uint32_t was, uint32_t is)
{
  guint n = 0;
  for (guint i = 0; i < PARTS; i++)
    n += m->was[(gsize) MARK * was + i] != m->is[(gsize) MARK * is + i];
  return n;
}

/* For a record with a name, the first two characters of its mark are of the name. */
static gboolean
may_have_same_name (const Match *m, uint32_t was, uint32_t is)
{
  return key_of (m->was, was, NAME) == key_of (m->is, is, NAME);
}

static const char *
name_in_text (const Match *m, uint32_t is)
{
  const char *name = mw_mdl_side_name (m->found->records->pdata[is]);
  return name && *name ? name : NULL;
}

static void
pair (Match *m, uint32_t was, uint32_t is)
{
  m->to[was] = is;
  m->taken[is] = TRUE;
}

/* Maps a key to index + 1, or to G_MAXUINT if several records have it. */
static void
count_key (GHashTable *table, uint32_t key, uint32_t index)
{
  gboolean known = g_hash_table_contains (table, GUINT_TO_POINTER (key));
  g_hash_table_insert (table, GUINT_TO_POINTER (key), GUINT_TO_POINTER (known ? G_MAXUINT : index + 1));
}

static gboolean
only_one (GHashTable *table, uint32_t key, uint32_t *index)
{
  guint found = GPOINTER_TO_UINT (g_hash_table_lookup (table, GUINT_TO_POINTER (key)));
  *index = found - 1;
  return found != 0 && found != G_MAXUINT;
}

/* Whether the records may be the same with one statement changed, which changes one character of the mark. */
static gboolean
is_nearly (const Match *m, uint32_t was, uint32_t is)
{
  return n_different (m, was, is) <= 1 && (!name_in_text (m, is) || may_have_same_name (m, was, is));
}

/* A mark that occurs once in each list identifies the same record, wherever it is now. */
static void
pair_unique_marks (Match *m)
{
  g_autoptr (GHashTable) was = g_hash_table_new (NULL, NULL), is = g_hash_table_new (NULL, NULL);
  for (uint32_t i = 0; i < m->n_was; i++)
    count_key (was, key_of (m->was, i, MARK), i);
  for (uint32_t i = 0; i < m->n_is; i++)
    count_key (is, key_of (m->is, i, MARK), i);
  for (uint32_t i = 0, other, now; i < m->n_was; i++)
    if (only_one (was, key_of (m->was, i, MARK), &other) && only_one (is, key_of (m->was, i, MARK), &now))
      pair (m, i, now);
}

/* If every record is nearly the one that had its index, a few pairs that contradict this are chance: an edit of
 * something that all of them refer to has changed all marks, and marks are short. */
static void
prefer_places (Match *m)
{
  uint32_t n_moved = 0, n_changed = 0;
  gboolean nearly = m->n_was == m->n_is;
  for (uint32_t i = 0; nearly && i < m->n_was; i++) {
    nearly = is_nearly (m, i, i);
    n_moved += m->to[i] != NOWHERE && m->to[i] != i;
    n_changed += m->to[i] != i;
  }
  if (nearly && n_moved * 2 < n_changed)
    for (uint32_t i = 0; i < m->n_was; i++)
      pair (m, i, i);
}

/* Finds the longest subsequence of pairs that is in order in both lists; these anchors divide the rest into
 * sections. Flags by index as written. */
static gboolean *
find_anchors (const Match *m)
{
  gboolean *anchors = g_new0 (gboolean, m->n_was + 1);
  g_autofree uint32_t *last = g_new (uint32_t, m->n_was + 1), *before = g_new (uint32_t, m->n_was + 1);
  uint32_t length = 0;
  for (uint32_t i = 0; i < m->n_was; i++) {
    if (m->to[i] == NOWHERE)
      continue;
    uint32_t low = 0, high = length;
    while (low < high) {
      uint32_t middle = low + (high - low) / 2;
      if (m->to[last[middle]] < m->to[i])
        low = middle + 1;
      else
        high = middle;
    }
    before[i] = low ? last[low - 1] : NOWHERE;
    last[low] = i;
    length = MAX (length, low + 1);
  }
  for (uint32_t i = length ? last[length - 1] : NOWHERE; i != NOWHERE; i = before[i])
    anchors[i] = TRUE;
  return anchors;
}

/* Unmatched records in a section: indices as written and in the text. */
typedef struct {
  GArray *was, *is; /* uint32_t */
} Section;

static uint32_t
at (const GArray *indices, guint i)
{
  return g_array_index (indices, uint32_t, i);
}

static void
drop_paired (const Match *m, Section *section)
{
  guint n = 0;
  for (guint i = 0; i < section->was->len; i++)
    if (m->to[at (section->was, i)] == NOWHERE)
      g_array_index (section->was, uint32_t, n++) = at (section->was, i);
  g_array_set_size (section->was, n);
  n = 0;
  for (guint i = 0; i < section->is->len; i++)
    if (!m->taken[at (section->is, i)])
      g_array_index (section->is, uint32_t, n++) = at (section->is, i);
  g_array_set_size (section->is, n);
}

static void
add_one (GHashTable *counts, uint32_t key)
{
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, GUINT_TO_POINTER (key)));
  g_hash_table_insert (counts, GUINT_TO_POINTER (key), GUINT_TO_POINTER (n + 1));
}

/* Pairs records with equal marks in their order, unless their number has changed: then it is unknown which one was
 * removed. Compares the first n characters of marks. */
static void
pair_equal_marks (Match *m, Section *section, guint n)
{
  g_autoptr (GHashTable) n_was = g_hash_table_new (NULL, NULL), n_is = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) next = g_hash_table_new (NULL, NULL); /* by mark: place in section->is + 1 */
  g_autofree guint *same = g_new0 (guint, section->is->len + 1);
  for (guint i = 0; i < section->was->len; i++)
    add_one (n_was, key_of (m->was, at (section->was, i), n));
  for (guint i = section->is->len; i-- > 0;) {
    gpointer key = GUINT_TO_POINTER (key_of (m->is, at (section->is, i), n));
    add_one (n_is, GPOINTER_TO_UINT (key));
    same[i] = GPOINTER_TO_UINT (g_hash_table_lookup (next, key));
    g_hash_table_insert (next, key, GUINT_TO_POINTER (i + 1));
  }
  for (guint i = 0; i < section->was->len; i++) {
    gpointer key = GUINT_TO_POINTER (key_of (m->was, at (section->was, i), n));
    guint here = GPOINTER_TO_UINT (g_hash_table_lookup (next, key));
    if (here == 0
        || GPOINTER_TO_UINT (g_hash_table_lookup (n_was, key)) > GPOINTER_TO_UINT (g_hash_table_lookup (n_is, key)))
      continue;
    pair (m, at (section->was, i), at (section->is, here - 1));
    g_hash_table_insert (next, key, GUINT_TO_POINTER (same[here - 1]));
  }
  drop_paired (m, section);
}

/* A unique name identifies a record, whatever else has changed. */
static void
pair_names (Match *m, Section *section)
{
  g_autoptr (GHashTable) was = g_hash_table_new (NULL, NULL), is = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < section->was->len; i++)
    count_key (was, key_of (m->was, at (section->was, i), NAME), at (section->was, i));
  for (guint i = 0; i < section->is->len; i++)
    count_key (is, key_of (m->is, at (section->is, i), NAME), at (section->is, i));
  for (guint i = 0; i < section->is->len; i++) {
    uint32_t now = at (section->is, i), key = key_of (m->is, now, NAME), before, only;
    const char *name = name_in_text (m, now);
    if (name && GPOINTER_TO_UINT (g_hash_table_lookup (m->names, name)) == 1 && only_one (was, key, &before)
        && only_one (is, key, &only))
      pair (m, before, now);
  }
  drop_paired (m, section);
}

/* Same number of records: each keeps its place, if it is nearly the same or if its lists can confirm it. */
static void
pair_in_place (Match *m, const Section *section)
{
  for (guint i = 0; i < section->was->len; i++) {
    uint32_t was = at (section->was, i), is = at (section->is, i);
    m->unsure[was] = !is_nearly (m, was, is) && !name_in_text (m, is)
                     && mw_schema_holds_records (((const MwRecord *) m->found->records->pdata[is])->schema);
    if (m->unsure[was] || is_nearly (m, was, is))
      pair (m, was, is);
  }
}

/* Different number of records: pairs those that are nearly like exactly one other. */
enum { MOST_COMPARED = 1 << 16 };

static void
pair_nearest (Match *m, const Section *section)
{
  guint n_was = section->was->len, n_is = section->is->len;
  if ((guint64) n_was * n_is > MOST_COMPARED)
    return;
  g_autofree guint *like = g_new0 (guint, n_was + 1), *n_like_was = g_new0 (guint, n_was + 1),
                   *n_like_is = g_new0 (guint, n_is + 1);
  for (guint i = 0; i < n_was; i++)
    for (guint k = 0; k < n_is; k++)
      if (is_nearly (m, at (section->was, i), at (section->is, k))) {
        like[i] = k;
        n_like_was[i]++;
        n_like_is[k]++;
      }
  for (guint i = 0; i < n_was; i++)
    if (n_like_was[i] == 1 && n_like_is[like[i]] == 1)
      pair (m, at (section->was, i), at (section->is, like[i]));
}

/* Whether the number is unchanged and each record is nearly the one in its place. */
static gboolean
is_in_place (const Match *m, const Section *section)
{
  gboolean same = section->was->len == section->is->len;
  for (guint i = 0; same && i < section->was->len; i++)
    same = is_nearly (m, at (section->was, i), at (section->is, i));
  return same;
}

/* Where records were removed without renumbering the references to them, every reference points to the next record;
 * then records are recognised by their places. Where references were renumbered too, records are recognised by their
 * content without the numbers. */
static void
match_section (Match *m, Section *section)
{
  pair_equal_marks (m, section, MARK);
  if (!is_in_place (m, section)) {
    pair_equal_marks (m, section, PARTS);
    pair_names (m, section);
  }
  if (section->was->len == section->is->len)
    pair_in_place (m, section);
  else
    pair_nearest (m, section);
  g_array_set_size (section->was, 0);
  g_array_set_size (section->is, 0);
}

static void
match_sections (Match *m)
{
  g_autofree gboolean *anchors = find_anchors (m);
  g_autoptr (GArray) was = g_array_new (FALSE, FALSE, sizeof (uint32_t)),
                     is = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  Section section = { was, is };
  uint32_t now = 0;
  for (uint32_t i = 0; i <= m->n_was; i++) {
    if (i < m->n_was && !anchors[i]) {
      if (m->to[i] == NOWHERE)
        g_array_append_val (was, i);
      continue;
    }
    for (uint32_t end = i < m->n_was ? m->to[i] : m->n_is; now < end; now++)
      if (!m->taken[now])
        g_array_append_val (is, now);
    match_section (m, &section);
    now++;
  }
}

static GHashTable *
count_names (const MwMdlSideFound *found)
{
  GHashTable *names = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < found->n; i++) {
    const char *name = mw_mdl_side_name (found->records->pdata[i]);
    if (name && *name)
      g_hash_table_insert (names, (gpointer) name,
                           GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (names, name)) + 1));
  }
  return names;
}

static void
match_init (Match *m, const MwMdlSideFound *found, uint32_t n_was, const char *was, const char *is)
{
  *m = (Match) { .found = found, .was = was, .is = is, .n_was = n_was, .n_is = found->n };
  m->to = g_new (uint32_t, n_was + 1);
  m->taken = g_new0 (gboolean, found->n + 1);
  m->unsure = g_new0 (gboolean, n_was + 1);
  m->names = count_names (found);
  for (uint32_t i = 0; i < n_was; i++)
    m->to[i] = NOWHERE;
  pair_unique_marks (m);
  prefer_places (m);
  match_sections (m);
}

static void
match_clear (Match *m)
{
  g_free (m->to);
  g_free (m->taken);
  g_free (m->unsure);
  g_hash_table_unref (m->names);
}

/* --- Applying a line of counts -------------------------------------------------------------------------------------- */

/* A record in which several statements changed is still the same if most records of a list in it are. */
static void
confirm_owner (MwMdlSide *side, const char *written, const Match *m)
{
  const char *end = strrchr (written, ']');
  g_autofree char *owner = g_strndup (written, end ? (gsize) (end + 1 - written) : 0);
  Place *place = g_hash_table_lookup (side->places, owner);
  uint32_t n = 0;
  for (uint32_t i = 0; i < m->n_was; i++)
    n += m->to[i] != NOWHERE;
  if (place && n * 2 >= MAX (m->n_was, m->n_is))
    place->unsure = FALSE;
}

static gboolean
compare_records (MwMdlSide *side, const char *written, const MwMdlSideFound *found, uint32_t n, const char *was,
                 const char *is)
{
  Match m;
  gboolean ok = TRUE;
  match_init (&m, found, n, was, is);
  confirm_owner (side, written, &m);
  for (uint32_t i = 0; ok && i < n; i++)
    if (m.to[i] != i || m.unsure[i])
      ok = set_place (side, g_strdup_printf ("%s[%u]", written, i), m.to[i] == NOWHERE ? record_gone : NULL, m.to[i],
                      m.unsure[i]);
  match_clear (&m);
  if (n != found->n)
    g_hash_table_insert (side->lengths, g_strdup (written), GUINT_TO_POINTER (n));
  return ok;
}

/* Whether most elements are where they were: every fourth element is in the same character of the mark. */
static gboolean
is_same_array (const char *was, const char *is)
{
  guint n = 0;
  for (guint i = 0; i < PARTS; i++)
    n += was[i] != is[i];
  return n <= 1;
}

static const char *
compare (MwMdlSide *side, const char *written, const char *path, uint32_t n, const char *marks)
{
  MwMdlSideFound found;
  const char *why = NULL;
  if (!mw_mdl_side_find (side, &side->model->model, path, &found))
    return "its path is not a list";
  g_autoptr (GString) is = g_string_new (NULL);
  gboolean ok = TRUE;
  if (marks && !mw_mdl_side_is_marks (marks, found.arrays ? PARTS : (uint64_t) n * MARK))
    why = mw_mdl_side_no_sense;
  else if (marks && !mw_mdl_side_mark (side, &side->model->model, &found, is))
    ok = FALSE;
  else if (marks && found.records)
    ok = compare_records (side, written, &found, n, marks, is->str);
  else if (n != found.n)
    ok = set_place (side, g_strdup (written), found.arrays ? array_changed : list_changed, 0, FALSE);
  else if (marks && !is_same_array (marks, is->str))
    ok = set_place (side, g_strdup (written), array_changed, 0, FALSE);
  mw_mdl_side_found_clear (&found);
  return ok ? why : mw_mdl_side_too_much;
}

const char *
mw_mdl_side_apply_count (MwMdlSide *side, const char *written, const char *value)
{
  int64_t n;
  g_autoptr (GByteArray) marks = g_byte_array_new ();
  gboolean list = mw_side_take (&value, '[');
  if (!mw_side_take_int (&value, 0, G_MAXUINT32, &n)
      || (list && (!mw_side_take (&value, ',') || !mw_side_take_bytes (&value, marks) || !mw_side_take (&value, ']')))
      || !mw_side_at_end (&value))
    return mw_mdl_side_no_sense;
  g_byte_array_append (marks, (const guint8 *) "", 1);
  const char *why;
  g_autofree char *path = mw_mdl_side_path_now (side, written, TRUE, &why);
  /* If the record is gone, that is reported for each note about it. */
  return path ? compare (side, written, path, (uint32_t) n, list ? (const char *) marks->data : NULL) : NULL;
}

/* --- Queries -------------------------------------------------------------------------------------------------------- */

const char *
mw_mdl_side_why_void (MwMdlSide *side, const char *written)
{
  const Place *place = g_hash_table_lookup (side->places, written);
  return place ? place->why : NULL;
}

gboolean
mw_mdl_side_had (MwMdlSide *side, const char *written, uint32_t *n)
{
  gpointer length;
  if (!g_hash_table_lookup_extended (side->lengths, written, NULL, &length))
    return FALSE;
  *n = GPOINTER_TO_UINT (length);
  return TRUE;
}

char *
mw_mdl_side_path_now (MwMdlSide *side, const char *written, gboolean unsure_too, const char **why)
{
  GString *path = g_string_new (NULL);
  const char *done = written;
  *why = NULL;
  for (const char *open = strchr (written, '['); open && g_hash_table_size (side->places);
       open = strchr (open + 1, '[')) {
    const char *close = strchr (open, ']');
    g_autofree char *list = g_strndup (written, (gsize) (open - written));
    g_autofree char *record = g_strndup (written, close ? (gsize) (close + 1 - written) : 0);
    const Place *place = g_hash_table_lookup (side->places, record);
    *why = mw_mdl_side_why_void (side, list);
    if (!*why && place)
      *why = place->why ? place->why : place->unsure && !unsure_too ? record_gone : NULL;
    if (*why) {
      g_string_free (path, TRUE);
      return NULL;
    }
    if (place) {
      g_string_append_len (path, done, open - done);
      g_string_append_printf (path, "[%u", place->to);
      done = close;
    }
  }
  g_string_append (path, done);
  return g_string_free (path, FALSE);
}
