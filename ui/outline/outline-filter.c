/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/outline/outline-private.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/outline/surfaces.h"

#include <string.h>

/* --- Matching ------------------------------------------------------------------------------------------------------- */

static gboolean
holds (const char *text, const char *folded)
{
  if (!text || !*text)
    return FALSE;
  if (g_str_is_ascii (text)) {
    gsize length = strlen (folded);
    for (; *text; text++)
      if (g_ascii_tolower (*text) == *folded && g_ascii_strncasecmp (text, folded, length) == 0)
        return TRUE;
    return FALSE;
  }
  g_autofree char *utf8 = mw_ui_text (text);
  g_autofree char *other = g_utf8_casefold (utf8, -1);
  return strstr (other, folded) != NULL;
}

/* Whether the filter matches the name of a kind, and so all its elements. The last answer is cached. */
static gboolean
kind_holds (MwOutlineModel *self, const MwSchema *schema, const MwField *list)
{
  if (schema != self->asked_schema || list != self->asked_list) {
    self->asked_schema = schema;
    self->asked_list = list;
    self->asked = holds (mw_ui_label (schema->label), self->filter) || holds (mw_ui_plural (schema, list), self->filter)
                  || holds (list->aliases, self->filter);
  }
  return self->asked;
}

static void
filter_record (MwOutlineModel *self, const MwRecord *record, const MwField *list)
{
  const MwSchema *schema = record->schema;
  if (list) {
    const char *name = mw_record_name (record);
    gboolean found = kind_holds (self, schema, list) || holds (name, self->filter);
    if (!found && (!name || !*name)) {
      g_autofree char *title = mw_ui_record_title (record);
      found = holds (title, self->filter);
    }
    if (found) {
      g_hash_table_add (self->direct, GUINT_TO_POINTER (record->id));
      gboolean skeleton = self->arrangement == MW_OUTLINE_BY_SKELETON;
      const MwRecord *at = record;
      while (at && g_hash_table_add (self->shown, GUINT_TO_POINTER (at->id)))
        at = skeleton && mw_outline_parent_field (self, at) ? mw_outline_parent (self, at) : at->owner;
    }
  }
  const GPtrArray *lists = mw_outline_lists (schema);
  for (guint i = 0; i < lists->len; i++) {
    const MwList *records = mw_record_list (record, lists->pdata[i]);
    for (guint32 k = 0; k < records->n; k++)
      filter_record (self, records->items[k], lists->pdata[i]);
  }
}

/* Finds surfaces by title, by blend mode, and all of them by their common names. */
static void
filter_surfaces (MwOutlineModel *self)
{
  const GPtrArray *surfaces = mw_ui_surfaces (self->document);
  gboolean all = holds (_ ("Surfaces"), self->filter) || holds ("texture unit render pass", self->filter);
  for (guint i = 0; self->arrangement == MW_OUTLINE_BY_KIND && i < surfaces->len; i++) {
    const GPtrArray *surface = g_ptr_array_index (surfaces, i);
    g_autofree char *title = mw_ui_surface_title (self->document, surface), *info = mw_ui_surface_info (surface);
    if (all || holds (title, self->filter) || holds (info, self->filter))
      g_hash_table_add (self->surfaces, GUINT_TO_POINTER (mw_ui_surface_id (surface)));
  }
}

void
mw_outline_apply_filter (MwOutlineModel *self)
{
  g_clear_pointer (&self->shown, g_hash_table_unref);
  g_clear_pointer (&self->direct, g_hash_table_unref);
  g_clear_pointer (&self->surfaces, g_hash_table_unref);
  if (!self->filter)
    return;
  self->asked_schema = NULL;
  self->shown = g_hash_table_new (NULL, NULL);
  self->direct = g_hash_table_new (NULL, NULL);
  self->surfaces = g_hash_table_new (NULL, NULL);
  filter_record (self, &mw_document_get_model (self->document)->record, NULL);
  filter_surfaces (self);
}

void
mw_outline_model_set_filter (MwOutlineModel *self, const char *text)
{
  g_clear_pointer (&self->filter, g_free);
  if (text && *text)
    self->filter = g_utf8_casefold (text, -1);
  mw_outline_apply_filter (self);
}

gboolean
mw_outline_model_is_filtered (MwOutlineModel *self)
{
  return self->filter != NULL;
}

guint
mw_outline_model_get_n_found (MwOutlineModel *self)
{
  return self->filter ? g_hash_table_size (self->direct) + g_hash_table_size (self->surfaces) : 0;
}

/* --- Visibility of rows --------------------------------------------------------------------------------------------- */

gboolean
mw_outline_is_shown (MwOutlineModel *self, MwId id)
{
  return !self->shown || g_hash_table_contains (self->shown, GUINT_TO_POINTER (id));
}

gboolean
mw_outline_shows_all (MwOutlineModel *self, const MwRecord *owner)
{
  if (!self->shown)
    return TRUE;
  for (; owner && owner->owner; owner = owner->owner)
    if (g_hash_table_contains (self->direct, GUINT_TO_POINTER (owner->id)))
      return TRUE;
  return FALSE;
}

gboolean
mw_outline_surface_shows_all (MwOutlineModel *self, const GPtrArray *surface)
{
  return !self->surfaces || g_hash_table_contains (self->surfaces, GUINT_TO_POINTER (mw_ui_surface_id (surface)));
}

gboolean
mw_outline_surface_is_shown (MwOutlineModel *self, const GPtrArray *surface)
{
  gboolean shown = mw_outline_surface_shows_all (self, surface);
  for (guint i = 0; i < surface->len && !shown; i++)
    shown = mw_outline_is_shown (self, ((const MwRecord *) g_ptr_array_index (surface, i))->id);
  return shown;
}
