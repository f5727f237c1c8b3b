/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/page-view.h"

#include <string.h>

struct _MwPageView {
  MwDocument *document; /* the ids below are of its model */
  GArray *selection;    /* MwId */
  MwOutlineView *outline;
  MwViewportView viewport;
  MwTimeBarView time;
  MwPanels panels;
  double inspector;
  enum { FOCUS_ELSEWHERE, FOCUS_OUTLINE, FOCUS_VIEWPORT } focus;
};

/* --- Elements ------------------------------------------------------------------------------------------------------- */

static const char *
name_of (const MwRecord *record)
{
  const char *name = mw_record_name (record);
  return name ? name : "";
}

/* Finds the counterpart of a record in a list: the one with its name (the nearest of several), else the one at its index. */
static MwRecord *
find_in_list (const MwList *list, const MwRecord *record)
{
  guint at = mw_record_kind_index (record), place = 0, nearest = G_MAXUINT;
  MwRecord *same_place = NULL, *same_name = NULL;
  for (guint i = 0; i < list->n; i++) {
    MwRecord *other = list->items[i];
    if (other->schema != record->schema)
      continue;
    guint distance = (guint) ABS ((int) place - (int) at);
    if (place++ == at)
      same_place = other;
    if (*name_of (record) && strcmp (name_of (record), name_of (other)) == 0 && distance < nearest) {
      same_name = other;
      nearest = distance;
    }
  }
  return same_name ? same_name : same_place;
}

/* The element in another reading of a model that most likely is the same as `record`: within the counterpart of its
 * owner, the one with the same kind and name (the nearest of several), else the one at the same index. NULL: there is
 * none. */
static MwRecord *
counterpart_of (const MwRecord *record, const MwModel *other)
{
  if (!record->owner)
    return record->schema == other->record.schema ? (MwRecord *) &other->record : NULL;
  MwRecord *owner = counterpart_of (record->owner, other);
  if (!owner || owner->schema != record->owner->schema)
    return NULL;
  const MwField *slot = mw_record_slot (record);
  if (slot->type == MW_TYPE_LIST)
    return find_in_list (mw_record_list (owner, slot), record);
  MwRecord *child = *(MwRecord **) mw_field_at (owner, slot);
  return child && child->schema == record->schema ? child : NULL;
}

typedef struct {
  const MwModel *from, *to;
} Map;

static MwId
map_id (MwId id, gpointer data)
{
  const Map *map = data;
  const MwRecord *record = mw_model_find (map->from, id), *other = record ? counterpart_of (record, map->to) : NULL;
  return other ? other->id : 0;
}

/* --- Taking and restoring ------------------------------------------------------------------------------------------- */

static gboolean
holds (gpointer widget, GtkWidget *focus)
{
  return focus && (focus == widget || gtk_widget_is_ancestor (focus, widget));
}

MwPageView *
mw_page_view_take (MwDocumentPage *page)
{
  MwPageView *view = g_new0 (MwPageView, 1);
  guint n;
  view->document = g_object_ref (mw_document_page_get_document (page));
  const MwId *ids = mw_document_get_selection (view->document, &n);
  view->selection = g_array_new (FALSE, FALSE, sizeof (MwId));
  if (n)
    g_array_append_vals (view->selection, ids, n);
  view->outline = mw_outline_get_view_state (mw_document_page_get_outline (page));
  mw_viewport_get_view (mw_document_page_get_viewport (page), &view->viewport);
  mw_time_bar_get_view (mw_document_page_get_time_bar (page), &view->time);
  mw_document_page_get_panels (page, &view->panels);
  view->inspector = mw_inspector_get_scrolled (mw_document_page_get_inspector (page));
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (page));
  GtkWidget *focus = root ? gtk_root_get_focus (root) : NULL;
  view->focus = holds (mw_document_page_get_outline (page), focus)    ? FOCUS_OUTLINE
                : holds (mw_document_page_get_viewport (page), focus) ? FOCUS_VIEWPORT
                                                                      : FOCUS_ELSEWHERE;
  return view;
}

void
mw_page_view_restore (const MwPageView *view, MwDocumentPage *page)
{
  MwDocument *document = mw_document_page_get_document (page);
  Map map = { mw_document_get_model (view->document), mw_document_get_model (document) };
  g_autoptr (GArray) selection = g_array_new (FALSE, FALSE, sizeof (MwId));
  for (guint i = 0; i < view->selection->len; i++) {
    MwId id = map_id (g_array_index (view->selection, MwId, i), &map);
    if (id)
      g_array_append_val (selection, id);
  }
  mw_document_page_set_panels (page, &view->panels);
  mw_document_select (document, (const MwId *) selection->data, selection->len);
  mw_outline_set_view_state (mw_document_page_get_outline (page), view->outline, map_id, &map);
  MwTimeBarView time = view->time;
  time.sequence = time.sequence ? map_id (time.sequence, &map) : 0;
  mw_time_bar_set_view (mw_document_page_get_time_bar (page), &time);
  mw_viewport_set_view (mw_document_page_get_viewport (page), &view->viewport);
  mw_inspector_set_scrolled (mw_document_page_get_inspector (page), view->inspector);
  if (view->focus == FOCUS_OUTLINE)
    gtk_widget_grab_focus (GTK_WIDGET (mw_outline_get_view (mw_document_page_get_outline (page))));
  else if (view->focus == FOCUS_VIEWPORT)
    mw_viewport_take_focus (mw_document_page_get_viewport (page));
}

void
mw_page_view_free (MwPageView *view)
{
  g_object_unref (view->document);
  g_array_unref (view->selection);
  mw_outline_view_free (view->outline);
  g_free (view);
}
