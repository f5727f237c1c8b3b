/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/vfs/places.h"

/* Copies files out of archives and games into folders. */

/* The path of the file with this game path below `folder`; NULL: the name would leave it. A hostile archive may hold
 * "..\..\.bashrc". Free with g_free(). */
char *mw_extract_target (const char *folder, const char *name);

/* Copies one file to `target`, and makes the folders above it. A file that exists is replaced only with `overwrite`, else the
 * error is MW_ERROR_EXISTS. MW_ERROR_PATH when there is no such file. */
gboolean mw_extract (MwPlaces *places, const char *name, const char *target, gboolean overwrite, GError **error);

/* The most bytes of one file: the largest archives of the games have 3 GB; their largest files are videos. */
#define MW_EXTRACT_MOST_BYTES ((gsize) 1 << 31)
