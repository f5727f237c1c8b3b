/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/document-private.h"
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"

#include <string.h>

G_DEFINE_FINAL_TYPE (MwDocument, mw_document, G_TYPE_OBJECT)

enum { SIGNAL_CHANGED, SIGNAL_SELECTION_CHANGED, SIGNAL_HISTORY_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* A field of a record. */
typedef struct {
  MwId id;
  const MwField *field;
} Key;

static guint
key_hash (gconstpointer data)
{
  const Key *key = data;
  return g_direct_hash (key->field) * 31 + key->id * 2654435761u;
}

static gboolean
key_equal (gconstpointer a, gconstpointer b)
{
  const Key *x = a, *y = b;
  return x->id == y->id && x->field == y->field;
}

static guint
change_hash (gconstpointer data)
{
  const MwChange *change = data;
  return g_direct_hash (change->field) * 31 + change->id * 2654435761u + change->first * 97 + change->n * 13
         + change->kind;
}

static gboolean
change_equal (gconstpointer a, gconstpointer b)
{
  const MwChange *x = a, *y = b;
  return x->kind == y->kind && x->id == y->id && x->field == y->field && x->first == y->first && x->n == y->n;
}

/* --- The object ----------------------------------------------------------------------------------------------------- */

static void
mw_document_init (MwDocument *self)
{
  self->selection = g_array_new (FALSE, FALSE, sizeof (MwId));
  self->savepoints = g_array_new (FALSE, FALSE, sizeof (MwSavepoint));
  self->last = g_hash_table_new_full (key_hash, key_equal, g_free, NULL);
  self->pending = mw_change_set_new ();
  self->pending_seen = g_hash_table_new_full (change_hash, change_equal, g_free, NULL);
  self->pending_notices = g_ptr_array_new_with_free_func (g_free);
  self->steps = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_step_free);
  self->generations = g_array_new (FALSE, FALSE, sizeof (MwGenerationState));
  self->history_limit = MW_HISTORY_LIMIT;
  self->next_serial = 1;
}

static void
mw_document_finalize (GObject *object)
{
  MwDocument *self = MW_DOCUMENT (object);
  mw_document_set_progress (self, NULL);
  mw_step_free (self->open);
  g_ptr_array_unref (self->steps);
  mw_model_free (self->model);
  g_clear_pointer (&self->files, mw_file_set_free);
  if (self->references)
    mw_references_free (self->references);
  g_array_unref (self->selection);
  g_array_unref (self->savepoints);
  g_hash_table_unref (self->last);
  g_clear_pointer (&self->numbers, g_array_unref);
  g_clear_pointer (&self->nearest, g_hash_table_unref);
  mw_change_set_free (self->pending);
  g_hash_table_unref (self->pending_seen);
  g_ptr_array_unref (self->pending_notices);
  g_clear_pointer (&self->notices, g_ptr_array_unref);
  g_array_unref (self->generations);
  G_OBJECT_CLASS (mw_document_parent_class)->finalize (object);
}

static void
mw_document_class_init (MwDocumentClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mw_document_finalize;
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                          G_TYPE_NONE, 1, G_TYPE_POINTER);
  signals[SIGNAL_SELECTION_CHANGED] = g_signal_new ("selection-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                                    0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_HISTORY_CHANGED] = g_signal_new ("history-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                                  NULL, NULL, NULL, G_TYPE_NONE, 0);
}

/* For a model of no known family. */
static const MwEditRules no_rules;

MwDocument *
mw_document_new (MwModel *model, MwFormat format)
{
  MwDocument *self = g_object_new (MW_TYPE_DOCUMENT, NULL);
  self->model = model;
  self->format = format;
  self->references = mw_references_new (model->record.schema);
  self->rules = model->record.schema == &mw_m2_schema     ? &mw_m2_edit_rules
                : model->record.schema == &mw_mdlx_schema ? &mw_mdlx_edit_rules
                                                          : &no_rules;
  return self;
}

MwModel *
mw_document_get_model (MwDocument *self)
{
  return self->model;
}

MwFileSet *
mw_document_get_files (MwDocument *self)
{
  return self->files;
}

void
mw_document_set_files (MwDocument *self, MwFileSet *files)
{
  g_clear_pointer (&self->files, mw_file_set_free);
  self->files = files;
}

const char *
mw_document_get_path (MwDocument *self)
{
  return self->files ? mw_file_set_main (self->files)->path : NULL;
}

MwFormat
mw_document_get_format (MwDocument *self)
{
  return self->format;
}

void
mw_document_set_format (MwDocument *self, MwFormat format)
{
  g_return_if_fail (format.family == self->format.family);
  self->format = format;
}

gboolean
mw_document_has_side_channel (MwDocument *self)
{
  return mw_notes_find (&self->model->record, MW_NOTE_SIDE_CHANNEL, NULL) != NULL;
}

void
mw_document_set_side_channel (MwDocument *self, gboolean has)
{
  if (has)
    mw_notes_add (&self->model->record, MW_NOTE_SIDE_CHANNEL, NULL, 0, NULL, 0, 0);
  else
    mw_notes_remove (&self->model->record, MW_NOTE_SIDE_CHANNEL);
}

MwModel *
mw_document_snapshot (MwDocument *self, guint64 *generation)
{
  if (generation)
    *generation = mw_document_get_generation (self);
  return mw_model_copy (self->model, FALSE);
}

/* --- Selection ------------------------------------------------------------------------------------------------------ */

const MwId *
mw_document_get_selection (MwDocument *self, guint *n)
{
  *n = self->selection->len;
  return (const MwId *) self->selection->data;
}

void
mw_document_set_selection (MwDocument *self, const GArray *ids)
{
  g_autoptr (GArray) there = g_array_new (FALSE, FALSE, sizeof (MwId));
  for (guint i = 0; i < ids->len; i++) {
    MwId id = g_array_index (ids, MwId, i);
    if (mw_model_find (self->model, id))
      g_array_append_val (there, id);
  }
  if (there->len == self->selection->len
      && (there->len == 0 || memcmp (there->data, self->selection->data, there->len * sizeof (MwId)) == 0))
    return;
  g_array_set_size (self->selection, 0);
  if (there->len)
    g_array_append_vals (self->selection, there->data, there->len);
  if (self->pending->changes->len)
    self->selection_pending = TRUE;
  else
    g_signal_emit (self, signals[SIGNAL_SELECTION_CHANGED], 0);
}

void
mw_document_select (MwDocument *self, const MwId *ids, guint n)
{
  g_autoptr (GArray) array = g_array_new (FALSE, FALSE, sizeof (MwId));
  if (n)
    g_array_append_vals (array, ids, n);
  mw_document_set_selection (self, array);
}

/* --- Signals and notices -------------------------------------------------------------------------------------------- */

void
mw_document_announce (MwDocument *self, const MwStepChange *change, gboolean forward)
{
  MwChange queued = { .id = change->id, .owner = change->owner, .schema = change->schema, .field = change->field };
  switch (change->kind) {
  case MW_STEP_SET:
    queued.kind = MW_CHANGE_SET;
    break;
  case MW_STEP_SPAN:
    queued.kind = MW_CHANGE_SET;
    queued.first = change->first;
    queued.n = change->n;
    break;
  case MW_STEP_SWAP:
    queued.kind = MW_CHANGE_SWAP;
    break;
  case MW_STEP_INSERT:
  case MW_STEP_REMOVE:
    queued.kind = (change->kind == MW_STEP_INSERT) == forward ? MW_CHANGE_INSERT : MW_CHANGE_REMOVE;
    break;
  case MW_STEP_MOVE:
    queued.kind = MW_CHANGE_MOVE;
    break;
  case MW_STEP_REPLACE:
    queued.kind = MW_CHANGE_REPLACE;
    queued.schema = (forward ? change->record.after : change->record.before)->schema;
    break;
  case MW_STEP_FORGET:
  case MW_STEP_NOTES:
    return;
  }
  /* Listeners read values again, so a second mention of the same field adds nothing. Changes of structure are all
   * reported, because their order matters. */
  if (queued.kind <= MW_CHANGE_SWAP && !g_hash_table_add (self->pending_seen, g_memdup2 (&queued, sizeof queued)))
    return;
  mw_change_set_add (self->pending, queued);
}

void
mw_document_emit_changed (MwDocument *self)
{
  if (self->pending->changes->len) {
    g_autoptr (MwChangeSet) set = g_steal_pointer (&self->pending);
    self->pending = mw_change_set_new ();
    g_hash_table_remove_all (self->pending_seen);
    g_signal_emit (self, signals[SIGNAL_CHANGED], 0, set);
  }
  if (self->selection_pending) {
    self->selection_pending = FALSE;
    g_signal_emit (self, signals[SIGNAL_SELECTION_CHANGED], 0);
  }
}

void
mw_document_notice (MwDocument *self, char *notice)
{
  g_ptr_array_add (self->pending_notices, notice);
}

const char *const *
mw_document_get_notices (MwDocument *self)
{
  return self->notices ? (const char *const *) self->notices->pdata : NULL;
}

/* --- Recording ------------------------------------------------------------------------------------------------------ */

gboolean
mw_document_require_open (MwDocument *self, GError **error)
{
  if (self->open)
    return TRUE;
  mw_set_error (error, MW_ERROR_REFUSED, -1, NULL,
                "the edit is no longer open: it was closed or undone in the meantime");
  return FALSE;
}

MwRecord *
mw_document_require (MwDocument *self, MwId id, GError **error)
{
  if (!mw_document_require_open (self, error))
    return NULL;
  MwRecord *record = mw_model_find (self->model, id);
  if (!record)
    mw_set_error (error, MW_ERROR_REFUSED, -1, NULL, "the record no longer exists");
  return record;
}

static const MwSavepoint *
savepoint (MwDocument *self)
{
  return &g_array_index (self->savepoints, MwSavepoint, self->savepoints->len - 1);
}

/* Merges a change of a span into an earlier one that covers the same elements, unless a later one overlaps. Returns
 * TRUE if it did. */
static gboolean
merge_span (MwDocument *self, guint last, MwStepChange *change)
{
  enum { FAR_ENOUGH = 64 };
  gsize size = mw_field_element_size (change->field);
  guint at = last;
  for (guint tries = 0; at && tries < FAR_ENOUGH; tries++) {
    MwStepChange *earlier = mw_step_change_at (self->open, at - 1);
    if (earlier->kind != MW_STEP_SPAN)
      return FALSE;
    if (change->first >= earlier->first && change->first + change->n <= earlier->first + earlier->n) {
      memcpy (mw_step_value_writable (&earlier->value.after) + (change->first - earlier->first) * size,
              mw_step_value_bytes (&change->value.after), change->value.after.size);
      return TRUE;
    }
    if (change->first < earlier->first + earlier->n && earlier->first < change->first + change->n)
      return FALSE;
    at = earlier->earlier;
  }
  return FALSE;
}

/* Merges a change of a value into the previous change of the same field. Returns TRUE if it did. */
static gboolean
merge_value (MwDocument *self, guint last, MwStepChange *change)
{
  if (!last)
    return FALSE;
  MwStepChange *earlier = mw_step_change_at (self->open, last - 1);
  if (change->kind == MW_STEP_SPAN)
    return merge_span (self, last, change);
  if (earlier->kind != change->kind)
    return FALSE;
  if (change->kind == MW_STEP_SET) {
    mw_step_value_clear (&earlier->value.after);
    earlier->value.after = change->value.after;
    change->value.after.size = 0;
  } else {
    mw_array_clear (&earlier->array.after);
    earlier->array.after = change->array.after;
    change->array.after = (MwArray) { 0 };
  }
  return TRUE;
}

/* The same for changes of structure, where only adjacent changes can be merged. */
static gboolean
merge_structure (MwDocument *self, MwStepChange *change)
{
  guint n = self->open->changes->len;
  if (n <= savepoint (self)->changes)
    return FALSE;
  MwStepChange *earlier = mw_step_change_at (self->open, n - 1);
  if (earlier->id != change->id || earlier->owner != change->owner || earlier->field != change->field)
    return FALSE;
  if (change->kind == MW_STEP_MOVE && earlier->kind == MW_STEP_MOVE) {
    earlier->n = change->n;
    return TRUE;
  }
  if (change->kind == MW_STEP_REMOVE && earlier->kind == MW_STEP_INSERT) {
    g_array_set_size (self->open->changes, n - 1);
    return TRUE;
  }
  return FALSE;
}

/* Takes ownership of the contents of the change. */
static void
append_change (MwDocument *self, MwStepChange *change)
{
  change->earlier = 0;
  if (change->kind <= MW_STEP_SWAP) {
    Key key = { change->id, change->field };
    guint last = GPOINTER_TO_UINT (g_hash_table_lookup (self->last, &key));
    if (merge_value (self, last, change)) {
      mw_step_change_clear (change);
      return;
    }
    change->earlier = last;
    g_array_append_val (self->open->changes, *change);
    g_hash_table_insert (self->last, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (self->open->changes->len));
    return;
  }
  /* The order of changes must stay the same around a change of structure: nothing after it may be merged into a
   * change before it. */
  g_hash_table_remove_all (self->last);
  if (merge_structure (self, change))
    mw_step_change_clear (change);
  else
    g_array_append_val (self->open->changes, *change);
}

void
mw_document_record (MwDocument *self, MwStepChange *change)
{
  self->generation++;
  mw_document_announce (self, change, TRUE);
  append_change (self, change);
}

/* --- Transactions --------------------------------------------------------------------------------------------------- */

gboolean
mw_document_is_open (MwDocument *self)
{
  return self->open != NULL;
}

void
mw_document_begin (MwDocument *self, const char *label)
{
  if (!self->open) {
    self->open = mw_step_new (label);
    g_array_append_vals (self->open->selection_before, self->selection->data, self->selection->len);
  }
  g_hash_table_remove_all (self->last);
  MwSavepoint here = { self->open->changes->len, self->pending_notices->len };
  g_array_append_val (self->savepoints, here);
}

void
mw_document_update (MwDocument *self)
{
  mw_document_emit_changed (self);
}

static void
take_back (MwDocument *self)
{
  guint floor = savepoint (self)->changes;
  for (guint i = self->open->changes->len; i-- > floor;) {
    const MwStepChange *change = mw_step_change_at (self->open, i);
    mw_step_change_apply (self->model, change, FALSE);
    self->generation++;
    mw_document_announce (self, change, FALSE);
  }
  g_array_set_size (self->open->changes, floor);
  g_hash_table_remove_all (self->last);
  g_ptr_array_set_size (self->pending_notices, (gint) savepoint (self)->notices);
}

void
mw_document_rewind (MwDocument *self)
{
  if (self->open)
    take_back (self);
}

static MwStep *
close_transaction (MwDocument *self)
{
  MwStep *step = g_steal_pointer (&self->open);
  g_array_set_size (self->savepoints, 0);
  g_hash_table_remove_all (self->last);
  g_clear_pointer (&self->numbers, g_array_unref);
  g_clear_pointer (&self->nearest, g_hash_table_unref);
  self->watched = 0;
  return step;
}

void
mw_document_cancel (MwDocument *self)
{
  if (!self->open)
    return;
  take_back (self);
  g_array_set_size (self->savepoints, self->savepoints->len - 1);
  if (self->savepoints->len)
    return;
  MwStep *step = close_transaction (self);
  mw_document_set_selection (self, step->selection_before);
  mw_document_emit_changed (self);
  mw_step_free (step);
}

/* Drops changes without effect. Dropping one may make two changes adjacent that undo each other, so this repeats
 * until nothing more is dropped. A replayed step therefore has exactly the same changes. */
static void
drop_ineffective (MwDocument *self)
{
  guint before;
  do {
    GArray *changes = self->open->changes;
    before = changes->len;
    g_hash_table_remove_all (self->last);
    self->open->changes = g_array_new (FALSE, TRUE, sizeof (MwStepChange));
    g_array_set_clear_func (self->open->changes, (GDestroyNotify) mw_step_change_clear);
    for (guint i = 0; i < before; i++) {
      MwStepChange *change = &g_array_index (changes, MwStepChange, i);
      if (mw_step_change_is_effective (change))
        append_change (self, change);
      else
        mw_step_change_clear (change);
    }
    /* The contents were moved, so only the array itself is freed. */
    g_array_set_clear_func (changes, NULL);
    g_array_unref (changes);
  } while (self->open->changes->len < before);
}

void
mw_document_note_operation (MwDocument *self, const char *operation, const MwId *ids, guint n, const char *params)
{
  if (!self->open)
    return;
  gboolean all = savepoint (self)->changes == 0;
  mw_step_set_operation (self->open, all ? operation : NULL, ids, n, params);
  self->noted_at = self->generation;
}

void
mw_document_commit (MwDocument *self)
{
  if (!self->open)
    return;
  if (self->savepoints->len > 1) {
    g_array_set_size (self->savepoints, self->savepoints->len - 1);
    return;
  }
  if (self->noted_at != self->generation)
    mw_step_set_operation (self->open, NULL, NULL, 0, NULL);
  drop_ineffective (self);
  if (self->rules->update_dependents && self->open->changes->len && !self->open->verbatim) {
    self->rules->update_dependents (self);
    drop_ineffective (self);
  }
  if (self->open->changes->len && !self->open->verbatim) {
    mw_document_note_contradictions (self);
    mw_document_compare_numbers (self);
  } else
    g_ptr_array_set_size (self->pending_notices, 0);
  g_clear_pointer (&self->notices, g_ptr_array_unref);
  if (self->pending_notices->len) {
    self->notices = g_steal_pointer (&self->pending_notices);
    g_ptr_array_add (self->notices, NULL);
    self->pending_notices = g_ptr_array_new_with_free_func (g_free);
  }
  MwStep *step = close_transaction (self);
  if (step->changes->len == 0) {
    mw_step_free (step);
    mw_document_emit_changed (self);
    return;
  }
  for (guint i = 0; i < self->selection->len; i++) {
    MwId id = g_array_index (self->selection, MwId, i);
    if (mw_model_find (self->model, id))
      g_array_append_val (step->selection_after, id);
  }
  mw_step_finish (step);
  mw_document_push_step (self, step);
  mw_document_set_selection (self, step->selection_after);
  mw_document_emit_changed (self);
  g_signal_emit (self, signals[SIGNAL_HISTORY_CHANGED], 0);
}
