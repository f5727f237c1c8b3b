/* SPDX-License-Identifier: GPL-3.0-or-later */
/* More rules for models of Warcraft III: textures of layers, values of emitters, numbers of nodes, and keys of the same time. */
#include "core/check/fix.h"
#include "core/model/mdlx/mdlx.h"
#include "core/model/track.h"
#include "core/schema/notes.h"
#include "tests/core/check/fixed.h"
#include "tests/core/check/wc3-model.h"

#include <string.h>

static void
empty (MwMdlx *model, const char *list)
{
  const MwField *field = mw_schema_field (&mw_mdlx_schema, list);
  while (mw_record_list (&model->model.record, field)->n)
    mw_record_free (mw_list_take (&model->model, &model->model.record, field, 0));
}

/* No material either, so that nothing refers to a texture that is gone. */
static void
no_textures (MwMdlx *model)
{
  for (uint32_t i = 0; i < model->geosets.n; i++)
    ((MwMdlxGeoset *) model->geosets.items[i])->material = MW_REF_NONE;
  for (uint32_t i = 0; i < model->nodes.n; i++) {
    MwRecord *node = model->nodes.items[i];
    if (node->schema == &mw_mdlx_particle_emitter2_schema)
      ((MwMdlxParticleEmitter2 *) node)->texture = MW_REF_NONE;
    if (node->schema == &mw_mdlx_ribbon_emitter_schema)
      ((MwMdlxRibbonEmitter *) node)->material = MW_REF_NONE;
  }
  empty (model, "materials");
  empty (model, "textures");
}

static void
no_textures_needed (MwMdlx *model)
{
  no_textures (model);
  empty (model, "geoset_animations");
  empty (model, "geosets");
}

#define MATERIAL(model) ((MwMdlxMaterial *) (model)->materials.items[0])
#define LAYER(model) ((MwMdlxLayer *) MATERIAL (model)->layers.items[0])

static void
bare_layer (MwMdlx *model)
{
  LAYER (model)->texture = MW_REF_NONE;
}

static void
animated_layer (MwMdlx *model)
{
  static const int32_t time = 333;
  const MwRef texture = { model->textures.items[0]->id, 0 };
  MwTrack *keys = (MwTrack *) mw_record_new (&mw_track_texture_schema);
  keys->times = mw_array_copy (&time, 1, sizeof time);
  keys->values = mw_array_copy (&texture, 1, sizeof texture);
  keys->global_sequence = MW_REF_NONE;
  bare_layer (model);
  mw_child_set (&model->model, &LAYER (model)->record, MW_FIELD (MwMdlxLayer, texture_track), &keys->record);
}

/* From 1100 on the texture of a layer is the first of a list. */
static void
listed (MwMdlx *model)
{
  model->version = 1100;
  for (uint32_t i = 0; i < model->materials.n; i++) {
    const MwList *layers = &((MwMdlxMaterial *) model->materials.items[i])->layers;
    for (uint32_t k = 0; k < layers->n; k++) {
      MwMdlxLayer *layer = (MwMdlxLayer *) layers->items[k];
      MwMdlxLayerTexture *texture = (MwMdlxLayerTexture *) mw_record_new (&mw_mdlx_layer_texture_schema);
      texture->texture = layer->texture;
      layer->texture = MW_REF_NONE;
      mw_list_append (&model->model, &layer->record, MW_FIELD (MwMdlxLayer, textures), &texture->record);
    }
  }
}

static void
bare_list (MwMdlx *model)
{
  listed (model);
  mw_record_free (mw_list_take (&model->model, &LAYER (model)->record, MW_FIELD (MwMdlxLayer, textures), 0));
}

static void
gravity_keys (MwMdlx *model)
{
  wc3_particle_track (model, "gravity.track");
}

static void
variation_keys (MwMdlx *model)
{
  wc3_particle_track (model, "variation.track");
}

static void
popcorn_life (MwMdlx *model)
{
  POPCORN (model)->life_span = 0;
}

static void
popcorn_life_over_time (MwMdlx *model)
{
  popcorn_life (model);
  wc3_track (model, &POPCORN (model)->node.record, "life_span.track", 333);
}

static void
smooth_visibility (MwMdlx *model)
{
  wc3_track (model, &PARTICLES (model)->node.record, "visibility.track", 333)->interpolation = MW_INTERPOLATION_LINEAR;
}

static void
stepped_visibility (MwMdlx *model)
{
  wc3_track (model, &PARTICLES (model)->node.record, "visibility.track", 333)->interpolation = MW_INTERPOLATION_NONE;
}

/* That the game ignores the interpolation is known only of some kinds of nodes, and only of visibility. */
static void
smooth_others (MwMdlx *model)
{
  wc3_track (model, &POPCORN (model)->node.record, "visibility.track", 333)->interpolation = MW_INTERPOLATION_LINEAR;
  wc3_track (model, &CAMERA (model)->record, "visibility.track", 333)->interpolation = MW_INTERPOLATION_LINEAR;
  wc3_track (model, &PARTICLES (model)->node.record, "speed.track", 333)->interpolation = MW_INTERPOLATION_LINEAR;
}

static void
stored_id (MwRecord *node, uint32_t id)
{
  mw_notes_add (node, MW_NOTE_OBJECT_ID, NULL, 0, &id, 4, 4);
}

static void
high_id (MwMdlx *model)
{
  stored_id (&EVENT (model)->node.record, model->nodes.n);
}

static void
same_id (MwMdlx *model)
{
  stored_id (&EVENT (model)->node.record, 0);
}

/* 256 bones have the numbers 0 to 255. */
static void
many_bones (MwMdlx *model)
{
  guint n = 0;
  wc3_weigh (model);
  for (uint32_t i = 0; i < model->nodes.n; i++)
    n += model->nodes.items[i]->schema == &mw_mdlx_bone_schema;
  for (; n < 256; n++)
    wc3_spare_bone (model);
  ((MwRef *) GEOSET (model)->skin_bones.data)[4 * 3 + 3] = (MwRef) { model->nodes.items[model->nodes.n - 1]->id, 0 };
}

static void
skin_range (MwMdlx *model)
{
  many_bones (model);
  wc3_spare_bone (model);
  ((MwRef *) GEOSET (model)->skin_bones.data)[4 * 3 + 3] = (MwRef) { model->nodes.items[model->nodes.n - 1]->id, 0 };
}

/* From 1400 on a vertex has two bytes for each bone. */
static void
wide_skin (MwMdlx *model)
{
  skin_range (model);
  listed (model);
  model->version = 1400;
}

static void
stored_count (MwMdlx *model, MwNoteKind kind, uint32_t count, uint32_t expected)
{
  mw_notes_add (&model->model.record, kind, NULL, expected, &count, 4, 4);
}

static void
bind_poses (MwMdlx *model)
{
  stored_count (model, MW_NOTE_BIND_POSES, 3, 4);
}

static void
right_bind_poses (MwMdlx *model)
{
  stored_count (model, MW_NOTE_BIND_POSES, 4, 4);
}

/* Versions before 900 have none, so what is noted of them is of another version. */
static void
old_bind_poses (MwMdlx *model)
{
  model->version = 800;
  bind_poses (model);
}

static void
key_twice (MwMdlx *model)
{
  wc3_particle_keys (model, (const int32_t[]) { 333, 333, 2333 }, (const float[]) { 1, 1, 2 }, 3);
}

static void
keys_twice (MwMdlx *model)
{
  wc3_particle_keys (model, (const int32_t[]) { 333, 333, 333, 1333, 2333, 2333 }, (const float[]) { 1, 1, 1, 2, 3, 3 },
                     6);
}

/* Which of two values counts is for the user to say. */
static void
key_twice_otherwise (MwMdlx *model)
{
  wc3_particle_keys (model, (const int32_t[]) { 333, 333, 2333 }, (const float[]) { 1, 3, 2 }, 3);
}

/* The values of the keys are missing. */
static void
key_twice_without_value (MwMdlx *model)
{
  key_twice (model);
  PARTICLES (model)->speed_track->values.n = 0;
}

static void
event_twice (MwMdlx *model)
{
  static const int32_t times[] = { 500, 500 };
  mw_array_clear (&EVENT (model)->track->times);
  EVENT (model)->track->times = mw_array_copy (times, 2, sizeof *times);
}

static const Wc3Case cases[] = {
#define ROW(harm, rule, place) { harm, rule " " place, rule },
#include "tests/core/check/rows/wc3-content.h"
#undef ROW
  { no_textures_needed, "", NULL },
  { animated_layer, "", NULL },
  { listed, "", NULL },
  { popcorn_life_over_time, "", NULL },
  { stepped_visibility, "", "wc3-visibility-steps" },
  { smooth_others, "", "wc3-visibility-steps" },
  { many_bones, "", NULL },
  { wide_skin, "", NULL },
  { right_bind_poses, "", NULL },
  { old_bind_poses, "", NULL },
};

static void
each_rule (void)
{
  wc3_assert_rules (cases, G_N_ELEMENTS (cases));
}

/* A fix for keys of the same time needs the same value, and steps have no tangents. */
static void
no_choice (void)
{
  static const struct {
    void (*harm) (MwMdlx *model);
    const char *rule;
  } left[] = { { key_twice_otherwise, "wc3-key-twice" },
               { key_twice_without_value, "wc3-key-twice" },
               { smooth_visibility, "wc3-visibility-steps" } };
  for (guint i = 0; i < G_N_ELEMENTS (left); i++) {
    MwMdlx *model = wc3_sound_model ();
    left[i].harm (model);
    if (PARTICLES (model)->visibility_track)
      PARTICLES (model)->visibility_track->interpolation = MW_INTERPOLATION_HERMITE;
    g_autofree char *found = wc3_found_rules (model, left[i].rule);
    g_assert_nonnull (strstr (found, left[i].rule));
    g_assert_false (assert_fixed (&model->model, mw_mdlx_format (model), left[i].rule));
    mw_model_free (&model->model);
  }
}

static void
all_twins (void)
{
  MwMdlx *model = wc3_sound_model ();
  keys_twice (model);
  g_assert_true (assert_fixed (&model->model, mw_mdlx_format (model), "wc3-key-twice"));
  MwRecord *track = &PARTICLES (model)->speed_track->record;
  const MwTarget second = {
    .record = track, .field = mw_schema_part (track->schema, MW_PART_TIMES), .first = 1, .n = 1, .one = TRUE
  };
  g_autofree char *fix = mw_finding_fix (&(const MwFinding) { .rule = mw_rule ("wc3-key-twice"), .target = second });
  g_assert_cmpstr (fix, ==, "keys-delete-some particle_emitters2[0].speed.track keys=[1,2,5]");
  mw_model_free (&model->model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/check/wc3-content/finds each planted fault and nothing else", each_rule);
  g_test_add_func ("/check/wc3-content/what the user must decide has no fix", no_choice);
  g_test_add_func ("/check/wc3-content/one fix deletes all keys that are as the one before them", all_twins);
  return g_test_run ();
}
