/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finding what is under the pointer in a model of 100,000 triangles, each vertex moved by two of 200 bones: at another point of the pose
 * that is shown, as while the pointer moves, and in another pose, as while the model plays. And what of it is in a rectangle and in a
 * lasso of 1,000 corners, each around all of it: vertices and faces that are not hidden. */
#include "core/pose/posed-mesh.h"
#include "core/render/framing.h"
#include "core/render/mesh-pick.h"
#include "tests/bench/make-model.h"
#include "tests/bench/timing.h"

#include <math.h>

enum { TRIANGLES = 100000, BONES = 200, TIMES = 201, POSES = 41 };

static const double limit_ms = 2, marking_limit_ms = 16;

/* Prints how long marking takes. Returns the slowest time, in ms. */
static double
mark_all (MwPicker *picker, const MwModel *model, const MwFrame *frame, MwMarksKind kind, guint n_corners)
{
  enum { MARKS = 21 };
  const MwMdlx *mdlx = (const MwMdlx *) model;
  g_autoptr (MwMeshMarks) marks = mw_mesh_marks_new ();
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  g_autofree float (*corners)[2] = g_malloc_n (n_corners, sizeof *corners);
  double times[MARKS];
  guint of;
  for (guint i = 0; i < mdlx->geosets.n; i++)
    g_array_append_val (ids, mdlx->geosets.items[i]->id);
  for (guint i = 0; i < n_corners; i++) {
    const double turn = ((double) i / n_corners + 0.125) * 2 * G_PI,
                 wave = n_corners > 4 ? 1 + 0.05 * sin (turn * 40) : 1;
    corners[i][0] = (float) (640 + 900 * wave * cos (turn));
    corners[i][1] = (float) (360 + 500 * wave * sin (turn));
  }
  mw_mesh_marks_set (marks, model, kind, (const MwId *) (const void *) ids->data, ids->len);
  for (guint i = 0; i < MARKS; i++) {
    const double start = bench_cpu ();
    mw_picker_mark_in (picker, frame, (const float (*)[2]) corners, n_corners, FALSE, MW_MARKS_REPLACE, marks);
    times[i] = (bench_cpu () - start) * 1000;
  }
  const double median = bench_median (times, MARKS);
  const guint n = mw_mesh_marks_count (marks, &of);
  g_print ("%u corners, %s: %.2f ms (slowest %.2f ms, limit %g ms; %u of %u are seen)\n", n_corners,
           kind == MW_MARKS_FACES ? "faces" : "vertices", median, times[MARKS - 1], marking_limit_ms, n, of);
  return n ? times[MARKS - 1] : INFINITY;
}

/* Images that may have holes, but have none where anybody looks. */
static MwTexel
opaque (MwId texture, const float uv[2], gpointer data)
{
  return MW_TEXEL_UNKNOWN;
}

int
main (void)
{
  MwMdlx *mdlx = make_model_many_triangles (TRIANGLES, BONES);
  const MwModel *model = &mdlx->model;
  double still[TIMES], moving[POSES], posing[POSES];
  guint n, hits = 0, n_parts;
  const MwPosedPart *parts;
  MwFrame frame;
  mw_frame_init (&frame, 0, 1280, 720, model);
  mw_clock_play (&frame.clock, model, mdlx->sequences.items[0]->id);
  mw_framing_fit (&frame, model, &frame.clock, 1);
  ((MwMdlxLayer *) ((MwMdlxMaterial *) mdlx->materials.items[0])->layers.items[0])->filter_mode = 1;
  g_autoptr (MwPicker) picker = mw_picker_new (model);
  mw_picker_set_texels (picker, opaque, NULL);
  g_autoptr (MwPosedMesh) mesh = mw_posed_mesh_new (model);
  mw_picker_at (picker, &frame, 0, 0, 6, &n);
  for (guint i = 0; i < TIMES; i++) {
    const double start = bench_cpu ();
    mw_picker_at (picker, &frame, (float) (i % 20) * 64 + 3, (float) (i / 20) * 68 + 3, 6, &n);
    still[i] = (bench_cpu () - start) * 1000;
    hits += n > 0;
  }
  for (guint i = 0; i < POSES; i++) {
    mw_clock_advance (&frame.clock, 16);
    double start = bench_cpu ();
    mw_picker_at (picker, &frame, 640, 360, 6, &n);
    moving[i] = (bench_cpu () - start) * 1000;
    start = bench_cpu ();
    mw_posed_mesh_at (mesh, &frame.clock, &parts, &n_parts);
    posing[i] = (bench_cpu () - start) * 1000;
  }
  const double median = bench_median (still, TIMES), most = still[TIMES - 1], pose = bench_median (posing, POSES),
               played = bench_median (moving, POSES);
  g_print (
    "%d triangles, %d bones: %.2f ms at another point (slowest %.2f ms, limit %g ms; something is found at %u of %d), "
    "%.2f ms in another pose, %.1f times as long as posing the vertices alone\n",
    TRIANGLES, BONES, median, most, limit_ms, hits, TIMES, played, played / pose);
  double marking = 0;
  for (guint i = 0; i < 4; i++) {
    const double slowest = mark_all (picker, model, &frame, i % 2 ? MW_MARKS_FACES : MW_MARKS_VERTICES,
                                     i < 2 ? 4 : 1000);
    marking = MAX (marking, slowest);
  }
  mw_model_free (&mdlx->model);
  return most < limit_ms && marking < marking_limit_ms && hits ? 0 : 1;
}
