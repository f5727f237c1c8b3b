/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/vfs/name-search.h"

#include <gio/gio.h>

/* The names that a search found (core/vfs/name-search.h), as a list of GtkStringObject, made when they are shown. */
#define MW_TYPE_FOUND_NAMES (mw_found_names_get_type ())
G_DECLARE_FINAL_TYPE (MwFoundNames, mw_found_names, MW, FOUND_NAMES, GObject)

MwFoundNames *mw_found_names_new (void);
/* Searches other names from now on; takes `search` (NULL: none). The list is empty until mw_found_names_run(). */
void mw_found_names_set_search (MwFoundNames *self, MwNameSearch *search);
/* Shows what mw_name_search_run() finds. */
void mw_found_names_run (MwFoundNames *self, const char *const *suffixes, const char *typed);
/* The number of names of this kind, whatever was typed. */
guint mw_found_names_count (MwFoundNames *self, const char *const *suffixes);
