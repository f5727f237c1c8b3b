/* SPDX-License-Identifier: GPL-3.0-or-later */
/* m2-structure [--incomplete] FILE.m2...: prints the findings on these sets. Exit code 1 if there are any, 2 if a file cannot be
 * read. */
#include "tests/m2/structure.h"

#include <string.h>

int
main (int argc, char **argv)
{
  int status = 0;
  gboolean incomplete = FALSE;
  for (int i = 1; i < argc; i++) {
    if (strcmp (argv[i], "--incomplete") == 0) {
      incomplete = TRUE;
      continue;
    }
    GError *error = NULL;
    M2StructureSet *set = m2_structure_load (argv[i], &error);
    if (!set) {
      g_printerr ("%s: %s\n", argv[i], error->message);
      g_clear_error (&error);
      status = 2;
      continue;
    }
    set->incomplete = incomplete;
    GPtrArray *found = m2_structure_check (set);
    for (guint k = 0; k < found->len; k++) {
      const M2Finding *finding = found->pdata[k];
      g_print ("%s: %s at %" G_GUINT64_FORMAT ": %s\n", finding->file, finding->rule, finding->offset, finding->text);
    }
    if (found->len > 0 && status == 0)
      status = 1;
    g_ptr_array_unref (found);
    m2_structure_set_free (set);
  }
  return status;
}
