/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* Files inside MPQ archives, read with StormLib: the data of a game (.mpq), and maps and campaigns of Warcraft III (.w3m, .w3x,
 * .w3n), which are MPQ archives after a header of their own. Archives are never written.
 *
 * Names inside an archive are game paths: "Units\Human\Footman\Footman.mdx". Functions take them with either slash and in any
 * letter case, as the games do. Each archive is read by a process of its own (archive-server.h), so that a damaged archive cannot end this
 * program. All functions may be called from any thread. */
typedef struct _MwArchive MwArchive;

/* Opens the archive at `path`. MW_ERROR_IO when the file cannot be read, MW_ERROR_CORRUPT when it is not an MPQ archive or is
 * damaged. Free with mw_archive_unref(). */
MwArchive *mw_archive_open (const char *path, GError **error);
MwArchive *mw_archive_ref (MwArchive *archive);
void mw_archive_unref (MwArchive *archive);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwArchive, mw_archive_unref)

/* Applies the patch archive at `path`: its files replace those of the archive, and its incremental patches are applied to
 * them (World of Warcraft 4.0 to 5.4). A patch names its files below `prefix` ("base", "enUS"); "": without one. */
gboolean mw_archive_add_patch (MwArchive *archive, const char *path, const char *prefix, GError **error);

/* The path of the archive's file, as it was given. */
const char *mw_archive_path (const MwArchive *archive);

/* Whether the archive has this file. */
gboolean mw_archive_has (MwArchive *archive, const char *name);

/* The bytes of a file. MW_ERROR_IO when it is not there, MW_ERROR_LIMIT when it has more than `limit` bytes,
 * MW_ERROR_CORRUPT when it cannot be unpacked. The error's path is the name. Free with g_bytes_unref(). */
GBytes *mw_archive_read (MwArchive *archive, const char *name, gsize limit, GError **error);

/* The names of the files, with backslashes and in the archive's own letter case, sorted without regard to case. They come from the
 * "(listfile)" of the archive and of each of its patches and, in a map, from its list of imports; a name that the archive does not have is left out. An archive
 * stores no other names, so files of the archive itself may remain of which only the number is known: *unnamed (may be NULL). Free with
 * g_ptr_array_unref(). */
GPtrArray *mw_archive_names (MwArchive *archive, guint *unnamed);

/* Whether a file name ends in .mpq, .w3m, .w3x or .w3n. */
gboolean mw_archive_is_name (const char *path);

/* Splits "ARCHIVE:NAME" at the first colon before which there is the path of a file. FALSE when there is none, when nothing follows
 * the colon, or when `text` is itself a file or folder. Free both with g_free(). */
gboolean mw_archive_split (const char *text, char **path, char **name);
