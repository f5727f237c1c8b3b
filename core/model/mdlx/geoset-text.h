/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/mdl.h"

/* `SkinWeights n { four bones, four weights, ... }`: two arrays in one statement. */
extern const MwMdlHand mw_mdlx_skin_text;
