/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/fixture.h"
#include "ui/light-button.h"
#include "ui/places.h"
#include "ui/viewport-private.h"

static MwWindow *window;
static MwViewport *viewport;
static MwLightButton *button;

static void
begin (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx");
  window = fixture_window ();
  viewport = mw_document_page_get_viewport (fixture_open (window, path));
  button = MW_LIGHT_BUTTON (find_type (GTK_WIDGET (viewport), MW_TYPE_LIGHT_BUTTON));
  fixture_settle ();
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
was_drawn (guint64 frames)
{
  fixture_settle ();
  return mw_viewport_get_n_frames (viewport) > frames;
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
  g_test_add_func ("/ui/light-button/the light is part of the view", the_light_is_part_of_the_view);
  return g_test_run ();
}
