/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "app/cli/cli.h"

/* Shared by the verbs that work on one file or many. */

/* Works on file number i. FALSE: it failed, and this was reported in `cli`. Several threads call it at once, each with its own `cli`. */
typedef gboolean (*MwCliEachFunc) (MwCli *cli, guint i, gpointer data);
/* Calls `func` for each file (char *), in threads. What is printed for a file is printed in one piece, in the order of the files. Where
 * the reader of standard output goes away (head), no further file is begun. Returns how many succeeded. */
guint mw_cli_each (MwCli *cli, const GPtrArray *files, guint n_threads, MwCliEachFunc func, gpointer data);

/* A file of steps or values, which is read once for all models. */
typedef struct {
  const char *name;
  GBytes *bytes;
} MwCliText;
/* The contents (MwCliText) of the files that an option names, in order. NULL: one cannot be read, and this was reported
 * (exit code 3). Free with g_array_unref(). */
GArray *mw_cli_texts (MwCli *cli, const char *option);

/* Changes one file and saves it at `target` (NULL: where -o or -i says). FALSE: it failed, and this was reported in
 * `cli`. With many files, several threads call it at once, each with its own `cli`. */
typedef gboolean (*MwCliFileFunc) (MwCli *cli, const char *file, const char *target, gconstpointer data);

/* Whether these arguments (char *) and --out-dir mean many files: there are several arguments, or a folder. */
gboolean mw_cli_is_many (const MwCli *cli, const GPtrArray *arguments);
/* Calls `func` for the file that the arguments name or, if they mean many files, for each of these, with --jobs
 * threads. The output for a file is printed in one piece, in the order of the files. A file that fails does not stop
 * the others; the last line counts how many succeeded. A file that is given twice, two files with the same output, and
 * standard input among several files are reported (exit code 2), and nothing is done. */
void mw_cli_change_files (MwCli *cli, const GPtrArray *arguments, MwCliFileFunc func, gconstpointer data);
/* The same for outputs of another kind: below --out-dir they have this suffix (".png") instead of the input's. */
void mw_cli_make_files (MwCli *cli, const GPtrArray *arguments, const char *suffix, MwCliFileFunc func,
                        gconstpointer data);
