/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finding what is under the pointer in a model of 100,000 triangles, each vertex moved by two of 200 bones: at another point of the pose
 * that is shown, as while the pointer moves, and in another pose, as while the model plays. */
#include "core/pose/posed-mesh.h"
#include "core/render/framing.h"
#include "core/render/pick.h"
#include "tests/bench/make-model.h"
#include "tests/bench/timing.h"

enum { TRIANGLES = 100000, BONES = 200, TIMES = 201, POSES = 41 };

static const double limit_ms = 2;

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
  g_autoptr (MwPicker) picker = mw_picker_new (model);
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
  mw_model_free (&mdlx->model);
  return most < limit_ms && hits ? 0 : 1;
}
