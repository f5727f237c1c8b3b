/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/mdlx-text.h"

/* --- Glider --------------------------------------------------------------------------------------------------------- */

static gboolean
read_glider (MwMdlReader *reader, MwRecord *record)
{
  MwMdlxText *text = mw_mdl_reader_user (reader);
  const char *word;
  size_t length;
  if (!mw_mdl_open (reader))
    return FALSE;
  while (!mw_mdl_closes (reader)) {
    MwRef geoset;
    if (!mw_mdl_word (reader, &word, &length))
      return FALSE;
    if (!mw_mdl_word_is (word, length, "GeosetId"))
      return mw_mdl_fail (reader, "found a word other than GeosetId inside Glider");
    if (!mw_mdl_reference (reader, &geoset))
      return FALSE;
    if (!text->gliders)
      text->gliders = g_array_new (FALSE, FALSE, sizeof (MwRef));
    g_array_append_val (text->gliders, geoset);
  }
  return TRUE;
}

static void
write_gliders (MwMdlWriter *writer, const MwRecord *record)
{
  const MwMdlx *model = (const MwMdlx *) record;
  for (uint32_t i = 0; i < model->glider.n; i++) {
    mw_mdl_line (writer, "Glider {");
    mw_mdl_indent (writer, 1);
    mw_mdl_line (writer, "GeosetId ");
    mw_mdl_at (writer, record, MW_FIELD (MwMdlx, glider));
    mw_mdl_put_number (writer, mw_mdl_writer_number (writer, ((const MwRef *) model->glider.data)[i]));
    mw_mdl_at (writer, record, NULL);
    mw_mdl_put (writer, ",");
    mw_mdl_indent (writer, -1);
    mw_mdl_line (writer, "}");
  }
}

const MwMdlHand mw_mdlx_gliders_text = { "a block for each geoset", read_glider, write_gliders };

/* --- BindPose ------------------------------------------------------------------------------------------------------- */

enum { POSE = 12 };

/* `{ { 12 floats }, ... }` */
static gboolean
read_matrices (MwMdlReader *reader, GArray *poses)
{
  int64_t stated = -1;
  guint before = poses->len;
  if ((mw_mdl_is_number (reader) && !mw_mdl_number (reader, G_MININT32, G_MAXUINT32, &stated)) || !mw_mdl_open (reader))
    return FALSE;
  while (!mw_mdl_closes (reader)) {
    float pose[POSE];
    if (!mw_mdl_floats (reader, POSE, pose))
      return FALSE;
    g_array_append_val (poses, pose);
  }
  mw_mdl_count_differs (reader, "Matrices", stated, poses->len - before);
  return TRUE;
}

/* Old versions of Retera's Model Studio write the count before the brace and a word before each matrix. */
static gboolean
read_bind_poses (MwMdlReader *reader, MwRecord *record)
{
  MwMdlxText *text = mw_mdl_reader_user (reader);
  const char *word;
  size_t length;
  int64_t stated = -1;
  if (!text->bind_poses)
    text->bind_poses = g_array_new (FALSE, FALSE, POSE * sizeof (float));
  GArray *poses = text->bind_poses;
  if ((mw_mdl_is_number (reader) && !mw_mdl_number (reader, G_MININT32, G_MAXUINT32, &stated)) || !mw_mdl_open (reader))
    return FALSE;
  while (!mw_mdl_closes (reader)) {
    float pose[POSE];
    if (!mw_mdl_word (reader, &word, &length))
      return FALSE;
    if (mw_mdl_word_is (word, length, "Matrices")) {
      if (!read_matrices (reader, poses))
        return FALSE;
    } else if (mw_mdl_word_is (word, length, "Matrix")) {
      if (!mw_mdl_floats (reader, POSE, pose))
        return FALSE;
      g_array_append_val (poses, pose);
    } else {
      return mw_mdl_fail (reader, "found a word other than Matrices inside BindPose");
    }
  }
  mw_mdl_count_differs (reader, "matrices of BindPose", stated, poses->len);
  return TRUE;
}

static void
write_bind_poses (MwMdlWriter *writer, const MwRecord *record)
{
  const MwMdlx *model = (const MwMdlx *) record;
  uint32_t n;
  if (!mw_mdlx_has_bind_poses (model) && !mw_notes_find (record, MW_NOTE_BIND_POSES, NULL))
    return;
  g_autofree MwMdlxBindPose *slots = mw_mdlx_object_ids_bind_pose_slots (mw_mdl_writer_user (writer), model, &n);
  mw_mdl_line (writer, "BindPose {");
  mw_mdl_indent (writer, 1);
  mw_mdl_line (writer, "Matrices ");
  mw_mdl_put_int (writer, n);
  mw_mdl_put (writer, " {");
  mw_mdl_indent (writer, 1);
  for (uint32_t i = 0; i < n; i++) {
    const MwRecord *owner = slots[i].owner;
    mw_mdl_line (writer, "");
    mw_mdl_at (writer, owner ? owner : record, owner ? mw_mdlx_bind_pose_field (owner) : NULL);
    mw_mdl_put_floats (writer, slots[i].pose, POSE);
    mw_mdl_put (writer, ",");
  }
  mw_mdl_at (writer, record, NULL);
  mw_mdl_indent (writer, -1);
  mw_mdl_line (writer, "}");
  mw_mdl_indent (writer, -1);
  mw_mdl_line (writer, "}");
}

const MwMdlHand mw_mdlx_bind_poses_text = { "bind poses of the nodes by object id, then of the "
                                            "cameras", read_bind_poses,
                                            write_bind_poses };

/* --- Other words ---------------------------------------------------------------------------------------------------- */

static gboolean
read_face_effects (MwMdlReader *reader, MwRecord *record)
{
  return mw_mdl_item (reader, record, MW_FIELD (MwMdlx, face_effects), &mw_mdlx_face_effect_schema) != NULL;
}

static gboolean
read_popcorn (MwMdlReader *reader, MwRecord *record)
{
  return mw_mdl_item (reader, record, MW_FIELD (MwMdlx, nodes), &mw_mdlx_popcorn_emitter_schema) != NULL;
}

const MwMdlHand mw_mdlx_face_effects_text = { "a FaceFX", read_face_effects, NULL };
const MwMdlHand mw_mdlx_popcorn_text = { "a ParticleEmitterPopcorn", read_popcorn, NULL };

/* --- The whole text ------------------------------------------------------------------------------------------------- */

void
mw_mdlx_text_finish (MwMdlxText *text)
{
  MwMdlx *model = text->ids.model;
  if (text->gliders)
    model->glider = mw_array_copy (text->gliders->data, text->gliders->len, sizeof (MwRef));
  if (text->bind_poses)
    mw_mdlx_object_ids_bind_poses (&text->ids, (const uint8_t *) text->bind_poses->data, text->bind_poses->len);
  mw_mdlx_object_ids_complete (&text->ids);
}

void
mw_mdlx_text_clear (MwMdlxText *text)
{
  g_clear_pointer (&text->gliders, g_array_unref);
  g_clear_pointer (&text->bind_poses, g_array_unref);
  mw_mdlx_object_ids_clear (&text->ids);
}
