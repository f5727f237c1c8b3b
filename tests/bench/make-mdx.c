/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/make-mdx.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

typedef struct {
  GByteArray *bytes;
  uint32_t random;
} File;

/* Xorshift, after Marsaglia: the same numbers everywhere. */
static uint32_t
next_random (File *f)
{
  f->random ^= f->random << 13;
  f->random ^= f->random >> 17;
  f->random ^= f->random << 5;
  return f->random;
}

static uint32_t
between (File *f, uint32_t low, uint32_t high)
{
  return low + next_random (f) % (high - low + 1);
}

static void
put (File *f, const void *bytes, guint n)
{
  g_byte_array_append (f->bytes, bytes, n);
}

static void
u32 (File *f, uint32_t value)
{
  put (f, &value, 4);
}

static void
f32 (File *f, float value)
{
  put (f, &value, 4);
}

static void
noise (File *f, float scale)
{
  f32 (f, scale * ((float) (int32_t) next_random (f) / 2147483648.0f));
}

static void
vec3 (File *f, float scale)
{
  for (int i = 0; i < 3; i++)
    noise (f, scale);
}

static void
text (File *f, const char *value, guint capacity)
{
  char buffer[260] = "";
  g_strlcpy (buffer, value, sizeof buffer);
  put (f, buffer, capacity);
}

/* For a size word or chunk header: begin_size() returns the place of the size, end_size() fills it in. */
static guint
begin_size (File *f)
{
  u32 (f, 0);
  return f->bytes->len - 4;
}

static void
end_size (File *f, guint at, guint not_counted)
{
  uint32_t size = f->bytes->len - at - not_counted;
  memcpy (f->bytes->data + at, &size, 4);
}

static guint
begin_chunk (File *f, const char *tag)
{
  put (f, tag, 4);
  return begin_size (f);
}

static void
end_chunk (File *f, guint at)
{
  end_size (f, at, 4);
}

static void
extent (File *f)
{
  f32 (f, 100);
  for (int i = 0; i < 6; i++)
    f32 (f, i < 3 ? -64.5f : 64.5f);
}

/* Writes VERS, MODL, SEQS, MTLS and TEXS, which come before the bulk data. mdlx.md 5.1 to 5.5. */
static void
head (File *f, const char *name, uint32_t sequences, uint32_t length)
{
  put (f, "MDLX", 4);
  guint chunk = begin_chunk (f, "VERS");
  u32 (f, 800);
  end_chunk (f, chunk);

  chunk = begin_chunk (f, "MODL");
  text (f, name, 80);
  text (f, "", 260);
  extent (f);
  u32 (f, 150);
  end_chunk (f, chunk);

  chunk = begin_chunk (f, "SEQS");
  for (uint32_t i = 0; i < sequences; i++) {
    g_autofree char *title = g_strdup_printf ("Stand - %u", i);
    text (f, title, 80);
    u32 (f, i * length);
    u32 (f, (i + 1) * length - 1);
    f32 (f, 0);
    u32 (f, 0);
    f32 (f, 0);
    u32 (f, 0);
    extent (f);
  }
  end_chunk (f, chunk);

  chunk = begin_chunk (f, "MTLS");
  guint material = begin_size (f);
  u32 (f, 0); /* priority plane */
  u32 (f, 0);
  put (f, "LAYS", 4);
  u32 (f, 1);
  u32 (f, 28);
  u32 (f, 0);
  u32 (f, 0);
  u32 (f, 0);
  u32 (f, 0xFFFFFFFF);
  u32 (f, 0);
  f32 (f, 1);
  end_size (f, material, 0);
  end_chunk (f, chunk);

  chunk = begin_chunk (f, "TEXS");
  u32 (f, 0);
  text (f, "Textures\\Skin.blp", 260);
  u32 (f, 3);
  end_chunk (f, chunk);
}

static void
pivots (File *f, uint32_t n)
{
  guint chunk = begin_chunk (f, "PIVT");
  for (uint32_t i = 0; i < n; i++)
    vec3 (f, 64);
  end_chunk (f, chunk);
}

/* A sheet of width x height vertices. mdlx.md 5.7. */
static void
geoset (File *f, uint32_t width, uint32_t height, uint32_t bones, uint32_t sequences)
{
  enum { GROUPS = 8, MEMBERS = 2 };
  uint32_t n = width * height, indices = (width - 1) * (height - 1) * 6;
  guint item = begin_size (f);
  put (f, "VRTX", 4);
  u32 (f, n);
  for (uint32_t i = 0; i < n; i++)
    vec3 (f, 64);
  put (f, "NRMS", 4);
  u32 (f, n);
  for (uint32_t i = 0; i < n; i++)
    vec3 (f, 1);
  put (f, "PTYP", 4);
  u32 (f, 1);
  u32 (f, 4);
  put (f, "PCNT", 4);
  u32 (f, 1);
  u32 (f, indices);
  put (f, "PVTX", 4);
  u32 (f, indices);
  for (uint32_t y = 0; y + 1 < height; y++)
    for (uint32_t x = 0; x + 1 < width; x++) {
      uint16_t a = (uint16_t) (y * width + x), b = (uint16_t) (a + width);
      uint16_t quad[6] = { a, b, (uint16_t) (a + 1), (uint16_t) (a + 1), b, (uint16_t) (b + 1) };
      put (f, quad, sizeof quad);
    }
  put (f, "GNDX", 4);
  u32 (f, n);
  for (uint32_t i = 0; i < n; i++) {
    uint8_t group = (uint8_t) (i * GROUPS / n);
    put (f, &group, 1);
  }
  put (f, "MTGC", 4);
  u32 (f, GROUPS);
  for (uint32_t i = 0; i < GROUPS; i++)
    u32 (f, MEMBERS);
  put (f, "MATS", 4);
  u32 (f, GROUPS * MEMBERS);
  for (uint32_t i = 0; i < GROUPS * MEMBERS; i++)
    u32 (f, between (f, 0, bones - 1));
  u32 (f, 0); /* material */
  u32 (f, 0);
  u32 (f, 0);
  extent (f);
  u32 (f, sequences);
  for (uint32_t i = 0; i < sequences; i++)
    extent (f);
  put (f, "UVAS", 4);
  u32 (f, 1);
  put (f, "UVBS", 4);
  u32 (f, n);
  for (uint32_t i = 0; i < n * 2; i++)
    noise (f, 1);
  end_size (f, item, 0);
}

static void
node_head (File *f, const char *kind, uint32_t id, uint32_t parent, uint32_t flags)
{
  g_autofree char *name = g_strdup_printf ("%s %u", kind, id);
  text (f, name, 80);
  u32 (f, id);
  u32 (f, parent);
  u32 (f, flags);
}

GBytes *
make_mdx_mesh (void)
{
  enum { BONES = 64, SEQUENCES = 12 };
  File f = { g_byte_array_sized_new (52000000), 0x9E3779B9 };
  head (&f, "Mesh", SEQUENCES, 1000);
  guint chunk = begin_chunk (&f, "GEOS");
  for (uint32_t i = 0; i < MAKE_MDX_GEOSETS; i++)
    geoset (&f, 24, 23, BONES, SEQUENCES);
  end_chunk (&f, chunk);
  chunk = begin_chunk (&f, "BONE");
  for (uint32_t i = 0; i < BONES; i++) {
    guint item = begin_size (&f);
    node_head (&f, "Bone", i, i ? (i - 1) / 2 : 0xFFFFFFFF, 0x100);
    end_size (&f, item, 0);
    u32 (&f, 0xFFFFFFFF);
    u32 (&f, 0xFFFFFFFF);
  }
  end_chunk (&f, chunk);
  pivots (&f, BONES);
  return g_byte_array_free_to_bytes (f.bytes);
}

static void
rotation (File *f)
{
  float angle = (float) (next_random (f) % 6283) / 2000.0f;
  f32 (f, 0);
  f32 (f, sinf (angle) * 0.6f);
  f32 (f, sinf (angle) * 0.8f);
  f32 (f, cosf (angle));
}

/* mdlx.md 2.3. */
static void
track (File *f, const char *tag, uint32_t last_time)
{
  static const uint32_t interpolations[] = { 1, 1, 0, 2, 1, 1, 3, 1, 0, 1, 2 };
  uint32_t interpolation = interpolations[next_random (f) % G_N_ELEMENTS (interpolations)], n = between (f, 2, 200);
  gboolean turns = memcmp (tag, "KGRT", 4) == 0;
  put (f, tag, 4);
  u32 (f, n);
  u32 (f, interpolation);
  u32 (f, 0xFFFFFFFF);
  for (uint32_t i = 0; i < n; i++) {
    u32 (f, (uint32_t) ((uint64_t) last_time * i / (n - 1)));
    for (int part = 0; part < (interpolation >= 2 ? 3 : 1); part++)
      if (turns)
        rotation (f);
      else
        vec3 (f, 16);
  }
}

static void
animated_node (File *f, const char *kind, uint32_t id, uint32_t last_time)
{
  /* Each node has three tracks, the last hundred two. */
  uint32_t with_three = MAKE_MDX_TRACKS - 2 * MAKE_MDX_NODES;
  guint item = begin_size (f);
  node_head (f, kind, id, id ? (id - 1) / 3 : 0xFFFFFFFF, *kind == 'B' ? 0x100 : 0);
  track (f, "KGTR", last_time);
  track (f, "KGRT", last_time);
  if (id < with_three)
    track (f, "KGSC", last_time);
  end_size (f, item, 0);
}

GBytes *
make_mdx_keys (guint part)
{
  enum { BONES = 5000, SEQUENCES = 40, LENGTH = 2000 };
  const guint bones = BONES / part, nodes = MAKE_MDX_NODES / part;
  File f = { g_byte_array_sized_new (52000000), 0x2545F491 };
  head (&f, "Keys", SEQUENCES, LENGTH);
  guint chunk = begin_chunk (&f, "GEOS");
  geoset (&f, 24, 23, bones, SEQUENCES);
  end_chunk (&f, chunk);
  chunk = begin_chunk (&f, "BONE");
  for (uint32_t i = 0; i < bones; i++) {
    animated_node (&f, "Bone", i, SEQUENCES * LENGTH - 1);
    u32 (&f, 0xFFFFFFFF);
    u32 (&f, 0xFFFFFFFF);
  }
  end_chunk (&f, chunk);
  chunk = begin_chunk (&f, "HELP");
  for (uint32_t i = bones; i < nodes; i++)
    animated_node (&f, "Helper", i, SEQUENCES * LENGTH - 1);
  end_chunk (&f, chunk);
  pivots (&f, nodes);
  return g_byte_array_free_to_bytes (f.bytes);
}
