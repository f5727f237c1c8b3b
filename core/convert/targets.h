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
  guint release;     /* as MwTargetClient has it */
  guint oldest;      /* the first version of the format that it reads; `format` has the last */
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

/* Clients whose models keep their version when they are saved; nothing is converted to or from it. */
typedef struct {
  const char *id, *also; /* as above */
  guint release;         /* as MwTargetClient has it */
  MwFamily family;
  guint first, last; /* versions that it reads */
  const char *label; /* marked for translation */
  gboolean sure;     /* as above, for at least one of the versions */
} MwTargetKept;
const MwTargetKept *mw_targets_kept (guint *n);

/* What a model is checked for: a client of a game, or a version of the format. */
typedef struct {
  const char *id;    /* that of the target or of the kept version */
  const char *label; /* marked for translation */
  guint release;     /* 30305 for the client 3.3.5; 0: a version of the format, whatever reads it */
  MwFamily family;
  guint first, last; /* versions that it reads, both included */
} MwTargetClient;
/* Looks up the client for a word: what mw_target_format() takes, the id of a client whose models keep their version ("wow-3.3.5"), or
 * such a version ("m2-264"). FALSE: there is none. */
gboolean mw_target_client (const char *word, MwTargetClient *client);
/* The ids of all clients that read one of these versions of one of these families (bits), separated by ", ". Free with g_free(). */
char *mw_target_clients_text (unsigned families, guint first, guint last);
