/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"
#include "core/model/mdlx/versions.h"
#include "core/schema/m2-versions.h"
#include "core/schema/plan.h"

#include <string.h>

/* What formats say of all records of a schema must hold in each record. */

static const MwFormat wc3_800 = { MW_FAMILY_MDX, 800 }, wc3_900 = { MW_FAMILY_MDX, 900 },
                      wc3_1000 = { MW_FAMILY_MDX, 1000 }, wow_1300 = { MW_FAMILY_MDX_WOW, 1300 },
                      m2_256 = { MW_FAMILY_M2, 256 }, m2_272 = { MW_FAMILY_M2, 272 };

/* --- Examples ------------------------------------------------------------------------------------------------------- */

static void
check (const MwField *field, const MwSchema *schema, MwFormat format, MwInFormat expected)
{
  g_test_message ("%s.%s in %u", schema->name, field->name, format.version);
  g_assert_cmpint (mw_field_in_format (schema, field, format), ==, expected);
}

static void
test_rows (void)
{
  const MwField *fresnel = MW_FIELD (MwMdlxLayer, fresnel_color);
  check (fresnel, &mw_mdlx_layer_schema, wc3_800, MW_IN_FORMAT_NEVER);
  check (fresnel, &mw_mdlx_layer_schema, wc3_900, MW_IN_FORMAT_ASK);
  check (fresnel, &mw_mdlx_layer_schema, wc3_1000, MW_IN_FORMAT_ALWAYS);
  check (fresnel, &mw_mdlx_layer_schema, wow_1300, MW_IN_FORMAT_NEVER);
  check (MW_FIELD (MwM2Particle, gravity_track), &mw_m2_particle_schema, m2_256, MW_IN_FORMAT_ALWAYS);
  check (MW_FIELD (MwM2Particle, gravity_track), &mw_m2_particle_schema, m2_272, MW_IN_FORMAT_ASK);
  check (MW_FIELD (MwM2Particle, gravity_vector_track), &mw_m2_particle_schema, m2_256, MW_IN_FORMAT_NEVER);
}

/* A base's field is asked for in the schema that derives from it. */
static void
test_without_row (void)
{
  const MwField *pivot = mw_schema_part (&mw_mdlx_bone_schema, MW_PART_PIVOT);
  check (pivot, &mw_mdlx_bone_schema, wc3_800, MW_IN_FORMAT_ALWAYS);
  check (MW_FIELD (MwM2Batch, weight), &mw_m2_batch_schema, m2_272, MW_IN_FORMAT_ALWAYS);
}

/* Tangents depend on the interpolation, and the interpolation on the form of the track. */
static void
test_tracks (void)
{
  const MwField *type = MW_FIELD_IN (&mw_track_float_schema, MwTrack, interpolation);
  check (type, &mw_track_float_schema, wc3_800, MW_IN_FORMAT_ALWAYS);
  check (type, &mw_track_float_schema, wow_1300, MW_IN_FORMAT_ASK);
  check (MW_FIELD_IN (&mw_track_float_schema, MwTrack, in_tans), &mw_track_float_schema, wc3_800, MW_IN_FORMAT_ASK);
  check (MW_FIELD_IN (&mw_track_float_schema, MwTrack, values), &mw_track_float_schema, wow_1300, MW_IN_FORMAT_ALWAYS);
}

static void
test_kinds (void)
{
  const MwField *nodes = MW_FIELD (MwMdlx, nodes);
  g_assert_false (mw_kind_in_format (&mw_mdlx_schema, nodes, &mw_mdlx_popcorn_emitter_schema, wc3_800));
  g_assert_true (mw_kind_in_format (&mw_mdlx_schema, nodes, &mw_mdlx_popcorn_emitter_schema, wc3_900));
  g_assert_false (mw_kind_in_format (&mw_mdlx_schema, nodes, &mw_mdlx_popcorn_emitter_schema, wow_1300));
  g_assert_true (mw_kind_in_format (&mw_mdlx_schema, nodes, &mw_mdlx_bone_schema, wow_1300));
}

static void
test_row_of_record (void)
{
  g_autoptr (MwRecord) record = mw_record_new (&mw_m2_particle_schema);
  MwM2Particle *emitter = (MwM2Particle *) record;
  const MwField *texture = MW_FIELD (MwM2Particle, texture);
  const MwField *gravity = MW_FIELD (MwM2Particle, gravity_vector_track);
  g_assert_cmpint (mw_field_row (record, texture, m2_272)->wire, ==, MW_WIRE_REF16);
  g_assert_null (mw_field_row (record, gravity, m2_272));
  emitter->flags = MW_M2_PARTICLE_COMPRESSED_GRAVITY;
  g_assert_cmpint (mw_field_row (record, gravity, m2_272)->codec, ==, MW_CODEC_GRAVITY);
  g_assert_null (mw_field_row (record, gravity, m2_256));
  g_autoptr (MwRecord) batch = mw_record_new (&mw_m2_batch_schema);
  g_assert_null (mw_field_row (batch, MW_FIELD (MwM2Batch, weight), m2_272));
}

/* --- All tables ------------------------------------------------------------------------------------------------------- */

typedef struct {
  const MwSchema *schema;
  const MwField *field;
  MwFormat format;
  MwInFormat in;
  gboolean lived; /* in at least one record */
} Asked;

static void
ask_record (Asked *a, const MwRecord *record)
{
  gboolean live = mw_field_is_live (record, a->field, a->format);
  if (live ? a->in == MW_IN_FORMAT_NEVER : a->in == MW_IN_FORMAT_ALWAYS)
    g_error ("%s.%s of %u: variant %u contradicts %u", a->schema->name, a->field->name, a->format.version,
             record->variant, a->in);
  a->lived |= live;
}

/* Asks a record whose conditions hold, and one whose conditions do not, one condition at a time. */
static void
ask_conditions (Asked *a, MwRecord *record)
{
  MwWireRows rows = { a->schema };
  const MwWireRow *row;
  ask_record (a, record);
  while ((row = mw_wire_next_row (&rows, a->field->name))) {
    const MwField *governing = row->when.field ? mw_schema_field (a->schema, row->when.field) : NULL;
    for (guint k = 0; governing && k < 2; k++) {
      uint32_t value = k ? row->when.equals : ~row->when.equals;
      guint8 kept[16];
      gsize size = mw_field_storage_size (governing);
      memcpy (kept, mw_field_at (record, governing), size);
      memcpy (mw_field_at (record, governing), &value, size);
      ask_record (a, record);
      memcpy (mw_field_at (record, governing), kept, size);
    }
  }
}

static void
ask (const MwSchema *schema, const MwField *field, MwFormat format, guint *counts)
{
  g_autoptr (MwRecord) record = mw_record_new (schema);
  Asked a = { schema, field, format, mw_field_in_format (schema, field, format), FALSE };
  for (guint variant = 0; variant < 8; variant++) {
    record->variant = (uint8_t) variant;
    ask_conditions (&a, record);
  }
  if (a.in == MW_IN_FORMAT_ASK && !field->live)
    g_assert_true (a.lived);
  counts[a.in]++;
}

static void
ask_all (const MwSchema *root, MwFormat format, guint *counts)
{
  g_autoptr (GPtrArray) schemas = mw_schema_reachable (root);
  for (guint i = 0; i < schemas->len; i++) {
    const MwSchema *schema = schemas->pdata[i];
    for (guint k = 0; !schema->kinds && k < mw_schema_n_fields (schema); k++)
      ask (schema, mw_schema_field_at (schema, k), format, counts);
  }
}

static void
test_all (void)
{
  guint n, counts[3] = { 0 };
  const MwMdlxVersion *versions = mw_mdlx_versions (&n);
  for (guint i = 0; i < n; i++)
    ask_all (&mw_mdlx_schema, (MwFormat) { versions[i].family, versions[i].version }, counts);
  for (uint32_t version = MW_M2_FIRST_VERSION; version <= MW_M2_LAST_VERSION; version++)
    ask_all (&mw_m2_schema, (MwFormat) { MW_FAMILY_M2, version }, counts);
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    g_assert_cmpuint (counts[i], >, 20);
}

/* Whether a row inside a chunk of the format stores the field. */
static gboolean
has_chunk (const MwField *field, MwFormat format)
{
  gboolean in_chunk = FALSE;
  for (guint i = 0; i < mw_mdlx_schema.n_wire; i++) {
    const MwWireRow *row = &mw_mdlx_schema.wire[i];
    if (row->wire == MW_WIRE_CHUNK)
      in_chunk = mw_wire_row_is_of (row, &mw_mdlx_schema, format);
    else if (in_chunk && row->field && strcmp (row->field, field->name) == 0
             && mw_wire_row_is_of (row, &mw_mdlx_schema, format))
      return TRUE;
  }
  return FALSE;
}

/* The answer looks only at the rows that name a field. So where a format has no chunk for a field of the model, these
 * rows must repeat the condition of the chunk. */
static void
test_chunks (void)
{
  guint n, n_without = 0;
  const MwMdlxVersion *versions = mw_mdlx_versions (&n);
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < mw_schema_n_fields (&mw_mdlx_schema); k++) {
      MwFormat format = { versions[i].family, versions[i].version };
      const MwField *field = mw_schema_field_at (&mw_mdlx_schema, k);
      if (!mw_wire_next_row (&(MwWireRows) { &mw_mdlx_schema }, field->name))
        continue;
      gboolean has = has_chunk (field, format);
      check (field, &mw_mdlx_schema, format, has ? MW_IN_FORMAT_ALWAYS : MW_IN_FORMAT_NEVER);
      n_without += !has;
    }
  g_assert_cmpuint (n_without, >, 10);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schema/live/rows", test_rows);
  g_test_add_func ("/schema/live/without-row", test_without_row);
  g_test_add_func ("/schema/live/tracks", test_tracks);
  g_test_add_func ("/schema/live/kinds", test_kinds);
  g_test_add_func ("/schema/live/row-of-record", test_row_of_record);
  g_test_add_func ("/schema/live/all", test_all);
  g_test_add_func ("/schema/live/chunks", test_chunks);
  return g_test_run ();
}
