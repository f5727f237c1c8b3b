/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/particle-colors.h"
#include "core/vfs/lookup.h"

/* The skins that a World of Warcraft client has for a creature: those of its display ids, from the tables in DBFilesClient:
 * their images, and the colours of their particles (2.4.0 and later). Those of
 * characters are made of parts (core/vfs/character.h). */

enum { MW_NAMED_SKIN_IMAGES = 3 };

/* The texture types that a skin may have images for. */
#define MW_NAMED_SKIN_TYPES                                                                                            \
  {                                                                                                                    \
    11, 12, 13                                                                                                         \
  }

typedef struct {
  guint number; /* the display id */
  char *name;   /* the names of its textures, with " + " in between */
  struct {
    guint type; /* the texture type (names.md 4) */
    char *path; /* the game path of the image */
  } images[MW_NAMED_SKIN_IMAGES];
  guint n_images;
  MwParticleColors *particle_colors; /* NULL: particles keep their own */
} MwNamedSkin;

/* The skins (MwNamedSkin), by their numbers. `model` is the path of the model, or its game path, or "ARCHIVE:NAME"; it is a model of the tables if
 * it ends in the path that they have for it, or, if there is none, if it has the same file name. The tables are found by `lookup`. Empty: the
 * tables are not there, or they do not have the model. NULL and an error: a table is damaged. Free with g_ptr_array_unref(). */
GPtrArray *mw_named_skins (MwLookup *lookup, const char *model, GError **error);
