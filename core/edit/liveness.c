/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/document-private.h"
#include "core/model/track.h"
#include "core/schema/value.h"

#include <string.h>

/* The value of one field can decide whether the row of another exists. When an edit makes a row inapplicable, its
 * field returns to the default in the same step. The step keeps the old value, so undo restores it. */

gboolean
mw_document_field_governs (const MwRecord *record, const MwField *field)
{
  if (mw_schema_is_track (record->schema))
    return field->part == MW_PART_INTERPOLATION;
  for (const MwSchema *schema = record->schema; schema; schema = schema->base)
    for (guint i = 0; i < schema->n_wire; i++)
      if (schema->wire[i].when.field && strcmp (schema->wire[i].when.field, field->name) == 0)
        return TRUE;
  return FALSE;
}

/* --- Tangents ------------------------------------------------------------------------------------------------------- */

/* The initial tangents of existing keys. Hermite tangents of plain numbers are slopes, and 0 eases in and out at
 * each key. Bezier tangents are control values, and tangents of quaternions are rotations (mdlx.md 2.3): with the
 * key's own value the curve rests at the key. Neither references nor whole numbers have slopes. */
static MwArray
new_tangents (const MwTrack *track, const MwField *values, uint32_t interpolation)
{
  gsize size = mw_field_element_size (values);
  gboolean slope = interpolation == MW_INTERPOLATION_HERMITE && values->element == MW_TYPE_F32
                   && values->role != MW_ROLE_ROTATION;
  if (!slope)
    return mw_array_share (&track->values);
  MwArray tangents = mw_array_new (track->values.n, size);
  if (tangents.n)
    memset (tangents.data, 0, tangents.n * size);
  return tangents;
}

static void
put_interpolation (MwDocument *self, MwRecord *record, const MwField *field, const void *bytes)
{
  MwTrack *track = (MwTrack *) record;
  uint32_t to;
  memcpy (&to, bytes, sizeof to);
  gboolean had = mw_interpolation_has_tangents (track->interpolation), has = mw_interpolation_has_tangents (to);
  mw_document_put_value (self, record, field, bytes, sizeof to);
  if (had == has)
    return;
  const MwField *values = mw_track_value_field (record->schema);
  static const MwPart parts[] = { MW_PART_IN_TANS, MW_PART_OUT_TANS };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    mw_document_put_array (self, record, mw_schema_part (record->schema, parts[i]),
                           has ? new_tangents (track, values, to) : (MwArray) { 0 });
  if (track->times.n) {
    g_autofree char *path = mw_record_path (record);
    mw_document_notice (self, g_strdup_printf (has ? "%s: %u keys got tangents" : "%s: %u keys lost their tangents",
                                               path, track->times.n));
  }
}

/* --- Fields that cease to exist ------------------------------------------------------------------------------------- */

void
mw_document_put_default (MwDocument *self, MwRecord *record, const MwField *field)
{
  void *at = mw_field_at (record, field);
  switch (field->type) {
  case MW_TYPE_ARRAY:
    mw_document_put_array (self, record, field, (MwArray) { 0 });
    break;
  case MW_TYPE_CHILD:
    if (*(MwRecord **) at)
      mw_document_take_record (self, *(MwRecord **) at);
    break;
  case MW_TYPE_LIST:
    while (((MwList *) at)->n)
      mw_document_take_record (self, ((MwList *) at)->items[((MwList *) at)->n - 1]);
    break;
  case MW_TYPE_TEXT:
    mw_document_put_value (self, record, field, NULL, 0);
    break;
  default: {
    /* A new record has the default, including what the schema's init_for_family() sets. */
    MwRecord *fresh = mw_record_new (record->schema);
    if (record->schema->init_for_family)
      record->schema->init_for_family (fresh, self->format.family);
    mw_document_put_value (self, record, field, mw_field_at (fresh, field), mw_field_storage_size (field));
    mw_record_free (fresh);
  }
  }
}

/* Describes the value of a field that is about to be lost, in a few words; NULL if it has its default. Free with
 * g_free(). */
static char *
describe_lost (MwDocument *self, MwRecord *record, const MwField *field)
{
  enum { MOST = 60 };
  const void *at = mw_field_at (record, field);
  g_autoptr (MwRecord) fresh = mw_record_new (record->schema);
  if (record->schema->init_for_family)
    record->schema->init_for_family (fresh, self->format.family);
  switch (field->type) {
  case MW_TYPE_ARRAY:
    return ((const MwArray *) at)->n ? g_strdup_printf ("%u elements", ((const MwArray *) at)->n) : NULL;
  case MW_TYPE_LIST:
    return ((const MwList *) at)->n ? g_strdup_printf ("%u records", ((const MwList *) at)->n) : NULL;
  case MW_TYPE_CHILD:
    return *(MwRecord *const *) at ? g_strdup (field->label) : NULL;
  case MW_TYPE_TEXT:
    if (!*mw_text (*(char *const *) at))
      return NULL;
    break;
  default:
    if (memcmp (at, mw_field_at (fresh, field), mw_field_storage_size (field)) == 0)
      return NULL;
  }
  MwTarget target = { .record = record, .field = field, .whole = TRUE, .n = 1, .component = -1 };
  g_autofree char *value = mw_value_print (self->model, &target);
  return strlen (value) > MOST ? g_strdup_printf ("%.*s ...", MOST, value) : g_steal_pointer (&value);
}

static void
lose (MwDocument *self, MwRecord *record, const MwField *field, const MwField *governing)
{
  g_autofree char *lost = describe_lost (self, record, field);
  if (lost) {
    MwTarget target = { .record = record, .field = governing, .whole = TRUE, .n = 1, .component = -1 };
    g_autofree char *path = mw_field_path (record, field), *value = mw_value_print (self->model, &target);
    mw_document_notice (
      self, g_strdup_printf ("%s is lost (%s): it does not exist with %s %s", path, lost, governing->name, value));
  }
  mw_document_put_default (self, record, field);
}

void
mw_document_put_governing (MwDocument *self, MwRecord *record, const MwField *field, const void *bytes, gsize size)
{
  if (mw_schema_is_track (record->schema)) {
    put_interpolation (self, record, field, bytes);
    return;
  }
  guint n = mw_schema_n_fields (record->schema);
  g_autofree gboolean *lived = g_new (gboolean, n + 1);
  for (guint i = 0; i < n; i++)
    lived[i] = mw_field_is_live (record, mw_schema_field_at (record->schema, i), self->format);
  g_autofree guint8 *before = g_memdup2 (mw_field_at (record, field), size);
  mw_document_put_value (self, record, field, bytes, size);
  if (self->rules->convert)
    self->rules->convert (self, record, field, before);
  for (guint i = 0; i < n; i++) {
    const MwField *other = mw_schema_field_at (record->schema, i);
    if (lived[i] && !mw_field_is_live (record, other, self->format))
      lose (self, record, other, field);
  }
}

/* --- Parallel arrays ------------------------------------------------------------------------------------------------ */

static gsize
word_length (const MwField *field)
{
  const char *dot = strrchr (field->name, '.');
  return dot ? (gsize) (dot - field->name) : 0;
}

gboolean
mw_document_check_parallel (MwDocument *self, const MwRecord *record, guint n, const MwField *const *fields,
                            const guint32 *lengths, GError **error)
{
  guint n_fields = mw_schema_n_fields (record->schema);
  gboolean changes = n == 0;
  for (guint i = 0; i < n; i++)
    changes |= fields[i]->parallel && lengths[i] != ((const MwArray *) mw_field_at (record, fields[i]))->n;
  if (!changes)
    return TRUE;
  const MwField *first = NULL;
  guint32 first_length = 0;
  for (guint i = 0; i < n_fields; i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (!field->parallel)
      continue;
    guint32 length = ((const MwArray *) mw_field_at (record, field))->n;
    for (guint k = 0; k < n; k++)
      if (fields[k] == field)
        length = lengths[k];
    if (!mw_field_is_live (record, field, self->format)) {
      if (length == 0)
        continue;
      g_autofree char *path = mw_field_path (record, field);
      mw_set_error (error, MW_ERROR_REFUSED, -1, path, "has %u elements, but this interpolation has none", length);
      return FALSE;
    }
    /* Parallel fields with the same first word are adjacent in a table. */
    if (!first || word_length (first) != word_length (field)
        || memcmp (first->name, field->name, word_length (field)) != 0) {
      first = field;
      first_length = length;
    } else if (length != first_length) {
      g_autofree char *path = mw_field_path (record, field);
      mw_set_error (error, MW_ERROR_REFUSED, -1, path,
                    "would have %u elements, but there are %u of %s: the two must have the same length", length,
                    first_length, first->name);
      return FALSE;
    }
  }
  return TRUE;
}
