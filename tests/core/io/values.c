/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/io/values.h"
#include "core/schema/path.h"
#include "core/schema/value.h"

char *
remarks_of (const MwReport *report, MwRemarkKind kind)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < report->remarks->len; i++) {
    const MwRemark *remark = &g_array_index (report->remarks, MwRemark, i);
    if (remark->kind == kind)
      g_string_append_printf (text, "%u:%u %s\n", remark->line, remark->column, remark->text);
  }
  return g_string_free (text, FALSE);
}

char *
get_value (const MwMdlx *model, const char *path)
{
  MwTarget target;
  GError *error = NULL;
  mw_path_resolve_one (&model->model, path, &target, &error);
  g_assert_no_error (error);
  return mw_value_print (&model->model, &target);
}
