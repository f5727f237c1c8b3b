/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/image/image-private.h"

#include <string.h>

uint64_t
mw_image_budget (size_t input)
{
  return (uint64_t) 64 * 1024 * 1024 + (uint64_t) 32 * input;
}

static gboolean
within_limits (uint32_t width, uint32_t height, GError **error)
{
  if (width > MW_IMAGE_MAX_SIDE || height > MW_IMAGE_MAX_SIDE
      || (uint64_t) width * height > (uint64_t) MW_IMAGE_MAX_PIXELS) {
    mw_set_error (error, MW_ERROR_LIMIT, -1, NULL,
                  "the picture is %u x %u pixels, at most %u a side and %u in all are taken", width, height,
                  MW_IMAGE_MAX_SIDE, MW_IMAGE_MAX_PIXELS);
    return FALSE;
  }
  return TRUE;
}

gboolean
mw_image_check_size (uint32_t width, uint32_t height, size_t input, GError **error)
{
  if (width == 0 || height == 0) {
    mw_set_error (error, MW_ERROR_CORRUPT, -1, NULL, "the picture is %u x %u pixels, neither may be 0", width, height);
    return FALSE;
  }
  if (!within_limits (width, height, error))
    return FALSE;
  if ((uint64_t) width * height * 4 > mw_image_budget (input)) {
    mw_set_error (error, MW_ERROR_LIMIT, -1, NULL,
                  "the picture is %u x %u pixels, too many for an input of %" G_GSIZE_FORMAT " bytes", width, height,
                  input);
    return FALSE;
  }
  return TRUE;
}

gboolean
mw_image_need (size_t size, uint64_t offset, uint64_t length, const char *what, GError **error)
{
  if (offset <= size && length <= size - offset)
    return TRUE;
  mw_set_error (error, MW_ERROR_TRUNCATED, (gint64) MIN (offset, (uint64_t) G_MAXINT64), what,
                "%" G_GUINT64_FORMAT " bytes are needed from here, the input ends at %" G_GSIZE_FORMAT, length, size);
  return FALSE;
}

MwImage *
mw_image_no_level (guint level, GError **error)
{
  if (level == 0)
    mw_set_error (error, MW_ERROR_CORRUPT, -1, NULL, "the texture's header refers to no picture");
  else
    mw_set_error (error, MW_ERROR_VALUE, -1, NULL, "the texture has no mip level %u", level);
  return NULL;
}

MwImage *
mw_image_new (uint32_t width, uint32_t height, const char *format_name, GError **error)
{
  if (width == 0 || height == 0) {
    mw_set_error (error, MW_ERROR_LIMIT, -1, NULL, "a picture of %u x %u pixels cannot be made", width, height);
    return NULL;
  }
  if (!within_limits (width, height, error))
    return NULL;
  uint8_t *rgba = g_try_malloc0_n ((gsize) width * height, 4);
  if (!rgba) {
    mw_set_error (error, MW_ERROR_LIMIT, -1, NULL, "no memory for a picture of %u x %u pixels", width, height);
    return NULL;
  }
  MwImage *image = g_new0 (MwImage, 1);
  image->width = width;
  image->height = height;
  image->rgba = rgba;
  image->format_name = format_name;
  return image;
}

MwImage *
mw_image_new_for_input (uint32_t width, uint32_t height, size_t input, const char *format_name, GError **error)
{
  if (!mw_image_check_size (width, height, input, error))
    return NULL;
  return mw_image_new (width, height, format_name, error);
}

void
mw_image_free (MwImage *image)
{
  if (!image)
    return;
  g_clear_pointer (&image->levels, g_ptr_array_unref);
  g_free (image->levels_fault);
  g_free (image->rgba);
  g_free (image);
}

void
mw_image_update_has_alpha (MwImage *image)
{
  size_t pixels = (size_t) image->width * image->height;
  image->has_alpha = FALSE;
  for (size_t i = 0; i < pixels && !image->has_alpha; i++)
    image->has_alpha = image->rgba[i * 4 + 3] != 255;
}

MwImage *
mw_image_decode_palette (const uint8_t *data, size_t size, uint64_t offset, uint32_t width, uint32_t height,
                         const uint8_t *palette, guint colours, guint alpha_bits, const char *format_name,
                         GError **error)
{
  if (alpha_bits != 1 && alpha_bits != 4 && alpha_bits != 8)
    alpha_bits = 0;
  if (!mw_image_check_size (width, height, size, error))
    return NULL;
  size_t pixels = (size_t) width * height;
  size_t alpha_size = (pixels * alpha_bits + 7) / 8;
  if (!mw_image_need (size, offset, pixels + alpha_size, "palette picture", error))
    return NULL;
  MwImage *image = mw_image_new_for_input (width, height, size, format_name, error);
  if (!image)
    return NULL;
  image->alpha_bits = alpha_bits;
  const uint8_t *indices = data + offset;
  const uint8_t *alpha = indices + pixels;
  for (size_t i = 0; i < pixels; i++) {
    uint8_t *rgba = image->rgba + i * 4;
    if (indices[i] < colours) {
      const uint8_t *colour = palette + indices[i] * 4;
      rgba[0] = colour[2];
      rgba[1] = colour[1];
      rgba[2] = colour[0];
    }
    /* Packed alpha values start at the low bits of each byte. */
    switch (alpha_bits) {
    case 1:
      rgba[3] = (alpha[i / 8] >> (i % 8) & 1) ? 255 : 0;
      break;
    case 4:
      rgba[3] = (uint8_t) ((alpha[i / 2] >> (i % 2 * 4) & 15) * 17);
      break;
    case 8:
      rgba[3] = alpha[i];
      break;
    default:
      rgba[3] = 255;
      break;
    }
  }
  mw_image_update_has_alpha (image);
  return image;
}

/* --- Formats -------------------------------------------------------------------------------------------------------- */

#define MW_IMAGE_FORMAT(name) &mw_image_format_##name,
static const MwImageFormat *const formats[] = {
#include "core/image/formats.h"
};
#undef MW_IMAGE_FORMAT

static gboolean
starts_with (const uint8_t *data, size_t size, const char *magic)
{
  return size >= strlen (magic) && memcmp (data, magic, strlen (magic)) == 0;
}

static const MwImageFormat *
find_format (const uint8_t *data, size_t size)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (formats[i]->magic && starts_with (data, size, formats[i]->magic))
      return formats[i];
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (formats[i]->matches && formats[i]->matches (data, size))
      return formats[i];
  return NULL;
}

const char *const *
mw_image_extensions (void)
{
  static const char *extensions[G_N_ELEMENTS (formats) + 1];
  static gsize made;
  if (g_once_init_enter (&made)) {
    guint n = 0;
    for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
      if (!g_strv_contains (extensions, formats[i]->extension))
        extensions[n++] = formats[i]->extension;
    g_once_init_leave (&made, 1);
  }
  return extensions;
}

/* "BLP, DDS, PNG nor TGA". Free with g_free(). */
static char *
all_names (void)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (!g_ptr_array_find_with_equal_func (names, formats[i]->name, g_str_equal, NULL))
      g_ptr_array_add (names, (gpointer) formats[i]->name);
  g_ptr_array_sort (names, mw_compare_texts);
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (text, "%s%s",
                            i == 0               ? ""
                            : i + 1 < names->len ? ", "
                                                 : " nor ",
                            (const char *) names->pdata[i]);
  return g_string_free (text, FALSE);
}

MwImage *
mw_image_decode_level (const uint8_t *data, size_t size, guint level, GError **error)
{
  const MwImageFormat *format = find_format (data, size);
  if (format)
    return format->decode (data, size, level, error);
  g_autofree char *names = all_names ();
  if (starts_with (data, size, "BLP0"))
    mw_set_error (error, MW_ERROR_UNSUPPORTED, 0, NULL,
                  "BLP0 textures, which keep their pictures in separate files (.b00 ...), are not read");
  else if (size < 18)
    mw_set_error (error, MW_ERROR_TRUNCATED, (gint64) size, NULL,
                  "an input of %" G_GSIZE_FORMAT " bytes is too short for any texture", size);
  else
    mw_set_error (error, MW_ERROR_UNSUPPORTED, 0, NULL, "neither %s: the input starts with bytes %02x %02x %02x %02x",
                  names, data[0], data[1], data[2], data[3]);
  return NULL;
}

MwImage *
mw_image_decode (const uint8_t *data, size_t size, GError **error)
{
  return mw_image_decode_level (data, size, 0, error);
}
