/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/file-set.h"
#include "core/base/error.h"
#include "core/model/m2/m2.h"
#include "core/schema/byte-map.h"

/* M2 (m2.md): versions 256 to 272, bare MD20 images; from 264 on with a .skin for each profile and an .anim for each
 * sequence that is stored outside. */

/* Whether the bytes are an M2 at all; fills the version they say they are (0 for a chunked one). */
gboolean mw_m2_probe (const uint8_t *bytes, size_t size, MwFormat *format);

/* A model from a set: parts "model", "skin0" ..., "anim4-0" (animation id and variation). A part that is not there leaves its
 * profile or sequence marked as not loaded. Errors carry the offset in the part that their path begins with ("skin0.",
 * "anim4-0."; the model itself without). */
MwM2 *mw_m2_read (const MwFileSet *set, GError **error);

/* Appends the files of the model to `out`, by role: the model first, then profiles and sequences that are loaded. With a map,
 * its entries get the number of the part. Arrays stand where they stood when none changed its size; else by the exporter's
 * rule if the file as read obeyed it; else what fits stays and the rest goes behind the end (design: M2 placement). */
gboolean mw_m2_write (const MwM2 *model, MwFileSet *out, MwByteMap *map, GError **error);

/* The role of the file that holds a sequence's keys. Free with g_free(). */
char *mw_m2_sequence_role (const MwM2Sequence *sequence);
