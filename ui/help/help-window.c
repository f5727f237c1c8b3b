/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/help/help-window.h"
#include "ui/help/help-page.h"
#include "ui/help/pages.h"
#include "ui/help/topics.h"
#include "ui/i18n.h"
#include "ui/widgets.h"

#include <string.h>

/* A place that was visited. */
typedef struct {
  char *page, *anchor; /* the anchor may be NULL */
  double scrolled;     /* when it was left; below 0: it was not */
} Place;

struct _MwHelpWindow {
  GtkWindow parent_instance;
  GtkWidget *search, *lists, *contents, *hits, *scrolled;
  GtkWidget *page;    /* MwHelpPage in `scrolled` */
  GPtrArray *visited; /* Place */
  guint at;           /* the one on show */
  gboolean choosing;  /* a row is selected by the program */
};

G_DEFINE_FINAL_TYPE (MwHelpWindow, mw_help_window, GTK_TYPE_WINDOW)

/* What a row leads to; they belong to ui/help/pages.c. */
#define ROW_PAGE "mw-page"
#define ROW_ANCHOR "mw-anchor"
#define ROW_GROUP "mw-group"

enum { LINE = 40, LEAST_LIST = 200, LIST = 250 };

static void
free_place (gpointer data)
{
  Place *place = data;
  g_free (place->page);
  g_free (place->anchor);
  g_free (place);
}

static const Place *
place_of (MwHelpWindow *self)
{
  return self->visited->len ? g_ptr_array_index (self->visited, self->at) : NULL;
}

const char *
mw_help_window_get_page (MwHelpWindow *self)
{
  return place_of (self) ? place_of (self)->page : NULL;
}

const char *
mw_help_window_get_anchor (MwHelpWindow *self)
{
  return place_of (self) ? place_of (self)->anchor : NULL;
}

/* --- The page ------------------------------------------------------------------------------------------------------- */

static GtkAdjustment *
adjustment_of (MwHelpWindow *self)
{
  return gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scrolled));
}

/* Scrolls to the heading, once the page has its size. */
static gboolean
scroll_to_anchor (GtkWidget *scrolled, GdkFrameClock *clock, gpointer data)
{
  MwHelpWindow *self = data;
  const char *anchor = mw_help_window_get_anchor (self);
  GtkWidget *heading = anchor ? mw_help_page_find (MW_HELP_PAGE (self->page), anchor) : NULL;
  graphene_point_t top;
  if (!heading)
    return G_SOURCE_REMOVE;
  if (!gtk_widget_get_height (heading) || !gtk_widget_compute_point (heading, self->page, graphene_point_zero (), &top))
    return G_SOURCE_CONTINUE;
  gtk_adjustment_set_value (adjustment_of (self), top.y);
  return G_SOURCE_REMOVE;
}

static void show_address (MwHelpWindow *self, const char *address);

static void
select_row (MwHelpWindow *self, const char *page)
{
  self->choosing = TRUE;
  gtk_list_box_unselect_all (GTK_LIST_BOX (self->contents));
  for (int i = 0;; i++) {
    GtkListBoxRow *row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->contents), i);
    if (!row)
      break;
    if (strcmp (g_object_get_data (G_OBJECT (row), ROW_PAGE), page) == 0)
      gtk_list_box_select_row (GTK_LIST_BOX (self->contents), row);
  }
  self->choosing = FALSE;
}

/* Shows the place that is the present one. */
static void
show_place (MwHelpWindow *self)
{
  const Place *place = place_of (self);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) text = mw_help_read (place->page, &error);
  gsize length = 0;
  const char *bytes = text ? g_bytes_get_data (text, &length) : error->message;
  self->page = mw_help_page_new (bytes, text ? length : strlen (bytes), MW_HELP_RESOURCE);
  g_signal_connect_swapped (self->page, "followed", G_CALLBACK (show_address), self);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), self->page);
  gtk_viewport_set_scroll_to_focus (GTK_VIEWPORT (gtk_widget_get_parent (self->page)), TRUE);
  select_row (self, place->page);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "help.back", self->at > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "help.forward", self->at + 1 < self->visited->len);
  gtk_adjustment_set_value (adjustment_of (self), 0);
  if (place->scrolled >= 0)
    mw_scroll_later (self->scrolled, place->scrolled);
  else if (place->anchor)
    gtk_widget_add_tick_callback (self->scrolled, scroll_to_anchor, self, NULL);
}

static void
leave (MwHelpWindow *self)
{
  if (self->visited->len)
    ((Place *) g_ptr_array_index (self->visited, self->at))->scrolled = mw_scroll_get (self->scrolled);
}

static void
visit (MwHelpWindow *self, const char *page, const char *anchor)
{
  leave (self);
  if (self->visited->len)
    g_ptr_array_set_size (self->visited, (int) self->at + 1);
  Place *place = g_new (Place, 1);
  *place = (Place) { g_strdup (page), g_strdup (anchor), -1 };
  g_ptr_array_add (self->visited, place);
  self->at = self->visited->len - 1;
  show_place (self);
}

/* Follows a link of the page on show. */
static void
show_address (MwHelpWindow *self, const char *address)
{
  g_autofree char *anchor = NULL, *page = mw_help_follow (mw_help_window_get_page (self), address, &anchor);
  if (page)
    visit (self, page, anchor);
  else
    gtk_show_uri (GTK_WINDOW (self), address, GDK_CURRENT_TIME);
}

static void
show_topic (MwHelpWindow *self, const char *topic)
{
  g_auto (GStrv) parts = g_strsplit (topic, "#", 2);
  const char *page = mw_help_window_get_page (self), *anchor = mw_help_window_get_anchor (self);
  if (g_strcmp0 (page, parts[0]) != 0 || g_strcmp0 (anchor, parts[1]) != 0)
    visit (self, parts[0], parts[1]);
}

/* --- Moving about --------------------------------------------------------------------------------------------------- */

static void
go (GtkWidget *widget, const char *action, GVariant *parameter)
{
  MwHelpWindow *self = MW_HELP_WINDOW (widget);
  const gboolean back = strcmp (action, "help.back") == 0;
  if (back ? self->at == 0 : self->at + 1 >= self->visited->len)
    return;
  leave (self);
  self->at += back ? (guint) -1 : 1;
  show_place (self);
}

static void
find (GtkWidget *widget, const char *action, GVariant *parameter)
{
  gtk_widget_grab_focus (MW_HELP_WINDOW (widget)->search);
}

static void
close_it (GtkWidget *widget, const char *action, GVariant *parameter)
{
  gtk_window_close (GTK_WINDOW (widget));
}

/* The page is scrolled as a text is. */
static gboolean
key_pressed (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, MwHelpWindow *self)
{
  GtkAdjustment *adjustment = adjustment_of (self);
  const double page = gtk_adjustment_get_page_size (adjustment), value = gtk_adjustment_get_value (adjustment);
  const struct {
    guint key;
    double to;
  } keys[] = { { GDK_KEY_Up, value - LINE },
               { GDK_KEY_Down, value + LINE },
               { GDK_KEY_Page_Up, value - page + LINE },
               { GDK_KEY_Page_Down, value + page - LINE },
               { GDK_KEY_space, value + page - LINE },
               { GDK_KEY_Home, 0 },
               { GDK_KEY_End, gtk_adjustment_get_upper (adjustment) } };
  for (guint i = 0; i < G_N_ELEMENTS (keys) && !(state & gtk_accelerator_get_default_mod_mask ()); i++)
    if (key == keys[i].key) {
      gtk_adjustment_set_value (adjustment, keys[i].to);
      return TRUE;
    }
  return FALSE;
}

/* The buttons of a mouse for back and forward. */
static void
side_button_pressed (GtkGestureClick *click, int n, double x, double y, GtkWidget *self)
{
  const guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (click));
  if (button == 8 || button == 9)
    gtk_widget_activate_action (self, button == 8 ? "help.back" : "help.forward", NULL);
}

/* --- Contents and search -------------------------------------------------------------------------------------------- */

static GtkWidget *
row_new (const char *page, const char *anchor, const char *title)
{
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0),
            *label = gtk_label_new (title);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_box_append (GTK_BOX (box), label);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  g_object_set_data (G_OBJECT (row), ROW_PAGE, (gpointer) page);
  g_object_set_data (G_OBJECT (row), ROW_ANCHOR, (gpointer) anchor);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  return row;
}

static void
add_line (GtkWidget *row, const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (row))), label);
}

static void
show_group (GtkListBoxRow *row, GtkListBoxRow *before, gpointer unused)
{
  const char *group = g_object_get_data (G_OBJECT (row), ROW_GROUP),
             *last = before ? g_object_get_data (G_OBJECT (before), ROW_GROUP) : NULL;
  GtkWidget *label = NULL;
  if (group && g_strcmp0 (group, last) != 0) {
    label = gtk_label_new (group);
    gtk_label_set_xalign (GTK_LABEL (label), 0);
    gtk_widget_add_css_class (label, "heading");
    gtk_widget_add_css_class (label, "shortcut-group");
  }
  gtk_list_box_row_set_header (row, label);
}

static void
row_chosen (GtkListBox *list, GtkListBoxRow *row, MwHelpWindow *self)
{
  if (row && !self->choosing)
    visit (self, g_object_get_data (G_OBJECT (row), ROW_PAGE), g_object_get_data (G_OBJECT (row), ROW_ANCHOR));
}

static void
fill_hits (MwHelpWindow *self, const char *typed)
{
  g_autoptr (GPtrArray) hits = mw_help_search (typed);
  GtkListBoxRow *old;
  while ((old = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->hits), 0)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->hits), GTK_WIDGET (old));
  for (guint i = 0; i < hits->len; i++) {
    const MwHelpHit *hit = g_ptr_array_index (hits, i);
    GtkWidget *row = row_new (hit->page, hit->anchor, *hit->heading ? hit->heading : hit->page_title);
    if (*hit->heading)
      add_line (row, hit->page_title, "accent");
    add_line (row, hit->excerpt, "dim-label");
    gtk_list_box_append (GTK_LIST_BOX (self->hits), row);
  }
}

static void
search_changed (GtkSearchEntry *entry, MwHelpWindow *self)
{
  g_autofree char *typed = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry))));
  self->choosing = TRUE; /* rows that go away take their selection along */
  fill_hits (self, typed);
  self->choosing = FALSE;
  gtk_stack_set_visible_child_name (GTK_STACK (self->lists), *typed ? "hits" : "contents");
}

static void
search_entered (GtkSearchEntry *entry, MwHelpWindow *self)
{
  search_changed (entry, self); /* the signal for what was typed comes a moment later */
  GtkListBoxRow *first = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->hits), 0);
  if (first)
    gtk_list_box_select_row (GTK_LIST_BOX (self->hits), first);
}

/* Escape first ends the search. */
static void
search_stopped (GtkSearchEntry *entry, MwHelpWindow *self)
{
  if (*gtk_editable_get_text (GTK_EDITABLE (entry)))
    gtk_editable_set_text (GTK_EDITABLE (entry), "");
  else
    gtk_window_close (GTK_WINDOW (self));
}

/* --- The window ----------------------------------------------------------------------------------------------------- */

static GtkWidget *
list_new (MwHelpWindow *self, const char *name, const char *title)
{
  GtkWidget *scrolled = gtk_scrolled_window_new (), *list = gtk_list_box_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_widget_add_css_class (list, "help-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_list_box_set_header_func (GTK_LIST_BOX (list), show_group, NULL, NULL);
  g_signal_connect (list, "row-selected", G_CALLBACK (row_chosen), self);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), list);
  gtk_stack_add_named (GTK_STACK (self->lists), scrolled, name);
  return list;
}

static GtkWidget *
button_new (const char *icon, const char *name, const char *action)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);
  gtk_widget_set_tooltip_text (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

static void
build_left (MwHelpWindow *self, GtkWidget *left)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *linked = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (bar, "help-bar");
  gtk_widget_add_css_class (linked, "linked");
  gtk_box_append (GTK_BOX (linked), button_new ("go-previous-symbolic", _ ("Back (Alt+Left)"), "help.back"));
  gtk_box_append (GTK_BOX (linked), button_new ("go-next-symbolic", _ ("Forward (Alt+Right)"), "help.forward"));
  self->search = gtk_search_entry_new ();
  gtk_widget_set_hexpand (self->search, TRUE);
  g_object_set (self->search, "placeholder-text", _ ("Search all pages"), "tooltip-text", _ ("Search all pages"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Search all pages"),
                                  -1);
  gtk_box_append (GTK_BOX (bar), linked);
  gtk_box_append (GTK_BOX (bar), self->search);
  self->lists = gtk_stack_new ();
  gtk_widget_set_vexpand (self->lists, TRUE);
  self->contents = list_new (self, "contents", _ ("Contents"));
  self->hits = list_new (self, "hits", _ ("What was found"));
  gtk_list_box_set_placeholder (GTK_LIST_BOX (self->hits), gtk_label_new (_ ("No page has all of these words.")));
  gtk_box_append (GTK_BOX (left), bar);
  gtk_box_append (GTK_BOX (left), self->lists);
  g_signal_connect (self->search, "search-changed", G_CALLBACK (search_changed), self);
  g_signal_connect (self->search, "activate", G_CALLBACK (search_entered), self);
  g_signal_connect (self->search, "stop-search", G_CALLBACK (search_stopped), self);
}

static void
fill_contents (MwHelpWindow *self)
{
  const GPtrArray *contents = mw_help_contents ();
  for (guint i = 0; i < contents->len; i++) {
    const MwHelpEntry *entry = g_ptr_array_index (contents, i);
    GtkWidget *row = row_new (entry->page, NULL, entry->title);
    g_object_set_data (G_OBJECT (row), ROW_GROUP, entry->group);
    gtk_list_box_append (GTK_LIST_BOX (self->contents), row);
  }
}

static void
mw_help_window_finalize (GObject *object)
{
  g_ptr_array_unref (MW_HELP_WINDOW (object)->visited);
  G_OBJECT_CLASS (mw_help_window_parent_class)->finalize (object);
}

static void
mw_help_window_class_init (MwHelpWindowClass *klass)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (klass);
  G_OBJECT_CLASS (klass)->finalize = mw_help_window_finalize;
  gtk_widget_class_install_action (widget, "help.back", NULL, go);
  gtk_widget_class_install_action (widget, "help.forward", NULL, go);
  gtk_widget_class_install_action (widget, "help.find", NULL, find);
  gtk_widget_class_install_action (widget, "help.close", NULL, close_it);
  gtk_widget_class_add_binding_action (widget, GDK_KEY_Left, GDK_ALT_MASK, "help.back", NULL);
  gtk_widget_class_add_binding_action (widget, GDK_KEY_Right, GDK_ALT_MASK, "help.forward", NULL);
  gtk_widget_class_add_binding_action (widget, GDK_KEY_f, GDK_CONTROL_MASK, "help.find", NULL);
  gtk_widget_class_add_binding_action (widget, GDK_KEY_Escape, 0, "help.close", NULL);
}

static void
mw_help_window_init (MwHelpWindow *self)
{
  GtkWidget *pane = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL), *left = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->visited = g_ptr_array_new_with_free_func (free_place);
  gtk_window_set_title (GTK_WINDOW (self), _ ("Help"));
  gtk_window_set_default_size (GTK_WINDOW (self), 1040, 720);
  build_left (self, left);
  fill_contents (self);
  self->scrolled = gtk_scrolled_window_new ();
  gtk_widget_add_css_class (self->scrolled, "view");
  gtk_widget_set_focusable (self->scrolled, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scrolled), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Page"), -1);
  GtkEventController *keys = gtk_event_controller_key_new ();
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed), self);
  gtk_widget_add_controller (self->scrolled, keys);
  GtkGesture *click = gtk_gesture_click_new ();
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect (click, "pressed", G_CALLBACK (side_button_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_set_size_request (left, LEAST_LIST, -1);
  gtk_paned_set_start_child (GTK_PANED (pane), left);
  gtk_paned_set_resize_start_child (GTK_PANED (pane), FALSE);
  gtk_paned_set_shrink_start_child (GTK_PANED (pane), FALSE);
  gtk_paned_set_end_child (GTK_PANED (pane), self->scrolled);
  gtk_paned_set_shrink_end_child (GTK_PANED (pane), FALSE);
  gtk_paned_set_position (GTK_PANED (pane), LIST);
  gtk_window_set_child (GTK_WINDOW (self), pane);
}

void
mw_help_window_show (GtkWindow *parent, const char *topic)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();
  MwHelpWindow *self = NULL;
  for (GList *at = windows; at; at = at->next)
    if (MW_IS_HELP_WINDOW (at->data))
      self = at->data;
  if (!self) {
    /* It can be below the window that it explains, so it is not transient for it. */
    self = g_object_new (MW_TYPE_HELP_WINDOW, NULL);
    g_signal_connect_object (parent, "destroy", G_CALLBACK (gtk_window_destroy), self, G_CONNECT_SWAPPED);
  }
  show_topic (self, topic);
  gtk_widget_grab_focus (self->scrolled);
  gtk_window_present (GTK_WINDOW (self));
}

static gboolean
help_pressed (GtkWidget *widget, GVariant *args, gpointer unused)
{
  GtkWindow *window = GTK_WINDOW (widget), *parent = gtk_window_get_transient_for (window);
  GtkWidget *focus = gtk_window_get_focus (window);
  g_autofree char *topic = mw_help_topic_of (focus ? focus : widget);
  mw_help_window_show (parent ? parent : window, topic);
  return TRUE;
}

void
mw_help_window_add_key (GtkWidgetClass *klass)
{
  gtk_widget_class_add_binding (klass, GDK_KEY_F1, 0, help_pressed, NULL);
}
