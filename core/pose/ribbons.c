/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/ribbons.h"
#include "core/pose/family.h"
#include "core/pose/math.h"
#include "core/pose/pool.h"

typedef struct {
  float above[3], below[3];
  float age, rgba[4];
  gboolean follows; /* connected to the edge before it by the strip */
} Edge;

/* The position, the edge and the direction (local z) of the emitter, in model space. */
typedef struct {
  float position[3], above[3], below[3], direction[3];
} Pose;

struct _MwRibbon {
  MwPool pool; /* of Edge */
  const MwPoseFamily *family;
  gboolean emitting; /* an edge was left, and the emitter has not stopped since */
  Pose pose;         /* of the last step; valid while knows_pose */
  gboolean knows_pose;
};

static const float step_seconds = MW_SIMULATION_STEP_MS / 1000.0f;

static void
source_at (const MwRibbon *ribbon, const MwClock *at, MwRibbonSource *out)
{
  ribbon->family->ribbon (ribbon->pool.model, ribbon->pool.emitter, at, out);
  out->rows = MAX (out->rows, 1);
  out->columns = MAX (out->columns, 1);
}

/* --- Simulation ------------------------------------------------------------------------------------------------------- */

static void
reset (gpointer data)
{
  MwRibbon *ribbon = data;
  mw_pool_empty (&ribbon->pool);
  ribbon->emitting = FALSE;
}

static void
pose_at (const MwRibbonSource *source, const float world[16], Pose *out)
{
  memcpy (out->above, source->pivot, sizeof out->above);
  memcpy (out->below, source->pivot, sizeof out->below);
  out->above[1] += source->height_above;
  out->below[1] -= source->height_below;
  mw_mat_point (world, out->above, out->above);
  mw_mat_point (world, out->below, out->below);
  mw_mat_point (world, source->pivot, out->position);
  memcpy (out->direction, world + 8, sizeof out->direction);
  mw_vec_normalise (out->direction);
}

static void
age_edge (Edge *edge, float rise, float dt)
{
  float way = rise * dt * (2 * edge->age + dt);
  edge->above[2] += way;
  edge->below[2] += way;
  edge->age += dt;
}

/* Interpolates an edge between two poses: blends the straight line along which the emitter leaves the first with the
 * one along which it reaches the second. */
static void
edge_between (const Pose *from, const Pose *to, float t, Edge *edge)
{
  float way[3];
  for (int i = 0; i < 3; i++)
    way[i] = to->position[i] - from->position[i];
  float length = mw_vec_length (way);
  for (int i = 0; i < 3; i++) {
    float there = t * length * from->direction[i], back = (1 - t) * length * to->direction[i];
    edge->above[i] = (1 - t) * (from->above[i] + there) + t * (to->above[i] - back);
    edge->below[i] = (1 - t) * (from->below[i] + there) + t * (to->below[i] - back);
  }
}

/* Adds the edges that became due in this step. If it forgets, they are only counted. */
static void
leave_edges (MwRibbon *ribbon, const MwRibbonSource *source, const MwSimulationStep *step)
{
  const gboolean between = !source->as_m2 || ribbon->emitting;
  const double due = source->rate * MW_SIMULATION_STEP_MS / 1000;
  if (mw_pool_begins_count (step))
    mw_pool_begin_count (&ribbon->pool, step, due);
  double n = mw_pool_take_due (&ribbon->pool, due);
  /* When an M2 ribbon begins to emit, it leaves an edge at once. */
  if (source->as_m2 && !between) {
    n = 1;
    if (!step->at->looping || !step->starts)
      ribbon->pool.due = 0;
  }
  if (step->forgets) {
    ribbon->emitting |= n >= 1;
    ribbon->knows_pose = FALSE;
    return;
  }

  float world[16];
  Pose pose;
  mw_pool_world (&ribbon->pool, step->at, world);
  pose_at (source, world, &pose);
  const Pose from = between && ribbon->knows_pose ? ribbon->pose : pose;
  for (double i = between ? 1 : n; n > 0 && i <= n; i++) {
    /* After the last of them `pool.due` edges are due at the end of the step. */
    float t = between ? (float) (1 - (n + ribbon->pool.due - i) / due) : 1;
    Edge edge = { .follows = ribbon->emitting };
    edge_between (&from, &pose, t, &edge);
    memcpy (edge.rgba, source->rgba, sizeof edge.rgba);
    age_edge (&edge, source->rise, (1 - t) * step_seconds);
    g_array_append_val (ribbon->pool.living, edge);
    ribbon->emitting = TRUE;
  }
  if (ribbon->pool.living->len > ribbon->pool.max)
    g_array_remove_range (ribbon->pool.living, 0, ribbon->pool.living->len - ribbon->pool.max);
  ribbon->pose = pose;
  ribbon->knows_pose = TRUE;
}

static void
take_step (gpointer data, const MwSimulationStep *step)
{
  MwRibbon *ribbon = data;
  MwRibbonSource source;
  guint dead = 0;

  source_at (ribbon, step->at, &source);
  for (guint i = 0; i < ribbon->pool.living->len; i++) {
    Edge *edge = &g_array_index (ribbon->pool.living, Edge, i);
    age_edge (edge, source.rise, step_seconds);
    /* All edges have the same life span, so the dead ones are at the front. */
    if (!(edge->age < source.life_span))
      dead = i + 1;
  }
  if (dead > 0)
    g_array_remove_range (ribbon->pool.living, 0, dead);

  if (step->emits && source.emits) {
    leave_edges (ribbon, &source, step);
  } else {
    ribbon->emitting = ribbon->knows_pose = FALSE;
    ribbon->pool.due = 0;
  }
}

static const MwSimulated simulated = { reset, take_step };

MwRibbon *
mw_ribbon_new (const MwSkeleton *skeleton, const MwRecord *emitter)
{
  const MwPoseFamily *family = mw_pose_family (mw_skeleton_model (skeleton));
  if (emitter->schema != family->ribbon_kind)
    return NULL;
  MwRibbon *ribbon = g_new0 (MwRibbon, 1);
  ribbon->family = family;
  mw_pool_init (&ribbon->pool, mw_skeleton_model (skeleton), skeleton, emitter, sizeof (Edge), MW_RIBBON_EDGES_MAX);
  return ribbon;
}

void
mw_ribbon_free (MwRibbon *ribbon)
{
  if (!ribbon)
    return;
  mw_pool_finish (&ribbon->pool);
  g_free (ribbon);
}

void
mw_ribbon_reset (MwRibbon *ribbon)
{
  mw_pool_restart (&ribbon->pool, &simulated, ribbon);
}

void
mw_ribbon_set_max (MwRibbon *ribbon, guint max)
{
  ribbon->pool.max = MIN (max, MW_RIBBON_EDGES_MAX);
  mw_ribbon_reset (ribbon);
}

void
mw_ribbon_update (MwRibbon *ribbon, const MwClock *clock)
{
  MwRibbonSource source;
  source_at (ribbon, clock, &source);
  mw_pool_update (&ribbon->pool, clock, source.life_span, &simulated, ribbon);
}

guint
mw_ribbon_n_edges (const MwRibbon *ribbon)
{
  return ribbon->pool.living->len;
}

/* --- Drawing ---------------------------------------------------------------------------------------------------------- */

static gboolean
is_finite_edge (const Edge *edge)
{
  for (int i = 0; i < 3; i++)
    if (!isfinite (edge->above[i]) || !isfinite (edge->below[i]))
      return FALSE;
  return TRUE;
}

/* Appends the quad between two edges. `cell` is u0, v0, u1, v1 of its texture. */
static void
append_quad (const MwRibbonSource *source, const Edge *newer, const Edge *older, const float cell[4], GArray *vertices)
{
  const float *places[4] = { newer->below, newer->above, older->above, older->below };
  MwSpriteVertex quad[4];
  memset (quad, 0, sizeof quad);
  for (int c = 0; c < 4; c++) {
    const Edge *edge = c < 2 ? newer : older;
    memcpy (quad[c].position, places[c], sizeof quad[c].position);
    quad[c].uv[0] = cell[0] + (cell[2] - cell[0]) * edge->age / source->life_span;
    quad[c].uv[1] = c == 1 || c == 2 ? cell[1] : cell[3];
    memcpy (quad[c].rgba, source->as_m2 ? edge->rgba : source->rgba, sizeof quad[c].rgba);
  }
  g_array_append_vals (vertices, quad, 4);
}

guint
mw_ribbon_append_quads (const MwRibbon *ribbon, const float world[16], GArray *vertices)
{
  float dt = mw_simulation_rest_of_step (&ribbon->pool.simulation), cell[4];
  guint n = 0;
  MwRibbonSource source;
  Edge newer;

  if (!ribbon->pool.simulation.running)
    return 0;
  source_at (ribbon, &ribbon->pool.simulation.now, &source);
  if (!source.as_m2 && !(source.rgba[3] > 0))
    return 0;
  mw_sprite_cell (source.rows, source.columns, source.slot % ((guint64) source.rows * source.columns), cell);

  /* From the emitter backwards. `newer` is the newer edge of the next quad, if `hangs`. */
  gboolean hangs = ribbon->emitting;
  if (hangs) {
    Pose pose;
    pose_at (&source, world, &pose);
    newer = (Edge) { .follows = TRUE };
    edge_between (&pose, &pose, 1, &newer);
    memcpy (newer.rgba, source.rgba, sizeof newer.rgba);
  }
  for (guint i = ribbon->pool.living->len; i-- > 0;) {
    Edge older = g_array_index (ribbon->pool.living, Edge, i);
    age_edge (&older, source.rise, dt);
    if (!(older.age < source.life_span))
      break;
    if (hangs && is_finite_edge (&newer) && is_finite_edge (&older)) {
      append_quad (&source, &newer, &older, cell, vertices);
      n++;
    }
    newer = older;
    hangs = older.follows;
  }
  return n;
}
