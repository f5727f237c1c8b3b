/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/byte-map.h"

#include <gdk/gdk.h>

/* The colours of bytes. Values have one by their field, so that equal fields have the same one, and neighbours have two
 * different ones. */
enum { MW_BYTES_COLOURS = 8, MW_BYTES_PLAIN = 255 };

/* The number of a colour for each entry of a map; MW_BYTES_PLAIN: bytes that are no value. Free with g_free(). */
guint8 *mw_bytes_colours_of (const MwByteMap *map);

/* Colours that go with a theme's text and background. */
typedef struct {
  GdkRGBA base, text;               /* the theme's */
  GdkRGBA faint;                    /* text of bytes that are no value */
  GdkRGBA fields[MW_BYTES_COLOURS]; /* behind values */
  GdkRGBA note;                     /* behind what is kept from the file that was read */
  GdkRGBA changed;                  /* the line below bytes that differ from the file on the disk */
  GdkRGBA accent, on_accent;        /* the cursor, and text on it */
} MwBytesPalette;

void mw_bytes_palette_set (MwBytesPalette *self, const GdkRGBA *text, const GdkRGBA *base, const GdkRGBA *accent,
                           const GdkRGBA *on_accent);
/* The contrast of two opaque colours as WCAG 2 defines it: 1 to 21. */
double mw_contrast (const GdkRGBA *a, const GdkRGBA *b);
