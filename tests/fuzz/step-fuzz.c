/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ./dev fuzz step SECONDS. The input is a step as a journal keeps it (core/edit/step-text.c), for the first of three
 * small models that its records are of: M2 with lanes, M2 on one time line, MDX. */
#include "core/edit/document.h"
#include "core/io/m2/companions.h"
#include "core/io/registry.h"
#include "core/model/mdlx/mdlx.h"
#include "tests/m2/generate.h"

#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

typedef struct {
  MwModel *model;
  MwFormat format;
} Start;

static MwModel *
make_m2 (guint version, MwFormat *format)
{
  const M2GenerateOptions options = { version, 1, 0 };
  g_autoptr (GPtrArray) files = m2_generate (&options);
  g_autoptr (MwFileSet) set = mw_file_set_new ();
  g_autoptr (GError) error = NULL;
  gsize stem = strlen (((const M2File *) files->pdata[0])->name) - strlen (".m2");
  for (guint i = 0; i < files->len; i++) {
    const M2File *file = files->pdata[i];
    g_autofree char *role = i ? mw_m2_companion_role (file->name + stem) : g_strdup ("model");
    mw_file_set_add (set, role, i ? NULL : file->name, file->bytes);
  }
  MwModel *model = mw_io_read (set, format, NULL, &error);
  if (!model)
    g_error ("%s", error->message);
  return model;
}

static MwModel *
make_mdx (MwFormat *format)
{
  MwModel *model = &mw_mdlx_new ()->model;
  *format = (MwFormat) { MW_FAMILY_MDX, 800 };
  static const struct {
    const char *list;
    const MwSchema *schema;
  } records[] = { { "sequences", &mw_mdlx_sequence_schema }, { "textures", &mw_mdlx_texture_schema },
                  { "materials", &mw_mdlx_material_schema }, { "geosets", &mw_mdlx_geoset_schema },
                  { "nodes", &mw_mdlx_bone_schema },         { "nodes", &mw_mdlx_attachment_schema } };
  for (guint i = 0; i < G_N_ELEMENTS (records); i++)
    mw_list_append (model, &model->record, mw_schema_field (model->record.schema, records[i].list),
                    mw_record_new (records[i].schema));
  return model;
}

/* The step must either be refused with a reason and change nothing, or be applied; then the model can be written,
 * and undo restores it. */
static gboolean
try_step (const Start *start, const char *text, gsize size)
{
  MwModel *first = mw_model_copy (start->model, FALSE);
  g_autoptr (MwDocument) document = mw_document_new (mw_model_copy (start->model, FALSE), start->format);
  g_autoptr (GError) error = NULL;
  g_autofree char *where = NULL;
  gboolean made = mw_document_replay_text (document, text, size, &error);
  gboolean steps = mw_document_get_n_steps (document) > 0;
  if (made && steps) {
    g_autoptr (GError) refused = NULL;
    G_GNUC_UNUSED g_autoptr (MwFileSet)
      set = mw_io_write (mw_document_get_model (document), start->format, NULL, &refused);
    mw_document_undo (document);
  } else if (!made && (steps || !error))
    g_error ("refused, but something is left of it, or without a reason");
  if (!mw_model_equal (mw_document_get_model (document), first, start->format, &where))
    g_error ("not undone: %s", where);
  mw_model_free (first);
  return made;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static Start starts[3];
  if (!starts[0].model) {
    starts[0].model = make_m2 (264, &starts[0].format);
    starts[1].model = make_m2 (260, &starts[1].format);
    starts[2].model = make_mdx (&starts[2].format);
  }
  gboolean made = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (starts) && !made; i++)
    made = try_step (&starts[i], (const char *) data, size);
  return 0;
}
