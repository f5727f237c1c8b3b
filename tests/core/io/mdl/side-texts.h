/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/byte-map.h"
#include "core/schema/record.h"
#include "core/schema/report.h"

/* Texts with a side channel, for its tests; all of version 800. */
extern const MwFormat mdx800, mdl800;
/* How many notes on spelling had no room in the last text written. They are reported as warnings. */
extern guint side_spelling_left_out;

/* The text with its side channel; *losses gets the number of things that it still cannot state. */
GBytes *side_text_of (MwModel *model, MwByteMap *map, guint *losses);
/* Both assert success; the second also asserts that the text has a side channel and that all of it holds. */
MwModel *side_read_text (const char *text, gsize size, MwReport *report);
GBytes *side_mdx_of (const MwModel *model);
GBytes *side_mdx_of_text (const char *text, gsize size);
/* everything.mdx. */
uint8_t *load_everything (gsize *size);
/* The same with a large unknown chunk at the end, which makes the file large enough for all its odd bytes to fit in
 * a side channel. */
uint8_t *load_roomy_everything (gsize *size, gsize *odd);
void side_set_bits (MwModel *model, const char *path, uint32_t bits);
/* A file that needs a note of every kind. */
GBytes *side_odd_mdx (void);
/* Its text, which states all of it, and the model. */
char *side_odd_text (MwModel **model, MwByteMap *map);
/* The number of lines that contain `head` and `list`, without counts. */
guint side_count_lines (const char *text, const char *head, const char *list);
