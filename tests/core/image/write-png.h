/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/image/image.h"

/* The file of a picture: PNG with 8 bits for each of red, green, blue and alpha. The caller owns the bytes. */
GByteArray *write_png (const MwImage *image);
