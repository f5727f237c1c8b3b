/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ./dev fuzz elements SECONDS. The input is the text of copied elements (core/edit/operations/elements/elements-text.h), or what else is on a
 * clipboard. It is pasted into a small model of its family. */
#include "core/edit/operations/elements/elements-text.h"
#include "core/edit/operations/operations.h"
#include "core/io/registry.h"
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"

#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static MwDocument *
make_mdx (void)
{
  MwModel *model = &mw_mdlx_new ()->model;
  static const struct {
    const char *list;
    const MwSchema *schema;
  } records[] = { { "sequences", &mw_mdlx_sequence_schema },
                  { "textures", &mw_mdlx_texture_schema },
                  { "nodes", &mw_mdlx_bone_schema } };
  for (guint i = 0; i < G_N_ELEMENTS (records); i++)
    mw_list_append (model, &model->record, mw_schema_field (model->record.schema, records[i].list),
                    mw_record_new (records[i].schema));
  return mw_document_new (model, (MwFormat) { MW_FAMILY_MDX, 800 });
}

static MwDocument *
make_m2 (uint32_t version)
{
  MwModel *model = &mw_m2_new (version)->model;
  mw_list_append (model, &model->record, mw_schema_field (model->record.schema, "bones"),
                  mw_record_new (&mw_m2_bone_schema));
  return mw_document_new (model, (MwFormat) { MW_FAMILY_M2, version });
}

/* The paste must either be refused with a reason and change nothing, or be applied; then the model can be written or is refused,
 * and undo restores it. */
static void
try_paste (MwDocument *document, const char *text, size_t size)
{
  const MwOperation *paste = mw_operation_find ("paste");
  const MwFormat format = mw_document_get_format (document);
  MwModel *first = mw_model_copy (mw_document_get_model (document), FALSE);
  g_autoptr (MwRecord) params = mw_operation_params_new (paste);
  g_autoptr (GError) error = NULL;
  g_autofree char *where = NULL;
  mw_text_set (mw_field_at (params, mw_schema_field (paste->params, "text")), text, size);
  gboolean made = mw_operation_run (paste, document, NULL, 0, params, &error);
  if (!made && (!error || mw_document_get_n_steps (document)))
    g_error ("refused, but something is left of it, or without a reason");
  if (made && mw_document_get_n_steps (document)) {
    g_autoptr (GError) refused = NULL;
    G_GNUC_UNUSED g_autoptr (MwFileSet) set = mw_io_write (mw_document_get_model (document), format, NULL, &refused);
    mw_document_undo (document);
  }
  if (!mw_model_equal (mw_document_get_model (document), first, format, &where))
    g_error ("not undone: %s", where);
  mw_model_free (first);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GArray) ids = NULL;
  g_autoptr (GError) error = NULL;
  MwFormat format;
  MwModel *model = mw_elements_from_text ((const char *) data, size, &format, &ids, &error);
  if (!model)
    return 0;
  mw_model_free (model);
  if (memchr (data, 0, size))
    return 0;
  g_autoptr (MwDocument) document = format.family == MW_FAMILY_M2 ? make_m2 (format.version) : make_mdx ();
  try_paste (document, (const char *) data, size);
  return 0;
}
