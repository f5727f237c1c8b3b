/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Left and right in the names of nodes, bones and attachments. */

/* The name with left and right exchanged: whole words first ("Hand Left", "handRight", "SPELL_LEFT"); where there are none,
 * the letters L and R that stand alone or end a word ("Hand_L", "ArmR", "Bip01 L Hand"). "Bright" and "Leftover" have no side.
 * NULL if there is none. Free with g_free(). */
char *mw_side_swapped (const char *name);
