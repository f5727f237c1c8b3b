/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/operations/missed-list.h"
#include "core/edit/operations/transfer/import-fate.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/widgets.h"

struct _MwMissedList {
  GtkBox parent_instance;
  MwDocument *document;
  GtkWidget *expander, *heading, *box;
};

G_DEFINE_FINAL_TYPE (MwMissedList, mw_missed_list, GTK_TYPE_BOX)

/* "3 bones". Free with g_free(). */
static char *
count_of (MwMissedKind kind, guint n)
{
  switch (kind) {
  case MW_MISSED_BONES:
    return g_strdup_printf (ngettext ("%u bone", "%u bones", n), n);
  case MW_MISSED_EVENTS:
    return g_strdup_printf (ngettext ("%u event", "%u events", n), n);
  case MW_MISSED_EMITTERS:
    return g_strdup_printf (ngettext ("%u emitter", "%u emitters", n), n);
  case MW_MISSED_TRACKS:
    return g_strdup_printf (ngettext ("%u other track", "%u other tracks", n), n);
  case MW_MISSED_GLOBAL:
    return g_strdup_printf (ngettext ("%u track on a global sequence", "%u tracks on global sequences", n), n);
  default:
    return g_strdup_printf (
      ngettext ("%u bone of this model that does not move", "%u bones of this model that do not move", n), n);
  }
}

/* "Alpha of Material 2"; a bone that the user has left out is marked. Free with g_free(). */
static char *
name_of (const MwModel *model, const MwMissed *missed)
{
  const MwRecord *record = mw_model_find (model, missed->record);
  g_autofree char *title = mw_ui_record_long_title (record);
  if (missed->slot)
    /* Translators: a track of an element, as "Alpha of Material 2" */
    return g_strdup_printf (_ ("%s of %s"), mw_ui_label (missed->slot->label), title);
  return missed->by_hand ? g_strdup_printf (_ ("%s (left out by you)"), title) : g_steal_pointer (&title);
}

static void
add_kind (MwMissedList *self, MwMissedKind kind, guint n, const char *names)
{
  g_autofree char *count = count_of (kind, n);
  GtkWidget *heading = gtk_label_new (count), *text = gtk_label_new (names);
  GtkWidget *const both[] = { heading, text };
  gtk_widget_add_css_class (heading, "heading");
  gtk_label_set_selectable (GTK_LABEL (text), TRUE);
  gtk_widget_set_focusable (text, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (both); i++) {
    gtk_label_set_xalign (GTK_LABEL (both[i]), 0);
    gtk_label_set_wrap (GTK_LABEL (both[i]), TRUE);
    gtk_label_set_wrap_mode (GTK_LABEL (both[i]), PANGO_WRAP_WORD_CHAR);
    gtk_label_set_max_width_chars (GTK_LABEL (both[i]), 40);
    gtk_box_append (GTK_BOX (self->box), both[i]);
  }
}

static void
fill (MwMissedList *self, const MwTransferSource *source, const GArray *missed)
{
  const MwModel *own = mw_document_get_model (self->document), *theirs = mw_transfer_source_model (source);
  g_autoptr (GString) heading = g_string_new (NULL);
  mw_box_clear (self->box);
  for (guint kind = 0; kind < MW_N_MISSED; kind++) {
    g_autoptr (GString) names = g_string_new (NULL);
    guint n = 0;
    for (guint i = 0; i < missed->len; i++) {
      const MwMissed *at = &g_array_index (missed, MwMissed, i);
      if (at->kind != kind)
        continue;
      g_autofree char *name = name_of (kind == MW_MISSED_IDLE ? own : theirs, at);
      g_string_append_printf (names, "%s%s", n++ ? ", " : "", name);
    }
    if (!n)
      continue;
    add_kind (self, kind, n, names->str);
    g_autofree char *count = count_of (kind, n);
    if (kind != MW_MISSED_IDLE)
      g_string_append_printf (heading, "%s%s", heading->len ? ", " : "", count);
  }
  g_autofree char *text = heading->len ? g_strdup_printf (_ ("Left out: %s"), heading->str)
                                       : g_strdup (_ ("Nothing is left out"));
  gtk_label_set_text (GTK_LABEL (self->heading), text);
  gtk_widget_set_sensitive (self->expander, missed->len > 0);
}

void
mw_missed_list_update (MwMissedList *self, const MwTransferSource *source, const char *sequences, const char *pairs)
{
  g_autoptr (GArray) missed = source ? mw_import_missed (source, self->document, sequences, pairs, NULL) : NULL;
  if (missed)
    fill (self, source, missed);
  gtk_widget_set_visible (GTK_WIDGET (self), missed != NULL);
}

static void
dispose (GObject *object)
{
  MwMissedList *self = MW_MISSED_LIST (object);
  mw_box_clear (GTK_WIDGET (self));
  g_clear_object (&self->document);
  G_OBJECT_CLASS (mw_missed_list_parent_class)->dispose (object);
}

static void
mw_missed_list_class_init (MwMissedListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = dispose;
}

static void
mw_missed_list_init (MwMissedList *self)
{
  enum { LEAST_HEIGHT = 60, MOST_HEIGHT = 160 };
  self->heading = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->heading), 0);
  gtk_label_set_wrap (GTK_LABEL (self->heading), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (self->heading), 40);
  gtk_widget_set_hexpand (self->heading, TRUE);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  gtk_widget_add_css_class (self->box, "missed-names");
  self->expander = gtk_expander_new (NULL);
  gtk_expander_set_label_widget (GTK_EXPANDER (self->expander), self->heading);
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), MOST_HEIGHT);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (scrolled), LEAST_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->box);
  gtk_expander_set_child (GTK_EXPANDER (self->expander), scrolled);
  gtk_widget_set_hexpand (self->expander, TRUE);
  gtk_box_append (GTK_BOX (self), self->expander);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

GtkWidget *
mw_missed_list_new (MwDocument *document)
{
  MwMissedList *self = g_object_new (MW_TYPE_MISSED_LIST, NULL);
  self->document = g_object_ref (document);
  return GTK_WIDGET (self);
}
