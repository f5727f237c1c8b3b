/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/error.h"
#include "core/schema/record.h"
#include "core/schema/report.h"

/* Conversion of a model between versions of the MDX family: Warcraft III and World of Warcraft's alpha, every pair.
 * Whether a file is text or binary makes no difference here.
 *
 * Each rule changes the new model and immediately reports every change that converting back would not undo. A value
 * that is only stored differently, and that converting back restores, is not a loss. */

/* Maps records of the old model to records of the new one. Records keep their ids, so the map holds only those that
 * became another kind of record: layers that became the images of one layer, and the reverse. */
typedef struct _MwConvertMap MwConvertMap;

/* A record, or the image of a layer: a field of the layer up to version 1000, a record of its own after that. */
typedef uint32_t MwConvertPart;
#define MW_CONVERT_IMAGE 0x80000000u

/* The part of the new model that replaces a part of the old one. A part that was removed maps to itself; its id is
 * not used in the new model. */
MwConvertPart mw_convert_map_part (const MwConvertMap *map, MwConvertPart part);
void mw_convert_map_free (MwConvertMap *map);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwConvertMap, mw_convert_map_free)

/* Whether models can be converted between these two formats. */
gboolean mw_convert_supports (MwFormat from, MwFormat to);

/* The user's choices. All zeros, or NULL, selects the defaults. */
typedef struct {
  /* The level of detail to keep if the target draws the geosets of all levels at once; 0 is the finest. */
  uint32_t lod;
  /* The factor for all lengths, speeds and accelerations (see scale.h), also if the format stays the same. It is
   * finite and above 0; 0 selects the default.
   *
   * The default is 1 because no better number is known. A tile of Warcraft III is 128 units wide and a unit of World
   * of Warcraft is a yard, but nothing defines how many units make a yard: each game draws its figures at different
   * sizes, and the formats state no scale. */
  double scale;
} MwConvertOptions;

#define MW_CONVERT_SCALE_DEFAULT 1.0
/* Parses a scale that a user typed: a finite number above 0 and nothing else. Otherwise returns FALSE and leaves
 * *scale unchanged. */
gboolean mw_convert_scale_from_text (const char *text, double *scale);

/* Converts a model. The result is in format `to`, without notes, and belongs to the caller. Returns NULL and an
 * error if `to` has a limit that the model exceeds, or if the scale is invalid. `report` (may be NULL)
 * receives the losses, by record and field of `model` and in its order, and warnings about changes worth checking
 * that lose nothing. Free *map (may be NULL) with mw_convert_map_free(). */
MwModel *mw_convert (const MwModel *model, MwFormat from, MwFormat to, const MwConvertOptions *options,
                     MwReport *report, MwConvertMap **map, GError **error);
