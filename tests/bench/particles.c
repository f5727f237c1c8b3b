/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a frame with 10,000 living particles costs: the processor time of our own code, with a card whose functions do nothing, of what a
 * frame may take at 60 a second; and what it allocates. Half of the emitters sort their particles, and half draw heads and tails. Those
 * of M2 have curves, three textures, and what else moves, turns and hides a particle. */
#include "core/model/mdlx/mdlx.h"
#include "tests/bench/idle-card.h"
#include "tests/bench/timing.h"
#include "tests/core/pose/m2-models.h"
#include "tests/core/render/whole.h"

enum { PARTICLES = 10000, EMITTERS = 10, SORTED = 0x10000, BOTH = 2 };
static const double frame_limit = 1000.0 / 60;

/* A little more than is counted. */
static const float life = 4, rate = (float) PARTICLES / EMITTERS / 4 * 1.02f;

static void
add_emitter (MwMdlx *model, guint number)
{
  MwRecord *record = mw_record_new (&mw_mdlx_particle_emitter2_schema);
  MwMdlxParticleEmitter2 *e = (MwMdlxParticleEmitter2 *) record;
  mw_list_append (&model->model, &model->model.record, MW_FIELD (MwMdlx, nodes), record);
  e->node.flags = number % 2 ? SORTED : 0;
  e->head_or_tail = number % 4 < 2 ? 0 : BOTH;
  e->life_span = life;
  e->emission_rate = rate;
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

static MwModel *
make_mdlx (MwId *sequence)
{
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxSequence *made = (MwMdlxSequence *) mw_record_new (&mw_mdlx_sequence_schema);
  made->interval[1] = 1000;
  mw_list_append (&model->model, &model->model.record, MW_FIELD (MwMdlx, sequences), &made->record);
  *sequence = made->record.id;
  for (guint i = 0; i < EMITTERS; i++)
    add_emitter (model, i);
  return &model->model;
}

static void
add_m2_emitter (MwM2 *model, MwM2Bone *bone, guint number)
{
  enum { SORT = 0x2, FOLLOW = 0x4000, HEAD = 0x20000, TAIL = 0x40000, TEXTURES = 0x10000000 };
  MwM2Particle *e = m2_add (model, "particles", &mw_m2_particle_schema);
  e->bone = m2_ref (bone);
  e->texture = MW_REF_NONE;
  e->emitter_type = number % 3 + 1;
  e->flags = HEAD | FOLLOW | TEXTURES | (number % 2 ? SORT : 0) | (number % 4 < 2 ? 0 : TAIL);
  e->rows = e->columns = 4;
  e->tail_length = 0.5f;
  e->drag = 0.1f;
  e->wind[0] = e->wind_time = 2;
  e->spin = e->spin_variation = 2;
  e->twinkle_fps = 10;
  e->twinkle_percent = 0.9f;
  e->twinkle_scale[0] = 0.5f;
  e->twinkle_scale[1] = 2;
  e->follow_speed2 = e->follow_scale2 = 1;
  m2_set_constant (model, e, "speed.track", (float[]) { 3 });
  m2_set_constant (model, e, "variation.track", (float[]) { 0.5f });
  m2_set_constant (model, e, "latitude.track", (float[]) { 1.5f });
  m2_set_constant (model, e, "longitude.track", (float[]) { 3 });
  m2_set_constant (model, e, "life_span.track", &life);
  m2_set_constant (model, e, "emission_rate.track", &rate);
  m2_set_curve (model, e, "scaling.curve", 3, (float[]) { 0.1f, 0.1f, 1, 1, 0.5f, 0.5f });
  m2_set_curve (model, e, "alpha.curve", 3, (float[]) { 0, 1, 0 });
  m2_set_curve (model, e, "color.curve", 3, (float[]) { 255, 255, 255, 255, 90, 0, 20, 20, 20 });
}

static MwModel *
make_m2 (MwId *sequence)
{
  MwM2 *model = mw_m2_new (272);
  MwM2Bone *bone = m2_add_bone (model, NULL, 0, 0, 0);
  *sequence = m2_add_sequence (model, 0, 1000, 0x20)->record.id;
  for (guint i = 0; i < EMITTERS; i++)
    add_m2_emitter (model, bone, i);
  return &model->model;
}

static gboolean
measure (MwRenderer *renderer, MwModel *model, MwId sequence, const char *family)
{
  MwFrame frame;
  guint allocations = 0, draws = 0;
  mw_renderer_set_model (renderer, model, bench_load_grey, NULL);
  mw_frame_init (&frame, 1, 1280, 720, model);
  mw_clock_play (&frame.clock, model, sequence);
  draw_whole (renderer, &frame);
  const double ms = bench_frames (renderer, &frame, &allocations, &draws);
  const guint n = mw_renderer_count (renderer).particles;
  g_print (
    "%s: a frame with %u particles takes %.2f ms of processor time outside OpenGL (limit: %.1f), %u allocations (limit: 0)\n",
    family, n, ms, frame_limit, allocations);
  mw_renderer_set_model (renderer, NULL, NULL, NULL);
  mw_model_free (model);
  return n >= PARTICLES && ms <= frame_limit && !allocations;
}

int
main (void)
{
  g_autoptr (GError) error = NULL;
  const MwGl gl = bench_idle_card ();
  MwRenderer *renderer = mw_renderer_new (&gl, FALSE, &error);
  MwId sequence;
  MwModel *model = make_mdlx (&sequence);
  gboolean kept = measure (renderer, model, sequence, "Warcraft III");
  model = make_m2 (&sequence);
  kept &= measure (renderer, model, sequence, "M2");
  mw_renderer_free (renderer);
  return kept ? 0 : 1;
}
