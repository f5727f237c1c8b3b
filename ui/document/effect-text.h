/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* What the open transaction of a document would change, as text for users: "changes 12 keys of 4 tracks, adds 1 element".
 * NULL if it changes nothing. Free with g_free(). */
char *mw_effect_text (MwDocument *document);
