/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/record.h"

/* What elements of M2 models are called: few of them have a name of their own, most have a number that the clients give a
 * meaning to (catalogues). Texts are freed with g_free(). */

/* "Stand (0) v1", "Right hand", "Submesh 3: Hair 2"; NULL: nothing better than the kind and its number is known. */
char *mw_ui_m2_title (const MwRecord *record);
/* What stands beside the title: a length, a blend mode, that it is not loaded; NULL: nothing. */
char *mw_ui_m2_info (const MwRecord *record);
/* Whether the record's content stands in a file that was not found. */
gboolean mw_ui_is_not_loaded (const MwRecord *record);
