/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/file-set.h"
#include "core/base/error.h"
#include "core/model/m2/m2.h"
#include "core/schema/byte-map.h"
#include "core/schema/salvage.h"

/* Reader and writer of M2 (m2.md), versions 256 to 274, from 272 on also in chunks; from 264 on with a .skin for each
 * profile and an .anim for each sequence stored outside the model. */

/* Whether the bytes are an M2; sets the stated version (0: the file ends before it). */
gboolean mw_m2_probe (const uint8_t *bytes, size_t size, MwFormat *format);

/* Reads a model from a set with the parts "model", "skin0" ..., "anim4-0" (animation id and variation). If a part is
 * missing, its profile or sequence is marked as not loaded. Errors have an offset in one part, which their path
 * begins with ("skin0.", "anim4-0."; no prefix for the model). Free with mw_model_free(). */
MwM2 *mw_m2_read (const MwFileSet *set, GError **error);

/* Reads what can be read of a set that mw_m2_read() refuses (core/schema/salvage.h): arrays that are not in the file become empty,
 * and a companion that cannot be read counts as missing. Fails if the header is not whole. */
MwM2 *mw_m2_salvage (const MwFileSet *set, MwSalvage *salvage, GError **error);

/* Appends the model's files to `out`, by role: the model, then loaded profiles and sequences. Entries of `map` (may
 * be NULL) get the number of their part. If no array changed its size, all stay where they were. Otherwise the
 * exporter's rule is applied if the original file obeyed it; else arrays that still fit stay and the others go to
 * the end (architecture.md, records and families). */
gboolean mw_m2_write (const MwM2 *model, MwFileSet *out, MwByteMap *map, GError **error);

/* The role of the file with a sequence's keys. Free with g_free(). */
char *mw_m2_sequence_role (const MwM2Sequence *sequence);
