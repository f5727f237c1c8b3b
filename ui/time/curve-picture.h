/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/key-sheet.h"

#include <gtk/gtk.h>

/* A small drawing of the curves of a track, as a button: for a row of the inspector. It is computed when it is
 * drawn. Its accessible description says how many curves it has. */
#define MW_TYPE_CURVE_PICTURE (mw_curve_picture_get_type ())
G_DECLARE_FINAL_TYPE (MwCurvePicture, mw_curve_picture, MW, CURVE_PICTURE, GtkButton)

/* The sheet that has the row of the track, or NULL. */
typedef MwKeySheet *(*MwCurveSheet) (gpointer data);
GtkWidget *mw_curve_picture_new (MwCurveSheet sheet, gpointer data);
/* Draws this track (0: nothing) as it is now. */
void mw_curve_picture_set_track (MwCurvePicture *self, MwId track);
