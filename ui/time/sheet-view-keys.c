/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/i18n.h"
#include "ui/key-scheme.h"
#include "ui/time/sheet-view-private.h"

#include <math.h>
#include <string.h>

/* The keyboard in the dope sheet. Row by row there is nothing that only the pointer can do: a cursor goes up and down through the
 * rows, and with Ctrl from key to key. */

enum { FAR = 10 };

static void
show_cursor (MwSheetView *self)
{
  const double top = (double) (MAX (self->cursor, 1) - 1) * SHEET_ROW, value = gtk_adjustment_get_value (self->down),
               page = gtk_adjustment_get_page_size (self->down);
  gtk_adjustment_set_value (self->down, top < value                      ? top
                                        : top + SHEET_ROW > value + page ? top + SHEET_ROW - page
                                                                         : value);
  mw_sheet_view_redraw (self);
}

/* Scrolls to a key of the cursor's row. */
static void
show_key (MwSheetView *self, gint64 time)
{
  double x, y;
  const double right = gtk_widget_get_width (GTK_WIDGET (self)) - SHEET_PAD;
  mw_sheet_view_place (self, self->cursor, time, &x, &y);
  if (x < SHEET_NAMES + SHEET_PAD)
    mw_sheet_view_scroll (self, x - SHEET_NAMES - SHEET_PAD, 0);
  else if (x > right)
    mw_sheet_view_scroll (self, x - right, 0);
}

static void
move_cursor (MwSheetView *self, int by)
{
  const guint last = mw_key_sheet_n_rows (self->sheet) - 1;
  self->cursor = by < 0 && self->cursor <= (self->shows_curves ? 1 : 0) ? self->cursor
                                                                        : MIN (self->cursor + (guint) by, last);
  mw_sheet_curves_reload (self, TRUE);
  show_cursor (self);
}

/* Chooses the next or previous key of the cursor's row: from the one that is chosen, else from the playhead. */
static void
choose_next (MwSheetView *self, gboolean forwards, gboolean adds)
{
  const MwSheetRow *row = mw_key_sheet_row (self->sheet, self->cursor);
  double playhead = (double) mw_key_sheet_get_scope (self->sheet)->start;
  gint at = -1;
  for (guint i = 0; i < row->n; i++)
    if (row->chosen[i] && (at < 0 || forwards))
      at = (gint) i;
  mw_sheet_view_playhead (self, &playhead);
  if (at >= 0)
    at += forwards ? 1 : -1;
  else
    at = (gint) mw_sheet_row_from (row, (gint64) playhead - row->offset) - (forwards ? 0 : 1);
  if (at < 0 || at >= (gint) row->n)
    return;
  const gint64 time = row->times[at] + row->offset;
  mw_key_sheet_choose (self->sheet, self->cursor, self->cursor, time, time, adds ? MW_CHOOSE_ADD : MW_CHOOSE_ONLY);
  mw_sheet_view_chosen (self);
  show_key (self, time - row->offset);
}

/* Begins to scale about the playhead; the pointer says how far. */
static void
begin_scale (MwSheetView *self)
{
  double playhead;
  self->copies = FALSE;
  if (self->doing != SHEET_IDLE || !mw_sheet_edit_begin (self, &mw_operation_keys_scale_some))
    return;
  self->about_at = mw_sheet_view_playhead (self, &playhead) ? llround (playhead) : self->first;
  self->from_x = self->x;
  self->from_y = self->y;
  self->modal = TRUE;
  *self->typed = 0;
  self->doing = SHEET_SCALE;
  mw_sheet_view_say (self, _ ("Scale: move the pointer; click or Enter applies it, Esc cancels"));
}

/* Begins to move the chosen keys with the pointer; in the graph their values, too. */
static void
begin_move (MwSheetView *self)
{
  self->copies = self->adds = FALSE;
  if (self->doing != SHEET_IDLE || !mw_sheet_edit_begin (self, &mw_operation_keys_move_some))
    return;
  self->from_x = self->x;
  self->from_y = self->y;
  self->start = mw_sheet_view_time (self, self->x);
  self->pressed = self->first;
  self->raises = mw_sheet_curves_has (self, self->x, self->y) && mw_sheet_curves_can_raise (self);
  self->raised = self->components;
  self->pressed_value = mw_sheet_curves_value (self, self->y);
  self->modal = TRUE;
  *self->typed = 0;
  self->doing = SHEET_MOVE;
  mw_sheet_view_say (self, _ ("Move: move the pointer or type a number; click or Enter applies it, Esc cancels"));
}

/* Digits that are typed while keys are moved or scaled: a number of ms, or a factor. */
static gboolean
type_number (MwSheetView *self, guint key)
{
  const gsize length = strlen (self->typed);
  const guint32 letter = key == GDK_KEY_comma || key == GDK_KEY_KP_Separator ? '.' : gdk_keyval_to_unicode (key);
  if (key == GDK_KEY_BackSpace && length) {
    self->typed[length - 1] = 0;
  } else if ((g_ascii_isdigit (letter) || (letter == '.' && !strchr (self->typed, '.')) || (letter == '-' && !length))
             && letter < 128 && length + 1 < sizeof self->typed) {
    self->typed[length] = (char) letter;
    self->typed[length + 1] = 0;
  } else {
    return FALSE;
  }
  mw_sheet_view_follow_modal (self);
  return TRUE;
}

static void
end_modal (MwSheetView *self)
{
  self->modal = FALSE;
  self->doing = SHEET_IDLE;
  mw_sheet_edit_end (self, TRUE);
}

static void
activate_row (MwSheetView *self)
{
  const MwSheetRow *row = mw_key_sheet_row (self->sheet, self->cursor);
  const MwId element = row->element;
  if (row->kind == MW_SHEET_ELEMENT) {
    mw_key_sheet_set_collapsed (self->sheet, element, !row->collapsed);
    mw_sheet_view_scroll (self, 0, 0);
    mw_sheet_curves_reload (self, TRUE);
    mw_sheet_view_redraw (self);
  } else if (row->kind == MW_SHEET_TRACK) {
    mw_document_select (self->document, &element, 1);
  }
}

static void
add_at_playhead (MwSheetView *self)
{
  double playhead;
  if (mw_sheet_view_playhead (self, &playhead))
    mw_sheet_edit_add (self, self->cursor, (gint64) playhead);
}

static gboolean
with_control (MwSheetView *self, guint key, gboolean shift)
{
  switch (key) {
  case GDK_KEY_a: {
    if (shift) {
      mw_key_sheet_choose_none (self->sheet);
      mw_sheet_view_chosen (self);
      return TRUE;
    }
    /* With curves, all keys that the graph shows. */
    const guint row = self->shows_curves ? self->cursor : 0;
    mw_key_sheet_choose (self->sheet, row, row, G_MININT32, G_MAXINT32, MW_CHOOSE_ONLY);
    mw_sheet_view_chosen (self);
    return TRUE;
  }
  case GDK_KEY_c:
    mw_sheet_edit_copy (self);
    return TRUE;
  case GDK_KEY_v:
    mw_sheet_edit_paste (self);
    return TRUE;
  case GDK_KEY_Left:
  case GDK_KEY_Right:
    choose_next (self, key == GDK_KEY_Right, shift);
    return TRUE;
  default:
    return FALSE;
  }
}

static gboolean
plain (MwSheetView *self, guint key, gboolean shift)
{
  switch (key) {
  case GDK_KEY_Delete:
  case GDK_KEY_KP_Delete:
    mw_sheet_edit_delete (self);
    return TRUE;
  case GDK_KEY_Left:
  case GDK_KEY_Right:
    mw_sheet_edit_nudge (self, (key == GDK_KEY_Right ? 1 : -1) * (shift ? FAR : 1));
    return TRUE;
  case GDK_KEY_Up:
  case GDK_KEY_Down:
    move_cursor (self, key == GDK_KEY_Down ? 1 : -1);
    return TRUE;
  case GDK_KEY_Home:
    mw_sheet_view_fit (self);
    mw_sheet_curves_fit (self);
    return TRUE;
  case GDK_KEY_f:
    mw_sheet_curves_frame_chosen (self);
    return TRUE;
  case GDK_KEY_c:
    mw_sheet_view_set_curves (self, !self->shows_curves);
    return TRUE;
  case GDK_KEY_g:
    begin_move (self);
    return TRUE;
  case GDK_KEY_s:
    begin_scale (self);
    return TRUE;
  case GDK_KEY_i:
    add_at_playhead (self);
    return TRUE;
  case GDK_KEY_Return:
  case GDK_KEY_KP_Enter:
    activate_row (self);
    return TRUE;
  default:
    return FALSE;
  }
}

static gboolean
key_pressed (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, MwSheetView *self)
{
  if (self->doing != SHEET_IDLE) {
    if (key == GDK_KEY_Escape)
      mw_sheet_view_cancel (self);
    else if (self->modal && (key == GDK_KEY_Return || key == GDK_KEY_KP_Enter))
      end_modal (self);
    else if (self->modal && !(state & GDK_CONTROL_MASK) && type_number (self, key))
      return TRUE;
    /* Undo cancels the edit that is open. */
    return key == GDK_KEY_Escape || !(state & GDK_CONTROL_MASK);
  }
  if (!mw_key_scheme_translate (MW_KEYS_IN_SHEET, &key, &state) || (state & GDK_ALT_MASK))
    return FALSE;
  const guint lower = gdk_keyval_to_lower (key);
  return state & GDK_CONTROL_MASK ? with_control (self, lower, state & GDK_SHIFT_MASK)
                                  : plain (self, lower, state & GDK_SHIFT_MASK);
}

void
mw_sheet_view_add_keys (MwSheetView *self)
{
  GtkEventController *keys = gtk_event_controller_key_new (), *focus = gtk_event_controller_focus_new ();
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed), self);
  g_signal_connect_swapped (focus, "enter", G_CALLBACK (mw_sheet_view_redraw), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (mw_sheet_view_redraw), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
}
