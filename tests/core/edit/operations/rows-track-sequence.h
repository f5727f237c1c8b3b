/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "tests/core/edit/operations/table.h"

/* Step and judge of the operation that copies keys to another sequence (rows-track-sequence.c). */
char *sequence_copy_step (const MwModel *model, MwFormat format);
char *sequence_copy_judge (const TableCase *at);

/* Those of the operation that drops sets of keys which no sequence plays. */
char *track_trim_step (const MwModel *model, MwFormat format);
char *track_trim_judge (const TableCase *at);
