/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* Shared by the operations that look for records that nothing uses, or that exist several times. */

/* How many references there are to each record of a list of the model: id -> number of references. References of a record
 * to itself do not count. Free with g_hash_table_unref(). */
GHashTable *mw_uses_of_list (MwDocument *document, const MwField *list);

/* Removes the records of a list of the model that nothing refers to. A record counts as used if a companion file that was
 * not found may refer to it. Refused if there are none; `what` names the records in the message ("textures"). */
gboolean mw_remove_unused (MwDocument *document, const MwField *list, const char *what, GError **error);

/* Merges the records of a list of the model that `same` says are the same: what refers to the later ones then refers to the
 * first, and the later ones are removed. Refused if there are none; `what` as above. */
typedef gboolean (*MwSame) (MwDocument *document, const MwRecord *a, const MwRecord *b);
gboolean mw_merge_same (MwDocument *document, const MwField *list, MwSame same, const char *what, GError **error);
