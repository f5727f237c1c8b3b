/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules for models of Warcraft III. Each is tested with a model that has only one fault. */
#include "core/check/check-mdlx-keys.h"
#include "core/io/registry.h"
#include "core/model/mdlx/mdlx.h"
#include "core/schema/notes.h"
#include "tests/core/io/bytes.h"
#include "tests/core/check/by-record.h"
#include "tests/core/check/fixed.h"
#include "tests/core/check/trackless.h"
#include "tests/core/check/wc3-model.h"
#include "tests/core/corpus.h"

#include <string.h>

#define SEQUENCE(model, i) ((MwMdlxSequence *) (model)->sequences.items[i])

static void
model_extent (MwMdlx *model)
{
  model->bounds.max[0] = model->bounds.min[0] - 1;
}

static void
sequence_extent (MwMdlx *model)
{
  MwBounds *bounds = &((MwMdlxSequence *) model->sequences.items[1])->bounds;
  bounds->max[1] = bounds->min[1] - 1;
}

static void
geoset_extent (MwMdlx *model)
{
  GEOSET (model)->bounds.max[2] = GEOSET (model)->bounds.min[2] - 1;
}

static void
extent_of_sequence (MwMdlx *model)
{
  MwBounds *bounds = &((MwMdlxGeosetExtent *) GEOSET (model)->extents.items[1])->bounds;
  bounds->max[2] = bounds->min[2] - 1;
}

/* A point is an extent too. */
static void
flat_extent (MwMdlx *model)
{
  memcpy (model->bounds.max, model->bounds.min, sizeof model->bounds.max);
}

static void
animation_file (MwMdlx *model)
{
  TEXT (&model->animation_file, "Walk.mdx");
}

static void
texture_format (MwMdlx *model)
{
  TEXT (&((MwMdlxTexture *) model->textures.items[1])->path, "Skin.png");
}

static void
texture_formats (MwMdlx *model)
{
  TEXT (&((MwMdlxTexture *) model->textures.items[1])->path, "Skin.DDS");
}

static void
texture_twice (MwMdlx *model)
{
  ((MwMdlxTexture *) model->textures.items[1])->replaceable_id = 1;
}

static void
no_faces (MwMdlx *model)
{
  MwMdlxGeoset *geoset = GEOSET (model);
  geoset->faces.n = geoset->primitive_sizes.n = geoset->primitive_types.n = 0;
}

static void
animate (MwMdlx *model, MwRef geoset)
{
  MwRecord *animation = mw_record_new (&mw_mdlx_geoset_animation_schema);
  ((MwMdlxGeosetAnimation *) animation)->geoset = geoset;
  mw_list_append (&model->model, &model->model.record, mw_schema_field (&mw_mdlx_schema, "geoset_animations"),
                  animation);
}

static void
remove_geoset_animations (MwMdlx *model)
{
  while (model->geoset_animations.n)
    mw_record_free (
      mw_list_take (&model->model, &model->model.record, mw_schema_field (&mw_mdlx_schema, "geoset_animations"), 0));
  /* The geoset for Death is shown in all sequences now. */
  for (uint32_t i = 0; i < model->sequences.n; i++)
    SEQUENCE (model, i)->bounds = SEQUENCE (model, model->sequences.n - 1)->bounds;
  for (uint32_t i = 0; i < model->sequences.n; i++)
    SEQUENCE (model, i)->bounds.max[0] += 100;
}

static void
animated_nothing (MwMdlx *model)
{
  remove_geoset_animations (model);
  animate (model, MW_REF_NONE);
  animate (model, MW_REF_NONE);
}

static void
animated_twice (MwMdlx *model)
{
  remove_geoset_animations (model);
  animate (model, (MwRef) { GEOSET (model)->record.id, 0 });
  animate (model, (MwRef) { model->geosets.items[model->geosets.n - 1]->id, 0 });
  animate (model, (MwRef) { GEOSET (model)->record.id, 0 });
}

static void
group_bone (MwMdlx *model)
{
  MwRef *members = mw_array_make_writable (&GEOSET (model)->group_members, sizeof (MwRef));
  members[1] = (MwRef) { ATTACHMENT (model)->node.record.id, 0 };
}

static void
skin_sum (MwMdlx *model)
{
  wc3_weigh (model);
  ((uint16_t *) GEOSET (model)->skin_weights.data)[4 * 2 + 3] = 54;
}

static void
skin_bone (MwMdlx *model)
{
  wc3_weigh (model);
  ((MwRef *) GEOSET (model)->skin_bones.data)[4 * 3 + 3] = (MwRef) { ATTACHMENT (model)->node.record.id, 0 };
}

/* A node without weight moves nothing. */
static void
skin_weightless (MwMdlx *model)
{
  wc3_weigh (model);
  ((MwRef *) GEOSET (model)->skin_bones.data)[4 * 3 + 1] = (MwRef) { ATTACHMENT (model)->node.record.id, 0 };
}

static void
attached_path (MwMdlx *model)
{
  TEXT (&ATTACHMENT (model)->path, "Torch.blp");
}

static void
emitted_path (MwMdlx *model)
{
  TEXT (&EMITTER (model)->path, "Dust.blp");
}

static void
emitted_image (MwMdlx *model)
{
  emitted_path (model);
  EMITTER (model)->node.flags = 0x10000;
}

static void
lie_flat (MwMdlx *model, float speed, float latitude)
{
  MwMdlxParticleEmitter2 *particles = PARTICLES (model);
  particles->node.flags |= 0x100000;
  particles->speed = speed;
  particles->latitude = latitude;
}

static void
quad (MwMdlx *model)
{
  lie_flat (model, 1, 1);
}

static void
still_quad (MwMdlx *model)
{
  lie_flat (model, 0, 1);
}

static void
straight_quad (MwMdlx *model)
{
  lie_flat (model, 1, 0);
}

static void
animated_quad (MwMdlx *model)
{
  lie_flat (model, 0, 0);
  wc3_particle_track (model, "speed.track");
  wc3_particle_track (model, "latitude.track");
}

static void
time_above (MwMdlx *model)
{
  PARTICLES (model)->time = 1.5f;
}

static void
time_below (MwMdlx *model)
{
  PARTICLES (model)->time = -0.5f;
}

static void
squirt (MwMdlx *model)
{
  PARTICLES (model)->squirt = 1;
}

static void
keyed_squirt (MwMdlx *model)
{
  squirt (model);
  wc3_particle_track (model, "emission_rate.track");
}

static void
life (MwMdlx *model)
{
  PARTICLES (model)->life_span = -1;
}

static void
rows (MwMdlx *model)
{
  PARTICLES (model)->rows = 6;
}

static void
columns (MwMdlx *model)
{
  PARTICLES (model)->columns = 0;
}

static void
guide (MwMdlx *model)
{
  TEXT (&POPCORN (model)->anim_visibility_guide, "");
}

static void
event_kind (MwMdlx *model)
{
  TEXT (&EVENT (model)->node.name, "SOUxASTR");
}

static void
event_length (MwMdlx *model)
{
  TEXT (&EVENT (model)->node.name, "SNDASTR");
}

static void
near_plane (MwMdlx *model)
{
  CAMERA (model)->near_clip = -1;
}

static void
far_plane (MwMdlx *model)
{
  CAMERA (model)->near_clip = CAMERA (model)->far_clip;
}

static void
face_effect (MwMdlx *model)
{
  TEXT (&EFFECT (model)->path, "Face.mdx");
}

static void
no_keys (MwMdlx *model)
{
  wc3_particle_track (model, "speed.track");
  PARTICLES (model)->speed_track->times.n = PARTICLES (model)->speed_track->values.n = 0;
}

static void
no_keys_without_static (MwMdlx *model)
{
  MwRecord *particles = &PARTICLES (model)->node.record;
  MwTrack *keys = (MwTrack *) mw_record_new (&mw_track_vec3_schema);
  keys->global_sequence = MW_REF_NONE;
  mw_child_set (&model->model, particles, mw_schema_field (particles->schema, "translation.track"), &keys->record);
}

static void
group_helper (MwMdlx *model)
{
  MwRef *members = mw_array_make_writable (&GEOSET (model)->group_members, sizeof (MwRef));
  members[1] = (MwRef) { ((MwRecord *) wc3_added (model, "nodes", &mw_mdlx_helper_schema))->id, 0 };
}

static void
beta (MwMdlx *model)
{
  model->version = 900;
}

static void
no_stand (MwMdlx *model)
{
  TEXT (&SEQUENCE (model, 0)->name, "Ready");
}

static void
no_death (MwMdlx *model)
{
  TEXT (&SEQUENCE (model, 3)->name, "Decay Flesh");
}

/* The name counts in any case, after "Alternate" and before a hyphen. */
static void
other_names (MwMdlx *model)
{
  TEXT (&SEQUENCE (model, 0)->name, "Alternate  STAND-1");
  TEXT (&SEQUENCE (model, 3)->name, " death");
}

static void
sequence_name (MwMdlx *model)
{
  TEXT (&SEQUENCE (model, 1)->name, "Run");
}

static void
only_alternate (MwMdlx *model)
{
  TEXT (&SEQUENCE (model, 1)->name, "Alternate");
}

static const MwField *
sequences (void)
{
  return mw_schema_field (&mw_mdlx_schema, "sequences");
}

/* Walk comes before Stand, which is earlier. */
static void
order_later (MwMdlx *model)
{
  mw_list_move (&model->model.record, sequences (), 1, 0);
}

static void
order (MwMdlx *model)
{
  model->version = 800;
  order_later (model);
}

/* Attack comes before both. */
static void
order_of_three (MwMdlx *model)
{
  model->version = 800;
  mw_list_move (&model->model.record, sequences (), 2, 0);
}

static void
insert_sequence (MwMdlx *model, guint at, const char *name, int32_t start, int32_t end)
{
  MwMdlxSequence *sequence = (MwMdlxSequence *) mw_record_new (&mw_mdlx_sequence_schema);
  TEXT (&sequence->name, name);
  sequence->interval[0] = start;
  sequence->interval[1] = end;
  mw_list_insert (&model->model, &model->model.record, sequences (), at, &sequence->record);
  for (uint32_t i = 0; i < model->geosets.n; i++) {
    MwMdlxGeosetExtent *extent = (MwMdlxGeosetExtent *) mw_record_new (&mw_mdlx_geoset_extent_schema);
    extent->sequence = (MwRef) { sequence->record.id, 0 };
    mw_list_append (&model->model, model->geosets.items[i], MW_FIELD (MwMdlxGeoset, extents), &extent->record);
  }
}

/* From the end of Stand to the start of Walk. */
static void
meet (MwMdlx *model)
{
  model->version = 800;
  insert_sequence (model, 1, "Stand Ready", 2333, 2667);
}

/* None of them ends after the other starts. */
static void
same_start (MwMdlx *model)
{
  meet (model);
  insert_sequence (model, 1, "Stand Channel", 2333, 2333);
}

#define MATERIAL(model) ((MwMdlxMaterial *) (model)->materials.items[0])

static void
shader (MwMdlx *model)
{
  TEXT (&MATERIAL (model)->shader, "Shader_HD_Default");
}

static void
known_shader (MwMdlx *model)
{
  TEXT (&MATERIAL (model)->shader, "shader_sd_fixedfunction");
}

static void
resize (MwArray *array, gsize width, uint32_t n)
{
  MwArray larger = mw_array_new (n, width);
  memset (larger.data, 0, width * n);
  memcpy (larger.data, array->data, width * MIN (array->n, n));
  mw_array_clear (array);
  *array = larger;
}

static void
have_vertices (MwMdlx *model, uint32_t n)
{
  MwMdlxGeoset *geoset = GEOSET (model);
  resize (&geoset->vertices, 12, n);
  resize (&geoset->normals, 12, n);
  resize (&geoset->vertex_groups, 1, n);
  for (uint32_t i = 0; i < geoset->uv_sets.n; i++)
    resize (&((MwMdlxUvSet *) geoset->uv_sets.items[i])->uvs, 8, n);
}

static void
large (MwMdlx *model)
{
  have_vertices (model, 7433);
}

static void
less_large (MwMdlx *model)
{
  have_vertices (model, 7432);
}

static void
large_hd (MwMdlx *model)
{
  large (model);
  MwRecord *material = mw_model_resolve (&model->model, GEOSET (model)->material);
  TEXT (&((MwMdlxMaterial *) material)->shader, "Shader_HD_DefaultUnit");
}

static MwMdlxGeosetAnimation *
animated_bone (MwMdlx *model, float alpha)
{
  remove_geoset_animations (model);
  animate (model, (MwRef) { GEOSET (model)->record.id, 0 });
  MwMdlxGeosetAnimation *animation = (MwMdlxGeosetAnimation *) model->geoset_animations.items[0];
  MwMdlxBone *bone = (MwMdlxBone *) model->nodes.items[0];
  animation->alpha = alpha;
  bone->geoset = (MwRef) { GEOSET (model)->record.id, 0 };
  bone->geoset_animation = (MwRef) { animation->record.id, 0 };
  return animation;
}

static void
hidden (MwMdlx *model)
{
  animated_bone (model, 0.09f);
}

static void
faint (MwMdlx *model)
{
  animated_bone (model, 0.1f);
}

static void
hidden_for_a_time (MwMdlx *model)
{
  static const int32_t time = 333;
  static const float value = 1;
  MwRecord *animation = &animated_bone (model, 0)->record;
  MwTrack *keys = (MwTrack *) mw_record_new (&mw_track_float_schema);
  keys->times = mw_array_copy (&time, 1, sizeof time);
  keys->values = mw_array_copy (&value, 1, sizeof value);
  keys->global_sequence = MW_REF_NONE;
  mw_child_set (&model->model, animation, mw_schema_field (animation->schema, "alpha.track"), &keys->record);
}

static void
hidden_of_no_geoset (MwMdlx *model)
{
  animated_bone (model, 0);
  ((MwMdlxBone *) model->nodes.items[0])->geoset = MW_REF_NONE;
}

/* A helper that only another useless node follows. */
static void
spare_nodes (MwMdlx *model)
{
  MwMdlxNode *helper = wc3_add (model, "nodes", &mw_mdlx_helper_schema, "Spare"),
             *bone = wc3_add (model, "nodes", &mw_mdlx_bone_schema, "Spare End");
  bone->parent = (MwRef) { helper->record.id, 0 };
}

/* What an attachment follows is needed, and so is what that follows. */
static void
followed (MwMdlx *model)
{
  MwMdlxNode *helper = wc3_add (model, "nodes", &mw_mdlx_helper_schema, "Hook"),
             *bone = wc3_add (model, "nodes", &mw_mdlx_bone_schema, "Hook End");
  bone->parent = (MwRef) { helper->record.id, 0 };
  ATTACHMENT (model)->node.parent = (MwRef) { bone->record.id, 0 };
}

/* The last bone and the first node after the bones have each other's object id. */
static void
bone_id (MwMdlx *model)
{
  uint32_t n = 0, late, early;
  while (model->nodes.items[n]->schema == &mw_mdlx_bone_schema)
    n++;
  late = n;
  early = n - 1;
  mw_notes_add (model->nodes.items[n - 1], MW_NOTE_OBJECT_ID, NULL, 0, &late, 4, 4);
  mw_notes_add (model->nodes.items[n], MW_NOTE_OBJECT_ID, NULL, 0, &early, 4, 4);
}

static void
rename_origin (MwMdlx *model, const char *name)
{
  for (uint32_t i = 0; i < model->nodes.n; i++) {
    MwMdlxNode *node = (MwMdlxNode *) model->nodes.items[i];
    if (strcmp (mw_text (node->name), "Origin Ref") == 0)
      TEXT (&node->name, name);
  }
}

static void
no_origin (MwMdlx *model)
{
  rename_origin (model, "Weapon Ref");
}

static void
short_origin (MwMdlx *model)
{
  rename_origin (model, "origin");
}

static void
light (MwMdlx *model, float start, float end)
{
  MwMdlxLight *light = wc3_add (model, "nodes", &mw_mdlx_light_schema, "Lamp");
  light->attenuation_start = start;
  light->attenuation_end = end;
}

static void
light_range (MwMdlx *model)
{
  light (model, 200, 100);
}

static void
light_at_once (MwMdlx *model)
{
  light (model, 100, 100);
}

static void
invisible (MwMdlx *model)
{
  memcpy (PARTICLES (model)->segment_alpha, ((uint8_t[]) { 0, 10, 3 }), 3);
}

static void
visible_at_the_end (MwMdlx *model)
{
  memcpy (PARTICLES (model)->segment_alpha, ((uint8_t[]) { 0, 0, 11 }), 3);
}

/* A model without sequences and with a single track. */
static void
timeless (MwMdlx *model)
{
  remove_tracks (model);
  wc3_particle_track (model, "speed.track");
  while (model->sequences.n)
    mw_record_free (
      mw_list_take (&model->model, &model->model.record, mw_schema_field (&mw_mdlx_schema, "sequences"), 0));
  for (uint32_t i = 0; i < model->geosets.n; i++) {
    const MwField *list = MW_FIELD (MwMdlxGeoset, extents);
    while (mw_record_list (model->geosets.items[i], list)->n)
      mw_record_free (mw_list_take (&model->model, model->geosets.items[i], list, 0));
  }
}

/* Stand is from 333 to 2333, Walk from 2667 to 3667. */
static void
late_opening (MwMdlx *model)
{
  wc3_particle_keys (model, (const int32_t[]) { 334, 2333 }, (const float[]) { 1, 2 }, 2);
}

static void
late_in_walk (MwMdlx *model)
{
  wc3_particle_keys (model, (const int32_t[]) { 333, 2333, 2700, 3667 }, (const float[]) { 1, 2, 3, 4 }, 4);
}

static void
opening (MwMdlx *model)
{
  wc3_particle_keys (model, (const int32_t[]) { 333, 2333 }, (const float[]) { 1, 2 }, 2);
}

static void
late_but_closed (MwMdlx *model)
{
  wc3_particle_keys (model, (const int32_t[]) { 400, 500, 2333 }, (const float[]) { 1, 2, 1 }, 3);
}

static void
late_steps (MwMdlx *model)
{
  late_opening (model);
  PARTICLES (model)->speed_track->interpolation = MW_INTERPOLATION_NONE;
}

static void
late_in_loop (MwMdlx *model)
{
  MwMdlxGlobalSequence *clock = (MwMdlxGlobalSequence *) mw_record_new (&mw_mdlx_global_sequence_schema);
  clock->duration = 1000;
  mw_list_append (&model->model, &model->model.record, mw_schema_field (&mw_mdlx_schema, "global_sequences"),
                  &clock->record);
  wc3_particle_keys (model, (const int32_t[]) { 100, 1000 }, (const float[]) { 1, 2 }, 2);
  PARTICLES (model)->speed_track->global_sequence = (MwRef) { clock->record.id, 0 };
}

static void
unreached (MwMdlx *model)
{
  wc3_particle_keys (model, (const int32_t[]) { 0, 333, 2333, 2334, 2666, 2667, 3667, 7000 },
                     (const float[]) { 1, 2, 2, 4, 5, 6, 6, 8 }, 8);
}

static void
unreached_event (MwMdlx *model)
{
  static const int32_t times[] = { 0, 500 };
  mw_array_clear (&EVENT (model)->track->times);
  EVENT (model)->track->times = mw_array_copy (times, 2, sizeof *times);
}

static void
redundant (MwMdlx *model)
{
  wc3_particle_keys (model, (const int32_t[]) { 333, 500, 600, 2333, 2667, 2700, 3667 },
                     (const float[]) { 1, 1, 1, 1, 1, 1, 2 }, 7);
}

static void
redundant_in_loop (MwMdlx *model)
{
  late_in_loop (model);
  MwTrack *track = PARTICLES (model)->speed_track;
  static const int32_t times[] = { 0, 500, 1000 };
  static const float values[] = { 3, 3, 3 };
  mw_array_clear (&track->times);
  mw_array_clear (&track->values);
  track->times = mw_array_copy (times, 3, sizeof *times);
  track->values = mw_array_copy (values, 3, sizeof *values);
}

static void
spare_texture (MwMdlx *model)
{
  MwMdlxTexture *texture = (MwMdlxTexture *) mw_record_new (&mw_mdlx_texture_schema);
  TEXT (&texture->path, "Spare.blp");
  mw_list_append (&model->model, &model->model.record, mw_schema_field (&mw_mdlx_schema, "textures"), &texture->record);
}

/* A material that nothing uses does not make its texture used. */
static void
spare_material (MwMdlx *model)
{
  MwMdlxMaterial *material = (MwMdlxMaterial *) mw_record_new (&mw_mdlx_material_schema);
  MwMdlxLayer *layer = (MwMdlxLayer *) mw_record_new (&mw_mdlx_layer_schema);
  spare_texture (model);
  mw_list_append (&model->model, &model->model.record, mw_schema_field (&mw_mdlx_schema, "materials"),
                  &material->record);
  mw_list_append (&model->model, &material->record, mw_schema_field (&mw_mdlx_material_schema, "layers"),
                  &layer->record);
  layer->texture = (MwRef) { model->textures.items[model->textures.n - 1]->id, 0 };
  layer->texture_animation = MW_REF_NONE;
}

static const Wc3Case cases[] = {
#define ROW(harm, rule, place) { harm, rule " " place, rule },
#include "tests/core/check/rows/mdlx-wc3.h"
#undef ROW
  { NULL, "", NULL },
  { flat_extent, "", NULL },
  { texture_formats, "", NULL },
  { animated_nothing, "", NULL },
  { wc3_weigh, "", NULL },
  { skin_weightless, "", NULL },
  { emitted_image, "", NULL },
  { quad, "", NULL },
  { animated_quad, "", NULL },
  { keyed_squirt, "", NULL },
  { other_names, "", NULL },
  { order_later, "", NULL },
  { meet, "", NULL },
  { known_shader, "", NULL },
  { less_large, "", NULL },
  { large_hd, "", NULL },
  { faint, "", NULL },
  { hidden_for_a_time, "", NULL },
  { hidden_of_no_geoset, "", NULL },
  { light_at_once, "", NULL },
  { followed, "", "wc3-bone-unused" },
  { same_start, "sequence-empty sequences[1].interval.end, wc3-sequence-overlap sequences[2].interval.start", NULL },
  { visible_at_the_end, "", NULL },
  { opening, "", NULL },
  { late_but_closed, "", NULL },
  { late_steps, "", NULL },
};

static void
each_rule (void)
{
  wc3_assert_rules (cases, G_N_ELEMENTS (cases));
}

/* Models of World of Warcraft's alpha may have all of this. */
static void
other_game (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    MwMdlx *model = wc3_sound_model ();
    if (cases[i].harm)
      cases[i].harm (model);
    model->family = MW_FAMILY_MDX_WOW;
    model->version = 1300;
    g_autoptr (GPtrArray) others = mw_check (&model->model, mw_mdlx_format (model));
    for (guint k = 0; k < others->len; k++)
      g_assert_false (g_str_has_prefix (((const MwFinding *) others->pdata[k])->rule->id, "wc3-"));
    mw_model_free (&model->model);
  }
}

/* A key is needed where another sequence begins, though it is between equal ones in the first. */
static void
needed_ends (void)
{
  MwMdlx *model = wc3_sound_model ();
  wc3_particle_keys (model, (const int32_t[]) { 333, 600, 2333 }, (const float[]) { 1, 1, 1 }, 3);
  g_autoptr (GArray) before = mw_wc3_redundant_keys (model, &PARTICLES (model)->speed_track->record);
  g_assert_cmpuint (before->len, ==, 1);
  insert_sequence (model, 1, "Stand Ready", 600, 2333);
  g_autoptr (GArray) after = mw_wc3_redundant_keys (model, &PARTICLES (model)->speed_track->record);
  g_assert_cmpuint (after->len, ==, 0);
  mw_model_free (&model->model);
}

/* Without its keys the track would give its static value. */
static void
all_unreached (void)
{
  MwMdlx *model = wc3_sound_model ();
  wc3_particle_keys (model, (const int32_t[]) { 2400, 2500 }, (const float[]) { 1, 2 }, 2);
  g_autofree char *found = wc3_found_rules (model, "wc3-key-unreached");
  g_assert_cmpstr (found, ==, "wc3-key-unreached particle_emitters2[0].speed.track.keys[0].time");
  g_assert_false (assert_fixed (&model->model, mw_mdlx_format (model), "wc3-key-unreached"));
  mw_model_free (&model->model);
}

/* A bone of a vertex is used if it has a weight there. */
static void
used_by_weight (void)
{
  for (guint slot = 2; slot < 4; slot++) {
    MwMdlx *model = wc3_sound_model ();
    wc3_weigh (model);
    wc3_spare_bone (model);
    ((MwRef *) GEOSET (model)->skin_bones.data)[slot] = (MwRef) { model->nodes.items[model->nodes.n - 1]->id, 0 };
    g_autofree char *found = wc3_found_rules (model, "wc3-bone-unused");
    g_assert_cmpint (strstr (found, "wc3-bone-unused bones[21]") != NULL, ==, slot == 2);
    mw_model_free (&model->model);
  }
}

/* A model needs a bone, even if it moves nothing. */
static void
one_bone_stays (void)
{
  MwMdlx *model = mw_mdlx_new ();
  wc3_spare_bone (model);
  wc3_spare_bone (model);
  g_autofree char *found = wc3_found_rules (model, "wc3-bone-unused");
  g_assert_cmpstr (found, ==, "sequences-none sequences, wc3-bone-unused bones[1]");
  mw_model_free (&model->model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/check/wc3/finds each planted fault and nothing else", each_rule);
  g_test_add_func ("/check/wc3/a key at the end of another sequence is needed", needed_ends);
  g_test_add_func ("/check/wc3/the keys of a track are not all deleted", all_unreached);
  g_test_add_func ("/check/wc3/a bone without weight is not used", used_by_weight);
  g_test_add_func ("/check/wc3/one bone may be there for nothing", one_bone_stays);
  g_test_add_func ("/check/wc3/does not apply to World of Warcraft", other_game);
  return g_test_run ();
}
