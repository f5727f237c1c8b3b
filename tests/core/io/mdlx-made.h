/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/file-set.h"
#include "core/model/mdlx/mdlx.h"

/* Models of our own making of every version of Warcraft III, for versions of which there is no real file. */

/* A model that has two records in each list that the version has, of each kind, with every track and a value of its own in every
 * field. References name records that are there, skins bones. Free with mw_model_free(). */
MwMdlx *mdlx_made (uint32_t version);
/* Its file. */
MwFileSet *mdlx_made_set (uint32_t version);
