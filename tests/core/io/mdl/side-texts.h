/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/byte-map.h"
#include "core/schema/record.h"
#include "core/schema/report.h"

/* Texts with a side channel, for its tests. All of version 800. */
extern const MwFormat mdx800, mdl800;
/* Of the last text that was written: notes on spelling that found no room. They are named, as warnings. */
extern guint side_spelling_left_out;

/* The text with its side channel; *losses gets how much it cannot state all the same. */
GBytes *side_text_of (MwModel *model, MwByteMap *map, guint *losses);
/* Both must succeed; the text of the second has a side channel of which everything holds. */
MwModel *side_read_text (const char *text, gsize size, MwReport *report);
GBytes *side_mdx_of (const MwModel *model);
GBytes *side_mdx_of_text (const char *text, gsize size);
/* everything.mdx. */
uint8_t *load_everything (gsize *size);
/* The same with a large unknown chunk behind: in a file of this size so many odd things in little room are no more than a side
 * channel takes. */
uint8_t *load_roomy_everything (gsize *size, gsize *odd);
void side_set_bits (MwModel *model, const char *path, uint32_t bits);
/* A file with a note of every kind. */
GBytes *side_odd_mdx (void);
/* The text of that, which states all of it, and the model. */
char *side_odd_text (MwModel **model, MwByteMap *map);
/* Lines with something in them, those with counts not counted. */
guint side_count_lines (const char *text, const char *head, const char *list);
