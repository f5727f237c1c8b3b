/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/image/image.h"
#include "core/schema/record.h"
#include "core/vfs/lookup.h"

#include <gio/gio.h>

/* A model that is shown inside another one, such as a sword in a hand, with what finds its textures. Nobody changes the model. One may be
 * shown in many places, and by many renderers of one thread. */
typedef struct _MwInnerModel MwInnerModel;

/* Reads the model at `address`, a path or "ARCHIVE:NAME", from any thread. mw_error_describe() completes the error with the address. Its textures are looked for
 * beside it, until mw_inner_model_set_places(). Free with mw_inner_model_unref(). */
MwInnerModel *mw_inner_model_read (const char *address, GCancellable *cancellable, GError **error);
MwInnerModel *mw_inner_model_ref (MwInnerModel *inner);
void mw_inner_model_unref (MwInnerModel *inner);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwInnerModel, mw_inner_model_unref)

const MwModel *mw_inner_model_get (const MwInnerModel *inner);
/* What it was read from. */
const char *mw_inner_model_address (const MwInnerModel *inner);
MwFormat mw_inner_model_format (const MwInnerModel *inner);
/* Where its textures are looked for when they are not beside it; NULL: nowhere. Gets a reference. */
void mw_inner_model_set_places (MwInnerModel *inner, MwPlaces *places);
/* A new lookup that finds the same files, for a worker. Free with mw_lookup_free(). */
MwLookup *mw_inner_model_make_lookup (const MwInnerModel *inner);

/* For the renderer: the image of a texture, by its path in the model or, if that is absolute, on the disk. NULL and an error: it is
 * missing, and mw_inner_model_missing() has it. */
MwImage *mw_inner_model_image (const char *path, gpointer inner, GError **error);
/* The image (a path in the game) of textures of a type that the game fills in, as its tables say. Before anything shows the model. */
void mw_inner_model_set_image (MwInnerModel *inner, uint32_t type, const char *path);
/* The file for textures of a type that the game fills in: that which was set, else one guessed by the names of those beside the model; NULL:
 * none. Free with g_free(). */
char *mw_inner_model_guess (MwInnerModel *inner, uint32_t type);
/* The textures that were asked for and are missing (char *), each once. */
const GPtrArray *mw_inner_model_missing (const MwInnerModel *inner);
