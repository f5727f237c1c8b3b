/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>
#include <stdint.h>

/* A texture or screenshot in memory. Colour bytes are sRGB as stored in the file; nothing here converts gamma. */
typedef struct {
  uint32_t width, height;  /* in pixels, at least 1 */
  uint8_t *rgba;           /* width * height * 4 bytes: R, G, B, A; top row first; straight alpha; g_malloc'ed, owned */
  gboolean has_alpha;      /* at least one pixel is not opaque */
  guint alpha_bits;        /* that the file stores for each pixel; 0: none */
  const char *format_name; /* static: the source format for display, such as "BLP1 JPEG", "BLP2 DXT5", "TGA RLE" */
  uint64_t n_cut;          /* pixels with more light than 1 in the file (BC6H, half floats), which is cut to 1 here */
  float brightest;         /* the most light of a component of these */
  const char *part;        /* static: what of the file this is ("the first face of a cube map"); NULL: all of it */
  GPtrArray *levels;       /* MwImage, owned: the mip levels 1, 2 ... of the file; NULL: not asked for, or none */
  char *levels_fault; /* why further levels of the file are not in `levels`; NULL: all are, or not asked for; owned */
} MwImage;

/* Limits for all images. A decoder also refuses an image that needs more than 64 MiB plus 32 times the input's size. */
#define MW_IMAGE_MAX_SIDE 16384u
#define MW_IMAGE_MAX_PIXELS (64u * 1024u * 1024u)

/* A new image, all bytes 0. `format_name` must be a static string. NULL with MW_ERROR_LIMIT if a side is 0, if the
 * image exceeds the limits above, or if memory runs out. The caller sets has_alpha (see
 * mw_image_update_has_alpha()). */
MwImage *mw_image_new (uint32_t width, uint32_t height, const char *format_name, GError **error);
void mw_image_free (MwImage *image);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwImage, mw_image_free)

/* Sets has_alpha from the pixels. */
void mw_image_update_has_alpha (MwImage *image);

/* Decodes the largest level of a BLP1, BLP2, DDS, PNG or TGA texture. The format is recognised by content; TGA has
 * no magic number, so it is tried last, if its header is plausible. Errors are MW_ERROR_TRUNCATED, _CORRUPT,
 * _UNSUPPORTED or _LIMIT. */
MwImage *mw_image_decode (const uint8_t *data, size_t size, GError **error);

/* The same for mip level `level`, 0 being the largest; only BLP and DDS can have more than one. MW_ERROR_VALUE when
 * the file has no such level. Level n is usually max (1, width >> n) wide, but a BLP1 JPEG level has the size that
 * its JPEG states, and in some files every level is the full-size image. */
MwImage *mw_image_decode_level (const uint8_t *data, size_t size, guint level, GError **error);

/* The largest level, and in `levels` those below it, down to 1 x 1 if the file has them. A level that cannot be read, or
 * does not halve the one above it (rounded down, at least 1), ends them; then `levels_fault` says which and why. */
MwImage *mw_image_decode_with_levels (const uint8_t *data, size_t size, GError **error);

/* The number of levels in an image: 1 and those in `levels`. */
guint mw_image_n_levels (const MwImage *image);
/* Level 0 is the image itself. */
const MwImage *mw_image_level (const MwImage *image, guint level);

/* A new image with half the width and height (rounded down, at least 1): each pixel is the mean of up to four. It has no
 * levels. NULL and MW_ERROR_LIMIT if memory runs out. */
MwImage *mw_image_half (const MwImage *image, GError **error);

/* The extensions of texture files (".blp"), each once, in the order in which games look for them; NULL-terminated. */
const char *const *mw_image_extensions (void);
