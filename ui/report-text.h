/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/record.h"
#include "core/schema/report.h"

/* What a reader or writer reported, in words. All texts are UTF-8 and freed with g_free(). */

/* Whether reading left something out: unknown statements, comments. */
gboolean mw_report_leaves_out (const MwReport *report);
/* "2 statements and 1 comment of the text are not kept"; for remarks alone "The text was read with 1 remark"; NULL when
 * there is nothing to tell. */
char *mw_report_summary (const MwReport *report);
/* Lines "8:2: ..." in the order of the text; with `errors` the errors, else all the others. "" for none. */
char *mw_report_lines (const MwReport *report, gboolean errors);

/* One row of what is not in the file as it was: plain words, without an address. */
typedef struct {
  MwLossKind kind;
  guint n;    /* how many losses it stands for */
  char *text; /* "Bind pose of all 57 nodes: MDX 800 has none" */
} MwLossRow;

/* What is asked before a file is written. */
typedef struct {
  char *title, *heading, *text; /* "Save as MDL 800?", what is at stake in one line, what that means */
  GPtrArray *rows;              /* MwLossRow, by kind; empty where nothing is lost */
  char *list;                   /* all of it line by line, with addresses; "" for nothing */
  gboolean list_says_more;      /* than the rows and where they are */
  const char *list_name;        /* for those who cannot see it */
  char *accept;                 /* the label of the button that saves */
  /* Whether to ask for a side channel of the text, and whether it is to have one so far. */
  gboolean offers_side_channel, side_channel;
} MwLossQuestion;
void mw_loss_question_free (MwLossQuestion *question);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwLossQuestion, mw_loss_question_free)

/* `name`: of the file that is to be written. `reading` and `writing`: what was left out when the file was read, and what the
 * writer cannot state (NULL: not asked now), its losses in the lines of `lost`. `notes`: how many notes on its bytes the text drops. `replaces`: a file of that
 * name stands there, and nobody was asked yet. `taken`: names of files of another model that would become parts of this one
 * (may be NULL or empty). `wrong`: lines (UTF-8) on what clients do not load (the same). `scale`: of a conversion between the
 * games; 0: the default. NULL when `from` is `to` and there
 * is nothing to ask, unless it is asked again. */
MwLossQuestion *mw_loss_question (const char *name, MwFormat from, MwFormat to, const MwReport *reading,
                                  const MwReport *writing, const GPtrArray *lost, guint notes, gboolean replaces,
                                  const GPtrArray *taken, const GPtrArray *wrong, double scale, gboolean again);
