/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/mdlx/mdlx.h"

/* A small model with an example of most things that paths and values can contain: sequences Stand, Walk, walk;
 * textures a.blp, b.blp; one material with two layers, the first with an alpha track of three Hermite keys; nodes
 * helper, bone, bone, helper. */
MwMdlx *fixture_model (void);
