/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gio/gio.h>

/* Runs the mwright of the build folder (MODELWRIGHT_BUILD_ROOT) in a temporary folder. */

typedef struct {
  int code;   /* exit code; -1: ended by a signal */
  char *out;  /* standard output, with a NUL after it */
  gsize size; /* its length in bytes, without the NUL */
  char *err;
} Run;

/* `args`: the arguments without the program's name, NULL-terminated. `input`: its standard input (NULL: none). */
Run run_mwright (const char *folder, const char *const *args, GBytes *input);
/* The same with the arguments as NULL-terminated varargs and no input. */
Run run_words (const char *folder, ...) G_GNUC_NULL_TERMINATED;
void run_clear (Run *run);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

char *mwright_path (void);

/* Makes an empty folder and returns its path (free with g_free()); remove_folder() removes it and its content. */
char *make_folder (void);
void remove_folder (const char *folder);
/* The same with two samples: everything.mdx as a.mdx, figure.mdx as b.mdx. */
char *make_folder_of_samples (void);
/* Copies a file into the folder under another name. */
void copy_into (const char *folder, const char *from, const char *name);
/* The bytes of folder/name. */
GBytes *bytes_in (const char *folder, const char *name);
void write_in (const char *folder, const char *name, const char *text);
gboolean exists_in (const char *folder, const char *name);

/* Compares with tests/app/cli/golden/NAME; with UPDATE_GOLDEN=1 in the environment, writes that file instead. */
void assert_golden (const char *name, const char *text);
/* The same for any file of the repository, by its path from the root. */
void assert_golden_file (const char *path, const char *text);
