/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/problems/target-chooser.h"
#include "core/convert/targets.h"
#include "ui/document/findings.h"
#include "ui/drop-down-search.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/widgets.h"

struct _MwTargetChooser {
  GtkBox parent_instance;
  MwDocument *document;
  MwFamily family;    /* whose clients are listed */
  GPtrArray *clients; /* const char *: their ids, in the order of the list after its first row */
  GtkWidget *drop_down;
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (MwTargetChooser, mw_target_chooser, GTK_TYPE_BOX)

static void
chosen (MwTargetChooser *self)
{
  MwTargetClient client;
  const guint at = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->drop_down));
  if (self->updating || at > self->clients->len)
    return;
  const gboolean one = at > 0 && mw_target_client (self->clients->pdata[at - 1], &client);
  mw_findings_set_client (mw_findings_of (self->document), one ? &client : NULL);
}

static void
add_client (MwTargetChooser *self, GtkStringList *names, const char *id, const char *label)
{
  g_ptr_array_add (self->clients, (gpointer) id);
  gtk_string_list_append (names, mw_ui_label (label));
}

/* Shows the client that the document is checked for. FALSE: it is not in the list. */
static gboolean
show_client (MwTargetChooser *self)
{
  const MwTargetClient *client = mw_findings_get_client (self->document);
  guint at = 0;
  for (guint i = 0; client && i < self->clients->len; i++)
    if (g_str_equal (self->clients->pdata[i], client->id))
      at = i + 1;
  self->updating = TRUE;
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->drop_down), at);
  self->updating = FALSE;
  return !client || at;
}

/* Lists the clients of the document's family, which a save under another format can change. */
static void
update (MwTargetChooser *self)
{
  const MwFamily family = mw_document_get_format (self->document).family;
  if (self->family == family)
    return;
  guint n_games, n_kept;
  const MwTargetGame *games = mw_target_games (&n_games);
  const MwTargetKept *kept = mw_targets_kept (&n_kept);
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  gtk_string_list_append (names, _ ("This version"));
  g_ptr_array_set_size (self->clients, 0);
  self->family = family;
  for (guint i = 0; i < n_games; i++)
    if (games[i].game && games[i].format.family == family)
      add_client (self, names, games[i].id, games[i].label);
  for (guint i = 0; i < n_kept; i++)
    if (kept[i].family == family)
      add_client (self, names, kept[i].id, kept[i].label);
  self->updating = TRUE;
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->drop_down), G_LIST_MODEL (names));
  /* A client of the former family has no say in a model of this one. */
  if (!show_client (self))
    mw_findings_set_client (mw_findings_of (self->document), NULL);
}

static void
dispose (GObject *object)
{
  MwTargetChooser *self = MW_TARGET_CHOOSER (object);
  g_clear_object (&self->document);
  g_clear_pointer (&self->clients, g_ptr_array_unref);
  mw_box_clear (GTK_WIDGET (self));
  G_OBJECT_CLASS (mw_target_chooser_parent_class)->dispose (object);
}

static void
mw_target_chooser_class_init (MwTargetChooserClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = dispose;
}

static void
mw_target_chooser_init (MwTargetChooser *self)
{
  enum { WIDTH = 190 };
  GtkWidget *label = gtk_label_new (_ ("Checked for:"));
  self->clients = g_ptr_array_new ();
  self->drop_down = gtk_drop_down_new (NULL, gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string"));
  mw_drop_down_let_shrink (GTK_DROP_DOWN (self->drop_down));
  mw_drop_down_keep_inside (GTK_DROP_DOWN (self->drop_down));
  gtk_widget_set_size_request (self->drop_down, WIDTH, -1);
  gtk_widget_set_tooltip_text (self->drop_down,
                               _ ("The game whose client shall read the model. What it refuses is a problem, "
                                  "and is named when you save."));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->drop_down), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Checked for"),
                                  -1);
  gtk_box_set_spacing (GTK_BOX (self), 6);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_box_append (GTK_BOX (self), label);
  gtk_box_append (GTK_BOX (self), self->drop_down);
  g_signal_connect_swapped (self->drop_down, "notify::selected", G_CALLBACK (chosen), self);
}

GtkWidget *
mw_target_chooser_new (MwDocument *document)
{
  MwTargetChooser *self = g_object_new (MW_TYPE_TARGET_CHOOSER, NULL);
  self->document = g_object_ref (document);
  g_signal_connect_object (mw_findings_of (document), "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (mw_findings_of (document), "client-changed", G_CALLBACK (show_client), self,
                           G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}
