/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/points.h"
#include "core/model/titles.h"

#include <string.h>

GPtrArray *
mw_points_list (const MwModel *model)
{
  const MwSchema *root = model->record.schema;
  const MwAspects *aspects = mw_aspects_of (model);
  GPtrArray *points = g_ptr_array_new ();
  for (guint i = 0; i < mw_schema_n_fields (root); i++) {
    const MwField *field = mw_schema_field_at (root, i);
    const MwList *list = field->type == MW_TYPE_LIST ? mw_record_list (&model->record, field) : NULL;
    for (uint32_t k = 0; list && k < list->n; k++)
      if (aspects->point (list->items[k]->schema) != MW_POINT_NONE)
        g_ptr_array_add (points, list->items[k]);
  }
  return points;
}

static gboolean
is_equal (const char *text, const char *name, gboolean any_case)
{
  if (!text)
    return FALSE;
  g_autofree char *a = g_strstrip (g_strdup (text)), *b = g_strstrip (g_strdup (name));
  return *b && (any_case ? g_ascii_strcasecmp (a, b) : strcmp (a, b)) == 0;
}

static gboolean
is_called (const MwRecord *point, const char *name, gboolean any_case)
{
  g_autofree char *title = mw_record_title (point), *path = mw_record_path (point);
  return is_equal (title, name, any_case) || is_equal (mw_record_short_name (point), name, any_case)
         || is_equal (path, name, any_case);
}

const MwRecord *
mw_point_find (const MwModel *model, const char *name)
{
  g_autoptr (GPtrArray) points = mw_points_list (model);
  for (guint any_case = 0; any_case < 2; any_case++)
    for (guint i = 0; i < points->len; i++)
      if (is_called (points->pdata[i], name, any_case != 0))
        return points->pdata[i];
  return NULL;
}

char *
mw_point_name (const MwModel *model, const MwRecord *point)
{
  g_autofree char *title = mw_record_title (point);
  return mw_point_find (model, title) == point ? g_steal_pointer (&title) : mw_record_path (point);
}
