/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/value-entry.h"
#include "ui/hint-line.h"
#include "ui/i18n.h"
#include "ui/widgets.h"

#include <string.h>

/* --- The text ------------------------------------------------------------------------------------------------------- */

/* What has the focus. GTK 4.8 tells assistive technology of the focus and the text of a GtkEntry, but of neither where a GtkText is
 * inside another widget. It has a CSS name of its own, because the frame is that of the widget around it. */
#define MW_TYPE_VALUE_TEXT (mw_value_text_get_type ())
G_DECLARE_FINAL_TYPE (MwValueText, mw_value_text, MW, VALUE_TEXT, GtkEntry)

struct _MwValueText {
  GtkEntry parent_instance;
};

G_DEFINE_FINAL_TYPE (MwValueText, mw_value_text, GTK_TYPE_ENTRY)

static void
mw_value_text_class_init (MwValueTextClass *klass)
{
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "value");
}

static void
mw_value_text_init (MwValueText *self)
{}

/* --- The entry ------------------------------------------------------------------------------------------------------ */

struct _MwValueEntry {
  GtkWidget parent_instance;
  guint deselect_idle;
  GtkWidget *handle, *text, *unit;
  char *shown; /* the text of the value, which Esc restores */
  char *note;  /* what is wrong with the value, or NULL */
  gboolean updating, dirty, committing, dragging;
  GtkEventController *drag, *drag_keys; /* with a handle; the keys are on the window while the handle is dragged */
};

static GtkEditable *
get_delegate (GtkEditable *editable)
{
  return GTK_EDITABLE (((MwValueEntry *) editable)->text);
}

static void
editable_init (GtkEditableInterface *interface)
{
  interface->get_delegate = get_delegate;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (MwValueEntry, mw_value_entry, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_EDITABLE, editable_init))

enum { COMMIT, REVERTED, DRAG_BEGIN, DRAG_UPDATE, DRAG_END, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
set_dirty (MwValueEntry *self, gboolean dirty)
{
  self->dirty = dirty;
  mw_widget_set_css_class (GTK_WIDGET (self), "dirty", dirty);
  if (!dirty)
    gtk_widget_remove_css_class (GTK_WIDGET (self), "error");
}

static void
text_changed (GtkEditable *text, MwValueEntry *self)
{
  if (!self->updating)
    set_dirty (self, g_strcmp0 (gtk_editable_get_text (text), self->shown) != 0);
}

static void
put_text (MwValueEntry *self, const char *text)
{
  self->updating = TRUE;
  if (strcmp (gtk_editable_get_text (GTK_EDITABLE (self->text)), text) != 0)
    gtk_editable_set_text (GTK_EDITABLE (self->text), text);
  self->updating = FALSE;
}

gboolean
mw_value_entry_commit (MwValueEntry *self)
{
  if (!self->dirty || self->committing)
    return TRUE;
  g_autoptr (MwValueEntry) keep G_GNUC_UNUSED = g_object_ref (self);
  g_autofree char *typed = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->text)));
  gboolean taken = FALSE;
  self->committing = TRUE;
  g_signal_emit (self, signals[COMMIT], 0, typed, &taken);
  self->committing = FALSE;
  if (taken) {
    set_dirty (self, FALSE);
    put_text (self, self->shown);
    g_signal_emit (self, signals[REVERTED], 0);
  } else {
    gtk_widget_add_css_class (GTK_WIDGET (self), "error");
  }
  return taken;
}

static void
revert (MwValueEntry *self)
{
  set_dirty (self, FALSE);
  put_text (self, self->shown);
  g_signal_emit (self, signals[REVERTED], 0);
}

/* What is said after the name and the value: what is wrong, that values differ, and the unit. */
static void
describe (MwValueEntry *self)
{
  GtkAccessible *text = GTK_ACCESSIBLE (self->text);
  const char *parts[] = { self->note, gtk_entry_get_placeholder_text (GTK_ENTRY (self->text)),
                          gtk_label_get_text (GTK_LABEL (self->unit)) };
  g_autoptr (GString) all = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i] && *parts[i])
      g_string_append_printf (all, "%s%s", all->len ? ", " : "", parts[i]);
  if (all->len)
    gtk_accessible_update_property (text, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, all->str, -1);
  else
    gtk_accessible_reset_property (text, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
}

void
mw_value_entry_set_note (MwValueEntry *self, const char *note)
{
  if (g_strcmp0 (self->note, note) == 0)
    return;
  g_free (self->note);
  self->note = g_strdup (note);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->text), GTK_ACCESSIBLE_STATE_INVALID,
                               note ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
  describe (self);
}

static void
set_placeholder (MwValueEntry *self, const char *words)
{
  const char *before = gtk_entry_get_placeholder_text (GTK_ENTRY (self->text));
  if (g_strcmp0 (before ? before : "", words ? words : "") == 0)
    return;
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->text), words);
  describe (self);
}

void
mw_value_entry_set_text (MwValueEntry *self, const char *text)
{
  char *copy = g_strdup (text);
  g_free (self->shown);
  self->shown = copy;
  set_placeholder (self, NULL);
  if (!self->dirty)
    put_text (self, self->shown);
}

void
mw_value_entry_set_several (MwValueEntry *self, const char *words)
{
  mw_value_entry_set_text (self, "");
  set_placeholder (self, words);
}

gboolean
mw_value_entry_is_dirty (MwValueEntry *self)
{
  return self->dirty;
}

void
mw_value_entry_set_unit (MwValueEntry *self, const char *unit)
{
  unit = unit ? unit : "";
  if (strcmp (gtk_label_get_text (GTK_LABEL (self->unit)), unit) == 0)
    return;
  gtk_label_set_text (GTK_LABEL (self->unit), unit);
  gtk_widget_set_visible (self->unit, *unit);
  describe (self);
}

void
mw_value_entry_set_numeric (MwValueEntry *self, gboolean numeric)
{
  gtk_entry_set_input_purpose (GTK_ENTRY (self->text),
                               numeric ? GTK_INPUT_PURPOSE_NUMBER : GTK_INPUT_PURPOSE_FREE_FORM);
  if (numeric)
    gtk_widget_add_css_class (GTK_WIDGET (self), "numeric");
}

void
mw_value_entry_set_label (MwValueEntry *self, const char *label)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->text), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

static void
activated (GtkEntry *text, MwValueEntry *self)
{
  if (mw_value_entry_commit (self))
    gtk_editable_select_region (GTK_EDITABLE (self->text), 0, -1);
}

static gboolean
deselect (gpointer data)
{
  MwValueEntry *self = data;
  self->deselect_idle = 0;
  gtk_editable_select_region (GTK_EDITABLE (self->text), 0, 0);
  return G_SOURCE_REMOVE;
}

/* When the popover around an entry gets its window, the focus leaves and returns at once. The text is deselected later, because
 * deselecting and selecting it again would lose the primary selection: the X server reports late that it was given up. */
static void
focus_left (GtkEventControllerFocus *focus, MwValueEntry *self)
{
  mw_value_entry_commit (self);
  if (!self->deselect_idle)
    self->deselect_idle = g_idle_add (deselect, self);
}

static void
focus_came (GtkEventControllerFocus *focus, MwValueEntry *self)
{
  g_clear_handle_id (&self->deselect_idle, g_source_remove);
  /* Everything is selected, so that typing replaces it. */
  if (!self->dirty && !gtk_editable_get_selection_bounds (GTK_EDITABLE (self->text), NULL, NULL))
    gtk_editable_select_region (GTK_EDITABLE (self->text), 0, -1);
}

static gboolean
key_pressed (GtkEventControllerKey *key, guint keyval, guint keycode, GdkModifierType state, MwValueEntry *self)
{
  if (keyval == GDK_KEY_Escape && self->dirty) {
    revert (self);
    return TRUE;
  }
  return FALSE;
}

static void
drag_began (GtkGestureDrag *drag, double x, double y, MwValueEntry *self)
{
  if (mw_value_entry_is_dirty (self))
    revert (self);
  self->dragging = TRUE;
  gtk_widget_add_controller (GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self))), g_object_ref (self->drag_keys));
  g_signal_emit (self, signals[DRAG_BEGIN], 0);
}

static void
drag_moved (GtkGestureDrag *drag, double x, double y, MwValueEntry *self)
{
  g_signal_emit (self, signals[DRAG_UPDATE], 0, (double) (int) (x / 2));
}

static void
remove_drag_keys (MwValueEntry *self)
{
  GtkWidget *window = self->drag_keys ? gtk_event_controller_get_widget (self->drag_keys) : NULL;
  if (window)
    gtk_widget_remove_controller (window, self->drag_keys);
}

/* A gesture that is cancelled ends as well; the first of the two signals counts. */
static void
end_drag (MwValueEntry *self, gboolean cancelled)
{
  if (!self->dragging)
    return;
  self->dragging = FALSE;
  remove_drag_keys (self);
  g_signal_emit (self, signals[DRAG_END], 0, cancelled);
}

static void
drag_ended (GtkGesture *drag, GdkEventSequence *sequence, MwValueEntry *self)
{
  end_drag (self, FALSE);
}

static void
drag_cancelled (GtkGesture *drag, GdkEventSequence *sequence, MwValueEntry *self)
{
  end_drag (self, TRUE);
}

/* Whatever has the focus: Esc cancels the drag. */
static gboolean
drag_key_pressed (GtkEventControllerKey *key, guint keyval, guint keycode, GdkModifierType state, MwValueEntry *self)
{
  if (keyval != GDK_KEY_Escape)
    return FALSE;
  gtk_event_controller_reset (self->drag);
  return TRUE;
}

static gboolean
grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (MW_VALUE_ENTRY (widget)->text);
}

/* Only the text takes the focus. By default GTK gives the focus to the entry when Shift+Tab leaves the text, which is back in the text. */
static gboolean
focus (GtkWidget *widget, GtkDirectionType direction)
{
  return gtk_widget_child_focus (MW_VALUE_ENTRY (widget)->text, direction);
}

static void
dispose (GObject *object)
{
  MwValueEntry *self = MW_VALUE_ENTRY (object);
  g_clear_handle_id (&self->deselect_idle, g_source_remove);
  remove_drag_keys (self);
  g_clear_object (&self->drag_keys);
  if (self->text)
    gtk_editable_finish_delegate (GTK_EDITABLE (self));
  g_clear_pointer (&self->handle, gtk_widget_unparent);
  g_clear_pointer (&self->text, gtk_widget_unparent);
  g_clear_pointer (&self->unit, gtk_widget_unparent);
  G_OBJECT_CLASS (mw_value_entry_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  MwValueEntry *self = MW_VALUE_ENTRY (object);
  g_free (self->shown);
  g_free (self->note);
  G_OBJECT_CLASS (mw_value_entry_parent_class)->finalize (object);
}

static void
set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  if (!gtk_editable_delegate_set_property (object, id, value, spec))
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  if (!gtk_editable_delegate_get_property (object, id, value, spec))
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

static void
mw_value_entry_class_init (MwValueEntryClass *klass)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (klass);
  G_OBJECT_CLASS (klass)->dispose = dispose;
  G_OBJECT_CLASS (klass)->finalize = finalize;
  G_OBJECT_CLASS (klass)->set_property = set_property;
  G_OBJECT_CLASS (klass)->get_property = get_property;
  gtk_editable_install_properties (G_OBJECT_CLASS (klass), 1);
  widget->focus = focus;
  widget->grab_focus = grab_focus;
  gtk_widget_class_set_css_name (widget, "entry");
  gtk_widget_class_set_layout_manager_type (widget, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_accessible_role (widget, GTK_ACCESSIBLE_ROLE_GENERIC);
  GType type = G_TYPE_FROM_CLASS (klass);
  signals[COMMIT] = g_signal_new ("commit", type, G_SIGNAL_RUN_LAST, 0, g_signal_accumulator_true_handled, NULL, NULL,
                                  G_TYPE_BOOLEAN, 1, G_TYPE_STRING);
  signals[REVERTED] = g_signal_new ("reverted", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[DRAG_BEGIN] = g_signal_new ("drag-begin", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[DRAG_UPDATE] = g_signal_new ("drag-update", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                       G_TYPE_DOUBLE);
  signals[DRAG_END] = g_signal_new ("drag-end", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                    G_TYPE_BOOLEAN);
}

static void
mw_value_entry_init (MwValueEntry *self)
{
  self->shown = g_strdup ("");
  self->handle = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->handle, "handle");
  gtk_widget_set_visible (self->handle, FALSE);
  gtk_widget_set_parent (self->handle, GTK_WIDGET (self));
  self->text = g_object_new (MW_TYPE_VALUE_TEXT, NULL);
  gtk_widget_set_hexpand (self->text, TRUE);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->text), 3);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->text), 8);
  gtk_widget_set_parent (self->text, GTK_WIDGET (self));
  gtk_editable_init_delegate (GTK_EDITABLE (self));
  self->unit = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->unit, "unit");
  gtk_widget_set_visible (self->unit, FALSE);
  gtk_widget_set_parent (self->unit, GTK_WIDGET (self));

  g_signal_connect (self->text, "changed", G_CALLBACK (text_changed), self);
  g_signal_connect (self->text, "activate", G_CALLBACK (activated), self);
  GtkEventController *focus = gtk_event_controller_focus_new ();
  g_signal_connect (focus, "enter", G_CALLBACK (focus_came), self);
  g_signal_connect (focus, "leave", G_CALLBACK (focus_left), self);
  gtk_widget_add_controller (self->text, focus);
  GtkEventController *key = gtk_event_controller_key_new ();
  gtk_event_controller_set_propagation_phase (key, GTK_PHASE_CAPTURE);
  g_signal_connect (key, "key-pressed", G_CALLBACK (key_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), key);
}

GtkWidget *
mw_value_entry_new (const char *handle, const char *unit)
{
  MwValueEntry *self = g_object_new (MW_TYPE_VALUE_ENTRY, NULL);
  if (handle) {
    gtk_label_set_text (GTK_LABEL (self->handle), handle);
    gtk_widget_set_visible (self->handle, TRUE);
    gtk_widget_set_cursor_from_name (self->handle, "ew-resize");
    GtkGesture *drag = gtk_gesture_drag_new ();
    g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_began), self);
    g_signal_connect (drag, "drag-update", G_CALLBACK (drag_moved), self);
    g_signal_connect (drag, "end", G_CALLBACK (drag_ended), self);
    g_signal_connect (drag, "cancel", G_CALLBACK (drag_cancelled), self);
    g_autoptr (GString) hint = g_string_new (NULL);
    mw_hint_add (hint, _ ("Drag"), _ ("change the number"));
    mw_hint_add (hint, _ ("Esc"), _ ("cancel"));
    mw_hint_set (self->handle, hint->str);
    self->drag = GTK_EVENT_CONTROLLER (drag);
    gtk_widget_add_controller (self->handle, self->drag);
    self->drag_keys = gtk_event_controller_key_new ();
    gtk_event_controller_set_propagation_phase (self->drag_keys, GTK_PHASE_CAPTURE);
    g_signal_connect (self->drag_keys, "key-pressed", G_CALLBACK (drag_key_pressed), self);
  }
  mw_value_entry_set_unit (self, unit);
  return GTK_WIDGET (self);
}

void
mw_value_entry_set_handle (MwValueEntry *self, const char *handle)
{
  gtk_label_set_text (GTK_LABEL (self->handle), handle);
}
