/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* memmem */
#include "core/io/mdl/mdl.h"
#include "core/io/mdl/side-channel.h"
#include "core/model/mdlx/chunks.h"
#include "core/model/mdlx/material-text.h"
#include "core/model/mdlx/mdlx-text.h"
#include "core/model/track.h"
#include "core/schema/codec.h"
#include "core/schema/mdl.h"

#include <string.h>

/* Words that a text can begin with: the blocks of mdlx.md 10.4. */
static const char *const blocks[] = {
  "Version",       "Model",       "Sequences",       "GlobalSequences",
  "Textures",      "Materials",   "TextureAnims",    "Geoset",
  "GeosetAnim",    "Bone",        "Light",           "Helper",
  "Attachment",    "PivotPoints", "ParticleEmitter", "ParticleEmitter2",
  "RibbonEmitter", "Camera",      "EventObject",     "CollisionShape",
  "FaceFX",        "BindPose",    "Glider",          "ParticleEmitterPopcorn",
};

/* The position after the block comment at `at`. */
static size_t
after_comment (const char *text, size_t size, size_t at)
{
  const char *stop = memmem (text + at + 2, size - at - 2, "*/", 2);
  return stop ? (size_t) (stop - text) + 2 : size;
}

gboolean
mw_mdl_probe (const uint8_t *bytes, size_t size, MwFormat *format)
{
  const char *text = (const char *) bytes;
  size_t at = size >= 3 && memcmp (bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0, length = 0;
  if (size == 0)
    return FALSE;
  while (at < size) {
    if (g_ascii_isspace (text[at]))
      at++;
    else if (at + 1 < size && text[at] == '/' && text[at + 1] == '/')
      while (at < size && text[at] != '\n')
        at++;
    else if (at + 1 < size && text[at] == '/' && text[at + 1] == '*')
      at = after_comment (text, size, at);
    else
      break;
  }
  while (at + length < size && (g_ascii_isalnum (text[at + length]) || text[at + length] == '_'))
    length++;
  gboolean found = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (blocks) && !found; i++)
    found = mw_mdl_word_is (text + at, length, blocks[i]);
  /* The word is followed by a brace, a name or a count. Other kinds of files may begin with one of these words too. */
  for (at += length; at < size && g_ascii_isspace (text[at]); at++)
    ;
  if (!found || at == size || (!strchr ("{\"/", text[at]) && !g_ascii_isdigit (text[at])) || text[at] == 0)
    return FALSE;
  guint line, column;
  *format = mw_mdl_find_format (text, size, &line, &column);
  if (format->version == 0)
    format->version = 800;
  return TRUE;
}

gboolean
mw_mdl_supports (MwFormat format)
{
  if (format.family == MW_FAMILY_MDX_WOW)
    return format.version >= MW_MDX_WOW_SINCE && format.version < G_MAXUINT32;
  /* G_MAXUINT32 stands for all numbers that do not fit. */
  return format.family == MW_FAMILY_MDX && format.version >= 800 && format.version < G_MAXUINT32;
}

/* The node kinds in the order of the chunks in a binary file of the model: the order of their blocks, unless a side
 * channel states another. */
static guint
node_kinds (const MwMdlx *model, MwFormat format, const MwSchema **kinds)
{
  const MwNote *order = mw_notes_find (&model->model.record, MW_NOTE_CHUNK_ORDER, NULL);
  format.text = FALSE;
  return mw_mdlx_node_kinds (format, order ? (const MwMdlxChunk *) (gconstpointer) order->bytes : NULL,
                             order ? order->size / (guint) sizeof (MwMdlxChunk) : 0, kinds);
}

typedef struct {
  MwFormat format; /* the binary format */
  uint64_t n_rounded, n_tracks;
} Rounding;

static gboolean
round_track (MwRecord *record, gpointer data)
{
  static const MwPart parts[] = { MW_PART_VALUES, MW_PART_IN_TANS, MW_PART_OUT_TANS };
  Rounding *rounding = data;
  uint64_t n = 0;
  if (record->schema != &mw_track_quat_schema)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    const MwField *field = mw_schema_part (record->schema, parts[i]);
    MwArray *keys = mw_field_at (record, field);
    MwCodec codec = mw_field_codec (record, field, record->owner, mw_record_slot (record), rounding->format);
    if (codec != MW_CODEC_NONE && keys->n)
      n += mw_codec_snap (codec, field, mw_array_make_writable (keys, mw_field_element_size (field)), keys->n);
  }
  rounding->n_rounded += n;
  rounding->n_tracks += n > 0;
  return TRUE;
}

/* A text can state any four numbers as a rotation; files of World of Warcraft have 64 bits for it (mdlx.md 8). They
 * are rounded here, so that what is shown is what will be saved. */
static void
round_rotations (MwMdlx *model, MwReport *report)
{
  Rounding rounding = { .format = mw_mdlx_format (model) };
  if (model->family != MW_FAMILY_MDX_WOW)
    return;
  mw_record_foreach (&model->model.record, round_track, &rounding);
  if (rounding.n_rounded)
    mw_report_remark (report, MW_REMARK_WARNING, 0, 0,
                      "%" G_GUINT64_FORMAT " rotations of %" G_GUINT64_FORMAT
                      " tracks were rounded to the 64 bits of a stored rotation",
                      rounding.n_rounded, rounding.n_tracks);
}

/* What the text states about itself must be what it was read as. */
static gboolean
check_format (MwMdlx *model, MwFormat format, MwSalvage *salvage, GError **error)
{
  g_autoptr (GError) why = NULL;
  if (model->version != format.version)
    mw_set_error_at_line (&why, MW_ERROR_CORRUPT, 1, 1, "found two format versions, %u and %u", format.version,
                          model->version);
  else if (model->family != format.family)
    mw_set_error_at_line (&why, MW_ERROR_CORRUPT, 1, 1, "found Family after FormatVersion, expected it before");
  if (!why)
    return TRUE;
  if (salvage) {
    mw_salvage_add (salvage, MW_SALVAGE_GUESSED, why, "version %u", format.version);
    model->version = format.version;
    model->family = format.family;
    return TRUE;
  }
  g_propagate_error (error, g_steal_pointer (&why));
  return FALSE;
}

/* `salvage` may be NULL. */
static MwMdlx *
read_text (const uint8_t *bytes, size_t size, MwReport *report, MwSalvage *salvage, GError **error)
{
  MwFormat format;
  guint n_notes, line, column;
  if (!mw_mdl_probe (bytes, size, &format)) {
    mw_set_error_at_line (error, MW_ERROR_CORRUPT, 1, 1,
                          "found no block of a model at the start: this is not MDL text");
    return NULL;
  }
  const gboolean states_version = mw_mdl_find_format ((const char *) bytes, size, &line, &column).version != 0;
  if (!mw_mdl_supports (format)) {
    mw_set_error_at_line (error, MW_ERROR_UNSUPPORTED, line, column,
                          format.family == MW_FAMILY_MDX_WOW
                            ? "this is MDL text of World of Warcraft, version %u; 1300 and later versions are read"
                            : "this is MDL text of version %u; 800 and later versions are read",
                          format.version);
    return NULL;
  }
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxText text = { .ids = { .model = model } };
  MwMdlxObjectIds *ids = &text.ids;
  if (!states_version)
    mw_report_remark (report, MW_REMARK_WARNING, 0, 0, "the text states no FormatVersion: read as %u", format.version);
  if (mw_mdlx_known_version (format) != format.version)
    mw_report_remark (report, MW_REMARK_WARNING, 0, 0, "version %u is unknown: it is read as version %u",
                      format.version, mw_mdlx_known_version (format));
  model->version = format.version;
  model->family = format.family;
  MwMdlReader *reader = mw_mdl_reader_new (&model->model, format, (const char *) bytes, size, report, &text);
  mw_mdl_reader_set_salvage (reader, salvage);
  gboolean ok = mw_mdl_read (reader, error) && check_format (model, format, salvage, error);
  if (ok) {
    const MwMdlNote *notes = mw_mdl_reader_notes (reader, &n_notes);
    MwMdlSide *side = n_notes ? mw_mdl_side_new (model, format, report, size) : NULL;
    const MwSchema *kinds[16];
    if (side)
      mw_mdl_side_read_chunks (side, notes, n_notes);
    mw_mdlx_materials_from_text (model, report);
    mw_mdlx_text_finish (&text);
    mw_mdlx_object_ids_resolve (ids, kinds, node_kinds (model, format, kinds));
    if (side) {
      mw_mdl_set_side_channel (&model->model, TRUE);
      mw_mdl_side_read (side, notes, n_notes);
      mw_mdl_side_free (side);
    }
    round_rotations (model, report);
    uint32_t n_spare = mw_mdlx_object_ids_n_spare_pivots (ids);
    if (n_spare)
      mw_report_remark (report, MW_REMARK_WARNING, 0, 0, "%u of the %u PivotPoints belong to no node", n_spare,
                        ids->n_pivots);
    else if (ids->n_pivots < model->nodes.n)
      mw_report_remark (report, MW_REMARK_WARNING, 0, 0, "found %u PivotPoints for %u nodes: the others are at 0, 0, 0",
                        ids->n_pivots, model->nodes.n);
    if (ids->has_bind_poses && ids->n_bind_poses != model->nodes.n
        && ids->n_bind_poses != model->nodes.n + model->cameras.n)
      mw_report_remark (report, MW_REMARK_WARNING, 0, 0, "found %u matrices of BindPose for %u nodes and %u cameras",
                        ids->n_bind_poses, model->nodes.n, model->cameras.n);
  }
  mw_mdl_reader_free (reader);
  mw_mdlx_text_clear (&text);
  if (!ok)
    g_clear_pointer ((MwModel **) &model, mw_model_free);
  return model;
}

MwMdlx *
mw_mdl_read_text (const uint8_t *bytes, size_t size, MwReport *report, GError **error)
{
  return read_text (bytes, size, report, NULL, error);
}

MwMdlx *
mw_mdl_salvage (const uint8_t *bytes, size_t size, MwReport *report, MwSalvage *salvage, GError **error)
{
  MwMdlx *model = read_text (bytes, size, report, salvage, error);
  /* A record may be missing anywhere, and so may what refers to it. */
  if (model && salvage->n)
    mw_salvage_lose (salvage, NULL);
  return model;
}
