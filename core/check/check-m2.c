/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/check/check-m2.h"
#include "core/model/m2/derived.h"

#include <math.h>
#include <string.h>

#define IN_MODEL 0x130u

/* --- Required content ----------------------------------------------------------------------------------------------- */

static void
check_whole (MwChecking *c, const MwM2 *model)
{
  const MwRecord *root = &model->model.record;
  if (model->skins.n == 0)
    mw_check_find_in (c, MW_RULE_M2_PROFILES_NONE, root, MW_FIELD (MwM2, skins), "found none");
  if (model->skins.n > 4)
    mw_check_find_in (c, MW_RULE_M2_PROFILES_MANY, root, MW_FIELD (MwM2, skins), "found %u, expected at most 4",
                      model->skins.n);
  if (model->bones.n == 0)
    mw_check_find_in (c, MW_RULE_M2_BONES_NONE, root, MW_FIELD (MwM2, bones), "found none");
  if (model->sequences.n == 0)
    mw_check_find_in (c, MW_RULE_SEQUENCES_NONE, root, MW_FIELD (MwM2, sequences), "found none");
  if (mw_m2_n_vertices (model) > 65535)
    mw_check_find_in (c, MW_RULE_M2_VERTICES_MANY, root, MW_FIELD (MwM2, positions), "found %u, expected at most 65535",
                      mw_m2_n_vertices (model));
  if (model->collision_triangles.n != 3 * model->collision_normals.n)
    mw_check_find_in (c, MW_RULE_M2_COLLISION, root, MW_FIELD (MwM2, collision_triangles),
                      "found %u corners, expected three for each of %u normals", model->collision_triangles.n,
                      model->collision_normals.n);
  const uint16_t *corners = model->collision_triangles.data;
  for (uint32_t i = 0; i < model->collision_triangles.n; i++)
    if (corners[i] >= model->collision_vertices.n) {
      mw_check_find_at (c, MW_RULE_M2_COLLISION, root, MW_FIELD (MwM2, collision_triangles), i,
                        "found vertex %u, but there are only %u", corners[i], model->collision_vertices.n);
      break;
    }
}

/* --- Sequences ------------------------------------------------------------------------------------------------------ */

static gboolean
alias_ends (const MwM2 *model, const MwM2Sequence *sequence)
{
  for (uint32_t steps = 0; sequence && steps <= model->sequences.n; steps++) {
    if (!(sequence->flags & MW_M2_SEQUENCE_ALIAS))
      return TRUE;
    sequence = (const MwM2Sequence *) mw_model_resolve (&model->model, sequence->alias);
  }
  return FALSE;
}

static gboolean
variations_end (const MwM2 *model, const MwM2Sequence *sequence)
{
  for (uint32_t steps = 0; steps <= model->sequences.n; steps++) {
    sequence = (const MwM2Sequence *) mw_model_resolve (&model->model, sequence->next);
    if (!sequence)
      return TRUE;
  }
  return FALSE;
}

static void
check_sequence (MwChecking *c, const MwRecord *record)
{
  const MwM2 *model = (const MwM2 *) c->model;
  const MwM2Sequence *sequence = (const MwM2Sequence *) record;
  gboolean lanes = mw_m2_has_lanes (model);
  const MwM2Sequence *next = (const MwM2Sequence *) mw_model_resolve (&model->model, sequence->next);
  if (!lanes && sequence->end < sequence->start)
    mw_check_find_in (c, MW_RULE_SEQUENCE_BACKWARDS, record, MW_FIELD (MwM2Sequence, end),
                      "it starts at %u and ends at %u", sequence->start, sequence->end);
  if (lanes && !alias_ends (model, sequence))
    mw_check_find_in (c, MW_RULE_M2_ALIAS_ENDLESS, record, MW_FIELD (MwM2Sequence, alias),
                      "it never leads to a sequence that is not an alias");
  if (!variations_end (model, sequence))
    mw_check_find_in (c, MW_RULE_M2_VARIATIONS_ENDLESS, record, MW_FIELD (MwM2Sequence, next),
                      "following it leads back to an earlier variation");
  else if (next && next->animation != sequence->animation)
    mw_check_find_in (c, MW_RULE_M2_VARIATION_FOREIGN, record, MW_FIELD (MwM2Sequence, next),
                      "animation %u is followed by animation %u", sequence->animation, next->animation);
  if (sequence->not_loaded)
    mw_check_find_in (c, MW_RULE_M2_NOT_LOADED, record, NULL,
                      c->alone ? "its file \"...%04u-%02u.anim\" was not looked for"
                               : "its file \"...%04u-%02u.anim\" was not found",
                      sequence->animation, sequence->variation);
}

static void
check_global_sequence (MwChecking *c, const MwRecord *record)
{
  const MwM2GlobalSequence *sequence = (const MwM2GlobalSequence *) record;
  if (sequence->duration == 0)
    mw_check_find_in (c, MW_RULE_GLOBAL_SEQUENCE_EMPTY, record, MW_FIELD (MwM2GlobalSequence, duration), "found 0");
}

#define STAND 0
#define LAST_RESORT 147 /* the fallback of models without Stand; it may be missing too (m2.md 5.3) */

/* Old clients look up the animation to play in a table. Reports each animation that the table names but no sequence has. */
static void
check_playable (MwChecking *c, const MwM2 *model)
{
  enum { N_ANIMATIONS = 0x10000 };
  const uint16_t *pairs = model->playable_animations.data;
  if (mw_m2_has_lanes (model) || !model->playable_animations.n)
    return;
  g_autofree guint8 *has = g_new0 (guint8, N_ANIMATIONS), *reported = g_new0 (guint8, N_ANIMATIONS);
  for (uint32_t i = 0; i < model->sequences.n; i++)
    has[((const MwM2Sequence *) model->sequences.items[i])->animation] = 1;
  for (uint32_t i = 0; i < model->playable_animations.n; i++) {
    uint16_t played = pairs[2 * (size_t) i];
    if (has[played] || reported[played] || (played == LAST_RESORT && !has[STAND]))
      continue;
    reported[played] = 1;
    mw_check_find_at (c, MW_RULE_M2_PLAYABLE_MISSING, &model->model.record, MW_FIELD (MwM2, playable_animations), i,
                      "found animation %u, which no sequence has", played);
  }
}

/* --- Bones and attached records ------------------------------------------------------------------------------------- */

static void
check_bone (MwChecking *c, const MwRecord *record)
{
  const MwM2 *model = (const MwM2 *) c->model;
  const MwM2Bone *bone = (const MwM2Bone *) record;
  const MwRecord *parent = mw_model_resolve (&model->model, bone->parent);
  if (parent && mw_record_index (parent) >= mw_record_index (record))
    mw_check_find_in (c, MW_RULE_M2_BONE_ORDER, record, MW_FIELD (MwM2Bone, parent), "its parent is bones[%u]",
                      mw_record_index (parent));
}

/* Reports a missing bone where clients follow the reference without a check. */
static void
check_attached (MwChecking *c, const MwRecord *record)
{
  const MwField *field = mw_schema_field_of_role (record->schema, MW_ROLE_PARENT, MW_TYPE_REF);
  MwRef bone = *(const MwRef *) mw_field_at (record, field);
  if (!bone.id && bone.raw == MW_REF_NONE.raw)
    mw_check_find_in (c, MW_RULE_M2_BONE_MISSING, record, field, "found none");
}

static void
check_camera (MwChecking *c, const MwRecord *record)
{
  const MwM2 *model = (const MwM2 *) c->model;
  const MwM2Camera *camera = (const MwM2Camera *) record;
  double field_of_view = (double) camera->field_of_view;
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  if (model->version < MW_M2_FIELD_OF_VIEW_TRACK_SINCE && !(field_of_view > 0 && field_of_view < G_PI))
    mw_check_find_in (c, MW_RULE_M2_CAMERA, record, MW_FIELD (MwM2Camera, field_of_view),
                      "found %s, expected more than 0 and less than 3.14 radians",
                      g_ascii_dtostr (text, sizeof text, field_of_view));
  if (!(camera->far_clip > camera->near_clip))
    mw_check_find_in (c, MW_RULE_M2_CAMERA, record, MW_FIELD (MwM2Camera, far_clip),
                      "it is not farther away than near_clip");
}

/* --- Textures and materials ----------------------------------------------------------------------------------------- */

static void
check_material (MwChecking *c, const MwRecord *record)
{
  const MwM2 *model = (const MwM2 *) c->model;
  const MwM2Material *material = (const MwM2Material *) record;
  guint most = model->version >= MW_M2_BLEND_ADD_SINCE && !mw_check_is_for_older (c, 50000) ? 7 : 6;
  if (material->blend_mode > most)
    mw_check_find_in (c, MW_RULE_M2_BLEND_MODE, record, MW_FIELD (MwM2Material, blend_mode),
                      "found %u, expected at most %u", material->blend_mode, most);
}

static void
check_texture (MwChecking *c, const MwRecord *record)
{
  const MwM2Texture *texture = (const MwM2Texture *) record;
  if (strlen (mw_text (texture->path)) > 263)
    mw_check_find_in (c, MW_RULE_M2_TEXTURE_PATH, record, MW_FIELD (MwM2Texture, path),
                      "found %zu characters, expected at most 263", strlen (mw_text (texture->path)));
}

/* World of Warcraft has BLP2 (rendering.md 6.2). */
static void
check_image (MwChecking *c, const MwRecord *record, const MwField *field, const char *name, const MwImageFacts *facts)
{
  if (facts->is != MW_IMAGE_IS_BLP2)
    mw_check_find_in (c, MW_RULE_TEXTURE_KIND, record, field, "\"%s\" is %s", name, facts->name);
}

/* --- Profiles ------------------------------------------------------------------------------------------------------- */

static void
check_triangles (MwChecking *c, const MwM2 *model, const MwM2Submesh *submesh)
{
  const uint16_t *corners = submesh->triangles.data;
  for (uint32_t i = 0; i < submesh->triangles.n; i++)
    if (corners[i] >= mw_m2_n_vertices (model)) {
      mw_check_find_at (c, MW_RULE_M2_TRIANGLE_VERTEX, &submesh->record, MW_FIELD (MwM2Submesh, triangles), i,
                        "found vertex %u, but there are only %u", corners[i], mw_m2_n_vertices (model));
      break;
    }
  if (submesh->triangles.n % 3)
    mw_check_find_in (c, MW_RULE_M2_TRIANGLES, &submesh->record, MW_FIELD (MwM2Submesh, triangles), "found %u corners",
                      submesh->triangles.n);
}

static void
check_bones_of (MwChecking *c, const MwM2 *model, const MwM2Submesh *submesh, const uint16_t *vertices,
                uint32_t n_vertices)
{
  const MwM2Skin *skin = (const MwM2Skin *) submesh->record.owner;
  guint n_bones;
  const guint limit = mw_m2_bone_limit (skin);
  G_GNUC_UNUSED g_autofree uint16_t *bones = mw_m2_vertex_bones (model, vertices, n_vertices, &n_bones);
  if (n_bones == 0 && submesh->triangles.n)
    mw_check_find_in (c, MW_RULE_M2_SUBMESH_NO_BONES, &submesh->record, NULL, "no bone moves its vertices");
  if (n_bones > limit)
    mw_check_find_in (c, MW_RULE_M2_BONE_LIMIT, &submesh->record, NULL,
                      "found %u bones, but the profile allows only %u", n_bones, limit);
}

/* The influences are checked again with the vertices, in check-m2-mesh.c. */
static void
check_submesh (MwChecking *c, const MwRecord *record)
{
  if (((const MwM2Submesh *) record)->influences == 0)
    mw_check_find_in (c, MW_RULE_M2_INFLUENCES, record, MW_FIELD (MwM2Submesh, influences), "found 0, expected 1 to 4");
}

void
mw_check_m2_submesh (MwChecking *c, const MwM2Submesh *submesh, const uint16_t *vertices, uint32_t n_vertices)
{
  const MwM2 *model = (const MwM2 *) c->model;
  check_triangles (c, model, submesh);
  check_bones_of (c, model, submesh, vertices, n_vertices);
}

static void
check_batch (MwChecking *c, const MwRecord *record)
{
  const MwM2 *model = (const MwM2 *) c->model;
  const MwM2Batch *batch = (const MwM2Batch *) record;
  guint most = model->version >= MW_M2_FOUR_TEXTURES_SINCE && !mw_check_is_for_older (c, 40000) ? 4 : 2;
  if (batch->textures.n == 0 || batch->textures.n > most)
    mw_check_find_in (c, MW_RULE_M2_BATCH_TEXTURES, record, MW_FIELD (MwM2Batch, textures),
                      "found %u, expected 1 to %u", batch->textures.n, most);
  if (batch->layer > 7)
    mw_check_find_in (c, MW_RULE_M2_BATCH_LAYER, record, MW_FIELD (MwM2Batch, layer), "found %u, expected at most 7",
                      batch->layer);
  if (!batch->material.id && batch->material.raw == MW_REF_NONE.raw)
    mw_check_find_in (c, MW_RULE_M2_BATCH_INCOMPLETE, record, MW_FIELD (MwM2Batch, material), "found none");
  if (!batch->submesh.id && batch->submesh.raw == MW_REF_NONE.raw)
    mw_check_find_in (c, MW_RULE_M2_BATCH_INCOMPLETE, record, MW_FIELD (MwM2Batch, submesh), "found none");
}

/* --- The whole model ------------------------------------------------------------------------------------------------ */

static const MwRecordCheck checks[] = {
  { &mw_m2_sequence_schema, check_sequence }, { &mw_m2_global_sequence_schema, check_global_sequence },
  { &mw_m2_bone_schema, check_bone },         { &mw_m2_submesh_schema, check_submesh },
  { &mw_m2_batch_schema, check_batch },       { &mw_m2_material_schema, check_material },
  { &mw_m2_texture_schema, check_texture },   { &mw_m2_attachment_schema, check_attached },
  { &mw_m2_event_schema, check_attached },    { &mw_m2_light_schema, check_attached },
  { &mw_m2_ribbon_schema, check_attached },   { &mw_m2_particle_schema, check_attached },
  { &mw_m2_camera_schema, check_camera },     { 0 }
};

/* The checks of single records, by file. */
static const MwRecordCheck *const parts[] = {
  checks, mw_m2_track_checks, mw_m2_mesh_checks, mw_m2_surface_checks, mw_m2_point_checks, mw_m2_effect_checks
};

static void
check_record (MwChecking *c, const MwRecord *record)
{
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    mw_check_one (c, parts[i], record);
  if (mw_m2_is_track (record))
    mw_check_m2_track (c, record);
}

static void
check_each (MwChecking *c, const MwList *list)
{
  for (uint32_t i = 0; i < list->n; i++)
    for (guint k = 0; k < G_N_ELEMENTS (parts); k++)
      mw_check_one (c, parts[k], list->items[i]);
}

static void
check_skins (MwChecking *c, const MwM2 *model)
{
  for (uint32_t k = 0; k < model->skins.n; k++) {
    const MwM2Skin *skin = (const MwM2Skin *) model->skins.items[k];
    if (skin->not_loaded)
      mw_check_find_in (
        c, c->alone ? MW_RULE_M2_NOT_LOADED : MW_RULE_M2_PROFILE_MISSING, &skin->record, NULL,
        c->alone ? "its file \"...%02u.skin\" was not looked for" : "its file \"...%02u.skin\" was not found", k);
    check_each (c, &skin->submeshes);
    check_each (c, &skin->batches);
  }
}

static void
check_model (MwChecking *c)
{
  const MwM2 *model = (const MwM2 *) c->model;
  const MwList *attached[] = { &model->attachments, &model->events, &model->lights, &model->ribbons,
                               &model->particles };
  const MwM2Sequence *first = model->sequences.n ? (const MwM2Sequence *) model->sequences.items[0] : NULL;
  check_whole (c, model);
  check_record (c, &model->model.record);
  check_each (c, &model->sequences);
  mw_check_m2_sequences (c, model);
  if (first && mw_m2_has_lanes (model) && mw_m2_sequence_is_external (first))
    mw_check_find_in (c, MW_RULE_M2_SEQUENCE_EXTERNAL, &first->record, MW_FIELD (MwM2Sequence, flags),
                      "found none of the bits 0x%X", IN_MODEL);
  check_each (c, &model->global_sequences);
  check_playable (c, model);
  check_each (c, &model->bones);
  mw_check_m2_mesh (c, model);
  check_skins (c, model);
  check_each (c, &model->materials);
  check_each (c, &model->textures);
  for (guint i = 0; i < G_N_ELEMENTS (attached); i++)
    check_each (c, attached[i]);
  check_each (c, &model->cameras);
  mw_check_m2_surfaces (c, model);
  mw_check_m2_points (c, model);
  mw_check_m2_keys (c, model);
}

/* Clients up to 263 do not read two of a sequence's references, and files have arbitrary numbers there (m2.md 5.1).
 * Clients before Cataclysm do not read shadow batches, which converted files often have unchanged (m2.md 6, 6.3). */
static MwRuleNumber
dangling (const MwRecord *record, const MwField *field, MwFormat format)
{
  if (format.version < MW_M2_LANES_SINCE
      && (field == MW_FIELD (MwM2Sequence, alias) || field == MW_FIELD (MwM2Sequence, next)))
    return MW_N_RULES;
  if (record->schema == &mw_m2_shadow_batch_schema && format.version < MW_M2_SHADOW_BATCHES_SINCE)
    return MW_RULE_M2_SHADOW_BATCH;
  return MW_RULE_REFERENCE_DANGLING;
}

const MwCheckRules mw_m2_checks = { &mw_m2_schema, check_model, check_record, dangling, check_image };
