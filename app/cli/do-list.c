/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/do-list.h"
#include "app/cli/field-json.h"
#include "app/cli/values.h"
#include "core/edit/operations/operations.h"

#include <math.h>
#include <string.h>

/* A placeholder for the value of a parameter: the choices ("parent|nearest"), or the type in capitals. Free with g_free(). */
static char *
values_of (const MwField *field)
{
  enum { MOST = 4 };
  if (!field->names || field->names->flags || field->names->n > MOST) {
    g_autofree char *type = mw_cli_type (field);
    return g_ascii_strup (type, -1);
  }
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < field->names->n; i++)
    g_string_append_printf (text, "%s%s", i ? "|" : "", field->names->names[i].name);
  return g_string_free (text, FALSE);
}

/* "duplicate PATH...", "rename PATH... name=TEXT", "rebuild-layout". */
static char *
usage_of (const MwOperation *operation)
{
  GString *text = g_string_new (operation->id);
  if (operation->subject != MW_SUBJECT_MODEL)
    g_string_append (text, " PATH...");
  for (guint i = 0; operation->params && i < mw_schema_n_fields (operation->params); i++) {
    const MwField *field = mw_schema_field_at (operation->params, i);
    g_autofree char *word = values_of (field);
    g_string_append_printf (text, mw_operation_requires (operation, field->name) ? " %s=%s" : " [%s=%s]", field->name,
                            word);
  }
  return g_string_free (text, FALSE);
}

static void
json_families (MwJson *json, const MwOperation *operation)
{
  g_autofree char *words = mw_cli_families (operation->families ? operation->families : G_MAXUINT);
  g_auto (GStrv) families = g_strsplit (words, " ", -1);
  mw_json_begin_array (json, "families");
  for (guint i = 0; families[i]; i++)
    mw_json_string (json, NULL, families[i]);
  mw_json_end_array (json);
}

static void
json_operation (MwJson *json, const MwOperation *operation)
{
  static const char *const subjects[] = { [MW_SUBJECT_ELEMENTS] = "elements",
                                          [MW_SUBJECT_SURFACES] = "surfaces",
                                          [MW_SUBJECT_KEYS] = "keys",
                                          [MW_SUBJECT_MODEL] = "model" };
  mw_json_begin_object (json, NULL);
  mw_json_string (json, "id", operation->id);
  mw_json_string (json, "label", operation->label);
  mw_json_string (json, "doc", operation->doc);
  mw_json_string (json, "domain", mw_domain_id (operation->domain));
  mw_json_string (json, "subject", subjects[operation->subject]);
  json_families (json, operation);
  mw_json_begin_array (json, "parameters");
  for (guint i = 0; operation->params && i < mw_schema_n_fields (operation->params); i++) {
    const MwField *field = mw_schema_field_at (operation->params, i);
    g_autofree char *type = mw_cli_type (field);
    mw_json_begin_object (json, NULL);
    mw_json_string (json, "name", field->name);
    mw_json_string (json, "type", type);
    mw_json_bool (json, "required", mw_operation_requires (operation, field->name));
    mw_json_string (json, "doc", field->doc);
    mw_cli_json_field_values (json, operation->params, field);
    mw_json_end_object (json);
  }
  mw_json_end_array (json);
  mw_json_end_object (json);
}

static void
list_domain (MwCli *cli, MwDomain domain)
{
  gboolean any = FALSE;
  for (const MwOperation *const *at = mw_operations_list (); *at; at++) {
    if ((*at)->domain != domain)
      continue;
    g_autofree char *usage = usage_of (*at);
    if (!any)
      mw_cli_print (cli, "%s\n", mw_domain_label (domain));
    mw_cli_print (cli, "  %-36s %s\n", usage, (*at)->label);
    any = TRUE;
  }
}

void
mw_cli_list_operations (MwCli *cli)
{
  g_autoptr (MwJson) json = cli->json ? mw_json_new () : NULL;
  if (json)
    mw_json_begin_array (json, "operations");
  for (const MwOperation *const *at = mw_operations_list (); json && *at; at++)
    json_operation (json, *at);
  for (guint domain = 0; !json && domain < MW_N_DOMAINS; domain++)
    list_domain (cli, domain);
  if (json) {
    mw_json_end_array (json);
    mw_cli_object (cli, NULL, TRUE, json);
  }
}

/* The kind of a parameter's value, for people who do not program. */
static const char *
kind_words (const MwField *field)
{
  switch (field->type) {
  case MW_TYPE_TEXT:
    return "text";
  case MW_TYPE_REF:
    return "an element, as in bones[2]";
  case MW_TYPE_ARRAY:
    return field->element == MW_TYPE_REF ? "elements, as in {bones[2], bones[5]}" : "a list, in braces";
  case MW_TYPE_F32:
    return field->count > 1 ? "numbers, in braces" : "number";
  default:
    return field->role == MW_ROLE_SWITCH ? "0 or 1" : field->count > 1 ? "whole numbers, in braces" : "whole number";
  }
}

static void
append_number (GString *text, double value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append (text, g_ascii_formatd (number, sizeof number,
                                          fabs (value) < 1e15 && value == floor (value) ? "%.0f" : "%.7g", value));
}

/* "number, 0.001 to 1000, ms; default 2": what a parameter can be. Words to type are put between `quote`. Free with g_free(). */
static char *
values_words (const MwOperation *operation, const MwField *field, const char *quote)
{
  GString *text = g_string_new (NULL);
  gboolean is_number = field->type != MW_TYPE_TEXT && field->type != MW_TYPE_REF && field->type != MW_TYPE_ARRAY
                       && field->count <= 1;
  const char *preset = NULL;
  for (guint i = 0; field->names && !field->names->flags && i < field->names->n; i++) {
    g_string_append_printf (text, "%s%s%s%s", i ? ", " : "", quote, field->names->names[i].name, quote);
    if (field->names->names[i].value == field->def)
      preset = field->names->names[i].name;
  }
  if (!text->len)
    g_string_append (text, kind_words (field));
  if (!field->names && field->max > field->min && field->role != MW_ROLE_SWITCH) {
    g_string_append (text, ", ");
    append_number (text, field->min);
    g_string_append (text, " to ");
    append_number (text, field->max);
  }
  if (field->unit && field->unit != MW_UNIT_FACTOR)
    g_string_append_printf (text, ", %s", mw_unit_name (field->unit));
  if (mw_operation_requires (operation, field->name))
    g_string_append (text, "; must be given");
  else if (preset)
    g_string_append_printf (text, "; default %s%s%s", quote, preset, quote);
  else if (is_number) {
    g_string_append (text, "; default ");
    append_number (text, field->def);
  }
  return g_string_free (text, FALSE);
}

void
mw_cli_help_on_operations (MwCli *cli)
{
  for (guint i = 0; i < cli->args->len; i++) {
    const char *word = cli->args->pdata[i];
    const MwOperation *operation = mw_operation_find (word);
    if (!operation) {
      g_autoptr (GPtrArray) ids = g_ptr_array_new ();
      for (const MwOperation *const *at = mw_operations_list (); *at; at++)
        g_ptr_array_add (ids, (gpointer) (*at)->id);
      g_ptr_array_add (ids, NULL);
      g_autofree char *nearest = mw_cli_nearest (word, (const char *const *) ids->pdata);
      mw_cli_usage (cli, "there is no operation \"%s\"%s (mwright do --list shows them)", word, nearest);
      return;
    }
    g_autofree char *usage = usage_of (operation);
    mw_cli_print (cli, "%s\n\n%s: %s\n", usage, operation->label, operation->doc ? operation->doc : "");
    if (operation->subject == MW_SUBJECT_SURFACES)
      mw_cli_print (cli, "  %-20s a batch of the surface, in any skin profile: skins[0].batches[2], as ls lists them\n",
                    "PATH");
    for (guint k = 0; operation->params && k < mw_schema_n_fields (operation->params); k++) {
      const MwField *field = mw_schema_field_at (operation->params, k);
      g_autofree char *values = values_words (operation, field, "");
      mw_cli_print (cli, "  %-20s %s (%s)\n", field->name,
                    field->doc     ? field->doc
                    : field->label ? field->label
                                   : "",
                    values);
    }
  }
}

/* --- Pages of help -------------------------------------------------------------------------------------------------- */

static void
page_operation (MwCli *cli, const MwOperation *operation)
{
  g_autofree char *usage = usage_of (operation),
                  *models = mw_cli_family_titles (operation->families ? operation->families : G_MAXUINT);
  guint n = operation->params ? mw_schema_n_fields (operation->params) : 0;
  mw_cli_print (cli, "\n## %s\n\n%s\n\n    %s\n\nFor %s.\n", operation->label, operation->doc ? operation->doc : "",
                usage, models);
  if (n)
    mw_cli_print (cli, "\n| parameter | | value | |\n|---|---|---|---|\n");
  for (guint i = 0; i < n; i++) {
    const MwField *field = mw_schema_field_at (operation->params, i);
    g_autofree char *values = values_words (operation, field, "`");
    mw_cli_print (cli, "| `%s` | %s | %s | %s |\n", field->name, field->label ? field->label : "", values,
                  field->doc ? field->doc : "");
  }
}

void
mw_cli_print_operations_page (MwCli *cli, const char *word)
{
  guint domain = 0;
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();
  for (; domain < MW_N_DOMAINS && strcmp (mw_domain_id (domain), word) != 0; domain++)
    g_ptr_array_add (ids, (gpointer) mw_domain_id (domain));
  if (domain == MW_N_DOMAINS) {
    g_ptr_array_add (ids, NULL);
    g_autofree char *known = g_strjoinv (", ", (char **) ids->pdata);
    mw_cli_usage (cli, "--page=%s: expected one of %s", word, known);
    return;
  }
  mw_cli_print (
    cli,
    "# %s\n\n%s\n\nThe command palette of the window (Ctrl+Shift+P) has all operations, and its menus have nearly all. The line\n"
    "below the text of an operation is the step for `mwright do -e`, and for a script.\n",
    mw_domain_label (domain), mw_domain_doc (domain));
  for (const MwOperation *const *at = mw_operations_list (); *at; at++)
    if ((*at)->domain == domain)
      page_operation (cli, *at);
}
