/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/mdl-lexer.h"
#include "core/schema/mdl-plan.h"
#include "core/schema/mdl.h"

/* Private to core/schema: shared by the two source files of the MDL reader (mdl-read.c, mdl-rows.c). */
struct _MwMdlReader {
  MwMdlLexer lexer;
  MwModel *model;
  MwFormat format;
  gpointer user;
  MwArena arena;
  MwBuffer scratch[4];    /* elements of arrays whose length is not known yet */
  const char *statement;  /* the beginning of the statement being read */
  const MwRecord *record; /* the record that the statement belongs to */
  GError *first;
  guint n_errors;
  MwSalvage *salvage;         /* see mw_mdl_reader_set_salvage() */
  gboolean reported_unclosed; /* the comment or quoted text without an end has been reported */
  gboolean limit;             /* the next error to report is that a limit is reached */
  size_t budget;              /* memory that records may still use, in bytes */
};

/* Reports a comment or quoted text without an end, if the lexer met one. Returns TRUE if it met none. */
gboolean mw_mdl_all_ends (MwMdlReader *reader);
/* Reports an error: `what` was expected here. Returns FALSE. */
gboolean mw_mdl_expected (MwMdlReader *reader, const char *what);
gboolean mw_mdl_is_string (MwMdlReader *reader);
gboolean mw_mdl_component (MwMdlReader *reader, MwType type, void *to);
gboolean mw_mdl_value (MwMdlReader *reader, MwType type, guint count, gboolean bgr, void *to);
/* These read up to the closing brace: the elements of an array, the keys of a track, the times of an event track. */
gboolean mw_mdl_elements (MwMdlReader *reader, const MwField *field, MwArray *array);
gboolean mw_mdl_keys (MwMdlReader *reader, MwRecord *track, gboolean bgr, uint32_t *n);
gboolean mw_mdl_times (MwMdlReader *reader, MwRecord *track, uint32_t *n);
