/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/save/acknowledged.h"

/* Turns the reports of readers and writers into text for users. All returned texts are UTF-8; free them with
 * g_free(). */

/* Whether the reader dropped something: unknown statements, comments. */
gboolean mw_report_leaves_out (const MwReport *report);
/* "2 statements and 1 comment of the text are not kept"; if there are only remarks "The text was read with 1 remark";
 * NULL if there is nothing to report. */
char *mw_report_summary (const MwReport *report);
/* Lines "8:2: ..." in the order of the text: the errors if `errors`, else everything else. "" if there are none. */
char *mw_report_lines (const MwReport *report, gboolean errors);

/* Appends lines about what a save loses, by kind and with places, and the warnings of its conversion; nothing if there are none. */
void mw_report_add_losses (GString *list, const MwSave *save);
/* The same for the lines (MwLossLine) and reports of a conversion to `format`. */
void mw_report_add_lines (GString *list, MwFormat format, const GPtrArray *lines, const MwReport *conversion,
                          const MwReport *writing);
/* What is lost as plain words: "bind_pose of all 57 nodes" becomes "Bind pose of all 57 nodes". Free with g_free(). */
char *mw_report_plain_words (const char *what);
/* The heading of a kind of loss: "Lost (57)". Free with g_free(). */
char *mw_report_kind_heading (MwLossKind kind, guint n);

/* One row of a list of losses, in plain words and without a path. */
typedef struct {
  MwLossKind kind;
  guint n;    /* how many losses it represents */
  char *text; /* "Bind pose of all 57 nodes: MDX 800 has none" */
} MwLossRow;

/* What the user is asked before a file is written. */
typedef struct {
  char *title, *heading, *text; /* "Save as MDL 800?", the problem in one line, what it means */
  GPtrArray *rows;              /* MwLossRow, by kind; empty if nothing is lost */
  char *list;                   /* every loss on a line of its own, with its path; "" if there are none */
  gboolean list_says_more;      /* the list has more than the rows and their paths */
  const char *list_name;        /* accessible name of the list */
  char *accept;                 /* label of the button that saves */
  /* Whether to offer a side channel for the text, and the initial choice. */
  gboolean offers_side_channel, side_channel;
} MwLossQuestion;
void mw_loss_question_free (MwLossQuestion *question);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwLossQuestion, mw_loss_question_free)

/* Makes the question for a save, or returns NULL if there is nothing to ask. Free with mw_loss_question_free(). It
 * names what the user has not been told yet: what was dropped when the text was read, what the format cannot represent,
 * that another format is written, files of another model that are in the way, and new problems that clients do not
 * accept. `name`: of the file to write. `replaces`: a file of that name exists, and the user was not asked yet.
 * `again`: the question is already shown, and the save was written again for another answer to it. Then it is never
 * NULL, and also says if nothing is lost. */
MwLossQuestion *mw_loss_question (const char *name, const MwSave *save, const MwAcknowledged *acknowledged,
                                  gboolean replaces, gboolean again);
