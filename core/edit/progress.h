/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* How far an operation is, and whether it shall stop. What runs the operation gives the document an MwProgress; the long loops of
 * the operation report to it. */

typedef struct {
  /* `fraction` is from 0 to 1 and never less than before; 1 is reported once, when the operation has succeeded. It is called many
   * times, so it must be quick. FALSE: the operation shall stop; it then fails with MW_ERROR_CANCELLED, and is taken back. */
  gboolean (*advance) (double fraction, gpointer data);
  gpointer data;
} MwProgress;

/* Sets who receives the progress of operations on the document from now on. NULL: nobody. The struct is copied. */
void mw_document_set_progress (MwDocument *self, const MwProgress *progress);

/* --- For the functions of operations --- */

/* A loop of n rounds begins. Inside a round of another loop it is a part of that round. */
void mw_progress_begin (MwDocument *self, guint n);
/* The next round begins. FALSE and MW_ERROR_CANCELLED: the operation shall return FALSE. It need not call mw_progress_end() then. */
gboolean mw_progress_next (MwDocument *self, GError **error);
/* The loop has ended. */
void mw_progress_end (MwDocument *self);

/* --- For mw_operation_run() --- */

/* Returns how many loops are under way. */
guint mw_progress_enter (MwDocument *self);
/* Ends all loops but the first `depth`. If the operation was not run by another one and has succeeded, reports 1. */
void mw_progress_leave (MwDocument *self, guint depth, gboolean ok);
