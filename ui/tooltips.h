/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Hides each tooltip that GTK moves from one window to another. GTK 4.8 moves a tooltip that is shown when the next event is one of
 * another window, such as a dialog that has just opened, and shows it there at its old place in the first window. If that place is on no
 * monitor, GDK prints a critical warning. A tooltip that is hidden is only shown again after it was given a new place. Call it once. */
void mw_tooltips_hide_moved (void);
