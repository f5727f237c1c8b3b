/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/aspects.h"
#include "core/model/mdlx/mdlx.h"
#include "tests/core/pose/m2-models.h"

/* What generic code is told about records of each family. */

static gpointer
add (MwMdlx *model, const char *list, const MwSchema *schema)
{
  MwRecord *record = mw_record_new (schema);
  mw_list_append (&model->model, &model->model.record, mw_schema_field (&mw_mdlx_schema, list), record);
  return record;
}

static MwShapeAspect
shape_of (const MwMdlxCollisionShape *shape)
{
  MwShapeAspect aspect = { 0 };
  mw_mdlx_aspects.shape (&shape->node.record, &aspect);
  return aspect;
}

static void
test_shapes (void)
{
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxCollisionShape *shape = add (model, "nodes", &mw_mdlx_collision_shape_schema);
  for (int k = 0; k < 3; k++) {
    shape->vertices[0][k] = (float) k;
    shape->vertices[1][k] = (float) k + 10;
    shape->node.pivot[k] = 100;
  }
  shape->radius = 4;
  shape->height = 7;
  shape->length = 6;
  shape->width = 2;
  static const MwShapeKind kinds[] = { MW_SHAPE_BOX, MW_SHAPE_BOX, MW_SHAPE_SPHERE, MW_SHAPE_CYLINDER, MW_SHAPE_NONE };
  for (shape->type = 0; shape->type < G_N_ELEMENTS (kinds); shape->type++) {
    MwShapeAspect aspect = shape_of (shape);
    g_assert_cmpint (aspect.kind, ==, kinds[shape->type]);
    g_assert_cmpfloat (aspect.points[1][2], ==, 12);
    g_assert_cmpfloat (aspect.radius, ==, 4);
  }
  /* In World of Warcraft 1 is a cylinder that stands on its base, and 3 lies flat about its node. */
  model->family = MW_FAMILY_MDX_WOW;
  model->version = 1300;
  shape->type = MW_MDLX_WOW_SHAPE_CYLINDER;
  MwShapeAspect cylinder = shape_of (shape);
  g_assert_cmpint (cylinder.kind, ==, MW_SHAPE_CYLINDER);
  g_assert_cmpfloat (cylinder.points[1][0], ==, 0);
  g_assert_cmpfloat (cylinder.points[1][2], ==, 2 + 7);
  shape->type = MW_MDLX_WOW_SHAPE_PLANE;
  MwShapeAspect plane = shape_of (shape);
  g_assert_cmpint (plane.kind, ==, MW_SHAPE_BOX);
  g_assert_cmpfloat (plane.points[0][0], ==, 97);
  g_assert_cmpfloat (plane.points[1][1], ==, 101);
  g_assert_cmpfloat (plane.points[0][2], ==, 100);
  mw_model_free (&model->model);
}

static void
test_teams (void)
{
  MwMdlx *model = mw_mdlx_new ();
  g_assert_true (mw_aspects_of (&model->model)->has_teams (&model->model));
  model->family = MW_FAMILY_MDX_WOW;
  g_assert_false (mw_aspects_of (&model->model)->has_teams (&model->model));
  mw_model_free (&model->model);
}

static void
test_stand (void)
{
  static const struct {
    const char *name;
    MwStand stand;
  } names[] = { { "Stand", MW_STAND },
                { "stand ", MW_STAND },
                { "Stand - 2", MW_STAND_LIKE },
                { "Standing", MW_STAND_LIKE },
                { "Walk Stand", MW_STAND_NO } };
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxSequence *sequence = add (model, "sequences", &mw_mdlx_sequence_schema);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    mw_text_set (&sequence->name, names[i].name, strlen (names[i].name));
    g_assert_cmpint (mw_sequence_aspect (&model->model, &sequence->record).stand, ==, names[i].stand);
  }
  mw_model_free (&model->model);
}

static void
test_places (void)
{
  MwM2 *model = mw_m2_new (264);
  const MwAspects *aspects = mw_aspects_of (&model->model);
  MwM2Bone *bone = m2_add_bone (model, NULL, 1, 2, 3);
  MwM2Event *event = m2_add (model, "events", &mw_m2_event_schema);
  MwM2Texture *texture = m2_add (model, "textures", &mw_m2_texture_schema);
  event->position[1] = 5;
  g_assert_cmpint (aspects->point (event->record.schema), ==, MW_POINT_EVENT);
  g_assert_cmpfloat (aspects->place (&event->record)[1], ==, 5);
  g_assert_cmpfloat (aspects->place (&bone->record)[2], ==, 3);
  g_assert_null (aspects->place (&texture->record));
  g_assert_cmpuint (mw_count_points (&model->model, MW_POINT_BONE), ==, 1);
  mw_model_free (&model->model);
}

/* The kinds that have a position, each with a number of its own there. */
static void
test_each_place (void)
{
  const struct {
    const char *list;
    const MwSchema *schema;
    MwPoint point;
    const MwField *field;
  } kinds[] = {
    { "attachments", &mw_m2_attachment_schema, MW_POINT_ATTACHMENT, MW_FIELD (MwM2Attachment, position) },
    { "events", &mw_m2_event_schema, MW_POINT_EVENT, MW_FIELD (MwM2Event, position) },
    { "lights", &mw_m2_light_schema, MW_POINT_LIGHT, MW_FIELD (MwM2Light, position) },
    { "particles", &mw_m2_particle_schema, MW_POINT_PARTICLES, MW_FIELD (MwM2Particle, position) },
    { "ribbons", &mw_m2_ribbon_schema, MW_POINT_RIBBON, MW_FIELD (MwM2Ribbon, position) },
  };
  MwM2 *model = mw_m2_new (264);
  const MwAspects *aspects = mw_aspects_of (&model->model);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++) {
    MwRecord *record = m2_add (model, kinds[i].list, kinds[i].schema);
    ((float *) mw_field_at (record, kinds[i].field))[0] = (float) i + 7;
    g_assert_cmpint (aspects->point (record->schema), ==, kinds[i].point);
    g_assert_cmpfloat (aspects->place (record)[0], ==, (float) i + 7);
  }
  mw_model_free (&model->model);
}

static void
test_members (void)
{
  MwMdlx *mdlx = mw_mdlx_new ();
  g_assert_true (mw_model_member (&mdlx->model, mw_mdlx_aspects.cameras) == &mdlx->cameras);
  g_assert_true (mw_model_member (&mdlx->model, mw_mdlx_aspects.bounds) == &mdlx->bounds);
  g_assert_true (mw_model_member (&mdlx->model, mw_mdlx_aspects.collision_vertices) == &mdlx->collision_vertices);
  g_assert_true (mw_model_member (&mdlx->model, mw_mdlx_aspects.collision_triangles) == &mdlx->collision_triangles);
  g_assert_null (mw_model_member (&mdlx->model, mw_mdlx_aspects.profiles));
  mw_model_free (&mdlx->model);
  MwM2 *m2 = mw_m2_new (264);
  g_assert_true (mw_model_member (&m2->model, mw_m2_aspects.cameras) == &m2->cameras);
  g_assert_true (mw_model_member (&m2->model, mw_m2_aspects.bounds) == &m2->bounds);
  g_assert_true (mw_model_member (&m2->model, mw_m2_aspects.collision_vertices) == &m2->collision_vertices);
  g_assert_true (mw_model_member (&m2->model, mw_m2_aspects.collision_triangles) == &m2->collision_triangles);
  g_assert_true (mw_model_member (&m2->model, mw_m2_aspects.profiles) == &m2->skins);
  mw_model_free (&m2->model);
}

/* A camera of M2 is for the portrait only if its type says so; a new one has the angle that the games' own cameras have. */
static void
test_camera (void)
{
  MwM2 *m2 = mw_m2_new (264);
  MwM2Camera *camera = m2_add (m2, "cameras", &mw_m2_camera_schema);
  MwCameraAspect aspect;
  g_assert_cmpfloat (camera->field_of_view, ==, 0.95f);
  for (int type = -1; type <= 1; type++) {
    camera->type = type;
    mw_m2_aspects.of_camera (&camera->record, &aspect);
    g_assert_cmpint (aspect.portrait, ==, type == 0);
    g_assert_true (aspect.position == camera->position && aspect.target == camera->target);
  }
  mw_model_free (&m2->model);
}

static void
test_families (void)
{
  g_assert_true (mw_is_family (MW_FAMILY_MDX));
  g_assert_true (mw_is_family (MW_FAMILY_MDX_WOW));
  g_assert_true (mw_is_family (MW_FAMILY_M2));
  g_assert_false (mw_is_family (0));
  g_assert_false (mw_is_family (MW_FAMILY_MDX | MW_FAMILY_MDX_WOW));
  g_assert_false (mw_is_family (8));
}

static void
assert_load (const MwBoneLoad *load, const char *label, guint most, guint limit)
{
  g_assert_cmpstr (load->label, ==, label);
  g_assert_cmpuint (load->most, ==, most);
  g_assert_cmpuint (load->limit, ==, limit);
}

/* Of the mesh that needs the most. */
static void
test_bone_load (void)
{
  static const uint32_t groups[] = { 1, 1, 1, 1, 1 };
  MwMdlx *mdlx = mw_mdlx_new ();
  MwBoneLoad load = mw_mdlx_aspects.bone_load (&mdlx->model, 0);
  assert_load (&load, "Most matrix groups of one geoset", 0, 256);
  for (guint i = 0; i < 3; i++) {
    MwMdlxGeoset *geoset = add (mdlx, "geosets", &mw_mdlx_geoset_schema);
    geoset->group_sizes = mw_array_copy (groups, i == 1 ? 5 : 2, sizeof *groups);
  }
  load = mw_mdlx_aspects.bone_load (&mdlx->model, 0);
  assert_load (&load, "Most matrix groups of one geoset", 5, 256);
  /* Weights: each bone counts once, and only if it moves anything. */
  MwMdlxGeoset *geoset = add (mdlx, "geosets", &mw_mdlx_geoset_schema);
  MwRef bones[12];
  uint16_t weights[12];
  for (guint i = 0; i < 12; i++) {
    bones[i] = (MwRef) { .id = 1000 + i % 8 };
    weights[i] = i != 7;
  }
  geoset->skin_bones = mw_array_copy (bones, 12, sizeof *bones);
  geoset->skin_weights = mw_array_copy (weights, 12, sizeof *weights);
  load = mw_mdlx_aspects.bone_load (&mdlx->model, 0);
  assert_load (&load, "Most bones of one geoset", 7, 256);
  mw_model_free (&mdlx->model);
  /* M2: three vertices of two bones. */
  static const uint8_t indices[] = { 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0 },
                       shares[] = { 255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0 };
  MwM2 *m2 = mw_m2_new (264);
  for (guint i = 0; i < 2; i++)
    m2_add_bone (m2, NULL, 0, 0, 0);
  m2->positions = mw_array_copy ((float[9]) { 0 }, 3, 12);
  m2->bone_indices = mw_array_copy (indices, 12, 1);
  m2->bone_weights = mw_array_copy (shares, 12, 1);
  load = mw_m2_aspects.bone_load (&m2->model, 0);
  assert_load (&load, "Most bones of one submesh", 0, 256);
  m2_add (m2, "textures", &mw_m2_texture_schema);
  MwM2Skin *skin = m2_add (m2, "skins", &mw_m2_skin_schema);
  m2_add_batch (m2, skin, mw_array_copy ((uint16_t[]) { 0, 1, 2 }, 3, 2));
  skin->bone_limit = 21;
  load = mw_m2_aspects.bone_load (&m2->model, 0);
  assert_load (&load, "Most bones of one submesh", 2, 21);
  static const uint32_t all[] = { 0, 256, 1000 };
  for (guint i = 0; i < G_N_ELEMENTS (all); i++) {
    skin->bone_limit = all[i];
    load = mw_m2_aspects.bone_load (&m2->model, skin->record.id);
    assert_load (&load, "Most bones of one submesh", 2, 256);
  }
  mw_model_free (&m2->model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/aspects/collision shapes are those of their game", test_shapes);
  g_test_add_func ("/model/aspects/players have colours in Warcraft III only", test_teams);
  g_test_add_func ("/model/aspects/a sequence whose name begins with Stand is a stand", test_stand);
  g_test_add_func ("/model/aspects/things on a bone have a position", test_places);
  g_test_add_func ("/model/aspects/the type of a camera of M2 says whether it is for the portrait", test_camera);
  g_test_add_func ("/model/aspects/a number belongs to one family or to none", test_families);
  g_test_add_func ("/model/aspects/every kind with a position has its own", test_each_place);
  g_test_add_func ("/model/aspects/members are those of the family's struct", test_members);
  g_test_add_func ("/model/aspects/the mesh that needs the most bones", test_bone_load);
  return g_test_run ();
}
