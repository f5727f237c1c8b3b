/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* Made tables of World of Warcraft clients. */

/* A table whose records are written as numbers and texts: "i1 i2 sText ..." with a blank between the fields. `records` ends in NULL. */
GBytes *tables_make (guint n_fields, const char *const *records);
/* Writes it to DBFilesClient/NAME in the folder. */
void tables_write (const char *folder, const char *name, guint n_fields, const char *const *records);
