/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/m2/derived.h"

/* Files that index the model and are not read: skin profiles that are not at hand, level-of-detail skins, facial bones,
 * physics. They come back, or are carried along, as they are, so what they name by number has to stay where it is.
 *
 * The combos are the one level between such a profile and the model. While one is missing, each entry of the stored tables
 * is kept as the record that it named: the tables only grow, entries keep their places, and follow their records. */

/* For the reader, before mw_m2_frame_resolve(): the files beside a model that index it and that no reader knows, as the ends
 * of their names ("_lod01.skin", "_00.bone", ".phys"), one line each. */
void mw_m2_note_unread (MwM2 *model, const char *names);

/* For the reader, when all references are resolved: remembers what the stored combos name, where anything asks for it. */
void mw_m2_keep_tables (MwM2 *model, const MwM2Frame *stored);

/* The field of a note of these on the model, by its name; NULL: it is none of them. */
const MwField *mw_m2_kept_note_field (const char *name);
/* The model's records have got other identities, to[id]: so have those in these notes. */
void mw_m2_rename_kept (MwM2 *model, const MwId *to, MwId n_ids);

/* Whether the entries of a table keep their places, and then (unless `out` is NULL) what they are now; `numbers` gives the
 * place of a record by its id. An entry whose record is gone is none. */
gboolean mw_m2_kept_table (const MwM2 *model, MwM2Table table, const uint32_t *numbers, MwM2Span *out);
/* How many entries it had when it was read. */
uint32_t mw_m2_kept_size (const MwM2 *model, MwM2Table table);

/* --- For edits ---
 * Of the functions below, those that give a name give the end of a file's name ("01.skin", "_lod01.skin", ".phys"), which is
 * what a model knows of it, or NULL where nothing asks for anything to stay. Free with g_free(). */

/* The last profile that is not read, but for those in `doomed` (by id; NULL: none is). *record (may be NULL) gets the profile's
 * record, or NULL where it has none. */
char *mw_m2_unread_profile (const MwM2 *model, const guint8 *doomed, const MwRecord **record);
/* The same of any file that names bones by number. */
char *mw_m2_unread_bones (const MwM2 *model, const guint8 *doomed, const MwRecord **record);
/* All files that are not read and may use this record of the model ("…01.skin, …_00.bone"), or NULL: none may. Free with g_free(). */
char *mw_m2_unread_users (const MwM2 *model, const MwRecord *record);
/* Whether a profile that is not read may have shadow batches, which name textures, colours and weights themselves: those
 * that were read beside it tell, for profiles are made alike. With none read there is no telling. */
gboolean mw_m2_may_cast_shadows (const MwM2 *model);
/* Whether an entry that is kept names the record; the first one's place. */
gboolean mw_m2_kept_names (const MwM2 *model, MwM2Table table, MwId id, uint32_t *place);
/* Whether an entry that is kept has a number that names nothing yet and would name the next record of the list. */
gboolean mw_m2_kept_awaits (const MwM2 *model, MwM2Table table, uint32_t number, uint32_t *place);
