/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/diamond.h"
#include "ui/edit.h"
#include "ui/i18n.h"
#include "ui/inspector/item-menu.h"
#include "ui/labels.h"
#include "ui/widgets.h"

struct _MwDiamond {
  GtkButton parent_instance;
  MwDocument *document;
  const MwField *slot, *fixed;
  GArray *ids;
  MwClock clock;
  gboolean playing, shown, refused;
  MwKeyed state;
  GtkWidget *menu;
};

G_DEFINE_FINAL_TYPE (MwDiamond, mw_diamond, GTK_TYPE_BUTTON)

static guint refused_signal;

static const MwId *
ids_of (MwDiamond *self)
{
  return (const MwId *) self->ids->data;
}

/* --- Showing the state ---------------------------------------------------------------------------------------------- */

static MwKeyed
state_now (MwDiamond *self)
{
  MwKeyed state = mw_keyed (self->document, ids_of (self), self->ids->len, self->slot, &self->clock);
  return self->playing && state == MW_KEYED_HERE ? MW_KEYED_PART : state;
}

static void
show_state (MwDiamond *self)
{
  static const char *const icons[] = { "mw-diamond-symbolic", "mw-diamond-half-symbolic", "mw-diamond-full-symbolic" };
  const char *label = mw_ui_label (self->slot->label);
  const char *tooltip = self->state == MW_KEYED_NONE ? _ ("Not animated. Click to set a first key at the playhead.")
                        : self->state == MW_KEYED_PART
                          ? _ ("Animated, without a key at the playhead. Click to set one that keeps the value.")
                          : _ ("There is a key at the playhead. Click to remove it.");
  g_autofree char *name = g_strdup_printf (self->state == MW_KEYED_NONE   ? _ ("%s: not animated")
                                           : self->state == MW_KEYED_PART ? _ ("%s: animated, no key here")
                                                                          : _ ("%s: key here"),
                                           label);
  gtk_button_set_icon_name (GTK_BUTTON (self), icons[self->state]);
  mw_widget_set_tooltip (GTK_WIDGET (self), tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

/* Called for each frame while a model plays, so it changes nothing if the state is the same. */
void
mw_diamond_refresh (MwDiamond *self)
{
  MwKeyed state = state_now (self);
  if (self->shown && state == self->state)
    return;
  self->state = state;
  self->shown = TRUE;
  show_state (self);
}

void
mw_diamond_set_ids (MwDiamond *self, const MwId *ids, guint n)
{
  g_array_set_size (self->ids, 0);
  if (n)
    g_array_append_vals (self->ids, ids, n);
  mw_diamond_refresh (self);
}

static void
say (MwDiamond *self, gboolean ok, const GError *error)
{
  self->refused = !ok;
  g_signal_emit (self, refused_signal, 0, ok || !error ? NULL : error->message);
}

void
mw_diamond_set_clock (MwDiamond *self, const MwClock *clock)
{
  self->clock = *clock;
  if (self->refused)
    say (self, TRUE, NULL);
  mw_diamond_refresh (self);
}

void
mw_diamond_set_playing (MwDiamond *self, gboolean playing)
{
  self->playing = playing;
  mw_diamond_refresh (self);
}

/* --- Adding and removing keys --------------------------------------------------------------------------------------- */

static void
key_here (MwDiamond *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwDiamond) keep = g_object_ref (self);
  gboolean ok = mw_key_here (self->document, ids_of (self), self->ids->len, self->slot, self->fixed, &self->clock,
                             &error);
  say (keep, ok, error);
}

static void
unkey_here (MwDiamond *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwDiamond) keep = g_object_ref (self);
  gboolean ok = mw_unkey_here (self->document, ids_of (self), self->ids->len, self->slot, &self->clock, &error);
  say (keep, ok, error);
}

/* Does what the shown state promises, even if the playhead has moved on since. */
static void
clicked (GtkButton *button)
{
  MwDiamond *self = MW_DIAMOND (button);
  if (self->state == MW_KEYED_HERE)
    unkey_here (self);
  else
    key_here (self);
}

char *
mw_diamond_remove_all_label (const MwField *slot)
{
  return g_strdup_printf (_ ("Remove all keys of %s"), mw_ui_label (slot->label));
}

void
mw_diamond_remove_all (MwDiamond *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwDiamond) keep = g_object_ref (self);
  gboolean ok = mw_ui_remove_all_keys (self->document, ids_of (self), self->ids->len, self->slot, &error);
  say (keep, ok, error);
}

/* --- The menu ------------------------------------------------------------------------------------------------------- */

static void
open_menu (MwDiamond *self)
{
  g_autofree char *all = mw_diamond_remove_all_label (self->slot);
  GtkWidget *menu = self->menu = mw_item_menu_new (GTK_WIDGET (self), NULL);
  g_object_add_weak_pointer (G_OBJECT (menu), (gpointer *) &self->menu);
  mw_item_menu_add (menu, _ ("Set a key at the playhead"), self->state != MW_KEYED_HERE, G_CALLBACK (key_here), self);
  mw_item_menu_add (menu, _ ("Remove the key at the playhead"), self->state == MW_KEYED_HERE, G_CALLBACK (unkey_here),
                    self);
  mw_item_menu_add (menu, all, self->state != MW_KEYED_NONE, G_CALLBACK (mw_diamond_remove_all), self);
  gtk_popover_popup (GTK_POPOVER (menu));
}

static void
pressed (GtkGestureClick *gesture, int n, double x, double y, MwDiamond *self)
{
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  open_menu (self);
}

static gboolean
menu_key (GtkWidget *widget, GVariant *arguments, gpointer unused)
{
  open_menu (MW_DIAMOND (widget));
  return TRUE;
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

static void
size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  MwDiamond *self = MW_DIAMOND (widget);
  GTK_WIDGET_CLASS (mw_diamond_parent_class)->size_allocate (widget, width, height, baseline);
  if (self->menu)
    gtk_popover_present (GTK_POPOVER (self->menu));
}

static void
dispose (GObject *object)
{
  MwDiamond *self = MW_DIAMOND (object);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (mw_diamond_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  g_array_unref (MW_DIAMOND (object)->ids);
  G_OBJECT_CLASS (mw_diamond_parent_class)->finalize (object);
}

static void
mw_diamond_class_init (MwDiamondClass *klass)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (klass);
  G_OBJECT_CLASS (klass)->dispose = dispose;
  G_OBJECT_CLASS (klass)->finalize = finalize;
  widget->size_allocate = size_allocate;
  GTK_BUTTON_CLASS (klass)->clicked = clicked;
  gtk_widget_class_add_binding (widget, GDK_KEY_F10, GDK_SHIFT_MASK, menu_key, NULL);
  gtk_widget_class_add_binding (widget, GDK_KEY_Menu, 0, menu_key, NULL);
  refused_signal = g_signal_new ("refused", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
mw_diamond_init (MwDiamond *self)
{
  self->ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  self->clock = MW_CLOCK_REST;
  gtk_widget_add_css_class (GTK_WIDGET (self), "flat");
  gtk_widget_add_css_class (GTK_WIDGET (self), "diamond");
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_START);
  GtkGesture *gesture = gtk_gesture_click_new ();
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (gesture), GDK_BUTTON_SECONDARY);
  g_signal_connect (gesture, "pressed", G_CALLBACK (pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (gesture));
}

GtkWidget *
mw_diamond_new (MwDocument *document, const MwField *slot, const MwField *fixed)
{
  MwDiamond *self = g_object_new (MW_TYPE_DIAMOND, NULL);
  self->document = g_object_ref (document);
  self->slot = slot;
  self->fixed = fixed;
  return GTK_WIDGET (self);
}
