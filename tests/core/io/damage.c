/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/io/damage.h"
#include "core/io/mdx/mdx.h"
#include "core/io/registry.h"
#include "tests/core/corpus.h"

#include <string.h>

static void
assert_error_or_equal (const uint8_t *bytes, gsize size)
{
  const MwFormat mdx800 = { MW_FAMILY_MDX, 800 };
  g_autoptr (GError) error = NULL;
  uint8_t *exact = g_malloc (MAX (size, 1));
  memcpy (exact, bytes, size);
  MwMdlx *model = mw_mdx_read (exact, size, &error);
  if (!model) {
    g_assert_cmpint (mw_error_offset (error), >=, 0);
    g_assert_cmpint (mw_error_offset (error), <=, (gint64) size);
  } else {
    g_autoptr (GBytes) written = mw_io_write (&model->model, mdx800, NULL, &error);
    g_assert_no_error (error);
    g_assert_true (mw_io_prove (&model->model, mdx800, written, &error));
    g_assert_no_error (error);
    /* Whatever could be read is written as it was. */
    g_assert_cmpmem (g_bytes_get_data (written, NULL), g_bytes_get_size (written), exact, size);
    mw_model_free (&model->model);
  }
  g_free (exact);
}

static void
damage (const char *path, GRand *random, guint cuts, guint changes)
{
  gsize size;
  g_autofree uint8_t *bytes = load_exactly (path, &size);
  if (size > 200 << 10 || size < 8)
    return;
  for (guint i = 0; i < cuts; i++)
    assert_error_or_equal (bytes, (gsize) g_rand_int_range (random, 0, (gint32) size));
  for (guint i = 0; i < changes; i++) {
    gsize at = (gsize) g_rand_int_range (random, 0, (gint32) size);
    uint8_t was = bytes[at];
    bytes[at] = (uint8_t) g_rand_int_range (random, 0, 256);
    assert_error_or_equal (bytes, size);
    bytes[at] = was;
  }
}

void
damage_models (GPtrArray *files, guint32 seed, guint cuts, guint changes)
{
  static const char *const samples[] = { "figure.mdx", "effect.mdx", "everything.mdx" };
  GRand *random = g_rand_new_with_seed (seed);
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++) {
    g_autofree char *path = sample_path (samples[i]);
    damage (path, random, cuts, changes);
  }
  for (guint i = 0; files && i < files->len; i++)
    damage (files->pdata[i], random, cuts, changes);
  g_rand_free (random);
}
