/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* Finds what the skin profiles of an M2 set (264 and later) refer to, from the bytes of the files alone. It knows the format from
 * docs/formats/m2.md and shares no code with the reader or the writer. */

typedef enum {
  M2_NAMES_TEXTURE,
  M2_NAMES_MATERIAL,
  M2_NAMES_BONE,
  M2_NAMES_WEIGHT,
  M2_NAMES_TRANSFORM,
  M2_NAMES_COLOR,
  M2_N_NAMED,     /* those above are indices into lists of the model */
  M2_NAMES_COORD, /* these are numbers */
  M2_NAMES_VERTEX,
  M2_NAMES_FAITHFUL /* 1: the bone is the one that the vertex itself names, or does not move it */
} M2NamedKind;

#define M2_NAMES_NOTHING 0xFFFFFFFFu

typedef struct {
  M2NamedKind kind;
  guint32 number;   /* M2_NAMES_NOTHING: no index of the list */
  const char *from; /* a static word: "batch", "section", "shadow", "vertex" */
  guint index;      /* its index in the profile */
} M2Named;

/* Everything that one profile refers to, in the order of its file. NULL if an array is not within the file. Free with
 * g_array_unref(). */
GArray *m2_named (GBytes *model, GBytes *skin);
/* All entries of the combo tables of the header; `index` is that in the table. Free with g_array_unref(). */
GArray *m2_named_combos (GBytes *model);
const char *m2_named_word (M2NamedKind kind);
