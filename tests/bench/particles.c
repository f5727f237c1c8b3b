/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a frame with 10,000 living particles costs: the processor time of our own code, with a card whose functions do nothing, of what a
 * frame may take at 60 a second; and what it allocates. Half of the emitters sort their particles, and half draw heads and tails. */
#include "core/model/mdlx/mdlx.h"
#include "tests/bench/idle-card.h"
#include "tests/bench/timing.h"
#include "tests/core/render/whole.h"

enum { PARTICLES = 10000, EMITTERS = 10, SORTED = 0x10000, BOTH = 2 };
static const double frame_limit = 1000.0 / 60;

static void
add_emitter (MwMdlx *model, guint number)
{
  MwRecord *record = mw_record_new (&mw_mdlx_particle_emitter2_schema);
  MwMdlxParticleEmitter2 *e = (MwMdlxParticleEmitter2 *) record;
  mw_list_append (&model->model, &model->model.record, MW_FIELD (MwMdlx, nodes), record);
  e->node.flags = number % 2 ? SORTED : 0;
  e->head_or_tail = number % 4 < 2 ? 0 : BOTH;
  e->life_span = 4;
  e->emission_rate = (float) PARTICLES / EMITTERS / 4 * 1.02f; /* a little more than is counted */
  e->speed = 100;
  e->variation = 0.5f;
  e->latitude = 90;
  e->gravity = 20;
  e->length = e->width = 50;
  e->tail_length = 0.5f;
  e->time = 0.5f;
  e->rows = e->columns = 4;
  for (guint i = 0; i < 3; i++) {
    e->segment_alpha[i] = 200;
    e->segment_scaling[i] = 5;
  }
}

int
main (void)
{
  g_autoptr (GError) error = NULL;
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxSequence *sequence = (MwMdlxSequence *) mw_record_new (&mw_mdlx_sequence_schema);
  sequence->interval[1] = 1000;
  mw_list_append (&model->model, &model->model.record, MW_FIELD (MwMdlx, sequences), &sequence->record);
  for (guint i = 0; i < EMITTERS; i++)
    add_emitter (model, i);
  const MwGl gl = bench_idle_card ();
  MwRenderer *renderer = mw_renderer_new (&gl, FALSE, &error);
  MwFrame frame;
  guint allocations = 0, draws = 0;
  mw_renderer_set_model (renderer, &model->model, bench_load_grey, NULL);
  mw_frame_init (&frame, 1, 1280, 720, &model->model);
  mw_clock_play (&frame.clock, &model->model, sequence->record.id);
  draw_whole (renderer, &frame);
  const double ms = bench_frames (renderer, &frame, &allocations, &draws);
  const guint n = mw_renderer_count (renderer).particles;
  g_print (
    "a frame with %u particles takes %.2f ms of processor time outside OpenGL (limit: %.1f), %u allocations (limit: 0)\n",
    n, ms, frame_limit, allocations);
  mw_renderer_set_model (renderer, NULL, NULL, NULL);
  mw_renderer_free (renderer);
  mw_model_free (&model->model);
  return n >= PARTICLES && ms <= frame_limit && !allocations ? 0 : 1;
}
