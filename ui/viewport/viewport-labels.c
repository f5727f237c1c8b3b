/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/viewport-labels.h"
#include "ui/viewport/label-places.h"
#include "ui/labels.h"

/* The most labels that are drawn; more would cover each other. */
enum { LABELS_MAX = 300 };

/* Where the lines of text begin: below the tools at the top left. */
enum { LINES_LEFT = 12, LINES_TOP = 48 };

typedef struct {
  char *name;
  float x, y, depth;
  gboolean selected;
} Shown;

struct _MwViewportLabels {
  GtkWidget parent_instance;
  GArray *shown;
  char *text;
  gboolean has_box, has_frame;
  graphene_rect_t box, frame;
  char *caption;   /* of the frame */
  GArray *outline; /* float[2] */
};

G_DEFINE_FINAL_TYPE (MwViewportLabels, mw_viewport_labels, GTK_TYPE_WIDGET)

static void
shown_clear (Shown *shown)
{
  g_free (shown->name);
}

void
mw_viewport_labels_set (MwViewportLabels *self, const MwLabel *labels, guint n, int scale)
{
  if (n == 0 && self->shown->len == 0)
    return;
  g_array_set_size (self->shown, 0);
  for (guint i = 0; i < MIN (n, LABELS_MAX); i++) {
    Shown shown = { mw_ui_text (labels[i].name), labels[i].x / (float) scale, labels[i].y / (float) scale,
                    labels[i].depth, labels[i].selected };
    g_array_append_val (self->shown, shown);
  }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
mw_viewport_labels_set_box (MwViewportLabels *self, const graphene_rect_t *box)
{
  self->has_box = box != NULL;
  if (box)
    self->box = *box;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* White and black lines, one of which is seen on any ground. */
static void
draw_box (GtkSnapshot *snapshot, const graphene_rect_t *box)
{
  static const GdkRGBA inside = { 1, 1, 1, 0.12f }, light = { 1, 1, 1, 0.9f }, dark = { 0, 0, 0, 0.6f };
  gtk_snapshot_append_color (snapshot, &inside, box);
  for (guint i = 0; i < 2; i++) {
    const GdkRGBA colours[4] = { i ? light : dark, i ? light : dark, i ? light : dark, i ? light : dark };
    GskRoundedRect outline;
    graphene_rect_t at = *box;
    graphene_rect_inset (&at, i, i);
    gsk_rounded_rect_init_from_rect (&outline, &at, 0);
    gtk_snapshot_append_border (snapshot, &outline, (float[4]) { 1, 1, 1, 1 }, colours);
  }
}

void
mw_viewport_labels_set_outline (MwViewportLabels *self, const float (*points)[2], guint n)
{
  g_array_set_size (self->outline, 0);
  if (n)
    g_array_append_vals (self->outline, points, n);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
draw_outline (MwViewportLabels *self, GtkSnapshot *snapshot)
{
  const float *points = (const float *) (const void *) self->outline->data;
  const graphene_rect_t whole = GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (GTK_WIDGET (self)),
                                                    (float) gtk_widget_get_height (GTK_WIDGET (self)));
  cairo_t *cairo = gtk_snapshot_append_cairo (snapshot, &whole);
  for (guint i = 0; i < self->outline->len; i++)
    cairo_line_to (cairo, (double) points[2 * i], (double) points[2 * i + 1]);
  cairo_close_path (cairo);
  cairo_set_fill_rule (cairo, CAIRO_FILL_RULE_EVEN_ODD);
  cairo_set_source_rgba (cairo, 1, 1, 1, 0.12);
  cairo_fill_preserve (cairo);
  cairo_set_source_rgba (cairo, 0, 0, 0, 0.6);
  cairo_set_line_width (cairo, 3);
  cairo_stroke_preserve (cairo);
  cairo_set_source_rgba (cairo, 1, 1, 1, 0.9);
  cairo_set_line_width (cairo, 1);
  cairo_stroke (cairo);
  cairo_destroy (cairo);
}

void
mw_viewport_labels_set_frame (MwViewportLabels *self, const graphene_rect_t *frame, const char *caption)
{
  const graphene_rect_t wanted = frame ? *frame : GRAPHENE_RECT_INIT (0, 0, 0, 0);
  if (self->has_frame == (frame != NULL)
      && (!frame || (graphene_rect_equal (&self->frame, &wanted) && g_strcmp0 (self->caption, caption) == 0)))
    return;
  self->has_frame = frame != NULL;
  self->frame = wanted;
  g_free (self->caption);
  self->caption = g_strdup (caption);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
mw_viewport_labels_set_text (MwViewportLabels *self, const char *text)
{
  if (g_strcmp0 (self->text, text) == 0)
    return;
  g_free (self->text);
  self->text = g_strdup (text);
  /* It is drawn, so it is said here too. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text ? text : "", -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
draw_text (GtkSnapshot *snapshot, PangoLayout *layout, float x, float y, const GdkRGBA *colour)
{
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (x, y));
  gtk_snapshot_append_layout (snapshot, layout, colour);
  gtk_snapshot_restore (snapshot);
}

static void
draw_frame (MwViewportLabels *self, GtkSnapshot *snapshot)
{
  static const GdkRGBA dim = { 0, 0, 0, 0.55f }, line = { 1, 1, 1, 0.8f }, shade = { 0, 0, 0, 0.75f };
  const GdkRGBA lines[4] = { line, line, line, line };
  const float width = (float) gtk_widget_get_width (GTK_WIDGET (self)),
              height = (float) gtk_widget_get_height (GTK_WIDGET (self));
  const float left = self->frame.origin.x, top = self->frame.origin.y, right = left + self->frame.size.width,
              bottom = top + self->frame.size.height;
  const graphene_rect_t outside[] = { GRAPHENE_RECT_INIT (0, 0, left, height),
                                      GRAPHENE_RECT_INIT (right, 0, width - right, height),
                                      GRAPHENE_RECT_INIT (left, 0, right - left, top),
                                      GRAPHENE_RECT_INIT (left, bottom, right - left, height - bottom) };
  GskRoundedRect outline;
  for (guint i = 0; i < G_N_ELEMENTS (outside); i++)
    gtk_snapshot_append_color (snapshot, &dim, &outside[i]);
  gsk_rounded_rect_init_from_rect (&outline, &self->frame, 0);
  gtk_snapshot_append_border (snapshot, &outline, (float[4]) { 1, 1, 1, 1 }, lines);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), self->caption);
  int text_height;
  pango_layout_get_pixel_size (layout, NULL, &text_height);
  draw_text (snapshot, layout, left + 9, bottom - (float) text_height - 5, &shade);
  draw_text (snapshot, layout, left + 8, bottom - (float) text_height - 6, &line);
}

static void
take_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  MwViewportLabels *self = MW_VIEWPORT_LABELS (widget);
  static const GdkRGBA shade = { 0, 0, 0, 0.75f }, plain = { 1, 1, 1, 0.9f }, picked = { 1, 0.8f, 0.25f, 1 };
  const guint n = self->shown->len;
  if (self->has_frame)
    draw_frame (self, snapshot);
  if (self->text) {
    g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, self->text);
    draw_text (snapshot, layout, LINES_LEFT + 1, LINES_TOP + 1, &shade);
    draw_text (snapshot, layout, LINES_LEFT, LINES_TOP, &plain);
  }
  g_autofree MwLabelPlace *places = g_new0 (MwLabelPlace, n);
  g_autoptr (GPtrArray) layouts = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < n; i++) {
    const Shown *shown = &g_array_index (self->shown, Shown, i);
    PangoLayout *layout = gtk_widget_create_pango_layout (widget, shown->name);
    int width, height;
    pango_layout_get_pixel_size (layout, &width, &height);
    g_ptr_array_add (layouts, layout);
    places[i] = (MwLabelPlace) { .x = shown->x,
                                 .y = shown->y,
                                 .width = (float) width,
                                 .height = (float) height,
                                 .first = shown->selected,
                                 .depth = shown->depth };
  }
  mw_label_places_find (places, n);
  for (guint i = 0; i < n; i++) {
    const Shown *shown = &g_array_index (self->shown, Shown, i);
    if (!places[i].shown)
      continue;
    draw_text (snapshot, layouts->pdata[i], places[i].left + 1, places[i].top + 1, &shade);
    draw_text (snapshot, layouts->pdata[i], places[i].left, places[i].top, shown->selected ? &picked : &plain);
  }
  if (self->has_box)
    draw_box (snapshot, &self->box);
  if (self->outline->len)
    draw_outline (self, snapshot);
}

static void
finalize (GObject *object)
{
  g_array_unref (MW_VIEWPORT_LABELS (object)->shown);
  g_array_unref (MW_VIEWPORT_LABELS (object)->outline);
  g_free (MW_VIEWPORT_LABELS (object)->text);
  g_free (MW_VIEWPORT_LABELS (object)->caption);
  G_OBJECT_CLASS (mw_viewport_labels_parent_class)->finalize (object);
}

static void
mw_viewport_labels_class_init (MwViewportLabelsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = finalize;
  GTK_WIDGET_CLASS (klass)->snapshot = take_snapshot;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "viewport-labels");
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
mw_viewport_labels_init (MwViewportLabels *self)
{
  self->shown = g_array_new (FALSE, FALSE, sizeof (Shown));
  self->outline = g_array_new (FALSE, FALSE, sizeof (float[2]));
  g_array_set_clear_func (self->shown, (GDestroyNotify) shown_clear);
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

GtkWidget *
mw_viewport_labels_new (void)
{
  return g_object_new (MW_TYPE_VIEWPORT_LABELS, NULL);
}
