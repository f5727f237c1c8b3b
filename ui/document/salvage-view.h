/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/salvage.h"

#include <gtk/gtk.h>

/* A list of what was dropped or guessed when a broken file was read, each with its place, and a button that copies it. `file` is the
 * path of the file; both are used only during the call. */
GtkWidget *mw_salvage_view_new (const MwSalvage *salvage, const char *file);
/* "2 things were dropped, 1 was guessed." Free with g_free(). */
char *mw_salvage_summary (const MwSalvage *salvage);
/* The name that a model gets that was salvaged from this file: "Footman-salvaged.mdx". Free with g_free(). */
char *mw_salvaged_name (const char *file);
