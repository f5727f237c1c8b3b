/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/edit/operations/table.h"

const TableRow table_geosets[] = {
  { NULL, 0, NULL, NULL },
};
