/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/findings-button.h"
#include "ui/document/findings.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/problems/problem.h"

struct _MwFindingsButton {
  GtkButton parent_instance;
  GtkWidget *icon, *label;
  MwDocumentPage *page; /* weak */
  MwFindings *findings; /* those of its document, or NULL */
  guint next;           /* the problem to which the next press goes */
};

G_DEFINE_FINAL_TYPE (MwFindingsButton, mw_findings_button, GTK_TYPE_BUTTON)

/* How many are wrong; those come first in the list, and then what nothing refers to. */
static guint
count_all (MwFindings *findings)
{
  return findings ? mw_problems_count (mw_findings_get_problems (findings)) : 0;
}

static void
refresh (MwFindingsButton *self)
{
  const guint n = count_all (self->findings);
  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
  if (!n)
    return;
  const GPtrArray *problems = mw_findings_get_problems (self->findings);
  const gboolean is_error = mw_problem_get_rule (problems->pdata[0])->severity == MW_SEVERITY_ERROR;
  g_autofree char *count = mw_ui_count (n), *text = g_strdup_printf (ngettext ("%s problem", "%s problems", n), count),
                  *summary = mw_problems_summary (problems, MW_SEVERITY_WARNING, "\n"),
                  *tooltip = g_strconcat (summary, "\n", _ ("Press to go to the next, the worst first"), NULL);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->icon), is_error ? "dialog-error-symbolic" : "dialog-warning-symbolic");
  gtk_label_set_text (GTK_LABEL (self->label), text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

static void
clicked (GtkButton *button)
{
  MwFindingsButton *self = MW_FINDINGS_BUTTON (button);
  MwDocument *document = self->page ? mw_document_page_get_document (self->page) : NULL;
  if (!document || !self->findings)
    return;
  const MwModel *model = mw_document_get_model (document);
  const guint n = count_all (self->findings);
  /* Elements that were removed since the last check are passed over. */
  for (guint tries = 0; tries < n; tries++) {
    MwProblem *problem = mw_findings_get_problems (self->findings)->pdata[self->next++ % n];
    const MwRecord *record = mw_model_find (model, mw_problem_get_element (problem));
    if (!record)
      continue;
    mw_document_select (document, &record->id,
                        record == &model->record ? 0 : 1); /* nothing selected is the model itself */
    g_autofree char *title = mw_ui_record_long_title (record),
                    *text = g_strdup_printf ("%s: %s (%s)", title, mw_ui_label (mw_problem_get_rule (problem)->text),
                                             mw_problem_get_message (problem));
    mw_document_page_say (self->page, text);
    return;
  }
}

/* Begins with the worst again: there may be others now. */
static void
changed (MwFindingsButton *self)
{
  self->next = 0;
  refresh (self);
}

void
mw_findings_button_set_page (MwFindingsButton *self, MwDocumentPage *page)
{
  MwDocument *document = page ? mw_document_page_get_document (page) : NULL;
  MwFindings *findings = document ? mw_findings_of (document) : NULL;
  g_set_weak_pointer (&self->page, page);
  if (findings == self->findings)
    return;
  if (self->findings)
    g_signal_handlers_disconnect_by_data (self->findings, self);
  g_set_object (&self->findings, findings);
  self->next = 0;
  if (findings)
    g_signal_connect_object (findings, "changed", G_CALLBACK (changed), self, G_CONNECT_SWAPPED);
  refresh (self);
}

static void
dispose (GObject *object)
{
  MwFindingsButton *self = MW_FINDINGS_BUTTON (object);
  if (self->findings)
    g_signal_handlers_disconnect_by_data (self->findings, self);
  g_clear_object (&self->findings);
  g_clear_weak_pointer (&self->page);
  G_OBJECT_CLASS (mw_findings_button_parent_class)->dispose (object);
}

static void
mw_findings_button_class_init (MwFindingsButtonClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = dispose;
  GTK_BUTTON_CLASS (klass)->clicked = clicked;
}

static void
mw_findings_button_init (MwFindingsButton *self)
{
  GtkWidget *inside = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->icon = gtk_image_new ();
  self->label = gtk_label_new (NULL);
  gtk_box_append (GTK_BOX (inside), self->icon);
  gtk_box_append (GTK_BOX (inside), self->label);
  gtk_button_set_child (GTK_BUTTON (self), inside);
  gtk_widget_add_css_class (GTK_WIDGET (self), "flat");
  gtk_widget_add_css_class (GTK_WIDGET (self), "small");
  gtk_widget_set_focus_on_click (GTK_WIDGET (self), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
