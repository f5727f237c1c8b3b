/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/mdlx/mdlx.h"

/* A small model with some of everything that paths and values meet: sequences Stand, Walk, walk; textures a.blp, b.blp;
 * one material with two layers, the first with an alpha track of three Hermite keys; nodes helper, bone, bone, helper. */
MwMdlx *fixture_model (void);
