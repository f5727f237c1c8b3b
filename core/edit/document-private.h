/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/edit/references.h"
#include "core/edit/step-private.h"

/* The parts of a document, shared by the files of core/edit:
 *   document.c        the object, selection, transactions
 *   history.c         steps, undo and redo, budget, clean mark
 *   primitives.c      the primitives (convert-kind.c: what a change of kind carries over)
 *   liveness.c        rows that die or come alive by an edit
 *   removal.c         policies
 *   replace-uses.c    references that name another record
 *   sanity.c          values that contradict each other
 *   codes.c           values that a file has codes for
 *   bulk-names.c      names of records inside bulk arrays (bones of vertices)
 *   heirs.c           who takes over what removed bones moved
 *   mdlx-rules.c      what follows from a step in MDX models
 *   mdlx-removal.c    what becomes of vertices when nodes go
 *   wow-rules.c       the same where they are of World of Warcraft's alpha
 *   m2-*.c            what holds in M2 models beyond their rows, and what follows from a step (see m2-rules.h)
 *   stored-numbers.c  stored numbers that come alive
 *   replay.c          steps from elsewhere
 *   reload.c          a fresh reading of the file as a step */

/* Which state of the model a generation was. */
typedef struct {
  guint64 generation, state;
} MwGenerationState;

/* What there was at a begin. */
typedef struct {
  guint changes, notices;
} MwSavepoint;

/* Bytes that a history may hold, unless somebody says otherwise. */
#define MW_HISTORY_LIMIT ((gsize) 512 << 20)

/* A state in the middle of a transaction: no step leads to it. */
#define MW_STATE_BETWEEN G_MAXUINT64
/* No state at all: that of the saved file when nothing is saved. */
#define MW_STATE_NONE (G_MAXUINT64 - 1)

/* What a family of models keeps in order beyond its rows; a function is NULL where it has nothing to say. All but `settle` are asked when the
 * generic checks have passed and before anything changes; an error refuses the primitive. Steps that are replayed hold what
 * followed from them, so only `settle` is called for these, and finds nothing left to do. */
typedef struct {
  /* A number, reference or text is to become `bytes`. */
  gboolean (*set) (MwDocument *self, MwRecord *record, const MwField *field, const void *bytes, GError **error);
  /* A field that decides which rows hold has been set (it was `before`). The fields that die by it have their values still, and
   * those that come alive their defaults: what one says is put into the other, and those that said it get their defaults
   * (mw_document_put_default()). What is left is lost, and that is said. */
  void (*convert) (MwDocument *self, MwRecord *record, const MwField *field, const void *before);
  /* `n` elements of an array from `first` on are to become `elements`. */
  gboolean (*elements) (MwDocument *self, MwRecord *record, const MwField *field, guint32 first, guint32 n,
                        const void *elements, GError **error);
  /* An array is to have n elements, other than now; called before `elements` about its new ones. */
  gboolean (*resize) (MwDocument *self, MwRecord *record, const MwField *field, guint32 n, GError **error);
  /* A detached record is to come into a list or child slot (in place of `going`, which may be NULL). The last to be asked: it
   * may complete the record, and change the model for it. */
  gboolean (*insert) (MwDocument *self, MwRecord *owner, const MwField *list, guint32 index, MwRecord *record,
                      const MwRecord *going, GError **error);
  gboolean (*move) (MwDocument *self, MwRecord *record, guint32 index, GError **error);
  /* Records are to be removed (by id in `doomed`, with what stands below them); changes what does not go with them. Called
   * inside a part of the transaction that is cancelled when it fails. */
  gboolean (*remove) (MwDocument *self, const guint8 *doomed, GError **error);
  /* The outermost commit: what follows from all changes of the step. */
  void (*settle) (MwDocument *self);
} MwEditRules;
extern const MwEditRules mw_m2_edit_rules, mw_mdlx_edit_rules;
/* wow-rules.c: a part of the second, for models of World of Warcraft's alpha. */
void mw_wow_settle (MwDocument *self);
/* mdlx-removal.c: the function `remove` of the second. */
gboolean mw_mdlx_remove (MwDocument *self, const guint8 *doomed, GError **error);

struct _MwDocument {
  GObject parent_instance;
  MwModel *model;
  MwFormat format;
  MwFileSet *files; /* or NULL */
  MwReferences *references;
  const MwEditRules *rules; /* of the model's family, or NULL */
  GArray *selection;        /* MwId */

  /* The open transaction. */
  MwStep *open;       /* NULL: none is */
  GArray *savepoints; /* MwSavepoint, one for each begin */
  GHashTable *last;   /* (id, field) -> 1 + index of the last change of it since the last begin or structural change */
  GArray *numbers;    /* stored numbers as they were before, see stored-numbers.c */
  guint64 watched;    /* lists for which `numbers` holds them */
  GPtrArray *pending_notices; /* char * */
  MwWeights weights;          /* of the removal that is going on */
  GHashTable
    *nearest; /* id of a removed bone or node -> of the one that moves its vertices now, see heirs.h; or NULL */

  /* What has not been emitted yet. */
  MwChangeSet *pending;
  GHashTable *pending_seen;   /* MwChange * */
  gboolean selection_pending; /* "selection-changed" is due behind "changed" */

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

/* Sets an error unless a transaction is open. */
gboolean mw_document_require_open (MwDocument *self, GError **error);
/* The record, or an error. */
MwRecord *mw_document_require (MwDocument *self, MwId id, GError **error);
/* Records a change that has already been made in the model (its contents are taken over), merging it with earlier ones of
 * the transaction where that says the same. */
void mw_document_record (MwDocument *self, MwStepChange *change);
/* Notes for listeners what a change did, or what taking it back did. */
void mw_document_announce (MwDocument *self, const MwStepChange *change, gboolean forward);
/* Emits "changed" for all that was announced. */
void mw_document_emit_changed (MwDocument *self);
/* Replaces the selection without the ids that are gone; emits if it differs: after "changed" when that is due, so that whoever
 * hears of a selected record has heard of the record. */
void mw_document_set_selection (MwDocument *self, const GArray *ids);

/* --- history.c --- */

/* Puts a closed step behind the ones done; drops the undone ones, and the oldest beyond the budget. */
void mw_document_push_step (MwDocument *self, MwStep *step);
/* Which state the model is in: the serial of the last step done, or MW_STATE_BETWEEN. */
guint64 mw_document_state (MwDocument *self);

/* --- primitives.c: without the checks of the public ones --- */

void mw_document_put_value (MwDocument *self, MwRecord *record, const MwField *field, const void *bytes, gsize size);
void mw_document_put_span (MwDocument *self, MwRecord *record, const MwField *field, guint32 first, guint32 n,
                           const void *elements);
/* Takes the array over. */
void mw_document_put_array (MwDocument *self, MwRecord *record, const MwField *field, MwArray array);
void mw_document_put_record (MwDocument *self, MwRecord *owner, const MwField *list, guint32 index, MwRecord *record);
void mw_document_take_record (MwDocument *self, MwRecord *record);
void mw_document_put_place (MwDocument *self, MwRecord *record, guint32 index);
/* `record` has the id of the old one. */
void mw_document_put_replacement (MwDocument *self, MwRecord *old, MwRecord *record);
void mw_document_put_forgotten (MwDocument *self, MwRecord *record, MwNoteKind kind);
/* Gives the record the notes of `image`, but for that of a side channel. */
void mw_document_put_notes (MwDocument *self, MwRecord *record, const MwRecord *image);

/* Records on their way into the model: references to them are allowed, and references in them are looked up as if they stood
 * there already. */
typedef struct {
  const MwRecord *record, *owner; /* the top of them, and the record that is to hold it */
  const MwField *list;            /* in this list or slot */
  GHashTable *by_id;              /* id -> MwRecord */
} MwComing;

/* Whether the value is in its range, and references name records of their list. `coming` may be NULL. */
gboolean mw_document_check_field (MwDocument *self, const MwRecord *record, const MwField *field,
                                  const MwComing *coming, GError **error);
/* The same for all fields of a record and of those below it; and that parallel arrays go together. */
gboolean mw_document_check_whole (MwDocument *self, MwRecord *record, GError **error);

/* --- liveness.c --- */

/* Whether setting this field may change which fields are live. */
gboolean mw_document_field_governs (const MwRecord *record, const MwField *field);
/* Sets such a field and brings what dies back to its default, what comes alive to what it needs. */
void mw_document_put_governing (MwDocument *self, MwRecord *record, const MwField *field, const void *bytes,
                                gsize size);
/* Gives a field the value that a new record of this format has there. */
void mw_document_put_default (MwDocument *self, MwRecord *record, const MwField *field);
/* Whether parallel arrays of these new lengths go together (n fields that change, the rest as they are). */
gboolean mw_document_check_parallel (MwDocument *self, const MwRecord *record, guint n, const MwField *const *fields,
                                     const guint32 *lengths, GError **error);

/* --- codes.c --- */

/* Gives n values that a field of the record is to have those of the nearest codes of the format. */
void mw_document_snap_values (MwDocument *self, const MwRecord *record, const MwField *field, void *values, guint32 n);
/* The same for all of a detached record that is to stand in a list or slot of `owner`. */
void mw_document_snap_record (MwDocument *self, MwRecord *record, const MwRecord *owner, const MwField *slot);

/* --- removal.c --- */

/* Keeps for the rest of the step who took over (see heirs.h) from removed bones. */
void mw_document_remember_nearest (MwDocument *self, GHashTable *nearest);
/* What gets round a removal that would leave vertices with nothing that moves them. */
extern const MwRemedy mw_remedy_delete_nearest;

/* --- sanity.c --- */

/* Adds a notice for each value of the step that contradicts another one of its record (an interval that ends before it starts).
 * Such values are taken, for who types both types one of them first. */
void mw_document_tell_contradictions (MwDocument *self);

/* --- stored-numbers.c --- */

/* Before the first change of the order or number of elements of a list: remembers the stored numbers into it. */
void mw_document_watch_numbers (MwDocument *self, const MwRecord *owner, const MwField *list);
/* Adds a notice for each stored number that names another element than before. */
void mw_document_compare_numbers (MwDocument *self);
