/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/viewport-menu.h"
#include "ui/document/document-page.h"
#include "ui/i18n.h"
#include "ui/key-scheme.h"
#include "ui/operations/operation-item.h"
#include "ui/viewport/viewport-private.h"
#include "ui/widgets.h"

#include <string.h>

/* --- What the view can do ------------------------------------------------------------------------------------------- */

/* What a key does, too. */
typedef struct {
  const char *action, *label, *key;
} Item;

static const Item box_item = { "view.box", N_ ("Select by a Rectangle"), "b" },
                  all_item = { "view.all", N_ ("Frame All"), "Home" },
                  selection_item = { "view.selection", N_ ("Frame Selection"), "f" },
                  parallel_item = { "view.projection", N_ ("Parallel Projection"), "5" },
                  perspective_item = { "view.projection", N_ ("Perspective"), "5" };
/* Opposite ones side by side. */
static const Item sides[][2] = {
  { { "view.front", N_ ("Front"), "1" }, { "view.back", N_ ("Back"), "<Control>1" } },
  { { "view.right", N_ ("Right"), "3" }, { "view.left", N_ ("Left"), "<Control>3" } },
  { { "view.top", N_ ("Top"), "7" }, { "view.bottom", N_ ("Bottom"), "<Control>7" } },
};

static GtkWidget *
item_of (const Item *item)
{
  g_autofree char *key = mw_key_scheme_first (item->key);
  return mw_action_item_new (gettext (item->label), item->action, key);
}

static void
append (GtkWidget *menu, GtkWidget *item)
{
  gtk_box_append (GTK_BOX (menu), item);
}

static void
append_line (GtkWidget *menu)
{
  append (menu, gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
}

static GtkWidget *
view_menu (MwViewport *self)
{
  GtkWidget *popover = gtk_popover_new (), *menu = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *grid = gtk_grid_new ();
  guint n;
  mw_document_get_selection (self->document, &n);
  gtk_widget_add_css_class (popover, "menu");
  append (menu, mw_action_item_new (_ ("Add…"), "win.add", "<Shift>a"));
  append (menu, mw_action_item_new (_ ("Paste"), "win.paste", "<Control>v"));
  append (menu, item_of (&box_item));
  append_line (menu);
  append (menu, item_of (&all_item));
  if (n)
    append (menu, item_of (&selection_item));
  append_line (menu);
  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    for (guint k = 0; k < 2; k++)
      gtk_grid_attach (GTK_GRID (grid), item_of (&sides[i][k]), (int) k, (int) i, 1, 1);
  append (menu, grid);
  append (menu, item_of (self->camera.ortho ? &perspective_item : &parallel_item));
  append_line (menu);
  mw_viewport_append_cameras (self, menu);
  append_line (menu);
  append (menu, mw_action_item_new (_ ("Overlays…"), "view.overlays", NULL));
  append (menu, mw_action_item_new (_ ("Save Picture…"), "win.save-picture", NULL));
  gtk_popover_set_child (GTK_POPOVER (popover), mw_menu_scroller_new (menu, self->area));
  return popover;
}

static void
key_chosen (GSimpleAction *action, GVariant *unused, gpointer self)
{
  guint key;
  GdkModifierType state;
  const Item *item = g_object_get_data (G_OBJECT (action), "item");
  if (gtk_accelerator_parse (item->key, &key, &state))
    mw_viewport_do_key (self, key, state);
}

static void
overlays_chosen (GSimpleAction *action, GVariant *unused, gpointer self)
{
  mw_overlays_button_popup (MW_OVERLAYS_BUTTON (((MwViewport *) self)->overlays));
}

/* An operation of the menu. Its form opens where the menu was. */
static void
operation_chosen (GSimpleAction *action, GVariant *id, gpointer data)
{
  MwViewport *self = data;
  GtkWidget *page = gtk_widget_get_ancestor (GTK_WIDGET (self), MW_TYPE_DOCUMENT_PAGE);
  double x, y;
  if (!page || !gtk_widget_translate_coordinates (self->area, page, self->menu_x, self->menu_y, &x, &y))
    return;
  mw_outline_run_operation_at (mw_document_page_get_outline (MW_DOCUMENT_PAGE (page)), g_variant_get_string (id, NULL),
                               &(GdkRectangle) { (int) x, (int) y, 1, 1 });
}

static void
add_action (GSimpleActionGroup *group, const Item *item, GCallback chosen, MwViewport *self)
{
  g_autoptr (GSimpleAction) action = g_simple_action_new (strchr (item->action, '.') + 1, NULL);
  g_object_set_data (G_OBJECT (action), "item", (gpointer) item);
  g_signal_connect (action, "activate", chosen, self);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (action));
}

/* --- Opening -------------------------------------------------------------------------------------------------------- */

void
mw_viewport_drop_menu (MwViewport *self)
{
  g_clear_pointer (&self->menu, gtk_widget_unparent);
}

void
mw_viewport_open_menu (MwViewport *self, gboolean elements, double x, double y)
{
  GtkWidget *page = gtk_widget_get_ancestor (GTK_WIDGET (self), MW_TYPE_DOCUMENT_PAGE);
  mw_viewport_drop_menu (self);
  self->menu = elements && page
                 ? mw_outline_new_menu (mw_document_page_get_outline (MW_DOCUMENT_PAGE (page)), "view.operation", NULL)
                 : view_menu (self);
  self->menu_x = x;
  self->menu_y = y;
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
  gtk_widget_set_parent (self->menu, self->area);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle) { (int) x, (int) y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

/* Where the selection is in the drawing; not in the picture: the middle. */
static void
find_place (MwViewport *self, double *x, double *y)
{
  const float width = (float) gtk_widget_get_width (self->area), height = (float) gtk_widget_get_height (self->area);
  float place[3], at[3];
  if (!mw_viewport_gizmo_get_place (self->gizmo, place) || !mw_camera_project (&self->camera, place, width, height, at)
      || at[0] < 0 || at[0] > width || at[1] < 0 || at[1] > height) {
    at[0] = width / 2;
    at[1] = height / 2;
  }
  *x = (double) at[0];
  *y = (double) at[1];
}

void
mw_viewport_open_menu_by_key (MwViewport *self)
{
  double x, y;
  guint n;
  mw_document_get_selection (self->document, &n);
  find_place (self, &x, &y);
  mw_viewport_open_menu (self, n > 0, x, y);
}

/* If operations share a key, the outline finds the one for the selection. */
static const MwOperation *
operation_of_key (guint keyval, GdkModifierType state)
{
  for (const MwOperation *const *at = mw_operations_list (); *at; at++)
    if ((*at)->accelerator && (*at)->subject == MW_SUBJECT_ELEMENTS && mw_key_is ((*at)->accelerator, keyval, state))
      return *at;
  return NULL;
}

gboolean
mw_viewport_do_operation_key (MwViewport *self, guint keyval, GdkModifierType state)
{
  const MwOperation *operation = operation_of_key (keyval, state);
  guint n;
  mw_document_get_selection (self->document, &n);
  if (!operation || n == 0 || mw_viewport_mesh_get (self->mesh))
    return FALSE;
  find_place (self, &self->menu_x, &self->menu_y);
  return gtk_widget_activate_action (GTK_WIDGET (self), "view.operation", "s", operation->id);
}

/* A popover that is still open when the window is destroyed would look for the pointer in destroyed widgets. */
static void
hidden (MwViewport *self)
{
  if (self->menu)
    gtk_popover_popdown (GTK_POPOVER (self->menu));
}

void
mw_viewport_init_menu (MwViewport *self)
{
  static const Item overlays = { .action = "view.overlays" };
  const Item *const keys[] = { &box_item, &all_item, &selection_item, &parallel_item };
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    add_action (group, keys[i], G_CALLBACK (key_chosen), self);
  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    for (guint k = 0; k < 2; k++)
      add_action (group, &sides[i][k], G_CALLBACK (key_chosen), self);
  add_action (group, &overlays, G_CALLBACK (overlays_chosen), self);
  g_autoptr (GSimpleAction) operation = g_simple_action_new ("operation", G_VARIANT_TYPE_STRING);
  g_signal_connect (operation, "activate", G_CALLBACK (operation_chosen), self);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (operation));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "view", G_ACTION_GROUP (group));
  g_signal_connect_swapped (self->area, "unmap", G_CALLBACK (hidden), self);
}
