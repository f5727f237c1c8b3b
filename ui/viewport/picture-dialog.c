/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/picture-dialog.h"
#include "ui/i18n.h"
#include "ui/widgets.h"

#include <math.h>

#define PARTS "picture-parts"

/* The choices of the first drop-down are the kinds of films, in their order; those of the second one are these. */
static const MwFilmForm forms[] = { MW_FILM_ANIMATED, MW_FILM_SHEET, MW_FILM_NUMBERED };

/* A label and what is beside it. */
typedef struct {
  GtkWidget *name, *value, *unit;
} Row;

typedef struct {
  MwPictureWish wish;
  GtkWidget *grid;
  int rows;
  Row kind, form, pictures, seconds, width, height;
  GtkWidget *transparent, *overlays;
} Parts;

void
mw_picture_wish_init (MwPictureWish *wish, MwViewport *viewport)
{
  *wish = (MwPictureWish) { .form = MW_FILM_NUMBERED };
  mw_shot_wish_init (&wish->shot, viewport);
}

static guint
whole (const Row *row)
{
  return (guint) gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (row->value));
}

void
mw_picture_dialog_get_wish (GtkWidget *dialog, MwPictureWish *wish)
{
  const Parts *parts = g_object_get_data (G_OBJECT (dialog), PARTS);
  const Row *numbers[] = { &parts->pictures, &parts->seconds, &parts->width, &parts->height };
  *wish = parts->wish;
  /* A number that was typed counts before the focus leaves it, too. */
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    gtk_spin_button_update (GTK_SPIN_BUTTON (numbers[i]->value));
  wish->shot.width = whole (&parts->width);
  wish->shot.height = whole (&parts->height);
  wish->shot.transparent = gtk_check_button_get_active (GTK_CHECK_BUTTON (parts->transparent));
  wish->shot.overlays = gtk_check_button_get_active (GTK_CHECK_BUTTON (parts->overlays));
  const MwFilmKind kind = (MwFilmKind) gtk_drop_down_get_selected (GTK_DROP_DOWN (parts->kind.value));
  const gboolean one = kind == MW_FILM_ONE;
  wish->shot.film = (MwFilm) { kind, one ? 1 : whole (&parts->pictures) };
  wish->form = one ? MW_FILM_NUMBERED : forms[gtk_drop_down_get_selected (GTK_DROP_DOWN (parts->form.value))];
  wish->seconds = gtk_spin_button_get_value (GTK_SPIN_BUTTON (parts->seconds.value));
}

/* --- Rows ----------------------------------------------------------------------------------------------------------- */

static Row
add_row (Parts *parts, const char *label, GtkWidget *value, const char *unit)
{
  const Row row = { gtk_label_new_with_mnemonic (label), value, unit ? gtk_label_new (unit) : NULL };
  gtk_label_set_mnemonic_widget (GTK_LABEL (row.name), value);
  gtk_label_set_xalign (GTK_LABEL (row.name), 0);
  gtk_grid_attach (GTK_GRID (parts->grid), row.name, 0, parts->rows, 1, 1);
  gtk_grid_attach (GTK_GRID (parts->grid), value, 1, parts->rows, unit ? 1 : 2, 1);
  if (unit) {
    gtk_label_set_xalign (GTK_LABEL (row.unit), 0);
    gtk_grid_attach (GTK_GRID (parts->grid), row.unit, 2, parts->rows, 1, 1);
  }
  parts->rows++;
  return row;
}

static void
show_row (const Row *row, gboolean visible)
{
  gtk_widget_set_visible (row->name, visible);
  gtk_widget_set_visible (row->value, visible);
  if (row->unit)
    gtk_widget_set_visible (row->unit, visible);
}

static Row
add_number (Parts *parts, const char *label, double least, double most, double step, const char *unit)
{
  enum { PAGE = 16 };
  GtkWidget *spin = gtk_spin_button_new_with_range (least, most, step);
  mw_name_spin_buttons (spin);
  gtk_spin_button_set_increments (GTK_SPIN_BUTTON (spin), step, step * PAGE);
  gtk_spin_button_set_numeric (GTK_SPIN_BUTTON (spin), TRUE);
  gtk_text_set_activates_default (GTK_TEXT (gtk_editable_get_delegate (GTK_EDITABLE (spin))), TRUE);
  return add_row (parts, label, spin, unit);
}

static GtkWidget *
add_check (Parts *parts, const char *label, gboolean active)
{
  enum { COLUMNS = 3 };
  GtkWidget *widget = gtk_check_button_new_with_mnemonic (label);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (widget), active);
  gtk_grid_attach (GTK_GRID (parts->grid), widget, 0, parts->rows++, COLUMNS, 1);
  return widget;
}

/* --- Films ---------------------------------------------------------------------------------------------------------- */

static void
show_rows (Parts *parts)
{
  MwFilmForm form = forms[gtk_drop_down_get_selected (GTK_DROP_DOWN (parts->form.value))];
  const gboolean film = gtk_drop_down_get_selected (GTK_DROP_DOWN (parts->kind.value)) != MW_FILM_ONE;
  show_row (&parts->form, film);
  show_row (&parts->pictures, film);
  show_row (&parts->seconds, film && form == MW_FILM_ANIMATED);
}

/* A turn, or the sequence, begins with the number of pictures and the time that suit it. */
static void
kind_changed (GtkDropDown *down, GParamSpec *spec, Parts *parts)
{
  enum { TURN = 36, PER_SECOND = 20, LEAST = 8, MOST = 200 };
  const MwFilm film = { (MwFilmKind) gtk_drop_down_get_selected (down), 1 };
  const double seconds = mw_film_seconds (&film, &parts->wish.shot.clock);
  const double fluent = CLAMP (round (seconds * PER_SECOND), LEAST, MOST);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (parts->pictures.value), film.kind == MW_FILM_TURN ? TURN : fluent);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (parts->seconds.value), seconds);
  show_rows (parts);
}

static void
form_changed (GtkDropDown *down, GParamSpec *spec, Parts *parts)
{
  show_rows (parts);
}

static void
add_film (Parts *parts, const char *sequence)
{
  enum { MOST_PICTURES = 1000, MOST_SECONDS = 3600 };
  g_autofree char *named = sequence ? g_strdup_printf (_ ("Sequence %s"), sequence) : NULL;
  const char *const kinds[] = { _ ("One picture"), _ ("Turntable, once around the model"), named, NULL };
  const char *const names[] = { _ ("Animated WebP file"), _ ("One PNG file with all of them"), _ ("Numbered PNG files"),
                                NULL };
  parts->kind = add_row (parts, _ ("_Picture"), gtk_drop_down_new_from_strings (kinds), NULL);
  parts->form = add_row (parts, _ ("Save _as"), gtk_drop_down_new_from_strings (names), NULL);
  parts->pictures = add_number (parts, _ ("_Number"), 2, MOST_PICTURES, 1, _ ("pictures"));
  parts->seconds = add_number (parts, _ ("_Time"), 0.1, MOST_SECONDS, 0.1, _ ("seconds"));
  g_signal_connect (parts->kind.value, "notify::selected", G_CALLBACK (kind_changed), parts);
  g_signal_connect (parts->form.value, "notify::selected", G_CALLBACK (form_changed), parts);
  show_rows (parts);
}

GtkWidget *
mw_picture_dialog_new (GtkWindow *parent, const MwPictureWish *wish, const char *sequence)
{
  enum { GAP = 12, MARGIN = 18 };
  GtkWidget *dialog = g_object_new (GTK_TYPE_DIALOG, "transient-for", parent, "modal", TRUE, "destroy-with-parent",
                                    TRUE, "use-header-bar", TRUE, "resizable", FALSE, "title", _ ("Save Picture"),
                                    NULL);
  Parts *parts = g_new0 (Parts, 1);
  GtkWidget *grid = parts->grid = gtk_grid_new ();
  gtk_widget_add_css_class (dialog, "picture-dialog");
  gtk_grid_set_row_spacing (GTK_GRID (grid), GAP);
  gtk_grid_set_column_spacing (GTK_GRID (grid), GAP);
  gtk_widget_set_margin_start (grid, MARGIN);
  gtk_widget_set_margin_end (grid, MARGIN);
  gtk_widget_set_margin_top (grid, MARGIN);
  gtk_widget_set_margin_bottom (grid, MARGIN);
  parts->wish = *wish;
  add_film (parts, sequence);
  parts->width = add_number (parts, _ ("_Width"), 1, MW_SHOT_MAX_SIDE, 1, _ ("pixels"));
  parts->height = add_number (parts, _ ("_Height"), 1, MW_SHOT_MAX_SIDE, 1, _ ("pixels"));
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (parts->width.value), wish->shot.width);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (parts->height.value), wish->shot.height);
  parts->transparent = add_check (parts, _ ("_Transparent background"), wish->shot.transparent);
  parts->overlays = add_check (parts, _ ("With _overlays and the outline of the selection"), wish->shot.overlays);
  gtk_box_append (GTK_BOX (gtk_dialog_get_content_area (GTK_DIALOG (dialog))), grid);
  gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("_Cancel"), GTK_RESPONSE_CANCEL);
  GtkWidget *accept = gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("_Save…"), GTK_RESPONSE_ACCEPT);
  gtk_widget_add_css_class (accept, "suggested-action");
  gtk_dialog_set_default_response (GTK_DIALOG (dialog), GTK_RESPONSE_ACCEPT);
  g_object_set_data_full (G_OBJECT (dialog), PARTS, parts, g_free);
  return dialog;
}
