/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clang-format off */
/* Rules about the textures that models of Warcraft III name (core/check/files.h). See core/check/list.h. */
#undef MW_RULE_FAMILIES
#define MW_RULE_FAMILIES MW_FAMILY_MDX

MW_RULE (WC3_TEXTURE_SIDES, "wc3-texture-sides", WARNING,
  N_ ("The sides of a BLP or DDS texture are not powers of two, or those of a DDS texture no multiples of 4."),
  N_ ("What the game does with such a texture is not known."),
  "mdx-m3-viewer sanity test")

MW_RULE (WC3_TEXTURE_LARGE, "wc3-texture-large", WARNING,
  N_ ("A side of a BLP texture has more than 512 pixels, and the target is older than Reforged."),
  N_ ("What the game does is not known. The limits of other clients are not known either, so nothing is said about them."),
  "mdx-m3-viewer sanity test")

MW_RULE (WC3_TEXTURE_HEADER, "wc3-texture-header", WARNING,
  N_ ("The header of a BLP1 texture has a value without a meaning."),
  N_ ("An unknown kind of content counts as JPEG, and an unknown depth of alpha as none. What follows from a long JPEG header is not known."),
  "rendering.md 6.1; mdx-m3-viewer sanity test")

MW_RULE (WC3_TEXTURE_FEW_LEVELS, "wc3-texture-few-levels", WARNING,
  N_ ("A DDS texture has too few smaller pictures (mip levels) for its size."),
  N_ ("What the game does is not known. From a distance the texture may flicker."),
  "mdx-m3-viewer sanity test")
