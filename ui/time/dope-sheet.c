/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/time/dope-sheet.h"
#include "ui/time/curve-bar.h"
#include "ui/i18n.h"
#include "ui/time/sheet-view.h"
#include "ui/widgets.h"

struct _MwDopeSheet {
  GtkBox parent_instance;
  MwDocument *document;
  MwClock clock;
  MwId wanted; /* the track whose curves are shown when the sheet is on the screen; 0: none */
  GtkWidget *bar, *view, *curves, *all, *file, *snap, *stack, *empty;
  gboolean stale; /* the rows are others, and are not read yet because nobody sees them */
};

G_DEFINE_FINAL_TYPE (MwDopeSheet, mw_dope_sheet, GTK_TYPE_BOX)

enum { SEEK, SAID, N_SIGNALS };
static guint signals[N_SIGNALS];

/* --- Showing -------------------------------------------------------------------------------------------------------- */

static MwKeySheet *
sheet_of (MwDopeSheet *self)
{
  return mw_sheet_view_get_sheet (MW_SHEET_VIEW (self->view));
}

static gboolean
shows_all (MwDopeSheet *self)
{
  return gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->all));
}

/* What to do where there are no keys to see. */
static const char *
empty_text (MwDopeSheet *self)
{
  const MwSheetScope *scope = mw_key_sheet_get_scope (sheet_of (self));
  guint n;
  mw_document_get_selection (self->document, &n);
  if (scope->not_loaded)
    return _ ("The keys of this sequence are in a file that was not found. The page Companions finds it.");
  if (mw_key_sheet_n_rows (sheet_of (self)) > 1)
    return scope->lanes && !scope->sequence ? _ ("Choose a sequence in the bar above to see its keys.") : NULL;
  if (shows_all (self))
    return _ ("Nothing in this model is animated. The diamond beside a value in the inspector sets a first key.");
  return n == 0
           ? _ ("Select an element to see its keys, or switch on All.")
           : _ ("What is selected is not animated. Select something else, switch on All, or set a first key with the "
                "diamond beside a value in the inspector.");
}

static void
show_state (MwDopeSheet *self)
{
  const char *text = empty_text (self);
  if (text)
    gtk_label_set_text (GTK_LABEL (self->empty), text);
  gtk_stack_set_visible_child (GTK_STACK (self->stack), text ? self->empty : gtk_widget_get_parent (self->view));
}

/* Reads the rows again, or notes that it is to be done. */
static void
reload (MwDopeSheet *self, gboolean fit)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self))) {
    self->stale = TRUE;
    return;
  }
  const gboolean whole = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->file));
  self->stale = FALSE;
  mw_key_sheet_set_all (sheet_of (self), shows_all (self));
  mw_key_sheet_set_sequence (sheet_of (self), whole || self->clock.rest ? 0 : self->clock.sequence);
  mw_sheet_view_reload (MW_SHEET_VIEW (self->view), fit);
  /* Keys in lanes have no time line in common. */
  gtk_widget_set_visible (self->file, !mw_key_sheet_get_scope (sheet_of (self))->lanes);
  show_state (self);
}

static void
map (GtkWidget *widget)
{
  MwDopeSheet *self = MW_DOPE_SHEET (widget);
  GTK_WIDGET_CLASS (mw_dope_sheet_parent_class)->map (widget);
  gtk_widget_set_visible (self->bar, TRUE);
  mw_sheet_view_set_clock (MW_SHEET_VIEW (self->view), &self->clock);
  if (self->stale)
    reload (self, TRUE);
  if (self->wanted)
    mw_dope_sheet_show_curve (self, self->wanted);
}

void
mw_dope_sheet_show_curve (MwDopeSheet *self, MwId track)
{
  gboolean later = !gtk_widget_get_mapped (GTK_WIDGET (self));
  self->wanted = later ? track : 0;
  if (later)
    return;
  /* What is not selected is listed with all others. */
  if (!mw_key_sheet_find (sheet_of (self), track))
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->all), TRUE);
  mw_sheet_view_show_curve (MW_SHEET_VIEW (self->view), track);
}

static void
unmap (GtkWidget *widget)
{
  gtk_widget_set_visible (MW_DOPE_SHEET (widget)->bar, FALSE);
  GTK_WIDGET_CLASS (mw_dope_sheet_parent_class)->unmap (widget);
}

GtkWidget *
mw_dope_sheet_get_bar (MwDopeSheet *self)
{
  return self->bar;
}

void
mw_dope_sheet_set_clock (MwDopeSheet *self, const MwClock *clock)
{
  const gboolean other = clock->rest != self->clock.rest || clock->sequence != self->clock.sequence;
  self->clock = *clock;
  if (!gtk_widget_get_mapped (GTK_WIDGET (self))) {
    self->stale |= other;
    return;
  }
  mw_sheet_view_set_clock (MW_SHEET_VIEW (self->view), clock);
  if (other)
    reload (self, !gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->file)));
}

/* --- Signals -------------------------------------------------------------------------------------------------------- */

static void
document_changed (MwDocument *document, const MwChangeSet *changes, MwDopeSheet *self)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self))) {
    self->stale = TRUE;
    return;
  }
  mw_sheet_view_update (MW_SHEET_VIEW (self->view), changes);
  show_state (self);
}

static void
history_changed (MwDocument *document, MwDopeSheet *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    mw_key_sheet_step_done (sheet_of (self));
}

static void
selection_changed (MwDocument *document, MwDopeSheet *self)
{
  reload (self, FALSE);
}

static void
all_toggled (GtkToggleButton *button, MwDopeSheet *self)
{
  reload (self, FALSE);
}

static void
file_toggled (GtkToggleButton *button, MwDopeSheet *self)
{
  reload (self, TRUE);
}

static void
curves_toggled (GtkToggleButton *button, MwDopeSheet *self)
{
  mw_sheet_view_set_curves (MW_SHEET_VIEW (self->view), gtk_toggle_button_get_active (button));
}

static void
switched (MwSheetView *view, MwDopeSheet *self)
{
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->curves), mw_sheet_view_get_curves (view));
}

static void
snap_chosen (GtkDropDown *chooser, GParamSpec *property, MwDopeSheet *self)
{
  static const struct {
    gboolean keys;
    guint frames;
  } choices[] = { { TRUE, 0 }, { FALSE, 30 }, { FALSE, 60 }, { FALSE, 0 } };
  const guint at = gtk_drop_down_get_selected (chooser);
  if (at < G_N_ELEMENTS (choices))
    mw_sheet_view_set_snap (MW_SHEET_VIEW (self->view), choices[at].keys, choices[at].frames);
}

static void
seek (MwSheetView *view, guint sequence, int time, MwDopeSheet *self)
{
  g_signal_emit (self, signals[SEEK], 0, sequence, time);
}

static void
said (MwSheetView *view, const char *text, MwDopeSheet *self)
{
  g_signal_emit (self, signals[SAID], 0, text);
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  MwDopeSheet *self = MW_DOPE_SHEET (object);
  mw_disconnect (self->document, self);
  mw_box_clear (GTK_WIDGET (self));
  g_clear_object (&self->bar);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (mw_dope_sheet_parent_class)->dispose (object);
}

static void
mw_dope_sheet_class_init (MwDopeSheetClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = dispose;
  GTK_WIDGET_CLASS (klass)->map = map;
  GTK_WIDGET_CLASS (klass)->unmap = unmap;
  signals[SEEK] = g_signal_new ("seek", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                2, G_TYPE_UINT, G_TYPE_INT);
  signals[SAID] = g_signal_new ("said", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                1, G_TYPE_STRING);
}

static void
mw_dope_sheet_init (MwDopeSheet *self)
{
  self->clock = MW_CLOCK_REST;
  self->stale = TRUE;
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
}

static GtkWidget *
toggle_new (const char *label, const char *tooltip, GtkWidget *bar)
{
  GtkWidget *button = gtk_toggle_button_new_with_label (label);
  gtk_widget_add_css_class (button, "small");
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_box_append (GTK_BOX (bar), button);
  return button;
}

static void
build_bar (MwDopeSheet *self)
{
  static const char *const snaps[] = { N_ ("Keys and edges"), N_ ("30 per second"), N_ ("60 per second"),
                                       N_ ("Milliseconds") };
  GtkWidget *bar = self->bar = g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4)),
            *label = gtk_label_new (_ ("Snap to"));
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (snaps); i++)
    gtk_string_list_append (names, _ (snaps[i]));
  gtk_widget_add_css_class (bar, "sheet-bar");
  self->curves = toggle_new (_ ("Curves"),
                             _ ("Show the values of the track whose name is clicked as curves over time (C)"), bar);
  self->all = toggle_new (_ ("All"), _ ("Show the keys of all elements, not only of those that are selected"), bar);
  self->file = toggle_new (_ ("Whole File"),
                           _ ("Show the whole time line with all sequences. Drag the edge of a sequence to change its "
                              "interval."),
                           bar);
  self->snap = gtk_drop_down_new (g_object_ref (G_LIST_MODEL (names)), NULL);
  gtk_widget_add_css_class (self->snap, "small");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->snap), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Snap to"), -1);
  gtk_widget_set_tooltip_text (self->snap, _ ("Where keys stop while they are dragged"));
  gtk_widget_set_visible (bar, FALSE);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_box_append (GTK_BOX (bar), label);
  gtk_box_append (GTK_BOX (bar), self->snap);
  g_signal_connect (self->curves, "toggled", G_CALLBACK (curves_toggled), self);
  g_signal_connect (self->all, "toggled", G_CALLBACK (all_toggled), self);
  g_signal_connect (self->file, "toggled", G_CALLBACK (file_toggled), self);
  g_signal_connect (self->snap, "notify::selected", G_CALLBACK (snap_chosen), self);
}

GtkWidget *
mw_dope_sheet_new (MwDocument *document)
{
  MwDopeSheet *self = g_object_new (MW_TYPE_DOPE_SHEET, NULL);
  self->document = g_object_ref (document);
  build_bar (self);
  self->view = mw_sheet_view_new (document);
  MwSheetView *view = MW_SHEET_VIEW (self->view);
  GtkWidget *grid = gtk_grid_new ();
  gtk_grid_attach (GTK_GRID (grid), mw_curve_bar_new (view), 0, 0, 2, 1);
  gtk_grid_attach (GTK_GRID (grid), self->view, 0, 1, 1, 1);
  gtk_grid_attach (
    GTK_GRID (grid),
    gtk_scrollbar_new (GTK_ORIENTATION_VERTICAL, mw_sheet_view_get_adjustment (view, GTK_ORIENTATION_VERTICAL)), 1, 1,
    1, 1);
  gtk_grid_attach (
    GTK_GRID (grid),
    gtk_scrollbar_new (GTK_ORIENTATION_HORIZONTAL, mw_sheet_view_get_adjustment (view, GTK_ORIENTATION_HORIZONTAL)), 0,
    2, 1, 1);
  self->empty = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->empty), TRUE);
  gtk_label_set_justify (GTK_LABEL (self->empty), GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class (self->empty, "dim-label");
  self->stack = gtk_stack_new ();
  gtk_stack_add_child (GTK_STACK (self->stack), grid);
  gtk_stack_add_child (GTK_STACK (self->stack), self->empty);
  gtk_widget_set_vexpand (self->stack, TRUE);
  gtk_box_append (GTK_BOX (self), self->stack);
  g_signal_connect (self->view, "seek", G_CALLBACK (seek), self);
  g_signal_connect (self->view, "said", G_CALLBACK (said), self);
  g_signal_connect (self->view, "switched", G_CALLBACK (switched), self);
  g_signal_connect (document, "changed", G_CALLBACK (document_changed), self);
  g_signal_connect (document, "history-changed", G_CALLBACK (history_changed), self);
  g_signal_connect (document, "selection-changed", G_CALLBACK (selection_changed), self);
  return GTK_WIDGET (self);
}
