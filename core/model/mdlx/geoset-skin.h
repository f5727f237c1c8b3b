/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/wire.h"

/* The two optional parts of a geoset in Warcraft III from 900 on. */
extern const MwHand mw_mdlx_tangents_hand, mw_mdlx_skin_hand;

/* The largest weight that a file of this format can hold. */
guint mw_mdlx_skin_most (MwFormat format);
