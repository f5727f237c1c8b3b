/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/outline/outline-row.h"
#include "ui/i18n.h"

enum {
  ARROW = 16,
  ICON = 16,
  IMAGE = 20,
  EYE = 18,
  LEAST_INFO = 40,
  GAP = 6,
  INFO_GAP = 4,
  EYE_GAP = 2,
  INDENT = 16,
  HEIGHT = 25
};

struct _MwOutlineRow {
  GtkWidget parent_instance;
  GtkTreeListRow *row;
  MwOutlineNode *node;
  gulong changed, expanded;
  gulong image_is_ready, eyes_changed, findings_changed; /* by number: a search for them is slow, as each row has one */
  GtkWidget *view;                                       /* whose font the texts have */
  PangoLayout *title, *info;
  const char *icon;
  MwRowImages *images;
  char *address; /* of the image that stands for the element; NULL: none does */
  MwEyes *eyes;
  MwRowEye eye_states[MW_EYE_COUNT];
  MwFindings *findings;
  gboolean has_dot;
  MwSeverity worst;
  gboolean hovered;
  gboolean info_is_cut; /* as it was drawn last */
  GdkTexture *image;    /* NULL: it is not known yet, or cannot be read */
};

G_DEFINE_FINAL_TYPE (MwOutlineRow, mw_outline_row, GTK_TYPE_WIDGET)

/* The icon with a name, from a cache that is never freed. */
static GtkSymbolicPaintable *
icon_named (GtkWidget *widget, const char *name)
{
  static GHashTable *icons;
  if (!icons)
    icons = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  int scale = gtk_widget_get_scale_factor (widget);
  g_autofree char *key = g_strdup_printf ("%s/%d", name, scale);
  GtkSymbolicPaintable *icon = g_hash_table_lookup (icons, key);
  if (!icon) {
    icon = GTK_SYMBOLIC_PAINTABLE (gtk_icon_theme_lookup_icon (
      gtk_icon_theme_get_for_display (gtk_widget_get_display (widget)), name, NULL, ICON, scale, GTK_TEXT_DIR_LTR, 0));
    g_hash_table_insert (icons, g_steal_pointer (&key), icon);
  }
  return icon;
}

/* Takes `address`. */
static void
set_address (MwOutlineRow *self, char *address)
{
  g_autofree char *before = self->address;
  self->address = address;
  if (address)
    mw_row_images_hold (self->images, address);
  if (before)
    mw_row_images_release (self->images, before);
  if (g_strcmp0 (before, address) != 0)
    g_clear_object (&self->image);
}

/* Until another picture is there, the old one stays if it is of the same file, so that nothing flickers. */
static void
show_image (MwOutlineRow *self)
{
  gboolean pending = FALSE;
  const MwRecord *texture = mw_outline_node_get_image (self->node);
  set_address (self, texture ? mw_row_images_find (self->images, texture) : NULL);
  GdkTexture *image = self->address ? mw_row_images_get (self->images, self->address, &pending) : NULL;
  if (!pending)
    g_set_object (&self->image, image);
}

static void
image_ready (MwRowImages *images, const char *address, MwOutlineRow *self)
{
  if (!self->node || (address && g_strcmp0 (address, self->address) != 0))
    return;
  show_image (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* A screen reader says with the title that the element is hidden or locked. */
static void
describe (MwOutlineRow *self)
{
  const gboolean hidden = self->eye_states[MW_EYE_HIDDEN] == MW_ROW_EYE_ON,
                 locked = self->eye_states[MW_EYE_LOCKED] == MW_ROW_EYE_ON;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  hidden && locked ? _ ("hidden and locked in the view")
                                  : hidden         ? _ ("hidden in the view")
                                  : locked         ? _ ("locked in the view")
                                                   : "",
                                  -1);
}

static void
show_eyes (MwOutlineRow *self)
{
  if (!self->node)
    return;
  for (guint eye = 0; eye < MW_EYE_COUNT; eye++)
    self->eye_states[eye] = mw_row_eye_get (self->eyes, self->node, (MwEye) eye);
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
is_folded (MwOutlineRow *self)
{
  return !gtk_tree_list_row_get_expanded (self->row);
}

static void
show_dot (MwOutlineRow *self)
{
  if (!self->node)
    return;
  self->has_dot = mw_row_dot_get (self->findings, self->node, is_folded (self), &self->worst);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

MwEye
mw_outline_row_get_eye_at (MwOutlineRow *self, double x)
{
  const double from_end = gtk_widget_get_width (GTK_WIDGET (self)) - x;
  if (!self->node || self->eye_states[0] == MW_ROW_EYE_NONE || from_end < 0 || from_end >= MW_EYE_COUNT * EYE)
    return MW_EYE_COUNT;
  return (MwEye) (from_end / EYE);
}

static void
show_node (MwOutlineRow *self)
{
  g_autofree char *title = mw_outline_node_get_title (self->node), *info = mw_outline_node_get_info (self->node);
  GtkWidget *widget = GTK_WIDGET (self);
  if (!self->title) {
    self->title = gtk_widget_create_pango_layout (self->view, NULL);
    pango_layout_set_ellipsize (self->title, PANGO_ELLIPSIZE_END);
    pango_layout_set_single_paragraph_mode (self->title, TRUE);
    self->info = gtk_widget_create_pango_layout (self->view, NULL);
    g_autoptr (PangoAttrList) small = pango_attr_list_new ();
    pango_attr_list_insert (small, pango_attr_scale_new (0.85));
    pango_layout_set_attributes (self->info, small);
  }
  pango_layout_set_text (self->title, title, -1);
  g_autoptr (PangoAttrList) weight = pango_attr_list_new ();
  if (mw_outline_node_is_group (self->node))
    pango_attr_list_insert (weight, pango_attr_weight_new (PANGO_WEIGHT_SEMIBOLD));
  pango_layout_set_attributes (self->title, weight);
  pango_layout_set_text (self->info, info ? info : "", -1);
  self->icon = mw_outline_node_get_icon (self->node);
  show_image (self);
  show_eyes (self);
  show_dot (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_widget_queue_draw (widget);
}

void
mw_outline_row_set_list_row (MwOutlineRow *self, GtkTreeListRow *row)
{
  if (self->row) {
    g_clear_signal_handler (&self->changed, self->node);
    g_clear_signal_handler (&self->expanded, self->row);
    g_clear_object (&self->node);
    g_clear_object (&self->row);
  }
  if (!row) {
    set_address (self, NULL);
    return;
  }
  self->row = g_object_ref (row);
  self->node = gtk_tree_list_row_get_item (row);
  self->changed = g_signal_connect_swapped (self->node, "changed", G_CALLBACK (show_node), self);
  self->expanded = g_signal_connect_swapped (row, "notify::expanded", G_CALLBACK (show_dot), self);
  show_node (self);
}

GtkTreeListRow *
mw_outline_row_get_list_row (MwOutlineRow *self)
{
  return self->row;
}

static int
indent_of (MwOutlineRow *self)
{
  return (int) gtk_tree_list_row_get_depth (self->row) * INDENT;
}

static void
draw_icon (GtkWidget *widget, GtkSnapshot *snapshot, const char *name, int x, const GdkRGBA *colour)
{
  if (!name)
    return;
  /* Foreground, error, warning and success colour; our icons use only the first. */
  GdkRGBA colours[4] = { *colour, *colour, *colour, *colour };
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot,
                          &GRAPHENE_POINT_INIT ((float) x, (float) (gtk_widget_get_height (widget) - ICON) / 2));
  gtk_symbolic_paintable_snapshot_symbolic (icon_named (widget, name), GDK_SNAPSHOT (snapshot), ICON, ICON, colours, 4);
  gtk_snapshot_restore (snapshot);
}

/* Draws the image into a square in the place of the icon, in its own proportions. */
static void
draw_image (GtkWidget *widget, GtkSnapshot *snapshot, GdkTexture *image, int x)
{
  const float wide = (float) gdk_texture_get_width (image), high = (float) gdk_texture_get_height (image),
              scale = IMAGE / MAX (wide, high), left = (float) x - (IMAGE - ICON) / 2.f;
  gtk_snapshot_append_texture (snapshot, image,
                               &GRAPHENE_RECT_INIT (left + (IMAGE - wide * scale) / 2,
                                                    ((float) gtk_widget_get_height (widget) - high * scale) / 2,
                                                    wide * scale, high * scale));
}

static void
draw_text (GtkWidget *widget, GtkSnapshot *snapshot, PangoLayout *layout, int x, const GdkRGBA *colour)
{
  int height;
  pango_layout_get_pixel_size (layout, NULL, &height);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot,
                          &GRAPHENE_POINT_INIT ((float) x, (float) ((gtk_widget_get_height (widget) - height) / 2)));
  gtk_snapshot_append_layout (snapshot, layout, colour);
  gtk_snapshot_restore (snapshot);
}

/* The lock, at the left of the eye, leaves its place to the text until it says something, or the pointer is over the row. */
static gboolean
shows_lock (MwOutlineRow *self)
{
  const MwRowEye state = self->eye_states[MW_EYE_LOCKED];
  return state != MW_ROW_EYE_NONE && (state != MW_ROW_EYE_OFF || self->hovered);
}

static int
n_eyes (MwOutlineRow *self)
{
  return shows_lock (self) ? MW_EYE_COUNT : MW_EYE_COUNT - 1;
}

/* Both are faint until they say something, or the pointer is over the row. */
static void
draw_eyes (MwOutlineRow *self, GtkSnapshot *snapshot, const GdkRGBA *colour)
{
  GtkWidget *widget = GTK_WIDGET (self);
  for (guint eye = 0; eye < MW_EYE_COUNT; eye++) {
    const MwRowEye state = self->eye_states[eye];
    GdkRGBA shade = *colour;
    if (state == MW_ROW_EYE_NONE || (eye == MW_EYE_LOCKED && !shows_lock (self)))
      continue;
    shade.alpha *= state == MW_ROW_EYE_ON ? 1 : state == MW_ROW_EYE_SOME || self->hovered ? 0.6f : 0.25f;
    draw_icon (widget, snapshot, mw_row_eye_icon ((MwEye) eye, state),
               gtk_widget_get_width (widget) - (int) (eye + 1) * EYE + (EYE - ICON) / 2, &shade);
  }
}

static void
take_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  MwOutlineRow *self = MW_OUTLINE_ROW (widget);
  if (!self->row || !self->title)
    return;
  GdkRGBA colour, dim;
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &colour);
  dim = colour;
  dim.alpha *= 0.6f;
  int x = indent_of (self), width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget), info_width;
  draw_eyes (self, snapshot, &colour);
  if (self->eye_states[MW_EYE_HIDDEN] != MW_ROW_EYE_NONE)
    width = MAX (width - n_eyes (self) * EYE - EYE_GAP, 0);
  if (self->eye_states[MW_EYE_HIDDEN] == MW_ROW_EYE_ON)
    colour.alpha *= 0.5f;
  if (gtk_tree_list_row_is_expandable (self->row))
    draw_icon (widget, snapshot, gtk_tree_list_row_get_expanded (self->row) ? "pan-down-symbolic" : "pan-end-symbolic",
               x, &colour);
  if (self->image)
    draw_image (widget, snapshot, self->image, x + ARROW);
  else
    draw_icon (widget, snapshot, self->icon, x + ARROW, &colour);
  if (self->has_dot)
    mw_row_dot_draw (widget, snapshot, self->worst, (float) (x + ARROW + ICON), (float) (height + ICON) / 2);
  x += ARROW + ICON + GAP;
  /* The title is more important: the info text gets what it leaves, if that is worth reading. */
  int title_width;
  pango_layout_set_width (self->title, -1);
  pango_layout_get_pixel_size (self->title, &title_width, NULL);
  pango_layout_set_width (self->info, -1);
  pango_layout_get_pixel_size (self->info, &info_width, NULL);
  const int left = MAX (width - x - title_width - INFO_GAP, 0);
  self->info_is_cut = info_width > left;
  if (self->info_is_cut) {
    info_width = left < LEAST_INFO ? 0 : left;
    pango_layout_set_ellipsize (self->info, PANGO_ELLIPSIZE_END);
    pango_layout_set_width (self->info, info_width * PANGO_SCALE);
  }
  pango_layout_set_width (self->title, MAX (width - x - info_width - INFO_GAP, 8) * PANGO_SCALE);
  draw_text (widget, snapshot, self->title, x, &colour);
  if (info_width)
    draw_text (widget, snapshot, self->info, width - info_width, &dim);
}

static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
         int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 80 : HEIGHT;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 200 : HEIGHT;
}

static void
set_hovered (MwOutlineRow *self, gboolean hovered)
{
  self->hovered = hovered;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
entered (GtkEventControllerMotion *motion, double x, double y, MwOutlineRow *self)
{
  set_hovered (self, TRUE);
}

static void
left (GtkEventControllerMotion *motion, MwOutlineRow *self)
{
  set_hovered (self, FALSE);
}

gboolean
mw_outline_row_is_cut (MwOutlineRow *self)
{
  return self->info_is_cut || (self->title && pango_layout_is_ellipsized (self->title));
}

/* On an icon, what it says and does; else the texts of the row if one of them is cut off, and what is found. */
static gboolean
query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  MwOutlineRow *self = MW_OUTLINE_ROW (widget);
  const MwEye eye = keyboard ? MW_EYE_COUNT : mw_outline_row_get_eye_at (self, x);
  if (!self->node || !self->title)
    return FALSE;
  if (eye < MW_EYE_COUNT) {
    gtk_tooltip_set_text (tooltip, mw_row_eye_tooltip (eye, self->eye_states[eye]));
    return TRUE;
  }
  g_autofree char *found = mw_row_dot_describe (self->findings, self->node, is_folded (self));
  g_autoptr (GString) text = g_string_new (NULL);
  if (mw_outline_row_is_cut (self)) {
    const char *info = pango_layout_get_text (self->info);
    g_string_append_printf (text, "%s%s%s", pango_layout_get_text (self->title), *info ? " · " : "", info);
  }
  if (found)
    g_string_append_printf (text, "%s%s", text->len ? "\n" : "", found);
  gtk_tooltip_set_text (tooltip, text->str);
  return text->len > 0;
}

static void
pressed (GtkGestureClick *click, int n_press, double x, double y, MwOutlineRow *self)
{
  if (!self->row || !gtk_tree_list_row_is_expandable (self->row) || x < indent_of (self)
      || x > indent_of (self) + ARROW)
    return;
  gtk_tree_list_row_set_expanded (self->row, !gtk_tree_list_row_get_expanded (self->row));
  gtk_gesture_set_state (GTK_GESTURE (click), GTK_EVENT_SEQUENCE_CLAIMED);
}

/* The font may have changed, so both text layouts are updated. */
static void
style_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  MwOutlineRow *self = MW_OUTLINE_ROW (widget);
  GTK_WIDGET_CLASS (mw_outline_row_parent_class)->css_changed (widget, change);
  if (self->title) {
    pango_layout_context_changed (self->title);
    pango_layout_context_changed (self->info);
  }
}

static void
dispose (GObject *object)
{
  MwOutlineRow *self = MW_OUTLINE_ROW (object);
  mw_outline_row_set_list_row (self, NULL);
  g_clear_signal_handler (&self->findings_changed, self->findings);
  g_clear_object (&self->findings);
  g_clear_signal_handler (&self->eyes_changed, self->eyes);
  g_clear_object (&self->eyes);
  g_clear_signal_handler (&self->image_is_ready, self->images);
  g_clear_object (&self->images);
  g_clear_object (&self->title);
  g_clear_object (&self->info);
  G_OBJECT_CLASS (mw_outline_row_parent_class)->dispose (object);
}

static void
mw_outline_row_class_init (MwOutlineRowClass *klass)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (klass);
  G_OBJECT_CLASS (klass)->dispose = dispose;
  widget->measure = measure;
  widget->snapshot = take_snapshot;
  widget->css_changed = style_changed;
  widget->query_tooltip = query_tooltip;
  gtk_widget_class_set_css_name (widget, "outline-row");
  gtk_widget_class_set_accessible_role (widget, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
mw_outline_row_init (MwOutlineRow *self)
{
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  GtkGesture *click = gtk_gesture_click_new ();
  g_signal_connect (click, "pressed", G_CALLBACK (pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  GtkEventController *motion = gtk_event_controller_motion_new ();
  g_signal_connect (motion, "enter", G_CALLBACK (entered), self);
  g_signal_connect (motion, "leave", G_CALLBACK (left), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
}

GtkWidget *
mw_outline_row_new (GtkWidget *view, MwRowImages *images, MwEyes *eyes, MwFindings *findings)
{
  MwOutlineRow *self = g_object_new (MW_TYPE_OUTLINE_ROW, NULL);
  self->view = view;
  self->images = g_object_ref (images);
  self->image_is_ready = g_signal_connect (images, "ready", G_CALLBACK (image_ready), self);
  self->eyes = g_object_ref (eyes);
  self->eyes_changed = g_signal_connect_swapped (eyes, "changed", G_CALLBACK (show_eyes), self);
  self->findings = g_object_ref (findings);
  self->findings_changed = g_signal_connect_swapped (findings, "changed", G_CALLBACK (show_dot), self);
  return GTK_WIDGET (self);
}

int
mw_outline_row_get_title_end (MwOutlineRow *self)
{
  int width = 0;
  if (!self->row || !self->title)
    return 0;
  pango_layout_get_pixel_size (self->title, &width, NULL);
  return indent_of (self) + ARROW + ICON + GAP + width;
}
