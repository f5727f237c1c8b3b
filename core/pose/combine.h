/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How the texels a, b, c and d of up to four textures are combined into a pixel: rgb = k D light + S and alpha = A, where
 * k is the colour of the surface. The combiners of rendering.md 3.6 are triples of a diffuse, a specular and an opacity
 * term. w1, w2 and w3 are the weights of the first three textures; textures without a weight have 1. Below, mix (x, y, t) is
 * x (1 - t) + y t, as in GLSL. */
typedef enum {
  MW_DIFFUSE_A,      /* a */
  MW_DIFFUSE_AB,     /* a b */
  MW_DIFFUSE_2AB,    /* 2 a b */
  MW_DIFFUSE_2AB_A,  /* mix (2 a b, a, alpha of a) */
  MW_DIFFUSE_AB_A,   /* mix (a b, a, alpha of a) */
  MW_DIFFUSE_B_A,    /* mix (mix (a, b, alpha of b), a, alpha of a) */
  MW_DIFFUSE_B,      /* mix (a, b, alpha of b) */
  MW_DIFFUSE_2AB_C,  /* mix (2 a b, c, alpha of c) */
  MW_DIFFUSE_2AB_CA, /* mix (mix (2 a b, c, alpha of c), a, alpha of a) */
  MW_DIFFUSE_2AB_AC, /* mix (2 a b, a, alpha of a) (1 - alpha of c w3) */
  MW_DIFFUSE_A_B,    /* a mix (1, b, alpha of b) */
  MW_DIFFUSE_A_B_C,  /* mix (a mix (1, b, alpha of b), c, alpha of c) */
  MW_DIFFUSE_ABC,    /* a b c */
  MW_DIFFUSE_4ABC,   /* 4 a b c */
  MW_DIFFUSE_MIXED   /* mix (mix (a, b, w2), c, w3) */
} MwDiffuse;
typedef enum {
  MW_SPECULAR_NONE,
  MW_SPECULAR_B,         /* b */
  MW_SPECULAR_B_ALPHA,   /* b times its alpha times w2 */
  MW_SPECULAR_B_ALPHA_A, /* b times its alpha times (1 - alpha of a) */
  MW_SPECULAR_B_A,       /* b times (1 - alpha of a) */
  MW_SPECULAR_A_ALPHA,   /* a times its alpha times w1 */
  MW_SPECULAR_C_ALPHA    /* c times its alpha times w3 */
} MwSpecular;
typedef enum {
  MW_OPACITY_ONE,
  MW_OPACITY_A,
  MW_OPACITY_B,
  MW_OPACITY_2B,
  MW_OPACITY_AB,
  MW_OPACITY_2AB,
  MW_OPACITY_A_PLUS_B,
  MW_OPACITY_A_PLUS_LUMA, /* alpha of a, plus alpha of b times the brightness of b */
  MW_OPACITY_ABC,
  MW_OPACITY_2ABC,
  MW_OPACITY_4ABC,
  MW_OPACITY_MIXED,  /* as MW_DIFFUSE_MIXED, of the alphas */
  MW_OPACITY_MIXED_D /* that times the alpha of d */
} MwOpacity;
