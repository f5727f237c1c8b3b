/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/image/image.h"

#include <glib.h>

/* A GL context without a screen, with a frame buffer to draw into. It needs no X or Wayland. It uses EGL: Mesa's surfaceless platform,
 * which needs no graphics card either (llvmpipe), or, where Mesa is not installed, the first card whose driver can be used that way. */
typedef struct _MwOffscreen MwOffscreen;

/* Creates a context of OpenGL 3.3 core (or OpenGL ES 3.0 with `es`) and a frame buffer of width * height pixels (1
 * to 16384 each), RGBA8 with a 24-bit depth buffer. With `samples` above 1 edges are smoothed with so many samples of a pixel, or as
 * many as the driver has. It is current in this thread afterwards. Returns NULL with MW_ERROR_UNSUPPORTED if the machine cannot
 * provide this; the message says which step failed, or which packages are missing. */
MwOffscreen *mw_offscreen_new (guint width, guint height, guint samples, gboolean es, GError **error);
/* Frees the frame buffer and the context. GL objects created in it must be freed before. NULL is allowed. */
void mw_offscreen_free (MwOffscreen *offscreen);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwOffscreen, mw_offscreen_free)

/* Makes the context current in this thread. It must not be current in another one. */
gboolean mw_offscreen_make_current (MwOffscreen *offscreen, GError **error);
/* Leaves this thread without a context, so that another thread may use it. */
void mw_offscreen_release (MwOffscreen *offscreen);

/* The frame buffer to draw into. */
guint mw_offscreen_framebuffer (const MwOffscreen *offscreen);
/* Samples of a pixel that the frame buffer has; 0 or 1: edges are not smoothed. */
guint mw_offscreen_samples (const MwOffscreen *offscreen);
/* The GL version for people: "4.5 (Core Profile) Mesa 22.3.6". Valid as long as the context. */
const char *mw_offscreen_description (const MwOffscreen *offscreen);
/* Reads back what has been drawn; the caller owns the image. The context must be current. */
MwImage *mw_offscreen_read (MwOffscreen *offscreen, GError **error);
