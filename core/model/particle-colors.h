/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* Colours that a World of Warcraft client shows instead of those of an emitter, for a creature of some display ids (a felimp has green flames
 * where an imp has red ones). The emitters name one of three sets by their colour index. They are RGB; opacity stays that of the emitter.
 * Source: ParticleColor on wowdev.wiki, and rendering.md 4.4. */

/* The colour index of the first set (MwM2Particle.color_index); emitters with an index of none of the sets keep their colours. */
enum { MW_PARTICLE_COLORS_FIRST = 11, MW_PARTICLE_COLORS_SETS = 3 };

typedef struct {
  guint8 rgb[MW_PARTICLE_COLORS_SETS][3][3]; /* for each set: at the start, in the middle and at the end of a particle's life */
} MwParticleColors;

/* As nine words of six hexadecimal digits (RRGGBB), set after set. Free with g_free(). */
char *mw_particle_colors_to_text (const MwParticleColors *colors);
/* FALSE: the text is no such words, and *out is not set. */
gboolean mw_particle_colors_from_text (const char *text, MwParticleColors *out);
