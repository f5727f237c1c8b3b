/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pointer and the keys over the drawing of a viewport, and how tools take them before the camera does.
 *
 * A tool (picking, box selection, a gizmo) is a table of handlers. The tools of a viewport are asked in turn, the one that was
 * added last first. Each handler may be NULL, which is the same as one that does nothing and takes nothing.
 *
 *   - The pointer moves without a button: hover(). The first tool that returns a cursor has the pointer. All others, and on leaving
 *     the drawing all, get leave() if they had it before.
 *   - The left button goes down: press(). The first tool that returns TRUE owns the drag. It then gets drag() for each motion, and in
 *     the end either release() or cancel(), exactly one of them. Escape, another button, and a lost grab cancel. hover() is not called
 *     meanwhile.
 *   - If no tool takes the press, moving more than MW_POINTER_SLOP pixels orbits the camera. With Blender's keys pull() is asked first,
 *     unless Alt is held: the first tool that returns TRUE owns the drag from then on.
 *   - If it is released before that: click(). The first tool that returns TRUE has used it.
 *   - A key is pressed: key(). The tool that owns a drag is the only one asked then, and keys that it does not use do nothing.
 *     Otherwise the first tool that returns TRUE has used the key, and only unused ones move the camera. Keys with Alt or
 *     Super are not offered.
 *
 *   - The right button goes down and is released at the same place: menu(). The first tool that returns TRUE has used it.
 *
 * A drag with the middle and the right button always moves the camera.
 * A view that is beside another one (mw_viewport_set_beside()) is only looked at: no tool is asked for what happens in it. */
#pragma once
#include "ui/viewport/viewport.h"

/* A press that moves no further is a click, in logical pixels. */
enum { MW_POINTER_SLOP = 4 };

typedef struct {
  double x, y; /* logical pixels from the top left of the drawing; multiply by the scale factor for pixels of MwFrame */
  double start_x, start_y; /* where the button went down; the same as x and y in hover() and press() */
  GdkModifierType state;   /* modifiers that are held now */
  guint n_press;           /* 1: first press, 2: second one of a double click ...; 0 in hover() */
} MwPointer;

typedef struct {
  /* The name of the cursor to show, such as "pointer", if a press or click here would be used; else NULL. */
  const char *(*hover) (MwViewport *viewport, const MwPointer *pointer, gpointer data);
  void (*leave) (MwViewport *viewport, gpointer data);
  gboolean (*press) (MwViewport *viewport, const MwPointer *pointer, gpointer data);
  void (*drag) (MwViewport *viewport, const MwPointer *pointer, gpointer data);
  void (*release) (MwViewport *viewport, const MwPointer *pointer, gpointer data);
  void (*cancel) (MwViewport *viewport, gpointer data);
  gboolean (*click) (MwViewport *viewport, const MwPointer *pointer, gpointer data);
  gboolean (*menu) (MwViewport *viewport, const MwPointer *pointer, gpointer data);
  gboolean (*key) (MwViewport *viewport, guint keyval, GdkModifierType state, gpointer data);
  gboolean (*pull) (MwViewport *viewport, const MwPointer *pointer, gpointer data);
} MwPointerTool;

/* Adds a tool, which lies on top of those that are there already: it is asked before them. `tool` is static; `data` must live as long as
 * the viewport. Tools are added in mw_viewport_init(): picking, which uses every click, and then gizmos. Not during a drag. */
void mw_viewport_add_tool (MwViewport *self, const MwPointerTool *tool, gpointer data);
/* The tool that was added with `data` owns a drag without a button, from where the pointer was last. A left click or Return releases it, and a
 * right click, Escape and losing the focus cancel it. */
void mw_viewport_begin_modal (MwViewport *self, gpointer data);
/* Whether a tool owns a drag now. */
gboolean mw_viewport_is_dragging (MwViewport *self);
/* Cancels the drag that a tool owns, if there is one. Later motion of it does nothing. */
void mw_viewport_cancel_drag (MwViewport *self);

/* --- What GTK reports; tests call these, too ------------------------------------------------------------------------- */

/* Coordinates are logical pixels from the top left of the drawing. `n_press`: 1, or 2 for a double click ... */
void mw_viewport_pointer_moved (MwViewport *self, double x, double y, GdkModifierType state);
void mw_viewport_pointer_left (MwViewport *self);
void mw_viewport_pointer_pressed (MwViewport *self, guint button, double x, double y, GdkModifierType state,
                                  guint n_press);
void mw_viewport_pointer_dragged (MwViewport *self, double x, double y, GdkModifierType state);
void mw_viewport_pointer_released (MwViewport *self, double x, double y, GdkModifierType state);

/* Connects the drawing to the above. */
void mw_viewport_init_pointer (MwViewport *self);
void mw_viewport_finalize_pointer (MwViewport *self);
