/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/vfs/places.h"

/* Where a model comes from that is in a game or an archive. These are never written, so the model is saved elsewhere. */
typedef struct {
  char *from;       /* for people: the name of the game, or the file name of the archive */
  char *name;       /* its game path there, with slashes */
  MwPlaces *places; /* the game or the archive; NULL: only its path is known */
  gboolean archive; /* textures that the archive does not have are looked for in a game, as for other files */
} MwOrigin;

/* `places` (may be NULL) gets a reference. */
MwOrigin *mw_origin_new (const char *from, const char *name, MwPlaces *places, gboolean archive);
/* That of "ARCHIVE:NAME"; NULL: `path` (may be NULL) is not in an archive. */
MwOrigin *mw_origin_of_path (const char *path);
MwOrigin *mw_origin_copy (const MwOrigin *origin);
void mw_origin_free (MwOrigin *origin);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwOrigin, mw_origin_free)

/* The file name without folders. It belongs to the origin. */
const char *mw_origin_base (const MwOrigin *origin);
/* Whether both are the same file. */
gboolean mw_origin_equal (const MwOrigin *a, const MwOrigin *b);
