/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/edit/operations/transfer/transfer-source.h"

/* Shared by the operations that take something from a second model, the *source*: finds out which record of the source
 * corresponds to which record of the document's model. The source is read from a file or from text, is never changed,
 * and is of the same family of models (MDLX or M2), in any version. */
typedef struct {
  MwDocument *document;
  MwModel *source;  /* owned */
  MwFormat format;  /* of the source */
  char *name;       /* what messages call the source */
  GHashTable *to;   /* id in the source -> id in the document's model; 0: the user left it out on purpose */
  GHashTable *from; /* the reverse, without those left out */
  GHashTable *how;  /* id of a node in the source -> MwMatched */
  GHashTable
    *rest; /* id of a node in the source -> whether its rest pose is corrected, where the user says so: 1 yes, 2 no */
} MwTransfer;

/* How a node was matched. */
typedef enum {
  MW_MATCHED_NOT,
  MW_MATCHED_BY_HAND, /* the user states it; also that it has no match */
  MW_MATCHED_BY_NAME,
  MW_MATCHED_BY_LIKE_NAME, /* ignoring case, blanks, _ and - */
  MW_MATCHED_BY_KEY_BONE,
  MW_MATCHED_BY_CRC,   /* of the name */
  MW_MATCHED_BY_PLACE, /* below the same parent */
  MW_MATCHED_BY_BONE   /* a point on the same bone */
} MwMatched;

/* Reads the model at `path` (mw_transfer_source_open()). Refused if it is of the other family. The error names the file. */
MwTransfer *mw_transfer_open (MwDocument *document, const char *path, GError **error);
/* The same of a source that is open. */
MwTransfer *mw_transfer_of (MwDocument *document, const MwTransferSource *source, GError **error);
/* FALSE and an error for a model of the other family. */
gboolean mw_transfer_suits (MwDocument *document, const MwModel *source, MwFormat format, const char *name,
                            GError **error);
/* Takes ownership of a model that was read already, also when it is refused because it is of the other family. */
MwTransfer *mw_transfer_new (MwDocument *document, MwModel *source, MwFormat format, const char *name, GError **error);
/* A model of the MDX family converted to the document's version, with the same ids; what that loses is a notice. Takes ownership of
 * the model. Refused if one of `ids` (MwId; may be NULL) cannot be in that version. */
MwModel *mw_transfer_converted (MwDocument *document, MwModel *model, MwFormat from, const GArray *ids, GError **error);
void mw_transfer_free (MwTransfer *transfer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwTransfer, mw_transfer_free)

/* States that a record of the source is the same as one of the document's model (0: as none). */
void mw_transfer_map (MwTransfer *transfer, MwId from, MwId to);
/* The record of the document's model that is the same as this record of the source, and the reverse; NULL: none. */
MwRecord *mw_transfer_to (const MwTransfer *transfer, const MwRecord *source);
MwRecord *mw_transfer_from (const MwTransfer *transfer, const MwRecord *record);

/* --- transfer-match.c --- */

/* Finds which nodes and points are the same in both models. `pairs` are the pairs that the user gives, separated by
 * semicolons: "Source Bone=Target Bone". Either side is a name or a path. Without a target the node is left out. After
 * the target, ", rest" or ", no rest" says whether its rest pose is corrected. If there are several pairs for one node,
 * the last one counts. The other nodes are matched by name (exactly, then ignoring case, blanks, _ and -), and in M2 by
 * key bone, by the CRC of the name, and by place below the same parent. Points on M2 bones are matched by their id or
 * name, or by their order on the bone. */
gboolean mw_transfer_match_nodes (MwTransfer *transfer, const char *pairs, GError **error);
/* The same for textures, by their file, and for records of all other lists of the model but sequences and global sequences: by
 * place, if both models have as many of them. Call it after mw_transfer_match_nodes(). */
void mw_transfer_match_others (MwTransfer *transfer);

/* Only textures. */
void mw_transfer_match_textures (MwTransfer *transfer);
/* Takes back that a record of the source is the same as another one. */
void mw_transfer_unmap (MwTransfer *transfer, MwId from);
/* The same as mw_transfer_match_nodes() for sequences: by name, in M2 by animation and variation. */
void mw_transfer_match_sequences (MwTransfer *transfer);
/* Whether keys are taken as they are: those outside a sequence count in it too (M2 before 264), and both models have the same
 * sequences at the same times. */
gboolean mw_transfer_keeps_line (const MwTransfer *transfer);
/* For the copy of a track of the source with lanes: drops those of sequences that are not matched, or whose match is an alias or has
 * its keys in a file that was not read. What an alias plays becomes keys of the sequence that it is matched with. The lanes
 * still name sequences of the source. */
void mw_transfer_match_lanes (const MwTransfer *transfer, MwRecord *copy);
/* The node or point with this name, or at this path; "3" is bones[3]. `where` is what messages call the model. */
const MwRecord *mw_transfer_find_node (const MwModel *model, const char *text, const char *where, GError **error);

/* --- sequence-import.c --- */

/* Adds sequences (MwRecord) of the source after the last one, `gap` ms apart on one time line, with the keys that matched records
 * have in them, and maps them. */
gboolean mw_transfer_sequences (MwTransfer *transfer, const GPtrArray *sequences, gint64 gap, GError **error);

/* --- transfer-take.c --- */

typedef struct {
  gboolean verbatim; /* keys are copied unchanged; their sequences were copied too */
  MwId
    attach; /* the bone or node of the document's model that taken nodes follow; 0: as matched, or as in the source */
  gboolean move; /* nodes keep their offset from the node that they follow, instead of their place in the model */
} MwTakeOptions;

/* Whether a record of the source can be taken: it is in a list of its model, and nothing below it belongs to that model alone. */
gboolean mw_transfer_can_take (const MwRecord *record, GError **error);
/* Copies records of the source into the document's model, with all that they refer to and that is not matched: textures,
 * materials, parents, the bones of a geoset. Also taken is what belongs to them (the animation of a geoset). Keys go to the
 * sequences that are matched. *taken gets the ids (MwId) of the copies of the given records, in their order; free it with
 * g_array_unref(). Call it inside an open transaction. */
gboolean mw_transfer_take (MwTransfer *transfer, const MwId *ids, guint n, const MwTakeOptions *options, GArray **taken,
                           GError **error);

/* Whether records of a schema move others: bones, and helpers of MDLX. */
gboolean mw_transfer_is_bone (const MwModel *model, const MwRecord *record);
/* The titles of up to a few records, for a notice: "A, B, C and 4 more". Free with g_free(). */
char *mw_transfer_names (const GPtrArray *records);
