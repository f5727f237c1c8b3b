/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/outline/surfaces.h"
#include "core/model/m2/surfaces.h"
#include "core/model/shown-image.h"
#include "core/schema/catalogue.h"
#include "ui/i18n.h"
#include "ui/labels.h"

typedef struct {
  GPtrArray *surfaces;  /* NULL: not looked up yet */
  GHashTable *by_batch; /* id of a batch -> index of its surface, plus 1 */
} Known;

static void
forget (Known *known)
{
  g_clear_pointer (&known->surfaces, g_ptr_array_unref);
  g_clear_pointer (&known->by_batch, g_hash_table_unref);
}

static void
known_free (gpointer data)
{
  forget (data);
  g_free (data);
}

static void
document_changed (MwDocument *document, MwChangeSet *set, Known *known)
{
  forget (known);
}

static Known *
known_of (MwDocument *document)
{
  Known *known = g_object_get_data (G_OBJECT (document), "mw-ui-surfaces");
  if (!known) {
    known = g_new0 (Known, 1);
    g_object_set_data_full (G_OBJECT (document), "mw-ui-surfaces", known, known_free);
    g_signal_connect (document, "changed", G_CALLBACK (document_changed), known);
  }
  if (known->surfaces)
    return known;
  const MwModel *model = mw_document_get_model (document);
  known->surfaces = model->record.schema == &mw_m2_schema
                      ? mw_m2_surfaces ((const MwM2 *) model)
                      : g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  known->by_batch = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < known->surfaces->len; i++) {
    const GPtrArray *surface = g_ptr_array_index (known->surfaces, i);
    for (guint k = 0; k < surface->len; k++) {
      const MwRecord *batch = g_ptr_array_index (surface, k);
      g_hash_table_insert (known->by_batch, GUINT_TO_POINTER (batch->id), GUINT_TO_POINTER (i + 1));
    }
  }
  return known;
}

const GPtrArray *
mw_ui_surfaces (MwDocument *document)
{
  return known_of (document)->surfaces;
}

gboolean
mw_ui_change_concerns_surfaces (const MwChange *change)
{
  return change->schema == &mw_m2_batch_schema
         || (change->schema == &mw_m2_skin_schema && change->kind > MW_CHANGE_SWAP);
}

const GPtrArray *
mw_ui_surface_of (MwDocument *document, MwId batch)
{
  const Known *known = known_of (document);
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (known->by_batch, GUINT_TO_POINTER (batch)));
  return place ? g_ptr_array_index (known->surfaces, place - 1) : NULL;
}

GPtrArray *
mw_ui_whole_surfaces (MwDocument *document, const MwId *ids, guint n)
{
  g_autoptr (GPtrArray) whole = g_ptr_array_new ();
  g_autoptr (GHashTable) batches = g_hash_table_new (NULL, NULL), seen = g_hash_table_new (NULL, NULL);
  guint needed = 0;
  for (guint i = 0; i < n; i++) {
    const GPtrArray *surface = mw_ui_surface_of (document, ids[i]);
    if (!surface)
      return NULL;
    g_hash_table_add (batches, GUINT_TO_POINTER (ids[i]));
    if (g_hash_table_add (seen, (gpointer) surface)) {
      g_ptr_array_add (whole, (gpointer) surface);
      needed += surface->len;
    }
  }
  return whole->len && g_hash_table_size (batches) == needed ? g_steal_pointer (&whole) : NULL;
}

MwId
mw_ui_surface_id (const GPtrArray *surface)
{
  return ((const MwRecord *) g_ptr_array_index (surface, 0))->id;
}

/* --- Words ---------------------------------------------------------------------------------------------------------- */

char *
mw_ui_surface_title (MwDocument *document, const GPtrArray *surface)
{
  const Known *known = known_of (document);
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (known->by_batch, GUINT_TO_POINTER (mw_ui_surface_id (surface))));
  const MwM2Batch *batch = g_ptr_array_index (surface, 0);
  const MwModel *model = mw_document_get_model (document);
  const MwM2Submesh *submesh = (const MwM2Submesh *) mw_model_resolve (model, batch->submesh);
  g_autofree char *part = submesh ? mw_geoset_label (submesh->geoset) : NULL;
  char *plain = part ? g_strdup_printf ("%s %u: %s", _ ("Surface"), place - 1, mw_ui_label (part))
                     : g_strdup_printf ("%s %u", _ ("Surface"), place - 1);
  return mw_title_with_image (plain, mw_shown_image (model, &batch->record), &mw_ui_title_words);
}

char *
mw_ui_surface_info (const GPtrArray *surface)
{
  return mw_ui_record_info (g_ptr_array_index (surface, 0));
}

char *
mw_ui_surface_extent (const GPtrArray *surface)
{
  guint profiles = 0;
  const MwRecord *last = NULL;
  for (guint i = 0; i < surface->len; i++) {
    const MwRecord *batch = g_ptr_array_index (surface, i);
    profiles += batch->owner != last;
    last = batch->owner;
  }
  g_autofree char *batches = g_strdup_printf (ngettext ("%u batch", "%u batches", surface->len), surface->len);
  /* Translators: "4 batches in 2 skin profiles" */
  return g_strdup_printf (ngettext ("%s in %u skin profile", "%s in %u skin profiles", profiles), batches, profiles);
}
