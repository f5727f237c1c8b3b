/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/bulk-names.h"
#include "core/edit/document-private.h"
#include "core/model/m2/m2.h"

/* Edit rules of M2 models (MwEditRules). Private to the files m2-*.c and operations/keys.c:
 *   m2-rules.c    edits that are refused, and changes that an insert needs first
 *   m2-removal.c  the same for removals
 *   m2-unread.c   edits that are refused because of companion files that were not read
 *   m2-convert.c  conversion of values when a flag changes the form in which they are stored
 *   m2-chains.c   chains of variations
 *   m2-new.c      what new records get, and links between sequences
 *   m2-reload.c   ids in the notes of a model that is read again
 *   m2-follow.c   all other changes that follow from a step */

#define MW_M2_BONE_TRANSFORMED 0x200
#define MW_M2_SEQUENCE_STORAGE 0x130u /* any of these flags: the keys are in the model's own file (m2.md 5.1) */

static inline MwM2 *
mw_m2_of (MwDocument *self)
{
  return (MwM2 *) self->model;
}

static inline gboolean
mw_m2_is_alias (const MwM2Sequence *sequence)
{
  return (sequence->flags & MW_M2_SEQUENCE_ALIAS) != 0;
}

/* The sequence that a reference to an alias' target leads to, including one by stored number. It may be an alias
 * itself. NULL if there is none. */
const MwM2Sequence *mw_m2_alias_of (const MwM2 *model, MwRef alias);
/* The sequence whose keys this one plays: itself, or the end of its chain of aliases. NULL if the chain has no end. */
const MwM2Sequence *mw_m2_played_by (const MwM2 *model, const MwM2Sequence *sequence);

/* Whether any of the three tracks of a bone has keys, including keys in a file that is not loaded. */
gboolean mw_m2_bone_has_keys (const MwM2 *model, const MwM2Bone *bone);

/* Calls `func` for every track of the model. */
typedef void (*MwM2TrackFunc) (MwM2Track *track, gpointer data);
void mw_m2_foreach_track (MwM2 *model, MwM2TrackFunc func, gpointer data);
/* The lane of a track for a sequence, or NULL. */
MwM2Lane *mw_m2_lane_of (const MwM2Track *track, MwId sequence);

/* --- m2-rules.c --- */

/* Sets MW_ERROR_REFUSED about a record, or a field of it (may be NULL). Returns FALSE. */
gboolean mw_m2_refuse (GError **error, const MwRecord *record, const MwField *field, const char *format, ...)
  G_GNUC_PRINTF (4, 5);
/* The same, because the edit needs keys in the file of this sequence, which is not loaded. */
gboolean mw_m2_refuse_not_loaded (GError **error, const MwRecord *record, const MwField *field,
                                  const MwM2Sequence *sequence);
/* The first sequence of which the track has keys in a file that is not loaded, or NULL. Sequences marked in `doomed`
 * (indexed by id; may be NULL) are ignored. */
const MwM2Sequence *mw_m2_missing_keys_of (const MwM2 *model, const MwRecord *track, const guint8 *doomed);
/* Whether a sequence with this animation and variation would have its keys in a file that exists but is not loaded. */
gboolean mw_m2_takes_missing_file (const MwM2 *model, const MwM2Sequence *sequence, guint animation, guint variation);
/* Refuses to renumber a skin profile whose file is not loaded, because the number is part of the file's name. */
gboolean mw_m2_keeps_missing_skins (const MwM2 *model, const MwNameMap *map, GError **error);
/* Some emitters store the numbers of several textures in five bits each. Checks that they still can when the
 * textures have moved as the map says. Emitters marked in `doomed` (indexed by id; may be NULL) are ignored. */
gboolean mw_m2_keeps_emitters (const MwM2 *model, const guint8 *doomed, const MwNameMap *map, GError **error);

/* --- m2-convert.c --- */

/* See `convert` of MwEditRules. */
gboolean mw_m2_can_convert_gravity (const MwM2 *model, const MwM2Particle *emitter, const MwField *field,
                                    GError **error);
void mw_m2_convert (MwDocument *self, MwRecord *record, const MwField *field, const void *before);

/* --- m2-removal.c --- */

/* See `remove` of MwEditRules. */
gboolean mw_m2_remove (MwDocument *self, const guint8 *doomed, GError **error);

/* --- m2-unread.c: checks for edits while a file that indexes the model is not read. The error names the file. --- */

/* See `insert`, `move`, `remove`, `elements` and `resize` of MwEditRules. */
gboolean mw_m2_unread_insert (const MwM2 *model, const MwRecord *owner, const MwField *list, guint32 index,
                              GError **error);
gboolean mw_m2_unread_move (const MwM2 *model, const MwRecord *record, guint32 to, GError **error);
gboolean mw_m2_unread_remove (const MwM2 *model, const guint8 *doomed, GError **error);
gboolean mw_m2_unread_elements (const MwM2 *model, const MwRecord *record, const MwField *field, guint32 first,
                                guint32 n, const void *elements, GError **error);
gboolean mw_m2_unread_resize (const MwM2 *model, const MwRecord *record, const MwField *field, guint32 n,
                              GError **error);

/* Adds a notice if the step changed batches or submeshes, but those of a profile that is not loaded stay as they
 * are. */
void mw_m2_unread_note (MwDocument *self);

/* --- m2-chains.c --- */

/* Clients enter a chain at the first of its sequences in the list. Refuses a move of a sequence after which this
 * would no longer be the first variation. */
gboolean mw_m2_keeps_chain (const MwM2 *model, const MwM2Sequence *sequence, uint32_t to, GError **error);
/* Updates chains for sequences whose animation or variation has changed in the step. */
void mw_m2_update_chains (MwDocument *self, const MwM2 *before, const MwM2 *now);

/* --- m2-new.c --- */

/* Gives a record that is in no model yet a track with one key, at time 0, which counts in all sequences. `value` is one element
 * of the track's values; a track of events, which has none, gets no key. */
MwRecord *mw_m2_add_constant (const MwM2 *model, MwRecord *owner, const MwField *field, const void *value);
/* Whether following `alias` from a sequence leads back to it (m2.md 5.1). */
gboolean mw_m2_is_in_alias_ring (const MwM2 *model, const MwM2Sequence *sequence);
/* See `complete` and `join` of MwEditRules. */
void mw_m2_complete (MwDocument *self, MwRecord *record);
gboolean mw_m2_join (MwDocument *self, MwRecord *record, GError **error);

/* --- m2-reload.c --- */

/* See `rename` of MwEditRules. */
void mw_m2_rename (MwModel *model, const GArray *to);

/* --- m2-follow.c --- */

/* See `update_dependents` of MwEditRules. */
void mw_m2_update_dependents (MwDocument *self);
