/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/image/write.h"
#include "tests/ui/fixture.h"
#include "ui/textures/thumbnails.h"

#include <string.h>

enum { N = 6 };

static char *paths[N];
static GString *ready; /* the last digits of the addresses, in order */

static void
note_ready (MwThumbnails *thumbnails, const char *address, gpointer unused)
{
  const char *dot = strrchr (address, '.');
  g_string_append_c (ready, dot[-1]);
}

static gboolean
are_ready (gpointer n)
{
  return ready->len >= GPOINTER_TO_UINT (n);
}

static void
write_images (void)
{
  for (guint i = 0; i < N; i++) {
    g_autoptr (MwImage) image = mw_image_new (100 + i, 200, "drawn", NULL);
    memset (image->rgba, 255, (gsize) image->width * image->height * 4);
    const MwImageWriting writing = { .kind = mw_image_kind_named ("png"), .alpha_bits = 8 };
    g_autoptr (GBytes) bytes = mw_image_write (image, &writing, NULL);
    g_autofree char *name = g_strdup_printf ("%u.png", i);
    paths[i] = g_build_filename (fixture_folder (), name, NULL);
    gsize size;
    const char *data = g_bytes_get_data (bytes, &size);
    g_assert_true (g_file_set_contents (paths[i], data, (gssize) size, NULL));
  }
}

static MwThumbnails *
new_thumbnails (void)
{
  MwThumbnails *thumbnails = mw_thumbnails_new ();
  g_signal_connect (thumbnails, "ready", G_CALLBACK (note_ready), NULL);
  g_string_truncate (ready, 0);
  return thumbnails;
}

/* The first is in the worker; of the others, the one asked for last comes next. */
static void
test_order (void)
{
  g_autoptr (MwThumbnails) thumbnails = new_thumbnails ();
  for (guint i = 0; i < 4; i++)
    g_assert_null (mw_thumbnails_get (thumbnails, paths[i]));
  g_assert_null (mw_thumbnails_get (thumbnails, paths[1]));
  g_assert_null (mw_thumbnails_get (thumbnails, paths[0]));
  g_assert_true (fixture_until (are_ready, GUINT_TO_POINTER (4)));
  fixture_settle ();
  g_assert_cmpstr (ready->str, ==, "0132");
  const MwThumbnail *thumbnail = mw_thumbnails_get (thumbnails, paths[3]);
  g_assert_cmpint (gdk_texture_get_height (thumbnail->texture), ==, 64);
  g_assert_cmpint (gdk_texture_get_width (thumbnail->texture), ==, 32);
  g_assert_cmpstr (thumbnail->info, ==, "103 × 200 · PNG");
}

static void
test_limit (void)
{
  g_autoptr (MwThumbnails) thumbnails = new_thumbnails ();
  mw_thumbnails_set_limit (thumbnails, 3);
  for (guint i = 0; i < 3; i++) {
    mw_thumbnails_get (thumbnails, paths[i]);
    g_assert_true (fixture_until (are_ready, GUINT_TO_POINTER (i + 1)));
  }
  g_assert_nonnull (mw_thumbnails_get (thumbnails, paths[0])); /* now 1 is the one asked for longest ago */
  mw_thumbnails_get (thumbnails, paths[3]);
  g_assert_true (fixture_until (are_ready, GUINT_TO_POINTER (4)));
  g_assert_nonnull (mw_thumbnails_get (thumbnails, paths[0]));
  g_assert_nonnull (mw_thumbnails_get (thumbnails, paths[2]));
  g_assert_nonnull (mw_thumbnails_get (thumbnails, paths[3]));
  g_assert_null (mw_thumbnails_get (thumbnails, paths[1]));
  g_assert_true (fixture_until (are_ready, GUINT_TO_POINTER (5)));
}

/* What was being made when the files changed is not kept. */
static void
test_forget (void)
{
  g_autoptr (MwThumbnails) thumbnails = new_thumbnails ();
  mw_thumbnails_get (thumbnails, paths[0]);
  mw_thumbnails_forget (thumbnails);
  g_assert_true (fixture_until (are_ready, GUINT_TO_POINTER (1)));
  fixture_settle ();
  g_assert_cmpstr (ready->str, ==, "0");
  g_assert_null (mw_thumbnails_get (thumbnails, paths[0]));
  g_assert_true (fixture_until (are_ready, GUINT_TO_POINTER (2)));
  g_assert_nonnull (mw_thumbnails_get (thumbnails, paths[0]));
}

/* What two show is made while one of them shows it; what nobody shows is not made. */
static void
test_hold (void)
{
  g_autoptr (MwThumbnails) thumbnails = new_thumbnails ();
  for (guint i = 0; i < 3; i++) {
    mw_thumbnails_hold (thumbnails, paths[i]);
    mw_thumbnails_hold (thumbnails, paths[i]);
    g_assert_null (mw_thumbnails_get (thumbnails, paths[i]));
    mw_thumbnails_release (thumbnails, paths[i]);
  }
  mw_thumbnails_release (thumbnails, paths[1]);
  g_assert_true (fixture_until (are_ready, GUINT_TO_POINTER (2)));
  fixture_settle ();
  g_assert_cmpstr (ready->str, ==, "02");
}

static void
test_fault (void)
{
  g_autoptr (MwThumbnails) thumbnails = new_thumbnails ();
  g_autofree char *path = g_build_filename (fixture_folder (), "none5.png", NULL);
  mw_thumbnails_get (thumbnails, path);
  g_assert_true (fixture_until (are_ready, GUINT_TO_POINTER (1)));
  const MwThumbnail *thumbnail = mw_thumbnails_get (thumbnails, path);
  g_assert_null (thumbnail->texture);
  g_assert_true (g_str_has_prefix (thumbnail->info, "Cannot be read: "));
}

/* Two are made at once. One that is being made, and one that waits, go out of view. */
static void
test_cancel (void)
{
  g_autoptr (MwThumbnails) thumbnails = mw_thumbnails_new_kept ();
  g_signal_connect (thumbnails, "ready", G_CALLBACK (note_ready), NULL);
  g_string_truncate (ready, 0);
  for (guint i = 0; i < 4; i++)
    g_assert_null (mw_thumbnails_get (thumbnails, paths[i]));
  mw_thumbnails_cancel (thumbnails, paths[0]);
  mw_thumbnails_cancel (thumbnails, paths[2]);
  g_assert_true (fixture_until (are_ready, GUINT_TO_POINTER (2)));
  fixture_settle ();
  g_assert_cmpuint (ready->len, ==, 2);
  g_assert_nonnull (strchr (ready->str, '1'));
  g_assert_nonnull (strchr (ready->str, '3'));
  const MwThumbnail *thumbnail = mw_thumbnails_get (thumbnails, paths[3]);
  g_assert_cmpint (gdk_texture_get_height (thumbnail->texture), ==, 100);
  g_assert_null (thumbnail->info);
  /* It comes into view again. */
  g_assert_null (mw_thumbnails_get (thumbnails, paths[0]));
  g_assert_true (fixture_until (are_ready, GUINT_TO_POINTER (3)));
  g_assert_nonnull (mw_thumbnails_get (thumbnails, paths[0]));
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  MwWindow *window = fixture_window ();
  ready = g_string_new (NULL);
  write_images ();
  g_test_add_func ("/ui/thumbnails/the one asked for last is made next", test_order);
  g_test_add_func ("/ui/thumbnails/those asked for longest ago go first", test_limit);
  g_test_add_func ("/ui/thumbnails/files that changed are read again", test_forget);
  g_test_add_func ("/ui/thumbnails/what two show is made until both have released it", test_hold);
  g_test_add_func ("/ui/thumbnails/a file that cannot be read says why", test_fault);
  g_test_add_func ("/ui/thumbnails/those that are no longer in view are not made", test_cancel);
  int failed = g_test_run ();
  for (guint i = 0; i < N; i++)
    g_free (paths[i]);
  g_string_free (ready, TRUE);
  fixture_end (window);
  return failed;
}
