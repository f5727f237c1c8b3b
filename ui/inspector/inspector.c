/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/inspector.h"
#include "core/model/facts.h"
#include "core/model/aspects.h"
#include "ui/edit.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/outline/surfaces.h"
#include "ui/widgets.h"

enum { USERS_MAX = 50 };

struct _MwInspector {
  GtkBox parent_instance;
  MwDocument *document;
  GtkWidget *icon, *title, *kind, *surface, *facts, *batches, *forms, *scrolled, *users_title, *users, *several,
    *content;
  GHashTable *by_schema; /* MwSchema -> MwRecordForm, children of `forms` */
  MwRecordForm *form;
  guint users_idle;
  MwClock clock;
  gboolean playing;
  GtkWidget *show_offsets;
  MwOffsets *offsets; /* while they are shown: those of the document when they were last computed */
  MwOffsetsWatch *offsets_watch;
  GtkWindow *window; /* whose focus it follows while it is mapped */
  MwId pointed;      /* the value to scroll to; 0: none ... */
  const MwField *pointed_field;
  guint pointed_element, frames, pointing; /* ... and the tick callback that does it */
  GtkWidget *pointed_row;                  /* the one that is marked */
  MwId pinned;                             /* the element that it stays on; 0: it follows the selection */
  GtkWidget *header, *pin, *second;        /* `second` is the inspector that stays on an element, or NULL */
  GtkWidget *search_button, *search, *found_none;
  MwFieldFilter *filter; /* NULL: nothing is searched */
};

G_DEFINE_FINAL_TYPE (MwInspector, mw_inspector, GTK_TYPE_BOX)

enum { POINTED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* The elements on show. None: the model. */
static const MwId *
shown_ids (MwInspector *self, guint *n)
{
  const MwId *ids = mw_document_get_selection (self->document, n);
  if (!self->pinned)
    return ids;
  *n = self->pinned == mw_document_get_model (self->document)->record.id ? 0 : 1;
  return &self->pinned;
}

static GtkWidget *make (MwDocument *document, MwId pinned);

/* --- Used by -------------------------------------------------------------------------------------------------------- */

static void
user_clicked (GtkButton *button, MwInspector *self)
{
  MwId id = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "id"));
  mw_document_select (self->document, &id, 1);
}

static void
add_user_button (MwInspector *self, const MwRecord *record, const char *text)
{
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *label = gtk_label_new (text);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (content), gtk_image_new_from_icon_name (mw_ui_icon (record->schema)));
  gtk_box_append (GTK_BOX (content), label);
  GtkWidget *button = gtk_button_new ();
  gtk_button_set_child (GTK_BUTTON (button), content);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "user");
  mw_widget_set_tooltip (button, _ ("Go to this element"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  g_object_set_data (G_OBJECT (button), "id", GUINT_TO_POINTER (record->id));
  g_signal_connect (button, "clicked", G_CALLBACK (user_clicked), self);
  gtk_box_append (GTK_BOX (self->users), button);
}

static void
add_user (MwInspector *self, const MwRecord *record, const MwField *field)
{
  /* The title of a track is that of the record it belongs to. */
  while (record->owner && mw_record_slot (record) && mw_record_slot (record)->type == MW_TYPE_CHILD)
    record = record->owner;
  g_autofree char *title = mw_ui_record_long_title (record);
  g_autofree char *text = g_strdup_printf ("%s · %s", title, mw_ui_label (field->label));
  add_user_button (self, record, text);
}

/* The record that a part (a layer, a lane) belongs to, which counts as its user; NULL for a top-level record. */
static const MwRecord *
owner_of (MwInspector *self, MwId id)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (self->document), id);
  return record && record->owner && record->owner->owner ? record->owner : NULL;
}

static void
add_owner (MwInspector *self, const MwRecord *owner)
{
  g_autofree char *title = mw_ui_record_long_title (owner);
  add_user_button (self, owner, title);
}

/* Companions that are not loaded and might use the element, as text; NULL: none. */
static char *
absent_users (MwInspector *self, MwId id)
{
  const MwModel *model = mw_document_get_model (self->document);
  const MwRecord *record = mw_model_find (model, id);
  const MwAspects *aspects = mw_aspects_of (model);
  return record && aspects->unread_users ? aspects->unread_users (model, record) : NULL;
}

static void
set_busy (MwInspector *self, gboolean busy)
{
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY, busy, -1);
}

static gboolean
refresh_users (gpointer data)
{
  MwInspector *self = data;
  self->users_idle = 0;
  mw_box_clear (self->users);
  guint n;
  const MwId *ids = shown_ids (self, &n);
  guint n_users = 0;
  if (n == 1) {
    g_autoptr (GArray) found = mw_document_find_referrers (self->document, ids[0]);
    const MwRecord *last = NULL;
    const MwField *last_field = NULL;
    for (guint i = 0; i < found->len; i++) {
      const MwTarget *target = &g_array_index (found, MwTarget, i);
      if (target->record == last && target->field == last_field)
        continue; /* one row for an array, however many of its elements refer to it */
      last = target->record;
      last_field = target->field;
      if (n_users++ < USERS_MAX)
        add_user (self, target->record, target->field);
    }
  }
  const MwRecord *owner = n == 1 && !n_users ? owner_of (self, ids[0]) : NULL;
  if (owner)
    add_owner (self, owner);
  g_autofree char *count = mw_ui_count (n_users);
  g_autofree char *absent = n == 1 && !n_users ? absent_users (self, ids[0]) : NULL;
  g_autofree char *title = n != 1    ? g_strdup ("")
                           : owner   ? g_strdup (_ ("Part of"))
                           : n_users ? g_strdup_printf (_ ("Used by (%s)"), count)
                           : absent  ? g_strdup_printf (_ ("Not used in the loaded files; not loaded: %s"), absent)
                                     : g_strdup (_ ("Not used"));
  gtk_label_set_text (GTK_LABEL (self->users_title), title);
  gtk_widget_set_visible (self->users_title, n == 1);
  set_busy (self, FALSE);
  return G_SOURCE_REMOVE;
}

static void
queue_users (MwInspector *self)
{
  if (self->users_idle)
    return;
  self->users_idle = mw_before_frame (refresh_users, self);
  set_busy (self, TRUE);
}

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

/* --- One value ------------------------------------------------------------------------------------------------------ */

static void
forget_pointed (MwInspector *self)
{
  if (self->pointing)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->pointing);
  self->pointing = 0;
  self->pointed = 0;
  if (self->pointed_row)
    mw_widget_set_css_class (self->pointed_row, "pointed", FALSE);
  g_clear_weak_pointer (&self->pointed_row);
}

/* Scrolls so that the row is in view. FALSE: it has no place yet. */
static gboolean
scroll_to_row (MwInspector *self, GtkWidget *row)
{
  graphene_rect_t place;
  if (!gtk_widget_get_height (row) || !gtk_widget_compute_bounds (row, self->content, &place))
    return FALSE;
  GtkAdjustment *down = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scrolled));
  gtk_adjustment_clamp_page (down, place.origin.y, place.origin.y + MIN (place.size.height, 120));
  return TRUE;
}

static gboolean
point (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  enum { MOST_FRAMES = 200 }; /* a row that never comes is not waited for */
  MwInspector *self = MW_INSPECTOR (widget);
  const MwRecord *record = mw_model_find (mw_document_get_model (self->document), self->pointed);
  GtkWidget *row = record && self->form
                     ? mw_record_form_find_row (self->form, record, self->pointed_field, self->pointed_element)
                     : NULL;
  if (record && self->form && (!row || !scroll_to_row (self, row)) && ++self->frames < MOST_FRAMES)
    return G_SOURCE_CONTINUE;
  if (row) {
    mw_widget_set_css_class (row, "pointed", TRUE);
    g_set_weak_pointer (&self->pointed_row, row);
  }
  self->pointing = 0;
  return G_SOURCE_REMOVE;
}

void
mw_inspector_show_field (MwInspector *self, MwId record, const MwField *field, guint element)
{
  forget_pointed (self);
  self->pointed = record;
  self->pointed_field = field;
  self->pointed_element = element;
  self->frames = 0;
  self->pointing = gtk_widget_add_tick_callback (GTK_WIDGET (self), point, NULL, NULL);
}

static void
tell_pointed (MwInspector *self, GtkWidget *widget)
{
  MwId record;
  const MwField *field;
  if (widget && gtk_widget_is_ancestor (widget, self->forms) && mw_record_form_value_of (widget, &record, &field))
    g_signal_emit (self, signals[POINTED], 0, record, field);
}

static void
row_clicked (GtkGestureClick *click, int n, double x, double y, MwInspector *self)
{
  tell_pointed (self, gtk_widget_pick (self->forms, x, y, GTK_PICK_INSENSITIVE | GTK_PICK_NON_TARGETABLE));
}

static void
focus_moved (GtkWindow *window, GParamSpec *property, MwInspector *self)
{
  tell_pointed (self, gtk_window_get_focus (window));
}

static void
map (GtkWidget *widget)
{
  MwInspector *self = MW_INSPECTOR (widget);
  GTK_WIDGET_CLASS (mw_inspector_parent_class)->map (widget);
  GtkRoot *root = gtk_widget_get_root (widget);
  if (GTK_IS_WINDOW (root) && g_set_weak_pointer (&self->window, GTK_WINDOW (root)))
    g_signal_connect (root, "notify::focus-widget", G_CALLBACK (focus_moved), self);
}

static void
unmap (GtkWidget *widget)
{
  MwInspector *self = MW_INSPECTOR (widget);
  mw_disconnect (self->window, self);
  g_clear_weak_pointer (&self->window);
  GTK_WIDGET_CLASS (mw_inspector_parent_class)->unmap (widget);
}

/* --- Search --------------------------------------------------------------------------------------------------------- */

static void
apply_filter (MwInspector *self)
{
  gboolean found = !self->form || mw_record_form_set_filter (self->form, self->filter);
  gtk_widget_set_visible (self->found_none, !found);
}

static void
search_changed (GtkSearchEntry *entry, MwInspector *self)
{
  g_clear_pointer (&self->filter, mw_field_filter_unref);
  self->filter = mw_field_filter_new (gtk_editable_get_text (GTK_EDITABLE (entry)));
  apply_filter (self);
}

static void
search_toggled (GtkToggleButton *button, MwInspector *self)
{
  gboolean on = gtk_toggle_button_get_active (button);
  gtk_widget_set_visible (self->search, on);
  if (on)
    gtk_widget_grab_focus (self->search);
  else
    gtk_editable_set_text (GTK_EDITABLE (self->search), "");
}

static void
search (GtkWidget *widget, const char *action, GVariant *parameter)
{
  MwInspector *self = MW_INSPECTOR (widget);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->search_button), TRUE);
  gtk_widget_grab_focus (self->search);
}

static void
close_search (MwInspector *self)
{
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->search_button), FALSE);
  gtk_widget_child_focus (self->scrolled, GTK_DIR_TAB_FORWARD);
}

static void
add_search (MwInspector *self, GtkWidget *header)
{
  self->search_button = gtk_toggle_button_new ();
  gtk_button_set_icon_name (GTK_BUTTON (self->search_button), "system-search-symbolic");
  gtk_widget_add_css_class (self->search_button, "flat");
  gtk_widget_set_valign (self->search_button, GTK_ALIGN_CENTER);
  mw_widget_set_tooltip (self->search_button, _ ("Search Fields (Ctrl+F)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Search Fields"), -1);
  g_signal_connect (self->search_button, "toggled", G_CALLBACK (search_toggled), self);
  gtk_box_append (GTK_BOX (header), self->search_button);
  self->search = gtk_search_entry_new ();
  gtk_widget_add_css_class (self->search, "inspector-search");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Search fields"),
                                  -1);
  gtk_widget_set_visible (self->search, FALSE);
  g_signal_connect (self->search, "search-changed", G_CALLBACK (search_changed), self);
  g_signal_connect_swapped (self->search, "stop-search", G_CALLBACK (close_search), self);
  gtk_box_append (GTK_BOX (self), self->search);
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
  const MwId *ids = shown_ids (self, &n);
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
  shown_ids (self, &n);
  return self->pinned || n <= 1;
}

/* --- Showing the selection ------------------------------------------------------------------------------------------ */

static void
refresh_title (MwInspector *self, const MwId *ids, guint n)
{
  MwModel *model = mw_document_get_model (self->document);
  const MwRecord *record = n ? mw_model_find (model, ids[0]) : &model->record;
  g_autoptr (GPtrArray) surfaces = mw_ui_whole_surfaces (self->document, ids, n);
  g_autofree char *title = NULL;
  if (surfaces && surfaces->len == 1)
    title = mw_ui_surface_title (self->document, g_ptr_array_index (surfaces, 0));
  else if (surfaces)
    title = g_strdup_printf (ngettext ("%u surface", "%u surfaces", surfaces->len), surfaces->len);
  else if (n > 1)
    title = g_strdup_printf (ngettext ("%u element", "%u elements", n), n);
  else
    title = record ? mw_ui_record_long_title (record) : g_strdup ("");
  const char *kind = surfaces ? _ ("Surface") : record ? mw_ui_label (record->schema->label) : "";
  const char *doc = surfaces ? _ ("Batches of all skin profiles that draw the same part in the same way.")
                    : record ? mw_ui_label (record->schema->doc)
                             : NULL;
  gtk_label_set_text (GTK_LABEL (self->title), title);
  gtk_label_set_text (GTK_LABEL (self->kind), kind);
  mw_widget_set_tooltip (self->kind, doc);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->icon), surfaces ? "mw-surface-symbolic"
                                                        : record ? mw_ui_icon (record->schema)
                                                                 : NULL);
}

/* Shows what the catalogues know of the element: what an event does and when, how a batch combines its textures. */
static void
refresh_facts (MwInspector *self, const MwId *ids, guint n)
{
  g_autoptr (GPtrArray) surfaces = mw_ui_whole_surfaces (self->document, ids, n);
  gboolean one = n == 1 || (surfaces && surfaces->len == 1);
  const MwRecord *record = one ? mw_model_find (mw_document_get_model (self->document), ids[0]) : NULL;
  g_autoptr (GArray) facts = record ? mw_record_facts (record) : NULL;
  mw_box_clear (self->facts);
  for (guint i = 0; facts && i < facts->len; i++) {
    const MwFact *fact = &g_array_index (facts, MwFact, i);
    /* Translators: what is known of an element: "Fired on: Walk, Run" */
    g_autofree char *text = g_strdup_printf (_ ("%s: %s"), mw_ui_label (fact->label), mw_ui_label (fact->text));
    GtkWidget *label = gtk_label_new (text);
    gtk_label_set_xalign (GTK_LABEL (label), 0);
    gtk_label_set_wrap (GTK_LABEL (label), TRUE);
    gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
    gtk_label_set_selectable (GTK_LABEL (label), TRUE);
    gtk_widget_set_focusable (label, FALSE);
    gtk_widget_add_css_class (label, "caption");
    gtk_widget_set_tooltip_text (label, mw_ui_label (fact->about));
    gtk_box_append (GTK_BOX (self->facts), label);
  }
  gtk_widget_set_visible (self->facts, facts && facts->len > 0);
}

/* Shows the operations on the surface above the rows of its batches. */
static void
refresh_surface (MwInspector *self, const MwId *ids, guint n)
{
  mw_surface_form_set_ids (MW_SURFACE_FORM (self->surface), ids, n);
  gtk_widget_set_visible (self->batches, gtk_widget_get_visible (self->surface));
  g_autofree char *title = n == 1 ? g_strdup (_ ("Batch"))
                                  : g_strdup_printf (ngettext ("%u batch", "%u batches", n), n);
  gtk_label_set_text (GTK_LABEL (self->batches), title);
}

static void
show_selection (MwInspector *self)
{
  MwModel *model = mw_document_get_model (self->document);
  guint n;
  const MwId *ids = shown_ids (self, &n);
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
  refresh_title (self, copy, n);
  refresh_facts (self, copy, n);
  refresh_surface (self, copy, n);
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
  apply_filter (self);
  queue_users (self);
}

static void
selection_changed (MwDocument *document, MwInspector *self)
{
  gtk_widget_set_sensitive (self->pin, can_pin (self));
  if (self->pinned)
    return;
  forget_pointed (self);
  show_selection (self);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scrolled)), 0);
}

static void
document_changed (MwDocument *document, MwChangeSet *set, MwInspector *self)
{
  if (self->second && !mw_model_find (mw_document_get_model (document), MW_INSPECTOR (self->second)->pinned))
    unpin (self);
  guint n;
  const MwId *ids = shown_ids (self, &n);
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
    refresh_surface (self, ids, n);
  if (set->touches & (MW_TOUCH_TEXT | MW_TOUCH_STRUCTURE | MW_TOUCH_TEXTURE | MW_TOUCH_MATERIAL)) {
    refresh_title (self, ids, n);
    refresh_facts (self, ids, n);
    queue_users (self);
  }
  /* Adding or removing a track adds or removes its references. */
  for (guint i = 0; i < set->changes->len; i++) {
    const MwChange *change = &g_array_index (set->changes, MwChange, i);
    const MwField *field = change->field;
    if (change->kind > MW_CHANGE_SWAP || (field && (field->type == MW_TYPE_REF || field->element == MW_TYPE_REF)))
      queue_users (self);
  }
  if (self->form)
    mw_record_form_apply_change (self->form, set);
}

static void
mw_inspector_dispose (GObject *object)
{
  MwInspector *self = MW_INSPECTOR (object);
  g_clear_handle_id (&self->users_idle, g_source_remove);
  forget_pointed (self);
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
mw_inspector_class_init (MwInspectorClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mw_inspector_dispose;
  GTK_WIDGET_CLASS (klass)->map = map;
  GTK_WIDGET_CLASS (klass)->unmap = unmap;
  signals[POINTED] = g_signal_new ("pointed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_POINTER);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "inspector");
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "panel.find", NULL, search);
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
  gtk_label_set_ellipsize (GTK_LABEL (self->title), PANGO_ELLIPSIZE_END);
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
  add_search (self, header);

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
  GtkGesture *click = gtk_gesture_click_new ();
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect (click, "pressed", G_CALLBACK (row_clicked), self);
  gtk_widget_add_controller (self->forms, GTK_EVENT_CONTROLLER (click));
  self->several = gtk_label_new (_ ("Elements of several kinds are selected."));
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
