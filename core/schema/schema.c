/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/plan.h"
#include "core/schema/catalogue.h"
#include "core/schema/record.h"

#include <string.h>

G_STATIC_ASSERT (G_BYTE_ORDER == G_LITTLE_ENDIAN);

guint
mw_schema_n_fields (const MwSchema *schema)
{
  guint n = 0;
  for (; schema; schema = schema->base)
    n += schema->n_fields;
  return n;
}

const MwField *
mw_schema_field_at (const MwSchema *schema, guint index)
{
  guint before = schema->base ? mw_schema_n_fields (schema->base) : 0;
  if (index < before)
    return mw_schema_field_at (schema->base, index);
  g_assert (index - before < schema->n_fields);
  return &schema->fields[index - before];
}

const MwField *
mw_schema_field (const MwSchema *schema, const char *name)
{
  for (; schema; schema = schema->base)
    for (guint i = 0; i < schema->n_fields; i++)
      if (strcmp (schema->fields[i].name, name) == 0)
        return &schema->fields[i];
  return NULL;
}

const MwField *
mw_schema_member (const MwSchema *schema, size_t offset)
{
  for (const MwSchema *s = schema; s; s = s->base)
    for (guint i = 0; i < s->n_fields; i++)
      if (s->fields[i].offset == offset)
        return &s->fields[i];
  g_error ("table of %s: no field is stored at offset %" G_GSIZE_FORMAT, schema->name, offset);
}

const MwField *
mw_schema_part (const MwSchema *schema, MwPart part)
{
  for (; schema; schema = schema->base)
    for (guint i = 0; i < schema->n_fields; i++)
      if (schema->fields[i].part == part)
        return &schema->fields[i];
  return NULL;
}

static const char track_suffix[] = ".track";

const MwField *
mw_schema_track_of (const MwSchema *schema, const MwField *field)
{
  g_autofree char *name = g_strconcat (field->name, track_suffix, NULL);
  const MwField *track = mw_schema_field (schema, name);
  return track && track->type == MW_TYPE_CHILD ? track : NULL;
}

const MwField *
mw_schema_static_of (const MwSchema *schema, const MwField *track)
{
  if (track->type != MW_TYPE_CHILD || !g_str_has_suffix (track->name, track_suffix))
    return NULL;
  g_autofree char *name = g_strndup (track->name, strlen (track->name) - strlen (track_suffix));
  return mw_schema_field (schema, name);
}

const char *
mw_family_title (unsigned family)
{
  switch (family) {
  case MW_FAMILY_MDX:
    return "MDX and MDL of Warcraft III";
  case MW_FAMILY_MDX_WOW:
    return "MDX and MDL of World of Warcraft";
  case MW_FAMILY_M2:
    return "M2";
  default:
    return NULL;
  }
}

gboolean
mw_schema_is_one_without_keys (const MwField *slot)
{
  return slot->neutral == MW_NEUTRAL_ONE || slot->role == MW_ROLE_SCALE || slot->role == MW_ROLE_VISIBILITY
         || slot->role == MW_ROLE_ALPHA;
}

gboolean
mw_schema_has_field (const MwSchema *schema, const MwField *field)
{
  for (; schema; schema = schema->base)
    if (schema->n_fields && field >= schema->fields && field < schema->fields + schema->n_fields)
      return TRUE;
  return FALSE;
}

const MwField *
mw_schema_field_of_role (const MwSchema *schema, MwRole role, MwType type)
{
  guint n = mw_schema_n_fields (schema);
  for (guint i = 0; i < n; i++) {
    const MwField *field = mw_schema_field_at (schema, i);
    if (field->role == role && field->type == type)
      return field;
  }
  return NULL;
}

guint
mw_schema_field_index (const MwSchema *schema, const MwField *field)
{
  for (; schema; schema = schema->base)
    if (schema->n_fields && field >= schema->fields && field < schema->fields + schema->n_fields)
      return (guint) (field - schema->fields) + (schema->base ? mw_schema_n_fields (schema->base) : 0);
  g_assert_not_reached ();
}

gboolean
mw_schema_is_a (const MwSchema *schema, const MwSchema *ancestor)
{
  for (; schema; schema = schema->base)
    if (schema == ancestor)
      return TRUE;
  return FALSE;
}

gboolean
mw_schema_holds_records (const MwSchema *schema)
{
  for (; schema; schema = schema->base)
    for (guint i = 0; i < schema->n_fields; i++)
      if (schema->fields[i].type == MW_TYPE_LIST || schema->fields[i].type == MW_TYPE_CHILD)
        return TRUE;
  return FALSE;
}

guint
mw_schema_n_kinds (const MwSchema *schema)
{
  guint n = 0;
  if (!schema->kinds)
    return 1;
  while (schema->kinds[n])
    n++;
  return n;
}

const MwSchema *
mw_schema_kind_at (const MwSchema *schema, guint index)
{
  return schema->kinds ? schema->kinds[index] : schema;
}

size_t
mw_type_size (MwType type)
{
  switch (type) {
  case MW_TYPE_U8:
  case MW_TYPE_I8:
    return 1;
  case MW_TYPE_U16:
  case MW_TYPE_I16:
    return 2;
  case MW_TYPE_U32:
  case MW_TYPE_I32:
  case MW_TYPE_F32:
    return 4;
  case MW_TYPE_REF:
    return sizeof (MwRef);
  case MW_TYPE_TEXT:
    return sizeof (char *);
  case MW_TYPE_ARRAY:
    return sizeof (MwArray);
  case MW_TYPE_LIST:
    return sizeof (MwList);
  case MW_TYPE_CHILD:
    return sizeof (MwRecord *);
  }
  g_assert_not_reached ();
}

size_t
mw_field_element_size (const MwField *field)
{
  return mw_type_size (field->type == MW_TYPE_ARRAY ? field->element : field->type) * MAX (field->count, 1);
}

size_t
mw_field_storage_size (const MwField *field)
{
  return mw_field_is_number (field) ? mw_field_element_size (field) : mw_type_size (field->type);
}

gboolean
mw_field_is_number (const MwField *field)
{
  return field->type <= MW_TYPE_F32;
}

const char *
mw_type_name (MwType type)
{
  static const char *const names[] = { "u8",  "i8",  "u16",  "i16",   "u32",  "i32",
                                       "f32", "ref", "text", "array", "list", "child" };
  return names[type];
}

const char *
mw_unit_name (MwUnit unit)
{
  static const char *const names[] = { "",    "ms",      "s",        "units",  "radians", "degrees",
                                       "1/s", "units/s", "units/s2", "factor", "matrix" };
  return names[unit];
}

/* The overrides for one family; NULL: there are none. */
static const MwFamilyNames *
of_family (const MwFamilyNames *names, MwFamily family)
{
  while (names && names->family != family)
    names = names->more;
  return names;
}

static const MwNames *
names_of_family (const MwFamilyNames *names, MwFamily family)
{
  names = of_family (names, family);
  if (!names)
    return NULL;
  if (names->made)
    return names->made ();
  if (names->names)
    return names->names;
  return family == MW_FAMILY_MDX_WOW ? mw_catalogue_first_names (names->catalogue)
                                     : mw_catalogue_names (names->catalogue);
}

const MwNames *
mw_schema_names (const MwSchema *schema, const MwField *field, MwFamily family)
{
  gboolean flags = field->role == MW_ROLE_FLAGS;
  const MwNames *names = flags ? names_of_family (schema->family_flag_names, family) : NULL;
  if (!names)
    names = names_of_family (field->family_names, family);
  if (names)
    return names;
  if (flags && schema->flag_names)
    return schema->flag_names;
  return field->names || !field->catalogue ? field->names : mw_catalogue_names (field->catalogue);
}

/* --- Names of one version ------------------------------------------------------------------------------------------- */

gboolean
mw_name_is_in (const MwName *name, uint32_t version)
{
  return version == 0 || ((!name->since || version >= name->since) && (!name->until || version <= name->until));
}

/* The names of a table that some version has. Made once for each such selection, never freed. */
typedef struct {
  MwNames names;
  const MwNames *of;
  guint64 chosen; /* one bit for each name of the table */
} Choice;

enum { LIMITED_MAX = 64 };

static const MwNames *
choose (const MwNames *names, guint64 chosen)
{
  static GMutex lock;
  static GPtrArray *made;
  Choice *choice = NULL;
  g_assert (names->n <= LIMITED_MAX);
  g_mutex_lock (&lock);
  if (!made)
    made = g_ptr_array_new ();
  for (guint i = 0; i < made->len && !choice; i++) {
    Choice *other = made->pdata[i];
    choice = other->of == names && other->chosen == chosen ? other : NULL;
  }
  if (!choice) {
    MwName *list = g_new (MwName, names->n);
    guint n = 0;
    for (guint i = 0; i < names->n; i++)
      if (chosen & G_GUINT64_CONSTANT (1) << i)
        list[n++] = names->names[i];
    choice = g_new (Choice, 1);
    *choice = (Choice) { { list, n, names->flags, NULL }, names, chosen };
    g_ptr_array_add (made, choice);
  }
  g_mutex_unlock (&lock);
  return &choice->names;
}

const MwNames *
mw_schema_names_in (const MwSchema *schema, const MwField *field, MwFamily family, uint32_t version)
{
  const MwNames *names = mw_schema_names (schema, field, family);
  /* Catalogues have names that clients use. They do not depend on the version of the format. */
  if (!names || names->index)
    return names;
  guint64 chosen = 0;
  guint n = 0;
  for (guint i = 0; i < names->n; i++)
    if (mw_name_is_in (&names->names[i], version)) {
      chosen |= i < LIMITED_MAX ? G_GUINT64_CONSTANT (1) << i : 0;
      n++;
    }
  return n == names->n ? names : choose (names, chosen);
}

MwCatalogue
mw_field_catalogue (const MwField *field, MwFamily family)
{
  const MwFamilyNames *names = of_family (field->family_names, family);
  return names ? names->catalogue : field->catalogue;
}

MwUnit
mw_field_unit (const MwField *field, MwFamily family)
{
  const MwFamilyNames *names = of_family (field->family_names, family);
  return names && names->unit ? names->unit : field->unit;
}

gboolean
mw_unit_is_length (MwUnit unit)
{
  return unit == MW_UNIT_LENGTH || unit == MW_UNIT_SPEED || unit == MW_UNIT_ACCELERATION || unit == MW_UNIT_MATRIX;
}

const MwName *
mw_names_find_value (const MwNames *names, uint32_t value)
{
  if (names && names->index)
    return g_hash_table_lookup (names->index->by_value, GUINT_TO_POINTER (value));
  for (guint i = 0; names && i < names->n; i++)
    if (names->names[i].value == value)
      return &names->names[i];
  return NULL;
}

const MwName *
mw_names_find (const MwNames *names, const char *name, size_t length)
{
  if (names && names->index) {
    g_autofree char *exact = g_strndup (name, length), *word = g_ascii_strdown (exact, -1);
    const MwName *found = g_hash_table_lookup (names->index->by_name, exact);
    return found ? found : g_hash_table_lookup (names->index->by_word, word);
  }
  for (guint i = 0; names && i < names->n; i++)
    if (strlen (names->names[i].name) == length && g_ascii_strncasecmp (names->names[i].name, name, length) == 0)
      return &names->names[i];
  return NULL;
}

static void
collect (const MwSchema *schema, GPtrArray *all)
{
  if (g_ptr_array_find (all, schema, NULL))
    return;
  g_ptr_array_add (all, (gpointer) schema);
  for (guint i = 0; schema->kinds && schema->kinds[i]; i++)
    collect (schema->kinds[i], all);
  for (guint i = 0; i < mw_schema_n_fields (schema); i++) {
    const MwField *field = mw_schema_field_at (schema, i);
    if (field->schema)
      collect (field->schema, all);
  }
}

GPtrArray *
mw_schema_reachable (const MwSchema *root)
{
  GPtrArray *all = g_ptr_array_new ();
  collect (root, all);
  return all;
}

/* --- Schemas of a format -------------------------------------------------------------------------------------------- */

static void collect_in (const MwSchema *schema, MwFormat format, GPtrArray *all);

/* Collects the schemas that rows of `from` refer to, which is `schema` or one of its bases. */
static void
collect_rows (const MwSchema *schema, const MwSchema *from, MwFormat format, GPtrArray *all)
{
  for (guint i = 0; i < from->n_wire; i++) {
    const MwWireRow *row = &from->wire[i];
    if (!mw_wire_row_is_of (row, schema, format))
      continue;
    if (row->wire == MW_WIRE_BASE) {
      collect_rows (schema, from->base, format, all);
      continue;
    }
    const MwField *field = row->field ? mw_schema_field (schema, row->field) : NULL;
    if (row->element)
      collect_in (row->element, format, all);
    else if (field && field->schema)
      for (guint k = 0; k < mw_schema_n_kinds (field->schema); k++)
        collect_in (mw_schema_kind_at (field->schema, k), format, all);
  }
}

static void
collect_in (const MwSchema *schema, MwFormat format, GPtrArray *all)
{
  if (g_ptr_array_find (all, schema, NULL))
    return;
  g_ptr_array_add (all, (gpointer) schema);
  collect_rows (schema, schema, format, all);
  /* Fields that no row of any format stores are read by other code (unknown chunks). */
  for (guint i = 0; i < mw_schema_n_fields (schema); i++) {
    const MwField *field = mw_schema_field_at (schema, i);
    gboolean spelled = !field->schema || mw_wire_next_row (&(MwWireRows) { schema }, field->name);
    for (guint k = 0; !spelled && k < mw_schema_n_kinds (field->schema); k++)
      collect_in (mw_schema_kind_at (field->schema, k), format, all);
  }
}

GPtrArray *
mw_schema_reachable_in (const MwSchema *root, MwFormat format)
{
  GPtrArray *all = g_ptr_array_new ();
  collect_in (root, format, all);
  return all;
}

gboolean
mw_schema_is_in (const MwSchema *schema, const MwSchema *root, MwFormat format)
{
  g_autoptr (GPtrArray) all = mw_schema_reachable_in (root, format);
  return g_ptr_array_find (all, schema, NULL);
}
