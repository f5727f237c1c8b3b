/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"
#include "app/cli/values.h"
#include "core/model/mdlx/mdlx.h"

typedef struct {
  guint records, tracks, keys;
} Sums;

static gboolean
add_record (MwRecord *record, gpointer data)
{
  Sums *sums = data;
  sums->records++;
  const MwField *times = mw_schema_field (record->schema, "keys.time");
  if (times) {
    sums->tracks++;
    sums->keys += ((MwArray *) mw_field_at (record, times))->n;
  }
  return TRUE;
}

typedef struct {
  guint vertices, indices;
} Geometry;

static Geometry
geometry_of (const MwModel *model)
{
  Geometry geometry = { 0, 0 };
  if (model->record.schema != &mw_mdlx_schema)
    return geometry;
  const MwList *geosets = &((const MwMdlx *) model)->geosets;
  for (uint32_t i = 0; i < geosets->n; i++) {
    const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) geosets->items[i];
    geometry.vertices += geoset->vertices.n;
    geometry.indices += geoset->faces.n;
  }
  return geometry;
}

/* Calls for every list of the root, kinds of mixed lists apart. */
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

/* Name and interval of each sequence, path of each texture: what -v adds. */
static void
print_list (MwCli *cli, const MwModel *model, const char *list_name, const char *const *fields)
{
  const MwField *list = mw_schema_field (model->record.schema, list_name);
  const MwList *records = list ? mw_record_list (&model->record, list) : NULL;
  for (uint32_t i = 0; records && i < records->n; i++) {
    mw_cli_print (cli, "  %s[%u]", list_name, i);
    for (guint k = 0; fields[k]; k++) {
      MwTarget target = mw_cli_whole (records->items[i], mw_schema_field (records->items[i]->schema, fields[k]));
      g_autofree char *text = mw_cli_summary (model, &target);
      mw_cli_print (cli, "  %s", text);
    }
    mw_cli_print (cli, "\n");
  }
}

static void
json_list (MwJson *json, const MwModel *model, const char *list_name, const char *const *fields)
{
  const MwField *list = mw_schema_field (model->record.schema, list_name);
  const MwList *records = list ? mw_record_list (&model->record, list) : NULL;
  mw_json_begin_array (json, list_name);
  for (uint32_t i = 0; records && i < records->n; i++) {
    mw_json_begin_object (json, NULL);
    for (guint k = 0; fields[k]; k++) {
      MwTarget target = mw_cli_whole (records->items[i], mw_schema_field (records->items[i]->schema, fields[k]));
      mw_cli_json_value (json, fields[k], model, &target);
    }
    mw_json_end_object (json);
  }
  mw_json_end_array (json);
}

static const char *const sequence_fields[] = { "name", "interval.start", "interval.end", NULL };
static const char *const texture_fields[] = { "path", "replaceable_id", NULL };

static void
info_text (MwCli *cli, const char *file, const MwModel *model, MwFormat format, gsize size)
{
  Sums sums = { 0, 0, 0 };
  Geometry geometry = geometry_of (model);
  g_autofree char *title = mw_format_title (format), *where = mw_cli_plain (file, 0);
  const char *raw = mw_record_name (&model->record);
  g_autofree char *name = mw_cli_plain (raw ? raw : "", 0);
  mw_record_foreach ((MwRecord *) &model->record, add_record, &sums);
  mw_cli_print (cli, "%s%s%s\n", mw_cli_color (cli, "1"), where, mw_cli_color (cli, "0"));
  mw_cli_print (cli, "  %-22s %s\n  %-22s %" G_GSIZE_FORMAT "\n  %-22s \"%s\"\n", "format", title, "bytes", size,
                "name", name);
  each_list (model, print_count, cli);
  mw_cli_print (cli, "  %-22s %u\n  %-22s %u\n", "vertices", geometry.vertices, "triangles", geometry.indices / 3);
  mw_cli_print (cli, "  %-22s %u\n  %-22s %u\n", "tracks", sums.tracks, "keys", sums.keys);
  if (cli->verbose) {
    print_list (cli, model, "sequences", sequence_fields);
    print_list (cli, model, "textures", texture_fields);
  }
}

static void
info_json (MwCli *cli, const char *file, const MwModel *model, MwFormat format, gsize size)
{
  Sums sums = { 0, 0, 0 };
  Geometry geometry = geometry_of (model);
  g_autofree char *title = mw_format_title (format);
  g_autoptr (MwJson) json = mw_json_new ();
  mw_record_foreach ((MwRecord *) &model->record, add_record, &sums);
  mw_json_string (json, "format", title);
  mw_json_uint (json, "version", format.version);
  mw_json_uint (json, "bytes", size);
  mw_json_string (json, "name", mw_record_name (&model->record));
  mw_json_begin_object (json, "counts");
  each_list (model, json_count, json);
  mw_json_end_object (json);
  mw_json_uint (json, "records", sums.records);
  mw_json_uint (json, "vertices", geometry.vertices);
  mw_json_uint (json, "triangles", geometry.indices / 3);
  mw_json_uint (json, "tracks", sums.tracks);
  mw_json_uint (json, "keys", sums.keys);
  json_list (json, model, "sequences", sequence_fields);
  json_list (json, model, "textures", texture_fields);
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
    if (cli->json)
      info_json (cli, files->pdata[i], model, format, g_bytes_get_size (mw_file_set_main (set)->bytes));
    else
      info_text (cli, files->pdata[i], model, format, g_bytes_get_size (mw_file_set_main (set)->bytes));
    mw_model_free (model);
  }
}

const MwCliVerb mw_verb_info = {
  .name = "info",
  .arguments = "FILE...",
  .summary = "what a model is and how much is in it",
  .about =
    "Prints the format, the name and how much of what is in each model; with -v the sequences and textures too.\n"
    "Of a folder all models in it and below it are taken.\n",
  .examples = "info footman.mdx\ninfo --json units/",
  .least = 1,
  .run = run,
};
