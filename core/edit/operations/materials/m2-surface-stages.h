/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/operations/materials/m2-surface-list.h"

/* How the textures of a batch are combined and mapped: in the form in which users think of it, whatever the version stores
 * (m2.md 7). Up to 263 clients show one texture, and the blend mode decides. At 264 the combiners are a run in a list of the model,
 * if a global flag says so. From 265 on they and the mapping are bits of the shader id. */

enum { MW_STAGES_MOST = 4, MW_STAGES_PLAIN = 1 /* Mod: what a texture does without combiners */ };
enum { MW_COORD_FIRST, MW_COORD_SECOND, MW_COORD_ENVIRONMENT = 0xFFFF };

typedef struct {
  guint n;                         /* number of textures, at most MW_STAGES_MOST */
  uint16_t ops[MW_STAGES_MOST];    /* combiners (catalogue "combiners") */
  uint16_t coords[MW_STAGES_MOST]; /* MW_COORD_... */
} MwStages;

/* The names of the combiners, with labels that say what they do. */
extern const MwNames mw_stage_names;

/* Whether clients of the model's version combine several textures; the error says what to do instead. */
gboolean mw_stages_apply (MwDocument *document, const MwId *ids, guint n, GError **error);
/* Whether a batch has a shader of its own from the table of special ones, which fixes the mapping too. */
gboolean mw_stages_are_special (const MwM2 *model, const MwM2Batch *batch);
/* What clients do with the textures of a batch. */
void mw_stages_of (const MwM2 *model, const MwM2Batch *batch, MwStages *out);
/* Makes a surface combine and map its textures so, and takes a special shader away. `stages->n` must be the number of its textures,
 * at least 1. Call it inside an open transaction. */
gboolean mw_stages_set (MwDocument *document, const GPtrArray *surface, const MwStages *stages, GError **error);
/* The same for the mapping only: the combiners stay. */
gboolean mw_stages_set_coords (MwDocument *document, const GPtrArray *surface, const MwStages *stages, GError **error);
/* How many textures of a surface clients can show. */
guint mw_stages_shown (const MwM2 *model);
/* Sets the stored shader id of a batch. */
gboolean mw_stages_set_shader (MwDocument *document, const MwM2Batch *batch, uint16_t shader, GError **error);

/* Whether shader ids are places in the model's list of combiners (264, with a global flag). */
gboolean mw_stages_are_combined (const MwM2 *model);
/* Where the list of the model has this run of combiners, which is appended if it has not. FALSE and an error if there is no room. */
gboolean mw_stages_place (MwDocument *document, const uint16_t *ops, guint n, uint16_t *place, GError **error);
/* Makes the model have combiners. Batches that are not of this surface (NULL: all) get those with which they look as before.
 * Refused if one of them has two textures, because clients showed only the first. */
gboolean mw_stages_make_combined (MwDocument *document, const GPtrArray *surface, GError **error);
