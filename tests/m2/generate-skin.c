/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/m2/generate-private.h"

#include <math.h>
#include <string.h>

/* The mesh and its four profiles: m2.md 5.5, 5.6 and 6.
 *
 * Three geosets. The first uses 22 bones, so the profile with at most 21 bones splits it in two. Its last triangle has a
 * corner that the other piece uses too: that vertex occurs twice in this profile. */

enum { N_GEOSETS = 3, N_TRIANGLES = 14, MAX_SECTIONS = 4, MAX_CORNERS = N_TRIANGLES * 3 };

static const guint first_vertex[N_GEOSETS + 1] = { 0, 24, 33, 39 };
static const guint first_triangle[N_GEOSETS + 1] = { 0, 9, 12, 14 };
static const guint section_ids[N_GEOSETS] = { 3, 401, 1501 };
enum { SPLIT_AT = 4 }; /* the first triangle of the second piece */

/* Corners start with the last of three vertices, so that the order of first use differs from the order in the model. */
static void
corners_of (guint triangle, guint corners[3])
{
  guint geoset = 0;
  while (triangle >= first_triangle[geoset + 1])
    geoset++;
  guint base = first_vertex[geoset] + 3 * (triangle - first_triangle[geoset]);
  if (triangle == first_triangle[1] - 1) {
    corners[0] = 23;
    corners[1] = 11;
    corners[2] = 12;
    return;
  }
  corners[0] = base + 2;
  corners[1] = base;
  corners[2] = base + 1;
}

/* The j-th bone of a vertex. The first 12 vertices stay among the bones 0 to 11, the next 12 among 12 to 21. */
static guint
bone_of (guint vertex, guint j)
{
  if (vertex < 12)
    return (vertex + j) % 12;
  if (vertex < 24)
    return 12 + (vertex - 12 + j) % 10;
  if (vertex < 33)
    return (guint[]) { 3, 22, 23 }[(vertex + j) % 3];
  return 5;
}

void
m2_make_vertices (M2Maker *m, M2MadeVertex vertices[M2_N_VERTICES])
{
  for (guint i = 0; i < M2_N_VERTICES; i++) {
    M2MadeVertex *v = &vertices[i];
    guint influences = i < 24 ? 1 + i % 4 : i < 33 ? 1 + i % 3 : 1, left = 255;
    *v = (M2MadeVertex) { 0 };
    /* Some are far from the others, so that the mean of a section is not the centre of its box. */
    for (guint k = 0; k < 3; k++)
      v->position[k] = m2_next_float (m) * (k == (i % 7 == 3 ? 0 : 1) ? -1 : 1);
    for (guint j = 0; j < influences; j++) {
      guint weight = j == influences - 1 ? left : 40 + (i + 7 * j) % 30;
      v->weights[j] = (guint8) weight;
      v->bones[j] = (guint8) bone_of (i, j);
      left -= weight;
    }
    for (guint k = 0; k < 3; k++)
      v->normal[k] = m2_next_float (m) / 4096;
    for (guint k = 0; k < 4; k++)
      v->uv[k] = m2_next_float (m) / 1024;
  }
}

/* --- One profile -------------------------------------------------------------------------------------------------- */

typedef struct {
  guint geoset, first_triangle, n_triangles;
  guint first_vertex, n_vertices, first_index;
  guint first_bone, n_bones, influences; /* in the bone combos */
  guint center_bone;
  float center[3], sort_center[3], sort_radius;
} Section;

typedef struct {
  guint limit;
  Section sections[MAX_SECTIONS];
  guint n_sections;
  guint16 vertices[MAX_CORNERS]; /* of the model */
  guint8 bones[MAX_CORNERS][4];  /* within the section */
  guint16 indices[MAX_CORNERS];  /* into `vertices` */
  guint n_vertices, n_indices;
} Profile;

static float
largest_distance (const Profile *profile, const Section *section, const M2MadeVertex *vertices, const float center[3])
{
  float largest = 0;
  for (guint i = 0; i < section->n_vertices; i++) {
    const float *p = vertices[profile->vertices[section->first_vertex + i]].position;
    float d[3] = { p[0] - center[0], p[1] - center[1], p[2] - center[2] };
    largest = MAX (largest, sqrtf (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]));
  }
  return largest;
}

/* Reference 6.1: the mean; of it and the middle of the box the one that is nearer to its furthest vertex. */
static void
measure (const Profile *profile, Section *section, const M2MadeVertex *vertices)
{
  float sum[3] = { 0 }, min[3], max[3], middle[3];
  for (guint i = 0; i < section->n_vertices; i++) {
    const float *p = vertices[profile->vertices[section->first_vertex + i]].position;
    for (guint k = 0; k < 3; k++) {
      sum[k] += p[k];
      min[k] = i ? MIN (min[k], p[k]) : p[k];
      max[k] = i ? MAX (max[k], p[k]) : p[k];
    }
  }
  for (guint k = 0; k < 3; k++) {
    section->center[k] = sum[k] / (float) section->n_vertices;
    middle[k] = (min[k] + max[k]) / 2;
  }
  float of_mean = largest_distance (profile, section, vertices, section->center);
  float of_middle = largest_distance (profile, section, vertices, middle);
  memcpy (section->sort_center, of_middle <= of_mean ? middle : section->center, sizeof middle);
  section->sort_radius = MIN (of_middle, of_mean);
}

static guint
local_vertex (Profile *profile, Section *section, guint vertex)
{
  for (guint i = 0; i < section->n_vertices; i++)
    if (profile->vertices[section->first_vertex + i] == vertex)
      return section->first_vertex + i;
  profile->vertices[profile->n_vertices++] = (guint16) vertex;
  section->n_vertices++;
  return profile->n_vertices - 1;
}

static guint
local_bone (Section *section, GArray *combos, guint16 bone)
{
  for (guint i = 0; i < section->n_bones; i++)
    if (g_array_index (combos, guint16, section->first_bone + i) == bone)
      return i;
  g_array_append_val (combos, bone);
  return section->n_bones++;
}

static void
add_section (Profile *profile, guint geoset, guint triangle, guint n, const M2MadeVertex *vertices, GArray *combos)
{
  Section *section = &profile->sections[profile->n_sections++];
  *section = (Section) { .geoset = geoset,
                         .first_triangle = triangle,
                         .n_triangles = n,
                         .first_vertex = profile->n_vertices,
                         .first_index = profile->n_indices,
                         .first_bone = combos->len };
  /* The profile without a small limit has the vertices in the model's order, the others in that of their first use. */
  if (profile->limit == 256)
    for (guint v = first_vertex[geoset]; v < first_vertex[geoset + 1]; v++)
      local_vertex (profile, section, v);
  for (guint t = triangle; t < triangle + n; t++) {
    guint corners[3];
    corners_of (t, corners);
    for (guint k = 0; k < 3; k++)
      profile->indices[profile->n_indices++] = (guint16) local_vertex (profile, section, corners[k]);
  }
  for (guint i = section->first_vertex; i < profile->n_vertices; i++) {
    const M2MadeVertex *v = &vertices[profile->vertices[i]];
    guint influences = 0;
    for (guint j = 0; j < 4; j++) {
      if (v->weights[j] == 0)
        continue;
      profile->bones[i][j] = (guint8) local_bone (section, combos, v->bones[j]);
      influences++;
    }
    section->influences = MAX (section->influences, influences);
  }
  g_assert_cmpuint (section->n_bones, <=, profile->limit);
  section->center_bone = vertices[profile->vertices[section->first_vertex]].bones[0];
  measure (profile, section, vertices);
}

static void
make_profile (Profile *profile, guint limit, const M2MadeVertex *vertices, GArray *combos)
{
  *profile = (Profile) { .limit = limit };
  for (guint g = 0; g < N_GEOSETS; g++) {
    guint first = first_triangle[g], n = first_triangle[g + 1] - first;
    if (g == 0 && limit == 21) {
      add_section (profile, g, first, SPLIT_AT, vertices, combos);
      add_section (profile, g, SPLIT_AT, n - SPLIT_AT, vertices, combos);
    } else {
      add_section (profile, g, first, n, vertices, combos);
    }
  }
}

/* --- Its bytes ---------------------------------------------------------------------------------------------------- */

static void
set_floats (M2Sets *sets, const char *key, const float *values)
{
  m2_set_vec (sets, key, 3, (double[]) { values[0], values[1], values[2] });
}

static void
write_section (M2Maker *m, GByteArray *out, guint at, const Section *section, const char *path)
{
  M2Sets sets = { .n = 0 };
  m2_put16 (out, at + 0x04, section->first_vertex);
  m2_put16 (out, at + 0x06, section->n_vertices);
  m2_put16 (out, at + 0x08, section->first_index);
  m2_put16 (out, at + 0x0A, 3 * section->n_triangles);
  m2_put16 (out, at + 0x0C, section->n_bones);
  m2_put16 (out, at + 0x0E, section->first_bone);
  m2_set (&sets, "id", section_ids[section->geoset]);
  m2_set (&sets, "level", 0);
  m2_set (&sets, "influences", section->influences);
  m2_set (&sets, "center bone", section->center_bone);
  set_floats (&sets, "center", section->center);
  set_floats (&sets, "sort center", section->sort_center);
  m2_set (&sets, "sort radius", (double) section->sort_radius);
  m2_write_record (m, out, at, &m2_record_submesh, m->version >= 258, 0, path, &sets);
  for (guint t = 0; t < section->n_triangles; t++) {
    guint c[3];
    corners_of (section->first_triangle + t, c);
    for (guint k = 0; k < 3; k++)
      m2_say_uint (m, c[k], "%s.%s[%u]", path, m2_words[M2_WORD_TRIANGLES], 3 * t + k);
  }
}

/* A reference into a list, or, without one, a number. */
static void
say_unit (M2Maker *m, guint16 value, const char *list, const char *path, guint unit, M2Word word)
{
  g_autofree char *text = !list             ? g_strdup_printf ("%u", value)
                          : value == 0xFFFF ? g_strdup ("none")
                                            : g_strdup_printf ("%s[%u]", list, value);
  m2_say (m, text, "%s.%s[%u].%s", path, m2_words[M2_WORD_UNITS], unit, m2_words[word]);
}

static void
write_batch (M2Maker *m, GByteArray *out, guint at, const M2MadeSurface *surface, guint section, const char *skin,
             const char *path)
{
  M2Sets sets = { .n = 0 };
  m2_set (&sets, "flags", surface->flags);
  m2_set (&sets, "plane", surface->priority);
  m2_set (&sets, "shader", surface->shader);
  m2_set (&sets, "geoset", surface->geoset);
  m2_set (&sets, "color", surface->color);
  m2_set (&sets, "material", surface->material);
  m2_set (&sets, "layer", surface->layer);
  m2_put16 (out, at + 0x04, section);
  m2_put16 (out, at + 0x0E, surface->n_textures);
  m2_put16 (out, at + 0x10, surface->texture_run);
  m2_put16 (out, at + 0x12, surface->no_coords ? 0 : surface->coord_run);
  m2_put16 (out, at + 0x14, surface->weight_run);
  m2_put16 (out, at + 0x16, surface->transform_run);
  m2_write_record (m, out, at, &m2_record_batch, 0, 0, path, &sets);
  g_autofree char *submesh = g_strdup_printf ("%s.%s[%u]", skin, m2_record_submesh.path, section);
  m2_say (m, submesh, "%s.submesh", path);
  for (guint i = 0; i < surface->n_textures; i++) {
    say_unit (m, surface->textures[i], m2_record_texture.path, path, i, M2_WORD_UNIT_TEXTURE);
    say_unit (m, surface->no_coords ? 0 : surface->coords[i], NULL, path, i, M2_WORD_UNIT_COORD);
    say_unit (m, surface->transforms[i], m2_record_texture_transform.path, path, i, M2_WORD_UNIT_TRANSFORM);
  }
  /* As many as the shader uses (reference 15.23). */
  for (guint i = 0; i < surface->n_weights; i++) {
    g_autofree char *weight = g_strdup_printf ("%s[%u]", m2_record_texture_weight.path, surface->weights[i]);
    m2_say (m, weight, "%s.%s", path, m2_words[M2_WORD_BATCH_WEIGHT + i]);
  }
}

/* Reference 6.3: one per batch of layer 0. */
static void
write_shadow_batches (M2Maker *m, GByteArray *out, guint at, const Profile *profile, const M2MadeSurface *surfaces,
                      const guint16 *material_flags, const guint16 *material_blends, const char *skin)
{
  guint offset = m2_place_array (out, at, profile->n_sections, m2_record_shadow_batch.size[0]);
  for (guint s = 0; s < profile->n_sections; s++) {
    const M2MadeSurface *surface = surfaces;
    while (surface->geoset != profile->sections[s].geoset || surface->layer != 0)
      surface++;
    guint flags = material_flags[surface->material];
    guint flags2 = (flags & 0x04 ? 1 : 0) | (material_blends[surface->material] == 0 ? 2 : 0) | (flags & 0x80 ? 4 : 0)
                   | (flags & 0x400 ? 6 : 0);
    g_autofree char *path = g_strdup_printf ("%s.%s[%u]", skin, m2_record_shadow_batch.path, s);
    g_autofree char *submesh = g_strdup_printf ("%s.%s[%u]", skin, m2_record_submesh.path, s);
    M2Sets sets = { .n = 0 };
    m2_set (&sets, "flags", surface->flags & 0xFF);
    m2_set (&sets, "flags2", flags2);
    m2_set (&sets, "texture", surface->textures[0]);
    m2_set (&sets, "color", surface->color);
    m2_set (&sets, "weight", surface->weights[0]);
    m2_put16 (out, offset + 4, s);
    m2_say (m, submesh, "%s.submesh", path);
    m2_write_record (m, out, offset, &m2_record_shadow_batch, 0, 0, path, &sets);
    offset += m2_record_shadow_batch.size[0];
  }
}

/* The five arrays, with their counts and offsets from `at` on. */
static void
write_profile (M2Maker *m, GByteArray *out, guint at, const Profile *profile, const M2MadeSurface *surfaces,
               const char *skin)
{
  m2_say_uint (m, profile->limit, "%s.%s", skin, m2_words[M2_WORD_BONE_LIMIT]);
  m2_place_u16s (out, at, profile->vertices, profile->n_vertices);
  m2_place_u16s (out, at + 8, profile->indices, profile->n_indices);
  guint bones = m2_place_array (out, at + 16, profile->n_vertices, 4);
  memcpy (out->data + bones, profile->bones, 4 * profile->n_vertices);
  guint size = m2_record_submesh.size[m->version >= 258];
  guint offset = m2_place_array (out, at + 24, profile->n_sections, size);
  m2_say_uint (m, profile->n_sections, "%s.%s", skin, m2_record_submesh.path);
  for (guint s = 0; s < profile->n_sections; s++) {
    g_autofree char *path = g_strdup_printf ("%s.%s[%u]", skin, m2_record_submesh.path, s);
    write_section (m, out, offset + s * size, &profile->sections[s], path);
  }
  guint n_batches = 0;
  for (guint s = 0; s < profile->n_sections; s++)
    for (guint i = 0; i < M2_N_SURFACES; i++)
      n_batches += surfaces[i].geoset == profile->sections[s].geoset;
  offset = m2_place_array (out, at + 32, n_batches, m2_record_batch.size[0]);
  m2_say_uint (m, n_batches, "%s.%s", skin, m2_record_batch.path);
  guint batch = 0;
  for (guint s = 0; s < profile->n_sections; s++)
    for (guint i = 0; i < M2_N_SURFACES; i++) {
      if (surfaces[i].geoset != profile->sections[s].geoset)
        continue;
      g_autofree char *path = g_strdup_printf ("%s.%s[%u]", skin, m2_record_batch.path, batch);
      write_batch (m, out, offset + batch * m2_record_batch.size[0], &surfaces[i], s, skin, path);
      batch++;
    }
  m2_put32 (out, at + 40, profile->limit);
}

void
m2_write_profiles (M2Maker *m, guint at, const M2MadeVertex vertices[M2_N_VERTICES],
                   const M2MadeSurface surfaces[M2_N_SURFACES], const guint16 *material_flags,
                   const guint16 *material_blends, GArray *bone_combos)
{
  guint limits[M2_N_PROFILES] = { 256, m->version >= 264 ? 64 : 75, 53, 21 };
  gboolean shadows = m->version >= 265 || (m->version == 264 && (m->form & M2_FORM_LATE_SKIN));
  guint headers = 0;
  if (m->version < 264)
    headers = m2_place_array (m->out, at, M2_N_PROFILES, 44);
  else
    m2_put32 (m->out, at, M2_N_PROFILES);
  m2_say_uint (m, M2_N_PROFILES, "%s", m2_words[M2_WORD_SKINS]);
  for (guint k = 0; k < M2_N_PROFILES; k++) {
    Profile profile;
    g_autofree char *skin = g_strdup_printf ("%s[%u]", m2_words[M2_WORD_SKINS], k);
    make_profile (&profile, limits[k], vertices, bone_combos);
    if (m->version < 264) {
      write_profile (m, m->out, headers + 44 * k, &profile, surfaces, skin);
      continue;
    }
    GByteArray *out = g_byte_array_new ();
    m2_place (out, shadows ? 56 : 48);
    memcpy (out->data, "SKIN", 4);
    write_profile (m, out, 4, &profile, surfaces, skin);
    if (shadows)
      write_shadow_batches (m, out, 0x30, &profile, surfaces, material_flags, material_blends, skin);
    m2_place (out, 0);
    m2_add_file (m, g_strdup_printf ("Sample%02u.skin", k), out);
  }
}
