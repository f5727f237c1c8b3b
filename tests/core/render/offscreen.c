/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/render/offscreen.h"
#include "core/base/error.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <string.h>

struct _MwOffscreen {
  EGLDisplay display;
  EGLContext context;
  GLuint framebuffer, colour, depth;
  guint width, height;
  char *description;
};

static MwOffscreen *
give_up (MwOffscreen *offscreen, GError **error, const char *step)
{
  mw_set_error (error, MW_ERROR_UNSUPPORTED, -1, NULL, "no OpenGL without a screen: %s failed", step);
  mw_offscreen_free (offscreen);
  return NULL;
}

static gboolean
make_framebuffer (MwOffscreen *offscreen)
{
  glGenRenderbuffers (1, &offscreen->colour);
  glBindRenderbuffer (GL_RENDERBUFFER, offscreen->colour);
  glRenderbufferStorage (GL_RENDERBUFFER, GL_RGBA8, (GLsizei) offscreen->width, (GLsizei) offscreen->height);
  glGenRenderbuffers (1, &offscreen->depth);
  glBindRenderbuffer (GL_RENDERBUFFER, offscreen->depth);
  glRenderbufferStorage (GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, (GLsizei) offscreen->width,
                         (GLsizei) offscreen->height);
  glGenFramebuffers (1, &offscreen->framebuffer);
  glBindFramebuffer (GL_FRAMEBUFFER, offscreen->framebuffer);
  glFramebufferRenderbuffer (GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, offscreen->colour);
  glFramebufferRenderbuffer (GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, offscreen->depth);
  return glCheckFramebufferStatus (GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

MwOffscreen *
mw_offscreen_new (guint width, guint height, gboolean es, GError **error)
{
  if (width < 1 || height < 1 || width > MW_IMAGE_MAX_SIDE || height > MW_IMAGE_MAX_SIDE) {
    mw_set_error (error, MW_ERROR_LIMIT, -1, NULL, "a picture of %u x %u pixels; each side must be 1 to %u", width,
                  height, MW_IMAGE_MAX_SIDE);
    return NULL;
  }
  MwOffscreen *offscreen = g_new0 (MwOffscreen, 1);
  offscreen->width = width;
  offscreen->height = height;
  offscreen->display = EGL_NO_DISPLAY;
  offscreen->context = EGL_NO_CONTEXT;

  if (!epoxy_has_egl_extension (EGL_NO_DISPLAY, "EGL_EXT_platform_base")
      || !epoxy_has_egl_extension (EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless"))
    return give_up (offscreen, error, "looking for EGL_MESA_platform_surfaceless");
  offscreen->display = eglGetPlatformDisplayEXT (EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
  EGLint major, minor;
  if (offscreen->display == EGL_NO_DISPLAY || !eglInitialize (offscreen->display, &major, &minor))
    return give_up (offscreen, error, "eglInitialize");
  if (!epoxy_has_egl_extension (offscreen->display, "EGL_KHR_surfaceless_context")
      || !epoxy_has_egl_extension (offscreen->display, "EGL_KHR_no_config_context"))
    return give_up (offscreen, error, "looking for EGL_KHR_surfaceless_context and EGL_KHR_no_config_context");
  if (!eglBindAPI (es ? EGL_OPENGL_ES_API : EGL_OPENGL_API))
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
  if (!make_framebuffer (offscreen))
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
    if (eglMakeCurrent (offscreen->display, EGL_NO_SURFACE, EGL_NO_SURFACE, offscreen->context)) {
      glDeleteFramebuffers (1, &offscreen->framebuffer);
      glDeleteRenderbuffers (1, &offscreen->colour);
      glDeleteRenderbuffers (1, &offscreen->depth);
    }
    eglMakeCurrent (offscreen->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext (offscreen->display, offscreen->context);
  }
  /* The display is not terminated: EGL returns the same display to every caller in the process. */
  g_free (offscreen->description);
  g_free (offscreen);
}

guint
mw_offscreen_framebuffer (const MwOffscreen *offscreen)
{
  return offscreen->framebuffer;
}

const char *
mw_offscreen_description (const MwOffscreen *offscreen)
{
  return offscreen->description ? offscreen->description : "";
}

MwImage *
mw_offscreen_read (MwOffscreen *offscreen, GError **error)
{
  g_autoptr (MwImage) image = mw_image_new (offscreen->width, offscreen->height, "picture", error);
  if (!image)
    return NULL;
  size_t row = (size_t) image->width * 4;
  g_autofree uint8_t *pixels = g_try_malloc (row * image->height);
  if (!pixels) {
    mw_set_error (error, MW_ERROR_LIMIT, -1, NULL, "no memory for a picture of %u x %u pixels", image->width,
                  image->height);
    return NULL;
  }
  glBindFramebuffer (GL_FRAMEBUFFER, offscreen->framebuffer);
  glPixelStorei (GL_PACK_ALIGNMENT, 1);
  glReadPixels (0, 0, (GLsizei) image->width, (GLsizei) image->height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
  /* GL's first row is the lowest. */
  for (uint32_t y = 0; y < image->height; y++)
    memcpy (image->rgba + y * row, pixels + (image->height - 1 - y) * row, row);
  mw_image_update_has_alpha (image);
  return g_steal_pointer (&image);
}
