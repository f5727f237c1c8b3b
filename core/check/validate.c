/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/check/finding.h"
#include "core/model/mdlx/mdlx.h"
#include "core/schema/notes.h"

#include <math.h>
#include <string.h>

typedef MwChecking Checking;
#define find mw_check_find

void
mw_finding_free (MwFinding *finding)
{
  g_free (finding->message);
  g_free (finding);
}

void
mw_check_find (MwChecking *c, MwRuleNumber number, const MwTarget *target, const char *format, ...)
{
  guint n;
  va_list args;
  MwFinding *finding = g_new0 (MwFinding, 1);
  finding->rule = &mw_rules (&n)[number];
  finding->target = *target;
  va_start (args, format);
  finding->message = g_strdup_vprintf (format, args);
  va_end (args);
  g_ptr_array_add (c->findings, finding);
}

static MwTarget
whole (const MwRecord *record, const MwField *field)
{
  MwTarget target = { .record = (MwRecord *) record, .field = field, .n = 1, .whole = TRUE, .component = -1 };
  if (field && field->type == MW_TYPE_ARRAY)
    target.n = ((MwArray *) mw_field_at (record, field))->n;
  return target;
}

static MwTarget
element (const MwRecord *record, const MwField *field, uint32_t index)
{
  return (
    MwTarget) { .record = (MwRecord *) record, .field = field, .first = index, .n = 1, .one = TRUE, .component = -1 };
}

void
mw_check_find_in (MwChecking *c, MwRuleNumber number, const MwRecord *record, const MwField *field, const char *format,
                  ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  MwTarget target = whole (record, field);
  mw_check_find (c, number, &target, "%s", message);
}

MwTarget
mw_check_element (const MwRecord *record, const MwField *field, uint32_t index)
{
  return element (record, field, index);
}

/* --- Any record ----------------------------------------------------------------------------------------------------- */

static gboolean
dangles (MwRef ref)
{
  return !ref.id && ref.raw != MW_REF_NONE.raw;
}

/* The static texture of a layer is not looked at while a track gives it. */
static gboolean
is_overruled (const MwRecord *record, const MwField *field)
{
  const MwField *track = mw_schema_track_of (record->schema, field);
  return track && *(MwRecord **) mw_field_at (record, track);
}

/* Up to 263 clients read neither of these words of an M2 sequence, and files have anything in them (m2.md 5.1). */
static gboolean
means_nothing (const MwRecord *record, const MwField *field, MwFormat format)
{
  return record->schema == &mw_m2_sequence_schema && format.version < MW_M2_LANES_SINCE
         && (field == MW_FIELD (MwM2Sequence, alias) || field == MW_FIELD (MwM2Sequence, next));
}

static void
check_reference (Checking *c, const MwRecord *record, const MwField *field)
{
  const MwRef *ref = mw_field_at (record, field);
  MwTarget target = whole (record, field);
  /* Clients up to 264 do not read shadow batches, which converted files often carry along unchanged (m2.md 6, 6.3). */
  gboolean unread = record->schema == &mw_m2_shadow_batch_schema && c->format.version < MW_M2_SHADOW_BATCHES_SINCE;
  if (means_nothing (record, field, c->format))
    return;
  MwRuleNumber rule = unread ? MW_RULE_M2_SHADOW_BATCH : MW_RULE_REFERENCE_DANGLING;
  if (!field->read_only && dangles (*ref) && !is_overruled (record, field))
    find (c, rule, &target, "found %u, which is none of the %s", ref->raw, field->refers);
}

static void
check_references (Checking *c, const MwRecord *record, const MwField *field)
{
  const MwArray *array = mw_field_at (record, field);
  const MwRef *refs = array->data;
  uint32_t n = 0, first = 0, all = array->n * field->count;
  for (uint32_t i = all; i-- > 0;)
    if (dangles (refs[i])) {
      n++;
      first = i;
    }
  if (!n)
    return;
  MwTarget target = element (record, field, first / field->count);
  find (c, MW_RULE_REFERENCE_DANGLING, &target, "found %u, which is none of the %s (%u of %u elements)",
        refs[first].raw, field->refers, n, all);
}

static void
check_floats (Checking *c, const MwRecord *record, const MwField *field)
{
  const MwArray *array = field->type == MW_TYPE_ARRAY ? mw_field_at (record, field) : NULL;
  const float *values = array ? array->data : mw_field_at (record, field);
  gsize all = (gsize) (array ? array->n : 1) * field->count, n = 0, first = 0;
  for (gsize i = all; i-- > 0;)
    if (!isfinite (values[i])) {
      n++;
      first = i;
    }
  if (!n)
    return;
  MwTarget target = array ? element (record, field, (uint32_t) (first / field->count)) : whole (record, field);
  find (c, MW_RULE_NUMBER_NOT_FINITE, &target, "%" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT " numbers", n, all);
}

static void
check_value (Checking *c, const MwRecord *record, const MwField *field)
{
  MwTarget target = whole (record, field);
  const MwNames *names = mw_record_names (record, field);
  uint32_t value = 0;
  if (field->type == MW_TYPE_TEXT) {
    if (strlen (mw_text (*(char **) mw_field_at (record, field))) >= field->count)
      find (c, MW_RULE_TEXT_FULL, &target, "found %u bytes, expected at most %u", field->count, field->count - 1);
    return;
  }
  /* What a catalogue does not list is legal all the same. */
  if (!names || names->flags || names->index)
    return;
  memcpy (&value, mw_field_at (record, field), MIN (mw_type_size (field->type), sizeof value));
  if (!mw_names_find_value (names, value))
    find (c, MW_RULE_ENUM_UNNAMED, &target, "found %u", value);
}

static gboolean
check_fields (MwRecord *record, gpointer data)
{
  Checking *c = data;
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    MwType type = field->type == MW_TYPE_ARRAY ? field->element : field->type;
    if (field->type == MW_TYPE_LIST || field->type == MW_TYPE_CHILD || !mw_field_is_live (record, field, c->format))
      continue;
    if (c->one && field->type == MW_TYPE_ARRAY)
      continue;
    if (field->type == MW_TYPE_REF)
      check_reference (c, record, field);
    else if (type == MW_TYPE_REF)
      check_references (c, record, field);
    else if (type == MW_TYPE_F32)
      check_floats (c, record, field);
    else if (field->type != MW_TYPE_ARRAY)
      check_value (c, record, field);
  }
  return TRUE;
}

/* --- Tracks --------------------------------------------------------------------------------------------------------- */

static void
check_times (Checking *c, const MwRecord *record)
{
  const MwField *field = mw_schema_part (record->schema, MW_PART_TIMES);
  const MwArray *array = mw_field_at (record, field);
  const int32_t *times = array->data;
  for (uint32_t i = 1; i < array->n; i++)
    if (times[i] < times[i - 1]) {
      MwTarget target = element (record, field, i);
      find (c, MW_RULE_TRACK_UNSORTED, &target, "found %d behind %d", times[i], times[i - 1]);
      break;
    }
  for (uint32_t i = 0; i < array->n; i++)
    if (times[i] < 0) {
      MwTarget target = element (record, field, i);
      find (c, MW_RULE_TRACK_NEGATIVE, &target, "found %d", times[i]);
      break;
    }
}

static void
check_lengths (Checking *c, const MwTrack *track)
{
  static const MwPart parts[] = { MW_PART_VALUES, MW_PART_IN_TANS, MW_PART_OUT_TANS };
  const MwArray *const arrays[] = { &track->values, &track->in_tans, &track->out_tans };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    uint32_t expected = i == 0 || mw_interpolation_has_tangents (track->interpolation) ? track->times.n : 0;
    MwTarget target = whole (&track->record, mw_schema_part (track->record.schema, parts[i]));
    if (arrays[i]->n != expected)
      find (c, MW_RULE_TRACK_LENGTHS, &target, "found %u, expected %u", arrays[i]->n, expected);
  }
}

/* What a loop never gets to; its end is where it starts again, and may have a key. A first key behind it, or an only one, is
 * shown all the same, as is any while the loop lasts no time; M2 values run towards the first key behind the end too (m2.md
 * 4.1). Events are never come to. */
static void
check_loop (Checking *c, const MwRecord *record)
{
  const MwRecord *track = mw_schema_part (record->schema, MW_PART_CLOCK) ? record : record->owner;
  const MwField *clock = mw_schema_part (track->schema, MW_PART_CLOCK);
  const MwRecord *loop = clock ? mw_model_resolve (c->model, *(const MwRef *) mw_field_at (track, clock)) : NULL;
  const MwField *length = loop ? mw_schema_part (loop->schema, MW_PART_DURATION) : NULL;
  const MwField *field = mw_schema_part (record->schema, MW_PART_TIMES);
  const MwArray *array = mw_field_at (record, field);
  if (!length || !mw_schema_has_timed_keys (record->schema))
    return;
  uint32_t duration = *(const uint32_t *) mw_field_at (loop, length);
  gboolean event = !mw_schema_part (record->schema, MW_PART_VALUES);
  if (duration == 0 || (!event && array->n < 2))
    return;
  gboolean runs_on = !event && !mw_schema_is_track (record->schema);
  const int32_t *times = array->data;
  for (uint32_t i = event ? 0 : 1; i < array->n; i++) {
    int32_t time = times[i];
    if (time > (int64_t) duration && !(runs_on && times[i - 1] < (int64_t) duration)) {
      MwTarget target = element (record, field, i);
      find (c, event ? MW_RULE_EVENT_BEYOND_LOOP : MW_RULE_TRACK_BEYOND_LOOP, &target, "found %d, it lasts %u", time,
            duration);
      break;
    }
  }
}

static gboolean
check_track (MwRecord *record, gpointer data)
{
  if (mw_schema_is_track (record->schema))
    check_lengths (data, (const MwTrack *) record);
  if (record->schema->keys != MW_KEYS_NONE) {
    check_times (data, record);
    check_loop (data, record);
  }
  return TRUE;
}

/* --- Geosets (mdlx.md 5.7) -------------------------------------------------------------------------------------- */

static void
expect_n (Checking *c, MwRuleNumber rule, const MwRecord *record, const MwField *field, uint32_t found,
          uint32_t expected)
{
  MwTarget target = whole (record, field);
  if (found != expected)
    find (c, rule, &target, "found %u, expected %u", found, expected);
}

static guint64
sum (const MwArray *array)
{
  guint64 all = 0;
  for (uint32_t i = 0; i < array->n; i++)
    all += ((const uint32_t *) array->data)[i];
  return all;
}

static void
check_primitives (Checking *c, const MwMdlxGeoset *geoset)
{
  const MwRecord *record = &geoset->record;
  const uint32_t *types = geoset->primitive_types.data, *sizes = geoset->primitive_sizes.data;
  MwTarget target = whole (record, MW_FIELD (MwMdlxGeoset, primitive_sizes));
  guint64 indices = sum (&geoset->primitive_sizes);
  if (geoset->primitive_types.n != geoset->primitive_sizes.n)
    find (c, MW_RULE_GEOSET_PRIMITIVES, &target, "found %u, expected %u", geoset->primitive_sizes.n,
          geoset->primitive_types.n);
  else if (indices != geoset->faces.n)
    find (c, MW_RULE_GEOSET_PRIMITIVES, &target, "they add up to %" G_GUINT64_FORMAT ", there are %u indices", indices,
          geoset->faces.n);
  for (uint32_t i = 0; i < geoset->primitive_types.n; i++)
    if (types[i] != 4) {
      target = element (record, MW_FIELD (MwMdlxGeoset, primitive_types), i);
      find (c, MW_RULE_GEOSET_PRIMITIVE_TYPE, &target, "found %u", types[i]);
      break;
    }
  for (uint32_t i = 0; i < MIN (geoset->primitive_types.n, geoset->primitive_sizes.n); i++)
    if (types[i] == 4 && sizes[i] % 3) {
      target = element (record, MW_FIELD (MwMdlxGeoset, primitive_sizes), i);
      find (c, MW_RULE_GEOSET_TRIANGLES, &target, "found %u", sizes[i]);
      break;
    }
}

/* Beside weights nothing looks at the matrix groups, and game files hold what they like there (mdlx.md 5.7). */
static gboolean
is_weighted (const MwMdlxGeoset *geoset)
{
  return geoset->skin_bones.n > 0;
}

static void
check_indices (Checking *c, const MwMdlxGeoset *geoset)
{
  const uint16_t *faces = geoset->faces.data;
  const uint8_t *groups = geoset->vertex_groups.data;
  for (uint32_t i = 0; i < geoset->faces.n; i++)
    if (faces[i] >= geoset->vertices.n) {
      MwTarget target = element (&geoset->record, MW_FIELD (MwMdlxGeoset, faces), i);
      find (c, MW_RULE_GEOSET_FACE_INDEX, &target, "found %u of %u vertices", faces[i], geoset->vertices.n);
      break;
    }
  for (uint32_t i = 0; i < geoset->vertex_groups.n && !is_weighted (geoset); i++)
    if (groups[i] >= geoset->group_sizes.n) {
      MwTarget target = element (&geoset->record, MW_FIELD (MwMdlxGeoset, vertex_groups), i);
      find (c, MW_RULE_GEOSET_GROUP_INDEX, &target, "found %u of %u groups", groups[i], geoset->group_sizes.n);
      break;
    }
}

/* World of Warcraft's 1500 has neither groups nor extents (mdlx.md 7.4). */
static gboolean
has_groups (const Checking *c, const MwRecord *geoset)
{
  return mw_field_is_live (geoset, MW_FIELD (MwMdlxGeoset, vertex_groups), c->format);
}

/* What a geoset has for each vertex or not at all, in the versions that have it. */
static void
check_per_vertex (Checking *c, MwRuleNumber rule, const MwMdlxGeoset *geoset, const MwField *field, gboolean has)
{
  if (has && mw_field_is_live (&geoset->record, field, c->format))
    expect_n (c, rule, &geoset->record, field, ((const MwArray *) mw_field_at (&geoset->record, field))->n,
              geoset->vertices.n);
}

/* A vertex whose group names nobody stays where it is while the model moves. */
static void
check_groups (Checking *c, const MwMdlxGeoset *geoset)
{
  const uint32_t *sizes = geoset->group_sizes.data;
  const MwRef *members = geoset->group_members.data;
  const uint8_t *groups = geoset->vertex_groups.data;
  guint8 used[256] = { 0 };
  guint64 at = 0;
  for (uint32_t i = 0; i < geoset->vertex_groups.n; i++)
    used[groups[i]] = 1;
  for (uint32_t g = 0; g < MIN (geoset->group_sizes.n, 256) && at + sizes[g] <= geoset->group_members.n; g++) {
    gboolean moved = FALSE;
    for (uint32_t k = 0; k < sizes[g]; k++)
      moved |= members[at + k].id || members[at + k].raw != MW_REF_NONE.raw;
    at += sizes[g];
    if (moved || !used[g])
      continue;
    MwTarget target = element (&geoset->record, MW_FIELD (MwMdlxGeoset, group_sizes), g);
    find (c, MW_RULE_GEOSET_GROUP_UNMOVED, &target, "found %u members, and none of them is a node", sizes[g]);
    return;
  }
}

/* Faces name vertices by 16 bits (mdlx.md 14). */
#define MOST_VERTICES 65535u

static void
check_geoset (Checking *c, const MwMdlx *model, const MwMdlxGeoset *geoset)
{
  const MwRecord *record = &geoset->record;
  MwTarget target = whole (record, MW_FIELD (MwMdlxGeoset, vertices));
  if (geoset->vertices.n > MOST_VERTICES)
    find (c, MW_RULE_GEOSET_VERTICES, &target, "found %u, expected at most %u", geoset->vertices.n, MOST_VERTICES);
  expect_n (c, MW_RULE_GEOSET_NORMALS, record, MW_FIELD (MwMdlxGeoset, normals), geoset->normals.n, geoset->vertices.n);
  if (has_groups (c, record) && !is_weighted (geoset))
    expect_n (c, MW_RULE_GEOSET_VERTEX_GROUPS, record, MW_FIELD (MwMdlxGeoset, vertex_groups), geoset->vertex_groups.n,
              geoset->vertices.n);
  for (uint32_t i = 0; i < geoset->uv_sets.n; i++) {
    const MwMdlxUvSet *set = (const MwMdlxUvSet *) geoset->uv_sets.items[i];
    expect_n (c, MW_RULE_GEOSET_UVS, &set->record, MW_FIELD (MwMdlxUvSet, uvs), set->uvs.n, geoset->vertices.n);
  }
  gboolean weighted = is_weighted (geoset) || geoset->skin_weights.n;
  check_per_vertex (c, MW_RULE_GEOSET_SKIN, geoset, MW_FIELD (MwMdlxGeoset, skin_bones), weighted);
  check_per_vertex (c, MW_RULE_GEOSET_SKIN, geoset, MW_FIELD (MwMdlxGeoset, skin_weights), weighted);
  check_per_vertex (c, MW_RULE_GEOSET_TANGENTS, geoset, MW_FIELD (MwMdlxGeoset, tangents), geoset->tangents.n > 0);
  /* Neither is in the order of the vertices (mdlx.md 7.3). */
  if (mw_field_is_live (record, MW_FIELD (MwMdlxGeoset, bone_weights), c->format))
    expect_n (c, MW_RULE_WOW_BONE_WEIGHTS, record, MW_FIELD (MwMdlxGeoset, bone_weights), geoset->bone_weights.n,
              geoset->bone_indices.n);
  if (has_groups (c, record))
    check_primitives (c, geoset);
  check_indices (c, geoset);
  guint64 members = sum (&geoset->group_sizes);
  target = whole (record, MW_FIELD (MwMdlxGeoset, group_sizes));
  if (members != geoset->group_members.n)
    find (c, MW_RULE_GEOSET_GROUP_MEMBERS, &target, "they add up to %" G_GUINT64_FORMAT ", there are %u members",
          members, geoset->group_members.n);
  if (has_groups (c, record) && !is_weighted (geoset))
    check_groups (c, geoset);
  if (geoset->group_sizes.n > 256)
    find (c, MW_RULE_GEOSET_GROUP_COUNT, &target, "found %u", geoset->group_sizes.n);
  uint32_t n_extents;
  G_GNUC_UNUSED g_autofree const MwMdlxGeosetExtent **extents = mw_mdlx_geoset_extents (&model->model, geoset,
                                                                                        &n_extents);
  if (has_groups (c, record))
    expect_n (c, MW_RULE_GEOSET_EXTENTS, record, MW_FIELD (MwMdlxGeoset, extents), n_extents, model->sequences.n);
}

/* --- The rest of an MDX model ----------------------------------------------------------------------------------------- */

static void
note_uv_sets (Checking *c, const MwMdlx *model)
{
  for (uint32_t i = 0; i < model->geosets.n; i++) {
    const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) model->geosets.items[i];
    MwRecord *material = mw_model_resolve (&model->model, geoset->material);
    guint least = GPOINTER_TO_UINT (g_hash_table_lookup (c->uv_sets, material));
    if (material && (!least || geoset->uv_sets.n + 1 < least))
      g_hash_table_insert (c->uv_sets, material, GUINT_TO_POINTER (geoset->uv_sets.n + 1));
  }
}

static void
check_material (Checking *c, const MwMdlxMaterial *material)
{
  guint uv_sets = GPOINTER_TO_UINT (g_hash_table_lookup (c->uv_sets, material));
  MwTarget target = whole (&material->record, MW_FIELD (MwMdlxMaterial, layers));
  if (material->layers.n == 0)
    find (c, MW_RULE_MATERIAL_NO_LAYERS, &target, "found none");
  for (uint32_t i = 0; uv_sets && i < material->layers.n; i++) {
    const MwMdlxLayer *layer = (const MwMdlxLayer *) material->layers.items[i];
    target = whole (&layer->record, MW_FIELD (MwMdlxLayer, coord_id));
    /* In World of Warcraft -1 is a layer without any. */
    if (layer->coord_id >= uv_sets - 1 && !(c->format.family == MW_FAMILY_MDX_WOW && layer->coord_id == G_MAXUINT32))
      find (c, MW_RULE_LAYER_UV_SET, &target, "found %u, a geoset of this material has %u", layer->coord_id,
            uv_sets - 1);
  }
}

/* The one of a circle that was there first: it stays the same one when nodes move. */
static const MwRecord *
first_of_circle (const MwMdlx *model, const MwRecord *from)
{
  const MwRecord *first = from, *at = from;
  while ((at = mw_model_resolve (&model->model, ((const MwMdlxNode *) at)->parent)) != from)
    if (at->id < first->id)
      first = at;
  return first;
}

/* Each node is walked up once: 0 not seen, 1 on the way, 2 done. */
static void
check_cycles (Checking *c, const MwMdlx *model)
{
  g_autofree guint8 *seen = g_new0 (guint8, model->model.n_ids + 1);
  for (uint32_t i = 0; i < model->nodes.n; i++) {
    const MwRecord *at = model->nodes.items[i];
    for (; at && !seen[at->id]; at = mw_model_resolve (&model->model, ((const MwMdlxNode *) at)->parent))
      seen[at->id] = 1;
    if (at && seen[at->id] == 1) {
      MwTarget target = whole (first_of_circle (model, at), MW_FIELD (MwMdlxNode, parent));
      find (c, MW_RULE_NODE_CYCLE, &target, "it comes back to itself");
    }
    for (at = model->nodes.items[i]; at && seen[at->id] == 1;
         at = mw_model_resolve (&model->model, ((const MwMdlxNode *) at)->parent))
      seen[at->id] = 2;
  }
}

static void
check_sequence (Checking *c, const MwMdlxSequence *sequence)
{
  MwTarget target = whole (&sequence->record, MW_FIELD (MwMdlxSequence, interval[1]));
  if (sequence->interval[1] < sequence->interval[0])
    find (c, MW_RULE_SEQUENCE_BACKWARDS, &target, "it starts at %d and ends at %d", sequence->interval[0],
          sequence->interval[1]);
  if (sequence->interval[1] == sequence->interval[0])
    find (c, MW_RULE_SEQUENCE_EMPTY, &target, "it starts and ends at %d", sequence->interval[0]);
}

/* What is seen in the record alone. */
static void
check_record (Checking *c, const MwRecord *record)
{
  const MwSchema *schema = record->schema;
  if (schema == &mw_mdlx_sequence_schema) {
    check_sequence (c, (const MwMdlxSequence *) record);
  } else if (schema == &mw_mdlx_global_sequence_schema) {
    MwTarget target = whole (record, mw_schema_part (record->schema, MW_PART_DURATION));
    if (((const MwMdlxGlobalSequence *) record)->duration == 0)
      find (c, MW_RULE_GLOBAL_SEQUENCE_EMPTY, &target, "found 0");
  } else if (schema == &mw_mdlx_texture_schema) {
    const MwMdlxTexture *texture = (const MwMdlxTexture *) record;
    MwTarget target = whole (record, MW_FIELD (MwMdlxTexture, path));
    if (texture->replaceable_id == 0 && !*mw_text (texture->path))
      find (c, MW_RULE_TEXTURE_EMPTY, &target, "found neither");
  } else if (mw_schema_is_a (schema, &mw_mdlx_node_schema)) {
    MwTarget target = whole (record, MW_FIELD (MwMdlxNode, name));
    if (!*mw_text (((const MwMdlxNode *) record)->name))
      find (c, MW_RULE_NODE_NAME_EMPTY, &target, "found no text");
  }
}

static void
check_each (Checking *c, const MwList *list)
{
  for (uint32_t i = 0; i < list->n; i++)
    check_record (c, list->items[i]);
}

static void
check_mdlx (Checking *c, const MwMdlx *model)
{
  const MwNote *trailing = mw_notes_find (&model->model.record, MW_NOTE_TRAILING, NULL);
  MwTarget target = whole (&model->model.record, MW_FIELD (MwMdlx, unknown_chunks));
  if (trailing)
    find (c, MW_RULE_FILE_CUT, &target, "found %u after the last chunk", trailing->size);
  target = whole (&model->model.record, MW_FIELD (MwMdlx, sequences));
  if (model->sequences.n == 0)
    find (c, MW_RULE_SEQUENCES_NONE, &target, "found none");
  check_each (c, &model->sequences);
  check_each (c, &model->global_sequences);
  check_each (c, &model->textures);
  note_uv_sets (c, model);
  for (uint32_t i = 0; i < model->materials.n; i++)
    check_material (c, (const MwMdlxMaterial *) model->materials.items[i]);
  for (uint32_t i = 0; i < model->geosets.n; i++)
    check_geoset (c, model, (const MwMdlxGeoset *) model->geosets.items[i]);
  check_each (c, &model->nodes);
  check_cycles (c, model);
}

static GPtrArray *
validate (const MwModel *model, MwFormat format, gboolean alone)
{
  Checking c = { .model = model, .format = format, .alone = alone };
  c.findings = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_finding_free);
  c.uv_sets = g_hash_table_new (NULL, NULL);
  mw_record_foreach ((MwRecord *) &model->record, check_fields, &c);
  mw_record_foreach ((MwRecord *) &model->record, check_track, &c);
  if (model->record.schema == &mw_mdlx_schema)
    check_mdlx (&c, (const MwMdlx *) model);
  if (mw_record_family (&model->record) == MW_FAMILY_MDX_WOW)
    mw_check_wow (&c, (const MwMdlx *) model);
  if (model->record.schema == &mw_m2_schema)
    mw_check_m2 (&c, (const MwM2 *) model);
  g_hash_table_unref (c.uv_sets);
  return c.findings;
}

GPtrArray *
mw_validate (const MwModel *model, MwFormat format)
{
  return validate (model, format, FALSE);
}

GPtrArray *
mw_validate_record (const MwModel *model, MwFormat format, const MwRecord *record)
{
  Checking c = { .model = model, .format = format, .one = TRUE };
  c.findings = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_finding_free);
  check_fields ((MwRecord *) record, &c);
  if (model->record.schema == &mw_mdlx_schema)
    check_record (&c, record);
  if (mw_record_family (&model->record) == MW_FAMILY_MDX_WOW)
    mw_check_wow_record (&c, (const MwMdlx *) model, record);
  if (model->record.schema == &mw_m2_schema)
    mw_check_m2_record (&c, (const MwM2 *) model, record);
  return c.findings;
}

GPtrArray *
mw_validate_alone (const MwModel *model, MwFormat format)
{
  return validate (model, format, TRUE);
}
