/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/m2-titles.h"
#include "core/model/m2/m2.h"
#include "core/schema/catalogue.h"
#include "ui/i18n.h"
#include "ui/labels.h"

static const MwM2 *
model_above (const MwRecord *record)
{
  while (record->owner)
    record = record->owner;
  return record->schema == &mw_m2_schema ? (const MwM2 *) record : NULL;
}

static const char *
name_of (MwCatalogue which, uint32_t value)
{
  const MwCatalogueEntry *entry = mw_catalogue_entry (which, value);
  return entry ? mw_ui_label (entry->name.label) : NULL;
}

/* "Stand (0)", "Stand (0) v1" */
static char *
sequence_title (const MwM2Sequence *sequence)
{
  const char *name = name_of (MW_CATALOGUE_ANIMATION, sequence->animation);
  g_autofree char *known = name ? g_strdup_printf ("%s (%u)", name, sequence->animation)
                                : g_strdup_printf (_ ("Animation %u"), sequence->animation);
  return sequence->variation ? g_strdup_printf ("%s v%u", known, sequence->variation) : g_steal_pointer (&known);
}

static const char *
bone_name (const MwM2Bone *bone)
{
  const char *name = bone->key_bone >= 0 ? name_of (MW_CATALOGUE_KEY_BONE, (uint32_t) bone->key_bone) : NULL;
  return name || !bone->name_crc ? name : name_of (MW_CATALOGUE_BONE_NAME, bone->name_crc);
}

static char *
titled (const char *name)
{
  return name ? g_strdup (name) : NULL;
}

static char *
referred_title (const MwRecord *record, MwRef ref)
{
  const MwM2 *model = model_above (record);
  const MwRecord *found = model ? mw_model_resolve (&model->model, ref) : NULL;
  return found ? mw_ui_record_title (found) : NULL;
}

static char *
blend_name (const MwM2Material *material)
{
  const MwField *field = MW_FIELD (MwM2Material, blend_mode);
  const MwName *name = mw_names_find_value (mw_schema_names (&mw_m2_material_schema, field, MW_FAMILY_M2),
                                            material->blend_mode);
  return name ? g_strdup (mw_ui_label (name->label)) : g_strdup_printf (_ ("Blend mode %u"), material->blend_mode);
}

/* "Batch 3: Monster skin 2" */
static char *
batch_title (const MwM2Batch *batch)
{
  g_autofree char *texture = batch->textures.n
                               ? referred_title (&batch->record, ((const MwRef *) batch->textures.data)[0])
                               : NULL;
  const char *kind = mw_ui_label (batch->record.schema->label);
  guint n = mw_record_kind_index (&batch->record);
  return texture ? g_strdup_printf ("%s %u: %s", kind, n, texture) : NULL;
}

char *
mw_ui_m2_title (const MwRecord *record)
{
  const MwSchema *schema = record->schema;
  if (schema == &mw_m2_sequence_schema)
    return sequence_title ((const MwM2Sequence *) record);
  if (schema == &mw_m2_bone_schema)
    return titled (bone_name ((const MwM2Bone *) record));
  if (schema == &mw_m2_attachment_schema) {
    uint32_t id = ((const MwM2Attachment *) record)->attachment_id;
    const char *name = name_of (MW_CATALOGUE_ATTACHMENT, id);
    return name ? g_strdup_printf ("%s (%u)", name, id) : NULL;
  }
  if (schema == &mw_m2_texture_schema) {
    const MwM2Texture *texture = (const MwM2Texture *) record;
    return texture->type ? titled (name_of (MW_CATALOGUE_TEXTURE_TYPE, texture->type)) : NULL;
  }
  if (schema == &mw_m2_submesh_schema) {
    g_autofree char *label = mw_geoset_label (((const MwM2Submesh *) record)->geoset);
    guint n = mw_record_kind_index (record);
    return label ? g_strdup_printf ("%s %u: %s", mw_ui_label (schema->label), n, mw_ui_label (label)) : NULL;
  }
  if (schema == &mw_m2_batch_schema)
    return batch_title ((const MwM2Batch *) record);
  if (schema == &mw_m2_material_schema) {
    g_autofree char *blend = blend_name ((const MwM2Material *) record);
    return g_strdup_printf ("%s %u: %s", mw_ui_label (schema->label), mw_record_kind_index (record), blend);
  }
  if (mw_m2_is_lane (record) && record->owner) {
    char *title = referred_title (record, ((const MwM2Lane *) record)->sequence);
    return title ? title : g_strdup (_ ("All sequences"));
  }
  return NULL;
}

static char *
batch_info (const MwM2Batch *batch)
{
  const MwM2 *model = model_above (&batch->record);
  const MwRecord *material = model ? mw_model_resolve (&model->model, batch->material) : NULL;
  return material ? blend_name ((const MwM2Material *) material) : NULL;
}

static char *
sequence_info (const MwM2Sequence *sequence)
{
  const MwM2 *model = model_above (&sequence->record);
  gboolean old = model && !mw_m2_has_lanes (model);
  guint64 length = old ? (sequence->end > sequence->start ? sequence->end - sequence->start : 0) : sequence->duration;
  g_autofree char *count = mw_ui_count (length);
  if (sequence->not_loaded)
    return g_strdup_printf (_ ("%s ms, not loaded"), count);
  if (sequence->flags & MW_M2_SEQUENCE_ALIAS) {
    g_autofree char *alias = referred_title (&sequence->record, sequence->alias);
    return alias ? g_strdup_printf (_ ("plays %s"), alias) : g_strdup (_ ("alias of nothing"));
  }
  return g_strdup_printf (_ ("%s ms"), count);
}

char *
mw_ui_m2_info (const MwRecord *record)
{
  const MwSchema *schema = record->schema;
  if (schema == &mw_m2_sequence_schema)
    return sequence_info ((const MwM2Sequence *) record);
  if (schema == &mw_m2_batch_schema)
    return batch_info ((const MwM2Batch *) record);
  if (schema == &mw_m2_skin_schema)
    return ((const MwM2Skin *) record)->not_loaded ? g_strdup (_ ("not loaded")) : NULL;
  if (schema == &mw_m2_submesh_schema) {
    g_autofree char *count = mw_ui_count (((const MwM2Submesh *) record)->triangles.n / 3);
    return g_strdup_printf (_ ("%s triangles"), count);
  }
  if (schema == &mw_m2_event_schema) {
    const MwM2Event *event = (const MwM2Event *) record;
    return titled (name_of (MW_CATALOGUE_EVENT, mw_catalogue_identifier (mw_text (event->identifier))));
  }
  if (schema == &mw_m2_particle_schema)
    return referred_title (record, ((const MwM2Particle *) record)->bone);
  if (schema == &mw_m2_ribbon_schema)
    return referred_title (record, ((const MwM2Ribbon *) record)->bone);
  return NULL;
}

gboolean
mw_ui_is_not_loaded (const MwRecord *record)
{
  if (record->schema == &mw_m2_sequence_schema)
    return ((const MwM2Sequence *) record)->not_loaded != 0;
  return record->schema == &mw_m2_skin_schema && ((const MwM2Skin *) record)->not_loaded;
}
