/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/record.h"

/* A change set: what one transaction did to a model, as a list of records (by id) and fields. It has no values:
 * listeners read the new ones from the model. */
typedef enum {
  MW_CHANGE_SET,    /* a field's value, or elements [first, first + n) of an array */
  MW_CHANGE_SWAP,   /* a whole array */
  MW_CHANGE_INSERT, /* record `id` was added to `field` of `owner` */
  MW_CHANGE_REMOVE, /* record `id` was removed from `field` of `owner`, with everything below it */
  MW_CHANGE_MOVE,   /* record `id` has another position in the list `field` of `owner` */
  MW_CHANGE_REPLACE /* record `id` has another kind now, with the same position and id */
} MwChangeKind;

typedef struct {
  MwChangeKind kind;
  MwId id;                /* the record */
  MwId owner;             /* INSERT, REMOVE, MOVE: the record whose list or child slot it is */
  const MwSchema *schema; /* schema of the record, also when it was removed */
  const MwField *field;   /* SET, SWAP: a field of the record; INSERT, REMOVE, MOVE: a field of the owner */
  uint32_t first, n;      /* SET of an array: the elements that changed */
} MwChange;

typedef struct {
  GArray *changes;  /* MwChange, in the order in which they happened */
  unsigned touches; /* union of the MwTouch bits of all changed fields */
} MwChangeSet;

MwChangeSet *mw_change_set_new (void);
void mw_change_set_free (MwChangeSet *set);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwChangeSet, mw_change_set_free)
void mw_change_set_add (MwChangeSet *set, MwChange change);
