/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Lets no key get lost while the focus of a window is a widget that has been taken out of it. GTK 4.8 moves the focus on only after the
 * next frame. Until then it gives each key to the removed widget, which leads to no window: neither a shortcut nor anything else sees
 * it. This happens when an edit rebuilds the list that has the focus and the next frame is slow. Call it once. */
void mw_lost_focus_keeps_keys (void);
