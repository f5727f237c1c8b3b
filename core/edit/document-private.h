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
 *   stored-numbers.c  stored numbers that come alive
 *   replay.c          steps from elsewhere */

/* Which state of the model a generation was. */
typedef struct {
  guint64 generation, state;
} MwGenerationState;

/* What there was at a begin. */
typedef struct {
  guint changes, notices;
} MwSavepoint;

/* A state in the middle of a transaction: no step leads to it. */
#define MW_STATE_BETWEEN G_MAXUINT64

struct _MwDocument {
  GObject parent_instance;
  MwModel *model;
  MwFormat format;
  MwReferences *references;
  GArray *selection; /* MwId */

  /* The open transaction. */
  MwStep *open;       /* NULL: none is */
  GArray *savepoints; /* MwSavepoint, one for each begin */
  GHashTable *last;   /* (id, field) -> 1 + index of the last change of it since the last begin or structural change */
  GArray *numbers;    /* stored numbers as they were before, see stored-numbers.c */
  guint64 watched;    /* lists for which `numbers` holds them */
  GPtrArray *pending_notices; /* char * */

  /* What has not been emitted yet. */
  MwChangeSet *pending;
  GHashTable *pending_seen; /* MwChange * */
  gboolean selection_pending; /* "selection-changed" is due behind "changed" */

  /* The history. */
  GPtrArray *steps; /* MwStep */
  guint position;
  gsize history_size, history_limit;
  guint64 generation;
  guint64 next_serial;
  guint64 base_state;   /* of the model with no step done */
  guint64 clean_state;
  GArray *generations;  /* MwGenerationState, in order */
  GPtrArray *notices;   /* char *, NULL-terminated */
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
void mw_document_notice (MwDocument *self, char *notice);

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

/* Whether the value is in its range, and references name records of their list. `coming` (or NULL) is not in the model yet,
 * but references to it are allowed. */
gboolean mw_document_check_field (MwDocument *self, const MwRecord *record, const MwField *field, const MwRecord *coming,
                                  GError **error);
/* The same for all fields of a record and of those below it; and that parallel arrays go together. */
gboolean mw_document_check_whole (MwDocument *self, MwRecord *record, GError **error);

/* --- liveness.c --- */

/* Whether setting this field may change which fields are live. */
gboolean mw_document_field_governs (const MwRecord *record, const MwField *field);
/* Sets such a field and brings what dies back to its default, what comes alive to what it needs. */
void mw_document_put_governing (MwDocument *self, MwRecord *record, const MwField *field, const void *bytes, gsize size);
/* Whether parallel arrays of these new lengths go together (n fields that change, the rest as they are). */
gboolean mw_document_check_parallel (MwDocument *self, const MwRecord *record, guint n, const MwField *const *fields,
                                     const guint32 *lengths, GError **error);

/* --- stored-numbers.c --- */

/* Before the first change of the order or number of elements of a list: remembers the stored numbers into it. */
void mw_document_watch_numbers (MwDocument *self, const MwRecord *owner, const MwField *list);
/* Adds a notice for each stored number that names another element than before. */
void mw_document_compare_numbers (MwDocument *self);
