/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* What is wrong with values of one record, to be shown at the fields that have them: findings of core/check. */
typedef struct _MwMarks MwMarks;

/* Of the record as it is now. Free with mw_marks_free(). */
MwMarks *mw_marks_new (MwDocument *document, MwId record);
void mw_marks_free (MwMarks *marks);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwMarks, mw_marks_free)
/* One sentence or more on the value of a field; NULL: nothing is wrong with it. Free with g_free(). */
char *mw_marks_of_field (const MwMarks *marks, const MwField *field);
