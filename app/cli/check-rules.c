/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/check-rules.h"
#include "app/cli/values.h"
#include "core/check/fix.h"

#include <string.h>

const MwRule *
mw_cli_find_rule (MwCli *cli, const char *option, const char *id)
{
  const MwRule *rule = mw_rule (id);
  if (rule)
    return rule;
  guint n;
  const MwRule *rules = mw_rules (&n);
  g_autofree const char **ids = g_new0 (const char *, n + 1);
  for (guint i = 0; i < n; i++)
    ids[i] = rules[i].id;
  g_autofree char *nearest = mw_cli_nearest (id, ids);
  mw_cli_usage (cli, "--%s: there is no rule \"%s\"%s (mwright check --rules lists them)", option, id, nearest);
  return NULL;
}

/* --- The page ------------------------------------------------------------------------------------------------------- */

/* " from version 264 on (wow-3.3.5, wow-4.3.4)", with the clients that read one of these versions; "" for a rule about all versions. Free
 * with g_free(). */
static char *
versions_of (const MwRule *rule)
{
  if (rule->first == 0 && rule->last == G_MAXUINT)
    return g_strdup ("");
  g_autofree char *clients = mw_target_clients_text (rule->families, rule->first, rule->last),
                  *versions = rule->first == 0 ? g_strdup_printf ("up to version %u", rule->last)
                              : rule->last == G_MAXUINT
                                ? g_strdup_printf ("from version %u on", rule->first)
                                : g_strdup_printf ("of versions %u to %u", rule->first, rule->last);
  return g_strdup_printf (", %s (%s)", versions, clients);
}

/* Free with g_free(). */
static char *
models_of (const MwRule *rule)
{
  return (unsigned) rule->families == G_MAXUINT ? g_strdup ("all models") : mw_cli_family_titles (rule->families);
}

static void
print_rule (MwCli *cli, const MwRule *rule, const char *marks)
{
  g_autofree char *models = models_of (rule), *versions = versions_of (rule);
  mw_cli_print (cli, "%s %s\n\n%s\n\n", marks, rule->id, rule->text);
  mw_cli_print (cli, "- Severity: %s\n- If you ignore it: %s\n- About: %s%s\n- Known from: %s\n- Fix: %s\n",
                mw_severity_name (rule->severity), rule->effect, models, versions, rule->source,
                mw_rule_has_fix (rule) ? "yes" : "by hand");
}

static void
print_page (MwCli *cli)
{
  guint n;
  const MwRule *rules = mw_rules (&n);
  mw_cli_print (
    cli,
    "# Rules of the checker\n\n"
    "This page lists what `mwright check` and the page Problems ([checking](checking.md)) look for. Each rule says what follows if\n"
    "you ignore it, and how that is known: a section of the format references in `docs/formats` of the source (`m2.md 14`), or\n"
    "another program that reports the same. \"Fix: yes\" means that **Fix** and `mwright check --fix` can repair it.\n");
  for (guint i = 0; i < n; i++) {
    if (i == 0 || rules[i].families != rules[i - 1].families) {
      g_autofree char *models = models_of (&rules[i]);
      mw_cli_print (cli, "\n## %c%s\n", g_ascii_toupper (*models), models + 1);
    }
    mw_cli_print (cli, "\n");
    print_rule (cli, &rules[i], "###");
  }
}

void
mw_cli_explain_rule (MwCli *cli, const char *id)
{
  const MwRule *rule = mw_cli_find_rule (cli, "explain", id);
  if (rule)
    print_rule (cli, rule, "#");
}

/* --- The list ------------------------------------------------------------------------------------------------------- */

static void
json_rule (MwJson *json, const MwRule *rule)
{
  g_autofree char *families = mw_cli_families (rule->families);
  mw_json_begin_object (json, NULL);
  mw_json_string (json, "id", rule->id);
  mw_json_string (json, "severity", mw_severity_name (rule->severity));
  mw_json_string (json, "text", rule->text);
  mw_json_string (json, "effect", rule->effect);
  mw_json_string (json, "source", rule->source);
  mw_json_string (json, "families", families);
  if (rule->first)
    mw_json_uint (json, "first_version", rule->first);
  if (rule->last != G_MAXUINT)
    mw_json_uint (json, "last_version", rule->last);
  mw_json_bool (json, "has_fix", mw_rule_has_fix (rule));
  mw_json_end_object (json);
}

static void
print_json (MwCli *cli)
{
  guint n;
  const MwRule *rules = mw_rules (&n);
  g_autoptr (MwJson) json = mw_json_new ();
  mw_json_begin_array (json, "rules");
  for (guint i = 0; i < n; i++)
    json_rule (json, &rules[i]);
  mw_json_end_array (json);
  mw_cli_object (cli, NULL, TRUE, json);
}

static void
print_list (MwCli *cli)
{
  guint n;
  const MwRule *rules = mw_rules (&n);
  for (guint i = 0; i < n; i++)
    mw_cli_print (cli, "%-22s %-8s %s%s\n", rules[i].id, mw_severity_name (rules[i].severity), rules[i].text,
                  mw_rule_has_fix (&rules[i]) ? " (fix)" : "");
}

void
mw_cli_print_rules (MwCli *cli, gboolean markdown)
{
  if (markdown)
    print_page (cli);
  else if (cli->json)
    print_json (cli);
  else
    print_list (cli);
}
