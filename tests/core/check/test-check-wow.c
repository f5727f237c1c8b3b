/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules for models of World of Warcraft's alpha. Each is tested with a model that has only one fault. */
#include "core/check/check.h"
#include "core/io/registry.h"
#include "core/model/mdlx/mdlx.h"
#include "tests/core/io/bytes.h"
#include "tests/core/check/by-record.h"
#include "tests/core/check/fixed.h"
#include "tests/core/corpus.h"

#include <string.h>

static const MwFormat format = { MW_FAMILY_MDX_WOW, 1300 };

static MwRecord *
add (MwMdlx *model, const char *list, const MwSchema *schema, const char *name)
{
  MwRecord *record = mw_record_new (schema);
  const MwField *field = mw_schema_field (schema, "name");
  if (name)
    mw_text_set (mw_field_at (record, field), name, strlen (name));
  mw_list_append (&model->model, &model->model.record, mw_schema_field (&mw_mdlx_schema, list), record);
  if (mw_schema_is_a (schema, &mw_mdlx_node_schema))
    ((MwMdlxNode *) record)->flags = 0;
  return record;
}

#define NODE(model, i) ((MwMdlxNode *) (model)->nodes.items[i])
enum { ROOT, ATTACHMENT, RIBBON, PARTICLES };

static MwMdlx *
sound_model (void)
{
  MwMdlx *model = mw_mdlx_new ();
  model->family = format.family;
  model->version = format.version;
  static const char *const names[] = { "Stand - Var1", "Stand - Var2", "Run" };
  static const float frequencies[] = { 0.75f, 0.25f, 0 };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    MwMdlxSequence *sequence = (MwMdlxSequence *) add (model, "sequences", &mw_mdlx_sequence_schema, names[i]);
    sequence->interval[1] = 1000;
    sequence->frequency = frequencies[i];
  }
  MwMdlxMaterial *material = (MwMdlxMaterial *) add (model, "materials", &mw_mdlx_material_schema, NULL);
  MwMdlxTexture *texture = (MwMdlxTexture *) add (model, "textures", &mw_mdlx_texture_schema, NULL);
  texture->replaceable_id = 11;
  MwRecord *layer = mw_record_new (&mw_mdlx_layer_schema);
  ((MwMdlxLayer *) layer)->texture = (MwRef) { texture->record.id, 0 };
  mw_list_append (&model->model, &material->record, mw_schema_field (&mw_mdlx_material_schema, "layers"), layer);
  add (model, "nodes", &mw_mdlx_bone_schema, "Root");
  ((MwMdlxAttachment *) add (model, "nodes", &mw_mdlx_attachment_schema, "_SpellHandL"))->attachment_id = 21;
  MwMdlxRibbonEmitter *ribbon = (MwMdlxRibbonEmitter *) add (model, "nodes", &mw_mdlx_ribbon_emitter_schema, "Ribbon");
  ribbon->height_above = 2;
  ribbon->height_below = 1;
  ribbon->life_span = 1;
  ribbon->emission_rate = 10;
  ribbon->material = (MwRef) { material->record.id, 0 };
  MwMdlxParticleEmitter2 *particles = (MwMdlxParticleEmitter2 *) add (model, "nodes", &mw_mdlx_particle_emitter2_schema,
                                                                      "Particles");
  particles->texture = (MwRef) { texture->record.id, 0 };
  particles->node.flags = 0x30000800;
  particles->twinkle_on_off = 1;
  particles->twinkle_max = 2;
  particles->rows = particles->columns = 1;
  ((MwMdlxCamera *) add (model, "cameras", &mw_mdlx_camera_schema, "Portrait"))->far_clip = 100;
  return model;
}

static char *
found_rules (const MwMdlx *model)
{
  assert_by_record (&model->model, format);
  g_autoptr (GPtrArray) findings = mw_check (&model->model, format);
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
stored_id (MwMdlx *model, guint node, uint32_t id)
{
  mw_notes_add (model->nodes.items[node], MW_NOTE_OBJECT_ID, NULL, 0, &id, 4, 4);
}

static void
gap (MwMdlx *model)
{
  stored_id (model, PARTICLES, 9);
}

static void
swapped (MwMdlx *model)
{
  stored_id (model, ROOT, 1);
  stored_id (model, ATTACHMENT, 0);
}

/* The second bone without a parent has object id 1, but comes after the bone with object id 2. */
static void
late_root (MwMdlx *model)
{
  MwRecord *child = add (model, "nodes", &mw_mdlx_bone_schema, "Child");
  ((MwMdlxNode *) child)->parent = (MwRef) { NODE (model, ROOT)->record.id, 0 };
  add (model, "nodes", &mw_mdlx_bone_schema, "Late");
}

static void
falling (MwMdlx *model)
{
  add (model, "nodes", &mw_mdlx_bone_schema, "Second");
  stored_id (model, ROOT, 1);
  stored_id (model, model->nodes.n - 1, 0);
}

static void
node_flags (MwMdlx *model)
{
  NODE (model, ROOT)->flags = 0x20000;
}

static void
too_many (MwMdlx *model)
{
  for (guint i = 0; i < 254; i++)
    ((MwMdlxSequence *) add (model, "sequences", &mw_mdlx_sequence_schema, "Walk"))->interval[1] = 100;
  for (guint i = 3; i < model->sequences.n; i++)
    ((MwMdlxSequence *) model->sequences.items[i])->frequency = 0;
}

static void
layer_flags (MwMdlx *model)
{
  ((MwMdlxLayer *) ((MwMdlxMaterial *) model->materials.items[0])->layers.items[0])->flags = 0x6;
}

static void
replaceable (MwMdlx *model)
{
  ((MwMdlxTexture *) model->textures.items[0])->replaceable_id = 15;
}

static void
attachment_id (MwMdlx *model)
{
  ((MwMdlxAttachment *) model->nodes.items[ATTACHMENT])->attachment_id = 36;
}

static void
camera_name (MwMdlx *model)
{
  mw_text_set (&((MwMdlxCamera *) model->cameras.items[0])->name, "Camera01", 8);
}

static void
frequency (MwMdlx *model)
{
  ((MwMdlxSequence *) model->sequences.items[1])->frequency = 0.5f;
}

/* An extent for each sequence. */
static void
add_extents (MwMdlx *model, MwMdlxGeoset *geoset)
{
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    MwMdlxGeosetExtent *extent = (MwMdlxGeosetExtent *) mw_record_new (&mw_mdlx_geoset_extent_schema);
    extent->sequence = (MwRef) { model->sequences.items[i]->id, 0 };
    mw_list_append (&model->model, &geoset->record, mw_schema_field (&mw_mdlx_geoset_schema, "extents"),
                    &extent->record);
  }
}

static void
bone_weights (MwMdlx *model)
{
  MwMdlxGeoset *geoset = (MwMdlxGeoset *) add (model, "geosets", &mw_mdlx_geoset_schema, NULL);
  geoset->bone_indices = mw_array_new (2, 4);
  geoset->bone_weights = mw_array_new (1, 4);
  memset (geoset->bone_indices.data, 0, 8);
  memset (geoset->bone_weights.data, 0, 4);
  add_extents (model, geoset);
}

static void
attachment_name (MwMdlx *model)
{
  ((MwMdlxAttachment *) NODE (model, ATTACHMENT))->attachment_id = 17;
}

#define RIBBON_IS(name, member, value)                                                                                 \
  static void name (MwMdlx *model)                                                                                     \
  {                                                                                                                    \
    ((MwMdlxRibbonEmitter *) NODE (model, RIBBON))->member = value;                                                    \
  }
#define PARTICLES_ARE(name, member, value)                                                                             \
  static void name (MwMdlx *model)                                                                                     \
  {                                                                                                                    \
    ((MwMdlxParticleEmitter2 *) NODE (model, PARTICLES))->member = value;                                              \
  }
RIBBON_IS (ribbon_above, height_above, -0.5f)
RIBBON_IS (ribbon_opposite, height_above, -1)
RIBBON_IS (ribbon_below, height_below, -1)
RIBBON_IS (ribbon_symmetric, height_below, 2)
RIBBON_IS (ribbon_life, life_span, 0)
RIBBON_IS (ribbon_rate, emission_rate, 0)

static void
ribbon_flat (MwMdlx *model)
{
  MwMdlxRibbonEmitter *ribbon = (MwMdlxRibbonEmitter *) NODE (model, RIBBON);
  ribbon->height_above = ribbon->height_below = 0;
}

static void
ribbon_grows (MwMdlx *model)
{
  MwRecord *track = mw_record_new (&mw_track_float_schema);
  ribbon_flat (model);
  mw_child_set (&model->model, model->nodes.items[RIBBON],
                mw_schema_field (&mw_mdlx_ribbon_emitter_schema, "height_above.track"), track);
}
PARTICLES_ARE (z_source, z_source, -1)
PARTICLES_ARE (rate, emission_rate, -1)
PARTICLES_ARE (twinkle, twinkle_max, 0)

/* Adds a mesh of three vertices: the first is moved by the root and the attachment, the second by the root, the
 * third by no node. */
static MwMdlxGeoset *
add_mesh (MwMdlx *model)
{
  static const uint8_t groups[] = { 1, 0, 2 }, ids[] = { 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0 };
  static const uint8_t weights[] = { 0, 0, 0, 255, 0, 0, 128, 127, 0, 0, 0, 0 };
  static const uint32_t sizes[] = { 1, 2, 0 };
  const MwRef members[] = { { NODE (model, ROOT)->record.id, 0 },
                            { NODE (model, ROOT)->record.id, 0 },
                            { NODE (model, ATTACHMENT)->record.id, 0 } };
  MwMdlxGeoset *geoset = (MwMdlxGeoset *) add (model, "geosets", &mw_mdlx_geoset_schema, NULL);
  MwRecord *uvs = mw_record_new (&mw_mdlx_uv_set_schema);
  geoset->material = (MwRef) { model->materials.items[0]->id, 0 };
  geoset->vertices = mw_array_new (3, 12);
  geoset->normals = mw_array_new (3, 12);
  memset (geoset->vertices.data, 0, 36);
  memset (geoset->normals.data, 0, 36);
  ((MwMdlxUvSet *) uvs)->uvs = mw_array_new (3, 8);
  memset (((MwMdlxUvSet *) uvs)->uvs.data, 0, 24);
  mw_list_append (&model->model, &geoset->record, mw_schema_field (&mw_mdlx_geoset_schema, "uv_sets"), uvs);
  geoset->vertex_groups = mw_array_copy (groups, 3, 1);
  geoset->group_sizes = mw_array_copy (sizes, 3, 4);
  geoset->group_members = mw_array_copy (members, 3, sizeof (MwRef));
  geoset->bone_indices = mw_array_copy (ids, 3, 4);
  geoset->bone_weights = mw_array_copy (weights, 3, 4);
  return geoset;
}

/* The findings about bone words only. */
static char *
found_of_words (const MwMdlx *model)
{
  assert_by_record (&model->model, format);
  g_autoptr (GPtrArray) findings = mw_check (&model->model, format);
  for (guint i = 0; i < findings->len; i++) {
    const MwFinding *finding = findings->pdata[i];
    g_autofree char *path = mw_target_path (&finding->target);
    if (strcmp (finding->rule->id, "wow-bone-words") == 0)
      return g_strdup_printf ("%s: %s", path, finding->message);
  }
  return g_strdup ("");
}

/* There must be as many bone words of each content as vertices with such a group. */
static void
test_words (void)
{
  static const struct {
    uint8_t ids[4], weights[4]; /* of the second vertex */
    uint32_t n;
    const char *found;
  } cases[] = {
    { { 1, 0, 0, 0 }, { 0, 0, 128, 127 }, 3, "" },
    { { 0, 1, 0, 1 }, { 1, 0, 127, 127 }, 3, "" },
    { { 1, 0, 7, 7 }, { 0, 0, 128, 127 }, 3, "" },
    { { 1, 0, 7, 7 }, { 0, 1, 127, 127 }, 3, "geosets[0].bone_indices: 1 of 3" },
    { { 1, 2, 0, 0 }, { 0, 0, 128, 127 }, 3, "geosets[0].bone_indices: 1 of 3" },
    { { 1, 0, 0, 0 }, { 0, 0, 0, 255 }, 3, "geosets[0].bone_indices: 1 of 3" },
    { { 1, 0, 0, 0 }, { 0, 0, 128, 127 }, 2, "geosets[0].bone_indices: found 2 for 3 vertices" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    MwMdlx *model = sound_model ();
    MwMdlxGeoset *geoset = add_mesh (model);
    memcpy ((uint8_t *) mw_array_make_writable (&geoset->bone_indices, 4) + 4, cases[i].ids, 4);
    memcpy ((uint8_t *) mw_array_make_writable (&geoset->bone_weights, 4) + 4, cases[i].weights, 4);
    geoset->bone_indices.n = cases[i].n;
    g_autofree char *found = found_of_words (model);
    g_assert_cmpstr (found, ==, cases[i].found);
    geoset->bone_indices.n = 3;
    mw_model_free (&model->model);
  }
}

static MwMdlxGeoset *
add_sound_mesh (MwMdlx *model)
{
  MwMdlxGeoset *geoset = add_mesh (model);
  add_extents (model, geoset);
  geoset->group_sizes.n = 2;
  ((uint8_t *) mw_array_make_writable (&geoset->vertex_groups, 1))[2] = 0;
  ((uint8_t *) mw_array_make_writable (&geoset->bone_weights, 4))[11] = 255;
  return geoset;
}

/* The weights of a vertex name a bone that its group has not. */
static void
bone_words (MwMdlx *model)
{
  MwMdlxGeoset *geoset = add_sound_mesh (model);
  ((uint8_t *) mw_array_make_writable (&geoset->bone_indices, 4))[5] = 2;
}

/* All vertices are at 0. */
static void
bounds_left (MwMdlx *model)
{
  MwBounds *bounds = &((MwMdlxSequence *) model->sequences.items[2])->bounds;
  add_sound_mesh (model);
  for (guint k = 0; k < 3; k++) {
    bounds->min[k] = k == 1 ? 3 : -1;
    bounds->max[k] = k == 1 ? 4 : 1;
  }
}

static void
test_each_rule (void)
{
  static const struct {
    void (*harm) (MwMdlx *model);
    const char *found;
    const char *rule; /* that it shows; NULL: none */
  } cases[] = {
#define ROW(harm, rule, place) { harm, rule " " place, rule },
#include "tests/core/check/rows/wow.h"
#undef ROW
    { NULL, "", NULL },
    { ribbon_opposite, "ribbon-height ribbon_emitters[0].height_above, ribbon-flat ribbon_emitters[0].height_below",
      NULL },
    { ribbon_symmetric, "", NULL },
    { ribbon_grows, "", NULL },
  };
  g_autoptr (GHashTable) fixed = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    MwMdlx *model = sound_model ();
    if (cases[i].harm)
      cases[i].harm (model);
    g_autofree char *found = found_rules (model);
    g_assert_cmpstr (found, ==, cases[i].found);
    if (cases[i].rule && assert_fixed (&model->model, format, cases[i].rule))
      g_hash_table_add (fixed, (gpointer) cases[i].rule);
    mw_model_free (&model->model);
  }
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    if (cases[i].rule)
      assert_fix_shown (cases[i].rule, fixed);
}

/* Before version 1500 the environment map and both wrap flags have no effect (mdlx.md 7.2), unlike the other shading
 * flags. */
static void
test_layer_bits (void)
{
  MwMdlx *model = sound_model ();
  MwMdlxLayer *layer = (MwMdlxLayer *) ((MwMdlxMaterial *) model->materials.items[0])->layers.items[0];
  for (uint32_t bit = 1; bit <= 0x80; bit <<= 1) {
    gboolean dead = bit == 2 || bit == 4 || bit == 8;
    layer->flags = bit;
    g_autofree char *found = found_rules (model);
    g_assert_cmpstr (found, ==, dead ? "wow-layer-flags materials[0].layers[0].flags" : "");
    model->version = 1500;
    g_autoptr (GPtrArray) findings = mw_check (&model->model, (MwFormat) { MW_FAMILY_MDX_WOW, 1500 });
    for (guint i = 0; i < findings->len; i++)
      g_assert_cmpstr (((const MwFinding *) findings->pdata[i])->rule->id, !=, "wow-layer-flags");
    model->version = format.version;
  }
  mw_model_free (&model->model);
}

/* The same values are no faults in Warcraft III. */
static void
test_other_game (void)
{
  MwMdlx *model = sound_model ();
  node_flags (model);
  camera_name (model);
  ribbon_life (model);
  model->family = MW_FAMILY_MDX;
  model->version = 800;
  g_autoptr (GPtrArray) findings = mw_check (&model->model, (MwFormat) { MW_FAMILY_MDX, 800 });
  for (guint i = 0; i < findings->len; i++) {
    const char *rule = ((const MwFinding *) findings->pdata[i])->rule->id;
    g_assert_false (g_str_has_prefix (rule, "wow-") || g_str_has_prefix (rule, "ribbon-"));
  }
  mw_model_free (&model->model);
}

static void
test_corpus (void)
{
  g_autoptr (GPtrArray) files = corpus_files ("mdx1300");
  for (guint i = 0; files && i < files->len; i++) {
    gsize size;
    MwFormat found;
    g_autofree uint8_t *bytes = load_exactly (files->pdata[i], &size);
    g_autoptr (GError) error = NULL;
    MwModel *model = io_read_bytes (bytes, size, &found, NULL, &error);
    g_assert_no_error (error);
    g_autofree char *rules = found_rules ((MwMdlx *) model);
    g_assert_cmpstr (rules, ==, "");
    mw_model_free (model);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/check/wow/finds each planted fault and nothing else", test_each_rule);
  g_test_add_func ("/check/wow/bone indices are compared with the matrix groups", test_words);
  g_test_add_func ("/check/wow/three shading bits do nothing before 1500", test_layer_bits);
  g_test_add_func ("/check/wow/the other game has other rules", test_other_game);
  g_test_add_func ("/check/wow/finds nothing in the real file", test_corpus);
  return g_test_run ();
}
