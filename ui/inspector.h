/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/record-form.h"
#include "ui/surface-form.h"

/* Shows and edits what is selected; nothing selected: the model itself. Below stands who uses it. */
#define MW_TYPE_INSPECTOR (mw_inspector_get_type ())
G_DECLARE_FINAL_TYPE (MwInspector, mw_inspector, MW, INSPECTOR, GtkBox)

GtkWidget *mw_inspector_new (MwDocument *document);
/* The form in view, or NULL (elements of several kinds are selected). */
MwRecordForm *mw_inspector_get_form (MwInspector *self);
/* TRUE when the form and the list of users are those of the selection, with nothing left to be made. */
gboolean mw_inspector_is_whole (MwInspector *self);
/* What is said above the form of what an event does, or a batch combines: lines, empty for other elements. Free with g_free(). */
char *mw_inspector_get_facts (MwInspector *self);
/* Above the form of batches, hidden for others: what is done to their surface. */
MwSurfaceForm *mw_inspector_get_surface (MwInspector *self);
/* The sequence and the moment on show. */
void mw_inspector_set_clock (MwInspector *self, const MwClock *clock);
/* Whether that moment moves by itself. */
void mw_inspector_set_playing (MwInspector *self, gboolean playing);
/* What stands above that list now. */
const char *mw_inspector_get_users_title (MwInspector *self);
/* How many rows the "used by" list has; brings it up to date first. */
guint mw_inspector_get_n_users (MwInspector *self);
/* How far its rows are scrolled down, in pixels; setting it waits until they are there. */
double mw_inspector_get_scrolled (MwInspector *self);
void mw_inspector_set_scrolled (MwInspector *self, double value);
/* The button that shows the byte offset of each value in the saved file. */
GtkToggleButton *mw_inspector_get_show_offsets (MwInspector *self);
