/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/outline/outline-row.h"

enum { ARROW = 16, ICON = 16, GAP = 6, INDENT = 16, HEIGHT = 25 };

struct _MwOutlineRow {
  GtkWidget parent_instance;
  GtkTreeListRow *row;
  MwOutlineNode *node;
  gulong changed, expanded;
  PangoLayout *title, *info;
  const char *icon;
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

static void
show_node (MwOutlineRow *self)
{
  g_autofree char *title = mw_outline_node_get_title (self->node), *info = mw_outline_node_get_info (self->node);
  GtkWidget *widget = GTK_WIDGET (self);
  if (!self->title) {
    self->title = gtk_widget_create_pango_layout (widget, NULL);
    pango_layout_set_ellipsize (self->title, PANGO_ELLIPSIZE_END);
    pango_layout_set_single_paragraph_mode (self->title, TRUE);
    self->info = gtk_widget_create_pango_layout (widget, NULL);
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
  if (!row)
    return;
  self->row = g_object_ref (row);
  self->node = gtk_tree_list_row_get_item (row);
  self->changed = g_signal_connect_swapped (self->node, "changed", G_CALLBACK (show_node), self);
  self->expanded = g_signal_connect_swapped (row, "notify::expanded", G_CALLBACK (gtk_widget_queue_draw), self);
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
  int x = indent_of (self), width = gtk_widget_get_width (widget), info_width;
  if (gtk_tree_list_row_is_expandable (self->row))
    draw_icon (widget, snapshot, gtk_tree_list_row_get_expanded (self->row) ? "pan-down-symbolic" : "pan-end-symbolic",
               x, &colour);
  draw_icon (widget, snapshot, self->icon, x + ARROW, &colour);
  pango_layout_set_width (self->info, -1);
  pango_layout_get_pixel_size (self->info, &info_width, NULL);
  /* The info text gets at most half of the width; the title is more important. */
  if (info_width > (width - x) / 2) {
    info_width = MAX ((width - x) / 2, 8);
    pango_layout_set_ellipsize (self->info, PANGO_ELLIPSIZE_END);
    pango_layout_set_width (self->info, info_width * PANGO_SCALE);
  }
  x += ARROW + ICON + GAP;
  pango_layout_set_width (self->title, MAX (width - x - info_width - GAP, 8) * PANGO_SCALE);
  draw_text (widget, snapshot, self->title, x, &colour);
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
}

GtkWidget *
mw_outline_row_new (void)
{
  return g_object_new (MW_TYPE_OUTLINE_ROW, NULL);
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
