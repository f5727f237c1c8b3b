/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/record-form.h"
#include "ui/surface-form.h"

/* Shows and edits the selected elements, or the model itself if nothing is selected. Below it lists what uses them. */
#define MW_TYPE_INSPECTOR (mw_inspector_get_type ())
G_DECLARE_FINAL_TYPE (MwInspector, mw_inspector, MW, INSPECTOR, GtkBox)

GtkWidget *mw_inspector_new (MwDocument *document);
/* The form in view; NULL if elements of several kinds are selected. */
MwRecordForm *mw_inspector_get_form (MwInspector *self);
/* Whether the form and the list of users are up to date with the selection; large ones are built in several parts. */
gboolean mw_inspector_is_whole (MwInspector *self);
/* The lines above the form that explain what an event does or what a batch combines; "" for other elements. Free with
 * g_free(). */
char *mw_inspector_get_facts (MwInspector *self);
/* The operations on surfaces, above the form of batches; hidden for other elements. */
MwSurfaceForm *mw_inspector_get_surface (MwInspector *self);
/* Sets the sequence and time on show. */
void mw_inspector_set_clock (MwInspector *self, const MwClock *clock);
/* Sets whether the time advances by itself. */
void mw_inspector_set_playing (MwInspector *self, gboolean playing);
/* The title above the "used by" list. */
const char *mw_inspector_get_users_title (MwInspector *self);
/* The number of rows of the "used by" list; updates it first. */
guint mw_inspector_get_n_users (MwInspector *self);
/* How far the inspector is scrolled down, in pixels. Setting it waits until its rows have been built. */
double mw_inspector_get_scrolled (MwInspector *self);
void mw_inspector_set_scrolled (MwInspector *self, double value);
/* The button that switches the byte offsets of the values in the saved file on and off. */
GtkToggleButton *mw_inspector_get_show_offsets (MwInspector *self);
