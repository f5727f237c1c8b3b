/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/image/image.h"

/* Lays `from` over a part of `to`, which is width by height pixels at (x, y) and must be inside it; `from` is scaled to that size. Alpha of
 * `from` says how much of it is seen; where `to` is not opaque, it becomes so as far as `from` covers it. Its levels do
 * not change.
 * FALSE and MW_ERROR_LIMIT: no memory. */
gboolean mw_image_paste (MwImage *to, const MwImage *from, uint32_t x, uint32_t y, uint32_t width, uint32_t height,
                         GError **error);
