/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What assistive technology says about the widgets of GTK 4.8 that GTK gives no name, or a wrong one: the buttons inside
 * drop-downs and menu buttons, labels with a mnemonic (which it would read with the underscore), tabs, and rows of lists and tables.
 * From the first call on, each widget gets its name when it is shown for the first time. Names that a widget was given stay. */
void mw_spoken_begin (void);
