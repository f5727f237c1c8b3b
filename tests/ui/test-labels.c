/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/labels.h"

static void
capitals (void)
{
  static const struct {
    const char *text, *expected;
  } rows[] = { { "the keys stay", "The keys stay" },
               { "ключи останутся", "Ключи останутся" },
               { "ändert nichts", "Ändert nichts" },
               { "关键帧", "关键帧" },
               { "3 keys", "3 keys" },
               { "", "" } };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *text = mw_ui_capitalized (rows[i].text);
    g_assert_cmpstr (text, ==, rows[i].expected);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/labels/a text begins with a capital in any alphabet", capitals);
  return g_test_run ();
}
