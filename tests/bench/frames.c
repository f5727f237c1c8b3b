/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a frame of a model with 100,000 triangles and 200 bones costs: the processor time of our own code, with a card whose functions do
 * nothing; what it allocates; how often it draws; how long the scene takes to follow an edit of one field; how many frames a second
 * the software renderer shows; and what a shadow on the ground adds. */
#include "core/edit/document.h"
#include "core/render/offscreen.h"
#include "core/render/renderer.h"
#include "tests/bench/idle-card.h"
#include "tests/bench/make-model.h"
#include "tests/bench/timing.h"
#include "tests/core/corpus.h"
#include "tests/core/render/whole.h"

#include <time.h>

enum { TRIANGLES = 100000, BONES = 200, EDITS = 200, SHOWN = 20, WIDTH = 1280, HEIGHT = 720, CORES = 2 };
static const double frame_limit = 0.5, edit_limit = 0.2, least_per_second = 15, outline_limit = 0.2, shadow_limit = 1.6;

/* --- Frames ----------------------------------------------------------------------------------------------------------- */

static void
on_changed (MwDocument *document, MwChangeSet *set, MwRenderer *renderer)
{
  mw_renderer_apply_change (renderer, mw_document_get_model (document), set);
}

/* The median of the milliseconds that an edit of one field takes: what the change and the next frame take more than a frame without it. */
static double
time_edits (MwRenderer *renderer, MwFrame *frame, MwDocument *document, const MwRecord *record, const char *name,
            gsize size, double plain)
{
  double used[EDITS];
  const MwField *field = mw_schema_field (record->schema, name);
  for (guint i = 0; i < EDITS; i++) {
    g_autoptr (GError) error = NULL;
    const float values[3] = { (float) i / EDITS, 0.5f, 0.25f };
    mw_document_begin (document, "edit");
    if (!mw_document_set_field (document, record->id, field, values, size, &error))
      bench_die (name, error);
    /* The signal is emitted by the commit, so its time is in; that of the history is, too. */
    const double before = bench_cpu ();
    mw_document_commit (document);
    draw_whole (renderer, frame);
    used[i] = (bench_cpu () - before) * 1000 - plain;
  }
  return bench_median (used, EDITS);
}

/* What a frame allocates while the figure of the samples is attached to a bone. */
static guint
count_with_attached (MwRenderer *renderer, MwFrame *frame, MwId bone)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = sample_path ("figure.mdx");
  guint allocations = 0, draws = 0;
  MwInnerModel *figure = mw_inner_model_read (path, NULL, &error);
  if (!figure)
    bench_die (path, error);
  mw_renderer_attach (renderer, bone, figure);
  draw_whole (renderer, frame);
  bench_frames (renderer, frame, &allocations, &draws);
  mw_renderer_attach (renderer, bone, NULL);
  mw_inner_model_unref (figure);
  return allocations;
}

/* Processor time of this thread, in seconds. */
static double
thread_cpu (void)
{
  struct timespec now;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec + (double) now.tv_nsec / 1e9;
}

/* What drawing some frames takes, in seconds. */
typedef struct {
  double cpu, mine, wall; /* processor time of all threads, and of this one; time that went by */
} Cost;

static Cost
draw_frames (MwRenderer *renderer, MwFrame *frame)
{
  const double before = bench_cpu (), alone = thread_cpu (), began = bench_now ();
  for (guint i = 0; i < SHOWN; i++) {
    mw_clock_advance (&frame->clock, 16);
    draw_whole (renderer, frame);
    glFinish ();
  }
  return (Cost) { bench_cpu () - before, thread_cpu () - alone, bench_now () - began };
}

/* Frames a second of the software renderer, if two cores did nothing else: its threads share the pixels, while this thread alone does the
 * vertices. */
static double
show_frames (const MwMdlx *model, double *outlines)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwOffscreen) offscreen = mw_offscreen_new (WIDTH, HEIGHT, 0, FALSE, &error);
  if (!offscreen)
    bench_die ("OpenGL", error);
  MwGl gl;
  MwFrame frame;
  mw_gl_init_epoxy (&gl);
  if (!mw_gl_is_software (&gl))
    g_print ("(what follows is drawn by a card, %s, and the limits are for the software renderer)\n",
             mw_offscreen_description (offscreen));
  MwRenderer *renderer = mw_renderer_new (&gl, FALSE, &error);
  mw_renderer_set_model (renderer, &model->model, bench_load_grey, NULL);
  mw_frame_init (&frame, mw_offscreen_framebuffer (offscreen), WIDTH, HEIGHT, &model->model);
  mw_clock_play (&frame.clock, &model->model, model->sequences.items[0]->id);
  draw_whole (renderer, &frame);
  mw_image_free (mw_offscreen_read (offscreen, NULL));
  const Cost plain = draw_frames (renderer, &frame);
  const double rate = SHOWN / MAX (plain.mine, plain.cpu / CORES);
  g_print (
    "%d triangles at %d x %d: %.1f frames a second here; %.1f where two cores have nothing else to do (limit: %.0f)\n",
    TRIANGLES, WIDTH, HEIGHT, SHOWN / plain.wall, rate, least_per_second);
  g_autofree MwId *all = g_new (MwId, model->geosets.n);
  for (uint32_t i = 0; i < model->geosets.n; i++)
    all[i] = model->geosets.items[i]->id;
  frame.selected = all;
  frame.n_selected = model->geosets.n;
  const Cost selected = draw_frames (renderer, &frame);
  *outlines = selected.cpu / plain.cpu - 1;
  g_print ("the outline of all of them takes %.2f times as long in addition (limit: %.2f)\n", *outlines, outline_limit);
  mw_renderer_free (renderer);
  return MAX (rate, SHOWN / plain.wall);
}

/* How many times as long as without it a picture of the figure of the samples takes with its shadow on the ground, in software. */
static double
time_shadow (void)
{
  enum { SIDE = 800 };
  g_autoptr (GError) error = NULL;
  g_autofree char *path = sample_path ("figure.mdx");
  g_autoptr (MwOffscreen) offscreen = mw_offscreen_new (SIDE, SIDE, 0, FALSE, &error);
  MwInnerModel *figure = offscreen ? mw_inner_model_read (path, NULL, &error) : NULL;
  if (!figure)
    bench_die (path, error);
  const MwModel *model = mw_inner_model_get (figure);
  MwGl gl;
  MwFrame frame;
  mw_gl_init_epoxy (&gl);
  MwRenderer *renderer = mw_renderer_new (&gl, FALSE, &error);
  mw_renderer_set_model (renderer, model, mw_inner_model_image, figure);
  mw_frame_init (&frame, mw_offscreen_framebuffer (offscreen), SIDE, SIDE, model);
  frame.lighting = MW_LIGHTING_GAME;
  double used[2];
  for (guint i = 0; i < G_N_ELEMENTS (used); i++) {
    frame.shadow = i;
    draw_whole (renderer, &frame);
    mw_image_free (mw_offscreen_read (offscreen, NULL));
    used[i] = draw_frames (renderer, &frame).cpu / SHOWN;
  }
  g_print ("the figure at %d x %d takes %.1f ms of processor time, and %.2f times that with its shadow (limit: "
           "%.1f)\n",
           SIDE, SIDE, used[0] * 1000, used[1] / used[0], shadow_limit);
  mw_renderer_set_model (renderer, NULL, NULL, NULL);
  mw_renderer_free (renderer);
  mw_inner_model_unref (figure);
  return used[1] / used[0];
}

int
main (void)
{
  g_autoptr (GError) error = NULL;
  MwMdlx *model = make_model_many_triangles (TRIANGLES, BONES);
  const MwGl gl = bench_idle_card ();
  double outlines;
  const double rate = show_frames (model, &outlines), shadow = time_shadow ();
  MwRenderer *renderer = mw_renderer_new (&gl, FALSE, &error);
  g_autoptr (MwDocument) document = mw_document_new (&model->model, (MwFormat) { MW_FAMILY_MDX, 800 });
  MwFrame frame;
  guint allocations = 0, draws = 0, batches = 0, more;
  g_signal_connect (document, "changed", G_CALLBACK (on_changed), renderer);
  mw_renderer_set_model (renderer, &model->model, bench_load_grey, NULL);
  mw_frame_init (&frame, 1, WIDTH, HEIGHT, &model->model);
  mw_clock_play (&frame.clock, &model->model, model->sequences.items[0]->id);
  for (uint32_t i = 0; i < model->geosets.n; i++) {
    const MwRecord *material = mw_model_resolve (&model->model,
                                                 ((const MwMdlxGeoset *) model->geosets.items[i])->material);
    batches += material ? ((const MwMdlxMaterial *) material)->layers.n : 1;
  }
  draw_whole (renderer, &frame);
  const double ms = bench_frames (renderer, &frame, &allocations, &draws);
  g_print (
    "a frame takes %.3f ms of processor time outside OpenGL (limit: %.1f), %u allocations (limit: 0), %u draw calls for %u layers\n",
    ms, frame_limit, allocations, draws, batches);
  const MwRecord *layer = ((const MwMdlxMaterial *) model->materials.items[0])->layers.items[0],
                 *bone = model->nodes.items[0];
  const double alpha = time_edits (renderer, &frame, document, layer, "alpha", 4, ms),
               pivot = time_edits (renderer, &frame, document, bone, "pivot", 12, ms);
  g_print ("the scene follows an edit of a layer's alpha in %.3f ms and of a bone's pivot in %.3f ms (limit: %.1f)\n",
           alpha, pivot, edit_limit);
  more = draws > batches;
  const guint attached = count_with_attached (renderer, &frame, bone->id);
  g_print ("with a model attached to a bone, a frame makes %u allocations (limit: 0)\n", attached);
  mw_renderer_set_model (renderer, NULL, NULL, NULL);
  mw_renderer_free (renderer);
  return ms <= frame_limit && !allocations && !attached && !more && MAX (alpha, pivot) <= edit_limit
             && rate >= least_per_second && shadow <= shadow_limit
           ? 0
           : 1;
}
