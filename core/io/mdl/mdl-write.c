/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/mdl/mdl.h"
#include "core/io/mdl/side-channel.h"
#include "core/model/mdlx/chunks.h"
#include "core/model/mdlx/object-ids.h"
#include "core/schema/wire.h"

gboolean
mw_mdl_write_text (const MwMdlx *model, MwMdlSpelling spelling, MwBuffer *out, MwByteMap *map, MwReport *report,
                   GError **error)
{
  MwFormat format = mw_mdlx_format (model);
  format.text = TRUE;
  if (!mw_mdl_supports (format) || model->version != format.version) {
    mw_set_error (
      error, MW_ERROR_UNSUPPORTED, -1, "version",
      "found version %u; 800 and later ones of Warcraft III are written, and 1300 and later ones of World of Warcraft",
      model->version);
    return FALSE;
  }
  MwFormat binary = mw_mdlx_format (model);
  gboolean side = mw_mdl_has_side_channel (&model->model);
  g_autoptr (MwReport) own = side && !report ? mw_report_new () : NULL;
  size_t start = out->size;
  /* Object ids are those of the binary file (mdlx.md 11), whose chunks may be in a different order. */
  g_autoptr (GArray) chunks = mw_mdlx_chunk_order (model, binary);
  const MwSchema *kinds[16];
  guint n_kinds = mw_mdlx_node_kinds (binary, (const MwMdlxChunk *) (gpointer) chunks->data, chunks->len, kinds);
  MwMdlxObjectIds ids = { 0 };
  mw_mdlx_object_ids_assign (&ids, model, kinds, n_kinds);
  g_autofree uint32_t *numbers = mw_model_numbers (&model->model);
  if (!side && !mw_mdlx_object_ids_need_no_order (&ids, model, binary))
    mw_mdlx_object_ids_renumber (&ids, model, kinds, n_kinds, numbers);
  MwMdlWriter *writer = mw_mdl_writer_new (&model->model, format, out, map, side && !report ? own : report, numbers,
                                           &ids);
  mw_mdl_writer_spell (writer, spelling);
  mw_mdl_write (writer);
  mw_mdl_writer_free (writer);
  mw_mdlx_object_ids_clear (&ids);
  size_t text_end = out->size;
  if (side)
    mw_mdl_side_write (model, binary, out, start, report ? report : own);
  if (map && out->size > text_end)
    mw_byte_map_add (map, text_end, out->size - text_end, 1, 0, MW_BYTES_FIXED, NULL, NULL, "side channel");
  if (map)
    mw_byte_map_finish (map);
  return TRUE;
}
