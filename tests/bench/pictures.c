/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many pictures a second one process makes of models, as a thumbnailer does: read, framed by what is seen, drawn at 256 x 256 pixels on
 * a transparent background, and written as PNG in memory. One context, whose programs are compiled once, serves all models. Every other one
 * is a sample of ours, the others have 5,000 triangles and 40 bones. */
#include "core/image/png-write.h"
#include "core/io/mdx/mdx.h"
#include "core/render/framing.h"
#include "core/render/studio.h"
#include "core/vfs/lookup.h"
#include "tests/bench/make-model.h"
#include "tests/bench/timing.h"
#include "tests/core/corpus.h"

#include <string.h>

enum { MODELS = 200, SIDE = 256, TRIANGLES = 5000, BONES = 40, LEAST_PER_SECOND = 10 };

typedef struct {
  char *path; /* of a sample; NULL: the made model */
  GBytes *bytes;
} Source;

static Source
source_of_sample (const char *name)
{
  Source source = { .path = sample_path (name) };
  gsize size;
  uint8_t *bytes = load_exactly (source.path, &size);
  source.bytes = g_bytes_new_take (bytes, size);
  return source;
}

static Source
source_made (void)
{
  g_autoptr (GError) error = NULL;
  MwMdlx *model = make_model_many_triangles (TRIANGLES, BONES);
  MwBuffer out;
  mw_buffer_init (&out, 0);
  if (!mw_mdx_write (model, &out, NULL, &error))
    bench_die ("mw_mdx_write", error);
  mw_model_free (&model->model);
  return (Source) { .bytes = mw_buffer_steal (&out) };
}

static void
take_picture (MwStudio *studio, const Source *source)
{
  g_autoptr (GError) error = NULL;
  gsize size;
  const uint8_t *bytes = g_bytes_get_data (source->bytes, &size);
  MwMdlx *model = mw_mdx_read (bytes, size, NULL, &error);
  if (!model)
    bench_die ("mw_mdx_read", error);
  const MwModel *root = &model->model;
  MwRenderer *renderer = mw_studio_renderer (studio);
  g_autoptr (MwLookup) lookup = mw_lookup_new (source->path, NULL, NULL);
  MwFrame frame;
  mw_renderer_set_model (renderer, root, mw_texture_load_found, lookup);
  mw_studio_frame (studio, &frame, root);
  memset (frame.background, 0, sizeof frame.background);
  frame.clock = mw_framing_moment (root, &frame);
  mw_framing_fit (&frame, root, &frame.clock, 1);
  g_autoptr (MwImage) image = mw_studio_draw (studio, &frame, &error);
  g_autoptr (GBytes) png = image ? mw_png_write (image, NULL, 0, &error) : NULL;
  if (!png)
    bench_die ("drawing", error);
  mw_renderer_set_model (renderer, NULL, NULL, NULL);
  mw_model_free (&model->model);
}

int
main (void)
{
  g_autoptr (GError) error = NULL;
  Source sources[] = { source_of_sample ("figure.mdx"), source_made (), source_of_sample ("effect.mdx"),
                       source_made () };
  const double start = bench_cpu ();
  g_autoptr (MwStudio) studio = mw_studio_new (SIDE, SIDE, &error);
  if (!studio || !mw_studio_enter (studio, &error))
    bench_die ("OpenGL", error);
  take_picture (studio, &sources[0]);
  const double first = bench_cpu () - start, began = bench_now ();
  double used[MODELS], all = 0;
  for (guint i = 0; i < MODELS; i++) {
    const double before = bench_cpu ();
    take_picture (studio, &sources[i % G_N_ELEMENTS (sources)]);
    used[i] = bench_cpu () - before;
    all += used[i];
  }
  const double wall = bench_now () - began, median = bench_median (used, MODELS);
  /* Processor time, because the machine may be busy; the driver draws in several threads, so that the rate is higher where it is not. */
  g_print (
    "%d models: %.1f a second of processor time (limit: %d), %.1f a second here; median %.1f ms, slowest %.1f ms; the first, with "
    "its context, takes %.1f times the median\n",
    MODELS, MODELS / all, LEAST_PER_SECOND, MODELS / wall, median * 1000, used[MODELS - 1] * 1000, first / median);
  for (guint i = 0; i < G_N_ELEMENTS (sources); i++) {
    g_free (sources[i].path);
    g_bytes_unref (sources[i].bytes);
  }
  return MODELS / all >= LEAST_PER_SECOND ? 0 : 1;
}
