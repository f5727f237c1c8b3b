/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/key-sheet-private.h"

/* What was chosen at the last steps of the document's history, so that undo and redo choose it again. A place in the history is the serial
 * of the newest step that is done. The choice is kept when the place is left, so it is the one that the user last saw there. */

enum { MOST = 64 };

typedef struct {
  guint64 serial;
  MwSheetChoice *choice;
} Left;

static void
clear_left (gpointer data)
{
  mw_sheet_choice_free (((Left *) data)->choice);
}

void
mw_key_sheet_init_history (MwKeySheet *sheet)
{
  sheet->left = g_array_new (FALSE, FALSE, sizeof (Left));
  g_array_set_clear_func (sheet->left, clear_left);
  sheet->serial = mw_document_get_newest_serial (sheet->document);
}

void
mw_key_sheet_free_history (MwKeySheet *sheet)
{
  g_array_unref (sheet->left);
  mw_sheet_choice_free (sheet->before_edit);
}

void
mw_key_sheet_forget_place (MwKeySheet *sheet)
{
  sheet->serial = mw_document_get_newest_serial (sheet->document);
  g_clear_pointer (&sheet->before_edit, mw_sheet_choice_free);
}

static gint
find (const MwKeySheet *sheet, guint64 serial)
{
  for (guint i = 0; i < sheet->left->len; i++)
    if (g_array_index (sheet->left, Left, i).serial == serial)
      return (gint) i;
  return -1;
}

/* Keeps what is chosen if the document is at another place now. Returns whether it is. */
static gboolean
leave (MwKeySheet *sheet)
{
  const guint64 now = mw_document_get_newest_serial (sheet->document);
  /* Whoever edits gesture by gesture also moves the choice, so what was chosen is that of the first change. */
  if (mw_document_is_open (sheet->document)) {
    if (!sheet->before_edit)
      sheet->before_edit = mw_key_sheet_get_choice (sheet);
    return FALSE;
  }
  g_autoptr (MwSheetChoice) before = g_steal_pointer (&sheet->before_edit);
  if (now == sheet->serial)
    return FALSE;
  const Left left = { sheet->serial, before ? g_steal_pointer (&before) : mw_key_sheet_get_choice (sheet) };
  const gint known = find (sheet, sheet->serial);
  if (known >= 0)
    g_array_remove_index (sheet->left, (guint) known);
  else if (sheet->left->len == MOST)
    g_array_remove_index (sheet->left, 0);
  g_array_append_val (sheet->left, left);
  sheet->serial = now;
  return TRUE;
}

void
mw_key_sheet_step_done (MwKeySheet *sheet)
{
  leave (sheet);
}

gboolean
mw_key_sheet_update (MwKeySheet *sheet, const MwChangeSet *changes)
{
  if (!sheet->all->len)
    return FALSE;
  const gboolean moved = leave (sheet), any = mw_key_sheet_update_rows (sheet, changes);
  const gint known = moved && any ? find (sheet, sheet->serial) : -1;
  if (known >= 0)
    mw_key_sheet_set_choice (sheet, g_array_index (sheet->left, Left, known).choice, 0, 1, 0);
  return any;
}
