/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/family.h"
#include "core/render/pick.h"
#include "core/render/render-private.h"

/* Private to pick.c and mesh-pick.c: the pose that a picker keeps. */

typedef struct {
  float low[3], high[3];
} MwPickBox;

/* Posed surfaces, in model space. */
typedef struct {
  GArray *parts;    /* MwPosedPart */
  GArray *points;   /* three floats each */
  GArray *surfaces; /* MwPosedSurface */
  GArray *boxes;    /* MwPickBox: of each surface */
} MwPosed;

struct _MwPicker {
  const MwModel *model;
  MwSkeleton *skeleton;
  gboolean posed;
  MwClock clock; /* the moment of the pose, and what it depends on beside that */
  float view[16];
  MwId profile;
  gboolean no_effects;
  GArray *hidden; /* MwId */
  GArray *listed; /* MwInside: those of the frame */
  MwPosed own;
  MwPosed inside; /* of models inside it; the ids are those of the nodes that show them, and the meshes are 0 */
  GArray *lines;  /* MwLineVertex: of one marker */
  GArray *hits;   /* MwPickHit */
  MwPickTexel texel;
  gpointer texel_data;
};

/* Poses the model as the frame shows it, unless it is posed so already. */
void mw_picker_pose (MwPicker *picker, const MwFrame *frame);
/* Whether the shading draws a surface. Those that are invisible by their material are shown as shapes, but glows are not. */
gboolean mw_picker_draws (const MwPosedSurface *surface, MwShading shading);
