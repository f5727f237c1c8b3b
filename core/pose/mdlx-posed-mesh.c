/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/family.h"
#include "core/pose/math.h"
#include "core/pose/mdlx-hd.h"
#include "core/pose/mdlx-material.h"
#include "core/pose/mdlx-skin.h"

static void
pose_by_groups (const MwMdlxGeoset *geoset, const MwSkeleton *skeleton, float *out)
{
  const float *vertices = geoset->vertices.data;
  g_autofree float *matrices = g_new (float, 16 * (gsize) mw_skin_n_matrices (geoset));
  g_autofree uint16_t *numbers = g_new (uint16_t, geoset->vertices.n);
  mw_skin_group_matrices (geoset, skeleton, matrices);
  mw_skin_vertex_matrices (geoset, numbers);
  for (gsize i = 0; i < geoset->vertices.n; i++)
    mw_mat_point (matrices + (gsize) 16 * numbers[i], vertices + 3 * i, out + 3 * i);
}

static void
pose_by_weights (const MwMdlxGeoset *geoset, const MwSkeleton *skeleton, float *out)
{
  enum { BONES = 4 };
  const float *vertices = geoset->vertices.data;
  g_autofree float *matrices = g_new (float, 16 * (gsize) mw_skin_n_node_matrices (skeleton));
  g_autofree uint16_t *numbers = g_new (uint16_t, BONES * (gsize) geoset->vertices.n);
  g_autofree uint8_t *weights = g_new (uint8_t, BONES * (gsize) geoset->vertices.n);
  mw_skin_node_matrices (skeleton, matrices);
  mw_skin_vertex_weights (geoset, skeleton, numbers, weights);
  for (gsize i = 0; i < geoset->vertices.n; i++)
    mw_mat_point_weighted (matrices, numbers + BONES * i, weights + BONES * i, vertices + 3 * i, out + 3 * i);
}

void
mw_mdlx_posed_mesh (const MwSkeleton *skeleton, const MwClock *clock, GArray *parts, GArray *points)
{
  const MwMdlx *model = (const MwMdlx *) mw_skeleton_model (skeleton);
  g_autofree MwGeosetState *states = g_new0 (MwGeosetState, model->geosets.n + 1);
  mw_geosets_evaluate (model, clock, states);
  for (uint32_t i = 0; i < model->geosets.n; i++) {
    const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) model->geosets.items[i];
    MwPosedPart part = { geoset->record.id, points->len, geoset->vertices.n, states[i].visible };
    g_array_set_size (points, part.first + part.n);
    g_array_append_val (parts, part);
    if (part.n)
      (mw_skin_is_weighted (geoset) ? pose_by_weights : pose_by_groups) (
        geoset, skeleton, (float *) points->data + 3 * (gsize) part.first);
  }
}

static void
boxes_by_weights (const MwMdlxGeoset *geoset, const MwSkeleton *skeleton, MwBoneBox *boxes)
{
  enum { BONES = 4 };
  const guint none = mw_skin_n_node_matrices (skeleton) - 1, n_nodes = mw_skeleton_n_nodes (skeleton);
  const float *vertices = geoset->vertices.data;
  g_autofree uint16_t *numbers = g_new (uint16_t, BONES * (gsize) geoset->vertices.n);
  g_autofree uint8_t *weights = g_new (uint8_t, BONES * (gsize) geoset->vertices.n);
  mw_skin_vertex_weights (geoset, skeleton, numbers, weights);
  for (gsize i = 0; i < geoset->vertices.n; i++) {
    gboolean moved = FALSE;
    for (gsize k = BONES * i; k < BONES * (i + 1); k++)
      if (weights[k]) {
        mw_bone_box_add (&boxes[numbers[k] < none ? numbers[k] : n_nodes], vertices + 3 * i);
        moved = TRUE;
      }
    if (!moved)
      mw_bone_box_add (&boxes[n_nodes], vertices + 3 * i);
  }
}

/* The mean of several matrices moves a point to the mean of where they move it, which is within the box around these places. */
static void
boxes_by_groups (const MwMdlxGeoset *geoset, const MwSkeleton *skeleton, MwBoneBox *boxes)
{
  const guint n = mw_skin_n_matrices (geoset) - 1, n_nodes = mw_skeleton_n_nodes (skeleton);
  const uint32_t *sizes = geoset->group_sizes.data;
  const MwRef *members = geoset->group_members.data;
  const float *vertices = geoset->vertices.data;
  g_autofree uint16_t *numbers = g_new (uint16_t, (gsize) geoset->vertices.n + 1);
  g_autofree MwBoneBox *groups = g_new0 (MwBoneBox, n + 1);
  uint32_t left = geoset->group_members.n;
  mw_skin_vertex_matrices (geoset, numbers);
  for (gsize i = 0; i < geoset->vertices.n; i++)
    mw_bone_box_add (&groups[numbers[i]], vertices + 3 * i);
  for (guint g = 0; g <= n; g++) {
    const uint32_t size = g < n ? MIN (sizes[g], left) : 0;
    gboolean moved = FALSE;
    for (uint32_t m = 0; m < size; m++, members++) {
      const int place = groups[g].any ? mw_skeleton_place (skeleton, members->id) : -1;
      if (place >= 0) {
        mw_bone_box_add (&boxes[place], groups[g].min);
        mw_bone_box_add (&boxes[place], groups[g].max);
        moved = TRUE;
      }
    }
    if (groups[g].any && !moved) {
      mw_bone_box_add (&boxes[n_nodes], groups[g].min);
      mw_bone_box_add (&boxes[n_nodes], groups[g].max);
    }
    left -= size;
  }
}

void
mw_mdlx_bone_boxes (const MwSkeleton *skeleton, MwBoneBox *boxes)
{
  const MwMdlx *model = (const MwMdlx *) mw_skeleton_model (skeleton);
  for (uint32_t i = 0; i < model->geosets.n; i++) {
    const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) model->geosets.items[i];
    (mw_skin_is_weighted (geoset) ? boxes_by_weights : boxes_by_groups) (geoset, skeleton, boxes);
  }
}

/* Sets what its material says about the surface of a geoset. */
static void
add_look (const MwMdlx *model, const MwMdlxGeoset *geoset, const MwClock *clock, MwPosedSurface *surface)
{
  const MwMdlxMaterial *material = (const MwMdlxMaterial *) mw_model_resolve (&model->model, geoset->material);
  guint n = material ? mw_material_n_drawn (model, material) : 0;
  for (guint i = 0; i < n; i++) {
    const MwMdlxLayer *layer = (const MwMdlxLayer *) material->layers.items[i];
    MwLayerState state;
    mw_layer_evaluate (model, layer, clock, &state);
    if (!(state.alpha > MW_POSE_ALPHA_MIN))
      continue;
    const uint8_t look = layer->filter_mode > 2 ? MW_DRAWN_GLOW : MW_DRAWN_SURFACE;
    surface->look = MAX (surface->look, look);
    surface->two_sided |= (layer->flags & 0x10) != 0;
  }
}

void
mw_mdlx_surfaces (const MwModel *root, const MwSeen *seen, const MwPosedPart *parts, GArray *out)
{
  const MwMdlx *model = (const MwMdlx *) root;
  for (uint32_t i = 0; i < model->geosets.n; i++) {
    const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) model->geosets.items[i];
    MwPosedSurface surface = { .id = geoset->record.id,
                               .part = i,
                               .mesh = geoset->record.id,
                               .material = geoset->material.id,
                               .triangles = &geoset->faces,
                               .look = MW_DRAWN_NOT };
    if (!parts[i].shown || mw_ids_have (seen->hidden, seen->n_hidden, geoset->record.id))
      continue;
    add_look (model, geoset, seen->clock, &surface);
    g_array_append_val (out, surface);
  }
}

/* Whether the colour of a geoset is white now. */
static gboolean
is_white (const MwMdlx *model, const MwMdlxGeoset *geoset, const MwClock *clock)
{
  MwGeosetState state = { .color = { 1, 1, 1 } };
  for (uint32_t i = 0; i < model->geoset_animations.n; i++) {
    const MwMdlxGeosetAnimation *animation = (const MwMdlxGeosetAnimation *) model->geoset_animations.items[i];
    if (animation->geoset.id == geoset->record.id)
      mw_geoset_animation_evaluate (model, animation, clock, &state);
  }
  return state.color[0] == 1 && state.color[1] == 1 && state.color[2] == 1;
}

/* How the texels of a layer meet what is behind it, and the least alpha that is seen. FALSE: in no way that shows what is behind it. */
static gboolean
find_how (const MwMdlx *model, const MwMdlxGeoset *geoset, const MwMdlxLayer *layer, gboolean hd, float alpha,
          const MwClock *clock, MwSeenPass *out)
{
  enum { TRANSPARENT = 1, BLEND, ADDITIVE, ADD_ALPHA, MODULATE, MODULATE2X };
  const float discarded = MW_POSE_BLENDED_MIN / alpha;
  out->gain = alpha;
  out->least = MW_SEEN_ALPHA_MIN;
  switch (layer->filter_mode) {
  case 0:
    return FALSE;
  case TRANSPARENT:
    out->least = MW_POSE_TRANSPARENT_MIN / alpha;
    return TRUE;
  case ADDITIVE:
  case ADD_ALPHA:
    /* Other images add to that of an HD layer. */
    out->how = hd ? MW_SEEN_BLENDED : MW_SEEN_ADDED;
    return TRUE;
  case MODULATE:
  case MODULATE2X:
    /* Where it has another colour, or light that is not full, no texel leaves what is behind it as it is. */
    if (hd || !(layer->flags & 0x1) || !is_white (model, geoset, clock))
      return FALSE;
    out->how = layer->filter_mode == MODULATE ? MW_SEEN_MULTIPLIED : MW_SEEN_DOUBLED;
    out->least = discarded;
    return TRUE;
  default:
    return TRUE;
  }
}

/* A layer whose holes show what is behind it. FALSE: it has none, or it shows an image of the surroundings. */
static gboolean
seen_pass (const MwMdlx *model, const MwMdlxGeoset *geoset, const MwMdlxLayer *layer, gboolean hd,
           const MwLayerState *state, const MwClock *clock, MwSeenPass *out)
{
  static const float identity[6] = { 1, 0, 0, 1, 0, 0 };
  *out = (MwSeenPass) { .texture = state->texture.id };
  if ((layer->flags & 0x2) != 0 || layer->coord_id >= geoset->uv_sets.n
      || !find_how (model, geoset, layer, hd, state->alpha, clock, out))
    return FALSE;
  out->uvs = &((const MwMdlxUvSet *) geoset->uv_sets.items[layer->coord_id])->uvs;
  memcpy (out->uv, state->moves_uv ? state->uv : identity, sizeof out->uv);
  return TRUE;
}

guint
mw_mdlx_seen_passes (const MwModel *root, const MwPosedSurface *surface, const MwClock *clock, MwSeenPass *out)
{
  const MwMdlx *model = (const MwMdlx *) root;
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) model->geosets.items[surface->part];
  const MwMdlxMaterial *material = (const MwMdlxMaterial *) mw_model_resolve (root, geoset->material);
  const guint n = material ? mw_material_n_drawn (model, material) : 0;
  guint n_passes = 0;
  for (guint i = 0; i < n; i++) {
    const MwMdlxLayer *layer = (const MwMdlxLayer *) material->layers.items[i];
    MwLayerState state;
    mw_layer_evaluate (model, layer, clock, &state);
    if (!(state.alpha > MW_POSE_ALPHA_MIN))
      continue;
    const gboolean hd = mw_layer_is_hd (model, material, layer);
    if (n_passes == MW_SEEN_PASSES || !seen_pass (model, geoset, layer, hd, &state, clock, &out[n_passes]))
      return 0;
    n_passes++;
  }
  return n_passes;
}

void
mw_mdlx_moved (const MwModel *model, const MwRecord *mesh, const MwId *nodes, guint n, guint8 *out)
{
  enum { BONES = 4 };
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) mesh;
  if (mw_skin_is_weighted (geoset)) {
    const MwRef *refs = geoset->skin_bones.data;
    const uint16_t *weights = geoset->skin_weights.data;
    const uint32_t n_bound = MIN (geoset->skin_bones.n, geoset->skin_weights.n);
    for (gsize i = 0; i < geoset->vertices.n; i++) {
      out[i] = 0;
      for (gsize k = BONES * i; i < n_bound && k < BONES * (i + 1); k++)
        out[i] |= weights[k] && mw_ids_have (nodes, n, refs[k].id);
    }
    return;
  }
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (model);
  g_autofree float *shares = g_new (float, mw_skin_n_matrices (geoset));
  g_autofree uint16_t *numbers = g_new (uint16_t, geoset->vertices.n + 1);
  mw_skin_group_shares (geoset, skeleton, nodes, n, shares);
  mw_skin_vertex_matrices (geoset, numbers);
  for (gsize i = 0; i < geoset->vertices.n; i++)
    out[i] = shares[numbers[i]] > 0;
}

void
mw_mdlx_bone_sets (const MwModel *model, const MwRecord *mesh, MwBoneSets *out)
{
  enum { BONES = 4 };
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) mesh;
  const guint8 *groups = geoset->vertex_groups.data;
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  if (mw_skin_is_weighted (geoset)) {
    const MwRef *refs = geoset->skin_bones.data;
    const uint16_t *weights = geoset->skin_weights.data;
    const uint32_t n_bound = MIN (geoset->skin_bones.n, geoset->skin_weights.n);
    for (guint32 i = 0; i < MIN (geoset->vertices.n, n_bound); i++) {
      g_array_set_size (ids, 0);
      for (gsize k = BONES * (gsize) i; k < BONES * ((gsize) i + 1); k++)
        if (weights[k])
          g_array_append_val (ids, refs[k].id);
      mw_bone_sets_put (out, i, (const MwId *) (gconstpointer) ids->data, ids->len);
    }
    return;
  }
  out->stored = TRUE;
  for (guint32 g = 0, at = 0; g < geoset->group_sizes.n; g++) {
    const guint32 size = ((const guint32 *) geoset->group_sizes.data)[g];
    g_array_set_size (ids, 0);
    for (guint32 k = 0; k < size && at < geoset->group_members.n; k++, at++)
      g_array_append_val (ids, ((const MwRef *) geoset->group_members.data)[at].id);
    mw_bone_sets_append (out, (const MwId *) (gconstpointer) ids->data, ids->len);
  }
  for (guint32 i = 0; i < MIN (geoset->vertices.n, geoset->vertex_groups.n); i++)
    if (groups[i] < out->sets->len)
      out->of_vertex[i] = groups[i];
}
