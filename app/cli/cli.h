/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "app/cli/json.h"
#include "core/base/error.h"
#include "core/check/check.h"
#include "core/edit/document.h"
#include "core/io/registry.h"

/* What all verbs of `mwright` share: options, reading of models, output of results and errors, saving, exit codes.
 *
 * Each verb is a MwCliVerb in a file of its own. mw_cli_main() parses the command line into a MwCli and calls the verb's
 * run(). Every failure is reported where it happens (on standard error and, with --json, as an object on standard output)
 * and raises the exit code; callers only have to stop. */

typedef enum {
  MW_EXIT_OK,
  MW_EXIT_FOUND, /* findings or differences */
  MW_EXIT_USAGE, /* an invalid command line, or a path or value that the model does not take */
  MW_EXIT_INPUT, /* some input could not be read */
  MW_EXIT_OUTPUT /* some output could not be written */
} MwExit;

typedef struct {
  char letter; /* 0: no short form */
  const char *name;
  const char *value; /* placeholder of its value in the help ("FILE"); NULL: takes no value */
  const char *help;
  /* The value of a bare --NAME. Such an option takes another value only as --NAME=VALUE. NULL: a value is required. */
  const char *without;
} MwCliOption;

typedef struct _MwCli MwCli;

typedef struct {
  const char *name;
  const char *arguments; /* for the usage line */
  const char *summary;   /* one line */
  const char *about;     /* text of --help; ends with a line feed */
  const char *examples;  /* one command per line, without "mwright" */
  const MwCliOption *options;
  guint n_options;
  guint least, most; /* number of arguments; most 0 and least above 0: no upper limit */
  gboolean writes;   /* it writes files, so -f applies */
  void (*run) (MwCli *cli);
  void (*more_help) (MwCli *cli); /* prints more of --help, after the options; or NULL */
  /* Prints the help for `--help WORD...`, whose words are in cli->args. NULL: words are ignored. */
  void (*help_on) (MwCli *cli);
} MwCliVerb;

struct _MwCli {
  const MwCliVerb *verb;
  GPtrArray *args;  /* char *: the arguments without options */
  GPtrArray *given; /* the options with their values, in order (options.c) */
  gboolean json, quiet, verbose, force;
  gboolean terminal;                     /* standard output is a terminal: control characters of names are escaped */
  gboolean color;                        /* it is a terminal that may be coloured */
  MwExit code;                           /* the highest so far */
  GString *out;                          /* output that is not yet written */
  gboolean broken;                       /* writing to standard output failed; nothing more is written to it */
  guint progress;                        /* length of the progress line on the terminal, in characters; 0: none */
  gint64 progress_since, progress_shown; /* monotonic time in µs of the first and the last progress line */
  /* With --json: arrays of the next object, still open, or NULL. "remarks" has what was not kept and what is lost, "findings"
   * the problems that the changes made. */
  MwJson *remarks;
  MwJson *findings;
  GPtrArray *left;       /* char *: files that the model no longer names after the last save; or NULL */
  gboolean left_removed; /* whether those files were removed */
  GPtrArray *held; /* what would be printed, while the work is done in another thread (mw_cli_hold()); else NULL */
};

extern const MwCliVerb *const mw_cli_verbs[];
#define MW_CLI_VERB(name) extern const MwCliVerb mw_verb_##name;
#include "app/cli/verbs.h"
#undef MW_CLI_VERB

int mw_cli_main (int argc, char **argv);

/* --- Options (options.c) --- */

extern const MwCliOption mw_cli_common_options[];
extern const guint mw_cli_n_common_options;

/* Sorts the arguments into cli->args and cli->given. FALSE and an error for an unknown option or a missing value. *help
 * becomes whether -h was given. */
gboolean mw_cli_parse (MwCli *cli, const char *const *args, gboolean *help, GError **error);
gboolean mw_cli_has (const MwCli *cli, const char *option);
/* The last value given for the option ("" for an option without value), or NULL if it was not given. */
const char *mw_cli_option (const MwCli *cli, const char *option);
/* All values of an option, in order: const char * that belong to `cli`. Free with g_ptr_array_unref(). */
GPtrArray *mw_cli_options (const MwCli *cli, const char *option);
/* "; the nearest is WORD" for an error message, with the one of these NULL-terminated words that is spelled most like `word`;
 * "" if none is similar. Free with g_free(). */
char *mw_cli_nearest (const char *word, const char *const *words);
/* Prints the help of cli->verb, or of the whole program. */
void mw_cli_help (MwCli *cli);

/* --- Output --- */

/* Writes to standard output (buffered). */
void mw_cli_print (MwCli *cli, const char *format, ...) G_GNUC_PRINTF (2, 3);
void mw_cli_write (MwCli *cli, const void *bytes, gsize n);
void mw_cli_flush (MwCli *cli);
/* Writes a line to standard error, prefixed with "mwright: ". */
void mw_cli_say (MwCli *cli, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Makes `own` a copy of `cli` for work in another thread: what is printed through it is kept. Release it. */
void mw_cli_hold (const MwCli *cli, MwCli *own);
/* Prints what was kept, on the thread of `cli`, which also gets the exit code, and frees what `own` has. */
void mw_cli_release (MwCli *cli, MwCli *own);
/* Shows on a terminal that file i of n (from 0) is being worked on and, after a second, an estimate of the time left. i = n
 * removes the line. Nothing is shown for a single file. */
void mw_cli_progress (MwCli *cli, guint i, guint n, const char *file);
/* Shows on a terminal how much of the work on a single file is done, if that takes longer than half a second. Less than 0: it
 * begins; 1: removes the line. */
void mw_cli_progress_of (MwCli *cli, const char *file, double fraction);
/* The escape sequence for one of the codes "0", "1", "31", "32" and "33"; "" if there is no colour. */
const char *mw_cli_color (const MwCli *cli, const char *code);

/* Raises the exit code to at least `code`. */
void mw_cli_code (MwCli *cli, MwExit code);
/* Reports an invalid command line (exit code 2). */
void mw_cli_usage (MwCli *cli, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Reports a failure on standard error and, with --json, as the object of `file` (NULL: of no file). */
void mw_cli_fail (MwCli *cli, const char *file, const GError *error, MwExit code);
/* Like mw_cli_fail(), when `output` (a file, or NULL) was not written. The message names `output` if the disk is at fault,
 * else `file`. */
void mw_cli_fail_output (MwCli *cli, const char *file, const char *output, const GError *error, MwExit code);
/* Like mw_cli_fail(), when the line number of the error is a line of `file`. Then prints the remarks of `report` (NULL:
 * none). */
void mw_cli_fail_in_text (MwCli *cli, const char *file, const GError *error, const MwReport *report, MwExit code);
/* Prints what was not kept of a text, on standard error and, with --json, in the member "remarks" of the next object. */
void mw_cli_report_remarks (MwCli *cli, const char *file, const MwReport *report);
/* The same for what the output cannot represent. `lines` are those of the report (see mw_loss_lines()). */
void mw_cli_report_losses (MwCli *cli, const char *file, const MwReport *report, const GPtrArray *lines);
/* The same on standard error only: a summary, then `lines` (see mw_loss_lines()); with -v every loss of the two reports
 * (`second` may be NULL) instead of the lines. */
void mw_cli_say_losses (MwCli *cli, const char *file, const GPtrArray *lines, const MwReport *first,
                        const MwReport *second);
/* The format as an object: {"format": "mdx", "family": "Warcraft3", "version": 800, "label": "..."}. */
void mw_cli_json_format (MwJson *json, const char *key, MwFormat format);
/* Prints the errors and severe findings that a changed model has and the model in `was`, the files it was read from, does not
 * have: on standard error (-q: errors only) and, with --json, in the member "findings" of the next object. Refuses nothing. */
void mw_cli_report_findings (MwCli *cli, const char *file, const MwFileSet *was, const MwModel *model, MwFormat format);
/* Adds one finding as an object to an array. */
void mw_cli_json_finding (MwJson *json, const MwFinding *finding);
/* Writes the object of one file: schema, file, ok and the members of `body` (NULL: none). */
void mw_cli_object (MwCli *cli, const char *file, gboolean ok, const MwJson *body);
/* Adds the member "error" to an object. `file` and `output` (each may be NULL) are already named in the object and are not
 * repeated. */
void mw_cli_json_error (MwJson *json, const char *file, const char *output, const GError *error);

/* --- Input --- */

/* The bytes of a file, also in an archive ("ARCHIVE:NAME"), or of standard input for "-". NULL and an error on failure. */
GBytes *mw_cli_bytes (const char *file, GError **error);
/* A file with its companions; for "-" standard input, which has none. NULL and an error on failure. */
MwFileSet *mw_cli_set (const char *file, GError **error);
/* Reads a model from a file and its companions. NULL on failure, which is reported here (exit code 3). `format` and `set`
 * (each may be NULL) become the format and the files. Free the model with mw_model_free(). */
MwModel *mw_cli_load (MwCli *cli, const char *file, MwFormat *format, MwFileSet **set);
/* Replaces the folders among these names by the model files in and below them. A folder that cannot be read is reported (exit
 * code 3) and skipped. Free with g_ptr_array_unref(). */
GPtrArray *mw_cli_expand (MwCli *cli, const char *const *names);
/* The same for cli->args. */
GPtrArray *mw_cli_files (MwCli *cli);
/* Where an output belongs below --out-dir: the path of `file` below `argument`, the folder or file that it was found by. Free with
 * g_free(). */
char *mw_cli_relative (const char *argument, const char *file);
/* Prints a notice that the folders among the arguments hold no model. This is not an error. */
void mw_cli_say_empty (MwCli *cli);

/* --- Changed models (save.c) --- */

/* A document of a file and its companions; NULL: it could not be read, which is reported here (exit code 3). Free with
 * g_object_unref(). */
MwDocument *mw_cli_open (MwCli *cli, const char *file);
/* Checks that no two of the outputs (char *, one for each input) are the same file, and that none is an input. FALSE: reported (exit
 * code 2). */
gboolean mw_cli_outputs_differ (MwCli *cli, const GPtrArray *inputs, const GPtrArray *outputs);
/* Checks beforehand, as far as possible, whether a file can be written. An existing file needs -f or `overwrite`. */
gboolean mw_cli_can_write (const MwCli *cli, const char *path, gboolean overwrite, GError **error);
/* Saves the document of `file` (core/save/save.h) at `target` (NULL: as -o and -i say), as --backup and -f say, with all its
 * companions, and prints what is lost and what is newly wrong (mw_cli_report_findings()). To standard output only the main file
 * goes. FALSE: not saved, which is reported here. */
gboolean mw_cli_save (MwCli *cli, const char *file, const char *target, MwDocument *document);
/* Adds the member "left_files" or "removed_files" to the object of a saved file; nothing if there are none. */
void mw_cli_json_left (MwCli *cli, MwJson *json);
/* Checks -o, -i, --out-dir and the options that go with them. Exactly one of the three must be given. FALSE: reported (exit
 * code 2). */
gboolean mw_cli_check_output (MwCli *cli);
