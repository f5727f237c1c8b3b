/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/edit/operations/rows-geosets.h"

#include <string.h>

/* What geoset-split-parts makes of the submeshes of M2 models. */

/* A triangle by its corners, the lowest first. */
static guint64
triangle_key (const guint16 *corners)
{
  guint64 lowest = G_MAXUINT64;
  for (guint i = 0; i < 3; i++)
    lowest = MIN (lowest, (guint64) corners[i] << 32 | (guint64) corners[(i + 1) % 3] << 16 | corners[(i + 2) % 3]);
  return lowest;
}

/* Of each mesh of the model whether it shows a triangle of the named one, or of one that does. Free with g_free(). */
static guint8 *
concerned (const TableCase *at, const GPtrArray *meshes)
{
  guint8 *flags = g_new0 (guint8, meshes->len + 1);
  const MwRecord *named = rows_mesh_in (at->before, at->step).record;
  g_autoptr (GHashTable) keys = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  for (gboolean more = TRUE; more;) {
    more = FALSE;
    for (guint i = 0; i < meshes->len; i++) {
      const Mesh mesh = rows_mesh_of (at->before, meshes->pdata[i]);
      gboolean shares = mesh.record == named;
      for (guint t = 0; t < mesh.n_triangles && !shares; t++) {
        guint64 key = triangle_key (mesh.triangles + 3 * t);
        shares = g_hash_table_contains (keys, &key);
      }
      if (!shares || flags[i])
        continue;
      flags[i] = more = TRUE;
      for (guint t = 0; t < mesh.n_triangles; t++) {
        guint64 key = triangle_key (mesh.triangles + 3 * t);
        g_hash_table_add (keys, g_memdup2 (&key, sizeof key));
      }
    }
  }
  return flags;
}

/* A colour for each vertex: the lowest vertex of its part, by what the concerned meshes join. Free with g_free(). */
static guint *
colours (const TableCase *at, const GPtrArray *meshes, const guint8 *flags)
{
  const Mesh any = rows_mesh_of (at->before, meshes->pdata[0]);
  guint *colour = g_new (guint, any.n + 1);
  g_autofree guint *same = g_new (guint, any.n + 1);
  for (guint i = 0; i < any.n; i++) {
    const float *here = any.positions + 3 * i;
    same[i] = colour[i] = i;
    for (guint k = 0; k < i && same[i] == i; k++) {
      const float *there = any.positions + 3 * k;
      if (here[0] == there[0] && here[1] == there[1] && here[2] == there[2])
        same[i] = k;
    }
  }
  for (gboolean more = TRUE; more;) {
    more = FALSE;
    for (guint m = 0; m < meshes->len; m++) {
      const Mesh mesh = rows_mesh_of (at->before, meshes->pdata[m]);
      for (guint i = 0; flags[m] && i < 3 * mesh.n_triangles; i++) {
        const guint a = same[mesh.triangles[i]], b = same[mesh.triangles[i - i % 3 + (i + 1) % 3]],
                    least = MIN (colour[a], colour[b]);
        more |= colour[a] != least || colour[b] != least;
        colour[a] = colour[b] = least;
      }
    }
  }
  for (guint i = 0; i < any.n; i++)
    colour[i] = colour[same[i]];
  return colour;
}

static int
place_of (const MwModel *model, MwRef ref)
{
  const MwRecord *record = mw_model_resolve (model, ref);
  return record ? (int) mw_record_index (record) : -1;
}

static void
describe_refs (GString *text, const MwModel *model, const MwArray *refs)
{
  for (guint i = 0; i < refs->n; i++)
    g_string_append_printf (text, "%d,", place_of (model, ((const MwRef *) refs->data)[i]));
}

/* What draws a submesh and casts its shadow, in order. Free with g_free(). */
static char *
drawing_of (const MwModel *model, const MwM2Submesh *submesh)
{
  const MwM2Skin *skin = (const MwM2Skin *) submesh->record.owner;
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < skin->batches.n; i++) {
    const MwM2Batch *batch = (const MwM2Batch *) skin->batches.items[i];
    if (batch->submesh.id != submesh->record.id)
      continue;
    g_string_append_printf (text, "%u %d %u %u %d %d %d ", batch->flags, batch->priority_plane, batch->shader,
                            batch->layer, place_of (model, batch->color), place_of (model, batch->material),
                            place_of (model, batch->weight));
    describe_refs (text, model, &batch->textures);
    describe_refs (text, model, &batch->transforms);
    for (guint k = 0; k < batch->coords.n; k++)
      g_string_append_printf (text, "%u,", ((const guint16 *) batch->coords.data)[k]);
  }
  for (guint i = 0; i < skin->shadow_batches.n; i++) {
    const MwM2ShadowBatch *shadow = (const MwM2ShadowBatch *) skin->shadow_batches.items[i];
    if (shadow->submesh.id == submesh->record.id)
      g_string_append_printf (text, "shadow %u %u %d %d %d ", shadow->flags, shadow->flags2,
                              place_of (model, shadow->texture), place_of (model, shadow->color),
                              place_of (model, shadow->weight));
  }
  return g_string_free (text, FALSE);
}

/* The surface number of the first batch of a submesh; -1: it has none. */
static int
surface_of (const MwM2Submesh *submesh)
{
  const MwM2Skin *skin = (const MwM2Skin *) submesh->record.owner;
  for (guint i = 0; i < skin->batches.n; i++) {
    const MwM2Batch *batch = (const MwM2Batch *) skin->batches.items[i];
    if (batch->submesh.id == submesh->record.id)
      return batch->surface;
  }
  return -1;
}

gboolean
rows_has_mean (const Mesh *mesh)
{
  const MwM2Submesh *submesh = (const MwM2Submesh *) mesh->record;
  g_autofree guint8 *used = rows_used_by (mesh);
  double mean[3] = { 0 }, size = 1;
  guint count = 0;
  for (guint i = 0; i < mesh->n; i++) {
    for (guint k = 0; used[i] && k < 3; k++)
      mean[k] += (double) mesh->positions[3 * i + k];
    count += used[i];
  }
  for (guint k = 0; k < 3; k++) {
    mean[k] /= count;
    size = MAX (size, ABS (mean[k]));
  }
  return rows_distance (submesh->center, mean, 3) < 1e-5 * size;
}

static guint
influences_of (const MwModel *model, const Mesh *mesh)
{
  const guint8 *weights = ((const MwM2 *) model)->bone_weights.data;
  guint most = 0;
  for (guint i = 0; i < 3 * mesh->n_triangles; i++) {
    guint n = 0;
    for (guint k = 0; k < 4; k++)
      n += weights[4 * mesh->triangles[i] + k] != 0;
    most = MAX (most, n);
  }
  return most;
}

/* Whether the new submesh has the triangles of one part of an old one, in order, and what the old one had beside them. */
static char *
judge_piece (const TableCase *at, const Mesh *old, const Mesh *new, const guint *colour, gboolean whole)
{
  const MwM2Submesh *a = (const MwM2Submesh *) old->record, *b = (const MwM2Submesh *) new->record;
  g_autofree char *drawn_before = drawing_of (at->before, a), *drawn_after = drawing_of (at->after, b);
  guint n = 0;
  for (guint t = 0; t < old->n_triangles; t++)
    if (colour[old->triangles[3 * t]] == colour[new->triangles[0]]
        && (n >= new->n_triangles || memcmp (new->triangles + 3 * n++, old->triangles + 3 * t, 6) != 0))
      return g_strdup_printf ("triangle %u of a part is not the next one of the whole", n - 1);
  if (n != new->n_triangles)
    return g_strdup ("a part has too many triangles");
  if (a->geoset != b->geoset || place_of (at->before, a->center_bone) != place_of (at->after, b->center_bone))
    return g_strdup ("a part has another geoset or centre bone");
  if (strcmp (drawn_before, drawn_after) != 0)
    return g_strdup_printf ("a part is drawn by %s instead of %s", drawn_after, drawn_before);
  if (!whole && (!rows_has_mean (new) || b->influences != MIN (influences_of (at->after, new), a->influences)))
    return g_strdup ("a part has the wrong centre or number of influences");
  return NULL;
}

static guint
count_parts (const Mesh *mesh, const guint *colour)
{
  g_autoptr (GHashTable) parts = g_hash_table_new (NULL, NULL);
  for (guint t = 0; t < mesh->n_triangles; t++)
    g_hash_table_add (parts, GUINT_TO_POINTER (colour[mesh->triangles[3 * t]]));
  return g_hash_table_size (parts);
}

/* Parts of a submesh have different surface numbers, and the same part has the same one in all profiles. */
static gboolean
is_numbered (GHashTable *numbers, const TableCase *at, const MwM2Submesh *before, const Mesh *after,
             const guint *colour)
{
  enum { FLAGS_SINCE = 272 };
  const guint64 part = (guint64) (guint) surface_of (before) << 32 | colour[after->triangles[0]];
  const int number = surface_of ((const MwM2Submesh *) after->record);
  if (number < 0 || at->format.version >= FLAGS_SINCE)
    return number == surface_of (before);
  gpointer known = g_hash_table_lookup (numbers, &part);
  g_hash_table_insert (numbers, g_memdup2 (&part, sizeof part), GINT_TO_POINTER (number + 1));
  return !known || GPOINTER_TO_INT (known) == number + 1;
}

static gboolean
are_all_different (GHashTable *numbers)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer number;
  g_hash_table_iter_init (&iter, numbers);
  while (g_hash_table_iter_next (&iter, NULL, &number))
    if (!g_hash_table_add (seen, number))
      return FALSE;
  return TRUE;
}

char *
rows_submesh_split_judge (const TableCase *at)
{
  g_autoptr (GPtrArray) before = rows_meshes_of (at->before), after = rows_meshes_of (at->after);
  g_autofree guint8 *flags = concerned (at, before);
  g_autofree guint *colour = colours (at, before, flags);
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  guint next = 0, split = 0;
  for (guint i = 0; i < before->len; i++) {
    const Mesh old = rows_mesh_of (at->before, before->pdata[i]);
    const guint n = flags[i] ? count_parts (&old, colour) : 1;
    split += n > 1;
    for (guint k = 0; k < n; k++, next++) {
      if (next >= after->len)
        return g_strdup ("there are too few submeshes");
      const Mesh new = rows_mesh_of (at->after, after->pdata[next]);
      if (!flags[i] && !mw_record_equal (at->before, old.record, at->after, new.record, at->format, NULL))
        return g_strdup_printf ("submesh %u should not have changed", i);
      char *wrong = flags[i] ? judge_piece (at, &old, &new, colour, n == 1) : NULL;
      if (wrong)
        return wrong;
      if (flags[i] && !is_numbered (numbers, at, (const MwM2Submesh *) old.record, &new, colour))
        return g_strdup_printf ("submesh %u has the wrong surface number", next);
      /* What is drawn before and after it stays in this order. */
      if (mw_record_index (new.record->owner) != mw_record_index (old.record->owner))
        return g_strdup_printf ("submesh %u is in another profile", next);
    }
  }
  if (next != after->len || !split)
    return g_strdup_printf ("there are %u submeshes instead of %u", after->len, next);
  return are_all_different (numbers) ? NULL : g_strdup ("two parts have the same surface number");
}
