/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/drawing.h"

#include <math.h>

void
mw_draw_widget_init (GtkWidget *widget, const char *label)
{
  gtk_widget_add_css_class (widget, "view");
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_has_tooltip (widget, TRUE);
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_widget_set_vexpand (widget, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

GdkRGBA
mw_draw_faint (const GdkRGBA *colour, double alpha)
{
  GdkRGBA result = *colour;
  result.alpha *= (float) alpha;
  return result;
}

static void
theme_colour (GtkStyleContext *context, const char *name, GdkRGBA otherwise, GdkRGBA *colour)
{
  if (!gtk_style_context_lookup_color (context, name, colour))
    *colour = otherwise;
}

void
mw_draw_colours (GtkWidget *widget, GdkRGBA *text, GdkRGBA *accent, GdkRGBA *on_accent, GdkRGBA *base)
{
  static const GdkRGBA white = { 1, 1, 1, 1 };
  GtkStyleContext *context = gtk_widget_get_style_context (widget);
  gtk_style_context_get_color (context, text);
  theme_colour (context, "theme_selected_bg_color", (GdkRGBA) { 0.21f, 0.52f, 0.89f, 1 }, accent);
  theme_colour (context, "theme_base_color", white, base);
  if (on_accent)
    theme_colour (context, "theme_selected_fg_color", white, on_accent);
}

void
mw_draw_fill (GtkSnapshot *to, const GdkRGBA *colour, double x, double y, double width, double height)
{
  if (width > 0 && height > 0)
    gtk_snapshot_append_color (to, colour, &GRAPHENE_RECT_INIT ((float) x, (float) y, (float) width, (float) height));
}

void
mw_draw_text (GtkWidget *widget, PangoLayout **layout, GtkSnapshot *to, const char *text, const GdkRGBA *colour,
              double x, double y, double height, double room)
{
  int high;
  if (room < 8)
    return;
  if (!*layout)
    *layout = gtk_widget_create_pango_layout (widget, NULL);
  pango_layout_set_text (*layout, text, -1);
  pango_layout_set_ellipsize (*layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_width (*layout, (int) (room * PANGO_SCALE));
  pango_layout_get_pixel_size (*layout, NULL, &high);
  gtk_snapshot_save (to);
  gtk_snapshot_translate (to, &GRAPHENE_POINT_INIT ((float) x, (float) floor (y + (height - high) / 2)));
  gtk_snapshot_append_layout (to, *layout, colour);
  gtk_snapshot_restore (to);
}

GdkTexture *
mw_draw_mark (GtkWidget *widget, int side, MwDrawFunc func, gpointer data)
{
  const int factor = gtk_widget_get_scale_factor (widget), pixels = side * factor;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, pixels, pixels);
  cairo_t *cairo = cairo_create (surface);
  cairo_scale (cairo, factor, factor);
  func (cairo, data);
  cairo_destroy (cairo);
  cairo_surface_flush (surface);
  const gsize stride = (gsize) cairo_image_surface_get_stride (surface);
  g_autoptr (GBytes) bytes = g_bytes_new (cairo_image_surface_get_data (surface), stride * (gsize) pixels);
  cairo_surface_destroy (surface);
  return gdk_memory_texture_new (pixels, pixels, GDK_MEMORY_DEFAULT, bytes, stride);
}
