/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/catalogue.h"

/* Parses the XML file of a catalogue. Only catalogue.c and the tests need this. */

/* A pattern for numbered names: `stem`, then a number from 1 on with `digits` digits. */
typedef struct {
  const char *stem;
  guint digits;
} MwCatalogueStem;

typedef struct {
  const char *name;
  GPtrArray *entries; /* MwCatalogueEntry, in file order; no two have the same value or name */
  GArray *stems;      /* MwCatalogueStem */
  GStringChunk *text; /* owns all its texts */
} MwCatalogueFile;

/* Parses the XML of a catalogue. Entities, DTDs and the network are not available to it. Errors carry line and
 * column (column 0: only the line is known): malformed XML; an element or attribute that catalogues do not have; a
 * key or name that is missing, malformed or given twice; a CRC that is not that of the name. Free with
 * mw_catalogue_file_free(). */
MwCatalogueFile *mw_catalogue_file_read (const char *text, gsize length, GError **error);
void mw_catalogue_file_free (MwCatalogueFile *file);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwCatalogueFile, mw_catalogue_file_free)

/* The XML of a catalogue as compiled into the program. Free with g_bytes_unref(). */
GBytes *mw_catalogue_source (MwCatalogue which);
