/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/render/camera.h"

/* The handles at a selected element that a pointer drags to move, rotate or scale it. They have the same size on the screen at any
 * distance. Here is what they look like, which of them is under a pointer, and what a drag means in model space; what it does to the
 * model is the caller's business. Pointers are in pixels from the top left of a picture of width x height pixels. */

typedef enum { MW_GIZMO_NONE, MW_GIZMO_MOVE, MW_GIZMO_ROTATE, MW_GIZMO_SCALE } MwGizmoKind;

typedef enum {
  MW_HANDLE_NONE,
  MW_HANDLE_X, /* an arrow, ring or bar of the first axis */
  MW_HANDLE_Y,
  MW_HANDLE_Z,
  MW_HANDLE_YZ, /* moves in the plane across the first axis */
  MW_HANDLE_ZX,
  MW_HANDLE_XY,
  MW_HANDLE_FREE, /* moves parallel to the picture, rotates about the line of sight, or scales all axes alike */
  MW_N_HANDLES
} MwHandle;

typedef struct {
  MwGizmoKind kind;
  float place[3];   /* model space */
  float axes[3][3]; /* orthogonal unit vectors in model space */
  float scale;      /* pixels of the picture for each pixel of the handles' sizes; 0 counts as 1 */
  MwHandle lit;     /* drawn highlighted */
  gboolean alone;   /* only the lit handle is drawn, as during a drag */
} MwGizmo;

/* The handle under a pointer. Axes that point to the viewer and planes that are seen from the side have no handle. */
MwHandle mw_gizmo_pick (const MwGizmo *gizmo, const MwCamera *camera, float width, float height, float x, float y);

/* A drag in progress. Its members are for gizmo.c. */
typedef struct {
  MwGizmo gizmo;
  MwHandle handle;
  MwCamera camera;
  float width, height;
  float x, y;
  double sight[3];   /* from the eye to the gizmo, a unit vector */
  double start[3];   /* along the gizmo's axes where the pointer grabbed */
  double last, sum;  /* angles */
  double tangent[3]; /* of a ring that is seen from the side */
  gboolean edge_on;
  double reach;
} MwGizmoDrag;

/* What a drag means in model space. */
typedef struct {
  float move[3];
  float axis[3], angle; /* in radians, right-handed about a unit vector */
  float scale[3];       /* along the axes of the gizmo */
} MwGizmoChange;

/* Begins to drag a handle with the pointer at (x, y). */
void mw_gizmo_drag_begin (MwGizmoDrag *drag, const MwGizmo *gizmo, const MwCamera *camera, float width, float height,
                          MwHandle handle, float x, float y);
/* The amounts for a pointer at (x, y): distances along the three axes, or the angle in radians and two zeros, or factors along the three
 * axes. Angles count whole turns, so call it for every movement. */
void mw_gizmo_drag_to (MwGizmoDrag *drag, float x, float y, double amounts[3]);
/* Amounts for a number that was typed: a distance, an angle in degrees, or a factor. */
void mw_gizmo_drag_typed (const MwGizmoDrag *drag, double number, double amounts[3]);
/* Rounds amounts to steps: of distance about a tenth of the handles' length (1, 2 or 5 times a power of ten), of 15 degrees, and of 0.1. */
void mw_gizmo_drag_snap (const MwGizmoDrag *drag, double amounts[3]);
void mw_gizmo_drag_change (const MwGizmoDrag *drag, const double amounts[3], MwGizmoChange *change);
/* Which of the three axes the handle changes: bits 0 to 2. */
unsigned mw_handle_axes (MwGizmoKind kind, MwHandle handle);

/* Appends triangles, three MwLineVertex each (render-private.h), that draw the handles in front of everything. */
void mw_gizmo_add (GArray *triangles, const MwGizmo *gizmo, const MwCamera *camera, float height);
