/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/catalogue.h"

/* A catalogue's file, read. Only catalogue.c and the tests need this. */

/* How names are counted: `stem` and from 1 on `digits` digits. */
typedef struct {
  const char *stem;
  guint digits;
} MwCatalogueStem;

typedef struct {
  const char *name;
  GPtrArray *entries; /* MwCatalogueEntry, in file order; values and names are distinct */
  GArray *stems;      /* MwCatalogueStem */
  GStringChunk *text; /* owns every text of it */
} MwCatalogueFile;

/* Reads the XML of a catalogue. Entities, DTDs and the network are out of reach. Errors carry line and column
 * (column 0: the line alone is known): no XML, an element or attribute that a catalogue has not, a key or name that is
 * missing, malformed or given twice, a CRC that is not its name's. Free with mw_catalogue_file_free(). */
MwCatalogueFile *mw_catalogue_file_read (const char *text, gsize length, GError **error);
void mw_catalogue_file_free (MwCatalogueFile *file);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwCatalogueFile, mw_catalogue_file_free)

/* The XML of a catalogue as it is compiled in. Free with g_bytes_unref(). */
GBytes *mw_catalogue_source (MwCatalogue which);
