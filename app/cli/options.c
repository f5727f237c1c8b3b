/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"
#include "core/base/nearest.h"

#include <string.h>

const MwCliOption mw_cli_common_options[] = {
  { 'j', "json", NULL, "write JSON: one object, one line, for each file" },
  { 'q', "quiet", NULL, "print no notices, and no lines that only report success" },
  { 'v', "verbose", NULL, "print more details" },
  { 'f', "force", NULL, "overwrite an existing output file, and files that another program has changed" },
  { 'h', "help", NULL, "show this help" },
  { 0, "max-size", "SIZE", "read at most this much from a pipe or standard input: bytes, 64M, 1G ... (default 256M)" },
};
const guint mw_cli_n_common_options = G_N_ELEMENTS (mw_cli_common_options);

typedef struct {
  const MwCliOption *option;
  char *value;
} Given;

static void
given_free (gpointer data)
{
  Given *given = data;
  g_free (given->value);
  g_free (given);
}

/* Finds an option of the verb or of all verbs by name, or by letter if `name` is NULL. NULL: none. */
static const MwCliOption *
find_option (const MwCliVerb *verb, const char *name, size_t length, char letter)
{
  for (guint i = 0; i < verb->n_options + mw_cli_n_common_options; i++) {
    const MwCliOption *option = i < verb->n_options ? &verb->options[i] : &mw_cli_common_options[i - verb->n_options];
    if (name ? strlen (option->name) == length && memcmp (option->name, name, length) == 0
             : letter && option->letter == letter)
      return option;
  }
  return NULL;
}

char *
mw_cli_nearest (const char *word, const char *const *words)
{
  const char *best = mw_nearest (word, words);
  return best ? g_strdup_printf ("; the nearest is %s", best) : g_strdup ("");
}

static gboolean
unknown_option (const MwCliVerb *verb, const char *arg, GError **error)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < verb->n_options; i++)
    g_ptr_array_add (words, g_strconcat ("--", verb->options[i].name, NULL));
  for (guint i = 0; i < mw_cli_n_common_options; i++)
    g_ptr_array_add (words, g_strconcat ("--", mw_cli_common_options[i].name, NULL));
  g_ptr_array_add (words, NULL);
  g_autofree char *name = g_strndup (arg, strcspn (arg, "=")),
                  *nearest = mw_cli_nearest (name, (const char *const *) words->pdata);
  if (arg[1] == '-')
    mw_set_error (error, MW_ERROR_USAGE, -1, NULL, "mwright %s has no option %s%s; see mwright %s --help", verb->name,
                  name, nearest, verb->name);
  else
    mw_set_error (error, MW_ERROR_USAGE, -1, NULL, "mwright %s has no option -%c; see mwright %s --help", verb->name,
                  arg[1], verb->name);
  return FALSE;
}

static void
take (MwCli *cli, const MwCliOption *option, const char *value, gboolean *help)
{
  Given *given = g_new0 (Given, 1);
  given->option = option;
  given->value = g_strdup (value);
  g_ptr_array_add (cli->given, given);
  cli->json |= option == &mw_cli_common_options[0];
  cli->quiet |= option == &mw_cli_common_options[1];
  cli->verbose |= option == &mw_cli_common_options[2];
  cli->force |= option == &mw_cli_common_options[3];
  *help |= option == &mw_cli_common_options[4];
}

static gboolean
needs_value (const MwCliOption *option, GError **error)
{
  mw_set_error (error, MW_ERROR_USAGE, -1, NULL, "--%s needs a value: --%s=%s", option->name, option->name,
                option->value);
  return FALSE;
}

/* Parses --name, --name=value or --name value. Moves *at to the last argument that it used. */
static gboolean
parse_long (MwCli *cli, const char *const *args, guint *at, gboolean *help, GError **error)
{
  const char *name = args[*at] + 2;
  size_t length = strcspn (name, "=");
  const MwCliOption *option = find_option (cli->verb, name, length, 0);
  if (!option)
    return unknown_option (cli->verb, args[*at], error);
  if (!option->value && name[length] == '=') {
    mw_set_error (error, MW_ERROR_USAGE, -1, NULL, "--%s takes no value", option->name);
    return FALSE;
  }
  const char *value = name[length] == '=' ? name + length + 1 : option->without;
  if (option->value && !value) {
    if (!args[*at + 1])
      return needs_value (option, error);
    value = args[++*at];
  }
  take (cli, option, value, help);
  return TRUE;
}

/* Parses -v, -qv, -oOUT or -o OUT in the same way. */
static gboolean
parse_short (MwCli *cli, const char *const *args, guint *at, gboolean *help, GError **error)
{
  for (const char *letter = args[*at] + 1; *letter; letter++) {
    const MwCliOption *option = find_option (cli->verb, NULL, 0, *letter);
    const char one[] = { '-', *letter, '\0' };
    if (!option)
      return unknown_option (cli->verb, one, error);
    if (!option->value) {
      take (cli, option, NULL, help);
      continue;
    }
    const char *value = letter[1] ? letter + 1 : args[*at + 1];
    if (!value)
      return needs_value (option, error);
    if (!letter[1])
      ++*at;
    take (cli, option, value, help);
    break;
  }
  return TRUE;
}

gboolean
mw_cli_parse (MwCli *cli, const char *const *args, gboolean *help, GError **error)
{
  gboolean options = TRUE;
  *help = FALSE;
  g_ptr_array_set_free_func (cli->given, given_free);
  for (guint i = 0; args[i]; i++) {
    const char *arg = args[i];
    if (!options || arg[0] != '-' || !arg[1])
      g_ptr_array_add (cli->args, g_strdup (arg));
    else if (strcmp (arg, "--") == 0)
      options = FALSE;
    else if (!(arg[1] == '-' ? parse_long (cli, args, &i, help, error) : parse_short (cli, args, &i, help, error)))
      return FALSE;
  }
  return TRUE;
}

const char *
mw_cli_option (const MwCli *cli, const char *option)
{
  for (guint i = cli->given->len; i-- > 0;) {
    const Given *given = cli->given->pdata[i];
    if (strcmp (given->option->name, option) == 0)
      return given->value ? given->value : "";
  }
  return NULL;
}

gboolean
mw_cli_has (const MwCli *cli, const char *option)
{
  return mw_cli_option (cli, option) != NULL;
}

GPtrArray *
mw_cli_options (const MwCli *cli, const char *option)
{
  GPtrArray *values = g_ptr_array_new ();
  for (guint i = 0; i < cli->given->len; i++) {
    const Given *given = cli->given->pdata[i];
    if (strcmp (given->option->name, option) == 0)
      g_ptr_array_add (values, given->value);
  }
  return values;
}

/* --- Help ----------------------------------------------------------------------------------------------------------- */

static void
option_line (MwCli *cli, const MwCliOption *option)
{
  /* A verb may use the letter of a common option for its own. */
  gboolean has_letter = option->letter && find_option (cli->verb, NULL, 0, option->letter) == option;
  g_autofree char *letter = has_letter ? g_strdup_printf ("-%c, ", option->letter) : g_strdup ("    ");
  g_autofree char *value = g_strconcat ("=", option->value, NULL);
  g_autofree char *words = g_strdup_printf (option->without ? "%s--%s[%s]" : "%s--%s%s", letter, option->name,
                                            option->value ? value : "");
  mw_cli_print (cli, "  %-24s %s\n", words, option->help);
}

static void
examples (MwCli *cli, const char *lines)
{
  g_auto (GStrv) each = g_strsplit (lines, "\n", -1);
  mw_cli_print (cli, "\nexamples:\n");
  for (guint i = 0; each[i]; i++)
    if (*each[i])
      mw_cli_print (cli, "  mwright %s\n", each[i]);
}

/* Whether a common option applies to a verb. */
static gboolean
is_for (const MwCliOption *option, const MwCliVerb *verb)
{
  return option->letter == 'f' ? verb->writes : option->letter || verb->least > 0;
}

void
mw_cli_help (MwCli *cli)
{
  const MwCliVerb *verb = cli->verb;
  if (verb) {
    mw_cli_print (cli, "usage: mwright %s%s%s\n\n%s", verb->name, *verb->arguments ? " " : "", verb->arguments,
                  verb->about);
    mw_cli_print (cli, "\noptions:\n");
    for (guint i = 0; i < verb->n_options; i++)
      option_line (cli, &verb->options[i]);
    for (guint i = 0; i < mw_cli_n_common_options; i++)
      if (is_for (&mw_cli_common_options[i], verb))
        option_line (cli, &mw_cli_common_options[i]);
    if (verb->more_help)
      verb->more_help (cli);
    examples (cli, verb->examples);
    return;
  }
  mw_cli_print (
    cli, "usage: mwright VERB [OPTION]... FILE...\n"
         "\n"
         "Shows, checks, changes and converts models of Warcraft III (MDX and MDL) and World of Warcraft (MDX and\n"
         "MDL of its alpha and beta, and M2 with its companions). mwright targets lists the versions.\n\n");
  for (guint i = 0; mw_cli_verbs[i]; i++)
    mw_cli_print (cli, "  %-10s %s\n", mw_cli_verbs[i]->name, mw_cli_verbs[i]->summary);
  mw_cli_print (cli,
                "\n"
                "  mwright VERB --help    about one verb, with examples\n"
                "  mwright --version\n"
                "\n"
                "Options may appear anywhere; -- ends them. FILE may be - for standard input. Results go to standard\n"
                "output, messages to standard error. Data is always read and written in the C locale.\n"
                "\n"
                "At most 256 MiB are read from a pipe or standard input (--max-size=SIZE changes the limit). Devices\n"
                "and sockets are refused, even if they are reached through links or are companions.\n"
                "\n"
                "With --json each file gives one object on one line. Its member ok is true if there is nothing to\n"
                "report. If the file could not be processed, ok is false and the member error says why. If the verb\n"
                "found something, ok is false without error: errors (check), differences (verify), missing files\n"
                "(deps), losses (convert --strict). diff, set and do report what they found in other members, and ok\n"
                "stays true.\n"
                "\n"
                "exit codes: 0 success; 1 findings or differences; 2 the command line is invalid, or a path or value\n"
                "is not valid for the model; 3 some input could not be read; 4 some output could not be written. Of\n"
                "several codes the highest is returned. If memory runs out, a message says so, no file is cut short, "
                "and\n"
                "the code is 3, or 4 during a save.\n");
}
