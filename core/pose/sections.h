/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/record.h"

/* A character of World of Warcraft has several variants of each part of the body in one file: all hair styles, gloves, boots. Their meshes
 * have ids of group and variant (names.md 5), and the game shows one variant of each group. All other models show all their meshes,
 * though the meshes of some creatures have such ids too. */

/* Means all variants of a group. A variant is below it. */
#define MW_SECTION_ALL 100u

/* The ids of the meshes of a character (guint32: 100 * group + variant), sorted, each once. Empty for all other models: a
 * character is a model whose skin the game chooses (texture type 1). Free with g_array_unref(). */
GArray *mw_sections_list (const MwModel *model);
/* The variant that a bare character shows, given its ids: the lowest hair style; ears; hands, feet and legs; of what is worn and of facial
 * hair, variant 1, which usually has no mesh. */
guint mw_section_default (const GArray *ids, guint group);
/* Appends the records (MwId) of a character's meshes that are not shown. `chosen` (may be NULL): group -> variant or MW_SECTION_ALL, both by
 * GUINT_TO_POINTER(); groups without an entry show the default. */
void mw_sections_hide (const MwModel *model, GHashTable *chosen, GArray *hidden);
/* The textures (MwId) that only hidden meshes show; `hidden` is as mw_sections_hide() makes it. Free with g_array_unref(). */
GArray *mw_sections_unseen_textures (const MwModel *model, const GArray *hidden);
