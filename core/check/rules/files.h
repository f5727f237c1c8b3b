/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clang-format off */
/* Rules about the files that models name (core/check/files.h). See core/check/list.h. */
#undef MW_RULE_FAMILIES
#define MW_RULE_FAMILIES G_MAXUINT

MW_RULE (TEXTURE_MISSING, "texture-missing", SEVERE,
  N_ ("The file of a texture is not found."),
  N_ ("What games draw instead is not known. Modelwright draws grey clay, and no particles."),
  "rendering.md 3.8 and 6.3")

MW_RULE (FILE_MISSING, "file-missing", SEVERE,
  N_ ("A file that an attachment, an emitter or another element names is not found."),
  N_ ("Nothing is shown in its place, because the file says what to show. Whether a game does more than that is not known."),
  "rendering.md 4.2 and 4.6")

MW_RULE (FILE_CASE, "file-case", WARNING,
  N_ ("A file has its name only in other letter case than the model writes it."),
  N_ ("Games and archives ignore case. Programs on systems that tell case apart do not find the file."),
  "rendering.md 6.3")

MW_RULE (TEXTURE_UNREADABLE, "texture-unreadable", SEVERE,
  N_ ("The file of a texture cannot be read."),
  N_ ("What games do is not known. Modelwright shows the texture as missing."),
  "rendering.md 6; mdx-m3-viewer sanity test")

MW_RULE (TEXTURE_KIND, "texture-kind", WARNING,
  N_ ("The file of a texture is not of a kind that the game has."),
  N_ ("Warcraft III has BLP1, TGA and, from Reforged on, DDS. World of Warcraft has BLP2. What they do with another kind is not known."),
  "rendering.md 6.1, 6.2 and 6.3")

MW_RULE (TEXTURE_LEVELS, "texture-levels", WARNING,
  N_ ("A smaller picture (mip level) in the file of a texture is broken or has the wrong size."),
  N_ ("What games do is not known. From a distance the texture may look wrong."),
  "rendering.md 6.1 and 6.2; mdx-m3-viewer sanity test")
