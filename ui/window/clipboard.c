/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/clipboard.h"
#include "core/edit/operations/elements/elements-text.h"
#include "core/edit/operations/transfer/transfer.h"
#include "ui/edit.h"
#include "ui/i18n.h"
#include "ui/outline/outline.h"
#include "ui/window/window.h"

#include <string.h>

static void
refuse (MwOutline *outline, MwDocument *document, const GError *error)
{
  g_autofree char *text = mw_ui_refusal (document, error);
  g_signal_emit_by_name (outline, "refused", text);
}

/* Puts the text of the selected elements on the clipboard. Returns whether that was possible; otherwise the user is told why
 * not. */
static gboolean
copy (MwOutline *outline)
{
  MwDocument *document = mw_outline_get_document (outline);
  guint n;
  const MwId *ids = mw_document_get_selection (document, &n);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = n ? mw_elements_to_text (document, ids, n, &error) : NULL;
  if (text)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (outline)), text);
  else if (error)
    refuse (outline, document, error);
  return text != NULL;
}

static void
copy_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  copy (MW_OUTLINE (widget));
}

static void
cut_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  if (copy (MW_OUTLINE (widget)))
    mw_outline_run_operation (MW_OUTLINE (widget), "delete");
}

static void
paste_text (MwOutline *outline, const char *text)
{
  MwDocument *document = mw_outline_get_document (outline);
  const MwOperation *paste = &mw_operation_paste;
  g_autoptr (MwRecord) params = mw_elements_paste_params (text);
  g_autoptr (GError) error = NULL;
  if (!mw_ui_run_operation (document, paste, NULL, 0, params, &error))
    refuse (outline, document, error);
}

/* The clipboard may belong to another program, so its text arrives later; the outline may be gone by then. */
static void
text_read (GObject *clipboard, GAsyncResult *result, gpointer data)
{
  g_autoptr (MwOutline) outline = data;
  g_autofree char *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);
  if (!mw_outline_get_document (outline))
    return;
  if (text && *text)
    paste_text (outline, text);
  else
    g_signal_emit_by_name (outline, "refused", _ ("The clipboard holds no elements: copy some first"));
}

static void
paste_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (widget), NULL, text_read, g_object_ref (widget));
}

/* The three of a class, and their keys. */
static void
install (GtkWidgetClass *klass, const char *const names[MW_CLIPBOARD_ITEMS],
         const GtkWidgetActionActivateFunc activate[MW_CLIPBOARD_ITEMS])
{
  static const guint keys[MW_CLIPBOARD_ITEMS] = { GDK_KEY_c, GDK_KEY_x, GDK_KEY_v };
  for (guint i = 0; i < MW_CLIPBOARD_ITEMS; i++) {
    gtk_widget_class_install_action (klass, names[i], NULL, activate[i]);
    gtk_widget_class_add_binding_action (klass, keys[i], GDK_CONTROL_MASK, names[i], NULL);
  }
}

void
mw_clipboard_install (GtkWidgetClass *outline)
{
  static const char *const names[] = { "outline.copy", "outline.cut", "outline.paste" };
  static const GtkWidgetActionActivateFunc activate[] = { copy_activated, cut_activated, paste_activated };
  install (outline, names, activate);
}

/* "win.copy" becomes "outline.copy" of the shown page. */
static void
window_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  MwDocumentPage *page = mw_window_get_page (MW_WINDOW (widget));
  g_autofree char *own = g_strconcat ("outline", name + strlen ("win"), NULL);
  if (page)
    gtk_widget_activate_action (GTK_WIDGET (mw_document_page_get_outline (page)), own, NULL);
}

void
mw_clipboard_install_window (GtkWidgetClass *window)
{
  static const char *const names[] = { "win.copy", "win.cut", "win.paste" };
  static const GtkWidgetActionActivateFunc activate[] = { window_activated, window_activated, window_activated };
  install (window, names, activate);
}

void
mw_clipboard_items (MwDocument *document, const MwId *ids, guint n, MwMenuItem *items, char **why)
{
  g_autoptr (GError) error = NULL;
  const char *reason = n ? NULL : _ ("nothing is selected");
  *why = NULL;
  for (guint i = 0; i < n && !*why; i++)
    if (!mw_transfer_can_take (mw_model_find (mw_document_get_model (document), ids[i]), &error))
      *why = mw_ui_refusal (document, error);
  if (*why)
    reason = *why;
  items[0] = (MwMenuItem) { _ ("Copy"), "win.copy", "<Control>c", reason };
  items[1] = (MwMenuItem) { _ ("Cut"), "win.cut", "<Control>x", reason };
  items[2] = (MwMenuItem) { _ ("Paste"), "win.paste", "<Control>v", NULL };
}
