/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/file-set.h"
#include "core/model/mdlx/mdlx.h"

/* Made models of every version of Warcraft III, for versions without a real file. */

/* The known versions, the oldest first, ended by 0. A version that is added to core/model/mdlx/versions.c is thereby tested. */
const guint *mdlx_versions (void);
/* A model with two records in each list of the version, of each kind, with every track and a distinct value in every
 * field. References are to existing records, those of skins to bones. Free with mw_model_free(). */
MwMdlx *mdlx_made (uint32_t version);
/* The same as a file. */
MwFileSet *mdlx_made_set (uint32_t version);
