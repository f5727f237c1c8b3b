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
  /* Paths of lists that have another number of records than when notes were written, of records that are others, and of arrays
   * whose elements stand elsewhere, each with a reason: notes through them are void. */
  GHashTable *moved;
};

/* Takes from the budget, or from the room. FALSE: there is not as much left. */
gboolean mw_mdl_side_afford (MwMdlSide *side, guint64 bytes);
gboolean mw_mdl_side_keep (MwMdlSide *side, guint64 bytes);
/* Reasons. */
extern const char mw_mdl_side_too_much[], mw_mdl_side_no_sense[], mw_mdl_side_other_text[];
/* How many records the list at a path has (of the kind that the path says). FALSE: there is no list. */
gboolean mw_mdl_side_count (MwMdlSide *side, const char *path, uint32_t *n);
#define MW_MDL_SIDE_COUNT "count:"
/* The words of notes that come before references are resolved; those that hold a chunk, of which there may be several with one
 * key. */
gboolean mw_mdl_side_is_about_chunks (const char *key);
gboolean mw_mdl_side_is_a_chunk (const char *key);
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

/* Whether the text says what chunks of a tag hold, so that no bytes can stand for them, and that as a reason. */
gboolean mw_mdl_side_is_stated (const MwMdlSide *side, uint32_t tag);
extern const char mw_mdl_side_states_chunk[];

/* --- Notes about the file as a whole. What applies one answers why it does not hold, or NULL. --- */

const char *mw_mdl_side_apply_chunk (MwMdlSide *side, const char *path, const MwTarget *target, const char *value);
const char *mw_mdl_side_apply_again (MwMdlSide *side, const char *path, const MwTarget *target, const char *value);
const char *mw_mdl_side_apply_chunk_order (MwMdlSide *side, const char *path, const MwTarget *target,
                                           const char *value);
const char *mw_mdl_side_apply_version (MwMdlSide *side, const char *path, const MwTarget *target, const char *value);
const char *mw_mdl_side_apply_trailing (MwMdlSide *side, const char *path, const MwTarget *target, const char *value);
const char *mw_mdl_side_apply_pivots (MwMdlSide *side, const char *path, const MwTarget *target, const char *value);

/* --- Whether records are still those that notes were written for --- */

/* Characters of a mark: of each record of a list, or of an array. */
#define MW_MDL_SIDE_MARK 4
/* How many records or elements the list or the arrays at a path have in `model`, which is the side's or a copy of it as the text
 * states it, and appends their marks: none where the marks of a list around it cover them. FALSE: there is nothing such. */
gboolean mw_mdl_side_marks (MwMdlSide *side, const MwModel *model, const char *path, uint32_t *n, GString *marks);
/* Compares with what a note says (marks NULL: the number alone) and takes down in side->moved what is void. Before any
 * other note was applied. */
const char *mw_mdl_side_check (MwMdlSide *side, const char *path, uint32_t n, const char *marks);

/* --- Lines --- */

/* One note about one path. */
typedef struct {
  char *word, *path, *value; /* of the key, up to its colon; behind it; */
  gint loss;                 /* which of the report's; -1: none, it is about spelling */
  guint line;                /* which line it is part of, once there are lines */
  gboolean bounded;          /* counts for how large a side channel may be */
  gboolean counts;           /* says how many records a list has, for others that name them by index */
  gboolean written;          /* found room */
} MwMdlSideItem;

void mw_mdl_side_item_clear (gpointer item);
/* Writes items as lines, with those that say how many records there are, and sets what found room in `bound` bytes. The first
 * always does, then those that say what is lost without them, all that one loss has or none. `stated`: the model as the text
 * has it, before notes. */
void mw_mdl_side_write_lines (MwMdlSide *side, const MwModel *stated, GArray *items, gsize bound, MwBuffer *out);

/* --- The primitive groups of a geoset, which are three arrays --- */

/* As a value; NULL where the three do not fit together. `stated`: the geoset as the text has it. Free with g_free(). */
char *mw_mdl_side_prims_text (const MwMdlxGeoset *geoset, const MwMdlxGeoset *stated);
/* The three arrays (faces, types, sizes) from what the text states and a value. FALSE: the value makes no sense with it. */
gboolean mw_mdl_side_prims_read (const MwMdlxGeoset *stated, const char *value, MwArray arrays[3]);
