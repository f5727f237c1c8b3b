/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules for geosets of version 1500, which have limits of their own. Whether the writer agrees is tested, too. */
#include "core/io/registry.h"
#include "core/model/mdlx/mdlx.h"
#include "tests/core/check/by-record.h"
#include "tests/core/corpus.h"

#include <string.h>

static MwMdlx *
made_model (MwFormat *format)
{
  GError *error = NULL;
  g_autofree char *path = seed_path ("wow-1500");
  g_autoptr (MwFileSet) set = mw_io_load (path, NULL, &error);
  g_assert_no_error (error);
  MwModel *model = mw_io_read (set, format, NULL, &error);
  g_assert_no_error (error);
  return (MwMdlx *) model;
}

static MwMdlxGeoset *
geoset_at (MwMdlx *model, guint i)
{
  return (MwMdlxGeoset *) model->geosets.items[i];
}

static void
three_uv_sets (MwMdlx *model)
{
  MwMdlxGeoset *geoset = geoset_at (model, 1);
  MwMdlxUvSet *set = (MwMdlxUvSet *) mw_record_new (&mw_mdlx_uv_set_schema);
  set->uvs = mw_array_new (geoset->vertices.n, 8);
  memset (set->uvs.data, 0, 8 * (gsize) geoset->vertices.n);
  mw_list_append (&model->model, &geoset->record, MW_FIELD (MwMdlxGeoset, uv_sets), &set->record);
}

/* The same triangles over and over; `n` must be more than there are. */
static void
set_indices (MwMdlx *model, guint n)
{
  MwMdlxGeoset *geoset = geoset_at (model, 0);
  const uint16_t *old = geoset->faces.data;
  MwArray faces = mw_array_new (n, 2);
  for (guint i = 0; i < n; i++)
    ((uint16_t *) faces.data)[i] = old[i % geoset->faces.n];
  mw_array_clear (&geoset->faces);
  geoset->faces = faces;
}

static void
many_indices (MwMdlx *model)
{
  set_indices (model, 65536);
}

static void
set_weight (MwMdlx *model, uint16_t weight)
{
  ((uint16_t *) mw_array_make_writable (&geoset_at (model, 0)->skin_weights, 8))[4] = weight;
}

static void
large_weight (MwMdlx *model)
{
  set_weight (model, 256);
}

static void
set_bone (MwMdlx *model, MwRef bone)
{
  ((MwRef *) mw_array_make_writable (&geoset_at (model, 0)->skin_bones, 4 * sizeof (MwRef)))[5] = bone;
}

static void
far_bone (MwMdlx *model)
{
  set_bone (model, MW_REF_NONE);
}

/* What is found now and was not before, as "RULE PLACE, ...". Free with g_free(). */
static char *
found_by (void (*harm) (MwMdlx *model), gboolean *written)
{
  MwFormat format;
  MwMdlx *model = made_model (&format);
  g_autoptr (GHashTable) before = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint pass = 0; pass < 2; pass++) {
    g_autoptr (GPtrArray) findings = mw_check (&model->model, format);
    for (guint i = 0; i < findings->len; i++) {
      const MwFinding *finding = findings->pdata[i];
      g_autofree char *path = mw_target_path (&finding->target);
      char *key = g_strdup_printf ("%s %s", finding->rule->id, path);
      if (pass && !g_hash_table_contains (before, key))
        g_string_append_printf (text, "%s%s", text->len ? ", " : "", key);
      g_hash_table_add (before, key);
    }
    if (!pass && harm)
      harm (model);
  }
  assert_by_record (&model->model, format);
  g_autoptr (MwFileSet) set = mw_io_write (&model->model, format, NULL, NULL);
  *written = set != NULL;
  mw_model_free (&model->model);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
each_rule (void)
{
  static const struct {
    void (*harm) (MwMdlx *model);
    const char *found;
  } cases[] = {
#define ROW(harm, rule, place) { harm, rule " " place },
#include "tests/core/check/rows/wow-1500.h"
#undef ROW
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    gboolean written;
    g_autofree char *found = found_by (cases[i].harm, &written);
    g_assert_cmpstr (found, ==, cases[i].found);
    g_assert_false (written);
  }
}

static void
full_batch (MwMdlx *model)
{
  set_indices (model, 65535);
  set_weight (model, 255);
  set_bone (model, (MwRef) { 0, 255 });
}

static void
limits (void)
{
  gboolean written;
  g_autofree char *nothing = found_by (NULL, &written);
  g_assert_cmpstr (nothing, ==, "");
  g_assert_true (written);
  g_autofree char *found = found_by (full_batch, &written);
  g_assert_null (strstr (found, "wow-geoset-batch"));
  g_assert_true (written);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/check/wow-1500/what a batch cannot hold breaks its rule, and cannot be written", each_rule);
  g_test_add_func ("/check/wow-1500/what it just holds does not", limits);
  return g_test_run ();
}
