/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gio/gio.h>

/* Writes image files in workers. */

/* Writes the image at `from`, a path on disk or "ARCHIVE:NAME", to the file `to`, which is replaced. `kind_of`: a file whose kind it
 * gets; NULL: the kind that the extension of `to` says. */
void mw_image_file_write_async (const char *from, const char *to, const char *kind_of, GCancellable *cancellable,
                                GAsyncReadyCallback callback, gpointer data);
/* FALSE: nothing was written; MW_ERROR_CANCELLED: because of that. *note, if not NULL, gets what the file is then ("BLP1 JPEG"); static. */
gboolean mw_image_file_write_finish (GAsyncResult *result, const char **note, GError **error);
