/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/mdl.h"

/* Private to core/schema: MDL text as tokens (mdlx.md 10.1). Commas are white space. Lines are counted only where
 * one is to be named. */
typedef struct {
  const char *text, *at, *end;
  const char *furthest;   /* comments before this have been reported */
  const char *counted;    /* here `line` holds */
  const char *line_start; /* of that line */
  const char *unclosed;   /* a comment or text in quotes that does not end, or NULL: then `at` is `end` */
  const char *across;     /* the first text in quotes that goes on to another line, or NULL */
  guint line;
  guint depth; /* braces that are open at `at` */
  MwReport *report;
  GArray *notes; /* MwMdlNote: gets the lines of a side channel, which are no comments then; NULL: nobody asks */
} MwMdlLexer;

void mw_mdl_lexer_init (MwMdlLexer *lexer, const char *text, size_t size, MwReport *report);
/* Behind a comment that stands at `at`. */
void mw_mdl_lexer_comment (MwMdlLexer *lexer);
void mw_mdl_lexer_place (MwMdlLexer *lexer, const char *at, guint *line, guint *column);
/* What stands at `at`, for a message: printable ASCII, shortened. Free with g_free(). */
char *mw_mdl_lexer_found (const MwMdlLexer *lexer);
/* Behind the text in quotes that stands at `at`. NULL: it does not end; else its closing quote. */
const char *mw_mdl_lexer_text (MwMdlLexer *lexer);
/* Takes one token of any kind; FALSE at the end. A text that does not end takes the rest. */
gboolean mw_mdl_lexer_skip (MwMdlLexer *lexer);

enum { MW_MDL_BLANK = 1, MW_MDL_LETTER = 2, MW_MDL_DIGIT = 4, MW_MDL_SIGN = 8 };
extern const uint8_t mw_mdl_classes[256];

static inline uint8_t
mw_mdl_class (char c)
{
  return mw_mdl_classes[(uint8_t) c];
}

/* Skips what separates tokens. FALSE at the end of the text. */
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
