/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"
#include "core/schema/groups.h"

#include <string.h>

/* The sections of all records of both families. */

static GPtrArray *
all_schemas (void)
{
  GPtrArray *all = mw_schema_reachable (&mw_mdlx_schema);
  g_autoptr (GPtrArray) more = mw_schema_reachable (&mw_m2_schema);
  for (guint i = 0; i < more->len; i++)
    if (!g_ptr_array_find (all, more->pdata[i], NULL))
      g_ptr_array_add (all, more->pdata[i]);
  return all;
}

static const MwSection *
section (const MwSchema *schema, guint index)
{
  const GPtrArray *sections = mw_schema_sections (schema);
  return index < sections->len ? sections->pdata[index] : NULL;
}

static guint
times_listed (const MwSchema *schema, const MwField *field)
{
  guint n = 0;
  for (guint i = 0; section (schema, i); i++)
    for (guint k = 0; k < section (schema, i)->fields->len; k++)
      n += section (schema, i)->fields->pdata[k] == field;
  return n;
}

static void
test_each_field (void)
{
  g_autoptr (GPtrArray) all = all_schemas ();
  g_assert_cmpuint (all->len, >, 50);
  for (guint i = 0; i < all->len; i++) {
    const MwSchema *schema = all->pdata[i];
    for (guint k = 0; k < mw_schema_n_fields (schema); k++) {
      const MwField *field = mw_schema_field_at (schema, k);
      /* The track of a value is where the value is. */
      guint wanted = mw_schema_static_of (schema, field) ? 0 : 1;
      if (times_listed (schema, field) != wanted)
        g_error ("the groups of %s have %s %u times instead of %u", schema->name, field->name,
                 times_listed (schema, field), wanted);
    }
  }
}

static gboolean
is_raw (const MwField *field)
{
  return field->role == MW_ROLE_UNKNOWN || (field->type == MW_TYPE_ARRAY && field->element == MW_TYPE_F32);
}

static void
test_raw (void)
{
  g_autoptr (GPtrArray) all = all_schemas ();
  guint n = 0;
  for (guint i = 0; i < all->len; i++) {
    const MwSchema *schema = all->pdata[i];
    for (guint s = 0; section (schema, 1) && section (schema, s); s++)
      for (guint k = 0; k < section (schema, s)->fields->len; k++)
        if (is_raw (section (schema, s)->fields->pdata[k])) {
          g_assert_true (section (schema, s)->group->folded);
          n++;
        }
  }
  g_assert_cmpuint (n, >, 20);
}

static void
test_labels (void)
{
  g_autoptr (GPtrArray) all = all_schemas ();
  for (guint i = 0; i < all->len; i++) {
    g_autoptr (GHashTable) labels = g_hash_table_new (g_str_hash, g_str_equal);
    gboolean folded = FALSE;
    for (guint s = 0; section (all->pdata[i], s); s++) {
      const MwGroup *group = section (all->pdata[i], s)->group;
      g_assert_true (g_hash_table_add (labels, (gpointer) group->label));
      /* Those that are closed come last. */
      g_assert_true (group->folded || !folded);
      folded = group->folded;
    }
  }
}

/* A value of old versions and its curve of later ones ("scaling" and "scaling.curve") never meet in one file. */
static gboolean
is_later_form (const MwSchema *schema, const MwField *field)
{
  g_autofree char *name = g_strdup (field->name);
  char *end = strrchr (name, '.');
  if (!end || !g_str_equal (end, ".curve"))
    return FALSE;
  *end = 0;
  return mw_schema_field (schema, name) != NULL;
}

/* Two fields with one label in one section cannot be told apart. */
static void
test_field_labels (void)
{
  g_autoptr (GPtrArray) all = all_schemas ();
  for (guint i = 0; i < all->len; i++) {
    const MwSchema *schema = all->pdata[i];
    for (guint s = 0; section (schema, s); s++) {
      g_autoptr (GHashTable) labels = g_hash_table_new (g_str_hash, g_str_equal);
      for (guint k = 0; k < section (schema, s)->fields->len; k++) {
        const MwField *field = section (schema, s)->fields->pdata[k];
        if (field->label && !is_later_form (schema, field) && !g_hash_table_add (labels, (gpointer) field->label))
          g_error ("%s has two fields \"%s\", one of them %s", schema->name, field->label, field->name);
      }
    }
  }
}

static void
assert_sections (const MwSchema *schema, const char *wanted)
{
  g_autoptr (GString) labels = g_string_new (NULL);
  for (guint i = 0; section (schema, i); i++)
    g_string_append_printf (labels, "%s%s", i ? ", " : "", section (schema, i)->group->label);
  g_assert_cmpstr (labels->str, ==, wanted);
}

static void
assert_fields (const MwSection *of, const char *wanted)
{
  g_autoptr (GString) names = g_string_new (NULL);
  for (guint i = 0; i < of->fields->len; i++)
    g_string_append_printf (names, "%s%s", i ? " " : "", ((const MwField *) of->fields->pdata[i])->name);
  g_assert_cmpstr (names->str, ==, wanted);
}

static void
test_order (void)
{
  assert_sections (&mw_mdlx_geoset_schema,
                   "Material, Visibility, Level of detail, Selection, Bones, Bounds, Parts, Data");
  g_assert_cmpstr (section (&mw_mdlx_geoset_schema, 1)->group->users, ==, "geoset_animations");
  assert_fields (section (&mw_m2_schema, 0), "name version chunked flags");
  /* The first group of the base, the record's own, and the others of the base. */
  assert_sections (&mw_mdlx_attachment_schema, "General, Visibility, Transform, Behaviour, Data");
  assert_fields (section (&mw_mdlx_attachment_schema, 0), "name parent attachment_id path");
  assert_fields (section (&mw_mdlx_attachment_schema, 4), "unknown_byte unknown bind_pose node_unknown");
  /* The table of a record without fields of its own is that of the base. */
  assert_sections (&mw_mdlx_helper_schema, "General, Transform, Behaviour, Data");
  /* What holds keys has one section. */
  assert_sections (MW_FIELD (MwMdlxLayer, alpha_track)->schema, "Keys");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schema/groups/each field of each record is in one section", test_each_field);
  g_test_add_func ("/schema/groups/raw arrays and unknown bytes are in closed sections", test_raw);
  g_test_add_func ("/schema/groups/sections have different labels, closed ones come last", test_labels);
  g_test_add_func ("/schema/groups/fields of a section have different labels", test_field_labels);
  g_test_add_func ("/schema/groups/sections are in the order of use", test_order);
  return g_test_run ();
}
