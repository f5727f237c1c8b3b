/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/io/mdl/side-channel.h"
#include "core/model/mdlx/object-ids.h"
#include "core/schema/path.h"

/* Private to core/io/mdl: what applies the notes of a side channel, and what its halves share. */
struct _MwMdlSide {
  MwMdlx *model;
  MwFormat format, binary; /* as text, as MDX */
  MwReport *report;
  guint64 budget; /* bytes of work that are still sensible for a text of this size */
  guint64 room;   /* bytes that what is kept may still take */
  /* From when references are resolved on. */
  uint32_t *numbers; /* what references to records are written as, by id */
  MwMdlxObjectIds ids;
  GHashTable *by_number; /* nodes by their number; made when asked for */
  GHashTable *moved;     /* paths of lists whose count is another than the note on it says: indices mean nothing */
};

/* Takes from the budget, or from the room. FALSE: there is not as much left. */
gboolean mw_mdl_side_afford (MwMdlSide *side, guint64 bytes);
gboolean mw_mdl_side_keep (MwMdlSide *side, guint64 bytes);
/* Reasons. */
extern const char mw_mdl_side_too_much[];
/* How many records the list at a path has (of the kind that the path says). FALSE: there is no list. */
gboolean mw_mdl_side_count (MwMdlSide *side, const char *path, uint32_t *n);
#define MW_MDL_SIDE_COUNT "count:"
/* The words of notes that come before references are resolved. */
gboolean mw_mdl_side_is_about_chunks (const char *key);
/* Of a note that may hold once others do, so that it is worth another try. */
extern const char mw_mdl_side_means_nothing[];

/* --- Values --- */

void mw_mdl_side_put_tag (GString *text, const char tag[4]);
gboolean mw_mdl_side_take_tag (const char **at, char tag[4]);
/* Whether a component is a NaN that text states as its one word, and as which bits. */
static inline gboolean
mw_mdl_side_is_nan (uint32_t bits)
{
  return (bits & 0x7F800000) == 0x7F800000 && (bits & 0x7FFFFF);
}

/* --- The primitive groups of a geoset, which are three arrays --- */

/* As a value; NULL where the three do not fit together. `stated`: the geoset as the text has it. Free with g_free(). */
char *mw_mdl_side_prims_text (const MwMdlxGeoset *geoset, const MwMdlxGeoset *stated);
/* The three arrays (faces, types, sizes) from what the text states and a value. FALSE: the value makes no sense with it. */
gboolean mw_mdl_side_prims_read (const MwMdlxGeoset *stated, const char *value, MwArray arrays[3]);
