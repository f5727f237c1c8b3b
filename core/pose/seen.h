/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/inside.h"

/* What of a model is seen at a moment, for cameras that frame it. */
typedef struct {
  const MwClock *clock;
  const float
    *view; /* toward which billboards turn: from model space to view space (skeleton.h); NULL: they are not turned */
  MwId profile;       /* M2: the skin profile that is drawn; 0: the first that is loaded */
  const MwId *hidden; /* geosets and emitters (M2: submeshes, batches and emitters) that are not drawn */
  guint n_hidden;
  const MwInside *inside; /* models that are shown inside it */
  guint n_inside;
} MwSeen;

/* Whether an id is one of these. */
gboolean mw_ids_have (const MwId *ids, guint n, MwId id);

/* Appends (three floats each, model space, all finite) the vertices of triangles that are drawn at that moment: those of visible
 * geosets and layers, or of visible batches of the profile, without those that only glow if the others are large enough; and,
 * if `view` is given, the corners of the particles and ribbons that are alive, unless they make it more than twice as large. Models that are attached count as the model's own surfaces do; of others that
 * are inside it, the boxes around them count as particles do. Returns how many points were appended. Works without a GPU. */
guint mw_seen_points (const MwModel *model, const MwSeen *seen, GArray *points);
/* The same for the models that are attached to one node. */
guint mw_seen_attached_points (const MwModel *model, const MwSeen *seen, MwId node, GArray *points);
/* Half the diagonal of the box around points, from the float numbered `first` on; 0 for none. */
double mw_seen_radius (const GArray *points, guint first);
