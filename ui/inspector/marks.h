/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* The findings of core/check for one record, to be shown at its fields. */
typedef struct _MwMarks MwMarks;

/* Checks the record as it is now. Free with mw_marks_free(). */
MwMarks *mw_marks_new (MwDocument *document, MwId record);
void mw_marks_free (MwMarks *marks);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwMarks, mw_marks_free)
/* The findings on the value of a field, one sentence per line; NULL: none. Free with g_free(). */
char *mw_marks_of_field (const MwMarks *marks, const MwField *field);
