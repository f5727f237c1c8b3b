/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/edit/operations/rows-import.h"
#include "tests/core/edit/operations/table.h"

const TableRow table_model[] = {
  { "paste", TABLE_BOTH, paste_step, paste_judge },
  { "model-merge", TABLE_MDLX, merge_step, merge_judge },
  { NULL, 0, NULL, NULL },
};
