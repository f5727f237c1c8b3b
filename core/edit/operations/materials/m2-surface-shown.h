/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/operations/elements/new-elements.h"
#include "core/model/m2/m2.h"

/* Members of MwNewElements for the surfaces of M2, given by any of their batches. A surface is shown where both the alpha of its colour
 * and its texture weight show it (m2.md 5). Many surfaces share these, so shown_owner() gives a surface its own first. */
guint mw_surface_shown_by (const MwModel *model, const MwM2Batch *batch, MwShownBy out[MW_SHOWN_BY_MOST]);
MwId mw_surface_shown_owner (MwDocument *document, const MwM2Batch *batch, const MwField *slot, GError **error);
