/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/io/values.h"
#include "core/schema/path.h"
#include "core/schema/value.h"

char *
get_value (const MwMdlx *model, const char *path)
{
  MwTarget target;
  GError *error = NULL;
  mw_path_resolve_one (&model->model, path, &target, &error);
  g_assert_no_error (error);
  return mw_value_print (&model->model, &target);
}
