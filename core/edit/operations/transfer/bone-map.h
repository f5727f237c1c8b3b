/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/operations/transfer/transfer.h"

/* Which bone of another model is which bone of this one, for an editor of that: what the text of pairs
 * (mw_transfer_match_nodes()) leads to, and how it changes. */

/* A bone of the other model. */
typedef struct {
  char *source, *target; /* as pairs name them; `target` NULL: none */
  char *title, *target_title;
  MwMatched how;
  guint rest; /* whether its rest pose is corrected: 1 yes, 2 no, 0: as for all */
} MwBoneRow;

/* All bones of the other model (MwBoneRow), in file order. NULL and an error for pairs that are wrong. Free with g_ptr_array_unref(). */
GPtrArray *mw_bone_map_rows (const MwTransferSource *source, MwDocument *document, const char *pairs, GError **error);
/* The bones of the document as pairs name them, and their titles (may be NULL). Free both with g_strfreev(). */
GStrv mw_bone_map_targets (MwDocument *document, GStrv *titles);

/* The pairs with another one for a bone: its target ("": it is left out; NULL: it is matched by itself again). Free with g_free(). */
char *mw_bone_map_put (const char *pairs, const char *source, const char *target, guint rest);

/* Reads a file of pairs: a line for each; those that begin with # are remarks. Free with g_free(). */
char *mw_bone_map_load (const char *path, GError **error);
/* What such a file holds. Free with g_free(). */
char *mw_bone_map_print (const char *pairs);
