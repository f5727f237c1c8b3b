/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads PNG through libpng. Values are not converted: gAMA, sRGB and colour profiles are ignored. */
#include "core/image/image-private.h"
#include "core/image/png-codec.h"
#include "core/image/png-read.h"

#include <string.h>

/* The most bytes that one ancillary chunk may take. */
#define MAX_CHUNK (8u * 1024u * 1024u)

/* Deflate cannot compress by more than this factor. */
#define MAX_RATIO 1032u

typedef struct {
  MwPngCodec codec;
  png_infop info;
  const uint8_t *data;
  size_t size, position;
  gboolean ended;
  MwImage *image;
  png_bytep *rows;
} Png;

static void
read_bytes (png_structp codec, png_bytep to, size_t length)
{
  Png *self = png_get_io_ptr (codec);
  if (length > self->size - self->position) {
    self->ended = TRUE;
    png_error (codec, "the file ends too early");
  }
  memcpy (to, self->data + self->position, length);
  self->position += length;
}

static void
set_rows (Png *self, const MwImage *image)
{
  self->rows = g_new (png_bytep, image->height);
  for (uint32_t y = 0; y < image->height; y++)
    self->rows[y] = image->rgba + (size_t) y * image->width * 4;
}

/* FALSE with *error set, or with `message` set if libpng failed. Everything allocated here is owned by `self`. */
static gboolean
read_picture (Png *self, GError **error)
{
  if (setjmp (png_jmpbuf (self->codec.png)))
    return FALSE;
  self->info = png_create_info_struct (self->codec.png);
  if (!self->info)
    png_error (self->codec.png, "no memory");
  png_set_user_limits (self->codec.png, MW_IMAGE_MAX_SIDE, MW_IMAGE_MAX_SIDE);
  png_set_chunk_malloc_max (self->codec.png, MAX_CHUNK);
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
  png_set_crc_action (self->codec.png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
#endif
  png_set_read_fn (self->codec.png, self, read_bytes);
  png_read_info (self->codec.png, self->info);
  uint32_t width = png_get_image_width (self->codec.png, self->info);
  uint32_t height = png_get_image_height (self->codec.png, self->info);
  if ((uint64_t) png_get_rowbytes (self->codec.png, self->info) * height / MAX_RATIO > self->size) {
    self->ended = TRUE;
    png_error (self->codec.png, "the file is too short for its picture");
  }
  self->image = mw_image_new_for_input (width, height, self->size, "PNG", error);
  if (!self->image)
    return FALSE;
  self->image->alpha_bits = png_get_color_type (self->codec.png, self->info) & PNG_COLOR_MASK_ALPHA
                                || png_get_valid (self->codec.png, self->info, PNG_INFO_tRNS)
                              ? MIN (png_get_bit_depth (self->codec.png, self->info), 8)
                              : 0;
  png_set_expand (self->codec.png);
  png_set_scale_16 (self->codec.png);
  png_set_gray_to_rgb (self->codec.png);
  png_set_add_alpha (self->codec.png, 0xFF, PNG_FILLER_AFTER);
  png_set_interlace_handling (self->codec.png);
  png_read_update_info (self->codec.png, self->info);
  if (png_get_rowbytes (self->codec.png, self->info) != (size_t) width * 4)
    png_error (self->codec.png, "rows of an unexpected size");
  set_rows (self, self->image);
  png_read_image (self->codec.png, self->rows);
  return TRUE;
}

static void
take_notes (const Png *self, GHashTable *notes)
{
  png_textp texts;
  const int n = png_get_text (self->codec.png, self->info, &texts, NULL);
  for (int i = 0; i < n; i++)
    g_hash_table_insert (notes, g_strdup (texts[i].key), g_strdup (texts[i].text));
}

MwImage *
mw_png_read (const uint8_t *data, size_t size, GHashTable *notes, GError **error)
{
  Png *self = g_new0 (Png, 1);
  GError *inner = NULL;
  MwImage *image = NULL;
  self->data = data;
  self->size = size;
  mw_png_codec_init (&self->codec);
  self->codec.png = png_create_read_struct (PNG_LIBPNG_VER_STRING, &self->codec, mw_png_fail, mw_png_stay_silent);
  if (self->codec.png && read_picture (self, &inner)) {
    image = g_steal_pointer (&self->image);
    mw_image_update_has_alpha (image);
    if (notes)
      take_notes (self, notes);
  } else if (inner) {
    g_propagate_error (error, inner);
  } else {
    mw_set_error (error, self->ended ? MW_ERROR_TRUNCATED : MW_ERROR_CORRUPT, (gint64) self->position, "PNG", "%s",
                  self->codec.message);
  }
  png_destroy_read_struct (&self->codec.png, &self->info, NULL);
  mw_image_free (self->image);
  g_free (self->rows);
  g_free (self);
  return image;
}

static MwImage *
decode (const uint8_t *data, size_t size, guint level, GError **error)
{
  return level > 0 ? mw_image_no_level (level, error) : mw_png_read (data, size, NULL, error);
}

const MwImageFormat mw_image_format_png = {
  .name = "PNG",
  .extension = ".png",
  .magic = "\x89PNG",
  .decode = decode,
};
