/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/check/files.h"
#include "core/model/aspects.h"
#include "core/vfs/disk-state.h"
#include "ui/viewport/shown-textures.h"
#include "ui/viewport/viewport-attached.h"
#include "ui/viewport/viewport-private.h"

/* Which files a viewport shows images of, so that they can be looked at when other programs may have changed them. */

/* The images of texture types that such a model shows, as core/render/inner.c asks for them. */
static void
append_guesses (MwInnerModel *inner, GPtrArray *names)
{
  const MwModel *model = mw_inner_model_get (inner);
  const MwList *textures = mw_record_list (&model->record, mw_schema_part (model->record.schema, MW_PART_TEXTURES));
  for (uint32_t i = 0; i < textures->n; i++) {
    const uint32_t type = mw_texture_aspect (textures->items[i]).type;
    char *guess = type ? mw_inner_model_guess (inner, type) : NULL;
    if (guess)
      g_ptr_array_add (names, guess);
  }
}

static MwDiskNames *
names_of_inner (MwInnerModel *inner)
{
  GPtrArray *names = mw_file_names (mw_inner_model_get (inner), mw_inner_model_format (inner));
  append_guesses (inner, names);
  return mw_disk_names_new (mw_inner_model_address (inner), mw_inner_model_make_lookup (inner), names);
}

GPtrArray *
mw_viewport_list_files (MwViewport *self)
{
  MwLookup *lookup = self->document ? mw_viewport_make_lookup (self) : NULL;
  if (!lookup)
    return NULL;
  GPtrArray *all = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_disk_names_free),
            *names = mw_file_names (mw_document_get_model (self->document), mw_document_get_format (self->document));
  g_autoptr (GPtrArray) inner = g_ptr_array_new ();
  g_autoptr (GHashTable) addresses = g_hash_table_new (g_str_hash, g_str_equal);
  mw_shown_textures_append_images (MW_SHOWN_TEXTURES (self->shown), names);
  /* Without its path, because it may be shown inside itself. */
  g_ptr_array_add (all, mw_disk_names_new ("", lookup, names));
  mw_viewport_append_inner_models (self, inner);
  /* One model may be shown at several nodes. */
  for (guint i = 0; i < inner->len; i++)
    if (g_hash_table_add (addresses, (gpointer) mw_inner_model_address (inner->pdata[i])))
      g_ptr_array_add (all, names_of_inner (inner->pdata[i]));
  return all;
}
