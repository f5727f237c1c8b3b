/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/inspector-private.h"
#include "ui/ellipsis.h"
#include "ui/i18n.h"
#include "ui/widgets.h"

G_DEFINE_FINAL_TYPE (MwInspector, mw_inspector, GTK_TYPE_BOX)

const MwId *
mw_inspector_shown_ids (MwInspector *self, guint *n)
{
  const MwId *ids = mw_document_get_selection (self->document, n);
  if (!self->pinned)
    return ids;
  *n = self->pinned == mw_document_get_model (self->document)->record.id ? 0 : 1;
  return &self->pinned;
}

static GtkWidget *make (MwDocument *document, MwId pinned);

/* --- Offsets -------------------------------------------------------------------------------------------------------- */

static void
set_offsets (MwInspector *self, MwOffsets *offsets)
{
  g_clear_pointer (&self->offsets, mw_offsets_unref);
  self->offsets = offsets;
  if (self->form)
    mw_record_form_set_offsets (self->form, offsets);
}

static void
offsets_found (MwOffsets *offsets, const GError *error, gpointer data)
{
  MwInspector *self = data;
  set_offsets (self, offsets ? mw_offsets_ref (offsets) : NULL);
  mw_widget_set_tooltip (self->show_offsets, error ? error->message : _ ("Show where values are in the saved file"));
}

static void
show_offsets_toggled (GtkToggleButton *button, MwInspector *self)
{
  const gboolean shown = gtk_toggle_button_get_active (button);
  mw_offsets_watch_set_wanted (self->offsets_watch, shown);
  if (!shown)
    set_offsets (self, NULL);
}

/* --- A second inspector that stays on an element ---------------------------------------------------------------------- */

static void
unpin (MwInspector *self)
{
  if (self->second)
    gtk_box_remove (GTK_BOX (self), self->second);
  self->second = NULL;
}

static void
pin_clicked (GtkButton *button, MwInspector *self)
{
  guint n;
  const MwId *ids = mw_inspector_shown_ids (self, &n);
  MwId id = n ? ids[0] : mw_document_get_model (self->document)->record.id;
  if (self->pinned) {
    /* This is the second one. */
    unpin (MW_INSPECTOR (gtk_widget_get_parent (GTK_WIDGET (self))));
    return;
  }
  unpin (self);
  self->second = make (self->document, id);
  gtk_widget_add_css_class (self->second, "pinned");
  mw_inspector_set_clock (MW_INSPECTOR (self->second), &self->clock);
  mw_inspector_set_playing (MW_INSPECTOR (self->second), self->playing);
  gtk_box_append (GTK_BOX (self), self->second);
}

static gboolean
can_pin (MwInspector *self)
{
  guint n;
  mw_inspector_shown_ids (self, &n);
  return self->pinned || n <= 1;
}

/* --- Showing the selection ------------------------------------------------------------------------------------------ */

static void
show_selection (MwInspector *self)
{
  MwModel *model = mw_document_get_model (self->document);
  guint n;
  const MwId *ids = mw_inspector_shown_ids (self, &n);
  g_autofree MwId *copy = g_memdup2 (ids, MAX (n, 1) * sizeof (MwId));
  MwId root = model->record.id;
  const MwSchema *schema = NULL;
  gboolean mixed = FALSE;
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (model, copy[i]);
    if (record && schema && record->schema != schema)
      mixed = TRUE;
    if (record)
      schema = record->schema;
  }
  if (!schema)
    schema = model->record.schema;
  mw_inspector_refresh_title (self, copy, n);
  mw_inspector_refresh_facts (self, copy, n);
  mw_inspector_refresh_surface (self, copy, n);
  MwRecordForm *form = mixed ? NULL : g_hash_table_lookup (self->by_schema, schema);
  if (!mixed && !form) {
    form = MW_RECORD_FORM (mw_record_form_new (self->document, schema));
    g_hash_table_insert (self->by_schema, (gpointer) schema, form);
    gtk_box_append (GTK_BOX (self->forms), GTK_WIDGET (form));
  }
  if (self->form && self->form != form)
    gtk_widget_set_visible (GTK_WIDGET (self->form), FALSE);
  self->form = form;
  gtk_widget_set_visible (self->several, mixed);
  if (form) {
    mw_record_form_set_clock (form, &self->clock);
    mw_record_form_set_playing (form, self->playing);
    mw_record_form_set_offsets (form, self->offsets);
    if (n)
      mw_record_form_set_ids (form, copy, n);
    else
      mw_record_form_set_ids (form, &root, 1);
    gtk_widget_set_visible (GTK_WIDGET (form), TRUE);
  }
  mw_inspector_apply_filter (self);
  mw_inspector_queue_users (self);
}

static void
selection_changed (MwDocument *document, MwInspector *self)
{
  gtk_widget_set_sensitive (self->pin, can_pin (self));
  if (self->pinned)
    return;
  mw_inspector_forget_pointed (self);
  show_selection (self);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scrolled)), 0);
}

static void
document_changed (MwDocument *document, MwChangeSet *set, MwInspector *self)
{
  if (self->second && !mw_model_find (mw_document_get_model (document), MW_INSPECTOR (self->second)->pinned))
    unpin (self);
  guint n;
  const MwId *ids = mw_inspector_shown_ids (self, &n);
  gboolean rebuild = FALSE;
  for (guint i = 0; i < set->changes->len && !rebuild; i++) {
    const MwChange *change = &g_array_index (set->changes, MwChange, i);
    for (guint k = 0; k < n && !rebuild; k++)
      rebuild = change->id == ids[k] && (change->kind == MW_CHANGE_REPLACE || change->kind == MW_CHANGE_REMOVE);
  }
  if (rebuild) {
    show_selection (self);
    return;
  }
  if (set->touches & (MW_TOUCH_TEXTURE | MW_TOUCH_MATERIAL | MW_TOUCH_STRUCTURE | MW_TOUCH_GEOMETRY))
    mw_inspector_refresh_surface (self, ids, n);
  if (set->touches & (MW_TOUCH_TEXT | MW_TOUCH_STRUCTURE | MW_TOUCH_TEXTURE | MW_TOUCH_MATERIAL)) {
    mw_inspector_refresh_title (self, ids, n);
    mw_inspector_refresh_facts (self, ids, n);
    mw_inspector_queue_users (self);
  }
  /* Adding or removing a track adds or removes its references. */
  for (guint i = 0; i < set->changes->len; i++) {
    const MwChange *change = &g_array_index (set->changes, MwChange, i);
    const MwField *field = change->field;
    if (change->kind > MW_CHANGE_SWAP || (field && (field->type == MW_TYPE_REF || field->element == MW_TYPE_REF)))
      mw_inspector_queue_users (self);
  }
  if (self->form)
    mw_record_form_apply_change (self->form, set);
}

static void
mw_inspector_dispose (GObject *object)
{
  MwInspector *self = MW_INSPECTOR (object);
  g_clear_handle_id (&self->users_idle, g_source_remove);
  mw_inspector_forget_pointed (self);
  g_clear_pointer (&self->offsets_watch, mw_offsets_watch_free);
  g_clear_pointer (&self->offsets, mw_offsets_unref);
  g_clear_pointer (&self->by_schema, g_hash_table_unref);
  g_clear_pointer (&self->filter, mw_field_filter_unref);
  self->form = NULL;
  mw_disconnect (self->document, self);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (mw_inspector_parent_class)->dispose (object);
}

static void
map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (mw_inspector_parent_class)->map (widget);
  mw_inspector_follow_focus (MW_INSPECTOR (widget));
}

static void
unmap (GtkWidget *widget)
{
  mw_inspector_leave_focus (MW_INSPECTOR (widget));
  GTK_WIDGET_CLASS (mw_inspector_parent_class)->unmap (widget);
}

static void
find (GtkWidget *widget, const char *action, GVariant *parameter)
{
  mw_inspector_search (MW_INSPECTOR (widget));
}

static void
mw_inspector_class_init (MwInspectorClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mw_inspector_dispose;
  GTK_WIDGET_CLASS (klass)->map = map;
  GTK_WIDGET_CLASS (klass)->unmap = unmap;
  g_signal_new ("pointed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                G_TYPE_UINT, G_TYPE_POINTER);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "inspector");
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "panel.find", NULL, find);
}

/* Whether a place of the scrolled part is on a control, which takes the focus itself. */
static gboolean
is_control_at (MwInspector *self, double x, double y)
{
  GtkWidget *hit = gtk_widget_pick (self->scrolled, x, y, GTK_PICK_DEFAULT);
  for (; hit && hit != self->content && hit != self->scrolled; hit = gtk_widget_get_parent (hit))
    if (gtk_widget_get_focusable (hit))
      return TRUE;
  return FALSE;
}

/* Ctrl+F then searches here, and the arrows scroll. A press in a list that a control has opened comes here too. */
static void
ground_clicked (GtkGestureClick *click, int n, double x, double y, MwInspector *self)
{
  GdkEvent *event = gtk_event_controller_get_current_event (GTK_EVENT_CONTROLLER (click));
  GtkNative *native = gtk_widget_get_native (self->scrolled);
  if ((event && gdk_event_get_surface (event) != gtk_native_get_surface (native)) || is_control_at (self, x, y))
    return;
  gtk_widget_set_focusable (self->content, TRUE);
  gtk_widget_grab_focus (self->content);
}

/* It is no stop for Tab. */
static void
ground_left (GtkWidget *content)
{
  if (!gtk_widget_is_focus (content))
    gtk_widget_set_focusable (content, FALSE);
}

static void
mw_inspector_init (MwInspector *self)
{
  self->by_schema = g_hash_table_new (NULL, NULL);
  self->clock = MW_CLOCK_REST;
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  GtkWidget *header = self->header = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4),
            *titles = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (header, "inspector-header");
  self->icon = gtk_image_new ();
  self->title = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->title), 0);
  mw_label_ellipsize (self->title, PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->title, "heading");
  self->kind = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->kind), 0);
  gtk_widget_add_css_class (self->kind, "dim-label");
  gtk_widget_add_css_class (self->kind, "caption");
  gtk_box_append (GTK_BOX (titles), self->title);
  gtk_box_append (GTK_BOX (titles), self->kind);
  gtk_box_append (GTK_BOX (header), self->icon);
  gtk_box_append (GTK_BOX (header), titles);
  gtk_widget_set_hexpand (titles, TRUE);
  self->show_offsets = gtk_toggle_button_new_with_label ("0x");
  gtk_widget_add_css_class (self->show_offsets, "flat");
  gtk_widget_set_valign (self->show_offsets, GTK_ALIGN_CENTER);
  mw_widget_set_tooltip (self->show_offsets, _ ("Show where values are in the saved file"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->show_offsets), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Show offsets"), -1);
  g_signal_connect (self->show_offsets, "toggled", G_CALLBACK (show_offsets_toggled), self);
  gtk_box_append (GTK_BOX (header), self->show_offsets);
  gtk_box_append (GTK_BOX (self), header);
  mw_inspector_add_search (self, header);

  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (content, "inspector-content");
  self->content = content;
  self->facts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (self->facts, "facts");
  gtk_widget_set_visible (self->facts, FALSE);
  gtk_box_append (GTK_BOX (content), self->facts);
  self->batches = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->batches), 0);
  gtk_widget_add_css_class (self->batches, "section");
  gtk_widget_set_visible (self->batches, FALSE);
  gtk_box_append (GTK_BOX (content), self->batches);
  self->forms = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  mw_inspector_watch_clicks (self);
  self->several = gtk_label_new (
    _ ("Elements of several kinds are selected. Select elements of one kind to edit them together."));
  gtk_label_set_wrap (GTK_LABEL (self->several), TRUE);
  gtk_widget_add_css_class (self->several, "dim-label");
  gtk_widget_set_visible (self->several, FALSE);
  self->users_title = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->users_title), 0);
  gtk_label_set_wrap (GTK_LABEL (self->users_title), TRUE);
  gtk_widget_add_css_class (self->users_title, "section");
  self->users = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->users), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Used by"), -1);
  self->found_none = gtk_label_new (_ ("No field is called that."));
  gtk_widget_add_css_class (self->found_none, "dim-label");
  gtk_widget_set_visible (self->found_none, FALSE);
  gtk_box_append (GTK_BOX (content), self->found_none);
  gtk_box_append (GTK_BOX (content), self->forms);
  gtk_box_append (GTK_BOX (content), self->several);
  gtk_box_append (GTK_BOX (content), self->users_title);
  gtk_box_append (GTK_BOX (content), self->users);
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled), GTK_POLICY_AUTOMATIC, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), content);
  gtk_widget_set_vexpand (self->scrolled, TRUE);
  gtk_box_append (GTK_BOX (self), self->scrolled);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  g_signal_connect_swapped (focus, "notify::is-focus", G_CALLBACK (ground_left), content);
  gtk_widget_add_controller (content, focus);
  g_signal_connect (click, "pressed", G_CALLBACK (ground_clicked), self);
  gtk_widget_add_controller (self->scrolled, GTK_EVENT_CONTROLLER (click));
}

static void
add_pin (MwInspector *self)
{
  const char *says = self->pinned ? _ ("Close This Inspector") : _ ("Keep This Element in a Second Inspector");
  self->pin = gtk_button_new_from_icon_name (self->pinned ? "window-close-symbolic" : "view-pin-symbolic");
  gtk_widget_add_css_class (self->pin, "flat");
  gtk_widget_set_valign (self->pin, GTK_ALIGN_CENTER);
  mw_widget_set_tooltip (self->pin, says);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->pin), GTK_ACCESSIBLE_PROPERTY_LABEL, says, -1);
  g_signal_connect (self->pin, "clicked", G_CALLBACK (pin_clicked), self);
  gtk_box_append (GTK_BOX (self->header), self->pin);
}

static GtkWidget *
make (MwDocument *document, MwId pinned)
{
  MwInspector *self = g_object_new (MW_TYPE_INSPECTOR, NULL);
  self->document = g_object_ref (document);
  self->pinned = pinned;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  pinned ? _ ("Second inspector") : _ ("Inspector"), -1);
  add_pin (self);
  self->offsets_watch = mw_offsets_watch_new (document, FALSE, offsets_found, self);
  self->surface = mw_surface_form_new (document);
  gtk_box_prepend (GTK_BOX (self->content), self->surface);
  g_signal_connect (document, "selection-changed", G_CALLBACK (selection_changed), self);
  g_signal_connect (document, "changed", G_CALLBACK (document_changed), self);
  show_selection (self);
  return GTK_WIDGET (self);
}

GtkWidget *
mw_inspector_new (MwDocument *document)
{
  return make (document, 0);
}

void
mw_inspector_set_clock (MwInspector *self, const MwClock *clock)
{
  self->clock = *clock;
  if (self->second)
    mw_inspector_set_clock (MW_INSPECTOR (self->second), clock);
  if (self->form)
    mw_record_form_set_clock (self->form, clock);
}

void
mw_inspector_set_playing (MwInspector *self, gboolean playing)
{
  self->playing = playing;
  if (self->second)
    mw_inspector_set_playing (MW_INSPECTOR (self->second), playing);
  if (self->form)
    mw_record_form_set_playing (self->form, playing);
}

double
mw_inspector_get_scrolled (MwInspector *self)
{
  return mw_scroll_get (self->scrolled);
}

void
mw_inspector_set_scrolled (MwInspector *self, double value)
{
  mw_scroll_later (self->scrolled, value);
}
