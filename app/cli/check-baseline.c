/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/check-baseline.h"

#include <json-glib/json-glib.h>
#include <string.h>

struct _MwCliBaseline {
  GHashTable *findings; /* set of keys (key_of()) */
};

/* Free with g_free(). */
static char *
key_of (const char *file, const char *rule, const char *path)
{
  g_autofree char *place = g_canonicalize_filename (file, NULL);
  return g_strdup_printf ("%s\n%s\n%s", place, rule, path);
}

/* A member that is text; NULL: it is something else, or not there. */
static const char *
text_of (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);
  return node && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING
           ? json_node_get_string (node)
           : NULL;
}

static gboolean
add_finding (MwCliBaseline *self, const char *file, JsonNode *node)
{
  JsonObject *finding = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  const char *rule = finding ? text_of (finding, "rule") : NULL, *path = finding ? text_of (finding, "path") : NULL;
  if (!rule || !path)
    return FALSE;
  g_hash_table_add (self->findings, key_of (file, rule, path));
  return TRUE;
}

/* A file that could not be read then has an error, and no findings. FALSE: it is not an object of check. */
static gboolean
add_file (MwCliBaseline *self, JsonNode *node)
{
  JsonObject *object = node && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  if (!object || g_strcmp0 (text_of (object, "schema"), "mwright.check/1") != 0)
    return FALSE;
  JsonNode *list = json_object_get_member (object, "findings");
  const char *file = text_of (object, "file");
  if (!list)
    return json_object_has_member (object, "error");
  if (!file || !JSON_NODE_HOLDS_ARRAY (list))
    return FALSE;
  JsonArray *findings = json_node_get_array (list);
  for (guint i = 0; i < json_array_get_length (findings); i++)
    if (!add_finding (self, file, json_array_get_element (findings, i)))
      return FALSE;
  return TRUE;
}

static gboolean
add_line (MwCliBaseline *self, const char *line, gsize length, guint number, GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autofree char *text = g_strndup (line, length);
  if (!*g_strstrip (text))
    return TRUE;
  if (json_parser_load_from_data (parser, text, -1, NULL) && add_file (self, json_parser_get_root (parser)))
    return TRUE;
  mw_set_error_at_line (error, MW_ERROR_CORRUPT, number, 1, "not a line that mwright check --json writes");
  return FALSE;
}

MwCliBaseline *
mw_cli_baseline_read (MwCli *cli, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = mw_cli_bytes (path, &error);
  g_autoptr (MwCliBaseline) self = g_new0 (MwCliBaseline, 1);
  self->findings = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gsize size = 0;
  const char *at = bytes ? g_bytes_get_data (bytes, &size) : NULL, *end = at ? at + size : NULL;
  for (guint number = 1; at < end && !error; number++) {
    const char *feed = memchr (at, '\n', (gsize) (end - at)), *stop = feed ? feed : end;
    add_line (self, at, (gsize) (stop - at), number, &error);
    at = feed ? feed + 1 : end;
  }
  if (!error)
    return g_steal_pointer (&self);
  mw_cli_fail_in_text (cli, path, error, NULL, MW_EXIT_INPUT);
  return NULL;
}

void
mw_cli_baseline_free (MwCliBaseline *self)
{
  g_hash_table_unref (self->findings);
  g_free (self);
}

gboolean
mw_cli_baseline_has (const MwCliBaseline *self, const char *file, const MwFinding *finding)
{
  g_autofree char *path = mw_target_path (&finding->target), *key = key_of (file, finding->rule->id, path);
  return g_hash_table_contains (self->findings, key);
}
