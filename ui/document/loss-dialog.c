/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/loss-dialog.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/widgets.h"

enum { RESPONSE_COPY = 1 };

/* --- The list ------------------------------------------------------------------------------------------------------- */

GtkWidget *
mw_lines_view_new (const char *label)
{
  GtkWidget *scrolled = gtk_scrolled_window_new (), *text = gtk_text_view_new ();
  gtk_text_view_set_editable (GTK_TEXT_VIEW (text), FALSE);
  gtk_text_view_set_cursor_visible (GTK_TEXT_VIEW (text), FALSE);
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (text), TRUE);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (text), FALSE);
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (text), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (text), 8);
  gtk_text_view_set_right_margin (GTK_TEXT_VIEW (text), 8);
  gtk_text_view_set_top_margin (GTK_TEXT_VIEW (text), 6);
  gtk_text_view_set_bottom_margin (GTK_TEXT_VIEW (text), 6);
  gtk_accessible_update_property (GTK_ACCESSIBLE (text), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), text);
  gtk_scrolled_window_set_has_frame (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), 320);
  return scrolled;
}

void
mw_lines_view_set_text (GtkWidget *view, const char *lines)
{
  GtkWidget *text = gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (view));
  g_autofree char *trimmed = g_strchomp (g_strdup (lines));
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (text)), trimmed, -1);
}

/* --- The dialog ----------------------------------------------------------------------------------------------------- */

static GtkWidget *
label (const char *text, const char *style)
{
  GtkWidget *widget = gtk_label_new (text);
  gtk_label_set_wrap (GTK_LABEL (widget), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (widget), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (widget), 0);
  gtk_label_set_max_width_chars (GTK_LABEL (widget), 70);
  if (style)
    gtk_widget_add_css_class (widget, style);
  return widget;
}

/* Copies the text of the question to the clipboard; the dialog stays open. */
static void
responded (GtkDialog *dialog, int response, gpointer unused)
{
  if (response != RESPONSE_COPY)
    return;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (dialog)),
                          g_object_get_data (G_OBJECT (dialog), "copied"));
  g_signal_stop_emission_by_name (dialog, "response");
}

static GtkWidget *
side_channel_button (gboolean active)
{
  GtkWidget *button = gtk_check_button_new_with_mnemonic (_ ("_Keep everything (side channel)"));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (button), active);
  gtk_widget_set_tooltip_text (button,
                               _ ("What text cannot express is written into comments at its end, so that an MDX file "
                                  "made from it is the same, byte for byte"));
  return button;
}

GtkCheckButton *
mw_loss_dialog_get_side_channel (GtkWidget *dialog)
{
  return g_object_get_data (G_OBJECT (dialog), "side-channel");
}

static void
set_sensitive (GtkWidget *dialog, gboolean sensitive)
{
  GtkWidget *button = g_object_get_data (G_OBJECT (dialog), "side-channel");
  gtk_dialog_set_response_sensitive (GTK_DIALOG (dialog), GTK_RESPONSE_ACCEPT, sensitive);
  if (button)
    gtk_widget_set_sensitive (button, sensitive);
}

void
mw_loss_dialog_wait (GtkWidget *dialog)
{
  set_sensitive (dialog, FALSE);
}

/* --- Rows of losses -------------------------------------------------------------------------------------------------- */

static GtkWidget *
loss_rows (const GPtrArray *rows)
{
  GtkWidget *scrolled = gtk_scrolled_window_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  for (guint i = 0; i < rows->len; i++) {
    const MwLossRow *row = rows->pdata[i];
    if (i == 0 || ((const MwLossRow *) rows->pdata[i - 1])->kind != row->kind) {
      guint n = 0;
      for (guint k = i; k < rows->len && ((const MwLossRow *) rows->pdata[k])->kind == row->kind; k++)
        n += ((const MwLossRow *) rows->pdata[k])->n;
      g_autofree char *heading = mw_report_kind_heading (row->kind, n);
      GtkWidget *title = label (heading, "heading");
      gtk_widget_set_margin_top (title, i ? 8 : 0);
      gtk_box_append (GTK_BOX (box), title);
    }
    GtkWidget *line = label (row->text, NULL);
    gtk_widget_set_margin_start (line, 12);
    gtk_box_append (GTK_BOX (box), line);
  }
  gtk_widget_set_margin_top (box, 8);
  gtk_widget_set_margin_bottom (box, 8);
  gtk_widget_set_margin_start (box, 8);
  gtk_widget_set_margin_end (box, 8);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), box);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_has_frame (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), 320);
  gtk_accessible_update_property (GTK_ACCESSIBLE (scrolled), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Not in the file"), -1);
  return scrolled;
}

/* Shows the question, except for its buttons. */
static void
fill (GtkWidget *dialog, const MwLossQuestion *question)
{
  GtkWidget *body = g_object_get_data (G_OBJECT (dialog), "body");
  GtkWidget *accept = gtk_dialog_get_widget_for_response (GTK_DIALOG (dialog), GTK_RESPONSE_ACCEPT);
  mw_box_clear (body);
  gtk_window_set_title (GTK_WINDOW (dialog), question->title);
  gtk_box_append (GTK_BOX (body), label (question->heading, "heading"));
  if (*question->text)
    gtk_box_append (GTK_BOX (body), label (question->text, NULL));
  if (question->rows->len)
    gtk_box_append (GTK_BOX (body), loss_rows (question->rows));
  if (*question->list) {
    GtkWidget *view = mw_lines_view_new (question->list_name);
    mw_lines_view_set_text (view, question->list);
    gtk_widget_set_vexpand (view, TRUE);
    gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (view), 160);
    if (question->rows->len) {
      GtkWidget *addresses = gtk_toggle_button_new_with_mnemonic (_ ("Show _addresses"));
      gtk_widget_set_halign (addresses, GTK_ALIGN_START);
      gtk_widget_set_tooltip_text (addresses, _ ("All of it, line by line, with its place in the model"));
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (addresses), question->list_says_more);
      g_object_bind_property (addresses, "active", view, "visible", G_BINDING_SYNC_CREATE);
      gtk_box_append (GTK_BOX (body), addresses);
    }
    gtk_box_append (GTK_BOX (body), view);
  }
  g_object_set_data_full (G_OBJECT (dialog), "copied",
                          g_strdup_printf ("%s\n%s\n\n%s", question->title, question->heading, question->list), g_free);
  gtk_dialog_set_response_sensitive (GTK_DIALOG (dialog), RESPONSE_COPY, *question->list != 0);
  gtk_button_set_label (GTK_BUTTON (accept), question->accept);
}

void
mw_loss_dialog_set_question (GtkWidget *dialog, const MwLossQuestion *question)
{
  GtkCheckButton *button = mw_loss_dialog_get_side_channel (dialog);
  fill (dialog, question);
  set_sensitive (dialog, TRUE);
  if (button)
    gtk_widget_grab_focus (GTK_WIDGET (button));
}

GtkWidget *
mw_loss_dialog_new (GtkWindow *parent, const MwLossQuestion *question)
{
  GtkWidget *dialog = gtk_dialog_new_with_buttons (question->title, parent,
                                                   GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT, NULL, NULL);
  GtkWidget *content = gtk_dialog_get_content_area (GTK_DIALOG (dialog));
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12), *body = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  gtk_widget_add_css_class (dialog, "loss-dialog");
  gtk_widget_set_vexpand (box, TRUE);
  gtk_widget_set_vexpand (body, TRUE);
  gtk_box_append (GTK_BOX (content), box);
  gtk_box_append (GTK_BOX (box), body);
  g_object_set_data (G_OBJECT (dialog), "body", body);
  if (*question->list || question->offers_side_channel) {
    GtkWidget *copy = gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("C_opy List"), RESPONSE_COPY);
    gtk_widget_set_tooltip_text (copy, _ ("Copy all of it as text"));
    g_signal_connect (dialog, "response", G_CALLBACK (responded), NULL);
  }
  if (question->offers_side_channel) {
    GtkWidget *button = side_channel_button (question->side_channel);
    gtk_box_append (GTK_BOX (box), button);
    g_object_set_data (G_OBJECT (dialog), "side-channel", button);
  }
  gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("_Cancel"), GTK_RESPONSE_CANCEL);
  GtkWidget *accept = gtk_dialog_add_button (GTK_DIALOG (dialog), question->accept, GTK_RESPONSE_ACCEPT);
  gtk_widget_add_css_class (accept, "suggested-action");
  gtk_dialog_set_default_response (GTK_DIALOG (dialog), GTK_RESPONSE_ACCEPT);
  gtk_window_set_default_size (GTK_WINDOW (dialog), 720, -1);
  fill (dialog, question);
  gtk_window_set_focus (GTK_WINDOW (dialog), accept);
  return dialog;
}
