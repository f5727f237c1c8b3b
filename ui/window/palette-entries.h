/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/window/commands.h"

/* What the command palette offers, and the search in it: operations, commands of the window, and elements by name. */

typedef struct {
  const MwOperation *operation; /* or NULL */
  const MwCommand *command;     /* or NULL */
  MwId element;                 /* 0: it is none. For a surface the id of its first batch */
  gboolean surface;
  char *label;
  char *folded;       /* the label for mw_fuzzy_score() */
  const char *group;  /* the domain or the kind of element, translated */
  char *words;        /* other words to find it by, for mw_fuzzy_score(); of elements: belongs to the entries */
  char *key;          /* "Ctrl+D", or NULL */
  char *reason;       /* why it cannot be done now, or NULL */
  gboolean elsewhere; /* it can never be done to a model of this format */
  guint recent;       /* 1: the one used last, 2: before that ...; 0: not recently */
  guint score;
} MwPaletteEntry;

typedef struct _MwPaletteEntries MwPaletteEntries;

/* Collects the entries for the page in view, if there is one. Free with mw_palette_entries_free(). */
MwPaletteEntries *mw_palette_entries_new (MwWindow *window);
void mw_palette_entries_free (MwPaletteEntries *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwPaletteEntries, mw_palette_entries_free)

/* Searches. Returns how many entries match. */
guint mw_palette_entries_search (MwPaletteEntries *self, const char *typed);
/* The match number `index`, the best first; NULL if there are no more, or at MW_PALETTE_MAX and beyond. Nobody reads more rows,
 * and sorting all matches would take longer than finding them. */
enum { MW_PALETTE_MAX = 60 };
const MwPaletteEntry *mw_palette_entries_get (MwPaletteEntries *self, guint index);
/* Remembers in the settings that this entry was used. Elements are not remembered: they belong to one model. */
void mw_palette_remember (const MwPaletteEntry *entry);
