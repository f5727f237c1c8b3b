/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/document-private.h"

static MwStep *
step_at (MwDocument *self, guint index)
{
  return g_ptr_array_index (self->steps, index);
}

/* --- Generations and the clean mark --------------------------------------------------------------------------------- */

guint64
mw_document_state (MwDocument *self)
{
  if (self->open && self->open->changes->len)
    return MW_STATE_BETWEEN;
  return self->position ? step_at (self, self->position - 1)->serial : self->base_state;
}

/* The caller may later mark this generation as saved, so the state that belongs to it is remembered. At least the
 * last 2048 are kept, which is more than any save needs. */
guint64
mw_document_get_generation (MwDocument *self)
{
  enum { KEPT = 4096 };
  GArray *all = self->generations;
  MwGenerationState now = { self->generation, mw_document_state (self) };
  if (all->len && g_array_index (all, MwGenerationState, all->len - 1).generation == now.generation)
    g_array_index (all, MwGenerationState, all->len - 1) = now;
  else {
    if (all->len == KEPT)
      g_array_remove_range (all, 0, KEPT / 2);
    g_array_append_val (all, now);
  }
  return self->generation;
}

gboolean
mw_document_is_clean (MwDocument *self)
{
  guint64 state = mw_document_state (self);
  return state != MW_STATE_BETWEEN && state == self->clean_state;
}

void
mw_document_mark_clean (MwDocument *self, guint64 generation)
{
  mw_document_get_generation (self);
  for (guint i = self->generations->len; i-- > 0;) {
    const MwGenerationState *at = &g_array_index (self->generations, MwGenerationState, i);
    if (at->generation != generation)
      continue;
    self->clean_state = at->state;
    g_signal_emit_by_name (self, "history-changed");
    return;
  }
}

void
mw_document_mark_unsaved (MwDocument *self)
{
  if (self->clean_state == MW_STATE_NONE)
    return;
  self->clean_state = MW_STATE_NONE;
  g_signal_emit_by_name (self, "history-changed");
}

/* --- Budget --------------------------------------------------------------------------------------------------------- */

/* Drops the oldest done steps first, but not the last done one, then undone steps from the far end. */
static void
keep_budget (MwDocument *self)
{
  guint n = 0;
  gsize size = self->history_size;
  while (size > self->history_limit && n + 1 < self->position)
    size -= step_at (self, n++)->size;
  guint end = self->steps->len;
  while (size > self->history_limit && end > self->position && end > n + 1)
    size -= step_at (self, --end)->size;
  if (end < self->steps->len)
    g_ptr_array_remove_range (self->steps, end, self->steps->len - end);
  if (n) {
    self->base_state = step_at (self, n - 1)->serial;
    g_ptr_array_remove_range (self->steps, 0, n);
    self->position -= n;
  }
  self->history_size = size;
}

void
mw_document_set_history_limit (MwDocument *self, gsize bytes)
{
  self->history_limit = bytes;
  guint before = self->steps->len;
  keep_budget (self);
  if (self->steps->len != before)
    g_signal_emit_by_name (self, "history-changed");
}

void
mw_document_push_step (MwDocument *self, MwStep *step)
{
  for (guint i = self->position; i < self->steps->len; i++)
    self->history_size -= step_at (self, i)->size;
  g_ptr_array_set_size (self->steps, (gint) self->position);
  step->serial = self->next_serial++;
  g_ptr_array_add (self->steps, step);
  self->position++;
  self->history_size += step->size;
  keep_budget (self);
}

/* --- Undo and redo -------------------------------------------------------------------------------------------------- */

static void
apply_step (MwDocument *self, MwStep *step, gboolean forward)
{
  guint n = step->changes->len;
  for (guint i = 0; i < n; i++) {
    const MwStepChange *change = mw_step_change_at (step, forward ? i : n - 1 - i);
    mw_step_change_apply (self->model, change, forward);
    mw_document_announce (self, change, forward);
  }
  self->generation++;
  self->position += forward ? 1 : -1u;
}

void
mw_document_go_to (MwDocument *self, guint position)
{
  if (self->open) {
    /* All of it, however deep it is nested. */
    while (self->open)
      mw_document_cancel (self);
    return;
  }
  position = MIN (position, self->steps->len);
  if (position == self->position)
    return;
  const GArray *selection = NULL;
  while (self->position != position) {
    gboolean forward = self->position < position;
    MwStep *step = step_at (self, forward ? self->position : self->position - 1);
    apply_step (self, step, forward);
    selection = forward ? step->selection_after : step->selection_before;
  }
  mw_document_set_selection (self, selection);
  mw_document_emit_changed (self);
  g_signal_emit_by_name (self, "history-changed");
}

void
mw_document_undo (MwDocument *self)
{
  if (self->open || self->position)
    mw_document_go_to (self, self->position - (self->position ? 1 : 0));
}

void
mw_document_redo (MwDocument *self)
{
  if (!self->open && mw_document_can_redo (self))
    mw_document_go_to (self, self->position + 1);
}

gboolean
mw_document_can_undo (MwDocument *self)
{
  return self->open || self->position > 0;
}

gboolean
mw_document_can_redo (MwDocument *self)
{
  return !self->open && self->position < self->steps->len;
}

const char *
mw_document_get_undo_label (MwDocument *self)
{
  if (self->open)
    return self->open->label;
  return self->position ? step_at (self, self->position - 1)->label : NULL;
}

const char *
mw_document_get_redo_label (MwDocument *self)
{
  return mw_document_can_redo (self) ? step_at (self, self->position)->label : NULL;
}

guint
mw_document_get_n_steps (MwDocument *self)
{
  return self->steps->len;
}

guint
mw_document_get_position (MwDocument *self)
{
  return self->position;
}

guint64
mw_document_get_newest_serial (MwDocument *self)
{
  return self->position ? step_at (self, self->position - 1)->serial : 0;
}

const MwStep *
mw_document_get_step (MwDocument *self, guint index)
{
  return index < self->steps->len ? step_at (self, index) : NULL;
}
