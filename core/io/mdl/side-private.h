/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/io/mdl/side-channel.h"
#include "core/model/mdlx/object-ids.h"
#include "core/schema/path.h"

/* Private to core/io/mdl: the state for applying the notes of a side channel, and what its parts share. */
struct _MwMdlSide {
  MwMdlx *model;
  MwFormat format, binary; /* as text, as MDX */
  MwReport *report;
  guint64 budget; /* work that is still allowed, in bytes; proportional to the text's size */
  guint64 room;   /* memory that notes may still take, in bytes */
  /* Valid from the time references are resolved. */
  uint32_t *numbers; /* the number written for a reference, by id */
  MwMdlxObjectIds ids;
  GHashTable *by_number; /* nodes by their number; built on demand */
  /* By path as written in the lines: what became of changed records, lists and arrays (side-places.c), and the
   * former length of lists that have more or fewer records now. */
  GHashTable *places, *lengths;
};

/* Subtracts from the budget of work, or of memory. FALSE when that much is not left. */
gboolean mw_mdl_side_afford (MwMdlSide *side, guint64 bytes);
gboolean mw_mdl_side_keep (MwMdlSide *side, guint64 bytes);
/* Reasons why a note does not hold. */
extern const char mw_mdl_side_too_much[], mw_mdl_side_no_sense[], mw_mdl_side_other_text[];
#define MW_MDL_SIDE_COUNT "count:"
/* Whether a key's word belongs to notes that are applied before references are resolved; and to notes that hold a
 * chunk, where several may have the same key. */
gboolean mw_mdl_side_is_about_chunks (const char *key);
gboolean mw_mdl_side_is_a_chunk (const char *key);
/* The reason for a note that might hold after others have been applied, so it is tried again. */
extern const char mw_mdl_side_means_nothing[];

/* --- Values --- */

void mw_mdl_side_put_tag (GString *text, const char tag[4]);
gboolean mw_mdl_side_take_tag (const char **at, char tag[4]);
/* Whether these bits are a NaN, which text states only as the word nan. */
static inline gboolean
mw_mdl_side_is_nan (uint32_t bits)
{
  return (bits & 0x7F800000) == 0x7F800000 && (bits & 0x7FFFFF);
}

/* Whether the text itself states what chunks with this tag hold, so that a note cannot hold such a chunk; and that
 * as a reason. */
gboolean mw_mdl_side_is_stated (const MwMdlSide *side, uint32_t tag);
extern const char mw_mdl_side_states_chunk[];

/* --- Notes about the file as a whole. Those that apply one return why it does not hold, or NULL. --- */

const char *mw_mdl_side_apply_chunk (MwMdlSide *side, const char *path, const MwTarget *target, const char *value);
const char *mw_mdl_side_apply_again (MwMdlSide *side, const char *path, const MwTarget *target, const char *value);
const char *mw_mdl_side_apply_chunk_order (MwMdlSide *side, const char *path, const MwTarget *target,
                                           const char *value);
const char *mw_mdl_side_apply_version (MwMdlSide *side, const char *path, const MwTarget *target, const char *value);
const char *mw_mdl_side_apply_trailing (MwMdlSide *side, const char *path, const MwTarget *target, const char *value);
const char *mw_mdl_side_apply_pivots (MwMdlSide *side, const char *path, const MwTarget *target, const char *value);

/* --- Marks, for finding records again (side-marks.c) --- */

/* Length in characters of the mark of an array, and of a record, which has one more for the numbers of its
 * references. */
#define MW_MDL_SIDE_PARTS 4
#define MW_MDL_SIDE_MARK (MW_MDL_SIDE_PARTS + 1)
/* What a path refers to: the records of a list, or parallel arrays. */
typedef struct {
  GPtrArray *records; /* MwRecord, not owned; NULL: arrays */
  GArray *arrays;     /* MwTarget */
  uint32_t n;         /* number of records, or of elements */
  gboolean in_record; /* the list is in a record whose own mark covers the list's records field by field */
} MwMdlSideFound;
/* Finds what a path refers to in `model`, which is the side's model or a copy of it. FALSE if there is nothing. Free
 * with mw_mdl_side_found_clear(). */
gboolean mw_mdl_side_find (MwMdlSide *side, const MwModel *model, const char *path, MwMdlSideFound *found);
void mw_mdl_side_found_clear (MwMdlSideFound *found);
/* Appends a mark for each record, or one for the arrays. FALSE: too much work for a text of this size. */
gboolean mw_mdl_side_mark (MwMdlSide *side, const MwModel *model, const MwMdlSideFound *found, GString *marks);
/* For writing, both at once: the number of records or elements, and their marks. No marks where the owner's mark
 * covers them. */
gboolean mw_mdl_side_marks (MwMdlSide *side, const MwModel *model, const char *path, uint32_t *n, GString *marks);
/* Whether a text is `length` characters of marks. */
gboolean mw_mdl_side_is_marks (const char *text, uint64_t length);
/* The first n characters of a mark as a number. */
guint mw_mdl_side_mark_key (const char *mark, guint n);
/* The name that the text gives a record; NULL if its kind has none. */
const char *mw_mdl_side_name (const MwRecord *record);

/* --- Finding the records that lines were written for. `written` is a path as it is in the lines. --- */

/* Matches the records at a path with a `count:` line. Call before any other note is applied, outer lists before
 * inner ones. Returns NULL, or why it cannot. */
const char *mw_mdl_side_apply_count (MwMdlSide *side, const char *written, const char *value);
/* The path that the same record has now. NULL, with *why set, if it is gone. `unsure_too`: also accepts records that
 * only the lists inside them can confirm. Free with g_free(). */
char *mw_mdl_side_path_now (MwMdlSide *side, const char *written, gboolean unsure_too, const char **why);
/* Why notes through a list or on an array are void; NULL if they are not. */
const char *mw_mdl_side_why_void (MwMdlSide *side, const char *written);
/* How many records a list had when the notes were written; FALSE if that has not changed. */
gboolean mw_mdl_side_had (MwMdlSide *side, const char *written, uint32_t *n);

/* --- Lines --- */

/* One note about one path. */
typedef struct {
  char *word, *path, *value; /* first part of the key, up to its colon; the rest; the value */
  gint loss;                 /* index of the loss in the report that it states; -1: none, the note is about spelling */
  guint line;                /* index of the line that it is part of, once there are lines */
  gboolean bounded;          /* counts towards the size limit */
  gboolean counts;           /* it is a count of records, needed by notes that name them by index */
  gboolean written;          /* there was room for it */
} MwMdlSideItem;

void mw_mdl_side_item_clear (gpointer item);
/* Writes items as lines, adding the counts that they need, and sets `written` in those for which there was room in
 * `bound` bytes. Priority: the first item, then items that state losses (all of one loss, or none), then the others.
 * `stated` is the model as the text has it, before notes. */
void mw_mdl_side_write_lines (MwMdlSide *side, const MwModel *stated, GArray *items, gsize bound, MwBuffer *out);

/* --- The primitive groups of a geoset, which are three arrays --- */

/* The three arrays as a note's value; NULL where they do not fit together. `stated` is the geoset as the text has
 * it. Free with g_free(). */
char *mw_mdl_side_prims_text (const MwMdlxGeoset *geoset, const MwMdlxGeoset *stated);
/* Computes the three arrays (faces, types, sizes) from the text and a note's value. FALSE: the value does not fit
 * the text. */
gboolean mw_mdl_side_prims_read (const MwMdlxGeoset *stated, const char *value, MwArray arrays[3]);
