/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/error.h"
#include "core/schema/record.h"
#include "core/schema/report.h"

/* A model of one version of the MDX family made into one of another: Warcraft III and World of Warcraft's alpha, every pair.
 * Text or binary is no matter here.
 *
 * Each rule changes the new model and names, at once and by itself, what it changes in a way that the conversion back does
 * not undo. So the report is what a user would miss: what is spelled otherwise and comes back as it was is no loss. */

/* Which record of the new model stands for which of the old one. Records keep their ids, so only those that changed places
 * with another kind of record are in it: a layer of six that became one image of a layer, and the other way round. */
typedef struct _MwConvertMap MwConvertMap;

/* A record, or the part of a layer that is its image: which up to 1000 is a field of the layer and later a record. */
typedef uint32_t MwConvertPart;
#define MW_CONVERT_IMAGE 0x80000000u

/* The part of the new model that stands for one of the old. What is gone stands for itself: its id is nobody's there. */
MwConvertPart mw_convert_map_part (const MwConvertMap *map, MwConvertPart part);
void mw_convert_map_free (MwConvertMap *map);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwConvertMap, mw_convert_map_free)

/* Whether there is a converter between models of these two. */
gboolean mw_convert_supports (MwFormat from, MwFormat to);

/* What a user may choose; all zeros, or NULL, is what happens without a choice. */
typedef struct {
  uint32_t
    lod; /* the level of detail to keep, 0 the finest, where the target draws the geosets of all levels at once */
  /* What all lengths, speeds and accelerations are multiplied with (see scale.h), between any two formats and within one:
   * finite and above 0; 0 stands for the default.
   *
   * The default is 1, because no other number is known. A tile of Warcraft III is 128 units wide and a unit of World of
   * Warcraft is a yard, but nothing says how many of the one make one of the other: the games draw their figures at sizes of
   * their own, and the formats state no scale. */
  double scale;
} MwConvertOptions;

#define MW_CONVERT_SCALE_DEFAULT 1.0
/* The scale that a user wrote: a finite number above 0 and nothing else; FALSE, and *scale as it was, for anything else. */
gboolean mw_convert_scale_from_text (const char *text, double *scale);

/* A new model, in `to`, without notes; NULL and an error where `to` cannot hold so many of something, or the scale is none. `report` (may be NULL)
 * gets the losses, by record and field of `model` and in its order, and as warnings what is worth a look and no loss.
 * *map (may be NULL) is to be freed. */
MwModel *mw_convert_with (const MwModel *model, MwFormat from, MwFormat to, const MwConvertOptions *options,
                          MwReport *report, MwConvertMap **map, GError **error);
/* The same without options. */
MwModel *mw_convert (const MwModel *model, MwFormat from, MwFormat to, MwReport *report, MwConvertMap **map,
                     GError **error);
