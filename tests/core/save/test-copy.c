/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies of a document's model in other files. */
#include "core/save/copy.h"
#include "tests/core/corpus.h"
#include "tests/core/io/files.h"
#include "tests/core/save/sample.h"

/* Saves a copy under a name; the domain and code of its error, or NULL. */
static GError *
copy (Files *files, MwDocument *document, const char *name, MwSave **result)
{
  GError *error = NULL;
  MwSave *save = mw_save_of_document (document);
  const MwSaveOptions options = mw_save_options (document);
  const MwSaveTerms terms = { .flags = MW_SAVE_OVERWRITE };
  g_autofree char *path = files_path (files, name);
  const gboolean ok = mw_save_copy (save, &options, path, mw_document_get_files (document), &terms, NULL, &error);
  g_assert_true (ok == !error);
  if (result)
    *result = save;
  else
    mw_save_free (save);
  return error;
}

static void
test_is_a_file_of_its_own (Files *files, gconstpointer data)
{
  g_autoptr (MwDocument) document = saved_sample (files, "figure.mdx", "figure.mdx");
  g_autofree char *path = g_strdup (mw_document_get_path (document)), *made = files_path (files, "a/b/copy.mdx");
  const MwFileSet *before = mw_document_get_files (document);
  g_autoptr (MwSave) save = NULL;
  g_assert_no_error (copy (files, document, "a/b/copy.mdx", &save));
  g_autoptr (GBytes) one = mw_file_read (path, NULL, NULL);
  g_autoptr (GBytes) two = mw_file_read (made, NULL, NULL);
  g_assert_true (g_bytes_equal (one, two));
  g_assert_cmpstr (mw_document_get_path (document), ==, path);
  g_assert_true (mw_document_get_files (document) == before);
}

/* A link leads to the file too. */
static void
test_spares_the_document (Files *files, gconstpointer data)
{
  g_autoptr (MwDocument) document = saved_sample (files, "figure.mdx", "figure.mdx");
  g_autofree char *link = files_path (files, "link.mdx"), *path = files_path (files, "figure.mdx");
  g_autoptr (GBytes) before = mw_file_read (path, NULL, NULL);
  g_autoptr (GFile) at = g_file_new_for_path (link);
  g_assert_true (g_file_make_symbolic_link (at, path, NULL, NULL));
  const char *const names[] = { "figure.mdx", "link.mdx" };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autoptr (GError) error = copy (files, document, names[i], NULL);
    g_assert_error (error, MW_ERROR, MW_ERROR_REFUSED);
    g_autoptr (GBytes) after = mw_file_read (path, NULL, NULL);
    g_assert_true (g_bytes_equal (before, after));
  }
}

static void
test_spares_companions (Files *files, gconstpointer data)
{
  g_autofree char *skin_from = sample_path ("beetle00.skin"), *skin_path = files_path (files, "Beetle00.skin");
  gsize size;
  g_autofree uint8_t *skin = load_exactly (skin_from, &size);
  g_assert_true (g_file_set_contents (skin_path, (const char *) skin, (gssize) size, NULL));
  g_autoptr (MwDocument) document = saved_sample (files, "beetle.m2", "Beetle.m2");
  g_assert_cmpuint (mw_document_get_files (document)->parts->len, >, 1);
  g_autofree char *link = files_path (files, "other00.skin");
  g_autoptr (GFile) at = g_file_new_for_path (link);
  g_assert_true (g_file_make_symbolic_link (at, skin_path, NULL, NULL));
  g_autoptr (GError) error = copy (files, document, "other.m2", NULL);
  g_assert_error (error, MW_ERROR, MW_ERROR_REFUSED);
  files_assert_list (files, "Beetle.m2 Beetle00.skin other00.skin");
  g_autoptr (GBytes) after = mw_file_read (skin_path, NULL, NULL);
  g_assert_cmpmem (g_bytes_get_data (after, NULL), g_bytes_get_size (after), skin, size);
  g_assert_no_error (copy (files, document, "third.m2", NULL));
  files_assert_list (files, "Beetle.m2 Beetle00.skin other00.skin third.m2 third00.skin");
}

static void
test_names_what_is_beside (Files *files, gconstpointer data)
{
  g_autoptr (MwDocument) document = saved_sample (files, "beetle.m2", "beetle.m2");
  g_autoptr (MwSave) save = NULL;
  files_write (files, "other03.skin", "of another model");
  g_assert_no_error (copy (files, document, "other.m2", &save));
  g_assert_cmpuint (save->taken->len, ==, 1);
  g_assert_cmpstr (save->taken->pdata[0], ==, "other03.skin");
}

int
main (int argc, char **argv)
{
  g_autofree char *state = g_dir_make_tmp ("copy-XXXXXX", NULL);
  g_setenv ("XDG_STATE_HOME", state, TRUE); /* the list of own files */
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func) g_test_add ("/save/copy/" name, Files, NULL, files_set_up, func, files_tear_down)
  ADD ("a copy is a file of its own, in a folder that is made", test_is_a_file_of_its_own);
  ADD ("a copy never replaces the file of the document", test_spares_the_document);
  ADD ("a copy never replaces a companion of the document", test_spares_companions);
  ADD ("files beside it that it would take are named", test_names_what_is_beside);
  const int failed = g_test_run ();
  files_remove (state);
  return failed;
}
