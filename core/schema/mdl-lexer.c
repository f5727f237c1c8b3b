/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* memrchr, memmem */
#include "core/schema/mdl-lexer.h"

#include <string.h>

#define LETTERS(a, b) [a... b] = MW_MDL_LETTER
const uint8_t mw_mdl_classes[256] = {
  [' '] = MW_MDL_BLANK,  ['\t'] = MW_MDL_BLANK, ['\r'] = MW_MDL_BLANK,        ['\n'] = MW_MDL_BLANK,
  ['\f'] = MW_MDL_BLANK, ['\v'] = MW_MDL_BLANK, [','] = MW_MDL_BLANK,         LETTERS ('a', 'z'),
  LETTERS ('A', 'Z'),    ['_'] = MW_MDL_LETTER, ['0' ... '9'] = MW_MDL_DIGIT, ['+'] = MW_MDL_SIGN,
  ['-'] = MW_MDL_SIGN,   ['.'] = MW_MDL_SIGN,
};

void
mw_mdl_lexer_init (MwMdlLexer *lexer, const char *text, size_t size, MwReport *report)
{
  *lexer = (MwMdlLexer) { .text = text, .at = text, .end = text + size, .report = report };
  if (size >= 3 && memcmp (text, "\xEF\xBB\xBF", 3) == 0)
    lexer->at += 3;
  lexer->furthest = lexer->counted = lexer->line_start = text;
  lexer->line = 1;
}

/* Counts from the previous position, forwards or backwards, so that many calls together cost one pass over the text. */
void
mw_mdl_lexer_place (MwMdlLexer *lexer, const char *at, guint *line, guint *column)
{
  const char *p;
  if (at >= lexer->counted) {
    for (p = lexer->counted; (p = memchr (p, '\n', (size_t) (at - p))); lexer->line_start = ++p)
      lexer->line++;
  } else {
    gboolean crossed = FALSE;
    for (p = lexer->counted; (p = memrchr (at, '\n', (size_t) (p - at))); crossed = TRUE)
      lexer->line--;
    if (crossed) {
      p = memrchr (lexer->text, '\n', (size_t) (at - lexer->text));
      lexer->line_start = p ? p + 1 : lexer->text;
    }
  }
  lexer->counted = at;
  *line = lexer->line;
  *column = (guint) (at - lexer->line_start) + 1;
}

static char *
printable (const char *from, const char *end, gsize most)
{
  GString *text = g_string_new (NULL);
  for (const char *p = from; p < end; p++) {
    if (text->len == most) {
      g_string_append (text, "...");
      break;
    }
    g_string_append_c (text, g_ascii_isprint (*p) ? *p : '?');
  }
  return g_string_free (text, FALSE);
}

/* Whether a comment is a note: `//@mdlx key value`. */
static gboolean
is_note (const char *start, const char *stop)
{
  static const char mark[] = MW_MDL_NOTE_MARK;
  size_t length = sizeof mark - 1;
  return (size_t) (stop - start) >= length && memcmp (start, mark, length) == 0
         && (start + length == stop || g_ascii_isspace (start[length]));
}

static void
add_note (MwMdlLexer *lexer, const char *start, const char *stop)
{
  MwMdlNote note = { .text = start + strlen (MW_MDL_NOTE_MARK) };
  while (note.text < stop && g_ascii_isspace (*note.text))
    note.text++;
  note.length = (size_t) (stop - note.text);
  mw_mdl_lexer_place (lexer, start, &note.line, &note.column);
  g_array_append_val (lexer->notes, note);
}

/* Line comments, and the block comments that some texts have. A block comment without an end would hide the rest of
 * the text, so it is an error. */
void
mw_mdl_lexer_comment (MwMdlLexer *lexer)
{
  const char *start = lexer->at, *stop;
  if (start[1] == '*') {
    stop = memmem (start + 2, (size_t) (lexer->end - start) - 2, "*/", 2);
    lexer->at = stop ? stop + 2 : lexer->end;
    if (!stop) {
      lexer->unclosed = start;
      return;
    }
  } else {
    stop = memchr (start, '\n', (size_t) (lexer->end - start));
    lexer->at = stop ? stop : lexer->end;
  }
  if (start < lexer->furthest)
    return;
  lexer->furthest = lexer->at;
  /* Blanks before the end of the line, and CR before LF, do not belong to the comment. */
  for (stop = lexer->at; g_ascii_isspace (stop[-1]);)
    stop--;
  if (lexer->notes && is_note (start, stop)) {
    add_note (lexer, start, stop);
    return;
  }
  if (!lexer->report)
    return;
  if (lexer->report->n[MW_REMARK_COMMENT] >= MW_REPORT_KEPT) {
    lexer->report->n[MW_REMARK_COMMENT]++;
    return;
  }
  guint line, column;
  mw_mdl_lexer_place (lexer, start, &line, &column);
  g_autofree char *text = printable (start, stop, 60);
  mw_report_remark (lexer->report, MW_REMARK_COMMENT, line, column, "%s", text);
}

char *
mw_mdl_lexer_found (const MwMdlLexer *lexer)
{
  const char *at = lexer->at, *stop = at;
  if (at == lexer->end)
    return g_strdup ("the end of the text");
  if (*at == '"') {
    stop = memchr (at + 1, '"', (size_t) (lexer->end - at - 1));
    stop = stop ? stop + 1 : lexer->end;
  } else {
    while (stop < lexer->end && mw_mdl_class (*stop) != MW_MDL_BLANK && !strchr ("{}\"", *stop) && stop - at < 64)
      stop++;
    stop += stop == at;
  }
  g_autofree char *text = printable (at, stop, 32);
  return *at == '"' ? g_strdup (text) : g_strdup_printf ("\"%s\"", text);
}

/* If a closing quote is missing, the next opening quote is taken for it, and so on, until the last text has no end.
 * Names rarely contain a line feed, so `across` remembers the first text that does: the quote is probably missing
 * there. */
const char *
mw_mdl_lexer_text (MwMdlLexer *lexer)
{
  const char *start = lexer->at, *stop = memchr (start + 1, '"', (size_t) (lexer->end - start) - 1);
  lexer->at = stop ? stop + 1 : lexer->end;
  if (!stop)
    lexer->unclosed = start;
  else if (!lexer->across && memchr (start, '\n', (size_t) (stop - start)))
    lexer->across = start;
  return stop;
}

gboolean
mw_mdl_lexer_skip (MwMdlLexer *lexer)
{
  if (!mw_mdl_blanks (lexer))
    return FALSE;
  if (*lexer->at == '"') {
    mw_mdl_lexer_text (lexer);
    return TRUE;
  }
  char c = *lexer->at++;
  if (c == '{') {
    lexer->depth++;
  } else if (c == '}') {
    lexer->depth -= lexer->depth > 0;
  } else if (mw_mdl_class (c)) {
    while (lexer->at < lexer->end && mw_mdl_class (*lexer->at) > MW_MDL_BLANK)
      lexer->at++;
  }
  return TRUE;
}
