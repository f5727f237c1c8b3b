/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "app/cli/check-baseline.h"

/* What the options of `mwright check` and the files .mwcheck (core/check/switched-off.h) make of the findings of a model. */

typedef struct _MwCliTerms MwCliTerms;

/* Why a finding does not count. */
typedef enum {
  MW_CLI_COUNTS,
  MW_CLI_SWITCHED_OFF, /* by a .mwcheck */
  MW_CLI_IN_BASELINE
} MwCliStanding;

typedef struct {
  MwFinding *finding;
  MwCliStanding standing;
  char *reason; /* MW_CLI_SWITCHED_OFF: the one in .mwcheck */
} MwCliJudged;

/* Reads --to, --only, --except, --baseline, and where files are looked for (app/cli/data.h). NULL: one of them is invalid, which is
 * reported (exit code 2 or 3). */
MwCliTerms *mw_cli_terms_new (MwCli *cli);
void mw_cli_terms_free (MwCliTerms *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwCliTerms, mw_cli_terms_free)

/* Checks a model and returns its findings (MwCliJudged) without those that --only and --except leave out. `alone`: see
 * mw_check_for(); the files that it names are not looked for.
 * Several threads may call it. Free with g_ptr_array_unref(). */
GPtrArray *mw_cli_terms_check (MwCliTerms *self, const char *file, const MwModel *model, MwFormat format,
                               gboolean alone);
/* Says what is wrong with the files .mwcheck that were read (exit code 2), and which of their lines switched nothing off although all
 * models that they are about were checked. */
void mw_cli_terms_say_switches (MwCli *cli, const MwCliTerms *self);
