/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/render/renderer.h"
#include "core/vfs/lookup.h"

/* What is shown of one model beside what it says itself: where its textures are, what the user chose in place of what the game
 * chooses, and what the model is checked for. It is never in a document. The window remembers it for each file, in a file of its own that mwright reads too. */
typedef struct {
  guint team;   /* MwFrame.team */
  char tileset; /* its letter (core/model/tilesets.h); 0: none was chosen */
  MwFog fog;
  int minute;           /* of the day whose light shines (core/render/day-night.h); -1: none was chosen */
  GPtrArray *folders;   /* char *: searched for textures, the first first */
  GHashTable *images;   /* char * (a texture as the model names it) -> char * (path of the file that is shown) */
  GHashTable *types;    /* texture type (GUINT_TO_POINTER) -> char *: as for mw_renderer_show_texture(), "": no image */
  GHashTable *attached; /* char * (a point, as of mw_point_name()) -> char * (path of the model that is shown there) */
  MwParticleColors *particle_colors; /* those of the chosen skin; NULL: none */
  GHashTable *sections;              /* group -> variant, as for mw_sections_hide() */
  GHashTable *parts; /* part of a character (core/vfs/character.h) -> number, both by GUINT_TO_POINTER() */
  GPtrArray *hidden; /* char *: paths of elements of the model as it is in its file, which are not drawn */
  GPtrArray *locked; /* the same of those that cannot be picked in the view */
  char *client; /* that the model is checked for (core/convert/targets.h), its id; NULL: whatever reads its version */
  char *tables; /* a folder with tables of a client (.dbc), which go before those of the game; NULL: none */
} MwShown;

/* Nothing was chosen yet. Free with mw_shown_free(). */
MwShown *mw_shown_new (void);
void mw_shown_free (MwShown *shown);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwShown, mw_shown_free)
/* Adds the folder as the last, unless it is there. */
void mw_shown_add_folder (MwShown *shown, const char *folder);
/* Makes a lookup search the folders, with that of the tables, and find the images. */
void mw_shown_find (const MwShown *shown, MwLookup *lookup);

/* Appends the ids (MwId) of the elements with these paths, MwShown.hidden or MwShown.locked. What the model does not have is left out. */
void mw_shown_append_ids (const GPtrArray *paths, const MwModel *model, GArray *ids);

/* The file with what is shown of the model in this file ("ARCHIVE:NAME" too): below modelwright/views in the user's state folder. Free with
 * g_free(). */
char *mw_shown_path (const char *model);
/* Reads such a file. If there is none, nothing was chosen. An entry that cannot be understood is an error that names it. */
MwShown *mw_shown_read (const char *path, GError **error);
/* Writes it for a model, and makes its folder; if nothing was chosen, it removes the file. */
gboolean mw_shown_write (const MwShown *shown, const char *path, const char *model, GError **error);
