/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/corpus.h"
#include "tests/core/io/damage.h"
#include "tests/core/io/m2/sets.h"

/* Sets of M2 files with a part cut or a byte changed. */

static const guint32 seed = 20261121;

static void
test_made (void)
{
  g_test_message ("seed %u", seed);
  guint sets = 0;
  for (guint version = M2_FIRST_VERSION; version <= M2_LAST_VERSION; version++) {
    guint n;
    g_autofree guint *forms = m2_forms (version, &n);
    g_autoptr (MwFileSet) set = m2_set_make (&(M2GenerateOptions) { .version = version, .form = forms[n - 1] });
    g_autofree char *name = g_strdup_printf ("made %u (form %u)", version, forms[n - 1]);
    sets += damage_set (set, name, seed + version, 20 / work_fraction () + 1, 100 / work_fraction () + 1);
  }
  g_assert_cmpuint (sets, ==, M2_LAST_VERSION - M2_FIRST_VERSION + 1);
}

static void
test_corpus (void)
{
  g_autoptr (GPtrArray) paths = m2_corpus ();
  guint sets = 0;
  for (guint i = 0; paths && i < paths->len; i++) {
    g_autoptr (MwFileSet) set = m2_set_load (paths->pdata[i]);
    sets += damage_set (set, paths->pdata[i], seed + i, 20 / work_fraction () + 1, 100 / work_fraction () + 1);
  }
  g_test_message ("seed %u, %u sets", seed, sets);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/io/m2/damage/a damaged made set is an error with a place or a model that survives", test_made);
  g_test_add_func ("/io/m2/damage/a damaged real set is an error with a place or a model that survives", test_corpus);
  return g_test_run ();
}
