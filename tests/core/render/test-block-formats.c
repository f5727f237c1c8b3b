/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The blocks of BC4 to BC7, as our decoder reads them, and as the OpenGL driver does. Pillow, the other decoder of the tests
 * (core/image/test-decoders.py), does not read all of them as their specification says: signed BC5 it reads as unsigned, and
 * the differences in signed BC6H do not wrap. */
#include "tests/core/image/samples.h"
#include "core/render/offscreen.h"

#include <epoxy/gl.h>
#include <math.h>

#define SIDE 128 /* 1024 blocks */

typedef struct {
  const char *name;
  guint32 dxgi;
  GLenum format;
  guint channels; /* that the file has */
  guint block_bytes;
  gboolean is_signed, linear;
} Kind;

static const Kind kinds[] = {
  { "DDS BC4", 80, GL_COMPRESSED_RED_RGTC1, 1, 8, FALSE, FALSE },
  { "DDS BC4 signed", 81, GL_COMPRESSED_SIGNED_RED_RGTC1, 1, 8, TRUE, FALSE },
  { "DDS BC5", 83, GL_COMPRESSED_RG_RGTC2, 2, 16, FALSE, FALSE },
  { "DDS BC5 signed", 84, GL_COMPRESSED_SIGNED_RG_RGTC2, 2, 16, TRUE, FALSE },
  { "DDS BC6H", 95, GL_COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT, 3, 16, FALSE, TRUE },
  { "DDS BC6H signed", 96, GL_COMPRESSED_RGB_BPTC_SIGNED_FLOAT, 3, 16, FALSE, TRUE },
  { "DDS BC7", 98, GL_COMPRESSED_RGBA_BPTC_UNORM, 4, 16, FALSE, FALSE },
};

static double
to_srgb (double linear)
{
  linear = CLAMP (linear, 0.0, 1.0);
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow (linear, 1 / 2.4) - 0.055;
}

static void
check_kind (const Kind *kind, GRand *chance)
{
  g_autoptr (GByteArray) dds = sample_dds ("DX10", SIDE, SIDE, 1);
  sample_append (dds, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0);
  sample_put32 (dds, 0x80, kind->dxgi);
  guint start = dds->len, size = SIDE / 4 * SIDE / 4 * kind->block_bytes;
  for (guint i = 0; i < size; i++)
    sample_append (dds, (guint8) g_rand_int_range (chance, 0, 256));
  g_autoptr (MwImage) image = sample_decode (dds, kind->name);

  g_autofree float *drawn = g_new0 (float, SIDE *SIDE * 4);
  GLuint texture;
  glGenTextures (1, &texture);
  glBindTexture (GL_TEXTURE_2D, texture);
  glCompressedTexImage2D (GL_TEXTURE_2D, 0, kind->format, SIDE, SIDE, 0, (GLsizei) size, dds->data + start);
  g_assert_cmphex (glGetError (), ==, GL_NO_ERROR);
  glGetTexImage (GL_TEXTURE_2D, 0, GL_RGBA, GL_FLOAT, drawn);
  g_assert_cmphex (glGetError (), ==, GL_NO_ERROR);
  glDeleteTextures (1, &texture);

  double most = 0;
  for (guint i = 0; i < SIDE * SIDE * 4; i++) {
    if (i % 4 >= kind->channels)
      continue;
    double value = kind->linear ? to_srgb (drawn[i]) : kind->is_signed ? (drawn[i] + 1) / 2 : drawn[i];
    most = MAX (most, fabs (value * 255 - image->rgba[i]));
  }
  g_test_message ("%s: off by at most %.2f", kind->name, most);
  /* The driver computes BC4 and BC5 with less precision. */
  g_assert_cmpfloat (most, <=, kind->channels <= 2 ? 2.01 : 1.0);
}

static void
test_blocks (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwOffscreen) offscreen = mw_offscreen_new (16, 16, 1, FALSE, &error);
  if (!offscreen || !epoxy_has_gl_extension ("GL_ARB_texture_compression_bptc")) {
    g_test_skip (error ? error->message : "the driver has no BC6H and BC7");
    return;
  }
  GRand *chance = g_rand_new_with_seed (11);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    check_kind (&kinds[i], chance);
  g_rand_free (chance);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/render/block formats/random blocks have the pixels that the driver shows", test_blocks);
  return g_test_run ();
}
