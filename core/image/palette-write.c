/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colours for pictures with a palette. */
#include "core/image/write-private.h"

#include <libimagequant.h>
#include <string.h>

static size_t
count_pixels (const MwImage *image)
{
  return (size_t) image->width * image->height;
}

static uint32_t
colour_of (const uint8_t *rgba)
{
  return (uint32_t) rgba[0] << 16 | (uint32_t) rgba[1] << 8 | rgba[2];
}

/* Takes the colours as they are. FALSE: there are more than 256. */
static gboolean
take_all_colours (const MwImageJob *job, MwImagePalette *palette)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL); /* colour + 1 -> number + 1 */
  for (guint i = 0; i < job->n_levels; i++) {
    const MwImage *level = job->levels[i];
    size_t pixels = count_pixels (level);
    for (size_t p = 0; p < pixels; p++) {
      const uint8_t *rgba = level->rgba + p * 4;
      gpointer key = GUINT_TO_POINTER (colour_of (rgba) + 1);
      guint number = GPOINTER_TO_UINT (g_hash_table_lookup (numbers, key));
      if (number == 0) {
        if (palette->n == 256)
          return FALSE;
        memcpy (palette->rgb[palette->n++], rgba, 3);
        number = palette->n;
        g_hash_table_insert (numbers, key, GUINT_TO_POINTER (number));
      }
      palette->indices[i][p] = (uint8_t) (number - 1);
    }
  }
  return TRUE;
}

/* Gives libimagequant the pixels of a row without their alpha, which the files keep apart from the palette. */
static void
take_row (liq_color *to, int row, int width, void *data)
{
  const MwImage *image = data;
  const uint8_t *rgba = image->rgba + (size_t) row * image->width * 4;
  for (int x = 0; x < width; x++, rgba += 4)
    to[x] = (liq_color) { rgba[0], rgba[1], rgba[2], 255 };
}

typedef struct {
  liq_attr *attr;
  liq_histogram *histogram;
  liq_image *images[MW_IMAGE_MAX_LEVELS];
  liq_result *result;
} Quantizer;

static gboolean
choose_colours (const MwImageJob *job, Quantizer *self, MwImagePalette *palette)
{
  self->attr = liq_attr_create ();
  self->histogram = self->attr ? liq_histogram_create (self->attr) : NULL;
  if (!self->histogram)
    return FALSE;
  for (guint i = 0; i < job->n_levels; i++) {
    const MwImage *level = job->levels[i];
    self->images[i] = liq_image_create_custom (self->attr, take_row, (void *) level, (int) level->width,
                                               (int) level->height, 0);
    if (!self->images[i] || liq_histogram_add_image (self->histogram, self->attr, self->images[i]) != LIQ_OK)
      return FALSE;
  }
  if (liq_histogram_quantize (self->histogram, self->attr, &self->result) != LIQ_OK)
    return FALSE;
  for (guint i = 0; i < job->n_levels; i++)
    if (liq_write_remapped_image (self->result, self->images[i], palette->indices[i], count_pixels (job->levels[i]))
        != LIQ_OK)
      return FALSE;
  const liq_palette *chosen = liq_get_palette (self->result);
  palette->n = chosen->count;
  for (guint i = 0; i < chosen->count; i++)
    memcpy (palette->rgb[i], (const uint8_t[]) { chosen->entries[i].r, chosen->entries[i].g, chosen->entries[i].b }, 3);
  return TRUE;
}

static void
clear (Quantizer *self)
{
  if (self->result)
    liq_result_destroy (self->result);
  for (guint i = 0; i < G_N_ELEMENTS (self->images); i++)
    if (self->images[i])
      liq_image_destroy (self->images[i]);
  if (self->histogram)
    liq_histogram_destroy (self->histogram);
  if (self->attr)
    liq_attr_destroy (self->attr);
}

gboolean
mw_image_quantize (const MwImageJob *job, MwImagePalette *palette, GError **error)
{
  memset (palette, 0, sizeof *palette);
  for (guint i = 0; i < job->n_levels; i++)
    palette->indices[i] = g_malloc (count_pixels (job->levels[i]));
  if (take_all_colours (job, palette))
    return TRUE;
  Quantizer quantizer = { 0 };
  gboolean chosen = choose_colours (job, &quantizer, palette);
  clear (&quantizer);
  if (!chosen) {
    mw_set_error (error, MW_ERROR_LIMIT, -1, NULL, "no memory to choose the colours of the palette");
    mw_image_palette_clear (palette);
  }
  return chosen;
}

void
mw_image_palette_clear (MwImagePalette *palette)
{
  for (guint i = 0; i < G_N_ELEMENTS (palette->indices); i++)
    g_clear_pointer (&palette->indices[i], g_free);
}

void
mw_image_put_palette (const MwImagePalette *palette, GByteArray *to, guint at)
{
  for (guint i = 0; i < palette->n; i++)
    for (guint c = 0; c < 3; c++)
      to->data[at + i * 4 + c] = palette->rgb[i][2 - c];
}

void
mw_image_encode_palette_level (const MwImageJob *job, const MwImagePalette *palette, guint level, GByteArray *to)
{
  const MwImage *image = job->levels[level];
  size_t pixels = count_pixels (image);
  g_byte_array_append (to, palette->indices[level], (guint) pixels);
  guint at = mw_image_grow (to, (guint) ((pixels * job->alpha_bits + 7) / 8));
  for (size_t i = 0; i < pixels; i++) {
    uint8_t alpha = image->rgba[i * 4 + 3];
    switch (job->alpha_bits) {
    case 1:
      to->data[at + i / 8] |= (uint8_t) ((alpha >= 128) << i % 8);
      break;
    case 4:
      to->data[at + i / 2] |= (uint8_t) ((alpha + 8) / 17 << i % 2 * 4);
      break;
    case 8:
      to->data[at + i] = alpha;
      break;
    default:
      break;
    }
  }
}
