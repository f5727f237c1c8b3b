/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/vfs/dbc.h"
#include "core/vfs/lookup.h"

/* Tables of World of Warcraft clients in DBFilesClient (core/vfs/dbc.h), as far as several readers need the same. */

/* Reads DBFilesClient/NAME.dbc, which must have at least so many fields. NULL without an error: it is not there. */
MwDbc *mw_client_table_read (MwLookup *lookup, const char *name, guint fields, GError **error);

/* A path in lower case, with "/", and without its extension. Free with g_free(). */
char *mw_client_plain (const char *path);
/* Whether `path` ends in the whole names of `end`; both as by mw_client_plain(). */
gboolean mw_client_ends_in (const char *path, const char *end);
