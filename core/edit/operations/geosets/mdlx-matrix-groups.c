/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/geosets/mdlx-matrix-groups.h"
#include "core/base/i18n.h"
#include "core/edit/operations/chosen.h"
#include "core/edit/operations/geosets/geoset-vertices.h"
#include "core/edit/operations/operations.h"
#include "core/schema/wire.h"

#include <string.h>

enum { MOST_GROUPS = 256, MOST_OBJECT_ID = 255, BYTE = 8 };

/* The groups of a geoset while they change. */
typedef struct {
  GPtrArray *members; /* GArray of MwRef for each group */
  guint32 *of_vertex; /* the group of each vertex */
  guint32 n;          /* vertices */
} Groups;

static void
groups_free (Groups *groups)
{
  g_ptr_array_unref (groups->members);
  g_free (groups->of_vertex);
  g_free (groups);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Groups, groups_free)

/* NULL and an error: they do not match the vertices or the members. */
static Groups *
groups_of (const MwMdlxGeoset *geoset, GError **error)
{
  guint64 sum = 0;
  const guint32 *sizes = geoset->group_sizes.data;
  const guint8 *of_vertex = geoset->vertex_groups.data;
  for (guint32 g = 0; g < geoset->group_sizes.n; g++)
    sum += sizes[g];
  gboolean sound = sum == geoset->group_members.n && geoset->vertex_groups.n == geoset->vertices.n;
  for (guint32 i = 0; sound && i < geoset->vertex_groups.n; i++)
    sound = of_vertex[i] < geoset->group_sizes.n;
  if (!sound) {
    mw_operation_refuse (&geoset->record, error,
                         "has matrix groups that do not match its vertices or members: repair them first");
    return NULL;
  }
  Groups *groups = g_new0 (Groups, 1);
  const MwRef *member = geoset->group_members.data;
  groups->members = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  for (guint32 g = 0; g < geoset->group_sizes.n; g++) {
    GArray *refs = g_array_sized_new (FALSE, FALSE, sizeof (MwRef), sizes[g]);
    if (sizes[g])
      g_array_append_vals (refs, member, sizes[g]);
    g_ptr_array_add (groups->members, refs);
    member += sizes[g];
  }
  groups->n = geoset->vertices.n;
  groups->of_vertex = g_new (guint32, groups->n + 1);
  for (guint32 i = 0; i < groups->n; i++)
    groups->of_vertex[i] = of_vertex[i];
  return groups;
}

static gboolean
has (const GArray *refs, MwId id)
{
  for (guint i = 0; i < refs->len; i++)
    if (g_array_index (refs, MwRef, i).id == id)
      return TRUE;
  return FALSE;
}

/* What the members of a group become; NULL: they stay. */
static GArray *
changed_members (const GArray *refs, const MwBonesChange *change)
{
  GArray *to = g_array_new (FALSE, FALSE, sizeof (MwRef));
  const gboolean found = has (refs, change->bone.id), out = change->what == MW_BONES_REMOVE;
  gboolean by = out || has (refs, change->by.id);
  if (change->what == MW_BONES_ASSIGN || change->what == MW_BONES_ADD) {
    if (change->what == MW_BONES_ADD)
      g_array_append_vals (to, refs->data, refs->len);
    g_array_append_val (to, change->bone);
  }
  for (guint i = 0; i < refs->len && change->what >= MW_BONES_REMOVE; i++) {
    const MwRef ref = g_array_index (refs, MwRef, i);
    if (ref.id != change->bone.id)
      g_array_append_val (to, ref);
    else if (!by)
      g_array_append_val (to, change->by);
    by |= ref.id == change->bone.id;
  }
  const gboolean same = change->what == MW_BONES_ASSIGN ? refs->len == 1 && found
                        : change->what == MW_BONES_ADD  ? found
                                                        : !found || (!out && change->by.id == change->bone.id);
  if (!same)
    return to;
  g_array_unref (to);
  return NULL;
}

/* The group with exactly these members, which is added if there is none. */
static guint32
group_with (Groups *groups, GArray *members)
{
  for (guint g = 0; g < groups->members->len; g++) {
    const GArray *refs = groups->members->pdata[g];
    gboolean same = refs->len == members->len;
    for (guint i = 0; same && i < refs->len; i++)
      same = g_array_index (refs, MwRef, i).id == g_array_index (members, MwRef, i).id
             && g_array_index (refs, MwRef, i).raw == g_array_index (members, MwRef, i).raw;
    if (same)
      return g;
  }
  g_ptr_array_add (groups->members, g_array_ref (members));
  return groups->members->len - 1;
}

/* Moves marked vertices to groups with other members. */
static gboolean
change_groups (const MwMdlxGeoset *geoset, Groups *groups, const guint8 *marked, const MwBonesChange *change,
               gboolean *changed, GError **error)
{
  const guint n_before = groups->members->len;
  g_autofree guint32 *first = g_new (guint32, n_before + 1), *n_marked = g_new0 (guint32, n_before + 1),
                     *n_all = g_new0 (guint32, n_before + 1), *to = g_new (guint32, n_before + 1);
  for (guint32 i = 0; i < groups->n; i++) {
    const guint32 g = groups->of_vertex[i];
    n_all[g]++;
    if (marked[i] && !n_marked[g]++)
      first[g] = i;
  }
  for (guint g = 0; g < n_before; g++) {
    g_autoptr (GArray) members = n_marked[g] ? changed_members (groups->members->pdata[g], change) : NULL;
    to[g] = g;
    if (!members)
      continue;
    if (!members->len)
      return mw_bone_slots_refuse (&geoset->record, MW_BONES_ALONE, first[g], error);
    const guint n_groups = groups->members->len;
    to[g] = group_with (groups, members);
    if (to[g] == n_groups && n_marked[g] == n_all[g]) {
      /* It keeps its place, and so do the numbers of its vertices. */
      g_array_unref (groups->members->pdata[g]);
      groups->members->pdata[g] = g_array_ref (members);
      g_ptr_array_set_size (groups->members, (gint) n_groups);
      to[g] = g;
    }
    *changed = TRUE;
  }
  for (guint32 i = 0; i < groups->n; i++)
    if (marked[i])
      groups->of_vertex[i] = to[groups->of_vertex[i]];
  return TRUE;
}

/* Drops the groups that no vertex has. Returns how many. */
static guint
pack (Groups *groups)
{
  const guint n = groups->members->len;
  g_autofree guint32 *to = g_new0 (guint32, n + 1);
  g_autoptr (GPtrArray) kept = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  for (guint32 i = 0; i < groups->n; i++)
    to[groups->of_vertex[i]] = 1;
  for (guint g = 0; g < n; g++)
    if (to[g]) {
      to[g] = kept->len;
      g_ptr_array_add (kept, g_array_ref (groups->members->pdata[g]));
    }
  for (guint32 i = 0; i < groups->n; i++)
    groups->of_vertex[i] = to[groups->of_vertex[i]];
  g_clear_pointer (&groups->members, g_ptr_array_unref);
  groups->members = g_steal_pointer (&kept);
  return n - groups->members->len;
}

/* --- Bone words of World of Warcraft's alpha ------------------------------------------------------------------------- */

/* Byte k of the one word belongs to byte 3 - k of the other (mdlx.md 7.3). */
static MwBoneSlots
slots_of (guint32 bones, guint32 weights)
{
  MwBoneSlots slots;
  for (guint k = 0; k < MW_BONE_SLOTS; k++) {
    slots.bones[k] = (bones >> (BYTE * k)) & 0xFF;
    slots.weights[k] = (weights >> (BYTE * (MW_BONE_SLOTS - 1 - k))) & 0xFF;
  }
  return slots;
}

static void
words_of (const MwBoneSlots *slots, guint32 *bones, guint32 *weights)
{
  *bones = *weights = 0;
  for (guint k = 0; k < MW_BONE_SLOTS; k++) {
    *bones |= slots->bones[k] << (BYTE * k);
    *weights |= slots->weights[k] << (BYTE * (MW_BONE_SLOTS - 1 - k));
  }
}

/* The words of the vertices in the order of the new groups. */
static gboolean
change_words (MwDocument *document, const MwMdlxGeoset *geoset, const guint8 *marked, const MwBonesChange *change,
              const guint8 *of_vertex, MwArray *bones, MwArray *weights, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const guint32 n = geoset->vertices.n, *old_bones = geoset->bone_indices.data,
                *old_weights = geoset->bone_weights.data;
  g_autofree uint32_t *numbers = mw_model_numbers (model);
  const guint32 bone = change->bone.id ? numbers[change->bone.id] : 0, by = change->by.id ? numbers[change->by.id] : 0;
  const guint32 new = change->what == MW_BONES_REPLACE ? by : change->what == MW_BONES_REMOVE ? 0 : bone;
  if (geoset->bone_indices.n != n || geoset->bone_weights.n != n)
    return mw_operation_refuse (&geoset->record, error,
                                "has bone indices or weights that do not match its vertices: repair them first");
  if (new > MOST_OBJECT_ID)
    return mw_operation_refuse (
      mw_model_find (model, change->what == MW_BONES_REPLACE ? change->by.id : change->bone.id), error,
      "has an object id above 255, the last that bone indices hold");
  g_autofree guint32 *before = mw_geoset_group_order (geoset->vertex_groups.data, n),
                     *after = mw_geoset_group_order (of_vertex, n), *place = g_new (guint32, n + 1);
  *bones = mw_array_new (n, sizeof (guint32));
  *weights = mw_array_new (n, sizeof (guint32));
  for (guint32 i = 0; i < n; i++)
    place[after[i]] = i;
  for (guint32 i = 0; i < n; i++) {
    const guint32 vertex = before[i], at = place[vertex];
    MwBoneSlots slots = slots_of (old_bones[i], old_weights[i]);
    const MwBonesResult result = marked[vertex] ? mw_bone_slots_change (&slots, change, bone, by, FALSE)
                                                : MW_BONES_SAME;
    if (result >= MW_BONES_ALONE)
      return mw_bone_slots_refuse (&geoset->record, result, vertex, error);
    words_of (&slots, (guint32 *) bones->data + at, (guint32 *) weights->data + at);
  }
  return TRUE;
}

/* --- Writing --------------------------------------------------------------------------------------------------------- */

/* `change`: that of the marked vertices; NULL: vertices keep their bones, and groups their order. */
static gboolean
put (MwDocument *document, const MwMdlxGeoset *geoset, const Groups *groups, const guint8 *marked,
     const MwBonesChange *change, GError **error)
{
  const MwField *const fields[] = { MW_FIELD (MwMdlxGeoset, vertex_groups), MW_FIELD (MwMdlxGeoset, group_sizes),
                                    MW_FIELD (MwMdlxGeoset, group_members), MW_FIELD (MwMdlxGeoset, bone_indices),
                                    MW_FIELD (MwMdlxGeoset, bone_weights) };
  MwArray arrays[G_N_ELEMENTS (fields)] = { 0 };
  const gboolean words = change && (geoset->bone_indices.n || geoset->bone_weights.n);
  guint32 n_members = 0;
  if (groups->members->len > MOST_GROUPS)
    return mw_operation_refuse (&geoset->record, error,
                                "would need more than 256 matrix groups, the most that vertices can refer to");
  for (guint g = 0; g < groups->members->len; g++)
    n_members += ((const GArray *) groups->members->pdata[g])->len;
  arrays[0] = mw_array_new (groups->n, 1);
  arrays[1] = mw_array_new (groups->members->len, sizeof (guint32));
  arrays[2] = mw_array_new (n_members, sizeof (MwRef));
  for (guint32 i = 0; i < groups->n; i++)
    ((guint8 *) arrays[0].data)[i] = (guint8) groups->of_vertex[i];
  for (guint g = 0, at = 0; g < groups->members->len; g++) {
    const GArray *refs = groups->members->pdata[g];
    ((guint32 *) arrays[1].data)[g] = refs->len;
    if (refs->len)
      memcpy ((MwRef *) arrays[2].data + at, refs->data, refs->len * sizeof (MwRef));
    at += refs->len;
  }
  if (words && !change_words (document, geoset, marked, change, arrays[0].data, &arrays[3], &arrays[4], error)) {
    for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
      mw_array_clear (&arrays[i]);
    return FALSE;
  }
  return mw_document_swap_arrays (document, geoset->record.id, words ? 5 : 3, fields, arrays, error);
}

gboolean
mw_matrix_groups_change (MwDocument *document, const MwMdlxGeoset *geoset, const guint8 *marked,
                         const MwBonesChange *change, gboolean *changed, GError **error)
{
  gboolean any = FALSE;
  g_autoptr (Groups) groups = groups_of (geoset, error);
  if (!groups || !change_groups (geoset, groups, marked, change, &any, error))
    return FALSE;
  if (!any)
    return TRUE;
  *changed = TRUE;
  pack (groups);
  return put (document, geoset, groups, marked, change, error);
}

/* --- Groups without vertices ------------------------------------------------------------------------------------------ */

static gboolean
unused_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  g_autoptr (GArray) geosets = mw_chosen_records (document, ids, n, &mw_mdlx_geoset_schema, "geoset", error);
  guint removed = 0;
  for (guint i = 0; geosets && i < geosets->len; i++) {
    const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) mw_chosen_at (document, geosets, i);
    g_autoptr (Groups) groups = groups_of (geoset, error);
    if (!groups)
      return FALSE;
    const guint gone = pack (groups);
    removed += gone;
    if (gone && !put (document, geoset, groups, NULL, NULL, error))
      return FALSE;
  }
  return geosets && (removed || mw_operation_nothing (error, "nothing to remove: every matrix group has vertices"));
}

static gboolean
unused_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  g_autoptr (GArray) geosets = mw_chosen_records (document, ids, n, &mw_mdlx_geoset_schema, "geoset", error);
  return geosets != NULL;
}

const MwOperation mw_operation_geoset_remove_unused_groups = {
  .id = "geoset-remove-unused-groups",
  .label = N_ ("Remove Unused Matrix Groups"),
  .step = N_ ("Remove unused matrix groups of %s"),
  .doc = N_ ("Removes the matrix groups of geosets that no vertex belongs to. Vertices keep their bones."),
  .aliases = "clean up vertex groups skin",
  .domain = MW_DOMAIN_GEOSETS,
  .families = MW_FAMILY_MDX | MW_FAMILY_MDX_WOW,
  .applies = unused_applies,
  .run = unused_run,
};
