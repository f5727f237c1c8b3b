/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/mdl/side-private.h"
#include "core/io/mdl/side-value.h"
#include "core/schema/wire.h"

#include <string.h>

/* Marks, by which records are found again after an edit by hand (side-places.c).
 *
 * A mark is four characters, six bits each, of checksums over what the text states. For a record with a name, the
 * first two are of the name and the other two of the rest. For a record without one, all four are of its fields,
 * each field belonging to one of them. So changing a number changes one character of four, while most other records
 * differ in several. A track is one field. A record in a list counts for its owner as one field together with its
 * neighbours, or field by field if it holds more. Fields with the default value do not count, so marks stay the same
 * when later versions add fields. A reference counts by the name of its target, or by the target's content, so it
 * does not depend on the numbers in the text; these are in a fifth character. Arrays have one mark of four
 * characters; every fourth element belongs to the same one. */

enum { N_PARTS = MW_MDL_SIDE_PARTS };
static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

typedef struct {
  MwMdlSide *side; /* for its numbers and its budget */
  const MwModel *model;
  GHashTable *fresh;    /* new records by schema, for default values */
  GHashTable *contents; /* checksums (uint64_t) of nameless records that others refer to, by id */
  gboolean within;      /* such a checksum is being computed */
  uint64_t numbers;     /* a checksum of the numbers of references */
  gboolean ok;
} Marking;

/* --- Checksums. They are part of the grammar and must not change: older texts contain them. -------------------------- */

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

/* The record's name in the text; NULL if its kind has none. */
const char *
mw_mdl_side_name (const MwRecord *record)
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
  return field->type == MW_TYPE_TEXT
         && mw_text (*(char *const *) mw_field_at (record, field)) == mw_mdl_side_name (record);
}

static uint64_t content_of (Marking *m, const MwRecord *record);

/* Identifies a target by its name, or else by its content, because its number changes when records are added or
 * removed. */
static uint64_t
mix_ref (Marking *m, uint64_t sum, const MwRef *ref)
{
  const MwRecord *to = mw_model_resolve (m->model, *ref);
  const char *name = to ? mw_mdl_side_name (to) : NULL;
  if (!m->within)
    m->numbers += mix (sum, to ? m->side->numbers[to->id] : ref->raw);
  if (!to)
    return mix (sum, 0);
  sum = mix_text (sum, to->schema->name);
  return name && *name ? mix_text (sum, name) : mix (sum, content_of (m, to));
}

static uint64_t
mix_elements (Marking *m, uint64_t sum, const MwField *field, const MwArray *array, uint32_t first, uint32_t n)
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

/* Adds a field to *sum if given, else to one of `sums`. */
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

/* Which sum a field is added to; a track goes with its field. SPREAD is chosen so that fields in which similar
 * records differ are in different sums. */
enum { SPREAD = 26299 };
static guint
part_of (const MwField *field, uint64_t seed, guint n_sums)
{
  gsize length = strlen (field->name), track = strlen (".track");
  if (length > track && strcmp (field->name + length - track, ".track") == 0)
    length -= track;
  return (guint) ((mix (mix_bytes (seed ^ SPREAD, field->name, length), 0) >> 40) % n_sums);
}

/* Adds the record's content without its name. Fields are added up, so that their order in the tables does not
 * matter. */
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

/* The checksum of a record's content. Targets that this record refers to do not count, because references may be
 * circular. */
static uint64_t
content_of (Marking *m, const MwRecord *record)
{
  const uint64_t *known = g_hash_table_lookup (m->contents, GUINT_TO_POINTER (record->id));
  if (known || m->within)
    return known ? *known : 0;
  uint64_t sum = 0;
  m->within = TRUE;
  mix_record (m, record, 0, &sum, 1);
  m->within = FALSE;
  g_hash_table_insert (m->contents, GUINT_TO_POINTER (record->id), g_memdup2 (&sum, sizeof sum));
  return sum;
}

static void
mark_record (Marking *m, const MwRecord *record, GString *marks)
{
  uint64_t sums[N_PARTS] = { 0 };
  const char *name = mw_mdl_side_name (record);
  m->numbers = 0;
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
  put_part (marks, m->numbers);
}

/* --- Lists and arrays ----------------------------------------------------------------------------------------------- */

void
mw_mdl_side_found_clear (MwMdlSideFound *found)
{
  g_clear_pointer (&found->records, g_ptr_array_unref);
  g_clear_pointer (&found->arrays, g_array_unref);
}

static gboolean
find_records (const MwTarget *target, const char *path, MwMdlSideFound *found)
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
  found->in_record = target->record->owner && mw_schema_holds_records (target->field->schema);
  return TRUE;
}

/* "keys" stands for keys.time, keys.value and so on; any other array is by itself. */
static gboolean
find_arrays (GArray *targets, const char *path, MwMdlSideFound *found)
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

/* Accepts only the spelling of paths that we write: no names, no wildcards. */
gboolean
mw_mdl_side_find (MwMdlSide *side, const MwModel *model, const char *path, MwMdlSideFound *found)
{
  *found = (MwMdlSideFound) { 0 };
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
mark_arrays (Marking *m, const MwMdlSideFound *found, GString *marks)
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

gboolean
mw_mdl_side_mark (MwMdlSide *side, const MwModel *model, const MwMdlSideFound *found, GString *marks)
{
  Marking m = { side,
                model,
                g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) mw_record_free),
                g_hash_table_new_full (NULL, NULL, NULL, g_free),
                FALSE,
                0,
                TRUE };
  if (found->arrays)
    mark_arrays (&m, found, marks);
  for (guint i = 0; found->records && m.ok && i < found->n; i++)
    mark_record (&m, found->records->pdata[i], marks);
  g_hash_table_unref (m.fresh);
  g_hash_table_unref (m.contents);
  return m.ok;
}

gboolean
mw_mdl_side_marks (MwMdlSide *side, const MwModel *model, const char *path, uint32_t *n, GString *marks)
{
  MwMdlSideFound found;
  gboolean ok = mw_mdl_side_find (side, model, path, &found);
  /* A single record in a list cannot be mistaken for another, and its owner's mark covers it. */
  if (ok && !(found.in_record && found.n < 2))
    ok = mw_mdl_side_mark (side, model, &found, marks);
  *n = found.n;
  mw_mdl_side_found_clear (&found);
  return ok;
}

gboolean
mw_mdl_side_is_marks (const char *text, uint64_t length)
{
  return strlen (text) == length && strspn (text, digits) == length;
}

guint
mw_mdl_side_mark_key (const char *mark, guint n)
{
  guint key = 0;
  for (guint i = 0; i < n; i++)
    key = key << 6 | (guint) (strchr (digits, mark[i]) - digits);
  return key;
}
