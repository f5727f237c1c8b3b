/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/outline/outline.h"

/* Dragging rows of the outline: by kind it changes their order, by skeleton it gives them another parent. A text at the pointer says
 * what dropping them there would do. */
void mw_outline_drag_install (MwOutline *outline, MwDocument *document);

/* What dropping the records on the row of `target` would do, in words; NULL: nothing. `after`: the pointer is in the lower half of the
 * row; `other`: Alt is held. Free with g_free(). */
char *mw_outline_drag_describe (MwOutline *outline, MwDocument *document, const MwId *ids, guint n, MwId target,
                                gboolean after, gboolean other);
/* Does it. Refusals are reported by the outline. */
void mw_outline_drag_drop (MwOutline *outline, MwDocument *document, const MwId *ids, guint n, MwId target,
                           gboolean after, gboolean other);
