/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/check/wc3-model.h"
#include "core/check/check-mdlx-keys.h"
#include "core/io/registry.h"
#include "tests/core/corpus.h"
#include "tests/core/io/bytes.h"

#include <string.h>

#define TEXT(slot, text) mw_text_set (slot, text, strlen (text))

gpointer
wc3_added (const MwMdlx *model, const char *list, const MwSchema *schema)
{
  const MwList *all = mw_record_list (&model->model.record, mw_schema_field (&mw_mdlx_schema, list));
  for (uint32_t i = all->n; i-- > 0;)
    if (all->items[i]->schema == schema)
      return all->items[i];
  g_assert_not_reached ();
}

gpointer
wc3_add (MwMdlx *model, const char *list, const MwSchema *schema, const char *name)
{
  MwRecord *record = mw_record_new (schema);
  TEXT (mw_field_at (record, mw_schema_field (schema, "name")), name);
  mw_list_append (&model->model, &model->model.record, mw_schema_field (&mw_mdlx_schema, list), record);
  if (mw_schema_is_a (schema, &mw_mdlx_node_schema))
    ((MwMdlxNode *) record)->parent = MW_REF_NONE;
  return record;
}

/* The sample has tracks with keys that are not needed. */
static void
drop_redundant (MwMdlx *model)
{
  for (uint32_t i = 0; i < model->nodes.n; i++) {
    MwRecord *node = model->nodes.items[i];
    MwTrack *const tracks[] = { ((MwMdlxNode *) node)->translation_track, ((MwMdlxNode *) node)->rotation_track };
    for (guint k = 0; k < G_N_ELEMENTS (tracks); k++) {
      g_autoptr (GArray) keys = tracks[k] ? mw_wc3_redundant_keys (model, &tracks[k]->record) : NULL;
      if (keys && keys->len)
        mw_record_free (mw_child_take (&model->model, node, mw_record_slot (&tracks[k]->record)));
    }
  }
}

MwMdlx *
wc3_sound_model (void)
{
  GError *error = NULL;
  gsize size;
  MwFormat found;
  g_autofree char *path = sample_path ("figure.mdx");
  g_autofree uint8_t *data = load_exactly (path, &size);
  MwMdlx *model = (MwMdlx *) io_read_bytes (data, size, &found, NULL, &error);
  g_assert_no_error (error);
  model->version = 1000;
  drop_redundant (model);
  TEXT (&((MwMdlxAttachment *) wc3_add (model, "nodes", &mw_mdlx_attachment_schema, "Hand"))->path, "Torch.MDL");
  TEXT (&((MwMdlxParticleEmitter *) wc3_add (model, "nodes", &mw_mdlx_particle_emitter_schema, "Dust"))->path,
        "Dust.mdx");
  MwMdlxParticleEmitter2 *particles = wc3_add (model, "nodes", &mw_mdlx_particle_emitter2_schema, "Sparks");
  particles->texture = (MwRef) { model->textures.items[0]->id, 0 };
  particles->rows = 4;
  particles->columns = 1;
  particles->time = 1;
  MwMdlxPopcornEmitter *popcorn = wc3_add (model, "nodes", &mw_mdlx_popcorn_emitter_schema, "Smoke");
  TEXT (&popcorn->anim_visibility_guide, "Always=on");
  static const int32_t time = 500;
  MwRecord *event = wc3_add (model, "nodes", &mw_mdlx_event_object_schema, "SNDxASTR");
  MwEventTrack *track = (MwEventTrack *) mw_record_new (&mw_event_track_schema);
  track->times = mw_array_copy (&time, 1, sizeof time);
  track->global_sequence = MW_REF_NONE;
  mw_child_set (&model->model, event, mw_schema_field (event->schema, "track"), &track->record);
  ((MwMdlxCamera *) wc3_add (model, "cameras", &mw_mdlx_camera_schema, "Portrait"))->far_clip = 1000;
  TEXT (&((MwMdlxFaceEffect *) wc3_add (model, "face_effects", &mw_mdlx_face_effect_schema, "Node"))->path,
        "Face.FaceFX");
  return model;
}
