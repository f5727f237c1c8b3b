/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/window-private.h"
#include "ui/ellipsis.h"
#include "ui/window/edit-menu.h"
#include "ui/window/findings-button.h"
#include "ui/document/compare-dialog.h"
#include "ui/error-bar.h"
#include "ui/hint-line.h"
#include "ui/i18n.h"
#include "ui/document/page-undo.h"
#include "ui/places.h"
#include "ui/put-over.h"
#include "ui/progress.h"
#include "ui/spoken.h"
#include "ui/window/recent.h"
#include "ui/window/start-page.h"
#include "ui/widgets.h"
#include "ui/window/window-drawing.h"

enum { PROGRESS_MS = 40 };

G_DEFINE_FINAL_TYPE (MwWindow, mw_window, GTK_TYPE_APPLICATION_WINDOW)

MwDocumentPage *
mw_window_get_page (MwWindow *self)
{
  if (!self->tabs)
    return NULL; /* the window is gone, but an entry still commits its text */
  int n = gtk_notebook_get_current_page (GTK_NOTEBOOK (self->tabs));
  GtkWidget *page = n < 0 ? NULL : gtk_notebook_get_nth_page (GTK_NOTEBOOK (self->tabs), n);
  return page && page != self->start ? MW_DOCUMENT_PAGE (page) : NULL;
}

/* Whether the start page has a tab. It is always the last one. */
static gboolean
has_start (MwWindow *self)
{
  return gtk_notebook_page_num (GTK_NOTEBOOK (self->tabs), self->start) >= 0;
}

gboolean
mw_window_is_start_shown (MwWindow *self)
{
  return has_start (self) && !mw_window_get_page (self);
}

guint
mw_window_get_n_pages (MwWindow *self)
{
  return (guint) gtk_notebook_get_n_pages (GTK_NOTEBOOK (self->tabs)) - has_start (self);
}

MwDocumentPage *
mw_window_get_nth_page (MwWindow *self, guint n)
{
  return MW_DOCUMENT_PAGE (gtk_notebook_get_nth_page (GTK_NOTEBOOK (self->tabs), (int) n));
}

void
mw_window_set_status (MwWindow *self, const char *text)
{
  if (!self->tabs)
    return; /* the window is gone, but a job is still running */
  gtk_label_set_text (GTK_LABEL (self->status), text ? text : "");
}

/* --- Background work ------------------------------------------------------------------------------------------------ */

/* Shows the mean progress of the jobs; while none has reported any, the bar only pulses. */
static gboolean
show_progress (gpointer data)
{
  MwWindow *self = data;
  double sum = 0;
  guint known = 0;
  for (guint i = 0; i < self->jobs->len; i++) {
    double fraction = mw_progress_get (g_ptr_array_index (self->jobs, i));
    known += fraction >= 0;
    sum += MAX (fraction, 0);
  }
  if (known)
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), sum / self->jobs->len);
  else
    gtk_progress_bar_pulse (GTK_PROGRESS_BAR (self->progress));
  return G_SOURCE_CONTINUE;
}

static void
stop_progress (MwWindow *self)
{
  if (self->progress_timer)
    g_source_remove (self->progress_timer);
  self->progress_timer = 0;
}

GCancellable *
mw_window_begin_job (MwWindow *self, const char *text)
{
  GCancellable *job = g_cancellable_new ();
  mw_progress_attach (job);
  g_ptr_array_add (self->jobs, g_object_ref (job));
  if (!self->progress_timer) {
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), 0);
    self->progress_timer = g_timeout_add (PROGRESS_MS, show_progress, self);
  }
  gtk_label_set_text (GTK_LABEL (self->work_text), text);
  gtk_widget_set_visible (self->work, TRUE);
  gtk_spinner_start (GTK_SPINNER (self->spinner));
  return job;
}

void
mw_window_end_job (MwWindow *self, GCancellable *job)
{
  g_ptr_array_remove (self->jobs, job);
  g_object_unref (job);
  if (self->jobs->len || !self->tabs)
    return;
  stop_progress (self);
  gtk_spinner_stop (GTK_SPINNER (self->spinner));
  gtk_widget_set_visible (self->work, FALSE);
}

static void
cancel_clicked (GtkButton *button, MwWindow *self)
{
  g_autoptr (GPtrArray) jobs = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < self->jobs->len; i++)
    g_ptr_array_add (jobs, g_object_ref (g_ptr_array_index (self->jobs, i)));
  for (guint i = 0; i < jobs->len; i++)
    g_cancellable_cancel (g_ptr_array_index (jobs, i));
}

/* --- Tabs ----------------------------------------------------------------------------------------------------------- */

static void
tab_close_clicked (GtkButton *button, MwDocumentPage *page)
{
  mw_window_close_page (MW_WINDOW (gtk_widget_get_root (GTK_WIDGET (button))), page);
}

/* Shows the status line of the current page after a switch of pages. */
static void
show_status (MwWindow *self, MwDocumentPage *current)
{
  if (self->status_of == GTK_WIDGET (current))
    return;
  self->status_of = GTK_WIDGET (current);
  mw_window_set_status (self, current ? mw_document_page_get_status (current) : "");
  mw_toast_dismiss (MW_TOAST (self->toast), NULL);
}

/* --- The start page ------------------------------------------------------------------------------------------------- */

static void
start_close_clicked (GtkButton *button, MwWindow *self)
{
  mw_window_show_start (self, FALSE);
}

static GtkWidget *
make_label (const char *text, GCallback close_clicked, gpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *label = gtk_label_new (text);
  GtkWidget *close = gtk_button_new_from_icon_name ("window-close-symbolic");
  gtk_widget_add_css_class (close, "flat");
  gtk_widget_add_css_class (close, "tab-close");
  gtk_widget_set_tooltip_text (close, _ ("Close"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (close), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Close"), -1);
  g_signal_connect (close, "clicked", close_clicked, data);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), close);
  return box;
}

static void
show_start_tab (MwWindow *self)
{
  GtkNotebook *tabs = GTK_NOTEBOOK (self->tabs);
  if (has_start (self))
    return;
  mw_start_page_refresh (MW_START_PAGE (self->start));
  GtkWidget *label = make_label (_ ("Recent Files and Samples"), G_CALLBACK (start_close_clicked), self);
  gtk_widget_set_tooltip_text (label, _ ("Escape goes back"));
  gtk_notebook_append_page (tabs, self->start, label);
}

/* --- Titles and tab labels ------------------------------------------------------------------------------------------ */

/* Updates the title, the tabs and which actions are enabled. */
static void
refresh (MwWindow *self)
{
  if (!self->tabs)
    return;
  GtkNotebook *tabs = GTK_NOTEBOOK (self->tabs);
  guint n = mw_window_get_n_pages (self);
  if (n == 0)
    show_start_tab (self);
  gtk_notebook_set_show_tabs (tabs, n > 0);
  MwDocumentPage *current = mw_window_get_page (self);
  for (guint i = 0; i < n; i++) {
    GtkWidget *page = GTK_WIDGET (mw_window_get_nth_page (self, i));
    g_autofree char *name = mw_document_page_get_name (MW_DOCUMENT_PAGE (page));
    gboolean clean = mw_document_is_clean (mw_document_page_get_document (MW_DOCUMENT_PAGE (page)));
    g_autofree char *text = clean ? g_strdup (name) : g_strdup_printf ("%s •", name);
    GtkWidget *tab = gtk_notebook_get_tab_label (tabs, page);
    gtk_label_set_text (GTK_LABEL (gtk_widget_get_first_child (tab)), text);
    g_autofree char *format = mw_document_page_get_format_title (MW_DOCUMENT_PAGE (page));
    g_autofree char *tip = g_strdup_printf ("%s\n%s", mw_document_page_get_path (MW_DOCUMENT_PAGE (page)), format);
    mw_widget_set_tooltip (tab, tip);
    gtk_notebook_set_tab_detachable (tabs, page,
                                     !mw_document_page_is_saving (MW_DOCUMENT_PAGE (page))
                                       && !mw_document_page_is_reloading (MW_DOCUMENT_PAGE (page)));
    if (page != GTK_WIDGET (current))
      continue;
    g_autofree char *window_title = g_strdup_printf ("%s – Modelwright", text);
    gtk_window_set_title (GTK_WINDOW (self), window_title);
    gtk_label_set_text (GTK_LABEL (self->title), name);
    gtk_widget_set_visible (self->unsaved, !clean);
    gtk_label_set_text (GTK_LABEL (self->subtitle), format);
  }
  gtk_widget_set_visible (self->subtitle, current != NULL);
  if (!current) {
    gtk_widget_set_visible (self->unsaved, FALSE);
    gtk_window_set_title (GTK_WINDOW (self), "Modelwright");
    gtk_label_set_text (GTK_LABEL (self->title), "Modelwright");
  }
  show_status (self, current);
  mw_findings_button_set_page (MW_FINDINGS_BUTTON (self->findings), current);
  mw_window_update_actions (self);
  g_autofree char *undo = current ? mw_page_undo_label (current, FALSE) : NULL;
  g_autofree char *redo = current ? mw_page_undo_label (current, TRUE) : NULL;
  g_autofree char *undo_text = undo ? g_strdup_printf (_ ("Undo: %s"), undo) : g_strdup (_ ("Undo"));
  g_autofree char *redo_text = redo ? g_strdup_printf (_ ("Redo: %s"), redo) : g_strdup (_ ("Redo"));
  mw_widget_set_tooltip (self->undo, undo_text);
  mw_widget_set_tooltip (self->redo, redo_text);
}

/* --- Showing the start page -------------------------------------------------------------------------------------- */

void
mw_window_show_start (MwWindow *self, gboolean show)
{
  GtkNotebook *tabs = GTK_NOTEBOOK (self->tabs);
  if (show) {
    MwDocumentPage *current = mw_window_get_page (self);
    if (current)
      g_set_weak_pointer (&self->before_start, GTK_WIDGET (current));
    show_start_tab (self);
    mw_start_page_refresh (MW_START_PAGE (self->start));
    gtk_notebook_set_current_page (tabs, gtk_notebook_page_num (tabs, self->start));
    gtk_widget_child_focus (self->start, GTK_DIR_TAB_FORWARD);
  } else if (has_start (self) && mw_window_get_n_pages (self)) {
    gboolean shown = mw_window_is_start_shown (self);
    int before = self->before_start ? gtk_notebook_page_num (tabs, self->before_start) : -1;
    if (shown && before >= 0)
      gtk_notebook_set_current_page (tabs, before);
    mw_notebook_remove_page (tabs, gtk_notebook_page_num (tabs, self->start));
    g_clear_weak_pointer (&self->before_start);
    if (shown)
      gtk_widget_child_focus (GTK_WIDGET (mw_window_get_page (self)), GTK_DIR_TAB_FORWARD);
  }
  refresh (self);
}

/* Keeps the start page last. */
static void
page_reordered (MwWindow *self)
{
  if (has_start (self))
    gtk_notebook_reorder_child (GTK_NOTEBOOK (self->tabs), self->start, -1);
}

static gboolean
escape (GtkWidget *widget, GVariant *arguments, gpointer unused)
{
  MwWindow *self = MW_WINDOW (widget);
  if (!mw_window_is_start_shown (self) || mw_window_get_n_pages (self) == 0)
    return FALSE;
  mw_window_show_start (self, FALSE);
  return TRUE;
}

/* --- Pages ------------------------------------------------------------------------------------------------------- */

static void
page_status (MwDocumentPage *page, const char *text, MwWindow *self)
{
  if (page == mw_window_get_page (self))
    mw_window_set_status (self, text);
}

static void
page_removed_something (MwDocumentPage *page, const char *text, MwWindow *self)
{
  if (page == mw_window_get_page (self))
    mw_toast_show_step (MW_TOAST (self->toast), mw_document_page_get_document (page), text);
}

static gboolean
refresh_later (gpointer data)
{
  refresh (data);
  return G_SOURCE_REMOVE;
}

/* The notebook signals a switch before it happens, so the refresh is delayed. */
static void
page_switching (GtkNotebook *tabs, GtkWidget *page, guint position, MwWindow *self)
{
  g_idle_add_full (G_PRIORITY_DEFAULT, refresh_later, g_object_ref (self), g_object_unref);
}

void
mw_window_remove_page (MwWindow *self, MwDocumentPage *page)
{
  int n = gtk_notebook_page_num (GTK_NOTEBOOK (self->tabs), GTK_WIDGET (page));
  if (n < 0)
    return;
  mw_document_page_end_journal (page);
  self->removing = TRUE;
  mw_notebook_remove_page (GTK_NOTEBOOK (self->tabs), n);
  self->removing = FALSE;
  refresh (self);
}

/* The number of a page in the order in which the user asked for files. Tabs are in this order, and the file asked for last is
 * shown, no matter which is read first. */
static guint
order_of (GtkWidget *page)
{
  return page ? GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (page), "order")) : 0;
}

/* A window without application (in tests) does not change the user's recent files. */
void
mw_window_note_recent (MwWindow *self, const char *path, MwFormat format)
{
  if (gtk_window_get_application (GTK_WINDOW (self)))
    mw_recent_note (path, format);
}

static void
compare_asked (MwDocumentPage *page, MwWindow *self)
{
  mw_window_compare (self, page, NULL, GTK_WINDOW (self));
}

static void
page_added (GtkNotebook *tabs, GtkWidget *child, guint position, MwWindow *self)
{
  if (child == self->start)
    return;
  g_signal_connect_swapped (child, "state-changed", G_CALLBACK (refresh), self);
  g_signal_connect (child, "status", G_CALLBACK (page_status), self);
  g_signal_connect_swapped (child, "reload", G_CALLBACK (mw_window_reload_page), self);
  g_signal_connect (child, "removed", G_CALLBACK (page_removed_something), self);
  g_signal_connect (child, "compare", G_CALLBACK (compare_asked), self);
  self->n_opened = MAX (self->n_opened, order_of (child));
  if (!self->inserting)
    mw_window_tab_arrived (self, MW_DOCUMENT_PAGE (child));
}

static void
page_removed (GtkNotebook *tabs, GtkWidget *child, guint position, MwWindow *self)
{
  if (child == self->start)
    return;
  mw_disconnect (child, self);
  if (self->removing)
    return;
  /* GTK 4.8 leaves the focus on a widget of the page that is gone, and warns about it later. */
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  if (focus && !gtk_widget_get_root (focus))
    gtk_window_set_focus (GTK_WINDOW (self), NULL);
  mw_toast_dismiss (MW_TOAST (self->toast), mw_document_page_get_document (MW_DOCUMENT_PAGE (child)));
  mw_window_tab_left (self);
  g_idle_add_full (G_PRIORITY_DEFAULT, refresh_later, g_object_ref (self), g_object_unref);
}

void
mw_window_put_page (MwWindow *self, MwDocumentPage *page, int position)
{
  GtkNotebook *tabs = GTK_NOTEBOOK (self->tabs);
  gtk_notebook_insert_page (tabs, GTK_WIDGET (page), make_label (NULL, G_CALLBACK (tab_close_clicked), page), position);
  gtk_notebook_set_tab_reorderable (tabs, GTK_WIDGET (page), TRUE);
}

void
mw_window_move_order (MwDocumentPage *from, MwDocumentPage *to)
{
  g_object_set_data (G_OBJECT (to), "order", GUINT_TO_POINTER (order_of (GTK_WIDGET (from))));
}

MwDocumentPage *
mw_window_insert_page (MwWindow *self, MwLoaded *loaded, int position)
{
  MwDocumentPage *page = MW_DOCUMENT_PAGE (mw_document_page_new (loaded));
  mw_document_page_show_panel (page, "view", !self->viewport_closed);
  mw_window_accept_tabs (GTK_WIDGET (page));
  self->inserting = TRUE;
  mw_window_put_page (self, page, position);
  self->inserting = FALSE;
  return page;
}

void
mw_window_add_page (MwWindow *self, MwLoaded *loaded, guint order, gboolean plays)
{
  GtkNotebook *tabs = GTK_NOTEBOOK (self->tabs);
  gboolean newest = order_of (GTK_WIDGET (mw_window_get_page (self))) < order;
  int n = 0;
  while (n < (int) mw_window_get_n_pages (self) && order_of (gtk_notebook_get_nth_page (tabs, n)) < order)
    n++;
  MwDocumentPage *page = mw_window_insert_page (self, loaded, n);
  g_object_set_data (G_OBJECT (page), "order", GUINT_TO_POINTER (order));
  if (newest) {
    gtk_notebook_set_current_page (tabs, n);
    mw_window_show_start (self, FALSE);
  }
  if (newest && !self->viewport_closed)
    mw_viewport_take_focus (mw_document_page_get_viewport (page));
  if (plays)
    mw_time_bar_play_stand (mw_document_page_get_time_bar (page));
  const char *path = mw_document_page_get_path (page);
  if (path && !mw_document_page_get_origin (page))
    mw_window_note_recent (self, path, loaded->format);
  refresh (self);
}

/* --- The Edit and Add menus -------------------------------------------------------------------------------------------------- */

static void
make_edit_menu (GtkMenuButton *button, gpointer data)
{
  MwDocumentPage *page = mw_window_get_page (data);
  if (page)
    gtk_menu_button_set_popover (
      button, mw_edit_menu_new (mw_document_page_get_outline (page), mw_document_page_get_document (page)));
}

static void
make_add_menu (GtkMenuButton *button, gpointer data)
{
  MwDocumentPage *page = mw_window_get_page (data);
  if (page)
    gtk_menu_button_set_popover (
      button, mw_add_menu_new (mw_document_page_get_outline (page), mw_document_page_get_document (page)));
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

static gboolean
close_request (GtkWindow *window)
{
  MwWindow *self = MW_WINDOW (window);
  if (!self->closing && !mw_window_may_close (self))
    return TRUE;
  GSettings *settings = mw_places_settings ();
  if (settings && !gtk_window_is_maximized (window)) {
    int width, height;
    gtk_window_get_default_size (window, &width, &height);
    g_settings_set (settings, "window-size", "(ii)", width, height);
  }
  if (settings)
    g_settings_set_boolean (settings, "window-maximized", gtk_window_is_maximized (window));
  return GTK_WINDOW_CLASS (mw_window_parent_class)->close_request (window);
}

static void
mw_window_dispose (GObject *object)
{
  MwWindow *self = MW_WINDOW (object);
  for (guint i = 0; i < self->jobs->len; i++)
    g_cancellable_cancel (g_ptr_array_index (self->jobs, i));
  for (guint i = 0; self->tabs && i < mw_window_get_n_pages (self); i++)
    mw_document_page_end_journal (mw_window_get_nth_page (self, i));
  stop_progress (self);
  if (self->palette)
    gtk_widget_unparent (self->palette);
  g_clear_weak_pointer (&self->palette);
  mw_disconnect (self->tabs, self);
  self->tabs = NULL;
  g_clear_weak_pointer (&self->before_start);
  gtk_widget_dispose_template (GTK_WIDGET (self), MW_TYPE_WINDOW);
  g_clear_object (&self->start);
  /* The settings outlive the window, and this action would keep its connection to them. */
  g_action_map_remove_action (G_ACTION_MAP (self), MW_PLAYS_WHEN_OPENED);
  G_OBJECT_CLASS (mw_window_parent_class)->dispose (object);
}

static void
mw_window_finalize (GObject *object)
{
  g_ptr_array_unref (MW_WINDOW (object)->jobs);
  G_OBJECT_CLASS (mw_window_parent_class)->finalize (object);
}

static void
mw_window_class_init (MwWindowClass *klass)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (klass);
  G_OBJECT_CLASS (klass)->dispose = mw_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = mw_window_finalize;
  GTK_WINDOW_CLASS (klass)->close_request = close_request;
  mw_spoken_begin ();
  g_type_ensure (MW_TYPE_HINT_LINE);
  g_type_ensure (MW_TYPE_TOAST);
  g_type_ensure (MW_TYPE_ERROR_BAR);
  g_type_ensure (MW_TYPE_FINDINGS_BUTTON);
  gtk_widget_class_set_template_from_resource (widget, "/org/modelwright/Modelwright/window.ui");
#define CHILD(name) gtk_widget_class_bind_template_child (widget, MwWindow, name)
  CHILD (over);
  CHILD (toast);
  CHILD (tabs);
  CHILD (errors);
  CHILD (title);
  CHILD (unsaved);
  CHILD (subtitle);
  CHILD (undo);
  CHILD (redo);
  CHILD (save);
  CHILD (edit);
  CHILD (add);
  CHILD (status);
  CHILD (findings);
  CHILD (work);
  CHILD (spinner);
  CHILD (work_text);
  CHILD (progress);
  CHILD (cancel);
#undef CHILD
  gtk_widget_class_bind_template_callback (widget, cancel_clicked);
  gtk_widget_class_bind_template_callback (widget, page_switching);
  gtk_widget_class_bind_template_callback (widget, page_added);
  gtk_widget_class_bind_template_callback (widget, page_removed);
  gtk_widget_class_bind_template_callback (widget, mw_window_create_for_tab);
  gtk_widget_class_bind_template_callback (widget, page_reordered);
  gtk_widget_class_add_binding (widget, GDK_KEY_Escape, 0, escape, NULL);
  mw_window_install_actions (widget);
}

/* When the window becomes active, the user may have changed files in another program. */
static void
activity_changed (MwWindow *self, GParamSpec *property, gpointer unused)
{
  if (gtk_window_is_active (GTK_WINDOW (self)))
    mw_window_look_at_disk (self);
}

/* The view of the page on show; NULL: there is none, or the window is gone. */
static GtkWidget *
get_stage (gpointer data)
{
  MwDocumentPage *page = mw_window_get_page (data);
  return page ? mw_viewport_get_stage (mw_document_page_get_viewport (page)) : NULL;
}

static void
mw_window_init (MwWindow *self)
{
  self->jobs = g_ptr_array_new_with_free_func (g_object_unref);
  gtk_widget_init_template (GTK_WIDGET (self));
  mw_label_ellipsize (self->title, PANGO_ELLIPSIZE_MIDDLE);
  mw_label_ellipsize (self->status, PANGO_ELLIPSIZE_END);
  mw_label_ellipsize (self->work_text, PANGO_ELLIPSIZE_MIDDLE);
  mw_put_over (GTK_OVERLAY (self->over), self->errors, get_stage, self);
  mw_put_over (GTK_OVERLAY (self->over), self->toast, get_stage, self);
  g_signal_connect (self, "notify::is-active", G_CALLBACK (activity_changed), NULL);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->edit), make_edit_menu, self, NULL);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->add), make_add_menu, self, NULL);
  self->start = g_object_ref_sink (mw_start_page_new ());
  mw_window_accept_tabs (self->start);
  mw_window_watch_games (self);
  g_signal_connect_swapped (self->errors, "offer-taken", G_CALLBACK (mw_window_salvage_offered), self);
  GtkDropTarget *drop = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);
  g_signal_connect (drop, "drop", G_CALLBACK (mw_window_files_dropped), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drop));
  GSettings *settings = mw_places_settings ();
  int width = 1280, height = 800;
  if (settings)
    g_settings_get (settings, "window-size", "(ii)", &width, &height);
  gtk_window_set_default_size (GTK_WINDOW (self), MAX (width, 640), MAX (height, 480));
  if (settings && g_settings_get_boolean (settings, "window-maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
  if (settings) {
    static const char *const switches[] = { MW_PLAYS_WHEN_OPENED, "smooth-edges" };
    for (guint i = 0; i < G_N_ELEMENTS (switches); i++) {
      g_autoptr (GAction) action = g_settings_create_action (settings, switches[i]);
      g_action_map_add_action (G_ACTION_MAP (self), action);
    }
  }
  refresh (self);
}

GtkWidget *
mw_window_new (GtkApplication *application)
{
  mw_places_register_resources ();
  mw_choose_window_drawing (gdk_display_get_default ());
  return g_object_new (MW_TYPE_WINDOW, "application", application, NULL);
}
