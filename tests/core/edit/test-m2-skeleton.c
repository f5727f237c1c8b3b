/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/m2-skeleton.h"
#include "core/edit/operations/script.h"

#include <math.h>

/* Compares the stored values of bones about their place in the skeleton with values computed for each bone
 * separately. */

enum { MODELS = 300, MOST = 24 };

static MwM2Bone *
bone_at (const MwM2 *model, guint i)
{
  return (MwM2Bone *) model->bones.items[i];
}

static const MwM2Bone *
parent_of (const MwM2 *model, const MwM2Bone *bone)
{
  return (const MwM2Bone *) mw_model_resolve (&model->model, bone->parent);
}

static gboolean
is_below_top (const MwM2 *model, const MwM2Bone *bone, const MwM2Bone *top)
{
  for (guint steps = 0; bone && steps <= model->bones.n; steps++, bone = parent_of (model, bone))
    if (bone == top)
      return TRUE;
  return FALSE;
}

static guint
depth_of (const MwM2 *model, const MwM2Bone *bone)
{
  guint depth = 0;
  while ((bone = parent_of (model, bone)) && depth <= model->bones.n)
    depth++;
  return depth;
}

static uint32_t
descendant_distance (const MwM2 *model, const MwM2Bone *bone)
{
  uint32_t furthest = 0;
  for (guint i = 0; i < model->bones.n; i++)
    if (parent_of (model, bone_at (model, i)) == bone)
      furthest = MAX (furthest,
                      (uint32_t) bone_at (model, i)->parent_distance + bone_at (model, i)->descendant_distance);
  return MIN (furthest, 65535);
}

static uint32_t
z_ratio (const MwM2 *model, const MwM2Bone *bone)
{
  float low = INFINITY, high = -INFINITY, lowest = INFINITY;
  for (guint i = 0; i < model->bones.n; i++) {
    float z = bone_at (model, i)->pivot[2];
    low = MIN (low, z);
    high = MAX (high, z);
    if (is_below_top (model, bone_at (model, i), bone))
      lowest = MIN (lowest, z);
  }
  return high > 0 ? (uint32_t) CLAMP (floorf (100.f * (lowest - low) / high), 0, 65535) : 0;
}

/* In models with circles any bone may be the parent of any other, and of itself. */
static MwM2 *
random_model (GRand *rand, gboolean circles)
{
  MwM2 *model = mw_m2_new (260);
  const MwField *bones = mw_schema_field (&mw_m2_schema, "bones");
  guint n = (guint) g_rand_int_range (rand, 1, MOST);
  for (guint i = 0; i < n; i++)
    mw_list_append (&model->model, &model->model.record, bones, mw_record_new (&mw_m2_bone_schema));
  for (guint i = 0; i < n; i++) {
    MwM2Bone *bone = bone_at (model, i);
    guint parent = (guint) g_rand_int_range (rand, 0, (gint32) (circles ? n : MAX (i, 1)));
    for (guint k = 0; k < 3; k++)
      bone->pivot[k] = (float) g_rand_double_range (rand, -10, 10);
    bone->parent_distance = (uint16_t) g_rand_int_range (rand, 0, 65536);
    bone->descendant_distance = (uint16_t) g_rand_int_range (rand, 0, 65536);
    if (g_rand_int_range (rand, 0, 5) && (circles || i))
      bone->parent = (MwRef) { model->bones.items[parent]->id, 0 };
  }
  return model;
}

static void
compare (gconstpointer circles)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (GPOINTER_TO_UINT (circles) + 20);
  for (guint k = 0; k < MODELS; k++) {
    MwM2 *model = random_model (rand, GPOINTER_TO_UINT (circles));
    g_autoptr (MwM2Skeleton) skeleton = mw_m2_skeleton_new (model);
    for (guint i = 0; i < model->bones.n; i++) {
      const MwM2Bone *bone = bone_at (model, i), *parent = parent_of (model, bone);
      float d[3] = { 0, 0, 0 };
      for (guint c = 0; parent && c < 3; c++)
        d[c] = bone->pivot[c] - parent->pivot[c];
      g_assert_cmpuint (mw_m2_skeleton_depth (skeleton, bone), ==, depth_of (model, bone));
      g_assert_cmpuint (mw_m2_descendant_distance (skeleton, bone), ==, descendant_distance (model, bone));
      g_assert_cmpuint (mw_m2_z_ratio (skeleton, bone), ==, z_ratio (model, bone));
      g_assert_cmpuint (mw_m2_parent_distance (skeleton, bone), ==,
                        (uint32_t) floorf (36.f * sqrtf (d[0] * d[0] + d[1] * d[1] + d[2] * d[2])));
    }
    mw_model_free (&model->model);
  }
}

static void run (MwDocument *document, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
run (MwDocument *document, const char *format, ...)
{
  g_autoptr (GError) error = NULL;
  va_list args;
  va_start (args, format);
  g_autofree char *line = g_strdup_vprintf (format, args);
  va_end (args);
  mw_script_run_line (document, line, NULL, &error);
  g_assert_no_error (error);
}

/* Bones are moved and get other parents. The stored values of all their ancestors, old and new, must follow. */
static void
edits (gconstpointer data)
{
  enum { BONES = 12, EDITS = 60 };
  guint version = GPOINTER_TO_UINT (data);
  g_autoptr (GRand) rand = g_rand_new_with_seed (version);
  g_autoptr (MwDocument) document = mw_document_new (&mw_m2_new (version)->model, (MwFormat) { MW_FAMILY_M2, version });
  const MwM2 *model = (const MwM2 *) mw_document_get_model (document);
  for (guint i = 0; i < BONES; i++)
    run (document, i ? "add bones parent=bones[%u]" : "add bones",
         i ? (guint) g_rand_int_range (rand, (gint32) (i / 2), (gint32) i) : 0);
  for (guint i = 0; i < EDITS; i++) {
    guint bone = (guint) g_rand_int_range (rand, 1, BONES);
    if (i % 3)
      run (document, "set bones[%u].pivot={%d, %d, %d}", bone, g_rand_int_range (rand, -9, 9),
           g_rand_int_range (rand, -9, 9), g_rand_int_range (rand, -9, 9));
    else
      run (document, "re-parent bones[%u] parent=bones[%u]", bone, (guint) g_rand_int_range (rand, 0, (gint32) bone));
    g_autoptr (MwM2Skeleton) skeleton = mw_m2_skeleton_new (model);
    for (guint k = 0; k < model->bones.n; k++) {
      const MwM2Bone *at = bone_at (model, k);
      g_assert_cmpuint (at->parent_distance, ==, version >= 258 ? mw_m2_parent_distance (skeleton, at) : 0);
      g_assert_cmpuint (at->descendant_distance, ==,
                        version >= 258 && version <= 263 ? mw_m2_descendant_distance (skeleton, at) : 0);
      /* In the other versions z_ratio depends on the whole model, and only moved bones and their ancestors and
       * descendants follow. */
      if (version < 258 || version > 263)
        g_assert_cmpuint (at->z_ratio, ==, 0);
    }
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/edit/m2-skeleton/values of trees equal those computed bone by bone", GUINT_TO_POINTER (FALSE),
                        compare);
  g_test_add_data_func ("/edit/m2-skeleton/cycles have correct values too", GUINT_TO_POINTER (TRUE), compare);
  static const guint versions[] = { 256, 258, 260, 263, 264 };
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++) {
    g_autofree char *path = g_strdup_printf ("/edit/m2-skeleton/edits keep them right in version %u", versions[i]);
    g_test_add_data_func (path, GUINT_TO_POINTER (versions[i]), edits);
  }
  return g_test_run ();
}
