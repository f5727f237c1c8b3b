/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/convert/convert-private.h"
#include "core/convert/scale.h"
#include "core/io/registry.h"
#include "core/model/m2/m2.h"
#include "core/schema/path.h"
#include "tests/core/io/bytes.h"
#include "tests/core/convert/drawn.h"
#include "tests/core/convert/models.h"
#include "tests/core/convert/round-trip.h"
#include "tests/core/corpus.h"
#include "tests/core/io/m2/sets.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* The scale of a conversion multiplies every length, and nothing else. Units in the tables say which fields are
 * lengths; here the lengths are listed again by hand, so that an error in one list shows. */

/* --- No float without a decision ------------------------------------------------------------------------------------- */

/* Floats without a unit, which do not grow with the model. A new field of either family must be listed here or have
 * a unit. */
static const char *const without_unit[] = {
  "sequence.rarity",
  "layer.alpha.track",
  "layer.emissive_gain.track",
  "layer.fresnel_color",
  "layer.fresnel_color.track",
  "layer.fresnel_opacity.track",
  "layer.fresnel_team_color.track",
  "mdlx.collision.normals",
  "texture_animation.translation.track",
  "texture_animation.rotation.track",
  "texture_animation.scaling.track",
  "geoset.normals",
  "geoset.tangents",
  "uv_set.uvs",
  "geoset_animation.alpha.track",
  "geoset_animation.color",
  "geoset_animation.color.track",
  "node.rotation.track",
  "light.color",
  "light.color.track",
  "light.intensity",
  "light.intensity.track",
  "light.amb_color",
  "light.amb_color.track",
  "light.amb_intensity",
  "light.amb_intensity.track",
  /* No file and no source says what these three are measured in. */
  "light.quadratic_falloff",
  "light.quadratic_falloff.track",
  "light.linear_falloff",
  "light.linear_falloff.track",
  "light.damping",
  "light.damping.track",
  "light.visibility.track",
  "attachment.visibility.track",
  "particle_emitter.longitude",
  "particle_emitter.longitude.track",
  "particle_emitter.latitude",
  "particle_emitter.latitude.track",
  "particle_emitter.visibility.track",
  "particle_emitter2.latitude.track",
  "particle_emitter2.segment_color.start",
  "particle_emitter2.segment_color.middle",
  "particle_emitter2.segment_color.end",
  "particle_emitter2.visibility.track",
  "particle_emitter2.tumble_x",
  "particle_emitter2.tumble_y",
  "particle_emitter2.tumble_z",
  "particle_emitter2.drag",
  "particle_emitter2.spin",
  "popcorn_emitter.life_span.track",
  "popcorn_emitter.emission_rate.track",
  "popcorn_emitter.speed.track",
  "popcorn_emitter.color",
  "popcorn_emitter.color.track",
  "popcorn_emitter.alpha.track",
  "popcorn_emitter.visibility.track",
  "ribbon_emitter.color",
  "ribbon_emitter.color.track",
  "ribbon_emitter.visibility.track",
  "camera.visibility.track",
  "camera.focal_length.track", /* focal length of the lens */
  "camera.f_stop.track",
  /* M2. */
  "m2.vertices.normal",
  "m2.vertices.uv",
  "m2.vertices.uv2",
  "m2.collision_normals",
  "bone.rotation.track",
  "bone.scaling.track",
  "color.color.track",
  "color.alpha.track",
  "texture_weight.weight.track",
  "texture_transform.translation.track",
  "texture_transform.rotation.track",
  "texture_transform.scaling.track",
  "light.ambient_color.track",
  "light.ambient_intensity.track",
  "particle.texture_scale",
  "particle.spin_turns",
  "particle.color.curve",
  "particle.alpha.curve",
  "particle.spin",
  "particle.spin_variation",
  "particle.twinkle_scale",
  "particle.drag",
  "particle.tumble_min",
  "particle.tumble_max",
  "particle.follow_scale1",
  "particle.follow_scale2",
  "particle.scroll_middle",
  "particle.scroll_range",
  "ribbon.color.track",
  "ribbon.alpha.track",
  /* In chunks of M2. The radii of near_fade are squared, and of the others marked "unknown" nobody knows what they are. */
  "m2.lod.distance",
  "m2.wfv1.bump_scale",
  "m2.wfv3.bump_scale",
  "m2.wfv3.values",
  "m2.wfv3.more_values",
  "m2.near_fade",
  "edge_fade.unknown_00",
  "edge_fade.unknown_08",
  "dboc.unknown_00",
  "dboc.unknown_04",
  "particle.exp2_color_factor",
  "particle.exp2_alpha_factor",
  "particle.exp2_alpha_cutoff.curve",
  "particle.expt_color_factor",
  "particle.expt_alpha_factor",
  "light.detail.scale",
  "light.detail.diffuse_factor",
};

static gboolean
is_in (const char *const *list, guint n, const char *name)
{
  for (guint i = 0; i < n; i++)
    if (strcmp (list[i], name) == 0)
      return TRUE;
  return FALSE;
}

/* Whether a field holds floats, directly or in the keys of a track or curve. */
static gboolean
holds_floats (const MwField *field)
{
  const MwField *values = field->schema ? mw_schema_field (field->schema, "keys.value") : NULL;
  if (field->type == MW_TYPE_CHILD)
    return values && values->element == MW_TYPE_F32;
  return field->type == MW_TYPE_F32 || (field->type == MW_TYPE_ARRAY && field->element == MW_TYPE_F32);
}

static void
check_decided (const MwSchema *root, GHashTable *seen)
{
  g_autoptr (GPtrArray) schemas = mw_schema_reachable (root);
  for (guint i = 0; i < schemas->len; i++) {
    const MwSchema *schema = schemas->pdata[i];
    /* The fields that it adds to those of its base, which is also in the list. */
    for (guint k = 0; k < schema->n_fields; k++) {
      const MwField *field = &schema->fields[k];
      if (!holds_floats (field) || g_str_has_prefix (field->name, "keys."))
        continue;
      g_autofree char *name = g_strdup_printf ("%s.%s", schema->name, field->name);
      gboolean listed = is_in (without_unit, G_N_ELEMENTS (without_unit), name);
      if (!field->unit && !listed)
        g_error (
          "%s is a float without a unit: is it a length? Give the field a .unit, or list it in without_unit[] of tests/core/convert/test-scale.c",
          name);
      if (listed)
        g_hash_table_add (seen, g_steal_pointer (&name));
    }
  }
}

static void
every_float_is_decided (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  check_decided (&mw_mdlx_schema, seen);
  check_decided (&mw_m2_schema, seen);
  for (guint i = 0; i < G_N_ELEMENTS (without_unit); i++)
    if (!g_hash_table_contains (seen, without_unit[i]))
      g_error ("%s is listed, and no such field holds floats", without_unit[i]);
}

/* --- What grows, by hand --------------------------------------------------------------------------------------------- */

/* Fields with these names are lengths in every record that has them, except in those of `except`. */
static const char *const lengths[] = {
  /* Sizes and positions. */
  "bounds.radius", "bounds.min", "bounds.max", "vertices", "vertices.position", "center", "pivot", "position",
  "target.position", "collision.vertices", "collision_vertices", "collision_bounds.min", "collision_bounds.max",
  "collision_bounds.radius", "sort_center", "sort_radius", "vertices.first", "vertices.second", "height",
  "bounds_radius", "length", "width", "spline", "near_clip", "far_clip", "attenuation_start", "attenuation_end",
  "shadow_casting_start", "shadow_casting_end", "z_source", "height_above", "height_below", "segment_scaling",
  "scaling",
  /* Lengths per time. */
  "move_speed", "speed", "init_velocity", "gravity", "wind", "follow_speed1", "follow_speed2",
  /* Tracks. */
  "translation.track", "target.translation.track", "attenuation_start.track", "attenuation_end.track",
  "shadow_casting_start.track", "shadow_casting_end.track", "speed.track", "init_velocity.track", "gravity.track",
  "length.track", "width.track", "z_source.track", "height_above.track", "height_below.track", "focus_distance.track",
  "scaling.curve"
};
static const char *const except[] = { "popcorn_emitter.speed", "popcorn_emitter.speed.track",
                                      "texture_animation.translation.track", "texture_transform.translation.track" };

static gboolean
is_length (const MwRecord *record, const char *field)
{
  g_autofree char *name = g_strdup_printf ("%s.%s", record->schema->name, field);
  const MwField *type = mw_schema_field (record->schema, "emitter_type");
  gboolean spline = type
                    && (type->type == MW_TYPE_U16 ? *(uint16_t *) mw_field_at (record, type)
                                                  : *(uint32_t *) mw_field_at (record, type))
                         == 3;
  if (spline && (g_str_has_prefix (field, "length") || g_str_has_prefix (field, "width")))
    return FALSE;
  return is_in (lengths, G_N_ELEMENTS (lengths), field) && !is_in (except, G_N_ELEMENTS (except), name);
}

/* The same for values of keys; their record is a track, or a lane of one. */
static gboolean
grows (const MwRecord *record, const MwField *field)
{
  static const char *const of_keys[] = { "keys.value", "keys.in_tan", "keys.out_tan" };
  if (!is_in (of_keys, G_N_ELEMENTS (of_keys), field->name))
    return is_length (record, field->name);
  const MwRecord *track = record->schema->keys == MW_KEYS_LANE ? record->owner : record;
  return is_length (track->owner, mw_record_slot (track)->name);
}

static void
assert_values (const MwRecord *record, const MwField *field, const void *a, const void *b, guint n, gboolean is_float)
{
  const gsize size = n * (field->type == MW_TYPE_ARRAY ? mw_field_element_size (field) : mw_field_storage_size (field));
  const gboolean matrix = strcmp (field->name, "bind_pose") == 0;
  const float *from = a, *to = b;
  if (!is_float || !(matrix || grows (record, field))) {
    g_assert_cmpmem (a, size, b, size);
    return;
  }
  for (guint i = 0; i < size / sizeof (float); i++) {
    float wanted = matrix && i % 12 < 9 ? from[i] : 2 * from[i];
    if (memcmp (&to[i], &wanted, sizeof wanted) != 0)
      g_error ("%s.%s[%u]: expected %g, found %g", record->schema->name, field->name, i, wanted, to[i]);
  }
}

typedef struct {
  const MwModel *twice;
  GHashTable *grown; /* names of fields with values other than 0 */
} Compared;

/* A value that shows whether it was scaled. */
static gboolean
says_something (const float *values, guint n)
{
  for (guint i = 0; i < n; i++)
    if (values[i] != 0)
      return TRUE;
  return FALSE;
}

static gboolean
compare_record (MwRecord *record, gpointer data)
{
  const Compared *compared = data;
  const MwRecord *other = mw_model_find (compared->twice, record->id);
  g_assert_nonnull (other);
  g_assert_true (other->schema == record->schema);
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    const void *a = mw_field_at (record, field), *b = mw_field_at (other, field);
    if (field->type == MW_TYPE_ARRAY) {
      const MwArray *from = a, *to = b;
      g_assert_cmpuint (from->n, ==, to->n);
      assert_values (record, field, from->data, to->data, from->n, field->element == MW_TYPE_F32);
      if (field->element == MW_TYPE_F32 && says_something (from->data, from->n * field->count) && grows (record, field))
        g_hash_table_add (compared->grown, (gpointer) field->name);
    } else if (mw_field_is_number (field)) {
      assert_values (record, field, a, b, 1, field->type == MW_TYPE_F32);
      if (field->type == MW_TYPE_F32 && says_something (a, field->count) && grows (record, field))
        g_hash_table_add (compared->grown, (gpointer) field->name);
    } else if (field->type == MW_TYPE_TEXT) {
      g_assert_cmpstr (mw_text (*(char *const *) a), ==, mw_text (*(char *const *) b));
    } else if (field->type == MW_TYPE_REF) {
      g_assert_cmpmem (a, sizeof (MwRef), b, sizeof (MwRef));
    }
  }
  return TRUE;
}

static void
compare (const MwModel *once, const MwModel *twice, GHashTable *grown)
{
  Compared compared = { twice, grown };
  g_assert_cmpuint (once->n_ids, ==, twice->n_ids);
  mw_record_foreach ((MwRecord *) &once->record, compare_record, &compared);
}

/* Models with a value in every field, so that a field wrongly scaled or left out shows. */
static void
every_length_doubles (void)
{
  g_autoptr (GHashTable) grown = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < n_formats; i++)
    for (guint32 seed = 0; seed < 12; seed++) {
      g_autoptr (GError) error = NULL;
      MwMdlx *model = draw_model (all_formats[i], seed);
      MwConvertOptions options = { .scale = 2 };
      MwModel *twice = mw_convert (&model->model, all_formats[i], all_formats[i], &options, NULL, NULL, &error);
      g_assert_no_error (error);
      compare (&model->model, twice, grown);
      mw_model_free (twice);
      mw_model_free (&model->model);
    }
  static const char *const of_mdx[] = { "vertices",       "pivot",           "spline",
                                        "z_source",       "height_above",    "collision.vertices",
                                        "vertices.first", "segment_scaling", "wind",
                                        "near_clip",      "keys.value",      "keys.in_tan",
                                        "keys.out_tan",   "center",          "move_speed" };
  for (guint i = 0; i < G_N_ELEMENTS (of_mdx); i++)
    if (!g_hash_table_contains (grown, of_mdx[i]))
      g_error ("no model says anything in %s", of_mdx[i]);
}

static void
every_length_of_m2_doubles (void)
{
  static const guint versions[] = { 256, 260, 264, 272 };
  g_autoptr (GHashTable) grown = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++) {
    g_autoptr (GError) error = NULL;
    M2GenerateOptions options = { versions[i], 1, 0 };
    MwFormat format;
    g_autoptr (MwFileSet) set = m2_set_make (&options);
    MwModel *once = mw_io_read (set, &format, NULL, &error), *twice = once ? mw_model_copy (once, FALSE) : NULL;
    g_assert_no_error (error);
    mw_scale_lengths (twice, 2, NULL, NULL);
    compare (once, twice, grown);
    mw_model_free (once);
    mw_model_free (twice);
  }
  static const char *const of_m2[] = { "vertices.position",
                                       "pivot",
                                       "collision_vertices",
                                       "sort_radius",
                                       "position",
                                       "keys.value",
                                       "far_clip",
                                       "keys.in_tan",
                                       "scaling",
                                       "wind",
                                       "spline",
                                       "bounds.max" };
  for (guint i = 0; i < G_N_ELEMENTS (of_m2); i++)
    if (!g_hash_table_contains (grown, of_m2[i]))
      g_error ("no model says anything in %s", of_m2[i]);
}

/* --- There and back, and between the games --------------------------------------------------------------------------- */

static MwModel *
convert (const MwModel *model, MwFormat from, MwFormat to, double scale, MwReport *report)
{
  g_autoptr (GError) error = NULL;
  MwConvertOptions options = { .scale = scale };
  MwModel *made = mw_convert (model, from, to, &options, report, NULL, &error);
  g_assert_no_error (error);
  return made;
}

static GBytes *
bytes_of (const MwModel *model, MwFormat format)
{
  g_autoptr (GError) error = NULL;
  GBytes *bytes = io_write_bytes (model, format, NULL, NULL, &error);
  g_assert_no_error (error);
  return bytes;
}

/* FALSE when a number in the file is too large to be doubled, which must be reported. */
static gboolean
check_there_and_back (const char *path)
{
  MwFormat format;
  gsize size;
  g_autofree uint8_t *data = load_exactly (path, &size);
  MwModel *model = io_read_bytes (data, size, &format, NULL, NULL);
  if (!model)
    return FALSE;
  g_autoptr (MwReport) report = mw_report_new ();
  MwModel *plain = convert (model, format, format, 1, NULL), *twice = convert (model, format, format, 2, report);
  MwModel *back = convert (twice, format, format, 0.5, NULL);
  g_autoptr (GBytes) once = bytes_of (plain, format), larger = bytes_of (twice, format),
                     again = bytes_of (back, format);
  g_assert_false (g_bytes_equal (once, larger));
  if (!report->losses->len && !g_bytes_equal (once, again))
    g_error ("%s: scaled by 2 and by 0.5 it has other bytes", path);
  mw_model_free (model);
  mw_model_free (plain);
  mw_model_free (twice);
  mw_model_free (back);
  return report->losses->len == 0;
}

static void
there_and_back (void)
{
  static const char *const samples[] = { "figure.mdx", "effect.mdx", "everything.mdx" };
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++) {
    g_autofree char *path = sample_path (samples[i]);
    g_assert_true (check_there_and_back (path));
  }
}

static void
there_and_back_of_real_files (void)
{
  static const char *const folders[] = { "mdx800", "mdx1000", "mdx1100", "mdx1300" };
  guint n = 0, same = 0;
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++) {
    g_autoptr (GPtrArray) files = corpus_files (folders[i]);
    for (guint k = 0; files && k < files->len; k++, n++)
      same += check_there_and_back (files->pdata[k]);
  }
  g_test_message ("%u of %u files came back byte for byte; numbers of the others are too large to be doubled", same, n);
  g_assert_cmpuint (same, >=, n / 10 * 9);
}

/* Scaling does not depend on the rules of a conversion or the reverse: scaling first or during the conversion gives
 * the same. */
static void
between_the_games (void)
{
  static const MwFormat pairs[][2] = { { { MW_FAMILY_MDX, 800, FALSE }, { MW_FAMILY_MDX_WOW, 1300, FALSE } },
                                       { { MW_FAMILY_MDX_WOW, 1500, FALSE }, { MW_FAMILY_MDX, 1000, FALSE } },
                                       { { MW_FAMILY_MDX, 1200, FALSE }, { MW_FAMILY_MDX, 800, FALSE } } };
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    for (guint32 seed = 0; seed < 12; seed++) {
      const MwFormat from = pairs[i][0], to = pairs[i][1];
      MwMdlx *model = draw_model (from, seed);
      MwModel *first = convert (&model->model, from, from, 0.25, NULL);
      MwModel *then = convert (first, from, to, 1, NULL), *at_once = convert (&model->model, from, to, 0.25, NULL);
      g_autofree char *where = NULL;
      if (!mw_model_equal (then, at_once, to, &where))
        g_error ("pair %u, seed %u: differs at %s", i, seed, where);
      mw_model_free (first);
      mw_model_free (then);
      mw_model_free (at_once);
      mw_model_free (&model->model);
    }
}

static void
no_choice_is_one (void)
{
  MwMdlx *model = new_model (WC3 (800));
  MwMdlxGeoset *geoset = add_square (model);
  MwModel *plain = mw_convert (&model->model, WC3 (800), WOW (1300), NULL, NULL, NULL, NULL);
  MwModel *zero = convert (&model->model, WC3 (800), WOW (1300), 0, NULL);
  g_assert_true (mw_model_equal (plain, zero, WOW (1300), NULL));
  const MwMdlxGeoset *there = (const MwMdlxGeoset *) ((MwMdlx *) plain)->geosets.items[0];
  g_assert_cmpmem (there->vertices.data, there->vertices.n * 12, geoset->vertices.data, geoset->vertices.n * 12);
  mw_model_free (plain);
  mw_model_free (zero);
  mw_model_free (&model->model);
}

/* --- What cannot be scaled --------------------------------------------------------------------------------------------- */

static void
too_large_and_too_small (void)
{
  MwMdlx *model = new_model (WC3 (800));
  MwMdlxBone *bones[5];
  const float pivots[] = { 1e38f, -1e38f, INFINITY, 1e-40f, 1 };
  for (guint i = 0; i < G_N_ELEMENTS (bones); i++) {
    bones[i] = (MwMdlxBone *) add_node (model, &mw_mdlx_bone_schema, "b", NULL);
    bones[i]->node.pivot[0] = pivots[i];
  }
  g_autoptr (MwReport) report = mw_report_new ();
  MwModel *larger = convert (&model->model, WC3 (800), WC3 (800), 1000, report);
  const float wanted[] = { FLT_MAX, -FLT_MAX, INFINITY, (float) (pivots[3] * 1000.0), 1000 };
  for (guint i = 0; i < G_N_ELEMENTS (bones); i++)
    g_assert_cmpfloat (((const MwMdlxNode *) mw_model_find (larger, bones[i]->node.record.id))->pivot[0], ==,
                       wanted[i]);
  g_assert_cmpuint (report->losses->len, ==, 2);
  for (guint i = 0; i < 2; i++) {
    const MwLoss *loss = &g_array_index (report->losses, MwLoss, i);
    g_autofree char *path = g_strdup_printf ("bones[%u].pivot", i);
    g_assert_cmpint (loss->kind, ==, MW_LOSS_ROUNDED);
    g_assert_cmpstr (loss->path, ==, path);
  }
  mw_model_free (larger);
  g_autoptr (MwReport) of_small = mw_report_new ();
  MwModel *smaller = convert (&model->model, WC3 (800), WC3 (800), 1e-10, of_small);
  g_assert_cmpuint (of_small->losses->len, ==, 1);
  g_assert_cmpstr (g_array_index (of_small->losses, MwLoss, 0).path, ==, "bones[3].pivot");
  mw_model_free (smaller);
  /* The largest float still fits. */
  for (guint i = 0; i < G_N_ELEMENTS (bones); i++)
    bones[i]->node.pivot[0] = FLT_MAX / 2;
  g_autoptr (MwReport) of_largest = mw_report_new ();
  MwModel *largest = convert (&model->model, WC3 (800), WC3 (800), 2, of_largest);
  g_assert_cmpuint (of_largest->losses->len, ==, 0);
  mw_model_free (largest);
  mw_model_free (&model->model);
}

static void
what_is_no_scale (void)
{
  MwMdlx *model = new_model (WC3 (800));
  const double wrong[] = { -1, INFINITY, -INFINITY, NAN };
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_autoptr (GError) error = NULL;
    MwConvertOptions options = { .scale = wrong[i] };
    g_assert_null (mw_convert (&model->model, WC3 (800), WOW (1300), &options, NULL, NULL, &error));
    g_assert_error (error, MW_ERROR, MW_ERROR_VALUE);
  }
  mw_model_free (&model->model);
  static const char *const texts[] = { "",   "0",  "-1", "nan",   "inf",    "1,5", "0x10",
                                       " 2", "2 ", "2x", "1e999", "1e-999", "--2" };
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    double scale = 7;
    if (mw_convert_scale_from_text (texts[i], &scale))
      g_error ("\"%s\" was taken for the scale %g", texts[i], scale);
    g_assert_cmpfloat (scale, ==, 7);
  }
  double scale = 0;
  g_assert_true (mw_convert_scale_from_text ("0.03", &scale));
  g_assert_cmpfloat (scale, ==, 0.03);
  g_assert_true (mw_convert_scale_from_text ("3e1", &scale));
  g_assert_cmpfloat (scale, ==, 30);
}

static gboolean
warns_of (const MwReport *report, const char *words)
{
  for (guint i = 0; i < report->remarks->len; i++)
    if (strstr (g_array_index (report->remarks, MwRemark, i).text, words))
      return TRUE;
  return FALSE;
}

static void
what_keeps_its_size (void)
{
  MwMdlx *model = new_model (WC3 (800));
  MwMdlxAttachment *attachment = add_node (model, &mw_mdlx_attachment_schema, "Origin Ref", NULL);
  set_text (&attachment->path, "Objects\\Sword.mdl");
  g_autoptr (MwReport) plain = mw_report_new (), scaled = mw_report_new ();
  mw_model_free (convert (&model->model, WC3 (800), WC3 (1000), 1, plain));
  mw_model_free (convert (&model->model, WC3 (800), WC3 (1000), 3, scaled));
  g_assert_cmpuint (plain->remarks->len, ==, 0);
  g_assert_true (warns_of (scaled, "Objects\\Sword.mdl"));
  g_assert_false (warns_of (scaled, "unknown bytes"));
  add_record (model, NULL, "unknown_chunks", &mw_mdlx_unknown_chunk_schema);
  ((MwMdlxUnknownChunk *) model->unknown_chunks.items[0])->bytes = mw_array_copy ("abcd", 4, 1);
  g_autoptr (MwReport) unknown = mw_report_new ();
  mw_model_free (convert (&model->model, WC3 (800), WC3 (1000), 3, unknown));
  g_assert_true (warns_of (unknown, "unknown bytes"));
  mw_model_free (&model->model);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/convert/scale/every float field of both families has a unit or is known to have none",
                   every_float_is_decided);
  g_test_add_func ("/convert/scale/every length doubles and nothing else changes", every_length_doubles);
  g_test_add_func ("/convert/scale/every length of an M2 doubles and nothing else changes", every_length_of_m2_doubles);
  g_test_add_func ("/convert/scale/doubling and halving gives the same file", there_and_back);
  g_test_add_func ("/convert/scale/real files too", there_and_back_of_real_files);
  g_test_add_func ("/convert/scale/scaling before or during a conversion gives the same result", between_the_games);
  g_test_add_func ("/convert/scale/without a choice nothing is scaled", no_choice_is_one);
  g_test_add_func ("/convert/scale/values that no longer fit are reported", too_large_and_too_small);
  g_test_add_func ("/convert/scale/an invalid scale is refused", what_is_no_scale);
  g_test_add_func ("/convert/scale/referenced models and unknown bytes are not scaled, and the report says so",
                   what_keeps_its_size);
  return g_test_run ();
}
