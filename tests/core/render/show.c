/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/render/show.h"
#include "tests/core/corpus.h"
#include "core/image/png-write.h"
#include "tests/core/render/whole.h"

#include <epoxy/gl.h>
#include <string.h>

gboolean
show_open (Show *show, int side, gboolean es, const MwGl *gl)
{
  g_autoptr (GError) error = NULL;
  MwGl epoxy;
  memset (show, 0, sizeof *show);
  show->offscreen = mw_offscreen_new ((guint) side, (guint) side, 0, es, &error);
  if (!show->offscreen) {
    g_test_skip (error->message);
    return FALSE;
  }
  g_test_message ("%s", mw_offscreen_description (show->offscreen));
  mw_gl_init_epoxy (&epoxy);
  g_assert_cmpuint (mw_gl_bound_framebuffer (&epoxy), ==, mw_offscreen_framebuffer (show->offscreen));
  show->renderer = mw_renderer_new (gl ? gl : &epoxy, es, &error);
  g_assert_no_error (error);
  return TRUE;
}

void
show_close (Show *show)
{
  mw_renderer_free (show->renderer);
  mw_offscreen_free (show->offscreen);
}

MwImage *
show_draw (Show *show)
{
  g_autoptr (GError) error = NULL;
  draw_whole (show->renderer, &show->frame);
  g_assert_cmphex (glGetError (), ==, GL_NO_ERROR);
  MwImage *image = mw_offscreen_read (show->offscreen, &error);
  g_assert_no_error (error);
  return image;
}

guint
n_other_pixels (const MwImage *a, const MwImage *b)
{
  guint n = 0;
  for (size_t i = 0; i < (size_t) a->width * a->height; i++)
    n += memcmp (a->rgba + i * 4, b->rgba + i * 4, 4) != 0;
  return n;
}

void
show_keep (const MwImage *image, const char *name)
{
  const char *folder = g_getenv ("MODELWRIGHT_PICTURES");
  if (!folder)
    return;
  g_autoptr (GByteArray) png = g_bytes_unref_to_array (mw_png_write (image, NULL, 0, NULL));
  g_autofree char *file = g_strconcat (name, ".png", NULL), *path = g_build_filename (folder, file, NULL);
  g_assert_true (g_file_set_contents (path, (const char *) png->data, (gssize) png->len, NULL));
}

void
show_add_tests (const char *part, const ShowTest *tests, guint n)
{
  for (guint i = 0; i < n; i++)
    for (int es = 0; es < 2; es++) {
      /* The sanitizer build draws each with one of the two, unless it does everything. */
      if (g_getenv ("MODELWRIGHT_SANITIZED") && work_fraction () > 1 && es != (int) (i % 2))
        continue;
      g_autofree char *path = g_strdup_printf ("/render/%s/OpenGL%s: %s", part, es ? " ES" : "", tests[i].name);
      g_test_add_data_func (path, GINT_TO_POINTER (es), tests[i].function);
    }
}
