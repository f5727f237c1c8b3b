/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/aspects.h"
#include "core/base/i18n.h"
#include "core/model/mdlx/mdlx.h"

#include <string.h>

static const MwMdlx *
of (const MwModel *model)
{
  return (const MwMdlx *) model;
}

/* The game ignores case and trailing white space. */
static MwStand
stand_rank_of (const char *name)
{
  if (g_ascii_strncasecmp (name, "Stand", 5) != 0)
    return MW_STAND_NO;
  for (name += 5; g_ascii_isspace (*name);)
    name++;
  return *name ? MW_STAND_LIKE : MW_STAND;
}

static void
of_sequence (const MwModel *model, const MwRecord *record, MwSequenceAspect *out)
{
  const MwMdlxSequence *sequence = (const MwMdlxSequence *) record;
  out->start = sequence->interval[0];
  out->end = sequence->interval[1];
  out->on_time_line = TRUE;
  out->looping = !(sequence->flags & 1); /* mdlx.md 5.2: 1 is "not looping" */
  out->stand = stand_rank_of (mw_text (sequence->name));
  out->bounds = &sequence->bounds;
}

/* The file in the game's archives that the game uses for a replaceable id; NULL when the map or the player decides. */
static const char *
replaceable_path (uint32_t id)
{
  switch (id) {
  case 11:
    return "ReplaceableTextures\\Cliff\\Cliff0.blp";
  case 31:
    return "ReplaceableTextures\\LordaeronTree\\LordaeronSummerTree.blp";
  case 32:
    return "ReplaceableTextures\\AshenvaleTree\\AshenTree.blp";
  case 33:
    return "ReplaceableTextures\\BarrensTree\\BarrensTree.blp";
  case 34:
    return "ReplaceableTextures\\NorthrendTree\\NorthTree.blp";
  case 35:
    return "ReplaceableTextures\\Mushroom\\MushroomTree.blp";
  case 36:
    return "ReplaceableTextures\\RuinsTree\\RuinsTree.blp";
  case 37:
    return "ReplaceableTextures\\OutlandMushroomTree\\MushroomTree.blp";
  default:
    return NULL;
  }
}

static void
of_texture (const MwRecord *record, MwTextureAspect *out)
{
  enum { TEAM_COLOUR = 1, TEAM_GLOW = 2 };
  const MwMdlxTexture *texture = (const MwMdlxTexture *) record;
  const char *path = mw_text (texture->path);
  uint32_t id = texture->replaceable_id;
  out->wrap = texture->flags;
  if (mw_record_family (record) == MW_FAMILY_MDX_WOW) {
    out->type = id;
    out->path = id ? NULL : path;
    return;
  }
  out->replaceable_id = id;
  out->of_game = id && !*path;
  if (id != TEAM_COLOUR && id != TEAM_GLOW)
    out->path = *path ? path : replaceable_path (id);
}

static void
of_camera (const MwRecord *record, MwCameraAspect *out)
{
  const MwMdlxCamera *camera = (const MwMdlxCamera *) record;
  *out = (MwCameraAspect) { camera->position, camera->target, TRUE };
}

static const MwMdlxGeoset *
geoset_at (const MwModel *model, guint i)
{
  const MwList *geosets = &of (model)->geosets;
  return i < geosets->n ? (const MwMdlxGeoset *) geosets->items[i] : NULL;
}

static const MwArray *
vertices_at (const MwModel *model, guint i)
{
  const MwMdlxGeoset *geoset = geoset_at (model, i);
  return geoset ? &geoset->vertices : NULL;
}

static const MwArray *
triangles_at (const MwModel *model, MwId profile, guint i)
{
  const MwMdlxGeoset *geoset = geoset_at (model, i);
  return geoset ? &geoset->faces : NULL;
}

static gboolean
mesh_of (const MwModel *model, const MwRecord *record, MwMeshAspect *out)
{
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) record;
  if (record->schema != &mw_mdlx_geoset_schema)
    return FALSE;
  *out = (MwMeshAspect) { .vertices = &geoset->vertices, .faces = &geoset->faces };
  return TRUE;
}

static MwPoint
point_of (const MwSchema *schema)
{
  static const struct {
    const MwSchema *schema;
    MwPoint point;
  } points[] = {
    { &mw_mdlx_bone_schema, MW_POINT_BONE },
    { &mw_mdlx_helper_schema, MW_POINT_HELPER },
    { &mw_mdlx_attachment_schema, MW_POINT_ATTACHMENT },
    { &mw_mdlx_event_object_schema, MW_POINT_EVENT },
    { &mw_mdlx_particle_emitter_schema, MW_POINT_PARTICLES },
    { &mw_mdlx_particle_emitter2_schema, MW_POINT_PARTICLES },
    { &mw_mdlx_popcorn_emitter_schema, MW_POINT_EFFECT },
    { &mw_mdlx_ribbon_emitter_schema, MW_POINT_RIBBON },
    { &mw_mdlx_light_schema, MW_POINT_LIGHT },
    { &mw_mdlx_collision_shape_schema, MW_POINT_COLLISION },
  };
  for (guint i = 0; i < G_N_ELEMENTS (points); i++)
    if (points[i].schema == schema)
      return points[i].point;
  return MW_POINT_NONE;
}

static const float *
place_of (const MwRecord *record)
{
  return mw_schema_is_a (record->schema, &mw_mdlx_node_schema) ? ((const MwMdlxNode *) record)->pivot : NULL;
}

/* mdlx.md 7.2: in World of Warcraft, types 1 and 3 are a cylinder with a height and a rectangle centred on its node. */
static void
wow_shape (const MwMdlxCollisionShape *shape, MwShapeAspect *out)
{
  const float half[3] = { shape->length / 2, shape->width / 2, 0 };
  if (shape->type == MW_MDLX_WOW_SHAPE_CYLINDER) {
    out->kind = MW_SHAPE_CYLINDER;
    memcpy (out->points[1], out->points[0], sizeof out->points[1]);
    out->points[1][2] += shape->height;
  } else if (shape->type == MW_MDLX_WOW_SHAPE_PLANE) {
    out->kind = MW_SHAPE_BOX;
    for (int k = 0; k < 3; k++) {
      out->points[0][k] = shape->node.pivot[k] - half[k];
      out->points[1][k] = shape->node.pivot[k] + half[k];
    }
  }
}

static void
shape_of (const MwRecord *record, MwShapeAspect *out)
{
  static const MwShapeKind kinds[] = { [MW_MDLX_SHAPE_BOX] = MW_SHAPE_BOX,
                                       [MW_MDLX_SHAPE_PLANE] = MW_SHAPE_BOX,
                                       [MW_MDLX_SHAPE_SPHERE] = MW_SHAPE_SPHERE,
                                       [MW_MDLX_SHAPE_CYLINDER] = MW_SHAPE_CYLINDER };
  const MwMdlxCollisionShape *shape = (const MwMdlxCollisionShape *) record;
  out->kind = shape->type < G_N_ELEMENTS (kinds) ? kinds[shape->type] : MW_SHAPE_NONE;
  out->radius = shape->radius;
  memcpy (out->points, shape->vertices, sizeof out->points);
  if (mw_record_family (record) == MW_FAMILY_MDX_WOW)
    wow_shape (shape, out);
}

static void
sections (const MwModel *model, GArray *out)
{
  const MwMdlx *mdlx = (const MwMdlx *) model;
  for (uint32_t i = 0; i < mdlx->geosets.n; i++) {
    const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) mdlx->geosets.items[i];
    MwSectionAspect section = { geoset->record.id, geoset->selection_group };
    g_array_append_val (out, section);
  }
}

static void
append_texture (const MwModel *model, MwRef ref, const MwTrack *track, GArray *out)
{
  const MwRef *keys = track ? track->values.data : NULL;
  const size_t n = track ? track->values.n : 0;
  for (size_t i = 0; i <= n; i++) {
    const MwRecord *texture = mw_model_resolve (model, i < n ? keys[i] : ref);
    if (texture)
      g_array_append_val (out, texture->id);
  }
}

static void
append_material (const MwModel *model, MwRef ref, GArray *out)
{
  const MwRecord *record = mw_model_resolve (model, ref);
  const MwList *layers = record && record->schema == &mw_mdlx_material_schema
                           ? &((const MwMdlxMaterial *) record)->layers
                           : NULL;
  for (uint32_t i = 0; layers && i < layers->n; i++) {
    const MwMdlxLayer *layer = (const MwMdlxLayer *) layers->items[i];
    append_texture (model, layer->texture, layer->texture_track, out);
    for (uint32_t k = 0; k < layer->textures.n; k++) {
      const MwMdlxLayerTexture *image = (const MwMdlxLayerTexture *) layer->textures.items[k];
      append_texture (model, image->texture, image->texture_track, out);
    }
  }
}

static void
mesh_textures (const MwModel *model, MwId mesh, GArray *out)
{
  const MwMdlx *mdlx = of (model);
  for (uint32_t i = 0; i < mdlx->geosets.n && mesh; i++)
    if (mdlx->geosets.items[i]->id == mesh)
      append_material (model, ((const MwMdlxGeoset *) mdlx->geosets.items[i])->material, out);
  for (uint32_t i = 0; i < mdlx->nodes.n && !mesh; i++) {
    const MwRecord *node = mdlx->nodes.items[i];
    if (node->schema == &mw_mdlx_particle_emitter2_schema)
      append_texture (model, ((const MwMdlxParticleEmitter2 *) node)->texture, NULL, out);
    else if (node->schema == &mw_mdlx_ribbon_emitter_schema)
      append_material (model, ((const MwMdlxRibbonEmitter *) node)->material, out);
  }
}

static gboolean
has_teams (const MwModel *model)
{
  return of (model)->family == MW_FAMILY_MDX;
}

static MwRecord *
extent_of (const MwRecord *holder, MwId sequence)
{
  if (holder->schema != &mw_mdlx_geoset_schema)
    return NULL;
  const MwList *extents = &((const MwMdlxGeoset *) holder)->extents;
  for (uint32_t i = 0; i < extents->n; i++)
    if (((const MwMdlxGeosetExtent *) extents->items[i])->sequence.id == sequence)
      return extents->items[i];
  return NULL;
}

static guint
n_weighted_bones (const MwMdlxGeoset *geoset)
{
  const MwRef *bones = geoset->skin_bones.data;
  const uint16_t *weights = geoset->skin_weights.data;
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  for (uint32_t i = 0; i < MIN (geoset->skin_bones.n, geoset->skin_weights.n); i++)
    if (weights[i] && bones[i].id)
      g_hash_table_add (known, GUINT_TO_POINTER (bones[i].id));
  return g_hash_table_size (known);
}

/* mdlx.md 5.7: vertices number groups, and bones of weights, by bytes. */
static MwBoneLoad
bone_load (const MwModel *model, MwId profile)
{
  enum { LIMIT = 256 };
  const MwList *geosets = &of (model)->geosets;
  MwBoneLoad load = { N_ ("Most matrix groups of one geoset"), 0, LIMIT };
  for (uint32_t i = 0; i < geosets->n; i++) {
    const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) geosets->items[i];
    const gboolean weighted = geoset->skin_weights.n > 0;
    const guint n = weighted ? n_weighted_bones (geoset) : geoset->group_sizes.n;
    if (n > load.most)
      load = (MwBoneLoad) { weighted ? N_ ("Most bones of one geoset") : N_ ("Most matrix groups of one geoset"), n,
                            LIMIT };
  }
  return load;
}

static const MwSchema *const parts[] = { &mw_mdlx_global_sequence_schema, &mw_mdlx_texture_schema, &mw_mdlx_material_schema, &mw_mdlx_texture_animation_schema, NULL };

const MwAspects mw_mdlx_aspects = {
  .root = &mw_mdlx_schema,
  .sequence = &mw_mdlx_sequence_schema,
  .texture = &mw_mdlx_texture_schema,
  .standard = mw_mdlx_standard,
  .size = 100,
  .parts = parts,
  .of_sequence = of_sequence,
  .of_texture = of_texture,
  .of_camera = of_camera,
  .cameras = MW_MEMBER (MwMdlx, cameras, MwList),
  .bounds = MW_MEMBER (MwMdlx, bounds, MwBounds),
  .collision_vertices = MW_MEMBER (MwMdlx, collision_vertices, MwArray),
  .collision_triangles = MW_MEMBER (MwMdlx, collision_triangles, MwArray),
  .vertices = vertices_at,
  .triangles = triangles_at,
  .mesh = mesh_of,
  .sections = sections,
  .mesh_textures = mesh_textures,
  .bone_load = bone_load,
  .extent = extent_of,
  .point = point_of,
  .place = place_of,
  .shape = shape_of,
  .has_teams = has_teams,
};
