/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/bulk-names.h"
#include "core/edit/document-private.h"
#include "core/model/m2/m2.h"

/* Private to the files m2-*.c and operations/keys.c:
 *   m2-rules.c    what an edit may not do, and what an insert changes first
 *   m2-removal.c  the same of a removal
 *   m2-unread.c   the same because of files that are not at hand
 *   m2-convert.c  values whose row another field decides
 *   m2-chains.c   chains of variations
 *   m2-follow.c   all else that follows from a step */

#define MW_M2_BONE_TRANSFORMED 0x200
#define MW_M2_SEQUENCE_STORAGE 0x130u /* any of them: the keys stand in the model's own file (m2.md 5.1) */

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

/* What an alias plays, by a stored number too; that may be an alias itself. NULL where there is none. */
const MwM2Sequence *mw_m2_alias_of (const MwM2 *model, MwRef alias);
/* The sequence whose keys this one plays: itself, or where its chain of aliases ends; NULL where it ends nowhere. */
const MwM2Sequence *mw_m2_played_by (const MwM2 *model, const MwM2Sequence *sequence);

/* Whether the three tracks of a bone hold any key, one in a file that is not loaded included. */
gboolean mw_m2_bone_has_keys (const MwM2 *model, const MwM2Bone *bone);

/* Calls for every track of the model. */
typedef void (*MwM2TrackFunc) (MwM2Track *track, gpointer data);
void mw_m2_foreach_track (MwM2 *model, MwM2TrackFunc func, gpointer data);
/* The lane of a track for a sequence, or NULL. */
MwM2Lane *mw_m2_lane_of (const MwM2Track *track, MwId sequence);

/* --- m2-rules.c --- */

/* FALSE, and an error about the record, or a field of it. */
gboolean mw_m2_refuse (GError **error, const MwRecord *record, const MwField *field, const char *format, ...)
  G_GNUC_PRINTF (4, 5);
gboolean mw_m2_refuse_not_loaded (GError **error, const MwRecord *record, const MwField *field,
                                  const MwM2Sequence *sequence);
/* The first sequence whose keys the track has in a file that is not loaded, or NULL; those in `doomed` (by id, or NULL) are not
 * asked. */
const MwM2Sequence *mw_m2_missing_keys_of (const MwM2 *model, const MwRecord *track, const guint8 *doomed);
/* Whether the sequence would have its keys in a file that is there but not at hand, under this animation and variation. */
gboolean mw_m2_takes_missing_file (const MwM2 *model, const MwM2Sequence *sequence, guint animation, guint variation);
/* A profile whose file is not at hand is known by its number, so that has to stay. */
gboolean mw_m2_keeps_missing_skins (const MwM2 *model, const MwNameMap *map, GError **error);
/* Whether emitters that name several textures by five bits each still can when the textures are where the map says; those in
 * `doomed` (by id, or NULL) are not asked. */
gboolean mw_m2_keeps_emitters (const MwM2 *model, const guint8 *doomed, const MwNameMap *map, GError **error);

/* --- m2-convert.c --- */

/* See MwEditRules. */
gboolean mw_m2_can_convert_gravity (const MwM2 *model, const MwM2Particle *emitter, const MwField *field,
                                    GError **error);
void mw_m2_convert (MwDocument *self, MwRecord *record, const MwField *field, const void *before);

/* --- m2-removal.c --- */

gboolean mw_m2_remove (MwDocument *self, const guint8 *doomed, GError **error);

/* --- m2-unread.c: what may not be done because of files that index the model and are not read. An error names the file. --- */

gboolean mw_m2_unread_insert (const MwM2 *model, const MwRecord *owner, const MwField *list, guint32 index,
                              GError **error);
gboolean mw_m2_unread_move (const MwM2 *model, const MwRecord *record, guint32 to, GError **error);
gboolean mw_m2_unread_remove (const MwM2 *model, const guint8 *doomed, GError **error);
gboolean mw_m2_unread_elements (const MwM2 *model, const MwRecord *record, const MwField *field, guint32 first,
                                guint32 n, const void *elements, GError **error);
gboolean mw_m2_unread_resize (const MwM2 *model, const MwRecord *record, const MwField *field, guint32 n,
                              GError **error);

/* A notice where a step changed batches or submeshes, and those of a profile that is not at hand stay as they are. */
void mw_m2_unread_note (MwDocument *self);

/* --- m2-chains.c --- */

/* Whether clients, which enter a chain at the first of its sequences in the list, still enter it at its first variation when this
 * one is moved. */
gboolean mw_m2_keeps_chain (const MwM2 *model, const MwM2Sequence *sequence, uint32_t to, GError **error);
/* What follows from sequences that have another animation or variation than before the step. */
void mw_m2_follow_chains (MwDocument *self, const MwM2 *before, const MwM2 *now);

/* --- m2-follow.c --- */

void mw_m2_follow_up (MwDocument *self);
