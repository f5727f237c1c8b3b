/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* Puts a copy of a sequence after it, with its extents in geosets, as the operation `duplicate` does, and selects it. On
 * one time line the copy has the interval of the original, and the caller gives it another one. Returns its id; 0 and an
 * error on failure. Call it inside an open transaction. */
MwId mw_duplicate_sequence (MwDocument *document, MwId sequence, GError **error);
