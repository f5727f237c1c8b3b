/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What mwright check --sarif writes has the structure that the specification of SARIF 2.1.0 demands: the members that objects must have,
 * those that they may have, and their types and values. The numbers are the sections of the specification. */
#include "tests/app/cli/run.h"
#include "tests/core/corpus.h"

#include <json-glib/json-glib.h>
#include <string.h>

typedef struct _Object Object;

typedef enum { TEXT, URI, WORD, BOOLEAN, INDEX, ONE, SOME, ANY } Type;

typedef struct {
  const char *name;
  Type type;
  gboolean required;
  const Object *object;     /* ONE: what it is; SOME: an array of them */
  const char *const *words; /* WORD: one of these */
} Member;

struct _Object {
  const char *name;
  Member members
    [10]; /* up to one without a name; no others are allowed, but those that mwright does not write are not listed */
};

static const char *const versions[] = { "2.1.0", NULL }, *const levels[] = { "none", "note", "warning", "error", NULL },
                         *const states[] = { "new", "unchanged", "updated", "absent", NULL },
                         *const kinds[] = { "inSource", "external", NULL };

static const Object properties = { "property bag (3.8)", { { "*", ANY, FALSE, NULL, NULL } } };
static const Object message = { "message (3.11)", { { "text", TEXT, TRUE, NULL, NULL } } };
static const Object artifact = { "artifactLocation (3.4)", { { "uri", URI, TRUE, NULL, NULL } } };
static const Object physical = { "physicalLocation (3.29)", { { "artifactLocation", ONE, TRUE, &artifact, NULL } } };
static const Object logical = { "logicalLocation (3.33)", { { "fullyQualifiedName", TEXT, FALSE, NULL, NULL } } };
static const Object location = { "location (3.28)",
                                 { { "physicalLocation", ONE, TRUE, &physical, NULL },
                                   { "logicalLocations", SOME, FALSE, &logical, NULL } } };
static const Object suppression = {
  "suppression (3.35)", { { "kind", WORD, TRUE, NULL, kinds }, { "justification", TEXT, FALSE, NULL, NULL } }
};
static const Object result = { "result (3.27)",
                               { { "ruleId", TEXT, TRUE, NULL, NULL },
                                 { "ruleIndex", INDEX, TRUE, NULL, NULL },
                                 { "level", WORD, FALSE, NULL, levels },
                                 { "message", ONE, TRUE, &message, NULL },
                                 { "locations", SOME, FALSE, &location, NULL },
                                 { "baselineState", WORD, FALSE, NULL, states },
                                 { "suppressions", SOME, FALSE, &suppression, NULL } } };
static const Object configuration = { "reportingConfiguration (3.50)", { { "level", WORD, FALSE, NULL, levels } } };
static const Object rule = { "reportingDescriptor (3.49)",
                             { { "id", TEXT, TRUE, NULL, NULL },
                               { "shortDescription", ONE, FALSE, &message, NULL },
                               { "fullDescription", ONE, FALSE, &message, NULL },
                               { "defaultConfiguration", ONE, FALSE, &configuration, NULL },
                               { "properties", ONE, FALSE, &properties, NULL } } };
static const Object driver = {
  "toolComponent (3.19)",
  { { "name", TEXT, TRUE, NULL, NULL }, { "version", TEXT, FALSE, NULL, NULL }, { "rules", SOME, FALSE, &rule, NULL } }
};
static const Object tool = { "tool (3.18)", { { "driver", ONE, TRUE, &driver, NULL } } };
static const Object notification = { "notification (3.58)",
                                     { { "message", ONE, TRUE, &message, NULL },
                                       { "level", WORD, FALSE, NULL, levels },
                                       { "locations", SOME, FALSE, &location, NULL } } };
static const Object invocation = { "invocation (3.20)",
                                   { { "executionSuccessful", BOOLEAN, TRUE, NULL, NULL },
                                     { "toolExecutionNotifications", SOME, FALSE, &notification, NULL } } };
static const Object run = { "run (3.14)",
                            { { "tool", ONE, TRUE, &tool, NULL },
                              { "invocations", SOME, FALSE, &invocation, NULL },
                              { "results", SOME, TRUE, &result, NULL } } };
static const Object whole = { "sarifLog (3.13)",
                              { { "$schema", URI, FALSE, NULL, NULL },
                                { "version", WORD, TRUE, NULL, versions },
                                { "runs", SOME, TRUE, &run, NULL } } };

/* --- The structure -------------------------------------------------------------------------------------------------- */

/* What is wrong is added to `wrong`. */
typedef struct {
  GString *wrong, *where;
  guint n_rules; /* of the run; 0: not known yet */
} Check;

static void G_GNUC_PRINTF (2, 3) complain (Check *check, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_string_append_printf (check->wrong, "\n%s: ", check->where->str);
  g_string_append_vprintf (check->wrong, format, args);
  va_end (args);
}

static gboolean
is_text (JsonNode *node)
{
  return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING;
}

/* RFC 3986: of ASCII only what a URI may have, and two digits after each %. */
static gboolean
is_uri (const char *text)
{
  for (; *text; text++) {
    if (*text == '%' ? !g_ascii_isxdigit (text[1]) || !g_ascii_isxdigit (text[2])
                     : !g_ascii_isalnum (*text) && !strchr ("-._~:/?#[]@!$&'()*+,;=", *text))
      return FALSE;
  }
  return TRUE;
}

static void check_object (Check *check, const Object *object, JsonNode *node);

static void
check_array (Check *check, const Member *member, JsonNode *node)
{
  if (!JSON_NODE_HOLDS_ARRAY (node)) {
    complain (check, "it is no array");
    return;
  }
  JsonArray *array = json_node_get_array (node);
  const gsize length = check->where->len;
  for (guint i = 0; i < json_array_get_length (array); i++) {
    g_string_append_printf (check->where, "[%u]", i);
    check_object (check, member->object, json_array_get_element (array, i));
    g_string_truncate (check->where, length);
  }
  if (member->object == &rule)
    check->n_rules = json_array_get_length (array);
}

static void
check_value (Check *check, const Member *member, JsonNode *node)
{
  const gboolean value = JSON_NODE_HOLDS_VALUE (node);
  switch (member->type) {
  case TEXT:
    if (!is_text (node) || !*json_node_get_string (node))
      complain (check, "it is no text");
    break;
  case URI:
    if (!is_text (node) || !is_uri (json_node_get_string (node)))
      complain (check, "it is no URI");
    break;
  case WORD:
    if (!is_text (node) || !g_strv_contains (member->words, json_node_get_string (node)))
      complain (check, "it is none of the words");
    break;
  case BOOLEAN:
    if (!value || json_node_get_value_type (node) != G_TYPE_BOOLEAN)
      complain (check, "it is no boolean");
    break;
  case INDEX:
    if (!value || json_node_get_value_type (node) != G_TYPE_INT64 || json_node_get_int (node) < 0
        || json_node_get_int (node) >= check->n_rules)
      complain (check, "it is no number of a rule");
    break;
  case ONE:
    check_object (check, member->object, node);
    break;
  case SOME:
    check_array (check, member, node);
    break;
  case ANY:
    break;
  }
}

static void
check_object (Check *check, const Object *object, JsonNode *node)
{
  if (!JSON_NODE_HOLDS_OBJECT (node)) {
    complain (check, "it is no %s", object->name);
    return;
  }
  JsonObject *found = json_node_get_object (node);
  g_autoptr (GList) names = json_object_get_members (found);
  const gsize length = check->where->len;
  guint n_known = 0;
  for (const Member *member = object->members; member->name; member++) {
    if (member->type == ANY)
      return;
    if (!json_object_has_member (found, member->name)) {
      if (member->required)
        complain (check, "a %s must have %s", object->name, member->name);
      continue;
    }
    n_known++;
    g_string_append_printf (check->where, ".%s", member->name);
    check_value (check, member, json_object_get_member (found, member->name));
    g_string_truncate (check->where, length);
  }
  if (n_known != g_list_length (names))
    for (const GList *at = names; at; at = at->next) {
      const Member *member = object->members;
      while (member->name && strcmp (member->name, at->data) != 0)
        member++;
      if (!member->name)
        complain (check, "a %s has no %s", object->name, (const char *) at->data);
    }
}

/* What is wrong with a document. Free with g_free(). */
static char *
wrong_with (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GString) where = g_string_new ("");
  Check check = { g_string_new (NULL), where, 0 };
  if (!json_parser_load_from_data (parser, text, -1, &error))
    complain (&check, "%s", error->message);
  else
    check_object (&check, &whole, json_parser_get_root (parser));
  return g_string_free (check.wrong, FALSE);
}

/* --- What mwright writes -------------------------------------------------------------------------------------------- */

/* The name of the event object is Latin-1, and of no kind that the game knows. */
static const char latin[] = "Version { FormatVersion 800 }\nModel \"Latin\" { BlendTime 150, }\n"
                            "Bone \"A\" { ObjectId 0, Parent 1, }\nBone \"B\" { ObjectId 1, Parent 0, }\n"
                            "EventObject \"F\xfc\xdf"
                            "e\" { ObjectId 2, EventTrack 1 { 5, } }\n"
                            "PivotPoints 3 { { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 }, }\n";

static void
written (void)
{
  g_autofree char *folder = make_folder (), *deep = g_build_filename (folder, "models", "a b", NULL);
  g_assert_cmpint (g_mkdir_with_parents (deep, 0755), ==, 0);
  write_in (folder, "models/a b/100%.mdl", latin);
  write_in (folder, "models/broken.mdx", "MDLX and nothing else");
  write_in (folder, "models/.mwcheck", "wc3-sequence-missing # \xfc\nsequences-none # it never moves\n");
  g_auto (Run) old = run_words (folder, "check", "--json", "models/a b/100%.mdl", "--only=node-cycle", NULL);
  write_in (folder, "base.json", old.out);
  g_auto (Run) plain = run_words (folder, "check", "--sarif", "models", NULL),
               compared = run_words (folder, "check", "--sarif", "models", "--baseline=base.json", NULL),
               nothing = run_words (folder, "check", "--sarif", "models/a b", "--only=text-full", NULL);
  const Run *const runs[] = { &plain, &compared, &nothing };
  for (guint i = 0; i < G_N_ELEMENTS (runs); i++) {
    g_autofree char *wrong = wrong_with (runs[i]->out);
    g_assert_cmpstr (wrong, ==, "");
  }
  g_assert_nonnull (strstr (plain.out, "wc3-event-name"));
  g_assert_nonnull (strstr (plain.out, "F\xef\xbf\xbd\xef\xbf\xbd"
                                       "e"));
  g_assert_nonnull (strstr (plain.out, "\"suppressions\""));
  /* The broken file has no results, but it is named. */
  const char *told = strstr (plain.out,
                             "\"executionSuccessful\": false, \"toolExecutionNotifications\": [{\"level\": \"error\"");
  g_assert_nonnull (told);
  g_assert_nonnull (strstr (told, "{\"uri\": \"models/broken.mdx\"}"));
  g_assert_nonnull (strstr (nothing.out, "\"executionSuccessful\": true, \"toolExecutionNotifications\": []"));
  g_assert_nonnull (strstr (plain.out, "models/a%20b/100%25.mdl"));
  /* The levels are those of the severities: an error, what is severe, and the rest. */
  g_assert_nonnull (strstr (plain.out, "{\"ruleId\": \"node-cycle\""));
  g_assert_nonnull (strstr (plain.out, "\"level\": \"warning\"}, \"properties\": {\"severity\": \"severe\""));
  g_assert_nonnull (strstr (plain.out, "\"level\": \"note\"}, \"properties\": {\"severity\": \"warning\""));
  g_assert_nonnull (strstr (plain.out, "\"level\": \"note\"}, \"properties\": {\"severity\": \"unused\""));
  g_assert_nonnull (strstr (plain.out, "\"level\": \"error\"}, \"properties\": {\"severity\": \"error\""));
  /* Only what the baseline has is unchanged. */
  const char *cycle = strstr (compared.out, "{\"ruleId\": \"node-cycle\""),
             *none = strstr (compared.out, "{\"ruleId\": \"wc3-event-name\"");
  g_assert_true (cycle && none);
  g_assert_true (g_str_has_prefix (strstr (cycle, "\"baselineState\""), "\"baselineState\": \"unchanged\""));
  g_assert_true (g_str_has_prefix (strstr (none, "\"baselineState\""), "\"baselineState\": \"new\""));
  remove_folder (folder);
}

/* That the check of this test can fail. */
static void
refused (void)
{
#define RULES "{\"tool\": {\"driver\": {\"name\": \"x\", \"rules\": [{\"id\": \"r\"}]}}, \"results\": ["
#define LOG(text) "{\"version\": \"2.1.0\", \"runs\": [" text "]}"
#define AT "\"ruleId\": \"r\", \"ruleIndex\": 0, \"message\": {\"text\": \"t\"}"
  static const struct {
    const char *text, *wrong;
  } cases[] = {
    { LOG (RULES "{" AT "}]}"), "" },
    { "[]", "\n: it is no sarifLog (3.13)" },
    { "{\"version\": \"2.0.0\", \"runs\": []}", "\n.version: it is none of the words" },
    { "{\"runs\": []}", "\n: a sarifLog (3.13) must have version" },
    { LOG ("{\"results\": []}"), "\n.runs[0]: a run (3.14) must have tool" },
    { LOG (RULES "{" AT ", \"level\": \"bad\"}]}"), "\n.runs[0].results[0].level: it is none of the words" },
    { LOG (RULES "{" AT ", \"text.base64\": \"\"}]}"), "\n.runs[0].results[0]: a result (3.27) has no text.base64" },
    { LOG (RULES "{\"ruleId\": \"r\", \"ruleIndex\": 1, \"message\": {\"text\": \"\"}}]}"),
      "\n.runs[0].results[0].ruleIndex: it is no number of a rule\n.runs[0].results[0].message.text: it is no text" },
    { LOG (RULES "{" AT ", \"locations\": {}}]}"), "\n.runs[0].results[0].locations: it is no array" },
    { LOG (RULES "{" AT ", \"locations\": [{\"physicalLocation\": {\"artifactLocation\": {\"uri\": \"a b\"}}}]}]}"),
      "\n.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri: it is no URI" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *wrong = wrong_with (cases[i].text);
    g_assert_cmpstr (wrong, ==, cases[i].wrong);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/check-sarif/what is written has the structure of SARIF 2.1.0", written);
  g_test_add_func ("/cli/check-sarif/another structure is noticed", refused);
  return g_test_run ();
}
