/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/scale-dialog.h"
#include "core/convert/convert.h"
#include "core/convert/targets.h"
#include "ui/i18n.h"

#define ENTRY "scale-entry"
#define ERROR_LABEL "scale-error"

static GtkEntry *
entry_of (GtkWidget *dialog)
{
  return g_object_get_data (G_OBJECT (dialog), ENTRY);
}

double
mw_scale_dialog_get_scale (GtkWidget *dialog)
{
  double scale = MW_CONVERT_SCALE_DEFAULT;
  mw_convert_scale_from_text (gtk_editable_get_text (GTK_EDITABLE (entry_of (dialog))), &scale);
  return scale;
}

static void
changed (GtkEditable *entry, GtkWidget *dialog)
{
  double scale;
  gboolean valid = mw_convert_scale_from_text (gtk_editable_get_text (entry), &scale);
  GtkWidget *error = g_object_get_data (G_OBJECT (dialog), ERROR_LABEL);
  gtk_dialog_set_response_sensitive (GTK_DIALOG (dialog), GTK_RESPONSE_ACCEPT, valid);
  if (valid)
    gtk_widget_remove_css_class (GTK_WIDGET (entry), "error");
  else
    gtk_widget_add_css_class (GTK_WIDGET (entry), "error");
  gtk_accessible_update_state (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_STATE_INVALID,
                               valid ? GTK_ACCESSIBLE_INVALID_FALSE : GTK_ACCESSIBLE_INVALID_TRUE, -1);
  gtk_widget_set_visible (error, !valid);
}

static GtkWidget *
text (const char *words, const char *style)
{
  enum { WIDTH = 58 };
  GtkWidget *label = gtk_label_new (words);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_max_width_chars (GTK_LABEL (label), WIDTH);
  if (style)
    gtk_widget_add_css_class (label, style);
  return label;
}

GtkWidget *
mw_scale_dialog_new (GtkWindow *parent, MwFormat to)
{
  enum { ENTRY_WIDTH = 10 };
  g_autofree char *game = mw_target_short_title (to), *title = g_strdup_printf (_ ("Convert to %s"), game);
  GtkWidget *dialog = g_object_new (GTK_TYPE_DIALOG, "transient-for", parent, "modal", TRUE, "destroy-with-parent",
                                    TRUE, "use-header-bar", TRUE, "resizable", FALSE, "title", title, NULL);
  gtk_widget_add_css_class (dialog, "scale-dialog");
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12), *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *entry = gtk_entry_new (), *label = gtk_label_new_with_mnemonic (_ ("_Scale")),
            *error = text (_ ("Enter a number above 0, such as 0.03 or 30."), "field-error");
  gtk_widget_set_margin_start (box, 18);
  gtk_widget_set_margin_end (box, 18);
  gtk_widget_set_margin_top (box, 18);
  gtk_widget_set_margin_bottom (box, 18);
  gtk_editable_set_text (GTK_EDITABLE (entry), "1.0");
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), ENTRY_WIDTH);
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), entry);
  gtk_box_append (GTK_BOX (row), label);
  gtk_box_append (GTK_BOX (row), entry);
  GtkWidget *explanation = text (
    _ ("At 1.0 all sizes stay the same. Any other number multiplies every length, speed and acceleration of the "
       "model."),
    NULL);
  gtk_box_append (GTK_BOX (box), text (_ ("How large should the model be in the other game?"), "heading"));
  gtk_box_append (GTK_BOX (box), row);
  gtk_box_append (GTK_BOX (box), error);
  gtk_box_append (GTK_BOX (box), explanation);
  gtk_box_append (
    GTK_BOX (box),
    text (_ ("A tile of Warcraft III is 128 units wide, and a unit of World of Warcraft is one yard. No file states "
             "how large a model of one game should be in the other, so no other number is suggested."),
          "dim-label"));
  gtk_accessible_update_relation (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_RELATION_DESCRIBED_BY, explanation, NULL, -1);
  gtk_widget_set_visible (error, FALSE);
  gtk_box_append (GTK_BOX (gtk_dialog_get_content_area (GTK_DIALOG (dialog))), box);
  gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("_Cancel"), GTK_RESPONSE_CANCEL);
  GtkWidget *accept = gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("C_onvert"), GTK_RESPONSE_ACCEPT);
  gtk_widget_add_css_class (accept, "suggested-action");
  gtk_dialog_set_default_response (GTK_DIALOG (dialog), GTK_RESPONSE_ACCEPT);
  g_object_set_data (G_OBJECT (dialog), ENTRY, entry);
  g_object_set_data (G_OBJECT (dialog), ERROR_LABEL, error);
  g_signal_connect (entry, "changed", G_CALLBACK (changed), dialog);
  gtk_widget_grab_focus (entry);
  return dialog;
}
