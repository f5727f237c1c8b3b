/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/convert/convert.h"
#include "core/model/mdlx/mdlx.h"

/* Small models built in memory, for tests of single rules. */

#define WC3(version) ((MwFormat) { MW_FAMILY_MDX, version, FALSE })
#define WOW(version) ((MwFormat) { MW_FAMILY_MDX_WOW, version, FALSE })

MwMdlx *new_model (MwFormat format);
/* Appends a record to a list of `owner` (NULL: of the model) and returns it. */
gpointer add_record (MwMdlx *model, gpointer owner, const char *list, const MwSchema *schema);
gpointer add_node (MwMdlx *model, const MwSchema *kind, const char *name, gpointer parent);
MwMdlxTexture *add_texture (MwMdlx *model, uint32_t replaceable_id, const char *path);
void set_text (char **slot, const char *text);
/* A reference to a record. */
MwRef ref_to (gconstpointer record);
/* A square of two triangles with normals up and one UV set. */
MwMdlxGeoset *add_square (MwMdlx *model);
/* Sets four bones and weights for each of n vertices. */
void set_skin (MwMdlxGeoset *geoset, const MwRef *bones, const uint16_t *weights, uint32_t n);

/* Converts; asserts that the report names exactly these rows (sorted, one per line, "" for none) and that exactly
 * these do not come back. */
MwMdlx *convert_losing (const MwMdlx *model, MwFormat to, const char *rows);
