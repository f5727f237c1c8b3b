/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/image/image.h"

#include <glib.h>

/* A GL context without a screen, and a picture to draw into: EGL on Mesa's surfaceless platform, so it works without X,
 * Wayland or a graphics card (llvmpipe). */
typedef struct _MwOffscreen MwOffscreen;

/* A context of OpenGL 3.3 core (or OpenGL ES 3.0 with `es`) and a frame buffer of width * height pixels (1 to 16384 each),
 * RGBA8 with a 24-bit depth buffer. It is current in this thread afterwards. NULL with MW_ERROR_UNSUPPORTED where the
 * machine has no such context; the message says which step failed. */
MwOffscreen *mw_offscreen_new (guint width, guint height, gboolean es, GError **error);
/* Frees the frame buffer and the context. What was made in it must be freed before. NULL is fine. */
void mw_offscreen_free (MwOffscreen *offscreen);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwOffscreen, mw_offscreen_free)

/* The frame buffer to draw into. */
guint mw_offscreen_framebuffer (const MwOffscreen *offscreen);
/* What GL calls itself, for people: "4.5 (Core Profile) Mesa 22.3.6"; lives as long as the context. */
const char *mw_offscreen_description (const MwOffscreen *offscreen);
/* The picture as drawn so far; the caller owns it. The context must be current. */
MwImage *mw_offscreen_read (MwOffscreen *offscreen, GError **error);
