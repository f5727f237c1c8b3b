/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "tests/app/cli/run.h"

/* For the tests of mwright render. */

/* A folder with the samples effect.mdx and figure.mdx with its images. NULL: this machine has no OpenGL without a screen, and the test was
 * skipped. */
char *pictures_set_up (void);
void pictures_tear_down (char *folder);
/* Runs render in the folder with options that are separated by blanks. */
Run pictures_render (const char *folder, const char *options);
/* Whether two files of the folder are the same. */
gboolean pictures_same (const char *folder, const char *a, const char *b);
/* Writes what the window would remember for the file, or a text that it would not. */
void pictures_remember (const char *folder, const char *name, const char *text);
