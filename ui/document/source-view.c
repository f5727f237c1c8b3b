/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/source-view.h"
#include "core/model/aspects.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/widgets.h"

struct _MwSourceView {
  MwOperationForm *form;
  MwViewport *viewport; /* of the document */
  GtkWidget *bars;
  MwTimeBar *bar; /* of the document */
  MwTimeBarView own;
  guint serial; /* of the model that is shown */
  MwDocument *source;
  MwViewport *view;
  MwTimeBar *clock;   /* of the other model: the one that both follow */
  MwId wanted, shown; /* sequence of the other model that the form chose last, and that is played */
  MwId made;          /* what the preview has made of it; 0: nothing yet */
};

/* Both play this moment. */
static void
show_moment (MwSourceView *self, const MwClock *clock)
{
  mw_viewport_set_clock (self->view, clock);
  MwClock beside = mw_clock_beside (clock, mw_document_get_model (mw_operation_form_get_document (self->form)),
                                    self->made);
  mw_viewport_set_clock (self->viewport, &beside);
}

/* "Footman.mdx · Walk". Free with g_free(). */
static char *
title_of (MwDocument *document, const char *untitled, MwId sequence, const char *instead)
{
  const char *path = mw_document_get_path (document);
  const MwRecord *record = sequence ? mw_model_find (mw_document_get_model (document), sequence) : NULL;
  g_autofree char *file = path ? g_path_get_basename (path) : g_strdup (untitled),
                  *title = record ? mw_ui_record_title (record) : g_strdup (instead);
  return g_strdup_printf ("%s · %s", file, title);
}

/* Finds what the preview has made of the sequence that is played, and says what both views show. */
static void
find_made (MwSourceView *self)
{
  static const char *const instead[] = { [MW_BESIDE_MADE] = "",
                                         [MW_BESIDE_COMING] = N_ ("being computed…"),
                                         [MW_BESIDE_NOT_MADE] = N_ ("not imported"),
                                         [MW_BESIDE_NOT_CHOSEN] = N_ ("not chosen") };
  MwTimeBarView view;
  mw_time_bar_get_view (self->clock, &view);
  self->shown = view.sequence;
  const MwBeside state = self->shown ? mw_operation_form_find_made (self->form, self->shown, &self->made)
                                     : MW_BESIDE_NOT_CHOSEN;
  if (state != MW_BESIDE_MADE)
    self->made = 0;
  const MwRecord *record = self->shown ? mw_model_find (mw_document_get_model (self->source), self->shown) : NULL;
  const MwModel *model = mw_document_get_model (self->source);
  const gboolean absent = record && mw_sequence_aspect (model, mw_sequence_aspect (model, record).plays).not_loaded;
  g_autofree char *name = record ? mw_ui_record_title (record) : g_strdup (_ ("Rest pose"));
  g_autofree char *what = absent ? g_strdup_printf (_ ("%s: its file was not found"), name) : g_strdup (name);
  g_autofree char *theirs = g_strdup_printf ("%s · %s",
                                             mw_transfer_source_name (mw_operation_form_get_source (self->form)), what);
  g_autofree char *ours = title_of (mw_operation_form_get_document (self->form), _ ("This model"), self->made,
                                    self->shown ? gettext (instead[state]) : _ ("Rest pose"));
  mw_viewport_set_title (self->view, theirs);
  mw_viewport_set_title (self->viewport, ours);
}

static void
clock_changed (MwTimeBar *bar, const MwClock *clock, MwSourceView *self)
{
  MwTimeBarView view;
  mw_time_bar_get_view (bar, &view);
  if (view.sequence != self->shown)
    find_made (self);
  show_moment (self, clock);
}

/* --- The other model ------------------------------------------------------------------------------------------------- */

static void
hide (MwSourceView *self)
{
  if (!self->source)
    return;
  mw_disconnect (self->clock, self);
  gtk_box_remove (GTK_BOX (self->bars), GTK_WIDGET (self->clock));
  mw_viewport_set_beside (self->viewport, NULL);
  mw_viewport_set_title (self->viewport, NULL);
  self->clock = NULL;
  self->view = NULL;
  self->wanted = self->shown = self->made = 0;
  g_clear_object (&self->source);
  gtk_widget_set_visible (GTK_WIDGET (self->bar), TRUE);
  mw_time_bar_set_view (self->bar, &self->own);
}

static void
show (MwSourceView *self, const MwTransferSource *source)
{
  const char *path = mw_transfer_source_path (source);
  mw_time_bar_get_view (self->bar, &self->own);
  if (self->own.playing)
    mw_time_bar_toggle (self->bar);
  self->source = mw_document_new (mw_model_copy (mw_transfer_source_model (source), FALSE),
                                  mw_transfer_source_format (source));
  self->view = MW_VIEWPORT (mw_viewport_new (self->source, path, NULL));
  self->clock = MW_TIME_BAR (mw_time_bar_new (self->source));
  const MwTimeBarView fresh = { .global_ms = self->own.global_ms, .loop = self->own.loop, .speed = self->own.speed };
  mw_time_bar_set_view (self->clock, &fresh);
  gtk_widget_set_visible (GTK_WIDGET (self->bar), FALSE);
  gtk_box_append (GTK_BOX (self->bars), GTK_WIDGET (self->clock));
  mw_viewport_set_beside (self->viewport, self->view);
  g_signal_connect (self->clock, "clock-changed", G_CALLBACK (clock_changed), self);
}

/* The sequence that the form wants shown plays from its start, unless the user has paused. */
static void
show_wanted (MwSourceView *self)
{
  const MwRecord *wanted = mw_operation_form_get_current (self->form);
  MwTimeBarView view;
  if (!wanted || wanted->id == self->wanted)
    return;
  mw_time_bar_get_view (self->clock, &view);
  view.playing |= !self->wanted;
  view.sequence = self->wanted = wanted->id;
  view.time = 0;
  mw_time_bar_set_view (self->clock, &view);
}

static void
update (MwSourceView *self)
{
  const MwTransferSource *source = mw_operation_form_get_source (self->form);
  if (mw_operation_form_get_source_serial (self->form) != self->serial) {
    self->serial = mw_operation_form_get_source_serial (self->form);
    hide (self);
  }
  if (source && !self->source)
    show (self, source);
  if (!self->source)
    return;
  show_wanted (self);
  find_made (self);
  show_moment (self, mw_viewport_get_clock (self->view));
}

/* --- All of it ------------------------------------------------------------------------------------------------------- */

MwSourceView *
mw_source_view_new (MwOperationForm *form, MwViewport *viewport, GtkWidget *bars, MwTimeBar *bar)
{
  MwSourceView *self = g_new0 (MwSourceView, 1);
  self->form = g_object_ref (form);
  self->viewport = viewport;
  self->bars = bars;
  self->bar = bar;
  g_signal_connect_swapped (form, "beside-changed", G_CALLBACK (update), self);
  update (self);
  return self;
}

void
mw_source_view_free (MwSourceView *self)
{
  mw_disconnect (self->form, self);
  hide (self);
  g_object_unref (self->form);
  g_free (self);
}

gboolean
mw_source_view_is_shown (MwSourceView *self)
{
  return self->source != NULL;
}

void
mw_source_view_toggle (MwSourceView *self)
{
  mw_time_bar_toggle (self->clock);
}
