/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gio/gio.h>

/* A folder of its own for each test, with made files: a g_test_add() fixture. */
typedef struct {
  char *folder;
} Files;

void files_set_up (Files *files, gconstpointer data);
void files_tear_down (Files *files, gconstpointer data);

/* The path of a name in the folder. Free with g_free(). */
char *files_path (Files *files, const char *name);
/* Writes a text. */
void files_write (Files *files, const char *name, const char *text);
/* Writes the first 0x130 bytes of an M2: the magic, a version, a number of skin profiles, all else 0. */
void files_write_m2 (Files *files, const char *name, guint version, guint skins);
/* What a file holds, as a text; NULL: it is not there. Free with g_free(). */
char *files_read (Files *files, const char *name);
/* All names in the folder, sorted, with a blank between. Free with g_free(). */
char *files_list (Files *files);
