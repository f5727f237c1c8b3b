/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/buffer.h"
#include "core/model/mdlx/mdlx.h"
#include "core/schema/mdl.h"

/* The side channel of MDL text (mdlx.md 12): comments at the end of the text, one note per line. The notes hold
 * what an MDX file states and text cannot state. With them MDX -> MDL -> MDX gives the same bytes. Other programs ignore
 * the comments.
 *
 *   line   = "//@mdlx" KEY VALUE              the value reaches to the end of the line
 *   KEY    = "version" | "chunkorder" | "trailing" | "pivots" | word ":" PATH | "chunk:" TAG | "again:" TAG
 *   PATH   = an address as `mwright get` takes it (core/schema/path.h), spelled as `mwright ls` prints it. Its first
 *            index can name several records, `bones[0:57,60,70:90].flags`, which means one note for each.
 *   TAG    = four characters; % and bytes other than graphic ASCII are spelled %HH
 *   VALUE  = NUMBER | STRING | BYTES | [ VALUE, ... ], as JSON. Numbers are those that `mwright get` prints (colours red
 *            first). A float that JSON cannot express is the string "inf", "-inf" or "nan(0xHHHHHHHH)". The characters of a
 *            string are bytes (\u0000 to \u00ff).
 *   BYTES  = a string, or base64: bare where it is the whole value, { "base64": "..." } inside a list
 *
 *   count:PATH N                    how many records the list PATH has, for every list that a note refers to
 *   count:PATH [N, "MARKS"]         the same, with a mark of five characters for each record, by which it is found again.
 *                                   For an array whose elements a note refers to (`...keys`: all arrays of keys) there is
 *                                   only one mark, of four characters
 *   version 1                       of this grammar. The first line, present even without other notes. It says that the text
 *                                   is exact and must stay exact when it is written again
 *   chunkorder "VERS MODL PREM:0"   the order of chunks. :N is the number of records in the chunk. It is given for an empty chunk
 *                                   (:0), and if several chunks hold one list, for all of them but the last. :+ is a repeated
 *                                   chunk (`again`)
 *   chunk:INFO BYTES                an unknown chunk; further lines with the same tag are further chunks
 *                                   (in unknown versions also a known chunk that does not fit the known layout)
 *   again:PIVT BYTES                a repeated chunk: it is kept as bytes, and the first one is read
 *   trailing BYTES                  bytes after the last chunk
 *   pivots BYTES                    pivots that belong to no node, if they have NaNs: text does not keep the bits of a NaN
 *   variant:PATH n                  the record's layout (collision shapes)
 *   strtail:PATH [offset, BYTES]    bytes after the NUL of a name, and their offset in its buffer
 *   trackorder:PATH "KGSC KGRT"     the order of tracks; PATH is the first field of the group. %00%00%00%00 as the first tag means
 *                                   that the tracks follow unknown bytes (only in unknown versions)
 *   flags:PATH [set, clear]         bits that are set but have no word, and bits that are clear where text implies them
 *   base:PATH value                 the static value of a field that also has a track
 *   nan:PATH "nan(0xHHHHHHHH)"      the bits of a NaN, which text states as nan; PATH is one component
 *   value:PATH value                any other value that the text states differently or not at all: a number, list of
 *                                   numbers, reference (a number), text or bytes; for arrays one element's component, or
 *                                   the whole array
 *   tail:PATH [values]              elements of an array after those that text states
 *   prims:PATH [groups]             primitive groups of a geoset that are not triangles: type, or [type, n indices], or
 *                                   [type, n indices, [index, ...]] if they cannot be rebuilt from the triangles
 *   note:KIND:PATH[#offset] BYTES   any other note of a record (core/schema/notes.h)
 *
 * Each note is independent. It holds while its path exists and the text of its record is the same with it as without
 * it. (`base` also needs the track; `strtail` also needs the text to end before its offset.) A note that does not
 * hold is dropped: the text wins, and the report names the note. The same goes for a line that cannot be parsed. If
 * two lines have the same key, the first is used.
 *
 * Paths name records by the index that they had when the notes were written. After an edit by hand they may have
 * another, so each note is applied to the record that it was written for, which is found by the marks
 * (side-places.c):
 *
 * - A record with exactly the same content as before is that record, wherever its block is now.
 * - A record with a unique name (nodes, sequences, cameras: the name; textures: the path) is the one with that name,
 *   whatever else was changed in it. If it was renamed by hand, it is another record.
 * - A record without a unique name is the one whose content differs in at most one statement, if that one is at its
 *   place between records that were found, or is the only one like it.
 * - For comparison, a reference is replaced by the content of its target. So records are found even where the numbers of
 *   references were changed because another block was removed. If a block was removed and the numbers were not changed, so that all
 *   references point to something else, records are recognised by their places.
 * - A material is also recognised by its layers: it is the same if most of them are.
 * - If some of several records with equal content were removed, it is unknown which; the notes on all of them are
 *   dropped. If a record was copied, the first copy is the old one.
 * - The elements of an array count as being in their places if at most one of the four characters of its mark differs.
 *   Every fourth element belongs to the same character, so a changed element is not mistaken for one that moved.
 *
 * Notes on a record that is not found are dropped and reported; all others hold. Lines without marks, and texts
 * without `count`, are applied to the indices that they name. Marks are made from what was read from the text, before
 * any note is applied (side-marks.c).
 *
 * Notes inside the blocks that they describe would not need to search for their records. They are at the end of the text
 * because readers that modders use reject such comments. war3-model accepts comments only between blocks and after
 * statements of nodes and layers. It refuses every text with a comment as the first line of each block. */

/* Whether a model has a side channel, or is to get one when it is written as text. Readers set it for a text that
 * has one. A program that converts a model to text for the first time sets it on a model that no document owns yet. */
gboolean mw_mdl_has_side_channel (const MwModel *model);
void mw_mdl_set_side_channel (MwModel *model, gboolean has);

/* The number of side-channel lines in a text, and the bytes that they take. */
void mw_mdl_side_channel_size (const char *text, size_t size, guint *n_lines, gsize *n_bytes);

#define MW_MDL_SIDE_CHANNEL_VERSION 1
/* The size limit of a side channel, not counting unknown chunks: 1 KB plus a hundredth of the MDX file. What does
 * not fit is reported as lost. */
#define MW_MDL_SIDE_CHANNEL_BASE 1024
#define MW_MDL_SIDE_CHANNEL_PART 100

/* --- For the reader and writer of MDL ------------------------------------------------------------------------------- */

typedef struct _MwMdlSide MwMdlSide;

/* Prepares to apply notes to `model`, which has been read from a text of that size. `report` may be NULL. Free with
 * mw_mdl_side_free(). */
MwMdlSide *mw_mdl_side_new (MwMdlx *model, MwFormat format, MwReport *report, size_t text_size);
void mw_mdl_side_free (MwMdlSide *side);
/* Applies the notes that say which chunks there are. Call before references are resolved. */
void mw_mdl_side_read_chunks (MwMdlSide *side, const MwMdlNote *notes, guint n);
/* Applies all other notes. Call when references are resolved. */
void mw_mdl_side_read (MwMdlSide *side, const MwMdlNote *notes, guint n);
/* Applies one note with one path. Returns NULL if it holds, else why not (one clause, untranslated, static). */
const char *mw_mdl_side_apply (MwMdlSide *side, const char *key, const char *value);

/* Appends the side channel of `model` to its text, which begins at `start` in `out`. Removes from the losses in
 * `report` what the side channel states. */
void mw_mdl_side_write (const MwMdlx *model, MwFormat format, MwBuffer *out, size_t start, MwReport *report);
