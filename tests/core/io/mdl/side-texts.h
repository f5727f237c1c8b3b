/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/mdlx/mdlx.h"
#include "core/schema/byte-map.h"
#include "core/schema/report.h"

/* What the tests of the side channel share: ways there and back, and a file with a note of every kind. All of version 800. */

extern const MwFormat mdx800, mdl800;

/* Of the last text that text_of() wrote: notes on spelling that found no room. They are named, as warnings. */
extern guint spelling_left_out;

/* The text with its side channel; *losses (may be NULL) gets how much it cannot state all the same. */
GBytes *text_of (MwModel *model, MwByteMap *map, guint *losses);
/* The model of a text that can be read. */
MwModel *read_text (const char *text, gsize size, MwReport *report);
GBytes *mdx_of (const MwModel *model);
/* Of a text that has a side channel, and nothing that is not kept. */
GBytes *mdx_of_text (const char *text, gsize size);
/* A side channel has at most so many bytes, its unknown chunks not counted. */
void assert_small (GBytes *text, gsize mdx_size);

/* A file with everything in it. */
uint8_t *load_everything (gsize *size);
/* The same with a large unknown chunk behind; *odd gets where that begins. */
uint8_t *load_roomy_everything (gsize *size, gsize *odd);

void set_bits (MwModel *model, const char *path, uint32_t bits);
/* The file with a note of every kind; its text, and the model. */
GBytes *odd_mdx (void);
char *odd_text (MwModel **model, MwByteMap *map);

/* Lines of a text that begin with `head` and have `list` in them, those with counts not counted. */
guint count_lines (const char *text, const char *head, const char *list);
