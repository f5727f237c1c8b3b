/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/surfaces.h"

#include <string.h>

static gboolean
same_ref (MwRef a, MwRef b)
{
  return a.id == b.id && a.raw == b.raw;
}

gboolean
mw_m2_same_surface (const MwM2Batch *a, const MwM2Batch *b)
{
  return a->surface == b->surface && a->layer == b->layer && same_ref (a->color, b->color)
         && same_ref (a->material, b->material) && same_ref (a->weight, b->weight)
         && same_ref (a->weight_2, b->weight_2) && same_ref (a->weight_3, b->weight_3)
         && mw_array_equal (&a->textures, &b->textures, sizeof (MwRef)) && mw_array_equal (&a->coords, &b->coords, 2)
         && mw_array_equal (&a->transforms, &b->transforms, sizeof (MwRef));
}

static guint
hash_refs (guint hash, const MwArray *refs)
{
  for (uint32_t i = 0; i < refs->n; i++)
    hash = hash * 31 + ((const MwRef *) refs->data)[i].id;
  return hash;
}

static guint
surface_hash (gconstpointer data)
{
  const MwM2Batch *batch = data;
  guint hash = batch->surface * 31u + batch->layer;
  hash = (hash * 31 + batch->material.id) * 31 + batch->color.id;
  return hash_refs (hash_refs (hash, &batch->textures), &batch->transforms);
}

static gboolean
surface_equal (gconstpointer a, gconstpointer b)
{
  return mw_m2_same_surface (a, b);
}

GPtrArray *
mw_m2_surfaces (const MwM2 *model)
{
  GPtrArray *surfaces = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GHashTable) by_batch = g_hash_table_new (surface_hash, surface_equal);
  for (uint32_t k = 0; k < model->skins.n; k++) {
    const MwM2Skin *skin = (const MwM2Skin *) model->skins.items[k];
    for (uint32_t i = 0; i < skin->batches.n; i++) {
      GPtrArray *surface = g_hash_table_lookup (by_batch, skin->batches.items[i]);
      if (!surface) {
        surface = g_ptr_array_new ();
        g_ptr_array_add (surfaces, surface);
        g_hash_table_insert (by_batch, skin->batches.items[i], surface);
      }
      g_ptr_array_add (surface, skin->batches.items[i]);
    }
  }
  return surfaces;
}

GPtrArray *
mw_m2_surface_of (const MwM2 *model, const MwM2Batch *batch)
{
  GPtrArray *surface = g_ptr_array_new ();
  for (uint32_t k = 0; k < model->skins.n; k++) {
    const MwM2Skin *skin = (const MwM2Skin *) model->skins.items[k];
    for (uint32_t i = 0; i < skin->batches.n; i++)
      if (mw_m2_same_surface (batch, (const MwM2Batch *) skin->batches.items[i]))
        g_ptr_array_add (surface, skin->batches.items[i]);
  }
  return surface;
}
