/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/aspects.h"
#include "core/base/i18n.h"
#include "core/model/m2/derived.h"
#include "core/model/m2/kept.h"
#include "core/model/m2/m2.h"

static const MwM2 *
of (const MwModel *model)
{
  return (const MwM2 *) model;
}

static void
of_sequence (const MwModel *root, const MwRecord *record, MwSequenceAspect *out)
{
  const MwM2 *model = of (root);
  const MwM2Sequence *sequence = (const MwM2Sequence *) record;
  out->on_time_line = !mw_m2_has_lanes (model);
  out->start = out->on_time_line ? sequence->start : 0;
  out->end = out->on_time_line ? sequence->end : sequence->duration;
  out->looping = !(sequence->flags & 1); /* m2.md 5.1: 1 is "one shot" */
  out->stand = sequence->animation == 0 ? MW_STAND : MW_STAND_NO;
  out->is_alias = (sequence->flags & MW_M2_SEQUENCE_ALIAS) != 0;
  out->not_loaded = sequence->not_loaded != 0;
  out->bounds = &sequence->bounds;
  if (out->is_alias && !out->on_time_line)
    out->plays = model->sequences.items[mw_m2_sequence_target (model, mw_record_index (record))];
}

static void
of_texture (const MwRecord *record, MwTextureAspect *out)
{
  const MwM2Texture *texture = (const MwM2Texture *) record;
  out->type = texture->type;
  out->path = texture->type ? NULL : texture->path;
  out->wrap = texture->flags;
}

static void
of_camera (const MwRecord *record, MwCameraAspect *out)
{
  const MwM2Camera *camera = (const MwM2Camera *) record;
  *out = (MwCameraAspect) { camera->position, camera->target, camera->type == 0 };
}

static const MwArray *
vertices_at (const MwModel *model, guint i)
{
  return i == 0 ? &of (model)->positions : NULL;
}

static const MwArray *
triangles_at (const MwModel *model, MwId profile, guint i)
{
  const MwRecord *record = mw_model_find (model, profile);
  const MwM2Skin *skin = record && record->schema == &mw_m2_skin_schema ? (const MwM2Skin *) record : NULL;
  return skin && i < skin->submeshes.n ? &((const MwM2Submesh *) skin->submeshes.items[i])->triangles : NULL;
}

static gboolean
mesh_of (const MwModel *model, const MwRecord *record, MwMeshAspect *out)
{
  if (record->schema != &mw_m2_submesh_schema)
    return FALSE;
  const MwArray *triangles = &((const MwM2Submesh *) record)->triangles;
  *out = (MwMeshAspect) { &of (model)->positions, triangles, triangles };
  return TRUE;
}

/* The records that have a position, and where. */
typedef struct {
  const MwSchema *schema;
  MwPoint point;
  size_t place;
} Point;
#define POINT(Struct, member) MW_MEMBER (Struct, member, float[3])
static const Point points[] = {
  { &mw_m2_bone_schema, MW_POINT_BONE, POINT (MwM2Bone, pivot) },
  { &mw_m2_attachment_schema, MW_POINT_ATTACHMENT, POINT (MwM2Attachment, position) },
  { &mw_m2_event_schema, MW_POINT_EVENT, POINT (MwM2Event, position) },
  { &mw_m2_light_schema, MW_POINT_LIGHT, POINT (MwM2Light, position) },
  { &mw_m2_particle_schema, MW_POINT_PARTICLES, POINT (MwM2Particle, position) },
  { &mw_m2_ribbon_schema, MW_POINT_RIBBON, POINT (MwM2Ribbon, position) },
};

static const Point *
find_point (const MwSchema *schema)
{
  for (guint i = 0; i < G_N_ELEMENTS (points); i++)
    if (points[i].schema == schema)
      return &points[i];
  return NULL;
}

static MwPoint
point_of (const MwSchema *schema)
{
  const Point *point = find_point (schema);
  return point ? point->point : MW_POINT_NONE;
}

const float *
mw_m2_place (const MwRecord *record)
{
  const Point *point = find_point (record->schema);
  return point ? (gconstpointer) ((const char *) record + point->place) : NULL;
}

const MwM2Skin *
mw_m2_skin_shown (const MwM2 *model, MwId id)
{
  for (int pass = id ? 0 : 1; pass < 2; pass++)
    for (uint32_t i = 0; i < model->skins.n; i++) {
      const MwM2Skin *skin = (const MwM2Skin *) model->skins.items[i];
      if (!skin->not_loaded && (pass == 1 || skin->record.id == id))
        return skin;
    }
  return NULL;
}

static const MwRecord *
profile_of (const MwModel *model, MwId chosen)
{
  const MwM2Skin *skin = mw_m2_skin_shown (of (model), chosen);
  return skin ? &skin->record : NULL;
}

static char *
unread_users (const MwModel *model, const MwRecord *record)
{
  return mw_m2_unread_users (of (model), record);
}

static void
sections (const MwModel *model, GArray *out)
{
  const MwM2 *m2 = of (model);
  for (uint32_t i = 0; i < m2->skins.n; i++) {
    const MwM2Skin *skin = (const MwM2Skin *) m2->skins.items[i];
    for (uint32_t k = 0; k < skin->submeshes.n; k++) {
      const MwM2Submesh *submesh = (const MwM2Submesh *) skin->submeshes.items[k];
      MwSectionAspect section = { submesh->record.id, submesh->geoset };
      g_array_append_val (out, section);
    }
  }
}

static void
append_textures (const MwModel *model, const MwRef *refs, size_t n, GArray *out)
{
  for (size_t i = 0; i < n; i++) {
    const MwRecord *texture = mw_model_resolve (model, refs[i]);
    if (texture)
      g_array_append_val (out, texture->id);
  }
}

static void
mesh_textures (const MwModel *model, MwId mesh, GArray *out)
{
  const MwM2 *m2 = of (model);
  for (uint32_t i = 0; i < m2->skins.n && mesh; i++) {
    const MwList *batches = &((const MwM2Skin *) m2->skins.items[i])->batches;
    for (uint32_t k = 0; k < batches->n; k++) {
      const MwM2Batch *batch = (const MwM2Batch *) batches->items[k];
      const MwRecord *submesh = mw_model_resolve (model, batch->submesh);
      if (submesh && submesh->id == mesh)
        append_textures (model, batch->textures.data, batch->textures.n, out);
    }
  }
  for (uint32_t i = 0; i < m2->particles.n && !mesh; i++) {
    const MwM2Particle *particle = (const MwM2Particle *) m2->particles.items[i];
    const MwRef refs[] = { particle->texture, particle->texture_2, particle->texture_3 };
    append_textures (model, refs, G_N_ELEMENTS (refs), out);
  }
  for (uint32_t i = 0; i < m2->ribbons.n && !mesh; i++) {
    const MwArray *textures = &((const MwM2Ribbon *) m2->ribbons.items[i])->textures;
    append_textures (model, textures->data, textures->n, out);
  }
}

static const MwSchema *const parts[] = { &mw_m2_global_sequence_schema, &mw_m2_texture_schema, &mw_m2_material_schema, &mw_m2_color_schema, &mw_m2_texture_weight_schema, &mw_m2_texture_transform_schema, NULL };

/* m2.md 6: the vertices of a submesh number its bones by bytes, and a profile may allow fewer. */
static MwBoneLoad
bone_load (const MwModel *model, MwId profile)
{
  const MwM2Skin *skin = mw_m2_skin_shown (of (model), profile);
  MwBoneLoad load = { N_ ("Most bones of one submesh"), 0, mw_m2_bone_limit (skin) };
  for (uint32_t i = 0; skin && i < skin->submeshes.n; i++) {
    guint n;
    G_GNUC_UNUSED g_autofree uint16_t *bones = mw_m2_submesh_bones (of (model),
                                                                    (const MwM2Submesh *) skin->submeshes.items[i], &n);
    load.most = MAX (load.most, n);
  }
  return load;
}

const MwAspects mw_m2_aspects = {
  .root = &mw_m2_schema,
  .sequence = &mw_m2_sequence_schema,
  .texture = &mw_m2_texture_schema,
  .standard = mw_m2_standard,
  .size = 2,
  .parts = parts,
  .of_sequence = of_sequence,
  .of_texture = of_texture,
  .of_camera = of_camera,
  .cameras = MW_MEMBER (MwM2, cameras, MwList),
  .bounds = MW_MEMBER (MwM2, bounds, MwBounds),
  .collision_vertices = MW_MEMBER (MwM2, collision_vertices, MwArray),
  .collision_triangles = MW_MEMBER (MwM2, collision_triangles, MwArray),
  .vertices = vertices_at,
  .triangles = triangles_at,
  .mesh = mesh_of,
  .sections = sections,
  .mesh_textures = mesh_textures,
  .bone_load = bone_load,
  .point = point_of,
  .place = mw_m2_place,
  .profiles = MW_MEMBER (MwM2, skins, MwList),
  .profile = profile_of,
  .unread_users = unread_users,
};
