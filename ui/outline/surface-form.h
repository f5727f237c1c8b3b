/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

#include <gtk/gtk.h>

/* A part of the inspector that edits the blend mode and textures of surfaces of an M2 model, for any selected
 * batches. A change is an operation on surfaces, so it applies to all skin profiles. */
#define MW_TYPE_SURFACE_FORM (mw_surface_form_get_type ())
G_DECLARE_FINAL_TYPE (MwSurfaceForm, mw_surface_form, MW, SURFACE_FORM, GtkBox)

GtkWidget *mw_surface_form_new (MwDocument *document);
/* Shows the surfaces of these batches. If one of the records is not a batch, the form is hidden. */
void mw_surface_form_set_ids (MwSurfaceForm *self, const MwId *ids, guint n);
