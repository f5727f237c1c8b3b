/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/schema.h"

/* What a model can be converted for: a version of the format, or a game, which stands for the version that all its patches
 * read. */
typedef struct {
  const char *id;    /* "mdx1000" or "wc3-reforged-1.32": stable, and what people write */
  const char *also;  /* further ids of the same, with a space between any two; "" for none */
  const char *label; /* "Warcraft III: Reforged 1.32 to 1.36, MDX 1000", marked for translation */
  MwFormat format;   /* `text` is FALSE */
  gboolean game;     /* FALSE: the format itself */
  gboolean sure;     /* checked on real files; FALSE: by what others say of the format */
} MwTargetGame;

/* Formats by family and version, then games from the oldest on. */
const MwTargetGame *mw_target_games (guint *n);
/* The format of a word: a target's id in any case, or a format's with a colon ("mdx:1100"), or with "mdl" instead of "mdx" for
 * text; FALSE: there is no such target. */
gboolean mw_target_format (const char *word, MwFormat *format);
/* The i-th of the words for games without a number ("reforged"), which mw_target_format() takes too; NULL: no more. */
const char *mw_target_short_word (guint i);
/* "WoW 0.5.3 alpha, MDX 1300", "Warcraft III, MDL 1100", "World of Warcraft, M2 264": whose format and which version. Not
 * translated; free with g_free(). */
char *mw_target_title (MwFormat format);
/* The same with the game by what its players call it: "WoW 3.3.5 · M2 264". Free with g_free(). */
char *mw_target_short_title (MwFormat format);
/* The entry of a format itself, or NULL. */
const MwTargetGame *mw_target_of_format (MwFormat format);

/* Versions that a model is saved in when it is one of them, and that none is converted to. */
typedef struct {
  MwFamily family;
  uint16_t first, last;
  const char *label; /* marked for translation */
  gboolean sure;     /* as above, for some version of them */
} MwTargetKept;
const MwTargetKept *mw_targets_kept (guint *n);
