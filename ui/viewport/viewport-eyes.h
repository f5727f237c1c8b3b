/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hiding in a viewport: H hides what is selected, Shift+H everything else of the same kind, and Ctrl+H shows all again. */
#pragma once
#include "ui/viewport/eyes.h"
#include "ui/viewport/viewport.h"

/* Lets the viewport follow what is hidden and locked, and adds the keys. */
void mw_viewport_init_eyes (MwViewport *self);
/* The ids (MwId) of these that are not locked. Free with g_array_unref(). */
GArray *mw_viewport_unlocked (MwViewport *self, const MwId *ids, guint n);
/* Whether anything is hidden or locked. */
gboolean mw_viewport_has_eyes (MwViewport *self);
/* What is remembered for the file was read, or will be written. */
void mw_viewport_recall_eyes (MwViewport *self);
void mw_viewport_note_eyes (MwViewport *self);
