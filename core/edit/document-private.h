/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/edit/progress.h"
#include "core/edit/references.h"
#include "core/edit/step-private.h"

/* The parts of a document, shared by the files of core/edit:
 *   document.c        the object, selection, transactions
 *   history.c         steps, undo and redo, budget, clean mark
 *   primitives.c      the primitives (convert-kind.c: what a change of kind carries over)
 *   liveness.c        fields that start or cease to exist because of the value of another field
 *   removal.c         removal, by the policies of the referring fields
 *   replace-uses.c    makes everything that refers to one record refer to another
 *   sanity.c          values that contradict each other
 *   codes.c           rounding of values that a file stores as codes
 *   bulk-names.c      names of records inside bulk arrays (bones of vertices)
 *   heirs.c           which bones move the vertices of removed ones
 *   mdlx-rules.c      edit rules of MDX models
 *   mdlx-removal.c    vertices of removed nodes in MDX models
 *   wow-rules.c       edit rules of MDX models of World of Warcraft's alpha
 *   m2-*.c            edit rules of M2 models (see m2-rules.h)
 *   stored-numbers.c  stored numbers that an edit makes refer to an element
 *   replay.c          steps read from text
 *   adopt.c           what an operation did to a copy of the document
 *   progress.c        how far an operation is
 *   reload.c          a fresh reading of the file as a step
 *   review*.c         what has changed since the document was saved, and taking it back */

/* Maps a generation to the state that the model had then. */
typedef struct {
  guint64 generation, state;
} MwGenerationState;

/* The lengths of the transaction's lists at a begin, to which a cancel or rewind returns. */
typedef struct {
  guint changes, notices;
} MwSavepoint;

/* Default limit of the history in bytes. */
#define MW_HISTORY_LIMIT ((gsize) 512 << 20)

/* A state inside a transaction, which no step leads to. */
#define MW_STATE_BETWEEN G_MAXUINT64
/* No state at all: used as the clean state when no state is saved. */
#define MW_STATE_NONE (G_MAXUINT64 - 1)

/* Edit rules of a family of models beyond those in its schema tables. A function is NULL where the family has no
 * such rule. All but `convert` and `update_dependents` are called after the generic checks have passed and before
 * anything changes; an error refuses the primitive. A replayed step already contains its consequences, so for it only
 * `update_dependents` is called, and finds nothing left to do. Operations call `complete`, `place` and `join`, and a
 * fresh reading of the file `rename`. */
typedef struct {
  /* A number, reference or text is about to become `bytes`. */
  gboolean (*set) (MwDocument *self, MwRecord *record, const MwField *field, const void *bytes, GError **error);
  /* A field that decides which other fields are live has been set; its old value was `before`. Fields that are no
   * longer live still have their values, and fields that became live have their defaults. Moves values from the
   * former to the latter and resets the former (mw_document_put_default()). A value that is not moved is lost, and a
   * notice says so. */
  void (*convert) (MwDocument *self, MwRecord *record, const MwField *field, const void *before);
  /* `n` elements of an array, starting at `first`, are about to become `elements`. */
  gboolean (*elements) (MwDocument *self, MwRecord *record, const MwField *field, guint32 first, guint32 n,
                        const void *elements, GError **error);
  /* An array is about to change its length to n. Called before `elements` is called for the new elements. */
  gboolean (*resize) (MwDocument *self, MwRecord *record, const MwField *field, guint32 n, GError **error);
  /* A detached record is about to be inserted into a list or child slot, instead of `replaced` (may be NULL). Called
   * as the last check: it may complete the record, and change the model for it. */
  gboolean (*insert) (MwDocument *self, MwRecord *owner, const MwField *list, guint32 index, MwRecord *record,
                      const MwRecord *replaced, GError **error);
  gboolean (*move) (MwDocument *self, MwRecord *record, guint32 index, GError **error);
  /* Records are about to be removed: `doomed`, indexed by id, marks them and those below them. Changes whatever must
   * not be removed with them. Called inside a nested transaction, which is cancelled on failure. */
  gboolean (*remove) (MwDocument *self, const guint8 *doomed, GError **error);
  /* Gives a new record what clients require and original files have, where that is not the default. The record has
   * the id that it will have, and is not in the model yet. */
  void (*complete) (MwDocument *self, MwRecord *record);
  /* The place of a new record in a list of the model. NULL: after all others. */
  guint32 (*place) (MwDocument *self, const MwList *list, const MwSchema *kind, gboolean has_parent);
  /* A record was added or copied, and its values are set: links it with the others of its list. */
  gboolean (*join) (MwDocument *self, MwRecord *record, GError **error);
  /* Records come after their parents where both are in the same list. */
  gboolean parents_first;
  /* The records of a model that has just been read are about to get other ids (MwId, by the present one). Renames the
   * ids that are in notes. */
  void (*rename) (MwModel *model, const GArray *to);
  /* Called at the outermost commit: makes the changes that follow from all others of the step. */
  void (*update_dependents) (MwDocument *self);
} MwEditRules;
extern const MwEditRules mw_m2_edit_rules, mw_mdlx_edit_rules;
/* wow-rules.c: the parts of mw_mdlx_edit_rules that are for models of World of Warcraft's alpha. */
void mw_wow_complete (MwDocument *self, MwRecord *record);
guint32 mw_wow_place (MwDocument *self, const MwList *nodes, const MwSchema *kind, gboolean has_parent);
void mw_wow_update_dependents (MwDocument *self);
/* mdlx-removal.c: the function `remove` of mw_mdlx_edit_rules. */
gboolean mw_mdlx_remove (MwDocument *self, const guint8 *doomed, GError **error);

struct _MwDocument {
  GObject parent_instance;
  MwModel *model;
  MwFormat format;
  MwFileSet *files; /* or NULL */
  MwReferences *references;
  const MwEditRules *rules; /* of the model's family */
  GArray *selection;        /* MwId */

  /* The open transaction. */
  MwStep *open;       /* NULL: none is */
  GArray *savepoints; /* MwSavepoint, one for each begin */
  GHashTable *last;   /* (id, field) -> 1 + index of the last change of it since the last begin or structural change */
  GArray *numbers;    /* stored numbers as they were before the transaction, see stored-numbers.c */
  guint64 watched;    /* bits of the lists whose stored numbers are in `numbers` */
  GPtrArray *pending_notices; /* char * */
  guint64 noted_at;           /* generation at the last mw_document_note_operation() of the transaction */
  MwWeights weights;          /* of the removal in progress */
  /* id of a removed bone or node -> id of the one that now moves its vertices (see heirs.h); or NULL */
  GHashTable *nearest;

  /* The operation that is running, see progress.h. */
  MwProgress *progress; /* or NULL */
  GArray *loops;        /* those under way, the innermost last; NULL without `progress` */
  double told;          /* the last fraction that was reported */
  guint runs;           /* operations that run, one within the other */

  /* What has not been emitted yet. */
  MwChangeSet *pending;
  GHashTable *pending_seen;   /* MwChange * */
  gboolean selection_pending; /* "selection-changed" is due after "changed" */

  /* The history. */
  GPtrArray *steps; /* MwStep */
  guint position;
  gsize history_size, history_limit;
  guint64 generation;
  guint64 next_serial;
  guint64 base_state; /* of the model with no step done */
  guint64 clean_state;
  GArray *generations; /* MwGenerationState, in order */
  GPtrArray *notices;  /* char *, NULL-terminated */
};

/* --- document.c --- */

/* Returns FALSE and sets an error if no transaction is open. */
gboolean mw_document_require_open (MwDocument *self, GError **error);
/* The record of this id; NULL and an error if it no longer exists. */
MwRecord *mw_document_require (MwDocument *self, MwId id, GError **error);
/* Records a change that has already been made in the model, and takes over its contents. Merges it with an earlier
 * change of the transaction where one change can state both. */
void mw_document_record (MwDocument *self, MwStepChange *change);
/* Queues for "changed" what a change did (`forward`), or what reverting it did. */
void mw_document_announce (MwDocument *self, const MwStepChange *change, gboolean forward);
/* Emits "changed" with everything that is queued, if anything is. */
void mw_document_emit_changed (MwDocument *self);
/* Sets the selection, without ids of records that are gone. Emits "selection-changed" if it differs; where "changed"
 * is due, after it, so that listeners know the selected records. */
void mw_document_set_selection (MwDocument *self, const GArray *ids);

/* --- history.c --- */

/* Appends a closed step after the done ones. Drops the undone steps, and the oldest ones beyond the history limit. */
void mw_document_push_step (MwDocument *self, MwStep *step);
/* The state that the model is in: the serial of the last step done, or MW_STATE_BETWEEN. */
guint64 mw_document_state (MwDocument *self);

/* --- primitives.c: the primitives without the checks of the public functions --- */

void mw_document_put_value (MwDocument *self, MwRecord *record, const MwField *field, const void *bytes, gsize size);
void mw_document_put_span (MwDocument *self, MwRecord *record, const MwField *field, guint32 first, guint32 n,
                           const void *elements);
/* Takes ownership of the array. */
void mw_document_put_array (MwDocument *self, MwRecord *record, const MwField *field, MwArray array);
void mw_document_put_record (MwDocument *self, MwRecord *owner, const MwField *list, guint32 index, MwRecord *record);
void mw_document_take_record (MwDocument *self, MwRecord *record);
void mw_document_put_place (MwDocument *self, MwRecord *record, guint32 index);
/* `record` has the id of the old one. */
void mw_document_put_replacement (MwDocument *self, MwRecord *old, MwRecord *record);
void mw_document_put_forgotten (MwDocument *self, MwRecord *record, MwNoteKind kind);
/* Gives the record the notes of `image`, except that of a side channel. */
void mw_document_put_notes (MwDocument *self, MwRecord *record, const MwRecord *image);

/* Records about to be inserted. References to them are allowed, and references in them are resolved as if they were
 * in the model already. */
typedef struct {
  const MwRecord *record, *owner; /* the top of them, and the record that is to hold it */
  const MwField *list;            /* in this list or slot */
  GHashTable *by_id;              /* id -> MwRecord */
} MwInsertion;

/* Checks that the value is in its range and that references point to records of their list. `insertion` may be NULL. */
gboolean mw_document_check_field (MwDocument *self, const MwRecord *record, const MwField *field,
                                  const MwInsertion *insertion, GError **error);
/* The same check for all fields of a record and of those below it; also checks that lengths of parallel arrays
 * agree. */
gboolean mw_document_check_whole (MwDocument *self, MwRecord *record, GError **error);

/* --- liveness.c --- */

/* Whether setting this field may change which other fields are live. */
gboolean mw_document_field_governs (const MwRecord *record, const MwField *field);
/* Sets such a field. Resets fields that are no longer live to their defaults, and gives fields that become live the
 * values that they need. */
void mw_document_put_governing (MwDocument *self, MwRecord *record, const MwField *field, const void *bytes,
                                gsize size);
/* Gives a field the value that it has in a new record of this format. */
void mw_document_put_default (MwDocument *self, MwRecord *record, const MwField *field);
/* Whether the lengths of parallel arrays agree once n fields have these new lengths and the others are unchanged. */
gboolean mw_document_check_parallel (MwDocument *self, const MwRecord *record, guint n, const MwField *const *fields,
                                     const guint32 *lengths, GError **error);

/* --- codes.c --- */

/* Rounds n values that a field is about to get to the nearest ones that the format has codes for. */
void mw_document_snap_values (MwDocument *self, const MwRecord *record, const MwField *field, void *values, guint32 n);
/* The same for all fields of a detached record that is about to be inserted into a list or slot of `owner`. */
void mw_document_snap_record (MwDocument *self, MwRecord *record, const MwRecord *owner, const MwField *slot);

/* --- removal.c --- */

/* Remembers, for the rest of the step, which records took over from removed bones (see heirs.h). */
void mw_document_remember_nearest (MwDocument *self, GHashTable *nearest);
/* The suggested alternative where a removal would leave vertices with nothing that moves them. */
extern const MwRemedy mw_remedy_delete_nearest;

/* --- sanity.c --- */

/* Adds a notice for each value of the step that contradicts another value of its record (an interval that ends
 * before it starts). Such values are accepted, because a user who enters both has to enter one of them first. */
void mw_document_note_contradictions (MwDocument *self);

/* --- stored-numbers.c --- */

/* Called before the first change of the order or number of elements of a list: remembers the stored numbers that
 * name its elements. */
void mw_document_watch_numbers (MwDocument *self, const MwRecord *owner, const MwField *list);
/* Adds a notice for each stored number that now refers to another element than before. */
void mw_document_compare_numbers (MwDocument *self);
