/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/attach-model.h"
#include "core/io/registry.h"
#include "core/model/aspects.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/operations/operation-item.h"
#include "ui/window/window-private.h"

/* The one element, if it is a node; or NULL. */
static const MwRecord *
node_of (MwDocument *document, const MwId *ids, guint n)
{
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *record = n == 1 ? mw_model_find (model, ids[0]) : NULL;
  return record && mw_aspects_of (model)->point (record->schema) != MW_POINT_NONE ? record : NULL;
}

static const MwRecord *
selected_node (MwDocumentPage *page)
{
  guint n;
  MwDocument *document = mw_document_page_get_document (page);
  const MwId *ids = mw_document_get_selection (document, &n);
  return node_of (document, ids, n);
}

static const char *
attached_to (MwDocumentPage *page, const MwRecord *node)
{
  return mw_viewport_get_attached (mw_document_page_get_viewport (page), node->id);
}

const char *
mw_attach_model_reason (MwWindow *window)
{
  MwDocumentPage *page = mw_window_get_page (window);
  return page && selected_node (page) ? NULL : _ ("select one attachment, bone or other node");
}

const char *
mw_detach_model_reason (MwWindow *window)
{
  MwDocumentPage *page = mw_window_get_page (window);
  const MwRecord *node = page ? selected_node (page) : NULL;
  return node && attached_to (page, node) ? NULL : _ ("no model is attached to what is selected");
}

/* What is being asked for. */
typedef struct {
  MwViewport *viewport; /* weak */
  MwId node;
} Asking;

static void
asking_free (gpointer data)
{
  Asking *asking = data;
  g_clear_weak_pointer (&asking->viewport);
  g_free (asking);
}

static void
answered (GtkNativeDialog *dialog, int response, Asking *asking)
{
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog))
                                                           : NULL;
  g_autofree char *path = file ? g_file_get_path (file) : NULL;
  if (path && asking->viewport)
    mw_viewport_attach (asking->viewport, asking->node, path);
  g_object_unref (dialog);
}

void
mw_attach_model (GtkWidget *widget, const char *action, GVariant *parameter)
{
  MwWindow *self = MW_WINDOW (widget);
  MwDocumentPage *page = mw_window_get_page (self);
  const char *reason = mw_attach_model_reason (self);
  if (reason) {
    g_autofree char *text = g_strdup_printf (_ ("Not attached: %s."), reason);
    mw_window_set_status (self, text);
    return;
  }
  const MwRecord *node = selected_node (page);
  const char *before = attached_to (page, node);
  g_autofree char *title = mw_ui_record_title (node), *whole = g_strdup_printf (_ ("Attach a Model to %s"), title);
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (whole, GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_OPEN,
                                                              _ ("_Attach"), _ ("_Cancel"));
  mw_window_add_model_filters (GTK_FILE_CHOOSER (dialog), FALSE);
  mw_window_begin_beside (GTK_FILE_CHOOSER (dialog), page);
  if (before) {
    g_autoptr (GFile) file = g_file_new_for_path (before);
    gtk_file_chooser_set_file (GTK_FILE_CHOOSER (dialog), file, NULL);
  }
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  Asking *asking = g_new0 (Asking, 1);
  asking->node = node->id;
  g_set_weak_pointer (&asking->viewport, mw_document_page_get_viewport (page));
  g_object_set_data_full (G_OBJECT (dialog), "asking", asking, asking_free);
  g_signal_connect (dialog, "response", G_CALLBACK (answered), asking);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

void
mw_detach_model (GtkWidget *widget, const char *action, GVariant *parameter)
{
  MwWindow *self = MW_WINDOW (widget);
  MwDocumentPage *page = mw_window_get_page (self);
  const char *reason = mw_detach_model_reason (self);
  if (!reason) {
    mw_viewport_attach (mw_document_page_get_viewport (page), selected_node (page)->id, NULL);
    return;
  }
  g_autofree char *text = g_strdup_printf (_ ("Not removed: %s."), reason);
  mw_window_set_status (self, text);
}

void
mw_attach_model_append_items (GtkWidget *menu, MwDocument *document, const MwId *ids, guint n, GtkWidget *within)
{
  const MwRecord *node = node_of (document, ids, n);
  GtkWidget *page = gtk_widget_get_ancestor (within, MW_TYPE_DOCUMENT_PAGE);
  if (!node || !page)
    return;
  gtk_box_append (GTK_BOX (menu), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (menu), mw_action_item_new (_ ("Attach Model…"), "win.attach-model", NULL));
  if (attached_to (MW_DOCUMENT_PAGE (page), node))
    gtk_box_append (GTK_BOX (menu), mw_action_item_new (_ ("Remove Attached Model"), "win.detach-model", NULL));
}

static gboolean
is_model (const char *path)
{
  guint n;
  const MwIoFormat *const *formats = mw_io_formats (&n);
  g_autofree char *lower = g_ascii_strdown (path, -1);
  for (guint i = 0; i < n; i++)
    if (g_str_has_suffix (lower, formats[i]->suffix))
      return TRUE;
  return FALSE;
}

gboolean
mw_attach_model_drop (MwViewport *viewport, MwDocument *document, const MwId *ids, guint n, const char *path)
{
  const MwRecord *node = node_of (document, ids, n);
  if (!node || mw_aspects_of (mw_document_get_model (document))->point (node->schema) != MW_POINT_ATTACHMENT
      || !is_model (path))
    return FALSE;
  mw_viewport_attach (viewport, node->id, path);
  return TRUE;
}
