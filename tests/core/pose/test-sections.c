/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/mdlx.h"
#include "core/pose/sections.h"
#include "tests/core/pose/m2-models.h"

/* A model with a texture of this type and submeshes with these ids, ended by G_MAXUINT. */
static MwM2 *
make (guint type, const guint *ids)
{
  MwM2 *model = mw_m2_new (264);
  MwM2Texture *texture = m2_add (model, "textures", &mw_m2_texture_schema);
  MwM2Skin *skin = m2_add (model, "skins", &mw_m2_skin_schema);
  texture->type = type;
  for (guint i = 0; ids[i] != G_MAXUINT; i++)
    ((MwM2Submesh *) m2_add_to (model, skin, "submeshes", &mw_m2_submesh_schema))->geoset = (uint16_t) ids[i];
  return model;
}

/* The ids that are shown, separated by blanks. */
static char *
shown (const MwM2 *model, GHashTable *chosen)
{
  const MwM2Skin *skin = (const MwM2Skin *) model->skins.items[0];
  g_autoptr (GArray) hidden = g_array_new (FALSE, FALSE, sizeof (MwId));
  GString *text = g_string_new (NULL);
  mw_sections_hide (&model->model, chosen, hidden);
  for (uint32_t i = 0; i < skin->submeshes.n; i++) {
    const MwM2Submesh *submesh = (const MwM2Submesh *) skin->submeshes.items[i];
    gboolean is_hidden = FALSE;
    for (guint k = 0; k < hidden->len; k++)
      is_hidden |= g_array_index (hidden, MwId, k) == submesh->record.id;
    if (!is_hidden)
      g_string_append_printf (text, "%s%u", text->len ? " " : "", submesh->geoset);
  }
  return g_string_free (text, FALSE);
}

#define ASSERT_SHOWN(model, chosen, wanted)                                                                            \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    g_autofree char *shown_ids = shown (model, chosen);                                                                \
    g_assert_cmpstr (shown_ids, ==, wanted);                                                                           \
  }                                                                                                                    \
  G_STMT_END

static const guint everything[] = { 0,    0,    5,    3,    4,    101,  102,  202,  301,  402,      401,  403,
                                    501,  502,  701,  702,  802,  902,  1002, 1102, 1202, 1302,     1301, 1502,
                                    1501, 1702, 1802, 2002, 2003, 2302, 2301, 3301, 3302, G_MAXUINT };

static void
test_defaults (void)
{
  MwM2 *model = make (1, everything);
  /* Hair: the lowest style. Ears: 2. Hands, feet and legs: the lowest. All else: 1. */
  ASSERT_SHOWN (model, NULL, "0 0 3 101 301 401 501 702 1301 1501 2002 2301 3301");
  g_autoptr (GArray) ids = mw_sections_list (&model->model);
  g_assert_cmpuint (g_array_index (ids, guint32, 0), ==, 0);
  g_assert_cmpuint (g_array_index (ids, guint32, 1), ==, 3);
  g_assert_cmpuint (ids->len, ==, G_N_ELEMENTS (everything) - 2);
  mw_model_free (&model->model);
  /* With ears of another number they are there too. */
  static const guint ears[] = { 0, 701, G_MAXUINT };
  model = make (1, ears);
  ASSERT_SHOWN (model, NULL, "0 701");
  mw_model_free (&model->model);
}

static void
test_chosen (void)
{
  static const guint ids[] = { 0, 2, 3, 401, 402, 1502, G_MAXUINT };
  MwM2 *model = make (1, ids);
  g_autoptr (GHashTable) chosen = g_hash_table_new (NULL, NULL);
  ASSERT_SHOWN (model, chosen, "0 2 401");
  g_hash_table_insert (chosen, GUINT_TO_POINTER (0), GUINT_TO_POINTER (3));
  g_hash_table_insert (chosen, GUINT_TO_POINTER (15), GUINT_TO_POINTER (2));
  ASSERT_SHOWN (model, chosen, "0 3 401 1502");
  /* None, and all. */
  g_hash_table_insert (chosen, GUINT_TO_POINTER (0), GUINT_TO_POINTER (0));
  g_hash_table_insert (chosen, GUINT_TO_POINTER (4), GUINT_TO_POINTER (MW_SECTION_ALL));
  ASSERT_SHOWN (model, chosen, "0 401 402 1502");
  mw_model_free (&model->model);
}

static void
test_others (void)
{
  /* Creatures have such ids too, and show all. */
  static const guint types[] = { 0, 2, 6, 11 };
  for (guint i = 0; i < G_N_ELEMENTS (types); i++) {
    static const guint ids[] = { 0, 3, 4, 402, 502, G_MAXUINT };
    MwM2 *model = make (types[i], ids);
    g_autoptr (GArray) list = mw_sections_list (&model->model);
    g_assert_cmpuint (list->len, ==, 0);
    ASSERT_SHOWN (model, NULL, "0 3 4 402 502");
    mw_model_free (&model->model);
  }
}

/* World of Warcraft's alpha has them as geosets; Warcraft III has no characters. */
static void
test_alpha (void)
{
  for (guint wow = 0; wow < 2; wow++) {
    MwMdlx *model = mw_mdlx_new ();
    MwRecord *texture = mw_record_new (&mw_mdlx_texture_schema);
    if (wow) {
      model->family = MW_FAMILY_MDX_WOW;
      model->version = 1300;
    }
    ((MwMdlxTexture *) texture)->replaceable_id = 1;
    mw_list_append (&model->model, &model->model.record, mw_schema_field (&mw_mdlx_schema, "textures"), texture);
    static const guint groups[] = { 0, 1, 2 };
    for (guint i = 0; i < G_N_ELEMENTS (groups); i++) {
      MwRecord *geoset = mw_record_new (&mw_mdlx_geoset_schema);
      ((MwMdlxGeoset *) geoset)->selection_group = groups[i];
      mw_list_append (&model->model, &model->model.record, mw_schema_field (&mw_mdlx_schema, "geosets"), geoset);
    }
    g_autoptr (GArray) hidden = g_array_new (FALSE, FALSE, sizeof (MwId));
    mw_sections_hide (&model->model, NULL, hidden);
    g_assert_cmpuint (hidden->len, ==, wow);
    if (wow)
      g_assert_cmpuint (g_array_index (hidden, MwId, 0), ==, model->geosets.items[2]->id);
    mw_model_free (&model->model);
  }
}

static void
use (MwM2 *model, guint submesh, const MwM2Texture *texture)
{
  MwM2Skin *skin = (MwM2Skin *) model->skins.items[0];
  MwM2Batch *batch = m2_add_to (model, skin, "batches", &mw_m2_batch_schema);
  batch->submesh = (MwRef) { .id = skin->submeshes.items[submesh]->id };
  const MwRef ref = { .id = texture->record.id };
  batch->textures = mw_array_copy (&ref, 1, sizeof ref);
}

/* A texture counts as seen if a mesh that is shown, or what is no mesh, shows it too. */
static void
test_unseen (void)
{
  static const guint ids[] = { 0, 1502, 301, G_MAXUINT };
  MwM2 *model = make (1, ids);
  const MwM2Texture *body = (const MwM2Texture *) model->textures.items[0];
  MwM2Texture *cape = m2_add (model, "textures", &mw_m2_texture_schema),
              *both = m2_add (model, "textures", &mw_m2_texture_schema),
              *spark = m2_add (model, "textures", &mw_m2_texture_schema),
              *unused = m2_add (model, "textures", &mw_m2_texture_schema);
  use (model, 0, body);
  use (model, 1, cape);
  use (model, 1, cape);
  use (model, 1, both);
  use (model, 2, both);
  use (model, 1, spark);
  MwM2Particle *particle = m2_add (model, "particles", &mw_m2_particle_schema);
  particle->texture = (MwRef) { .id = spark->record.id };
  g_autoptr (GArray) hidden = g_array_new (FALSE, FALSE, sizeof (MwId)),
                     none = g_array_new (FALSE, FALSE, sizeof (MwId));
  mw_sections_hide (&model->model, NULL, hidden);
  g_assert_cmpuint (hidden->len, ==, 1);
  g_autoptr (GArray) unseen = mw_sections_unseen_textures (&model->model, hidden),
                     all_seen = mw_sections_unseen_textures (&model->model, none);
  g_assert_cmpuint (unseen->len, ==, 1);
  g_assert_cmpuint (g_array_index (unseen, MwId, 0), ==, cape->record.id);
  g_assert_cmpuint (all_seen->len, ==, 0);
  g_assert_nonnull (unused);
  mw_model_free (&model->model);
}

/* The same of the alpha client's models. */
static void
test_unseen_in_mdx (void)
{
  MwMdlx *mdlx = mw_mdlx_new ();
  MwRecord *root = &mdlx->model.record;
  MwId textures[3];
  mdlx->family = MW_FAMILY_MDX_WOW;
  for (guint i = 0; i < 3; i++) {
    MwMdlxTexture *texture = (MwMdlxTexture *) mw_record_new (&mw_mdlx_texture_schema);
    texture->replaceable_id = i == 0;
    mw_list_append (&mdlx->model, root, mw_schema_field (&mw_mdlx_schema, "textures"), &texture->record);
    textures[i] = texture->record.id;
  }
  for (guint i = 0; i < 2; i++) {
    MwMdlxMaterial *material = (MwMdlxMaterial *) mw_record_new (&mw_mdlx_material_schema);
    MwMdlxLayer *layer = (MwMdlxLayer *) mw_record_new (&mw_mdlx_layer_schema);
    MwMdlxGeoset *geoset = (MwMdlxGeoset *) mw_record_new (&mw_mdlx_geoset_schema);
    mw_list_append (&mdlx->model, root, mw_schema_field (&mw_mdlx_schema, "materials"), &material->record);
    mw_list_append (&mdlx->model, &material->record, mw_schema_field (&mw_mdlx_material_schema, "layers"),
                    &layer->record);
    mw_list_append (&mdlx->model, root, mw_schema_field (&mw_mdlx_schema, "geosets"), &geoset->record);
    layer->texture = (MwRef) { .id = textures[i] };
    geoset->material = (MwRef) { .id = material->record.id };
    geoset->selection_group = i ? 1502 : 0;
  }
  g_autoptr (GArray) hidden = g_array_new (FALSE, FALSE, sizeof (MwId));
  mw_sections_hide (&mdlx->model, NULL, hidden);
  g_autoptr (GArray) unseen = mw_sections_unseen_textures (&mdlx->model, hidden);
  g_assert_cmpuint (unseen->len, ==, 1);
  g_assert_cmpuint (g_array_index (unseen, MwId, 0), ==, textures[1]);
  mw_model_free (&mdlx->model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pose/sections/a bare character with one variant of each part", test_defaults);
  g_test_add_func ("/pose/sections/what was chosen is shown", test_chosen);
  g_test_add_func ("/pose/sections/models that are no characters show all", test_others);
  g_test_add_func ("/pose/sections/characters of the alpha", test_alpha);
  g_test_add_func ("/pose/sections/textures of hidden meshes alone are not seen", test_unseen);
  g_test_add_func ("/pose/sections/textures of hidden meshes alone are not seen in MDX", test_unseen_in_mdx);
  return g_test_run ();
}
