/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/mdl/mdl.h"
#include "core/model/mdlx/chunks.h"
#include "core/model/mdlx/object-ids.h"
#include "core/schema/mdl.h"

gboolean
mw_mdl_write_text (const MwMdlx *model, MwBuffer *out, MwByteMap *map, MwReport *report, GError **error)
{
  return mw_mdl_write_text_with (model, NULL, out, map, report, error);
}

gboolean
mw_mdl_write_text_with (const MwMdlx *model, const MwWriteOptions *options, MwBuffer *out, MwByteMap *map, MwReport *report,
                        GError **error)
{
  MwFormat format = mw_mdlx_format (model);
  format.text = TRUE;
  if (!mw_mdl_supports (format)) {
    mw_set_error (error, MW_ERROR_UNSUPPORTED, -1, "version",
                  "found version %u; 800 and later ones of Warcraft III are written, and 1300, 1400 and 1500 of World of Warcraft",
                  model->version);
    return FALSE;
  }
  MwMdlxObjectIds ids = { 0 };
  const MwSchema *kinds[16];
  guint n_kinds = mw_mdlx_node_kinds (format, NULL, 0, kinds);
  mw_mdlx_object_ids_assign (&ids, model, kinds, n_kinds);
  g_autofree uint32_t *numbers = mw_model_numbers (&model->model);
  for (uint32_t i = 0; i < model->nodes.n; i++) {
    MwId id = model->nodes.items[i]->id;
    numbers[id] = mw_mdlx_object_id (&ids, id);
  }
  MwMdlWriter *writer = mw_mdl_writer_new (&model->model, format, out, map, report, numbers, &ids);
  if (options)
    mw_mdl_writer_spell (writer, options->spelling);
  mw_mdl_write (writer);
  mw_mdl_writer_free (writer);
  mw_mdlx_object_ids_clear (&ids);
  if (map)
    mw_byte_map_finish (map);
  return TRUE;
}
