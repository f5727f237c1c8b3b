/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"
#include "core/schema/catalogue.h"
#include "ui/i18n.h"
#include "ui/labels.h"

/* The short remark beside a record's title: a length, a blend mode, or that its file is not loaded. */

static char *
referred_title (const MwRecord *record, MwRef ref)
{
  const MwM2 *model = mw_m2_above (record);
  const MwRecord *found = model ? mw_model_resolve (&model->model, ref) : NULL;
  return found ? mw_ui_record_title (found) : NULL;
}

static char *
batch_info (const MwM2Batch *batch)
{
  const MwM2 *model = mw_m2_above (&batch->record);
  const MwRecord *material = model ? mw_model_resolve (&model->model, batch->material) : NULL;
  return material ? mw_blend_mode_title (material, &mw_ui_title_words) : NULL;
}

static char *
sequence_info (const MwM2Sequence *sequence)
{
  const MwM2 *model = mw_m2_above (&sequence->record);
  gboolean old = model && !mw_m2_has_lanes (model);
  guint64 length = old ? (sequence->end > sequence->start ? sequence->end - sequence->start : 0) : sequence->duration;
  g_autofree char *count = mw_ui_count (length);
  if (sequence->not_loaded)
    return g_strdup_printf (_ ("%s ms, not loaded"), count);
  if (sequence->flags & MW_M2_SEQUENCE_ALIAS) {
    g_autofree char *alias = referred_title (&sequence->record, sequence->alias);
    return alias ? g_strdup_printf (_ ("plays %s"), alias) : g_strdup (_ ("alias without a target"));
  }
  return g_strdup_printf (_ ("%s ms"), count);
}

static char *
m2_info (const MwRecord *record)
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
    const MwCatalogueEntry *entry = mw_catalogue_entry (MW_CATALOGUE_EVENT,
                                                        mw_catalogue_identifier (mw_text (event->identifier)));
    return entry ? g_strdup (mw_ui_label (entry->name.label)) : NULL;
  }
  if (schema == &mw_m2_particle_schema)
    return referred_title (record, ((const MwM2Particle *) record)->bone);
  if (schema == &mw_m2_ribbon_schema)
    return referred_title (record, ((const MwM2Ribbon *) record)->bone);
  return NULL;
}

static char *
duration_info (gint64 length)
{
  g_autofree char *count = mw_ui_count ((guint64) MAX (length, 0));
  return g_strdup_printf (_ ("%s ms"), count);
}

char *
mw_ui_record_info (const MwRecord *record)
{
  char *known = m2_info (record);
  if (known)
    return known;
  if (record->schema == &mw_mdlx_sequence_schema) {
    const int32_t *interval = ((const MwMdlxSequence *) record)->interval;
    return duration_info ((gint64) interval[1] - interval[0]);
  }
  if (record->schema == &mw_mdlx_geoset_schema) {
    g_autofree char *count = mw_ui_count (((const MwMdlxGeoset *) record)->vertices.n);
    return g_strdup_printf (_ ("%s vertices"), count);
  }
  const MwField *duration = mw_schema_part (record->schema, MW_PART_DURATION);
  return duration ? duration_info (*(const uint32_t *) mw_field_at (record, duration)) : NULL;
}

gboolean
mw_ui_is_not_loaded (const MwRecord *record)
{
  if (record->schema == &mw_m2_sequence_schema)
    return ((const MwM2Sequence *) record)->not_loaded != 0;
  return record->schema == &mw_m2_skin_schema && ((const MwM2Skin *) record)->not_loaded;
}
