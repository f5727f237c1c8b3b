/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/report.h"

/* The losses of a report as people read them. What happened in the same way, for the same reason, to several records is one
 * line: "bind_pose of all 57 nodes (why)", or "emissive_gain of 4 of 9 layers, the first materials[2].layers[0] (why)". Of
 * reasons that differ only after a colon, the part after it is left out then. */
typedef struct {
  MwLossKind kind;
  guint n;    /* how many losses the line stands for */
  char *what; /* without an address: "bind_pose of all 57 nodes", "1 of 3 popcorn_emitters" */
  char
    *where;  /* the address of one loss, or of two; of more that of the first; NULL: all there are, so none is needed */
  char *why; /* untranslated */
  guint harm, index; /* their order within a kind */
} MwLossLine;

void mw_loss_line_free (MwLossLine *line);
/* The line as one text: what or where, and why. Free with g_free(). */
char *mw_loss_line_text (const MwLossLine *line);
/* What people call a kind, marked for translation: "lost", "rounded", "in another order", "stored in another way". */
const char *mw_loss_kind_label (MwLossKind kind);

/* The lines of a report (MwLossLine), the most harmful first: by kind, then whole records, what is seen, all else.
 * `model` is the one that the report is of. Free with g_ptr_array_unref(). */
GPtrArray *mw_loss_lines (const MwReport *report, const MwModel *model);
/* The same order for lines of several reports in one array. */
void mw_loss_lines_sort (GPtrArray *lines);
/* How much there is of each kind: "95 lost, 30 rounded, 48 stored in another way"; "" of none. Untranslated; free with
 * g_free(). */
char *mw_loss_lines_summary (const GPtrArray *lines);
