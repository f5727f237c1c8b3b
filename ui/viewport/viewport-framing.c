/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/aspects.h"
#include "core/pose/camera.h"
#include "core/pose/seen.h"
#include "core/render/framing.h"
#include "ui/viewport/viewport-private.h"

#include <math.h>
#include <string.h>

/* Aims the camera of a viewport at its model or at the selection. */

double
mw_viewport_aspect (MwViewport *self)
{
  int width = gtk_widget_get_width (self->area), height = gtk_widget_get_height (self->area);
  return width > 0 && height > 0 ? (double) width / height : 1;
}

/* The camera that frames what is seen of the model at some moments of its sequence, so that it does not leave the picture while it
 * plays. */
static MwCamera
camera_of_all (MwViewport *self)
{
  enum { HEIGHT = 1000, MOMENTS = 4 };
  MwFrame frame;
  g_auto (MwFrameIds) ids = { 0 };
  MwClock moments[MOMENTS];
  mw_viewport_fill_frame (self, &frame, &ids, (int) (HEIGHT * mw_viewport_aspect (self)), HEIGHT);
  frame.camera = self->camera;
  for (guint i = 0; i < MOMENTS; i++) {
    moments[i] = self->clock;
    moments[i].time = (int32_t) (self->clock.start + ((gint64) self->clock.end - self->clock.start) * i / MOMENTS);
  }
  mw_framing_fit (&frame, mw_document_get_model (self->document), moments, self->clock.rest ? 1 : MOMENTS);
  return frame.camera;
}

/* --- On the way ----------------------------------------------------------------------------------------------------- */

/* µs */
enum { GLIDE_US = 150000 };

MwCamera
mw_viewport_camera_now (const MwViewport *self)
{
  /* It begins and ends slowly. */
  const float way = (float) (self->glide * self->glide * (3 - 2 * self->glide));
  return mw_camera_between (&self->glide_from, &self->camera, way);
}

static gboolean
glide_on (GtkWidget *area, GdkFrameClock *clock, gpointer data)
{
  MwViewport *self = data;
  gint64 now = gdk_frame_clock_get_frame_time (clock);
  if (!self->glide_start)
    self->glide_start = now;
  self->glide = MIN ((double) (now - self->glide_start) / GLIDE_US, 1);
  mw_viewport_redraw (self);
  if (self->glide < 1)
    return G_SOURCE_CONTINUE;
  self->gliding = 0;
  return G_SOURCE_REMOVE;
}

void
mw_viewport_glide_from (MwViewport *self, const MwCamera *from)
{
  gboolean animate = FALSE;
  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-enable-animations", &animate, NULL);
  if (!animate || !gtk_widget_get_mapped (self->area))
    return;
  self->glide_from = *from;
  self->glide = 0;
  self->glide_start = 0;
  if (!self->gliding)
    self->gliding = gtk_widget_add_tick_callback (self->area, glide_on, self, NULL);
}

/* --- Aiming --------------------------------------------------------------------------------------------------------- */

void
mw_viewport_frame_all (MwViewport *self)
{
  self->camera = camera_of_all (self);
  self->framed = TRUE;
  mw_viewport_redraw (self);
}

static void
enclose (const float point[3], float low[3], float high[3])
{
  for (guint k = 0; k < 3; k++)
    if (isfinite (point[k])) {
      low[k] = MIN (low[k], point[k]);
      high[k] = MAX (high[k], point[k]);
    }
}

static void
enclose_mesh (const MwMeshAspect *mesh, float low[3], float high[3])
{
  const float *vertices = mesh->vertices->data;
  const uint16_t *corners = mesh->triangles ? mesh->triangles->data : NULL;
  uint32_t n = corners ? mesh->triangles->n : mesh->vertices->n;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t vertex = corners ? corners[i] : i;
    if (vertex < mesh->vertices->n)
      enclose (vertices + 3 * (gsize) vertex, low, high);
  }
}

/* The models that are attached to a node, as they are now. */
static void
enclose_attached (MwViewport *self, MwId node, float low[3], float high[3])
{
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (float));
  MwFrame frame = { 0 };
  mw_viewport_list_inside (self, &frame);
  const MwSeen seen = { .clock = &self->clock, .inside = frame.inside, .n_inside = frame.n_inside };
  const guint n = mw_seen_attached_points (mw_document_get_model (self->document), &seen, node, points);
  for (guint i = 0; i < n; i++)
    enclose ((const float *) (const void *) points->data + (gsize) 3 * i, low, high);
}

/* Uses the vertices of geosets and submeshes, the positions of nodes and attachments to bones, and the models that are attached to them. */
void
mw_viewport_frame_selection (MwViewport *self)
{
  const MwModel *model = mw_document_get_model (self->document);
  const MwAspects *aspects = mw_aspects_of (model);
  float low[3] = { INFINITY, INFINITY, INFINITY }, high[3] = { -INFINITY, -INFINITY, -INFINITY };
  guint n;
  const MwId *ids = mw_document_get_selection (self->document, &n);
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (model, ids[i]);
    const float *place = record ? aspects->place (record) : NULL;
    MwMeshAspect mesh;
    MwCameraState camera;
    if (record && mw_camera_evaluate (model, record, &self->clock, &camera)) {
      enclose (camera.eye, low, high);
      enclose (camera.target, low, high);
    } else if (place) {
      enclose (place, low, high);
      enclose_attached (self, ids[i], low, high);
    } else if (record && aspects->mesh (model, record, &mesh))
      enclose_mesh (&mesh, low, high);
  }
  if (!(low[0] <= high[0]) || !(low[1] <= high[1]) || !(low[2] <= high[2])) {
    mw_viewport_frame_all (self);
    return;
  }
  float centre[3], square = 0;
  for (guint k = 0; k < 3; k++) {
    centre[k] = (low[k] + high[k]) / 2;
    square += (high[k] - low[k]) * (high[k] - low[k]) / 4;
  }
  const MwCamera whole = camera_of_all (self);
  mw_camera_frame (&self->camera, centre, MAX (sqrtf (square), whole.radius / 10), (float) mw_viewport_aspect (self));
  /* The near and far planes must still enclose the whole model. */
  memcpy (self->camera.centre, whole.centre, sizeof whole.centre);
  self->camera.radius = whole.radius;
  mw_viewport_redraw (self);
}
