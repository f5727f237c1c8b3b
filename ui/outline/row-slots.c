/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/outline/row-slots.h"

#include <string.h>

struct _MwRowSlots {
  GObject parent_instance;
  GListModel *rows;
  GPtrArray *slots; /* GObject, or NULL until it is asked for; parallel to the rows */
};

static guint replaced_signal;

static GType
get_item_type (GListModel *list)
{
  return G_TYPE_OBJECT;
}

static guint
get_n_items (GListModel *list)
{
  return MW_ROW_SLOTS (list)->slots->len;
}

static gpointer
get_item (GListModel *list, guint position)
{
  MwRowSlots *self = MW_ROW_SLOTS (list);
  if (position >= self->slots->len)
    return NULL;
  if (!self->slots->pdata[position])
    self->slots->pdata[position] = g_object_new (G_TYPE_OBJECT, NULL);
  return g_object_ref (self->slots->pdata[position]);
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (MwRowSlots, mw_row_slots, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

/* Removes and inserts places, and tells it. */
static void
splice (MwRowSlots *self, guint position, guint removed, guint added)
{
  GPtrArray *slots = self->slots;
  if (removed)
    g_ptr_array_remove_range (slots, position, removed);
  const guint n = slots->len;
  g_ptr_array_set_size (slots, (int) (n + added));
  if (added && n > position) {
    memmove (slots->pdata + position + added, slots->pdata + position, (n - position) * sizeof (gpointer));
    memset (slots->pdata + position, 0, added * sizeof (gpointer));
  }
  if (removed || added)
    g_list_model_items_changed (G_LIST_MODEL (self), position, removed, added);
}

static void
rows_changed (GListModel *rows, guint position, guint removed, guint added, MwRowSlots *self)
{
  const guint kept = removed == self->slots->len ? MIN (removed, added) : 0;
  splice (self, position + kept, removed - kept, added - kept);
  if (kept)
    g_signal_emit (self, replaced_signal, 0, kept);
}

static void
dispose (GObject *object)
{
  MwRowSlots *self = MW_ROW_SLOTS (object);
  if (self->rows)
    g_signal_handlers_disconnect_by_data (self->rows, self);
  g_clear_object (&self->rows);
  G_OBJECT_CLASS (mw_row_slots_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  g_ptr_array_unref (MW_ROW_SLOTS (object)->slots);
  G_OBJECT_CLASS (mw_row_slots_parent_class)->finalize (object);
}

static void
unref_slot (gpointer slot)
{
  if (slot)
    g_object_unref (slot);
}

static void
mw_row_slots_class_init (MwRowSlotsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = dispose;
  G_OBJECT_CLASS (klass)->finalize = finalize;
  replaced_signal = g_signal_new ("replaced", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
mw_row_slots_init (MwRowSlots *self)
{
  self->slots = g_ptr_array_new_with_free_func (unref_slot);
}

MwRowSlots *
mw_row_slots_new (GListModel *rows)
{
  MwRowSlots *self = g_object_new (MW_TYPE_ROW_SLOTS, NULL);
  self->rows = g_object_ref (rows);
  g_ptr_array_set_size (self->slots, (int) g_list_model_get_n_items (rows));
  g_signal_connect (rows, "items-changed", G_CALLBACK (rows_changed), self);
  return self;
}

GListModel *
mw_row_slots_get_rows (MwRowSlots *self)
{
  return self->rows;
}
