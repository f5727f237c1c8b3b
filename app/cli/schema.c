/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"
#include "app/cli/field-json.h"
#include "app/cli/values.h"
#include "core/model/aspects.h"
#include "core/schema/catalogue.h"
#include "core/schema/groups.h"

#include <string.h>

/* Prints the schemas: fields, wire rows and MDL rows of all records. A golden test compares this output, so every change of a
 * format shows there. It has nothing that depends on the C structs (sizes, offsets). */

static const char *
wire_name (MwWire wire)
{
  static const char *const names[] = {
    [MW_WIRE_PLAIN] = "plain",
    [MW_WIRE_BGR] = "bgr",
    [MW_WIRE_CHARS] = "chars",
    [MW_WIRE_REF32] = "ref32",
    [MW_WIRE_REF16] = "ref16",
    [MW_WIRE_REFU16] = "refu16",
    [MW_WIRE_BASE] = "base",
    [MW_WIRE_SIZE] = "size",
    [MW_WIRE_SIZE24] = "size24",
    [MW_WIRE_SIZE_END] = "size end",
    [MW_WIRE_TAG] = "tag",
    [MW_WIRE_PAD] = "pad",
    [MW_WIRE_ARRAY] = "array",
    [MW_WIRE_LIST] = "list",
    [MW_WIRE_ITEM_COUNT] = "item count",
    [MW_WIRE_ITEMS] = "items",
    [MW_WIRE_TRACK] = "track",
    [MW_WIRE_TRACK_BGR] = "track bgr",
    [MW_WIRE_SIMPLE_TRACK] = "simple track",
    [MW_WIRE_EVENT_TRACK] = "event track",
    [MW_WIRE_TAIL] = "tail",
    [MW_WIRE_CHUNK] = "chunk",
    [MW_WIRE_HAND] = "hand",
    [MW_WIRE_ELSEWHERE] = "elsewhere",
    [MW_WIRE_CODED] = "coded",
    [MW_WIRE_M2_ARRAY] = "m2 array",
    [MW_WIRE_M2_TEXT] = "m2 text",
    [MW_WIRE_M2_LIST] = "m2 list",
    [MW_WIRE_M2_TRACK] = "m2 track",
    [MW_WIRE_M2_EVENT_TRACK] = "m2 event track",
    [MW_WIRE_M2_CURVE] = "m2 curve",
  };
  return names[wire];
}

static const char *
codec_name (unsigned codec)
{
  static const char *const names[] = {
    [MW_CODEC_NONE] = "",           [MW_CODEC_U8] = "u8",
    [MW_CODEC_QUAT64] = "quat64",   [MW_CODEC_QUAT16] = "quat16",
    [MW_CODEC_FIXED16] = "fixed16", [MW_CODEC_FIXED69] = "fixed6.9",
    [MW_CODEC_HALF] = "float16",    [MW_CODEC_FIXED25] = "fixed2.5",
    [MW_CODEC_BGRA] = "bgra",       [MW_CODEC_GRAVITY] = "gravity",
  };
  return names[codec];
}

static const char *
form_name (MwMdlForm form)
{
  static const char *const names[] = {
    [MW_MDL_HEAD] = "head",
    [MW_MDL_BASE] = "base",
    [MW_MDL_VALUE] = "value",
    [MW_MDL_COLOR] = "color",
    [MW_MDL_ENUM] = "enum",
    [MW_MDL_NAME] = "name",
    [MW_MDL_FLAG] = "flag",
    [MW_MDL_BITS] = "bits",
    [MW_MDL_DERIVED] = "derived",
    [MW_MDL_ANIM] = "static or track",
    [MW_MDL_ANIM_COLOR] = "static or track, color",
    [MW_MDL_ANIM_RIM] = "static or track, color of the static",
    [MW_MDL_TRACK] = "track",
    [MW_MDL_EVENT_TRACK] = "event track",
    [MW_MDL_ARRAY] = "array",
    [MW_MDL_BARE_ARRAY] = "bare array",
    [MW_MDL_BLOCK] = "block",
    [MW_MDL_LIST] = "list",
    [MW_MDL_ITEMS] = "items",
    [MW_MDL_COUNT] = "count",
    [MW_MDL_HAND] = "hand",
  };
  return names[form];
}

static const char *
role_name (MwRole role)
{
  static const char *const names[] = { "",          "name",          "file",     "position", "rotation",   "scale",
                                       "length",    "time",          "colour",   "alpha",    "visibility", "normal",
                                       "uv",        "parent",        "flags",    "bounds",   "switch",     "image",
                                       "disk_file", "sequence_list", "bone_map", "sibling",  "unknown" };
  return names[role];
}

static const char *
on_remove_name (MwOnRemove on_remove)
{
  static const char *const names[] = { "none", "parent", "cascade", "refuse" };
  return names[on_remove];
}

static char *
touches_text (unsigned touches)
{
  static const char *const names[] = { "structure", "geometry", "pose", "material", "texture", "time", "text" };
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (touches & 1u << i)
      g_string_append_printf (text, "%s%s", text->len ? " " : "", names[i]);
  return g_string_free (text, FALSE);
}

static void
append_number (GString *text, double value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append (text, g_ascii_formatd (number, sizeof number, "%.9g", value));
}

/* Appends "since=900" and "until=..." as for rows; nothing for a name that all versions have. */
static void
append_name_versions (GString *text, const char *before, const MwName *name, const char *after)
{
  if (name->since || name->until)
    g_string_append (text, before);
  if (name->since)
    g_string_append_printf (text, "since=%u", name->since);
  if (name->until)
    g_string_append_printf (text, "%suntil=%u", name->since ? " " : "", name->until);
  if (name->since || name->until)
    g_string_append (text, after);
}

/* Appends the value names of a field. `family` 0: the common ones; else the overrides of that family, prefixed with its name. */
static void
append_names (GString *text, const MwSchema *schema, const MwField *field, MwFamily family)
{
  const MwNames *names = mw_schema_names (schema, field, family);
  g_autofree char *of = mw_cli_families (family), *prefix = *of ? g_strconcat (of, "-", NULL) : g_strdup ("");
  if (names && names->index)
    g_string_append_printf (text, " %scatalogue=%s", prefix, mw_catalogue_title (mw_field_catalogue (field, family)));
  for (guint i = 0; names && !names->index && i < names->n; i++) {
    if (i == 0)
      g_string_append_printf (text, " %s%s=", prefix, names->flags ? "bits" : "names");
    g_string_append_printf (text, names->flags ? "%s%s:0x%x" : "%s%s:%u", i ? "," : "", names->names[i].name,
                            names->names[i].value);
    append_name_versions (text, "(", &names->names[i], ")");
  }
}

static void
print_bits (MwCli *cli, const MwNames *names, const char *of)
{
  for (guint i = 0; names && i < names->n; i++) {
    g_autoptr (GString) words = g_string_new (of);
    append_name_versions (words, "  ", &names->names[i], "");
    mw_cli_print (cli, "  bit    flags.%s:0x%x%s\n", names->names[i].name, names->names[i].value, words->str);
  }
}

/* The properties of a field besides name and type, as words. */
static char *
field_words (const MwSchema *schema, const MwField *field)
{
  GString *text = g_string_new (NULL);
  g_autofree char *touches = touches_text (field->touches);
  if (field->type == MW_TYPE_TEXT)
    g_string_append_printf (text, " capacity=%u", field->count);
  if (field->unit)
    g_string_append_printf (text, " unit=%s", mw_unit_name (field->unit));
  if (field->role)
    g_string_append_printf (text, " role=%s", role_name (field->role));
  if (field->def != 0) {
    g_string_append (text, " default=");
    append_number (text, field->def);
  }
  if (field->min < field->max) {
    g_string_append (text, " range=");
    append_number (text, field->min);
    g_string_append (text, "..");
    append_number (text, field->max);
  }
  if (field->refers)
    g_string_append_printf (text, " refers=%s on-remove=%s", field->refers, on_remove_name (field->on_remove));
  if (field->parallel)
    g_string_append (text, " parallel");
  if (field->read_only)
    g_string_append (text, " read-only");
  if (field->equal)
    g_string_append (text, " own-equality");
  if (*touches)
    g_string_append_printf (text, " touches=%s", g_strdelimit (touches, " ", ','));
  for (guint i = 0; field->components && i < field->count; i++)
    g_string_append_printf (text, "%s%s", i ? "," : " components=", field->components[i]);
  append_names (text, schema, field, 0);
  for (const MwFamilyNames *of = field->family_names; of; of = of->more) {
    g_autofree char *family = mw_cli_families (of->family);
    append_names (text, schema, field, of->family);
    if (of->unit)
      g_string_append_printf (text, " %s-unit=%s", family, mw_unit_name (of->unit));
  }
  return g_string_free (text, FALSE);
}

/* The properties of a wire row besides field, tag and kind, as words. */
static char *
row_words (const MwSchema *schema, const MwWireRow *row)
{
  GString *text = g_string_new (NULL);
  g_autofree char *families = mw_cli_families (row->families);
  if (row->count)
    g_string_append_printf (text, " bytes=%u", row->count);
  if (row->codec)
    g_string_append_printf (text, " codec=%s", codec_name (row->codec));
  if (row->element)
    g_string_append_printf (text, " of=%s", row->element->name);
  if (*families)
    g_string_append_printf (text, " families=%s", families);
  if (row->since)
    g_string_append_printf (text, " since=%u", row->since);
  if (row->until)
    g_string_append_printf (text, " until=%u", row->until);
  if (row->variants)
    g_string_append_printf (text, " variants=0x%x", row->variants);
  if (row->when.field) {
    g_string_append_printf (text, " when=%s", row->when.field);
    if (row->when.mask)
      g_string_append_printf (text, "&0x%x", row->when.mask);
    g_string_append_printf (text, "%s%u", row->when.otherwise ? "!=" : "==", row->when.equals);
  }
  if (row->hand)
    g_string_append_printf (text, " (%s)", row->hand->name);
  return g_string_free (text, FALSE);
}

/* The properties of an MDL row besides word, field and form, as words. */
static char *
mdl_words (const MwMdlRow *row)
{
  GString *text = g_string_new (NULL);
  if (row->aliases)
    g_string_append_printf (text, " aliases=%s", row->aliases);
  if (row->track)
    g_string_append_printf (text, " track=%s", row->track);
  if (row->also)
    g_string_append_printf (text, " also=%s", row->also);
  if (row->none)
    g_string_append_printf (text, " none=%s", row->none);
  if (row->mask)
    g_string_append_printf (text, " mask=0x%x", row->mask);
  if (row->omit)
    g_string_append (text, " omit-default");
  if (row->read_only)
    g_string_append (text, " read-only");
  if (row->holds)
    g_string_append (text, " conditional");
  if (row->element)
    g_string_append_printf (text, " of=%s", row->element->name);
  if (row->families) {
    g_autofree char *families = mw_cli_families (row->families);
    g_string_append_printf (text, " families=%s", families);
  }
  if (row->since)
    g_string_append_printf (text, " since=%u", row->since);
  if (row->until)
    g_string_append_printf (text, " until=%u", row->until);
  if (row->when.field)
    g_string_append_printf (text, " when=%s%s%u", row->when.field, row->when.otherwise ? "!=" : "==", row->when.equals);
  if (row->hand)
    g_string_append_printf (text, " (%s)", row->hand->name);
  return g_string_free (text, FALSE);
}

typedef void (*MdlRowFunc) (gpointer data, const MwMdlRow *row, guint depth);

/* Calls `func` for the rows and those nested in them. */
static void
each_mdl_row (const MwMdlRow *rows, guint n, guint depth, MdlRowFunc func, gpointer data)
{
  for (guint i = 0; i < n; i++) {
    func (data, &rows[i], depth);
    if (rows[i].rows)
      each_mdl_row (rows[i].rows, rows[i].n_rows, depth + 1, func, data);
  }
}

static void
mdl_row_text (gpointer cli, const MwMdlRow *row, guint depth)
{
  g_autofree char *words = mdl_words (row),
                  *indented = g_strdup_printf ("%*s%s", (int) (2 * depth), "", row->word ? row->word : "-");
  mw_cli_print (cli, "  text   %-24s %-24s %s%s\n", indented, row->field ? row->field : "-", form_name (row->form),
                words);
}

static void
mdl_row_markdown (gpointer cli, const MwMdlRow *row, guint depth)
{
  g_autofree char *words = mdl_words (row);
  mw_cli_print (cli, "| %s%s | %s | %s | %s |\n", depth ? "... " : "", row->word ? row->word : "",
                row->field ? row->field : "", form_name (row->form), g_strstrip (words));
}

static void
mdl_row_json (gpointer json, const MwMdlRow *row, guint depth)
{
  g_autofree char *words = mdl_words (row);
  mw_json_begin_object (json, NULL);
  mw_json_string (json, "word", row->word);
  mw_json_string (json, "field", row->field);
  mw_json_string (json, "form", form_name (row->form));
  mw_json_uint (json, "depth", depth);
  mw_json_string (json, "more", g_strstrip (words));
  mw_json_end_object (json);
}

static const MwField *
own_field (const MwSchema *schema, guint index)
{
  return &schema->fields[index];
}

static void
print_text (MwCli *cli, const MwSchema *schema)
{
  g_autofree char *families = mw_cli_families (schema->families);
  mw_cli_print (cli, "%s%s%s  (%s)", mw_cli_color (cli, "1"), schema->name, mw_cli_color (cli, "0"), families);
  if (schema->plural)
    mw_cli_print (cli, "  list word: %s", schema->plural);
  if (schema->base)
    mw_cli_print (cli, "  base: %s", schema->base->name);
  mw_cli_print (cli, "\n");
  for (guint i = 0; schema->kinds && schema->kinds[i]; i++)
    mw_cli_print (cli, "  kind   %s\n", schema->kinds[i]->name);
  if (schema->name_catalogue)
    mw_cli_print (cli, "  name   catalogue=%s\n", mw_catalogue_title (schema->name_catalogue));
  print_bits (cli, schema->flag_names, "");
  const MwFamilyNames *own = schema->family_flag_names;
  if (own) {
    g_autofree char *of = mw_cli_families (own->family), *words = g_strconcat ("  families=", of, NULL);
    print_bits (cli, own->names, words);
  }
  for (guint i = 0; i < schema->n_fields; i++) {
    const MwField *field = own_field (schema, i);
    g_autofree char *type = mw_cli_type (field), *words = field_words (schema, field);
    mw_cli_print (cli, "  field  %-24s %-14s%s\n", field->name, type, words);
  }
  for (guint i = 0; i < schema->n_groups; i++)
    mw_cli_print (cli, "  group  %-24s %s\n", schema->groups[i].label,
                  *schema->groups[i].fields ? schema->groups[i].fields
                  : schema->groups[i].users ? schema->groups[i].users
                                            : schema->groups[i].bones);
  for (guint i = 0; i < schema->n_wire; i++) {
    const MwWireRow *row = &schema->wire[i];
    g_autofree char *words = row_words (schema, row);
    g_autofree char *line = g_strdup_printf ("  row    %-24s %-4s %s%s", row->field ? row->field : "-",
                                             *row->tag ? row->tag : "-", wire_name (row->wire), words);
    mw_cli_print (cli, "%s\n", line);
  }
  each_mdl_row (schema->mdl, schema->n_mdl, 0, mdl_row_text, cli);
}

/* Prints the names of the bits of the inherited field `flags`, which are in the table of the record itself. */
static void
markdown_bits (MwCli *cli, const MwNames *names, unsigned families)
{
  g_autofree char *of = mw_cli_families (families);
  for (guint i = 0; names && i < names->n; i++) {
    g_autoptr (GString) versions = g_string_new (NULL);
    append_name_versions (versions, " ", &names->names[i], "");
    mw_cli_print (cli, "%s`flags.%s` 0x%x%s", i ? ", " : "", names->names[i].name, names->names[i].value,
                  versions->str);
  }
  if (names)
    mw_cli_print (cli, " (%s)\n\n", of);
}

static void
print_markdown (MwCli *cli, const MwSchema *schema)
{
  g_autofree char *families = mw_cli_families (schema->families);
  mw_cli_print (cli, "## %s\n\n", schema->name);
  if (schema->doc)
    mw_cli_print (cli, "%s ", schema->doc);
  mw_cli_print (cli, "Families: %s.", families);
  if (schema->base)
    mw_cli_print (cli, " Has the fields of `%s` too.", schema->base->name);
  if (schema->plural)
    mw_cli_print (cli, " In addresses: `%s[0]`.", schema->plural);
  for (guint i = 0; schema->kinds && schema->kinds[i]; i++)
    mw_cli_print (cli, "%s`%s`", i ? ", " : " Kinds: ", schema->kinds[i]->name);
  if (schema->name_catalogue)
    mw_cli_print (cli, " What names mean: catalogue `%s`.", mw_catalogue_title (schema->name_catalogue));
  mw_cli_print (cli, "\n\n");
  const MwFamilyNames *own = schema->family_flag_names;
  markdown_bits (cli, schema->flag_names, schema->families & ~(own ? (unsigned) own->family : 0u));
  if (own)
    markdown_bits (cli, own->names, own->family);
  if (schema->n_fields)
    mw_cli_print (cli, "| field | type | label | about | more |\n|---|---|---|---|---|\n");
  for (guint i = 0; i < schema->n_fields; i++) {
    const MwField *field = own_field (schema, i);
    g_autofree char *type = mw_cli_type (field), *words = field_words (schema, field);
    mw_cli_print (cli, "| `%s` | %s | %s | %s | %s |\n", field->name, type, field->label ? field->label : "",
                  field->doc ? field->doc : "", g_strstrip (words));
  }
  if (schema->n_wire)
    mw_cli_print (cli, "\n| wire row | tag | how | more |\n|---|---|---|---|\n");
  for (guint i = 0; i < schema->n_wire; i++) {
    const MwWireRow *row = &schema->wire[i];
    g_autofree char *words = row_words (schema, row);
    mw_cli_print (cli, "| %s | %s | %s | %s |\n", row->field ? row->field : "", row->tag, wire_name (row->wire),
                  g_strstrip (words));
  }
  if (schema->n_mdl)
    mw_cli_print (cli, "\n| MDL word | field | form | more |\n|---|---|---|---|\n");
  each_mdl_row (schema->mdl, schema->n_mdl, 0, mdl_row_markdown, cli);
  mw_cli_print (cli, "\n");
}

static void
json_field (MwJson *json, const MwSchema *schema, const MwField *field)
{
  g_autofree char *type = mw_cli_type (field), *touches = touches_text (field->touches);
  mw_json_begin_object (json, NULL);
  mw_json_string (json, "name", field->name);
  mw_json_string (json, "type", type);
  mw_cli_json_field_values (json, schema, field);
  if (field->role)
    mw_json_string (json, "role", role_name (field->role));
  if (field->refers)
    mw_json_string (json, "on_remove", on_remove_name (field->on_remove));
  mw_json_bool (json, "parallel", field->parallel);
  mw_json_bool (json, "read_only", field->read_only);
  mw_json_string (json, "touches", touches);
  mw_json_string (json, "label", field->label);
  mw_json_string (json, "doc", field->doc);
  if (field->components) {
    mw_json_begin_array (json, "components");
    for (guint i = 0; i < field->count; i++)
      mw_json_string (json, NULL, field->components[i]);
    mw_json_end_array (json);
  }
  mw_json_end_object (json);
}

/* Names of the bits of the inherited field `flags`, under the families that have them. */
static void
json_bits (MwJson *json, const MwNames *names, unsigned families)
{
  g_autofree char *of = mw_cli_families (families);
  mw_json_begin_object (json, of);
  for (guint i = 0; i < names->n; i++)
    mw_json_uint (json, names->names[i].name, names->names[i].value);
  mw_json_end_object (json);
}

static void
json_schema (MwJson *json, const MwSchema *schema)
{
  g_autofree char *families = mw_cli_families (schema->families);
  mw_json_begin_object (json, NULL);
  mw_json_string (json, "name", schema->name);
  mw_json_string (json, "families", families);
  mw_json_string (json, "base", schema->base ? schema->base->name : NULL);
  mw_json_string (json, "plural", schema->plural);
  mw_json_begin_array (json, "kinds");
  for (guint i = 0; schema->kinds && schema->kinds[i]; i++)
    mw_json_string (json, NULL, schema->kinds[i]->name);
  mw_json_end_array (json);
  if (schema->name_catalogue)
    mw_json_string (json, "name_catalogue", mw_catalogue_title (schema->name_catalogue));
  if (schema->flag_names) {
    const MwFamilyNames *own = schema->family_flag_names;
    mw_json_begin_object (json, "flag_bits");
    json_bits (json, schema->flag_names, schema->families & ~(own ? (unsigned) own->family : 0u));
    if (own)
      json_bits (json, own->names, own->family);
    mw_json_end_object (json);
  }
  mw_json_begin_array (json, "fields");
  for (guint i = 0; i < schema->n_fields; i++)
    json_field (json, schema, own_field (schema, i));
  mw_json_end_array (json);
  mw_json_begin_array (json, "rows");
  for (guint i = 0; i < schema->n_wire; i++) {
    const MwWireRow *row = &schema->wire[i];
    g_autofree char *words = row_words (schema, row);
    mw_json_begin_object (json, NULL);
    mw_json_string (json, "field", row->field);
    mw_json_string (json, "tag", *row->tag ? row->tag : NULL);
    mw_json_string (json, "wire", wire_name (row->wire));
    mw_json_string (json, "more", g_strstrip (words));
    mw_json_end_object (json);
  }
  mw_json_end_array (json);
  mw_json_begin_array (json, "text_rows");
  each_mdl_row (schema->mdl, schema->n_mdl, 0, mdl_row_json, json);
  mw_json_end_array (json);
  mw_json_end_object (json);
}

/* --- Catalogues ----------------------------------------------------------------------------------------------------- */

/* The value of an entry as files store it: the four characters of an event, the CRC-32 of a bone's name, or a number. */
static char *
entry_key (MwCatalogue which, const MwCatalogueEntry *entry)
{
  guint32 value = entry->name.value;
  if (which == MW_CATALOGUE_EVENT || which == MW_CATALOGUE_EVENT_OBJECT)
    return g_strndup ((const char *) &value, 4);
  return g_strdup_printf (which == MW_CATALOGUE_BONE_NAME || which == MW_CATALOGUE_SHADER ? "0x%08x" : "%u", value);
}

/* The properties of a catalogue entry besides value, name and label, as words. */
static char *
entry_words (const MwCatalogueEntry *entry)
{
  const struct {
    const char *what, *text;
  } texts[] = {
    { "also", entry->also },       { "data", entry->data },         { "object", entry->object },
    { "handler", entry->handler }, { "fired-on", entry->fired_on },
  };
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autofree char *words = g_strdelimit (g_strdup (texts[i].text ? texts[i].text : ""), " ", ',');
    if (*words)
      g_string_append_printf (text, " %s=%s", texts[i].what, words);
  }
  for (guint i = 0; i < entry->n_substitutes; i++)
    g_string_append_printf (text, "%s%u", i ? "," : " fallback=", entry->substitutes[i]);
  if (entry->old_mode)
    g_string_append_printf (text, " old-mode=%u", entry->old_mode);
  if (entry->mode)
    g_string_append_printf (text, " mode=%u", entry->mode);
  if (entry->since)
    g_string_append_printf (text, " since=%u", entry->since);
  if (entry->until)
    g_string_append_printf (text, " until=%u", entry->until);
  if (entry->first_version)
    g_string_append_printf (text, " versions=%u..%u", entry->first_version, entry->last_version);
  return g_string_free (text, FALSE);
}

static void
markdown_catalogue (MwCli *cli, MwCatalogue which)
{
  const MwNames *names = mw_catalogue_names (which);
  mw_cli_print (cli, "## catalogue %s\n\n| value | name | label | more |\n|---|---|---|---|\n",
                mw_catalogue_title (which));
  for (guint i = 0; i < names->n; i++) {
    const MwCatalogueEntry *entry = mw_catalogue_entry (which, names->names[i].value);
    MwCatalogueEntry shown = *entry;
    shown.name = names->names[i];
    g_autofree char *key = entry_key (which, &shown), *words = entry_words (entry);
    mw_cli_print (cli, "| `%s` | %s | %s | %s |\n", key, shown.name.name, shown.name.label, g_strstrip (words));
  }
  mw_cli_print (cli, "\n");
}

static void
json_words (MwJson *json, const char *name, const char *words)
{
  g_auto (GStrv) list = words ? g_strsplit (words, " ", -1) : NULL;
  if (!list)
    return;
  mw_json_begin_array (json, name);
  for (guint i = 0; list[i]; i++)
    mw_json_string (json, NULL, list[i]);
  mw_json_end_array (json);
}

static void
json_catalogue (MwJson *json, MwCatalogue which)
{
  const MwNames *names = mw_catalogue_names (which);
  mw_json_begin_object (json, NULL);
  mw_json_string (json, "name", mw_catalogue_title (which));
  mw_json_begin_array (json, "entries");
  for (guint i = 0; i < names->n; i++) {
    const MwName *name = &names->names[i];
    const MwCatalogueEntry *entry = mw_catalogue_entry (which, name->value);
    const struct {
      const char *what;
      guint value;
    } numbers[] = {
      { "old_mode", entry->old_mode },
      { "mode", entry->mode },
      { "since", entry->since },
      { "until", entry->until },
      { "first_version", entry->first_version },
      { "last_version", entry->last_version },
    };
    mw_json_begin_object (json, NULL);
    mw_json_uint (json, "value", name->value);
    mw_json_string (json, "name", name->name);
    mw_json_string (json, "label", name->label);
    json_words (json, "also", entry->also);
    if (entry->data)
      mw_json_string (json, "data", entry->data);
    json_words (json, "object", entry->object);
    if (entry->handler)
      mw_json_string (json, "handler", entry->handler);
    json_words (json, "fired_on", entry->fired_on);
    if (entry->n_substitutes)
      mw_json_begin_array (json, "fallback");
    for (guint k = 0; k < entry->n_substitutes; k++)
      mw_json_uint (json, NULL, entry->substitutes[k]);
    if (entry->n_substitutes)
      mw_json_end_array (json);
    for (guint k = 0; k < G_N_ELEMENTS (numbers); k++)
      if (numbers[k].value)
        mw_json_uint (json, numbers[k].what, numbers[k].value);
    mw_json_end_object (json);
  }
  mw_json_end_array (json);
  mw_json_end_object (json);
}

static void
run (MwCli *cli)
{
  guint n_families;
  const MwAspects *const *families = mw_aspects_list (&n_families);
  g_autoptr (GPtrArray) seen = g_ptr_array_new ();
  g_autoptr (MwJson) json = cli->json ? mw_json_new () : NULL;
  if (json)
    mw_json_begin_array (json, "records");
  for (guint i = 0; i < n_families; i++) {
    g_autoptr (GPtrArray) schemas = mw_schema_reachable (families[i]->root);
    for (guint k = 0; k < schemas->len; k++) {
      if (g_ptr_array_find (seen, schemas->pdata[k], NULL))
        continue;
      g_ptr_array_add (seen, schemas->pdata[k]);
      if (json)
        json_schema (json, schemas->pdata[k]);
      else if (mw_cli_has (cli, "markdown"))
        print_markdown (cli, schemas->pdata[k]);
      else
        print_text (cli, schemas->pdata[k]);
    }
  }
  if (json) {
    mw_json_end_array (json);
    mw_json_begin_array (json, "catalogues");
  }
  for (MwCatalogue which = MW_CATALOGUE_NONE + 1; which < MW_N_CATALOGUES; which++)
    if (json)
      json_catalogue (json, which);
    else if (mw_cli_has (cli, "markdown"))
      markdown_catalogue (cli, which);
  if (json) {
    mw_json_end_array (json);
    mw_cli_object (cli, NULL, TRUE, json);
  }
}

static const MwCliOption options[] = {
  { 0, "markdown", NULL, "as Markdown tables, with labels, explanations and catalogues" },
};

const MwCliVerb mw_verb_schema = {
  .name = "schema",
  .arguments = "[--markdown]",
  .summary = "print all records with their fields, and how the formats store them",
  .about =
    "Prints every record that a model can have: its fields (names for get and set, type, unit, limits, what they\n"
    "refer to), its rows (how the binary formats store them, in file order) and its words in MDL text. The records of\n"
    "MDX come first, then those of M2.\n"
    "--markdown and --json end with the catalogues: names for the numbers of clients (animations, attachments, events\n"
    "with their handlers and the animations that fire them ...).\n",
  .examples = "schema\nschema --markdown > fields.md",
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .most = 0,
  .run = run,
};
