/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model merged into another: where it comes to, its sequences, and its bones. */
#include "tests/core/corpus.h"
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"
#include "tests/core/edit/operations/refusals.h"

#include <glib/gstdio.h>
#include <locale.h>
#include <string.h>

static char *figure;

static char *
merge (MwDocument *document, const char *more)
{
  g_autofree char *line = g_strdup_printf ("model-merge file=\"%s\" %s", figure, more);
  return refusals_run (document, line);
}

static const MwMdlx *
mdlx (MwDocument *document)
{
  return (const MwMdlx *) mw_document_get_model (document);
}

static MwDocument *
open_figure (void)
{
  g_autoptr (GError) error = NULL;
  MwFormat format;
  g_autoptr (MwFileSet) set = mw_io_load (figure, NULL, &error);
  g_assert_no_error (error);
  return mw_document_new (mw_io_read (set, &format, NULL, &error), format);
}

/* The other model comes to the node: vertices, nodes and bounds. */
static void
attached (void)
{
  g_autoptr (MwDocument) document = fixture_document (), source = open_figure ();
  m2_do (document, "set bones[1].pivot={100,10,1}");
  const uint32_t nodes = mdlx (document)->nodes.n;
  g_autofree char *notices = merge (document, "attach=Arm");
  g_assert_nonnull (strstr (notices, "no sequences Attack, Death"));
  const MwMdlx *now = mdlx (document), *other = mdlx (source);
  g_assert_cmpuint (now->nodes.n, ==, nodes + other->nodes.n);
  g_assert_cmpuint (now->geosets.n, ==, 1 + other->geosets.n);
  static const float shift[] = { 100, 10, 1 };
  guint roots = 0, without_times = 0;
  /* Events of Attack and Death, which this model does not have, keep a track without times: other programs read it always. */
  for (uint32_t i = nodes; i < now->nodes.n; i++)
    if (now->nodes.items[i]->schema == &mw_mdlx_event_object_schema) {
      const MwEventTrack *track = ((const MwMdlxEventObject *) now->nodes.items[i])->track;
      g_assert_nonnull (track);
      without_times += track->times.n == 0;
    }
  g_assert_cmpuint (without_times, ==, 2);
  for (uint32_t i = 0; i < other->nodes.n; i++) {
    const MwMdlxNode *a = (const MwMdlxNode *) other->nodes.items[i], *b = NULL;
    for (uint32_t k = nodes; k < now->nodes.n && !b; k++)
      if (g_str_has_prefix (((const MwMdlxNode *) now->nodes.items[k])->name, a->name))
        b = (const MwMdlxNode *) now->nodes.items[k];
    g_assert_nonnull (b);
    for (guint c = 0; c < 3; c++)
      g_assert_cmpfloat_with_epsilon (b->pivot[c], a->pivot[c] + shift[c], 1e-4);
    roots += b->parent.id == now->nodes.items[1]->id;
    g_assert_true (b->parent.id != 0);
  }
  g_assert_cmpuint (roots, >, 0);
  for (uint32_t g = 0; g < other->geosets.n; g++) {
    const MwMdlxGeoset *a = (const MwMdlxGeoset *) other->geosets.items[g],
                       *b = (const MwMdlxGeoset *) now->geosets.items[1 + g];
    g_assert_cmpuint (a->vertices.n, ==, b->vertices.n);
    g_assert_cmpfloat_with_epsilon (((const float *) b->vertices.data)[0], ((const float *) a->vertices.data)[0] + 100,
                                    1e-4);
    g_assert_cmpfloat_with_epsilon (b->bounds.max[0], a->bounds.max[0] + 100, 1e-4);
    g_assert_cmpuint (b->extents.n, ==, 2);
  }
  fixture_assert_value (document, "cameras[0].position", "{178, -14, 89}");
  fixture_assert_value (source, "cameras[0].position", "{78, -24, 88}");
  g_assert_cmpfloat_with_epsilon (((const MwMdlxCamera *) now->cameras.items[0])->target[0],
                                  ((const MwMdlxCamera *) other->cameras.items[0])->target[0] + 100, 1e-3);
  g_assert_cmpfloat_with_epsilon (now->bounds.max[0], other->bounds.max[0] + 100, 1e-3);
  g_assert_cmpfloat_with_epsilon (now->bounds.radius, other->bounds.radius + 100.504f, 1e-2);
}

static void
sequences (void)
{
  g_autoptr (MwDocument) document = fixture_document (), more = fixture_document ();
  g_autofree char *first = merge (document, "sequences=add");
  g_assert_cmpstr (first, ==, "");
  g_assert_cmpuint (mdlx (document)->sequences.n, ==, 6);
  fixture_assert_value (document, "sequences[2].name", "\"Stand 2\"");
  fixture_assert_value (document, "sequences[5].name", "\"Death\"");
  for (uint32_t i = 0; i < mdlx (document)->geosets.n; i++)
    g_assert_cmpuint (((const MwMdlxGeoset *) mdlx (document)->geosets.items[i])->extents.n, ==, 6);
  g_autofree char *second = merge (more, "sequences=match_or_add");
  g_assert_cmpstr (second, ==, "");
  g_assert_cmpuint (mdlx (more)->sequences.n, ==, 4);
  fixture_assert_value (more, "sequences[2].name", "\"Attack\"");
}

/* Keys between sequences are no part of any, so they are not taken. */
static void
outside (void)
{
  g_autoptr (MwDocument) document = open_figure (), source = open_figure ();
  const uint32_t nodes = mdlx (document)->nodes.n;
  m2_do (source, "set bones[0].rotation.track.keys[27].time=9000");
  g_autoptr (GError) error = NULL;
  g_autoptr (MwFileSet)
    set = mw_io_write (mw_document_get_model (source), mw_document_get_format (source), NULL, &error);
  gsize size;
  const char *bytes = g_bytes_get_data (mw_file_set_main (set)->bytes, &size);
  g_autofree char *folder = g_dir_make_tmp ("merge-XXXXXX", &error), *path = g_build_filename (folder, "a.mdx", NULL),
                  *line = g_strdup_printf ("model-merge file=\"%s\"", path);
  g_assert_true (g_file_set_contents (path, bytes, (gssize) size, &error));
  m2_do (document, line);
  g_remove (path);
  g_rmdir (folder);
  g_assert_cmpuint (mdlx (document)->nodes.n, ==, 2 * nodes);
  g_autofree char *first = fixture_get (document, "bones[0].rotation.track.keys[27].time");
  g_assert_cmpstr (first, ==, "6833");
  guint found = 0;
  for (uint32_t i = nodes; i < 2 * nodes; i++) {
    const MwMdlxNode *node = (const MwMdlxNode *) mdlx (document)->nodes.items[i];
    const MwTrack *track = node->rotation_track;
    for (uint32_t k = 0; track && k < track->times.n; k++)
      g_assert_cmpint (((const gint32 *) track->times.data)[k], <=, 6833);
    found += track && track->times.n;
  }
  g_assert_cmpuint (found, >, 0);
}

/* Bones of the same name are used, and keep their place and keys. */
static void
bones (void)
{
  g_autoptr (MwDocument) document = open_figure ();
  const uint32_t nodes = mdlx (document)->nodes.n, geosets = mdlx (document)->geosets.n;
  m2_do (document, "set bones[3].name=Skull");
  g_autofree char *notices = merge (document, "bones=match");
  g_assert_cmpstr (notices, ==, "");
  g_assert_cmpuint (mdlx (document)->nodes.n, ==, nodes + 1);
  g_assert_cmpuint (mdlx (document)->geosets.n, ==, 2 * geosets);
  fixture_assert_value (document, "bones[21].name", "\"Bone_head\"");
  fixture_assert_value (document, "bones[21].parent", "bones[2]");
}

static void
refusals (void)
{
  g_autoptr (MwDocument) document = fixture_document ();
  g_autofree char *both = g_strdup_printf ("model-merge file=\"%s\" attach=Arm bones=match", figure),
                  *nobody = g_strdup_printf ("model-merge file=\"%s\" attach=Nobody", figure),
                  *first = m2_refusal (document, both), *second = m2_refusal (document, nobody),
                  *third = m2_refusal (document, "model-merge file=/nowhere.mdx"),
                  *number = g_strdup_printf ("model-merge file=\"%s\" attach=99", figure),
                  *fourth = m2_refusal (document, number);
  g_assert_nonnull (strstr (first, "not both"));
  g_assert_nonnull (strstr (second, "found \"Nobody\", expected one of the"));
  g_assert_nonnull (strstr (fourth, "found 99, and none of the nodes has this number"));
  g_assert_nonnull (strstr (third, "/nowhere.mdx"));
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "C.UTF-8");
  g_test_init (&argc, &argv, NULL);
  figure = sample_path ("figure.mdx");
  g_test_add_func ("/core/edit/merge/the other model comes to a node", attached);
  g_test_add_func ("/core/edit/merge/its sequences are added", sequences);
  g_test_add_func ("/core/edit/merge/keys between sequences are not taken", outside);
  g_test_add_func ("/core/edit/merge/bones of the same name are used", bones);
  g_test_add_func ("/core/edit/merge/what is refused", refusals);
  return g_test_run ();
}
