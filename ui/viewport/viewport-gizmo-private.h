/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/operations/operations.h"
#include "ui/viewport/gizmo-pending.h"
#include "ui/viewport/gizmo-subject.h"
#include "ui/viewport/tool-strip.h"
#include "ui/viewport/viewport-gizmo.h"
#include "ui/viewport/viewport-private.h"

/* The structure of the handles in a view, used by these files: viewport-gizmo.c (the handles, and dragging them), gizmo-bar.c (the controls and
 * the hint), gizmo-unkeyed.c (poses that have no keys yet). */

typedef enum { ALONG_MODEL, ALONG_ELEMENT, ALONG_VIEW } Orientation;

struct _MwViewportGizmo {
  MwViewport *viewport;
  GtkWidget *rest, *pose, *tools[4], *orientation, *part, *below, *readout, *hint, *bones, *frame, *auto_key, *insert;
  MwGizmoKind kind; /* MW_GIZMO_NONE: only select */
  MwHandle hovered;
  gboolean playing, filling, inserting, reading;
  MwGizmoSubject subject;
  /* While dragging: */
  gboolean modal;          /* without a button, by a tool that was not chosen: */
  MwGizmoKind kind_else;   /* the one that was */
  gboolean dragging, over; /* over: Enter has applied it, and the button is still down */
  MwGizmoDrag drag;
  MwPointer pointer;     /* the last one */
  double fine_x, fine_y; /* the pointer as it counts: slower while Shift is held */
  GString *typed;
  const char *note; /* what else is said; found when the drag begins */
  char *error;      /* why the last change was refused */
  MwGizmoChange change;
  /* Drags that have set no keys yet, and the pose that is shown for them (MwTentative). */
  MwGizmoPending *pending;
  GArray *tentative;
  const char *notice; /* what happened to them; shown until something else is done */
};

/* Whether a sequence is shown, so that a drag is about its pose. */
gboolean mw_gizmo_is_posing (MwViewportGizmo *self);
/* Finds what is selected and where it is now. */
void mw_gizmo_find_subject (MwViewportGizmo *self);

/* --- gizmo-bar.c --- */

/* Makes the controls and the hint, and appends them to the strip. */
void mw_gizmo_make_bar (MwViewportGizmo *self, MwToolStrip *strip);
/* Why what is selected has no handles; NULL: it has, or nobody knows. The text is translated, and not to be freed. */
const char *mw_gizmo_why_not (MwViewportGizmo *self);
/* Shows in the place of the hint why something was refused. */
void mw_gizmo_show_refusal (MwViewportGizmo *self, const GError *error);

/* --- gizmo-unkeyed.c --- */

/* Whether a drag sets no key yet. */
gboolean mw_gizmo_is_tentative (MwViewportGizmo *self);
/* Shows the tentative pose, or not, because a transaction shows it, or because there is none. */
void mw_gizmo_show_tentative (MwViewportGizmo *self, gboolean shown);
/* The transaction of a drag ends: it has set keys, or what it moved is shown without. */
void mw_gizmo_end_tentative (MwViewportGizmo *self, gboolean keep);
/* Sets the keys of all drags in one step. */
void mw_gizmo_insert_keys (MwViewportGizmo *self);
