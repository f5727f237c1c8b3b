/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* What operations share that take something from a second model, the *source*: which record of the source corresponds to
 * which record of the document's model. The source is read from a file or from text, is never changed, and is of the same
 * family of models (MDLX or M2), in any version. */
typedef struct {
  MwDocument *document;
  MwModel *source;  /* owned */
  MwFormat format;  /* of the source */
  char *name;       /* what messages call the source */
  GHashTable *to;   /* id in the source -> id in the document's model; 0: the user left it out on purpose */
  GHashTable *from; /* the reverse, without those left out */
} MwTransfer;

/* Reads the model at `path`. Refused if it is of the other family. The error names the file. */
MwTransfer *mw_transfer_open (MwDocument *document, const char *path, GError **error);
void mw_transfer_free (MwTransfer *transfer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwTransfer, mw_transfer_free)

/* States that a record of the source is the same as one of the document's model (0: as none). */
void mw_transfer_map (MwTransfer *transfer, MwId from, MwId to);
/* The record of the document's model that is the same as this record of the source, and the reverse; NULL: none. */
MwRecord *mw_transfer_to (const MwTransfer *transfer, const MwRecord *source);
MwRecord *mw_transfer_from (const MwTransfer *transfer, const MwRecord *record);

/* --- transfer-match.c --- */

/* Finds which nodes and points are the same in both models. `pairs` has pairs that the user states, separated by semicolons:
 * "Source Bone=Target Bone"; either side is a name or a path, and without a target the node is left out. The others are matched
 * by name (exactly, then without regard to case, blanks, _ and -), and in M2 by key bone, by the CRC of the name, and by place
 * below the same parent; points on M2 bones are matched by their id or name, or by their order on the bone. */
gboolean mw_transfer_match_nodes (MwTransfer *transfer, const char *pairs, GError **error);
/* The same for textures, by their file, and for records of all other lists of the model but sequences and global sequences: by
 * place, if both models have as many of them. Call it after mw_transfer_match_nodes(). */
void mw_transfer_match_others (MwTransfer *transfer);

/* Whether records of a schema move others: bones, and helpers of MDLX. */
gboolean mw_transfer_is_bone (const MwModel *model, const MwRecord *record);
/* The titles of up to a few records, for a notice: "A, B, C and 4 more". Free with g_free(). */
char *mw_transfer_names (const GPtrArray *records);
