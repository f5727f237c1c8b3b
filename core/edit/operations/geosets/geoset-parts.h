/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* Makes several geosets of one: part_of[t] is the part of face t, below n_parts. Each part has at least one face. The geoset becomes part
 * 0, which keeps the vertices that no face uses; the others follow it. Vertices that several parts use are copied. *made gets the ids (MwId) of
 * all parts. */
gboolean mw_geoset_split (MwDocument *document, MwId geoset, const guint32 *part_of, guint32 n_parts, GArray *made,
                          GError **error);
