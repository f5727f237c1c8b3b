/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/many.h"
#include "app/cli/threads.h"
#include "app/cli/values.h"
#include "core/edit/document.h"

#include <string.h>

typedef struct {
  MwCli *cli;
  MwDocument *document;
  const MwModel *model;
  MwFormat format;
  MwJson *json;
  /* With many files: messages (char *) about paths that match nothing in this one. NULL: there is one file, and they are
   * errors. */
  GPtrArray *idle;
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
  /* The path is computed before the change, which may change the number of elements. */
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
  g_autoptr (GError) why = NULL;
  g_autoptr (GArray) targets = mw_cli_resolve (s->model, s->format, path, &why);
  if (s->idle && g_error_matches (why, MW_ERROR, MW_ERROR_NOTHING)) {
    g_ptr_array_add (s->idle, g_strdup_printf ("%s: %s", path, why->message));
    return TRUE;
  }
  if (!targets) {
    g_propagate_error (error, g_steal_pointer (&why));
    return FALSE;
  }
  for (guint i = 0; i < targets->len; i++)
    if (!set_target (s, &g_array_index (targets, MwTarget, i), value, error))
      return FALSE;
  return TRUE;
}

/* Whether a line break split the value: it begins with a quote and does not end with one. */
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

/* What is set in each file. */
typedef struct {
  /* MwCliText: those of --from. NULL: there is one model, and they are read after it, so that a change of its file in the
   * meantime is noticed. */
  GArray *lists;
  GPtrArray *given; /* char *: PATH=VALUE, which are set after the lists */
  gboolean many;    /* in many files */
} Assignments;

/* Sets values from lines as `get` prints them, one value per line. */
static gboolean
set_lines (Setting *s, const MwCliText *list, GError **error)
{
  gsize size;
  const char *data = g_bytes_get_data (list->bytes, &size), *at = data, *end = data + size;
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
      mw_set_error_at_line (error, (MwErrorCode) why->code, number, 1, "line %u of %s: %s", number, list->name, reason);
      return FALSE;
    }
  }
  return TRUE;
}

static gboolean
set_all (Setting *s, const Assignments *all, GError **error)
{
  for (guint i = 0; i < all->lists->len; i++)
    if (!set_lines (s, &g_array_index (all->lists, MwCliText, i), error))
      return FALSE;
  for (guint i = 0; i < all->given->len; i++)
    if (!set_assignment (s, all->given->pdata[i], error))
      return FALSE;
  return TRUE;
}

/* An MwCliFileFunc: sets the values in one file. */
static gboolean
set_in_file (MwCli *cli, const char *file, const char *target, gconstpointer assignments)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwJson) json = cli->json ? mw_json_new () : NULL;
  g_autoptr (MwDocument) document = mw_cli_open (cli, file);
  gboolean dry = mw_cli_has (cli, "dry-run");
  const char *output = target ? target : mw_cli_has (cli, "output") ? mw_cli_option (cli, "output") : file;
  if (!document)
    return FALSE;
  const Assignments *all = assignments;
  g_autoptr (GArray) own = all->lists ? NULL : mw_cli_texts (cli, "from");
  if (!all->lists && !own)
    return FALSE;
  g_autoptr (GPtrArray) idle = all->many ? g_ptr_array_new_with_free_func (g_free) : NULL;
  Setting s = { cli, document, mw_document_get_model (document), mw_document_get_format (document), json, idle };
  /* With -o - standard output is the model, so nothing else is printed there. */
  cli->verbose &= strcmp (output, "-") != 0;
  if (json)
    mw_json_begin_array (json, "changes");
  mw_document_begin (document, "Set values");
  if (!set_all (&s, &(Assignments) { own ? own : all->lists, all->given, all->many }, &error)) {
    mw_document_cancel (document);
    mw_cli_fail (cli, file, error, MW_EXIT_USAGE);
    return FALSE;
  }
  mw_document_commit (document);
  const char *const *notices = mw_document_get_notices (document);
  for (guint i = 0; notices && notices[i] && !cli->quiet; i++)
    mw_cli_say (cli, "%s: %s", file, notices[i]);
  for (guint i = 0; idle && i < idle->len && !cli->quiet; i++)
    mw_cli_say (cli, "%s: %s", file, (const char *) idle->pdata[i]);
  if (dry)
    mw_cli_report_findings (cli, file, mw_document_get_files (document), s.model, s.format);
  else if (!mw_cli_save (cli, file, target, document))
    return FALSE;
  if (!json)
    return TRUE;
  mw_json_end_array (json);
  mw_json_begin_array (json, "notices");
  for (guint i = 0; notices && notices[i]; i++)
    mw_json_string (json, NULL, notices[i]);
  mw_json_end_array (json);
  mw_json_string (json, "output", dry ? NULL : output);
  mw_cli_json_left (cli, json);
  mw_cli_object (cli, file, TRUE, json);
  return TRUE;
}

/* Whether an argument is PATH=VALUE. The name of a file may contain a = too. It is told apart by a slash before the =,
 * because a PATH has slashes only inside an index. */
static gboolean
is_assignment (const char *argument)
{
  g_autofree char *path = NULL;
  const char *value;
  if (!split (argument, &path, &value))
    return FALSE;
  const char *slash = strchr (path, G_DIR_SEPARATOR), *index = strchr (path, '[');
  return !slash || (index && index < slash);
}

static void
run (MwCli *cli)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new (), given = g_ptr_array_new ();
  for (guint i = 0; i < cli->args->len; i++)
    g_ptr_array_add (i > 0 && is_assignment (cli->args->pdata[i]) ? given : files, cli->args->pdata[i]);
  if (!mw_cli_has (cli, "dry-run") && !mw_cli_check_output (cli))
    return;
  if (!given->len && !mw_cli_has (cli, "from")) {
    mw_cli_usage (cli, "nothing to set: give PATH=VALUE, or --from=LIST");
    return;
  }
  gboolean many = mw_cli_is_many (cli, files);
  g_autoptr (GArray) lists = many ? mw_cli_texts (cli, "from") : NULL;
  if (lists || !many)
    mw_cli_change_files (cli, files, set_in_file, &(Assignments) { lists, given, many });
}

static const MwCliOption options[] = {
  { 'o', "output", "OUT", "write the changed model there (- is standard output)" },
  { 'i', "in-place", NULL, "change the files themselves" },
  { 0, "out-dir", "DIR", "write the changed models of many files to DIR, with the same subfolders" },
  MW_CLI_JOBS,
  { 0, "backup", "SUFFIX", "with -i: keep each old file as NAMESUFFIX (NAME.bak), overwriting older backups", ".bak" },
  { 0, "remove-left-files", NULL, "with -i: after the save, remove companions that the model no longer refers to" },
  { 'n', "dry-run", NULL, "write nothing; -v prints what would change" },
  { 0, "from", "LIST", "take lines \"PATH = VALUE\", as get prints them, from a file (- is standard input)" },
};

const MwCliVerb mw_verb_set = {
  .name = "set",
  .arguments = "FILE... PATH=VALUE... (-o OUT | -i [--backup[=SUFFIX]] | --out-dir=DIR | --dry-run)",
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
    "Errors and severe findings of check that this change causes, such as a number that clients do not know, are\n"
    "reported on standard error, but the file is still written.\n"
    "With -i, --out-dir or --dry-run you can give many files and folders. A file that fails does not stop the others, and\n"
    "the last line counts both. A path that matches nothing in one of them is reported, but is not a failure.\n"
    "The first argument is a file. So is each further one that has no =, or a / before the = (./odd=name.mdx). Here\n"
    "-j means --jobs, so JSON is --json.\n"
    "A PATH may select by name: bones[/^Hand/i] are all whose name matches the regular expression between the slashes;\n"
    "an i after it ignores case.\n"
    "Bytes of values that did not change stay the same. If a path or value is invalid, nothing is written (exit code\n"
    "2).\n",
  .examples = "set footman.mdx 'sequences[Walk].move_speed=270' -o faster.mdx\n"
              "set footman.mdx 'materials[*].layers[*].flags.two_sided=1' -i --backup=.bak\n"
              "set footman.mdx --from=footman.txt -o again.mdx\n"
              "set units/ 'sequences[/^Walk/].move_speed=270' --out-dir=faster -j 4\n"
              "set bear.m2 'sequences[Walk/0].move_speed=2.5' -i",
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .least = 1,
  .writes = TRUE,
  .run = run,
};
