/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture-dialog.h"
#include "ui/i18n.h"

#define PARTS "picture-parts"

typedef struct {
  MwShotWish wish;
  GtkWidget *width, *height, *transparent, *overlays;
} Parts;

void
mw_picture_dialog_get_wish (GtkWidget *dialog, MwShotWish *wish)
{
  const Parts *parts = g_object_get_data (G_OBJECT (dialog), PARTS);
  *wish = parts->wish;
  /* A number that was typed counts before the focus leaves it, too. */
  gtk_spin_button_update (GTK_SPIN_BUTTON (parts->width));
  gtk_spin_button_update (GTK_SPIN_BUTTON (parts->height));
  wish->width = (guint) gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (parts->width));
  wish->height = (guint) gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (parts->height));
  wish->transparent = gtk_check_button_get_active (GTK_CHECK_BUTTON (parts->transparent));
  wish->overlays = gtk_check_button_get_active (GTK_CHECK_BUTTON (parts->overlays));
}

static GtkWidget *
side (GtkWidget *grid, int row, const char *label, guint value)
{
  enum { STEP = 16 };
  GtkWidget *spin = gtk_spin_button_new_with_range (1, MW_SHOT_MAX_SIDE, 1),
            *name = gtk_label_new_with_mnemonic (label);
  gtk_spin_button_set_increments (GTK_SPIN_BUTTON (spin), 1, STEP);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin), value);
  gtk_spin_button_set_numeric (GTK_SPIN_BUTTON (spin), TRUE);
  gtk_text_set_activates_default (GTK_TEXT (gtk_editable_get_delegate (GTK_EDITABLE (spin))), TRUE);
  gtk_label_set_mnemonic_widget (GTK_LABEL (name), spin);
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_grid_attach (GTK_GRID (grid), name, 0, row, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), spin, 1, row, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), gtk_label_new (_ ("pixels")), 2, row, 1, 1);
  return spin;
}

static GtkWidget *
check (GtkWidget *grid, int row, const char *label, gboolean active)
{
  enum { COLUMNS = 3 };
  GtkWidget *widget = gtk_check_button_new_with_mnemonic (label);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (widget), active);
  gtk_grid_attach (GTK_GRID (grid), widget, 0, row, COLUMNS, 1);
  return widget;
}

GtkWidget *
mw_picture_dialog_new (GtkWindow *parent, const MwShotWish *wish)
{
  enum { GAP = 12, MARGIN = 18 };
  GtkWidget *dialog = g_object_new (GTK_TYPE_DIALOG, "transient-for", parent, "modal", TRUE, "destroy-with-parent",
                                    TRUE, "use-header-bar", TRUE, "resizable", FALSE, "title", _ ("Save Picture"),
                                    NULL);
  GtkWidget *grid = gtk_grid_new ();
  Parts *parts = g_new0 (Parts, 1);
  gtk_widget_add_css_class (dialog, "picture-dialog");
  gtk_grid_set_row_spacing (GTK_GRID (grid), GAP);
  gtk_grid_set_column_spacing (GTK_GRID (grid), GAP);
  gtk_widget_set_margin_start (grid, MARGIN);
  gtk_widget_set_margin_end (grid, MARGIN);
  gtk_widget_set_margin_top (grid, MARGIN);
  gtk_widget_set_margin_bottom (grid, MARGIN);
  parts->wish = *wish;
  parts->width = side (grid, 0, _ ("_Width"), wish->width);
  parts->height = side (grid, 1, _ ("_Height"), wish->height);
  parts->transparent = check (grid, 2, _ ("_Transparent background"), wish->transparent);
  parts->overlays = check (grid, 3, _ ("With _overlays and the outline of the selection"), wish->overlays);
  gtk_box_append (GTK_BOX (gtk_dialog_get_content_area (GTK_DIALOG (dialog))), grid);
  gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("_Cancel"), GTK_RESPONSE_CANCEL);
  GtkWidget *accept = gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("_Save…"), GTK_RESPONSE_ACCEPT);
  gtk_widget_add_css_class (accept, "suggested-action");
  gtk_dialog_set_default_response (GTK_DIALOG (dialog), GTK_RESPONSE_ACCEPT);
  g_object_set_data_full (G_OBJECT (dialog), PARTS, parts, g_free);
  return dialog;
}
