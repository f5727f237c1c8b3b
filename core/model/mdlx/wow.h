/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/mdlx/mdlx.h"
#include "core/schema/wire.h"

/* What only models of World of Warcraft's alpha have (mdlx.md 7), as far as rows cannot express it. */

/* For the model: the word after the flags in MODL, and the second word of ATCH. */
extern const MwHand mw_mdlx_node_count_hand, mw_mdlx_highest_attachment_hand;
/* For geosets: UVAS without tags, and the counts in a header of version 1500. For the model: the data after those
 * headers. */
extern const MwHand mw_mdlx_wow_uv_sets_hand, mw_mdlx_batch_counts_hand, mw_mdlx_batches_hand;
/* For emitters: the inner size word. */
extern const MwHand mw_mdlx_particle_size_hand, mw_mdlx_ribbon_size_hand;

/* Words of a file that follow from the whole model, so they are checked after all of it is read. */
typedef enum { MW_MDLX_WORD_NODES, MW_MDLX_WORD_ATTACHMENTS, MW_MDLX_N_WORDS } MwMdlxWord;
typedef struct {
  gboolean there;
  uint32_t stored;
} MwMdlxStoredWord;
/* Notes those that a writer would derive differently. */
void mw_mdlx_note_words (MwMdlx *model, const MwMdlxStoredWord *words);

/* Clients require object ids 0, 1, 2 ... without gaps, increasing within each chunk (mdlx.md 7.1). */
typedef enum {
  MW_MDLX_ORDER_SOUND,
  MW_MDLX_ORDER_NUMBER, /* a node's id is a duplicate or not below the number of nodes */
  MW_MDLX_ORDER_DECREASING  /* a node comes after one of its kind with a higher id */
} MwMdlxOrder;
/* Checks the order. `numbers` comes from mw_model_numbers(). *node gets the first node that is wrong, or NULL. */
MwMdlxOrder mw_mdlx_wow_order (const MwMdlx *model, const uint32_t *numbers, const MwRecord **node);

/* KMTF and KRTX have two layouts in this family (mdlx.md 7.5); the record's variant says which. The usual one has no
 * interpolation. */
enum { MW_MDLX_SIMPLE_TRACK, MW_MDLX_FULL_TRACK };
/* The layout for text: that of the record, while it has the track. */
static inline uint8_t
mw_mdlx_text_track_form (const MwRecord *record, MwFormat format, const MwTrack *track)
{
  return format.family == MW_FAMILY_MDX_WOW && track ? record->variant : MW_MDLX_SIMPLE_TRACK;
}
/* The tag of a track and the size of a value in bytes. */
typedef struct {
  char tag[5];
  uint8_t size;
} MwMdlxTrackSize;
/* The same for a probe: an item with an inclusive size is at the reader's position, and its tracks begin `fixed`
 * bytes after that. */
uint8_t mw_mdlx_probe_item (const MwWireReader *reader, size_t fixed, const char *four, const MwMdlxTrackSize *tracks);
