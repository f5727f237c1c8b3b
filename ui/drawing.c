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

/* The relative luminance of a colour of sRGB, as WCAG 2.1 defines it. */
static double
luminance (const GdkRGBA *colour)
{
  const float parts[] = { colour->red, colour->green, colour->blue };
  static const double weights[] = { 0.2126, 0.7152, 0.0722 };
  double sum = 0;
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    sum += weights[i] * (parts[i] <= 0.04045f ? parts[i] / 12.92 : pow ((parts[i] + 0.055) / 1.055, 2.4));
  return sum;
}

double
mw_draw_contrast (const GdkRGBA *a, const GdkRGBA *b)
{
  const double first = luminance (a), second = luminance (b);
  return (MAX (first, second) + 0.05) / (MIN (first, second) + 0.05);
}

/* Mixes as much of `text` into a colour as it needs to be seen on the ground. The accents of dark themes are made for the ground
 * below white text, and are hardly seen as marks. */
static void
make_seen (GdkRGBA *colour, const GdkRGBA *text, const GdkRGBA *base)
{
  const GdkRGBA from = *colour;
  for (float part = 0.05f; part <= 1 && mw_draw_contrast (colour, base) < MW_DRAW_CONTRAST; part += 0.05f) {
    colour->red = from.red + (text->red - from.red) * part;
    colour->green = from.green + (text->green - from.green) * part;
    colour->blue = from.blue + (text->blue - from.blue) * part;
  }
}

void
mw_draw_colours (GtkWidget *widget, GdkRGBA *text, GdkRGBA *accent, GdkRGBA *on_accent, GdkRGBA *base)
{
  static const GdkRGBA white = { 1, 1, 1, 1 };
  GtkStyleContext *context = gtk_widget_get_style_context (widget);
  gtk_style_context_get_color (context, text);
  theme_colour (context, "theme_selected_bg_color", (GdkRGBA) { 0.21f, 0.52f, 0.89f, 1 }, accent);
  theme_colour (context, "theme_base_color", white, base);
  make_seen (accent, text, base);
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
