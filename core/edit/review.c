/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/review.h"
#include "core/base/i18n.h"
#include "core/edit/document-private.h"
#include "core/edit/reload-private.h"
#include "core/io/registry.h"

#include <string.h>

struct _MwReview {
  MwModel *here, *saved;
  MwFormat format;
  GPtrArray *steps; /* MwStep, from the present state to the saved one; NULL: the files are read */
  gboolean forward; /* whether the saved state is among those that were undone */
  MwFileSet *files;
  GArray *entries;
};

/* --- The saved model ------------------------------------------------------------------------------------------------ */

/* The position of the history at which the document was saved. FALSE: there is none; no position has MW_STATE_NONE. */
static gboolean
find_saved (MwDocument *document, guint *position)
{
  for (*position = 0; *position <= document->steps->len; (*position)++) {
    guint64 state = *position ? mw_step_get_serial (mw_document_get_step (document, *position - 1))
                              : document->base_state;
    if (state == document->clean_state)
      return TRUE;
  }
  return FALSE;
}

static void
keep_steps (MwReview *self, MwDocument *document, guint saved)
{
  guint now = mw_document_get_position (document);
  self->forward = saved > now;
  self->steps = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_step_free);
  for (guint at = now; at != saved; at += self->forward ? 1 : -1u)
    g_ptr_array_add (self->steps, mw_step_ref (mw_document_get_step (document, self->forward ? at : at - 1)));
}

MwReview *
mw_review_new (MwDocument *document, GError **error)
{
  guint saved;
  if (mw_document_is_open (document)) {
    mw_set_error (error, MW_ERROR_REFUSED, -1, NULL, "%s", N_ ("an edit is open"));
    return NULL;
  }
  gboolean found = find_saved (document, &saved);
  MwFileSet *files = mw_document_get_files (document);
  if (!found && !files) {
    mw_set_error (error, MW_ERROR_REFUSED, -1, NULL, "%s", N_ ("the model was never saved"));
    return NULL;
  }
  MwReview *self = g_new0 (MwReview, 1);
  self->here = mw_document_snapshot (document, NULL);
  self->format = mw_document_get_format (document);
  if (found)
    keep_steps (self, document, saved);
  else
    self->files = mw_file_set_share (files);
  return self;
}

void
mw_review_free (MwReview *self)
{
  if (!self)
    return;
  g_clear_pointer (&self->here, mw_model_free);
  g_clear_pointer (&self->saved, mw_model_free);
  g_clear_pointer (&self->steps, g_ptr_array_unref);
  g_clear_pointer (&self->files, mw_file_set_free);
  g_clear_pointer (&self->entries, g_array_unref);
  g_free (self);
}

static void
follow_steps (MwReview *self)
{
  self->saved = mw_model_copy (self->here, FALSE);
  for (guint i = 0; i < self->steps->len; i++) {
    const MwStep *step = self->steps->pdata[i];
    for (guint k = 0; k < step->changes->len; k++) {
      guint at = self->forward ? k : step->changes->len - 1 - k;
      mw_step_change_apply (self->saved, mw_step_change_at (step, at), self->forward);
    }
  }
}

static gboolean
read_files (MwReview *self, GError **error)
{
  MwFormat format;
  self->saved = mw_io_read (self->files, &format, NULL, error);
  if (!self->saved)
    return FALSE;
  if (self->saved->record.schema != self->here->record.schema) {
    mw_set_error (error, MW_ERROR_REFUSED, -1, NULL, "%s", N_ ("the file is a model of another kind"));
    return FALSE;
  }
  MwDocument *open = mw_document_new (mw_model_copy (self->here, FALSE), self->format);
  mw_reload_rename (open, self->saved);
  g_object_unref (open);
  return TRUE;
}

/* --- The changes ---------------------------------------------------------------------------------------------------- */

static gboolean
is_of_track (const MwRecord *record)
{
  return mw_schema_part (record->schema, MW_PART_TIMES) || mw_schema_part (record->schema, MW_PART_LANES);
}

static MwRecord *
element_of (const MwDiffEntry *entry)
{
  MwRecord *record = entry->b ? entry->b : entry->a;
  while (record->owner && record->owner->owner && is_of_track (record))
    record = record->owner;
  return record;
}

MwRecord *
mw_review_get_element (const MwReview *self, guint entry)
{
  MwRecord *element = element_of (&g_array_index (self->entries, MwDiffEntry, entry));
  MwRecord *present = mw_model_find (self->here, element->id);
  return present ? present : element;
}

static int
by_group (gconstpointer a, gconstpointer b, gpointer groups)
{
  guint x = GPOINTER_TO_UINT (g_hash_table_lookup (groups, GUINT_TO_POINTER (element_of (a)->id)));
  guint y = GPOINTER_TO_UINT (g_hash_table_lookup (groups, GUINT_TO_POINTER (element_of (b)->id)));
  return x < y ? -1 : x > y;
}

/* Puts the changes of an element together, where its first one is. */
static void
group (GArray *entries)
{
  g_autoptr (GHashTable) groups = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < entries->len; i++) {
    gpointer id = GUINT_TO_POINTER (element_of (&g_array_index (entries, MwDiffEntry, i))->id);
    if (!g_hash_table_contains (groups, id))
      g_hash_table_insert (groups, id, GUINT_TO_POINTER (i));
  }
  g_array_sort_with_data (entries, by_group, groups);
}

gboolean
mw_review_compute (MwReview *self, GCancellable *cancellable, GError **error)
{
  if (self->steps)
    follow_steps (self);
  else if (!read_files (self, error))
    return FALSE;
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  g_autofree MwId *partners = mw_model_pair_by_id (self->saved, self->here);
  self->entries = mw_model_diff_aligned (self->saved, self->here, self->format, partners);
  group (self->entries);
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

const GArray *
mw_review_get_entries (const MwReview *self)
{
  return self->entries;
}

const MwModel *
mw_review_get_saved (const MwReview *self)
{
  return self->saved;
}

const MwModel *
mw_review_get_present (const MwReview *self)
{
  return self->here;
}
