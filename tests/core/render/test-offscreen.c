/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"
#include "core/render/offscreen.h"

#include <dlfcn.h>
#include <epoxy/egl.h>
#include <string.h>

/* Pictures without a window. Tests that draw are skipped where there is no driver, so one of them must know by itself whether there
 * is one. */

static gboolean surfaceless_is_hidden;

/* Takes the place of libepoxy's, so that a driver of Mesa can be used as one without Mesa's platform. */
bool
epoxy_has_egl_extension (EGLDisplay display, const char *extension)
{
  bool (*libepoxy) (EGLDisplay, const char *);
  *(void **) &libepoxy = dlsym (RTLD_NEXT, "epoxy_has_egl_extension");
  if (surfaceless_is_hidden && strcmp (extension, "EGL_MESA_platform_surfaceless") == 0)
    return false;
  return libepoxy (display, extension);
}

static gboolean
driver_is_there (void)
{
  EGLint major, minor;
  if (!epoxy_has_egl_extension (EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless"))
    return FALSE;
  EGLDisplay display = eglGetPlatformDisplayEXT (EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
  return eglInitialize (display, &major, &minor) && epoxy_has_egl_extension (display, "EGL_KHR_surfaceless_context")
         && epoxy_has_egl_extension (display, "EGL_KHR_no_config_context");
}

static void
opens_where_there_is_a_driver (void)
{
  if (!driver_is_there ()) {
    g_test_skip ("no driver that draws without a window");
    return;
  }
  static const guint sizes[][2] = { { 20, 10 }, { 20, 10 }, { 1, 1 } };
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    g_autoptr (GError) error = NULL;
    MwOffscreen *offscreen = mw_offscreen_new (sizes[i][0], sizes[i][1], 0, i == 1, &error);
    g_assert_no_error (error);
    g_autoptr (MwImage) image = mw_offscreen_read (offscreen, &error);
    g_assert_no_error (error);
    g_assert_cmpuint (image->width, ==, sizes[i][0]);
    g_assert_cmpuint (image->height, ==, sizes[i][1]);
    mw_offscreen_free (offscreen);
  }
}

static void
a_driver_without_the_platform_of_mesa_is_used_too (void)
{
  if (!driver_is_there () || !epoxy_has_egl_extension (EGL_NO_DISPLAY, "EGL_EXT_platform_device")) {
    g_test_skip ("no driver whose cards can be chosen");
    return;
  }
  g_autoptr (GError) error = NULL;
  surfaceless_is_hidden = TRUE;
  g_autoptr (MwOffscreen) offscreen = mw_offscreen_new (8, 4, 0, FALSE, &error);
  surfaceless_is_hidden = FALSE;
  g_assert_no_error (error);
  g_autoptr (MwImage) image = mw_offscreen_read (offscreen, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (image->width, ==, 8);
}

static void
impossible_sizes_are_refused (void)
{
  static const guint sizes[][2] = { { 0, 1 }, { 1, 0 }, { MW_IMAGE_MAX_SIDE + 1, 1 }, { 1, MW_IMAGE_MAX_SIDE + 1 } };
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    g_autoptr (GError) error = NULL;
    g_assert_null (mw_offscreen_new (sizes[i][0], sizes[i][1], 0, FALSE, &error));
    g_assert_error (error, MW_ERROR, MW_ERROR_LIMIT);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/render/offscreen/opens where there is a driver", opens_where_there_is_a_driver);
  g_test_add_func ("/render/offscreen/a driver without the platform of Mesa is used too",
                   a_driver_without_the_platform_of_mesa_is_used_too);
  g_test_add_func ("/render/offscreen/impossible sizes are refused", impossible_sizes_are_refused);
  return g_test_run ();
}
