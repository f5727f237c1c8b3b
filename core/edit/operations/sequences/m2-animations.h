/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>
#include <stdint.h>

/* What follows from the animation of a sequence in M2. */

/* The flags about lying down that sequences with this animation have in all files (m2.md 5.1). */
enum { MW_M2_LYING = 0xE };
uint32_t mw_m2_lying_flags (guint animation);
