/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/buffer.h"
#include "core/model/mdlx/mdlx.h"
#include "core/schema/mdl.h"

/* The side channel of MDL text (mdlx.md 12): what an MDX file says and text cannot, as comments at the
 * end of the text, one note a line. With them MDX -> MDL -> MDX gives the same bytes; programs that know nothing of them
 * read the text as ever.
 *
 *   line   = "//@mdlx" KEY VALUE              the value reaches to the end of the line
 *   KEY    = "version" | "chunkorder" | "trailing" | "pivots" | word ":" PATH | "chunk:" TAG | "again:" TAG
 *   PATH   = an address as `mwright get` takes it (core/schema/path.h), spelled as `mwright ls` prints it. The first
 *            index in it can name several, `bones[0:57,60,70:90].flags`: one note each.
 *   TAG    = four characters; a byte that is no graphic ASCII, and %, is spelled %HH
 *   VALUE  = NUMBER | STRING | BYTES | [ VALUE, ... ], as JSON. Numbers are those that `mwright get` prints (colours red
 *            first). A float that JSON cannot say is the string "inf", "-inf" or "nan(0xHHHHHHHH)". The characters of a
 *            string are bytes (\u0000 to \u00ff).
 *   BYTES  = a string; or base64, bare where it is the whole value, inside a list { "base64": "..." }
 *
 *   count:PATH N                    how many records the list has that PATH names, for every list that a note names
 *   count:PATH [N, "MARKS"]         the same, and a mark of each record, five characters, by which it is found again; or of
 *                                   an array that a note names elements of (`...keys` for all arrays of keys) one of four
 *   version 1                       of this grammar; the first line, which stands there even where there is no other
 *                                   note: the text is to be exact, and whatever writes it again keeps it so
 *   chunkorder "VERS MODL PREM:0"   chunks as they stood. :N where it counts: 0 for one that is there, but empty, and
 *                                   for one that has more of its records behind it how many it has; :+ for one of `again`
 *   chunk:INFO BYTES                an unknown chunk; further lines with the same tag are further chunks
 *                                   (in versions that are not known also one of another form than is known)
 *   again:PIVT BYTES                a chunk that stands there again: it is kept, and the one before it counts
 *   trailing BYTES                  behind the last chunk
 *   pivots BYTES                    the note on points of no node whose NaNs text does not tell apart
 *   variant:PATH n                  which layout the record has (collision shapes)
 *   strtail:PATH [offset, BYTES]    behind the NUL of a name: offset in its buffer
 *   trackorder:PATH "KGSC KGRT"     tracks as they stood; PATH is the first field of the group. %00%00%00%00 first: behind
 *                                   the bytes of no known meaning, in a version that is not known
 *   flags:PATH [set, clear]         bits without a word that are set, and that are not where text means that they are
 *   base:PATH value                 the static value under a track
 *   nan:PATH "nan(0xHHHHHHHH)"      the bits where the text states nan; PATH is one component
 *   value:PATH value                any other value that the text states in another form or in none: a number, list of
 *                                   numbers, reference (a number), text or bytes; of arrays one element's component, or
 *                                   all
 *   tail:PATH [values]              elements of an array behind those that text states
 *   prims:PATH [groups]             primitive groups of a geoset that are no triangles: type, or [type, indices], or
 *                                   [type, indices, [index, ...]] where the triangles do not tell what they were
 *   note:KIND:PATH[#offset] BYTES   any other note of a record (core/schema/notes.h)
 *
 * Each note stands alone. It holds while the text of its record is the same with it as without it, and while its path is
 * there (`base`: and the track; `strtail`: and the text ends before it). One that does not hold is dropped, the text
 * wins, and the report names it; so is a line that makes no sense. Of two lines with one key the first counts.
 *
 * Paths name records by the place that they had when the notes were written. After an edit by hand they may be elsewhere, so
 * each note is applied to the record that it was written for, which is found by the marks (side-places.c):
 *
 * - A record that says exactly what one said before is that record, wherever its block is now.
 * - A record with a name of its own (of nodes, sequences, cameras: the name; of textures: the path) is the one of that name,
 *   whatever else was changed in it. Renamed by hand it is another one.
 * - A record without a name, or with one that others have too, is the one that said the same but for one statement, if that
 *   one is at its place between those that were found, or is the only one like it.
 * - A reference counts by what it points to, so records are found again where the numbers were changed because another block
 *   went. Where the block went and the numbers were not changed, so that all references point to something else, each record is
 *   the one of its place.
 * - A material is also known by its layers: it is the same if most of them are.
 * - Of records that say the same some of which went nobody can tell which: the notes on all of them are dropped. Of one that was
 *   copied the first is the old one.
 * - An array has its elements in their places while all are the same, or every fourth: one that was changed is none that moved.
 *
 * Notes on a record that is not found are dropped and named; all others hold. Lines without marks, and texts without `count`,
 * are applied to the places that they name. Marks are made of what was read from the text, before any note (side-marks.c).
 *
 * Why the notes are not inside the blocks that they are about, where no search would be needed: readers that modders use refuse
 * comments there. war3-model takes them only between the blocks of the file and after statements of nodes and layers; with a comment
 * as the first line of each block it refuses every text. */

/* Whether a model has, or is to have, a side channel where it is written as text. Readers set it for a text that has one;
 * a program that makes a text for the first time sets it on a model that no document has. */
gboolean mw_mdl_has_side_channel (const MwModel *model);
void mw_mdl_set_side_channel (MwModel *model, gboolean has);

/* How many lines of a side channel the text has, and how many bytes they take. */
void mw_mdl_side_channel_size (const char *text, size_t size, guint *n_lines, gsize *n_bytes);

#define MW_MDL_SIDE_CHANNEL_VERSION 1
/* Of 1 KB and one part of a hundred of the MDX file is a side channel, its unknown chunks not counted: what would need more is
 * lost, and reported. */
#define MW_MDL_SIDE_CHANNEL_BASE 1024
#define MW_MDL_SIDE_CHANNEL_PART 100

/* --- For the reader and writer of MDL ------------------------------------------------------------------------------- */

typedef struct _MwMdlSide MwMdlSide;

/* Notes are applied to `model`, which has been read from a text of that size. `report` may be NULL. */
MwMdlSide *mw_mdl_side_new (MwMdlx *model, MwFormat format, MwReport *report, size_t text_size);
void mw_mdl_side_free (MwMdlSide *side);
/* The notes that say which chunks there are: they come before references are resolved. */
void mw_mdl_side_read_chunks (MwMdlSide *side, const MwMdlNote *notes, guint n);
/* All others, when references are resolved. */
void mw_mdl_side_read (MwMdlSide *side, const MwMdlNote *notes, guint n);
/* One note about one path is applied, or the answer (untranslated, one clause) tells why not. NULL: it holds. */
const char *mw_mdl_side_apply (MwMdlSide *side, const char *key, const char *value);

/* Appends the side channel of `model` to its text, which begins at `start` of `out`, and takes what it states out of the losses
 * of `report`. */
void mw_mdl_side_write (const MwMdlx *model, MwFormat format, MwBuffer *out, size_t start, MwReport *report);
