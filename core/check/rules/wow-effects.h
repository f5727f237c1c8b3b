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
  N_ ("A plane emitter ignores it. What clients do with other emitters is not known."),
  "rendering.md 4.4")

MW_RULE (PARTICLE_RATE, "particle-rate", WARNING,
  N_ ("The emission rate of an emitter is below 0, which counts as 0."),
  N_ ("Nothing is emitted."),
  "rendering.md 4.4")

MW_RULE (PARTICLE_TWINKLE, "particle-twinkle", UNUSED,
  N_ ("Twinkling has no effect: its smallest and largest sizes are equal."),
  N_ ("The size of particles does not change while they twinkle."),
  "rendering.md 4.4")
