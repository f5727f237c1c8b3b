/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/mesh-marks.h"
#include "core/render/pick.h"

/* Finds the vertices and faces of meshes in a picture, without a GPU. Only surfaces that the frame draws count. What can be found are the
 * vertices of the faces that are turned to the viewer (of two-sided surfaces, of all), and those faces by the middle between their corners.
 * A triangle of any surface that is drawn, and is not only a glow, hides what is farther away by more than a thousandth of the size of the
 * scene. Triangles that reach behind the eye hide nothing. `through`: nothing is hidden, and faces may be turned away. */

/* Marks what is inside a polygon of n corners in pixels from the top left, by even-odd rule, exact to half a pixel. The time grows with the number
 * of triangles plus the area, not with their product. */
void mw_picker_mark_in (MwPicker *picker, const MwFrame *frame, const float (*corners)[2], guint n, gboolean through,
                        MwMarksChange change, MwMeshMarks *marks);
/* The vertex that is nearest to a point, at most `reach` pixels away, and of vertices at the same pixel the nearest to the eye. FALSE: none. */
gboolean mw_picker_vertex_at (MwPicker *picker, const MwFrame *frame, float x, float y, float reach, gboolean through,
                              const MwMeshMarks *marks, MwId *mesh, guint32 *vertex);
/* Appends the ids (MwId, each once) of the meshes that are drawn with the same material as one of these. */
void mw_picker_same_material (MwPicker *picker, const MwFrame *frame, const MwId *meshes, guint n, GArray *ids);
