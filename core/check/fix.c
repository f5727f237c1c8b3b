/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/check/fix.h"
#include "core/check/rules.h"

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

/* --- The table ------------------------------------------------------------------------------------------------------ */

static const FixFunc fixes[MW_N_RULES] = {
  [MW_RULE_REFERENCE_DANGLING] = refer_to_nothing,
  [MW_RULE_SEQUENCES_NONE] = add_stand,
  [MW_RULE_NODE_NAME_EMPTY] = give_name,
  [MW_RULE_TRACK_UNSORTED] = sort_keys,
  [MW_RULE_TRACK_BEYOND_LOOP] = delete_unreached,
  [MW_RULE_EVENT_BEYOND_LOOP] = delete_unreached,
  [MW_RULE_EVENT_NO_TRACK] = delete_element,
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
