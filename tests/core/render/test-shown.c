/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"
#include "core/model/mdlx/mdlx.h"
#include "core/render/shown.h"
#include "tests/core/io/files.h"

#include <string.h>

static MwShown *
read_back (Files *files, const MwShown *shown)
{
  g_autofree char *path = files_path (files, "deep/er/view.ini");
  g_autoptr (GError) error = NULL;
  g_assert_true (mw_shown_write (shown, path, "/models/a.m2", &error));
  g_assert_no_error (error);
  MwShown *again = mw_shown_read (path, &error);
  g_assert_no_error (error);
  return again;
}

static void
what_was_chosen_is_read_back (Files *files, gconstpointer data)
{
  g_autoptr (MwShown) shown = mw_shown_new ();
  shown->team = 24;
  shown->tileset = 'Q';
  shown->particle_colors = g_new0 (MwParticleColors, 1);
  for (guint i = 0; i < sizeof *shown->particle_colors; i++)
    ((guint8 *) shown->particle_colors)[i] = (guint8) (250 - i);
  g_assert_true (mw_fog_from_text ("#102030,5,99.5", &shown->fog));
  shown->minute = 365;
  mw_shown_add_folder (shown, "/b");
  mw_shown_add_folder (shown, "/a;1\\2 \xe9"); /* not UTF-8 */
  mw_shown_add_folder (shown, "/b");
  g_hash_table_insert (shown->images, g_strdup ("Textures\\\xfcx=[1].blp"), g_strdup ("/images/new\nline.png"));
  g_hash_table_insert (shown->images, g_strdup ("A;B"), g_strdup (""));
  g_hash_table_insert (shown->attached, g_strdup ("Hand; Right \xff"), g_strdup ("/war3.mpq:a/axe.mdx"));
  g_hash_table_insert (shown->attached, g_strdup ("a"), g_strdup ("/b.m2"));
  g_hash_table_insert (shown->types, GUINT_TO_POINTER (11), g_strdup ("wolf;1.blp"));
  g_hash_table_insert (shown->types, GUINT_TO_POINTER (2), g_strdup (""));
  g_hash_table_insert (shown->sections, GUINT_TO_POINTER (15), GUINT_TO_POINTER (100));
  g_hash_table_insert (shown->sections, GUINT_TO_POINTER (0), GUINT_TO_POINTER (12));
  g_hash_table_insert (shown->parts, GUINT_TO_POINTER (4), GUINT_TO_POINTER (0));
  g_hash_table_insert (shown->parts, GUINT_TO_POINTER (7), GUINT_TO_POINTER (4000000000u));
  shown->tables = g_strdup ("/dbc;\xe9");
  shown->client = g_strdup ("wow-3.3.5");
  g_ptr_array_add (shown->hidden, g_strdup ("geosets[3]"));
  g_ptr_array_add (shown->hidden, g_strdup ("bones[0]"));
  g_ptr_array_add (shown->locked, g_strdup ("cameras[1]"));
  g_autoptr (MwShown) again = read_back (files, shown);
  g_assert_cmpuint (g_hash_table_size (again->parts), ==, 2);
  g_assert_true (g_hash_table_contains (again->parts, GUINT_TO_POINTER (4)));
  g_assert_cmpuint (GPOINTER_TO_UINT (g_hash_table_lookup (again->parts, GUINT_TO_POINTER (7))), ==, 4000000000u);
  g_assert_cmpstr (again->tables, ==, "/dbc;\xe9");
  g_assert_cmpstr (again->client, ==, "wow-3.3.5");
  g_assert_cmpuint (again->hidden->len, ==, 2);
  g_assert_cmpstr (again->hidden->pdata[0], ==, "geosets[3]");
  g_assert_cmpstr (again->hidden->pdata[1], ==, "bones[0]");
  g_assert_cmpuint (again->locked->len, ==, 1);
  g_assert_cmpstr (again->locked->pdata[0], ==, "cameras[1]");
  g_assert_cmpuint (again->team, ==, 24);
  g_assert_cmpint (again->tileset, ==, 'Q');
  g_assert_cmpmem (again->particle_colors, sizeof *again->particle_colors, shown->particle_colors,
                   sizeof *shown->particle_colors);
  g_assert_true (mw_fog_equal (&again->fog, &shown->fog));
  g_assert_cmpint (again->minute, ==, 365);
  g_assert_cmpuint (g_hash_table_size (again->attached), ==, 2);
  g_assert_cmpstr (g_hash_table_lookup (again->attached, "Hand; Right \xff"), ==, "/war3.mpq:a/axe.mdx");
  g_assert_cmpstr (g_hash_table_lookup (again->attached, "a"), ==, "/b.m2");
  g_assert_cmpuint (again->folders->len, ==, 2);
  g_assert_cmpstr (again->folders->pdata[0], ==, "/b");
  g_assert_cmpstr (again->folders->pdata[1], ==, "/a;1\\2 \xe9");
  g_assert_cmpuint (g_hash_table_size (again->images), ==, 2);
  g_assert_cmpstr (g_hash_table_lookup (again->images, "Textures\\\xfcx=[1].blp"), ==, "/images/new\nline.png");
  g_assert_cmpstr (g_hash_table_lookup (again->images, "A;B"), ==, "");
  g_assert_cmpuint (g_hash_table_size (again->types), ==, 2);
  g_assert_cmpstr (g_hash_table_lookup (again->types, GUINT_TO_POINTER (11)), ==, "wolf;1.blp");
  g_assert_cmpstr (g_hash_table_lookup (again->types, GUINT_TO_POINTER (2)), ==, "");
  g_assert_cmpuint (g_hash_table_size (again->sections), ==, 2);
  g_assert_cmpuint (GPOINTER_TO_UINT (g_hash_table_lookup (again->sections, GUINT_TO_POINTER (0))), ==, 12);
  g_assert_cmpuint (GPOINTER_TO_UINT (g_hash_table_lookup (again->sections, GUINT_TO_POINTER (15))), ==, 100);
  /* The same settings give the same bytes. */
  g_autofree char *first = files_read (files, "deep/er/view.ini");
  g_autoptr (MwShown) more = read_back (files, again);
  g_autofree char *second = files_read (files, "deep/er/view.ini");
  g_assert_cmpstr (first, ==, second);
  g_assert_nonnull (strstr (first, "file=/models/a.m2\n"));
}

static void
each_setting_alone_is_kept (Files *files, gconstpointer data)
{
  for (guint i = 0; i < 14; i++) {
    g_autoptr (MwShown) shown = mw_shown_new ();
    if (i == 13)
      shown->particle_colors = g_new0 (MwParticleColors, 1);
    else if (i >= 11)
      g_ptr_array_add (i == 11 ? shown->hidden : shown->locked, g_strdup ("z"));
    else if (i == 10)
      shown->minute = 0;
    else if (i == 9)
      shown->fog = (MwFog) { .on = TRUE, .end = 1 };
    else if (i == 8)
      g_hash_table_insert (shown->attached, g_strdup ("x"), g_strdup ("y"));
    else if (i == 7)
      shown->tables = g_strdup ("/t");
    else if (i == 6)
      g_hash_table_insert (shown->parts, GUINT_TO_POINTER (2), GUINT_TO_POINTER (0));
    else if (i == 5)
      shown->tileset = 'A';
    else if (i == 4)
      g_hash_table_insert (shown->sections, GUINT_TO_POINTER (7), GUINT_TO_POINTER (0));
    else if (i == 0)
      shown->team = 1;
    else if (i == 1)
      mw_shown_add_folder (shown, "/b");
    else
      g_hash_table_insert (i == 2 ? shown->images : shown->types, i == 2 ? g_strdup ("x") : GUINT_TO_POINTER (1),
                           g_strdup ("y"));
    g_autoptr (MwShown) again = read_back (files, shown);
    g_assert_cmpuint (again->hidden->len, ==, i == 11);
    g_assert_true ((again->particle_colors != NULL) == (i == 13));
    g_assert_cmpuint (again->locked->len, ==, i == 12);
    g_assert_cmpuint (again->team, ==, i == 0);
    g_assert_cmpint (again->tileset, ==, i == 5 ? 'A' : 0);
    g_assert_cmpint (again->fog.on, ==, i == 9);
    g_assert_cmpint (again->minute, ==, i == 10 ? 0 : -1);
    g_assert_cmpuint (again->folders->len, ==, i == 1);
    g_assert_cmpuint (g_hash_table_size (again->images), ==, i == 2);
    g_assert_cmpuint (g_hash_table_size (again->types), ==, i == 3);
    g_assert_cmpuint (g_hash_table_size (again->attached), ==, i == 8);
    g_assert_cmpuint (g_hash_table_size (again->sections), ==, i == 4);
    g_assert_cmpuint (g_hash_table_size (again->parts), ==, i == 6);
    g_assert_cmpstr (again->tables, ==, i == 7 ? "/t" : NULL);
  }
  /* Without any, the file is gone, and it need not have been there. */
  g_autoptr (MwShown) none = mw_shown_new ();
  for (guint i = 0; i < 2; i++) {
    g_autoptr (MwShown) again = read_back (files, none);
    g_autofree char *text = files_read (files, "deep/er/view.ini");
    g_assert_null (text);
    g_assert_cmpuint (again->team, ==, 0);
  }
}

static void
more_than_can_be_read_is_not_written (Files *files, gconstpointer data)
{
  g_autofree char *path = files_path (files, "view.ini"), *long_path = g_strnfill (1 << 20, 'x');
  g_autoptr (MwShown) shown = mw_shown_new ();
  g_autoptr (GError) error = NULL;
  g_ptr_array_add (shown->hidden, g_steal_pointer (&long_path));
  g_assert_false (mw_shown_write (shown, path, "/models/a.m2", &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_LIMIT);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}

static void
paths_are_those_of_elements (Files *files, gconstpointer data)
{
  static const char *const paths[] = { "bones[1]", "bones[2]", "bones[0].pivot", "no path", "bones[0]" };
  MwMdlx *model = mw_mdlx_new ();
  MwId ids[2];
  g_autoptr (MwShown) shown = mw_shown_new ();
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (MwId));
  for (guint i = 0; i < 2; i++) {
    MwRecord *bone = mw_record_new (&mw_mdlx_bone_schema);
    mw_list_append (&model->model, &model->model.record, mw_schema_field (&mw_mdlx_schema, "nodes"), bone);
    ids[i] = bone->id;
  }
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    g_ptr_array_add (shown->hidden, g_strdup (paths[i]));
  mw_shown_append_ids (shown->hidden, &model->model, found);
  g_assert_cmpuint (found->len, ==, 2);
  g_assert_cmpuint (g_array_index (found, MwId, 0), ==, ids[1]);
  g_assert_cmpuint (g_array_index (found, MwId, 1), ==, ids[0]);
  mw_model_free (&model->model);
}

static void
what_cannot_be_understood_is_an_error (Files *files, gconstpointer data)
{
  static const struct {
    const char *text, *says;
    int code;
  } cases[] = {
    { "team=1", "cannot be read", MW_ERROR_CORRUPT },
    { "[view]\nteam=25\n", "team is \"25\", not from 0 to 24", MW_ERROR_VALUE },
    { "[view]\nteam=x\n", "team is \"x\"", MW_ERROR_VALUE },
    { "[view]\ntileset=E\n", "tileset is \"E\", which is no tileset", MW_ERROR_VALUE },
    { "[view]\ntileset=\n", "tileset is \"\"", MW_ERROR_VALUE },
    { "[view]\nparticle-colors=red\n", "particle-colors is \"red\", not nine colours", MW_ERROR_VALUE },
    { "[view]\ntime-of-day=noon\n", "time-of-day is \"noon\", which is no time", MW_ERROR_VALUE },
    { "[view]\nchecked-for=wow-0\n", "checked-for is \"wow-0\", which is no client", MW_ERROR_VALUE },
    { "[view]\nfog=grey\n", "fog is \"grey\", which is no fog", MW_ERROR_VALUE },
    { "[view]\nimages=a;b;c;\n", "a file for each texture", MW_ERROR_VALUE },
    { "[view]\nattached=a;\n", "a file for each point", MW_ERROR_VALUE },
    { "[types]\nskin=a\n", "\"skin\" is no texture type", MW_ERROR_VALUE },
    { "[types]\n0=a\n", "\"0\" is no texture type", MW_ERROR_VALUE },
    { "[sections]\nhair=1\n", "\"hair=1\" is no variant", MW_ERROR_VALUE },
    { "[sections]\n0=101\n", "\"0=101\" is no variant", MW_ERROR_VALUE },
    { "[character]\nnose=1\n", "\"nose=1\" is no part", MW_ERROR_VALUE },
    { "[character]\nface=-1\n", "\"face=-1\" is no part", MW_ERROR_VALUE },
    { "[sections]\n42949673=1\n", "\"42949673=1\" is no variant", MW_ERROR_VALUE },
    { "[types]\n65536=a\n", "\"65536\" is no texture type", MW_ERROR_VALUE },
  };
  g_autofree char *path = files_path (files, "view.ini");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    files_write (files, "view.ini", cases[i].text);
    g_assert_null (mw_shown_read (path, &error));
    g_assert_error (error, MW_ERROR, cases[i].code);
    g_assert_nonnull (strstr (error->message, cases[i].says));
  }
  files_write (files, "view.ini", "");
  g_autoptr (MwShown) empty = mw_shown_read (path, NULL);
  g_assert_nonnull (empty);
  files_write (files, "view.ini", "[types]\n65535=a\n1=\n");
  g_autoptr (MwShown) types = mw_shown_read (path, NULL);
  g_assert_cmpstr (g_hash_table_lookup (types->types, GUINT_TO_POINTER (65535)), ==, "a");
  g_assert_cmpstr (g_hash_table_lookup (types->types, GUINT_TO_POINTER (1)), ==, "");
}

static void
a_backslash_that_escapes_nothing_is_left_out (Files *files, gconstpointer data)
{
  g_autofree char *path = files_path (files, "view.ini");
  files_write (files, "view.ini", "[view]\nfolders=a\\\\;b\\\\\\\\;\n");
  g_autoptr (MwShown) shown = mw_shown_read (path, NULL);
  g_assert_cmpuint (shown->folders->len, ==, 2);
  g_assert_cmpstr (shown->folders->pdata[0], ==, "a");
  g_assert_cmpstr (shown->folders->pdata[1], ==, "b\\");
}

static void
a_file_that_cannot_be_removed_is_an_error (Files *files, gconstpointer data)
{
  g_autofree char *path = files_path (files, "view.ini");
  g_autoptr (MwShown) none = mw_shown_new ();
  g_autoptr (GError) error = NULL;
  g_assert_cmpint (g_mkdir_with_parents (path, 0700), ==, 0);
  files_write (files, "view.ini/x", "");
  g_assert_false (mw_shown_write (none, path, "/models/a.m2", &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_IO);
}

static void
a_lookup_searches_what_was_chosen (Files *files, gconstpointer data)
{
  g_autofree char *model = files_path (files, "model/a.mdx"), *folder = files_path (files, "folder"),
                  *given = files_path (files, "given.png"), *deep = files_path (files, "folder/x.blp");
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  files_write (files, "folder/x.blp", "x");
  files_write (files, "given.png", "y");
  g_autoptr (MwShown) shown = mw_shown_new ();
  g_autoptr (MwLookup) lookup = mw_lookup_new (model, NULL, NULL);
  mw_shown_add_folder (shown, folder);
  g_hash_table_insert (shown->images, g_strdup ("Textures\\Y.blp"), g_strdup (given));
  mw_shown_find (shown, lookup);
  g_autofree char *x = mw_lookup_find (lookup, "Textures\\X.blp"), *y = mw_lookup_find (lookup, "textures\\y.blp");
  g_assert_cmpstr (x, ==, deep);
  g_assert_cmpstr (y, ==, given);
}

static void
each_model_has_a_file_of_its_own (Files *files, gconstpointer data)
{
  g_autofree char *a = mw_shown_path ("/x/a.m2"), *same = mw_shown_path ("/x/../x/a.m2"),
                  *b = mw_shown_path ("/x/b.m2"), *inside = mw_shown_path ("/x/war3.mpq:Units/a.mdx");
  g_assert_cmpstr (a, ==, same);
  g_assert_cmpstr (a, !=, b);
  g_assert_cmpstr (a, !=, inside);
  g_assert_nonnull (strstr (a, "/modelwright/views/"));
  g_assert_true (g_str_has_prefix (a, g_get_user_state_dir ()));
}

#define ADD(name, function) g_test_add ("/render/shown/" name, Files, NULL, files_set_up, function, files_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("what was chosen is read back", what_was_chosen_is_read_back);
  ADD ("each setting alone is kept", each_setting_alone_is_kept);
  ADD ("more than can be read is not written", more_than_can_be_read_is_not_written);
  ADD ("paths of what is hidden are those of elements", paths_are_those_of_elements);
  ADD ("what cannot be understood is an error", what_cannot_be_understood_is_an_error);
  ADD ("a backslash that escapes nothing is left out", a_backslash_that_escapes_nothing_is_left_out);
  ADD ("a file that cannot be removed is an error", a_file_that_cannot_be_removed_is_an_error);
  ADD ("a lookup searches what was chosen", a_lookup_searches_what_was_chosen);
  ADD ("each model has a file of its own", each_model_has_a_file_of_its_own);
  return g_test_run ();
}
