/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/file-set.h"
#include "core/edit/step.h"
#include "core/schema/change-set.h"
#include "core/schema/path.h"

#include <glib-object.h>

/* A document owns a model, its selection and its undo history. It belongs to the thread that created it and emits its
 * signals there. The model can only be changed inside a transaction.
 *
 * Signals: "changed" (MwChangeSet *) after each commit, undo, redo, gesture update and cancel; "selection-changed",
 * emitted after the "changed" that announces the selected records; "history-changed", when the undo/redo state or
 * the clean mark changes. */
#define MW_TYPE_DOCUMENT (mw_document_get_type ())
G_DECLARE_FINAL_TYPE (MwDocument, mw_document, MW, DOCUMENT, GObject)

/* Takes ownership of the model. `format` is the format that it was read from or will be saved as. */
MwDocument *mw_document_new (MwModel *model, MwFormat format);

/* Owned by the document. Read-only for all code outside core/edit. */
MwModel *mw_document_get_model (MwDocument *self);

/* --- What it is saved as --- */
/* The files that the model was read from or last saved as; NULL if there are none yet. Read-only, and valid until
 * other files are set. */
MwFileSet *mw_document_get_files (MwDocument *self);
/* Takes ownership of `files` (may be NULL: no files). */
void mw_document_set_files (MwDocument *self, MwFileSet *files);
/* The path of the main file; NULL if the document has no file yet. */
const char *mw_document_get_path (MwDocument *self);
MwFormat mw_document_get_format (MwDocument *self);
/* For a document that was saved as another format of the same family. Does not change the model. */
void mw_document_set_format (MwDocument *self, MwFormat format);
/* Whether the text file has, or will get, a side channel (core/io/mdl/side-channel.h). This is not a value of the
 * model, so changing it is not an undo step. */
gboolean mw_document_has_side_channel (MwDocument *self);
void mw_document_set_side_channel (MwDocument *self, gboolean has);

/* Increases with every change of the model, including undo and redo. */
guint64 mw_document_get_generation (MwDocument *self);
/* A copy of the model for a worker thread: records are copied, arrays are shared. *generation (may be NULL) gets its
 * generation. Free with mw_model_free(). */
MwModel *mw_document_snapshot (MwDocument *self, guint64 *generation);

/* --- Selection: identities, in the order in which they were picked --- */
const MwId *mw_document_get_selection (MwDocument *self, guint *n);
void mw_document_select (MwDocument *self, const MwId *ids, guint n);

/* begin opens a transaction. Only one is open at a time: a nested begin joins it and needs a commit of its own. The
 * primitives below then change the model immediately. commit turns the changes into one undo step; cancel
 * reverts them.
 *
 * A gesture is a transaction that stays open over many input events. mw_document_update() emits "changed" for
 * everything since the last update. mw_document_rewind() restores the state at begin, so that the next event can
 * compute its values from there.
 *
 * Undo cancels an open transaction. A commit without any effective change leaves no step.
 *
 * A nested cancel or rewind reverts what was done since its own begin. Undo closes the whole transaction: later
 * calls of commit, cancel and update find nothing open and do nothing, and the primitives refuse. */
void mw_document_begin (MwDocument *self, const char *label);
void mw_document_update (MwDocument *self);
void mw_document_rewind (MwDocument *self);
void mw_document_commit (MwDocument *self);
void mw_document_cancel (MwDocument *self);
gboolean mw_document_is_open (MwDocument *self);

/* Notes that all changes since the last begin were made by an operation on these records, so that the step can be
 * written as a line of a script (core/edit/operations/history-script.h). `params` are its parameters as they appear in
 * that line. The note is dropped if the step has other changes too. */
void mw_document_note_operation (MwDocument *self, const char *operation, const MwId *ids, guint n, const char *params);

/* What an open transaction has changed so far, for the text about a preview ("12 keys of 4 tracks change"). All 0:
 * nothing. */
typedef struct {
  guint added, removed; /* records; those below them are not counted */
  guint changed;        /* other records that have another value or place */
  guint keys, tracks;   /* keys that were added, removed or changed, and the number of their tracks */
} MwEffect;
void mw_document_get_effect (MwDocument *self, MwEffect *effect);

/* --- History --- */
gboolean mw_document_can_undo (MwDocument *self);
gboolean mw_document_can_redo (MwDocument *self);
void mw_document_undo (MwDocument *self);
void mw_document_redo (MwDocument *self);
/* Label of the step that undo or redo would apply; NULL if there is none. */
const char *mw_document_get_undo_label (MwDocument *self);
const char *mw_document_get_redo_label (MwDocument *self);
guint mw_document_get_n_steps (MwDocument *self);  /* all steps that are kept, done and undone ones */
guint mw_document_get_position (MwDocument *self); /* how many of them are done */
const MwStep *mw_document_get_step (MwDocument *self, guint index);
/* mw_step_get_serial() of the newest step that is done; 0: there is none. */
guint64 mw_document_get_newest_serial (MwDocument *self);
/* Undoes or redoes until `position` steps are done, with one "changed" for all of them. While a transaction is open
 * it only cancels that transaction. */
void mw_document_go_to (MwDocument *self, guint position);
/* The most bytes that the history may hold (default 512 MiB). Beyond that the oldest steps are dropped, but never
 * the newest one. */
void mw_document_set_history_limit (MwDocument *self, gsize bytes);

/* Clean: the model is in the state that was last saved or loaded. mark_clean takes the generation that a save has
 * written. */
gboolean mw_document_is_clean (MwDocument *self);
void mw_document_mark_clean (MwDocument *self, guint64 generation);
/* Marks that no state of the model is saved any more: the file was deleted, or now holds content that the user
 * rejected. */
void mw_document_mark_unsaved (MwDocument *self);

/* --- Primitives, inside an open transaction. Each checks its arguments and the edit rules. On failure it sets
 * MW_ERROR_REFUSED or MW_ERROR_VALUE with a message for the user, and nothing has changed. --- */

/* Sets a number, reference or text field. `bytes` is the value as in memory (numbers: all components; reference:
 * MwRef; text: `size` bytes without NUL). Fields that are no longer live after this change (for example because of a
 * collision shape's type, or an interpolation) return to their defaults, and lanes (the keys of a track for one
 * sequence) are converted, in the same step. */
gboolean mw_document_set_field (MwDocument *self, MwId id, const MwField *field, const void *bytes, gsize size,
                                GError **error);
/* Overwrites elements [first, first + n) of an array field in place. */
gboolean mw_document_replace_span (MwDocument *self, MwId id, const MwField *field, guint32 first, guint32 n,
                                   const void *elements, GError **error);
/* Replaces the array of an array field. Takes ownership of the array, also on failure. Parallel arrays ("keys.*")
 * always have equal lengths, so changing the length of only one of them is refused. */
gboolean mw_document_swap_array (MwDocument *self, MwId id, const MwField *field, MwArray array, GError **error);
/* Replaces the arrays of n fields of one record at once; this is how parallel arrays change length. Takes ownership
 * of all arrays, also on failure. */
gboolean mw_document_swap_arrays (MwDocument *self, MwId id, guint n, const MwField *const *fields, MwArray *arrays,
                                  GError **error);
/* The same for the keys of a track (n of each; tangents are empty unless the interpolation has them). */
gboolean mw_document_swap_keys (MwDocument *self, MwId id, MwArray times, MwArray values, MwArray in_tans,
                                MwArray out_tans, GError **error);
/* Inserts a detached record into a list (or an empty child slot, index 0) of record `owner`. Takes ownership of it,
 * also on failure. The record and those below it keep their ids where these are free; otherwise they get new ones. */
gboolean mw_document_insert (MwDocument *self, MwId owner, const MwField *list, guint32 index, MwRecord *record,
                             GError **error);
/* Removes a record. Every reference to it, or to a record below it, is treated by the removal policy of the
 * referring field. */
gboolean mw_document_remove (MwDocument *self, MwId id, GError **error);
/* Removes several records at once. References among them do not cause a refusal, and a record below another one is
 * removed with it. Refused where a vertex would be left without any bone or node that moves it. */
gboolean mw_document_remove_many (MwDocument *self, const MwId *ids, guint n, GError **error);
/* Which bone or node takes over the vertices of removed bones and nodes. */
typedef enum {
  MW_WEIGHTS_PARENT, /* the nearest ancestor that is not removed; if none, the other bones or nodes that move the vertex */
  MW_WEIGHTS_NEAREST /* among those that are not removed, the one whose pivot is nearest to that of the removed one */
} MwWeights;
/* Like mw_document_remove_many(), with the choice of `weights`; mw_document_remove_many() uses MW_WEIGHTS_PARENT. */
gboolean mw_document_remove_weighted (MwDocument *self, const MwId *ids, guint n, MwWeights weights, GError **error);
/* Makes everything that refers to `from` refer to `to`, another record of the same list, including references in
 * bulk arrays. What belongs to `from` (extents and keys of a sequence) stays, and so do references of `to` itself.
 * *n (may be NULL) gets the number of changed fields. */
gboolean mw_document_replace_uses (MwDocument *self, MwId from, MwId to, guint *n, GError **error);
/* Moves a record to place `index` of its list. */
gboolean mw_document_move (MwDocument *self, MwId id, guint32 index, GError **error);
/* Replaces a record by one of another kind of the same list, with the same id and place. The caller carries over the
 * values of fields that both kinds have (by name and type): see mw_record_convert_kind(). */
gboolean mw_document_replace_record (MwDocument *self, MwId id, MwRecord *record, GError **error);

/* Drops the notes of one kind from a record. The record forgets how a file spelled something, and a writer chooses
 * the spelling again. No value changes, so no "changed" is emitted, but it is a step. */
gboolean mw_document_forget (MwDocument *self, MwId id, MwNoteKind kind, GError **error);

/* The same for the notes about one field only. */
gboolean mw_document_forget_about (MwDocument *self, MwId id, MwNoteKind kind, const MwField *field, GError **error);

/* Returns a new detached record of another kind of the same list, for mw_document_replace_record(). It keeps the id,
 * the values of fields that both kinds have (by name and type), the notes about these fields, and the children with
 * their ids. Flag bits that belong to a kind are those of the new kind. */
MwRecord *mw_record_convert_kind (const MwRecord *record, const MwSchema *kind);

/* Sets the value of a target from text. Used by both the command `set` and the inspector. */
gboolean mw_document_set_text (MwDocument *self, const MwTarget *target, const char *text, gsize length,
                               GError **error);

/* Describes what removing these records would do, one line for the user each ("Layer 0 of Material 2 uses it:
 * refused"). This includes what the rules of the family change besides references (for example, an alias takes over the
 * keys of a removed sequence). Empty if nothing else is affected. Free with g_strfreev(). */
GStrv mw_document_describe_removal (MwDocument *self, const MwId *ids, guint n);

/* Everything that refers to this record, as an array of MwTarget in file order (arrays: one target for each element
 * that refers to it). Free with g_array_unref(). */
GArray *mw_document_find_referrers (MwDocument *self, MwId id);

/* Repeats a step as a new transaction with the same label. It is for a step that was read from text, on a model in
 * the state in which the step was made (a fresh read of the same file plus the steps before it). Where the step does
 * not fit, it is refused and nothing changes. */
gboolean mw_document_replay (MwDocument *self, const MwStep *step, GError **error);
gboolean mw_document_replay_text (MwDocument *self, const char *text, gsize length, GError **error);

/* Adds a notice to the open transaction: one line about it that the user should see. Takes ownership of the text. */
void mw_document_notice (MwDocument *self, char *notice);
/* Notices of the last commit (stored indices that now refer to another element, lanes that were converted), one line
 * each, NULL-terminated; or NULL. */
const char *const *mw_document_get_notices (MwDocument *self);
