/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/mdl/side-private.h"
#include "core/io/mdl/side-value.h"
#include "core/model/mdlx/chunks.h"
#include "core/schema/wire.h"

#include <string.h>

/* Applies one note at a time. A note's value is put into its field, and stays if the text of the record is the same
 * as before. That rule holds for every field whatever its row, so new fields and versions need no code here. */

#define NO_SENSE mw_mdl_side_no_sense
#define OTHER_TEXT mw_mdl_side_other_text
#define TOO_MUCH mw_mdl_side_too_much
const char mw_mdl_side_no_sense[] = "its value is invalid";
const char mw_mdl_side_other_text[] = "the text states something else";
const char mw_mdl_side_too_much[] = "there are more notes than a text of this size can sensibly have";
const char mw_mdl_side_means_nothing[] = "it has no effect on this record";

gboolean
mw_mdl_side_afford (MwMdlSide *side, guint64 bytes)
{
  gboolean ok = bytes <= side->budget;
  side->budget -= ok ? bytes : side->budget;
  return ok;
}

gboolean
mw_mdl_side_keep (MwMdlSide *side, guint64 bytes)
{
  gboolean ok = bytes <= side->room;
  side->room -= ok ? bytes : 0;
  return ok;
}

/* --- Whether the text stays the same -------------------------------------------------------------------------------- */

/* The record whose statements include a field: for a track's field, the track's owner. NULL: none does. */
static const MwRecord *
spelled_by (const MwRecord *record, const MwField *field, const MwField **about)
{
  *about = field;
  if (record->schema->n_mdl == 0 && record->owner && mw_record_slot (record)->type == MW_TYPE_CHILD) {
    *about = mw_record_slot (record);
    record = record->owner;
  }
  return record->schema->n_mdl ? record : NULL;
}

static gboolean
statements (MwMdlSide *side, const MwRecord *record, const MwField *field, MwBuffer *out)
{
  const MwField *about;
  record = spelled_by (record, field, &about);
  if (!record)
    return FALSE;
  MwMdlWriter *writer = mw_mdl_writer_new (&side->model->model, side->format, out, NULL, NULL, side->numbers,
                                           &side->ids);
  mw_mdl_write_statements (writer, record, about);
  mw_mdl_writer_free (writer);
  return mw_mdl_side_afford (side, out->size);
}

typedef struct {
  const MwField *field;
  gpointer value; /* storage of the field: the new value, and after the exchange the old one */
} Put;

static void
exchange (MwRecord *record, const Put *puts, guint n)
{
  for (guint i = 0; i < n; i++) {
    gsize size = mw_field_storage_size (puts[i].field);
    g_autofree char *other = g_memdup2 (puts[i].value, size);
    memcpy (puts[i].value, mw_field_at (record, puts[i].field), size);
    memcpy (mw_field_at (record, puts[i].field), other, size);
  }
}

/* Puts values into fields of one record (taking them over) if its text stays the same; else returns why not. */
static const char *
put_values (MwMdlSide *side, MwRecord *record, const Put *puts, guint n)
{
  MwBuffer before, after;
  const char *why = NULL;
  mw_buffer_init (&before, 0);
  mw_buffer_init (&after, 0);
  gboolean ok = statements (side, record, puts[0].field, &before);
  exchange (record, puts, n);
  if (!ok || !statements (side, record, puts[0].field, &after))
    why = TOO_MUCH;
  else if (before.size != after.size || (before.size && memcmp (before.bytes, after.bytes, before.size) != 0))
    why = OTHER_TEXT;
  if (why)
    exchange (record, puts, n);
  for (guint i = 0; i < n; i++) {
    if (puts[i].field->type == MW_TYPE_TEXT)
      g_free (*(char **) puts[i].value);
    else if (puts[i].field->type == MW_TYPE_ARRAY)
      mw_array_clear (puts[i].value);
  }
  mw_buffer_clear (&before);
  mw_buffer_clear (&after);
  return why;
}

static const char *
put_value (MwMdlSide *side, MwRecord *record, const MwField *field, gpointer value)
{
  return put_values (side, record, &(Put) { field, value }, 1);
}

/* --- Reading values ------------------------------------------------------------------------------------------------- */

/* If several nodes have one number, the first one counts, as when a text is read. */
static MwId
node_of (MwMdlSide *side, uint32_t number)
{
  if (!side->by_number) {
    const MwList *nodes = &side->model->nodes;
    side->by_number = g_hash_table_new (NULL, NULL);
    for (uint32_t i = nodes->n; i-- > 0;)
      g_hash_table_insert (side->by_number, GUINT_TO_POINTER (side->numbers[nodes->items[i]->id]),
                           GUINT_TO_POINTER (nodes->items[i]->id));
  }
  /* 0xFFFFFFFF means none, even if a node has this id. */
  return number == MW_REF_NONE.raw
           ? 0
           : GPOINTER_TO_UINT (g_hash_table_lookup (side->by_number, GUINT_TO_POINTER (number)));
}

static MwRef
ref_of (MwMdlSide *side, const MwRecord *record, const MwField *field, uint32_t number)
{
  const MwField *field_of_list;
  const MwRecord *scope = mw_ref_scope (&side->model->model, record, field, &field_of_list);
  const MwList *list = scope ? mw_record_list (scope, field_of_list) : NULL;
  MwId id = 0;
  if (list == &side->model->nodes)
    id = node_of (side, number);
  else if (list && number < list->n)
    id = list->items[number]->id;
  return id ? (MwRef) { id, 0 } : (MwRef) { 0, number };
}

static gboolean
take_component (MwMdlSide *side, const MwRecord *record, const MwField *field, MwType type, const char **at, void *to)
{
  static const struct {
    int64_t min, max;
  } ranges[] = {
    [MW_TYPE_U8] = { 0, G_MAXUINT8 },    [MW_TYPE_I8] = { G_MININT8, G_MAXINT8 },
    [MW_TYPE_U16] = { 0, G_MAXUINT16 },  [MW_TYPE_I16] = { G_MININT16, G_MAXINT16 },
    [MW_TYPE_U32] = { 0, G_MAXUINT32 },  [MW_TYPE_I32] = { G_MININT32, G_MAXINT32 },
    [MW_TYPE_REF] = { -1, G_MAXUINT32 },
  };
  int64_t number;
  if (type == MW_TYPE_F32)
    return mw_side_take_float (at, to);
  if (type > MW_TYPE_REF || !mw_side_take_int (at, ranges[type].min, ranges[type].max, &number))
    return FALSE;
  if (type == MW_TYPE_REF)
    *(MwRef *) to = ref_of (side, record, field, (uint32_t) number);
  else
    memcpy (to, &number, mw_type_size (type)); /* the host is little-endian */
  return TRUE;
}

/* Reads `count` components: one is bare, several are a list, several u8 are bytes. */
static gboolean
take_components (MwMdlSide *side, const MwRecord *record, const MwField *field, MwType type, const char **at, void *to)
{
  guint count = field->count;
  if (type == MW_TYPE_U8 && count > 1) {
    g_autoptr (GByteArray) bytes = g_byte_array_new ();
    if (!mw_side_take_all_bytes (at, bytes) || bytes->len != count)
      return FALSE;
    memcpy (to, bytes->data, count);
    return TRUE;
  }
  if (count == 1)
    return take_component (side, record, field, type, at, to);
  gboolean ok = mw_side_take (at, '[');
  for (guint i = 0; ok && i < count; i++)
    ok = (i == 0 || mw_side_take (at, ','))
         && take_component (side, record, field, type, at, (char *) to + i * mw_type_size (type));
  return ok && mw_side_take (at, ']');
}

/* Reads elements to append to an array `old`. */
static gboolean
take_elements (MwMdlSide *side, const MwRecord *record, const MwField *field, const MwArray *old, const char **at,
               MwArray *array)
{
  gsize size = mw_field_element_size (field);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  if (old->n)
    g_byte_array_append (bytes, old->data, (guint) (old->n * size));
  if (field->element == MW_TYPE_U8 && field->count == 1) {
    if (!mw_side_take_all_bytes (at, bytes))
      return FALSE;
  } else {
    char element[256];
    g_assert (size <= sizeof element);
    gboolean first = TRUE;
    if (!mw_side_take (at, '['))
      return FALSE;
    while (!mw_side_take (at, ']')) {
      if ((!first && !mw_side_take (at, ',')) || !take_components (side, record, field, field->element, at, element)
          || bytes->len > G_MAXINT32)
        return FALSE;
      g_byte_array_append (bytes, (const guint8 *) element, (guint) size);
      first = FALSE;
    }
    if (!mw_side_at_end (at))
      return FALSE;
  }
  *array = mw_array_copy (bytes->data, (uint32_t) (bytes->len / size), size);
  return TRUE;
}

/* --- Notes about a record ------------------------------------------------------------------------------------------- */

/* Whether some row has this layout. */
static gboolean
has_variant (const MwSchema *schema, guint variant)
{
  for (; schema; schema = schema->base)
    for (guint i = 0; i < schema->n_wire; i++)
      if (schema->wire[i].variants & 1u << variant)
        return TRUE;
  return FALSE;
}

/* A note sets a record's layout only if that decides which fields the record has. A field that the new layout lacks must
 * have its default value; any other value is stated in the text. */
static const char *
apply_variant (MwMdlSide *side, const char *path, const MwTarget *target, const char *value)
{
  MwRecord *record = target->record;
  int64_t variant;
  if (target->field || !mw_side_take_int (&value, 0, 7, &variant) || !mw_side_at_end (&value) || !record->schema->probe
      || !has_variant (record->schema, (guint) variant))
    return NO_SENSE;
  g_autoptr (MwRecord) fresh = mw_record_new (record->schema);
  g_autofree MwRecord *other = g_memdup2 (record, record->schema->size);
  const char *why = mw_mdl_side_means_nothing;
  other->variant = (uint8_t) variant;
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    gboolean live = mw_field_is_live (record, field, side->binary);
    if (live == mw_field_is_live (other, field, side->binary))
      continue;
    if (live && mw_field_is_number (field)
        && memcmp (mw_field_at (record, field), mw_field_at (fresh, field), mw_field_storage_size (field)) != 0)
      return OTHER_TEXT;
    why = NULL;
  }
  if (!why)
    record->variant = (uint8_t) variant;
  return why;
}

static const char *
apply_text_tail (MwMdlSide *side, const char *path, const MwTarget *target, const char *value)
{
  const MwField *field = target->field;
  int64_t offset;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  if (!field || field->type != MW_TYPE_TEXT)
    return "its path is not a text";
  if (!mw_side_take (&value, '[') || !mw_side_take_int (&value, 1, field->count, &offset) || !mw_side_take (&value, ',')
      || !mw_side_take_bytes (&value, bytes) || !mw_side_take (&value, ']') || !mw_side_at_end (&value)
      || bytes->len == 0 || bytes->len > field->count - (guint) offset)
    return NO_SENSE;
  if (strlen (mw_text (*(char **) mw_field_at (target->record, field))) >= (gsize) offset)
    return "the text now reaches that offset";
  if (!mw_mdl_side_keep (side, sizeof (MwNote) + bytes->len))
    return TOO_MUCH;
  mw_notes_add (target->record, MW_NOTE_TEXT_TAIL, field, (uint32_t) offset, bytes->data, bytes->len, bytes->len);
  return NULL;
}

/* Whether the record has a track with this tag. */
static gboolean
has_track (const MwRecord *record, uint32_t tag)
{
  for (const MwSchema *schema = record->schema; schema; schema = schema->base)
    for (guint i = 0; i < schema->n_wire; i++) {
      const MwField *field = schema->wire[i].field ? mw_schema_field (record->schema, schema->wire[i].field) : NULL;
      if (field && field->type == MW_TYPE_CHILD && mw_tag (schema->wire[i].tag) == tag
          && *(MwRecord *const *) mw_field_at (record, field))
        return TRUE;
    }
  return FALSE;
}

static const char *
apply_track_order (MwMdlSide *side, const char *path, const MwTarget *target, const char *value)
{
  uint32_t tags[32];
  guint n = 0, present = 0;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  if (!target->field || target->field->type != MW_TYPE_CHILD)
    return "its path is not a track";
  if (!mw_side_take_all_bytes (&value, bytes))
    return NO_SENSE;
  g_byte_array_append (bytes, (const guint8 *) "", 1);
  for (const char *at = (const char *) bytes->data; !mw_side_at_end (&at); n++) {
    char tag[4];
    if (n == G_N_ELEMENTS (tags) || !mw_mdl_side_take_tag (&at, tag))
      return NO_SENSE;
    tags[n] = mw_tag (tag);
    present += has_track (target->record, tags[n]);
  }
  if (present == 0)
    return "none of its tracks exists";
  if (!mw_mdl_side_keep (side, sizeof (MwNote) + sizeof tags))
    return TOO_MUCH;
  mw_notes_add (target->record, MW_NOTE_TRACK_ORDER, target->field, 0, tags, n * 4, n * 4);
  return NULL;
}

/* More notes on one record than any real file has. */
enum { MOST_NOTES = 256 };

/* Adds a note for hand-written functions, which check it themselves when they use it. */
static const char *
apply_note (MwMdlSide *side, const char *path, const MwTarget *target, const char *value, MwNoteKind kind,
            uint32_t offset)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  if (!mw_side_take_all_bytes (&value, bytes))
    return NO_SENSE;
  if (mw_notes_count (target->record) >= MOST_NOTES || !mw_mdl_side_keep (side, bytes->len))
    return TOO_MUCH;
  mw_notes_add (target->record, kind, target->field, offset, bytes->data, bytes->len, bytes->len);
  return NULL;
}

/* --- Notes about a value -------------------------------------------------------------------------------------------- */

static const char *
apply_flags (MwMdlSide *side, const char *path, const MwTarget *target, const char *value)
{
  int64_t set, clear;
  if (!target->field || target->field->type != MW_TYPE_U32 || target->field->count != 1 || !target->whole)
    return "its path is not a flag word";
  if (!mw_side_take (&value, '[') || !mw_side_take_int (&value, 0, G_MAXUINT32, &set) || !mw_side_take (&value, ',')
      || !mw_side_take_int (&value, 0, G_MAXUINT32, &clear) || !mw_side_take (&value, ']') || !mw_side_at_end (&value)
      || (set & clear))
    return NO_SENSE;
  uint32_t bits = *(uint32_t *) mw_field_at (target->record, target->field);
  bits = (bits | (uint32_t) set) & ~(uint32_t) clear;
  return put_value (side, target->record, target->field, &bits);
}

static const char *
put_element (MwMdlSide *side, const MwTarget *target, const char *value)
{
  const MwField *field = target->field;
  const MwArray *old = mw_field_at (target->record, field);
  gsize size = mw_field_element_size (field), part = mw_type_size (field->element);
  if (!target->one || (target->component < 0 && field->count > 1))
    return "its path is not a single number";
  if (!mw_mdl_side_afford (side, old->n * size))
    return TOO_MUCH;
  MwArray array = mw_array_copy (old->data, old->n, size);
  char *at = (char *) array.data + target->first * size + (gsize) MAX (target->component, 0) * part;
  if (!take_component (side, target->record, field, field->element, &value, at) || !mw_side_at_end (&value)) {
    mw_array_clear (&array);
    return NO_SENSE;
  }
  return put_value (side, target->record, field, &array);
}

static const char *
apply_value (MwMdlSide *side, const char *path, const MwTarget *target, const char *value)
{
  const MwField *field = target->field;
  MwRecord *record = target->record;
  if (!field || field->type == MW_TYPE_LIST || field->type == MW_TYPE_CHILD || target->bit)
    return "its path is not a value";
  const MwField *about;
  if (!spelled_by (record, field, &about))
    return "text has no such record";
  if (!mw_field_is_live (record, field, side->binary))
    return mw_mdl_side_means_nothing;
  if (field->type == MW_TYPE_ARRAY && !target->whole)
    return put_element (side, target, value);
  if (!target->whole)
    return "its path is not a whole value";
  if (field->type == MW_TYPE_ARRAY) {
    MwArray array;
    if (field->parallel || !take_elements (side, record, field, &(MwArray) { 0 }, &value, &array))
      return NO_SENSE;
    if (!mw_mdl_side_keep (side, array.n * mw_field_element_size (field))) {
      mw_array_clear (&array);
      return TOO_MUCH;
    }
    return put_value (side, record, field, &array);
  }
  if (field->type == MW_TYPE_TEXT) {
    g_autoptr (GByteArray) bytes = g_byte_array_new ();
    char *text = NULL;
    if (!mw_side_take_all_bytes (&value, bytes) || bytes->len > field->count
        || memchr (bytes->data ? bytes->data : (guint8 *) "x", 0, bytes->len))
      return NO_SENSE;
    mw_text_set (&text, (const char *) bytes->data, bytes->len);
    return put_value (side, record, field, &text);
  }
  g_autofree char *storage = g_malloc0 (mw_field_storage_size (field));
  if (!take_components (side, record, field, field->type, &value, storage) || !mw_side_at_end (&value))
    return NO_SENSE;
  return put_value (side, record, field, storage);
}

/* The static value under a track; text states it only where there is no track. */
static const char *
apply_base (MwMdlSide *side, const char *path, const MwTarget *target, const char *value)
{
  if (!target->field)
    return "its path is not a value";
  const MwField *track = mw_schema_track_of (target->record->schema, target->field);
  if (!track || !*(MwRecord **) mw_field_at (target->record, track))
    return "there is no track over it";
  return apply_value (side, path, target, value);
}

static const char *
apply_tail (MwMdlSide *side, const char *path, const MwTarget *target, const char *value)
{
  const MwField *field = target->field;
  MwArray array;
  if (!field || field->type != MW_TYPE_ARRAY || !target->whole || field->parallel)
    return "its path is not an array";
  const MwArray *old = mw_field_at (target->record, field);
  if (!mw_mdl_side_afford (side, old->n * mw_field_element_size (field)))
    return TOO_MUCH;
  if (!take_elements (side, target->record, field, old, &value, &array))
    return NO_SENSE;
  if (!mw_mdl_side_keep (side, (array.n - old->n) * mw_field_element_size (field))) {
    mw_array_clear (&array);
    return TOO_MUCH;
  }
  return put_value (side, target->record, field, &array);
}

/* Compares bits without writing text, because there may be as many of these notes as numbers. */
static const char *
apply_nan (MwMdlSide *side, const char *path, const MwTarget *target, const char *value)
{
  const MwField *field = target->field;
  float says;
  uint32_t bits, stated;
  if (!field || (target->component < 0 && field->count > 1))
    return "its path is not a single number";
  char *at = mw_field_at (target->record, field);
  if (field->type == MW_TYPE_ARRAY && field->element == MW_TYPE_F32 && target->one)
    at = (char *) mw_array_make_writable ((MwArray *) (gpointer) at, mw_field_element_size (field))
         + target->first * mw_field_element_size (field);
  else if (field->type != MW_TYPE_F32)
    return "its path is not a single number";
  at += 4 * MAX (target->component, 0);
  if (!mw_side_take_float (&value, &says) || !mw_side_at_end (&value))
    return NO_SENSE;
  memcpy (&bits, &says, 4);
  memcpy (&stated, at, 4);
  if (!mw_mdl_side_is_nan (bits))
    return NO_SENSE;
  if (!mw_mdl_side_is_nan (stated))
    return OTHER_TEXT;
  memcpy (at, &bits, 4);
  return NULL;
}

static const char *
apply_prims (MwMdlSide *side, const char *path, const MwTarget *target, const char *value)
{
  if (target->field || target->record->schema != &mw_mdlx_geoset_schema)
    return "its path is not a geoset";
  MwArray arrays[3];
  if (!mw_mdl_side_afford (side, strlen (value) * 8)
      || !mw_mdl_side_prims_read ((MwMdlxGeoset *) target->record, value, arrays))
    return NO_SENSE;
  const MwField *const fields[] = { MW_FIELD (MwMdlxGeoset, faces), MW_FIELD (MwMdlxGeoset, primitive_types),
                                    MW_FIELD (MwMdlxGeoset, primitive_sizes) };
  Put puts[3];
  for (guint i = 0; i < 3; i++)
    puts[i] = (Put) { fields[i], &arrays[i] };
  return put_values (side, target->record, puts, 3);
}

/* --- Keys ----------------------------------------------------------------------------------------------------------- */

static const struct {
  const char *word;
  gboolean has_path;
  const char *(*apply) (MwMdlSide *side, const char *path, const MwTarget *target, const char *value);
} words[] = {
  { "version", FALSE, mw_mdl_side_apply_version },
  { "chunk:", FALSE, mw_mdl_side_apply_chunk },
  { "again:", FALSE, mw_mdl_side_apply_again },
  { "chunkorder", FALSE, mw_mdl_side_apply_chunk_order },
  { "trailing", FALSE, mw_mdl_side_apply_trailing },
  { "pivots", FALSE, mw_mdl_side_apply_pivots },
  { "variant:", TRUE, apply_variant },
  { "strtail:", TRUE, apply_text_tail },
  { "trackorder:", TRUE, apply_track_order },
  { "flags:", TRUE, apply_flags },
  { "base:", TRUE, apply_base },
  { "nan:", TRUE, apply_nan },
  { "value:", TRUE, apply_value },
  { "tail:", TRUE, apply_tail },
  { "prims:", TRUE, apply_prims },
};

gboolean
mw_mdl_side_is_a_chunk (const char *key)
{
  return g_str_has_prefix (key, "chunk:") || g_str_has_prefix (key, "again:");
}

gboolean
mw_mdl_side_is_about_chunks (const char *key)
{
  return mw_mdl_side_is_a_chunk (key) || strcmp (key, "chunkorder") == 0;
}

/* Only paths in the spelling that we write are keys: no names, no wildcards. */
static const char *
find_target (MwMdlSide *side, const char *path, MwTarget *target)
{
  if (!mw_mdl_side_afford (side, 256 + side->model->nodes.n / 2 + strlen (path)))
    return TOO_MUCH;
  if (strpbrk (path, "*\" "))
    return "its key is not a path";
  if (!mw_path_resolve_one (&side->model->model, path, target, NULL))
    return "its path does not exist";
  g_autofree char *again = mw_target_path (target);
  return strcmp (again, path) == 0 ? NULL : "its key is not a path";
}

/* note:KIND:PATH[#offset] */
static const char *
apply_other (MwMdlSide *side, const char *key, const char *value)
{
  static const MwNoteKind kinds[] = { MW_NOTE_PAD, MW_NOTE_LAYOUT };
  const char *path = strchr (key, ':');
  int64_t offset = 0;
  MwTarget target;
  guint i = 0;
  while (path && i < G_N_ELEMENTS (kinds)
         && !(strlen (mw_note_kind_name (kinds[i])) == (gsize) (path - key)
              && strncmp (mw_note_kind_name (kinds[i]), key, (gsize) (path - key)) == 0))
    i++;
  if (!path || i == G_N_ELEMENTS (kinds))
    return "its key has an unknown word";
  const char *mark = strchr (path, '#');
  g_autofree char *bare = mark ? g_strndup (path + 1, (gsize) (mark - path - 1)) : g_strdup (path + 1);
  if (mark++ && (!mw_side_take_int (&mark, 0, G_MAXUINT32, &offset) || !mw_side_at_end (&mark)))
    return "its key is not a path";
  const char *why = find_target (side, bare, &target);
  return why ? why : apply_note (side, bare, &target, value, kinds[i], (uint32_t) offset);
}

const char *
mw_mdl_side_apply (MwMdlSide *side, const char *key, const char *value)
{
  if (g_str_has_prefix (key, "note:"))
    return apply_other (side, key + 5, value);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++) {
    gsize length = strlen (words[i].word);
    gboolean open = words[i].word[length - 1] == ':';
    if (open ? strncmp (key, words[i].word, length) != 0 : strcmp (key, words[i].word) != 0)
      continue;
    MwTarget target = { 0 };
    const char *why = words[i].has_path ? find_target (side, key + length, &target) : NULL;
    return why ? why : words[i].apply (side, key + length, &target, value);
  }
  return "its key has an unknown word";
}
