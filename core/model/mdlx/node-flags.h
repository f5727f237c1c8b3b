/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/i18n.h"
#include "core/model/mdlx/mdlx.h"

/* The flag bit that states a node's kind, as the game's own files have it; 0 if there is none. Readers use the chunk
 * instead. */
uint32_t mw_mdlx_kind_bit (const MwSchema *kind, MwFamily family);

/* Names of the node flags that all kinds share (mdlx.md 2.5). The kind bits have no names, because the chunk decides
 * the kind. */
#define MW_MDLX_NODE_FLAG_NAMES                                                                                         \
  MW_MDLX_COMMON_NODE_FLAG_NAMES, { MW_MDLX_NODE_CAMERA_ANCHORED, "camera_anchored", N_ ("Camera anchored") }
/* In World of Warcraft the kind bits are others, one of them in the place of camera_anchored. */
#define MW_MDLX_WOW_NODE_FLAG_NAMES                                                                                     \
  MW_MDLX_COMMON_NODE_FLAG_NAMES, { 0x4000, "project", N_ ("Project") }
#define MW_MDLX_COMMON_NODE_FLAG_NAMES                                                                                  \
  { MW_MDLX_NODE_DONT_INHERIT_TRANSLATION, "dont_inherit_translation", N_ ("Don't inherit translation"),               \
    N_ ("Inherits translation") },                                                                                      \
      { MW_MDLX_NODE_DONT_INHERIT_SCALING, "dont_inherit_scaling", N_ ("Don't inherit scaling"),                       \
        N_ ("Inherits scaling") },                                                                                      \
      { MW_MDLX_NODE_DONT_INHERIT_ROTATION, "dont_inherit_rotation", N_ ("Don't inherit rotation"),                    \
        N_ ("Inherits rotation") },                                                                                     \
      { MW_MDLX_NODE_BILLBOARDED, "billboarded", N_ ("Billboarded") },                                                 \
      { MW_MDLX_NODE_BILLBOARDED_LOCK_X, "billboarded_lock_x", N_ ("Billboarded, lock X") },                           \
      { MW_MDLX_NODE_BILLBOARDED_LOCK_Y, "billboarded_lock_y", N_ ("Billboarded, lock Y") },                           \
      { MW_MDLX_NODE_BILLBOARDED_LOCK_Z, "billboarded_lock_z", N_ ("Billboarded, lock Z") }
