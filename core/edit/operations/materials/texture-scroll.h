/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/operations/operations.h"

/* Textures that move over their surface for ever, as water, clouds and energy do. */

typedef struct {
  MwRecord record;
  float u, v;
  uint32_t period;
  uint8_t remove;
  uint32_t unit; /* of surfaces */
} MwScrollParams;

#define MW_SCROLL_FIELDS(Params)                                                                                       \
  MW_FIELD_F32 (Params, u, "u", .min = -1000, .max = 1000, .label = N_ ("Along the width"),                            \
                .doc = N_ ("How far the coordinates move along the width in one period; 1 is the width of the image. " \
                           "Whole numbers loop without a jump.")),                                                     \
    MW_FIELD_F32 (Params, v, "v", .min = -1000, .max = 1000, .label = N_ ("Along the height"),                         \
                  .doc = N_ ("The same along the height.")),                                                           \
    MW_FIELD_U32 (Params, period, "period", .unit = MW_UNIT_MS, .role = MW_ROLE_TIME, .def = 1000, .min = 1,           \
                  .max = G_MAXINT32, .label = N_ ("Period"),                                                           \
                  .doc = N_ ("The duration of the global sequence that moves them, in milliseconds.")),                \
    MW_FIELD_U8 (Params, remove, "remove", .max = 1, .role = MW_ROLE_SWITCH, .label = N_ ("Remove"),                   \
                 .doc = N_ ("1: the textures no longer move."))

/* What moves textures as the parameters say, added with its global sequence to the model, for all that use it; MW_REF_NONE if it is to be
 * removed. FALSE and an error on failure. */
gboolean mw_scroll_make (MwDocument *document, const MwScrollParams *p, MwRef *made, GError **error);
/* Says that there is nothing to remove. Returns FALSE. */
gboolean mw_scroll_nothing (GError **error);
