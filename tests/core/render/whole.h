/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/render/renderer.h"

/* Draws a whole frame at once. */
static inline void
draw_whole (MwRenderer *renderer, const MwFrame *frame)
{
  mw_renderer_begin (renderer, frame);
  while (mw_renderer_part (renderer, G_MAXUINT))
    ;
}
