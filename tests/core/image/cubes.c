/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/image/cubes.h"

#include <string.h>

static void
put (GByteArray *bytes, guint at, guint32 value)
{
  const guint32 little = GUINT32_TO_LE (value);
  memcpy (bytes->data + at, &little, sizeof little);
}

GBytes *
cubes_make (guint dxgi, guint cubes, guint side, guint levels, CubeColour *colour)
{
  GByteArray *bytes = g_byte_array_new ();
  g_byte_array_set_size (bytes, 0x94);
  memset (bytes->data, 0, bytes->len);
  memcpy (bytes->data, "DDS ", 4);
  memcpy (bytes->data + 0x54, "DX10", 4);
  const guint32 header[][2] = { { 0x04, 124 }, { 0x08, 0x21007 }, { 0x0C, side },   { 0x10, side },   { 0x1C, levels },
                                { 0x4C, 32 },  { 0x50, 4 },       { 0x6C, 0x1008 }, { 0x70, 0xFE00 }, { 0x80, dxgi },
                                { 0x84, 3 },   { 0x88, 4 },       { 0x8C, cubes } };
  for (guint i = 0; i < G_N_ELEMENTS (header); i++)
    put (bytes, header[i][0], header[i][1]);
  for (guint cube = 0; cube < cubes; cube++)
    for (guint face = 0; face < 6; face++)
      for (guint level = 0; level < levels; level++) {
        guint8 rgba[4];
        const guint now = MAX (side >> level, 1);
        colour (cube, face, level, rgba);
        for (guint i = 0; i < now * now; i++)
          g_byte_array_append (bytes, rgba, sizeof rgba);
      }
  return g_byte_array_free_to_bytes (bytes);
}
