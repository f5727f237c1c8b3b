/* SPDX-License-Identifier: GPL-3.0-or-later */
/* M2 sets with a part that was cut short. ./dev test --long cut does all cuts of all sets. */
#include "tests/core/corpus.h"
#include "tests/core/io/m2/cut.h"
#include "tests/core/io/m2/sets.h"

static void
test_made (void)
{
  guint n = 0;
  for (guint version = M2_FIRST_VERSION; version <= M2_LAST_VERSION; version++) {
    guint n_forms;
    g_autofree guint *forms = m2_forms (version, &n_forms);
    g_autoptr (MwFileSet) set = m2_set_make (&(M2GenerateOptions) { .version = version, .form = forms[n_forms - 1] });
    g_autofree char *name = g_strdup_printf ("made %u (form %u)", version, forms[n_forms - 1]);
    guint slices = 4 * work_fraction ();
    n += cut_set (set, name, version % slices, slices);
  }
  g_test_message ("%u cuts", n);
  g_assert_cmpuint (n, >, 100);
}

/* Whether a skin of 264 has shadow batches is seen from its header alone: if they are cut off, it is not taken for one without. */
static void
test_shadow_batches (void)
{
  g_autoptr (MwFileSet) set = m2_set_make (&(M2GenerateOptions) { .version = 264, .form = M2_FORM_LATE_SKIN });
  g_assert_cmpuint (cut_set (set, "made 264 with shadow batches", 0, 1), >, 100);
}

static void
test_corpus (void)
{
  g_autoptr (GPtrArray) paths = m2_corpus ();
  guint n = 0;
  for (guint i = 0; paths && i < paths->len; i++) {
    g_autoptr (MwFileSet) set = m2_set_load (paths->pdata[i]);
    guint slices = 200 * work_fraction ();
    n += cut_set (set, paths->pdata[i], i % slices, slices);
  }
  g_test_message ("%u cuts", n);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/io/m2/cut/generated sets cut at the end of an array are refused if something is missing",
                   test_made);
  g_test_add_func ("/io/m2/cut/cut-off shadow batches of version 264 are noticed", test_shadow_batches);
  g_test_add_func ("/io/m2/cut/real sets cut at the end of an array are refused if something is missing", test_corpus);
  return g_test_run ();
}
