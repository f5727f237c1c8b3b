/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/light-button.h"
#include "core/render/day-night.h"
#include "ui/viewport/fog-form.h"
#include "ui/i18n.h"
#include "ui/places.h"
#include "ui/widgets.h"

#include <math.h>
#include <string.h>

/* Minutes of the day from one place of the slider to the next. Any minute can be typed. */
enum { SLIDER_STEP = 5 };

struct _MwLightButton {
  GtkBox parent_instance;
  MwLightView view;
  GtkWidget *button, *lightings[MW_LIGHTING_COUNT], *model_lights, *turns[2], *reset, *fog, *hour, *minute, *time,
    *note;
  gboolean filling; /* the widgets are being set to the view */
};

G_DEFINE_FINAL_TYPE (MwLightButton, mw_light_button, GTK_TYPE_BOX)

static guint changed_signal;

static double
degrees (float radians)
{
  return (double) radians * 180 / G_PI;
}

/* Within one turn to either side. */
static float
wrapped (float radians)
{
  return remainderf (radians, (float) (2 * G_PI));
}

static void
show (MwLightButton *self)
{
  const MwLightView *view = &self->view;
  self->filling = TRUE;
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->lightings[view->lighting]), TRUE);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->model_lights), view->model_lights);
  gtk_widget_set_sensitive (self->model_lights,
                            view->lighting != MW_LIGHTING_PLAIN && view->lighting != MW_LIGHTING_MODEL);
  for (guint i = 0; i < G_N_ELEMENTS (self->turns); i++) {
    gtk_range_set_value (GTK_RANGE (self->turns[i]), degrees (view->turn[i]));
    /* The plain light is fixed for surfaces that are not HD, and the model's lights stay where they are. */
    gtk_widget_set_sensitive (self->turns[i],
                              view->lighting != MW_LIGHTING_PLAIN && view->lighting != MW_LIGHTING_MODEL);
  }
  gtk_widget_set_sensitive (self->reset, view->turn[0] != 0 || view->turn[1] != 0);
  gtk_range_set_value (GTK_RANGE (self->minute), view->minute);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->time), view->minute);
  gtk_widget_set_visible (self->note,
                          view->lighting == MW_LIGHTING_HOUR && *gtk_label_get_text (GTK_LABEL (self->note)));
  mw_fog_form_set (MW_FOG_FORM (self->fog), &view->fog);
  self->filling = FALSE;
}

void
mw_light_button_set_model (MwLightButton *self, const MwModel *model)
{
  gtk_widget_set_visible (self->hour, mw_lighting_is_of (MW_LIGHTING_HOUR, model));
  mw_fog_form_set_kinds (MW_FOG_FORM (self->fog), mw_fog_kind_is_of (MW_FOG_EXPONENTIAL, model));
}

void
mw_light_button_set_note (MwLightButton *self, const char *note)
{
  gtk_label_set_text (GTK_LABEL (self->note), note ? note : "");
  show (self);
}

void
mw_light_button_get (MwLightButton *self, MwLightView *view)
{
  *view = self->view;
}

void
mw_light_button_set (MwLightButton *self, const MwLightView *view)
{
  MwLightView is = *view;
  is.turn[0] = wrapped (is.turn[0]);
  is.turn[1] = CLAMP (is.turn[1], -(float) G_PI, (float) G_PI);
  is.minute = CLAMP (is.minute, 0, MW_DAY_MINUTES - 1);
  if (is.lighting == self->view.lighting && is.minute == self->view.minute && is.model_lights == self->view.model_lights
      && is.turn[0] == self->view.turn[0] && is.turn[1] == self->view.turn[1]
      && mw_fog_equal (&is.fog, &self->view.fog))
    return;
  self->view = is;
  show (self);
  g_signal_emit (self, changed_signal, 0);
}

void
mw_light_button_turn (MwLightButton *self, float azimuth, float elevation)
{
  MwLightView view = self->view;
  view.turn[0] += azimuth;
  view.turn[1] += elevation;
  mw_light_button_set (self, &view);
}

static void
lighting_toggled (GtkCheckButton *check, MwLightButton *self)
{
  if (self->filling || !gtk_check_button_get_active (check))
    return;
  MwLightView view = self->view;
  for (guint i = 0; i < MW_LIGHTING_COUNT; i++)
    if (self->lightings[i] == GTK_WIDGET (check))
      view.lighting = (MwLighting) i;
  mw_light_button_set (self, &view);
}

/* Whoever chooses a time wants its light. */
static void
choose_minute (MwLightButton *self, int minute)
{
  MwLightView view = self->view;
  view.minute = minute;
  view.lighting = MW_LIGHTING_HOUR;
  if (self->filling)
    return;
  mw_light_button_set (self, &view);
  show (self); /* the slider and the field, even where it was this minute already */
}

static void
minute_dragged (GtkRange *range, MwLightButton *self)
{
  choose_minute (self, SLIDER_STEP * (int) round (gtk_range_get_value (range) / SLIDER_STEP));
}

static void
minute_set (GtkSpinButton *spin, MwLightButton *self)
{
  choose_minute (self, gtk_spin_button_get_value_as_int (spin));
}

static int
read_time (GtkSpinButton *spin, double *value, gpointer unused)
{
  int minute;
  /* After an error GTK would take 0. */
  if (!mw_day_minute_from_text (gtk_editable_get_text (GTK_EDITABLE (spin)), &minute))
    minute = gtk_spin_button_get_value_as_int (spin);
  *value = minute;
  return TRUE;
}

static gboolean
write_time (GtkSpinButton *spin, gpointer unused)
{
  g_autofree char *text = mw_day_minute_to_text (gtk_spin_button_get_value_as_int (spin));
  if (strcmp (text, gtk_editable_get_text (GTK_EDITABLE (spin))) != 0)
    gtk_editable_set_text (GTK_EDITABLE (spin), text);
  return TRUE;
}

static void
model_lights_toggled (GtkCheckButton *check, MwLightButton *self)
{
  MwLightView view = self->view;
  view.model_lights = gtk_check_button_get_active (check);
  if (!self->filling)
    mw_light_button_set (self, &view);
}

static void
turned (GtkRange *range, MwLightButton *self)
{
  MwLightView view = self->view;
  guint i = range == GTK_RANGE (self->turns[1]);
  view.turn[i] = (float) (gtk_range_get_value (range) * G_PI / 180);
  if (!self->filling)
    mw_light_button_set (self, &view);
}

static void
reset_clicked (GtkButton *button, MwLightButton *self)
{
  MwLightView view = self->view;
  view.turn[0] = view.turn[1] = 0;
  mw_light_button_set (self, &view);
}

static void
fog_changed (MwFogForm *form, MwLightButton *self)
{
  MwLightView view = self->view;
  mw_fog_form_get (form, &view.fog);
  mw_light_button_set (self, &view);
}

static GtkWidget *
add_turn (MwLightButton *self, GtkWidget *grid, int row, const char *label, double most)
{
  GtkWidget *text = gtk_label_new (label);
  GtkWidget *scale = gtk_scale_new_with_range (GTK_ORIENTATION_HORIZONTAL, -most, most, 1);
  gtk_label_set_xalign (GTK_LABEL (text), 0);
  gtk_scale_set_draw_value (GTK_SCALE (scale), FALSE);
  gtk_scale_add_mark (GTK_SCALE (scale), 0, GTK_POS_BOTTOM, NULL);
  gtk_widget_set_hexpand (scale, TRUE);
  gtk_widget_set_size_request (scale, 160, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (scale), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_signal_connect (scale, "value-changed", G_CALLBACK (turned), self);
  gtk_grid_attach (GTK_GRID (grid), text, 0, row, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), scale, 1, row, 1, 1);
  return scale;
}

/* Two columns, so that the popover covers little of the view. */
static GtkWidget *
make_lightings (MwLightButton *self)
{
  enum { COLUMNS = 2 };
  GtkWidget *grid = gtk_grid_new ();
  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  for (guint i = 0; i < MW_LIGHTING_COUNT; i++) {
    self->lightings[i] = gtk_check_button_new_with_label (gettext (mw_lighting_name ((MwLighting) i)));
    gtk_check_button_set_group (GTK_CHECK_BUTTON (self->lightings[i]),
                                i ? GTK_CHECK_BUTTON (self->lightings[0]) : NULL);
    g_signal_connect (self->lightings[i], "toggled", G_CALLBACK (lighting_toggled), self);
    if (i == MW_LIGHTING_HOUR) /* it has a row of its own */
      continue;
    gtk_grid_attach (GTK_GRID (grid), self->lightings[i], (int) (i % COLUMNS), (int) (i / COLUMNS), 1, 1);
  }
  return grid;
}

/* The light of an hour, with the hour. */
static GtkWidget *
make_hour (MwLightButton *self)
{
  enum { PAGE = 60 };
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->hour = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  self->minute = gtk_scale_new_with_range (GTK_ORIENTATION_HORIZONTAL, 0, MW_DAY_MINUTES - SLIDER_STEP, SLIDER_STEP);
  gtk_scale_set_draw_value (GTK_SCALE (self->minute), FALSE);
  gtk_range_set_increments (GTK_RANGE (self->minute), SLIDER_STEP, PAGE);
  gtk_widget_set_hexpand (self->minute, TRUE);
  gtk_widget_set_tooltip_text (
    self->minute, _ ("The light of this hour in Warcraft III, as on maps of the tileset in Textures shown"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->minute), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Hour of the day"),
                                  -1);
  g_signal_connect (self->minute, "value-changed", G_CALLBACK (minute_dragged), self);
  self->time = gtk_spin_button_new_with_range (0, MW_DAY_MINUTES - 1, SLIDER_STEP);
  gtk_spin_button_set_numeric (GTK_SPIN_BUTTON (self->time), FALSE); /* there is a colon */
  gtk_spin_button_set_wrap (GTK_SPIN_BUTTON (self->time), TRUE);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->time), 5);
  gtk_widget_add_css_class (self->time, "numeric");
  gtk_widget_set_tooltip_text (self->time, _ ("The time, as 6:07 or 18"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->time), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Time of the day"),
                                  -1);
  mw_name_spin_buttons (self->time);
  g_signal_connect (self->time, "input", G_CALLBACK (read_time), NULL);
  g_signal_connect (self->time, "output", G_CALLBACK (write_time), NULL);
  g_signal_connect (self->time, "value-changed", G_CALLBACK (minute_set), self);
  gtk_widget_set_hexpand (self->lightings[MW_LIGHTING_HOUR], TRUE);
  gtk_box_append (GTK_BOX (row), self->lightings[MW_LIGHTING_HOUR]);
  gtk_box_append (GTK_BOX (row), self->time);
  gtk_box_append (GTK_BOX (self->hour), row);
  gtk_box_append (GTK_BOX (self->hour), self->minute);
  self->note = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->note), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->note), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (self->note), 36);
  gtk_label_set_xalign (GTK_LABEL (self->note), 0);
  gtk_widget_add_css_class (self->note, "caption");
  gtk_box_append (GTK_BOX (self->hour), self->note);
  return self->hour;
}

static GtkWidget *
make_content (MwLightButton *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_box_append (GTK_BOX (box), make_lightings (self));
  gtk_box_append (GTK_BOX (box), make_hour (self));
  gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  self->model_lights = gtk_check_button_new_with_label (_ ("Model's lights too"));
  g_signal_connect (self->model_lights, "toggled", G_CALLBACK (model_lights_toggled), self);
  gtk_box_append (GTK_BOX (box), self->model_lights);
  GtkWidget *shadow = gtk_check_button_new_with_label (_ ("Shadow on the ground"));
  if (mw_places_settings ())
    g_settings_bind (mw_places_settings (), MW_GROUND_SHADOW, shadow, "active", G_SETTINGS_BIND_DEFAULT);
  gtk_box_append (GTK_BOX (box), shadow);
  GtkWidget *grid = gtk_grid_new ();
  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  self->turns[0] = add_turn (self, grid, 0, _ ("Around"), 180);
  self->turns[1] = add_turn (self, grid, 1, _ ("Height"), 90);
  gtk_box_append (GTK_BOX (box), grid);
  self->reset = gtk_button_new_with_label (_ ("Reset Direction"));
  g_signal_connect (self->reset, "clicked", G_CALLBACK (reset_clicked), self);
  gtk_box_append (GTK_BOX (box), self->reset);
  GtkWidget *hint = gtk_label_new (_ ("Shift and right drag in the view turns the light"));
  gtk_widget_add_css_class (hint, "dim-label");
  gtk_widget_add_css_class (hint, "caption");
  gtk_box_append (GTK_BOX (box), hint);
  gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  self->fog = mw_fog_form_new ();
  g_signal_connect (self->fog, "changed", G_CALLBACK (fog_changed), self);
  gtk_box_append (GTK_BOX (box), self->fog);
  return box;
}

static void
mw_light_button_dispose (GObject *object)
{
  mw_box_clear (GTK_WIDGET (object));
  G_OBJECT_CLASS (mw_light_button_parent_class)->dispose (object);
}

static void
mw_light_button_class_init (MwLightButtonClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mw_light_button_dispose;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
mw_light_button_init (MwLightButton *self)
{
  self->view = (MwLightView) { .lighting = MW_LIGHTING_GAME, .model_lights = TRUE, .minute = MW_DAY_MINUTES / 2 };
  GtkWidget *popover = gtk_popover_new ();
  gtk_popover_set_child (GTK_POPOVER (popover), make_content (self));
  self->button = gtk_menu_button_new ();
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (self->button), "mw-light-symbolic");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Light"), -1);
  gtk_widget_set_tooltip_text (self->button, _ ("The light that falls on the model"));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->button), popover);
  mw_fog_form_get (MW_FOG_FORM (self->fog), &self->view.fog);
  gtk_box_append (GTK_BOX (self), self->button);
  show (self);
}

GtkWidget *
mw_light_button_new (void)
{
  return g_object_new (MW_TYPE_LIGHT_BUTTON, NULL);
}
