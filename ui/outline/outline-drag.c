/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/outline/outline-drag.h"
#include "ui/ellipsis.h"
#include "ui/outline/outline-row.h"
#include "ui/drag-escape.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/widgets.h"

#include <string.h>

typedef struct {
  MwOutline *outline;
  MwDocument *document;
  GArray *ids;      /* MwId: the records that are dragged */
  GtkWidget *text;  /* the label at the pointer; weak */
  GtkWidget *under; /* the row under the pointer; weak */
} Drag;

/* --- What a drop does ----------------------------------------------------------------------------------------------- */

static MwRecord *
record_of (MwDocument *document, MwId id)
{
  return mw_model_find (mw_document_get_model (document), id);
}

/* Whether the records can be put beside the target: all are of its kind, in its list, and not the target itself. */
static gboolean
may_order (MwDocument *document, const MwId *ids, guint n, const MwRecord *target)
{
  gboolean may = n > 0 && mw_record_slot (target)->type == MW_TYPE_LIST;
  for (guint i = 0; i < n && may; i++) {
    const MwRecord *record = record_of (document, ids[i]);
    may = record && record != target && record->owner == target->owner && record->schema == target->schema
          && mw_record_slot (record) == mw_record_slot (target);
  }
  return may;
}

/* The operation that gives the records the target as their parent; NULL: none does. Where one keeps the motion, it is the default. */
static const MwOperation *
parent_operation (MwDocument *document, const MwId *ids, guint n, const MwRecord *target, gboolean other)
{
  for (guint i = 0; i < n; i++)
    if (ids[i] == target->id)
      return NULL;
  const MwOperation *keep = mw_operation_find ("node-reparent-keep"), *plain = mw_operation_find ("re-parent");
  if (!other && mw_operation_applies (keep, document, ids, n, NULL))
    return keep;
  return mw_operation_applies (plain, document, ids, n, NULL) ? plain : NULL;
}

/* Whether nodes of this kind can be parents: the field of the parent refers to the target's list. */
static gboolean
may_be_parent (MwDocument *document, MwId id, const MwRecord *target)
{
  const MwRecord *record = record_of (document, id);
  const MwField *field = record ? mw_schema_field_of_role (record->schema, MW_ROLE_PARENT, MW_TYPE_REF) : NULL;
  const MwField *list = NULL;
  const MwRecord *owner = field ? mw_ref_scope (mw_document_get_model (document), record, field, &list) : NULL;
  return owner && owner == target->owner && list == mw_record_slot (target);
}

char *
mw_outline_drag_describe (MwOutline *outline, MwDocument *document, const MwId *ids, guint n, MwId id, gboolean after,
                          gboolean other)
{
  const MwRecord *target = record_of (document, id);
  if (!target || !n)
    return NULL;
  g_autofree char *title = mw_ui_record_title (target);
  if (!mw_outline_is_by_skeleton (outline))
    return may_order (document, ids, n, target) && !mw_outline_is_sorted_at (outline, id)
             ? g_strdup_printf (after ? _ ("after %s") : _ ("before %s"), title)
             : NULL;
  const MwOperation *operation = may_be_parent (document, ids[0], target)
                                   ? parent_operation (document, ids, n, target, other)
                                   : NULL;
  gboolean keeps = operation && strcmp (operation->id, "re-parent") != 0;
  return !operation ? NULL
         : keeps    ? g_strdup_printf (_ ("under %s, moves as before (Alt: keeps its tracks)"), title)
                    : g_strdup_printf (_ ("under %s, keeps its tracks"), title);
}

/* The neighbour of a record among those of its kind: before it (-1) or after it (1); NULL: there is none. */
static const MwRecord *
neighbour (const MwRecord *record, int step)
{
  const MwList *list = mw_record_list (record->owner, mw_record_slot (record));
  for (gint64 i = (gint64) mw_record_index (record) + step; i >= 0 && i < list->n; i += step)
    if (list->items[i]->schema == record->schema)
      return list->items[i];
  return NULL;
}

static int
compare_places (gconstpointer a, gconstpointer b, gpointer document)
{
  guint32 x = mw_record_index (record_of (document, *(const MwId *) a)),
          y = mw_record_index (record_of (document, *(const MwId *) b));
  return x < y ? -1 : x > y;
}

/* Moves each record, one place at a time as the operations do, until it is beside the target. */
static gboolean
order (MwDocument *document, const MwId *ids, guint n, MwId target, gboolean after, GError **error)
{
  g_autoptr (GArray) sorted = g_array_new (FALSE, FALSE, sizeof (MwId));
  g_array_append_vals (sorted, ids, n);
  g_array_sort_with_data (sorted, compare_places, document);
  for (guint i = 0; i < n; i++) {
    /* They keep their order. */
    MwId id = g_array_index (sorted, MwId, after ? n - 1 - i : i);
    while (neighbour (record_of (document, target), after ? 1 : -1) != record_of (document, id)) {
      gboolean up = mw_record_index (record_of (document, id)) > mw_record_index (record_of (document, target));
      if (!mw_operation_run (mw_operation_find (up ? "move-up" : "move-down"), document, &id, 1, NULL, error))
        return FALSE;
    }
  }
  return TRUE;
}

static void
drop_order (MwOutline *outline, MwDocument *document, const MwId *ids, guint n, const MwRecord *target, gboolean after)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *title = mw_ui_record_title (target),
                  *place = mw_outline_drag_describe (outline, document, ids, n, target->id, after, FALSE);
  g_autofree char *what = n == 1 ? mw_ui_record_title (record_of (document, ids[0]))
                                 : g_strdup_printf (ngettext ("%u element", "%u elements", n), n);
  /* Translators: an element, and "before Walk" or "after Walk" */
  g_autofree char *label = g_strdup_printf (_ ("Move %s %s"), what, place);
  g_autofree MwId *own = g_memdup2 (ids, n * sizeof (MwId));
  mw_document_begin (document, label);
  if (order (document, own, n, target->id, after, &error)) {
    mw_document_select (document, own, n);
    mw_document_commit (document);
  } else {
    mw_document_cancel (document);
    mw_outline_refuse (outline, error, own, n);
  }
}

void
mw_outline_drag_drop (MwOutline *outline, MwDocument *document, const MwId *ids, guint n, MwId id, gboolean after,
                      gboolean other)
{
  const MwRecord *target = record_of (document, id);
  g_autofree char *does = mw_outline_drag_describe (outline, document, ids, n, id, after, other);
  g_autoptr (GError) error = NULL;
  if (!does)
    return;
  if (!mw_outline_is_by_skeleton (outline)) {
    drop_order (outline, document, ids, n, target, after);
    return;
  }
  const MwOperation *operation = parent_operation (document, ids, n, target, other);
  g_autoptr (MwRecord) params = mw_operation_params_new (operation);
  g_autofree char *path = mw_record_path (target);
  if (mw_operation_param_set (operation, document, params, "parent", path, strlen (path), &error))
    mw_outline_apply (outline, operation, ids, n, params);
  else
    mw_outline_refuse (outline, error, ids, n);
}

/* --- The gesture ---------------------------------------------------------------------------------------------------- */

static void
mark_row (Drag *drag, GtkWidget *row, const char *css_class)
{
  static const char *const classes[] = { "drop-before", "drop-after", "drop-into" };
  for (guint i = 0; drag->under && i < G_N_ELEMENTS (classes); i++)
    gtk_widget_remove_css_class (drag->under, classes[i]);
  g_set_weak_pointer (&drag->under, row);
  if (row)
    gtk_widget_add_css_class (row, css_class);
}

/* The record of the row at a place of the view; 0: there is none. */
static MwId
id_at (Drag *drag, double x, double y, GtkWidget **row, gboolean *after)
{
  GtkWidget *widget = NULL, *view = GTK_WIDGET (mw_outline_get_view (drag->outline));
  GtkTreeListRow *found = mw_outline_get_row_at (drag->outline, x, y, &widget);
  g_autoptr (MwOutlineNode) node = found ? gtk_tree_list_row_get_item (found) : NULL;
  graphene_rect_t bounds;
  *after = widget && gtk_widget_compute_bounds (widget, view, &bounds) && y > bounds.origin.y + bounds.size.height / 2;
  *row = widget;
  return node && !mw_outline_node_is_surface (node) ? mw_outline_node_get_id (node) : 0;
}

/* Whether a place of the view is right of the title of its row, where a drag selects rows. */
static gboolean
is_beside_title (GtkWidget *view, GtkWidget *cell, double x)
{
  enum { NEAR = 8 };
  GtkWidget *row = MW_IS_OUTLINE_ROW (cell) ? cell : gtk_widget_get_first_child (cell);
  graphene_point_t start;
  return row && MW_IS_OUTLINE_ROW (row) && gtk_widget_compute_point (row, view, &GRAPHENE_POINT_INIT (0, 0), &start)
         && x > (double) start.x + mw_outline_row_get_title_end (MW_OUTLINE_ROW (row)) + NEAR;
}

static GdkContentProvider *
prepare (GtkDragSource *source, double x, double y, Drag *drag)
{
  GtkWidget *row;
  gboolean after, selected = FALSE;
  guint n;
  MwId id = id_at (drag, x, y, &row, &after);
  if (!id || is_beside_title (GTK_WIDGET (mw_outline_get_view (drag->outline)), row, x))
    return NULL;
  const MwId *ids = mw_document_get_selection (drag->document, &n);
  for (guint i = 0; i < n; i++)
    selected |= ids[i] == id;
  g_array_set_size (drag->ids, 0);
  if (selected)
    g_array_append_vals (drag->ids, ids, n);
  else
    g_array_append_val (drag->ids, id);
  return gdk_content_provider_new_typed (MW_TYPE_OUTLINE, drag->outline);
}

static void
drag_began (GtkDragSource *source, GdkDrag *gdk_drag, Drag *drag)
{
  GtkWidget *text = gtk_label_new (NULL);
  guint n = drag->ids->len;
  g_autofree char *what = n == 1 ? mw_ui_record_title (record_of (drag->document, g_array_index (drag->ids, MwId, 0)))
                                 : g_strdup_printf (ngettext ("%u element", "%u elements", n), n);
  gtk_label_set_text (GTK_LABEL (text), what);
  /* The icon of a drag keeps the size that it has at first. */
  gtk_label_set_width_chars (GTK_LABEL (text), mw_outline_is_by_skeleton (drag->outline) ? 52 : 28);
  gtk_label_set_xalign (GTK_LABEL (text), 0);
  mw_label_ellipsize (text, PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (text, "drag-text");
  g_set_weak_pointer (&drag->text, text);
  gtk_drag_icon_set_child (GTK_DRAG_ICON (gtk_drag_icon_get_for_drag (gdk_drag)), text);
}

static void
drag_ended (Drag *drag)
{
  mark_row (drag, NULL, NULL);
  g_array_set_size (drag->ids, 0);
}

static gboolean
is_alt (GtkDropTarget *target)
{
  return (gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (target)) & GDK_ALT_MASK) != 0;
}

static GdkDragAction
moved (GtkDropTarget *target, double x, double y, Drag *drag)
{
  GtkWidget *row;
  gboolean after;
  MwId id = id_at (drag, x, y, &row, &after);
  g_autofree char *does = id ? mw_outline_drag_describe (drag->outline, drag->document, (const MwId *) drag->ids->data,
                                                         drag->ids->len, id, after, is_alt (target))
                             : NULL;
  gboolean into = mw_outline_is_by_skeleton (drag->outline);
  mark_row (drag, does ? row : NULL, into ? "drop-into" : after ? "drop-after" : "drop-before");
  if (drag->text)
    gtk_label_set_text (GTK_LABEL (drag->text), does ? does
                                                : id && mw_outline_is_sorted_at (drag->outline, id)
                                                  ? _ ("not while sorted by name")
                                                  : _ ("not here"));
  return does ? GDK_ACTION_MOVE : 0;
}

static void
left (GtkDropTarget *target, Drag *drag)
{
  mark_row (drag, NULL, NULL);
  if (drag->text)
    gtk_label_set_text (GTK_LABEL (drag->text), _ ("not here"));
}

static gboolean
dropped (GtkDropTarget *target, const GValue *value, double x, double y, Drag *drag)
{
  GtkWidget *row;
  gboolean after;
  MwId id = id_at (drag, x, y, &row, &after);
  /* Ids of another document mean nothing here. */
  if (g_value_get_object (value) != drag->outline || !id)
    return FALSE;
  g_autoptr (GArray) ids = g_array_copy (drag->ids);
  mw_outline_drag_drop (drag->outline, drag->document, (const MwId *) ids->data, ids->len, id, after, is_alt (target));
  return TRUE;
}

static void
drag_free (gpointer data)
{
  Drag *drag = data;
  g_array_unref (drag->ids);
  g_clear_weak_pointer (&drag->text);
  g_clear_weak_pointer (&drag->under);
  g_free (drag);
}

void
mw_outline_drag_install (MwOutline *outline, MwDocument *document)
{
  GtkWidget *view = GTK_WIDGET (mw_outline_get_view (outline));
  Drag *drag = g_new0 (Drag, 1);
  drag->outline = outline;
  drag->document = document;
  drag->ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  g_object_set_data_full (G_OBJECT (view), "drag", drag, drag_free);
  GtkDragSource *source = gtk_drag_source_new ();
  gtk_drag_source_set_actions (source, GDK_ACTION_MOVE);
  g_signal_connect (source, "prepare", G_CALLBACK (prepare), drag);
  g_signal_connect (source, "drag-begin", G_CALLBACK (drag_began), drag);
  g_signal_connect_swapped (source, "drag-end", G_CALLBACK (drag_ended), drag);
  gtk_widget_add_controller (view, GTK_EVENT_CONTROLLER (source));
  mw_drag_ends_on_escape (source);
  GtkDropTarget *target = gtk_drop_target_new (MW_TYPE_OUTLINE, GDK_ACTION_MOVE);
  g_signal_connect (target, "enter", G_CALLBACK (moved), drag);
  g_signal_connect (target, "motion", G_CALLBACK (moved), drag);
  g_signal_connect (target, "leave", G_CALLBACK (left), drag);
  g_signal_connect (target, "drop", G_CALLBACK (dropped), drag);
  gtk_widget_add_controller (view, GTK_EVENT_CONTROLLER (target));
}
