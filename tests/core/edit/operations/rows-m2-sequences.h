/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "tests/core/edit/operations/table.h"

/* Steps and judges of operations on what only sequences of M2 have (rows-m2-sequences.c). */

char *animation_step (const MwModel *model, MwFormat format);
char *animation_judge (const TableCase *at);
char *alias_step (const MwModel *model, MwFormat format);
char *alias_judge (const TableCase *at);
char *own_step (const MwModel *model, MwFormat format);
char *own_judge (const TableCase *at);
char *store_step (const MwModel *model, MwFormat format);
char *store_judge (const TableCase *at);

/* Judges for M2 of operations that copy keys to other sequences (rows-m2-sequence-keys.c): the curves of all tracks are compared. */
char *m2_add_judge (const TableCase *at);
char *m2_duplicate_judge (const TableCase *at);
/* What the catalogue calls the animation of a sequence; NULL: nothing. Free with g_free(). */
char *m2_animation_name (const MwRecord *sequence);
char *m2_split_judge (const TableCase *at);
char *m2_join_judge (const TableCase *at);
