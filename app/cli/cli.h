/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "app/cli/json.h"
#include "core/base/error.h"
#include "core/check/validate.h"
#include "core/io/registry.h"

/* The frame that all verbs of `mwright` share: options, files in, results and errors out, exit codes. */

typedef enum {
  MW_EXIT_OK,
  MW_EXIT_FOUND, /* findings or differences */
  MW_EXIT_USAGE, /* a command line that makes no sense; a path or value that the model does not take */
  MW_EXIT_INPUT, /* some input could not be read */
  MW_EXIT_OUTPUT /* some output could not be written */
} MwExit;

typedef struct {
  char letter; /* 0: has none */
  const char *name;
  const char *value; /* what stands behind it, as a word for the help; NULL: nothing */
  const char *help;
  const char
    *without; /* the value where none stands behind a =, which is then the only way to give one; NULL: it must */
} MwCliOption;

typedef struct _MwCli MwCli;

typedef struct {
  const char *name;
  const char *arguments; /* as in the usage line */
  const char *summary;   /* one line */
  const char *about;     /* paragraphs for --help, ending with a line feed */
  const char *examples;  /* one command a line */
  const MwCliOption *options;
  guint n_options;
  guint least, most; /* how many arguments; most 0 with a least: any number */
  gboolean writes;   /* -f means something */
  void (*run) (MwCli *cli);
  void (*more_help) (MwCli *cli); /* what --help shows behind the options; NULL: nothing */
  /* `--help WORD...`; NULL: words are ignored. */
  void (*help_on) (MwCli *cli);
} MwCliVerb;

struct _MwCli {
  const MwCliVerb *verb;
  GPtrArray *args;  /* without options */
  GPtrArray *given; /* pairs: const MwCliOption *, value */
  gboolean json, quiet, verbose, force;
  gboolean terminal;                     /* standard output is one: control characters of names are escaped */
  gboolean color;                        /* and may be coloured */
  MwExit code;                           /* the highest so far */
  GString *out;                          /* not yet written */
  gboolean broken;                       /* standard output takes nothing any more */
  guint progress;                        /* characters of the progress line that stands on the terminal */
  gint64 progress_since, progress_shown; /* µs: when the first was shown, and the last */
  MwJson *remarks;  /* with --json: an open array of what was not kept and what is lost, for the next object; or NULL */
  MwJson *findings; /* the same of what is wrong since the model was opened */
  GPtrArray *left;  /* paths of the files that the last save left behind, or removed; or NULL */
  gboolean left_removed;
};

extern const MwCliVerb *const mw_cli_verbs[];
extern const MwCliVerb mw_verb_info, mw_verb_ls, mw_verb_get, mw_verb_set, mw_verb_do, mw_verb_diff, mw_verb_verify,
  mw_verb_layout, mw_verb_validate, mw_verb_convert, mw_verb_schema, mw_verb_deps, mw_verb_rename, mw_verb_recover,
  mw_verb_targets;

int mw_cli_main (int argc, char **argv);

/* --- Options (options.c) --- */

extern const MwCliOption mw_cli_common_options[];
extern const guint mw_cli_n_common_options;

/* Sorts the arguments into cli->args and cli->given; FALSE and an error for an unknown option. *help is set by -h. */
gboolean mw_cli_parse (MwCli *cli, const char *const *args, gboolean *help, GError **error);
gboolean mw_cli_has (const MwCli *cli, const char *option);
/* The value that was given last, or NULL. */
const char *mw_cli_option (const MwCli *cli, const char *option);
/* All values of an option, in order; free with g_ptr_array_unref(). */
GPtrArray *mw_cli_options (const MwCli *cli, const char *option);
/* "; the nearest is WORD", of these NULL-terminated words; "" where none is near enough to be meant. Free with g_free(). */
char *mw_cli_nearest (const char *word, const char *const *words);
/* Prints the help of cli->verb, or of the whole program. */
void mw_cli_help (MwCli *cli);

/* --- Out --- */

/* To standard output (buffered). */
void mw_cli_print (MwCli *cli, const char *format, ...) G_GNUC_PRINTF (2, 3);
void mw_cli_write (MwCli *cli, const void *bytes, gsize n);
void mw_cli_flush (MwCli *cli);
/* A line to standard error, with "mwright: " before it. */
void mw_cli_say (MwCli *cli, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* On a terminal: that file i of n is being worked on, and, when that can be told, how long all will still take. With i = n
 * the line goes away. */
void mw_cli_progress (MwCli *cli, guint i, guint n, const char *file);
/* An escape sequence ("31", "0"), or nothing where there is no colour. */
const char *mw_cli_color (const MwCli *cli, const char *code);

/* The exit code becomes at least this. */
void mw_cli_code (MwCli *cli, MwExit code);
/* A command line that makes no sense: says so, exit code 2. */
void mw_cli_usage (MwCli *cli, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Reports that something failed: on standard error and, with --json, as the object of `file` (NULL: of none). */
void mw_cli_fail (MwCli *cli, const char *file, const GError *error, MwExit code);
/* The same where `output` (a file, or NULL) was not written. The message names it where the disk is at fault, else `file`. */
void mw_cli_fail_output (MwCli *cli, const char *file, const char *output, const GError *error, MwExit code);
/* The same as mw_cli_fail() where the error's line is one of the file itself; then what else was found there (NULL:
 * nothing). */
void mw_cli_fail_in_text (MwCli *cli, const char *file, const GError *error, const MwReport *report, MwExit code);
/* Says on standard error (and, with --json, in the member "remarks" of the next object) what was not kept of a text. */
void mw_cli_tell_remarks (MwCli *cli, const char *file, const MwReport *report);
/* The same for what cannot be stated in the output. `model` is the one that the report is of. */
void mw_cli_tell_losses (MwCli *cli, const char *file, const MwReport *report, const MwModel *model);
/* On standard error alone: how much of each kind there is, and these lines (see mw_loss_lines()); with -v each loss of the
 * reports (`second` may be NULL) by itself instead. */
void mw_cli_say_losses (MwCli *cli, const char *file, const GPtrArray *lines, const MwReport *first,
                        const MwReport *second);
/* Which file it is, as an object: {"format": "mdx", "family": "Warcraft3", "version": 800, "label": "..."}. */
void mw_cli_json_format (MwJson *json, const char *key, MwFormat format);
/* Names on standard error (and, with --json, in the member "findings" of the next object) the errors and severe findings
 * that a changed model has and the one in the set it was read from has not. Nothing is refused for them. -q: only errors. */
void mw_cli_tell_findings (MwCli *cli, const char *file, const MwFileSet *was, const MwModel *model, MwFormat format);
/* One finding, as an object in an array. */
void mw_cli_json_finding (MwJson *json, const MwFinding *finding);
/* Writes the object of one file: schema, file, ok and what `body` holds (NULL: nothing more). */
void mw_cli_object (MwCli *cli, const char *file, gboolean ok, const MwJson *body);
/* The member "error" of an object that has these files (or NULL), which it does not name again. */
void mw_cli_json_error (MwJson *json, const char *file, const char *output, const GError *error);

/* --- In --- */

/* The bytes of a file, or of standard input for "-". */
GBytes *mw_cli_bytes (const char *file, GError **error);
/* A file with its companions; standard input is a main file alone. */
MwFileSet *mw_cli_set (const char *file, GError **error);
/* A model from a file and its companions; reports itself when that fails (exit code 3). `set` may be NULL. */
MwModel *mw_cli_load (MwCli *cli, const char *file, MwFormat *format, MwFileSet **set);
/* The files that these names and the folders among them hold. A folder that cannot be read is reported (exit code 3) and
 * the others are taken. */
GPtrArray *mw_cli_expand (MwCli *cli, const char *const *names);
/* The same of the arguments. */
GPtrArray *mw_cli_files (MwCli *cli);
/* Says that the folders among the arguments hold no model: nothing was asked for that was not done. */
void mw_cli_say_empty (MwCli *cli);
/* Whether a file could be written, as far as can be told before: with -f (or `overwrite`) one that exists too. */
gboolean mw_cli_can_write (const MwCli *cli, const char *path, gboolean overwrite, GError **error);
/* Proves, checks (mw_cli_tell_findings()) and saves a changed model as -o, -i, --backup and -f say, with all companions of
 * the set that it was read from (to standard output the main file alone); reports itself. FALSE: not saved. */
gboolean mw_cli_save (MwCli *cli, const char *file, const MwFileSet *was, const MwModel *model, MwFormat format);
/* The members "left_files" and "removed_files" of the object of a file that was saved. */
void mw_cli_json_left (MwCli *cli, MwJson *json);
/* Whether -o and -i, of which exactly one must be given, make sense; else a usage error. */
gboolean mw_cli_check_output (MwCli *cli);
