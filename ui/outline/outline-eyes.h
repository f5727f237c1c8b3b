/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/outline/outline.h"

/* The pointer on the eyes and locks of the rows: a click sets one, dragging over others gives them the same, and with Ctrl or Alt the eye
 * hides all others of the kind. None of this selects rows. */
void mw_outline_eyes_install (MwOutline *outline, MwDocument *document);
