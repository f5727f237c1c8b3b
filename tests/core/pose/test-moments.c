/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/registry.h"
#include "core/model/aspects.h"
#include "core/pose/math.h"
#include "core/pose/particles.h"
#include "core/pose/ribbons.h"
#include "tests/core/corpus.h"
#include "tests/core/pose/m2-models.h"
#include "tests/core/pose/models.h"

/* An effect at a moment is the same to the last bit, however one came to that moment. */

/* All emitters and ribbons of a model. */
typedef struct {
  MwModel *model;
  MwSkeleton *skeleton;
  GPtrArray *particles, *ribbons;
} Effects;

static void
open_effects (Effects *effects, MwModel *model, guint max)
{
  const gboolean m2 = mw_record_family (&model->record) == MW_FAMILY_M2;
  const MwList *lists[2] = { m2 ? &((MwM2 *) model)->particles : &((MwMdlx *) model)->nodes,
                             m2 ? &((MwM2 *) model)->ribbons : NULL };
  *effects = (Effects) { model, mw_skeleton_new (model), g_ptr_array_new (), g_ptr_array_new () };
  for (guint k = 0; k < 2 && lists[k]; k++)
    for (uint32_t i = 0; i < lists[k]->n; i++) {
      MwParticles *particles = mw_particles_new (effects->skeleton, lists[k]->items[i]);
      MwRibbon *ribbon = mw_ribbon_new (effects->skeleton, lists[k]->items[i]);
      if (particles)
        g_ptr_array_add (effects->particles, particles);
      if (particles && max)
        mw_particles_set_max (particles, max);
      if (ribbon)
        g_ptr_array_add (effects->ribbons, ribbon);
    }
}

static void
close_effects (Effects *effects)
{
  g_ptr_array_foreach (effects->particles, (GFunc) (void (*) (void)) mw_particles_free, NULL);
  g_ptr_array_foreach (effects->ribbons, (GFunc) (void (*) (void)) mw_ribbon_free, NULL);
  g_ptr_array_unref (effects->particles);
  g_ptr_array_unref (effects->ribbons);
  mw_skeleton_free (effects->skeleton);
}

static void
show (Effects *effects, const MwClock *clock)
{
  for (guint i = 0; i < effects->particles->len; i++)
    mw_particles_update (g_ptr_array_index (effects->particles, i), clock);
  for (guint i = 0; i < effects->ribbons->len; i++)
    mw_ribbon_update (g_ptr_array_index (effects->ribbons, i), clock);
}

/* The places, colours and sizes of everything alive. */
static GArray *
shown (Effects *effects, const MwClock *clock)
{
  GArray *vertices = g_array_new (FALSE, FALSE, sizeof (MwSpriteVertex));
  show (effects, clock);
  mw_skeleton_update (effects->skeleton, clock, mw_mat_identity);
  for (guint i = 0; i < effects->particles->len; i++)
    mw_particles_append_quads (g_ptr_array_index (effects->particles, i), mw_mat_identity, mw_mat_identity, vertices);
  for (guint i = 0; i < effects->ribbons->len; i++)
    mw_ribbon_append_quads (g_ptr_array_index (effects->ribbons, i), mw_mat_identity, vertices);
  return vertices;
}

static void
assert_same (const GArray *is, const GArray *should_be, const char *how)
{
  guint differs = 0;
  for (guint i = 0; i < MIN (is->len, should_be->len); i++)
    differs += memcmp (&g_array_index (is, MwSpriteVertex, i), &g_array_index (should_be, MwSpriteVertex, i),
                       sizeof (MwSpriteVertex))
               != 0;
  if (is->len != should_be->len || differs)
    g_error ("%s: %u vertices instead of %u, %u of them differ", how, is->len, should_be->len, differs);
}

typedef guint32 (*Frames) (guint frame);

static guint32
sixty_a_second (guint frame)
{
  return frame % 3 == 0 ? 16 : 17;
}

static guint32
uneven (guint frame)
{
  return 3 + frame * 37 % 53;
}

static guint32
slow (guint frame)
{
  return 250;
}

/* Plays for `ms` in frames of those lengths. */
static void
play (Effects *effects, MwClock *clock, guint32 ms, Frames frames)
{
  show (effects, clock);
  for (guint frame = 0, next; ms > 0; ms -= next, frame++) {
    next = MIN (frames (frame), ms);
    mw_clock_advance (clock, next);
    show (effects, clock);
  }
}

/* Plays a sequence for `ms` in several ways, jumps there, and drags the time back to there. Returns how much is shown. */
static guint
check_moment (MwModel *model, MwId sequence, guint32 ms, guint max, const Frames *ways, guint n_ways)
{
  MwClock start = { .global_ms = 12345 };
  Effects jumping;
  mw_clock_play (&start, model, sequence);
  MwClock there = start;
  mw_clock_advance (&there, ms);
  open_effects (&jumping, model, max);
  g_autoptr (GArray) jumped = shown (&jumping, &there);
  for (guint i = 0; i < n_ways; i++) {
    Effects playing;
    MwClock clock = start;
    open_effects (&playing, model, max);
    play (&playing, &clock, ms, ways[i]);
    g_assert_cmpint (mw_clock_played (&clock), ==, mw_clock_played (&there));
    g_autoptr (GArray) played = shown (&playing, &clock);
    assert_same (played, jumped, "played");

    /* On for a part of what is left of this pass, then back at once. The clock of global sequences is not dragged, so it is set. */
    const gint64 left = (gint64) clock.end - clock.time;
    play (&playing, &clock, (guint32) (left / 2), ways[i]);
    mw_clock_seek (&clock, start.start);
    g_array_unref (shown (&playing, &clock));
    mw_clock_seek (&clock, there.time);
    clock.global_ms = there.global_ms;
    if (left > 1) {
      g_autoptr (GArray) dragged = shown (&playing, &clock);
      assert_same (dragged, jumped, "dragged back");
    }
    close_effects (&playing);
  }
  close_effects (&jumping);
  return jumped->len / 4;
}

static const Frames all_ways[] = { sixty_a_second, uneven, slow };

static void
set_floats (MwMdlx *model, gpointer record, const char *field, guint n, const int32_t *times, const float *values)
{
  set_track (model, record, field,
             new_track (&mw_track_float_schema, MW_INTERPOLATION_LINEAR, n, times, values, NULL, NULL));
}

static MwMdlxParticleEmitter2 *
add_emitter (MwMdlx *model, MwMdlxBone *bone, float rate, float life)
{
  MwMdlxParticleEmitter2 *e = add_node (model, &mw_mdlx_particle_emitter2_schema, bone, 1, 2, 3);
  e->speed = 10;
  e->variation = 0.5f;
  e->latitude = 60;
  e->gravity = 4;
  e->length = e->width = 20;
  e->life_span = life;
  e->emission_rate = rate;
  e->rows = e->columns = 2;
  e->head_or_tail = 2;
  e->tail_length = 0.3f;
  e->squirt = 0;
  e->time = 0.4f;
  for (int s = 0; s < 3; s++) {
    e->segment_scaling[s] = (float) s + 1;
    e->segment_alpha[s] = (uint8_t) (80 * s + 50);
  }
  return e;
}

/* Emitters of every kind on a bone that turns and moves: constant, bursts, an animated rate, one that is visible for a part
 * of the time, and one so slow that it emits only in some of the passes; and a ribbon. */
static MwMdlx *
make_mdlx (int32_t end)
{
  const int32_t times[] = { 0, end / 3, end };
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxBone *bone = add_node (model, &mw_mdlx_bone_schema, NULL, 0, 0, 0);
  set_track (model, bone, "translation.track",
             new_track (&mw_track_vec3_schema, MW_INTERPOLATION_LINEAR, 3, times,
                        (float[]) { 0, 0, 0, 50, 20, 0, 10, 0, 30 }, NULL, NULL));
  add_emitter (model, bone, 37.3f, 0.7f);
  add_emitter (model, bone, 11, 0.7f)->node.flags |= 0x80000; /* in model space */
  MwMdlxParticleEmitter2 *e = add_emitter (model, bone, 5, 0.9f);
  e->squirt = 1;
  set_floats (model, e, "emission_rate.track", 3, times, (float[]) { 0, 9, 0 });
  e = add_emitter (model, bone, 5, 0.5f);
  set_floats (model, e, "emission_rate.track", 3, times, (float[]) { 0, 40, 3 });
  set_floats (model, e, "speed.track", 3, times, (float[]) { 1, 40, 3 });
  e = add_emitter (model, bone, 60, 0.6f);
  set_floats (model, e, "visibility.track", 3, times, (float[]) { 0, 1, 0 });
  add_emitter (model, bone, 0.7f, 1.2f);
  MwMdlxRibbonEmitter *ribbon = add_node (model, &mw_mdlx_ribbon_emitter_schema, bone, 0, 1, 2);
  ribbon->height_above = 3;
  ribbon->height_below = 2;
  ribbon->alpha = 1;
  ribbon->life_span = 0.6f;
  ribbon->emission_rate = 33;
  ribbon->rows = ribbon->columns = 1;
  ribbon->gravity = 2;
  return model;
}

static MwId
add_sequence (MwMdlx *model, int32_t end, gboolean looping)
{
  MwMdlxSequence *sequence = add (model, "sequences", &mw_mdlx_sequence_schema);
  sequence->interval[0] = 0;
  sequence->interval[1] = (uint32_t) end;
  sequence->flags = looping ? 0 : 1;
  return sequence->record.id;
}

static void
test_warcraft (void)
{
  static const int32_t ends[] = { 1130, 70, 960 };
  for (guint k = 0; k < G_N_ELEMENTS (ends); k++)
    for (guint looping = 0; looping < 2; looping++) {
      MwMdlx *model = make_mdlx (ends[k]);
      const MwId sequence = add_sequence (model, ends[k], looping);
      const guint32 end = (guint32) ends[k];
      const guint32 moments[] = { 0, 5, end * 2 / 5, end - 1, end, end + end / 2 + 3, 7 * end + 33 };
      for (guint i = 0; i < G_N_ELEMENTS (moments); i++) {
        g_test_message ("%s sequence of %u ms, after %u ms", looping ? "looping" : "other", end, moments[i]);
        guint n = check_moment (&model->model, sequence, moments[i], 0, all_ways, G_N_ELEMENTS (all_ways));
        g_assert_true (n > 10 || !looping);
      }
      mw_model_free (&model->model);
    }
}

/* What is kept where more is emitted than there is room for. */
static void
test_limit (void)
{
  MwMdlx *model = make_mdlx (1130);
  const MwId sequence = add_sequence (model, 1130, TRUE);
  guint n = check_moment (&model->model, sequence, 3000, 9, all_ways, G_N_ELEMENTS (all_ways));
  g_assert_cmpuint (n, >, 18);
  mw_model_free (&model->model);
}

static MwM2Particle *
add_m2_emitter (MwM2 *model, MwM2Bone *bone, uint32_t flags, float rate, float life)
{
  MwM2Particle *e = m2_add (model, "particles", &mw_m2_particle_schema);
  e->bone = m2_ref (bone);
  e->texture = MW_REF_NONE;
  e->emitter_type = 1;
  e->rows = e->columns = 2;
  e->flags = flags | 0x20000;
  e->drag = 0.5f;
  e->wind[0] = 3;
  e->wind_time = 0.3f;
  e->twinkle_fps = 8;
  e->twinkle_percent = 0.9f;
  e->twinkle_scale[0] = 0.5f;
  e->twinkle_scale[1] = 1.5f;
  e->follow_speed2 = e->follow_scale2 = 1;
  e->inherit_velocity = 1;
  e->emission_rate_variation = 5;
  e->life_span_variation = life / 4;
  e->spin = 2;
  e->spin_variation = 1;
  m2_set_constant (model, e, "speed.track", (float[]) { 3 });
  m2_set_constant (model, e, "latitude.track", (float[]) { 1 });
  m2_set_constant (model, e, "length.track", (float[]) { 5 });
  m2_set_constant (model, e, "life_span.track", &life);
  if (rate > 0)
    m2_set_constant (model, e, "emission_rate.track", &rate);
  return e;
}

static void
test_m2 (void)
{
  static const int32_t ends[] = { 1130, 70 };
  for (guint k = 0; k < G_N_ELEMENTS (ends); k++)
    for (guint looping = 0; looping < 2; looping++) {
      const guint32 end = (guint32) ends[k], moments[] = { 0, end / 2, end - 1, 2 * end + 77, 9 * end + 30 };
      const int32_t times[] = { 0, ends[k] / 3, ends[k] };
      MwM2 *model = mw_m2_new (264);
      MwM2Sequence *stand = m2_add_sequence (model, 0, end, looping ? 0x20 : 0x21);
      MwM2Bone *bone = m2_add_bone (model, NULL, 0, 0, 0);
      /* It gets faster, so that it matters when its speed is measured. */
      m2_add_keys (model, m2_add_track (model, bone, "translation.track", 1), stand, 6,
                   (int32_t[]) { 0, 20, 40, 60, times[1] + 50, times[2] + 50 },
                   (float[]) { 0, 0, 0, 0.1f, 0, 0, 0.4f, 0, 0, 1, 0, 0, 5, 2, 0, 1, 0, 3 }, NULL, NULL);
      add_m2_emitter (model, bone, 0, 40, 0.5f);
      add_m2_emitter (model, bone, 0x4000 | 0x800, 40, 0.5f);
      add_m2_emitter (model, bone, 0x40, 7, 0.1f); /* bursts, with times at which nothing is alive */
      add_m2_emitter (model, bone, 0x40, 40, 0.4f);
      add_m2_emitter (model, bone, 0x10 | 0x2, 0.7f, 1.5f);
      add_m2_emitter (model, bone, 0x80, 40, 0.5f);
      MwM2Particle *e = add_m2_emitter (model, bone, 0, 0, 0.5f);
      m2_add_keys (model, m2_add_track (model, e, "emission_rate.track", 1), stand, 3, times, (float[]) { 0, 50, 2 },
                   NULL, NULL);
      for (guint i = 0; i < 2; i++) {
        MwM2Ribbon *ribbon = m2_add (model, "ribbons", &mw_m2_ribbon_schema);
        ribbon->bone = m2_ref (bone);
        ribbon->life_span = 0.5f;
        ribbon->emission_rate = i ? 130 : 17;
        ribbon->gravity = 1;
        ribbon->rows = ribbon->columns = 1;
        m2_set_constant (model, ribbon, "height_above.track", (float[]) { 3 });
      }
      for (guint i = 0; i < G_N_ELEMENTS (moments); i++) {
        g_test_message ("%s sequence of %u ms, after %u ms", looping ? "looping" : "other", end, moments[i]);
        guint n = check_moment (&model->model, stand->record.id, moments[i], 0, all_ways, G_N_ELEMENTS (all_ways));
        g_assert_true (n > 10 || !looping);
      }
      mw_model_free (&model->model);
    }
}

/* Effects that emit less than once in a pass are shown as often as they should be. */
static void
test_slow_rate (void)
{
  MwMdlx *model = mw_mdlx_new ();
  const MwId sequence = add_sequence (model, 500, TRUE);
  const int32_t times[] = { 0, 250, 500 };
  MwMdlxBone *bone = add_node (model, &mw_mdlx_bone_schema, NULL, 0, 0, 0);
  MwMdlxParticleEmitter2 *constant = add_emitter (model, bone, 0.4f, 0.02f),
                         *animated = add_emitter (model, bone, 0, 0.02f);
  constant->head_or_tail = animated->head_or_tail = 0;
  set_floats (model, animated, "emission_rate.track", 3, times, (float[]) { 0, 0.8f, 0 });
  for (guint k = 0; k < 2; k++) {
    Effects effects;
    MwClock clock = { .rest = TRUE };
    guint born = 0, before = 0;
    (k ? constant : animated)->life_span = 0;
    (k ? animated : constant)->life_span = 0.02f;
    mw_clock_play (&clock, &model->model, sequence);
    open_effects (&effects, &model->model, 0);
    for (guint frame = 0; frame < 50000 / 16; frame++) {
      guint now = 0;
      mw_clock_advance (&clock, 16);
      show (&effects, &clock);
      for (guint i = 0; i < effects.particles->len; i++)
        now += mw_particles_n (g_ptr_array_index (effects.particles, i));
      born += now > before;
      before = now;
    }
    close_effects (&effects);
    g_test_message ("%u particles in 50 seconds", born);
    g_assert_cmpuint (born, >=, 18);
    g_assert_cmpuint (born, <=, 22);
  }
  mw_model_free (&model->model);
}

/* At a constant rate the end of a pass is not seen: the particles keep their distance. */
static void
test_seam (void)
{
  MwMdlx *model = mw_mdlx_new ();
  const MwId sequence = add_sequence (model, 730, TRUE);
  MwMdlxBone *bone = add_node (model, &mw_mdlx_bone_schema, NULL, 0, 0, 0);
  add_emitter (model, bone, 12.5f, 0.015f); /* one in each 80 ms, which is alive for a step */
  Effects effects;
  MwClock clock = { .rest = TRUE };
  mw_clock_play (&clock, &model->model, sequence);
  open_effects (&effects, &model->model, 0);
  show (&effects, &clock);
  guint64 last = 0;
  for (guint frame = 0; frame < 600; frame++) {
    mw_clock_advance (&clock, 16);
    show (&effects, &clock);
    if (mw_particles_n (g_ptr_array_index (effects.particles, 0)) == 0)
      continue;
    if (last)
      g_assert_cmpuint (clock.global_ms - last, ==, 80);
    last = clock.global_ms;
  }
  g_assert_cmpuint (last, >, 9000);
  close_effects (&effects);
  mw_model_free (&model->model);
}

/* A jump far into a long sequence counts from its start. */
static void
test_long_sequence (void)
{
  const int32_t times[] = { 0, 10000, 40000 };
  const Frames ways[] = { slow };
  MwMdlx *model = mw_mdlx_new ();
  const MwId sequence = add_sequence (model, 40000, FALSE);
  MwMdlxBone *bone = add_node (model, &mw_mdlx_bone_schema, NULL, 0, 0, 0);
  set_floats (model, add_emitter (model, bone, 0, 2), "emission_rate.track", 3, times, (float[]) { 0, 7, 1 });
  /* A burst that was over long ago does not come again. */
  MwMdlxParticleEmitter2 *burst = add_emitter (model, bone, 5, 2);
  burst->squirt = 1;
  g_assert_cmpuint (check_moment (&model->model, sequence, 35000, 0, ways, 1), >, 4);
  mw_model_free (&model->model);
}

/* How long a sequence has been played, after its end too. */
static void
test_clock (void)
{
  for (guint looping = 0; looping < 2; looping++) {
    MwClock clock = clock_at (100, 1100, looping, 100);
    g_assert_true (mw_clock_advance (&clock, 1700));
    g_assert_cmpint (mw_clock_played (&clock), ==, 1700);
    g_assert_cmpint (clock.time, ==, looping ? 800 : 1100);
    mw_clock_advance (&clock, 5000);
    g_assert_cmpint (mw_clock_played (&clock), ==, 6700);
    /* Dragged, a looping sequence stays in the pass that is played. */
    mw_clock_seek (&clock, 300);
    g_assert_cmpint (mw_clock_played (&clock), ==, looping ? 6200 : 200);
    mw_clock_seek (&clock, 1100);
    g_assert_cmpint (mw_clock_played (&clock), ==, looping ? 7000 : 1000);
    mw_clock_seek (&clock, 9999);
    g_assert_cmpint (clock.time, ==, 1100);
  }
  /* What was beyond an end says nothing where the time was set to before it. */
  MwClock clock = clock_at (0, 1000, FALSE, 0);
  mw_clock_advance (&clock, 1500);
  clock.time = 400;
  g_assert_cmpint (mw_clock_played (&clock), ==, 400);
  mw_clock_advance (&clock, 700);
  g_assert_cmpint (mw_clock_played (&clock), ==, 1100);
  /* Another sequence begins at its start. */
  MwMdlx *model = mw_mdlx_new ();
  mw_clock_play (&clock, &model->model, add_sequence (model, 0, FALSE));
  g_assert_cmpint (mw_clock_played (&clock), ==, 0);
  mw_model_free (&model->model);
}

static guint
check_file (const char *path)
{
  g_autoptr (MwFileSet) set = mw_io_load (path, NULL, NULL);
  MwFormat format;
  MwModel *model = set ? mw_io_read (set, &format, NULL, NULL) : NULL;
  guint n = 0;
  if (!model)
    return 0;
  const MwList *sequences = mw_model_sequences (model);
  const Frames ways[] = { sixty_a_second };
  Effects effects;
  open_effects (&effects, model, 0);
  const gboolean any = effects.particles->len + effects.ribbons->len > 0;
  close_effects (&effects);
  for (uint32_t i = 0; any && i < sequences->n; i += MAX (1, sequences->n / 2)) {
    const MwSequenceAspect sequence = mw_sequence_aspect (model, sequences->items[i]);
    const gint64 length = CLAMP (sequence.end - sequence.start, 0, 4000);
    g_test_message ("%s, sequence %u", path, i);
    n += check_moment (model, sequences->items[i]->id, (guint32) (length * 5 / 7 + (i ? 0 : 1000)), 300, ways, 1);
  }
  mw_model_free (model);
  return n;
}

static void
test_corpus (void)
{
  static const char *const folders[] = { "mdx800", "mdx1000", "mdx1100", "m2-256", "m2-260", "m2-264", "m2-272" };
  guint n = 0;
  for (guint k = 0; k < G_N_ELEMENTS (folders); k++) {
    g_autoptr (GPtrArray) files = corpus_files (folders[k]);
    if (!files)
      return;
    for (guint i = 0; i < files->len; i += 3 * work_fraction ())
      n += check_file (g_ptr_array_index (files, i));
  }
  g_test_message ("%u quads", n);
  g_assert_cmpuint (n, >, 100);
}

static void
test_samples (void)
{
  g_autofree char *effect = sample_path ("effect.mdx"), *beetle = sample_path ("beetle.m2");
  g_assert_cmpuint (check_file (effect), >, 10);
  g_assert_cmpuint (check_file (beetle), >, 10);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pose/moments/effects of Warcraft III are the same, played, jumped to or dragged back to",
                   test_warcraft);
  g_test_add_func ("/pose/moments/so are those of M2", test_m2);
  g_test_add_func ("/pose/moments/so are those of our samples", test_samples);
  g_test_add_func ("/pose/moments/so are those of real files", test_corpus);
  g_test_add_func ("/pose/moments/where there is no room for more the newest are shown", test_limit);
  g_test_add_func ("/pose/moments/an emitter that emits less than once in a pass emits in some", test_slow_rate);
  g_test_add_func ("/pose/moments/at a constant rate the end of a pass is not seen", test_seam);
  g_test_add_func ("/pose/moments/a jump far into a long sequence counts from its start", test_long_sequence);
  g_test_add_func ("/pose/moments/a clock knows how long a sequence has been played", test_clock);
  return g_test_run ();
}
