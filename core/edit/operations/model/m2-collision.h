/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* See `collide` and `collide_mesh` of MwNewElements. */
gboolean mw_m2_collide (MwDocument *document, const float min[3], const float max[3], gboolean sphere, GError **error);
gboolean mw_m2_collide_mesh (MwDocument *document, const float *points, guint n_points, const guint16 *corners,
                             guint n_triangles, GError **error);
