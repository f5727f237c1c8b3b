/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/registry.h"
#include "core/schema/diff.h"
#include "core/schema/path.h"
#include "core/schema/value.h"
#include "tests/core/io/bytes.h"
#include "tests/core/io/mdx-bytes.h"
#include "tests/core/io/mdx-files.h"
#include "tests/core/io/values.h"

#include <string.h>

/* A node may be stored with the object id 0xFFFFFFFF (a published file has such a particle emitter). As a reference
 * that number means none, so nothing can refer to that node. */

#define NONE 0xFFFFFFFFu

static const MwFormat mdx800 = { MW_FAMILY_MDX, 800 };

/* Two roots and a child, a geoset whose second matrix is none, and an emitter with the id 0xFFFFFFFF. */
static GByteArray *
make_file (void)
{
  GByteArray *file = begin_mdx ("Captured");
  guint chunk = begin_chunk (file, "GEOS"), size = begin_size (file);
  static const char *const empty[] = { "VRTX", "NRMS", "PTYP", "PCNT", "PVTX", "GNDX" };
  for (guint i = 0; i < G_N_ELEMENTS (empty); i++) {
    put_tag (file, empty[i]);
    put_u32 (file, 0);
  }
  put_tag (file, "MTGC");
  put_u32 (file, 1);
  put_u32 (file, 2);
  put_tag (file, "MATS");
  put_u32 (file, 2);
  put_u32 (file, 0);
  put_u32 (file, NONE);
  put_u32 (file, NONE);
  put_zeros (file, 8 + 28 + 4);
  put_tag (file, "UVAS");
  put_u32 (file, 0);
  end_size (file, size);
  end_chunk (file, chunk);
  chunk = begin_chunk (file, "BONE");
  put_bone (file, "root", 0, NONE);
  put_bone (file, "child", 1, 0);
  end_chunk (file, chunk);
  chunk = begin_chunk (file, "HELP");
  put_node (file, "other root", 2, NONE, 0);
  end_chunk (file, chunk);
  chunk = begin_chunk (file, "PIVT");
  put_zeros (file, 3 * 12);
  end_chunk (file, chunk);
  chunk = begin_chunk (file, "PREM");
  size = begin_size (file);
  put_node (file, "emitter", NONE, NONE, 0x1000);
  put_zeros (file, 284);
  end_size (file, size);
  end_chunk (file, chunk);
  return file;
}

static void
assert_free (const MwMdlx *model)
{
  assert_value (model, "bones[0].parent", "none");
  assert_value (model, "bones[1].parent", "bones[0]");
  assert_value (model, "helpers[0].parent", "none");
  assert_value (model, "particle_emitters[0].parent", "none");
  assert_value (model, "geosets[0].group_members", "[bones[0], none]");
}

static void
captures_nothing (void)
{
  g_autoptr (GByteArray) file = make_file ();
  MwMdlx *model = read_array (file);
  assert_free (model);
  assert_survives (file);
  mw_model_free (&model->model);
}

static void
captures_nothing_in_a_text (void)
{
  const MwFormat mdl800 = { MW_FAMILY_MDX, 800, .text = TRUE };
  g_autoptr (GByteArray) file = make_file ();
  MwMdlx *model = read_array (file);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) text = io_write_bytes (&model->model, mdl800, NULL, NULL, &error);
  g_assert_no_error (error);
  mw_model_free (&model->model);
  gsize size;
  const char *bytes = g_bytes_get_data (text, &size);
  MwFormat format;
  g_assert_nonnull (g_strstr_len (bytes, (gssize) size, "Parent 0,"));
  const char *parent = g_strstr_len (bytes, (gssize) size, "Parent");
  g_assert_null (g_strstr_len (parent + 1, (gssize) size - (parent + 1 - bytes), "Parent"));
  model = (MwMdlx *) io_read_bytes ((const guint8 *) bytes, size, &format, NULL, &error);
  g_assert_no_error (error);
  assert_free (model);
  mw_model_free (&model->model);
}

/* Once it has a child, it needs another number, and the child's parent must come back. */
static void
can_be_made_a_parent (void)
{
  g_autoptr (GByteArray) file = make_file ();
  MwMdlx *before = read_array (file), *model = read_array (file);
  MwTarget target;
  g_autoptr (GError) error = NULL;
  mw_path_resolve_one (&model->model, "helpers[0]", &target, &error);
  g_assert_no_error (error);
  ((MwMdlxNode *) target.record)->parent = (MwRef) { model->nodes.items[3]->id, 0 };
  assert_value (model, "helpers[0].parent", "particle_emitters[0]");

  g_autofree char *where = NULL;
  g_assert_false (mw_model_equal (&before->model, &model->model, mdx800, &where));
  g_assert_cmpstr (where, ==, "helpers[0].parent");
  g_autoptr (GArray) diff = mw_model_diff (&before->model, &model->model, mdx800);
  g_assert_cmpuint (diff->len, ==, 1);

  g_autoptr (GBytes) written = write_mdx (model);
  MwMdlx *again = read_mdx (g_bytes_get_data (written, NULL), g_bytes_get_size (written));
  assert_value (again, "helpers[0].parent", "particle_emitters[0]");
  assert_value (again, "bones[0].parent", "none");
  assert_value (again, "particle_emitters[0].parent", "none");
  mw_model_free (&before->model);
  mw_model_free (&model->model);
  mw_model_free (&again->model);
}

/* Setting -1 means none; a number that refers to nothing keeps its sign. */
static void
minus_one_is_none (void)
{
  g_autoptr (GByteArray) file = make_file ();
  MwMdlx *model = read_array (file);
  MwTarget target;
  MwValue value;
  g_autoptr (GError) error = NULL;
  mw_path_resolve_one (&model->model, "bones[1].parent", &target, &error);
  g_assert_no_error (error);
  g_assert_true (mw_value_parse (&model->model, &target, "-1", 2, &value, &error));
  g_assert_true (mw_ref_is_none (*(const MwRef *) (gconstpointer) value.bytes->data));
  mw_value_clear (&value);
  ((MwMdlxNode *) target.record)->parent = (MwRef) { 0, (uint32_t) -7 };
  assert_value (model, "bones[1].parent", "-7");
  g_assert_true (mw_value_parse (&model->model, &target, "-7", 2, &value, &error));
  g_assert_cmphex (((const MwRef *) (gconstpointer) value.bytes->data)->raw, ==, (uint32_t) -7);
  mw_value_clear (&value);
  mw_model_free (&model->model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/mdlx/object ids/a node with the id of none does not become the parent of roots",
                   captures_nothing);
  g_test_add_func ("/model/mdlx/object ids/nor in a text", captures_nothing_in_a_text);
  g_test_add_func ("/model/mdlx/object ids/the node gets its own id once something refers to it", can_be_made_a_parent);
  g_test_add_func ("/model/mdlx/object ids/setting -1 means no reference", minus_one_is_none);
  return g_test_run ();
}
