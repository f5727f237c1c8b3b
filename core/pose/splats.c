/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/splats.h"
#include "core/pose/emitter.h"
#include "core/pose/event-times.h"
#include "core/pose/family.h"
#include "core/pose/math.h"

struct _MwSplats {
  const MwSkeleton *skeleton;
  const MwModel *model;
  const MwRecord *node;
  const MwSplatKind *kind;
  MwEventTimes times;
};

/* --- Kinds ------------------------------------------------------------------------------------------------------------ */

/* What is not in the tables of a game: a grey mark, as wide as a foot, or as a building for an ubersplat. */
static const MwSplatKind unknown_kinds[2] = {
  { .half_side = 16,
    .times = { 0, 1, 2 },
    .rgba = { { 0.5f, 0.5f, 0.5f, 0.5f }, { 0.5f, 0.5f, 0.5f, 0.5f }, { 0.5f, 0.5f, 0.5f, 0 } },
    .rows = 1,
    .columns = 1 },
  { .half_side = 96,
    .times = { 0, 1, 2 },
    .rgba = { { 0.5f, 0.5f, 0.5f, 0.5f }, { 0.5f, 0.5f, 0.5f, 0.5f }, { 0.5f, 0.5f, 0.5f, 0 } },
    .rows = 1,
    .columns = 1 },
};

static void
free_kind (gpointer data)
{
  g_free (((MwSplatKind *) data)->image);
  g_free (data);
}

GHashTable *
mw_splat_kinds_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_kind);
}

char *
mw_splat_name (gboolean uber, const char *id)
{
  g_autofree char *lower = g_ascii_strdown (id, -1);
  return g_strconcat (uber ? "uber " : "", lower, NULL);
}

/* The event track of a node that leaves marks; NULL: it leaves none. *kind is that in `kinds`, or NULL. */
static const MwRecord *
look_up (const MwModel *model, const MwRecord *node, GHashTable *kinds, const MwSplatKind **kind, gboolean *uber)
{
  const MwPoseFamily *family = mw_pose_family (model);
  const char *id;
  const MwRecord *track = family->splat ? family->splat (node, &id, uber) : NULL;
  if (!track)
    return NULL;
  g_autofree char *name = mw_splat_name (*uber, id);
  *kind = kinds ? g_hash_table_lookup (kinds, name) : NULL;
  return track;
}

/* Whether a node of the model leaves marks; with `lacks`, marks that `kinds` does not have. */
static gboolean
any_node (const MwModel *model, GHashTable *kinds, gboolean lacks)
{
  g_autoptr (GPtrArray) nodes = g_ptr_array_new ();
  mw_pose_family (model)->list (model, nodes);
  for (guint i = 0; i < nodes->len; i++) {
    const MwSplatKind *kind;
    gboolean uber;
    if (look_up (model, nodes->pdata[i], kinds, &kind, &uber) && !(lacks && kind))
      return TRUE;
  }
  return FALSE;
}

gboolean
mw_splats_in (const MwModel *model)
{
  return any_node (model, NULL, FALSE);
}

gboolean
mw_splats_lack (const MwModel *model, GHashTable *kinds)
{
  return any_node (model, kinds, TRUE);
}

/* --- The moment ------------------------------------------------------------------------------------------------------- */

MwSplats *
mw_splats_new (const MwSkeleton *skeleton, const MwRecord *node, GHashTable *kinds)
{
  const MwModel *model = mw_skeleton_model (skeleton);
  const MwSplatKind *kind;
  gboolean uber;
  if (!look_up (model, node, kinds, &kind, &uber))
    return NULL;
  MwSplats *splats = g_new0 (MwSplats, 1);
  splats->skeleton = skeleton;
  splats->model = model;
  splats->node = node;
  splats->kind = kind ? kind : &unknown_kinds[uber];
  return splats;
}

void
mw_splats_free (MwSplats *splats)
{
  g_free (splats);
}

const MwSplatKind *
mw_splats_kind (const MwSplats *splats)
{
  return splats->kind;
}

void
mw_splats_update (MwSplats *splats, const MwClock *clock)
{
  mw_event_times_update (&splats->times, clock);
}

/* --- Drawing ---------------------------------------------------------------------------------------------------------- */

/* Sets colour and texture cell at an age. */
static void
look_at_age (const MwSplatKind *kind, float age, float rgba[4], guint64 *cell)
{
  const float *times = kind->times;
  const guint part = age < times[0] ? 0 : 1;
  const float rest = age - times[0] - times[1];
  const float t = part == 0 ? age / times[0] : rest > 0 && times[2] > 0 ? MIN (rest / times[2], 1) : 0;
  for (int i = 0; i < 4; i++)
    rgba[i] = kind->rgba[part][i] + t * (kind->rgba[part + 1][i] - kind->rgba[part][i]);
  *cell = mw_particle_cell (kind->cells[part], 0.005 + 0.99 * (double) t);
}

/* The axes of a mark: the node's x axis turned into the ground, and the one to its left. */
static void
append_mark (const MwSplats *splats, const MwEventTime *mark, GArray *vertices)
{
  const MwSplatKind *kind = splats->kind;
  const MwClock at = mw_event_times_moment (&splats->times, mark);
  float world[16], centre[3], rgba[4], uv[4];
  mw_skeleton_matrix_at_time (splats->skeleton, splats->node->id, &at, world);
  mw_mat_point (world, mw_pose_family (splats->model)->pivot (splats->node), centre);
  centre[2] = 0;
  float right[3] = { world[0], world[1], 0 };
  if (!(mw_vec_length (right) > 1e-6f))
    right[0] = 1, right[1] = 0;
  mw_vec_normalise (right);
  float across[3], along[3];
  for (int i = 0; i < 3; i++)
    across[i] = right[i] * kind->half_side;
  along[0] = across[1];
  along[1] = -across[0];
  along[2] = 0;
  guint64 cell;
  look_at_age (kind, (float) mark->age_ms / 1000, rgba, &cell);
  mw_sprite_cell (kind->rows, kind->columns, cell, uv);
  mw_sprite_append (vertices, centre, along, across, uv, NULL, rgba);
}

guint
mw_splats_append_quads (const MwSplats *splats, GArray *vertices)
{
  const guint before = vertices->len;
  const float *times = splats->kind->times;
  const double life_ms = ((double) times[0] + (double) times[1] + (double) times[2]) * 1000;
  const char *id;
  gboolean uber;
  const MwRecord *track = mw_pose_family (splats->model)->splat (splats->node, &id, &uber);
  MwEventTime marks[MW_SPLATS_MAX];
  guint n = track ? mw_event_times_list (&splats->times, splats->model, track, life_ms, marks, MW_SPLATS_MAX) : 0;
  while (n-- > 0)
    append_mark (splats, &marks[n], vertices);
  return (vertices->len - before) / 4;
}
