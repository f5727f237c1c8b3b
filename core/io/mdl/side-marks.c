/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/mdl/side-private.h"
#include "core/io/mdl/side-value.h"
#include "core/schema/wire.h"

#include <string.h>

/* Marks: by which it is seen that a record is still the one that a note was written for, and an element of an array the same
 * element, where as many blocks were inserted by hand as were removed (side-channel.h, `count:`).
 *
 * A mark is four characters, six bits each, of checksums of what the text states. Of a record with a name the first two are
 * of the name and the other two of the rest; of one without all four are of its fields, each field in one of them. So a number
 * that was changed shows in one of four, and most other records differ in several. A track is one field; a record of a list
 * counts for its owner as one field with its neighbours, or field by field where it holds more. Fields that say what a new
 * record says count for nothing, so that marks outlive fields to come. A reference counts by the name of what it points to,
 * which does not change with the numbers of the text. An array has one mark; every fourth element is in the same character. */

enum { N_PARTS = MW_MDL_SIDE_MARK };
static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

typedef struct {
  MwMdlSide *side; /* its numbers and its budget */
  const MwModel *model;
  GHashTable *fresh; /* new records, by schema */
  gboolean ok;
} Marking;

/* --- Checksums. They are part of the grammar: texts are older than programs. ----------------------------------------- */

static uint64_t
mix (uint64_t sum, uint64_t word)
{
  sum = (sum ^ word) * G_GUINT64_CONSTANT (0x9E3779B97F4A7C15);
  return sum ^ sum >> 32;
}

static uint64_t
mix_bytes (uint64_t sum, const void *bytes, size_t size)
{
  size_t i = 0;
  for (; i + 8 <= size; i += 8) {
    uint64_t word;
    memcpy (&word, (const char *) bytes + i, 8);
    sum = mix (sum, word);
  }
  uint64_t rest = size;
  if (i < size)
    memcpy (&rest, (const char *) bytes + i, size - i);
  return mix (mix (sum, rest), size);
}

static uint64_t
mix_text (uint64_t sum, const char *text)
{
  return mix_bytes (sum, text, strlen (text));
}

static void
put_part (GString *marks, uint64_t sum)
{
  g_string_append_c (marks, digits[mix (sum, 0) >> 40 & 63]);
}

/* --- Records -------------------------------------------------------------------------------------------------------- */

/* What the text calls it; NULL: its kind has no name. */
static const char *
name_of (const MwRecord *record)
{
  const char *name = mw_record_name (record);
  for (guint i = 0; !name && i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (field->role == MW_ROLE_FILE && field->type == MW_TYPE_TEXT)
      name = mw_text (*(char *const *) mw_field_at (record, field));
  }
  return name;
}

static gboolean
is_name (const MwRecord *record, const MwField *field)
{
  return field->type == MW_TYPE_TEXT && mw_text (*(char *const *) mw_field_at (record, field)) == name_of (record);
}

static uint64_t
mix_ref (const Marking *m, uint64_t sum, const MwRef *ref)
{
  const MwRecord *to = mw_model_resolve (m->model, *ref);
  const char *name = to ? name_of (to) : NULL;
  if (name)
    return mix_text (mix_text (sum, to->schema->name), name);
  return mix (sum, to ? m->side->numbers[to->id] : ref->raw);
}

static uint64_t
mix_elements (const Marking *m, uint64_t sum, const MwField *field, const MwArray *array, uint32_t first, uint32_t n)
{
  gsize size = mw_field_element_size (field);
  const char *data = (const char *) array->data + first * size;
  if (field->element != MW_TYPE_REF)
    return mix_bytes (sum, data, n * size);
  for (gsize i = 0; i < (gsize) n * field->count; i++)
    sum = mix_ref (m, sum, (const MwRef *) (gconstpointer) data + i);
  return sum;
}

static const MwRecord *
fresh_of (Marking *m, const MwSchema *schema)
{
  MwRecord *fresh = g_hash_table_lookup (m->fresh, schema);
  if (!fresh)
    g_hash_table_insert (m->fresh, (gpointer) schema, fresh = mw_record_new (schema));
  return fresh;
}

static void mix_record (Marking *m, const MwRecord *record, uint64_t seed, uint64_t *sums, guint n_sums);

/* Adds to one sum, or to any of `sums`. */
static void
mix_field (Marking *m, const MwRecord *record, const MwField *field, uint64_t seed, uint64_t *sum, uint64_t *sums,
           guint n_sums)
{
  const void *at = mw_field_at (record, field), *usual = mw_field_at (fresh_of (m, record->schema), field);
  uint64_t own = 0;
  switch (field->type) {
  case MW_TYPE_TEXT: {
    const char *text = mw_text (*(char *const *) at);
    if (*text && !is_name (record, field))
      *sum += mix_text (seed, text);
    return;
  }
  case MW_TYPE_ARRAY: {
    const MwArray *array = at;
    m->ok &= mw_mdl_side_afford (m->side, array->n * mw_field_element_size (field));
    if (m->ok && array->n)
      *sum += mix_elements (m, seed, field, array, 0, array->n);
    return;
  }
  case MW_TYPE_LIST: {
    const MwList *list = at;
    gboolean apart = n_sums > 1 && mw_schema_holds_records (field->schema);
    for (uint32_t i = 0; m->ok && i < list->n; i++)
      mix_record (m, list->items[i], mix (seed, i), apart ? sums : &own, apart ? n_sums : 1);
    break;
  }
  case MW_TYPE_CHILD:
    if (*(MwRecord *const *) at)
      mix_record (m, *(MwRecord *const *) at, seed, &own, 1);
    break;
  case MW_TYPE_REF:
    if (memcmp (at, usual, sizeof (MwRef)) != 0)
      *sum += mix_ref (m, seed, at);
    return;
  default:
    if (memcmp (at, usual, mw_field_storage_size (field)) != 0)
      *sum += mix_bytes (seed, at, mw_field_storage_size (field));
    return;
  }
  if (own)
    *sum += mix (seed, own);
}

/* Which sum a field is added to: the same one with its track. SPREAD makes those apart that records of a kind differ in. */
enum { SPREAD = 26299 };
static guint
part_of (const MwField *field, uint64_t seed, guint n_sums)
{
  gsize length = strlen (field->name), track = strlen (".track");
  if (length > track && strcmp (field->name + length - track, ".track") == 0)
    length -= track;
  return (guint) ((mix (mix_bytes (seed ^ SPREAD, field->name, length), 0) >> 40) % n_sums);
}

/* Adds what the record says, its name not counted. Sums, so that the order of the tables is nothing. */
static void
mix_record (Marking *m, const MwRecord *record, uint64_t seed, uint64_t *sums, guint n_sums)
{
  m->ok = m->ok && mw_mdl_side_afford (m->side, record->schema->size);
  sums[0] += n_sums > 1 ? 0 : mix (seed, 1);
  for (guint i = 0; m->ok && i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    mix_field (m, record, field, mix_text (seed, field->name), &sums[part_of (field, seed, n_sums)], sums, n_sums);
  }
}

static void
mark_record (Marking *m, const MwRecord *record, GString *marks)
{
  uint64_t sums[N_PARTS] = { 0 };
  const char *name = name_of (record);
  mix_record (m, record, 0, sums, N_PARTS);
  if (name && *name) {
    put_part (marks, mix_text (1, name));
    put_part (marks, mix_text (2, name));
    put_part (marks, mix (sums[0], sums[1]));
    put_part (marks, mix (sums[2], sums[3]));
  } else {
    for (guint i = 0; i < N_PARTS; i++)
      put_part (marks, sums[i]);
  }
}

/* --- Lists and arrays ----------------------------------------------------------------------------------------------- */

/* What a path names: the records of a list, or the arrays that have their elements in common. */
typedef struct {
  GPtrArray *records; /* MwRecord, not owned; NULL: arrays */
  GArray *arrays;     /* MwTarget */
  uint32_t n;
  gboolean in_owner; /* the marks of the list that their owner stands in cover them */
} Found;

static void
found_clear (Found *found)
{
  g_clear_pointer (&found->records, g_ptr_array_unref);
  g_clear_pointer (&found->arrays, g_array_unref);
}

static gboolean
find_records (const MwTarget *target, const char *path, Found *found)
{
  g_autofree char *again = mw_target_path (target);
  const MwList *list = mw_record_list (target->record, target->field);
  if (strcmp (again, path) != 0)
    return FALSE;
  found->records = g_ptr_array_new ();
  for (uint32_t i = 0; i < list->n; i++)
    if (!target->kind || list->items[i]->schema == target->kind)
      g_ptr_array_add (found->records, list->items[i]);
  found->n = found->records->len;
  found->in_owner = target->record->owner && mw_schema_holds_records (target->field->schema);
  return TRUE;
}

/* "keys" for keys.time, keys.value and so on; any other array by itself. */
static gboolean
find_arrays (GArray *targets, const char *path, Found *found)
{
  for (guint i = 0; i < targets->len; i++) {
    const MwTarget *target = &g_array_index (targets, MwTarget, i);
    const MwField *field = target->field;
    if (!field || field->type != MW_TYPE_ARRAY || !target->whole)
      return FALSE;
    g_autofree char *whole = mw_field_path (target->record, field);
    if (field->parallel)
      *strrchr (whole, '.') = 0;
    if (strcmp (whole, path) != 0)
      return FALSE;
    found->n = MAX (found->n, ((const MwArray *) mw_field_at (target->record, field))->n);
  }
  found->arrays = g_array_ref (targets);
  return TRUE;
}

/* Only the one spelling of a path that we write is one: no names, no wildcards. */
static gboolean
find (MwMdlSide *side, const MwModel *model, const char *path, Found *found)
{
  *found = (Found) { 0 };
  if (strpbrk (path, "*\" ") || !mw_mdl_side_afford (side, 256 + side->model->nodes.n / 2 + strlen (path)))
    return FALSE;
  g_autoptr (GArray) targets = mw_path_resolve (model, path, NULL);
  if (!targets || targets->len == 0)
    return FALSE;
  const MwTarget *target = &g_array_index (targets, MwTarget, 0);
  if (targets->len == 1 && target->field && target->field->type == MW_TYPE_LIST)
    return find_records (target, path, found);
  return find_arrays (targets, path, found);
}

static void
mark_arrays (Marking *m, const Found *found, GString *marks)
{
  uint64_t sums[N_PARTS] = { 0 };
  for (guint k = 0; k < found->arrays->len; k++) {
    const MwTarget *target = &g_array_index (found->arrays, MwTarget, k);
    const MwArray *array = mw_field_at (target->record, target->field);
    uint64_t seed = mix_text (0, target->field->name);
    m->ok = m->ok && mw_mdl_side_afford (m->side, array->n * mw_field_element_size (target->field));
    for (uint32_t i = 0; m->ok && i < array->n; i++)
      sums[i % N_PARTS] += mix_elements (m, mix (seed, i), target->field, array, i, 1);
  }
  for (guint i = 0; i < N_PARTS; i++)
    put_part (marks, sums[i]);
}

static gboolean
mark (MwMdlSide *side, const MwModel *model, const Found *found, GString *marks)
{
  Marking m = { side, model, g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) mw_record_free), TRUE };
  if (found->arrays)
    mark_arrays (&m, found, marks);
  for (guint i = 0; found->records && m.ok && i < found->n; i++)
    mark_record (&m, found->records->pdata[i], marks);
  g_hash_table_unref (m.fresh);
  return m.ok;
}

gboolean
mw_mdl_side_marks (MwMdlSide *side, const MwModel *model, const char *path, uint32_t *n, GString *marks)
{
  Found found;
  gboolean ok = find (side, model, path, &found) && (found.in_owner || mark (side, model, &found, marks));
  *n = found.n;
  found_clear (&found);
  return ok;
}

/* --- Whether they are the same -------------------------------------------------------------------------------------- */

static guint
n_different (const char *a, const char *b)
{
  guint n = 0;
  for (guint i = 0; i < N_PARTS; i++)
    n += a[i] != b[i];
  return n;
}

static uint32_t
key_of (const char *mark)
{
  uint32_t key;
  G_STATIC_ASSERT (N_PARTS == 4);
  memcpy (&key, mark, 4);
  return key;
}

/* Names that one record of these has. */
static GHashTable *
count_names (const Found *found)
{
  GHashTable *names = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < found->n; i++) {
    const char *name = name_of (found->records->pdata[i]);
    if (name && *name)
      g_hash_table_insert (names, (gpointer) name,
                           GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (names, name)) + 1));
  }
  return names;
}

/* Calls those by name that are not the records which the marks were made of. `was` and `is`: N_PARTS characters a record.
 *
 * A record that has the mark of another one which is not in its place any more is that one. A name that no other has tells
 * by itself. Otherwise one character of the mark may be another, for a number that was changed; but not where any record is
 * seen to have moved, for then what looks like a change may be its neighbour. */
static void
find_others (const Found *found, const char *was, const char *is, gboolean *others)
{
  g_autoptr (GHashTable) gone = g_hash_table_new (NULL, NULL), names = count_names (found);
  gboolean moved = FALSE;
  for (guint i = 0; i < found->n; i++)
    if (n_different (was + N_PARTS * i, is + N_PARTS * i))
      g_hash_table_add (gone, GUINT_TO_POINTER (key_of (was + N_PARTS * i)));
  for (guint i = 0; i < found->n; i++) {
    others[i] = n_different (was + N_PARTS * i, is + N_PARTS * i)
                && g_hash_table_contains (gone, GUINT_TO_POINTER (key_of (is + N_PARTS * i)));
    moved |= others[i];
  }
  for (guint i = 0; i < found->n; i++) {
    const char *a = was + N_PARTS * i, *b = is + N_PARTS * i, *name = name_of (found->records->pdata[i]);
    guint n = n_different (a, b);
    if (n == 0 || others[i])
      continue;
    gboolean named = name && *name, same_name = a[0] == b[0] && a[1] == b[1];
    gboolean by_name = named && GPOINTER_TO_UINT (g_hash_table_lookup (names, name)) == 1;
    others[i] = named && !same_name ? TRUE : by_name ? FALSE : n > 1 || moved;
  }
}

static const char moved[] = "its list has another number of records than when it was written",
                  another[] = "its record is another than when it was written",
                  shifted[] = "its array has its elements in other places than when it was written";

/* Takes down that notes through this path are void. */
static gboolean
make_void (MwMdlSide *side, char *path, const char *why)
{
  gboolean ok = mw_mdl_side_keep (side, 64 + strlen (path));
  if (ok)
    g_hash_table_insert (side->moved, path, (gpointer) why);
  else
    g_free (path);
  return ok;
}

static gboolean
compare (MwMdlSide *side, const char *path, const Found *found, const char *was, const char *is)
{
  if (found->arrays)
    return n_different (was, is) <= 1 || make_void (side, g_strdup (path), shifted);
  g_autofree gboolean *others = g_new0 (gboolean, found->n + 1);
  find_others (found, was, is, others);
  for (guint i = 0; i < found->n; i++)
    if (others[i] && !make_void (side, g_strdup_printf ("%s[%u]", path, i), another))
      return FALSE;
  return TRUE;
}

const char *
mw_mdl_side_check (MwMdlSide *side, const char *path, uint32_t n, const char *marks)
{
  Found found;
  const char *why = NULL;
  if (!find (side, &side->model->model, path, &found))
    return "its path is no list";
  gsize length = marks ? strlen (marks) : 0;
  g_autoptr (GString) is = g_string_new (NULL);
  if (marks && (length != (found.arrays ? N_PARTS : (gsize) n * N_PARTS) || strspn (marks, digits) != length))
    why = mw_mdl_side_no_sense;
  else if (n != found.n)
    why = make_void (side, g_strdup (path), moved) ? NULL : mw_mdl_side_too_much;
  else if (marks && (!mark (side, &side->model->model, &found, is) || !compare (side, path, &found, marks, is->str)))
    why = mw_mdl_side_too_much;
  found_clear (&found);
  return why;
}
