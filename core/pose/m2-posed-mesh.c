/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/m2.h"
#include "core/pose/family.h"
#include "core/pose/m2-material.h"
#include "core/pose/math.h"

/* m2.md 5.6: each vertex names up to four bones of the model, with weights that add up to 255. */
enum { BONES = 4 };

void
mw_m2_posed_mesh (const MwSkeleton *skeleton, const MwClock *clock, GArray *parts, GArray *points)
{
  const MwM2 *model = (const MwM2 *) mw_skeleton_model (skeleton);
  const float *positions = model->positions.data;
  const uint8_t *bones = model->bone_indices.data, *weights = model->bone_weights.data;
  gsize n = model->positions.n, n_bound = MIN (model->bone_indices.n, model->bone_weights.n);
  MwPosedPart part = { model->model.record.id, points->len, (guint) n, TRUE };
  g_array_set_size (points, part.first + part.n);
  g_array_append_val (parts, part);

  /* The matrices of the bones, and the identity for numbers that no bone has. */
  g_autofree float *matrices = g_new (float, 16 * (G_MAXUINT8 + 2));
  for (guint i = 0; i <= G_MAXUINT8 + 1; i++)
    memcpy (matrices + 16 * (gsize) i,
            i < model->bones.n ? mw_skeleton_matrix (skeleton, model->bones.items[i]->id) : mw_mat_identity,
            sizeof mw_mat_identity);
  for (gsize i = 0; i < n; i++) {
    uint16_t numbers[BONES] = { 0 };
    uint8_t none[BONES] = { 0 };
    for (guint k = 0; i < n_bound && k < BONES; k++)
      numbers[k] = bones[BONES * i + k];
    mw_mat_point_weighted (matrices, numbers, i < n_bound ? weights + BONES * i : none, positions + 3 * i,
                           (float *) points->data + 3 * (part.first + i));
  }
}

void
mw_m2_bone_boxes (const MwSkeleton *skeleton, MwBoneBox *boxes)
{
  const MwM2 *model = (const MwM2 *) mw_skeleton_model (skeleton);
  const float *positions = model->positions.data;
  const uint8_t *bones = model->bone_indices.data, *weights = model->bone_weights.data;
  const gsize n_bound = MIN (model->bone_indices.n, model->bone_weights.n);
  MwBoneBox *unmoved = &boxes[mw_skeleton_n_nodes (skeleton)], *of_bone[G_MAXUINT8 + 1];
  for (guint i = 0; i < G_N_ELEMENTS (of_bone); i++) {
    const int place = i < model->bones.n ? mw_skeleton_place (skeleton, model->bones.items[i]->id) : -1;
    of_bone[i] = place < 0 ? unmoved : &boxes[place];
  }
  for (gsize i = 0; i < model->positions.n; i++) {
    gboolean moved = FALSE;
    for (gsize k = BONES * i; i < n_bound && k < BONES * (i + 1); k++) {
      if (!weights[k])
        continue;
      mw_bone_box_add (of_bone[bones[k]], positions + 3 * i);
      moved = TRUE;
    }
    if (!moved)
      mw_bone_box_add (unmoved, positions + 3 * i);
  }
}

void
mw_m2_surfaces_seen (const MwModel *root, const MwSeen *seen, const MwPosedPart *parts, GArray *out)
{
  const MwM2 *model = (const MwM2 *) root;
  const MwM2Skin *skin = mw_m2_skin_shown (model, seen->profile);
  for (uint32_t i = 0; skin && i < skin->batches.n; i++) {
    const MwM2Batch *batch = (const MwM2Batch *) skin->batches.items[i];
    const MwRecord *record = mw_model_resolve (root, batch->submesh);
    MwM2BatchState state;
    if (!record || record->schema != &mw_m2_submesh_schema || record->owner != &skin->record
        || mw_ids_have (seen->hidden, seen->n_hidden, record->id)
        || mw_ids_have (seen->hidden, seen->n_hidden, batch->record.id))
      continue;
    mw_m2_batch_evaluate (model, batch, seen->clock, &state);
    const uint8_t look = !state.visible ? MW_DRAWN_NOT : state.blend > 2 ? MW_DRAWN_GLOW : MW_DRAWN_SURFACE;
    const MwRef *texture = batch->textures.n ? batch->textures.data : NULL;
    const MwPosedSurface surface = { .id = batch->record.id,
                                     .mesh = record->id,
                                     .material = (guint64) batch->material.id << 32 | (texture ? texture->id : 0),
                                     .triangles = &((const MwM2Submesh *) record)->triangles,
                                     .look = look,
                                     .two_sided = state.two_sided };
    g_array_append_val (out, surface);
  }
}

/* How many times more opaque than its first image a batch is at most; 0: its opacity does not follow from that. */
static float
opacity_of_first (MwOpacity opacity)
{
  switch (opacity) {
  case MW_OPACITY_A:
  case MW_OPACITY_AB:
  case MW_OPACITY_ABC:
    return 1;
  case MW_OPACITY_2AB:
    return 2;
  default:
    return 0;
  }
}

/* How many times brighter than its first image a batch is at most; 0: it does not follow from that. */
static float
brightness_of_first (const MwM2Shader *shader)
{
  if (shader->specular != MW_SPECULAR_NONE)
    return 0;
  switch (shader->diffuse) {
  case MW_DIFFUSE_A:
  case MW_DIFFUSE_AB:
  case MW_DIFFUSE_ABC:
    return 1;
  case MW_DIFFUSE_2AB:
    return 2;
  case MW_DIFFUSE_4ABC:
    return 4;
  default:
    return 0;
  }
}

/* How the texels of a batch meet what is behind it, and the least alpha that is seen (rendering.md 3.5). FALSE: in no way that shows what is
 * behind it. */
static gboolean
find_how (const MwM2BatchState *state, MwSeenPass *out)
{
  enum { ALPHA_KEY = 1, ALPHA, NO_ALPHA_ADD, ADD, MOD, MOD2X, BLEND_ADD };
  const float opacity = state->shader.n_units ? opacity_of_first (state->shader.opacity) : 0,
              brightness = state->shader.n_units ? brightness_of_first (&state->shader) : 0;
  out->least = opacity > 0 ? MW_SEEN_ALPHA_MIN / opacity : 0;
  out->gain = brightness;
  switch (state->blend) {
  case ALPHA_KEY:
    out->least = opacity > 0 ? MW_M2_KEYED_MIN / opacity : 0;
    return opacity > 0;
  case ALPHA:
    return opacity > 0;
  case ADD:
    out->how = brightness > 0 ? MW_SEEN_ADDED : MW_SEEN_BLENDED;
    out->gain = brightness * MAX (opacity, 1);
    return opacity > 0;
  case NO_ALPHA_ADD:
    out->how = MW_SEEN_ADDED_WHOLE;
    out->least = 0;
    return brightness > 0;
  case MOD:
  case MOD2X:
    /* Both leave as it is what is behind white, since Mod2x halves the colour first. */
    out->how = MW_SEEN_MULTIPLIED;
    out->least = 0;
    return brightness > 0 && state->shader.diffuse == MW_DIFFUSE_A;
  case BLEND_ADD:
    out->how = MW_SEEN_OVER;
    out->gain = MAX (brightness, opacity);
    out->least = 0;
    return brightness > 0 && opacity > 0;
  default:
    return FALSE;
  }
}

guint
mw_m2_seen_passes (const MwModel *root, const MwPosedSurface *surface, const MwClock *clock, MwSeenPass *out)
{
  const MwM2 *model = (const MwM2 *) root;
  MwM2BatchState state;
  mw_m2_batch_evaluate (model, (const MwM2Batch *) mw_model_find (root, surface->id), clock, &state);
  *out = (MwSeenPass) { .texture = state.units[0].texture.id,
                        .uvs = state.shader.coords[0] == MW_M2_COORD_UV2 ? &model->uvs2 : &model->uvs };
  if (state.shader.coords[0] == MW_M2_COORD_ENVIRONMENT || !find_how (&state, out))
    return 0;
  memcpy (out->uv, state.units[0].uv, sizeof out->uv);
  return 1;
}

void
mw_m2_moved (const MwModel *root, const MwRecord *mesh, const MwId *nodes, guint n, guint8 *out)
{
  const MwM2 *model = (const MwM2 *) root;
  const uint8_t *bones = model->bone_indices.data, *weights = model->bone_weights.data;
  const gsize n_bound = MIN (model->bone_indices.n, model->bone_weights.n);
  guint8 meant[G_MAXUINT8 + 1] = { 0 };
  for (guint i = 0; i < MIN (model->bones.n, (guint) sizeof meant); i++)
    meant[i] = (guint8) mw_ids_have (nodes, n, model->bones.items[i]->id);
  for (gsize i = 0; i < model->positions.n; i++) {
    out[i] = 0;
    for (gsize k = BONES * i; i < n_bound && k < BONES * (i + 1); k++)
      out[i] |= weights[k] && meant[bones[k]];
  }
}

void
mw_m2_bone_sets (const MwModel *root, const MwRecord *mesh, MwBoneSets *out)
{
  const MwM2 *model = (const MwM2 *) root;
  const MwM2Submesh *submesh = (const MwM2Submesh *) mesh;
  const uint8_t *bones = model->bone_indices.data, *weights = model->bone_weights.data;
  const guint16 *corners = submesh->triangles.data;
  const guint32 n = MIN (out->n, MIN (model->bone_indices.n, model->bone_weights.n));
  g_autofree guint8 *used = g_new0 (guint8, G_MAXUINT16 + 1);
  for (guint32 i = 0; i < submesh->triangles.n; i++)
    used[corners[i]] = 1;
  for (guint32 i = 0; i < MIN (n, G_MAXUINT16 + 1); i++) {
    MwId ids[BONES];
    guint n_ids = 0;
    for (gsize k = BONES * (gsize) i; used[i] && k < BONES * ((gsize) i + 1); k++)
      if (weights[k])
        ids[n_ids++] = bones[k] < model->bones.n ? model->bones.items[bones[k]]->id : 0;
    if (used[i])
      mw_bone_sets_put (out, i, ids, n_ids);
  }
}
