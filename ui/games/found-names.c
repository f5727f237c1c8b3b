/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/games/found-names.h"

#include <gtk/gtk.h>

struct _MwFoundNames {
  GObject parent_instance;
  MwNameSearch *search; /* or NULL */
  guint n;              /* how many it found last */
};

static GType
get_item_type (GListModel *model)
{
  return GTK_TYPE_STRING_OBJECT;
}

static guint
get_n_items (GListModel *model)
{
  return MW_FOUND_NAMES (model)->n;
}

static gpointer
get_item (GListModel *model, guint position)
{
  MwFoundNames *self = MW_FOUND_NAMES (model);
  return position < self->n ? gtk_string_object_new (mw_name_search_get (self->search, position)) : NULL;
}

static void
list_model_init (GListModelInterface *interface)
{
  interface->get_item_type = get_item_type;
  interface->get_n_items = get_n_items;
  interface->get_item = get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (MwFoundNames, mw_found_names, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static void
mw_found_names_finalize (GObject *object)
{
  g_clear_pointer (&MW_FOUND_NAMES (object)->search, mw_name_search_free);
  G_OBJECT_CLASS (mw_found_names_parent_class)->finalize (object);
}

static void
mw_found_names_class_init (MwFoundNamesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mw_found_names_finalize;
}

static void
mw_found_names_init (MwFoundNames *self)
{}

MwFoundNames *
mw_found_names_new (void)
{
  return g_object_new (MW_TYPE_FOUND_NAMES, NULL);
}

static void
set_n (MwFoundNames *self, guint n)
{
  guint before = self->n;
  self->n = n;
  g_list_model_items_changed (G_LIST_MODEL (self), 0, before, n);
}

void
mw_found_names_set_search (MwFoundNames *self, MwNameSearch *search)
{
  set_n (self, 0);
  g_clear_pointer (&self->search, mw_name_search_free);
  self->search = search;
}

void
mw_found_names_run (MwFoundNames *self, const char *const *suffixes, const char *typed)
{
  set_n (self, self->search ? mw_name_search_run (self->search, suffixes, typed) : 0);
}

guint
mw_found_names_count (MwFoundNames *self, const char *const *suffixes)
{
  return self->search ? mw_name_search_count (self->search, suffixes) : 0;
}
