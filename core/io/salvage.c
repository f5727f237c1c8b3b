/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/registry.h"
#include "core/schema/path.h"

/* A record that cannot be written is left out. More than this many mean that something else is wrong. */
#define MOST_UNWRITABLE 64

/* --- References ------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwModel *model;
  MwSalvage *salvage;
  GArray *gone; /* MwId: records that cannot be without what they refer to */
} Sweep;

G_GNUC_PRINTF (4, 5)
static void
note (const Sweep *s, const MwRecord *record, const MwField *field, const char *what, ...)
{
  va_list args;
  va_start (args, what);
  g_autofree char *text = g_strdup_vprintf (what, args), *path = mw_field_path (record, field);
  va_end (args);
  g_autoptr (GError) why = NULL;
  mw_set_error (&why, MW_ERROR_CORRUPT, -1, path, "what it refers to was dropped");
  mw_salvage_add (s->salvage, MW_SALVAGE_DROPPED, why, "%s", text);
}

/* Whether the reference points to a record that was dropped, or to one that the file never had in a list that lacks some. */
static gboolean
points_nowhere (const Sweep *s, MwRef ref, gboolean lost)
{
  return ref.id ? !mw_model_find (s->model, ref.id) : lost && ref.raw != MW_REF_NONE.raw;
}

static void
sweep_field (Sweep *s, MwRecord *record, const MwField *field)
{
  const MwField *list;
  GHashTable *of = s->salvage->lost;
  if (!mw_ref_scope (s->model, record, field, &list))
    return;
  gboolean lost = g_hash_table_contains (of, list) || g_hash_table_contains (of, NULL);
  if (field->type == MW_TYPE_REF) {
    MwRef *ref = mw_field_at (record, field);
    if (!points_nowhere (s, *ref, lost))
      return;
    if (field->on_remove == MW_ON_REMOVE_CASCADE && record->owner && mw_record_slot (record)->type == MW_TYPE_LIST) {
      note (s, record, field, "the whole element");
      g_array_append_val (s->gone, record->id);
    } else {
      note (s, record, field, "the reference");
      *ref = MW_REF_NONE;
    }
    return;
  }
  /* The numbers in an array may be all that its format can hold there (the bones of a vertex): they stay as they are. */
  MwArray *array = mw_field_at (record, field);
  uint32_t n = 0;
  for (uint32_t i = 0; i < array->n * field->count; i++)
    n += points_nowhere (s, ((const MwRef *) array->data)[i], lost);
  if (n)
    note (s, record, field, "what %u of its %u references pointed to", n, array->n * field->count);
}

static gboolean
sweep_record (MwRecord *record, gpointer data)
{
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    gboolean one = field->type == MW_TYPE_REF, many = field->type == MW_TYPE_ARRAY && field->element == MW_TYPE_REF;
    if (field->refers && (one || many))
      sweep_field (data, record, field);
  }
  return TRUE;
}

static void
take_out (MwModel *model, MwRecord *record)
{
  mw_record_free (mw_list_take (model, record->owner, mw_record_slot (record), mw_record_index (record)));
}

/* Clears references to what was dropped. Each round may drop records, and then finds the references to these. */
static void
sweep (MwModel *model, MwSalvage *salvage)
{
  Sweep s = { model, salvage, g_array_new (FALSE, FALSE, sizeof (MwId)) };
  do {
    g_array_set_size (s.gone, 0);
    mw_record_foreach (&model->record, sweep_record, &s);
    for (guint i = 0; i < s.gone->len; i++) {
      MwRecord *record = mw_model_find (model, g_array_index (s.gone, MwId, i));
      if (record)
        take_out (model, record);
    }
  } while (s.gone->len);
  g_array_unref (s.gone);
}

/* --- Writing what was read --------------------------------------------------------------------------------------------- */

/* The element of a list that the path of an error names, or that holds what it names. */
static MwRecord *
unwritable (const MwModel *model, const char *path)
{
  MwTarget target;
  if (!path || !mw_path_resolve_one (model, path, &target, NULL))
    return NULL;
  MwRecord *record = target.record;
  while (record->owner && mw_record_slot (record)->type != MW_TYPE_LIST)
    record = record->owner;
  return record->owner ? record : NULL;
}

/* Writes the model; records that a file cannot hold as they are now are dropped. */
static MwFileSet *
write_out (MwModel *model, MwFormat format, const MwIoOptions *options, MwSalvage *salvage, GError **error)
{
  for (guint i = 0;; i++) {
    g_autoptr (GError) why = NULL;
    MwFileSet *written = mw_io_write (model, format, options, &why);
    if (written)
      return written;
    MwRecord *record = i < MOST_UNWRITABLE ? unwritable (model, mw_error_path (why)) : NULL;
    if (!record) {
      g_propagate_error (error, g_steal_pointer (&why));
      return NULL;
    }
    mw_salvage_add (salvage, MW_SALVAGE_DROPPED, why, "the element, which no file can hold as it is");
    take_out (model, record);
    sweep (model, salvage);
  }
}

/* The companions that no reader reads belong to the model as before. */
static void
add_unread (MwFileSet *written, const MwFileSet *set, const MwSalvage *salvage)
{
  for (guint i = 1; i < set->parts->len; i++) {
    const MwFilePart *part = set->parts->pdata[i];
    if (!mw_file_set_find (written, part->role) && !g_hash_table_contains (salvage->left_out, part->role))
      mw_file_set_add_companion (written, part->role, NULL, part->suffix, part->bytes);
  }
}

/* The same bytes without paths. */
static MwFileSet *
unchanged (const MwFileSet *set, const MwSalvage *salvage)
{
  MwFileSet *same = mw_file_set_of_bytes (mw_file_set_main (set)->bytes);
  add_unread (same, set, salvage);
  return same;
}

MwFileSet *
mw_io_salvage (const MwFileSet *set, MwFormat *format, MwSalvage *salvage, GCancellable *cancellable, GError **error)
{
  MwFormat found;
  g_autoptr (MwReport) lost = mw_report_new ();
  const MwIoOptions reading = { .salvage = salvage }, writing = { .report = lost };
  MwModel *model = mw_io_read (set, &found, &reading, error);
  if (!model)
    return NULL;
  if (salvage->version)
    found.version = salvage->version;
  if (format)
    *format = found;
  g_autoptr (MwFileSet) files = NULL;
  if (salvage->n == 0) {
    files = unchanged (set, salvage);
  } else if (!g_cancellable_set_error_if_cancelled (cancellable, error)) {
    sweep (model, salvage);
    files = write_out (model, found, &writing, salvage, error);
    if (files
        && (g_cancellable_set_error_if_cancelled (cancellable, error)
            || !mw_io_prove (model, found, files, &writing, error)))
      g_clear_pointer (&files, mw_file_set_free);
    if (files)
      add_unread (files, set, salvage);
  }
  mw_model_free (model);
  return g_steal_pointer (&files);
}
