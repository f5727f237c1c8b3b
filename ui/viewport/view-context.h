/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/render/renderer.h"

#include <gtk/gtk.h>

/* The OpenGL context of the views in a window. All of them have the same one, so that what was compiled for one view is there for the
 * next. It is kept until the window is unrealized. */

/* A realized context of OpenGL, or of OpenGL ES, since some drivers have only that. NULL with an error: there is neither. Unref it. */
GdkGLContext *mw_view_context_get (GtkNative *window, GError **error);
/* The programs of such a context, which must be current; copies `gl`. They belong to the context. NULL with an error: the driver cannot
 * compile them. */
MwPrograms *mw_view_context_programs (GdkGLContext *context, const MwGl *gl, GError **error);
