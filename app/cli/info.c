/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/info-creature.h"
#include "app/cli/info-standard.h"
#include "app/cli/values.h"
#include "core/model/aspects.h"

typedef struct {
  guint records, tracks, keys;
} Sums;

/* Counts records, tracks and keys. Keys are in the track itself or in its lanes. */
static gboolean
add_record (MwRecord *record, gpointer data)
{
  Sums *sums = data;
  sums->records++;
  const MwField *times = mw_schema_part (record->schema, MW_PART_TIMES), *slot = mw_record_slot (record);
  if (times) {
    sums->tracks += slot && slot->type == MW_TYPE_CHILD;
    sums->keys += ((MwArray *) mw_field_at (record, times))->n;
  }
  return TRUE;
}

typedef struct {
  guint vertices, indices;
} Geometry;

/* Counts the first skin profile, which has all triangles; others show the same with fewer bones at once. */
static Geometry
geometry_of (const MwModel *model)
{
  const MwAspects *aspects = mw_aspects_of (model);
  const MwList *profiles = mw_model_member (model, aspects->profiles);
  MwId profile = profiles && profiles->n ? profiles->items[0]->id : 0;
  const MwArray *array;
  Geometry geometry = { 0, 0 };
  for (guint i = 0; (array = aspects->vertices (model, i)); i++)
    geometry.vertices += array->n;
  for (guint i = 0; (array = aspects->triangles (model, profile, i)); i++)
    geometry.indices += array->n;
  return geometry;
}

/* Calls `func` for every list of the model; for a list of several kinds once per kind. */
static void
each_list (const MwModel *model, void (*func) (const MwField *list, const MwSchema *kind, guint n, gpointer data),
           gpointer data)
{
  const MwSchema *root = model->record.schema;
  for (guint i = 0; i < mw_schema_n_fields (root); i++) {
    const MwField *field = mw_schema_field_at (root, i);
    if (field->type != MW_TYPE_LIST)
      continue;
    const MwList *list = mw_record_list (&model->record, field);
    for (guint k = 0; field->schema->kinds && field->schema->kinds[k]; k++) {
      guint n = 0;
      for (uint32_t j = 0; j < list->n; j++)
        n += list->items[j]->schema == field->schema->kinds[k];
      func (field, field->schema->kinds[k], n, data);
    }
    if (!field->schema->kinds)
      func (field, NULL, list->n, data);
  }
}

static void
print_count (const MwField *list, const MwSchema *kind, guint n, gpointer cli)
{
  if (n)
    mw_cli_print (cli, "  %-22s %u\n", kind ? kind->plural : list->name, n);
}

static void
json_count (const MwField *list, const MwSchema *kind, guint n, gpointer json)
{
  mw_json_uint (json, kind ? kind->plural : list->name, n);
}

static void
add_field (GPtrArray *fields, const MwRecord *record, const MwField *field, MwFormat format)
{
  if (field && mw_field_is_live (record, field, format))
    g_ptr_array_add (fields, (gpointer) field);
}

/* The fields that tell most about a sequence or texture: what it is called, and when it is played or what the game puts in. */
static GPtrArray *
fields_of (const MwRecord *record, MwFormat format)
{
  static const MwPart parts[] = { MW_PART_START, MW_PART_END, MW_PART_DURATION, MW_PART_SUPPLIED };
  const MwSchema *schema = record->schema;
  GPtrArray *fields = g_ptr_array_new ();
  add_field (fields, record, mw_schema_field_of_role (schema, MW_ROLE_NAME, MW_TYPE_TEXT), format);
  add_field (fields, record, mw_schema_field_of_role (schema, MW_ROLE_FILE, MW_TYPE_TEXT), format);
  for (guint i = 0; schema->called[i]; i++)
    add_field (fields, record, mw_schema_member (schema, schema->called[i]), format);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    add_field (fields, record, mw_schema_part (schema, parts[i]), format);
  return fields;
}

/* For -v: prints the records of a list, each with the values of these fields. */
static void
print_list (MwCli *cli, const MwModel *model, MwFormat format, MwPart part)
{
  const MwField *list = mw_schema_part (model->record.schema, part);
  const MwList *records = mw_record_list (&model->record, list);
  for (uint32_t i = 0; i < records->n; i++) {
    mw_cli_print (cli, "  %s[%u]", list->name, i);
    g_autoptr (GPtrArray) fields = fields_of (records->items[i], format);
    for (guint k = 0; k < fields->len; k++) {
      MwTarget target = mw_cli_whole (records->items[i], fields->pdata[k]);
      g_autofree char *text = mw_cli_summary (model, &target);
      mw_cli_print (cli, "  %s", text);
    }
    mw_cli_print (cli, "\n");
  }
}

static void
json_list (MwJson *json, const MwModel *model, MwFormat format, MwPart part)
{
  const MwField *list = mw_schema_part (model->record.schema, part);
  const MwList *records = mw_record_list (&model->record, list);
  mw_json_begin_array (json, list->name);
  for (uint32_t i = 0; i < records->n; i++) {
    mw_json_begin_object (json, NULL);
    g_autoptr (GPtrArray) fields = fields_of (records->items[i], format);
    for (guint k = 0; k < fields->len; k++) {
      MwTarget target = mw_cli_whole (records->items[i], fields->pdata[k]);
      mw_cli_json_value (json, target.field->name, model, &target);
    }
    mw_json_end_object (json);
  }
  mw_json_end_array (json);
}

/* The size in bytes of the main file (`first` 0) or of all companions (`first` 1). */
static gsize
size_of (const MwFileSet *set, guint first)
{
  gsize size = 0;
  for (guint i = first; i < (first ? set->parts->len : 1); i++)
    size += g_bytes_get_size (((const MwFilePart *) set->parts->pdata[i])->bytes);
  return size;
}

static void
json_companions (MwJson *json, const MwFileSet *set)
{
  if (set->parts->len == 1)
    return;
  mw_json_begin_array (json, "companions");
  for (guint i = 1; i < set->parts->len; i++) {
    const MwFilePart *part = set->parts->pdata[i];
    mw_json_begin_object (json, NULL);
    mw_json_string (json, "part", part->role);
    mw_json_string (json, "path", part->path);
    mw_json_uint (json, "bytes", g_bytes_get_size (part->bytes));
    mw_json_end_object (json);
  }
  mw_json_end_array (json);
}

static void
info_text (MwCli *cli, const char *file, const MwModel *model, MwFormat format, const MwFileSet *set)
{
  Sums sums = { 0, 0, 0 };
  Geometry geometry = geometry_of (model);
  g_autofree char *title = mw_format_title (format), *where = mw_cli_plain (file, 0);
  const char *raw = mw_record_name (&model->record);
  g_autofree char *name = mw_cli_plain (raw ? raw : "", 0);
  mw_record_foreach ((MwRecord *) &model->record, add_record, &sums);
  mw_cli_print (cli, "%s%s%s\n", mw_cli_color (cli, "1"), where, mw_cli_color (cli, "0"));
  mw_cli_print (cli, "  %-22s %s\n  %-22s %" G_GSIZE_FORMAT "\n", "format", title, "bytes", size_of (set, 0));
  if (set->parts->len > 1)
    mw_cli_print (cli, "  %-22s %u, %" G_GSIZE_FORMAT " bytes\n", "companions", set->parts->len - 1, size_of (set, 1));
  mw_cli_print (cli, "  %-22s \"%s\"\n", "name", name);
  each_list (model, print_count, cli);
  mw_cli_print (cli, "  %-22s %u\n  %-22s %u\n", "vertices", geometry.vertices, "triangles", geometry.indices / 3);
  mw_cli_print (cli, "  %-22s %u\n  %-22s %u\n", "tracks", sums.tracks, "keys", sums.keys);
  if (cli->verbose) {
    print_list (cli, model, format, MW_PART_SEQUENCES);
    print_list (cli, model, format, MW_PART_TEXTURES);
  }
}

static void
info_json (MwCli *cli, const char *file, const MwModel *model, MwFormat format, const MwFileSet *set)
{
  Sums sums = { 0, 0, 0 };
  Geometry geometry = geometry_of (model);
  g_autofree char *title = mw_format_title (format);
  g_autoptr (MwJson) json = mw_json_new ();
  mw_record_foreach ((MwRecord *) &model->record, add_record, &sums);
  mw_json_string (json, "format", title);
  mw_json_uint (json, "version", format.version);
  mw_json_uint (json, "bytes", size_of (set, 0));
  json_companions (json, set);
  mw_json_string (json, "name", mw_record_name (&model->record));
  mw_json_begin_object (json, "counts");
  each_list (model, json_count, json);
  mw_json_end_object (json);
  mw_json_uint (json, "records", sums.records);
  mw_json_uint (json, "vertices", geometry.vertices);
  mw_json_uint (json, "triangles", geometry.indices / 3);
  mw_json_uint (json, "tracks", sums.tracks);
  mw_json_uint (json, "keys", sums.keys);
  json_list (json, model, format, MW_PART_SEQUENCES);
  json_list (json, model, format, MW_PART_TEXTURES);
  mw_cli_object (cli, file, TRUE, json);
}

static void
run (MwCli *cli)
{
  g_autoptr (GPtrArray) files = mw_cli_files (cli);
  for (guint i = 0; i < files->len; i++) {
    g_autoptr (MwFileSet) set = NULL;
    MwFormat format;
    mw_cli_progress (cli, i, files->len, files->pdata[i]);
    MwModel *model = mw_cli_load (cli, files->pdata[i], &format, &set);
    if (!model)
      continue;
    if (mw_cli_has (cli, "standard"))
      mw_cli_standard (cli, files->pdata[i], model, format);
    else if (mw_cli_has (cli, "creature"))
      mw_cli_creature (cli, files->pdata[i], model);
    else if (cli->json)
      info_json (cli, files->pdata[i], model, format, set);
    else
      info_text (cli, files->pdata[i], model, format, set);
    mw_model_free (model);
  }
}

static const MwCliOption options[] = {
  { 0, "creature", NULL, "print the values of the model for a row of CreatureModelData.dbc", NULL },
  { 0, "standard", "SET",
    "print which expected sequences there are: those of a unit, hero, building, effect or creature", "" },
};

const MwCliVerb mw_verb_info = {
  .name = "info",
  .arguments = "FILE...",
  .summary = "print what a model is and how much is in it",
  .about =
    "Prints the format and the name of each model and how many records of each kind it has; with -v also the\n"
    "sequences and textures. For a folder, all models in it and its subfolders are printed.\n"
    "With --standard it prints which of the sequences that the game expects of such a model are there: \"have\",\n"
    "\"falls back\" (the game plays the named one instead), \"misspelt\" (it has nearly this name) or \"missing\".\n"
    "With -q those that are there are left out.\n"
    "With --creature it prints what World of Warcraft's table CreatureModelData.dbc wants of a model, to be copied into\n"
    "a row: the larger horizontal extent and the top of the collision mesh, the height of attachment 0 (where a rider\n"
    "sits; 0 without one), and the box of the bounds. Without a collision mesh the bounds count. All are for a scale\n"
    "of 1. The games' own rows may differ, because they are set by hand.\n",
  .examples = "info footman.mdx\ninfo --json units/\ninfo --standard=building barracks.mdx\ninfo --creature wolf.m2",
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .least = 1,
  .run = run,
};
