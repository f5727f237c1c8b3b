/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/vfs/lookup.h"
#include "core/edit/operations/operations.h"
#include "core/pose/clock.h"
#include "core/render/camera.h"
#include "core/vfs/places.h"
#include "ui/viewport/light-button.h"

#include <gtk/gtk.h>

/* The 3D view of the model, drawn by core/render, with a bar above it. Without OpenGL it shows the reason instead,
 * and everything else works. Key presses act while it has the focus.
 *
 * Signals: "types-shown", mw_viewport_get_type_image() is another one. "files-shown", mw_viewport_list_files() may have others. "located", files are found in other places: a file for a missing texture, or a tileset, was chosen. "lookup-changed",
 * mw_viewport_make_lookup() finds files in other places, or they are looked for again. "marked", other vertices or faces are marked. "undo-changed", mw_viewport_undo_label() is another one. "said" (const char *), a
 * sentence for the status bar. */
#define MW_TYPE_VIEWPORT (mw_viewport_get_type ())
G_DECLARE_FINAL_TYPE (MwViewport, mw_viewport, MW, VIEWPORT, GtkBox)

/* `path` is the model's file; textures are searched for in its folder. It may be NULL. `game` (may be NULL): the model is in this game, or
 * archive, and `path` is its game path with slashes; its textures are searched for only there, until mw_viewport_set_path(). */
GtkWidget *mw_viewport_new (MwDocument *document, const char *path, MwPlaces *game);
/* What undo or redo would be about among the drags that have set no keys yet; NULL: there is none. Free with g_free(). */
char *mw_viewport_undo_label (MwViewport *self, gboolean redo);
/* Takes back the last of them, or does again the one that was taken back last. FALSE: there is none. */
gboolean mw_viewport_undo (MwViewport *self, gboolean redo);
void mw_viewport_set_path (MwViewport *self, const char *path);
/* Shows the model at this time. */
void mw_viewport_set_clock (MwViewport *self, const MwClock *clock);
/* Whether the clock is running: then nothing can be dragged. */
void mw_viewport_set_playing (MwViewport *self, gboolean playing);
const MwClock *mw_viewport_get_clock (MwViewport *self);
/* Shows a view of another model beside this one, half and half (NULL: alone again). It shares the camera, in units of its model's
 * size, and the settings of the bar, but has its own clock. Both models are framed; alone again, the camera is as it was before. */
void mw_viewport_set_beside (MwViewport *self, MwViewport *beside);
/* A line above the picture; NULL: none. */
void mw_viewport_set_title (MwViewport *self, const char *title);
/* Takes this file for a texture that is missing, by its path in the model or, if that is NULL, by its type. Its folder is searched for
 * all textures of the model, and both are remembered for the model's file. */
void mw_viewport_locate (MwViewport *self, const char *texture, guint type, const char *file);
/* Shows the model in this file at a node, a view setting that is remembered for the model's file (NULL: none any more). A worker reads it; what
 * goes wrong is said in the view. */
void mw_viewport_attach (MwViewport *self, MwId node, const char *path);
/* The file of the model that is attached to a node; NULL: none. It is valid until another is attached. */
const char *mw_viewport_get_attached (MwViewport *self, MwId node);
/* The model's file was saved: what is remembered for it by names follows them. */
void mw_viewport_saved (MwViewport *self);
/* Looks for the textures again. */
void mw_viewport_look_again (MwViewport *self);
/* What finds the files that the model names, until they are looked for again, or the games or the path change. A model without a file
 * has no folder: then only the games and the folders that the user chose for it are searched. */
MwLookup *mw_viewport_get_lookup (MwViewport *self);
/* The image that is shown for textures of a type that the game fills in: a name in the model's folder or an absolute path. NULL: none, or it is
 * no file. It belongs to the viewport. */
const char *mw_viewport_get_type_image (MwViewport *self, guint type);
/* A new lookup that finds the same files, for a worker; NULL: the model has no file. Free with mw_lookup_free(). */
MwLookup *mw_viewport_make_lookup (MwViewport *self);
/* The files that the view shows or misses, for a worker to look at (MwDiskNames, core/vfs/disk-state.h): those that the model names, the images
 * of texture types, and the images of the models that are shown inside it. NULL: the model has no file. Free with g_ptr_array_unref(). */
GPtrArray *mw_viewport_list_files (MwViewport *self);
/* The client that the model is checked for, by its id (core/convert/targets.h); NULL: whatever reads its version. Like what is shown, it is
 * remembered for the model's file. */
const char *mw_viewport_get_client (MwViewport *self);
void mw_viewport_set_client (MwViewport *self, const char *id);
/* Gives the drawing the keyboard focus. */
void mw_viewport_take_focus (MwViewport *self);
/* Does what a key does while the drawing has the focus. Returns whether it does something. */
gboolean mw_viewport_do_key (MwViewport *self, guint keyval, GdkModifierType state);
/* The same for a key that is pressed, in the scheme of keys that the user has chosen (ui/key-scheme.h). */
gboolean mw_viewport_press_key (MwViewport *self, guint keyval, GdkModifierType state);
/* The settings of the view, to be applied to another viewport of the same model. */
typedef struct {
  MwCamera camera;
  gboolean framed; /* FALSE: nothing was drawn yet, and the camera is not set */
  guint model_camera, shading, team;
  MwLightView light;
  unsigned overlays; /* as of MwOverlaysButton */
  guint profile;     /* which skin profile, counted from 0 */
} MwViewportView;
void mw_viewport_get_view (MwViewport *self, MwViewportView *view);
void mw_viewport_set_view (MwViewport *self, const MwViewportView *view);
/* What it shows. FALSE: nothing was drawn yet. */
gboolean mw_viewport_get_shown (MwViewport *self, MwShownView *view);
/* The vertices or faces that are marked; NULL: whole objects are selected. Valid until the next change. */
/* Where it draws, without its bar. */
GtkWidget *mw_viewport_get_stage (MwViewport *self);
const MwMeshMarks *mw_viewport_get_marks (MwViewport *self);
/* Changes to the mode of vertices, and marks those of a mesh (one flag for each vertex of MwMeshAspect), which becomes the selection. */
void mw_viewport_mark_vertices (MwViewport *self, MwId mesh, const guint8 *flags, guint32 n);
/* Whether a slow frame is being drawn in parts; the previous one is shown until it is complete. */
gboolean mw_viewport_is_drawing (MwViewport *self);
/* The number of complete frames drawn so far. */
guint64 mw_viewport_get_n_frames (MwViewport *self);
