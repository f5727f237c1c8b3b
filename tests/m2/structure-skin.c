/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/m2/structure-private.h"

#include <math.h>

/* Vertices and skin profiles (§5.5, §5.6, §6) */

static void
check_vertices (Check *c)
{
  Array vertices = c->t[VERTICES];
  for (guint i = 0; i < vertices.n; i++) {
    const guint8 *at = record (vertices, i);
    if (at[12] + at[13] + at[14] + at[15] != 255)
      find (c, "weight-sum", &c->model, place_of (vertices, i, 12), "vertex %u: the weights add up to %d", i,
            at[12] + at[13] + at[14] + at[15]);
    for (guint k = 0; k < 4; k++)
      if (at[12 + k] != 0)
        check_index (c, "vertex-bone", &c->model, place_of (vertices, i, 16 + k), "vertex", i, at[16 + k],
                     c->t[BONES].n);
  }
}

static Profile
walk_profile (Check *c, File *file, guint64 at, guint i, gboolean shadowed)
{
  static const char *const names[] = { "vertices", "indices", "bones", "sections", "batches" };
  Profile profile = { .file = file, .at = at, .limit = u32 (file->data + at + 40) };
  Array *arrays[] = { &profile.vertices, &profile.indices, &profile.bones, &profile.sections, &profile.batches };
  for (guint k = 0; k < 5; k++)
    *arrays[k] = array_at (c, file, at + 8 * k, file,
                           k == 3 && c->version <= 257 ? 32 : (const guint[]) { 2, 2, 4, 48, 24 }[k], 0,
                           (Where) { "profiles", names[k], NULL, i, -1 });
  if (shadowed)
    profile.shadows = array_at (c, file, at + 44, file, 12, 0, (Where) { "profiles", "shadowBatches", NULL, i, -1 });
  return profile;
}

/* One vertex of a section: its global index, and whether the local bones name the vertex's own (§5.5). Returns how
 * many bones pull it. */
static guint
check_skin_vertex (Check *c, const Profile *p, const guint8 *section, guint i)
{
  guint global = u16 (record (p->vertices, i)), base = u16 (section + 0x0E), n_bones = u16 (section + 0x0C),
        weighted = 0;
  if (global >= c->t[VERTICES].n || i >= p->bones.n)
    return 0;
  const guint8 *vertex = record (c->t[VERTICES], global), *local = record (p->bones, i);
  for (guint k = 0; k < 4; k++) {
    if (vertex[12 + k] == 0) {
      if (local[k] != 0)
        find (c, "skin-bone-unused", p->file, place_of (p->bones, i, k), "vertex %u: local bone %u without a weight", i,
              local[k]);
      continue;
    }
    weighted++;
    guint combo = base + local[k];
    if (local[k] >= n_bones || combo >= c->t[BONE_COMBOS].n
        || u16 (record (c->t[BONE_COMBOS], combo)) != vertex[16 + k])
      find (c, "skin-bone", p->file, place_of (p->bones, i, k), "vertex %u: local bone %u is not the vertex's bone %u",
            i, local[k], vertex[16 + k]);
  }
  return weighted;
}

static gboolean
near (double a, double b, double size)
{
  return fabs (a - b) <= 1e-4 * (1 + fabs (size));
}

/* The centre of a piece that was cut off for the bone limit was divided by the vertices of the whole: some number
 * not less than its own. */
static gboolean
is_centre (const double *sum, guint n, const guint8 *at)
{
  double size = 0, sums = 0, stored = 0;
  for (guint k = 0; k < 3; k++) {
    sums += sum[k] * sum[k];
    stored += sum[k] * f32 (at + 4 * k);
    size = MAX (size, fabs (sum[k] / n));
  }
  double divisor = stored > 0 ? MAX (sums / stored, n) : n;
  if (near (divisor, n, 0.01 * n))
    divisor = n;
  for (guint k = 0; k < 3; k++)
    if (!near (f32 (at + 4 * k), sum[k] / divisor, size))
      return FALSE;
  return divisor < 65536;
}

static double
reach (const Check *c, const Profile *p, guint from, guint n, const double *centre)
{
  double most = 0;
  for (guint i = from; i < from + n; i++) {
    const guint8 *at = record (c->t[VERTICES], u16 (record (p->vertices, i)));
    double square = 0;
    for (guint k = 0; k < 3; k++)
      square += (f32 (at + 4 * k) - centre[k]) * (f32 (at + 4 * k) - centre[k]);
    most = MAX (most, sqrt (square));
  }
  return most;
}

/* centerPosition, sortCenter and sortRadius follow from the section's vertices (§6.1). */
static void
check_centres (Check *c, const Profile *p, guint s, guint from, guint n)
{
  const guint8 *at = record (p->sections, s);
  double sum[3] = { 0 }, low[3] = { 0 }, high[3] = { 0 }, box[3], mean[3], sort[3];
  for (guint i = from; i < from + n; i++) {
    guint global = u16 (record (p->vertices, i));
    if (global >= c->t[VERTICES].n)
      return;
    for (guint k = 0; k < 3; k++) {
      double value = f32 (record (c->t[VERTICES], global) + 4 * k);
      sum[k] += value;
      low[k] = i == from ? value : MIN (low[k], value);
      high[k] = i == from ? value : MAX (high[k], value);
    }
  }
  if (!is_centre (sum, n, at + 0x14))
    find (c, "section-centre", p->file, place_of (p->sections, s, 0x14),
          "section %u: its centre (%.4f %.4f %.4f) is not the mean (%.4f %.4f %.4f) of its vertices", s,
          f32 (at + 0x14), f32 (at + 0x18), f32 (at + 0x1C), sum[0] / n, sum[1] / n, sum[2] / n);
  if (p->sections.stride < 48)
    return;
  for (guint k = 0; k < 3; k++) {
    box[k] = (low[k] + high[k]) / 2;
    mean[k] = f32 (at + 0x14 + 4 * k);
    sort[k] = f32 (at + 0x20 + 4 * k);
  }
  double of_box = reach (c, p, from, n, box), of_mean = reach (c, p, from, n, mean), least = MIN (of_box, of_mean);
  const double *best = of_box <= of_mean ? box : mean, *other = best == box ? mean : box;
  gboolean even = near (of_box, of_mean, least), is_best = TRUE, is_other = even;
  for (guint k = 0; k < 3; k++) {
    is_best &= near (sort[k], best[k], least);
    is_other &= near (sort[k], other[k], least);
  }
  if (!is_best && !is_other)
    find (c, "sort-centre", p->file, place_of (p->sections, s, 0x20),
          "section %u: sort centre (%.4f %.4f %.4f) instead of (%.4f %.4f %.4f)", s, sort[0], sort[1], sort[2], best[0],
          best[1], best[2]);
  if (!near (f32 (at + 0x2C), least, least))
    find (c, "sort-radius", p->file, place_of (p->sections, s, 0x2C), "section %u: sort radius %.4f instead of %.4f", s,
          f32 (at + 0x2C), least);
}

static void
check_section (Check *c, const Profile *p, guint s, guint64 *vertices, guint64 *indices)
{
  const guint8 *at = record (p->sections, s);
  guint from = u16 (at + 4), n = u16 (at + 6), first = u16 (at + 8) + ((guint) u16 (at + 2) << 16),
        n_indices = u16 (at + 0x0A);
  guint n_bones = u16 (at + 0x0C), combos = u16 (at + 0x0E), weighted = 0;
  if (from != *vertices || first != *indices || n_indices % 3 != 0)
    find (c, "section-run", p->file, place_of (p->sections, s, 4),
          "section %u: vertices from %u, %u indices from %u; due are vertices from %" G_GUINT64_FORMAT
          " and whole triangles from %" G_GUINT64_FORMAT,
          s, from, n_indices, first, *vertices, *indices);
  *vertices += n;
  *indices += n_indices;
  if (n_bones == 0 || n_bones > (p->limit > 0 ? p->limit : 256))
    find (c, "bone-limit", p->file, place_of (p->sections, s, 0x0C), "section %u has %u bones in a profile for %u", s,
          n_bones, p->limit);
  if (combos + n_bones > c->t[BONE_COMBOS].n)
    find (c, "bone-combo-run", p->file, place_of (p->sections, s, 0x0E),
          "section %u: bones %u to %u of %u in the bone combos", s, combos, combos + n_bones, c->t[BONE_COMBOS].n);
  check_index (c, "centre-bone", p->file, place_of (p->sections, s, 0x12), "section", s, u16 (at + 0x12),
               c->t[BONES].n);
  for (guint i = first; i < first + n_indices && i < p->indices.n; i++) {
    guint index = u16 (record (p->indices, i));
    if (index < from || index >= from + n)
      find (c, "skin-index", p->file, place_of (p->indices, i, 0), "index %u is %u, outside section %u", i, index, s);
  }
  if (from + n > p->vertices.n)
    return;
  for (guint i = from; i < from + n; i++) {
    guint here = check_skin_vertex (c, p, at, i);
    weighted = MAX (weighted, here);
  }
  /* Some originals of the later header say fewer than there are. */
  if (u16 (at + 0x10) > weighted || (u16 (at + 0x10) < weighted && p->shadows.stride == 0))
    find (c, "influences", p->file, place_of (p->sections, s, 0x10),
          "section %u says %u influences, its vertices have %u", s, u16 (at + 0x10), weighted);
  if (n > 0)
    check_centres (c, p, s, from, n);
}

/* A run of combos and what its entries may hold; none is 0xFFFF. */
static void
check_run (Check *c, const Profile *p, guint b, guint field, guint table, guint run, guint limit, gboolean none)
{
  static const char *const rules[N_TABLES] = { [TEXTURE_COMBOS] = "texture-run",
                                               [COORD_COMBOS] = "coord-run",
                                               [WEIGHT_COMBOS] = "weight-run",
                                               [TRANSFORM_COMBOS] = "transform-run" };
  guint first = u16 (record (p->batches, b) + field);
  Array combos = c->t[table];
  if (first + run > combos.n) {
    find (c, rules[table], p->file, place_of (p->batches, b, field), "batch %u: %s %u to %u of %u", b,
          tables[table].name, first, first + run, combos.n);
    return;
  }
  for (guint i = first; i < first + run; i++) {
    guint value = u16 (record (combos, i));
    if (value >= limit && !(none && value == 0xFFFF))
      find (c, tables[table].name, &c->model, place_of (combos, i, 0), "%s[%u] is %u of %u", tables[table].name, i,
            value, limit);
  }
}

/* How many weights a shader uses (§7): from 265 on, where it is stored, some use those of later textures. */
static guint
weights_of (const Check *c, guint shader)
{
  static const guint32 second = 1 << 10 | 1 << 13 | 1 << 14 | 1 << 15,
                       third = 1 << 3 | 1 << 17 | 1 << 18 | 1 << 22 | 1 << 24;
  const guint number = shader - 0x8000;
  return c->version <= 264 || shader < 0x8000 || number > 31 ? 1
         : third >> number & 1                               ? 3
         : second >> number & 1                              ? 2
                                                             : 1;
}

/* Geosets have one number in all profiles. */
static guint
most_sections (const Check *c)
{
  guint most = 0;
  for (guint i = 0; i < G_N_ELEMENTS (c->profiles); i++)
    if (c->profiles[i].file)
      most = MAX (most, c->profiles[i].sections.n);
  return most;
}

static void
check_batch (Check *c, const Profile *p, guint b)
{
  const guint8 *at = record (p->batches, b), *before = NULL;
  guint shader = u16 (at + 2), section = u16 (at + 4), color = u16 (at + 8), layer = u16 (at + 0x0C),
        n = u16 (at + 0x0E);
  check_index (c, "batch-section", p->file, place_of (p->batches, b, 4), "batch", b, section, p->sections.n);
  check_index (c, "batch-material", p->file, place_of (p->batches, b, 0x0A), "batch", b, u16 (at + 0x0A),
               c->t[MATERIALS].n);
  if (color != 0xFFFF)
    check_index (c, "batch-color", p->file, place_of (p->batches, b, 8), "batch", b, color, c->t[COLORS].n);
  /* Splitting only makes more of them; a geoset may have gone from this profile alone. */
  check_index (c, "batch-geoset", p->file, place_of (p->batches, b, 6), "batch", b, u16 (at + 6), most_sections (c));
  for (guint i = b; i-- > 0 && !before;)
    if (u16 (record (p->batches, i) + 4) == section)
      before = record (p->batches, i);
  if (layer > 7 || (layer > 0 && (!before || u16 (before + 0x0C) != layer - 1)))
    find (c, "batch-layer", p->file, place_of (p->batches, b, 0x0C),
          "batch %u: layer %u does not follow layer %u of section %u", b, layer, layer - 1, section);
  if (n < 1 || n > 4)
    find (c, "batch-textures", p->file, place_of (p->batches, b, 0x0E), "batch %u has %u textures", b, n);
  n = MIN (n, 4);
  check_run (c, p, b, 0x10, TEXTURE_COMBOS, n, c->t[TEXTURES].n, TRUE);
  if (c->version <= 264)
    check_run (c, p, b, 0x12, COORD_COMBOS, n, 2, TRUE);
  check_run (c, p, b, 0x14, WEIGHT_COMBOS, weights_of (c, shader), c->t[WEIGHTS].n, TRUE);
  check_run (c, p, b, 0x16, TRANSFORM_COMBOS, 1, c->t[TRANSFORMS].n, TRUE);
  guint transform = u16 (at + 0x16);
  if (at[0] & 0x10 && transform < c->t[TRANSFORM_COMBOS].n
      && u16 (record (c->t[TRANSFORM_COMBOS], transform)) != 0xFFFF)
    find (c, "batch-static", p->file, place_of (p->batches, b, 0),
          "batch %u is marked static and has a texture transform", b);
  /* Inline profiles of originals hold junk here; later skins the shader itself (§7). */
  if (c->version != 264 || shader & 0x8000)
    return;
  if (!(c->flags & 8) ? shader != 0 && p->shadows.stride == 0 : shader + n > c->t[COMBINERS].n)
    find (c, "batch-shader", p->file, place_of (p->batches, b, 2),
          "batch %u: shader %u with %u textures and %u combiners", b, shader, n, c->t[COMBINERS].n);
}

/* One for a layer-0 batch that casts a shadow, with what the batch looks up (§6.3). */
static void
check_shadow (Check *c, const Profile *p, guint s)
{
  const guint8 *at = record (p->shadows, s);
  for (guint b = 0; b < p->batches.n; b++) {
    const guint8 *batch = record (p->batches, b);
    guint texture = u16 (batch + 0x10), weight = u16 (batch + 0x14), material = u16 (batch + 0x0A);
    if (u16 (batch + 4) == u16 (at + 4) && u16 (batch + 0x0C) == 0 && u16 (batch + 8) == u16 (at + 8)
        && texture < c->t[TEXTURE_COMBOS].n && u16 (record (c->t[TEXTURE_COMBOS], texture)) == u16 (at + 6)
        && weight < c->t[WEIGHT_COMBOS].n && u16 (record (c->t[WEIGHT_COMBOS], weight)) == u16 (at + 10)
        && material < c->t[MATERIALS].n && batch[0] == at[0] && u16 (at + 2) == 0)
      return;
  }
  find (c, "shadow-batch", p->file, place_of (p->shadows, s, 0),
        "shadow batch %u (section %u, texture %u) follows from no batch", s, u16 (at + 4), u16 (at + 6));
}

static void
check_profile (Check *c, const Profile *p, guint number)
{
  guint64 vertices = 0, indices = 0;
  for (guint i = 0; i < p->vertices.n; i++)
    check_index (c, "skin-vertex", p->file, place_of (p->vertices, i, 0), "local vertex", i,
                 u16 (record (p->vertices, i)), c->t[VERTICES].n);
  if (u32 (p->file->data + p->at + 16) != u32 (p->file->data + p->at))
    find (c, "skin-bones", p->file, p->at + 16, "%u vertices and bones for %u", u32 (p->file->data + p->at),
          u32 (p->file->data + p->at + 16));
  for (guint s = 0; s < p->sections.n; s++)
    check_section (c, p, s, &vertices, &indices);
  if (vertices != p->vertices.n || indices != p->indices.n)
    find (c, "section-sum", p->file, p->at + 24,
          "the sections have %" G_GUINT64_FORMAT " vertices and %" G_GUINT64_FORMAT " indices, the profile %u and %u",
          vertices, indices, p->vertices.n, p->indices.n);
  for (guint b = 0; b < p->batches.n; b++)
    check_batch (c, p, b);
  for (guint s = 0; s < p->shadows.n; s++)
    check_shadow (c, p, s);
  if (p->shadows.n > p->batches.n)
    find (c, "shadow-batch", p->file, p->at + 44, "%u shadow batches for %u batches", p->shadows.n, p->batches.n);
  static const guint line[] = { 256, 75, 53, 21 }, lanes[] = { 256, 64, 53, 21 };
  gboolean known = c->lanes && p->limit == 0 && (p->shadows.stride != 0 || c->version > 264);
  for (guint i = 0; i < 4; i++)
    known |= c->lanes ? p->limit == lanes[i] : i == number && p->limit == line[i];
  if (!known || (number > 0 && c->profiles[number - 1].file && c->profiles[number - 1].limit < p->limit))
    find (c, "profile-limit", p->file, p->at + 40, "profile %u is for %u bones a section", number, p->limit);
}

void
walk_inline_profile (Check *c, guint64 at, guint i)
{
  if (c->n_profiles < 4)
    c->profiles[c->n_profiles++] = walk_profile (c, &c->model, at, i, FALSE);
}

void
walk_skins (Check *c)
{
  guint64 at = header_place (c, PROFILES);
  guint n = u32 (c->model.data + at);
  if (n < 1 || n > 4)
    find (c, "profile-count", &c->model, at, "%u skin profiles", n);
  for (guint i = 0; i < G_N_ELEMENTS (c->set->skins); i++) {
    File *file = &c->skins[MIN (i, 3)];
    if (!c->set->skins[i]) {
      if (i < MIN (n, 4) && !c->set->incomplete)
        find (c, "companion", &c->model, at, "skin profile %u: %s is not there", i, file->name);
      continue;
    }
    if (i >= n)
      find (c, "companion-surplus", file, 0, "skin file %u of a model with %u profiles", i, n);
    if (i >= n || i == 4)
      continue;
    if (file->size < 48 || memcmp (file->data, "SKIN", 4) != 0) {
      find (c, "magic", file, 0, "this is no skin profile");
      continue;
    }
    /* The later header has another pair; the first array tells them apart, as it follows the header at once (§6). */
    guint first = G_MAXUINT;
    for (guint k = 0; k < 5; k++)
      if (u32 (file->data + 4 + 8 * k) > 0)
        first = MIN (first, u32 (file->data + 8 + 8 * k));
    gboolean shadowed = file->size >= 56 && first >= 56;
    if (c->version > 264 && !shadowed)
      find (c, "skin-header", file, 0, "the header has no shadow batches");
    claim (c, file, 0, shadowed ? 56 : 48, 0, 0, (Where) { "the header", NULL, NULL, 0, -1 });
    c->profiles[i] = walk_profile (c, file, 4, i, shadowed);
  }
}

void
check_skins (Check *c)
{
  check_vertices (c);
  for (guint i = 0; i < 4; i++)
    if (c->profiles[i].file)
      check_profile (c, &c->profiles[i], i);
}
