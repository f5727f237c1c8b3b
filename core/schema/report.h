/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/record.h"

/* Reports: what a reader did not keep and what a writer cannot express (mdlx.md 10 and 12), so that nothing is
 * dropped silently. The readers and writers of text fill a report in; the command line and the window show it. */
typedef enum {
  MW_REMARK_ERROR,   /* an error in the text */
  MW_REMARK_UNKNOWN, /* an unknown statement or block; it is not kept */
  MW_REMARK_COMMENT, /* a comment; it is not kept either */
  MW_REMARK_WARNING, /* it was read or written, but something is odd */
  MW_REMARK_LAST = MW_REMARK_WARNING
} MwRemarkKind;
#define MW_N_REMARK_KINDS (MW_REMARK_LAST + 1)

typedef struct {
  MwRemarkKind kind;
  guint line, column; /* counted from 1; 0: the remark is about no place in a text */
  char *text;
} MwRemark;

/* What happened to something that the output does not reproduce exactly; the most harmful first. */
typedef enum {
  MW_LOSS_GONE,      /* missing from the output */
  MW_LOSS_ROUNDED,   /* in the output with less precision */
  MW_LOSS_REORDERED, /* in the output at another position */
  MW_LOSS_RESTATED   /* stored in another way that means the same */
} MwLossKind;
#define MW_N_LOSS_KINDS 4

/* One thing that the output does not express exactly. */
typedef struct {
  MwLossKind kind;
  MwId id;              /* the record */
  const MwField *field; /* NULL: the record as a whole or, if `layout` is set, its layout variant */
  gboolean layout;      /* the loss is about the record's layout variant */
  char *path;           /* path in the model that was written */
  const char *why;      /* the reason: one clause, not translated */
} MwLoss;

/* How many remarks of each kind are kept. All of them are counted. */
#define MW_REPORT_KEPT 1000

typedef struct {
  GArray *remarks; /* MwRemark, in order of appearance */
  GArray *losses;  /* MwLoss; at most one for each record and field */
  guint n[MW_N_REMARK_KINDS];
} MwReport;

MwReport *mw_report_new (void);
void mw_report_free (MwReport *report);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwReport, mw_report_free)

/* Adds a remark. When there are MW_REPORT_KEPT of its kind it is only counted. `report` may be NULL: then nothing
 * happens, here and in the functions below. */
void mw_report_remark (MwReport *report, MwRemarkKind kind, guint line, guint column, const char *format, ...)
  G_GNUC_PRINTF (5, 6);
void mw_report_loss (MwReport *report, const MwRecord *record, const MwField *field, gboolean layout, const char *why);
/* The same for any kind; mw_report_loss() adds a loss of kind MW_LOSS_GONE. */
void mw_report_loss_of_kind (MwReport *report, MwLossKind kind, const MwRecord *record, const MwField *field,
                             gboolean layout, const char *why);
/* Number of losses that matter to a user of the output: all but those of kind MW_LOSS_RESTATED. */
guint mw_report_n_lost (const MwReport *report);
/* The stable word for a kind of loss, as in JSON output: "lost", "rounded", "reordered", "restated". */
const char *mw_loss_kind_name (MwLossKind kind);
/* The stable word for a kind of remark: "error", "unknown", "comment", "warning". */
const char *mw_remark_kind_name (MwRemarkKind kind);
