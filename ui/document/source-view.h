/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/operations/operation-form.h"
#include "ui/time/time-bar.h"
#include "ui/viewport/viewport.h"

/* While the form of an import is open: the other model beside the document's, both on one clock. The other model plays one of its
 * sequences, and the document's model what the preview of the form has made of it, at the same time.
 *
 * The time bar is that of the other model meanwhile. The document's own one is hidden, and gets its state back afterwards. */
typedef struct _MwSourceView MwSourceView;

/* Shows what the form says, as soon as it has a model. `bars` is the box that contains the time bar, and gets the other one. The
 * widgets must outlive it. */
MwSourceView *mw_source_view_new (MwOperationForm *form, MwViewport *viewport, GtkWidget *bars, MwTimeBar *bar);
/* Everything is as it was before. */
void mw_source_view_free (MwSourceView *self);
/* Whether there is another model, so that the time of the document's own bar is not shown. */
gboolean mw_source_view_is_shown (MwSourceView *self);
/* Plays or pauses both. */
void mw_source_view_toggle (MwSourceView *self);
