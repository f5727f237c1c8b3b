/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/window-private.h"
#include "ui/help/help-window.h"
#include "ui/help/pages.h"
#include "ui/help/topics.h"
#include "ui/help/whats-new.h"
#include "ui/i18n.h"
#include "ui/document/convert-window.h"
#include "ui/document/page-undo.h"
#include "ui/preferences/appearance.h"
#include "ui/preferences/preferences-window.h"
#include "ui/window/clipboard.h"
#include "ui/window/palette.h"
#include "ui/window/shortcuts.h"
#include "ui/viewport/attach-model.h"
#include "ui/viewport/save-picture.h"
#include "ui/inspector/value-entry.h"

#include <string.h>

/* --- Undo and redo: of the text that is being typed, else of the document ------------------------------------------- */

/* The focused text widget, if it has uncommitted text. */
static GtkWidget *
dirty_text (MwWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  if (!focus || !GTK_IS_TEXT (focus))
    return NULL;
  GtkWidget *entry = gtk_widget_get_ancestor (focus, MW_TYPE_VALUE_ENTRY);
  if (entry)
    return mw_value_entry_is_dirty (MW_VALUE_ENTRY (entry)) ? focus : NULL;
  return *gtk_editable_get_text (GTK_EDITABLE (focus)) ? focus : NULL;
}

static void
undo_or_redo (MwWindow *self, gboolean redo)
{
  MwDocumentPage *page = mw_window_get_page (self);
  GtkWidget *text = dirty_text (self);
  if (text)
    gtk_widget_activate_action (text, redo ? "text.redo" : "text.undo", NULL);
  else if (page)
    mw_page_undo (page, redo);
}

static void
undo (GtkWidget *widget, const char *action, GVariant *parameter)
{
  undo_or_redo (MW_WINDOW (widget), FALSE);
}

static void
redo (GtkWidget *widget, const char *action, GVariant *parameter)
{
  undo_or_redo (MW_WINDOW (widget), TRUE);
}

/* --- Files ---------------------------------------------------------------------------------------------------------- */

static void
open_file (GtkWidget *widget, const char *action, GVariant *parameter)
{
  mw_window_ask_open (MW_WINDOW (widget));
}

static void
open_path (GtkWidget *widget, const char *action, GVariant *parameter)
{
  mw_window_open (MW_WINDOW (widget), g_variant_get_string (parameter, NULL));
}

static void
play_path (GtkWidget *widget, const char *action, GVariant *parameter)
{
  mw_window_open_playing (MW_WINDOW (widget), g_variant_get_string (parameter, NULL));
}

/* Commits text that is being typed, so that it is saved too. FALSE: it was refused, so nothing is saved. */
static gboolean
commit_typing (MwDocumentPage *page)
{
  return mw_document_page_commit_typing (page, _ ("Not saved"));
}

static void
save (GtkWidget *widget, const char *action, GVariant *parameter)
{
  MwWindow *self = MW_WINDOW (widget);
  MwDocumentPage *page = mw_window_get_page (self);
  if (page && !mw_document_page_is_saving (page) && commit_typing (page))
    mw_window_save_page (self, page, NULL, NULL, NULL);
}

static void
save_as (GtkWidget *widget, const char *action, GVariant *parameter)
{
  MwWindow *self = MW_WINDOW (widget);
  MwDocumentPage *page = mw_window_get_page (self);
  if (page && commit_typing (page))
    mw_window_ask_save_as (self, page, NULL, NULL);
}

static void
save_path (GtkWidget *widget, const char *action, GVariant *parameter)
{
  MwWindow *self = MW_WINDOW (widget);
  MwDocumentPage *page = mw_window_get_page (self);
  if (page && !mw_document_page_is_saving (page) && commit_typing (page))
    mw_window_save_page (self, page, g_variant_get_string (parameter, NULL), NULL, NULL);
}

static void
save_for (GtkWidget *widget, const char *action, GVariant *parameter)
{
  MwWindow *self = MW_WINDOW (widget);
  MwDocumentPage *page = mw_window_get_page (self);
  const char *path, *target;
  g_variant_get (parameter, "(&s&s)", &path, &target);
  if (page && !mw_document_page_is_saving (page) && commit_typing (page))
    mw_window_save_page_for (self, page, path, target);
}

static void
convert_files (GtkWidget *widget, const char *action, GVariant *parameter)
{
  mw_convert_window_show (MW_WINDOW (widget));
}

static void
review_changes (GtkWidget *widget, const char *action, GVariant *parameter)
{
  MwDocumentPage *page = mw_window_get_page (MW_WINDOW (widget));
  if (page)
    mw_document_page_show_changes (page);
}

static void
close_tab (GtkWidget *widget, const char *action, GVariant *parameter)
{
  MwWindow *self = MW_WINDOW (widget);
  if (mw_window_get_page (self))
    mw_window_close_page (self, mw_window_get_page (self));
  else if (mw_window_get_n_pages (self))
    mw_window_show_start (self, FALSE);
  else
    gtk_window_close (GTK_WINDOW (self));
}

/* --- Views ---------------------------------------------------------------------------------------------------------- */

static void
next_tab (GtkWidget *widget, const char *action, GVariant *parameter)
{
  MwWindow *self = MW_WINDOW (widget);
  int n = gtk_notebook_get_n_pages (GTK_NOTEBOOK (self->tabs));
  int step = g_str_has_suffix (action, "next-tab") ? 1 : n - 1;
  if (n)
    gtk_notebook_set_current_page (GTK_NOTEBOOK (self->tabs),
                                   (gtk_notebook_get_current_page (GTK_NOTEBOOK (self->tabs)) + step) % n);
}

static void
find (GtkWidget *widget, const char *action, GVariant *parameter)
{
  MwDocumentPage *page = mw_window_get_page (MW_WINDOW (widget));
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (widget));
  /* Some panels have a search of their own. */
  if (!page || (focus && gtk_widget_activate_action (focus, "panel.find", NULL)))
    return;
  mw_document_page_show_panel (page, "left", TRUE);
  mw_outline_focus_filter (mw_document_page_get_outline (page));
}

static void
palette (GtkWidget *widget, const char *action, GVariant *parameter)
{
  MwWindow *self = MW_WINDOW (widget);
  if (self->palette)
    gtk_widget_unparent (self->palette);
  g_set_weak_pointer (&self->palette, mw_palette_open (self, gtk_window_get_child (GTK_WINDOW (self))));
}

static void
add (GtkWidget *widget, const char *action, GVariant *parameter)
{
  MwWindow *self = MW_WINDOW (widget);
  if (mw_window_get_page (self))
    gtk_menu_button_popup (GTK_MENU_BUTTON (self->add));
}

static void
operation (GtkWidget *widget, const char *action, GVariant *parameter)
{
  MwDocumentPage *page = mw_window_get_page (MW_WINDOW (widget));
  if (page)
    mw_outline_run_operation (mw_document_page_get_outline (page), g_variant_get_string (parameter, NULL));
}

static void
show_start (GtkWidget *widget, const char *action, GVariant *parameter)
{
  MwWindow *self = MW_WINDOW (widget);
  mw_window_show_start (self, !mw_window_is_start_shown (self));
}

static void
toggle_panel (GtkWidget *widget, const char *action, GVariant *parameter)
{
  MwDocumentPage *page = mw_window_get_page (MW_WINDOW (widget));
  if (page)
    mw_document_page_toggle_panel (page, strchr (action, '-') + 1);
}

static void
toggle_viewport (GtkWidget *widget, const char *action, GVariant *parameter)
{
  MwWindow *self = MW_WINDOW (widget);
  self->viewport_closed = !self->viewport_closed;
  for (guint i = 0; i < mw_window_get_n_pages (self); i++)
    mw_document_page_show_panel (mw_window_get_nth_page (self, i), "view", !self->viewport_closed);
}

static void
viewport_alone (GtkWidget *widget, const char *action, GVariant *parameter)
{
  MwDocumentPage *page = mw_window_get_page (MW_WINDOW (widget));
  if (page)
    mw_document_page_toggle_alone (page);
}

static void
show_shortcuts (GtkWidget *widget, const char *action, GVariant *parameter)
{
  mw_shortcuts_window_show (GTK_WINDOW (widget));
}

static void
help (GtkWidget *widget, const char *action, GVariant *parameter)
{
  g_autofree char *topic = mw_help_topic_of (gtk_window_get_focus (GTK_WINDOW (widget)));
  mw_help_window_show (GTK_WINDOW (widget), topic);
}

static void
help_contents (GtkWidget *widget, const char *action, GVariant *parameter)
{
  mw_help_window_show (GTK_WINDOW (widget), MW_HELP_INDEX);
}

static void
whats_new (GtkWidget *widget, const char *action, GVariant *parameter)
{
  mw_whats_new_show (GTK_WINDOW (widget));
}

static void
preferences (GtkWidget *widget, const char *action, GVariant *parameter)
{
  mw_preferences_window_show (GTK_WINDOW (widget));
}

static void
zoom (GtkWidget *widget, const char *action, GVariant *parameter)
{
  MwWindow *self = MW_WINDOW (widget);
  const int step = g_str_has_suffix (action, "in") ? MW_SIZE_STEP : -MW_SIZE_STEP;
  mw_appearance_set_size (g_str_has_suffix (action, "reset") ? MW_SIZE_USUAL : mw_appearance_get_size () + step);
  g_autofree char *text = g_strdup_printf (_ ("Size of the interface: %d %%"), mw_appearance_get_size ());
  if (mw_window_get_page (self))
    mw_document_page_say (mw_window_get_page (self), text);
}

void
mw_window_update_actions (MwWindow *self)
{
  MwDocumentPage *page = mw_window_get_page (self);
  MwDocument *document = page ? mw_document_page_get_document (page) : NULL;
  GtkWidget *widget = GTK_WIDGET (self);
  gtk_widget_set_sensitive (self->edit, page != NULL);
  gtk_widget_set_sensitive (self->add, page != NULL);
  gtk_widget_action_set_enabled (widget, "win.undo",
                                 page && (mw_page_can_undo (page, FALSE) || mw_document_is_open (document)));
  gtk_widget_action_set_enabled (widget, "win.redo", page && mw_page_can_undo (page, TRUE));
  static const char *const needs_page[] = {
    "win.save",         "win.save-as",      "win.save-path",    "win.review-changes",
    "win.detach-tab",   "win.save-for",     "win.find",         "win.operation",
    "win.panel-left",   "win.panel-right",  "win.panel-bottom", "win.viewport-alone",
    "win.save-picture", "win.attach-model", "win.detach-model", "win.save-test-copies",
    "win.copy",         "win.cut",          "win.paste"
  };
  for (guint i = 0; i < G_N_ELEMENTS (needs_page); i++)
    gtk_widget_action_set_enabled (widget, needs_page[i], page != NULL);
}

void
mw_window_install_actions (GtkWidgetClass *klass)
{
  static const struct {
    const char *name, *parameter;
    GtkWidgetActionActivateFunc activate;
  } actions[] = {
    { "win.open", NULL, open_file },
    { "win.open-path", "s", open_path },
    { "win.play-path", "s", play_path },
    { "win.save", NULL, save },
    { "win.save-as", NULL, save_as },
    { "win.save-test-copies", NULL, mw_window_save_test_copies },
    { "win.convert-files", NULL, convert_files },
    { "win.review-changes", NULL, review_changes },
    { "win.save-picture", NULL, mw_save_picture },
    { "win.attach-model", NULL, mw_attach_model },
    { "win.detach-model", NULL, mw_detach_model },
    { "win.save-path", "s", save_path },
    { "win.save-for", "(ss)", save_for },
    { "win.undo", NULL, undo },
    { "win.redo", NULL, redo },
    { "win.close-tab", NULL, close_tab },
    { "win.detach-tab", NULL, mw_window_detach_tab },
    { "win.next-tab", NULL, next_tab },
    { "win.previous-tab", NULL, next_tab },
    { "win.find", NULL, find },
    { "win.palette", NULL, palette },
    { "win.add", NULL, add },
    { "win.operation", "s", operation },
    { "win.show-start", NULL, show_start },
    { "win.open-game", NULL, mw_window_browse_games },
    { "win.games", NULL, mw_window_show_games },
    { "win.add-game", NULL, mw_window_add_game },
    { "win.panel-left", NULL, toggle_panel },
    { "win.panel-right", NULL, toggle_panel },
    { "win.panel-bottom", NULL, toggle_panel },
    { "win.panel-view", NULL, toggle_viewport },
    { "win.viewport-alone", NULL, viewport_alone },
    { "win.preferences", NULL, preferences },
    { "win.help", NULL, help },
    { "win.help-contents", NULL, help_contents },
    { "win.whats-new", NULL, whats_new },
    { "win.show-help-overlay", NULL, show_shortcuts },
    { "win.zoom-in", NULL, zoom },
    { "win.zoom-out", NULL, zoom },
    { "win.zoom-reset", NULL, zoom },
  };
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (klass, actions[i].name, actions[i].parameter, actions[i].activate);
  mw_clipboard_install_window (klass);
}
