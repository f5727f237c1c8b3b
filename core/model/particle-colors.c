/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/particle-colors.h"

#include <string.h>

enum { WORDS = MW_PARTICLE_COLORS_SETS * 3, DIGITS = 6 };

char *
mw_particle_colors_to_text (const MwParticleColors *colors)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < WORDS; i++) {
    const guint8 *rgb = colors->rgb[i / 3][i % 3];
    g_string_append_printf (text, "%s%02x%02x%02x", i ? " " : "", rgb[0], rgb[1], rgb[2]);
  }
  return g_string_free (text, FALSE);
}

gboolean
mw_particle_colors_from_text (const char *text, MwParticleColors *out)
{
  MwParticleColors colors;
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  if (g_strv_length (words) != WORDS)
    return FALSE;
  for (guint i = 0; i < WORDS; i++) {
    if (strlen (words[i]) != DIGITS)
      return FALSE;
    for (guint c = 0; c < 3; c++) {
      int high = g_ascii_xdigit_value (words[i][2 * c]), low = g_ascii_xdigit_value (words[i][2 * c + 1]);
      if (high < 0 || low < 0)
        return FALSE;
      colors.rgb[i / 3][i % 3][c] = (guint8) (high << 4 | low);
    }
  }
  *out = colors;
  return TRUE;
}
