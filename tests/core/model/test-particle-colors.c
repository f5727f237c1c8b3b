/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/particle-colors.h"

#include <string.h>

#define TEXT "010203 0a0b0c ffffff 000000 7f8081 112233 445566 778899 aabbcc"

static void
a_text_has_the_colours_of_the_sets_in_turn (void)
{
  MwParticleColors colors;
  g_assert_true (mw_particle_colors_from_text (TEXT, &colors));
  g_assert_cmpmem (colors.rgb[0][0], 3, ((guint8[]) { 1, 2, 3 }), 3);
  g_assert_cmpmem (colors.rgb[0][2], 3, ((guint8[]) { 255, 255, 255 }), 3);
  g_assert_cmpmem (colors.rgb[1][1], 3, ((guint8[]) { 0x7f, 0x80, 0x81 }), 3);
  g_assert_cmpmem (colors.rgb[2][2], 3, ((guint8[]) { 0xaa, 0xbb, 0xcc }), 3);
  g_autofree char *text = mw_particle_colors_to_text (&colors);
  g_assert_cmpstr (text, ==, TEXT);
}

static void
other_texts_are_refused (void)
{
  static const char *const texts[] = { "",
                                       "010203",
                                       TEXT " 010203",
                                       TEXT " ",
                                       "g" TEXT,
                                       "x10203 0a0b0c ffffff 000000 7f8081 112233 445566 778899 aabbcc",
                                       "01020 0a0b0c ffffff 000000 7f8081 112233 445566 778899 aabbcc",
                                       "010203 0a0b0c ffffff 000000 7f8081 112233 445566 778899 aabbc-" };
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    MwParticleColors colors, before;
    memset (&colors, 7, sizeof colors);
    before = colors;
    g_assert_false (mw_particle_colors_from_text (texts[i], &colors));
    g_assert_cmpmem (&colors, sizeof colors, &before, sizeof before);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/particle colors/a text has the colours of the sets in turn",
                   a_text_has_the_colours_of_the_sets_in_turn);
  g_test_add_func ("/model/particle colors/other texts are refused", other_texts_are_refused);
  return g_test_run ();
}
