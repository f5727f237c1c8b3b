/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/m2.h"
#include "core/model/titles.h"
#include "core/model/mdlx/mdlx.h"
#include "core/model/mdlx/versions.h"
#include "core/schema/catalogue.h"
#include "core/schema/mdl-plan.h"
#include "core/schema/path.h"
#include "core/schema/value.h"
#include "tests/core/schema/fixture.h"

#include <string.h>

/* Names of values and bits exist only in some versions, like rows. */

static const MwNames *
names_of (const MwSchema *schema, const char *field, MwFamily family, uint16_t version)
{
  return mw_schema_names_in (schema, mw_schema_field (schema, field), family, version);
}

static gboolean
has (const MwNames *names, const char *name)
{
  return mw_names_find (names, name, strlen (name)) != NULL;
}

/* See mdlx.md 5.5, 7.2 and 7.4. */
static void
test_versions (void)
{
  static const struct {
    const MwSchema *schema;
    const char *field, *name;
    MwFamily family;
    uint16_t before, since;
  } cases[] = {
    { &mw_mdlx_layer_schema, "flags", "unlit", MW_FAMILY_MDX, 899, 900 },
    { &mw_mdlx_layer_schema, "flags", "back_faces_for_shadows", MW_FAMILY_MDX, 899, 900 },
    { &mw_mdlx_layer_schema, "flags", "ambient_occlusion", MW_FAMILY_MDX, 1600, 1700 },
    { &mw_mdlx_layer_schema, "flags", "no_fallback", MW_FAMILY_MDX_WOW, 1400, 1500 },
    { &mw_mdlx_material_schema, "flags", "two_sided", MW_FAMILY_MDX, 800, 900 },
    { &mw_mdlx_geoset_schema, "selection_flags", "project_2d", MW_FAMILY_MDX_WOW, 1300, 1500 },
    { &mw_mdlx_geoset_schema, "selection_flags", "shader_skin", MW_FAMILY_MDX_WOW, 1400, 1500 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const MwNames *before = names_of (cases[i].schema, cases[i].field, cases[i].family, cases[i].before);
    const MwNames *since = names_of (cases[i].schema, cases[i].field, cases[i].family, cases[i].since);
    const MwNames *all = names_of (cases[i].schema, cases[i].field, cases[i].family, 0);
    g_assert_false (has (before, cases[i].name));
    g_assert_true (has (since, cases[i].name));
    g_assert_true (has (all, cases[i].name));
    /* The earlier version has no other name for the bit. */
    const MwName *name = mw_names_find (since, cases[i].name, strlen (cases[i].name));
    g_assert_null (mw_names_find_value (before, name->value));
    g_assert_cmpuint (before->n, <, since->n);
    g_assert_true (before->flags);
    /* The table is made only once. */
    g_assert_true (before == names_of (cases[i].schema, cases[i].field, cases[i].family, cases[i].before));
  }
  g_assert_true (has (names_of (&mw_mdlx_layer_schema, "flags", MW_FAMILY_MDX, 800), "no_depth_set"));
  g_assert_false (has (names_of (&mw_mdlx_layer_schema, "flags", MW_FAMILY_MDX_WOW, 1500), "unlit"));
}

/* The alpha has texture types 1 to 14; later types are those of later clients (names.md 4). */
static void
test_first_client (void)
{
  const MwNames *alpha = names_of (&mw_mdlx_texture_schema, "replaceable_id", MW_FAMILY_MDX_WOW, 1300);
  const MwNames *all = mw_catalogue_names (MW_CATALOGUE_TEXTURE_TYPE);
  g_assert_cmpuint (alpha->n, ==, 15);
  g_assert_cmpuint (all->n, >, alpha->n);
  g_assert_nonnull (alpha->index);
  for (guint i = 0; i < all->n; i++) {
    const MwName *name = &all->names[i];
    g_assert_true (has (alpha, name->name) == (name->value <= 14));
    g_assert_true ((mw_names_find_value (alpha, name->value) != NULL) == (name->value <= 14));
  }
  g_assert_true (has (alpha, "MONSTER_SKIN_1"));
}

static gboolean
is_one_bit (uint32_t mask)
{
  return mask && (mask & (mask - 1)) == 0;
}

/* In Warcraft III, a flag has a name exactly in the versions in which text has a word for it. The one exception is
 * AmbientOcclusion: texts have it before the game does. */
static void
test_words (void)
{
  guint n_versions;
  const MwMdlxVersion *versions = mw_mdlx_versions (&n_versions);
  g_autoptr (GPtrArray) schemas = mw_schema_reachable (&mw_mdlx_schema);
  guint compared = 0;
  for (guint i = 0; i < schemas->len; i++)
    for (guint v = 0; v < n_versions; v++) {
      const MwSchema *schema = schemas->pdata[i];
      const guint version = versions[v].version;
      if (versions[v].family != MW_FAMILY_MDX || schema->kinds || !(schema->families & MW_FAMILY_MDX))
        continue;
      const MwMdlPlan *plan = mw_mdl_plan_get (schema, (MwFormat) { MW_FAMILY_MDX, version, TRUE });
      for (guint b = 0; b < plan->n_bits; b++) {
        const MwField *field = plan->bits[b].field;
        const MwNames *all = mw_schema_names (schema, field, MW_FAMILY_MDX);
        for (guint k = 0; all && all->flags && k < all->n; k++) {
          const MwName *name = &all->names[k];
          gboolean word = ((plan->bits[b].stated | plan->bits[b].derived) & name->value) == name->value;
          if (!is_one_bit (name->value) || (strcmp (name->name, "ambient_occlusion") == 0 && version >= 900))
            continue;
          if (word != mw_name_is_in (name, version))
            g_error ("%s.%s.%s in %u: a name and a word do not go together", schema->name, field->name, name->name,
                     version);
          compared++;
        }
      }
    }
  g_assert_cmpuint (compared, >, 100);
}

static void
test_bits_by_path (void)
{
  static const char unlit[] = "materials[0].layers[0].flags.unlit";
  MwMdlx *mdlx = fixture_model ();
  MwTarget target;
  g_autoptr (GError) error = NULL;
  g_assert_false (mw_path_resolve_one (&mdlx->model, unlit, &target, &error));
  g_assert_nonnull (strstr (error->message, "version 800 has no flag of that name"));
  g_assert_nonnull (strstr (error->message, "it exists from version 900 on"));
  g_clear_error (&error);
  g_assert_false (mw_path_resolve_one (&mdlx->model, "materials[0].layers[0].flags.unlitt", &target, &error));
  g_assert_null (strstr (error->message, "version"));
  g_clear_error (&error);
  /* A number may have any bits, whether they have names or not. */
  g_assert_true (mw_path_resolve_one (&mdlx->model, "materials[0].layers[0].flags", &target, &error));
  MwValue value;
  g_assert_true (mw_value_parse (&mdlx->model, &target, "0x101", 5, &value, &error));
  mw_value_clear (&value);
  mdlx->version = 900;
  g_assert_true (mw_path_resolve_one (&mdlx->model, unlit, &target, &error));
  g_assert_cmphex (target.bit, ==, 0x100);
  g_autofree char *path = mw_target_path (&target);
  g_assert_cmpstr (path, ==, unlit);
  mw_model_free (&mdlx->model);
}

static MwMdlxLayerTexture *
add_entry (MwMdlx *mdlx, MwRecord *layer, uint32_t slot, uint32_t texture)
{
  MwMdlxLayerTexture *entry = (MwMdlxLayerTexture *) mw_record_new (&mw_mdlx_layer_texture_schema);
  entry->slot = slot;
  entry->texture = texture < mdlx->textures.n ? (MwRef) { mdlx->textures.items[texture]->id, 0 } : MW_REF_NONE;
  mw_list_append (&mdlx->model, layer, mw_schema_field (layer->schema, "textures"), &entry->record);
  return entry;
}

/* The title of a layer's texture says its purpose and its file or what is used in place of a file. */
static void
test_purposes (void)
{
  static const struct {
    uint32_t slot, texture;
    const char *title;
  } cases[] = { { 0, 0, "Diffuse: Textures\\Foot.blp" },
                { 1, 1, "Normal: b.blp" },
                { 2, 9, "ORM: none" },
                { 3, 1, "Emissive: b.blp" },
                { 4, 2, "Team colour: Team colour" },
                { 5, 3, "Environment: Texture 3" },
                { 77, 1, "Texture of a layer 6 · b.blp" } };
  MwMdlx *mdlx = fixture_model ();
  mdlx->version = 1100;
  MwRecord *layer = ((MwMdlxMaterial *) mdlx->materials.items[0])->layers.items[0];
  const MwField *textures = mw_schema_field (&mw_mdlx_schema, "textures");
  mw_text_set (&((MwMdlxTexture *) mdlx->textures.items[0])->path, "Textures\\Foot.blp", 17);
  for (guint i = 0; i < 2; i++)
    mw_list_append (&mdlx->model, &mdlx->model.record, textures, mw_record_new (&mw_mdlx_texture_schema));
  ((MwMdlxTexture *) mdlx->textures.items[2])->replaceable_id = 1;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    MwRecord *entry = &add_entry (mdlx, layer, cases[i].slot, cases[i].texture)->record;
    g_autofree char *title = mw_record_title (entry);
    g_assert_cmpstr (title, ==, cases[i].title);
  }
  /* A detached record has no model in which its reference could be resolved. */
  MwRecord *taken = mw_list_take (&mdlx->model, layer, mw_schema_field (layer->schema, "textures"), 0);
  g_autofree char *title = mw_record_title (taken);
  g_assert_cmpstr (title, ==, "Texture of a layer");
  mw_record_free (taken);
  mw_model_free (&mdlx->model);
}

/* Before version 1100, each layer of an HD material is one of its six textures, in the order of the slots. */
static void
test_layer_purposes (void)
{
  static const char *const titles[] = { "Diffuse: a.dds",  "Normal: a.dds",      "ORM: none",
                                        "Emissive: a.dds", "Team colour: a.dds", "Environment: a.dds" };
  static const struct {
    uint32_t version, n;
    const char *shader;
    gboolean named;
  } cases[] = { { 1000, 6, "Shader_HD_DefaultUnit", TRUE },
                { 900, 6, "Shader_HD_DefaultUnit", TRUE },
                { 1000, 6, "", FALSE },
                { 1000, 5, "Shader_HD_DefaultUnit", FALSE },
                { 1100, 6, "Shader_HD_DefaultUnit", FALSE },
                { 800, 6, "Shader_HD_DefaultUnit", FALSE } };
  for (guint c = 0; c < G_N_ELEMENTS (cases); c++) {
    MwMdlx *mdlx = mw_mdlx_new ();
    mdlx->family = MW_FAMILY_MDX;
    mdlx->version = cases[c].version;
    MwMdlxTexture *texture = (MwMdlxTexture *) mw_record_new (&mw_mdlx_texture_schema);
    mw_text_set (&texture->path, "a.dds", strlen ("a.dds"));
    mw_list_append (&mdlx->model, &mdlx->model.record, mw_schema_field (&mw_mdlx_schema, "textures"), &texture->record);
    MwMdlxMaterial *material = (MwMdlxMaterial *) mw_record_new (&mw_mdlx_material_schema);
    mw_text_set (&material->shader, cases[c].shader, strlen (cases[c].shader));
    mw_list_append (&mdlx->model, &mdlx->model.record, mw_schema_field (&mw_mdlx_schema, "materials"),
                    &material->record);
    for (uint32_t i = 0; i < cases[c].n; i++) {
      MwMdlxLayer *layer = (MwMdlxLayer *) mw_record_new (&mw_mdlx_layer_schema);
      layer->texture = i == 2 ? MW_REF_NONE : (MwRef) { texture->record.id, 0 };
      mw_list_append (&mdlx->model, &material->record, mw_schema_field (&mw_mdlx_material_schema, "layers"),
                      &layer->record);
    }
    for (uint32_t i = 0; i < cases[c].n; i++) {
      g_autofree char *title = mw_record_title (material->layers.items[i]);
      g_autofree char *plain = g_strdup_printf (i == 2 ? "Layer %u" : "Layer %u · a.dds", i);
      g_assert_cmpstr (title, ==, cases[c].named ? titles[i] : plain);
    }
    mw_model_free (&mdlx->model);
  }
}

static const char *as_it_is (const char *text) G_GNUC_FORMAT (1);
static const char *
as_it_is (const char *text)
{
  return text;
}

/* The title of an M2 texture is what the game puts there, or the name of its file. */
static void
test_m2_textures (void)
{
  static const MwTitleWords words = { as_it_is, g_strdup };
  MwM2 *m2 = mw_m2_new (264);
  MwM2Texture *texture = (MwM2Texture *) mw_record_new (&mw_m2_texture_schema);
  mw_text_set (&texture->path, "a\\foot.blp", strlen ("a\\foot.blp"));
  mw_list_append (&m2->model, &m2->model.record, MW_FIELD (MwM2, textures), &texture->record);
  g_autofree char *file = mw_record_title_in (&texture->record, &words);
  g_assert_cmpstr (file, ==, "foot.blp");
  texture->type = 1;
  g_autofree char *put_in = mw_record_title_in (&texture->record, &words);
  g_assert_cmpstr (put_in, ==, "Skin, body and clothes");
  g_assert_cmpstr (mw_record_short_name (&texture->record), ==, "skin");
  mw_model_free (&m2->model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/schema/names/each version has its own names", test_versions);
  g_test_add_func ("/core/schema/names/the alpha does not have names of later clients", test_first_client);
  g_test_add_func ("/core/schema/names/every bit that has a word in MDL has a name", test_words);
  g_test_add_func ("/core/schema/names/a name of another version gives an error that says so", test_bits_by_path);
  g_test_add_func ("/core/schema/names/images of a layer are named after their slot and file", test_purposes);
  g_test_add_func ("/core/schema/names/layers of an HD material of 900 and 1000 are named after their slot and file",
                   test_layer_purposes);
  g_test_add_func ("/core/schema/names/an M2 texture is named after its file or its type", test_m2_textures);
  return g_test_run ();
}
