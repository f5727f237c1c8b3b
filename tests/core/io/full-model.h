/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/mdlx/mdlx.h"

/* A model of an MDX family and version in which every field that its files have and text can state has a distinct
 * value, made from the tables. Records come in twos and threes: the first has static values where others have
 * tracks, because text of Warcraft III holds only one of the two. */
MwMdlx *full_model_new (MwFormat format);
