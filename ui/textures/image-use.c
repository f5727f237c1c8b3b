/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/textures/image-use.h"
#include "ui/viewport/attach-model.h"
#include "core/model/aspects.h"
#include "core/vfs/names.h"
#include "ui/document/document-page.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/viewport/viewport-pick.h"

#include <string.h>

/* --- What is done --------------------------------------------------------------------------------------------------- */

/* The operations with a texture and a path of a file among their parameters. */
static const char *const operations[] = { "layer-set-texture", "surface-texture", "effect-set-texture" };

static const MwOperation *
operation_for (MwDocument *document, const MwId *ids, guint n)
{
  const MwModel *model = mw_document_get_model (document);
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (model, ids[i]);
    if (!record || !record->owner) /* the model itself would mean everything in it */
      return NULL;
  }
  for (guint i = 0; n && i < G_N_ELEMENTS (operations); i++) {
    const MwOperation *operation = mw_operation_find (operations[i]);
    if (mw_operation_applies (operation, document, ids, n, NULL))
      return operation;
  }
  return NULL;
}

static void
add_once (GArray *ids, MwId id)
{
  for (guint i = 0; i < ids->len; i++)
    if (g_array_index (ids, MwId, i) == id)
      return;
  g_array_append_val (ids, id);
}

/* Adds what a record refers to, and what refers to it, if that shows images. */
static void
add_neighbours (MwDocument *document, const MwRecord *record, GArray *targets)
{
  const MwModel *model = mw_document_get_model (document);
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (field->type != MW_TYPE_REF || field->count != 1)
      continue;
    const MwRecord *target = mw_model_resolve (model, *(const MwRef *) mw_field_at (record, field));
    if (target && operation_for (document, &target->id, 1))
      add_once (targets, target->id);
  }
  if (targets->len)
    return;
  g_autoptr (GArray) users = mw_document_find_referrers (document, record->id);
  for (guint i = 0; i < users->len; i++) {
    MwId id = g_array_index (users, MwTarget, i).record->id;
    if (operation_for (document, &id, 1))
      add_once (targets, id);
  }
}

/* Whether an element shows an image that the game supplies, such as the team colour. */
static gboolean
shows_supplied (const MwModel *model, const MwRecord *record)
{
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    const MwRecord *target = field->type == MW_TYPE_REF && field->count == 1
                               ? mw_model_resolve (model, *(const MwRef *) mw_field_at (record, field))
                               : NULL;
    if (!target || target->schema != mw_aspects_of (model)->texture)
      continue;
    MwTextureAspect look = mw_texture_aspect (target);
    if (look.type || look.replaceable_id)
      return TRUE;
  }
  return FALSE;
}

/* Of an element with parts that show images, such as a material with layers, the first that shows one of a file; else the first. The element
 * itself if it has no such parts. */
static MwId
part_of (MwDocument *document, MwId id)
{
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *record = mw_model_find (model, id), *first = NULL;
  for (guint i = 0; record && i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    const MwList *parts = field->type == MW_TYPE_LIST ? mw_record_list (record, field) : NULL;
    for (uint32_t k = 0; parts && k < parts->n; k++) {
      if (!operation_for (document, &parts->items[k]->id, 1))
        continue;
      if (!shows_supplied (model, parts->items[k]))
        return parts->items[k]->id;
      first = first ? first : parts->items[k];
    }
  }
  return first ? first->id : id;
}

/* The operation and the elements that it is done to; NULL: there is none. */
static const MwOperation *
find (MwDocument *document, const MwId *ids, guint n, GArray *targets)
{
  if (operation_for (document, ids, n)) {
    g_array_append_vals (targets, ids, n);
  } else {
    for (guint i = 0; i < n; i++) {
      const MwRecord *record = mw_model_find (mw_document_get_model (document), ids[i]);
      if (record && record->owner)
        add_neighbours (document, record, targets);
    }
  }
  for (guint i = 0; i < targets->len; i++)
    g_array_index (targets, MwId, i) = part_of (document, g_array_index (targets, MwId, i));
  return operation_for (document, (const MwId *) targets->data, targets->len);
}

const char *
mw_image_use_describe (MwDocument *document, const MwId *ids, guint n)
{
  g_autoptr (GArray) targets = g_array_new (FALSE, FALSE, sizeof (MwId));
  const MwOperation *operation = find (document, ids, n, targets);
  return operation ? mw_ui_label (operation->label) : NULL;
}

gboolean
mw_image_use (MwOutline *outline, MwDocument *document, const MwImageItem *item, const MwId *ids, guint n)
{
  g_autoptr (GArray) targets = g_array_new (FALSE, FALSE, sizeof (MwId));
  g_autoptr (GError) error = NULL;
  const MwOperation *operation = find (document, ids, n, targets);
  if (!operation)
    return FALSE;
  g_autoptr (MwRecord) params = mw_operation_params_new (operation);
  const MwRecord *texture = item->textures->len ? mw_model_find (mw_document_get_model (document),
                                                                 g_array_index (item->textures, MwId, 0))
                                                : NULL;
  g_autofree char *value = texture ? mw_record_path (texture) : g_strdup (item->path);
  if (mw_operation_param_set (operation, document, params, texture ? "texture" : "path", value, strlen (value), &error))
    mw_outline_apply (outline, operation, (const MwId *) targets->data, targets->len, params);
  else
    mw_outline_refuse (outline, error, ids, n);
  return TRUE;
}

/* --- Dropping ------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwOutline *outline;
  MwDocument *document;
  GtkWidget *under; /* the row under the pointer, or the widget; weak */
} Drop;

static void
drop_free (gpointer data, GClosure *closure)
{
  Drop *drop = data;
  g_clear_weak_pointer (&drop->under);
  g_free (drop);
}

static void
mark (Drop *drop, GtkWidget *widget)
{
  if (drop->under == widget)
    return;
  if (drop->under)
    gtk_widget_remove_css_class (drop->under, "drop-into");
  g_set_weak_pointer (&drop->under, widget);
  if (widget)
    gtk_widget_add_css_class (widget, "drop-into");
}

/* Appends what the row at a place of the view selects, and returns its widget; NULL: there is none. */
static GtkWidget *
row_at (Drop *drop, double x, double y, GArray *ids)
{
  GtkWidget *widget = NULL;
  GtkTreeListRow *row = mw_outline_get_row_at (drop->outline, x, y, &widget);
  g_autoptr (MwOutlineNode) node = row ? gtk_tree_list_row_get_item (row) : NULL;
  if (node && !mw_outline_node_is_group (node))
    mw_outline_node_append_ids (node, ids);
  return widget;
}

static GdkDragAction
over_row (GtkDropTarget *target, double x, double y, Drop *drop)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  GtkWidget *row = row_at (drop, x, y, ids);
  gboolean may = mw_image_use_describe (drop->document, (const MwId *) ids->data, ids->len) != NULL;
  mark (drop, may ? row : NULL);
  return may ? GDK_ACTION_COPY : 0;
}

static GdkDragAction
over_widget (GtkDropTarget *target, double x, double y, Drop *drop)
{
  guint n;
  const MwId *ids = mw_document_get_selection (drop->document, &n);
  gboolean may = mw_image_use_describe (drop->document, ids, n) != NULL;
  mark (drop, may ? gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (target)) : NULL);
  return may ? GDK_ACTION_COPY : 0;
}

/* The view that a drop target belongs to. */
static MwViewport *
view_of (GtkDropTarget *target)
{
  return MW_VIEWPORT (
    gtk_widget_get_ancestor (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (target)), MW_TYPE_VIEWPORT));
}

/* Whether files of another program are dragged. Which ones is known when they are dropped. */
static gboolean
are_files (GtkDropTarget *target)
{
  GdkDrop *drop = gtk_drop_target_get_current_drop (target);
  return drop && gdk_content_formats_contain_gtype (gdk_drop_get_formats (drop), GDK_TYPE_FILE_LIST);
}

static GdkDragAction
over_view (GtkDropTarget *target, double x, double y, Drop *drop)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  mw_viewport_point_at (view_of (target), x, y, ids);
  if (are_files (target))
    return GDK_ACTION_COPY;
  return mw_image_use_describe (drop->document, (const MwId *) ids->data, ids->len) ? GDK_ACTION_COPY : 0;
}

static void
left_view (GtkDropTarget *target, Drop *drop)
{
  mw_viewport_stop_pointing (view_of (target));
}

static void
say (GtkDropTarget *target, const char *text)
{
  GtkWidget *widget = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (target));
  mw_document_page_say (MW_DOCUMENT_PAGE (gtk_widget_get_ancestor (widget, MW_TYPE_DOCUMENT_PAGE)), text);
}

static gboolean
dropped_image_file (GtkDropTarget *target, Drop *drop, const char *file, const GArray *ids)
{
  gboolean found;
  g_autoptr (MwImageItem)
    item = mw_image_item_of_file (drop->document, mw_viewport_get_lookup (view_of (target)), file, &found);
  const guint64 before = mw_document_get_newest_serial (drop->document);
  if (!mw_image_use (drop->outline, drop->document, item, (const MwId *) ids->data, ids->len)) {
    say (target, _ ("Nothing here shows an image. Drop it on a surface of the model."));
    return FALSE;
  }
  if (mw_document_get_newest_serial (drop->document) == before)
    return TRUE; /* it was refused, which was said, or changes nothing */
  g_autofree char *path = mw_ui_text (item->path);
  /* Translators: %s is a path in a model. */
  g_autofree char *text = g_strdup_printf (
    found ? _ ("The texture is %s") : _ ("The texture is %s. Copy the image to where the model's textures are."), path);
  say (target, text);
  return TRUE;
}

/* A single image is shown by what is under it, and a single model by the attachment under it; other models are opened. */
static gboolean
dropped_files (GtkDropTarget *target, Drop *drop, GSList *files, const GArray *ids)
{
  g_autofree char *only = files && !files->next ? g_file_get_path (files->data) : NULL;
  if (only && mw_name_is_image (only))
    return dropped_image_file (target, drop, only, ids);
  if (only && mw_attach_model_drop (view_of (target), drop->document, (const MwId *) ids->data, ids->len, only))
    return TRUE;
  for (GSList *at = files; at; at = at->next) {
    g_autofree char *path = g_file_get_path (at->data);
    if (path)
      gtk_widget_activate_action (GTK_WIDGET (view_of (target)), "win.open-path", "s", path);
  }
  return TRUE;
}

static gboolean
dropped_on_view (GtkDropTarget *target, const GValue *value, double x, double y, Drop *drop)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  mw_viewport_point_at (view_of (target), x, y, ids);
  mw_viewport_stop_pointing (view_of (target));
  if (G_VALUE_HOLDS (value, GDK_TYPE_FILE_LIST))
    return dropped_files (target, drop, g_value_get_boxed (value), ids);
  return mw_image_use (drop->outline, drop->document, g_value_get_object (value), (const MwId *) ids->data, ids->len);
}

static void
left (GtkDropTarget *target, Drop *drop)
{
  mark (drop, NULL);
}

static gboolean
dropped_on_row (GtkDropTarget *target, const GValue *value, double x, double y, Drop *drop)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  row_at (drop, x, y, ids);
  mark (drop, NULL);
  return mw_image_use (drop->outline, drop->document, g_value_get_object (value), (const MwId *) ids->data, ids->len);
}

static gboolean
dropped_on_widget (GtkDropTarget *target, const GValue *value, double x, double y, Drop *drop)
{
  guint n;
  const MwId *ids = mw_document_get_selection (drop->document, &n);
  g_autofree MwId *own = g_memdup2 (ids, n * sizeof (MwId));
  mark (drop, NULL);
  return mw_image_use (drop->outline, drop->document, g_value_get_object (value), own, n);
}

static GtkDropTarget *
accept (GtkWidget *widget, MwOutline *outline, MwDocument *document, GCallback over, GCallback gone, GCallback dropped)
{
  Drop *drop = g_new0 (Drop, 1);
  drop->outline = outline;
  drop->document = document;
  GtkDropTarget *target = gtk_drop_target_new (MW_TYPE_IMAGE_ITEM, GDK_ACTION_COPY);
  g_signal_connect (target, "enter", over, drop);
  g_signal_connect (target, "motion", over, drop);
  g_signal_connect (target, "leave", gone, drop);
  g_signal_connect_data (target, "drop", dropped, drop, drop_free, 0);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (target));
  return target;
}

void
mw_image_use_accept_on_rows (MwOutline *outline, MwDocument *document)
{
  accept (GTK_WIDGET (mw_outline_get_view (outline)), outline, document, G_CALLBACK (over_row), G_CALLBACK (left),
          G_CALLBACK (dropped_on_row));
}

void
mw_image_use_accept_for_selection (GtkWidget *widget, MwOutline *outline, MwDocument *document)
{
  accept (widget, outline, document, G_CALLBACK (over_widget), G_CALLBACK (left), G_CALLBACK (dropped_on_widget));
}

void
mw_image_use_accept_on_view (MwViewport *viewport, MwOutline *outline, MwDocument *document)
{
  GType types[] = { MW_TYPE_IMAGE_ITEM, GDK_TYPE_FILE_LIST };
  GtkDropTarget *target = accept (mw_viewport_get_drawing (viewport), outline, document, G_CALLBACK (over_view),
                                  G_CALLBACK (left_view), G_CALLBACK (dropped_on_view));
  gtk_drop_target_set_gtypes (target, types, G_N_ELEMENTS (types));
}
