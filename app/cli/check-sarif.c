/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/check-sarif.h"

#include <string.h>

/* SARIF has three levels, and "none". A model with an error is refused; what is severe can be looked at. */
static const char *
level_of (const MwRule *rule)
{
  static const char *const levels[] = { "error", "warning", "note", "note" };
  return levels[rule->severity];
}

/* Escapes what a URI cannot hold. A relative name stays relative. */
static char *
uri_of (const char *file)
{
  g_autofree char *uri = g_path_is_absolute (file) ? g_filename_to_uri (file, NULL, NULL) : NULL;
  return uri ? g_steal_pointer (&uri) : g_uri_escape_string (file, "/", FALSE);
}

/* Names in models need not be UTF-8. SARIF allows no member for the bytes beside a text. */
static void
add_text (MwJson *json, const char *key, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  mw_json_string (json, key, valid);
}

static void
add_message (MwJson *json, const char *key, const char *text)
{
  mw_json_begin_object (json, key);
  add_text (json, "text", text);
  mw_json_end_object (json);
}

/* `finding` may be NULL: in no place of the file. */
static void
add_location (MwJson *json, const char *file, const MwFinding *finding)
{
  g_autofree char *uri = uri_of (file), *path = finding ? mw_target_path (&finding->target) : g_strdup ("");
  mw_json_begin_array (json, "locations");
  mw_json_begin_object (json, NULL);
  mw_json_begin_object (json, "physicalLocation");
  mw_json_begin_object (json, "artifactLocation");
  mw_json_string (json, "uri", uri);
  mw_json_end_object (json);
  mw_json_end_object (json);
  if (*path) {
    mw_json_begin_array (json, "logicalLocations");
    mw_json_begin_object (json, NULL);
    mw_json_string (json, "fullyQualifiedName", path);
    mw_json_end_object (json);
    mw_json_end_array (json);
  }
  mw_json_end_object (json);
  mw_json_end_array (json);
}

static void
add_result (MwJson *json, const char *file, const MwCliJudged *judged, gboolean baseline)
{
  guint n;
  const MwFinding *finding = judged->finding;
  const MwRule *rule = finding->rule;
  g_autofree char *text = g_strdup_printf ("%s %s", rule->text, finding->message);
  mw_json_begin_object (json, NULL);
  mw_json_string (json, "ruleId", rule->id);
  mw_json_uint (json, "ruleIndex", (guint64) (rule - mw_rules (&n)));
  mw_json_string (json, "level", level_of (rule));
  add_message (json, "message", text);
  add_location (json, file, finding);
  if (baseline)
    mw_json_string (json, "baselineState", judged->standing == MW_CLI_IN_BASELINE ? "unchanged" : "new");
  if (judged->standing == MW_CLI_SWITCHED_OFF) {
    mw_json_begin_array (json, "suppressions");
    mw_json_begin_object (json, NULL);
    mw_json_string (json, "kind", "external");
    add_text (json, "justification", judged->reason);
    mw_json_end_object (json);
    mw_json_end_array (json);
  }
  mw_json_end_object (json);
}

char *
mw_cli_sarif_results (const char *file, const GPtrArray *judged, gboolean baseline)
{
  g_autoptr (MwJson) json = mw_json_new ();
  for (guint i = 0; i < judged->len; i++)
    add_result (json, file, judged->pdata[i], baseline);
  return g_strdup (mw_json_text (json));
}

static void
add_rule (MwJson *json, const MwRule *rule)
{
  mw_json_begin_object (json, NULL);
  mw_json_string (json, "id", rule->id);
  add_message (json, "shortDescription", rule->text);
  add_message (json, "fullDescription", rule->effect);
  mw_json_begin_object (json, "defaultConfiguration");
  mw_json_string (json, "level", level_of (rule));
  mw_json_end_object (json);
  mw_json_begin_object (json, "properties");
  mw_json_string (json, "severity", mw_severity_name (rule->severity));
  mw_json_string (json, "source", rule->source);
  mw_json_end_object (json);
  mw_json_end_object (json);
}

/* The run of the program. A file that cannot be read breaks no rule, so it has no result; without a notification, who looks at the
 * results would take it for sound. */
static char *
invocation_of (const GPtrArray *files, const GPtrArray *results)
{
  g_autoptr (MwJson) json = mw_json_new ();
  gboolean all_read = TRUE;
  for (guint i = 0; i < results->len; i++)
    all_read &= results->pdata[i] != NULL;
  mw_json_bool (json, "executionSuccessful", all_read);
  mw_json_begin_array (json, "toolExecutionNotifications");
  for (guint i = 0; i < results->len; i++) {
    if (results->pdata[i])
      continue;
    mw_json_begin_object (json, NULL);
    mw_json_string (json, "level", "error");
    add_message (json, "message", "The file cannot be read, and is not checked. Standard error says why.");
    add_location (json, files->pdata[i], NULL);
    mw_json_end_object (json);
  }
  mw_json_end_array (json);
  return g_strdup (mw_json_text (json));
}

void
mw_cli_print_sarif (MwCli *cli, const GPtrArray *files, const GPtrArray *results)
{
  guint n;
  const MwRule *rules = mw_rules (&n);
  g_autoptr (MwJson) tool = mw_json_new ();
  gboolean comma = FALSE;
  g_autofree char *invocation = invocation_of (files, results);
  mw_json_begin_object (tool, "driver");
  mw_json_string (tool, "name", "mwright");
  mw_json_string (tool, "version", MW_VERSION);
  mw_json_begin_array (tool, "rules");
  for (guint i = 0; i < n; i++)
    add_rule (tool, &rules[i]);
  mw_json_end_array (tool);
  mw_json_end_object (tool);
  mw_cli_print (
    cli,
    "{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\", \"version\": \"2.1.0\", \"runs\": [{\"tool\": {");
  mw_cli_write (cli, mw_json_text (tool), strlen (mw_json_text (tool)));
  mw_cli_print (cli, "}, \"invocations\": [{");
  mw_cli_write (cli, invocation, strlen (invocation));
  mw_cli_print (cli, "}], \"results\": [");
  for (guint i = 0; i < results->len; i++) {
    const char *text = results->pdata[i];
    if (!text || !*text)
      continue;
    mw_cli_print (cli, "%s\n", comma ? "," : "");
    mw_cli_write (cli, text, strlen (text));
    comma = TRUE;
  }
  mw_cli_print (cli, "]}]}\n");
}
