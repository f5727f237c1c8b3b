/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/diff.h"
#include "core/schema/plan.h"
#include "core/schema/wire-m2.h"
#include "core/schema/wire.h"

#include <string.h>

/* Limit for the table of the longest common subsequence, in cells. Beyond it equal records are paired greedily. */
#define MOST_CELLS (4u << 20)
/* The same limit for pairing the most similar records between two neighbours. Beyond it they are paired in order. */
#define MOST_LIKE (1u << 16)

typedef struct {
  const MwModel *a, *b;
  MwFormat format_a, format_b;
  gboolean one_format, keys_apart, all_of_a;
  uint32_t *numbers_a, *numbers_b;
  MwId *b_of_a, *a_of_b; /* partners by id; 0: none */
  GHashTable *aligned;   /* MwList of either model whose records have been paired */
  GArray *entries;
} Diffing;

/* --- Identifying fields --------------------------------------------------------------------------------------------- */

/* The field that identifies the records of a list, or NULL. It is a name or a file, or else a read-only reference,
 * which says what the record belongs to (for a geoset's extent, the sequence). */
static const MwField *
key_field (const MwSchema *schema)
{
  const MwField *field = mw_schema_field_of_role (schema, MW_ROLE_NAME, MW_TYPE_TEXT);
  if (field || (field = mw_schema_field_of_role (schema, MW_ROLE_FILE, MW_TYPE_TEXT)))
    return field;
  for (guint i = 0; i < mw_schema_n_fields (schema); i++) {
    field = mw_schema_field_at (schema, i);
    if (field->type == MW_TYPE_REF && field->read_only)
      return field;
  }
  return NULL;
}

/* The value of the identifying field as text, or NULL. References of the second model are given as their partners in
 * the first. */
static char *
key_of (const Diffing *d, const MwRecord *record, gboolean of_b)
{
  const MwField *field = key_field (record->schema);
  if (!field)
    return NULL;
  if (field->type == MW_TYPE_TEXT) {
    const char *text = mw_text (*(char **) mw_field_at (record, field));
    return *text ? g_strdup (text) : NULL;
  }
  const MwRef *ref = mw_field_at (record, field);
  if (!ref->id)
    return g_strdup_printf ("#%u", ref->raw);
  return g_strdup_printf ("@%u", of_b ? d->a_of_b[ref->id] : ref->id);
}

/* --- Hashes of content ------------------------------------------------------------------------------------------------ */

static guint64
mix (guint64 hash, const void *bytes, gsize n)
{
  const guint8 *at = bytes;
  for (gsize i = 0; i < n; i++)
    hash = (hash ^ at[i]) * 0x100000001b3u; /* FNV-1a */
  return hash;
}

/* Hashes a reference by the record it refers to, since its number may differ: by the partner in the first model if
 * that is known already, else by the identifying field. */
static guint64
hash_ref (const Diffing *d, guint64 hash, const MwField *field, MwRef ref, gboolean of_b)
{
  if (!ref.id)
    return mix (hash, &ref.raw, sizeof ref.raw);
  const MwRecord *record = mw_model_find (of_b ? d->b : d->a, ref.id);
  if (record && record->owner
      && g_hash_table_contains (d->aligned, mw_field_at (record->owner, mw_record_slot (record))))
    return mix (mix (hash, "@", 1), of_b ? &d->a_of_b[ref.id] : &ref.id, sizeof ref.id);
  const MwField *key = record ? key_field (record->schema) : NULL;
  const char *text = key && key->type == MW_TYPE_TEXT ? mw_text (*(char **) mw_field_at (record, key)) : "";
  return mix (hash, text, strlen (text) + 1);
}

/* Whether both formats have the field. If they hold keys in other fields, each model decides which of them are
 * live. */
static gboolean
counts (const Diffing *d, const MwRecord *record, const MwField *field, gboolean of_b)
{
  if (!mw_field_is_live (record, field, of_b ? d->format_b : d->format_a))
    return FALSE;
  return d->one_format
         || (!(d->keys_apart && field->live) && mw_field_is_live (record, field, of_b ? d->format_a : d->format_b));
}

static guint64 hash_record (const Diffing *d, guint64 hash, const MwRecord *record, const MwField *skip, gboolean of_b);

static guint64
hash_array (const Diffing *d, guint64 hash, const MwField *field, const MwArray *array, gboolean of_b)
{
  hash = mix (hash, &array->n, sizeof array->n);
  if (field->element != MW_TYPE_REF)
    return array->n ? mix (hash, array->data, array->n * mw_field_element_size (field)) : hash;
  for (uint32_t i = 0; i < array->n * field->count; i++)
    hash = hash_ref (d, hash, field, ((const MwRef *) array->data)[i], of_b);
  return hash;
}

static guint64
hash_field (const Diffing *d, guint64 hash, const MwField *field, const void *at, gboolean of_b)
{
  switch (field->type) {
  case MW_TYPE_REF:
    return hash_ref (d, hash, field, *(const MwRef *) at, of_b);
  case MW_TYPE_TEXT: {
    const char *text = mw_text (*(char *const *) at);
    return mix (hash, text, strlen (text) + 1);
  }
  case MW_TYPE_ARRAY:
    return hash_array (d, hash, field, at, of_b);
  case MW_TYPE_LIST: {
    const MwList *list = at;
    hash = mix (hash, &list->n, sizeof list->n);
    for (uint32_t i = 0; i < list->n; i++)
      hash = hash_record (d, hash, list->items[i], NULL, of_b);
    return hash;
  }
  case MW_TYPE_CHILD: {
    const MwRecord *child = *(MwRecord *const *) at;
    return child ? hash_record (d, hash, child, NULL, of_b) : mix (hash, "-", 1);
  }
  default:
    return mix (hash, at, mw_field_storage_size (field));
  }
}

static guint64
hash_record (const Diffing *d, guint64 hash, const MwRecord *record, const MwField *skip, gboolean of_b)
{
  const MwSchema *schema = record->schema;
  hash = mix (hash, schema->name, strlen (schema->name));
  if (d->one_format)
    hash = mix (hash, &record->variant, 1);
  for (guint i = 0; i < mw_schema_n_fields (schema); i++) {
    const MwField *field = mw_schema_field_at (schema, i);
    if (field != skip && counts (d, record, field, of_b))
      hash = hash_field (d, hash, field, mw_field_at (record, field), of_b);
  }
  return hash;
}

/* --- Aligning ------------------------------------------------------------------------------------------------------- */

static void align_records (Diffing *d, MwRecord *a, MwRecord *b);

static void
pair (Diffing *d, MwRecord *a, MwRecord *b)
{
  d->b_of_a[a->id] = b->id;
  d->a_of_b[b->id] = a->id;
}

/* Records by key; the value is NULL if several records have the key. */
static GHashTable *
by_key (const Diffing *d, const GPtrArray *records, gboolean of_b)
{
  GHashTable *table = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < records->len; i++) {
    char *key = key_of (d, records->pdata[i], of_b);
    if (key)
      g_hash_table_replace (table, key, g_hash_table_contains (table, key) ? NULL : records->pdata[i]);
  }
  return table;
}

static void
align_by_key (Diffing *d, const GPtrArray *a, const GPtrArray *b)
{
  g_autoptr (GHashTable) in_a = by_key (d, a, FALSE), in_b = by_key (d, b, TRUE);
  GHashTableIter iter;
  gpointer key, record;
  g_hash_table_iter_init (&iter, in_a);
  while (g_hash_table_iter_next (&iter, &key, &record)) {
    MwRecord *other = g_hash_table_lookup (in_b, key);
    if (record && other)
      pair (d, record, other);
  }
}

/* The longest common subsequence. match[i] becomes the position in b of a[i], or -1; positions increase. */
static void
longest_common (const guint64 *a, guint n, const guint64 *b, guint m, gint *match)
{
  gsize width = (gsize) m + 1;
  g_autofree guint32 *length = g_new0 (guint32, (n + 1) * width);
  for (guint i = n; i-- > 0;)
    for (guint j = m; j-- > 0;)
      length[i * width + j] = a[i] == b[j] ? length[(i + 1) * width + j + 1] + 1
                                           : MAX (length[(i + 1) * width + j], length[i * width + j + 1]);
  for (guint i = 0, j = 0; i < n && j < m;) {
    if (a[i] == b[j])
      match[i++] = (gint) j++;
    else if (length[(i + 1) * width + j] >= length[i * width + j + 1])
      i++;
    else
      j++;
  }
}

/* For lists too long for a table: each element of a is paired with the next equal one of b after the last pair. */
static void
greedy_common (const guint64 *a, guint n, const guint64 *b, guint m, gint *match)
{
  g_autoptr (GHashTable) last = g_hash_table_new (g_int64_hash, g_int64_equal); /* hash -> last place in b, + 1 */
  guint j = 0;
  for (guint k = 0; k < m; k++)
    g_hash_table_insert (last, (gpointer) &b[k], GUINT_TO_POINTER (k + 1));
  for (guint i = 0; i < n; i++) {
    if (GPOINTER_TO_UINT (g_hash_table_lookup (last, &a[i])) <= j)
      continue;
    while (b[j] != a[i])
      j++;
    match[i] = (gint) j++;
  }
}

static void
common (const guint64 *a, guint n, const guint64 *b, guint m, gint *match)
{
  guint head = 0;
  for (guint i = 0; i < n; i++)
    match[i] = -1;
  for (; head < n && head < m && a[head] == b[head]; head++)
    match[head] = (gint) head;
  for (; n > head && m > head && a[n - 1] == b[m - 1]; n--, m--)
    match[n - 1] = (gint) m - 1;
  if ((gsize) (n - head) * (m - head) <= MOST_CELLS)
    longest_common (a + head, n - head, b + head, m - head, match + head);
  else
    greedy_common (a + head, n - head, b + head, m - head, match + head);
  for (guint i = head; i < n; i++)
    if (match[i] >= 0)
      match[i] += (gint) head;
}

static GPtrArray *
without_partner (const GPtrArray *records, const MwId *partners)
{
  GPtrArray *rest = g_ptr_array_new ();
  for (guint i = 0; i < records->len; i++)
    if (!partners[((MwRecord *) records->pdata[i])->id])
      g_ptr_array_add (rest, records->pdata[i]);
  return rest;
}

/* Precomputed data about the records that are not paired yet. */
typedef struct {
  GPtrArray *records;
  GPtrArray *keys;       /* char *, or NULL */
  guint64 *whole, *rest; /* hashes: of all fields, and of all but the identifying one */
  guint64 *fields;       /* hash of each field, n_fields per record */
  guint n_fields;
} Left;

static void
left_init (Left *left, const Diffing *d, const GPtrArray *records, gboolean of_b)
{
  left->records = without_partner (records, of_b ? d->a_of_b : d->b_of_a);
  left->keys = g_ptr_array_new_with_free_func (g_free);
  left->whole = g_new (guint64, left->records->len + 1);
  left->rest = g_new (guint64, left->records->len + 1);
  left->n_fields = left->records->len ? mw_schema_n_fields (((MwRecord *) left->records->pdata[0])->schema) : 0;
  left->fields = g_new0 (guint64, left->records->len * (gsize) left->n_fields + 1);
  for (guint i = 0; i < left->records->len; i++) {
    const MwRecord *record = left->records->pdata[i];
    g_ptr_array_add (left->keys, key_of (d, record, of_b));
    left->whole[i] = hash_record (d, 0, record, NULL, of_b);
    left->rest[i] = hash_record (d, 0, record, key_field (record->schema), of_b);
    for (guint k = 0; k < left->n_fields; k++) {
      const MwField *field = mw_schema_field_at (record->schema, k);
      if (counts (d, record, field, of_b))
        left->fields[i * (gsize) left->n_fields + k] = hash_field (d, 0, field, mw_field_at (record, field), of_b);
    }
  }
}

static void
left_clear (Left *left)
{
  g_ptr_array_unref (left->records);
  g_ptr_array_unref (left->keys);
  g_free (left->whole);
  g_free (left->rest);
  g_free (left->fields);
}

/* Whether they share an array that is too long to be equal by chance, such as the vertices of a geoset. */
static gboolean
share_bulk (const Left *a, guint i, const Left *b, guint j)
{
  enum { MANY = 3 };
  const MwRecord *record = a->records->pdata[i];
  for (guint k = 0; k < a->n_fields; k++) {
    const MwField *field = mw_schema_field_at (record->schema, k);
    if (field->type == MW_TYPE_ARRAY && ((const MwArray *) mw_field_at (record, field))->n >= MANY
        && a->fields[i * (gsize) a->n_fields + k] == b->fields[j * (gsize) b->n_fields + k])
      return TRUE;
  }
  return FALSE;
}

/* Whether two unequal records may be the same one after a change. If their identifying fields differ, or one is
 * missing, all other fields have to agree, or an array that no two records share by chance. */
static gboolean
may_pair (const Left *a, guint i, const Left *b, guint j)
{
  return g_strcmp0 (a->keys->pdata[i], b->keys->pdata[j]) == 0 || a->rest[i] == b->rest[j] || share_bulk (a, i, b, j);
}

/* How similar two records are: counts the equal fields (lists count more than numbers), plus one so that any pair is
 * better than none. 0: they cannot be paired. */
static guint
likeness (const Left *a, guint i, const Left *b, guint j)
{
  guint n = 1;
  if (!may_pair (a, i, b, j))
    return 0;
  for (guint k = 0; k < a->n_fields; k++)
    if (a->fields[i * (gsize) a->n_fields + k] == b->fields[j * (gsize) b->n_fields + k])
      n += mw_schema_field_at (((MwRecord *) a->records->pdata[i])->schema, k)->type == MW_TYPE_LIST ? 4 : 1;
  return n;
}

/* Records [i0, i1) of a and [j0, j1) of b are between the same neighbours and have no equal there. Pairs them in
 * order so that the total similarity is greatest. */
static void
align_gap (Diffing *d, const Left *a, guint i0, guint i1, const Left *b, guint j0, guint j1)
{
  gsize n = i1 - i0, m = j1 - j0, width = m + 1;
  if (!n || !m)
    return;
  gboolean table = n * m <= MOST_LIKE;
  g_autofree guint32 *best = table ? g_new0 (guint32, (n + 1) * width) : NULL;
  for (gsize i = n; table && i-- > 0;)
    for (gsize j = m; j-- > 0;) {
      guint like = likeness (a, i0 + (guint) i, b, j0 + (guint) j);
      guint32 apart = MAX (best[(i + 1) * width + j], best[i * width + j + 1]);
      best[i * width + j] = like ? MAX (apart, best[(i + 1) * width + j + 1] + like) : apart;
    }
  for (gsize i = 0, j = 0; i < n && j < m;) {
    guint like = likeness (a, i0 + (guint) i, b, j0 + (guint) j);
    if (like && (!table || best[i * width + j] == best[(i + 1) * width + j + 1] + like))
      pair (d, a->records->pdata[i0 + i++], b->records->pdata[j0 + j++]);
    else if (!table || best[(i + 1) * width + j] >= best[i * width + j + 1])
      i++;
    else
      j++;
  }
}

/* A record without a partner at its position may have an equal one elsewhere: then it was moved. */
static void
align_moved (Diffing *d, const Left *a, const Left *b)
{
  g_autoptr (GHashTable) places = g_hash_table_new (g_int64_hash, g_int64_equal); /* hash -> first place in b, + 1 */
  for (guint j = b->records->len; j-- > 0;)
    if (!d->a_of_b[((MwRecord *) b->records->pdata[j])->id])
      g_hash_table_insert (places, &b->whole[j], GUINT_TO_POINTER (j + 1));
  for (guint i = 0; g_hash_table_size (places) && i < a->records->len; i++) {
    guint j = GPOINTER_TO_UINT (g_hash_table_lookup (places, &a->whole[i]));
    if (!j || d->b_of_a[((MwRecord *) a->records->pdata[i])->id])
      continue;
    g_hash_table_remove (places, &a->whole[i]);
    pair (d, a->records->pdata[i], b->records->pdata[j - 1]);
  }
}

static void
align_by_content (Diffing *d, const GPtrArray *all_a, const GPtrArray *all_b)
{
  Left a, b;
  left_init (&a, d, all_a, FALSE);
  left_init (&b, d, all_b, TRUE);
  guint n = a.records->len, m = b.records->len;
  g_autofree gint *match = g_new (gint, n + 1);
  common (a.whole, n, b.whole, m, match);
  guint from_a = 0, from_b = 0;
  for (guint i = 0; i <= n; i++) {
    if (i < n && match[i] < 0)
      continue;
    guint to_b = i < n ? (guint) match[i] : m;
    align_gap (d, &a, from_a, i, &b, from_b, to_b);
    if (i < n)
      pair (d, a.records->pdata[i], b.records->pdata[to_b]);
    from_a = i + 1;
    from_b = to_b + 1;
  }
  align_moved (d, &a, &b);
  left_clear (&a);
  left_clear (&b);
}

/* The records of one kind of a list, in order. */
static GPtrArray *
of_kind (const MwList *list, const MwSchema *kind)
{
  GPtrArray *records = g_ptr_array_new ();
  for (uint32_t i = 0; i < list->n; i++)
    if (!kind || list->items[i]->schema == kind)
      g_ptr_array_add (records, list->items[i]);
  return records;
}

static void
align_lists (Diffing *d, const MwList *list_a, const MwList *list_b, const MwSchema *kind)
{
  g_autoptr (GPtrArray) a = of_kind (list_a, kind), b = of_kind (list_b, kind);
  align_by_key (d, a, b);
  align_by_content (d, a, b);
  for (guint i = 0; i < a->len; i++) {
    MwRecord *record = a->pdata[i];
    if (d->b_of_a[record->id])
      align_records (d, record, mw_model_find (d->b, d->b_of_a[record->id]));
  }
}

static void
align_records (Diffing *d, MwRecord *a, MwRecord *b)
{
  for (guint i = 0; i < mw_schema_n_fields (a->schema); i++) {
    const MwField *field = mw_schema_field_at (a->schema, i);
    if (field->type == MW_TYPE_LIST && field->schema->kinds) {
      for (guint k = 0; field->schema->kinds[k]; k++)
        align_lists (d, mw_record_list (a, field), mw_record_list (b, field), field->schema->kinds[k]);
    } else if (field->type == MW_TYPE_LIST) {
      align_lists (d, mw_record_list (a, field), mw_record_list (b, field), NULL);
    }
    if (field->type == MW_TYPE_LIST) {
      g_hash_table_add (d->aligned, mw_field_at (a, field));
      g_hash_table_add (d->aligned, mw_field_at (b, field));
    }
    if (field->type == MW_TYPE_CHILD) {
      MwRecord *x = *(MwRecord **) mw_field_at (a, field), *y = *(MwRecord **) mw_field_at (b, field);
      if (x && y && x->schema == y->schema) {
        pair (d, x, y);
        align_records (d, x, y);
      }
    }
  }
}

/* --- Comparing ------------------------------------------------------------------------------------------------------ */

static void compare_records (Diffing *d, MwRecord *a, MwRecord *b);

static void
add (Diffing *d, MwDiffKind kind, MwRecord *a, MwRecord *b, const MwField *field, uint32_t first, uint32_t n)
{
  MwDiffEntry entry = { kind, a, b, field, first, n };
  g_array_append_val (d->entries, entry);
}

static gboolean
refs_equal (const Diffing *d, MwRef a, MwRef b)
{
  if (a.id && b.id)
    return d->b_of_a[a.id] == b.id;
  /* "None" refers to nothing, not even to a node that is stored with this number. */
  if (mw_ref_is_none (a) || mw_ref_is_none (b))
    return mw_ref_is_none (a) && mw_ref_is_none (b);
  /* A stored number equals a reference to the element with that number in its model (architecture.md, idea 4). */
  if ((a.id ? d->numbers_a[a.id] : a.raw) == (b.id ? d->numbers_b[b.id] : b.raw))
    return TRUE;
  MwId partner = a.id ? d->b_of_a[a.id] : b.id ? d->a_of_b[b.id] : 0;
  return partner && (a.id ? d->numbers_b[partner] == b.raw : d->numbers_a[partner] == a.raw);
}

/* One element of an array of references. */
static gboolean
elements_equal (const Diffing *d, const MwField *field, const MwRef *a, const MwRef *b)
{
  for (guint k = 0; k < field->count; k++)
    if (!refs_equal (d, a[k], b[k]))
      return FALSE;
  return TRUE;
}

static void
compare_arrays (Diffing *d, MwRecord *a, MwRecord *b, const MwField *field)
{
  const MwArray *x = mw_field_at (a, field), *y = mw_field_at (b, field);
  size_t size = mw_field_element_size (field);
  uint32_t least = MIN (x->n, y->n), first = least, n = MAX (x->n, y->n) - least;
  if (x->n == y->n && x->data == y->data && field->element != MW_TYPE_REF)
    return;
  for (uint32_t i = least; i-- > 0;) {
    gboolean equal = field->element == MW_TYPE_REF
                       ? elements_equal (d, field, (const MwRef *) x->data + i * field->count,
                                         (const MwRef *) y->data + i * field->count)
                       : memcmp ((const char *) x->data + i * size, (const char *) y->data + i * size, size) == 0;
    if (!equal) {
      first = i;
      n++;
    }
  }
  if (n)
    add (d, MW_DIFF_CHANGED, a, b, field, first, n);
}

void
mw_diff_moved (const guint *places, guint n, gboolean *moved)
{
  g_autofree guint *ends = g_new (guint, n + 1), *before = g_new (guint, n + 1);
  guint length = 0;
  for (guint i = 0; i < n; i++) {
    guint low = 0, high = length;
    while (low < high) {
      guint middle = (low + high) / 2;
      if (places[ends[middle]] < places[i])
        low = middle + 1;
      else
        high = middle;
    }
    before[i] = low ? ends[low - 1] : G_MAXUINT;
    ends[low] = i;
    length = MAX (length, low + 1);
    moved[i] = TRUE;
  }
  for (guint i = length ? ends[length - 1] : G_MAXUINT; i != G_MAXUINT; i = before[i])
    moved[i] = FALSE;
}

static void
compare_lists (Diffing *d, const MwList *list_a, const MwList *list_b, const MwSchema *kind)
{
  g_autoptr (GPtrArray) a = of_kind (list_a, kind), b = of_kind (list_b, kind);
  g_autoptr (GHashTable) place_in_b = g_hash_table_new (NULL, NULL), place_in_a = g_hash_table_new (NULL, NULL);
  g_autofree guint *places = g_new (guint, a->len + 1);
  g_autofree gboolean *moved = g_new0 (gboolean, a->len + 1);
  guint pairs = 0;
  for (guint i = 0; i < b->len; i++)
    g_hash_table_insert (place_in_b, b->pdata[i], GUINT_TO_POINTER (i));
  for (guint i = 0; i < a->len; i++) {
    MwRecord *other = mw_model_find (d->b, d->b_of_a[((MwRecord *) a->pdata[i])->id]);
    gpointer place;
    if (other && g_hash_table_lookup_extended (place_in_b, other, NULL, &place))
      places[pairs++] = GPOINTER_TO_UINT (place);
  }
  mw_diff_moved (places, pairs, moved);
  pairs = 0;
  for (guint i = 0; i < a->len; i++) {
    MwRecord *record = a->pdata[i], *other = mw_model_find (d->b, d->b_of_a[record->id]);
    /* If its partner is in another list, because it is of another kind, report the record as removed. Only
     * references treat the two as the same record. */
    if (!other || !g_hash_table_contains (place_in_b, other)) {
      add (d, MW_DIFF_REMOVED, record, NULL, NULL, 0, 0);
      continue;
    }
    if (moved[pairs++])
      add (d, MW_DIFF_MOVED, record, other, NULL, 0, 0);
    compare_records (d, record, other);
  }
  for (guint i = 0; i < a->len; i++)
    g_hash_table_insert (place_in_a, a->pdata[i], a->pdata[i]);
  for (guint i = 0; i < b->len; i++) {
    const MwRecord *other = mw_model_find (d->a, d->a_of_b[((MwRecord *) b->pdata[i])->id]);
    if (!other || !g_hash_table_contains (place_in_a, other))
      add (d, MW_DIFF_ADDED, NULL, b->pdata[i], NULL, 0, 0);
  }
}

static void
compare_children (Diffing *d, MwRecord *a, MwRecord *b)
{
  if (a && (!b || d->b_of_a[a->id] != b->id))
    add (d, MW_DIFF_REMOVED, a, NULL, NULL, 0, 0);
  if (b && (!a || d->b_of_a[a->id] != b->id))
    add (d, MW_DIFF_ADDED, NULL, b, NULL, 0, 0);
  if (a && b && d->b_of_a[a->id] == b->id)
    compare_records (d, a, b);
}

static void
compare_fields (Diffing *d, MwRecord *a, MwRecord *b, const MwField *field)
{
  void *x = mw_field_at (a, field), *y = mw_field_at (b, field);
  gboolean equal;
  switch (field->type) {
  case MW_TYPE_ARRAY:
    compare_arrays (d, a, b, field);
    return;
  case MW_TYPE_CHILD:
    compare_children (d, *(MwRecord **) x, *(MwRecord **) y);
    return;
  case MW_TYPE_LIST:
    for (guint k = 0; field->schema->kinds && field->schema->kinds[k]; k++)
      compare_lists (d, x, y, field->schema->kinds[k]);
    if (!field->schema->kinds)
      compare_lists (d, x, y, NULL);
    return;
  case MW_TYPE_REF:
    equal = refs_equal (d, *(MwRef *) x, *(MwRef *) y);
    break;
  case MW_TYPE_TEXT:
    equal = strcmp (mw_text (*(char **) x), mw_text (*(char **) y)) == 0;
    break;
  default:
    equal = memcmp (x, y, mw_field_storage_size (field)) == 0;
  }
  if (!equal)
    add (d, MW_DIFF_CHANGED, a, b, field, 0, 0);
}

/* The second record cannot have this field, because its layout or kind is another. */
static void
compare_with_none (Diffing *d, MwRecord *a, MwRecord *b, const MwField *field)
{
  const void *at = mw_field_at (a, field);
  gboolean says = FALSE;
  if (field->type == MW_TYPE_LIST) {
    for (uint32_t i = 0; i < ((const MwList *) at)->n; i++)
      add (d, MW_DIFF_REMOVED, ((const MwList *) at)->items[i], NULL, NULL, 0, 0);
  } else if (field->type == MW_TYPE_CHILD) {
    compare_children (d, *(MwRecord *const *) at, NULL);
  } else if (field->type == MW_TYPE_TEXT) {
    says = *mw_text (*(char *const *) at) != '\0';
  } else if (field->type == MW_TYPE_ARRAY) {
    says = ((const MwArray *) at)->n != 0;
  } else {
    g_autoptr (MwRecord) fresh = mw_record_new (a->schema);
    says = field->type == MW_TYPE_REF ? ((const MwRef *) at)->id != 0 || ((const MwRef *) at)->raw != MW_REF_NONE.raw
                                      : memcmp (at, mw_field_at (fresh, field), mw_field_storage_size (field)) != 0;
  }
  if (says)
    add (d, MW_DIFF_CHANGED, a, b, field, 0, 0);
}

static void
compare_records (Diffing *d, MwRecord *a, MwRecord *b)
{
  /* Layout variants of different versions cannot be compared. */
  if (d->one_format && !mw_records_laid_out_alike (a, b, d->format_a))
    add (d, MW_DIFF_CHANGED, a, b, NULL, 0, 0);
  for (guint i = 0; i < mw_schema_n_fields (a->schema); i++) {
    const MwField *field = mw_schema_field_at (a->schema, i);
    if (!counts (d, a, field, FALSE))
      continue;
    if (!counts (d, b, field, TRUE)) {
      if (d->all_of_a)
        compare_with_none (d, a, b, field);
      continue;
    }
    /* The field's own comparison may call values equal that differ bit by bit. If it calls them different, they may
     * still be paired (extents of sequences that moved); then compare_fields() decides. */
    if (!field->equal || !field->equal (d->a, a, d->b, b))
      compare_fields (d, a, b, field);
  }
}

GArray *
mw_model_diff (const MwModel *a, const MwModel *b, MwFormat format)
{
  return mw_model_diff_formats (a, format, b, format);
}

static void
begin (Diffing *d)
{
  d->numbers_a = mw_model_numbers (d->a);
  d->numbers_b = mw_model_numbers (d->b);
  d->b_of_a = g_new0 (MwId, d->a->n_ids + 1);
  d->a_of_b = g_new0 (MwId, d->b->n_ids + 1);
  d->aligned = g_hash_table_new (NULL, NULL);
  pair (d, (MwRecord *) &d->a->record, (MwRecord *) &d->b->record);
}

/* Returns the partners of the first model's records; the caller owns the array. */
static MwId *
end (Diffing *d)
{
  g_free (d->numbers_a);
  g_free (d->numbers_b);
  g_free (d->a_of_b);
  g_hash_table_unref (d->aligned);
  return d->b_of_a;
}

static GArray *
compare (Diffing *d, const MwId *partners)
{
  MwRecord *root_a = (MwRecord *) &d->a->record, *root_b = (MwRecord *) &d->b->record;
  d->entries = g_array_new (FALSE, TRUE, sizeof (MwDiffEntry));
  begin (d);
  for (MwId id = 1; partners && id < d->a->n_ids; id++) {
    MwRecord *a = mw_model_find (d->a, id), *b = mw_model_find (d->b, partners[id]);
    if (a && b)
      pair (d, a, b);
  }
  if (!partners)
    align_records (d, root_a, root_b);
  compare_records (d, root_a, root_b);
  g_free (end (d));
  return d->entries;
}

MwId *
mw_model_align (const MwModel *a, const MwModel *b, MwFormat format)
{
  g_return_val_if_fail (a->record.schema == b->record.schema, NULL);
  Diffing d = { .a = a, .b = b, .format_a = format, .format_b = format, .one_format = TRUE };
  begin (&d);
  align_records (&d, (MwRecord *) &a->record, (MwRecord *) &b->record);
  return end (&d);
}

GArray *
mw_model_diff_formats (const MwModel *a, MwFormat format_a, const MwModel *b, MwFormat format_b)
{
  g_return_val_if_fail (a->record.schema == b->record.schema, NULL);
  Diffing d = { .a = a, .b = b, .format_a = format_a, .format_b = format_b };
  d.keys_apart = mw_formats_differ_in_keys (format_a, format_b);
  d.one_format = format_a.family == format_b.family && format_a.version == format_b.version;
  return compare (&d, NULL);
}

GArray *
mw_model_diff_aligned (const MwModel *a, const MwModel *b, MwFormat format, const MwId *partners)
{
  g_return_val_if_fail (a->record.schema == b->record.schema, NULL);
  Diffing d = { .a = a, .b = b, .format_a = format, .format_b = format, .one_format = TRUE, .all_of_a = TRUE };
  return compare (&d, partners);
}

MwId *
mw_model_pair_by_id (const MwModel *a, const MwModel *b)
{
  MwId *partners = g_new0 (MwId, a->n_ids + 1);
  for (MwId id = 1; id < a->n_ids; id++) {
    const MwRecord *was = mw_model_find (a, id), *is = mw_model_find (b, id);
    if (was && is && (was->owner ? was->owner->id : 0) == (is->owner ? is->owner->id : 0)
        && mw_record_slot (was) == mw_record_slot (is))
      partners[id] = id;
  }
  return partners;
}
