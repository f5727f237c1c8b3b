/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/data.h"
#include "app/cli/values.h"
#include "core/model/titles.h"
#include "core/model/facts.h"

#include <string.h>

/* Lists what is below a path, one line per entry: path, type, and a short value, count or title. */
typedef struct {
  MwCli *cli;
  const MwModel *model;
  MwFormat format;
  MwJson *json;
  GPtrArray *rows;       /* char *[3] of every entry: its columns */
  GPtrArray *fact_paths; /* char *: path of the record or element that each entry of `facts` is about */
  GPtrArray *facts;      /* GArray * of MwFact */
} Listing;

static void
add (Listing *l, const char *path, const char *type, const char *summary)
{
  char **row = g_new0 (char *, 4);
  row[0] = g_strdup (path);
  row[1] = g_strdup (type);
  row[2] = g_strdup (summary);
  g_ptr_array_add (l->rows, row);
}

static guint
count_kind (const MwList *list, const MwSchema *kind)
{
  guint n = 0;
  for (uint32_t i = 0; i < list->n; i++)
    n += !kind || list->items[i]->schema == kind;
  return n;
}

static void
add_list (Listing *l, MwRecord *record, const MwField *field, const MwSchema *kind, const char *path)
{
  const MwList *list = mw_record_list (record, field);
  guint n = count_kind (list, kind);
  if (l->json) {
    mw_json_begin_object (l->json, NULL);
    mw_json_string (l->json, "path", path);
    mw_json_string (l->json, "kind", "list");
    mw_json_string (l->json, "type", kind ? kind->name : field->schema->name);
    mw_json_uint (l->json, "count", n);
    mw_json_end_object (l->json);
    return;
  }
  g_autofree char *type = g_strdup_printf ("%s list", kind ? kind->name : field->schema->name);
  g_autofree char *count = g_strdup_printf ("%u", n);
  add (l, path, type, count);
}

/* Keeps what the catalogues know of a record or an element, to be printed after the rows ("  fired on  Walk, Run"). Takes
 * `path` and `facts`. */
static void
keep_facts (Listing *l, char *path, GArray *facts)
{
  if (facts->len) {
    g_ptr_array_add (l->fact_paths, path);
    g_ptr_array_add (l->facts, facts);
    return;
  }
  g_free (path);
  g_array_unref (facts);
}

static void
add_record (Listing *l, MwRecord *record)
{
  g_autofree char *path = mw_record_path (record), *title = mw_record_title (record);
  g_autoptr (GArray) facts = mw_record_facts (record);
  const char *meaning = facts->len ? g_array_index (facts, MwFact, 0).text : NULL;
  if (l->json) {
    mw_json_begin_object (l->json, NULL);
    mw_json_string (l->json, "path", path);
    mw_json_string (l->json, "kind", "record");
    mw_json_string (l->json, "type", record->schema->name);
    mw_json_string (l->json, "title", title);
    if (meaning)
      mw_json_string (l->json, g_array_index (facts, MwFact, 0).name, meaning);
    mw_json_end_object (l->json);
    return;
  }
  g_autofree char *plain = mw_cli_plain (title, 0);
  g_autofree char *text = meaning ? g_strdup_printf ("%s  %s", plain, meaning) : g_strdup (plain);
  add (l, path, record->schema->name, text);
}

static void
add_value (Listing *l, const MwTarget *target)
{
  g_autofree char *path = mw_target_path (target), *type = mw_cli_type (target->field);
  if (l->json) {
    gboolean array = target->field->type == MW_TYPE_ARRAY && !target->one;
    mw_json_begin_object (l->json, NULL);
    mw_json_string (l->json, "path", path);
    mw_json_string (l->json, "kind", array ? "array" : "value");
    mw_json_string (l->json, "type", type);
    if (array)
      mw_json_uint (l->json, "count", target->n);
    else
      mw_cli_json_value (l->json, "value", l->model, target);
    mw_json_end_object (l->json);
    return;
  }
  g_autofree char *summary = mw_cli_summary (l->model, target);
  add (l, path, type, summary);
}

static void
list_fields (Listing *l, MwRecord *record)
{
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (!mw_field_is_live (record, field, l->format))
      continue;
    g_autofree char *path = mw_field_path (record, field);
    if (field->type == MW_TYPE_LIST && field->schema->kinds) {
      for (guint k = 0; field->schema->kinds[k]; k++)
        if (mw_schema_is_in (field->schema->kinds[k], l->model->record.schema, l->format))
          add_list (l, record, field, field->schema->kinds[k], field->schema->kinds[k]->plural);
    } else if (field->type == MW_TYPE_LIST) {
      add_list (l, record, field, NULL, path);
    } else if (field->type == MW_TYPE_CHILD) {
      if (*(MwRecord **) mw_field_at (record, field))
        add_record (l, *(MwRecord **) mw_field_at (record, field));
    } else {
      MwTarget target = mw_cli_whole (record, field);
      add_value (l, &target);
    }
  }
}

static void
list_target (Listing *l, const MwTarget *target)
{
  const MwField *field = target->field;
  if (!field) {
    list_fields (l, target->record);
    keep_facts (l, mw_record_path (target->record), mw_record_facts (target->record));
  } else if (field->type == MW_TYPE_LIST) {
    const MwList *list = mw_record_list (target->record, field);
    for (uint32_t i = 0; i < list->n; i++)
      if (!target->kind || list->items[i]->schema == target->kind)
        add_record (l, list->items[i]);
  } else if (field->type == MW_TYPE_CHILD) {
    if (*(MwRecord **) mw_field_at (target->record, field))
      list_fields (l, *(MwRecord **) mw_field_at (target->record, field));
  } else {
    add_value (l, target);
    for (guint32 i = 0; target->one && i < target->n; i++)
      keep_facts (l, mw_target_path (target), mw_element_facts (target->record, field, target->first + i));
  }
}

static void
print_facts (MwCli *cli, const Listing *l)
{
  for (guint i = 0; i < l->facts->len; i++) {
    const GArray *facts = l->facts->pdata[i];
    if (l->facts->len > 1)
      mw_cli_print (cli, "%s\n", (const char *) l->fact_paths->pdata[i]);
    for (guint k = 0; k < facts->len; k++) {
      const MwFact *fact = &g_array_index (facts, MwFact, k);
      g_autofree char *label = g_ascii_strdown (fact->label, -1);
      mw_cli_print (cli, "  %-10s %s\n", label, fact->text);
    }
  }
}

static void
json_facts (MwJson *json, const Listing *l)
{
  if (l->facts->len)
    mw_json_begin_array (json, "facts");
  for (guint i = 0; i < l->facts->len; i++) {
    const GArray *facts = l->facts->pdata[i];
    mw_json_begin_object (json, NULL);
    mw_json_string (json, "path", l->fact_paths->pdata[i]);
    for (guint k = 0; k < facts->len; k++)
      mw_json_string (json, g_array_index (facts, MwFact, k).name, g_array_index (facts, MwFact, k).text);
    mw_json_end_object (json);
  }
  if (l->facts->len)
    mw_json_end_array (json);
}

static void
print_rows (MwCli *cli, const GPtrArray *rows)
{
  gsize width[2] = { 0, 0 };
  for (guint i = 0; i < rows->len; i++)
    for (guint c = 0; c < 2; c++)
      width[c] = MAX (width[c], strlen (((char **) rows->pdata[i])[c]));
  for (guint i = 0; i < rows->len; i++) {
    char **row = rows->pdata[i];
    mw_cli_print (cli, "%-*s  %-*s  %s\n", (int) width[0], row[0], (int) width[1], row[1], row[2]);
  }
}

/* Whether the first argument is an archive, and not a model in one. */
static gboolean
is_archive (MwCli *cli)
{
  const char *file = cli->args->len ? cli->args->pdata[0] : "";
  return mw_archive_is_name (file) && g_file_test (file, G_FILE_TEST_IS_REGULAR);
}

static void
list_archive (MwCli *cli)
{
  guint unnamed = 0;
  g_autoptr (GPtrArray) patterns = NULL;
  g_autofree char *title = NULL;
  g_autoptr (MwPlaces) places = mw_cli_archive (cli, &patterns, &title);
  g_autoptr (GPtrArray) names = places ? mw_cli_archive_names (cli, places, patterns, title, &unnamed) : NULL;
  g_autoptr (MwJson) json = cli->json ? mw_json_new () : NULL;
  if (!names)
    return;
  if (json)
    mw_json_begin_array (json, "files");
  for (guint i = 0; i < names->len; i++) {
    g_autofree char *name = g_strdelimit (g_strdup (names->pdata[i]), "\\", '/'), *plain = mw_cli_plain (name, 0);
    if (json)
      mw_json_string (json, NULL, name);
    else
      mw_cli_print (cli, "%s\n", plain);
  }
  if (json) {
    mw_json_end_array (json);
    mw_json_uint (json, "unnamed", unnamed);
    mw_cli_object (cli, title, TRUE, json);
  } else if (unnamed)
    mw_cli_say (cli, "%s: %u more files have names that the archive does not list", title, unnamed);
}

static void
run (MwCli *cli)
{
  if (mw_cli_has (cli, "game") || is_archive (cli)) {
    list_archive (cli);
    return;
  }
  if (cli->args->len == 0) {
    mw_cli_usage (cli, "ls needs a model, an archive, or --game");
    return;
  }
  const char *file = cli->args->pdata[0];
  g_autoptr (GError) error = NULL;
  g_autoptr (MwJson) json = cli->json ? mw_json_new () : NULL;
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  g_autoptr (GPtrArray) fact_paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) facts = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  MwFormat format;
  MwModel *model = mw_cli_load (cli, file, &format, NULL);
  if (!model)
    return;
  Listing listing = { cli, model, format, json, rows, fact_paths, facts };
  g_autoptr (GArray) targets = mw_path_resolve (model, cli->args->len > 1 ? cli->args->pdata[1] : "", &error);
  if (!targets)
    mw_cli_fail (cli, file, error, MW_EXIT_USAGE);
  else if (json)
    mw_json_begin_array (json, "entries");
  for (guint i = 0; targets && i < targets->len; i++)
    list_target (&listing, &g_array_index (targets, MwTarget, i));
  if (targets && json) {
    mw_json_end_array (json);
    json_facts (json, &listing);
    mw_cli_object (cli, file, TRUE, json);
  }
  print_rows (cli, rows);
  if (!json)
    print_facts (cli, &listing);
  mw_model_free (model);
}

static const MwCliOption options[] = {
  { 0, "game", "NAME", "list the files of this game (see mwright games); the arguments are PATTERNs" },
};

const MwCliVerb mw_verb_ls = {
  .name = "ls",
  .arguments = "FILE [PATH] | ARCHIVE [PATTERN]",
  .summary = "list what is below a path, or the files in an archive",
  .about =
    "Lists what is below PATH (without PATH: in the model): path, type, and a value, count or title in short.\n"
    "Paths look like sequences[2], sequences[\"Walk\"].interval, bones[*].parent, geosets[0].vertices[10:20];\n"
    "sequences of M2 have an animation and a variation instead of a name: sequences[60/0], sequences[EmoteTalk/0].\n"
    "Below an event, batch or playable animation it also lists what the catalogues know about it (see mwright schema\n"
    "--markdown).\n"
    "Of an archive (.mpq, .w3m, .w3x, .w3n) it lists the files, or those whose names fit PATTERN (* is any text). A model in\n"
    "an archive is given as ARCHIVE:NAME, here and wherever mwright reads a model.\n",
  .examples =
    "ls footman.mdx\nls footman.mdx sequences\nls footman.mdx 'materials[0].layers[0]'\n"
    "ls bear.m2 'sequences[60/0]'\nls war3.mpq 'units/human/*.mdx'\nls war3.mpq:units/human/footman/footman.mdx",
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .most = 2,
  .run = run,
};
