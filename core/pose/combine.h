/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How the texels a and b of up to two textures are combined into a pixel: rgb = k D light + S and alpha = A, where k
 * is the colour of the surface. The combiners of rendering.md 3.6 are triples of a diffuse, a specular and an
 * opacity term. */
typedef enum {
  MW_DIFFUSE_A,     /* a */
  MW_DIFFUSE_AB,    /* a b */
  MW_DIFFUSE_2AB,   /* 2 a b */
  MW_DIFFUSE_2AB_A, /* 2 a b, towards a by a's alpha */
  MW_DIFFUSE_AB_A,  /* a b, towards a by a's alpha */
  MW_DIFFUSE_B_A,   /* a, towards b by b's alpha, then towards a by a's alpha */
  MW_DIFFUSE_B      /* a, towards b by b's alpha */
} MwDiffuse;
typedef enum {
  MW_SPECULAR_NONE,
  MW_SPECULAR_B,         /* b */
  MW_SPECULAR_B_ALPHA,   /* b times its alpha */
  MW_SPECULAR_B_ALPHA_A, /* b times its alpha and the rest of a's */
  MW_SPECULAR_B_A,       /* b times the rest of a's alpha */
  MW_SPECULAR_A_ALPHA    /* a times its alpha */
} MwSpecular;
typedef enum {
  MW_OPACITY_ONE,
  MW_OPACITY_A,
  MW_OPACITY_B,
  MW_OPACITY_2B,
  MW_OPACITY_AB,
  MW_OPACITY_2AB,
  MW_OPACITY_A_PLUS_B,
  MW_OPACITY_A_PLUS_LUMA /* a's alpha, and b's times its brightness */
} MwOpacity;
