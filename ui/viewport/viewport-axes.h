/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/render/camera.h"

#include <gtk/gtk.h>

/* The axes as the view shows them, in its corner. A click on an end looks along that axis, and once more from the other side; a click in the
 * middle switches between perspective and parallel projection.
 *
 * Signal "chosen" (guint keyval, gboolean opposite): the user wants what this key of the view does, with Ctrl if `opposite`. */
#define MW_TYPE_VIEWPORT_AXES (mw_viewport_axes_get_type ())
G_DECLARE_FINAL_TYPE (MwViewportAxes, mw_viewport_axes, MW, VIEWPORT_AXES, GtkWidget)

GtkWidget *mw_viewport_axes_new (void);
/* Shows the axes for this camera. */
void mw_viewport_axes_set (MwViewportAxes *self, const MwCamera *camera);
