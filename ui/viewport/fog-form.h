/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/render/fog.h"

#include <gtk/gtk.h>

/* A switch for fog, and rows for what it is like: kind, where it begins and ends, and colour.
 *
 * Signal "changed": the user changed it. Fog that is switched on for the first time has no distances yet (end 0). */
#define MW_TYPE_FOG_FORM (mw_fog_form_get_type ())
G_DECLARE_FINAL_TYPE (MwFogForm, mw_fog_form, MW, FOG_FORM, GtkBox)

GtkWidget *mw_fog_form_new (void);
void mw_fog_form_get (MwFogForm *self, MwFog *fog);
/* Shows another fog; emits nothing. */
void mw_fog_form_set (MwFogForm *self, const MwFog *fog);
/* Whether all kinds can be chosen, or there is only linear fog. */
void mw_fog_form_set_kinds (MwFogForm *self, gboolean all);
