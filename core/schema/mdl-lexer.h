/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/mdl.h"

/* Private to core/schema: splits MDL text into tokens (mdlx.md 10.1). Commas are white space. Line numbers are
 * computed only when a message needs one. */
typedef struct {
  const char *text, *at, *end;
  const char *furthest;   /* comments before this position have been reported */
  const char *counted;    /* the position at which `line` is valid */
  const char *line_start; /* the beginning of that line */
  const char *unclosed;   /* a comment or quoted text without an end, or NULL; if there is one, `at` is `end` */
  const char *across;     /* the first quoted text that extends over a line end, or NULL */
  guint line;
  guint depth; /* number of open braces at `at` */
  MwReport *report;
  /* MwMdlNote: collects the lines of a side channel, which then are not reported as comments; NULL: they are. */
  GArray *notes;
} MwMdlLexer;

void mw_mdl_lexer_init (MwMdlLexer *lexer, const char *text, size_t size, MwReport *report);
/* Moves past the comment at `at`. */
void mw_mdl_lexer_comment (MwMdlLexer *lexer);
void mw_mdl_lexer_place (MwMdlLexer *lexer, const char *at, guint *line, guint *column);
/* The text at `at` for a message: printable ASCII, shortened. Free with g_free(). */
char *mw_mdl_lexer_found (const MwMdlLexer *lexer);
/* Moves past the quoted text at `at`. Returns its closing quote, or NULL if it has no end. */
const char *mw_mdl_lexer_text (MwMdlLexer *lexer);
/* Skips one token of any kind; FALSE at the end of the text. A quoted text without an end extends to the end of the
 * text. */
gboolean mw_mdl_lexer_skip (MwMdlLexer *lexer);

enum { MW_MDL_BLANK = 1, MW_MDL_LETTER = 2, MW_MDL_DIGIT = 4, MW_MDL_SIGN = 8 };
extern const uint8_t mw_mdl_classes[256];

static inline uint8_t
mw_mdl_class (char c)
{
  return mw_mdl_classes[(uint8_t) c];
}

/* Skips white space, commas and comments. FALSE at the end of the text. */
static inline gboolean
mw_mdl_blanks (MwMdlLexer *lexer)
{
  for (;;) {
    const char *at = lexer->at, *end = lexer->end;
    while (at < end && mw_mdl_class (*at) == MW_MDL_BLANK)
      at++;
    lexer->at = at;
    if (at == end)
      return FALSE;
    if (G_LIKELY (*at != '/') || end - at < 2 || (at[1] != '/' && at[1] != '*'))
      return TRUE;
    mw_mdl_lexer_comment (lexer);
  }
}
