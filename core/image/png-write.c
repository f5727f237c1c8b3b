/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/image/png-write.h"
#include "core/base/error.h"
#include "core/image/png-codec.h"
#include "core/image/write-private.h"

typedef struct {
  MwPngCodec codec;
  png_infop info;
  GByteArray *out;
  png_text *texts;
} Writer;

static void
write_bytes (png_structp codec, png_bytep from, size_t length)
{
  Writer *self = png_get_io_ptr (codec);
  if (length > G_MAXUINT / 2 - self->out->len)
    png_error (codec, "the file would be too large");
  g_byte_array_append (self->out, from, (guint) length);
}

static void
flush_nothing (png_structp codec)
{}

static gboolean
write_picture (Writer *self, const MwImage *image, gboolean opaque, guint n_notes)
{
  if (setjmp (png_jmpbuf (self->codec.png)))
    return FALSE;
  self->info = png_create_info_struct (self->codec.png);
  if (!self->info)
    png_error (self->codec.png, "no memory");
  png_set_write_fn (self->codec.png, self, write_bytes, flush_nothing);
  png_set_IHDR (self->codec.png, self->info, image->width, image->height, 8,
                opaque ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGB_ALPHA, PNG_INTERLACE_NONE,
                PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  /* Fast rather than small: level 3 takes a quarter of the time and its files are a few percent larger. */
  png_set_compression_level (self->codec.png, 3);
  if (n_notes)
    png_set_text (self->codec.png, self->info, self->texts, (int) n_notes);
  png_write_info (self->codec.png, self->info);
  if (opaque)
    png_set_filler (self->codec.png, 0, PNG_FILLER_AFTER); /* the fourth byte of each pixel is left out */
  for (uint32_t y = 0; y < image->height; y++)
    png_write_row (self->codec.png, image->rgba + (size_t) y * image->width * 4);
  png_write_end (self->codec.png, NULL);
  return TRUE;
}

static GBytes *
write_file (const MwImage *image, gboolean opaque, const MwPngNote *notes, guint n_notes, GError **error)
{
  Writer *self = g_new0 (Writer, 1);
  self->out = g_byte_array_new ();
  self->texts = g_new0 (png_text, n_notes + 1);
  for (guint i = 0; i < n_notes; i++)
    self->texts[i] = (png_text) { .compression = PNG_TEXT_COMPRESSION_NONE,
                                  .key = (char *) notes[i].key,
                                  .text = (char *) notes[i].value };
  mw_png_codec_init (&self->codec);
  self->codec.png = png_create_write_struct (PNG_LIBPNG_VER_STRING, &self->codec, mw_png_fail, mw_png_stay_silent);
  gboolean done = self->codec.png && write_picture (self, image, opaque, n_notes);
  if (!done)
    mw_set_error (error, MW_ERROR_LIMIT, -1, NULL, "the picture cannot be written as PNG: %s", self->codec.message);
  png_destroy_write_struct (&self->codec.png, &self->info);
  GBytes *bytes = g_byte_array_free_to_bytes (self->out);
  if (!done)
    g_clear_pointer (&bytes, g_bytes_unref);
  g_free (self->texts);
  g_free (self);
  return bytes;
}

GBytes *
mw_png_write (const MwImage *image, const MwPngNote *notes, guint n_notes, GError **error)
{
  return write_file (image, FALSE, notes, n_notes, error);
}

static gboolean
encode (const MwImageJob *job, GByteArray *to, GError **error)
{
  g_autoptr (GBytes) bytes = write_file (job->levels[0], job->alpha_bits == 0, NULL, 0, error);
  if (bytes)
    g_byte_array_append (to, g_bytes_get_data (bytes, NULL), (guint) g_bytes_get_size (bytes));
  return bytes != NULL;
}

const MwImageKind mw_image_kind_png = {
  .name = "png",
  .extension = ".png",
  .summary = "PNG",
  .reads_as = "PNG",
  .alphas = { 0, 8 },
  .n_alphas = 2,
  .encode = encode,
};
