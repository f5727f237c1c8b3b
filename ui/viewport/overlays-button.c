/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/overlays-button.h"
#include "ui/i18n.h"
#include "ui/places.h"
#include "ui/widgets.h"

#include <string.h>

#define SETTING "overlays"
#define NAMES_WORD "names"
#define STATISTICS_WORD "statistics"

typedef struct {
  unsigned overlays;
  const char *label, *icon;
  gboolean quick; /* a toggle beside the button, too */
} Row;

static const Row rows[] = {
  { MW_OVERLAY_GRID | MW_OVERLAY_AXES, N_ ("Grid"), "mw-grid-symbolic", TRUE },
  { MW_OVERLAY_WIRE, N_ ("Wire on surfaces"), "mw-geoset-symbolic", FALSE },
  { MW_OVERLAY_NORMALS, N_ ("Vertex normals"), "mw-surface-symbolic", FALSE },
  { MW_OVERLAY_BOUNDS, N_ ("Bounds of model and sequence"), "mw-bounds-symbolic", FALSE },
  { MW_OVERLAY_BONES, N_ ("Bones"), "mw-bone-symbolic", TRUE },
  { MW_OVERLAY_PIVOTS, N_ ("Axes of nodes"), "mw-helper-symbolic", FALSE },
  { MW_OVERLAY_ATTACHMENTS, N_ ("Attachments"), "mw-attachment-symbolic", FALSE },
  { MW_OVERLAY_COLLISION, N_ ("Collision"), "mw-collision-symbolic", FALSE },
  { MW_OVERLAY_EVENTS, N_ ("Events"), "mw-event-symbolic", FALSE },
  { MW_OVERLAY_CAMERAS, N_ ("Cameras"), "mw-camera-symbolic", FALSE },
  { MW_OVERLAY_LIGHTS, N_ ("Lights"), "mw-light-symbolic", FALSE },
  { MW_OVERLAY_EMITTERS, N_ ("Emitters"), "mw-particles-symbolic", FALSE },
  { MW_OVERLAYS_NAMES, N_ ("Names of markers"), "mw-names-symbolic", FALSE },
  { MW_OVERLAYS_STATISTICS, N_ ("Statistics"), "dialog-information-symbolic", FALSE },
};

struct _MwOverlaysButton {
  GtkBox parent_instance;
  unsigned overlays;
  GtkWidget *checks[G_N_ELEMENTS (rows)], *quick[G_N_ELEMENTS (rows)]; /* NULL: not quick */
  GtkWidget *button;
  gboolean filling;
};

G_DEFINE_FINAL_TYPE (MwOverlaysButton, mw_overlays_button, GTK_TYPE_BOX)

static guint changed_signal;

/* --- What is remembered --------------------------------------------------------------------------------------------- */

static unsigned
remembered (void)
{
  unsigned overlays = 0;
  GSettings *settings = mw_places_settings ();
  if (!settings)
    return MW_OVERLAY_GRID | MW_OVERLAY_AXES | MW_OVERLAYS_NAMES;
  g_auto (GStrv) words = g_settings_get_strv (settings, SETTING);
  for (guint i = 0; i < MW_OVERLAY_COUNT; i++)
    if (g_strv_contains ((const char *const *) words, mw_overlay_word (i)))
      overlays |= 1u << i;
  if (g_strv_contains ((const char *const *) words, NAMES_WORD))
    overlays |= MW_OVERLAYS_NAMES;
  if (g_strv_contains ((const char *const *) words, STATISTICS_WORD))
    overlays |= MW_OVERLAYS_STATISTICS;
  return overlays;
}

static void
remember (unsigned overlays)
{
  const char *words[MW_OVERLAY_COUNT + 3] = { 0 };
  guint n = 0;
  for (guint i = 0; i < MW_OVERLAY_COUNT; i++)
    if (overlays & 1u << i)
      words[n++] = mw_overlay_word (i);
  if (overlays & MW_OVERLAYS_NAMES)
    words[n++] = NAMES_WORD;
  if (overlays & MW_OVERLAYS_STATISTICS)
    words[n++] = STATISTICS_WORD;
  if (mw_places_settings ())
    g_settings_set_strv (mw_places_settings (), SETTING, words);
}

/* --- The rows ------------------------------------------------------------------------------------------------------- */

static void
show (MwOverlaysButton *self)
{
  self->filling = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    gboolean on = (self->overlays & rows[i].overlays) != 0;
    gtk_check_button_set_active (GTK_CHECK_BUTTON (self->checks[i]), on);
    if (self->quick[i])
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->quick[i]), on);
  }
  self->filling = FALSE;
}

unsigned
mw_overlays_button_get (MwOverlaysButton *self)
{
  return self->overlays;
}

void
mw_overlays_button_set (MwOverlaysButton *self, unsigned overlays)
{
  if (overlays == self->overlays)
    return;
  self->overlays = overlays;
  show (self);
  g_signal_emit (self, changed_signal, 0);
}

void
mw_overlays_button_popup (MwOverlaysButton *self)
{
  gtk_menu_button_popup (GTK_MENU_BUTTON (self->button));
}

/* The user switches the row of a widget. */
static void
switch_row (GtkWidget *widget, gboolean on, MwOverlaysButton *self)
{
  if (self->filling)
    return;
  const Row *row = g_object_get_data (G_OBJECT (widget), "row");
  unsigned overlays = on ? self->overlays | row->overlays : self->overlays & ~row->overlays;
  remember (overlays);
  mw_overlays_button_set (self, overlays);
}

static void
check_toggled (GtkCheckButton *check, MwOverlaysButton *self)
{
  switch_row (GTK_WIDGET (check), gtk_check_button_get_active (check), self);
}

static void
quick_toggled (GtkToggleButton *button, MwOverlaysButton *self)
{
  switch_row (GTK_WIDGET (button), gtk_toggle_button_get_active (button), self);
}

static GtkWidget *
new_plain_check (const char *icon, const char *label)
{
  GtkWidget *check = gtk_check_button_new (), *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  gtk_box_append (GTK_BOX (line), gtk_image_new_from_icon_name (icon));
  gtk_box_append (GTK_BOX (line), gtk_label_new (label));
  gtk_check_button_set_child (GTK_CHECK_BUTTON (check), line);
  gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  return check;
}

/* Heavy effects make each frame slow, and hide what is behind them. */
static GtkWidget *
new_effects_check (void)
{
  GtkWidget *check = new_plain_check ("mw-particles-symbolic", _ ("Effects"));
  gtk_widget_set_tooltip_text (check,
                               _ ("Draw particles, ribbons, and the models and marks that emitters and events show"));
  if (mw_places_settings ())
    g_settings_bind (mw_places_settings (), MW_EFFECTS, check, "active", G_SETTINGS_BIND_DEFAULT);
  return check;
}

static GtkWidget *
new_check (MwOverlaysButton *self, const Row *row)
{
  GtkWidget *check = new_plain_check (row->icon, gettext (row->label));
  g_object_set_data (G_OBJECT (check), "row", (gpointer) row);
  g_signal_connect (check, "toggled", G_CALLBACK (check_toggled), self);
  return check;
}

static GtkWidget *
new_quick (MwOverlaysButton *self, const Row *row)
{
  GtkWidget *button = gtk_toggle_button_new ();
  gtk_button_set_icon_name (GTK_BUTTON (button), row->icon);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, gettext (row->label));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, gettext (row->label), -1);
  g_object_set_data (G_OBJECT (button), "row", (gpointer) row);
  g_signal_connect (button, "toggled", G_CALLBACK (quick_toggled), self);
  return button;
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

static void
mw_overlays_button_dispose (GObject *object)
{
  mw_box_clear (GTK_WIDGET (object));
  G_OBJECT_CLASS (mw_overlays_button_parent_class)->dispose (object);
}

static void
mw_overlays_button_class_init (MwOverlaysButtonClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mw_overlays_button_dispose;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
mw_overlays_button_init (MwOverlaysButton *self)
{
  GtkWidget *popover = gtk_popover_new (), *list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2),
            *button = self->button = gtk_menu_button_new ();
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "mw-overlays-symbolic");
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _ ("Overlays: what is drawn over the model"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Overlays"), -1);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  gtk_popover_set_child (GTK_POPOVER (popover), list);
  gtk_box_append (GTK_BOX (list), new_effects_check ());
  gtk_box_append (GTK_BOX (list), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    self->checks[i] = new_check (self, &rows[i]);
    gtk_box_append (GTK_BOX (list), self->checks[i]);
    if (!rows[i].quick)
      continue;
    self->quick[i] = new_quick (self, &rows[i]);
    gtk_box_append (GTK_BOX (self), self->quick[i]);
  }
  gtk_box_append (GTK_BOX (self), button);
  self->overlays = remembered ();
  show (self);
}

GtkWidget *
mw_overlays_button_new (void)
{
  return g_object_new (MW_TYPE_OVERLAYS_BUTTON, NULL);
}
