/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/viewport-axes.h"
#include "ui/i18n.h"
#include "ui/key-scheme.h"

#include <math.h>
#include <string.h>

/* In pixels: of the widget, from its middle to the end of an axis, and of the disc at an end. */
enum { SIDE = 84, ARM = 30, DISC = 9 };
enum { NOTHING = -1, MIDDLE = 6, PARTS };

struct _MwViewportAxes {
  GtkWidget parent_instance;
  MwCamera camera;
  int hovered; /* a part, or NOTHING */
};

G_DEFINE_FINAL_TYPE (MwViewportAxes, mw_viewport_axes, GTK_TYPE_WIDGET)

static guint chosen_signal;

/* What each part does: the ends +X, -X, +Y, -Y, +Z, -Z, and the middle. */
static const struct {
  guint key;
  gboolean opposite;
  const char *tip;
} parts[PARTS] = {
  { GDK_KEY_1, FALSE, N_ ("Front") },
  { GDK_KEY_1, TRUE, N_ ("Back") },
  { GDK_KEY_3, TRUE, N_ ("The model's left") },
  { GDK_KEY_3, FALSE, N_ ("The model's right") },
  { GDK_KEY_7, FALSE, N_ ("Top") },
  { GDK_KEY_7, TRUE, N_ ("Bottom") },
  { GDK_KEY_5, FALSE, N_ ("Perspective or parallel projection") },
};

static const GdkRGBA colours[] = { { 0.91f, 0.35f, 0.35f, 1 }, { 0.39f, 0.77f, 0.37f, 1 }, { 0.37f, 0.55f, 0.94f, 1 } };

/* Where an end is seen; z is toward the viewer. */
static void
end_at (const MwViewportAxes *self, int part, float at[3])
{
  float right[3], up[3], back[3], sign = part % 2 ? -1 : 1;
  mw_camera_axes (&self->camera, right, up, back);
  at[0] = SIDE / 2 + sign * right[part / 2] * ARM;
  at[1] = SIDE / 2 - sign * up[part / 2] * ARM;
  at[2] = sign * back[part / 2];
}

/* The ends from far to near. */
static void
sort_ends (const MwViewportAxes *self, int order[MIDDLE])
{
  float depths[MIDDLE];
  for (int i = 0; i < MIDDLE; i++) {
    float at[3];
    int k = i;
    end_at (self, i, at);
    for (; k > 0 && depths[k - 1] > at[2]; k--) {
      depths[k] = depths[k - 1];
      order[k] = order[k - 1];
    }
    depths[k] = at[2];
    order[k] = i;
  }
}

static int
part_at (const MwViewportAxes *self, double x, double y)
{
  int order[MIDDLE];
  sort_ends (self, order);
  for (int i = MIDDLE; i-- > 0;) {
    float at[3];
    end_at (self, order[i], at);
    if (hypot (x - at[0], y - at[1]) <= DISC)
      return order[i];
  }
  return hypot (x - SIDE / 2, y - SIDE / 2) <= DISC ? MIDDLE : NOTHING;
}

void
mw_viewport_axes_set (MwViewportAxes *self, const MwCamera *camera)
{
  if (self->camera.yaw == camera->yaw && self->camera.pitch == camera->pitch && self->camera.roll == camera->roll
      && self->camera.ortho == camera->ortho)
    return;
  self->camera = *camera;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* --- Drawing -------------------------------------------------------------------------------------------------------- */

static void
draw_text (GtkWidget *widget, cairo_t *cr, const char *text, const float at[3])
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, text);
  int width, height;
  pango_layout_get_pixel_size (layout, &width, &height);
  cairo_move_to (cr, at[0] - width / 2.0, at[1] - height / 2.0);
  cairo_set_source_rgb (cr, 0, 0, 0);
  pango_cairo_show_layout (cr, layout);
}

static void
draw_end (MwViewportAxes *self, cairo_t *cr, int part)
{
  static const char *const names[] = { "X", "Y", "Z" };
  GdkRGBA colour = colours[part / 2];
  float at[3];
  end_at (self, part, at);
  gboolean lit = self->hovered == part;
  /* What points away is darker. */
  float bright = lit ? 1.2f : 0.75f + 0.25f * at[2];
  cairo_set_source_rgba (cr, MIN (colour.red * bright, 1), MIN (colour.green * bright, 1),
                         MIN (colour.blue * bright, 1), part % 2 && !lit ? 0.45 : 1);
  if (part % 2 == 0) {
    cairo_set_line_width (cr, 2);
    cairo_move_to (cr, SIDE / 2.0, SIDE / 2.0);
    cairo_line_to (cr, at[0], at[1]);
    cairo_stroke (cr);
  }
  cairo_arc (cr, at[0], at[1], part % 2 ? DISC - 2 : DISC, 0, 2 * G_PI);
  cairo_fill (cr);
  if (part % 2 == 0)
    draw_text (GTK_WIDGET (self), cr, names[part / 2], at);
}

static void
take_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  MwViewportAxes *self = MW_VIEWPORT_AXES (widget);
  int order[MIDDLE];
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, SIDE, SIDE));
  if (self->hovered != NOTHING) {
    cairo_set_source_rgba (cr, 1, 1, 1, 0.12);
    cairo_arc (cr, SIDE / 2.0, SIDE / 2.0, SIDE / 2.0 - 1, 0, 2 * G_PI);
    cairo_fill (cr);
  }
  sort_ends (self, order);
  for (int i = 0; i < MIDDLE; i++) {
    if (i == MIDDLE / 2) {
      /* A square for parallel projection; in perspective a disc. */
      cairo_set_source_rgba (cr, 1, 1, 1, self->hovered == MIDDLE ? 1 : 0.6);
      if (self->camera.ortho)
        cairo_rectangle (cr, SIDE / 2.0 - 4, SIDE / 2.0 - 4, 8, 8);
      else
        cairo_arc (cr, SIDE / 2.0, SIDE / 2.0, 4, 0, 2 * G_PI);
      cairo_fill (cr);
    }
    draw_end (self, cr, order[i]);
  }
  cairo_destroy (cr);
}

/* --- The pointer ---------------------------------------------------------------------------------------------------- */

static void
hover (MwViewportAxes *self, int part)
{
  if (part == self->hovered)
    return;
  self->hovered = part;
  if (part == NOTHING) {
    gtk_widget_set_tooltip_text (GTK_WIDGET (self), NULL);
  } else {
    g_autofree char *key = gtk_accelerator_name (parts[part].key, parts[part].opposite ? GDK_CONTROL_MASK : 0);
    g_autofree char *tip = mw_key_scheme_tip (gettext (parts[part].tip), key);
    gtk_widget_set_tooltip_text (GTK_WIDGET (self), tip);
  }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
moved (GtkEventControllerMotion *motion, double x, double y, MwViewportAxes *self)
{
  hover (self, part_at (self, x, y));
}

static void
left (GtkEventControllerMotion *motion, MwViewportAxes *self)
{
  hover (self, NOTHING);
}

static void
clicked (GtkGestureClick *click, int n, double x, double y, MwViewportAxes *self)
{
  int part = part_at (self, x, y);
  if (part == NOTHING)
    return;
  gtk_gesture_set_state (GTK_GESTURE (click), GTK_EVENT_SEQUENCE_CLAIMED);
  float at[3];
  if (part != MIDDLE)
    end_at (self, part, at);
  /* It is already looked at from there: the other side. */
  gboolean turn = part != MIDDLE && at[2] > 0.9999f;
  g_signal_emit (self, chosen_signal, 0, parts[part].key, parts[part].opposite != turn);
}

/* Presses beside the ends go to the view below. */
static gboolean
contains (GtkWidget *widget, double x, double y)
{
  return part_at (MW_VIEWPORT_AXES (widget), x, y) != NOTHING;
}

static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
         int *natural_baseline)
{
  *minimum = *natural = SIDE;
}

static void
mw_viewport_axes_class_init (MwViewportAxesClass *klass)
{
  GTK_WIDGET_CLASS (klass)->snapshot = take_snapshot;
  GTK_WIDGET_CLASS (klass)->contains = contains;
  GTK_WIDGET_CLASS (klass)->measure = measure;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "viewport-axes");
  chosen_signal = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_BOOLEAN);
}

static void
mw_viewport_axes_init (MwViewportAxes *self)
{
  self->hovered = NOTHING;
  mw_camera_init (&self->camera);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Axes of the view"), -1);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  g_signal_connect (motion, "motion", G_CALLBACK (moved), self);
  g_signal_connect (motion, "leave", G_CALLBACK (left), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  GtkGesture *click = gtk_gesture_click_new ();
  g_signal_connect (click, "pressed", G_CALLBACK (clicked), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}

GtkWidget *
mw_viewport_axes_new (void)
{
  return g_object_new (MW_TYPE_VIEWPORT_AXES, NULL);
}
