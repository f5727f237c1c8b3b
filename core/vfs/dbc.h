/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* A table of a World of Warcraft client (WDBC, up to 5.4.8): records of the same size, whose fields here all have 32 bits, and texts.
 *
 * The file is "WDBC", then the numbers of records, of fields, of bytes of a record, and of bytes of all texts (u32 each), the records, and
 * the texts, each with a NUL at its end. A text in a record is its offset in the texts; the first text is empty.
 * Source: the observed layout that WoWDBDefs (github.com/wowdev/WoWDBDefs) and its readers agree on. */
typedef struct _MwDbc MwDbc;

/* Takes a reference to the bytes. MW_ERROR_UNSUPPORTED: it is no such table, or not all its fields have 32 bits; MW_ERROR_TRUNCATED: it is
 * shorter than it says. Free with mw_dbc_free(). */
MwDbc *mw_dbc_read (GBytes *bytes, GError **error);
void mw_dbc_free (MwDbc *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwDbc, mw_dbc_free)

guint mw_dbc_n_records (const MwDbc *table);
guint mw_dbc_n_fields (const MwDbc *table);
/* A field; both numbers must be below those above. */
guint32 mw_dbc_number (const MwDbc *table, guint record, guint field);
/* The text that a field refers to: a whole text, not the end of one. NULL: it refers to none. It belongs to the table. */
const char *mw_dbc_text (const MwDbc *table, guint record, guint field);
