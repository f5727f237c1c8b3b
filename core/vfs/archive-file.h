/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* An MPQ archive, read with StormLib in this process. StormLib ends the program on some damaged archives, so only the archive server
 * (archive-server.h) does this; everything else uses core/vfs/archive.h, whose functions these are. For one thread. */
typedef struct _MwArchiveFile MwArchiveFile;

MwArchiveFile *mw_archive_file_open (const char *path, GError **error);
void mw_archive_file_free (MwArchiveFile *archive);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwArchiveFile, mw_archive_file_free)
gboolean mw_archive_file_add_patch (MwArchiveFile *archive, const char *path, const char *prefix, GError **error);
gboolean mw_archive_file_has (MwArchiveFile *archive, const char *name);
GBytes *mw_archive_file_read (MwArchiveFile *archive, const char *name, gsize limit, GError **error);
GPtrArray *mw_archive_file_names (MwArchiveFile *archive, guint *unnamed);
