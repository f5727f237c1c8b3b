/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/mdlx/mdlx.h"

/* A model of an MDX family and version in which every field that a file of it has and text can state holds a value that no
 * other has, made from the tables alone. Records come in twos and threes: the first states values where others have tracks, as
 * text holds one of the two in Warcraft III. */
MwMdlx *full_model_new (MwFormat format);
