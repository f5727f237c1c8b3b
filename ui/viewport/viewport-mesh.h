/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Marking vertices and faces in the drawing of a viewport. When a geoset or a surface is selected, a bar beside the tools offers three modes:
 * objects, vertices and faces. In the modes of vertices and faces a click marks the nearest one that is seen, and B or L and then a drag what
 * is in a rectangle or a lasso; with Shift more is marked, and with Ctrl less. What is marked belongs to the view: operations on the selected
 * meshes get it (MwShownView.marks), and it is no step. */
#pragma once
#include "core/pose/mesh-marks.h"
#include "ui/viewport/tool-strip.h"
#include "ui/viewport/viewport.h"

typedef struct _MwViewportMesh MwViewportMesh;

/* Creates the tool, adds it to the viewport's pointer tools, and its bar to the strip. */
MwViewportMesh *mw_viewport_mesh_new (MwViewport *viewport, MwToolStrip *strip);
void mw_viewport_mesh_free (MwViewportMesh *self);
/* The selection or the document has changed. */
void mw_viewport_mesh_update (MwViewportMesh *self);
/* Changes to the mode of vertices, and marks those of a mesh (one flag for each vertex of MwMeshAspect), which becomes the selection. */
void mw_viewport_mesh_mark (MwViewportMesh *self, MwId mesh, const guint8 *flags, guint32 n);
/* What is marked; NULL: the mode is that of objects. */
const MwMeshMarks *mw_viewport_mesh_get (const MwViewportMesh *self);
/* Copies what is marked to *marks for a frame, unless it is there already by `serial`; NULL in the mode of objects. */
void mw_viewport_mesh_copy (const MwViewportMesh *self, MwMeshMarks **marks, guint *serial);
/* Whether the next drag marks what is in a rectangle or a lasso. */
gboolean mw_viewport_mesh_is_armed (const MwViewportMesh *self);
/* Whether what is hidden is shown and marked too. */
gboolean mw_viewport_mesh_is_through (const MwViewportMesh *self);
