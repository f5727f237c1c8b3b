/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JPEG streams for BLP1. The levels of a file share the bytes at their beginning: here the mark of the begin and the tables.
 * Their four components are stored without a colour transform, in full size, under the numbers 1 to 4, as in the files of the
 * game. */
#include "core/image/write-private.h"

/* jpeglib.h needs FILE declared before it. */
#include <stdio.h>

#include <jpeglib.h>
#include <setjmp.h>
#include <stdlib.h>

enum { MARK = 2 }; /* the size of the marks of begin and end */

typedef struct {
  struct jpeg_compress_struct codec;
  struct jpeg_error_mgr errors;
  jmp_buf escape;
  char message[JMSG_LENGTH_MAX];
  unsigned char *made; /* malloc'ed by libjpeg */
  unsigned long size;
  uint8_t *row;
} JpegWriter;

G_NORETURN static void
fail (j_common_ptr codec)
{
  JpegWriter *self = (JpegWriter *) codec;
  codec->err->format_message (codec, self->message);
  longjmp (self->escape, 1);
}

static void
set_up (JpegWriter *self, guint quality)
{
  struct jpeg_compress_struct *codec = &self->codec;
  jpeg_create_compress (codec);
  jpeg_mem_dest (codec, &self->made, &self->size);
  codec->input_components = 4;
  codec->in_color_space = JCS_UNKNOWN;
  jpeg_set_defaults (codec);
  jpeg_set_colorspace (codec, JCS_UNKNOWN);
  jpeg_set_quality (codec, (int) quality, TRUE);
  for (int c = 0; c < 4; c++)
    codec->comp_info[c].component_id = c + 1;
}

static void
put_row (const MwImage *image, uint32_t y, gboolean opaque, uint8_t *to)
{
  const uint8_t *rgba = image->rgba + (size_t) y * image->width * 4;
  for (uint32_t x = 0; x < image->width; x++, rgba += 4, to += 4) {
    to[0] = rgba[2];
    to[1] = rgba[1];
    to[2] = rgba[0];
    to[3] = opaque ? 255 : rgba[3];
  }
}

/* `image` NULL: only the tables. FALSE: libjpeg failed. Everything allocated here is owned by `self`. */
static gboolean
write_stream (JpegWriter *self, const MwImage *image, guint quality, gboolean opaque)
{
  struct jpeg_compress_struct *codec = &self->codec;
  if (setjmp (self->escape))
    return FALSE;
  set_up (self, quality);
  if (!image) {
    jpeg_write_tables (codec);
    return TRUE;
  }
  codec->image_width = image->width;
  codec->image_height = image->height;
  jpeg_suppress_tables (codec, TRUE);
  jpeg_start_compress (codec, FALSE);
  self->row = g_malloc ((size_t) image->width * 4);
  while (codec->next_scanline < codec->image_height) {
    put_row (image, codec->next_scanline, opaque, self->row);
    jpeg_write_scanlines (codec, &self->row, 1);
  }
  jpeg_finish_compress (codec);
  return TRUE;
}

/* Appends the stream without `skip` bytes at its begin and `drop` at its end. */
static gboolean
append (const MwImage *image, guint quality, gboolean opaque, guint skip, guint drop, GByteArray *to, GError **error)
{
  JpegWriter *self = g_new0 (JpegWriter, 1);
  self->codec.err = jpeg_std_error (&self->errors);
  self->errors.error_exit = fail;
  gboolean written = write_stream (self, image, quality, opaque);
  if (written)
    g_byte_array_append (to, self->made + skip, (guint) (self->size - skip - drop));
  else
    mw_set_error (error, MW_ERROR_LIMIT, -1, NULL, "JPEG: %s", self->message);
  jpeg_destroy_compress (&self->codec);
  free (self->made);
  g_free (self->row);
  g_free (self);
  return written;
}

gboolean
mw_image_encode_jpeg_tables (guint quality, GByteArray *to, GError **error)
{
  return append (NULL, quality, FALSE, 0, MARK, to, error);
}

gboolean
mw_image_encode_raw_jpeg (const MwImage *image, guint quality, gboolean opaque, GByteArray *to, GError **error)
{
  return append (image, quality, opaque, MARK, 0, to, error);
}
