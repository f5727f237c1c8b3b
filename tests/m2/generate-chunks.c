/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/m2/generate-private.h"

#include <string.h>

/* Puts the model into a file in chunks (docs/formats/m2.md 12), with every chunk that the reference describes. */

/* clang-format off */
#define FIRST(a) { a, -1, -1 }
#define CHUNK_RECORD(name, list, bytes, ...)                                                                            \
  static const M2Row name##_rows[] = { __VA_ARGS__ };                                                                  \
  static const M2Record name = { .path = list, .rows = name##_rows, .n_rows = G_N_ELEMENTS (name##_rows), .size = { bytes } }

/* What a chunk has of each record of a list, and once of the model. */
CHUNK_RECORD (sfid, "skins", 4, { "file", "file_id", M2_U32, .at = FIRST (0) });
CHUNK_RECORD (txid, "textures", 4, { "file", "file_id", M2_U32, .at = FIRST (0) });
CHUNK_RECORD (txac_of_material, "materials", 2, { "bytes", "txac", M2_U8, .n = 2, .at = FIRST (0) });
CHUNK_RECORD (txac_of_particle, "particles", 2, { "bytes", "txac", M2_U8, .n = 2, .at = FIRST (0) });
CHUNK_RECORD (expt, "particles", 12, { "z", "expt_z_source", M2_F32, .at = FIRST (0) },
              { "color", "expt_color_factor", M2_F32, .at = FIRST (4) }, { "alpha", "expt_alpha_factor", M2_F32, .at = FIRST (8) });
CHUNK_RECORD (exp2_of_particle, "particles", 28, { "z", "exp2_z_source", M2_F32, .at = FIRST (0) },
              { "color", "exp2_color_factor", M2_F32, .at = FIRST (4) }, { "alpha", "exp2_alpha_factor", M2_F32, .at = FIRST (8) },
              { "cutoff", "exp2_alpha_cutoff.curve", M2_CURVE, .element = M2_OF_FX16, .at = FIRST (12) });
CHUNK_RECORD (rpid, "particles", 4, { "file", "recursion_file", M2_U32, .at = FIRST (0) });
CHUNK_RECORD (gpid, "particles", 4, { "file", "geometry_file", M2_U32, .at = FIRST (0) });
CHUNK_RECORD (pgd1, "particles", 2, { "geoset", "geoset", M2_U16, .at = FIRST (0) });
CHUNK_RECORD (detl, "lights", 16, { "flags", "detail.flags", M2_U16, .at = FIRST (0) },
              { "scale", "detail.scale", M2_HALF, .at = FIRST (2) }, { "diffuse", "detail.diffuse_factor", M2_HALF, .at = FIRST (4) },
              { "6", "detail.unknown_06", M2_U16, .at = FIRST (6) }, { "8", "detail.unknown_08", M2_U32, .at = FIRST (8) },
              { "12", "detail.unknown_0c", M2_U32, .at = FIRST (12) });
CHUNK_RECORD (pfid, "", 4, { "file", "physics_file", M2_U32, .at = FIRST (0) });
CHUNK_RECORD (afid, "anim_files", 8, { "id", "animation", M2_U16, .at = FIRST (0) },
              { "variation", "variation", M2_U16, .at = FIRST (2) }, { "file", "file_id", M2_U32, .at = FIRST (4) });
CHUNK_RECORD (psbc, "parent_bounds", 28, { "min", "bounds.min", M2_F32, .n = 3, .at = FIRST (0) },
              { "max", "bounds.max", M2_F32, .n = 3, .at = FIRST (12) }, { "radius", "bounds.radius", M2_F32, .at = FIRST (24) });
CHUNK_RECORD (padc, "parent_texture_weights", 20, { "weight", "weight.track", M2_TRACK, .element = M2_OF_FX16, .at = FIRST (0) });
CHUNK_RECORD (pedc, "parent_events", 12, { "times", "track", M2_TRACK, .element = M2_OF_NOTHING, .at = FIRST (0) });
CHUNK_RECORD (ldv1, "", 16, { "0", "lod.unknown_00", M2_U16, .at = FIRST (0) }, { "count", "lod.count", M2_U16, .at = FIRST (2) },
              { "distance", "lod.distance", M2_F32, .at = FIRST (4) }, { "bones", "lod.particle_bones", M2_U8, .n = 4, .at = FIRST (8) },
              { "12", "lod.unknown_0c", M2_U32, .at = FIRST (12) });
CHUNK_RECORD (wfv1, "", 4, { "bump", "wfv1.bump_scale", M2_F32, .at = FIRST (0) });
CHUNK_RECORD (wfv3, "", 80, { "bump", "wfv3.bump_scale", M2_F32, .at = FIRST (0) },
              { "values", "wfv3.values", M2_F32, .n = 10, .at = FIRST (4) }, { "color", "wfv3.color", M2_U8, .n = 4, .at = FIRST (44) },
              { "flags", "wfv3.flags", M2_U16, .at = FIRST (48) }, { "50", "wfv3.unknown_32", M2_U16, .at = FIRST (50) },
              { "more", "wfv3.more_values", M2_F32, .n = 3, .at = FIRST (52) }, { "64", "wfv3.unknown_40", M2_U32, .n = 4, .at = FIRST (64) });
CHUNK_RECORD (edgf, "edge_fades", 24, { "0", "unknown_00", M2_F32, .n = 2, .at = FIRST (0) },
              { "8", "unknown_08", M2_F32, .at = FIRST (8) }, { "12", "unknown_0c", M2_U8, .n = 12, .at = FIRST (12) });
CHUNK_RECORD (nerf, "", 8, { "radii", "near_fade", M2_F32, .n = 2, .at = FIRST (0) });
CHUNK_RECORD (dboc, "dboc", 16, { "0", "unknown_00", M2_F32, .at = FIRST (0) }, { "4", "unknown_04", M2_F32, .at = FIRST (4) },
              { "8", "unknown_08", M2_U32, .at = FIRST (8) }, { "12", "unknown_0c", M2_U32, .at = FIRST (12) });
/* clang-format on */

/* --- Chunks --------------------------------------------------------------------------------------------------------- */

static void
append_chunk (GByteArray *file, const char *tag, const GByteArray *payload)
{
  guint32 size = GUINT32_TO_LE (payload->len);
  g_byte_array_append (file, (const guint8 *) tag, 4);
  g_byte_array_append (file, (const guint8 *) &size, 4);
  g_byte_array_append (file, payload->data, payload->len);
}

/* Writes n records from `at` of m->out on. */
static void
write_records (M2Maker *m, guint at, const M2Record *record, guint n, M2Sets *sets)
{
  for (guint i = 0; i < n; i++) {
    g_autofree char *path = *record->path ? g_strdup_printf ("%s[%u]", record->path, i) : g_strdup ("");
    m2_write_record (m, m->out, at + i * record->size[0], record, 0, 0, path, sets);
  }
}

static void
append_records (M2Maker *m, const M2Record *record, guint n)
{
  guint at = m->out->len;
  g_byte_array_set_size (m->out, at + n * record->size[0]);
  write_records (m, at, record, n, NULL);
}

/* A pair, and the records elsewhere in the chunk. */
static void
place_records (M2Maker *m, const M2Record *record, guint n, M2Sets *sets)
{
  memset (m->out->data, 0, (g_byte_array_set_size (m->out, 8), 8));
  write_records (m, m2_place_array (m->out, 0, n, record->size[0]), record, n, sets);
  m2_place_single_keys (m);
  m2_place (m->out, 0);
}

static void
append_numbers (M2Maker *m, const char *path, guint n, guint size)
{
  for (guint i = 0; i < n; i++) {
    guint32 value = size == 1 ? 1 + m2_next (m) % 250 : 70000 + m2_next (m), bytes = GUINT32_TO_LE (value);
    g_byte_array_append (m->out, (const guint8 *) &bytes, size);
    m2_say_uint (m, value, "%s[%u]", path, i);
  }
}

static void
say_length (M2Maker *m, const M2Record *record, guint n)
{
  m2_say_uint (m, n, "%s", record->path);
}

static void
write_pabc (M2Maker *m)
{
  guint16 ids[3];
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++) {
    ids[i] = (guint16) (300 + m2_next (m) % 60000);
    m2_say_uint (m, ids[i], "parent_animations[%u]", i);
  }
  memset (m->out->data, 0, (g_byte_array_set_size (m->out, 8), 8));
  m2_place_u16s (m->out, 0, ids, G_N_ELEMENTS (ids));
  m2_place (m->out, 0);
}

enum { N_LISTED = 3, N_SOME_BYTES = 21 };

static void
write_payload (M2Maker *m, const char *tag, const guint *counts)
{
  guint n_profiles = M2_N_PROFILES, n_textures = counts[0], n_materials = counts[1], n_lights = counts[2],
        n_particles = counts[3];
  const struct {
    const char *tag;
    const M2Record *record;
    guint n;
    gboolean placed, listed;
  } kinds[] = {
    { "PFID", &pfid, 1 },
    { "AFID", &afid, N_LISTED, FALSE, TRUE },
    { "EXPT", &expt, n_particles },
    { "EXP2", &exp2_of_particle, n_particles, TRUE },
    { "PADC", &padc, N_LISTED, TRUE, TRUE },
    { "PSBC", &psbc, N_LISTED, TRUE, TRUE },
    { "PEDC", &pedc, N_LISTED, TRUE, TRUE },
    { "TXID", &txid, n_textures },
    { "LDV1", &ldv1, 1 },
    { "RPID", &rpid, n_particles },
    { "GPID", &gpid, n_particles },
    { "PGD1", &pgd1, n_particles, TRUE },
    { "WFV3", &wfv3, 1 },
    { "EDGF", &edgf, N_LISTED, FALSE, TRUE },
    { "NERF", &nerf, 1 },
    { "DETL", &detl, n_lights },
    { "DBOC", &dboc, N_LISTED, FALSE, TRUE },
    { "SFID", &sfid, n_profiles },
    { "WFV1", &wfv1, 1 },
    { "TXAC", &txac_of_material, n_materials },
  };
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++) {
    if (!g_str_equal (kinds[i].tag, tag))
      continue;
    M2Sets sets = { .n = 0 };
    if (kinds[i].record == &padc || kinds[i].record == &pedc)
      m2_set (&sets, kinds[i].record->rows[0].key, M2_ONE_KEY);
    if (kinds[i].listed)
      say_length (m, kinds[i].record, kinds[i].n);
    if (kinds[i].placed)
      place_records (m, kinds[i].record, kinds[i].n, &sets);
    else
      append_records (m, kinds[i].record, kinds[i].n);
  }
  if (g_str_equal (tag, "TXAC"))
    append_records (m, &txac_of_particle, n_particles);
  else if (g_str_equal (tag, "SFID"))
    append_numbers (m, "lod_skin_files", 2, 4);
  else if (g_str_equal (tag, "BFID"))
    append_numbers (m, "bone_files", N_LISTED, 4);
  else if (g_str_equal (tag, "PABC"))
    write_pabc (m);
  else if (g_str_equal (tag, "WFV1"))
    append_numbers (m, "wfv1.rest", N_SOME_BYTES, 1);
  else if (g_str_equal (tag, "WFV2"))
    append_numbers (m, "wfv2.bytes", N_SOME_BYTES, 1);
  else if (g_str_equal (tag, "PFDC"))
    append_numbers (m, "physics", N_SOME_BYTES, 1);
  else if (g_str_equal (tag, "AFRA"))
    append_numbers (m, "afra", N_SOME_BYTES, 1);
}

/* Chunks of unknown kinds, one of which the file has twice. */
static void
write_unknown (M2Maker *m, const char *tag, guint index)
{
  g_autofree char *path = g_strdup_printf ("unknown_chunks[%u].bytes", index);
  g_autofree char *text = g_strdup_printf ("{%u, %u, %u, %u}", tag[0], tag[1], tag[2], tag[3]);
  m2_say (m, text, "unknown_chunks[%u].tag", index);
  append_numbers (m, path, 3 + index, 1);
}

void
m2_write_chunks (M2Maker *m, const guint counts[4])
{
  /* An order that no client writes: chunks about the image come before it, too. */
  static const char *const order[] = { "LDV1", "TXID", "MD21", "PFID", "XUNK", "SFID", "AFID", "BFID", "EXP2", "TXAC",
                                       "EXPT", "PABC", "PADC", "PSBC", "PEDC", "YUNK", "XUNK", "RPID", "GPID", "WFV1",
                                       "WFV2", "WFV3", "PGD1", "PFDC", "EDGF", "NERF", "DETL", "DBOC", "AFRA" };
  GByteArray *image = m->out, *file = g_byte_array_new ();
  guint n_unknown = 0;
  m2_say (m, "1", "chunked");
  for (guint i = 0; i < G_N_ELEMENTS (order); i++) {
    m->out = g_byte_array_new ();
    g_clear_pointer (&m->tracks, g_ptr_array_unref);
    if (strcmp (order[i] + 1, "UNK") == 0)
      write_unknown (m, order[i], n_unknown++);
    else if (strcmp (order[i], "MD21") != 0)
      write_payload (m, order[i], counts);
    append_chunk (file, order[i], strcmp (order[i], "MD21") == 0 ? image : m->out);
    g_byte_array_unref (m->out);
  }
  m2_say_uint (m, n_unknown, "unknown_chunks");
  g_byte_array_unref (image);
  m->out = file;
}
