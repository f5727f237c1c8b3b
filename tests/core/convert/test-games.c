/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/convert/models.h"
#include "core/schema/report.h"

#include <string.h>

/* How values of one game become those of the other, as stated in docs/formats/mdlx.md for each (2.5, 5 and 7.2).
 * Each direction is tested alone, because an error that both share would cancel out. */

#define FAR_AWAY G_MAXUINT32

static MwMdlx *
convert_to (const MwMdlx *model, MwFormat to)
{
  MwMdlx *there = (MwMdlx *) mw_convert (&model->model, mw_mdlx_format (model), to, NULL, NULL, NULL, NULL);
  g_assert_nonnull (there);
  return there;
}

/* Whether the conversion's report has this row. */
static gboolean
is_lost (const MwMdlx *model, MwFormat to, const char *path)
{
  g_autoptr (MwReport) report = mw_report_new ();
  gboolean lost = FALSE;
  mw_model_free (mw_convert (&model->model, mw_mdlx_format (model), to, NULL, report, NULL, NULL));
  for (guint i = 0; i < report->losses->len; i++)
    lost |= strcmp (g_array_index (report->losses, MwLoss, i).path, path) == 0;
  return lost;
}

static MwFormat
other_game (MwFormat format)
{
  return format.family == MW_FAMILY_MDX ? WOW (1300) : WC3 (800);
}

/* --- Flags -------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwFormat from;
  uint32_t before, after;
  gboolean lost;
} Word;

/* 5.8: 1 DropShadow, 2 UseColor. 7.2: 1 UseColor. */
static void
geoset_animation_flags (void)
{
  const Word words[] = { { WC3 (800), 2, 1, FALSE }, { WC3 (800), 1, 0, TRUE },    { WC3 (800), 3, 1, TRUE },
                         { WC3 (800), 0, 0, FALSE }, { WOW (1300), 1, 2, FALSE },  { WOW (1300), 2, 0, TRUE },
                         { WOW (1300), 3, 2, TRUE }, { WC3 (1800), 0x1A, 1, TRUE } };
  for (guint i = 0; i < G_N_ELEMENTS (words); i++) {
    MwMdlx *model = new_model (words[i].from);
    MwMdlxGeosetAnimation *animation = add_record (model, NULL, "geoset_animations", &mw_mdlx_geoset_animation_schema);
    animation->flags = words[i].before;
    MwMdlx *there = convert_to (model, other_game (words[i].from));
    g_assert_cmphex (((const MwMdlxGeosetAnimation *) there->geoset_animations.items[0])->flags, ==, words[i].after);
    g_assert_true (is_lost (model, other_game (words[i].from), "geoset_animations[0].flags") == words[i].lost);
    mw_model_free (&there->model);
    mw_model_free (&model->model);
  }
}

/* 5.7: 4 unselectable. 7.3: 1 unselectable. */
static void
selection_flags (void)
{
  const Word words[] = { { WC3 (800), 4, 1, FALSE },  { WC3 (800), 1, 0, TRUE },  { WC3 (1000), 5, 1, TRUE },
                         { WOW (1300), 1, 4, FALSE }, { WOW (1300), 4, 0, TRUE }, { WOW (1500), 0x21, 4, TRUE } };
  for (guint i = 0; i < G_N_ELEMENTS (words); i++) {
    MwMdlx *model = new_model (words[i].from);
    add_square (model)->selection_flags = words[i].before;
    MwMdlx *there = convert_to (model, other_game (words[i].from));
    g_assert_cmphex (((const MwMdlxGeoset *) there->geosets.items[0])->selection_flags, ==, words[i].after);
    g_assert_true (is_lost (model, other_game (words[i].from), "geosets[0].selection_flags") == words[i].lost);
    mw_model_free (&there->model);
    mw_model_free (&model->model);
  }
}

/* 2.5: the kind bit of both games; a converted node has the same one as a new node. */
static void
kind_bits (void)
{
  static const struct {
    const MwSchema *kind;
    uint32_t warcraft, wow;
  } kinds[] = {
    { &mw_mdlx_bone_schema, 0x100, 0 },
    { &mw_mdlx_light_schema, 0x200, 0x100 },
    { &mw_mdlx_helper_schema, 0, 0 },
    { &mw_mdlx_event_object_schema, 0x400, 0x200 },
    { &mw_mdlx_attachment_schema, 0x800, 0x400 },
    { &mw_mdlx_particle_emitter_schema, 0x1000, 0 },
    { &mw_mdlx_particle_emitter2_schema, 0x1000, 0x800 },
    { &mw_mdlx_collision_shape_schema, 0x2000, 0x1000 },
    { &mw_mdlx_ribbon_emitter_schema, 0x4000, 0x2000 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++) {
    MwMdlx *warcraft = new_model (WC3 (800)), *wow = new_model (WOW (1300));
    const MwMdlxNode *in_warcraft = add_node (warcraft, kinds[i].kind, "n", NULL);
    MwMdlxNode *in_wow = add_node (wow, kinds[i].kind, "n", NULL);
    if (kinds[i].kind->init_for_family)
      kinds[i].kind->init_for_family (&in_wow->record, MW_FAMILY_MDX_WOW);
    g_assert_cmphex (in_warcraft->flags, ==, kinds[i].warcraft);
    g_assert_cmphex (in_wow->flags, ==, kinds[i].wow);
    MwMdlx *there = convert_to (warcraft, WOW (1300));
    g_assert_cmphex (((const MwMdlxNode *) there->nodes.items[0])->flags, ==, kinds[i].wow);
    mw_model_free (&there->model);
    there = convert_to (wow, WC3 (800));
    g_assert_cmphex (((const MwMdlxNode *) there->nodes.items[0])->flags, ==, kinds[i].warcraft);
    mw_model_free (&there->model);
    mw_model_free (&warcraft->model);
    mw_model_free (&wow->model);
  }
}

/* 2.5: ParticleEmitter has its two bits swapped between the games. */
static void
emitted_bits (void)
{
  const Word words[] = { { WC3 (800), 0x9000, 0x10000, FALSE },
                         { WC3 (800), 0x11000, 0x8000, FALSE },
                         { WOW (1300), 0x10000, 0x9000, FALSE },
                         { WOW (1300), 0x8000, 0x11000, FALSE },
                         { WOW (1300), 0x10800, 0x9000, TRUE } };
  for (guint i = 0; i < G_N_ELEMENTS (words); i++) {
    MwMdlx *model = new_model (words[i].from);
    ((MwMdlxNode *) add_node (model, &mw_mdlx_particle_emitter_schema, "n", NULL))->flags = words[i].before;
    MwMdlx *there = convert_to (model, other_game (words[i].from));
    g_assert_cmphex (((const MwMdlxNode *) there->nodes.items[0])->flags, ==, words[i].after);
    g_assert_true (is_lost (model, other_game (words[i].from), "particle_emitters[0].flags") == words[i].lost);
    mw_model_free (&there->model);
    mw_model_free (&model->model);
  }
}

/* 2.5: ParticleEmitter2 has its bits at the same places, except for the last. */
static void
emitter2_bits (void)
{
  static const uint32_t bits[][2] = { { 0x8000, 0x8000 },   { 0x10000, 0x10000 }, { 0x20000, 0x20000 },
                                      { 0x40000, 0x40000 }, { 0x80000, 0x80000 }, { 0x100000, 0x8000000 } };
  for (guint i = 0; i < G_N_ELEMENTS (bits); i++)
    for (guint to_wow = 0; to_wow < 2; to_wow++) {
      MwMdlx *model = new_model (to_wow ? WC3 (800) : WOW (1300));
      MwMdlxNode *node = add_node (model, &mw_mdlx_particle_emitter2_schema, "n", NULL);
      node->flags = to_wow ? 0x1000 | bits[i][0] : 0x800 | bits[i][1];
      MwMdlx *there = convert_to (model, to_wow ? WOW (1400) : WC3 (1000));
      g_assert_false (is_lost (model, to_wow ? WOW (1400) : WC3 (1000), "particle_emitters2[0].flags"));
      g_assert_cmphex (((const MwMdlxNode *) there->nodes.items[0])->flags, ==,
                       to_wow ? 0x800 | bits[i][1] : 0x1000 | bits[i][0]);
      mw_model_free (&there->model);
      mw_model_free (&model->model);
    }
}

/* 7.2: -1 means that the layer's vertices have no texture coordinates; Warcraft III cannot say that. */
static void
layer_without_uvs (void)
{
  const MwFormat formats[] = { WC3 (800), WC3 (1100), WOW (1300), WOW (1500) };
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++) {
    MwMdlx *model = new_model (formats[i]);
    MwMdlxMaterial *material = add_record (model, NULL, "materials", &mw_mdlx_material_schema);
    MwMdlxLayer *layer = add_record (model, material, "layers", &mw_mdlx_layer_schema);
    MwFormat to = other_game (formats[i]);
    for (uint32_t set = 0; set < 2; set++) {
      layer->coord_id = set;
      MwMdlx *there = convert_losing (model, to, "");
      material = (MwMdlxMaterial *) there->materials.items[0];
      g_assert_cmpuint (((const MwMdlxLayer *) material->layers.items[0])->coord_id, ==, set);
      mw_model_free (&there->model);
    }
    layer->coord_id = FAR_AWAY;
    MwMdlx *there = convert_losing (model, to, "materials[0].layers[0].coord_id");
    material = (MwMdlxMaterial *) there->materials.items[0];
    g_assert_cmpuint (((const MwMdlxLayer *) material->layers.items[0])->coord_id, ==, 0);
    mw_model_free (&there->model);
    mw_model_free (&model->model);
  }
}

/* --- Nodes -------------------------------------------------------------------------------------------------------- */

/* 7.2: emitters of Warcraft III emit from a plane (type 1), in all directions, without twinkling. */
static void
emitters_given (void)
{
  for (guint version = 1300; version <= 1500; version += 100) {
    MwMdlx *model = new_model (WC3 (800));
    add_node (model, &mw_mdlx_particle_emitter2_schema, "e", NULL);
    add_node (model, &mw_mdlx_attachment_schema, "a", NULL);
    MwMdlx *there = convert_losing (model, WOW (version), "");
    const MwMdlxParticleEmitter2 *emitter = (const MwMdlxParticleEmitter2 *) there->nodes.items[0];
    g_assert_cmpuint (emitter->emitter_type, ==, 1);
    g_assert_cmpfloat (emitter->longitude, ==, 6.2831855f);
    g_assert_cmpfloat (emitter->twinkle_on_off, ==, 1);
    g_assert_cmpfloat (emitter->twinkle_min, ==, 1);
    g_assert_cmpfloat (emitter->twinkle_max, ==, 1);
    g_assert_cmphex (((const MwMdlxAttachment *) there->nodes.items[1])->unknown_byte, ==, 0xFF);
    mw_model_free (&there->model);
    mw_model_free (&model->model);
  }
}

/* rendering.md 4.1 and 4.4: degrees in Warcraft III, radians in World of Warcraft, including keys and tangents. */
static void
latitudes (void)
{
  static const float radians[3] = { 0, 1, -0.5f };
  static const int32_t times[3] = { 0, 100, 200 };
  static const float degrees[3] = { 0, 57.29578f, -28.64789f };
  for (guint to_wow = 0; to_wow < 2; to_wow++) {
    const float *before = to_wow ? degrees : radians, *after = to_wow ? radians : degrees;
    MwMdlx *model = new_model (to_wow ? WC3 (800) : WOW (1300));
    MwMdlxParticleEmitter2 *emitter = add_node (model, &mw_mdlx_particle_emitter2_schema, "e", NULL);
    MwTrack *track = (MwTrack *) mw_record_new (&mw_track_float_schema);
    track->interpolation = MW_INTERPOLATION_HERMITE;
    track->times = mw_array_copy (times, 3, 4);
    track->values = mw_array_copy (before, 3, 4);
    track->in_tans = mw_array_copy (before, 3, 4);
    track->out_tans = mw_array_copy (before, 3, 4);
    mw_child_set (&model->model, &emitter->node.record,
                  mw_schema_field (&mw_mdlx_particle_emitter2_schema, "latitude.track"), &track->record);
    emitter->latitude = before[1];
    MwMdlx *there = convert_to (model, other_game (mw_mdlx_format (model)));
    const MwMdlxParticleEmitter2 *made = (const MwMdlxParticleEmitter2 *) there->nodes.items[0];
    const MwTrack *keys = made->latitude_track;
    g_assert_cmpfloat_with_epsilon (made->latitude, after[1], 1e-5);
    for (guint i = 0; i < 3; i++) {
      g_assert_cmpint (((const int32_t *) keys->times.data)[i], ==, times[i]);
      g_assert_cmpfloat_with_epsilon (((const float *) keys->values.data)[i], after[i], 1e-5);
      g_assert_cmpfloat_with_epsilon (((const float *) keys->in_tans.data)[i], after[i], 1e-5);
      g_assert_cmpfloat_with_epsilon (((const float *) keys->out_tans.data)[i], after[i], 1e-5);
    }
    mw_model_free (&there->model);
    mw_model_free (&model->model);
  }
}

/* 2.4, 7.1: events of Warcraft III have a track; those of World of Warcraft need none. */
static void
event_without_track (void)
{
  MwMdlx *model = new_model (WOW (1300));
  MwMdlxEventObject *event = add_node (model, &mw_mdlx_event_object_schema, "$CAH", NULL);
  event->node.flags = 0x200;
  g_assert_null (event->track);
  MwMdlx *there = convert_to (model, WC3 (800));
  g_assert_nonnull (((const MwMdlxEventObject *) there->nodes.items[0])->track);
  mw_model_free (&there->model);
  there = convert_to (model, WOW (1500));
  g_assert_null (((const MwMdlxEventObject *) there->nodes.items[0])->track);
  mw_model_free (&there->model);
  mw_model_free (&model->model);
}

/* names.md 3: points that both games have, identified by words of the name in one and by number in the other. */
static void
attachment_points (void)
{
  static const struct {
    int32_t id;
    const char *name;
  } points[] = { { 18, "Overhead Ref" },  { 19, "Origin Ref" },     { 20, "Head Ref" },
                 { 21, "Hand Left Ref" }, { 22, "Hand Right Ref" }, { 34, "Chest Ref" } };
  MwMdlx *warcraft = new_model (WC3 (800)), *wow = new_model (WOW (1300));
  for (guint i = 0; i < G_N_ELEMENTS (points); i++) {
    ((MwMdlxAttachment *) add_node (warcraft, &mw_mdlx_attachment_schema, points[i].name, NULL))
      ->attachment_id = (int32_t) i;
    ((MwMdlxAttachment *) add_node (wow, &mw_mdlx_attachment_schema, "_X", NULL))->attachment_id = points[i].id;
  }
  MwMdlx *in_wow = convert_to (warcraft, WOW (1300)), *in_warcraft = convert_to (wow, WC3 (800));
  for (guint i = 0; i < G_N_ELEMENTS (points); i++) {
    const MwMdlxAttachment *made = (const MwMdlxAttachment *) in_warcraft->nodes.items[i];
    g_assert_cmpint (((const MwMdlxAttachment *) in_wow->nodes.items[i])->attachment_id, ==, points[i].id);
    g_assert_cmpstr (made->node.name, ==, points[i].name);
    g_assert_cmpint (made->attachment_id, ==, (int32_t) i);
  }
  mw_model_free (&in_warcraft->model);
  mw_model_free (&in_wow->model);
  mw_model_free (&warcraft->model);
  mw_model_free (&wow->model);
}

/* 5.19 and 7.2: the numbers of the types, and the values that each has. Values that the shape lacks are 0. */
static void
shapes (void)
{
  enum { CORNERS = 1, CENTRE = 2, RADIUS = 4, HEIGHT = 8, SIDES = 16 };
  static const struct {
    gboolean to_wow;
    uint32_t type;
    uint8_t variant;
    guint has;
    uint32_t type_there;
    uint8_t variant_there;
    guint has_there;
  } cases[] = {
    { TRUE, 0, 0, CORNERS, 0, 0, CORNERS },
    { TRUE, 1, 0, CORNERS, 0, 0, CORNERS },
    { TRUE, 1, 1, CENTRE | HEIGHT | RADIUS, 1, 0, CENTRE | HEIGHT | RADIUS },
    { TRUE, 2, 0, CENTRE | RADIUS, 2, 0, CENTRE | RADIUS },
    { TRUE, 3, 1, SIDES, 3, 0, SIDES },
    { FALSE, 0, 0, CORNERS, 0, 0, CORNERS },
    { FALSE, 2, 0, CENTRE | RADIUS, 2, 0, CENTRE | RADIUS },
    { FALSE, 3, 0, SIDES, 3, 1, SIDES },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    MwMdlx *model = new_model (cases[i].to_wow ? WC3 (800) : WOW (1300));
    MwMdlxCollisionShape *shape = add_node (model, &mw_mdlx_collision_shape_schema, "c", NULL);
    shape->type = cases[i].type;
    shape->node.record.variant = cases[i].variant;
    for (guint k = 0; k < 3; k++) {
      shape->vertices[0][k] = (float) k + 1;
      shape->vertices[1][k] = (float) k + 4;
    }
    shape->height = 7;
    shape->radius = 8;
    shape->length = 9;
    shape->width = 10;
    MwMdlx *there = convert_to (model, other_game (mw_mdlx_format (model)));
    const MwMdlxCollisionShape *made = (const MwMdlxCollisionShape *) there->nodes.items[0];
    guint has = cases[i].has_there;
    g_assert_cmpuint (made->type, ==, cases[i].type_there);
    g_assert_cmpuint (made->node.record.variant, ==, cases[i].variant_there);
    for (guint k = 0; k < 3; k++) {
      g_assert_cmpfloat (made->vertices[0][k], ==, has & (CORNERS | CENTRE) ? (float) k + 1 : 0);
      g_assert_cmpfloat (made->vertices[1][k], ==, has & CORNERS ? (float) k + 4 : 0);
    }
    g_assert_cmpfloat (made->height, ==, has & HEIGHT ? 7 : 0);
    g_assert_cmpfloat (made->radius, ==, has & RADIUS ? 8 : 0);
    g_assert_cmpfloat (made->length, ==, has & SIDES ? 9 : 0);
    g_assert_cmpfloat (made->width, ==, has & SIDES ? 10 : 0);
    mw_model_free (&there->model);
    mw_model_free (&model->model);
  }
}

/* 5.19: two ends and a radius. 7.2: a base, a height and a radius, upright: the base is the lower end. */
static void
cylinders (void)
{
  static const float ends[2][2][3] = { { { 1, 2, 3 }, { 1, 2, 13 } }, { { 1, 2, 13 }, { 1, 2, 3 } } };
  for (guint i = 0; i < 2; i++) {
    MwMdlx *model = new_model (WC3 (800));
    MwMdlxCollisionShape *shape = add_node (model, &mw_mdlx_collision_shape_schema, "c", NULL);
    shape->type = MW_MDLX_SHAPE_CYLINDER;
    shape->radius = 4;
    memcpy (shape->vertices, ends[i], sizeof ends[i]);
    MwMdlx *there = convert_to (model, WOW (1300));
    const MwMdlxCollisionShape *made = (const MwMdlxCollisionShape *) there->nodes.items[0];
    g_assert_cmpuint (made->type, ==, 1);
    g_assert_cmpmem (made->vertices[0], 12, ends[0][0], 12);
    g_assert_cmpfloat (made->height, ==, 10);
    g_assert_cmpfloat (made->radius, ==, 4);
    mw_model_free (&there->model);
    mw_model_free (&model->model);
  }
  MwMdlx *model = new_model (WOW (1300));
  MwMdlxCollisionShape *shape = add_node (model, &mw_mdlx_collision_shape_schema, "c", NULL);
  shape->type = MW_MDLX_WOW_SHAPE_CYLINDER;
  shape->radius = 4;
  shape->height = 10;
  memcpy (shape->vertices[0], ends[0][0], 12);
  MwMdlx *there = convert_to (model, WC3 (800));
  const MwMdlxCollisionShape *made = (const MwMdlxCollisionShape *) there->nodes.items[0];
  g_assert_cmpuint (made->type, ==, 3);
  g_assert_cmpmem (made->vertices, 24, ends[0], 24);
  g_assert_cmpfloat (made->radius, ==, 4);
  mw_model_free (&there->model);
  mw_model_free (&model->model);
}

/* --- The model ---------------------------------------------------------------------------------------------------- */

/* A frequency of 0 beside others means never; it becomes the largest rarity. Half as often as the first is rarity 1. */
static void
rarities (void)
{
  static const float frequencies[] = { 0.5f, 0.25f, 0.25f, 0 }, expected[] = { 0, 1, 1, 1000 };
  MwMdlx *model = new_model (WOW (1300));
  for (guint i = 0; i < G_N_ELEMENTS (frequencies); i++) {
    MwMdlxSequence *sequence = add_record (model, NULL, "sequences", &mw_mdlx_sequence_schema);
    set_text (&sequence->name, "Stand");
    sequence->frequency = frequencies[i];
  }
  MwMdlx *there = convert_to (model, WC3 (800));
  for (guint i = 0; i < G_N_ELEMENTS (frequencies); i++)
    g_assert_cmpfloat (((const MwMdlxSequence *) there->sequences.items[i])->rarity, ==, expected[i]);
  mw_model_free (&there->model);
  mw_model_free (&model->model);
}

/* Further sequences of an animation have a number after the name. One of rarity r is chosen 1 / (1 + r) times as
 * often. */
static void
frequencies (void)
{
  static const struct {
    const char *name;
    float rarity, frequency;
  } sequences[] = { { "Stand", 0, 0.4f },        { "stand - 2", 1, 0.2f }, { "Stand - Var 13", 1, 0.2f },
                    { "Stand4", 1, 0.2f },       { "Stand Ready", 1, 0 },  { "1", 0, 0 },
                    { "Walk - Var1", 0, 0.75f }, { "Walk", 2, 0.25f } };
  MwMdlx *model = new_model (WC3 (800));
  for (guint i = 0; i < G_N_ELEMENTS (sequences); i++) {
    MwMdlxSequence *sequence = add_record (model, NULL, "sequences", &mw_mdlx_sequence_schema);
    set_text (&sequence->name, sequences[i].name);
    sequence->rarity = sequences[i].rarity;
  }
  MwMdlx *there = convert_to (model, WOW (1300));
  for (guint i = 0; i < G_N_ELEMENTS (sequences); i++)
    g_assert_cmpfloat_with_epsilon (((const MwMdlxSequence *) there->sequences.items[i])->frequency,
                                    sequences[i].frequency, 1e-6);
  mw_model_free (&there->model);
  mw_model_free (&model->model);
}

/* 5.1 and 7.2: one blend time of the model, or one per sequence: the most frequent one, and of several the first. */
static void
blend_times (void)
{
  static const struct {
    uint32_t times[4], of_model;
  } cases[] = { { { 100, 200, 300, 200 }, 200 },
                { { 300, 200, 200, 300 }, 300 },
                { { 7, 7, 0, 0 }, 7 },
                { { 0, 5, 0, 6 }, 0 },
                { { 1, 2, 3, 4 }, 1 } };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    MwMdlx *model = new_model (WOW (1300));
    for (guint k = 0; k < 4; k++)
      ((MwMdlxSequence *) add_record (model, NULL, "sequences", &mw_mdlx_sequence_schema))->blend_time = cases[i]
                                                                                                           .times[k];
    MwMdlx *there = convert_to (model, WC3 (800)), *back = convert_to (there, WOW (1300));
    g_assert_cmpuint (there->blend_time, ==, cases[i].of_model);
    for (guint k = 0; k < 4; k++)
      g_assert_cmpuint (((const MwMdlxSequence *) back->sequences.items[k])->blend_time, ==, cases[i].of_model);
    mw_model_free (&back->model);
    mw_model_free (&there->model);
    mw_model_free (&model->model);
  }
}

/* Bytes after an unknown tag might be anything to the other game, which uses other tags. */
static void
unknown_bytes (void)
{
  static const uint8_t bytes[8] = { 'X', 'Y', 'Z', 'W', 1, 2, 3, 4 };
  const MwFormat formats[] = { WC3 (800), WC3 (1800), WOW (1300), WOW (1400) };
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++) {
    MwMdlx *model = new_model (formats[i]);
    MwMdlxMaterial *material = add_record (model, NULL, "materials", &mw_mdlx_material_schema);
    MwMdlxLayer *layer = add_record (model, material, "layers", &mw_mdlx_layer_schema);
    MwMdlxNode *light = add_node (model, &mw_mdlx_light_schema, "l", NULL);
    light->flags = formats[i].family == MW_FAMILY_MDX ? 0x200 : 0x100;
    layer->unknown = mw_array_copy (bytes, 8, 1);
    light->node_unknown = mw_array_copy (bytes, 8, 1);
    ((MwMdlxLight *) light)->unknown = mw_array_copy (bytes, 8, 1);
    MwMdlx *there = convert_losing (model, other_game (formats[i]),
                                    "lights[0].node_unknown\nlights[0].unknown\nmaterials[0].layers[0].unknown");
    material = (MwMdlxMaterial *) there->materials.items[0];
    g_assert_cmpuint (((const MwMdlxLayer *) material->layers.items[0])->unknown.n, ==, 0);
    g_assert_cmpuint (((const MwMdlxLight *) there->nodes.items[0])->unknown.n, ==, 0);
    g_assert_cmpuint (((const MwMdlxNode *) there->nodes.items[0])->node_unknown.n, ==, 0);
    mw_model_free (&there->model);
    mw_model_free (&model->model);
  }
}

/* 5.17: twelve more bytes in variants 1 and 2; 7.2: never in World of Warcraft. */
static void
camera_bytes (void)
{
#define BOTH "cameras[0].extra\ncameras[0].variant"
  static const char *const lost[] = { "", BOTH, BOTH, "cameras[0].variant" };
  for (uint8_t variant = 0; variant < G_N_ELEMENTS (lost); variant++)
    for (guint version = 1300; version <= 1500; version += 100) {
      MwMdlx *model = new_model (WC3 (1100));
      MwMdlxCamera *camera = add_record (model, NULL, "cameras", &mw_mdlx_camera_schema);
      camera->variant = variant;
      memset (camera->extra, 7, sizeof camera->extra);
      MwMdlx *there = convert_losing (model, WOW (version), lost[variant]);
      mw_model_free (&there->model);
      /* Bytes of zero are not missed. */
      memset (camera->extra, 0, sizeof camera->extra);
      there = convert_losing (model, WOW (version), variant ? "cameras[0].variant" : "");
      mw_model_free (&there->model);
      mw_model_free (&model->model);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func (
    "/convert/games/flags/a geoset animation's colour is bit 2 in Warcraft III and bit 1 in World of Warcraft",
    geoset_animation_flags);
  g_test_add_func (
    "/convert/games/flags/a geoset is unselectable by bit 4 in Warcraft III and bit 1 in World of Warcraft",
    selection_flags);
  g_test_add_func ("/convert/games/flags/new and converted nodes have the bit of their kind", kind_bits);
  g_test_add_func ("/convert/games/flags/the bits for what an emitter emits are swapped", emitted_bits);
  g_test_add_func ("/convert/games/flags/XY quads of an emitter have another bit in World of Warcraft", emitter2_bits);
  g_test_add_func ("/convert/games/flags/only World of Warcraft has layers without UVs", layer_without_uvs);
  g_test_add_func ("/convert/games/nodes/emitters of Warcraft III get defaults for missing values", emitters_given);
  g_test_add_func ("/convert/games/nodes/latitudes with keys and tangents are degrees and radians", latitudes);
  g_test_add_func ("/convert/games/nodes/an event without a track gets one in Warcraft III", event_without_track);
  g_test_add_func ("/convert/games/nodes/attachment points have names in Warcraft III and numbers in World of Warcraft",
                   attachment_points);
  g_test_add_func ("/convert/games/nodes/each shape has the type and values of the other game", shapes);
  g_test_add_func ("/convert/games/nodes/a cylinder's base is its lower end", cylinders);
  g_test_add_func ("/convert/games/model/rarities become frequencies within an animation", frequencies);
  g_test_add_func ("/convert/games/model/the model has the blend time of most sequences", blend_times);
  g_test_add_func ("/convert/games/model/a sequence with frequency 0 becomes very rare", rarities);
  g_test_add_func ("/convert/games/model/the extra bytes of a camera variant are reported", camera_bytes);
  g_test_add_func ("/convert/games/model/unknown bytes stay with their game", unknown_bytes);
  return g_test_run ();
}
