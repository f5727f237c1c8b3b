/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/m2/structure-private.h"

#include <math.h>

/* Bones (§5.4) */

static gboolean
track_has_keys (const Check *c, const guint8 *track)
{
  guint n = u32 (track + (c->lanes ? 4 : 12)), offset = u32 (track + 8);
  if (!c->lanes)
    return n > 0;
  for (guint i = 0; i < n && offset + 8 * (guint64) (i + 1) <= c->model.size; i++)
    if (u32 (c->model.data + offset + 8 * (gsize) i) > 0)
      return TRUE;
  return FALSE;
}

static void
check_bones (Check *c)
{
  Array bones = c->t[BONES];
  const Layout *layout = &c->layouts[BONES];
  g_autofree guint *furthest = g_new0 (guint, bones.n + 1);
  if (bones.n == 0)
    find (c, "bone-count", &c->model, 0, "the model has no bone");
  for (guint i = bones.n; i-- > 0;) {
    const guint8 *at = record (bones, i);
    guint flags = u32 (at + 4), distance = u16 (at + 0x0A);
    int parent = (gint16) u16 (at + 8);
    gboolean moves = FALSE;
    for (guint k = 0; k < layout->n; k++)
      moves |= track_has_keys (c, at + layout->items[k].offset);
    if (parent < -1 || parent >= (int) i)
      find (c, "bone-parent", &c->model, place_of (bones, i, 8),
            "bone %u has the parent %d, which does not come before it", i, parent);
    if (moves != !!(flags & 0x200))
      find (c, "bone-flag", &c->model, place_of (bones, i, 4), "bone %u %s keys and flag 0x200 is %s", i,
            moves ? "has" : "has no", moves ? "clear" : "set");
    if (flags & 8 && flags & 0x70)
      find (c, "bone-billboard", &c->model, place_of (bones, i, 4),
            "bone %u is a spherical and a cylindrical billboard", i);
    if (c->lanes && u32 (at + 0x0C) == 0)
      find (c, "bone-crc", &c->model, place_of (bones, i, 0x0C), "bone %u: the CRC of its name is 0", i);
    if (c->version <= 257)
      continue; /* the exporter of 1.12 did not fill the word in */
    const guint8 *pivot = at + layout->size - 12;
    double expected = 0;
    if (parent >= 0 && parent < (int) i) {
      const guint8 *above = record (bones, (guint) parent) + layout->size - 12;
      double x = (double) f32 (pivot) - f32 (above), y = (double) f32 (pivot + 4) - f32 (above + 4),
             z = (double) f32 (pivot + 8) - f32 (above + 8);
      expected = floor (36 * sqrt (x * x + y * y + z * z));
      furthest[parent] = MAX (furthest[parent], distance + furthest[i]);
    }
    if (expected < 65535 && !(fabs (distance - expected) <= 1))
      find (c, "bone-distance", &c->model, place_of (bones, i, 0x0A),
            "bone %u: distance %u to its parent instead of %.0f", i, distance, expected);
    /* More is stored where a descendant was not exported. */
    if (!c->lanes && furthest[i] < 0x10000 && u16 (at + 0x0C) < furthest[i])
      find (c, "bone-furthest", &c->model, place_of (bones, i, 0x0C),
            "bone %u: %u to its furthest descendant, at least %u", i, u16 (at + 0x0C), furthest[i]);
  }
}

static void
check_box (Check *c, guint64 at, const char *name)
{
  for (guint k = 0; k < 3; k++)
    if (!(f32 (c->model.data + at + 4 * k) <= f32 (c->model.data + at + 12 + 4 * k)))
      find (c, "box", &c->model, at + 4 * k, "%s: the lowest corner lies above the highest", name);
  if (!(f32 (c->model.data + at + 24) >= 0))
    find (c, "box", &c->model, at + 24, "%s: the radius is negative", name);
}

static void
check_collision (Check *c)
{
  Array indices = c->t[COLLISION_INDICES];
  if (indices.n % 3 != 0 || indices.n / 3 != c->t[COLLISION_NORMALS].n)
    find (c, "collision-count", &c->model, indices.offset, "%u collision indices and %u normals", indices.n,
          c->t[COLLISION_NORMALS].n);
  for (guint i = 0; i < indices.n; i++)
    check_index (c, "collision-index", &c->model, place_of (indices, i, 0), "collision index", i,
                 u16 (record (indices, i)), c->t[COLLISION_POSITIONS].n);
}

static void
check_materials (Check *c)
{
  Array materials = c->t[MATERIALS];
  for (guint i = 0; i < materials.n; i++)
    if (u16 (record (materials, i) + 2) > (c->version <= 264 ? 6 : 7))
      find (c, "material-blend", &c->model, place_of (materials, i, 2), "material %u: blend mode %u", i,
            u16 (record (materials, i) + 2));
  for (guint i = 0; i < c->t[COMBINERS].n; i++)
    if (u16 (record (c->t[COMBINERS], i)) > 7)
      find (c, "combiner", &c->model, place_of (c->t[COMBINERS], i, 0), "combiner %u is %u", i,
            u16 (record (c->t[COMBINERS], i)));
}

static void
check_textures (Check *c)
{
  Array textures = c->t[TEXTURES];
  for (guint i = 0; i < textures.n; i++) {
    const guint8 *at = record (textures, i);
    if (u32 (at) != 0 && u32 (at + 8) > 1)
      find (c, "texture-type", &c->model, place_of (textures, i, 8), "texture %u of type %u has a name of %u bytes", i,
            u32 (at), u32 (at + 8));
    if (u32 (at + 8) > 264)
      find (c, "texture-length", &c->model, place_of (textures, i, 8),
            "texture %u: a path of %u bytes, clients read 264", i, u32 (at + 8));
  }
  for (guint i = 0; i < c->t[BONE_COMBOS].n; i++)
    check_index (c, "boneCombos", &c->model, place_of (c->t[BONE_COMBOS], i, 0), "bone combo", i,
                 u16 (record (c->t[BONE_COMBOS], i)), c->t[BONES].n);
}

static void
check_points (Check *c)
{
  Array attachments = c->t[ATTACHMENTS], events = c->t[EVENTS], lights = c->t[LIGHTS];
  for (guint i = 0; i < attachments.n; i++) {
    const guint8 *at = record (attachments, i);
    check_index (c, "attachment-bone", &c->model, place_of (attachments, i, 4), "attachment", i, u16 (at + 4),
                 c->t[BONES].n);
    if (u16 (at + 6) != 0 && c->version > 256)
      find (c, "attachment-pad", &c->model, place_of (attachments, i, 6), "attachment %u: the two bytes are not zero",
            i);
  }
  for (guint i = 0; i < events.n; i++) {
    const guint8 *at = record (events, i);
    check_index (c, "event-bone", &c->model, place_of (events, i, 8), "event", i, u32 (at + 8), c->t[BONES].n);
    for (guint k = 0; k < 4; k++)
      if (!g_ascii_isprint ((char) at[k]))
        find (c, "event-id", &c->model, place_of (events, i, k), "event %u: byte 0x%02X in its identifier", i, at[k]);
  }
  for (guint i = 0; i < lights.n; i++) {
    const guint8 *at = record (lights, i);
    if (u16 (at) > 1)
      find (c, "light-type", &c->model, place_of (lights, i, 0), "light %u has type %u", i, u16 (at));
    if (u16 (at + 2) != 0xFFFF)
      check_index (c, "light-bone", &c->model, place_of (lights, i, 2), "light", i, u16 (at + 2), c->t[BONES].n);
  }
}

/* §5.15: a client stops at the first camera that breaks this. */
static void
check_cameras (Check *c)
{
  Array cameras = c->t[CAMERAS];
  guint shift = c->camera_size == 0x74 ? 0 : 4;
  for (guint i = 0; i < cameras.n; i++) {
    const guint8 *at = record (cameras, i);
    float far_clip = f32 (at + 4 + shift), near_clip = f32 (at + 8 + shift);
    if (shift && !(f32 (at + 4) > 0 && f32 (at + 4) < (float) G_PI))
      find (c, "camera-view", &c->model, place_of (cameras, i, 4), "camera %u: a field of view of %g", i, f32 (at + 4));
    if (!(far_clip > near_clip))
      find (c, "camera-clip", &c->model, place_of (cameras, i, 4 + shift), "camera %u: %g is far and %g near", i,
            far_clip, near_clip);
  }
}

static void
check_emitters (Check *c)
{
  Array ribbons = c->t[RIBBONS], particles = c->t[PARTICLES];
  for (guint i = 0; i < ribbons.n; i++) {
    const guint8 *at = record (ribbons, i);
    check_index (c, "ribbon-bone", &c->model, place_of (ribbons, i, 4), "ribbon", i, u32 (at + 4), c->t[BONES].n);
    for (guint k = 0; k < 2; k++) {
      guint n = u32 (at + 0x14 + 8 * k), offset = u32 (at + 0x18 + 8 * k);
      for (guint j = 0; j < n && offset + 2 * (guint64) (j + 1) <= c->model.size; j++)
        check_index (c, k == 0 ? "ribbon-texture" : "ribbon-material", &c->model, offset + 2 * j, "ribbon", i,
                     u16 (c->model.data + offset + 2 * j), c->t[k == 0 ? TEXTURES : MATERIALS].n);
    }
  }
  for (guint i = 0; i < particles.n; i++) {
    const guint8 *at = record (particles, i);
    guint flags = u32 (at + 4), texture = u16 (at + 0x16);
    /* 261 has no known form; a pair of bytes cannot be read as words of known values. */
    gboolean words = c->version <= 260 || (c->version == 261 && at[0x29] == 0);
    guint blend = words ? u16 (at + 0x28) : at[0x28], type = words ? u16 (at + 0x2A) : at[0x29];
    check_index (c, "particle-bone", &c->model, place_of (particles, i, 0x14), "emitter", i, u16 (at + 0x14),
                 c->t[BONES].n);
    for (guint k = 0; k < (flags & 0x10000000 ? 3u : 1u); k++)
      check_index (c, "particle-texture", &c->model, place_of (particles, i, 0x16), "emitter", i,
                   flags & 0x10000000 ? texture >> 5 * k & 31 : texture, c->t[TEXTURES].n);
    if (blend > 7 || type < 1 || type > 4)
      find (c, "particle-type", &c->model, place_of (particles, i, 0x28), "emitter %u: blend %u and type %u", i, blend,
            type);
    /* Up to 263 a byte says what is drawn, later two flags do (§5.17); from Cataclysm on the byte is a scale. */
    if (c->lanes ? !(flags & 0x60000) || (c->version == 264 && at[0x2C] != 0) : flags & 0x60000 || at[0x2C] > 2)
      find (c, "particle-head", &c->model, place_of (particles, i, c->lanes ? 4 : 0x2C),
            "emitter %u draws heads or tails by byte %u and flags 0x%X", i, at[0x2C], flags & 0x60000);
  }
}

void
check_records (Check *c)
{
  guint64 boxes = header_place (c, COLLISION_INDICES) - 56;
  check_bones (c);
  check_materials (c);
  check_textures (c);
  check_box (c, boxes, "the bounding box");
  check_box (c, boxes + 28, "the collision box");
  check_collision (c);
  check_points (c);
  check_cameras (c);
  check_emitters (c);
}
