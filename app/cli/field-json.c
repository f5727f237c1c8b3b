/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/field-json.h"
#include "app/cli/values.h"
#include "core/schema/catalogue.h"

/* For names that not all versions have: [first version, last version], 0 for no limit. */
static void
json_name_versions (MwJson *json, const MwNames *names)
{
  gboolean any = FALSE;
  for (guint i = 0; i < names->n; i++) {
    const MwName *name = &names->names[i];
    if (!name->since && !name->until)
      continue;
    if (!any)
      mw_json_begin_object (json, "name_versions");
    any = TRUE;
    mw_json_begin_array (json, name->name);
    mw_json_uint (json, NULL, name->since);
    mw_json_uint (json, NULL, name->until);
    mw_json_end_array (json);
  }
  if (any)
    mw_json_end_object (json);
}

static void
json_names (MwJson *json, const MwSchema *schema, const MwField *field, MwFamily family)
{
  const MwNames *names = mw_schema_names (schema, field, family);
  if (names && names->index) {
    mw_json_string (json, "catalogue", mw_catalogue_title (mw_field_catalogue (field, family)));
  } else if (names) {
    mw_json_begin_object (json, names->flags ? "bits" : "names");
    for (guint i = 0; i < names->n; i++)
      mw_json_uint (json, names->names[i].name, names->names[i].value);
    mw_json_end_object (json);
    json_name_versions (json, names);
  }
}

void
mw_cli_json_field_values (MwJson *json, const MwSchema *schema, const MwField *field)
{
  if (field->type == MW_TYPE_TEXT)
    mw_json_uint (json, "capacity", field->count);
  if (field->unit)
    mw_json_string (json, "unit", mw_unit_name (field->unit));
  if (field->type != MW_TYPE_TEXT && field->type != MW_TYPE_REF)
    mw_json_float (json, "default", (float) field->def);
  if (field->min < field->max) {
    mw_json_float (json, "min", (float) field->min);
    mw_json_float (json, "max", (float) field->max);
  }
  if (field->refers)
    mw_json_string (json, "refers", field->refers);
  if (field->components) {
    mw_json_begin_array (json, "components");
    for (guint i = 0; i < field->count; i++)
      mw_json_string (json, NULL, field->components[i]);
    mw_json_end_array (json);
  }
  json_names (json, schema, field, 0);
  for (const MwFamilyNames *of = field->family_names; of; of = of->more) {
    g_autofree char *family = mw_cli_families (of->family);
    mw_json_begin_object (json, family);
    json_names (json, schema, field, of->family);
    if (of->unit)
      mw_json_string (json, "unit", mw_unit_name (of->unit));
    mw_json_end_object (json);
  }
}
