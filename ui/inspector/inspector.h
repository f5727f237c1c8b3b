/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/inspector/record-form.h"
#include "ui/outline/surface-form.h"

/* Shows and edits the selected elements, or the model itself if nothing is selected. Below it lists what uses them.
 * A button opens a second inspector below, which stays on its element.
 * While it is not up to date with the selection, its accessible state is "busy".
 *
 * Signal: "pointed" (guint record, gpointer field): the user has clicked or focused the row of this value; the field is
 * NULL for a track as a whole. */
#define MW_TYPE_INSPECTOR (mw_inspector_get_type ())
G_DECLARE_FINAL_TYPE (MwInspector, mw_inspector, MW, INSPECTOR, GtkBox)

GtkWidget *mw_inspector_new (MwDocument *document);
/* Sets the sequence and time on show. */
void mw_inspector_set_clock (MwInspector *self, const MwClock *clock);
/* Sets whether the time advances by itself. */
void mw_inspector_set_playing (MwInspector *self, gboolean playing);
/* How far the inspector is scrolled down, in pixels. Setting it waits until its rows have been built. */
double mw_inspector_get_scrolled (MwInspector *self);
void mw_inspector_set_scrolled (MwInspector *self, double value);
/* Scrolls to the row of a value of the shown element, or of a track of it, as soon as it is made, and marks the row
 * until something else is selected. `element` is that of an array. */
void mw_inspector_show_field (MwInspector *self, MwId record, const MwField *field, guint element);
