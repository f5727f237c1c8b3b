/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/viewport-cameras.h"
#include "core/model/aspects.h"
#include "core/pose/camera.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/viewport/viewport-labels.h"
#include "ui/viewport/viewport-private.h"
#include "ui/widgets.h"

#include <string.h>

static const MwModel *
model_of (MwViewport *self)
{
  return mw_document_get_model (self->document);
}

static const MwList *
cameras_of (MwViewport *self)
{
  return mw_model_member (model_of (self), mw_aspects_of (model_of (self))->cameras);
}

/* --- Looking --------------------------------------------------------------------------------------------------------- */

static gboolean
is_looking (const MwViewport *self)
{
  const MwThrough *through = &self->through;
  return (through->camera || through->game) && memcmp (&through->now, &self->camera, sizeof through->now) == 0;
}

/* Aims the view. FALSE: the camera is gone. */
static gboolean
aim (MwViewport *self)
{
  MwThrough *through = &self->through;
  const MwRecord *camera = through->camera ? mw_model_find (model_of (self), through->camera) : NULL;
  const float aspect = (float) mw_viewport_aspect (self);
  MwCameraState state;
  if (through->game) {
    mw_game_view (model_of (self), through->game, &self->clock, &through->view);
    mw_game_view_look (&through->view, aspect, 1, &self->camera);
  } else if (camera && mw_camera_evaluate (model_of (self), camera, &self->clock, &state)) {
    mw_camera_look (&self->camera, state.eye, state.target, state.field_of_view, state.roll, aspect);
  } else {
    return FALSE;
  }
  through->now = self->camera;
  return TRUE;
}

static void
show_frame (MwViewport *self)
{
  const float width = (float) gtk_widget_get_width (self->area), height = (float) gtk_widget_get_height (self->area);
  const gboolean framed = is_looking (self) && self->through.game;
  float at[4];
  if (framed)
    mw_game_view_place (&self->through.view, width, height, at);
  const char *text = self->through.game == MW_GAME_VIEW_GAME ? _ ("Game")
                     : self->through.view.guessed            ? _ ("Portrait, a guess: the model has no camera for it")
                                                             : _ ("Portrait");
  mw_viewport_labels_set_frame (MW_VIEWPORT_LABELS (self->labels),
                                framed ? &GRAPHENE_RECT_INIT (at[0], at[1], at[2], at[3]) : NULL, text);
}

/* Looks through a camera of the model, else as a game shows the model. */
static void
look (MwViewport *self, MwId camera, MwGameViewKind game)
{
  const MwCamera from = mw_viewport_camera_now (self);
  if (!is_looking (self))
    self->through.before = self->camera;
  self->through.camera = camera;
  self->through.game = game;
  if (aim (self))
    mw_viewport_glide_from (self, &from);
  self->framed = TRUE;
  show_frame (self);
  mw_viewport_redraw (self);
}

static void
orbit (MwViewport *self)
{
  const MwCamera from = mw_viewport_camera_now (self);
  if (!is_looking (self))
    return;
  self->camera = self->through.before;
  mw_viewport_glide_from (self, &from);
  show_frame (self);
  mw_viewport_redraw (self);
}

gboolean
mw_viewport_look_through_next (MwViewport *self)
{
  const MwList *cameras = cameras_of (self);
  guint n;
  const MwId *ids = mw_document_get_selection (self->document, &n);
  for (guint32 i = 0; n == 1 && i < cameras->n; i++)
    if (cameras->items[i]->id == ids[0])
      self->model_camera = i;
  if (cameras->n)
    look (self, cameras->items[self->model_camera++ % cameras->n]->id, MW_GAME_VIEW_NONE);
  return cameras->n > 0;
}

void
mw_viewport_follow_camera (MwViewport *self)
{
  if (is_looking (self))
    aim (self);
  show_frame (self);
}

/* --- The list -------------------------------------------------------------------------------------------------------- */

#define CAMERA "camera"
#define GAME "game"

static void
row_clicked (GtkWidget *row, MwViewport *self)
{
  const MwId camera = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), CAMERA));
  const MwGameViewKind game = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), GAME));
  gtk_popover_popdown (GTK_POPOVER (gtk_widget_get_ancestor (row, GTK_TYPE_POPOVER)));
  if (camera || game)
    look (self, camera, game);
  else
    orbit (self);
  mw_viewport_take_focus (self);
}

/* The one that is looked through has a mark. */
static void
append_row (MwViewport *self, GtkWidget *menu, const char *label, MwId camera, MwGameViewKind game)
{
  const gboolean looking = is_looking (self);
  const gboolean on = camera || game ? looking && self->through.camera == camera && self->through.game == game
                                     : !looking;
  GtkWidget *row = gtk_button_new (), *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8),
            *mark = gtk_image_new_from_icon_name ("object-select-symbolic"), *text = gtk_label_new (label);
  gtk_widget_set_opacity (mark, on ? 1 : 0);
  gtk_label_set_xalign (GTK_LABEL (text), 0);
  gtk_box_append (GTK_BOX (content), mark);
  gtk_box_append (GTK_BOX (content), text);
  gtk_button_set_child (GTK_BUTTON (row), content);
  gtk_widget_add_css_class (row, "flat");
  gtk_widget_add_css_class (row, "menu-item");
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_object_set_data (G_OBJECT (row), CAMERA, GUINT_TO_POINTER (camera));
  g_object_set_data (G_OBJECT (row), GAME, GUINT_TO_POINTER (game));
  g_signal_connect (row, "clicked", G_CALLBACK (row_clicked), self);
  gtk_box_append (GTK_BOX (menu), row);
}

void
mw_viewport_append_cameras (MwViewport *self, GtkWidget *menu)
{
  const MwList *cameras = cameras_of (self);
  MwGameView portrait;
  mw_game_view (model_of (self), MW_GAME_VIEW_PORTRAIT, &self->clock, &portrait);
  append_row (self, menu, _ ("Orbit"), 0, MW_GAME_VIEW_NONE);
  for (uint32_t i = 0; i < cameras->n; i++) {
    g_autofree char *title = mw_ui_record_title (cameras->items[i]);
    /* Translators: a camera of the model, by its name */
    g_autofree char *label = g_str_has_prefix (title, _ ("Camera")) ? g_strdup (title)
                                                                    : g_strdup_printf (_ ("Camera %s"), title);
    append_row (self, menu, label, cameras->items[i]->id, MW_GAME_VIEW_NONE);
  }
  append_row (self, menu, _ ("Game"), 0, MW_GAME_VIEW_GAME);
  append_row (self, menu, portrait.guessed ? _ ("Portrait (a guess)") : _ ("Portrait"), 0, MW_GAME_VIEW_PORTRAIT);
}

static void
fill (GtkMenuButton *button, gpointer self)
{
  GtkWidget *popover = gtk_popover_new (), *menu = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (popover, "menu");
  mw_viewport_append_cameras (self, menu);
  gtk_popover_set_child (GTK_POPOVER (popover), menu);
  gtk_menu_button_set_popover (button, popover);
}

GtkWidget *
mw_viewport_make_cameras (MwViewport *self)
{
  GtkWidget *button = gtk_menu_button_new ();
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "mw-camera-symbolic");
  /* Not the whole, because its popover would get the colours too. */
  gtk_widget_add_css_class (gtk_widget_get_first_child (button), "osd");
  gtk_widget_add_css_class (gtk_widget_get_first_child (button), "view-corner");
  gtk_widget_set_halign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button,
                               _ ("Cameras: those of the model (0: the next one), of the game, and of portraits"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Camera of the View"), -1);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (button), fill, self, NULL);
  return button;
}
