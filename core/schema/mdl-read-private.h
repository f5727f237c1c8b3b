/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/mdl-lexer.h"
#include "core/schema/mdl-plan.h"
#include "core/schema/mdl.h"

/* Private to core/schema: what the two halves of the MDL reader share. */
struct _MwMdlReader {
  MwMdlLexer lexer;
  MwModel *model;
  MwFormat format;
  gpointer user;
  MwArena arena;
  MwBuffer scratch[4];    /* elements while their number is not known */
  const char *statement;  /* where the statement being read begins */
  const MwRecord *record; /* whose it is */
  GError *first;
  guint n_errors;
  gboolean told_unclosed; /* an error says what the lexer found without end */
  gboolean limit;         /* the next error is that a limit is reached */
  size_t budget;          /* bytes that records may still take */
};

/* Reports a comment or text in quotes that does not end, if one was met. Returns whether none was. */
gboolean mw_mdl_all_ends (MwMdlReader *reader);
/* Reports that something else than `what` was found. Returns FALSE. */
gboolean mw_mdl_expected (MwMdlReader *reader, const char *what);
gboolean mw_mdl_float (MwMdlReader *reader, float *value);
gboolean mw_mdl_is_string (MwMdlReader *reader);
gboolean mw_mdl_component (MwMdlReader *reader, MwType type, void *to);
gboolean mw_mdl_value (MwMdlReader *reader, MwType type, guint count, gboolean bgr, void *to);
/* Up to the closing brace: an array's elements, a track's keys, an event track's times. */
gboolean mw_mdl_elements (MwMdlReader *reader, const MwField *field, MwArray *array);
gboolean mw_mdl_keys (MwMdlReader *reader, MwRecord *track, gboolean bgr, uint32_t *n);
gboolean mw_mdl_times (MwMdlReader *reader, MwRecord *track, uint32_t *n);
