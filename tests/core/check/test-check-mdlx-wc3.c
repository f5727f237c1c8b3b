/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules for models of Warcraft III. Each is tested with a model that has only one fault. */
#include "core/check/check.h"
#include "core/io/registry.h"
#include "core/model/mdlx/mdlx.h"
#include "tests/core/io/bytes.h"
#include "tests/core/check/by-record.h"
#include "tests/core/check/fixed.h"
#include "tests/core/corpus.h"

#include <string.h>

#define GEOSET(model) ((MwMdlxGeoset *) (model)->geosets.items[0])
#define TEXT(slot, text) mw_text_set (slot, text, strlen (text))

/* The record of a kind that sound_model() added. */
static gpointer
added (const MwMdlx *model, const char *list, const MwSchema *schema)
{
  const MwList *all = mw_record_list (&model->model.record, mw_schema_field (&mw_mdlx_schema, list));
  for (uint32_t i = all->n; i-- > 0;)
    if (all->items[i]->schema == schema)
      return all->items[i];
  g_assert_not_reached ();
}

static gpointer
add (MwMdlx *model, const char *list, const MwSchema *schema, const char *name)
{
  MwRecord *record = mw_record_new (schema);
  TEXT (mw_field_at (record, mw_schema_field (schema, "name")), name);
  mw_list_append (&model->model, &model->model.record, mw_schema_field (&mw_mdlx_schema, list), record);
  if (mw_schema_is_a (schema, &mw_mdlx_node_schema))
    ((MwMdlxNode *) record)->parent = MW_REF_NONE;
  return record;
}

#define ATTACHMENT(model) ((MwMdlxAttachment *) added (model, "nodes", &mw_mdlx_attachment_schema))
#define EMITTER(model) ((MwMdlxParticleEmitter *) added (model, "nodes", &mw_mdlx_particle_emitter_schema))
#define PARTICLES(model) ((MwMdlxParticleEmitter2 *) added (model, "nodes", &mw_mdlx_particle_emitter2_schema))
#define POPCORN(model) ((MwMdlxPopcornEmitter *) added (model, "nodes", &mw_mdlx_popcorn_emitter_schema))
#define EVENT(model) ((MwMdlxEventObject *) added (model, "nodes", &mw_mdlx_event_object_schema))
#define CAMERA(model) ((MwMdlxCamera *) added (model, "cameras", &mw_mdlx_camera_schema))
#define EFFECT(model) ((MwMdlxFaceEffect *) added (model, "face_effects", &mw_mdlx_face_effect_schema))

/* A model of version 1000 with one record of each kind that the rules are about. */
static MwMdlx *
sound_model (void)
{
  GError *error = NULL;
  gsize size;
  MwFormat found;
  g_autofree char *path = sample_path ("figure.mdx");
  g_autofree uint8_t *data = load_exactly (path, &size);
  MwMdlx *model = (MwMdlx *) io_read_bytes (data, size, &found, NULL, &error);
  g_assert_no_error (error);
  model->version = 1000;
  TEXT (&((MwMdlxAttachment *) add (model, "nodes", &mw_mdlx_attachment_schema, "Hand"))->path, "Torch.MDL");
  TEXT (&((MwMdlxParticleEmitter *) add (model, "nodes", &mw_mdlx_particle_emitter_schema, "Dust"))->path, "Dust.mdx");
  MwMdlxParticleEmitter2 *particles = add (model, "nodes", &mw_mdlx_particle_emitter2_schema, "Sparks");
  particles->texture = (MwRef) { model->textures.items[0]->id, 0 };
  particles->rows = 4;
  particles->columns = 1;
  particles->time = 1;
  MwMdlxPopcornEmitter *popcorn = add (model, "nodes", &mw_mdlx_popcorn_emitter_schema, "Smoke");
  TEXT (&popcorn->anim_visibility_guide, "Always=on");
  static const int32_t time = 500;
  MwRecord *event = add (model, "nodes", &mw_mdlx_event_object_schema, "SNDxASTR");
  MwEventTrack *track = (MwEventTrack *) mw_record_new (&mw_event_track_schema);
  track->times = mw_array_copy (&time, 1, sizeof time);
  track->global_sequence = MW_REF_NONE;
  mw_child_set (&model->model, event, mw_schema_field (event->schema, "track"), &track->record);
  ((MwMdlxCamera *) add (model, "cameras", &mw_mdlx_camera_schema, "Portrait"))->far_clip = 1000;
  TEXT (&((MwMdlxFaceEffect *) add (model, "face_effects", &mw_mdlx_face_effect_schema, "Node"))->path, "Face.FaceFX");
  return model;
}

/* "RULE PATH" of each finding, separated by commas. */
static char *
found_rules (const MwMdlx *model)
{
  assert_by_record (&model->model, mw_mdlx_format (model));
  g_autoptr (GPtrArray) findings = mw_check (&model->model, mw_mdlx_format (model));
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < findings->len; i++) {
    const MwFinding *finding = findings->pdata[i];
    g_autofree char *path = mw_target_path (&finding->target);
    g_string_append_printf (text, "%s%s %s", i ? ", " : "", finding->rule->id, path);
    g_assert_cmpuint (strlen (finding->message), >, 0);
  }
  return g_string_free (text, FALSE);
}

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

/* Gives each vertex the weights 200 and 55. */
static void
weigh (MwMdlx *model)
{
  MwMdlxGeoset *geoset = GEOSET (model);
  uint32_t n = geoset->vertices.n;
  geoset->skin_bones = mw_array_new (n, 4 * sizeof (MwRef));
  geoset->skin_weights = mw_array_new (n, 8);
  for (uint32_t i = 0; i < 4 * n; i++) {
    ((MwRef *) geoset->skin_bones.data)[i] = (MwRef) { model->nodes.items[0]->id, 0 };
    ((uint16_t *) geoset->skin_weights.data)[i] = i % 4 == 0 ? 200 : i % 4 == 3 ? 55 : 0;
  }
}

static void
skin_sum (MwMdlx *model)
{
  weigh (model);
  ((uint16_t *) GEOSET (model)->skin_weights.data)[4 * 2 + 3] = 54;
}

static void
skin_bone (MwMdlx *model)
{
  weigh (model);
  ((MwRef *) GEOSET (model)->skin_bones.data)[4 * 3 + 3] = (MwRef) { ATTACHMENT (model)->node.record.id, 0 };
}

/* A node without weight moves nothing. */
static void
skin_weightless (MwMdlx *model)
{
  weigh (model);
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
animated_particles (MwMdlx *model, const char *track)
{
  static const float value = 1;
  static const int32_t time = 0;
  MwTrack *keys = (MwTrack *) mw_record_new (&mw_track_float_schema);
  keys->times = mw_array_copy (&time, 1, sizeof time);
  keys->values = mw_array_copy (&value, 1, sizeof value);
  keys->global_sequence = MW_REF_NONE;
  MwRecord *particles = &PARTICLES (model)->node.record;
  mw_child_set (&model->model, particles, mw_schema_field (particles->schema, track), &keys->record);
}

static void
animated_quad (MwMdlx *model)
{
  lie_flat (model, 0, 0);
  animated_particles (model, "speed.track");
  animated_particles (model, "latitude.track");
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
  animated_particles (model, "emission_rate.track");
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
  animated_particles (model, "speed.track");
  PARTICLES (model)->speed_track->times.n = PARTICLES (model)->speed_track->values.n = 0;
}

static const struct {
  void (*harm) (MwMdlx *model);
  const char *found;
  const char *rule; /* that it shows; NULL: none */
} cases[] = {
#define ROW(harm, rule, place) { harm, rule " " place, rule },
#include "tests/core/check/rows/mdlx-wc3.h"
#undef ROW
  { NULL, "", NULL },
  { flat_extent, "", NULL },
  { texture_formats, "", NULL },
  { animated_nothing, "", NULL },
  { weigh, "", NULL },
  { skin_weightless, "", NULL },
  { emitted_image, "", NULL },
  { quad, "", NULL },
  { animated_quad, "", NULL },
  { keyed_squirt, "", NULL },
};

static void
each_rule (void)
{
  g_autoptr (GHashTable) fixed = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    MwMdlx *model = sound_model ();
    if (cases[i].harm)
      cases[i].harm (model);
    g_autofree char *found = found_rules (model);
    g_assert_cmpstr (found, ==, cases[i].found);
    if (cases[i].rule && assert_fixed (&model->model, mw_mdlx_format (model), cases[i].rule))
      g_hash_table_add (fixed, (gpointer) cases[i].rule);
    mw_model_free (&model->model);
  }
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    if (cases[i].rule)
      assert_fix_shown (cases[i].rule, fixed);
}

/* Models of World of Warcraft's alpha may have all of this. */
static void
other_game (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    MwMdlx *model = sound_model ();
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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/check/wc3/finds each planted fault and nothing else", each_rule);
  g_test_add_func ("/check/wc3/does not apply to World of Warcraft", other_game);
  return g_test_run ();
}
