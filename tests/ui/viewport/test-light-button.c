/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/m2.h"
#include "tests/core/image/cubes.h"
#include "tests/core/render/day-model.h"
#include "tests/ui/fixture.h"
#include "ui/viewport/fog-form.h"
#include "ui/viewport/light-button.h"
#include "ui/places.h"
#include "ui/viewport/viewport-private.h"

#include <glib/gstdio.h>
#include <string.h>

static MwWindow *window;
static MwViewport *viewport;
static MwLightButton *button;

static void
open_file (const char *path)
{
  window = fixture_window ();
  viewport = mw_document_page_get_viewport (fixture_open (window, path));
  button = MW_LIGHT_BUTTON (find_type (GTK_WIDGET (viewport), MW_TYPE_LIGHT_BUTTON));
  fixture_settle ();
}

static void
begin (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx");
  open_file (path);
}

/* Closes the window, and opens the file in another one. */
static void
open_again (const char *path)
{
  gtk_window_destroy (GTK_WINDOW (window));
  fixture_settle ();
  open_file (path);
}

static MwLightView
view_of (void)
{
  MwLightView view;
  mw_light_button_get (button, &view);
  return view;
}

static GtkWidget *
check (const char *label)
{
  return find_called (GTK_WIDGET (button), GTK_TYPE_CHECK_BUTTON, label);
}

static GtkWidget *
scale (const char *label)
{
  return find_called (GTK_WIDGET (button), GTK_TYPE_SCALE, label);
}

/* Whether the view was drawn again since there were `frames` of it. */
static gboolean
has_more_frames (gpointer frames)
{
  return mw_viewport_get_n_frames (viewport) > *(guint64 *) frames;
}

static gboolean
was_drawn (guint64 frames)
{
  return fixture_until (has_more_frames, &frames);
}

static void
a_choice_is_drawn (void)
{
  begin ();
  g_assert_cmpint (view_of ().lighting, ==, MW_LIGHTING_GAME);
  g_assert_true (view_of ().model_lights);
  g_assert_true (gtk_check_button_get_active (GTK_CHECK_BUTTON (check ("Game, day"))));
  guint64 frames = mw_viewport_get_n_frames (viewport);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check ("Game, night")), TRUE);
  g_assert_cmpint (view_of ().lighting, ==, MW_LIGHTING_NIGHT);
  g_assert_true (was_drawn (frames));
  frames = mw_viewport_get_n_frames (viewport);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check ("Model's lights too")), FALSE);
  g_assert_false (view_of ().model_lights);
  g_assert_true (was_drawn (frames));
  fixture_end (window);
}

static void
the_shadow_is_a_setting (void)
{
  begin ();
  GtkCheckButton *shadow = GTK_CHECK_BUTTON (check ("Shadow on the ground"));
  MwFrameIds ids = { 0 };
  MwFrame frame;
  g_assert_false (gtk_check_button_get_active (shadow));
  mw_viewport_fill_frame (viewport, &frame, &ids, 64, 64);
  g_assert_false (frame.shadow);
  guint64 frames = mw_viewport_get_n_frames (viewport);
  gtk_check_button_set_active (shadow, TRUE);
  g_assert_true (was_drawn (frames));
  g_assert_true (g_settings_get_boolean (mw_places_settings (), MW_GROUND_SHADOW));
  mw_viewport_fill_frame (viewport, &frame, &ids, 64, 64);
  g_assert_true (frame.shadow);
  mw_frame_ids_clear (&ids);
  g_settings_reset (mw_places_settings (), MW_GROUND_SHADOW);
  g_assert_false (gtk_check_button_get_active (shadow));
  fixture_end (window);
}

static void
the_direction_can_be_turned_and_reset (void)
{
  begin ();
  GtkWidget *reset = find_called (GTK_WIDGET (button), GTK_TYPE_BUTTON, "Reset Direction");
  g_assert_false (gtk_widget_get_sensitive (reset));
  guint64 frames = mw_viewport_get_n_frames (viewport);
  gtk_range_set_value (GTK_RANGE (scale ("Around")), 90);
  gtk_range_set_value (GTK_RANGE (scale ("Height")), -45);
  g_assert_cmpfloat_with_epsilon (view_of ().turn[0], G_PI / 2, 1e-5);
  g_assert_cmpfloat_with_epsilon (view_of ().turn[1], -G_PI / 4, 1e-5);
  g_assert_true (was_drawn (frames));
  mw_light_button_turn (button, (float) G_PI, 0.1f); /* beyond half a turn it goes on from the other side */
  g_assert_cmpfloat_with_epsilon (view_of ().turn[0], -G_PI / 2, 1e-5);
  g_assert_cmpfloat_with_epsilon (gtk_range_get_value (GTK_RANGE (scale ("Around"))), -90, 1e-3);
  g_assert_true (gtk_widget_get_sensitive (reset));
  gtk_range_set_value (GTK_RANGE (scale ("Around")), 0);
  g_assert_true (gtk_widget_get_sensitive (reset)); /* it is higher, still */
  g_signal_emit_by_name (reset, "clicked");
  g_assert_cmpfloat (view_of ().turn[0], ==, 0);
  g_assert_cmpfloat (view_of ().turn[1], ==, 0);
  g_assert_cmpfloat (gtk_range_get_value (GTK_RANGE (scale ("Height"))), ==, 0);
  fixture_end (window);
}

static void
what_has_no_effect_is_disabled (void)
{
  begin ();
  static const struct {
    const char *label;
    gboolean turns;
  } lightings[] = { { "Plain", FALSE }, { "Game, day", TRUE },   { "Portrait", TRUE },
                    { "Studio", TRUE }, { "Game, night", TRUE }, { "Model's lights only", FALSE } };
  for (guint i = 0; i < G_N_ELEMENTS (lightings); i++) {
    gtk_check_button_set_active (GTK_CHECK_BUTTON (check (lightings[i].label)), TRUE);
    g_assert_cmpint (gtk_widget_get_sensitive (scale ("Around")), ==, lightings[i].turns);
    g_assert_cmpint (gtk_widget_get_sensitive (scale ("Height")), ==, lightings[i].turns);
    g_assert_cmpint (gtk_widget_get_sensitive (check ("Model's lights too")), ==, lightings[i].turns);
  }
  fixture_end (window);
}

/* A frame of the view; what it points to is not there. */
static MwFrame
drawn (void)
{
  MwFrameIds ids = { 0 };
  MwFrame frame;
  mw_viewport_fill_frame (viewport, &frame, &ids, 64, 64);
  mw_frame_ids_clear (&ids);
  return frame;
}

static MwFog
drawn_fog (void)
{
  return drawn ().fog;
}

/* The sentence about the light of an hour, which follows its slider. */
static GtkWidget *
button_note (void)
{
  return gtk_widget_get_next_sibling (scale ("Hour of the day"));
}

static GtkWidget *
of_fog (GType type, const char *label)
{
  return find_called (find_type (GTK_WIDGET (button), MW_TYPE_FOG_FORM), type, label);
}

static void
fog_is_drawn_and_remembered_for_the_file (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx");
  open_file (path);
  GtkCheckButton *on = GTK_CHECK_BUTTON (check ("Fog"));
  g_assert_false (drawn_fog ().on);
  g_assert_false (gtk_widget_get_visible (of_fog (GTK_TYPE_COLOR_BUTTON, "Fog colour")));
  guint64 frames = mw_viewport_get_n_frames (viewport);
  gtk_check_button_set_active (on, TRUE);
  g_assert_true (was_drawn (frames));
  /* It begins with distances in which the model is seen. */
  MwFog fog = drawn_fog ();
  g_assert_true (fog.on && fog.start > 0 && fog.end > fog.start && fog.end < 1000);
  g_assert_cmpint (fog.kind, ==, MW_FOG_LINEAR);
  GtkSpinButton *start = GTK_SPIN_BUTTON (of_fog (GTK_TYPE_SPIN_BUTTON, "Fog start")),
                *end = GTK_SPIN_BUTTON (of_fog (GTK_TYPE_SPIN_BUTTON, "Fog end"));
  g_assert_cmpfloat (gtk_spin_button_get_value (start), ==, (double) fog.start);
  g_assert_true (gtk_widget_get_visible (gtk_widget_get_parent (GTK_WIDGET (start))));
  /* The end is always farther than the start. */
  gtk_spin_button_set_value (start, 2000);
  g_assert_cmpfloat (gtk_spin_button_get_value (end), ==, 2020);
  gtk_spin_button_set_value (end, 100);
  g_assert_cmpfloat (gtk_spin_button_get_value (start), ==, 99);
  gtk_spin_button_set_value (end, 0);
  g_assert_cmpfloat_with_epsilon (gtk_spin_button_get_value (end), 0.01, 1e-6);
  g_assert_cmpfloat (drawn_fog ().start, <, drawn_fog ().end);
  gtk_spin_button_set_value (end, 100);
  GtkWidget *colour = of_fog (GTK_TYPE_COLOR_BUTTON, "Fog colour");
  gtk_color_chooser_set_rgba (GTK_COLOR_CHOOSER (colour), &(GdkRGBA) { 1, 0, 0.2f, 1 });
  g_signal_emit_by_name (colour, "color-set");
  /* Exponential fog has no start. */
  gtk_drop_down_set_selected (GTK_DROP_DOWN (of_fog (GTK_TYPE_DROP_DOWN, "Kind of fog")), MW_FOG_EXPONENTIAL);
  g_assert_false (gtk_widget_get_sensitive (GTK_WIDGET (start)));
  fog = drawn_fog ();
  g_autofree char *text = mw_fog_to_text (&fog);
  g_assert_cmpstr (text, ==, "#FF0033,0,100,exponential");
  open_again (path);
  fog = drawn_fog ();
  g_autofree char *again = mw_fog_to_text (&fog);
  g_assert_true (fog.on);
  g_assert_cmpstr (again, ==, text);
  g_assert_true (gtk_check_button_get_active (GTK_CHECK_BUTTON (check ("Fog"))));
  /* The form shows all of it. */
  GdkRGBA shown;
  gtk_color_chooser_get_rgba (GTK_COLOR_CHOOSER (of_fog (GTK_TYPE_COLOR_BUTTON, "Fog colour")), &shown);
  g_assert_true (gdk_rgba_equal (&shown, &(GdkRGBA) { 1, 0, 0.2f, 1 }));
  GtkWidget *kind = of_fog (GTK_TYPE_DROP_DOWN, "Kind of fog");
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (kind)), ==, MW_FOG_EXPONENTIAL);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check ("Fog")), FALSE);
  g_assert_false (drawn_fog ().on);
  g_assert_false (gtk_widget_get_visible (gtk_widget_get_parent (kind)));
  open_again (path);
  g_assert_false (drawn_fog ().on);
  g_assert_true (gtk_widget_get_visible (of_fog (GTK_TYPE_DROP_DOWN, "Kind of fog")));
  /* Other games have only one kind. */
  MwM2 *m2 = mw_m2_new (264);
  mw_light_button_set_model (button, &m2->model);
  g_assert_false (gtk_widget_get_visible (of_fog (GTK_TYPE_DROP_DOWN, "Kind of fog")));
  mw_model_free (&m2->model);
  fixture_end (window);
}

/* The slider stops at each fifth minute; what is typed is kept as it is. */
static void
a_minute_is_typed_or_dragged_to (void)
{
  begin ();
  GtkWidget *typed = find_called (GTK_WIDGET (button), GTK_TYPE_SPIN_BUTTON, "Time of the day");
  static const struct {
    double dragged;
    int minute;
  } stops[] = { { 361.4, 360 }, { 362.6, 365 }, { 1433, 1435 }, { 0, 0 } };
  for (guint i = 0; i < G_N_ELEMENTS (stops); i++) {
    gtk_range_set_value (GTK_RANGE (scale ("Hour of the day")), stops[i].dragged);
    g_assert_cmpint (view_of ().minute, ==, stops[i].minute);
    g_assert_cmpfloat (gtk_range_get_value (GTK_RANGE (scale ("Hour of the day"))), ==, stops[i].minute);
  }
  static const struct {
    const char *text, *shown;
    int minute;
  } texts[] = {
    { "6:07", "06:07", 367 }, { "18", "18:00", 1080 }, { "noon", "18:00", 1080 }, { "23:59", "23:59", 1439 }
  };
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check ("Studio")), TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    gtk_editable_set_text (GTK_EDITABLE (typed), texts[i].text);
    gtk_spin_button_update (GTK_SPIN_BUTTON (typed));
    g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (typed)), ==, texts[i].shown);
    g_assert_cmpint (view_of ().minute, ==, texts[i].minute);
    g_assert_cmpint (view_of ().lighting, ==, MW_LIGHTING_HOUR);
  }
  gtk_spin_button_spin (GTK_SPIN_BUTTON (typed), GTK_SPIN_STEP_FORWARD, 1);
  g_assert_cmpint (view_of ().minute, ==, 0);
  /* What was remembered may be anything. */
  MwLightView view = view_of ();
  view.minute = 5000;
  view.turn[1] = 10;
  mw_light_button_set (button, &view);
  g_assert_cmpint (view_of ().minute, ==, 1439);
  g_assert_cmpfloat_with_epsilon (view_of ().turn[1], G_PI, 1e-5);
  view.minute = -5;
  view.turn[1] = -10;
  mw_light_button_set (button, &view);
  g_assert_cmpint (view_of ().minute, ==, 0);
  g_assert_cmpfloat_with_epsilon (view_of ().turn[1], -G_PI, 1e-5);
  fixture_end (window);
}

/* The model of day and night is there, or it is known that there is none. */
static gboolean
has_looked (gpointer unused)
{
  return viewport->day || viewport->day_wrong;
}

/* The game's model of day and night is found where textures are, for the tileset. */
static void
the_light_is_that_of_an_hour_of_the_game (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx"),
                  *game = g_build_filename (fixture_folder (), "Environment/DNC/DNCLordaeron/DNCLordaeronUnit", NULL),
                  *model = g_build_filename (game, "DNCLordaeronUnit.mdl", NULL);
  g_assert_cmpint (g_mkdir_with_parents (game, 0700), ==, 0);
  g_assert_true (g_file_set_contents (model, DAY_MODEL, -1, NULL));
  open_file (path);
  g_assert_false (drawn ().sun.on);
  GtkWidget *tilesets = find_called (viewport->shown, GTK_TYPE_DROP_DOWN, "Tileset");
  g_assert_false (gtk_widget_get_visible (gtk_widget_get_parent (tilesets)));
  gtk_range_set_value (GTK_RANGE (scale ("Hour of the day")), 6 * 60);
  g_assert_cmpint (view_of ().lighting, ==, MW_LIGHTING_HOUR);
  g_assert_true (gtk_check_button_get_active (GTK_CHECK_BUTTON (check ("Time of day"))));
  g_assert_true (fixture_until (has_looked, NULL));
  MwFrame frame = drawn ();
  g_assert_true (frame.lighting == MW_LIGHTING_HOUR && frame.sun.on);
  g_assert_cmpfloat_with_epsilon (frame.sun.towards[0], 1, 1e-4);
  g_assert_cmpfloat_with_epsilon (frame.sun.colour[0], 0.25, 1e-4);
  g_assert_false (gtk_widget_get_visible (button_note ()));
  g_assert_true (gtk_widget_get_visible (gtk_widget_get_parent (tilesets)));
  open_again (path);
  g_assert_cmpint (view_of ().minute, ==, 6 * 60);
  g_assert_true (fixture_until (has_looked, NULL));
  g_assert_cmpfloat_with_epsilon (drawn ().sun.colour[0], 0.25, 1e-4);
  /* When it has been read, it is drawn. */
  fixture_settle ();
  const guint64 frames = mw_viewport_get_n_frames (viewport);
  mw_viewport_forget_day (viewport);
  mw_viewport_find_day (viewport);
  g_assert_true (fixture_until (has_looked, NULL));
  g_assert_true (was_drawn (frames));
  /* Another tileset has none, which is said. */
  tilesets = find_called (viewport->shown, GTK_TYPE_DROP_DOWN, "Tileset");
  gtk_drop_down_set_selected (GTK_DROP_DOWN (tilesets), 7);
  g_assert_cmpint (viewport->chosen->tileset, ==, 'D');
  g_assert_true (fixture_until (has_looked, NULL));
  g_assert_false (drawn ().sun.on);
  g_assert_true (gtk_widget_get_visible (button_note ()));
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (button_note ())), "DNCDungeonUnit.mdl"));
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (viewport->note)), "DNCDungeonUnit.mdl"));
  /* The note is about this light alone. */
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check ("Studio")), TRUE);
  g_assert_false (gtk_widget_get_visible (button_note ()));
  g_assert_null (strstr (gtk_label_get_text (GTK_LABEL (viewport->note)), "DNCDungeonUnit.mdl"));
  g_assert_cmpint (viewport->chosen->minute, ==, -1);
  mw_viewport_forget_day (viewport);
  g_assert_null (viewport->day_wrong);
  /* A model that has no file yet is said to have none. */
  mw_viewport_set_path (viewport, NULL);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check ("Time of day")), TRUE);
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (button_note ())), "this model has no file yet"));
  MwM2 *m2 = mw_m2_new (264);
  mw_light_button_set_model (button, &m2->model);
  g_assert_false (gtk_widget_is_visible (scale ("Hour of the day")));
  mw_model_free (&m2->model);
  fixture_end (window);
}

static void
colour_of_sky (guint cube, guint face, guint level, guint8 rgba[4])
{
  memset (rgba, 0xFF, 4);
}

static gboolean
has_sky (gpointer unused)
{
  return viewport->sky || viewport->sky_wrong;
}

/* What HD surfaces mirror is found where textures are. A file that cannot be read is said. */
static void
surroundings_are_those_of_the_game (void)
{
  g_autofree char *path = fixture_sample ("lantern.mdx"),
                  *game = g_build_filename (fixture_folder (), "Environment/EnvironmentMap/LordaeronSummer", NULL),
                  *file = g_build_filename (game, "Day_IBL.dds", NULL);
  g_assert_cmpint (g_mkdir_with_parents (game, 0700), ==, 0);
  g_autoptr (GBytes) sky = cubes_make (29, 2, 4, 1, colour_of_sky);
  g_assert_true (g_file_set_contents (file, g_bytes_get_data (sky, NULL), (gssize) g_bytes_get_size (sky), NULL));
  open_file (path);
  g_assert_true (fixture_until (has_sky, NULL));
  g_assert_nonnull (viewport->sky);
  g_assert_true (g_file_set_contents (file, "DDS ", 4, NULL));
  guint64 frames = mw_viewport_get_n_frames (viewport);
  mw_viewport_look_again (viewport);
  g_assert_null (viewport->sky);
  g_assert_true (fixture_until (has_sky, NULL));
  g_assert_null (viewport->sky);
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (viewport->note)), "Day_IBL.dds"));
  g_assert_true (was_drawn (frames));
  fixture_end (window);
}

static void
the_light_is_part_of_the_view (void)
{
  begin ();
  MwViewportView view;
  mw_viewport_get_view (viewport, &view);
  g_assert_cmpint (view.light.lighting, ==, MW_LIGHTING_GAME);
  view.light = (MwLightView) { .lighting = MW_LIGHTING_STUDIO, .turn = { 0.5f, 0.25f } };
  mw_viewport_set_view (viewport, &view);
  g_assert_cmpint (view_of ().lighting, ==, MW_LIGHTING_STUDIO);
  g_assert_false (view_of ().model_lights);
  g_assert_cmpfloat (view_of ().turn[1], ==, 0.25f);
  g_assert_true (gtk_check_button_get_active (GTK_CHECK_BUTTON (check ("Studio"))));
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/light-button/a choice is drawn", a_choice_is_drawn);
  g_test_add_func ("/ui/light-button/the shadow is a setting", the_shadow_is_a_setting);
  g_test_add_func ("/ui/light-button/the direction can be turned and reset", the_direction_can_be_turned_and_reset);
  g_test_add_func ("/ui/light-button/what has no effect is disabled", what_has_no_effect_is_disabled);
  g_test_add_func ("/ui/light-button/fog is drawn and remembered for the file",
                   fog_is_drawn_and_remembered_for_the_file);
  g_test_add_func ("/ui/light-button/a minute is typed or dragged to", a_minute_is_typed_or_dragged_to);
  g_test_add_func ("/ui/light-button/the light is that of an hour of the game",
                   the_light_is_that_of_an_hour_of_the_game);
  g_test_add_func ("/ui/light-button/surroundings are those of the game", surroundings_are_those_of_the_game);
  g_test_add_func ("/ui/light-button/the light is part of the view", the_light_is_part_of_the_view);
  return g_test_run ();
}
