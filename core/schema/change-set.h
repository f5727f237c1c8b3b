/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/record.h"

/* What one transaction did to a model, by identity (design: two walks). Listeners read the model anew for what is named. */
typedef enum {
  MW_CHANGE_SET,    /* a field's value, or elements [first, first + n) of an array */
  MW_CHANGE_SWAP,   /* a whole array */
  MW_CHANGE_INSERT, /* record `id` now stands in `field` of `owner` */
  MW_CHANGE_REMOVE, /* record `id` is gone from `field` of `owner` (so is all below it) */
  MW_CHANGE_MOVE,   /* record `id` stands at another place of the list `field` of `owner` */
  MW_CHANGE_REPLACE /* record `id` is of another kind now (same place, same id) */
} MwChangeKind;

typedef struct {
  MwChangeKind kind;
  MwId id;                /* the record */
  MwId owner;             /* INSERT, REMOVE, MOVE: whose list or child slot */
  const MwSchema *schema; /* of the record (of a removed one too) */
  const MwField *field;   /* SET, SWAP: of the record; INSERT, REMOVE, MOVE: of the owner */
  uint32_t first, n;      /* SET on an array: the span of elements */
} MwChange;

typedef struct {
  GArray *changes;  /* MwChange, in the order in which they happened */
  unsigned touches; /* union of MwTouch */
} MwChangeSet;

MwChangeSet *mw_change_set_new (void);
void mw_change_set_free (MwChangeSet *set);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwChangeSet, mw_change_set_free)
void mw_change_set_add (MwChangeSet *set, MwChange change);
/* Whether a change names this field of this record (field NULL: any field). */
gboolean mw_change_set_names (const MwChangeSet *set, MwId id, const MwField *field);
