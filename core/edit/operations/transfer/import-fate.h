/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/operations/transfer/transfer-keys.h"

/* What becomes of the keys of a source when its sequences are imported, for the operation and for a report. */
typedef enum {
  MW_FATE_TAKEN,
  MW_FATE_LEFT_OUT,  /* the user has left the record out */
  MW_FATE_UNMATCHED, /* the record, or one that the keys refer to, has no match */
  MW_FATE_NO_PLACE /* what matches cannot get keys: it has none of these, or its track plays the same in all sequences */
} MwFate;

/* The fate of the keys of one slot of a record of the source. References in the keys become those of the document's model. */
MwFate mw_import_fate (const MwTransfer *transfer, const MwRecord *from, const MwField *slot, MwKeySet *keys);

typedef enum {
  MW_MISSED_BONES,    /* without a match: they and their keys are not imported */
  MW_MISSED_EVENTS,   /* with keys that are not imported */
  MW_MISSED_EMITTERS, /* the same; particles, ribbons and other effects */
  MW_MISSED_TRACKS,   /* the same, of all else */
  MW_MISSED_GLOBAL,   /* tracks that follow a global sequence: those of the model are left as they are */
  MW_MISSED_IDLE,     /* bones of the document's model without a match: they do not move */
  MW_N_MISSED
} MwMissedKind;

/* One that does not come along. */
typedef struct {
  MwMissedKind kind;
  MwId record;         /* in the source; MW_MISSED_IDLE: in the document's model */
  const MwField *slot; /* of the track; NULL: the whole record */
  gboolean by_hand;    /* the user has left it out */
} MwMissed;

/* What does not come along when these sequences are imported with these pairs of bones (the parameters `sequences` and `map`): an
 * array of MwMissed in file order, each record or track once. NULL and an error for a parameter that is wrong. Free with
 * g_array_unref(). */
GArray *mw_import_missed (const MwTransferSource *source, MwDocument *document, const char *sequences,
                          const char *pairs, GError **error);
