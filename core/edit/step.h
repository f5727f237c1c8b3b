/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/error.h"
#include "core/schema/record.h"

/* A step: what one transaction did, as data only (design idea 4): ids, rows, values before and after, selection before and
 * after. It can be undone, redone, written out as text, read again and replayed on a fresh read of the same file. */
typedef struct _MwStep MwStep;

void mw_step_free (MwStep *step);
const char *mw_step_get_label (const MwStep *step);
guint mw_step_get_n_changes (const MwStep *step);
/* Bytes that the step keeps alive (never more than twice the bytes of the arrays it names, plus the rest). */
gsize mw_step_get_size (const MwStep *step);

/* Text form, version 1: one step, self-contained, C locale, exact. */
char *mw_step_to_text (const MwStep *step);
/* Reads one back for models of this root schema. Errors carry the line. */
MwStep *mw_step_from_text (const MwSchema *root, const char *text, gsize length, GError **error);
