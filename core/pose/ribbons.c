/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/ribbons.h"
#include "core/pose/math.h"
#include "core/pose/simulation.h"

typedef struct {
  float above[3], below[3];
  float age;
  gboolean follows; /* the strip goes on to the edge before */
} Edge;

struct _MwRibbon {
  const MwSkeleton *skeleton;
  const MwMdlxRibbonEmitter *emitter;
  MwSimulation simulation;
  GArray *edges; /* Edge, oldest first */
  double due;
  gboolean emitting; /* since the newest edge */
};

static const float step_seconds = MW_SIMULATION_STEP_MS / 1000.0f;
static const float zeros[3] = { 0, 0, 0 };

static const MwModel *
model_of (const MwRibbon *ribbon)
{
  return mw_skeleton_model (ribbon->skeleton);
}

static void
reset (gpointer data)
{
  MwRibbon *ribbon = data;
  g_array_set_size (ribbon->edges, 0);
  ribbon->due = 0;
  ribbon->emitting = FALSE;
}

/* Without a visible key viewers disagree between 0 and 1 for the alpha; 1 shows more. */
static float
alpha_at (const MwRibbon *ribbon, const MwClock *at)
{
  return mw_evaluate_float (model_of (ribbon), ribbon->emitter->alpha_track, at, ribbon->emitter->alpha, 1);
}

static void
edge_at (const MwRibbon *ribbon, const float world[16], const MwClock *at, Edge *edge)
{
  const MwMdlxRibbonEmitter *e = ribbon->emitter;
  float above = mw_evaluate_float (model_of (ribbon), e->height_above_track, at, e->height_above, 0);
  float below = mw_evaluate_float (model_of (ribbon), e->height_below_track, at, e->height_below, 0);

  memcpy (edge->above, e->node.pivot, sizeof edge->above);
  memcpy (edge->below, e->node.pivot, sizeof edge->below);
  edge->above[1] += above;
  edge->below[1] -= below;
  mw_mat_point (world, edge->above, edge->above);
  mw_mat_point (world, edge->below, edge->below);
  edge->age = 0;
}

/* Gravity by the formula of the later client, pulling down as viewers of this family do (rendering reference, ribbons). */
static void
age_edge (Edge *edge, float gravity, float dt)
{
  float fall = gravity * dt * (2 * edge->age + dt);
  edge->above[2] -= fall;
  edge->below[2] -= fall;
  edge->age += dt;
}

static void
step (gpointer data, const MwClock *at, gboolean turn, gboolean emits)
{
  MwRibbon *ribbon = data;
  const MwMdlxRibbonEmitter *e = ribbon->emitter;
  guint dead = 0;

  for (guint i = 0; i < ribbon->edges->len; i++) {
    Edge *edge = &g_array_index (ribbon->edges, Edge, i);
    age_edge (edge, e->gravity, step_seconds);
    /* They have all the same life span, so the dead ones stand in front. */
    if (!(edge->age < e->life_span))
      dead = i + 1;
  }
  if (dead > 0)
    g_array_remove_range (ribbon->edges, 0, dead);

  if (!emits || !(alpha_at (ribbon, at) > 0) || !mw_evaluate_visibility (model_of (ribbon), e->visibility_track, at)) {
    ribbon->emitting = FALSE;
    ribbon->due = 0;
    return;
  }
  ribbon->due += (double) e->emission_rate * MW_SIMULATION_STEP_MS / 1000;
  if (ribbon->due < 1 || !(e->life_span > 0))
    return;
  ribbon->due -= floor (ribbon->due); /* two edges of one moment would be the same */

  float world[16];
  Edge edge;
  mw_skeleton_matrix_at_time (ribbon->skeleton, e->node.record.id, at, world);
  edge_at (ribbon, world, at, &edge);
  edge.follows = ribbon->emitting;
  ribbon->emitting = TRUE;
  if (ribbon->edges->len >= MW_RIBBON_EDGES_MAX)
    g_array_remove_index (ribbon->edges, 0);
  g_array_append_val (ribbon->edges, edge);
}

MwRibbon *
mw_ribbon_new (const MwSkeleton *skeleton, const MwMdlxRibbonEmitter *emitter)
{
  MwRibbon *ribbon = g_new0 (MwRibbon, 1);
  ribbon->skeleton = skeleton;
  ribbon->emitter = emitter;
  ribbon->edges = g_array_new (FALSE, FALSE, sizeof (Edge));
  return ribbon;
}

void
mw_ribbon_free (MwRibbon *ribbon)
{
  if (!ribbon)
    return;
  g_array_unref (ribbon->edges);
  g_free (ribbon);
}

void
mw_ribbon_reset (MwRibbon *ribbon)
{
  reset (ribbon);
  ribbon->simulation.running = FALSE;
}

void
mw_ribbon_update (MwRibbon *ribbon, const MwClock *clock)
{
  static const MwSimulated simulated = { reset, step };
  mw_simulation_update (&ribbon->simulation, clock, mw_simulation_history_ms (ribbon->emitter->life_span), &simulated,
                        ribbon);
}

guint
mw_ribbon_n_edges (const MwRibbon *ribbon)
{
  return ribbon->edges->len;
}

static gboolean
is_finite_edge (const Edge *edge)
{
  for (int i = 0; i < 3; i++)
    if (!isfinite (edge->above[i]) || !isfinite (edge->below[i]))
      return FALSE;
  return TRUE;
}

guint
mw_ribbon_append_quads (const MwRibbon *ribbon, const float world[16], GArray *vertices)
{
  const MwMdlxRibbonEmitter *e = ribbon->emitter;
  const MwClock *now = &ribbon->simulation.now;
  float dt = mw_simulation_rest_of_step (&ribbon->simulation);
  float rgba[4];
  guint n = 0;

  if (!ribbon->simulation.running)
    return 0;
  mw_evaluate_vec3 (model_of (ribbon), e->color_track, now, e->color, zeros, rgba);
  rgba[3] = alpha_at (ribbon, now);
  if (!(rgba[3] > 0))
    return 0;

  guint32 slot = mw_evaluate_u32 (model_of (ribbon), e->texture_slot_track, now, e->texture_slot, 0);
  guint32 columns = MAX (e->columns, 1), rows = MAX (e->rows, 1);
  float column = (float) (slot % columns), row = (float) (slot / columns % rows);
  float top = row / (float) rows, bottom = (row + 1) / (float) rows;

  /* From the emitter backwards; `newer` is the edge that the next quad hangs on. */
  Edge newer;
  gboolean hangs = ribbon->emitting;
  if (hangs)
    edge_at (ribbon, world, now, &newer);
  for (guint i = ribbon->edges->len; i-- > 0;) {
    Edge older = g_array_index (ribbon->edges, Edge, i);
    age_edge (&older, e->gravity, dt);
    if (!(older.age < e->life_span))
      break;
    if (hangs && is_finite_edge (&newer) && is_finite_edge (&older)) {
      float u0 = (column + newer.age / e->life_span) / (float) columns;
      float u1 = (column + older.age / e->life_span) / (float) columns;
      const float *places[4] = { newer.above, newer.below, older.below, older.above };
      MwSpriteVertex quad[4];
      for (int c = 0; c < 4; c++) {
        memcpy (quad[c].position, places[c], sizeof quad[c].position);
        quad[c].uv[0] = c < 2 ? u0 : u1;
        quad[c].uv[1] = c == 0 || c == 3 ? top : bottom;
        memcpy (quad[c].rgba, rgba, sizeof quad[c].rgba);
      }
      g_array_append_vals (vertices, quad, 4);
      n++;
    }
    newer = older;
    hangs = older.follows;
  }
  return n;
}
