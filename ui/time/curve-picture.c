/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/time/curve-picture.h"
#include "core/edit/key-curve.h"
#include "ui/i18n.h"
#include "ui/time/sheet-view-private.h"
#include "ui/widgets.h"

/* In pixels: its height, and stretches of time across it. */
enum { HEIGHT = 22, ACROSS = 160, MARGIN = 2 };

struct _MwCurvePicture {
  GtkButton parent_instance;
  MwCurveSheet sheet;
  gpointer data;
  MwId track;
  gboolean stale;
  GtkWidget *area;
  guint n; /* components */
  double least, most;
  MwCurveStretch stretches[ACROSS];
};

G_DEFINE_FINAL_TYPE (MwCurvePicture, mw_curve_picture, GTK_TYPE_BUTTON)

static void
compute (MwCurvePicture *self)
{
  MwKeySheet *sheet = self->track ? self->sheet (self->data) : NULL;
  guint row = sheet ? mw_key_sheet_find (sheet, self->track) : 0;
  g_autoptr (MwKeyCurve) curve = row ? mw_key_curve_new (sheet, row, FALSE) : NULL;
  self->stale = FALSE;
  self->n = curve ? mw_key_curve_n_components (curve) : 0;
  g_autofree char *says = g_strdup_printf (ngettext ("%u curve", "%u curves", self->n), self->n);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, says, -1);
  if (!curve)
    return;
  const MwSheetScope *scope = mw_key_sheet_get_scope (sheet);
  const double start = (double) scope->start, end = (double) MAX (scope->end, scope->start + 1);
  mw_key_curve_stretches (curve, start, (end - start) / ACROSS, ACROSS, self->stretches);
  self->least = G_MAXDOUBLE;
  self->most = -G_MAXDOUBLE;
  mw_key_curve_range (curve, start, end, (1u << MW_KEY_CURVE_MOST) - 1, &self->least, &self->most);
}

static void
draw (GtkDrawingArea *area, cairo_t *cairo, int width, int height, gpointer data)
{
  MwCurvePicture *self = data;
  if (self->stale)
    compute (self);
  /* A value that never changes is a line in the middle. */
  const double range = self->most - self->least, scale = range > 0 ? (height - 2 * MARGIN) / range : 0,
               top = range > 0 ? MARGIN : height / 2.0;
  cairo_set_line_width (cairo, 1.2);
  for (guint c = self->n; c-- > 0;) {
    const GdkRGBA colour = mw_sheet_curves_colour (self->n, c);
    gboolean before = FALSE;
    for (guint i = 0; i < ACROSS; i++) {
      const MwCurveStretch *at = &self->stretches[i];
      const double x = (i + 0.5) * width / ACROSS, y = top + (self->most - (double) at->first[c]) * scale;
      if (at->there && before)
        cairo_line_to (cairo, x, y);
      else if (at->there)
        cairo_move_to (cairo, x, y);
      before = at->there;
    }
    gdk_cairo_set_source_rgba (cairo, &colour);
    cairo_stroke (cairo);
  }
}

void
mw_curve_picture_set_track (MwCurvePicture *self, MwId track)
{
  self->track = track;
  self->stale = TRUE;
  gtk_widget_queue_draw (self->area);
}

/* The page shows the curves in the dope sheet. */
static void
clicked (GtkButton *button)
{
  MwCurvePicture *self = MW_CURVE_PICTURE (button);
  gtk_widget_activate_action (GTK_WIDGET (self), "page.show-curve", "u", self->track);
}

static void
mw_curve_picture_class_init (MwCurvePictureClass *klass)
{
  GTK_BUTTON_CLASS (klass)->clicked = clicked;
}

static void
mw_curve_picture_init (MwCurvePicture *self)
{
  self->area = gtk_drawing_area_new ();
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (self->area), HEIGHT);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->area), draw, self, NULL);
  gtk_button_set_child (GTK_BUTTON (self), self->area);
  gtk_widget_add_css_class (GTK_WIDGET (self), "flat");
  gtk_widget_add_css_class (GTK_WIDGET (self), "curve-picture");
  mw_widget_set_tooltip (GTK_WIDGET (self),
                         _ ("The values in this sequence. A click shows the curves in the dope sheet."));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Show Curves"), -1);
}

GtkWidget *
mw_curve_picture_new (MwCurveSheet sheet, gpointer data)
{
  MwCurvePicture *self = g_object_new (MW_TYPE_CURVE_PICTURE, NULL);
  self->sheet = sheet;
  self->data = data;
  return GTK_WIDGET (self);
}
