/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/time/curve-bar.h"
#include "ui/i18n.h"
#include "ui/time/sheet-view-private.h"
#include "ui/inspector/value-entry.h"
#include "ui/widgets.h"

#include <math.h>
#include <string.h>

struct _MwCurveBar {
  GtkBox parent_instance;
  MwSheetView *view;
  GtkWidget *time, *names[MW_KEY_CURVE_MOST], *values[MW_KEY_CURVE_MOST], *raw, *interpolation;
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (MwCurveBar, mw_curve_bar, GTK_TYPE_BOX)

/* As track-set-interpolation names them, in the order of MwInterpolation. */
static const char *const interpolations[] = { "none", "linear", "hermite", "bezier" };

/* --- Showing -------------------------------------------------------------------------------------------------------- */

static const char *
component_name (MwKeyCurveKind kind, guint n, guint component)
{
  return n == 1 ? _ ("Value") : mw_sheet_curves_component (kind, component);
}

/* The numbers that the chosen keys have as a component. */
typedef struct {
  guint n;
  double first;
  gboolean several;
} Chosen;

static Chosen
chosen_values (MwSheetView *view, guint component)
{
  Chosen result = { 0 };
  for (guint i = 0; i < view->curves->len; i++) {
    const MwKeyCurve *curve = view->curves->pdata[i];
    const guint place = mw_sheet_curves_row (view, i);
    const MwSheetRow *row = place ? mw_key_sheet_row (view->sheet, place) : NULL;
    if (component >= mw_key_curve_n_components (curve))
      continue;
    for (guint k = 0; row && k < MIN (row->n, mw_key_curve_n_keys (curve)); k++) {
      const double value = mw_key_curve_key (curve, k)[component];
      if (!row->chosen[k])
        continue;
      result.several |= result.n && value != result.first;
      result.first = result.n++ ? result.first : value;
    }
  }
  return result;
}

static void
show_time (MwCurveBar *self)
{
  gint32 first, last;
  const guint n = mw_key_sheet_count_chosen (self->view->sheet, &first, &last);
  g_autofree char *text = n ? g_strdup_printf ("%" G_GINT64_FORMAT, mw_sheet_view_shown_time (self->view, first))
                            : g_strdup ("");
  gtk_widget_set_sensitive (self->time, n > 0);
  mw_value_entry_set_text (MW_VALUE_ENTRY (self->time), text);
}

static void
show_component (MwCurveBar *self, guint component, guint n, MwKeyCurveKind kind, gboolean raises)
{
  GtkWidget *name = self->names[component], *entry = self->values[component];
  const Chosen chosen = chosen_values (self->view, component);
  const GdkRGBA colour = mw_sheet_curves_colour (n, component);
  g_autofree char *markup = g_markup_printf_escaped ("<span foreground='#%02x%02x%02x'>●</span> %s",
                                                     (guint) (colour.red * 255), (guint) (colour.green * 255),
                                                     (guint) (colour.blue * 255), component_name (kind, n, component));
  gtk_widget_set_visible (name, component < n);
  gtk_widget_set_visible (entry, component < n);
  gtk_label_set_markup (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (name))), markup);
  mw_value_entry_set_label (MW_VALUE_ENTRY (entry), component_name (kind, n, component));
  mw_value_entry_set_unit (MW_VALUE_ENTRY (entry), kind == MW_KEY_CURVE_ANGLES ? "°" : NULL);
  gtk_widget_set_sensitive (entry, chosen.n > 0 && raises);
  if (chosen.several) {
    mw_value_entry_set_several (MW_VALUE_ENTRY (entry), _ ("mixed"));
  } else {
    g_autofree char *text = chosen.n ? g_strdup_printf ("%.6g", chosen.first) : g_strdup ("");
    mw_value_entry_set_several (MW_VALUE_ENTRY (entry), "");
    mw_value_entry_set_text (MW_VALUE_ENTRY (entry), text);
  }
}

static void
show_interpolation (MwCurveBar *self)
{
  const GPtrArray *curves = self->view->curves;
  guint shown = curves->len ? mw_key_curve_interpolation (curves->pdata[0]) : GTK_INVALID_LIST_POSITION;
  for (guint i = 0; i < curves->len; i++)
    if (mw_key_curve_interpolation (curves->pdata[i]) != shown)
      shown = GTK_INVALID_LIST_POSITION;
  gtk_widget_set_sensitive (self->interpolation, curves->len > 0);
  /* An entry that is there only while it is true. */
  GtkStringList *names = GTK_STRING_LIST (gtk_drop_down_get_model (GTK_DROP_DOWN (self->interpolation)));
  const gboolean mixed = curves->len && shown == GTK_INVALID_LIST_POSITION;
  const char *const words[] = { mixed ? _ ("mixed") : NULL, NULL };
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (names)), stay = G_N_ELEMENTS (interpolations);
  gtk_string_list_splice (names, stay, n - stay, words);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->interpolation), mixed ? stay : shown);
}

static void
refresh (MwSheetView *view, MwCurveBar *self)
{
  gboolean rotations = FALSE;
  guint n = 0;
  gtk_widget_set_visible (GTK_WIDGET (self), view->shows_curves);
  if (!view->shows_curves || self->updating)
    return;
  self->updating = TRUE;
  const gboolean raises = mw_sheet_curves_can_raise (view);
  MwKeyCurveKind kind = view->curves->len ? mw_key_curve_kind (view->curves->pdata[0]) : MW_KEY_CURVE_NUMBERS;
  for (guint i = 0; i < view->curves->len; i++) {
    const MwKeyCurveKind is = mw_key_curve_kind (view->curves->pdata[i]);
    n = MAX (n, mw_key_curve_n_components (view->curves->pdata[i]));
    rotations |= is == MW_KEY_CURVE_ANGLES || is == MW_KEY_CURVE_RAW;
    kind = is == kind ? kind : MW_KEY_CURVE_NUMBERS;
  }
  show_time (self);
  for (guint c = 0; c < MW_KEY_CURVE_MOST; c++)
    show_component (self, c, n, kind, raises);
  gtk_widget_set_visible (self->raw, rotations);
  show_interpolation (self);
  self->updating = FALSE;
}

/* --- Typing --------------------------------------------------------------------------------------------------------- */

/* A number as people type it: with a decimal point or comma. FALSE: it is none. */
static gboolean
parse (const char *typed, double *value)
{
  g_autofree char *text = g_strstrip (g_strdup (typed));
  char *end;
  g_strdelimit (text, ",", '.');
  *value = g_ascii_strtod (text, &end);
  return end != text && !*end && isfinite (*value);
}

static gboolean
time_commit (MwValueEntry *entry, const char *typed, MwCurveBar *self)
{
  gint32 first, last;
  double value;
  if (!parse (typed, &value) || fabs (value) > G_MAXINT32
      || !mw_key_sheet_count_chosen (self->view->sheet, &first, &last))
    return FALSE;
  mw_sheet_edit_nudge (self->view, llround (value) - mw_sheet_view_shown_time (self->view, first));
  return TRUE;
}

static gboolean
value_commit (MwValueEntry *entry, const char *typed, MwCurveBar *self)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  double value;
  if (!parse (typed, &value) || fabs (value) > G_MAXFLOAT)
    return FALSE;
  for (guint c = 0; c < MW_KEY_CURVE_MOST; c++)
    if (self->values[c] == GTK_WIDGET (entry))
      mw_sheet_edit_set (self->view, c, g_ascii_dtostr (number, sizeof number, value));
  return TRUE;
}

static void
component_toggled (GtkToggleButton *button, MwCurveBar *self)
{
  guint components = 0;
  for (guint c = 0; c < MW_KEY_CURVE_MOST; c++)
    components |= gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->names[c])) ? 1u << c : 0;
  mw_sheet_view_set_components (self->view, components);
}

static void
raw_toggled (GtkToggleButton *button, MwCurveBar *self)
{
  mw_sheet_view_set_raw (self->view, gtk_toggle_button_get_active (button));
}

static void
interpolation_chosen (GtkDropDown *chooser, GParamSpec *property, MwCurveBar *self)
{
  const guint at = gtk_drop_down_get_selected (chooser);
  if (self->updating || at >= G_N_ELEMENTS (interpolations))
    return;
  mw_sheet_edit_interpolate (self->view, interpolations[at]);
  refresh (self->view, self);
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  MwCurveBar *self = MW_CURVE_BAR (object);
  mw_disconnect (self->view, self);
  g_clear_object (&self->view);
  mw_box_clear (GTK_WIDGET (self));
  G_OBJECT_CLASS (mw_curve_bar_parent_class)->dispose (object);
}

static void
mw_curve_bar_class_init (MwCurveBarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = dispose;
}

static GtkWidget *
entry_new (MwCurveBar *self, const char *label, const char *unit, GCallback commit)
{
  enum { WIDTH = 84 };
  GtkWidget *entry = mw_value_entry_new (NULL, unit);
  mw_value_entry_set_numeric (MW_VALUE_ENTRY (entry), TRUE);
  mw_value_entry_set_label (MW_VALUE_ENTRY (entry), label);
  gtk_widget_set_size_request (entry, WIDTH, -1);
  g_signal_connect (entry, "commit", commit, self);
  return entry;
}

static void
mw_curve_bar_init (MwCurveBar *self)
{
  static const char *const labels[] = { N_ ("None (steps)"), N_ ("Linear"), N_ ("Hermite"), N_ ("Bezier") };
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  GtkWidget *box = GTK_WIDGET (self), *label = gtk_label_new (_ ("Time")), *gap = gtk_label_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    gtk_string_list_append (names, _ (labels[i]));
  gtk_widget_add_css_class (box, "sheet-bar");
  gtk_box_set_spacing (GTK_BOX (self), 4);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_box_append (GTK_BOX (self), label);
  self->time = entry_new (self, _ ("Time"), _ ("ms"), G_CALLBACK (time_commit));
  gtk_widget_set_tooltip_text (self->time, _ ("The time of the first chosen key; the others move by the same amount"));
  gtk_box_append (GTK_BOX (self), self->time);
  for (guint c = 0; c < MW_KEY_CURVE_MOST; c++) {
    GtkWidget *name = self->names[c] = gtk_toggle_button_new ();
    gtk_button_set_child (GTK_BUTTON (name), gtk_label_new (NULL));
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (name), TRUE);
    gtk_widget_set_tooltip_text (name, _ ("Show this curve"));
    g_signal_connect (name, "toggled", G_CALLBACK (component_toggled), self);
    gtk_box_append (GTK_BOX (self), name);
    self->values[c] = entry_new (self, "", NULL, G_CALLBACK (value_commit));
    gtk_widget_set_tooltip_text (self->values[c], _ ("The number that the chosen keys have"));
    gtk_box_append (GTK_BOX (self), self->values[c]);
  }
  gtk_widget_set_hexpand (gap, TRUE);
  gtk_box_append (GTK_BOX (self), gap);
  self->raw = gtk_toggle_button_new_with_label (_ ("Quaternion"));
  gtk_widget_set_tooltip_text (self->raw,
                               _ ("Show the four stored numbers of rotations instead of angles. They can only be "
                                  "looked at."));
  g_signal_connect (self->raw, "toggled", G_CALLBACK (raw_toggled), self);
  gtk_box_append (GTK_BOX (self), self->raw);
  self->interpolation = gtk_drop_down_new (g_object_ref (G_LIST_MODEL (names)), NULL);
  gtk_widget_add_css_class (self->interpolation, "small");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->interpolation), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Interpolation"), -1);
  gtk_widget_set_tooltip_text (
    self->interpolation,
    _ ("How values change between the keys, in all sequences. The curves keep their shape as well as "
       "they can."));
  g_signal_connect (self->interpolation, "notify::selected", G_CALLBACK (interpolation_chosen), self);
  gtk_box_append (GTK_BOX (self), self->interpolation);
}

GtkWidget *
mw_curve_bar_new (MwSheetView *view)
{
  MwCurveBar *self = g_object_new (MW_TYPE_CURVE_BAR, NULL);
  self->view = g_object_ref (view);
  g_signal_connect (view, "chosen", G_CALLBACK (refresh), self);
  g_signal_connect (view, "switched", G_CALLBACK (refresh), self);
  refresh (view, self);
  return GTK_WIDGET (self);
}
