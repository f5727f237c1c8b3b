/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/error.h"
#include "core/schema/record.h"

/* A step records what one transaction did, as data (architecture.md, idea 4): ids, fields, values before and after,
 * and the selection before and after. It can be undone and redone, written as text, read back, and replayed on a
 * fresh read of the same file. */
typedef struct _MwStep MwStep;

void mw_step_free (MwStep *step);
const char *mw_step_get_label (const MwStep *step);
/* Bytes that the step keeps in memory: at most twice the bytes of the arrays that it names, plus everything else. */
gsize mw_step_get_size (const MwStep *step);

/* Whether the step replaced the open model by a fresh reading of the file (core/edit/reload.h). Such a step already
 * contains every difference, so no follow-up changes are made when it is applied or replayed. */
gboolean mw_step_is_verbatim (const MwStep *step);

/* A number that no other step of the document has or had; 0 if the step is in no document's history. */
guint64 mw_step_get_serial (const MwStep *step);

/* The removed records of one kind. */
typedef struct {
  const MwSchema *schema;
  guint n;
  const MwRecord *first; /* the step's copy, which has no owner; valid as long as the step */
  const MwField *list;   /* the list or slot that it was in, and its place there */
  guint place;
} MwRemovedKind;

/* What a step removed: elements (those below a removed element are not counted), and keys of tracks and lanes that
 * are not below a removed element. Records that were only replaced or moved are not included. */
typedef struct {
  GArray *kinds; /* MwRemovedKind; kinds of selected records first */
  guint n_records;
  guint n_keys;
  guint n_tracks;   /* tracks that lost keys, including those removed with their last key */
  MwId track;       /* the first of them; it may no longer exist */
  MwId track_owner; /* its owner, and the slot that it is or was in */
  const MwField *track_slot;
} MwRemoved;

MwRemoved *mw_step_get_removed (MwModel *model, const MwStep *step);
void mw_removed_free (MwRemoved *removed);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwRemoved, mw_removed_free)

/* The text form, version 1: one step, self-contained and exact, in the C locale. Free with g_free(). */
char *mw_step_to_text (const MwStep *step);
/* Reads a step for models with this root schema. Errors have the line. */
MwStep *mw_step_from_text (const MwSchema *root, const char *text, gsize length, GError **error);
