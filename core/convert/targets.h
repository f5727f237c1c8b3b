/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/schema.h"

/* A target of conversion: a version of the format, or a game, which means the version that all its patches read. */
typedef struct {
  const char *id;    /* "mdx1000" or "wc3-reforged-1.32": stable; what people type */
  const char *also;  /* other ids of the same target, separated by spaces; "" for none */
  const char *label; /* "Warcraft III: Reforged 1.32 to 1.36, MDX 1000", marked for translation */
  MwFormat format;   /* `text` is FALSE */
  gboolean game;     /* FALSE: the entry is the format itself */
  gboolean sure;     /* checked on real files; FALSE: known only from descriptions of the format */
} MwTargetGame;

/* All targets: formats by family and version, then games from the oldest to the newest. */
const MwTargetGame *mw_target_games (guint *n);
/* Looks up the format for a word: a target's id in any case, a format's id with a colon ("mdx:1100"), or one with
 * "mdl" instead of "mdx" for text. FALSE: there is no such target. */
gboolean mw_target_format (const char *word, MwFormat *format);
/* The i-th word for a game without a version number ("reforged"); mw_target_format() accepts these too. NULL after
 * the last. */
const char *mw_target_short_word (guint i);
/* The game and version of a format: "WoW 0.5.3 alpha, MDX 1300", "Warcraft III, MDL 1100", "World of Warcraft, M2
 * 264". Not translated; free with g_free(). */
char *mw_target_title (MwFormat format);
/* The same with the name that players use for the game: "WoW 3.3.5 · M2 264". Free with g_free(). */
char *mw_target_short_title (MwFormat format);

/* Versions that a model keeps when it is saved, but that nothing is converted to. */
typedef struct {
  MwFamily family;
  uint16_t first, last;
  const char *label; /* marked for translation */
  gboolean sure;     /* as above, for at least one of the versions */
} MwTargetKept;
const MwTargetKept *mw_targets_kept (guint *n);
