/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/clipboard.h"
#include "core/edit/operations/elements/elements-text.h"
#include "ui/edit.h"
#include "ui/i18n.h"
#include "ui/outline/outline.h"

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

void
mw_clipboard_install (GtkWidgetClass *outline)
{
  static const struct {
    const char *action;
    guint key;
    GtkWidgetActionActivateFunc activate;
  } actions[] = { { "outline.copy", GDK_KEY_c, copy_activated },
                  { "outline.cut", GDK_KEY_x, cut_activated },
                  { "outline.paste", GDK_KEY_v, paste_activated } };
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++) {
    gtk_widget_class_install_action (outline, actions[i].action, NULL, actions[i].activate);
    gtk_widget_class_add_binding_action (outline, actions[i].key, GDK_CONTROL_MASK, actions[i].action, NULL);
  }
}
