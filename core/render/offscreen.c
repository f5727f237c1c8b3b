/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/offscreen.h"
#include "core/base/error.h"
#include "core/render/canvas.h"

#include <epoxy/egl.h>
#include <dlfcn.h>
#include <epoxy/gl.h>

struct _MwOffscreen {
  EGLDisplay display;
  EGLContext context;
  MwGl gl;
  MwCanvas canvas; /* drawn into */
  guint width, height, samples;
  EGLenum api;
  char *description;
};

static MwOffscreen *
give_up (MwOffscreen *offscreen, GError **error, const char *step)
{
  mw_set_error (
    error, MW_ERROR_UNSUPPORTED, -1, NULL,
    "no OpenGL without a screen: %s failed; Mesa (on Debian: apt install libegl-mesa0 libgl1-mesa-dri) or the driver "
    "of a graphics card provides it",
    step);
  mw_offscreen_free (offscreen);
  return NULL;
}

static gboolean
make_canvas (MwCanvas *canvas, const MwOffscreen *offscreen, guint samples)
{
  mw_canvas_make (canvas, &offscreen->gl, (int) offscreen->width, (int) offscreen->height, samples);
  return glCheckFramebufferStatus (GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

static gboolean
make_canvases (MwOffscreen *offscreen)
{
  GLint most = 0;
  glGetIntegerv (GL_MAX_SAMPLES, &most);
  offscreen->samples = MIN (offscreen->samples, (guint) MAX (most, 0));
  if (offscreen->samples < 2)
    offscreen->samples = 0;
  return make_canvas (&offscreen->canvas, offscreen, offscreen->samples);
}

/* epoxy ends the program if it does not find the libraries that it loads, so they are looked for first. They stay loaded. */
static const char *
missing_library (void)
{
  static const char *const needed[][2] = { { "libEGL.so.1", "libEGL.so.1" }, { "libGL.so.1", "libOpenGL.so.0" } };
  for (guint i = 0; i < G_N_ELEMENTS (needed); i++)
    if (!dlopen (needed[i][0], RTLD_LAZY | RTLD_LOCAL) && !dlopen (needed[i][1], RTLD_LAZY | RTLD_LOCAL))
      return needed[i][0];
  return NULL;
}

/* --- Displays ------------------------------------------------------------------------------------------------------- */

enum { MOST_DEVICES = 16 };

/* Whether a display can be used: contexts need no surface and no configuration. */
static gboolean
is_usable (EGLDisplay display)
{
  EGLint major, minor;
  return display != EGL_NO_DISPLAY && eglInitialize (display, &major, &minor)
         && epoxy_has_egl_extension (display, "EGL_KHR_surfaceless_context")
         && epoxy_has_egl_extension (display, "EGL_KHR_no_config_context");
}

/* Mesa: the first card that its drivers know, or the software renderer. */
static EGLDisplay
surfaceless_display (void)
{
  if (!epoxy_has_egl_extension (EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless"))
    return EGL_NO_DISPLAY;
  EGLDisplay display = eglGetPlatformDisplayEXT (EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
  return is_usable (display) ? display : EGL_NO_DISPLAY;
}

/* Drivers without Mesa, such as NVIDIA's: the first card that can be used. */
static EGLDisplay
device_display (void)
{
  EGLDeviceEXT devices[MOST_DEVICES];
  EGLint n = 0;
  if (!epoxy_has_egl_extension (EGL_NO_DISPLAY, "EGL_EXT_device_enumeration")
      || !epoxy_has_egl_extension (EGL_NO_DISPLAY, "EGL_EXT_platform_device")
      || !eglQueryDevicesEXT (MOST_DEVICES, devices, &n))
    return EGL_NO_DISPLAY;
  for (EGLint i = 0; i < n; i++) {
    EGLDisplay display = eglGetPlatformDisplayEXT (EGL_PLATFORM_DEVICE_EXT, devices[i], NULL);
    if (is_usable (display))
      return display;
  }
  return EGL_NO_DISPLAY;
}

static EGLDisplay
open_display (void)
{
  if (!epoxy_has_egl_extension (EGL_NO_DISPLAY, "EGL_EXT_platform_base"))
    return EGL_NO_DISPLAY;
  EGLDisplay display = surfaceless_display ();
  return display != EGL_NO_DISPLAY ? display : device_display ();
}

/* --- Offscreen ------------------------------------------------------------------------------------------------------ */

MwOffscreen *
mw_offscreen_new (guint width, guint height, guint samples, gboolean es, GError **error)
{
  if (width < 1 || height < 1 || width > MW_IMAGE_MAX_SIDE || height > MW_IMAGE_MAX_SIDE) {
    mw_set_error (error, MW_ERROR_LIMIT, -1, NULL, "a picture of %u x %u pixels; each side must be 1 to %u", width,
                  height, MW_IMAGE_MAX_SIDE);
    return NULL;
  }
  MwOffscreen *offscreen = g_new0 (MwOffscreen, 1);
  offscreen->width = width;
  offscreen->height = height;
  offscreen->samples = samples;
  offscreen->api = es ? EGL_OPENGL_ES_API : EGL_OPENGL_API;
  offscreen->display = EGL_NO_DISPLAY;
  offscreen->context = EGL_NO_CONTEXT;

  const char *missing = missing_library ();
  if (missing) {
    mw_set_error (
      error, MW_ERROR_UNSUPPORTED, -1, NULL,
      "pictures need OpenGL, and %s is not installed; on Debian: apt install libegl1 libgl1 libgl1-mesa-dri", missing);
    mw_offscreen_free (offscreen);
    return NULL;
  }
  offscreen->display = open_display ();
  if (offscreen->display == EGL_NO_DISPLAY)
    return give_up (offscreen, error, "looking for a display of EGL that needs no screen");
  if (!eglBindAPI (offscreen->api))
    return give_up (offscreen, error, "eglBindAPI");
  /* clang-format off */
  const EGLint core[] = { EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3,
                          EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE };
  /* clang-format on */
  const EGLint embedded[] = { EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 0, EGL_NONE };
  offscreen->context = eglCreateContext (offscreen->display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, es ? embedded : core);
  if (offscreen->context == EGL_NO_CONTEXT)
    return give_up (offscreen, error, es ? "making an OpenGL ES 3.0 context" : "making an OpenGL 3.3 core context");
  if (!eglMakeCurrent (offscreen->display, EGL_NO_SURFACE, EGL_NO_SURFACE, offscreen->context))
    return give_up (offscreen, error, "eglMakeCurrent");
  mw_gl_init_epoxy (&offscreen->gl);
  if (!make_canvases (offscreen))
    return give_up (offscreen, error, "making the frame buffer");
  offscreen->description = g_strdup ((const char *) glGetString (GL_VERSION));
  return offscreen;
}

void
mw_offscreen_free (MwOffscreen *offscreen)
{
  if (!offscreen)
    return;
  if (offscreen->context != EGL_NO_CONTEXT) {
    if (eglMakeCurrent (offscreen->display, EGL_NO_SURFACE, EGL_NO_SURFACE, offscreen->context))
      mw_canvas_drop (&offscreen->canvas, &offscreen->gl);
    eglMakeCurrent (offscreen->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext (offscreen->display, offscreen->context);
  }
  /* The display is not terminated: EGL returns the same display to every caller in the process. */
  g_free (offscreen->description);
  g_free (offscreen);
}

gboolean
mw_offscreen_make_current (MwOffscreen *offscreen, GError **error)
{
  if (eglBindAPI (offscreen->api)
      && eglMakeCurrent (offscreen->display, EGL_NO_SURFACE, EGL_NO_SURFACE, offscreen->context))
    return TRUE;
  mw_set_error (error, MW_ERROR_UNSUPPORTED, -1, NULL, "OpenGL cannot be used in this thread");
  return FALSE;
}

void
mw_offscreen_release (MwOffscreen *offscreen)
{
  eglMakeCurrent (offscreen->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
}

guint
mw_offscreen_framebuffer (const MwOffscreen *offscreen)
{
  return offscreen->canvas.framebuffer;
}

guint
mw_offscreen_samples (const MwOffscreen *offscreen)
{
  return offscreen->samples;
}

const char *
mw_offscreen_description (const MwOffscreen *offscreen)
{
  return offscreen->description ? offscreen->description : "";
}

MwImage *
mw_offscreen_read (MwOffscreen *offscreen, GError **error)
{
  return mw_canvas_read (&offscreen->canvas, &offscreen->gl, error);
}
