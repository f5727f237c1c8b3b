/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"
#include "app/cli/values.h"
#include "core/edit/document.h"

#include <string.h>

typedef struct {
  MwCli *cli;
  MwDocument *document;
  const MwModel *model;
  MwFormat format;
  MwJson *json;
} Setting;

/* Splits "PATH=VALUE" or "PATH = VALUE" at the first = outside an index. FALSE: there is none. Free *path with g_free();
 * *value points into `assignment`. */
static gboolean
split (const char *assignment, char **path, const char **value)
{
  gboolean quoted = FALSE, index = FALSE;
  const char *at = assignment;
  for (; *at; at++) {
    if (index && *at == '"')
      quoted = !quoted;
    else if (!quoted && *at == '[')
      index = TRUE;
    else if (!quoted && *at == ']')
      index = FALSE;
    else if (!quoted && !index && *at == '=')
      break;
  }
  if (*at != '=')
    return FALSE;
  const char *end = at;
  while (end > assignment && end[-1] == ' ')
    end--;
  *path = g_strndup (assignment, (gsize) (end - assignment));
  *value = at + 1;
  /* A blank after the = is dropped only if there is one before it too; else it belongs to the value. */
  if (end < at && **value == ' ')
    ++*value;
  return TRUE;
}

/* Whether the target cannot be changed (the version, the number of records of a list). Setting it to the value it has is
 * allowed, so that `set` accepts everything that `get` prints. */
static gboolean
is_fixed (const MwTarget *target)
{
  const MwField *field = target->field;
  return field && (field->read_only || field->type == MW_TYPE_LIST || field->type == MW_TYPE_CHILD);
}

static gboolean
set_target (Setting *s, const MwTarget *target, const char *value, GError **error)
{
  g_autofree char *before = mw_value_print (s->model, target);
  if (is_fixed (target) && strcmp (before, value) == 0)
    return TRUE;
  /* The path is taken before the change, which may change the number of elements. */
  g_autofree char *path = mw_target_path (target);
  if (target->kind) {
    mw_set_error (error, MW_ERROR_VALUE, -1, path, "has records, not a value");
    return FALSE;
  }
  g_autoptr (MwJson) change = s->json ? mw_json_new () : NULL;
  if (change) {
    mw_json_string (change, "path", path);
    mw_cli_json_value (change, "old", s->model, target);
  }
  if (!mw_document_set_text (s->document, target, value, strlen (value), error))
    return FALSE;
  MwTarget now = target->whole && target->field ? mw_cli_whole (target->record, target->field) : *target;
  g_autofree char *after = mw_value_print (s->model, &now);
  if (strcmp (before, after) == 0)
    return TRUE;
  if (change) {
    mw_cli_json_value (change, "new", s->model, &now);
    mw_json_object (s->json, NULL, change);
  } else if (s->cli->verbose) {
    mw_cli_print (s->cli, "%s: ", path);
    mw_cli_write (s->cli, before, strlen (before));
    mw_cli_write (s->cli, " -> ", 4);
    mw_cli_write (s->cli, after, strlen (after));
    mw_cli_write (s->cli, "\n", 1);
  }
  return TRUE;
}

static gboolean
set_assignment (Setting *s, const char *assignment, GError **error)
{
  g_autofree char *path = NULL;
  const char *value;
  if (!split (assignment, &path, &value)) {
    mw_set_error (error, MW_ERROR_USAGE, -1, NULL, "\"%.80s\": expected PATH=VALUE", assignment);
    return FALSE;
  }
  g_autoptr (GArray) targets = mw_cli_resolve (s->model, s->format, path, error);
  if (!targets)
    return FALSE;
  for (guint i = 0; i < targets->len; i++)
    if (!set_target (s, &g_array_index (targets, MwTarget, i), value, error))
      return FALSE;
  return TRUE;
}

/* Whether the value begins with a quote and does not end with one, that is, whether a line break split it. */
static gboolean
is_cut (const char *assignment)
{
  g_autofree char *path = NULL;
  const char *value;
  if (!split (assignment, &path, &value) || *value != '"')
    return FALSE;
  gsize length = strlen (value);
  return length < 2 || value[length - 1] != '"';
}

/* Sets values from lines as `get` prints them, one value per line. */
static gboolean
set_lines (Setting *s, const char *file, GError **error)
{
  g_autoptr (GBytes) bytes = mw_cli_bytes (file, error);
  gsize size;
  if (!bytes)
    return FALSE;
  const char *data = g_bytes_get_data (bytes, &size), *at = data, *end = data + size;
  for (guint number = 1; at < end; number++) {
    const char *line = at, *feed = memchr (at, '\n', (gsize) (end - at)), *stop = feed ? feed : end;
    gsize length = (gsize) (stop - line);
    at = feed ? feed + 1 : end;
    if (length > 0 && line[length - 1] == '\r')
      length--;
    g_autofree char *assignment = g_strndup (line, length);
    g_autoptr (GError) why = NULL;
    if (is_cut (assignment))
      mw_set_error (&why, MW_ERROR_USAGE, -1, NULL, "the text begins with a quote but does not end with one");
    else if (length)
      set_assignment (s, assignment, &why);
    if (why) {
      g_autofree char *reason = mw_error_describe (why, NULL);
      mw_set_error_at_line (error, (MwErrorCode) why->code, number, 1, "line %u of %s: %s", number, file, reason);
      return FALSE;
    }
  }
  return TRUE;
}

static gboolean
set_all (Setting *s, GError **error)
{
  g_autoptr (GPtrArray) from = mw_cli_options (s->cli, "from");
  for (guint i = 0; i < from->len; i++)
    if (!set_lines (s, from->pdata[i], error))
      return FALSE;
  for (guint i = 1; i < s->cli->args->len; i++)
    if (!set_assignment (s, s->cli->args->pdata[i], error))
      return FALSE;
  return TRUE;
}

/* An error of the disk (the file of --from) is an input error; everything else is the command line's. */
static MwExit
code_of (const GError *error)
{
  return g_error_matches (error, MW_ERROR, MW_ERROR_IO) ? MW_EXIT_INPUT : MW_EXIT_USAGE;
}

static void
run (MwCli *cli)
{
  const char *file = cli->args->pdata[0];
  g_autoptr (GError) error = NULL;
  g_autoptr (MwJson) json = cli->json ? mw_json_new () : NULL;
  if (!mw_cli_check_output (cli))
    return;
  if (cli->args->len < 2 && !mw_cli_has (cli, "from")) {
    mw_cli_usage (cli, "nothing to set: give PATH=VALUE, or --from=LIST");
    return;
  }
  /* With -o - standard output is the model, so nothing else is printed there. */
  gboolean to_stdout = mw_cli_has (cli, "output") && strcmp (mw_cli_option (cli, "output"), "-") == 0;
  g_autoptr (MwDocument) document = mw_cli_open (cli, file);
  if (!document)
    return;
  Setting s = { cli, document, mw_document_get_model (document), mw_document_get_format (document), json };
  cli->verbose &= !to_stdout;
  if (json)
    mw_json_begin_array (json, "changes");
  mw_document_begin (document, "Set values");
  if (!set_all (&s, &error)) {
    mw_document_cancel (document);
    mw_cli_fail (cli, file, error, code_of (error));
    return;
  }
  mw_document_commit (document);
  const char *const *notices = mw_document_get_notices (document);
  for (guint i = 0; notices && notices[i] && !cli->quiet; i++)
    mw_cli_say (cli, "%s: %s", file, notices[i]);
  if (!mw_cli_save (cli, file, NULL, document) || !json)
    return;
  mw_json_end_array (json);
  mw_json_begin_array (json, "notices");
  for (guint i = 0; notices && notices[i]; i++)
    mw_json_string (json, NULL, notices[i]);
  mw_json_end_array (json);
  mw_json_string (json, "output", mw_cli_has (cli, "output") ? mw_cli_option (cli, "output") : file);
  mw_cli_json_left (cli, json);
  mw_cli_object (cli, file, TRUE, json);
}

static const MwCliOption options[] = {
  { 'o', "output", "OUT", "write the changed model there (- is standard output)" },
  { 'i', "in-place", NULL, "change the file itself" },
  { 0, "backup", "SUFFIX", "with -i: keep each old file as NAMESUFFIX (NAME.bak), overwriting older backups", ".bak" },
  { 0, "remove-left-files", NULL, "with -i: after the save, remove companions that the model no longer refers to" },
  { 0, "from", "LIST", "take lines \"PATH = VALUE\", as get prints them, from a file (- is standard input)" },
};

const MwCliVerb mw_verb_set = {
  .name = "set",
  .arguments = "FILE PATH=VALUE... (-o OUT | -i [--backup[=SUFFIX]])",
  .summary = "change values",
  .about =
    "Sets the values that each PATH names, all of them or none, and saves. VALUE is what get prints: 0.5, -0, nan,\n"
    "{0, 0, 1}, \"Stand - 2\", Blend, materials[2], none. A path with * sets everything that it matches. -v prints\n"
    "what changed.\n"
    "A text with control bytes is printed and accepted as base64(...); in quotes everything is literal. In a list\n"
    "each value is one line, and a text that begins with a quote must end with one.\n"
    "An interpolation without tangents (Linear or DontInterp after Hermite or Bezier) drops the tangents, with a\n"
    "notice. Changing it back adds tangents of zero, not the old ones.\n"
    "Before a file is replaced, the new bytes are read back and compared. It is replaced completely or not at all,\n"
    "and so are the files of an M2 model: -o writes all of them to the folder of OUT; -i and --backup replace those\n"
    "that change.\n"
    "When a sequence or a profile was removed, its .anim or .skin stays beside the model. --remove-left-files removes\n"
    "these files after the save (with --backup it renames them). It removes only files that the model referred to\n"
    "when it was read, and none that another program has changed.\n"
    "If another program has changed the file since it was read, -i writes nothing and reports it (exit code 4). So\n"
    "does the second of two programs that change it at the same time. -f replaces the file anyway.\n"
    "Errors and severe findings of check that this change causes, such as a number beyond what clients know, are\n"
    "reported on standard error. The file is written nevertheless.\n"
    "Bytes of values that did not change stay the same. If a path or value is invalid, nothing is written (exit code\n"
    "2).\n",
  .examples = "set footman.mdx 'sequences[Walk].move_speed=270' -o faster.mdx\n"
              "set footman.mdx 'materials[*].layers[*].flags.two_sided=1' -i --backup=.bak\n"
              "set footman.mdx --from=footman.txt -o again.mdx\n"
              "set bear.m2 'sequences[Walk/0].move_speed=2.5' -i",
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .least = 1,
  .writes = TRUE,
  .run = run,
};
