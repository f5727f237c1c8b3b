/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/fixture.h"
#include "core/image/image.h"
#include "ui/viewport/picture-dialog.h"
#include "ui/viewport/save-picture.h"
#include "ui/viewport/viewport-private.h"

#include <glib/gstdio.h>
#include <string.h>

/* Pictures of what the view shows are saved as PNG. */

static MwWindow *window;
static MwDocumentPage *page;
static MwViewport *viewport;

static void
begin (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx");
  window = fixture_window ();
  page = fixture_open (window, path);
  viewport = mw_document_page_get_viewport (page);
  fixture_settle ();
}

static char *
path_of (const char *name)
{
  return g_build_filename (fixture_folder (), name, NULL);
}

/* Saves the picture and reads it; NULL: there is no such file. */
static MwImage *
save (const MwPictureWish *wish, const char *name, gboolean replaces)
{
  g_autofree char *path = path_of (name), *data = NULL;
  gsize size;
  mw_save_picture_to (window, viewport, wish, path, replaces);
  fixture_wait (window);
  if (!g_file_get_contents (path, &data, &size, NULL))
    return NULL;
  GError *error = NULL;
  MwImage *image = mw_image_decode ((const uint8_t *) data, size, &error);
  g_assert_no_error (error);
  return image;
}

static MwImage *
view (void)
{
  GError *error = NULL;
  gtk_gl_area_make_current (GTK_GL_AREA (viewport->area));
  MwImage *image = mw_picture_read (viewport->picture, &error);
  g_assert_no_error (error);
  return image;
}

/* The mean difference of two pictures of one size, from 0 to 255. */
static double
difference (const MwImage *a, const MwImage *b)
{
  const gsize n = (gsize) a->width * a->height * 4;
  double sum = 0;
  g_assert_cmpuint (a->width, ==, b->width);
  g_assert_cmpuint (a->height, ==, b->height);
  for (gsize i = 0; i < n; i++)
    sum += ABS (a->rgba[i] - b->rgba[i]);
  return sum / (double) n;
}

static gboolean
is_drawn (gpointer unused)
{
  return mw_viewport_shot_is_drawn (viewport);
}

/* A quick worker can have written the pictures in the round of the main loop in which the last one was drawn. */
static gboolean
is_drawn_or_saved (gpointer window_)
{
  return is_drawn (NULL) || fixture_is_idle (window_);
}

/* FRAMES: how many frames the view had drawn when the picture was last seen to be unfinished. The end of the picture and the
 * next frame can come in one round of the main loop. */
static gboolean
is_not_drawn (gpointer frames)
{
  if (is_drawn (NULL))
    *(guint64 *) frames = mw_viewport_get_n_frames (viewport);
  return !is_drawn (NULL);
}

static void
a_picture_shows_what_the_view_shows (void)
{
  MwPictureWish wish;
  begin ();
  g_autoptr (MwImage) before = view ();
  mw_viewport_do_key (viewport, GDK_KEY_1, 0);
  fixture_show_sequence (page, fixture_record (mw_document_page_get_document (page), "sequences[1]")->id);
  fixture_show_time (page, 300);
  fixture_settle ();
  while (viewport->gliding)
    fixture_settle ();
  fixture_settle ();
  mw_picture_wish_init (&wish, viewport);
  g_autoptr (MwImage) shown = view ();
  /* The time goes on while the user is asked. */
  fixture_show_time (page, 700);
  fixture_settle ();
  g_autoptr (MwImage) saved = save (&wish, "view.png", FALSE), later = view ();
  g_assert_nonnull (saved);
  g_assert_null (fixture_window_error (window));
  /* The picture has smooth edges, and the view in software has none. */
  g_test_message ("%.2f; another view: %.2f", difference (saved, shown), difference (saved, before));
  g_assert_cmpfloat (difference (saved, shown), <, 1);
  g_assert_cmpfloat (difference (saved, before), >, 2);
  g_assert_cmpfloat (difference (saved, later), >, 1);
  g_assert_false (saved->has_alpha);
  g_autofree char *wanted = g_strdup_printf ("Saved the picture view.png: %u × %u pixels.", wish.shot.width,
                                             wish.shot.height);
  g_assert_cmpstr (fixture_status (window), ==, wanted);
  /* What changes in the view while a picture is drawn is shown afterwards. */
  g_autofree char *path = path_of ("again.png");
  mw_save_picture_to (window, viewport, &wish, path, FALSE);
  g_assert_true (fixture_until (is_drawn, NULL));
  const guint64 frames = mw_viewport_get_n_frames (viewport);
  guint64 last = frames;
  mw_viewport_do_key (viewport, GDK_KEY_3, 0);
  gtk_gl_area_queue_render (GTK_GL_AREA (viewport->area));
  g_assert_true (fixture_until (is_not_drawn, &last));
  g_assert_cmpuint (last, ==, frames);
  fixture_wait (window);
  fixture_settle ();
  g_assert_cmpuint (mw_viewport_get_n_frames (viewport), >, frames);
  g_assert_null (viewport->shot);
  fixture_end (window);
}

static guint
count_alpha (const MwImage *image, uint8_t alpha)
{
  guint n = 0;
  for (gsize i = 0; i < (gsize) image->width * image->height; i++)
    n += image->rgba[i * 4 + 3] == alpha;
  return n;
}

static void
a_picture_is_transparent_and_without_overlays_if_that_is_wanted (void)
{
  MwPictureWish wish;
  begin ();
  mw_picture_wish_init (&wish, viewport);
  g_assert_true (wish.shot.overlays && !wish.shot.transparent);
  wish.shot.width = 160;
  wish.shot.height = 120;
  wish.shot.transparent = TRUE;
  g_autoptr (MwImage) with = save (&wish, "with.png", FALSE);
  wish.shot.overlays = FALSE;
  g_autoptr (MwImage) without = save (&wish, "without.png", FALSE);
  g_assert_cmpuint (without->width, ==, 160);
  g_assert_cmpuint (without->height, ==, 120);
  const guint clear = count_alpha (without, 0), solid = count_alpha (without, 255);
  g_test_message ("%u pixels are transparent, %u with overlays; %u are opaque", clear, count_alpha (with, 0), solid);
  g_assert_cmpuint (clear, >, 160 * 120 / 2);
  g_assert_cmpuint (solid, >, 160 * 120 / 20);
  g_assert_cmpuint (count_alpha (with, 0), <, clear);
  /* What is selected has an outline only with overlays. */
  mw_document_select (mw_document_page_get_document (page),
                      &fixture_record (mw_document_page_get_document (page), "geosets[0]")->id, 1);
  fixture_settle ();
  viewport->hovered = fixture_record (mw_document_page_get_document (page), "geosets[1]")->id;
  g_autoptr (MwImage) plain = save (&wish, "plain.png", FALSE);
  g_assert_cmpfloat (difference (plain, without), ==, 0);
  wish.shot.overlays = TRUE;
  g_autoptr (MwImage) outlined = save (&wish, "outlined.png", FALSE);
  g_assert_cmpfloat (difference (outlined, with), >, 0);
  fixture_end (window);
}

static void
a_file_that_exists_is_replaced_only_if_that_is_wanted (void)
{
  MwPictureWish wish;
  begin ();
  mw_picture_wish_init (&wish, viewport);
  wish.shot.width = wish.shot.height = 16;
  g_autoptr (MwImage) first = save (&wish, "one.png", FALSE);
  wish.shot.width = 32;
  g_autoptr (MwImage) kept = save (&wish, "one.png", FALSE);
  g_assert_cmpuint (kept->width, ==, 16);
  g_assert_nonnull (strstr (fixture_window_error (window), "The picture one.png could not be saved."));
  g_autoptr (MwImage) replaced = save (&wish, "one.png", TRUE);
  g_assert_cmpuint (replaced->width, ==, 32);
  fixture_end (window);
}

static void
cancel_saves_nothing_and_a_second_picture_waits_for_none (void)
{
  MwPictureWish wish;
  begin ();
  mw_picture_wish_init (&wish, viewport);
  g_autofree char *path = path_of ("cancelled.png"), *second = path_of ("second.png");
  mw_save_picture_to (window, viewport, &wish, path, FALSE);
  g_assert_false (fixture_is_idle (window));
  mw_save_picture_to (window, viewport, &wish, second, FALSE);
  g_assert_nonnull (strstr (fixture_window_error (window), "The picture second.png could not be saved."));
  act_click (find_id (GTK_WIDGET (window), "cancel"));
  fixture_wait (window);
  g_assert_cmpstr (fixture_status (window), ==, "cancelled.png was not saved.");
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (second, G_FILE_TEST_EXISTS));
  /* So does a view that is closed. */
  mw_save_picture_to (window, viewport, &wish, path, FALSE);
  fixture_clear (window);
  fixture_wait (window);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  fixture_end (window);
}

static gboolean
is_between (gpointer unused)
{
  return viewport->shot && !mw_viewport_shot_is_drawn (viewport);
}

static void
remove_geosets (MwDocument *document)
{
  GError *error = NULL;
  const MwModel *model = mw_document_get_model (document);
  const MwField *geosets = mw_schema_field (model->record.schema, "geosets");
  mw_document_begin (document, "test");
  while (mw_record_list (&model->record, geosets)->n && !error)
    mw_document_remove (document, fixture_record (document, "geosets[0]")->id, &error);
  g_assert_no_error (error);
  mw_document_commit (document);
}

/* A picture whose model changes while it is drawn, or between the two frames of a transparent one, is begun again. */
static void
a_picture_shows_the_model_after_the_last_edit (void)
{
  GError *error = NULL;
  MwPictureWish wish;
  begin ();
  MwDocument *document = mw_document_page_get_document (page);
  mw_picture_wish_init (&wish, viewport);
  wish.shot.transparent = TRUE;
  wish.shot.overlays = FALSE;
  g_autoptr (MwImage) before = save (&wish, "before.png", FALSE);
  g_assert_cmpuint (count_alpha (before, 255), >, 0);
  g_autofree char *path = path_of ("edited.png");
  for (guint between = 0; between < 2; between++) {
    mw_save_picture_to (window, viewport, &wish, path, TRUE);
    g_assert_true (fixture_until (is_drawn, NULL));
    if (between)
      g_assert_true (fixture_until (is_between, NULL));
    remove_geosets (document);
    fixture_wait (window);
    g_autofree char *data = NULL;
    gsize size;
    g_assert_true (g_file_get_contents (path, &data, &size, NULL));
    g_autoptr (MwImage) after = mw_image_decode ((const uint8_t *) data, size, &error);
    g_assert_no_error (error);
    g_assert_cmpuint (count_alpha (after, 255), ==, 0);
    g_autoptr (MwImage) fresh = save (&wish, "fresh.png", TRUE);
    g_assert_cmpfloat (difference (after, fresh), ==, 0);
    mw_document_undo (document);
    fixture_settle ();
  }
  fixture_end (window);
}

/* The numbers of the dialog, in their order. */
enum { PICTURES, SECONDS, WIDTH, HEIGHT };

static GtkSpinButton *
number (GtkWidget *dialog, guint which)
{
  return GTK_SPIN_BUTTON (find_nth (dialog, GTK_TYPE_SPIN_BUTTON, which));
}

static GtkDropDown *
choice (GtkWidget *dialog, guint which)
{
  return GTK_DROP_DOWN (find_nth (dialog, GTK_TYPE_DROP_DOWN, which));
}

static void
the_dialog_begins_with_the_size_of_the_view (void)
{
  MwPictureWish wish, entered;
  begin ();
  mw_picture_wish_init (&wish, viewport);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save-picture", NULL);
  fixture_settle ();
  GtkWidget *dialog = find_window (GTK_TYPE_DIALOG);
  g_assert_nonnull (dialog);
  mw_picture_dialog_get_wish (dialog, &entered);
  g_assert_cmpuint (entered.shot.width, ==, (guint) gtk_widget_get_width (viewport->area));
  g_assert_cmpuint (entered.shot.height, ==, (guint) gtk_widget_get_height (viewport->area));
  g_assert_true (entered.shot.overlays && !entered.shot.transparent);
  g_assert_cmpmem (&entered.shot.clock, sizeof entered.shot.clock, &wish.shot.clock, sizeof wish.shot.clock);
  gtk_spin_button_set_value (number (dialog, WIDTH), 5000);
  gtk_spin_button_set_value (number (dialog, HEIGHT), 7);
  gtk_editable_set_text (GTK_EDITABLE (number (dialog, HEIGHT)), "9");
  gtk_check_button_set_active (GTK_CHECK_BUTTON (find_nth (dialog, GTK_TYPE_CHECK_BUTTON, 0)), TRUE);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (find_nth (dialog, GTK_TYPE_CHECK_BUTTON, 1)), FALSE);
  mw_picture_dialog_get_wish (dialog, &entered);
  g_assert_cmpuint (entered.shot.width, ==, MW_SHOT_MAX_SIDE);
  g_assert_cmpuint (entered.shot.height, ==, 9);
  g_assert_true (entered.shot.transparent && !entered.shot.overlays);
  gtk_dialog_response (GTK_DIALOG (dialog), GTK_RESPONSE_CANCEL);
  fixture_settle ();
  g_assert_null (find_window (GTK_TYPE_DIALOG));
  fixture_end (window);
}

/* The film that the dialog asks for, and whether each of the rows for films is seen. */
static void
assert_film (GtkWidget *dialog, MwFilmKind kind, guint n, MwFilmForm form, double seconds, guint seen)
{
  MwPictureWish wish;
  mw_picture_dialog_get_wish (dialog, &wish);
  g_assert_cmpint (wish.shot.film.kind, ==, kind);
  g_assert_cmpuint (wish.shot.film.n, ==, n);
  g_assert_cmpint (wish.form, ==, form);
  g_assert_cmpfloat (wish.seconds, ==, seconds);
  g_assert_cmpint (gtk_widget_get_visible (GTK_WIDGET (choice (dialog, 1))), ==, seen > 0);
  g_assert_cmpint (gtk_widget_get_visible (GTK_WIDGET (number (dialog, PICTURES))), ==, seen > 1);
  g_assert_cmpint (gtk_widget_get_visible (GTK_WIDGET (number (dialog, SECONDS))), ==, seen > 2);
}

static void
the_dialog_asks_about_films_what_they_need (void)
{
  begin ();
  /* Walk takes a second. */
  fixture_show_sequence (page, fixture_record (mw_document_page_get_document (page), "sequences[1]")->id);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save-picture", NULL);
  fixture_settle ();
  GtkWidget *dialog = find_window (GTK_TYPE_DIALOG);
  g_autoptr (GObject) last = g_list_model_get_item (gtk_drop_down_get_model (choice (dialog, 0)), 2);
  g_assert_cmpstr (gtk_string_object_get_string (GTK_STRING_OBJECT (last)), ==, "Sequence Walk");
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (choice (dialog, 1))));
  gtk_drop_down_set_selected (choice (dialog, 0), 1);
  assert_film (dialog, MW_FILM_TURN, 36, MW_FILM_ANIMATED, 4, 3);
  gtk_drop_down_set_selected (choice (dialog, 0), 2);
  assert_film (dialog, MW_FILM_SEQUENCE, 20, MW_FILM_ANIMATED, 1, 3);
  gtk_drop_down_set_selected (choice (dialog, 1), 1);
  assert_film (dialog, MW_FILM_SEQUENCE, 20, MW_FILM_SHEET, 1, 2);
  gtk_drop_down_set_selected (choice (dialog, 1), 2);
  gtk_editable_set_text (GTK_EDITABLE (number (dialog, PICTURES)), "7");
  assert_film (dialog, MW_FILM_SEQUENCE, 7, MW_FILM_NUMBERED, 1, 2);
  gtk_drop_down_set_selected (choice (dialog, 0), 0);
  assert_film (dialog, MW_FILM_ONE, 1, MW_FILM_NUMBERED, 1, 0);
  gtk_dialog_response (GTK_DIALOG (dialog), GTK_RESPONSE_CANCEL);
  fixture_settle ();
  /* At rest there is no sequence to show. */
  fixture_show_sequence (page, 0);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save-picture", NULL);
  fixture_settle ();
  dialog = find_window (GTK_TYPE_DIALOG);
  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (choice (dialog, 0))), ==, 2);
  gtk_dialog_response (GTK_DIALOG (dialog), GTK_RESPONSE_CANCEL);
  fixture_settle ();
  fixture_end (window);
}

static MwImage *
read_file (const char *name)
{
  GError *error = NULL;
  g_autofree char *path = path_of (name), *data = NULL;
  gsize size;
  g_assert_true (g_file_get_contents (path, &data, &size, NULL));
  MwImage *image = mw_image_decode ((const uint8_t *) data, size, &error);
  g_assert_no_error (error);
  return image;
}

static void
a_turn_shows_the_view_as_it_was_from_all_sides (void)
{
  MwPictureWish wish;
  begin ();
  mw_picture_wish_init (&wish, viewport);
  wish.shot.overlays = FALSE;
  wish.shot.width = 80;
  wish.shot.height = 60;
  wish.shot.film = (MwFilm) { MW_FILM_TURN, 4 };
  g_autofree char *path = path_of ("turn.png"), *second = path_of ("turn-3.png");
  mw_save_picture_to (window, viewport, &wish, path, FALSE);
  /* What the user does with the view meanwhile is not in the pictures. */
  g_assert_true (fixture_until (is_drawn_or_saved, window));
  mw_viewport_do_key (viewport, GDK_KEY_3, 0);
  fixture_wait (window);
  g_assert_null (fixture_window_error (window));
  g_assert_cmpstr (fixture_status (window), ==, "Saved the pictures turn-1.png to turn-4.png: 80 × 60 pixels.");
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  g_autoptr (MwImage) first = read_file ("turn-1.png"), third = read_file ("turn-3.png");
  g_assert_cmpfloat (difference (first, third), >, 1);
  /* A sheet has the same four pictures, from the front. */
  mw_viewport_do_key (viewport, GDK_KEY_1, 0);
  while (viewport->gliding)
    fixture_settle ();
  wish.form = MW_FILM_SHEET;
  g_autoptr (MwImage) sheet = save (&wish, "sheet.png", FALSE);
  g_assert_cmpuint (sheet->width, ==, 160);
  g_assert_cmpuint (sheet->height, ==, 120);
  g_assert_cmpstr (fixture_status (window), ==, "Saved sheet.png: 4 pictures of 80 × 60 pixels.");
  /* A file with a number that exists is in the way before anything is drawn, whatever was said about the one without. */
  g_assert_cmpint (g_unlink (second), ==, 0);
  wish.form = MW_FILM_NUMBERED;
  mw_save_picture_to (window, viewport, &wish, path, TRUE);
  g_assert_null (viewport->shot);
  g_assert_nonnull (strstr (fixture_window_error (window), "The picture turn.png could not be saved."));
  g_assert_false (g_file_test (second, G_FILE_TEST_EXISTS));
  /* One that appears while they are made stays as it is, and none of the others is left. */
  g_autofree char *late = path_of ("late.png"), *begun = path_of ("late-1.png"), *there = path_of ("late-3.png");
  mw_save_picture_to (window, viewport, &wish, late, FALSE);
  g_assert_true (g_file_set_contents (there, "mine", -1, NULL));
  fixture_wait (window);
  g_assert_nonnull (strstr (fixture_window_error (window), "The picture late.png could not be saved."));
  g_assert_false (g_file_test (begun, G_FILE_TEST_EXISTS));
  g_autofree char *mine = NULL;
  g_assert_true (g_file_get_contents (there, &mine, NULL, NULL));
  g_assert_cmpstr (mine, ==, "mine");
  fixture_end (window);
}

static void
a_sequence_is_an_animation (void)
{
  MwPictureWish wish;
  begin ();
  fixture_show_sequence (page, fixture_record (mw_document_page_get_document (page), "sequences[1]")->id);
  mw_picture_wish_init (&wish, viewport);
  wish.shot.width = wish.shot.height = 40;
  wish.shot.transparent = TRUE;
  wish.shot.film = (MwFilm) { MW_FILM_SEQUENCE, 3 };
  wish.form = MW_FILM_ANIMATED;
  wish.seconds = 1.5;
  g_autofree char *path = path_of ("walk.webp"), *data = NULL;
  gsize size;
  mw_save_picture_to (window, viewport, &wish, path, FALSE);
  fixture_wait (window);
  g_assert_null (fixture_window_error (window));
  g_assert_true (g_file_get_contents (path, &data, &size, NULL));
  guint n = 0;
  for (gsize i = 0; i + 24 < size; i++)
    if (memcmp (data + i, "ANMF", 4) == 0) {
      g_assert_cmpuint ((guint8) data[i + 20] | (guint) (guint8) data[i + 21] << 8, ==, 500);
      n++;
    }
  g_assert_cmpuint (n, ==, 3);
  fixture_end (window);
}

static gboolean
is_paused (gpointer unused)
{
  return viewport->shot && !mw_viewport_shot_is_drawn (viewport);
}

static void
cancel_ends_a_film_and_leaves_no_file (void)
{
  MwPictureWish wish;
  begin ();
  mw_picture_wish_init (&wish, viewport);
  wish.shot.width = wish.shot.height = 300; /* more than one step of the main loop draws */
  wish.shot.film = (MwFilm) { MW_FILM_TURN, 1000 };
  g_autofree char *path = path_of ("long.png"), *first = path_of ("long-0001.png"), *second = path_of ("second.png");
  mw_save_picture_to (window, viewport, &wish, path, FALSE);
  g_assert_true (fixture_until (is_drawn, NULL));
  g_assert_true (fixture_until (is_paused, NULL));
  /* Between two pictures the view is busy with them, too. */
  MwPictureWish one;
  mw_picture_wish_init (&one, viewport);
  mw_save_picture_to (window, viewport, &one, second, FALSE);
  g_assert_nonnull (strstr (fixture_window_error (window), "The picture second.png could not be saved."));
  act_click (find_id (GTK_WIDGET (window), "cancel"));
  fixture_wait (window);
  g_assert_null (viewport->shot);
  g_assert_cmpstr (fixture_status (window), ==, "long.png was not saved.");
  g_assert_false (g_file_test (first, G_FILE_TEST_EXISTS));
  /* A view that is closed ends it, too. */
  mw_save_picture_to (window, viewport, &wish, path, FALSE);
  g_assert_true (fixture_until (is_drawn, NULL));
  g_assert_true (fixture_until (is_paused, NULL));
  fixture_clear (window);
  fixture_wait (window);
  g_assert_false (g_file_test (first, G_FILE_TEST_EXISTS));
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  const struct {
    const char *name;
    void (*run) (void);
  } tests[] = {
    { "a picture shows what the view shows", a_picture_shows_what_the_view_shows },
    { "a picture is transparent and without overlays, if that is wanted",
      a_picture_is_transparent_and_without_overlays_if_that_is_wanted },
    { "a file that exists is replaced only if that is wanted", a_file_that_exists_is_replaced_only_if_that_is_wanted },
    { "Cancel saves nothing, and a second picture waits for none",
      cancel_saves_nothing_and_a_second_picture_waits_for_none },
    { "a picture shows the model after the last edit", a_picture_shows_the_model_after_the_last_edit },
    { "the dialog asks about films what they need", the_dialog_asks_about_films_what_they_need },
    { "a turn shows the view as it was, from all sides", a_turn_shows_the_view_as_it_was_from_all_sides },
    { "a sequence is an animation", a_sequence_is_an_animation },
    { "Cancel ends a film and leaves no file", cancel_ends_a_film_and_leaves_no_file },
    { "the dialog begins with the size of the view", the_dialog_begins_with_the_size_of_the_view },
  };
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++) {
    g_autofree char *path = g_strconcat ("/ui/save-picture/", tests[i].name, NULL);
    g_test_add_func (path, tests[i].run);
  }
  return g_test_run ();
}
