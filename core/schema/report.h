/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/record.h"

/* What a reader did not keep, and what a writer cannot state: never silently dropped, always named (mdlx.md 10 and
 * 12). The readers and writers of text fill it in; doors show it. */
typedef enum {
  MW_REMARK_ERROR,   /* the text is wrong here */
  MW_REMARK_UNKNOWN, /* a statement or block that is not kept */
  MW_REMARK_COMMENT, /* a comment: not kept either */
  MW_REMARK_WARNING, /* read or written, but something is odd */
  MW_REMARK_LAST = MW_REMARK_WARNING
} MwRemarkKind;
#define MW_N_REMARK_KINDS (MW_REMARK_LAST + 1)

typedef struct {
  MwRemarkKind kind;
  guint line, column; /* from 1; 0: no place in a text */
  char *text;
} MwRemark;

/* What becomes of something that does not come back from the output as it was, the most harmful first. */
typedef enum {
  MW_LOSS_GONE,      /* nothing in the output says it */
  MW_LOSS_ROUNDED,   /* said, but not to the last digit */
  MW_LOSS_REORDERED, /* only its place among others is another */
  MW_LOSS_RESTATED   /* stored in another way, which means the same */
} MwLossKind;
#define MW_N_LOSS_KINDS 4

/* One thing that the output cannot state as it is. */
typedef struct {
  MwLossKind kind;
  MwId id;              /* the record */
  const MwField *field; /* NULL: the record as a whole (or, with `layout`, which of its layouts it has) */
  gboolean layout;      /* the variant of the record */
  char *path;           /* address in the model that was written */
  const char *why;      /* untranslated, one clause */
} MwLoss;

/* Of remarks of one kind so many are kept, and all are counted. */
#define MW_REPORT_KEPT 1000

typedef struct {
  GArray *remarks; /* MwRemark, in order of appearance */
  GArray *losses;  /* MwLoss, each (record, field) once */
  guint n[MW_N_REMARK_KINDS];
} MwReport;

MwReport *mw_report_new (void);
void mw_report_free (MwReport *report);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwReport, mw_report_free)

/* Both do nothing but count (or nothing at all) when there is no report or it is full. */
void mw_report_remark (MwReport *report, MwRemarkKind kind, guint line, guint column, const char *format, ...)
  G_GNUC_PRINTF (5, 6);
void mw_report_loss (MwReport *report, const MwRecord *record, const MwField *field, gboolean layout, const char *why);
/* The same for what is not gone; mw_report_loss() is for MW_LOSS_GONE. */
void mw_report_loss_of_kind (MwReport *report, MwLossKind kind, const MwRecord *record, const MwField *field,
                             gboolean layout, const char *why);
/* How many of the losses are one to whoever uses the output: all but those that it says in another way. */
guint mw_report_n_lost (const MwReport *report);
/* The stable word for a kind, for JSON: "lost", "rounded", "reordered", "restated". */
const char *mw_loss_kind_name (MwLossKind kind);
/* The stable word for a kind ("error", "unknown", "comment", "warning"). */
const char *mw_remark_kind_name (MwRemarkKind kind);
