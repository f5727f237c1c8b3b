/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/record.h"

/* The colours of MW_SHADING_WEIGHTS: how much the selected bones move each vertex, from blue (not at all) over pale yellow to red (they
 * alone). Blue, yellow and red are told apart with all common kinds of colour blindness. */

/* The colours of the weights 0, 1/4, 1/2, 3/4 and 1; in between they are mixed. */
enum { MW_HEAT_STOPS = 5 };
extern const float mw_heat_stops[MW_HEAT_STOPS][3];

/* Whether vertices may be moved by records of this schema: bones and helpers. */
gboolean mw_heat_is_for (const MwModel *model, const MwSchema *schema);
