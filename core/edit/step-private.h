/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/step.h"

/* What a step is made of. Only core/edit looks inside.
 *
 * A step never points into the model: it names records by id, and what it holds of records (inserted, removed, replaced
 * ones) are images of its own. Applying a change puts a copy of the image into the model, so a step says the same whether
 * it is done or undone. Arrays in images are slices of shared blocks. */

typedef enum {
  MW_STEP_SET,     /* value: number, reference (MwRef) or text of `field` */
  MW_STEP_SPAN,    /* value: elements [first, first + n) of an array field */
  MW_STEP_SWAP,    /* array: the whole array */
  MW_STEP_INSERT,  /* record.after stands at place `first` of `field` of `owner` */
  MW_STEP_REMOVE,  /* record.before stood at place `first` of `field` of `owner` */
  MW_STEP_MOVE,    /* record `id` went from place `first` to place `n` of `field` of `owner` */
  MW_STEP_REPLACE, /* record.before, at place `first` of `field` of `owner`, is record.after now */
  MW_STEP_FORGET, /* the notes of record.before, which holds nothing else, are gone from record `id`: all of one kind */
  MW_STEP_NOTES   /* record `id` had all notes of record.before and has those of record.after; both hold nothing else */
} MwStepKind;
#define MW_STEP_N_KINDS (MW_STEP_NOTES + 1)

/* What a step as text calls each kind. */
extern const char *const mw_step_verbs[MW_STEP_N_KINDS];

/* Bytes; few of them stand in the value itself. */
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
  /* While the transaction is open: 1 + the index of the previous change of the same field; 0: there is none. */
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
  gint references; /* atomic: a worker may read a step that is closed, and hold it longer than the history does */
  char *label;
  GArray *changes;                            /* MwStepChange, in the order in which they were made */
  GArray *selection_before, *selection_after; /* MwId */
  gsize size;
  guint64 serial;    /* given by the document's history; 0: not in one */
  gboolean verbatim; /* says all that there is to say: nothing follows from it (see mw_step_is_verbatim()) */
};

MwStep *mw_step_new (const char *label);
/* To be given back with mw_step_free(). */
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
/* The value that the field has now (SET) or the elements' bytes (SPAN). */
void mw_step_value_read (MwStepValue *value, const MwRecord *record, const MwField *field, uint32_t first, uint32_t n);

/* Whether two records, or images of them, have the same notes, in any order. The note of a side channel is no part of any
 * step (mw_document_set_side_channel()). */
gboolean mw_step_notes_equal (const MwRecord *a, const MwRecord *b);

void mw_step_change_clear (MwStepChange *change);
/* Whether the change does anything. */
gboolean mw_step_change_is_effective (const MwStepChange *change);
/* Makes the change in the model, or takes it back. It must fit: the caller has checked it or made it. */
void mw_step_change_apply (MwModel *model, const MwStepChange *change, gboolean forward);

/* Once, when the transaction closes: copies slices that would keep a block alive of which the step names less than half,
 * and works out mw_step_get_size(). */
void mw_step_finish (MwStep *step);
