/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/edit/operations/rows-reach.h"
#include "core/model/aspects.h"
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"
#include "core/pose/particles.h"
#include "core/pose/ribbons.h"
#include "tests/core/edit/operations/posed.h"

#include <math.h>

enum { MOST_EMITTERS = 12, SAMPLES = 24, MADE = 2 }; /* `MADE`: emitters that rows_reach_prepare() makes */

static gboolean
count_ribbon (MwRecord *record, gpointer data)
{
  *(guint *) data += record->schema == &mw_mdlx_ribbon_emitter_schema || record->schema == &mw_m2_ribbon_schema;
  return TRUE;
}

char *
rows_reach_prepare (const MwModel *model, MwFormat format)
{
  const gboolean m2 = format.family == MW_FAMILY_M2;
  guint ribbons = 0;
  if (m2 && table_list (model, "particles")->n)
    return NULL;
  mw_record_foreach ((MwRecord *) &model->record, count_ribbon, &ribbons);
  return g_strdup_printf ("emitter-add look=sparks offset={500,700,900}\n"
                          "ribbon-add offset={-300,-400,-500}\n"
                          "set %s[%u].gravity=600\n",
                          m2 ? "ribbons" : "ribbon_emitters", ribbons);
}

typedef struct {
  MwParticles *particles; /* one of the two */
  MwRibbon *ribbon;
  MwId id;
} Emitter;

typedef struct {
  const MwModel *model;
  MwSkeleton *skeleton;
  guint n;
  Emitter emitters[MOST_EMITTERS];
  TableBox mesh, quads, places; /* `places`: of the nodes of emitters that show something */
  double far;                   /* the farthest that a quad gets from its emitter */
} Sampled;

static gboolean
add_emitter (MwRecord *record, gpointer data)
{
  Sampled *s = data;
  const MwPoint point = mw_aspects_of (s->model)->point (record->schema);
  if (s->n == MOST_EMITTERS || (point != MW_POINT_PARTICLES && point != MW_POINT_RIBBON))
    return TRUE;
  const Emitter made = { mw_particles_new (s->skeleton, record), mw_ribbon_new (s->skeleton, record), record->id };
  if (made.particles || made.ribbon)
    s->emitters[s->n++] = made;
  return TRUE;
}

/* Takes the quads of one emitter. */
static void
sample_emitter (Sampled *s, const Emitter *emitter, const MwClock *clock)
{
  static const float view[16] = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 };
  g_autoptr (GArray) quads = g_array_new (FALSE, FALSE, sizeof (MwSpriteVertex));
  const float *world = mw_skeleton_matrix (s->skeleton, emitter->id);
  float at[3];
  mw_skeleton_position (s->skeleton, emitter->id, at);
  if (emitter->particles) {
    mw_particles_update (emitter->particles, clock);
    mw_particles_append_quads (emitter->particles, world, view, quads);
  } else {
    mw_ribbon_update (emitter->ribbon, clock);
    mw_ribbon_append_quads (emitter->ribbon, world, quads);
  }
  const double place[3] = { (double) at[0], (double) at[1], (double) at[2] };
  if (quads->len)
    table_box_add (place, &s->places);
  for (guint i = 0; i < quads->len; i++) {
    /* The images of particles are discs, so the middles of the sides of their quads count, and not the corners. */
    const guint other = emitter->particles ? i - i % 4 + (i + 1) % 4 : i;
    const float *a = g_array_index (quads, MwSpriteVertex, i).position,
                *b = g_array_index (quads, MwSpriteVertex, other).position;
    double p[3], square = 0;
    for (guint k = 0; k < 3; k++) {
      p[k] = ((double) a[k] + (double) b[k]) / 2;
      square += (p[k] - place[k]) * (p[k] - place[k]);
    }
    s->far = MAX (s->far, sqrt (square));
    table_box_add (p, &s->quads);
  }
}

/* Poses the model evenly through the sequence. */
static void
sample (Sampled *s, const MwRecord *sequence)
{
  MwClock clock = { 0 };
  mw_clock_play (&clock, s->model, sequence->id);
  const gint64 length = (gint64) clock.end - clock.start, n = CLAMP (length / 33, 1, 1000), step = MAX (1, n / SAMPLES);
  for (gint64 i = 0; i <= n; i += step) {
    clock.time = (gint32) (clock.start + length * i / n);
    clock.global_ms = (guint64) (length * i / n);
    table_visit_shown (s->model, s->skeleton, &clock, table_box_add, &s->mesh);
    for (guint k = 0; k < s->n; k++) {
      sample_emitter (s, &s->emitters[k], &clock);
      mw_skeleton_update (s->skeleton, &clock, NULL);
    }
  }
}

static char *
judge_box (const Sampled *s, const MwBounds *bounds, guint sequence)
{
  for (guint k = 0; k < 3; k++) {
    double min = G_MAXDOUBLE, max = -G_MAXDOUBLE;
    const TableBox *const boxes[] = { &s->mesh, &s->quads, &s->places };
    for (guint i = 0; i < G_N_ELEMENTS (boxes); i++)
      if (boxes[i]->any) {
        min = MIN (min, boxes[i]->min[k]);
        max = MAX (max, boxes[i]->max[k]);
      }
    const double low = (double) bounds->min[k], high = (double) bounds->max[k],
                 near = 1e-2 * (fabs (min) + fabs (max) + 1), more = 3 * s->far + near;
    /* An emitter that moves fast may be a little further between two samples, where the simulation has it too. */
    if (low > min + near || high < max - near)
      return g_strdup_printf ("sequence %u has the box %g to %g on axis %u, and shows something at %g and %g", sequence,
                              low, high, k, min, max);
    /* Emitters of real models may have values of which most particles use little. */
    if (s->n <= MADE && (low < min - more || high > max + more))
      return g_strdup_printf ("sequence %u has the box %g to %g on axis %u, and needs only %g to %g", sequence, low,
                              high, k, min - more, max + more);
  }
  return NULL;
}

char *
rows_reach_judge (const TableCase *at, guint index)
{
  const MwRecord *sequence = table_list (at->before, "sequences")->items[index],
                 *after = table_list (at->after, "sequences")->items[index];
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (at->before);
  Sampled s = { .model = at->before, .skeleton = skeleton };
  mw_record_foreach ((MwRecord *) &at->before->record, add_emitter, &s);
  sample (&s, sequence);
  char *wrong = s.quads.any
                  ? judge_box (&s, mw_field_at (after, mw_schema_field (after->schema, "bounds.radius")), index)
                  : g_strdup_printf ("sequence %u shows no particle", index);
  for (guint i = 0; i < s.n; i++) {
    g_clear_pointer (&s.emitters[i].particles, mw_particles_free);
    g_clear_pointer (&s.emitters[i].ribbon, mw_ribbon_free);
  }
  return wrong;
}
