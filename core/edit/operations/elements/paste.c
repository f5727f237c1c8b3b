/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/elements/elements-text.h"
#include "core/edit/operations/nodes/node-places.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/transfer/transfer.h"
#include "core/io/registry.h"
#include "core/model/aspects.h"
#include "core/model/m2/m2.h"

#include <string.h>

/* Elements that were copied from this or another model. */

typedef struct {
  MwRecord record;
  char *text, *file;
  MwRef attach;
} PasteParams;

static const MwField paste_fields[] = {
  MW_FIELD_TEXT (PasteParams, text, 65535, "text", .label = N_ ("Elements"),
                 .doc = N_ ("The text that was copied. In a script, write it as base64(...).")),
  MW_FIELD_TEXT (PasteParams, file, 4096, "file", .role = MW_ROLE_DISK_FILE, .label = N_ ("File"),
                 .doc = N_ ("A file with such a text, or with MDL text, to use instead of the text itself.")),
  MW_FIELD_REF (
    PasteParams, attach, "attach", "nodes", .or_refers = "bones", .label = N_ ("Attach to"),
    .doc = N_ (
      "The bone or node that pasted nodes follow. Default: the node with the same name as their old parent. If the "
      "model has none, the old parent is pasted too.")),
};
static const MwSchema paste_params = { .name = "paste",
                                       .label = N_ ("Paste"),
                                       .size = sizeof (PasteParams),
                                       .fields = paste_fields,
                                       .n_fields = G_N_ELEMENTS (paste_fields) };

MwRecord *
mw_elements_paste_params (const char *text)
{
  MwRecord *params = mw_record_new (&paste_params);
  mw_text_set (&((PasteParams *) params)->text, text, strlen (text));
  return params;
}

/* --- The same version ------------------------------------------------------------------------------------------------ */

typedef struct {
  MwFormat from, to;
  const MwField *field;
  const MwRecord *record;
} Foreign;

/* Stops at a field with a value that files of the other version cannot hold. */
static gboolean
holds_only_common (MwRecord *record, gpointer data)
{
  Foreign *f = data;
  g_autoptr (MwRecord) fresh = mw_record_new (record->schema);
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (field->type == MW_TYPE_LIST || mw_field_in_format (record->schema, field, f->to) != MW_IN_FORMAT_NEVER
        || mw_field_in_format (record->schema, field, f->from) == MW_IN_FORMAT_NEVER
        || memcmp (mw_field_at (record, field), mw_field_at (fresh, field), mw_field_storage_size (field)) == 0)
      continue;
    f->field = field;
    f->record = record;
    return FALSE;
  }
  return TRUE;
}

/* M2 has no conversion. Elements are pasted if all that they state can be stated in the version of the model. */
static gboolean
m2_fits (MwDocument *document, const MwModel *model, MwFormat from, const GArray *ids, GError **error)
{
  Foreign f = { from, mw_document_get_format (document), NULL, NULL };
  g_autofree char *title = mw_format_title (f.to);
  if (mw_m2_has_lanes ((const MwM2 *) model) != (f.to.version >= MW_M2_LANES_SINCE)) {
    mw_set_error (error, MW_ERROR_REFUSED, -1, NULL,
                  "versions before 264 and later ones keep keys differently: the text cannot be pasted into %s", title);
    return FALSE;
  }
  for (guint i = 0; from.version != f.to.version && i < ids->len; i++)
    if (!mw_record_foreach (mw_model_find (model, g_array_index (ids, MwId, i)), holds_only_common, &f)) {
      g_autofree char *path = mw_field_path (f.record, f.field);
      mw_set_error (error, MW_ERROR_REFUSED, -1, NULL, "%s of the text cannot be expressed in %s", path, title);
      return FALSE;
    }
  return TRUE;
}

static MwModel *
fitting (MwDocument *document, MwModel *model, MwFormat from, const GArray *ids, GError **error)
{
  const MwFormat to = mw_document_get_format (document);
  if (model->record.schema != mw_document_get_model (document)->record.schema) {
    g_autofree char *theirs = mw_format_title (from), *ours = mw_format_title (to);
    mw_set_error (error, MW_ERROR_REFUSED, -1, NULL,
                  "the elements are of %s, and this model is of %s: their records are too different", theirs, ours);
  } else if (to.family == MW_FAMILY_M2 ? m2_fits (document, model, from, ids, error)
                                       : from.family == to.family && from.version == to.version)
    return model;
  else if (to.family != MW_FAMILY_M2)
    return mw_transfer_converted (document, model, from, ids, error);
  mw_model_free (model);
  return NULL;
}

/* --- Pasting --------------------------------------------------------------------------------------------------------- */

static MwModel *
read_elements (const PasteParams *p, MwFormat *format, GArray **ids, GError **error)
{
  if (!*mw_text (p->text) && !*mw_text (p->file)) {
    mw_operation_refuse (NULL, error, "nothing to paste: give a text, or a file with one");
    return NULL;
  }
  if (*mw_text (p->text))
    return mw_elements_from_text (p->text, strlen (p->text), format, ids, error);
  g_autoptr (GBytes) bytes = mw_file_read (p->file, NULL, error);
  gsize size = 0;
  const char *text = bytes ? g_bytes_get_data (bytes, &size) : NULL;
  MwModel *model = bytes ? mw_elements_from_text (text, size, format, ids, error) : NULL;
  if (bytes && !model)
    g_prefix_error (error, "%s: ", p->file);
  return model;
}

/* Sequences whose keys have no place in the model. */
static void
note_left_out (const MwTransfer *t)
{
  const MwList *all = mw_model_sequences (t->source);
  g_autoptr (GPtrArray) left = g_ptr_array_new ();
  for (uint32_t i = 0; i < all->n; i++)
    if (!mw_transfer_to (t, all->items[i]))
      g_ptr_array_add (left, all->items[i]);
  g_autofree char *names = mw_transfer_names (left);
  if (left->len)
    mw_document_notice (t->document,
                        g_strdup_printf ("keys of sequences that this model does not have were left out: %s", names));
}

static gboolean
paste_run (MwDocument *document, const MwId *unused, guint n, const MwRecord *params, GError **error)
{
  const PasteParams *p = (const PasteParams *) params;
  g_autoptr (GArray) ids = NULL, made = NULL;
  MwTakeOptions options = { .move = TRUE };
  MwFormat format;
  MwModel *source = read_elements (p, &format, &ids, error);
  if (source)
    source = fitting (document, source, format, ids, error);
  if (!source)
    return FALSE;
  g_autoptr (MwTransfer) t = mw_transfer_new (document, source, mw_document_get_format (document), "the text", error);
  const MwRecord *attach = mw_model_resolve (mw_document_get_model (document), p->attach);
  options.attach = attach ? attach->id : 0;
  if (!t || !mw_transfer_match_nodes (t, "", error))
    return FALSE;
  for (guint i = 0; i < ids->len; i++)
    mw_transfer_unmap (t, g_array_index (ids, MwId, i));
  mw_transfer_match_textures (t);
  for (guint i = 0; i < ids->len; i++)
    if (mw_schema_part (mw_model_find (source, g_array_index (ids, MwId, i))->schema, MW_PART_SUPPLIED))
      mw_transfer_unmap (t, g_array_index (ids, MwId, i));
  mw_transfer_match_sequences (t);
  if (!mw_transfer_take (t, (const MwId *) (gpointer) ids->data, ids->len, &options, &made, error))
    return FALSE;
  note_left_out (t);
  mw_document_select (document, (const MwId *) (gpointer) made->data, made->len);
  return TRUE;
}

const MwOperation mw_operation_paste = {
  .id = "paste",
  .label = N_ ("Paste"),
  .doc = N_ (
    "Adds elements that were copied from this or another model of the same family, with what they refer to: textures, "
    "materials, and the nodes that they follow, unless the model has nodes of the same names. Their keys go to "
    "the sequences of the same names."),
  .aliases = "clipboard insert copy elements import transfer",
  .subject = MW_SUBJECT_MODEL,
  .menu = MW_MENU_NONE,
  .families = MW_FAMILY_MDX | MW_FAMILY_MDX_WOW | MW_FAMILY_M2,
  .params = &paste_params,
  .run = paste_run,
};
