/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clang-format off */
/* Rules for the ribbons and particles of World of Warcraft, in MDX and in M2. See core/check/list.h. */
#undef MW_RULE_FAMILIES
#define MW_RULE_FAMILIES (MW_FAMILY_MDX_WOW | MW_FAMILY_M2)

MW_RULE (RIBBON_HEIGHT, "ribbon-height", SEVERE,
  N_ ("A ribbon has a height below 0."),
  N_ ("The edge lies on the other side of the ribbon's node, so the ribbon is narrower than it should be, or turned over."),
  "rendering.md 4.3 and 4.5")

MW_RULE (RIBBON_FLAT, "ribbon-flat", WARNING,
  N_ ("A ribbon has no height, so it cannot be seen."),
  N_ ("The ribbon has no width, so it is not seen."),
  "rendering.md 4.3 and 4.5")

MW_RULE (RIBBON_LIFE, "ribbon-life", SEVERE,
  N_ ("The edges of a ribbon have no life span."),
  N_ ("Clients use 0.25 seconds instead."),
  "rendering.md 4.5")

MW_RULE (RIBBON_RATE, "ribbon-rate", SEVERE,
  N_ ("A ribbon emits less than one edge a second."),
  N_ ("Clients round the number up, at least to 1, so the ribbon has long straight pieces."),
  "rendering.md 4.5")

MW_RULE (PARTICLE_Z_SOURCE, "particle-z-source", WARNING,
  N_ ("The point that particles fly away from is below their emitter."),
  N_ ("The M2 wiki says that it must not be. Viewers ignore it, except in spheres. What clients do is not known."),
  "rendering.md 4.4")

MW_RULE (PARTICLE_RATE, "particle-rate", WARNING,
  N_ ("The emission rate of an emitter is below 0, which counts as 0."),
  N_ ("Nothing is emitted."),
  "rendering.md 4.4")

MW_RULE (PARTICLE_TWINKLE, "particle-twinkle", UNUSED,
  N_ ("The smallest and the largest size of twinkling are equal."),
  N_ ("The size of particles does not change while they twinkle. Sources differ on whether it is multiplied by this number."),
  "rendering.md 4.4")
