/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/eyes-menu.h"
#include "ui/i18n.h"
#include "ui/operations/operation-item.h"

static void
set_selected (MwDocument *document, MwEye eye, gboolean on)
{
  guint n;
  const MwId *ids = mw_document_get_selection (document, &n);
  mw_eyes_set (mw_eyes_of (document), eye, ids, n, on);
}

static void
hide (GSimpleAction *action, GVariant *unused, gpointer document)
{
  set_selected (document, MW_EYE_HIDDEN, TRUE);
}

static void
show (GSimpleAction *action, GVariant *unused, gpointer document)
{
  set_selected (document, MW_EYE_HIDDEN, FALSE);
}

static void
lock (GSimpleAction *action, GVariant *unused, gpointer document)
{
  set_selected (document, MW_EYE_LOCKED, TRUE);
}

static void
unlock (GSimpleAction *action, GVariant *unused, gpointer document)
{
  set_selected (document, MW_EYE_LOCKED, FALSE);
}

static void
isolate (GSimpleAction *action, GVariant *unused, gpointer document)
{
  guint n;
  const MwId *ids = mw_document_get_selection (document, &n);
  mw_eyes_isolate (mw_eyes_of (document), ids, n);
}

static void
show_all (GSimpleAction *action, GVariant *unused, gpointer document)
{
  mw_eyes_clear (mw_eyes_of (document), MW_EYE_HIDDEN);
}

void
mw_eyes_install_actions (GtkWidget *widget, MwDocument *document)
{
  static const GActionEntry entries[] = {
    { .name = "hide", .activate = hide },       { .name = "show", .activate = show },
    { .name = "lock", .activate = lock },       { .name = "unlock", .activate = unlock },
    { .name = "isolate", .activate = isolate }, { .name = "show-all", .activate = show_all }
  };
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), document);
  gtk_widget_insert_action_group (widget, "eyes", G_ACTION_GROUP (group));
}

void
mw_eyes_append_items (GtkWidget *box, MwDocument *document, const MwId *ids, guint n)
{
  MwEyes *eyes = mw_eyes_of (document);
  guint n_drawn = 0, n_set[MW_EYE_COUNT] = { 0 };
  for (guint i = 0; i < n; i++) {
    n_drawn += mw_eyes_takes (eyes, ids[i]);
    for (guint eye = 0; eye < MW_EYE_COUNT; eye++)
      n_set[eye] += mw_eyes_get (eyes, (MwEye) eye, ids[i]);
  }
  if (!n_drawn && !mw_eyes_count (eyes, MW_EYE_HIDDEN))
    return;
  gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  if (n_drawn) {
    gtk_box_append (GTK_BOX (box), n_set[MW_EYE_HIDDEN] < n_drawn
                                     ? mw_action_item_new (_ ("Hide in View"), "eyes.hide", "h")
                                     : mw_action_item_new (_ ("Show in View"), "eyes.show", NULL));
    gtk_box_append (GTK_BOX (box), mw_action_item_new (_ ("Hide Others of Its Kind"), "eyes.isolate", "<Shift>h"));
    gtk_box_append (GTK_BOX (box), n_set[MW_EYE_LOCKED] < n_drawn
                                     ? mw_action_item_new (_ ("Lock in View"), "eyes.lock", NULL)
                                     : mw_action_item_new (_ ("Unlock in View"), "eyes.unlock", NULL));
  }
  if (mw_eyes_count (eyes, MW_EYE_HIDDEN))
    gtk_box_append (GTK_BOX (box), mw_action_item_new (_ ("Show All in View"), "eyes.show-all", "<Control>h"));
}
