/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/inner-model.h"
#include "core/io/registry.h"
#include "core/render/renderer.h"
#include "core/vfs/skins.h"

struct _MwInnerModel {
  int references;
  char *address;
  MwModel *model;
  MwFormat format;
  MwPlaces *places; /* or NULL */
  MwLookup *lookup;
  GPtrArray *missing; /* char * */
  GHashTable *images; /* texture type -> char * */
};

MwInnerModel *
mw_inner_model_read (const char *address, GCancellable *cancellable, GError **error)
{
  MwFormat format;
  g_autoptr (MwFileSet) files = mw_io_load (address, cancellable, error);
  MwModel *model = files ? mw_io_read (files, &format, NULL, error) : NULL;
  if (!model)
    return NULL;
  MwInnerModel *inner = g_new0 (MwInnerModel, 1);
  inner->references = 1;
  inner->address = g_strdup (address);
  inner->model = model;
  inner->format = format;
  inner->missing = g_ptr_array_new_with_free_func (g_free);
  inner->images = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  mw_inner_model_set_places (inner, NULL);
  return inner;
}

MwInnerModel *
mw_inner_model_ref (MwInnerModel *inner)
{
  g_atomic_int_inc (&inner->references);
  return inner;
}

void
mw_inner_model_unref (MwInnerModel *inner)
{
  if (!g_atomic_int_dec_and_test (&inner->references))
    return;
  mw_model_free (inner->model);
  mw_lookup_free (inner->lookup);
  g_clear_pointer (&inner->places, mw_places_unref);
  g_ptr_array_unref (inner->missing);
  g_hash_table_unref (inner->images);
  g_free (inner->address);
  g_free (inner);
}

const MwModel *
mw_inner_model_get (const MwInnerModel *inner)
{
  return inner->model;
}

const char *
mw_inner_model_address (const MwInnerModel *inner)
{
  return inner->address;
}

MwFormat
mw_inner_model_format (const MwInnerModel *inner)
{
  return inner->format;
}

void
mw_inner_model_set_places (MwInnerModel *inner, MwPlaces *places)
{
  MwPlaces *old = inner->places;
  inner->places = places ? mw_places_ref (places) : NULL;
  g_clear_pointer (&old, mw_places_unref);
  g_clear_pointer (&inner->lookup, mw_lookup_free);
  inner->lookup = mw_inner_model_make_lookup (inner);
  g_ptr_array_set_size (inner->missing, 0);
}

MwLookup *
mw_inner_model_make_lookup (const MwInnerModel *inner)
{
  return mw_lookup_new (inner->address, NULL, inner->places);
}

MwImage *
mw_inner_model_image (const char *path, gpointer data, GError **error)
{
  MwInnerModel *inner = data;
  MwImage *image = mw_texture_load_found (path, inner->lookup, error);
  if (!image && !g_ptr_array_find_with_equal_func (inner->missing, path, g_str_equal, NULL))
    g_ptr_array_add (inner->missing, g_strdup (path));
  return image;
}

void
mw_inner_model_set_image (MwInnerModel *inner, uint32_t type, const char *path)
{
  g_hash_table_insert (inner->images, GUINT_TO_POINTER (type), g_strdup (path));
}

char *
mw_inner_model_guess (MwInnerModel *inner, uint32_t type)
{
  const char *given = g_hash_table_lookup (inner->images, GUINT_TO_POINTER (type));
  if (given)
    return g_strdup (given);
  return mw_skin_find (inner->lookup, inner->address, type);
}

const GPtrArray *
mw_inner_model_missing (const MwInnerModel *inner)
{
  return inner->missing;
}
