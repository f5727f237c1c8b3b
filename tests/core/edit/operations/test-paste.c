/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text of copied elements, and what pasting takes along, attaches and refuses. */
#include "core/edit/operations/elements/elements-text.h"
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"
#include "tests/core/edit/operations/refusals.h"

#include <locale.h>
#include <string.h>

static char *
copied (MwDocument *document, const char *const *paths)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  g_autoptr (GError) error = NULL;
  for (guint i = 0; paths[i]; i++) {
    MwId id = fixture_id (document, paths[i]);
    g_array_append_val (ids, id);
  }
  char *text = mw_elements_to_text (document, (const MwId *) (gpointer) ids->data, ids->len, &error);
  g_assert_no_error (error);
  return text;
}

/* As a script states it: on one line. */
static char *
paste (MwDocument *document, const char *text, const char *more)
{
  g_autofree char *coded = g_base64_encode ((const guchar *) text, strlen (text)),
                  *line = g_strdup_printf ("paste text=base64(%s) %s", coded, more);
  return refusals_run (document, line);
}

static char *
refusal (MwDocument *document, const char *text)
{
  g_autofree char *coded = g_base64_encode ((const guchar *) text, strlen (text)),
                  *line = g_strdup_printf ("paste text=base64(%s)", coded);
  return m2_refusal (document, line);
}

static MwDocument *
empty (guint version)
{
  MwMdlx *model = mw_mdlx_new ();
  model->version = version;
  return mw_document_new (&model->model, (MwFormat) { MW_FAMILY_MDX, version });
}

/* An attachment takes along the bones that it follows, and a bone does not take its geoset along. */
static void
parents (void)
{
  g_autoptr (MwDocument) from = fixture_document (), to = empty (800);
  m2_do (from, "set bones[2].pivot={1,2,3}");
  g_autofree char *text = copied (from, (const char *const[]) { "attachments[0]", NULL });
  g_assert_true (g_str_has_prefix (text, "// Modelwright elements: attachments[0]\n"));
  g_autofree char *notices = paste (to, text, "");
  g_assert_nonnull (strstr (notices, "Stand, Walk"));
  fixture_assert_value (to, "attachments[0].parent", "bones[2]");
  fixture_assert_value (to, "bones[2].parent", "bones[1]");
  fixture_assert_value (to, "bones[2].name", "\"Hand\"");
  fixture_assert_value (to, "bones[2].pivot", "{1, 2, 3}");
  fixture_assert_value (to, "bones[1].geoset", "none");
  g_assert_cmpuint (((const MwMdlx *) mw_document_get_model (to))->geosets.n, ==, 0);
  /* The second one finds the bones. */
  g_autofree char *again = paste (to, text, "");
  fixture_assert_value (to, "attachments[1].parent", "bones[2]");
  fixture_assert_value (to, "attachments[1].name", "\"Point 2\"");
  g_assert_cmpuint (((const MwMdlx *) mw_document_get_model (to))->nodes.n, ==, 5);
}

/* A bone and its geoset refer to each other. */
static void
circle (void)
{
  g_autoptr (MwDocument) from = fixture_document (), to = empty (800);
  m2_do (from, "set bones[1].geoset_animation=geoset_animations[0]");
  g_autofree char *text = copied (from, (const char *const[]) { "bones[1]", "geosets[0]", "bones[1]", NULL });
  g_autofree char *notices = paste (to, text, "");
  fixture_assert_value (to, "bones[1].geoset", "geosets[0]");
  fixture_assert_value (to, "bones[1].geoset_animation", "geoset_animations[0]");
  fixture_assert_value (to, "geoset_animations[0].geoset", "geosets[0]");
  fixture_assert_value (to, "geosets[0].material", "materials[0]");
  g_autofree char *members = fixture_get (to, "geosets[0].group_members"),
                  *expected = fixture_get (from, "geosets[0].group_members");
  g_assert_cmpstr (members, ==, expected);
  const MwMdlx *model = (const MwMdlx *) mw_document_get_model (to);
  g_assert_cmpuint (model->textures.n, ==, 2);
  g_assert_cmpuint (((const MwMdlxGeoset *) model->geosets.items[0])->extents.n, ==, 0);
}

/* Extents and keys go to the sequences of the same names, wherever these are. */
static void
sequences (void)
{
  g_autoptr (MwDocument) from = fixture_document (), to = fixture_document ();
  m2_do (from, "set geosets[0].extents[1].bounds.max={7,8,9}");
  m2_do (from, "set geoset_animations[0].alpha.track.keys.time=[500,2000,2500]");
  g_autofree char *text = copied (from, (const char *const[]) { "geosets[0]", NULL });
  m2_do (to, "set sequences[1].interval.end=12500");
  m2_do (to, "set sequences[1].interval.start=12000");
  m2_do (to, "move-up sequences[1]");
  g_autofree char *notices = paste (to, text, "");
  g_assert_cmpstr (notices, ==, "");
  const MwMdlx *model = (const MwMdlx *) mw_document_get_model (to);
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) model->geosets.items[1];
  g_assert_cmpuint (geoset->extents.n, ==, 2);
  for (guint i = 0; i < 2; i++) {
    const MwMdlxGeosetExtent *extent = (const MwMdlxGeosetExtent *) geoset->extents.items[i];
    gboolean walk = extent->sequence.id == model->sequences.items[0]->id;
    g_assert_true ((extent->bounds.max[2] == 9) == walk);
  }
  /* The first key is of Stand, the others are of Walk. */
  fixture_assert_value (to, "geoset_animations[1].alpha.track.keys.time", "[500, 12000, 12500]");
  fixture_assert_value (to, "geoset_animations[1].geoset", "geosets[1]");
}

static void
attached (void)
{
  g_autoptr (MwDocument) from = fixture_document (), to = fixture_document ();
  m2_do (from, "set bones[2].pivot={1,2,3}");
  m2_do (from, "set attachments[0].pivot={1,2,4}");
  m2_do (to, "set bones[0].pivot={10,20,30}");
  g_autofree char *text = copied (from, (const char *const[]) { "attachments[0]", NULL });
  g_autofree char *notices = paste (to, text, "attach=Root");
  fixture_assert_value (to, "attachments[1].parent", "bones[0]");
  fixture_assert_value (to, "attachments[1].pivot", "{10, 20, 31}");
  g_assert_cmpuint (((const MwMdlx *) mw_document_get_model (to))->nodes.n, ==, 6);
}

/* What follows a pasted node moves with it; with a geoset, nodes stay where its vertices are. */
static void
moved_together (void)
{
  g_autoptr (MwDocument) from = fixture_document (), to = fixture_document (), with = fixture_document ();
  m2_do (from, "set bones[2].pivot={1,2,3}");
  m2_do (from, "set attachments[0].pivot={1,2,4}");
  m2_do (to, "set bones[0].pivot={10,20,30}");
  m2_do (with, "set bones[0].pivot={10,20,30}");
  g_autofree char *text = copied (from, (const char *const[]) { "bones[2]", "attachments[0]", NULL });
  g_autofree char *notices = paste (to, text, "attach=Root");
  fixture_assert_value (to, "bones[3].pivot", "{11, 22, 33}");
  fixture_assert_value (to, "attachments[1].parent", "bones[3]");
  fixture_assert_value (to, "attachments[1].pivot", "{11, 22, 34}");
  g_autofree char *both = copied (from, (const char *const[]) { "attachments[0]", "geosets[0]", NULL });
  g_autofree char *more = paste (with, both, "attach=Root");
  fixture_assert_value (with, "attachments[1].pivot", "{1, 2, 4}");
}

/* Keys after the end of a shorter sequence are left out, and those that two sequences share are there once. */
static void
key_times (void)
{
  g_autoptr (MwDocument) from = fixture_document (), shorter = fixture_document (), shared = fixture_document ();
  g_autofree char *text = copied (from, (const char *const[]) { "geosets[0]", NULL });
  m2_do (shorter, "set sequences[0].interval.end=600");
  g_autofree char *first = paste (shorter, text, "");
  fixture_assert_value (shorter, "geoset_animations[1].alpha.track.keys.time", "[0, 500]");
  m2_do (from, "set sequences[1].interval.start=400");
  m2_do (shared, "set sequences[1].interval.start=400");
  g_autofree char *overlapping = copied (from, (const char *const[]) { "geosets[0]", NULL });
  g_autofree char *second = paste (shared, overlapping, "");
  fixture_assert_value (shared, "geoset_animations[1].alpha.track.keys.time", "[0, 500, 1000]");
}

static void
m2_versions (void)
{
  g_autoptr (MwFileSet) late_set = m2_made_set (272, 1, 0), set = m2_made_set (264, 1, 0);
  g_autoptr (MwDocument) late = m2_open (late_set), document = m2_open (set);
  g_autofree char *text = copied (late, (const char *const[]) { "particles[0]", NULL }),
                  *why = refusal (document, text);
  g_assert_nonnull (strstr (why, "cannot be expressed in M2 264"));
  g_autofree char *own = copied (document, (const char *const[]) { "particles[0]", NULL }),
                  *coded = g_base64_encode ((const guchar *) own, strlen (own)),
                  *line = g_strdup_printf ("paste text=base64(%s) attach=attachments[0]", coded),
                  *bone = m2_refusal (document, line);
  g_assert_nonnull (strstr (bone, "found \"attachments[0]\", expected one of the"));
}

/* Text in another version is converted; text without our first line is read too. */
static void
other_texts (void)
{
  g_autoptr (MwDocument) from = fixture_document (), to = empty (1100), bare = empty (800);
  g_autofree char *text = copied (from, (const char *const[]) { "materials[0]", NULL });
  g_autofree char *notices = paste (to, text, "");
  fixture_assert_value (to, "materials[0].layers[1].textures[0].texture", "textures[1]");
  g_autofree char *geoset = copied (from, (const char *const[]) { "geosets[0]", NULL }),
                  *plain = paste (bare, strchr (geoset, '\n') + 1, "");
  g_assert_cmpuint (((const MwMdlx *) mw_document_get_model (bare))->geosets.n, ==, 1);
}

static void
m2_text (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (264, 1, 0), old_set = m2_made_set (260, 1, 0);
  g_autoptr (MwDocument) document = m2_open (set), old = m2_open (old_set);
  g_autofree char *text = copied (document, (const char *const[]) { "particles[0]", "attachments[0]", NULL });
  g_assert_true (g_str_has_prefix (text, "// Modelwright elements of M2 264 flags "));
  const guint n = m2_list (document, "particles")->n, bones = m2_list (document, "bones")->n;
  g_autofree char *notices = paste (document, text, "attach=2");
  g_assert_cmpuint (m2_list (document, "particles")->n, ==, n + 1);
  g_assert_cmpuint (m2_list (document, "bones")->n, ==, bones);
  g_autofree char *path = g_strdup_printf ("particles[%u].bone", n);
  fixture_assert_value (document, path, "bones[2]");
  g_autoptr (MwFileSet) saved = m2_saved (document);
  g_autofree char *why = refusal (old, text);
  g_assert_nonnull (strstr (why, "versions before 264"));
  g_autoptr (MwDocument) figure = fixture_document ();
  g_autofree char *other = refusal (figure, text);
  g_assert_nonnull (strstr (other, "their records are too different"));
}

static void
refusals (void)
{
  static const char *const cases[][2] = {
    { "// Modelwright elements: bones[0]\n", "" },
    { "// Modelwright elements: bones[0]", "only one line" },
    { "// Modelwright elements\nVersion { FormatVersion 800, }", "no colon" },
    { "// Modelwright elements of M2 100 flags 0: bones[0]\nx", "no version of M2" },
    { "// Modelwright elements of M2 264 flags 0: bones[0]\nx", "" },
    { "// Modelwright elements: bones[0]\nVersion { FormatVersion 800, }\nModel \"\" { }\n", "bones[0]" },
    { "// Modelwright elements: version\nVersion { FormatVersion 800, }\nModel \"\" { }\n", "is not an element" },
    { "Version { FormatVersion 800, }\nModel \"\" { }\n", "neither MDL nor" },
    { "Dear all, I like bones.", "" },
  };
  g_autoptr (MwDocument) document = fixture_document ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *message = refusal (document, cases[i][0]);
    if (!strstr (message, cases[i][1]))
      g_error ("%s: found \"%s\"", cases[i][0], message);
  }
  static const char *const parts[][2] = { { "materials[0].layers[0]", "is a part of another element" },
                                          { "sequences[0]", "sequence-import" } };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    g_autoptr (GError) error = NULL;
    MwId id = fixture_id (document, parts[i][0]);
    g_assert_null (mw_elements_to_text (document, &id, 1, &error));
    g_assert_nonnull (strstr (error->message, parts[i][1]));
  }
  g_autofree char *nothing = m2_refusal (document, "paste"), *file = m2_refusal (document, "paste file=/nowhere.txt"),
                  *text = copied (document, (const char *const[]) { "attachments[0]", NULL }),
                  *coded = g_base64_encode ((const guchar *) text, strlen (text)),
                  *line = g_strdup_printf ("paste text=base64(%s) attach=Nobody", coded),
                  *nobody = m2_refusal (document, line);
  g_assert_nonnull (strstr (nothing, "nothing to paste"));
  g_assert_nonnull (strstr (file, "/nowhere.txt"));
  g_assert_nonnull (strstr (nobody, "found \"Nobody\", expected one of the"));
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "C.UTF-8");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/edit/paste/what a node follows comes along once", parents);
  g_test_add_func ("/core/edit/paste/records that refer to each other", circle);
  g_test_add_func ("/core/edit/paste/keys and extents go to the same sequences", sequences);
  g_test_add_func ("/core/edit/paste/nodes are attached where they are asked to be", attached);
  g_test_add_func ("/core/edit/paste/text of another version or program", other_texts);
  g_test_add_func ("/core/edit/paste/what follows a node moves with it", moved_together);
  g_test_add_func ("/core/edit/paste/times of keys", key_times);
  g_test_add_func ("/core/edit/paste/versions of M2", m2_versions);
  g_test_add_func ("/core/edit/paste/text of M2", m2_text);
  g_test_add_func ("/core/edit/paste/what is refused", refusals);
  return g_test_run ();
}
