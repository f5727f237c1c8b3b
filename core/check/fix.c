/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/check/fix.h"
#include "core/check/fix-lines.h"
#include "core/check/m2-fix.h"
#include "core/check/mdlx-fix.h"
#include "core/check/rules.h"

/* Each fix leaves what the model shows as it is, or gives the value that the game uses anyway, or the only one that makes sense. Where
 * several repairs are possible there is none. */

typedef char *(*FixFunc) (const MwFinding *finding);

/* --- References ----------------------------------------------------------------------------------------------------- */

/* What may refer to nothing does. */
static char *
refer_to_nothing (const MwFinding *finding)
{
  const MwField *field = finding->target.field;
  return field && field->type == MW_TYPE_REF ? mw_fix_set ("none", finding) : NULL;
}

static char *
refer_to_first_bone (const MwFinding *finding)
{
  return mw_fix_set ("bones[0]", finding);
}

/* --- Keys ----------------------------------------------------------------------------------------------------------- */

static char *
sort_keys (const MwFinding *finding)
{
  return mw_fix_run ("keys-sort", finding);
}

/* The first key that is never reached is known, and so are all that are later. */
static char *
delete_unreached (const MwFinding *finding)
{
  const MwRecord *holder = finding->target.record;
  const MwArray *array = mw_field_at (holder, mw_schema_part (holder->schema, MW_PART_TIMES));
  const gint32 *times = array->data;
  g_autofree char *path = mw_record_path (holder);
  GString *line = g_string_new (NULL);
  g_string_printf (line, "keys-delete-some %s keys=[", path);
  for (uint32_t i = finding->target.first; i < array->n; i++)
    if (times[i] >= times[finding->target.first])
      g_string_append_printf (line, "%s%u", i == finding->target.first ? "" : ",", i);
  g_string_append_c (line, ']');
  return g_string_free (line, FALSE);
}

/* A track without keys gives the default of its kind, and so does a place for a track without a static value. */
static char *
delete_empty_track (const MwFinding *finding)
{
  const MwRecord *track = finding->target.record;
  const MwField *slot = mw_record_slot (track);
  return slot && !mw_schema_static_of (track->owner->schema, slot) ? mw_fix_run ("delete", finding) : NULL;
}

/* --- Sequences ------------------------------------------------------------------------------------------------------ */

static char *
add_stand (const MwFinding *finding)
{
  return g_strdup ("sequence-add name=Stand");
}

static char *
normalise_frequency (const MwFinding *finding)
{
  return mw_fix_run ("sequence-normalise-frequency", finding);
}

/* --- Elements ------------------------------------------------------------------------------------------------------- */

static char *
sort_nodes (const MwFinding *finding)
{
  return g_strdup ("node-sort");
}

/* Its kind and number, as the outline shows it without a name. */
static char *
give_name (const MwFinding *finding)
{
  const MwRecord *node = finding->target.record;
  g_autofree char *path = mw_record_path (node),
                  *name = g_strdup_printf ("%s_%u", node->schema->name, mw_record_index (node));
  return g_strdup_printf ("rename %s name=\"%s\"", path, name);
}

static char *
delete_element (const MwFinding *finding)
{
  return mw_fix_run ("delete", finding);
}

static char *
clear_text (const MwFinding *finding)
{
  return mw_fix_set ("\"\"", finding);
}

static char *
set_to_one (const MwFinding *finding)
{
  return mw_fix_set ("1", finding);
}

static char *
set_to_zero (const MwFinding *finding)
{
  return mw_fix_set ("0", finding);
}

/* What the client does with four bones is right for fewer. */
static char *
set_most_influences (const MwFinding *finding)
{
  return mw_fix_set ("4", finding);
}

static char *
recompute_sequence_bounds (const MwFinding *finding)
{
  return mw_fix_run ("sequence-recompute-bounds", finding);
}

/* --- Warcraft III --------------------------------------------------------------------------------------------------- */

static char *
remove_unused_vertices (const MwFinding *finding)
{
  return mw_fix_run ("geoset-remove-unused-vertices", finding);
}

static char *
remove_unused_groups (const MwFinding *finding)
{
  return mw_fix_run ("geoset-remove-unused-groups", finding);
}

static char *
rebuild_tables (const MwFinding *finding)
{
  return g_strdup ("rebuild-tables");
}

static char *
end_texts (const MwFinding *finding)
{
  return g_strdup ("end-texts");
}

static char *
trim_track (const MwFinding *finding)
{
  return mw_fix_run ("track-trim", finding);
}

static char *
limit_to_life (const MwFinding *finding)
{
  float time = *(const float *) mw_field_at (finding->target.record, finding->target.field);
  return mw_fix_set (time > 1 ? "1" : "0", finding);
}

/* --- The table ------------------------------------------------------------------------------------------------------ */

static const FixFunc fixes[MW_N_RULES] = {
  [MW_RULE_REFERENCE_DANGLING] = refer_to_nothing,
  [MW_RULE_SEQUENCES_NONE] = add_stand,
  [MW_RULE_NODE_NAME_EMPTY] = give_name,
  [MW_RULE_NODE_PIVOTS] = mw_fix_complete_nodes,
  [MW_RULE_TRACK_UNSORTED] = sort_keys,
  [MW_RULE_TRACK_BEYOND_LOOP] = delete_unreached,
  [MW_RULE_EVENT_BEYOND_LOOP] = delete_unreached,
  [MW_RULE_EVENT_NO_TRACK] = delete_element,
  [MW_RULE_BOUNDS_LEFT] = recompute_sequence_bounds,
  [MW_RULE_GEOSET_DEGENERATE] = mw_fix_remove_degenerate,
  [MW_RULE_GEOSET_VERTEX_UNUSED] = remove_unused_vertices,
  [MW_RULE_GEOSET_GROUP_UNUSED] = remove_unused_groups,
  [MW_RULE_WC3_EXTENT] = mw_fix_recompute_bounds,
  [MW_RULE_WC3_ANIMATION_FILE] = clear_text,
  [MW_RULE_WC3_TEXTURE_TWICE] = clear_text,
  [MW_RULE_WC3_GEOSET_EMPTY] = delete_element,
  [MW_RULE_WC3_SKIN_WEIGHTS] = mw_fix_normalise_weights,
  [MW_RULE_WC3_GROUP_BONE] = mw_fix_make_bone,
  [MW_RULE_WC3_PARTICLE_TIME] = limit_to_life,
  [MW_RULE_WC3_PARTICLE_LIFE] = set_to_zero,
  [MW_RULE_FILE_CASE] = mw_fix_set_right,
  [MW_RULE_WC3_PARTICLE_CELLS] = set_to_one,
  [MW_RULE_WC3_CAMERA_RANGE] = mw_fix_near_at_zero,
  [MW_RULE_WC3_TRACK_EMPTY] = delete_empty_track,
  [MW_RULE_WC3_ORIGIN_MISSING] = mw_fix_add_origin,
  [MW_RULE_WC3_BONE_ID] = mw_fix_renumber,
  [MW_RULE_WC3_OBJECT_ID] = mw_fix_renumber,
  [MW_RULE_WC3_BIND_POSES] = mw_fix_complete_nodes,
  [MW_RULE_WC3_VISIBILITY_STEPS] = mw_fix_step,
  [MW_RULE_WC3_KEY_TWICE] = mw_fix_delete_twin_keys,
  [MW_RULE_WOW_OBJECT_ID] = mw_fix_renumber,
  [MW_RULE_WOW_OBJECT_ORDER] = mw_fix_renumber,
  [MW_RULE_M2_TEXT_END] = end_texts,
  [MW_RULE_M2_TEXT_REST] = end_texts,
  [MW_RULE_M2_TRACK_LANES] = trim_track,
  [MW_RULE_M2_LOOKUP] = rebuild_tables,
  [MW_RULE_M2_LOOKUP_FULL] = rebuild_tables,
  [MW_RULE_WC3_BONE_UNUSED] = delete_element,
  [MW_RULE_WC3_UNUSED] = delete_element,
  [MW_RULE_WC3_KEY_UNREACHED] = mw_fix_delete_unreached_keys,
  [MW_RULE_WC3_KEY_REDUNDANT] = mw_fix_delete_redundant_keys,
  [MW_RULE_WOW_FREQUENCY] = normalise_frequency,
  [MW_RULE_PARTICLE_RATE] = set_to_zero,
  [MW_RULE_M2_VARIATION_FOREIGN] = refer_to_nothing,
  [MW_RULE_M2_BONE_ORDER] = sort_nodes,
  [MW_RULE_M2_BONE_MISSING] = refer_to_first_bone,
  [MW_RULE_M2_INFLUENCES] = set_most_influences,
  [MW_RULE_M2_KEY_TWICE] = mw_fix_delete_twin_keys,
  [MW_RULE_M2_KEY_BEYOND] = delete_unreached,
  [MW_RULE_M2_EVENT_BEYOND] = delete_unreached,
  [MW_RULE_M2_INTERPOLATION] = mw_fix_m2_interpolate_linearly,
  [MW_RULE_M2_BONE_STILL] = mw_fix_m2_let_bone_move,
  [MW_RULE_M2_KEY_BONE_TWICE] = mw_fix_m2_forget_key_bone,
  [MW_RULE_M2_BONE_DISTANCE] = mw_fix_m2_measure_distance,
  [MW_RULE_M2_BONE_NAME] = mw_fix_m2_name_key_bone,
  [MW_RULE_M2_WEIGHTS_SUM] = mw_fix_normalise_weights,
  [MW_RULE_M2_TRIANGLE_FLAT] = mw_fix_m2_remove_flat,
  [MW_RULE_M2_INFLUENCES_FEW] = set_most_influences,
  [MW_RULE_M2_SUBMESH_UNUSED] = delete_element,
  [MW_RULE_M2_BOUNDS_EMPTY] = mw_fix_m2_recompute_bounds,
  [MW_RULE_M2_TEXTURE_UNUSED_PATH] = mw_fix_m2_drop_path,
  [MW_RULE_M2_ATTACHMENT_TWICE] = delete_element,
  [MW_RULE_M2_CAMERA_TWICE] = delete_element,
  [MW_RULE_M2_EVENT_DATA] = set_to_zero,
  [MW_RULE_M2_EVENT_CAMERA] = delete_element,
  [MW_RULE_M2_PARTICLE_HEADS] = mw_fix_m2_head_and_tail,
  [MW_RULE_M2_PARTICLE_BLEND] = mw_fix_m2_lower_blend,
  [MW_RULE_M2_CELLS_NONE] = mw_fix_m2_one_cell,
};

static FixFunc
fix_of (const MwRule *rule)
{
  guint n;
  return fixes[rule - mw_rules (&n)];
}

char *
mw_finding_fix (const MwFinding *finding)
{
  const FixFunc fix = fix_of (finding->rule);
  return fix ? fix (finding) : NULL;
}

gboolean
mw_rule_has_fix (const MwRule *rule)
{
  return fix_of (rule) != NULL;
}
