/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/image/image.h"

#include <gio/gio.h>

/* Small pictures of models and images, kept on disk as the freedesktop rule for thumbnails says
 * (https://specifications.freedesktop.org/thumbnail-spec/latest/), so that file managers and this program use the same.
 *
 * A picture is a PNG file whose name is the MD5 of the URI of its file, in ~/.cache/thumbnails (below XDG_CACHE_HOME if that is set): "normal"
 * has pictures of at most 128 x 128 pixels, "large" of 256 x 256. The notes Thumb::URI and Thumb::MTime say what it shows. A file of which no
 * picture can be made has an empty one in "fail/modelwright-VERSION", so that it is not tried again before it changes.
 *
 * A file in an archive has no URI. Its pictures are in the same folders below ~/.cache/modelwright/thumbnails, and take as URI that of the
 * archive, "#", and the path in the archive with "/" and in lower case. Their time is that of the archive.
 *
 * A picture that lacks textures has a third note, with the times of the model's folder (or archive), of the list of games and of their archives: when one has
 * changed, textures may be found, so the picture is made again. The same is so for a file of which no picture can be made. Of a file in an
 * archive, another note has the archives of the game and their times, because one that was added may have other textures. */

/* The path of the picture of a file on disk or at "ARCHIVE:NAME"; `folder` is "normal" or "large". Free with g_free(). */
char *mw_thumbnail_path (const char *address, const char *folder);
/* The path of the mark that no picture can be made. Free with g_free(). */
char *mw_thumbnail_fail_path (const char *address);

/* The picture of a model or image at that place, with at most 128 x 128 pixels: the one that is kept, if it is still true; else mwright draws it
 * in a process of its own, and it is kept. `game` (may be NULL) is the name of the game in which its textures are looked for. For any thread but
 * that of the window. NULL: MW_ERROR_CANCELLED, or why there is no picture. Free with mw_image_free(). */
MwImage *mw_thumbnail_get (const char *address, const char *game, GCancellable *cancelled, GError **error);
