/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/render-attach.h"
#include "app/cli/render-inner.h"
#include "app/cli/values.h"
#include "core/base/error.h"
#include "core/model/points.h"
#include "core/model/titles.h"

#include <string.h>

enum { LISTED = 24 };

typedef struct {
  MwCli *cli;
  const char *file;
  const MwModel *model;
  MwCliData *data;
  GMutex *lock;
  GArray *all;
} Reading;

static void
clear (gpointer attached)
{
  mw_inner_model_unref (((MwRenderAttached *) attached)->model);
}

static gboolean
is_taken (const Reading *reading, MwId node)
{
  for (guint i = 0; i < reading->all->len; i++)
    if (g_array_index (reading->all, MwRenderAttached, i).node == node)
      return TRUE;
  return FALSE;
}

static gboolean
add (Reading *reading, const MwRecord *point, const char *path, GError **error)
{
  g_autoptr (GError) wrong = NULL;
  g_autoptr (MwInnerModel) inner = mw_inner_model_read (path, NULL, &wrong);
  if (!inner) {
    g_autofree char *why = mw_error_describe (wrong, path);
    mw_set_error (error, MW_ERROR_IO, -1, NULL, "%s", why);
    return FALSE;
  }
  g_mutex_lock (reading->lock);
  mw_inner_model_set_places (inner, mw_cli_data_places (reading->data, mw_inner_model_format (inner)));
  g_mutex_unlock (reading->lock);
  mw_render_inner_say (reading->cli, reading->file, reading->model, NULL, path, NULL, inner);
  const MwRenderAttached attached = { point->id, g_steal_pointer (&inner) };
  g_array_append_val (reading->all, attached);
  return TRUE;
}

/* An error with the names of the attachments that there are. */
static void
set_unknown (const MwModel *model, const char *name, GError **error)
{
  g_autoptr (GPtrArray) points = mw_points_list (model);
  g_autoptr (GString) names = g_string_new (NULL);
  guint n = 0;
  for (guint i = 0; i < points->len; i++) {
    const MwRecord *point = points->pdata[i];
    if (mw_aspects_of (model)->point (point->schema) != MW_POINT_ATTACHMENT || n++ >= LISTED)
      continue;
    g_autofree char *title = mw_record_title (point), *plain = mw_cli_plain (title, 0);
    g_string_append_printf (names, "%s%s", n > 1 ? ", " : "; the model has the attachments ", plain);
  }
  if (n > LISTED)
    g_string_append_printf (names, " and %u more", n - LISTED);
  mw_set_error (error, MW_ERROR_PATH, -1, NULL, "--attach: there is no node \"%s\"%s", name, names->str);
}

static gboolean
add_wish (Reading *reading, const char *wish, GError **error)
{
  const char *equals = strchr (wish, '=');
  g_autofree char *name = g_strndup (wish, (gsize) (equals - wish));
  const MwRecord *point = mw_point_find (reading->model, name);
  if (!point) {
    set_unknown (reading->model, name, error);
    return FALSE;
  }
  if (is_taken (reading, point->id)) {
    mw_set_error (error, MW_ERROR_PATH, -1, NULL, "--attach: the node \"%s\" is given twice", name);
    return FALSE;
  }
  return add (reading, point, equals + 1, error);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  return strcmp (a, b);
}

GArray *
mw_render_attached_read (MwCli *cli, const GPtrArray *wishes, const MwShown *shown, const MwModel *model,
                         const char *file, MwCliData *data, GMutex *lock, GError **error)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (MwRenderAttached));
  Reading reading = { cli, file, model, data, lock, all };
  g_array_set_clear_func (all, clear);
  for (guint i = 0; i < wishes->len; i++)
    if (!add_wish (&reading, wishes->pdata[i], error))
      return NULL;
  g_autoptr (GList) names = g_list_sort (g_hash_table_get_keys (shown->attached), compare);
  for (GList *name = names; name; name = name->next) {
    const MwRecord *point = mw_point_find (model, name->data);
    const char *path = g_hash_table_lookup (shown->attached, name->data);
    g_autoptr (GError) wrong = NULL;
    if (!point)
      mw_cli_say (cli, "%s: drawn without %s, which the window shows at %s: there is no such node", file, path,
                  (const char *) name->data);
    else if (!is_taken (&reading, point->id) && !add (&reading, point, path, &wrong))
      mw_cli_say (cli, "%s: drawn without what the window shows at %s: %s", file, (const char *) name->data,
                  wrong->message);
  }
  return g_steal_pointer (&all);
}
