/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/fog-form.h"
#include "ui/drop-down-search.h"
#include "ui/i18n.h"
#include "ui/widgets.h"

enum { START, END, DISTANCES };

struct _MwFogForm {
  GtkBox parent_instance;
  MwFog fog;
  GtkWidget *on, *rows, *kind, *distances[DISTANCES], *colour;
  gboolean filling; /* the widgets are being set */
};

G_DEFINE_FINAL_TYPE (MwFogForm, mw_fog_form, GTK_TYPE_BOX)

static guint changed_signal;

static void
show (MwFogForm *self)
{
  const MwFog *fog = &self->fog;
  const GdkRGBA colour = { fog->rgb[0], fog->rgb[1], fog->rgb[2], 1 };
  self->filling = TRUE;
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->on), fog->on);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->kind), fog->kind);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->distances[START]), (double) fog->start);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->distances[END]), (double) fog->end);
  gtk_color_chooser_set_rgba (GTK_COLOR_CHOOSER (self->colour), &colour);
  gtk_widget_set_visible (self->rows, fog->on);
  gtk_widget_set_visible (self->colour, fog->on);
  gtk_widget_set_sensitive (self->distances[START], fog->kind == MW_FOG_LINEAR);
  self->filling = FALSE;
}

static void
take (MwFogForm *self)
{
  show (self);
  g_signal_emit (self, changed_signal, 0);
}

static void
switched (GtkCheckButton *check, MwFogForm *self)
{
  if (self->filling)
    return;
  self->fog.on = gtk_check_button_get_active (check);
  take (self);
}

static void
kind_chosen (GtkDropDown *kinds, GParamSpec *property, MwFogForm *self)
{
  const guint kind = gtk_drop_down_get_selected (kinds);
  if (self->filling || kind >= MW_FOG_KINDS)
    return;
  self->fog.kind = (MwFogKind) kind;
  take (self);
}

/* The fog ends farther from the eye than it starts: what is not set now makes room. */
static void
distance_set (GtkSpinButton *spin, MwFogForm *self)
{
  const float value = (float) gtk_spin_button_get_value (spin), least = 0.01f;
  if (self->filling)
    return;
  if (spin == GTK_SPIN_BUTTON (self->distances[START])) {
    self->fog.start = value;
    self->fog.end = MAX (self->fog.end, value + MAX (least, value * least));
  } else {
    self->fog.end = MAX (value, least);
    self->fog.start = MIN (self->fog.start, self->fog.end * (1 - least));
  }
  take (self);
}

static void
colour_chosen (GtkColorButton *button, MwFogForm *self)
{
  GdkRGBA colour;
  if (self->filling)
    return;
  gtk_color_chooser_get_rgba (GTK_COLOR_CHOOSER (button), &colour);
  self->fog.rgb[0] = colour.red;
  self->fog.rgb[1] = colour.green;
  self->fog.rgb[2] = colour.blue;
  take (self);
}

void
mw_fog_form_get (MwFogForm *self, MwFog *fog)
{
  *fog = self->fog;
}

void
mw_fog_form_set (MwFogForm *self, const MwFog *fog)
{
  self->fog = *fog;
  show (self);
}

void
mw_fog_form_set_kinds (MwFogForm *self, gboolean all)
{
  gtk_widget_set_visible (self->kind, all);
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

static GtkWidget *
add_distance (MwFogForm *self, int column, const char *label, const char *tooltip)
{
  GtkWidget *spin = gtk_spin_button_new_with_range (0, 1000000, 10);
  mw_name_spin_buttons (spin);
  gtk_spin_button_set_digits (GTK_SPIN_BUTTON (spin), 2);
  gtk_editable_set_width_chars (GTK_EDITABLE (spin), 6);
  gtk_widget_set_tooltip_text (spin, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (spin), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_signal_connect (spin, "value-changed", G_CALLBACK (distance_set), self);
  gtk_grid_attach (GTK_GRID (self->rows), spin, column, 1, 1, 1);
  return spin;
}

static void
mw_fog_form_dispose (GObject *object)
{
  mw_box_clear (GTK_WIDGET (object));
  G_OBJECT_CLASS (mw_fog_form_parent_class)->dispose (object);
}

static void
mw_fog_form_class_init (MwFogFormClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mw_fog_form_dispose;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
mw_fog_form_init (MwFogForm *self)
{
  const char *kinds[MW_FOG_KINDS + 1] = { 0 };
  for (guint i = 0; i < MW_FOG_KINDS; i++)
    kinds[i] = gettext (mw_fog_kind_name ((MwFogKind) i));
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 6);
  self->fog = (MwFog) { .rgb = { 0x80 / 255.0f, 0x90 / 255.0f, 0xA0 / 255.0f } };
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->on = gtk_check_button_new_with_label (_ ("Fog"));
  gtk_widget_set_hexpand (self->on, TRUE);
  g_signal_connect (self->on, "toggled", G_CALLBACK (switched), self);
  gtk_box_append (GTK_BOX (head), self->on);
  self->colour = gtk_color_button_new ();
  gtk_color_button_set_title (GTK_COLOR_BUTTON (self->colour), _ ("Fog colour"));
  gtk_widget_set_tooltip_text (self->colour, _ ("Fog colour"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->colour), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Fog colour"), -1);
  g_signal_connect (self->colour, "color-set", G_CALLBACK (colour_chosen), self);
  gtk_box_append (GTK_BOX (head), self->colour);
  gtk_box_append (GTK_BOX (self), head);
  self->rows = gtk_grid_new ();
  gtk_grid_set_column_spacing (GTK_GRID (self->rows), 6);
  gtk_grid_set_row_spacing (GTK_GRID (self->rows), 6);
  gtk_box_append (GTK_BOX (self), self->rows);
  self->kind = gtk_drop_down_new_from_strings (kinds);
  mw_drop_down_keep_inside (GTK_DROP_DOWN (self->kind));
  gtk_widget_set_tooltip_text (self->kind, _ ("How the fog thickens with the distance"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->kind), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Kind of fog"), -1);
  g_signal_connect (self->kind, "notify::selected", G_CALLBACK (kind_chosen), self);
  gtk_grid_attach (GTK_GRID (self->rows), self->kind, 0, 0, 3, 1);
  self->distances[START] = add_distance (self, 0, _ ("Fog start"), _ ("How far from the eye the fog begins, in units"));
  /* Translators: between two distances */
  gtk_grid_attach (GTK_GRID (self->rows), gtk_label_new (_ ("to")), 1, 1, 1, 1);
  self->distances[END] = add_distance (self, 2, _ ("Fog end"),
                                       _ ("How far from the eye nothing but fog is seen, in units"));
  show (self);
}

GtkWidget *
mw_fog_form_new (void)
{
  return g_object_new (MW_TYPE_FOG_FORM, NULL);
}
