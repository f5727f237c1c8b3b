/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/removed-text.h"
#include "ui/i18n.h"
#include "ui/labels.h"

#include <string.h>

/* Marks the singular and plural of a text for translation. */
#define NP_(one, many) one, many

/* Texts for counts of records, by the name of their schema. */
static const struct {
  const char *schema, *one, *many;
} counts[] = {
  { "sequence", NP_ ("%s sequence", "%s sequences") },
  { "global_sequence", NP_ ("%s global sequence", "%s global sequences") },
  { "texture", NP_ ("%s texture", "%s textures") },
  { "layer_texture", NP_ ("%s texture of a layer", "%s textures of layers") },
  { "material", NP_ ("%s material", "%s materials") },
  { "layer", NP_ ("%s layer", "%s layers") },
  { "texture_animation", NP_ ("%s texture animation", "%s texture animations") },
  { "geoset", NP_ ("%s geoset", "%s geosets") },
  { "uv_set", NP_ ("%s UV set", "%s UV sets") },
  { "geoset_extent", NP_ ("%s extent of a sequence", "%s extents of a sequence") },
  { "geoset_animation", NP_ ("%s geoset animation", "%s geoset animations") },
  { "bone", NP_ ("%s bone", "%s bones") },
  { "light", NP_ ("%s light", "%s lights") },
  { "helper", NP_ ("%s helper", "%s helpers") },
  { "attachment", NP_ ("%s attachment", "%s attachments") },
  { "particle_emitter", NP_ ("%s particle emitter", "%s particle emitters") },
  { "particle_emitter2", NP_ ("%s particle emitter 2", "%s particle emitters 2") },
  { "popcorn_emitter", NP_ ("%s popcorn emitter", "%s popcorn emitters") },
  { "ribbon_emitter", NP_ ("%s ribbon emitter", "%s ribbon emitters") },
  { "event_object", NP_ ("%s event object", "%s event objects") },
  { "collision_shape", NP_ ("%s collision shape", "%s collision shapes") },
  { "camera", NP_ ("%s camera", "%s cameras") },
  { "face_effect", NP_ ("%s face effect", "%s face effects") },
  { "skin", NP_ ("%s skin profile", "%s skin profiles") },
  { "submesh", NP_ ("%s submesh", "%s submeshes") },
  { "batch", NP_ ("%s batch", "%s batches") },
  { "shadow_batch", NP_ ("%s shadow batch", "%s shadow batches") },
  { "color", NP_ ("%s color", "%s colors") },
  { "texture_weight", NP_ ("%s texture weight", "%s texture weights") },
  { "texture_flipbook", NP_ ("%s texture flipbook", "%s texture flipbooks") },
  { "texture_transform", NP_ ("%s texture transform", "%s texture transforms") },
  { "event", NP_ ("%s event", "%s events") },
  { "ribbon", NP_ ("%s ribbon", "%s ribbons") },
  { "particle", NP_ ("%s particle emitter", "%s particle emitters") },
  { "unknown_chunk", NP_ ("%s unknown chunk", "%s unknown chunks") },
};

/* The formats come from the table above. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static char *
count_text (const MwSchema *schema, guint n)
{
  g_autofree char *count = mw_ui_count (n);
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    if (strcmp (counts[i].schema, schema->name) == 0)
      return g_strdup_printf (ngettext (counts[i].one, counts[i].many, n), count);
  return g_strdup_printf ("%s × %s", count, mw_ui_label (schema->label));
}
#pragma GCC diagnostic pop

static char *
kind_text (const MwRemovedKind *kind)
{
  if (kind->n > 1)
    return count_text (kind->schema, kind->n);
  const char *name = mw_record_name (kind->first);
  if (name && *name)
    return mw_ui_text (name);
  /* In a list with a single kind of record, the number is the one that the outline shows. */
  if (kind->list->type == MW_TYPE_LIST && kind->list->schema == kind->schema)
    return g_strdup_printf ("%s %u", mw_ui_label (kind->schema->label), kind->place);
  return count_text (kind->schema, 1);
}

static char *
keys_text (MwModel *model, const MwRemoved *removed)
{
  g_autofree char *count = mw_ui_count (removed->n_keys);
  g_autofree char *keys = g_strdup_printf (ngettext ("%s key", "%s keys", removed->n_keys), count);
  if (removed->n_tracks > 1) {
    g_autofree char *tracks = mw_ui_count (removed->n_tracks);
    /* Translators: "31 keys" and the number of tracks that they were of */
    return g_strdup_printf (ngettext ("%s of %s track", "%s of %s tracks", removed->n_tracks), keys, tracks);
  }
  const MwRecord *owner = mw_model_find (model, removed->track_owner);
  if (removed->n_records || !owner || !removed->track_slot)
    return g_steal_pointer (&keys);
  g_autofree char *title = mw_ui_record_long_title (owner);
  /* Translators: "31 keys", "Alpha", "Layer 0 of Material 2" */
  return g_strdup_printf (_ ("%s of %s of %s"), keys, mw_ui_label (removed->track_slot->label), title);
}

char *
mw_removed_text (MwDocument *document, const MwStep *step)
{
  MwModel *model = mw_document_get_model (document);
  g_autoptr (MwRemoved) removed = mw_step_get_removed (model, step);
  if (removed->n_records == 0 && removed->n_keys < 2)
    return NULL;
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < removed->kinds->len; i++)
    g_ptr_array_add (parts, kind_text (&g_array_index (removed->kinds, MwRemovedKind, i)));
  if (removed->n_keys)
    g_ptr_array_add (parts, keys_text (model, removed));
  char *said = g_strdup (parts->pdata[0]);
  for (guint i = 1; i < parts->len; i++) {
    g_autofree char *before = said;
    /* Translators: a list: "A, B" and, with the last of it, "A, B and C" */
    said = i + 1 < parts->len ? g_strdup_printf (_ ("%s, %s"), before, (char *) parts->pdata[i])
                              : g_strdup_printf (_ ("%s and %s"), before, (char *) parts->pdata[i]);
  }
  g_autofree char *list = said;
  return g_strdup_printf (_ ("Removed %s"), list);
}
