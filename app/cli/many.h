/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "app/cli/cli.h"

/* What `do` and `set` share, which change one file or many. */

/* A file of steps or values, which is read once for all models. */
typedef struct {
  const char *name;
  GBytes *bytes;
} MwCliText;
/* The files (MwCliText) that an option names, in order. NULL: one cannot be read, which is reported (exit code 3). Free with
 * g_array_unref(). */
GArray *mw_cli_texts (MwCli *cli, const char *option);

/* Changes one file and saves it at `target` (NULL: as -o and -i say). FALSE: failed, which is reported in `cli`. For many files
 * several threads call it at once, each with a `cli` of its own. */
typedef gboolean (*MwCliFileFunc) (MwCli *cli, const char *file, const char *target, gconstpointer data);

/* Whether these arguments (char *) and --out-dir mean many files: they are several, or a folder. */
gboolean mw_cli_is_many (const MwCli *cli, const GPtrArray *arguments);
/* Calls `func` for the file that the arguments name or, if they mean many files, for each of these, --jobs at once. What it prints for a file appears in one piece, in the order of the files. A
 * file that fails does not stop the others, and at the end it is printed how many were done. Outputs that no file or that two
 * inputs would be written to are reported (exit code 2), and nothing is done. */
void mw_cli_change_files (MwCli *cli, const GPtrArray *arguments, MwCliFileFunc func, gconstpointer data);
