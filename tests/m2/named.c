/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/m2/named.h"

#include <string.h>

/* Sections ("§6") are those of docs/formats/m2.md. */

typedef struct {
  const guint8 *bytes;
  gsize size;
} File;

typedef struct {
  guint32 n, at;
} Pair;

/* The offsets of the lists and combos in the header from 264 on (§2). */
enum {
  BONES_AT = 0x2C,
  VERTICES_AT = 0x3C,
  COLORS_AT = 0x48,
  TEXTURES_AT = 0x50,
  WEIGHTS_AT = 0x58,
  TRANSFORMS_AT = 0x60
};
enum { MATERIALS_AT = 0x70, BONE_COMBOS_AT = 0x78, TEXTURE_COMBOS_AT = 0x80, COORD_COMBOS_AT = 0x88 };
enum { WEIGHT_COMBOS_AT = 0x90, TRANSFORM_COMBOS_AT = 0x98, HEADER_SIZE = 0x130 };
enum { VERTEX_SIZE = 48, SECTION_SIZE = 48, BATCH_SIZE = 24, SHADOW_SIZE = 12, SHORT_HEAD = 48, LONG_HEAD = 56 };

typedef struct {
  File model, skin;
  GArray *found;
} Naming;

static guint
u16_at (const File *file, gsize at)
{
  g_assert_cmpuint (at + 2, <=, file->size);
  return (guint) (file->bytes[at] | file->bytes[at + 1] << 8);
}

static guint
u8_at (const File *file, gsize at)
{
  g_assert_cmpuint (at, <, file->size);
  return file->bytes[at];
}

static Pair
pair_at (const File *file, gsize at)
{
  return (Pair) { u16_at (file, at) | (guint32) u16_at (file, at + 2) << 16,
                  u16_at (file, at + 4) | (guint32) u16_at (file, at + 6) << 16 };
}

static guint32
list_size (const Naming *n, M2NamedKind kind)
{
  static const guint at[M2_N_NAMED] = {
    [M2_NAMES_TEXTURE] = TEXTURES_AT, [M2_NAMES_MATERIAL] = MATERIALS_AT,   [M2_NAMES_BONE] = BONES_AT,
    [M2_NAMES_WEIGHT] = WEIGHTS_AT,   [M2_NAMES_TRANSFORM] = TRANSFORMS_AT, [M2_NAMES_COLOR] = COLORS_AT
  };
  return kind < M2_N_NAMED ? pair_at (&n->model, at[kind]).n : G_MAXUINT32;
}

static void
add (const Naming *n, M2NamedKind kind, guint32 number, const char *from, guint index)
{
  M2Named named = { kind, number < list_size (n, kind) ? number : M2_NAMES_NOTHING, from, index };
  g_array_append_val (n->found, named);
}

/* An entry of a table of the header; after its end "nothing", or 0 for coordinates (§7). */
static guint32
entry (const Naming *n, guint table, guint32 i)
{
  Pair pair = pair_at (&n->model, table);
  if (i >= pair.n)
    return table == COORD_COMBOS_AT ? 0 : M2_NAMES_NOTHING;
  return u16_at (&n->model, pair.at + 2 * (gsize) i);
}

static void
add_batch (const Naming *n, gsize at, guint i)
{
  guint units = u16_at (&n->skin, at + 0x0E);
  add (n, M2_NAMES_COLOR, u16_at (&n->skin, at + 0x08), "batch", i);
  add (n, M2_NAMES_MATERIAL, u16_at (&n->skin, at + 0x0A), "batch", i);
  add (n, M2_NAMES_WEIGHT, entry (n, WEIGHT_COMBOS_AT, u16_at (&n->skin, at + 0x14)), "batch", i);
  for (guint u = 0; u < units; u++) {
    add (n, M2_NAMES_TEXTURE, entry (n, TEXTURE_COMBOS_AT, u16_at (&n->skin, at + 0x10) + u), "batch", i);
    add (n, M2_NAMES_COORD, entry (n, COORD_COMBOS_AT, u16_at (&n->skin, at + 0x12) + u), "batch", i);
    add (n, M2_NAMES_TRANSFORM, entry (n, TRANSFORM_COMBOS_AT, u16_at (&n->skin, at + 0x16) + u), "batch", i);
  }
}

static void
add_section (const Naming *n, gsize at, guint i)
{
  Pair vertices = pair_at (&n->skin, 4), local = pair_at (&n->skin, 20), own = pair_at (&n->model, VERTICES_AT);
  guint start = u16_at (&n->skin, at + 0x04), count = u16_at (&n->skin, at + 0x06), base = u16_at (&n->skin, at + 0x0E);
  add (n, M2_NAMES_BONE, u16_at (&n->skin, at + 0x12), "section", i);
  for (guint v = start; v < start + count && v < vertices.n && v < local.n; v++) {
    guint global = u16_at (&n->skin, vertices.at + 2 * (gsize) v);
    add (n, M2_NAMES_VERTEX, global < own.n ? global : M2_NAMES_NOTHING, "vertex", v);
    for (guint k = 0; k < 4; k++) {
      guint32 bone = entry (n, BONE_COMBOS_AT, base + u8_at (&n->skin, local.at + 4 * (gsize) v + k));
      gsize vertex = own.at + (gsize) VERTEX_SIZE * global;
      add (n, M2_NAMES_BONE, bone, "vertex", v);
      if (global < own.n)
        add (n, M2_NAMES_FAITHFUL,
             u8_at (&n->model, vertex + 12 + k) == 0 || u8_at (&n->model, vertex + 16 + k) == bone, "vertex", v);
    }
  }
}

/* Whether the file has the header with shadow batches; the offset of the first array shows it (§6). */
static gboolean
has_shadows (const Naming *n)
{
  guint32 first = G_MAXUINT32;
  for (guint i = 0; i < 5; i++) {
    Pair pair = pair_at (&n->skin, 4 + 8 * (gsize) i);
    if (pair.n)
      first = MIN (first, pair.at);
  }
  if (n->skin.size < LONG_HEAD || first < LONG_HEAD)
    return FALSE;
  Pair shadows = pair_at (&n->skin, SHORT_HEAD);
  return shadows.at <= n->skin.size && shadows.n <= (n->skin.size - shadows.at) / SHADOW_SIZE;
}

GArray *
m2_named (GBytes *model, GBytes *skin)
{
  Naming n = { .found = g_array_new (FALSE, FALSE, sizeof (M2Named)) };
  n.model.bytes = g_bytes_get_data (model, &n.model.size);
  n.skin.bytes = g_bytes_get_data (skin, &n.skin.size);
  g_assert_cmpuint (n.model.size, >=, HEADER_SIZE);
  g_assert_true (n.skin.size >= SHORT_HEAD && memcmp (n.skin.bytes, "SKIN", 4) == 0);
  Pair sections = pair_at (&n.skin, 28), batches = pair_at (&n.skin, 36);
  for (guint i = 0; i < sections.n; i++)
    add_section (&n, sections.at + (gsize) SECTION_SIZE * i, i);
  for (guint i = 0; i < batches.n; i++)
    add_batch (&n, batches.at + (gsize) BATCH_SIZE * i, i);
  Pair shadows = has_shadows (&n) ? pair_at (&n.skin, SHORT_HEAD) : (Pair) { 0, 0 };
  for (guint i = 0; i < shadows.n; i++) {
    gsize at = shadows.at + (gsize) SHADOW_SIZE * i;
    add (&n, M2_NAMES_TEXTURE, u16_at (&n.skin, at + 6), "shadow", i);
    add (&n, M2_NAMES_COLOR, u16_at (&n.skin, at + 8), "shadow", i);
    add (&n, M2_NAMES_WEIGHT, u16_at (&n.skin, at + 10), "shadow", i);
  }
  return n.found;
}

GArray *
m2_named_combos (GBytes *model)
{
  static const struct {
    guint at;
    M2NamedKind kind;
    const char *name;
  } tables[] = { { BONE_COMBOS_AT, M2_NAMES_BONE, "bone combos" },
                 { TEXTURE_COMBOS_AT, M2_NAMES_TEXTURE, "texture combos" },
                 { COORD_COMBOS_AT, M2_NAMES_COORD, "coordinate combos" },
                 { WEIGHT_COMBOS_AT, M2_NAMES_WEIGHT, "weight combos" },
                 { TRANSFORM_COMBOS_AT, M2_NAMES_TRANSFORM, "transform combos" } };
  Naming n = { .found = g_array_new (FALSE, FALSE, sizeof (M2Named)) };
  n.model.bytes = g_bytes_get_data (model, &n.model.size);
  for (guint t = 0; t < G_N_ELEMENTS (tables); t++)
    for (guint i = 0; i < pair_at (&n.model, tables[t].at).n; i++)
      add (&n, tables[t].kind, entry (&n, tables[t].at, i), tables[t].name, i);
  return n.found;
}

const char *
m2_named_word (M2NamedKind kind)
{
  static const char *const words[] = {
    [M2_NAMES_TEXTURE] = "texture",   [M2_NAMES_MATERIAL] = "material",   [M2_NAMES_BONE] = "bone",
    [M2_NAMES_WEIGHT] = "weight",     [M2_NAMES_TRANSFORM] = "transform", [M2_NAMES_COLOR] = "color",
    [M2_NAMES_COORD] = "coordinates", [M2_NAMES_VERTEX] = "vertex",       [M2_NAMES_FAITHFUL] = "own bone",
  };
  return words[kind];
}
