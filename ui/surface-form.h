/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

#include <gtk/gtk.h>

/* What people change of a surface of an M2 model, whichever of its batches is selected: blend mode and textures, in all skin
 * profiles at once, by the operations on surfaces. */
#define MW_TYPE_SURFACE_FORM (mw_surface_form_get_type ())
G_DECLARE_FINAL_TYPE (MwSurfaceForm, mw_surface_form, MW, SURFACE_FORM, GtkBox)

GtkWidget *mw_surface_form_new (MwDocument *document);
/* The surfaces of these batches; where there is anything else among them it hides itself. */
void mw_surface_form_set_ids (MwSurfaceForm *self, const MwId *ids, guint n);
/* The editor (MwFieldEditor) of the blend mode, and of the texture of a unit; NULL: not shown. */
GtkWidget *mw_surface_form_get_blend_mode (MwSurfaceForm *self);
GtkWidget *mw_surface_form_get_texture (MwSurfaceForm *self, guint unit);
