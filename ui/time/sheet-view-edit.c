/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/aspects.h"
#include "ui/edit.h"
#include "ui/i18n.h"
#include "ui/time/key-edit.h"
#include "ui/labels.h"
#include "ui/inspector/lane-edit.h"
#include "ui/time/sheet-view-private.h"

#include <string.h>

/* Edits by the dope sheet. While the pointer moves, a transaction is open, and each change is computed from its start, with the
 * keys that were chosen then. */

/* --- Running operations --------------------------------------------------------------------------------------------- */

static gboolean
set_param (MwSheetView *self, const MwOperation *operation, MwRecord *params, const char *name, const char *text,
           GError **error)
{
  return mw_operation_param_set (operation, self->document, params, name, text, strlen (text), error);
}

static char *
keys_text (const GArray *keys)
{
  GString *text = g_string_new ("[");
  for (guint i = 0; i < keys->len; i++)
    g_string_append_printf (text, "%s%u", i ? ", " : "", g_array_index (keys, guint32, i));
  g_string_append_c (text, ']');
  return g_string_free (text, FALSE);
}

/* The parameters of an operation on these keys; NULL and an error. */
static MwRecord *
params_of (MwSheetView *self, const MwOperation *operation, const GArray *keys, GError **error)
{
  g_autoptr (MwRecord) params = mw_operation_params_new (operation);
  g_autofree char *text = keys_text (keys);
  return set_param (self, operation, params, "keys", text, error) ? g_steal_pointer (&params) : NULL;
}

/* Numbers for a parameter with several of them. */
static char *
numbers_text (const float *numbers)
{
  GString *text = g_string_new ("{");
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  for (guint c = 0; c < MW_KEY_CURVE_MOST; c++)
    g_string_append_printf (text, "%s%s", c ? ", " : "", g_ascii_dtostr (number, sizeof number, (double) numbers[c]));
  g_string_append_c (text, '}');
  return g_string_free (text, FALSE);
}

static gboolean
run_by (MwSheetView *self, const MwOperation *operation, const GArray *ids, const GArray *keys, gint64 by,
        const float *raise, GError **error)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, by);
  g_autoptr (MwRecord) params = params_of (self, operation, keys, error);
  g_autofree char *values = raise ? numbers_text (raise) : NULL;
  return params && set_param (self, operation, params, "by", text, error)
         && (!values || set_param (self, operation, params, "raise", values, error))
         && mw_operation_run (operation, self->document, (const MwId *) (gpointer) ids->data, ids->len, params, error);
}

static void
say_error (MwSheetView *self, GError *error)
{
  g_autofree char *text = mw_ui_refusal (self->document, error);
  if (!g_error_matches (error, MW_ERROR, MW_ERROR_NOTHING))
    mw_sheet_view_say (self, text);
  g_error_free (error);
}

/* --- Gestures ------------------------------------------------------------------------------------------------------- */

static void
begin (MwSheetView *self, const MwOperation *operation, const MwId *ids, guint n)
{
  g_autofree char *label = mw_ui_operation_label (self->document, operation, ids, n);
  self->open = TRUE;
  mw_document_begin (self->document, label);
}

gboolean
mw_sheet_edit_begin (MwSheetView *self, const MwOperation *operation)
{
  self->offset = 0;
  if (operation == &mw_operation_keys_scale_some && !mw_key_sheet_chosen_offset (self->sheet, &self->offset)) {
    mw_sheet_view_say (self, _ ("Keys of global sequences have another time. Scale them on their own."));
    return FALSE;
  }
  if (!mw_key_sheet_count_chosen (self->sheet, &self->first, &self->last))
    return FALSE;
  g_array_set_size (self->ids, 0);
  g_array_set_size (self->keys, 0);
  mw_key_sheet_get_chosen (self->sheet, self->ids, self->keys);
  self->choice = mw_key_sheet_get_choice (self->sheet);
  self->about = self->by = 0;
  self->factor = 1;
  memset (self->raise, 0, sizeof self->raise);
  self->values_fit = FALSE;
  begin (self, operation, (const MwId *) (gpointer) self->ids->data, self->ids->len);
  return TRUE;
}

/* Shows what the open edit has done. */
static void
show (MwSheetView *self, gint64 about, double factor, gint64 by)
{
  self->about = about;
  self->factor = factor;
  self->by = by;
  /* The view reads the keys again, and then the choice follows them. */
  mw_document_update (self->document);
  if (self->choice)
    mw_key_sheet_set_choice (self->sheet, self->choice, about, factor, by);
  mw_sheet_view_chosen (self);
}

static void
refuse (MwSheetView *self, GError *error)
{
  say_error (self, error);
  mw_document_rewind (self->document);
  memset (self->raise, 0, sizeof self->raise);
  show (self, 0, 1, 0);
}

/* Whether the edit is still open: undo ends it. */
static gboolean
is_open (MwSheetView *self)
{
  if (self->open && !mw_document_is_open (self->document))
    mw_sheet_view_cancel (self);
  return self->open;
}

/* How far the chosen keys may move: in a sequence, not out of it. */
static gint64
allowed (const MwSheetView *self, gint64 by)
{
  const MwSheetScope *scope = mw_key_sheet_get_scope (self->sheet);
  if (!scope->sequence)
    return by;
  const gint64 least = MIN (0, scope->start - self->first), most = MAX (0, scope->end - self->last);
  return CLAMP (by, least, most);
}

/* What a drag does, for the status line. */
static void
say_move (MwSheetView *self, gint64 by, double raise)
{
  const guint n = self->keys->len;
  g_autofree char *text = g_strdup_printf (self->copies
                                             ? ngettext ("Copy %u key by %+d ms", "Copy %u keys by %+d ms", n)
                                             : ngettext ("Move %u key by %+d ms", "Move %u keys by %+d ms", n),
                                           n, (int) by);
  /* Translators: how far keys are moved in time, and by how much their values are raised. */
  g_autofree char *both = raise != 0 ? g_strdup_printf (_ ("%s, values by %+.4g"), text, raise) : NULL;
  mw_sheet_view_say (self, both ? both : text);
}

void
mw_sheet_edit_move (MwSheetView *self, gint64 by, const float *raise)
{
  static const float none[MW_KEY_CURVE_MOST];
  const MwOperation *operation = self->copies ? &mw_operation_keys_copy_some : &mw_operation_keys_move_some;
  GError *error = NULL;
  double most = 0;
  by = allowed (self, by);
  raise = raise ? raise : none;
  const gboolean nothing = by == 0 && memcmp (raise, none, sizeof none) == 0;
  if (!is_open (self) || (!nothing && by == self->by && memcmp (raise, self->raise, sizeof none) == 0))
    return;
  mw_document_rewind (self->document);
  if (!nothing && !run_by (self, operation, self->ids, self->keys, by, raise, &error)) {
    refuse (self, error);
    return;
  }
  memcpy (self->raise, raise, sizeof none);
  show (self, 0, 1, by);
  for (guint c = 0; c < G_N_ELEMENTS (none); c++)
    most = raise[c] != 0 ? (double) raise[c] : most;
  say_move (self, by, most);
}

void
mw_sheet_edit_scale (MwSheetView *self, gint64 about, double factor)
{
  const MwOperation *operation = &mw_operation_keys_scale_some;
  const MwSheetScope *scope = mw_key_sheet_get_scope (self->sheet);
  GError *error = NULL;
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  if (!is_open (self))
    return;
  about -= self->offset;
  factor = CLAMP (factor, 0.001, 1000);
  /* Not out of the sequence. */
  const gint64 shown = about + self->offset;
  if (scope->sequence && self->last > shown)
    factor = MIN (factor, MAX (1, (double) (scope->end - shown) / (double) (self->last - shown)));
  if (scope->sequence && self->first < shown)
    factor = MIN (factor, MAX (1, (double) (shown - scope->start) / (double) (shown - self->first)));
  /* As the operation has it. */
  factor = (double) (float) factor;
  g_autofree char *at = g_strdup_printf ("%" G_GINT64_FORMAT, about);
  g_autoptr (MwRecord) params = params_of (self, operation, self->keys, &error);
  mw_document_rewind (self->document);
  if (!params || !set_param (self, operation, params, "about", at, &error)
      || !set_param (self, operation, params, "factor", g_ascii_dtostr (number, sizeof number, factor), &error)
      || !mw_operation_run (operation, self->document, (const MwId *) (gpointer) self->ids->data, self->ids->len,
                            params, &error)) {
    refuse (self, error);
    return;
  }
  show (self, about, factor, 0);
  g_autofree char *text = g_strdup_printf (
    ngettext ("Scale the time of %u key by %.3f", "Scale the times of %u keys by %.3f", self->keys->len),
    self->keys->len, factor);
  mw_sheet_view_say (self, text);
}

void
mw_sheet_edit_begin_band (MwSheetView *self, MwId sequence)
{
  self->band = sequence;
  self->by = 0;
  begin (self, &mw_operation_sequence_set_interval, &sequence, 1);
}

void
mw_sheet_edit_band (MwSheetView *self, gint64 time)
{
  const MwOperation *operation = &mw_operation_sequence_set_interval;
  const MwModel *model = mw_document_get_model (self->document);
  GError *error = NULL;
  if (!is_open (self))
    return;
  mw_document_rewind (self->document);
  const MwRecord *sequence = mw_model_find (model, self->band);
  const MwSequenceAspect now = mw_sequence_aspect (model, sequence);
  const gint64 start = self->at_end ? now.start : CLAMP (time, 0, now.end),
               end = self->at_end ? CLAMP (time, now.start, G_MAXINT32) : now.end;
  g_autofree char *from = g_strdup_printf ("%" G_GINT64_FORMAT, start),
                  *to = g_strdup_printf ("%" G_GINT64_FORMAT, end), *title = mw_ui_record_title (sequence);
  g_autoptr (MwRecord) params = mw_operation_params_new (operation);
  if (!set_param (self, operation, params, "start", from, &error)
      || !set_param (self, operation, params, "end", to, &error)
      || !mw_operation_run (operation, self->document, &self->band, 1, params, &error)) {
    refuse (self, error);
    return;
  }
  show (self, 0, 1, 0);
  g_autofree char *text = g_strdup_printf (_ ("%s: %s – %s ms"), title, from, to);
  mw_sheet_view_say (self, text);
}

/* --- Tangents ------------------------------------------------------------------------------------------------------- */

void
mw_sheet_edit_begin_handle (MwSheetView *self)
{
  const MwId track = mw_key_curve_track (self->curves->pdata[self->curve]);
  const MwRecord *record = mw_model_find (mw_document_get_model (self->document), track);
  g_autofree char *title = mw_ui_record_long_title (record);
  /* Translators: the name of a step; %s is a track. */
  g_autofree char *label = g_strdup_printf (_ ("Change a tangent of %s"), title);
  self->values_fit = FALSE;
  self->open = TRUE;
  self->by = 0;
  mw_document_begin (self->document, label);
}

/* Stores the tangent whose handle has a value. */
static gboolean
set_tangent (MwSheetView *self, const MwKeyCurve *curve, gboolean out, double value, GError **error)
{
  const guint row = mw_sheet_curves_row (self, self->curve);
  const MwId holder = mw_key_sheet_row (self->sheet, row)->holder;
  const MwRecord *record = mw_model_find (mw_document_get_model (self->document), holder);
  const MwField *field = mw_schema_part (record->schema, out ? MW_PART_OUT_TANS : MW_PART_IN_TANS);
  const guint number = mw_key_curve_number (curve, self->key);
  float tangent[MW_KEY_CURVE_MOST];
  memcpy (tangent,
          (const float *) ((const MwArray *) mw_field_at (record, field))->data + (gsize) number * field->count,
          field->count * sizeof *tangent);
  tangent[self->component] = mw_key_curve_tangent (curve, self->key, self->component, out, value);
  return mw_document_replace_span (self->document, holder, field, number, 1, tangent, error);
}

void
mw_sheet_edit_handle (MwSheetView *self, double value)
{
  GError *error = NULL;
  double time, other, old;
  if (!is_open (self))
    return;
  mw_document_rewind (self->document);
  const MwKeyCurve *curve = self->curves->pdata[self->curve];
  const double key_time = (double) mw_key_curve_key_time (curve, self->key),
               at = mw_key_curve_key (curve, self->key)[self->component];
  gboolean ok = mw_key_curve_handle (curve, self->key, self->component, self->out, &time, &old)
                && set_tangent (self, curve, self->out, value, &error);
  if (ok && self->joined && mw_key_curve_handle (curve, self->key, self->component, !self->out, &other, &old))
    ok = set_tangent (self, curve, !self->out, at + (value - at) / (time - key_time) * (other - key_time), &error);
  if (!ok && error) {
    refuse (self, error);
    return;
  }
  show (self, 0, 1, 0);
  /* Translators: the value at which the handle of a tangent is. */
  g_autofree char *text = g_strdup_printf (_ ("Tangent to %.4g. With Ctrl the other one stays."), value);
  mw_sheet_view_say (self, text);
}

/* --- Ending --------------------------------------------------------------------------------------------------------- */

void
mw_sheet_edit_end (MwSheetView *self, gboolean keep)
{
  if (!self->open)
    return;
  g_autoptr (MwSheetChoice) choice = g_steal_pointer (&self->choice);
  self->open = FALSE;
  self->band = 0;
  if (keep) {
    mw_document_commit (self->document);
  } else {
    mw_document_cancel (self->document);
    mw_sheet_view_say (self, "");
  }
  if (choice && keep)
    mw_key_sheet_set_choice (self->sheet, choice, self->about, self->factor, self->by);
  else if (choice)
    mw_key_sheet_set_choice (self->sheet, choice, 0, 1, 0);
  mw_sheet_view_chosen (self);
}

/* --- Single edits --------------------------------------------------------------------------------------------------- */

void
mw_sheet_edit_nudge (MwSheetView *self, gint64 by)
{
  self->copies = FALSE;
  if (!mw_sheet_edit_begin (self, &mw_operation_keys_move_some))
    return;
  mw_sheet_edit_move (self, by, NULL);
  mw_sheet_edit_end (self, self->by != 0);
}

/* Runs an operation on the chosen keys as a step. `name` and `text`: its other parameter, and `component` (-1: it has none). */
static gboolean
run_on_chosen (MwSheetView *self, const MwOperation *operation, gint component, const char *name, const char *text,
               GError **error)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId)),
                     keys = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree char *number = g_strdup_printf ("%d", component);
  mw_key_sheet_get_chosen (self->sheet, ids, keys);
  if (!keys->len)
    return TRUE;
  g_autoptr (MwRecord) params = params_of (self, operation, keys, error);
  return params && (!name || set_param (self, operation, params, name, text, error))
         && (component < 0 || set_param (self, operation, params, "component", number, error))
         && mw_ui_run_operation (self->document, operation, (const MwId *) (gpointer) ids->data, ids->len, params,
                                 error);
}

void
mw_sheet_edit_delete (MwSheetView *self)
{
  GError *error = NULL;
  if (!run_on_chosen (self, &mw_operation_keys_delete_some, -1, NULL, NULL, &error))
    say_error (self, error);
}

void
mw_sheet_edit_set (MwSheetView *self, guint component, const char *value)
{
  GError *error = NULL;
  if (!run_on_chosen (self, &mw_operation_keys_set_some, (gint) component, "value", value, &error))
    say_error (self, error);
}

void
mw_sheet_edit_copy (MwSheetView *self)
{
  gint32 first, last;
  const guint n = mw_key_sheet_count_chosen (self->sheet, &first, &last);
  if (!n)
    return;
  g_clear_pointer (&self->copied, mw_sheet_choice_free);
  self->copied = mw_key_sheet_get_choice (self->sheet);
  self->copied_first = first;
  self->copied_from = mw_key_sheet_get_scope (self->sheet)->sequence;
  g_autofree char *text = g_strdup_printf (ngettext ("Copied %u key", "Copied %u keys", n), n);
  mw_sheet_view_say (self, text);
}

/* The copied keys are those that are in the model now. */
void
mw_sheet_edit_paste (MwSheetView *self)
{
  const MwSheetScope *scope = mw_key_sheet_get_scope (self->sheet);
  const MwOperation *operation = &mw_operation_keys_copy_some;
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId)),
                     keys = g_array_new (FALSE, FALSE, sizeof (guint32));
  GError *error = NULL;
  double playhead;
  if (!self->copied) {
    mw_sheet_view_say (self, _ ("No keys were copied yet. Choose some and press Ctrl+C."));
    return;
  }
  if (!mw_sheet_view_playhead (self, &playhead)) {
    mw_sheet_view_say (self, _ ("Keys are pasted at the playhead. Click the ruler to show it."));
    return;
  }
  if (scope->lanes && scope->sequence != self->copied_from) {
    mw_sheet_view_say (
      self, _ ("The copied keys are of another sequence, which has keys of its own. The operation Copy to Another "
               "Sequence takes them along."));
    return;
  }
  mw_key_sheet_find_choice (self->sheet, self->copied, ids, keys);
  if (!keys->len) {
    mw_sheet_view_say (self, _ ("The copied keys are no longer in the model."));
    return;
  }
  const gint64 by = (gint64) playhead - self->copied_first;
  g_autofree char *label = mw_ui_operation_label (self->document, operation, (const MwId *) (gpointer) ids->data,
                                                  ids->len);
  mw_document_begin (self->document, label);
  const gboolean pasted = run_by (self, operation, ids, keys, by, NULL, &error);
  if (pasted)
    mw_document_commit (self->document);
  else
    mw_document_cancel (self->document);
  if (!pasted) {
    say_error (self, error);
    return;
  }
  mw_key_sheet_set_choice (self->sheet, self->copied, 0, 1, by);
  mw_sheet_view_chosen (self);
}

void
mw_sheet_edit_interpolate (MwSheetView *self, const char *interpolation)
{
  const MwOperation *operation = &mw_operation_track_set_interpolation;
  g_autoptr (MwRecord) params = mw_operation_params_new (operation);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  GError *error = NULL;
  for (guint i = 0; i < self->curves->len; i++) {
    const MwId id = mw_key_curve_track (self->curves->pdata[i]);
    g_array_append_val (ids, id);
  }
  if (!set_param (self, operation, params, "interpolation", interpolation, &error)
      || !mw_ui_run_operation (self->document, operation, (const MwId *) (gpointer) ids->data, ids->len, params,
                               &error)) {
    say_error (self, error);
    return;
  }
  /* How large the error is, is the last notice. */
  const char *const *notices = mw_document_get_notices (self->document);
  const guint n = notices ? g_strv_length ((char **) notices) : 0;
  mw_sheet_view_say (self, n ? notices[n - 1] : _ ("The curve is the same as before."));
}

void
mw_sheet_edit_add (MwSheetView *self, guint row, gint64 time)
{
  const MwSheetRow shown = *mw_key_sheet_row (self->sheet, row);
  const MwSheetScope *scope = mw_key_sheet_get_scope (self->sheet);
  GError *error = NULL;
  gboolean added;
  if (shown.kind != MW_SHEET_TRACK)
    return;
  if (scope->sequence && !shown.global)
    time = CLAMP (time, scope->start, scope->end);
  time -= shown.offset;
  if (shown.holder)
    added = mw_ui_add_key (self->document, &shown.holder, 1, (gint32) time, &error);
  else
    added = mw_ui_add_lane_key (self->document, &shown.record, 1, scope->sequence, (gint32) time, &error);
  if (!added) {
    say_error (self, error);
    return;
  }
  const guint now = mw_key_sheet_find (self->sheet, shown.record);
  if (now)
    mw_key_sheet_choose (self->sheet, now, now, time + shown.offset, time + shown.offset, MW_CHOOSE_ONLY);
  mw_sheet_view_chosen (self);
}
