/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/step.h"

/* The contents of a step, visible only to core/edit.
 *
 * A step never points into the model. It refers to records by id, and keeps its own copies (images) of records that
 * were inserted, removed or replaced. Applying a change puts a copy of the image into the model, so the step is the
 * same whether it is done or undone. Arrays in images are slices of shared blocks. */

typedef enum {
  MW_STEP_SET,     /* value: number, reference (MwRef) or text of `field` */
  MW_STEP_SPAN,    /* value: elements [first, first + n) of an array field */
  MW_STEP_SWAP,    /* array: the whole array */
  MW_STEP_INSERT,  /* record.after is at place `first` of `field` of `owner` */
  MW_STEP_REMOVE,  /* record.before was at place `first` of `field` of `owner` */
  MW_STEP_MOVE,    /* record `id` was moved from place `first` to place `n` of `field` of `owner` */
  MW_STEP_REPLACE, /* record.before, at place `first` of `field` of `owner`, was replaced by record.after */
  MW_STEP_FORGET,  /* record `id` lost the notes of record.before, all of one kind; record.before holds nothing else */
  MW_STEP_NOTES    /* all notes of record `id` changed from those of record.before to those of record.after */
} MwStepKind;
#define MW_STEP_N_KINDS (MW_STEP_NOTES + 1)

/* The word for each kind in the text form of a step. */
extern const char *const mw_step_verbs[MW_STEP_N_KINDS];

/* A value as bytes; up to 16 bytes are stored in place. */
typedef struct {
  gsize size;
  union {
    guint8 own[16];
    guint8 *bytes;
  };
} MwStepValue;

typedef struct {
  MwStepKind kind;
  MwId id;
  MwId owner;                   /* INSERT, REMOVE, MOVE, REPLACE */
  const MwSchema *schema;       /* of the record */
  const MwSchema *owner_schema; /* INSERT, REMOVE, MOVE, REPLACE */
  const MwField *field;         /* SET, SPAN, SWAP: of the record; else of the owner */
  uint32_t first, n;
  /* While the transaction is open: 1 + the index of the previous change of the same field; 0 if there is none. */
  guint earlier;
  union {
    struct {
      MwStepValue before, after;
    } value;
    struct {
      MwArray before, after;
    } array;
    struct {
      MwRecord *before, *after;
    } record;
  };
} MwStepChange;

struct _MwStep {
  gint references; /* atomic: a worker may read a closed step, and keep it longer than the history does */
  char *label;
  GArray *changes;                            /* MwStepChange, in the order in which they were made */
  GArray *selection_before, *selection_after; /* MwId */
  gsize size;
  guint64 serial;    /* assigned by the document's history; 0: not in one */
  gboolean verbatim; /* see mw_step_is_verbatim() */
  /* The operation that made all changes of the step, for scripts; NULL: none did, or more than one. */
  char *operation;
  char *
    params; /* its parameters in the grammar of scripts: "factor=2 adapt=1"; the paths in it are those before the step */
  GArray *subjects; /* MwId: the records that it was done to */
};

MwStep *mw_step_new (const char *label);
/* Sets the operation of the step; NULL: it has none. Replaces what was set before. */
void mw_step_set_operation (MwStep *step, const char *operation, const MwId *ids, guint n, const char *params);
/* Adds a reference. Release it with mw_step_free(). */
MwStep *mw_step_ref (const MwStep *step);
static inline MwStepChange *
mw_step_change_at (const MwStep *step, guint index)
{
  return &g_array_index (step->changes, MwStepChange, index);
}

void mw_step_value_set (MwStepValue *value, const void *bytes, gsize size);
static inline const guint8 *
mw_step_value_bytes (const MwStepValue *value)
{
  return value->size <= sizeof value->own ? value->own : value->bytes;
}
static inline guint8 *
mw_step_value_writable (MwStepValue *value)
{
  return value->size <= sizeof value->own ? value->own : value->bytes;
}
void mw_step_value_clear (MwStepValue *value);
gboolean mw_step_value_equal (const MwStepValue *a, const MwStepValue *b);
/* Reads the present value of the field (SET), or the bytes of the elements (SPAN). */
void mw_step_value_read (MwStepValue *value, const MwRecord *record, const MwField *field, uint32_t first, uint32_t n);

/* Whether two records, or images of them, have the same notes in any order. The note of a side channel is ignored,
 * because it is not part of any step (mw_document_set_side_channel()). */
gboolean mw_step_notes_equal (const MwRecord *a, const MwRecord *b);

void mw_step_change_clear (MwStepChange *change);
/* Whether the change has any effect. */
gboolean mw_step_change_is_effective (const MwStepChange *change);
/* Sets the field of a record, or a copy of it, to what it is after the change (`forward`) or was before: SET, SPAN, SWAP. */
void mw_step_change_put (MwRecord *record, const MwStepChange *change, gboolean forward);
/* Applies the change to the model, or reverts it. The change must fit the model. */
void mw_step_change_apply (MwModel *model, const MwStepChange *change, gboolean forward);

/* Called once, when the transaction is closed. Copies slices whose block is named by the step to less than half, so
 * that the step does not keep the whole block in memory, and computes mw_step_get_size(). */
void mw_step_finish (MwStep *step);
