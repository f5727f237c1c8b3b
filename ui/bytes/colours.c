/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/bytes/colours.h"

#include <math.h>

/* Hues that stay apart for most people who do not see all colours, at about the same lightness. */
static const GdkRGBA hues[MW_BYTES_COLOURS] = {
  { 0.16f, 0.50f, 0.90f, 1 }, { 0.95f, 0.60f, 0.10f, 1 }, { 0.10f, 0.65f, 0.45f, 1 }, { 0.75f, 0.40f, 0.85f, 1 },
  { 0.80f, 0.75f, 0.10f, 1 }, { 0.90f, 0.35f, 0.35f, 1 }, { 0.20f, 0.70f, 0.80f, 1 }, { 0.60f, 0.45f, 0.30f, 1 },
};

guint8 *
mw_bytes_colours_of (const MwByteMap *map)
{
  guint8 *colours = g_new (guint8, map->entries->len + 1);
  const MwField *last = NULL;
  guint8 before = MW_BYTES_PLAIN;
  for (guint i = 0; i < map->entries->len; i++) {
    const MwBytes *bytes = &g_array_index (map->entries, MwBytes, i);
    colours[i] = MW_BYTES_PLAIN;
    if (bytes->kind != MW_BYTES_VALUE || !bytes->field)
      continue;
    guint8 colour = (guint8) (g_str_hash (bytes->field->name) % MW_BYTES_COLOURS);
    if (colour == before && bytes->field != last)
      colour = (colour + 1) % MW_BYTES_COLOURS;
    colours[i] = before = colour;
    last = bytes->field;
  }
  return colours;
}

/* --- Contrast ------------------------------------------------------------------------------------------------------- */

static double
linear (double part)
{
  return part <= 0.04045 ? part / 12.92 : pow ((part + 0.055) / 1.055, 2.4);
}

static double
luminance (const GdkRGBA *colour)
{
  return 0.2126 * linear (colour->red) + 0.7152 * linear (colour->green) + 0.0722 * linear (colour->blue);
}

double
mw_contrast (const GdkRGBA *a, const GdkRGBA *b)
{
  const double x = luminance (a), y = luminance (b);
  return (MAX (x, y) + 0.05) / (MIN (x, y) + 0.05);
}

static GdkRGBA
mix (const GdkRGBA *a, const GdkRGBA *b, float share_of_b)
{
  return (GdkRGBA) { a->red + (b->red - a->red) * share_of_b, a->green + (b->green - a->green) * share_of_b,
                     a->blue + (b->blue - a->blue) * share_of_b, 1 };
}

/* As much of a hue as text can be read on. */
static GdkRGBA
tint (const MwBytesPalette *self, const GdkRGBA *hue, double least)
{
  for (float share = 0.45f; share > 0.05f; share -= 0.05f) {
    const GdkRGBA colour = mix (&self->base, hue, share);
    if (mw_contrast (&self->text, &colour) >= least)
      return colour;
  }
  return self->base;
}

void
mw_bytes_palette_set (MwBytesPalette *self, const GdkRGBA *text, const GdkRGBA *base, const GdkRGBA *accent,
                      const GdkRGBA *on_accent)
{
  enum { LEAST = 7 }; /* WCAG AAA, because digits are small */
  const gboolean dark = luminance (base) < luminance (text);
  static const GdkRGBA amber = { 1, 0.65f, 0.1f, 1 }, rust = { 0.75f, 0.25f, 0, 1 };
  self->base = *base;
  self->text = mix (base, text, text->alpha);
  self->accent = *accent;
  self->on_accent = *on_accent;
  for (guint i = 0; i < MW_BYTES_COLOURS; i++)
    self->fields[i] = tint (self, &hues[i], LEAST);
  self->note = tint (self, &self->text, LEAST);
  self->changed = dark ? amber : rust;
  self->faint = self->text;
  for (float share = 0.5f; share < 1; share += 0.05f) {
    self->faint = mix (base, &self->text, share);
    if (mw_contrast (&self->faint, base) >= 4.5)
      break;
  }
}
