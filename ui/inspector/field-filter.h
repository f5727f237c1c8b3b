/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/schema.h"

/* What is typed to find a field in the inspector: words, each of which is in the field's label, its path name, the other words
 * that people use for it, or the label of its section. */
typedef struct _MwFieldFilter MwFieldFilter;

/* NULL: nothing was typed, except blanks. */
MwFieldFilter *mw_field_filter_new (const char *typed);
MwFieldFilter *mw_field_filter_ref (MwFieldFilter *self);
void mw_field_filter_unref (MwFieldFilter *self);
/* `section` is the label of the section, not translated. */
gboolean mw_field_filter_has (const MwFieldFilter *self, const MwField *field, const char *section);
