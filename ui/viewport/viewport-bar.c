/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/aspects.h"
#include "ui/drop-down-search.h"
#include "ui/ellipsis.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/viewport/team-chooser.h"
#include "ui/viewport/viewport-axes.h"
#include "ui/viewport/viewport-bar.h"
#include "ui/viewport/weight-legend.h"

/* The bar above a viewport. */

static const MwModel *
model_of (MwViewport *self)
{
  return mw_document_get_model (self->document);
}

/* --- What applies to the model --------------------------------------------------------------------------------------- */

/* The skin profile that is drawn: the chosen one, or the first that is loaded; NULL: there is none. */
static const MwRecord *
profile_of (MwViewport *self)
{
  const MwAspects *aspects = mw_aspects_of (model_of (self));
  return aspects->profile ? aspects->profile (model_of (self), self->profile) : NULL;
}

static const MwList *
profiles_of (MwViewport *self)
{
  return mw_model_member (model_of (self), mw_aspects_of (model_of (self))->profiles);
}

void
mw_viewport_describe (MwViewport *self)
{
  const MwRecord *profile = profile_of (self);
  const MwArray *corners;
  guint64 triangles = 0, bones = mw_count_points (model_of (self), MW_POINT_BONE);
  for (guint i = 0;
       (corners = mw_aspects_of (model_of (self))->triangles (model_of (self), profile ? profile->id : 0, i)); i++)
    triangles += corners->n / 3;
  g_autofree char *t = mw_ui_count (triangles), *b = mw_ui_count (bones);
  g_autofree char *n_triangles = g_strdup_printf (ngettext ("%s triangle", "%s triangles", triangles), t);
  g_autofree char *n_bones = g_strdup_printf (ngettext ("%s bone", "%s bones", bones), b);
  /* Translators: "2 triangles, 1 bone" */
  g_autofree char *text = g_strdup_printf (_ ("%s, %s"), n_triangles, n_bones);
  gtk_label_set_text (GTK_LABEL (self->info), text);
  mw_viewport_show_note (self);
}

void
mw_viewport_fill_bar (MwViewport *self)
{
  const MwAspects *aspects = mw_aspects_of (model_of (self));
  const MwList *profiles = profiles_of (self);
  const MwRecord *drawn = profile_of (self);
  gtk_widget_set_visible (self->teams, aspects->has_teams && aspects->has_teams (model_of (self)));
  gtk_widget_set_visible (self->profiles, FALSE);
  mw_light_button_set_model (MW_LIGHT_BUTTON (self->light), model_of (self));
  mw_viewport_show_types (self);
  if (!profiles)
    return;
  g_autoptr (GtkStringList) rows = gtk_string_list_new (NULL);
  self->filling = TRUE;
  for (guint i = 0; i < profiles->n; i++) {
    g_autofree char *title = mw_ui_record_title (profiles->items[i]), *info = mw_ui_record_info (profiles->items[i]);
    g_autofree char *text = info ? g_strdup_printf ("%s · %s", title, info) : g_strdup (title);
    gtk_string_list_append (rows, text);
  }
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->profiles), G_LIST_MODEL (rows));
  if (drawn)
    gtk_drop_down_set_selected (GTK_DROP_DOWN (self->profiles), mw_record_index (drawn));
  gtk_widget_set_visible (self->profiles, profiles->n > 1);
  self->filling = FALSE;
}

static void
profile_chosen (GtkDropDown *drop_down, GParamSpec *property, MwViewport *self)
{
  guint at = gtk_drop_down_get_selected (drop_down);
  const MwList *profiles = profiles_of (self);
  if (self->filling || !profiles || at >= profiles->n)
    return;
  self->profile = profiles->items[at]->id;
  self->load_known = FALSE;
  mw_viewport_describe (self);
  mw_viewport_redraw (self);
}

/* --- The settings ---------------------------------------------------------------------------------------------------- */

void
mw_viewport_get_view (MwViewport *self, MwViewportView *view)
{
  *view = (MwViewportView) { .camera = self->camera,
                             .framed = self->framed,
                             .model_camera = self->model_camera,
                             .shading = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->shadings)),
                             .team = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->teams)),
                             .overlays = mw_overlays_button_get (MW_OVERLAYS_BUTTON (self->overlays)) };
  mw_light_button_get (MW_LIGHT_BUTTON (self->light), &view->light);
  const MwRecord *profile = self->profile ? mw_model_find (model_of (self), self->profile) : NULL;
  view->profile = profile ? mw_record_index (profile) : 0;
}

void
mw_viewport_set_view (MwViewport *self, const MwViewportView *view)
{
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->shadings), view->shading);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->teams), view->team);
  mw_light_button_set (MW_LIGHT_BUTTON (self->light), &view->light);
  mw_overlays_button_set (MW_OVERLAYS_BUTTON (self->overlays), view->overlays);
  if (gtk_widget_get_visible (self->profiles))
    gtk_drop_down_set_selected (GTK_DROP_DOWN (self->profiles), view->profile);
  if (view->framed)
    self->camera = view->camera;
  self->framed = view->framed;
  self->model_camera = view->model_camera;
  mw_viewport_redraw (self);
}

/* --- The controls ---------------------------------------------------------------------------------------------------- */

void
mw_viewport_show_legend (MwViewport *self)
{
  const gboolean shown = mw_viewport_leading (self)->shading == MW_SHADING_WEIGHTS;
  gtk_widget_set_visible (self->legend, shown);
  if (shown)
    mw_weight_legend_update (MW_WEIGHT_LEGEND (self->legend), self->document);
  if (self->follower)
    mw_viewport_show_legend (self->follower);
}

static void
shading_chosen (GtkDropDown *drop_down, GParamSpec *property, MwViewport *self)
{
  self->shading = gtk_drop_down_get_selected (drop_down);
  mw_viewport_show_legend (self);
  mw_viewport_redraw (self);
}

static void
light_changed (MwLightButton *button, MwViewport *self)
{
  MwLightView view;
  mw_light_button_get (button, &view);
  if (view.fog.on && view.fog.end <= 0) {
    mw_fog_suggest (&view.fog, &self->camera);
    mw_light_button_set (button, &view);
    return;
  }
  const int minute = view.lighting == MW_LIGHTING_HOUR ? view.minute : -1;
  if (!mw_fog_equal (&view.fog, &self->chosen->fog) || minute != self->chosen->minute) {
    const gboolean other = (minute < 0) != (self->chosen->minute < 0);
    self->chosen->fog = view.fog;
    self->chosen->minute = minute;
    if (other && self->document) /* for the light of an hour a tileset can be chosen */
      mw_viewport_show_types (self);
    mw_viewport_remember_later (self);
  }
  if (self->document) {
    mw_viewport_find_day (self);
    mw_viewport_show_note (self);
  }
  mw_viewport_redraw (self);
}

static void
team_chosen (GtkDropDown *drop_down, GParamSpec *property, MwViewport *self)
{
  self->team = gtk_drop_down_get_selected (drop_down);
  if (self->team != self->chosen->team) {
    self->chosen->team = self->team;
    mw_viewport_remember (self);
  }
  mw_viewport_redraw (self);
}

static void
overlays_changed (MwOverlaysButton *button, MwViewport *self)
{
  mw_viewport_redraw (self);
}

static GtkWidget *
drop_down (const char *const *choices, const char *label, GCallback chosen, MwViewport *self)
{
  GtkWidget *widget = gtk_drop_down_new_from_strings (choices);
  mw_drop_down_keep_inside (GTK_DROP_DOWN (widget));
  gtk_widget_set_tooltip_text (widget, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_signal_connect (widget, "notify::selected", chosen, self);
  return widget;
}

static void
axis_chosen (MwViewportAxes *axes, guint keyval, gboolean opposite, MwViewport *self)
{
  mw_viewport_do_key (mw_viewport_leading (self), keyval, opposite ? GDK_CONTROL_MASK : 0);
  mw_viewport_take_focus (self);
}

GtkWidget *
mw_viewport_make_corner (MwViewport *self)
{
  GtkWidget *corner = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_set_halign (corner, GTK_ALIGN_END);
  gtk_widget_set_valign (corner, GTK_ALIGN_START);
  gtk_widget_set_margin_top (corner, 8);
  gtk_widget_set_margin_end (corner, 8);
  self->axes = mw_viewport_axes_new ();
  g_signal_connect (self->axes, "chosen", G_CALLBACK (axis_chosen), self);
  gtk_box_append (GTK_BOX (corner), self->axes);
  gtk_box_append (GTK_BOX (corner), mw_viewport_make_cameras (self));
  return corner;
}

GtkWidget *
mw_viewport_make_bar (MwViewport *self)
{
  /* In the order of MwShading. */
  const char *const shadings[] = { _ ("Textured"),     _ ("Solid"),         _ ("Wireframe"),
                                   _ ("Normals"),      _ ("Matrix groups"), _ ("UV checker"),
                                   _ ("Find missing"), _ ("Bone weights"),  NULL };
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2);
  gtk_widget_add_css_class (bar, "viewport-bar");
  self->shadings = drop_down (shadings, _ ("Shading"), G_CALLBACK (shading_chosen), self);
  self->light = mw_light_button_new ();
  g_signal_connect (self->light, "changed", G_CALLBACK (light_changed), self);
  self->teams = mw_team_chooser_new ();
  g_signal_connect (self->teams, "notify::selected", G_CALLBACK (team_chosen), self);
  self->overlays = mw_overlays_button_new ();
  g_signal_connect (self->overlays, "changed", G_CALLBACK (overlays_changed), self);
  self->info = gtk_label_new (NULL);
  mw_label_ellipsize (self->info, PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (self->info), 1);
  gtk_widget_set_hexpand (self->info, TRUE);
  gtk_widget_add_css_class (self->info, "dim-label");
  gtk_widget_add_css_class (self->info, "caption");
  self->profiles = drop_down ((const char *const[]) { NULL }, _ ("Skin profile"), G_CALLBACK (profile_chosen), self);
  GtkWidget *all[] = {
    self->shadings, self->light, self->overlays, self->teams, self->profiles, self->shown, self->info
  };
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    gtk_box_append (GTK_BOX (bar), all[i]);
  return bar;
}
