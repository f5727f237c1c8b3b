/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clang-format off */
/* Rules for the ribbons and particles of World of Warcraft, in MDX and in M2. See core/check/list.h. */

MW_RULE (RIBBON_HEIGHT, "ribbon-height", SEVERE,
  N_ ("A ribbon has a height below 0."),
  NULL, NULL)

MW_RULE (RIBBON_FLAT, "ribbon-flat", WARNING,
  N_ ("A ribbon has no height, so it cannot be seen."),
  NULL, NULL)

MW_RULE (RIBBON_LIFE, "ribbon-life", SEVERE,
  N_ ("The edges of a ribbon have no life span."),
  NULL, NULL)

MW_RULE (RIBBON_RATE, "ribbon-rate", SEVERE,
  N_ ("A ribbon emits less than one edge a second."),
  NULL, NULL)

MW_RULE (PARTICLE_Z_SOURCE, "particle-z-source", WARNING,
  N_ ("The point that particles fly away from is below their emitter."),
  NULL, NULL)

MW_RULE (PARTICLE_RATE, "particle-rate", WARNING,
  N_ ("The emission rate of an emitter is below 0, which counts as 0."),
  NULL, NULL)

MW_RULE (PARTICLE_TWINKLE, "particle-twinkle", UNUSED,
  N_ ("Twinkling has no effect: its smallest and largest sizes are equal."),
  NULL, NULL)
