/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/convert/convert-private.h"
#include "core/convert/targets.h"
#include "core/model/mdlx/wow.h"
#include "core/schema/plan.h"
#include "core/schema/wire.h"

#include <string.h>

/* What needs no rule of its own: fields that only one of the two formats has rows for. */

/* --- What the tables say -------------------------------------------------------------------------------------------- */

/* The fields of a schema that not both formats have in all its records. Computed once for each schema because the
 * tables are long. */
static const GPtrArray *
fields_of (MwConverting *c, const MwSchema *schema)
{
  GPtrArray *fields = g_hash_table_lookup (c->fields, schema);
  if (fields)
    return fields;
  fields = g_ptr_array_new ();
  for (guint i = 0; i < mw_schema_n_fields (schema); i++) {
    const MwField *field = mw_schema_field_at (schema, i);
    MwInFormat before = mw_field_in_format (schema, field, c->from), after = mw_field_in_format (schema, field, c->to);
    if (before != after || before == MW_IN_FORMAT_ASK)
      g_ptr_array_add (fields, (gpointer) field);
  }
  g_hash_table_insert (c->fields, (gpointer) schema, fields);
  return fields;
}

/* --- What a format puts in where the other says nothing ---------------------------------------------------------------- */

/* Values that `to` needs and that differ from the field's default: emitters of Warcraft III emit from an area, in
 * all directions, and do not twinkle. */
static const struct {
  const MwSchema *schema;
  size_t member;
  MwFamily family;
  double value;
} given[] = {
  { &mw_mdlx_particle_emitter2_schema, offsetof (MwMdlxParticleEmitter2, emitter_type), MW_FAMILY_MDX_WOW, 1 },
  { &mw_mdlx_particle_emitter2_schema, offsetof (MwMdlxParticleEmitter2, longitude), MW_FAMILY_MDX_WOW, 2 * G_PI },
  { &mw_mdlx_particle_emitter2_schema, offsetof (MwMdlxParticleEmitter2, twinkle_on_off), MW_FAMILY_MDX_WOW, 1 },
  { &mw_mdlx_particle_emitter2_schema, offsetof (MwMdlxParticleEmitter2, twinkle_min), MW_FAMILY_MDX_WOW, 1 },
  { &mw_mdlx_particle_emitter2_schema, offsetof (MwMdlxParticleEmitter2, twinkle_max), MW_FAMILY_MDX_WOW, 1 },
  { &mw_mdlx_attachment_schema, offsetof (MwMdlxAttachment, unknown_byte), MW_FAMILY_MDX_WOW, 0xFF },
};

static void
set_number (MwRecord *record, const MwField *field, double value)
{
  void *at = mw_field_at (record, field);
  if (field->type == MW_TYPE_F32)
    *(float *) at = (float) value;
  else if (field->type == MW_TYPE_U32)
    *(uint32_t *) at = (uint32_t) value;
  else if (field->type == MW_TYPE_U8)
    *(uint8_t *) at = (uint8_t) value;
}

/* The root exists once per conversion and is otherwise a record like any other. */
static MwRecord *
new_record (const MwSchema *schema, MwFormat format, MwFormat other)
{
  MwRecord *record = mw_record_new (schema);
  for (guint i = 0; i < G_N_ELEMENTS (given); i++)
    if (given[i].schema == schema && given[i].family == format.family && format.family != other.family)
      set_number (record, mw_schema_member (schema, given[i].member), given[i].value);
  return record;
}

static const MwRecord *
cached (GHashTable *records, const MwSchema *schema, MwFormat format, MwFormat other)
{
  MwRecord *record = g_hash_table_lookup (records, schema);
  if (!record) {
    record = new_record (schema, format, other);
    g_hash_table_insert (records, (gpointer) schema, record);
  }
  return record;
}

const MwRecord *
mw_convert_fresh (MwConverting *c, const MwSchema *schema)
{
  return cached (c->fresh, schema, c->from, c->to);
}

/* --- Records ---------------------------------------------------------------------------------------------------------- */

/* Whether a field that holds no records differs from a fresh record's. */
static gboolean
has_more_values (const MwRecord *record, const MwField *field, const MwRecord *fresh)
{
  const void *at = mw_field_at (record, field);
  switch (field->type) {
  case MW_TYPE_TEXT:
    return *mw_text (*(char *const *) at) != '\0';
  case MW_TYPE_ARRAY:
    return ((const MwArray *) at)->n != 0;
  case MW_TYPE_REF: {
    const MwRef *ref = at;
    return ref->id != 0 || ref->raw != MW_REF_NONE.raw;
  }
  default:
    return memcmp (at, mw_field_at (fresh, field), mw_field_storage_size (field)) != 0;
  }
}

/* Reports the records of a list or child slot as lost. */
static void
lose_records (MwConverting *c, const MwRecord *record, const MwField *field, const char *why)
{
  if (field->type == MW_TYPE_CHILD) {
    const MwRecord *child = *(MwRecord *const *) mw_field_at (record, field);
    if (child)
      mw_convert_lose_record (c, child, why);
    return;
  }
  const MwList *list = mw_record_list (record, field);
  for (uint32_t i = 0; i < list->n; i++)
    mw_convert_lose_record (c, list->items[i], why);
}

static gboolean
is_among (const MwField *field, const MwField *const *fields)
{
  for (; *fields; fields++)
    if (*fields == field)
      return TRUE;
  return FALSE;
}

void
mw_convert_lose_rest (MwConverting *c, const MwRecord *record, const MwField *const *except, const char *why)
{
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    const MwRecord *fresh = mw_convert_fresh (c, record->schema);
    if (is_among (field, except) || !mw_field_is_live (record, field, c->from)
        || !mw_field_is_live (fresh, field, c->from))
      continue;
    if (field->type == MW_TYPE_LIST || field->type == MW_TYPE_CHILD)
      lose_records (c, record, field, why);
    else if (has_more_values (record, field, fresh))
      mw_convert_lose (c, record, field, why);
  }
}

/* Calls `visit` for the records directly below a record. */
static void
each_below (MwConverting *c, MwRecord *record, void (*visit) (MwConverting *c, MwRecord *record))
{
  if (!mw_schema_holds_records (record->schema))
    return;
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (field->type == MW_TYPE_CHILD) {
      MwRecord *child = *(MwRecord **) mw_field_at (record, field);
      if (child)
        visit (c, child);
    } else if (field->type == MW_TYPE_LIST) {
      const MwList *list = mw_record_list (record, field);
      for (uint32_t k = 0; k < list->n; k++)
        visit (c, list->items[k]);
    }
  }
}

static void
begin_record (MwConverting *c, MwRecord *record)
{
  const GPtrArray *fields = fields_of (c, record->schema);
  const MwRecord *fresh = fields->len ? cached (c->given, record->schema, c->to, c->from) : NULL;
  for (guint i = 0; i < fields->len; i++) {
    const MwField *field = fields->pdata[i];
    if (!mw_field_is_number (field) || mw_field_is_live (record, field, c->from))
      continue;
    memcpy (mw_field_at (record, field), mw_field_at (fresh, field), mw_field_storage_size (field));
  }
  each_below (c, record, begin_record);
}

void
mw_convert_begin_fields (MwConverting *c)
{
  begin_record (c, &c->b->model.record);
}

/* --- Layouts that no version decides ---------------------------------------------------------------------------------- */

/* In version 900 the fresnel values of a layer are optional (mdlx.md 13, T5): they are written when one differs from
 * the default. */
static uint8_t
layer_variant (MwConverting *c, MwRecord *layer, MwFormat format)
{
  const MwField *const fields[] = { MW_FIELD (MwMdlxLayer, fresnel_color), MW_FIELD (MwMdlxLayer, fresnel_opacity),
                                    MW_FIELD (MwMdlxLayer, fresnel_team_color) };
  gboolean says = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++) {
    if (mw_field_in_format (layer->schema, fields[i], format) != MW_IN_FORMAT_ASK)
      return 0;
    says |= has_more_values (layer, fields[i], mw_convert_fresh (c, layer->schema));
  }
  for (uint8_t variant = 0; variant < 8; variant++) {
    layer->variant = variant;
    if (mw_field_is_live (layer, fields[0], format) == says)
      return variant;
  }
  return 0;
}

/* The track that World of Warcraft has in two forms, in a layer or ribbon (mdlx.md 7.5), or NULL. Its clients read
 * the form without interpolation, so that form is written. The values are integers, which hold until the next key
 * anyway. */
static MwTrack *
two_form_track (const MwRecord *record)
{
  return record->schema == &mw_mdlx_layer_schema ? ((const MwMdlxLayer *) record)->texture_track
                                                 : ((const MwMdlxRibbonEmitter *) record)->texture_slot_track;
}

/* Tangents, which some interpolations have, are lost with it. */
static void
lose_interpolation (MwConverting *c, const MwTrack *track, const char *why)
{
  if (!track || !track->interpolation)
    return;
  mw_convert_lose (c, &track->record, mw_schema_part (track->record.schema, MW_PART_INTERPOLATION), why);
  if (!mw_interpolation_has_tangents (track->interpolation))
    return;
  if (track->in_tans.n)
    mw_convert_lose (c, &track->record, mw_schema_part (track->record.schema, MW_PART_IN_TANS), why);
  if (track->out_tans.n)
    mw_convert_lose (c, &track->record, mw_schema_part (track->record.schema, MW_PART_OUT_TANS), why);
}

static void
make_simple (MwConverting *c, MwTrack *track)
{
  if (!track)
    return;
  lose_interpolation (c, track,
                      "clients of World of Warcraft's alpha read this track in the form without interpolation");
  track->interpolation = MW_INTERPOLATION_NONE;
  mw_array_clear (&track->in_tans);
  mw_array_clear (&track->out_tans);
}

static gboolean
has_track_forms (const MwSchema *schema)
{
  return schema == &mw_mdlx_layer_schema || schema == &mw_mdlx_ribbon_emitter_schema;
}

/* The variant that converting back would give, from the values that are still present. */
static uint8_t
variant_back (MwConverting *c, const MwRecord *was)
{
  const MwSchema *schema = was->schema;
  const MwField *fresnel = MW_FIELD (MwMdlxLayer, fresnel_color);
  if (has_track_forms (schema) && c->from.family == MW_FAMILY_MDX_WOW) {
    lose_interpolation (c, two_form_track (was), "converted back, the track has the form without interpolation");
    return MW_MDLX_SIMPLE_TRACK;
  }
  if (schema != &mw_mdlx_layer_schema || mw_field_in_format (schema, fresnel, c->from) != MW_IN_FORMAT_ASK)
    return 0;
  gboolean kept = mw_field_in_format (schema, fresnel, c->to) != MW_IN_FORMAT_NEVER
                  && mw_field_is_live (was, fresnel, c->from);
  g_autoptr (MwRecord) back = mw_record_copy (kept ? was : mw_convert_fresh (c, schema), FALSE);
  return layer_variant (c, back, c->from);
}

static void
convert_variant (MwConverting *c, MwRecord *record)
{
  const MwRecord *was = mw_model_find (&c->a->model, record->id);
  gboolean is_layer = record->schema == &mw_mdlx_layer_schema;
  /* Collision shapes have a rule of their own. Within one game only layers of version 900 have layouts that other
   * versions lack. */
  if (record->schema == &mw_mdlx_collision_shape_schema
      || (!mw_convert_changes_family (c) && !(is_layer && c->to.family == MW_FAMILY_MDX)))
    return;
  if (was && was->schema == record->schema && was->variant != variant_back (c, was)) {
    g_autoptr (MwRecord) back = mw_record_copy (was, FALSE);
    back->variant = variant_back (c, was);
    if (!mw_records_laid_out_alike (was, back, c->from))
      mw_convert_lose_layout (c, was, "its layout is chosen by its values when it is converted back");
  }
  if (has_track_forms (record->schema) && c->to.family == MW_FAMILY_MDX_WOW) {
    make_simple (c, two_form_track (record));
    record->variant = MW_MDLX_SIMPLE_TRACK;
  } else
    record->variant = is_layer ? layer_variant (c, record, c->to) : 0;
}

/* --- The end ---------------------------------------------------------------------------------------------------------- */

/* Empties a list or child slot of the new model. */
static void
drop_records (MwConverting *c, MwRecord *record, const MwField *field)
{
  if (field->type == MW_TYPE_CHILD) {
    MwRecord *child = *(MwRecord **) mw_field_at (record, field);
    if (child)
      mw_convert_drop (c, child);
    return;
  }
  const MwList *list = mw_record_list (record, field);
  while (list->n)
    mw_convert_drop (c, list->items[list->n - 1]);
}

static void
end_field (MwConverting *c, MwRecord *record, const MwField *field, const char *why)
{
  const MwRecord *was = mw_model_find (&c->a->model, record->id);
  gboolean counted = was && was->schema == record->schema && mw_field_is_live (was, field, c->from);
  if (field->type == MW_TYPE_LIST || field->type == MW_TYPE_CHILD) {
    if (counted)
      lose_records (c, record, field, why);
    drop_records (c, record, field);
    return;
  }
  if (counted && has_more_values (record, field, mw_convert_fresh (c, record->schema)))
    mw_convert_lose (c, record, field, why);
  mw_field_set_default (record, field);
}

/* Whether a record of this schema can have a track with this tag in a format. */
static gboolean
knows_track (const MwSchema *of, MwFormat format, const void *tag)
{
  for (const MwSchema *schema = of; schema; schema = schema->base)
    for (guint i = 0; i < schema->n_wire; i++)
      if (*schema->wire[i].tag && mw_wire_row_is_of (&schema->wire[i], of, format)
          && memcmp (schema->wire[i].tag, tag, 4) == 0)
        return TRUE;
  return FALSE;
}

/* Why bytes after an unknown tag would be misread in the new version or, after converting back, in the old one;
 * NULL: they would not be. */
static const char *
why_taken (const MwConverting *c, const MwRecord *record, const MwArray *bytes)
{
  const MwField *fresnel = MW_FIELD (MwMdlxLayer, fresnel_color);
  if (mw_convert_changes_family (c))
    return "bytes of unknown meaning, which the other game would interpret as something else";
  if (bytes->n >= 4
      && (knows_track (record->schema, c->to, bytes->data) || knows_track (record->schema, c->from, bytes->data)))
    return "bytes after a tag that the old version does not know, and the target version has a track of it";
  if (bytes->n && record->schema == &mw_mdlx_layer_schema
      && (mw_field_in_format (record->schema, fresnel, c->to) == MW_IN_FORMAT_ASK
          || mw_field_in_format (record->schema, fresnel, c->from) == MW_IN_FORMAT_ASK))
    return "unknown bytes: in 900 the size of a layer decides which values it has";
  return NULL;
}

static void
end_unknown (MwConverting *c, MwRecord *record)
{
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (field->type != MW_TYPE_ARRAY || field->role != MW_ROLE_UNKNOWN || field == MW_FIELD (MwMdlxUnknownChunk, bytes))
      continue;
    const char *why = why_taken (c, record, mw_field_at (record, field));
    if (why)
      end_field (c, record, field, why);
  }
}

static void
end_record (MwConverting *c, MwRecord *record)
{
  const GPtrArray *fields = fields_of (c, record->schema);
  convert_variant (c, record);
  for (guint i = 0; i < fields->len; i++) {
    if (!mw_field_is_live (record, fields->pdata[i], c->to))
      end_field (c, record, fields->pdata[i], "the target version has no such field");
  }
  end_unknown (c, record);
  each_below (c, record, end_record);
}

static void
add_chunk_tags (GHashTable *known, MwFormat format, const char *why)
{
  guint n;
  g_autofree const char **tags = mw_wire_chunk_tags (&mw_mdlx_schema, format, &n);
  for (guint i = 0; i < n; i++)
    g_hash_table_insert (known, GUINT_TO_POINTER (mw_tag (tags[i])), (gpointer) why);
}

/* Tags that some version of either game knows. An unknown chunk with such a tag is dropped: we cannot know whether
 * its bytes have that version's layout, and readers decide by the tag. Maps each tag to the reason for the report. */
static GHashTable *
known_chunk_tags (const MwConverting *c)
{
  GHashTable *known = g_hash_table_new (NULL, NULL);
  guint n;
  const MwTargetGame *targets = mw_target_games (&n);
  for (guint i = 0; i < n; i++)
    if (!targets[i].game)
      add_chunk_tags (known, targets[i].format,
                      "other versions have a chunk with this tag, and the content of this one is unknown");
  add_chunk_tags (known, c->to, "the target version has another chunk with this tag");
  return known;
}

static void
end_unknown_chunks (MwConverting *c)
{
  g_autoptr (GHashTable) known = c->b->unknown_chunks.n ? known_chunk_tags (c) : NULL;
  for (uint32_t i = c->b->unknown_chunks.n; i-- > 0;) {
    MwMdlxUnknownChunk *chunk = (MwMdlxUnknownChunk *) c->b->unknown_chunks.items[i];
    const char *why = g_hash_table_lookup (known, GUINT_TO_POINTER (mw_tag ((const char *) chunk->tag)));
    if (!why)
      continue;
    mw_convert_lose_record (c, &chunk->record, why);
    mw_convert_drop (c, &chunk->record);
  }
}

void
mw_convert_end_fields (MwConverting *c)
{
  end_unknown_chunks (c);
  end_record (c, &c->b->model.record);
}
