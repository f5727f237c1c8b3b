/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/image/image-private.h"

/* A half float (IEEE 754 binary16) of linear light as an sRGB byte: what is below 0 or no number is 0, what is above 1 is
 * 255. */
uint8_t mw_image_half_to_srgb (uint32_t half);

/* A half float as a byte without conversion, 1.0 being 255: for alpha. */
uint8_t mw_image_half_to_byte (uint32_t half);

/* Counts a pixel of the image whose brightest component is this half float, if that is above 1: n_cut and brightest. */
void mw_image_note_light (MwImage *image, uint32_t half);
