/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/edit/operations/rows-geosets.h"

#include <stdio.h>
#include <string.h>

/* What geoset-split-parts and geoset-merge make of the submeshes of M2 models. */

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

/* What draws a submesh and casts its shadow, in order; `loose`: without flags and shadows. Free with g_free(). */
static char *
drawing_text (const MwModel *model, const MwM2Submesh *submesh, gboolean loose)
{
  const MwM2Skin *skin = (const MwM2Skin *) submesh->record.owner;
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < skin->batches.n; i++) {
    const MwM2Batch *batch = (const MwM2Batch *) skin->batches.items[i];
    if (batch->submesh.id != submesh->record.id)
      continue;
    if (!loose)
      g_string_append_printf (text, "%u %d %u ", batch->flags, batch->priority_plane, batch->shader);
    g_string_append_printf (text, "%u %d %d %d %d %d ", batch->layer, place_of (model, batch->color),
                            place_of (model, batch->material), place_of (model, batch->weight),
                            place_of (model, batch->weight_2), place_of (model, batch->weight_3));
    describe_refs (text, model, &batch->textures);
    describe_refs (text, model, &batch->transforms);
    for (guint k = 0; k < batch->coords.n; k++)
      g_string_append_printf (text, "%u,", ((const guint16 *) batch->coords.data)[k]);
  }
  for (guint i = 0; !loose && i < skin->shadow_batches.n; i++) {
    const MwM2ShadowBatch *shadow = (const MwM2ShadowBatch *) skin->shadow_batches.items[i];
    if (shadow->submesh.id == submesh->record.id)
      g_string_append_printf (text, "shadow %u %u %d %d %d ", shadow->flags, shadow->flags2,
                              place_of (model, shadow->texture), place_of (model, shadow->color),
                              place_of (model, shadow->weight));
  }
  return g_string_free (text, FALSE);
}

static char *
drawing_of (const MwModel *model, const MwM2Submesh *submesh)
{
  return drawing_text (model, submesh, FALSE);
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

/* --- Merge ---------------------------------------------------------------------------------------------------------- */

static gboolean
are_drawn_alike (const MwModel *model, const MwRecord *a, const MwRecord *b, gboolean loose)
{
  g_autofree char *of_a = drawing_text (model, (const MwM2Submesh *) a, loose),
                  *of_b = drawing_text (model, (const MwM2Submesh *) b, loose);
  return ((const MwM2Submesh *) a)->geoset == ((const MwM2Submesh *) b)->geoset && strcmp (of_a, of_b) == 0;
}

/* Two submeshes of a profile that are drawn alike, or the parts of one that is split first. */
char *
rows_submesh_merge_step (const MwModel *model, MwFormat format)
{
  enum { MOST = 3000 };
  g_autoptr (GPtrArray) all = rows_meshes_of (model);
  for (guint i = 0; i < all->len; i++)
    for (guint k = i + 1; k < all->len; k++) {
      const Mesh a = rows_mesh_of (model, all->pdata[i]), b = rows_mesh_of (model, all->pdata[k]);
      if (a.record->owner != b.record->owner || !a.n_triangles || !b.n_triangles || a.n_triangles + b.n_triangles > MOST
          || !are_drawn_alike (model, a.record, b.record, FALSE))
        continue;
      g_autofree char *of_a = mw_record_path (a.record), *of_b = mw_record_path (b.record);
      return g_strdup_printf ("geoset-merge %s,%s", of_a, of_b);
    }
  g_autofree char *split = rows_split_step (model, format);
  guint skin, submesh;
  if (!split || sscanf (split, "geoset-split-parts skins[%u].submeshes[%u]", &skin, &submesh) != 2)
    return NULL;
  return g_strdup_printf ("%s\ngeoset-merge skins[%u].submeshes[%u],skins[%u].submeshes[%u]", split, skin, submesh,
                          skin, submesh + 1);
}

/* Of each mesh whether it is drawn like the first named one and shows a triangle of a named one, or of one that does. Free
 * with g_free(). */
static guint8 *
merged_pieces (const TableCase *at, const GPtrArray *meshes, const MwRecord *const named[2])
{
  guint8 *flags = g_new0 (guint8, meshes->len + 1);
  g_autoptr (GHashTable) keys = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  for (gboolean more = TRUE; more;) {
    more = FALSE;
    for (guint i = 0; i < meshes->len; i++) {
      const Mesh mesh = rows_mesh_of (at->before, meshes->pdata[i]);
      gboolean shares = mesh.record == named[0] || mesh.record == named[1];
      if (flags[i] || (!shares && !are_drawn_alike (at->before, mesh.record, named[0], TRUE)))
        continue;
      for (guint t = 0; t < mesh.n_triangles && !shares; t++) {
        guint64 key = triangle_key (mesh.triangles + 3 * t);
        shares = g_hash_table_contains (keys, &key);
      }
      if (!shares)
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

/* How many bones a submesh of this profile may have (m2.md 5.5 and 6). */
static guint
limit_of (const MwModel *model, guint profile)
{
  const MwM2 *m2 = (const MwM2 *) model;
  const guint by_place[] = { 256, m2->version < 264 ? 75 : 64, 53, 21 },
              stated = ((const MwM2Skin *) m2->skins.items[profile])->bone_limit;
  if (stated)
    return MIN (stated, 256);
  return m2->skins.n == 2 && profile == 1 ? 21 : profile < 4 ? by_place[profile] : 256;
}

/* What a submesh should be made of. */
typedef struct {
  GArray *corners; /* guint16 */
  guint8 bones[256];
  guint n_parts;
  const MwRecord *first;
  gboolean open; /* more may be merged into it */
} Expected;

/* How many bones move the vertices of both. */
static guint
count_bones (const MwModel *model, Expected *expected, const Mesh *more)
{
  const guint8 *weights = ((const MwM2 *) model)->bone_weights.data, *bones = ((const MwM2 *) model)->bone_indices.data;
  guint n = 0;
  for (guint i = 0; i < 3 * more->n_triangles; i++)
    for (guint k = 0; k < 4; k++)
      if (weights[4 * more->triangles[i] + k])
        expected->bones[bones[4 * more->triangles[i] + k]] = 1;
  for (guint i = 0; i < 256; i++)
    n += expected->bones[i];
  return n;
}

static void
clear_expected (gpointer data)
{
  g_array_unref (((Expected *) data)->corners);
}

/* The submeshes of a profile, without those that are merged into the first that has room for their bones. Free with
 * g_array_unref(). */
static GArray *
expected_in (const TableCase *at, const GPtrArray *meshes, const guint8 *flags, const MwRecord *skin)
{
  GArray *all = g_array_new (FALSE, TRUE, sizeof (Expected));
  g_array_set_clear_func (all, clear_expected);
  const guint limit = limit_of (at->before, mw_record_index (skin));
  for (guint i = 0; i < meshes->len; i++) {
    const Mesh mesh = rows_mesh_of (at->before, meshes->pdata[i]);
    Expected *into = NULL, alone = { .first = mesh.record, .open = flags[i] };
    if (mesh.record->owner != skin)
      continue;
    for (guint k = 0; flags[i] && k < all->len && !into; k++) {
      Expected tried = g_array_index (all, Expected, k);
      if (tried.open && are_drawn_alike (at->before, tried.first, mesh.record, FALSE)
          && count_bones (at->before, &tried, &mesh) <= limit)
        into = &g_array_index (all, Expected, k);
    }
    if (!into) {
      alone.corners = g_array_new (FALSE, FALSE, 2);
      g_array_append_val (all, alone);
      into = &g_array_index (all, Expected, all->len - 1);
    }
    g_array_append_vals (into->corners, mesh.triangles, 3 * mesh.n_triangles);
    count_bones (at->before, into, &mesh);
    into->n_parts++;
  }
  return all;
}

/* Whether the sphere by which it is sorted is around all its vertices. */
static gboolean
sphere_is_around (const Mesh *mesh)
{
  const MwM2Submesh *submesh = (const MwM2Submesh *) mesh->record;
  const double center[3] = { (double) submesh->sort_center[0], (double) submesh->sort_center[1],
                             (double) submesh->sort_center[2] };
  for (guint i = 0; i < 3 * mesh->n_triangles; i++)
    if (rows_distance (mesh->positions + 3 * mesh->triangles[i], center, 3)
        > 1.00001 * (double) submesh->sort_radius + 1e-6)
      return FALSE;
  return TRUE;
}

/* `old`: the first of those that became the new one. */
static char *
judge_whole (const TableCase *at, const MwRecord *old, const Mesh *new, const Expected *expected)
{
  const MwM2Submesh *a = (const MwM2Submesh *) old, *b = (const MwM2Submesh *) new->record;
  g_autofree char *drawn_before = drawing_of (at->before, a), *drawn_after = drawing_of (at->after, b);
  if (expected->corners->len != 3 * new->n_triangles
      || (new->n_triangles &&memcmp (new->triangles, expected->corners->data, 6 * (gsize) new->n_triangles) != 0))
    return g_strdup_printf ("a submesh has %u triangles, or other ones than the %u expected", new->n_triangles,
                            expected->corners->len / 3);
  if (strcmp (drawn_before, drawn_after) != 0)
    return g_strdup_printf ("a submesh is drawn by %s instead of %s", drawn_after, drawn_before);
  if (a->geoset != b->geoset || place_of (at->before, a->center_bone) != place_of (at->after, b->center_bone))
    return g_strdup ("a submesh has another geoset or centre bone");
  if (expected->n_parts == 1)
    return mw_record_equal (at->before, old, at->after, new->record, at->format, NULL)
             ? NULL
             : g_strdup ("a submesh should not have changed");
  if (!rows_has_mean (new) || b->influences != influences_of (at->after, new))
    return g_strdup ("a submesh has the wrong centre or number of influences");
  return at->format.version < 258 || sphere_is_around (new) ? NULL
                                                            : g_strdup ("a sort sphere is not around its submesh");
}

/* The surface number that a submesh should have: all pieces have the lowest of theirs, and numbers above one that no submesh
 * has any more are one less. -1: it has no batches. */
static int
expected_number (const TableCase *at, const GPtrArray *meshes, const guint8 *flags, guint of)
{
  enum { FLAGS_SINCE = 272 };
  int least = G_MAXINT, own = surface_of (meshes->pdata[of]), below = 0;
  if (own < 0 || at->format.version >= FLAGS_SINCE)
    return own;
  for (guint i = 0; i < meshes->len; i++)
    least = flags[i] ? MIN (least, surface_of (meshes->pdata[i])) : least;
  own = flags[of] ? least : own;
  for (int number = least + 1; number < own; number++) {
    gboolean was = FALSE, stays = FALSE;
    for (guint i = 0; i < meshes->len; i++)
      if (surface_of (meshes->pdata[i]) == number) {
        was |= flags[i];
        stays |= !flags[i];
      }
    below += was && !stays;
  }
  return own - below;
}

char *
rows_submesh_merge_judge (const TableCase *at)
{
  const MwM2 *before = (const MwM2 *) at->before, *after = (const MwM2 *) at->after;
  guint skin, a, b, n_merged = 0;
  g_assert_cmpint (sscanf (at->step, "geoset-merge skins[%u].submeshes[%u],skins[%*u].submeshes[%u]", &skin, &a, &b),
                   ==, 3);
  const MwList *submeshes = &((const MwM2Skin *) before->skins.items[skin])->submeshes;
  const MwRecord *const named[] = { submeshes->items[a], submeshes->items[b] };
  g_autoptr (GPtrArray) meshes = rows_meshes_of (at->before);
  g_autofree guint8 *flags = merged_pieces (at, meshes, named);
  for (guint s = 0, first = 0; s < before->skins.n;
       first += ((const MwM2Skin *) before->skins.items[s++])->submeshes.n) {
    const MwM2Skin *old = (const MwM2Skin *) before->skins.items[s], *new = (const MwM2Skin *) after->skins.items[s];
    g_autoptr (GArray) expected = expected_in (at, meshes, flags, &old->record);
    if (new->submeshes.n != expected->len)
      return g_strdup_printf ("profile %u has %u submeshes instead of %u", s, new->submeshes.n, expected->len);
    guint next = 0, n_batches = 0;
    for (guint i = 0; i < old->submeshes.n; i++) {
      if (next >= expected->len || g_array_index (expected, Expected, next).first != old->submeshes.items[i])
        continue;
      const Mesh mesh = rows_mesh_of (at->after, new->submeshes.items[next]);
      char *wrong = judge_whole (at, old->submeshes.items[i], &mesh, &g_array_index (expected, Expected, next));
      if (wrong)
        return wrong;
      if (surface_of ((const MwM2Submesh *) mesh.record) != expected_number (at, meshes, flags, first + i))
        return g_strdup_printf ("submesh %u of profile %u has the wrong surface number", next, s);
      n_merged += g_array_index (expected, Expected, next).n_parts - 1;
      for (guint k = 0; k < old->batches.n; k++)
        n_batches += ((const MwM2Batch *) old->batches.items[k])->submesh.id == old->submeshes.items[i]->id;
      next++;
    }
    if (next != expected->len || n_batches != new->batches.n)
      return g_strdup_printf ("profile %u has other submeshes, or %u batches instead of %u", s, new->batches.n,
                              n_batches);
  }
  if (!mw_array_equal (&before->positions, &after->positions, 12) || before->bones.n != after->bones.n)
    return g_strdup ("vertices or bones have changed");
  return n_merged ? NULL : g_strdup ("nothing was merged");
}
