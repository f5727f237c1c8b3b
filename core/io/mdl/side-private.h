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
  /* By path as the lines spell it: what became of records, lists and arrays that are not as they were (side-places.c), and how
   * many records lists had that have more or fewer now. */
  GHashTable *places, *lengths;
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

/* --- Marks, by which records are found again --- */

/* Characters of the mark of an array, and of a record: for that one more, for the numbers of its references. */
#define MW_MDL_SIDE_PARTS 4
#define MW_MDL_SIDE_MARK (MW_MDL_SIDE_PARTS + 1)
/* What a path names: the records of a list, or the arrays that have their elements in common. */
typedef struct {
  GPtrArray *records; /* MwRecord, not owned; NULL: arrays */
  GArray *arrays;     /* MwTarget */
  uint32_t n;         /* records, or elements */
  gboolean in_record; /* the list is in a record whose mark is made of its records field by field */
} MwMdlSideFound;
/* FALSE: there is nothing such in `model`, which is the side's or a copy of it. Free with mw_mdl_side_found_clear(). */
gboolean mw_mdl_side_find (MwMdlSide *side, const MwModel *model, const char *path, MwMdlSideFound *found);
void mw_mdl_side_found_clear (MwMdlSideFound *found);
/* Appends the mark of each record, or one of the arrays. FALSE: that is too much work for a text of this size. */
gboolean mw_mdl_side_mark (MwMdlSide *side, const MwModel *model, const MwMdlSideFound *found, GString *marks);
/* Both at once, for writing: how many records or elements there are, and their marks; none where their owner's covers them. */
gboolean mw_mdl_side_marks (MwMdlSide *side, const MwModel *model, const char *path, uint32_t *n, GString *marks);
/* Whether a text is that many characters of marks. */
gboolean mw_mdl_side_is_marks (const char *text, uint64_t length);
/* The first n characters of a mark as a number. */
guint mw_mdl_side_mark_key (const char *mark, guint n);
/* The name that the text gives a record; NULL: its kind has none. */
const char *mw_mdl_side_name (const MwRecord *record);

/* --- Where records are that lines were written for. Paths are `written` as the lines have them. --- */

/* Matches the records at a path with a `count:` line, before any other note was applied; lists come after those that they are
 * in. Why it cannot, or NULL. */
const char *mw_mdl_side_apply_count (MwMdlSide *side, const char *written, const char *value);
/* The path that the same record has now; NULL, and *why, if it is gone. `unsure_too`: also of records of which only lists in them
 * can tell whether they are the same. Free with g_free(). */
char *mw_mdl_side_path_now (MwMdlSide *side, const char *written, gboolean unsure_too, const char **why);
/* Why notes through a list, or on an array, are void; NULL: they are not. */
const char *mw_mdl_side_why_void (MwMdlSide *side, const char *written);
/* How many records a list had; FALSE: as many as it has. */
gboolean mw_mdl_side_had (MwMdlSide *side, const char *written, uint32_t *n);

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
