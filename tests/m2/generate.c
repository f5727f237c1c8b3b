/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/m2/generate-private.h"

#include <string.h>

/* Writes the content of the sample in the order of the header: m2.md 2. */

/* Offsets of the header's fields: up to 263, from 264 on. */
static const guint16 header[][2] = {
  [M2_AT_NAME] = { 0x008, 0x008 },
  [M2_AT_FLAGS] = { 0x010, 0x010 },
  [M2_AT_LOOPS] = { 0x014, 0x014 },
  [M2_AT_SEQUENCES] = { 0x01C, 0x01C },
  [M2_AT_SEQUENCE_LOOKUP] = { 0x024, 0x024 },
  [M2_AT_PLAYABLE] = { 0x02C, 0 },
  [M2_AT_BONES] = { 0x034, 0x02C },
  [M2_AT_KEY_BONES] = { 0x03C, 0x034 },
  [M2_AT_VERTICES] = { 0x044, 0x03C },
  [M2_AT_PROFILES] = { 0x04C, 0x044 },
  [M2_AT_COLORS] = { 0x054, 0x048 },
  [M2_AT_TEXTURES] = { 0x05C, 0x050 },
  [M2_AT_WEIGHTS] = { 0x064, 0x058 },
  [M2_AT_TRANSFORMS] = { 0x074, 0x060 },
  [M2_AT_REPLACEABLE] = { 0x07C, 0x068 },
  [M2_AT_MATERIALS] = { 0x084, 0x070 },
  [M2_AT_BONE_COMBOS] = { 0x08C, 0x078 },
  [M2_AT_TEXTURE_COMBOS] = { 0x094, 0x080 },
  [M2_AT_COORD_COMBOS] = { 0x09C, 0x088 },
  [M2_AT_WEIGHT_COMBOS] = { 0x0A4, 0x090 },
  [M2_AT_TRANSFORM_COMBOS] = { 0x0AC, 0x098 },
  [M2_AT_BOUNDS] = { 0x0B4, 0x0A0 },
  [M2_AT_COLLISION_BOUNDS] = { 0x0D0, 0x0BC },
  [M2_AT_COLLISION_INDICES] = { 0x0EC, 0x0D8 },
  [M2_AT_COLLISION_POSITIONS] = { 0x0F4, 0x0E0 },
  [M2_AT_COLLISION_NORMALS] = { 0x0FC, 0x0E8 },
  [M2_AT_ATTACHMENTS] = { 0x104, 0x0F0 },
  [M2_AT_ATTACHMENT_LOOKUP] = { 0x10C, 0x0F8 },
  [M2_AT_EVENTS] = { 0x114, 0x100 },
  [M2_AT_LIGHTS] = { 0x11C, 0x108 },
  [M2_AT_CAMERAS] = { 0x124, 0x110 },
  [M2_AT_CAMERA_LOOKUP] = { 0x12C, 0x118 },
  [M2_AT_RIBBONS] = { 0x134, 0x120 },
  [M2_AT_PARTICLES] = { 0x13C, 0x128 },
  [M2_AT_COMBINERS] = { 0, 0x130 },
};
/* clang-format off */
enum { N_ATTACHMENTS = 4, N_EVENTS = 4, N_COLORS = 3, N_WEIGHTS = 3, N_TRANSFORMS = 3, N_TEXTURES = 5,
       N_MATERIALS = 4, N_LIGHTS = 2, N_LATE_PARTICLES = 4 /* from 265 on; before, one less */ };
/* clang-format on */

guint
m2_at (const M2Maker *m, guint field)
{
  return header[field][m->version >= 264];
}

gboolean
m2_has_form (const M2Maker *m, guint form, guint since, guint until)
{
  return (m->form & form) && m->version >= since && m->version <= until;
}

/* --- Vertices and what the batches use ---------------------------------------------------------------------------- */

static void
say_bytes (M2Maker *m, const guint8 *bytes, M2Word word, guint i)
{
  g_autofree char *text = g_strdup_printf ("{%u, %u, %u, %u}", bytes[0], bytes[1], bytes[2], bytes[3]);
  m2_say (m, text, "%s[%u].%s", m2_words[M2_WORD_VERTICES], i, m2_words[word]);
}

static void
say_floats (M2Maker *m, const float *values, guint n, M2Word word, guint i)
{
  m2_say_floats (m, values, n, "%s[%u].%s", m2_words[M2_WORD_VERTICES], i, m2_words[word]);
}

static void
write_vertices (M2Maker *m, const M2MadeVertex *vertices)
{
  guint offset = m2_place_array (m->out, m2_at (m, M2_AT_VERTICES), M2_N_VERTICES, 48);
  for (guint i = 0; i < M2_N_VERTICES; i++, offset += 48) {
    const M2MadeVertex *v = &vertices[i];
    for (guint k = 0; k < 3; k++) {
      m2_put_float (m->out, offset + 4 * k, v->position[k]);
      m2_put_float (m->out, offset + 0x14 + 4 * k, v->normal[k]);
    }
    for (guint k = 0; k < 4; k++) {
      m2_put8 (m->out, offset + 0x0C + k, v->weights[k]);
      m2_put8 (m->out, offset + 0x10 + k, v->bones[k]);
      m2_put_float (m->out, offset + 0x20 + 4 * k, v->uv[k]);
    }
    say_floats (m, v->position, 3, M2_WORD_POSITION, i);
    say_bytes (m, v->weights, M2_WORD_VERTEX_WEIGHTS, i);
    say_bytes (m, v->bones, M2_WORD_VERTEX_BONES, i);
    say_floats (m, v->normal, 3, M2_WORD_NORMAL, i);
    say_floats (m, v->uv, 2, M2_WORD_UV, i);
    say_floats (m, v->uv + 2, 2, M2_WORD_UV2, i);
  }
}

/* Writes records that have only tracks, whose patterns alternate starting with `first`. */
static void
write_tracks_only (M2Maker *m, guint field, const M2Record *record, guint n, const char *const *keys, guint first)
{
  static const M2Pattern turns[] = { M2_ALL_SEQUENCES, M2_ONE_KEY, M2_GLOBAL_KEYS };
  gboolean lanes = m->version >= 264;
  guint offset = m2_place_array (m->out, m2_at (m, field), n, record->size[lanes]);
  m2_say_uint (m, n, "%s", record->path);
  for (guint i = 0; i < n; i++) {
    g_autofree char *path = g_strdup_printf ("%s[%u]", record->path, i);
    M2Sets sets = { .n = 0 };
    for (guint k = 0; keys[k]; k++)
      m2_set (&sets, keys[k], turns[(first + i + k) % 3]);
    m2_write_record (m, m->out, offset + i * record->size[lanes], record, lanes, 0, path, &sets);
  }
}

static const struct {
  guint type, flags;
  const char *name;
} made_textures[N_TEXTURES] = {
  { 11, 1, "" }, { 0, 2, "Sample\\Skin.blp" }, { 0, 3, "Sample\\Shine_Env.blp" }, { 11, 7, "" }, { 2, 5, "" },
};

static void
write_textures (M2Maker *m)
{
  guint offset = m2_place_array (m->out, m2_at (m, M2_AT_TEXTURES), N_TEXTURES, 16);
  m2_say_uint (m, N_TEXTURES, "%s", m2_record_texture.path);
  for (guint i = 0; i < N_TEXTURES; i++) {
    g_autofree char *path = g_strdup_printf ("%s[%u]", m2_record_texture.path, i);
    M2Sets sets = { .n = 0 };
    m2_set (&sets, "type", made_textures[i].type);
    m2_set (&sets, "flags", made_textures[i].flags);
    m2_set_text (&sets, "name", made_textures[i].name);
    m2_write_record (m, m->out, offset + 16 * i, &m2_record_texture, 0, 0, path, &sets);
  }
}

/* Reference 8: the last texture of a type. */
static void
write_replaceable (M2Maker *m)
{
  guint16 table[16];
  guint n = 0;
  memset (table, 0xFF, sizeof table);
  for (guint i = 0; i < N_TEXTURES; i++) {
    table[made_textures[i].type] = (guint16) i;
    n = MAX (n, made_textures[i].type + 1);
  }
  m2_place_u16s (m->out, m2_at (m, M2_AT_REPLACEABLE), table, n);
}

static const guint16 material_flags[N_MATERIALS] = { 0x04, 0x11, 0x0B, 0x1D },
                     material_blends[N_MATERIALS] = { 0, 1, 2, 4 };

static void
write_materials (M2Maker *m)
{
  guint offset = m2_place_array (m->out, m2_at (m, M2_AT_MATERIALS), N_MATERIALS, 4);
  m2_say_uint (m, N_MATERIALS, "%s", m2_record_material.path);
  for (guint i = 0; i < N_MATERIALS; i++) {
    g_autofree char *path = g_strdup_printf ("%s[%u]", m2_record_material.path, i);
    M2Sets sets = { .n = 0 };
    m2_set (&sets, "flags", material_flags[i]);
    m2_set (&sets, "blend", material_blends[i]);
    m2_write_record (m, m->out, offset + 4 * i, &m2_record_material, 0, 0, path, &sets);
  }
}

/* --- Batches and combos ------------------------------------------------------------------------------------------- */

/* The flag-8 array: a run for each surface. */
static const guint16 combiners[] = { 1, 4, 1, 6, 2, 3, 5 };

static gboolean
has_combiners (const M2Maker *m)
{
  return m->version >= 264 && !(m->form & M2_FORM_NO_COMBINERS);
}

/* The combos have the runs of the four surfaces in four different orders, so that all indices of a batch differ. */
static void
make_surfaces (M2Maker *m, M2MadeSurface surfaces[M2_N_SURFACES])
{
  static const M2MadeSurface made[M2_N_SURFACES] = {
    { .geoset = 0,
      .layer = 0,
      .flags = 0x10,
      .priority = -3,
      .color = 1,
      .material = 1,
      .n_textures = 1,
      .textures = { 1 },
      .coords = { 1 },
      .weights = { 2 },
      .transforms = { 0xFFFF } },
    { .geoset = 0,
      .layer = 1,
      .flags = 0x41,
      .priority = 5,
      .color = 0xFFFF,
      .material = 3,
      .n_textures = 2,
      .textures = { 2, 3 },
      .coords = { 0, 0xFFFF },
      .weights = { 1, 0 },
      .transforms = { 2, 1 } },
    { .geoset = 1,
      .layer = 0,
      .flags = 0x22,
      .priority = 7,
      .color = 2,
      .material = 2,
      .n_textures = 2,
      .textures = { 3, 4 },
      .coords = { 0xFFFF, 0 },
      .weights = { 0, 2 },
      .transforms = { 1, 0 } },
    { .geoset = 2,
      .layer = 0,
      .flags = 0x04,
      .priority = -11,
      .color = 0,
      .material = 0,
      .n_textures = 2,
      .textures = { 4, 0, 2 },
      .coords = { 0, 1, 0 },
      .weights = { 1, 2, 0 },
      .transforms = { 0, 2, 1 } },
  };
  static const guint orders[4][M2_N_SURFACES] = { { 0, 1, 2, 3 }, { 3, 2, 1, 0 }, { 1, 0, 3, 2 }, { 2, 3, 0, 1 } };
  static const guint late_shaders[M2_N_SURFACES] = { 0x4010, 0x0011, 0x800D, 0x8011 };
  memcpy (surfaces, made, sizeof made);
  for (guint i = 0; i < M2_N_SURFACES; i++) {
    surfaces[i].no_coords = m2_has_form (m, M2_FORM_NO_COORDS, 265, M2_LAST_VERSION);
    /* From Cataclysm on a batch may have more than two textures, and its shader is what is drawn (reference 7). The last
     * two use the weights of two and of three textures. */
    if (i == 3 && m->version >= 265)
      surfaces[i].n_textures = 3;
    surfaces[i].n_weights = m->version >= 265 && i >= 2 ? i : 1;
    if (m->version >= 265) {
      surfaces[i].shader = late_shaders[i];
      surfaces[i].flags |= late_shaders[i] & 0x8000 ? 0x80 : 0;
    } else if (has_combiners (m)) {
      surfaces[i].shader = (guint[]) { 6, 4, 2, 0 }[i];
    }
  }
  for (guint combo = 0; combo < 4; combo++) {
    guint run = 0;
    for (guint k = 0; k < M2_N_SURFACES; k++) {
      M2MadeSurface *s = &surfaces[orders[combo][k]];
      *(guint *[]) { &s->texture_run, &s->coord_run, &s->weight_run, &s->transform_run }[combo] = run;
      run += s->n_textures;
    }
  }
}

static void
write_combos (M2Maker *m, const M2MadeSurface *surfaces, const GArray *bone_combos)
{
  static const guint fields[4] = { M2_AT_TEXTURE_COMBOS, M2_AT_COORD_COMBOS, M2_AT_WEIGHT_COMBOS,
                                   M2_AT_TRANSFORM_COMBOS };
  m2_place_u16s (m->out, m2_at (m, M2_AT_BONE_COMBOS), (const guint16 *) bone_combos->data, bone_combos->len);
  for (guint combo = 0; combo < 4; combo++) {
    guint16 table[32];
    guint n = 0;
    if (combo == 1 && surfaces[0].no_coords)
      continue;
    for (guint i = 0; i < M2_N_SURFACES; i++) {
      const M2MadeSurface *s = &surfaces[i];
      const guint16 *run[4] = { s->textures, s->coords, s->weights, s->transforms };
      guint at[4] = { s->texture_run, s->coord_run, s->weight_run, s->transform_run };
      memcpy (table + at[combo], run[combo], s->n_textures * sizeof *table);
      n += s->n_textures;
    }
    m2_place_u16s (m->out, m2_at (m, fields[combo]), table, n);
  }
}

/* --- Bounds, collision -------------------------------------------------------------------------------------------- */

static void
write_bounds (M2Maker *m, guint at, M2Word word)
{
  float numbers[7];
  for (guint i = 0; i < 7; i++)
    m2_put_float (m->out, at + 4 * i, numbers[i] = m2_next_float (m) * (i < 3 ? -1 : 1));
  m2_say_floats (m, numbers, 3, "%s", m2_words[word]);
  m2_say_floats (m, numbers + 3, 3, "%s", m2_words[word + 1]);
  m2_say_floats (m, numbers + 6, 1, "%s", m2_words[word + 2]);
}

static void
write_vectors (M2Maker *m, guint field, guint n, float scale, M2Word word)
{
  guint offset = m2_place_array (m->out, m2_at (m, field), n, 12);
  for (guint i = 0; i < n; i++) {
    float v[3];
    for (guint k = 0; k < 3; k++)
      m2_put_float (m->out, offset + 12 * i + 4 * k, v[k] = m2_next_float (m) * scale);
    m2_say_floats (m, v, 3, "%s[%u]", m2_words[word], i);
  }
}

static void
write_collision (M2Maker *m)
{
  static const guint16 corners[] = { 0, 1, 2, 3, 2, 1, 4, 5, 3, 5, 0, 6 };
  m2_place_u16s (m->out, m2_at (m, M2_AT_COLLISION_INDICES), corners, G_N_ELEMENTS (corners));
  for (guint i = 0; i < G_N_ELEMENTS (corners); i++)
    m2_say_uint (m, corners[i], "%s[%u]", m2_words[M2_WORD_COLLISION_TRIANGLES], i);
  write_vectors (m, M2_AT_COLLISION_POSITIONS, 7, -1, M2_WORD_COLLISION_VERTICES);
  write_vectors (m, M2_AT_COLLISION_NORMALS, 4, 1.0f / 4096, M2_WORD_COLLISION_NORMALS);
}

/* --- Things on bones ---------------------------------------------------------------------------------------------- */

static guint
place_records (M2Maker *m, guint field, const M2Record *record, guint layout, guint n)
{
  m2_say_uint (m, n, "%s", record->path);
  return m2_place_array (m->out, m2_at (m, field), n, record->size[layout]);
}

static void
write_attachments (M2Maker *m)
{
  static const guint ids[N_ATTACHMENTS] = { 11, 5, 19, 1 };
  static const M2Pattern patterns[N_ATTACHMENTS] = { M2_ONE_KEY, M2_ALL_SEQUENCES, M2_GLOBAL_KEYS, M2_ONE_KEY };
  gboolean lanes = m->version >= 264;
  guint offset = place_records (m, M2_AT_ATTACHMENTS, &m2_record_attachment, lanes, N_ATTACHMENTS);
  guint16 lookup[20];
  memset (lookup, 0xFF, sizeof lookup);
  for (guint i = 0; i < N_ATTACHMENTS; i++) {
    g_autofree char *path = g_strdup_printf ("%s[%u]", m2_record_attachment.path, i);
    M2Sets sets = { .n = 0 };
    m2_set (&sets, "id", ids[i]);
    m2_set (&sets, "bone", 7 + i);
    m2_set (&sets, "visible", patterns[i]);
    lookup[ids[i]] = (guint16) i;
    m2_write_record (m, m->out, offset + i * m2_record_attachment.size[lanes], &m2_record_attachment, lanes, 0, path,
                     &sets);
  }
  m2_place_u16s (m->out, m2_at (m, M2_AT_ATTACHMENT_LOOKUP), lookup, G_N_ELEMENTS (lookup));
}

static void
write_events (M2Maker *m)
{
  static const char *const ids[N_EVENTS] = { "$CSD", "$DSL", "$SHK", "POIN" };
  gboolean lanes = m->version >= 264;
  guint offset = place_records (m, M2_AT_EVENTS, &m2_record_event, lanes, N_EVENTS);
  for (guint i = 0; i < N_EVENTS; i++) {
    g_autofree char *path = g_strdup_printf ("%s[%u]", m2_record_event.path, i);
    M2Sets sets = { .n = 0 };
    m2_set_text (&sets, "id", ids[i]);
    m2_set (&sets, "data", 6576 + 11 * i);
    m2_set (&sets, "bone", 12 + i);
    m2_set (&sets, "times", i == 2 ? M2_GLOBAL_KEYS : M2_ALL_SEQUENCES);
    m2_write_record (m, m->out, offset + i * m2_record_event.size[lanes], &m2_record_event, lanes, 0, path, &sets);
  }
}

static void
write_lights (M2Maker *m)
{
  static const char *const tracks[] = { "ambient", "ambient intensity", "diffuse", "diffuse intensity", "start", "end",
                                        "visible" };
  static const M2Pattern turns[] = { M2_ONE_KEY, M2_ALL_SEQUENCES, M2_GLOBAL_KEYS };
  gboolean lanes = m->version >= 264;
  guint offset = place_records (m, M2_AT_LIGHTS, &m2_record_light, lanes, N_LIGHTS);
  for (guint i = 0; i < N_LIGHTS; i++) {
    g_autofree char *path = g_strdup_printf ("%s[%u]", m2_record_light.path, i);
    M2Sets sets = { .n = 0 };
    m2_set (&sets, "type", 1 - i);
    m2_set (&sets, "bone", 16 + i);
    for (guint k = 0; k < G_N_ELEMENTS (tracks); k++)
      m2_set (&sets, tracks[k], turns[(i + k) % 3]);
    m2_write_record (m, m->out, offset + i * m2_record_light.size[lanes], &m2_record_light, lanes, 0, path, &sets);
  }
}

static void
write_cameras (M2Maker *m)
{
  static const gint types[] = { 1, -1, 0 };
  static const char *const tracks[] = { "position", "target", "roll", "fov track" };
  static const M2Pattern turns[] = { M2_ALL_SEQUENCES, M2_ONE_KEY, M2_GLOBAL_KEYS };
  gboolean late = m->version >= 271;
  if (m2_has_form (m, M2_FORM_OTHER_CAMERA, 265, 271))
    late = !late;
  guint layout = late ? 2 : m->version >= 264;
  guint offset = place_records (m, M2_AT_CAMERAS, &m2_record_camera, layout, G_N_ELEMENTS (types));
  guint16 lookup[2] = { 0xFFFF, 0xFFFF };
  for (guint i = 0; i < G_N_ELEMENTS (types); i++) {
    g_autofree char *path = g_strdup_printf ("%s[%u]", m2_record_camera.path, i);
    M2Sets sets = { .n = 0 };
    m2_set (&sets, "type", types[i]);
    m2_set (&sets, "fov", (181.0 + 28 * i) / 256);
    m2_set (&sets, "far", (6845.0 + 520 * i) / 256);
    m2_set (&sets, "near", (53.0 + 8 * i) / 256);
    for (guint k = 0; k < G_N_ELEMENTS (tracks); k++)
      m2_set (&sets, tracks[k], turns[(i + k) % 3]);
    if (types[i] >= 0)
      lookup[types[i]] = (guint16) i;
    m2_write_record (m, m->out, offset + i * m2_record_camera.size[layout], &m2_record_camera, layout, 0, path, &sets);
  }
  m2_place_u16s (m->out, m2_at (m, M2_AT_CAMERA_LOOKUP), lookup, G_N_ELEMENTS (lookup));
}

static void
write_ribbons (M2Maker *m)
{
  static const double textures[2][3] = { { 1, 4 }, { 3, 2, 1 } }, materials[2][2] = { { 2, 0 }, { 3 } };
  static const char *const tracks[] = { "colour", "alpha", "above", "below", "slot", "visible" };
  static const M2Pattern turns[] = { M2_ALL_SEQUENCES, M2_GLOBAL_KEYS, M2_ONE_KEY };
  gboolean lanes = m->version >= 264;
  guint offset = place_records (m, M2_AT_RIBBONS, &m2_record_ribbon, lanes, 2);
  for (guint i = 0; i < 2; i++) {
    g_autofree char *path = g_strdup_printf ("%s[%u]", m2_record_ribbon.path, i);
    M2Sets sets = { .n = 0 };
    m2_set (&sets, "bone", 18 + i);
    m2_set_vec (&sets, "textures", 2 + i, textures[i]);
    m2_set_vec (&sets, "materials", 2 - i, materials[i]);
    m2_set (&sets, "rows", 2 + i);
    m2_set (&sets, "columns", 14 + i);
    m2_set (&sets, "plane", 3 - 8 * (gint) i);
    m2_set (&sets, "colour index", 1 + i);
    m2_set (&sets, "transform index", 4 + i);
    for (guint k = 0; k < G_N_ELEMENTS (tracks); k++)
      m2_set (&sets, tracks[k], turns[(i + k) % 3]);
    m2_write_record (m, m->out, offset + i * m2_record_ribbon.size[lanes], &m2_record_ribbon, lanes, 0, path, &sets);
  }
}

/* --- Emitters ----------------------------------------------------------------------------------------------------- */

static gboolean
has_long_particles (const M2Maker *m)
{
  return m->version > 271 || m2_has_form (m, M2_FORM_LONG_PARTICLE, 265, 271);
}

/* The first is a plane; the second a spline with models; the third has compressed gravity from 264 on, the fourth (from
 * 265 on) three textures. */
static void
write_particle (M2Maker *m, guint at, guint i)
{
  static const guint flags[] = { 0x0019, 0x0426, 0x3240, 0x50A5 }, drawn[] = { 0x20000, 0x40000, 0x60000, 0x20000 };
  static const char *const tracks[] = { "speed", "variation", "latitude", "longitude", "gravity", "life",
                                        "rate",  "length",    "width",    "z source",  "enabled" };
  static const M2Pattern turns[] = { M2_ALL_SEQUENCES, M2_ONE_KEY, M2_GLOBAL_KEYS };
  gboolean lanes = m->version >= 264, gravity = lanes && i == 2, many = i == 3;
  gboolean bytes = m->version >= 262 || (m->form & M2_FORM_PARTICLE_BYTES);
  guint when = (bytes ? M2_WHEN_BYTES : M2_WHEN_WORDS) | (many ? M2_WHEN_TEXTURES : M2_WHEN_ONE_TEXTURE)
               | (gravity ? M2_WHEN_GRAVITY_VECTOR : M2_WHEN_GRAVITY)
               | (m->version <= 264 ? M2_WHEN_HEAD_OR_TAIL : M2_WHEN_SCALE);
  g_autofree char *path = g_strdup_printf ("%s[%u]", m2_record_particle.path, i);
  M2Sets sets = { .n = 0 };
  m2_set (&sets, "flags", flags[i] | (lanes ? drawn[i] : 0) | (gravity ? 0x800000 : 0) | (many ? 0x10000000 : 0));
  m2_set (&sets, "bone", 20 + i);
  m2_set (&sets, "texture", 1 + i);
  m2_set (&sets, "textures", 3 | 1 << 5 | 4 << 10);
  m2_set (&sets, "blend", (double[]) { 4, 1, 2, 3 }[i]);
  m2_set (&sets, "emitter", (double[]) { 1, 3, 2, 4 }[i]);
  m2_set (&sets, "colour index", (double[]) { 11, 12, 13, 0 }[i]);
  m2_set (&sets, "head or tail", lanes ? 0 : (double[]) { 2, 1, 0 }[i]);
  m2_set (&sets, "plane", 5 - 3 * (gint) i);
  m2_set (&sets, "rows", 2 << i);
  m2_set (&sets, "columns", 3 + 2 * i);
  m2_set (&sets, "spline", i == 1 ? 5 : 0);
  m2_set_text (&sets, "geometry", i == 1 ? "Sample\\Spark.mdx" : "");
  m2_set_text (&sets, "recursion", i == 1 ? "Sample\\Trail.mdx" : "");
  m2_set (&sets, "gravity vector", M2_ALL_SEQUENCES);
  for (guint k = 0; k < G_N_ELEMENTS (tracks); k++)
    m2_set (&sets, tracks[k], turns[(i + k) % 3]);
  m2_write_record (m, m->out, at, &m2_record_particle, has_long_particles (m) ? 2 : lanes, when, path, &sets);
}

static void
write_particles (M2Maker *m)
{
  guint layout = has_long_particles (m) ? 2 : m->version >= 264, n = N_LATE_PARTICLES - (m->version < 265);
  guint offset = place_records (m, M2_AT_PARTICLES, &m2_record_particle, layout, n);
  for (guint i = 0; i < n; i++)
    write_particle (m, offset + i * m2_record_particle.size[layout], i);
}

/* --- The whole ---------------------------------------------------------------------------------------------------- */

static const guint32 made_global_sequences[] = { 3667, 5333, 8009 };

static void
write_head (M2Maker *m)
{
  static const char name[] = "Sample";
  guint flags = 0x13 | 0x100 | (m->version >= 264 ? 0x20080 : 0) | (has_combiners (m) ? 8 : 0)
                | (m->version <= 271 && has_long_particles (m) ? 0x200 : 0);
  m2_place (m->out, m->version < 264 ? 0x144 : has_combiners (m) ? 0x138 : 0x130);
  memcpy (m->out->data, "MD20", 4);
  m2_put32 (m->out, 4, m->version);
  m2_put32 (m->out, m2_at (m, M2_AT_FLAGS), flags);
  m2_say_uint (m, m->version, "%s", m2_words[M2_WORD_VERSION]);
  guint offset = m2_place_array (m->out, m2_at (m, M2_AT_NAME), sizeof name, 1);
  memcpy (m->out->data + offset, name, sizeof name);
  m2_say (m, "\"Sample\"", "%s", m2_words[M2_WORD_NAME]);
  g_autofree char *text = g_strdup_printf ("0x%x", flags);
  m2_say (m, text, "%s", m2_words[M2_WORD_GLOBAL_FLAGS]);
  offset = m2_place_array (m->out, m2_at (m, M2_AT_LOOPS), m->n_global_sequences, 4);
  m2_say_uint (m, m->n_global_sequences, "%s", m2_words[M2_WORD_GLOBAL_SEQUENCES]);
  for (guint i = 0; i < m->n_global_sequences; i++) {
    m2_put32 (m->out, offset + 4 * i, m->global_sequences[i]);
    m2_say_uint (m, m->global_sequences[i], "%s[%u].%s", m2_words[M2_WORD_GLOBAL_SEQUENCES], i,
                 m2_words[M2_WORD_DURATION]);
  }
}

static void
write_model (M2Maker *m)
{
  static const char *const color_tracks[] = { "rgb", "alpha", NULL }, *const weight_tracks[] = { "weight", NULL },
                           *const transform_tracks[] = { "translation", "rotation", "scale", NULL };
  M2MadeVertex vertices[M2_N_VERTICES];
  M2MadeSurface surfaces[M2_N_SURFACES];
  g_autoptr (GArray) bone_combos = g_array_new (FALSE, FALSE, sizeof (guint16));
  write_head (m);
  m2_write_sequences (m);
  m2_write_bones (m);
  m2_make_vertices (m, vertices);
  write_vertices (m, vertices);
  make_surfaces (m, surfaces);
  m2_write_profiles (m, m2_at (m, M2_AT_PROFILES), vertices, surfaces, material_flags, material_blends, bone_combos);
  write_tracks_only (m, M2_AT_COLORS, &m2_record_color, N_COLORS, color_tracks, 0);
  write_textures (m);
  write_tracks_only (m, M2_AT_WEIGHTS, &m2_record_texture_weight, N_WEIGHTS, weight_tracks, 1);
  write_tracks_only (m, M2_AT_TRANSFORMS, &m2_record_texture_transform, N_TRANSFORMS, transform_tracks, 2);
  write_replaceable (m);
  write_materials (m);
  write_combos (m, surfaces, bone_combos);
  write_bounds (m, m2_at (m, M2_AT_BOUNDS), M2_WORD_BOUNDS_MIN);
  write_bounds (m, m2_at (m, M2_AT_COLLISION_BOUNDS), M2_WORD_COLLISION_MIN);
  write_collision (m);
  write_attachments (m);
  write_events (m);
  write_lights (m);
  write_cameras (m);
  write_ribbons (m);
  write_particles (m);
  if (has_combiners (m))
    m2_place_u16s (m->out, m2_at (m, M2_AT_COMBINERS), combiners, G_N_ELEMENTS (combiners));
  if (m->version >= 264)
    m2_place_keys (m);
  m2_place (m->out, 0);
}

static void
file_free (gpointer data)
{
  M2File *file = data;
  g_free (file->name);
  g_bytes_unref (file->bytes);
  g_free (file);
}

static void
value_free (gpointer data)
{
  M2Value *value = data;
  g_free (value->path);
  g_free (value->value);
  g_free (value);
}

static void
make (const M2GenerateOptions *options, GPtrArray **files, GPtrArray **values)
{
  g_assert_cmpuint (options->version, >=, M2_FIRST_VERSION);
  g_assert_cmpuint (options->version, <=, M2_LAST_VERSION);
  M2Maker m = {
    .version = options->version,
    .form = options->form,
    .counter = 17 + options->seed % 1000 * 13,
    .out = g_byte_array_new (),
    .files = g_ptr_array_new_with_free_func (file_free),
    .values = g_ptr_array_new_with_free_func (value_free),
    .global_sequences = made_global_sequences,
    .n_global_sequences = G_N_ELEMENTS (made_global_sequences),
  };
  write_model (&m);
  if (m2_has_form (&m, M2_FORM_CHUNKS, 272, M2_LAST_VERSION))
    m2_write_chunks (&m, (guint[]) { N_TEXTURES, N_MATERIALS, N_LIGHTS, N_LATE_PARTICLES });
  g_clear_pointer (&m.tracks, g_ptr_array_unref);
  M2File *model = g_new (M2File, 1);
  *model = (M2File) { g_strdup ("Sample.m2"), g_byte_array_free_to_bytes (m.out) };
  g_ptr_array_insert (m.files, 0, model);
  *files = m.files;
  *values = m.values;
}

GPtrArray *
m2_generate (const M2GenerateOptions *options)
{
  GPtrArray *files;
  g_autoptr (GPtrArray) values = NULL;
  make (options, &files, &values);
  return files;
}

GPtrArray *
m2_generate_values (const M2GenerateOptions *options)
{
  GPtrArray *values;
  g_autoptr (GPtrArray) files = NULL;
  make (options, &files, &values);
  return values;
}
