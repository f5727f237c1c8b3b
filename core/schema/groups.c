/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/groups.h"
#include "core/base/i18n.h"

#include <string.h>

static MwSection *
section_called (GPtrArray *sections, const MwGroup *group)
{
  for (guint i = 0; i < sections->len; i++) {
    MwSection *section = sections->pdata[i];
    if (strcmp (section->group->label, group->label) == 0)
      return section;
  }
  MwSection *section = g_new0 (MwSection, 1);
  section->group = group;
  section->fields = g_ptr_array_new ();
  g_ptr_array_add (sections, section);
  return section;
}

static void
add_base (GPtrArray *sections, const GPtrArray *of_base, guint first, guint end)
{
  for (guint i = first; i < end; i++) {
    const MwSection *from = of_base->pdata[i];
    MwSection *section = section_called (sections, from->group);
    for (guint k = 0; k < from->fields->len; k++)
      g_ptr_array_add (section->fields, from->fields->pdata[k]);
  }
}

static void
add_own (GPtrArray *sections, const MwSchema *schema)
{
  for (guint i = 0; i < schema->n_groups; i++) {
    MwSection *section = section_called (sections, &schema->groups[i]);
    g_auto (GStrv) names = g_strsplit (schema->groups[i].fields, " ", -1);
    for (guint k = 0; names[k]; k++) {
      const MwField *field = mw_schema_field (schema, names[k]);
      if (!field)
        g_error ("groups of %s: there is no field \"%s\"", schema->name, names[k]);
      g_ptr_array_add (section->fields, (gpointer) field);
    }
  }
}

static void
add_all (GPtrArray *sections, const MwSchema *schema)
{
  static const MwGroup keys = { .label = N_ ("Keys"), .fields = "" };
  MwSection *section = section_called (sections, &keys);
  for (guint i = 0; i < mw_schema_n_fields (schema); i++)
    g_ptr_array_add (section->fields, (gpointer) mw_schema_field_at (schema, i));
}

static GPtrArray *
make (const MwSchema *schema)
{
  GPtrArray *sections = g_ptr_array_new ();
  if (schema->keys != MW_KEYS_NONE) {
    add_all (sections, schema);
    return sections;
  }
  const GPtrArray *of_base = schema->base ? mw_schema_sections (schema->base) : NULL;
  guint n = of_base ? of_base->len : 0;
  if (n)
    add_base (sections, of_base, 0, 1);
  add_own (sections, schema);
  if (n)
    add_base (sections, of_base, 1, n);
  for (guint i = 0, left = sections->len; left; left--) {
    MwSection *section = sections->pdata[i];
    if (section->group->folded)
      g_ptr_array_add (sections, g_ptr_array_steal_index (sections, i));
    else
      i++;
  }
  return sections;
}

const GPtrArray *
mw_schema_sections (const MwSchema *schema)
{
  static GHashTable *made; /* MwSchema -> GPtrArray */
  if (!made)
    made = g_hash_table_new (NULL, NULL);
  GPtrArray *sections = g_hash_table_lookup (made, schema);
  if (!sections) {
    sections = make (schema);
    g_hash_table_insert (made, (gpointer) schema, sections);
  }
  return sections;
}
