/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/render/combiners.h"

#include <string.h>

static double
mix (double x, double y, double t)
{
  return x * (1 - t) + y * t;
}

/* The table in rendering.md 3.6 (what the combiners compute) for shaders of three and four textures, and of weights: D and
 * S as it gives them. FALSE: another shader. */
static gboolean
combine_more (const char *name, const double t[4][4], const double w[3], int i, double *d, double *s)
{
  double a = t[0][i], b = t[1][i], c = t[2][i], doubled = mix (2 * a * b, a, t[0][3]),
         glow = CLAMP (t[2][3] * w[2], 0, 1);
  if (g_str_equal (name, "Opaque_Mod2xNA_Alpha_Add")) {
    *d = doubled;
    *s = c * t[2][3] * w[2];
  } else if (g_str_equal (name, "Opaque_Mod2xNA_Alpha_3s")) {
    *d = mix (2 * a * b, c, t[2][3]);
  } else if (g_str_equal (name, "Opaque_Mod2xNA_Alpha_Alpha")) {
    *d = mix (mix (2 * a * b, c, t[2][3]), a, t[0][3]);
  } else if (g_str_equal (name, "Opaque_Mod2xNA_Alpha_UnshAlpha")) {
    *d = doubled * (1 - glow);
    *s = c * glow;
  } else if (g_str_has_suffix (name, "_Dual_Crossfade")) {
    *d = mix (mix (a, b, w[1]), c, w[2]);
  } else if (g_str_equal (name, "Guild_NoBorder")) {
    *d = a * mix (1, b, t[1][3]);
  } else if (g_str_has_prefix (name, "Guild")) {
    *d = mix (a * mix (1, b, t[1][3]), c, t[2][3]);
  } else if (g_str_equal (name, "Mod_Mod_Mod_Const")) {
    *d = a * b * c;
  } else if (g_str_has_suffix (name, "_AddAlpha_Wgt")) {
    *s = b * t[1][3] * w[1];
  } else if (g_str_equal (name, "Opaque_Mod_Add_Wgt")) {
    *d = mix (a, b, t[1][3]);
    *s = a * t[0][3] * w[0];
  } else {
    return FALSE;
  }
  return TRUE;
}

void
combiners_work_out (const char *name, const double t[4][4], const double w[3], double rgb[3], double *opacity)
{
  const double *a = t[0], *b = t[1];
  gboolean mod = g_str_has_prefix (name, "Mod");
  *opacity = mod ? a[3] : 1;
  for (int i = 0; i < 3; i++) {
    double d = a[i], s = 0, mixed = 2 * a[i] * b[i];
    if (combine_more (name, t, w, i, &d, &s)) {
      rgb[i] = d + s;
      continue;
    }
    if (g_str_has_suffix (name, "_Mod") || g_str_has_suffix (name, "_Opaque"))
      d = a[i] * b[i];
    else if (g_str_has_suffix (name, "_Mod2x") || g_str_has_suffix (name, "_Mod2xNA"))
      d = mixed;
    else if (g_str_has_suffix (name, "_Add") || g_str_has_suffix (name, "_AddNA"))
      s = b[i];
    else if (g_str_has_suffix (name, "Opaque_Mod2xNA_Alpha"))
      d = mixed + (a[i] - mixed) * a[3];
    else if (g_str_has_suffix (name, "_AddAlpha"))
      s = b[i] * b[3];
    else if (g_str_has_suffix (name, "_AddAlpha_Alpha"))
      s = b[i] * b[3] * (1 - a[3]);
    else if (g_str_equal (name, "Opaque_Alpha_Alpha"))
      d = (a[i] + (b[i] - a[i]) * b[3]) * (1 - a[3]) + a[i] * a[3];
    else if (g_str_equal (name, "Mod_Add_Alpha"))
      s = b[i] * (1 - a[3]);
    else if (g_str_equal (name, "Opaque_ModNA_Alpha"))
      d = a[i] * b[i] * (1 - a[3]) + a[i] * a[3];
    else if (g_str_equal (name, "Opaque_Alpha"))
      d = a[i] + (b[i] - a[i]) * b[3];
    else if (!g_str_equal (name, "Opaque") && !g_str_equal (name, "Mod"))
      g_error ("%s?", name);
    rgb[i] = d + s;
  }
  if (g_str_equal (name, "Opaque_Mod"))
    *opacity = b[3];
  else if (g_str_equal (name, "Opaque_Mod2x"))
    *opacity = 2 * b[3];
  else if (g_str_equal (name, "Mod_Mod"))
    *opacity = a[3] * b[3];
  else if (g_str_equal (name, "Mod_Mod2x"))
    *opacity = 2 * a[3] * b[3];
  else if (g_str_equal (name, "Mod_Add") || g_str_equal (name, "Mod_Add_Alpha"))
    *opacity = a[3] + b[3];
  else if (g_str_equal (name, "Mod_AddAlpha_Alpha"))
    *opacity = a[3] + b[3] * (0.3 * b[0] + 0.59 * b[1] + 0.11 * b[2]);
  else if (g_str_has_suffix (name, "_Dual_Crossfade"))
    *opacity = mix (mix (a[3], b[3], w[1]), t[2][3], w[2]) * (strstr (name, "Masked") ? t[3][3] : 1);
  else if (g_str_equal (name, "Guild") || g_str_equal (name, "Guild_NoBorder"))
    *opacity = a[3];
  else if (g_str_equal (name, "Mod_Mod_Mod_Const"))
    *opacity = a[3] * b[3] * t[2][3];
}
