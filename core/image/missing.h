/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/image/image.h"

/* Images drawn where a texture is missing (rendering.md 3.8). All are generated and square; free with mw_image_free(). */

/* Clay has the colour of skin for the skins of characters and creatures (texture types 1, 8, 11 to 13 and 21) and that of hair
 * for hair and manes (6, 7, 10 and 22), so that a head can be told from its hair. All else is grey. */
typedef enum { MW_CLAY_PLAIN, MW_CLAY_SKIN, MW_CLAY_HAIR, MW_CLAY_COUNT } MwClay;
/* The clay for a texture type (names.md 4); 0: none. */
MwClay mw_clay_of_type (uint32_t type);

/* Clay with a fine pattern: 128 x 128 pixels in 16 x 16 squares, light at the top left and dark beside it, and a thin line along the left and the
 * top of every fourth. Seams and stretching of texture coordinates can be seen in it; from a distance it is one colour.
 * Opaque. */
MwImage *mw_image_clay (MwClay clay);

/* A soft round spot, for particles and glows: white, with an alpha that falls from 1 in the middle to 0 at a distance of half
 * the side. `whole`: the colour falls in the same way, for blending that does not multiply by alpha. */
MwImage *mw_image_spot (gboolean whole);

/* A 64 x 64 checkerboard in magenta and a dark colour, with a text that says that the image is missing; opaque. */
MwImage *mw_image_checker (void);
/* The same for an M2 texture that the game chooses by its type; the text names the type, up to 9,999. */
MwImage *mw_image_checker_of_type (uint32_t type);
