/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/error.h"
#include "core/schema/record.h"

/* A step: what one transaction did, as data only (architecture.md, idea 4): ids, rows, values before and after, selection before and
 * after. It can be undone, redone, written out as text, read again and replayed on a fresh read of the same file. */
typedef struct _MwStep MwStep;

void mw_step_free (MwStep *step);
const char *mw_step_get_label (const MwStep *step);
guint mw_step_get_n_changes (const MwStep *step);
/* Bytes that the step keeps alive (never more than twice the bytes of the arrays it names, plus the rest). */
gsize mw_step_get_size (const MwStep *step);

/* Whether the step put a fresh reading of the file in the place of what was open (core/edit/reload.h). It holds every
 * difference, so that nothing else follows from it where it is made or made again. */
gboolean mw_step_is_verbatim (const MwStep *step);

/* A number that no other step of the document ever had; 0: it is in no document's history. */
guint64 mw_step_get_serial (const MwStep *step);

/* Several records of one kind that a step removed. */
typedef struct {
  const MwSchema *schema;
  guint n;
  const MwRecord *first; /* as the step keeps it: it has no owner; lives as long as the step */
  const MwField *list;   /* where it was, and at which place */
  guint place;
} MwRemovedKind;

/* What a step removed: elements (what is below a removed element is not counted again), and keys of tracks and lanes that are
 * not below one. What was only replaced or moved is not in it. */
typedef struct {
  GArray *kinds; /* MwRemovedKind, those of what was selected first */
  guint n_records;
  guint n_keys;
  guint n_tracks;   /* how many tracks lost keys, those that went with their last key included */
  MwId track;       /* the first of them; it may be gone */
  MwId track_owner; /* whose it is or was, and in which slot */
  const MwField *track_slot;
} MwRemoved;

MwRemoved *mw_step_get_removed (MwModel *model, const MwStep *step);
void mw_removed_free (MwRemoved *removed);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwRemoved, mw_removed_free)

/* Text form, version 1: one step, self-contained, C locale, exact. */
char *mw_step_to_text (const MwStep *step);
/* Reads one back for models of this root schema. Errors carry the line. */
MwStep *mw_step_from_text (const MwSchema *root, const char *text, gsize length, GError **error);
