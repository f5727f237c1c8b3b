/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/check/wc3-model.h"
#include "core/check/check-mdlx-keys.h"
#include "core/io/registry.h"
#include "tests/core/check/by-record.h"
#include "tests/core/check/fixed.h"
#include "tests/core/corpus.h"
#include "tests/core/io/bytes.h"

#include <string.h>

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

void
wc3_weigh (MwMdlx *model)
{
  MwMdlxGeoset *geoset = GEOSET (model);
  uint32_t n = geoset->vertices.n;
  geoset->skin_bones = mw_array_new (n, 4 * sizeof (MwRef));
  geoset->skin_weights = mw_array_new (n, 8);
  for (uint32_t i = 0; i < 4 * n; i++) {
    ((MwRef *) geoset->skin_bones.data)[i] = (MwRef) { model->nodes.items[0]->id, 0 };
    ((uint16_t *) geoset->skin_weights.data)[i] = i % 4 == 0 ? 200 : i % 4 == 3 ? 55 : 0;
  }
}

void
wc3_spare_bone (MwMdlx *model)
{
  wc3_add (model, "nodes", &mw_mdlx_bone_schema, "Spare");
}

MwTrack *
wc3_track (MwMdlx *model, MwRecord *record, const char *track, int32_t time)
{
  static const float value = 1;
  MwTrack *keys = (MwTrack *) mw_record_new (&mw_track_float_schema);
  keys->times = mw_array_copy (&time, 1, sizeof time);
  keys->values = mw_array_copy (&value, 1, sizeof value);
  keys->global_sequence = MW_REF_NONE;
  mw_child_set (&model->model, record, mw_schema_field (record->schema, track), &keys->record);
  return keys;
}

void
wc3_particle_track (MwMdlx *model, const char *track)
{
  wc3_track (model, &PARTICLES (model)->node.record, track, 0);
}

void
wc3_particle_keys (MwMdlx *model, const int32_t *times, const float *values, guint n)
{
  wc3_particle_track (model, "speed.track");
  MwTrack *track = PARTICLES (model)->speed_track;
  mw_array_clear (&track->times);
  mw_array_clear (&track->values);
  track->times = mw_array_copy (times, n, sizeof *times);
  track->values = mw_array_copy (values, n, sizeof *values);
  track->interpolation = MW_INTERPOLATION_LINEAR;
}

/* Whether a finding is beside the point of a case that shows a rule: what is only useless, unless that is shown, and that a model
 * without sequences is one. */
static gboolean
is_beside (const MwRule *rule, const char *shown)
{
  if (g_strcmp0 (rule->id, shown) == 0)
    return FALSE;
  return rule->severity == MW_SEVERITY_UNUSED
         || (g_strcmp0 (shown, "wc3-track-timeless") == 0 && strcmp (rule->id, "sequences-none") == 0);
}

char *
wc3_found_rules (const MwMdlx *model, const char *shown)
{
  assert_by_record (&model->model, mw_mdlx_format (model));
  g_autoptr (GPtrArray) findings = mw_check (&model->model, mw_mdlx_format (model));
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < findings->len; i++) {
    const MwFinding *finding = findings->pdata[i];
    g_autofree char *path = mw_target_path (&finding->target);
    if (!is_beside (finding->rule, shown))
      g_string_append_printf (text, "%s%s %s", text->len ? ", " : "", finding->rule->id, path);
    g_assert_cmpuint (strlen (finding->message), >, 0);
  }
  return g_string_free (text, FALSE);
}

void
wc3_assert_rules (const Wc3Case *cases, guint n)
{
  g_autoptr (GHashTable) fixed = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < n; i++) {
    MwMdlx *model = wc3_sound_model ();
    if (cases[i].harm)
      cases[i].harm (model);
    g_autofree char *found = wc3_found_rules (model, cases[i].rule);
    g_assert_cmpstr (found, ==, cases[i].found);
    if (cases[i].rule && assert_fixed (&model->model, mw_mdlx_format (model), cases[i].rule))
      g_hash_table_add (fixed, (gpointer) cases[i].rule);
    mw_model_free (&model->model);
  }
  for (guint i = 0; i < n; i++)
    if (cases[i].rule)
      assert_fix_shown (cases[i].rule, fixed);
}
