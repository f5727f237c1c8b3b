/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"
#include "app/cli/values.h"

#include <string.h>

typedef struct {
  MwCli *cli;
  const MwModel *model;
  MwFormat format;
  MwJson *json;
  gboolean value_only;
  GPtrArray *records; /* MwRecord, all that were printed whole */
} Getting;

static void
get_value (Getting *g, const MwTarget *target)
{
  g_autofree char *path = mw_target_path (target);
  if (g->json) {
    mw_json_begin_object (g->json, NULL);
    mw_json_string (g->json, "path", path);
    mw_cli_json_value (g->json, "value", g->model, target);
    mw_json_end_object (g->json);
    return;
  }
  g_autofree char *text = mw_value_print (g->model, target);
  if (!g->value_only)
    mw_cli_print (g->cli, "%s = ", path);
  mw_cli_write (g->cli, text, strlen (text));
  mw_cli_write (g->cli, "\n", 1);
}

/* Prints the values of one record; mw_record_foreach() visits the records that it owns. */
static gboolean
get_record (MwRecord *record, gpointer data)
{
  Getting *g = data;
  g_ptr_array_add (g->records, record);
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (field->type == MW_TYPE_LIST || field->type == MW_TYPE_CHILD || !mw_field_is_live (record, field, g->format))
      continue;
    MwTarget target = mw_cli_whole (record, field);
    get_value (g, &target);
  }
  return TRUE;
}

static void
get_target (Getting *g, const MwTarget *target)
{
  const MwField *field = target->field;
  if (!field) {
    mw_record_foreach (target->record, get_record, g);
  } else if (field->type == MW_TYPE_CHILD && *(MwRecord **) mw_field_at (target->record, field)) {
    mw_record_foreach (*(MwRecord **) mw_field_at (target->record, field), get_record, g);
  } else if (field->type == MW_TYPE_LIST) {
    const MwList *list = mw_record_list (target->record, field);
    for (uint32_t i = 0; i < list->n; i++)
      if (!target->kind || list->items[i]->schema == target->kind)
        mw_record_foreach (list->items[i], get_record, g);
  } else {
    get_value (g, target);
  }
}

/* Lists the printed records. The values alone do not show empty records (a track without keys) nor which of several layouts a
 * record has. */
static void
json_records (MwJson *json, const GPtrArray *records)
{
  mw_json_begin_array (json, "records");
  for (guint i = 0; i < records->len; i++) {
    const MwRecord *record = records->pdata[i];
    g_autofree char *path = mw_record_path (record);
    mw_json_begin_object (json, NULL);
    mw_json_string (json, "path", path);
    mw_json_string (json, "type", record->schema->name);
    if (record->schema->probe)
      mw_json_uint (json, "layout", record->variant);
    mw_json_end_object (json);
  }
  mw_json_end_array (json);
}

static void
run (MwCli *cli)
{
  const char *file = cli->args->pdata[0];
  g_autoptr (MwJson) json = cli->json ? mw_json_new () : NULL;
  Getting g = { .cli = cli, .json = json, .value_only = mw_cli_has (cli, "value") };
  g_autoptr (GPtrArray) records = g_ptr_array_new ();
  MwModel *model = mw_cli_load (cli, file, &g.format, NULL);
  gboolean ok = TRUE;
  if (!model)
    return;
  g.model = model;
  g.records = records;
  if (json)
    mw_json_begin_array (json, "values");
  for (guint i = 1; ok && i < MAX (cli->args->len, 2); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (GArray)
      targets = mw_cli_resolve (model, g.format, i < cli->args->len ? cli->args->pdata[i] : "", &error);
    ok = targets != NULL;
    for (guint k = ok ? targets->len : 0; k-- > 0;)
      if (!mw_cli_is_live (&g_array_index (targets, MwTarget, k), g.format))
        g_array_remove_index (targets, k);
    if (!ok)
      mw_cli_fail (cli, file, error, MW_EXIT_USAGE);
    for (guint k = 0; ok && k < targets->len; k++)
      get_target (&g, &g_array_index (targets, MwTarget, k));
  }
  if (json && ok) {
    g_autofree char *title = mw_format_title (g.format);
    mw_json_end_array (json);
    json_records (json, records);
    mw_json_string (json, "format", title);
    mw_cli_object (cli, file, TRUE, json);
  }
  mw_model_free (model);
}

static const MwCliOption options[] = {
  { 0, "value", NULL, "print only the value, without \"PATH = \"" },
};

const MwCliVerb mw_verb_get = {
  .name = "get",
  .arguments = "FILE [PATH]...",
  .summary = "print values in the form that set takes",
  .about =
    "Prints \"PATH = VALUE\" for each value that a PATH names: for a record or a list all values below it, without a\n"
    "PATH all values of the model. Numbers are the shortest text that reads back to the same bits; set takes exactly\n"
    "what get prints.\n"
    "With --json numbers and arrays are JSON numbers and arrays; nan, inf and nan(0x7fc00001) are strings. The output\n"
    "also lists all records whose values it contains, each with its layout if there are several. From these a program\n"
    "can build the model again.\n"
    "The exit code is 2 if a path matches nothing, or only what the version of the file does not have.\n",
  .examples = "get footman.mdx 'sequences[*].interval'\nget footman.mdx --value name\nget footman.mdx > footman.txt",
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .least = 1,
  .run = run,
};
