/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/file-set.h"
#include "core/edit/step.h"
#include "core/schema/change-set.h"
#include "core/schema/path.h"

#include <glib-object.h>

/* A document owns a model, its selection and its history. It belongs to the thread that made it and emits there.
 * The only way to change its model is a transaction.
 *
 * Signals: "changed" (MwChangeSet *) after each commit, undo, redo, gesture update and cancel;
 *          "selection-changed", behind the "changed" that made the records known; "history-changed" (undo/redo state, clean
 *          mark). */
#define MW_TYPE_DOCUMENT (mw_document_get_type ())
G_DECLARE_FINAL_TYPE (MwDocument, mw_document, MW, DOCUMENT, GObject)

/* Takes the model over. `format` is what it was read from or will be saved as. */
MwDocument *mw_document_new (MwModel *model, MwFormat format);

/* Read-only for everyone but core/edit. */
MwModel *mw_document_get_model (MwDocument *self);

/* --- What it is saved as --- */
/* The files that the model was read from or last saved as; NULL: none yet. Read-only, and valid until others are set. */
MwFileSet *mw_document_get_files (MwDocument *self);
/* Takes `files` over (NULL: it has none). */
void mw_document_set_files (MwDocument *self, MwFileSet *files);
/* The path of the main file; NULL: it is in none yet. */
const char *mw_document_get_path (MwDocument *self);
MwFormat mw_document_get_format (MwDocument *self);
/* It was saved as another format of its family. The model stays what it is. */
void mw_document_set_format (MwDocument *self, MwFormat format);
/* Whether its text has, or is to have, a side channel (core/io/mdl/side-channel.h). This is no value of the model, so it is no
 * step either. */
gboolean mw_document_has_side_channel (MwDocument *self);
void mw_document_set_side_channel (MwDocument *self, gboolean has);

/* Counts up with every change of the model, undo and redo included. */
guint64 mw_document_get_generation (MwDocument *self);
/* A copy of the model for a worker: records copied, arrays shared. Free with mw_model_free(). */
MwModel *mw_document_snapshot (MwDocument *self, guint64 *generation);

/* --- Selection: identities, in the order in which they were picked --- */
const MwId *mw_document_get_selection (MwDocument *self, guint *n);
void mw_document_select (MwDocument *self, const MwId *ids, guint n);

/* --- Transactions ---
 * begin opens one (only one at a time; a nested begin joins it and must be matched by its own commit); the primitives
 * (core/edit/step.h) then change the model at once; commit makes it one undo step, cancel takes everything back.
 * A gesture is a transaction that stays open over many events: mw_document_update() emits "changed" for what happened since
 * the last update, mw_document_rewind() takes the model back to the state at begin so that values are worked out afresh.
 * While one is open, undo cancels it. A commit without any effective change leaves no step. */
/* A nested cancel takes back what was done since its own begin; so does a nested rewind. Undo closes the whole: commit, cancel
 * and update then find nothing open and do nothing, and the primitives refuse. */
void mw_document_begin (MwDocument *self, const char *label);
void mw_document_update (MwDocument *self);
void mw_document_rewind (MwDocument *self);
void mw_document_commit (MwDocument *self);
void mw_document_cancel (MwDocument *self);
gboolean mw_document_is_open (MwDocument *self);

/* --- History --- */
gboolean mw_document_can_undo (MwDocument *self);
gboolean mw_document_can_redo (MwDocument *self);
void mw_document_undo (MwDocument *self);
void mw_document_redo (MwDocument *self);
/* Label of the step that undo/redo would take, or NULL. */
const char *mw_document_get_undo_label (MwDocument *self);
const char *mw_document_get_redo_label (MwDocument *self);
guint mw_document_get_n_steps (MwDocument *self);  /* done and undone ones that are kept */
guint mw_document_get_position (MwDocument *self); /* how many of them are done */
const MwStep *mw_document_get_step (MwDocument *self, guint index);
/* Undoes or redoes until `position` steps are done; "changed" comes once for all of them. While a transaction is open it only
 * cancels that. */
void mw_document_go_to (MwDocument *self, guint position);
/* Bytes that the history may hold (default 512 MiB); beyond it the oldest steps are dropped, the newest one never. */
void mw_document_set_history_limit (MwDocument *self, gsize bytes);
gsize mw_document_get_history_size (MwDocument *self);

/* Clean: nothing has changed since the generation that was last saved (or loaded). A save marks what it wrote. */
gboolean mw_document_is_clean (MwDocument *self);
void mw_document_mark_clean (MwDocument *self, guint64 generation);
/* No state of it is saved any more: its file was deleted, or holds something else that the user does not want. */
void mw_document_mark_unsaved (MwDocument *self);

/* --- Primitives, inside an open transaction. Each checks its arguments and the rules and gives MW_ERROR_REFUSED (or _VALUE)
 * with a sentence for people; then nothing has changed. --- */

/* Sets a number, reference or text field. `bytes`: the value as in memory (numbers: all components; reference: MwRef;
 * text: `size` bytes without NUL). Rows that die by this (collision shape's type, interpolation ...) return to their
 * defaults and lanes are converted in the same step. */
gboolean mw_document_set_field (MwDocument *self, MwId id, const MwField *field, const void *bytes, gsize size,
                                GError **error);
/* Overwrites elements [first, first + n) of an array field in place. */
gboolean mw_document_replace_span (MwDocument *self, MwId id, const MwField *field, guint32 first, guint32 n,
                                   const void *elements, GError **error);
/* Puts another array into an array field. Takes the array over, also on failure. Parallel arrays ("keys.*") always have
 * equal lengths, so another length in one of them alone is refused. */
gboolean mw_document_swap_array (MwDocument *self, MwId id, const MwField *field, MwArray array, GError **error);
/* Puts other arrays into n fields of one record at once: how parallel arrays get another length. Takes all arrays over,
 * also on failure. */
gboolean mw_document_swap_arrays (MwDocument *self, MwId id, guint n, const MwField *const *fields, MwArray *arrays,
                                  GError **error);
/* The same for the keys of a track (n of each; tangents are empty unless the interpolation has them). */
gboolean mw_document_swap_keys (MwDocument *self, MwId id, MwArray times, MwArray values, MwArray in_tans,
                                MwArray out_tans, GError **error);
/* Inserts a detached record into a list (or an empty child slot, index 0) of record `owner`. Takes it over, also on
 * failure. Its ids: kept where it has some that are free, else new. */
gboolean mw_document_insert (MwDocument *self, MwId owner, const MwField *list, guint32 index, MwRecord *record,
                             GError **error);
/* Removes a record and applies to every reference to it (and to what is below it) the removal policy of its row. */
gboolean mw_document_remove (MwDocument *self, MwId id, GError **error);
/* Removes several at once: references among them refuse nothing, and ones below others are removed with those. Where a vertex
 * would be left without anything that moves it, the removal is refused. */
gboolean mw_document_remove_many (MwDocument *self, const MwId *ids, guint n, GError **error);
/* Who moves the vertices that removed bones and nodes moved. */
typedef enum {
  MW_WEIGHTS_PARENT, /* the nearest ancestor that stays; without one, what else moves the vertex */
  MW_WEIGHTS_NEAREST /* the one that stays whose pivot is nearest to that of the removed one */
} MwWeights;
/* The same, with vertices given to what `weights` says; mw_document_remove_many() gives them to parents. */
gboolean mw_document_remove_weighted (MwDocument *self, const MwId *ids, guint n, MwWeights weights, GError **error);
/* Everything that refers to `from` refers to `to` instead, another record of the same list; places in bulk arrays too. What belongs
 * to `from` (extents and keys of a sequence) stays, and so does what `to` itself refers to. *n (may be NULL): how many fields
 * have changed. */
gboolean mw_document_replace_uses (MwDocument *self, MwId from, MwId to, guint *n, GError **error);
/* Moves within its list to place `index`. */
gboolean mw_document_move (MwDocument *self, MwId id, guint32 index, GError **error);
/* Replaces a record by one of another kind that keeps its id and place (both kinds stand in the same list). Values of
 * fields that both kinds have (by name and type) are carried over by the caller: see mw_record_convert_kind(). */
gboolean mw_document_replace_record (MwDocument *self, MwId id, MwRecord *record, GError **error);

/* Drops the notes of one kind from a record: how a file spelled something is forgotten, so that a writer decides anew. No value
 * changes, so nobody hears of it by "changed"; it is a step all the same. */
gboolean mw_document_forget (MwDocument *self, MwId id, MwNoteKind kind, GError **error);

/* A detached record of another kind of the same list: the id, the values of fields that both kinds have (by name and type),
 * notes about these fields, and children with their ids are carried over; the kind's own flag bits are the new kind's. For
 * mw_document_replace_record(). */
MwRecord *mw_record_convert_kind (const MwRecord *record, const MwSchema *kind);

/* Sets what a target names from text, as `set` does: the door that CLI and inspector share. */
gboolean mw_document_set_text (MwDocument *self, const MwTarget *target, const char *text, gsize length,
                               GError **error);

/* What a removal of these records would do, in words for people: one line each ("Layer 0 of Material 2 uses it: refused"), what a
 * family asks for beyond the references included (an alias that gets the keys).
 * Empty when nothing else is concerned. */
GStrv mw_document_describe_removal (MwDocument *self, const MwId *ids, guint n);

/* Everything that refers to this record: MwTarget each, in the order of the file (arrays: one for each element that does).
 * Free with g_array_unref(). */
GArray *mw_document_find_referrers (MwDocument *self, MwId id);

/* Makes what a step says, as a new transaction of the same label: for a step that was read, on a model that is as it was when
 * the step was made (a fresh read of the same file after the steps before it). Refused, and nothing changed, when it
 * does not fit. */
gboolean mw_document_replay (MwDocument *self, const MwStep *step, GError **error);
gboolean mw_document_replay_text (MwDocument *self, const char *text, gsize length, GError **error);

/* Adds a notice to the open transaction: something that the user should know of it, as one line. Takes the text over. */
void mw_document_notice (MwDocument *self, char *notice);
/* Notices of the last commit (stored numbers that came alive, lanes that were converted): one line each, or NULL. */
const char *const *mw_document_get_notices (MwDocument *self);
