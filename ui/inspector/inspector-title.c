/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/inspector-private.h"
#include "core/model/facts.h"
#include "ui/edit.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/outline/surfaces.h"
#include "ui/widgets.h"

/* What is above the form: the title of the selection, and what is known of it. */

void
mw_inspector_refresh_title (MwInspector *self, const MwId *ids, guint n)
{
  MwModel *model = mw_document_get_model (self->document);
  const MwRecord *record = n ? mw_model_find (model, ids[0]) : &model->record;
  g_autoptr (GPtrArray) surfaces = mw_ui_whole_surfaces (self->document, ids, n);
  g_autofree char *title = NULL;
  if (surfaces && surfaces->len == 1)
    title = mw_ui_surface_title (self->document, g_ptr_array_index (surfaces, 0));
  else if (surfaces)
    title = g_strdup_printf (ngettext ("%u surface", "%u surfaces", surfaces->len), surfaces->len);
  else if (n > 1)
    title = g_strdup_printf (ngettext ("%u element", "%u elements", n), n);
  else
    title = record ? mw_ui_record_long_title (record) : g_strdup ("");
  const char *kind = surfaces ? _ ("Surface") : record ? mw_ui_label (record->schema->label) : "";
  const char *doc = surfaces ? _ ("Batches of all skin profiles that draw the same part in the same way.")
                    : record ? mw_ui_label (record->schema->doc)
                             : NULL;
  gtk_label_set_text (GTK_LABEL (self->title), title);
  gtk_label_set_text (GTK_LABEL (self->kind), kind);
  mw_widget_set_tooltip (self->kind, doc);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->icon), surfaces ? "mw-surface-symbolic"
                                                        : record ? mw_ui_icon (record->schema)
                                                                 : NULL);
}

void
mw_inspector_refresh_facts (MwInspector *self, const MwId *ids, guint n)
{
  g_autoptr (GPtrArray) surfaces = mw_ui_whole_surfaces (self->document, ids, n);
  gboolean one = n == 1 || (surfaces && surfaces->len == 1);
  const MwRecord *record = one ? mw_model_find (mw_document_get_model (self->document), ids[0]) : NULL;
  g_autoptr (GArray) facts = record ? mw_record_facts (record) : NULL;
  mw_box_clear (self->facts);
  for (guint i = 0; facts && i < facts->len; i++) {
    const MwFact *fact = &g_array_index (facts, MwFact, i);
    /* Translators: what is known of an element: "Fired on: Walk, Run" */
    g_autofree char *text = g_strdup_printf (_ ("%s: %s"), mw_ui_label (fact->label), mw_ui_label (fact->text));
    GtkWidget *label = gtk_label_new (text);
    gtk_label_set_xalign (GTK_LABEL (label), 0);
    gtk_label_set_wrap (GTK_LABEL (label), TRUE);
    gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
    gtk_label_set_selectable (GTK_LABEL (label), TRUE);
    gtk_widget_set_focusable (label, FALSE);
    gtk_widget_add_css_class (label, "caption");
    gtk_widget_set_tooltip_text (label, mw_ui_label (fact->about));
    gtk_box_append (GTK_BOX (self->facts), label);
  }
  gtk_widget_set_visible (self->facts, facts && facts->len > 0);
}

void
mw_inspector_refresh_surface (MwInspector *self, const MwId *ids, guint n)
{
  mw_surface_form_set_ids (MW_SURFACE_FORM (self->surface), ids, n);
  gtk_widget_set_visible (self->batches, gtk_widget_get_visible (self->surface));
  g_autofree char *title = n == 1 ? g_strdup (_ ("Batch"))
                                  : g_strdup_printf (ngettext ("%u batch", "%u batches", n), n);
  gtk_label_set_text (GTK_LABEL (self->batches), title);
}
