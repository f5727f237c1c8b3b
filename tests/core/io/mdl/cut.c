/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/io/mdl/cut.h"
#include "core/base/error.h"
#include "core/io/mdl/mdl.h"
#include "tests/core/corpus.h"

#include <string.h>

/* Where a scan of the text is. */
typedef struct {
  guint line, depth;
  gboolean quoted, comment, block_comment;
  guint words;     /* outside of blocks: the line of the first word after the last block; 0: none */
  gboolean opened; /* a block has been closed */
  gboolean fresh;  /* nothing but blanks came in this line */
} Scan;

static gboolean
is_open (const Scan *scan)
{
  return scan->depth || scan->quoted || scan->block_comment || scan->words || !scan->opened;
}

/* Takes one byte. Returns whether something begins or ends with it. */
static gboolean
take (Scan *scan, const uint8_t *at, const uint8_t *end)
{
  char c = (char) *at, next = at + 1 < end ? (char) at[1] : 0;
  if (c == '\n') {
    scan->line++;
    scan->comment = FALSE;
    scan->fresh = TRUE;
    return FALSE;
  }
  if (scan->comment)
    return FALSE;
  if (scan->block_comment) {
    scan->block_comment = !(c == '/' && at[-1] == '*');
    return !scan->block_comment;
  }
  if (scan->quoted) {
    scan->quoted = c != '"';
    return !scan->quoted;
  }
  if (g_ascii_isspace (c))
    return FALSE;
  gboolean fresh = scan->fresh;
  scan->fresh = FALSE;
  if (c == '/' && next == '/') {
    scan->comment = TRUE;
    return FALSE;
  }
  if (c == '/' && next == '*') {
    scan->block_comment = TRUE;
    return TRUE;
  }
  scan->quoted = c == '"';
  if (c == '{')
    scan->depth++;
  if (c == '}') {
    scan->depth--;
    scan->opened |= !scan->depth;
  }
  if (scan->depth || c == '}')
    scan->words = 0;
  else if (!scan->words && c != ',')
    scan->words = scan->line;
  return c == '{' || c == '}' || c == '"' || (fresh && g_ascii_isalpha (c));
}

/* Whether the report names something that is not kept, or is wrong, in this line. */
static gboolean
is_reported (const MwReport *report, guint line)
{
  for (guint i = 0; i < report->remarks->len; i++)
    if (g_array_index (report->remarks, MwRemark, i).line == line)
      return TRUE;
  return FALSE;
}

static void
judge (const uint8_t *bytes, gsize size, const Scan *scan, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwReport) report = mw_report_new ();
  g_autofree uint8_t *copy = g_memdup2 (bytes, size);
  MwMdlx *model = mw_mdl_read_text (copy, size, report, &error);
  /* A lone word could be that of a block that nobody knows. */
  gboolean word = scan->words && !scan->quoted && !scan->block_comment && scan->opened;
  if (is_open (scan) && model && !(word && is_reported (report, scan->words)))
    g_error ("%s: cut to %" G_GSIZE_FORMAT " bytes it is read", name, size);
  if (error && (!mw_error_line (error) || mw_error_line (error) > scan->line))
    g_error ("%s: cut to %" G_GSIZE_FORMAT " bytes, in line %u, there is an error in line %u: %s", name, size,
             scan->line, mw_error_line (error), error->message);
  if (!is_open (scan) && !model)
    g_error ("%s: cut to %" G_GSIZE_FORMAT " bytes, between blocks: %s", name, size, error->message);
  if (model)
    mw_model_free (&model->model);
}

guint
mdl_cut (const char *path, guint slice, guint slices)
{
  gsize size;
  g_autofree uint8_t *bytes = load_exactly (path, &size);
  guint n = 0, seen = 0;
  gsize next = 0;
  /* `behind` is the scan of the bytes before `cut`, `scan` that of the bytes before `at`. */
  Scan scan = { .line = 1, .fresh = TRUE }, behind = scan;
  gsize cut = 0;
  for (gsize at = 0; at < size; at++) {
    if (!take (&scan, bytes + at, bytes + size))
      continue;
    for (gsize want = MAX (next, at ? at - 1 : 0); want <= at + 2 && want < size; want++) {
      for (; cut < want; cut++)
        take (&behind, bytes + cut, bytes + size);
      if (seen++ % slices == slice) {
        judge (bytes, want, &behind, path);
        n++;
      }
    }
    next = at + 3;
  }
  return n;
}
