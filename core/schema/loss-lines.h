/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/report.h"

/* Loss lines: the losses of a report (report.h), summarised for people. Losses of several records that happened in
 * the same way for the same reason make one line: "bind_pose of all 57 nodes (why)", or "emissive_gain of 4 of 9
 * layers, the first materials[2].layers[0] (why)". When reasons differ only after a colon they count as the same,
 * and the part after the colon is left out. */
typedef struct {
  MwLossKind kind;
  guint n;    /* number of losses that the line summarises */
  char *what; /* the thing lost, without a path: "bind_pose of all 57 nodes", "1 of 3 popcorn_emitters" */
  char *
    subject; /* the same without numbers, so that it is alike in all models: "bind_pose of nodes", "popcorn_emitters" */
  /* The paths of one or two losses; of more, that of the first; NULL: all records of the kind are affected. */
  char *where;
  char *why;         /* the reason, not translated */
  guint harm, index; /* sort keys within one kind of loss */
} MwLossLine;

void mw_loss_line_free (MwLossLine *line);
/* The line as one text: what or where, and why. Free with g_free(). */
char *mw_loss_line_text (const MwLossLine *line);
/* The label of a kind of loss, marked for translation: "lost", "rounded", "in another order", "stored in another
 * way". */
const char *mw_loss_kind_label (MwLossKind kind);

/* Returns the lines of a report (MwLossLine), the most harmful first: by kind of loss; within a kind whole records,
 * then what is visible, then the rest. `model` is the model that the report is about. Free with g_ptr_array_unref(). */
GPtrArray *mw_loss_lines (const MwReport *report, const MwModel *model);
/* Sorts lines of several reports, collected in one array, in the same order. */
void mw_loss_lines_sort (GPtrArray *lines);
/* The number of losses of each kind: "95 lost, 30 rounded, 48 stored in another way"; "" if there are none. Not
 * translated; free with g_free(). */
char *mw_loss_lines_summary (const GPtrArray *lines);
