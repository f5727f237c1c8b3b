/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/check/fix.h"
#include "core/check/check-mdlx-keys.h"
#include "core/check/check-mdlx-mesh.h"
#include "core/check/rules.h"
#include "core/model/track.h"

/* Each fix leaves what the model shows as it is, or gives the value that the game uses anyway, or the only one that makes sense. Where
 * several repairs are possible there is none. */

typedef char *(*FixFunc) (const MwFinding *finding);

static char *
run_on_record (const char *operation, const MwFinding *finding)
{
  g_autofree char *path = mw_record_path (finding->target.record);
  return g_strconcat (operation, " ", path, NULL);
}

static char *
set_to (const char *value, const MwFinding *finding)
{
  g_autofree char *path = mw_target_path (&finding->target);
  return g_strconcat ("set ", path, "=", value, NULL);
}

/* --- References ----------------------------------------------------------------------------------------------------- */

/* What may refer to nothing does. */
static char *
refer_to_nothing (const MwFinding *finding)
{
  const MwField *field = finding->target.field;
  return field && field->type == MW_TYPE_REF ? set_to ("none", finding) : NULL;
}

static char *
refer_to_first_bone (const MwFinding *finding)
{
  return set_to ("bones[0]", finding);
}

/* --- Keys ----------------------------------------------------------------------------------------------------------- */

static char *
sort_keys (const MwFinding *finding)
{
  return run_on_record ("keys-sort", finding);
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

static const MwMdlx *
mdlx_of (const MwRecord *record)
{
  while (record->owner)
    record = record->owner;
  return (const MwMdlx *) record;
}

/* NULL if no key would be left: then the track would give its static value, and no longer its default. */
static char *
delete_keys (const MwFinding *finding, const GArray *keys)
{
  const MwRecord *holder = finding->target.record;
  const MwArray *times = mw_field_at (holder, mw_schema_part (holder->schema, MW_PART_TIMES));
  g_autofree char *path = mw_record_path (holder);
  if (!keys->len || keys->len == times->n)
    return NULL;
  GString *line = g_string_new (NULL);
  g_string_printf (line, "keys-delete-some %s keys=[", path);
  for (guint i = 0; i < keys->len; i++)
    g_string_append_printf (line, "%s%u", i ? "," : "", g_array_index (keys, uint32_t, i));
  g_string_append_c (line, ']');
  return g_string_free (line, FALSE);
}

static char *
delete_outside (const MwFinding *finding)
{
  const MwRecord *track = finding->target.record;
  g_autoptr (GArray) keys = mw_wc3_unreached_keys (mdlx_of (track), track);
  return delete_keys (finding, keys);
}

static char *
delete_redundant (const MwFinding *finding)
{
  const MwRecord *track = finding->target.record;
  g_autoptr (GArray) keys = mw_wc3_redundant_keys (mdlx_of (track), track);
  return delete_keys (finding, keys);
}

/* A track without keys gives the default of its kind, and so does a place for a track without a static value. */
static char *
delete_empty_track (const MwFinding *finding)
{
  const MwRecord *track = finding->target.record;
  const MwField *slot = mw_record_slot (track);
  return slot && !mw_schema_static_of (track->owner->schema, slot) ? run_on_record ("delete", finding) : NULL;
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
  return run_on_record ("sequence-normalise-frequency", finding);
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
  return run_on_record ("delete", finding);
}

static char *
clear_text (const MwFinding *finding)
{
  return set_to ("\"\"", finding);
}

static char *
set_to_one (const MwFinding *finding)
{
  return set_to ("1", finding);
}

static char *
set_to_zero (const MwFinding *finding)
{
  return set_to ("0", finding);
}

/* What the client does with four bones is right for fewer. */
static char *
set_most_influences (const MwFinding *finding)
{
  return set_to ("4", finding);
}

/* --- Warcraft III --------------------------------------------------------------------------------------------------- */

/* The bounds of a sequence in a geoset are recomputed with those of the sequence. */
static char *
recompute_bounds (const MwFinding *finding)
{
  const MwRecord *record = finding->target.record;
  if (record->schema == &mw_mdlx_schema)
    return g_strdup ("bounds-recompute");
  if (record->schema == &mw_mdlx_geoset_schema)
    return run_on_record ("geoset-recompute-bounds", finding);
  if (record->schema == &mw_mdlx_geoset_extent_schema)
    record = mw_model_resolve (&mdlx_of (record)->model, ((const MwMdlxGeosetExtent *) record)->sequence);
  g_autofree char *path = record ? mw_record_path (record) : NULL;
  return path ? g_strconcat ("sequence-recompute-bounds ", path, NULL) : NULL;
}

static char *
remove_degenerate (const MwFinding *finding)
{
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) finding->target.record;
  uint32_t first;
  /* If no triangle is left, the geoset should be deleted, which is for the user to say. */
  return 3 * (guint64) mw_mesh_degenerate (geoset, &first) < geoset->faces.n
           ? run_on_record ("geoset-remove-degenerate", finding)
           : NULL;
}

static char *
remove_unused_vertices (const MwFinding *finding)
{
  return run_on_record ("geoset-remove-unused-vertices", finding);
}

static char *
remove_unused_groups (const MwFinding *finding)
{
  return run_on_record ("geoset-remove-unused-groups", finding);
}

/* A helper that moves vertices is meant to be a bone. What else may be in its place cannot become one. */
static char *
make_bone (const MwFinding *finding)
{
  const MwTarget *at = &finding->target;
  const MwArray *array = mw_field_at (at->record, at->field);
  const MwRef *refs = (const MwRef *) array->data + (gsize) at->first * at->field->count;
  for (guint i = 0; i < at->field->count; i++) {
    const MwRecord *node = mw_model_resolve (&mdlx_of (at->record)->model, refs[i]);
    if (!node || node->schema != &mw_mdlx_helper_schema)
      continue;
    g_autofree char *path = mw_record_path (node);
    return g_strdup_printf ("node-change-kind %s kind=bone", path);
  }
  return NULL;
}

/* Makes four weights sum to 255 with the same ratios. */
static void
normalise (const uint16_t *weights, guint sum, guint out[4])
{
  guint most = 0, left = 255;
  for (guint k = 0; k < 4; k++) {
    out[k] = (guint) (weights[k] * 255u) / sum;
    left -= out[k];
    most = weights[k] > weights[most] ? k : most;
  }
  out[most] += left;
}

/* Vertices without any weight are left to the user. */
static char *
normalise_weights (const MwFinding *finding)
{
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) finding->target.record;
  const uint16_t *weights = geoset->skin_weights.data;
  g_autofree char *path = mw_field_path (&geoset->record, finding->target.field);
  GString *line = g_string_new (NULL);
  guint n_changed = 0;
  g_string_printf (line, "set %s=[", path);
  for (uint32_t i = 0; i < geoset->skin_weights.n; i++, weights += 4) {
    guint out[4] = { weights[0], weights[1], weights[2], weights[3] }, sum = out[0] + out[1] + out[2] + out[3];
    n_changed += sum && sum != 255;
    if (sum)
      normalise (weights, sum, out);
    g_string_append_printf (line, "%s{%u,%u,%u,%u}", i ? "," : "", out[0], out[1], out[2], out[3]);
  }
  g_string_append_c (line, ']');
  return g_string_free (line, n_changed == 0);
}

static char *
limit_to_life (const MwFinding *finding)
{
  float time = *(const float *) mw_field_at (finding->target.record, finding->target.field);
  return set_to (time > 1 ? "1" : "0", finding);
}

/* Where the far plane is not beyond the near one, it is for the user to say which is right. */
static char *
near_at_zero (const MwFinding *finding)
{
  return finding->target.field == MW_FIELD (MwMdlxCamera, near_clip) ? set_to ("0", finding) : NULL;
}

/* The word alone, or in another case, is meant as this name. */
static char *
add_origin (const MwFinding *finding)
{
  const MwMdlx *model = mdlx_of (finding->target.record);
  for (uint32_t i = 0; i < model->nodes.n; i++) {
    const MwRecord *node = model->nodes.items[i];
    const char *name = mw_text (((const MwMdlxNode *) node)->name);
    if (node->schema != &mw_mdlx_attachment_schema
        || (g_ascii_strcasecmp (name, "Origin") != 0 && g_ascii_strcasecmp (name, "Origin Ref") != 0))
      continue;
    g_autofree char *path = mw_record_path (node);
    return g_strdup_printf ("rename %s name=\"Origin Ref\"", path);
  }
  return g_strdup ("attachment-add name=\"Origin Ref\"");
}

/* --- The table ------------------------------------------------------------------------------------------------------ */

static const FixFunc fixes[MW_N_RULES] = {
  [MW_RULE_REFERENCE_DANGLING] = refer_to_nothing,
  [MW_RULE_SEQUENCES_NONE] = add_stand,
  [MW_RULE_NODE_NAME_EMPTY] = give_name,
  [MW_RULE_TRACK_UNSORTED] = sort_keys,
  [MW_RULE_TRACK_BEYOND_LOOP] = delete_unreached,
  [MW_RULE_EVENT_BEYOND_LOOP] = delete_unreached,
  [MW_RULE_EVENT_NO_TRACK] = delete_element,
  [MW_RULE_GEOSET_DEGENERATE] = remove_degenerate,
  [MW_RULE_GEOSET_VERTEX_UNUSED] = remove_unused_vertices,
  [MW_RULE_GEOSET_GROUP_UNUSED] = remove_unused_groups,
  [MW_RULE_WC3_EXTENT] = recompute_bounds,
  [MW_RULE_WC3_ANIMATION_FILE] = clear_text,
  [MW_RULE_WC3_TEXTURE_TWICE] = clear_text,
  [MW_RULE_WC3_GEOSET_EMPTY] = delete_element,
  [MW_RULE_WC3_SKIN_WEIGHTS] = normalise_weights,
  [MW_RULE_WC3_GROUP_BONE] = make_bone,
  [MW_RULE_WC3_PARTICLE_TIME] = limit_to_life,
  [MW_RULE_WC3_PARTICLE_LIFE] = set_to_zero,
  [MW_RULE_WC3_PARTICLE_CELLS] = set_to_one,
  [MW_RULE_WC3_CAMERA_RANGE] = near_at_zero,
  [MW_RULE_WC3_TRACK_EMPTY] = delete_empty_track,
  [MW_RULE_WC3_ORIGIN_MISSING] = add_origin,
  [MW_RULE_WC3_BONE_UNUSED] = delete_element,
  [MW_RULE_WC3_UNUSED] = delete_element,
  [MW_RULE_WC3_KEY_UNREACHED] = delete_outside,
  [MW_RULE_WC3_KEY_REDUNDANT] = delete_redundant,
  [MW_RULE_WOW_FREQUENCY] = normalise_frequency,
  [MW_RULE_PARTICLE_RATE] = set_to_zero,
  [MW_RULE_M2_VARIATION_FOREIGN] = refer_to_nothing,
  [MW_RULE_M2_BONE_ORDER] = sort_nodes,
  [MW_RULE_M2_BONE_MISSING] = refer_to_first_bone,
  [MW_RULE_M2_INFLUENCES] = set_most_influences,
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
