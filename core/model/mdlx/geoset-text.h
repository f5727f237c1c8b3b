/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/mdl.h"

/* MDL text for the parts of a geoset that are spread over several arrays (mdlx.md 10.5). */

/* `Faces groups indices { Triangles { ... } }` and `Groups n total { Matrices { ... } }`. */
extern const MwMdlHand mw_mdlx_faces_text, mw_mdlx_groups_text;
/* Whether these cannot state the arrays exactly. Texts of World of Warcraft then write the arrays themselves. */
gboolean mw_mdlx_are_odd_faces (const MwRecord *geoset);
gboolean mw_mdlx_are_odd_groups (const MwRecord *geoset);
/* `Anim { ... }`, once per sequence. */
extern const MwMdlHand mw_mdlx_extents_text;
/* `SkinWeights n { four bones, four weights, ... }`. */
extern const MwMdlHand mw_mdlx_skin_text;
