/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/m2/derived.h"

/* Support for files that index the model but are not read: missing skin profiles, level-of-detail skins, facial bones,
 * physics. They may return later, or are copied unchanged, so everything that they refer to by number must keep its
 * number.
 *
 * The combos are the level of indirection between such a profile and the model. While a profile is missing, each entry
 * of the stored tables is kept as the record that it referred to. The tables only grow; their entries keep their
 * indices and follow their records. */

/* For the reader, before mw_m2_frame_resolve(): records the companion files that index the model and that have no
 * reader. `names` has the ends of their names ("_lod01.skin", "_00.bone", ".phys"), one per line. */
void mw_m2_note_unread (MwM2 *model, const char *names);

/* For the reader, when all references are resolved: remembers which records the stored combos refer to, if any file
 * needs that. */
void mw_m2_keep_tables (MwM2 *model, const MwM2Frame *stored);

/* The field of such a note on the model, by name; NULL for any other name. */
const MwField *mw_m2_kept_note_field (const char *name);
/* Updates the ids in these notes after the model's records got new ids: to[old id] is the new one. */
void mw_m2_rename_kept (MwM2 *model, const MwId *to, MwId n_ids);

/* Whether the entries of a table must keep their indices. If so, *out (unless NULL) gets their present values;
 * `numbers` gives a record's number by its id. An entry whose record was removed becomes none. */
gboolean mw_m2_kept_table (const MwM2 *model, MwM2Table table, const uint32_t *numbers, MwM2Span *out);
/* The texture transform of texture `i` of a ribbon (m2.md 5.16): its entry of the transform combos that the file stored. NULL: none, as in
 * models that do not have global flag 0x20000. */
const MwRecord *mw_m2_ribbon_transform (const MwM2 *model, const MwM2Ribbon *ribbon, guint i);
/* How many entries the table had when it was read. */
uint32_t mw_m2_kept_size (const MwM2 *model, MwM2Table table);

/* --- For edits ---
 * Functions below that return a name return the end of a file's name ("01.skin", "_lod01.skin", ".phys"), which is
 * all that a model knows of it. They return NULL when nothing has to keep its number. Free with g_free(). */

/* The last profile that is not read, ignoring those in `doomed` (flags by id; may be NULL). *record (unless NULL)
 * gets the profile's record, or NULL where it has none. */
char *mw_m2_unread_profile (const MwM2 *model, const guint8 *doomed, const MwRecord **record);
/* The same for any file that refers to bones by number. */
char *mw_m2_unread_bones (const MwM2 *model, const guint8 *doomed, const MwRecord **record);
/* All files that are not read and may use this record of the model ("…01.skin, …_00.bone"), or NULL when there are
 * none. Free with g_free(). */
char *mw_m2_unread_users (const MwM2 *model, const MwRecord *record);
/* Whether an unread profile may have shadow batches, which refer directly to textures, colours and weights. Judged
 * by the profiles that were read, because all profiles of a model are made alike; TRUE when none was read. */
gboolean mw_m2_may_cast_shadows (const MwM2 *model);
/* Whether a kept entry refers to the record; *place gets the index of the first such entry. */
gboolean mw_m2_kept_names (const MwM2 *model, MwM2Table table, MwId id, uint32_t *place);
/* Whether a kept entry holds `number`, which refers to nothing yet but would refer to the next record added to the
 * list; *place gets its index. */
gboolean mw_m2_kept_awaits (const MwM2 *model, MwM2Table table, uint32_t number, uint32_t *place);
