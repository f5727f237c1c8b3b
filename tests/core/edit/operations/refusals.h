/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "tests/core/edit/fixture.h"

/* A script, and words of the reason for which its last line must be refused. The lines before it must succeed. */
typedef struct {
  const char *script, *words;
} Refusal;

/* Runs each on a fresh fixture_document(). The refused line must leave the model and its history as they were. */
void refusals_check (const Refusal *refusals, guint n);
/* The same on one document. */
void refusals_check_on (MwDocument *document, const Refusal *refusal);
/* Runs a script that must succeed. Returns the notices of its last step, joined with "; ". Free with g_free(). */
char *refusals_run (MwDocument *document, const char *script);
