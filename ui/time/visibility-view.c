/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/time/visibility-view.h"
#include "ui/i18n.h"
#include "ui/time/visibility-cells.h"
#include "ui/widgets.h"

struct _MwVisibilityView {
  GtkBox parent_instance;
  MwDocument *document;
  GtkWidget *cells, *empty, *stack;
  gboolean stale;
};

G_DEFINE_FINAL_TYPE (MwVisibilityView, mw_visibility_view, GTK_TYPE_BOX)

enum { SAID, PICKED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
show_state (MwVisibilityView *self)
{
  MwVisibilityGrid *grid = mw_visibility_cells_get_grid (MW_VISIBILITY_CELLS (self->cells));
  const char *text = !mw_visibility_grid_n_columns (grid) ? _ ("This model has no sequences.")
                     : !mw_visibility_grid_n_rows (grid)  ? _ ("This model has nothing that can be hidden.")
                                                          : NULL;
  gtk_label_set_text (GTK_LABEL (self->empty), text ? text : "");
  gtk_stack_set_visible_child (GTK_STACK (self->stack), text ? self->empty : gtk_widget_get_parent (self->cells));
}

static void
reload (MwVisibilityView *self)
{
  self->stale = FALSE;
  mw_visibility_cells_reload (MW_VISIBILITY_CELLS (self->cells));
  show_state (self);
}

static void
document_changed (MwDocument *document, const MwChangeSet *changes, MwVisibilityView *self)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    self->stale = TRUE;
  else if (mw_visibility_cells_update (MW_VISIBILITY_CELLS (self->cells), changes))
    show_state (self);
}

void
mw_visibility_view_set_clock (MwVisibilityView *self, const MwClock *clock)
{
  mw_visibility_cells_set_playing (MW_VISIBILITY_CELLS (self->cells), clock->rest ? 0 : clock->sequence);
}

static void
selection_changed (MwDocument *document, MwVisibilityView *self)
{
  gtk_widget_queue_draw (self->cells);
}

static void
said (MwVisibilityCells *cells, const char *text, MwVisibilityView *self)
{
  g_signal_emit (self, signals[SAID], 0, text);
}

static void
picked (MwVisibilityCells *cells, guint sequence, MwVisibilityView *self)
{
  g_signal_emit (self, signals[PICKED], 0, sequence);
}

/* --- The widget ------------------------------------------------------------------------------------------------------- */

static void
map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (mw_visibility_view_parent_class)->map (widget);
  if (MW_VISIBILITY_VIEW (widget)->stale)
    reload (MW_VISIBILITY_VIEW (widget));
}

static void
dispose (GObject *object)
{
  MwVisibilityView *self = MW_VISIBILITY_VIEW (object);
  mw_disconnect (self->document, self);
  mw_box_clear (GTK_WIDGET (self));
  g_clear_object (&self->document);
  G_OBJECT_CLASS (mw_visibility_view_parent_class)->dispose (object);
}

static void
mw_visibility_view_class_init (MwVisibilityViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = dispose;
  GTK_WIDGET_CLASS (klass)->map = map;
  signals[SAID] = g_signal_new ("said", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                1, G_TYPE_STRING);
  signals[PICKED] = g_signal_new ("picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
mw_visibility_view_init (MwVisibilityView *self)
{
  self->stale = TRUE;
}

GtkWidget *
mw_visibility_view_new (MwDocument *document)
{
  MwVisibilityView *self = g_object_new (MW_TYPE_VISIBILITY_VIEW, NULL);
  self->document = g_object_ref (document);
  self->cells = mw_visibility_cells_new (document);
  MwVisibilityCells *cells = MW_VISIBILITY_CELLS (self->cells);
  GtkWidget *grid = gtk_grid_new ();
  gtk_grid_attach (GTK_GRID (grid), self->cells, 0, 0, 1, 1);
  gtk_grid_attach (
    GTK_GRID (grid),
    gtk_scrollbar_new (GTK_ORIENTATION_VERTICAL, mw_visibility_cells_get_adjustment (cells, GTK_ORIENTATION_VERTICAL)),
    1, 0, 1, 1);
  gtk_grid_attach (GTK_GRID (grid),
                   gtk_scrollbar_new (GTK_ORIENTATION_HORIZONTAL,
                                      mw_visibility_cells_get_adjustment (cells, GTK_ORIENTATION_HORIZONTAL)),
                   0, 1, 1, 1);
  self->empty = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->empty, "dim-label");
  self->stack = gtk_stack_new ();
  gtk_stack_add_child (GTK_STACK (self->stack), grid);
  gtk_stack_add_child (GTK_STACK (self->stack), self->empty);
  gtk_widget_set_vexpand (self->stack, TRUE);
  gtk_box_append (GTK_BOX (self), self->stack);
  g_signal_connect (self->cells, "said", G_CALLBACK (said), self);
  g_signal_connect (self->cells, "picked", G_CALLBACK (picked), self);
  g_signal_connect (document, "changed", G_CALLBACK (document_changed), self);
  g_signal_connect (document, "selection-changed", G_CALLBACK (selection_changed), self);
  return GTK_WIDGET (self);
}
