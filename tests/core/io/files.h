/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gio/gio.h>

/* A folder for each test with made files: a g_test_add() fixture. */
typedef struct {
  char *folder;
} Files;

void files_set_up (Files *files, gconstpointer data);
void files_tear_down (Files *files, gconstpointer data);

/* Removes a file, a link, or a folder with everything in it. */
void files_remove (const char *path);
/* The path of a file in the folder. Free with g_free(). */
char *files_path (Files *files, const char *name);
/* Writes a text file. */
void files_write (Files *files, const char *name, const char *text);
/* Writes the first 0x130 bytes of an M2: magic, version, number of skin profiles, the rest 0. */
void files_write_m2 (Files *files, const char *name, guint version, guint skins);
/* The content of a file as text; NULL if it does not exist. Free with g_free(). */
char *files_read (Files *files, const char *name);
/* All names in the folder, sorted, separated by blanks. Free with g_free(). */
char *files_list (Files *files);
/* Asserts that the list is as expected. */
void files_assert_list (Files *files, const char *expected);
