/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/outline/outline-model.h"
#include "ui/viewport/eyes.h"

#include <gtk/gtk.h>

/* The eye and the lock at the end of a row of the outline (ui/viewport/eyes.h). A group shows and sets those of all its elements. */

typedef enum { MW_ROW_EYE_NONE, MW_ROW_EYE_OFF, MW_ROW_EYE_SOME, MW_ROW_EYE_ON } MwRowEye;

/* Whether what a row is for is hidden or locked: all of it, some of it, nothing of it; NONE: the views draw nothing for it. */
MwRowEye mw_row_eye_get (MwEyes *eyes, MwOutlineNode *node, MwEye eye);
/* Hides or locks all of it, or shows or unlocks it. */
void mw_row_eye_set (MwEyes *eyes, MwOutlineNode *node, MwEye eye, gboolean on);
const char *mw_row_eye_icon (MwEye eye, MwRowEye state);
/* What it says and what a click does. The text is static. */
const char *mw_row_eye_tooltip (MwEye eye, MwRowEye state);
