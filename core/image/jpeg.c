/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JPEG streams as in BLP1. The components are B, G, R, A without colour transform or inversion; any Adobe or JFIF
 * marker that says otherwise is wrong. Telling libjpeg that both input and output are CMYK (4 components) or RGB (3
 * components) makes it copy them unchanged. */
#include "core/image/image-private.h"

/* jpeglib.h needs FILE declared before it. */
#include <stdio.h>

#include <jerror.h>
#include <jpeglib.h>
#include <setjmp.h>

/* Every block takes at least one bit in the scan that has its DC value. */
#define BLOCKS_PER_BYTE 8

/* A progressive stream of four components has 18 scans with the usual script. */
#define MAX_SCANS 32

typedef struct {
  struct jpeg_decompress_struct codec;
  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  jmp_buf escape;
  char message[JMSG_LENGTH_MAX];
  MwErrorCode code;
  gboolean lost; /* entropy-coded data ended before the picture did */
  MwImage *image;
  uint8_t *row;
} JpegReader;

/* libjpeg passes callbacks a pointer to `codec`, which is the first member. */
static JpegReader *
reader_of (j_common_ptr codec)
{
  return (JpegReader *) codec;
}

G_NORETURN static void
fail (j_common_ptr codec)
{
  JpegReader *self = reader_of (codec);
  codec->err->format_message (codec, self->message);
  longjmp (self->escape, 1);
}

static void
note (j_common_ptr codec, int level)
{
  if (level < 0 && codec->err->msg_code == JWRN_HIT_MARKER)
    reader_of (codec)->lost = TRUE;
}

static void
stay_silent (j_common_ptr codec)
{}

static void
check_scans (j_common_ptr codec)
{
  JpegReader *self = reader_of (codec);
  if (self->codec.input_scan_number <= MAX_SCANS)
    return;
  self->code = MW_ERROR_LIMIT;
  g_snprintf (self->message, sizeof self->message, "more than %d scans", MAX_SCANS);
  longjmp (self->escape, 1);
}

static void
copy_row (const uint8_t *from, uint8_t *to, uint32_t width, int components, gboolean opaque)
{
  for (uint32_t x = 0; x < width; x++, from += components, to += 4) {
    gboolean grey = components == 1;
    to[0] = grey ? from[0] : from[2];
    to[1] = grey ? from[0] : from[1];
    to[2] = from[0];
    to[3] = components == 4 && !opaque ? from[3] : 255;
  }
}

/* FALSE with *error set, or with `message` set if libjpeg failed. Everything allocated here is owned by `self`. */
static gboolean
read_picture (JpegReader *self, const uint8_t *jpeg, size_t size, gboolean opaque, const char *format_name,
              GError **error)
{
  struct jpeg_decompress_struct *codec = &self->codec;
  if (setjmp (self->escape))
    return FALSE;
  jpeg_create_decompress (codec);
  codec->progress = &self->progress;
  codec->mem->max_memory_to_use = (long) MIN (mw_image_budget (size), (uint64_t) G_MAXLONG);
  jpeg_mem_src (codec, jpeg, size);
  /* The part shared by the levels may be a complete stream of tables; the level is then a stream of its own (T.81,
   * annex B.4, B.5). */
  if (jpeg_read_header (codec, FALSE) == JPEG_HEADER_TABLES_ONLY)
    jpeg_read_header (codec, TRUE);
  switch (codec->num_components) {
  case 1:
    codec->jpeg_color_space = codec->out_color_space = JCS_GRAYSCALE;
    break;
  case 3:
    codec->jpeg_color_space = codec->out_color_space = JCS_RGB;
    break;
  case 4:
    codec->jpeg_color_space = codec->out_color_space = JCS_CMYK;
    break;
  default:
    g_snprintf (self->message, sizeof self->message, "%d components, expected 4, 3 or 1", codec->num_components);
    return FALSE;
  }
  if (codec->arith_code) {
    self->code = MW_ERROR_UNSUPPORTED;
    g_snprintf (self->message, sizeof self->message, "arithmetic coding is not read");
    return FALSE;
  }
  uint64_t blocks = ((uint64_t) codec->image_width + 7) / 8 * (((uint64_t) codec->image_height + 7) / 8);
  if (blocks > (uint64_t) size * BLOCKS_PER_BYTE) {
    self->code = MW_ERROR_TRUNCATED;
    g_snprintf (self->message, sizeof self->message, "%" G_GSIZE_FORMAT " bytes cannot hold %u x %u pixels", size,
                codec->image_width, codec->image_height);
    return FALSE;
  }
  self->image = mw_image_new_for_input (codec->image_width, codec->image_height, size, format_name, error);
  if (!self->image)
    return FALSE;
  jpeg_start_decompress (codec);
  self->row = g_malloc ((size_t) codec->output_width * (size_t) codec->output_components);
  while (codec->output_scanline < codec->output_height) {
    uint32_t y = codec->output_scanline;
    jpeg_read_scanlines (codec, &self->row, 1);
    copy_row (self->row, self->image->rgba + (size_t) y * self->image->width * 4, self->image->width,
              codec->output_components, opaque);
  }
  if (self->lost) {
    self->code = MW_ERROR_TRUNCATED;
    g_snprintf (self->message, sizeof self->message, "the compressed data ends before the picture is complete");
    return FALSE;
  }
  return TRUE;
}

MwImage *
mw_image_decode_raw_jpeg (const uint8_t *jpeg, size_t size, gboolean opaque, const char *format_name, gint64 offset,
                          GError **error)
{
  JpegReader *self = g_new0 (JpegReader, 1);
  self->code = MW_ERROR_CORRUPT;
  self->codec.err = jpeg_std_error (&self->errors);
  self->errors.error_exit = fail;
  self->errors.emit_message = note;
  self->errors.output_message = stay_silent;
  self->progress.progress_monitor = check_scans;

  GError *inner = NULL;
  MwImage *image = NULL;
  if (read_picture (self, jpeg, size, opaque, format_name, &inner)) {
    image = g_steal_pointer (&self->image);
    image->alpha_bits = self->codec.num_components == 4 && !opaque ? 8 : 0;
    mw_image_update_has_alpha (image);
  } else if (inner) {
    g_propagate_error (error, inner);
  } else {
    mw_set_error (error, self->code, offset, "JPEG level", "JPEG: %s", self->message);
  }
  jpeg_destroy_decompress (&self->codec);
  mw_image_free (self->image);
  g_free (self->row);
  g_free (self);
  return image;
}
