/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/image/image.h"

#include <glib.h>

/* A GL context without a screen, with a frame buffer to draw into. It uses EGL on Mesa's surfaceless platform, so it
 * needs no X, Wayland or graphics card (llvmpipe). */
typedef struct _MwOffscreen MwOffscreen;

/* Creates a context of OpenGL 3.3 core (or OpenGL ES 3.0 with `es`) and a frame buffer of width * height pixels (1
 * to 16384 each), RGBA8 with a 24-bit depth buffer. It is current in this thread afterwards. Returns NULL with
 * MW_ERROR_UNSUPPORTED if the machine cannot provide this; the message says which step failed. */
MwOffscreen *mw_offscreen_new (guint width, guint height, gboolean es, GError **error);
/* Frees the frame buffer and the context. GL objects created in it must be freed before. NULL is allowed. */
void mw_offscreen_free (MwOffscreen *offscreen);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwOffscreen, mw_offscreen_free)

/* The frame buffer to draw into. */
guint mw_offscreen_framebuffer (const MwOffscreen *offscreen);
/* The GL version for people: "4.5 (Core Profile) Mesa 22.3.6". Valid as long as the context. */
const char *mw_offscreen_description (const MwOffscreen *offscreen);
/* Reads back what has been drawn; the caller owns the image. The context must be current. */
MwImage *mw_offscreen_read (MwOffscreen *offscreen, GError **error);
