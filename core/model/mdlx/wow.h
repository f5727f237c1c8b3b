/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/mdlx/mdlx.h"
#include "core/schema/wire.h"

/* What only models of World of Warcraft's alpha have (mdlx.md 7), as far as rows cannot say it. */

/* Of the model: the word behind the flags of MODL, and the second of ATCH. */
extern const MwHand mw_mdlx_node_count_hand, mw_mdlx_highest_attachment_hand;
/* Of geosets: UVAS without tags, the counts in a header of version 1500; of the model: what follows those headers. */
extern const MwHand mw_mdlx_wow_uv_sets_hand, mw_mdlx_batch_counts_hand, mw_mdlx_batches_hand;
/* Of emitters: the inner size word. */
extern const MwHand mw_mdlx_particle_size_hand, mw_mdlx_ribbon_size_hand;

/* Words of a file that follow from the whole model: they are judged when all of it is read. */
typedef enum { MW_MDLX_WORD_NODES, MW_MDLX_WORD_ATTACHMENTS, MW_MDLX_N_WORDS } MwMdlxWord;
typedef struct {
  gboolean there;
  uint32_t stored;
} MwMdlxStoredWord;
/* Notes those that are not what a writer would work out. */
void mw_mdlx_note_words (MwMdlx *model, const MwMdlxStoredWord *words);

/* Clients want the object ids 0, 1, 2 ... without a gap, counting up from record to record of a chunk (mdlx.md 7.1). */
typedef enum {
  MW_MDLX_ORDER_SOUND,
  MW_MDLX_ORDER_NUMBER, /* a node has an id that another has, or one beyond their number */
  MW_MDLX_ORDER_BEHIND  /* a node stands behind one of its kind with a higher id */
} MwMdlxOrder;
/* `numbers`: those of mw_model_numbers(). *node becomes the first that is wrong, if any is. */
MwMdlxOrder mw_mdlx_wow_order (const MwMdlx *model, const uint32_t *numbers, const MwRecord **node);

/* KMTF and KRTX have two forms in this family (mdlx.md 7.5); the record remembers which. The common reading has no
 * interpolation. */
enum { MW_MDLX_SIMPLE_TRACK, MW_MDLX_FULL_TRACK };
/* The form that text tells: that of the record, while it has the track. */
static inline uint8_t
mw_mdlx_text_track_form (const MwRecord *record, MwFormat format, const MwTrack *track)
{
  return format.family == MW_FAMILY_MDX_WOW && track ? record->variant : MW_MDLX_SIMPLE_TRACK;
}
/* A tag of a track and the bytes of its values. */
typedef struct {
  char tag[5];
  uint8_t size;
} MwMdlxTrackSize;
/* Which form the track `four` has among those of an item that ends at `size`; `tracks` are the others that it may have, up to
 * one without a tag. */
uint8_t mw_mdlx_track_form (const uint8_t *bytes, size_t size, const char *four, const MwMdlxTrackSize *tracks);
/* The same for a probe: an item with an inclusive size stands at the reader's position, its tracks `fixed` bytes behind that. */
uint8_t mw_mdlx_probe_item (const MwWireReader *reader, size_t fixed, const char *four, const MwMdlxTrackSize *tracks);
