/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "tests/core/edit/operations/table.h"

/* Steps and judges of operations that read a second model (rows-import.c). */

char *import_step (const MwModel *model, MwFormat format);
char *import_judge (const TableCase *at);

char *paste_step (const MwModel *model, MwFormat format);
char *paste_judge (const TableCase *at);
char *merge_step (const MwModel *model, MwFormat format);
char *merge_judge (const TableCase *at);
/* Of models of M2. */
char *m2_merge_step (const MwModel *model, MwFormat format);
char *m2_merge_judge (const TableCase *at);

/* Writes a model into a folder of its own, with its companions. The path of its main file; free with g_free(). */
char *import_written (const MwModel *model, MwFormat format);
